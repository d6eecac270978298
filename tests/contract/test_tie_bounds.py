"""Bounds under ties equal the enumeration of every tie-break, for every area and point."""

from fractions import Fraction
from functools import cache

import pytest

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of
from tests.sameness import is_nan, near

METRICS = {**pr.AREAS, **pr.POINTS}
EXACT = [*pr.POINTS, "average_precision", "trapezoid", "roc_auc"]


def orders(size):
    "Every way to rank so many items, ties allowed."
    return [o for p, q in reference.classes(size) for o in reference.weak_orders(p, q)]


ORDERS = [order for size in range(1, 5) for order in orders(size)]
ORDERS += orders(5)[::5] + orders(6)[::24]
COUNTS = [exact_counts_of(order) for order in ORDERS]


@cache
def strict_value(name, labels):
    "A metric of single items, from its definition where the tests have one."
    ranking = [(label, 1 - label) for label in labels]
    if name in reference.POINT:
        value = reference.POINT[name][0](ranking)
        return float("nan") if value is None else value
    return METRICS[name](exact_counts_of(ranking))


@cache
def broken(blocks):
    "Labels of every tie-break."
    return [tuple(reference.singles(r)) for r in reference.tie_breaks(blocks)]


def worst_first(value):
    "A key that puts NaN, not reachable, below everything."
    return float("-inf") if is_nan(value) else value


def agree(found, expected, name):
    "Equality, exact where the metric is."
    if is_nan(found) or is_nan(expected):
        return is_nan(found) and is_nan(expected)
    return found == expected if name in EXACT else near(found, expected)


@pytest.mark.parametrize("name", METRICS)
def test_bounds_equal_every_tie_break(name):
    for order, counts in zip(ORDERS, COUNTS, strict=True):
        values = [strict_value(name, labels) for labels in broken(tuple(order))]
        low, high = pr.tie_bounds(METRICS[name], counts)
        assert agree(low, min(values, key=worst_first), name), order
        assert agree(high, max(values, key=worst_first), name), order


@pytest.mark.parametrize("name", METRICS)
def test_bounds_are_equal_without_ties(name):
    for n_pos, n_neg in reference.classes(5):
        for ranking in reference.rankings(n_pos, n_neg):
            counts = exact_counts_of(ranking)
            value, (low, high) = METRICS[name](counts), pr.tie_bounds(METRICS[name], counts)
            assert agree(low, value, name) and agree(high, value, name)


@pytest.mark.parametrize("name", METRICS)
def test_three_kinds_of_counts_have_the_same_bounds(name):
    for ranking in reference.weak_orders(2, 2):
        exact = pr.tie_bounds(METRICS[name], exact_counts_of(ranking))
        for kind in (int, float):
            assert near(pr.tie_bounds(METRICS[name], counts_of(ranking, kind)), exact)


@pytest.mark.parametrize("name", METRICS)
def test_missed_items_stay_missed(name):
    for order in reference.weak_orders(2, 2):
        threshold, (pos, neg) = range(len(order), 0, -1), zip(*order, strict=True)
        pos, neg = ([Fraction(x) for x in column] for column in (pos, neg))
        missed = {"missed_pos": Fraction(1), "missed_neg": Fraction(2)}
        counts = pr.ThresholdCounts.from_counts(threshold, pos, neg, **missed)
        singles = [
            pr.ThresholdCounts.from_counts(
                range(4, 0, -1), [Fraction(x) for x in b], [Fraction(1 - x) for x in b], **missed
            )
            for b in broken(tuple(order))
        ]
        values = [METRICS[name](c) for c in singles]
        low, high = pr.tie_bounds(METRICS[name], counts)
        assert agree(low, min(values, key=worst_first), name)
        assert agree(high, max(values, key=worst_first), name)
