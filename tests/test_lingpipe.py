"""LingPipe's façade: every published case, brute-force oracles for three versions, no arithmetic."""

import ast
import inspect
import json
import math
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from prspace.compat import lingpipe, lingpipe_quirks, lingpipe_tables
from prspace.compat.convention import find_convention
from prspace.compat.lingpipe import (
    JAVA_NAMES,
    QUIRKS,
    VERSIONS,
    ConfusionMatrix,
    PrecisionRecallEvaluation,
    ScoredPrecisionRecallEvaluation,
    print_precision_recall_curve,
    print_score_precision_recall_curve,
)
from prspace.counts import ThresholdCounts, count_thresholds
from prspace.worked import lingpipe_table

GOLDEN = Path(__file__).parent / "golden" / "published" / "lingpipe.json"
CASES = {case["name"]: case for case in json.loads(GOLDEN.read_text(encoding="utf-8"))}
NAN = float("nan")
# values of the published cases that are not LingPipe's, or not a method's, and why
ELSEWHERE = {
    "AUCCalculator test 3": {
        "aucpr": "its cut at a least recall has no record",
        "aucroc": "no record",
    },
    "AUCCalculator test 4": {
        "aucpr": "its cut at a least recall has no record",
        "aucroc": "no record",
    },
    "AUCCalculator test 5": {"aucroc": "records are of areas below precision-recall curves"},
    "AUCCalculator on the LingPipe running example": {
        "aucroc": "records are of areas below precision-recall curves"
    },
}


def plain(value):
    "JSON with NaN and infinity as words, as Python numbers."
    if isinstance(value, list):
        return [plain(v) for v in value]
    return float(value) if isinstance(value, str) else value


def near(found, wanted, tolerance):
    "Whether numbers, or lists of them, agree within an absolute tolerance, NaN with NaN."
    if isinstance(wanted, list | tuple):
        pairs = zip(found, wanted, strict=True) if len(found) == len(wanted) else ()
        return len(found) == len(wanted) and all(near(f, w, tolerance) for f, w in pairs)
    if isinstance(wanted, bool) or wanted is None:
        return found == wanted
    if math.isnan(wanted) or math.isinf(wanted):
        return repr(float(found)) == repr(float(wanted))
    return abs(found - wanted) <= tolerance


def called(thing, name):
    "The value of a Java method written with its arguments, as prCurve(false)."
    method, _, rest = name.partition("(")
    arguments = [json.loads(part) for part in rest.rstrip(")").split(",") if part]
    shorter = {"TP": "truePositive", "FP": "falsePositive", "TN": "trueNegative",
               "FN": "falseNegative"}  # fmt: skip
    return getattr(thing, shorter.get(method, method))(*arguments)


def scored(cases, version, misses=0, negative_misses=0):
    "An evaluation with cases."
    evaluation = ScoredPrecisionRecallEvaluation(version)
    for correct, score in cases:
        evaluation.addCase(correct, plain(score))
    if version != "3.5":
        evaluation.addMisses(misses)
        evaluation.addNegativeMisses(negative_misses)
    return evaluation


def rows_of_table():
    "Columns of the table of ten cases, as core computes them."
    table = lingpipe_table()
    names = {"recall": "Rec", "precision": "Prec", "rejection_recall": "Rej Rec"}
    return {name: [float(table[k, c]) for k in range(10)] for name, c in names.items()}


def compare(thing, case):
    "Compare every method that a case names, rounded values and exact ones."
    for name, value in case["expected"].items():
        assert near(called(thing, name), plain(value), case["tolerance"]), name
    for name, value in case.get("exact", {}).items():
        if name == "conditionalEntropyByCategory":
            found = [thing.conditionalEntropy(k) for k in range(len(value))]
        elif isinstance(value, dict):
            compare(called(thing, name), {"expected": value, "tolerance": 1e-12})
            continue
        else:
            found = called(thing, name)
        assert near(found, plain(value), 1e-12), name


def by_category(case):
    "A case whose entropies by category are asked for one by one."
    expected = dict(case["expected"])
    expected.pop("conditionalEntropyByCategory", None)
    return {**case, "expected": expected}


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if "cases" in c["input"]])
def test_scored_case(name):
    """Each case with a ranking: the methods of its version, or the rows of the table."""
    case, data = CASES[name], CASES[name]["input"]
    if "table" in name or "prose" in name:
        return compare_rows(case)
    version = name.split()[0]
    misses = data.get("misses", 0), data.get("negativeMisses", 0)
    return compare(scored(data["cases"], version, *misses), case)


def compare_rows(case):
    "The table: its ranks from 1, or the two errata, which must not match."
    columns, tolerance = rows_of_table(), case["tolerance"]
    if case["verified"]:
        for name, values in case["expected"].items():
            assert near(columns[name][1:], values, tolerance), name
        for k, row in enumerate(case["exact"]["rows"]):
            assert all(abs(columns[n][k] - row[n]) < 1e-15 for n in columns)
    elif "rank 0" in case["name"]:
        assert columns["precision"][0] == 0 and math.isnan(plain(case["expected"]["precision"]))
    else:
        assert columns["rejection_recall"][4] == 4 / 6
        assert abs(case["expected"]["rejection_recall_after_rank_4"] - 2 / 6) < 1e-15


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if "tp" in c["input"]])
def test_two_class_case(name):
    """Each 2x2 table."""
    data = CASES[name]["input"]
    compare(PrecisionRecallEvaluation(*(data[k] for k in ("tp", "fn", "fp", "tn"))), CASES[name])


@pytest.mark.parametrize(
    "name", [n for n, c in CASES.items() if "matrix_rows_reference_cols_response" in c["input"]]
)
def test_matrix_case(name):
    """Each table of many classes."""
    case, data = CASES[name], CASES[name]["input"]
    rows = data["matrix_rows_reference_cols_response"]
    thing = ConfusionMatrix(data.get("categories", ["a", "b", "c"]), rows)
    if "micro" in name:
        thing = thing.microAverage()
    if "category" in data:
        thing = thing.oneVsAll(data["category"])
    entropies = case["expected"].get("conditionalEntropyByCategory", [])
    found = [thing.conditionalEntropy(k) for k in range(len(entropies))]
    assert near(found, entropies, case["tolerance"])
    compare(thing, by_category(case))


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if c["system"] == "auccalculator"])
def test_other_system_case(name):
    """AUCCalculator's cases: its area where there is a record, else the reason."""
    data, expected = CASES[name]["input"], CASES[name]["expected"]
    label = data.get("label") or data["label_in_rank_order"]
    counts = count_thresholds(label, data.get("prob", list(range(0, -len(label), -1))))
    for value in expected:
        if value not in ELSEWHERE[name]:
            area = find_convention("AUCCalculator").area(counts)
            assert abs(area - expected[value]) < 1e-9
    assert set(ELSEWHERE[name]) <= set(expected)


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if "call" in c["input"]])
def test_raising_case(name):
    """What raises in Java is a ValueError here."""
    evaluation = scored([[True, 1.0], [False, 0.0]], "4.1")
    if "Misses" in name:
        for method in (evaluation.addMisses, evaluation.addNegativeMisses):
            method(0)
            with pytest.raises(ValueError, match="0 or more"):
                method(-1)
    else:
        with pytest.raises(ValueError, match="score in every point"):
            print_score_precision_recall_curve(evaluation.prScoreCurve(True))
        assert print_score_precision_recall_curve(evaluation.prScoreCurve(False)).count("\n") == 2


def test_every_case_is_run():
    """No published case is left out."""
    kinds = (
        "cases",
        "tp",
        "matrix_rows_reference_cols_response",
        "prob",
        "label_in_rank_order",
        "call",
    )
    assert len(CASES) == 35
    assert all(sum(kind in c["input"] for kind in kinds) == 1 for c in CASES.values())


# An oracle of plain loops over cases, from the description of each version


def div(a, b):
    return a / b if b else NAN


def f_measure(beta, r, p):
    return div((1 + beta**2) * r * p, r + beta**2 * p)


def top(values):
    "Greatest of the values and 0, NaN if one is NaN, as Java has it."
    values = [0.0, *values]
    return NAN if any(map(math.isnan, values)) else max(values)


def step_area(curve):
    area, before = 0.0, 0.0
    for x, y in curve:
        area, before = area + (x - before) * y, x
    return area


def line_area(curve):
    pairs = zip(curve, curve[1:], strict=False)
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairs)


def pruned(curve):
    "From the end, only what is higher than all before."
    kept, best = [], -math.inf
    for x, y in reversed(curve):
        if y > best:
            best = y
            kept.insert(0, (x, y))
    return kept


def raised(curve):
    "Greatest height to the right, then the first point of each recall, (0, 1) in front."
    best, lifted = 0.0, []
    for x, y, *more in reversed(curve):
        best = y if y > best else best
        lifted.insert(0, (x, best, *more))
    kept = [(0.0, 1.0)]
    for point in lifted:
        if point[0] != kept[-1][0]:
            kept.append(point)
    return kept


def ranking(cases, version):
    "The cases that stay, best first; of equal scores the first in 3.5."
    if version == "3.5":
        stay = []
        for correct, score in cases:
            if not any(score == s or score != score or s != s for _, s in stay):
                stay.append((correct, score))
        cases = stay
    return sorted(cases, key=lambda c: -c[1]) if len(cases) > 1 else list(cases)


def oracle_35(cases):
    "Every number of version 3.5."
    kept = ranking(cases, "3.5")
    n_pos, n_neg = (sum(c is flag for c, _ in cases) for flag in (True, False))
    pr, roc, tp = [], [], 0
    for rank, (correct, _) in enumerate(kept, 1):
        tp += correct
        if correct:
            pr.append((div(tp, n_pos), tp / rank))
            roc.append((div(tp, n_pos), 1 - div(rank - tp, n_neg)))
    first = next((k for k, (c, _) in enumerate(kept, 1) if c), None)
    return {
        **curves(pr, roc, pruned(pr), pruned(roc), step_area),
        "averagePrecision()": div(sum(p for _, p in pr), len(pr)),
        **greatest_f(pr),
        "prBreakevenPoint()": next((p for r, p in pruned(pr) if r > p), 0.0),
        "reciprocalRank()": 1 / first if first else 0.0,
        **{
            f"precisionAt({n})": div(sum(c for c, _ in kept[:n]), n) if n <= len(kept) else NAN
            for n in (0, 1, 3, 10)
        },
    }


def curves(pr, roc, best_pr, best_roc, area):
    "Curves and their areas."
    return {
        "prCurve(false)": pr, "prCurve(true)": best_pr,
        "rocCurve(false)": roc, "rocCurve(true)": best_roc,
        "areaUnderPrCurve(false)": area(pr), "areaUnderPrCurve(true)": area(best_pr),
        "areaUnderRocCurve(false)": area(roc), "areaUnderRocCurve(true)": area(best_roc),
    }  # fmt: skip


def greatest_f(pr):
    return {f"maximumFMeasure({b})": top([f_measure(b, *p) for p in pr]) for b in (1, 0.5, 2)}


def last_of_each(roc):
    "The last point of each false-positive rate."
    return [p for k, p in enumerate(roc) if k + 1 == len(roc) or roc[k + 1][0] != p[0]]


def oracle_later(cases, version, misses, negative_misses):
    "Every number of versions 3.9 and 4.1."
    kept = ranking(cases, version)
    n_pos, n_neg = (sum(c is flag for c, _ in cases) for flag in (True, False))
    n_pos, n_neg = n_pos + misses, n_neg + negative_misses
    scores, roc, tp = [], [(0.0, 0.0)], 0
    for rank, (correct, score) in enumerate(kept, 1):
        tp += correct
        scores.append((div(tp, n_pos), tp / rank, score))
        roc.append((1 - div(n_neg - (rank - tp), n_neg), div(tp, n_pos)))
    roc.append((1.0, 1.0))
    pr = [(0.0, 1.0), *((r, p) for r, p, _ in scores if not r == p == 0), (1.0, 0.0)]
    mirrored = raised([(y, 1 - x) for x, y in roc])
    best_roc = last_of_each(roc) if version == "4.1" else [(1 - s, r) for r, s in mirrored]
    r_precision = 1.0
    if n_pos:
        r_precision = pr[n_pos - 1][1] if n_pos < len(pr) else 0.0
    found, total = 0.0, 0.0
    for r, p in pr:
        if r > found:
            total, found = total + p, r
    first = next((k for k, (c, _) in enumerate(kept, 1) if c), None)
    levels = [next((p for r, p in raised(pr) if r + 1e-13 >= 0.1 * k), 0.0) for k in range(11)]
    return {
        "numCases()": n_pos + n_neg, "numPositiveRef()": n_pos, "numNegativeRef()": n_neg,
        **curves(pr, roc, raised(pr), best_roc, line_area),
        "prScoreCurve(false)": scores, "prScoreCurve(true)": raised(scores),
        "averagePrecision()": div(total, n_pos), **greatest_f(pr),
        "prBreakevenPoint()": r_precision, "rPrecision()": r_precision,
        "elevenPtInterpPrecision()": levels, "reciprocalRank()": 1 / first if first else 0.0,
        **{f"precisionAt({n})": sum(c for c, _ in kept[:n]) / n for n in (1, 3, 10)},
        "precisionAt(0)": 1.0,
    }  # fmt: skip


def drawn(rng):
    "Some cases, with ties and one-class lists, and misses."
    share, levels = rng.choice([0, 0.2, 0.5, 0.8, 1]), rng.choice([2, 5, 1000])
    n = rng.choice([0, 1, 2, 3, 5, 8, 13])
    cases = [(rng.random() < share, rng.randrange(levels) / 4) for _ in range(n)]
    return cases, rng.choice([0, 0, 1, 4]), rng.choice([0, 0, 1, 3])


@pytest.mark.parametrize("version", VERSIONS)
def test_equals_the_oracle(version):
    """Every method on 200 random inputs per version, ties, misses and one class included."""
    rng, seen = Random(f"lingpipe {version}"), Counter()
    for turn in range(200):
        cases, *misses = drawn(rng)
        wanted = oracle_35(cases) if version == "3.5" else oracle_later(cases, version, *misses)
        evaluation = scored(cases, version, *misses)
        for name, value in wanted.items():
            assert near(called(evaluation, name), value, 1e-12), (turn, cases, misses, name)
        seen["ties"] += len({s for _, s in cases}) < len(cases)
        seen["one class"] += len({c for c, _ in cases}) == 1
        seen["misses"] += any(misses)
    assert min(seen.values()) > 30, seen


def test_a_missing_score_in_35():
    """NaN equals every score there: first it swallows the rest, later it is swallowed."""
    rng = Random(7)
    for _ in range(40):
        cases = [(rng.random() < 0.5, rng.choice([NAN, 1.0, 2.0, 3.0])) for _ in range(5)]
        found = scored([(c, s) for c, s in cases], "3.5")
        for name, value in oracle_35(cases).items():
            assert near(called(found, name), value, 1e-12), (cases, name)


def test_order_of_equal_scores_counts():
    """Ties go by input order: the first inserted stays in 3.5, and is ranked first later."""
    for version in VERSIONS:
        hit_first, miss_first = (
            scored(cases, version).area_under_pr_curve()
            for cases in ([(True, 1), (False, 1)], [(False, 1), (True, 1)])
        )
        assert hit_first == 1 and miss_first < 1


def test_dropped_cases_are_missed():
    """What 3.5 drops stays in the totals, as core's missed items."""
    counts = scored([(True, 1), (True, 1), (False, 1), (False, 0)], "3.5").counts
    wanted = ThresholdCounts.from_counts([1, 0], [1, 0], [0, 1], missed_pos=1, missed_neg=1)
    assert counts == wanted


def entropy(*shares):
    "Bits as Java adds them: 0 times the logarithm of 0 is NaN."
    return -sum(NAN if s == 0 else s * math.log2(s) for s in shares)


def two_class_oracle(tp, fn, fp, tn):
    "Every statistic of a 2x2 table, from its description."
    n = tp + fn + fp + tn
    p, r, acc = div(tp, tp + fp), div(tp, tp + fn), div(tp + tn, n)
    ref, resp = div(tp + fn, n), div(tp + fp, n)
    mean = (ref + resp) / 2
    chance, unbiased = ref * resp + (1 - ref) * (1 - resp), mean**2 + (1 - mean) ** 2
    margins = (tp + fn) * (fp + tn) * (tp + fp) * (fn + tn)
    chi = div(n * (tp * tn - fp * fn) ** 2, margins)
    a, b = math.sqrt(tp * tn), math.sqrt(fp * fn)
    return {
        "total": n, "accuracy": acc, "recall": r, "precision": p,
        "rejectionRecall": div(tn, fp + tn), "rejectionPrecision": div(tn, fn + tn),
        "fMeasure": f_measure(1, r, p), "fMeasure(2)": f_measure(2, r, p),
        "fowlkesMallows": div(tp, math.sqrt(p * r) if p * r == p * r else NAN),
        "jaccardCoefficient": div(tp, tp + fp + fn), "yulesQ": div(a * a - b * b, a * a + b * b),
        "yulesY": div(a - b, a + b), "referenceLikelihood": ref, "responseLikelihood": resp,
        "randomAccuracy": chance, "randomAccuracyUnbiased": unbiased,
        "kappa": div(acc - chance, 1 - chance), "kappaUnbiased": div(acc - unbiased, 1 - unbiased),
        "kappaNoPrevalence": 2 * acc - 1, "chiSquared": chi, "phiSquared": div(chi, n),
        "accuracyDeviation": math.sqrt(acc * (1 - acc) / n) if n else NAN,
        "positiveReference": tp + fn, "negativeReference": fp + tn, "positiveResponse": tp + fp,
        "negativeResponse": fn + tn, "correctResponse": tp + tn, "incorrectResponse": fp + fn,
    }  # fmt: skip


def test_two_classes_equal_the_oracle():
    """Every statistic of 300 tables, those with empty cells included."""
    rng = Random(2)
    for _ in range(300):
        cells = [rng.choice([0, 0, 1, 2, 5, 30]) for _ in range(4)]
        found = PrecisionRecallEvaluation(*cells)
        for name, value in two_class_oracle(*cells).items():
            assert near(called(found, name), value, 1e-11 * max(1, abs(value))), (cells, name)


def test_cases_are_added_one_by_one():
    """addCase fills the cells that the constructor names."""
    table = PrecisionRecallEvaluation()
    for reference, response, times in ((1, 1, 3), (1, 0, 2), (0, 1, 1), (0, 0, 4)):
        for _ in range(times):
            table.addCase(reference, response)
    assert str(table) == str(PrecisionRecallEvaluation(3, 2, 1, 4))
    assert type(table.truePositive()) is int and type(table.recall()) is float


def matrix_oracle(rows):
    "Every statistic of a table of classes, from its description."
    k, n = len(rows), sum(map(sum, rows))
    true, called_ = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    ref, resp = [t / n for t in true], [c / n for c in called_]
    acc = sum(rows[i][i] for i in range(k)) / n
    chance = sum(a * b for a, b in zip(ref, resp, strict=True))
    unbiased = sum(((a + b) / 2) ** 2 for a, b in zip(ref, resp, strict=True))
    cells = [(rows[i][j], true[i] * called_[j] / n) for i in range(k) for j in range(k)]
    chi = sum(div((x - e) ** 2, e) for x, e in cells)
    inner = [
        NAN if not true[i] else entropy(*(x / true[i] for x in rows[i] if x)) for i in range(k)
    ]
    best, most = sum(map(max, zip(*rows, strict=True))), max(true)
    best_b, most_b = sum(map(max, rows)), max(called_)
    tables = [(rows[i][i], true[i] - rows[i][i], called_[i] - rows[i][i]) for i in range(k)]
    values = [(div(tp, tp + fp), div(tp, tp + fn)) for tp, fn, fp in tables]
    return {
        "totalCount": n, "totalAccuracy": acc, "randomAccuracy": chance,
        "confidence95": 1.96 * math.sqrt(acc * (1 - acc) / n),
        "confidence99": 2.58 * math.sqrt(acc * (1 - acc) / n),
        "randomAccuracyUnbiased": unbiased, "kappa": div(acc - chance, 1 - chance),
        "kappaUnbiased": div(acc - unbiased, 1 - unbiased), "kappaNoPrevalence": 2 * acc - 1,
        "referenceEntropy": entropy(*ref), "responseEntropy": entropy(*resp),
        "crossEntropy": sum(map(cross, ref, resp)),
        "klDivergence": sum(NAN if not a else cross(a, b) + a * math.log2(a)
                            for a, b in zip(ref, resp, strict=True)),
        "jointEntropy": entropy(*(x / n for x, _ in cells if x)),
        "mutualInformation": sum(x / n * math.log2(x / e) for x, e in cells if x),
        "conditionalEntropy": sum(a * b for a, b in zip(ref, inner, strict=True)),
        "chiSquared": chi, "phiSquared": chi / n, "cramersV": math.sqrt(chi / n / (k - 1)),
        "chiSquaredDegreesOfFreedom": (k - 1) ** 2,
        "lambdaA": div(best - most, n - most), "lambdaB": div(best_b - most_b, n - most_b),
        "macroAvgPrecision": sum(p for p, _ in values) / k,
        "macroAvgRecall": sum(r for _, r in values) / k,
        "macroAvgFMeasure": sum(f_measure(1, r, p) for p, r in values) / k,
        **{f"conditionalEntropy({i})": x for i, x in enumerate(inner)},
    }  # fmt: skip


def cross(share, other):
    "Minus a share times the logarithm of another, as Java has it."
    if not other:
        return math.inf if share else NAN
    return -share * math.log2(other)


def test_matrices_equal_the_oracle():
    """Every statistic of 200 tables of 2 to 5 classes, some with empty rows or columns."""
    rng, empty = Random(3), 0
    for _ in range(200):
        k = rng.randrange(2, 6)
        rows = [[rng.choice([0, 0, 1, 2, 7]) for _ in range(k)] for _ in range(k)]
        if rng.random() < 0.3:
            rows[0] = [0] * k
        if not sum(map(sum, rows)):
            continue
        found = ConfusionMatrix([f"class {i}" for i in range(k)], rows)
        for name, value in matrix_oracle(rows).items():
            assert near(called(found, name), value, 1e-10 * max(1, abs(value))), (rows, name)
        empty += not all(map(sum, rows))
        micro = found.microAverage()
        assert micro.truePositive() == found.totalCorrect()
        assert micro.total() == k * found.totalCount()
    assert empty > 30


def test_matrix_is_filled_by_place_or_name():
    """increment and its kin."""
    matrix = ConfusionMatrix(["a", "b"])
    matrix.increment(0, 1)
    matrix.increment("b", "b")
    matrix.incrementByN(1, 0, 3)
    matrix.incrementByN(0, 0, 0)
    assert matrix.matrix() == [[0, 1], [3, 1]] and matrix.count(1, 0) == 3
    assert [matrix.getIndex(c) for c in ("a", "b", "c")] == [0, 1, -1]
    for wrong in (2, -1, "c"):
        with pytest.raises(ValueError, match="must be"):
            matrix.increment(wrong, 0)
    with pytest.raises(ValueError, match="two or more"):
        ConfusionMatrix(["a"], [[3]]).chiSquared()
    assert "a,0,1" in str(matrix) and "CATEGORY 1=b VS. ALL" in str(matrix)


def test_what_is_printed():
    """toString: areas first; precision at five ranks only where there are fewer than five cases."""
    few, many = (
        scored([(True, 1), (False, 0)], "3.5"),
        scored([(True, -k) for k in range(7)], "3.5"),
    )
    lines = str(few).splitlines()
    assert lines[0] == "  Area Under PR Curve (interpolated)=1.0" and len(lines) == 13
    assert lines[-5:] == [f"  Precision at {n}=NaN" for n in (5, 10, 25, 100, 500)]
    assert "Precision at" not in str(many) and len(str(many).splitlines()) == 8
    later = scored([(True, 1), (False, 0)], "4.1")
    assert str(later).endswith("  Precision at 500=0.002")
    assert print_precision_recall_curve([(0.75, 0.6)]).splitlines() == [
        "  PRECI.   RECALL        F", "0.600000 0.750000 0.666667",
    ]  # fmt: skip


def test_java_names_are_the_same_functions():
    """One table, no second definition."""
    classes = (ScoredPrecisionRecallEvaluation, PrecisionRecallEvaluation, ConfusionMatrix)
    for python, java in JAVA_NAMES.items():
        owners = [c for c in classes if hasattr(c, python)]
        assert owners and all(getattr(c, python) is getattr(c, java) for c in owners), python
    assert len(set(JAVA_NAMES.values())) == len(JAVA_NAMES)
    undocumented = [
        n for c in classes for n in JAVA_NAMES if hasattr(c, n) and not getattr(c, n).__doc__
    ]
    assert undocumented == []


def test_every_quirk_says_what_is_right():
    """Each names its versions, what it does and what is right instead."""
    for name, quirk in QUIRKS.items():
        doc = inspect.getdoc(quirk)
        assert quirk.versions and set(quirk.versions) <= set(VERSIONS), name
        assert len(doc.splitlines()[0]) <= 100 and "Right: " in doc, name


def arithmetic(function):
    "Lines of a function with an arithmetic sign, or a sum of an array."
    signs = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
    sums = {"cumsum", "diff", "dot", "mean", "sum", "prod", "trapezoid", "average"}
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, signs):
            yield node.lineno
        if isinstance(node, ast.Attribute) and node.attr in sums:
            yield node.lineno


def test_no_arithmetic_outside_the_quirks():
    """The façade calls: rates, areas, points and records; only quirks reckon."""
    modules = lingpipe_quirks, lingpipe_tables, lingpipe
    tree = ast.parse("\n".join(map(inspect.getsource, modules)))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    is_quirk = {
        f.name for f in functions if any("_quirk" in ast.unparse(d) for d in f.decorator_list)
    }
    assert {name.lstrip("_") for name in is_quirk} == set(QUIRKS)
    texts = {"_reads", "give"}  # names of methods
    reckoning = {f.name for f in functions if list(arithmetic(f))} - is_quirk - texts
    # rows * columns of an empty table, and Java's names, are lists and words
    assert reckoning <= {"__init__", "_with_java_names"}


def test_reader_of_arithmetic_is_not_blind():
    """It finds a sign and a sum."""
    for text in ("def f(a): return a + 1", "def f(a): return a.sum()", "def f(a):\n a -= 1"):
        assert list(arithmetic(ast.parse(text)))


@pytest.mark.parametrize("case", [("no", 0.5), (0.5, True), (None, 1), (True, "0.9"), (True, None)])
def test_nothing_is_read_as_a_label_or_a_score(case):
    """Text and exchanged arguments are refused, not cast."""
    with pytest.raises(ValueError, match="must be True or False|must be a real number"):
        ScoredPrecisionRecallEvaluation("4.1").add_case(*case)
