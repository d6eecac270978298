"""What no dataframe may change: the order of rows, copies for weights, parts for the whole, other scores."""

import numpy as np
import pyarrow as pa
import pytest

from prspace.adapters.frame import count_frame
from tests.adapters import frames

ALL = frames.CORE | frames.MORE
CALL = {"y_true": "y", "y_score": "s"}
KINDS = {"y": pa.int64(), "s": pa.float64(), "w": pa.int64(), "g": pa.string()}


def rows(seed, n=24):
    "Labels, tied scores, whole weights and groups; the first rows of each group have both labels."
    rng = np.random.default_rng(seed)
    y, g = rng.integers(0, 2, n), rng.integers(0, 2, n)
    y[:4], g[:4] = [0, 1, 0, 1], [0, 0, 1, 1]
    scores, weights = rng.integers(0, 6, n) / 8, rng.integers(1, 4, n)
    return {"y": y, "s": scores, "w": weights, "g": np.array(["a", "b"])[g]}


def frame_of(make, table, which=slice(None)):
    "Some of the rows as a frame."
    return make({name: (KINDS[name], column[which].tolist()) for name, column in table.items()})


def counted(make, table, which=slice(None), **more):
    return count_frame(frame_of(make, table, which), **CALL, **more)


CASES = pytest.mark.parametrize(
    ("library", "seed"), [(name, seed) for name in ALL for seed in range(1 if name in frames.MORE else 2)]
)  # fmt: skip


@CASES
def test_order_of_rows(library, seed):
    make, table = ALL[library], rows(seed)
    order = np.random.default_rng(seed).permutation(len(table["y"]))
    options = {"sample_weight": "w", "by": "g"}
    first, second = counted(make, table, **options), counted(make, table, order, **options)
    assert list(first.items()) == list(second.items()) and first.names == ("a", "b")


@CASES
def test_copies(library, seed):
    make, table = ALL[library], rows(seed)
    copies = np.repeat(np.arange(len(table["y"])), table["w"])
    assert counted(make, table, copies) == counted(make, table, sample_weight="w")


@CASES
def test_parts(library, seed):
    "Frames of any partition add up to the whole, in any order, exact and in cells."
    make, table = ALL[library], rows(seed)
    rng = np.random.default_rng([1, seed])
    part = rng.integers(0, 3, len(table["y"]))
    bits = (None, 2)[seed % 2]
    parts = [counted(make, table, part == k, bits=bits) for k in rng.permutation(np.unique(part))]
    assert sum(parts[1:], parts[0]) == counted(make, table, bits=bits)


@CASES
def test_increasing_transform(library, seed):
    make, table = ALL[library], rows(seed)
    ladder = np.array([-1e300, -2.5, -1e-300, 0.0, 1 / 3, 1e17])
    moved = table | {"s": ladder[(table["s"] * 8).astype(int)]}
    first, second = (counted(make, x, sample_weight="w") for x in (table, moved))
    assert (first.pos == second.pos).all() and (first.neg == second.neg).all()
    assert second.threshold.tolist() == ladder[(first.threshold * 8).astype(int)].tolist()
