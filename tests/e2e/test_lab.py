"""Key notebooks in JupyterLab: every cell runs, none fails, formulas are typeset, nothing comes from outside."""

import json

import pytest
from conftest import ROOT

PANEL = """() => {
  const open = window.jupyterapp ? [...window.jupyterapp.shell.widgets('main')] : [];
  window.panel = open.find(widget => widget.sessionContext && widget.content?.model?.cells);
  return Boolean(window.panel);
}"""
# before the session is ready, running asks for a kernel and runs nothing
RUN = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  await panel.context.ready;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
  await app.commands.execute('notebook:run-all-cells');
}"""
DONE = """() => {
  const code = [...panel.content.model.cells].filter(cell => cell.type === 'code');
  const filled = code.filter(cell => cell.sharedModel.source.trim());
  const kernel = panel.sessionContext.session?.kernel;
  return kernel?.status === 'idle' && filled.every(cell => cell.executionCount !== null);
}"""
# the model, not the page: cells out of sight are not on the page
OUTPUTS = """() => [...panel.content.model.cells]
  .filter(cell => cell.type === 'code').flatMap(cell => cell.outputs.toJSON())"""


@pytest.mark.parametrize("name", ["nbs/23_minima.ipynb", "nbs/guides/rare_events.ipynb"])
def test_notebook_runs_whole(open_page, lab, name):
    """Opened and run as a reader would; the outputs are the stored ones."""
    watched = open_page(lab.format(name))
    page = watched.page
    page.wait_for_function(PANEL, timeout=90_000)
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
