"""Write README.md from nbs/index.ipynb, or compare the two (--check)."""

import argparse
import posixpath
import re
import sys

import nbformat

from tools import ROOT

NOTE = "<!-- made from nbs/index.ipynb by `make readme`: edit the notebook -->"
LINK = re.compile(r"""(\]\(|(?:src|href)=["']|^\[[^\]]+\]:\s*)([^)\s"']+)""", re.MULTILINE)
FENCED = re.compile(r"(^```.*?^```\s*$)", re.MULTILINE | re.DOTALL)


def mend(text):
    """Make links that start in nbs/ start at the root; code stays as it is."""

    def moved(match):
        before, target = match.groups()
        if re.match(r"[a-z]+:|#|/", target):
            return match.group()
        return before + posixpath.normpath(posixpath.join("nbs", target))

    parts = FENCED.split(text)
    return "".join(part if i % 2 else LINK.sub(moved, part) for i, part in enumerate(parts))


def fence(text, language):
    return f"```{language}\n{text.rstrip()}\n```"


def output(item):
    """One output: Markdown as it is, anything else as text."""
    data = item.get("data", {})
    if "text/markdown" in data:
        return mend(data["text/markdown"].strip())
    text = data.get("text/plain", item.get("text", ""))
    return fence(text, "text") if text.strip() else ""


def code(cell):
    """Source without directives, then outputs; a hidden cell shows its outputs only."""
    lines = cell.source.splitlines()
    hidden = bool(lines) and re.match(r"#\|\s*hide\b", lines[0])
    source = "\n".join(line for line in lines if not line.startswith("#|")).strip()
    blocks = [] if hidden or not source else [fence(source, "python")]
    return blocks + [output(item) for item in cell.outputs]


def render(notebook):
    """The README's text."""
    blocks = []
    for cell in notebook.cells:
        blocks += code(cell) if cell.cell_type == "code" else [mend(cell.source.strip())]
    return "\n\n".join([NOTE, *(block for block in blocks if block)]) + "\n"


def fresh(root):
    """The README that the committed index notebook gives."""
    return render(nbformat.read(root / "nbs" / "index.ipynb", 4))


def compare(root):
    """One line when README.md is not what the index gives."""
    same = (root / "README.md").read_text(encoding="utf-8") == fresh(root)
    return [] if same else ["README.md differs from nbs/index.ipynb: make readme"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if parser.parse_args().check:
        sys.exit("\n".join(compare(ROOT)) or 0)
    (ROOT / "README.md").write_text(fresh(ROOT), encoding="utf-8")


if __name__ == "__main__":
    main()
