"""Numbers as text, strict JSON, and blocks in three forms."""

import inspect
import json
import math
from fractions import Fraction

import numpy as np
import pytest

import prspace
from prspace.compat.systems import Explanation, SystemAreas
from prspace.layout import lay_out, plain_tree, plural, shown, shown_items, to_strict_json


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.123456, "0.1235"), (Fraction(2, 3), "0.6667"), (math.nan, "–"), (1, "1"), (1e-9, "1e-09")],
)
def test_shown(value, text):
    assert shown(value) == text


def test_items_are_counted_in_words():
    assert [shown_items(10**12), shown_items(2.5), shown_items(Fraction(4))] == [
        str(10**12),
        "2.5",
        "4",
    ]
    assert [plural(1, "item"), plural(0, "item"), plural(2, "class", "classes")] == [
        "1 item",
        "0 items",
        "2 classes",
    ]


def test_plain_values():
    tree = {
        1: [np.float64(0.5), math.inf, -math.inf, math.nan],
        "b": (Fraction(1, 4), Fraction(8, 2), np.int64(3), None),
    }
    assert plain_tree(tree) == {
        "1": [0.5, "Infinity", "-Infinity", None],
        "b": [0.25, 4, 3, None],
    }
    assert json.loads(to_strict_json(tree, indent=1)) == plain_tree(tree)


def test_blocks_in_three_forms():
    blocks = ["A & b.", (("name", "value"), [("x|<i>", "1"), ("long\nname", "22")])]
    assert lay_out(blocks[:1], "text") == lay_out(blocks[:1], "markdown") == "A & b."
    assert lay_out(blocks, "markdown").splitlines()[-2:] == [
        "| x\\|&lt;i> | 1 |",
        "| long name | 22 |",
    ]
    html = lay_out(blocks, "html")
    assert html.startswith("<p>A &amp; b.</p><table>") and "<th>x|&lt;i&gt;</th>" in html


def test_text_columns_line_up():
    lines = lay_out([(("name", "value"), [("a", "1"), ("bcdef", "22")])], "text").splitlines()
    assert lines == ["name   value", "a          1", "bcdef     22"]


def test_unknown_form_is_refused():
    with pytest.raises(ValueError, match="pdf"):
        lay_out([], "pdf")


@pytest.mark.parametrize(
    ("n", "text"),
    [(7, "7"), (10**18, str(10**18)), (1e300, "1e+300"), (1e-300, "1e-300"), (0.0, "0"), (2.5, "2.5"),
     (Fraction(10**400), "1.000E+400"), (Fraction(1, 10**400), "1E-400"), (Fraction(1, 3), "0.3333")],
)  # fmt: skip
def test_items_of_any_size(n, text):
    assert shown_items(n).upper().replace(".000", "") == text.upper().replace(".000", "")
    assert len(plural(n, "item")) < 26


def test_fractions_no_float_can_hold_are_valid_json():
    big = Fraction(10**400 + 1, 3)
    assert json.loads(to_strict_json([big, Fraction(1, 3), Fraction(4)])) == [round(big), 1 / 3, 4]


@pytest.mark.parametrize("form", [[], {}, None, "pdf"])
def test_no_form(form):
    with pytest.raises(ValueError, match="form must be"):
        lay_out([], form)


def test_forms_read_as_methods():
    """Shared ones too: the API page of each class leaves out ``self``, and nothing else."""
    named = [getattr(prspace, name) for name in prspace.__all__]
    kinds = {x for x in (*named, SystemAreas, Explanation) if inspect.isclass(x)}
    first = {
        (kind.__name__, name): next(iter(inspect.signature(member).parameters))
        for kind in kinds
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }
    assert ("Feasibility", "to_json") in first and ("Explanation", "to_text") in first
    assert set(first.values()) == {"self"}, first
