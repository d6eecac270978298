"""Bounds under ties: values by hand, blocks of any size, kinds of counts, refusals."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
import sympy

import prspace as pr
from prspace import Area, ThresholdCounts
from prspace.bounds import _every_order, _refuse_many
from tests.build import counts_of, exact_counts_of
from tests.sameness import near

RUNS = (pr.average_precision, pr.trapezoid)


def test_value_outside_its_bounds():
    counts = exact_counts_of([(0, 1), (2, 0)])
    assert pr.tie_bounds(pr.average_precision, counts) == (Fraction(7, 12), Fraction(7, 12))
    assert pr.average_precision(counts) == Fraction(2, 3)


def test_bounds_are_exact():
    low, high = pr.tie_bounds(pr.average_precision, exact_counts_of([(2, 2)]))
    assert (low, high) == (Fraction(5, 12), 1)
    for area in (*RUNS, pr.roc_auc):
        assert all(isinstance(x, Fraction) for x in pr.tie_bounds(area, exact_counts_of([(2, 2)])))


def test_roc_area_by_hand():
    counts = exact_counts_of([(1, 2), (1, 1)])
    assert pr.tie_bounds(pr.roc_auc, counts) == (Fraction(1, 6), Fraction(2, 3))


@pytest.mark.parametrize("area", RUNS, ids=str)
@pytest.mark.parametrize("kind", [int, float])
def test_long_runs_equal_single_items(area, kind):
    counts = counts_of([(5000, 300), (3, 10), (9000, 20000), (0, 5)], kind)
    for order, bound in zip(("worst", "best"), pr.tie_bounds(area, counts), strict=True):
        assert bound == pytest.approx(area(pr.break_ties(counts, order)), rel=1e-13)


@pytest.mark.parametrize("area", (*RUNS, pr.davis_goadrich, pr.roc_auc), ids=str)
def test_missed_items_lower_both_ends(area):
    ranking = [(1, 2), (2, 1)]
    seen = pr.tie_bounds(area, counts_of(ranking))
    missed = ThresholdCounts.from_counts([2, 1], [1, 2], [2, 1], missed_pos=2)
    assert all(a < b for a, b in zip(pr.tie_bounds(area, missed), seen, strict=True))


def test_a_billion_tied_items():
    counts = counts_of([(10**9, 10**9), (10**9, 3 * 10**9)])
    for area in (*RUNS, pr.davis_goadrich, pr.roc_auc):
        low, high = pr.tie_bounds(area, counts)
        assert 0 < low < area(counts) < high < 1


def test_large_runs_approach_the_path():
    counts = counts_of([(10**9, 10**9), (10**9, 3 * 10**9)])
    assert near(
        pr.tie_bounds(pr.average_precision, counts),
        pr.tie_bounds(pr.davis_goadrich, counts),
        1e-7,
    )


@pytest.mark.parametrize("kind", [int, float, Fraction])
@pytest.mark.parametrize("order", ["best", "worst"])
def test_break_ties_keeps_kind_and_items(kind, order):
    counts = counts_of([(2, 1), (0, 2), (1, 0)], kind)
    single = pr.break_ties(counts, order)
    assert single.pos.tolist() == ([1, 1, 0] if order == "best" else [0, 1, 1]) + [0, 0, 1]
    assert (single.pos + single.neg == 1).all() and single.threshold.tolist() == [6, 5, 4, 3, 2, 1]
    assert single.pos.dtype == counts.pos.dtype and type(single.pos[0]) is type(counts.pos[0])
    assert pr.break_ties(single, order) == single


def test_break_ties_keeps_what_was_missed():
    counts = ThresholdCounts.from_counts([1], [1], [1], missed_pos=3, missed_neg=4)
    single = pr.break_ties(counts, "best")
    assert (single.missed_pos, single.missed_neg, len(single)) == (3, 4, 2)


def test_no_items():
    empty = ThresholdCounts.from_counts([], [], [])
    assert len(pr.break_ties(empty, "best")) == 0
    for metric in pr.AREAS.values():
        assert all(np.isnan(bound) for bound in pr.tie_bounds(metric, empty))


def test_a_row_made_elsewhere_is_bounded_on_single_items():
    none = pr.Unknown("not needed")
    row = Area("twice", lambda c: 2 * pr.average_precision(c), none, none, none, none,
               "never", "this test", "Twice the average precision.")  # fmt: skip
    counts = exact_counts_of([(2, 2), (1, 1)])
    doubled = [2 * bound for bound in pr.tie_bounds(pr.average_precision, counts)]
    assert list(pr.tie_bounds(row, counts)) == doubled


def test_path_areas_take_parts_of_items():
    counts = exact_counts_of([(Fraction(1, 2), Fraction(1, 3))])
    assert pr.tie_bounds(pr.roc_auc, counts) == (0, 1)
    low, high = pr.tie_bounds(pr.davis_goadrich, counts)
    assert low == pytest.approx(pr.aucpr_min(0.6)) and high == 1


def test_refusals():
    parts, whole = exact_counts_of([(Fraction(1, 2), 1)]), counts_of([(1, 1)])
    for call in (
        lambda: pr.tie_bounds(pr.average_precision, parts),
        lambda: pr.tie_bounds(pr.trapezoid, parts),
        lambda: pr.tie_bounds(pr.precision, whole),
        lambda: pr.tie_bounds("average_precision", whole),
        lambda: pr.break_ties(parts, "best"),
        lambda: pr.break_ties(whole, "first"),
    ):
        with pytest.raises(ValueError, match="got"):
            call()


SMALL = [
    [(2, 1), (1, 2)],
    [(0, 2), (2, 0), (1, 1)],
    [(1, 0), (0, 3), (2, 1)],
    [(3, 3)],
    [(0, 2), (1, 0)],
]
MADE = (pr.average_precision_at(1), pr.average_precision_at(3), pr.partial_pr(0.2, 0.7))
MADE += (pr.partial_roc(0.4), pr.average_precision_at(10**19))


def orders(blocks):
    "Every ranking of single items that breaks the ties of these blocks."
    heads = [[]]
    for a, b in blocks:
        inner = set(permutations([(1, 0)] * a + [(0, 1)] * b))
        heads = [[*head, *tail] for head in heads for tail in inner]
    return heads


@pytest.mark.parametrize("blocks", SMALL, ids=str)
@pytest.mark.parametrize("area", (*pr.AREAS.values(), *MADE), ids=str)
def test_bounds_are_the_extremes_of_all_tie_breaks(area, blocks):
    for kind in (int, Fraction):
        values = [float(area(counts_of(order, kind))) for order in orders(blocks)]
        assert pr.tie_bounds(area, counts_of(blocks, kind)) == pytest.approx(
            (min(values), max(values)), rel=1e-12, abs=1e-15
        )


@pytest.mark.parametrize("area", (*pr.AREAS.values(), *MADE), ids=str)
def test_any_number_of_items(area):
    """Four billion items at once, and blocks a thousand times smaller as single items."""
    low, high = pr.tie_bounds(area, counts_of([(10**9, 10**9), (10**9, 10**9)]))
    assert low < high or area in MADE
    counts = counts_of([(700, 900), (0, 40), (1, 0), (2, 60), (800, 500), (0, 3)])
    for order, bound in zip(("worst", "best"), pr.tie_bounds(area, counts), strict=True):
        assert bound == pytest.approx(area(pr.break_ties(counts, order)), rel=1e-12)


def test_an_area_of_your_own_has_a_limit():
    fields = (pr.ap_min, pr.ap_min, pr.ap_min, pr.ap_min, "", "", "")
    own = Area("own", lambda c: pr.precision(c).max(), *fields)
    assert pr.tie_bounds(own, counts_of([(1, 1), (1, 0)])) == (2 / 3, 1)
    huge = counts_of([(10**9, 10**9)])
    for call in (lambda: pr.tie_bounds(own, huge), lambda: pr.break_ties(huge, "best")):
        with pytest.raises(ValueError, match="at most 10,000,000 items.*got 2000000000.*row of"):
            call()


def test_parts_of_items_have_bounds_where_the_path_decides():
    counts = counts_of([(Fraction(1, 2), 1), (1, Fraction(1, 3))], Fraction)
    for area in (pr.interpolated, pr.eleven_point, pr.davis_goadrich, pr.roc_auc, pr.prg_area):
        low, high = pr.tie_bounds(area, counts)
        assert low <= high
    for area in (pr.average_precision, pr.upper_trapezoid, pr.auc_calculator, MADE[0]):
        with pytest.raises(ValueError, match="whole items to break ties: got parts"):
            pr.tie_bounds(area, counts)
    tenths = counts_of([(0.1 + 0.2 + 0.7, 1), (1, 3 * 0.1 + 0.7)], float)
    assert pr.tie_bounds(pr.average_precision, tenths) == pytest.approx(
        pr.tie_bounds(pr.average_precision, counts_of([(1, 1), (1, 1)]))
    )


@pytest.mark.parametrize("row", [pr.roc_auc, pr.r_precision, MADE[0]], ids=str)
@pytest.mark.parametrize("bad", [[1, 0], np.array([1, 0]), None, 3], ids=repr)
def test_bounds_of_no_counts(row, bad):
    with pytest.raises(ValueError, match="must be called on counts"):
        pr.tie_bounds(row, bad)
    with pytest.raises(ValueError, match="must be called on counts"):
        pr.break_ties(bad, "best")


# Means over all tie-breaks

CLOSED = (pr.average_precision, pr.left_step, pr.trapezoid, pr.first_point_trapezoid, pr.roc_auc)


@pytest.mark.parametrize("blocks", SMALL, ids=str)
@pytest.mark.parametrize("area", (*pr.AREAS.values(), *MADE), ids=str)
def test_mean_over_all_tie_breaks(area, blocks):
    """Equal to the mean of every ranking of single items; exact on Fractions where closed."""
    values = [area(counts_of(order, Fraction)) for order in orders(blocks)]
    mean = sum(values) / len(values)
    exact = pr.tie_mean(area, counts_of(blocks, Fraction))
    assert exact == mean if area in CLOSED else exact == pytest.approx(float(mean), rel=1e-12)
    for kind in (int, float):
        found = pr.tie_mean(area, counts_of(blocks, kind))
        assert found == pytest.approx(float(mean), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("point", pr.POINTS.values(), ids=str)
def test_mean_of_a_point(point):
    """Its expected value where it has one, else the mean of all orders; NaN if one has none."""
    for blocks in SMALL:
        values = [float(point(counts_of(order, Fraction))) for order in orders(blocks)]
        found = pr.tie_mean(point, counts_of(blocks, Fraction))
        assert near(found, sum(values) / len(values))


def test_mean_keeps_what_was_missed():
    seen = exact_counts_of([(1, 2), (2, 1)])
    missed = ThresholdCounts.from_counts(
        [2, 1], seen.pos, seen.neg, missed_pos=Fraction(2), missed_neg=Fraction(5)
    )
    for area in (pr.average_precision, pr.left_step, pr.trapezoid):
        assert pr.tie_mean(area, missed) == pr.tie_mean(area, seen) * Fraction(3, 5)
    row = pr.interpolated
    assert pr.tie_mean(row, missed) == pytest.approx(pr.tie_mean(row, seen) * Fraction(3, 5))


def test_mean_of_one_block_is_that_of_a_random_ranking():
    for pos, neg in ((1, 1), (2, 7), (30, 4), (400, 600)):
        exact = pr.tie_mean(pr.average_precision, exact_counts_of([(pos, neg)]))
        assert exact == pr.expected_average_precision(Fraction(pos), Fraction(neg))
        found = pr.tie_mean(pr.average_precision, counts_of([(pos, neg)]))
        assert found == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("area", CLOSED, ids=str)
def test_mean_of_large_blocks(area):
    """Floats against Fractions at 1,900 items; four billion items at once; rare positives."""
    blocks = [(0, 300), (5, 400), (1, 0), (600, 200), (3, 391)]
    exact = float(pr.tie_mean(area, counts_of(blocks, Fraction)))
    assert pr.tie_mean(area, counts_of(blocks)) == pytest.approx(exact, rel=1e-13)
    huge = counts_of([(10**9, 10**9), (10**9, 10**9)])
    low, high = pr.tie_bounds(area, huge)
    assert low < pr.tie_mean(area, huge) < high
    rare = counts_of([(0, 10**15), (1, 1)])
    ends = pr.tie_bounds(area, rare)
    assert pr.tie_mean(area, rare) == pytest.approx(sum(ends) / 2, rel=1e-12)


def test_mean_of_no_items_and_of_one_class():
    empty = ThresholdCounts.from_counts([], [], [])
    for area in CLOSED:
        for counts in (empty, counts_of([(0, 3), (0, 1)]), exact_counts_of([(0, 3)])):
            assert np.isnan(float(pr.tie_mean(area, counts)))
    assert pr.tie_mean(pr.average_precision, exact_counts_of([(3, 0), (2, 0)])) == 1


def test_mean_refuses():
    huge, parts = counts_of([(10**9, 10**9)]), exact_counts_of([(Fraction(1, 2), 1)])
    assert pr.tie_mean(pr.roc_auc, parts) == Fraction(1, 2)
    for call, words in (
        (
            lambda: pr.tie_mean(pr.interpolated, huge),
            "1,000 items in 10,000 orders.*got 2000000000",
        ),
        (lambda: pr.tie_mean(pr.ks, counts_of([(10, 10)])), "10,000 orders for the mean of ks"),
        (lambda: pr.tie_mean(pr.average_precision, parts), "whole items"),
        (lambda: pr.tie_mean(pr.precision, counts_of([(1, 1)])), "must be an Area or a Point"),
        (lambda: pr.tie_mean(pr.roc_auc, [1, 0]), "must be called on counts"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


@pytest.mark.parametrize("function", [pr.break_ties, pr.tie_bounds, pr.tie_mean])
def test_a_call_without_arguments_is_told_how(function):
    with pytest.raises(TypeError, match=rf"Write {function.__name__}\(.*counts.*\)"):
        function()


@pytest.mark.parametrize("area", CLOSED, ids=str)
@pytest.mark.parametrize(
    "blocks", [[(1, 0), (1, 1)], [(1, 1), (1, 1)], [(3, 0), (0, 2), (1, 2)]], ids=str
)
def test_mean_below_positives(area, blocks):
    values = [area(counts_of(order, Fraction)) for order in orders(blocks)]
    assert pr.tie_mean(area, exact_counts_of(blocks)) == sum(values) / len(values)


def test_how_many_orders_a_mean_may_have():
    """As many as the product over the blocks, and 1,000 items."""
    ones = counts_of([(1, 0), (0, 1)] * 500)
    assert pr.tie_mean(pr.ks, ones) == pr.ks(ones)
    for blocks in (
        [(1, 0)] * 1001,
        [(500, 500)],
        [(1, 400)] * 2,
        [(7, 7)] * 2,
        [(8, 8)],
        [(1, 10000)],
    ):
        with pytest.raises(ValueError, match="1,000 items in 10,000 orders for the mean of ks"):
            pr.tie_mean(pr.ks, counts_of(blocks))


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        ([(Fraction(1, 2), 1), (1, Fraction(1, 3)), (1, 1)], "2 of 3 cells"),
        ([(1, 1), (1, Fraction(1, 3))], "1 of 2 cells"),
        ([(Fraction(3, 2), 2), (2, 3)], "1 of 2 cells"),
        ([(Fraction(3, 2), Fraction(1, 2)), (2, 3)], "1 of 2 cells"),
    ],
)
def test_how_many_cells_hold_parts_of_items(blocks, words):
    with pytest.raises(ValueError, match=f"got parts of items in {words}"):
        pr.break_ties(exact_counts_of(blocks), "best")


@pytest.mark.parametrize("area", pr.AREAS.values(), ids=str)
def test_positives_that_were_never_retrieved(area):
    """They keep the areas at 0; areas over both classes see negatives above them."""
    counts = ThresholdCounts.from_counts([2, 1], [0, 0], [1, 2], missed_pos=3)
    assert pr.tie_bounds(area, counts) == (area(counts), area(counts))
    assert area(counts) == 0


def test_ten_million_items_are_not_too_many():
    assert _refuse_many(counts_of([(10**7 - 1, 1)])) is None
    with pytest.raises(ValueError, match="at most 10,000,000 items"):
        _refuse_many(counts_of([(10**7, 1)]))


def test_the_mean_over_orders_takes_just_as_many_as_it_says():
    def count(ranking, most):
        return sum(1 for _ in _every_order(pr.ks, counts_of(ranking), most))

    assert count([(2, 3)], 10) == 10 and count([(1, 1), (2, 1)], 6) == 6
    for ranking, most in (([(2, 3)], 9), ([(1, 20)], 20), ([(5, 0), (2, 3)], 9)):
        with pytest.raises(ValueError, match=f"in {most} orders"):
            count(ranking, most)


def test_a_symbol_is_part_of_an_item():
    part = sympy.Symbol("part")
    for pos, neg in (([part, 1], [1, 2]), ([1, 2], [1, part])):
        counts = ThresholdCounts.from_counts([2, 1], pos, neg)
        with pytest.raises(ValueError, match="parts of items in 1 of 2 cells"):
            pr.tie_bounds(pr.average_precision, counts)
