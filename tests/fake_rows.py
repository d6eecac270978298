"""A pytest plugin: one false row in every table, and a record of the test files that meet it.

A row of a table takes part in a contract if a test of it calls the row. Tests of single true
rows are left out, so that only the loops over tables and the false rows run.
"""

import json
import math
import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from hypothesis import Phase, settings

import prspace as pr
from tests import strategies

TABLES = {
    name: getattr(pr, name) for name in ("RATES", "AREAS", "POINTS", "CURVES", "ASSOCIATIONS")
}
TRUE_NAMES = {name for table in TABLES.values() for name in table}
FAKE = {table: f"a_row_of_tomorrow_in_{table.lower()}" for table in TABLES}
met, failed = defaultdict(set), set()


def record(table):
    "Write down that the running test met the false row of a table."
    current = os.environ.get("PYTEST_CURRENT_TEST", "")
    met[Path(current.split("::")[0]).name].add(table)


def undefined(table):
    "A function of counts that is recorded and has no value."

    def value(counts):
        record(table)
        return math.nan

    return value


def false_curve(counts):
    record("CURVES")
    return pr.pr_curve(counts)


def false_part(counts):
    record("RATES")
    return counts.tp * 0


def add_rows():
    "Put a false row into each table."
    area, point = undefined("AREAS"), undefined("POINTS")
    columns = dict.fromkeys(("low", "high", "worst", "best"), point)
    no_column = dict.fromkeys(("worst", "best", "constant", "expected"), pr.Unknown("false"))
    value, yules_q = undefined("ASSOCIATIONS"), pr.ASSOCIATIONS["yules_q"]
    rows = {
        "RATES": replace(pr.precision, part=false_part, whole=false_part),
        "AREAS": replace(pr.roc_auc, value=area, **no_column),
        "POINTS": replace(pr.r_precision, value=point, **columns),
        "CURVES": false_curve,
        "ASSOCIATIONS": replace(yules_q, value=value, classes=None),
    }
    for table, row in rows.items():
        row = row if table == "CURVES" else replace(row, name=FAKE[table])
        TABLES[table][FAKE[table]] = row


add_rows()
strategies.checked = settings(strategies.checked, max_examples=3, phases=[Phase.generate])


def pytest_collection_modifyitems(items):
    "Keep each test once with the false row of each table, and once without a row."
    kept = {}
    for item in items:
        given = getattr(item, "callspec", None)
        names = {x for x in (given.params.values() if given else ()) if isinstance(x, str)}
        false = tuple(sorted(names & set(FAKE.values())))
        if not names & TRUE_NAMES:
            kept.setdefault((item.path.name, item.originalname, false), item)
    items[:] = kept.values()


def pytest_runtest_logreport(report):
    if report.failed:
        failed.add(report.nodeid.split("/")[-1].split("[")[0])


def pytest_sessionfinish(session):
    found = {file: sorted(tables) for file, tables in sorted(met.items())}
    text = json.dumps({"met": found, "failed": sorted(failed)})
    Path(os.environ["FAKE_ROWS_REPORT"]).write_text(text, encoding="utf-8")
