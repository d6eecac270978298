"""The upper envelope and the convex hull, against their definitions."""

from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts
from prspace.worked import lingpipe_counts
from tests.build import counts_of, exact_counts_of
from tests.reference import (
    area_below,
    average_precision,
    classes,
    hull_vertices,
    path_area,
    totals,
    weak_orders,
)
from tests.sameness import listed, same

SMALL = [pair for size in range(1, 6) for pair in classes(size)]
RANKINGS = [ranking for pair in SMALL for ranking in weak_orders(*pair)]


# Envelope


def test_envelope_of_the_ten_cases():
    envelope = pr.upper_envelope(pr.pr_curve(lingpipe_counts()))
    assert listed(envelope.x) == [Fraction(3, 4), 1]
    assert listed(envelope.y) == [Fraction(3, 5), Fraction(4, 9)]
    assert listed(envelope.threshold) == [-1.60, -2.01]


def test_envelope_is_the_running_maximum_from_the_right():
    for ranking in RANKINGS:
        curve = pr.pr_curve(exact_counts_of(ranking))
        envelope = pr.upper_envelope(curve)
        if not totals(ranking)[0]:
            assert len(envelope.x) == 0
            continue
        points = list(zip(curve.x, curve.y, strict=True))
        corners = list(zip(envelope.x, envelope.y, strict=True))
        assert set(corners) <= set(points)
        for recall, _ in points:
            best = max(p for r, p in points if r >= recall)
            assert best == max(p for r, p in corners if r >= recall)
            assert best == next(p for r, p in corners if r >= recall) >= curve.counts.prevalence


def test_envelope_rises_and_falls_strictly():
    for ranking in weak_orders(2, 3):
        for curve_of in (pr.pr_curve, pr.roc_curve, pr.cumulative_gain_curve, pr.prg_curve):
            envelope = pr.upper_envelope(curve_of(exact_counts_of(ranking)))
            assert all(np.diff(envelope.x) > 0) and all(np.diff(envelope.y) < 0)


def by_the_walk(ranking):
    "Points at positives only, walked from the last to the first, as LingPipe does."
    total, found, tp, fp = sum(p for p, _ in ranking), [], 0, 0
    for pos, neg in ranking:
        tp, fp = tp + pos, fp + neg
        if pos:
            found.append((Fraction(tp, total), Fraction(tp, tp + fp)))
    kept = []
    for point in reversed(found):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    return kept[::-1]


def test_envelope_is_what_the_walk_over_positives_keeps():
    for ranking in RANKINGS:
        if totals(ranking)[0]:
            envelope = pr.upper_envelope(pr.pr_curve(exact_counts_of(ranking)))
            assert list(zip(envelope.x, envelope.y, strict=True)) == by_the_walk(ranking)


def test_envelope_refuses_a_falling_axis():
    with pytest.raises(ValueError, match="does not fall"):
        pr.upper_envelope(pr.lorenz_curve(lingpipe_counts()))


def test_envelope_of_nothing_and_of_no_positives():
    empty = pr.pr_curve(ThresholdCounts.from_counts([], [], []))
    assert len(pr.upper_envelope(empty).x) == 0
    assert len(pr.upper_envelope(pr.pr_curve(counts_of([(0, 1), (0, 2)]))).x) == 0


# Hull


def on_path(counts):
    "True and false positives of every threshold, the empty prediction first."
    return [(0, 0), *zip(listed(counts.tp), listed(counts.fp), strict=True)]


def test_hull_vertices_are_those_no_chord_reaches():
    for ranking in RANKINGS:
        for counts in (exact_counts_of(ranking), counts_of(ranking), counts_of(ranking, float)):
            assert on_path(pr.convex_hull(counts)) == hull_vertices(ranking)


def test_hull_is_made_of_observed_points_and_concave():
    for ranking in RANKINGS:
        counts = exact_counts_of(ranking)
        hull = pr.convex_hull(counts)
        assert set(on_path(hull)) <= set(on_path(counts))
        assert set(listed(hull.threshold)) <= set(listed(counts.threshold))
        assert (hull.n_pos, hull.n_neg) == (counts.n_pos, counts.n_neg)
        blocks = list(zip(hull.pos, hull.neg, strict=True))
        for (p, n), (q, m) in zip(blocks, blocks[1:], strict=False):
            assert p * m > q * n
        assert pr.convex_hull(hull) == hull


def test_hull_dominates_in_both_spaces():
    for pair in ((1, 2), (2, 2), (2, 3)):
        for ranking in weak_orders(*pair):
            counts = exact_counts_of(ranking)
            hull = pr.convex_hull(counts)
            assert all(height(hull, fp) >= tp for tp, fp in on_path(counts))
            assert pr.roc_auc(hull) >= pr.roc_auc(counts)
            pooled = list(zip(listed(hull.pos), listed(hull.neg), strict=True))
            assert path_area(pooled) >= path_area(ranking) - 1e-14
            curve, carried = pr.pr_curve(counts), pr.davis_goadrich_path(hull)
            for recall, precision in zip(curve.x, curve.y, strict=True):
                reached = carried.y[np.abs(carried.x - float(recall)) < 1e-9]
                assert reached.max() >= float(precision) - 1e-12


def height(counts, fp):
    "Greatest true positives on straight lines between points at this number of false ones."
    path, best = on_path(counts), Fraction(0)
    for (t0, f0), (t1, f1) in zip(path, path[1:], strict=False):
        if f0 <= fp <= f1:
            share = Fraction(fp - f0) / (f1 - f0) if f1 > f0 else 1
            best = max(best, t0 + share * (t1 - t0))
    return best


def test_hull_of_the_ten_cases():
    hull = pr.convex_hull(lingpipe_counts())
    assert (listed(hull.pos), listed(hull.neg)) == ([3, 1, 0], [2, 3, 1])
    x, y = pr.roc_curve(hull).with_endpoints()
    assert area_below(x, y) == pr.roc_auc(hull) == Fraction(35, 48)
    assert average_precision([(3, 2), (1, 3), (0, 1)]) == pr.average_precision(hull)


def test_hull_keeps_what_was_missed_and_dropped():
    counts = ThresholdCounts.from_counts(
        [3, 2], [0, 1], [1, 0], missed_pos=2, missed_neg=5, dropped={"missing label": 4}
    )
    hull = pr.convex_hull(counts)
    assert (hull.missed_pos, hull.missed_neg, dict(hull.dropped)) == (2, 5, {"missing label": 4})
    assert listed(hull.threshold) == [2]


def test_hull_keeps_the_type_of_the_scores():
    counts = pr.count_thresholds([1, 0, 1, 0], np.array([0.9, 0.7, 0.4, 0.1], np.float32))
    assert pr.convex_hull(counts).threshold.dtype == np.float32
    assert len(pr.convex_hull(ThresholdCounts.from_counts([], [], []))) == 0


def test_hull_of_counts_whose_products_overflow():
    big = 2**60
    hull = pr.convex_hull(counts_of([(big, big), (big + 1, big), (0, 1)]))
    assert same(hull.pos, [2 * big + 1, 0]) and same(hull.neg, [2 * big, 1])


@pytest.mark.parametrize("scale", [1e160, 1e-200, 1e300, 2.0**-1000], ids=str)
def test_hull_of_floats_of_any_size(scale):
    """The example of four thresholds, and random ones against Fractions of the same floats."""
    pos, neg = np.array([1, 2, 0, 1]) * scale, np.array([0, 1, 1, 1]) * scale
    hull = pr.convex_hull(ThresholdCounts.from_counts([4, 3, 2, 1], pos, neg))
    assert hull.threshold.tolist() == [4, 3, 1]
    assert hull.pos == pytest.approx(np.array([1, 2, 1]) * scale)
    rng = np.random.default_rng(2)
    for _ in range(50):
        cells = rng.integers(0, 50, (2, 6))
        hull = pr.convex_hull(ThresholdCounts.from_counts(range(6, 0, -1), *(cells * scale)))
        exact = [[Fraction(int(x)) for x in row] for row in cells]
        exact = pr.convex_hull(ThresholdCounts.from_counts(range(6, 0, -1), *exact))
        if np.frexp(scale)[0] == 0.5:  # a power of two: floats are exact, so equal slopes are seen
            assert hull.threshold.tolist() == exact.threshold.tolist()
            assert (hull.pos / scale).tolist() == exact.pos.tolist()


def test_arrays_and_counts_in_the_wrong_place():
    counts = ThresholdCounts.from_counts([2, 1], [1, 0], [0, 1])
    for call in (lambda: pr.convex_hull([1, 0]), lambda: pr.convex_hull(np.array([1, 0]))):
        with pytest.raises(ValueError, match="convex_hull must be called on counts"):
            call()
    with pytest.raises(ValueError, match="curve must be a Curve: got ThresholdCounts"):
        pr.upper_envelope(counts)
