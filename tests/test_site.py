"""The site's own tools: what a page shows, and what the check of a built site finds."""

import importlib
import json
import re

import pytest

import prspace
from tools import ROOT, notebooks, site_api, site_links, site_pages
from tools.site_pages import shown


def cell(source, outputs=(), kind="code"):
    return {"cell_type": kind, "source": source, "outputs": list(outputs), "metadata": {}}


def test_directives_never_show():
    """Exported code is folded and says what it defines; hidden cells keep their results only."""
    folded = shown(cell("#| export\ndef f(x):\n    return x\n\n\nLIMIT = 3"))
    assert folded["metadata"]["tags"] == ["hide-input"] and "#|" not in folded["source"]
    assert folded["metadata"]["mystnb"]["code_prompt_show"] == "Code: f, LIMIT"
    assert shown(cell("#| default_exp areas")) is None and shown(cell("#| hide\nx")) is None
    assert shown(cell("#| hide\nx", ["result"]))["metadata"]["tags"] == ["remove-input"]
    assert shown(cell("print(1)"))["metadata"]["tags"] == []
    prose = shown(cell("[here](01_counts.ipynb#Worked-table)", kind="markdown"))
    assert prose["source"] == "[here](01_counts.ipynb#worked-table)"


def test_figures_stand_on_their_pages():
    """The notebook of a figure shows it under its title, with words for who cannot see it."""
    page = json.loads(site_pages.notebook_page(ROOT, "figures/unachievable_region"))
    assert re.fullmatch(r"!\[.{20,}\]\(\.\./\.\./figures/\w+\.svg\)", page["cells"][1]["source"])


def test_gallery_has_every_picture():
    """With its table and its notebook."""
    text = site_pages.gallery(ROOT)
    for picture in (ROOT / "figures").glob("*.svg"):
        assert f"</figures/{picture.stem}.svg>" in text and f"</figures/{picture.stem}.csv>" in text
    assert "![]" not in text


def test_every_notebook_has_a_place():
    """A page of docs/ or the gallery names it, by name or by pattern."""
    text = "".join(p.read_text() for p in (ROOT / "docs").glob("*.md"))
    patterns = re.findall(r"^nbs/(\S+)$|<nbs/(\S+)>|^@rest (\S+)$", text, re.MULTILINE)
    named = {n for parts in patterns for p in parts if p for n in site_pages.find(ROOT, p)}
    every = {p.relative_to(ROOT / "nbs").with_suffix("").as_posix() for p in notebooks.find(ROOT)}
    assert every - named - set(site_pages.find(ROOT, "figures/*")) == set()


def test_api_has_every_public_name():
    """Each name of the front door is on exactly one page, under the front door."""
    places = [
        name
        for module in site_api.modules()
        for name in module.__all__
        if site_api.place(module, name) == "prspace"
    ]
    assert sorted(places) == sorted(prspace.__all__)
    shown = site_api.signature(prspace.across_prevalences)
    assert "(average_precision, davis_goadrich, aucnpr, roc_auc, best_f1)" in shown
    assert site_api.signature(prspace.fold_summary).startswith("(folds, metric=average_precision,")


def test_api_describes_each_name_once():
    """A name that a module takes from another and offers, too, stands on the other's page."""
    offered = {module.__name__: site_api.taken(module) for module in site_api.modules()}
    assert offered["prspace.adapters.frame"] == dict.fromkeys(
        ("read_exact", "write_exact"), "prspace.adapters.exact_counts"
    )
    assert "precision_score" in offered["prspace.compat.sklearn"]
    entries = [
        (site_api.place(module, name), name)
        for module in site_api.modules()
        for name in module.__all__
        if name not in offered[module.__name__]
    ]
    assert len(entries) == len(set(entries))
    assert ("prspace.compat.sklearn", "precision_score") in entries
    assert ("prspace.adapters.frame", "read_exact") in entries
    for names in offered.values():  # the door's page links to a page that is there
        for name, home in names.items():
            assert name not in offered[home] and name in importlib.import_module(home).__all__


def test_index_of_the_api_names_what_users_import():
    """Of modules that users import by name, too; each name once."""
    text = site_api.index(site_api.modules())
    shown = re.findall(r":py:obj:`\w+ <(\S+)>`", text)
    assert len(shown) == len(set(shown))
    assert {f"prspace.{name}" for name in prspace.__all__} <= set(shown)
    for name in (
        "compat.sklearn.precision_score",
        "adapters.frame.read_exact",
        "adapters.sql.counts_query",
    ):
        assert f"prspace.{name}" in shown
    assert "prspace.layout.plural" not in shown
    assert "- names of :doc:`adapters.frame <adapters.frame>`" in text


GOOD = '<h1 id="top">A</h1><a href="b.html#there">b</a><img src="p.svg" alt="A point.">'


@pytest.mark.parametrize(
    ("extra", "found"),
    [
        ("", None),
        ('<a href="c.html">', "a.html: leads nowhere: c.html"),
        ('<a href="b.html#gone">', "a.html: leads nowhere: b.html#gone"),
        ('<a href="../b.html">', "a.html: leads nowhere: ../b.html"),
        ('<img src="p.svg">', "a.html: picture without words: p.svg"),
        ('<script src="//x.example/s.js">', "a.html: loaded from outside: //x.example/s.js"),
        ('<a href="https://x.example/">', None),
    ],
)
def test_links_are_checked(tmp_path, extra, found):
    """Links, anchors, words for pictures, and nothing from elsewhere."""
    (tmp_path / "a.html").write_text(GOOD + extra)
    (tmp_path / "b.html").write_text('<h2 id="there">B</h2>')
    (tmp_path / "p.svg").write_text("<svg/>")
    wrong, looked_at = site_links.check(tmp_path)
    assert wrong == ([found] if found else []) and looked_at.startswith("2 pages")


def test_lock_of_the_site():
    """With hashes, without an address, and with the package's own numpy and matplotlib."""
    lock = (ROOT / "requirements-docs.lock").read_text()
    pins = dict(re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", lock, re.MULTILINE))
    other = (ROOT / "requirements.lock").read_text()
    main = dict(re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", other, re.MULTILINE))
    assert "://" not in lock and lock.count("--hash=sha256:") >= len(pins)
    for name in ("numpy", "scipy", "sympy", "matplotlib", "click"):
        assert pins[name] == main[name], f"{name}: compile requirements-docs.in again"
