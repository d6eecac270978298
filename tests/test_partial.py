"""Partial areas against slow sums, and their columns against every weak order."""

import math
import warnings
from fractions import Fraction
from itertools import combinations

import mpmath
import numpy as np
import pytest

import prspace as pr
from prspace.partial import _binormal_area
from tests import reference
from tests.build import counts_of, exact_counts_of

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def cut(ranking, low, high):
    "The blocks of a ranking, cut at two numbers of true positives; keys are (above, block)."
    path = reference.steps(ranking)
    for (t0, f0), (t1, f1) in zip(path, path[1:], strict=False):
        a, b = max(t0, low), min(t1, high)
        if b > a:
            slope = (f1 - f0) / (t1 - t0)
            yield (a, f0 + slope * (a - t0)), (b, f0 + slope * (b - t0))


def partial_path(ranking, low, high):
    "Quadrature of precision over the cut path."
    total, area = reference.totals(ranking)[0], 0
    for (t0, f0), (t1, f1) in cut(ranking, low * total, high * total):
        ends = [reference.exact(t0), reference.exact(t1)]
        area += reference.mpmath.quad(
            lambda t, s=(t0, f0, t1, f1): reference.precision_on(t, *s), ends
        )
    return float(area / reference.exact(total))


def partial_roc(ranking, m):
    "McClish's rescaled area, pair by pair of neighboring points."
    pos, neg = reference.totals(ranking)
    points = [(f / neg, t / pos) for t, f in reference.steps(ranking)]
    area = Fraction(0)
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        if x0 < m and x1 > x0:
            x = min(x1, m)
            area += (x - x0) * (y0 + y0 + (y1 - y0) * (x - x0) / (x1 - x0)) / 2
    return (1 + (area - m * m / 2) / (m - m * m / 2)) / 2


@pytest.mark.parametrize(("low", "high"), [(0, HALF), (THIRD, 1), (Fraction(1, 5), THIRD)])
def test_partial_path(low, high):
    row = pr.partial_pr(float(low), float(high))
    for ranking in reference.weak_orders(2, 2):
        counts, expected = counts_of(ranking), partial_path(ranking, low, high)
        assert row(counts) == pytest.approx(expected, abs=1e-13)
        assert row.worst(counts) - 1e-14 <= row(counts) <= row.best(counts) + 1e-14
        least = pr.aucpr_min(0.5, low=float(low), high=float(high))
        assert row.worst(counts) == pytest.approx(least, rel=1e-12)
        assert row.best(counts) == pytest.approx(float(high - low))
        assert row.constant(counts) == pytest.approx(float(high - low) / 2)


@pytest.mark.parametrize("m", [THIRD, HALF, Fraction(1)])
def test_partial_roc(m):
    row = pr.partial_roc(m)
    for ranking in reference.weak_orders(2, 3):
        counts = exact_counts_of(ranking)
        assert row(counts) == partial_roc(ranking, m)
        assert row.worst(counts) == (1 - m) / (2 - m) <= row(counts) <= row.best(counts) == 1
        assert row.constant(counts) == HALF
        assert isinstance(row(counts_of(ranking)), float)


@pytest.mark.parametrize("m", [Fraction(1, 7), THIRD, HALF, Fraction(5, 6), Fraction(1)], ids=str)
@pytest.mark.parametrize(("missed_pos", "missed_neg"), [(0, 0), (1, 0), (0, 2), (2, 1)])
def test_mean_over_all_rankings(m, missed_pos, missed_neg):
    missed = {"missed_pos": missed_pos, "missed_neg": missed_neg}
    for n_pos, n_neg in reference.classes(5):
        values = []
        for places in combinations(range(n_pos + n_neg), n_pos):
            pos = [Fraction(i in places) for i in range(n_pos + n_neg)]
            neg = [1 - x for x in pos]
            rank = range(len(pos), 0, -1)
            counts = pr.ThresholdCounts.from_counts(rank, pos, neg, **missed)
            values.append(pr.partial_roc(m)(counts))
        mean, found = sum(values) / len(values), pr.partial_roc(m).expected(counts)
        if mean == mean:
            assert isinstance(found, Fraction) and found == mean
        else:
            assert math.isnan(found)
    parts = pr.ThresholdCounts.from_counts([1], [HALF], [HALF])
    assert math.isnan(pr.partial_roc(m).expected(parts))


def test_undefined():
    for row in (pr.partial_pr(0, 0.5), pr.partial_roc(0.5)):
        assert math.isnan(row(counts_of([(0, 2)])))
    assert math.isnan(pr.partial_roc(0.5)(counts_of([(2, 0)])))
    assert math.isnan(pr.binormal(counts_of([(1, 0), (0, 1)])))


def test_binormal_of_equal_distributions_is_the_prevalence():
    counts = pr.ThresholdCounts.from_counts([3, 2, 1], [500, 1000, 500], [1000, 2000, 1000])
    assert pr.binormal(counts) == pytest.approx(1 / 3, rel=0.001)


def binormal_integral(mean, spread, prevalence):
    "The same integral by adaptive quadrature, in pieces around the step of precision."
    mean, spread, share = map(mpmath.mpf, (mean, spread, prevalence))

    def height(z):
        true = share * mpmath.ncdf(z)
        return mpmath.npdf(z) * true / (true + (1 - share) * mpmath.ncdf(spread * z - mean))

    near = (mean / spread + k / spread for k in (-40, -20, -12, -9, -7, -5, -3, -1, 0, 1, 3, 7, 20))
    ends = sorted(
        {mpmath.mpf(0), mpmath.mpf(-11), mpmath.mpf(11), *(z for z in near if abs(z) < 11)}
    )
    return float(mpmath.quad(height, ends))


@pytest.mark.parametrize(
    "shape",
    [(0, 1, 0.3), (0, 30, 0.01), (0, 1e4, 0.01), (-1, 2, 0.5), (2000, 300, 0.1), (3, 0.01, 0.2),
     (-30, 1, 0.5), (50, 7, 0.3), (-1e6, 2, 0.3), (-5, 1e3, 1e-6), (0, 100, 1e-12)],
    ids=str,
)  # fmt: skip
def test_binormal_of_any_spread(shape):
    assert _binormal_area(*shape) == pytest.approx(binormal_integral(*shape), rel=1e-13)


@pytest.mark.parametrize("far", [100.0, 1000.0, 1e200, 1.7e308])
def test_binormal_of_far_scores(far):
    counts = pr.ThresholdCounts.from_counts([far, -far, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1])
    near = min(far, 1e6)  # beyond, only the sign of a score matters
    root = math.sqrt(0.5)
    true = binormal_integral(-0.5 / root, near * math.sqrt(2) / root, 0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pr.binormal(counts) == pytest.approx(true, rel=1e-6 if near < far else 1e-12)


def test_binormal_of_infinite_scores():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for score in (np.inf, -np.inf, 10**400):
            counts = pr.ThresholdCounts.from_counts([score, 1, 0, 2], [1, 1, 0, 0], [0, 0, 1, 1])
            assert math.isnan(pr.binormal(counts))
    assert "infinite" in pr.binormal.__doc__


def test_binormal_does_not_change_with_the_unit():
    cells = ([1, 2, 1, 0], [0, 1, 3, 4])
    once = pr.ThresholdCounts.from_counts([4, 3, 2, 1], *cells)
    other = pr.ThresholdCounts.from_counts([47, 37, 27, 17], *cells)
    assert pr.binormal(once) == pytest.approx(pr.binormal(other), rel=1e-12)
    assert pr.aucpr_min(1 / 3) < pr.binormal(once) < 1


@pytest.mark.parametrize("value", [0, -0.1, 1.5, float("nan")])
def test_refusals(value):
    with pytest.raises(ValueError, match="max_fpr"):
        pr.partial_roc(value)
    with pytest.raises(ValueError, match="low and high"):
        pr.partial_pr(0.5, value if value != 1.5 else 0.2)
