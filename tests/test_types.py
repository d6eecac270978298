"""Hints: the package is clean under mypy's strict mode, and a call that does not fit is seen."""

import re
import subprocess
import sys

import pytest

from tools import ROOT

USER = """
import numpy as np
from prspace import ThresholdCounts, average_precision, count_thresholds, evaluate

counts: ThresholdCounts = count_thresholds([0, 1, 1], np.array([0.1, 0.4, 0.8]))
average_precision(counts)
evaluate([0, 1], [0.2, 0.9]).to_text().upper()
counts.prevalance  # attr-defined
count_thresholds()  # call-arg
evaluate([0, 1], [0.2, 0.9]).to_text().shape  # attr-defined
"""


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Run mypy; what it says. What it learned stays for the next run."""
    cache = tmp_path_factory.mktemp("cache")

    def run(*arguments):
        command = [sys.executable, "-m", "mypy", f"--cache-dir={cache}", *map(str, arguments)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout

    return run


def test_every_module_is_clean(mypy):
    """Nothing is without hints, and none contradicts the code."""
    assert re.fullmatch(r"Success: no issues found in \d+ source files\n", said := mypy()), said


def test_a_users_code_is_checked(mypy, tmp_path):
    """A checker sees the hints from outside: what is wrong here, and nothing else."""
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    found = re.findall(r"user\.py:(\d+): error: .*\[([a-z-]+)\]", mypy(tmp_path / "user.py"))
    lines = enumerate(USER.splitlines(), 1)
    assert found == [(str(k), line.split("# ")[1]) for k, line in lines if "# " in line]
