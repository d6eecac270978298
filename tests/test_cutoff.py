"""The first k items of a ranking, against every ranking of a few items."""

import pickle
from fractions import Fraction

import numpy as np
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


@pytest.mark.parametrize("k", [10**19, 2**63, np.int64(2**62)])
def test_ranks_beyond_every_list(k):
    counts = pr.count_thresholds([1, 0, 1], [3, 2, 1])
    assert pr.average_precision_at(k)(counts) == pr.average_precision(counts)
    assert pr.top_items(counts, k).n_pos == 2 and pr.top_items(counts, float("inf")).fp[-1] == 1
    row = pr.average_precision_at(k)
    assert row.expected(counts) == pytest.approx(pr.average_precision.expected(counts))


@pytest.mark.parametrize("bad", ["x", None, -1, float("nan"), [1], 1j], ids=repr)
def test_no_number_of_items_to_keep(bad):
    counts = pr.count_thresholds([1, 0, 1], [3, 2, 1])
    with pytest.raises(ValueError, match="k must be 0 or more"):
        pr.top_items(counts, bad)
    with pytest.raises(ValueError, match="k must be a whole number"):
        pr.average_precision_at(bad)
    with pytest.raises(ValueError, match="must be called on counts"):
        pr.top_items([1, 0], 1)


@pytest.mark.parametrize(
    "row", [pr.average_precision_at(2), pr.partial_pr(0, 0.5), pr.partial_roc(0.1)], ids=str
)
def test_made_rows_can_be_pickled(row):
    counts = pr.count_thresholds([1, 0, 1], [3, 2, 1])
    again = pickle.loads(pickle.dumps(row))
    assert again.name == row.name and again(counts) == row(counts)
    assert pr.tie_bounds(again, counts) == pr.tie_bounds(row, counts)
    with pytest.raises(ValueError, match="must be called on counts"):
        row([1, 0])
