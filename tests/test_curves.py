"""Curves: observed points, named end points, and how they are protected."""

import math
from fractions import Fraction

import pytest

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from tests.sameness import listed, near


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
