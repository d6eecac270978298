"""Full disks, read-only folders, damaged files, kills: a small part of `python -m tests.attacks.faults`."""

import csv
import random

import pytest

from tests.attacks import faults


def no_fault(row):
    return not any(row.get(k, 0) for k in faults.FIELDS[2:])


@pytest.mark.parametrize("what", faults.FILES)
def test_trouble_with_the_disk(what):
    rows = faults.troubles(what, shares=(0, 0.5))
    assert len(rows) >= 2 and all(map(no_fault, rows)), rows


@pytest.mark.parametrize("ending", [".parquet", ".npz"])
def test_damage_is_refused_by_name(ending):
    rows = list(faults.damaged(ending, lengths=30, flips=60))
    assert len(rows) == 3 and all(map(no_fault, rows)), rows


def test_a_store_on_a_full_disk():
    row = faults.store_on_a_full_disk(".npz")
    assert no_fault(row) and row["tries"] == 14


def test_a_killed_report():
    assert no_fault(faults.killed("save_report", 2, random.Random(1)))


def test_a_killed_stream():
    row = faults.killed_stream("count_stream into a PartStore, npz", 1, random.Random(1))
    assert no_fault(row) and row["tries"] == 1


def test_the_table_has_no_fault():
    path = faults.ROOT / "benchmarks" / "results" / "faults.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows and all(row[k] == "0" for row in rows for k in faults.FIELDS[2:])
    assert {row["what"].split(":")[0] for row in rows} >= {*faults.ALL, *faults.STREAMS}
