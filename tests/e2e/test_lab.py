"""Key notebooks in JupyterLab: every cell runs, none fails, formulas are typeset, nothing comes from outside."""

import json

import pytest
from conftest import ROOT
from lab_driver import run_all


@pytest.mark.parametrize("name", ["nbs/23_minima.ipynb", "nbs/guides/rare_events.ipynb"])
def test_notebook_runs_whole(open_page, lab, name):
    """Opened and run as a reader would; the outputs are the stored ones."""
    watched = open_page(lab.format(name))
    page = watched.page
    outputs = run_all(page)
    assert [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"] == []
    cells = json.loads((ROOT / name).read_text(encoding="utf-8"))["cells"]
    stored = [o for c in cells if c["cell_type"] == "code" for o in c["outputs"]]
    assert [o["output_type"] for o in outputs] == [o["output_type"] for o in stored]
    if any("$" in "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"):
        page.wait_for_selector("mjx-container", timeout=20_000)
    watched.assert_clean()
