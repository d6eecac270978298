"""From a ranking to every program's number, and from a number back to the programs."""

import json
import subprocess
import sys
from itertools import permutations
from math import inf, isnan

import pytest

import prspace as pr
from prspace.compat import CONVENTIONS, explain, which_area
from tests import reference

TIE = pr.count_thresholds([1, 0, 0, 1, 0], [0.9, 0.9, 0.9, 0.4, 0.4])
LAST = pr.count_thresholds([0, 0, 0, 0, 1], [0.9, 0.8, 0.7, 0.6, 0.5])
FOUR = pr.count_thresholds([1, 0, 1, 0], [0.8, 0.4, 0.35, 0.1])


def programs(rows):
    "Programs by name."
    return {row.program for row in rows}


def of(table, system, number=None):
    "The row of a program."
    found = [r for r in table if r.record.system == system and number in (None, r.record.number)]
    return found[0]


def test_one_row_per_record_in_their_order():
    table = which_area(TIE)
    assert len(table) == len(CONVENTIONS)
    assert [row.record for row in table] == list(CONVENTIONS)


def test_rows_hold_what_the_records_say():
    """Numbers, minimum and constant are the record's."""
    for row in which_area(TIE):
        assert (row.low, row.high) == row.record.bounds(TIE) and row.value == row.record.area(TIE)
        assert row.minimum == row.record.minimum(TIE)
        assert row.constant == row.record.constant(TIE)


def test_minimum_and_constant_by_hand():
    """Four negatives above one positive; and all five equal."""
    table = which_area(LAST)
    ap = of(table, "scikit-learn", "average_precision_score")
    path = of(table, "PRROC", "auc.integral")
    straight = of(table, "yardstick", "pr_auc")
    assert (ap.minimum, ap.constant) == (0.2, 0.2) and (straight.minimum, straight.constant) == (
        0.1,
        0.6,
    )
    assert abs(path.minimum - reference.aucpr_min(0.2)) < 1e-15 and path.constant == 0.2


def test_flags():
    """Each flag where it belongs, and not elsewhere."""
    table = which_area(LAST)
    below = {
        row.record.number for row in table if "below the unachievable region's area" in row.flags
    }
    assert {"auc(recall, precision)", "lowertrap", "PRC", "auc.davis.goadrich"} < below
    assert "auc.integral" not in below and "average_precision_score" not in below
    table = which_area(TIE)
    flagged = {
        words: {row.record.system for row in table if words in row.flags}
        for words in ("anchored at (0, 1)", "ties mishandled", "depends on input order", "binned")
    }
    assert flagged["anchored at (0, 1)"] == {
        "LingPipe", "scikit-learn", "river", "yardstick", "ROCR", "raucpr",
    }  # fmt: skip
    assert flagged["ties mishandled"] == {"LingPipe"}
    assert flagged["depends on input order"] == {
        "LingPipe", "Alink", "trec_eval", "PASCAL VOC", "COCO",
    }  # fmt: skip
    assert flagged["binned"] == {"Alink", "torchmetrics", "Keras"}


def test_no_order_flag_without_ties():
    assert all(row.low == row.high for row in which_area(FOUR))
    assert not any("depends on input order" in row.flags for row in which_area(FOUR))
    assert not any("ties mishandled" in row.flags for row in which_area(FOUR))


def test_refused_scores_become_a_note():
    """Programs that bin probabilities get no number for other scores, with the reason."""
    table = which_area(pr.count_thresholds([1, 0], [3.0, -1.0]))
    noted = {row.record.system for row in table if row.note}
    assert noted == {"Alink", "torchmetrics", "Keras", "H2O"}
    row = of(table, "Keras")
    assert isnan(row.low) and isnan(row.minimum) and row.flags == () and "0 to 1" in row.note
    assert "No number: " in str(table)


def test_table_is_shown_and_turned_into_plain_numbers():
    table = which_area(TIE)
    told = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert told["n_pos"] == 2 and len(told["rows"]) == len(table)
    assert {"system", "version", "number", "definition", "value", "flags"} <= set(told["rows"][0])
    assert "0.5167" in str(table) and "<table>" in table._repr_html_()
    assert "| program |" in table.to_markdown() and repr(table) == str(table)


def test_programs_that_agree_share_a_line():
    """Every program is on a line of the full table; the text has as many, shortened."""
    table = which_area(TIE)
    full, text = table.to_markdown(), str(table)
    assert "LingPipe 3.9, 4.1: averagePrecision" in full
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    table_lines = [line for line in full.splitlines() if line.startswith("|")]
    assert len(lines) == len(table_lines) - 2 < len(CONVENTIONS)
    assert text.endswith("to_markdown() names all.")
    assert max(map(len, text.splitlines())) <= 120
    for row in table:
        assert row.record.number in full and row.record.system in full


def test_one_system_alone_and_unknown_ones():
    assert programs(which_area(TIE, systems=["river"])) == {"river 0.26.1: RollingPRAUC"}
    with pytest.raises(ValueError, match="systems must be among"):
        which_area(TIE, systems=["rivers"])
    with pytest.raises(ValueError, match="must be called on counts"):
        which_area([1, 0])


@pytest.mark.parametrize("counts", [TIE, LAST, FOUR], ids=["tie", "last", "four"])
@pytest.mark.parametrize("digits", [2, 12])
def test_every_printed_number_is_explained_by_its_program(counts, digits):
    printed = {}
    for row in which_area(counts):
        for value in (row.low, row.high):
            printed.setdefault(f"{value:.{digits}f}", set()).add(row.program)
    for text, wanted in printed.items():
        assert wanted <= programs(explain(text, counts))


def test_explanations_are_sorted_and_exclude_impossible_orders():
    """.5167: exact numbers first; LingPipe's range covers it, but no order gives it."""
    found = explain(".5167", TIE)
    assert {row.record.number for row in found} >= {"auc(recall, precision)", "pr_auc", "lowertrap"}
    assert "LingPipe" not in {row.record.system for row in found}
    assert found.tolerance == pytest.approx(5e-5) and found.nearest is not None
    assert "No program" not in str(found)


def test_numbers_of_one_order_are_explained_by_range():
    """What trec_eval prints for each order of the tied items, and for no other."""
    rows = list(zip([1, 0, 0, 1, 0], [0.9, 0.9, 0.9, 0.4, 0.4], strict=True))
    values = set()
    for order in permutations(rows):
        places = sorted(range(5), key=lambda i: (-order[i][1], i))
        blocks = [(order[i][0], 1 - order[i][0]) for i in places]
        values.add(float(reference.average_precision(blocks)))
    for value in values:
        assert "trec_eval 10: map" in programs(explain(value, TIE))
    middle = (min(values) + max(values)) / 2 + 0.0123
    assert "trec_eval 10: map" not in programs(explain(middle, TIE))


@pytest.mark.parametrize(
    ("value", "number", "tolerance"),
    [
        (".5167", 0.5167, 5e-5),
        ("51.67%", 0.5167, 5e-5),
        (" 0.50 ", 0.5, 0.005),
        ("5.2e-1", 0.52, 0.005),
        ("1", 1, 0.5),
        (0.5, 0.5, 5e-7),
    ],
)
def test_precision_of_what_was_printed(value, number, tolerance):
    """Half a unit of the last digit; a millionth of a number."""
    found = explain(value, TIE)
    assert found.value == pytest.approx(number) and found.tolerance == pytest.approx(tolerance)


def test_given_tolerance_and_single_precision():
    assert len(explain(0.3528, TIE)) < len(explain(0.3528, TIE, tolerance=1e-3))
    assert "Keras" in str(explain(0.3528134822845459, TIE))
    assert "WEKA" in str(
        explain("nan", pr.count_thresholds([0, 1], [0.9, 0.9], sample_weight=[1, 0]))
    )


def test_nothing_fits_and_it_is_said():
    """No program prints it: the nearest one, and other numbers of the same name."""
    nobody = explain(0.123456, FOUR)
    assert len(nobody) == 0 and "No program on record" in str(nobody)
    assert nobody.nearest.program in str(nobody) and nobody.others == ()
    region = explain(f"{float(reference.aucpr_min(0.5)):.6f}", FOUR)
    assert region.others == ("the least area, of the worst ranking",)
    other_class = explain(
        f"{float(reference.path_area([(1, 0), (0, 1), (1, 0), (0, 1)])):.7f}", FOUR
    )
    assert len(other_class)


def test_positive_class_exchanged_is_recognized():
    """Average precision of the other class, with the scores upside down as it ranks them."""
    counts = pr.count_thresholds([0, 0, 1, 0, 1, 1], [0.9, 0.8, 0.6, 0.55, 0.2, 0.1])
    other = reference.average_precision([(0, 1), (0, 1), (1, 0), (0, 1), (1, 0), (1, 0)])
    found = explain(f"{float(other):.9f}", pr.count_thresholds([0, 0, 1, 0, 1, 1], [-s for s in
                    [0.9, 0.8, 0.6, 0.55, 0.2, 0.1]]))  # fmt: skip
    assert len(found) == 0 and any("upside down" in words for words in found.others)
    assert len(explain(f"{float(other):.9f}", counts)) > 0


def test_explanation_is_shown_and_turned_into_plain_numbers():
    found = explain(".5167", TIE)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert len(told["fits"]) == len(found) and told["value"] == 0.5167
    assert "pr_auc" in repr(found) and "<p>" in found._repr_html_()


@pytest.mark.parametrize("value", ["about a half", "", "..5", None])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ValueError, match="value must be a number"):
        explain(value, TIE)


def test_negative_tolerance_is_refused():
    with pytest.raises(ValueError, match="tolerance must be 0 or more"):
        explain(0.5, TIE, tolerance=-1)
    assert len(explain(0.5, TIE, tolerance=inf)) > 0


def test_import_prspace_stays_light():
    """The layer of other programs is loaded when it is asked for."""
    code = "import sys, prspace; print([n for n in sys.modules if n.startswith('prspace.compat')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names_of_programs_in_any_case_and_one_alone():
    """A single name is a name, not a list of letters; anything else is refused."""
    assert len(which_area(TIE, systems="lingpipe")) == len(which_area(TIE, systems=["LingPipe"]))
    for wrong in (3, [3]):
        with pytest.raises(ValueError, match="names of programs"):
            which_area(TIE, systems=wrong)


def test_numbers_come_in_order_and_missing_ones_last():
    """A ranking without positives has areas that are not defined; they stand last."""
    table = which_area(pr.count_thresholds([0, 0], [0.5, 0.2]))
    lines = [line for line in str(table).splitlines()[1:] if line[:1] and line[0] in "-0123456789–"]
    ends = [line.split("  ")[0] for line in lines]
    dashes = [end == "–" for end in ends]
    assert any(dashes) and dashes == sorted(dashes)


def test_a_rounded_number_should_be_text():
    """What a program printed with four digits is found as text; as a float the way is told."""
    assert explain(".5167", TIE).fits
    exact = next(row.value for row in explain(".5167", TIE).fits if isinstance(row.value, float))
    for number in (0.5167, round(exact, 4)):
        assert f'Pass a rounded number as text: explain("{number}"' in str(explain(number, TIE))
    assert "as text" not in str(explain(".5167", TIE))


def test_a_billion_positives_are_answered_or_noted():
    cells = [10**9, 10**9 + 7], [10**6, 2 * 10**10]
    counts = pr.ThresholdCounts.from_counts([0.9, 0.5], *cells)
    table = which_area(counts)
    noted = {row.record.system for row in table if row.note}
    assert {"PRROC", "ROCR", "AUCCalculator", "trec_eval"} <= noted and len(noted) < 10
    assert all("at most 10,000,000" in row.note for row in table if row.note)
    (row,) = [row for row in table if row.record.number == "average_precision_score"]
    assert row.value == pytest.approx(pr.average_precision(counts), rel=1e-15) and str(table)


@pytest.mark.parametrize("text", ["1e-999999999", "1e400", "1e999999", "sNaN"])
def test_no_program_prints_such_numbers(text):
    with pytest.raises(ValueError, match="as printed"):
        explain(text, pr.count_thresholds([1, 0], [0.9, 0.8]))
