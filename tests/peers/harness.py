"""Records held against the programs themselves, and the list of those that were: checked.csv."""

import csv
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from prspace import count_thresholds, roc_auc
from prspace.compat import CONVENTIONS, Convention

CHECKED = Path(__file__).with_name("checked.csv")
COLUMNS = ("system", "version", "number", "program", "installed", "inputs", "below")
STEPS = ("1e-14", "1e-12", "1e-9", "1e-6", "1e-3")


def rankings(seed, number=60):
    "Labels of both classes, and probabilities with many or few ties."
    rng = random.Random(seed)
    while number:
        size, levels = rng.randint(2, 40), rng.choice([3, 10, 100, 10**6])
        scores = [rng.randint(0, levels) / levels for _ in range(size)]
        labels = [int(rng.random() < 0.2 + score / 2) for score in scores]
        if 0 < sum(labels) < size:
            number -= 1
            yield labels, scores


@dataclass(frozen=True)
class Peer:
    """A record and the program that it stands for.

    `run` turns rankings into the program's numbers, `installed` says which version that was.
    """

    record: Convention
    program: str
    installed: Callable
    run: Callable
    seed: int
    tolerance: float = 1e-12
    more: tuple = ()

    def __str__(self):
        return f"{self.record.system}: {self.record.number}"

    @property
    def key(self):
        "What names the record."
        return self.record.system, self.record.version, self.record.number

    @property
    def inputs(self):
        "Every ranking that is compared."
        return [*rankings(self.seed), *self.more]


def largest_difference(value, inputs, found):
    "Between numbers of this package and of a program; NaN is a difference."
    gaps = [abs(value(*ranking) - number) for ranking, number in zip(inputs, found, strict=True)]
    return max(gaps, key=lambda gap: (gap != gap, gap))


def compare(peer):
    "The record gives the program's numbers; then it is listed."
    gap = largest_difference(
        lambda labels, scores: peer.record.area(peer.record.count(labels, scores)),
        peer.inputs,
        peer.run(peer.inputs),
    )
    assert gap < peer.tolerance, (str(peer), gap)
    below = next(step for step in STEPS if gap < float(step))
    enter(dict(zip(COLUMNS, (*peer.key, peer.program, peer.installed(), str(len(peer.inputs)),
                             below), strict=True)))  # fmt: skip


def compare_roc_areas(run, tolerance=1e-12):
    "The area under the ROC curve is the program's."
    inputs = list(rankings(11))
    gap = largest_difference(
        lambda labels, scores: roc_auc(count_thresholds(labels, scores)), inputs, run(inputs)
    )
    assert gap < tolerance, gap


def checked():
    "The rows of checked.csv."
    if not CHECKED.exists():
        return []
    with open(CHECKED, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def enter(row):
    "Put a row into checked.csv, in the order of the records."
    place = {(r.system, r.version, r.number): k for k, r in enumerate(CONVENTIONS)}
    rows = {tuple(old[name] for name in COLUMNS[:3]): old for old in [*checked(), row]}
    with open(CHECKED, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows, key=place.__getitem__))
