"""A curve holds two rates at the observed thresholds, and nothing else."""

import math

import pytest
from hypothesis import given

import prspace as pr
from tests.build import counts_of, exact_counts_of
from tests.reference import axis, classes, tables, weak_orders
from tests.sameness import listed, near, same
from tests.strategies import PART, checked, items

AXES = {
    "pr_curve": ("recall", "precision"),
    "roc_curve": ("false_positive_rate", "recall"),
    "det_curve": ("false_positive_rate", "false_negative_rate"),
    "cumulative_gain_curve": ("predicted_positive_rate", "recall"),
    "lift_curve": ("predicted_positive_rate", "lift"),
    "lorenz_curve": ("predicted_negative_rate", "false_negative_rate"),
    "ks_curve": ("predicted_positive_rate", "youden_index"),
    "prg_curve": ("recall_gain", "precision_gain"),
}


def expected(name, ranking):
    "An axis at every threshold, from the two-by-two tables."
    values = (axis(name, table) for table in tables(ranking))
    return [math.nan if value is None else value for value in values]


def test_the_table_is_complete():
    assert set(pr.CURVES) == set(AXES)
    assert all(pr.CURVES[name] is getattr(pr, name) for name in AXES)


@pytest.mark.parametrize("name", AXES)
def test_points_are_rates(name):
    for size in range(1, 5):
        for n_pos, n_neg in classes(size):
            for ranking in weak_orders(n_pos, n_neg):
                counts, floats = exact_counts_of(ranking), counts_of(ranking)
                curve, rounded = pr.CURVES[name](counts), pr.CURVES[name](floats)
                assert curve.axes == AXES[name] and curve.counts == counts
                assert listed(curve.threshold) == listed(counts.threshold)
                for found, approximate, of in zip(
                    (curve.x, curve.y), (rounded.x, rounded.y), AXES[name], strict=True
                ):
                    assert same(found, expected(of, ranking))
                    assert near(approximate, found)


@pytest.mark.parametrize("name", AXES)
def test_no_negative_zero(name):
    for ranking in weak_orders(2, 2):
        curve = pr.CURVES[name](counts_of(ranking, float))
        for values in (curve.x, curve.y, *curve.with_endpoints()):
            assert not any(v == 0 and math.copysign(1, v) < 0 for v in values)


@checked
@given(items(weight=PART))
def test_no_point_is_added_or_lost(rows):
    labels, scores, weights = rows
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    for curve_of in pr.CURVES.values():
        curve = curve_of(counts)
        assert len(curve.x) == len(curve.y) == len(curve.threshold) == len(counts)
