"""Metrics take counts: arrays are refused with advice, rows travel between processes, numpy numbers do not wrap."""

import pickle
import warnings
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import prspace as pr

Y, S = np.array([1, 0, 1]), np.array([0.9, 0.8, 0.7])
COUNTS = pr.count_thresholds(Y, S)


@pytest.mark.parametrize("row", [pr.average_precision, pr.roc_auc, pr.precision, pr.f1])
def test_rows_called_on_arrays_say_how_to_count(row):
    """The reflex of other libraries' users gets a sentence, not an attribute error."""
    for arguments in ((Y, S), (Y,), (S, Y, 3)):
        with pytest.raises(ValueError, match="must be called on counts.*count_thresholds"):
            row(*arguments)


def test_curves_called_on_arrays_say_how_to_count():
    for curve in pr.CURVES.values():
        with pytest.raises(ValueError, match="count_thresholds"):
            curve(S)


@pytest.mark.parametrize("table", [pr.RATES, pr.AREAS], ids=["rates", "areas"])
def test_rows_can_be_pickled(table):
    """A row goes to another process by its name."""
    for name, row in table.items():
        assert pickle.loads(pickle.dumps(row)) is row, name


MADE = [
    pr.f_beta(2), pr.f_beta(Fraction(1, 2)), pr.partial_pr(0, 1), pr.partial_roc(max_fpr=0.3),
    pr.average_precision_at(2), pr.precision_at(2), pr.recall_at(2), pr.lift_at(0.5),
    pr.best_f_beta(2), pr.recall_at_precision(0.5), pr.precision_at_recall(0.5),
    pr.cost_threshold(1, 2),
]  # fmt: skip


@pytest.mark.parametrize("row", MADE, ids=lambda row: row.name)
def test_made_rows_are_pickled_as_the_call_that_made_them(row):
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(row))))
    assert type(again) is type(row) and again.name == row.name and again.__doc__ == row.__doc__
    assert np.array_equal(again(COUNTS), row(COUNTS))


def test_points_are_pickled_by_name():
    for name, row in pr.POINTS.items():
        assert pickle.loads(pickle.dumps(row)) is row, name
    assert pickle.loads(pickle.dumps(pr.f_beta(1e200))) is pr.recall


def table(kind, tp, fp, fn, tn):
    "A 2x2 table of another library, in a type of its own."
    return SimpleNamespace(tp=kind(tp), fp=kind(fp), fn=kind(fn), tn=kind(tn))


KINDS = [np.uint8, lambda x: np.array([x], np.uint8), lambda x: np.array([x], np.uint16),
         lambda x: np.array(x, np.uint8), lambda x: [x], lambda x: np.array([x], np.float16)]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=["scalar", "u8", "u16", "0d", "list", "f16"])
def test_cells_of_small_types_do_not_wrap(kind):
    cells = (200, 100, 250, 180)
    for row in (*pr.RATES.values(), pr.f_beta(20), pr.f_beta(Fraction(1, 2))):
        true = row(table(Fraction, *cells))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = row(table(kind, *cells))
        assert np.ravel(found).tolist() == pytest.approx([float(true)], rel=1e-15), row


@pytest.mark.parametrize("kind", [np.int64, lambda x: np.array([x]), lambda x: np.array([x], "u8")])
def test_cells_of_any_size_do_not_wrap(kind):
    cells = (2**62, 2**62 + 2**60, 2**61, 2**62)
    for row in pr.RATES.values():
        true = row(table(Fraction, *cells))
        assert np.ravel(row(table(kind, *cells))).tolist() == pytest.approx(
            [float(true)], rel=1e-15
        )


def test_a_decimal_is_the_fraction_it_is():
    exact = table(Fraction, 3, 2, 1, 4)
    assert pr.f_beta(Decimal("0.5"))(exact) == pr.f_beta(Fraction(1, 2))(exact)
    assert np.array_equal(pr.f_beta(Decimal("0.5"))(COUNTS), pr.f_beta(0.5)(COUNTS))
    assert pr.recall_at_precision(Decimal("0.5"))(COUNTS) == pr.recall_at_precision(0.5)(COUNTS)
    assert pr.lift_at(Decimal("0.5"))(COUNTS) == pr.lift_at(0.5)(COUNTS)


ONE_NUMBER = {
    "precision_at": pr.precision_at, "recall_at": pr.recall_at, "lift_at": pr.lift_at,
    "f_beta": pr.f_beta, "best_f_beta": pr.best_f_beta, "break_even": pr.break_even,
    "recall_at_precision": pr.recall_at_precision, "cost_fp": lambda x: pr.cost_threshold(x, 1),
    "precision_at_recall": pr.precision_at_recall, "cost_fn": lambda x: pr.cost_threshold(1, x),
    "partial_pr": lambda x: pr.partial_pr(0, x), "aucpr_min": lambda x: pr.aucpr_min(0.5, low=x),
    "prevalence": pr.aucpr_min, "ap_min": lambda x: pr.ap_min(2, x), "at": COUNTS.at,
    "variance": lambda x: pr.average_precision_variance(2, x), "split": lambda x: pr.split_ties(COUNTS, x),
    "missed": lambda x: pr.ThresholdCounts.from_counts([1], [1], [1], missed_neg=x),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_NUMBER)
def test_what_is_no_number_is_refused(name):
    for bad in ("x", {}, ["x"], None, 1j, np.array(["x", "y"]), Decimal("NaN"), float("nan")):
        with pytest.raises(ValueError, match="got|are not"):
            ONE_NUMBER[name](bad)


ON_COUNTS = {
    **pr.POINTS, **pr.AREAS, **pr.RATES, "made": pr.precision_at(3), "aucnpr": pr.aucnpr,
    "normalized": lambda x: pr.normalized(pr.roc_auc, x), "binormal": pr.binormal,
    "split_ties": lambda x: pr.split_ties(x, "best"), "reached": lambda x: pr.reached(pr.ks, x),
    "partial": pr.partial_roc(0.5),
}  # fmt: skip


@pytest.mark.parametrize("name", ON_COUNTS)
def test_everything_called_on_counts_says_how_to_count(name):
    for bad in (Y, [1, 0], "counts", None, SimpleNamespace(tp=1)):
        with pytest.raises(ValueError, match="must be called on counts.*count_thresholds"):
            ON_COUNTS[name](bad)
    if name not in pr.RATES:
        with pytest.raises(ValueError, match="must be called on counts: got OperatingPoint"):
            ON_COUNTS[name](COUNTS.at(0.8))


def test_refusals_name_the_right_cure():
    from scipy import sparse

    for call, words in (
        (lambda: COUNTS.at(np.array([1, 2])), "threshold must be one number"),
        (lambda: pr.ThresholdCounts.from_counts([1], [1], [1], missed_neg=[1]), "missed_neg must be one"),
        (lambda: pr.ConfusionMatrix.from_table([1, 2]), "square of counts"),
        (lambda: pr.ConfusionMatrix.from_table(sparse.csr_array([[1, 2], [3, 4]])), "toarray"),
        (lambda: pr.count_thresholds(sparse.csr_array([[1, 0]]), S), "csr_array.*toarray"),
        (lambda: pr.count_thresholds(Y, S, sample_weight=["1", "2", "3"]), "text, '1'"),
        (lambda: pr.normalized("roc_auc", COUNTS), "area must be an Area"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            call()


def test_pickled_curves_stay_read_only():
    curve = pickle.loads(pickle.dumps(pr.pr_curve(COUNTS)))
    with pytest.raises(ValueError, match="read-only"):
        curve.x[0] = 2


def test_small_numpy_numbers_do_not_wrap():
    for name in (
        "expected_average_precision", "expected_davis_goadrich", "ap_min",
        "average_precision_variance",
    ):  # fmt: skip
        limit = getattr(pr, name)
        assert limit(np.uint8(200), np.uint8(100)) == limit(200, 100), name
        assert limit(np.int32(2**31 - 1), np.int32(5)) == limit(2**31 - 1, 5), name
    point = COUNTS.at(0.8)
    assert pr.f_beta(np.uint8(20))(point) == pr.f_beta(20)(point)


@pytest.mark.parametrize("beta", [1e200, 10**200, np.int64(2**40), float("inf")])
def test_huge_beta_is_recall(beta):
    assert pr.f_beta(beta)(COUNTS) == pytest.approx(pr.recall(COUNTS))


@pytest.mark.parametrize("beta", ["2", None, 1j, [1], -1, float("nan")])
def test_no_beta(beta):
    with pytest.raises(ValueError, match="beta must be 0 or more"):
        pr.f_beta(beta)


@pytest.mark.parametrize("bad", ["a", None, 1j, -1, 2.5, float("nan"), float("inf")])
def test_no_number_of_items(bad):
    for limit in (pr.ap_min, pr.expected_average_precision, pr.expected_davis_goadrich):
        with pytest.raises(ValueError, match="n_pos must be"):
            limit(bad, 3)


def test_long_sums_of_fractions_end():
    """Beyond the exact range the bounded formula takes over, to the last digits."""
    for n_pos, n_neg in ((1000, 1001), (50_000, 7), (2**63, 2**70)):
        exact, plain = pr.ap_min(Fraction(n_pos), Fraction(n_neg)), pr.ap_min(n_pos, n_neg)
        assert exact == pytest.approx(plain, rel=1e-14)
    counts = pr.count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=[Fraction(2**63), 1, 1])
    assert "average_precision" in str(pr.evaluate(counts))


def test_no_sum_of_fractions_is_endless():
    for n_pos, n_neg in ((10**5, 10**5), (10**9, 3)):
        exact = pr.average_precision_variance(Fraction(n_pos), Fraction(n_neg))
        assert exact == pr.average_precision_variance(n_pos, n_neg)
        counts = pr.ThresholdCounts.from_counts([2, 1], [n_pos, 1], [5, n_neg])
        slow = pr.ThresholdCounts.from_counts([2, 1], [Fraction(n_pos), 1], [5, n_neg])
        for row in (pr.auc_calculator, pr.auc_calculator.expected, pr.reciprocal_rank):
            assert float(row(slow)) == pytest.approx(float(row(counts)), rel=1e-14)
        assert pr.tie_bounds(pr.average_precision, slow) == pytest.approx(
            pr.tie_bounds(pr.average_precision, counts), rel=1e-14
        )
    huge = pr.ThresholdCounts.from_counts([2, 1], [Fraction(10**400), 1], [1, Fraction(10**400)])
    assert float(pr.auc_calculator(huge)) == pytest.approx(1)
    for pos, neg in ((1e200, 1e200), (1e100, 1e200)):
        found = pr.reciprocal_rank(pr.ThresholdCounts.from_counts([1], [pos], [neg]))
        share = pos / (pos + neg)
        assert found == pytest.approx(share * np.log(share) / (share - 1), rel=1e-13)


def test_sums_up_to_the_limit_stay_exact():
    for n in (1000, 999):
        assert isinstance(pr.average_precision_variance(Fraction(n), Fraction(1000)), Fraction)
        counts = pr.ThresholdCounts.from_counts([1], [Fraction(n)], [Fraction(1000)])
        assert isinstance(pr.auc_calculator(counts), Fraction)


def test_ranks_beyond_every_list():
    for k in (10**19, 10**30):
        assert pr.average_precision_at(k)(COUNTS) == pr.average_precision(COUNTS)
        assert pr.recall_at(k)(COUNTS) == 1 and pr.precision_at(k)(COUNTS) == pytest.approx(2 / k)


@pytest.mark.parametrize("scale", [Fraction(1, 10**400), Fraction(10**400)])
def test_path_area_of_fractions_no_float_can_hold(scale):
    counts = pr.count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=[scale] * 3)
    assert pr.davis_goadrich(counts) == pytest.approx(pr.davis_goadrich(COUNTS), rel=1e-14)
    assert pr.average_precision(counts) == Fraction(5, 6)


def test_perfect_rankings_of_float_weights_do_not_exceed_one():
    rng = np.random.default_rng(0)
    for _ in range(2000):
        weight = rng.random(4)
        counts = pr.count_thresholds([1, 1, 0, 0], [4, 3, 2, 1], sample_weight=weight)
        assert pr.roc_auc(counts) <= 1 and pr.davis_goadrich(counts) <= 1


def test_achievable_points_as_arrays():
    found = pr.is_achievable(0.5, 0.4, np.array([0.1, 0.5, 0.9]))
    assert found.tolist() == [True, True, False]
    assert pr.is_achievable((0.5, 0.6), (0.2, 0.2), 1 / 3).tolist() == [True, False]
    assert pr.is_achievable(Fraction(1, 2), Fraction(1, 5), Fraction(1, 3)) is True


@pytest.mark.parametrize("bad", [-0.1, 1.1, [0.5, 2]])
def test_shares_outside_the_unit_interval(bad):
    for bound in (pr.minimum_precision, pr.maximum_recall):
        with pytest.raises(ValueError, match="between 0 and 1"):
            bound(bad, 0.5)
        with pytest.raises(ValueError, match="between 0 and 1"):
            bound(0.5, bad)


def test_evaluate_reads_counts():
    """A sum over folds is reported like one set of rows."""
    parts = pr.count_thresholds(Y[:2], S[:2]) + pr.count_thresholds(Y[2:], S[2:])
    assert pr.evaluate(parts, threshold=0.8).to_dict() == pr.evaluate(Y, S, threshold=0.8).to_dict()
    with pytest.raises(ValueError, match="y_score must be left out"):
        pr.evaluate(parts, S)


def test_figures_are_saved_by_stem_or_with_one_ending(tmp_path):
    with pr.style():
        drawn = pr.plot_pr(COUNTS)
        roc = pr.plot_roc(COUNTS, ax=drawn.ax.figure.add_subplot())
    assert pr.plot_roc(COUNTS, ax=roc.ax).chance is None
    for stem, written in (
        ("a", {"a.svg", "a.pdf"}),
        ("b.svg", {"b.svg"}),
        ("c.pdf", {"c.pdf"}),
        ("v1.2", {"v1.2.svg", "v1.2.pdf"}),
    ):
        (folder := tmp_path / stem).mkdir()
        path = pr.save(drawn, folder / stem)
        assert {found.name for found in folder.iterdir()} == written
        assert path.suffix == (".pdf" if stem == "c.pdf" else ".svg") and path.exists()
    with pytest.raises(ValueError, match="without an ending"):
        pr.save(drawn, tmp_path / "a.png")
    assert pr.to_svg(drawn).startswith("<?xml")
