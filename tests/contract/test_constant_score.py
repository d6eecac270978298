"""One score for all items gives the value that the row names."""

from fractions import Fraction

import pytest

import prspace as pr
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.reference import BOTH_CLASSES, EXACT
from tests.sameness import near

TOTALS = [(n_pos, n_neg) for n_pos in range(1, 6) for n_neg in range(6)]


def at_constant_score(name, n_pos, n_neg):
    "The value by hand: prevalence, half way to one, one half, one or zero."
    prevalence = Fraction(n_pos, n_pos + n_neg)
    half_way = (1 + prevalence) / 2
    others = {"trapezoid": half_way, "upper_trapezoid": half_way, "roc_auc": Fraction(1, 2)}
    return (others | {"left_step": 1, "prg_area": 0}).get(name, prevalence)


@pytest.mark.parametrize("name", pr.AREAS)
def test_value_of_a_constant_score(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in TOTALS:
        if name in BOTH_CLASSES and n_neg == 0:
            continue
        expected = at_constant_score(name, n_pos, n_neg)
        assert near(area(counts_of([(n_pos, n_neg)])), expected)
        spread = counts_of([(1, 0)] * n_pos + [(0, 1)] * n_neg)
        assert not is_unknown(area.constant)
        assert near(area.constant(spread), expected)


@pytest.mark.parametrize("name", EXACT)
def test_exact_value_of_a_constant_score(name):
    assert pr.AREAS[name](exact_counts_of([(1, 3)])) == at_constant_score(name, 1, 3)
