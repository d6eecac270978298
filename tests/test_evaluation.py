"""evaluate(): one report from labels and scores, in every format."""

import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace.evaluation import SHOWN
from tests.sameness import near

LABELS = [0, 1, 0, 1, 1, 0, 0, 0, 1, 0]
SCORES = [-1.21, -1.27, -1.39, -1.47, -1.6, -1.65, -1.79, -1.8, -2.01, -3.7]


@pytest.fixture
def report():
    "The running example."
    return pr.evaluate(LABELS, SCORES)


def strict(text):
    "Read JSON, refusing the words that the standard does not have."

    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def leaves(tree, path=()):
    "Every value of a nested dict with its path."
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, str(key)))
    elif isinstance(tree, list | tuple):
        for i, value in enumerate(tree):
            yield from leaves(value, (*path, str(i)))
    else:
        yield path, tree


def values_of(tree, name):
    "All numbers stored below a key of this name."
    return [value for path, value in leaves(tree) if name in path and not isinstance(value, str)]


def test_counts_are_kept(report):
    assert report.counts == pr.count_thresholds(LABELS, SCORES)


@pytest.mark.parametrize("name", SHOWN)
def test_every_area_is_reported(report, name):
    expected = pr.AREAS[name](report.counts)
    for tree in (report.to_dict(), strict(report.to_json())):
        assert any(near(value, expected) for value in values_of(tree, name))


@pytest.mark.parametrize("name", SHOWN)
def test_every_area_is_named_in_the_text(report, name):
    words = name.replace("_", "[ _-]")
    for text in (report.to_markdown(), report.to_text(), report._repr_html_()):
        assert re.search(words, text, re.IGNORECASE), text


def test_json_is_the_dict(report):
    again = strict(report.to_json())
    assert [path for path, _ in leaves(again)]
    assert json.dumps(again) == json.dumps(strict(report.to_json()))


def test_dict_holds_plain_values(report):
    for path, value in leaves(report.to_dict()):
        assert value is None or isinstance(value, str | int | float | bool | Fraction), path


@pytest.mark.parametrize("label", [0, 1])
def test_undefined_values_are_null_with_a_reason(label):
    report = pr.evaluate([label, label], [0.2, 0.1])
    text = report.to_json()
    found = values_of(strict(text), "roc_auc")
    assert None in found
    assert pr.roc_auc.undefined_when in json.dumps(strict(text), ensure_ascii=False)
    assert not any(
        isinstance(value, float) and math.isnan(value) for _, value in leaves(strict(text))
    )


def test_undefined_values_are_explained_to_readers():
    report = pr.evaluate([0, 0], [0.2, 0.1])
    for text in (report.to_text(), report.to_markdown(), str(report)):
        assert pr.average_precision.undefined_when in text


@pytest.mark.parametrize(
    "options",
    [
        {"sample_weight": [Fraction(1, 3)] * 10},
        {"sample_weight": [0.5] * 10},
        {"sample_weight": [Fraction(1)] * 9 + [Fraction(1, 7)]},
        {"threshold": -1.5},
        {"threshold": 10},
        {"threshold": -100},
    ],
    ids=str,
)
def test_every_format_survives_the_options(options):
    report = pr.evaluate(LABELS, SCORES, **options)
    strict(report.to_json())
    for text in (report.to_markdown(), report.to_text(), report._repr_html_(), str(report)):
        assert text.strip()


@pytest.mark.parametrize(
    "scores",
    [
        [Fraction(i, 3) for i in range(10)],
        [2**70 + i for i in range(10)],
        [float("inf"), -float("inf"), *range(8)],
        np.arange(10, dtype=np.float16),
        np.arange(10, dtype=np.uint64),
    ],
    ids=str,
)
def test_every_format_survives_the_scores(scores):
    report = pr.evaluate(LABELS, scores, threshold=scores[4])
    strict(report.to_json())
    for text in (report.to_markdown(), report.to_text(), report._repr_html_(), str(report)):
        assert text.strip()


def test_a_threshold_adds_the_table_at_it():
    report = pr.evaluate(LABELS, SCORES, threshold=-1.6)
    tree = strict(report.to_json())
    for name, expected in {"tp": 3, "fp": 2, "fn": 1, "tn": 4}.items():
        assert expected in values_of(tree, name), name
    assert any(near(value, 0.6) for value in values_of(tree, "precision"))
    assert any(near(value, 0.75) for value in values_of(tree, "recall"))


def test_without_a_threshold_there_is_no_table(report):
    assert not values_of(strict(report.to_json()), "tp")


def test_dropped_rows_are_reported():
    report = pr.evaluate([1, 0, 1], [0.5, 0.1, float("nan")], nan_policy="omit")
    assert 1 in values_of(strict(report.to_json()), "dropped")
    assert "missing" in report.to_text() and "missing" in report.to_markdown()


@pytest.mark.parametrize("label", ["<b>spam</b>", "a|b", 'say "x"', "ä&ö"])
def test_labels_are_escaped(label):
    labels = [label if y else "other" for y in LABELS]
    report = pr.evaluate(labels, SCORES, pos_label=label, threshold=-1.6)
    assert "<b>spam" not in report._repr_html_()
    strict(report.to_json())
    rows = [line for line in report.to_markdown().splitlines() if line.startswith("|")]
    bars = {line.replace("\\|", "").count("|") for line in rows}
    assert len(bars) <= 2
    assert report.counts == pr.count_thresholds(labels, SCORES, pos_label=label)


def test_html_is_balanced(report):
    html = report._repr_html_()
    for tag in ("table", "tr", "td", "th"):
        assert html.count(f"<{tag}>") + html.count(f"<{tag} ") == html.count(f"</{tag}>")


def test_str_is_the_text(report):
    assert str(report) == report.to_text()


def test_reports_are_repeatable(report):
    again = pr.evaluate(LABELS, SCORES)
    assert again.to_json() == report.to_json() and again.to_markdown() == report.to_markdown()


def test_a_report_cannot_be_changed(report):
    with pytest.raises((AttributeError, TypeError)):
        report.counts = None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pr.evaluate([1, 0], [0.5]), "2.*1"),
        (lambda: pr.evaluate(["a", "b"], [0.5, 0.1]), "pos_label"),
        (lambda: pr.evaluate([1, 0], [0.5, float("nan")]), "nan_policy"),
        (lambda: pr.evaluate([1, 0], [0.5, 0.1], threshold=float("nan")), "threshold"),
        (lambda: pr.evaluate([1, 0], [0.5, 0.1], sample_weight=[1, -1]), "-1"),
    ],
)
def test_refusals_are_those_of_the_counts(call, words):
    with pytest.raises(ValueError, match=words):
        call()
