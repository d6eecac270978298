"""The compiled sort against numpy's: bit for bit, and whether numba is there or not."""

import os
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from numpy._core import _multiarray_umath as engine_core

import prspace as pr
from prspace import compiled_sort
from prspace.counts import rows_of

HERE = find_spec("numba") is not None
RNG = np.random.default_rng(11)


def score_kinds(n, kind):
    "Scores of every kind that the sort may meet, by name."
    score = RNG.random(n).astype(kind)
    yield "probabilities", score
    yield "few ties", np.round(score, 4)
    yield "many ties", np.floor(score * 7)
    yield "constant", np.full(n, 0.5, kind)
    yield "zero", np.zeros(n, kind)
    yield "logits", RNG.normal(0, 3, n).astype(kind)
    yield "negative", -score
    yield "zeros of both signs", RNG.choice(np.array([-0.0, 0.0, -1, 2], kind), n)
    yield "infinities", RNG.choice(np.array([-np.inf, np.inf, 0, -3, 900], kind), n)
    yield "rising", np.sort(score)
    yield "falling ties", np.sort(np.round(score, 2))[::-1]
    yield "neighbors after the head", np.r_[score[:512], 1 - score[512:] * np.finfo(kind).eps * 99]


CASES = [
    (n, kind, name, score)
    for n in (2, 5, 300, 2000)
    for kind in (np.float32, np.float64)
    for name, score in score_kinds(n, kind)
]
IDS = [f"{n} {kind.__name__} {name}" for n, kind, name, _ in CASES]


@pytest.fixture
def fresh(monkeypatch):
    "A dispatch that knows nothing yet, on a processor whose sort by numpy is slow."
    monkeypatch.setattr(compiled_sort, "compiled", compiled_sort._Compiler())
    monkeypatch.setattr(compiled_sort, "NUMBA", "always")
    monkeypatch.setattr(compiled_sort, "SIMD_SORT", False)
    return monkeypatch


def sorted_keys(label, score):
    return rows_of(pr.count_thresholds(label, score)).keys


@pytest.fixture
def example(monkeypatch):
    "Labels and scores, and the keys by numpy."
    label, score = RNG.integers(0, 2, 2000), np.round(RNG.normal(0, 1, 2000), 3)
    with monkeypatch.context() as patch:
        patch.setattr(compiled_sort, "NUMBA", "never")
        wanted = sorted_keys(label, score).tolist()
    return label, score, wanted


def check(example):
    label, score, wanted = example
    assert sorted_keys(label, score).tolist() == wanted


@pytest.mark.parametrize(("n", "kind", "name", "score"), CASES, ids=IDS)
def test_every_way_gives_the_same_bits(fresh, n, kind, name, score):
    label = RNG.integers(0, 2, n)
    found = {}
    for way in ("never", "plain", "always"):
        fresh.setattr(compiled_sort, "NUMBA", way)
        found[way] = sorted_keys(label, score).tolist()
    assert found["plain"] == found["never"] == found["always"]


@pytest.mark.parametrize("way", ["plain", "always"])
def test_results_are_the_same_whoever_sorts(fresh, way):
    label, score = RNG.integers(0, 2, 3000), RNG.normal(0, 1, 3000)
    found = []
    for name in ("never", way):
        fresh.setattr(compiled_sort, "NUMBA", name)
        counts = pr.count_thresholds(label, score)
        areas = pr.roc_auc(counts), pr.average_precision(counts)
        found.append((areas, counts.threshold.tolist(), counts.tp.tolist()))
    assert found[0] == found[1]


@pytest.mark.parametrize("word", [np.uint32, np.uint64])
@pytest.mark.parametrize(("low", "high"), [(0, 32), (5, 27), (9, 9), (31, 32)])
def test_numbers_are_dealt_by_the_bits_that_are_asked_for(fresh, word, low, high):
    numbers = RNG.integers(0, 2**32, 700, dtype=np.uint64).astype(word)
    wanted = sorted(numbers.tolist(), key=lambda x: (x >> low) % 2 ** (high - low))
    for way in ["plain"] + ["always"] * HERE:
        fresh.setattr(compiled_sort, "NUMBA", way)
        deal = compiled_sort.compiled(compiled_sort._by_digits)
        assert deal(numbers.copy(), low, high).tolist() == wanted


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_settling_stops_when_it_takes_too_many_steps(fresh, most):
    for way in ["plain"] + ["always"] * HERE:
        fresh.setattr(compiled_sort, "NUMBA", way)
        numbers = np.array([3, 1, 2, 7], np.uint64)  # two pairs out of order
        settled = compiled_sort.compiled(compiled_sort._settle)(numbers, most)
        assert bool(settled) is (most >= 2) and sorted(numbers.tolist()) == [1, 2, 3, 7]
        assert not settled or numbers.tolist() == [1, 2, 3, 7]


def test_the_leading_bits_are_tried_first_and_may_fail(fresh):
    seen = []
    fresh.setattr(compiled_sort, "NUMBA", "plain")
    plain = {loop: loop for loop in (compiled_sort._by_digits, compiled_sort._settle)}

    def watched(loop):
        return lambda *args: seen.append((loop, args[1])) or plain[loop](*args)

    watched.expect = lambda seconds: None
    fresh.setattr(compiled_sort, "compiled", watched)
    kinds = dict(score_kinds(2**15, np.float64))
    calls = {}
    for name in ("probabilities", "many ties", "neighbors after the head"):
        seen.clear()
        sorted_keys(RNG.integers(0, 2, 2**15), kinds[name])
        calls[name] = [loop.__name__ for loop, _ in seen], [low for _, low in seen]
    assert calls["probabilities"][0] == ["_by_digits", "_settle"]
    assert calls["many ties"][0] == ["_by_digits"]
    assert calls["neighbors after the head"][0] == ["_by_digits", "_settle", "_by_digits"]
    assert all(low[0] > 0 for name, (_, low) in calls.items() if name != "many ties")


def test_numba_compiles_the_loops_where_it_is_installed(fresh, example):
    check(example)
    assert compiled_sort.compiled.works is HERE and bool(compiled_sort.compiled.made) is HERE


def numba_that(njit):
    return SimpleNamespace(njit=njit)


def fails(*_, **__):
    raise TypeError("no")


def test_numba_that_is_absent_changes_nothing(fresh, example):
    fresh.setitem(sys.modules, "numba", None)
    check(example)
    assert not compiled_sort.compiled.works


@pytest.mark.parametrize("njit", [fails, lambda *_, **__: fails], ids=["compiling", "running"])
def test_numba_that_is_broken_changes_nothing_and_is_asked_once(fresh, example, njit):
    asked = []
    fresh.setitem(
        sys.modules, "numba", numba_that(lambda *a, **k: asked.append(1) or njit(*a, **k))
    )
    check(example)
    check(example)
    assert not compiled_sort.compiled.works and len(asked) == 1


def test_a_machine_without_a_place_to_keep_code_compiles_all_the_same(fresh, example):
    def njit(kernel, cache=False, **_):
        if cache:
            raise RuntimeError("no locator available")
        return kernel

    fresh.setitem(sys.modules, "numba", numba_that(njit))
    check(example)
    assert compiled_sort.compiled.works and compiled_sort.compiled.made


def test_numba_is_started_when_enough_rows_have_passed(fresh, example):
    fresh.setitem(sys.modules, "numba", numba_that(lambda kernel, **_: kernel))
    fresh.setattr(compiled_sort, "NUMBA", "auto")
    fresh.setattr(compiled_sort, "_FEW", 2000)
    fresh.setattr(compiled_sort, "PAYS", 5000 * compiled_sort._SAVED)
    made, compiled_sort.compiled.gain = [], 0
    for _ in range(4):
        check(example)
        made.append(bool(compiled_sort.compiled.made))
    assert made == [False, False, True, True]


def test_numpy_sorts_where_it_has_vectors_and_where_rows_are_few(fresh, example):
    fresh.setattr(compiled_sort, "compiled", fails)
    fresh.setattr(compiled_sort, "NUMBA", "auto")
    fresh.setattr(compiled_sort, "_FEW", 2000)
    for name, value in (("SIMD_SORT", True), ("_FEW", 2001)):
        with fresh.context() as patch:
            patch.setattr(compiled_sort, name, value)
            check(example)
    with pytest.raises(AttributeError, match="expect"):
        check(example)


def core(**features):
    "What numpy knows of a processor, by the names it uses."
    known = dict.fromkeys(("SSE2", "SSE42", "AVX2", "X86_V2", "X86_V3", "ASIMD"), False) | features
    return SimpleNamespace(
        __cpu_features__=known,
        __cpu_baseline__=["SSE2", "X86_V2"],
        __cpu_dispatch__=["X86_V3", "X86_V4"] if features.get("X86_V2") else ["SSE42", "AVX2"],
    )


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (core(SSE2=True, SSE42=True, AVX2=True), True),
        (core(SSE2=True, SSE42=True), False),
        (core(SSE2=True, X86_V2=True, AVX2=True, X86_V3=True, X86_V4=False), True),
        (core(SSE2=True, X86_V2=True, AVX2=True, X86_V4=False), False),
        (core(X86_V4=False, ASIMD=True), True),
        (SimpleNamespace(), True),
        (SimpleNamespace(__cpu_baseline__=1, __cpu_dispatch__=2, __cpu_features__=3), True),
    ],
)
def test_what_numpy_says_of_the_processor(monkeypatch, found, wanted):
    from numpy import _core

    monkeypatch.setattr(_core, "_multiarray_umath", found)
    assert compiled_sort._vectors() is wanted


def test_numpy_without_its_vectors_is_known():
    "A processor made to hide them, where it can be made to: x86."
    code = "from prspace import compiled_sort; print(compiled_sort.SIMD_SORT)"
    env = os.environ | {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX2 AVX512_SKX"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=env, capture_output=True, text=True
    )
    x86 = engine_core.__cpu_features__["SSE2"]
    assert done.stdout.split() == [
        str(not x86 or bool(compiled_sort._VECTORS & set(engine_core.__cpu_baseline__)))
    ]


def test_the_environment_says_when_and_small_inputs_never_import_numba():
    code = (
        "import sys, numpy as np, prspace as pr; from prspace import compiled_sort;"
        "c = pr.count_thresholds([0, 1, 1], np.float32([.1, .2, .2]));"
        "print(compiled_sort.NUMBA, pr.roc_auc(c), 'numba' in sys.modules)"
    )
    for way, said in ((None, "auto"), ("never", "never"), ("plain", "plain")):
        env = {k: v for k, v in os.environ.items() if k != "PRSPACE_NUMBA"}
        env |= {"PRSPACE_NUMBA": way} if way else {}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert done.stdout.split() == [said, "1.0", "False"], done.stderr
