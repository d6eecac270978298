"""Sphinx configuration of the site. `make docs` stages the pages and builds them: see tools/site.py."""

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import prspace  # noqa: E402

project, author = "prspace", "prspace authors"
copyright = "2026, prspace authors"
version = release = prspace.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.mathjax",
]
# warnings are errors, and a reference that leads nowhere is a warning
nitpicky = True
default_role = "py:obj"

# the stored outputs are shown: the tests have compared them with a clean run
nb_execution_mode = "off"
# the default asks a content network for two scripts
nb_ipywidgets_js = {}
nb_merge_streams = True
toc_object_entries_show_parents = "hide"
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence", "attrs_inline"]
myst_heading_anchors = 3

mathjax_path = "mathjax/tex-chtml.js"

html_title = "prspace"
html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["prspace.css"]
html_favicon = "_static/favicon.svg"
html_search_scorer = str(HERE / "search_scorer.js")  # opened as it is written
html_copy_source = True
html_sourcelink_suffix = ""
html_context = {"default_mode": "auto"}
html_sidebars = {"index": [], "explorer": [], "gallery": [], "CHANGELOG": []}
html_theme_options = {
    "logo": {
        "image_light": "_static/favicon.svg",
        "image_dark": "_static/favicon.svg",
        "alt_text": "prspace, start page",
        "text": "prspace",
    },
    "navigation_with_keys": False,
    "navbar_align": "left",
    "header_links_before_dropdown": 8,
    "secondary_sidebar_items": {
        "**": ["page-toc", "sourcelink"],
        "index": [],
        "gallery": [],
        "explorer": [],
    },
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    "back_to_top_button": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def find_name(app, env, node, words):
    """A name in backticks: linked when one documented object is called so, else plain code."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"].removeprefix("~")
    domain = env.get_domain("py")
    found = [name for name in domain.objects if name.split(".")[-1] == target]
    front = [name for name in found if name.count(".") == 1] or found
    if len(front) == 1:
        node["reftarget"] = front[0]
        return domain.resolve_xref(
            env, node["refdoc"], app.builder, "obj", front[0], node, nodes.literal(target, target)
        )
    return nodes.literal(words.astext(), words.astext())


def bundle_mathjax(app, error):
    """Copy the one component and the fonts that are used: 2 of 24 MB."""
    if error or app.builder.format != "html":
        return
    source = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    target = Path(app.outdir) / "_static" / "mathjax"
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(source / "tex-chtml.js", target)
    shutil.copytree(source / "output" / "chtml", target / "output" / "chtml", dirs_exist_ok=True)


def setup(app):
    app.connect("missing-reference", find_name)
    app.connect("build-finished", bundle_mathjax)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
