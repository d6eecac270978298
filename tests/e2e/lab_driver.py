"""JupyterLab, driven from a page: all cells of the open notebook are run and read."""

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


def run_all(page):
    """Run every cell of the open notebook, and wait until the kernel is done; the outputs."""
    page.wait_for_function(PANEL, timeout=90_000)
    page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=90_000)
    return page.evaluate(OUTPUTS)
