"""Run the benchmarks, each size in a process of its own, and write their tables as CSV."""

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks import HERE, RESULTS, growth, imports, measure, table
from benchmarks.machine import environment

SIZES, FULL = (1_000, 10_000, 100_000, 1_000_000), (10_000_000,)
GROWTH, FULL_GROWTH = (100_000, 1_000_000), (10_000_000, 100_000_000)
BOOTSTRAP = 100_000


def jobs(full, engines, top):
    """Module and arguments of each process, by the table it adds rows to."""
    sizes = [n for n in (SIZES + FULL if full else SIZES) if n <= top]
    grown = [n for n in (GROWTH + FULL_GROWTH if full else GROWTH) if n <= top]
    yield "machine", ("machine",)
    yield "import", ("imports",)
    for engine in engines:
        chosen = ("--engine", engine)
        for n in sizes:
            yield "speed", ("measure", str(n), *chosen)
        if top >= BOOTSTRAP:
            yield "speed", ("measure", str(BOOTSTRAP), "--bootstrap", *chosen)
        for task in ("auc_ap", "curve"):
            for n in grown:
                for tool in ("prspace", "scikit-learn"):
                    yield "growth", ("growth", task, str(n), tool, *chosen)


def rows(module, *arguments):
    """What a process prints, line by line; a failure is told, and the run goes on."""
    print("  " + " ".join((module, *arguments)), file=sys.stderr, flush=True)
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    with subprocess.Popen(
        command, cwd=HERE.parent, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        yield from process.stdout
    if process.returncode:
        print(f"failed: {' '.join((module, *arguments))}", file=sys.stderr)


def run(folder, full, engines, top):
    """Write machine.csv, import.csv, speed.csv and growth.csv, a row as soon as it is known."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = {"speed": measure.FIELDS, "growth": growth.FIELDS, "import": imports.FIELDS,
              "machine": ("name", "value")}  # fmt: skip
    for name, head in fields.items():
        (folder / f"{name}.csv").write_text(",".join(head) + "\n", encoding="utf-8")
    for name, arguments in jobs(full, engines, top):
        with (folder / f"{name}.csv").open("a", encoding="utf-8", newline="\n") as file:
            for row in rows(*arguments):
                file.write(row)
                file.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="to 10⁷ rows, growth to 10⁸")
    parser.add_argument("--top", type=int, default=10**9, help="leave out larger sizes")
    parser.add_argument("--engine", nargs="+", choices=("numpy", "numba"), default=["numpy"])
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder of the CSV files")
    options = parser.parse_args()
    run(options.out, options.full, options.engine, options.top)
    print(table.report(options.out))


if __name__ == "__main__":
    main()
