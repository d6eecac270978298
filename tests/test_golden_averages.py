"""Published numbers of many classes, labels and groups: every case of tests/golden/averages."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import prspace as pr
from tests.sameness import near, same

FILES = sorted((Path(__file__).parent / "golden" / "averages").glob("*.json"))
CASES = [
    pytest.param(case, id=case["name"])
    for file in FILES
    for case in json.loads(file.read_text(encoding="utf-8"))
]
DOORS = {
    "classes": (pr.count_classes, ("y_true", "y_score"), ("labels",)),
    "pairs": (pr.count_pairs, ("y_true", "y_score"), ("labels",)),
    "labels": (pr.count_labels, ("y_true", "y_score"), ()),
    "samples": (pr.count_samples, ("y_true", "y_score"), ()),
    "predictions": (pr.count_predictions, ("y_true", "y_pred"), ("labels",)),
    "groups": (pr.count_groups, ("y_true", "y_score", "groups"), ()),
}


def number(value):
    "A fraction written as text, or None for undefined."
    return float("nan") if value is None else Fraction(value)


def metric(name):
    "A rate or area by name, with a parameter in parentheses or without."
    made = re.fullmatch(r"(f_beta|average_precision_at)\((\d+)\)", name)
    if made:
        return getattr(pr, made[1])(int(made[2]))
    return pr.RATES.get(name) or pr.AREAS[name]


def counted(data, weight):
    "The counts of a case, with every row weighing so much."
    door, places, options = DOORS[data["door"]]
    more = {name: data[name] for name in options if name in data}
    if data["door"] != "samples":
        more["sample_weight"] = [weight] * len(data["y_true"])
    counts = door(*(data[name] for name in places), **more)
    return counts.select(data["select"]) if "select" in data else counts


def mean(counts, name, how, data):
    "The average of a case; rates at its threshold, which is 1 for hard labels."
    rate = metric(name)
    parts = counts.at(data.get("threshold", 1)) if isinstance(rate, pr.Rate) else counts
    return pr.average(rate, parts, how, undefined=data.get("undefined", "nan"))


@pytest.mark.parametrize(
    ("weight", "agree"),
    [(1, near), (2.5, near), (Fraction(1, 3), same)],
    ids=lambda x: getattr(x, "__name__", str(x)),
)
@pytest.mark.parametrize("case", CASES)
def test_case(case, weight, agree):
    data, expected = case["input"], case["expected"]
    assert case["source"] and case["note"]
    counts = counted(data, weight)
    if any("_at" in name for name in expected.get("values", {})):
        counts, agree = counted(data, 1), near  # the first k items are counted one by one
    agree = near if data["door"] == "samples" else agree
    for name, values in expected.get("values", {}).items():
        found = mean(counts, name, "macro", data).values
        assert agree(found, [number(v) for v in values]), name
    for how in ("macro", "weighted", "micro"):
        for name, value in expected.get(how, {}).items():
            assert agree(mean(counts, name, how, data).value, number(value)), (how, name)
    for name, n in expected.get("n_used", {}).items():
        assert mean(counts, name, "macro", data).n_used == n
    for name, columns in expected.get("curves", {}).items():
        for part, column in zip(counts, columns, strict=True):
            found = part.threshold if name == "threshold" else metric(name)(part)
            assert near(found, [Fraction(x) for x in column])
