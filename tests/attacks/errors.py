"""Measure the error of every float number against Fractions or fifty digits; write errors.csv.

`python -m tests.attacks.errors` fails where a number misses its target. An error is relative
above 1 and absolute below, as the targets are; the worst relative error stands beside it.
"""

import argparse
import csv
import math
import sys
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import mpmath
import numpy as np
from mpmath import mpf

import prspace as pr
from prspace.minima import EXACT_ITEMS
from tests import reference
from tests.build import counts_of, exact_counts_of, huge_blocks
from tests.test_digits import gain, unit_steps

ROOT = Path(__file__).parents[2]
FIELDS = (
    "quantity",
    "family",
    "inputs",
    "worst_absolute",
    "worst_relative",
    "target",
    "met",
    "why",
)
TARGET = 1e-13
# (start of a quantity, kind of counts or none): what is allowed instead, and why
ALLOWED = {
    ("prg_curve", "weight"): (math.inf, "gain magnifies the last digit of a float total by the odds"),
    ("eleven_point", "weight"): (math.inf, "a total short of a level by 1e-12 reaches it, by definition"),
("equal_error_rate", "weight"): (1e-12, "a total short of a level by 1e-12 reaches it, by definition"),
    ("interval(", ""): (1e-8, "log odds magnify the last digit of a value next to 1"),
}  # fmt: skip


def exactly(x):
    "A number with many digits."
    if isinstance(x, mpf):
        return x
    x = Fraction(x)
    return mpf(x.numerator) / x.denominator


# Inputs


def lopsided(rng):
    "Whole numbers to 1e15, either class or none rare."
    return huge_blocks(rng, rng.choice([None, 0, 1]))


def weights(rng):
    "The same, with weights that are no whole numbers."
    return [tuple(float(x * rng.uniform(0.5, 1.5)) for x in block) for block in lopsided(rng)]


def scaled(rng):
    "Weights of any common size from 1e-300 to 1e290."
    unit = 10.0 ** rng.uniform(-300, 275)
    return [tuple(x * unit for x in block) for block in weights(rng)]


def apart(rng):
    "Weights of 1e-150 beside weights of 1e150."
    power = rng.uniform(-150, 150, (2, int(rng.integers(2, 6))))
    power[int(rng.integers(2))] /= 10
    return [tuple(map(float, block)) for block in (10.0**power).T]


def two_cells(rng):
    "Two blocks, any of their four counts rare or absent."
    while True:
        table = np.floor(10 ** rng.uniform(0, 15, (2, 2))) * (rng.random((2, 2)) < 0.7)
        if table.any(axis=1).all() and table.any(axis=0).all():
            return [tuple(map(int, block)) for block in table.T]


def small(rng):
    "Up to forty items in up to eight blocks."
    table = rng.integers(0, 6, (2, int(rng.integers(1, 9))))
    table[:, 0] += 1
    return [tuple(map(int, block)) for block in table.T if block.any()]


def near_ends(rng):
    "A ranking one part in 10^12 from the best, or from the worst."
    few, many = int(10 ** rng.uniform(0, 2)), int(10 ** rng.uniform(11, 14))
    best = [(many, 0), (few, few), (0, int(10 ** rng.uniform(3, 14)))]
    return best if rng.random() < 0.5 else best[::-1]


FAMILIES = {
    "whole numbers to 1e15": (lopsided, int),
    "float weights": (weights, float),
    "weights of 1e-300 to 1e290": (scaled, float),
    "weights of 1e-150 beside 1e150": (apart, float),
    "two cells": (two_cells, int),
    "small": (small, int),
    "next to the ends": (near_ends, int),
}


# True values of areas


def path(ranking):
    "The path area; its logarithms cancel, so it takes many digits."
    rational, logs = reference.path_terms(ranking)
    with mpmath.workdps(700):
        return exactly(rational) + sum(
            (exactly(c) * mpmath.log(exactly(x)) for c, x in logs), mpf(0)
        )


def levels(aggregate, ranking):
    "The path through one precision of each recall."
    with patch.object(reference, "path_area", path):
        return reference.interpolated_path(aggregate)(ranking)


AREA = {
    "davis_goadrich": path,
    "prg_area": lambda ranking: gain(ranking),
    "interpolated_max": partial(levels, max),
    "interpolated_min": partial(levels, min),
    "interpolated_mean": partial(levels, reference.mean),
    "interpolated_median": partial(levels, reference.median),
}


def fractions_of(ranking):
    return [tuple(map(Fraction, block)) for block in ranking]


def true_area(name, ranking):
    "An area of blocks, from its definition."
    if name == "auc_calculator":
        with mpmath.workdps(120):
            return unit_steps([tuple(map(exactly, block)) for block in ranking])
    return AREA.get(name, reference.AREA[name])(fractions_of(ranking))


def floors(p, n):
    "The least areas of p positives and n negatives."
    with mpmath.workdps(700):
        odds = exactly(Fraction(n) / Fraction(p))
        least = 1 - odds * mpmath.log1p(1 / odds) if n else mpf(1)
    return {"davis_goadrich": least, "left_step": mpf(not n)}


def areas(ranking, kind):
    "Name, float and true value of every area, and of what is made of areas."
    counts = counts_of(ranking, kind)
    p, n = (sum(map(Fraction, column)) for column in zip(*ranking, strict=True))
    both = p and n
    for name, row in pr.AREAS.items():
        if not p or (name in reference.BOTH_CLASSES and not n):
            continue
        if name in reference.WHOLE_ITEMS and kind is float:
            continue
        yield name, row(counts), true_area(name, ranking)
    least = floors(p, n)["davis_goadrich"]
    yield "davis_goadrich, worst", pr.davis_goadrich.worst(counts), least
    if both:
        with mpmath.workdps(700):
            share = (path(fractions_of(ranking)) - least) / (1 - least)
        yield "aucnpr", pr.aucnpr(counts), share
        low = (Fraction(p) / (p + n)) / 2
        straight = reference.trapezoid(fractions_of(ranking))
        yield (
            "normalized(trapezoid)",
            pr.normalized(pr.trapezoid, counts),
            (straight - low) / (1 - low),
        )


# Points, curves, bounds: exact on Fractions, which the contracts compare with definitions


def rows_of_fractions(ranking, kind):
    "Everything whose arithmetic stays exact on Fractions."
    counts, exact = counts_of(ranking, kind), exact_counts_of(ranking)
    for name, row in pr.POINTS.items():
        if name == "reciprocal_rank" or (kind is float and name.startswith("break_even_obs")):
            continue
        for column in ("value", "low", "high", "worst", "best"):
            yield f"{name}", getattr(row, column)(counts), getattr(row, column)(exact)
    for made in (pr.precision_at(10**9), pr.best_f_beta(2), pr.cost_threshold(1, 1000),
                 pr.average_precision_at(1000), pr.partial_roc(Fraction(1, 10))):  # fmt: skip
        yield str(made.name), made(counts), made(exact)
    for name in ("delong_variance", "infinitesimal_jackknife_variance"):
        if kind is int and sum(x for block in ranking for x in block) < 2**53:
            yield name, getattr(pr, name)(counts), getattr(pr, name)(exact)
    if kind is int:
        for area in (pr.roc_auc, pr.left_step):
            ends = zip(
                ("low", "high"),
                pr.tie_bounds(area, counts),
                pr.tie_bounds(area, exact),
                strict=True,
            )
            for end, found, true in ends:
                yield f"tie_bounds({area.name}), {end}", found, true


def curves(ranking, kind):
    "Both axes of every curve."
    counts, exact = counts_of(ranking, kind), exact_counts_of(ranking)
    for name, curve in pr.CURVES.items():
        floats, fractions = curve(counts), curve(exact)
        for axis in ("x", "y"):
            for found, true in zip(getattr(floats, axis), getattr(fractions, axis), strict=True):
                yield name, found, true


# Rates and associations of one table


def digits():
    "The oracle of associations with many digits in place of floats."
    names = {"sqrt": lambda x: mpmath.sqrt(exactly(x)), "float": exactly}
    names["log2"] = lambda x: mpmath.log(exactly(x), 2)
    return patch.multiple(reference, create=True, **names)


def tables(ranking, kind):
    "Every rate and association at the first and the middle threshold."
    counts = counts_of(ranking, kind)
    for i in {0, len(counts) // 2}:
        parts = [(part, j) for part in (ranking[: i + 1], ranking[i + 1 :]) for j in (0, 1)]
        cells = [sum((Fraction(block[j]) for block in part), Fraction(0)) for part, j in parts]
        exact = SimpleNamespace(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
        point = SimpleNamespace(**{k: kind(v) for k, v in vars(exact).items()})
        if any(Fraction(getattr(point, k)) != getattr(exact, k) for k in vars(exact)):
            exact = SimpleNamespace(**{k: Fraction(v) for k, v in vars(point).items()})
        for name, rate in pr.RATES.items():
            yield name, rate(point), reference.rate(name, exact)
        with digits(), mpmath.workdps(60):
            found = {name: reference.association(name, exact) for name in pr.ASSOCIATIONS}
        for name, row in pr.ASSOCIATIONS.items():
            yield name, row(point), found[name]


# Functions of totals


def totals(ranking, kind):
    "Minima and means over all rankings, and the geometry of the plane."
    p, n = (sum(map(Fraction, column)) for column in zip(*ranking, strict=True))
    if kind is int:
        p, n = int(p), int(n)
        if 0 < p and 0 < n and p + n > EXACT_ITEMS:
            yield "ap_min", pr.ap_min(p, n), reference.ap_min_large(p, n)
            with mpmath.workdps(60):
                mean = mpf(p) / (p + n) + mpf(n) / (p + n) * (mpmath.harmonic(p + n) - 1) / (
                    p + n - 1
                )
                yield "expected_average_precision", pr.expected_average_precision(p, n), mean
        p, n = Fraction(p), Fraction(n)
    share = float(p / (p + n))
    yield "aucpr_min", pr.aucpr_min(share), reference.aucpr_min(share) if share else mpf(0)
    r, f = 0.3, 0.7
    for name, inputs in (
        ("minimum_precision", (r, share)), ("maximum_recall", (f, share)),
        ("precision_from_roc", (r, f, share)), ("modified_f1", (r, f, share)),
        ("false_positive_rate_from_pr", (r, f, share)),
        ("precision_at_prevalence", (f, share, 0.25)), ("precision_at_prevalence", (f, 0.25, share)),
    ):  # fmt: skip
        with suppress(ValueError):  # a point that this prevalence does not allow
            function = getattr(pr, name)
            yield name, function(*inputs), function(*map(Fraction, inputs))


# Ends of intervals


def beta_below(a, b, x):
    "Share of a Beta law below x, by a series of positive terms; best for x below the mean."
    term = total = mpf(1)
    step = 0
    while term > total * mpf(10) ** -40 and step < 10**4:
        term *= (a + b + step) / (a + 1 + step) * x
        total, step = total + term, step + 1
    size = a * mpmath.log(x) + b * mpmath.log1p(-x) + mpmath.loggamma(a + b)
    return total * mpmath.exp(size - mpmath.loggamma(a + 1) - mpmath.loggamma(b))


def beta_end(a, b, level, upper):
    "Quantile of a Beta law, by Newton's method from a float."
    from scipy.special import betaincinv

    a, b = (b, a) if upper else (a, b)
    tail = (1 - exactly(level)) / 2
    x, a, b = exactly(float(betaincinv(float(a), float(b), float(tail)))), exactly(a), exactly(b)
    for _ in range(4):
        share = beta_below(a, b, x) if x < a / (a + b) else 1 - beta_below(b, a, 1 - x)
        slope = (a - 1) * mpmath.log(x) + (b - 1) * mpmath.log1p(-x) + mpmath.loggamma(a + b)
        x -= (share - tail) / mpmath.exp(slope - mpmath.loggamma(a) - mpmath.loggamma(b))
    return 1 - x if upper else x


def quantile(level):
    "z of a level."
    return mpmath.sqrt(2) * mpmath.erfinv(exactly(level))


def wilson_ends(k, n, level):
    "The roots of (x - k/n)^2 = z^2 x (1 - x)/n."
    k, n, square = exactly(k), exactly(n), quantile(level) ** 2
    root = mpmath.sqrt(square * (square + 4 * k * (n - k) / n))
    return [(2 * k + square + sign * root) / (2 * (n + square)) for sign in (-1, 1)]


LEVELS = (0.5, 0.9, 0.95, 0.99, 1 - 1e-9, 1 - 2.0**-50, 1e-9)


def shares(rng):
    "Successes, trials and a level."
    n = int(10 ** rng.uniform(0, 15))
    k = int(
        rng.choice(
            [1, n // 2, max(n - 1, 1), int(n * rng.random()), min(n, int(10 ** rng.uniform(0, 4)))]
        )
    )
    return min(max(k, 1), max(n - 1, 1)), max(n, 2), float(rng.choice(LEVELS))


def intervals(rng):
    "Name, float and true ends of the intervals of shares."
    k, n, level = shares(rng)
    with mpmath.workdps(60):
        for end, found, true in zip(
            ("low", "high"), pr.wilson(k, n, level=level), wilson_ends(k, n, level), strict=True
        ):
            yield f"wilson, {end}", found, true
        n = 2 + n % 1000  # the series takes long
        k = 1 + k % (n - 1)
        found = pr.clopper_pearson(k, n, level=level)
        true = (
            beta_end(k, n - k + 1, level, False),
            beta_end(k + 1, n - k, level, True) if k < n else mpf(1),
        )
        for end, a, b in zip(("low", "high"), found, true, strict=True):
            yield f"clopper_pearson, {end}", a, b
        found = pr.jeffreys(k, n, level=level)
        half = Fraction(1, 2)
        for end, a, upper in zip(("low", "high"), found, (False, True), strict=True):
            if (k < n) or not upper:
                yield f"jeffreys, {end}", a, beta_end(k + half, n - k + half, level, upper)


def area_intervals(rng):
    "Ends of direct intervals of areas, from exact variances."
    ranking = small(rng) if rng.random() < 0.5 else two_cells(rng)
    ranking = [tuple(x % 10**6 for x in block) for block in ranking]
    if not all(sum(column) > 1 for column in zip(*ranking, strict=True)):
        return
    counts, exact, level = (
        counts_of(ranking),
        exact_counts_of(ranking),
        float(rng.choice(LEVELS[1:5])),
    )
    with mpmath.workdps(60):
        z, value = quantile(level), exactly(pr.roc_auc(exact))
        variance = exactly(pr.delong_variance(exact))
        for name, area, spread in (
            ("delong_logit", pr.roc_auc, variance),
            ("logit", pr.average_precision, None),
        ):
            value = exactly(area(exact))
            if not 0 < value < 1 or (spread is not None and not spread > 0):
                continue
            spread = value * (1 - value) / counts.n_pos if spread is None else spread
            odds, reach = (
                mpmath.log(value / (1 - value)),
                z * mpmath.sqrt(spread) / (value * (1 - value)),
            )
            found = pr.interval(area, counts, level=level, method=name)
            ends = [1 / (1 + mpmath.exp(-(odds + sign * reach))) for sign in (-1, 1)]
            ends = [
                min(max(x, exactly(area.worst(exact))), exactly(area.best(exact))) for x in ends
            ]
            for end, a, b in zip(("low", "high"), (found.low, found.high), ends, strict=True):
                yield f"interval({area.name}, {name}), {end}", a, b


def left_out(name, ranking):
    "Jackknife variance of an area, leaving out one item of each cell in turn, in Fractions."
    value, total = reference.AREA[name], mpf(0)
    for j in (0, 1):
        size = sum(block[j] for block in ranking)
        if size < 2:
            continue
        fewer = []
        for i, block in enumerate(ranking):
            if block[j]:
                rest = [
                    b if k != i else (b[0] - (j == 0), b[1] - (j == 1))
                    for k, b in enumerate(ranking)
                ]
                rest = [b for b in rest if any(b)]
                fewer.append((block[j], value(rest)))
        mean = sum(w * x for w, x in fewer) / size
        total += exactly(Fraction(size - 1, size) * sum(w * (x - mean) ** 2 for w, x in fewer))
    return total


def jackknifes(ranking, kind):
    "Leave-one-out variances."
    if kind is int and all(sum(column) > 1 for column in zip(*ranking, strict=True)):
        counts = counts_of(ranking)
        for name in ("average_precision", "trapezoid", "left_step"):
            yield (
                f"jackknife_variance({name})",
                pr.jackknife_variance(counts, name),
                left_out(name, ranking),
            )


# Measuring

RANKED = {"areas": areas, "rows": rows_of_fractions, "curves": curves, "tables": tables, "totals": totals,
          "jackknifes": jackknifes}  # fmt: skip
DRAWN = {"shares of 1 to 1e15": intervals, "areas of up to 1e6 items": area_intervals}


class Worst:
    "The worst errors of one quantity in one family."

    def __init__(self):
        self.inputs, self.absolute, self.relative, self.case = 0, 0.0, 0.0, None

    def add(self, found, true, case):
        self.inputs += 1
        nan = true is None or (isinstance(true, float) and math.isnan(true))
        true = math.copysign(math.inf, true) if not nan and abs(true) > sys.float_info.max else true
        if nan or true in (math.inf, -math.inf):
            wrong = not math.isnan(found) if nan else float(found) != true
            gap = share = math.inf if wrong else 0.0
        else:
            with mpmath.workdps(60):
                gap = (
                    abs(exactly(float(found)) - exactly(true))
                    if math.isfinite(found)
                    else mpf("inf")
                )
                share = gap / abs(exactly(true)) if true else (mpf(0) if not gap else mpf("inf"))
                gap = gap / max(1, abs(exactly(true)))
        if float(gap) > self.absolute or self.case is None:
            self.absolute, self.case = max(float(gap), self.absolute), case
        self.relative = max(self.relative, float(share))


def measured(tries, seed=10, groups=None):
    "Worst errors by (quantity, family)."
    worst = {}

    def note(found, family, case):
        for quantity, value, true in found:
            worst.setdefault((quantity, family), Worst()).add(value, true, case)

    for number, (family, (make, kind)) in enumerate(FAMILIES.items()):
        for i in range(tries):
            ranking = make(np.random.default_rng([seed, number, i]))
            for group in groups or RANKED:
                if group in RANKED:
                    note(RANKED[group](ranking, kind), family, (kind.__name__, ranking))
    for number, (family, make) in enumerate(DRAWN.items()):
        if groups is None or make.__name__ in groups:
            for i in range(tries):
                note(make(np.random.default_rng([seed, 100 + number, i])), family, i)
    return worst


def target(quantity, family):
    "The error that is allowed, and why if it is more."
    for (start, kind), allowed in ALLOWED.items():
        if quantity.startswith(start) and kind in family:
            return allowed
    return TARGET, ""


def text(key, found):
    "One row of the table."
    allowed, why = target(*key)
    numbers = (f"{x:.1e}" for x in (found.absolute, found.relative, allowed))
    return [*key, str(found.inputs), *numbers, "yes" if found.absolute <= allowed else "no", why]


def main(arguments=None):
    "Measure, print what misses its target, store the table."
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--groups", nargs="*")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "errors.csv")
    options = parser.parse_args(arguments)
    worst = measured(options.tries, groups=options.groups)
    rows = [text(key, worst[key]) for key in sorted(worst)]
    with options.out.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([FIELDS, *rows])
    missed = [row for row in rows if row[-2] == "no"]
    for row in missed:
        print(*row, worst[tuple(row[:2])].case, sep="\t")
    print(
        f"{len(rows)} rows, {sum(w.inputs for w in worst.values())} numbers, {len(missed)} miss their target"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
