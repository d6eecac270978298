"""Scores are compared exactly, in the type in which they came."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from prspace import ThresholdCounts, count_thresholds
from tests.sameness import listed

INF = float("inf")


def thresholds(scores):
    "The distinct scores, best first, as plain numbers."
    labels = [i % 2 for i in range(len(scores))]
    return listed(count_thresholds(labels, scores).threshold)


@pytest.mark.parametrize(
    "dtype",
    ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">f4", ">f8", ">i8"],
)
def test_every_numeric_dtype(dtype):
    counts = count_thresholds([1, 0, 1, 0], np.array([3, 1, 2, 3], dtype))
    assert listed(counts.threshold) == [3, 2, 1]
    assert listed(counts.pos) == [1, 1, 0]
    assert counts.threshold.dtype.newbyteorder("=") == np.dtype(dtype).newbyteorder("=")


@pytest.mark.parametrize("kind", [Fraction, Decimal])
def test_exact_numbers_stay_what_they_are(kind):
    counts = count_thresholds([1, 0, 1], [kind(3), kind(1), kind(3)])
    assert [type(t) for t in counts.threshold] == [kind, kind]


@pytest.mark.parametrize(
    "pair",
    [
        (2**53 + 1, 2**53),
        (2**63 - 1, 2**63 - 2),
        (-(2**63) + 1, -(2**63)),
        (2**64 + 1, 2**64),
        (10**40 + 1, 10**40),
        (2**53 + 1, float(2**53)),
        (float(2**53) + 2, 2**53 + 1),
        (0.5, 0),
        (Fraction(1, 3) + Fraction(1, 10**30), Fraction(1, 3)),
        (Fraction(2**53 + 1), Fraction(2**53)),
        (Decimal("0.10000000000000000001"), Decimal("0.1")),
        (Decimal("1e-400"), Decimal(0)),
        (0.1, Decimal("0.1")),
        (0.1, Fraction(1, 10)),
        (5e-324, 0.0),
        (1e-323, 5e-324),
        (0.0, -5e-324),
        (INF, 1.7976931348623157e308),
        (-1.7976931348623157e308, -INF),
        (INF, 10**400),
        (-(10**400), -INF),
        (1.0, float(np.nextafter(1.0, 0))),
        (float(np.nextafter(0.1, 1)), 0.1),
    ],
    ids=str,
)
def test_neighbours_stay_apart(pair):
    high, low = pair
    assert thresholds([low, high]) == [high, low]
    assert thresholds([high, low, high]) == [high, low]
    counts = count_thresholds([1, 0], [high, low])
    assert listed(counts.pos) == [1, 0]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_one_ulp_apart_in_every_float(dtype):
    for value in (dtype(1), dtype(0.1), dtype(0), -dtype(1), np.finfo(dtype).smallest_subnormal):
        above = np.nextafter(value, dtype(INF), dtype=dtype)
        counts = count_thresholds([0, 1], np.array([value, above], dtype))
        assert listed(counts.pos) == [1, 0]
        assert listed(counts.threshold) == [above, value]


def test_uint64_near_its_top():
    top = 2**64 - 1
    scores = np.array([top, top - 1, 0, 2**63], np.uint64)
    assert thresholds(scores) == [top, top - 1, 2**63, 0]


def test_integers_near_both_ends():
    ends = np.array([-(2**63), 2**63 - 1, 0], np.int64)
    assert thresholds(ends) == [2**63 - 1, 0, -(2**63)]


@pytest.mark.parametrize(
    "scores",
    [
        [0.0, -0.0],
        np.array([0.0, -0.0], np.float32),
        [Decimal("0"), Decimal("-0")],
        [1, 1.0],
        [Fraction(1, 2), 0.5],
        [Decimal("0.50"), Decimal("0.5")],
        [2**53, float(2**53)],
        [True, 1],
    ],
    ids=str,
)
def test_equal_scores_share_a_cell(scores):
    assert len(count_thresholds([1, 0], scores)) == 1


def test_infinities_are_ranks():
    counts = count_thresholds([1, 0, 1, 0], [INF, -INF, 0.0, INF])
    assert listed(counts.threshold) == [INF, 0.0, -INF]
    assert listed(counts.pos) == [1, 1, 0] and listed(counts.neg) == [1, 0, 1]


def test_single_precision_merges_what_double_keeps():
    pair = np.array([0.1000000001, 0.1])
    assert len(count_thresholds([1, 0], pair)) == 2
    assert len(count_thresholds([1, 0], pair.astype(np.float32))) == 1


def test_scores_are_never_squashed_or_flipped():
    assert thresholds([1e300, -1e300, 40.0, 37.0]) == [1e300, 40.0, 37.0, -1e300]


@pytest.mark.parametrize("scores", [[1 + 1j, 2], np.array([1j, 2])], ids=str)
def test_complex_scores(scores):
    with pytest.raises(ValueError, match="(?i)complex|real|number"):
        count_thresholds([1, 0], scores)


@pytest.mark.parametrize(
    "scores",
    [
        ["0.5", "0.7"],
        np.array(["a", "b"]),
        [b"1", b"2"],
        [{}, 1],
        np.array(["2020-01-01", "2021-01-01"], "datetime64[D]"),
    ],
    ids=str,
)
def test_scores_that_are_not_numbers(scores):
    with pytest.raises(ValueError, match="(?i)y_score"):
        count_thresholds([1, 0], scores)


@pytest.mark.parametrize(
    ("labels", "scores"),
    [([1, 0, 1], [0.2, 0.1]), ([1], [0.2, 0.1]), ([], [1.0]), ([1], [])],
    ids=str,
)
def test_lengths_must_agree(labels, scores):
    with pytest.raises(ValueError) as error:
        count_thresholds(labels, scores)
    text = str(error.value)
    assert str(len(labels)) in text and str(len(scores)) in text
    assert "y_true" in text or "label" in text


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        ([[1, 0]], [[0.2, 0.1]]),
        ([1, 0], [[0.8, 0.2], [0.3, 0.7]]),
        ([[1], [0]], [0.2, 0.1]),
        (1, 0.5),
    ],
    ids=str,
)
def test_only_flat_input(labels, scores):
    with pytest.raises(ValueError, match="(?i)dimension|1-D|flat|shape"):
        count_thresholds(labels, scores)


@pytest.mark.parametrize("empty", [[], np.array([]), ()])
def test_no_rows(empty):
    with pytest.raises(ValueError, match="(?i)empty|no rows|at least one|0 rows|zero|nothing"):
        count_thresholds(empty, empty)


class Column:
    "A column as data frames hold it: numpy's own floats, and a way to list them."

    def __init__(self, array):
        self.array, self.dtype = array, array.dtype

    def __len__(self):
        return len(self.array)

    def __array__(self, dtype=None, copy=None):
        return self.array

    def tolist(self):
        raise AssertionError("floats that numpy reads unchanged were listed one by one")


def test_floats_of_a_frame_are_not_listed_for_an_infinity():
    score = np.array([np.inf, 2.0**60, 0.5, -np.inf])
    assert count_thresholds([1, 0, 1, 0], Column(score)).threshold.tolist() == score.tolist()


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.longdouble, np.int8, np.uint64])
@pytest.mark.parametrize("mask", [False, [False] * 4, [False, False, True, False]])
def test_masked_scores_keep_their_type(kind, mask):
    score = np.array([3, 1, 2, 1], kind)
    counts = count_thresholds([1, 0, 1, 0], np.ma.array(score, mask=mask), nan_policy="omit")
    assert counts.threshold.dtype == kind
    assert counts.threshold.tolist() == ([3, 1] if np.any(mask) else [3, 2, 1])
    assert counts.dropped == ({"missing score": 1} if np.any(mask) else {})


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        ([2, 2.5], "f8"), ([2**52, 0.5], "f8"), ([2**52 + 1, 0.5], "O"), ([2**53, 0.5], "O"),
        (np.array([0.5, 0.25], object), "f8"), (np.array([5, 2], object), "i8"),
        ([True, False], "i1"), ([True, 2], "i8"), ([True, 0.5], "f8"),
        ([np.float32(0.5), np.float32(0.25)], "f4"),
    ],
)  # fmt: skip
def test_types_in_which_scores_are_kept(scores, kind):
    counts = count_thresholds([1, 0], scores)
    assert counts.threshold.dtype == np.dtype(kind)
    assert counts.threshold.tolist() == sorted(np.asarray(scores, object).tolist(), reverse=True)


def test_no_scores_as_objects():
    assert len(ThresholdCounts.from_counts(np.array([], object), [], [])) == 0


def test_no_time_is_a_score():
    for scores in (np.array(["NaT", "NaT"], "M8[s]"), np.array(["NaT", "NaT"], "m8[s]")):
        with pytest.raises(ValueError, match="y_score must hold real numbers: got dtype"):
            count_thresholds([1, 0], scores)


def test_bools_among_integers_are_integers():
    scores = np.array([True, 2], object)
    for more in ({}, {"high": scores, "grid": [0.5, 1.5]}):
        counts = ThresholdCounts.from_counts(scores, [1, 1], [0, 1], **more)
        assert counts.threshold.dtype == np.int64 and listed(counts.threshold) == [2, 1]


def test_an_integer_beyond_every_float_stays_one():
    assert listed(count_thresholds([0, 1], [10**400, 0.5]).threshold) == [10**400, 0.5]
