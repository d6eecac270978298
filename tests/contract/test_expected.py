"""The expected value is the mean over all rankings without ties."""

import mpmath
import pytest

import prspace as pr
from tests import reference
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.sameness import near

UNKNOWN = {
    (name, "expected")
    for name in ("upper_trapezoid", "interpolated", "eleven_point", "prg_area", "interpolated_max")
}
UNKNOWN |= {(f"interpolated_{a}", "expected") for a in ("mean", "median", "min")}
UNKNOWN |= {(f"interpolated_{a}", "best") for a in ("mean", "median")}
INEXACT = reference.LOGARITHMS
BOUNDS = ("worst", "best", "constant", "expected")
TOTALS = [pair for size in range(1, 8) for pair in reference.classes(size) if pair[0]]
KNOWN = [name for name in pr.AREAS if (name, "expected") not in UNKNOWN]


def test_unknown_values_are_the_named_ones():
    found = {(n, b) for n, row in pr.AREAS.items() for b in BOUNDS if is_unknown(getattr(row, b))}
    assert found == UNKNOWN


def test_an_unknown_value_gives_its_reason():
    column = pr.Unknown("nobody has found it")
    assert column.reason == "nobody has found it"
    value = column(counts_of([(1, 1)]))
    assert value != value


@pytest.mark.parametrize("name", KNOWN)
def test_expected_is_the_mean(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in TOTALS:
        if name in reference.BOTH_CLASSES and n_neg == 0:
            continue
        mean = reference.mean_over_rankings(reference.AREA[name], n_pos, n_neg)
        assert near(area.expected(counts_of([(n_pos, n_neg)])), mean)
        exact = area.expected(exact_counts_of([(n_pos, n_neg)]))
        assert near(exact, mean) if name in INEXACT else exact == mean


@pytest.mark.parametrize("n", [2, 5, 15, 16, 17, 31, 40, 1000, 10**6, 10**9, 10**15])
def test_mean_path_area_with_fifty_digits(n):
    with mpmath.workdps(50):
        luck = n + mpmath.loggamma(n + 1) - n * mpmath.log(n)
        for n_pos in {1, n // 2, n - 1}:
            prevalence = mpmath.mpf(n_pos) / n
            exact = prevalence + (1 - prevalence) * (luck - 1) / (n - 1)
            assert abs(pr.expected_davis_goadrich(n_pos, n - n_pos) / exact - 1) < 1e-14
            harmonic = prevalence + (1 - prevalence) * (mpmath.harmonic(n) - 1) / (n - 1)
            assert abs(pr.expected_average_precision(n_pos, n - n_pos) / harmonic - 1) < 1e-14


@pytest.mark.parametrize("name", KNOWN)
def test_expected_depends_on_the_totals_only(name):
    area = pr.AREAS[name]
    for n_pos, n_neg in [(1, 2), (2, 2), (3, 1)]:
        values = {
            float(area.expected(counts_of(ranking)))
            for ranking in reference.weak_orders(n_pos, n_neg)
        }
        assert len(values) == 1
