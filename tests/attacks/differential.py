"""Many random inputs beside other programs and beside Fractions: `make fuzz`.

    python -m tests.attacks.differential                20,000 inputs; rewrites differential.csv
    python -m tests.attacks.differential --inputs 300 --peers oracle

Inputs have ties, weights of several kinds, one class or two, and scores that are tiny, huge or
neighbors among the floats. Where a program means something else on purpose, its meaning is
computed here from its rule, and compared; nothing is left out. Programs that are not installed are
named at the end. PRROC and other published values: tests/golden, through `published`.
"""

import argparse
import json
import math
import os
import sys
import warnings
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np

import prspace as pr
from tests import reference
from tests.attacks.tally import write

FIELDS = ("peer", "quantity", "inputs", "worst difference", "allowed")
ALLOWED = 1e-12
SINGLE = 2e-6  # torchmetrics computes in float32


def draw(rng):
    """Labels, scores and weights (or None) of one input."""
    n = int(rng.integers(1, 40))
    labels = rng.integers(0, 2, n)
    if n > 1 and rng.random() < 0.9:
        labels[:2] = 0, 1
    kind = int(rng.integers(6))
    if kind == 0:
        scores = rng.integers(0, rng.integers(1, 12) + 1, n).astype(float)
    elif kind == 1:
        scores = rng.random(n)
    elif kind == 2:
        scores = rng.integers(0, 6, n) * 5e-324
    elif kind == 3:
        scores = rng.choice([-1e308, -1e300, 0.0, -0.0, 1e-300, 1e300, 1.7e308], n)
    elif kind == 4:
        scores = 1 + rng.integers(0, 5, n) * np.finfo(float).eps
    else:
        scores = rng.normal(size=n).round(1)
    weights = [None, rng.integers(0, 5, n), rng.random(n) + 0.01, 10.0 ** rng.integers(-9, 9, n)]
    weight = weights[int(rng.integers(4))]
    if weight is not None and not weight.any():
        weight = None
    return labels, scores, weight


class Differences:
    """Inputs and the worst difference, by peer and quantity."""

    def __init__(self):
        self.found, self.examples, self.allowed = defaultdict(lambda: [0, 0.0]), {}, {}

    def room(self, key):
        """What is allowed of a peer and quantity."""
        return self.allowed.get(key, SINGLE if key[0] == "torchmetrics" else ALLOWED)

    def add(self, peer, quantity, ours, theirs, shown=None):
        """Compare two numbers or arrays; NaN beside NaN is no difference, None means NaN."""
        ours, theirs = (
            np.atleast_1d(np.asarray(math.nan if x is None else x, float)) for x in (ours, theirs)
        )
        row = self.found[peer, quantity]
        row[0] += 1
        if ours.shape != theirs.shape or (np.isnan(ours) != np.isnan(theirs)).any():
            gap = math.inf
        else:
            with np.errstate(invalid="ignore"):
                gaps = np.abs(ours - theirs) / np.maximum(1, np.abs(theirs))
            gaps[(ours == theirs) | np.isnan(ours)] = 0
            gap = float(gaps.max(initial=0))
        if gap > row[1]:
            row[1], self.examples[peer, quantity] = gap, (shown, ours, theirs)

    def rows(self):
        """Rows of the table."""
        for (peer, quantity), (n, worst) in sorted(self.found.items()):
            allowed = self.room((peer, quantity))
            yield dict(
                zip(FIELDS, (peer, quantity, n, f"{worst:.1e}", f"{allowed:.0e}"), strict=True)
            )

    def bad(self):
        """What differs by more than is allowed."""
        for key, (_, worst) in sorted(self.found.items()):
            if worst > self.room(key):
                yield key, worst, self.examples[key]


# The oracle


def oracle(differences, labels, scores, weight, rng):
    """Beside Fractions: areas and rates."""
    counts = pr.count_thresholds(labels, scores, sample_weight=weight)
    rows = [labels.tolist(), scores.tolist()]
    ranking = reference.blocks(*rows, None if weight is None else weight.tolist())
    pos, neg = reference.totals(ranking)
    shown = (labels, scores, weight)
    for name in (
        "average_precision",
        "trapezoid",
        "left_step",
        "first_point_trapezoid",
        "interpolated",
    ):
        right = reference.AREA[name](ranking) if pos else None
        differences.add("oracle", name, pr.AREAS[name](counts), right, shown)
    right = reference.roc_area(ranking) if pos and neg else None
    differences.add("oracle", "roc_auc", pr.roc_auc(counts), right, shown)
    cut = float(rng.choice(scores))
    table = reference.table_at(*rows, cut, None if weight is None else weight.tolist())
    point = counts.at(cut)
    for name in reference.RATE:
        differences.add("oracle", name, pr.RATES[name](point), reference.rate(name, table), shown)
    mcc = exact_mcc(table)
    differences.add("oracle", "matthews_correlation", pr.matthews_correlation(point), mcc, shown)


def exact_mcc(t):
    """The correlation of a table of Fractions; None for 0/0."""
    below = (t.tp + t.fp) * (t.tp + t.fn) * (t.tn + t.fp) * (t.tn + t.fn)
    over = t.tp * t.tn - t.fp * t.fn
    square = over * over / below if below else None
    return None if square is None else math.copysign(math.sqrt(square), over)


# scikit-learn


def sklearn(differences, labels, scores, weight, rng):
    """Beside scikit-learn, whose substitutes for 0/0 are asked for by name."""
    from sklearn import metrics

    counts = pr.count_thresholds(labels, scores, sample_weight=weight)
    shown, given = (labels, scores, weight), {"sample_weight": weight}

    def add(name, ours, theirs):
        differences.add("scikit-learn", name, ours, theirs, shown)

    if counts.n_pos:
        add("average_precision_score", pr.average_precision(counts),
            metrics.average_precision_score(labels, scores, **given))  # fmt: skip
    # scikit-learn keeps thresholds of rows without weight, where the curve stands still
    precision, recall, cuts = metrics.precision_recall_curve(labels, scores, **given)
    if counts.n_pos:
        # and cuts precision off at full recall no more: every threshold is there
        keep = np.isin(cuts, counts.threshold)
        add("precision_recall_curve", np.r_[pr.precision(counts)[::-1], pr.recall(counts)[::-1]],
            np.r_[precision[:-1][keep], recall[:-1][keep]])  # fmt: skip
    cut = float(rng.choice(scores))
    called, point = (scores >= cut).astype(int), counts.at(cut)
    # its checks of arguments take most of the time: one function more for each input, by turns
    turn = int(rng.integers(len(SKLEARN_CALLS) + 1))
    if turn == len(SKLEARN_CALLS):
        if counts.n_pos and counts.n_neg:
            add("roc_auc_score", pr.roc_auc(counts), metrics.roc_auc_score(labels, scores, **given))
        return
    of_calls = SKLEARN_CALLS[turn]
    for name, ours, theirs in of_calls(metrics, point, (labels, called), given):
        add(name, ours, theirs)


def sklearn_f(metrics, point, calls, given):
    """Precision, recall and an F measure, which one function of scikit-learn gives."""
    beta = (0.5, 1, 2)[(point.tp + point.fp > point.fn + point.tn) + (point.tp > point.fp)]
    ours = pr.precision(point), pr.recall(point), pr.f_beta(beta)(point)
    theirs = metrics.precision_recall_fscore_support(
        *calls, beta=beta, average="binary", zero_division=np.nan, **given
    )
    names = "precision", "recall", f"F {beta}"
    for name, mine, its in zip(names, ours, theirs[:3], strict=True):
        yield f"precision_recall_fscore_support, {name}", mine, its


def _or_zero(x):
    """Zero where 0/0 is NaN here."""
    return 0.0 if x != x else float(x)


def sklearn_jaccard(metrics, point, calls, given):
    """Jaccard's index; it takes no NaN for 0/0, so that 0 is asked for."""
    theirs = metrics.jaccard_score(*calls, zero_division=0, **given)
    yield "jaccard_score", _or_zero(pr.jaccard(point)), theirs


def sklearn_accuracy(metrics, point, calls, given):
    """The share of right calls."""
    yield "accuracy_score", pr.accuracy(point), metrics.accuracy_score(*calls, **given)


def sklearn_mcc(metrics, point, calls, given):
    """The correlation, 0 where it is 0/0 here."""
    ours = _or_zero(pr.matthews_correlation(point))
    theirs = metrics.matthews_corrcoef(*calls, **given)
    weight = given["sample_weight"]
    if weight is None or weight.dtype.kind == "i":
        yield "matthews_corrcoef", ours, theirs
        return
    # rule: with parts of items it loses digits to cancellation; ours must be as near or nearer
    right = exact_mcc(reference.table_at(*(x.tolist() for x in calls), 1, weight.tolist())) or 0.0
    worse = abs(ours - right) > abs(theirs - right) + ALLOWED
    yield "matthews_corrcoef, float weights", float(worse), 0.0


def sklearn_kappa(metrics, point, calls, given):
    """Cohen's kappa and the mean recall of both classes, where all classes are there."""
    if point.tp + point.fn and point.fp + point.tn and 0 < calls[1].sum() < len(calls[1]):
        yield "cohen_kappa_score", pr.cohen_kappa(point), metrics.cohen_kappa_score(*calls, **given)
        theirs = metrics.balanced_accuracy_score(*calls, **given)
        yield "balanced_accuracy_score", pr.balanced_accuracy(point), theirs


SKLEARN_CALLS = (sklearn_f, sklearn_jaccard, sklearn_accuracy, sklearn_mcc, sklearn_kappa)


# scipy


def scipy(differences, labels, scores, weight, rng):
    """Beside scipy: the ROC area is the rank-sum statistic, KS its statistic, chi-square its own."""
    from scipy import stats

    counts = pr.count_thresholds(labels, scores)
    pos, neg = scores[labels == 1], scores[labels == 0]
    shown = (labels, scores)
    if not len(pos) or not len(neg):
        return
    rank_sum = stats.mannwhitneyu(pos, neg, method="asymptotic").statistic if len(set(scores)) > 1 else (
        len(pos) * len(neg) / 2
    )  # fmt: skip
    differences.add(
        "scipy", "mannwhitneyu", pr.roc_auc(counts), rank_sum / (len(pos) * len(neg)), shown
    )
    # rule: scipy's one-sided statistic is the greatest excess of the negatives' distribution
    statistic = stats.ks_2samp(neg, pos, alternative="greater", method="asymp").statistic
    differences.add("scipy", "ks_2samp", pr.ks(counts), statistic, shown)
    point = counts.at(float(rng.choice(scores)))
    table = np.array([[point.tp, point.fn], [point.fp, point.tn]])
    if (table.sum(0) > 0).all() and (table.sum(1) > 0).all():
        theirs = stats.chi2_contingency(table, correction=False).statistic
        differences.add("scipy", "chi2_contingency", pr.chi_square(point), theirs, shown)
        ours = pr.diagnostic_odds_ratio(point)
        if ours == ours and table.all():
            theirs = stats.contingency.odds_ratio(table, kind="sample").statistic
            differences.add("scipy", "odds_ratio", ours, theirs, shown)


# torchmetrics


def torchmetrics(differences, labels, scores, weight, rng):
    """Beside torchmetrics, in float32, with scores from 0 to 1; it has no weights."""
    import torch
    import torchmetrics.functional.classification as tm

    shares = (np.argsort(np.argsort(scores)) // 2 / 64).astype(np.float32)
    counts = pr.count_thresholds(labels, shares)
    target, preds = torch.tensor(labels), torch.tensor(shares)
    shown = (labels, shares)
    if counts.n_pos and counts.n_neg:
        theirs = float(tm.binary_average_precision(preds, target))
        differences.add(
            "torchmetrics", "binary_average_precision", pr.average_precision(counts), theirs, shown
        )
        theirs = float(tm.binary_auroc(preds, target))
        differences.add("torchmetrics", "binary_auroc", pr.roc_auc(counts), theirs, shown)
    cut = float(shares[int(rng.integers(len(shares)))])
    called, point = torch.tensor((shares >= cut).astype(int)), counts.at(cut)
    # rule: torchmetrics has 0 for 0/0
    for name, ours in (
        ("f1_score", pr.f1),
        ("recall", pr.recall),
        ("matthews_corrcoef", pr.matthews_correlation),
    ):
        value, theirs = float(ours(point)), float(getattr(tm, f"binary_{name}")(called, target))
        if name == "matthews_corrcoef":
            value = _torch_mcc(point, value)
        differences.add("torchmetrics", name, 0.0 if value != value else value, theirs, shown)


def _torch_mcc(point, value):
    """Rule of torchmetrics: all right is 1, all wrong -1; 0/0 becomes a ratio of rounding units."""
    right, wrong = point.tp + point.tn, point.fp + point.fn
    if value == value or not right or not wrong:
        return value if value == value else 1.0 if right else -1.0
    eps = float(np.finfo(np.float32).eps)
    margins = (point.tp + point.fp, point.tp + point.fn, point.tn + point.fp, point.tn + point.fn)
    return math.sqrt(eps) * (right - wrong) / math.sqrt(math.prod(m + eps for m in margins))


PEERS = {"oracle": oracle, "scikit-learn": sklearn, "scipy": scipy, "torchmetrics": torchmetrics}
MODULES = {
    "oracle": "numpy",
    "scikit-learn": "sklearn",
    "scipy": "scipy",
    "torchmetrics": "torchmetrics",
}


def installed(peers):
    """Those of the peers that can be imported."""
    for name in peers:
        try:
            __import__(MODULES[name])
        except ImportError:
            print(f"{name} is not installed and is not compared", file=sys.stderr)
        else:
            yield name


def published(differences):
    """Beside the values that PRROC printed, as tests/golden has them; each with its own tolerance."""
    from tests.r_random import draw as drawn

    path = Path(__file__).parents[1] / "golden" / "prroc.json"
    for case in json.loads(path.read_text(encoding="utf-8")):
        data = case["input"]
        if "cells" in data:
            counts = pr.ThresholdCounts.from_counts(*zip(*data["cells"], strict=True))
        elif "generator" in data:
            labels, scores, weights = drawn(data["generator"]["seed"], data["generator"]["draws"])
            counts = pr.count_thresholds(labels, scores, sample_weight=weights)
        else:
            continue
        for name, value in case["expected"].items():
            if name in pr.AREAS and value is not None:
                key = "PRROC, published", f"{name} of {case['name']}"
                differences.allowed[key] = case["tolerance"]
                differences.add(*key, pr.AREAS[name](counts), float(Fraction(value)))


def run(inputs, peers, first=0):
    """Differences over so many inputs, each with a seed of its own."""
    differences = Differences()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of peers, about what they substitute
        warnings.filterwarnings("error", module="prspace")
        for seed in range(first, first + inputs):
            data = draw(np.random.default_rng(seed))
            for name in peers:
                PEERS[name](differences, *data, np.random.default_rng([seed, 1]))
            if (seed + 1 - first) % 2000 == 0:
                print(f"{seed + 1 - first} inputs", file=sys.stderr, flush=True)
    return differences


def main(args=None):
    """Run, print the table, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    options = parser.parse_args(args)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # tiny arrays; before the peers are imported
    peers = list(installed(options.peers))
    differences = run(options.inputs, peers, options.first)
    published(differences)
    rows, bad = list(differences.rows()), list(differences.bad())
    for row in rows:
        print("  ".join(map(str, row.values())))
    for key, worst, (shown, ours, theirs) in bad:
        print(f"DIFFERS: {key} by {worst:.2g}\n  {shown}\n  {ours} {theirs}", file=sys.stderr)
    if options.inputs >= 20_000 and set(peers) == set(PEERS):
        write("differential.csv", FIELDS, rows)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
