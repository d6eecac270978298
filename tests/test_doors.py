"""Metrics take counts: arrays are refused with advice, rows travel between processes, numpy numbers do not wrap."""

import pickle
from fractions import Fraction

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


def test_pickled_curves_stay_read_only():
    curve = pickle.loads(pickle.dumps(pr.pr_curve(COUNTS)))
    with pytest.raises(ValueError, match="read-only"):
        curve.x[0] = 2


def test_small_numpy_numbers_do_not_wrap():
    for name in ("expected_average_precision", "expected_davis_goadrich", "ap_min"):
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


def test_figures_are_saved_by_stem_or_svg(tmp_path):
    with pr.style():
        drawn = pr.plot_pr(COUNTS)
        roc = pr.plot_roc(COUNTS, ax=drawn.ax.figure.add_subplot())
    assert pr.plot_roc(COUNTS, ax=roc.ax).chance is None
    for stem in ("a", "a.svg", "v1.2"):
        path = pr.save(drawn, tmp_path / stem)
        assert path.suffix == ".svg" and path.name.count(".svg") == 1 and path.exists()
    with pytest.raises(ValueError, match="without an ending"):
        pr.save(drawn, tmp_path / "a.png")
    assert pr.to_svg(drawn).startswith("<?xml")
