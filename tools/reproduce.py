"""Rebuild everything from the notebooks in a temporary copy and compare it with what is committed."""

import sys
import tempfile
import time
from pathlib import Path

from tools import ROOT, changed, copy_sources, export, files, notebooks, pages, readme, theorems


def package(work):
    fresh = export.export(ROOT, work / "export")
    modules = [
        n
        for n in files(fresh)
        if n.endswith(".py") and not n.endswith(("__init__.py", "_modidx.py"))
    ]
    found = [f"prspace/{line}" for line in export.compare(ROOT, fresh)] or (
        [] if modules else ["no module"]
    )
    return (
        found,
        "differs from a fresh export" if found else f"{len(modules)} modules equal a fresh export",
    )


def rerun(work):
    copy = copy_sources(ROOT, work / "copy")
    runs = notebooks.run(copy, notebooks.find(copy), notebooks.tell)
    texts = (notebooks.miss(runs[n], (ROOT / n).read_text(encoding="utf-8")) for n in sorted(runs))
    found = [text for text in texts if text]
    good = f"{len(runs) - len(found)} of {len(runs)} reproduce byte for byte"
    return found + changed(pages(ROOT), pages(copy)), good


def proofs(work):
    found = list(theorems.decide())
    return theorems.misses(found, theorems.written()), theorems.count(found)


def tables(work):
    from tools.tables import compare_all

    results = compare_all()
    good = sum(not result.misses for result in results)
    found = [f"{result.table}: {text}" for result in results for text in result.misses]
    return found, f"{good} of {len(results)} match ({'; '.join(map(str, results))})"


def figures(work):
    old, new = files(ROOT / "figures"), files(work / "copy" / "figures")
    found = [f"figures/{line}" for line in changed(old, new)]
    names = {Path(name).stem for name in old}
    bad = {Path(line.split(":")[0]).stem for line in found}
    return found, f"{len(names - bad)} of {len(names | bad)} unchanged"


def index(work):
    found = readme.compare(ROOT)
    return found, "differs from the index notebook" if found else "as the index notebook"


STEPS = {
    "package": package,
    "notebooks": rerun,
    "theorems": proofs,
    "tables": tables,
    "figures": figures,
    "README": index,
}


def attempt(name, step, work):
    """One step's misses and its line; an error is a miss, so that the other steps still speak."""
    start = time.perf_counter()
    try:
        found, line = step(work)
    except Exception as error:
        found, line = [f"{name}: {type(error).__name__}: {error}"], "could not be checked"
    print(f"{time.perf_counter() - start:6.1f} s  {name}", file=sys.stderr)
    return found, line


def main():
    with tempfile.TemporaryDirectory() as folder:
        results = {name: attempt(name, step, Path(folder)) for name, step in STEPS.items()}
    missed = [text for found, _ in results.values() for text in found]
    sys.stderr.flush()
    for text in missed:
        print("MISS", text)
    for name, (_, line) in results.items():
        print(f"{name:10} {line}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
