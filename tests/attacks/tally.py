"""What a door did with an input: it answered right, refused in its own words, or has a fault."""

import csv
import importlib.util
import linecache
import re
import signal
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
SECONDS = 30  # of processor time that one input may take, and ten times as many by the clock
LIMITS = (
    (signal.SIGPROF, signal.ITIMER_PROF, SECONDS),
    (signal.SIGALRM, signal.ITIMER_REAL, 10 * SECONDS),
)
# found, not imported: the runner of mutants imports the package once a mutant is in it
PACKAGE = Path(importlib.util.find_spec("prspace").origin).parent


class Hang(BaseException):
    """An input took too long; no ``except Exception`` of the code under attack catches it."""


class Wrong(Exception):
    """An answer that is not the independent one."""


def write(name, fields, rows):
    """Write a table of results."""
    with open(RESULTS / name, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, fields, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def _stop(*_):
    raise Hang


def own_words(error, allowed=(ValueError,)):
    """None if the error is a refusal of this package in whole sentences, else what it is."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    file, line = frames[-1]
    place = f"{Path(file).name}: {linecache.getline(file, line).strip()}"
    text = str(error)
    if not isinstance(error, allowed):
        return f"{type(error).__name__} at {place}"
    if not Path(file).is_relative_to(PACKAGE):
        return f"foreign {type(error).__name__} at {place}"
    if len(text) < 20 or not re.search(r"[.)'\"\]}>]$", text.strip()):
        return f"no sentence: {text[:80]!r} at {place}"
    return None


def own_line(text):
    """True if a message of the command line ends as a sentence does."""
    return text.strip().endswith((".", "?", ")", "--help")) or "Usage" in text


class Tally:
    """Inputs of one door, by what became of them; one example of each kind of fault is kept."""

    def __init__(self, door, allowed=(ValueError,), warns=()):
        self.door, self.allowed, self.warns = door, allowed, warns
        self.inputs = self.answered = self.refused = 0
        self.faults, self.examples, self.slowest = Counter(), {}, (0.0, "")

    def run(self, shown, call, check=None, must=None):
        """Call; compare the answer by `check`; `must` is "answer", "refuse" or None for either."""
        self.inputs += 1
        start, kind = time.perf_counter(), None
        before = [signal.signal(number, _stop) for number, _, _ in LIMITS]
        for _, timer, seconds in LIMITS:
            signal.setitimer(timer, seconds)
        try:
            kind = self._kind(call, check, must)
        except Hang:
            kind = f"more than {SECONDS} s"
        except RecursionError:
            kind = "RecursionError"
        finally:
            for (number, timer, _), handler in zip(LIMITS, before, strict=True):
                signal.setitimer(timer, 0)
                signal.signal(number, handler)
        self.slowest = max(self.slowest, (time.perf_counter() - start, repr(shown)))
        if kind is not None:
            self._fault(kind, shown)

    def _kind(self, call, check, must):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for kind in self.warns:
                warnings.simplefilter("ignore", kind)
            try:
                value = call()
            except Warning as warning:
                return f"warning {type(warning).__name__}: {str(warning)[:80]}"
            except Exception as error:
                self.refused += 1
                refusal = own_words(error, self.allowed)
                if refusal is None and must == "answer":
                    return f"a sound input is refused: {error}"[:160]
                return refusal
            self.answered += 1
            if must == "refuse":
                return "what must be refused is answered"
            try:
                return None if check is None else check(value)
            except Wrong as wrong:
                return f"wrong answer: {wrong}"
            except Warning as warning:
                return f"warning {type(warning).__name__} in what the answer is used for: {str(warning)[:80]}"
            except Exception as error:
                return f"the answer cannot be used: {own_words(error, ())}"

    def _fault(self, kind, shown):
        self.faults[kind] += 1
        text = repr(shown)
        if len(text) < len(self.examples.get(kind, text + " ")):
            self.examples[kind] = text

    def row(self):
        """The row of the table."""
        return {
            "door": self.door,
            "inputs": self.inputs,
            "answered": self.answered,
            "refused": self.refused,
            "faults": sum(self.faults.values()),
        }

    def report(self, file=sys.stdout):
        """Print what was found."""
        print(
            f"{self.door}: {self.inputs} inputs, {self.answered} answered, {self.refused} refused, "
            f"{sum(self.faults.values())} faults, slowest {self.slowest[0]:.2f} s: {self.slowest[1][:70]}",
            file=file,
        )
        for kind, n in self.faults.most_common(12):
            print(f"  {n} x {kind}\n      {self.examples[kind][:600]}", file=file)
