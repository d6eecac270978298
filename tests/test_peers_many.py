"""Two thousand random inputs with ties and weights: no difference from scikit-learn."""

import warnings

import numpy as np
import pytest
import sklearn
from sklearn import metrics

import prspace as pr

SEEDS = range(10)
EACH = 200


def data(rng):
    "Labels of both classes, tied scores, and no, whole or float weights."
    size = int(rng.integers(2, 40))
    labels = rng.integers(0, 2, size)
    labels[:2] = 0, 1
    scores = rng.integers(0, rng.integers(1, 30) + 1, size) / 7
    weights = [None, rng.integers(1, 5, size), rng.random(size) + 0.1][int(rng.integers(3))]
    return labels, scores, weights


def close(a, b):
    return np.allclose(a, b, rtol=1e-12, atol=1e-14, equal_nan=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_hundred_inputs(seed):
    rng = np.random.default_rng(seed)
    quick = {"assume_finite": True, "skip_parameter_validation": True}
    with warnings.catch_warnings(), sklearn.config_context(**quick):
        warnings.simplefilter("error")
        for turn in range(EACH):
            labels, scores, weights = data(rng)
            counts = pr.count_thresholds(labels, scores, sample_weight=weights)
            given = {"sample_weight": weights}
            precision, recall, cuts = metrics.precision_recall_curve(labels, scores, **given)
            assert close(counts.threshold[::-1], cuts)
            assert close(pr.precision(counts)[::-1], precision[:-1])
            assert close(pr.recall(counts)[::-1], recall[:-1])
            assert close(pr.trapezoid(counts), metrics.auc(recall, precision))
            assert close(pr.average_precision(counts), -(np.diff(recall) * precision[:-1]).sum())
            fpr, tpr, _ = metrics.roc_curve(labels, scores, **given)
            assert close(pr.roc_auc(counts), metrics.auc(fpr, tpr))
            if turn % 10:
                continue  # the calls below are slow, and repeat what the curves above contain
            ap = metrics.average_precision_score(labels, scores, **given)
            assert close(pr.average_precision(counts), ap)
            assert close(pr.roc_auc(counts), metrics.roc_auc_score(labels, scores, **given))
            cut = float(rng.choice(scores))
            point, called = counts.at(cut), scores >= cut
            table = metrics.confusion_matrix(labels, called, **given).ravel()
            assert close([point.tn, point.fp, point.fn, point.tp], table)
            p, r, f, _ = metrics.precision_recall_fscore_support(
                labels, called, beta=2, average="binary", zero_division=np.nan, **given
            )
            assert close([x(point) for x in (pr.precision, pr.recall, pr.f_beta(2))], [p, r, f])
