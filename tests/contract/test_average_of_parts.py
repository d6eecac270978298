"""Every area and rate, averaged: alike parts, one part, order of parts, sums of parts."""

from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from tests.sameness import near, same

HOW = ("macro", "weighted", "micro")
SEEDS = range(4)


def problem(seed):
    "Counts of three classes with exact weights."
    rng = np.random.default_rng(seed)
    y_true = np.r_[0, 1, 2, rng.integers(0, 3, 12)]
    weights = [Fraction(int(w), 3) for w in rng.integers(1, 4, 15)]
    return pr.count_classes(y_true, rng.integers(0, 6, (15, 3)), sample_weight=weights)


def rows(counts):
    "Every metric with the parts it is called on."
    yield from ((area, counts) for area in pr.AREAS.values())
    yield from ((rate, counts.at(3)) for rate in pr.RATES.values())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", HOW)
def test_one_part_is_its_own_mean(seed, how):
    for metric, parts in rows(problem(seed)):
        assert near(pr.average(metric, [parts[0]], how).value, metric(parts[0]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", ("macro", "weighted"))
def test_alike_parts_have_their_value_as_mean(seed, how):
    for metric, parts in rows(problem(seed)):
        assert near(pr.average(metric, [parts[1]] * 4, how).value, metric(parts[1]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", HOW)
def test_order_of_parts_is_irrelevant(seed, how):
    for metric, parts in rows(problem(seed)):
        turned = parts.select(parts.names[::-1])
        mean = pr.average(metric, parts, how, undefined="skip")
        assert near(pr.average(metric, turned, how, undefined="skip").value, mean.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_rate_of_the_sum_is_the_sum_of_the_tables(seed):
    counts = problem(seed)
    point = counts.pooled().at(3)
    for rate in pr.RATES.values():
        assert same(pr.average(rate, counts.at(3), "micro").value, rate(point))
