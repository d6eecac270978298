"""Lines of equal F, bounds of F, calling everything positive, the modified F1."""

import math
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp

import prspace as pr
from tests.build import exact_counts_of
from tests.reference import classes, f_beta, rate, small_tables, weak_orders
from tests.sameness import same

BETAS = [Fraction(1, 2), 1, 2]
GRID = [Fraction(i, 6) for i in range(7)]


@pytest.mark.parametrize("beta", BETAS)
def test_line_passes_through_every_table_of_that_value(beta):
    for table in small_tables(3):
        if table.tp:
            value, recall = f_beta(beta, table), rate("recall", table)
            assert pr.f_beta_line(value, beta, recall) == rate("precision", table)


@pytest.mark.parametrize("beta", BETAS)
def test_line_ends_where_precision_one_is_too_little(beta):
    square = Fraction(beta) ** 2
    for value, recall in product(GRID, GRID):
        found = pr.f_beta_line(value, beta, recall)
        if value == 0 or recall == 0 or (1 + square) * recall < value * (square + recall):
            assert math.isnan(found)
        else:
            assert 0 < found <= 1
            assert (1 + square) * found * recall == value * (square * found + recall)


def test_line_over_arrays_and_at_beta_zero():
    assert same(pr.f_beta_line(0.5, 1, [0.25, 0.5, 1.0]), [math.nan, 0.5, 0.5 / 1.5])
    assert pr.f_beta_line(Fraction(1, 3), 0, Fraction(1, 2)) == Fraction(1, 3)
    assert math.isnan(pr.f_beta_line(0.5, 1, math.nan))
    assert pr.f_beta_line(np.array([[0.2], [0.4]]), 1, np.array([0.5, 0.6, 0.7])).shape == (2, 3)


@pytest.mark.parametrize("beta", [-1, math.inf, math.nan])
def test_beta_must_be_finite(beta):
    for wrong in (lambda: pr.f_beta_line(0.5, beta, 0.5), lambda: pr.f_beta_bounds(0.5, 0.5, beta)):
        with pytest.raises(ValueError, match="beta must be"):
            wrong()


@pytest.mark.parametrize("outside", [-0.1, 1.1, 60])
def test_shares_outside_zero_to_one_are_refused(outside):
    for wrong in (
        lambda: pr.f_beta_line(outside, 1, 0.5),
        lambda: pr.f_beta_line(0.5, 1, outside),
        lambda: pr.f_beta_bounds(outside, 0.5),
        lambda: pr.f_beta_bounds(0.5, outside),
        lambda: pr.always_positive(outside),
        lambda: pr.modified_f1(0.5, outside, 0.5),
    ):
        with pytest.raises(ValueError, match="between 0 and 1"):
            wrong()


@pytest.mark.parametrize("beta", BETAS)
def test_bounds_are_attained_and_never_left(beta):
    for n_pos, n_neg in [pair for size in range(1, 8) for pair in classes(size) if pair[0]]:
        for tp in range(1, n_pos + 1):
            seen = [
                f_beta(beta, SimpleNamespace(tp=tp, fp=fp, fn=n_pos - tp))
                for fp in range(n_neg + 1)
            ]
            prevalence = Fraction(n_pos, n_pos + n_neg)
            bounds = pr.f_beta_bounds(Fraction(tp, n_pos), prevalence, beta)
            assert bounds == (min(seen), max(seen))


def test_bounds_of_symbols():
    r, x, b = sp.symbols("r pi beta", positive=True)
    least, greatest = pr.f_beta_bounds(r, x, b)
    assert sp.simplify(greatest - (1 + b**2) * r / (b**2 + r)) == 0
    floor = pr.minimum_precision(r, x)
    assert sp.simplify(least - (1 + b**2) * floor * r / (b**2 * floor + r)) == 0


def test_bounds_at_recall_zero():
    assert pr.f_beta_bounds(0, 0.5) == (0, 0)
    assert math.isnan(pr.f_beta_bounds(0, 0.5, 0)[1])


@pytest.mark.parametrize("beta", BETAS)
def test_everything_positive(beta):
    for prevalence in GRID[1:]:
        rule = pr.always_positive(prevalence)
        assert (pr.recall(rule), pr.precision(rule)) == (1, prevalence)
        square = Fraction(beta) ** 2
        expected = (1 + square) * prevalence / (1 + square * prevalence)
        assert pr.f_beta(beta)(rule) == expected == pr.f_beta_bounds(1, prevalence, beta)[0]
    assert math.isnan(pr.recall(pr.always_positive(0)))


def test_no_best_f_is_below_that_of_everything_positive():
    for ranking in [r for pair in ((1, 2), (2, 2), (3, 2)) for r in weak_orders(*pair)]:
        counts = exact_counts_of(ranking)
        floor = pr.f1(pr.always_positive(counts.prevalence))
        assert max(pr.f1(counts)) >= floor and pr.f1(counts)[-1] == floor


def test_modified_f1_is_a_harmonic_mean():
    for recall, precision, prevalence in product(GRID, GRID, GRID[:-1]):
        found = pr.modified_f1(recall, precision, prevalence)
        gain = (precision - prevalence) / (1 - prevalence)
        if gain <= 0 or recall == 0:
            assert found == 0
        else:
            assert found == 2 / (1 / gain + 1 / recall)


def test_modified_f1_is_zero_on_the_minimum_curve_and_never_falls():
    prevalence = Fraction(3, 10)
    for recall in GRID[1:]:
        floor = pr.minimum_precision(recall, prevalence)
        assert pr.modified_f1(recall, floor, prevalence) == 0
        assert all(np.diff(pr.modified_f1(recall, np.array(GRID), prevalence)) >= 0)
        assert all(np.diff(pr.modified_f1(np.array(GRID), recall, prevalence)) >= 0)


def test_modified_f1_of_missing_shares_and_without_negative_zero():
    assert math.isnan(pr.modified_f1(math.nan, 0.5, 0.2))
    assert math.isnan(pr.modified_f1(math.nan, 0.1, 0.2))
    assert math.isnan(pr.modified_f1(0.5, math.nan, 0.2))
    assert math.copysign(1, pr.modified_f1(0.1, 0.1, 0.3)) == 1
    assert pr.modified_f1(1, 1, 1) == 0


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2])
def test_lines_of_equal_f_keep_their_right_end_in_floats(beta):
    """Precision is 1 at recall b F/(1 + b - F) with b = beta squared, and only from there on."""
    square = Fraction(beta) ** 2
    for k in range(1, 200):
        value = Fraction(k, 200)
        end = square * value / (1 + square - value) if beta else Fraction(1)
        if beta:
            assert pr.f_beta_line(value, Fraction(beta), end) == 1
            assert pr.f_beta_line(float(value), beta, float(end)) == pytest.approx(1, rel=1e-12)
            assert np.isnan(pr.f_beta_line(float(value), beta, float(end) * (1 - 1e-12)))
        for recall in (end, (1 + end) / 2, Fraction(1)):
            exact = pr.f_beta_line(value, Fraction(beta), recall)
            found = pr.f_beta_line(float(value), beta, float(recall))
            assert found <= 1 and found == pytest.approx(float(exact), rel=1e-9)


def test_line_at_two_thirds():
    assert pr.f_beta_line(0.8, 1, 2 / 3) == 1


@pytest.mark.parametrize("bad", ["x", None, [1], {}, 1j, -1, float("inf")], ids=repr)
def test_no_beta(bad):
    for call in (lambda: pr.f_beta_line(0.5, bad, 0.5), lambda: pr.f_beta_bounds(0.5, 0.5, bad)):
        with pytest.raises(ValueError, match="beta must be 0 or more, and finite"):
            call()
