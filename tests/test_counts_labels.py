"""Labels: which ones are read, which ones are refused, and what the refusal says."""

from decimal import Decimal

import numpy as np
import pytest

from prspace import count_thresholds
from tests.sameness import listed

SCORES = [4, 3, 2, 1]


def positives(labels, scores=SCORES, **options):
    "Positives per threshold, best first."
    return listed(count_thresholds(labels, scores, **options).pos)


@pytest.mark.parametrize(
    "labels",
    [
        [True, False, False, True],
        [1, 0, 0, 1],
        [1.0, 0.0, 0.0, 1.0],
        [1, -1, -1, 1],
        [1.0, -1.0, -1.0, 1.0],
        [True, 0, False, 1.0],
        np.array([1, 0, 0, 1], np.uint8),
        np.array([1, -1, -1, 1], np.int8),
        np.array([1, 0, 0, 1], np.float16),
        np.array([True, False, False, True], object),
        np.array([1, 0, 0, 1], object),
    ],
    ids=str,
)
def test_two_known_labels(labels):
    assert positives(labels) == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("label", "pos"),
    [(1, 1), (0, 0), (-1, 0), (1.0, 1), (0.0, 0), (-1.0, 0), (True, 1), (False, 0)],
)
def test_one_known_label_alone(label, pos):
    assert positives([label] * 4) == [pos] * 4


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        (["a", "b", "b", "a"], "a"),
        (np.array(["a", "b", "b", "a"]), "a"),
        (np.array(["a", "b", "b", "a"], object), "a"),
        ([b"x", b"y", b"y", b"x"], b"x"),
        ([2, 1, 1, 2], 2),
        ([1, 2, 2, 1], 1),
        ([0, 1, 1, 0], 0),
        ([0.5, 1.5, 1.5, 0.5], 0.5),
        ([False, True, True, False], False),
        ([-1, 1, 1, -1], -1),
        (["a", 1, 1, "a"], "a"),
    ],
    ids=str,
)
def test_any_labels_with_pos_label(labels, pos_label):
    assert positives(labels, pos_label=pos_label) == [1, 0, 0, 1]


def test_a_single_string_label_with_pos_label():
    assert positives(["a"] * 4, pos_label="a") == [1] * 4


@pytest.mark.parametrize(
    "labels",
    [["no", "yes", "yes", "no"], np.array(["0", "1", "1", "0"]), ["yes"] * 4, [b"0", b"1"] * 2],
    ids=str,
)
def test_strings_are_not_guessed(labels):
    with pytest.raises(ValueError, match="pos_label"):
        count_thresholds(labels, SCORES)


@pytest.mark.parametrize("labels", [[1, 2, 2, 1], [0, 2, 0, 2], [0, -1, 0, -1], [5] * 4, [0.5] * 4])
def test_numbers_are_not_guessed(labels):
    with pytest.raises(ValueError, match="pos_label"):
        count_thresholds(labels, SCORES)


@pytest.mark.parametrize(
    "labels", [[0, 1, 2, 1], [-1, 0, 1, 1], ["a", "b", "c", "a"], [0.0, 0.5, 1.0, 1.0]], ids=str
)
@pytest.mark.parametrize("choice", [True, False])
def test_more_than_two_labels_point_to_one_vs_rest(labels, choice):
    options = {"pos_label": labels[1]} if choice else {}
    with pytest.raises(ValueError, match="(?i)one.*rest") as error:
        count_thresholds(labels, SCORES, **options)
    assert "3" in str(error.value) or "two" in str(error.value)


@pytest.mark.parametrize(
    ("labels", "pos_label"), [([0, 1, 1, 0], 2), (["a", "b", "b", "a"], "c"), ([0] * 4, "yes")]
)
def test_pos_label_must_occur(labels, pos_label):
    with pytest.raises(ValueError, match="pos_label") as error:
        count_thresholds(labels, SCORES, pos_label=pos_label)
    assert str(pos_label) in str(error.value)


@pytest.mark.parametrize(
    "labels",
    [
        [1, 0, float("nan"), 1],
        [1, 0, None, 1],
        np.array([1, 0, np.nan, 1], np.float32),
        np.array(["a", "b", None, "a"], object),
        np.ma.array([1, 0, 1, 1], mask=[0, 0, 1, 0]),
    ],
    ids=str,
)
def test_a_missing_label_is_not_a_negative(labels):
    options = {"pos_label": "a"} if "a" in list(labels) else {}
    with pytest.raises(ValueError, match="(?i)missing|nan|none") as error:
        count_thresholds(labels, SCORES, **options)
    assert "1" in str(error.value) and "y_true" in str(error.value)
    kept = count_thresholds(labels, SCORES, nan_policy="omit", **options)
    assert listed(kept.threshold) == [4, 3, 1] and sum(kept.dropped.values()) == 1


def test_a_label_of_zero_weight_does_not_count_as_a_third():
    counts = count_thresholds([1, 0, 7, 1], SCORES, sample_weight=[1, 1, 0, 1])
    assert listed(counts.pos) == [1, 0, 1]


@pytest.mark.parametrize("labels", [[1 + 2j, 0], [[1], [0]], [{}, 1]], ids=str)
def test_strange_labels(labels):
    with pytest.raises(ValueError):
        count_thresholds(labels, [2, 1])


@pytest.mark.parametrize("kind", ["f2", "f4", "f8"])
def test_the_smallest_float_is_no_label(kind):
    """Its bits are those of the integer 1."""
    tiny = np.array([1], f"u{kind[1]}").view(kind)
    with pytest.raises(ValueError, match="pos_label must be given"):
        count_thresholds(np.r_[tiny, np.zeros(1, kind)], [2, 1])


def test_a_span_of_time_is_no_decimal_label():
    for wanted in (np.timedelta64(1, "s"), np.timedelta64(1, "Y")):
        with pytest.raises(ValueError, match="pos_label must be one of the labels"):
            count_thresholds([Decimal(1), Decimal(0)], [2, 1], pos_label=wanted)
