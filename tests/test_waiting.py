"""Published numbers that no function gives yet: each is listed with what it needs."""

import json
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
WAITING = json.loads((GOLDEN / "waiting.json").read_text(encoding="utf-8"))
# the one value of a name that is tested although another form of it waits
TESTED_OTHERWISE = {
    "rolling_with_ties": {"roc_auc"},
}


def names_in(expected):
    "Every value that a golden case names, those of groups included."
    for name, value in expected.items():
        yield name
        if isinstance(value, dict):
            yield from (f"{name} {inner}" for inner in value)


def compared():
    "Names of cases with the values that the golden tests compare."
    found = {}
    for path in sorted(GOLDEN.rglob("*.json")):
        if path.name != "waiting.json":
            for case in json.loads(path.read_text(encoding="utf-8")):
                found.setdefault(case["name"], set()).update(names_in(case["expected"]))
    return found


@pytest.mark.parametrize("case", WAITING, ids=lambda case: case["name"])
def test_entry_is_complete(case):
    assert set(case) == {"name", "source", "input", "expected", "waits_for"}
    assert case["input"] and case["expected"]
    assert len(case["waits_for"].split()) >= 3 and case["source"]


def test_no_value_waits_that_is_tested():
    found = compared()
    for case in WAITING:
        name = case["name"]
        waiting = set(case["expected"]) - TESTED_OTHERWISE.get(name, set())
        assert not waiting & found.get(name, set()), name


def test_no_value_waits_twice():
    pairs = [(case["name"], value) for case in WAITING for value in case["expected"]]
    assert len(pairs) == len(set(pairs))


def test_exceptions_are_needed():
    waiting = {case["name"]: set() for case in WAITING}
    for case in WAITING:
        waiting[case["name"]] |= set(case["expected"])
    assert all(values <= waiting.get(name, set()) for name, values in TESTED_OTHERWISE.items())
