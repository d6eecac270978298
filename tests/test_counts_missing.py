"""Missing values raise, or are dropped and counted when asked."""

from decimal import Decimal

import numpy as np
import pytest

from prspace import count_thresholds
from prspace.inputs import _is_missing
from tests.sameness import listed

NAN = float("nan")

WITH_TWO_MISSING = [
    [0.1, NAN, 0.3, NAN],
    np.array([0.1, NAN, 0.3, NAN], np.float16),
    np.array([0.1, NAN, 0.3, NAN], np.float32),
    [Decimal("0.1"), Decimal("NaN"), Decimal("0.3"), Decimal("NaN")],
    [1, NAN, 2**60, NAN],
    [0.1, None, 0.3, None],
    np.ma.array([0.1, 5.0, 0.3, 5.0], mask=[0, 1, 0, 1]),
    np.ma.array([1, 5, 3, 5], mask=[0, 1, 0, 1]),
]


@pytest.mark.parametrize("scores", WITH_TWO_MISSING, ids=str)
def test_missing_scores_raise_and_are_counted(scores):
    with pytest.raises(ValueError, match="2") as error:
        count_thresholds([1, 0, 0, 1], scores)
    text = str(error.value)
    assert "y_score" in text and "nan_policy" in text


@pytest.mark.parametrize("scores", WITH_TWO_MISSING, ids=str)
def test_missing_scores_are_dropped_on_request(scores):
    counts = count_thresholds([1, 0, 0, 1], scores, nan_policy="omit")
    assert listed(counts.pos) == [0, 1] and listed(counts.neg) == [1, 0]
    assert sum(counts.dropped.values()) == 2


def test_nothing_missing_drops_nothing():
    counts = count_thresholds([1, 0], [1, 2], nan_policy="omit")
    assert not any(counts.dropped.values())
    assert counts == count_thresholds([1, 0], [1, 2])


def test_a_row_that_lacks_both_counts_once():
    counts = count_thresholds([NAN, 1, 0], [NAN, 2.0, 1.0], nan_policy="omit")
    assert sum(counts.dropped.values()) == 1


def test_masks_on_both_sides():
    labels = np.ma.array([1, 0, 1, 0], mask=[1, 0, 0, 0])
    scores = np.ma.array([4.0, 3.0, 2.0, 1.0], mask=[0, 0, 0, 1])
    counts = count_thresholds(labels, scores, nan_policy="omit")
    assert listed(counts.threshold) == [3, 2] and sum(counts.dropped.values()) == 2


def test_a_mask_that_hides_nothing():
    scores = np.ma.array([2.0, 1.0], mask=[0, 0])
    assert count_thresholds([1, 0], scores) == count_thresholds([1, 0], [2.0, 1.0])


def test_weights_follow_their_rows():
    counts = count_thresholds(
        [1, 0, 1], [NAN, 2.0, 1.0], sample_weight=[7, 3, 5], nan_policy="omit"
    )
    assert listed(counts.pos) == [0, 5] and listed(counts.neg) == [3, 0]


@pytest.mark.parametrize(
    ("labels", "scores", "weights"),
    [
        ([1, 0], [NAN, NAN], None),
        ([NAN, NAN], [1.0, 2.0], None),
        ([NAN, 1], [1.0, NAN], None),
        ([1, 0], [NAN, 1.0], [1, 0]),
    ],
    ids=str,
)
def test_all_rows_dropped(labels, scores, weights):
    with pytest.raises(ValueError, match="(?i)no row|none|left|remain|all"):
        count_thresholds(labels, scores, sample_weight=weights, nan_policy="omit")


@pytest.mark.parametrize("policy", ["drop", "propagate", None, "", 1])
def test_unknown_policy(policy):
    with pytest.raises(ValueError, match="nan_policy") as error:
        count_thresholds([1, 0], [1, 2], nan_policy=policy)
    text = str(error.value)
    assert "raise" in text and "omit" in text and str(policy) in text


def test_infinity_is_not_missing():
    counts = count_thresholds([1, 0], [float("inf"), 1], nan_policy="omit")
    assert len(counts) == 2 and not any(counts.dropped.values())


class Undecided:
    """A missing value without a truth value, as pandas.NA is."""

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise TypeError("no truth value")


MISSING = [None, NAN, np.float32("nan"), np.datetime64("NaT"), Decimal("NaN"), Decimal("sNaN")]


@pytest.mark.parametrize("value", [*MISSING, Undecided()], ids=repr)
def test_what_is_missing(value):
    assert _is_missing(value)


@pytest.mark.parametrize("value", [0, "", "nan", 1.5, False, np.array([1, 2]), [NAN]], ids=repr)
def test_what_is_not_missing(value):
    assert not _is_missing(value)
