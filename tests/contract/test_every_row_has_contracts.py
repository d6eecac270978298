"""A row that is added to a table takes part in the contracts, or a contract fails until it does."""

import json
import os
import subprocess
import sys

import pytest

from tools import ROOT

ALL = {"RATES", "AREAS", "POINTS", "CURVES", "ASSOCIATIONS"}
# file: the tables whose rows it calls, all of them
CALLED = {
    "test_every_table.py": ALL,  # order, copies, transform, merge, exact = float, no -0
    "test_area_bounds.py": {"AREAS"},
    "test_associations.py": {"ASSOCIATIONS"},
    "test_average_of_parts.py": {"AREAS", "RATES"},
    "test_constant_score.py": {"AREAS"},
    "test_copies.py": {"AREAS", "RATES"},
    "test_exact_is_float.py": {"AREAS", "RATES"},
    "test_increasing_transform.py": {"AREAS", "RATES"},
    "test_item_order.py": {"AREAS"},
    "test_merge.py": {"AREAS"},
    "test_missed.py": {"AREAS"},
    "test_no_warnings.py": {"AREAS", "RATES"},
    "test_normalized.py": {"AREAS"},
    "test_point_rows.py": {"POINTS"},
    "test_tie_bounds.py": {"AREAS", "POINTS"},
    "test_undefined.py": {"AREAS"},
}
# tests that compare the names of a table with those of their oracle, and the table
COMPLETE = {
    "test_associations.py::test_every_association_has_an_oracle": "ASSOCIATIONS",
    "test_curve_points.py::test_the_table_is_complete": "CURVES",
    "test_label_swap.py::test_every_rate_has_a_dual_or_is_named": "RATES",
    "test_oracle.py::test_every_area_has_an_oracle": "AREAS",
    "test_point_rows.py::test_value_equals_its_definition": "POINTS",
    "test_undefined.py::test_every_rate_has_an_oracle": "RATES",
}
# properties that some tables do not have
EXCEPTIONS = {
    "label swap": "of the areas only the ROC area has a dual; points and curves are named "
    "for the positive class",
    "worst <= value <= best": "rates, curves and associations have no such columns; the range of "
    "an association is tested in its own file",
}
IN_OTHER_FILES = {
    "test_every_metric.py",
    "test_expected.py",
    "test_every_row_has_contracts.py",
    "test_variances.py",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    "What the contracts do with one false row more in every table."
    path = tmp_path_factory.mktemp("rows") / "report.json"
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider"]
    skip = "tests/contract/test_every_row_has_contracts.py"
    subprocess.run(
        [*command, "-p", "tests.fake_rows", "-k", "not negative_zero", "tests/contract", f"--ignore={skip}"],
        cwd=ROOT, env={**os.environ, "FAKE_ROWS_REPORT": str(path)}, capture_output=True,
    )  # fmt: skip
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_new_row_is_called(report):
    found = {file: set(tables) for file, tables in report["met"].items()}
    assert {file: tables - found.get(file, set()) for file, tables in CALLED.items()} == {
        file: set() for file in CALLED
    }


def test_a_row_without_an_oracle_fails(report):
    assert set(COMPLETE) <= set(report["failed"])
    assert set(COMPLETE.values()) == ALL


def test_every_contract_file_is_listed():
    files = {path.name for path in (ROOT / "tests" / "contract").glob("test_*.py")}
    listed = set(CALLED) | {name.split("::")[0] for name in COMPLETE} | IN_OTHER_FILES
    assert files == listed


def test_exceptions_have_a_reason():
    assert all(len(reason.split()) > 5 for reason in EXCEPTIONS.values())
