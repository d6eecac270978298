"""compat.sharpkit: the 31 published and measured cases, the trap, and an oracle that counts on its own."""

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support as theirs

from prspace.compat.sharpkit import (
    FOUR,
    SIX,
    AverageKind,
    Metrics,
    precision_recall_fscore_support,
    precision_recall_fscore_support_avg,
    sharpkit_table,
)

GOLDEN = json.loads((Path(__file__).parent / "golden/compat/sharpkit.json").read_text())
FIELD = {"f1": "fbeta_score", "fscore": "fbeta_score"}
KINDS = {kind.value: kind for kind in AverageKind}
MATRIX = "confusion_rows_true_cols_pred"
# its data cannot be made again; the counts of the test that publishes it were reconstructed
STANDS_FOR = {
    "multiclass SVC on shuffled iris": "multiclass SVC test, counts reconstructed from the asserted values"
}


def rows(data, name):
    "The two columns of labels of a case."
    if "yTrue" in data:
        return data["yTrue"], data["yPred"]
    if "raises" in name or "data" not in data and MATRIX not in data:
        return SIX if "posLabel" not in data else FOUR
    if "data" in data:
        data = next(c["input"] for c in GOLDEN if c["name"] == STANDS_FOR[name])
    table = np.array(data[MATRIX])
    return np.repeat(np.argwhere(table >= 0), table.ravel(), axis=0).T.tolist()


def options(data):
    "The named arguments of a case."
    kind = data.get("average")
    found = {"average": getattr(AverageKind, kind)} if isinstance(kind, str) else {}
    if isinstance(kind, int):
        found["average"] = kind
    if "posLabel" in data:
        found["pos_label"] = data["posLabel"]
    return found | ({"beta": data["beta"]} if "beta" in data else {})


def result(case):
    "What the methods return for a case, and for each kind of mean."
    data, name = case["input"], case["name"]
    true, called = rows(data, name)
    if MATRIX in data or "data" in data or name.endswith("per class"):
        return precision_recall_fscore_support(true, called)
    return precision_recall_fscore_support_avg(true, called, **options(data))


def pairs(case, expected):
    "Found and expected numbers of a case."
    true, called = rows(case["input"], case["name"])
    for name, value in expected.items():
        if name.lower() in KINDS:
            mean = precision_recall_fscore_support_avg(true, called, average=KINDS[name.lower()])
            numbers = [mean.precision, mean.recall, mean.fbeta_score]
            yield numbers[: np.size(value)], value
        else:
            yield getattr(result(case), FIELD.get(name, name)), value


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_golden(case):
    if "raises" in case["expected"]:
        with pytest.raises(ValueError):
            result(case)
        return
    for found, value in pairs(case, case.get("exact", case["expected"])):
        slack = 1e-12 if "exact" in case else case["tolerance"]
        assert np.allclose(np.ravel(found), np.ravel(value), 0, slack), (found, value)
    printed = [np.allclose(f, v, 0, case["tolerance"]) for f, v in pairs(case, case["expected"])]
    assert all(printed) != case["note"].startswith("ERRATUM")


def test_all_cases_are_here():
    assert len(GOLDEN) == 31 and len({case["name"] for case in GOLDEN}) == 31


@pytest.mark.parametrize("kind", AverageKind)
@pytest.mark.parametrize("seed", range(20))
def test_three_labels_as_scikit_learn(kind, seed):
    """With three labels Sharpkit's means are scikit-learn's with zero_division=0."""
    rng = np.random.default_rng(seed)
    true, called = rng.integers(0, 4, (2, 9))
    true[:3] = 0, 1, 2
    beta = (0.5, 1, 2)[seed % 3]
    mean = precision_recall_fscore_support_avg(true, called, beta, average=kind)
    expected = theirs(true, called, beta=beta, average=kind.value, zero_division=0)[:3]
    assert np.allclose([mean.precision, mean.recall, mean.fbeta_score], expected, 0, 1e-12)
    columns = precision_recall_fscore_support(true, called, beta)
    expected = theirs(true, called, beta=beta, zero_division=0)
    assert np.allclose([columns.precision, columns.recall, columns.fbeta_score], expected[:3])
    assert columns.support.tolist() == expected[3].tolist()


@pytest.mark.parametrize("kind", AverageKind)
@pytest.mark.parametrize("seed", range(20))
def test_two_labels_give_one_class(kind, seed):
    """The trap, counted here: class 1 alone, whatever the kind of mean."""
    rng = np.random.default_rng(seed)
    true, called = rng.integers(0, 2, 8).tolist(), rng.choice([0, 1 + seed % 2], 8).tolist()
    true[0] = 1
    hits = sum(a == b == 1 for a, b in zip(true, called, strict=True))
    mean = precision_recall_fscore_support_avg(true, called, average=kind)
    assert mean.precision == (hits / called.count(1) if called.count(1) else 0)
    assert mean.recall == hits / true.count(1) and mean.support is None


def test_labels_choose_and_order():
    """A subset of labels in its own order; rows of other classes still count as errors."""
    found = precision_recall_fscore_support(*SIX, labels=[2, 0])
    assert found.precision.tolist() == [0, 2 / 3] and found.support.tolist() == [2, 2]
    alone = precision_recall_fscore_support_avg(*SIX, labels=[0], average=AverageKind.Micro)
    assert alone.precision == 2 / 3 and alone.recall == 1


def test_one_label_that_is_not_the_positive_one():
    """All zeros, where every other case of an absent positive label is an error."""
    found = precision_recall_fscore_support_avg([0, 0], [0, 0])
    assert (found.precision, found.recall, found.fbeta_score) == (0, 0, 0)


def test_names_of_the_document():
    """The .NET names and words of arguments reach the same numbers."""
    true, called = FOUR
    assert Metrics.F1ScoreAvg(yTrue=true, yPred=called, posLabel=0) == 0.8
    assert Metrics.FBetaScoreAvg(true, called, beta=2) == pytest.approx(5 / 9)
    assert Metrics.PrecisionScore(*SIX).tolist() == [2 / 3, 0, 0]
    assert Metrics.PrecisionScoreAvg(*FOUR) == 1 and Metrics.F1Score(*SIX).tolist() == [0.8, 0, 0]
    assert Metrics.PrecisionRecallFScoreSupport(*SIX).support.tolist() == [2, 2, 2]


def test_the_table_is_what_the_methods_give():
    """The exact cells against the floats of the methods."""
    cells = sharpkit_table()
    assert len(cells) == 26
    for kind in AverageKind:
        mean = Metrics.PrecisionRecallFScoreSupportAvg(*SIX, average=kind)
        assert float(cells["all, precision", kind.name]) == pytest.approx(mean.precision)
        assert float(cells["all, F", kind.name]) == pytest.approx(mean.fbeta_score)
