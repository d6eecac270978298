"""Counts of the parts add up to the counts of the whole."""

from functools import reduce
from operator import add

from hypothesis import given
from hypothesis import strategies as st

import prspace as pr
from tests.sameness import same
from tests.strategies import PART, checked, items

EMPTY = pr.ThresholdCounts.from_counts([], [], [])


@checked
@given(items(weight=PART), st.lists(st.integers(0, 14), max_size=3))
def test_parts_make_the_whole(rows, cuts):
    ends = [0, *sorted(min(cut, len(rows[0])) for cut in cuts), len(rows[0])]
    parts = []
    for start, stop in zip(ends, ends[1:], strict=False):
        labels, scores, weights = (column[start:stop] for column in rows)
        if any(weights):
            parts.append(pr.count_thresholds(labels, scores, sample_weight=weights))
    labels, scores, weights = rows
    whole = pr.count_thresholds(labels, scores, sample_weight=weights)
    assert reduce(add, parts) == whole
    assert reduce(add, parts[::-1]) == whole
    for area in pr.AREAS.values():
        assert same(area(reduce(add, parts)), area(whole))


@checked
@given(items(), items(), items())
def test_addition_is_associative_and_commutative(a, b, c):
    a, b, c = (pr.count_thresholds(*rows) for rows in (a, b, c))
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)


@checked
@given(items(weight=PART))
def test_empty_counts_are_neutral(rows):
    labels, scores, weights = rows
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    assert counts + EMPTY == counts == EMPTY + counts


def test_empty_and_empty_is_empty():
    assert EMPTY + EMPTY == EMPTY and len(EMPTY) == 0
