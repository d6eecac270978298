"""A weight of k is the same as k copies, and a weight of zero the same as no row."""

from hypothesis import given

import prspace as pr
from tests.reference import WHOLE_ITEMS
from tests.sameness import same
from tests.strategies import COPIES, checked, items


@checked
@given(items(weight=COPIES))
def test_weight_is_repetition(rows):
    labels, scores, weights = rows
    repeated = [
        (label, score)
        for label, score, k in zip(labels, scores, weights, strict=True)
        for _ in range(k)
    ]
    weighted = pr.count_thresholds(labels, scores, sample_weight=weights)
    copied = pr.count_thresholds(*(list(column) for column in zip(*repeated, strict=True)))
    assert weighted == copied
    for area in pr.AREAS.values():
        assert same(area(weighted), area(copied))
    for rate in pr.RATES.values():
        assert same(rate(weighted), rate(copied))


@checked
@given(items(weight=COPIES))
def test_a_common_factor_changes_no_ratio(rows):
    labels, scores, weights = rows
    once = pr.count_thresholds(labels, scores, sample_weight=weights)
    often = pr.count_thresholds(labels, scores, sample_weight=[8 * w for w in weights])
    areas = [area for name, area in pr.AREAS.items() if name not in WHOLE_ITEMS]
    for metric in [*areas, *pr.RATES.values()]:
        assert same(metric(once), metric(often))
