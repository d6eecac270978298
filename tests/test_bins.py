"""Limits of binned counts: every ranking that cells can hide, by hand, in one step and at scale."""

import csv
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import mpmath
import numpy as np
import pytest
import sympy

import prspace as pr
from benchmarks.bins import METRICS, SHAPES, draw, widths
from prspace import ThresholdCounts, bin_bounds
from prspace.counts import with_items
from tests import reference
from tools import ROOT

HALF = Fraction(1, 2)
SUMS = (pr.average_precision, pr.trapezoid, pr.left_step, pr.roc_auc)


def binned(cells, kind=Fraction, **missed):
    "Counts of cells ((positives, negatives), is it a bin?), best first."
    low = [4 * (len(cells) - i) for i in range(len(cells))]
    high = [x + 2 * wide for x, (_, wide) in zip(low, cells, strict=True)]
    pos, neg = ([kind(cell[i]) for cell, _ in cells] for i in (0, 1))
    edges = [x - 1 for x in reversed(low)]
    return ThresholdCounts.from_counts(low, pos, neg, high=high, grid=edges, **missed)


@cache
def orders(p, n):
    "Every weak order of a bin."
    return list(reference.weak_orders(p, n))


def hidden(cells):
    "Every ranking that the cells can hide."
    parts = [orders(*cell) if wide else [[cell]] for cell, wide in cells]
    for blocks in product(*parts):
        yield [tuple(map(Fraction, cell)) for block in blocks for cell in block]


def hits(ranking, rank):
    "Mean number of positives among the first items."
    found = Fraction(0)
    for p, n in ranking:
        found += p * min(Fraction(1), max(Fraction(0), rank) / (p + n))
        rank -= p + n
    return found


def positives(ranking):
    return sum(p for p, _ in ranking)


ORACLES = {
    **{pr.AREAS[name]: reference.AREA[name] for name in (
        "average_precision", "trapezoid", "left_step", "first_point_trapezoid", "roc_auc",
        "prg_area", "interpolated", "eleven_point", "davis_goadrich",
    )},
    pr.ks: reference.ks,
    pr.best_f_beta(2): lambda r: reference.best_rate(r, lambda t: reference.f_beta(2, t)),
    pr.precision_at(3): lambda r: hits(r, 3) / 3,
    pr.recall_at(2): lambda r: hits(r, 2) / positives(r),
    pr.r_precision: lambda r: hits(r, positives(r)) / positives(r),
}  # fmt: skip
EXACT = [m for m in ORACLES if m is not pr.davis_goadrich]
CASES = [
    [((2, 2), True)], [((1, 1), True)], [((3, 2), True)], [((0, 1), False), ((3, 0), True), ((0, 1), False)],
    [((1, 2), True), ((2, 1), True)], [((2, 1), False), ((1, 2), True), ((1, 0), False)],
    [((0, 2), True), ((2, 0), True)], [((2, 0), True), ((0, 2), True), ((1, 1), False)],
    [((1, 3), False), ((3, 0), True)], [((0, 3), True), ((1, 1), True)], [((3, 1), True), ((0, 2), True)],
    [((1, 0), True), ((1, 2), True)], [((2, 3), True), ((1, 0), False)], [((1, 1), False), ((2, 2), True)],
]  # fmt: skip


@pytest.mark.parametrize("metric", EXACT, ids=str)
def test_every_hidden_ranking(metric):
    "The limits are the extremes, exactly; an estimate lies between."
    for cells in CASES:
        values = [ORACLES[metric](ranking) for ranking in hidden(cells)]
        low, high, estimate = bin_bounds(metric, binned(cells))
        assert (low, high) == (min(values), max(values)), cells
        assert low <= estimate <= high and isinstance(low, Fraction | int)


def test_every_hidden_path():
    "The path area has logarithms: its limits are rounded outward, by very little."
    for cells in CASES:
        values = [reference.path_area(ranking) for ranking in hidden(cells)]
        low, high, _ = bin_bounds(pr.davis_goadrich, binned(cells))
        assert 0 <= min(values) - low < 1e-12 and 0 <= high - max(values) < 1e-12, cells


def _sum_by_steps(metric, level, start, p, n):
    "Extremes of a sum over the levels of one bin, by the shortest way through (a, m)."
    best = {(0, 0): (Fraction(0), Fraction(0))}
    for a, m in product(range(p + 1), range(n + 1)):
        ways = [
            [x + level(metric, start, b, (a, m)) for x in best[b]]
            for b in best
            if b != (a, m) and b[0] <= a and b[1] <= m
        ]
        if ways:
            best[a, m] = min(low for low, _ in ways), max(high for _, high in ways)
    return best[p, n]


def _level(metric, start, b, c):
    "What the positives of one level add."
    (t0, f0), (t1, f1) = ([start[i] + x[i] for i in (0, 1)] for x in (b, c))
    before, after = (Fraction(t, t + f) if t + f else Fraction(1) for t, f in ((t0, f0), (t1, f1)))
    won = {"average_precision": after, "trapezoid": (before + after) / 2, "left_step": before,
           "roc_auc": Fraction(0)}  # fmt: skip
    if metric is pr.roc_auc:
        return Fraction((t1 - t0) * (f1 - f0), 2) + (f1 - f0) * (t0 - start[0])
    return (t1 - t0) * won[metric.name]


@pytest.mark.parametrize("start", [(0, 0), (0, 2), (3, 0), (2, 5)], ids=str)
@pytest.mark.parametrize("metric", SUMS, ids=str)
def test_limits_of_one_bin_are_attained(metric, start):
    "All bins of up to five of each class, below others: the extremes over every weak order."
    for p, n in product(range(6), range(6)):
        if p + n < 2 or p + start[0] == 0 or n + start[1] == 0:
            continue
        top = [(start, False)] if any(start) else []
        low, high, _ = bin_bounds(metric, binned([*top, ((p, n), True)]))
        ends = _sum_by_steps(metric, _level, start, p, n)
        if metric is pr.roc_auc:
            pairs, known = (
                (start[0] + p) * (start[1] + n),
                start[0] * n + HALF * start[0] * start[1],
            )
            wanted = [(known + x) / pairs for x in ends]
        else:
            first = _level(metric, (0, 0), (0, 0), start)
            wanted = [(first + x) / (start[0] + p) for x in ends]
        assert [low, high] == wanted, (p, n)


def test_limits_hold_the_tied_value():
    "That all items of a bin are tied is one of the things it can hide."
    counts = binned([((0, 1), False), ((3, 0), True)])
    assert bin_bounds(pr.average_precision, counts)[:2] == (Fraction(23, 36), Fraction(3, 4))
    assert pr.average_precision(counts) == Fraction(3, 4)


def test_limits_hold_for_resampled_and_cut_counts():
    "Cells keep their scores when items leave, so a bin may hold one score."
    rng = np.random.default_rng(8)
    for _ in range(300):
        score, label = rng.integers(1, 12, 12) / 8, rng.random(12) < 0.5
        drawn = rng.integers(0, 12, 9)
        if not 0 < label[drawn].sum() < 9:
            continue
        exact = pr.count_thresholds(label, score)
        again = pr.count_thresholds(label[drawn], score[drawn])
        rough = exact.coarsen(edges=[0.5, 1.0])
        pos, neg = np.zeros(len(rough), int), np.zeros(len(rough), int)
        np.add.at(pos, place := np.searchsorted(-rough.threshold, -score[drawn]), label[drawn])
        np.add.at(neg, place, ~label[drawn])
        kept = with_items(rough, pos, neg)
        for metric in ORACLES:
            low, high, _ = bin_bounds(metric, kept)
            assert low <= metric(again) <= high, (metric, score, label, drawn)


def test_rates_inside_a_bin():
    "Any of its items are called, none and all among them."
    for (p, n), rate in product([(2, 2), (3, 0), (0, 3), (1, 1), (1, 4)], pr.RATES.values()):
        cells = [((1, 2), False), ((p, n), True), ((1, 1), True)]
        counts, total_pos, total_neg = binned(cells), 2 + p, 3 + n
        values = set()
        for a, m in product(range(p + 1), range(n + 1)):
            tp, fp = Fraction(1 + a), Fraction(2 + m)
            values.add(rate(pr.OperatingPoint(None, tp, fp, total_pos - tp, total_neg - fp)))
        for threshold in (9, 10, 8.5):  # scores seen: 8 to 10
            low, high, estimate = bin_bounds(rate, counts, threshold=threshold)
            assert (low, high) == (min(values), max(values)), (rate, p, n)
            assert low <= estimate <= high
        for threshold in (8, 12, 11, 3, 99):
            point = rate(counts.at(threshold))
            found = bin_bounds(rate, counts, threshold=threshold)
            assert found == (point,) * 3 or all(x != x for x in (*found, point))


@pytest.mark.parametrize("metric", ORACLES, ids=str)
def test_nothing_hidden(metric):
    "Exact counts, and cells of one score each, give the value three times."
    exact = pr.count_thresholds([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.8, 0.4, 0.3, 0.1])
    for counts in (exact, exact.coarsen(bits=14), exact.coarsen(edges=[0.2, 0.35, 0.6, 0.85])):
        found = bin_bounds(metric, counts)
        assert found == (metric(exact),) * 3 and found.width == 0


def test_scores_of_few_digits_are_exact():
    "Rounded scores: a summary of twelve bits is exact, and says so."
    rng = np.random.default_rng(3)
    score = np.round(rng.random(5000), 2)
    counts = pr.count_thresholds(rng.random(5000) < score, score)
    for metric in ORACLES:
        assert bin_bounds(metric, counts.coarsen(bits=12)) == (metric(counts),) * 3


@pytest.mark.parametrize("metric", EXACT, ids=str)
def test_coarser_cells_contain_finer_ones(metric):
    "Merge two neighbors: the range holds the former one."
    for cells in CASES:
        low, high, _ = bin_bounds(metric, binned(cells))
        for i in range(len(cells) - 1):
            (p, n), (q, m) = cells[i][0], cells[i + 1][0]
            merged = [*cells[:i], ((p + q, n + m), True), *cells[i + 2 :]]
            wide = bin_bounds(metric, binned(merged))
            assert wide.low <= low <= high <= wide.high, (cells, i)


def test_the_estimate_is_the_mean_of_the_orders():
    "Of strict orders inside bins; ties stay ties."
    cells = [((1, 1), False), ((2, 2), True), ((1, 0), False), ((1, 2), True)]
    parts = [[[c]] if not wide else list(reference.rankings(*c)) for c, wide in cells]
    every = [[tuple(map(Fraction, c)) for block in r for c in block] for r in product(*parts)]
    for metric in SUMS:
        mean = sum(map(ORACLES[metric], every)) / len(every)
        assert bin_bounds(metric, binned(cells)).estimate == mean


HOSTILE = [
    [((1, 10**15), False), ((300, 7), True), ((5, 10**15), True)],
    [((10**14, 3), False), ((500, 900), True), ((1, 1), True)],
    [((0, 1), False), ((400, 0), True), ((0, 10**12), True), ((2, 3), True)],
    [((17, 17), True), ((16, 15), True), ((33, 1), True), ((1, 33), True)],
    [((1, 1), True)] * 40,
    [((3, 0), True), ((40, 10**9), True), ((0, 3), True), ((40, 10**6), True)],
]


@pytest.mark.parametrize("metric", EXACT, ids=str)
def test_rounding_is_outward(metric):
    "int64 counts: the limits hold the exact ones, and are close to them."
    for cells in HOSTILE:
        exact, found = (bin_bounds(metric, binned(cells, kind)) for kind in (Fraction, int))
        if exact.width == found.width == 0:
            assert found.low == pytest.approx(float(exact.low), rel=4e-16)  # a value, no limit
            continue
        assert found.low <= exact.low <= exact.high <= found.high, cells
        room = 1e-12 * (2 - exact.low)
        assert exact.low - found.low <= room and found.high - exact.high <= room
        assert exact.low <= exact.estimate <= exact.high
        assert abs(exact.estimate - found.estimate) <= room


def test_a_trillion_items_in_a_cell():
    "Sums as long as that, against the digamma function in fifty digits."
    cells = [((10**12, 3 * 10**12), True), ((5, 10**12), False), ((10**11, 7), True)]
    found = bin_bounds(pr.average_precision, binned(cells, int))
    low, high, t, f = mpmath.mpf(0), mpmath.mpf(0), 0, 0
    with mpmath.workdps(50):
        for (p, n), wide in cells:
            d = mpmath.mpf(f + n)
            run = p - d * (mpmath.digamma(t + d + p + 1) - mpmath.digamma(t + d + 1))
            tied = mpmath.mpf(p) * (t + p) / (t + p + f + n)
            low += run if wide else tied
            high += mpmath.mpf(p) * (t + p) / (t + p + f) if wide else tied
            t, f = t + p, f + n
        low, high = low / t, high / t
    assert 0 <= low - found.low < 1e-12 and 0 <= found.high - high < 1e-12


@pytest.mark.parametrize("metric", ORACLES, ids=str)
def test_parts_of_items_hide_more(metric):
    "Float weights can be split: limits of whole items lie within, and finer pieces approach them."
    cells = [((1, 2), False), ((3, 2), True), ((2, 0), True), ((1, 2), True)]
    whole, parts = (bin_bounds(metric, binned(cells, kind)) for kind in (Fraction, float))
    whole = pr.BinBounds(*map(float, whole))
    assert parts.low <= whole.low <= whole.high <= parts.high
    if metric in SUMS:
        many = [((1000 * p, 1000 * n), wide) for (p, n), wide in cells]
        near = bin_bounds(metric, binned(many, int))
        assert parts.low <= near.low <= near.high <= parts.high
        assert near.low - parts.low < 1e-3 and parts.high - near.high < 1e-3
    assert parts.low <= parts.estimate <= parts.high


def test_fractions_that_are_no_whole_items():
    "Halves: read like weights that can be split."
    halves = [((HALF * p, HALF * n), wide) for (p, n), wide in CASES[4]]
    found, same = bin_bounds(pr.average_precision, binned(halves)), [
        bin_bounds(pr.average_precision, binned([((p / 2, n / 2), w) for (p, n), w in CASES[4]], float))
    ]  # fmt: skip
    assert found == pytest.approx(same[0], abs=1e-11)
    assert bin_bounds(pr.roc_auc, binned(halves)) == bin_bounds(pr.roc_auc, binned(CASES[4]))


def test_missed_items_count_in_the_totals():
    "Against the same counts before they were binned."
    score = [0.9, 0.85, 0.8, 0.6, 0.55, 0.3, 0.2, 0.1]
    fine = ThresholdCounts.from_counts(
        score, [1, 0, 1, 0, 1, 1, 0, 0], [0, 1, 0, 1, 1, 0, 2, 1], missed_pos=2, missed_neg=3
    )
    for bits, metric in product((2, 3, 4), ORACLES):
        low, high, _ = bin_bounds(metric, fine.coarsen(bits=bits))
        assert low <= metric(fine) <= high, (bits, metric)


@pytest.mark.parametrize("labels", [[1, 1, 1], [0, 0, 0]], ids=["positives", "negatives"])
def test_one_class(labels):
    "Undefined stays undefined; what exists does not change."
    fine = pr.count_thresholds(labels, [0.7, 0.71, 0.72])
    counts = fine.coarsen(bits=2)
    assert counts.high is not None
    for metric in ORACLES:
        low, high, _ = bin_bounds(metric, counts)
        value = metric(fine)
        assert low <= value <= high or (low != low and value != value)


SCORES = {
    "fraction": lambda k: [Fraction(int(x), 97) for x in k],
    "decimal": lambda k: [Decimal(int(x)) / 7 for x in k],
    "beyond float64": lambda k: [10**400 + int(x) for x in k],
    "float16": lambda k: (k / 100).astype(np.float16),
    "int8": lambda k: k.astype(np.int8),
    "infinite": lambda k: np.where(k > 90, np.inf, np.where(k < 5, -np.inf, k)),
}


@pytest.mark.parametrize("kind", SCORES)
def test_scores_of_every_kind(kind):
    "Cells of any number; a threshold at any score."
    rng = np.random.default_rng(1)
    fine = pr.count_thresholds(rng.integers(0, 2, 60), SCORES[kind](rng.integers(0, 97, 60)))
    for grid in ({"bits": 2}, {"bits": 5}, {"edges": [0.2, 30]}):
        counts = fine.coarsen(**grid)
        for metric in ORACLES:
            low, high, _ = bin_bounds(metric, counts)
            assert low <= metric(fine) <= high
        for cut in fine.threshold[:30]:
            low, high, estimate = bin_bounds(pr.precision, counts, threshold=cut)
            assert low <= pr.precision(fine.at(cut)) <= high and low <= estimate <= high


def test_sums_of_two_grids():
    "Six bits and eight: limits of the coarser sum hold for all rows."
    rng = np.random.default_rng(2)
    one, two = (pr.count_thresholds(rng.integers(0, 2, 300), rng.random(300)) for _ in "ab")
    counts = one.coarsen(bits=6) + two.coarsen(bits=8)
    for metric in ORACLES:
        low, high, _ = bin_bounds(metric, counts)
        assert low <= metric(one + two) <= high


def test_nothing_at_all():
    empty = ThresholdCounts.from_counts([], [], [])
    assert repr(bin_bounds(pr.roc_auc, empty)) == "BinBounds(undefined)"
    assert bin_bounds(pr.precision_at(3), empty) == (0, 0, 0)


def test_refusals():
    counts = binned(CASES[0])
    for wrong, what in [
        (lambda: bin_bounds(pr.auc_calculator, counts), "metric must have proved limits"),
        (lambda: bin_bounds("roc_auc", counts), "metric must have proved limits"),
        (lambda: bin_bounds(pr.roc_auc, [1, 0]), "counts"),
        (lambda: bin_bounds(pr.precision, counts), "threshold must be one number"),
        (lambda: bin_bounds(pr.precision, counts, threshold=float("nan")), "one number"),
        (lambda: bin_bounds(pr.roc_auc, counts, threshold=1), "threshold must be left out"),
        (lambda: pr.split_bins(counts, "up"), "order must be"),
    ]:
        with pytest.raises(ValueError, match=what):
            wrong()


def test_symbols_are_refused():
    a = sympy.Symbol("a", positive=True)
    counts = ThresholdCounts.from_counts([4, 1], [a, 1], [1, a], high=[5, 2], grid=[3])
    with pytest.raises(ValueError, match="symbols"):
        bin_bounds(pr.roc_auc, counts)


def test_how_it_prints():
    assert repr(bin_bounds(pr.roc_auc, binned(CASES[0]))) == "BinBounds(0 to 1, estimate 1/2)"
    exact = pr.count_thresholds([1, 0], [2, 1])
    assert repr(bin_bounds(pr.roc_auc, exact)) == "BinBounds(1, exact)"


def test_thresholds_at_infinity():
    "An interval that has no middle still has an estimate."
    fine = pr.count_thresholds([1, 0, 1], [-np.inf, -1e308, -3])
    counts = fine.coarsen(edges=[-1])
    for cut in (-2e308, -1e300, -5, -3):
        low, high, estimate = bin_bounds(pr.precision, counts, threshold=cut)
        assert low <= pr.precision(fine.at(cut)) <= high and low <= estimate <= high


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "parts"])
def test_float_weights(whole):
    "Against the counts before they were binned."
    for seed in range(60):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(5, 60))
        y, score = np.r_[1, 0, rng.integers(0, 2, n)], rng.normal(size=n + 2).round(2)
        weight = rng.random(n + 2) * 10.0 ** rng.integers(-3, 3)
        fine = pr.count_thresholds(y, score, sample_weight=np.ceil(weight) if whole else weight)
        counts = fine.coarsen(bits=int(rng.integers(2, 6)))
        for metric in ORACLES:
            low, high, estimate = bin_bounds(metric, counts)
            assert low <= metric(fine) <= high and low <= estimate <= high, (seed, metric)


WIDEST = {  # model, scores, bits: ROC area, average precision
    ("calibrated", "p", 10): (2.6e-4, 7.6e-4), ("calibrated", "p", 12): (6.6e-5, 1.9e-4),
    ("rare", "p", 10): (1.6e-4, 8e-6), ("rare", "p", 12): (4e-5, 2e-6),
    ("overconfident", "p", 10): (6e-6, 3e-5), ("pile at 1", "p", 10): (2e-7, 9e-6),
}  # fmt: skip
OTHERS = {
    ("logit", 10): (1.7e-3, 4e-4),
    ("logit", 12): (4.2e-4, 1e-4),
    ("log p", 12): (4.2e-4, 2e-4),
}


def test_measured_widths():
    "The committed table: no limit broken, widths near those that were expected."
    with (ROOT / "benchmarks/results/bins.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24 and all(row["broken"] == "0" for row in rows)
    for row in rows:
        key = row["model"], row["scores"], int(row["bits"])
        wanted = WIDEST.get(key) or OTHERS.get(key[1:])
        if wanted:
            widths = float(row["auc_width"]), float(row["ap_width"])
            assert all(a <= 1.2 * b for a, b in zip(widths, wanted, strict=True)), row


def test_widths_are_measured_anew():
    rows = list(widths(3000))
    assert len(rows) == 24 and all(row[-1] == 0 for row in rows)


def test_no_summary_breaks_its_limits(capsys):
    "Ten thousand summaries of seven shapes and nine numbers of bits; metrics take turns."
    broken, done, metrics = [], 0, list(METRICS)
    for i in range(1120):
        shape, rng = SHAPES[i % len(SHAPES)], np.random.default_rng(i)
        fine = draw(shape, int(rng.integers(6, 160)), rng)
        for bits in range(6, 15):
            done += 1
            counts = fine.coarsen(bits=bits)
            metric = metrics[done % len(metrics)]
            low, high, estimate = bin_bounds(metric, counts)
            if not (low <= metric(fine) <= high and low <= estimate <= high):
                broken.append((i, bits, metric))
            if bits == 8:
                cut = float(rng.choice(fine.threshold))
                low, high, _ = bin_bounds(pr.precision, counts, threshold=cut)
                if not low <= pr.precision(fine.at(cut)) <= high:
                    broken.append((i, bits, cut))
    with capsys.disabled():
        print(f"\nbins: {done} summaries, {len(broken)} limits broken")
    assert broken == [] and done >= 10_000
