"""Dataframes as counts, on every library but Spark."""

import pandas as pd
import pytest

from prspace.adapters.frame import count_frame
from tests.adapters import corners, frames

ALL = frames.CORE | frames.MORE
LIBRARIES = pytest.mark.parametrize("make", ALL.values(), ids=ALL)


@LIBRARIES
@pytest.mark.parametrize("name", corners.CASES)
def test_corner(make, name):
    """Exact counts are those of plain Python, row by row."""
    corners.check(make, name)


@pytest.mark.parametrize(
    ("library", "name"),
    [(k, name) for k in ALL for name in (corners.IN_CELLS if k == "dask" else corners.CASES)],
)
def test_corner_in_cells(library, name):
    """Cells of 9 bits are those of plain Python, row by row."""
    corners.check(ALL[library], name, bits=9)


@LIBRARIES
@pytest.mark.parametrize("name", corners.REFUSED)
def test_refused(make, name):
    """What may not be counted is refused everywhere in the same words."""
    corners.check_refused(make, name)


@pytest.mark.parametrize(
    ("library", "seed"), [(k, seed) for k in ALL for seed in range(5 if k == "dask" else 20)]
)
def test_random(library, seed):
    corners.check_random(ALL[library], seed)


def test_every_library_is_there_and_is_what_it_says():
    """The list is this one, and no library stands in for another."""
    assert set(ALL) == {
        "pandas", "pandas nullable", "pandas Arrow", "pyarrow", "polars", "polars lazy", "duckdb",
        "dask", "ibis polars", "ibis duckdb",
    }  # fmt: skip
    lazy = {"polars lazy", "duckdb", "dask", "ibis polars", "ibis duckdb"}
    for name, make in ALL.items():
        assert frames.seen_as(make(corners.table())) == (frames.SEEN_AS[name], name in lazy)


@pytest.mark.parametrize("name", ["polars lazy", "duckdb"])
@pytest.mark.parametrize("bits", [2, 9, 12, 32])
def test_keys_are_cells_bit_for_bit(name, bits):
    """A million scores with their neighbors: the engine's key is the cell of the arrays."""
    corners.check_keys(ALL[name], corners.neighbors(1_000_000, bits), bits)


def test_dask_turns_bools_with_gaps_into_text_and_is_found_out():
    import dask.dataframe as dd

    frame = pd.DataFrame({"y": [True, None, False], "s": [0.1, 0.2, 0.3]})
    frame = dd.from_pandas(frame, npartitions=1)
    for pos_label in (None, True):
        with pytest.raises(ValueError, match="pos_label"):
            count_frame(frame, y_true="y", y_score="s", pos_label=pos_label, nan_policy="omit")


@pytest.mark.parametrize("name", ["polars lazy", "duckdb", "dask", "ibis duckdb"])
def test_exact_counts_are_written_and_read_by_range(name, tmp_path):
    corners.check_written(ALL[name], tmp_path / "exact")
