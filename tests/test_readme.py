"""README.md is the index notebook, and what it says works."""

import re
from pathlib import PurePosixPath

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from benchmarks import table
from tools import ROOT, readme

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_readme_is_the_index():
    """Edited in the notebook, never here."""
    assert readme.compare(ROOT) == []


def test_first_block_starts_a_reader():
    """The first commands shown rebuild and test everything."""
    assert "make reproduce" in FENCES[0][1] and "make test" in FENCES[0][1]


def test_speed_is_that_of_the_committed_results():
    """The table is made from benchmarks/results."""
    assert table.markdown(sizes=(1_000, 1_000_000)) in TEXT


def test_python_blocks_run_in_order(tmp_path, monkeypatch):
    """Pasted one after another, they run; what one saves lands in the folder it runs in."""
    monkeypatch.chdir(tmp_path)
    space = {"display": lambda value: None}
    for language, block in FENCES:
        if language == "python":
            exec(block, space)
    written = {"monday.parquet", "monday-counts.parquet", "week.svg", "week.pdf"}
    assert {path.name for path in tmp_path.iterdir()} == written


def test_relative_links_lead_somewhere():
    """Every link that is not to the web names a file here."""
    targets = re.findall(r"""\]\(([^)\s]+)\)|(?:src|href)=["']([^"']+)""", TEXT)
    local = [t for pair in targets for t in pair if t and not re.match(r"[a-z]+:|#", t)]
    assert (
        local and [t for t in local if not (ROOT / PurePosixPath(t.split("#")[0])).exists()] == []
    )


def test_links_and_cells_are_mended():
    """Links move from nbs/ to the root, directives go, hidden cells show outputs only."""
    out = new_output("stream", text="3\n")
    cells = [
        new_markdown_cell(
            "![a](../figures/x.svg) [b](theory/62_space.ipynb#c) [d](https://e.f) [g](#h)"
        ),
        new_code_cell("#| eval: false\n1 + 2", outputs=[out]),
        new_code_cell("#| hide\nprint(3)", outputs=[out]),
        new_markdown_cell("```sh\n[x](y)\n```"),
    ]
    assert readme.render(new_notebook(cells=cells)).split("\n\n")[1:] == [
        "![a](figures/x.svg) [b](nbs/theory/62_space.ipynb#c) [d](https://e.f) [g](#h)",
        "```python\n1 + 2\n```",
        "```text\n3\n```",
        "```text\n3\n```",
        "```sh\n[x](y)\n```\n",
    ]
