"""Decide each theorem and its mutants, and compare the verdicts with those written on the pages of the registry."""

import sys
import time
from dataclasses import dataclass

from tools import ROOT

PAGES = {"theorems": ROOT / "nbs/theory/theorems.md", "errata": ROOT / "nbs/theory/errata.md"}
ROW = "{:34} {:12} {:20} {:>6}  {:>8}  {}"


@dataclass(frozen=True)
class Decided:
    """One record, what was decided, and how many of its mutants were caught."""

    slug: str
    statement: str
    kind: str
    verdict: str
    evidence: str
    caught: int
    mutants: int
    seconds: float

    def __str__(self):
        teeth, spent = f"{self.caught} of {self.mutants}", f"{self.seconds:.2f}"
        row = ROW.format(self.slug, self.kind, self.verdict, spent, teeth, self.evidence)
        return f"{row}\n    {self.statement}"


def decide():
    """Decide every record of the registry."""
    from prspace.theory import theorems

    for record in theorems().values():
        start = time.perf_counter()
        verdict, mutants, alive = record.verdict(), len(record.mutants()), len(record.survivors())
        spent = time.perf_counter() - start
        names = record.slug, record.statement, record.kind
        yield Decided(*names, verdict, record.evidence, mutants - alive, mutants, spent)


def written():
    """Slug and verdict of every record as committed."""
    found = {}
    for page, path in PAGES.items():
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            if line.startswith("| ") and cells[0] != "slug":
                found[cells[0]] = cells[-1] if page == "theorems" else "refuted"
    return found


def misses(found, committed):
    """Records that are open, changed, missing or new, and those with a mutant alive."""
    bad = [] if found else ["no theorem"]
    for record in found:
        was = committed.get(record.slug, "not in the table")
        if record.verdict == "open" or record.verdict != was:
            bad.append(f"{record.slug}: {record.verdict}, was {was}")
        if record.caught < record.mutants:
            bad.append(f"{record.slug}: {record.mutants - record.caught} mutants survive")
    gone = set(committed) - {record.slug for record in found}
    return bad + [f"{slug}: gone from the registry" for slug in sorted(gone)]


def count(found):
    """How many records of which kind, and how many mutants are caught, in one line."""
    from prspace.theory.registry import in_words, tally

    caught, made = (sum(getattr(r, k) for r in found) for k in ("caught", "mutants"))
    return f"{in_words(tally())}; {caught} of {made} mutants caught"


def main():
    print(ROW.format("slug", "kind", "verdict", "s", "caught", "evidence"))
    found = []
    for record in decide():
        print(record, flush=True)
        found.append(record)
    print(count(found), f"· {sum(r.seconds for r in found):.0f} s")
    problems = misses(found, written())
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
