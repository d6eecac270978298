"""The benchmarks run and agree; how long anything takes is asserted nowhere."""

import csv
import re
import subprocess
import sys

import numpy as np
import pytest

from benchmarks import goals, growth, imports, measure, run, scale, scale_data, table
from benchmarks.data import KINDS, make
from benchmarks.tasks import ON, TASKS, calls, difference, pr_points
from benchmarks.timing import alternate
from tools import ROOT

LOCKS = ("requirements-bench.lock", "requirements-bench-torch.lock")


def python(*arguments):
    """Output of a module run in a process of its own, as the benchmarks are."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return list(csv.reader(done.stdout.splitlines()))


def test_every_task_of_prspace_runs():
    """A few hundred rows, one round, no other program."""
    rows = python("benchmarks.measure", "300", "--rounds", "1", "--tools", "prspace")
    found = {(row[0], row[1]) for row in rows}
    wanted = {(task, kind) for kind, tasks in ON.items() for task in tasks}
    assert wanted - found <= {("nine", "cont")}
    assert {len(row) for row in rows} == {len(measure.FIELDS)}
    assert all(float(row[6]) > 0 for row in rows)


def test_growth_runs():
    """One row with time; memory is told from a million rows on."""
    (row,) = python("benchmarks.growth", "curve", "2000", "prspace")
    assert row[:4] == ["curve", "2000", "prspace", "numpy"] and len(row) == len(growth.FIELDS)


def test_hotspots_run():
    """Names of functions, with their time in sorts."""
    lines = python("benchmarks.hotspots", "auc_ap", "tied", "500", "--rounds", "1")
    assert any("count_thresholds" in "".join(line) for line in lines)


def test_imports_are_net_of_python_itself():
    """numpy is the unit; what cannot be imported is left out."""
    rows = imports.measure(("numpy", "no_such_package"), rounds=1)
    assert [(name, ratio) for name, _, ratio in rows] == [("numpy", "1")]


@pytest.mark.parametrize("kind", KINDS)
def test_data_are_what_they_are_called(kind):
    """The same arrays each time, of the kind's share, type, order and number of values."""
    data, again = make(kind, 20_000), make(kind, 20_000)
    assert (data.y == again.y).all() and (data.score == again.score).all()
    assert data.y.dtype == np.int64 and (data.weight is None) == (kind != "weighted")
    share = {"rare": 0.001, "percent": 0.01}.get(kind, 0.5)
    assert abs(data.y.mean() - share) < 5 * (share / len(data.y)) ** 0.5
    assert data.score.dtype == (np.float32 if kind == "f32" else np.float64)
    assert (np.diff(data.score) >= 0).all() == (kind == "sorted")
    assert (len(np.unique(data.score)) <= 1000) == (kind == "tied")
    assert (data.score.min() < 0) == (kind == "logit")


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="kind must be one of cont, .*: got 'odd'"):
        make("odd", 10)


def test_curve_is_read_from_its_counts():
    """Number of points, mean precision and mean recall, against a count by dictionary."""
    from benchmarks import ours  # noqa: F401, it registers prspace

    data = make("tied", 400)
    call, read = calls("curve", data, ["prspace"])["prspace"]
    best = sorted(set(data.score.tolist()), reverse=True)
    tp = [int((data.y * (data.score >= t)).sum()) for t in best]
    retrieved = [int((data.score >= t).sum()) for t in best]
    precision = [a / b for a, b in zip(tp, retrieved, strict=True)]
    recall = [a / tp[-1] for a in tp]
    assert read(call()) == pytest.approx(pr_points(precision, recall), abs=1e-14)


def test_disagreement_is_no_result():
    """An exact program that differs stops the run; single precision is told and kept."""
    assert difference("polars", (0.5, 0.25), (0.5, 0.25)) == 0
    with pytest.raises(ValueError, match="expected polars and prspace to agree"):
        difference("polars", (0.5,), (0.5001,))
    assert difference("torcheval", (0.5,), (0.5001,)) == pytest.approx(1e-4)


def test_competitors_take_turns():
    """Each is called in every round, and what it found is kept."""
    turns = {"a": 0, "b": 0}

    def call(name):
        turns[name] += 1
        return name

    pairs = {name: ((lambda name=name: call(name)), str.upper) for name in turns}
    found = alternate(pairs, 3)
    assert {name: (rounds, seen) for name, (_, rounds, seen) in found.items()} == {
        "a": (3, "A"),
        "b": (3, "B"),
    }
    assert min(turns.values()) >= 4


def test_jobs_grow_with_full():
    """10⁸ rows only when everything is asked for, and never beyond what was set."""
    few, many = (list(run.jobs(full, ["numpy"], 10**9)) for full in (False, True))
    assert set(few) < set(many) and any("100000000" in job[1] for job in many)
    assert all("100000000" not in job[1] for job in few)
    assert max(len(job[1]) for job in run.jobs(True, ["numpy"], 1000)) == 4


def test_goals_and_table_name_rows_that_are_measured():
    """No goal for a row that nothing fills."""
    measured = {(task, kind) for kind, tasks in ON.items() for task in tasks}
    measured |= {("bootstrap", kind) for kind in measure.RESAMPLED}
    assert {key[:2] for key in goals.GOALS} <= measured
    assert {row[1:] for row in table.ROWS} <= measured and {key[0] for key in measured} <= set(
        TASKS
    )


def test_table_of_made_up_results(tmp_path):
    """Times with units, sorts with two digits, and ratios to prspace."""
    rows = [
        ("auc", "cont", 10**6, "prspace", "numpy", 5, "0.0205", "2.04", "25", "0"),
        ("auc", "cont", 10**6, "scikit-learn", "numpy", 5, "0.5125", "51", "1", "0"),
        ("auc", "cont", 10**6, "torcheval", "numpy", 5, "0.1025", "10", "5", "1e-8"),
        ("auc", "cont", 10**6, "np.sort", "numpy", 5, "0.01", "1", "51", "0"),
    ]
    with (tmp_path / "speed.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([measure.FIELDS, *rows])
    last = table.markdown(tmp_path).splitlines()[-1]
    assert last == "| AUC | 10⁶ | 20.5 ms | 2 | 25× | 5.0× |  |  |  |"


def test_committed_results_make_tables():
    """Every table is rectangular, and all tools of one row were measured in one process."""
    for text in (table.markdown(), table.memory(), goals.markdown()):
        widths = {line.count("|") for line in text.splitlines()}
        assert len(widths) == 1
    assert "dispatches" in table.machine()
    for row in table.index(table.RESULTS).values():
        assert float(row["seconds"]) > 0 and float(row["difference"]) < 1e-2


def test_every_way_to_count_a_file_agrees(tmp_path):
    """But Spark's, which needs Java; 3,000 rows in row groups of 1,000."""
    path = tmp_path / "rows.parquet"
    positives = scale_data.write(path, 3000, size=1000)
    assert positives == scale_data.write(path, 3000) and 300 < positives < 900
    for name in scale.JOBS.keys() - {"spark_12"}:
        row = dict(zip(scale.FIELDS, scale.measure(name, str(path)), strict=True))
        assert (row["job"], row["rows"], row["positives"]) == (name, 3000, positives)
        assert row["cells"] > 1500 and float(row["cpu_seconds"]) > 0


def test_committed_file_counts_agree():
    """Of each file the same cells by each engine, all but Spark and the exact one below 0.5 GB."""
    rows = table.read(table.RESULTS, "scale")
    assert {row["job"] for row in rows} == set(scale.JOBS)
    for size in {row["rows"] for row in rows}:
        found = [row for row in rows if row["rows"] == size]
        assert len({row["positives"] for row in found}) == 1
        assert len({row["cells"] for row in found if row["job"].endswith("12")}) == 1
    for row in rows:
        assert row["job"] in ("duckdb_exact", "spark_12") or float(row["peak_gb"]) < 0.5
    assert {line.count("|") for line in scale.markdown().splitlines()} == {8}


@pytest.mark.parametrize("name", LOCKS)
def test_locks_have_hashes_and_no_address(name):
    """Torch itself is in no lock: its CPU build is asked for by version."""
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert blocks and all("--hash=sha256:" in block for block in blocks)
    assert not re.search(r"://|--index|--find-links|file:| @ |^torch==|nvidia", text, re.MULTILINE)
