"""Points: published cases, ties by hand, thresholds, weights, sizes, refusals, and scikit-learn."""

import math
import pickle
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from sklearn import metrics

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from tests.build import counts_of, exact_counts_of
from tests.reference import equal_error_rate, ks
from tests.sameness import is_nan, near, same

LABELS = [0, 1, 0, 1, 1, 0, 0, 0, 1, 0]
SCORES = [-1.21, -1.27, -1.39, -1.47, -1.6, -1.65, -1.79, -1.8, -2.01, -3.7]
TEN = count_thresholds(LABELS, SCORES, sample_weight=[Fraction(1)] * 10)


@pytest.mark.parametrize(
    ("point", "value"),
    [
        (pr.break_even("interpolated"), Fraction(3, 5)),
        (pr.break_even("observed"), Fraction(1, 2)),
        (pr.break_even(), Fraction(1, 2)),
        (pr.reciprocal_rank, Fraction(1, 2)),
        (pr.precision_at(5), Fraction(3, 5)),
        (pr.precision_at(10), Fraction(2, 5)),
        (pr.precision_at(100), Fraction(1, 25)),
        (pr.recall_at(5), Fraction(3, 4)),
        (pr.best_f_beta(1), Fraction(2, 3)),
        (pr.best_f_beta(2), Fraction(4, 5)),
        (pr.best_f_beta(Fraction(1, 2)), Fraction(5, 8)),
        (pr.r_precision, Fraction(1, 2)),
        (pr.ks, Fraction(5, 12)),
        (pr.equal_error_rate, Fraction(1, 3)),
        (pr.lift_at(Fraction(1, 5)), Fraction(5, 4)),
    ],
    ids=str,
)
def test_ten_cases(point, value):
    assert point(TEN) == value and isinstance(point(TEN), Fraction)
    assert point.low(TEN) == point.high(TEN) == value


def test_missed_items_enter_the_totals():
    counts = ThresholdCounts.from_counts(
        SCORES, [Fraction(y) for y in LABELS], [Fraction(1 - y) for y in LABELS],
        missed_pos=Fraction(1),
    )  # fmt: skip
    assert pr.r_precision(counts) == Fraction(3, 5)
    assert pr.recall_at(5)(counts) == Fraction(3, 5)
    assert pr.precision_at(20)(counts) == Fraction(1, 5)


def test_more_positives_than_results():
    counts = ThresholdCounts.from_counts([1], [1], [0], missed_pos=3)
    assert pr.r_precision(counts) == 0.25
    assert is_nan(pr.break_even()(counts)) and is_nan(pr.break_even("observed")(counts))
    assert pr.break_even("interpolated")(counts) == 0.25
    assert is_nan(pr.precision_at_recall(0.5)(counts))
    missed = ThresholdCounts.from_counts([1], [0], [1], missed_pos=3)
    assert pr.reciprocal_rank(missed) == 0


def test_items_never_retrieved_lie_on_the_last_line():
    counts = ThresholdCounts.from_counts([1], [Fraction(1)], [0], missed_pos=3, missed_neg=2)
    assert pr.equal_error_rate(counts) == Fraction(3, 7)
    found = pr.reached(pr.equal_error_rate, counts)
    assert found.threshold is None and found.reason


def test_reciprocal_rank_of_ties():
    tied = exact_counts_of([(1, 2)])
    values = [column(tied) for column in (pr.reciprocal_rank.low, pr.reciprocal_rank,
                                          pr.reciprocal_rank.high)]  # fmt: skip
    assert values == [Fraction(1, 3), Fraction(11, 18), 1]
    assert pr.reciprocal_rank(counts_of([(1, 2)])) == pytest.approx(11 / 18, rel=1e-15)


def test_reciprocal_rank_of_large_blocks():
    for pos, neg in [(1, 10**5), (3, 2 * 10**5), (10**9, 10**9)]:
        harmonic = float(mpmath.harmonic(pos + neg) - mpmath.harmonic(pos - 1))
        value = pr.reciprocal_rank(counts_of([(pos, neg)]))
        assert value == pytest.approx(pos / (neg + 1) * harmonic, rel=1e-6 if pos > 10 else 1e-11)


def test_parts_of_items():
    counts = exact_counts_of([(Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2))])
    assert is_nan(pr.reciprocal_rank(counts)) and "whole" in pr.reciprocal_rank.undefined_when
    assert pr.precision_at(2)(counts) == (Fraction(1, 2) + Fraction(3, 4)) / 2


def test_break_even_inside_a_tie():
    counts = count_thresholds([1, 1, 1, 0, 0, 0], [0.9, 0.9, 0.9, 0.9, 0.2, 0.1])
    assert pr.break_even()(counts) == pr.r_precision(counts) == 0.75
    assert is_nan(pr.break_even("observed")(counts))
    assert pr.reached(pr.break_even("observed"), counts).reason


def test_perfect_and_touching_break_even():
    perfect, touching = (
        exact_counts_of([(1, 0)] * 2 + [(0, 1)] * 2),
        exact_counts_of([(1, 0), (0, 1), (0, 1), (0, 1), (1, 0)]),
    )
    for path in ("observed", "interpolated", "davis_goadrich"):
        assert pr.break_even(path)(perfect) == 1
        assert pr.break_even(path)(touching) == Fraction(1, 2)


# Thresholds


def test_highest_threshold_among_equal_optima():
    counts = count_thresholds([0, 1, 0, 0, 1], [0.1, 0.4, 0.6, 0.6, 0.9])
    found = pr.reached(pr.best_f_beta(1), counts)
    assert (found.value, found.threshold, found.reason) == (2 / 3, 0.9, "")
    assert found.point == counts.at(0.9)


def test_optimum_never_inside_a_tie():
    counts = count_thresholds([1, 0, 1, 0], [0.7, 0.6, 0.8, 0.7])
    found = pr.reached(pr.best_f_beta(1), counts)
    assert found.value == 0.8 and found.threshold == 0.7 and pr.recall(found.point) == 1


def test_distances_to_the_corners():
    """HealthCatalyst/healthcareai-r#659: two thresholds are equally near to (1, 1)."""
    labels, scores = [0, 1, 0, 0, 1], [0.1, 0.4, 0.6, 0.6, 0.9]
    counts = count_thresholds(labels, scores, sample_weight=[Fraction(1)] * 5)
    tables = [counts.at(t) for t in counts.threshold]
    pairs = [(1 - pr.recall(t), 1 - pr.precision(t), pr.false_positive_rate(t)) for t in tables]
    right, left = ([a**2 + row[k] ** 2 for row in pairs for a in row[:1]] for k in (1, 2))
    assert right == [Fraction(1, 4), Fraction(25, 36), Fraction(1, 4), Fraction(9, 25)]
    for point, distances in ((pr.closest_topright, right), (pr.closest_topleft, left)):
        found = pr.reached(point, counts)
        assert (found.value, found.threshold) == (min(distances), 0.9)


def test_calling_nothing_can_be_nearest_in_roc_space_alone():
    wrong = exact_counts_of([(0, 2), (2, 0)])
    assert pr.reached(pr.closest_topleft, wrong).threshold is None
    assert pr.closest_topleft(wrong) == 1 and pr.closest_topright(wrong) == Fraction(1, 4)


def test_recall_at_precision():
    counts = count_thresholds([0, 0, 1, 1, 1, 1, 1], [0.1, 0.4, 0.6, 0.6, 0.6, 0.35, 0.8])
    found = pr.reached(pr.recall_at_precision(0.5), counts)
    assert found.value == 1 and found.threshold == 0.35
    assert pr.precision(found.point) == pytest.approx(5 / 6)


def test_precision_that_is_not_reached():
    counts = count_thresholds([0, 1, 1], [0.9, 0.5, 0.4])
    found = pr.reached(pr.recall_at_precision(0.8), counts)
    assert math.isnan(found.value) and found.threshold is None and found.point is None
    assert "no threshold reaches this precision" in found.reason


def test_precision_at_recall_is_not_the_first_match():
    counts = count_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    found = pr.reached(pr.precision_at_recall(0.9), counts)
    assert found.value == pytest.approx(2 / 3) and found.threshold == 0.35


@pytest.mark.parametrize("level", [0.8, Fraction(4, 5), np.float64(0.8)])
def test_a_level_means_its_decimal(level):
    ranking = [(4, 1), (1, 5)]
    for kind in (int, float, Fraction):
        assert near(pr.recall_at_precision(level)(counts_of(ranking, kind)), 0.8)


def test_nothing_positive_is_a_decision():
    wrong = count_thresholds([0, 1], [2, 1])
    for point in (pr.ks, pr.cost_threshold(10, 1)):
        found = pr.reached(point, wrong)
        assert found.threshold is None and (found.point.tp, found.point.fp) == (0, 0)
        assert found.point.fn == 1 and found.reason
    assert pr.ks(wrong) == 0 and pr.cost_threshold(10, 1)(wrong) == 0.5


def test_equal_error_rate_and_its_segment():
    counts = count_thresholds([1, 0, 1, 0], [3, 2, 2, 1])
    found = pr.reached(pr.equal_error_rate, counts)
    assert (found.value, found.threshold) == (0.25, 2)


def tenths_of(ranking, kind):
    "Counts of tenths of items, as floats or as Fractions."
    return counts_of([(kind(p) / 10, kind(n) / 10) for p, n in ranking], kind)


@pytest.mark.parametrize("kind", [Fraction, float])
@pytest.mark.parametrize(
    ("ranking", "threshold"),
    [([(1, 3), (3, 1), (0, 1)], 2), ([(1, 3), (3, 1)], 2), ([(1, 0), (0, 3), (3, 1)], 2)]
    + [([(1, 3), (1, 0), (2, 1), (0, 2)], 3), ([(1, 0), (0, 3)], 2), ([(0, 1), (3, 0)], 2)],
)
def test_the_segment_of_an_equal_error_rate_is_found_but_for_rounding(ranking, threshold, kind):
    found = pr.reached(pr.equal_error_rate, tenths_of(ranking, kind))
    assert found.threshold == threshold
    assert near(float(found.value), float(equal_error_rate(ranking)))


@pytest.mark.parametrize("kind", [Fraction, float])
@pytest.mark.parametrize("unit", [1e-6, 1, 10**6])
def test_equal_costs_of_any_size_are_found_but_for_rounding(kind, unit):
    """Three positives more or one negative more cost the same: the higher threshold is named."""
    point = pr.cost_threshold(unit, 3 * unit)
    for ranking, first in (
        ([(3, 1), (1, 3), (0, 1)], 3),
        ([(2, 1), (1, 3)], 2),
        ([(3, 3), (1, 3)], 2),
    ):
        assert pr.reached(point, tenths_of(ranking, kind)).threshold == first


def test_ks_of_whole_items_is_rounded_once():
    for ranking in ([(0, 1), (3, 1), (1, 3), (1, 1), (2, 2)], [(3, 2), (3, 3)], [(3, 0), (5, 8)]):
        assert pr.ks(counts_of(ranking)) == float(ks(ranking))


def test_reciprocal_rank_is_exact_up_to_two_thousand_items():
    for pos, neg, exact in ((50, 50, True), (3, 1997, True), (3, 1998, False)):
        value = pr.reciprocal_rank(exact_counts_of([(pos, neg)]))
        assert isinstance(value, Fraction if exact else float)
        first = sum(
            Fraction(math.comb(pos + neg - k, pos - 1), k) for k in range(1, neg + 2)
        ) / math.comb(pos + neg, pos)  # fmt: skip
        assert value == first if exact else value == pytest.approx(float(first), rel=1e-13)
    assert isinstance(pr.reciprocal_rank(counts_of([(2, 3)])), float)


def test_equal_error_rate_of_large_counts():
    counts = ThresholdCounts.from_counts([1, 0], [3 * 10**9, 10**9], [10**9, 3 * 10**9])
    assert pr.equal_error_rate(counts) == 0.25 and pr.ks(counts) == 0.5


def test_points_of_very_unequal_weights():
    counts = count_thresholds([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1e-300, 1e-300, 1.0, 1.0])
    for point in pr.POINTS.values():
        assert is_nan(float(point(counts))) or 0 <= point(counts) <= 2


def test_two_sided_is_another_statistic():
    assert pr.ks(exact_counts_of([(0, 1), (1, 0)])) == 0


def test_constant_score_has_ks_zero():
    assert pr.ks(counts_of([(3, 5)])) == 0


@pytest.mark.parametrize("wrong", [0, -1, 2.5, math.inf, math.nan])
def test_ranks_are_whole(wrong):
    for make in (pr.precision_at, pr.recall_at):
        with pytest.raises(ValueError, match="whole"):
            make(wrong)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_levels_are_shares(wrong):
    for make in (pr.recall_at_precision, pr.precision_at_recall, pr.lift_at):
        with pytest.raises(ValueError, match=str(wrong)):
            make(wrong)


def test_other_refusals():
    for call in (
        lambda: pr.lift_at(0),
        lambda: pr.break_even("linear"),
        lambda: pr.cost_threshold(-1, 1),
        lambda: pr.cost_threshold(0, 0),
        lambda: pr.cost_threshold(math.inf, 1),
        lambda: pr.best_f_beta(-1),
        lambda: pr.reached(pr.r_precision, TEN),
        lambda: pr.split_ties(TEN, "first"),
    ):
        with pytest.raises(ValueError, match="got"):
            call()


def test_split_ties():
    counts = ThresholdCounts.from_counts([2, 1], [1, 2], [0, 3], missed_pos=4)
    best, worst = (pr.split_ties(counts, order) for order in ("best", "worst"))
    assert best.pos.tolist() == [1, 2, 0] and best.neg.tolist() == [0, 0, 3]
    assert worst.pos.tolist() == [1, 0, 2] and worst.neg.tolist() == [0, 3, 0]
    assert best.missed_pos == worst.missed_pos == 4 and best.threshold.tolist() == [3, 2, 1]


# scikit-learn


def by_scikit_learn(labels, scores, weights):
    "Best F1, K, recall at precision .5, precision at recall .5, least cost, from its curves."
    options = {"sample_weight": weights}
    p, r, _ = metrics.precision_recall_curve(labels, scores, **options)
    p, r = p[:-1], r[:-1]
    fpr, tpr, _ = metrics.roc_curve(labels, scores, drop_intermediate=False, **options)
    share = np.average(labels, weights=weights)
    with np.errstate(invalid="ignore"):
        f1 = np.nan_to_num(2 * p * r / (p + r))
    return {
        pr.best_f_beta(1): f1.max(),
        pr.ks: (tpr - fpr).max(),
        pr.recall_at_precision(0.4321): max(r[p >= 0.4321], default=math.nan),
        pr.precision_at_recall(0.4321): max(p[r >= 0.4321]),
        pr.cost_threshold(2, 3): (2 * fpr * (1 - share) + 3 * (1 - tpr) * share).min(),
        pr.break_even("interpolated"): np.minimum(p, r).max(),
        pr.equal_error_rate: eer(fpr, tpr),
    }


def eer(fpr, tpr):
    "False-positive rate where the ROC polyline crosses the falling diagonal."
    return np.interp(1, fpr + tpr, fpr)


@pytest.mark.parametrize("seed", range(10))
def test_random_inputs_against_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    for i in range(40):
        size = int(rng.integers(2, 60))
        labels = rng.integers(0, 2, size)
        labels[:2] = 0, 1
        scores = rng.integers(0, rng.integers(1, 30) + 1, size) / 7
        weights = rng.random(size) + 0.1 if i % 2 else None
        counts = count_thresholds(labels, scores, sample_weight=weights)
        for point, value in by_scikit_learn(labels, scores, weights).items():
            assert near(point(counts), value), (seed, i, point)


@pytest.mark.parametrize("function", [pr.split_ties, pr.reached])
def test_a_call_without_arguments_is_told_how(function):
    with pytest.raises(TypeError, match=rf"Write {function.__name__}\(.*counts.*\)"):
        function()


def test_what_was_reached_never_changes():
    found = pr.reached(pr.ks, TEN)
    for thing in (found, pr.ks):
        with pytest.raises(AttributeError):
            thing.value = 7
    assert len({found, pr.reached(pr.ks, TEN)}) == 1


def test_the_first_rank():
    assert (pr.precision_at(1)(TEN), pr.recall_at(1)(TEN)) == (0, 0)
    assert pr.precision_at(1)(exact_counts_of([(1, 1)])) == Fraction(1, 2)


MADE = (pr.precision_at(3), pr.recall_at(3), pr.lift_at(0.2), pr.best_f_beta(2), pr.cost_threshold(2, 3),
        pr.recall_at_precision(0.5), pr.precision_at_recall(0.5), pr.break_even("observed"))  # fmt: skip


@pytest.mark.parametrize("point", MADE, ids=str)
def test_made_points_survive_pickling(point):
    twin = pickle.loads(pickle.dumps(point))
    assert repr(twin) == repr(point) and near(float(twin(TEN)), float(point(TEN)))


def test_the_rows_of_the_table_and_when_they_are_undefined():
    assert " ".join(pr.POINTS) == (
        "precision_at_5 precision_at_10 recall_at_10 lift_at_0.1 r_precision reciprocal_rank "
        "break_even_observed break_even_interpolated break_even_davis_goadrich best_f1 "
        "recall_at_precision_0.9 precision_at_recall_0.9 ks equal_error_rate closest_topleft "
        "closest_topright cost_1_1"
    )
    assert "errors. Always defined. Source: Manning" in pr.precision_at(5).__doc__
    assert "positives. NaN when nothing is positive. Source: " in pr.r_precision.__doc__


def test_a_break_even_needs_as_many_items_as_positives_but_for_rounding():
    short = ThresholdCounts.from_counts([1], [1], [1], missed_pos=2)
    assert is_nan(pr.break_even()(short))
    tenths = ThresholdCounts.from_counts([3, 2], [0.1, 0], [0.2, 0.7], missed_pos=0.9)
    assert tenths.retrieved_pos + tenths.retrieved_neg < tenths.n_pos == 1
    assert pr.break_even()(tenths) == pytest.approx(0.1)


def test_ranks_inside_huge_weights_do_not_overflow():
    assert pr.precision_at(10**10)(counts_of([(1e300, 1e300)], float)) == 0.5


# Kinds of counts, ends of ranges, and sizes near the limits of their types


def test_worst_and_best_pool_every_block():
    several, pooled = exact_counts_of([(1, 1), (2, 0), (0, 2)]), exact_counts_of([(3, 3)])
    for point in pr.POINTS.values():
        assert same(point.worst(several), point.worst(pooled)), point
        assert same(point.best(several), point.best(pooled)), point


def test_the_squared_distance_from_the_right_corner():
    counts = exact_counts_of([(2, 1), (1, 3)])
    assert pr.closest_topright(counts) == min(Fraction(1, 9) + Fraction(1, 9), Fraction(4, 7) ** 2)


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_one_class_has_no_equal_error_rate_and_no_threshold_for_it(kind):
    for block in ((0, 2), (2, 0)):
        found = pr.reached(pr.equal_error_rate, counts_of([block], kind))
        assert is_nan(found.value) and found.threshold is None and found.point is None
        assert found.reason == "one of the classes is absent"


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_the_reason_tells_what_was_never_retrieved_from_what_is_undefined(kind):
    counts = ThresholdCounts.from_counts(
        [1], [kind(1)], [kind(0)], missed_pos=kind(3), missed_neg=kind(2)
    )
    assert "never retrieved" in pr.reached(pr.equal_error_rate, counts).reason


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_an_optimum_of_zero_is_at_the_highest_threshold(kind):
    wrong = counts_of([(0, 1), (0, 2)], kind)
    free = pr.reached(pr.cost_threshold(0, 1), wrong)
    assert (free.value, free.threshold, free.point.fp) == (0, None, 0)
    missed = ThresholdCounts.from_counts([2, 1], [kind(0)] * 2, [kind(1)] * 2, missed_pos=kind(1))
    for beta in (0, 1):
        found = pr.reached(pr.best_f_beta(beta), missed)
        assert (found.value, found.threshold) == (0, 2)


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_a_curve_without_retrieved_items_starts_at_calling_nothing_positive(kind):
    missed = {"missed_pos": kind(2), "missed_neg": kind(3)}
    counts = ThresholdCounts.from_counts([], [], [], **missed)
    assert pr.ks(counts) == 0 and pr.closest_topleft(counts) == 1
    assert near(pr.cost_threshold(7, 1)(counts), 0.4)
    assert pr.equal_error_rate(counts) == 0.5


def test_symbols_are_cut_and_split_like_numbers():
    found = sympy.Symbol("found")
    counts = ThresholdCounts.from_counts([2, 1], [found, 0], [3 - found, 1])
    assert sympy.expand(pr.precision_at(1)(counts) - found / 3) == 0
    best, worst = (pr.split_ties(counts, order) for order in ("best", "worst"))
    assert best.pos.tolist() == [found, 0, 0] and best.neg.tolist() == [0, 3 - found, 1]
    assert worst.pos.tolist() == [0, found, 0] and worst.neg.tolist() == [3 - found, 0, 1]


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_reciprocal_rank_of_positives_without_negatives(kind):
    assert pr.reciprocal_rank(counts_of([(2, 0)], kind)) == 1
    assert near(pr.reciprocal_rank(counts_of([(0, 2), (1, 0), (0, 1)], kind)), 1 / 3)


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_a_level_of_one(kind):
    counts = counts_of([(1, 0), (1, 1)], kind)
    precise, complete = pr.recall_at_precision(1), pr.precision_at_recall(1)
    for point, value, threshold in ((precise, 1 / 2, 2), (complete, 2 / 3, 1)):
        assert near(point(counts), value) and pr.reached(point, counts).threshold == threshold


@pytest.mark.parametrize("kind", [Fraction, float])
def test_a_level_is_reached_but_for_rounding(kind):
    counts = tenths_of([(3, 1), (1, 1), (4, 3)], kind)
    assert pr.reached(pr.recall_at_precision(0.75), counts).threshold == 3
    counts = tenths_of([(3, 0), (0, 4), (2, 2), (1, 3)], kind)
    assert pr.reached(pr.precision_at_recall(0.5), counts).threshold == 4


@pytest.mark.parametrize("kind", [Fraction, float])
def test_precision_equals_recall_but_for_rounding(kind):
    for ranking in ([(1, 4), (0, 1), (1, 3), (4, 3)], [(3, 3), (3, 3), (4, 0), (2, 0)]):
        counts = counts_of([(kind(p) / 3, kind(n) / 3) for p, n in ranking], kind)
        found = pr.reached(pr.break_even("observed"), counts)
        assert found.threshold == 3 and near(found.value, pr.recall(found.point))


def test_equal_costs_of_whole_items_are_found_but_for_rounding():
    for kind in (int, Fraction):
        counts = counts_of([(4, 3), (4, 4), (2, 4), (1, 3)], kind)
        assert pr.reached(pr.cost_threshold(0.1, 0.2), counts).threshold == 3


@pytest.mark.parametrize("weight", [1, 1.5, Fraction(1, 3)])
@pytest.mark.parametrize("costs", [(1e308, 1), (1, 1e308), (1e308, 1e308), (10**200, 3)])
def test_costs_near_the_end_of_floats(weight, costs):
    counts = pr.count_thresholds([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[weight] * 4)
    a, b = map(Fraction, costs)
    ways = [(fp * a + fn * b) / 4 for fp, fn in [(0, 2), (0, 1), (1, 1), (1, 0), (2, 0)]]
    assert float(pr.cost_threshold(*costs)(counts)) == pytest.approx(float(min(ways)), rel=1e-14)


def test_costs_beyond_floats_are_refused():
    with pytest.raises(ValueError, match="finite"):
        pr.cost_threshold(10**400, 1)


@pytest.mark.parametrize("function", [pr.split_ties, pr.split_bins])
def test_an_order_is_a_word(function):
    class Prints:
        def __str__(self):
            return "worst"

    counts = pr.count_thresholds([1, 0, 1], [2, 2, 1]).coarsen(bits=2)
    with pytest.raises(ValueError, match="order"):
        function(counts, Prints())


def test_tiny_costs_are_told_apart():
    found = pr.reached(pr.cost_threshold(1e-20, 3e-20), counts_of([(1, 0), (1, 1), (0, 2)]))
    assert found.threshold == 2 and found.value == pytest.approx(0.2e-20)


@pytest.mark.parametrize(
    ("n_pos", "n_neg"), [(2**31, 2**31), (3 * 2**30, 2**31), (2**31 - 1, 2**31)], ids=str
)
def test_equal_error_rate_where_the_pairs_fill_an_integer(n_pos, n_neg):
    ranking = [(n_pos // 3, n_neg // 7), (n_pos - n_pos // 3, n_neg - n_neg // 7)]
    found = pr.reached(pr.equal_error_rate, counts_of(ranking))
    assert found.value == pytest.approx(float(equal_error_rate(ranking)), rel=1e-15)
    assert found.threshold == 1


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_all_items_hold_every_positive(kind):
    counts = counts_of([(kind(1) / 10, kind(3) / 10), (kind(2) / 10, kind(4) / 10)], kind)
    if kind is int:
        counts = counts_of([(1, 3), (2, 4)])
    for point in (pr.lift_at(1), pr.recall_at(10)):
        assert point(counts) == 1


def test_shares_and_levels_at_the_ends_of_their_ranges():
    for make in (pr.recall_at_precision, pr.precision_at_recall):
        assert make(0)(TEN) == make(0.0)(TEN) and make(1)(TEN) != make(0)(TEN)
    assert pr.lift_at(1)(TEN) == 1
    assert pr.precision_at(1e300)(TEN) == Fraction(4, int(1e300))
    assert pr.cost_threshold(0, 1)(TEN) == pr.cost_threshold(1, 0)(TEN) == 0
    for rank in (10**301, 1.5):
        with pytest.raises(ValueError, match="whole"):
            pr.precision_at(rank)


def test_a_useless_score_has_no_best_threshold_but_for_rounding():
    """Both rates rise alike; in floats some differ in the last digit."""
    for ranking in (
        [(1, 2), (2, 4), (3, 6)],
        [(1, 3), (4, 12)],
        [(3, 1), (9, 3), (3, 1)],
        [(7, 7), (2, 2), (1, 1)],
    ):
        for kind in (float, Fraction):
            assert pr.reached(pr.ks, tenths_of(ranking, kind)).threshold is None


def test_only_counts_can_be_split():
    for wrong in ([1, 0], np.array([1]), None):
        with pytest.raises(ValueError, match="split_ties must be called on counts: got"):
            pr.split_ties(wrong, "best")


def test_the_first_positives_count_whatever_symbols_lie_below():
    n, m = sympy.symbols("n m", integer=True)
    counts = ThresholdCounts.from_counts([3, 2, 1], [2, n, 1], [1, m, 0])
    assert pr.reciprocal_rank(counts) == Fraction(5, 6)
