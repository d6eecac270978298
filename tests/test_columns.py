"""Columns of files as arrays: the same from every format, and the line of what is wrong."""

import gzip
import io
import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from prspace.adapters.columns import read_columns, read_header

ROWS = [("spam, or\nnot", "0.5", "1"), ("ham", "-inf", "2"), ('"', "", "0"), ("", "1e-3", "7")]
NUMBERS = [0.5, -np.inf, np.nan, 1e-3]
KINDS = ("csv", "tsv", "semicolon", "gz", "json", "parquet", "pipe")


def written(kind, folder, monkeypatch):
    "The rows as a file of one kind; its path and the options to read it."
    path = folder / f"x.{kind}"
    sign = {"tsv": "\t", "semicolon": ";"}.get(kind, ",")
    quoted = [
        ['"{}"'.format(x.replace('"', '""')) for x in row] for row in [("y", "s", "w"), *ROWS]
    ]
    text = "\ufeff" + "\r\n".join(map(sign.join, quoted)) + "\r\n\r\n"
    options = {"format": "csv", "delimiter": ";"} if kind == "semicolon" else {}
    if kind == "json":
        rows = ({"y": y or None, "s": None if s == "" else s, "w": int(w)} for y, s, w in ROWS)
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    elif kind == "parquet":
        y, _, w = zip(*ROWS, strict=True)
        pq.write_table(pa.table({"y": y, "s": NUMBERS, "w": list(map(int, w))}), path)
    elif kind == "pipe":
        piped = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", piped)
        return "-", options
    elif kind == "gz":
        path = folder / "x.csv.gz"
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8", newline="")
    return path, options


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_gives_the_same(tmp_path, monkeypatch, kind):
    path, options = written(kind, tmp_path, monkeypatch)
    read = read_columns(path, numbers=["s", "w"], words=["y"], **options)
    assert len(read) == 4 and np.array_equal(read["s"], NUMBERS, equal_nan=True)
    assert read["w"].tolist() == [1, 2, 0, 7]
    words = [read["y"].values[i] if i >= 0 else None for i in read["y"].codes]
    assert words == [ROWS[0][0], "ham", '"', None] and len(read["y"]) == 4
    assert set(read.missing) == {"s", "y"}
    if kind != "pipe":
        assert read_header(path, **options) == ["y", "s", "w"]


@pytest.mark.parametrize(
    ("text", "where"),
    [("y,s\n1,2\n\n,\n3,\n", "line 5"), ('y,s\n"a\nb",2\n3,\n', "line 4"), ("y,s\n,1\n", None)],
)
def test_the_line_of_the_first_missing_value(tmp_path, text, where):
    (tmp_path / "x.csv").write_text(text, encoding="utf-8")
    read = read_columns(tmp_path / "x.csv", numbers=["s"], words=["y"])
    assert read.missing.get("s") == where


@pytest.mark.parametrize("word", ["", "NA", "n/a", "NaN", " null ", "None", "<NA>", "-nan"])
def test_words_of_a_missing_number(tmp_path, word):
    (tmp_path / "x.csv").write_text(f"y,s\n1,{word}\n1,2\n", encoding="utf-8")
    assert np.isnan(read_columns(tmp_path / "x.csv", numbers=["s"])["s"]).tolist() == [True, False]


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1.0), (" 2.5 ", 2.5), ("+3e2", 300.0), ("Infinity", np.inf), ("9007199254740992", 2.0**53)],
)  # fmt: skip
def test_numbers_as_python_writes_them(tmp_path, text, value):
    (tmp_path / "x.csv").write_text(f"s\n{text}\n", encoding="utf-8")
    assert read_columns(tmp_path / "x.csv", numbers=["s"])["s"].tolist() == [value]


@pytest.mark.parametrize(
    "text", ["1_000", "0x1", "high", "9007199254740993", "-90071992547409930", "1,5"]
)
def test_text_that_is_no_number(tmp_path, text):
    (tmp_path / "x.csv").write_text(f's\n"{text}"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"x\.csv: line 2: 's' "):
        read_columns(tmp_path / "x.csv", numbers=["s"])


def test_json_integers_keep_their_digits(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"s": 9007199254740993}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="2\\*\\*53"):
        read_columns(tmp_path / "x.jsonl", numbers=["s"])


def test_parquet_keeps_its_types(tmp_path):
    table = {"i": pa.array([2**53, 2**53 + 1]), "f": pa.array([0.1, 0.2], pa.float32())}
    pq.write_table(pa.table(table), tmp_path / "x.parquet")
    read = read_columns(tmp_path / "x.parquet", numbers=["i", "f"])
    assert read["i"].tolist() == [2**53, 2**53 + 1] and read["f"].dtype == np.float32
    assert "2 rows of i, f" in repr(read)
