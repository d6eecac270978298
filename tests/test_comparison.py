"""Models compared on the same items."""

import csv
import json
import math
import pickle
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import prspace as pr
from prspace.comparison import _holm, compare
from prspace.sample_size import hanley_mcneil_variance, required_size, required_size_roc_auc
from tests.sameness import near

ASAH = Path(__file__).parent / "golden" / "comparison" / "asah.csv"
# pROC's test-roc.test.R: Z, p-value, interval of roc.test on its aSAH data
PUBLISHED = {
    ("wfns", "s100b"): (
        2.20898359144091,
        0.0271757822291882,
        0.0104061769564846,
        0.174214419249478,
    ),
    ("wfns", "ndka"): (
        2.79777591868904,
        0.00514557970691098,
        0.0634011709339876,
        0.3600405634833566,
    ),
    ("ndka", "s100b"): (
        -1.39077002573558,
        0.164295175223054,
        -0.2876917446341914,
        0.0488706064228094,
    ),
}


def asah():
    "Outcome and three markers of 113 patients."
    with ASAH.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = {name: [float(row[name]) for row in rows] for name in rows[0]}
    return columns.pop("poor"), columns


def problem(seed, n=30, models=3, levels=6):
    "Labels of both classes and tied scores of several models."
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 2, n)
    label[:4] = 0, 1, 0, 1
    return label, {f"m{i}": rng.integers(0, levels, n) + label for i in range(models)}


def area(ranking):
    "Average precision and ROC area of (score, label) pairs, from the definitions."
    pos = [s for s, y in ranking if y]
    neg = [s for s, y in ranking if not y]
    ap = sum(Fraction(sum(s >= t for s in pos), sum(s >= t for s, _ in ranking)) for t in pos)
    won = sum(Fraction((s > t) * 2 + (s == t), 2) for s in pos for t in neg)
    return ap / len(pos), won / (len(pos) * len(neg)) if neg else None


def test_data_is_the_published_one():
    label, models = asah()
    assert len(label) == 113 and sum(label) == 41
    assert near(pr.roc_auc(pr.count_thresholds(label, models["wfns"])), 1621 / 1968)


@pytest.mark.parametrize("pair", PUBLISHED)
def test_delong_is_that_of_proc(pair):
    label, models = asah()
    names = {name: models[name] for name in pair}
    row = compare(names, label, metric="roc_auc", method="delong")[pair]
    z, p, low, high = PUBLISHED[pair]
    assert near(row.difference / row.standard_error, z, 1e-10) and near(row.p_value, p, 1e-10)
    assert near([row.low, row.high], [low, high], 1e-10)


@pytest.mark.parametrize("seed", range(6))
def test_delong_from_all_pairs_of_items(seed):
    label, models = problem(seed)
    placements = []
    for score in models.values():
        x, y = score[label == 1], score[label == 0]
        won = [[Fraction(int(a > b) * 2 + int(a == b), 2) for b in y] for a in x]
        above = [sum(row) / len(y) for row in won]
        below = [sum(column) / len(x) for column in zip(*won, strict=True)]
        placements.append((above, below))
    result = compare(models, label, metric="roc_auc", method="delong")
    for (i, j), row in zip(combinations(range(3), 2), result.rows, strict=True):
        variance = Fraction(0)
        for a, b in zip(placements[i], placements[j], strict=True):
            d = [u - v for u, v in zip(a, b, strict=True)]
            mean = sum(d) / len(d)
            variance += sum((x - mean) ** 2 for x in d) / (len(d) - 1) / len(d)
        assert near(row.standard_error, math.sqrt(variance), 1e-10)
        p = 2 * stats.norm.sf(abs(row.difference) / row.standard_error)
        assert near(row.p_value, p, 1e-10)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("exchange", ["ranks", "scores"])
@pytest.mark.parametrize("which", [0, 1])
def test_permutation_by_every_swap(seed, exchange, which):
    rng = np.random.default_rng(seed)
    label = np.r_[1, 0, rng.integers(0, 2, 5)]
    models = {name: rng.integers(0, 5, 7).astype(float) for name in "ab"}
    metric = ("average_precision", "roc_auc")[which]
    row = compare(models, label, metric=metric, method="permutation", exchange=exchange).rows[0]
    a, b = models.values()
    if exchange == "ranks":
        a, b = stats.rankdata(a), stats.rankdata(b)
    observed = (
        area(list(zip(a, label, strict=True)))[which]
        - area(list(zip(b, label, strict=True)))[which]
    )
    extreme = 0
    for swap in product([False, True], repeat=7):
        first, second = np.where(swap, b, a), np.where(swap, a, b)
        one, two = (area(list(zip(s, label, strict=True)))[which] for s in (first, second))
        extreme += abs(one - two) >= abs(observed)
    assert near(row.difference, float(observed)) and row.p_value == extreme / 2**7


@pytest.mark.parametrize("seed", range(5))
def test_accuracy_by_permutation_is_the_exact_test_of_mcnemar(seed):
    label, models = problem(seed, n=16, models=2)
    right = [(s >= 3) == (label == 1) for s in models.values()]
    only = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    row = compare(models, label, metric=pr.accuracy, threshold=3, method="permutation").rows[0]
    expected = stats.binomtest(only[0], sum(only)).pvalue if sum(only) else 1
    assert sum(only) <= 13 and near(row.p_value, expected, 1e-12)


def test_many_random_swaps_come_near_every_swap():
    label, models = problem(3, n=13, models=2, levels=9)
    exact = compare(models, label, method="permutation").rows[0].p_value
    three = {name: np.repeat(s, 3) for name, s in models.items()}
    drawn = compare(three, np.repeat(label, 3), method="permutation", n_resamples=400, rng=1)
    assert 0 < exact <= 1 and 1 / 401 <= drawn.rows[0].p_value <= 1
    groups = np.repeat(np.arange(13), 3)
    same = compare(three, np.repeat(label, 3), method="permutation", groups=groups).rows[0]
    assert "all" in compare(three, np.repeat(label, 3), method="permutation", groups=groups).method
    assert 0 < same.p_value <= 1


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc", "trapezoid", "ks"])
def test_bootstrap_has_the_moments_of_every_resample(metric):
    label, models = [1, 0, 1, 0], {"a": [0.9, 0.6, 0.4, 0.1], "b": [0.5, 0.6, 0.7, 0.1]}
    found = []
    for i in product([0, 2], repeat=2):
        for j in product([1, 3], repeat=2):
            rows = [*i, *j]
            one, two = (
                (pr.AREAS | pr.POINTS)[metric](
                    pr.count_thresholds([label[k] for k in rows], [s[k] for k in rows])
                )
                for s in models.values()
            )
            found.append(float(one - two))
    n = 4000 if metric in ("average_precision", "roc_auc") else 200
    row = compare(models, label, metric=metric, n_resamples=n, rng=2).rows[0]
    assert abs(row.standard_error - np.std(found)) < 5 * np.std(found) / n**0.5
    assert (row.low, row.high) == (min(found), max(found))  # each has a probability of 1/16 or more


def test_least_p_value_of_the_bootstrap_counts_the_data():
    label = np.r_[np.ones(9, int), np.zeros(9, int)]
    pair = {"perfect": label, "reversed": -label}
    row = compare(pair, label, metric="roc_auc", n_resamples=99, rng=1).rows[0]
    assert (row.p_value, row.low, row.high) == (2 / 100, 1, 1)


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc"])
@pytest.mark.parametrize("grouped", [False, True])
def test_quick_areas_are_those_of_the_rows(metric, grouped):
    label, models = problem(5, n=60)
    groups = np.arange(60) // 4 if grouped else None
    options = {"groups": groups, "n_resamples": 60, "rng": 3}
    quick = compare(models, label, metric=metric, **options)
    slow = compare(models, label, metric=lambda c: pr.AREAS[metric](c), **options)
    for a, b in zip(quick.rows, slow.rows, strict=True):
        assert near(
            [a.difference, a.low, a.high, a.p_value], [b.difference, b.low, b.high, b.p_value]
        )


def test_rate_is_that_of_the_counts():
    label, models = problem(6, n=80)
    cut = {"m0": 3, "m1": 2, "m2": 4}
    for rate in (pr.precision, pr.recall, pr.f1, pr.false_positive_rate):
        result = compare(models, label, metric=rate, threshold=cut, n_resamples=50, rng=1)
        for name, score in models.items():
            assert near(result.values[name], rate(pr.count_thresholds(label, score).at(cut[name])))


@pytest.mark.parametrize("method", ["bootstrap", "permutation", "delong"])
@pytest.mark.parametrize("seed", range(3))
def test_order_copies_and_scale_of_scores_change_nothing(method, seed):
    label, models = problem(seed, n=40)
    options = {"metric": "roc_auc", "method": method, "n_resamples": 100, "rng": 5}
    first = compare(models, label, **options)
    turn = np.random.default_rng(seed).permutation(40)
    turned = compare({k: s[turn] for k, s in models.items()}, label[turn], **options)
    assert turned.rows == first.rows
    bent = compare({k: np.exp(3 * s) for k, s in models.items()}, label, **options)
    assert bent.rows == first.rows
    weight = np.random.default_rng(seed).integers(0, 3, 40)
    weight[:4] = 1
    weighed = compare(models, label, sample_weight=weight, **options)
    copies = compare(
        {k: np.repeat(s, weight) for k, s in models.items()}, np.repeat(label, weight), **options
    )
    assert weighed.rows == copies.rows


@pytest.mark.parametrize("method", ["bootstrap", "permutation"])
def test_groups_of_one_are_items_and_models_swap_signs(method):
    label, models = problem(9, n=12, models=2)
    alone = compare(models, label, method=method, groups=np.arange(12), rng=1, n_resamples=50)
    items = compare(models, label, method=method, rng=1, n_resamples=50)
    assert alone.values == items.values
    if method == "permutation":
        assert alone.rows == items.rows
    back = compare(dict(reversed(models.items())), label, method=method, rng=1, n_resamples=50)
    assert back.rows[0].difference == -items.rows[0].difference


def test_same_model_twice_never_differs():
    label, models = problem(1, models=1)
    both = {"a": models["m0"], "b": models["m0"] * 2.0}
    for method in ("bootstrap", "permutation", "delong"):
        row = compare(both, label, metric="roc_auc", method=method, rng=1, n_resamples=50).rows[0]
        assert (row.difference, row.p_value) == (0, 1)


def test_no_variance_and_a_difference_is_nan_for_delong():
    pair = {"perfect": [1, 1, 0, 0], "constant": [1, 1, 1, 1]}
    row = compare(pair, [1, 1, 0, 0], metric="roc_auc", method="delong").rows[0]
    assert row.difference == 0.5 and math.isnan(row.p_value) and math.isnan(row.low)
    single = compare(pair, [1, 0, 0, 0], metric="roc_auc", method="delong").rows[0]
    assert math.isnan(single.p_value)


def test_undefined_metric_gives_nan_and_says_how_many():
    pair = {"a": [3, 2, 1, 0], "b": [0, 1, 2, 3]}
    row = compare(pair, [1, 1, 1, 1], metric="roc_auc", n_resamples=20).rows[0]
    assert math.isnan(row.difference) and math.isnan(row.p_value) and math.isnan(row.p_adjusted)
    none = compare(pair, [1, 0, 0, 1], metric="precision", threshold=3, n_resamples=200, rng=1)
    assert "without a value" in none.method and 0 < none.rows[0].p_value <= 1


@pytest.mark.parametrize("seed", range(4))
def test_holm_is_the_closed_form(seed):
    p = np.random.default_rng(seed).random(6) ** 3
    order = np.argsort(p)
    adjusted = np.empty(6)
    for i, k in enumerate(order):
        adjusted[k] = max(min(1, (6 - j) * p[order[j]]) for j in range(i + 1))
    assert near(_holm(p), adjusted)


def test_baseline_and_names():
    label, models = problem(2)
    result = compare(models, label, baseline="m1", n_resamples=20, rng=1)
    assert [(r.first, r.second) for r in result.rows] == [("m0", "m1"), ("m2", "m1")]
    assert result["m0", "m1"] is result.rows[0]
    with pytest.raises(KeyError, match="compared were"):
        result["m0", "m2"]


def test_result_prints_pickles_and_is_strict_json():
    label, models = problem(2)
    result = compare(models, label, method="permutation", n_resamples=20, rng=1)
    assert "interval" in repr(result) and "<table>" in result._repr_html_()
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["rows"][0]["low"] is None
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result)
    assert again.values == result.values


def test_same_seed_same_result_and_fewer_are_the_first():
    label, models = problem(2)
    once, twice = (compare(models, label, rng=7, n_resamples=30) for _ in range(2))
    assert once.rows == twice.rows
    assert compare(models, label, rng=8, n_resamples=30).rows != once.rows


def test_interval_holds_the_difference_and_p_is_uniform_under_the_null():
    "A hundred sets of 30 and 90 items; thresholds are four standard errors."
    label = (np.arange(120) < 30).astype(int)
    held, p = [], []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        common = rng.normal(size=120) + label
        pair = {name: common + rng.normal(size=120) for name in "ab"}
        row = compare(pair, label, n_resamples=199, rng=seed).rows[0]
        held.append(row.low <= 0 <= row.high)
        p.append(
            compare(pair, label, method="permutation", n_resamples=99, rng=seed).rows[0].p_value
        )
    assert 0.9 <= np.mean(held) <= 0.99
    assert stats.kstest(p, "uniform").pvalue > 0.001


def test_hanley_mcneil_is_the_variance_of_exponential_scores():
    "Area 3/4: the negatives' scores have mean 1, the positives' mean 3."
    assert hanley_mcneil_variance(Fraction(3, 4), 1, 1) == Fraction(3, 16)
    rng = np.random.default_rng(1)
    pos, neg = 3 * rng.exponential(size=(1000, 20, 1)), rng.exponential(size=(1000, 1, 30))
    areas = (pos > neg).mean(axis=(1, 2))
    assert np.var(areas) == pytest.approx(hanley_mcneil_variance(0.75, 20, 30), rel=0.15)


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc"])
def test_required_size_scales_the_pilot(metric):
    label, models = problem(1, n=200)
    counts = pr.count_thresholds(label, models["m0"])
    size = required_size(counts, 0.1, metric)
    half = required_size(counts, 0.05, metric)
    assert abs(half.n_pos - 4 * size.n_pos) <= 4 and "same prevalence" in repr(size)
    variance = (
        pr.delong_variance(counts)
        if metric == "roc_auc"
        else pr.infinitesimal_jackknife_variance(counts, stratified=True)
    )
    scale = size.n_pos / counts.n_pos
    assert 2 * 1.959964 * math.sqrt(variance / scale) == pytest.approx(0.1, rel=0.02)


def test_required_size_of_a_rate():
    counts = pr.ThresholdCounts.from_counts([1, 0], [30, 10], [10, 50])
    size = required_size(counts, 0.1, pr.recall, threshold=1)
    assert size.n_pos == math.ceil(0.75 * 0.25 * (2 * stats.norm.ppf(0.975) / 0.1) ** 2)


def test_planned_sizes_are_the_least():
    size = required_size_roc_auc(0.8, 0.08, prevalence=0.1, level=0.9)
    z = stats.norm.ppf(0.95)
    wide = [
        2 * z * math.sqrt(hanley_mcneil_variance(0.8, size.n_pos - k, size.n_neg - 9 * k))
        for k in (0, 1)
    ]
    assert wide[0] <= 0.08 < wide[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "accuracy"}, "read at a threshold"),
        ({"metric": "nothing"}, "must name a row"),
        ({"threshold": 1}, "needs no threshold"),
        ({"metric": "recall", "threshold": {"m0": 1}}, "one for each"),
        ({"level": 1}, "level"),
        ({"n_resamples": 0}, "n_resamples"),
        ({"method": "delong"}, "compares ROC areas"),
        ({"method": "z"}, "method must be one of"),
        ({"exchange": "labels"}, "exchange must be one of"),
        ({"baseline": "x"}, "baseline"),
        ({"sample_weight": np.full(30, 0.5)}, "whole numbers"),
        ({"groups": np.zeros(30)}, "two or more"),
        ({"groups": np.zeros(29)}, "pair up"),
        ({"rng": "today"}, "rng"),
    ],
)
def test_refusals(options, message):
    label, models = problem(1)
    with pytest.raises(ValueError, match=message):
        compare(models, label, **options)


def test_refuses_what_is_no_set_of_models():
    label, models = problem(1)
    for wrong in (models["m0"], {"a": models["m0"]}, {1: models["m0"], "1": models["m1"]}):
        with pytest.raises(ValueError, match=r"two or more names|names must differ"):
            compare(wrong, label)
    gap = models | {"m1": np.where(np.arange(30) == 3, np.nan, models["m1"])}
    with pytest.raises(ValueError, match="m1.*missing"):
        compare(gap, label)


def test_weight_zero_rows_leave_even_with_gaps():
    label, models = problem(1)
    weight = np.ones(30, int)
    weight[7] = 0
    gap = {k: np.where(np.arange(30) == 7, np.nan, s) for k, s in models.items()}
    found = compare(gap, label, sample_weight=weight, n_resamples=20, rng=1)
    keep = np.arange(30) != 7
    wanted = compare({k: s[keep] for k, s in models.items()}, label[keep], n_resamples=20, rng=1)
    assert found.rows == wanted.rows
