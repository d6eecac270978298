"""Resampled counts: the draws, both quick areas, the list of all resamples, and the variances."""

import math
import pickle
import warnings
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy as sp

import prspace as pr
from prspace.resampling import _both_areas, _Plan, influence
from tests.build import counts_of, exact_counts_of
from tests.reference import weak_orders

AREAS = ("average_precision", "roc_auc")


def slow_average_precision(counts):
    "The same number by the route of any statistic."
    return pr.average_precision(counts)


def slow_roc_auc(counts):
    "The same number by the route of any statistic."
    return pr.roc_auc(counts)


def random_counts(seed, n=30, levels=8, missed=(0, 0), copies=1):
    "Tied scores of both classes, or of whatever the draw gives."
    rng = np.random.default_rng(seed)
    pos, neg = rng.integers(0, 1 + n // levels, (2, levels)) * copies
    return pr.ThresholdCounts.from_counts(
        range(levels), pos, neg, missed_pos=missed[0], missed_neg=missed[1]
    )


def rare(seed, n=3000):
    "A few positives among many distinct negatives."
    rng = np.random.default_rng(seed)
    label = np.zeros(n, int)
    label[rng.choice(n, 6, replace=False)] = 1
    return pr.count_thresholds(label, rng.permutation(n))


SHAPES = {
    "few": lambda: random_counts(0),
    "tied": lambda: random_counts(1, levels=3, copies=40),
    "untied": lambda: pr.count_thresholds(np.arange(400) % 3 == 0, (np.arange(400) * 7919) % 1009),
    "missed": lambda: random_counts(2, missed=(3, 2)),
    "missed positives": lambda: random_counts(3, missed=(4, 0)),
    "missed negatives": lambda: random_counts(4, missed=(0, 5)),
    "rare": lambda: rare(5),
    "rare and missed": lambda: rare(6) + pr.ThresholdCounts.from_counts([], [], [], missed_neg=900),
    "no positives": lambda: pr.ThresholdCounts.from_counts([2, 1], [0, 0], [3, 4]),
    "no negatives": lambda: pr.ThresholdCounts.from_counts([2, 1], [3, 4], [0, 0]),
    "one item": lambda: pr.ThresholdCounts.from_counts([1], [1], [0]),
    "never retrieved": lambda: pr.ThresholdCounts.from_counts([], [], [], missed_pos=3, missed_neg=2),
}  # fmt: skip


# The quick areas against the rows of the table


@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_quick_areas_are_those_of_the_resampled_counts(shape, stratified):
    result = pr.bootstrap(
        SHAPES[shape](), [*AREAS, slow_average_precision, slow_roc_auc], n_resamples=60,
        stratified=stratified, rng=1,
    )  # fmt: skip
    for name in AREAS:
        quick, slow = result[name], result[f"slow_{name}"]
        assert np.allclose(quick, slow, rtol=0, atol=1e-12, equal_nan=True)
        assert near_or_both_nan(result.observed[name], result.observed[f"slow_{name}"])


def near_or_both_nan(a, b):
    return abs(a - b) <= 1e-12 or (a != a and b != b)


def test_quick_areas_on_every_multiplicity():
    counts = pr.ThresholdCounts.from_counts([3, 2, 1], [1, 2, 0], [1, 0, 1], missed_pos=1)
    plan, checked = _Plan(counts), 0
    for pos, neg in product(product(range(3), repeat=3), product(range(3), repeat=2)):
        first, second = (np.array([x], np.int64) for x in (pos, neg))
        found = _both_areas(first, second, plan.start, plan.end, plan.retrieved)
        resample = pr.ThresholdCounts.from_counts(
            [3, 2, 1], [*pos[:2], 0], [neg[0], 0, neg[1]], missed_pos=pos[2]
        )
        for value, area in zip(found, (pr.average_precision, pr.roc_auc), strict=True):
            assert near_or_both_nan(value[0], area(resample))
        checked += 1
    assert checked == 243


@pytest.mark.parametrize("shape", SHAPES)
def test_resamples_keep_what_they_must(shape):
    counts = SHAPES[shape]()
    total = counts.n_pos + counts.n_neg

    def items(c):
        return c.n_pos + c.n_neg

    def n_pos(c):
        return c.n_pos

    free = pr.bootstrap(counts, [items, n_pos], n_resamples=50, rng=1)
    fixed = pr.bootstrap(counts, [items, n_pos], n_resamples=50, stratified=True, rng=1)
    assert set(free["items"]) == set(fixed["items"]) == {total}
    assert set(fixed["n_pos"]) == {counts.n_pos}
    if 0 < counts.n_pos < total:
        assert len(set(free["n_pos"])) > 1
    lacking = int(((free["n_pos"] == 0) | (free["n_pos"] == total)).sum())
    assert free.lacking == lacking


# The draws against their law


def law(counts, stratified):
    "Probability of each value of average precision, by drawing every sequence of rows."
    rows = [
        (label, t)
        for t, p, q in zip(counts.threshold, counts.pos, counts.neg, strict=True)
        for label in [1] * int(p) + [0] * int(q)
    ]
    groups = [[r for r in rows if r[0]], [r for r in rows if not r[0]]] if stratified else [rows]
    found = Counter()
    for parts in product(*(product(g, repeat=len(g)) for g in groups)):
        drawn = [r for part in parts for r in part]
        once = [Fraction(1)] * len(drawn)
        value = pr.average_precision(
            pr.count_thresholds(*zip(*drawn, strict=True), sample_weight=once)
        )
        found["undefined" if value != value else value] += 1
    return {value: Fraction(k, found.total()) for value, k in found.items()}


@pytest.mark.parametrize("stratified", [False, True])
def test_the_list_is_what_drawing_every_sequence_gives(stratified):
    counts = exact_counts_of([(1, 0), (1, 1), (0, 1)])
    listed = Counter()
    for c, p in pr.all_resamples(counts, stratified=stratified):
        value = pr.average_precision(c)
        listed["undefined" if value != value else value] += p
    assert sum(listed.values()) == 1
    assert listed == law(counts, stratified)


@pytest.mark.parametrize("stratified", [False, True])
@pytest.mark.parametrize("copies", [1, 20], ids=["by item", "by cell"])
def test_drawn_moments_are_those_of_the_list(stratified, copies):
    """Every item of one class shares a score in the second case, so that cells are drawn."""
    ranking = [(1, 0), (0, 1), (1, 1), (0, 2)] if copies == 1 else [(3, 0), (0, copies * 2)]
    counts = counts_of(ranking)
    size = 40_000
    drawn = pr.bootstrap(counts, n_resamples=size, stratified=stratified, rng=7)
    every = list(pr.all_resamples(counts, stratified=stratified))
    for area in (pr.average_precision, pr.roc_auc):
        values, chance = np.array([(area(c), float(p)) for c, p in every]).T
        here = ~np.isnan(values)
        assert abs(np.isnan(drawn[area.name]).mean() - chance[~here].sum()) < 0.01
        values, chance = values[here], chance[here] / chance[here].sum()
        mean = (values * chance).sum()
        spread = math.sqrt(((values - mean) ** 2 * chance).sum())
        found = drawn[area.name][~np.isnan(drawn[area.name])]
        assert abs(found.mean() - mean) <= 4.5 * spread / math.sqrt(size) + 1e-12
        assert abs(found.std() - spread) <= 4.5 * spread / math.sqrt(size) + 1e-12
        order = np.argsort(values)
        below = np.cumsum(chance[order])
        for x in np.quantile(found, [0.025, 0.25, 0.5, 0.975]):
            exact = below[np.searchsorted(values[order], x + 1e-9, side="right") - 1]
            assert abs((found <= x + 1e-9).mean() - exact) < 4.5 * 0.5 / math.sqrt(size)


def naive(label, score, size, rng):
    "Areas of resampled rows."
    found = []
    for _ in range(size):
        rows = rng.integers(0, len(label), len(label))
        c = pr.count_thresholds(label[rows], score[rows])
        found.append((pr.average_precision(c), pr.roc_auc(c)))
    return np.array(found).T


@pytest.mark.parametrize("levels", [None, 12], ids=["untied", "tied"])
def test_agrees_with_resampled_rows(levels):
    rng = np.random.default_rng(8)
    label = (np.arange(300) % 4 == 0).astype(int)
    score = rng.normal(size=300) + label
    score = score if levels is None else np.floor(score * levels / 6)
    rows = naive(label, score, 1500, rng)
    result = pr.bootstrap(pr.count_thresholds(label, score), n_resamples=6000, rng=9)
    for name, row in zip(AREAS, rows, strict=True):
        se = row.std() * math.sqrt(1 / 1500 + 1 / 6000)
        assert abs(result[name].mean() - row.mean()) < 4.5 * se
        assert abs(result[name].std() - row.std()) < 4.5 * se
        for q in (0.025, 0.975):  # standard error of a normal quantile in its tail
            assert abs(np.quantile(result[name], q) - np.quantile(row, q)) < 4.5 * 2.7 * se


def test_items_are_drawn_as_often_as_a_binomial_says():
    """The codes and the single draws that top them up, together, give the multinomial law."""
    size, rows = 3000, 500
    counts = pr.ThresholdCounts.from_counts(range(size), [1] * size, [0] * size)

    def multiplicities(c):
        full = np.zeros(size, int)
        full[np.asarray(c.threshold)] = c.pos
        seen.append(full)
        return 0

    seen = []
    pr.bootstrap(counts, multiplicities, n_resamples=rows, stratified=True, rng=10)
    table = np.array(seen[1:])  # the first are the counts themselves
    assert table.shape == (rows, size) and (table.sum(axis=1) == size).all()
    found = np.bincount(table.ravel(), minlength=8)[:8] / table.size
    for k in range(8):
        p = math.comb(size, k) * (1 / size) ** k * (1 - 1 / size) ** (size - k)
        assert abs(found[k] - p) < 5 * math.sqrt(p / table.size) + 1e-9
    per_item = table.sum(axis=0)  # a binomial of rows * size draws each
    assert abs(per_item.var() / rows - 1) < 5 * math.sqrt(2 / size)
    halves = table[:, : size // 2].sum(axis=1)  # and half of the items take half of the draws
    assert abs(halves.mean() - size / 2) < 5 * math.sqrt(size / 4 / rows)
    assert abs(halves.var() / (size / 4) - 1) < 5 * math.sqrt(2 / rows)


def test_a_sum_above_the_number_of_draws_is_thrown_away(monkeypatch):
    from prspace import resampling

    plan, real, calls = _Plan(SHAPES["untied"]()), resampling._poisson, []

    def too_many_at_first(cells, rows, rng):
        calls.append(rows)
        found = real(cells, rows, rng)
        return found + 2 if len(calls) < 3 else found

    monkeypatch.setattr(resampling, "_poisson", too_many_at_first)
    drawn = np.array([plan.pos.total, plan.pos.total - 3])
    found = resampling._draw(plan.pos, drawn, np.int64, np.random.default_rng(1))
    assert len(calls) == 3 and found.sum(axis=1).tolist() == drawn.tolist()


def test_merged_negatives_are_spread_evenly():
    """Three hundred negatives below one positive are one cell to the quick areas."""
    counts = pr.ThresholdCounts.from_counts(range(301), [0] * 300 + [2], [1] * 300 + [0])

    def lower_third(c):
        return c.n_neg - int(c.neg[np.asarray(c.threshold) >= 100].sum())

    drawn = pr.bootstrap(counts, lower_third, n_resamples=1500, stratified=True, rng=11)[
        "lower_third"
    ]
    sd = math.sqrt(300 * (1 / 3) * (2 / 3))
    assert abs(drawn.mean() - 100) < 4.5 * sd / math.sqrt(1500)
    assert abs(drawn.std() - sd) < 4.5 * sd / math.sqrt(2 * 1500)


def test_large_cells_are_spread_evenly():
    big = 10**9
    counts = pr.ThresholdCounts.from_counts([4, 3, 2, 1], [9, 0, 0, 0], [0, big, 2 * big, big])

    def middle(c):
        return int(c.neg[np.asarray(c.threshold) == 2].sum())

    drawn = pr.bootstrap(counts, middle, n_resamples=400, stratified=True, rng=12)["middle"]
    sd = math.sqrt(4 * big / 4)
    assert abs(drawn.mean() - 2 * big) < 4.5 * sd / 20 and abs(drawn.std() / sd - 1) < 0.16


# Seeds


def values(counts, size, rng, statistics=AREAS):
    return pr.bootstrap(counts, statistics, n_resamples=size, rng=rng)["average_precision"]


@pytest.mark.parametrize("shape", ["few", "tied", "rare", "untied"])
def test_a_seed_gives_the_same_resamples_whatever_else_is_asked(shape):
    counts = SHAPES[shape]()
    first = values(counts, 300, 3)
    assert np.array_equal(first, values(counts, 300, 3), equal_nan=True)
    assert np.array_equal(first[:20], values(counts, 20, 3), equal_nan=True)
    more = ("ks", "average_precision", slow_roc_auc)
    assert np.array_equal(first[:20], values(counts, 20, 3, more), equal_nan=True)
    assert not np.array_equal(first, values(counts, 300, 4), equal_nan=True)
    assert np.array_equal(first, values(counts, 300, np.random.default_rng(3)), equal_nan=True)
    assert np.array_equal(first, values(counts, 300, np.random.SeedSequence(3)), equal_nan=True)


def test_a_generator_goes_on():
    counts, rng = SHAPES["untied"](), np.random.default_rng(1)
    first, second = (values(counts, 50, rng) for _ in range(2))
    assert not np.array_equal(first, second)


def test_blocks_do_not_depend_on_each_other():
    """A block has a seed of its own: the second is the same, whatever was drawn in the first."""
    from prspace.resampling import _block, _rows

    counts = SHAPES["untied"]()
    plan = _Plan(counts)
    size = _rows(plan)
    rows = {name: pr.AREAS[name] for name in AREAS}
    seeds = np.random.default_rng(5).spawn(2)
    second = _block(plan, rows, False, size, seeds[1])[0]
    assert np.array_equal(values(counts, 2 * size, 5)[size:], second)


# The result


def test_result_says_what_was_done():
    result = pr.bootstrap(random_counts(0), ["ks", "roc_auc"], n_resamples=40, rng=1)
    assert list(result.distribution) == ["ks", "roc_auc"] and result.n_resamples == 40
    assert result.standard_error["ks"] == pytest.approx(np.std(result["ks"], ddof=1))
    assert result.observed["ks"] == pr.ks(random_counts(0))
    text = repr(result)
    for word in ("ks", "roc_auc", "40 resamples", "positives varying in number", "0 of them"):
        assert word in text
    assert "<table>" in result._repr_html_()
    assert "within their class" in pr.bootstrap(random_counts(0), stratified=True, rng=1).scheme
    assert (
        "by item" in result.scheme
        and "cell by cell" in pr.bootstrap(SHAPES["tied"](), rng=1).scheme
    )


def test_result_does_not_change_and_travels():
    result = pr.bootstrap(random_counts(0), n_resamples=30, rng=1)
    with pytest.raises(ValueError, match="read-only"):
        result["roc_auc"][0] = 2
    with pytest.raises(TypeError):
        result.distribution["roc_auc"] = 2
    with pytest.raises(AttributeError):
        result.n_resamples = 2
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result) and np.array_equal(again["roc_auc"], result["roc_auc"])
    with pytest.raises(ValueError, match="read-only"):
        again["roc_auc"][0] = 2


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_warns(shape):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        counts = SHAPES[shape]()
        result = pr.bootstrap(counts, n_resamples=20, rng=1)
        assert repr(result) and result._repr_html_()
        pr.bootstrap(counts, n_resamples=1, rng=1, stratified=True).standard_error.values()
        pr.delong_variance(counts)
        for name in AREAS:
            for stratified in (False, True):
                pr.infinitesimal_jackknife_variance(counts, name, stratified=stratified)


def test_one_statistic_needs_no_list():
    counts = random_counts(0)
    for one in ("ks", pr.ks, ["ks"]):
        assert list(pr.bootstrap(counts, one, n_resamples=5, rng=1).distribution) == ["ks"]
    quick = pr.bootstrap(counts, pr.roc_auc, n_resamples=5, rng=1)
    assert np.array_equal(quick["roc_auc"], pr.bootstrap(counts, n_resamples=5, rng=1)["roc_auc"])


def test_whole_numbers_of_any_type_are_items():
    counts = [counts_of([(2, 1), (1, 3)], kind) for kind in (int, float, Fraction)]
    first = pr.bootstrap(counts[0], n_resamples=50, rng=1)
    for other in counts[1:]:
        assert np.array_equal(
            pr.bootstrap(other, n_resamples=50, rng=1)["roc_auc"], first["roc_auc"], equal_nan=True
        )


@pytest.mark.parametrize("size", [10**12, 2**61])
def test_large_tables_overflow_nothing(size):
    counts = pr.ThresholdCounts.from_counts([2, 1], [size, size // 8], [size // 8, size])
    result = pr.bootstrap(counts, n_resamples=200, rng=1)
    variances = {
        "roc_auc": pr.delong_variance(counts),
        "average_precision": pr.infinitesimal_jackknife_variance(counts),
    }
    for name, variance in variances.items():
        error = max(math.sqrt(variance), 1e-16)
        assert abs(result[name].mean() - result.observed[name]) < 5 * error + 1e-15
        if size < 2**60:
            assert abs(result.standard_error[name] / error - 1) < 0.25


# Refusals


def test_refusals_say_what_to_do():
    counts = random_counts(0)
    half = pr.ThresholdCounts.from_counts([1, 0], [0.5, 1], [1, 2])
    third = pr.ThresholdCounts.from_counts([1, 0], [Fraction(1, 3), 1], [1, 2])
    missed = pr.ThresholdCounts.from_counts([1], [1.0], [1.0], missed_pos=0.5)
    empty = pr.ThresholdCounts.from_counts([], [], [])
    full = pr.ThresholdCounts.from_counts([1], [Fraction(2**62)], [Fraction(2**62)])
    for bad in (half, third, missed):
        for call in (pr.bootstrap, pr.delong_variance, pr.all_resamples, influence,
                     pr.infinitesimal_jackknife_variance):  # fmt: skip
            with pytest.raises(ValueError, match="whole items.*number of items at each score"):
                call(bad)
    for bad in (empty, full):
        for call in (pr.bootstrap, pr.all_resamples):
            with pytest.raises(ValueError, match="at least one item and fewer than"):
                call(bad)
    for options, words in (
        ({"statistics": "accuracy"}, "names of AREAS or POINTS"),
        ({"statistics": []}, "at least one"),
        ({"statistics": 3}, "at least one"),
        ({"statistics": [3]}, "names of AREAS or POINTS"),
        ({"statistics": ["ks", pr.ks]}, "'ks' twice"),
        ({"statistics": pr.precision}, "precision must give one number: got ndarray"),
        ({"statistics": lambda c: None}, "one number: got NoneType"),
        ({"statistics": lambda c: 10**400}, "one number: got int .int too large"),
        ({"n_resamples": sp.Symbol("n")}, "n_resamples must be a whole number"),
        ({"n_resamples": 0}, "n_resamples"), ({"n_resamples": 2.5}, "n_resamples"),
        ({"n_resamples": "many"}, "n_resamples"), ({"n_resamples": float("inf")}, "n_resamples"),
        ({"rng": "today"}, "rng must be"), ({"rng": -1}, "rng must be"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            pr.bootstrap(counts, **options)
    with pytest.raises(ValueError, match="1,000,000.*Use bootstrap"):
        pr.all_resamples(SHAPES["untied"]())
    with pytest.raises(ValueError, match="'average_precision' or 'roc_auc'.*bootstrap"):
        pr.infinitesimal_jackknife_variance(counts, "trapezoid")


def test_arrays_and_points_are_no_counts():
    for call in (pr.bootstrap, pr.delong_variance, pr.all_resamples, influence,
                 pr.infinitesimal_jackknife_variance):  # fmt: skip
        for bad in (np.array([1, 0]), "counts", None, random_counts(0).at(2)):
            with pytest.raises(ValueError, match="must be called on counts.*count_thresholds"):
                call(bad)


# Variances against their definitions


def pairs_won(counts):
    "Wins of every positive over every negative, missed items tied at the end."
    score = [*counts.threshold.tolist(), -math.inf]
    sides = ((*counts.pos, counts.missed_pos), (*counts.neg, counts.missed_neg))
    pos, neg = (
        [s for s, k in zip(score, side, strict=True) for _ in range(int(k))] for side in sides
    )
    return [[Fraction(x > y) + Fraction(x == y, 2) for y in neg] for x in pos]


def delong_by_definition(counts):
    "Sample variances of the placements, each over the size of its class."
    won = pairs_won(counts)
    total = Fraction(0)
    for table in (won, list(zip(*won, strict=True))):
        mean = [sum(row) / len(row) for row in table]
        middle, size = sum(mean) / len(mean), len(mean)
        total += sum((v - middle) ** 2 for v in mean) / (size - 1) / size
    return total


@pytest.mark.parametrize("missed", [(0, 0), (1, 0), (0, 2), (2, 1)])
def test_delong_is_its_definition(missed):
    for seed in range(15):
        ints = random_counts(seed, n=10, levels=5, missed=missed)
        exact = pr.ThresholdCounts.from_counts(
            ints.threshold, *([Fraction(int(x)) for x in c] for c in (ints.pos, ints.neg)),
            missed_pos=missed[0], missed_neg=missed[1],
        )  # fmt: skip
        if ints.n_pos < 2 or ints.n_neg < 2:
            assert all(math.isnan(pr.delong_variance(c)) for c in (ints, exact))
            continue
        wanted = delong_by_definition(exact)
        assert pr.delong_variance(exact) == wanted and isinstance(wanted, Fraction)
        assert pr.delong_variance(ints) == pytest.approx(float(wanted), rel=1e-12, abs=1e-17)


def slope(area, counts, cell, side, value, h=Fraction(1, 10**30)):
    "Change of an area per weight added to one cell; the last cell is never retrieved."
    columns = [[*counts.pos, counts.missed_pos], [*counts.neg, counts.missed_neg]]
    columns = [[Fraction(x) for x in c] for c in columns]
    columns[side][cell] += h
    (*pos, missed_pos), (*neg, missed_neg) = columns
    moved = pr.ThresholdCounts.from_counts(
        counts.threshold, pos, neg, missed_pos=missed_pos, missed_neg=missed_neg
    )
    return (area(moved) - value) / h


@pytest.mark.parametrize("missed", [0, 1])
@pytest.mark.parametrize("name", AREAS)
def test_influence_is_the_derivative(name, missed):
    for ranking in weak_orders(2, 3):
        exact = exact_counts_of(ranking)
        exact = exact + pr.ThresholdCounts.from_counts(
            [], [], [], missed_pos=Fraction(missed), missed_neg=Fraction(2 * missed)
        )
        found = influence(exact, name)
        items = [*exact.pos, exact.missed_pos], [*exact.neg, exact.missed_neg]
        squares, area = [], pr.AREAS[name]
        value = area(exact)
        for side in (0, 1):
            slopes = [slope(area, exact, cell, side, value) for cell in range(len(exact) + 1)]
            assert all(abs(a - b) < 1e-25 for a, b in zip(found[side], slopes, strict=True))
            squares.append(sum(k * x**2 for k, x in zip(items[side], found[side], strict=True)))
        assert (
            sum(k * x for side in (0, 1) for k, x in zip(items[side], found[side], strict=True))
            == 0
        )
        variance = pr.infinitesimal_jackknife_variance(exact, name)
        assert variance == sum(squares) and isinstance(variance, Fraction)
        parts = zip(squares, (exact.n_pos, exact.n_neg), strict=True)
        if name == "roc_auc":
            assert pr.delong_variance(exact) == sum(s * n / (n - 1) for s, n in parts)


@pytest.mark.parametrize("name", AREAS)
def test_stratified_variance_leaves_the_class_sizes_out(name):
    for ranking in weak_orders(2, 3):
        exact = exact_counts_of(ranking)
        free, fixed = (
            pr.infinitesimal_jackknife_variance(exact, name, stratified=s) for s in (False, True)
        )
        found = influence(exact, name)
        wanted = 0
        for sizes, slopes in zip((exact.pos, exact.neg), found, strict=True):
            each = [x for k, x in zip(sizes, slopes[:-1], strict=True) for _ in range(int(k))]
            wanted += sum((x - sum(each) / len(each)) ** 2 for x in each)
        assert fixed == wanted <= free
        assert name == "average_precision" or fixed == free


@pytest.mark.parametrize("stratified", [False, True])
def test_variances_are_those_of_the_bootstrap_of_much_data(stratified):
    rng = np.random.default_rng(13)
    label = (np.arange(4000) % 5 == 0).astype(int)
    counts = pr.count_thresholds(label, rng.normal(size=4000) + label)
    result = pr.bootstrap(counts, n_resamples=3000, stratified=stratified, rng=14)
    for name in AREAS:
        variance = pr.infinitesimal_jackknife_variance(counts, name, stratified=stratified)
        assert result.standard_error[name] == pytest.approx(math.sqrt(variance), rel=0.06)


def test_undefined_variances_are_nan_and_none_is_negative_zero():
    for ranking in ([(2, 0)], [(0, 2)], [(1, 1)], [(1, 0), (0, 3)], [(0, 1), (2, 0)]):
        for kind in (int, float, Fraction):
            counts = counts_of(ranking, kind)
            for value in (
                pr.delong_variance(counts),
                *(pr.infinitesimal_jackknife_variance(counts, name) for name in AREAS),
            ):
                assert value != value or (value >= 0 and math.copysign(1, value) == 1)
    assert math.isnan(pr.delong_variance(counts_of([(1, 0), (0, 3)])))
    assert math.isnan(pr.infinitesimal_jackknife_variance(counts_of([(0, 2)])))
    assert pr.infinitesimal_jackknife_variance(counts_of([(2, 0)])) == 0
    assert pr.delong_variance(counts_of([(2, 0), (0, 2)])) == 0
