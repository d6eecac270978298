"""prspace/ is the export of the notebooks, and the directives say what they seem to say."""

import re
from collections import Counter

import nbformat
import pytest

import prspace
from tools import ROOT, export, notebooks

NOTEBOOKS = notebooks.find(ROOT)
DIRECTIVE = re.compile(
    r"#\| (default_exp [a-z_]+(\.[a-z_]+)*|export|exporti|hide|slow|eval: false|echo: false)"
)


def cells(path):
    return nbformat.read(path, 4).cells


def name(path):
    return path.relative_to(ROOT / "nbs").as_posix()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The package that the notebooks give now."""
    return export.export(ROOT, tmp_path_factory.mktemp("export"))


def test_package_equals_a_fresh_export(fresh):
    """No module was edited by hand, is missing, or outlived its notebook."""
    assert export.compare(ROOT, fresh) == [], "run `make notebooks`"
    assert any(p.name not in ("__init__.py", "_modidx.py") for p in fresh.rglob("*.py"))


def test_export_ignores_the_callers_environment(fresh, tmp_path, monkeypatch):
    """IN_TEST makes nbdev export nothing: it must not reach the export."""
    monkeypatch.setenv("IN_TEST", "1")
    assert export.compare(ROOT, export.export(ROOT, tmp_path)) == export.compare(ROOT, fresh)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_directives_stand_at_the_head_and_are_known(path):
    """nbdev skips a late or misspelt directive in silence."""
    for cell in (c for c in cells(path) if c.cell_type == "code"):
        lines = cell.source.splitlines()
        marked = [i for i, line in enumerate(lines) if re.match(r"\s*#\s*\|", line)]
        assert marked == list(range(len(marked))), f"{cell.id}: a directive below the cell's head"
        unknown = [lines[i] for i in marked if not DIRECTIVE.fullmatch(lines[i].rstrip())]
        assert unknown == [], f"{cell.id}: directive not in the list"


def test_default_exp_is_unique():
    """Of two notebooks with one module the later would overwrite the earlier."""
    lines = (line for p in NOTEBOOKS for c in cells(p) for line in c.source.splitlines()[:3])
    targets = Counter(line.split()[-1] for line in lines if line.startswith("#| default_exp"))
    assert targets and max(targets.values()) == 1, targets


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_every_cell_has_its_own_id(path):
    """Ids are the export markers; without them each export makes up new ones."""
    ids = [cell.get("id") for cell in cells(path)]
    assert None not in ids and len(set(ids)) == len(ids)


def test_version_equals_settings():
    """The version is said once, in settings.ini."""
    version = re.search(r"^version = (\S+)$", (ROOT / "settings.ini").read_text(), re.MULTILINE)
    assert prspace.__version__ == version[1]
