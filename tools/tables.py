"""Compare the tables typed from the documents with computed ones."""

import csv
import math
import sys
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from prspace.compat.alink_article import article_cells
from prspace.compat.sharpkit import sharpkit_table
from prspace.worked import lingpipe_table
from tools import ROOT
from tools.boyd import boyd_table

SEEDS = ROOT / "nbs" / "seeds"
TABLES = {
    "000_lingpipe": lingpipe_table,
    "002_alink": article_cells,
    "003_boyd": boyd_table,
    "004_sharpkit": sharpkit_table,
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


def main():
    results = compare_all()
    for result in results:
        print(result, *result.misses, sep="\n  ")
    sys.exit(any(result.misses for result in results))


if __name__ == "__main__":
    main()
