"""Streams: windows, totals, late rows, restarts, and the function for Spark without Spark."""

import pickle
from collections import defaultdict
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prspace import ThresholdCounts, average_precision, count_thresholds
from prspace.adapters.spark import foreach_batch, start_stream
from prspace.adapters.stream import (
    RunningCounts,
    count_stream,
    count_windows,
    read_stream,
    window_starts,
)
from prspace.compat.alink_quirks import tumbling_window
from prspace.compat.stream import BinaryStreamEvaluator
from tests.strategies import LABEL, SCORE, checked

COLUMNS = {"y_true": "y", "y_score": "s", "time": "t"}
ROW = st.tuples(LABEL, SCORE, st.integers(-3, 30).map(lambda x: x / 4))


def columns(rows):
    "Three arrays of rows."
    return tuple(np.array(c, float) for c in zip(*rows, strict=True)) if rows else ([], [], [])


def by_hand(rows, length=1.0):
    "Positives and negatives by window and score, from plain loops."
    found = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for y, s, t in rows:
        found[t // length * length][s][0 if y else 1] += 1
    return {start: {s: tuple(n) for s, n in cells.items()} for start, cells in found.items()}


def as_dicts(windows):
    "The same of counts."
    return {
        name: {s: (p, n) for s, p, n in zip(*map(np.ndarray.tolist, (c.threshold, c.pos, c.neg)), strict=True)}
        for name, c in zip(windows.names, windows.counts, strict=True)
    }  # fmt: skip


def last(records):
    "The last record of each window and of all rows."
    return {(r.tag, r.start): r.counts for r in records}


def cut(rows, ends):
    "Rows in batches."
    ends = [0, *sorted(min(e, len(rows)) for e in ends), len(rows)]
    return [columns(rows[a:b]) for a, b in zip(ends, ends[1:], strict=False)]


@checked
@given(
    st.lists(ROW, min_size=1, max_size=25), st.lists(st.integers(0, 25), max_size=5), st.randoms()
)
def test_any_split_and_any_order_give_the_same_windows(rows, ends, random):
    whole = by_hand(rows)
    everything = count_thresholds(*columns(rows)[:2])
    random.shuffle(rows)
    found = last(count_stream(cut(rows, ends), window=1, bits=None))
    assert found.pop(("all", None)) == everything
    windows = {start: counts for (_, start), counts in found.items()}
    assert {s: dict(zip(c.threshold.tolist(), zip(c.pos.tolist(), c.neg.tolist(), strict=True), strict=True))
            for s, c in windows.items()} == whole  # fmt: skip


@settings(checked, max_examples=15)
@given(
    st.lists(ROW, min_size=1, max_size=25),
    st.lists(st.integers(0, 25), max_size=4),
    st.lists(st.integers(0, 5), max_size=3),
    st.sampled_from([1, 2, 100]),
)
def test_any_restarts_give_the_same_windows(tmp_path_factory, rows, ends, stops, every):
    store, batches, seen = tmp_path_factory.mktemp("store"), cut(rows, ends), []
    for stop in [*stops, None]:
        records = count_stream(batches, window=1, bits=None, store=store, compact_every=every)
        for record in records:
            seen.append(record)
            if record.batch == stop:
                records.close()
                break
    state = read_stream(store)
    assert as_dicts(state.windows) == by_hand(rows) and state.last_batch == len(batches) - 1
    assert state.total == count_thresholds(*columns(rows)[:2]) == last(seen)["all", None]
    assert {start: c for (tag, start), c in last(seen).items() if tag == "window"} == dict(
        zip(state.windows.names, state.windows.counts, strict=True)
    )


def test_records_after_each_batch():
    batches = [
        columns([(1, 0.9, 0.0), (0, 0.4, 59.9)]),
        columns([(1, 0.7, 61.0)]),
        columns([(0, 0.8, 62.0), (1, 0.3, 5.0)]),
    ]
    records = list(count_stream(batches))
    assert [(r.batch, r.tag, r.start, r.counts.n_pos + r.counts.n_neg) for r in records] == [
        (0, "window", 0.0, 2), (0, "all", None, 2),
        (1, "window", 60.0, 1), (1, "all", None, 3),
        (2, "window", 0.0, 3), (2, "window", 60.0, 2), (2, "all", None, 5),
    ]  # fmt: skip


def test_a_late_row_changes_its_window_alone():
    before = list(count_stream([([1, 0], [0.9, 0.4], [0.0, 70.0])]))
    after = list(count_stream([([1, 0], [0.9, 0.4], [0.0, 70.0]), ([1], [0.1], [3.0])]))
    assert after[:3] == before
    assert [(r.tag, r.start) for r in after[3:]] == [("window", 0.0), ("all", None)]
    assert average_precision(after[3].counts) == 1


UTC_PLUS_2 = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("moment", "window", "start"),
    [
        (0.3, 0.1, 0.3),  # although 0.3 // 0.1 is 2
        (0.29, 0.01, 0.29),
        (-0.5, 1, -1.0),
        (59.9999996, "1 minute", 60.0),  # to the nearest microsecond
        (59.9999994, "1 minute", 0.0),
        (10**9, 7, 999999994.0),
        (1_767_225_659.999999, 60, 1_767_225_600.0),
        (datetime(2026, 3, 29, 1, 59, 59, 999999), "1 hour", datetime(2026, 3, 29, 1, tzinfo=UTC)),
        (datetime(2026, 3, 29, 3, tzinfo=UTC_PLUS_2), "1 hour", datetime(2026, 3, 29, 1, tzinfo=UTC)),
        (datetime(1969, 12, 31, 23, 59, 59), "1 day", datetime(1969, 12, 31, tzinfo=UTC)),
        (np.datetime64("1969-12-31T23:59:59.999999999"), 1e-6,
         datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)),
        (np.datetime64("2026-11-30"), "1 week", datetime(2026, 11, 26, tzinfo=UTC)),  # a Thursday
        (pd.Timestamp("2026-10-25 01:30", tz="UTC").tz_convert("Europe/Berlin"), timedelta(hours=1),
         datetime(2026, 10, 25, 1, tzinfo=UTC)),  # the second of two such hours
        (None, 1, None),
        (np.datetime64("NaT"), np.timedelta64(1, "m"), None),
        (pd.NaT, 1, None),
    ],
)  # fmt: skip
def test_window_edges(moment, window, start):
    (found,) = window_starts([moment], window)
    assert found == start and type(found) is type(start)
    assert start is None or getattr(found, "tzinfo", UTC) is UTC


@pytest.mark.parametrize("window", ["60 seconds", "1 minute", " 1 Minute ", 60, 60.0, Fraction(60),
    timedelta(minutes=1), np.timedelta64(60, "s"), "60000 milliseconds", "60000000 microseconds"])  # fmt: skip
def test_lengths_of_one_minute(window):
    assert window_starts([119.999999, 120], window) == [60, 120]


@pytest.mark.parametrize("window", [0, -1, 1e-7, "", "minute", "1", "1 month", "-1 second", "1.5 s", None,
    True, np.nan, np.inf, timedelta(0), timedelta(-1), np.timedelta64("NaT"), "9" * 30 + " weeks", [1]])  # fmt: skip
def test_lengths_that_are_none(window):
    with pytest.raises(ValueError, match="window must be a positive length of time"):
        window_starts([0.0], window)


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (["2026-01-01"], "time must hold datetimes or seconds"),
        (np.array(["2026-01-01"]), "Parse text first"),
        ([datetime(2026, 1, 1), 3.0], "time must hold datetimes or seconds"),
        ([np.inf], "time must be finite seconds"),
        ([1e300], "time must be finite seconds"),
        (np.array([10**15], "M8[s]"), "years 1 to 9999"),
        ([[1.0]], "one-dimensional"),
        ([timedelta(1)], "time must hold datetimes or seconds"),
        ([True], "time must hold datetimes or seconds"),
    ],
)
def test_times_that_are_none(time, words):
    with pytest.raises(ValueError, match=words):
        window_starts(time, 60)


@checked
@given(st.lists(st.integers(-(10**6), 10**13), min_size=1), st.integers(1, 10**8))
def test_windows_are_those_of_flink(millis, length):
    "In whole milliseconds both number the same windows."
    starts = window_starts([m / 1000 for m in millis], length / 1000)
    numbers = [tumbling_window(m / 1000, length / 1000) for m in millis]
    assert starts == [n * length / 1000 for n in numbers]


def test_rows_in_order_are_cut_as_alink_cuts_them():
    "Alink prints a window when it closes; here it is recorded when touched, so its last record counts."
    rows = [(k / 10, k % 3 == 0, (k * 7 % 10) / 10) for k in range(57)]
    alink = [
        (m["TotalSamples"], tag)
        for tag, m in BinaryStreamEvaluator(1.5, positive_label=1).evaluate(
            (t, int(y), {1: s, 0: 1 - s}) for t, y, s in rows
        )
    ]
    batches = [columns([(y, s, t)]) for t, y, s in rows]
    found = last(count_stream(batches, window=1.5))
    ours = [c.n_pos + c.n_neg for (tag, _), c in sorted(found.items()) if tag == "window"]
    assert ours == [n for n, tag in alink if tag == "window"]
    assert found["all", None].n_pos + found["all", None].n_neg == alink[-1][0]


def frames(y, s, t):
    "The same rows in every kind of batch."
    table = pa.table({"y": y, "s": s, "t": t, "unused": ["x"] * len(y)})
    yield "arrays", (y, s, t)
    yield "mapping", {"y": y, "s": s, "t": t}
    yield "polars", pl.from_arrow(table)
    yield "polars lazy", pl.from_arrow(table).lazy()
    yield "pyarrow", table
    yield "pandas", pd.DataFrame({"y": y, "s": s, "t": t})
    yield "pandas nullable", table.to_pandas(types_mapper=pd.ArrowDtype)
    yield "duckdb", duckdb.connect().from_arrow(table)


@pytest.mark.parametrize("zone", [None, UTC, UTC_PLUS_2])
def test_every_kind_of_batch(zone):
    moments = [datetime(2026, 1, 1, 5, 0, k, tzinfo=zone) for k in (3, 1, 59)] + [None]
    y, s = [True, None, False, True], [0.25, 0.5, None, 0.75]
    seen = set()
    for kind, batch in frames(y, s, moments):
        found = count_windows(batch, window="30 seconds", nan_policy="omit", **COLUMNS)
        hour = 3 if zone is UTC_PLUS_2 else 5
        starts = [datetime(2026, 1, 1, hour, 0, k, tzinfo=UTC) for k in (0, 30)]
        assert found.names == (*starts, None), kind
        assert [c.n_pos for c in found] == [1, 0, 0] and sum(c.n_neg for c in found) == 0, kind
        causes = ["missing label"], ["missing score"], ["missing time"]
        assert [list(c.dropped.items()) for c in found] == [[(w, 1)] for (w,) in causes], kind
        assert (found[0].grid, found[0].threshold.tolist()) == (12, [0.25]), kind
        with pytest.raises(ValueError, match="y_true must not hold missing values: 1 of 4"):
            count_windows(batch, **COLUMNS)
        seen.add(kind)
    assert len(seen) == 8


def test_missing_times():
    rows = ([1, 0, 1], [0.9, 0.8, 0.7], [1.0, None, np.nan])
    with pytest.raises(
        ValueError, match='time must not hold missing values: 2 of 3.*nan_policy="omit"'
    ):
        next(count_stream([rows]))
    window, everything = count_stream([rows], nan_policy="omit")
    assert window.start == 0 and everything.counts.n_pos == 1
    assert everything.counts.dropped == {"missing time": 2}
    lost = ([None, 1, 1], [0.9, None, 0.7], [None, None, None])
    (record,) = count_stream([lost], nan_policy="omit")
    assert record.counts.dropped == {"missing label": 1, "missing score": 1, "missing time": 1}


def test_weights():
    batch = {"y": [1, 0, 1, 0], "s": [3, 2, 1, 0], "t": [0, 0, 1, None],
             "w": [Fraction(1, 3), Fraction(2), Fraction(1, 6), 0]}  # fmt: skip
    records = list(count_stream([batch, batch], window=1, sample_weight="w", bits=None, **COLUMNS))
    assert records[-1].counts.n_pos == 1 and records[-1].counts.n_neg == 4
    assert [r.counts.n_pos for r in records if r.tag == "window"] == [
        Fraction(1, 3), Fraction(1, 6), Fraction(2, 3), Fraction(1, 3)]  # fmt: skip


def test_silent_batches_and_batches_of_one_label():
    spam = {"pos_label": "spam"}
    batches = [([], [], []), (["ham"], [0.5], [0.0]), (["spam"], [0.7], [0.0]), ([], [], [])]
    assert [(r.tag, r.counts.n_pos, r.counts.n_neg) for r in count_stream(batches, **spam)] == [
        ("all", 0, 0), ("window", 0, 1), ("all", 0, 1), ("window", 1, 1), ("all", 1, 1), ("all", 1, 1),
    ]  # fmt: skip
    empty = pl.DataFrame({"y": [], "s": [], "t": []})
    assert len(count_windows(empty, **COLUMNS)) == 0
    with pytest.raises(ValueError, match="two labels"):
        list(count_stream([(["ham", "spam", "eggs"], [1, 2, 3], [0, 0, 0])], **spam))
    with pytest.raises(ValueError, match="pos_label must be one of the labels"):
        list(count_stream([(["ham", "eggs"], [1, 2], [0, 0])], **spam))


def test_without_time_there_are_no_windows(tmp_path):
    batches = [([1, 0], [0.9, 0.8]), ([1], [0.7])]
    records = list(count_stream(batches, store=tmp_path / "s"))
    assert [(r.tag, r.counts.n_pos) for r in records] == [("all", 1), ("all", 2)]
    state = read_stream(tmp_path / "s")
    assert len(state.windows) == 0 and state.total == records[-1].counts and state.last_batch == 1


def test_a_refused_batch_leaves_nothing(tmp_path):
    good, bad = ([1, 0], [0.9, 0.8], [0, 0]), ([1, None], [0.9, 0.8], [0, 0])
    records = count_stream([good, bad], store=tmp_path / "s")
    assert [next(records).tag, next(records).tag] == ["window", "all"]
    with pytest.raises(ValueError, match="batch 1: y_true must not hold missing values"):
        next(records)
    assert read_stream(tmp_path / "s").last_batch == 0
    mended = list(count_stream([good, good], store=tmp_path / "s"))
    assert [(r.batch, r.counts.n_pos) for r in mended] == [(0, 1), (0, 1), (1, 2), (1, 2)]


def test_stored_batches_are_passed_over_and_the_last_comes_again(tmp_path):
    batches = [([1, 0], [0.9, 0.8], [t, t]) for t in (0, 60, 120)]
    first = list(count_stream(batches, store=tmp_path / "s"))
    wrong = [("never", "counted", "again")] * 2
    again = list(count_stream([*wrong, batches[2], batches[0]], store=tmp_path / "s"))
    assert again[:2] == first[-2:] and [(r.batch, r.start) for r in again[2:]] == [
        (3, 0),
        (3, None),
    ]


def test_a_crash_after_the_write_is_mended(tmp_path, monkeypatch):
    from prspace.adapters.store import PartStore

    batches = [([1, 0], [0.9, 0.8], [t, t]) for t in (0, 60, 0)]
    put = PartStore.put

    def crash(when, batch):
        def broken(store, part_id, counts):
            if when == "after" or part_id != batch:
                put(store, part_id, counts)
            if part_id == batch:
                raise KeyboardInterrupt

        monkeypatch.setattr(PartStore, "put", broken)
        with pytest.raises(KeyboardInterrupt):
            list(count_stream(batches, store=tmp_path / "s", compact_every=1))
        monkeypatch.setattr(PartStore, "put", put)

    crash("before", 1)
    crash("after", 1)
    crash("after", 2)
    rest = list(count_stream(batches, store=tmp_path / "s"))
    assert rest == list(count_stream(batches))[-2:]
    assert read_stream(tmp_path / "s").total.n_pos == 3


@pytest.mark.parametrize("stored", [False, True])
def test_old_windows_are_let_go_and_their_rows_are_kept(tmp_path, stored):
    store = tmp_path / "s" if stored else None
    batches = [([1, 0], [0.9, 0.8], [t, t]) for t in (0, 1, 2, 3, 4, 5, 0, 4.5, 6)]
    options = {"window": 1, "keep": 2, "compact_every": 2, "bits": None}
    records = list(count_stream(batches, store=store, **options))
    assert [(r.tag, r.start, r.counts.n_pos) for r in records if r.batch >= 6] == [
        ("late", 0, 1), ("all", None, 7), ("window", 4, 2), ("all", None, 8),
        ("window", 6, 1), ("all", None, 9)]  # fmt: skip
    if stored:
        state = read_stream(store)
        assert state.total == records[-1].counts and set(state.windows.names) <= {4, 5, 6}
        again = list(count_stream([*batches, batches[0]], store=store, **options))
        assert [(r.batch, r.tag, r.start) for r in again] == [
            (8, "window", 6), (8, "all", None), (9, "late", 0), (9, "all", None)]  # fmt: skip
        assert again[:2] == records[-2:] and again[-1].counts.n_pos == 10


@pytest.mark.parametrize("every", [1, 3])
def test_letting_go_is_the_same_with_and_without_restarts(tmp_path, every):
    rng = np.random.default_rng(every)
    batches = [(rng.integers(0, 2, 5), rng.random(5), k + rng.integers(-4, 2, 5)) for k in range(9)]
    options = {"window": 1, "keep": 2, "compact_every": every}
    whole, seen = list(count_stream(batches, **options)), []
    for stop in range(1, 10):
        part = list(count_stream(batches[:stop], store=tmp_path / "s", **options))
        seen += [r for r in part if r.batch == stop - 1]
    assert [r.counts for r in seen if r.tag == "all"] == [r.counts for r in whole if r.tag == "all"]
    assert read_stream(tmp_path / "s").total == whole[-1].counts


def test_running_counts_alone():
    running = RunningCounts()
    part = count_windows(([1, 0], [0.9, 0.8], [0, 61]))
    assert [r.tag for r in running.add(3, part)] == ["window", "window", "all"]
    assert running.add(2, part) == [] and running.total.n_pos == 1
    assert running.add(3, part)[-1].counts.n_pos == 1
    assert repr(running).startswith("RunningCounts(2 windows, ThresholdCounts(")
    assert running.windows.names == (0, 60)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: RunningCounts().add(-1, count_windows(([], []))),
            "batch_id must be a whole number",
        ),
        (
            lambda: RunningCounts().add(True, count_windows(([], []))),
            "batch_id must be a whole number",
        ),
        (lambda: RunningCounts(keep=0), "keep must be 1 or more"),
        (lambda: RunningCounts(compact_every=0), "compact_every must be 1 or more"),
        (lambda: count_stream([], window="1 month"), "window must be"),
        (lambda: count_stream([], bits=99), "bits must be a whole number"),
        (lambda: count_stream([], nan_policy="drop"), "nan_policy must be"),
        (lambda: count_windows(([1], [2], [3], [4])), "a batch of arrays must be"),
        (
            lambda: count_windows({"y": [1]}, **COLUMNS),
            "y_score must name a column of the batch: got 's'",
        ),
        (lambda: count_windows(pl.DataFrame({"y": [1]}), y_true="y"), "y_score must name a column"),
        (lambda: count_windows(3, **COLUMNS), "frame must be"),
        (lambda: count_windows(([1], [2], [3, 4])), "must pair up"),
        (lambda: read_stream("/nowhere/at/all"), "no such folder|not there|must be"),
    ],
)
def test_refusals(call, words):
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        call()


def test_small_state():
    "Of a million rows a window and the total keep their cells alone."
    rng = np.random.default_rng(0)
    s = rng.random(200_000)
    batches = [(s > rng.random(len(s)), s, np.full(len(s), k / 2)) for k in range(3)]
    records = list(count_stream(batches, window=1))
    assert records[-1].counts.n_pos + records[-1].counts.n_neg == 600_000
    assert len(records[-1].counts) < 25_000 and records[-1].counts.grid == 12
    whole = count_thresholds(np.concatenate([b[0] for b in batches]), np.tile(s, 3)).coarsen(
        bits=12
    )
    assert records[-1].counts == whole


# the function for Spark, with micro-batches made by hand


def micro(*rows):
    return pl.DataFrame(dict(zip("yst", map(list, zip(*rows, strict=True)), strict=True)))


def test_sink_counts_a_replay_once(tmp_path):
    seen = []
    sink = foreach_batch(tmp_path / "s", window=60, emit=seen.extend, **COLUMNS)
    batches = [micro((1, 0.9, 0.0), (0, 0.2, 61.0)), micro((0, 0.8, 62.0), (1, 0.7, 5.0))]
    sink(batches[0], 0)
    sink(batches[1], 1)
    assert [(r.batch, r.tag, r.start) for r in seen[3:]] == [
        (1, "window", 0.0), (1, "window", 60.0), (1, "all", None)]  # fmt: skip
    once = list(seen)
    sink(batches[1], 1)
    after = foreach_batch(tmp_path / "s", window=60, emit=seen.extend, **COLUMNS)
    after(batches[1], 1)
    assert seen == [*once, *once[3:], *once[3:]]
    assert read_stream(tmp_path / "s").total.n_pos == 2


def test_sink_refuses_a_checkpoint_of_another_store(tmp_path):
    sink = foreach_batch(tmp_path / "s", **COLUMNS)
    for k in range(3):
        sink(micro((1, 0.9, 0.0)), k)
    with pytest.raises(
        ValueError, match="the store ends with batch 2, and Spark has come to batch 0"
    ):
        foreach_batch(tmp_path / "s", **COLUMNS)(micro((1, 0.9, 0.0)), 0)
    with pytest.raises(
        ValueError, match="the store ends with no batch, and Spark has come to batch 3"
    ):
        foreach_batch(tmp_path / "other", **COLUMNS)(micro((1, 0.9, 0.0)), 3)
    assert read_stream(tmp_path / "s").total.n_pos == 3


def test_sink_travels_to_a_server(tmp_path):
    sink = foreach_batch(tmp_path / "s", **COLUMNS)
    sink(micro((1, 0.9, 0.0)), 0)
    copy = pickle.loads(pickle.dumps(sink))
    copy(micro((1, 0.8, 0.0)), 1)
    assert read_stream(tmp_path / "s").total.n_pos == 2
    assert "foreach_batch" in repr(sink) and str(tmp_path / "s") in repr(sink)


def test_a_batch_that_fails_is_not_stored(tmp_path):
    def fail(records):
        raise RuntimeError("the receiver is down")

    sink = foreach_batch(tmp_path / "s", **COLUMNS)
    sink(micro((1, 0.9, 0.0)), 0)
    with pytest.raises(ValueError, match="batch 1: y_score must name a column"):
        sink(pl.DataFrame({"y": [1], "t": [0.0]}), 1)
    assert read_stream(tmp_path / "s").last_batch == 0
    with pytest.raises(RuntimeError):
        foreach_batch(tmp_path / "s", emit=fail, **COLUMNS)(micro((1, 0.9, 0.0)), 1)
    sink = foreach_batch(tmp_path / "s", **COLUMNS)
    sink(micro((1, 0.9, 0.0)), 1)  # which Spark repeats
    assert read_stream(tmp_path / "s").total.n_pos == 2


def test_spark_is_asked_for_by_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyspark", None)
    frame = type("DataFrame", (), {"__module__": "pyspark.sql.dataframe", "isStreaming": True})()
    with pytest.raises(ImportError, match=r"prspace\[spark\]"):
        foreach_batch(tmp_path / "s", **COLUMNS)(frame, 0)
    with pytest.raises(ImportError, match=r"prspace\[spark\]"):
        start_stream(frame, store=tmp_path / "s", checkpoint=tmp_path / "c", **COLUMNS)


def test_nothing_is_the_empty_element(tmp_path):
    running = RunningCounts(tmp_path / "s")
    assert running.total == ThresholdCounts.from_counts([], [], []) and running.last_batch is None
