"""Swapping the classes turns every rate into its dual."""

from types import SimpleNamespace

import pytest
from hypothesis import given

import prspace as pr
from tests.reference import small_tables
from tests.sameness import same
from tests.strategies import both_classes, checked, items, ones

DUAL = {
    "precision": "negative_predictive_value",
    "recall": "specificity",
    "false_positive_rate": "false_negative_rate",
    "false_discovery_rate": "false_omission_rate",
    "accuracy": "accuracy",
    "error_rate": "error_rate",
    "predicted_positive_rate": "predicted_negative_rate",
}
DUAL |= {b: a for a, b in DUAL.items()}
NO_DUAL = {"f1", "jaccard", "base_rate"}


def test_every_rate_has_a_dual_or_is_named():
    assert set(pr.RATES) == set(DUAL) | NO_DUAL


@pytest.mark.parametrize("name", DUAL)
def test_swapped_table_has_the_dual_rate(name):
    for table in small_tables(2):
        swapped = SimpleNamespace(tp=table.tn, fp=table.fn, fn=table.fp, tn=table.tp)
        assert same(pr.RATES[name](table), pr.RATES[DUAL[name]](swapped))


@checked
@given(items())
def test_swapped_labels_and_scores_reverse_the_rows(rows):
    labels, scores = rows
    counts = pr.count_thresholds(labels, scores)
    dual = pr.count_thresholds([1 - y for y in labels], [-s for s in scores])
    assert same(dual.pos, counts.neg[::-1]) and same(dual.neg, counts.pos[::-1])
    for name, other in DUAL.items():
        here, there = pr.RATES[name](counts), pr.RATES[other](dual)
        assert same(here[:-1], there[:-1][::-1])


@checked
@given(items())
def test_roc_area_under_swaps(rows):
    labels, scores = rows
    if not both_classes(labels):
        return
    exact = {"sample_weight": ones(len(labels))}
    area = pr.roc_auc(pr.count_thresholds(labels, scores, **exact))
    swapped = [1 - y for y in labels]
    negated = [-s for s in scores]
    assert pr.roc_auc(pr.count_thresholds(swapped, negated, **exact)) == area
    assert pr.roc_auc(pr.count_thresholds(swapped, scores, **exact)) == 1 - area
    assert pr.roc_auc(pr.count_thresholds(labels, negated, **exact)) == 1 - area
