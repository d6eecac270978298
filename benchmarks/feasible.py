"""True reports are never refused: print metrics of random tables and rankings, and ask `feasible`.

    python -m benchmarks.feasible                       a hundred thousand reports
    python -m benchmarks.feasible --reports 1000000     a million; --seconds stops earlier
    python -m benchmarks.feasible --first 7 --reports 1 the report number 7 again

Each report has a seed of its own. Metrics are computed by
formulas of this file in 50 digits. Prints the rows of benchmarks/results/feasible.csv; exits with 1 after a refusal.
"""

import argparse
import csv
import math
import sys
import time
from decimal import (
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Context,
    Decimal,
    localcontext,
)
from pathlib import Path
from random import Random

import numpy as np

from prspace.counts import ThresholdCounts
from prspace.feasibility import feasible

RESULTS = Path(__file__).parent / "results" / "feasible.csv"
FIELDS = (
    "kind",
    "reports",
    "possible",
    "undecided",
    "refused",
    "wrong_witness",
    "seconds",
    "slowest",
)
DIGITS = Context(prec=50)
WAYS = {
    "nearest": (ROUND_HALF_EVEN, ROUND_HALF_UP),
    "truncate": (ROUND_DOWN,),
    "any": (ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_EVEN),
}
LARGEST = 10**6


def _ratio(a, b):
    return a / b if b else None


def _root(x):
    return None if x is None else x.sqrt()


def _mcc(t, f, m, r):
    below = (t + f) * (t + m) * (r + f) * (r + m)
    return _ratio(t * r - f * m, below.sqrt()) if below else None


def _pi(t, f, m, r):
    n, both, neither = t + f + m + r, 2 * t + f + m, 2 * r + f + m
    chance = (both * both + neither * neither) / (4 * n * n)
    return _ratio((t + r) / n - chance, 1 - chance)


def _kappa(t, f, m, r):
    n = t + f + m + r
    chance = ((t + f) * (t + m) + (r + f) * (r + m)) / (n * n)
    return _ratio((t + r) / n - chance, 1 - chance)


def _threshold(t, f, m, r):
    if not (t + m and r + f):
        return None
    tpr, fpr = t / (t + m), f / (r + f)
    return _ratio(fpr.sqrt(), tpr.sqrt() + fpr.sqrt())


def _yules_y(t, f, m, r):
    a, b = (t * r).sqrt(), (f * m).sqrt()
    return _ratio(a - b, a + b)


def _f(beta):
    b = beta * beta
    return lambda t, f, m, r: _ratio((1 + b) * t, (1 + b) * t + b * m + f)


# from TP, FP, FN, TN as Decimals; None where there is no value
FORMULAS = {
    "precision": lambda t, f, m, r: _ratio(t, t + f),
    "recall": lambda t, f, m, r: _ratio(t, t + m),
    "specificity": lambda t, f, m, r: _ratio(r, r + f),
    "false_positive_rate": lambda t, f, m, r: _ratio(f, r + f),
    "false_negative_rate": lambda t, f, m, r: _ratio(m, t + m),
    "negative_predictive_value": lambda t, f, m, r: _ratio(r, r + m),
    "false_discovery_rate": lambda t, f, m, r: _ratio(f, t + f),
    "false_omission_rate": lambda t, f, m, r: _ratio(m, r + m),
    "accuracy": lambda t, f, m, r: (t + r) / (t + f + m + r),
    "error_rate": lambda t, f, m, r: (f + m) / (t + f + m + r),
    "base_rate": lambda t, f, m, r: (t + m) / (t + f + m + r),
    "predicted_positive_rate": lambda t, f, m, r: (t + f) / (t + f + m + r),
    "jaccard": lambda t, f, m, r: _ratio(t, t + f + m),
    "f1": _f(Decimal(1)),
    "f2": _f(Decimal(2)),
    "f0_5": _f(Decimal("0.5")),
    "matthews_correlation": _mcc,
    "cohen_kappa": _kappa,
    "scott_pi": _pi,
    "informedness": lambda t, f, m, r: t / (t + m) - f / (r + f) if t + m and r + f else None,
    "markedness": lambda t, f, m, r: t / (t + f) - m / (r + m) if t + f and r + m else None,
    "balanced_accuracy": lambda t, f, m, r: (
        (t / (t + m) + r / (r + f)) / 2 if t + m and r + f else None
    ),
    "geometric_mean": lambda t, f, m, r: _root(_ratio(t * r, (t + m) * (r + f))),
    "fowlkes_mallows": lambda t, f, m, r: _root(_ratio(t * t, (t + m) * (t + f))),
    "positive_likelihood_ratio": lambda t, f, m, r: _ratio(t * (r + f), f * (t + m)),
    "negative_likelihood_ratio": lambda t, f, m, r: _ratio(m * (r + f), r * (t + m)),
    "diagnostic_odds_ratio": lambda t, f, m, r: _ratio(t * r, f * m),
    "yules_q": lambda t, f, m, r: _ratio(t * r - f * m, t * r + f * m),
    "yules_y": _yules_y,
    "lift": lambda t, f, m, r: _ratio(t * (t + f + m + r), (t + f) * (t + m)),
    "frequency_bias": lambda t, f, m, r: _ratio(t + f, t + m),
    "gilbert_skill_score": lambda t, f, m, r: _ratio(
        t * r - f * m, t * r - f * m + (t + f + m + r) * (f + m)
    ),
    "prevalence_threshold": _threshold,
    "p4": lambda t, f, m, r: _ratio(4 * t * r, 4 * t * r + (t + r) * (f + m)),
}
COMMON = (
    "precision",
    "recall",
    "f1",
    "accuracy",
    "specificity",
    "matthews_correlation",
    "cohen_kappa",
)


def size(draw, most=LARGEST):
    "A number of items, each order of magnitude as likely."
    return min(most, int(10 ** draw.uniform(0, np.log10(most) + 0.3)))


def some(draw, n):
    "Some of n items: few, most, any number, all or none."
    kind = draw.random()
    if kind < 0.1:
        return draw.choice((0, n, min(n, 1), max(n - 1, 0)))
    if kind < 0.4:
        return round(n * draw.random() ** 4)
    return n - round(n * draw.random() ** 4) if kind < 0.7 else draw.randint(0, n)


def printed(draw, value, rounding):
    "A number as it stands in a report: text of some digits, or a float with all of its own."
    if rounding == "nearest" and draw.random() < 0.05:
        return float(value)
    digits = draw.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8))
    unit = Decimal(1).scaleb(-digits)
    return str(value.quantize(unit, rounding=draw.choice(WAYS[rounding]), context=DIGITS))


def table(draw):
    "Cells TP, FP, FN, TN of up to a million items."
    p, n = size(draw), size(draw)
    if p + n > LARGEST:
        p = max(LARGEST - n, 0) if draw.random() < 0.5 else p * LARGEST // (2 * (p + n))
        n = min(n, LARGEST - p)
    t, f = some(draw, p), some(draw, n)
    return t, f, p - t, n - f


def value_of(name, cells):
    "The metric in forty digits; None where it does not exist."
    with localcontext(DIGITS):
        value = FORMULAS[name](*map(Decimal, cells))
    return value and Context(prec=40).plus(value)  # 0.64 may have come out as 0.639...9


def table_report(draw):
    "Sizes, an option and printed numbers of a random table."
    cells = t, f, m, r = table(draw)
    names = draw.sample(list(FORMULAS), draw.randint(1, 6))
    if draw.random() < 0.5:
        names = draw.sample(COMMON, draw.randint(1, 5))
    values = {name: value_of(name, cells) for name in names}
    rounding = draw.choice(list(WAYS))
    numbers = {k: printed(draw, v, rounding) for k, v in values.items() if v is not None}
    return {"n_pos": t + m, "n_neg": r + f, "rounding": rounding} | numbers


def prints(name, text, rounding, cells):
    "Whether a table prints a number."
    value = value_of(name, cells)
    if value is None:
        return False
    if isinstance(text, float) and len(Decimal(repr(text)).normalize().as_tuple().digits) <= 12:
        text = repr(text)  # few digits: read as printed
    if isinstance(text, float):
        return abs(value - Decimal(text)) <= abs(Decimal(text)) * Decimal("2e-12") + Decimal(
            "2e-15"
        )
    off, unit = value - Decimal(text), Decimal(1).scaleb(Decimal(text).as_tuple().exponent)
    if rounding == "nearest":
        return 2 * abs(off) <= unit
    outward = off if Decimal(text) > 0 else -off if Decimal(text) < 0 else abs(off)
    return abs(off) < unit and (rounding == "any" or outward >= 0)


def judged_table(draw):
    "The verdict on a true report of a table, and whether the witness prints it."
    report = table_report(draw)
    names = [name for name in report if name in FORMULAS]
    if not names:
        return None
    found = feasible(**report)
    if found.witness is None:
        return found.verdict, True, report
    cells = [getattr(found.witness, k) for k in ("tp", "fp", "fn", "tn")]
    fits = cells[0] + cells[2] == report["n_pos"] and cells[1] + cells[3] == report["n_neg"]
    exact = all(prints(k, report[k], report["rounding"], cells) for k in names)
    return found.verdict, fits and exact, report


def ranking(draw, most):
    "Positives and negatives at each of a few distinct scores, best first; both classes are there."
    k, p, n = draw.randint(1, 12), size(draw, most), size(draw, most)
    source = np.random.default_rng(draw.getrandbits(64))
    shares = source.dirichlet(np.full(k, draw.choice((0.3, 1.0, 5.0))), 2)
    pos, neg = (source.multinomial(size, share) for size, share in zip((p, n), shares, strict=True))
    kept = pos + neg > 0
    return pos[kept].tolist(), neg[kept].tolist()


def areas_of(pos, neg):
    "Four areas in fifty digits, from the blocks of a ranking."
    p, n = Decimal(sum(pos)), Decimal(sum(neg))
    t = f = ap = roc = path = line = Decimal(0)
    before = None
    for x, y in zip(map(Decimal, pos), map(Decimal, neg), strict=True):
        above, inside = t + f, x / (x + y)
        roc += y * (t + x / 2)
        t, f = t + x, f + y
        now = t / (t + f)
        if x:
            ap += x * now
            first = now if before is None else before
            line += x * ((Decimal(1) if before is None else first) + now) / 2
            if not above:
                path += x * inside
            else:  # precision along the straight line in (TP, FP)
                gap = (t - x) - inside * above
                path += x * inside + gap * inside * (1 + (x + y) / above).ln()
        before = now
    return {
        "average_precision": ap / p,
        "roc_auc": roc / (p * n),
        "davis_goadrich": path / p,
        "trapezoid": line / p,
    }


def ranking_report(draw, most):
    "Sizes, an option and printed areas of a random ranking, and sometimes points of its curve."
    pos, neg = ranking(draw, most)
    with localcontext(DIGITS):
        values = areas_of(pos, neg)
    rounding = draw.choice(list(WAYS))
    names = draw.sample(list(values), draw.choice((1, 1, 2)))
    report = {k: printed(draw, values[k], rounding) for k in names}
    if draw.random() < 0.3:
        t, f, p = np.cumsum(pos), np.cumsum(neg), sum(pos)
        rows = sorted(draw.sample(range(len(t)), draw.randint(1, min(3, len(t)))))
        report["points"] = [
            tuple(
                printed(draw, DIGITS.divide(Decimal(int(t[i])), Decimal(int(whole))), rounding)
                for whole in (p, t[i] + f[i])
            )
            for i in rows
        ]
    return {"n_pos": sum(pos), "n_neg": sum(neg), "rounding": rounding} | report


def judged_ranking(draw, most=None):
    "The verdict on a true report of a ranking, and whether the witness prints its areas."
    report = ranking_report(draw, most or draw.choice((10, 100, 1000, 10**5)))
    found, exact = feasible(**report), True
    if isinstance(found.witness, ThresholdCounts):
        with localcontext(DIGITS):
            values = areas_of(found.witness.pos.tolist(), found.witness.neg.tolist())
        for said in found.reported:
            if said.name in values:
                slack = Decimal("1e-11")
                low, high = (Decimal(x.numerator) / x.denominator for x in (said.low, said.high))
                exact &= low - slack <= values[said.name] <= high + slack
    return found.verdict, exact, report


KINDS = {"tables": judged_table, "rankings": judged_ranking}
RANKINGS, CHUNK = 1000, 5000  # one report in so many is of a ranking; rows are stored after so many


def asked(numbers, rows=None):
    "Rows of the table with the answers to the reports of some numbers added, and what went wrong."
    rows = rows or {k: dict.fromkeys(FIELDS, 0) | {"kind": k} for k in KINDS}
    bad = []
    for number in numbers:
        kind = "tables" if number % RANKINGS else "rankings"
        begun = time.process_time()
        answer = KINDS[kind](Random(number))
        if answer is None:  # no metric of this table exists
            continue
        verdict, exact, report = answer
        spent, row = time.process_time() - begun, rows[kind]
        row["reports"] += 1
        row["possible"] += verdict == "possible"
        row["undecided"] += verdict == "undecided"
        row["refused"] += verdict == "impossible"
        row["wrong_witness"] += not exact
        row["seconds"] += spent
        row["slowest"] = max(row["slowest"], spent)
        if verdict == "impossible" or not exact or (verdict == "undecided" and kind == "tables"):
            bad.append((number, verdict, report))
    return rows, bad


def text(row):
    """One row as it stands in the file."""
    return [f"{x:.6g}" if isinstance(x, float) else str(x) for x in (row[k] for k in FIELDS)]


def main(arguments=None):
    """Ask, print, store, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reports", type=int, default=100_000, help="how many to ask for")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of processor time, then stop"
    )
    parser.add_argument("--out", type=Path, help="where to store the rows")
    options, rows, failed = parser.parse_args(arguments), None, 0
    last, start = options.first + options.reports, time.process_time()
    for first in range(options.first, last, CHUNK):
        rows, bad = asked(range(first, min(first + CHUNK, last)), rows)
        failed += len(bad)
        for number, verdict, report in bad:
            print(f"report {number}: {verdict}", report, flush=True)
        table = [list(FIELDS), *map(text, rows.values())]
        if options.out:
            with options.out.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(table)
        if time.process_time() - start > options.seconds:
            break
    for line in table:
        print(*line, sep="\t")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
