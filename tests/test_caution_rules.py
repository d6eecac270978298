"""Warnings: each told by its rule, and nothing else."""

import re
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace.caution_rules import CAUTIONS, cautions
from tools import ROOT, notebooks


def told(label, score, **options):
    return set(cautions(pr.count_thresholds(label, score, **options)))


def two_classes(p, n, gap=1.0, seed=0):
    "Labels and scores of a ranking that says something."
    label = np.repeat([1, 0], [p, n])
    return label, np.random.default_rng(seed).normal(gap * label)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("no_positives", ([0] * 12, range(12))),
        ("no_negatives", ([1] * 12, range(12))),
        ("few_items", two_classes(9, 30)),
        ("few_items", two_classes(30, 9)),
        ("constant_score", ([0, 1] * 12, [0.5] * 24)),
        ("hard_labels", ([0, 1] * 12, [0, 1, 1, 1] * 6)),
        ("hard_labels", ([-1, 1] * 12, [-1.0, 1.0, 1.0, 1.0] * 6)),
        ("two_scores", ([0, 1] * 12, [0.2, 0.7, 0.7, 0.7] * 6)),
        ("large_tie", ([0, 1] * 20, [*range(10), *[0.5] * 30])),
        ("below_chance", two_classes(50, 80, gap=-2)),
        ("perfect", ([0] * 15 + [1] * 10, range(25))),
        ("balanced", two_classes(25, 25)),
        ("mostly_positive", two_classes(81, 19)),
    ],
)
def test_each_rule_tells(name, data):
    found = told(*data)
    assert name in found
    for other in cautions(pr.count_thresholds(*data)).values():
        assert not other.endswith(".") and len(other) < 260


@pytest.mark.parametrize(
    "data",
    [
        two_classes(10, 30),
        two_classes(24, 24),
        two_classes(80, 20),
        two_classes(200, 3000, gap=3),
        two_classes(50, 70, gap=0),
        (lambda label, score: (label, score.round(1)))(*two_classes(50, 150)),
    ],
)
def test_nothing_to_tell(data):
    assert told(*data) == set()


def test_dropped_rows():
    label, score = two_classes(30, 70)
    for lost, names in ((5, set()), (6, {"many_dropped"})):
        counts = pr.count_thresholds(
            [*label, *[0] * lost], [*score, *[np.nan] * lost], nan_policy="omit"
        )
        assert set(cautions(counts)) == names


def test_a_tie_of_one_class_is_no_tie():
    label = [1] * 20 + [0] * 80
    assert told(label, [*np.linspace(1, 2, 20), *[0] * 80]) == {"perfect"}
    text = cautions(pr.count_thresholds([*label, 1], [*np.linspace(1, 2, 20), *[0] * 81]))[
        "large_tie"
    ]
    assert "80 % of the items and 5 % of the positives" in text and "score 0" in text


def test_any_kind_of_counts():
    "Cells, Fractions, nothing at all, and numbers near the ends of the floats."
    label, score = two_classes(30, 70)
    counts = pr.count_thresholds(label, score)
    assert cautions(counts.coarsen(bits=8)) == {}
    exact = pr.count_thresholds(label, score, sample_weight=[Fraction(1, 3)] * 100)
    assert cautions(exact) == {}
    assert cautions(pr.ThresholdCounts.from_counts([], [], [])) == {}
    for x in (1e-300, 1e300, 10**30, Fraction(10) ** 400):
        assert set(cautions(pr.ThresholdCounts.from_counts([2, 1], [x, x], [x, 2 * x]))) <= set(
            CAUTIONS
        )


def test_the_notebook_lists_every_rule():
    (path,) = (p for p in notebooks.find(ROOT) if p.stem == "50_caution_rules")
    rows = re.findall(r"\| ([a-z_, ]+) \| (?!told)", path.read_text(encoding="utf-8"))
    assert [name for row in rows for name in row.split(", ")] == list(CAUTIONS)


def test_the_report_shows_them():
    report = pr.evaluate([0, 1] * 12, [0, 1, 1, 1] * 6)
    text = report.to_dict()["warnings"]["hard_labels"]
    for shown in (report.to_text(), report.to_markdown(), report._repr_html_()):
        assert f"Note: {text}." in shown
    classes = pr.evaluate(["a", "b", "c"] * 4, np.eye(3)[[0, 1, 1] * 4])
    assert "a, b, c: fewer than 10 positives and negatives" in classes.to_text()
    assert "a, b, c" in classes.to_dict()["warnings"]["few_items"]
