"""Every association equals its textbook form, within its bounds, and NaN exactly where the row says."""

import math
import warnings
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import prspace as pr
from tests import reference
from tests.sameness import is_nan

WITH_ROOTS = {
    "matthews_correlation",
    "accuracy_deviation",
    "cramers_v",
    "geometric_mean",
    "fowlkes_mallows",
    "yules_y",
    "prevalence_threshold",
}
UNATTAINED = {name for name, row in pr.ASSOCIATIONS.items() if row.high == math.inf}
UNATTAINED |= {"accuracy_deviation"}  # half a hit and half a miss
IN_BITS = set(reference.entropies([[Fraction(1)]]))
EMPTY = [lambda c: c.tp + c.fn, lambda c: c.fp + c.tn, lambda c: c.tp + c.fp, lambda c: c.fn + c.tn]

# the words of undefined_when, as conditions on the cells
WORDS = {
    "there are no items": lambda c: c.tp + c.fp + c.fn + c.tn == 0,
    "there are no items or only one class": lambda c: c.tp + c.fp + c.fn + c.tn == 0,
    "nothing is positive or nothing is negative": lambda c: not (c.tp + c.fn and c.fp + c.tn),
    "nothing is called positive or nothing is called negative": lambda c: (
        not (c.tp + c.fp and c.fn + c.tn)
    ),
    "nothing is positive or nothing is called positive": lambda c: (
        not (c.tp + c.fn and c.tp + c.fp)
    ),
    "nothing is positive": lambda c: c.tp + c.fn == 0,
    "nothing is positive, or no negative is called positive": lambda c: not (c.tp + c.fn and c.fp),
    "nothing is positive, or no negative is called negative": lambda c: not (c.tp + c.fn and c.tn),
    "there is no false positive or no false negative": lambda c: not (c.fp and c.fn),
    "all items are of one class": lambda c: not (c.tp + c.fn and c.fp + c.tn),
    "all items are called one class": lambda c: not (c.tp + c.fp and c.fn + c.tn),
    "nothing is positive, nothing is negative, or nothing is called positive": lambda c: (
        not (c.tp + c.fn and c.fp + c.tn and c.tp + c.fp)
    ),
    "TP or TN is zero, and so is FP or FN": lambda c: not (c.tp and c.tn) and not (c.fp and c.fn),
    "all items are hits, or all are correct rejections (or all lie in one diagonal cell)": (
        lambda c: c.fp + c.fn + c.tp == 0 or c.fp + c.fn + c.tn == 0
    ),
}


def says_undefined(row, c):
    "Whether the words of a row hold for a table."
    words = row.undefined_when
    if words.startswith("nothing is positive, negative, called positive or called negative"):
        return any(total(c) == 0 for total in EMPTY)
    if words.endswith(", or nothing is called what it is"):
        shorter = words.removesuffix(", or nothing is called what it is")
        return WORDS[shorter](c) or c.tp + c.tn == 0
    return WORDS[words](c)


def fractions_of(c):
    return SimpleNamespace(**{k: Fraction(v) for k, v in vars(c).items()})


TABLES = [c for n in range(7) for c in reference.tables_of(n)]


def test_every_association_has_an_oracle():
    assert set(pr.ASSOCIATIONS) == set(reference.TWO) | set(reference.CLASSES)
    classes = {name for name, row in pr.ASSOCIATIONS.items() if row.classes}
    assert classes == set(reference.CLASSES)


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_undefined_exactly_when_the_row_says(name):
    row = pr.ASSOCIATIONS[name]
    for c in TABLES:
        assert is_nan(row(c)) == says_undefined(row, c), c
        assert is_nan(row(fractions_of(c))) == says_undefined(row, c), c


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_equals_its_textbook_form(name):
    row = pr.ASSOCIATIONS[name]
    for c in TABLES:
        expected, value = reference.association(name, c), row(c)
        if expected is None:
            assert is_nan(value), c
            continue
        assert value == pytest.approx(float(expected), rel=1e-14, abs=1e-14), c
        exact = row(fractions_of(c))
        if name not in WITH_ROOTS | IN_BITS:
            assert exact == expected and isinstance(exact, Fraction | int), c
        assert float(exact) == pytest.approx(float(expected), rel=1e-14, abs=1e-14), c


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_stays_within_its_bounds(name):
    row = pr.ASSOCIATIONS[name]
    tables = [c for n in range(9) for c in reference.tables_of(n)]
    arrays = {k: np.array([getattr(c, k) for c in tables]) for k in ("tp", "fp", "fn", "tn")}
    for kind in (np.int64, np.float64):
        values = np.asarray(row(SimpleNamespace(**{k: a.astype(kind) for k, a in arrays.items()})))
        known = values[~np.isnan(values)]
        assert known.min() >= row.low and known.max() <= row.high
        assert not (np.signbit(known) & (known == 0)).any()
        assert known.min() == pytest.approx(row.low)
        assert known.max() == pytest.approx(row.high) or name in UNATTAINED
    for c, value in zip(tables, values, strict=True):
        assert (is_nan(value) and is_nan(row(c))) or value == pytest.approx(row(c), abs=1e-14)
        assert is_nan(value) or row.low <= row(c) <= row.high
        assert math.copysign(1, row(c)) == 1 or row(c) != 0


@pytest.mark.parametrize("name", reference.CLASSES)
@pytest.mark.parametrize("kind", [int, Fraction, float])
def test_many_classes(name, kind):
    rng = np.random.default_rng(11)
    for _ in range(60):
        k = int(rng.integers(1, 5))
        table = rng.integers(0, 5, (k, k)) * rng.integers(0, 2, (k, k))
        row = pr.ASSOCIATIONS[name]
        cells = [[kind(x) for x in line] for line in table.tolist()]
        value, expected = (
            row(pr.ConfusionMatrix.from_table(cells)),
            reference.of_classes(name, table),
        )
        if expected is None:
            assert is_nan(value), table
            continue
        assert float(value) == pytest.approx(float(expected), rel=1e-12, abs=1e-13), table
        if kind is Fraction and name not in WITH_ROOTS | IN_BITS:
            assert value == expected


def test_everything_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for row in pr.ASSOCIATIONS.values():
            for c in TABLES[:60]:
                row(c)
                row(SimpleNamespace(**{k: np.array([v]) for k, v in vars(c).items()}))


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
@pytest.mark.parametrize(
    "cells",
    [(10**15, 3 * 10**14, 7, 2 * 10**15), (1, 1, 0, 10**15), (10**15, 10**15, 10**15, 10**15)],
)
def test_large_counts_do_not_wrap(name, cells):
    c = SimpleNamespace(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
    row = pr.ASSOCIATIONS[name]
    expected = reference.association(name, c)
    numpy = SimpleNamespace(**{k: np.int64(v) for k, v in vars(c).items()})
    arrays = SimpleNamespace(**{k: np.array([v]) for k, v in vars(c).items()})
    for value in (row(c), row(numpy), row(arrays)[0]):
        if expected is None:
            assert is_nan(value)
        else:
            assert value == pytest.approx(float(expected), rel=1e-14, abs=1e-14)
