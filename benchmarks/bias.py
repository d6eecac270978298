"""How far each area of a sample lies from that of the population, on average; the stored table.

    python -m benchmarks.bias                 everything, one or two minutes on one core

The data sets are those of `benchmarks.coverage`, and of more sizes. Beside the mean of the sets
stands, where there is one, the exact mean of `benchmarks.exact`. Exits with 1 if the two differ
by more than chance allows.
"""

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

from benchmarks.coverage import CHUNK, FAMILIES, PREVALENCE, false_positives, text, truth
from benchmarks.exact import expected_areas, share_above
from prspace.areas import AREAS
from prspace.counts import ThresholdCounts
from prspace.minima import aucpr_min

RESULTS = Path(__file__).parent / "results" / "bias.csv"
SETS, SEED, APART = 10_000, 1, 4.5
SIZES = (5, 10, 20, 50, 100, 200, 500, 1000)
CELLS = [(family, n, PREVALENCE) for family in FAMILIES for n in SIZES]
CELLS += [("binormal", n, p) for p in (0.02, 0.5) for n in (20, 100)]
FIELDS = (
    "family", "n_pos", "n_neg", "estimator", "sets", "seed", "truth", "expected", "mean", "se", "sd",
)  # fmt: skip


def _step(k, wrong):
    return k / (k + wrong)


def _left(k, wrong):
    above = k - 1 + wrong
    return np.where(above > 0, (k - 1) / np.maximum(above, 1), 1.0)


def _path(k, wrong):
    above = np.maximum(k - 1 + wrong, 1)
    far = np.where(k - 1 + wrong > 0, np.log1p(1 / above), 0.0)
    return 1 - wrong * far


# what each positive adds, from its place among the positives and the negatives above it
HEIGHTS = {
    "average_precision": _step,
    "davis_goadrich": _path,
    "trapezoid": lambda k, wrong: (_step(k, wrong) + _left(k, wrong)) / 2,
    "left_step": _left,
    "interpolated": lambda k, wrong: np.maximum.accumulate(_step(k, wrong)[:, ::-1], axis=1),
}
# normalized areas: their area, and the row whose worst value is subtracted
NORMALIZED = {
    "aucnpr": "davis_goadrich",
    "normalized_average_precision": "average_precision",
    "normalized_trapezoid": "trapezoid",
}


def estimates(wrong, n_neg):
    """Each area of each data set, one data set a row of negatives above each positive."""
    k = np.arange(1, wrong.shape[1] + 1)
    found = {name: height(k, wrong).mean(axis=1) for name, height in HEIGHTS.items()}
    found["roc_auc"] = 1 - wrong.mean(axis=1) / n_neg
    return with_normalized(found, wrong.shape[1], n_neg)


def with_normalized(areas, n_pos, n_neg):
    """The areas, and those of them that are also measured from their worst value."""
    one = ThresholdCounts.from_counts([1], [n_pos], [n_neg])
    worst = {name: float(AREAS[of].worst(one)) for name, of in NORMALIZED.items()}
    known = {name: of for name, of in NORMALIZED.items() if of in areas}
    return areas | {k: (areas[of] - worst[k]) / (1 - worst[k]) for k, of in known.items()}


def population(family, prevalence):
    """The area of the population that each estimator is meant for."""
    area, roc = (truth(family, prevalence, m) for m in ("average_precision", "roc_auc"))
    least = float(aucpr_min(prevalence))
    found = dict.fromkeys(HEIGHTS, area) | {"roc_auc": roc}
    return found | dict.fromkeys(NORMALIZED, (area - least) / (1 - least))


def expected(family, n_pos, n_neg):
    """Exact means, by quadrature; the ROC area has no bias."""
    found = expected_areas(lambda u: share_above(family, u), n_pos, n_neg)
    return with_normalized(found, n_pos, n_neg) | {"roc_auc": truth(family, 0.5, "roc_auc")}


def cell_rows(cell, sets=SETS, seed=SEED):
    """A row of the table for each estimator."""
    family, n_pos, prevalence = cell
    n_neg = round(n_pos * (1 - prevalence) / prevalence)
    rng = np.random.default_rng([seed, *family.encode(), n_pos, n_neg])
    parts = [
        estimates(false_positives(family, n_pos, n_neg, min(CHUNK, sets - start), rng), n_neg)
        for start in range(0, sets, CHUNK)
    ]
    true, exact = population(family, prevalence), expected(family, n_pos, n_neg)
    for name in parts[0]:
        values = np.concatenate([part[name] for part in parts])
        sd = float(values.std(ddof=1))
        yield (
            family, n_pos, n_neg, name, sets, seed, true[name], exact.get(name, float("nan")),
            float(values.mean()), sd / sets**0.5, sd,
        )  # fmt: skip


def failures(table):
    """Rows whose mean is further from the exact one than chance allows."""
    return [row for row in table if abs(row[8] - row[7]) > APART * row[9]]


def main(arguments=None):
    """Compute, print, store, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=RESULTS, help="where to store the table")
    options, table = parser.parse_args(arguments), []
    for cell in CELLS:
        found = list(cell_rows(cell))
        table += found
        line = (f"{row[3]} {row[8] / row[6] - 1:+.4f}" for row in found[:3])
        print(*cell, *line, sep="\t", flush=True)
    with options.out.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([FIELDS, *map(text, table)])
    for row in failures(table):
        print(f"{row[3]} of {row[0]}, n_pos {row[1]}: mean {row[8]:.5f}, exactly {row[7]:.5f}")
    return 1 if failures(table) else 0


if __name__ == "__main__":
    sys.exit(main())
