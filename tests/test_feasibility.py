"""Reported numbers: every true report is possible, and what is called impossible is not there."""

import csv
import json
import math
import random
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import feasible as benchmark
from prspace.areas import AREAS, average_precision, roc_auc
from prspace.counts import OperatingPoint, ThresholdCounts, count_thresholds
from prspace.feasibility import feasible
from prspace.forms import FORMS, find_form
from prspace.minima import ap_min
from prspace.narrowing import Rows, narrowed
from prspace.ranking_search import SEARCHED_AREAS
from prspace.reported import read_reported
from prspace.space import minimum_precision

GOLDEN = Path(__file__).parent / "golden" / "mlscorecheck.csv"
NAMES = {
    "acc": "accuracy", "sens": "recall", "spec": "specificity", "ppv": "precision",
    "npv": "negative_predictive_value", "f1": "f1", "bacc": "balanced_accuracy",
    "mcc": "matthews_correlation", "kappa": "cohen_kappa", "fm": "fowlkes_mallows",
    "gm": "geometric_mean", "bm": "informedness", "mk": "markedness", "ji": "jaccard",
    "pt": "prevalence_threshold", "lrp": "positive_likelihood_ratio",
    "lrn": "negative_likelihood_ratio", "dor": "diagnostic_odds_ratio",
}  # fmt: skip


def table(t, f, p, n):
    return OperatingPoint(None, t, f, p - t, n - f)


def tables(p, n):
    return [table(t, f, p, n) for t in range(p + 1) for f in range(n + 1)]


def prints(name, text, c):
    "Whether a table prints a number, by a way of its own: the row's value beside the digits."
    value = float(find_form(name).row(c))
    digits = len(text.partition(".")[2])
    return value == value and abs(value - float(text)) <= 0.5 * 10**-digits + 1e-12


def on_all_tables(p, n, texts):
    "For each table whether it prints the numbers, and whether no value is near an end of a range."
    t, f = (x.ravel().astype(float) for x in np.mgrid[: p + 1, : n + 1])
    cells, there, clear = table(t, f, p, n), np.ones(len(t), bool), True
    for name, text in texts.items():
        value, digits = np.asarray(FORMS[name].row(cells), float), len(text.partition(".")[2])
        off = np.abs(value - float(text)) - 0.5 * 10**-digits
        clear &= not (np.abs(off) < 1e-10).any()
        there &= off < 0
    return there, clear


def test_slides_example():
    "100 positives, 200 negatives, precision 1/5: possible at recall 1/5, not at 3/5."
    for form in (lambda x: f"{x:.2f}", lambda x: Fraction(x).limit_denominator(10)):
        fine = feasible(n_pos=100, n_neg=200, precision=form(0.2), recall=form(0.2))
        assert fine.verdict == "possible"
        assert prints("precision", "0.20", fine.witness) and prints("recall", "0.20", fine.witness)
        wrong = feasible(n_pos=100, n_neg=200, precision=form(0.2), recall=form(0.6))
        assert wrong.verdict == "impossible" and "60/260 = 0.230769" in wrong.reason
        assert "precision-floor" in wrong.reason
    assert minimum_precision(Fraction(3, 5), Fraction(1, 3)) == Fraction(60, 260)
    assert feasible(n_pos=100, n_neg=200, precision=0.2, recall=0.6).verdict == "possible"
    assert (
        feasible(n_pos=100, n_neg=200, precision=0.2, recall=0.6, decimals=2).verdict
        == "impossible"
    )


def test_every_matrix_of_up_to_thirty_items():
    "Random reports of all metrics for class sizes of up to 30 items, against all tables."
    draw, seen = random.Random(3), []
    for n in [*range(2, 31)] * 8:
        p = draw.randint(1, n - 1)
        c = draw.choice(tables(p, n - p))
        texts = {}
        for name in draw.sample(list(FORMS), draw.randint(1, 3)):
            value = float(FORMS[name].row(c))
            if value != value or draw.random() < 0.4:
                value = draw.uniform(max(FORMS[name].low, -1), min(FORMS[name].high, 3))
            texts[name] = f"{value:.{draw.choice((1, 2, 3))}f}"
        there, clear = on_all_tables(p, n - p, texts)
        if clear:
            found = feasible(n_pos=p, n_neg=n - p, **texts)
            assert found.verdict == ("possible" if there.any() else "impossible"), (p, n, texts)
            if there.any():
                assert all(prints(k, x, found.witness) for k, x in texts.items())
            seen.append(there.any())
    assert 40 < sum(seen) < len(seen) - 40


def test_exact_values_of_every_small_matrix():
    "Fractions: each matrix of eight items is possible, and so is nothing between two values."
    every = tables(3, 5)
    for name in ("precision", "recall", "f1", "accuracy", "jaccard", "specificity"):
        form = FORMS[name]
        values = sorted({Fraction(form.part(c), form.whole(c)) for c in every if form.whole(c)})
        for a, b in zip(values, values[1:], strict=False):
            assert feasible(n_pos=3, n_neg=5, **{name: a}).verdict == "possible"
            assert feasible(n_pos=3, n_neg=5, **{name: (a + b) / 2}).verdict == "impossible"


@pytest.mark.parametrize("rounding", ["nearest", "truncate"])
def test_printed_numbers_are_kept(rounding):
    """Narrowing never drops the table a number was printed from.

    A search drops a table only where narrowing by one of the numbers does, so this is enough
    for reports of several numbers, too.
    """
    draw, kept = np.random.default_rng(8), 0
    size = 5_000
    p, n = draw.integers(1, 10 ** draw.integers(1, 7, (2, size)))
    t, f = draw.integers(0, p + 1), draw.integers(0, n + 1)
    every = Rows(p, n, t, f, f)
    for i, form in enumerate(FORMS.values()):
        value = np.asarray(form.row(every.cells(f.astype(float), float)), float)
        digits = 2 if i % 4 == 0 else 1
        text = value * 10**digits
        there = np.isfinite(value) & (np.abs(value) < 20)
        if rounding == "truncate":  # a float just beside an end may be cut to the wrong one
            there &= np.abs(text - np.round(text)) > 1e-9
        text = np.round(text[there]) if rounding == "nearest" else np.trunc(text[there])
        parts = np.stack(every.parts())[:, there]
        order = np.argsort(text, kind="stable")
        starts = np.flatnonzero(np.r_[True, np.diff(text[order]) != 0])
        for group in np.split(order, starts[1:]):
            said = f"{text[group[0]] / 10**digits:.{digits}f}"
            left = narrowed(
                Rows(*parts[:, group]), form, read_reported("x", said, rounding=rounding)
            )
            assert len(left) == len(group), (form.row, said)
            kept += len(left)
    assert kept > 125_000


def test_true_reports_are_possible():
    "Whole calls, with several numbers and sizes up to 10^4."
    draw = random.Random(5)
    for _ in range(100):
        p, n = (draw.randint(1, 10 ** draw.randint(1, 4)) for _ in "pn")
        c = table(draw.randint(0, p), draw.randint(0, n), p, n)
        values = {k: float(FORMS[k].row(c)) for k in draw.sample(list(FORMS), 4)}
        digits = draw.choice((1, 2, 3, 4))
        texts = {k: f"{x:.{digits}f}" for k, x in values.items() if math.isfinite(x)}
        if texts:
            assert feasible(n_pos=p, n_neg=n, **texts).verdict == "possible", (c, texts)
        floats = {k: x for k, x in values.items() if math.isfinite(x)}
        if floats:
            assert feasible(n_pos=p, n_neg=n, **floats).verdict == "possible", (c, floats)


def test_reports_of_the_benchmark():
    "A slice of `python -m benchmarks.feasible`: formulas of its own, all options, witnesses tested."
    rows, bad = benchmark.asked(range(1, 301))
    assert bad == [] and rows["tables"]["possible"] > 290
    for seed in range(8):
        verdict, exact, report = benchmark.judged_ranking(Random(seed), 8)
        assert verdict != "impossible" and exact, report
    for name, formula in benchmark.FORMULAS.items():  # the benchmark's formulas are the metrics
        for cells in ((3, 1, 2, 5), (4, 3, 1, 2), (1, 5, 3, 9)):
            c = OperatingPoint(None, *cells)
            assert float(formula(*map(Decimal, cells))) == pytest.approx(
                float(find_form(name).row(c))
            )


def test_a_million_items_take_no_time():
    report = {"precision": "0.8001", "recall": "0.6012", "f1": "0.6865", "accuracy": "0.7255"}
    assert feasible(n_pos=500_000, n_neg=500_000, **report).verdict == "possible"
    report["accuracy"] = "0.7355"
    assert feasible(n_pos=500_000, n_neg=500_000, **report).verdict == "impossible"


def cases():
    with GOLDEN.open(newline="") as file:
        return list(csv.DictReader(file))


def test_beside_mlscorecheck():
    "Verdicts agree wherever the other program gives one that its own evidence bears out."
    alike = better = 0
    for case in cases():
        sizes = [tuple(map(int, x.split("+"))) for x in case["items"].split()]
        texts = {NAMES[k]: x for k, x in (y.split("=") for y in case["scores"].split())}
        theirs = case["mlscorecheck_1.0.3"]
        if case["kind"] == "folds":
            if len(sizes) <= 4 and "accuracy" not in texts:
                assert (
                    feasible(folds=sizes, **texts).verdict in (theirs, "undecided")
                    or theirs == "error"
                )
            continue
        ((p, n),) = sizes
        ours = feasible(n_pos=p, n_neg=n, **texts).verdict
        if ours == theirs:
            alike += 1
            continue
        assert theirs in ("possible", "error")
        if theirs == "possible":
            c = table(int(case["tp"]), n - int(case["tn"]), p, n)
            assert not all(prints(k, x, c) for k, x in texts.items())
        better += 1
    assert alike == 175 and better == 25


def weak_orders(p, n):
    if p + n == 0:
        yield []
    for a, b in list(product(range(p + 1), range(n + 1)))[1:]:
        yield from ([(a, b), *rest] for rest in weak_orders(p - a, n - b))


def counted(blocks):
    pos, neg = zip(*blocks, strict=True)
    return ThresholdCounts.from_counts(range(len(blocks), 0, -1), pos, neg)


@pytest.mark.parametrize(("p", "n"), [(1, 4), (2, 3), (3, 2), (3, 3)])
def test_areas_and_points_against_all_rankings(p, n):
    "Random pairs of areas and a point, for all rankings with ties."
    draw = random.Random(p * 10 + n)
    every = [counted(blocks) for blocks in weak_orders(p, n)]
    values = {a.name: [float(a(c)) for c in every] for a in SEARCHED_AREAS}
    passed = [[(t / p, t / (t + f)) for t, f in zip(c.tp, c.fp, strict=True)] for c in every]
    verdicts = []
    for _ in range(25):
        i = draw.randrange(len(every))
        names = draw.sample(list(values), draw.choice((1, 2)))
        texts = {k: f"{values[k][i] + draw.choice((0, 0, 0.07)):.2f}" for k in names}
        point = draw.choice(passed[draw.choice((i, draw.randrange(len(every))))])
        near = [abs(abs(v - float(texts[k])) - 0.005) < 1e-9 for k in names for v in values[k]]
        if any(near) or any(abs(abs(x - round(x, 2)) - 0.005) < 1e-9 for x in point):
            continue
        there = any(
            all(abs(values[k][j] - float(texts[k])) < 0.005 for k in names)
            and any(
                max(abs(a - b) for a, b in zip(q, point, strict=True)) < 1e-12 for q in passed[j]
            )
            for j in range(len(every))
        )
        exact = tuple(Fraction(x).limit_denominator(50) for x in point)
        found = feasible(n_pos=p, n_neg=n, points=[exact], **texts)
        assert found.verdict == ("possible" if there else "impossible"), (texts, point)
        verdicts.append(there)
    assert 0 < sum(verdicts) < len(verdicts)


@pytest.mark.parametrize(("n", "times"), [(14, 1), (300, 2)])
def test_areas_of_true_rankings_are_not_refused(n, times):
    draw = np.random.default_rng(n)
    for _ in range(times):
        y = np.r_[0, 1, draw.random(n - 2) < draw.uniform(0.1, 0.9)].astype(int)
        counts = count_thresholds(y, np.round(draw.normal(size=n) + y, 1))
        texts = {a.name: f"{float(a(counts)):.3f}" for a in (average_precision, roc_auc)}
        sizes = {"n_pos": int(y.sum()), "n_neg": int(n - y.sum())}
        assert feasible(**sizes, **texts).verdict != "impossible"
        for k, text in texts.items():
            found = feasible(**sizes, **{k: text})
            assert found.verdict == "possible"
            assert abs(float(AREAS[k](found.witness)) - float(text)) <= 0.0005 + 1e-12


def test_least_areas_in_words():
    found = feasible(n_pos=100, n_neg=200, average_precision="0.16")
    assert found.verdict == "impossible" and "0.190734" in found.reason
    assert round(ap_min(100, 200), 6) == 0.190734
    assert feasible(n_pos=100, n_neg=200, average_precision="0.1907").verdict == "possible"
    assert feasible(n_pos=100, n_neg=200, trapezoid="0.166").verdict == "impossible"
    assert feasible(n_pos=100, n_neg=200, trapezoid="0.1700").verdict == "possible"


def test_roc_area_is_decided_at_any_size():
    assert feasible(n_pos=3, n_neg=7, roc_auc="0.51").verdict == "impossible"
    assert feasible(n_pos=3, n_neg=7, roc_auc=Fraction(11, 42)).verdict == "possible"
    big = feasible(n_pos=400_000, n_neg=600_000, roc_auc="0.123456789")
    assert abs(roc_auc(big.witness) - 0.123456789) < 6e-10


def test_points_against_every_order():
    "Three points of seven items: all choices of tables in all orders."
    draw, yes = random.Random(11), 0
    for _ in range(40):
        chosen = [(draw.randint(0, 3), draw.randint(1, 4)) for _ in range(3)]
        points = [(f"{t / 3:.1f}", f"{t / (t + f):.1f}") for t, f in chosen]
        cells = [
            [c for c in tables(3, 4) if prints("recall", r, c) and prints("precision", p, c)]
            for r, p in points
        ]
        there = any(
            all(a.tp <= b.tp and a.fp <= b.fp for a, b in zip(order, order[1:], strict=False))
            for choice in product(*cells) for order in permutations(choice)
        )  # fmt: skip
        found = feasible(n_pos=3, n_neg=4, points=points)
        assert found.verdict == ("possible" if there else "impossible")
        yes += there
    assert 5 < yes < 35


def test_unknown_sizes():
    found = feasible(n_pos=(3, 5), n_neg=(4, 8), precision="0.429", recall="0.600")
    assert found.verdict == "possible" and (found.witness.tp, found.witness.fp) == (3, 4)
    assert feasible(n=10, precision="0.429", recall="0.600").verdict == "possible"
    assert feasible(n=10, precision="0.430", recall="0.600").verdict == "impossible"
    assert feasible(precision="0.4286", recall="0.6000").verdict == "possible"
    never = feasible(precision="0.50", recall="0.60", f1="0.60")
    assert never.verdict == "impossible" and "any size" in never.reason
    few = feasible(n_pos=1, n_neg=(3, 4), average_precision="0.45")
    assert few.verdict == "impossible" and "2 pairs" in few.searched


def test_a_point_with_more_tables_than_memory_holds_is_undecided():
    found = feasible(n_pos=10**18, n_neg=7, f1="0.15", average_precision="0.15")
    assert found.verdict == "undecided" and "more than 10,000,000" in found.searched


def test_values_next_to_the_printed_one_are_not_claimed_of_a_part_of_the_tables():
    found = feasible(n_pos=10**18, n_neg=5, mcc="0.46", recall="0.001")
    assert found.verdict == "impossible" and "no table has mcc 0.46" in found.reason


def test_more_than_can_be_searched_is_undecided():
    found = feasible(n_pos=7, accuracy="0.50", mcc="0.999")
    assert found.verdict == "undecided" and "up to" in found.searched


def test_folds():
    folds = [(3, 5), (7, 5)]
    found = feasible(folds=folds, recall="0.67", specificity="0.70")
    assert found.verdict == "possible"
    assert sum(
        Fraction(c.tp, p) for c, (p, _) in zip(found.witness, folds, strict=True)
    ) / 2 == Fraction(2, 3)
    assert feasible(folds=folds, recall="0.63").verdict == "impossible"
    assert feasible(folds=folds, how="micro", recall="0.63").verdict == "impossible"
    assert feasible(folds=folds, how="micro", recall="0.8").verdict == "possible"
    areas = feasible(folds=folds, average_precision="0.7012")
    mean = sum(float(average_precision(c)) for c in areas.witness) / 2
    assert areas.verdict == "possible" and abs(mean - 0.7012) <= 0.00005
    low = feasible(folds=folds, average_precision="0.1")
    assert low.verdict == "impossible" and "lies between" in low.reason


def test_mean_of_f1_against_all_pairs_of_tables():
    pairs = [x for x in product(tables(2, 2), tables(1, 3)) if all(c.tp + c.fp + c.fn for c in x)]
    means = {sum(Fraction(2 * c.tp, 2 * c.tp + c.fp + c.fn) for c in x) / 2 for x in pairs}
    for k in range(0, 101, 3):
        there = any(abs(m - Fraction(k, 100)) <= Fraction(1, 200) for m in means)
        found = feasible(folds=[(2, 2), (1, 3)], f1=f"{k / 100:.2f}")
        assert found.verdict == ("possible" if there else "impossible")


def test_absent_classes():
    assert "nothing is positive" in feasible(n_pos=0, n_neg=5, average_precision="0.5").reason
    assert feasible(n_pos=5, n_neg=0, average_precision="1.0").verdict == "possible"
    assert feasible(n_pos=5, n_neg=0, average_precision="0.8").verdict == "impossible"
    assert feasible(n_pos=0, n_neg=5, recall="0.5").verdict == "impossible"
    assert feasible(n_pos=0, n_neg=5, specificity="0.8").verdict == "possible"
    assert "one of the classes" in feasible(n_pos=5, n_neg=0, roc_auc="0.5").reason


def test_out_of_range_and_percentages():
    assert "share" in feasible(n_pos=10, n_neg=10, accuracy="85.0").reason
    assert "below its least" in feasible(n_pos=10, n_neg=10, mcc="-1.2").reason
    with pytest.raises(ValueError, match="percentage"):
        feasible(n_pos=10, n_neg=10, accuracy="85%")


def test_forms_of_the_result():
    found = feasible(n_pos=4, n_neg=6, precision="0.60", recall="0.75")
    assert repr(found) == "Feasibility(possible)"
    assert json.loads(found.to_json())["witness"] == {"tp": 3, "fp": 2, "fn": 1, "tn": 4}
    for text in (str(found), found.to_markdown(), found._repr_html_()):
        assert "0.75" in text and "Possible" in text
    ranking = feasible(n_pos=2, n_neg=2, average_precision="0.83", points=[("0.5", "1.0")])
    assert ranking.to_dict()["witness"]["pos"] and "A ranking" in str(ranking)
    assert "fold 2" in str(feasible(folds=[(2, 2), (2, 2)], recall="0.75"))


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ({"n_pos": 3, "n_neg": 4}, "no number"),
        ({"n_pos": -1, "recall": "0.5"}, "n_pos"),
        ({"n_pos": 3, "n_neg": 4, "n": 8, "recall": "0.5"}, "fit together"),
        ({"n_pos": 3, "aucpr": "0.5"}, "which one"),
        ({"n_pos": 3, "phi_square": "0.5"}, "phi_square"),
        ({"n_pos": 3, "recall": "0.5", "rounding": "up"}, "rounding"),
        ({"n_pos": 3, "recall": 0.512, "decimals": 2}, "decimals"),
        ({"folds": [(1, 2)], "n": 3, "recall": "0.5"}, "folds"),
        ({"folds": [], "recall": "0.5"}, "folds"),
        ({"folds": [(1, 2)], "recall": "0.5", "how": "mean"}, "how"),
        ({"folds": [(1, 2)], "points": [("0.5", "0.5")]}, "points"),
        ({"n_pos": 3, "n_neg": 2, "points": 5}, "points"),
        ({"n_pos": 2**63 - 1, "n_neg": 2**63 - 1, "precision": "0.5", "recall": "0.5"}, "18"),
        ({"n_pos": (1, 10**30), "precision": "0.5"}, "18"),
        ({"folds": [(2**62, 2**62)], "precision": "0.5"}, "18"),
    ],
)
def test_errors(report, message):
    with pytest.raises(ValueError, match=message):
        feasible(**report)


def test_pairs_of_class_sizes_that_searches_leave_open_are_bounded(monkeypatch):
    asked = []

    def leaves_open(rates, points, areas, p, n):
        asked.append((p, n))
        return "undecided", None, "", "what was searched"

    monkeypatch.setattr("prspace.feasibility._of_rankings", leaves_open)
    found = feasible(n_pos=3, average_precision="0.78")
    assert (found.verdict, len(asked), len(set(asked))) == ("undecided", 25, 25)
    assert "25 pairs of class sizes" in found.searched


def test_theorems_that_reasons_cite_are_on_record():
    from prspace.ranking_search import _LEAST
    from prspace.theory.registry import theorem

    cited = [*_LEAST.values(), "precision-floor", "auroc-max-aucpr", "auroc-min-aucpr"]
    assert set(_LEAST) == set(SEARCHED_AREAS)
    assert all(theorem(slug).slug == slug for slug in cited)
