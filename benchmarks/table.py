"""The results as Markdown: README's table, and how far each goal of the project is reached."""

import csv
import math
import sys
from pathlib import Path

from benchmarks import HERE, RESULTS

PEERS = ("torcheval", "torchmetrics", "polars", "duckdb")
# label, task, kind: the rows of README's table
ROWS = (
    ("AUC", "auc", "cont"),
    ("AP", "ap", "cont"),
    ("AUC + AP", "auc_ap", "cont"),
    ("full curve", "curve", "cont"),
    ("full curve, rates read", "rates", "cont"),
    ("nine metrics", "nine", "cont"),
    ("AUC + AP, logits", "auc_ap", "logit"),
    ("AUC + AP, 1,000 distinct scores", "auc_ap", "tied"),
    ("AUC + AP, positives 1 in 1,000", "auc_ap", "rare"),
    ("AUC + AP, sorted before", "auc_ap", "sorted"),
    ("AUC + AP, float32", "auc_ap", "f32"),
    ("AUC + AP, weighted", "auc_ap", "weighted"),
    ("bootstrap 2,000 × (AP, AUC)", "bootstrap", "cont"),
    ("bootstrap, 1,000 distinct scores", "bootstrap", "tied"),
    ("bootstrap, positives 1 in 100", "bootstrap", "percent"),
)


def read(folder, name):
    """The rows of a result file, as dicts of strings."""
    with (Path(folder) / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def index(folder, engine="numpy"):
    """Rows of speed.csv of the processes with this engine, by task, kind, n and tool."""
    kept = [row for row in read(folder, "speed") if row["engine"] == engine]
    return {(r["task"], r["kind"], int(r["n"]), r["tool"]): r for r in kept}


def seconds(text):
    """A time with its unit, three digits."""
    value = float(text)
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= scale or unit == "µs":
            return f"{float(f'{value / scale:.3g}'):g} {unit}"
    return text


def times(text):
    """A ratio of two digits, or of whole numbers from ten on."""
    value = float(text)
    return f"{value:.0f}×" if value >= 9.5 else f"{value:.1f}×"


def size(n):
    """10⁶ for 1000000."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(math.log10(n))))


def line(cells):
    return "| " + " | ".join(cells) + " |"


def markdown(folder=RESULTS, sizes=(1_000, 1_000_000, 10_000_000)):
    """README's table: prspace's time, in sorts, and how many times slower the others are.

    A bootstrap stands at the size it was run at; its sorts are those of one replicate.
    """
    rows = index(folder)
    heads = ("", "rows", "prspace", "np.sort = 1", "scikit-learn", *PEERS)
    lines = [line(heads), line(["---", *["---:"] * (len(heads) - 1)])]
    for label, task, kind in ROWS:
        for n in (100_000,) if task == "bootstrap" else sizes:
            ours = rows.get((task, kind, n, "prspace"))
            if ours is None or (n < 100_000 and (task, kind) != ("auc_ap", "cont")):
                continue
            sorts = float(ours["sorts"]) / (2_000 if task == "bootstrap" else 1)
            cells = [label, size(n), seconds(ours["seconds"]), f"{float(f'{sorts:.2g}'):g}"]
            for tool in ("scikit-learn", *PEERS):
                other = rows.get((task, kind, n, tool))
                slower = other and float(other["seconds"]) / float(ours["seconds"])
                cells.append(times(slower) if other else "")
            lines.append(line(cells))
    return "\n".join(lines)


def memory(folder=RESULTS):
    """Time and peak extra memory per row, by size."""
    heads = ("", "rows", "prspace", "np.sort", "memory", "scikit-learn", "memory")
    lines = [line(heads), line(["---", *["---:"] * (len(heads) - 1)])]
    found = {
        (r["task"], int(r["n"]), r["tool"]): r
        for r in read(folder, "growth")
        if r["engine"] == "numpy"
    }
    names = {"auc_ap": "AUC + AP", "curve": "full curve"}
    for task, n in sorted({key[:2] for key in found if key[2] == "prspace"}):
        cells = [names[task], size(n)]
        for tool in ("prspace", "scikit-learn"):
            row = found.get((task, n, tool))
            time, own, held = (
                float(row[k]) if row else math.nan
                for k in ("ns_per_row", "sort_ns_per_row", "bytes_per_row")
            )
            cells += [f"{time:.3g} ns"] + [f"{own:.3g} ns"] * (tool == "prspace")
            cells.append("" if math.isnan(held) else f"{held:.3g} B")
        lines.append(line(["" if cell == "nan ns" else cell for cell in cells]))
    return "\n".join(lines)


def machine(folder=RESULTS):
    """One sentence on where the figures come from."""
    found = {row["name"]: row["value"] for row in read(folder, "machine")}
    versions = [f"{k} {v}" for k, v in found.items() if k in ("numpy", "scikit-learn", *PEERS)]
    return (
        f"{found['processor family']}, numpy dispatches {found['numpy dispatch']}, "
        f"Python {found['python']}, {', '.join(versions)}; one thread, CPU time."
    )


def report(folder=RESULTS):
    """All tables of one run."""
    from benchmarks import goals

    heads = ("package", "import", "numpy = 1")
    loads = [line(heads), line(("---", "---:", "---:"))]
    for r in read(folder, "import"):
        loads.append(line((r["package"], seconds(r["seconds"]), f"{float(r['ratio']):.2g}")))
    parts = (machine(folder), markdown(folder), memory(folder), "\n".join(loads))
    return "\n\n".join((*parts, goals.markdown(folder)))


if __name__ == "__main__":
    print(report(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "results"))
