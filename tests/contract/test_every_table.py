"""What the counts decide is decided for every row of every table: rates to associations."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import prspace as pr
from tests.reference import WHOLE_ITEMS
from tests.sameness import same

SEEDS = range(12)
# an equality, or "at least .9", that rounding of float weights may break
BY_A_HAIR = {"break_even_observed", "recall_at_precision_0.9", "precision_at_recall_0.9"}
BY_A_HAIR |= {"break_even_interpolated"}


def problem(seed):
    "Labels, tied scores, and weights of 0 to 3, of which one at least is not 0."
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 30))
    weights = rng.integers(0, 4, size)
    weights[0] = 1
    return rng.integers(0, 2, size), rng.integers(0, 6, size), weights


def values(counts, left_out=()):
    "Every row of every table, called on the same counts."
    for table in (pr.RATES, pr.AREAS, pr.POINTS, pr.ASSOCIATIONS):
        for name, row in table.items():
            if name not in left_out:
                yield name, row(counts)
    for name, curve_of in pr.CURVES.items():
        curve = curve_of(counts)
        yield from ((name, column) for column in (curve.x, curve.y))


def near(a, b):
    "Equal up to rounding; undefined and infinite where the other is."
    return np.allclose(*(np.asarray(x, float) for x in (a, b)), 1e-12, 1e-14, equal_nan=True)


def check(first, second, agree=same, left_out=()):
    "Whether every row has the same value for both counts."
    for (name, a), (_, b) in zip(values(first, left_out), values(second, left_out), strict=True):
        assert agree(a, b), name


@pytest.mark.parametrize("seed", SEEDS)
def test_item_order(seed):
    labels, scores, weights = problem(seed)
    order = np.random.default_rng(seed).permutation(labels.size)
    check(
        pr.count_thresholds(labels, scores, sample_weight=weights),
        pr.count_thresholds(labels[order], scores[order], sample_weight=weights[order]),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_copies(seed):
    labels, scores, weights = problem(seed)
    copied = (np.repeat(column, weights) for column in (labels, scores))
    check(pr.count_thresholds(labels, scores, sample_weight=weights), pr.count_thresholds(*copied))


@pytest.mark.parametrize("seed", SEEDS)
def test_increasing_transform(seed):
    labels, scores, weights = problem(seed)
    moved = np.array([-9.5, -1, 0, 1e-9, 3, np.inf])[scores]
    first, second = (pr.count_thresholds(labels, s, sample_weight=weights) for s in (scores, moved))
    check(first, second)


@pytest.mark.parametrize("seed", SEEDS)
def test_merge(seed):
    labels, scores, weights = problem(seed + 1)
    parts = (
        [slice(0, 1), slice(1, None)] if labels.size > 1 and weights[1:].any() else [slice(None)]
    )
    merged = sum(pr.count_thresholds(labels[p], scores[p], sample_weight=weights[p]) for p in parts)
    check(merged, pr.count_thresholds(labels, scores, sample_weight=weights))


@pytest.mark.parametrize("seed", SEEDS)
def test_exact_is_float(seed):
    labels, scores, weights = problem(seed)
    exact = [Fraction(int(w), 3) for w in weights]
    first = pr.count_thresholds(labels, scores, sample_weight=exact)
    second = pr.count_thresholds(labels, scores, sample_weight=weights / 3)
    check(first, second, near, {*BY_A_HAIR, *WHOLE_ITEMS})
    whole = [Fraction(int(w)) for w in weights]
    first = pr.count_thresholds(labels, scores, sample_weight=whole)
    check(first, pr.count_thresholds(labels, scores, sample_weight=weights), near)


def assert_no_negative_zero(found):
    found = np.asarray(found, float)
    assert not (np.signbit(found) & (found == 0)).any()
    return np.count_nonzero(found == 0)


def tables(kind, n):
    "Random counts of up to five blocks, many of them empty."
    rng = np.random.default_rng(3)
    for _ in range(n):
        table = rng.integers(0, 3, (2, int(rng.integers(1, 6)))).astype(kind)
        yield pr.ThresholdCounts.from_counts(range(table.shape[1], 0, -1), *table)


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_no_negative_zero(kind):
    rows = [*pr.AREAS.values(), *pr.POINTS.values()]
    for counts in tables(kind, 20):
        for _, value in values(counts):
            assert_no_negative_zero(value)
        assert_no_negative_zero([c(counts) for row in rows for c in (row.worst, row.best)])
    for counts in tables(kind, 200):
        assert_no_negative_zero([area(counts) for area in pr.AREAS.values()])


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_no_negative_zero_in_thousands_of_tables(kind):
    cells = np.random.default_rng(4).integers(0, 3, (4, 5000)).astype(kind)
    table = SimpleNamespace(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
    rows = [*pr.RATES.values(), *pr.ASSOCIATIONS.values()]
    assert sum(assert_no_negative_zero(row(table)) for row in rows) > 10_000
