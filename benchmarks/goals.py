"""The project's goals for speed, beside what a run reached."""

from benchmarks.table import RESULTS, index, line, read, size

# task, kind, n: least and hoped-for ratio to scikit-learn, most sorts
GOALS = {
    ("auc", "cont", 10**6): (22, 32, 2.2),
    ("auc", "cont", 10**7): (22, 35, 2.2),
    ("ap", "cont", 10**6): (14, 22, 2.5),
    ("ap", "cont", 10**7): (18, 26, 2.5),
    ("auc_ap", "cont", 10**6): (35, 50, 2.6),
    ("auc_ap", "cont", 10**7): (38, 55, 2.6),
    ("curve", "cont", 10**6): (11, 16, 2.5),
    ("curve", "cont", 10**7): (13, 20, 2.5),
    ("nine", "cont", 10**6): (40, 65, 3.2),
    ("nine", "cont", 10**7): (50, 70, 3.2),
    ("auc_ap", "rare", 10**6): (45, 60, 1.8),
    ("auc_ap", "rare", 10**7): (45, 60, 1.8),
    ("auc_ap", "sorted", 10**6): (30, 45, 1.3),
    ("auc_ap", "sorted", 10**7): (40, 55, 1.3),
    ("auc_ap", "f32", 10**6): (31, 50, 5.3),
    ("auc_ap", "f32", 10**7): (28, 50, 5.3),
    ("auc_ap", "weighted", 10**6): (8.5, 14, 10),
    ("bootstrap", "cont", 10**5): (35, 50, 2.2 * 2_000),
    ("bootstrap", "tied", 10**5): (180, 300, None),
    ("bootstrap", "percent", 10**5): (180, 300, None),
    ("auc_ap", "cont", 10**3): (50, 80, None),
}
BYTES = {"auc_ap": 12, "curve": 16}
IMPORT = 1.4


def verdict(value, least, hoped):
    """Where a ratio stands."""
    return "hoped for" if value >= hoped else "reached" if value >= least else "missed"


def markdown(folder=RESULTS, engine="numpy"):
    """One line a goal; ratios bind where numpy dispatches AVX-512, sorts everywhere."""
    rows = index(folder, engine)
    heads = ("goal", "rows", "ratio", "goal / hope", "", "sorts", "goal", "")
    lines = [line(heads), line(["---"] * len(heads))]
    for (task, kind, n), (least, hoped, most) in GOALS.items():
        row = rows.get((task, kind, n, "prspace"))
        if row is None:
            lines.append(line((f"{task} {kind}", size(n), "not run", "", "", "", "", "")))
            continue
        ratio, sorts = float(row["ratio"]), float(row["sorts"])
        own = ("", "") if most is None else (f"{most:g}", "missed" if sorts > most else "reached")
        found = verdict(ratio, least, hoped)
        cells = (f"{task} {kind}", size(n), f"{ratio:.3g}", f"{least:g} / {hoped:g}", found)
        lines.append(line((*cells, f"{sorts:.3g}", *own)))
    for row in read(folder, "growth"):
        if (row["tool"], row["engine"]) == ("prspace", engine) and row["bytes_per_row"] != "nan":
            held, most = float(row["bytes_per_row"]), BYTES[row["task"]]
            own = f"{held:g} B", f"{most} B", "missed" if held > most else "reached"
            lines.append(line((f"memory {row['task']}", size(int(row["n"])), "", "", "", *own)))
    for row in read(folder, "import"):
        if row["package"] == "prspace":
            ratio = float(row["ratio"])
            own = f"{ratio:.3g}", f"{IMPORT}", "missed" if ratio > IMPORT else "reached"
            lines.append(line(("import, in numpy's", "", "", "", "", *own)))
    return "\n".join(lines)


if __name__ == "__main__":
    print(markdown())
