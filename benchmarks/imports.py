"""CPU seconds of importing a package in a fresh process, net of the start of Python itself."""

import random
import resource
import statistics
import subprocess
import sys

from benchmarks import HERE
from benchmarks.machine import environment

FIELDS = ("package", "seconds", "ratio")
PACKAGES = ("numpy", "prspace", "sklearn.metrics", "torchmetrics", "torcheval.metrics", "polars",
            "duckdb")  # fmt: skip
BARE = "sys"  # always loaded: what is left is the start
ROUNDS, LONGEST = 9, 8.0  # turns; seconds after which a package leaves, three turns taken


def cpu(package):
    """CPU seconds of one process that imports it; None when that fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", f"import {package}"]
    done = subprocess.run(
        command, cwd=HERE.parent, env=environment(), stderr=subprocess.DEVNULL, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return None if done.returncode else used


def measure(packages=PACKAGES, rounds=ROUNDS):
    """Median seconds of each package that can be imported, and their ratio to numpy's."""
    names = [name for name in (BARE, *packages) if cpu(name) is not None]  # writes bytecode, too
    for name in sorted(set(packages) - set(names)):
        print(f"left out: {name} cannot be imported", file=sys.stderr)
    found, shuffle = {name: [] for name in names}, random.Random(0).shuffle
    for _ in range(rounds):
        shuffle(names)
        for name in names:
            if len(found[name]) < 3 or sum(found[name]) < LONGEST:
                found[name].append(cpu(name))
    start = statistics.median(found.pop(BARE))
    net = {name: statistics.median(found[name]) - start for name in found}
    return [(name, f"{s:.4g}", f"{s / net['numpy']:.4g}") for name, s in net.items()]


if __name__ == "__main__":
    for row in measure():
        print(*row, sep=",")
