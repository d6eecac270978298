"""Intervals of a share: against scipy, against the equations they solve, and at the ends."""

import math
import pickle

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from prspace.binomial import Interval, clopper_pearson, jeffreys, wilson

METHODS = {"wilson": wilson, "clopper_pearson": clopper_pearson, "jeffreys": jeffreys}
PAIRS = [(k, n) for n in (1, 2, 5, 22, 300) for k in sorted({0, 1, n // 3, n - 1, n})]


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_two_are_scipys(pair, level):
    test = binomtest(*pair)
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        theirs = test.proportion_ci(level, method)
        assert ours(*pair, level=level) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_jeffreys_leaves_half_of_the_rest_on_each_side(pair):
    """The Beta law by quadrature of its density; the ends are closed at 0 and n successes."""
    k, n = pair
    low, high = jeffreys(k, n)
    x = (np.arange(40_000) + 0.5) / 40_000
    density = np.exp((k - 0.5) * np.log(x) + (n - k - 0.5) * np.log1p(-x) - _log_beta(k, n))
    for end, rest in ((low, x < low), (high, x > high)):
        if 0 < end < 1:
            assert density[rest].sum() / len(x) == pytest.approx(0.025, abs=3e-3)
    assert (low == 0) == (k == 0) and (high == 1) == (k == n)


def _log_beta(k, n):
    return math.lgamma(k + 0.5) + math.lgamma(n - k + 0.5) - math.lgamma(n + 1)


@pytest.mark.parametrize("name", METHODS)
def test_ends_are_ordered_and_mirror_each_other(name):
    k, n = np.arange(41), 40
    low, high = METHODS[name](k, n)
    assert (low >= 0).all() and (low <= k / n).all() and (k / n <= high).all() and (high <= 1).all()
    assert (np.diff(low) > 0).all() and (np.diff(high) > 0).all()
    mirrored = METHODS[name](n - k, n)
    assert np.allclose(low, 1 - mirrored[1], atol=1e-12)


@pytest.mark.parametrize("name", METHODS)
def test_ends_are_exactly_0_and_1_and_nan_without_trials(name):
    assert METHODS[name](0, 7)[0] == 0 and not math.copysign(1, METHODS[name](0, 7)[0]) < 0
    assert METHODS[name](7, 7)[1] == 1
    assert all(map(math.isnan, METHODS[name](0, 0)))


def test_wilson_takes_a_number_of_trials_that_is_not_whole():
    low, high = wilson(0.33 * 16.4, 16.4)
    z = norm.ppf(0.975)
    for p in (low, high):
        assert (0.33 - p) ** 2 == pytest.approx(z**2 * p * (1 - p) / 16.4, rel=1e-12)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, "95 %", None, math.nan])
def test_no_level_is_refused(level):
    with pytest.raises(ValueError, match="level must lie above 0 and below 1"):
        wilson(1, 2, level=level)


@pytest.mark.parametrize("pair", [(3, 2), (-1, 2), (math.nan, 2), (1, math.inf)], ids=str)
def test_no_share_is_refused(pair):
    for method in METHODS.values():
        with pytest.raises(ValueError, match="between 0 and trials"):
            method(*pair)


def test_interval_reads_well_and_travels():
    found = Interval(0.6148, 0.9269, 0.95, "wilson", 18 / 22, "recall")
    assert repr(found) == "recall 0.8182, 95 % interval [0.6148, 0.9269] by wilson"
    assert 0.7 in found and 0.95 not in found and math.nan not in found
    assert found.width == pytest.approx(0.3121)
    assert pickle.loads(pickle.dumps(found)) == found
    assert list(found.to_dict()) == [
        "low", "high", "level", "method", "value", "metric", "note", "error",
    ]  # fmt: skip
    none = Interval(math.nan, math.nan, 0.9, "jackknife", note="nothing is positive")
    assert repr(none) == "–, 90 % interval [–, –] by jackknife (nothing is positive)"
    assert 0.5 not in none
