"""The coverage table: its rows are what `interval` gives, a slice of it comes out again, and it is judged."""

import csv

import numpy as np
import pytest

import prspace as pr
from benchmarks import coverage
from prspace.intervals import interval

with coverage.RESULTS.open(encoding="utf-8") as file:
    STORED = {tuple(row[k] for k in coverage.FIELDS[:5]): row for row in csv.DictReader(file)}


def as_counts(wrong, n_neg):
    "Counts of one data set."
    pos, neg = coverage.columns(wrong[None], n_neg)
    falling = np.arange(pos.shape[1], 0, -1)
    return pr.ThresholdCounts.from_counts(falling, pos[0].astype(int), neg[0].astype(int))


@pytest.mark.parametrize("family", coverage.FAMILIES)
def test_rows_of_sets_are_what_interval_gives(family):
    rng = np.random.default_rng(3)
    wrong = coverage.false_positives(family, 9, 40, 5, rng)
    tables = {m: coverage.area_intervals(m, wrong, 40) for m in coverage.METRICS}
    tables["roc_auc"] = coverage.roc_intervals(wrong, 40)
    for metric, (values, ends) in tables.items():
        for i in range(5):
            counts = as_counts(wrong[i], 40)
            for method, (low, high) in ends.items():
                found = interval(metric, counts, method=method)
                if found.low == found.low:  # what is cut at the worst value is not cut there
                    here = np.clip((low[i], high[i]), pr.AREAS[metric].worst(counts), 1)
                    assert (found.low, found.high) == pytest.approx(tuple(here), abs=1e-9)
                assert found.value == pytest.approx(values[i], abs=1e-12)


@pytest.mark.parametrize("metric", coverage.DRAWN)
def test_areas_of_drawn_sets_are_those_of_counted_resamples(metric):
    rng = np.random.default_rng(4)
    wrong = coverage.false_positives("binormal", 6, 20, 1, rng)[0]
    blocks = coverage.resamples(6, 20, rng)[:1]
    found = coverage.drawn_areas(metric, wrong, blocks, 20)
    pos, _, totals = blocks[0]
    for k in range(8):
        cells = [(int(x), 0, float(-w)) for x, w in zip(pos[:, k], wrong, strict=True)]
        cells += [(0, int(y), -j - 0.5) for j, y in enumerate(np.diff(totals[:, k]))]
        p, q, score = zip(*cells, strict=True)
        # equal scores would be ties: best positive first
        score = [s - 1e-3 * i for i, s in enumerate(score[:6])] + list(score[6:])
        counts = pr.ThresholdCounts.from_counts(score, p, q)
        assert found[k] == pytest.approx(pr.AREAS[metric](counts), abs=1e-12)


def test_truth_is_the_limit_of_large_samples():
    rng = np.random.default_rng(5)
    for family in coverage.FAMILIES:
        wrong = coverage.false_positives(family, 10_000, 90_000, 1, rng)[0]
        counts = as_counts(wrong, 90_000)
        for metric in ("average_precision", "roc_auc"):
            true = coverage.truth(family, 0.1, metric)
            assert pr.AREAS[metric](counts) == pytest.approx(true, abs=0.015)


@pytest.mark.parametrize("family", coverage.FAMILIES)
def test_a_slice_of_the_table_comes_out_again(family):
    """A thousand sets of twenty positives; within four and a half standard errors."""
    for row in coverage.quick((family, 20, 0.1), sets=1000, seed=2):
        stored = STORED[tuple(coverage.text(row)[:5])]
        error = np.hypot(row[9], float(stored["coverage_se"]))
        assert abs(row[8] - float(stored["coverage"])) <= 4.5 * error + 1e-9
        assert row[12] == pytest.approx(float(stored["width"]), rel=0.04)
        if coverage.DEFAULTS[row[3]] == row[4]:
            assert row[8] >= coverage.LEAST - 2 * row[9]


def test_stored_table_is_whole_and_the_default_holds():
    cells = {(f, str(n), str(round(n * (1 - p) / p))) for f, n, p in coverage.CELLS}
    assert {key[:3] for key in STORED} == cells
    for family in coverage.FAMILIES:
        for n_pos in coverage.SIZES:
            n_neg = str(9 * n_pos)
            for metric, method in coverage.DEFAULTS.items():
                row = STORED[family, str(n_pos), n_neg, metric, method]
                assert float(row["coverage"]) >= coverage.LEAST and int(row["sets"]) >= 2000
                if metric != "roc_auc":
                    for known in ("logit", "binomial"):
                        wide = STORED[family, str(n_pos), n_neg, metric, known]
                        assert float(row["width"]) < float(wide["width"])
            for method in ("percentile", "bca"):
                row = STORED[family, str(n_pos), n_neg, "average_precision", method]
                assert int(row["sets"]) >= 2000


def test_a_default_that_covers_too_little_is_a_failure():
    row = ["binormal", 20, 180, "average_precision", "jackknife", 10_000, 0.29, 0.33, 0.94]
    low = [*row[:8], 0.93]
    assert coverage.failures([row, low]) == [low]
    assert coverage.failures([[*low[:4], "logit", *low[5:]], ["weak", *low[1:]]]) == []


def test_one_run_stores_the_whole_table_and_judges_it(monkeypatch, tmp_path, capsys):
    """A few sets of two cells; the exit code is the verdict on the required one."""

    def few(make):
        return lambda cell: make(cell, 20)

    small = {
        "quick": few(coverage.quick),
        "drawn": few(coverage.drawn),
        "CELLS": [("bibeta", 20, 0.1), ("wide", 20, 0.1)],
        "FAMILIES": {"bibeta": coverage.FAMILIES["bibeta"]},
        "SIZES": (20,),
        "RESAMPLES": 50,
        "LEAST": 1.01,
    }
    for name, value in small.items():
        monkeypatch.setattr(coverage, name, value)
    out = tmp_path / "table.csv"
    assert coverage.main(["--out", str(out)]) == 1
    with out.open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert tuple(head) == coverage.FIELDS and {row[0] for row in rows} == {"bibeta", "wide"}
    assert {row[4] for row in rows if row[0] == "bibeta"} >= {"bca", "percentile", "jackknife"}
    said = capsys.readouterr().out
    assert "average_precision by jackknife: " in said and "of bibeta sets, n_pos 20" in said
    assert "of wide sets" not in said
    monkeypatch.setattr(coverage, "LEAST", 0.0)
    assert coverage.main(["--out", str(out), "--quick"]) == 0
