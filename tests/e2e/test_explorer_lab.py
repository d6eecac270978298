"""The explorer's widget in JupyterLab: sliders change the numbers, and Python sees it, and is seen."""

import json
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import nbformat
import pytest
from lab_driver import run_all

OPEN = """\
from prspace import explore
from prspace.worked import lingpipe_counts

view = explore(lingpipe_counts())
view"""
FOLLOW = """\
view.observe(lambda change: view.set_trait("beta", -view.threshold), ["index"])
view.prevalence = 0.01"""


@pytest.fixture
def notebook(lab):
    """Address of a new notebook with the widget."""
    cells = [nbformat.v4.new_code_cell(source) for source in (OPEN, FOLLOW)]
    kernel = {"name": "python3", "display_name": "python3", "language": "python"}
    content = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    parts = urlsplit(lab)
    request = Request(
        f"{parts.scheme}://{parts.netloc}/api/contents/explorer.ipynb?{parts.query}",
        data=json.dumps({"type": "notebook", "content": content}).encode(),
        method="PUT",
    )
    assert urlopen(request, timeout=30).status in (200, 201)
    return lab.format("explorer.ipynb")


def test_widget(open_page, notebook):
    """Shown without a fetch; Python moves the prevalence; the threshold slider tells Python, which answers."""
    watched = open_page(notebook)
    page = watched.page
    outputs = run_all(page)
    page.wait_for_selector(".prspace-explorer .plane", timeout=30_000)
    assert [o for o in outputs if o["output_type"] == "error"] == []
    region = page.locator(".prspace-explorer dd[data-name=region]")
    page.wait_for_function("node => node.textContent === '0.005'", arg=region.element_handle())
    slider = page.locator(".prspace-explorer input[data-name=threshold]")
    before = page.locator(".prspace-explorer dd[data-name=fpr]").inner_text()
    slider.focus()
    slider.press("ArrowLeft")
    assert page.locator(".prspace-explorer dd[data-name=fpr]").inner_text() != before
    page.locator(".slider .value", has_text="1.790").wait_for(timeout=20_000)
    watched.assert_clean()
