"""The compiled kernel against numpy's way: bit for bit, and whether numba is there or not."""

import os
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

import prspace as pr
from prspace import engine
from prspace.counts import rows_of

HERE = find_spec("numba") is not None
RNG = np.random.default_rng(11)


def score_kinds(n):
    "Float32 scores of every kind that the kernel may meet, by name."
    score = RNG.random(n, np.float32)
    yield "probabilities", score
    yield "few ties", np.round(score, 4)
    yield "many ties", np.floor(score * 7)
    yield "constant", np.full(n, 0.5, np.float32)
    yield "logits", RNG.normal(0, 3, n).astype(np.float32)
    yield "zeros of both signs", RNG.choice(np.float32([-0.0, 0.0, -1, 2]), n)
    yield "infinities", RNG.choice(np.float32([-np.inf, np.inf, 0, 900]), n)
    yield "rising", np.sort(score)
    yield "falling ties", np.sort(np.round(score, 2))[::-1]
    yield "ties at the start", np.r_[np.zeros(n // 2, np.float32), score[n // 2 :]]


CASES = [(n, name, s) for n in (1, 2, 5, 300, 3000) for name, s in score_kinds(n)]


@pytest.fixture(params=[4, 64, engine.BLOCK])
def block(request, monkeypatch):
    "Blocks so short that groups of equal score cross them, and the usual ones."
    monkeypatch.setattr(engine, "BLOCK", request.param)


@pytest.fixture
def fresh(monkeypatch):
    "A dispatch that knows nothing yet."
    monkeypatch.setattr(engine, "fast", engine._Fast())
    monkeypatch.setattr(engine, "NUMBA", "always")
    return monkeypatch


def sums(label, score):
    return rows_of(pr.count_thresholds(label, score)).sums


@pytest.fixture
def example(monkeypatch):
    "Labels and scores, and the sums by numpy."
    label, score = RNG.integers(0, 2, 2000), np.round(RNG.random(2000, np.float32), 3)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "NUMBA", "never")
        wanted = sums(label, score)
    return label, score, wanted


def check(example):
    label, score, wanted = example
    assert sums(label, score) == wanted


@pytest.mark.parametrize("share", [0.02, 0.5])
@pytest.mark.parametrize(("n", "name", "score"), CASES, ids=[f"{n} {name}" for n, name, _ in CASES])
def test_every_way_gives_the_same_bits(block, fresh, n, name, score, share):
    label = (RNG.random(n) < share).astype(int)
    found = {}
    for way in ("never", "plain", "always"):
        fresh.setattr(engine, "NUMBA", way)
        found[way] = sums(label, score)
    assert found["plain"] == found["never"] == found["always"]
    assert engine.fast.works is HERE


def test_areas_are_the_same_with_the_kernel_and_after_the_table(fresh):
    score, label = np.round(RNG.random(9000, np.float32), 3), RNG.integers(0, 2, 9000)
    areas = set()
    for way in ("never", "plain"):
        fresh.setattr(engine, "NUMBA", way)
        for first in ((), ("threshold",)):
            counts = pr.count_thresholds(label, score)
            [getattr(counts, name) for name in first]
            areas.add((pr.roc_auc(counts), pr.average_precision(counts)))
    assert len(areas) == 1


def test_numba_compiles_the_kernel_where_it_is_installed(fresh, example):
    check(example)
    assert engine.fast.works is HERE and len(engine.fast.made) == HERE


def numba_that(njit):
    return SimpleNamespace(njit=njit)


def fails(*_, **__):
    raise TypeError("no")


def test_numba_that_is_absent_changes_nothing(fresh, example):
    fresh.setitem(sys.modules, "numba", None)
    check(example)
    assert not engine.fast.works


@pytest.mark.parametrize("njit", [fails, lambda *_, **__: fails], ids=["compiling", "running"])
def test_numba_that_is_broken_changes_nothing_and_is_asked_once(fresh, example, njit):
    asked = []
    fresh.setitem(
        sys.modules, "numba", numba_that(lambda *a, **k: asked.append(1) or njit(*a, **k))
    )
    check(example)
    check(example)
    assert not engine.fast.works and len(asked) == 1


def test_a_machine_without_a_place_to_keep_code_compiles_all_the_same(fresh, example):
    def njit(kernel, cache=False, **_):
        if cache:
            raise RuntimeError("no locator available")
        return kernel

    fresh.setitem(sys.modules, "numba", numba_that(njit))
    check(example)
    assert engine.fast.works and len(engine.fast.made) == 1


def test_numba_is_started_when_enough_rows_have_passed(fresh, example):
    fresh.setitem(sys.modules, "numba", numba_that(lambda kernel, **_: kernel))
    fresh.setattr(engine, "NUMBA", "auto")
    fresh.setattr(engine, "PAYS", 5000)
    made, engine.fast.rows = [], 0
    for _ in range(4):
        check(example)
        made.append(len(engine.fast.made))
    assert made == [0, 0, 1, 1]


def test_only_float32_rows_go_this_way(fresh):
    fresh.setattr(engine, "fast", fails)
    sums(RNG.integers(0, 2, 100), RNG.random(100))
    with pytest.raises(TypeError, match="no"):
        sums(RNG.integers(0, 2, 100), RNG.random(100, np.float32))


def test_the_environment_says_when_and_small_inputs_never_import_numba():
    code = (
        "import sys, numpy as np, prspace as pr; from prspace import engine;"
        "c = pr.count_thresholds([0, 1, 1], np.float32([.1, .2, .2]));"
        "print(engine.NUMBA, pr.roc_auc(c), 'numba' in sys.modules)"
    )
    for way, said in ((None, "auto"), ("never", "never"), ("plain", "plain")):
        env = {k: v for k, v in os.environ.items() if k != "PRSPACE_NUMBA"}
        env |= {"PRSPACE_NUMBA": way} if way else {}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert done.stdout.split() == [said, "1.0", "False"], done.stderr
