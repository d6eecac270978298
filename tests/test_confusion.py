"""The confusion matrix: what is counted, in what order, and what is refused."""

import pickle
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn import metrics

import prspace as pr

TRUE = ["a", "b", "c", "a", "b", "c"]
CALLED = ["a", "c", "b", "a", "a", "b"]


def drawn(seed, n=40, k=4):
    "Two columns of labels and positive weights."
    rng = np.random.default_rng(seed)
    return rng.integers(0, k, n), rng.integers(0, k, n), rng.integers(1, 6, n)


def test_by_hand():
    matrix = pr.confusion_matrix(TRUE, CALLED)
    assert matrix.labels == ("a", "b", "c") and len(matrix) == 3 and matrix.n == 6
    assert matrix.counts.tolist() == [[2, 0, 0], [1, 0, 1], [0, 2, 0]]
    assert matrix.support.tolist() == [2, 2, 2] and matrix.called.tolist() == [3, 2, 1]
    assert matrix.one_vs_rest("a") == pr.OperatingPoint(None, 2, 1, 0, 3)


@pytest.mark.parametrize("seed", range(20))
def test_pairs_counted_one_by_one(seed):
    true, called, weight = drawn(seed)
    pairs = Counter()
    for t, c, w in zip(true.tolist(), called.tolist(), weight.tolist(), strict=True):
        pairs[t, c] += w
    matrix = pr.confusion_matrix(true, called, sample_weight=weight)
    assert matrix.counts.dtype == np.int64
    for i, t in enumerate(matrix.labels):
        for j, c in enumerate(matrix.labels):
            assert matrix.counts[i, j] == pairs[t, c]


@pytest.mark.filterwarnings("ignore:A single label was found")
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("labels", [None, [2, 0], [3, 1, 2, 0], [1], [0, 9, 2]])
def test_scikit_learn_counts_alike(seed, labels):
    true, called, weight = drawn(seed)
    for w in (None, weight, weight / 4):
        matrix = pr.confusion_matrix(true, called, labels=labels, sample_weight=w)
        expected = metrics.confusion_matrix(true, called, labels=labels, sample_weight=w)
        assert np.array_equal(matrix.counts, expected)
        for over, name in (("all", "all"), ("true", "true"), ("called", "pred")):
            if np.isfinite(matrix.shares(over)).all():
                normal = metrics.confusion_matrix(
                    true, called, labels=labels, sample_weight=w, normalize=name
                )
                assert matrix.shares(over) == pytest.approx(normal, abs=1e-15)


@pytest.mark.parametrize("seed", range(10))
def test_one_vs_rest_is_scikit_learns(seed):
    true, called, weight = drawn(seed)
    matrix = pr.confusion_matrix(true, called, sample_weight=weight)
    expected = metrics.multilabel_confusion_matrix(true, called, sample_weight=weight)
    for label, ((tn, fp), (fn, tp)) in zip(matrix.labels, expected, strict=True):
        assert matrix.one_vs_rest(label) == pr.OperatingPoint(None, tp, fp, fn, tn)
        assert type(matrix.one_vs_rest(label).tp) is int


def test_rows_with_an_unlisted_label_are_dropped_and_counted():
    matrix = pr.confusion_matrix(TRUE, CALLED, labels=["a", "b"])
    assert matrix.counts.tolist() == [[2, 0], [1, 0]]
    assert dict(matrix.dropped) == {"label not listed": 3}
    assert "3 dropped (label not listed)" in repr(matrix)


def test_labels_that_never_occur_are_rows_of_zeros():
    matrix = pr.confusion_matrix([1, 2], [1, 2], labels=[3, 2, 1])
    assert matrix.counts.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 1]] and not matrix.dropped
    nothing = pr.confusion_matrix([1], [2], labels=[1])
    assert nothing.counts.tolist() == [[0]] and nothing.n == 0 and type(nothing.n) is int


@pytest.mark.parametrize(
    ("true", "called", "labels"),
    [
        ([True, False], [False, False], (False, True)),
        (np.array([True, False]), [1, 0], (0, 1)),
        ([1.0, 2.0], np.array([2, 2]), (1, 2)),
        (["10", "9"], ["9", "9"], ("10", "9")),
        ([10, 9], [9, 9], (9, 10)),
        (np.array(["b", "a"]), np.array(["a", "a"], object), ("a", "b")),
        (np.ma.array(["b", "a"]), ("a", "a"), ("a", "b")),
        ([b"x", b"y"], [b"x", b"x"], (b"x", b"y")),
        (np.array(["2020-01-02", "2020-01-01"], "M8[D]"), np.array(["2020-01-01"] * 2, "M8[D]"), 2),
        ([2**60, 2**60 + 1], [2**60, 2**60], (2**60, 2**60 + 1)),
        ([-1, 1], [1, 1], (-1, 1)),
    ],
)
def test_labels_of_any_kind(true, called, labels):
    matrix = pr.confusion_matrix(true, called)
    assert len(matrix) == 2 and matrix.n == 2
    assert labels == 2 or matrix.labels == labels


@pytest.mark.parametrize("other", [["0", "1"], [b"0", b"1"], [None, "1"], [(), 1]])
def test_labels_of_two_kinds_are_refused(other):
    with pytest.raises(ValueError, match="one kind|plain labels|missing|one-dimensional"):
        pr.confusion_matrix([0, 1], other)


@pytest.mark.parametrize("mixed", [[1, "1"], ["a", 2.0], [True, "True"], [b"a", "a"]])
def test_a_mixed_list_is_refused_though_numpy_reads_it_as_strings(mixed):
    with pytest.raises(ValueError, match="one kind"):
        pr.confusion_matrix(mixed, mixed)


@pytest.mark.parametrize("score", [0.5, Fraction(1, 3), Decimal("0.1"), float("inf")])
def test_scores_are_refused(score):
    with pytest.raises(ValueError, match="looks like a score"):
        pr.confusion_matrix([0, 1], [score, 1])


@pytest.mark.parametrize("gone", [None, float("nan"), Decimal("NaN"), np.datetime64("NaT")])
def test_missing_labels_are_refused_or_counted(gone):
    values = np.array(["a", gone, "b"], object)
    with pytest.raises(ValueError, match="y_pred must not hold missing values: 1 of 3"):
        pr.confusion_matrix(["a", "a", "b"], values)
    matrix = pr.confusion_matrix(["a", "a", "b"], values, nan_policy="omit")
    assert matrix.n == 2 and dict(matrix.dropped) == {"missing call": 1}
    both = pr.confusion_matrix(["a", gone], ["a", gone], nan_policy="omit")
    assert dict(both.dropped) == {"missing true label": 1}


def test_weights_keep_their_kind():
    third = pr.confusion_matrix(TRUE, CALLED, sample_weight=[Fraction(1, 3)] * 6)
    assert third.n == 2 and third.counts[0, 0] == Fraction(2, 3)
    assert all(isinstance(x, Fraction) for row in third.counts.tolist() for x in row)
    assert third.shares()[0, 0] == Fraction(1, 3)
    half = pr.confusion_matrix(TRUE, CALLED, sample_weight=[0.5] * 6)
    assert half.counts.dtype == np.float64 and half.n == 3
    tenth = pr.confusion_matrix(TRUE, CALLED, sample_weight=[Decimal("0.1")] * 6)
    assert tenth.n == Fraction(3, 5)


def test_rows_of_weight_zero_leave_first():
    assert pr.confusion_matrix([1, 2, None], [1, 1, 5], sample_weight=[1, 0, 0]).labels == (1,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pr.confusion_matrix([1, 2], [1]), "pair up: got 2 and 1"),
        (lambda: pr.confusion_matrix([], []), "at least one row"),
        (lambda: pr.confusion_matrix([1], [1], sample_weight=[0]), "at least one row"),
        (lambda: pr.confusion_matrix([None], [1], nan_policy="omit"), "at least one row"),
        (lambda: pr.confusion_matrix([1], [1], sample_weight=[-1]), "0 or more"),
        (lambda: pr.confusion_matrix([1], [1], sample_weight=[1, 2]), "pair up"),
        (lambda: pr.confusion_matrix([1] * 2, [1] * 2, sample_weight=[2**62] * 2), "2\\*\\*63"),
        (lambda: pr.confusion_matrix([[1]], [1]), "one-dimensional"),
        (lambda: pr.confusion_matrix([1], [1], nan_policy="drop"), "nan_policy"),
        (lambda: pr.confusion_matrix([1], [1], labels=[2]), "at least one true label"),
        (lambda: pr.confusion_matrix([1], [1], labels=[]), "at least one true label"),
        (lambda: pr.confusion_matrix([1], [1], labels=[1, 1]), "distinct"),
        (lambda: pr.confusion_matrix([1], [1], labels=[1, None]), "distinct|one kind"),
        (lambda: pr.confusion_matrix([1], [1], labels=["1"]), "one kind"),
        (lambda: pr.confusion_matrix(np.array([1j, 2]), [1, 2]), "sortable"),
        (lambda: pr.confusion_matrix(np.array([{}, {}]), [1, 2]), "plain labels"),
        (lambda: pr.ConfusionMatrix.from_table([[1, 2]]), "square: got 1 rows of 2"),
        (lambda: pr.ConfusionMatrix.from_table([[1, 2], [3]]), "square: got 2 rows of 1 and 2"),
        (lambda: pr.ConfusionMatrix.from_table([[1, -2], [3, 4]]), "0 or more"),
        (lambda: pr.ConfusionMatrix.from_table([[1, float("nan")], [3, 4]]), "0 or more"),
        (lambda: pr.ConfusionMatrix.from_table(7), "square of counts"),
        (lambda: pr.ConfusionMatrix.from_table([[2**62] * 2] * 2), "2\\*\\*63"),
        (lambda: pr.ConfusionMatrix.from_table([[1]], ["a", "b"]), "pair up: got 2 and 1"),
        (lambda: pr.ConfusionMatrix.from_table([[1, 0], [0, 1]], ["a", 1]), "one kind"),
        (lambda: pr.confusion_matrix([1], [1]).one_vs_rest(2), "one of 1: got 2"),
        (lambda: pr.confusion_matrix([1], [1]).shares("rows"), "all, true, called"),
        (lambda: pr.confusion_matrix([1], [1]) + pr.confusion_matrix("1", "1"), "one-dimensional"),
        (lambda: pr.confusion_matrix([1], [1]) + pr.confusion_matrix(["1"], ["1"]), "one kind"),
    ],
)
def test_refusals_say_what_to_do(call, message):
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert str(error.value).rstrip().endswith(".")


@pytest.mark.parametrize("seed", range(10))
def test_parts_add_up_to_the_whole_in_any_order(seed):
    true, called, weight = drawn(seed, n=12)
    for kind in (int, Fraction):
        weights = [kind(int(w)) for w in weight]
        whole = pr.confusion_matrix(true, called, sample_weight=weights)
        parts = [
            pr.confusion_matrix(true[k], called[k], sample_weight=weights[k])
            for k in (slice(0, 2), slice(2, 5), slice(5, 12))
        ]
        assert sum(parts) == whole == parts[2] + (parts[0] + parts[1])
        assert whole + pr.ConfusionMatrix.from_table([]) == whole
        assert pr.ConfusionMatrix.from_table([]) + whole == whole


def test_sums_keep_the_kind_and_the_drops():
    ints = pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], ["a", "b"])
    exact = pr.ConfusionMatrix.from_table([[Fraction(1, 2)]], ["c"])
    both = ints + exact
    assert both.labels == ("a", "b", "c") and both.counts[2, 2] == Fraction(1, 2)
    assert all(isinstance(x, Fraction) for row in both.counts.tolist() for x in row)
    dropped = pr.confusion_matrix(TRUE, CALLED, labels=["a", "b"])
    assert dict((dropped + dropped).dropped) == {"label not listed": 6}
    assert (ints + ints).counts.dtype == np.int64
    with pytest.raises(TypeError):
        ints + 1


def test_equality_is_of_cells_by_label():
    matrix = pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], ["a", "b"])
    assert matrix == pr.ConfusionMatrix.from_table([[4, 3], [2, 1]], ["b", "a"])
    assert matrix != pr.ConfusionMatrix.from_table([[1, 3], [2, 4]], ["a", "b"])
    assert matrix != pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], ["a", "c"])
    assert matrix != pr.confusion_matrix(TRUE, CALLED, labels=["a", "b"])
    assert matrix != 1
    with pytest.raises(TypeError):
        hash(matrix)


def test_it_never_changes():
    matrix = pr.confusion_matrix(TRUE, CALLED)
    with pytest.raises(ValueError):
        matrix.counts[0, 0] = 1
    with pytest.raises(AttributeError):
        matrix.labels = ()
    with pytest.raises(TypeError):
        matrix.dropped["x"] = 1
    table = np.array([[1, 2], [3, 4]])
    pr.ConfusionMatrix.from_table(table)
    table[0, 0] = 9


@pytest.mark.parametrize("weight", [None, [Fraction(1, 3)] * 6, [0.1] * 6])
def test_pickling(weight):
    matrix = pr.confusion_matrix(TRUE, CALLED, labels=["b", "a"], sample_weight=weight)
    again = pickle.loads(pickle.dumps(matrix))
    assert again == matrix and again.labels == matrix.labels and again.dropped == matrix.dropped
    with pytest.raises(ValueError):
        again.counts[0, 0] = 1


def test_html_is_a_small_escaped_table():
    matrix = pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], ["<b>", "&"])
    text = matrix._repr_html_()
    assert "&lt;b&gt;" in text and "<b>" not in text and text.count("<tr>") == 4
    assert "<td>10</td>" in text and "rows true, columns called" in text
    many = pr.ConfusionMatrix.from_table(np.eye(50, dtype=int))
    assert many._repr_html_().count("<tr>") == 22 and "first 20 of 50" in many._repr_html_()


def test_empty_table():
    empty = pr.ConfusionMatrix.from_table([])
    assert empty.n == 0 and empty.labels == () and empty == empty + empty
    assert empty.support.tolist() == [] and "0 labels" in repr(empty) and empty._repr_html_()


def test_shares_of_an_empty_row_are_nan():
    matrix = pr.ConfusionMatrix.from_table([[0, 0], [1, 3]])
    assert np.isnan(matrix.shares("true")[0]).all() and matrix.shares("true")[1].tolist() == [
        0.25,
        0.75,
    ]
    assert matrix.shares("called").tolist() == [[0, 0], [1, 1]]


KINDS = {
    "int64": lambda x: np.array(x),
    "uint8": lambda x: np.array(x, np.uint8),
    "list": list,
    "float32": lambda x: np.array(x, np.float32),
    "bool": lambda x: np.array(x) > 1,
    "str array": lambda x: np.array([f"class {k}" for k in x]),
    "bytes array": lambda x: np.array([b"%d" % k for k in x]),
    "str list": lambda x: [str(k) for k in x],
    "dates": lambda x: np.datetime64("2026-01-01") + np.array(x),
    "one label in three spellings": lambda x: np.array([[True, 1, 1.0][k % 3] for k in x], object),
    "tuples": lambda x: as_objects([(k, "a") for k in x]),
    "Fractions": lambda x: [Fraction(k) for k in x],
    "Decimals and ints": lambda x: [Decimal(k) if k % 2 else k for k in x],
}


def as_objects(values):
    "An array of objects, also of tuples."
    array = np.empty(len(values), object)
    array[:] = values
    return array


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_label_is_counted_as_python_counts_it(kind, weighted):
    rng = np.random.default_rng(len(kind))
    true, called = (KINDS[kind](rng.integers(0, 4, 60).tolist()) for _ in range(2))
    weight = rng.integers(0, 3, 60) if weighted else np.ones(60, int)
    expected = Counter()
    values = (x.tolist() if isinstance(x, np.ndarray) else x for x in (true, called))
    pairs = list(zip(*values, strict=True))
    for pair, w in zip(pairs, weight.tolist(), strict=True):
        expected[pair] += w
    matrix = pr.confusion_matrix(true, called, sample_weight=weight)
    names = sorted({x for pair, w in expected.items() if w for x in pair})
    assert list(matrix.labels) == names and matrix.counts.dtype == np.int64
    assert matrix.counts.tolist() == [[expected[a, b] for b in names] for a in names]
    listed = [names[-1], *names[:1]] if len(names) > 1 else names
    part = pr.confusion_matrix(true, called, sample_weight=weight, labels=as_objects(listed))
    assert part.counts.tolist() == [[expected[a, b] for b in listed] for a in listed]
    inside = [t in listed and c in listed for t, c in pairs]
    lost = sum(w > 0 and not kept for w, kept in zip(weight.tolist(), inside, strict=True))
    assert part.dropped.get("label not listed", 0) == lost


@pytest.mark.parametrize("gone", [None, float("nan")], ids=str)
def test_missing_labels_among_any_others(gone):
    true, called = [1, gone, True, 2, gone], [1.0, 2, gone, 1, gone]
    matrix = pr.confusion_matrix(true, called, nan_policy="omit")
    assert matrix.counts.tolist() == [[1, 0], [1, 0]] and matrix.labels == (1, 2)
    assert dict(matrix.dropped) == {"missing true label": 2, "missing call": 1}
    # a label that only a dropped row holds is not compared with the others
    assert pr.confusion_matrix(["x", 1], [gone, 1], nan_policy="omit").labels == (1,)
    assert pr.confusion_matrix(as_objects([[], 1]), [2, 1], sample_weight=[0, 1]).labels == (1,)


def test_unhashable_labels_are_refused():
    with pytest.raises(ValueError, match="plain labels: unhashable"):
        pr.confusion_matrix(as_objects([[1], 1]), as_objects([1, 1]))
    with pytest.raises(ValueError, match="plain labels: unhashable"):
        pr.confusion_matrix(as_objects([np.arange(2), 1]), [1, 1])


@pytest.mark.parametrize("table", [[1, 2], np.array([1, 2]), 7, csr_array(np.eye(2))], ids=repr)
def test_tables_without_rows_say_what_to_pass(table):
    with pytest.raises(ValueError, match="table must be a square of counts: got .*toarray"):
        pr.ConfusionMatrix.from_table(table)


def test_tables_of_foreign_containers():
    class Frame(dict):
        shape = (2, 2)

        def __array__(self, dtype=None, copy=None):
            return np.array([[1, 2], [3, 4]])

    frame = Frame(a=0, b=0)  # iterated it gives its names, as a data frame does
    assert pr.ConfusionMatrix.from_table(frame).counts.tolist() == [[1, 2], [3, 4]]
    rows = [[Fraction(1, 3), 2**62], [0, 1]]
    assert pr.ConfusionMatrix.from_table(rows).counts.tolist() == rows


@pytest.mark.parametrize("unit", ["D", "s", "us", "ns"])
def test_dates_stay_dates(unit):
    days = np.array(["2024-01-01", "2024-01-02", "2024-01-01"], f"datetime64[{unit}]")
    matrix = pr.confusion_matrix(days, days[::-1])
    assert [np.datetime64(label, unit) for label in matrix.labels] == sorted(set(days))
    assert not any(isinstance(label, int) for label in matrix.labels)
    assert matrix.counts.tolist() == [[2, 0], [0, 1]]
    with pytest.raises(ValueError, match="one kind: got dates and numbers"):
        pr.confusion_matrix(days, [1, 2, 1])


@pytest.mark.parametrize("bad", [[[0], [1]], 5, [0, None], [[0, 1], [2]], {}], ids=repr)
def test_labels_that_are_none(bad):
    for call in (
        lambda: pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], labels=bad),
        lambda: pr.confusion_matrix(TRUE, CALLED, labels=bad),
    ):
        with pytest.raises(ValueError, match="labels"):
            call()


@pytest.mark.parametrize("bad", [[], {}, None, 1])
def test_words_that_are_none(bad):
    with pytest.raises(ValueError, match="over must be"):
        pr.confusion_matrix(TRUE, CALLED).shares(bad)
    with pytest.raises(ValueError, match="nan_policy must be"):
        pr.confusion_matrix(TRUE, CALLED, nan_policy=bad)
