"""Kill a writer of a part store again and again, and count what is unreadable, lost or doubled.

`python -m tests.adapters.kills` prints one line and fails unless it is all zeros. With `--break`
the writer has a known fault, which shows that the faults would be found.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from prspace import ThresholdCounts
from prspace.adapters import store as module
from prspace.adapters.store import PartStore

COMMON = np.arange(1, 4001) / 7919  # cells that all batches share, so that writing takes time


def batch(k):
    """One positive at a score of its own, and many negatives."""
    threshold = np.r_[k + 1.0, COMMON]
    pos = np.zeros(len(threshold), int)
    pos[0] = 1
    return ThresholdCounts.from_counts(threshold, pos, 1 - pos)


def write(seed):
    """Put batch after batch, saying each number once it is stored; compact and replay at times."""
    suffix, k, folder = sys.stdin.readline().rstrip("\n").split(" ", 2)
    chance, store, k = random.Random(seed), PartStore(folder, suffix=suffix), int(k)
    while True:
        store.put(k, batch(k))
        os.write(1, b"%d\n" % k)
        if chance.random() < 0.3:
            store.compact()
        if chance.random() < 0.3:
            old = chance.randrange(k + 1)
            store.put(old, batch(old))
        k += 1


@contextmanager
def plain_write(path, lost, publish=None):
    """What everybody does: open and write."""
    with open(path, "wb") as file:
        yield file


def parts_first(self):
    """A compaction that removes the parts before the base is written."""
    held = PartStore(self.folder, suffix=self.suffix)._up_to_date()
    name = f"base-{held.base.number + 1:09d}{self.suffix}"
    for path in self.folder.glob("part-*"):
        path.unlink()
    ranges = module._with_numbers(held.base.ranges, held.parts)
    module._save(held.total, self.folder / name, [], {"ranges": ranges})
    return len(held.parts)


def break_store(how):
    """Give the store one fault."""
    if how == "write":
        module._in_place_of = plain_write
    elif how == "order":
        PartStore.compact = parts_first
    elif how == "replay":
        module._in_ranges = lambda number, ranges: False


class Harness:
    """Writers, one of which is always ready to start; what was acknowledged; and what is found."""

    def __init__(self, how):
        self.how, self.chance = how, random.Random(7)
        self.unreadable = self.lost = self.doubled = self.batches = self.hidden = 0
        self.place, self.folders = tempfile.TemporaryDirectory(), 0
        self.stores = {suffix: self.fresh(suffix) for suffix in (".parquet", ".npz")}

    def fresh(self, suffix):
        """A new store: its folder, a reader that stays open, and the next number."""
        self.folders += 1
        folder = Path(self.place.name) / str(self.folders)
        return [folder, PartStore(folder, suffix=suffix), 0]

    def writer(self):
        """A writer that waits to be told where to go on."""
        call = [sys.executable, "-m", "tests.adapters.kills", "--writer", str(self.chance.random())]
        call += ["--break", self.how] if self.how else []
        pipe = subprocess.PIPE
        return subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe)

    def kill(self, process, suffix):
        """Let a writer store some batches, kill it a moment later, and look at what is there."""
        folder, _, number = self.stores[suffix]
        process.stdin.write(f"{suffix} {number} {folder}\n".encode())
        process.stdin.flush()
        seen = b"".join(process.stdout.readline() for _ in range(self.chance.randint(1, 6)))
        time.sleep(self.chance.uniform(0, 0.05))
        process.kill()
        out, errors = process.communicate()
        if process.returncode != -signal.SIGKILL and not self.how:
            raise SystemExit(f"the writer failed by itself:\n{errors.decode()}")
        numbers = [int(line) for line in (seen + out).splitlines()]
        self.batches += len(numbers)
        self.look(suffix, max(numbers, default=number - 1))

    def look(self, suffix, last):
        """Compare what is stored with what was acknowledged; one more batch may be there."""
        folder, reader, _ = self.stores[suffix]
        self.hidden += len(list(folder.glob(".prspace-*")))
        try:
            total = PartStore(folder, suffix=suffix).load()
            assert reader.load() == total, "a reader that stays open sees another total"
        except ValueError:
            self.unreadable += 1
            self.stores[suffix] = self.fresh(suffix)
            return
        found = (
            dict(zip(total.threshold.tolist(), total.pos.tolist(), strict=True)) if total else {}
        )
        found = {int(t) - 1: n for t, n in found.items() if t >= 1}
        lost = len(set(range(last + 1)) - found.keys())
        doubled = sum(n > 1 for n in found.values()) + len(found.keys() - set(range(last + 2)))
        shared = set(total.neg[total.threshold < 1].tolist()) - {len(found)} if total else set()
        self.lost, self.doubled = self.lost + lost, self.doubled + doubled + len(shared)
        bad = lost or doubled or shared
        self.stores[suffix] = self.fresh(suffix) if bad else [folder, reader, last + 1]

    def run(self, kills):
        """All kills; True if nothing was found."""
        ready = [self.writer(), self.writer()]
        for i in range(kills):
            self.kill(ready.pop(0), (".parquet", ".npz")[i % 2])
            ready.append(self.writer())
        for process in ready:
            process.kill()
            process.communicate()
        left = [p for folder, *_ in self.stores.values() for p in folder.glob(".prspace-*")]
        print(
            f"{kills} kills: {self.unreadable} unreadable, {self.lost} lost, {self.doubled} doubled "
            f"({self.batches} batches; {self.hidden} unfinished files, {len(left)} of them left)"
        )
        return not (self.unreadable or self.lost or self.doubled or left)


def main():
    """Run as a writer or as the harness."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--break", dest="how", choices=["write", "order", "replay"])
    parser.add_argument("--writer", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.writer:
        break_store(options.how)
        write(options.writer)
    sys.exit(not Harness(options.how).run(options.kills))


if __name__ == "__main__":
    main()
