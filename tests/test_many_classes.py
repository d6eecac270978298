"""Every class against the rest: the same cells as by counting each alone, without a square table."""

import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace.compat import sklearn
from prspace.confusion import class_tables

CELLS = ("tp", "fp", "fn", "tn")


def draws(size, seed=0):
    "Rows of up to six classes with whole, exact and float weights, and the same as Fractions."
    rng = np.random.default_rng(seed)
    for k in range(size):
        n = int(rng.integers(1, 25))
        true, called = rng.integers(0, rng.integers(1, 7), (2, n))
        weight = (
            rng.integers(1, 5, n).tolist(),
            [Fraction(int(x), 7) for x in rng.integers(1, 9, n)],
            (10.0 ** rng.uniform(-8, 8, n)).tolist(),
        )[k % 3]
        yield true.tolist(), called.tolist(), weight


def cells_of(label, rows):
    "The four cells of a class as Fractions, one pass for each."
    asked = ((True, True), (False, True), (True, False), (False, False))
    return [
        sum(Fraction(w) for t, c, w in rows if ((t == label), (c == label)) == which)
        for which in asked
    ]


def agree(point, cells, exact):
    "Whole and exact cells are equal, float ones to a few units of the last place."
    slack = 0 if exact else Fraction(1, 10**14)
    found = [Fraction(getattr(point, name)) for name in CELLS]
    return all(abs(a - b) <= slack * b for a, b in zip(found, cells, strict=True))


def test_cells_of_every_class():
    for true, called, weight in draws(90):
        rows = list(zip(true, called, weight, strict=True))
        exact = not isinstance(weight[0], float)
        matrix = pr.confusion_matrix(true, called, sample_weight=weight)
        counts = pr.count_predictions(true, called, sample_weight=weight)
        seen, tables = class_tables(true, called, sample_weight=weight)
        assert tuple(seen) == counts.names == matrix.labels
        for k, label in enumerate(seen):
            cells = cells_of(label, rows)
            for point in (tables[label], matrix.one_vs_rest(label), counts[k].at(1)):
                assert agree(point, cells, exact), (label, rows, point)


def test_predictions_are_those_of_one_class_alone():
    for true, called, weight in draws(45, seed=1):
        if isinstance(weight[0], float):
            continue
        found = pr.count_predictions(true, called, sample_weight=weight)
        for label, counts in found.items():
            alone = pr.count_thresholds(
                [x == label for x in true], [x == label for x in called], sample_weight=weight
            )
            assert counts == alone and counts.threshold.dtype == alone.threshold.dtype
            assert counts.pos.dtype == alone.pos.dtype
            assert type(counts.missed_pos) is type(alone.missed_pos)


def test_predictions_that_miss_labels():
    true, called = ["b", None, "a", "c", "a"], ["a", "b", math.nan, "c", "a"]
    found = pr.count_predictions(true, called, nan_policy="omit", sample_weight=[1, 1, 1, 2, 0])
    assert found.names == ("a", "b", "c")
    assert [dict(c.dropped) for c in found] == 3 * [{"missing label": 1, "missing score": 1}]
    assert [(c.n_pos, c.n_neg) for c in found] == [(0, 3), (1, 2), (2, 1)]
    with pytest.raises(ValueError, match="class 'a': y_true must not hold missing values"):
        pr.count_predictions(true, called)


def test_labels_that_are_asked_for_and_rows_without_weight():
    seen, tables = class_tables([2, 1, 5], [2, 2, 5], [7, 1.0], [1, 1, 0])
    assert seen == [1, 2, 5] and list(tables) == [7, 1.0, 2, 5]
    assert [tables[k].tn for k in (7, 5)] == [2, 2] and tables[1].fn == 1


# Growth


def additions(monkeypatch, call):
    "How many Fractions are added or subtracted in a call."
    times = [0]

    def counted(plain):
        def operation(a, b):
            times[0] += 1
            return plain(a, b)

        return operation

    with monkeypatch.context() as patch:
        for name in ("__add__", "__radd__", "__sub__", "__rsub__"):
            patch.setattr(Fraction, name, counted(getattr(Fraction, name)))
        call()
    return times[0]


@pytest.mark.parametrize(
    "of_rows",
    [
        lambda *rows, sample_weight: class_tables(*rows, sample_weight=sample_weight),
        pr.count_predictions,
        lambda *rows, sample_weight: sklearn.f1_score(
            *rows, average="macro", sample_weight=sample_weight
        ),
        sklearn.accuracy_score,
    ],
    ids=["tables", "predictions", "f1", "accuracy"],
)
def test_additions_grow_with_rows_and_classes(monkeypatch, of_rows):
    """A table of the classes would take the square of their number, one count each their product."""
    found = []
    for classes in (20, 40, 80):
        true = [i % classes for i in range(160)]
        called = [i // 2 % classes for i in range(160)]
        weight = [Fraction(1, 3)] * 160
        found.append(
            additions(monkeypatch, lambda r=(true, called), w=weight: of_rows(*r, sample_weight=w))
        )
    assert found[2] - found[1] <= 2.2 * (found[1] - found[0]) + 40
    assert found[2] < 12 * (160 + 80)


@pytest.mark.parametrize(
    "of_rows",
    [
        lambda *rows: sklearn.f1_score(*rows, average="macro", zero_division=0),
        lambda *rows: sklearn.f1_score(
            *rows, average="micro", sample_weight=np.full(3000, 0.1), zero_division=0
        ),
        sklearn.accuracy_score,
        pr.count_predictions,
    ],
    ids=["macro", "micro", "accuracy", "predictions"],
)
def test_memory_of_many_classes(of_rows):
    """The square table of fifteen hundred classes takes 18 MB."""
    rows = np.arange(3000) % 1500, np.arange(3000) // 2
    of_rows(*rows)
    tracemalloc.start()
    of_rows(*rows)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6e6


def test_tables_too_large_are_refused():
    with pytest.raises(ValueError, match="labels must be at most 8192 for a table: got 8193"):
        pr.confusion_matrix([0, 1], [0, 0], labels=range(2**13 + 1))
    empty = np.zeros((0, 0), np.int64)
    many, one = (pr.ConfusionMatrix(names, empty) for names in (range(2**13), [-1]))
    with pytest.raises(ValueError, match="got 8193"):
        many + one
    assert sklearn.f1_score(range(9000), range(9000), average="micro") == 1


def test_tables_are_added_over_other_labels():
    a = pr.ConfusionMatrix.from_table([[1, 2], [3, 4]], ["x", "y"])
    b = pr.ConfusionMatrix.from_table([[Fraction(1, 2), 5], [6, 7]], ["z", "x"])
    expected = [[8, 2, 6], [3, 4, 0], [5, 0, Fraction(1, 2)]]
    assert (a + b).labels == ("x", "y", "z") and (a + b).counts.tolist() == expected
    assert a + b == b + a and a != b
