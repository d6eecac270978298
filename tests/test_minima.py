"""What the class sizes decide: the minimum over a range of recall, and the spread of chance."""

import math
from fractions import Fraction
from itertools import combinations

import mpmath
import pytest

import prspace as pr
from tests.reference import chance_ap


def spread(n_pos, n_neg):
    "Variance of average precision, from every ranking."
    values = [
        sum(Fraction(i, rank) for i, rank in enumerate(ranks, 1)) / n_pos
        for ranks in combinations(range(1, n_pos + n_neg + 1), n_pos)
    ]
    mean = sum(values) / len(values)
    assert mean == chance_ap(n_pos, n_neg)
    return sum(x * x for x in values) / len(values) - mean**2


@pytest.mark.parametrize("n", range(1, 9))
def test_variance_over_every_ranking(n):
    for n_pos in range(1, n + 1):
        expected = spread(n_pos, n - n_pos)
        exact = pr.average_precision_variance(Fraction(n_pos), Fraction(n - n_pos))
        assert isinstance(exact, Fraction) and exact == expected
        value = pr.average_precision_variance(n_pos, n - n_pos)
        assert value == pytest.approx(float(expected), rel=1e-15)


@pytest.mark.parametrize("n", [200, 201])
def test_variance_has_no_seam(n):
    exact = pr.average_precision_variance(Fraction(3), Fraction(n - 3))
    assert pr.average_precision_variance(3, n - 3) == pytest.approx(float(exact), rel=1e-15)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(10**9, 10**9), (1, 10**12), (10**12, 1)])
def test_variance_of_many_items(n_pos, n_neg):
    assert 0 < pr.average_precision_variance(n_pos, n_neg) < 1e-9


@pytest.mark.parametrize(("sizes", "sd"), [((10, 90), 0.053626), ((8, 992), 0.015391)])
def test_published_spread(sizes, sd):
    assert math.sqrt(pr.average_precision_variance(*sizes)) == pytest.approx(sd, abs=6e-7)


def test_variance_without_a_class():
    assert pr.average_precision_variance(3, 0) == 0
    assert math.isnan(pr.average_precision_variance(0, 3))
    with pytest.raises(ValueError, match="n_neg"):
        pr.average_precision_variance(3, 0.5)


@pytest.mark.parametrize("prevalence", [1e-12, 0.01, 0.4, 0.9, 1 - 1e-9])
@pytest.mark.parametrize(("low", "high"), [(0, 0.5), (0.2, 0.3), (0.5, 1), (0.3, 0.3 + 2**-30)])
def test_corollary_four(prevalence, low, high):
    with mpmath.workdps(60):
        p, a, b = map(mpmath.mpf, (prevalence, low, high))
        exact = b - a + (1 - p) / p * mpmath.log((1 - p + p * a) / (1 - p + p * b))
        assert float(abs(pr.aucpr_min(prevalence, low=low, high=high) / exact - 1)) < 1e-13


def test_ranges_add_up():
    for prevalence in (0, 0.1, 0.7, 1):
        parts = [pr.aucpr_min(prevalence, low=k / 10, high=(k + 1) / 10) for k in range(10)]
        assert sum(parts) == pytest.approx(pr.aucpr_min(prevalence), rel=1e-14)


@pytest.mark.parametrize("ends", [(0.6, 0.5), (-0.1, 1), (0, 1.1), (float("nan"), 1)])
def test_ranges_are_refused(ends):
    with pytest.raises(ValueError, match="low and high"):
        pr.aucpr_min(0.5, low=ends[0], high=ends[1])
