"""Give every door nasty inputs: what is answered must be right, what is refused must say why.

    python -m tests.attacks.doors                  all doors; rewrites benchmarks/results/fuzz.csv
    python -m tests.attacks.doors --door csv --inputs 500

Answers are compared with the Fractions of tests/reference.py. A refusal must be a ValueError that
this package raised itself; a warning, another error and more than 20 seconds are faults.
"""

import argparse
import csv
import io
import json
import math
import os
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import prspace as pr
from tests import reference
from tests.attacks import nasty
from tests.attacks.tally import Tally, Wrong, own_line, write

FIELDS = ("door", "inputs", "answered", "refused", "faults")
SOUND_ROWS = st.lists(
    st.tuples(st.integers(0, 1), st.integers(-4, 4).map(lambda k: k / 4)), min_size=1, max_size=8
)
NAMES = [
    "y",
    'a"b',
    "a'b",
    "x;--",
    "`",
    "é\u2028",
    "a b",
    "select",
    "c0",
    "*",
    "a\nb",
    "%s",
    "${x}",
]
NAME = st.sampled_from(NAMES)


def near(found, right, what):
    """Raise unless two numbers agree to 1e-12; None stands for NaN."""
    right = math.nan if right is None else float(right)
    if found != found and right != right:
        return
    if not abs(float(found) - right) <= 1e-12 * max(1, abs(right)):
        raise Wrong(f"{what} is {float(found)!r}, not {right!r}")


def areas_of(cells):
    """Average precision and ROC area of cells, None where a class is missing."""
    ranking = [(p, n) for _, p, n in cells]
    pos, neg = reference.totals(ranking)
    ap = reference.average_precision(ranking) if pos else None
    return ap, reference.roc_area(ranking) if pos and neg else None


class Door:
    """A door: a strategy of its inputs, and how one of them is tried."""

    doors = {}

    def __init__(self, name, inputs, share=1.0, **options):
        self.name, self.inputs, self.share, self.options = name, inputs, share, options

    def __call__(self, attack):
        self.attack = attack
        Door.doors[self.name] = self
        return self

    def run(self, inputs, folder):
        """A Tally of so many inputs."""
        tally = Tally(self.name, **self.options)

        @settings(
            max_examples=max(1, round(inputs * self.share)),
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(self.inputs)
        def each(found):
            self.attack(tally, found, folder)

        each()
        return tally


# Arrays


@Door("arrays", st.tuples(nasty.rows(), st.booleans()))
def arrays(tally, found, folder):
    (columns, hows), omit = found
    y, s, w = columns
    must, cells = nasty.meaning(columns, hows, omit)
    policy = "omit" if omit else "raise"
    tally.run(
        (columns, hows, policy),
        lambda: pr.count_thresholds(y, s, sample_weight=w, nan_policy=policy),
        lambda counts: nasty.same_counts(counts, cells),
        must,
    )


@Door("evaluate", nasty.rows(), 0.3)
def evaluate(tally, found, folder):
    (y, s, w), hows = found
    must, cells = nasty.meaning((y, s, w), hows)

    def check(report):
        nasty.same_counts(report.counts, cells)
        areas = report.to_dict()["areas"]
        for name, right in zip(("average_precision", "roc_auc"), areas_of(cells), strict=True):
            near(areas[name]["value"], right, name)
        report.to_json(), str(report), report.to_markdown()

    tally.run((y, s, w, hows), lambda: pr.evaluate(y, s, sample_weight=w), check, must)


TABLES = st.tuples(nasty.SCORE_COLUMN, nasty.WEIGHT_COLUMN, nasty.WEIGHT_COLUMN, nasty.LENGTHS)


@Door("counts", TABLES)
def counts(tally, found, folder):
    score, pos, neg, (n, *more) = found
    score, pos, neg = (x[: max(n + k, 0)] for x, k in zip((score, pos, neg), more, strict=True))
    labels = [1] * len(pos) + [0] * len(neg)
    must, cells = nasty.meaning(
        (labels, [*score[: len(pos)], *score[: len(neg)]], [*pos, *neg]), ("list",) * 3
    )
    if len(score) != len(pos) or len(pos) != len(neg):
        must = "refuse"
    elif must == "refuse" and all(x == 0 for x in [*pos, *neg]):
        must, cells = None, []
    elif any(map(nasty.is_missing, score)) or any(nasty.exact(x) is None for x in score):
        must = None  # of rows without items the scores may be anything
    tally.run(
        (score, pos, neg),
        lambda: pr.ThresholdCounts.from_counts(score, pos, neg),
        lambda c: nasty.same_counts(c, cells or []),
        must if must == "refuse" else None,
    )


# Compat entries


@Door("scikit-learn", st.tuples(nasty.rows(), st.integers(0, 5)), 0.5, warns=(UserWarning,))
def like_sklearn(tally, found, folder):
    from prspace.compat import sklearn as sk

    ((y, s, w), hows), which = found
    must, cells = nasty.meaning((y, s, w), hows)
    name = SKLEARN[which]
    if name == "auc":
        tally.run((y, s), lambda: sk.auc(y, s))
        return
    flat = "2-D" in hows  # scikit-learn takes a table of one column
    values = (None, None) if cells is None else areas_of(cells)
    right = dict(zip(SKLEARN, values, strict=False)).get(name)

    def check(value):
        if right is not None:  # undefined values have substitutes of scikit-learn's choosing
            near(value, right, name)

    tally.run(
        (name, y, s, w, hows),
        lambda: getattr(sk, name)(y, s, sample_weight=w),
        None if flat else check,
        "refuse" if must == "refuse" and not flat else None,
    )


SKLEARN = ("average_precision_score", "roc_auc_score", "precision_recall_curve", "roc_curve", "det_curve",
           "auc")  # fmt: skip


CALLS = st.tuples(nasty.LABEL_COLUMN, nasty.LABEL_COLUMN, st.integers(0, nasty.MOST))


@Door("predictions", CALLS, 0.5)
def predictions(tally, found, folder):
    from prspace.compat import sharpkit, sklearn

    y, p, n = found
    y, p = y[:n], p[:n]
    exact = [[None if nasty.is_missing(x) else nasty.exact(x) for x in z] for z in (y, p)]
    sound = n and all(x in (0, 1) for column in exact for x in column)
    table = Counter(zip(*exact, strict=True))
    tp, fp, fn, tn = (table[a, b] for a, b in ((1, 1), (0, 1), (1, 0), (0, 0)))

    def check(found):
        if sound:
            got = found[0], found[1]
            near(got[0], Fraction(tp, tp + fp) if tp + fp else 0, "precision")
            near(got[1], Fraction(tp, tp + fn) if tp + fn else 0, "recall")

    def same(found):
        if sound:
            near(found, Fraction(tp + tn, n), "accuracy")

    def call():
        return sklearn.precision_recall_fscore_support(y, p, average="binary", zero_division=0)

    tally.run(("sklearn", y, p), call, check)
    tally.run(("accuracy", y, p), lambda: sharpkit.accuracy_score(y, p), same)


@Door("lingpipe", st.lists(st.tuples(st.sampled_from([*nasty.LABELS, "1", None]),
                                     st.sampled_from([*nasty.REAL, *nasty.MISSING, "1"])), max_size=8),
      0.3)  # fmt: skip
def lingpipe(tally, found, folder):
    from prspace.compat.lingpipe import ScoredPrecisionRecallEvaluation

    def call():
        evaluation = ScoredPrecisionRecallEvaluation()
        for label, score in found:
            evaluation.add_case(label, score)
        return evaluation

    def check(evaluation):
        positives = sum(label == 1 for label, _ in found)
        if (evaluation.num_cases(), evaluation.num_positive_ref()) != (len(found), positives):
            raise Wrong("other numbers of cases")
        if positives:
            near(evaluation.average_precision(), _by_rank(found), "average precision")

    tally.run(found, call, check)


def _by_rank(cases):
    """Mean of the precisions at each positive, equal scores in the order they came."""
    ranked = sorted(cases, key=lambda case: -nasty.exact(case[1]))
    seen = [i for i, (label, _) in enumerate(ranked, 1) if label == 1]
    return sum(Fraction(k, i) for k, i in enumerate(seen, 1)) / len(seen)


# Rows of Alink: JSON


def _json_number(x):
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(str(x), str(x))


SHARES = [
    0,
    1,
    0.5,
    0.25,
    1e-300,
    1.1,
    -0.1,
    "NaN",
    "1e400",
    '"0.5"',
    "null",
    "true",
    "[]",
    "9" * 30,
]
SHARE = st.sampled_from(SHARES)
DETAIL = st.one_of(
    st.tuples(st.just("pair"), st.sampled_from([0, 0.1, 0.25, 0.3, 0.5, 0.75, 0.9, 1])),
    st.tuples(st.just("odd"), SHARE, SHARE),
    st.tuples(st.just("text"), st.sampled_from(["", "{", "[]", "null", "{}", "3", '{"a":{}}', "[" * 3000,
                                                '{"a":' * 3000, '{"a": ' + "9" * 5000 + "}"])),
)  # fmt: skip
ALINK = st.lists(st.tuples(st.sampled_from(["a", "b"]), DETAIL), min_size=1, max_size=6)


@Door("alink", ALINK, 0.5)
def alink(tally, found, folder):
    from prspace.compat.alink import evaluate_binary

    rows, sound = [], True
    for label, detail in found:
        if detail[0] == "text":
            rows.append((label, detail[1]))
            sound = False
        else:
            a = detail[1]
            b = 1 - a if detail[0] == "pair" else detail[2]
            sound &= detail[0] == "pair"
            rows.append((label, f'{{"a": {_json_number(b)}, "b": {_json_number(a)}}}'))
    scores = [json.loads(text)["b"] for _, text in rows] if sound else []
    labels = [label == "b" for label, _ in found]

    def check(metrics):
        if sound and any(labels) and not all(labels):
            near(metrics["AUC"], areas_of(reference.cells(labels, scores))[1], "AUC")

    tally.run(rows, lambda: evaluate_binary(rows, version="1.6.1", positive_label="b"), check,
              "answer" if sound else None)  # fmt: skip


# Frames


@Door("frames", st.tuples(nasty.COLUMNS, st.integers(0, nasty.MOST), NAME, NAME, NAME), 0.5)
def frames(tally, found, folder):
    import pandas
    import polars

    (y, s, w), n, *names = found
    y, s, w = (None if x is None else x[:n] for x in (y, s, w))
    names = [f"{name}{i}" for i, name in enumerate(names)]
    data = {names[0]: y, names[1]: s} | ({} if w is None else {names[2]: w})
    roles = {"y_true": names[0], "y_score": names[1]}
    if w is not None:
        roles["sample_weight"] = names[2]
    for make in (polars.DataFrame, pandas.DataFrame):
        try:
            frame = make(data)
        except BaseException as error:  # this library holds no such values; polars may panic
            if isinstance(error, KeyboardInterrupt):
                raise
            continue
        # a library may have rounded while it built the frame: what it holds now is the input
        columns = [frame[name].to_list() for name in data]
        plain = all(type(x) in (int, float) for column in columns for x in column)
        # a frame's integers beyond 2**53 are refused unless cast=True
        fits = all(isinstance(x, float) or abs(x) <= 2**53 for c in columns if plain for x in c)
        held = (
            nasty.meaning((*columns, None)[:3], (("list",) * len(columns) + ("none",))[:3])
            if plain
            else (None, None)
        )
        if len(set(map(len, columns))) != 1:
            continue
        tally.run(
            (make.__module__, columns),
            lambda frame=frame: pr.count_frame(frame, **roles),
            lambda c, held=held: (
                None if held[0] is None and held[1] is None else nasty.same_counts(c, held[1])
            ),
            held[0] if plain and fits else None,
        )


# Files


QUOTES = st.sampled_from(["plain", "quoted", "spaced"])
CELLS = ["1", "0", "0.5", "-0.25", "1e-3", "  2", "+3", "nan", "", "NA", "null", "inf", "-Infinity"]
ODD_CELLS = [
    "1_000",
    "0x10",
    "1,5",
    "x",
    "1e400",
    "9" * 400,
    "９",
    '"',
    "1\n",
    "1e",
    "true",
    "１e５",
]
TEXT_ROWS = st.lists(
    st.tuples(
        st.sampled_from(["1", "0", "1", "0", "1.0", "true", "false", "", "nan", "2", "x"]),
        st.one_of(*[st.sampled_from(CELLS)] * 3, st.sampled_from(ODD_CELLS)),
    ),
    min_size=1,
    max_size=6,
)
FILES = st.tuples(
    TEXT_ROWS, QUOTES, NAME, NAME, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans()
)


def _number_of(text):
    """The number in a field as a float, None if it is missing; ValueError if it is neither."""
    text = text.strip()
    if text.lower() in ("", "na", "n/a", "nan", "-nan", "null", "none", "<na>"):
        return None
    if (
        "_" in text
        or not text.isascii()
        or (text.lstrip("+-").isdigit() and abs(int(text)) > 2**53)
    ):
        raise ValueError
    return float(text)


def _label_of(text):
    return {"true": 1.0, "false": 0.0}.get(text.strip().lower()) or _number_of(
        {"false": "0"}.get(text.strip().lower(), text)
    )


def _meaning_of(rows):
    """As nasty.meaning, of fields of text, rows that miss something left out."""
    try:
        columns = [_label_of(a) for a, _ in rows], [_number_of(b) for _, b in rows]
    except ValueError:
        return "refuse", None
    return nasty.meaning((*columns, None), ("list", "list", "none"), omit=True)


@Door("csv", FILES, 0.3)
def text_files(tally, found, folder):
    rows, how, *names, end, bom, packed = found
    names = [f"{name}{i}" for i, name in enumerate(names)]
    out = io.StringIO()
    quoting = csv.QUOTE_ALL if how == "quoted" else csv.QUOTE_MINIMAL
    table = csv.writer(out, lineterminator=end, quoting=quoting)
    table.writerows([names, *rows])
    path = folder / "x.csv"
    path.write_bytes(("\ufeff" * bom + out.getvalue()).encode())
    must, cells = _meaning_of(rows)
    if must == "answer" and any("\n" in name for name in names):
        must = None  # DuckDB takes no header of two lines
    roles = {"y_true": names[0], "y_score": names[1], "bits": None, "nan_policy": "omit"}

    def by_columns():
        read = pr.read_columns(path, numbers=names)
        return pr.count_thresholds(read[names[0]], read[names[1]], nan_policy="omit")

    calls = {engine: lambda e=engine: pr.count_files(path, **roles, engine=e) for engine in ENGINES}
    words = any(a.strip().lower() in ("true", "false") for a, _ in rows)
    for name, call in (calls | ({} if words else {"columns": by_columns})).items():
        tally.run((name, out.getvalue()), call, lambda c: nasty.same_counts(c, cells), must)


ENGINES = ("duckdb", "polars")


@Door("json lines", st.tuples(TEXT_ROWS, NAME, NAME, st.booleans()), 0.2)
def json_files(tally, found, folder):
    rows, *names, as_text = found
    names = [f"{name}{i}" for i, name in enumerate(names)]
    path, lines = folder / "x.jsonl", []
    for pair in rows:
        lines.append(json.dumps(dict(zip(names, pair, strict=True)), ensure_ascii=as_text))
    path.write_text("\n".join(lines), encoding="utf-8")
    must, cells = _meaning_of(rows)
    roles = {"y_true": names[0], "y_score": names[1], "bits": None, "nan_policy": "omit"}
    for engine in ENGINES:
        tally.run(
            (engine, lines),
            lambda e=engine: pr.count_files(path, **roles, engine=e),
            lambda c: nasty.same_counts(c, cells),
            must,
        )


NUMBERS = [
    "1", "0", "0.5", "1e-3", ".5", "-1", "nan", "inf", "1e-400", "1e400", "1e-999999999", "1e999999999",
    "0." + "3" * 300, "1/3", "50%", "", " ", "x", "１", "1_0", "0x1", "--", "-", "100..50", "5..", "..5",
    "9" * 5000, "0,5", "=", "a=b=c", "\0", "\n", "é",
]  # fmt: skip


# The command line


OPTIONS = [
    "--true", "--score", "--weight", "--pos-label", "--omit-missing", "--format", "--delimiter", "--by",
    "--bits", "--level", "--threshold", "--require", "--json", "--markdown", "--latex", "--methods", "--metric",
    "--method", "--baseline", "--resamples", "--seed", "--printed", "--pos", "--neg", "--items",
    "--precision", "--recall", "--f1", "--mcc", "--point", "--fold", "--how", "--decimals", "--search",
]  # fmt: skip
WORDS = ["y", "s", "t", "w", "g", "x.csv", "nothing.csv", ".", "csv", "roc_auc", "roc_auc=0.1", "precision=.5",
         "delong", "0.5,0.5", "3,5", "7", "100", "0.9", "2", "12"]  # fmt: skip
TOKEN = st.one_of(st.sampled_from(OPTIONS), *[st.sampled_from(WORDS)] * 2, st.sampled_from(NUMBERS))
PAIR = st.tuples(st.sampled_from(OPTIONS), st.sampled_from([*WORDS, *NUMBERS]))
HEADS = {
    "evaluate": ["x.csv", "--true", "y", "--score", "s"],
    "compare": ["x.csv", "--true", "y", "--score", "s", "--score", "t", "--resamples", "20"],
    "which-area": ["x.csv", "--true", "y", "--score", "s"],
    "feasible": ["--pos", "20", "--neg", "30"],
    "theorems": ["--search", "minimum"],
}
LINES = st.tuples(
    st.sampled_from(list(HEADS)), st.booleans(), st.lists(st.one_of(TOKEN, PAIR), max_size=4)
)


@Door("command line", LINES, 0.3)
def command_line(tally, found, folder):
    from prspace.cli import main

    command, plain, tokens = found
    words = [y for x in tokens for y in (x if isinstance(x, tuple) else (x,))]
    line = [command, *([] if plain else HEADS[command]), *words]
    (folder / "x.csv").write_text(
        "y,s,t,w,g\n1,.9,.1,1,a\n0,.8,.2,2,a\n1,.7,.9,1,b\n0,.1,.3,1,b\n", encoding="utf-8"
    )
    out, err, here = io.StringIO(), io.StringIO(), os.getcwd()

    def call():
        os.chdir(folder)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                return main(line)
        finally:
            os.chdir(here)

    def check(code):
        if code not in (0, 1, 2):
            raise Wrong(f"exit code {code}")
        if code == 2 and (out.getvalue() or "error:" not in err.getvalue()) and "Usage" not in (
            err.getvalue()
        ):  # fmt: skip
            raise Wrong(f"exit code 2 with {out.getvalue()[:40]!r} and {err.getvalue()[:40]!r}")
        if "Traceback" in err.getvalue() or "warning:" in err.getvalue():
            raise Wrong(err.getvalue()[:80])
        if code == 2 and not own_line(err.getvalue()):
            raise Wrong(f"no sentence: {err.getvalue()[:120]!r}")

    tally.run(line, call, check)


# Stored files


MUTATION = st.tuples(
    st.sampled_from(["npz", "parquet"]),
    st.integers(0, 2),
    st.lists(
        st.tuples(st.sampled_from(["flip", "cut", "grow", "swap", "zero"]), st.floats(0, 1), st.integers(1, 255)),
        min_size=1, max_size=3,
    ),
)  # fmt: skip
HELD = [
    lambda: pr.count_thresholds([1, 0, 1, 0, 1], [0.5, 0.25, 0.5, 0.125, 2]),
    lambda: pr.count_thresholds(
        [1, 0, 1], [Fraction(1, 3), 2, 3], sample_weight=[Fraction(1, 7)] * 3
    ),
    lambda: pr.count_groups([1, 0, 1, 0], [0.1, 0.2, 0.3, 0.4], ["a", "b", "a", "b"]),
]


def mutated(data, steps):
    """The bytes with some of them changed."""
    data = bytearray(data)
    for what, where, value in steps:
        at = min(int(where * len(data)), len(data) - 1) if data else 0
        if what == "flip" and data:
            data[at] ^= value
        elif what == "cut":
            del data[at : at + value]
        elif what == "grow":
            data[at:at] = bytes([value]) * value
        elif what == "swap" and data:
            data[at], data[0] = data[0], data[at]
        elif data:
            data[at : at + value] = bytes(len(data[at : at + value]))
    return bytes(data)


@Door("stored files", MUTATION)
def stored(tally, found, folder):
    suffix, which, steps = found
    held, path = HELD[which](), folder / f"kept.{suffix}"
    pr.save_counts(held, path, source="x")
    path.write_bytes(mutated(path.read_bytes(), steps))

    def check(loaded):
        if loaded != held:
            raise Wrong("other counts are loaded")

    tally.run(found, lambda: pr.load_counts(path), check)


@Door("part store", st.tuples(MUTATION, st.integers(0, 2)), 0.3)
def part_store(tally, found, folder):
    (suffix, _, steps), which = found
    place = Path(tempfile.mkdtemp(dir=folder))
    store, held = pr.PartStore(place, suffix=f".{suffix}"), [HELD[0](), HELD[0]()]
    for i, counts in enumerate(held):
        store.put(i, counts)
    if which == 2:
        store.compact()
    path = sorted(place.glob("*-*"))[which % 2 if which < 2 else 0]
    path.write_bytes(mutated(path.read_bytes(), steps))

    def check(total):
        if total != held[0] + held[1]:
            raise Wrong("another total is loaded")

    tally.run(found, lambda: pr.PartStore(place).load(), check)


# Streams


BATCHES = st.lists(st.tuples(nasty.rows(), st.sampled_from(["tuple", "mapping"])), max_size=3)


@Door("stream", BATCHES, 0.3)
def stream(tally, found, folder):
    batches, want, must = [], Counter(), None
    for ((y, s, _), hows), how in found:
        held, cells = nasty.meaning((y, s, None), (*hows[:2], "none"))
        empty = held == "refuse" and [len(nasty.entries(x, h) or [1]) if nasty.entries(x, h) is not None
                                      else 1 for x, h in zip((y, s), hows, strict=False)] == [0, 0]  # fmt: skip
        if nasty.entries(y, hows[0]) == [] == nasty.entries(s, hows[1]):
            empty = True
        must = "refuse" if held == "refuse" and not empty else must
        for t, p, n in cells or []:
            want[t, 1] += p
            want[t, 0] += n
        batches.append((y, s) if how == "tuple" else {"y": y, "s": s})
    if any(how == "mapping" for _, how in found) and any(how == "tuple" for _, how in found):
        return
    names = {"y_true": "y", "y_score": "s"} if found and found[0][1] == "mapping" else {}

    def call():
        total = None
        for record in pr.count_stream(batches, bits=None, **names):
            if record.tag == "all":
                total = record.counts
        return total

    def check(total):
        if total is None:
            if want:
                raise Wrong("nothing is counted")
            return
        got = Counter()
        for t, p, n in zip(total.threshold, total.pos, total.neg, strict=True):
            got[nasty.exact(t), 1] += Fraction(p)
            got[nasty.exact(t), 0] += Fraction(n)
        if {k: v for k, v in got.items() if v} != {k: v for k, v in want.items() if v}:
            raise Wrong("other counts")

    tally.run(batches, call, check, must)


# Numbers as printed


VALUE = st.one_of(
    st.sampled_from([*NUMBERS, 0.5, 1, 0, -1, None, math.nan, math.inf, 1e300, 5e-324, 10**400, True, [], {}, (0, 1),
                     (1, 0), (0, "x"), Fraction(1, 3), np.float32(0.2), object, b"1", 1j]),
    st.floats(0, 1), st.integers(0, 100).map(lambda k: f"{k / 100:.2f}"),
)  # fmt: skip
SIZE = st.one_of(
    st.integers(1, 12),
    st.sampled_from(
        [0, -1, 1.5, "3", None, (1, 5), (5, 1), (1, None), 10**18, math.nan, math.inf, True, [2, 3]]
    ),
)
METRICS = [
    "precision",
    "recall",
    "f1",
    "accuracy",
    "mcc",
    "specificity",
    "average_precision",
    "roc_auc",
]
REPORT = st.tuples(SIZE, SIZE, st.dictionaries(st.sampled_from(METRICS), VALUE, max_size=3))


def tables(pos, neg):
    """Every 2x2 table of so many positives and negatives."""
    for tp in range(pos + 1):
        for fp in range(neg + 1):
            yield reference.SimpleNamespace(tp=tp, fp=fp, fn=pos - tp, tn=neg - fp)


def possible(pos, neg, texts):
    """Whether a table has all of these printed rates."""
    wanted = {
        k: (Fraction(x), Fraction(1, 2 * 10 ** len(x.partition(".")[2]))) for k, x in texts.items()
    }
    for table in tables(pos, neg):
        values = {k: reference.rate(k, table) for k in wanted}
        if all(v is not None and abs(v - wanted[k][0]) <= wanted[k][1] for k, v in values.items()):
            return True
    return False


@Door("feasible", REPORT, 0.5, allowed=(ValueError, TypeError))
def feasible(tally, found, folder):
    pos, neg, metrics = found
    plain = type(pos) is int and type(neg) is int and 0 < pos < 20 and 0 < neg < 20
    simple = {"precision", "recall", "f1", "accuracy", "specificity"}
    plain &= bool(metrics) and metrics.keys() <= simple
    plain = plain and all(
        isinstance(x, str) and len(x) == 4 and x[1] == "." for x in metrics.values()
    )

    def check(answer):
        if plain and answer.verdict != (
            "possible" if possible(pos, neg, metrics) else "impossible"
        ):
            raise Wrong(f"{answer.verdict} for {found}")
        str(answer), answer.to_json(), answer.to_markdown()

    tally.run(
        found,
        lambda: pr.feasible(n_pos=pos, n_neg=neg, **metrics),
        check,
        "answer" if plain else None,
    )


READERS = st.tuples(st.sampled_from(["reported", "sizes", "grid", "window"]), VALUE, SIZE, SIZE)


@Door("readers", READERS, 0.5, allowed=(ValueError, TypeError))
def readers(tally, found, folder):
    from prspace.adapters.stream import window_starts
    from prspace.cells import read_grid
    from prspace.reported import read_reported
    from prspace.sizes import read_sizes

    what, value, a, b = found
    calls = {
        "reported": lambda: read_reported("precision", value),
        "sizes": lambda: read_sizes(a, b, value),
        "grid": lambda: read_grid(bits=a) if a is not None else read_grid(edges=value),
        "window": lambda: window_starts([0.0, 61.0], value),
    }

    def check(answer):
        if (
            what == "reported"
            and isinstance(value, float | int | str)
            and not answer.holds(Fraction(value))
        ):
            raise Wrong("the range lacks the number")
        if what == "window" and isinstance(value, float | int) and answer[0] != 0.0:
            raise Wrong("a window does not begin where it should")
        if what == "window" and isinstance(value, timedelta):
            raise Wrong("no timedelta was given")

    tally.run(found, calls[what], check)


def main(args=None):
    """Run the doors, print what was found, write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--door", choices=sorted(Door.doors))
    options = parser.parse_args(args)
    rows, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name, door in Door.doors.items():
            if options.door in (None, name):
                tally = door.run(options.inputs, Path(folder))
                tally.report()
                rows.append(tally.row())
                bad += rows[-1]["faults"]
    if options.door is None:
        write("fuzz.csv", FIELDS, rows)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
