"""How wide the limits of binned counts are, and whether any is ever broken.

python -m benchmarks.bins              widths and estimates at two million rows, as CSV
python -m benchmarks.bins --sound      every metric on ten thousand random summaries
"""

import argparse
import csv
import sys

import numpy as np

import prspace as pr
from prspace import bin_bounds

# log-odds of the true chances: mean, standard deviation; and the factor of a model's own log-odds
MODELS = {
    "calibrated": (-2.15, 1.5, 1),
    "rare": (-10.15, 1.6, 1),
    "overconfident": (-6.0, 6.0, 8),
    "pile at 1": (-65.0, 30.0, 2),
}
SHAPES = (*MODELS, "logits", "log p", "rounded")
METRICS = (
    pr.average_precision, pr.roc_auc, pr.trapezoid, pr.davis_goadrich, pr.left_step,
    pr.first_point_trapezoid, pr.interpolated, pr.eleven_point, pr.prg_area, pr.ks,
    pr.best_f_beta(1), pr.best_f_beta(0.5), pr.r_precision, pr.precision_at(5), pr.recall_at(20),
    pr.lift_at(0.1),
)  # fmt: skip
FIELDS = (
    "model", "scores", "bits", "cells", "auc_width", "auc_error", "auc_tie", "ap_width",
    "ap_error", "ap_tie", "broken",
)  # fmt: skip
UNITS = {
    "p": lambda odds: 1 / (1 + np.exp(np.minimum(-odds, 700))),
    "logit": lambda odds: odds,
    "log p": lambda odds: -np.logaddexp(0, -odds),
}


def sample(model, n, rng):
    """Labels and the model's log-odds; both classes are there."""
    mean, spread, factor = MODELS[model]
    odds = mean + spread * rng.standard_normal(n)
    y = rng.random(n) < UNITS["p"](odds)
    y[:2] = False, True
    return y, factor * odds


def draw(shape, n, rng):
    """Exact counts of one shape of scores."""
    model = shape if shape in MODELS else "calibrated"
    y, odds = sample(model, n, rng)
    score = UNITS.get({"logits": "logit"}.get(shape, shape), UNITS["p"])(odds)
    return pr.count_thresholds(y, np.round(score, 2) if shape == "rounded" else score)


def widths(n, seed=1):
    """One row for each model, unit and number of bits."""
    for model in MODELS:
        y, odds = sample(model, n, np.random.default_rng(seed))
        for unit, scores in UNITS.items():
            fine = pr.count_thresholds(y, scores(odds))
            for bits in (10, 12):
                yield model, unit, bits, *measure(fine, fine.coarsen(bits=bits))


def measure(fine, counts):
    """Width, error of the estimate, error of reading cells as ties; then how many limits broke."""
    row, broken = [len(counts)], 0
    for metric in (pr.roc_auc, pr.average_precision):
        found, value = bin_bounds(metric, counts), metric(fine)
        broken += not found.low <= value <= found.high
        row += [f"{x:.2g}" for x in (found.width, found.estimate - value, metric(counts) - value)]
    return *row, broken


def sound(summaries=10_080):
    """How many limits were computed, and how many were broken, for each metric."""
    done, broken = 0, dict.fromkeys((m.name for m in METRICS), 0)
    for i in range(summaries // 9):
        rng = np.random.default_rng(i)
        fine = draw(SHAPES[i % len(SHAPES)], int(np.exp(rng.uniform(2, 6.5))), rng)
        for bits in range(6, 15):
            counts = fine.coarsen(bits=bits)
            for metric in METRICS:
                low, high, _ = bin_bounds(metric, counts)
                broken[metric.name] += not low <= metric(fine) <= high
                done += 1
    return done, broken


def main():
    """CSV to the screen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--sound", action="store_true")
    given = parser.parse_args()
    out = csv.writer(sys.stdout, lineterminator="\n")
    if given.sound:
        done, broken = sound()
        out.writerows(
            [("metric", "broken"), *broken.items(), (f"of {done} limits", sum(broken.values()))]
        )
        return
    out.writerow(FIELDS)
    for row in widths(given.rows):
        out.writerow(row)


if __name__ == "__main__":
    main()
