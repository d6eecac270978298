"""Areas and their minima: values by hand, extreme sizes, and refusals."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from prspace.areas import _whole
from tests import reference
from tests.build import counts_of, exact_counts_of
from tests.r_random import draw
from tests.sameness import is_nan, near

PR_AREAS = [name for name in pr.AREAS if name not in reference.BOTH_CLASSES]


def relative_gap(value, expected):
    "Relative error against a number with many digits."
    with mpmath.workdps(60):
        return float(abs(mpmath.mpf(float(value)) - expected) / expected)


@pytest.mark.parametrize("name", pr.AREAS)
def test_rows_describe_themselves(name):
    row = pr.AREAS[name]
    assert row.name == name and getattr(pr, name) is row
    assert row.undefined_when.strip() and row.__doc__.strip()
    assert row.__doc__ != type(row).__doc__


@pytest.mark.parametrize("name", pr.AREAS)
def test_rows_cannot_be_changed(name):
    with pytest.raises((AttributeError, TypeError)):
        pr.AREAS[name].name = "other"


def test_running_example():
    labels = [0, 1, 0, 1, 1, 0, 0, 0, 1, 0]
    scores = [-1.21, -1.27, -1.39, -1.47, -1.6, -1.65, -1.79, -1.8, -2.01, -3.7]
    exact = count_thresholds(labels, scores, sample_weight=[Fraction(1)] * 10)
    assert pr.average_precision(exact) == Fraction(23, 45)
    assert pr.roc_auc(exact) == Fraction(7, 12)
    assert pr.average_precision.worst(exact) == Fraction(473, 1680)
    assert pr.normalized(pr.average_precision, exact) == Fraction(1157, 3621)
    counts = count_thresholds(labels, scores)
    assert pr.davis_goadrich(counts) == pytest.approx(0.424071598406539, abs=1e-14)
    assert pr.aucnpr(counts) == pytest.approx(0.24836920885381703, abs=1e-14)


@pytest.mark.parametrize("kind", [int, Fraction, float])
def test_perfect_ranking(kind):
    counts = counts_of([(2, 0), (1, 0), (0, 3), (0, 1)], kind)
    for name, area in pr.AREAS.items():
        if name not in reference.NOT_ONE:
            assert area(counts) == 1 and area.best(counts) == 1


@pytest.mark.parametrize("kind", [int, Fraction, float])
def test_all_positive(kind):
    counts = counts_of([(2, 0), (1, 0)], kind)
    for name in PR_AREAS:
        assert pr.AREAS[name](counts) == 1
    assert is_nan(pr.roc_auc(counts))
    assert pr.trapezoid.worst(counts) == 1


@pytest.mark.parametrize("kind", [int, Fraction, float])
def test_all_negative(kind):
    for area in pr.AREAS.values():
        assert is_nan(area(counts_of([(0, 2), (0, 1)], kind)))


def test_empty_counts_have_no_area():
    empty = ThresholdCounts.from_counts([], [], [])
    for area in pr.AREAS.values():
        assert is_nan(area(empty))


def test_average_precision_with_missed_positives():
    whole = ThresholdCounts.from_counts(
        [3, 2, 1], [Fraction(1), 0, 1], [0, Fraction(1), 0], missed_pos=Fraction(1)
    )
    assert pr.average_precision(whole) == (1 + Fraction(2, 3)) / 3


def test_missed_items_only_lower_an_area():
    seen = counts_of([(2, 1), (1, 2)])
    missed = ThresholdCounts.from_counts([2, 1], [2, 1], [1, 2], missed_pos=2)
    for name in PR_AREAS:
        assert pr.AREAS[name](missed) < pr.AREAS[name](seen)


@pytest.mark.parametrize("kind", [int, Fraction, float])
def test_missed_items_of_any_kind(kind):
    """Where recall gain is above 0, too: most of the positives are found at a high precision."""
    ranking, missed = [(3, 1), (1, 4)], {"missed_pos": kind(2), "missed_neg": kind(3)}
    counts = ThresholdCounts.from_counts([2, 1], *zip(*ranking, strict=True), **missed)
    expected = float(reference.path_area(ranking)) * 2 / 3
    assert float(pr.davis_goadrich(counts)) == pytest.approx(expected, rel=1e-14)
    gain = reference.prg_area(ranking, (2, 3))
    assert gain > 0 and pr.prg_area(counts) == pytest.approx(float(gain), rel=1e-14)


@pytest.mark.parametrize(
    "ranking",
    [[(4, 146123406976328), (0, 3)], [(0, 6), (3, 441831030434603), (7, 0)]]
    + [[(972270155359297, 2), (108, 7)], [(14652440033079, 1), (9, 5)]],
    ids=str,
)
def test_gain_area_of_very_unequal_classes(ranking):
    exact = float(reference.prg_area(ranking))
    assert pr.prg_area(counts_of(ranking)) == pytest.approx(exact, rel=1e-12, abs=1e-12)


def test_ties_by_hand():
    block_of_two = exact_counts_of([(0, 2), (2, 0)])
    assert pr.average_precision(block_of_two) == Fraction(1, 2)
    assert pr.trapezoid(block_of_two) == Fraction(1, 4)
    split = exact_counts_of([(0, 1), (0, 1), (1, 0), (1, 0)])
    assert pr.average_precision(split) == Fraction(5, 12)
    assert pr.trapezoid(split) == Fraction(7, 24)
    a, b = (pr.davis_goadrich(counts_of(r)) for r in ([(0, 2), (2, 0)], [(0, 2), (1, 0), (1, 0)]))
    assert a == pytest.approx(b, abs=1e-15)


def test_path_area_with_fractional_weights():
    third = Fraction(1, 3)
    ranking = [(third, 2 * third), (Fraction(0), third), (Fraction(5, 7), Fraction(1, 10))]
    counts = exact_counts_of(ranking)
    assert float(pr.davis_goadrich(counts)) == pytest.approx(
        float(reference.path_area(ranking)), rel=1e-15
    )


def test_path_area_of_steep_and_flat_segments():
    for ranking in (
        [(1, 10**6), (1, 0)],
        [(10**6, 1), (1, 10**6)],
        [(1, 0), (1, 10**9)],
        [(0, 10**9), (10**9, 1)],
        [(10**9, 10**9), (10**9, 10**9 + 1)],
        [(1, 1), (10**8, 10**8), (1, 0)],
    ):
        gap = float(abs(pr.davis_goadrich(counts_of(ranking)) - reference.path_area(ranking)))
        assert gap < 1e-13, ranking


def test_path_area_along_one_line_is_the_prevalence():
    for blocks in (2, 10, 1000):
        counts = counts_of([(3, 7)] * blocks)
        assert pr.davis_goadrich(counts) == pytest.approx(0.3, rel=1e-13)


def test_areas_of_very_unequal_weights():
    counts = count_thresholds([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1e-300, 1e-300, 1.0, 1.0])
    for name, area in pr.AREAS.items():
        if name not in reference.NO_FLOOR | reference.WHOLE_ITEMS:
            assert 0 <= area(counts) <= 1


@pytest.mark.parametrize("name", [n for n in pr.AREAS if n not in reference.WHOLE_ITEMS])
@pytest.mark.parametrize("weight", [1e-300, 1e-200, 1e200, 1e300])
def test_a_common_weight_of_any_size_changes_nothing(name, weight):
    labels, scores = [1, 0, 1, 0], [4, 3, 2, 1]
    counts = count_thresholds(labels, scores, sample_weight=[weight] * 4)
    plain = count_thresholds(labels, scores)
    assert pr.AREAS[name](counts) == pytest.approx(pr.AREAS[name](plain), rel=1e-12)


def test_symbols_pass_through_step_areas():
    a, b, m, n = sp.symbols("a b m n", positive=True)
    counts = ThresholdCounts.from_counts([2, 1], [a, b], [m, n])
    area = pr.average_precision(counts)
    assert sp.simplify(area - (a**2 / ((a + b) * (a + m)) + b / (a + b + m + n))) == 0


def test_pairs_beyond_int64():
    counts = ThresholdCounts.from_counts([1, 0], [3000000001, 5], [7, 3000000001])
    ranking = [(3000000001, 7), (5, 3000000001)]
    for name in ("average_precision", "trapezoid", "roc_auc", "davis_goadrich", "prg_area"):
        area = reference.AREA[name]
        assert pr.AREAS[name](counts) == pytest.approx(float(area(ranking)), rel=1e-15)


def test_counts_beyond_single_precision():
    counts = ThresholdCounts.from_counts([0.9, 0.1], [16777217, 1], [1, 16777217])
    assert pr.roc_auc(counts) == pytest.approx(16777217 / 16777218, rel=1e-15)


def test_a_hundred_thousand_thresholds():
    rng = np.random.default_rng(11)
    labels, scores = rng.integers(0, 2, 10**5), rng.random(10**5)
    counts = count_thresholds(labels, scores)
    for name, area in pr.AREAS.items():
        chance = 0 if name in reference.NO_FLOOR else 0.5
        assert area(counts) == pytest.approx(chance, abs=0.05)


# The smallest areas


@pytest.mark.parametrize(
    "prevalence",
    [1e-300, 1e-100, 1e-16, 1e-12, 1e-8, 1e-4, 1e-3, 0.008, 1 / 121, 0.01, 0.03, 0.1, 0.2, 0.25]
    + [0.3, 1 / 3, 0.5, 0.7, 0.9, 0.99, 1 - 1e-8, 1 - 2**-53],
)
def test_aucpr_min_to_the_last_digits(prevalence):
    assert relative_gap(pr.aucpr_min(prevalence), reference.aucpr_min(prevalence)) < 1e-14


def test_aucpr_min_at_the_ends():
    assert pr.aucpr_min(0) == 0 and pr.aucpr_min(1) == 1
    assert pr.aucpr_min(0.0) == 0 and pr.aucpr_min(1.0) == 1


def test_aucpr_min_over_arrays():
    grid = np.array([[0, 0.1, 0.2], [0.5, 0.99, 1]])
    values = pr.aucpr_min(grid)
    assert values.shape == (2, 3)
    assert near(values, [[pr.aucpr_min(x) for x in row] for row in grid])


def test_aucpr_min_has_no_seam():
    grid = np.linspace(1e-3, 1 - 1e-3, 2001)
    values = pr.aucpr_min(grid)
    assert (np.diff(values) > 0).all()
    assert (np.diff(values, 2) > 0).all()
    assert ((values > grid / 2) & (values < grid)).all()


@pytest.mark.parametrize("value", [-1e-9, 1 + 1e-9, 2, -1, float("nan"), float("inf")])
def test_aucpr_min_refuses(value):
    with pytest.raises(ValueError, match="0.*1") as error:
        pr.aucpr_min(value)
    assert str(value) in str(error.value)
    with pytest.raises(ValueError):
        pr.aucpr_min(np.array([0.5, value]))


def test_ap_min_is_exact_for_fractions():
    for n_pos in range(1, 9):
        for n_neg in range(9):
            value = pr.ap_min(Fraction(n_pos), Fraction(n_neg))
            assert isinstance(value, Fraction) and value == reference.ap_min(n_pos, n_neg)


def test_ap_min_is_a_float_for_integers():
    for n_pos in range(1, 41):
        for n_neg in range(0, 41, 3):
            value = pr.ap_min(n_pos, n_neg)
            assert isinstance(value, float)
            assert value == pytest.approx(float(reference.ap_min(n_pos, n_neg)), rel=1e-14)


@pytest.mark.parametrize(
    ("n_pos", "n_neg"),
    [(1, 10**9), (2, 10**9), (50, 10**9), (10**4, 10**9), (10**9, 10**9), (10**9, 1)]
    + [(10**9, 50), (10**5, 10**7), (10**7, 10**5), (123456789, 987654321), (10**12, 10**12)]
    + [(1, 10**15), (10**15, 1), (3, 100), (100, 3), (1000, 1000), (17, 10**6)],
)
def test_ap_min_of_large_counts(n_pos, n_neg):
    value = pr.ap_min(n_pos, n_neg)
    assert relative_gap(value, reference.ap_min_large(n_pos, n_neg)) < 1e-14


@pytest.mark.parametrize("n_pos", [1, 5, 10**9])
def test_ap_min_without_negatives(n_pos):
    assert pr.ap_min(n_pos, 0) == 1


@pytest.mark.parametrize(("n_pos", "n_neg"), [(-1, 3), (3, -1), (Fraction(-1), 2)])
def test_ap_min_refuses_negative_counts(n_pos, n_neg):
    with pytest.raises(ValueError) as error:
        pr.ap_min(n_pos, n_neg)
    assert "-1" in str(error.value)


@pytest.mark.parametrize("sizes", [(2.5, 1), (Fraction(1, 2), 1), (float("nan"), 1)], ids=str)
def test_ap_min_refuses_parts_of_positives(sizes):
    with pytest.raises(ValueError, match="n_pos"):
        pr.ap_min(*sizes)


def test_ap_min_takes_any_weight_of_negatives():
    expected = (1 / Fraction(7, 2) + 2 / Fraction(9, 2)) / 2
    assert pr.ap_min(Fraction(2), Fraction(5, 2)) == expected
    assert pr.ap_min(2, 2.5) == pytest.approx(float(expected), rel=1e-14)
    with pytest.raises(ValueError, match="n_neg"):
        pr.ap_min(2, float("nan"))


def test_ap_min_lies_just_above_aucpr_min():
    for n_pos in range(1, 20):
        for n_neg in range(1, 20):
            prevalence = n_pos / (n_pos + n_neg)
            gap = pr.ap_min(n_pos, n_neg) - pr.aucpr_min(prevalence)
            assert 0 < gap < prevalence / (2 * n_pos)


# What the rows carry


def test_worst_of_average_precision_for_fractional_counts():
    counts = exact_counts_of([(Fraction(1, 2), Fraction(3, 2))])
    assert float(pr.average_precision.worst(counts)) == pytest.approx(pr.aucpr_min(0.25))


def test_worst_of_average_precision_for_whole_fractions_is_exact():
    worst = pr.average_precision.worst(exact_counts_of([(4, 6)]))
    assert isinstance(worst, Fraction) and worst == Fraction(473, 1680)


def test_split_items_stay_above_the_worst():
    half = Fraction(1, 2)
    counts = exact_counts_of([(0, 1), (half, 0), (half, 0)])
    assert pr.average_precision(counts) == Fraction(5, 12)
    assert float(pr.average_precision.worst(counts)) <= 5 / 12


def test_worst_of_the_other_areas():
    counts = counts_of([(1, 0), (0, 3)])
    assert pr.davis_goadrich.worst(counts) == pytest.approx(pr.aucpr_min(0.25))
    assert pr.trapezoid.worst(counts) == pytest.approx(0.125)
    assert pr.roc_auc.worst(counts) == 0


def test_exact_chance_values():
    counts = exact_counts_of([(2, 3)])
    expected = reference.chance_ap(2, 3)
    assert pr.average_precision.expected(counts) == expected
    assert pr.trapezoid.expected(counts) == (Fraction(2, 5) + expected) / 2
    assert pr.roc_auc.expected(counts) == Fraction(1, 2)


def test_chance_value_of_one_positive():
    assert pr.average_precision.expected(counts_of([(1, 0)])) == 1


def test_chance_values_of_many_items():
    value = pr.average_precision.expected(counts_of([(10**6, 9 * 10**6)]))
    n = 10**7
    harmonic = mpmath.harmonic(n)
    assert float(value) == pytest.approx(float(0.1 + 0.9 * (harmonic - 1) / (n - 1)), rel=1e-12)


def test_chance_value_of_unit_steps():
    """Beyond two positives, where 2 p and 2^p part."""
    for n_pos, n_neg in [(1, 3), (3, 2), (4, 3)]:
        mean = reference.mean_over_rankings(reference.auc_calculator, n_pos, n_neg)
        assert pr.auc_calculator.expected(exact_counts_of([(n_pos, n_neg)])) == mean


def test_normalized_takes_parts_of_items():
    ranking = [(Fraction(7, 2), Fraction(1, 4)), (Fraction(5, 2), Fraction(1, 2))]
    worst = float(reference.aucpr_min(Fraction(8, 9)))
    expected = (float(reference.average_precision(ranking)) - worst) / (1 - worst)
    for kind in (float, Fraction):
        value = pr.normalized(pr.average_precision, counts_of(ranking, kind))
        assert float(value) == pytest.approx(expected, rel=1e-14)


def test_normalized_needs_a_range():
    assert math.isnan(pr.normalized(pr.average_precision, counts_of([(3, 0)])))
    assert math.isnan(pr.normalized(pr.roc_auc, counts_of([(0, 3)])))


def test_chance_level_of_the_normalized_path_area():
    for n_pos, n_neg in [(1, 99), (1, 1), (9, 1)]:
        share = n_pos / (n_pos + n_neg)
        value = pr.aucnpr(counts_of([(n_pos, n_neg)]))
        assert value == pytest.approx(1 + share / math.log1p(-share), rel=1e-12)


# Soft labels


@pytest.mark.parametrize(
    ("seed", "draws", "area", "relative", "tolerance"),
    [
        (113, [["normal", 100, 2, 1], ["normal", 100, 0, 0], ["soft", 100, 0.5, 1],
               ["soft", 100, 0, 0.5]], 0.7053830324, None, 2e-10),
        (127, [["normal", 300, 0, 1], ["normal", 500, -2, 0], ["soft", 300, 0.5, 1],
               ["soft", 500, 0, 0.5]], 0.6374131, 0.6832175, 1e-7),
    ],
    ids=["test suite", "vignette"],
)  # fmt: skip
def test_soft_labels_of_prroc(seed, draws, area, relative, tolerance):
    "An item of weight w cannot be split: its extremes are the rankings by w itself."
    labels, scores, weights = draw(seed, draws)
    value = pr.davis_goadrich(count_thresholds(labels, scores, sample_weight=weights))
    assert value == pytest.approx(area, abs=tolerance)
    half = len(weights) // 2
    by_weight = np.tile(weights[:half], 2)
    worst, best = (
        pr.davis_goadrich(count_thresholds(labels, sign * by_weight, sample_weight=weights))
        for sign in (-1, 1)
    )
    assert worst < value < best < 1
    if relative:
        assert (value - worst) / (best - worst) == pytest.approx(relative, abs=tolerance)


@pytest.mark.parametrize("function", [pr.normalized, pr.aucnpr])
def test_a_call_without_arguments_is_told_how(function):
    with pytest.raises(TypeError, match=rf"Write {function.__name__}\(.*counts.*\)"):
        function()


def test_an_unknown_column_never_changes():
    unknown = pr.Unknown("why")
    with pytest.raises(AttributeError):
        unknown.reason = "other"
    assert is_nan(unknown(counts_of([(1, 1)]))) and unknown == pr.Unknown("why")


def test_pairs_at_the_limit_of_int64():
    """Twice the pairs are 2^63 here, one more than fits."""
    perfect, reverse = [(2**31, 0), (0, 2**31)], [(0, 2**31), (2**31, 0)]
    assert pr.roc_auc(counts_of(perfect)) == 1 and pr.roc_auc(counts_of(reverse)) == 0
    assert pr.roc_auc(counts_of([(2**31, 2**31)])) == 0.5


@pytest.mark.parametrize(
    "ranking",
    [[(10**9, 1), (10**9, 1)], [(10**12, 1), (1, 2)], [(1, 10**12), (1, 10**12)], [(3, 2), (1, 4)]],
    ids=str,
)
def test_normalized_keeps_its_digits_at_both_ends(ranking):
    """Rare positives as well as rare negatives, against fifty digits."""
    n_pos, n_neg = reference.totals(ranking)
    with mpmath.workdps(60):
        worst = reference.aucpr_min(n_pos / (n_pos + n_neg))
        expected = (reference.path_area(ranking) - worst) / (1 - worst)
    assert pr.aucnpr(counts_of(ranking)) == pytest.approx(float(expected), rel=1e-12, abs=1e-30)


def test_a_perfect_ranking_of_float_weights_is_not_above_one():
    weights = [0.4007447677615643, 0.9704494067485071, 0.07140859705348279]
    counts = count_thresholds([1, 0, 0], [3, 2, 1], sample_weight=weights)
    assert pr.roc_auc(counts) == 1


def test_pairs_of_whole_items_are_divided_once():
    """Whatever the class sizes, and whether counted from rows or from cells."""
    rng = np.random.default_rng(4)
    for n_pos, n_neg in [(3, 5), (4, 2), (0, 9), (9, 0), (2, 7), (7, 3), (10, 5)] * 2:
        labels = rng.permutation([1] * n_pos + [0] * n_neg)
        scores = rng.integers(0, 8, len(labels)) / 8
        rows, exact = (
            count_thresholds(labels, scores, sample_weight=w)
            for w in (None, [Fraction(1)] * len(labels))
        )
        cells = ThresholdCounts.from_counts(rows.threshold, rows.pos, rows.neg, missed_neg=3)
        missed = ThresholdCounts.from_counts(exact.threshold, exact.pos, exact.neg, missed_neg=3)
        for found, true in ((rows, exact), (cells, missed)):
            value = pr.roc_auc(true)
            assert (
                is_nan(pr.roc_auc(found)) if value != value else pr.roc_auc(found) == float(value)
            )


def test_eleven_levels_of_large_counts():
    """A tenth of 2^61 and a few, which no float holds: the level is just above the first block."""
    n_pos = 10 * 2**57 + 10
    for k in range(1, 10):
        first = k * (n_pos // 10) - 1
        ranking = [(first, 0), (n_pos - first, 2**61)]
        value = (k + (11 - k) * Fraction(n_pos, n_pos + 2**61)) / 11
        assert pr.eleven_point(exact_counts_of(ranking)) == value
        assert near(pr.eleven_point(counts_of(ranking)), float(value))


def test_eleven_levels_are_reached_but_for_rounding():
    ranking = [
        (1, 0),
        (0, 1),
        (2, 0),
        (1, 2),
        (0, 1),
        (1, 1),
        (0, 3),
        (0, 0),
        (2, 2),
        (1, 0),
        (1, 4),
        (1, 1),
    ]
    floats, exact = (
        counts_of([(kind(p) / 3, kind(n) / 3) for p, n in ranking], kind)
        for kind in (float, Fraction)
    )
    assert near(pr.eleven_point(floats), pr.eleven_point(exact))


def test_unit_steps_of_large_counts():
    ranking = [(2**31, 7), (5, 2**31), (2**30, 2**29)]
    values = [pr.auc_calculator(counts_of(ranking, kind)) for kind in (int, float, Fraction)]
    assert near(values[0], values[1]) and near(values[0], float(values[2]))


def test_a_column_of_a_symbol_without_a_sign():
    n = sp.Symbol("n", integer=True)
    worst = pr.upper_trapezoid.worst(counts_of([(n, 1), (2, 3)], lambda x: x))
    for value in (1, 4):
        assert sp.Rational(
            pr.upper_trapezoid.worst(exact_counts_of([(value + 2, 4)]))
        ) == worst.subs(n, value)


def test_parts_of_items_are_told_from_whole_ones():
    for kind in (int, float, Fraction):
        assert _whole(counts_of([(1, 2), (3, 0)], kind))
    for part in (0.5, Fraction(1, 2)):
        assert not _whole(counts_of([(1, part), (3, 0)], type(part)))


def test_lines_from_positive_to_positive_for_a_symbol_without_a_sign():
    x = sp.Symbol("x")
    area = pr.upper_trapezoid(ThresholdCounts.from_counts([2, 1], [x, 1], [3, 0]))
    for value in (1, 2):
        assert area.subs(x, value) == pr.upper_trapezoid(exact_counts_of([(value, 3), (1, 0)]))
