"""A seeded slice of the attacks in tests/attacks; `make fuzz` runs all of them."""

from pathlib import Path

import pytest

from tests.attacks import differential
from tests.attacks.doors import Door
from tests.attacks.guided import TARGETS, replay
from tests.attacks.tally import Tally, Wrong

SLICE = {"arrays": 60, "counts": 40, "evaluate": 30, "scikit-learn": 60, "predictions": 40, "lingpipe": 60,
         "alink": 60, "stored files": 40, "feasible": 40, "readers": 60}  # fmt: skip


@pytest.mark.parametrize("name", SLICE)
def test_a_door(name, tmp_path):
    """Nasty inputs are answered right, or refused in words of this package."""
    door = Door.doors[name]
    tally = door.run(SLICE[name] / door.share, tmp_path)
    assert not tally.faults, tally.examples
    assert tally.answered and tally.refused


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus(name, tmp_path):
    tally = replay(name, tmp_path)
    assert tally.inputs and not tally.faults, tally.examples


def test_inputs_beside_fractions():
    differences = differential.run(150, ["oracle"])
    differential.published(differences)
    assert not list(differences.bad()) and len(differences.found) > 20


@pytest.mark.parametrize(
    ("call", "check", "must", "kind"),
    [
        (lambda: int("x"), None, None, "foreign ValueError"),
        (lambda: {}[0], None, None, "KeyError"),
        (lambda: 1, lambda x: (_ for _ in ()).throw(Wrong("2")), None, "wrong answer: 2"),
        (lambda: 1, lambda x: x.y, None, "the answer cannot be used"),
        (lambda: 1, None, "refuse", "what must be refused"),
        (lambda: __import__("warnings").warn("w", RuntimeWarning, stacklevel=1), None, None, "warning"),
        (lambda: [][:: 0], None, None, "foreign ValueError"),
    ],
    ids=["foreign", "other", "wrong", "unusable", "answered", "warning", "numpy"],
)  # fmt: skip
def test_a_fault_is_found(call, check, must, kind):
    tally = Tally("x")
    tally.run("input", call, check, must)
    assert [k.startswith(kind) for k in tally.faults] == [True], tally.faults


def test_a_hang_is_found(monkeypatch):
    monkeypatch.setattr("tests.attacks.tally.SECONDS", 0.05)
    tally = Tally("x")
    tally.run("input", lambda: next(x for x in iter(int, 1) if x))
    assert list(tally.faults) == ["more than 0.05 s"]


def test_the_corpus_is_small():
    size = sum(
        p.stat().st_size
        for p in (Path(differential.__file__).parent / "corpus").rglob("*")
        if p.is_file()
    )
    assert size < 100_000
