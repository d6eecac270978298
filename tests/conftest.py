"""Shared fixtures: one run of all notebooks on a temporary copy."""

import pytest

from tools import ROOT, copy_sources, notebooks

collect_ignore = [
    "adapters",
    "e2e",
]  # need more than the pinned environment: see make adapters, make e2e


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """A copy of the notebooks with an empty figures/ beside it."""
    return copy_sources(ROOT, tmp_path_factory.mktemp("copy"))


@pytest.fixture(scope="session")
def runs(copy):
    """Every notebook as it comes out of a clean kernel, run on the copy."""
    return notebooks.run(copy, notebooks.find(copy))
