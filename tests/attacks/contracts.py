"""Hold every public metric to every contract that it can keep, and say why for the rest; contracts.csv.

Metrics are found, not listed: rows of the tables, methods of `interval` and of bands, records of
other programs, what comes in parts (`tests.attacks.in_parts`), and every public function with an
argument `counts`, or with labels and scores. One that needs further arguments, or breaks a contract,
stands below with these arguments, or the reason.
"""

import argparse
import csv
import inspect
import math
import sys
import time
import warnings
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np

import prspace as pr
from prspace import intervals, regions
from prspace.binomial import RATE_METHODS
from prspace.compat import convention, quirks, sharpkit, sklearn, systems
from prspace.jackknife import GAINS
from tests import reference
from tests.attacks import in_parts

ROOT = Path(__file__).parents[2]
CONTRACTS = ("order", "copies", "transform", "merge", "kinds", "scale", "coarse", "weak orders",
             "inside", "levels", "seed")  # fmt: skip
FIELDS = ("metric", *CONTRACTS, "dual")
MODULES = (pr, quirks, systems)
TABLES = ("RATES", "AREAS", "POINTS", "CURVES", "ASSOCIATIONS")

# public functions of counts that need more arguments, or draw: how they are called
MORE = {
    "across_prevalences": lambda c: pr.across_prevalences(c, [0.1, 0.5]),
    "at_prevalence": lambda c: pr.at_prevalence(c, 0.25),
    "best_thresholds": lambda c: len(pr.best_thresholds(pr.POINTS["best_f1"], c, 0.1, 0.5)),
    "bin_bounds": lambda c: pr.bin_bounds(pr.average_precision, c),
    "bootstrap": lambda c: pr.bootstrap(c, n_resamples=20, rng=1).distribution,
    "break_ties": lambda c: [pr.average_precision(pr.break_ties(c, o)) for o in ("best", "worst")],
    "deployment_precision": lambda c: pr.deployment_precision(c, c.threshold[len(c) // 2], 0.2),
    "interval": lambda c: pr.interval("average_precision", c),
    "normalized": lambda c: pr.normalized(pr.trapezoid, c),
    "pr_band": lambda c: pr.pr_band(c, rng=1, n_resamples=20),
    "prevalence_band": lambda c: pr.prevalence_band(c, 0.1, 0.4).ranges,
    "reached": lambda c: pr.reached(pr.POINTS["best_f1"], c).value,
    "required_size": lambda c: pr.required_size(c, 0.1),
    "split_bins": lambda c: pr.average_precision(pr.split_bins(c, "best")),
    "split_ties": lambda c: [pr.average_precision(pr.split_ties(c, o)) for o in ("best", "worst")],
    "tie_bounds": lambda c: pr.tie_bounds(pr.average_precision, c),
    "tie_mean": lambda c: pr.tie_mean(pr.average_precision, c),
    "top_items": lambda c: pr.average_precision(pr.top_items(c, 3)),
    "undo_sampling": lambda c: pr.average_precision(pr.undo_sampling(c, neg_rate=0.1)),
    "explain": lambda c: systems.explain(0.5, c).value,
    "partial_roc_area": lambda c: quirks.partial_roc_area(c, 0.3),
    "above": lambda c: quirks.above(c, c.threshold[0]).tp,
    "evaluate_each": lambda c: [
        e.counts.n_pos for e in pr.evaluate_each({"a": c, "b": c}).evaluations
    ],
    "average": lambda c: pr.average(pr.average_precision, [c, c], "macro").value,
}
# no metrics, each with the reason
NO_METRIC = {
    "cautions": "words, which name scores",
    "explore": "a widget",
    "explorer_page": "a page; its numbers are those of the tables",
    "save_counts": "a file; tests/test_store.py",
    "all_resamples": "a list of counts; tests/test_resampling.py",
    "which_area": "each of its records is a metric here",
}
# (metric, contract): why it is not kept
BREAKS = {
    ("across_prevalences", "transform"): "it says at which score the best F lies",
    ("binormal", "transform"): "it is fitted to the scores",
    ("break_ties", "scale"): "it lists items one by one: refused above ten million",
    ("counts_by_rank", "scale"): "it lists items one by one: refused above ten million",
    ("deployment_precision", "kinds"): "weights are no items, which its intervals need",
    ("record: Alink 1.1, PRC", "transform"): "it reads the scores: cells at fixed places",
    (
        "record: Alink 1.3, PRC of a stream",
        "transform",
    ): "it reads the scores: cells at fixed places",
    ("record: H2O 3.46, pr_auc", "transform"): "it reads the scores: cells at fixed places",
    (
        "record: torchmetrics 1.9.0, BinaryAveragePrecision(thresholds=100)",
        "transform",
    ): "it reads the scores: cells at fixed places",
    (
        'record: Keras 3.15.1, AUC(curve="PR"), interpolation',
        "transform",
    ): "it reads the scores: cells at fixed places",
    (
        'record: Keras 3.15.1, AUC(curve="PR"), minoring',
        "transform",
    ): "it reads the scores: cells at fixed places",
    (
        'record: Keras 3.15.1, AUC(curve="PR"), majoring',
        "transform",
    ): "it reads the scores: cells at fixed places",
}
DRAWN = ("percentile", "bca")  # methods that take long


def flat(value):
    "The numbers in an answer, one after the other."
    if value is None or isinstance(value, str | bool):
        return []
    if isinstance(value, pr.ThresholdCounts):
        return [*map(float, value.pos), *map(float, value.neg)]
    if isinstance(value, pr.Curve):
        return flat(value.x) + flat(value.y)
    if isinstance(value, dict) or hasattr(value, "items"):
        return [x for k in value for x in flat(value[k])]
    if is_dataclass(value):
        skipped = ("counts", "threshold", "point", "level")
        return [
            x for f in fields(value) if f.name not in skipped for x in flat(getattr(value, f.name))
        ]
    if isinstance(value, np.ndarray | list | tuple):
        return [x for part in value for x in flat(part)]
    return [float(value)]


def near(a, b, tolerance=1e-11):
    "Whether two answers agree."
    a, b = flat(a), flat(b)
    return len(a) == len(b) and all(
        x == y or (x != x and y != y) or abs(x - y) <= tolerance * max(1, abs(y))
        for x, y in zip(a, b, strict=True)
    )


# What is public


def functions_of_counts(module):
    "Public functions with an argument of counts."
    for name in module.__all__:
        found = getattr(module, name)
        if not inspect.isfunction(found) or name.startswith("plot_"):
            continue
        takes = list(inspect.signature(found).parameters.values())
        if any(p.name == "counts" for p in takes):
            yield name, found, takes


def plain_functions():
    "Name, and function of counts, of every public function that is a metric."
    for module in MODULES:
        for name, found, takes in functions_of_counts(module):
            if name in NO_METRIC or name in pr.CURVES:
                continue
            rest = [
                p
                for p in takes
                if p.name != "counts" and p.default is p.empty and p.kind is not p.VAR_POSITIONAL
            ]
            if name not in MORE and rest:
                raise ValueError(f"{name} is public and takes counts: say in MORE how to call it")
            yield name, MORE.get(name, found)


def rows():
    "Rows of the tables."
    for table in TABLES:
        for name, row in getattr(pr, table).items():
            yield f"{table}: {name}", row


def interval_of(name, method, counts, **options):
    options = {"level": 0.9, "n_resamples": 8, "rng": 3} | options
    return pr.interval(name, counts, method=method, **options)


def middle(counts):
    "One operating point, which an increasing transform of the scores does not move."
    return counts.at(counts.threshold[len(counts) // 2]) if len(counts) else counts.at(0)


def rate_interval(name, method, counts, **options):
    return pr.interval(name, middle(counts), method=method, **({"level": 0.9} | options))


def all_intervals():
    "Every metric with every method of its interval."
    for name, row in {**pr.AREAS, **pr.POINTS, "aucnpr": pr.aucnpr}.items():
        _, table = intervals._of_counts(row, pr.count_thresholds([1, 0], [2, 1]), 0.9)
        for method in table:
            yield f"interval: {name}, {method}", partial(interval_of, name, method)
    for name in ("precision", "recall", "specificity", "accuracy", "f1"):
        for method in RATE_METHODS:
            yield f"interval: {name}, {method}", partial(rate_interval, name, method)


def band_of(make, kind, method, counts, **options):
    "A band: its options are those of an interval."
    if method == "bootstrap":
        options = {"n_resamples": 20, "rng": 3} | options
    return make(counts, kind=kind, method=method, **({"level": 0.9} | options))


def bands():
    "Every band of a curve, by every method of its kind."
    for make in (pr.pr_band, pr.roc_band):
        for kind, methods in regions.KINDS.items():
            for method in methods:
                if make is pr.pr_band or method != "bootstrap":
                    yield (
                        f"band: {make.__name__}, {kind}, {method}",
                        partial(band_of, make, kind, method),
                    )


def printed(record, counts):
    "What another program prints."
    found = systems.which_area(counts, systems=[record.system]).rows
    (row,) = [r for r in found if r.record == record]
    return [row.low, row.high]


def records():
    "Every record of another program."
    for record in convention.CONVENTIONS:
        yield f"record: {record.system} {record.version}, {record.number}", partial(printed, record)


def of_arrays():
    "Façades that take labels with scores, or with calls."
    for module in (sklearn, sharpkit):
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isfunction(found) and "y_true" in inspect.signature(found).parameters:
                yield f"{module.__name__.split('.')[-1]}: {name}", found


def metrics():
    "Every metric that is a function of counts."
    return (*rows(), *plain_functions(), *all_intervals(), *bands(), *records())


# Contracts


def everything():
    "Everything that has contracts."
    return (*metrics(), *of_arrays(), *in_parts.entries())


def data(rng):
    "Labels, tied scores and copies; both classes are there."
    n = int(rng.integers(6, 24))
    labels, scores = rng.integers(0, 2, n), rng.integers(0, 7, n) / 8
    labels[:4] = 0, 1, 0, 1
    return labels, scores, rng.integers(1, 4, n)


def counted(rows, kind=int):
    labels, scores, copies = rows
    return pr.count_thresholds(labels, scores, sample_weight=[kind(k) for k in copies.tolist()])


BILLION = 10**8 + 7, 10**9 + 7  # what each copy of a positive, and of a negative, stands for


def many(rows, kind=int):
    "The same ranking with more than 10⁹ positives; positives times negatives are beyond int64."
    labels, scores, copies = rows
    each = np.where(labels == 1, *BILLION) * copies
    each[: np.flatnonzero(labels)[0] + 1] *= 12
    return counted((labels, scores, each), kind)


def scale_holds(metric, rows_, seconds=40):
    "Whether a billion positives are answered in time, as by exact counts; refusals say no."
    started = time.process_time()
    found, exact = answer(metric, many(rows_)), answer(metric, many(rows_, Fraction))
    if isinstance(found, str) or time.process_time() - started > seconds:
        return False
    if getattr(metric, "func", None) is not printed:
        return isinstance(exact, str) or near(found, exact)
    small = answer(metric, counted(rows_))
    lost = not isinstance(small, str) and not all(map(_nan, flat(small)))
    if lost and flat(found) and all(map(_nan, flat(found))):
        return False
    return isinstance(exact, str) or near(found, exact)


EDGES = ({"edges": [0, 0.25, 0.5, 0.75]}, {"edges": [0, 0.5]}, {"bits": 2}, {"bits": 5})


def coarse_holds(row, rows_):
    "Whether the limits of binned counts hold the value of the exact ones; None if there are none."
    exact = counted(rows_)
    at = {"threshold": 0.5} if isinstance(row, pr.Rate) else {}
    value, tried = row(exact.at(0.5)) if at else row(exact), None
    for how in EDGES:
        try:
            low, high, _ = pr.bin_bounds(row, exact.coarsen(**how), **at)
        except ValueError:  # no limits for this metric, or none in these cells
            continue
        tried = True
        if not (_nan(value) or low - 1e-12 <= value <= high + 1e-12):
            return False
    return tried


HIDDEN = (((2, 1), (1, 2)), ((0, 2), (2, 1)), ((1, 1), (1, 1)), ((2, 2), (1, 0)))


def orders_hold(row):
    "Whether the limits of two bins hold the value of every weak order in them; None as above."
    for (p, n), (q, m) in HIDDEN:
        binned = pr.ThresholdCounts.from_counts([2, 0], [p, q], [n, m], high=[3, 1], grid=[0, 2])
        try:
            low, high, _ = pr.bin_bounds(row, binned)
        except ValueError:
            return None
        for first, second in product(reference.weak_orders(p, n), reference.weak_orders(q, m)):
            pos, neg = zip(*first, *second, strict=True)
            value = row(pr.ThresholdCounts.from_counts(range(len(pos), 0, -1), pos, neg))
            if not (_nan(value) or low - 1e-12 <= value <= high + 1e-12):
                return False
    return True


def dual(row):
    "The rate or association that is this one when classes and calls are swapped; '-' for none."
    tables = [
        pr.OperatingPoint(None, *map(Fraction, t))
        for t in ((5, 2, 3, 11), (7, 1, 4, 2), (1, 9, 6, 3))
    ]
    swapped = [pr.OperatingPoint(None, t.tn, t.fn, t.fp, t.tp) for t in tables]
    here = [row(t) for t in tables]
    others = [row, *pr.RATES.values(), *pr.ASSOCIATIONS.values()]
    return next((o.name for o in others if near(here, [o(t) for t in swapped])), "-")


def tree_sum(parts, rng):
    "The sum along a random tree."
    parts = list(parts)
    while len(parts) > 1:
        i, j = sorted(rng.choice(len(parts), 2, replace=False).tolist())
        parts.append(parts.pop(j) + parts.pop(i))
    return parts[0]


def variants(rows, rng):
    "The same items in another order, as copies, with other scores, in parts; and in other kinds."
    labels, scores, copies = rows
    order = rng.permutation(len(labels))
    part = rng.integers(0, 4, len(labels))
    ladder = np.sort(rng.normal(size=7) * 10.0 ** rng.integers(-3, 4))
    yield "order", counted([x[order] for x in rows])
    yield "copies", pr.count_thresholds(np.repeat(labels, copies), np.repeat(scores, copies))
    yield "transform", counted((labels, ladder[(scores * 8).astype(int)], copies))
    pieces = [counted([x[part == k] for x in rows]) for k in set(part.tolist())]
    yield "merge", tree_sum(pieces, rng)
    yield "kinds", counted(rows, float)
    yield "kinds", counted(rows, Fraction)


def answer(metric, counts):
    "The answer, or the refusal's kind."
    try:
        return metric(counts)
    except ValueError as error:
        return f"{type(error).__name__}"


def broken(metric, seeds):
    "Contracts that a metric breaks."
    found = set()
    for seed in seeds:
        rng = np.random.default_rng([10, seed])
        rows_ = data(rng)
        first = answer(metric, counted(rows_))
        for contract, counts in variants(rows_, rng):
            other = answer(metric, counts)
            if isinstance(first, str) != isinstance(other, str) or not near(first, other):
                found.add(contract)
    return found


def broken_interval(metric, seeds, prepared=lambda rng: counted(data(rng))):
    "The contracts of intervals: inside the range, wider with the level, the same for a seed."
    found = set()
    for seed in seeds:
        counts = prepared(np.random.default_rng([11, seed]))
        low, high, again = (metric(counts, level=x) for x in (0.5, 0.95, 0.95))
        if flat(high) != flat(again) and not near(high, again, 0):
            found.add("seed")
        worst, best = _limits(high, counts)
        for x in (low, high):
            if not (_nan(x.low) or worst - 1e-12 <= x.low <= x.high <= best + 1e-12):
                found.add("inside")
        if not _nan(high.low) and not (
            high.low <= low.low + 1e-12 and low.high <= high.high + 1e-12
        ):
            found.add("levels")
    return found


def _limits(interval, counts):
    "Worst and best value of what an interval is of; without limits where no row tells them."
    row = {**pr.AREAS, **pr.POINTS}.get(interval.metric)
    name = interval.metric.removeprefix("macro ")
    if not isinstance(counts, pr.ThresholdCounts):
        row, known = None, name in pr.RATES or name == "aucnpr" or name in ("roc_auc", *GAINS)
        return (0, 1) if known else (-math.inf, math.inf)
    ends = (row.worst(counts), row.best(counts)) if row else (0, 1)
    return sorted(map(float, ends)) if not any(map(_nan, ends)) else (-math.inf, math.inf)


def broken_band(metric, seeds):
    "The same of bands, at every place; a band holds the observed curve."
    found = set()
    for seed in seeds:
        counts = counted(data(np.random.default_rng([11, seed])))
        low, high, again = (metric(counts, level=x) for x in (0.5, 0.95, 0.95))
        if not near(high, again, 0):
            found.add("seed")
        for band in (low, high):
            if not ((band.low >= 0) & (band.low <= band.high) & (band.high <= 1)).all() or not (
                band.holds(band.center)
            ):
                found.add("inside")
        if not ((high.low <= low.low + 1e-12) & (low.high <= high.high + 1e-12)).all():
            found.add("levels")
    return found


def broken_parts(name, entry, seeds):
    "Contracts that something in parts breaks."
    found = set()
    for seed in seeds:
        rng = np.random.default_rng([14, seed])
        rows_ = in_parts.data(rng)
        weights = not name.startswith(in_parts.NO_WEIGHTS)
        first = entry([rows_], int if weights else None)
        for contract, parts, kind in in_parts.variants(name, rows_, rng):
            if not near(first, entry(parts, kind)):
                found.add(contract)
        if weights:
            rows_.copies = rows_.copies * np.where(rows_.labels == 1, *BILLION)
            if not near(entry([rows_], int), entry([rows_], Fraction)):
                found.add("scale")
    return found


def verdict_of_parts(name, entry, seeds):
    "Contracts that an entry in parts breaks, and those that do not apply."
    bad, no = broken_parts(name, entry, seeds), {"coarse", "weak orders"}
    if name.startswith(in_parts.NO_WEIGHTS):
        no |= {"copies", "transform", "kinds", "scale"}
    if "bits" in name:
        no |= {"transform"}
    if not name.startswith("group interval"):
        return bad, no | {"inside", "levels", "seed"}, "-"
    interval = partial(_of_prepared, entry)
    return bad | broken_interval(interval, seeds, lambda rng: [in_parts.data(rng)]), no, "-"


def _of_prepared(entry, parts, **options):
    return entry(parts, int, **options)


def _nan(x):
    return float(x) != float(x)


def asked(facade, labels, scores, copies=None):
    "What a façade answers; of a curve without its thresholds."
    takes = _takes(facade)
    more = {} if copies is None else {"sample_weight": copies}
    if "beta" in takes and takes["beta"].default is inspect.Parameter.empty:
        more["beta"] = 2.0
    found = facade(labels, scores, **more)
    return found[:2] if "curve" in facade.__name__ else found


def broken_arrays(facade, seeds):
    "The contracts of labels with scores: order of rows, weights as copies, scores transformed."
    takes, broke = _takes(facade), set()
    for seed in seeds:
        rng = np.random.default_rng([12, seed])
        labels, scores, copies = data(rng)
        scores = scores if "y_score" in takes else (scores > 0.4).astype(int)
        order, first = rng.permutation(len(labels)), asked(facade, labels, scores)
        if not near(first, asked(facade, labels[order], scores[order])):
            broke.add("order")
        if "y_score" in takes and not near(first, asked(facade, labels, np.exp(scores) * 3)):
            broke.add("transform")
        if "sample_weight" in takes:
            repeated = asked(facade, np.repeat(labels, copies), np.repeat(scores, copies))
            if not near(repeated, asked(facade, labels, scores, copies)):
                broke.add("copies")
    return broke


def verdict(name, metric, seeds):
    "Contracts that one metric breaks, those that do not apply, and its dual."
    intervals_only = {"inside", "levels", "seed"}
    if name.startswith(("sklearn:", "sharpkit:")):
        no = (
            intervals_only
            | {"merge", "kinds", "scale", "coarse", "weak orders"}
            | (set() if "y_score" in _takes(metric) else {"transform"})
        )
        return (
            broken_arrays(metric, seeds),
            no | (set() if "sample_weight" in _takes(metric) else {"copies"}),
            "-",
        )
    if name in PARTS:
        return verdict_of_parts(name, metric, seeds)
    bad, no, other = broken(metric, seeds), {"coarse", "weak orders"}, "-"
    if not all(scale_holds(metric, data(np.random.default_rng([15, s]))) for s in seeds[:1]):
        bad |= {"scale"}
    if name.startswith(("interval:", "band:")):
        more = broken_interval if name.startswith("interval:") else broken_band
        return bad | more(metric, seeds), no, other
    no = no | intervals_only
    if isinstance(metric, pr.Rate | pr.Association):
        other = dual(metric)
    if isinstance(metric, pr.Rate | pr.Area | pr.Point):
        held = [coarse_holds(metric, data(np.random.default_rng([13, s]))) for s in seeds]
        no = no - {"coarse"} if None not in held else no
        bad |= {"coarse"} if False in held else set()
    if isinstance(metric, pr.Area | pr.Point) and (held := orders_hold(metric)) is not None:
        no = no - {"weak orders"}
        bad |= set() if held else {"weak orders"}
    return bad, no, other


PARTS = dict(in_parts.entries())


def _takes(function):
    return inspect.signature(function).parameters


# programs that rank items, or put a point at each positive
ONE_BY_ONE = ("LingPipe 3.9", "LingPipe 4.1", "Alink 1.3, PRC", "PRROC 1.4, auc.davis", "ROCR",
              "AUCCalculator", "trec_eval", "PASCAL VOC", "COCO")  # fmt: skip


def reason(name, contract):
    "Why a metric need not keep a contract; None if there is no reason."
    if name.removeprefix("record: ").startswith(ONE_BY_ONE) and contract == "scale":
        return "it ranks items or positives one by one: noted above ten million"
    return BREAKS.get((name, contract))


def unexplained(name, bad):
    "Contracts broken without a reason."
    return sorted(c for c in bad if reason(name, c) is None)


def main(arguments=None):
    "Hold all metrics to all contracts, print what is broken without a reason, store the table."
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument(
        "--out", type=Path, default=ROOT / "benchmarks" / "results" / "contracts.csv"
    )
    options, table, faults = parser.parse_args(arguments), [], 0
    warnings.simplefilter("error")
    for name, metric in everything():
        bad, no, other = verdict(name, metric, range(options.seeds))
        if left := unexplained(name, bad):
            faults += 1
            print(name, *left, flush=True)
        cells = [
            (reason(name, c) or "BROKEN") if c in bad else "-" if c in no else "yes"
            for c in CONTRACTS
        ]
        table.append([name, *cells, other])
    with options.out.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([FIELDS, *table])
    print(f"{len(table)} metrics, {faults} break a contract without a reason")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
