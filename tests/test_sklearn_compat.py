"""compat.sklearn against the installed scikit-learn: every argument, ties, weights, odd inputs."""

import ast
import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
import sklearn.metrics as theirs
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate

import prspace.compat.sklearn as ours
from prspace import aucnpr, count_thresholds, davis_goadrich
from tools import ROOT

AVERAGES = ["micro", "macro", "weighted", None]
CURVES = ("precision_recall_curve", "roc_curve", "det_curve")
GOLDEN = json.loads((Path(__file__).parent / "golden/compat/scikit-learn.json").read_text())


def said(function, *data, **options):
    "The value and whether a warning came, or the kind of refusal."
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*data, **options)
        except Exception as error:
            return "refused", type(error).__name__
    undefined = [w for w in caught if issubclass(w.category, UserWarning)]
    return value, bool(undefined)


def same(first, second):
    "Equal values, NaN included, within rounding; None and the shapes too."
    if isinstance(first, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if first is None or second is None:
        return first is second
    first, second = np.asarray(first), np.asarray(second)
    return first.shape == second.shape and np.allclose(first, second, 1e-12, 1e-12, equal_nan=True)


def agree(name, *data, **options):
    "One call of both libraries: same values and same warnings, or both refuse."
    a, b = (said(getattr(module, name), *data, **options) for module in (ours, theirs))
    if isinstance(b[0], str):
        assert a == ("refused", "ValueError"), (name, data, options, a, b)
    else:
        assert not isinstance(a[0], str) and same(a[0], b[0]), (name, data, options, a, b)
        assert a[1] == b[1] or weightless_rows(**options), (name, data, options, a, b)


def weightless_rows(average="macro", sample_weight=None, **others):
    "Rows of weight 0 under average='samples': scikit-learn may warn for their sake."
    return average == "samples" and sample_weight is not None and 0 in sample_weight


def weightless_class(true, weight):
    "Whether all items of a class weigh nothing."
    return weight is not None and len(set(true[weight > 0])) < len(set(true))


def weights(rng, n, eighths=True):
    "None, or weights that add without rounding; some of them 0, at least one not."
    if rng.random() < 0.4:
        return None
    weight = rng.integers(0, 5, n) / (8 if rng.random() < 0.5 else 1)
    weight[rng.integers(n)] = 1
    return weight


def scores(rng, *shape):
    "Scores with many ties, or none."
    return rng.integers(0, 4, shape) / 4 if rng.random() < 0.6 else rng.normal(size=shape)


def labels(rng, n, k):
    "Classes as integers or strings; sometimes only one of them occurs."
    codes = rng.integers(0, rng.integers(1, k + 1), n)
    return codes if rng.random() < 0.7 else np.array(["ant", "bee", "cow", "dog"])[codes]


@pytest.mark.parametrize("seed", range(40))
def test_hard_labels(seed):
    """Two labels and more: all averages, labels, zero_division, weights."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        n = rng.integers(1, 12)
        both = labels(rng, 2 * n, 4)
        data, known = (both[:n], both[n:]), sorted(set(both.tolist()))
        options = {"average": AVERAGES[rng.integers(4)], "sample_weight": weights(rng, n)}
        options["zero_division"] = ["warn", 0, 1, np.nan][rng.integers(4)]
        if rng.random() < 0.4:
            options["labels"] = rng.permutation(known)[: rng.integers(1, 4)]
        beta = [0, 0.5, 1, 2, np.inf][rng.integers(5)]
        agree("precision_recall_fscore_support", *data, beta=beta, **options)
        name = ("precision_score", "recall_score", "f1_score", "fbeta_score", "")[rng.integers(5)]
        if name:
            agree(name, *data, **options, **({"beta": beta} if name == "fbeta_score" else {}))
        else:
            agree("accuracy_score", *data, sample_weight=options["sample_weight"])


@pytest.mark.parametrize("seed", range(10))
def test_binary_average(seed):
    """average="binary" with a pos_label that is there, or not."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        n = rng.integers(1, 9)
        both = labels(rng, 2 * n, 2)
        pos = rng.choice(both) if rng.random() < 0.8 or both.dtype.kind == "U" else 1
        options = {"pos_label": pos, "sample_weight": weights(rng, n)}
        options["zero_division"] = ["warn", 0, 1, np.nan][rng.integers(4)]
        name = ("precision_score", "recall_score", "f1_score")[rng.integers(3)]
        agree(name, both[:n], both[n:], **options)


@pytest.mark.parametrize("seed", range(20))
def test_multilabel(seed):
    """Tables of labels: all averages, a choice of columns, rows without labels."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        n, k = rng.integers(1, 8), rng.integers(2, 5)
        true, called = rng.integers(0, 2, (2, n, k))
        options = {"average": [*AVERAGES, "samples"][rng.integers(5)]}
        options["sample_weight"] = weights(rng, n)
        if rng.random() < 0.3:
            agree("accuracy_score", true, called, sample_weight=options["sample_weight"])
        options["zero_division"] = ["warn", 0, 1, np.nan][rng.integers(4)]
        if rng.random() < 0.3:
            options["labels"] = rng.permutation(k)[: rng.integers(1, k + 1)]
        agree("precision_recall_fscore_support", true, called, beta=2, **options)


@pytest.mark.parametrize("seed", range(10))
def test_confusion_matrix(seed):
    """Every way to normalize, with labels left out or added."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        n = rng.integers(1, 12)
        both = labels(rng, 2 * n, 4)
        options = {"normalize": [None, "true", "pred", "all"][rng.integers(4)]}
        options["sample_weight"] = weights(rng, n)
        if rng.random() < 0.5:
            kept = (
                both[:n]
                if options["sample_weight"] is None
                else both[:n][options["sample_weight"] > 0]
            )
            options["labels"] = list(dict.fromkeys([rng.choice(kept).item(), *both[n:].tolist()]))
        a, b = (said(m.confusion_matrix, both[:n], both[n:], **options)[0] for m in (ours, theirs))
        assert same(a, b), (both, options, a, b)


@pytest.mark.parametrize("seed", range(40))
def test_curves_and_areas_of_two_labels(seed):
    """Ties, weights, one class, pos_label: curves point by point, areas, warnings."""
    rng = np.random.default_rng(seed)
    for _ in range(12):
        n = rng.integers(1, 14)
        true, score, weight = labels(rng, n, 2), scores(rng, n), weights(rng, n)
        pos = rng.choice(true) if true.dtype.kind == "U" or rng.random() < 0.3 else 1
        options = {"pos_label": pos, "sample_weight": weight}
        name, max_fpr = CURVES[rng.integers(3)], [None, 1, *np.arange(1, 8) / 8][rng.integers(9)]
        if weightless_class(true, weight):
            name = "roc_curve" if name == "det_curve" else name
            assert said(ours.det_curve, true, score, **options) == ("refused", "ValueError")
            value, _ = said(ours.roc_auc_score, true, score, sample_weight=weight, max_fpr=0.5)
            assert np.isnan(value)
            max_fpr = None
        agree(name, true, score, drop_intermediate=bool(rng.integers(2)), **options)
        agree("average_precision_score", true, score, **options)
        agree("roc_auc_score", true, score, sample_weight=weight, max_fpr=max_fpr)


@pytest.mark.parametrize("seed", range(20))
def test_areas_of_classes(seed):
    """Classes: one against the rest and one against one, all averages."""
    rng = np.random.default_rng(seed)
    for _ in range(8):
        n, k = rng.integers(4, 14), 3
        true = labels(rng, n, k)
        names = sorted(set(true.tolist()))
        share = rng.integers(1, 5, (n, k)).astype(float)
        share /= share.sum(axis=1, keepdims=True)
        weight, how = weights(rng, n), [*AVERAGES, "samples"][rng.integers(5)]
        if len(names) == k:
            agree("average_precision_score", true, share, average=how, sample_weight=weight)
            agree(
                "roc_auc_score", true, share, average=how, sample_weight=weight, multi_class="ovr"
            )
            agree("roc_auc_score", true, share, average=how, multi_class="ovo")
            agree("roc_auc_score", true, share)
        elif true.dtype.kind != "U":
            options = {"labels": [0, 1, 2], "average": how}
            agree("roc_auc_score", true, share, multi_class="ovr", sample_weight=weight, **options)
            if len(names) > 1:
                agree("roc_auc_score", true, share, multi_class="ovo", **options)


@pytest.mark.parametrize("seed", range(20))
def test_areas_of_multilabel_tables(seed):
    """Tables of labels: all averages, labels without a positive, rows too."""
    rng = np.random.default_rng(seed)
    for _ in range(8):
        n, k = rng.integers(1, 8), rng.integers(2, 5)
        true, score, weight = rng.integers(0, 2, (n, k)), scores(rng, n, k), weights(rng, n)
        how = [*AVERAGES, "samples"][rng.integers(5)]
        agree("average_precision_score", true, score, average=how, sample_weight=weight)
        agree("roc_auc_score", true, score, average=how, sample_weight=weight)


def test_weights_that_round():
    """With weights such as 0.1 values agree to twelve digits, points kept may not."""
    rng = np.random.default_rng(0)
    for k in range(240):
        true, score, weight = rng.integers(0, 2, 12), scores(rng, 12), rng.random(12)
        true[:2] = 0, 1
        agree(CURVES[k % 3], true, score, sample_weight=weight, drop_intermediate=False)
        name = ("average_precision_score", "roc_auc_score")[k % 2]
        agree(name, true, score, sample_weight=weight)


@pytest.mark.parametrize("x", [[0, 0.5, 1], [1, 0.5, 0.5, 0], [2], [0, 2, 1]])
def test_straight_lines(x):
    """auc: rising, falling, too short, turning back."""
    agree("auc", x, np.arange(len(x)) / 4)


@pytest.mark.parametrize(
    ("name", "data", "options"),
    [
        ("average_precision_score", ([0, 1], [0.1, np.nan]), {}),
        ("roc_auc_score", ([0, 1], [0.1, np.nan]), {}),
        ("precision_recall_curve", ([0, 1], [0.1]), {}),
        ("precision_recall_curve", (["a", "b"], [0.1, 0.2]), {}),
        ("precision_recall_curve", ([0.5, 1.0], [0.1, 0.2]), {"pos_label": 1}),
        ("precision_recall_curve", ([0, 1], [0.1, 0.2]), {"pos_label": "x"}),
        ("average_precision_score", ([0, 1], [0.1, 0.2]), {"pos_label": "x"}),
        ("average_precision_score", ([0, 1], [0.1, 0.2]), {"average": "middle"}),
        ("average_precision_score", ([0, 1, 2], [0.1, 0.2, 0.3]), {}),
        ("average_precision_score", ([0, 1, 2], np.eye(3)), {"pos_label": 2}),
        ("roc_auc_score", ([0, 1, 2], np.eye(3)), {}),
        ("roc_auc_score", ([0, 1, 2], 2 * np.eye(3)), {"multi_class": "ovr"}),
        ("roc_auc_score", ([0, 1], [0.1, 0.2]), {"max_fpr": 1.5}),
        ("roc_auc_score", ([0, 1], [0.1, 0.2]), {"max_fpr": 0}),
        ("det_curve", ([1, 1], [0.1, 0.2]), {}),
        ("f1_score", ([0, 1], [0, 1]), {"zero_division": 0.5}),
        ("f1_score", ([0, 1], [0, 1]), {"average": "samples"}),
        ("f1_score", ([0, 1, 2], [0, 1, 1]), {}),
        ("f1_score", (["a", "b"], ["a", "b"]), {}),
        ("f1_score", (np.eye(2, dtype=int), np.eye(2, dtype=int)), {}),
        ("f1_score", ([0, 1], [0.2, 0.7]), {}),
        ("fbeta_score", ([0, 1], [0, 1]), {"beta": -1}),
        ("confusion_matrix", ([0, 1], [0, 1]), {"labels": []}),
        ("confusion_matrix", ([0, 1], [0, 1]), {"labels": [5]}),
        ("confusion_matrix", ([0, 1], [0, 1]), {"normalize": "rows"}),
        ("f1_score", ([np.nan, 1], [1, 1]), {}),
        ("f1_score", ([None, 1], [1, 1]), {}),
        ("f1_score", ([0, "a"], ["a", "a"]), {}),
        ("f1_score", ([True, False, True], [True, True, False]), {}),
        ("precision_recall_curve", ([np.nan, 1], [0.1, 0.2]), {}),
        ("roc_auc_score", ([[0, 1], [1, 0]], [[0.1, np.nan], [0.2, 0.3]]), {}),
        ("accuracy_score", ([], []), {}),
        ("precision_recall_curve", ([], []), {}),
    ],
)  # fmt: skip
def test_odd_inputs(name, data, options):
    """Both refuse, or both give the same."""
    agree(name, *data, **options)


def test_named_differences():
    """Places where this module accepts more or less, as its notebook says; two more stand above."""
    true, high = [0, 1, 1], [0.1, np.inf, 0.2]
    assert said(theirs.roc_auc_score, true, high)[0] == "refused"
    assert ours.roc_auc_score(true, high) == 1
    weight = {"sample_weight": [1, -1, 3]}
    assert said(theirs.precision_recall_curve, true, [1, 2, 3], **weight)[0] != "refused"
    assert said(ours.precision_recall_curve, true, [1, 2, 3], **weight)[0] == "refused"
    minus = np.array([[1, -1], [-1, 1]])
    assert ours.accuracy_score(minus, (minus + 1) // 2) == 1


def test_sparse_tables_and_columns():
    """Sparse multi-label tables and tables of one column are read."""
    from scipy.sparse import csr_array

    table = np.array([[1, 0], [1, 1], [0, 0]])
    agree("f1_score", csr_array(table), csr_array(table[::-1]), average="macro", zero_division=0)
    assert ours.f1_score([[0], [1]], [[1], [1]]) == theirs.f1_score([0, 1], [1, 1])


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_golden(case):
    """Published numbers of scikit-learn's own tests and of bug reports."""
    data, expected = case["input"], case["expected"]
    true, score = data["y_true"], data["y_score"]
    found = {}
    if "zero_division" in data:
        value, _ = said(ours.average_precision_score, true, score)
        found = {"ap": value, "sign_bit": bool(np.signbit(value))}
    else:
        _, _, t = ours.precision_recall_curve(true, score, drop_intermediate=True)
        found = {"kept_pr_thresholds_desc": t[::-1].tolist()}
        kept = ours.roc_curve(true, score, drop_intermediate=True)[2].tolist()
        found["kept_roc_thresholds_desc"] = [x if x < np.inf else "inf" for x in kept]
    assert found == expected


def test_scorers_in_model_selection():
    """cross_validate and a grid search, with each fold counted again by hand."""
    x, y = make_classification(240, weights=[0.8], random_state=1)
    model = LogisticRegression(max_iter=300)
    scoring = {"dg": ours.area_scorer(davis_goadrich), "npr": ours.area_scorer()}
    done = cross_validate(model, x, y, cv=3, scoring=scoring, return_indices=True,
                          return_estimator=True)  # fmt: skip
    for fold, (fitted, rows) in enumerate(
        zip(done["estimator"], done["indices"]["test"], strict=True)
    ):
        counts = count_thresholds(y[rows], fitted.decision_function(x[rows]))
        assert done["test_dg"][fold] == davis_goadrich(counts)
        assert done["test_npr"][fold] == aucnpr(counts)
    search = GridSearchCV(model, {"C": [0.01, 1]}, scoring=ours.area_scorer(davis_goadrich), cv=3)
    assert 0 < search.fit(x, y).best_score_ <= 1


def test_scorer_of_classes_and_of_strings():
    """Three classes by the mean over classes; string labels by pos_label."""
    x, y = make_classification(150, n_classes=3, n_informative=4, random_state=2)
    model = LogisticRegression(max_iter=300)
    values = cross_validate(model, x, y, cv=3, scoring=ours.area_scorer(davis_goadrich))
    assert (values["test_score"] > 0).all()
    words = np.where(y == 0, "ill", "well")
    scorer = ours.area_scorer(davis_goadrich, pos_label="ill")
    assert (cross_validate(model, x, words, cv=3, scoring=scorer)["test_score"] > 0).all()


def test_no_arithmetic_in_the_module():
    """Counting and dividing belong to the core: no operator but comparisons, and those of hints."""
    files = (ROOT / f"prspace/compat/{name}.py" for name in ("sklearn_labels", "sklearn"))
    tree = ast.parse("\n".join(path.read_text(encoding="utf-8") for path in files))
    hints = [getattr(n, key, None) for n in ast.walk(tree) for key in ("annotation", "returns")]
    in_hints = {id(n) for hint in hints if hint for n in ast.walk(hint)}
    found = [n for n in ast.walk(tree) if isinstance(n, ast.BinOp | ast.AugAssign)]
    assert [ast.unparse(n) for n in found if id(n) not in in_hints] == []


def test_scikit_learn_is_imported_only_for_scorers():
    """At the top of the module stand no third parties but numpy."""
    for name in ("sklearn", "sklearn_labels"):
        tree = ast.parse((ROOT / f"prspace/compat/{name}.py").read_text(encoding="utf-8"))
        top = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
        assert not any(re.search(r"\bsklearn\b", ast.unparse(node)) for node in top)
