"""The columns of `AREAS` and their records: none is left out, none is stated twice."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
import sympy as sp

from prspace.areas import AREAS, Unknown
from prspace.theory.areas import ONE_BLOCK, single_blocks
from prspace.theory.exact import ranking
from prspace.theory.other_areas import LEVELS
from prspace.theory.reference_values import AREA_COLUMNS, stated_column
from prspace.theory.registry import theorem

CELLS = [(column, name) for column in AREA_COLUMNS for name in AREAS]
HAS_LOGARITHM = {("worst", "davis_goadrich"), ("best", "interpolated_min")} | {
    ("worst", name) for name in LEVELS
}
EXACT = [name for name in AREAS if name not in LEVELS and name != "davis_goadrich"]


@pytest.mark.parametrize(("column", "name"), CELLS)
def test_each_column_has_a_record_or_a_reason(column, name):
    """The record's right-hand side is the column, or its exact form where that has a logarithm."""
    shipped, records = getattr(AREAS[name], column), AREA_COLUMNS[column]
    if isinstance(shipped, Unknown):
        assert name not in records and shipped.reason
        return
    stated = stated_column(records[name])
    assert theorem(records[name].slug) is records[name]
    if (column, name) in HAS_LOGARITHM:
        assert all(abs(float(stated(c)) - shipped(c)) < 1e-15 for c in single_blocks(12))
    elif isinstance(stated, sp.Expr):
        assert sp.simplify(stated - shipped(ONE_BLOCK)) == 0
    else:
        assert stated is shipped


def test_no_record_without_a_column():
    """Every record of the table belongs to a row."""
    assert all(set(records) <= set(AREAS) for records in AREA_COLUMNS.values())
    assert sum(map(len, AREA_COLUMNS.values())) == 3 * len(AREAS) - 2


@cache
def every_order():
    """Two positives and three negatives with every assignment of five scores, each order once."""
    seen = set()
    for levels in product(range(5), repeat=5):
        cells = (tuple(i < 2 for i in range(5) if levels[i] == k) for k in sorted(set(levels)))
        seen.add("".join(f"({'1' * sum(cell)}{'0' * (len(cell) - sum(cell))})" for cell in cells))
    return [ranking(text) for text in sorted(seen)]


@pytest.mark.parametrize("name", EXACT)
def test_columns_are_the_extremes_of_all_orders(name):
    """The columns are met by some assignment of scores, and none goes beyond them."""
    area, tied = AREAS[name], ranking("(11000)")
    values = [area(counts) for counts in every_order()]
    assert min(values) == area.worst(tied) and max(values) == area.best(tied)
    assert area(tied) == area.constant(tied)


@pytest.mark.parametrize(
    ("name", "worst"),
    [
        ("average_precision", Fraction(13, 40)),
        ("auc_calculator", Fraction(23, 80)),
        ("trapezoid", Fraction(1, 5)),
        ("first_point_trapezoid", Fraction(1, 5)),
        ("upper_trapezoid", Fraction(19, 40)),
        ("interpolated", Fraction(2, 5)),
        ("left_step", Fraction(0)),
        ("prg_area", Fraction(-3, 4)),
    ],
)
def test_worst_of_two_positives_and_three_negatives(name, worst):
    """By hand, as in the worked examples of the notebooks."""
    assert AREAS[name].worst(ranking("00011")) == worst
