"""Weights: integers, exact numbers and floats, and what is refused."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from prspace import ThresholdCounts, count_thresholds
from tests.sameness import listed

HALF = Fraction(1, 2)


def weighted(weights, labels=(1, 0, 1), scores=(2, 1, 2), **options):
    "Counts of three items on two scores."
    return count_thresholds(list(labels), list(scores), sample_weight=weights, **options)


@pytest.mark.parametrize(
    "weights",
    [
        [2, 3, 1],
        np.array([2, 3, 1], np.uint8),
        np.array([2, 3, 1], np.int32),
        np.array([2, 3, 1], np.uint64),
    ],
    ids=str,
)
def test_whole_weights_are_int64(weights):
    counts = weighted(weights)
    assert counts.pos.dtype == counts.neg.dtype == np.int64
    assert listed(counts.pos) == [3, 0] and listed(counts.neg) == [0, 3]
    assert (counts.n_pos, counts.n_neg) == (3, 3)


def test_whole_weights_in_an_object_array_stay_whole():
    counts = weighted(np.array([2, 3, 1], object))
    assert listed(counts.pos) == [3, 0] and counts == weighted([2, 3, 1])


def test_bool_weights_choose_rows():
    counts = weighted([True, False, True])
    assert counts.pos.dtype == np.int64
    assert listed(counts.threshold) == [2] and listed(counts.pos) == [2]


@pytest.mark.parametrize(
    "weights",
    [
        [HALF, Fraction(1, 3), HALF],
        [Decimal("0.5"), Decimal("0.25"), Decimal("0.5")],
        [HALF, 1, HALF],
        [HALF, 0, HALF],
    ],
    ids=str,
)
def test_exact_weights_become_fractions(weights):
    counts = weighted(weights)
    assert counts.pos.dtype == object
    assert {type(x) for x in counts.tp} == {Fraction}
    assert counts.n_pos == 1 and counts.n_neg == Fraction(weights[1])
    assert counts.prevalence == 1 / (1 + Fraction(weights[1]))


@pytest.mark.parametrize(
    "weights",
    [[0.5, 0.25, 0.5], np.array([0.5, 0.25, 0.5], np.float32), [0.5, 0.25, np.float64(0.5)]],
)
def test_float_weights_are_float64(weights):
    counts = weighted(weights)
    assert counts.pos.dtype == counts.neg.dtype == np.float64
    assert listed(counts.pos) == [1, 0] and listed(counts.neg) == [0, 0.25]


def test_decimals_are_added_exactly():
    counts = count_thresholds([1] * 10, [1] * 10, sample_weight=[Decimal("0.1")] * 10)
    assert counts.n_pos == 1


def test_the_last_row_of_float_counts_leaves_nothing_over():
    rng = np.random.default_rng(7)
    for size in (3, 10, 1000):
        weights = rng.random(size)
        counts = count_thresholds(rng.integers(0, 2, size), rng.random(size), sample_weight=weights)
        assert counts.fn[-1] == 0 and counts.tn[-1] == 0
        assert (counts.fn >= 0).all() and (counts.tn >= 0).all()
        assert counts.n_pos == counts.tp[-1] and counts.n_neg == counts.fp[-1]


@pytest.mark.parametrize("zero", [0, 0.0, -0.0, Fraction(0), False])
def test_rows_of_zero_weight_leave_first(zero):
    weights = [zero, type(zero)(1), type(zero)(1)]
    counts = count_thresholds([1, 0, 1], [9, 1, 2], sample_weight=weights)
    assert listed(counts.threshold) == [2, 1] and listed(counts.tp) == [1, 1]


def test_rows_of_zero_weight_may_be_missing():
    counts = count_thresholds([1, 0, 1], [np.nan, 1, 2], sample_weight=[0, 1, 1])
    assert len(counts) == 2 and not any(counts.dropped.values())


@pytest.mark.parametrize("weights", [[0, 0, 0], [0.0] * 3, [Fraction(0)] * 3, [False] * 3])
def test_nothing_but_zero_weights(weights):
    with pytest.raises(ValueError, match="(?i)weight|no row|left"):
        weighted(weights)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1, -1, 1], "-1"),
        ([1, -0.5, 1], "-0.5"),
        ([1, Fraction(-1, 2), 1], "-1/2|negative"),
        ([1, Decimal("-2"), 1], "-2"),
        ([1, float("nan"), 1], "(?i)nan"),
        ([1, float("inf"), 1], "(?i)inf"),
        ([1, Decimal("NaN"), 1], "(?i)nan"),
        ([1, Decimal("Infinity"), 1], "(?i)inf"),
        ([1, None, 1], "(?i)none|missing|number"),
        ([1, 1], "2"),
        ([1, 1, 1, 1], "4"),
        (["1", "2", "3"], "number"),
        ([1, 1j, 1], "number|complex"),
        ([[1], [1], [1]], "dimension|shape"),
        (np.ma.array([1, 1, 1], mask=[0, 1, 0]), "(?i)mask|missing|none"),
        (2, "dimension|shape|length"),
    ],
    ids=str,
)
def test_refused_weights(weights, words):
    with pytest.raises(ValueError, match=words) as error:
        weighted(weights)
    assert "weight" in str(error.value)


def test_weights_beyond_int64_may_be_fractions():
    counts = weighted([Fraction(2**70)] * 3)
    assert counts.n_pos == 2**71


@pytest.mark.parametrize("weights", [[5e-324] * 3, [8e307] * 3, [1.7e308, 1.0, 1.0]])
def test_float_totals_must_leave_room_to_divide(weights):
    with pytest.raises(ValueError, match="between 1e-305 and 1e305"):
        weighted(weights)


def test_numpy_integers_beside_fractions_do_not_wrap():
    half = Fraction(1, 2)
    for kind in (np.uint8, np.int8, np.int64):
        counts = weighted([kind(100), kind(120), half])
        assert counts.n_pos + counts.n_neg == 220 + half
    large = weighted([np.int64(3 * 10**9), np.int64(3 * 10**9 + 1), half])
    assert type(large.n_pos.numerator) is int


def test_numpy_floats_in_object_arrays_are_added_as_float64():
    weights = np.array([np.float32(2**24), np.float32(1), np.float32(1)], object)
    assert count_thresholds([1, 1, 1], [3, 2, 1], sample_weight=weights).n_pos == 2**24 + 2


def test_nullable_integer_weights_stay_int64():
    weights = np.array([1, 2, 3], object)
    assert count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=weights).pos.dtype == np.int64


def test_integers_that_numpy_would_round_stay_exact():
    counts = count_thresholds([1, 0], [2, 1], sample_weight=[np.int64(2**62 + 1), np.uint64(2)])
    assert counts.n_pos == 2**62 + 1 and counts.pos.dtype == np.int64


def test_symbols_that_are_no_numbers_are_refused():
    for bad in (sp.nan, sp.zoo, sp.oo):
        with pytest.raises(ValueError, match="finite numbers"):
            weighted([bad, 1, 2])


@pytest.mark.parametrize("bad", [[1], {"a": 1}, 1j, "1"], ids=str)
def test_no_numbers_in_object_arrays_are_refused(bad):
    weights = np.empty(3, object)
    weights[:] = [bad, 1, 2]
    with pytest.raises(ValueError, match="finite numbers"):
        count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=weights)


@pytest.mark.parametrize("least", [1e-310, 1e-200, 9e-103])
def test_weights_too_far_apart_are_refused(least):
    """Their ratios leave the range of floats, and areas would be made of infinities."""
    with pytest.raises(ValueError, match="more than the total / 1e302"):
        count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=[least, 1e200, least])
    exact = count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=[Fraction(least), 1, 1])
    assert exact.n_pos == Fraction(least) + 1
    assert count_thresholds([1, 0], [2, 1], sample_weight=[0.0, 1e200]).n_neg == 1e200


def test_a_negative_zero_loses_its_sign():
    for values in ([-0.0, 1.0], np.array([-0.0, 1.0]), [-0.0, Fraction(1)]):
        counts = ThresholdCounts.from_counts([2, 1], values, [1, 1], missed_neg=-0.0)
        assert str(counts.pos[0]) == str(counts.missed_neg) == "0.0"


@pytest.mark.parametrize(
    "odd", [Decimal("sNaN"), object(), sp.Symbol("x")], ids=["sNaN", "object", "symbol"]
)
def test_what_is_no_float_among_floats_is_refused(odd):
    with pytest.raises(ValueError, match="sample_weight must be finite numbers, 0 or more: 1 of 2"):
        count_thresholds([1, 0], [2, 1], sample_weight=[0.5, odd])
