"""A pytest plugin: one false row in every table, and a record of the test files that meet it.

A row of a table takes part in a contract if a test calls it, or has its name as a parameter.
Tests of the true rows are left out, so that only the loops over tables and the false rows run.
"""

import json
import math
import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import prspace as pr

FAKE = "a_row_of_tomorrow"
TABLES = {name: getattr(pr, name) for name in ("RATES", "AREAS", "POINTS", "CURVES", "ASSOCIATIONS")}
TRUE_NAMES = {name for table in TABLES.values() for name in table}
met = defaultdict(set)


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
    pr.RATES[FAKE] = replace(pr.precision, name=FAKE, part=false_part, whole=false_part)
    pr.AREAS[FAKE] = replace(pr.roc_auc, name=FAKE, value=area, **no_column)
    pr.POINTS[FAKE] = replace(pr.r_precision, name=FAKE, value=point, **columns)
    pr.CURVES[FAKE] = false_curve
    value = undefined("ASSOCIATIONS")
    pr.ASSOCIATIONS[FAKE] = replace(
        pr.ASSOCIATIONS["yules_q"], name=FAKE, value=value, classes=None
    )


add_rows()


def pytest_collection_modifyitems(items):
    "Leave out the tests of single true rows; note those of a false one."
    kept = []
    for item in items:
        given = getattr(item, "callspec", None)
        names = {x for x in (given.params.values() if given else ()) if isinstance(x, str)}
        if not names & TRUE_NAMES:
            kept.append(item)
    items[:] = kept


def pytest_sessionfinish(session):
    found = {file: sorted(tables) for file, tables in sorted(met.items())}
    Path(os.environ["FAKE_ROWS_REPORT"]).write_text(json.dumps(found), encoding="utf-8")
