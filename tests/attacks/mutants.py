"""Run the mutants of tests/attacks/mutate.py against fast subsets of the tests; mutants.csv.

A mutant of a function's body runs in a fork of a process that has collected the tests: every living
function with that code gets the mutated code, and only tests that call it run, those that killed
most before first. A mutant of what runs at import (a decorator, a default, a row of a table), or
one that survived though its function is called at import, runs in a fork of a process that has not
imported the package, which then imports it with the mutated source. A mutant is killed by a test
that fails, by an error at import, or by a time-out. What survives meets more and slower tests.
Each result is written at once to _build/mutants/MODULE.results.jsonl, so that a run which was
stopped goes on where it was.
"""

import argparse
import builtins
import contextlib
import csv
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import time
import warnings
from bisect import bisect
from collections import Counter, defaultdict
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest
from _pytest.config import parse_warning_filter

from tests.attacks import tally

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "_build" / "mutants"
RESULTS = ROOT / "benchmarks" / "results"
SEED = 10
COUNTS = (
    "test_counts test_counts_words test_counts_at test_counts_kinds test_counts_labels test_counts_missing "
    "test_counts_scores test_counts_weights test_counts_bins"
)
SUBSETS = {
    "rates": "test_rates contract/test_undefined contract/test_label_swap",
    **dict.fromkeys(("inputs", "amounts", "count_tables", "counts"), COUNTS),
    "areas": "test_areas test_area_columns contract/test_missed contract/test_normalized",
    "points": "test_points contract/test_point_rows",
    "bounds": "test_bounds",
    "theory/record": "test_record",
}
IN_FUNCTION = 2  # a flag of codes that have locals of their own, as those of modules have not
# what survived meets these as well, and slower tests
WIDER = {
    "rates": "contract/test_oracle test_confusion",
    **dict.fromkeys(
        ("inputs", "amounts", "count_tables", "counts"),
        "contract/test_merge contract/test_item_order contract/test_copies test_float_weights test_cells test_doors",
    ),
    "areas": "contract/test_oracle contract/test_expected contract/test_area_bounds "
    "contract/test_constant_score contract/test_exact_is_float test_minima",
    "points": "contract/test_missed contract/test_undefined",
    "bounds": "contract/test_tie_bounds contract/test_expected contract/test_missed",
    "theory/record": "test_theorems",
}
WIDE = 10  # times as slow
BUDGET = 5  # seconds of processor time, under a tracer, for one mutant
SLOW = 0.4  # seconds of processor time of a test that stays out of a subset
LIMIT = 10  # seconds of processor time that one mutant may take, beyond those of its tests
LATE = (signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL)
MEMORY = 4 << 30
QUIET = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no"]


class CosmicRayTestingException(Exception):
    """What a mutated handler catches: nothing that is raised."""


def files(module, wide):
    """The files of a subset."""
    names = SUBSETS[module] + (f" {WIDER[module]}" if wide else "")
    return [str(ROOT / "tests" / f"{name}.py") for name in names.split()]


def calls_file(module, wide):
    """Where it is kept which test calls what."""
    return BUILD / f"{Path(module).name}.calls{'.wide' * wide}.json"


def source_of(module):
    """Path and text of a module."""
    path = ROOT / "prspace" / f"{module}.py"
    return path, path.read_text(encoding="utf-8")


def mutated(source, row):
    """The text of a mutant."""
    return source[: row["start"]] + row["text"] + source[row["stop"] :]


def compiled(source, path):
    """The code of a module, silently."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(source, str(path), "exec", dont_inherit=True)


def inner(code):
    """Codes of the functions and classes right inside."""
    return [c for c in code.co_consts if isinstance(c, CodeType)]


def own(code):
    """What a code does, without the codes inside."""
    consts = [(type(c).__name__, repr(c)) for c in code.co_consts if not isinstance(c, CodeType)]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, consts, names, code.co_flags, len(inner(code))


def changed(old, new):
    """Pairs of differing codes from the outside in, each with whether the difference is its own."""
    if old == new:
        return
    itself = own(old) != own(new)
    yield old, new, itself
    if len(inner(old)) == len(inner(new)):
        for pair in zip(inner(old), inner(new), strict=True):
            yield from changed(*pair)


def name_of(code):
    """A stable name of a code within its module."""
    return f"{code.co_qualname}:{code.co_firstlineno}"


class Log:
    """The results of one module, in a file that only grows."""

    def __init__(self, module):
        self.path = BUILD / f"{Path(module).name}.results.jsonl"
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.rows = {row["key"]: row for row in map(json.loads, lines)}

    def left(self, rows, again):
        """Those that were never run, or also those that survived."""
        done = {
            k for k, found in self.rows.items() if not (again and found["verdict"] == "survived")
        }
        return [row for row in rows if row["key"] not in done]

    def add(self, row, verdict, by, kind):
        """Write one result."""
        found = {"key": row["key"], "verdict": verdict, "by": by, "path": kind}
        self.rows[row["key"]] = found
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")


def forked(work, seconds):
    """What a forked child says on a pipe; "timeout" if it is not ready in time, "crash" if it dies."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        said = "crash"
        try:
            said = work()
        except BaseException as error:
            said = f"error {type(error).__name__}: {error}"[:200]
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    end = time.monotonic() + 12 * seconds  # on a busy machine
    os.set_blocking(read, False)
    said = b""
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            status = signal.SIGXCPU
            break
        time.sleep(0.005)
    with contextlib.suppress(BlockingIOError):
        said = os.read(read, 1000)
    os.close(read)
    if said:
        return said.decode(errors="replace")
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in LATE
    return "timeout" if late else "crash"


def judged(said):
    """Verdict and killer of what a child said."""
    if said == "survived":
        return "survived", ""
    return ("timeout", "") if said == "timeout" else ("killed", said)


class Warm:
    """A pytest plugin that runs mutants in place of the tests."""

    def __init__(self, module, rows, log, deadline, wide):
        self.module, self.rows, self.log, self.deadline = module, rows, log, deadline
        self.wide = wide
        self.path, self.source = source_of(module)
        self.kills = Counter()
        for found in log.rows.values():
            self.kills[found["by"]] += 1

    def pytest_runtestloop(self, session):
        """Learn which test calls what, then run every mutant."""
        self.items = {item.nodeid: item for item in session.items}
        calls, seconds = self.learn()
        self.seconds = seconds
        functions = defaultdict(list)
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename == str(self.path):
                functions[thing.__code__].append(thing)
        code = compiled(self.source, self.path)
        gc.collect()
        gc.freeze()
        for row in self.rows:
            if time.monotonic() > self.deadline:
                break
            pairs = list(changed(code, compiled(mutated(self.source, row), self.path)))
            own = [old for old, _, itself in pairs if itself]
            names = {name_of(old) for old in own}
            if not all(old.co_flags & IN_FUNCTION for old in own):
                self.log.add(row, "late", "", "swapped")
                continue
            tests = [t for t in seconds if names & calls[t]]
            tests.sort(key=lambda t: (-self.kills[t] // 3, seconds[t]))
            if not self.wide:  # the cheapest ones, up to a budget
                spent = list(accumulate(seconds[t] for t in tests))
                tests = tests[: bisect(spent, BUDGET)]
            swaps = [(f, new) for old, new, _ in pairs for f in functions[old]]
            need = sum(seconds[t] for t in tests)
            verdict, by = judged(forked(partial(self.run, swaps, tests), LIMIT + 2 * need))
            if verdict == "survived" and self.wide and names & calls["import"]:
                self.log.add(row, "late", "", "swapped")
                continue
            self.kills[by] += 1
            self.log.add(row, verdict, by, "swapped")
        return True

    def learn(self):
        """Which codes each test calls, and its seconds; kept as long as module and tests are."""
        texts = [self.source, *(Path(f).read_text() for f in files(self.module, self.wide))]
        stamp = hashlib.sha256("".join(texts).encode()).hexdigest()
        kept = calls_file(self.module, self.wide)
        if kept.exists() and (stored := json.loads(kept.read_text()))["stamp"] == stamp:
            calls = {k: set(v) for k, v in stored["calls"].items()}
            return calls, stored["seconds"]
        calls, seconds = {"import": set(IMPORTED)}, {}
        for nodeid, item in self.items.items():
            seen, start = set(), time.process_time()
            sys.settrace(partial(note_code, seen))
            try:
                error = error_of(item)
            finally:
                sys.settrace(None)
            took = time.process_time() - start
            if error is not None:
                raise SystemExit(f"{nodeid} fails without a mutant: {error!r}")
            calls[nodeid] = {name_of(c) for c in seen if c.co_filename == str(self.path)}
            if took <= SLOW * (WIDE if self.wide else 1):
                seconds[nodeid] = took
        rows = {k: sorted(v) for k, v in calls.items()}
        kept.write_text(json.dumps({"stamp": stamp, "calls": rows, "seconds": seconds}))
        return calls, seconds

    def run(self, swaps, tests):
        """Run tests with the mutated codes until one fails; its name."""
        gc.disable()
        for function, code in swaps:
            function.__code__ = code
        for nodeid in tests:
            signal.setitimer(signal.ITIMER_PROF, 2 + 3 * self.seconds[nodeid])
            if error_of(self.items[nodeid]) is not None:
                return nodeid
        return "survived"


def error_of(item):
    """What one test raises, or None; without pytest's report, whose making takes long."""
    state = item.session._setupstate
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for mark in item.iter_markers("filterwarnings"):
                for words in mark.args:
                    warnings.filterwarnings(*parse_warning_filter(words, escape=False))
            state.setup(item)
            item.runtest()
    except BaseException as error:
        return error
    finally:
        state.teardown_exact(None)
    return None


IMPORTED = set()  # names of codes that run while the package is imported


def note_import(module):
    """Import the package and note which of the module's codes run meanwhile."""
    path, seen = str(source_of(module)[0]), set()
    sys.settrace(lambda frame, *_: seen.add(frame.f_code))
    import prspace

    for name in ("prspace", "prspace.points", "prspace.bounds", "prspace.theory.record"):
        importlib.import_module(name)
    sys.settrace(None)
    assert prspace.__file__.startswith(str(ROOT))
    IMPORTED.update(name_of(c) for c in seen if c.co_filename == path)


class Served(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Serves one module from a text."""

    def __init__(self, module, text):
        self.path, self.text = source_of(module)[0], text
        self.name = "prspace." + module.replace("/", ".")

    def find_spec(self, name, path=None, target=None):
        """The module, if it is this one."""
        if name != self.name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self.path))

    def get_filename(self, fullname):
        """Where the text would stand."""
        return str(self.path)

    def get_data(self, path):
        """The text."""
        return self.text.encode()

    def source_to_code(self, data, path="<string>", **_):
        """The code, silently."""
        return compiled(data, self.path)

    def get_code(self, fullname):
        """The code, never a stored one."""
        return compiled(self.text, self.path)


class Fast:
    """A pytest plugin that leaves slow tests out and says which failed."""

    def __init__(self, seconds):
        self.seconds, self.by = seconds, ""

    def pytest_collection_modifyitems(self, items):
        """Only those of the subset."""
        items[:] = [item for item in items if item.nodeid in self.seconds]

    def pytest_runtest_logreport(self, report):
        """Note the first that fails."""
        if report.failed and not self.by:
            self.by = report.nodeid


def note_code(seen, frame, *_):
    """A tracer that keeps what is called, and follows none of its lines."""
    seen.add(frame.f_code)


def imported(module, text, seconds, paths):
    """Run the subset on the package imported with a mutated module."""
    sys.meta_path.insert(0, Served(module, text))
    for path in paths:
        plugin = Fast(seconds)
        code = pytest.main([*QUIET, path], plugins=[plugin])
        if code not in (0, 5):
            return plugin.by or f"import, seen by {Path(path).name}"
    return "survived"


def warm_run(module, rows, log, deadline, wide):
    """In a fork: the package imported, the mutants of functions run; the others are noted as late."""
    pid = os.fork()
    if not pid:
        note_import(module)
        plugin = Warm(module, rows, log, deadline, wide)
        code = pytest.main([*QUIET, *files(module, wide)], plugins=[plugin])
        os._exit(int(code))
    _, status = os.waitpid(pid, 0)
    if status:
        raise SystemExit(f"the tests of {module} cannot be run: status {status}")


def run_swapped(module, most, minutes, again, wide):
    """Run what is left of a module's mutants, in an order drawn with a seed."""
    log = Log(module)
    rows = log.left(made(module)[: most or None], again or wide)
    if rows:
        warm_run(module, rows, log, time.monotonic() + 60 * minutes, wide)


def run_imported(module, minutes, wide):
    """Run those that need the package imported anew."""
    log, deadline = Log(module), time.monotonic() + 60 * minutes
    verdicts = {key: found["verdict"] for key, found in log.rows.items()}
    rows = [row for row in made(module) if verdicts.get(row["key"]) == "late"]
    if not rows:
        return
    seconds = json.loads(calls_file(module, wide).read_text())["seconds"]
    source, paths, kills = source_of(module)[1], files(module, wide), Counter()
    need = sum(seconds.values())
    for row in rows:
        if time.monotonic() > deadline:
            break
        paths.sort(key=lambda p: -kills[Path(p).name])
        work = partial(imported, module, mutated(source, row), seconds, paths)
        verdict, by = judged(forked(work, LIMIT + 2 * need))
        kills.update(name for name in (Path(p).name for p in paths) if name in by)
        log.add(row, verdict, by, "imported")


def made(module):
    """The mutants of a module, in an order drawn with a seed."""
    kept = BUILD / "made.json"
    sources = json.loads(kept.read_text()) if kept.exists() else {}
    if sources.get(module) != hashlib.sha256(source_of(module)[0].read_bytes()).hexdigest():
        raise SystemExit(f"{module} has changed since its mutants were made: run make mutants")
    path = BUILD / f"{Path(module).name}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    random.Random(SEED).shuffle(rows)
    return rows


FIELDS = (
    "module",
    "made",
    "mutants",
    "killed",
    "timeout",
    "survived",
    "equivalent",
    "waiting",
    "score",
)
SURVIVOR = ("module", "function", "operator", "before", "after", "kind", "reason")


def report():
    """Write mutants.csv and mutants_survivors.csv; reasons are written by hand and stay."""
    path = RESULTS / "mutants_survivors.csv"
    reasons = {}
    if path.exists():
        with open(path, encoding="utf-8", newline="") as file:
            reasons = {tuple(r[f] for f in SURVIVOR[:5]): r for r in csv.DictReader(file)}
    table, survivors = [], []
    for module in SUBSETS:
        rows, log = made(module), Log(module)
        ran = [log.rows[row["key"]]["verdict"] for row in rows if row["key"] in log.rows]
        found = Counter(verdict for verdict in ran if verdict != "late")
        mine = []
        for row in rows:
            if log.rows.get(row["key"], {"verdict": ""})["verdict"] == "survived":
                lines = (
                    f"`{row[f]}`" for f in ("before", "after")
                )  # a cell that begins with @ is a formula
                key = module, row["function"], row["operator"], *lines
                known = reasons.get(key, {"kind": "", "reason": ""})
                mine.append(
                    dict(zip(SURVIVOR, (*key, known["kind"], known["reason"]), strict=True))
                )
        survivors += sorted(mine, key=lambda r: [r[f] for f in SURVIVOR])
        same, tried = sum(r["kind"] == "equivalent" for r in mine), sum(found.values())
        killed = found["killed"] + found["timeout"]
        table.append([module, len(rows), tried, killed, found["timeout"], len(mine) - same, same,
                      ran.count("late"),
                      f"{killed / max(1, tried - same):.4f}"])  # fmt: skip
    tally.write("mutants.csv", FIELDS, [dict(zip(FIELDS, row, strict=True)) for row in table])
    tally.write(path.name, SURVIVOR, survivors)


def main():
    """Run the mutants of the modules named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="*", default=list(SUBSETS))
    parser.add_argument("--most", type=int, default=0, help="so many mutants of each module")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop a module after these")
    parser.add_argument("--again", action="store_true", help="run survivors once more")
    parser.add_argument(
        "--wide", action="store_true", help="the same, against more and slower tests"
    )
    parser.add_argument("--report", action="store_true", help="only write the two tables")
    args = parser.parse_args()
    if args.report:
        report()
        return
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    builtins.CosmicRayTestingException = CosmicRayTestingException
    sys.path.insert(0, str(ROOT))
    warm = "numpy sympy hypothesis.strategies scipy.stats mpmath sklearn.metrics"
    for name in warm.split():
        importlib.import_module(name)
    from tests import strategies

    if "prspace" in sys.modules:
        raise SystemExit("a mutant must be there before the package is imported, which it is")

    # a failing example is enough, making it small takes long; a tracer is slow, which is no fault
    strategies.checked = hypothesis.settings(
        strategies.checked,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    for module in args.modules:
        run_swapped(module, args.most, args.minutes, args.again, args.wide)
    for module in args.modules:
        run_imported(module, args.minutes, args.wide)
        found = Counter(row["verdict"] for row in Log(module).rows.values())
        print(f"{module}: {dict(found)}", file=sys.stderr)
    report()


if __name__ == "__main__":
    main()
