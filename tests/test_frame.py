"""Dataframes as counts, on the libraries of the pinned environment."""

import pytest

from prspace import count_frame, count_thresholds
from tests.adapters import corners, frames

LIBRARIES = pytest.mark.parametrize("make", frames.CORE.values(), ids=frames.CORE)


@LIBRARIES
@pytest.mark.parametrize("name", corners.CASES)
def test_corner(make, name):
    """Exact counts are those of plain Python, row by row."""
    corners.check(make, name)


@LIBRARIES
@pytest.mark.parametrize("name", corners.CASES)
def test_corner_in_cells(make, name):
    """Cells of 9 bits are those of plain Python, row by row."""
    corners.check(make, name, bits=9)


@LIBRARIES
@pytest.mark.parametrize("name", corners.REFUSED)
def test_refused(make, name):
    """What may not be counted is refused everywhere in the same words."""
    corners.check_refused(make, name)


@LIBRARIES
@pytest.mark.parametrize("seed", range(12))
def test_random(make, seed):
    corners.check_random(make, seed)


@pytest.mark.parametrize("name", frames.CORE)
def test_library_is_what_it_says(name):
    """No library stands in for another."""
    frame = frames.CORE[name](corners.table())
    assert frames.seen_as(frame) == (frames.SEEN_AS[name], name in ("polars lazy", "duckdb"))


@pytest.mark.parametrize("kind", ["Int128", "UInt128"])
def test_integers_that_numpy_has_no_type_for(kind):
    import polars

    def counted(*scores):
        column = polars.Series(scores, dtype=getattr(polars, kind))
        return count_frame(polars.DataFrame({"y": [1, 0, 1], "s": column}), y_true="y", y_score="s")

    assert counted(5, 2, 2**40) == count_thresholds([1, 0, 1], [5.0, 2, 2**40])
    with pytest.raises(ValueError, match="y_score must fit float64"):
        counted(5, 2, 2**100 + 1)


def test_exact_counts_are_at_the_same_door():
    """Names that the module of frames had stay importable from it."""
    from prspace.adapters import exact_counts, frame

    assert frame.write_exact is exact_counts.write_exact
    assert frame.read_exact is exact_counts.read_exact
    assert {"count_frame", "read_exact", "write_exact"} == set(frame.__all__)
