"""Each figure comes from one notebook and is reproduced byte for byte."""

import csv
import re

import pytest

from tools import ROOT, changed, files, notebooks, pages

FIGURES = ROOT / "figures"
STEMS = sorted({path.stem for path in FIGURES.iterdir()})
OWN = {path.stem for path in notebooks.find(ROOT, "figures")}
ENDINGS = (".svg", ".pdf", ".csv")
GUIDES = tuple(path.stem for path in notebooks.find(ROOT, "guides"))


def test_nothing_else_lies_there():
    """Notebook, .svg, .pdf and .csv share a stem; a guide's pictures begin with its name."""
    assert set(STEMS) >= OWN and all(stem in OWN or stem.startswith(GUIDES) for stem in STEMS)
    assert set(files(FIGURES)) == {f"{stem}{ext}" for stem in STEMS for ext in ENDINGS}


def test_they_stay_small():
    """A clone should not be large because of its pictures."""
    size = {
        end: sum(len(b) for n, b in files(FIGURES).items() if n.endswith(end)) for end in ENDINGS
    }
    assert size[".pdf"] < 2.5e6 and size[".svg"] < 4e6, size


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
def test_pdf_is_whole_and_holds_no_date(stem):
    """Fonts are inside, as TrueType, not compressed by this machine's library."""
    data = (FIGURES / f"{stem}.pdf").read_bytes()
    assert data.startswith(b"%PDF-1") and data.rstrip().endswith(b"%%EOF")
    assert b"/FontFile2" in data and b"/Type3" not in data and b"/FlateDecode" not in data
    assert not re.search(rb"/CreationDate|/ModDate|/Producer|/Creator|/(home|tmp|Users)/", data)


@pytest.mark.parametrize("stem", STEMS)
def test_table_parses(stem):
    """A header with different names, then rows of the same length."""
    with open(FIGURES / f"{stem}.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert len(set(header)) == len(header) and rows
    assert {len(row) for row in rows} == {len(header)}
