"""The geometry of precision-recall space: bound, region, worst ranking."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import prspace as pr
from tests.build import counts_of, exact_counts_of
from tests.reference import classes, steps, tables, weak_orders
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


# One point of the path


def test_interpolated_point_by_hand():
    counts = pr.ThresholdCounts.from_counts([3, 2, 1], [5, 5, 10], [5, 25, 1970])
    first, second = counts.at(3), counts.at(2)
    found = pr.interpolate(first, second, true_positives=Fraction(8))
    assert (found.tp, found.fp, found.fn, found.tn) == (8, 20, 12, 1980)
    assert found.threshold == 2
    assert found == pr.interpolate(first, second, share=Fraction(3, 5))
    assert pr.interpolate(second, first, share=Fraction(2, 5)).fp == 20
    assert pr.interpolate(first, second, true_positives=8).fp == pytest.approx(20)


def test_interpolation_ends_at_its_points():
    counts = counts_of([(1, 1), (2, 3), (1, 0)])
    first, second = counts.at(3), counts.at(2)
    for share, point in ((0, first), (1, second)):
        found = pr.interpolate(first, second, share=share)
        assert (found.tp, found.fp, found.fn, found.tn) == (point.tp, point.fp, point.fn, point.tn)


def test_interpolation_of_float_weights_forgives_rounding():
    counts = counts_of([(0.1, 0.2), (0.7, 0.3), (0.4, 0.9)], float)
    found = pr.interpolate(counts.at(3), counts.at(2), share=0.5)
    assert found.tp == pytest.approx(0.45) and found.fp == pytest.approx(0.35)


def test_interpolation_refuses_what_lies_outside():
    first, second = counts_of([(1, 1), (2, 3)]).at(2), counts_of([(1, 1), (2, 3)]).at(1)
    for options in (
        {},
        {"share": 0.5, "true_positives": 2},
        {"share": 1.5},
        {"share": math.nan},
        {"true_positives": 4},
        {"true_positives": 0},
    ):
        with pytest.raises(ValueError, match="share"):
            pr.interpolate(first, second, **options)
    with pytest.raises(ValueError, match="two different points"):
        pr.interpolate(first, first, true_positives=1)
    with pytest.raises(ValueError, match="same items"):
        pr.interpolate(first, counts_of([(1, 1), (3, 3)]).at(1), share=0.5)


# ROC and precision-recall, and other prevalences


def test_map_between_the_spaces_is_its_own_inverse():
    for size in range(2, 9):
        for n_pos, n_neg, tp, fp in possible_tables(size):
            recall, prevalence = Fraction(tp, n_pos), Fraction(n_pos, size)
            if not n_neg or not tp:
                continue
            rate, precision = Fraction(fp, n_neg), Fraction(tp, tp + fp)
            assert pr.precision_from_roc(recall, rate, prevalence) == precision
            assert pr.false_positive_rate_from_pr(recall, precision, prevalence) == rate


@pytest.mark.parametrize("prevalence", SHARES)
def test_impossible_points_need_more_than_all_negatives(prevalence):
    for recall in SHARES:
        for precision in SHARES:
            rate = pr.false_positive_rate_from_pr(recall, precision, prevalence)
            assert (rate <= 1) == pr.is_achievable(recall, precision, prevalence)


def test_map_where_a_point_has_no_place():
    assert math.isnan(pr.precision_from_roc(0, 0, 0.5))
    assert math.isnan(pr.false_positive_rate_from_pr(0, 0, 0.5))
    assert pr.precision_from_roc(0, 0.5, 0.5) == 0
    assert pr.false_positive_rate_from_pr(1, 1, 0.5) == 0
    assert near(pr.precision_from_roc([0.5, 1.0], [0.0, 1.0], 0.25), [1, 0.25])
    with pytest.raises(ValueError, match="between 0 and 1"):
        pr.precision_from_roc(0.5, 1.5, 0.5)


def test_map_of_symbols():
    r, f, x = sp.symbols("r f x", positive=True)
    p = pr.precision_from_roc(r, f, x)
    assert sp.simplify(pr.false_positive_rate_from_pr(r, p, x) - f) == 0


@pytest.mark.parametrize("new", SHARES)
@pytest.mark.parametrize("old", SHARES)
def test_precision_at_another_prevalence(old, new):
    for precision in SHARES:
        moved = pr.precision_at_prevalence(precision, old, new)
        odds = precision / (1 - precision) * (new / (1 - new)) / (old / (1 - old))
        assert moved == odds / (1 + odds)
        assert pr.precision_at_prevalence(moved, new, old) == precision
    for recall in SHARES:
        floor = pr.minimum_precision(recall, old)
        assert pr.precision_at_prevalence(floor, old, new) == pr.minimum_precision(recall, new)


def test_precision_at_prevalence_at_the_corners():
    assert pr.precision_at_prevalence(1, 0.5, 0.1) == 1
    assert pr.precision_at_prevalence(0, 0.5, 0.1) == 0
    assert math.isnan(pr.precision_at_prevalence(0.5, 0, 0))
    with pytest.raises(ValueError, match="new_prevalence"):
        pr.precision_at_prevalence(0.5, 0.5, 2)


def test_counts_at_another_prevalence():
    for ranking in weak_orders(2, 3):
        for kind in (int, Fraction):
            counts = counts_of(ranking, kind)
            moved = pr.at_prevalence(counts, Fraction(1, 7))
            assert moved.prevalence == Fraction(1, 7) and moved.n_pos == 2
            assert {type(x) for x in listed(moved.neg)} == {Fraction}
            exact = exact_counts_of(ranking)
            assert listed(pr.roc_curve(moved).x) == listed(pr.roc_curve(exact).x)
            assert listed(pr.roc_curve(moved).y) == listed(pr.roc_curve(exact).y)
            old = pr.pr_curve(exact).y
            mapped = pr.precision_at_prevalence(old, Fraction(2, 5), Fraction(1, 7))
            assert listed(pr.pr_curve(moved).y) == listed(mapped)


def test_counts_at_a_float_prevalence_and_with_misses():
    counts = pr.ThresholdCounts.from_counts(
        [2, 1], [1, 0], [0, 2], missed_pos=1, missed_neg=3, dropped={"missing score": 1}
    )
    moved = pr.at_prevalence(counts, 0.25)
    assert moved.prevalence == pytest.approx(0.25) and moved.neg.dtype == float
    assert moved.missed_pos == 1 and moved.missed_neg == pytest.approx(3.6)
    assert dict(moved.dropped) == {"missing score": 1}


@pytest.mark.parametrize("prevalence", [0, 1, -0.5, 2, math.nan])
def test_at_prevalence_needs_a_share(prevalence):
    with pytest.raises(ValueError, match="prevalence must lie"):
        pr.at_prevalence(counts_of([(1, 1)]), prevalence)


@pytest.mark.parametrize("ranking", [[(2, 0)], [(0, 2)], []])
def test_at_prevalence_needs_both_classes(ranking):
    with pytest.raises(ValueError, match="both classes"):
        pr.at_prevalence(counts_of(ranking), 0.5)


# Dominance


def sides(path, k, at):
    "Least and greatest other coordinate of a path where coordinate k has this value."
    found = []
    for a, b in zip(path, path[1:], strict=False):
        if a[k] == b[k] == at:
            found += [a[1 - k], b[1 - k]]
        elif a[k] <= at <= b[k] and a[k] < b[k]:
            found.append(a[1 - k] + (b[1 - k] - a[1 - k]) * (at - a[k]) / (b[k] - a[k]))
    return [min(found), max(found)]


def heights(path, n_neg):
    "True positives from the left and from the right of every whole number of false ones."
    return [tp for fp in range(n_neg + 1) for tp in sides(path, 1, fp)][1:]


def precisions(path, n_pos):
    "Precision on both sides of every recall; just above recall 0 its order is that of -FP."
    start = -sides(path, 0, 0)[1]
    return [start] + [
        tp / (tp + fp) for tp in map(Fraction, range(1, n_pos + 1)) for fp in sides(path, 0, tp)
    ]


@pytest.mark.parametrize(("n_pos", "n_neg"), [(2, 2), (2, 3)])
def test_dominance_is_the_same_in_both_spaces(n_pos, n_neg):
    # Paths bend only at whole counts, so both sides of each of these decide everywhere.
    paths = {tuple(steps(ranking)) for ranking in weak_orders(n_pos, n_neg)}
    curves = [(heights(path, n_neg), precisions(path, n_pos)) for path in paths]
    seen = set()
    for a in curves:
        for b in curves:
            roc, pr_ = (
                all(x >= y for x, y in zip(*pair, strict=True)) for pair in zip(a, b, strict=True)
            )
            assert roc == pr_
            seen.add(roc)
    assert seen == {True, False}


@pytest.mark.parametrize("bad", ["x", ["0.5"], None, 1j, [[0.5], ["y"]], {}], ids=repr)
def test_no_share(bad):
    for call in (
        lambda: pr.minimum_precision(bad, 0.5),
        lambda: pr.maximum_recall(0.5, bad),
        lambda: pr.precision_from_roc(0.5, bad, 0.5),
        lambda: pr.precision_at_prevalence(0.5, 0.5, bad),
        lambda: pr.always_positive(bad),
        lambda: pr.modified_f1(bad, 0.5, 0.5),
        lambda: pr.at_prevalence(counts_of([(1, 2)]), bad),
    ):
        with pytest.raises(ValueError, match="between 0 and 1|one kind|inhomogeneous"):
            call()


@pytest.mark.parametrize("resolution", [0, -5, 0.5, float("nan"), float("inf"), "x", None])
def test_no_resolution(resolution):
    with pytest.raises(ValueError, match="resolution must be 1 or more, and finite: got"):
        pr.davis_goadrich_path(counts_of([(1, 2), (2, 1)]), resolution=resolution)


def test_decimals_are_exact_shares():
    counts = pr.at_prevalence(counts_of([(1, 2), (2, 1)]), Decimal("0.2"))
    assert counts.prevalence == Fraction(1, 5) and counts.neg.tolist() == [8, 4]


@pytest.mark.parametrize("bad", ["x", None, -1, 2.5, float("nan"), float("inf"), [1], 1j], ids=repr)
def test_no_number_of_items(bad):
    for pair in ((bad, 2), (2, bad)):
        with pytest.raises(ValueError, match="n_pos and n_neg must be whole"):
            pr.worst_ranking(*pair)


def test_arrays_in_place_of_counts():
    point = counts_of([(1, 2)]).at(1)
    for call in (
        lambda: pr.at_prevalence([1, 0], 0.5),
        lambda: pr.davis_goadrich_path(np.array([1, 0])),
        lambda: pr.interpolate([1, 0], point, share=0.5),
        lambda: pr.interpolate(point, 3, share=0.5),
    ):
        with pytest.raises(ValueError, match="must be called on counts"):
            call()
    for options in ({"share": "x"}, {"true_positives": [1]}):
        with pytest.raises(ValueError, match="must be numbers"):
            pr.interpolate(point, point, **options)
