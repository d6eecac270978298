"""Alink's metrics against plain loops, and each quirk against what is right."""

import ast
import json
import math
import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import prspace as pr
from prspace.compat import alink
from prspace.compat.alink_quirks import QUIRKS, java_number
from prspace.compat.convention import find_convention
from tests import alink_oracle as oracle

NUMBER_OF_COMPUTERS = 11
PACKAGE = Path(pr.__file__).parent


def random_rows(seed):
    "Positive flags and scores, with ties, one class, neighbors, 0, 0.5 and 1."
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 25))
    kind = seed % 5
    if kind == 0:
        score = rng.integers(0, 11, n) / 10
    elif kind == 1:
        score = rng.random(n)
    elif kind == 2:
        score = rng.choice([0.0, 0.29, 0.4995, 0.5, 0.5004, 0.57, 0.9995, 1.0], n)
    elif kind == 3:
        score = rng.random(n) / 2
    else:
        score = np.round(0.5 + (rng.random(n) - 0.5) / 100, 4)
    label = rng.random(n) < rng.choice([0.0, 0.2, 0.5, 0.8, 1.0], p=[0.05, 0.3, 0.3, 0.3, 0.05])
    return list(zip(label.tolist(), score.tolist(), strict=True))


def detailed(rows):
    "The same as labels and details."
    return [("yes" if label else "no", {"yes": p, "no": 1 - p}) for label, p in rows]


def same(found, wanted):
    "Equal to the last bit, NaN included."
    if isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return found == wanted or (found != found and wanted != wanted)


def compared(found, wanted):
    "Keys that differ."
    return {k: (found[k], v) for k, v in wanted.items() if not same(found[k], v)}


@pytest.mark.parametrize("block", range(10))
def test_bins_equal_loops(block):
    """Version 1.1, 200 random inputs, to the last bit."""
    for seed in range(20 * block, 20 * block + 20):
        rows = random_rows(seed)
        assert not compared(alink.evaluate_binary(detailed(rows)), oracle.from_bins(rows)), seed


@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize(
    ("version", "nothing", "top", "always"),
    [("1.2", 0.0, 1.0, True), ("1.3", 1.0, 1.0, False), ("1.6.1", 1.0, math.inf, False)],
)
def test_exact_scores_equal_loops(version, nothing, top, always, block):
    """Later versions, 100 random inputs each, to the last bit."""
    for seed in range(10 * block, 10 * block + 10):
        rows = random_rows(seed)
        found = alink.evaluate_binary(detailed(rows), version=version)
        assert not compared(found, oracle.from_rows(rows, nothing, top, always)), seed


def random_classes(seed, k=None):
    "Labels and details of k classes, with ties."
    rng = np.random.default_rng(seed)
    k = k or int(rng.integers(2, 5))
    names = ["a", "b", "c", "d"][:k]
    rows = []
    for _ in range(int(rng.integers(2, 20))):
        shares = rng.multinomial(8, [1 / k] * k) / 8
        rows.append((names[rng.integers(k)], dict(zip(names, shares.tolist(), strict=True))))
    return rows


@pytest.mark.parametrize("block", range(5))
def test_classes_equal_loops(block):
    """Many classes, 100 random inputs, to the last bit, in both definitions of 0/0."""
    for seed in range(20 * block, 20 * block + 20):
        rows = random_classes(seed)
        assert not compared(alink.evaluate_multiclass(rows), oracle.of_classes(rows)), seed
        found = alink.evaluate_multiclass(rows, version="1.6.1")
        assert not compared(found, oracle.of_classes(rows, 1.0)), seed


def test_identities_of_averages():
    """Sums and shares of one table: identities that hold for every matrix."""
    for seed in range(40):
        rows = random_classes(seed)
        m, k = alink.evaluate_multiclass(rows, without="rounding"), len(rows[0][1])
        a = Fraction(int(m.matrix.counts.trace()), m.matrix.n)
        identities = {
            "MicroPrecision": a, "MicroRecall": a, "MicroF1": a, "WeightedRecall": a,
            "MicroKappa": (k * a - 1) / (k - 1),
            "MicroSpecificity": 1 - (1 - a) / (k - 1),
            "MicroAccuracy": 1 - 2 * (1 - a) / k, "MacroAccuracy": 1 - 2 * (1 - a) / k,
        }  # fmt: skip
        assert all(m[key] == float(value) for key, value in identities.items()), seed


def test_identities_of_two_labels():
    """With two labels, kappa of either label is kappa of both, and macro recall is specificity's."""
    for seed in range(40):
        m = alink.evaluate_multiclass(random_classes(seed, 2), without="rounding")
        assert m["MacroRecall"] == m["MacroSpecificity"]
        assert m["MacroKappa"] == m["Kappa"] == pytest.approx(m["WeightedKappa"], abs=2e-16)


def test_without_quirks_everything_is_core():
    """Leave all quirks out: areas, K-S and rates are core's rows."""
    for seed in range(40):
        rows = random_rows(seed)
        label, score = zip(*rows, strict=True)
        counts = pr.count_thresholds(label, score)
        exact = pr.count_thresholds(label, score, sample_weight=[Fraction(1)] * len(rows))
        for version in ("1.1", "1.6.1"):
            found = alink.evaluate_binary(detailed(rows), version=version, without="all")
            wanted = {"AUC": pr.roc_auc(exact), "PRC": pr.first_point_trapezoid(exact),
                      "K-S": pr.ks(exact), "Recall": pr.recall(counts.at(0.5)),
                      "Precision": pr.precision(counts.at(0.5))}  # fmt: skip
            wanted = {k: float(v) for k, v in wanted.items()}
            assert not compared(found, wanted), (seed, version)
            kappa = pr.cohen_kappa(found.matrix.one_vs_rest("yes"))
            assert same(found["Kappa"], float(kappa))


def test_the_half_step_is_half_the_first_step():
    """What the mistyped guard adds, where the first cell has no positives."""
    for seed in range(40):
        rows = random_rows(seed)
        if len({label for label, _ in rows}) < 2:
            continue
        counts = pr.count_thresholds(*zip(*rows, strict=True))
        off = {"rounding", "forced one half", "bins"}
        shipped = alink.evaluate_binary(detailed(rows), without=off)
        right = alink.evaluate_binary(detailed(rows), without=off | {"half-step"})
        first = 0 if counts.pos[0] else counts.tp[counts.tp > 0][0] / counts.n_pos
        assert shipped["PRC"] - right["PRC"] == pytest.approx(first / 2, abs=1e-12), seed


def test_records_of_conventions_agree():
    """The PRC of the records in compat.convention is the one printed here."""
    old, new = find_convention("Alink", "1.1", "PRC"), find_convention("Alink", "1.3", "PRC")
    for seed in range(50):
        rows = random_rows(seed)
        if len({label for label, _ in rows}) < 2:
            continue
        label, score = zip(*rows, strict=True)
        found = alink.evaluate_binary(detailed(rows))["PRC"]
        assert old.area(pr.count_thresholds(label, score)) == pytest.approx(found, abs=1e-14)
        found = alink.evaluate_binary(detailed(rows), version="1.3")["PRC"]
        assert new.area(new.count(label, score)) == pytest.approx(found, abs=1e-14)


def test_gini_is_not_twice_auc_less_one():
    rows = [(True, 0.9), (True, 0.8), (True, 0.7), (False, 0.75), (False, 0.6)]
    m = alink.evaluate_binary(detailed(rows), version="1.2", without="rounding")
    assert m["GINI"] == float((1 - Fraction(3, 5)) * (2 * Fraction(5, 6) - 1))
    right = alink.evaluate_binary(detailed(rows), version="1.2", without="Gini of gains")
    assert right["GINI"] == pytest.approx(2 / 3)


SHOWS = {
    "floating-point bins": ([(1, 0.29), (0, 0.2)], "1.1"),
    "bins": ([(1, 0.300001), (0, 0.300002)], "1.1"),
    "floating-point thresholds": ([(1, 0.75), (0, 0.2)], "1.1"),
    "rounding": ([(1, 0.9), (1, 0.8), (0, 0.75), (1, 0.7), (0, 0.6)], "1.1"),
    "forced one half": ([(1, 0.4), (0, 0.4)], "1.1"),
    "half-step": ([(0, 0.9), (1, 0.8)], "1.1"),
    "one class as 1": ([(1, 0.9), (1, 0.3)], "1.1"),
    "zero for 0/0": ([(1, 0.9), (1, 0.3)], "1.1"),
    "precision of nothing": ([(1, 0.9), (0, 0.6)], "1.1"),
    "kappa of one class": ([(1, 0.8)], "1.1"),
    "two-sided K-S": ([(0, 0.9), (1, 0.8)], "1.1"),
    "Gini of gains": ([(1, 0.9), (1, 0.8), (0, 0.7)], "1.2"),
    "sampling": ([(1, 0.9), (0, 0.1), (1, 0.0995)], "1.1"),
    "nearest threshold": ([(1, 0.9), (0, 0.4995)], "1.2"),
    "row by row": ([(1, 0.7), (0, 0.7)], "1.2"),
    "joined thresholds": ([(1, 0.9), (0, 0.8995)], "1.6.1"),
    "forced one half, exact": ([(1, 0.9), (0, 0.1)], "1.6.1"),
}


@pytest.mark.parametrize("name", QUIRKS)
def test_each_quirk_shows(name):
    """Each can be left out, and there is an input where that shows."""
    rows, version = SHOWS[name]
    rows = detailed([(bool(label), p) for label, p in rows])
    shipped = alink.evaluate_binary(rows, version=version)
    right = alink.evaluate_binary(rows, version=version, without={name})
    assert {key for key in shipped if not same(right[key], shipped[key])}


def test_quirk_sizes():
    """The numbers of the mistyped guard and of the forced cut."""

    def prc(labels, scores, **options):
        return alink.evaluate_binary(
            ["yes" if x else "no" for x in labels], scores, positive_label="yes", **options
        )["PRC"]

    assert (prc([0, 1], [0.9, 0.8]), prc([0, 1], [0.9, 0.8], without="half-step")) == (0.75, 0.25)
    assert (prc([1, 0], [0.4, 0.4]), prc([1, 0], [0.7, 0.7])) == (0.75, 0.5)
    assert prc([1, 0], [0.7, 0.7], version="1.2") == 1.0
    assert prc([0, 1], [0.7, 0.7], version="1.2") == 0.25


def test_a_constant_scorer():
    """Exact scores: K-S is 1 for ties, and AUC is right."""
    rows = detailed([(True, 0.7), (False, 0.7)])
    first, last = (alink.evaluate_binary(r, version="1.2") for r in (rows, rows[::-1]))
    assert (first["K-S"], last["K-S"], first["AUC"], last["AUC"]) == (1, 1, 0.5, 0.5)
    assert (first["GINI"], last["GINI"]) == (0.5, -0.5)


def test_order_of_labels():
    """Descending as text in version 1.1, by type later; a name moves to the front."""
    rows = [(9, {"9": 0.7, "10": 0.3}), (10, {"9": 0.2, "10": 0.8})]
    assert alink.evaluate_binary(rows)["LabelArray"] == ["9", "10"]
    assert alink.evaluate_binary(rows, version="1.2")["LabelArray"] == ["10", "9"]
    assert alink.evaluate_binary(rows, positive_label=10)["LabelArray"] == ["10", "9"]
    signs = [("+1", {"+1": 0.9, "-1": 0.1}), ("-1", {"+1": 0.2, "-1": 0.8})]
    assert alink.evaluate_binary(signs)["LabelArray"] == ["-1", "+1"]


def test_forms_of_input():
    """Pairs, two columns, JSON and scores are the same rows; incomplete rows are skipped."""
    rows = detailed(random_rows(7))
    wanted = alink.evaluate_binary(rows).serialize()
    labels, details = map(list, zip(*rows, strict=True))
    texts = [json.dumps(detail) for detail in details]
    scores = [detail["yes"] for detail in details]
    assert alink.evaluate_binary(labels, details).serialize() == wanted
    assert alink.evaluate_binary([*labels, None, "yes"], [*texts, "{}", None]).serialize() == wanted
    assert alink.evaluate_binary(labels, scores).serialize() == wanted
    assert alink.evaluate_binary(labels, texts, prediction=labels).serialize() == wanted


def test_arrays_and_missing_values():
    """NumPy's columns are read as Python's; None and NaN are incomplete."""
    label, score = np.array([True, False, True]), np.array([0.9, 0.8, 0.7])
    wanted = alink.evaluate_binary([True, False, True], [0.9, 0.8, 0.7])
    assert wanted["LabelArray"] == ["true", "false"]
    assert alink.evaluate_binary(label, score).serialize() == wanted.serialize()
    labels, scores = [*label.tolist(), None, True], [*score.tolist(), 0.1, math.nan]
    assert alink.evaluate_binary(labels, scores).serialize() == wanted.serialize()


def test_metrics_can_be_pickled():
    m = alink.evaluate_binary(detailed(random_rows(1)))
    again = pickle.loads(pickle.dumps(m))
    assert again.serialize() == m.serialize() and again.getAuc() == m.getAuc()


def test_predictions_of_two_labels():
    """In version 1.1 they give the metrics of many classes; later a detail is needed."""
    m = alink.evaluate_binary(["a", "b", "a"], prediction=["a", "a", "b"], positive_label="a")
    assert m["LabelArray"] == ["a", "b"] and "LogLoss" not in m and len(m) == 53
    with pytest.raises(ValueError, match="detail="):
        alink.evaluate_binary(["a", "b"], prediction=["a", "a"], version="1.2")


def test_serialized_form():
    """A JSON object whose values are strings, lists without spaces."""
    m = alink.evaluate_binary(detailed([(True, 0.9), (False, 0.6)]), version="1.6.1")
    text = json.loads(m.serialize())
    assert all(isinstance(value, str) for value in text.values()) and set(text) == set(m)
    assert text["ConfusionMatrix"] == "[[1,1],[0,0]]" and text["TotalSamples"] == "2"
    assert text["LabelArray"] == '["yes","no"]' and text["ThresholdArray"].startswith("[Infinity,")


def test_numbers_as_java_writes_them():
    wanted = {0.1: "0.1", 1.0: "1.0", 0.001: "0.001", 1e-4: "1.0E-4", 1.5e-5: "1.5E-5",
              1e7: "1.0E7", 9999999.0: "9999999.0", -0.25: "-0.25", 0.0: "0.0", 12: "12",
              1 / 3: "0.3333333333333333", 1.2345e-10: "1.2345E-10"}  # fmt: skip
    assert {x: java_number(x) for x in wanted} == wanted
    assert [java_number(x) for x in (math.nan, math.inf, -math.inf)] == [
        "NaN",
        "Infinity",
        "-Infinity",
    ]


def test_getters():
    m = alink.evaluate_multiclass(random_classes(3, 3))
    assert m.getMacroPrecision() == m.get_macro_precision() == m["MacroPrecision"]
    assert m.getTruePositiveRate("b") == m["TruePositiveRateArray"][1]
    m = alink.evaluate_binary(detailed(random_rows(1)))
    assert m.getKs() == m["K-S"] and m.getAuc() == m["AUC"] and m.get_log_loss() == m["LogLoss"]
    assert m.getPrecisionByThreshold() == [m["ThresholdArray"], m["PrecisionArray"]]
    with pytest.raises(AttributeError, match="no metric"):
        m.getNothing()


@pytest.mark.parametrize("version", alink.RELEASES)
def test_keys_of_each_version(version):
    m = alink.evaluate_binary(detailed(random_rows(1)), version=version)
    assert len(m) == (62 if version == "1.1" else 64)
    assert alink.RELEASES[version].curve in m
    assert len(alink.evaluate_multiclass(random_classes(3), version=version)) == 54
    assert len(alink.COMPUTERS) == NUMBER_OF_COMPUTERS


def test_one_class():
    """The AUC of bins is drawn through forced rates; that of exact scores does not exist."""
    rows = detailed([(True, 0.9), (True, 0.3)])
    found = {v: alink.evaluate_binary(rows, version=v)["AUC"] for v in alink.RELEASES}
    assert found.pop("1.1") == 0.25 and all(map(math.isnan, found.values()))


@pytest.mark.parametrize(
    ("rows", "options", "words"),
    [
        ([("a", {"a": 1.2, "b": -0.2})], {}, "not in range"),
        ([("a", {"a": 0.5, "b": 0.48})], {}, "not equal to 1.0"),
        ([("a", {"a": 0.5, "b": 0.3, "c": 0.2})], {}, "two labels"),
        ([("c", {"a": 0.5, "b": 0.5})], {}, "two labels"),
        ([("a", {"a": 1.0})], {}, "two labels"),
        ([("a", {"a": 0.5, "b": 0.5})], {"positive_label": "c"}, "Not contain positiveValue"),
        ([("a", {"a": 0.5, "b": 0.5})], {"version": "0.9"}, "version must be one of"),
        ([("a", {"a": 0.5, "b": 0.5})], {"without": "half"}, "must be names of quirks"),
        ([("a", [0.5, 0.5])], {}, "object"),
        ([], {}, "got none"),
    ],
)
def test_refused(rows, options, words):
    with pytest.raises(ValueError, match=words):
        alink.evaluate_binary(rows, **options)


def test_columns_pair_up():
    with pytest.raises(ValueError, match="same length|pair|must"):
        alink.evaluate_binary(["a", "b"], [0.1])


def test_merge_needs_the_same_labels():
    release = alink.RELEASES["1.1"]
    rows = [("a", {"a": 0.9, "b": 0.1})]
    a, b = (alink._summarize_binary(rows, x, release) for x in "ab")
    with pytest.raises(ValueError, match="The labels are not the same!"):
        a.merge(b)
    assert a.merge(None) is a


@pytest.mark.parametrize("name", ["alink", "alink_rows", "alink_values", "stream"])
def test_no_arithmetic_in_the_facade(name):
    """Names are mapped here; numbers are made in core and in alink_quirks."""
    tree = ast.parse((PACKAGE / "compat" / f"{name}.py").read_text(encoding="utf-8"))
    found = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp | ast.AugAssign)]
    assert {type(n.op) for n in found} <= {ast.BitOr, ast.Add}
    added = [ast.unparse(n) for n in found if isinstance(n.op, ast.Add)]
    assert all(".counts + " in text or ".loss + " in text or ".matrix + " in text
               or ".n_pos + " in text for text in added)  # fmt: skip


@pytest.mark.parametrize("version", ["1.1", "1.6.1"])
def test_a_detail_without_the_positive_label_is_refused(version):
    rows = [("a", '{"a": 1}'), ("b", '{"a": 0.25, "b": 0.75}')]
    with pytest.raises(ValueError, match="probability of the positive label 'b': got {'a': 1"):
        alink.evaluate_binary(rows, version=version)
