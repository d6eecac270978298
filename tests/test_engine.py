"""The engine's keys, blocks and cells against a dictionary, which knows equality and nothing else."""

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import prspace as pr
from prspace import engine
from prspace.counts import rows_of

RNG = np.random.default_rng(7)
FLOATS = (np.float16, np.float32, np.float64)
INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def neighbors(kind, n):
    "Scores one unit in the last place apart, with repeats."
    start = RNG.integers(0, np.finfo(kind).nmant, n) + 1
    near = kind(0.5) * (1 + kind(np.finfo(kind).eps) * start.astype(kind))
    return near.astype(kind)


def score_kinds(n):
    "Every adversarial family, by name."
    probability = RNG.random(n)
    tiny = RNG.integers(0, 6, n) * 5e-324
    for kind in FLOATS:
        name = np.dtype(kind).name
        yield f"{name} probabilities", probability.astype(kind)
        yield f"{name} ties", (np.floor(probability * 7) / 7).astype(kind)
        yield f"{name} logits", RNG.normal(0, 3, n).astype(kind)
        yield f"{name} negative", -probability.astype(kind)
        yield f"{name} neighbors", neighbors(kind, n)
        yield f"{name} constant", np.full(n, 0.25, kind)
        yield f"{name} zeros of both signs", RNG.choice([-0.0, 0.0], n).astype(kind)
        yield f"{name} zeros among signs", RNG.choice([-0.0, 0.0, -1.5, 1.5, -0.25], n).astype(kind)
        yield f"{name} infinities", RNG.choice([-np.inf, np.inf, 0, 1, -3], n).astype(kind)
        span = np.r_[-np.finfo(kind).max, -np.finfo(kind).tiny, 0, np.finfo(kind).tiny, 1]
        yield f"{name} log probabilities", np.r_[-np.inf, np.log(probability[1:])].astype(kind)
        yield f"{name} infinities among small", np.r_[np.inf, probability[1:] - 0.5].astype(kind)
        yield f"{name} infinities and zeros", RNG.choice([-np.inf, 0, -0.0, np.inf], n).astype(kind)
        half = 2 ** (np.finfo(kind).nmant - 1) * kind(np.finfo(kind).smallest_subnormal)
        yield (
            f"{name} half way to normal",
            RNG.choice([-1, 1, 2, -3], n).astype(kind)
            * (half + kind(np.finfo(kind).smallest_subnormal)),
        )
        yield f"{name} whole range", RNG.choice(np.r_[span, np.finfo(kind).max], n).astype(kind)
        least = kind(np.finfo(kind).smallest_subnormal)
        yield f"{name} subnormal", RNG.integers(-4, 5, n).astype(kind) * least
        yield f"{name} rising", np.sort(probability.astype(kind))
        yield f"{name} falling", np.sort(probability.astype(kind))[::-1]
        yield f"{name} rising ties", np.sort(np.floor(probability * 5).astype(kind))
        yield f"{name} strided", probability.astype(kind).repeat(2)[::2]
    yield "float64 subnormals and one", np.r_[tiny[:-1], 1.0]
    yield "float64 swapped bytes", probability.astype(">f8")
    for kind in INTEGERS:
        info = np.iinfo(kind)
        yield f"{np.dtype(kind).name} few", RNG.integers(0, 5, n).astype(kind)
        yield (
            f"{np.dtype(kind).name} ends",
            RNG.choice(np.array([info.min, info.max, 1, 0], kind), n),
        )
        if info.bits == 64:
            yield (
                f"{np.dtype(kind).name} beyond floats",
                (2**53 + RNG.integers(0, 9, n)).astype(kind),
            )


KINDS = {n: dict(score_kinds(n)) for n in (1, 2, 3, 40, 1000)}
CASES = [(n, name) for n, kinds in KINDS.items() for name in kinds]


def by_dictionary(label, score):
    "Threshold, pos and neg by equality alone; -0.0 and 0.0 are one key of a dictionary."
    pos, neg = Counter(), Counter()
    for y, s in zip(label.tolist(), score.tolist(), strict=True):
        pos[s] += y
        neg[s] += 1 - y
    falling = sorted(pos, reverse=True)
    return falling, [pos[t] for t in falling], [neg[t] for t in falling]


def labels(n, share=0.5):
    return (RNG.random(n) < share).astype(np.int64)


@pytest.fixture(params=[4, 64, engine.BLOCK])
def block(request, monkeypatch):
    "Blocks so short that groups of equal score cross them, and the usual ones."
    monkeypatch.setattr(engine, "BLOCK", request.param)


@pytest.mark.parametrize(("n", "name"), CASES)
def test_cells_are_the_dictionary_s(block, n, name):
    score, label = KINDS[n][name], labels(n)
    counts = pr.count_thresholds(label, score)
    threshold, pos, neg = by_dictionary(label, score)
    assert counts.threshold.tolist() == threshold
    assert not np.signbit(counts.threshold[counts.threshold == 0]).any()
    assert counts.pos.tolist() == pos and counts.neg.tolist() == neg
    assert counts.tp.tolist() == np.cumsum(pos).tolist()
    assert counts.fp.tolist() == np.cumsum(neg).tolist()
    assert counts.threshold.dtype == score.dtype
    assert (counts.n_pos, counts.n_neg) == (label.sum(), n - label.sum())


@pytest.mark.parametrize(("n", "name"), CASES)
def test_sums_over_blocks_are_exact(block, n, name):
    score, label = KINDS[n][name], labels(n)
    pos, neg = map(np.array, by_dictionary(label, score)[1:])
    counts = pr.count_thresholds(label, score)
    wins = sum(
        int(q) * (2 * int(p) - int(a)) for a, q, p in zip(pos, neg, pos.cumsum(), strict=True)
    )
    if 0 < label.sum() < n:
        assert pr.roc_auc(counts) == float(Fraction(wins, 2 * int(pos.sum()) * int(neg.sum())))
    if label.any():
        share = [
            Fraction(int(t), int(t + f)) for t, f in zip(pos.cumsum(), neg.cumsum(), strict=True)
        ]
        area = sum(int(p) * s for p, s in zip(pos, share, strict=True)) / int(pos.sum())
        assert abs(Fraction(float(pr.average_precision(counts))) - area) < Fraction(1, 10**14)


@pytest.mark.parametrize(("n", "name"), CASES)
def test_blocks_are_the_same_before_and_after_the_table_is_written(block, n, name):
    score, label = KINDS[n][name], labels(n)
    fresh, read = (rows_of(pr.count_thresholds(label, score)) for _ in range(2))
    if fresh is None:
        assert (
            score.itemsize <= 2
            or score.dtype.kind in "iu"
            or engine.sort_rows(score, label) is None
        )
        return
    assert len(read.cells()[0])
    for one, other in zip(fresh.groups(), read.groups(), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("n", "name"), CASES)
def test_areas_are_the_same_before_and_after_the_table_is_written(n, name):
    score, label = KINDS[n][name], labels(n)
    fresh, read = pr.count_thresholds(label, score), pr.count_thresholds(label, score)
    assert len(read.threshold) and len(read.neg)
    again = pr.ThresholdCounts.from_counts(read.threshold, read.pos, read.neg)
    for area in (pr.roc_auc, pr.average_precision):
        for other in (read, again):
            np.testing.assert_allclose(area(other), area(fresh), rtol=0, atol=1e-15)
    assert fresh == read == again


@pytest.mark.parametrize("name", KINDS[1000])
def test_order_is_stable_and_exact(name):
    score = KINDS[1000][name]
    expected = sorted(range(len(score)), key=lambda i: (score[i].item(), i))
    assert engine.sort_order(engine.order_code(score)).tolist() == expected


def test_rows_that_agree_in_the_high_bits_alone_are_mended():
    base = np.float64(0.7)
    score = np.r_[base + RNG.permutation(4000) * np.spacing(base), RNG.random(200_000), 1e-300]
    assert (score[engine.sort_order(engine.order_code(score))] == np.sort(score)).all()


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_thread_that_flushes_small_numbers_sees_the_same_order(monkeypatch, kind):
    monkeypatch.setattr(engine, "_flushes", lambda: True)
    least = np.finfo(kind).smallest_subnormal
    score = np.r_[
        RNG.integers(0, 9, 500).astype(kind) * least, RNG.random(500).astype(kind) + kind(0.1)
    ]
    label = labels(1000)
    for values in (score[:500], score[500:], score):
        counts = pr.count_thresholds(label[: len(values)], values)
        threshold, pos, _ = by_dictionary(label[: len(values)], values)
        assert counts.threshold.tolist() == threshold and counts.pos.tolist() == pos


LABELS = [bool, np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.float32, np.float64]


@pytest.mark.parametrize("kind", LABELS)
@pytest.mark.parametrize("score_kind", [np.float16, np.float32, np.float64, np.int32])
def test_labels_of_every_type(kind, score_kind):
    score, label = RNG.integers(0, 30, 500).astype(score_kind), labels(500)
    assert pr.count_thresholds(label.astype(kind), score) == pr.count_thresholds(label, score)


@pytest.mark.parametrize("bad", [2, -1, 0.5, 255])
def test_other_labels_are_not_taken_for_zero_and_one(bad):
    label = np.r_[labels(100).astype(type(bad)), type(bad)(bad)]
    with pytest.raises(ValueError, match="y_true must hold two labels|pos_label must be given"):
        pr.count_thresholds(label, RNG.random(101))


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize("sign", [1, -1])
def test_nan_of_either_sign_is_refused(kind, sign):
    score = RNG.random(100).astype(kind)
    score[37] = np.copysign(kind(np.nan), kind(sign))
    with pytest.raises(ValueError, match="missing values: 1 of 100"):
        pr.count_thresholds(labels(100), score)
    assert pr.count_thresholds(labels(100), score, nan_policy="omit").dropped == {
        "missing score": 1
    }


def test_the_arrays_that_came_in_are_not_touched():
    score, label = RNG.normal(size=200), labels(200)
    before = score.copy(), label.copy()
    counts = pr.count_thresholds(label, score)
    pr.summary(counts)
    assert len(counts) == 200
    assert (score == before[0]).all() and (label == before[1]).all()


def test_counts_of_rows_travel():
    counts = pr.count_thresholds(labels(300), RNG.random(300))
    assert pickle.loads(pickle.dumps(counts)) == counts
    assert rows_of(counts) and not rows_of(pickle.loads(pickle.dumps(counts)))


def test_two_threads_may_ask_at_once():
    label, score = labels(200_000), RNG.random(200_000)
    wanted = pr.average_precision(pr.count_thresholds(label, score))
    for _ in range(5):
        counts = pr.count_thresholds(label, score)
        with ThreadPoolExecutor(6) as pool:
            tables = [pool.submit(getattr, counts, "tp") for _ in range(3)]
            areas = [pool.submit(pr.average_precision, counts) for _ in range(3)]
        assert all((table.result() == tables[0].result()).all() for table in tables)
        assert np.allclose([area.result() for area in areas], wanted, rtol=0, atol=1e-14)


def test_rows_of_one_class_and_of_one_row():
    for label in (0, 1):
        counts = pr.count_thresholds(np.full(5, label), np.arange(5.0))
        assert np.isnan(pr.roc_auc(counts))
        assert counts.tp.tolist() == (label * np.arange(1, 6)).tolist()
    assert pr.average_precision(pr.count_thresholds(np.ones(1, int), np.zeros(1))) == 1


@pytest.mark.parametrize("kind", [np.int64, np.float64])
@pytest.mark.parametrize("name", KINDS[1000])
def test_weighted_rows_are_pooled_as_cells_are(name, kind):
    score, label, weight = KINDS[1000][name], labels(1000), RNG.integers(1, 9, 1000).astype(kind)
    weight = weight / 7 if kind is np.float64 else weight
    cells = engine.pool_cells(score, weight * label, weight * (1 - label))
    for one, other in zip(engine.weigh_rows(score, label, weight), cells, strict=True):
        assert one.dtype == other.dtype and one.tolist() == other.tolist()
        assert not np.signbit(one[one == 0]).any()


@pytest.mark.parametrize("pos_label", [None, 1])
def test_weighted_rows_that_need_care_and_those_that_need_none_agree(pos_label):
    label, score, weight = labels(500), RNG.integers(0, 40, 500) / 8, RNG.random(500) + 0.1
    plain = pr.count_thresholds(label, score, sample_weight=weight, pos_label=pos_label)
    for y, s, w in [
        (label.tolist() + [1], np.r_[score, 3.3], np.r_[weight, 0]),
        (label.tolist() + [0], np.r_[score, np.nan], np.r_[weight, 0]),
        (label.astype(object), score, weight),
        (label, score.astype(object), weight),
        (label, score, [Fraction(x) for x in weight.tolist()]),
    ]:
        counts = pr.count_thresholds(y, s, sample_weight=w, pos_label=pos_label)
        for part in ("threshold", "pos", "neg"):
            found, wanted = getattr(counts, part).tolist(), getattr(plain, part).tolist()
            assert [float(x) for x in found] == pytest.approx(wanted, rel=1e-15, abs=0)


@pytest.mark.parametrize("kind", [">u2", ">u4", ">u8", ">i2", ">i4", ">i8"])
@pytest.mark.parametrize("weight", [None, 1, 0.5, Fraction(1, 2)])
def test_scores_of_swapped_bytes_keep_their_values(kind, weight):
    limits = np.iinfo(np.dtype(kind).newbyteorder("="))
    score = RNG.choice(np.array([limits.min, limits.max, limits.max - 1, 20, 0], kind), 60)
    weights = None if weight is None else [weight] * 60
    counts = pr.count_thresholds(labels(60), score, sample_weight=weights)
    assert counts.threshold.tolist() == sorted(set(score.tolist()), reverse=True)
    assert counts.n_pos + counts.n_neg == 60 * (weight or 1)


class Unordered(np.ndarray):
    "Floats that may not be compared, as on a thread that flushes the smallest of them to zero."

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        plain = [np.asarray(x) for x in inputs]
        assert ufunc.nout > 1 or plain[0].dtype.kind != "f", f"{ufunc} on floats"
        return getattr(ufunc, method)(*plain, **options)


@pytest.mark.parametrize("kind", FLOATS)
def test_machine_floats_are_pooled_without_comparing_them(kind):
    least = kind(np.finfo(kind).smallest_subnormal)
    score = (RNG.integers(-5, 6, 300) * least).astype(kind)
    label = labels(300)
    found = engine.pool_cells(score.view(Unordered), label, 1 - label)
    assert [np.asarray(column).tolist() for column in found] == list(by_dictionary(label, score))


def test_counts_that_were_interrupted_say_so_and_give_no_number(monkeypatch):
    counts, blocks = pr.count_thresholds(labels(10**5), RNG.random(10**5)), []

    def stop(key, code):
        blocks.append(code)
        if len(blocks) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(engine, "_unpack", stop)
        len(counts.tp)
    for ask in (pr.roc_auc, pr.average_precision, pr.summary, len, lambda c: c.tp):
        with pytest.raises(ValueError, match="interrupted .* Call count_thresholds again"):
            ask(counts)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("step", [-1, 0, 1, 2])
def test_signs_stay_where_the_least_magnitude_asks_for_no_shift(kind, step):
    least = np.array([2 ** (np.finfo(kind).nmant - 1) + step], f"u{kind().itemsize}").view(kind)[0]
    score = np.array([least, -least, 0.5, -0.5, 0.25, 0], kind)
    counts = pr.count_thresholds([1, 0, 1, 1, 0, 0], score)
    assert counts.threshold.tolist() == sorted(score.tolist(), reverse=True)
    assert counts.tp.tolist() == [1, 1, 2, 2, 2, 3] and pr.roc_auc(counts) == 5 / 9


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_infinity_among_ordinary_scores_has_a_key(kind):
    for least in (-np.inf, np.inf):
        score = np.r_[RNG.normal(size=50), least].astype(kind)
        assert rows_of(pr.count_thresholds(labels(51), score))
