"""Kinds of input that a cast would change: labels, scores and containers keep what they hold."""

from collections import deque
from decimal import Decimal

import numpy as np
import pytest

from prspace import ThresholdCounts, count_thresholds

SCORES = [0.3, 0.2, 0.1]
NAN = float("nan")


@pytest.mark.parametrize("missing", [NAN, None, np.float32("nan")], ids=repr)
def test_missing_string_labels_are_missing(missing):
    """numpy would turn them into the word 'nan', a third label or a false negative."""
    for labels in (["a", missing, "a"], ("a", missing, "a")):
        with pytest.raises(ValueError, match="1 of 3"):
            count_thresholds(labels, SCORES, pos_label="a")
        counts = count_thresholds(labels, SCORES, pos_label="a", nan_policy="omit")
        assert (counts.n_pos, counts.n_neg) == (2, 0) and counts.dropped == {"missing label": 1}


@pytest.mark.parametrize("missing", [NAN, None], ids=repr)
def test_missing_labels_of_numpy_strings_are_missing(missing):
    labels = np.array(["a", missing, "a"], dtype=np.dtypes.StringDType(na_object=missing))
    with pytest.raises(ValueError, match="1 of 3"):
        count_thresholds(labels, SCORES, pos_label="a")


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        (["1", 1, "1"], "1"),
        (["True", True, "True"], "True"),
        (["a", b"a", "a"], "a"),
        (["a", "a\0", "a"], "a"),
        ([b"a", b"a\0", b"a"], b"a"),
        ([2**53, 2**53 + 1, 2**53], 2.0**53),
    ],
    ids=str,
)
def test_different_labels_stay_different(labels, pos_label):
    counts = count_thresholds(labels, SCORES, pos_label=pos_label)
    assert (counts.n_pos, counts.n_neg) == (2, 1)


def test_three_kinds_of_one_are_three_labels():
    with pytest.raises(ValueError, match="two labels: got 3"):
        count_thresholds([1, 0, "1"], SCORES, pos_label=1)


def test_tuples_are_labels():
    labels = np.empty(2, object)
    labels[:] = [("a", "b"), ("c", "d")]
    assert count_thresholds(labels, [1, 2], pos_label=("a", "b")).n_pos == 1


@pytest.mark.parametrize("unit", ["D", "s", "us", "ns"])
def test_dates_are_labels_but_no_plain_ones(unit):
    labels = np.array([0, 1, 1], f"M8[{unit}]")
    assert count_thresholds(labels, SCORES, pos_label=labels[1]).n_pos == 2
    with pytest.raises(ValueError, match="pos_label must be given"):
        count_thresholds(labels, SCORES)
    with pytest.raises(ValueError, match="pos_label must be given"):
        count_thresholds(labels - labels[0], SCORES)


@pytest.mark.parametrize(
    "scores",
    [
        [np.int64(2**53 + 1), 2.0**53, 1.0],
        (np.int64(2**63 - 1), np.uint64(2**63), 1),
        range(2**63 - 1, 2**63 + 2),
        deque([2**53 + 1, 2.0**53, 1]),
        np.array([2**53 + 1, None, 2**53, 1], object),
    ],
    ids=lambda scores: type(scores).__name__,
)
def test_distinct_integers_stay_distinct(scores):
    labels = [1, 0, 1, 0][: len(scores)]
    assert len(count_thresholds(labels, scores, nan_policy="omit")) == 3


def test_a_foreign_column_with_nulls_is_read_in_its_own_type():
    """A container that numpy reads as floats, because it holds a null."""

    class Column:
        def __array__(self, dtype=None, copy=None):
            return np.array([2.0**53, NAN, 2.0**53, 1.0])

        def to_list(self):
            return [2**53 + 1, None, 2**53, 1]

    assert len(count_thresholds([1, 0, 1, 0], Column(), nan_policy="omit")) == 3


@pytest.mark.parametrize(
    "scores",
    [
        np.ma.array(np.float32([0.7, 0.2, 0.1])),
        np.array([*np.float32([0.7, 0.2, 0.1]), None], object)[:3],
        list(np.float32([0.7, 0.2, 0.1])),
    ],
    ids=lambda scores: type(scores).__name__,
)
def test_float32_stays_float32(scores):
    counts = count_thresholds([1, 0, 1], scores)
    assert counts.threshold.dtype == np.float32 and counts.at(0.7).tp == 1


def test_equality_is_exact():
    ints = count_thresholds([1], np.array([2**53 + 1]))
    assert ints != count_thresholds([1], [2.0**53]) and ints == count_thresholds([1], [2**53 + 1])


def test_the_position_of_a_missing_value_is_that_of_the_input():
    with pytest.raises(ValueError, match="1 of 4 .* position 3"):
        count_thresholds([1, 0, 1, 1], [1, 2, 3, NAN], sample_weight=[0, 0, 1, 1])
    counts = count_thresholds([1, None], [1, NAN], sample_weight=[1, 0])
    assert len(counts) == 1 and not counts.dropped


@pytest.mark.parametrize(
    "values",
    [iter([1, 0, 1]), {1, 0}, {1: 0}, "101", None, 3.0],
    ids=lambda values: type(values).__name__,
)
def test_what_is_no_column_is_named(values):
    for arguments in ((values, SCORES), ([1, 0, 1], values)):
        with pytest.raises(ValueError, match=f"one {type(values).__name__}"):
            count_thresholds(*arguments)


def test_any_error_of_a_container_becomes_a_clear_one():
    class Broken:
        def __array__(self, dtype=None, copy=None):
            raise ZeroDivisionError("no")

    with pytest.raises(ValueError, match="readable by numpy: got Broken"):
        count_thresholds([1, 0, 1], Broken())


def test_bool_scores_in_an_object_array():
    counts = count_thresholds([1, 0], np.array([np.True_, np.False_], object))
    assert counts.threshold.tolist() == [1, 0]


def test_pos_labels_that_cannot_be_compared():
    for odd in (np.array([1, 0]), [1], Decimal("sNaN")):
        with pytest.raises(ValueError, match="pos_label must be one of"):
            count_thresholds([1, 0, 1], SCORES, pos_label=odd)


def test_long_labels_are_cut_in_messages():
    with pytest.raises(ValueError) as error:
        count_thresholds(["x" * 3000, "y", "y"], SCORES)
    assert len(str(error.value)) < 400


def test_arrays_of_the_caller_stay_writable():
    threshold, pos, neg = np.array([2.0, 1.0]), np.array([1, 0]), np.array([0, 1])
    counts = ThresholdCounts(threshold, pos, neg)
    threshold[0] = 3
    with pytest.raises(ValueError, match="read-only"):
        counts.threshold[0] = 3


def test_numpy_leaves_addition_alone():
    counts = count_thresholds([1, 0], [2, 1])
    with pytest.raises(TypeError):
        np.zeros(3) + counts
