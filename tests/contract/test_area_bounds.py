"""Every area lies between its worst and its best value, and both are reached."""

import pytest
from hypothesis import given

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.strategies import PART, both_classes, checked, items

SMALL = [pair for size in range(1, 6) for pair in reference.classes(size)]
SLACK = 1e-12


def defined(name, n_pos, n_neg):
    "Whether an area has a value for these totals."
    return n_pos > 0 and (n_neg > 0 or name not in reference.BOTH_CLASSES)


@pytest.mark.parametrize("name", pr.AREAS)
def test_worst_and_best_over_every_weak_order(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in SMALL:
        if not defined(name, n_pos, n_neg):
            continue
        found = []
        for ranking in reference.weak_orders(n_pos, n_neg):
            counts = counts_of(ranking)
            value = area(counts)
            assert area.worst(counts) - SLACK <= value, ranking
            assert is_unknown(area.best) or value <= area.best(counts) + SLACK, ranking
            found.append(value)
        assert min(found) == pytest.approx(area.worst(counts), rel=1e-12, abs=1e-15)
        if is_unknown(area.best):
            continue
        assert max(found) == pytest.approx(area.best(counts), rel=1e-12)


@pytest.mark.parametrize("name", pr.AREAS)
def test_bounds_depend_on_the_totals_only(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in [(1, 1), (1, 3), (2, 2), (3, 1), (3, 0)]:
        if defined(name, n_pos, n_neg):
            counts = [counts_of(ranking) for ranking in reference.weak_orders(n_pos, n_neg)]
            assert len({float(area.worst(c)) for c in counts}) == 1
            assert is_unknown(area.best) or len({float(area.best(c)) for c in counts}) == 1


@pytest.mark.parametrize("name", reference.EXACT)
def test_step_bounds_are_exact_for_fractions(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in [(1, 1), (1, 3), (3, 1), (2, 3), (3, 2), (3, 0)]:
        if defined(name, n_pos, n_neg):
            counts = exact_counts_of([(n_pos, n_neg)])
            worst, best = reference.extremes(reference.AREA[name], n_pos, n_neg)
            assert (area.worst(counts), area.best(counts)) == (worst, best)


@checked
@given(items(weight=PART))
def test_fractional_weights_stay_inside(rows):
    labels, scores, weights = rows
    if not both_classes(labels, weights):
        return
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    for name, area in pr.AREAS.items():
        if name not in reference.WHOLE_ITEMS:
            assert area.worst(counts) - SLACK <= area(counts)
            assert is_unknown(area.best) or area(counts) <= area.best(counts) + SLACK
