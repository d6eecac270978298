"""The corner table: small frames that some engine once got wrong, and what must be refused."""

from datetime import date, datetime
from decimal import Decimal
from math import inf, nan, nextafter

import numpy as np
import pyarrow as pa
import pytest

from prspace import count_thresholds
from prspace.adapters.frame import count_frame, read_exact, write_exact
from prspace.adapters.frame_lazy import _with_key
from prspace.cells import cell_codes
from tests.adapters import plain

INT, FLOAT, TEXT, BOOL = pa.int64(), pa.float64(), pa.string(), pa.bool_()

# both zeros, both infinities, subnormals, neighbors of 1 and of the fold's seams, ties
SCORES = [
    0.0, -0.0, inf, -inf, 5e-324, -5e-324, 1e-312, 2.5e-308, nextafter(1, 0), 1.0, nextafter(1, 2),
    0.5, nextafter(0.5, 0), nextafter(0.5, 1), 1e308, -1e308, 1.7976931348623157e308, 1e-290, -1e-290,
    0.1, 0.1, 0.30000000000000004, 0.3, -0.7, -0.7, 1e17, 123456.789, 0.998, 0.999, 0.9999,
]  # fmt: skip
N = len(SCORES)
LABELS = [(7 * i) % 3 % 2 for i in range(N)]
GAPS = [None if i % 5 == 0 else nan if i % 7 == 0 else s for i, s in enumerate(SCORES)]
BOOLS = [None if i % 4 == 0 else bool(y) for i, y in enumerate(LABELS)]
WEIGHTS = [i % 4 for i in range(N)]
PARTS = [i % 8 / 4 for i in range(N)]
GROUPS = ["b", "a", "ü\";'\n"]
NAMES = [GROUPS[i % 3] for i in range(N)]
DAYS = [date(2026, 1, 2), date(2026, 1, 1)] * 2
YS = {"y_true": "y", "y_score": "s"}


def table(scores=SCORES, labels=LABELS, kind=FLOAT, of=INT, **more):
    "Scores s, labels y, and more columns."
    return {"s": (kind, list(scores)), "y": (of, list(labels)), **more}


def texts(values):
    return [None if x is None else "yes" if x else "no" for x in values]


SINGLES = pa.array([0.1, 0.2, 0.1, 1 - 2**-24, 1.0, 1e-45, 3e38, -0.0], pa.float32()).to_pylist()

# name: (table, how count_frame is called)
CASES = {
    "plain": (table(), YS),
    "label is -1 or 1": (table(labels=[2 * y - 1 for y in LABELS]), YS),
    "label is 0.0 or 1.0": (table(labels=map(float, LABELS), of=FLOAT), YS),
    "label is bool": (table(labels=map(bool, LABELS), of=BOOL), YS),
    "label is text": (table(labels=texts(LABELS), of=TEXT), YS | {"pos_label": "yes"}),
    "label is 0 as positive": (table(), YS | {"pos_label": 0}),
    "label is 7 or 9": (table(labels=[7 + 2 * y for y in LABELS]), YS | {"pos_label": 9}),
    "label is one only": (table(labels=[0] * N), YS),
    "label is False as positive": (
        table(labels=map(bool, LABELS), of=BOOL), YS | {"pos_label": False},
    ),
    "gaps in scores": (table(GAPS), YS | {"nan_policy": "omit"}),
    "gaps in bools": (table(labels=BOOLS, of=BOOL), YS | {"nan_policy": "omit"}),
    "gaps in texts": (
        table(GAPS, texts(BOOLS), of=TEXT), YS | {"nan_policy": "omit", "pos_label": "yes"},
    ),
    "gaps in both": (
        table(GAPS, [None if b is None else int(b) for b in BOOLS]), YS | {"nan_policy": "omit"},
    ),
    "float32": (table(SINGLES, [1, 0, 0, 1, 1, 0, 1, 0], pa.float32()), YS),
    "int64": (table([2**53, -(2**53), 3, 3, 0], [1, 0, 1, 0, 1], INT), YS),
    "int8": (table([-128, 127, 0, 0, 1], [1, 0, 1, 0, 1], pa.int8()), YS),
    "scores are bools": (table([True, False, True, True], [1, 0, 0, 1], BOOL), YS),
    "whole weights": (table(w=(INT, WEIGHTS)), YS | {"sample_weight": "w"}),
    "parts of weights": (table(w=(FLOAT, PARTS)), YS | {"sample_weight": "w"}),
    "weight 0 hides gaps": (
        table([nan, 0.5, 0.25, 0.5], [1, None, 0, 1], w=(INT, [0, 0, 2, 3])),
        YS | {"sample_weight": "w"},
    ),
    "by one": (table(g=(TEXT, NAMES)), YS | {"by": "g"}),
    "by two, weights, gaps": (
        table(GAPS, BOOLS, of=BOOL, g=(TEXT, NAMES), h=(INT, WEIGHTS), w=(INT, WEIGHTS[::-1])),
        YS | {"by": ["g", "h"], "sample_weight": "w", "nan_policy": "omit"},
    ),
    "by day": (
        table([1.0, 2.0, 3.0, 3.0], [1, 0, 1, 0], g=(pa.date32(), DAYS)), YS | {"by": "g"},
    ),
    "by moment": (
        table([1.0, 2.0], [1, 0], g=(pa.timestamp("us"), [datetime(2026, 1, 1, 0, m) for m in (1, 0)])),
        YS | {"by": "g"},
    ),
    "by bool": (table(g=(BOOL, list(map(bool, LABELS)))), YS | {"by": "g"}),
    "a group loses all rows": (
        table([0.5, None], [1, 1], g=(TEXT, ["a", "b"])), YS | {"by": "g", "nan_policy": "omit"},
    ),
    "odd names": (
        {"a \"b\"; 'c' `d`.é": (FLOAT, SCORES), "x.y": (INT, LABELS), "\n": (TEXT, NAMES)},
        {"y_true": "x.y", "y_score": "a \"b\"; 'c' `d`.é"},
    ),
    "names in use inside": (
        {"m": (FLOAT, SCORES), "s": (INT, LABELS), "k": (TEXT, NAMES), "w": (INT, WEIGHTS)},
        {"y_true": "s", "y_score": "m", "by": "k", "sample_weight": "w"},
    ),
    "one column for two ends": (table([0.0, 1.0, 1.0], [0, 1, 1]), {"y_true": "s", "y_score": "s"}),
}  # fmt: skip

# where an engine is slow to plan: the cases that in cells add something to the exact ones
IN_CELLS = ["plain", "gaps in both", "float32", "int64", "by two, weights, gaps", "odd names"]

WIDE = [2**53 + 1, 3, -(2**60)]
LONG = [Decimal("0.123456789012345678"), Decimal("0.0001")]

# name: (table, call, words of the error)
REFUSED = {
    "score missing": (table(GAPS), YS, "y_score must not hold missing values: 10 of 30 are"),
    "label missing": (
        table(labels=BOOLS, of=BOOL), YS, "y_true must not hold missing values: 8 of 30 are",
    ),
    "third label": (
        table([1.0, 2.0, 3.0], [0, 1, 2]), YS, r"y_true must hold two labels: got 3 .*\(?0, 1, 2",
    ),
    "third text": (
        table([1.0, 2.0, 3.0], ["a", "b", "c"], of=TEXT),
        YS | {"pos_label": "b"},
        "y_true must hold two labels: got 3 .*'a', 'b', 'c'",
    ),
    "text without pos_label": (table(labels=texts(LABELS), of=TEXT), YS, "pos_label must be given"),
    "1 and 2": (table([1.0, 2.0], [1, 2]), YS, r"pos_label must be given.*got 1, 2"),
    "pos_label of another type": (
        table(labels=texts(LABELS), of=TEXT), YS | {"pos_label": 1}, "pos_label must be one of the",
    ),
    "pos_label is text": (table(), YS | {"pos_label": "1"}, "pos_label must be one of the labels"),
    "pos_label that is not there": (
        table(labels=texts(LABELS), of=TEXT), YS | {"pos_label": "maybe"},
        "pos_label must be one of the labels: got 'maybe', and labels 'no', 'yes'",
    ),
    "score is text": (table(["1", "2"], [1, 0], TEXT), YS, "y_score must hold real numbers"),
    "score is a moment": (
        table([datetime(2026, 1, 1)] * 2, [1, 0], pa.timestamp("us")), YS,
        "y_score must hold real numbers",
    ),
    "integers beyond 2**53": (table(WIDE, [1, 0, 1], INT), YS, "y_score must fit float64: 2 of 3"),
    "long decimals": (
        table(LONG, [1, 0], pa.decimal128(20, 18)), YS, "y_score must fit float64: 1 of 2",
    ),
    "no rows": (table([], []), YS, "at least one row to count: got none"),
    "every row dropped": (
        table([None, 1.0], [1, None]), YS | {"nan_policy": "omit"}, "all 2 miss a label or a score",
    ),
    "every weight 0": (
        table([1.0, 2.0], [1, 0], w=(INT, [0, 0])), YS | {"sample_weight": "w"},
        "all 2 have weight 0",
    ),
    "negative weight": (
        table([1.0, 2.0], [1, 0], w=(INT, [1, -1])), YS | {"sample_weight": "w"},
        "sample_weight must be finite numbers, 0 or more: 1 of 2 are not",
    ),
    "weight without value": (
        table([1.0, 2.0, 3.0], [1, 0, 1], w=(FLOAT, [nan, None, inf])), YS | {"sample_weight": "w"},
        "sample_weight must be finite numbers, 0 or more: 3 of 3 are not",
    ),
    "weights too large": (
        table([1.0, 1.0], [1, 1], w=(INT, [2**62, 2**62])), YS | {"sample_weight": "w"},
        r"must add up to less than 2\*\*63",
    ),
    "weight is text": (
        table(w=(TEXT, NAMES)), YS | {"sample_weight": "w"}, "sample_weight must hold numbers",
    ),
    "group missing": (
        table([1.0, 2.0], [1, 0], g=(TEXT, ["a", None])), YS | {"by": "g"},
        "by must not hold missing values: 1 of 2 are",
    ),
    "no such column": (
        table(), YS | {"y_score": "score"},
        r"y_score must name one column: got 'score', which none of the columns has \('s', 'y'\)",
    ),
    "by nothing": (table(), YS | {"by": []}, "by must name at least one column"),
    "policy": (table(), YS | {"nan_policy": "drop"}, "nan_policy must be"),
    "bits": (table(), YS | {"bits": 1}, "bits must be a whole number from 2 to 32: got 1"),
}  # fmt: skip


def check(make, name, **more):
    "One case on one library, exactly or with more options, against plain Python and arrays."
    columns, call = CASES[name]
    call = call | more
    counts = count_frame(make(columns), **call)
    wanted = plain.count(columns, call)
    if "by" not in call:
        assert plain.told(counts) == wanted[()]
        assert counts == as_arrays(columns, call)
        return
    assert tuple(map(bare, counts.names)) == tuple(wanted)
    assert [plain.told(part) for part in counts] == list(wanted.values())


def bare(name):
    "A moment without its zone, which Spark gives to every moment; the tests' zone is UTC."
    return name.replace(tzinfo=None) if isinstance(name, datetime) else name


def as_arrays(columns, call):
    "The answer of `count_thresholds` for the columns as lists."
    arrays = {k: columns[call[k]][1] for k in ("y_true", "y_score", "sample_weight") if k in call}
    if columns[call["y_score"]][0] == pa.float32():
        arrays["y_score"] = np.array(arrays["y_score"], np.float32)
    options = {k: call[k] for k in ("pos_label", "nan_policy") if k in call}
    counts = count_thresholds(**arrays, **options)
    return counts.coarsen(bits=call["bits"]) if call.get("bits") else counts


def check_refused(make, name):
    "One refusal on one library."
    columns, call, words = REFUSED[name]
    with pytest.raises(ValueError, match=words):
        count_frame(make(columns), **call)


def random_table(seed):
    "A table and a call, of everything that may come together."
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 300))
    shapes = [
        lambda: rng.random(n), lambda: rng.normal(0, 4, n), lambda: rng.integers(0, 9, n) / 8,
        lambda: 1 - 10.0 ** -rng.uniform(0, 17, n), lambda: 10.0 ** rng.uniform(-300, 300, n),
        lambda: np.log(rng.random(n)), lambda: rng.choice(SCORES, n),
    ]  # fmt: skip
    scores = shapes[seed % len(shapes)]().tolist()
    labels = (rng.random(n) < 0.4).tolist()
    call = YS | {"bits": [None, *range(6, 15)][int(rng.integers(10))], "nan_policy": "omit"}
    if rng.random() < 0.5:
        scores = [None if rng.random() < 0.1 else s for s in scores]
        labels = [None if rng.random() < 0.1 else y for y in labels]
    labels[0], scores[0] = True, 0.5
    kind, more = BOOL, {}
    if rng.random() < 0.5:
        kind, labels, call = TEXT, texts(labels), call | {"pos_label": "yes"}
    if rng.random() < 0.5:
        call |= {"sample_weight": "w"}
        more["w"] = [(INT, rng.integers(0, 5, n)), (FLOAT, rng.integers(0, 5, n) / 8)][seed % 2]
        more["w"] = more["w"][0], [1, *more["w"][1].tolist()[1:]]
    if rng.random() < 0.5:
        call |= {"by": "g"}
        more["g"] = TEXT, rng.choice(["a", "b", "c"], n).tolist()
    return table(scores, labels, of=kind, **more), call


def check_random(make, seed):
    "A random table on one library, against plain Python."
    columns, call = random_table(seed)
    counts, wanted = count_frame(make(columns), **call), plain.count(columns, call)
    parts = counts if "by" in call else [counts]
    assert [plain.told(part) for part in parts] == list(wanted.values())
    rows = sum(row[2] != 0 for row in plain.rows_of(columns, call))
    if "sample_weight" not in call:
        assert rows == sum(part.n_pos + part.n_neg + sum(part.dropped.values()) for part in parts)


def neighbors(n, seed=0):
    "Scores of all sizes with the floats beside each, and the corners."
    rng = np.random.default_rng(seed)
    k = n // 9
    scores = np.r_[rng.random(k), rng.normal(0, 1, k) * 10.0 ** rng.uniform(-300, 300, k),
                   1 - 10.0 ** -rng.uniform(0, 17, k), SCORES]  # fmt: skip
    with np.errstate(over="ignore"):
        return np.r_[scores, np.nextafter(scores, -np.inf), np.nextafter(scores, np.inf)]


def check_keys(make, scores, bits):
    "The key that the engine finds is the cell of `cell_codes`, bit for bit."
    import narwhals.stable.v2 as nw

    frame = nw.from_native(make({"s": (FLOAT, scores)}))
    found = _with_key(frame, bits).select("s", "k").collect()
    scores, key = (np.asarray(found.get_column(k).to_numpy()) for k in "sk")
    code = np.abs(key).view(np.int64) >> (53 - bits)
    code = np.where(key < 0, -code, code)
    assert len(code) == len(scores) and (code == cell_codes(scores, bits)).all()


def check_written(make, path):
    "Exact counts in files are those of `count_frame`, whole, by range and by name."
    columns = table(GAPS, BOOLS, of=BOOL, g=(TEXT, NAMES), f=(pa.float32(), [0.1, 0.7] * (N // 2)))
    call = YS | {"nan_policy": "omit"}
    with pytest.raises(ValueError, match="y_score must not hold missing|y_true must not hold"):
        write_exact(make(columns), path, **YS)
    assert not path.exists()
    summary = write_exact(make(columns), path, **call)
    whole = count_frame(make(columns), **call)
    assert summary == whole.coarsen(bits=12)
    back = read_exact(path)
    assert plain.told(back) == (plain.told(whole)[0], {}) and not back.high
    parts = [read_exact(path, low=0.5), read_exact(path, high=nextafter(0.5, 0), low=0)]
    assert sum(parts) + read_exact(path, high=-5e-324) == back
    assert parts[0].threshold.min() == 0.5 and len(read_exact(path, low=2, high=1)) == 0
    with pytest.raises(ValueError, match="path must be free"):
        write_exact(make(columns), path, **call)
    named = path.with_name("named")
    call |= {"y_score": "f", "by": ["g"]}
    write_exact(make(columns), named, **call)
    wanted = count_frame(make(columns), **call)
    back = read_exact(named)
    assert back.names == wanted.names and back.pooled().threshold.dtype == np.float32
    assert [plain.told(c)[0] for c in back] == [plain.told(c)[0] for c in wanted]
    assert read_exact(named, low=0.7).pooled().threshold.tolist() == [float(np.float32(0.7))]
    with pytest.raises(ValueError, match="low must be one number"):
        read_exact(named, low=nan)
