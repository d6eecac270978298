"""Digits of every float number: a small part of `python -m tests.attacks.errors`, and what it found."""

import csv
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts
from prspace.adapters.stream import window_length, window_starts
from tests.attacks import errors
from tests.build import counts_of, exact_counts_of


@pytest.mark.parametrize("group", errors.RANKED)
def test_every_number_meets_its_target(group):
    found = errors.measured(1, seed=3, groups=[group])
    missed = {
        key: worst.case for key, worst in found.items() if errors.text(key, worst)[-2] == "no"
    }
    assert found and not missed


def test_the_table_is_whole_and_meets_its_targets():
    path = errors.ROOT / "benchmarks" / "results" / "errors.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    listed = {row["quantity"] for row in rows}
    assert {*pr.AREAS, *pr.RATES, *pr.ASSOCIATIONS, *pr.CURVES, *pr.POINTS} - listed == {
        "reciprocal_rank"
    }
    assert {row["met"] for row in rows} == {"yes"} and all(
        len(row) == len(errors.FIELDS) for row in rows
    )
    assert all(row["why"] for row in rows if float(row["target"]) > errors.TARGET)


# What was wrong


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_normalized_where_nearly_all_is_positive(kind, order):
    ranking = [(10**12, 0), (23, 23), (0, 2177)][::order]
    counts = counts_of(ranking, kind)
    with mpmath.workdps(200):
        least = errors.floors(10**12 + 23, 2200)["davis_goadrich"]
        true = (errors.path(errors.fractions_of(ranking)) - least) / (1 - least)
        assert abs(pr.aucnpr(counts) - true) < 1e-15
    exact = exact_counts_of(ranking)
    share = Fraction(10**12 + 23, 10**12 + 2223)
    shown = (pr.interpolated(exact) - share) / (1 - share)
    assert abs(Fraction(float(pr.normalized(pr.interpolated, counts))) - shown) < 1e-15
    assert pr.interval(pr.aucnpr, counts).value == pytest.approx(float(true), abs=1e-15)


@pytest.mark.parametrize("area", [pr.average_precision, pr.davis_goadrich, pr.interpolated])
def test_the_ends_of_normalized_areas(area):
    for p, n in [(3, 1), (40, 2), (10**6, 1), (10**15, 10**3)]:
        for kind in (int, float):
            assert pr.normalized(area, counts_of([(p, 0), (0, n)], kind)) == 1
    for p, n in [(3, 1), (5, 2)]:
        worst = counts_of([(0, n)] + [(1, 0)] * p)
        assert pr.normalized(pr.average_precision, worst) == pytest.approx(0, abs=1e-15)
    assert math.isnan(pr.normalized(area, counts_of([(4, 0)])))


def test_shares_of_the_first_items_stay_below_one():
    rng = np.random.default_rng(1)
    rows = (pr.precision_at(5), pr.recall_at(3), pr.r_precision, pr.break_even(), pr.lift_at(0.1))
    for _ in range(400):
        pos = rng.uniform(0.1, 3, int(rng.integers(1, 9)))
        counts = ThresholdCounts.from_counts(range(len(pos), 0, -1), pos, pos * 0)
        for row in rows:
            assert row(counts) <= 1, (row, pos)


@pytest.mark.parametrize("unit", [1e-300, 1e160, 1e290])
def test_no_product_of_weights_overflows(unit):
    blocks = [(2.0, 1.0), (3.0, 5.0), (1.0, 7.0)]
    plain, scaled = (counts_of([(p * u, n * u) for p, n in blocks], float) for u in (1, unit))
    for row in (pr.r_precision, pr.lift_at(0.1), pr.break_even(), pr.prg_area, pr.roc_auc):
        assert row(scaled) == pytest.approx(row(plain), rel=1e-12)


def test_gain_areas_far_below_zero():
    for few in (1e-125, 1e-160, 1e-250):
        worst = pr.prg_area.worst(counts_of([(few, 1.0)], float))
        assert worst == pytest.approx(-0.5 / few, rel=1e-12)


def test_odds_of_cells_that_lie_far_apart():
    point = pr.OperatingPoint(None, 2e11, 6e-107, 0.5, 2e144)
    assert pr.positive_likelihood_ratio(point) == pytest.approx(2e144 / 6e-107, rel=1e-11)
    assert pr.diagnostic_odds_ratio(
        pr.OperatingPoint(None, 2e11, 6e-60, 0.5, 2e44)
    ) == pytest.approx(2e11 / 6e-60 * 4e44)


def test_few_errors_among_many_items():
    point = pr.OperatingPoint(None, 1e13, 0.25, 0.5, 1e12)
    lost, n = Fraction(3, 4), Fraction(11 * 10**12) + Fraction(3, 4)
    deviation = pr.ASSOCIATIONS["accuracy_deviation"](point)
    assert deviation == pytest.approx(math.sqrt(lost * (n - lost) / n**3), rel=1e-14)
    saved = pr.ASSOCIATIONS["lambda_reference"](pr.OperatingPoint(None, 1e13, 0.25, 0.5, 2.0))
    assert saved == pytest.approx((2.25 - 0.75) / 2.25, rel=1e-14)


@pytest.mark.parametrize("level", [1 - 2.0**-50, 1 - 2.0**-53, 1e-12])
def test_levels_next_to_their_ends(level):
    with mpmath.workdps(60):
        true = errors.wilson_ends(7, 20, level)
        assert all(
            abs(a - b) < 1e-14 for a, b in zip(pr.wilson(7, 20, level=level), true, strict=True)
        )
        top = errors.beta_end(8, 13, level, True)
        assert abs(pr.clopper_pearson(7, 20, level=level)[1] - top) < 1e-13
    groups = pr.count_groups([1, 0, 1, 0, 1, 0], [3, 2, 1, 2, 5, 1], [1, 1, 2, 2, 3, 3])
    found = pr.interval("roc_auc", groups, level=level, average="macro", method="student")
    assert not math.isnan(found.low + found.high)


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms"])
@pytest.mark.parametrize("number", [2**62, -(2**62), 10**17 + 1, -(10**17)])
def test_dates_that_microseconds_cannot_hold(unit, number):
    with pytest.raises(ValueError, match="years 1 to 9999"):
        window_starts(np.array([number, 1], f"M8[{unit}]"))
    if unit not in "YM":
        with pytest.raises(ValueError, match="window must be a positive length"):
            window_length(np.timedelta64(abs(number), unit))


ERRORS = [
    n for n, r in pr.POINTS.items() if r.worst(counts_of([(2, 2)])) > r.best(counts_of([(2, 2)]))
]


@pytest.mark.parametrize("name", ERRORS)
def test_intervals_of_errors_stand_the_right_way_round(name):
    counts = pr.count_thresholds([0, 1, 0, 1, 1, 0, 0, 1], [1, 2, 2, 3, 5, 4, 1, 6])
    found = pr.interval(name, counts, n_resamples=40, rng=1)
    assert found.low <= found.value <= found.high and found.low < found.high
