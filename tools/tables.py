"""Compare the tables typed from the documents with computed ones, and count their errata."""

import csv
import json
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

import nbformat

from prspace.compat import CONVENTIONS
from prspace.compat.alink_article import article_cells
from prspace.compat.sharpkit import sharpkit_table
from prspace.worked import lingpipe_table
from tools import ROOT
from tools.boyd import boyd_table
from tools.lingpipe import lingpipe_curves, lingpipe_numbers

SEEDS = ROOT / "nbs" / "seeds"
CHECKED = ROOT / "tests" / "peers" / "checked.csv"
GOLDEN = ROOT / "tests" / "golden" / "systems"
TABLES = {
    "000_lingpipe": lingpipe_table,
    "000_lingpipe_curves": lingpipe_curves,
    "000_lingpipe_numbers": lingpipe_numbers,
    "002_alink": article_cells,
    "003_boyd": boyd_table,
    "004_sharpkit": sharpkit_table,
}
# errata that the edition of a document must treat: letter and number of the last one
ERRATA = {
    "000": (("L", 14), ("X", 7)),
    "002": (("A", 16),),
    "003": (("B", 6),),
    "004": (("S", 12),),
}
WORDS = {True: {"true", "yes", "correct"}, False: {"false", "no", "incorrect"}}


@dataclass(frozen=True)
class Comparison:
    """What came of one printed table."""

    table: str
    matched: int
    errata: tuple[str, ...]
    misses: tuple[str, ...]

    def __str__(self):
        errata = "erratum" if len(self.errata) == 1 else "errata"
        missed = f", {len(self.misses)} missed" if self.misses else ""
        return (
            f"{self.table}: {self.matched} cells match, {len(self.errata)} {errata} shown{missed}"
        )


def same_number(printed, value):
    """Whether a number rounds to what is printed, or is cut to it where dots follow; exactly."""
    if isinstance(value, float) and math.isnan(value):
        return printed == "NaN"
    try:
        digits = Decimal(printed.removesuffix("..."))
    except InvalidOperation:
        return False
    if not digits.is_finite():
        return False
    unit = Fraction(10) ** digits.as_tuple().exponent
    if printed.endswith("..."):
        return abs(Fraction(digits)) <= abs(Fraction(value)) < abs(Fraction(digits)) + unit
    return abs(Fraction(digits) - Fraction(value)) <= unit / 2


def same(printed, value):
    """Whether a printed cell shows a computed value."""
    if isinstance(value, str):
        return printed == value
    if re.fullmatch(r"-?\d+/\d+", printed):
        return Fraction(printed) == value
    # NumPy's booleans are neither bool nor numbers
    if type(value).__name__.startswith("bool"):
        return printed.lower() in WORDS[bool(value)]
    return same_number(printed, value)


def judge(cell, computed):
    """A message when one printed cell is not as it should be, else ''."""
    key = cell["row"], cell["column"]
    where = f"row {key[0]}, {key[1]}: printed {cell['printed']}"
    if key not in computed:
        return f"{where}, not computed"
    value, erratum = computed[key], cell["erratum"]
    if same(cell["printed"], value) != bool(erratum):
        return ""
    return f"{where} is right, yet marked {erratum}" if erratum else f"{where}, computed {value}"


def compare(csv_path, computed):
    """Hold a printed table against computed cells, {(row, column): value}."""
    with open(csv_path, newline="", encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    computed = {(str(row), str(column)): value for (row, column), value in computed.items()}
    printed = Counter((cell["row"], cell["column"]) for cell in cells)
    verdicts = [(cell, judge(cell, computed)) for cell in cells]
    misses = [text for _, text in verdicts if text]
    misses += [f"row {r}, {c}: printed twice" for (r, c), n in printed.items() if n > 1]
    misses += [f"row {r}, {c}: computed, not printed" for r, c in computed if (r, c) not in printed]
    good = [cell["erratum"] for cell, text in verdicts if not text]
    return Comparison(csv_path.stem, good.count(""), tuple(filter(None, good)), tuple(misses))


def compare_all(seeds=SEEDS, tables=TABLES):
    """Every printed table against its function; a table without one is a miss, and the reverse."""
    paths = {path.stem: path for path in sorted(seeds.glob("*.csv"))}
    known = [compare(paths[name], tables[name]()) for name in paths if name in tables]
    lost = [Comparison(n, 0, (), ("nothing computes it",)) for n in paths if n not in tables]
    return known + lost + [Comparison(n, 0, (), ("no file",)) for n in tables if n not in paths]


@dataclass(frozen=True)
class Document:
    """What came of one document: its tables, and the errata its edition demonstrates."""

    number: str
    tables: tuple[Comparison, ...]
    demonstrated: tuple[str, ...]
    in_words: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def misses(self):
        """Everything that is not as it should be."""
        shown = {*self.demonstrated, *self.in_words}
        unknown = {erratum for table in self.tables for erratum in table.errata} - shown
        lost = [f"erratum {name}: not in the edition" for name in (*self.missing, *sorted(unknown))]
        return [miss for table in self.tables for miss in table.misses] + lost

    def __str__(self):
        good = sum(not table.misses for table in self.tables)
        right, wrong = sum(t.matched for t in self.tables), sum(len(t.misses) for t in self.tables)
        shown = len(self.demonstrated)
        errata = shown + len(self.missing) + len(self.in_words)
        words = f" (in words: {', '.join(self.in_words)})" if self.in_words else ""
        return (
            f"document {self.number}: tables regenerated {good}/{len(self.tables)}, "
            f"values matched {right}/{right + wrong}, errata demonstrated {shown}/{errata}{words}"
        )


ENTRY = re.compile(r"\*\*([A-Z]\d+(?:, [A-Z]\d+)*)\.?\*\*")


def errata(cells):
    """Errata of an edition: shown by the assertion of the very next cell, or in words."""
    found = {}
    for cell, after in zip(cells, [*cells[1:], None], strict=True):
        entry = cell.cell_type == "markdown" and ENTRY.match(cell.source)
        if entry:
            shown = after is not None and after.cell_type == "code" and "assert" in after.source
            found |= dict.fromkeys(entry[1].split(", "), shown)
    return found


def document(number, tables, seeds=SEEDS):
    """The tables and the errata of one document."""
    paths = sorted(seeds.glob(f"{number}_*.ipynb"))
    found = errata([cell for path in paths for cell in nbformat.read(path, 4).cells])
    wanted = [f"{a}{k}" for a, last in ERRATA.get(number, ()) for k in range(1, last + 1)]
    missing = tuple(name for name in wanted if name not in found)
    shown, told = (tuple(n for n, x in found.items() if x is flag) for flag in (True, False))
    return Document(number, tuple(tables), shown, told, missing)


def documents(seeds=SEEDS, tables=TABLES):
    """Every document that has a table, with all its tables."""
    results = compare_all(seeds, tables)
    numbers = sorted({result.table.partition("_")[0] for result in results})
    return [
        document(n, [r for r in results if r.table.startswith(f"{n}_")], seeds) for n in numbers
    ]


def ran_live(path=CHECKED):
    """For each record that a program was held against: program, its version, rankings."""
    with open(path, newline="", encoding="utf-8") as file:
        return {
            (row["system"], row["version"], row["number"]): (
                f"live ({row['program']} {row['installed']}, {row['inputs']} rankings)"
            )
            for row in csv.DictReader(file)
        }


def golden_numbers(folder=GOLDEN):
    """For each record, the files with published or measured numbers of it, and how many."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            for words in case["expected"]:
                *key, ties = [*words.split(" | "), ""][:4]
                name = f"{path.name} with ties as a {ties}" if ties else path.name
                found.setdefault(tuple(key), Counter())[name] += 1
    return found


def systems(path=CHECKED, folder=GOLDEN):
    """Every system with what its records were checked by, and how many were."""
    live, golden = ran_live(path), golden_numbers(folder)
    for system in dict.fromkeys(record.system for record in CONVENTIONS):
        keys = [(r.system, r.version, r.number) for r in CONVENTIONS if r.system == system]
        ways = Counter(live[key] for key in keys if key in live)
        lines = [f"{ways[way]} of {len(keys)} {way}" for way in ways]
        files = sum((golden.get(key, Counter()) for key in keys), Counter())
        if files:
            shown = ", ".join(f"{n} in {name}" for name, n in sorted(files.items()))
            lines.append(f"{sum(k in golden for k in keys)} of {len(keys)} golden ({shown})")
        none = sum(key not in live and key not in golden for key in keys)
        if none and lines:
            lines.append(f"{none} of {len(keys)} neither")
        yield system, "; ".join(lines) or "neither"


def main():
    found = documents()
    for one in found:
        print(one, *(f"  {table}" for table in one.tables), sep="\n")
        print(*(f"  {miss}" for miss in one.misses), sep="\n", end="\n" if one.misses else "")
    print(f"records of {len({r.system for r in CONVENTIONS})} programs, checked by")
    print(*(f"  {system}: {words}" for system, words in systems()), sep="\n")
    sys.exit(any(one.misses for one in found))


if __name__ == "__main__":
    main()
