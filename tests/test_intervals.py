"""Intervals of areas, points, rates and groups: against scipy, brute force, and their own promises."""

import math
import warnings
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import bootstrap as scipy_bootstrap
from scipy.stats import norm
from scipy.stats import t as student

import prspace as pr
from prspace.binomial import wilson
from prspace.direct_intervals import STEADY
from prspace.group_intervals import _Cells
from prspace.intervals import AREA_METHODS, GROUP_METHODS, OTHER_METHODS, ROC_METHODS, interval
from prspace.jackknife import GAINS, jackknife_variance
from tests.build import counts_of
from tests.reference import weak_orders

DRAWN = {"percentile", "bca"}
METHODS = dict.fromkeys((*GAINS, "aucnpr"), AREA_METHODS) | {"roc_auc": ROC_METHODS}
EVERY = [(metric, method) for metric, table in METHODS.items() for method in table]


def random_counts(seed, missed=True):
    "Tied scores of both classes, some items never retrieved."
    rng = np.random.default_rng(seed)
    pos, neg = rng.integers(0, 4, (2, int(rng.integers(2, 7))))
    pos[0] += 2
    neg[-1] += 2
    lost = rng.integers(0, 3, 2).tolist() if missed and seed % 2 else (0, 0)
    return pr.ThresholdCounts.from_counts(
        range(len(pos)), pos, neg, missed_pos=lost[0], missed_neg=lost[1]
    )


def rows(seed, n_pos=12, n_neg=30):
    "Labels and untied scores."
    rng = np.random.default_rng(seed)
    label = np.repeat([1, 0], [n_pos, n_neg])
    return label, rng.normal(size=n_pos + n_neg) + label


def without_each(area, counts):
    "The area without each positive and without each negative, missed ones included."
    for side in ("pos", "neg"):
        found = []
        for cell in range(len(counts) + 1):
            parts = {k: getattr(counts, k) for k in ("missed_pos", "missed_neg")}
            cells = {k: getattr(counts, k).copy() for k in ("pos", "neg")}
            if cell < len(counts):
                items = int(cells[side][cell])
                cells[side][cell] -= items > 0
            else:
                items = parts[f"missed_{side}"]
                parts[f"missed_{side}"] -= items > 0
            less = pr.ThresholdCounts.from_counts(counts.threshold, *cells.values(), **parts)
            found += [area(less)] * items
        yield np.array(found)


# Leaving items out


@pytest.mark.parametrize("name", GAINS)
@pytest.mark.parametrize("seed", range(12))
def test_jackknife_is_counting_again_without_each_item(seed, name):
    counts = random_counts(seed)
    groups = list(without_each(pr.AREAS[name], counts))
    slow = sum((len(a) - 1) * a.var() for a in groups)
    assert jackknife_variance(counts, name) == pytest.approx(slow, rel=1e-10, abs=1e-15)


@pytest.mark.parametrize("name", GAINS)
def test_jackknife_on_every_small_ranking(name):
    for ranking in weak_orders(2, 2):
        counts = counts_of(ranking)
        slow = sum((len(a) - 1) * a.var() for a in without_each(pr.AREAS[name], counts))
        assert jackknife_variance(counts, name) == pytest.approx(slow, abs=1e-14)


def test_jackknife_of_many_items_loses_no_digits():
    """A billion items at ten scores: ten thousand times the items, a ten thousandth of the variance."""
    rng = np.random.default_rng(2)
    pos, neg = rng.integers(1, 9, (2, 10)) * 10**4
    few, many = (pr.ThresholdCounts.from_counts(range(10), pos * k, neg * k) for k in (1, 10**4))
    ratio = jackknife_variance(few) / jackknife_variance(many) / 10**4
    assert ratio == pytest.approx(1, abs=1e-4)
    infinitesimal = pr.infinitesimal_jackknife_variance(many, stratified=True)
    assert jackknife_variance(many) == pytest.approx(infinitesimal, rel=1e-6)


# The default


@pytest.mark.parametrize("seed", range(8))
def test_default_is_wilsons_interval_of_the_effective_number(seed):
    counts = random_counts(seed)
    value, n_pos = pr.average_precision(counts), counts.n_pos
    variance = sum((len(a) - 1) * a.var() for a in without_each(pr.average_precision, counts))
    binomial = value * (1 - value) / n_pos
    steady = ((n_pos - 1) * variance + STEADY * binomial) / (n_pos - 1 + STEADY)
    trials = value * (1 - value) / steady if 0 < value < 1 else n_pos
    expected = np.clip(
        wilson(value * trials, trials),
        pr.average_precision.worst(counts), pr.average_precision.best(counts),
    )  # fmt: skip
    found = interval("average_precision", counts)
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-12)
    assert found.method == "jackknife" and found.value == value


def test_boyds_two_by_hand():
    label, score = rows(0)
    counts = pr.count_thresholds(label, score)
    a, z = pr.davis_goadrich(counts), norm.ppf(0.95)
    found = interval("davis_goadrich", counts, method="binomial", level=0.9)
    reach = z * math.sqrt(a * (1 - a) / 12)
    assert (found.low, found.high) == pytest.approx((a - reach, a + reach), abs=1e-12)
    found = interval("davis_goadrich", counts, method="logit", level=0.9)
    eta, tau = math.log(a / (1 - a)), 1 / math.sqrt(12 * a * (1 - a))
    ends = [1 / (1 + math.exp(-x)) for x in (eta - z * tau, eta + z * tau)]
    assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)


@pytest.mark.parametrize("method", AREA_METHODS)
def test_aucnpr_is_the_path_area_mapped(method):
    counts = random_counts(3, missed=False)
    area = interval(pr.davis_goadrich, counts, method=method, n_resamples=200, rng=1)
    share = interval(pr.aucnpr, counts, method=method, n_resamples=200, rng=1)
    least = pr.davis_goadrich.worst(counts)
    assert share == interval("aucnpr", counts, method=method, n_resamples=200, rng=1)
    for a, b in ((area.low, share.low), (area.high, share.high), (area.value, share.value)):
        assert (a - least) / (1 - least) == pytest.approx(b, abs=1e-12)
    assert share.value == pytest.approx(pr.aucnpr(counts), abs=1e-12)


# ROC area


def kernel(x, y):
    "Half pairs as Fractions."
    return Fraction(int(x > y) * 2 + int(x == y), 2)


def test_delong_estimates_the_exact_variance_of_the_u_statistic():
    """Every sample of two and three items from two small populations, with exact Fractions."""
    high, low, n_pos, n_neg = (3, 2, 5), (1, 2, 4), 2, 3
    areas, estimates = [], []
    for x in product(high, repeat=n_pos):
        for y in product(low, repeat=n_neg):
            scores = [*x, *y]
            weight = [Fraction(1)] * len(scores)
            counts = pr.count_thresholds([1] * 2 + [0] * 3, scores, sample_weight=weight)
            areas.append(pr.roc_auc(counts))
            estimates.append(pr.delong_variance(counts))
    mean = sum(areas) / len(areas)
    exact = sum((a - mean) ** 2 for a in areas) / len(areas)
    table = [[kernel(x, y) for y in low] for x in high]
    by_pos = [sum(row) / len(low) for row in table]
    by_neg = [sum(column) / len(high) for column in zip(*table, strict=True)]
    of_pos, of_neg, both = (
        sum((v - mean) ** 2 for v in values) / len(values)
        for values in (by_pos, by_neg, [v for row in table for v in row])
    )
    assert exact == ((n_neg - 1) * of_pos + (n_pos - 1) * of_neg + both) / (n_pos * n_neg)
    bias = (both - of_pos - of_neg) / (n_pos * n_neg)  # second order, never negative
    assert sum(estimates) / len(estimates) == exact + bias and bias > 0


def test_logit_delong_by_hand():
    counts = pr.count_thresholds(*rows(1))
    a, v = pr.roc_auc(counts), pr.delong_variance(counts)
    eta, reach = math.log(a / (1 - a)), norm.ppf(0.975) * math.sqrt(v) / (a * (1 - a))
    ends = [1 / (1 + math.exp(-x)) for x in (eta - reach, eta + reach)]
    found = interval("roc_auc", counts, method="delong_logit")
    assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)
    assert found.method == "delong_logit" and found.note == ""


def test_default_of_the_roc_area_by_hand():
    """Leaving out each item gives DeLong's variance; weighed with Newcombe's; Wilson's interval."""
    counts = pr.count_thresholds(*rows(1))
    a, more = pr.roc_auc(counts), 42 / 2 - 1
    variance = sum((len(x) - 1) * x.var() for x in without_each(pr.roc_auc, counts))
    assert variance == pytest.approx(pr.delong_variance(counts), rel=1e-12)
    other = a * (1 - a) / 360 * (1 + more * ((1 - a) / (2 - a) + a / (1 + a)))
    trials = a * (1 - a) * (11 + STEADY) / (11 * variance + STEADY * other)
    found = interval("roc_auc", counts)
    assert (found.low, found.high) == pytest.approx(wilson(a * trials, trials), abs=1e-12)
    assert found.method == "jackknife" and found.note == ""


@pytest.mark.parametrize(
    "ranking", [[(5, 0), (0, 9)], [(0, 9), (5, 0)], [(5, 9)], [(1, 0), (0, 1)]]
)
def test_newcombe_stands_in_where_delong_sees_nothing(ranking):
    counts = counts_of(ranking)
    found = interval("roc_auc", counts, method="delong_logit")
    assert found.method == "newcombe" and "DeLong" in found.note
    assert 0 < found.width < 1 and found.value in found
    plain = interval("roc_auc", counts, method="newcombe")
    assert (found.low, found.high) == (plain.low, plain.high)


def test_newcombe_solves_its_equation_and_mirrors():
    counts = pr.count_thresholds(*rows(2))
    found = interval("roc_auc", counts, method="newcombe")
    z, more = norm.ppf(0.975), 42 / 2 - 1
    for x in (found.low, found.high):
        variance = x * (1 - x) / 360 * (1 + more * ((1 - x) / (2 - x) + x / (1 + x)))
        assert (found.value - x) ** 2 == pytest.approx(z * z * variance, rel=1e-9)
    label, score = rows(2)
    other = interval("roc_auc", pr.count_thresholds(label, -score), method="newcombe")
    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-12)


# Bootstrap


@pytest.mark.parametrize("name", ["average_precision", "roc_auc"])
def test_percentiles_are_those_of_the_stratified_bootstrap(name):
    counts = random_counts(5)
    drawn = pr.bootstrap(counts, name, n_resamples=700, stratified=True, rng=3)[name]
    found = interval(name, counts, method="percentile", n_resamples=700, rng=3, level=0.8)
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.1, 0.9]), abs=1e-12)


@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("name", GAINS)
def test_drawn_areas_are_those_of_the_resampled_counts(name, seed):
    counts, area = random_counts(seed), pr.AREAS[name]
    for method in DRAWN:
        options = {"method": method, "n_resamples": 60, "rng": 2}
        quick = interval(area, counts, **options)
        slow = interval(lambda c, area=area: area(c), counts, **options)
        ends = np.clip((slow.low, slow.high), area.worst(counts), area.best(counts))
        assert (quick.low, quick.high) == pytest.approx(tuple(ends), abs=1e-10)


@pytest.mark.parametrize("name", ["average_precision", "roc_auc"])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_same_draws_give_scipys_interval(name, method):
    label, score = rows(6)
    counts = pr.count_thresholds(label, score)
    drawn = pr.bootstrap(counts, name, n_resamples=400, stratified=True, rng=8)[name]

    def area(mine, others):
        label = np.repeat([1, 0], [len(mine), len(others)])
        return pr.AREAS[name](pr.count_thresholds(label, np.r_[mine, others]))

    theirs = scipy_bootstrap(
        (score[label == 1], score[label == 0]), area, n_resamples=0, vectorized=False,
        method="BCa" if method == "bca" else "percentile",
        bootstrap_result=SimpleNamespace(bootstrap_distribution=drawn),
    ).confidence_interval  # fmt: skip
    ours = interval(name, counts, method=method, n_resamples=400, rng=8)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-10)


def test_seeds_give_the_same_interval_and_monte_carlo_error_shrinks():
    counts = pr.count_thresholds(*rows(9))
    few, again, many = (
        interval("average_precision", counts, method="percentile", n_resamples=n, rng=np.random.default_rng(5))
        for n in (500, 500, 8000)
    )  # fmt: skip
    assert few == again and few != interval("average_precision", counts, method="percentile", rng=6)
    assert all(a > b > 0 for a, b in zip(few.error, many.error, strict=True))
    ends = [
        interval("average_precision", counts, method="percentile", n_resamples=500, rng=k).low
        for k in range(40)
    ]
    assert 0.4 < np.std(ends) / few.error[0] < 2.5
    assert interval("average_precision", counts).error is None


# What every interval keeps


@pytest.mark.parametrize(("metric", "method"), EVERY)
def test_ends_stay_within_worst_and_best_without_warnings(metric, method):
    row = pr.AREAS.get(metric)
    for seed in range(6):
        counts = random_counts(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = interval(metric, counts, method=method, n_resamples=60, rng=1)
        worst, best = (0, 1) if row is None else (row.worst(counts), row.best(counts))
        if found.low == found.low:
            assert worst <= found.low <= found.high <= best
            if method not in DRAWN:
                assert found.low - 1e-12 <= found.value <= found.high + 1e-12
        else:
            assert found.note


SPECIAL = {
    "nothing": [], "no positives": [(0, 3)], "no negatives": [(3, 0)], "one positive": [(0, 2), (1, 0), (0, 4)],
    "one item": [(1, 0)], "perfect": [(4, 0), (0, 9)], "reversed": [(0, 9), (4, 0)],
    "constant": [(4, 9)], "one of each": [(0, 1), (1, 0)], "one negative": [(3, 0), (0, 1), (2, 0)],
}  # fmt: skip


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize(("metric", "method"), EVERY)
def test_special_counts_give_an_interval_or_a_reason(metric, method, name):
    counts = counts_of(SPECIAL[name])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = interval(metric, counts, method=method, n_resamples=40, rng=1)
    if math.isnan(found.low):
        assert math.isnan(found.high) and len(found.note.split()) > 2
    else:
        assert 0 <= found.low <= found.high <= 1


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc"])
def test_default_has_width_where_there_is_room(metric):
    for name in ("perfect", "reversed", "constant", "one positive"):
        assert interval(metric, counts_of(SPECIAL[name])).width > 0.02, name


@pytest.mark.parametrize(("metric", "method"), EVERY)
def test_only_the_order_counts(metric, method):
    label, score = rows(11)
    order = np.random.default_rng(0).permutation(len(label))
    first = interval(metric, pr.count_thresholds(label, score), method=method, rng=1)
    for other in (
        pr.count_thresholds(label[order], score[order]), pr.count_thresholds(label, np.exp(score)),
        pr.count_thresholds(label, score, sample_weight=[Fraction(1)] * len(label)),
        pr.count_thresholds(label, score, sample_weight=np.ones(len(label))),
    ):  # fmt: skip
        found = interval(metric, other, method=method, rng=1)
        assert (found.low, found.high) == pytest.approx((first.low, first.high), abs=1e-12)


def test_wider_at_a_higher_level_and_narrower_with_more_items():
    label, score = rows(12)
    counts = pr.count_thresholds(label, score)
    for metric in METHODS:
        widths = [interval(metric, counts, level=x).width for x in (0.5, 0.8, 0.95, 0.99)]
        assert widths == sorted(widths)
        more = pr.ThresholdCounts.from_counts(counts.threshold, counts.pos * 9, counts.neg * 9)
        assert interval(metric, more).width < interval(metric, counts).width


def test_binned_counts_say_so():
    counts = pr.count_thresholds(*rows(13)).coarsen(edges=[-3, 0, 1, 3])
    assert "bin_bounds" in interval("average_precision", counts).note
    assert interval("average_precision", pr.count_thresholds(*rows(13))).note == ""


# Rates


def test_rates_are_shares_with_wilsons_interval():
    point = pr.count_thresholds(*rows(14)).at(0.5)
    total = point.tp + point.fp + point.fn + point.tn
    wholes = {
        "recall": (point.tp, 12), "precision": (point.tp, point.tp + point.fp),
        "specificity": (point.tn, 30), "accuracy": (point.tp + point.tn, total),
        "false_discovery_rate": (point.fp, point.tp + point.fp),
    }  # fmt: skip
    for name, (k, n) in wholes.items():
        found = interval(name, point)
        assert (found.low, found.high) == pytest.approx(wilson(k, n), abs=1e-12)
        assert found.value == pr.RATES[name](point)
    for name in pr.RATES:
        for method in ("wilson", "clopper_pearson", "jeffreys"):
            assert interval(name, point, method=method).width > 0, name


def test_f1_is_the_jaccard_index_mapped():
    point = pr.count_thresholds(*rows(15)).at(0.5)
    low, high = wilson(point.tp, point.tp + point.fp + point.fn)
    found = interval("f1", point)
    assert (found.low, found.high) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))
    assert found.value in found
    with pytest.raises(ValueError, match="no share of items"):
        interval(pr.f_beta(2), point)


def test_rate_without_a_value_says_why():
    point = counts_of([(0, 3)]).at(1)
    found = interval("recall", point)
    assert math.isnan(found.low) and found.note == pr.recall.undefined_when


# Groups


def grouped(seed, groups=6, missed=False):
    "Counts of each group, of different sizes, with ties across groups."
    rng = np.random.default_rng(seed)
    size = 40
    label, code = rng.integers(0, 2, size), rng.integers(0, groups, size)
    code[:groups] = np.arange(groups)
    parts = pr.count_groups(label, rng.integers(0, 9, size) + label, code)
    if missed:
        lost = [
            pr.ThresholdCounts.from_counts([], [], [], missed_pos=k % 3, missed_neg=k % 2)
            for k in range(groups)
        ]
        parts = pr.CountsByName(parts.names, [a + b for a, b in zip(parts, lost, strict=True)])
    return parts  # fmt: skip


@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize("metric", [*GAINS, "roc_auc", "best_f1"])
def test_group_weights_are_repeated_groups(metric, missed):
    parts = grouped(1, missed=missed)
    row = (pr.AREAS | pr.POINTS)[metric]
    plan = _Cells(parts, GAINS.get(metric), None if metric in GAINS else row)
    weights = np.random.default_rng(2).multinomial(6, [1 / 6] * 6, 20)
    found = plan.values(weights)
    for value, times in zip(found, weights, strict=True):
        pooled = sum(
            (part for part, k in zip(parts, times, strict=True) for _ in range(k)), start=0
        )
        assert value == pytest.approx(float(row(pooled)), abs=1e-12)


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc", "aucnpr", "best_f1"])
def test_groups_give_an_interval_around_the_pooled_value(metric):
    parts = grouped(3)
    table = OTHER_METHODS if metric == "best_f1" else GROUP_METHODS
    for method in table:
        found = interval(metric, parts, method=method, n_resamples=40, rng=1)
        assert found.value == pytest.approx(
            interval(metric, parts.pooled(), rng=1, n_resamples=50).value
        )
        assert 0 <= found.low < found.high <= 1
        assert found == interval(metric, parts, method=method, n_resamples=40, rng=1)


def test_group_percentiles_by_resampling_groups_one_by_one():
    parts = grouped(4)
    found = interval("average_precision", parts, method="percentile", n_resamples=2000, rng=1)
    rng, slow = np.random.default_rng(7), []
    for _ in range(200):
        drawn = [parts[i] for i in rng.integers(0, 6, 6)]
        slow.append(pr.average_precision(sum(drawn[1:], start=drawn[0])))
    assert (found.low, found.high) == pytest.approx(np.quantile(slow, [0.025, 0.975]), abs=0.06)


def test_rates_of_groups():
    parts = grouped(5)
    points = parts.at(4)
    found = interval("recall", points)
    pooled = points.pooled()
    assert found.value == pr.recall(pooled) and found.method == "jackknife"
    left = []
    for k in range(6):
        rest = [p for i, p in enumerate(points) if i != k]
        left.append(sum(p.tp for p in rest) / sum(p.tp + p.fn for p in rest))
    variance = 5 * np.var(left)
    z, t = norm.ppf(0.975), 2.5705818366147395  # Student, 5 degrees of freedom
    trials = found.value * (1 - found.value) / variance * (z / t) ** 2
    expected = wilson(found.value * trials, trials)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-9)


def test_few_groups_say_what_is_missing():
    one = pr.CountsByName(["a"], [counts_of([(1, 0), (0, 2), (1, 1)])])
    assert interval("average_precision", one).note == "there is one group only"
    all_in_one = pr.CountsByName(
        ["a", "b"], [counts_of([(1, 0), (0, 2), (1, 1)]), counts_of([(0, 2)])]
    )
    assert "holds all of a class" in interval("average_precision", all_in_one).note
    found = interval("average_precision", all_in_one, method="percentile", rng=1)
    assert "undefined in" in found.note


# Means over groups


def queries(seed, number=8):
    "Counts of queries, each with a relevant document at least."
    rng = np.random.default_rng(seed)
    label = np.tile(np.arange(6) < 1, number) | (rng.random(6 * number) < 0.2)
    return pr.count_groups(
        label, rng.integers(0, 9, 6 * number) + label, np.arange(6 * number) // 6
    )


@pytest.mark.parametrize("metric", ["average_precision", "roc_auc", "best_f1", "reciprocal_rank"])
def test_mean_over_groups_by_student(metric):
    parts = queries(1)
    row = (pr.AREAS | pr.POINTS)[metric]
    values = np.array([float(row(part)) for part in parts])
    found = interval(metric, parts, average="macro", method="student", level=0.9)
    half = student(7).ppf(0.95) * values.std(ddof=1) / math.sqrt(8)
    assert found.value == pytest.approx(values.mean()) == float(pr.average(row, parts))
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half))
    assert found.metric == f"macro {metric}" and found.method == "student"
    drawn = interval(metric, parts, average="macro", method="percentile", rng=1)
    means = np.random.default_rng(2).choice(values, (4000, 8)).mean(axis=1)
    assert (drawn.low, drawn.high) == pytest.approx(np.quantile(means, [0.025, 0.975]), abs=0.02)
    for method in ("percentile", "bca"):
        kept = interval(metric, parts, average="macro", method=method, n_resamples=2000, rng=3)
        assert 0.5 < kept.width / found.width < 1.6 and kept.value in kept


def test_default_of_a_mean_is_wilson_of_an_effective_number():
    values = np.array([float(pr.average_precision(part)) for part in queries(2)])
    found = interval("average_precision", queries(2), average="macro")
    a, t = values.mean(), student(7).ppf(0.975)
    trials = a * (1 - a) / (values.var(ddof=1) / 8) * (norm.ppf(0.975) / t) ** 2
    assert (found.low, found.high) == pytest.approx(wilson(a * trials, trials), rel=1e-9)
    assert found.method == "jackknife"
    assert interval("best_f1", queries(2), average="macro").method == "student"


def test_pooled_is_micro_and_rates_have_means_too():
    parts = queries(3)
    assert interval("roc_auc", parts, average="micro") == interval("roc_auc", parts)
    points = parts.at(4)
    found = interval("recall", points, average="macro")
    assert found.value == pytest.approx(np.mean([float(pr.recall(p)) for p in points]))
    assert 0 <= found.low < found.value < found.high <= 1
    with pytest.raises(ValueError, match="threshold"):
        interval("recall", parts, average="macro")


def test_groups_without_a_value_are_asked_about():
    parts = queries(4, 5)
    lost = pr.CountsByName([*parts.names, "x"], [*parts, counts_of([(0, 2), (0, 1)])])
    found = interval("average_precision", lost, average="macro")
    assert math.isnan(found.low) and "1 of 6 groups" in found.note and "(x)" in found.note
    skipped = interval("average_precision", lost, average="macro", undefined="skip")
    assert skipped == interval("average_precision", parts, average="macro")
    zero = interval("average_precision", lost, average="macro", undefined=0)
    assert zero.value == pytest.approx(skipped.value * 5 / 6)
    one = pr.CountsByName(["a"], [parts[0]])
    for method in ("jackknife", "student"):
        assert "one group" in interval("roc_auc", one, average="macro", method=method).note
    same = pr.CountsByName(["a", "b"], [parts[0]] * 2)
    assert "no spread" in interval("roc_auc", same, average="macro", method="student").note


# Refusals


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda c: interval("average_precision", c.at(0.5)), "must be called on counts"),
        (lambda c: interval("recall", c), "needs one threshold"),
        (lambda c: interval("recal", c), "metric must be a name"),
        (lambda c: interval("matthews_correlation", c.at(0.5)), "function of counts"),
        (lambda c: interval(pr.ASSOCIATIONS["matthews_correlation"], c), "function of counts"),
        (lambda c: interval("average_precision", c, method="normal"), "method for average_precision"),
        (lambda c: interval("roc_auc", c, method="logit"), "method for roc_auc"),
        (lambda c: interval("average_precision", c, level=95), "level must lie"),
        (lambda c: interval("average_precision", c, n_resamples=0), "n_resamples must be"),
        (lambda c: interval("roc_auc", c, method="bca", rng="today"), "rng must be"),
        (lambda c: interval(lambda x: x.tp, c), "must give one number"),
        (lambda c: jackknife_variance(c, "roc_auc"), "statistic must be one of"),
        (lambda c: interval("average_precision", pr.CountsByName([], [])), "needs groups"),
        (lambda c: interval("average_precision", c, average="macro"), "counts of groups"),
        (lambda c: interval("average_precision", grouped(1), average="mean"), "average must be"),
        (lambda c: interval("average_precision", grouped(1), average="macro", undefined="no"), "undefined"),
        (lambda c: interval("average_precision", grouped(1), method="student"), "method for average"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_do(call, words):
    with pytest.raises(ValueError, match=words):
        call(pr.count_thresholds(*rows(16)))


def test_fractional_weights_are_refused_with_the_way_out():
    half = pr.ThresholdCounts.from_counts([2, 1], [0.5, 1], [1, 2.5])
    for metric in METHODS:
        with pytest.raises(ValueError, match="whole items.*without sample_weight"):
            interval(metric, half)
    with pytest.raises(ValueError, match="whole items.*without sample_weight"):
        interval("recall", half.at(2))


def test_any_function_of_counts_by_the_bootstrap():
    counts = pr.count_thresholds(*rows(17))
    mcc = pr.ASSOCIATIONS["matthews_correlation"]
    found = interval(lambda c: mcc(c.at(0.5)), counts, n_resamples=300, rng=1)
    assert found.method == "percentile" and found.low < found.value < found.high
