"""Slow answers straight from the definitions: the oracles of the tests.

A ranking is a list of blocks, best first; a block is a pair (positives, negatives) that share
one score. Counts are Fractions, so every result without a logarithm is exact.
"""

from fractions import Fraction
from itertools import combinations, product
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


AREA = {
    "average_precision": average_precision,
    "trapezoid": trapezoid,
    "roc_auc": roc_area,
    "davis_goadrich": path_area,
}


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


# Points


def singles(ranking):
    "Labels of the items of a ranking without ties, best first."
    return [int(pos) for pos, neg in ranking for _ in range(int(pos + neg))]


def tie_breaks(ranking):
    "Every ranking of single items that a ranking with ties can become, equally often."
    heads = [[]]
    for pos, neg in ranking:
        size = int(pos + neg)
        inner = [
            [(1, 0) if i in places else (0, 1) for i in range(size)]
            for places in combinations(range(size), int(pos))
        ]
        heads = [head + tail for head in heads for tail in inner]
    return heads


def hits(ranking, rank):
    "Positives among the first items of a ranking without ties; part of an item in part."
    labels = singles(ranking)
    whole = min(int(rank), len(labels))
    part = Fraction(rank) - int(rank) if whole < len(labels) else 0
    return sum(labels[:whole]) + (part * labels[whole] if part else 0)


def precision_at(ranking, rank):
    "Positives among the first items, over the rank."
    return Fraction(hits(ranking, rank)) / rank


def recall_at(ranking, rank):
    "Positives among the first items, over all positives."
    total_pos, _ = totals(ranking)
    return hits(ranking, rank) / total_pos if total_pos else None


def lift_at(ranking, share):
    "Precision in the best share, over the prevalence."
    total_pos, total_neg = totals(ranking)
    if not total_pos:
        return None
    rank = share * (total_pos + total_neg)
    return Fraction(hits(ranking, rank)) / rank / (total_pos / (total_pos + total_neg))


def r_precision(ranking):
    "Precision at the rank that equals the number of positives."
    total_pos, _ = totals(ranking)
    return precision_at(ranking, int(total_pos)) if total_pos else None


def reciprocal_rank(ranking):
    "One over the rank of the first positive of a ranking without ties."
    labels = singles(ranking)
    return Fraction(1, labels.index(1) + 1) if 1 in labels else None


def break_even(ranking):
    "Precision where as many items are called positive as are positive, at a threshold."
    total_pos, _ = totals(ranking)
    met = [tp / total_pos for tp, fp in steps(ranking)[1:] if tp + fp == total_pos and total_pos]
    return met[0] if met else None


def break_even_steps(ranking):
    "Where the diagonal meets the step curve of maxima to the right, found corner by corner."
    total_pos, _ = totals(ranking)
    if not total_pos:
        return None
    points = [(tp / total_pos, tp / (tp + fp)) for tp, fp in steps(ranking)[1:]]
    places = {r for r, _ in points} | {p for _, p in points} | {Fraction(0)}
    return max(x for x in places if max((p for r, p in points if r >= x), default=0) >= x)


def best_rate(ranking, value, held=None, level=0):
    "Greatest value over thresholds where another rate is held; None if there is none."
    kept = [t for t in tables(ranking) if held is None or (rate(held, t) or 0) >= level]
    values = [value(t) for t in kept]
    return max((v for v in values if v is not None), default=None)


def recall_at_precision(ranking, level):
    "Greatest recall over thresholds that hold the precision."
    return best_rate(ranking, lambda t: rate("recall", t), "precision", level)


def precision_at_recall(ranking, level):
    "Greatest precision over thresholds that hold the recall."
    total_pos, _ = totals(ranking)
    if not total_pos:
        return None
    return best_rate(ranking, lambda t: rate("precision", t), "recall", level)


def ks(ranking):
    "Greatest true-positive rate less false-positive rate, from the empty prediction on."
    total_pos, total_neg = totals(ranking)
    if not total_pos or not total_neg:
        return None
    return max(tp / total_pos - fp / total_neg for tp, fp in steps(ranking))


def equal_error_rate(ranking):
    "False-positive rate where the straight pieces of the ROC curve meet the other diagonal."
    total_pos, total_neg = totals(ranking)
    if not total_pos or not total_neg:
        return None
    corners = [(fp / total_neg, tp / total_pos) for tp, fp in steps(ranking)]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:], strict=False):
        if x0 + y0 <= 1 <= x1 + y1:
            return x0 + (1 - x0 - y0) / (x1 - x0 + y1 - y0) * (x1 - x0)
    raise AssertionError("a ROC curve from (0, 0) to (1, 1) meets the falling diagonal")


def least_cost(ranking, cost_fp, cost_fn):
    "Least mean cost per item, from the empty prediction on."
    total_pos, total_neg = totals(ranking)
    if not ranking:
        return None
    costs = [cost_fp * fp + cost_fn * (total_pos - tp) for tp, fp in steps(ranking)]
    return min(costs) / (total_pos + total_neg)


# By name of the row; the flag: is the value with ties a mean over tie-breaks?
TENTH = Fraction(1, 10)
POINT = {
    "precision_at_5": (lambda c: precision_at(c, 5), True),
    "precision_at_10": (lambda c: precision_at(c, 10), True),
    "recall_at_10": (lambda c: recall_at(c, 10), True),
    "lift_at_0.1": (lambda c: lift_at(c, TENTH), True),
    "r_precision": (r_precision, True),
    "reciprocal_rank": (reciprocal_rank, True),
    "break_even_observed": (break_even, False),
    "break_even_interpolated": (break_even_steps, False),
    "break_even_davis_goadrich": (r_precision, True),
    "best_f1": (lambda c: best_rate(c, lambda t: f_beta(1, t)), False),
    "recall_at_precision_0.9": (lambda c: recall_at_precision(c, 9 * TENTH), False),
    "precision_at_recall_0.9": (lambda c: precision_at_recall(c, 9 * TENTH), False),
    "ks": (ks, False),
    "equal_error_rate": (equal_error_rate, False),
    "cost_1_1": (lambda c: least_cost(c, 1, 1), False),
}
