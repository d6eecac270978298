"""Shared fixtures: one run of all notebooks on a temporary copy; and what runs on which environment."""

import os

import pytest

from tools import ROOT, copy_sources

# these need more than the pinned environment: see make adapters, make e2e, make fuzz
collect_ignore = ["adapters", "attacks", "e2e"]

# what looks at files, theorems and translations runs under the lock alone; the rest also on other
# Pythons and with the lowest packages (PRSPACE_TESTS=core)
LOCK_ALONE = """
    notebooks figures export config readme site layers theorems theory benchmarks caution_rules
    frame files part_store stream sql bins comparison prevalence folds intervals regions coverage
    small_samples feasibility reported table_search alink lingpipe sharpkit sklearn compat
    convention systems quirks facades golden peers tables plots schema report explorer
    attacks security faults errors wrong_calls types
"""
if os.environ.get("PRSPACE_TESTS") == "core":
    collect_ignore += ["contract"]
    collect_ignore_glob = [f"test_{name}*" for name in LOCK_ALONE.split()]


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """A copy of the notebooks with an empty figures/ beside it."""
    return copy_sources(ROOT, tmp_path_factory.mktemp("copy"))


@pytest.fixture(scope="session")
def runs(copy):
    """Every notebook as it comes out of a clean kernel, run on the copy."""
    from tools import notebooks

    return notebooks.run(copy, notebooks.find(copy))
