"""The list of records that were held against their programs: whole, and in step with the checks."""

import pytest

from prspace.compat import CONVENTIONS, find_convention
from tests.peers import live, live_r, live_torch
from tests.peers.harness import CHECKED, COLUMNS, STEPS, checked, rankings
from tools import ROOT
from tools.tables import systems

PEERS = (*live.PEERS, *live_r.PEERS, *live_torch.PEERS)
ROWS = checked()


def key(row):
    "The record of a row."
    return tuple(row[name] for name in COLUMNS[:3])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['system']}: {row['number']}")
def test_row_names_a_record_and_its_check(row):
    assert tuple(row) == COLUMNS and all(row.values())
    record = find_convention(*key(row))
    peer = next(p for p in PEERS if p.record == record)
    assert row["program"] == peer.program
    assert int(row["inputs"]) == len(peer.inputs) >= 60
    assert row["below"] in STEPS and float(row["below"]) <= peer.tolerance


def test_every_check_is_listed_once_in_the_order_of_the_records():
    assert sorted(map(key, ROWS)) == sorted(p.key for p in PEERS)
    place = [CONVENTIONS.index(find_convention(*key(row))) for row in ROWS]
    assert place == sorted(set(place)) and len(ROWS) >= 16


def test_installed_versions_are_the_locked_ones():
    names = ("requirements-peers.lock", "requirements-torch.in")
    lock = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in names)
    for row in ROWS:
        if row["program"] not in ("ROCR", "weka.jar"):
            assert f"\n{row['program']}=={row['installed']}" in lock, row


def test_a_record_that_ran_does_not_say_that_it_was_only_read():
    for row in ROWS:
        assert find_convention(*key(row)).source.split()[-1] == "measured", row


def test_lock_has_hashes_and_no_address():
    lock = (ROOT / "requirements-peers.lock").read_text(encoding="utf-8")
    assert "://" not in lock and "--hash=sha256:" in lock


def test_rankings_have_ties_and_both_classes():
    found = list(rankings(1))
    assert len(found) == 60 and all(0 < sum(y) < len(y) for y, _ in found)
    assert sum(len(set(s)) < len(s) for _, s in found) > 20


def test_every_record_has_a_line_that_says_how_it_was_checked():
    found = list(systems())
    assert [system for system, _ in found] == list(dict.fromkeys(r.system for r in CONVENTIONS))
    words = dict(found)
    assert "live (weka.jar 3.9.7, 60 rankings)" in words["WEKA"]
    assert "golden" in words["PRROC"] and "live" not in words["PRROC"]
    assert "4 of 7 neither" in words["raucpr"] and "live" not in words["raucpr"]
    assert "12 in tables.json with ties as a block" in words["PASCAL VOC"]


def test_a_system_without_any_check_says_so(tmp_path):
    (tmp_path / "checked.csv").write_text(CHECKED.read_text(encoding="utf-8").split("\n")[0])
    assert set(dict(systems(tmp_path / "checked.csv", tmp_path)).values()) == {"neither"}
