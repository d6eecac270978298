"""How precision varies along the recall, from sample to sample; the stored table.

    python -m benchmarks.spread               everything, about a minute on one core

Precision is read at the k-th best positive, so at recall k / n_pos, in the data sets of
`benchmarks.coverage`. Beside what the sets show stand the exact mean, deviation and quantiles of
`benchmarks.exact`, and the deviation by the first-order formula. Exits with 1 if the sets
contradict the exact law.
"""

import argparse
import csv
import sys
from pathlib import Path

import numpy as np

from benchmarks.coverage import CHUNK, FAMILIES, PREVALENCE, SIZES, false_positives, text
from benchmarks.exact import delta_variance, negatives_above

RESULTS = Path(__file__).parent / "results" / "spread.csv"
SETS, SEED, APART = 10_000, 1, 5.0
SHARES = (0.05, 0.5, 0.95)
CELLS = [(family, n, PREVALENCE) for family in FAMILIES for n in SIZES]
FIELDS = (
    "family", "n_pos", "n_neg", "k", "sets", "seed", "exact_mean", "mean", "exact_sd", "sd",
    "formula_sd", *(f"exact_q{100 * q:g}" for q in SHARES), *(f"q{100 * q:g}" for q in SHARES),
)  # fmt: skip


def places(n_pos):
    """Which positives are looked at: the first few, then every twentieth of them."""
    return sorted({1, 2, 3, 5, *np.rint(np.linspace(0.05, 1, 20) * n_pos).astype(int).tolist()})


def exact_law(family, k, n_pos, n_neg):
    """Mean, standard deviation and quantiles of the precision at the k-th best positive."""
    chance, value = negatives_above(family, k, n_pos, n_neg), k / (k + np.arange(n_neg + 1))
    mean = float(chance @ value)
    at_most = np.cumsum(chance[::-1])  # values rise from the end
    where = np.searchsorted(at_most, np.array(SHARES) - 1e-9).clip(max=n_neg)
    return mean, float(chance @ (value - mean) ** 2) ** 0.5, value[::-1][where].tolist()


def cell_rows(cell, sets=SETS, seed=SEED):
    """A row of the table for each place."""
    family, n_pos, prevalence = cell
    n_neg = round(n_pos * (1 - prevalence) / prevalence)
    rng = np.random.default_rng([seed, *family.encode(), n_pos, n_neg])
    k = np.array(places(n_pos))
    parts = [
        false_positives(family, n_pos, n_neg, min(CHUNK, sets - start), rng)[:, k - 1]
        for start in range(0, sets, CHUNK)
    ]
    for place, wrong in zip(k.tolist(), np.concatenate(parts).T, strict=True):
        mean, sd, quantiles = exact_law(family, place, n_pos, n_neg)
        formula = float(delta_variance(family, place, n_pos, n_neg)) ** 0.5
        value = place / (place + wrong)
        found = np.quantile(value, SHARES, method="inverted_cdf").tolist()
        yield (
            family, n_pos, n_neg, place, sets, seed, mean, float(value.mean()), sd,
            float(value.std()), formula, *quantiles, *found,
        )  # fmt: skip


def failures(table):
    """Rows whose mean or deviation is further from the exact one than chance allows.

    The error of a deviation is at most that of a value between 0 and 1.
    """
    found = []
    for row in table:
        error = row[8] / row[4] ** 0.5
        far = abs(row[7] - row[6]) > APART * error + 1e-9
        wide = abs(row[9] ** 2 - row[8] ** 2) > APART * error + 1e-9
        found += [row] if far or wide else []
    return found


def main(arguments=None):
    """Compute, print, store, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=RESULTS, help="where to store the table")
    options, table = parser.parse_args(arguments), []
    for cell in CELLS:
        found = list(cell_rows(cell))
        table += found
        worst = max(abs(row[9] / row[8] - 1) for row in found if row[8] > 0.01)
        print(
            *cell[:2],
            f"deviations above .01 agree within {100 * worst:.1f} %",
            sep="\t",
            flush=True,
        )
    with options.out.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([FIELDS, *map(text, table)])
    for row in failures(table):
        print(f"{row[0]}, n_pos {row[1]}, k {row[3]}: {row[7]:.5f} ± {row[9]:.5f} is not exact")
    return 1 if failures(table) else 0


if __name__ == "__main__":
    sys.exit(main())
