"""Counts and their doors in words: what is shown, what a refusal says, to the letter."""

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Real

import numpy as np
import pytest
import sympy as sp

from prspace import ThresholdCounts, count_thresholds

FOUR = count_thresholds([1, 0, 1, 1], [0.9, 0.8, 0.3, 0.1])
TWO = count_thresholds([1, 0], [0.1, 0.11])


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (FOUR, "4 thresholds, 3 pos, 1 neg"),
        (count_thresholds([1], [1]), "1 threshold, 1 pos, 0 neg"),
        (FOUR.coarsen(bits=4), "4 thresholds in cells of 4 bits, all exact, 3 pos, 1 neg"),
        (FOUR.coarsen(edges=[0.5]), "2 cells of 1 cut point, 0 exact, 3 pos, 1 neg"),
        (FOUR.coarsen(edges=[0.2, 0.5]), "3 cells of 2 cut points, 2 exact, 3 pos, 1 neg"),
        (TWO.coarsen(edges=[0.5]), "1 cell of 1 cut point, 0 exact, 1 pos, 1 neg"),
        (ThresholdCounts.from_counts([], [], []), "0 thresholds, 0 pos, 0 neg"),
        (ThresholdCounts.from_counts([2, 1], [1, 1], [0, 1], missed_pos=2, missed_neg=3,
                                     dropped={"missing score": 2, "none": 0}),
         "2 thresholds, 4 pos, 4 neg, 5 never retrieved, 2 dropped (missing score)"),
    ],
    ids=str,
)  # fmt: skip
def test_counts_are_shown(counts, words):
    assert repr(counts) == f"ThresholdCounts({words})"


LONG, LONGER = repr("x" * 38), repr("x" * 39)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (list("abcde"), "two labels: got 5 ('a', 'b', 'c', 'd', 'e')."),
        (list("abcdef"), "two labels: got 6 ('a', 'b', 'c', 'd', 'e', ...)."),
        (list("abcdefg"), "two labels: got 7 ('a', 'b', 'c', 'd', 'e', ...)."),
        (["x" * 38, 1], f"or bool: got {LONG}, 1."),
        (["x" * 39, 1], f"or bool: got {LONGER[:37]}..., 1."),
        ([np.int64(3), np.float64(2.0)], "or bool: got 2.0, 3.0."),
        (["a", "b"], "or bool: got 'a', 'b'."),
    ],
)
def test_labels_are_shown(labels, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        count_thresholds(labels, range(len(labels)))


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (["a", 1], "got int and str."),
        ([object(), 1.0], "got float and object."),
        (np.array([1j, 1]), "got dtype complex128."),
        (np.array(["NaT", "NaT"], "m8[s]"), "got dtype timedelta64[s]."),
        (np.array(["2020-01-01", "2020-01-02"], "M8[D]"), "got dtype datetime64[D]."),
    ],
)
def test_kinds_of_scores_are_named(scores, words):
    with pytest.raises(ValueError, match=re.escape(f"y_score must hold real numbers: {words}")):
        count_thresholds([1, 0], scores)


@pytest.mark.parametrize(
    ("counts", "grid", "words"),
    [
        (FOUR.coarsen(bits=8), {"bits": 9}, "bits must be at most the 8 of these counts, or edges: got 9."),
        (FOUR.coarsen(edges=[0.5]), {"bits": 9}, "counts on 1 cut point have no bits: got bits=9."),
    ],
    ids=str,
)  # fmt: skip
def test_finer_cells_are_refused(counts, grid, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        counts.coarsen(**grid)


def test_an_integer_beyond_floats_among_floats_is_shown():
    with pytest.raises(
        ValueError,
        match="pos must be finite numbers.*1 of 2 are not, the first is 10{400} at position 0",
    ):
        ThresholdCounts.from_counts([1, 2], [10**400, 0.5], [1, 1])


@pytest.mark.parametrize("value", [Fraction(1, 2), 0.5])
def test_what_kind_of_number_is_kept_in_words(value):
    counts = ThresholdCounts.from_counts([1], [value], [value])
    assert repr(counts) == f"ThresholdCounts(1 threshold, {value} pos, {value} neg)"


class Sparse:
    """What numpy takes for one object."""

    def toarray(self):
        """Never called."""


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (Sparse(), "one-dimensional: got one Sparse. Call .toarray() on a sparse one."),
        (3, "one-dimensional: got one int. Pass a list or an array with one entry per row."),
        ([0.0, 2.0], "or bool: got 0.0, 2.0."),
        ([0.0, 3.0], "or bool: got 0.0, 3.0."),
        ([], "at least one row to count: got none."),
    ],
    ids=["sparse", "number", "two", "three", "none"],
)
def test_labels_are_refused(labels, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        count_thresholds(labels, [1, 2] if isinstance(labels, list) and labels else [])


@pytest.mark.parametrize(
    ("cells", "more", "words"),
    [
        (([2, 1], [1, 1], [1]), {}, "threshold and neg must pair up: got 2 and 1 values."),
        (([2, 1], [1], [1, 1]), {}, "threshold and pos must pair up: got 2 and 1 values."),
        (([2, 1], [1e300, 1e-3], [0, 1.0]), {}, "total / 1e302 as floats: got 0.001 of 1e+300."),
        (([4, 3, 2, 1], [2**61 + 255] * 3 + [2**61 - 765], [0] * 4), {}, "pos must add up to less than 2**63"),
        (([2, 1], [1, 1], [0, 1]), {"high": [2.5, 1]}, "grid= must be given: 1 of 2 rows span more"),
        (([2, 1], [1, 1], [0, 1]), {"high": [1.5, 1]}, "got 2.0 to 1.5 at position 0"),
    ],
)  # fmt: skip
def test_cells_are_refused(cells, more, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        ThresholdCounts.from_counts(*cells, **more)


A, B, NEGATIVE = sp.Symbol("a"), sp.Symbol("b"), sp.Symbol("n", negative=True)


@pytest.mark.parametrize("amount", [NEGATIVE, sp.I, sp.oo, -sp.oo, sp.nan, -sp.sqrt(2)], ids=str)
def test_symbols_that_are_no_amounts(amount):
    with pytest.raises(ValueError, match=f"1 of 2 are not, the first is {re.escape(str(amount))} "):
        ThresholdCounts.from_counts([2, 1], [amount, B], [B, A])


@pytest.mark.parametrize("amount", [A, sp.Symbol("p", positive=True), sp.sqrt(2)], ids=str)
def test_symbols_are_amounts(amount):
    counts = ThresholdCounts.from_counts([2, 1], [amount, B], [B, A])
    assert counts.tp.tolist() == [amount, amount + B] and counts.fp.tolist() == [B, A + B]


@Real.register
class Odd:
    """It calls itself a real number and has no order."""


def test_scores_without_an_order_are_refused():
    words = "scores must be comparable with each other: got Odd and float"
    with pytest.raises(ValueError, match=words):
        count_thresholds([1, 0], [Odd(), 0.5])
    with pytest.raises(ValueError, match=words):
        ThresholdCounts.from_counts([Odd(), 0.5], [1, 0], [0, 1])


def test_scores_of_two_exact_types_are_compared_exactly():
    counts = count_thresholds([1, 0, 1], [Fraction(1, 2), Decimal("0.25"), Decimal("0.5")])
    assert counts.threshold.tolist() == [0.5, 0.25] and counts.pos.tolist() == [2, 0]


def test_coarser_cells_are_not_refused():
    assert FOUR.coarsen(bits=8).coarsen(bits=4) == FOUR.coarsen(bits=4)
    assert FOUR.coarsen(edges=[0.2, 0.5]).coarsen(edges=[0.5]) == FOUR.coarsen(edges=[0.5])


def test_a_call_without_scores_is_told_how():
    with pytest.raises(TypeError, match=r"Write count_thresholds\(y_true, y_score\)"):
        count_thresholds([1])


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        # older versions of NumPy tell spans without a unit apart
        ((), r"y_true must hold plain labels: got timedelta64\. Pass numbers|or bool: got 0, 1\."),
        (("s",), r"or bool: got datetime\.timedelta\(0\), datetime\.timedelta\(seconds=1\)\."),
        (("ns",), r"pos_label must be given unless labels are {0, 1}, {-1, 1} or bool: got 0, 1\."),
    ],
    ids=["no unit", "seconds", "nanoseconds"],
)
def test_spans_of_time_are_no_plain_labels(unit, words):
    labels = np.empty(2, object)
    labels[:] = [np.timedelta64(0, *unit), np.timedelta64(1, *unit)]
    with pytest.raises(ValueError, match=words):
        count_thresholds(labels, [1, 2])
