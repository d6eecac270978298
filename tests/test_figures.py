"""Each figure comes from one notebook and is reproduced byte for byte."""

import csv
import re

import pytest

from tools import ROOT, changed, files, notebooks, pages

FIGURES = ROOT / "figures"
STEMS = sorted({path.stem for path in FIGURES.iterdir()})
OWN = {path.stem for path in notebooks.find(ROOT, "figures")}
GUIDES = tuple(path.stem for path in notebooks.find(ROOT, "guides"))


def test_nothing_else_lies_there():
    """Notebook, .svg and .csv share a stem; a guide's pictures begin with its name."""
    assert set(STEMS) >= OWN and all(stem in OWN or stem.startswith(GUIDES) for stem in STEMS)
    assert set(files(FIGURES)) == {f"{stem}{ext}" for stem in STEMS for ext in (".svg", ".csv")}


def test_bytes_reproduce(runs, copy):
    """Run on a copy, the notebooks write the committed bytes."""
    assert len(runs) >= len(STEMS)
    assert changed(files(FIGURES), files(copy / "figures")) == []


def test_pages_reproduce(runs, copy):
    """Pages that notebooks write beside themselves come out as committed."""
    assert pages(ROOT) and changed(pages(ROOT), pages(copy)) == []


@pytest.mark.parametrize("stem", STEMS)
def test_picture_holds_no_date_or_path(stem):
    """The bytes depend on the data alone."""
    text = (FIGURES / f"{stem}.svg").read_text(encoding="utf-8")
    assert text.lstrip().startswith("<?xml") and "</svg>" in text
    assert not re.search(r"<dc:date>|20\d\d-\d\d-\d\dT|file://|/(home|root|tmp|work|Users)/", text)


@pytest.mark.parametrize("stem", STEMS)
def test_table_parses(stem):
    """A header with different names, then rows of the same length."""
    with open(FIGURES / f"{stem}.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert len(set(header)) == len(header) and rows
    assert {len(row) for row in rows} == {len(header)}
