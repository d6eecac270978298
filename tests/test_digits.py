"""Digits: areas, points and sums over lopsided counts against Fractions and many digits."""

import math
from fractions import Fraction
from itertools import combinations

import mpmath
import numpy as np
import pytest

import prspace as pr
from prspace import minima
from prspace.jackknife import GAINS, jackknife_variance
from tests import reference
from tests.build import counts_of, exact_counts_of, huge_blocks

DIGITS = 50


def tables(size=8):
    "Blocks of 1 to 10^15 items, with prevalences from 1e-12 to 1 - 1e-12."
    rng = np.random.default_rng(12)
    for rare in (None, 0, 1):
        for _ in range(size):
            yield huge_blocks(rng, rare, most=7, scarce=2)


HARD = [
    [(1, 0), (10**6, 10**13)],
    [(10**6, 1), (1, 1)],
    [(10**15, 1), (1, 1)],
    [(1, 10**15)],
    [(10**15, 1)],
    [(1, 1), (10**12, 1), (1, 10**12)],
    [(3, 0), (0, 10**15), (10**15, 0)],
    [(49451598, 1), (242576723042729, 33)],
    [(1, 10**12), (10**12, 1), (5, 5)],
    [(10**15, 10**15), (1, 0), (0, 1)],
]
TABLES = [*HARD, *tables()]


def exactly(x):
    "A number with fifty digits."
    return mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator


def gap(value, true):
    "Relative error; absolute for numbers between -1 and 1 that may be close to 0."
    return float(abs(exactly(float(value)) - true))


def weights(ranking, seed):
    "The same blocks with weights that are no whole numbers."
    rng = np.random.default_rng(seed)
    return [tuple(float(x * rng.uniform(0.5, 1.5)) for x in block) for block in ranking]


def steps(run, start, above):
    "Sum of (start + i)/(start + i + above) over i = 1 .. run."
    low = mpmath.digamma(start + above + 1)
    return run - above * (mpmath.digamma(start + run + above + 1) - low)


def unit_steps(ranking):
    "AUCCalculator, with a digamma function for each block."
    t = f = total = mpmath.mpf(0)
    before = None
    for pos, neg in ranking:
        pos, neg = mpmath.mpf(pos), mpmath.mpf(neg)
        t1, f1 = t + pos, f + neg
        after = t1 / (t1 + f1)
        if pos and before is None:
            total += pos * after if t1 == pos else 0
        elif pos:
            a = (t + f) * pos / (pos + neg)
            inside = steps(pos, 0, a) / pos
            total += pos * ((1 - inside) * before + inside * pos / (pos + neg))
            total -= (after - before) / 2
        before = after if t1 else None
        t, f = t1, f1
    return total / t


def test_unit_steps_on_lopsided_tables():
    with mpmath.workdps(DIGITS):
        for ranking in TABLES:
            true = unit_steps(ranking)
            assert gap(pr.auc_calculator(counts_of(ranking)), true) < 2e-15 * true, ranking


def gain(ranking):
    "Area in gain space: the straight line of each piece of the path, in exact fractions."
    P, N = (Fraction(sum(block[i] if isinstance(block[i], int) else Fraction(block[i])
                         for block in ranking)) for i in (0, 1))  # fmt: skip
    t = f = area = Fraction(0)
    for pos, neg in ranking:
        t1, f1 = t + Fraction(pos), f + Fraction(neg)
        start = max(t, P * P / (P + N))
        if start < t1 and pos:
            at = f + (start - t) / (t1 - t) * (f1 - f)
            recall = [1 - P / N * (P - x) / x for x in (start, t1)]
            height = [1 - P / N * y / x for x, y in ((start, at), (t1, f1))]
            area += (recall[1] - recall[0]) * sum(height) / 2
        t, f = t1, f1
    return area


@pytest.mark.parametrize("kind", [int, float])
def test_gain_area_on_lopsided_tables(kind):
    with mpmath.workdps(DIGITS):
        for seed, ranking in enumerate(TABLES):
            ranking = ranking if kind is int else weights(ranking, seed)
            true = exactly(gain(ranking))
            assert gap(pr.prg_area(counts_of(ranking, kind)), true) < 5e-15 * max(1, abs(true))
            if kind is int and seed < 30:
                assert pr.prg_area(exact_counts_of(ranking)) == gain(ranking)


def test_perfect_gain_area_is_one_at_any_prevalence():
    for pos, neg in [(10**15, 1), (1, 10**15), (7, 3), (10**12, 3), (3, 10**12)]:
        assert pr.prg_area(counts_of([(pos, 0), (0, neg)])) == 1
        assert pr.prg_area(counts_of([(pos, neg)])) == pytest.approx(0, abs=1e-15)


# The first positive of a tied block


def by_orders(above, pos, neg):
    "Mean of 1/rank of the first positive, from every order of the block."
    places = list(combinations(range(1, pos + neg + 1), pos))
    return sum(Fraction(1, above + place[0]) for place in places) / len(places)


def by_walking(above, pos, neg):
    "The same, one negative at a time."
    left, mean = Fraction(1), Fraction(0)
    for j in range(neg + 1):
        mean += left * Fraction(pos, pos + neg - j) / (above + j + 1)
        left *= Fraction(neg - j, pos + neg - j)
    return mean


def by_recursion(above, pos, neg):
    "The same from that of one positive; the roles of pos and above + 1 may be exchanged."
    if pos > above + 1:
        return by_recursion(pos - 1, above + 1, neg) * pos / (above + 1)
    m = mpmath.mpf(pos + neg)
    mean = (mpmath.harmonic(above + m) - mpmath.harmonic(above)) / m
    for a in range(2, pos + 1):
        mean = a * ((m - a + 2 + above) * mean - 1) / ((a - 1) * (m - a + 1))
    return mean


def reciprocal(above, pos, neg, kind=int):
    return pr.reciprocal_rank(counts_of([(0, above), (pos, neg)] if above else [(pos, neg)], kind))


def test_first_positive_over_every_order():
    for above in range(4):
        for pos in range(1, 5):
            for neg in range(6):
                true = by_orders(above, pos, neg)
                assert reciprocal(above, pos, neg, Fraction) == true == by_walking(above, pos, neg)
                assert reciprocal(above, pos, neg) == pytest.approx(float(true), rel=2e-15)


def test_first_positive_of_up_to_two_thousand():
    rng = np.random.default_rng(3)
    sizes = [tuple(int(10**x) for x in rng.uniform(0, 3.2, 3)) for _ in range(10)]
    for above, pos, neg in [*sizes, (0, 1, 2000), (0, 2000, 1), (2000, 40, 33), (1, 17, 15)]:
        true = by_walking(above, pos, neg)
        assert abs(Fraction(float(reciprocal(above, pos, neg))) / true - 1) < 3e-15
        if pos + neg <= 2000:
            assert reciprocal(above, pos, neg, Fraction) == true


def test_first_positive_of_a_million_million():
    rng = np.random.default_rng(4)
    sizes = [(int(10 ** rng.uniform(0, 15)), int(rng.integers(1, 12)), int(10 ** rng.uniform(0, 15)))
             for _ in range(8)]  # fmt: skip
    sizes += [(few - 1, above + 1, neg) for above, few, neg in sizes]
    with mpmath.workdps(250):
        for size in [(0, 1, 10**12), (0, 10**12, 1), (0, 10**12, 10**12), *sizes]:
            assert gap(reciprocal(*size), by_recursion(*size)) < 3e-15 * by_recursion(*size), size


def test_first_positive_when_all_three_are_many():
    rng = np.random.default_rng(5)
    for above, pos, neg in (10 ** rng.uniform(2, 15, (8, 3))).astype(int).tolist():
        swapped = reciprocal(pos - 1, above + 1, neg) * pos
        assert reciprocal(above, pos, neg) * (above + 1) == pytest.approx(swapped, rel=5e-15)


def test_no_size_takes_long():
    big = counts_of([(10**12, 10**12), (3, 5 * 10**12), (10**12, 1)])
    for row in (*pr.AREAS.values(), *pr.POINTS.values()):
        row(big), row.worst(big), row.best(big)
    for area in (pr.average_precision, pr.trapezoid, pr.davis_goadrich, pr.roc_auc):
        pr.tie_bounds(area, big)


# Long sums


def test_nodes_add_up_any_polynomial():
    for n in (1, 2, 16, 17, 28, 29, 32, 100, 1000):
        places, weight = minima.sum_nodes(n)
        for degree in (0, 1, 2, 7, 20, 23):
            true = sum(Fraction(i, n) ** degree for i in range(1, n + 1))
            assert weight @ (places / n) ** degree == pytest.approx(float(true), rel=2e-14)


@pytest.mark.parametrize("n", [50, 10**4, 10**9, 10**15, 3 * 10**12 + 17])
def test_nodes_add_up_reciprocals(n):
    places, weight = minima.sum_nodes(n)
    assert len(places) < 1000 and (weight > 0).all()
    with mpmath.workdps(DIGITS):
        assert gap(weight @ (1 / places), mpmath.harmonic(n)) < 1e-14
        true = mpmath.zeta(2) - mpmath.zeta(2, n + 1)
        assert gap(weight @ (1 / places**2), true) < 1e-14


def test_runs_and_what_they_lack():
    rng = np.random.default_rng(8)
    runs, starts, above = np.floor(10 ** rng.uniform(0, 15, (3, 300)))
    starts[::3] = 0
    above[::5] /= 10**15
    with mpmath.workdps(DIGITS):
        sums = minima.run_sums(runs, starts, above)
        for row in zip(runs, starts, above, *sums, strict=True):
            run, start, over, hits, misses = map(exactly, row)
            true = steps(run, start, over)
            assert gap(hits, true) < 3e-15 * true
            assert gap(misses, run - true) < 3e-15 * (run - true)


# Bounds under ties


def single_items(ranking, worst, straight):
    "Average precision or straight-line area of the best or worst order of each tie."
    t = f = total = mpmath.mpf(0)
    last = mpmath.mpf(1)
    for pos, neg in ranking:
        above = f + neg * worst
        before = t / (t + above) if neg * worst else last
        if pos:
            total += steps(mpmath.mpf(pos), t, above)
            total -= straight * ((t + pos) / (t + pos + above) - before) / 2
        t, f = t + pos, f + neg
        last = t / (t + f)
    return total / t


@pytest.mark.parametrize("straight", [0, 1])
def test_bounds_of_lopsided_ties(straight):
    area = pr.trapezoid if straight else pr.average_precision
    with mpmath.workdps(DIGITS):
        for ranking in TABLES:
            bounds = pr.tie_bounds(area, counts_of(ranking))
            for worst, found in zip((1, 0), bounds, strict=True):
                true = single_items(ranking, worst, straight)
                assert gap(found, true) < 4e-15 * true, ranking


# Every row that stays exact on Fractions

STEPS = [n for n in pr.AREAS if n in reference.EXACT and n != "auc_calculator"]


@pytest.mark.parametrize("name", [*STEPS, *(n for n in pr.POINTS if n != "reciprocal_rank")])
@pytest.mark.parametrize("kind", [int, float])
def test_floats_are_the_rounded_fractions(name, kind):
    row = {**pr.AREAS, **pr.POINTS}[name]
    for seed, ranking in enumerate(TABLES):
        ranking = ranking if kind is int else weights(ranking, seed)
        found, true = row(counts_of(ranking, kind)), row(exact_counts_of(ranking))
        if name in ("eleven_point", "break_even_observed") and kind is float:
            continue  # a total just short of a level counts as reaching it
        assert math.isnan(found) == math.isnan(true)
        assert math.isnan(true) or abs(Fraction(float(found)) - true) < 1e-14 * max(1, abs(true))


# Variances by leaving out


def height(name, pos, neg, tp, fp):
    "What a positive of a cell adds to an area, in many digits; tp and fp include the cell."
    above = tp + fp - pos - neg
    before, here = (tp - pos) / above if above else mpmath.mpf(1), tp / (tp + fp)
    if name == "davis_goadrich":
        if not above:
            return mpmath.mpf(pos) / (pos + neg)
        share = mpmath.log1p((pos + neg) / above) / ((pos + neg) / above)
        return share * before + (1 - share) * pos / (pos + neg)
    return {
        "average_precision": here,
        "left_step": before,
        "trapezoid": (before + here) / 2,
    }[name]


def area_of(name, cells):
    "The area of cells of positives and negatives."
    tp = fp = total = mpmath.mpf(0)
    for pos, neg in cells:
        tp, fp = tp + pos, fp + neg
        total += pos * height(name, pos, neg, tp, fp) if pos else 0
    return total / tp


def left_out(name, cells):
    "The jackknife variance: the area is counted again without an item of each cell."
    total = mpmath.mpf(0)
    for side in (0, 1):
        items = [cell[side] for cell in cells]
        if sum(items) > 1:
            without = [list(map(list, cells)) for _ in cells]
            for k, less in enumerate(without):
                less[k][side] -= 1
            areas = [
                area_of(name, less) if n else 0 for n, less in zip(items, without, strict=True)
            ]
            mean = sum(n * a for n, a in zip(items, areas, strict=True)) / sum(items)
            squares = (n * (a - mean) ** 2 for n, a in zip(items, areas, strict=True))
            total += sum(squares) * (sum(items) - 1) / sum(items)
    return total


@pytest.mark.parametrize("name", GAINS)
def test_variances_by_leaving_out(name):
    """Relative error; variances of one cell, which are 0, come out below 1e-50."""
    with mpmath.workdps(80):
        for ranking in TABLES:
            pos = sum(p for p, _ in ranking)
            if pos < 2 or sum(map(sum, ranking)) > 2**53:
                continue
            true = left_out(name, ranking)
            found = jackknife_variance(counts_of(ranking), name)
            slack = 1e-9 if name == "davis_goadrich" else 1e-12
            assert abs(found - true) <= max(slack * true, 1e-50), ranking
