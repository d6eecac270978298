"""Counts whose cells are intervals: coarsen, sums, thresholds, and what keeps the cells."""

import pickle
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import prspace as pr
from prspace.cells import cell_codes
from prspace.counts import greatest, with_items

SCORES = st.lists(st.floats(-3, 3) | st.sampled_from([0.0, -0.0, 0.5, 1.0, 1e300, -np.inf, np.inf]))
ROWS = SCORES.flatmap(
    lambda s: st.tuples(st.just(s), st.lists(st.booleans(), min_size=len(s), max_size=len(s)))
)
GRIDS = st.one_of(
    st.integers(2, 14).map(lambda b: {"bits": b}),
    st.sets(st.floats(-2, 2), min_size=1, max_size=5).map(lambda e: {"edges": sorted(e)}),
)


def counted(rows):
    """Exact counts of rows."""
    scores, labels = rows
    return pr.ThresholdCounts.from_counts(scores, labels, [not y for y in labels])


def by_hand(rows, grid):
    """Least score, positives, negatives and greatest score of each cell, one row at a time."""
    scores, labels = rows
    code = cell_codes(np.array(scores, float), grid).tolist() if scores else []
    table = sorted(zip(code, scores, labels, strict=True), reverse=True)
    for _, cell in groupby(table, key=lambda row: row[0]):
        _, inside, y = zip(*cell, strict=True)
        yield min(inside), sum(y), len(y) - sum(y), max(inside)


def cells_of(counts):
    """The same four columns of counts."""
    columns = counts.threshold, counts.pos, counts.neg, greatest(counts)
    return list(zip(*(c.tolist() for c in columns), strict=True))


@given(ROWS, GRIDS)
def test_coarsen_equals_grouping_by_hand(rows, grid):
    rough = counted(rows).coarsen(**grid)
    assert cells_of(rough) == list(by_hand(rows, rough.grid))
    assert (rough.high is None) == all(low == high for low, *_, high in cells_of(rough))
    assert (rough.n_pos, rough.n_neg) == (sum(rows[1]), len(rows[1]) - sum(rows[1]))


@given(ROWS, ROWS, GRIDS)
def test_parts_add_up_to_the_whole(first, rest, grid):
    whole = counted([a + b for a, b in zip(first, rest, strict=True)]).coarsen(**grid)
    a, b = counted(first), counted(rest)
    assert a.coarsen(**grid) + b.coarsen(**grid) == whole
    assert a.coarsen(**grid) + b == whole == b + a.coarsen(**grid)
    assert sum([a.coarsen(**grid), b]) == whole


@given(ROWS, st.integers(2, 14), st.integers(2, 14))
def test_coarsening_twice_is_coarsening_once(rows, first, second):
    fine, rough = max(first, second), min(first, second)
    counts = counted(rows)
    assert counts.coarsen(bits=fine).coarsen(bits=rough) == counts.coarsen(bits=rough)
    assert counts.coarsen(bits=fine) + counts.coarsen(bits=rough) == (counts + counts).coarsen(
        bits=rough
    )


@given(ROWS, GRIDS)
def test_a_table_of_cells_comes_back(rows, grid):
    rough = counted(rows).coarsen(**grid)
    order = np.random.default_rng(0).permutation(len(rough))
    columns = (c[order] for c in (rough.threshold, rough.pos, rough.neg))
    high = None if rough.high is None else rough.high[order]
    assert pr.ThresholdCounts.from_counts(*columns, high=high, grid=rough.grid) == rough
    assert pickle.loads(pickle.dumps(rough)) == rough


@given(ROWS, GRIDS, st.floats(-3, 3))
def test_at_is_exact_or_refuses(rows, grid, t):
    exact, rough = counted(rows), counted(rows).coarsen(**grid)
    inside = any(low < t <= high for low, *_, high in cells_of(rough))
    if inside:
        with pytest.raises(ValueError, match="must not divide a cell.*bin_bounds"):
            rough.at(t)
    else:
        assert rough.at(t) == exact.at(t)
    for each in rough.threshold.tolist():
        assert rough.at(each) == exact.at(each)


def test_rounded_scores_stay_exact_and_say_so():
    rng = np.random.default_rng(3)
    score = rng.integers(300, 851, 10_000)
    counts = pr.count_thresholds(rng.random(10_000) < 0.3, score)
    rough = counts.coarsen(bits=12)
    assert rough.high is None and rough.grid == 12 and rough.threshold.dtype == score.dtype
    assert "all exact" in repr(rough) and pr.average_precision(rough) == pr.average_precision(
        counts
    )
    assert rough != counts  # adding to it would not be the same
    assert "0 exact" in repr(counts.coarsen(bits=2)) and "2 bits" in repr(counts.coarsen(bits=2))


def test_every_kind_of_score_and_weight():
    scores = [Fraction(1, 3), 2**60 + 1, Decimal("0.1"), 5]
    odd = pr.count_thresholds([1, 0, 1, 0], scores, sample_weight=[Fraction(1, 7)] * 4)
    rough = odd.coarsen(edges=[1])
    assert cells_of(rough) == [
        (5, 0, Fraction(2, 7), 2**60 + 1),
        (Decimal("0.1"), Fraction(2, 7), 0, Fraction(1, 3)),
    ]
    small = pr.count_thresholds([1, 0, 1], np.float32([0.1, 0.10001, 0.9])).coarsen(bits=4)
    assert small.threshold.dtype == small.high.dtype == np.float32
    both = small + pr.count_thresholds([1], [0.1])
    assert both.threshold.dtype == both.high.dtype == np.float64 and len(both) == 2
    weighted = pr.count_thresholds([1, 0], [0.1, 0.1001], sample_weight=[0.5, 1.5]).coarsen(bits=4)
    assert weighted.pos.tolist() == [0.5] and weighted.neg.tolist() == [1.5]


def test_missed_and_dropped_stay():
    counts = pr.ThresholdCounts.from_counts(
        [0.3, 0.31], [1, 0], [0, 1], missed_pos=2, missed_neg=3, dropped={"missing score": 4}
    )
    rough = counts.coarsen(bits=3)
    assert (rough.missed_pos, rough.missed_neg, dict(rough.dropped)) == (2, 3, {"missing score": 4})
    assert "2 never retrieved" not in repr(rough) and "5 never retrieved" in repr(rough)


def test_other_items_in_the_same_cells_keep_the_cells():
    rng = np.random.default_rng(1)
    rough = pr.count_thresholds(rng.random(400) < 0.4, rng.random(400)).coarsen(bits=4)
    for other in (
        pr.at_prevalence(rough, 0.01),
        pr.top_items(rough, 200),
        with_items(rough, rough.pos * 2, rough.neg),
    ):
        assert other.grid == 4 and set(cells_of_scores(other)) <= set(cells_of_scores(rough))
    micro = pr.CountsByName("ab", (rough, rough))
    assert (micro[0] + micro[1]).grid == 4
    assert float(pr.average(pr.roc_auc, micro, "micro")) == pr.roc_auc(rough + rough)


def cells_of_scores(counts):
    """The score range of each cell."""
    return zip(counts.threshold.tolist(), greatest(counts).tolist(), strict=True)


def test_empty_and_single():
    empty = pr.ThresholdCounts.from_counts([], [], [])
    assert (
        empty.coarsen(bits=12) + empty == empty.coarsen(bits=12)
        and empty.coarsen(bits=12).high is None
    )
    one = pr.count_thresholds([1], [0.3])
    assert one.coarsen(bits=2).high is None and (empty.coarsen(bits=12) + one).grid == 12


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda c: c.coarsen(), "either bits= or edges="),
        (lambda c: c.coarsen(bits=4).coarsen(bits=5), "at most the 4 of these counts"),
        (lambda c: c.coarsen(edges=[0.5]).coarsen(bits=5), "no bits: got bits=5. Pass some of the edges"),
        (lambda c: c.coarsen(bits=2).coarsen(edges=[0.3]), "fit in one cell of 1 cut point"),
        (lambda c: c.coarsen(edges=[0.3]) + c.coarsen(edges=[0.4]), "all cut points of the other"),
        (lambda c: c.coarsen(bits=2) + c.coarsen(edges=[0.3]), "Counts get coarser"),
        (lambda c: pr.ThresholdCounts.from_counts([0.1], [1], [0], high=[0.2]), "grid= must be given"),
        (lambda c: pr.ThresholdCounts.from_counts([0.1], [1], [0], high=[0.2], grid=30), "30 bits"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], high=[0.1], grid=4), "high must not be"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], high=[], grid=4), "pair up"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], high=[None], grid=4), "high must not hold"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], grid=40), "bits must be"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], grid="12"), "edges must be"),
        (lambda c: pr.ThresholdCounts.from_counts([0.2], [1], [0], grid=True), "bits must be"),
    ],
)  # fmt: skip
def test_refusals(ask, words):
    counts = pr.count_thresholds([1, 0, 1, 0], [0.26, 0.34, 0.51, 0.9])
    with pytest.raises(ValueError, match=words):
        ask(counts)


def test_bits_that_fit_the_cut_points_may_be_added():
    counts = pr.count_thresholds([1, 0, 1, 0], [0.26, 0.34, 0.51, 0.9])
    assert counts.coarsen(bits=4) + counts.coarsen(edges=[0.5]) == (counts + counts).coarsen(
        edges=[0.5]
    )


def test_a_threshold_inside_a_cell_is_refused():
    counts = pr.count_thresholds([1, 0, 1, 1], [0.9, 0.8, 0.3, 0.1]).coarsen(edges=[0.5])
    for inside, low, high in ((0.85, 0.8, 0.9), (0.9, 0.8, 0.9), (0.2, 0.1, 0.3), (0.3, 0.1, 0.3)):
        with pytest.raises(
            ValueError, match=f"got {inside}, and a cell has scores from {low} to {high}"
        ):
            counts.at(inside)
    tables = [counts.at(t) for t in (0.95, 0.8, 0.4, 0.1, 0.0)]
    assert [(t.tp, t.fp) for t in tables] == [(0, 0), (1, 1), (1, 1), (3, 1), (3, 1)]


def test_high_that_says_nothing_new():
    plain = pr.ThresholdCounts.from_counts([2, 1], [1, 1], [0, 1])
    same = pr.ThresholdCounts.from_counts([2, 1], [1, 1], [0, 1], high=[2, 1])
    assert same == plain and same.high is None
