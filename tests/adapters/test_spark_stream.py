"""A Spark stream, classic and Connect, killed while it writes: no row lost, none twice."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from prspace.adapters.store import PartStore, load_counts
from prspace.adapters.stream import count_windows, read_stream
from prspace.cells import cell_codes
from tests.adapters.stream_job import ASK, CORNERS

ROOT = Path(__file__).parents[2]
MINUTE = 60_000_000


def write_rows(folder, files, rows, seed=7):
    "Files of rows in order of time, but 1 % are 20 seconds late, and a few 8 minutes."
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True)
    for k in range(files):
        time = 1_767_225_600_000_000 + np.arange(rows) * (30_000_000 // rows) + k * 30_000_000
        late = rng.random(rows)
        time = np.where(late < 0.01, time - 20_000_000, time)
        time = np.where(late > 1 - 2.5e-4, time - 8 * MINUTE, time)
        score = rng.beta(2, 5, rows).astype("f4")
        label = rng.random(rows) < score
        stamps = pa.array(time, pa.timestamp("us", "UTC"))
        path = folder / f"{k:03d}.parquet"
        parquet.write_table(pa.table({"time": stamps, "score": score, "label": label}), path)
        os.utime(path, (1_767_000_000 + k,) * 2)  # the order in which Spark takes them


def start(folder, *how):
    "A run in a session of its own."
    worker = folder / "python"  # imports pyspark compiled, which Spark's own path does not
    worker.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" "$@"\n')
    worker.chmod(0o755)
    python = {"PYSPARK_PYTHON": str(worker), "PYTHONPATH": str(ROOT)}
    python |= {"SPARK_TESTING": "1"}  # a Connect server takes a free port
    with open(folder / "log.txt", "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.adapters.stream_job", str(folder), *how],
            cwd=ROOT,
            env=os.environ | python | {"SPARK_LOCAL_IP": "127.0.0.1"},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def finish(run, folder, code):
    "Wait for a run to end as it should; nothing of its session is left."
    try:
        ended = run.wait(timeout=900)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert ended == code, (folder / "log.txt").read_text(errors="replace")[-3000:]


def committed(folder):
    "Batches that Spark knows to be done."
    return {int(p.name) for p in (folder / "checkpoint/commits").iterdir() if p.name.isdigit()}


def groups_of_files(folder):
    "DuckDB's rows per label, and extremes, of every window and cell."
    query = f"""
        select epoch_us(time) // {MINUTE} as w, score::double as s, label as y, count(*) as n
        from read_parquet('{folder}/rows/*.parquet') group by all
    """
    w, s, y, n = duckdb.sql(query).fetchnumpy().values()
    code = cell_codes(s, 12)
    order = np.lexsort((code, w))
    w, s, y, n, code = (np.asarray(column)[order] for column in (w, s, y, n, code))
    first = np.flatnonzero(np.r_[True, (w[1:] != w[:-1]) | (code[1:] != code[:-1])])
    pos, neg = (np.add.reduceat(n * label, first) for label in (y, ~y))
    ends = np.minimum.reduceat(s, first), np.maximum.reduceat(s, first)
    columns = (w[first], code[first], pos, neg, *ends)
    return {row[:2]: row[2:] for row in zip(*(c.tolist() for c in columns), strict=True)}


def groups_of_counts(parts):
    "The same of counts by window."
    found = {}
    for start, counts in parts:
        high = counts.threshold if counts.high is None else counts.high
        columns = counts.pos, counts.neg, counts.threshold.astype(float), high.astype(float)
        rows = zip(*(c.tolist() for c in columns), strict=True)
        for code, row in zip(cell_codes(counts.threshold, 12).tolist(), rows, strict=True):
            found[start, code] = row
    return found


def compare(folder):
    "Rows counted, all rows, groups that differ, all groups; windows and their sum both."
    state, files = read_stream(folder / "store"), groups_of_files(folder)
    minute = [int(start.timestamp()) // 60 for start in state.windows.names]
    ours = groups_of_counts(zip(minute, state.windows.counts, strict=True))
    differ = [key for key in files.keys() | ours.keys() if files.get(key) != ours.get(key)]
    whole = state.windows.pooled()
    assert whole == state.total
    rows = sum(p + n for p, n, *_ in files.values())
    return whole.n_pos + whole.n_neg, rows, len(differ), len(files)


@pytest.fixture(scope="module")
def connect(tmp_path_factory):
    "A whole run under Connect."
    folder = tmp_path_factory.mktemp("connect")
    write_rows(folder / "rows", files=8, rows=20_000, seed=8)
    write_corners(folder / "corners.parquet")
    finish(start(folder, "connect"), folder, 0)
    return folder


def test_two_kills_lose_and_double_nothing(tmp_path, capsys):
    write_rows(tmp_path / "rows", files=40, rows=50_000)
    write_corners(tmp_path / "corners.parquet")
    finish(start(tmp_path, "before", "3"), tmp_path, -signal.SIGKILL)
    assert 3 not in PartStore(tmp_path / "store") and committed(tmp_path) == {0, 1, 2}
    finish(start(tmp_path, "after", "6"), tmp_path, -signal.SIGKILL)
    assert 6 in PartStore(tmp_path / "store") and 6 not in committed(tmp_path)
    finish(start(tmp_path, "native"), tmp_path, 0)
    found, rows, differ, groups = compare(tmp_path)
    told = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    own = json.loads((tmp_path / "native.json").read_text())
    with capsys.disabled():
        print(
            f"\nstream: 2 kills, {found} of {rows} rows, {differ} of {groups} groups differ\n"
            f"Spark's own windows tell {sum(own.values())} of {rows} rows"
        )
    assert (found, differ) == (rows, 0) and rows == 2_000_000
    assert read_stream(tmp_path / "store").last_batch == 9 == max(committed(tmp_path))
    check_told(told, read_stream(tmp_path / "store"))
    check_native(own, tmp_path)
    check_corners(tmp_path)


def check_told(told, state):
    "The last record of each window and of all rows is the whole truth."
    batches = [batch for batch, tag, *_ in told if tag == "all"]
    assert batches == list(range(10))  # the one stored before the kill was told by its replay
    last = {(tag, start): rows for _, tag, start, rows in told}
    assert last.pop(("all", "None")) == 2_000_000
    assert last == {
        ("window", str(start)): c.n_pos + c.n_neg
        for start, c in zip(state.windows.names, state.windows.counts, strict=True)
    }


def check_native(own, folder):
    "Spark's windows lack late rows, without a word, and the newest windows altogether."
    state = read_stream(folder / "store")
    ours = {int(s.timestamp() * 10**6): c for s, c in zip(*_names_and_counts(state), strict=True)}
    rows = {start: c.n_pos + c.n_neg for start, c in ours.items()}
    own = {int(start): n for start, n in own.items()}
    assert sum(own.values()) < 2_000_000 and own.keys() < rows.keys()
    assert all(n <= rows[start] for start, n in own.items())
    assert any(n < rows[start] for start, n in own.items())


def write_corners(path):
    "Ten rows with something missing or odd in most of them."
    nan, inf = float("nan"), float("inf")
    at = [datetime(2026, 3, 29, 1, 59, k, tzinfo=UTC) for k in (0, 29, 30, 31, 59, 1, 2, 3, 4)]
    columns = {
        "y": pa.array([True, False, True, None, False, True, None, False, True, True]),
        "s": [0.5, -0.0, None, 0.25, nan, inf, nan, 0.0, 1e-310, 2.5],
        "at": pa.array([*at[:8], None, at[8]], pa.timestamp("us", "UTC")),
        "plain": pa.array([None, *(x.replace(tzinfo=None) for x in at)], pa.timestamp("us")),
        "day": [date(1969, 12, 31), None, *(date(2026, 3, 29 + k % 3) for k in range(8))],
        "seconds": [0.1, 0.29, 0.25, -0.1, nan, None, 0.4999999, 0.7499999999, 1e9, 0.75],
        "whole": list(range(0, 200, 20)),
        "endless": [0.0] * 9 + [inf],
        "w": [1, 2, 0, 3, 4, 5, 0, 7, 8, 0],
        "text": ["spam", "ham", None, "spam", "ham", "ham", "spam", "spam", "ham", "spam"],
        "ham": ["ham"] * 10,
        "three": ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"],
        "nothing": pa.array([None] * 10, pa.bool_()),
        "ones": [1] * 10,
    }
    columns["odd `name`.x"] = columns["at"]
    parquet.write_table(pa.table(columns), path)


def check_corners(folder):
    "The cluster counts and refuses what arrays count and refuse."
    table = parquet.read_table(folder / "corners.parquet")
    refused = json.loads((folder / "refused.json").read_text())
    for k, ask in enumerate(CORNERS):
        try:
            counts = count_windows(table, **ASK | ask)
        except ValueError as error:
            assert refused[str(k)].split(":")[0] == str(error).split(":")[0], ask
            continue
        found = load_counts(folder / f"corner-{k}.parquet")
        assert dict(zip(*_named(found), strict=True)) == dict(zip(*_named(counts), strict=True)), (
            ask
        )
    assert len(refused) == 6


def _named(counts):
    return counts.names, counts.counts


def _names_and_counts(state):
    return _named(state.windows)


def test_connect_gives_the_same(connect):
    found, rows, differ, _ = compare(connect)
    assert (found, differ) == (rows, 0) and rows == 160_000
    told = [json.loads(line) for line in (connect / "told.jsonl").read_text().splitlines()]
    assert told[-1] == [1, "all", "None", rows]
    check_corners(connect)


def test_windows_are_in_utc(connect):
    first = read_stream(connect / "store").windows.names[0]
    assert first == datetime(2025, 12, 31, 23, 52, tzinfo=UTC)
