"""Drawn problems with many rankings: classes, tags, queries."""

import numpy as np

SEEDS = range(8)
HOW = ("macro", "weighted", "micro")


def classes(seed, k=None):
    "Classes, tied scores by class, whole weights."
    rng = np.random.default_rng(seed)
    k, n = k or int(rng.integers(3, 6)), int(rng.integers(20, 80))
    y_true = np.r_[np.arange(k), rng.integers(0, k, n - k)]
    scores = rng.integers(1, 9, (n, k)).astype(float)
    return y_true, scores, rng.integers(1, 4, n)


def tags(seed):
    "A table of labels with both kinds in every column, tied scores, whole weights."
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(10, 50)), int(rng.integers(2, 6))
    y_true = rng.integers(0, 2, (n, k))
    y_true[0], y_true[1] = 0, 1
    y_true[0, 0] = 1
    return y_true, rng.integers(0, 7, (n, k)) / 7, rng.integers(1, 4, n)


def queries(seed):
    "Distinct scores in shuffled groups; one group without positives."
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.repeat(np.arange(6), rng.integers(1, 9, 6)))
    labels = np.where(groups == 3, 0, rng.integers(0, 2, len(groups)))
    return labels, rng.permutation(len(groups)), groups


def ranked(seed):
    "The labels of every group, best first."
    labels, scores, groups = queries(seed)
    order = np.argsort(-scores)
    return {g: labels[order][groups[order] == g].tolist() for g in sorted(set(groups.tolist()))}
