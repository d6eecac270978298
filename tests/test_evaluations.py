"""Reports of several rankings, each as it would be alone."""

import json

import pytest

import prspace as pr

LABELS = [1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0]
SCORES = [0.9, 0.8, 0.7, 0.7, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1, 0.6, 0.3]
NAMES = list("bbaaccbbaacc")


@pytest.fixture
def result():
    counts = pr.count_groups(LABELS, SCORES, NAMES)
    return pr.evaluate_each(counts, by="model", threshold=0.4, level=0.8)


def alone(name):
    rows = [(y, s) for y, s, n in zip(LABELS, SCORES, NAMES, strict=True) if n == name]
    return pr.evaluate(*zip(*rows, strict=True), threshold=0.4, level=0.8)


def test_each_is_its_own_report(result):
    assert len(result) == 3 and result.names == ("a", "b", "c")
    for name, report in result.items():
        assert report.to_dict() == alone(name).to_dict() == result[name].to_dict()


def test_a_mapping_does_as_well(result):
    counts = {name: report.counts for name, report in result.items()}
    again = pr.evaluate_each(counts, by="model", threshold=0.4, level=0.8)
    assert again.to_dict() == result.to_dict()


def test_forms_hold_every_name_and_number(result):
    tree = json.loads(result.to_json())
    assert tree["by"] == "model" and [part["name"] for part in tree["parts"]] == ["a", "b", "c"]
    for text in (result.to_text(), result.to_markdown(), result._repr_html_()):
        for name, report in result.items():
            area = report.to_dict()["areas"]["average_precision"]
            assert f"{area['value']:.4g}" in text and f"{area['interval']['low']:.4g}" in text
            assert name in text
        assert "80 %" in text and "0.4" in text


def test_without_level_and_threshold():
    result = pr.evaluate_each({"x": pr.count_thresholds([0, 1], [1, 2])}, level=None)
    assert "interval" not in result.to_text() and "recall" not in result.to_text()


def test_an_absent_class_and_no_part_at_all():
    result = pr.evaluate_each({"x": pr.count_thresholds([0, 0], [1, 2])})
    assert "–" in result.to_text() and "Note: x: no item is positive" in result.to_text()
    assert len(pr.evaluate_each({})) == 0 and pr.evaluate_each({}).to_text()


def test_names_that_are_not_there(result):
    with pytest.raises(KeyError, match="no model 'd' among a, b, c"):
        result["d"]


@pytest.mark.parametrize("wrong", [[1, 2], None, {"a": [1]}, pr.count_thresholds([0, 1], [1, 2])])
def test_refusals(wrong):
    with pytest.raises(ValueError, match="counts must be counts by name"):
        pr.evaluate_each(wrong)
