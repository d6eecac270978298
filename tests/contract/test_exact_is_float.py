"""Integers, Fractions and floats give the same numbers, and Fractions give exact ones."""

from fractions import Fraction

import pytest
from hypothesis import given

import prspace as pr
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.reference import EXACT, weak_orders
from tests.sameness import near
from tests.strategies import PART, both_classes, checked, items


@pytest.mark.parametrize("name", pr.AREAS)
def test_three_kinds_of_counts_agree(name):
    area = pr.AREAS[name]
    for ranking in weak_orders(2, 3):
        integers, fractions, floats = (counts_of(ranking, k) for k in (int, Fraction, float))
        assert near(area(integers), area(fractions))
        assert near(area(floats), area(fractions))
        for bound in (area.worst, area.best, area.constant, area.expected):
            if not is_unknown(bound):
                assert near(bound(integers), bound(fractions))


@pytest.mark.parametrize("name", EXACT)
def test_fraction_counts_give_fractions(name):
    assert isinstance(pr.AREAS[name](exact_counts_of([(1, 2), (3, 1)])), Fraction)


@pytest.mark.parametrize("name", pr.AREAS)
def test_integer_counts_give_floats(name):
    assert isinstance(pr.AREAS[name](counts_of([(1, 2), (3, 1)])), float)


@checked
@given(items(weight=PART))
def test_float_weights_agree_with_fractions(rows):
    labels, scores, weights = rows
    if not both_classes(labels, weights):
        return
    fractions = pr.count_thresholds(labels, scores, sample_weight=weights)
    floats = pr.count_thresholds(labels, scores, sample_weight=[float(w) for w in weights])
    for metric in [*pr.AREAS.values(), *pr.RATES.values()]:
        assert near(metric(fractions), metric(floats))
