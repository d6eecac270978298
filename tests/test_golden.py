"""Published and measured numbers: every case of tests/golden, through the public functions."""

import json
import re
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import prspace as pr
from tests.r_random import draw
from tests.sameness import near, same

WAITING = Path(__file__).parent / "golden" / "waiting.json"  # see test_waiting
FILES = sorted(set((Path(__file__).parent / "golden").glob("*.json")) - {WAITING})
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in FILES
    for case in json.loads(file.read_text(encoding="utf-8"))
]
OPTIONS = ("sample_weight", "pos_label", "nan_policy")
SPACE = {
    "minimum_precision": ("recall", "prevalence"),
    "maximum_recall": ("precision", "prevalence"),
    "is_achievable": ("recall", "precision", "prevalence"),
    "f_beta_line": ("value", "beta", "recall"),
}


def number(value):
    "A fraction written as text, a float, or None for undefined."
    if isinstance(value, str):
        return Fraction(value)
    return float("nan") if value is None else value


def numbers(value):
    "A number, or a list of them."
    return [number(v) for v in value] if isinstance(value, list) else number(value)


def fractions(value):
    "A Fraction, or a list of them."
    return [Fraction(v) for v in value] if isinstance(value, list) else Fraction(value)


def floats(values):
    "Scores of a case; the word nan stands for a missing one."
    return [float("nan") if value == "nan" else value for value in values]


def counts_of(data):
    "Counts from cells, parts, a generator, or rows."
    if "cells" in data:
        columns = zip(*data["cells"], strict=True)
        return pr.ThresholdCounts.from_counts(*columns, missed_pos=data.get("missed_pos", 0))
    if "parts" in data:
        return reduce(add, (counts_of(part) for part in data["parts"]))
    if "generator" in data:
        labels, scores, weights = draw(data["generator"]["seed"], data["generator"]["draws"])
        return pr.count_thresholds(labels, scores, sample_weight=weights)
    scores = floats(data["y_score"])
    scores = np.array(scores, data["dtype"]) if "dtype" in data else scores
    options = {name: data[name] for name in OPTIONS if name in data}
    return pr.count_thresholds(floats(data["y_true"]), scores, **options)


def exactly(counts):
    "The same counts as Fractions."
    return pr.ThresholdCounts.from_counts(
        counts.threshold,
        *([Fraction(x) for x in column.tolist()] for column in (counts.pos, counts.neg)),
        missed_pos=Fraction(counts.missed_pos),
    )


def row(name):
    "A row of a table by name, or one made with a parameter, as f_beta(1/2)."
    made = re.fullmatch(r"(\w+)\((.+)\)", name)
    if made:
        limit = float("inf") if made[2] == "inf" else Fraction(made[2])
        return getattr(pr, made[1])(int(limit) if limit == limit // 1 and limit < 1e9 else limit)
    tables = (pr.RATES, pr.AREAS, pr.POINTS, pr.ASSOCIATIONS)
    return next(table[name] for table in tables if name in table)


def found(name, counts):
    "The value of counts that a case names."
    if name == "dropped":
        return sum(counts.dropped.values())
    if name == "ap_min":
        return pr.ap_min(counts.n_pos, counts.n_neg)
    if name == "aucpr_min":
        return pr.aucpr_min(float(counts.prevalence))
    if name == "delong_variance":
        return pr.delong_variance(counts)
    return getattr(counts, name) if hasattr(counts, name) else row(name)(counts)


def every_stratified_resample(counts, name):
    "Average precision of all resamples within the classes: its values, mean or variance."
    found = [(pr.average_precision(c), p) for c, p in pr.all_resamples(counts, stratified=True)]
    if name == "values":
        equally = counts.n_pos**counts.n_pos * counts.n_neg**counts.n_neg
        return sorted(value for value, p in found for _ in range(round(p * equally)))
    mean = sum(p * value for value, p in found)
    return mean if name == "mean" else sum(p * (value - mean) ** 2 for value, p in found)


def found_below(group, name, counts):
    "A value named by two words, as worst of trapezoid."
    if group == "normalized":
        return pr.normalized(row(name), counts)
    if group == "every_stratified_resample":
        return every_stratified_resample(counts, name)
    if group == "worst_ranking":
        return row(name)(pr.worst_ranking(int(counts.n_pos), int(counts.n_neg)))
    if group in pr.CURVES:
        return getattr(pr.CURVES[group](counts), name)
    if group == "gain_path":
        return pr.prg_curve(counts).with_endpoints()["xy".index(name)]
    if group in ("tie_low", "tie_high"):
        return pr.tie_bounds(row(name), counts)[group == "tie_high"]
    if group == "tie_mean":
        return pr.tie_mean(row(name), counts)
    if group == "threshold_of":
        return pr.reached(row(name), counts).threshold
    if group.startswith("at "):
        return row(name)(counts.at(float(group[3:])))
    if group == "convex_hull":
        return getattr(pr.convex_hull(counts), name)
    return getattr(row(name), group)(counts)


def matrix_of(data):
    "A confusion matrix from its cells, or from two columns of labels."
    if "matrix" in data:
        return pr.ConfusionMatrix.from_table(data["matrix"], data.get("labels"))
    return pr.confusion_matrix(data["y_true"], data["y_pred"])


def found_in(matrix, name, value, label):
    "A value of one label, of every label, or of the whole matrix."
    if label is not None:
        return row(name)(matrix.one_vs_rest(label))
    if name == "conditional_entropies":
        return pr.conditional_entropies(matrix)
    if hasattr(matrix, name):
        return getattr(matrix, name)
    if isinstance(value, list):
        return [row(name)(matrix.one_vs_rest(label)) for label in matrix.labels]
    return row(name)(matrix)


def pairs(counts, expected):
    "Found and expected value of everything a case names."
    for name, value in expected.items():
        if isinstance(value, dict):
            for inner, v in value.items():
                yield found_below(name, inner, counts), numbers(v)
        else:
            yield found(name, counts), numbers(value)


def is_exact(value):
    "Whether a case gives a value as a fraction, without rounding."
    if isinstance(value, dict | list):
        return all(map(is_exact, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str)


@pytest.mark.parametrize("case", CASES)
def test_case(case):
    data, expected = case["input"], case["expected"]
    assert expected and case["note"] and case["source"]
    if "raises" in expected:
        with pytest.raises(ValueError):
            counts_of(data)
    elif "table" in data:
        table = SimpleNamespace(**{k: Fraction(v) for k, v in data["table"].items()})
        for name, value in expected.items():
            assert same(row(name)(table), number(value))
    elif "matrix" in data or "y_pred" in data:
        matrix = matrix_of(data)
        for name, value in expected.items():
            found = found_in(matrix, name, value, data.get("label"))
            wanted = [number(v) for v in value] if isinstance(value, list) else number(value)
            assert near(found, wanted, case["tolerance"]), (name, found, wanted)
    elif set(expected) <= set(SPACE):
        for name, value in expected.items():
            given = [fractions(data[k]) for k in SPACE[name]]
            assert same(getattr(pr, name)(*given), numbers(value))
    elif "n_pos" in data:
        check(pr.ThresholdCounts.from_counts([1], [data["n_pos"]], [data["n_neg"]]), case)
    else:
        check(counts_of(data), case)


def check(counts, case):
    "Compare everything a case names, in floats and, where the case is exact, in Fractions."
    for value, expected in pairs(counts, case["expected"]):
        assert near(value, expected, case["tolerance"]), (value, expected)
    exact = {k: v for k, v in case["expected"].items() if is_exact(v) and k != "dropped"}
    if exact and counts.pos.dtype != object:
        for value, expected in pairs(exactly(counts), exact):
            assert same(value, expected), (value, expected)
