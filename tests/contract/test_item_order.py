"""The order of the items does not matter."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

import prspace as pr
from tests.sameness import same
from tests.strategies import PART, checked, items


@checked
@given(items(weight=PART), st.randoms(use_true_random=False))
def test_shuffled_items_give_equal_counts(rows, random):
    order = list(range(len(rows[0])))
    random.shuffle(order)
    labels, scores, weights = rows
    before = pr.count_thresholds(labels, scores, sample_weight=weights)
    after = pr.count_thresholds(
        [labels[i] for i in order],
        [scores[i] for i in order],
        sample_weight=[weights[i] for i in order],
    )
    assert before == after
    for area in pr.AREAS.values():
        assert same(area(before), area(after))


@checked
@given(st.lists(st.tuples(st.integers(-3, 3), PART, PART), max_size=8))
def test_shuffled_cells_give_equal_counts(cells):
    forward = [list(column) for column in zip(*cells, strict=True)] or [[], [], []]
    backward = [column[::-1] for column in forward]
    a = pr.ThresholdCounts.from_counts(*forward)
    b = pr.ThresholdCounts.from_counts(*backward)
    assert a == b
    assert sum(a.pos) == sum(forward[1], Fraction(0))
