"""The documents' tables match, and the comparison has teeth."""

from fractions import Fraction

import nbformat
import pytest

from tools.tables import ERRATA, TABLES, compare, compare_all, document, documents, errata, same

PRINTED = "row,column,printed,erratum\n1,prec,0.33,\n1,rec,NaN,\n1,hit,no,\n2,prec,0.61,L2\n"
COMPUTED = {
    (1, "prec"): Fraction(1, 3),
    (1, "rec"): float("nan"),
    (1, "hit"): False,
    (2, "prec"): Fraction(3, 5),
}


def misses(tmp_path, text, computed=COMPUTED):
    path = tmp_path / "t.csv"
    path.write_text(text)
    return len(compare(path, computed).misses)


def test_real_tables_have_no_misses():
    """Every printed cell is right, or shown to be an erratum."""
    results = compare_all()
    assert len(results) == len(TABLES) and [r.misses for r in results if r.misses] == []
    assert all(r.matched for r in results)


def test_good_table_matches(tmp_path):
    """Three cells match and one erratum is shown."""
    assert misses(tmp_path, PRINTED) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.33", "0.34"),
        ("0.33", "0.333"),
        ("0.33", "NaN"),
        ("NaN", "0.00"),
        ("no", "yes"),
        ("0.61", "0.60"),
        ("0.33,", "0.33,L9"),
        ("1,rec,NaN,\n", ""),
        ("1,rec,NaN,\n", "1,rec,NaN,\n1,rec,NaN,\n"),
        ("1,rec,NaN,\n", "1,rec,NaN,\n3,rec,0.5,\n"),
    ],
)
def test_one_change_is_one_miss(tmp_path, old, new):
    """A changed digit, a lost or new cell, a false erratum: each is found."""
    expected = 0 if new == "0.333" else 1
    assert misses(tmp_path, PRINTED.replace(old, new)) == expected


def test_uncomputed_cell_is_a_miss(tmp_path):
    """A printed cell that nothing computes is found."""
    fewer = {key: value for key, value in COMPUTED.items() if key != (1, "prec")}
    assert misses(tmp_path, PRINTED, fewer) == 1


def test_half_a_unit_of_the_last_digit():
    """Both neighbours of a tie may be printed; anything beyond may not."""
    assert same("0.38", Fraction(3, 8)) and same("0.37", Fraction(3, 8))
    assert (
        not same("0.37", Fraction(3751, 10000)) and same("-1.20", -1.2) and not same("-1.20", 1.2)
    )


def test_dots_mean_cut():
    """With dots the rest was cut off; without them it was rounded away."""
    third, most = Fraction(1, 3), Fraction(4, 15)
    assert same("0.33...", third) and same("0.26...", most) and not same("0.26", most)
    assert not same("0.27...", most) and not same("0.32...", third) and not same("...", third)


def test_a_printed_fraction_is_exact():
    """4/6 is 2/3, and 0.66 is not."""
    assert same("4/6", Fraction(2, 3)) and same("0/4", 0)
    assert not same("2/3", 0.66) and not same("2/6", Fraction(2, 3))


def test_every_document_is_whole():
    """All tables are regenerated; every erratum of a document is in its edition."""
    found = documents()
    assert {one.number for one in found} <= set(ERRATA)
    assert [miss for one in found for miss in one.misses] == []


def test_lingpipe_edition_demonstrates_all():
    """Fourteen errata of the document and seven beside it, each by a computation."""
    (lingpipe,) = [one for one in documents() if one.number == "000"]
    assert len(lingpipe.demonstrated) == 21 and not lingpipe.in_words
    assert "tables regenerated 3/3, values matched 89/89, errata demonstrated 21/21" in str(
        lingpipe
    )


def edition(tmp_path, *cells):
    """A notebook of a document, with these cells: text, or code after a sign."""
    made = [
        nbformat.v4.new_code_cell(text[1:])
        if text[0] == ">"
        else nbformat.v4.new_markdown_cell(text)
        for text in cells
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=made), tmp_path / "003_test.ipynb")
    return made


def test_an_erratum_needs_an_assertion(tmp_path):
    """Code without an assertion, or further down, demonstrates nothing."""
    cells = edition(tmp_path, "**B1.** x", ">assert 1", "**B2, B3.** y", ">1", "**B4** z", "t",
                    ">assert 1", "**Bold.** w", ">assert 1")  # fmt: skip
    assert errata(cells) == {"B1": True, "B2": False, "B3": False, "B4": False}
    found = document("003", (), tmp_path)
    assert found.demonstrated == ("B1",) and found.missing == ("B5", "B6")
    assert len(found.misses) == 2 and "demonstrated 1/6 (in words: B2, B3, B4)" in str(found)


def test_only_what_no_number_decides_is_told_in_words():
    """How a runtime works and how a listing is spelled; all else is asserted."""
    told = [name for one in documents() for name in one.in_words]
    assert told == ["A11", "A12", "A15"]
