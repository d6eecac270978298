"""Records against torchmetrics and torcheval, which count in single precision: `make peers`."""

from dataclasses import replace
from functools import partial
from importlib.metadata import version

import numpy as np
import pytest

from prspace.compat import find_convention
from prspace.compat.choices_counts import grid
from prspace.compat.quirks import rank_missing
from tests.peers.harness import Peer, compare, compare_roc_areas, largest_difference, rankings

METRICS = "BinaryAveragePrecision({})"


def pooled(labels, scores):
    "Scores and labels as tensors."
    import torch

    return torch.tensor(scores), torch.tensor(labels)


def metrics_ap(inputs, thresholds=None):
    from torchmetrics.functional.classification import binary_average_precision

    found = (binary_average_precision(*pooled(*r), thresholds=thresholds) for r in inputs)
    return [float(area) for area in found]


def metrics_roc(inputs):
    from torchmetrics.functional.classification import binary_auroc

    return [float(binary_auroc(*pooled(*r))) for r in inputs]


def eval_ap(inputs):
    from torcheval.metrics.functional import binary_auprc

    return [float(binary_auprc(*pooled(*r))) for r in inputs]


def eval_roc(inputs):
    from torcheval.metrics.functional import binary_auroc

    return [float(binary_auroc(*pooled(*r))) for r in inputs]


def peer(package, run, number=None):
    "A program in single precision."
    record = find_convention(package, number=number)
    return Peer(record, package, partial(version, package), run, 9, 1e-6)


PEERS = (
    peer("torchmetrics", metrics_ap, METRICS.format("")),
    peer("torchmetrics", partial(metrics_ap, thresholds=100), METRICS.format("thresholds=100")),
    peer("torcheval", eval_ap),
)


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_record_gives_what_the_program_prints(peer):
    compare(peer)


@pytest.mark.parametrize("thresholds", [2, 5, 200, [0.0, 0.25, 0.5]], ids=str)
def test_other_thresholds(thresholds):
    """A number means so many evenly spaced ones, a list means itself."""
    edges = np.linspace(0, 1, thresholds) if isinstance(thresholds, int) else thresholds
    record = find_convention("torchmetrics", number=METRICS.format("thresholds=100"))
    record = replace(record, thresholds=grid(edges, f"{thresholds} thresholds"))
    inputs = list(rankings(12))
    gap = largest_difference(
        lambda labels, scores: record.area(record.count(labels, scores)),
        inputs,
        metrics_ap(inputs, thresholds),
    )
    assert gap < 1e-6


@pytest.mark.parametrize("run", [metrics_roc, eval_roc], ids=["torchmetrics", "torcheval"])
def test_roc_areas(run):
    compare_roc_areas(run, 1e-6)


@pytest.mark.parametrize("peer", [PEERS[0], PEERS[2]], ids=str)
def test_missing_scores_are_ranked_first(peer):
    """Every ranking again, with its last score missing."""
    inputs = [(y, [*s[:-1], float("nan")]) for y, s in rankings(13)]
    gap = largest_difference(
        lambda y, s: peer.record.area(peer.record.count(y, rank_missing(s, "first"))),
        inputs,
        peer.run(inputs),
    )
    assert gap < 1e-6


def test_counts_stay_exact_while_torch_flushes_the_smallest_floats():
    """torch can tell this thread's processor to take subnormal floats for zero."""
    import torch

    from prspace import count_thresholds

    labels, ranks = np.arange(40) % 3 == 0, np.arange(40) % 9
    scores = (5 - ranks) * 5e-324
    wanted = {
        "threshold": scores[:9],
        "tp": np.cumsum([labels[ranks == k].sum() for k in range(9)]),
    }
    try:
        torch.set_flush_denormal(True)
        assert not np.less(0.0, scores[0])
        counts = count_thresholds(labels, scores)
        weighted = count_thresholds(labels, scores, sample_weight=np.full(40, 0.5))
        least = counts.at(5e-324)
        both = counts + counts
    finally:
        torch.set_flush_denormal(False)
    assert len(counts) == len(weighted) == len(both) == 9
    assert (counts.threshold == wanted["threshold"]).all() and (counts.tp == wanted["tp"]).all()
    assert (2 * weighted.tp == wanted["tp"]).all() and (both.tp == 2 * wanted["tp"]).all()
    assert least.tp == wanted["tp"][4]
