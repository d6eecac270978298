"""Counts made for the tests from a ranking: blocks (positives, negatives), best first."""

from fractions import Fraction

import numpy as np

import prspace as pr


def counts_of(ranking, kind=int):
    "Counts of a ranking, stored as integers, Fractions or floats."
    threshold = list(range(len(ranking), 0, -1))
    pos, neg = ([kind(block[i]) for block in ranking] for i in (0, 1))
    return pr.ThresholdCounts.from_counts(threshold, pos, neg)


def exact_counts_of(ranking):
    "Counts of a ranking as Fractions, so that areas come out exact."
    return counts_of(ranking, Fraction)


def huge_blocks(rng, rare, most=8, scarce=3):
    "Fewer than `most` blocks of 1 to 10^15 items; the class `rare` has up to 10^scarce in each."
    power = rng.uniform(0, 15, (2, int(rng.integers(most - 6, most))))
    if rare is not None:
        power[rare] = rng.uniform(0, scarce, power.shape[1])
    table = np.floor(10**power) * (rng.random(power.shape) < 0.8)
    table[:, 0] = np.maximum(table[:, 0], [0, 1])
    table[0, -1] = max(table[0, -1], 1)
    return [tuple(map(int, block)) for block in table.T if block.any()]


def is_unknown(bound):
    "Whether a row of the table of areas says that it has no such value."
    return type(bound).__name__ == "Unknown"
