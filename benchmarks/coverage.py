"""How often each interval holds the area of the population; the stored table, and a verdict on the default.

    python -m benchmarks.coverage             everything, about ten minutes on one core
    python -m benchmarks.coverage --quick     without the bootstrap, one minute

Exits with 1 if a default covers less than it must.
"""

import argparse
import csv
import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy import integrate, stats
from scipy.special import ndtri

from prspace.binomial import normal_quantile
from prspace.direct_intervals import (
    _effective_interval,
    _logit_ends,
    _newcombe_ends,
    effective_number,
    newcombe_number,
)
from prspace.drawn_intervals import _moved_quantiles
from prspace.engine import ratio
from prspace.jackknife import GAINS, _influences, _square_sum

RESULTS = Path(__file__).parent / "results" / "coverage.csv"
LEVEL, LEAST, PREVALENCE = 0.95, 0.935, 0.1
SETS, BOOTSTRAP_SETS, RESAMPLES, BLOCK, CHUNK = 10_000, 2_000, 500, 50, 500
SIZES, FEW = (20, 100, 500), (5, 10)
METRICS = ("average_precision", "davis_goadrich", "trapezoid")
DRAWN = ("average_precision", "roc_auc")
DEFAULTS = dict.fromkeys((*METRICS, "roc_auc"), "jackknife")

# scores of positives and of negatives
FAMILIES = {
    "binormal": (stats.norm(1, 1), stats.norm(0, 1)),
    "bibeta": (stats.beta(5, 2), stats.beta(2, 5)),
    "offset_uniform": (stats.uniform(0.5, 1), stats.uniform(0, 1)),
}
# other laws, on which nothing is required
OTHERS = {
    "weak": (stats.norm(0.5, 1), stats.norm(0, 1)),
    "strong": (stats.norm(3, 1), stats.norm(0, 1)),
    "wide": (stats.norm(1, 2), stats.norm(0, 1)),
    "narrow": (stats.norm(1, 0.5), stats.norm(0, 1)),
}
CELLS = [(family, n, PREVALENCE) for family in FAMILIES for n in SIZES]
CELLS += [(family, n, PREVALENCE) for family in OTHERS for n in (20, 100)]
CELLS += [(family, n, PREVALENCE) for family in FAMILIES for n in FEW]
CELLS += [("binormal", n, p) for n in (*FEW, 20, 100) for p in (0.02, 0.5)]
FIELDS = (
    "family", "n_pos", "n_neg", "metric", "method", "sets", "truth", "mean_value", "coverage",
    "coverage_se", "below", "above", "width", "width_se",
)  # fmt: skip


def laws(family):
    """Laws of the scores of positives and of negatives."""
    return (FAMILIES | OTHERS)[family]


@lru_cache
def truth(family, prevalence, metric):
    """Area of the population, by quadrature over the recall."""
    pos, neg = laws(family)

    def height(recall):
        wrong = neg.sf(pos.isf(recall))
        if metric == "roc_auc":
            return 1 - wrong
        right = prevalence * recall
        return right / (right + (1 - prevalence) * wrong) if right else 1.0

    return integrate.quad(height, 0, 1, points=[1e-3, 0.5], epsabs=1e-10, limit=500)[0]


def false_positives(family, n_pos, n_neg, sets, rng):
    """Negatives above each positive, best positive first, for each data set."""
    pos, neg = laws(family)
    found = np.empty((sets, n_pos))
    high = np.sort(pos.rvs((sets, n_pos), random_state=rng), axis=1)[:, ::-1]
    low = np.sort(neg.rvs((sets, n_neg), random_state=rng), axis=1)
    for row, (mine, others) in enumerate(zip(high, low, strict=True)):
        found[row] = n_neg - np.searchsorted(others, mine)
    return found


def columns(wrong, n_neg):
    """Positives and negatives of the cells: a gap, a positive, a gap, a positive ... a gap."""
    sets, n_pos = wrong.shape
    gaps = np.diff(np.c_[np.zeros(sets), wrong, np.full(sets, n_neg)], axis=1)
    pos, neg = np.zeros((2, sets, 2 * n_pos + 1))
    pos[:, 1::2], neg[:, ::2] = 1, gaps
    return pos, neg


def area_intervals(metric, wrong, n_neg):
    """Values, and both ends by each method that draws nothing."""
    pos, neg = columns(wrong, n_neg)
    value, *slopes = _influences(GAINS[metric], pos, neg)
    variance = sum(map(_square_sum, (pos, neg), slopes))
    n_pos = wrong.shape[1]
    trials = effective_number(value, variance, n_pos, n_pos)
    spread = np.sqrt(value * (1 - value) / n_pos)
    reach = normal_quantile(LEVEL) * spread
    unclear = (value == 0) | (value == 1)  # the logit interval says nothing there
    logit = (
        np.where(unclear, k, x)
        for k, x in zip((0, 1), _logit_ends(value, spread, LEVEL), strict=True)
    )
    return value, {
        "jackknife": _effective_interval(value, trials, LEVEL),
        "logit": tuple(logit),
        "binomial": (value - reach, value + reach),
    }


def roc_intervals(wrong, n_neg):
    """The same for the ROC area, one data set a row."""
    pos, neg = columns(wrong, n_neg)
    n_pos = wrong.shape[1]
    below, above = ratio(n_neg - wrong, n_neg), ratio(np.cumsum(pos, axis=1), n_pos)
    value = below.mean(axis=1)
    of_pos = ((below - value[:, None]) ** 2).sum(axis=1) / (n_pos * (n_pos - 1))
    of_neg = (neg * (above - value[:, None]) ** 2).sum(axis=1) / (n_neg * (n_neg - 1))
    error = np.sqrt(of_pos + of_neg)
    newcombe = _newcombe_ends(value, n_pos, n_neg, LEVEL)
    logit = _logit_ends(value, error, LEVEL)
    logit = tuple(np.where(error > 0, x, y) for x, y in zip(logit, newcombe, strict=True))
    reach = normal_quantile(LEVEL) * error
    wald = np.clip(value - reach, 0, 1), np.clip(value + reach, 0, 1)
    worth = newcombe_number(value, n_pos, n_neg)
    trials = effective_number(value, of_pos + of_neg, min(n_pos, n_neg), worth)
    steady = _effective_interval(value, trials, LEVEL)
    return value, {"jackknife": steady, "delong_logit": logit, "delong": wald, "newcombe": newcombe}


def resamples(n_pos, n_neg, rng):
    """Blocks of multiplicities of the positives, and running totals of both; a column a resample."""
    blocks = []
    for _ in range(RESAMPLES // BLOCK):
        pos, neg = (rng.multinomial(n, np.full(n, 1 / n), BLOCK).T for n in (n_pos, n_neg))
        totals = np.vstack([np.zeros((1, BLOCK)), np.cumsum(neg, axis=0)])
        found = np.ascontiguousarray(pos), np.cumsum(pos, axis=0), totals
        blocks.append([x.astype(np.int32) for x in found])
    return blocks


def drawn_areas(metric, wrong, blocks, n_neg):
    """Area of every resample of one data set."""
    areas = []
    for pos, tp, totals in blocks:
        fp = totals.take(wrong.astype(int), axis=0)
        if metric == "roc_auc":
            areas.append(1 - (pos * fp).sum(axis=0) / (len(wrong) * n_neg))
        else:
            areas.append((pos * (tp / np.maximum(tp + fp, 1))).sum(axis=0) / len(wrong))
    return np.concatenate(areas)


def ranks(first, last):
    """Whole numbers in a column."""
    return np.arange(first, last + 1)[:, None]


def acceleration(metric, wrong, n_neg):
    """How fast the error changes with the value, for each data set."""
    pos, neg = columns(wrong, n_neg)
    if metric == "roc_auc":
        value = 1 - wrong.mean(axis=1, keepdims=True) / n_neg
        above = ratio(np.cumsum(pos, axis=1), wrong.shape[1])
        of_pos = np.zeros(pos.shape)
        of_pos[:, 1::2] = 1 - wrong / n_neg - value
        slopes = of_pos, above - value
    else:
        _, *slopes = _influences(GAINS[metric], pos, neg)
    pairs = [(x, u, x.sum(axis=1)) for x, u in zip((pos, neg), slopes, strict=True)]
    top = sum((x * u**3).sum(axis=1) / n**3 for x, u, n in pairs)
    bottom = sum((x * u**2).sum(axis=1) / n**2 for x, u, n in pairs)
    return np.where(bottom > 0, ratio(top, 6 * bottom**1.5), 0.0)


def bootstrap_intervals(metric, wrong, drawn, n_neg):
    """Values, and both bootstrap intervals, from the same multiplicities for all data sets."""
    values, low, high = [], [], []
    for row, change in zip(wrong, acceleration(metric, wrong, n_neg), strict=True):
        observed = [(np.ones((len(row), 1), int), ranks(1, len(row)), ranks(0, n_neg))]
        value = float(drawn_areas(metric, row, observed, n_neg)[0])
        areas = drawn_areas(metric, row, drawn, n_neg)
        share = (np.mean(areas < value) + np.mean(areas <= value)) / 2
        plain = _moved_quantiles(areas, LEVEL, 0.0, 0.0)
        moved = _moved_quantiles(areas, LEVEL, float(ndtri(share)), float(change))
        values.append(value)
        low.append((plain[0], moved[0]))
        high.append((plain[1], moved[1]))
    low, high = np.array(low), np.array(high)
    ends = {name: (low[:, k], high[:, k]) for k, name in enumerate(("percentile", "bca"))}
    return np.array(values), ends


def collected(parts):
    """Values and ends of several chunks, joined."""
    values, ends = zip(*parts, strict=True)
    joined = {
        method: tuple(np.concatenate([e[method][k] for e in ends]) for k in (0, 1))
        for method in ends[0]
    }
    return np.concatenate(values), joined


def rows(cell, metric, value, ends):
    """A row of the table for each method."""
    family, n_pos, prevalence = cell
    n_neg, sets = round(n_pos * (1 - prevalence) / prevalence), len(value)
    true = truth(family, prevalence, metric)
    for method, (low, high) in ends.items():
        width, below, above = high - low, float(np.mean(true < low)), float(np.mean(true > high))
        cover = 1 - below - above
        yield (
            family, n_pos, n_neg, metric, method, sets, true, float(value.mean()), cover,
            (cover * (1 - cover) / sets) ** 0.5, below, above, float(width.mean()),
            float(width.std() / sets**0.5),
        )  # fmt: skip


def quick(cell, sets=SETS, seed=1):
    """All methods that draw nothing, for one cell of the table."""
    family, n_pos, prevalence = cell
    n_neg = round(n_pos * (1 - prevalence) / prevalence)
    rng = np.random.default_rng([seed, *family.encode(), n_pos, n_neg])
    parts = {metric: [] for metric in DEFAULTS}
    for start in range(0, sets, CHUNK):
        wrong = false_positives(family, n_pos, n_neg, min(CHUNK, sets - start), rng)
        for metric in METRICS:
            parts[metric].append(area_intervals(metric, wrong, n_neg))
        parts["roc_auc"].append(roc_intervals(wrong, n_neg))
    for metric, chunks in parts.items():
        yield from rows(cell, metric, *collected(chunks))


def drawn(cell, sets=BOOTSTRAP_SETS, seed=1):
    """Both bootstrap methods, for one cell of the table; fifty sets share their draws."""
    family, n_pos, prevalence = cell
    n_neg = round(n_pos * (1 - prevalence) / prevalence)
    rng = np.random.default_rng([seed, *family.encode(), n_pos, n_neg, RESAMPLES])
    parts = {metric: [] for metric in DRAWN}
    for start in range(0, sets, 50):
        wrong = false_positives(family, n_pos, n_neg, min(50, sets - start), rng)
        draws = resamples(n_pos, n_neg, rng)
        for metric in DRAWN:
            parts[metric].append(bootstrap_intervals(metric, wrong, draws, n_neg))
    for metric, chunks in parts.items():
        yield from rows(cell, metric, *collected(chunks))


def is_required(row):
    """Whether a default method must hold here."""
    wanted = {(f, n, round(n * (1 - PREVALENCE) / PREVALENCE)) for f in FAMILIES for n in SIZES}
    return tuple(row[:3]) in wanted and DEFAULTS.get(row[3]) == row[4]


def failures(table):
    """Rows of a default method that covers less than it must."""
    return [row for row in table if is_required(row) and row[8] < LEAST]


def verdict(table):
    """What the defaults cover at least: where they must, and anywhere."""
    for metric, method in DEFAULTS.items():
        mine = [row for row in table if tuple(row[3:5]) == (metric, method)]
        must = [row for row in mine if is_required(row)]
        for found, place in ((must, "required cells"), (mine, "cells in all")):
            least = min(found, key=lambda row: row[8], default=None)
            if least:
                where = f"{least[0]}, n_pos {least[1]}, n_neg {least[2]}"
                yield f"{metric} by {method}: {least[8]:.4f} or more, {len(found)} {place} ({where})"


def text(row):
    """One row as it stands in the file."""
    return [x if isinstance(x, str) else f"{x:.6g}" for x in row]


def main(arguments=None):
    """Compute, print, store, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="without the bootstrap; stores nothing"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="where to store the table")
    options, table = parser.parse_args(arguments), []
    for number, cell in enumerate(CELLS):
        found = list(quick(cell))
        if number < len(FAMILIES) * len(SIZES) and not options.quick:
            found += drawn(cell)
        table += sorted(found, key=lambda row: (row[3], row[4]))
        for row in found:
            line = text(row)
            print(*line[:5], f"covers {row[8]:.4f}", f"width {row[12]:.4f}", sep="\t", flush=True)
    if not options.quick:
        with options.out.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([FIELDS, *map(text, table)])
    print(*verdict(table), sep="\n")
    for row in failures(table):
        print(f"{row[4]} covers {row[3]} in {row[8]:.4f} of {row[0]} sets, n_pos {row[1]}")
    return 1 if failures(table) else 0


if __name__ == "__main__":
    sys.exit(main())
