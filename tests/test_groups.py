"""Counts by name: groups of rows, sums of parts, 2x2 tables of every part."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from tests.many import SEEDS, queries


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_add_up_to_the_whole(seed):
    labels, scores, groups = queries(seed)
    weights = np.random.default_rng(seed).integers(0, 3, len(labels))
    whole = pr.count_thresholds(labels, scores, sample_weight=weights)
    counts = pr.count_groups(labels, scores, groups, sample_weight=weights)
    assert counts.pooled() == sum(counts) == whole
    assert list(counts.names) == sorted(set(groups[weights > 0].tolist()))
    for name, part in zip(counts.names, counts, strict=True):
        mine = groups == name
        assert part == pr.count_thresholds(labels[mine], scores[mine], sample_weight=weights[mine])


def test_group_labels_are_read_together():
    counts = pr.count_groups(["y", "n", "n"], [3, 2, 1], ["a", "a", "b"], pos_label="y")
    assert [(c.n_pos, c.n_neg) for c in counts] == [(1, 1), (0, 1)]
    with pytest.raises(ValueError, match="pos_label"):
        pr.count_groups(["y", "n", "n"], [3, 2, 1], ["a", "a", "b"])


def test_many_groups_are_one_sort():
    n = 1000
    counts = pr.count_groups(np.arange(n) % 2, np.arange(n), np.arange(n) // 2)
    assert len(counts) == n // 2 and pr.average(pr.average_precision, counts).value == 1


def test_missing_values_of_groups():
    with pytest.raises(ValueError, match="first at position 2"):
        pr.count_groups([1, 0, None], [1, 2, 3], ["a", "a", "b"])
    counts = pr.count_groups([1, 0, None, 1], [1, 2, 3, 4], ["a", "a", "b", "b"], nan_policy="omit")
    assert dict(counts[1].dropped) == {"missing label": 1} and counts[1].n_pos == 1


def test_containers_survive_copies():
    counts = pr.count_groups([1, 0, 1], [1, 2, 3], ["a", "b", "b"])
    assert pickle.loads(pickle.dumps(counts)) == copy.deepcopy(counts) == counts
    assert list(counts) == [counts[0], counts[1]] and len(counts) == 2 and "'a'" in repr(counts)
    mean = pr.average(pr.average_precision, counts, undefined="skip")
    assert pickle.loads(pickle.dumps(mean)) == mean


@pytest.mark.parametrize(
    "scores", [[1, 2, 3], [1.0, 2, 2**53 + 1], [1, 2.5, Fraction(1, 3)]], ids=str
)
@pytest.mark.parametrize("weight", [1, 0.5, Fraction(1, 3)])
def test_pooled_is_the_sum(scores, weight):
    parts = [pr.count_thresholds([1, 0, 1], scores, sample_weight=[weight] * 3)]
    parts.append(pr.count_thresholds([1, 0, None], [1, 2, 3], nan_policy="omit"))
    parts.append(pr.ThresholdCounts.from_counts([], [], [], missed_pos=2))
    parts.append(pr.ThresholdCounts.from_counts([2.0], [1], [Fraction(1, 2)], missed_neg=1))
    counts = pr.CountsByName("abcd", parts)
    assert counts.pooled() == sum(parts) and dict(counts.pooled().dropped) == {"missing label": 1}
    empty = pr.CountsByName("ab", [pr.ThresholdCounts.from_counts([], [], [])] * 2)
    assert len(empty.pooled()) == 0


def test_pooled_tables():
    points = [pr.OperatingPoint(1, 1, 2, 3, 4), pr.OperatingPoint(1, 10, 20, 30, 40)]
    assert pr.CountsByName("ab", points).pooled() == pr.OperatingPoint(1, 11, 22, 33, 44)
    assert pr.average(pr.recall, points, "micro").value == 0.25
    assert (
        pr.average(pr.recall, [points[0], pr.OperatingPoint(2, 1, 1, 1, 1)], "micro").value == 1 / 3
    )


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pr.count_groups([0, 1], [1, 2], ["a", None]), "groups.*missing"),
        (lambda: pr.count_groups([0, 1], [1, 2], ["a"]), "groups"),
        (lambda: pr.count_groups([0, 1], [1, 2], ["a", 1]), "sorted|kind"),
        (lambda: pr.count_groups([], [], []), "at least one row"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2], sample_weight=[0, 0]), "weight"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2]).select([3]), "3"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2]).at(math.nan), "threshold"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
