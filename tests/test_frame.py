"""Dataframes as counts, on the libraries of the pinned environment."""

import pytest

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
