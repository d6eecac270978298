"""A bar on a terminal, and silence elsewhere."""

import builtins
import io
import sys

import pytest

import prspace as pr
from prspace import progress
from prspace.progress import progress_bar


class Terminal(io.StringIO):
    "A stream that somebody watches."

    def isatty(self):
        return True


def watched(monkeypatch):
    "The error stream as a terminal outside of continuous integration."
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.delenv("CI", raising=False)
    return stream


def test_a_terminal_sees_a_bar(monkeypatch):
    terminal = watched(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0)
    with progress_bar(10, "resamples") as tell:
        tell.__self__.miniters = tell.__self__.mininterval = 0
        tell(4)
        tell(6)
    seen = terminal.getvalue()
    assert "resamples" in seen and "4/10" in seen and seen.endswith("\r")


@pytest.mark.parametrize("reason", ["pipe", "ci", "no tqdm", "no stream"])
def test_nobody_watches(monkeypatch, reason):
    terminal = watched(monkeypatch)
    if reason == "pipe":
        monkeypatch.setattr(sys, "stderr", io.StringIO())
    elif reason == "no stream":
        monkeypatch.setattr(sys, "stderr", None)
    elif reason == "ci":
        monkeypatch.setenv("CI", "true")
    else:
        real = builtins.__import__

        def without(name, *rest):
            if name == "tqdm":
                raise ImportError(name)
            return real(name, *rest)

        monkeypatch.setattr(builtins, "__import__", without)
    with progress_bar(10, "resamples") as tell:
        tell(10)
    assert terminal.getvalue() == ""


def test_long_runs_tell_how_many_are_done(monkeypatch):
    "Each place that may take long says its total, and all of it is told."
    told = []

    class Bar:
        def __init__(self, total, name):
            self.total, self.name, self.n = total, name, 0
            told.append(self)

        def update(self, steps):
            self.n += steps

        def close(self):
            pass

    monkeypatch.setattr(progress, "_is_watched", lambda: True)
    monkeypatch.setattr(progress, "_new_bar", Bar)
    label, score = [1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1]
    counts = pr.count_thresholds(label, score)
    pr.bootstrap(counts, n_resamples=300, rng=1)
    pr.interval("average_precision", counts, method="bca", n_resamples=300, rng=1)
    for method in ("bootstrap", "permutation"):
        pr.compare(
            {"a": score, "b": [1, 6, 5, 4, 3, 2]}, label, method=method, n_resamples=300, rng=1
        )
    pr.feasible(n=6, average_precision="0.75")
    names = [bar.name for bar in told]
    assert names == ["resamples", "average_precision", "resamples", "swaps", "pairs of class sizes"]
    assert all(bar.n == bar.total for bar in told[:3]) and told[3].n == 64


def test_an_error_wipes_the_bar_away(monkeypatch):
    terminal = watched(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0)
    with pytest.raises(ZeroDivisionError), progress_bar(10, "resamples"):
        _ = 1 / 0
    assert terminal.getvalue().endswith("\r")
