"""The arrays: scores of two overlapping classes, in eight kinds."""

from dataclasses import dataclass

import numpy as np

KINDS = ("cont", "logit", "tied", "rare", "percent", "sorted", "f32", "weighted")
SHARES = {"rare": 0.001, "percent": 0.01}
BLOCK = 1 << 16


@dataclass(frozen=True)
class Data:
    """Labels (int64), scores, and weights or None."""

    y: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None = None


def fill(rng, y, score, share, squash):
    """Labels with this share of positives; scores from two normals 1.5 apart."""
    for i in range(0, len(y), BLOCK):
        part = slice(i, i + BLOCK)
        y[part] = rng.random(len(y[part])) < share
        raw = rng.standard_normal(len(y[part])) + 1.5 * y[part]
        score[part] = 1 / (1 + np.exp(-raw)) if squash else raw
    y[:2] = 0, 1


def make(kind, n, seed=1):
    """Arrays of one kind, the same for the same seed.

    Half are positive and scores are probabilities, but for: `logit` (scores not squashed, both
    signs), `tied` (1,000 values), `rare` and `percent` (positives are one in 1,000 and in 100),
    `sorted` (scores ascend), `f32` (single precision), `weighted` (weights in [0.5, 1.5)).
    Filled by blocks, so that making them needs hardly more memory than they do.
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}: got {kind!r}")
    rng = np.random.default_rng([seed, KINDS.index(kind), n])
    y, score = np.empty(n, np.int64), np.empty(n, np.float32 if kind == "f32" else np.float64)
    fill(rng, y, score, SHARES.get(kind, 0.5), kind != "logit")
    if kind == "tied":
        score = np.floor(score * 1000) / 1000
    if kind == "sorted":
        order = np.argsort(score)
        y, score = y[order], score[order]
    return Data(y, score, rng.random(n) + 0.5 if kind == "weighted" else None)
