"""Every area and rate equals its slow definition, for every small ranking."""

import pytest
from hypothesis import given

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of
from tests.sameness import near, same
from tests.strategies import PART, both_classes, checked, items

ORDERS = [
    ranking
    for size in range(2, 6)
    for n_pos, n_neg in reference.classes(size)
    if n_pos and n_neg
    for ranking in reference.weak_orders(n_pos, n_neg)
]


def test_every_area_has_an_oracle():
    assert set(pr.AREAS) == set(reference.AREA)


@pytest.mark.parametrize("name", reference.EXACT)
def test_areas_without_logarithms_are_exact(name):
    for ranking in ORDERS:
        expected = reference.AREA[name](ranking)
        assert pr.AREAS[name](exact_counts_of(ranking)) == expected
        assert pr.AREAS[name](counts_of(ranking)) == pytest.approx(
            float(expected), rel=1e-14, abs=2e-15
        )


def test_path_area_to_the_last_digits():
    for ranking in ORDERS:
        expected = reference.path_area(ranking)
        assert float(abs(pr.davis_goadrich(counts_of(ranking)) - expected)) < 4e-16


def test_the_two_oracles_of_the_path_agree():
    for ranking in reference.weak_orders(2, 2):
        gap = reference.path_area(ranking) - reference.path_by_quadrature(ranking)
        assert abs(gap) < 1e-12


@pytest.mark.parametrize("name", sorted(reference.LOGARITHMS))
def test_areas_with_logarithms(name):
    for ranking in ORDERS:
        expected = reference.AREA[name](ranking)
        assert float(abs(pr.AREAS[name](counts_of(ranking)) - expected)) < 1e-15


def test_lower_trapezoid_is_the_trapezoid():
    for ranking in ORDERS:
        assert reference.lower_trapezoid(ranking) == reference.trapezoid(ranking)


@checked
@given(items(weight=PART))
def test_weighted_areas(rows):
    labels, scores, weights = rows
    if not both_classes(labels, weights):
        return
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    ranking = reference.blocks(labels, scores, weights)
    for name, area in reference.AREA.items():
        assert near(pr.AREAS[name](counts), area(ranking))
        if name in reference.EXACT:
            assert same(pr.AREAS[name](counts), area(ranking))


@checked
@given(items(weight=PART))
def test_weighted_rates(rows):
    labels, scores, weights = rows
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    tables = reference.tables(reference.blocks(labels, scores, weights))
    for name in reference.RATE:
        expected = [reference.rate(name, table) for table in tables]
        expected = [float("nan") if value is None else value for value in expected]
        assert same(pr.RATES[name](counts), expected)
