"""What the counts decide is decided for the variances: order, copies, transform, merge, kind, swap."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import prspace as pr
from tests.sameness import near, same

SEEDS = range(12)
VARIANCES = [
    pr.delong_variance,
    *(
        partial(pr.infinitesimal_jackknife_variance, statistic=name, stratified=stratified)
        for name in ("average_precision", "roc_auc")
        for stratified in (False, True)
    ),
]


def problem(seed):
    "Labels, tied scores, and how often each row was seen."
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 30))
    return rng.integers(0, 2, size), rng.integers(0, 6, size), rng.integers(1, 4, size)


def check(first, second, agree=same):
    for variance in VARIANCES:
        assert agree(variance(first), variance(second)), variance
    one, other = (pr.bootstrap(c, n_resamples=20, rng=1) for c in (first, second))
    for name in one.distribution:
        assert np.array_equal(one[name], other[name], equal_nan=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_order_copies_transform_merge_and_kind(seed):
    labels, scores, weights = problem(seed)
    counts = pr.count_thresholds(labels, scores, sample_weight=weights)
    order = np.random.default_rng(seed).permutation(labels.size)
    check(counts, pr.count_thresholds(labels[order], scores[order], sample_weight=weights[order]))
    check(counts, pr.count_thresholds(*(np.repeat(x, weights) for x in (labels, scores))))
    moved = np.array([-9.5, -1, 0, 1e-9, 3, np.inf])[scores]
    check(counts, pr.count_thresholds(labels, moved, sample_weight=weights))
    parts = [slice(0, 1), slice(1, None)]
    merged = (pr.count_thresholds(labels[p], scores[p], sample_weight=weights[p]) for p in parts)
    check(counts, sum(merged))
    for kind in (float, lambda w: Fraction(int(w))):
        other = pr.count_thresholds(labels, scores, sample_weight=[kind(w) for w in weights])
        check(counts, other, near)


@pytest.mark.parametrize("seed", SEEDS)
def test_variances_of_the_roc_area_do_not_care_which_class_is_called_positive(seed):
    labels, scores, weights = problem(seed)
    exact = [Fraction(int(w)) for w in weights]
    counts = pr.count_thresholds(labels, scores, sample_weight=exact)
    swapped = pr.count_thresholds(1 - labels, -scores, sample_weight=exact)
    for variance in (pr.delong_variance, VARIANCES[3], VARIANCES[4]):
        assert same(variance(counts), variance(swapped))
