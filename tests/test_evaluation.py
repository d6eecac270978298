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


RATE_LINE = re.compile(r"^(\w+) +(–|\d.*)$", re.MULTILINE)


def test_few_rates_are_shown_and_all_are_kept():
    report = pr.evaluate(LABELS, SCORES, threshold=-1.6)
    kept = strict(report.to_json())["at"]
    numbers = {"threshold", "tp", "fp", "fn", "tn", "minimum_precision", *pr.RATES}
    assert set(kept) == numbers | {"intervals"}
    lines = report.to_text().split("TN 4.")[1]
    shown = [name for name, _ in RATE_LINE.findall(lines)]
    assert shown == ["precision", "minimum_precision", "recall", "specificity", "f1"]
    asked = pr.evaluate(LABELS, SCORES, threshold=-1.6, rates=("accuracy", "sensitivity"))
    shown = RATE_LINE.findall(asked.to_text().split("TN 4.")[1])
    assert [(name, text.split()[0]) for name, text in shown] == [
        ("accuracy", "0.7"),
        ("recall", "0.75"),
    ]
    assert asked.to_json() == report.to_json() and "| accuracy | 0.7 |" in asked.to_markdown()


def test_reasons_of_rates_that_are_not_shown_are_not_told():
    report = pr.evaluate(LABELS, SCORES, threshold=math.inf, rates=["recall"])
    assert report.to_dict()["undefined"]["at.precision"] == pr.precision.undefined_when
    assert "Not defined" not in report.to_text()
    several = pr.evaluate([0, 1, 2], np.eye(3), threshold=2, rates=["recall"])
    assert several.to_dict()["undefined"]["averages.precision.micro"]
    assert "precision of" not in several.to_text().replace("average_precision", "")
    assert "recall" in several.to_text() and "specificity" not in several.to_text()


@pytest.mark.parametrize(
    ("threshold", "written"), [(math.inf, "Infinity"), (-math.inf, "-Infinity")]
)
def test_infinite_thresholds_are_valid_json(threshold, written):
    for report in (
        pr.evaluate(LABELS, SCORES, threshold=threshold),
        pr.evaluate(pr.count_thresholds(LABELS, SCORES), threshold=np.float64(threshold)),
        pr.evaluate([0, 1, 2], np.eye(3), threshold=threshold),
    ):
        tree = strict(report.to_json())
        assert tree.get("threshold", tree.get("at", {}).get("threshold")) == written
        assert float(written) == threshold
        assert all(x is None or x == x for _, x in leaves(tree))


@pytest.mark.parametrize("rates", ["recall", ["AUC"], [3]], ids=str)
def test_rates_are_named_in_a_list(rates):
    with pytest.raises(ValueError, match="rate"):
        pr.evaluate(LABELS, SCORES, threshold=-1.6, rates=rates)


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
    for table in report.to_markdown().split("\n\n"):
        rows = [line for line in table.splitlines() if line.startswith("|")]
        assert len({line.replace("\\|", "").count("|") for line in rows}) <= 1
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


# Many classes and labels

FOLD = [[0.6, 0.3, 0.1, 0.0], [0.3, 0.4, 0.3, 0.0], [0.35, 0.5, 0.05, 0.1], [0.1, 0.2, 0.5, 0.2]]
NAMES = ["a", "b", "c", "d"]


@pytest.fixture
def several():
    "Three classes, and one that the fold lacks."
    return pr.evaluate(["a", "b", "a", "c"], FOLD, labels=NAMES, threshold=0.4)


def hard(*arguments, **options):
    "The evaluation of hard labels, which warns."
    with pytest.warns(UserWarning, match="y_pred holds labels"):
        return pr.evaluate(*arguments, **options)


def forms(report):
    "A report in every form for readers."
    return report.to_text(), report.to_markdown(), report._repr_html_(), str(report)


def test_classes_are_those_of_the_counts(several):
    counts = pr.count_classes(["a", "b", "a", "c"], FOLD, labels=NAMES)
    assert several.counts == counts and several.kind == "multi-class"
    tree = strict(several.to_json())
    assert [c["name"] for c in tree["classes"]] == NAMES
    for name in SHOWN:
        for how in ("macro", "weighted", "micro"):
            mean = pr.average(pr.AREAS[name], counts, how, undefined="skip")
            found = tree["averages"][name][how]
            assert near(found["value"], mean.value)
            assert (found["n_used"], found["n_total"]) == (mean.n_used, mean.n_total)
        values = [math.nan if c[name] is None else c[name] for c in tree["classes"]]
        assert near(values, [pr.AREAS[name](c) for c in counts])


def test_means_say_how_many_classes_entered(several):
    assert all("(3 of 4)" in text for text in forms(several))
    assert "(3 of 4)" in repr(several)
    tree = several.to_dict()
    assert tree["undefined"]["classes.d.roc_auc"] == pr.roc_auc.undefined_when
    for text in forms(several):
        assert "nothing is positive" in text and "roc_auc of d" in text


def test_rates_of_classes_come_with_a_threshold(several):
    tree = strict(several.to_json())
    assert tree["threshold"] == 0.4 and tree["classes"][1]["precision"] == 0.5
    assert near(tree["averages"]["f1"]["macro"]["value"], 7 / 9)
    plain = pr.evaluate(["a", "b", "a", "c"], FOLD, labels=NAMES)
    assert "precision" not in plain.to_dict()["averages"] and "threshold" not in plain.to_dict()


def test_class_dict_holds_plain_values(several):
    for path, value in leaves(several.to_dict()):
        assert value is None or isinstance(value, str | int | float | bool | Fraction), path


def test_labels_of_a_table():
    y_true, scores = [[0, 1], [1, 1], [0, 0]], [[0.1, 0.9], [0.8, 0.7], [0.3, 0.2]]
    report = pr.evaluate(y_true, scores, labels=["x", "y"])
    assert report.kind == "multi-label" and report.counts.names == ("x", "y")
    assert report.to_dict()["averages"]["average_precision"]["macro"]["value"] == 1
    assert pr.evaluate(np.array(y_true), np.array(scores)).to_dict()["classes"][1]["n_pos"] == 2
    assert all("2 labels" in text for text in forms(report))


def test_exact_weights_stay_exact():
    report = pr.evaluate([0, 1, 2], np.eye(3), sample_weight=[Fraction(1, 3)] * 3)
    value = report.to_dict()["averages"]["average_precision"]["macro"]["value"]
    assert isinstance(value, Fraction) and value == 1
    strict(report.to_json())


def test_of_many_classes_the_first_are_shown():
    report = pr.evaluate(range(50), np.eye(50))
    assert len(report.to_dict()["classes"]) == 50
    for text in forms(report):
        assert "Not shown: 30 of 50 classes" in text


def test_nothing_defined_is_explained():
    report = pr.evaluate([[0, 0], [0, 0]], [[1, 2], [2, 1]])
    tree = strict(report.to_json())
    assert tree["averages"]["roc_auc"]["macro"] == {"value": None, "n_used": 0, "n_total": 2}
    assert "no class has a value" in tree["undefined"]["averages.roc_auc.macro"]
    assert tree["undefined"]["averages.roc_auc.micro"] == pr.roc_auc.undefined_when


def test_dropped_rows_of_classes_are_reported():
    report = pr.evaluate([0, 1, 0], [[1, 2], [math.nan, 3], [5, 6]], nan_policy="omit")
    assert report.to_dict()["classes"][0]["dropped"] == {"missing score": 1}
    assert all("1 of 0 (missing score)" in text for text in forms(report))


def test_class_names_are_escaped():
    report = pr.evaluate(["<b>", "a|b"], [[0.8, 0.2], [0.1, 0.9]])
    assert "<b>" not in report._repr_html_() and "a\\|b" in report.to_markdown()
    rows = [line for line in report.to_markdown().splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in rows}) == 1


# Hard labels


def test_hard_labels_of_two_classes():
    report = hard([0, 1, 1, 0], y_pred=[0, 1, 0, 0])
    assert report.counts == pr.count_thresholds([0, 1, 1, 0], [0, 1, 0, 0])
    assert report.to_dict()["at"]["precision"] == 1 and report.to_dict()["at"]["recall"] == 0.5
    same = hard(["n", "y", "y", "n"], y_pred=["n", "y", "n", "n"], pos_label="y")
    assert same.counts == report.counts
    signs = hard([-1, 1, 1, -1], y_pred=[-1, 1, -1, -1])
    assert signs.counts == report.counts


def test_the_warning_points_to_the_caller():
    with pytest.warns(UserWarning) as caught:
        pr.evaluate([0, 1], y_pred=[0, 1])
    assert caught[0].filename == __file__


def test_hard_labels_without_a_positive():
    report = hard([0, 0], y_pred=[0, 0])
    assert (report.counts.n_pos, report.counts.n_neg) == (0, 2)


def test_hard_labels_of_many_classes():
    report = hard([0, 1, 0, 3], y_pred=[0, 1, 2, 2])
    averages = report.to_dict()["averages"]
    assert averages["precision"]["macro"] == {"value": 2 / 3, "n_used": 3, "n_total": 4}
    assert averages["recall"]["macro"]["value"] == 0.5
    both = hard([0, 1], y_pred=[1, 1], labels=[0, 1])
    assert both.kind == "multi-class" and both.counts.names == (0, 1)


def test_hard_labels_of_a_table():
    report = hard([[1, 0], [1, 1]], y_pred=[[1, 0], [0, 1]])
    assert report.kind == "multi-label"
    assert report.to_dict()["averages"]["recall"]["micro"]["value"] == 2 / 3


def test_zeros_and_ones_are_scores_like_any_other():
    assert isinstance(pr.evaluate([0, 1], [0, 1]), pr.Evaluation)


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (([0, 1],), {}, "y_score or y_pred"),
        (([0, 1], [0, 1]), {"y_pred": [0, 1]}, "not both"),
        (([0, 1], [0, 1]), {"labels": [0, 1]}, "labels"),
        (([0, 1], np.eye(2)), {"pos_label": 1}, "pos_label"),
        (([0, 1],), {"y_pred": [0, 1], "threshold": 0.5}, "threshold"),
        (([0, 1], np.eye(2, 3)), {}, "3 columns and 2 classes"),
        (([0, 1], 0.5), {}, "one-dimensional"),
        ((pr.count_thresholds([0, 1], [1, 2]),), {"y_pred": [0, 1]}, "y_pred"),
    ],
)
def test_options_must_fit_the_shape(arguments, options, words):
    with pytest.raises(ValueError, match=words):
        pr.evaluate(*arguments, **options)


@pytest.mark.filterwarnings("ignore:y_pred holds labels")
@pytest.mark.parametrize(
    ("y_true", "y_pred", "options", "words"),
    [
        ([0, 1, 2], [0, 1, 2], {"pos_label": 1}, "3 labels"),
        (["a", "b"], ["a", "b"], {"pos_label": "c"}, "'c'"),
        ([0, 1], [0, 1], {"pos_label": 1, "labels": [0, 1]}, "pos_label"),
        ([[0, 1]], [[0.5, 1]], {}, "0 or 1"),
        ([[0, 1]], [[0, 1]], {"pos_label": 1}, "pos_label"),
        ([0, 1], [0], {}, "pair up"),
    ],
)
def test_refusals_of_hard_labels(y_true, y_pred, options, words):
    with pytest.raises(ValueError, match=words):
        pr.evaluate(y_true, y_pred=y_pred, **options)


COUNTED = pr.count_thresholds([0, 1, 1], [0.2, 0.7, 0.8])


@pytest.mark.parametrize(
    "option",
    [
        {"sample_weight": [1, 1, 1]},
        {"nan_policy": "zzz"},
        {"nan_policy": "omit"},
        {"y_pred": [0, 1, 1]},
        {"y_score": [0, 1, 1]},
        {"labels": [0, 1]},
        {"pos_label": 1},
    ],
    ids=str,
)
def test_counts_take_no_options_of_arrays(option):
    with pytest.raises(ValueError, match=f"{next(iter(option))} must be left out here"):
        pr.evaluate(COUNTED, **option)
    assert pr.evaluate(COUNTED, threshold=0.7, rates=["recall"]).point.tp == 2


@pytest.mark.filterwarnings("ignore:y_pred holds labels")
def test_options_that_exclude_each_other():
    for call in (
        lambda: pr.evaluate([0, 1], y_pred=[0, 1], labels=[0, 1], pos_label=1),
        lambda: pr.evaluate([0, 1], [[1, 2], [2, 1]], labels=[0, 1], pos_label=1),
    ):
        with pytest.raises(ValueError, match="pos_label must be left out here: .*labels= asks"):
            call()
    assert pr.evaluate([0, 0], y_pred=[0, 0], pos_label=1).counts.n_pos == 0
    with pytest.raises(ValueError, match="pos_label must be one of two labels: got 7"):
        pr.evaluate([0, 1], y_pred=[0, 1], pos_label=7)
    with pytest.raises(ValueError, match="pos_label"):
        pr.evaluate([0, 1], y_pred=[0, 1], pos_label=[1])
    with pytest.raises(ValueError, match="looks like a score"):
        pr.evaluate([0, 1, 1], y_pred=[0.2, 0.7, 0.8])
    with pytest.raises(ValueError, match="rates must be several names"):
        pr.evaluate([0, 1], [1, 2], rates=3)


def test_reports_of_very_many_and_very_few_items():
    for size, text in ((1e300, "2e+300 positives and 1e+300 negatives"), (1e-300, "2e-300 pos")):
        counts = pr.ThresholdCounts.from_counts([2, 1], [size, size], [0, size])
        report = pr.evaluate(counts, threshold=2).to_text()
        assert (
            text in report and "prevalence 0.6667" in report and max(map(len, report.split())) < 24
        )


def test_both_reports_have_the_same_forms():
    for report in (pr.evaluate(COUNTED), pr.evaluate([0, 1], [[2, 1], [1, 2]])):
        assert str(report) == report.to_text() and report._repr_html_().startswith("<p>")
        assert type(report).__mro__[1:] == (object,) and "|" in report.to_markdown()


def test_binned_counts_are_reported_with_limits():
    "An estimate, limits that hold the exact value, and the grid in words."
    rng = np.random.default_rng(5)
    score = rng.random(400)
    exact = pr.count_thresholds(rng.random(400) < score, score)
    counts = exact.coarsen(bits=4)
    report = pr.evaluate(counts)
    tree = strict(report.to_json())
    for name in SHOWN:
        row = tree["areas"][name]
        assert row["low"] <= pr.AREAS[name](exact) <= row["high"]
        assert (row["low"], row["high"], row["value"]) == pr.bin_bounds(pr.AREAS[name], counts)
        assert row["normalized"] == pytest.approx(
            (row["value"] - row["worst"]) / (row["best"] - row["worst"])
        )
    assert tree["items"]["grid"] == "4 bits"
    text = report.to_text()
    assert (
        f"binned to 4 bits: {len(counts)} cells, " in text and "| estimate" in report.to_markdown()
    )
    assert f"average_precision {tree['areas']['average_precision']['value']:.4f}"[:22] in repr(
        report
    )


def test_binned_counts_that_hide_nothing_are_reported_as_exact():
    counts = pr.count_thresholds(LABELS, SCORES)
    same = counts.coarsen(bits=30)
    assert same.high is None
    assert pr.evaluate(same).to_text() == pr.evaluate(counts).to_text()


def test_binned_counts_of_one_class():
    counts = pr.count_thresholds([0, 0, 0], [0.5, 0.51, 0.9]).coarsen(bits=2)
    tree = strict(pr.evaluate(counts).to_json())
    assert tree["areas"]["roc_auc"]["low"] is None
    assert tree["undefined"]["areas.roc_auc.low"] == "one of the classes is absent"


def test_a_threshold_inside_a_cell_is_refused():
    counts = pr.count_thresholds([0, 1, 1], [0.5, 0.52, 0.9]).coarsen(bits=2)
    with pytest.raises(ValueError, match="bin_bounds"):
        pr.evaluate(counts, threshold=0.51)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_intervals_are_those_of_interval(level):
    report = pr.evaluate(LABELS, SCORES, threshold=-1.6, level=level)
    tree = strict(report.to_json())
    for name in SHOWN:
        one, known = tree["areas"][name]["interval"], pr.interval(name, report.counts, level=level)
        assert [one[k] for k in ("low", "high", "level")] == [known.low, known.high, level]
        assert one["method"] == known.method
    for name, one in tree["at"]["intervals"].items():
        known = pr.interval(name, report.point, level=level)
        assert (one["low"], one["high"], one["method"]) == (known.low, known.high, "wilson")
    assert {"precision", "recall", "specificity", "f1"} <= set(tree["at"]["intervals"])
    for text in (report.to_text(), report.to_markdown(), report._repr_html_()):
        assert f"{100 * level:.6g} % interval" in text and "by jackknife" in text


def test_no_level_no_intervals():
    report = pr.evaluate(LABELS, SCORES, threshold=-1.6, level=None)
    assert "interval" not in report.to_json()
    assert "interval" not in report.to_text()


@pytest.mark.parametrize("level", [0, 1, 95, -0.1, math.nan, "0.95", True])
def test_a_level_that_is_none_is_refused(level):
    with pytest.raises(ValueError, match="level must lie above 0 and below 1"):
        pr.evaluate(LABELS, SCORES, level=level)


@pytest.mark.parametrize("weights", [[0.5] * 10, [Fraction(1, 3)] * 10, [1] * 9 + [1.5]], ids=str)
def test_fractional_weights_have_no_interval_and_the_report_says_why(weights):
    report = pr.evaluate(LABELS, SCORES, sample_weight=weights, threshold=-1.6)
    tree = report.to_dict()
    assert not any("interval" in row for row in tree["areas"].values())
    assert "do not say how many items" in tree["undefined"]["areas.average_precision.interval"]
    assert "do not say how many items" in report.to_text()


@pytest.mark.parametrize("edges", [[-3, -2, -1.5], [-1.5], [5]], ids=str)
def test_an_interval_of_binned_counts_holds_that_of_every_hidden_order(edges):
    counts = pr.count_thresholds(LABELS, SCORES)
    tree = pr.evaluate(counts.coarsen(edges=edges)).to_dict()["areas"]
    for name, row in tree.items():
        one = row["interval"]
        assert one["low"] <= row["low"] + 1e-12 and row["high"] - 1e-12 <= one["high"], name
        assert row["low"] <= row["value"] <= row["high"], name
        assert row["worst"] <= one["low"] and one["high"] <= row["best"], name


def test_an_interval_beyond_int64_is_refused_in_words():
    counts = pr.ThresholdCounts.from_counts([2.0, 1.0], [1e19, 1], [1, 1e19])
    assert "areas.roc_auc.interval" in pr.evaluate(counts).to_dict()["undefined"]


def test_no_item_and_one_class_have_no_interval():
    empty = pr.ThresholdCounts.from_counts([], [], [])
    for counts in (empty, *(pr.count_thresholds(y, [1, 2]) for y in ([0, 0], [1, 1]))):
        tree = pr.evaluate(counts).to_dict()
        for row in tree["areas"].values():
            assert ("interval" in row) == (row["value"] == row["value"])
