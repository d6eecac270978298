"""What is timed, who takes part, and how a result is read for the check that all agree."""

import sys
from importlib.util import find_spec

import numpy as np

# task: its name in tables
TASKS = {
    "auc": "AUC",
    "ap": "AP",
    "auc_ap": "AUC + AP",
    "curve": "full curve",
    "rates": "full curve, rates read",
    "nine": "nine metrics",
    "bootstrap": "bootstrap, 2,000 × (AP, AUC)",
}
# kind of data: the tasks timed on it
ON = {
    "cont": ("auc", "ap", "auc_ap", "curve", "rates", "nine"),
    "logit": ("auc_ap",),
    "tied": ("auc_ap", "curve"),
    "rare": ("auc_ap",),
    "sorted": ("auc_ap",),
    "f32": ("auc_ap", "curve"),
    "weighted": ("auc_ap",),
}
OURS, SKLEARN = "prspace", "scikit-learn"
# how far a result may lie from prspace's: rounding, or single precision inside
TOLERANCE = {"torchmetrics": 1e-6, "torcheval": 1e-6}
DEFAULT_TOLERANCE = 1e-12
COMPETITORS = {}


def present(*modules):
    """Whether all are installed; those that are not are named on the error stream."""
    absent = [name for name in modules if find_spec(name) is None]
    for name in absent:
        print(f"left out: {name} is not installed", file=sys.stderr)
    return not absent


def numbers(result):
    """A result that is a number, or some."""
    return tuple(map(float, np.atleast_1d(result)))


def pr_points(precision, recall):
    """A curve in three numbers: how many points, mean precision, mean recall."""
    if not len(precision):
        return (0.0, 0.0, 0.0)
    return (float(len(precision)), float(np.mean(precision)), float(np.mean(recall)))


def count_points(tp, fp):
    """The same from true and false positives at each threshold, best first."""
    return pr_points(tp / (tp + fp), tp / tp[-1])


def competitor(tool, task, read=numbers, weights=False):
    """Register a function of Data, and how its result becomes numbers to compare."""

    def register(function):
        COMPETITORS[task, tool] = function, read, weights
        return function

    return register


def calls(task, data, tools=None):
    """The (call, read) pairs of a task on these arrays, by tool."""
    found = {}
    for (name, tool), (function, read, weights) in COMPETITORS.items():
        fits = data.weight is None or weights
        if name == task and fits and (tools is None or tool in tools):
            found[tool] = (lambda f=function: f(data)), read
    return found


def difference(tool, found, ours):
    """Largest distance from what prspace found; ValueError where an exact tool differs."""
    miss = max((abs(a - b) for a, b in zip(found, ours, strict=True)), default=0.0)
    if miss <= TOLERANCE.get(tool, DEFAULT_TOLERANCE):
        return miss
    text = f"expected {tool} and {OURS} to agree, got {found} and {ours}"
    if tool not in TOLERANCE:
        raise ValueError(text)
    print(f"inexact: {text}", file=sys.stderr)
    return miss
