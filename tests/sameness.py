"""Comparisons shared by the tests: exact equality, with NaN equal to NaN."""

import math
from fractions import Fraction

import numpy as np


def is_nan(value):
    "Whether a number of any kind is NaN."
    return isinstance(value, float) and math.isnan(value)


def same(a, b):
    "Whether two numbers or arrays agree exactly, NaN with NaN."
    a, b = np.atleast_1d(np.asarray(a, object)), np.atleast_1d(np.asarray(b, object))
    return a.shape == b.shape and all(
        (is_nan(x) and is_nan(y)) or x == y for x, y in zip(a.flat, b.flat, strict=True)
    )


def near(a, b, tolerance=1e-12):
    "Whether two numbers or arrays agree to a relative tolerance, NaN with NaN."
    a, b = np.atleast_1d(np.asarray(a, object)), np.atleast_1d(np.asarray(b, object))
    return a.shape == b.shape and all(
        (is_nan(float(x)) and is_nan(float(y)))
        or abs(float(x) - float(y)) <= tolerance * max(1.0, abs(float(y)))
        for x, y in zip(a.flat, b.flat, strict=True)
    )


def listed(array):
    "An array as a list of plain Python numbers."
    return np.asarray(array).tolist()


def exact_counts(array):
    "Counts as Fractions, whatever they are stored in."
    return [Fraction(value) for value in listed(array)]
