"""Stage the pages of the site: notebooks without directives, lists of notebooks, gallery, API pages."""

import json
import re
import shutil
from functools import cache
from importlib.util import find_spec

from tools import JUNK, site_api

DIRECTIVE = re.compile(r"^#\s*\|.*\n?", re.MULTILINE)
EXPORTED = re.compile(r"^#\s*\|\s*export", re.MULTILINE)
HIDDEN = re.compile(r"^#\s*\|\s*(hide|default_exp)\b", re.MULTILINE)
CARDS = re.compile(r"^@cards (.+)$", re.MULTILINE)
DEFINED = re.compile(r"^(?:(?:def|class) (\w+)|([A-Za-z_]\w*)(?:: [^=\n]+)? = )", re.MULTILINE)
EXPLORER = re.compile(r"^@explorer$", re.MULTILINE)
REST = re.compile(r"^@rest (.+)$", re.MULTILINE)
NAMED = re.compile(r"<nbs/([^>]+)>")
ANCHOR = re.compile(r"(\]\([^)#\s]*#)([^)\s]+)\)")
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CITATION.cff", "benchmarks/README.md")


def path_of(root, name):
    return root / "nbs" / f"{name}.ipynb"


@cache
def cells_of(root, name):
    """A notebook's cells as (kind, source)."""
    cells = json.loads(path_of(root, name).read_text(encoding="utf-8"))["cells"]
    return [(c["cell_type"], "".join(c["source"])) for c in cells]


def heading(root, name):
    """Title and one-sentence answer of a notebook, by its path below nbs/."""
    text = next(source for kind, source in cells_of(root, name) if kind == "markdown")
    title, _, answer = text.partition("\n")
    return title.removeprefix("# "), answer.strip().partition("\n")[0].removeprefix("> ")


def find(root, pattern):
    """Names below nbs/ of the notebooks that a pattern matches."""
    paths = sorted((root / "nbs").glob(f"{pattern}.ipynb"))
    return [p.relative_to(root / "nbs").with_suffix("").as_posix() for p in paths]


def shown(cell):
    """A cell without directives, exported code folded; None if nothing of it is to be seen."""
    if cell["cell_type"] != "code":
        # Sphinx spells anchors as GitHub does, Jupyter keeps the case
        source = ANCHOR.sub(lambda found: f"{found[1]}{found[2].lower()})", "".join(cell["source"]))
        return cell | {"source": source}
    source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
    if HIDDEN.search(source):
        if not cell["outputs"]:
            return None
        tags = [*tags, "remove-input"]
    metadata = cell["metadata"]
    if EXPORTED.search(source):
        tags = [*tags, "hide-input"]
        metadata = metadata | {"mystnb": {"code_prompt_show": f"Code: {defined(source)}"}}
    source = DIRECTIVE.sub("", source).strip("\n")
    return cell | {"source": source, "metadata": metadata | {"tags": tags}}


def defined(source):
    """What a cell of the package defines, in a few words."""
    names = list(dict.fromkeys(a or b for a, b in DEFINED.findall(source)))
    if not names:
        return "imports"
    return ", ".join(names[:4]) + (" …" if len(names) > 4 else "")


def notebook_page(root, name):
    """A notebook's JSON for the site; under the title of a figure's notebook, the figure."""
    notebook = json.loads(path_of(root, name).read_text(encoding="utf-8"))
    cells = [c for c in map(shown, notebook["cells"]) if c is not None]
    stem = name.removeprefix("figures/")
    if (root / "figures" / f"{stem}.svg").exists():
        picture = f"![{alternative(root, stem)}](../../figures/{stem}.svg)"
        top = {"cell_type": "markdown", "id": "site-picture", "metadata": {}, "source": picture}
        cells.insert(1, top)
    return json.dumps(notebook | {"cells": cells}, ensure_ascii=False)


def cards(root, patterns):
    """A list of notebooks, each with its title and its answer; what is not there yet is left out."""
    names = list(dict.fromkeys(n for pattern in patterns.split() for n in find(root, pattern)))
    items = ((name, *heading(root, name)) for name in names)
    lines = [f"* [{title}](/nbs/{name}.ipynb)\n\n  {answer}" for name, title, answer in items]
    return "\n\n".join([":::{container} cards", *lines, ":::"])


def rest(root, pattern, named):
    """Lines of a toctree: the notebooks of a pattern that no page names."""
    return "\n".join(f"nbs/{name}" for name in find(root, pattern) if name not in named)


def alternative(root, stem):
    """Words that stand for a picture: where a notebook shows it, or else the answer it gives."""
    pattern = re.compile(rf"!\[([^\]]+)\]\([^)]*/{stem}\.svg\)")
    for name in find(root, "**/*"):
        for _, source in cells_of(root, name):
            if found := pattern.search(source):
                return found[1]
    return heading(root, f"figures/{stem}")[1].replace("[", "(").replace("]", ")")


def gallery(root):
    """Every picture of figures/ with its title, its notebook and its table."""
    guides = sorted(find(root, "guides/*"), key=len, reverse=True)
    blocks = []
    for stem in sorted(p.stem for p in (root / "figures").glob("*.svg")):
        of_guide = [name for name in guides if stem.startswith(name.removeprefix("guides/"))]
        name = f"figures/{stem}" if path_of(root, f"figures/{stem}").exists() else of_guide[0]
        title, answer = heading(root, name)
        title = title.removeprefix("Figure: ")
        picture = f"[![{alternative(root, stem)}](/figures/{stem}.svg)](/nbs/{name}.ipynb)"
        links = f"[notebook](/nbs/{name}.ipynb), {{download}}`table </figures/{stem}.csv>`, "
        links += f"{{download}}`SVG </figures/{stem}.svg>`, {{download}}`PDF </figures/{stem}.pdf>`"
        words = f"**{title[0].upper()}{title[1:]}.** {answer}"
        blocks.append(f"::::{{container}} picture\n{picture}\n\n{words}\n\n{links}\n::::")
    return "\n\n".join(
        [
            "# Gallery",
            f"{len(blocks)} pictures. Each is drawn by one notebook from the table beside it.",
            ":::::{container} gallery",
            *blocks,
            ":::::",
            "```{toctree}\n:hidden:\n:glob:\n\nnbs/figures/*\n```\n",
        ]
    )


def explorer(folder):
    """The interactive plane, without a kernel, inside a page of the site."""
    from prspace.explorer import explorer_page

    write(folder / "_static" / "explorer.html", explorer_page())
    frame = '<iframe class="explorer" src="_static/explorer.html" title="Explorer"></iframe>'
    words = [
        "# Explorer",
        "Move the prevalence, the threshold and β; drag the point. In JupyterLab "
        "`explore(counts)` opens it on your own counts "
        "([92_explorer](/nbs/92_explorer.ipynb)).",
        f'```{{raw}} html\n{frame}\n<p><a href="_static/explorer.html">On a page of its own</a></p>\n```',
    ]
    write(folder / "explorer.md", "\n\n".join(words) + "\n")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def stage(root, folder):
    """Lay out every page below a folder as Sphinx reads it; links between notebooks stay as they are."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs", folder, ignore=JUNK)
    shutil.copytree(root / "figures", folder / "figures")
    texts = {page: page.read_text(encoding="utf-8") for page in folder.glob("*.md")}
    there = find_spec("prspace.explorer") is not None
    if there:
        explorer(folder)
    named = {name for text in texts.values() for name in NAMED.findall(text)}
    for page, text in texts.items():
        text = EXPLORER.sub("Explorer <explorer>" if there else "", text)
        text = REST.sub(lambda found: rest(root, found[1], named), text)
        write(page, CARDS.sub(lambda found: cards(root, found[1]), text))
    for name in find(root, "**/*"):
        write(folder / "nbs" / f"{name}.ipynb", notebook_page(root, name))
    for page in (root / "nbs").rglob("*.md"):
        write(folder / page.relative_to(root), page.read_text(encoding="utf-8"))
    for table in (root / "nbs").rglob("*.csv"):
        shutil.copy(table, folder / table.relative_to(root))
    for page in BESIDE:
        write(folder / page, (root / page).read_text(encoding="utf-8"))
    write(folder / "gallery.md", gallery(root))
    for name, text in site_api.pages().items():
        write(folder / "api" / name, text)
