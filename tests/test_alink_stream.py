"""Windows and running totals, as the article's stream printed them."""

import itertools
import json
from pathlib import Path

import pytest

from prspace.compat.alink import evaluate_binary, evaluate_multiclass
from prspace.compat.stream import BinaryStreamEvaluator, MulticlassStreamEvaluator

FILE = Path(__file__).parent / "golden" / "alink" / "cases.json"
CASES = {case["name"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))}
ROWS = CASES['stream output row "window"']["input"]["rows"]
WINDOWS = CASES['stream output row "all"']["input"]["windows"]


def timed(windows, every=1.0):
    return [(k * every, *row) for k, rows in enumerate(windows) for row in rows]


def test_printed_rows():
    """The first window and the last total are the article's, the free scores reconstructed."""
    found = list(BinaryStreamEvaluator(1).evaluate(timed(WINDOWS)))
    assert [tag for tag, _ in found] == ["window", "all"] * 5
    window, total = CASES['stream output row "window"'], CASES['stream output row "all"']
    assert all(found[0][1][k] == v for k, v in window["expected"].items())
    assert all(found[-1][1][k] == v for k, v in total["expected"].items())


def test_row_10008_is_four_rounds_and_one_row():
    """A fixed source gives that row when the window is cut after 21 rows."""
    rounds = [("prefix1", {"prefix1": 0.9, "prefix0": 0.1}), *map(tuple, ROWS[1:])]
    rows = [(0.1 * k, *rounds[k % 5]) for k in range(30)]
    found = next(BinaryStreamEvaluator(2.05).evaluate(rows))
    wanted = CASES["stream dump row @10008, every serialised metric"]["expected"]
    assert {k for k in wanted if found[1][k] != wanted[k]} <= {"LogLoss"}
    assert found[1]["LogLoss"] == pytest.approx(wanted["LogLoss"], abs=1e-15)


def test_a_total_is_not_a_mean():
    found = list(BinaryStreamEvaluator(1).evaluate(timed(WINDOWS)))
    windows = [m["PRC"] for tag, m in found if tag == "window"]
    assert sum(windows) / len(windows) == pytest.approx(0.7322, abs=5e-5)
    assert found[-1][1]["PRC"] == pytest.approx(0.7341, abs=5e-5)


def test_totals_are_the_rows_so_far():
    totals = [m for tag, m in BinaryStreamEvaluator(1).evaluate(timed(WINDOWS)) if tag == "all"]
    for k, total in enumerate(totals):
        whole = evaluate_binary([row for rows in WINDOWS[: k + 1] for row in rows])
        assert {key for key in whole if whole[key] != total[key]} <= {"LogLoss"}


def test_empty_and_incomplete_windows_print_nothing():
    rows = [(0.2, *ROWS[0]), (0.3, *ROWS[3]), (5.0, None, None), (9.5, *ROWS[1]), (9.6, *ROWS[4])]
    found = list(BinaryStreamEvaluator(1).evaluate(rows))
    assert [(tag, m["TotalSamples"]) for tag, m in found] == [
        ("window", 2), ("all", 2), ("window", 2), ("all", 4)]  # fmt: skip


def test_windows_are_half_open():
    rows = [(0.0, *ROWS[0]), (0.999, *ROWS[3]), (1.0, *ROWS[1]), (1.5, *ROWS[4])]
    found = list(BinaryStreamEvaluator(1).evaluate(rows))
    assert [m["TotalSamples"] for tag, m in found if tag == "window"] == [2, 2]


def test_endless_source():
    """Windows are printed as soon as a later row arrives."""
    endless = ((k / 10, *ROWS[k % 5]) for k in itertools.count())
    found = list(itertools.islice(BinaryStreamEvaluator(0.5).evaluate(endless), 6))
    assert [m["TotalSamples"] for _, m in found] == [5, 5, 5, 10, 5, 15]


def test_a_restart_keeps_the_total_if_told():
    """Alink loses the running total; here it can be handed on."""
    rows = timed(WINDOWS)
    first = BinaryStreamEvaluator(1)
    list(first.evaluate(rows[:10]))
    lost = list(BinaryStreamEvaluator(1).evaluate(rows[10:]))
    kept = list(BinaryStreamEvaluator(1, total=first.total).evaluate(rows[10:]))
    assert (lost[-1][1]["TotalSamples"], kept[-1][1]["TotalSamples"]) == (15, 25)


def test_one_class_by_version():
    """A stream's AUC with one class is undefined from 1.3 to 1.6.0 only."""
    rows = [(0.0, "a", {"a": 0.9, "b": 0.1})]
    found = {v: next(BinaryStreamEvaluator(1, "a", v).evaluate(rows))[1]["AUC"]
             for v in ("1.1", "1.2", "1.3", "1.5.6", "1.6.1")}  # fmt: skip
    assert [x == x for x in found.values()] == [True, True, False, False, True]


def test_many_labels():
    """Windows with other labels are joined on all labels in later versions, refused in 1.1."""
    rows = [(0, "b", {"a": 0.4, "b": 0.6}), (1, "c", {"a": 0.1, "b": 0.2, "c": 0.7})]
    found = list(MulticlassStreamEvaluator(1, version="1.6.1").evaluate(rows))
    whole = evaluate_multiclass([row[1:] for row in rows], version="1.6.1")
    assert dict(found[-1][1]) == dict(whole)
    with pytest.raises(ValueError, match="not the same"):
        list(MulticlassStreamEvaluator(1).evaluate(rows))


@pytest.mark.parametrize("interval", [0, -1, float("nan")])
def test_interval_is_positive(interval):
    with pytest.raises(ValueError, match="time_interval"):
        BinaryStreamEvaluator(interval)


def test_time_does_not_fall():
    rows = [(1.0, *ROWS[0]), (0.5, *ROWS[3])]
    with pytest.raises(ValueError, match="order of time"):
        list(BinaryStreamEvaluator(1).evaluate(rows))
