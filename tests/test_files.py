"""Counts of files by both engines, against counts of the same rows as arrays."""

import gzip
import json
import os
import re
import sys
import threading
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from prspace.adapters import file_readers
from prspace.adapters import files as module
from prspace.adapters.files import count_files
from prspace.counts import count_thresholds
from prspace.groups import count_groups

ENGINES = ("duckdb", "polars")
RNG = np.random.default_rng(82)
N = 600
SCORE = np.r_[
    RNG.random(N - 8), [np.inf, -np.inf, 0.0, -0.0, 5e-324, 1e-310, np.nextafter(1, 0), -7]
]
COLUMNS = {
    "y": RNG.random(N) < 0.3,
    "s": RNG.permutation(np.where(RNG.random(N) < 0.5, np.round(SCORE, 2), SCORE)),
    "w": RNG.integers(0, 4, N),
    "part": RNG.choice(["a", "b", "c"], N),
}
TABLE = pa.table(COLUMNS)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty working folder, and a folder for what must not stay."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, table=TABLE):
    """A table in the format of the name's ending; text is what Python's float and bool print."""
    if name.endswith(".parquet"):
        pq.write_table(table, name, row_group_size=100)
        return name
    rows = table.to_pylist()
    if "csv" in name or "tsv" in name:
        mark = "\t" if "tsv" in name else ","
        lines = [mark.join(table.column_names)]
        lines += [mark.join("" if v is None else str(v) for v in row.values()) for row in rows]
    else:
        finite = [{k: v if v == v and abs(v) != np.inf else str(v) for k, v in r.items()
                   if not isinstance(v, str)} | {"part": r["part"]} for r in rows]  # fmt: skip
        lines = list(map(json.dumps, finite))
    return text(name, "\n".join(lines) + "\n")


def text(name, content):
    """A text file, packed if its name says so."""
    data = content if isinstance(content, bytes) else content.encode()
    with (gzip.open if name.endswith(".gz") else open)(name, "wb") as file:
        file.write(data)
    return name


def count(paths, engine="duckdb", **options):
    """Counts of columns y and s."""
    return count_files(paths, **{"y_true": "y", "y_score": "s", "engine": engine} | options)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["a.parquet", "a.csv", "a.tsv", "a.csv.gz", "a.jsonl"])
def test_same_counts_as_arrays(name, engine):
    """Exact and binned, with weights, and apart by name."""
    write(name)
    want = count_thresholds(COLUMNS["y"], COLUMNS["s"])
    binned = count(name, engine)
    assert binned == want.coarsen(bits=12) and binned.grid == 12
    if name not in ("a.parquet", "a.csv", "a.jsonl"):
        return
    weighted = count_thresholds(COLUMNS["y"], COLUMNS["s"], sample_weight=COLUMNS["w"])
    found = count(name, engine, sample_weight="w", bits=9)
    assert found == weighted.coarsen(bits=9)
    assert found.pos.dtype == (np.int64 if "parquet" in name else np.float64)
    assert count(name, engine, bits=None) == want
    apart = count_groups(COLUMNS["y"], COLUMNS["s"], COLUMNS["part"])
    found = count(name, engine, by="part", bits=None)
    assert found.names == apart.names and found.counts == apart.counts


@pytest.mark.parametrize("engine", ENGINES)
def test_many_files_are_one(engine):
    """Rows cut into files, in any order of columns, with columns nobody asked for."""
    for i in range(3):
        part = TABLE[i * 200 : (i + 1) * 200]
        write(f"part-{i}.parquet", part)
        order = ["s", "y", "part", "w"][:: (-1) ** i]
        write(f"part-{i}.csv", part.select(order if i else ["y", "s"]))
    want = count_thresholds(COLUMNS["y"], COLUMNS["s"])
    for kind in ("parquet", "csv"):
        assert count(f"part-*.{kind}", engine, bits=None) == want
        twice = [f"part-2.{kind}", f"part-*.{kind}", f"./part-0.{kind}"]
        assert count(twice, engine, bits=None) == want
    some = count(["part-1.parquet"], engine) + count("part-[02].parquet", engine)
    assert some == want.coarsen(bits=12)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("stem", ["[x]*", "it's", 'a "b"', "é;--"])
def test_odd_names(stem, engine, folder):
    """Of files and of columns; what exists under its exact name is that file."""
    label, score = f"y {stem}", f"{stem}; DROP"
    (folder / "deep" / "er").mkdir(parents=True)
    columns = {"y_true": label, "y_score": score, "engine": engine}
    for kind in ("parquet", "csv"):
        path = folder / "deep" / "er" / f"{stem}.{kind}"
        table = pa.table({label: [1, 0], score: [0.5, 0.25]})
        if kind == "parquet":
            pq.write_table(table, path)
        else:
            head = ",".join('"' + name.replace('"', '""') + '"' for name in table.column_names)
            path.write_text(f"{head}\n1,0.5\n0,0.25\n", encoding="utf-8")
        asked = iter([path]) if kind == "csv" else f"**/*.{kind}"
        found = count_files(asked, **columns)
        assert found.threshold.tolist() == [0.5, 0.25] and found.pos.tolist() == [1, 0]


@pytest.mark.parametrize("engine", ENGINES)
def test_folders_named_by_a_value_make_no_column(engine, folder):
    """A file's columns are those inside it."""
    (folder / "year=2020").mkdir()
    write("year=2020/a.parquet")
    with pytest.raises(ValueError, match="must have one column 'year': it has 0 among 'y', 's'"):
        count("year=*/a.parquet", engine, by="year")
    assert len(count("year=*/a.parquet", engine, by="part")) == 3


@pytest.mark.parametrize("engine", ENGINES)
def test_missing(engine):
    """Missing words in text; nulls and NaN in parquet; lines with nothing are no rows."""
    rows = "y,s\n1,0.5\n\n0,NA\n0,nan\nNULL,0.3\n,\n,n/a\n1,\n-1,0.25\n\n"
    text("a.csv", rows)
    with pytest.raises(ValueError, match="y_true must not hold missing values: 2 of 7"):
        count("a.csv", engine)
    found = count("a.csv", engine, nan_policy="omit")
    assert dict(found.dropped) == {"missing label": 2, "missing score": 3}
    assert (found.threshold.tolist(), found.pos.tolist()) == ([0.5, 0.25], [1, 0])
    nan = float("nan")
    write("a.parquet", pa.table({"y": [1, 0, None, 1, -1], "s": [0.5, nan, 0.3, None, 0.25]}))
    found = count("a.parquet", engine, nan_policy="omit")
    assert dict(found.dropped) == {"missing label": 1, "missing score": 2}
    text("a.jsonl", '{"y": true, "s": 0.5}\n{"y": false}\n{"s": null, "y": false}\n\n')
    found = count("a.jsonl", engine, nan_policy="omit")
    assert dict(found.dropped) == {"missing score": 2} and found.n_pos == 1


WRITTEN = ["0.1", " 1e-3 ", "+.5", "-0", "7.", "inf", "-Infinity", "5e-324", '"0.3"', "1e300"]
WRITTEN += ["9007199254740992", "9007199254740993.0", "0.1000000000000000055511151231", "-2E5"]


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_in_text(engine):
    """Read as Python's float reads them."""
    text("a.csv", "y,s\n" + "".join(f"1,{word}\n" for word in WRITTEN))
    values = {float(word.strip('"')) for word in WRITTEN}
    found = count("a.csv", engine, bits=None)
    assert found.threshold.tolist() == sorted(values, reverse=True)
    assert found.n_pos == len(WRITTEN)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("written", ["abc", "1_000", "٣"])
def test_no_numbers_in_text(written, engine):
    """Refused; the message shows it, and names the file among several."""
    text("a.csv", "y,s\n1,0.5\n")
    text("b.csv", f"y,s\n1,0.5\n0,{written}\n")
    shown = written.strip('"').replace("?", ".")
    with pytest.raises(ValueError, match=f"'b.csv' must hold numbers: got '{shown}'"):
        count(["a.csv", "b.csv"], engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_large_integers(engine):
    """Refused unless cast, in text and in parquet, as decimals are."""
    text("a.csv", "y,s\n1,-9007199254740993\n0,0.5\n")
    write("a.parquet", pa.table({"y": [1, 0], "s": [-(2**53) - 1, 1]}))
    write(
        "d.parquet", pa.table({"y": [1, 0], "s": [Decimal("0.12345678901234567890"), Decimal(1)]})
    )
    for name in ("a.csv", "a.parquet", "d.parquet"):
        with pytest.raises(ValueError, match="cast=True"):
            count(name, engine)
        assert count(name, engine, cast=True).n_pos == 1
    assert count("a.csv", engine, cast=True).threshold.tolist() == [0.5, -(2.0**53)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("labels", "options", "positives"),
    [
        ("true FALSE True", {}, 2),
        ("1 0 1.0", {}, 2),
        ("-1 1 true", {}, 2),
        ("2 1 2", {"pos_label": 2}, 2),
        ("NA EU NA", {"pos_label": "NA"}, 2),
    ],
)
def test_labels_in_text(labels, options, positives, engine):
    """Numbers, true and false; or text, where the positive label is text."""
    text("a.csv", "y,s\n" + "".join(f"{y},{i}\n" for i, y in enumerate(labels.split())))
    assert count("a.csv", engine, **options).n_pos == positives


@pytest.mark.parametrize("engine", ENGINES)
def test_labels_are_checked(engine):
    """Over all files together."""
    text("a.csv", "y,s\n1,0.5\n0,0.25\n")
    text("b.csv", "y,s\n1,0.5\n-1,0.25\n")
    with pytest.raises(ValueError, match="y_true must hold two labels"):
        count("?.csv", engine)
    text("c.csv", "y,s\nham,0.5\n")
    with pytest.raises(ValueError, match="'c.csv' must hold numbers: got 'ham'.* pos_label="):
        count("c.csv", engine)
    text("d.csv", "y,s\nham,1\nspam,2\neggs,3\n")
    with pytest.raises(ValueError, match="y_true must hold two labels"):
        count("d.csv", engine, pos_label="spam")


@pytest.mark.parametrize("engine", ENGINES)
def test_how_csv_is_written(engine):
    """Byte order mark, line ends of Windows, other delimiters, quotes, line breaks in fields."""
    rows = [
        b"\xef\xbb\xbfy,s,note\r\n1,0.5,\r\n0,0.25,x\r\n",
        b'"y","s","note"\n1,0.5,"a\nb, c"\n0,0.25,d',
    ]
    rows.append(b'y;s\n"1";"0.5"\n0;0.25\n')
    for content, options in zip(rows, ({}, {}, {"delimiter": ";"}), strict=True):
        text("a.csv", content)
        found = count("a.csv", engine, **options)
        assert (found.n_pos, found.n_neg, found.threshold.tolist()) == (1, 1, [0.5, 0.25])
    text("a.txt", "y,s\n1,0.5\n")
    assert count("a.txt", engine, format="csv").n_pos == 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "'a.csv' must begin with a header"),
        (
            "1,0.5\n0,0.2\n",
            "'a.csv' must have one column 'y': it has 0 among '1', '0.5'. The first",
        ),
        (
            "y;s\n1;2\n",
            "it has 0 among 'y;s'. The first line must name the columns, with delimiter=",
        ),
        ("y,s,s\n1,2,3\n", "must have one column 's': it has 2"),
        ("y,s\n", "at least one row to count"),
        ("y,s\n1,2,3\n", "'a.csv' cannot be read"),
        (b"y,s\n1,\xff\n", "'a.csv' must be text in UTF-8"),
        (b"y,s\n" + 9000 * b"1,2\n" + b"1,\xff\n", "'a.csv' cannot be read|must hold numbers"),
        ('y,s\n1,"2\n', "'a.csv' cannot be read"),
    ],
)
def test_csv_refused(content, message, engine):
    """What is no table of the columns asked for."""
    text("a.csv", content)
    with pytest.raises(ValueError, match=message):
        count("a.csv", engine)


def test_a_line_cut_short():
    """DuckDB refuses it; to Polars its last field is empty, which is counted."""
    text("a.csv", "y,s\n1,0.5\n0\n")
    with pytest.raises(ValueError, match="'a.csv' cannot be read: duckdb .* Line: 3"):
        count("a.csv")
    with pytest.raises(ValueError, match="y_score must not hold missing values: 1 of 2"):
        count("a.csv", "polars")


@pytest.mark.parametrize("engine", ENGINES)
def test_parquet_refused(engine):
    """Cut, spoiled, foreign, of other types, without the column, with two of the name."""
    whole = Path(write("a.parquet")).read_bytes()
    text("cut.parquet", whole[:-50])
    text("spoiled.parquet", whole[:200] + bytes(2000) + whole[2200:])
    text("foreign.parquet", b"y,s\n1,2\n")
    for name in ("cut", "foreign"):
        with pytest.raises(ValueError, match=f"'{name}.parquet' must be a whole parquet file"):
            count(["a.parquet", f"{name}.parquet"], engine)
    with pytest.raises(ValueError, match="'spoiled.parquet' cannot be read"):
        count(["a.parquet", "spoiled.parquet"], engine)
    write("f.parquet", pa.table({"y": [True], "s": pa.array([0.5], pa.float32())}))
    with pytest.raises(
        ValueError, match="agree on the type of 's': .* double in 'a.p.* float in 'f"
    ):
        count(["a.parquet", "f.parquet"], engine)
    with pytest.raises(ValueError, match="must have one column 'z': it has 0 among 'y', 's', 'w'"):
        count("a.parquet", engine, y_score="z")
    write("two.parquet", pa.table([[1], [2.0], [3.0]], names=["y", "s", "s"]))
    with pytest.raises(ValueError, match="must have one column 's': it has 2"):
        count("two.parquet", engine)


def test_columns_that_differ_in_case():
    """DuckDB cannot tell them apart, and is not left to guess."""
    write("a.parquet", pa.table({"Y": [0, 0], "y": [1, 0], "s": [1, 2]}))
    assert count("a.parquet", "polars").n_pos == 1
    with pytest.raises(ValueError, match="'y' must differ from the other columns in more"):
        count("a.parquet")
    with pytest.raises(
        ValueError, match="columns must be different names, in more than their case"
    ):
        count("a.parquet", y_true="Y", y_score="y")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"y": 1, "s": 0.5}\n{"y": 1, "s": }\n', "one JSON object per line: line 2 is"),
        ('[{"y": 1, "s": 0.5}]\n', "one JSON object per line: line 1 is"),
        ('{"y": 1, "z": 0.5}\n', "must have one column 's': it has 0 among 'y', 'z'"),
        ('{"y": 1, "s": [1]}\n', "'a.jsonl' must hold numbers: got"),
        ('{"y": 1, "s": 2}\n' * 1500 + '{"y": 1, "s": }\n', "'a.jsonl' cannot be read"),
    ],
)
def test_json_refused(content, message, engine):
    """What is not one object per line, with the keys asked for."""
    text("a.jsonl", content)
    with pytest.raises(ValueError, match=message):
        count("a.jsonl", engine)


@pytest.mark.parametrize(
    ("paths", "options", "message"),
    [
        ("none-*.csv", {}, "no file is named, or matches, 'none-\\*.csv'"),
        (["a.csv", "none.csv"], {}, "no file is named, or matches, 'none.csv'"),
        ([], {}, "paths must name at least one file"),
        (".", {}, "'.' is a folder. Pass './\\*.parquet'"),
        ("s3://bucket/a.parquet", {}, "files of this machine: got 's3://bucket/a.parquet'"),
        ([b"a.csv"], {}, "paths must be text"),
        (["a.csv", "a.parquet"], {}, "files must be of one format: got 'a.csv' and 'a.parquet'"),
        ("a.txt", {}, "'a.txt' has none of the endings parquet, csv"),
        ("a.csv", {"format": "xlsx"}, "format must be one of"),
        ("a.csv", {"engine": "spark"}, "engine must be one of"),
        ("a.csv", {"delimiter": "::"}, "delimiter must be one sign"),
        ("a.parquet", {"delimiter": ";"}, "delimiter must be one sign"),
        ("a.csv", {"bits": 40}, "bits must be a whole number from 2 to 32"),
        ("a.csv", {"y_true": "s"}, "columns must be different names"),
        ("a.csv", {"memory_limit": "much"}, "memory_limit and threads must be what DuckDB takes"),
        ("a.csv", {"threads": 0}, "memory_limit and threads must be what DuckDB takes"),
        ("a.csv", {"threads": 2, "engine": "polars"}, "threads must be None with engine='polars'"),
    ],
)
def test_options_refused(paths, options, message):
    """With what came and what to do."""
    for name in ("a.csv", "a.parquet", "a.txt"):
        write(name) if name != "a.txt" else text(name, "")
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        count(paths, **options)


def test_memory_limit(monkeypatch, folder):
    """Exact counts go through the disk; without it the error says what would help."""
    many = RNG.random(300_000)
    write("many.parquet", pa.table({"y": many < 0.3, "s": many}))
    (folder / "spill").mkdir()
    ask = {"memory_limit": "32MB", "threads": 1, "temp_directory": folder / "spill"}
    assert len(count("many.parquet", bits=None, **ask)) == len(np.unique(many))
    assert count("many.parquet", **ask) == count_thresholds(many < 0.3, many).coarsen(bits=12)
    monkeypatch.setitem(file_readers.ALONE, "max_temp_directory_size", "0KB")
    with pytest.raises(
        ValueError, match="memory_limit='32MB': .*Raise memory_limit=, or pass bits="
    ):
        count("many.parquet", bits=None, **ask)
    assert not list((folder / "spill").iterdir())


def test_nothing_is_left(monkeypatch, capfd):
    """No thread, no file, no open connection, no word on the error stream, after a failure too."""
    opened, connect = [], duckdb.connect

    def watched(*args, **options):
        opened.append((options["config"], connect(*args, **options)))
        return opened[-1][1]

    monkeypatch.setattr(duckdb, "connect", watched)
    monkeypatch.delenv("CI", raising=False)
    write("a.parquet")
    before = threading.enumerate()
    count("a.parquet")
    count("a.parquet", progress=True)

    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "count_frame", stop)
    with pytest.raises(KeyboardInterrupt):
        count("a.parquet", progress=True)
    assert threading.enumerate() == before and len(opened) == 3
    for config, connection in opened:
        assert config["autoinstall_known_extensions"] == "false"
        assert not os.path.exists(config["temp_directory"])
        with pytest.raises(duckdb.Error, match="[Cc]losed"):
            connection.execute("SELECT 1")
    # a bar shows itself where the count took long enough
    assert re.sub(r"\rcount_files[^\r\n]*\n?", "", capfd.readouterr().err) == ""


class Slow:
    """An engine that needs a while, tells how far it is, and stops when told so twice."""

    def __init__(self):
        self.done, self.told, self.stopped = 0, 0, threading.Event()

    def execute(self, text):
        """Takes any setting."""

    def query_progress(self):
        """A little further each time."""
        self.done += 20
        return self.done

    def interrupt(self):
        """Heard the second time only, as by a query that had not begun."""
        self.told += 1
        if self.told > 1:
            self.stopped.set()


def test_bar(monkeypatch, capsys):
    """On a terminal but not in CI, on request, and for engines that tell."""
    monkeypatch.setattr(module, "DELAY", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    def shown(progress, tool):
        found = module._waited(lambda: threading.Event().wait(0.35), tool, progress)
        assert found is False and threading.active_count() == 1
        return capsys.readouterr().err

    monkeypatch.setenv("CI", "true")
    assert shown(None, Slow()) == shown(False, Slow()) == shown(True, object()) == ""
    assert "20%" in (seen := shown(True, Slow())) and seen.rstrip().endswith("00:00")
    monkeypatch.delenv("CI")
    assert "100%" in shown(None, Slow())


def test_interrupt_reaches_the_engine():
    """Ctrl-C while waiting is told to the engine until its work has ended."""
    tool = Slow()

    def press():
        raise KeyboardInterrupt

    tool.query_progress = press
    with pytest.raises(KeyboardInterrupt):
        module._waited(tool.stopped.wait, tool, True)
    assert tool.told >= 2 and threading.active_count() == 1


@pytest.mark.parametrize(
    ("absent", "engine", "extra"),
    [("duckdb", "duckdb", "files"), ("pyarrow", "duckdb", "files"), ("polars", "polars", "polars")],
)
def test_absent_packages(absent, engine, extra, monkeypatch):
    """The message names what to install."""
    text("a.csv", "y,s\n1,0.5\n")
    monkeypatch.setitem(sys.modules, absent, None)
    with pytest.raises(ImportError, match=rf"{absent}: pip install {absent} .*prspace\[{extra}\]"):
        count("a.csv", engine)
