"""Normalizing puts the worst ranking at 0 and the best at 1, for every area."""

import math

import pytest

import prspace as pr
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.reference import AREA, EXACT, extremes, weak_orders
from tests.sameness import near


@pytest.mark.parametrize("name", pr.AREAS)
def test_value_is_the_share_of_the_range(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in [(1, 2), (2, 2), (3, 1)]:
        if is_unknown(area.best):
            continue
        worst, best = extremes(AREA[name], n_pos, n_neg)
        if best == worst:
            continue
        found = []
        for ranking in weak_orders(n_pos, n_neg):
            counts = counts_of(ranking)
            expected = (AREA[name](ranking) - worst) / (best - worst)
            assert near(pr.normalized(area, counts), expected)
            found.append(float(pr.normalized(area, counts)))
        assert min(found) == pytest.approx(0, abs=1e-14) and max(found) == pytest.approx(1)


@pytest.mark.parametrize("name", [n for n in EXACT if not is_unknown(pr.AREAS[n].best)])
def test_exact_for_fractions(name):
    worst, best = extremes(AREA[name], 2, 2)
    for ranking in weak_orders(2, 2):
        expected = (AREA[name](ranking) - worst) / (best - worst)
        assert pr.normalized(pr.AREAS[name], exact_counts_of(ranking)) == expected


@pytest.mark.parametrize("name", pr.AREAS)
def test_undefined_without_a_range(name):
    for ranking in ([], [(0, 3)], [(3, 0)], [(2, 0), (1, 0)]):
        value = pr.normalized(pr.AREAS[name], counts_of(ranking))
        assert math.isnan(value), (ranking, value)


def test_aucnpr_is_the_normalized_path_area():
    for ranking in weak_orders(2, 3):
        counts = counts_of(ranking)
        assert near(pr.aucnpr(counts), pr.normalized(pr.davis_goadrich, counts))
