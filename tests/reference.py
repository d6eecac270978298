"""Slow answers straight from the definitions: the oracles of the tests.

A ranking is a list of blocks, best first; a block is a pair (positives, negatives) that share
one score. Counts are Fractions, so every result without a logarithm is exact.
"""

from fractions import Fraction
from itertools import combinations, product
from math import inf, log2, sqrt
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
    "error_rate": (lambda c: c.fp + c.fn, lambda c: c.tp + c.fp + c.fn + c.tn),
    "base_rate": (lambda c: c.tp + c.fn, lambda c: c.tp + c.fp + c.fn + c.tn),
    "predicted_positive_rate": (lambda c: c.tp + c.fp, lambda c: c.tp + c.fp + c.fn + c.tn),
    "predicted_negative_rate": (lambda c: c.fn + c.tn, lambda c: c.tp + c.fp + c.fn + c.tn),
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


# Curves


def over(part, whole):
    "A share as a Fraction, None where the whole is zero."
    return Fraction(part) / Fraction(whole) if whole else None


def gain(rate_of_table, table):
    "A rate rescaled as Flach and Kull do: (rate - prevalence) / ((1 - prevalence) rate)."
    if table.tp == 0 or table.fp + table.tn == 0:
        return None
    prevalence = over(table.tp + table.fn, table.tp + table.fp + table.fn + table.tn)
    return (rate_of_table - prevalence) / ((1 - prevalence) * rate_of_table)


def youden(table):
    "Recall plus specificity minus one."
    both = rate("recall", table), rate("specificity", table)
    return None if None in both else sum(both) - 1


AXIS = {
    "lift": lambda c: over(c.tp * (c.tp + c.fp + c.fn + c.tn), (c.tp + c.fp) * (c.tp + c.fn)),
    "predicted_negative_rate": lambda c: over(c.fn + c.tn, c.tp + c.fp + c.fn + c.tn),
    "youden_index": youden,
    "recall_gain": lambda c: gain(rate("recall", c), c),
    "precision_gain": lambda c: gain(rate("precision", c), c),
}


def axis(name, table):
    "A coordinate of a curve as a Fraction, None where it is undefined."
    return AXIS[name](table) if name in AXIS else rate(name, table)


def area_below(x, y):
    "Area below straight lines through points with a rising first coordinate."
    points = list(zip(x, y, strict=True))
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in zip(points, points[1:], strict=False))


def hull_vertices(ranking):
    "Steps (tp, fp), the empty one first, that a straight line between two others never reaches."
    path = steps(ranking)
    return [path[0], *(c for c in path[1:-1] if not _beaten(c, path)), *path[1:][-1:]]


def _beaten(c, path):
    "Whether some chord between a point at the left and one at the right passes above or through."
    left = [a for a in path if a[0] <= c[0] and a[1] <= c[1] and a != c]
    right = [b for b in path if b[0] >= c[0] and b[1] >= c[1] and b != c]
    return any(
        (b[0] - a[0]) * (c[1] - a[1]) >= (c[0] - a[0]) * (b[1] - a[1]) for a in left for b in right
    )


# Associations: textbook forms of a K x K table (rows true) of Fractions; 0 / 0 raises


def margins(table):
    "Row sums, column sums and the total."
    rows, columns = (
        [sum(row) for row in table],
        [sum(column) for column in zip(*table, strict=True)],
    )
    return rows, columns, sum(rows)


def agreement(table):
    "Share of items on the diagonal."
    return sum(table[k][k] for k in range(len(table))) / margins(table)[2]


def luck(table):
    "Agreement of independent calls with the same shares."
    rows, columns, n = margins(table)
    return sum(r / n * (c / n) for r, c in zip(rows, columns, strict=True))


def mean_luck(table):
    "Agreement of independent calls with the mean shares of both sides."
    rows, columns, n = margins(table)
    return sum(((r + c) / (2 * n)) ** 2 for r, c in zip(rows, columns, strict=True))


def above(agreed, lucky):
    "What agreement is above luck, as a share of what it could be."
    return (agreed - lucky) / (1 - lucky)


def correlation(table):
    "Covariance of the class indicators over the root of both variances, item by item."
    rows, columns, n = margins(table)
    labels = range(len(table))
    shared = sum(table[k][k] / n - rows[k] / n * (columns[k] / n) for k in labels)
    variances = [sum(m / n * (1 - m / n) for m in side) for side in (rows, columns)]
    return float(shared / variances[0]) * sqrt(variances[0] / variances[1])


def chi_square(table):
    "Squared deviation from the expected cell over the expected cell."
    rows, columns, n = margins(table)
    cells = [(table[i][j], r * c / n) for i, r in enumerate(rows) for j, c in enumerate(columns)]
    return sum((seen - expected) ** 2 / expected for seen, expected in cells)


def bits(pairs):
    "Sum of share times log2 of an inverse share, given as (share, part, whole)."
    terms = [(share, part, whole) for share, part, whole in pairs if share]
    if any(not part for _, part, _ in terms):
        return inf
    return sum(float(share) * (log2(whole) - log2(part)) for share, part, whole in terms)


def entropies(table):
    "Every entropy of a table, by name."
    rows, columns, n = margins(table)
    cells = [(i, j, x) for i, row in enumerate(table) for j, x in enumerate(row)]
    reference = bits((r / n, r, n) for r in rows)
    response = bits((c / n, c, n) for c in columns)
    cross = bits((r / n, c, n) for r, c in zip(rows, columns, strict=True))
    joint = bits((x / n, x, n) for _, _, x in cells)
    return {
        "reference_entropy": reference,
        "response_entropy": response,
        "cross_entropy": cross,
        "joint_entropy": joint,
        "conditional_entropy": joint - reference,
        "kl_divergence": cross - reference,
        "mutual_information": reference + response - joint,
    }


def errors_saved(table):
    "Share of errors in guessing the column that knowing the row saves."
    _, columns, n = margins(table)
    blind, told = n - max(columns), sum(sum(row) - max(row) for row in table)
    return (blind - told) / blind


def transposed(table):
    "Rows and columns exchanged."
    return [list(column) for column in zip(*table, strict=True)]


def cost_saved(table, power):
    "Mean cost of an error less than by chance, as a share; its cost is its distance to a power."
    rows, columns, n = margins(table)
    places = [(i, j) for i in range(len(table)) for j in range(len(table))]
    seen = sum(abs(i - j) ** power * Fraction(table[i][j]) / n for i, j in places)
    luck_ = sum(abs(i - j) ** power * Fraction(rows[i]) / n * columns[j] / n for i, j in places)
    return 1 - seen / luck_


CLASSES = {
    "observed_agreement": agreement,
    "random_accuracy": luck,
    "random_accuracy_unbiased": mean_luck,
    "cohen_kappa": lambda t: above(agreement(t), luck(t)),
    "linear_weighted_kappa": lambda t: cost_saved(t, 1),
    "quadratic_weighted_kappa": lambda t: cost_saved(t, 2),
    "scott_pi": lambda t: above(agreement(t), mean_luck(t)),
    "bennett_s": lambda t: above(agreement(t), Fraction(1, len(t))),
    "kappa_no_prevalence": lambda t: 2 * agreement(t) - 1,
    "accuracy_deviation": lambda t: sqrt(agreement(t) * (1 - agreement(t)) / margins(t)[2]),
    "matthews_correlation": correlation,
    "chi_square": chi_square,
    "phi_square": lambda t: chi_square(t) / margins(t)[2],
    "cramers_v": lambda t: sqrt(chi_square(t) / margins(t)[2] / (len(t) - 1)),
    "lambda_reference": lambda t: errors_saved(transposed(t)),
    "lambda_response": errors_saved,
} | {
    name: lambda t, name=name: entropies(t)[name]
    for name in (
        "reference_entropy",
        "response_entropy",
        "cross_entropy",
        "joint_entropy",
        "conditional_entropy",
        "kl_divergence",
        "mutual_information",
    )
}


def shares(c):
    "Recall, specificity, precision and negative predictive value, those that exist."
    names = ("recall", "specificity", "precision", "negative_predictive_value")
    return SimpleNamespace(**{name: rate(name, c) for name in names})


def given(function):
    "A formula on those four rates; an absent one is 0 / 0."

    def value(c):
        try:
            return function(shares(c))
        except TypeError as absent:
            raise ZeroDivisionError from absent

    return value


def gilbert(c):
    "Hits above chance over all that is positive or called so, above chance."
    lucky = (c.tp + c.fn) * (c.tp + c.fp) / (c.tp + c.fp + c.fn + c.tn)
    return (c.tp - lucky) / (c.tp + c.fp + c.fn - lucky)


def yules(c, power):
    "The odds ratio in the form (a - b) / (a + b)."
    a, b = c.tp * c.tn, c.fp * c.fn
    if power != 1:
        a, b = sqrt(a), sqrt(b)
    if a + b == 0:
        raise ZeroDivisionError
    return (a - b) / (a + b)


TWO = {
    "informedness": given(lambda s: s.recall + s.specificity - 1),
    "markedness": given(lambda s: s.precision + s.negative_predictive_value - 1),
    "balanced_accuracy": given(lambda s: (s.recall + s.specificity) / 2),
    "geometric_mean": given(lambda s: sqrt(s.recall * s.specificity)),
    "fowlkes_mallows": given(lambda s: sqrt(s.precision * s.recall)),
    "positive_likelihood_ratio": given(lambda s: s.recall / (1 - s.specificity)),
    "negative_likelihood_ratio": given(lambda s: (1 - s.recall) / s.specificity),
    "diagnostic_odds_ratio": lambda c: c.tp / c.fp * (c.tn / c.fn),
    "yules_q": lambda c: yules(c, 1),
    "yules_y": lambda c: yules(c, Fraction(1, 2)),
    "lift": lambda c: c.tp / (c.tp + c.fp) / ((c.tp + c.fn) / (c.tp + c.fp + c.fn + c.tn)),
    "frequency_bias": lambda c: (c.tp + c.fp) / (c.tp + c.fn),
    "gilbert_skill_score": gilbert,
    "p4": lambda c: (
        4 / (4 + (c.fp + c.fn) / c.tp + (c.fp + c.fn) / c.tn)
        if c.tp and c.tn
        else 0 * c.tp / ((c.tp + c.tn) * (c.fp + c.fn))
    ),
    "prevalence_threshold": given(
        lambda s: sqrt(1 - s.specificity) / (sqrt(s.recall) + sqrt(1 - s.specificity))
    ),
}


def association(name, c):
    "The value of a 2 x 2 table, None for 0 / 0."
    c = SimpleNamespace(**{k: Fraction(v) for k, v in vars(c).items()})
    try:
        return TWO[name](c) if name in TWO else CLASSES[name]([[c.tn, c.fp], [c.fn, c.tp]])
    except ZeroDivisionError:
        return None


def of_classes(name, table):
    "The value of a K x K table, None for 0 / 0."
    try:
        return CLASSES[name]([[Fraction(x) for x in row] for row in table])
    except ZeroDivisionError:
        return None


def tables_of(n):
    "Every two-by-two table of n items."
    for tp, fp, fn in product(range(n + 1), repeat=3):
        if tp + fp + fn <= n:
            yield SimpleNamespace(tp=tp, fp=fp, fn=fn, tn=n - tp - fp - fn)


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


def nearest_topleft(ranking):
    "Least squared distance of the ROC points from (0, 1), from the empty prediction on."
    total_pos, total_neg = totals(ranking)
    if not total_pos or not total_neg:
        return None
    return min((1 - tp / total_pos) ** 2 + (fp / total_neg) ** 2 for tp, fp in steps(ranking))


def nearest_topright(ranking):
    "Least squared distance of recall and precision from (1, 1) over the thresholds."
    total_pos, _ = totals(ranking)
    pairs = [(tp / total_pos, tp / (tp + fp)) for tp, fp in steps(ranking)[1:] if total_pos]
    return min(((1 - r) ** 2 + (1 - p) ** 2 for r, p in pairs), default=None)


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
    "closest_topleft": (nearest_topleft, False),
    "closest_topright": (nearest_topright, False),
    "cost_1_1": (lambda c: least_cost(c, 1, 1), False),
}
