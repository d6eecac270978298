"""Key notebooks in JupyterLab: every cell runs, none fails, formulas are typeset, nothing comes from outside."""

import json

import pytest
from conftest import ROOT

# the menu asks for a kernel unless the session is ready first
READY = """async () => {
  const app = window.jupyterapp;
  if (!app) return false;
  await app.restored;
  const widget = app.shell.currentWidget;
  if (!widget || !widget.sessionContext) return false;
  await widget.context.ready;
  await widget.sessionContext.ready;
  return true;
}"""
RUN = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
DONE = """() => {
  const widget = window.jupyterapp.shell.currentWidget;
  const code = [...widget.content.model.cells].filter(c => c.type === 'code' && c.sharedModel.source.trim());
  const kernel = widget.sessionContext.session?.kernel;
  return kernel?.status === 'idle' && code.every(c => c.executionCount !== null);
}"""
# the model, not the page: cells out of sight are not on the page
OUTPUTS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
  .filter(c => c.type === 'code').flatMap(c => c.outputs.toJSON())"""


@pytest.mark.parametrize("name", ["nbs/23_minima.ipynb", "nbs/guides/rare_events.ipynb"])
def test_notebook_runs_whole(open_page, lab, name):
    """Opened and run as a reader would; the outputs are the stored ones."""
    watched = open_page(lab.format(name))
    page = watched.page
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=90_000)
    outputs = page.evaluate(OUTPUTS)
    assert [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"] == []
    cells = json.loads((ROOT / name).read_text(encoding="utf-8"))["cells"]
    stored = [o for c in cells if c["cell_type"] == "code" for o in c["outputs"]]
    assert [o["output_type"] for o in outputs] == [o["output_type"] for o in stored]
    if any("$" in "".join(c["source"]) for c in cells if c["cell_type"] == "markdown"):
        page.wait_for_selector("mjx-container", timeout=20_000)
    watched.assert_clean()
