"""Counts made for the tests from a ranking: blocks (positives, negatives), best first."""

from fractions import Fraction

import prspace as pr


def counts_of(ranking, kind=int):
    "Counts of a ranking, stored as integers, Fractions or floats."
    threshold = list(range(len(ranking), 0, -1))
    pos, neg = ([kind(block[i]) for block in ranking] for i in (0, 1))
    return pr.ThresholdCounts.from_counts(threshold, pos, neg)


def exact_counts_of(ranking):
    "Counts of a ranking as Fractions, so that areas come out exact."
    return counts_of(ranking, Fraction)


def is_unknown(bound):
    "Whether a row of the table of areas says that it has no such value."
    return type(bound).__name__ == "Unknown"
