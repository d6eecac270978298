"""Averages over classes, labels, rows, pairs and groups."""

import copy
import math
import pickle
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from sklearn import metrics

import prspace as pr
from tests import reference
from tests.sameness import is_nan, near, same

SEEDS = range(8)
HOW = ("macro", "weighted", "micro")


def classes(seed, k=None):
    "Classes, tied scores by class, whole weights."
    rng = np.random.default_rng(seed)
    k, n = k or int(rng.integers(3, 6)), int(rng.integers(20, 80))
    y_true = np.r_[np.arange(k), rng.integers(0, k, n - k)]
    scores = rng.integers(1, 9, (n, k)).astype(float)
    return y_true, scores, rng.integers(1, 4, n)


def tags(seed):
    "A table of labels with both kinds in every column, tied scores, whole weights."
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(10, 50)), int(rng.integers(2, 6))
    y_true = rng.integers(0, 2, (n, k))
    y_true[0], y_true[1] = 0, 1
    y_true[0, 0] = 1
    return y_true, rng.integers(0, 7, (n, k)) / 7, rng.integers(1, 4, n)


def by_hand(area, counts, how):
    "The average from the definitions, in Fractions."
    rankings = [list(zip(c.pos.tolist(), c.neg.tolist(), strict=True)) for c in counts]
    values = [area(ranking) for ranking in rankings]
    weights = [sum(p for p, _ in r) if how == "weighted" else 1 for r in rankings]
    return sum(Fraction(w) * v for w, v in zip(weights, values, strict=True)) / sum(weights)


# Against scikit-learn


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_multilabel_areas(seed, weighted):
    y_true, scores, weights = tags(seed)
    weights = weights if weighted else None
    by_label = pr.count_labels(y_true, scores, sample_weight=weights)
    for ours, theirs in (
        (pr.average_precision, metrics.average_precision_score),
        (pr.roc_auc, metrics.roc_auc_score),
    ):
        for how in HOW:
            expected = theirs(y_true, scores, average=how, sample_weight=weights)
            assert near(float(pr.average(ours, by_label, how)), expected), (ours, how)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_samples(seed, weighted):
    y_true, scores, weights = tags(seed)
    weights = weights if weighted else None
    y_true[:, 0], y_true[:, 1] = 1, 0  # every row has both kinds
    by_row = pr.count_samples(y_true, scores, sample_weight=weights)
    how = "weighted" if weighted else "macro"
    for ours, theirs in (
        (pr.average_precision, metrics.average_precision_score),
        (pr.roc_auc, metrics.roc_auc_score),
    ):
        expected = theirs(y_true, scores, average="samples", sample_weight=weights)
        assert near(pr.average(ours, by_row, how).value, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass_one_vs_rest(seed, weighted):
    y_true, scores, weights = classes(seed)
    scores = scores / scores.sum(axis=1, keepdims=True)
    weights = weights if weighted else None
    by_class = pr.count_classes(y_true, scores, sample_weight=weights)
    for how in ("macro", "weighted"):
        options = {"multi_class": "ovr", "average": how, "sample_weight": weights}
        expected = metrics.roc_auc_score(y_true, scores, **options)
        assert near(pr.average(pr.roc_auc, by_class, how).value, expected)
    for how in HOW:
        options = {"average": how, "sample_weight": weights}
        expected = metrics.average_precision_score(y_true, scores, **options)
        assert near(pr.average(pr.average_precision, by_class, how).value, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", ["macro", "weighted"])
def test_multiclass_one_vs_one(seed, how):
    y_true, scores, _ = classes(seed)
    scores = scores / scores.sum(axis=1, keepdims=True)
    expected = metrics.roc_auc_score(y_true, scores, multi_class="ovo", average=how)
    assert near(pr.average(pr.roc_auc, pr.count_pairs(y_true, scores), how).value, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("how", HOW)
def test_rates_of_hard_labels(seed, weighted, how):
    y_true, _, weights = classes(seed)
    weights = weights if weighted else None
    y_pred = np.random.default_rng(seed).permutation(y_true)
    points = pr.count_predictions(y_true, y_pred, sample_weight=weights).at(1)
    expected = metrics.precision_recall_fscore_support(
        y_true, y_pred, beta=2, average=how, sample_weight=weights, zero_division=0
    )
    for rate, value in zip((pr.precision, pr.recall, pr.f_beta(2)), expected, strict=False):
        assert near(pr.average(rate, points, how, undefined=0).value, value)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", [*HOW, "samples"])
def test_rates_of_a_table(seed, how):
    y_true, scores, _ = tags(seed)
    called = (scores > 0.4).astype(int)
    door = pr.count_samples if how == "samples" else pr.count_labels
    points = door(y_true, called).at(1)
    expected = metrics.precision_recall_fscore_support(y_true, called, average=how, zero_division=0)
    ours = "macro" if how == "samples" else how
    for rate, value in zip((pr.precision, pr.recall, pr.f1), expected, strict=False):
        assert near(pr.average(rate, points, ours, undefined=0).value, value)


# Exactly, from the definitions


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", ["macro", "weighted"])
@pytest.mark.parametrize("name", ["average_precision", "trapezoid", "roc_auc"])
def test_fractions_stay_exact(seed, how, name):
    y_true, scores, weights = classes(seed)
    weights = [Fraction(int(w), 7) for w in weights]
    by_class = pr.count_classes(y_true, scores, sample_weight=weights)
    mean = pr.average(pr.AREAS[name], by_class, how)
    assert isinstance(mean.value, Fraction)
    assert mean.value == by_hand(reference.AREA[name], by_class, how)


@pytest.mark.parametrize("seed", SEEDS)
def test_micro_is_one_ranking_of_all(seed):
    y_true, scores, weights = classes(seed)
    by_class = pr.count_classes(y_true, scores, sample_weight=weights)
    flat = (y_true[:, None] == np.arange(scores.shape[1])).ravel()
    whole = pr.count_thresholds(
        flat, scores.ravel(), sample_weight=np.repeat(weights, scores.shape[1])
    )
    assert by_class.pooled() == whole
    for area in pr.AREAS.values():
        assert same(pr.average(area, by_class, "micro").value, area(whole))


@pytest.mark.parametrize("seed", SEEDS)
def test_hand_till_by_pairs_of_rows(seed):
    y_true, scores, _ = classes(seed)
    k = scores.shape[1]
    one = [Fraction(1)] * len(y_true)
    pairs = pr.count_pairs(y_true, scores, sample_weight=one)
    assert list(pairs.names) == list(permutations(range(k), 2))
    shares, rows = [], []
    for i, j in pairs.names:
        a, b = scores[y_true == i, i], scores[y_true == j, i]
        wins = (a[:, None] > b).sum() * 2 + (a[:, None] == b).sum()
        shares.append(Fraction(int(wins), 2 * len(a) * len(b)))
        rows.append(len(a) + len(b))
    assert pr.average(pr.roc_auc, pairs).value == sum(shares) / len(shares)
    weighted = sum(s * w for s, w in zip(shares, rows, strict=True)) / sum(rows)
    assert pr.average(pr.roc_auc, pairs, "weighted").value == weighted
    assert pairs.weights == tuple(rows)


# Groups


def queries(seed):
    "Distinct scores in shuffled groups; one group without positives."
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.repeat(np.arange(6), rng.integers(1, 9, 6)))
    labels = np.where(groups == 3, 0, rng.integers(0, 2, len(groups)))
    return labels, rng.permutation(len(groups)), groups


def ranked(seed):
    "The labels of every group, best first."
    labels, scores, groups = queries(seed)
    order = np.argsort(-scores)
    return {g: labels[order][groups[order] == g].tolist() for g in sorted(set(groups.tolist()))}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("undefined", ["skip", 0])
def test_map_by_hand(seed, undefined):
    labels, scores, groups = queries(seed)
    one = [Fraction(1)] * len(labels)
    counts = pr.count_groups(labels, scores, groups, sample_weight=one)
    for k in (None, 1, 2, 3, 5):
        values = []
        for found in ranked(seed).values():
            hits = [(i, r) for i, r in enumerate(np.flatnonzero(found).tolist(), 1)]
            terms = [Fraction(i, r + 1) for i, r in hits if k is None or r < k]
            if hits or undefined == 0:
                values.append(sum(terms, Fraction(0)) / max(1, len(hits)))
        metric = pr.average_precision_at(k) if k else pr.average_precision
        mean = pr.average(metric, counts, undefined=undefined)
        assert mean.value == sum(values) / len(values)
        assert (mean.n_used, mean.n_total) == (len(values), len(counts))


@pytest.mark.parametrize("seed", SEEDS)
def test_mean_reciprocal_rank_by_hand(seed):
    counts = pr.count_groups(*queries(seed))

    def reciprocal_rank(c):
        ranks = (c.tp + c.fp)[c.pos > 0]
        return 1 / ranks[0] if len(ranks) else math.nan

    firsts = [found.index(1) + 1 for found in ranked(seed).values() if 1 in found]
    expected = sum(Fraction(1, r) for r in firsts) / len(firsts)
    assert near(pr.average(reciprocal_rank, counts, undefined="skip").value, expected)


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


# The first k items


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


# Undefined parts


@pytest.mark.parametrize(
    ("undefined", "value", "n_used"),
    [("nan", math.nan, 3), ("skip", 0.75, 2), (0, 0.5, 3), (1, 5 / 6, 3), (Fraction(0), 0.5, 3)],
)
def test_three_policies(undefined, value, n_used):
    values = iter([1.0, math.nan, 0.5])
    parts = pr.CountsByName("abc", [pr.OperatingPoint(1, i, 0, 1, 1) for i in range(3)])
    mean = pr.average(lambda _: next(values), parts, undefined=undefined)
    assert near(mean.value, value) and (mean.n_used, mean.n_total) == (n_used, 3)
    assert mean.undefined == ("b",) and mean.names == ("a", "b", "c")
    assert near(float(mean), value) and "undefined: b" in repr(mean)


def test_a_skipped_class_takes_its_weight_along():
    parts = [pr.OperatingPoint(1, 1, 0, 1, 0), pr.OperatingPoint(1, 0, 0, 5, 0)]
    mean = pr.average(pr.precision, parts, "weighted", undefined="skip")
    assert (mean.value, mean.n_used) == (1, 1)
    assert near(pr.average(pr.precision, parts, "weighted", undefined=0).value, 2 / 7)


@pytest.mark.parametrize("how", HOW)
def test_nothing_defined_is_nan(how):
    parts = pr.count_labels([[0, 0], [0, 0]], [[1, 2], [2, 1]])
    mean = pr.average(pr.average_precision, parts, how, undefined="skip")
    assert is_nan(mean.value)
    filled = pr.average(pr.average_precision, parts, how, undefined=0)
    assert is_nan(filled.value) if how == "weighted" else filled.value == 0


def test_zero_is_not_negative():
    parts = [pr.OperatingPoint(1, 0, 1, 1, 0)]
    assert math.copysign(1, pr.average(lambda _: -0.0, parts).value) == 1


# Containers


def test_parts_are_added_by_name():
    y_true, scores, weights = classes(1)
    labels = range(scores.shape[1])

    def part(rows):
        return pr.count_classes(
            y_true[rows], scores[rows], labels=labels, sample_weight=weights[rows]
        )

    assert part(slice(0, 9)) + part(slice(9, None)) == part(slice(None))
    a, b = pr.count_groups([1, 0], [1, 2], ["a", "b"]), pr.count_groups([1, 1], [1, 2], ["b", "c"])
    assert (a + b).names == ("a", "b", "c") and (a + b)[1].n_pos == (a + b)[1].n_neg == 1


def test_weights_of_pairs_are_added():
    y_true, scores, _ = classes(2)
    pairs = pr.count_pairs(y_true, scores)
    assert (pairs + pairs).weights == tuple(2 * w for w in pairs.weights)


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


# What comes in


def test_tables_of_many_kinds():
    rows = [[0.1, 0.8], [0.3, 0.4], [0.7, 0.5]]
    y_true = ["a", "b", "a"]
    expected = pr.count_classes(y_true, rows)
    for table in (np.array(rows), tuple(map(tuple, rows)), np.asfortranarray(rows)):
        assert pr.count_classes(np.array(y_true, object), table) == expected
    assert pr.count_classes(y_true, np.ma.masked_array(rows)) == expected


def test_scores_in_lists_stay_unrounded():
    counts = pr.count_classes([0, 1], [[2**53, 0.5], [2**53 + 1, 0.25]])
    assert len(counts[0]) == 2


def test_columns_follow_labels():
    rows = [[0.1, 0.8], [0.3, 0.4], [0.7, 0.5]]
    swapped = [[b, a] for a, b in rows]
    first = pr.count_classes(["a", "b", "a"], rows)
    second = pr.count_classes(["a", "b", "a"], swapped, labels=["b", "a"])
    assert first == second.select(["a", "b"])


def test_bools_and_numbers_are_classes():
    assert pr.count_classes([True, False], [[0.2, 0.8], [0.6, 0.4]]).names == (False, True)
    assert pr.count_classes([1.5, -1], [[0.2, 0.8], [0.6, 0.4]]).names == (-1, 1.5)


@pytest.mark.parametrize("missing", [None, math.nan])
def test_missing_values_are_dropped_and_counted(missing):
    y_true, scores = ["a", missing, "b", "b"], [[1, 2], [3, 4], [missing, 6], [7, 8]]
    for door, names in ((pr.count_classes, ["a", "b"]), (pr.count_pairs, [("a", "b"), ("b", "a")])):
        with pytest.raises(ValueError, match="missing"):
            door(y_true, scores)
        counts = door(y_true, scores, nan_policy="omit")
        assert list(counts.names) == names
        assert dict(counts[0].dropped) == {"missing label": 1, "missing score": 1}
        assert dict(counts[1].dropped) == {"missing label": 1}


def test_missing_values_of_groups():
    with pytest.raises(ValueError, match="first at position 2"):
        pr.count_groups([1, 0, None], [1, 2, 3], ["a", "a", "b"])
    counts = pr.count_groups([1, 0, None, 1], [1, 2, 3, 4], ["a", "a", "b", "b"], nan_policy="omit")
    assert dict(counts[1].dropped) == {"missing label": 1} and counts[1].n_pos == 1


def test_rows_without_weight_leave_first():
    weights = [1, 1, 0]
    counts = pr.count_classes([0, 1, 9], [[1, 2], [2, 1], [math.nan, 3]], sample_weight=weights)
    assert counts.names == (0, 1) and counts[0].n_pos == counts[0].n_neg == 1
    assert pr.count_pairs([0, 1, 9], [[1, 2], [2, 1], [5, 3]], sample_weight=weights).weights == (
        2,
        2,
    )
    assert pr.count_predictions([0, 1, 9], [0, 0, 9], sample_weight=weights).names == (0, 1)
    assert pr.count_samples([[0, 1], [1, 1]], [[1, 2], [2, 1]], sample_weight=[0, 2]).names == (1,)


def test_a_pair_without_rows_is_empty():
    pairs = pr.count_pairs([0, 0], [[1, 2, 3], [4, 5, 6]], labels=[0, 1, 2])
    assert [len(c) for c in pairs] == [2, 2, 1 + 1, 0, 2, 0]
    assert pr.average(pr.roc_auc, pairs, undefined="skip").n_used == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: pr.count_classes([0, 1], [[1, 2, 3], [4, 5, 6]]),
            "3 columns and 2 classes.*labels=",
        ),
        (lambda: pr.count_classes([0, 7], [[1, 2], [4, 5]], labels=[0, 1]), "without 7"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [4, 5]], labels=[0, 0, 1]), "once"),
        (lambda: pr.count_classes([0, 1], [1, 2]), "table"),
        (lambda: pr.count_classes([0, 1], np.array([1, 2])), "table.*shape"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3]]), "table"),
        (lambda: pr.count_classes([], []), "table"),
        (lambda: pr.count_classes([0], [[1, 2], [3, 4]]), "pair up.*1 and 2"),
        (lambda: pr.count_classes([0, "a"], [[1, 2], [3, 4]]), "one kind"),
        (lambda: pr.count_classes([0, 1], [["a", 2], ["b", 4]]), "class 0: y_score"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], sample_weight=[1]), "sample_weight"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], sample_weight=[1, -1]), "-1"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], nan_policy="drop"), "nan_policy"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2, 3]]), "2 and 3"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2]], names=["a"]), "names"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2]], names=["a", "a"]), "distinct"),
        (lambda: pr.count_labels([[0, 5], [0, 4]], [[1, 2], [2, 1]]), "label 1: pos_label"),
        (lambda: pr.count_samples([[0, 1]], [[1, math.nan]]), "row 0: y_score"),
        (lambda: pr.count_groups([0, 1], [1, 2], ["a", None]), "groups.*missing"),
        (lambda: pr.count_groups([0, 1], [1, 2], ["a"]), "groups"),
        (lambda: pr.count_groups([0, 1], [1, 2], ["a", 1]), "sorted|kind"),
        (lambda: pr.count_groups([], [], []), "at least one row"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2], sample_weight=[0, 0]), "weight"),
        (lambda: pr.count_predictions([0, 1], [0]), "pair up"),
        (lambda: pr.count_predictions([0, 1], [0, 2], labels=[0, 1]), "without 2"),
        (lambda: pr.average(pr.precision, pr.count_labels([[0, 1]], [[1, 2]]), "all"), "how"),
        (lambda: pr.average(pr.precision, []), "at least one part"),
        (lambda: pr.average(pr.precision, [], undefined=None), "undefined"),
        (lambda: pr.average(pr.precision, [], undefined=math.nan), "undefined"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2]).select([3]), "3"),
        (lambda: pr.count_groups([0, 1], [1, 2], [1, 2]).at(math.nan), "threshold"),
        (lambda: pr.top_items(pr.ThresholdCounts.from_counts([], [], []), -1), "-1"),
        (lambda: pr.average_precision_at(0), "whole number"),
        (lambda: pr.average_precision_at(2.5), "whole number"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()
