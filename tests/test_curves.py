"""Curves: observed points, named end points, and how they are protected."""

import inspect
import math
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from tests.build import counts_of, exact_counts_of
from tests.reference import (
    area_below,
    axis,
    classes,
    roc_area,
    steps,
    tables,
    totals,
    weak_orders,
)
from tests.sameness import listed, near, same

BOTH = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2), (1, 4), (4, 1)]
BOTH_RANKINGS = [ranking for pair in BOTH for ranking in weak_orders(*pair)]
ENDS = {
    "roc_curve": ((0, 0), (1, 1)),
    "det_curve": ((0, 1), (1, 0)),
    "cumulative_gain_curve": ((0, 0), (1, 1)),
    "lorenz_curve": ((1, 1), (0, 0)),
    "ks_curve": ((0, 0), (1, 0)),
}


@pytest.fixture
def counts():
    "Five items on four scores."
    return count_thresholds([1, 0, 1, 0, 0], [0.9, 0.7, 0.7, 0.4, 0.1])


def test_pr_points_by_hand(counts):
    curve = pr.pr_curve(counts)
    assert near(curve.x, [0.5, 1, 1, 1])
    assert near(curve.y, [1, 2 / 3, 1 / 2, 2 / 5])
    assert listed(curve.threshold) == [0.9, 0.7, 0.4, 0.1]
    assert tuple(curve.axes) == ("recall", "precision")
    assert curve.counts == counts


def test_roc_points_by_hand(counts):
    curve = pr.roc_curve(counts)
    assert near(curve.x, [0, 1 / 3, 2 / 3, 1])
    assert near(curve.y, [0.5, 1, 1, 1])
    assert tuple(curve.axes) == ("false_positive_rate", "recall")


def test_exact_points():
    counts = count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=[Fraction(1)] * 3)
    assert listed(pr.pr_curve(counts).y) == [1, Fraction(1, 2), Fraction(2, 3)]
    assert {type(v) for v in pr.pr_curve(counts).y} == {Fraction}


def test_roc_end_point(counts):
    curve, ends = pr.roc_curve(counts), pr.roc_curve(counts).with_endpoints()
    assert near(ends[0], [0, *curve.x]) and near(ends[1], [0, *curve.y])
    assert (ends[0][-1], ends[1][-1]) == (1, 1)


def test_roc_end_points_when_something_was_missed():
    counts = ThresholdCounts.from_counts([2, 1], [1, 0], [0, 1], missed_pos=1, missed_neg=1)
    x, y = pr.roc_curve(counts).with_endpoints()
    assert near(x, [0, 0, 0.5, 1]) and near(y, [0, 0.5, 0.5, 1])


def test_pr_start_repeats_the_first_precision(counts):
    curve = pr.pr_curve(counts)
    x, y = curve.with_endpoints()
    assert near(x, [0, *curve.x]) and near(y, [curve.y[0], *curve.y])


def test_end_points_are_a_separate_act(counts):
    curve = pr.roc_curve(counts)
    curve.with_endpoints()
    assert len(curve.x) == len(counts)


def test_undefined_axes_are_nan():
    negatives = count_thresholds([0, 0], [2, 1])
    assert all(math.isnan(v) for v in pr.pr_curve(negatives).x)
    assert listed(pr.pr_curve(negatives).y) == [0, 0]
    positives = count_thresholds([1, 1], [2, 1])
    assert all(math.isnan(v) for v in pr.roc_curve(positives).x)
    assert listed(pr.roc_curve(positives).y) == [0.5, 1]


def test_of_empty_counts():
    empty = ThresholdCounts.from_counts([], [], [])
    for curve in (pr.pr_curve(empty), pr.roc_curve(empty)):
        assert len(curve.x) == len(curve.y) == len(curve.threshold) == 0


@pytest.mark.parametrize("curve_of", [pr.pr_curve, pr.roc_curve])
def test_a_curve_cannot_change_its_counts(counts, curve_of):
    curve = curve_of(counts)
    with pytest.raises(ValueError, match="read-only"):
        curve.threshold[0] = 7
    with pytest.raises((AttributeError, TypeError)):
        curve.x = []


def test_the_last_pr_point_lies_at_the_prevalence(counts):
    curve = pr.pr_curve(counts)
    assert curve.x[-1] == 1 and curve.y[-1] == counts.prevalence


def test_a_score_of_plus_infinity_is_a_point():
    counts = count_thresholds([1, 0], [float("inf"), 0.0])
    assert near(pr.pr_curve(counts).x, [1, 1])
    assert near(pr.roc_curve(counts).with_endpoints()[0], [0, 0, 1])


# Where curves begin and end


@pytest.mark.parametrize("name", ENDS)
def test_curves_begin_where_nothing_is_called_and_end_where_all_is(name):
    start, end = ENDS[name]
    for ranking in weak_orders(2, 2):
        curve = pr.CURVES[name](exact_counts_of(ranking))
        x, y = curve.with_endpoints()
        assert (x[0], y[0]) == start and (x[-1], y[-1]) == end
        assert same(x[1:], curve.x) and same(y[1:], curve.y)


@pytest.mark.parametrize("name", ENDS)
def test_missed_items_lie_between_the_last_point_and_the_end(name):
    counts = ThresholdCounts.from_counts([2, 1], [2, 0], [1, 1], missed_pos=1, missed_neg=1)
    curve = pr.CURVES[name](counts)
    x, y = curve.with_endpoints()
    assert (x[-1], y[-1]) == ENDS[name][1]
    assert (x[-2], y[-2]) == (curve.x[-1], curve.y[-1])


def under(x, y):
    "Area under straight lines."
    pairs = zip(zip(x, y, strict=True), zip(x[1:], y[1:], strict=True), strict=False)
    return sum((b - a) * (c + d) / 2 for (a, c), (b, d) in pairs)


@pytest.mark.parametrize("missed", [(0, 0), (1, 0), (0, 2), (3, 1)])
def test_curves_and_areas_agree_about_missed_items(missed):
    """The ROC area counts the last straight line; the gain area ends with what was retrieved."""
    options = dict(zip(("missed_pos", "missed_neg"), map(Fraction, missed), strict=True))
    for ranking in weak_orders(2, 2):
        columns = ([Fraction(block[i]) for block in ranking] for i in (0, 1))
        counts = ThresholdCounts.from_counts(range(len(ranking), 0, -1), *columns, **options)
        assert under(*pr.roc_curve(counts).with_endpoints()) == pr.roc_auc(counts)
        x, y = pr.prg_curve(counts).with_endpoints()
        assert under(x.tolist(), y.tolist()) == pr.prg_area(counts)


def test_nothing_retrieved_and_something_missed():
    counts = ThresholdCounts.from_counts([], [], [], missed_pos=2, missed_neg=1)
    for name, (start, end) in ENDS.items():
        x, y = pr.CURVES[name](counts).with_endpoints()
        assert list(zip(x, y, strict=True)) == [start, end], name
    assert under(*pr.roc_curve(counts).with_endpoints()) == pr.roc_auc(counts) == 0.5
    assert len(pr.prg_curve(counts).with_endpoints()[0]) == 0 and pr.prg_area(counts) == 0


@pytest.mark.parametrize("name", ["pr_curve", "lift_curve"])
def test_precision_and_lift_repeat_their_first_value_and_add_no_end(name):
    counts = ThresholdCounts.from_counts([2, 1], [1, 0], [1, 1], missed_pos=1)
    curve = pr.CURVES[name](counts)
    x, y = curve.with_endpoints()
    assert listed(x) == [0, *listed(curve.x)] and listed(y) == [curve.y[0], *listed(curve.y)]


@pytest.mark.parametrize("name", pr.CURVES)
def test_every_curve_of_empty_counts_and_of_one_class(name):
    empty = pr.CURVES[name](ThresholdCounts.from_counts([], [], []))
    assert len(empty.x) == len(empty.with_endpoints()[0]) == 0
    for ranking in ([(0, 2), (0, 1)], [(2, 0), (1, 0)]):
        curve = pr.CURVES[name](counts_of(ranking))
        x, y = curve.with_endpoints()
        assert len(x) == len(y) >= len(curve.x) == 2
    assert "2 points" in repr(curve)


@pytest.mark.parametrize("name", pr.CURVES)
def test_large_counts_do_not_overflow(name):
    big = 2**40
    large = pr.CURVES[name](counts_of([(3 * big, big), (big, 7 * big)]))
    small = pr.CURVES[name](counts_of([(3, 1), (1, 7)]))
    assert near(large.x, small.x) and near(large.y, small.y)


# Lorenz, Kolmogorov and Smirnov, gains


def test_gini_of_the_lorenz_curve():
    for ranking in BOTH_RANKINGS:
        x, y = pr.lorenz_curve(exact_counts_of(ranking)).with_endpoints()
        n_pos, n_neg = totals(ranking)
        gini = 1 - 2 * area_below(x[::-1], y[::-1])
        assert gini == n_neg / (n_pos + n_neg) * (2 * roc_area(ranking) - 1)


def test_lorenz_is_cumulative_gain_after_half_a_turn():
    for ranking in BOTH_RANKINGS:
        counts = exact_counts_of(ranking)
        gain, lorenz = pr.cumulative_gain_curve(counts), pr.lorenz_curve(counts)
        assert same(lorenz.x, 1 - gain.x) and same(lorenz.y, 1 - gain.y)


def test_greatest_distance_of_the_ks_curve():
    for ranking in BOTH_RANKINGS:
        n_pos, n_neg = totals(ranking)
        expected = max(abs(tp / n_pos - fp / n_neg) for tp, fp in steps(ranking))
        assert max(abs(pr.ks_curve(exact_counts_of(ranking)).y)) == expected


def test_lift_is_one_at_the_last_threshold():
    for ranking in BOTH_RANKINGS:
        assert pr.lift_curve(exact_counts_of(ranking)).y[-1] == 1


def gains(tp, fp, n_pos, n_neg):
    "Gains at a point between two thresholds."
    odds = Fraction(n_pos) / n_neg
    return 1 - odds * (n_pos - tp) / tp, 1 - odds * fp / tp


def on_a_line(a, b, c):
    "Whether three points lie on one straight line."
    return (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1])


def test_paths_are_straight_in_gains():
    for ranking in BOTH_RANKINGS:
        counts = exact_counts_of(ranking)
        points = [counts.at(t) for t in counts.threshold.tolist()]
        for first, second in zip(points, points[1:], strict=False):
            middle = pr.interpolate(first, second, share=Fraction(1, 3))
            if first.tp:
                three = [
                    (axis("recall_gain", t), axis("precision_gain", t))
                    for t in (first, middle, second)
                ]
                assert on_a_line(*three)


def test_gain_path_begins_at_recall_gain_zero():
    for ranking in BOTH_RANKINGS:
        counts = exact_counts_of(ranking)
        x, y = pr.prg_curve(counts).with_endpoints()
        assert x[0] == 0 and (x[-1], y[-1]) == (1, 0) and all(v >= 0 for v in x)
        n_pos, n_neg = totals(ranking)
        wanted = n_pos * n_pos / (n_pos + n_neg)
        path = steps(ranking)
        k = next(i for i, (tp, _) in enumerate(path) if tp >= wanted)
        (t0, f0), (t1, f1) = path[k - 1], path[k]
        start = gains(wanted, f0 + (f1 - f0) * (wanted - t0) / (t1 - t0), n_pos, n_neg)
        assert (x[0], y[0]) == start
        seen = (axis("recall_gain", table) for table in tables(ranking))
        kept = [v for v in seen if v is not None and v >= 0]
        assert listed(x) in (kept, [0, *kept])


def test_minimum_curve_is_a_line_in_gains():
    for n_pos, n_neg in BOTH:
        counts = exact_counts_of([(0, n_neg), *[(1, 0)] * n_pos])
        curve = pr.prg_curve(counts)
        known = curve.x == curve.x
        slope = Fraction(n_neg, n_pos)
        assert same(curve.y[known], -(1 - curve.x[known]) * slope)


def test_gains_without_a_true_positive_are_undefined():
    curve = pr.prg_curve(counts_of([(0, 1), (1, 1)]))
    assert math.isnan(curve.x[0]) and math.isnan(curve.y[0])
    for pair in classes(3)[:1] + classes(3)[-1:]:
        curve = pr.prg_curve(counts_of([pair]))
        assert math.isnan(curve.x[0]) and math.isnan(curve.y[0])


@pytest.mark.parametrize("name", pr.CURVES)
def test_labels_and_scores_in_place_of_counts(name):
    curve = getattr(pr, name)
    for arguments in (([1, 0],), ([1, 0], [0.2, 0.1]), (np.array([1, 0]), [2, 1])):
        with pytest.raises(ValueError, match=f"{name} must be called on counts: got .*count_thres"):
            curve(*arguments)
    assert "counts" in inspect.signature(curve).parameters and curve.__doc__


def test_arrays_that_a_curve_is_made_of_stay_writable():
    x = np.arange(3.0)
    curve = pr.Curve(x, x, x, ("a", "b"), count_thresholds([1, 0, 1], x))
    assert not curve.x.flags.writeable and not curve.y.flags.writeable
    assert x.flags.writeable
