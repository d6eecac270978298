"""Time and memory where something else than rows grows: models, classes, groups, thresholds, parts, letters."""

import argparse
import csv
import io
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.growth import status
from benchmarks.timing import cpu

RESULT = Path(__file__).parent / "results" / "load.csv"
FIELDS = ("task", "what", "size", "cpu_seconds", "megabytes")
ROWS = 1_000_000


def rows(n):
    """A million rows of scores and labels, or n."""
    import numpy as np

    rng = np.random.default_rng(0)
    label = rng.random(n) < 0.1
    return label, rng.random(n) + 0.2 * label


def models(size):
    """count_frame of a million rows, by so many models."""
    import numpy as np
    import pandas as pd

    from prspace import count_frame

    label, score = rows(ROWS)
    frame = pd.DataFrame({"y": label, "s": score, "m": np.arange(ROWS) % size})
    return lambda: count_frame(frame, y_true="y", y_score="s", by="m")


def groups(size):
    """Mean average precision of a million rows in so many groups."""
    import numpy as np

    import prspace as pr

    label, score = rows(ROWS)
    of = np.arange(ROWS) % size
    return lambda: pr.average(pr.average_precision, pr.count_groups(label, score, of))


def classes(size):
    """Macro F1 of a million rows of so many classes."""
    import numpy as np

    from prspace.compat.sklearn import f1_score

    rng = np.random.default_rng(0)
    true, called = rng.integers(0, size, (2, ROWS))
    return lambda: f1_score(true, called, average="macro")


def predictions(size):
    """Every class of the same rows against the rest, as counts."""
    import numpy as np

    import prspace as pr

    rng = np.random.default_rng(0)
    true, called = rng.integers(0, size, (2, ROWS))
    return lambda: pr.count_predictions(true, called)


def thresholds(size):
    """A precision-recall plot of so many distinct scores, as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    import prspace as pr

    label, score = rows(size)

    def call():
        counts = pr.count_thresholds(label, score)
        return len(pr.to_svg(pr.plot_pr(counts).ax.figure))

    return call


def slices(size, cells):
    """So many summaries of a thousand rows each, in exact scores or in cells."""
    import prspace as pr

    label, score = rows(1000 * size)
    each = (slice(i, i + 1000) for i in range(0, len(label), 1000))
    found = [pr.count_thresholds(label[rows], score[rows]) for rows in each]
    return [part.coarsen(bits=8) for part in found] if cells else found


def parts(size):
    """So many summaries of a thousand rows, pooled by one sort."""
    from prspace import CountsByName

    found = slices(size, cells=False)
    return lambda: CountsByName(range(size), found).pooled()


def added(size):
    """The same in cells of 8 bits, added one after the other."""
    found = slices(size, cells=True)
    return lambda: sum(found)


def array(size):
    """Counts and average precision of arrays of so many rows."""
    import prspace as pr

    label, score = rows(size)
    return lambda: pr.average_precision(pr.count_thresholds(label, score))


def report(size):
    """A report of so many rows as HTML, with intervals and figures."""
    import prspace as pr

    label, score = rows(size)

    def call():
        with tempfile.TemporaryDirectory() as folder:
            pr.save_report(Path(folder) / "report.html", pr.evaluate(label, score))

    return call


TASKS = {
    array: ("rows", (10**6, 10**7, 10**8)),
    models: ("models", (10**3, 10**4, 10**5)),
    groups: ("groups", (10**3, 10**4, 10**5)),
    classes: ("classes", (10**2, 10**3, 10**4)),
    predictions: ("classes", (10**2, 10**3, 10**4)),
    thresholds: ("distinct scores", (10**4, 10**5, 10**6)),
    parts: ("parts", (10, 100, 1000)),
    added: ("parts", (10, 100, 1000)),
    report: ("rows", (10**4, 10**5, 10**6)),
}


def measure(task, size):
    """One row of the table: the call is made once on small input first, so that imports do not count."""
    task(min(TASKS[task][1][0], 1000))()
    call = task(size)
    before = status("VmRSS")
    seconds = cpu(call)
    return (
        task.__name__,
        TASKS[task][0],
        size,
        f"{seconds:.3g}",
        f"{(status('VmHWM') - before) / 1e6:.3g}",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", nargs="?", choices=[task.__name__ for task in TASKS])
    parser.add_argument("size", nargs="?", type=int)
    options = parser.parse_args()
    if options.task:
        task = next(task for task in TASKS if task.__name__ == options.task)
        csv.writer(sys.stdout).writerow(measure(task, options.size))
        return
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(FIELDS)
    for task, (_, sizes) in TASKS.items():
        for size in sizes:
            command = [sys.executable, "-m", "benchmarks.load", task.__name__, str(size)]
            line = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            print(line.strip(), file=sys.stderr)
            text.write(line.replace("\r", ""))
    RESULT.write_text(text.getvalue())


if __name__ == "__main__":
    main()
