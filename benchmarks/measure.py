"""One process, one size: every kind, task and competitor; prints rows of speed.csv."""

import argparse
import csv
import sys

FIELDS = (
    "task",
    "kind",
    "n",
    "tool",
    "engine",
    "rounds",
    "seconds",
    "sorts",
    "ratio",
    "difference",
)
ROUNDS = {1_000: 11, 10_000: 11, 100_000: 9, 1_000_000: 5, 10_000_000: 3}
SORT = "np.sort"
RESAMPLED = ("cont", "tied", "percent")


def rows(task, data, kind, engine, rounds, tools):
    """One row a competitor, with its time, in sorts, and how often it goes into scikit-learn's."""
    import numpy as np

    from benchmarks.tasks import OURS, SKLEARN, calls, difference
    from benchmarks.timing import alternate

    taking = calls(task, data, tools)
    if OURS not in taking:
        print(f"left out: {task}, which {OURS} has no function for yet", file=sys.stderr)
        return
    taking[SORT] = (lambda: np.sort(data.score)), lambda result: ()
    found = alternate(taking, rounds)
    times = {tool: seconds for tool, (seconds, _, _) in found.items()}
    if task == "bootstrap" and SKLEARN in times:
        from benchmarks import ours, peers

        times[SKLEARN] *= ours.RESAMPLES / peers.RESAMPLES
    for tool, (_, count, numbers) in found.items():
        ratio = times[SKLEARN] / times[tool] if SKLEARN in times else float("nan")
        miss = difference(tool, numbers, found[OURS][2]) if tool != SORT else 0.0
        values = f"{times[tool]:.4g}", f"{times[tool] / times[SORT]:.4g}", f"{ratio:.4g}"
        yield (task, kind, len(data.y), tool, engine, count, *values, f"{miss:.1e}")


def plan(n, resample):
    """The (task, kind) pairs of a size."""
    from benchmarks.tasks import ON

    if resample:
        return [("bootstrap", kind) for kind in RESAMPLED]
    return [(task, kind) for kind, tasks in ON.items() for task in tasks]


def load(engine, tools=None):
    """Import the competitors; without numba unless the engine is to use it."""
    if engine == "numpy":
        sys.modules["numba"] = None  # an import of it now fails, as where it is not installed
    from benchmarks import ours  # noqa: F401

    if tools is None or {"polars", "duckdb"} & set(tools):
        from benchmarks import frames  # noqa: F401
    if tools is None or {"scikit-learn", "torchmetrics", "torcheval"} & set(tools):
        from benchmarks import peers  # noqa: F401
    from benchmarks.machine import limit_threads

    return limit_threads()


def measure(n, engine, rounds=None, tools=None, resample=False):
    """All rows of one size."""
    held = load(engine, tools)  # noqa: F841, the limit lasts as long as the object
    from benchmarks.data import make

    for task, kind in plan(n, resample):
        yield from rows(task, make(kind, n), kind, engine, rounds or ROUNDS.get(n, 3), tools)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n", type=int, help="rows")
    parser.add_argument("--engine", choices=("numpy", "numba"), default="numpy")
    parser.add_argument("--rounds", type=int, help="default: fewer for larger sizes")
    parser.add_argument("--tools", nargs="*", help="only these")
    parser.add_argument("--bootstrap", action="store_true", help="the bootstrap, and nothing else")
    options = parser.parse_args()
    write = csv.writer(sys.stdout, lineterminator="\n").writerow
    for row in measure(options.n, options.engine, options.rounds, options.tools, options.bootstrap):
        write(row)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
