"""Every public metric is found, and keeps each contract or says why not: `tests.attacks.contracts`."""

import csv

import pytest

import prspace as pr
from tests.attacks import contracts

EVERY = dict([*contracts.metrics(), *contracts.of_arrays()])
SLOW = [
    name for name in EVERY if name.endswith(contracts.DRAWN) and "average_precision" not in name
]
CHUNKS = 4


def table():
    path = contracts.ROOT / "benchmarks" / "results" / "contracts.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {row["metric"]: row for row in csv.DictReader(file)}


def test_every_public_metric_is_in_the_table():
    "A name that becomes public has to enter: run `python -m tests.attacks.contracts`."
    assert table().keys() == EVERY.keys()
    for name in ("RATES", "AREAS", "POINTS", "CURVES", "ASSOCIATIONS"):
        assert {f"{name}: {row}" for row in getattr(pr, name)} <= EVERY.keys()


def test_what_is_not_kept_has_a_reason():
    cells = [row[contract] for row in table().values() for contract in contracts.CONTRACTS]
    assert "BROKEN" not in cells and cells.count("yes") > len(EVERY) * 4
    assert {name for name, _ in contracts.BREAKS} <= EVERY.keys()
    assert contracts.NO_METRIC.keys() | contracts.MORE.keys() <= known_names()


def known_names():
    "Functions that take counts, so that no entry outlives its function."
    return {
        name for module in contracts.MODULES for name, *_ in contracts.functions_of_counts(module)
    }


def test_a_new_function_of_counts_has_to_enter(monkeypatch):
    def tomorrow(counts, number):
        return number

    monkeypatch.setattr(pr, "tomorrow", tomorrow, raising=False)
    monkeypatch.setattr(pr, "__all__", [*pr.__all__, "tomorrow"])
    with pytest.raises(ValueError, match="tomorrow is public and takes counts"):
        dict(contracts.plain_functions())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_contracts_are_kept(chunk):
    for name in [name for name in EVERY if name not in SLOW][chunk::CHUNKS]:
        bad, *_ = contracts.verdict(name, EVERY[name], [100])
        assert not contracts.unexplained(name, bad), name


DUAL = [
    k.split(": ")[1] for k, row in table().items() if k.startswith("RATES") and row["dual"] != "-"
]


@pytest.mark.parametrize("name", DUAL)
def test_duals_come_in_pairs(name):
    rows = {
        key.split(": ")[1]: row["dual"] for key, row in table().items() if key.startswith("RATES")
    }
    assert rows[rows[name]] == name
