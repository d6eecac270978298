"""The same ranking at another prevalence."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import prspace as pr
from prspace.areas import AREAS
from prspace.points import POINTS
from prspace.prevalence import (
    GUARANTEES,
    RISING,
    _mover,
    across_prevalences,
    best_thresholds,
    deployment_precision,
    prevalence_band,
    undo_sampling,
)
from tests.sameness import near

PRECISIONS = [Fraction(k, 40) for k in range(1, 40, 6)]


def ranking(seed, cells=9):
    "Whole items of both classes."
    rng = np.random.default_rng(seed)
    pos, neg = rng.integers(0, 6, (2, cells))
    pos[0] = neg[-1] = 2
    return pr.ThresholdCounts.from_counts(range(cells, 0, -1), pos, neg)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "rates", [(1, Fraction(1, 7)), (Fraction(2, 5), 1), (Fraction(1, 3), Fraction(1, 9))]
)
def test_undone_sampling_is_the_population(seed, rates):
    counts = ranking(seed)
    wide = undo_sampling(counts, pos_rate=rates[0], neg_rate=rates[1])
    for before, after, rate in ((counts.pos, wide.pos, rates[0]), (counts.neg, wide.neg, rates[1])):
        assert [Fraction(int(x)) / rate for x in before] == after.tolist()
    moved = pr.at_prevalence(counts, wide.prevalence)
    for area in AREAS.values():
        if area.name != "auc_calculator":  # which needs whole items
            assert near(area(wide), area(moved), 1e-9), area


def test_undone_sampling_keeps_what_was_missed_and_floats():
    counts = pr.ThresholdCounts.from_counts([2, 1], [3, 1], [1, 4], missed_pos=2, missed_neg=6)
    wide = undo_sampling(counts, pos_rate=0.5, neg_rate=0.25)
    assert (wide.missed_pos, wide.missed_neg, wide.n_pos, wide.n_neg) == (4, 24, 12, 44)
    same = undo_sampling(counts)
    assert same == counts


@pytest.mark.parametrize("seed", range(3))
def test_table_is_the_metric_of_weighted_rows(seed):
    counts = ranking(seed)
    table = across_prevalences(
        counts, (0.02, Fraction(1, 3)), ("average_precision", "ks", "best_f1")
    )
    for i, p in enumerate((Fraction(1, 50), Fraction(1, 3))):
        tp = fp = ap = Fraction(0)
        weight = Fraction(counts.n_pos) * (1 - p) / (counts.n_neg * p)
        best = None
        for t, a, b in zip(counts.threshold, counts.pos.tolist(), counts.neg.tolist(), strict=True):
            tp, fp = tp + a, fp + b * weight
            ap += a * tp / (tp + fp) / counts.n_pos
            f = 2 * tp / (tp + fp + counts.n_pos)
            best = max(best, (f, t), key=lambda x: x[0]) if best else (f, t)
        assert near(table.values["average_precision"][i], float(ap))
        assert near(table.values["best_f1"][i], float(best[0]))
        assert table.thresholds["best_f1"][i] == best[1]
    assert near(*table.values["ks"]) and near(table.region[0], pr.aucpr_min(0.02))


def test_results_print_and_are_strict_json():
    counts = ranking(1)
    for result in (
        across_prevalences(counts, (0.1, 0.9)),
        prevalence_band(counts, 0.1, 0.3),
        deployment_precision(counts, 5, 0.1),
    ):
        assert json.dumps(result.to_dict(), allow_nan=False)
        assert "<table>" in result._repr_html_() and repr(result).count("\n") > 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("row", RISING, ids=lambda row: getattr(row, "name", "aucnpr"))
def test_rising_metrics_rise(seed, row):
    counts = ranking(seed)
    values = [float(row(pr.at_prevalence(counts, p))) for p in PRECISIONS]
    assert all(b >= a - 1e-12 for a, b in zip(values, values[1:], strict=False))


@pytest.mark.parametrize("seed", range(3))
def test_band_holds_every_prevalence_inside_and_is_attained(seed):
    counts = ranking(seed)
    metrics = [*(a for a in AREAS.values() if a.name != "auc_calculator"), POINTS["best_f1"]]
    band = prevalence_band(counts, 0.05, 0.4, metrics, resolution=60)
    for p in (0.05, 0.11, 0.23, 0.4):
        moved = pr.at_prevalence(counts, p)
        path = pr.davis_goadrich_path(moved, resolution=60)
        assert (band.low <= path.y + 1e-12).all() and (path.y <= band.high + 1e-12).all()
        for row in metrics:
            least, most, exact = band.ranges[row.name]
            assert least - 1e-3 * (not exact) - 1e-12 <= row(moved)
            assert row(moved) <= most + 1e-3 * (not exact) + 1e-12
    least = pr.minimum_precision(band.recall, 0.05)
    assert (band.low >= least - 1e-12).all() and (band.high <= 1).all()
    assert band.ranges["average_precision"].exact and not band.ranges["prg_area"].exact


def test_one_prevalence_is_a_band_without_width():
    band = prevalence_band(ranking(1), 0.2, 0.2)
    assert np.array_equal(band.low, band.high)
    assert all(r.low == r.high for r in band.ranges.values())
    assert len(best_thresholds(POINTS["best_f1"], ranking(1), 0.2, 0.2)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_best_thresholds_are_best_inside_their_part(seed):
    counts = ranking(seed)
    for point in (POINTS["best_f1"], pr.cost_threshold(1, 5)):
        parts = best_thresholds(point, counts, 0.01, 0.8)
        assert parts[0].low == 0.01 and parts[-1].high == 0.8
        assert all(a.high == b.low for a, b in zip(parts, parts[1:], strict=False))
        for part in parts:
            for share in (0.01, 0.99):
                p = part.low + share * (part.high - part.low)
                assert pr.reached(point, pr.at_prevalence(counts, p)).threshold == part.threshold


def test_mover_solves_its_equations():
    "Both ends of the ratio lie where the distances of its two rates add up as squares."
    counts = pr.ThresholdCounts.from_counts([1, 0], [60, 20], [10, 150])
    seen = deployment_precision(counts, 1, 0.5)
    r, f = seen.recall, seen.false_positive_rate
    for end, r_end, f_end in ((seen.low, r.low, f.high), (seen.high, r.high, f.low)):
        rho = end / (1 - end)  # the odds of precision at prevalence 1/2
        left = (r.value - rho * f.value) ** 2
        assert near(left, (r.value - r_end) ** 2 + rho**2 * (f_end - f.value) ** 2, 1e-9)
    assert near([r.low, r.high], stats.binomtest(60, 80).proportion_ci(method="wilson"))


@pytest.mark.parametrize(
    "cells", [(60, 10), (0, 10), (60, 0), (80, 0), (0, 160), (80, 160), (1, 159), (0, 0)]
)
@pytest.mark.parametrize("method", GUARANTEES)
def test_interval_holds_its_value_and_stays_inside(cells, method):
    tp, fp = cells
    counts = pr.ThresholdCounts.from_counts([2, 1, 0], [tp, 80 - tp, 0], [fp, 160 - fp, 0])
    for known in ({"prevalence": 0.01}, {"prevalence": (0.005, 0.3)}, {"survey": (4, 90)}):
        seen = deployment_precision(counts, 2, **known, method=method)
        assert 0 <= seen.low <= seen.high <= 1
        if cells == (0, 0):
            assert math.isnan(seen.precision) and (seen.low, seen.high) == (0, 1)
        else:
            assert seen.low <= seen.precision + 1e-12 and seen.precision <= seen.high + 1e-12


def test_corners_are_those_of_the_two_intervals():
    counts = pr.ThresholdCounts.from_counts([1, 0], [60, 20], [10, 150])
    seen = deployment_precision(counts, 1, 0.02, method="clopper_pearson", level=0.9)
    share = 0.9**0.5
    r, f = (stats.binomtest(k, n).proportion_ci(share, "exact") for k, n in ((60, 80), (10, 160)))
    low, high = (0.02 * a / (0.02 * a + 0.98 * b) for a, b in ((r.low, f.high), (r.high, f.low)))
    assert near([seen.low, seen.high], [low, high], 1e-9)
    assert near(seen.flagged, 0.02 * 0.75 + 0.98 / 16)


def exact_coverage(n_pos, n_neg, r, f):
    "Coverage of the default interval over all outcomes, by the binomial law."
    total = 0.0
    for tp in range(n_pos + 1):
        for fp in range(n_neg + 1):
            chance = stats.binom.pmf(tp, n_pos, r) * stats.binom.pmf(fp, n_neg, f)
            if chance > 1e-6:
                cells = pr.ThresholdCounts.from_counts([1, 0], [tp, n_pos - tp], [fp, n_neg - fp])
                seen = deployment_precision(cells, 1, 0.1)
                total += chance * (seen.low <= r / (r + 9 * f) <= seen.high)
    return total


@pytest.mark.parametrize(("r", "f"), [(0.75, 0.06), (0.95, 0.02)])
def test_default_covers_in_every_case_weighed_by_its_probability(r, f):
    assert exact_coverage(20, 40, r, f) > 0.93


def test_survey_widens():
    counts = pr.ThresholdCounts.from_counts([1, 0], [60, 20], [10, 150])
    for method in GUARANTEES:
        sure = deployment_precision(counts, 1, 0.02, method=method)
        wide, wider = (
            deployment_precision(counts, 1, survey=s, method=method)
            for s in ((200, 10_000), (2, 100))
        )
        assert wider.low < wide.low < sure.low and sure.high < wide.high < wider.high
    assert _mover(sure.recall, sure.false_positive_rate, (0.1, 0.1), None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: undo_sampling(c, neg_rate=2), "neg_rate"),
        (lambda c: undo_sampling([1, 0]), "called on counts"),
        (lambda c: across_prevalences(c, [1]), "prevalence"),
        (lambda c: across_prevalences(c, [0.5], 3), "metrics"),
        (lambda c: across_prevalences(c, 0.5), "prevalences"),
        (lambda c: across_prevalences(c, [0.5], ["recall"]), "metrics"),
        (lambda c: prevalence_band(c, 0.5, 0.1), "low and high"),
        (lambda c: best_thresholds(pr.r_precision, c, 0.1, 0.2), "sit at a threshold"),
        (lambda c: deployment_precision(c, 1), "either prevalence"),
        (lambda c: deployment_precision(c, 1, 0.1, survey=(1, 2)), "either prevalence"),
        (lambda c: deployment_precision(c, 1, (0.1, 0.2, 0.3)), "pair"),
        (lambda c: deployment_precision(c, 1, survey=(5, 5)), "survey"),
        (lambda c: deployment_precision(c, 1, 0.1, method="delta"), "method"),
        (lambda c: deployment_precision(c, 1, 0.1, level=0), "level"),
        (lambda c: deployment_precision(pr.at_prevalence(c, 0.1), 1, 0.1), "integer counts"),
        (lambda c: deployment_precision(pr.count_thresholds([1], [1]), 1, 0.1), "both classes"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call(ranking(1))
