"""A value is NaN exactly where its row says that it is undefined."""

import pytest

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of
from tests.sameness import is_nan


def test_every_row_says_when_it_is_undefined():
    for row in [*pr.RATES.values(), *pr.AREAS.values(), pr.f_beta(2)]:
        assert isinstance(row.undefined_when, str) and row.undefined_when.strip()


def test_every_rate_has_an_oracle():
    assert set(pr.RATES) == set(reference.RATE)


@pytest.mark.parametrize("name", reference.RATE)
def test_rates_over_every_small_table(name):
    for table in reference.small_tables(2):
        value, expected = pr.RATES[name](table), reference.rate(name, table)
        assert is_nan(value) if expected is None else value == float(expected), table


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_f_beta_over_every_small_table(beta):
    for table in reference.small_tables(2):
        value, expected = pr.f_beta(beta)(table), reference.f_beta(beta, table)
        assert is_nan(value) if expected is None else value == pytest.approx(float(expected)), table


@pytest.mark.parametrize("name", pr.AREAS)
@pytest.mark.parametrize("build", [counts_of, exact_counts_of])
def test_areas_over_every_small_ranking(name, build):
    for size in range(5):
        for n_pos, n_neg in reference.classes(size):
            undefined = n_pos == 0 or (name in reference.BOTH_CLASSES and n_neg == 0)
            for ranking in reference.weak_orders(n_pos, n_neg):
                assert is_nan(pr.AREAS[name](build(ranking))) == undefined, ranking


@pytest.mark.parametrize("name", reference.RATE)
def test_a_rate_along_the_thresholds(name):
    for ranking in [[(0, 2), (0, 1)], [(2, 0)], [(1, 1), (0, 1)]]:
        values = pr.RATES[name](counts_of(ranking))
        for value, table in zip(values, reference.tables(ranking), strict=True):
            assert is_nan(float(value)) == (reference.rate(name, table) is None)
