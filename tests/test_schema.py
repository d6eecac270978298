"""The JSON Schema of reports: every report is valid, and a change of shape is not."""

import json
from copy import deepcopy
from fractions import Fraction

import jsonschema
import numpy as np
import pytest

import prspace as pr

CHECK = jsonschema.Draft202012Validator(pr.json_schema())
LABELS, SCORES = [1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.7, 0.5, 0.4]
COUNTS = pr.count_thresholds(LABELS, SCORES)
PARTS = pr.count_groups(LABELS, SCORES, [0, 1] * 3)
TABLE = np.eye(3)[[0, 1, 2, 0, 1, 2]]


def reports():
    yield pr.evaluate(COUNTS)
    yield pr.evaluate(COUNTS, level=None)
    yield pr.evaluate(COUNTS, threshold=float("inf"))
    yield pr.evaluate(COUNTS, threshold=0.5, level=0.5)
    yield pr.evaluate(COUNTS.coarsen(bits=4))
    yield pr.evaluate(LABELS, SCORES, sample_weight=[Fraction(1, 3)] * 6, threshold=0.7)
    yield pr.evaluate(LABELS, [*SCORES[:-1], np.nan], nan_policy="omit")
    yield pr.evaluate([0, 0], [1, 2], threshold=3)
    yield pr.evaluate(pr.ThresholdCounts.from_counts([], [], []))
    yield pr.evaluate(list("abcabc"), TABLE)
    yield pr.evaluate(list("abcabc"), TABLE, threshold=0.5)
    yield pr.evaluate(TABLE, TABLE, labels=["x.y", "", "z"])
    yield pr.evaluate_each(PARTS, threshold=0.5)
    yield pr.evaluate_each({})


REPORTS = [json.loads(report.to_json()) for report in reports()]


def test_the_schema_is_one():
    CHECK.check_schema(pr.json_schema())
    assert json.loads(json.dumps(pr.json_schema())) == pr.json_schema()


@pytest.mark.parametrize("tree", REPORTS, ids=range(len(REPORTS)))
def test_every_report_is_valid(tree):
    CHECK.validate(tree)


def paths(tree, path=()):
    "Paths of all keys and positions."
    pairs = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for key, value in pairs:
        yield (*path, key)
        yield from paths(value, (*path, key))


def changed(tree, path, change):
    tree = deepcopy(tree)
    place = tree
    for key in path[:-1]:
        place = place[key]
    change(place, path[-1])
    return tree


@pytest.mark.parametrize(
    "tree", [REPORTS[3], REPORTS[10], REPORTS[12]], ids=["two", "many", "each"]
)
def test_a_key_that_is_gone_or_of_another_kind_is_found(tree):
    free = {"undefined", "warnings", "dropped", "at", "interval", "intervals", "threshold", "name"}
    free |= set(pr.RATES)  # there with a threshold only
    teeth = 0
    for path in paths(tree):
        first = not any(isinstance(key, int) and key for key in path)
        if first and isinstance(path[-1], str) and not free & set(path):
            assert not CHECK.is_valid(changed(tree, path, lambda d, k: d.pop(k))), path
            assert not CHECK.is_valid(changed(tree, path, lambda d, k: d.update({k: [0]}))), path
            teeth += 1
    assert teeth > 30


def test_nan_is_no_number_of_it():
    tree = changed(REPORTS[3], ("areas", "roc_auc", "value"), lambda d, k: d.update({k: "NaN"}))
    assert not CHECK.is_valid(tree)
