"""The geometry of precision-recall space: bound, region, worst ranking."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import prspace as pr
from tests.build import counts_of
from tests.reference import classes, tables, weak_orders
from tests.sameness import listed, near

SHARES = [Fraction(i, 7) for i in range(1, 7)]


def fractions_of(table):
    "Recall, precision and prevalence of a table, exactly."
    n_pos, n = table.tp + table.fn, table.tp + table.fp + table.fn + table.tn
    return (
        Fraction(table.tp, n_pos),
        Fraction(table.tp, table.tp + table.fp),
        Fraction(n_pos, n),
    )


def possible_tables(size):
    "Every table of this size with a positive, at least one predicted positive."
    for n_pos, n_neg in classes(size):
        for tp in range(n_pos + 1):
            for fp in range(n_neg + 1):
                if n_pos and tp + fp:
                    yield n_pos, n_neg, tp, fp


def test_minimum_precision_by_hand():
    assert pr.minimum_precision(Fraction(3, 4), Fraction(2, 5)) == Fraction(1, 3)
    assert pr.minimum_precision(0.5, 0.5) == pytest.approx(1 / 3)
    assert pr.minimum_precision(Fraction(1), Fraction(1, 3)) == Fraction(1, 3)
    assert pr.minimum_precision(0, 0.25) == 0


def test_minimum_precision_at_extreme_prevalence():
    assert pr.minimum_precision(0.5, 0) == 0
    assert pr.minimum_precision(0.5, 1) == 1
    assert pr.minimum_precision(1, 0) == 0


def test_minimum_precision_over_arrays():
    recall = np.linspace(0, 1, 5)
    assert near(pr.minimum_precision(recall, 0.2), [0.2 * r / (0.8 + 0.2 * r) for r in recall])
    assert near(pr.minimum_precision(0.5, np.array([0.2, 0.5])), [1 / 9, 1 / 3])


def test_minimum_precision_of_symbols():
    r, x = sp.symbols("r x", positive=True)
    assert sp.simplify(pr.minimum_precision(r, x) - x * r / (1 - x + x * r)) == 0


def test_every_possible_table_obeys_the_bound():
    for size in range(1, 9):
        for n_pos, n_neg, tp, fp in possible_tables(size):
            recall, precision = Fraction(tp, n_pos), Fraction(tp, tp + fp)
            prevalence = Fraction(n_pos, size)
            floor = pr.minimum_precision(recall, prevalence)
            if tp or n_neg:
                assert precision >= floor
                assert (precision == floor) == (fp == n_neg or tp == 0)
            assert pr.is_achievable(recall, precision, prevalence)


@pytest.mark.parametrize("prevalence", SHARES)
@pytest.mark.parametrize("recall", SHARES)
def test_below_the_floor_is_not_achievable(recall, prevalence):
    floor = pr.minimum_precision(recall, prevalence)
    assert floor == prevalence * recall / (1 - prevalence + prevalence * recall)
    assert pr.is_achievable(recall, floor, prevalence)
    assert not pr.is_achievable(recall, floor - Fraction(1, 10**9), prevalence)
    assert not pr.is_achievable(recall, Fraction(0), prevalence)
    assert pr.is_achievable(recall, Fraction(1), prevalence)


def test_a_table_from_the_literature():
    assert pr.is_achievable(Fraction(1, 5), Fraction(1, 5), Fraction(1, 3))
    assert pr.is_achievable(Fraction(1, 2), Fraction(1, 5), Fraction(1, 3))
    assert not pr.is_achievable(Fraction(3, 5), Fraction(1, 5), Fraction(1, 3))


def test_is_achievable_over_arrays():
    found = pr.is_achievable(np.array([0.2, 0.6]), np.array([0.2, 0.2]), 1 / 3)
    assert listed(found) == [True, False]


@pytest.mark.parametrize(
    ("precision", "recall"),
    [("1/10", "2/9"), ("1/5", "1/2"), ("1/4", "2/3"), ("3/10", "6/7"), ("1/3", "1")],
)
def test_recall_at_the_edge_of_the_region(precision, recall):
    found = pr.maximum_recall(Fraction(precision), Fraction(1, 3))
    assert found == Fraction(recall)


@pytest.mark.parametrize("prevalence", SHARES)
@pytest.mark.parametrize("precision", SHARES)
def test_maximum_recall_inverts_the_floor(precision, prevalence):
    recall = pr.maximum_recall(precision, prevalence)
    if precision <= prevalence:
        assert pr.minimum_precision(recall, prevalence) == precision
    else:
        assert recall == 1
    assert pr.is_achievable(recall, precision, prevalence)


def test_maximum_recall_at_the_corners():
    assert pr.maximum_recall(1, 0.25) == 1
    assert pr.maximum_recall(0, 0.25) == 0
    assert near(pr.maximum_recall(np.array([0.1, 0.2, 1.0]), 1 / 3), [2 / 9, 1 / 2, 1])


@pytest.mark.parametrize("outside", [-0.1, 1.1, float("nan"), float("inf")])
def test_no_point_outside_the_unit_square_is_achievable(outside):
    assert not pr.is_achievable(outside, 0.5, 0.5)
    assert not pr.is_achievable(0.5, outside, 0.5)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (2, 3), (4, 6), (3, 0), (0, 3)])
def test_worst_ranking_by_construction(n_pos, n_neg):
    counts = pr.worst_ranking(n_pos, n_neg)
    assert listed(counts.pos) == [0] * n_neg + [1] * n_pos
    assert listed(counts.neg) == [1] * n_neg + [0] * n_pos
    threshold = listed(counts.threshold)
    assert threshold == sorted(threshold, reverse=True) and len(set(threshold)) == len(threshold)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (1, 4), (2, 2), (3, 2)])
def test_worst_ranking_reaches_the_minima(n_pos, n_neg):
    counts = pr.worst_ranking(n_pos, n_neg)
    assert pr.average_precision(counts) == pytest.approx(float(pr.ap_min(n_pos, n_neg)))
    assert pr.davis_goadrich(counts) == pytest.approx(pr.aucpr_min(n_pos / (n_pos + n_neg)))
    assert pr.roc_auc(counts) == 0
    assert pr.aucnpr(counts) == pytest.approx(0, abs=1e-14)


def test_points_of_the_worst_ranking_lie_on_the_floor():
    curve = pr.pr_curve(pr.worst_ranking(4, 6))
    floor = pr.minimum_precision(curve.x, 0.4)
    assert near(curve.y, floor)


def test_every_point_of_every_curve_is_achievable():
    for ranking in weak_orders(2, 3):
        for table in tables(ranking):
            assert pr.is_achievable(*fractions_of(table))


@pytest.mark.parametrize(("n_pos", "n_neg"), [(-1, 2), (2, -1)])
def test_worst_ranking_refuses_negative_sizes(n_pos, n_neg):
    with pytest.raises(ValueError) as error:
        pr.worst_ranking(n_pos, n_neg)
    assert "-1" in str(error.value)


@pytest.mark.parametrize("size", [2.5, float("nan"), Fraction(1, 2)])
def test_worst_ranking_refuses_parts_of_items(size):
    for sizes in ((size, 1), (1, size)):
        with pytest.raises((ValueError, TypeError)):
            pr.worst_ranking(*sizes)


def test_worst_ranking_of_nothing_is_empty():
    assert len(pr.worst_ranking(0, 0)) == 0


def test_prevalence_zero_has_no_recall_but_a_floor():
    value = pr.minimum_precision(0, 1)
    assert math.isnan(value) or value in (0, 1)


# The path between thresholds


@pytest.mark.parametrize("ranking", [[(1, 1)], [(0, 2), (2, 0)], [(2, 1), (0, 3), (1, 0), (2, 5)]])
def test_path_meets_every_point_and_encloses_its_area(ranking):
    counts = counts_of(ranking)
    path, curve = pr.davis_goadrich_path(counts), pr.pr_curve(counts)
    points = set(zip(listed(path.x), listed(path.y), strict=True))
    assert set(zip(listed(curve.x), listed(curve.y), strict=True)) <= points
    assert path.x[0] == 0 and path.x[-1] == 1 and (np.diff(path.x) >= 0).all()
    area = (np.diff(path.x) * (path.y[1:] + path.y[:-1]) / 2).sum()
    assert area == pytest.approx(pr.davis_goadrich(counts), abs=1e-3)


def test_path_between_two_points_by_hand():
    counts = pr.ThresholdCounts.from_counts([3, 2, 1], [5, 5, 10], [5, 25, 1970])
    path = pr.davis_goadrich_path(counts)
    for recall, precision in {0.25: 5 / 10, 0.3: 6 / 16, 0.4: 8 / 28, 0.5: 10 / 40}.items():
        assert np.interp(recall, path.x, path.y) == pytest.approx(precision, abs=1e-4)


def test_path_of_the_worst_ranking_is_the_floor():
    path = pr.davis_goadrich_path(pr.worst_ranking(3, 5))
    assert near(path.y, pr.minimum_precision(path.x, 3 / 8))
