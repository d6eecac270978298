"""Averages over classes, labels, rows, pairs and groups."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from sklearn import metrics

import prspace as pr
from tests import reference
from tests.many import HOW, SEEDS, classes, queries, ranked, tags
from tests.sameness import is_nan, near, same


def by_hand(area, counts, how):
    "The average from the definitions, in Fractions."
    rankings = [list(zip(c.pos.tolist(), c.neg.tolist(), strict=True)) for c in counts]
    values = [area(ranking) for ranking in rankings]
    weights = [sum(p for p, _ in r) if how == "weighted" else 1 for r in rankings]
    return sum(Fraction(w) * v for w, v in zip(weights, values, strict=True)) / sum(weights)


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


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pr.average(pr.precision, pr.count_labels([[0, 1]], [[1, 2]]), "all"), "how"),
        (lambda: pr.average(pr.precision, []), "at least one part"),
        (lambda: pr.average(pr.precision, [], undefined=None), "undefined"),
        (lambda: pr.average(pr.precision, [], undefined=math.nan), "undefined"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_what_cannot_be_averaged_says_so():
    counts = pr.count_thresholds([1, 0], [2, 1])
    for call, words in (
        (lambda: pr.average(pr.average_precision, counts), "sequence of counts.*ThresholdCounts"),
        (lambda: pr.average(pr.recall, counts.at(1)), "sequence of counts.*OperatingPoint"),
        (lambda: pr.average(pr.average_precision, 5), "sequence of counts.*int"),
        (lambda: pr.average(pr.average_precision, [[1, 0]], "micro"), "must be called on counts"),
        (lambda: pr.average("f1", [counts]), "metric must be callable"),
        (lambda: pr.average(pr.average_precision, [counts], []), "how must be"),
        (lambda: pr.average(pr.average_precision, [counts], undefined=[]), "undefined must be"),
    ):
        with pytest.raises(ValueError, match=words):
            call()
