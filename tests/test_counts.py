"""ThresholdCounts: what it holds, how it is built, added, compared and protected."""

import copy
import pickle
import warnings
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import ThresholdCounts, count_thresholds
from prspace.counts import slack, whole_items, with_items
from tests.sameness import listed

LABELS = [1, 0, 1, 1, 0, 0]
SCORES = [0.9, 0.9, 0.5, 0.1, 0.5, 0.1]
VIEWS = ("threshold", "pos", "neg", "tp", "fp", "fn", "tn")


@pytest.fixture
def counts():
    "Six items on three scores, every block tied."
    return count_thresholds(LABELS, SCORES)


def test_cells_and_sums(counts):
    assert listed(counts.threshold) == [0.9, 0.5, 0.1]
    assert listed(counts.pos) == [1, 1, 1] and listed(counts.neg) == [1, 1, 1]
    assert listed(counts.tp) == [1, 2, 3] and listed(counts.fp) == [1, 2, 3]
    assert listed(counts.fn) == [2, 1, 0] and listed(counts.tn) == [2, 1, 0]
    assert (counts.n_pos, counts.n_neg, counts.prevalence) == (3, 3, 0.5)
    assert (counts.missed_pos, counts.missed_neg) == (0, 0)
    assert len(counts) == 3 and not any(counts.dropped.values())


def test_integer_counts_are_int64(counts):
    assert {getattr(counts, name).dtype for name in ("pos", "neg", "tp", "fn")} == {np.dtype("i8")}


def test_one_item():
    counts = count_thresholds([1], [0.5])
    assert len(counts) == 1 and (counts.n_pos, counts.n_neg) == (1, 0)


@pytest.mark.parametrize(("label", "totals"), [(1, (3, 0)), (0, (0, 3))])
def test_one_class_is_legal(label, totals):
    counts = count_thresholds([label] * 3, [1, 2, 3])
    assert (counts.n_pos, counts.n_neg) == totals
    assert counts.prevalence == label


def test_one_million_tied_items():
    counts = count_thresholds(np.arange(10**6) % 4 == 0, np.zeros(10**6))
    assert listed(counts.pos) == [250_000] and listed(counts.neg) == [750_000]


@pytest.mark.parametrize("make", [np.asarray, tuple, list, lambda x: np.asarray(x)[::-1][::-1]])
def test_containers(make, counts):
    assert count_thresholds(make(LABELS), make(SCORES)) == counts


def test_iterators_of_no_length_are_read_or_refused(counts):
    try:
        assert count_thresholds(iter(LABELS), iter(SCORES)) == counts
    except ValueError as error:
        assert "y_true" in str(error) or "y_score" in str(error)


@pytest.mark.parametrize("name", VIEWS)
def test_arrays_are_read_only(counts, name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(counts, name)[0] = 7


@pytest.mark.parametrize("name", [*VIEWS, "n_pos", "missed_pos", "new"])
def test_fields_cannot_be_set(counts, name):
    with pytest.raises((AttributeError, TypeError)):
        setattr(counts, name, 0)
    with pytest.raises((AttributeError, TypeError)):
        delattr(counts, name)
    with pytest.raises((AttributeError, TypeError)):
        delattr(pr.pr_curve(counts), "axes")


def test_dropped_cannot_be_changed(counts):
    with pytest.raises(TypeError):
        counts.dropped["missing"] = 5


def test_later_changes_of_the_input_do_not_reach_the_counts():
    labels, scores = np.array(LABELS), np.array(SCORES)
    weights = np.ones(6)
    counts = count_thresholds(labels, scores, sample_weight=weights)
    before = [listed(getattr(counts, name)) for name in VIEWS]
    labels[:], scores[:], weights[:] = 0, 7, 9
    assert [listed(getattr(counts, name)) for name in VIEWS] == before


def test_later_changes_of_the_cells_do_not_reach_the_counts():
    threshold, pos, neg = np.array([2.0, 1.0]), np.array([1, 0]), np.array([0, 1])
    counts = ThresholdCounts.from_counts(threshold, pos, neg)
    threshold[:], pos[:], neg[:] = 9, 9, 9
    assert listed(counts.threshold) == [2, 1] and listed(counts.tp) == [1, 1]


def test_the_input_is_not_made_read_only():
    labels, scores = np.array(LABELS), np.array(SCORES)
    count_thresholds(labels, scores)
    assert labels.flags.writeable and scores.flags.writeable


def test_equality(counts):
    assert counts == count_thresholds(LABELS[::-1], SCORES[::-1])
    assert counts != count_thresholds(LABELS, [0.8 if s == 0.9 else s for s in SCORES])
    assert counts != count_thresholds([1 - y for y in LABELS[:1]] + LABELS[1:], SCORES)
    assert counts != counts + counts
    assert counts != 3 and counts != "counts" and counts is not None


def test_equality_sees_missed_items():
    seen = ThresholdCounts.from_counts([1], [1], [1])
    assert seen != ThresholdCounts.from_counts([1], [1], [1], missed_pos=1)
    assert seen != ThresholdCounts.from_counts([1], [1], [1], missed_neg=1)


def test_equality_is_exact_whatever_the_types():
    whole, real = count_thresholds([1], [2**53 + 1]), count_thresholds([1], [2.0**53])
    assert whole != real and real != whole
    assert count_thresholds([1], [5]) == count_thresholds([1], [5.0])
    assert count_thresholds([1], [5], sample_weight=[1.0]) == count_thresholds([1], [5])


def test_equality_sees_what_cells_hide(counts):
    hidden = counts.coarsen(edges=[0.6])
    shown = ThresholdCounts.from_counts(hidden.threshold, hidden.pos, hidden.neg, grid=[0.6])
    assert hidden.high is not None and shown.high is None
    assert hidden != shown and shown != hidden and hidden == counts.coarsen(edges=[0.6])


@pytest.mark.parametrize(
    ("amount", "whole"),
    [(2, 2), (Fraction(2), 2), (Fraction(1, 2), None), (2.0, 2), (2 + 1e-13, 2), (2 - 1e-13, 2)]
    + [(2 + 1e-11, None), (1e6 + 1e-7, 10**6), (1e6 + 1e-5, None), (0.5, None), (1.5, None)],
)
def test_whole_items(amount, whole):
    """Floats may miss a whole number by a trillionth of it."""
    for cells in (([amount, 1], [1, 0]), ([1, 0], [1, amount])):
        found = whole_items(ThresholdCounts.from_counts([2, 1], *cells, missed_pos=Fraction(1)))
        if whole is None:
            assert found is None
        else:
            expected = [[whole if x is amount else x for x in column] for column in cells]
            assert [listed(found.pos), listed(found.neg)] == expected and found.missed_pos == 1


@pytest.mark.parametrize("kind", [int, Fraction])
def test_whole_items_that_are_exact_stay_as_they_are(kind):
    counts = ThresholdCounts.from_counts([2, 1], [kind(2), kind(1)], [kind(3), kind(0)])
    assert whole_items(counts) is counts and slack(counts) == 0
    assert slack(count_thresholds([1], [1], sample_weight=[1.0])) == 1e-12


@pytest.mark.parametrize("scores", [[3, 1, 2], [0.5, 0.25, 1e-320], [Fraction(1, 3), 2, 2**80]])
@pytest.mark.parametrize("weights", [None, [0.5, 1, 2], [Fraction(1, 3)] * 3])
def test_pickle_and_copy(scores, weights):
    counts = count_thresholds([1, 0, 1], scores, sample_weight=weights)
    for twin in (pickle.loads(pickle.dumps(counts)), copy.copy(counts), copy.deepcopy(counts)):
        assert twin == counts and twin + counts == counts + counts
        with pytest.raises(ValueError, match="read-only"):
            twin.pos[0] = 7


def test_repr_is_short_and_names_the_totals():
    text = repr(count_thresholds(np.arange(10**5) % 2, np.arange(10**5)))
    assert len(text) < 1000 and "ThresholdCounts" in text


def test_from_counts_sorts_pools_and_drops_empty_cells():
    counts = ThresholdCounts.from_counts([1, 3, 1, 2], [1, 2, 4, 0], [0, 1, 1, 0])
    assert listed(counts.threshold) == [3, 1]
    assert listed(counts.pos) == [2, 5] and listed(counts.neg) == [1, 1]


def test_from_counts_counts_missed_items():
    counts = ThresholdCounts.from_counts([2, 1], [1, 1], [0, 1], missed_pos=2, missed_neg=3)
    assert (counts.missed_pos, counts.missed_neg, counts.n_pos, counts.n_neg) == (2, 3, 4, 4)
    assert listed(counts.tp) == [1, 2] and listed(counts.fn) == [3, 2]
    assert listed(counts.fp) == [0, 1] and listed(counts.tn) == [4, 3]
    assert counts.prevalence == 0.5
    both = counts + counts
    assert (both.missed_pos, both.missed_neg, both.n_pos, both.n_neg) == (4, 6, 8, 8)


def test_only_missed_items():
    counts = ThresholdCounts.from_counts([], [], [], missed_pos=2, missed_neg=3)
    assert len(counts) == 0 and (counts.n_pos, counts.n_neg) == (2, 3)
    assert counts + ThresholdCounts.from_counts([], [], []) == counts


def test_missed_items_may_be_fractions():
    counts = ThresholdCounts.from_counts([1], [Fraction(1, 2)], [1], missed_pos=Fraction(1, 2))
    assert counts.n_pos == 1 and listed(counts.fn) == [Fraction(1, 2)]


@pytest.mark.parametrize(
    ("cells", "more", "words"),
    [
        (([1, 2], [1], [1, 1]), {}, "2.*1|1.*2"),
        (([1.0, float("nan")], [1, 1], [1, 1]), {}, "(?i)nan|missing"),
        (([1], [-1], [1]), {}, "-1|negative"),
        (([1], [1], [-0.5]), {}, "-0.5|negative"),
        (([1], [float("nan")], [1]), {}, "(?i)nan|finite"),
        (([1], [float("inf")], [1]), {}, "(?i)inf"),
        (([1], [1], [1]), {"missed_pos": -1}, "missed_pos"),
        (([1], [1], [1]), {"missed_neg": -2}, "missed_neg"),
        (([1], [1], [1]), {"missed_neg": float("nan")}, "missed_neg"),
        (([[1]], [[1]], [[1]]), {}, r"\(1, 1\)|dimension|1-D|one-dim|flat"),
    ],
)
def test_from_counts_refuses(cells, more, words):
    with pytest.raises(ValueError, match=words):
        ThresholdCounts.from_counts(*cells, **more)


def test_merge_pools_equal_thresholds():
    a = ThresholdCounts.from_counts([3, 1], [1, 0], [0, 1])
    b = ThresholdCounts.from_counts([2, 1], [1, 1], [1, 0])
    assert listed((a + b).threshold) == [3, 2, 1]
    assert listed((a + b).pos) == [1, 1, 1] and listed((a + b).neg) == [0, 1, 1]


def test_merge_leaves_its_parts_alone(counts):
    before = [listed(getattr(counts, name)) for name in VIEWS]
    _ = counts + count_thresholds([1], [0.3])
    assert [listed(getattr(counts, name)) for name in VIEWS] == before


def test_merge_adds_dropped_rows():
    a = count_thresholds([1, 0, 1], [1, 2, np.nan], nan_policy="omit")
    b = count_thresholds([1, 0, 1], [np.nan, 2, np.nan], nan_policy="omit")
    assert [sum(c.dropped.values()) for c in (a, b, a + b)] == [1, 2, 3]
    assert set((a + b).dropped) == set(a.dropped) == set(b.dropped)


@pytest.mark.parametrize("other", [3, None, [1, 2], "counts"])
def test_merge_refuses_other_things(counts, other):
    with pytest.raises(TypeError):
        counts + other


def test_sum_starts_from_nothing(counts):
    empty = ThresholdCounts.from_counts([], [], [])
    assert sum([counts, counts], empty) == sum([counts, counts]) == counts + counts
    for start in (1, -1, 0.5):
        with pytest.raises(TypeError, match="unsupported operand"):
            sum([counts], start)


@pytest.mark.parametrize("weight", [1, Fraction(1, 2)])
def test_merge_with_nothing_keeps_the_kind_of_number(weight):
    empty = ThresholdCounts.from_counts([], [], [])
    counts = count_thresholds([1, 0], [2, 1], sample_weight=[weight] * 2)
    for merged in (counts + empty, empty + counts):
        assert merged.pos.dtype == counts.pos.dtype
        assert merged.threshold.dtype == counts.threshold.dtype


def test_merge_of_fractions_and_integers_is_exact():
    whole = count_thresholds([1, 0], [2, 1])
    thirds = count_thresholds([1, 0], [2, 1], sample_weight=[Fraction(1, 3)] * 2)
    assert listed((whole + thirds).pos) == [Fraction(4, 3), 0]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([2**53 + 1], [float(2**53)]),
        ([np.uint64(2**64 - 1)], [np.int64(2**63 - 1)]),
        ([np.float32(0.1)], [0.1]),
        ([Fraction(1, 10)], [0.1]),
    ],
)
def test_merge_compares_scores_of_two_kinds_exactly(a, b):
    merged = count_thresholds([1], a) + count_thresholds([0], b)
    assert len(merged) == 2
    first = 1 if Fraction(np.asarray(a).tolist()[0]) > Fraction(np.asarray(b).tolist()[0]) else 0
    assert listed(merged.pos) == [first, 1 - first]


def test_trillions_of_items():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        counts = ThresholdCounts.from_counts([0.9, 0.1], [10**12, 0], [0, 10**12])
        assert (counts.n_pos, counts.n_neg) == (10**12, 10**12)
        assert pr.roc_auc(counts) == 1 and pr.average_precision(counts) == 1


def test_counts_next_to_the_limit_of_int64():
    top = 2**62
    counts = ThresholdCounts.from_counts([2, 1], [top, 0], [0, top - 1])
    assert counts.n_pos == top and counts.n_neg == top - 1
    assert pr.precision(counts)[1] == pytest.approx(0.5, rel=1e-15)
    assert pr.roc_auc(counts) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: ThresholdCounts.from_counts([2, 1], [2**62, 2**62], [0, 0]),
        lambda: ThresholdCounts.from_counts([2, 1], [0, 0], [2**62, 2**62]),
        lambda: ThresholdCounts.from_counts([1, 1], [2**62, 2**62], [0, 0]),
        lambda: ThresholdCounts.from_counts([1], [2**62], [0], missed_pos=2**62),
        lambda: ThresholdCounts.from_counts([1], [2**63 - 1], [2**63 - 1]),
        lambda: ThresholdCounts.from_counts([1], [2**63], [0]),
        lambda: count_thresholds([1, 1], [1, 2], sample_weight=[2**62, 2**62]),
        lambda: count_thresholds([1, 1], [1, 1], sample_weight=[2**62, 2**62]),
        lambda: count_thresholds([1, 0], [1, 2], sample_weight=np.array([2**63, 1], "u8")),
        lambda: (
            ThresholdCounts.from_counts([1], [2**62], [0])
            + ThresholdCounts.from_counts([1], [2**62], [0])
        ),
    ],
)
def test_totals_beyond_int64_are_refused(make):
    with pytest.raises(ValueError, match="int64|2\\*\\*63|9223372036854775807|too large"):
        make()


def test_a_python_integer_beyond_int64_is_refused_or_kept_exactly():
    try:
        counts = count_thresholds([1, 0], [1, 2], sample_weight=[2**63, 1])
    except ValueError as error:
        assert "sample_weight" in str(error)
    else:
        assert counts.n_pos == 2**63 and pr.precision(counts)[-1] == Fraction(2**63, 2**63 + 1)


def test_totals_beyond_int64_are_fine_as_fractions():
    big = Fraction(2**70)
    counts = ThresholdCounts.from_counts([2, 1], [big, 0], [0, big])
    assert counts.n_pos == 2**70 and pr.roc_auc(counts) == 1


@pytest.mark.parametrize(
    "wrong", [3, "ab", [("a",)], {"a": 1.5}, {"a": "x"}, {"a": -1}, {"a": -1, "b": 2}], ids=repr
)
def test_dropped_rows_are_whole_numbers_by_cause(wrong):
    with pytest.raises(ValueError, match="dropped must map causes to whole numbers of rows: got"):
        ThresholdCounts.from_counts([1], [1], [1], dropped=wrong)
    assert dict(ThresholdCounts.from_counts([1], [1], [1], dropped={"a": 0}).dropped) == {}


def test_what_has_a_name_is_passed_by_it(counts):
    for call in (
        lambda: counts.coarsen(3),
        lambda: ThresholdCounts.from_counts([1], [1], [1], [1]),
        lambda: with_items(counts, counts.pos, counts.neg, 3),
    ):
        with pytest.raises(TypeError, match="positional argument"):
            call()
