"""The search for 2x2 tables: forms, narrowing, sizes, and what is nearest."""

import random
from fractions import Fraction

import numpy as np
import pytest

from prspace.counts import OperatingPoint
from prspace.forms import FORMS, find_form, turned
from prspace.half_planes import half_planes, never_together, polygon, true_positives_of
from prspace.narrowing import Rows, narrowed
from prspace.rates import f_beta
from prspace.reported import read_reported
from prspace.sizes import read_sizes
from prspace.table_search import nearest_values, search_tables


def table(t, f, p, n):
    return OperatingPoint(None, t, f, p - t, n - f)


def tables(p, n):
    return [table(t, f, p, n) for t in range(p + 1) for f in range(n + 1)]


def printed(**numbers):
    return [(find_form(k), read_reported(k, x)) for k, x in numbers.items()]


@pytest.mark.parametrize("name", FORMS)
def test_form_is_the_row(name):
    form = FORMS[name]
    for c in (c for p in range(6) for n in range(7) for c in tables(p, n)):
        value, whole = float(form.row(c)), form.whole(c)
        assert whole >= 0 and (value == value) == (whole > 0)
        if whole:
            carried = form.bound(value) if form.bound else value
            assert carried == pytest.approx(form.part(c) / whole, abs=1e-14)


@pytest.mark.parametrize("name", FORMS)
def test_narrowing_is_exact_on_small_tables(name):
    draw, form = random.Random(name), FORMS[name]
    for _ in range(6):
        p, n = draw.randint(0, 6), draw.randint(0, 7)
        low, high = sorted(Fraction(draw.randint(-12, 24), 12) for _ in "ab")
        for said in (
            read_reported("x", (low, high)),
            read_reported("x", f"{float(low):.1f}", rounding="any"),
        ):
            rows = narrowed(Rows.of(p, n), form, said)
            runs = zip(rows.tp, rows.low, rows.high, strict=True)
            found = {(int(t), f) for t, a, b in runs for f in range(int(a), int(b) + 1)}
            true = {(c.tp, c.fp) for c in tables(p, n) if form.allows(said, c)}
            assert true <= found if not form.linear else true == found


@pytest.mark.parametrize("name", [name for name, form in FORMS.items() if form.linear])
def test_python_integers_agree_with_64_bits(name):
    "The same ends, once so long that 64 bits do not hold the products."
    form = FORMS[name]
    short = read_reported("x", (Fraction(1, 3), Fraction(2, 3)))
    long = read_reported(
        "x", (Fraction(10**30, 3 * 10**30 + 1), Fraction(2 * 10**30 + 1, 3 * 10**30))
    )
    some = [narrowed(narrowed(Rows.of(40, 60), form, x), form, x) for x in (short, long)]
    for a, b in zip(some[0].parts(), some[1].parts(), strict=True):
        assert np.array_equal(a, b)


def test_f_measures_of_any_number():
    c = table(3, 2, 5, 9)
    for name, beta in (("f2", 2), ("f0_5", Fraction(1, 2)), ("f0.5", Fraction(1, 2)), ("f_3", 3)):
        form = find_form(name)
        assert Fraction(form.part(c), form.whole(c)) == pytest.approx(float(f_beta(beta)(c)))
    assert find_form("f1") is FORMS["f1"] and find_form("Sensitivity") is FORMS["recall"]
    assert find_form("MCC") is FORMS["matthews_correlation"]


@pytest.mark.parametrize("name", ["phi_square", "auc", "f", "lambda_reference", ""])
def test_unknown_names(name):
    with pytest.raises(ValueError, match="must be a metric"):
        find_form(name)


def test_pairs_of_sizes():
    for limits in (
        (None, None, 5),
        ((1, 2), (3, 4), None),
        ((2, None), (0, 3), (4, 6)),
        (3, 4, None),
    ):
        sizes = read_sizes(*limits)
        found = {(p, n - p) for n in sizes.totals() for p in sizes.positives(n).tolist()}
        (a, b), (c, d), (e, f) = (
            (lo, 99 if hi is None else hi) for lo, hi in (sizes.n_pos, sizes.n_neg, sizes.n)
        )
        assert found == {
            (p, n) for p in range(12) for n in range(12) if a <= p <= b and c <= n <= d and e <= p + n <= f
        }  # fmt: skip
    assert str(read_sizes((1, 2), 3)) == "1 to 2 positives and 3 negatives"
    assert str(read_sizes()) == "any number of items" and not read_sizes(3).finite


def test_matches_are_counted():
    report = printed(accuracy="0.6", f1="0.5")
    there = sum(all(f.allows(r, c) for f, r in report) for c in tables(20, 30))
    assert search_tables(report, read_sizes(20, 30)).matches == there > 0


def test_nearest_values_are_those_of_all_tables():
    draw, asked = random.Random(2), 0
    for _ in range(300):
        p, n = draw.randint(2, 9), draw.randint(2, 9)
        names = draw.sample(list(FORMS), 2)
        first, other = printed(**{k: f"{draw.random():.2f}" for k in names})
        if search_tables([first, other], read_sizes(p, n)).table is not None:
            continue
        form, said = first
        values = [float(form.row(c)) for c in tables(p, n) if other[0].allows(other[1], c)]
        below = max((v for v in values if v < said.low), default=None)
        above = min((v for v in values if v > said.high), default=None)
        found = nearest_values(form, said, [other], read_sizes(p, n))
        assert [x and float(form.row(x)) for x in found] == [
            x if x is None else pytest.approx(x) for x in (below, above)
        ]  # fmt: skip
        asked += bool(values)
    assert asked > 20


def test_never_together_is_a_proof():
    "What is refused at any size is found at no size of up to 24 items; most else is found."
    draw, refused, met = random.Random(4), 0, 0
    for _ in range(60):
        names = draw.sample(["precision", "recall", "f1", "accuracy", "specificity", "jaccard"], 3)
        report = printed(**{k: f"{draw.random():.1f}" for k in names})
        found = search_tables(report, read_sizes(n=(0, 40))).table is not None
        assert not (never_together(report) and found)
        refused, met = refused + never_together(report), met + found
    assert refused + met > 50 and min(refused, met) > 10


def plane_reports(draw, p, n):
    "Printed numbers of a random table, or near one, all of which are half planes."
    c = table(draw.randint(0, p), draw.randint(0, n), p, n)
    report = []
    for name in draw.sample(
        [k for k in FORMS if half_planes(FORMS[k], read_reported(k, "0.5"), 3, 4)], 3
    ):
        value = float(FORMS[name].row(c))
        if abs(value) < 10:
            value += draw.choice((0, 0, 0.05))
            said = read_reported(name, f"{value:.{draw.choice((1, 2, 3))}f}", rounding="nearest")
            report.append((FORMS[name], said))
    return report


def test_half_planes_are_the_tables_and_the_polygon_holds_them():
    "Against every table of up to 12 items of each class."
    draw, empty = random.Random(6), 0
    for _ in range(150):
        p, n = draw.randint(0, 12), draw.randint(0, 12)
        report = plane_reports(draw, p, n)
        planes = [plane for form, said in report for plane in half_planes(form, said, p, n)]
        true = {(c.tp, c.fp) for c in tables(p, n) if all(f.allows(r, c) for f, r in report)}
        inside = {
            (t, f) for t in range(p + 1) for f in range(n + 1)
            if all(a * t + b * f + c >= 0 for a, b, c in planes)
        }  # fmt: skip
        assert inside == true
        corners = polygon(planes, p, n)
        assert corners or not true
        if true:
            low, high = true_positives_of(corners)
            assert low <= min(t for t, _ in true) and max(t for t, _ in true) <= high
        for x, y, w in corners:
            assert w > 0 and all(a * x + b * y + c * w >= 0 for a, b, c in planes)
        empty += not corners
    assert 20 < empty < 130


@pytest.mark.parametrize("sizes", [(9, 7), (30, 3), (3, 60), (17, 17)])
def test_search_of_known_sizes_against_every_table(sizes):
    "Random metrics of all kinds: verdict, table, and number of matches where it is given."
    draw, met = random.Random(str(sizes)), 0
    for _ in range(120):
        c = draw.choice(tables(*sizes))
        names = draw.sample(list(FORMS), draw.choice((1, 2, 3)))
        values = {k: float(FORMS[k].row(c)) + draw.choice((0, 0, 0.02)) for k in names}
        report = printed(**{k: f"{x:.{draw.choice((1, 2))}f}" for k, x in values.items() if x == x})
        true = sum(all(f.allows(r, x) for f, r in report) for x in tables(*sizes))
        found = search_tables(report, read_sizes(*sizes))
        assert (found.table is not None) == (true > 0) and found.complete
        assert found.matches in (None, true)
        if true:
            assert all(f.allows(r, found.table) for f, r in report)
            assert found.table.tp + found.table.fn == sizes[0]
        met += true > 0
    assert 0 < met < 120


def test_few_negatives_beside_many_positives():
    "The search runs over the smaller class; the numbers leave one table in a few hundred thousand."
    c = table(123_456, 3, 500_000, 7)
    values = {k: FORMS[k].row(c) for k in ("yules_y", "matthews_correlation", "geometric_mean")}
    report = printed(**{k: f"{float(x):.9f}" for k, x in values.items()})
    found = search_tables(report, read_sizes(500_000, 7))
    assert found.table is not None and all(f.allows(r, found.table) for f, r in report)
    assert search_tables([*report, *printed(recall="0.9")], read_sizes(500_000, 7)).table is None


@pytest.mark.parametrize("name", FORMS)
def test_turned_form_is_the_metric_of_exchanged_classes(name):
    form = FORMS[name]
    other = turned(form)
    if other is None:
        assert name == "fowlkes_mallows"
        return
    for c in tables(4, 5):
        back = OperatingPoint(None, c.tn, c.fn, c.fp, c.tp)
        assert (other.part(back), other.whole(back)) == (form.part(c), form.whole(c))
    for t in range(5):  # still linear, or falling, in the false positives
        row = [table(t, f, 4, 5) for f in range(6)]
        parts = [(other.part(c), other.whole(c)) for c in row]
        if form.linear:
            assert not np.diff([a for a, _ in parts], 2).any()
            assert not np.diff([b for _, b in parts], 2).any()
        else:
            values = [Fraction(a, b) for a, b in parts if b]
            assert values == sorted(values, reverse=True)


def test_ends_beyond_64_bits():
    "Numbers with many digits of a million items: products leave 64 bits, and nothing is lost."
    c = table(400_001, 99_998, 500_000, 500_000)
    values = {k: FORMS[k].row(c) for k in ("cohen_kappa", "gilbert_skill_score", "precision")}
    report = printed(**{k: Fraction(FORMS[k].part(c), FORMS[k].whole(c)) for k in values})
    assert search_tables(report, read_sizes(500_000, 500_000)).table == c
