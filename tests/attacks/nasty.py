"""Nasty but plausible inputs, and what they mean, read without the code under attack."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np
from hypothesis import strategies as st

from tests import reference
from tests.attacks.tally import Wrong

TINY = 5e-324

REAL = [0, 1, -1, 0.5, -0.0, 0.1, 2**53, 2**53 + 1, 2.0**53, 2**63, 2**64 + 1, -(2**63), 10**30]
REAL += [TINY, -TINY, 2.2e-308, 1.7976931348623157e308, inf, -inf, 1e22, 0.30000000000000004]
REAL += [True, False, Fraction(1, 3), Decimal("0.1"), Decimal("1e-400"), Fraction(10**40, 7)]
REAL += [np.float32(0.1), np.float16(0.1), np.int8(-7), np.uint64(2**64 - 1), np.longdouble(1) / 3]
MISSING = [None, nan, Decimal("NaN"), np.float32("nan"), np.datetime64("NaT")]
ODD = ["0.5", "1", "nan", "", 1j, b"1", [0.5], {}, object, np.datetime64("2020-01-01")]
LABELS = [0, 1, True, False, 0.0, 1.0, np.True_, np.int8(1), Decimal(1), Fraction(0)]
WEIGHTS = [0, 1, 2, 3, 0.5, TINY, 1e300, Fraction(1, 3), Decimal("0.25"), 2**62, 0.0, True]
BAD_WEIGHTS = [-1, inf, nan, None, "1", -TINY, 1j, 10**400]


MOST = 9
KINDS = st.sampled_from([float, int, Fraction, np.float32, np.int64, Decimal])


def column(good, bad, *more):
    """A strategy for lists of MOST values: sound, alike, of `more`, or with one odd one among them."""
    sound = _lists(st.sampled_from(good))
    few = st.integers(0, 1 if good is LABELS else 3)
    odd = st.tuples(sound, st.integers(0, MOST - 1), st.sampled_from(bad))
    return st.one_of(
        sound,
        st.tuples(KINDS, _lists(few)).map(lambda pair: list(map(*pair))),
        *map(_lists, more),
        odd.map(lambda x: [*x[0][: x[1]], x[2], *x[0][x[1] + 1 :]]),
    )


def _lists(each):
    return st.lists(each, min_size=MOST, max_size=MOST)


LABEL_COLUMN = column(LABELS, [*MISSING, *ODD, 2, -1], st.sampled_from([0, 1]))
SCORE_COLUMN = column(REAL, [*MISSING, *ODD], st.floats(), st.integers(0, 2**64))
WEIGHT_COLUMN = column(WEIGHTS, BAD_WEIGHTS, st.floats(0, 1e300), st.integers(0, 2**58))
LENGTHS = st.tuples(st.integers(0, MOST - 1), *[st.sampled_from([0] * 14 + [1, -1])] * 3)
COLUMNS = st.tuples(LABEL_COLUMN, SCORE_COLUMN, st.one_of(st.none(), WEIGHT_COLUMN))


@st.composite
def rows(draw):
    """Labels, scores, weights or None in containers, and the names of these; lengths may differ."""
    n, *more = draw(LENGTHS)
    found = [
        (None, "none") if x is None else wrapped(x[: max(n + k, 0)], how)
        for x, k, how in zip(draw(COLUMNS), more, draw(WRAPPINGS), strict=True)
    ]
    return tuple(zip(*found, strict=True))


def objects(values):
    """An object array, one value each."""
    array = np.empty(len(values), object)
    for i, value in enumerate(values):
        array[i] = value
    return array


def masked(values):
    """A masked array of floats whose first entry is masked."""
    return np.ma.MaskedArray(np.array(values, float), [i == 0 for i in range(len(values))])


def swapped(values):
    """Big-endian floats."""
    return np.array(values, float).astype(">f8")


def strided(values):
    """Every other entry of an array."""
    wide = np.zeros(2 * len(values))
    wide[::2] = np.array(values, float)
    return wide[::2]


def two_d(values):
    """One column of a table."""
    return np.array(values, float).reshape(-1, 1)


WRAPS = {
    "list": list,
    "tuple": tuple,
    "object": objects,
    "array": np.array,
    "float32": lambda v: np.array(v, np.float32),
    "float16": lambda v: np.array(v, np.float16),
    "int64": lambda v: np.array(v, np.int64),
    "uint8": lambda v: np.array(v, np.uint8),
    "bool": lambda v: np.array(v, bool),
    "masked": masked,
    "swapped": swapped,
    "strided": strided,
    "2-D": two_d,
    "0-D": lambda v: np.array(len(v)),
    "dict": lambda v: dict(enumerate(v)),
    "text": str,
    "generator": lambda v: (x for x in v),
    "none": lambda v: None,
}
WRAP = st.sampled_from(["list"] * 12 + ["object"] * 6 + ["array"] * 6 + list(WRAPS))
WRAPPINGS = st.tuples(WRAP, WRAP, WRAP)


def wrapped(values, how):
    """The values in a container; a list where the container cannot hold them."""
    try:
        with np.errstate(all="ignore"):
            return WRAPS[how](values), how
    except (TypeError, ValueError, OverflowError):
        return list(values), "list"


def entries(values, how):
    """The single values of a container as they are meant; None if it holds no column."""
    if how in ("2-D", "0-D", "dict", "text", "generator", "none"):
        return None
    if how == "masked":
        return [None if gone else x for x, gone in zip(values.data, values.mask, strict=True)]
    return list(values)


def is_missing(x):
    """True for None, NaN and NaT."""
    return x is None or (isinstance(x, np.datetime64) and np.isnat(x)) or x != x


def exact(x):
    """A real number as a Fraction or an infinity; None for anything else."""
    if isinstance(x, np.longdouble):
        return Fraction(*x.as_integer_ratio()) if np.isfinite(x) else float(x)
    x = x.item() if isinstance(x, np.generic) else x
    if not isinstance(x, (bool, int, float, Fraction, Decimal)):  # noqa: UP038
        return None
    if x in (inf, -inf):
        return float(x)
    return Fraction(x)


def meaning(columns, hows, omit=False):
    """("answer", cells), ("refuse", None), or (None, cells) where either will do."""
    y, s, w = (entries(x, how) for x, how in zip(columns, hows, strict=True))
    lost = columns[2] is not None and w is None
    if y is None or s is None or lost or len({len(x) for x in (y, s, w) if x is not None}) > 1:
        return "refuse", None
    weight = [1] * len(y) if w is None else [None if is_missing(x) else exact(x) for x in w]
    if any(x is None or x < 0 or x == inf for x in weight):
        return "refuse", None
    rows = [row for row in zip(y, s, weight, strict=True) if row[2]]
    gone = [row for row in rows if _lost(row)]
    if gone and not omit:
        return "refuse", None
    rows = [row for row in rows if not _lost(row)]
    if not rows:
        return "refuse", None
    scores = [exact(x) for _, x, _ in rows]
    labels = [exact(x) for x, _, _ in rows]
    if None in scores or None in labels or not (set(labels) <= {0, 1} or set(labels) <= {-1, 1}):
        return "refuse", None
    told = [label == 1 for label in labels]
    cells = reference.cells(told, scores, [x for *_, x in rows])
    plain = all(type(x) in (int, float) for _, x, _ in rows) and sum(x for *_, x in rows) < 2**62
    return "answer" if plain and (w is None or {type(x) for x in w} == {int}) else None, cells


def same_counts(counts, want):
    """None if counts are those cells, up to rounding where weights are floats."""
    got = [(exact(t), *pair) for t, *pair in zip(counts.threshold, counts.pos, counts.neg)]  # noqa: B905
    if want is None:
        raise Wrong("an input without a meaning is answered")
    if [t for t, *_ in got] != [t for t, *_ in want]:
        raise Wrong("other thresholds")
    room = Fraction(1, 10**12) if counts.pos.dtype.kind == "f" else 0
    for (_, *pair), (_, *right) in zip(got, want, strict=True):
        if any(abs(Fraction(a) - b) > room * b for a, b in zip(pair, right, strict=True)):
            raise Wrong("other counts")


def _lost(row):
    return is_missing(row[0]) or is_missing(row[1])
