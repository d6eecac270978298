"""Every public metric is found, and keeps each contract or says why not: `tests.attacks.contracts`."""

import csv
import dataclasses

import pytest

import prspace as pr
from prspace import intervals, regions
from prspace.compat import alink, convention, lingpipe, sklearn
from tests.attacks import contracts

EVERY = dict(contracts.everything())
DRAWN = [
    name for name in EVERY if name.endswith(contracts.DRAWN) and "average_precision" not in name
]
# what is alike but for the row is held to the contracts here in part, and by `make contracts` in all
ALIKE = [name for name in EVERY if name.startswith(("average: ", "folds: ", "group interval: "))]
BANDS = [name for name in EVERY if name.startswith("band: ")]
SLOW = {*DRAWN, *set(ALIKE) - set(ALIKE[::12]), "pr_band", "roc_band", *BANDS}
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


def new_row(table, row):
    "A table with one row more."
    return {**table, "a_row_of_tomorrow": row}


def area_of_tomorrow():
    return dataclasses.replace(pr.roc_auc, name="a_row_of_tomorrow")


def add_convention(monkeypatch):
    row = dataclasses.replace(convention.CONVENTIONS[0], number="a number of tomorrow")
    monkeypatch.setattr(convention, "CONVENTIONS", (*convention.CONVENTIONS, row))


def add_facade(monkeypatch):
    def score_of_tomorrow(y_true, y_score):
        return 0.5

    monkeypatch.setattr(sklearn, "score_of_tomorrow", score_of_tomorrow, raising=False)
    monkeypatch.setattr(sklearn, "__all__", [*sklearn.__all__, "score_of_tomorrow"])


def in_table(place, name, row=None):
    "A patch that adds a row to a table, or a version."

    def add(monkeypatch):
        table = getattr(place, name)
        if isinstance(table, tuple):
            monkeypatch.setattr(place, name, (*table, table[-1] + ".1"))
        else:
            made = next(iter(table.values())) if row is None else row()
            monkeypatch.setattr(place, name, new_row(table, made))

    return add


def add_band(monkeypatch):
    kinds = {**regions.KINDS, "pointwise": (*regions.KINDS["pointwise"], "a_method_of_tomorrow")}
    monkeypatch.setattr(regions, "KINDS", kinds)


ADDED = {
    **{name: in_table(pr, name) for name in ("RATES", "POINTS", "CURVES", "ASSOCIATIONS")},
    "AREAS": in_table(pr, "AREAS", area_of_tomorrow),
    **{
        f"intervals.{name}": in_table(intervals, name)
        for name in ("AREA_METHODS", "ROC_METHODS", "OTHER_METHODS", "GROUP_METHODS",
                     "MEAN_METHODS", "OTHER_MEAN_METHODS")
    },
    "contracts.RATE_METHODS": in_table(contracts, "RATE_METHODS"),
    "regions.KINDS": add_band,
    "convention.CONVENTIONS": add_convention,
    "sklearn.__all__": add_facade,
    "lingpipe.VERSIONS": in_table(lingpipe, "VERSIONS"),
    "alink.RELEASES": in_table(alink, "RELEASES"),
}  # fmt: skip


@pytest.mark.parametrize("name", ADDED)
def test_a_new_row_of_any_table_has_to_enter(name, monkeypatch):
    "A row that is added where a table is made is found, and is not in the table of contracts."
    ADDED[name](monkeypatch)
    found = {name for name, _ in contracts.everything()}
    assert found - EVERY.keys() and not found - EVERY.keys() & table().keys()


def test_the_tables_of_methods_are_all_here():
    named = {n for n in vars(intervals) if n.endswith("_METHODS") and n != "RATE_METHODS"}
    assert {f"intervals.{name}" for name in named} <= ADDED.keys()
    assert {*contracts.TABLES} <= ADDED.keys()


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
