"""Slow answers straight from the definitions: the oracles of the tests.

A ranking is a list of blocks, best first; a block is a pair (positives, negatives) that share
one score. Counts are Fractions, so every result without a logarithm is exact.
"""

from fractions import Fraction
from itertools import combinations, product
from statistics import mean, median
from types import SimpleNamespace

import mpmath

DIGITS = 50


# Counting


def cells(y_true, y_score, weight=None):
    "Score, positives and negatives at every distinct score, best first."
    weight = [1] * len(y_true) if weight is None else weight
    count = {}
    for label, score, w in zip(y_true, y_score, weight, strict=True):
        pair = count.setdefault(score, [Fraction(0), Fraction(0)])
        pair[0 if label else 1] += Fraction(w)
    return [(score, *count[score]) for score in sorted(count, reverse=True) if any(count[score])]


def blocks(y_true, y_score, weight=None):
    "The ranking of some rows, as (positives, negatives) per distinct score."
    return [(pos, neg) for _, pos, neg in cells(y_true, y_score, weight)]


def table_at(y_true, y_score, threshold, weight=None):
    "The two-by-two table of the rule score >= threshold, row by row."
    weight = [1] * len(y_true) if weight is None else weight
    table = dict.fromkeys(("tp", "fp", "fn", "tn"), Fraction(0))
    for label, score, w in zip(y_true, y_score, weight, strict=True):
        table[("tn", "fn", "fp", "tp")[2 * (score >= threshold) + bool(label)]] += Fraction(w)
    return SimpleNamespace(**table)


def totals(ranking):
    "Total positives and total negatives."
    return sum(Fraction(p) for p, _ in ranking), sum(Fraction(n) for _, n in ranking)


def steps(ranking):
    "(true positives, false positives) at every threshold, from the empty prediction on."
    tp = fp = Fraction(0)
    found = [(tp, fp)]
    for pos, neg in ranking:
        tp, fp = tp + pos, fp + neg
        found.append((tp, fp))
    return found


def tables(ranking):
    "The two-by-two table at every threshold, best first."
    total_pos, total_neg = totals(ranking)
    return [
        SimpleNamespace(tp=tp, fp=fp, fn=total_pos - tp, tn=total_neg - fp)
        for tp, fp in steps(ranking)[1:]
    ]


def rows(ranking):
    "Labels and scores of single items that give this ranking."
    pairs = [
        (label, -rank)
        for rank, (pos, neg) in enumerate(ranking)
        for label in [1] * int(pos) + [0] * int(neg)
    ]
    return [label for label, _ in pairs], [score for _, score in pairs]


# Rates


RATE = {
    "precision": (lambda c: c.tp, lambda c: c.tp + c.fp),
    "recall": (lambda c: c.tp, lambda c: c.tp + c.fn),
    "specificity": (lambda c: c.tn, lambda c: c.tn + c.fp),
    "false_positive_rate": (lambda c: c.fp, lambda c: c.fp + c.tn),
    "false_negative_rate": (lambda c: c.fn, lambda c: c.fn + c.tp),
    "false_discovery_rate": (lambda c: c.fp, lambda c: c.fp + c.tp),
    "false_omission_rate": (lambda c: c.fn, lambda c: c.fn + c.tn),
    "negative_predictive_value": (lambda c: c.tn, lambda c: c.tn + c.fn),
    "accuracy": (lambda c: c.tp + c.tn, lambda c: c.tp + c.fp + c.fn + c.tn),
    "predicted_positive_rate": (lambda c: c.tp + c.fp, lambda c: c.tp + c.fp + c.fn + c.tn),
    "jaccard": (lambda c: c.tp, lambda c: c.tp + c.fp + c.fn),
    "f1": (lambda c: 2 * c.tp, lambda c: 2 * c.tp + c.fp + c.fn),
}


def rate(name, table):
    "A rate of one table as a Fraction, None for 0 / 0."
    part, whole = (Fraction(f(table)) for f in RATE[name])
    return part / whole if whole else None


def f_beta(beta, table):
    "The F measure of one table as a Fraction, None for 0 / 0."
    square = Fraction(beta) ** 2
    whole = (1 + square) * table.tp + square * table.fn + table.fp
    return (1 + square) * table.tp / whole if whole else None


# Areas


def average_precision(ranking):
    "Sum over thresholds of gained recall times precision."
    total_pos, _ = totals(ranking)
    path = steps(ranking)
    return sum(
        (after[0] - before[0]) / total_pos * after[0] / sum(after)
        for before, after in zip(path, path[1:], strict=False)
    )


def trapezoid(ranking):
    "Area under the straight lines through (0, 1) and every point (recall, precision)."
    total_pos, _ = totals(ranking)
    points = [(Fraction(0), Fraction(1))]
    points += [(tp / total_pos, tp / (tp + fp)) for tp, fp in steps(ranking)[1:]]
    return sum(
        (x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False)
    )


def roc_area(ranking):
    "Share of (positive, negative) pairs in the right order, a tie counting half."
    total_pos, total_neg = totals(ranking)
    won = sum(
        pos * neg * (Fraction(1, 2) if i == j else int(i < j))
        for i, (pos, _) in enumerate(ranking)
        for j, (_, neg) in enumerate(ranking)
    )
    return Fraction(won) / (total_pos * total_neg)


def path_by_quadrature(ranking):
    "Precision integrated over recall while both counts move straight from block to block."
    total_pos, _ = totals(ranking)
    area = mpmath.mpf(0)
    path = steps(ranking)
    for (t0, f0), (t1, f1) in zip(path, path[1:], strict=False):
        if t1 > t0:
            ends = [exact(t0), exact(t1)]
            area += mpmath.quad(lambda t, s=(t0, f0, t1, f1): precision_on(t, *s), ends)
    return area / exact(total_pos)


def precision_on(t, t0, f0, t1, f1):
    "Precision where t true positives are met on the segment from (t0, f0) to (t1, f1)."
    return t / (t + exact(f0) + (t - exact(t0)) * exact((f1 - f0) / (t1 - t0)))


def path_terms(ranking):
    "The same area as an exact rational and a list of (coefficient, argument of a logarithm)."
    total_pos, _ = totals(ranking)
    rational, logs = Fraction(0), []
    path = steps(ranking)
    for (t0, f0), (t1, f1) in zip(path, path[1:], strict=False):
        if t1 == t0:
            continue
        slope = 1 + (f1 - f0) / (t1 - t0)
        offset = (t0 + f0) - slope * t0
        rational += (t1 - t0) / (slope * total_pos)
        if offset:
            logs.append((-offset / (slope**2 * total_pos), (t1 + f1) / (t0 + f0)))
    return rational, logs


def path_area(ranking):
    "The Davis-Goadrich area to fifty digits."
    rational, logs = path_terms(ranking)
    with mpmath.workdps(DIGITS):
        terms = (exact(c) * mpmath.log(exact(argument)) for c, argument in logs)
        return exact(rational) + sum(terms, mpmath.mpf(0))


def points(ranking):
    "(recall, precision) at every threshold."
    total_pos, _ = totals(ranking)
    return [(tp / total_pos, tp / (tp + fp)) for tp, fp in steps(ranking)[1:]]


def under_lines(vertices):
    "Area under straight lines through vertices (x, y)."
    return sum(
        (x1 - x0) * (y0 + y1) / 2
        for (x0, y0), (x1, y1) in zip(vertices, vertices[1:], strict=False)
    )


def left_step(ranking):
    "Sum over thresholds of gained recall times the precision before; 1 before the first."
    found = [(Fraction(0), Fraction(1)), *points(ranking)]
    return sum((x1 - x0) * y0 for (x0, y0), (x1, _) in zip(found, found[1:], strict=False))


def first_point_trapezoid(ranking):
    "Area under straight lines from (0, first precision)."
    found = points(ranking)
    return under_lines([(Fraction(0), found[0][1]), *found])


def by_recall(found):
    "The precisions at each recall, recalls rising."
    at = {}
    for x, y in found:
        at.setdefault(x, []).append(y)
    return sorted(at.items())


def lower_trapezoid(ranking):
    "Per recall, lines leave from its least precision and arrive at its greatest."
    levels = by_recall([(Fraction(0), Fraction(1)), *points(ranking)])
    return sum(
        (x1 - x0) * (min(before) + max(after)) / 2
        for (x0, before), (x1, after) in zip(levels, levels[1:], strict=False)
    )


def upper_trapezoid(ranking):
    "Area under straight lines through the greatest precision of each recall, (0, 1) included."
    return under_lines(
        [(x, max(y)) for x, y in by_recall([(Fraction(0), Fraction(1)), *points(ranking)])]
    )


def interpolated(ranking):
    "Gained recall times the greatest precision at that recall or above."
    found = points(ranking)
    recalls = [Fraction(0), *(x for x, _ in found)]
    return sum(
        (x1 - x0) * max(y for x, y in found if x >= x1)
        for x0, x1 in zip(recalls, recalls[1:], strict=False)
    )


def eleven_point(ranking, reached=Fraction(1)):
    "Mean of the greatest precision at recall >= 0, .1, ... 1; recalls end at `reached`."
    found = [(x * reached, y) for x, y in points(ranking)]
    levels = [Fraction(k, 10) for k in range(11)]
    return (
        sum(max((y for x, y in found if x >= level), default=Fraction(0)) for level in levels) / 11
    )


def auc_calculator(ranking):
    "Points with a positive, filled up one positive at a time; flat from recall 0 to the first."
    if any(Fraction(x).denominator != 1 for block in ranking for x in block):
        return float("nan")
    total_pos, _ = totals(ranking)
    kept = [point for point in steps(ranking) if point[0] > 0]
    first_tp, first_fp = kept[0]
    kept = [(Fraction(1), first_fp / first_tp), *kept]
    filled = []
    for (t0, f0), (t1, f1) in zip(kept, kept[1:], strict=False):
        for k in range(int(t1 - t0)):
            filled.append((t0 + k, f0 + k * (f1 - f0) / (t1 - t0)))
        filled.append((t1, f1))
    vertices = [(t / total_pos, t / (t + f)) for t, f in filled]
    return vertices[0][0] * vertices[0][1] + under_lines(vertices)


def interpolated_path(aggregate):
    "The path area through one precision per positive recall, flat up to the first."

    def area(ranking):
        total_pos, _ = totals(ranking)
        before, blocks_of_levels = (Fraction(0), Fraction(0)), []
        for x, y in by_recall(points(ranking)):
            if x:
                p, t = Fraction(aggregate(y)), x * total_pos
                after = (t, t * (1 - p) / p)
                blocks_of_levels.append((after[0] - before[0], after[1] - before[1]))
                before = after
        return path_area(blocks_of_levels)

    return area


def prg_area(ranking, missed=(0, 0)):
    "Trapezoids in gain space over recall gain 0 to 1, cut where true positives reach P P / n."
    total_pos, total_neg = (a + b for a, b in zip(totals(ranking), missed, strict=True))
    start = total_pos * total_pos / (total_pos + total_neg)
    vertices = []
    path = steps(ranking)
    for (t0, f0), (t1, f1) in zip(path, path[1:], strict=False):
        if t1 > start >= t0:
            vertices.append((start, f0 + (start - t0) / (t1 - t0) * (f1 - f0)))
        if t1 > start:
            vertices.append((t1, f1))
    odds = total_pos / total_neg
    return under_lines([(1 - odds * (total_pos - t) / t, 1 - odds * f / t) for t, f in vertices])


AREA = {
    "average_precision": average_precision,
    "trapezoid": trapezoid,
    "roc_auc": roc_area,
    "davis_goadrich": path_area,
    "left_step": left_step,
    "first_point_trapezoid": first_point_trapezoid,
    "upper_trapezoid": upper_trapezoid,
    "interpolated": interpolated,
    "eleven_point": eleven_point,
    "auc_calculator": auc_calculator,
    "interpolated_max": interpolated_path(max),
    "interpolated_mean": interpolated_path(mean),
    "interpolated_median": interpolated_path(median),
    "interpolated_min": interpolated_path(min),
    "prg_area": prg_area,
}

LOGARITHMS = {"davis_goadrich", *(f"interpolated_{a}" for a in ("max", "mean", "median", "min"))}
EXACT = [name for name in AREA if name not in LOGARITHMS]  # Fractions in, Fractions out
BOTH_CLASSES = {"roc_auc", "prg_area"}  # undefined unless both classes are there
WHOLE_ITEMS = {"auc_calculator"}  # undefined for parts of items
NOT_ONE = {f"interpolated_{a}" for a in ("mean", "median", "min")}  # of a perfect ranking
NO_FLOOR = {"prg_area"}


# Minima


def ap_min(n_pos, n_neg):
    "Least average precision: the mean of i / (i + N) over i = 1 .. P."
    return sum(Fraction(i, i + n_neg) for i in range(1, n_pos + 1)) / n_pos


def ap_min_large(n_pos, n_neg):
    "The same by digamma to fifty digits, for counts too large to add up."
    with mpmath.workdps(DIGITS + 30):
        gain = mpmath.digamma(n_pos + n_neg + 1) - mpmath.digamma(n_neg + 1)
        return 1 - mpmath.mpf(n_neg) / n_pos * gain


def aucpr_min(prevalence):
    "Area under the minimum curve, 1 + (1 - x) ln(1 - x) / x, far beyond double precision."
    with mpmath.workdps(400):
        x = exact(Fraction(prevalence))
        if x in (0, 1):
            return x
        return 1 + (1 - x) * mpmath.log(1 - x) / x


def exact(fraction):
    "A Fraction as a number with many digits."
    return mpmath.mpf(fraction.numerator) / fraction.denominator


def chance_ap(n_pos, n_neg):
    "Mean average precision of a random ranking without ties, by its closed form."
    n = n_pos + n_neg
    prevalence = Fraction(n_pos, n)
    if n == 1:
        return prevalence
    harmonic = sum(Fraction(1, k) for k in range(1, n + 1))
    return prevalence + (1 - prevalence) * (harmonic - 1) / (n - 1)


def chance_path(n_pos, n_neg):
    """Mean path area of a random ranking without ties.

    A positive at rank s + 1 adds 1 - F ln((s + 1) / s), where F of the s items above it are
    negative, on average s N / (n - 1); the logarithms add up to n ln n - ln n!.
    """
    n = n_pos + n_neg
    if n_neg == 0:
        return mpmath.mpf(1)
    with mpmath.workdps(DIGITS):
        spread = n * mpmath.log(n) - mpmath.log(mpmath.factorial(n))
        return 1 - mpmath.mpf(n_neg) / (n * (n - 1)) * spread


# Every ranking


def rankings(n_pos, n_neg):
    "Every order of single items, as a list of blocks."
    n = n_pos + n_neg
    for places in combinations(range(n), n_pos):
        yield [(1, 0) if i in places else (0, 1) for i in range(n)]


def weak_orders(n_pos, n_neg):
    "Every order in which items may also share a score."
    if n_pos == n_neg == 0:
        yield []
    for pos, neg in product(range(n_pos + 1), range(n_neg + 1)):
        if pos or neg:
            for rest in weak_orders(n_pos - pos, n_neg - neg):
                yield [(pos, neg), *rest]


def classes(size):
    "Every (positives, negatives) with this many items."
    return [(n_pos, size - n_pos) for n_pos in range(size + 1)]


def mean_over_rankings(area, n_pos, n_neg):
    "Mean of an area over every order without ties."
    values = [area(ranking) for ranking in rankings(n_pos, n_neg)]
    return sum(values) / len(values)


def extremes(area, n_pos, n_neg):
    "Least and greatest value of an area over every order, ties allowed."
    values = [area(ranking) for ranking in weak_orders(n_pos, n_neg)]
    return min(values), max(values)


def small_tables(most):
    "Every two-by-two table with cells from 0 to `most`."
    for tp, fp, fn, tn in product(range(most + 1), repeat=4):
        yield SimpleNamespace(tp=tp, fp=fp, fn=fn, tn=tn)
