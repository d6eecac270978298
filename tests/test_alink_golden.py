"""Every known number of Alink, the article's printed outputs among them, to the last digit."""

import json
from functools import reduce
from pathlib import Path

import pytest

from prspace import ConfusionMatrix, ThresholdCounts
from prspace.compat import alink
from prspace.compat.alink_quirks import (
    binary_product,
    binary_threshold,
    floor_bin,
    running_area,
    thinned,
    two_sided_ks,
)
from prspace.compat.stream import BinaryStreamEvaluator

FILE = Path(__file__).parent / "golden" / "alink" / "cases.json"
CASES = {case["name"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))}
OLD, NEW = alink.RELEASES["1.1"], alink.RELEASES["1.6.1"]
LABELS = ("prefix1", "prefix0")
ELSEWHERE = {"PRC_with_TP+FP_test"}  # see test_half_step_off
VERSION = {"GINI is (1 - prevalence) * (2 AUC - 1)": "1.2",
           "EvalBinaryClassBatchOpTest / LocalOpTest (12 usable rows)": "1.2",
           "multi-class stream documentation: one-row window": "1.3"}  # fmt: skip


def windows(case):
    "The windows of a stream as rows with a time, one second each."
    return [(second, *row) for second, rows in enumerate(case["input"]["windows"]) for row in rows]


def metrics(case):
    "The metrics of a case that gives rows."
    data, version = case["input"], VERSION.get(case["name"], "1.1")
    if "windows" in data:
        return list(BinaryStreamEvaluator(1).evaluate(windows(case)))[-1][1]
    rows = data["rows"]
    if isinstance(rows[0][1], str):
        labels, called = zip(*rows, strict=True)
        return alink.evaluate_multiclass(labels, prediction=called)
    if "multi" in case["name"].lower():
        return alink.evaluate_multiclass(rows, version=version)
    return alink.evaluate_binary(rows, version=version)


def agrees(found, wanted, tolerance):
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(
            map(agrees, found, wanted, [tolerance] * len(wanted))
        )
    if isinstance(wanted, str):
        return found == wanted
    return abs(found - wanted) <= tolerance


OF_ROWS = {
    name: case for name, case in CASES.items()
    if {"rows", "windows"} & set(case["input"])
    and name not in ("article variable dump: curve points 1..6", "getDetailStatisticsBinary bins")
}  # fmt: skip


@pytest.mark.parametrize("name", OF_ROWS)
def test_rows(name):
    """Every value of a case; printed digits and executed values without any tolerance."""
    case = CASES[name]
    found = metrics(case)
    wanted = case["expected"]
    published = "unit test" in case["source"]
    tolerance = case["tolerance"] if published else 0
    for key, value in wanted.items():
        assert agrees(found[key], value, tolerance), (key, found[key], value)
    for key in set(case.get("exact", {})) - ELSEWHERE:
        assert agrees(found[key], case["exact"][key], 0), key


@pytest.mark.parametrize("name", [n for n in OF_ROWS if "every serialised" in n])
def test_all_keys_are_there(name):
    assert set(metrics(CASES[name])) == set(CASES[name]["expected"])


@pytest.mark.parametrize("name", [n for n in OF_ROWS if n.startswith("edge:")])
def test_half_step_off(name):
    wanted = CASES[name]["exact"]["PRC_with_TP+FP_test"]
    found = alink.evaluate_binary(CASES[name]["input"]["rows"], without="half-step")
    assert found["PRC"] == wanted


def test_curve_points_dump():
    case = CASES["article variable dump: curve points 1..6"]
    found, wanted = alink.evaluate_binary(case["input"]["rows"]), case["expected"]
    assert found["ThresholdArray"] == wanted["threshold"]
    keys = {"roc": "RocCurve", "rp": "RecallPrecisionCurve", "lift": "LiftChart"}
    for short, key in keys.items():
        for axis, letter in enumerate("xy"):
            assert found[key][axis][1:] == wanted[f"{short}_{letter}"]


def test_partial_losses_dump():
    case = CASES["article variable dump: partial log-losses"]
    for probabilities, loss in zip(case["input"].values(), case["expected"].values(), strict=True):
        rows = [("prefix1", {"prefix1": p, "prefix0": 1 - p}) for p in probabilities]
        summary = alink._summarize_binary(rows, None, OLD)
        assert summary.loss == loss


@pytest.mark.parametrize("number", [0, 1])
def test_matrix_dump(number):
    case = CASES[f"article confusion-matrix dump {number}"]
    table = case["input"]["matrix_rows_predicted_cols_actual"]
    matrix = ConfusionMatrix.from_table([list(column) for column in zip(*table, strict=True)])
    points = [matrix.one_vs_rest(label) for label in matrix.labels]
    found = {f"{n}Count": sum(getattr(p, n) for p in points) for n in ("tp", "tn", "fp", "fn")}
    found |= {"actualLabelFrequency": matrix.support.tolist()}
    found |= {"predictLabelFrequency": matrix.called.tolist()}
    assert found == case["expected"]


def test_sampling():
    case = CASES["sampleTest, interval 0.1"]
    first, *thresholds = case["input"]["threshold"]
    assert first == 1
    kept = thinned(thresholds, case["input"]["interval"])
    assert agrees([thresholds[k] for k in kept], case["expected"]["sampled"], 0)


def summary_of(data):
    counts = ThresholdCounts.from_counts([0, 1], data["pos"], data["neg"])
    return alink.BinarySummary(LABELS, counts, data["logLoss"], OLD)


def test_merge_of_two_summaries():
    case = CASES["reduceTest: merge of two summaries"]
    both = summary_of(case["input"]["a"]).merge(summary_of(case["input"]["b"]))
    wanted = case["expected"]
    assert both.counts.pos[::-1].tolist() == wanted["pos"]
    assert both.counts.neg[::-1].tolist() == wanted["neg"]
    assert both.loss == pytest.approx(wanted["logLoss"])
    assert both.counts.n_pos + both.counts.n_neg == wanted["total"]


def class_summary(table, labels, loss=0.0, release=OLD):
    "A summary from a table with rows called, columns true."
    matrix = ConfusionMatrix.from_table([list(c) for c in zip(*table, strict=True)], labels)
    return alink.MulticlassSummary(matrix, loss, release)


def test_confusion_matrix():
    case = CASES["ConfusionMatrixTest"]
    table = case["input"]["matrix_rows_predicted_cols_actual"]
    found = class_summary(table, ["1", "0"]).to_metrics()
    keys = {"tp": "TruePositiveRate", "tn": "TrueNegativeRate", "fp": "FalsePositiveRate",
            "fn": "FalseNegativeRate", "accuracy": "Accuracy", "precision": "Precision",
            "fMeasure": "F1", "kappa": "Kappa"}  # fmt: skip
    for short, key in keys.items():
        assert agrees(found[f"{key}Array"], case["expected"][short], case["tolerance"]), key


def test_many_classes():
    case = CASES["MultiClassMetricsTest.saveAsParamsTest"]
    data = case["input"]
    table = data["matrix_rows_predicted_cols_actual"]
    found = class_summary(table, data["labels"], data["logLossSum"]).to_metrics()
    for key, value in case["expected"].items():
        assert agrees(found[key], value, 2e-16), (key, found[key], value)
    for key, value in case["exact"].items():
        width = len(value) if isinstance(value, list) else 0
        assert agrees(found[key][:width] if width else found[key], value, 0), key


def test_accessors_of_one_label():
    case = CASES['MultiClassMetricsTest.saveAsParamsTest, label "0" accessors']
    table = case["input"]["matrix_rows_predicted_cols_actual"]
    found = class_summary(table, ["0", "1", "2"]).to_metrics()
    for key, value in case["expected"].items():
        accessor = getattr(found, f"get{key}")
        got = accessor("0") if callable(accessor) and key not in ("Accuracy", "Kappa") else (
            found[f"{key}Array"][0])  # fmt: skip
        assert agrees(got, value, case["tolerance"]), key


@pytest.mark.parametrize("name", [n for n in CASES if n.startswith("multi-class merge")])
def test_merge_of_classes(name):
    case = CASES[name]
    a, b = (
        class_summary(case["input"][k], case["input"][f"labels_{k}"], release=NEW) for k in "ab"
    )
    both = a.merge(b)
    order = [both.labels.index(label) for label in case["expected"]["labels"]]
    found = [[int(both.matrix.counts[t, c]) for t in order] for c in order]
    assert found == case["expected"]["matrix"]
    if "different" in name:
        assert list(both.labels) == case["expected"]["labels"]


def test_bins():
    case = CASES["getDetailStatisticsBinary bins"]
    summary = alink._summarize_binary(case["input"]["rows"], None, OLD)
    counts, wanted = summary.counts, case["expected"]
    bins = [(str(t), int(p), int(n)) for t, p, n in zip(
        counts.threshold, counts.pos, counts.neg, strict=True)]  # fmt: skip
    assert {t: p for t, p, _ in bins if p} == wanted["positiveBins"]
    assert {t: n for t, _, n in bins if n} == wanted["negativeBins"]
    assert agrees(summary.loss, wanted["logLossSum"], case["tolerance"])


def test_area_and_ks_of_a_curve():
    case = CASES["EvaluationCurve area and K-S"]
    x, y = case["input"]["x"], case["input"]["y"]
    assert agrees(running_area(x, y), case["expected"]["area"], case["tolerance"])
    assert agrees(two_sided_ks(None, x, y), case["expected"]["ks"], case["tolerance"])


def test_sums_of_a_table():
    """Core's matrices are square: a third label that is never called stands for the missing row."""
    case = CASES["LongMatrixTest"]
    rows = [*case["input"]["matrix"], [0, 0, 0]]
    matrix = ConfusionMatrix.from_table([list(c) for c in zip(*rows, strict=True)])
    assert matrix.called.tolist()[:2] == case["expected"]["rowSums"]
    assert matrix.support.tolist() == case["expected"]["colSums"]
    assert matrix.n == case["expected"]["total"]


ROWS = {"error: probabilities sum to 1.1": [("prefix1", '{"prefix1": 0.9, "prefix0": 0.2}')],
        "error: all rows null": [(None, '{"a": 1.0, "b": 0.0}'), ("a", None)]}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_errors(name):
    words = CASES[name]["expected"]["message"].replace("!", "").split(" in ... ")
    with pytest.raises(ValueError) as error:
        alink.evaluate_binary(ROWS[name])
    assert all(word in str(error.value) for word in words)


def test_sets_of_labels():
    case = CASES["multi-label example (beyond the article)"]
    found = alink.evaluate_multilabel(*zip(*case["input"]["label_prediction_pairs"], strict=True))
    assert set(found) == set(case["expected"])
    assert all(agrees(found[k], v, 1e-15) for k, v in case["exact"].items())
    assert all(agrees(found[k], v, case["tolerance"]) for k, v in case["expected"].items())


def test_article_thresholds():
    """The dump shows 0.9 and 0.8, but 0.7500000000000001 for 0.75."""
    bins = [floor_bin(binary_product(p)) for p in (0.9, 0.8, 0.75, 0.7, 0.6)]
    assert bins == [90000, 80000, 75000, 70000, 60000]
    assert binary_threshold([75000, 90000]).tolist() == [0.7500000000000001, 0.9]


def test_all_cases_are_looked_at():
    """Each of the 35 is a case of rows, or named by a test of its own."""
    others = set(CASES) - set(OF_ROWS)
    text = Path(__file__).read_text(encoding="utf-8")
    named = {
        n for n in others if n in text or n.startswith(("multi-class merge", "article confusion"))
    }
    assert len(CASES) == 35 and named == others


def test_reduce_is_a_sum():
    """Merged windows are the union of their rows, in everything but the last digit of the loss."""
    case = CASES['stream output row "all"']
    rows = [row for window in case["input"]["windows"] for row in window]
    parts = [alink._summarize_binary(rows[k : k + 2], None, OLD) for k in range(0, len(rows), 2)]
    merged = reduce(lambda a, b: a.merge(b), parts).to_metrics()
    whole = alink.evaluate_binary(rows)
    assert {k for k in whole if whole[k] != merged[k]} <= {"LogLoss"}
