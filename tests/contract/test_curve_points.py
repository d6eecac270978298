"""A curve holds the rates at the observed thresholds, and nothing else."""

import pytest
from hypothesis import given

import prspace as pr
from tests.build import counts_of
from tests.reference import classes, weak_orders
from tests.sameness import listed, same
from tests.strategies import PART, checked, items

CURVES = {
    "pr": (pr.pr_curve, ("recall", "precision")),
    "roc": (pr.roc_curve, ("false_positive_rate", "recall")),
}


@pytest.mark.parametrize("name", CURVES)
def test_points_are_rates(name):
    curve_of, axes = CURVES[name]
    for size in range(1, 5):
        for n_pos, n_neg in classes(size):
            for ranking in weak_orders(n_pos, n_neg):
                counts = counts_of(ranking)
                curve = curve_of(counts)
                assert tuple(curve.axes) == axes and curve.counts == counts
                assert same(curve.x, pr.RATES[axes[0]](counts))
                assert same(curve.y, pr.RATES[axes[1]](counts))
                assert listed(curve.threshold) == listed(counts.threshold)


@checked
@given(items(weight=PART))
def test_no_point_is_added_or_lost(rows):
    labels, scores, weights = rows
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    for curve_of, _ in CURVES.values():
        curve = curve_of(counts)
        assert len(curve.x) == len(curve.y) == len(curve.threshold) == len(counts)
