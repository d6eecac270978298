"""Kill writers, fill disks, damage files: what is lost, half-written, wrong or unnamed; faults.csv.

`python -m tests.attacks.faults` fails unless every number is zero. `--break` makes writers write
in place, as everybody does, which shows that the faults would be found.
"""

import argparse
import csv
import itertools
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import prspace as pr
from prspace import whole_files
from prspace.adapters.store import PartStore, load_counts, save_counts
from prspace.adapters.stream import count_stream, read_stream
from prspace.plots import save_table
from prspace.report import save_report
from prspace.whole_files import write_whole

ROOT = Path(__file__).parents[2]
FIELDS = ("what", "tries", "lost", "unreadable", "doubled", "unnamed")
NOBODY = 65534


def counts_of(k, size=3000):
    "Counts whose first threshold tells which version they are."
    score = np.r_[k + 2.0, np.arange(1, size) / size]
    return pr.ThresholdCounts.from_counts(score, np.ones(size, int), np.ones(size, int))


REPORT = pr.evaluate([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
FILLER = "x" * 300_000


def write_parquet(folder, k):
    save_counts(counts_of(k), folder / "x.parquet", source=str(k))


def write_npz(folder, k):
    save_counts(counts_of(k), folder / "x.npz", source=str(k))


def write_report(folder, k):
    save_report(folder / "x.html", REPORT, title=f"version {k} {FILLER}")


def write_figure(folder, k):
    "A curve that is drawn, into an SVG and a PDF."
    drawn = pr.plot_pr(REPORT.counts)
    drawn.ax.set_title(f"version {k} of a figure")
    pr.save(drawn, folder / "x")
    drawn.ax.figure.clear()


def write_page(folder, k):
    "The figures of two reports and the page around them."
    both = pr.evaluate_each({"a": REPORT.counts, "b": counts_of(k, 40)})
    save_report(folder / "x.html", both, title=f"version {k} {FILLER}")


def write_picture(folder, k):
    "What `save` does with a figure, without the time that drawing takes."
    write_whole(folder / "x.svg", f"<svg>version {k} {FILLER}</svg>")


def write_columns(folder, k):
    save_table({"x": np.full(20_000, float(k))}, folder / "x")


def read_counts(name):
    def version(folder):
        found = load_counts(folder / name)
        k = int(found.threshold[0]) - 2
        if found != counts_of(k):
            raise ValueError("other counts")
        return k

    return version


def read_text(name, last):
    def version(folder):
        text = (folder / name).read_text(encoding="utf-8").strip()
        if not text.endswith(last) or FILLER not in text:
            raise ValueError("cut short")
        return int(text.partition("version ")[2].split()[0])

    return version


def read_figure(folder):
    "The version of an SVG, whole as its PDF is."
    text = (folder / "x.svg").read_text(encoding="utf-8").strip()
    page = (folder / "x.pdf").read_bytes().strip()
    if not text.endswith("</svg>") or not (page.startswith(b"%PDF") and page.endswith(b"%%EOF")):
        raise ValueError("cut short")
    return int(text.partition("version ")[2].split()[0])


def read_column(folder):
    lines = (folder / "x.csv").read_text(encoding="utf-8").split()
    if len(lines) != 20_001 or len(set(lines[1:])) != 1:
        raise ValueError("cut short")
    return int(lines[1])


# what is written again and again: its writer, its reader
FILES = {
    "save_counts, parquet": (write_parquet, read_counts("x.parquet")),
    "save_counts, npz": (write_npz, read_counts("x.npz")),
    "save_report": (write_report, read_text("x.html", "</html>")),
    "figure": (write_picture, read_text("x.svg", "</svg>")),
    "table of a figure": (write_columns, read_column),
}
# what is drawn anew each time: its writer, its reader, and how long a version may take
DRAWN = {
    "figure that is drawn": (write_figure, read_figure, 1.0),
    "report that is drawn": (write_page, read_text("x.html", "</html>"), 1.5),
}
ALL = FILES | {what: pair for what, (*pair, _) in DRAWN.items()}


@contextmanager
def plain_write(path, lost, publish=None):
    "What everybody does: open and write."
    with open(path, "wb") as file:
        yield file


def break_writers():
    "Give all writers the usual fault."
    from prspace.adapters import store

    whole_files._in_place_of = store._in_place_of = plain_write


# Kills


def writer(what, broken):
    "Write versions one after the other, telling of each that it is written."
    if broken:
        break_writers()
    folder = Path(sys.stdin.readline().rstrip("\n"))
    if what in STREAMS:
        stream(folder, what)
    write, k = ALL[what][0], 1
    while True:
        write(folder, k)
        os.write(1, b"%d\n" % k)
        k += 1


def start(what, broken):
    call = [sys.executable, "-m", "tests.attacks.faults", "--writer", what]
    call += ["--break"] if broken else []
    pipe = subprocess.PIPE
    return subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)


def killed(what, kills, chance, broken=False):
    "A row of the table: versions lost and files unreadable when a writer is killed."
    lost = unreadable = 0
    ready = [start(what, broken) for _ in range(min(2, kills))]
    with tempfile.TemporaryDirectory() as place:
        for i in range(kills):
            folder = Path(place) / str(i)
            folder.mkdir()
            ALL[what][0](folder, 0)
            process = ready.pop(0)
            if i + 2 < kills:
                ready.append(start(what, broken))
            process.stdin.write(f"{folder}\n".encode())
            process.stdin.flush()
            lines = chance.randint(1, 1 if what in DRAWN else 3)
            seen = b"".join(process.stdout.readline() for _ in range(lines))
            time.sleep(chance.uniform(0, DRAWN[what][2] if what in DRAWN else 0.03))
            process.kill()
            out, errors = process.communicate()
            if process.returncode != -signal.SIGKILL:
                raise SystemExit(f"the writer of {what} failed by itself:\n{errors.decode()}")
            told = [int(line) for line in (seen + out).splitlines()]
            try:
                found = ALL[what][1](folder)
                lost += not max(told) <= found <= max(told) + 1
            except (ValueError, OSError, IndexError):
                unreadable += 1
            ALL[what][0](folder, 0)  # the next writer takes away what the dead one left
            lost += len([p for p in folder.iterdir() if p.name.startswith(".prspace-")])
    return {"what": f"{what}: SIGKILL", "tries": kills, "lost": lost, "unreadable": unreadable}


# A stream, in Python

STREAMS = {f"count_stream into a PartStore, {x[1:]}": x for x in (".parquet", ".npz")}


def batch_of(k):
    "One positive at a score of its own, and negatives that all batches share."
    label = np.r_[1, np.zeros(400, int)]
    score = np.r_[k + 2.0, np.arange(1, 401) / 7919]
    return {"y": label, "s": score, "t": np.full(401, k // 4)}


def records(store, batches):
    "The records of a stream that keeps its newest windows, and compacts every few batches."
    names = {"y_true": "y", "y_score": "s", "time": "t", "window": 1, "bits": None}
    return count_stream(batches, store=store, keep=3, compact_every=5, **names)


def stream(folder, what):
    "Count batch after batch, from the first on, telling of each that it is counted."
    store = PartStore(folder, suffix=STREAMS[what])
    for record in records(store, map(batch_of, itertools.count())):
        if record.tag == "all":
            os.write(1, b"%d\n" % record.batch)


def killed_stream(what, kills, chance, broken=False):
    "A row of the table: batches lost and doubled when a stream is killed and started again."
    row = {"what": f"{what}: SIGKILL", "tries": kills, "lost": 0, "unreadable": 0, "doubled": 0}
    with tempfile.TemporaryDirectory() as folder:
        last = -1
        for _ in range(kills):
            process = start(what, broken)
            process.stdin.write(f"{folder}\n".encode())
            process.stdin.flush()
            seen = b"".join(process.stdout.readline() for _ in range(chance.randint(2, 9)))
            time.sleep(chance.uniform(0, 0.05))
            process.kill()
            out, errors = process.communicate()
            if process.returncode != -signal.SIGKILL:
                raise SystemExit(f"the stream failed by itself:\n{errors.decode()}")
            last = max(last, *map(int, (seen + out).split()))
            try:
                last = look(PartStore(folder, suffix=STREAMS[what]), last, row)
            except ValueError:
                row["unreadable"] += 1
                return row
        store = PartStore(folder, suffix=STREAMS[what])
        list(records(store, [batch_of(k) for k in range(last + 3)]))
        row["lost"] += look(store, last + 2, row) != last + 2
        row["lost"] += len(list(Path(folder).glob(".prspace-*")))
    return row


def look(store, last, row):
    "The last batch of a store, what it lacks and has twice added to the row."
    found = read_stream(store)
    items = dict(zip(found.total.threshold.tolist(), found.total.pos.tolist(), strict=True))
    batches = {int(t) - 2: n for t, n in items.items() if t >= 2}
    row["lost"] += len(set(range(last + 1)) - batches.keys())
    beyond = batches.keys() - set(range(last + 2))
    shared = set(found.total.neg[found.total.threshold < 1].tolist()) - {len(batches)}
    row["doubled"] += sum(n > 1 for n in batches.values()) + len(beyond) + len(shared)
    newest = dict(found.windows.items())
    row["lost"] += any(
        c.n_pos != sum(k // 4 == start for k in batches) for start, c in newest.items()
    )
    return found.last_batch


# Trouble with the disk


@contextmanager
def small_files(most):
    "No file may grow beyond so many bytes, as on a full disk; works for everybody."
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, kept[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
        signal.signal(signal.SIGXFSZ, ignored)


@contextmanager
def full_disk(folder):
    "A disk of a megabyte, mounted on a folder; None where none can be mounted."
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True
        ).returncode
    )
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", folder], check=True, capture_output=True)


@contextmanager
def somebody_else():
    "Not root, for whom permissions do not count."
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)


def refused(what, folder, trouble, name):
    "Whether an error was raised that names the file, and what stood there is still whole."
    write, read = FILES[what]
    row = {"lost": 0, "unreadable": 0, "unnamed": 0}
    try:
        with trouble:
            write(folder, 1)
        row["unnamed"] += 1  # no error at all
    except (OSError, ValueError) as error:
        row["unnamed"] += name not in str(error) or ".prspace-" in str(error)
    try:
        row["lost"] += read(folder) != 0
    except (ValueError, OSError, IndexError):
        row["unreadable"] += 1
    row["lost"] += len([p for p in folder.iterdir() if p.name.startswith(".prspace-")])
    return row


def name_of(folder):
    return next(p.name for p in folder.iterdir())


def troubles(what, shares=(0, 0.001, 0.1, 0.5, 0.9)):
    "Rows of the table: a full disk, by a limit and by a small one; a folder that is read-only."
    rows = []

    def add(trouble, found):
        row = {"what": f"{what}: {trouble}", "tries": len(found)}
        rows.append(row | {k: sum(f[k] for f in found) for k in ("lost", "unreadable", "unnamed")})

    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        limited, locked, disk = (Path(place) / name for name in ("limited", "locked", "disk"))
        for folder in (limited, locked, disk):
            folder.mkdir()
        FILES[what][0](limited, 0)
        name = name_of(limited)
        sizes = [int(share * (limited / name).stat().st_size) for share in shares]
        add("file size limit", [refused(what, limited, small_files(n), name) for n in sizes])
        FILES[what][0](locked, 0)
        locked.chmod(0o555)
        add("read-only folder", [refused(what, locked, somebody_else(), name)])
        locked.chmod(0o755)
        with full_disk(disk) as mounted:
            if mounted:
                FILES[what][0](disk, 0)
                free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
                (disk / "ballast").write_bytes(b"x" * free)
                add("full disk", [refused(what, disk, small_files(2**40), name)])
    return rows


# Damage


def outcome(path, true):
    "Whether a damaged file is refused with its name, gives what was saved, or something else."
    try:
        return "right" if load_counts(path) == true else "wrong"
    except (ValueError, OSError) as error:
        return "refused" if path.name in str(error) else "unnamed"


def damaged(ending, lengths=None, flips=None, seed=3):
    "Rows of the table: a file cut at every length, and with bits flipped."
    true, chance = counts_of(5, 40), random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"x{ending}"
        save_counts(true, path)
        whole = path.read_bytes()
        cuts = range(len(whole)) if lengths is None else chance.sample(range(len(whole)), lengths)
        found = []
        for n in cuts:
            path.write_bytes(whole[:n])
            found.append(outcome(path, true))
        yield damage_row(f"{ending[1:]} cut short", found)
        places = range(len(whole)) if flips is None else chance.sample(range(len(whole)), flips)
        found = []
        for n in places:
            path.write_bytes(
                whole[:n] + bytes([whole[n] ^ 1 << chance.randrange(8)]) + whole[n + 1 :]
            )
            found.append(outcome(path, true))
        yield damage_row(f"{ending[1:]} with a flipped bit", found)
        path.write_bytes(whole)
        path.chmod(0)
        os.chmod(place, 0o755)
        with somebody_else():
            found = [outcome(path, true)]
        yield damage_row(f"{ending[1:]} that may not be read", found)


def damage_row(what, found):
    return {"what": what, "tries": len(found), "unreadable": found.count("wrong"),
            "unnamed": found.count("unnamed")}  # fmt: skip


# A store of parts


def store_on_a_full_disk(suffix):
    "Puts and compactions that fail leave all that was told to be there."
    row = {"what": f"PartStore, {suffix[1:]}: file size limit", "tries": 0, "lost": 0,
           "unreadable": 0, "doubled": 0, "unnamed": 0}  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        store, told = PartStore(place, suffix=suffix), 0
        for most in (0, 100, 2000, 9000, 2**40, 5000, 2**40):
            for act in ("put", "compact"):
                row["tries"] += 1
                try:
                    with small_files(most):
                        store.put(told, counts_of(told)) if act == "put" else store.compact()
                    told += act == "put"
                except (OSError, ValueError) as error:
                    row["unnamed"] += place not in str(error) or ".prspace-" in str(error)
                try:
                    total = PartStore(place, suffix=suffix).load()
                except (OSError, ValueError):
                    row["unreadable"] += 1
                    continue
                found = 0 if total is None else int((total.threshold >= 2).sum())
                row["lost"] += found < told
                row["doubled"] += found > told
    return row


def everything(kills, broken, chance):
    "All rows of the table."
    for what in ALL:
        yield killed(what, kills, chance, broken)
    for what in STREAMS:
        yield killed_stream(what, kills, chance, broken)
    if broken:
        return
    for what in FILES:
        yield from troubles(what)
    for ending in (".parquet", ".npz"):
        yield store_on_a_full_disk(ending)
        yield from damaged(ending)


def main():
    "Run as a writer, or attack all of them and store the table."
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=12, help="of each kind of writer")
    parser.add_argument("--break", dest="broken", action="store_true")
    parser.add_argument("--writer", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "faults.csv")
    options = parser.parse_args()
    if options.writer:
        writer(options.writer, options.broken)
    rows = []
    for row in everything(options.kills, options.broken, random.Random(11)):
        rows.append([str(row.get(k, 0)) for k in FIELDS])
        print(*rows[-1], sep="\t", flush=True)
    if not options.broken:
        with options.out.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([FIELDS, *rows])
    return any(int(x) for row in rows for x in row[2:])


if __name__ == "__main__":
    sys.exit(main())
