"""at(t) counts the items whose score is at least t."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from tests.reference import table_at

INF = float("inf")
LABELS = [1, 0, 1, 0, 1]


def four(table):
    "The table as a tuple of plain numbers."
    return tuple(Fraction(getattr(table, name)) for name in ("tp", "fp", "fn", "tn"))


SCALES = {
    "int": [3, 2, 2, 1, 1],
    "float": [0.75, 0.5, 0.5, 0.1, 0.1],
    "infinite": [INF, 1.0, 1.0, -INF, -INF],
    "fraction": [Fraction(2, 3), Fraction(1, 3), Fraction(1, 3), Fraction(0), Fraction(0)],
    "decimal": [Decimal("0.3"), Decimal("0.2"), Decimal("0.2"), Decimal("0.1"), Decimal("0.1")],
    "big": [2**80 + 1, 2**80, 2**80, 2**53 + 1, 2**53 + 1],
    "mixed": [2**53 + 1, float(2**53), 2**53, 0.5, Fraction(1, 2)],
}


@pytest.mark.parametrize("name", SCALES)
def test_at_every_score(name):
    scores = SCALES[name]
    counts = count_thresholds(LABELS, scores)
    for t in scores:
        point = counts.at(t)
        assert four(point) == four(table_at(LABELS, scores, t)) and point.threshold == t


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "u1", "i8", "u8"])
def test_at_every_dtype(dtype):
    scores = np.array([5, 3, 3, 1, 1], dtype)
    counts = count_thresholds(LABELS, scores)
    for t in [*scores, 0, 1, 2, 3, 4, 5, 6, 2.5, 5.5, -1, 300, INF, -INF, Fraction(5, 2)]:
        plain = t.item() if isinstance(t, np.generic) else t
        assert four(counts.at(t)) == four(table_at(LABELS, scores.tolist(), plain)), t


@pytest.mark.parametrize(
    ("scores", "t"),
    [
        ([2**53 + 1, 2**53, 2**53, 1, 1], float(2**53)),
        ([2**53 + 1, 2**53, 2**53, 1, 1], 2**53 + 1),
        (np.array([2**53 + 1, 2**53, 2**53, 1, 1]), float(2**53) + 2),
        (np.array([2**63 - 1, 2**63 - 2, 0, 0, 0]), float(2**63)),
        (np.array([2**64 - 1, 2**64 - 2, 0, 0, 0], np.uint64), 2**64 - 1),
        (np.array([2**64 - 1, 2**64 - 2, 0, 0, 0], np.uint64), 2**64),
        (np.array([2**64 - 1, 2**64 - 2, 0, 0, 0], np.uint64), float(2**64)),
        ([0.1, 0.1, 0.1, 0.1, 0.1], Fraction(1, 10)),
        ([0.1, 0.1, 0.1, 0.1, 0.1], Decimal("0.1")),
        ([0.3, 0.3, 0.3, 0.3, 0.3], Fraction(3, 10)),
        (np.array([0.7, 0.7, 0.1, 0.1, 0.1], np.float32), np.float64(0.7)),
        (np.array([0.7, 0.7, 0.1, 0.1, 0.1], np.float32), Fraction(7, 10)),
        (np.array([0.7, 0.7, 0.1, 0.1, 0.1], np.float32), np.float32(0.7)),
        ([5e-324, 0.0, 0.0, 0.0, -5e-324], 5e-324),
        ([5e-324, 0.0, 0.0, 0.0, -5e-324], -0.0),
        ([1.0, 1.0, 1.0, 1.0, 1.0], 10**400),
        ([1.0, 1.0, 1.0, 1.0, 1.0], -(10**400)),
    ],
    ids=lambda value: str(value)[:60],
)
def test_at_compares_exactly(scores, t):
    plain = [s.item() if isinstance(s, np.generic) else s for s in scores]
    exact_t = t.item() if isinstance(t, np.generic) else t
    if isinstance(exact_t, Decimal):
        exact_t = Fraction(exact_t)
    assert four(count_thresholds(LABELS, scores).at(t)) == four(table_at(LABELS, plain, exact_t))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "i8", "u8"])
@pytest.mark.parametrize("t", [0.7, 7, 7.5, 300, -300, 1e6, -1e6, 1e39, INF, -INF], ids=str)
def test_at_agrees_with_numpy(dtype, t):
    scores = np.array([7.7, 7, 7, 0.7, 0.7], dtype)
    with np.errstate(all="ignore"):
        called = scores >= t
    point = count_thresholds(LABELS, scores).at(t)
    labels = np.array(LABELS, bool)
    assert (point.tp, point.fp) == ((called & labels).sum(), (called & ~labels).sum())


def test_above_all_scores_nothing_is_predicted():
    point = count_thresholds([1, 0, 0], [INF, 2, 1]).at(INF)
    assert four(point) == (1, 0, 0, 2)
    point = count_thresholds([1, 0, 0], [3, 2, 1]).at(4)
    assert four(point) == (0, 0, 1, 2)
    assert np.isnan(pr.precision(point)) and pr.recall(point) == 0


def test_missed_items_are_never_predicted():
    counts = ThresholdCounts.from_counts([2, 1], [1, 1], [1, 0], missed_pos=3, missed_neg=4)
    assert four(counts.at(-INF)) == (2, 1, 3, 4)
    assert four(counts.at(2)) == (1, 1, 4, 4)


def test_of_empty_counts():
    counts = ThresholdCounts.from_counts([], [], [])
    assert four(counts.at(0.5)) == (0, 0, 0, 0)


def test_rates_of_one_point():
    point = count_thresholds([1, 0, 1, 0], [4, 3, 2, 1]).at(2)
    assert pr.precision(point) == pytest.approx(2 / 3) and pr.recall(point) == 1


def test_fractions_stay_exact():
    point = count_thresholds([1, 0], [2, 1], sample_weight=[Fraction(1, 3), 1]).at(1)
    assert pr.precision(point) == Fraction(1, 4)


@pytest.mark.parametrize("t", [float("nan"), None, "high", 1j, [1, 2]], ids=str)
def test_not_a_threshold(t):
    with pytest.raises((ValueError, TypeError)):
        count_thresholds([1, 0], [2, 1]).at(t)


def test_a_table_never_changes():
    table = count_thresholds([1, 0], [2, 1]).at(1.5)
    with pytest.raises(AttributeError):
        table.tp = 7
    assert {table: 1}[table] == 1


def test_a_threshold_of_zero_has_no_sign_and_others_keep_theirs():
    counts = count_thresholds(LABELS, [2.0, 0.0, -0.0, -1.0, -2.0])
    assert str(counts.at(-0.0).threshold) == "0.0"
    assert [counts.at(t).threshold for t in (-2, -1, 1, 2)] == [-2, -1, 1, 2]


@pytest.mark.parametrize("kind", [float, Fraction])
def test_below_each_threshold_floats_are_added_like_exact_numbers(kind):
    """A difference of totals would lose the last digits, or all of a small rest below a large sum."""
    pos, neg = [kind(x) / 10 for x in (1, 2, 0, 3)], [kind(x) / 10 for x in (10**17, 0, 1, 2)]
    missed = {"missed_pos": kind(3) / 10, "missed_neg": kind(1) / 10}
    counts = ThresholdCounts.from_counts([4, 3, 2, 1], pos, neg, **missed)
    fn, tn = [missed["missed_pos"]], [missed["missed_neg"]]
    for p, n in zip(pos[:0:-1], neg[:0:-1], strict=True):
        fn, tn = [fn[0] + p, *fn], [tn[0] + n, *tn]
    assert (counts.fn.tolist(), counts.tn.tolist()) == (fn, tn)
    for t, p, n in zip((4, 3, 2, 1), fn, tn, strict=True):
        assert (counts.at(t).fn, counts.at(t).tn) == (p, n)
    above = counts.at(5)
    assert (above.tp, above.fp, above.fn, above.tn) == (0, 0, counts.n_pos, counts.n_neg)


def test_at_every_score_of_a_wide_float():
    scores = np.array([5, 3, 3, 1, 1], "g") / 3
    counts = count_thresholds(LABELS, scores)
    for t in [*counts.threshold, 0, 1, 1.0, 1.5, 5, -1, np.longdouble(2), INF, -INF]:
        assert four(counts.at(t)) == four(table_at(LABELS, list(scores), t)), t
