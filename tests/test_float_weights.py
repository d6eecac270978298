"""Float weights against the same weights as Fractions: levels, equalities, ties of thresholds."""

import math
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from prspace.compat.quirks import above
from tests.build import is_unknown

LEVELS = [Fraction(k, 20) for k in range(1, 20)] + [Fraction(7, 11), Fraction(1, 3), Fraction(2, 3)]
MADE = [
    *(make(level) for make in (pr.recall_at_precision, pr.precision_at_recall) for level in LEVELS),
    pr.cost_threshold(1, 3),
    pr.cost_threshold(0.1, 0.3),
    pr.best_f_beta(0.1),
]


def both(labels, scores, tenths):
    "Counts with one-decimal weights, as floats and as Fractions."
    weights = [[x / 10 for x in tenths], [Fraction(x, 10) for x in tenths]]
    return [count_thresholds(labels, scores, sample_weight=w) for w in weights]


def draws(size, seed):
    "Small random inputs with many equal totals."
    rng = np.random.default_rng(seed)
    for _ in range(size):
        n = int(rng.integers(2, 9))
        labels, scores = rng.integers(0, 2, n), rng.integers(0, 6, n)
        yield both(labels.tolist(), scores.tolist(), rng.integers(1, 10, n).tolist())


def agree(found, true):
    "Equal up to rounding, or both undefined."
    if math.isnan(found) or math.isnan(true):
        return math.isnan(found) and math.isnan(true)
    return abs(found - float(true)) < 1e-13 * max(1, abs(true))


@pytest.mark.parametrize("seed", range(3))
def test_points_and_their_thresholds(seed):
    for floats, exact in draws(12, seed):
        for point in (*pr.POINTS.values(), *MADE):
            for column in ("value", "low", "high", "worst", "best"):
                found, true = (getattr(point, column)(c) for c in (floats, exact))
                assert agree(found, true), (point, column, exact.pos, exact.neg)
            if point.where is not None:
                found, true = (pr.reached(point, c).threshold for c in (floats, exact))
                assert found == true, (point, exact.pos, exact.neg)


@pytest.mark.parametrize("name", pr.AREAS)
def test_areas_and_their_columns(name):
    area = pr.AREAS[name]
    for floats, exact in draws(60, 5):
        for column in ("value", "worst", "best", "constant", "expected"):
            if not is_unknown(getattr(area, column)):
                found, true = (getattr(area, column)(c) for c in (floats, exact))
                assert agree(found, true), (column, exact.pos, exact.neg)


def test_levels_met_exactly_by_weights():
    half, exact = both([1, 0, 0], [1, 1, 1], [3, 1, 2])
    assert pr.recall_at_precision(0.5)(half) == pr.recall_at_precision(0.5)(exact) == 1
    floats, _ = both([1, 0, 1], [3, 2, 1], [4, 4, 3])
    assert pr.recall_at_precision(7 / 11)(floats) == 1
    floats, exact = both([1, 0, 1, 1], [4, 3, 2, 1], [1, 5, 1, 4])
    assert pr.break_even("observed")(exact) == Fraction(1, 6)
    assert pr.break_even("observed")(floats) == pytest.approx(1 / 6, rel=1e-15)
    floats, _ = both([1, 0, 1], [3, 2, 1], [8, 4, 4])
    assert pr.reached(pr.cost_threshold(1, 1), floats).threshold == 3


def test_items_in_tenths_that_add_up_to_whole_ones():
    counts = count_thresholds([1, 1, 1, 0], [1] * 4, sample_weight=[0.1, 0.2, 0.7, 1.0])
    assert pr.reciprocal_rank(counts) == pytest.approx(0.75, rel=1e-15)
    assert pr.average_precision.worst(counts) == pytest.approx(0.5, rel=1e-15)


def test_whole_counts_get_no_slack():
    """A thousand million million items less one do not reach the level."""
    n = 10**15
    counts = ThresholdCounts.from_counts([2, 1], [n - 1, n + 1], [0, 0])
    assert pr.reached(pr.precision_at_recall(0.5), counts).threshold == 1
    short = ThresholdCounts.from_counts([2, 1], [4 * 10**12 - 1, 4 * 10**12 + 1], [0, 10])
    assert pr.precision_at_recall(0.5)(short) < 1


def test_a_difference_larger_than_the_slack_counts():
    weights = [0.5 - 1e-9, 0.5 + 1e-9, 1.0]
    counts = count_thresholds([1, 1, 0], [3, 1, 2], sample_weight=weights)
    assert pr.precision_at_recall(0.5)(counts) == pytest.approx(0.5)


# Large, negative and partial


def test_tenths_of_recall_of_very_many_items():
    for n in (10**18, 2**61):
        assert pr.eleven_point(ThresholdCounts.from_counts([1], [n], [n])) == 0.5
    counts = ThresholdCounts.from_counts([2, 1], [3, 7], [0, 0])
    assert pr.eleven_point(counts) == 1


def test_no_negative_zero():
    made = [
        ThresholdCounts.from_counts([1], [-0.0], [1.0]).pos,
        ThresholdCounts.from_counts([1], [1.0], [1.0], missed_pos=-0.0).missed_pos,
        pr.recall(ThresholdCounts.from_counts([2, 1], [-0.0, 1.0], [1.0, 0])),
        count_thresholds([1, 0], [2, 1], sample_weight=[1.0, 2.0]).at(-0.0).threshold,
        pr.ConfusionMatrix.from_table([[1.0, -0.0], [2, 3]]).counts,
    ]
    for x in made:
        assert not np.signbit(np.asarray(x, float)).any()


@pytest.mark.parametrize("cell", [([0.5], [0.5]), ([0.5, 0.5], [1.0, 0.0]), ([1.5], [0.0])])
def test_parts_of_items_have_no_unit_step(cell):
    counts = ThresholdCounts.from_counts(range(len(cell[0]), 0, -1), *cell)
    row = pr.auc_calculator
    for column in (row, row.worst, row.best, row.constant, row.expected):
        assert math.isnan(column(counts))
    assert math.isnan(pr.normalized(row, counts))


# Below a threshold


def far_apart(seed):
    "Weights from 1e-8 to 1e8 in one ranking, as floats and as Fractions, with items never retrieved."
    rng = np.random.default_rng(seed)
    score = rng.integers(0, 12, 30)
    weight = 10.0 ** rng.uniform(-8, 8, (2, 30))
    missed = 10.0 ** rng.uniform(-8, 8, 2) * rng.integers(0, 2)
    names = "missed_pos", "missed_neg"
    for kind in (float, Fraction):
        cells = ([kind(x) for x in side] for side in weight.tolist())
        rest = dict(zip(names, map(kind, missed.tolist()), strict=True))
        yield ThresholdCounts.from_counts(score, *cells, **rest)


@pytest.mark.parametrize("seed", range(4))
def test_rates_of_what_lies_below(seed):
    floats, exact = far_apart(seed)
    for rate in pr.RATES.values():
        for found, true in zip(rate(floats), rate(exact), strict=True):
            assert (
                math.isnan(found)
                if true != true
                else found == pytest.approx(float(true), rel=1e-13)
            ), rate
    for threshold in [*exact.threshold.tolist(), 4.5, 12]:
        for rule in (ThresholdCounts.at, above):
            found, true = rule(floats, threshold), rule(exact, threshold)
            for name in ("tp", "fp", "fn", "tn"):
                assert getattr(found, name) == pytest.approx(
                    float(getattr(true, name)), rel=1e-13, abs=0
                )


@pytest.mark.parametrize("seed", range(4))
def test_rates_in_a_divided_bin(seed):
    """The limits of floats are widened by a few parts in 10^12; the estimate is not."""
    floats, exact = (c.coarsen(edges=[2.5, 5.5, 8.5]) for c in far_apart(seed))
    for rate in (pr.false_omission_rate, pr.negative_predictive_value, pr.specificity):
        for threshold in (1.5, 4, 7, 10):
            found, true = (pr.bin_bounds(rate, c, threshold=threshold) for c in (floats, exact))
            assert found.estimate == pytest.approx(float(true.estimate), rel=1e-13, abs=0)
            for end in ("low", "high"):
                assert abs(getattr(found, end) - float(getattr(true, end))) < 5e-12
