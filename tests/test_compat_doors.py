"""Every public door of compat is called with what nobody meant: each refusal is a ValueError."""

import math
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest

from prspace.classes import count_classes
from prspace.compat import alink, convention, lingpipe, sharpkit, stream, systems
from prspace.compat import alink_quirks as quirks
from prspace.compat import sklearn as like
from prspace.counts import count_thresholds
from prspace.theory import tally

Y, S = [1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1]
THREE, SHARES = [0, 1, 2, 1], [[0.5, 0.3, 0.2], [0.2, 0.6, 0.2], [0.1, 0.1, 0.8], [0.3, 0.4, 0.3]]
DETAIL = [{"1": p, "0": 1 - p} for p in S]
COUNTS = count_thresholds(Y, S)
RECORD = convention.find_convention("PRROC", "1.4", "auc.integral")
LAZY = (lambda: iter([1]),)  # used up by the first who reads it
HOSTILE = [
    None, "", "a", b"a", [], [[]], {}, math.nan, math.inf, -1, 3, 1.5, 10**400, 1j, True, object,
    [[1], [1, 2]], [None], ["a"], [math.nan], [object()], {"a": 1}, {1, 2}, Fraction(1, 3),
    np.zeros((2, 2)), np.zeros((4, 2, 2)), np.array(1.0), np.array([]), np.array(list("abcd")),
    np.array([1, 0, 1]), lambda *_: None, ["a", 1, 0, 1], [[0, 1]] * 4, [(1, 0.5)] * 2, *LAZY,
]  # fmt: skip
SENTENCE = re.compile(r"must|Probability not in range|Probability sum not equal")


def _ranking(version):
    made = lingpipe.ScoredPrecisionRecallEvaluation(version)
    for case in zip([True, False, True, False], S, strict=True):
        made.add_case(*case)
    return made


def _matrix():
    return lingpipe.ConfusionMatrix(["a", "b"], [[3, 1], [2, 4]])


def _stream(kind, rows):
    return list(kind().evaluate(rows))


ROWS = [(k, y, detail) for k, (y, detail) in enumerate(zip(Y, DETAIL, strict=True))]
CURVE = [(0.5, 1.0), (1.0, 0.5)]
HARD = {"y_true": Y, "y_pred": [1, 1, 0, 0]}
SOFT = {"y_true": Y, "y_score": S, "sample_weight": [1, 1, 1, 1]}
CHOSEN = {"labels": [0, 1], "pos_label": 1, "average": "binary", "sample_weight": [1, 1, 1, 1],
          "zero_division": 0}  # fmt: skip
SHARP = HARD | {"beta": 1.0, "labels": [0, 1]}
MEANS = SHARP | {"pos_label": 1, "average": sharpkit.AverageKind.Macro}
EACH = {"time_interval": 3, "positive_label": "1", "version": "1.1", "without": (), "total": None}
DOORS = {
    "find_convention": (
        convention.find_convention,
        {"system": "PRROC", "version": "1.4", "number": "auc.integral"},
    ),
    "grid": (convention.grid, {"edges": [0, 0.5], "words": "two"}),
    "Convention": (
        convention.Convention,
        {
            "system": "x",
            "version": "1",
            "number": "y",
            "ties": "block",
            "thresholds": "every score",
            "drops": "none",
            "first": "none",
            "last": "none",
            "between": "step",
            "zero": "undefined",
            "side": ">=",
            "source": "",
            "within": 0.0,
        },
    ),
    "Convention.count": (RECORD.count, SOFT),
    **{
        f"Convention.{name}": (getattr(RECORD, name), {"counts": COUNTS})
        for name in ("area", "bounds", "binned", "minimum", "constant")
    },
    "Convention.possible": (RECORD.possible, {"counts": COUNTS, "most": 9}),
    **{
        f"{name}, {record.system} {record.version} {record.number}": (
            getattr(record, name),
            {"counts": COUNTS},
        )
        for record in convention.CONVENTIONS[::9]
        for name in ("area", "minimum", "constant", "possible", "binned")
    },
    **{f"count, {record.ties}": (record.count, SOFT) for record in convention.CONVENTIONS[:2]},
    "which_area": (systems.which_area, {"counts": COUNTS, "systems": ["PRROC"]}),
    "explain": (systems.explain, {"value": ".5167", "counts": COUNTS, "tolerance": 0.1}),
    "evaluate_binary": (
        alink.evaluate_binary,
        {
            "rows": Y,
            "detail": DETAIL,
            "prediction": None,
            "positive_label": "1",
            "version": "1.1",
            "without": (),
        },
    ),
    "evaluate_binary, exact": (
        alink.evaluate_binary,
        {
            "rows": Y,
            "detail": DETAIL,
            "prediction": None,
            "positive_label": 1,
            "version": "1.3",
            "without": (),
        },
    ),
    "evaluate_binary, scores": (
        alink.evaluate_binary,
        {
            "rows": Y,
            "detail": S,
            "prediction": None,
            "positive_label": 1,
            "version": "1.3",
            "without": (),
        },
    ),
    "evaluate_binary, calls": (alink.evaluate_binary, {"rows": Y, "prediction": Y}),
    "evaluate_multiclass": (
        alink.evaluate_multiclass,
        {"rows": Y, "detail": DETAIL, "prediction": None, "version": "1.3", "without": ()},
    ),
    "evaluate_multiclass, calls": (alink.evaluate_multiclass, {"rows": Y, "prediction": Y}),
    "evaluate_multilabel": (
        alink.evaluate_multilabel,
        {"y_true": [{1}, {2}], "y_pred": [{1, 2}, {2}]},
    ),
    "BinarySummary.merge": (
        lambda other: alink._summarize_binary(
            list(zip("1010", DETAIL, strict=True)), None, alink.RELEASES["1.1"]
        ).merge(other),
        {"other": None},
    ),
    "BinaryStreamEvaluator": (stream.BinaryStreamEvaluator, EACH),
    "MulticlassStreamEvaluator": (
        stream.MulticlassStreamEvaluator,
        {k: v for k, v in EACH.items() if k != "positive_label"},
    ),
    "BinaryStreamEvaluator.evaluate": (
        lambda rows: _stream(stream.BinaryStreamEvaluator, rows),
        {"rows": ROWS},
    ),
    "MulticlassStreamEvaluator.evaluate": (
        lambda rows: _stream(stream.MulticlassStreamEvaluator, rows),
        {"rows": ROWS},
    ),
    "quirks_in_use": (quirks.quirks_in_use, {"without": ()}),
    "names_of": (quirks.names_of, {"without": ()}),
    "ScoredPrecisionRecallEvaluation": (
        lingpipe.ScoredPrecisionRecallEvaluation,
        {"version": "3.5"},
    ),
    **{
        f"{name}, {version}": (
            lambda name=name, version=version, **options: getattr(_ranking(version), name)(
                **options
            ),
            options,
        )
        for version in ("3.5", "4.1")
        for name, options in {
            "add_case": {"correct": True, "score": 0.5},
            "add_misses": {"count": 1},
            "add_negative_misses": {"count": 1},
            "pr_curve": {"interpolate": True},
            "roc_curve": {"interpolate": True},
            "pr_score_curve": {"interpolate": True},
            "area_under_pr_curve": {"interpolate": True},
            "area_under_roc_curve": {"interpolate": True},
            "maximum_f_measure": {"beta": 1},
            "precision_at": {"rank": 1},
        }.items()
        if version != "3.5" or name not in ("add_misses", "add_negative_misses", "pr_score_curve")
    },
    "print_precision_recall_curve": (lingpipe.print_precision_recall_curve, {"curve": CURVE}),
    "print_score_precision_recall_curve": (
        lingpipe.print_score_precision_recall_curve,
        {"curve": [(0.5, 1.0, 0.9)]},
    ),
    "PrecisionRecallEvaluation": (
        lingpipe.PrecisionRecallEvaluation,
        {"tp": 1, "fn": 2, "fp": 3, "tn": 4},
    ),
    "PrecisionRecallEvaluation.add_case": (
        lambda **options: lingpipe.PrecisionRecallEvaluation(1, 1, 1, 1).add_case(**options),
        {"reference": True, "response": False},
    ),
    "PrecisionRecallEvaluation.f_measure": (
        lingpipe.PrecisionRecallEvaluation(1, 1, 1, 1).f_measure,
        {"beta": 1},
    ),
    "ConfusionMatrix": (
        lingpipe.ConfusionMatrix,
        {"categories": ["a", "b"], "matrix": [[3, 1], [2, 4]]},
    ),
    **{
        f"ConfusionMatrix.{name}": (
            lambda name=name, **options: getattr(_matrix(), name)(**options),
            options,
        )
        for name, options in {
            "get_index": {"category": "a"},
            "count": {"reference": 0, "response": 1},
            "increment": {"reference": 0, "response": 1},
            "increment_by_n": {"reference": 0, "response": 1, "number": 2},
            "confidence": {"z": 1.96},
            "conditional_entropy": {"category": 0},
            "one_vs_all": {"category": 0},
        }.items()
    },
    "precision_recall_fscore_support": (
        like.precision_recall_fscore_support,
        HARD | CHOSEN | {"beta": 1.0, "warn_for": ("precision",)},
    ),
    **{
        name: (getattr(like, name), HARD | CHOSEN)
        for name in ("precision_score", "recall_score", "f1_score")
    },
    "f1_score, macro": (like.f1_score, HARD | CHOSEN | {"average": "macro"}),
    "f1_score, labels": (
        like.f1_score,
        {
            "y_true": [[1, 0], [0, 1]],
            "y_pred": [[1, 1], [0, 1]],
            "labels": [0, 1],
            "average": "samples",
            "sample_weight": [1, 1],
        },
    ),
    "fbeta_score": (like.fbeta_score, HARD | CHOSEN | {"beta": 1.0}),
    "accuracy_score": (like.accuracy_score, HARD | {"normalize": True, "sample_weight": None}),
    "confusion_matrix": (
        like.confusion_matrix,
        HARD | {"labels": [0, 1], "sample_weight": None, "normalize": None},
    ),
    **{
        name: (getattr(like, name), SOFT | {"pos_label": 1, "drop_intermediate": False})
        for name in ("precision_recall_curve", "roc_curve", "det_curve")
    },
    "average_precision_score": (
        like.average_precision_score,
        SOFT | {"average": "macro", "pos_label": 1},
    ),
    "roc_auc_score": (
        like.roc_auc_score,
        SOFT | {"average": "macro", "max_fpr": None, "multi_class": "raise", "labels": None},
    ),
    "roc_auc_score, part": (like.roc_auc_score, SOFT | {"average": "macro", "max_fpr": 0.3}),
    "average_precision_score, classes": (
        like.average_precision_score,
        {
            "y_true": THREE,
            "y_score": SHARES,
            "average": "macro",
            "pos_label": 1,
            "sample_weight": None,
        },
    ),
    "average_precision_score, labels": (
        like.average_precision_score,
        {
            "y_true": [[1, 0], [0, 1]],
            "y_score": [[0.1, 0.3], [0.4, 0.2]],
            "average": "samples",
            "sample_weight": [1, 1],
        },
    ),
    **{
        f"roc_auc_score, {how}": (
            like.roc_auc_score,
            {
                "y_true": THREE,
                "y_score": SHARES,
                "average": "macro",
                "sample_weight": None,
                "max_fpr": None,
                "multi_class": how,
                "labels": [0, 1, 2],
            },
        )
        for how in ("ovr", "ovo")
    },
    "auc": (like.auc, {"x": [0, 1], "y": [0, 1]}),
    "area_score": (
        like.area_score,
        SOFT | {"area": RECORD.area, "pos_label": 1, "labels": None, "average": "macro"},
    ),
    "area_score, classes": (
        like.area_score,
        {
            "y_true": THREE,
            "y_score": SHARES,
            "area": RECORD.area,
            "labels": [0, 1, 2],
            "average": "macro",
        },
    ),
    "sharpkit": (sharpkit.precision_recall_fscore_support, SHARP),
    "sharpkit, mean": (sharpkit.precision_recall_fscore_support_avg, MEANS),
    "sharpkit, mean of three": (
        sharpkit.precision_recall_fscore_support_avg,
        MEANS | {"y_true": [0, 1, 2, 1]},
    ),
    **{
        f"sharpkit, {name}": (getattr(sharpkit, name), MEANS if "avg" in name else SHARP)
        for name in (
            "precision_score",
            "recall_score",
            "fbeta_score",
            "precision_score_avg",
            "recall_score_avg",
            "fbeta_score_avg",
        )
    },
}


def answers(door, good, word):
    "What a door says to each hostile value: an exception or an answer."
    for value in HOSTILE:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                yield value, None, door(**good | {word: value() if value is LAZY[0] else value})
            except Exception as error:  # whatever came is looked at
                yield value, error, None


@pytest.mark.parametrize("name", DOORS)
def test_good_arguments_are_accepted(name):
    """The loop below starts from a call that works."""
    door, good = DOORS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        door(**good)


@pytest.mark.parametrize("name", DOORS)
def test_every_refusal_is_a_sentence(name):
    """Each argument in turn is what nobody meant: it is taken, or a ValueError says what to do."""
    door, good = DOORS[name]
    odd = [
        f"{word}={value!r}: {type(error).__name__}: {error}"
        for word in good
        for value, error, _ in answers(door, good, word)
        if error and not (isinstance(error, ValueError) and SENTENCE.search(str(error)))
    ]
    assert not odd, "\n".join(odd)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: systems.explain(0.5, COUNTS, tolerance="a"), "tolerance must be 0 or more: got 'a'"),
        (lambda: systems.explain(".5167", [1, 0]), "explain must be called on counts"),
        (lambda: systems.explain(True, COUNTS), "value must be a number.* got True"),
        (lambda: convention.find_convention(3), "system must be text: got 3"),
        (lambda: alink.evaluate_binary(None), "rows must be a list of rows: got None"),
        (lambda: alink.evaluate_multiclass(["a"]), "rows must be pairs of label and detail.*'a'"),
        (lambda: alink.evaluate_binary([1, 0], ["x", "y"]), "detail must be an object.*got 'x'"),
        (lambda: alink.evaluate_binary([1, "a"], DETAIL[:2], version="1.3"), "labels must be of one type"),
        (lambda: alink.evaluate_binary([1, 1.5], DETAIL[:2], version="1.3"), "labels must be of one type"),
        (lambda: _ranking("4.1").precision_at("5"), "rank must be a whole number.*got '5'"),
        (lambda: _ranking("3.5").pr_curve("false"), "interpolate must be True or False: got 'false'"),
        (lambda: lingpipe.ConfusionMatrix([]), "categories must be one name or more"),
        (lambda: tally(["aucpr-min"]), "records must be theorems: got 'aucpr-min'"),
        (lambda: like.average_precision_score(Y, S, average="binary"),
         "average must be one of 'macro', 'micro', 'weighted', 'samples', None: got 'binary'"),
        (lambda: like.roc_auc_score([], []), "at least one row"),
        (lambda: count_classes([0, 1], [[1, 2], [3]]), "got 2 rows that are no rows of one length"),
    ],
)  # fmt: skip
def test_what_is_said(call, words):
    """The argument by its name, what was expected, what came."""
    with pytest.raises(ValueError, match=words):
        call()


def test_every_quirk_is_offered_once():
    """One quirk's name is the start of another's: they are told apart."""
    with pytest.raises(ValueError) as refusal:
        quirks.quirks_in_use("no such")
    offered = str(refusal.value).split("pick from: ")[1].removesuffix(".").split("; ")
    assert offered == list(quirks.QUIRKS)


def test_nan_is_a_printed_number():
    """As text and as a float: no program prints it for a ranking with both classes."""
    for value in ("nan", math.nan, np.float64("nan")):
        assert "No program on record prints nan for" in str(systems.explain(value, COUNTS))
