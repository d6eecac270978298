"""Published intervals: every case of tests/golden/intervals."""

import json
from pathlib import Path

import pytest

import prspace as pr
from prspace.binomial import wilson
from prspace.intervals import interval

FILES = sorted((Path(__file__).parent / "golden" / "intervals").glob("*.json"))
CASES = [
    pytest.param(case, id=case["name"])
    for file in FILES
    for case in json.loads(file.read_text(encoding="utf-8"))
]


def counts_of(data):
    "Counts of cells or of rows."
    if "cells" in data:
        return pr.ThresholdCounts.from_counts(*zip(*data["cells"], strict=True))
    return pr.count_thresholds(data["y_true"], data["y_score"])


@pytest.mark.parametrize("case", CASES)
def test_interval_is_the_published_one(case):
    data, ((_, ends),) = case["input"], case["expected"].items()
    if "trials" in data:
        found = wilson(data["successes"], data["trials"], level=data["level"])
        assert found == pytest.approx(ends, abs=case["tolerance"])
        return
    found = interval(data["metric"], counts_of(data), method=data["method"], level=data["level"])
    inside = [min(max(x, 0.0), 1.0) for x in ends]
    assert (found.low, found.high) == pytest.approx(inside, abs=case["tolerance"])
    assert ("cut at" in found.note) == (inside != ends)


def test_interval_of_four_items_that_left_the_unit_interval_has_a_better_one():
    """The logit interval stays inside by itself, and is not cut."""
    counts = pr.count_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    found = interval("roc_auc", counts, method="delong_logit")
    assert 0 < found.low < 0.75 < found.high < 1 and found.note == ""


def test_clipped_ends_are_those_of_wald_before_the_cut():
    """What was cut is still to be had: value and variance are public."""
    counts = pr.count_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    reach = 1.959963984540054 * pr.delong_variance(counts) ** 0.5
    value = pr.roc_auc(counts)
    wald = next(case.values[0] for case in CASES if "leaves_unit" in case.id)["expected"]["wald"]
    assert (value - reach, value + reach) == pytest.approx(wald, abs=1e-12)
