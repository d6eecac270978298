"""A strictly increasing transform of the scores moves the thresholds and nothing else."""

import math

from hypothesis import given
from hypothesis import strategies as st

import prspace as pr
from tests.sameness import listed, same
from tests.strategies import checked, items

LADDER = st.lists(
    st.floats(allow_nan=False, allow_infinity=True), min_size=7, max_size=7, unique=True
)


@checked
@given(items(), LADDER)
def test_counts_and_areas_stay(rows, ladder):
    labels, scores = rows
    ladder = sorted(ladder)
    before = pr.count_thresholds(labels, scores)
    after = pr.count_thresholds(labels, [ladder[score + 3] for score in scores])
    assert same(before.pos, after.pos) and same(before.neg, after.neg)
    assert listed(after.threshold) == [ladder[int(t) + 3] for t in before.threshold]
    for metric in [*pr.AREAS.values(), *pr.RATES.values()]:
        assert same(metric(before), metric(after))


def test_saturating_squash_is_not_applied():
    logits = [40.0, 39.0, 38.0, 37.0]
    squashed = [1 / (1 + math.exp(-x)) for x in logits]
    assert len(set(squashed)) < 4
    assert len(pr.count_thresholds([1, 0, 1, 0], logits)) == 4
