"""Cells of binned counts: the fold, leading bits, cut points, and which grids go together."""

import math
from bisect import bisect_right
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prspace.cells import cell_codes, coarser, fold, nearest_floats, read_grid

SCORES = st.floats(allow_nan=False) | st.floats(0, 1) | st.floats(0.5, 1, exclude_max=True)
EDGE = [0.0, -0.0, 5e-324, -5e-324, 0.25, 0.5, np.nextafter(0.5, 1), 1 - 2**-53, 1.0, 2.0, -1.0]
EDGE += [1e-290, 1e290, 1e273, 1e300, -1e300, np.inf, -np.inf, 1.7e308]


def plain_fold(s):
    """The definition, one Python float at a time."""
    if s <= 0.5:
        return s
    return 0.25 / (1 - s) if s < 1 else s * 1e17


def plain_key(s, bits):
    """The folded score with all but the leading bits cut off, by powers of two."""
    folded = plain_fold(s)
    size = min(max(abs(folded), 1e-290), 1e290)
    mantissa, exponent = math.frexp(size)
    size = math.ldexp(math.floor(mantissa * 2**bits), exponent - bits)
    return -size if folded < 0 else size


def same_order(codes, keys):
    """Whether codes are equal, less or greater where keys are."""
    pairs = zip(codes, codes[1:], keys, keys[1:], strict=False)
    return all((a > b) == (k > m) and (a < b) == (k < m) for a, b, k, m in pairs)


@given(st.lists(SCORES, min_size=2, max_size=30), st.integers(2, 32))
def test_codes_are_the_leading_bits(scores, bits):
    scores = [*scores, *EDGE]
    codes = cell_codes(scores, bits).tolist()
    assert same_order(codes, [plain_key(s, bits) for s in scores])


@given(st.lists(SCORES, min_size=2, max_size=30))
def test_fold_and_codes_never_fall(scores):
    with np.errstate(over="ignore"):  # the neighbor of the greatest float is infinity
        beside = [np.nextafter(scores, end) for end in (np.inf, -np.inf)]
    rising = np.sort(np.concatenate([scores, EDGE, *beside]))
    assert (np.diff(fold(rising)[np.isfinite(fold(rising))]) >= 0).all()
    for grid in (2, 12, 32, (-1.0, 0.0, 0.5, 1e300)):
        assert (np.diff(cell_codes(rising, grid)) >= 0).all()


@given(st.lists(SCORES, min_size=1, max_size=30), st.integers(2, 32), st.integers(2, 32))
def test_coarse_cells_are_unions_of_fine_ones(scores, first, second):
    low, high = sorted((first, second))
    scores = np.array([*scores, *EDGE])
    fine, rough = cell_codes(scores, high), cell_codes(scores, low)
    assert len(set(zip(fine.tolist(), rough.tolist(), strict=True))) == len(set(fine.tolist()))


def test_powers_of_two_start_a_cell():
    """So the counts at a threshold of 0.5 are exact whatever the bits."""
    for bits in (2, 6, 12, 32):
        at, below = cell_codes([0.5, np.nextafter(0.5, 0)], bits)
        assert at > below


@given(st.lists(SCORES, min_size=1), st.sets(st.floats(-9, 9), min_size=1, max_size=9))
def test_cut_points_hold_from_one_up_to_the_next(scores, cuts):
    grid = read_grid(edges=sorted(cuts))
    assert cell_codes(scores, grid).tolist() == [bisect_right(grid, s) for s in scores]


def test_numbers_beyond_floats_keep_their_order():
    big = [Fraction(10**400), 10**308, Decimal("1e-400"), 0, Fraction(-1, 10**400), -(10**400)]
    array = np.empty(len(big), object)
    array[:] = big
    assert nearest_floats(array).tolist() == [np.inf, 1e308, 0, 0, 0, -np.inf]
    assert (np.diff(cell_codes(array, 12)) <= 0).all()


def test_integers_are_placed_as_the_same_floats():
    scores = np.array([300, 301, 850, -7, 0, 2**62], np.int64)
    assert (cell_codes(scores, 12) == cell_codes(scores.astype(float), 12)).all()
    assert (
        cell_codes(np.float32([0.1, 0.7]), 9) == cell_codes(np.float64(np.float32([0.1, 0.7])), 9)
    ).all()


@pytest.mark.parametrize(
    "options",
    [
        {}, {"bits": 12, "edges": [1]}, {"bits": 1}, {"bits": 33}, {"bits": 12.0}, {"bits": True},
        {"bits": "12"}, {"edges": []}, {"edges": [2, 1]}, {"edges": [1, 1]}, {"edges": [np.nan]},
        {"edges": [0, np.inf]}, {"edges": 3}, {"edges": ["a"]}, {"edges": "0.5"},
        {"edges": [10**400, 10**401]}, {"edges": [[0, 1]]}, {"edges": [None]},
    ],
)  # fmt: skip
def test_a_grid_that_is_none_is_refused(options):
    with pytest.raises(ValueError, match="bits|edges"):
        read_grid(**options)


def test_the_coarser_grid():
    assert coarser(None, None) is None
    assert coarser(None, 12) == coarser(12, None) == 12 == coarser(14, 12)
    few, many = (0.0, 0.5), (0.0, 0.25, 0.5)
    assert coarser(few, many) == coarser(many, few) == coarser(few, None) == coarser(9, few) == few
    with pytest.raises(ValueError, match="cut points of the other: got 2 and 3"):
        coarser(few, (0.0, 0.4, 0.6))
