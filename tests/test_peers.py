"""Agreement with scikit-learn on random data with ties and weights."""

import numpy as np
import pytest
from sklearn import metrics

import prspace as pr
from tests.sameness import near

SEEDS = range(15)


def data(seed):
    "Labels of both classes, tied scores and float weights."
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 200))
    labels = rng.integers(0, 2, size)
    labels[:2] = 0, 1
    scores = rng.integers(0, rng.integers(1, 40) + 1, size) / 7
    return labels, scores, rng.random(size) + 0.1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_areas(seed, weighted):
    labels, scores, weights = data(seed)
    weights = weights if weighted else None
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    options = {"sample_weight": weights}
    precision, recall, _ = metrics.precision_recall_curve(labels, scores, **options)
    assert near(
        pr.average_precision(counts), metrics.average_precision_score(labels, scores, **options)
    )
    assert near(pr.trapezoid(counts), metrics.auc(recall, precision))
    assert near(pr.roc_auc(counts), metrics.roc_auc_score(labels, scores, **options))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_curves(seed, weighted):
    labels, scores, weights = data(seed)
    options = {"sample_weight": weights if weighted else None}
    counts = pr.count_thresholds(labels, scores, **options)
    precision, recall, threshold = metrics.precision_recall_curve(labels, scores, **options)
    curve = pr.pr_curve(counts)
    assert near(curve.x[::-1], recall[:-1]) and near(curve.y[::-1], precision[:-1])
    assert near(curve.threshold[::-1], threshold)
    fpr, tpr, _ = metrics.roc_curve(labels, scores, drop_intermediate=False, **options)
    ends = pr.roc_curve(counts).with_endpoints()
    assert near(ends[0], fpr) and near(ends[1], tpr)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_rates_at_a_threshold(seed, weighted):
    labels, scores, weights = data(seed)
    options = {"sample_weight": weights if weighted else None}
    cut = float(np.median(scores))
    point = pr.count_thresholds(labels, scores, **options).at(cut)
    guess = (scores >= cut).astype(int)
    for ours, theirs in {
        pr.precision: metrics.precision_score,
        pr.recall: metrics.recall_score,
        pr.f1: metrics.f1_score,
        pr.jaccard: metrics.jaccard_score,
        pr.accuracy: metrics.accuracy_score,
    }.items():
        assert near(ours(point), theirs(labels, guess, **options))
    theirs = metrics.fbeta_score(labels, guess, beta=2, **options)
    assert near(pr.f_beta(2)(point), theirs)
