"""Exact quotients, the area by squares and the rules of two theory notebooks, by other means."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from prspace.areas import aucnpr, davis_goadrich
from prspace.space import at_prevalence
from prspace.theory.exact import LogSum, ranking, rankings, weak_orders
from prspace.theory.log_quotients import quotient
from prspace.theory.prevalence import binormal_path, lighter
from prspace.theory.prevalence_aucnpr import area_by_squares, exact_aucnpr
from prspace.theory.prevalence_means import mapped_area
from prspace.theory.record import ODDS, R
from prspace.theory.space import dilogarithm, twice_geometric

ONE = Fraction(1)
LN2, LN3, LN6 = (LogSum(Fraction(0), ((ONE, Fraction(n)),)) for n in (2, 3, 6))


def test_quotients_cancel_exactly():
    """ln 6 = ln 2 + ln 3, also times and over ln 2."""
    assert (quotient(LN6) - LN2 - LN3).sign == 0
    assert (quotient(LN6) * LN2 - quotient(LN2) * LN2 - quotient(LN3) * LN2).sign == 0
    assert (quotient(LN6) * LN2 / LN2 - LN6).sign == 0


@pytest.mark.parametrize(
    ("part", "whole", "sign"), [(LN2, LN3, 1), (LN2, -LN3, -1), (-LN2, -LN3, 1)]
)
def test_the_sign_of_a_quotient_is_that_of_both(part, whole, sign):
    """A divisor below zero turns the sign; the float agrees."""
    value = quotient(part) / whole
    assert value.sign == sign and (value > 0) == (sign > 0) and (value < 0) == (sign < 0)
    assert float(value) == pytest.approx(float(part) / float(whole), rel=1e-15)


def test_close_quotients_are_told_apart():
    """ln 3 / ln 2 to thirty digits is not ln 3 / ln 2."""
    with mpmath.workdps(40):
        digits = int(mpmath.floor(mpmath.log(3) / mpmath.log(2) * mpmath.mpf(10) ** 30))
    gap = quotient(LN3) / LN2 - Fraction(digits, 10**30)
    assert gap.sign == 1 and (gap - Fraction(1, 10**29)).sign == -1


def test_nothing_is_divided_by_zero():
    """A divisor that cancels to zero is refused."""
    with pytest.raises(ZeroDivisionError, match="must not be zero"):
        quotient(1) / (quotient(LN6) - LN2 - LN3)


def test_exact_aucnpr_is_the_engine_s():
    """Floats agree on every weak order of three items at three prevalences."""
    for counts in weak_orders(3):
        for share in (Fraction(1, 121), Fraction(1, 3), Fraction(9, 10)):
            moved = at_prevalence(counts, share)
            assert float(exact_aucnpr(moved)) == pytest.approx(aucnpr(moved), abs=1e-14)


def loss_at_crossing(counts, x):
    """1 less the gain of one square, by walking the path to where it leaves [0, x]^2."""
    odds, r, f = counts.n_pos / counts.n_neg, 0, 0
    for pos, neg in zip(counts.pos, counts.neg, strict=True):
        r_next, f_next = r + pos / counts.n_pos, f + neg / counts.n_neg
        if max(r_next, f_next) >= x:
            break
        r, f = r_next, f_next
    if r_next > r:
        return f / (f + odds * x)  # through the top at (f, x): the loss of precision there
    y, odds = float(r / x), float(odds)
    s = y + (1 - y) * (np.arange(500) + 0.5) / 500
    return ((1 - y) * odds * s / (1 + odds * s) ** 2).mean() + 1 / (1 + odds)


@pytest.mark.parametrize("text", ["010", "0110", "10010", "00101", "110001"])
def test_area_by_squares_is_a_mean_over_squares(text):
    """The midpoint rule over squares, each crossing found by walking."""
    counts = ranking(text)
    steps = 60 * 7
    mean = (
        sum(loss_at_crossing(counts, Fraction(2 * k + 1, 2 * steps)) for k in range(steps)) / steps
    )
    assert float(1 - mean) == pytest.approx(float(area_by_squares(counts)), abs=2e-5)
    assert float(area_by_squares(counts)) == pytest.approx(davis_goadrich(counts), abs=1e-14)


def test_aucnpr_rises_along_a_fine_grid():
    """Floats of every ranking of four items at twenty prevalences never fall."""
    for counts in rankings(4):
        values = [aucnpr(at_prevalence(counts, k / 21)) for k in range(1, 21)]
        assert all(b >= a - 1e-14 for a, b in zip(values, values[1:], strict=False))


def test_lighter_negatives_weigh_a_tenth():
    """Positives stay, and the sum of negatives is a tenth."""
    counts = ranking("01(10)0")
    moved = lighter(counts)
    assert list(moved.pos) == list(counts.pos) and list(moved.neg * 10) == list(counts.neg)


def test_the_mapped_area_of_a_constant_is_exact():
    """One precision at every recall: nothing is averaged, nothing is biased."""
    tied = ranking("(1000)")
    assert (mapped_area(tied, lighter(tied)) - lighter(tied).prevalence).sign == 0


@pytest.mark.parametrize(("pi", "known"), [(0.1, 0.2928), (0.5, 0.7530), (1 / 121, 0.0353)])
def test_binormal_areas_are_those_known(pi, known):
    """Values of the shipped tables at d' = 1."""
    assert float(binormal_path(1, pi)) == pytest.approx(known, abs=5e-5)


K = sp.Symbol("k", integer=True, positive=True)
SHARE = ODDS / (1 + ODDS)
CLOSED = 1 - sp.log(1 + ODDS) / ODDS


@pytest.mark.parametrize(
    ("left", "relation", "term", "first"),
    [
        (CLOSED, "=", SHARE**K / K**2, 1),
        (CLOSED, "=", SHARE**K / (K * (K + 1)), 2),
        (CLOSED, "<=", SHARE**K / (K * (K + 1)), 1),
        (CLOSED + 1, "=", SHARE**K / (K * (K + 1)), 1),
        (CLOSED * 2, "=", SHARE**K / (K * (K + 1)), 1),
    ],
)
def test_the_rule_for_series_refuses_what_is_false(left, relation, term, first):
    """Another term, another start, another relation, another function."""
    assert not twice_geometric(left, relation, sp.Sum(term, (K, first, sp.oo)))
    assert twice_geometric(CLOSED, "=", sp.Sum(SHARE**K / (K * (K + 1)), (K, 1, sp.oo)))


def test_the_rule_for_dilogarithms_stays_inside_the_unit_interval():
    """Limits outside it, poles and other primitives are refused."""
    primitive = -sp.polylog(2, R)
    inside = sp.Integral(sp.log(1 - R) / R, (R, sp.Rational(1, 3), sp.Rational(1, 2)))
    value = primitive.subs(R, sp.Rational(1, 2)) - primitive.subs(R, sp.Rational(1, 3))
    assert dilogarithm(primitive)(inside, "=", value, ())
    assert not dilogarithm(primitive)(inside, "=", value + 1, ())
    assert not dilogarithm(primitive)(inside, "<", value, ())
    assert not dilogarithm(primitive + 1 / R)(inside, "=", value, ())
    outside = sp.Integral(sp.log(1 - R) / R, (R, sp.Rational(1, 2), 2))
    value = primitive.subs(R, 2) - primitive.subs(R, sp.Rational(1, 2))
    assert not dilogarithm(primitive)(outside, "=", value, ())
