"""Records of other programs' choices: published, executed and measured numbers; bounds; live peers."""

import json
import pickle
import random
from dataclasses import fields, replace
from fractions import Fraction
from itertools import permutations
from math import isnan
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

import prspace as pr
from prspace.compat import CONVENTIONS, find_convention
from prspace.compat import convention as tables
from tests import reference
from tests.sameness import near

GOLDEN = Path(__file__).parent / "golden" / "systems"
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted(GOLDEN.glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))
]
BY_ORDER = [r for r in CONVENTIONS if r.ties != "block"]


def name(record):
    "Readable test id."
    return f"{record.system} {record.version} {record.number}"


def record_of(text):
    "A record by the words of a golden case; a fourth word is another way with ties."
    system, version, number, *ties = text.split(" | ")
    record = find_convention(system, version, number)
    return replace(record, ties=ties[0]) if ties else record


def counts_of(record, data):
    "The counts of a case, in the order of its rows where the record looks at it."
    if "cells" in data:
        return pr.ThresholdCounts.from_counts(*zip(*data["cells"], strict=True))
    missed = {k: data[k] for k in ("missed_pos", "missed_neg") if k in data}
    rest = pr.ThresholdCounts.from_counts([], [], [], **missed)
    return record.count(data["y_true"], data["y_score"]) + rest if data["y_true"] else rest


@pytest.mark.parametrize("case", CASES)
def test_published_and_measured_numbers(case):
    """Every record gives the number that its program gives."""
    assert case["expected"] and case["note"] and case["source"]
    for words, expected in case["expected"].items():
        record = record_of(words)
        found = record.area(counts_of(record, case["input"]))
        wanted = float("nan") if expected is None else expected
        assert near(found, wanted, case["tolerance"] + record.within), (words, found)


def test_every_system_has_a_case_or_says_read():
    """What no case covers was read or documented, and says so."""
    covered = {words.split(" | ")[0] for p in CASES for words in p.values[0]["expected"]}
    for record in CONVENTIONS:
        assert record.system in covered or record.source.split()[0] in ("read", "documentation")


def test_records_are_unique_and_survive_pickling():
    assert len({(r.system, r.version, r.number) for r in CONVENTIONS}) == len(CONVENTIONS)
    assert all(pickle.loads(pickle.dumps(r)) == r for r in CONVENTIONS)


@pytest.mark.parametrize("table", ["TIES", "DROPS", "FIRST", "LAST", "BETWEEN", "THRESHOLDS"])
def test_every_choice_is_made_by_some_record(table):
    """No choice without a program; and no two choices with the same words."""
    choices = getattr(tables, table)
    used = {getattr(record, table.lower()) for record in CONVENTIONS}
    assert set(choices) == used
    assert len({choice.words for choice in choices.values()}) == len(choices)


def test_definition_is_made_of_the_choices():
    """One other key changes the words, and an unknown key is refused."""
    record = find_convention("river")
    for field in fields(record):
        table = getattr(tables, field.name.upper(), None)
        for key in table if isinstance(table, dict) else ():
            other = replace(record, **{field.name: key})
            same_words = other.definition == record.definition
            assert same_words == (key == getattr(record, field.name)) or field.name == "side"
    with pytest.raises(ValueError, match="ties must be one of"):
        replace(record, ties="at random")


def walk(ranking, first=None, drop=False, last=False, best=False):
    "Straight lines, point by point, in Fractions."
    n_pos = reference.totals(ranking)[0]
    points = [(t / n_pos, t / (t + f)) for t, f in reference.steps(ranking)[1:]]
    points = [p for p in points if not drop or p[0]]
    if best:
        points = [(x, max(b for _, b in points[i:])) for i, (x, _) in enumerate(points)]
        points = [p for i, p in enumerate(points) if not i or p[0] != points[i - 1][0]]
    start = (Fraction(0), points[0][1] if first is None else Fraction(first))
    points = [start, *points, *([(Fraction(1), Fraction(0))] if last and not best else [])]
    return reference.area_below(*zip(*points, strict=True))


ORACLES = {
    "scikit-learn | 1.9.1 | average_precision_score": reference.average_precision,
    "scikit-learn | 1.9.1 | auc(recall, precision)": reference.trapezoid,
    "Spark MLlib | 4.3.0 | areaUnderPR (numBins=0)": reference.first_point_trapezoid,
    "PRROC | 1.4 | auc.integral": reference.path_area,
    "AUCCalculator | 0.2 | Area Under the Curve for Precision - Recall": reference.auc_calculator,
    "raucpr | 2013 | uppertrap": reference.upper_trapezoid,
    "LingPipe | 4.1 | averagePrecision": reference.average_precision,
    "LingPipe | 4.1 | areaUnderPrCurve(false)": lambda r: walk(r, 1, drop=True, last=True),
    "LingPipe | 4.1 | areaUnderPrCurve(true)": lambda r: walk(r, 1, drop=True, best=True),
    "Alink | 1.3 | PRC": walk,
    "PASCAL VOC | 2007 | AP": reference.eleven_point,
    "PASCAL VOC | 2010 | AP": reference.interpolated,
}


def exact(ranking):
    "Counts in Fractions."
    pos, neg = ([Fraction(cell[i]) for cell in ranking] for i in (0, 1))
    return pr.ThresholdCounts.from_counts(range(len(ranking), 0, -1), pos, neg)


@pytest.mark.parametrize("words", ORACLES)
def test_exact_on_every_small_ranking(words):
    """Every ranking of up to three items a class; ties where they are a block."""
    record = record_of(words)
    for n_pos, n_neg in ((1, 2), (2, 2), (3, 2), (2, 3)):
        kinds = reference.weak_orders if record.ties == "block" else reference.rankings
        for ranking in kinds(n_pos, n_neg):
            found, wanted = record.area(exact(ranking)), ORACLES[words](ranking)
            assert found == wanted or abs(float(found) - float(wanted)) < 1e-14


def seen(record, ranking):
    "Labels and scores of a ranking, in probabilities."
    labels, scores = reference.rows(ranking)
    return labels, [0.9 + s / 50 for s in scores]


@pytest.mark.parametrize("record", CONVENTIONS, ids=name)
def test_minimum_is_that_of_all_rankings(record):
    """Least value over every weak order of a few items."""
    for n_pos, n_neg in ((1, 2), (2, 2), (2, 3), (3, 1)):
        found = []
        for ranking in reference.weak_orders(n_pos, n_neg):
            counts = pr.count_thresholds(*seen(record, ranking))
            found.append(record.bounds(counts)[0])
        least = min(v for v in found if not isnan(v))
        assert abs(record.minimum(counts) - least) < 1e-12


@pytest.mark.parametrize("record", BY_ORDER, ids=name)
def test_bounds_are_those_of_all_orders_of_the_input(record):
    """Least and greatest number, and the set of all numbers, by brute force."""
    for ranking in ([(1, 1), (1, 2)], [(2, 2)], [(0, 1), (2, 1)], [(1, 1), (1, 0), (0, 2)]):
        labels, scores = seen(record, ranking)
        orders = set(permutations(zip(labels, scores, strict=True)))
        values = [record.area(record.count(*zip(*order, strict=True))) for order in orders]
        values = [v for v in values if not isnan(v)]
        counts = pr.count_thresholds(labels, scores)
        assert near(list(record.bounds(counts)), [min(values), max(values)])
        assert near(sorted(set(record.possible(counts))), sorted(set(values)))


@pytest.mark.parametrize("seed", range(20))
def test_live_scikit_learn(seed):
    """A hundred random inputs a seed, with ties and weights."""
    step = find_convention("scikit-learn", number="average_precision_score")
    straight = find_convention("scikit-learn", number="auc(recall, precision)")
    rng = np.random.default_rng(seed)
    for _ in range(100):
        size = int(rng.integers(2, 60))
        labels = rng.integers(0, 2, size)
        labels[0] = 1
        scores = rng.integers(0, rng.integers(2, 30), size) / 7
        weight = [None, rng.integers(1, 5, size), rng.random(size) + 0.1][int(rng.integers(3))]
        counts = step.count(labels, scores, sample_weight=weight)
        precision, recall, _ = metrics.precision_recall_curve(labels, scores, sample_weight=weight)
        wanted = metrics.average_precision_score(labels, scores, sample_weight=weight)
        assert near(step.area(counts), wanted)
        assert near(straight.area(counts), metrics.auc(recall, precision))


@pytest.mark.filterwarnings("ignore:No positive class found")
def test_live_scikit_learn_without_positives():
    """Recall 0/0 is 1 there: the step area is 0 and the straight one a half."""
    labels, scores = [0, 0, 0], [0.1, 0.2, 0.3]
    counts = pr.count_thresholds(labels, scores)
    precision, recall, _ = metrics.precision_recall_curve(labels, scores)
    step = find_convention("scikit-learn", number="average_precision_score").area(counts)
    straight = find_convention("scikit-learn", number="auc(recall, precision)").area(counts)
    assert step == metrics.average_precision_score(labels, scores) == 0
    assert straight == metrics.auc(recall, precision) == 0.5


NOTHING = {  # measured on three negatives
    "torchmetrics": 0, "torcheval": 0, "Spark MLlib": 0, "Keras": 0, "river": 0, "pycm": None,
    "trec_eval": 0, "COCO": -1, "yardstick": None, "WEKA": None,
}  # fmt: skip


@pytest.mark.parametrize("record", CONVENTIONS, ids=name)
def test_without_positives(record):
    """No warning, no exception, and the measured substitute of 0/0."""
    counts = pr.count_thresholds([0, 0, 0], [0.1, 0.2, 0.3])
    found = record.area(counts)
    if record.system in NOTHING:
        wanted = NOTHING[record.system]
        assert isnan(found) if wanted is None else found == wanted
    assert not isinstance(found, tuple) and str(found) != "-0.0"


def test_one_quirk_turned_off():
    """Alink's test of TP + TP costs one replaced key: .75 becomes .25."""
    shipped = find_convention("Alink", "1.1")
    counts = pr.count_thresholds([0, 1], [0.9, 0.8])
    assert shipped.area(counts) == 0.75
    assert replace(shipped, zero="1 and 1").area(counts) == 0.25


@pytest.mark.parametrize("seed", range(30))
def test_the_quirk_adds_half_the_first_recall(seed):
    """If the greatest scores are all negative, else nothing."""
    rng = random.Random(seed)
    size = rng.randint(3, 30)
    scores = [rng.randint(51, 99) / 100 for _ in range(size)]
    labels = [1, *(rng.randint(0, 1) for _ in range(size - 1))]
    counts = pr.count_thresholds(labels, scores)
    shipped = find_convention("Alink", "1.1")
    gain = shipped.area(counts) - replace(shipped, zero="1 and 1").area(counts)
    first = next(p for p in counts.pos if p) / counts.n_pos if not counts.pos[0] else 0
    assert near(gain, first / 2)


def test_alink_cut_at_one_half():
    """All scores below .5: precision starts at 1, even with the test mended."""
    mended = replace(find_convention("Alink", "1.1"), zero="1 and 1")
    assert mended.area(pr.count_thresholds([1, 0], [0.4, 0.4])) == 0.75
    assert mended.area(pr.count_thresholds([1, 0], [0.7, 0.7])) == 0.5


def test_alink_bins_slip_in_floating_point():
    """0.29 * 100000 is below 29000, so it shares the bin of 0.289995."""
    counts = pr.count_thresholds([1, 0], [0.29, 0.289995])
    assert find_convention("Alink", "1.1").binned(counts)
    assert find_convention("Alink", "1.1").area(counts) == find_convention("Alink", "1.1").area(
        pr.count_thresholds([1, 0], [0.2, 0.2])
    )


def test_keras_with_three_thresholds_and_weights():
    """The case of Keras' own suite: an item is positive above a threshold, not at it."""
    three = tables.grid([-1e-7, 0.5, 1 + 1e-7], "three thresholds")
    record = replace(find_convention("Keras", number='AUC(curve="PR"), interpolation'),
                     thresholds=three)  # fmt: skip
    counts = pr.count_thresholds([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9], sample_weight=[1, 2, 3, 4])
    assert near(record.area(counts), 0.9166129616963079)
    assert record.area(counts) != replace(record, side=">=").area(counts)


@pytest.mark.parametrize(
    ("labels", "scores", "area"),
    [
        ([1, 0, 0, 0], [0.5] * 4, Fraction(1, 4)),
        ([1, 0, 0], [0.5 + 1e-10, 0.5, 0.5], Fraction(1, 3)),
        ([0, 0, 0], [0.1, 0.2, 0.3], 0),
        ([1, 1, 1], [0.1, 0.2, 0.3], 1),
    ],
)
def test_torchmetrics_with_five_thresholds(labels, scores, area):
    """Measured on version 1.9.0."""
    record = replace(
        find_convention("torchmetrics", number="BinaryAveragePrecision(thresholds=100)"),
        thresholds=tables.grid([0, 0.25, 0.5, 0.75, 1], "five thresholds"),
    )
    assert near(record.area(pr.count_thresholds(labels, scores)), float(area))


def test_spark_groups_only_long_lists():
    """From 2000 distinct scores on, neighbors are joined by size // 1000."""
    record = find_convention("Spark MLlib", number="areaUnderPR (numBins=1000)")
    for size, points in ((1999, 1999), (2000, 1000), (3500, 1167)):
        counts = pr.ThresholdCounts.from_counts(range(size), [1] * size, [1] * size)
        assert record.binned(counts) == (size >= 2000)
        assert len(tables.THRESHOLDS["1000 groups"].act(counts, "right")) == points


def test_near_scores_are_joined_with_the_greatest():
    """A chain of close scores breaks where the first is out of reach."""
    record = find_convention("google/ehr-predictions")
    scores = [1.0, 1 - 6e-6, 1 - 12e-6, 0.5]
    joined = tables.THRESHOLDS["near scores joined"].act(
        pr.count_thresholds([1, 0, 1, 0], scores), "right"
    )
    assert joined.pos.tolist() == [1, 1, 0] and joined.neg.tolist() == [1, 0, 1]
    assert record.binned(pr.count_thresholds([1, 0], [0.5, 0.5 - 1e-6]))


def test_scores_outside_probabilities_are_refused_by_bins():
    counts = pr.count_thresholds([1, 0], [2.0, -1.0])
    for record in CONVENTIONS:
        if record.thresholds in ("every score", "1000 groups", "near scores joined"):
            record.area(counts)
        else:
            with pytest.raises(ValueError, match="scores must lie in 0 to 1"):
                record.area(counts)


def test_dropped_ties_become_missed_items():
    """LingPipe 3.5: the first of equal scores stays, the totals do not change."""
    record = find_convention("LingPipe", "3.5", "areaUnderPrCurve(false)")
    counts = record.count([1, 1, 0], [0.5, 0.5, 0.4])
    assert (counts.n_pos, counts.n_neg, counts.missed_pos) == (2, 1, 1)
    assert record.area(counts) == 0.5
    forgotten = find_convention("LingPipe", "3.5", "averagePrecision")
    assert forgotten.area(forgotten.count([1, 1, 0], [0.5, 0.5, 0.4])) == 1


def test_items_in_order_are_checked_like_all_items():
    """Missing scores and lengths that differ are refused before they are ranked."""
    record = find_convention("trec_eval")
    for y_true, y_score in (([1, 0], [0.5, float("nan")]), ([1], [0.5, 0.4])):
        with pytest.raises(ValueError):
            record.count(y_true, y_score)


def test_too_many_open_ties_are_refused():
    counts = pr.ThresholdCounts.from_counts(range(1001), [1] * 1001, [1] * 1001)
    with pytest.raises(ValueError, match="convention.count"):
        find_convention("LingPipe", "3.5", "averagePrecision").bounds(counts)


@pytest.mark.parametrize("record", CONVENTIONS, ids=name)
def test_input_is_refused_unless_counts(record):
    with pytest.raises(ValueError, match="must be called on counts"):
        record.area([1, 0])
