"""Bytes that grow by coverage (atheris) where bytes come in: files, JSON rows, words of a command.

    python -m tests.attacks.guided --seconds 60          all targets, one after the other
    python -m tests.attacks.guided --target npz --seconds 600

All targets together rewrite benchmarks/results/guided.csv. What is found new is kept in _build/fuzz;
the small corpus that is committed is tests/attacks/corpus.
Without atheris, `python -m tests.attacks.guided --replay` runs the committed corpus only.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from tests.attacks.tally import Tally, Wrong, own_line, write

CORPUS = Path(__file__).parent / "corpus"
ROOT = Path(__file__).parents[2]
FIELDS = ("door", "inputs", "answered", "refused", "faults")


def npz(data, folder):
    """Stored counts: what is loaded was saved, or could be."""
    import prspace as pr

    path = folder / "x.npz"
    path.write_bytes(data)

    def check(counts):
        pr.save_counts(counts, folder / "y.npz")
        if pr.load_counts(folder / "y.npz") != counts:
            raise Wrong("what was loaded does not come back")

    return lambda: pr.load_counts(path), check


def alink(data, folder):
    """A JSON row beside another: probabilities as json reads them, else refused."""
    from prspace.compat.alink import evaluate_binary

    text = data.decode("utf-8", "replace")
    rows = [("a", text), ("b", '{"a": 0.25, "b": 0.75}')]

    def check(_):
        given = json.loads(text)
        if not abs(sum(float(x) for x in given.values()) - 1) < 0.011:
            raise Wrong("probabilities that do not add up to 1")

    return lambda: evaluate_binary(rows, version="1.6.1"), check


def csv(data, folder):
    """A CSV file: two readers that both answer agree."""
    import numpy as np

    import prspace as pr

    path = folder / "x.csv"
    path.write_bytes(data)

    def check(columns):
        y, s = columns["y"], columns["s"]
        if not len(y) or np.isnan(y).any() or np.isnan(s).any() or not set(y) <= {0, 1}:
            return
        want = pr.count_thresholds(y, s)
        try:
            found = pr.count_files(path, y_true="y", y_score="s", bits=None, engine="polars")
        except ValueError:
            return  # stricter about line ends and quotes
        if found != want:
            raise Wrong("Polars counts other rows")

    return lambda: pr.read_columns(path, numbers=["y", "s"]), check


def words(data, folder):
    """Words of a command line, apart by NUL."""
    from prspace.cli import main

    line = [x for x in data.decode("utf-8", "replace").split("\0") if x][:8]
    out, err = io.StringIO(), io.StringIO()

    def call():
        if "--html" in " ".join(line) or "--decide" in line:
            return 0  # writes a file of the fuzzer's choice; takes minutes
        with redirect_stdout(out), redirect_stderr(err):
            return main(["feasible", "--pos", "5", "--neg", "7", *line])

    def check(code):
        if code not in (0, 1, 2) or "Traceback" in err.getvalue():
            raise Wrong(f"exit code {code}: {err.getvalue()[:80]}")
        if code == 2 and not own_line(err.getvalue()):
            raise Wrong(f"no sentence: {err.getvalue()[:80]}")

    return call, check


TARGETS = {"npz": npz, "alink": alink, "csv": csv, "words": words}


def replay(name, folder):
    """A Tally of the committed corpus of one target."""
    tally = Tally(name)
    for path in sorted((CORPUS / name).glob("*")):
        call, check = TARGETS[name](path.read_bytes(), folder)
        tally.run(path.name, call, check)
    return tally


def guided(name, seconds):
    """Run atheris on one target; never returns."""
    import atheris

    with atheris.instrument_imports(include=["prspace"]):
        import prspace.adapters.columns
        import prspace.adapters.file_format
        import prspace.adapters.files
        import prspace.adapters.store
        import prspace.cli
        import prspace.compat.alink
        import prspace.feasibility  # noqa: F401
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    grown = ROOT / "_build" / "fuzz" / name
    grown.mkdir(parents=True, exist_ok=True)
    (grown.parent / f"{name}.json").unlink(missing_ok=True)

    tally, end = Tally(name), time.monotonic() + seconds

    def one(data):
        # the fuzzer's own clock and counts are lost where a target sets the alarm, or starts threads
        if tally.faults or time.monotonic() > end:
            tally.report(sys.stderr)
            (grown.parent / f"{name}.json").write_text(json.dumps(tally.row()), encoding="utf-8")
            sys.stderr.flush()
            os._exit(bool(tally.faults))
        tally.run(data, *TARGETS[name](data, folder))

    options = ["-max_len=2048", "-timeout=600", "-rss_limit_mb=3000", "-print_final_stats=0",
               f"-artifact_prefix={grown}/", str(grown), str(CORPUS / name)]  # fmt: skip
    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


def main(args=None):
    """Replay, or run each target in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", choices=list(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--replay", action="store_true")
    options = parser.parse_args(args)
    names = [options.target] if options.target else list(TARGETS)
    if options.replay:
        bad = 0
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                tally = replay(name, Path(folder))
                tally.report()
                bad += sum(tally.faults.values())
        return int(bad > 0)
    if options.target:
        guided(options.target, options.seconds)
    call = [
        sys.executable,
        "-m",
        "tests.attacks.guided",
        "--seconds",
        str(options.seconds),
        "--target",
    ]
    codes = [subprocess.run([*call, name], check=False).returncode for name in names]
    found = [ROOT / "_build" / "fuzz" / f"{name}.json" for name in names]
    rows = [json.loads(path.read_text(encoding="utf-8")) for path in found if path.exists()]
    if not any(codes) and len(rows) == len(names):
        write("guided.csv", FIELDS, rows)
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
