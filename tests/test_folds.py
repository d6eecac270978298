"""Many folds, one number."""

import json
import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import prspace as pr
from prspace import folds as module
from prspace.folds import fold_summary, pool_ranks, subset_average_precision
from tests.sameness import near


def ranking(seed, n=9, levels=6):
    "Labels of both classes and tied scores."
    rng = np.random.default_rng(seed)
    label = np.r_[1, 0, 1, 0, rng.integers(0, 2, n - 4)]
    return label, rng.integers(0, levels, n)


def of_rows(label, score):
    "Average precision of rows, in Fractions."
    positives = [s for s, y in zip(score, label, strict=True) if y]
    hits = (Fraction(sum(s >= t for s in positives), sum(s >= t for s in score)) for t in positives)
    return sum(hits) / len(positives)


@pytest.mark.parametrize("seed", range(6))
def test_subset_mean_is_that_of_all_subsets(seed):
    label, score = ranking(seed)
    counts = pr.count_thresholds(label, score)
    pos, neg = np.flatnonzero(label == 1), np.flatnonzero(label == 0)
    for p, n in product(range(1, len(pos) + 1), range(len(neg) + 1)):
        found = [
            of_rows(label[list(a + b)].tolist(), score[list(a + b)].tolist())
            for a in combinations(pos, p)
            for b in combinations(neg, n)
        ]
        assert near(subset_average_precision(counts, p, n), float(sum(found) / len(found)))


def test_whole_ranking_is_its_own_subset_and_none_is_nan():
    counts = pr.count_thresholds(*ranking(3, 60, 30))
    whole = subset_average_precision(counts, counts.n_pos, counts.n_neg)
    assert near(whole, pr.average_precision(counts))
    assert math.isnan(subset_average_precision(counts, 0, 3))


def test_expansion_and_sum_agree(monkeypatch):
    rng = np.random.default_rng(2)
    label = np.arange(4000) < 800
    counts = pr.count_thresholds(label, np.round(rng.normal(size=4000) + label, 2))
    expanded = subset_average_precision(counts, 80, 320)
    monkeypatch.setattr(module, "MOST_SUMMED", 10_000)
    assert near(expanded, subset_average_precision(counts, 80, 320), 1e-5)


def test_laws_of_drawing_are_hypergeometric():
    from scipy.stats import hypergeom

    for there, total, drawn in (
        (3, 10, 4),
        (0, 5, 2),
        (5, 5, 2),
        (900, 1000, 300),
        (7, 9, 9),
        (2, 50_000, 9000),
    ):
        k, chance = module._law(there, total, drawn)
        assert np.allclose(chance, hypergeom.pmf(k, total, there, drawn), rtol=1e-9, atol=1e-15)
        assert near(chance.sum(), 1) and (k >= 0).all()


@pytest.mark.parametrize("seed", range(4))
def test_corrected_mean_is_the_pool_over_all_divisions(seed):
    "Every division of six items into two folds of one positive and two negatives."
    rng = np.random.default_rng(seed)
    label, score = np.array([1, 1, 0, 0, 0, 0]), rng.integers(0, 4, 6)
    corrected = []
    for pair in combinations(range(2, 6), 2):
        fold = np.array([0, 1, 1, 1, 1, 1])
        fold[list(pair)] = 0
        corrected.append(fold_summary(pr.count_groups(label, score, fold)).corrected)
    assert near(np.mean(corrected), pr.average_precision(pr.count_thresholds(label, score)))


@pytest.mark.parametrize("seed", range(4))
def test_pooled_ranks_ignore_the_scale_of_a_fold(seed):
    label, score = ranking(seed, 30)
    fold = np.arange(30) % 3
    plain = pool_ranks(pr.count_groups(label, score, fold))
    bent = pool_ranks(pr.count_groups(label, np.exp(score) * (fold + 1) - 50 * fold, fold))
    assert plain == bent
    assert (plain.n_pos, plain.n_neg) == (label.sum(), 30 - label.sum())
    places = []
    for k in range(3):
        s = score[fold == k]
        places += [(np.sum(s < x) + np.sum(s == x) / 2) / len(s) for x in s]
    assert near(sorted(set(np.round(places, 12))), plain.threshold[::-1])


def test_pooled_ranks_of_one_fold_are_the_fold():
    counts = pr.count_thresholds(*ranking(1))
    assert near(pr.average_precision(pool_ranks([counts])), pr.average_precision(counts))
    assert (pool_ranks([counts]).pos == counts.pos).all()


def test_pooled_ranks_keep_what_was_missed_and_exactness():
    one = pr.ThresholdCounts.from_counts([2, 1], [Fraction(1), 0], [0, Fraction(1)], missed_pos=2)
    pooled = pool_ranks([one, one])
    assert pooled.missed_pos == 4 and pooled.threshold.tolist() == [Fraction(7, 8), Fraction(5, 8)]
    assert pr.average_precision(pooled) == Fraction(1, 3)


@pytest.mark.parametrize("area", ["average_precision", "davis_goadrich", "trapezoid", "roc_auc"])
def test_summary_is_read_from_the_parts(area):
    area = pr.AREAS[area]
    label, score = ranking(2, 40, 20)
    parts = pr.count_groups(label, score, np.arange(40) % 4)
    found = fold_summary(parts, area)
    values = [area(c) for c in parts]
    assert near(found.values, values) and near(found["mean"].value, np.mean(values))
    weights = [c.n_pos for c in parts]
    assert near(found["weighted mean"].value, np.average(values, weights=weights))
    assert near(found["pooled scores"].value, area(parts.pooled()))
    assert near(found["mean"].normalized, np.mean([pr.normalized(area, c) for c in parts]))
    chance = [area.expected(c) for c in parts]
    above = [(x - e) / (1 - e) for x, e in zip(values, chance, strict=True)]
    assert near(found["mean"].above_chance, np.mean(above)) and near(found.expected, chance)
    assert math.isnan(found.inflation) == (area is not pr.average_precision)


def test_random_scores_are_above_chance_by_nothing():
    "All rankings of two positives and three negatives."
    above = []
    for places in combinations(range(5), 2):
        label = [int(i in places) for i in range(5)]
        counts = pr.count_thresholds(label, range(5))
        above.append(fold_summary([counts])["mean"].above_chance)
    assert near(np.mean(above), 0, 1e-15)


def test_aucnpr_is_the_share_of_range_of_the_path():
    parts = [pr.count_thresholds(*ranking(seed)) for seed in range(3)]
    found = fold_summary(parts, pr.davis_goadrich)
    assert near(found["mean"].normalized, np.mean([pr.aucnpr(c) for c in parts]))


@pytest.mark.parametrize("undefined", ["nan", "skip", 0])
def test_folds_without_positives(undefined):
    label, score, fold = [1, 0, 1, 0, 0, 0], [3, 2, 1, 2, 3, 1], [1, 1, 2, 2, 3, 3]
    found = fold_summary(pr.count_groups(label, score, fold), undefined=undefined)
    wanted = {"nan": (math.nan, 3), "skip": (0.75, 2), 0: (0.5, 3)}[undefined]
    assert near((found["mean"].value, found["mean"].n_used), wanted)
    assert "Without a value is fold 3." in repr(found)
    pool = pr.count_groups(label, score, fold).pooled()
    lift = subset_average_precision(pool, 1, 1) - pr.average_precision(pool)
    assert math.isnan(found.values[2]) and near(found.inflation, lift)


def test_any_function_and_a_point():
    parts = [pr.count_thresholds(*ranking(seed)) for seed in range(3)]
    found = fold_summary(parts, pr.ks)
    assert near(found["mean"].value, np.mean([pr.ks(c) for c in parts]))
    assert math.isnan(found["mean"].normalized) and "ks" in repr(found)


def test_fractional_weights_have_no_inflation():
    label, score = ranking(1)
    weight = [Fraction(1, 2)] * 8 + [Fraction(1, 3)]
    parts = pr.count_groups(label, score, np.arange(9) % 2, sample_weight=weight)
    assert math.isnan(fold_summary(parts).inflation)


def test_summary_prints_and_is_strict_json():
    found = fold_summary([pr.count_thresholds(*ranking(1))] * 2)
    tree = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert tree["means"]["mean"]["n_used"] == 2 and tree["names"] == [0, 1]
    assert "lifts the mean" in repr(found) and "<table>" in found._repr_html_()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: fold_summary([]), "one or more counts"),
        (lambda c: fold_summary(3), "one or more counts"),
        (lambda c: pool_ranks([1, 2]), "one or more counts"),
        (lambda c: fold_summary([c], pool="x"), "pool"),
        (lambda c: fold_summary([c], undefined="drop"), "undefined"),
        (lambda c: subset_average_precision(c, 99, 0), "at most"),
        (lambda c: subset_average_precision(c, 1.5, 0), "subset"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call(pr.count_thresholds(*ranking(1)))
