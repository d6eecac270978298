"""What programs do beside their area: published and measured numbers, and slow second routes."""

import json
from dataclasses import replace
from fractions import Fraction
from math import isnan, nan
from pathlib import Path

import numpy as np
import pytest

import prspace as pr
from prspace.compat import find_convention, quirks
from tests.peers.harness import rankings

GOLDEN = Path(__file__).parent / "golden" / "compat" / "quirks.json"
CASES = {}
for case in json.loads(GOLDEN.read_text(encoding="utf-8")):
    CASES[case["name"]] = (case["input"], case["expected"])


def counts_of(name):
    "Exact counts of a case."
    data = CASES[name][0]
    weight = [Fraction(w) for w in data.get("sample_weight", [1] * len(data["y_true"]))]
    return pr.count_thresholds(data["y_true"], data["y_score"], sample_weight=weight)


def fractions(values):
    return [Fraction(v) for v in values]


def test_every_case_is_run():
    used = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in CASES if f'"{name}"' not in used] == [] and len(CASES) == 10


@pytest.mark.parametrize(("place", "group"), [("last", "worst"), ("first", "best")])
def test_missing_scores(place, group):
    data, expected = CASES["nan_score_policies"]
    scores = [nan if s == "nan" else s for s in data["y_score"]]
    counts = pr.count_thresholds(data["y_true"], quirks.rank_missing(scores, place))
    assert pr.average_precision(counts) == pytest.approx(float(Fraction(expected[group]["ap"])))
    assert pr.roc_auc(counts) == float(Fraction(expected[group]["roc_auc"]))


def test_ranks_keep_order_and_ties():
    for labels, scores in rankings(1, 20):
        ranked = pr.count_thresholds(labels, quirks.rank_missing(scores, "last"))
        plain = pr.count_thresholds(labels, scores)
        assert (ranked.tp == plain.tp).all() and (ranked.fp == plain.fp).all()
    assert list(quirks.rank_missing([nan, np.inf, -np.inf], "first")) == [2, 1, 0]


def test_strict_threshold():
    data, expected = CASES["keras_weighted_three_thresholds"]
    tables = [quirks.above(counts_of("keras_weighted_three_thresholds"), t)
              for t in data["thresholds"]]  # fmt: skip
    assert [t.tp for t in tables] == fractions(expected["tp"])
    assert [t.fp for t in tables] == fractions(expected["fp"])
    assert all((t.tp + t.fn, t.fp + t.tn) == (7, 3) for t in tables)


def test_strict_threshold_item_by_item():
    for labels, scores in rankings(2, 20):
        counts = pr.count_thresholds(labels, scores)
        for t in (*scores[:3], 0.5):
            called = [y for y, s in zip(labels, scores, strict=True) if s > t]
            table = quirks.above(counts, t)
            assert (table.tp, table.fp) == (sum(called), len(called) - sum(called))


def test_counts_by_rank():
    _, expected = CASES["precrec_fractional_counts_in_tie"]
    tp, fp = quirks.counts_by_rank(counts_of("precrec_fractional_counts_in_tie"))
    assert list(tp) == fractions(expected["tp_per_rank"])
    assert list(fp) == fractions(expected["fp_per_rank"])


def test_clipped_gain_area():
    data, expected = CASES["prgain_keras_three_thresholds"]
    pos, neg = (-np.diff([Fraction(c) for c in data[name]])[::-1] for name in ("tp", "fp"))
    counts = pr.ThresholdCounts.from_counts(data["thresholds"][1::-1], pos, neg)
    assert quirks.clipped_gain_area(counts) == Fraction(expected["area_clipped"])
    assert quirks.clipped_gain_area(pr.count_thresholds([1, 0], [2, 1])) == 1
    assert isnan(quirks.clipped_gain_area(pr.count_thresholds([1, 1], [2, 1])))


@pytest.mark.parametrize("name", ["trec_style_plain", "trec_style_unretrieved"])
def test_precision_at_levels(name):
    data, expected = CASES[name]
    missed = pr.ThresholdCounts.from_counts(
        [], [], [], missed_pos=Fraction(data.get("n_unretrieved_positive", 0))
    )
    found = quirks.precision_at_levels(counts_of(name) + missed)
    assert list(found) == fractions(expected["interpolated_precision_11"])


def test_partial_roc_area():
    data, expected = CASES["partial_auc_mcclish"]
    area = quirks.partial_roc_area(counts_of("partial_auc_mcclish"), Fraction(3, 10))
    assert data["max_fpr"] == 0.3 and area == Fraction(expected["partial"])


def test_partial_roc_area_of_groups():
    """Rows hold a score, its poor outcomes and its good ones."""
    data, expected = CASES["asah_wfns_delong"]
    columns = list(zip(*[map(Fraction, row) for row in data["groups"]], strict=True))
    counts = pr.ThresholdCounts.from_counts(*columns)
    area = quirks.partial_roc_area(counts, Fraction(1, 10))
    assert area == Fraction(expected["partial_spec_1_to_0_9"])


def test_interpolated_curve_as_points():
    _, expected = CASES["lingpipe_seed_full"]
    curve = pr.upper_envelope(pr.pr_curve(counts_of("lingpipe_seed_full")))
    found = [list(point) for point in zip(curve.x, curve.y, strict=True)]
    assert found == [fractions(point) for point in expected["interpolated_curve"]]


def test_mean_at_101_recalls():
    _, expected = CASES["eleven_point_voc2007_vs_all_points"]
    counts = counts_of("eleven_point_voc2007_vs_all_points")
    assert find_convention("COCO").area(counts) == Fraction(expected["n101_point_mean"])
    exact = quirks.precision_at_levels(counts, 101)
    assert exact.sum() / 101 == Fraction(expected["n101_point_mean"])
    eleven = replace(find_convention("COCO"), between="11 points")
    assert eleven.area(counts) == quirks.precision_at_levels(counts).sum() / 11


def test_ranks_of_billions_of_items_are_refused():
    counts = pr.ThresholdCounts.from_counts([2, 1], [10**9, 0], [0, 10**12])
    with pytest.raises(
        ValueError, match="at most 10,000,000 items to list every rank: got 1001000"
    ):
        quirks.counts_by_rank(counts)
