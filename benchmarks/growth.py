"""One process, one size, one competitor: time per row, and peak extra memory per row."""

import argparse
import statistics
from pathlib import Path

FIELDS = ("task", "n", "tool", "engine", "rounds", "ns_per_row", "sort_ns_per_row", "bytes_per_row")
ROUNDS, LONGEST = 7, 30.0  # turns, unless they would take longer than so many seconds in all
LEAST = 1_000_000  # below, pages that the process takes anyway drown the arrays


def status(name):
    """A figure of this process in bytes, as Linux keeps it; NaN elsewhere.

    VmHWM is the peak of all memory that was ever in use. It counts what tracemalloc cannot see:
    work space that a sort takes behind numpy's back, buffers of C and C++ libraries, threads.
    """
    path = Path("/proc/self/status")
    if not path.exists():
        return float("nan")
    line = next(text for text in path.read_text().splitlines() if text.startswith(name + ":"))
    return 1024 * int(line.split()[1])


def grow(task, n, tool, engine):
    """The row of one size: the first call tells the memory, all of them the time."""
    from benchmarks.measure import load

    held = load(engine, [tool])  # noqa: F841, the limit lasts as long as the object
    import numpy as np

    from benchmarks.data import make
    from benchmarks.tasks import calls
    from benchmarks.timing import cpu, no_collector

    small = calls(task, make("cont", 1000), [tool])[tool][0]
    small()  # loads what is loaded at the first use
    data = make("cont", n)
    call = calls(task, data, [tool])[tool][0]
    with no_collector():
        before = status("VmRSS")
        seconds = [cpu(call)]
        extra = status("VmHWM") - before
        sorts = [cpu(lambda: np.sort(data.score))]
        while len(seconds) < ROUNDS and sum(seconds) + sum(sorts) + seconds[0] < LONGEST:
            seconds.append(cpu(call))
            sorts.append(cpu(lambda: np.sort(data.score)))
    nanoseconds = [f"{statistics.median(times) / n * 1e9:.4g}" for times in (seconds, sorts)]
    memory = f"{extra / n:.3g}" if n >= LEAST else "nan"
    return task, n, tool, engine, len(seconds), *nanoseconds, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("auc_ap", "curve"))
    parser.add_argument("n", type=int)
    parser.add_argument("tool")
    parser.add_argument("--engine", choices=("numpy", "numba"), default="numpy")
    options = parser.parse_args()
    print(*grow(options.task, options.n, options.tool, options.engine), sep=",")


if __name__ == "__main__":
    main()
