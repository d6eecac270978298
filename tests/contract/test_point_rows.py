"""What every row of the table of points keeps to."""

from fractions import Fraction

import pytest
from hypothesis import given

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.sameness import is_nan, near, same
from tests.strategies import PART, checked, items

ORDERS = [
    order for n in range(1, 5) for p, q in reference.classes(n)
    for order in reference.weak_orders(p, q)
]  # fmt: skip
each = pytest.mark.parametrize("name", pr.POINTS)
ERRORS = ("equal_error_rate", "closest_topleft", "closest_topright", "cost_1_1")


def expected(name, order):
    "The value by definition: with ties as they are, or as a mean over every tie-break."
    value, mean = reference.POINT[name]
    if not mean:
        return value(order)
    values = [value(ranking) for ranking in reference.tie_breaks(order)]
    return None if None in values else sum(values) / len(values)


@each
def test_value_equals_its_definition(name):
    for order in ORDERS:
        found, value = pr.POINTS[name](exact_counts_of(order)), expected(name, order)
        assert is_nan(found) if value is None else found == value, order
        if value is not None:
            assert isinstance(found, Fraction | int) and not isinstance(found, bool), order


@each
def test_worst_and_best_over_every_ranking(name):
    point = pr.POINTS[name]
    for n_pos, n_neg in [(1, 1), (2, 2), (1, 3), (3, 1), (0, 2), (2, 0)]:
        values = [expected(name, order) for order in reference.weak_orders(n_pos, n_neg)]
        known = [value for value in values if value is not None]
        ends = min(known, default=None), max(known, default=None)
        worst, best = ends[::-1] if name in ERRORS else ends
        counts = exact_counts_of([(n_pos, n_neg)])
        assert same(point.best(counts), float("nan") if best is None else best)
        if name == "recall_at_precision_0.9" and None in values:
            assert is_nan(point.worst(counts))
        else:
            assert same(point.worst(counts), float("nan") if worst is None else worst)


@each
def test_expected_is_the_mean_over_tie_breaks_or_says_why_not(name):
    column = pr.POINTS[name].expected
    if is_unknown(column):
        assert "closed form" in column.reason
        return
    for order in ORDERS:
        values = [reference.POINT[name][0](ranking) for ranking in reference.tie_breaks(order)]
        found = column(exact_counts_of(order))
        if None in values:
            assert is_nan(found), order
        else:
            assert found == sum(values) / len(values), order


@each
def test_three_kinds_of_counts_agree(name):
    point = pr.POINTS[name]
    for order in reference.weak_orders(2, 2):
        kinds = [counts_of(order, kind) for kind in (int, float)]
        exact = exact_counts_of(order)
        for column in (point, point.low, point.high, point.worst, point.best):
            assert all(near(column(counts), column(exact)) for counts in kinds)


@each
def test_an_increasing_transform_changes_nothing(name):
    labels, scores = [0, 1, 1, 0, 1, 0], [1, 2, 2, 2, 5, 7]
    plain = pr.count_thresholds(labels, scores)
    moved = pr.count_thresholds(labels, [x**3 + 1 for x in scores])
    assert same(pr.POINTS[name](plain), pr.POINTS[name](moved))


@each
def test_empty_counts_and_single_classes_do_not_fail(name):
    point = pr.POINTS[name]
    for counts in (pr.ThresholdCounts.from_counts([], [], []), counts_of([(2, 0)]),
                   counts_of([(0, 2), (0, 1)]),
                   pr.ThresholdCounts.from_counts([], [], [], missed_pos=2, missed_neg=1)):  # fmt: skip
        for column in (point, point.low, point.high, point.worst, point.best):
            value = column(counts)
            assert is_nan(float(value)) or value >= 0
            assert str(value) not in ("-0.0", "-0")


@each
def test_rows_describe_themselves(name):
    row = pr.POINTS[name]
    assert row.name == name and row.__doc__ != type(row).__doc__ and row.source and row.doc


@checked
@given(items(weight=PART))
def test_float_weights_agree_with_fractions(rows):
    labels, scores, weights = rows
    exact = pr.count_thresholds(labels, scores, sample_weight=weights)
    floats = pr.count_thresholds(labels, scores, sample_weight=[float(w) for w in weights])
    for name, point in pr.POINTS.items():
        for column in (point, point.low, point.high):
            assert near(column(exact), column(floats)), name
