"""Bands and regions: what they promise, against brute force over steps and fresh samples."""

import itertools
import math
import warnings

import numpy as np
import pytest
from scipy.stats import beta, kstwo, norm

import prspace as pr
from prspace.binomial import clopper_pearson, wilson
from prspace.regions import (
    KINDS,
    _bounds,
    _false_positives,
    _order_statistics,
    operating_region,
    pr_band,
    roc_band,
)
from prspace.space import minimum_precision

EVERY = [(kind, method) for kind, methods in KINDS.items() for method in methods]
FIXED = [pair for pair in EVERY if pair[1] != "bootstrap"]


def tied(seed):
    "Tied scores of both classes; every other time some items are never retrieved."
    rng = np.random.default_rng(seed)
    pos, neg = rng.integers(0, 4, (2, 6)) + 1
    lost = rng.integers(0, 3, 2).tolist() if seed % 2 else (0, 0)
    return pr.ThresholdCounts.from_counts(
        range(6), pos, neg, missed_pos=lost[0], missed_neg=lost[1]
    )


def untied(seed, n_pos=30, n_neg=120):
    "Binormal scores."
    rng, label = np.random.default_rng(seed), np.repeat([1, 0], [n_pos, n_neg])
    return pr.count_thresholds(label, rng.normal(size=n_pos + n_neg) + label)


# What is known about one class


@pytest.mark.parametrize("n", [1, 2, 7, 60, 1000])
def test_order_statistics_have_equal_levels_that_hold_together(n):
    ranks, low, high = _order_statistics(n, 0.9)
    each = beta.cdf(low, ranks, n + 1 - ranks)
    assert np.allclose(each, each[0]) and each[0] < 0.055
    assert np.allclose(1 - beta.cdf(high, ranks, n + 1 - ranks), each[0])
    fresh = np.sort(np.random.default_rng(1).random((4000, n)), axis=1)[:, ranks - 1]
    held = ((low <= fresh) & (fresh <= high)).all(axis=1).mean()
    assert abs(held - 0.9) < 4 * math.sqrt(0.09 / 4000 * 2)


def test_order_statistics_of_many_items_take_some_ranks_only():
    ranks, _, _ = _order_statistics(10**6, 0.95)
    assert len(ranks) < 130 and ranks[0] == 1 and ranks[-1] == 10**6


@pytest.mark.parametrize("method", ["order_statistics", "kolmogorov", "pointwise"])
def test_bounds_grow_and_hold_the_observed_share(method):
    k = np.arange(41.0)
    low, high = _bounds(k, 40.0, method, 0.95)
    assert (np.diff(low) >= 0).all() and (np.diff(high) >= 0).all()
    assert (low <= k / 40 + 1e-12).all() and (k / 40 <= high + 1e-12).all()
    assert low[0] == 0 and high[-1] == 1


# Bands


def slow_pr_band(counts, level, recall, bounds):
    "Edges by looking at every step of the threshold, and at every chord across a tied block."
    tp = [0, *counts.tp.tolist(), counts.n_pos]
    fp = [0, *counts.fp.tolist(), counts.n_neg]
    steps = list(zip(tp, fp, strict=True))
    boxes = [(bounds(t, counts.n_pos, level), bounds(f, counts.n_neg, level)) for t, f in steps]
    edges = []
    for r in recall:
        rates = [x for (a, b), both in boxes if a <= r <= b for x in both]
        for k, (one, two) in enumerate(itertools.pairwise(boxes)):
            if sum(steps[k + 1]) - sum(steps[k]) > 1:
                for (r0, f0), (r1, f1) in itertools.product(
                    *(itertools.product(*x) for x in (one, two))
                ):
                    if r0 <= r <= r1 and r0 < r1:
                        rates.append(f0 + (f1 - f0) * (r - r0) / (r1 - r0))
        wrong = np.array([max(rates), min(rates)]) * counts.n_neg
        edges.append(r * counts.n_pos / (r * counts.n_pos + wrong))
    return np.array(edges).T


@pytest.mark.parametrize(("kind", "method"), FIXED)
def test_few_scores_with_many_ties(kind, method):
    "Between two thresholds far apart the curve is a chord, which the band holds."
    counts = pr.ThresholdCounts.from_counts([1, 0], [800, 200], [200, 800])
    for band in (
        roc_band(counts, kind=kind, method=method),
        pr_band(counts, kind=kind, method=method),
    ):
        assert (band.low <= band.high).all() and band.holds(band.center)
        assert not np.signbit(band.low).any()


@pytest.mark.parametrize("method", ["order_statistics", "kolmogorov"])
def test_simultaneous_bands_hold_the_chords_of_a_law_with_two_scores(method):
    x, rng, held = np.linspace(0, 1, 41), np.random.default_rng(5), 0
    true = np.interp(x, [0, 0.3, 1], [0, 0.7, 1])
    for _ in range(60):
        tp, fp = int(rng.binomial(100, 0.7)), int(rng.binomial(150, 0.3))
        counts = pr.ThresholdCounts.from_counts([1, 0], [tp, 100 - tp], [fp, 150 - fp])
        held += roc_band(counts, method=method, false_positive_rate=x).holds(true)
    assert held >= 0.95 * 60


@pytest.mark.parametrize("seed", range(6))
def test_pointwise_band_is_that_of_all_steps(seed):
    counts, x = tied(seed), np.array([0.05, 0.3, 0.5, 0.77, 1.0])
    band = pr_band(counts, kind="pointwise", recall=x)
    slow = slow_pr_band(
        counts, math.sqrt(0.95), x, lambda k, n, level: clopper_pearson(k, n, level=level)
    )
    assert np.allclose((band.low, band.high), slow, atol=1e-12)


def test_kolmogorov_roc_band_is_the_curve_moved():
    counts = untied(1)
    x = np.linspace(0, 1, 33)
    band = roc_band(counts, method="kolmogorov", false_positive_rate=x, level=0.9)
    up, side = (kstwo.ppf(math.sqrt(0.9), n) for n in (30, 120))
    tpr, fpr = np.r_[0, counts.tp / 30], np.r_[0, counts.fp / 120]
    high = [tpr[fpr <= v + side + 1e-12].max() + up for v in x]
    low = [tpr[fpr >= v - side - 1e-12].min() - up if v - side <= 1 else 1 for v in x]
    assert np.allclose(band.high, np.minimum(high, 1), atol=1e-9)
    assert np.allclose(band.low, np.maximum(low, 0), atol=1e-9)


@pytest.mark.parametrize(("kind", "method"), EVERY)
def test_pr_band_stays_in_the_achievable_square(kind, method):
    for seed in range(6):
        counts = tied(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            band = pr_band(counts, kind=kind, method=method, n_resamples=60, rng=1)
        least = np.nan_to_num(minimum_precision(band.x, float(counts.prevalence)))
        assert (band.low >= least - 1e-12).all() and (band.high <= 1).all()
        assert (band.low <= band.high + 1e-12).all()
        assert (band.low[0], band.high[0]) == (0, 1)
        if method != "bootstrap":
            inside = (band.low - 1e-9 <= band.center) & (band.center <= band.high + 1e-9)
            assert inside[1:].all()


@pytest.mark.parametrize(("kind", "method"), FIXED)
def test_roc_band_stays_in_the_square_and_mirrors(kind, method):
    for seed in range(4):
        counts = tied(seed - seed % 2)
        band = roc_band(counts, kind=kind, method=method)
        assert (band.low >= 0).all() and (band.high <= 1).all() and (band.low <= band.high).all()
        assert (np.diff(band.low) >= 0).all() and (np.diff(band.high) >= 0).all()


@pytest.mark.parametrize(("kind", "method"), EVERY)
def test_center_is_the_davis_goadrich_path(kind, method):
    counts = untied(3)
    x = np.array([0.1, 0.35, 0.5, 0.9, 1.0])
    band = pr_band(counts, kind=kind, method=method, recall=x, n_resamples=20, rng=1)
    for r, height in zip(x, band.center, strict=True):
        cell = np.searchsorted(counts.tp, r * 30 - 1e-9)
        assert height == pytest.approx(r * 30 / (r * 30 + counts.fp[cell]), abs=1e-12)


def test_false_positives_follow_ties_in_a_straight_line():
    pos, neg, above = (np.array([x], float) for x in ([2, 2], [0, 4], [1, 1]))
    found = _false_positives(np.array([0, 0.25, 0.5, 0.75, 1]), pos, neg, above)
    assert found.tolist() == [[1, 1, 1, 3, 5]]


@pytest.mark.parametrize("method", ["order_statistics", "kolmogorov"])
def test_simultaneous_bands_hold_the_whole_curve(method):
    x = np.linspace(0.01, 1, 100)
    rate = norm.sf(norm.isf(x) + 1)
    true = 0.2 * x / (0.2 * x + 0.8 * rate)
    held = [pr_band(untied(s), method=method, recall=x).holds(true) for s in range(80)]
    assert np.mean(held) >= 0.95
    recall = norm.sf(norm.isf(x) - 1)
    held = [
        roc_band(untied(s), method=method, false_positive_rate=x).holds(recall) for s in range(80)
    ]
    assert np.mean(held) >= 0.95


def test_simultaneous_is_wider_than_pointwise():
    counts = untied(4)
    wide, narrow = (pr_band(counts, kind=kind) for kind in ("simultaneous", "pointwise"))
    assert (wide.low <= narrow.low + 1e-12).all() and (wide.high >= narrow.high - 1e-12).all()
    assert "simultaneous" in repr(wide) and "pointwise" in repr(narrow)


def test_bootstrap_bands_are_reproducible():
    counts = untied(5)
    for kind in KINDS:
        one, two = (
            pr_band(counts, kind=kind, method="bootstrap", n_resamples=300, rng=7) for _ in range(2)
        )
        assert (one.low == two.low).all() and (one.high == two.high).all()
    with pytest.raises(ValueError):
        one.low[0] = 1


# Regions


@pytest.mark.parametrize("method", ["clopper_pearson", "wilson"])
def test_region_is_the_image_of_a_rectangle(method):
    point = untied(6).at(0.7)
    found = operating_region(point, method=method)
    ends = {"clopper_pearson": clopper_pearson, "wilson": wilson}[method]
    each = math.sqrt(0.95)
    assert found.recall == pytest.approx(ends(point.tp, 30, level=each))
    assert found.false_positive_rate == pytest.approx(ends(point.fp, 120, level=each))
    recall, precision = found.outline
    rate = recall * 30 * (1 / precision - 1) / 120
    low, high = found.false_positive_rate
    assert ((np.abs(rate - low) < 1e-9) | (np.abs(rate - high) < 1e-9)).all()
    assert (recall[0], precision[0]) == (recall[-1], precision[-1])
    assert found.recall[0] <= found.point[0] <= found.recall[1]
    assert found.precision[0] <= found.point[1] <= found.precision[1]


def test_region_covers_both_together_with_its_level():
    """Exactly: every pair of binomial numbers of 12 positives and 15 negatives, with its chance."""
    r, f = 0.7, 0.2
    p = r * 12 / (r * 12 + f * 15)
    cover = 0.0
    for tp in range(13):
        for fp in range(16):
            chance = math.comb(12, tp) * r**tp * (1 - r) ** (12 - tp)
            chance *= math.comb(15, fp) * f**fp * (1 - f) ** (15 - fp)
            found = operating_region(pr.OperatingPoint(0, tp, fp, 12 - tp, 15 - fp))
            inside = found.recall[0] <= r <= found.recall[1]
            low, high = (
                r * 12 / (r * 12 + x * 15) if r else 1 for x in found.false_positive_rate[::-1]
            )
            cover += chance * (inside and low <= p <= high)
    assert 0.95 <= cover < 0.995


def test_refusals_say_what_to_do():
    counts = untied(7)
    half = pr.ThresholdCounts.from_counts([2, 1], [0.5, 1], [1, 2.5])
    calls = {
        "kind must be": lambda: pr_band(counts, kind="shaded"),
        "method for a pointwise band": lambda: pr_band(
            counts, kind="pointwise", method="kolmogorov"
        ),
        "must not be 'bootstrap'": lambda: roc_band(counts, method="bootstrap"),
        "recall must rise": lambda: pr_band(counts, recall=[0.5, 0.5]),
        "false_positive_rate must rise": lambda: roc_band(counts, false_positive_rate=[-1, 0.5]),
        "both classes": lambda: pr_band(pr.ThresholdCounts.from_counts([1], [2], [0])),
        "whole items": lambda: pr_band(half),
        "needs one threshold": lambda: operating_region(counts),
        "method for a region": lambda: operating_region(counts.at(0), method="wald"),
        "level must lie": lambda: operating_region(counts.at(0), level=95),
        "one of them is absent": lambda: operating_region(pr.OperatingPoint(0, 1, 0, 2, 0)),
    }
    for words, call in calls.items():
        with pytest.raises(ValueError, match=words):
            call()
