"""The first k items of a ranking, against every ranking of a few items."""

from fractions import Fraction

import pytest

import prspace as pr
from tests import reference
from tests.sameness import is_nan, near, same


def test_first_items_of_every_ranking():
    for n_pos, n_neg in reference.classes(4):
        whole = pr.ThresholdCounts.from_counts([0], [Fraction(n_pos)], [Fraction(n_neg)])
        for k in range(1, 6):
            row = pr.average_precision_at(k)
            strict, values = [], []
            for ranking in reference.weak_orders(n_pos, n_neg):
                pos, neg = ([Fraction(x) for x in c] for c in zip(*ranking, strict=True))
                counts = pr.ThresholdCounts.from_counts(range(len(pos), 0, -1), pos, neg)
                values.append(row(counts))
                if all(p + n == 1 for p, n in ranking):
                    strict.append(values[-1])
                if k >= 4:
                    assert same(values[-1], pr.average_precision(counts))
            if not n_pos:
                assert all(map(is_nan, values)) and is_nan(row.worst(whole))
                continue
            assert (min(values), max(values)) == (row.worst(whole), row.best(whole))
            assert sum(strict) / len(strict) == row.expected(whole)
            assert row(whole) == row.constant(whole)


def test_cut_items_are_missed():
    counts = pr.ThresholdCounts.from_counts([3, 2, 1], [1, 2, 1], [0, 2, 1], missed_pos=1)
    top = pr.top_items(counts, 3)
    assert (top.n_pos, top.n_neg) == (counts.n_pos, counts.n_neg)
    assert (top.pos.tolist(), top.neg.tolist()) == ([1, 1], [0, 1])
    assert (top.missed_pos, top.missed_neg) == (3, 2)
    assert pr.top_items(counts, 99).missed_pos == 1 and len(pr.top_items(counts, 0)) == 0
    assert pr.average_precision_at(3)(counts) == (1 + 1 * 2 / 3) / 5


def test_large_counts_are_cut_without_overflow():
    counts = pr.ThresholdCounts.from_counts([2, 1], [2**40, 2**40], [2**40, 2**60])
    assert near(pr.average_precision_at(2**41)(counts), 0.25)
    assert pr.average_precision_at(2).expected(counts) > 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pr.top_items(pr.ThresholdCounts.from_counts([], [], []), -1), "-1"),
        (lambda: pr.average_precision_at(0), "whole number"),
        (lambda: pr.average_precision_at(2.5), "whole number"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
