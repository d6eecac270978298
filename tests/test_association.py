"""Associations: values by hand, scikit-learn's and scipy's values, any kind of number, and names."""

import math
import pickle
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from scipy.stats import chi2_contingency
from scipy.stats.contingency import association as scipy_association
from sklearn import metrics

import prspace as pr
from prspace import association
from tests.sameness import is_nan

CABERNET = SimpleNamespace(tp=9, fp=4, fn=3, tn=11)
WINE = pr.ConfusionMatrix.from_table([[9, 3, 0], [3, 5, 1], [1, 1, 4]], ["Cab", "Syr", "Pin"])
BY_HAND = {
    "cohen_kappa": Fraction(58, 121),
    "scott_pi": Fraction(347, 725),
    "bennett_s": Fraction(13, 27),
    "kappa_no_prevalence": Fraction(13, 27),
    "informedness": Fraction(29, 60),
    "markedness": Fraction(87, 182),
    "balanced_accuracy": Fraction(89, 120),
    "positive_likelihood_ratio": Fraction(45, 16),
    "negative_likelihood_ratio": Fraction(15, 44),
    "diagnostic_odds_ratio": Fraction(33, 4),
    "yules_q": Fraction(29, 37),
    "lift": Fraction(81, 52),
    "frequency_bias": Fraction(13, 12),
    "gilbert_skill_score": Fraction(29, 92),
    "phi_square": Fraction(841, 3640),
    "lambda_reference": Fraction(5, 12),
    "lambda_response": Fraction(6, 13),
}
ROOTLESS = [name for name in BY_HAND if not name.startswith("lambda")]


def fractions_of(c):
    return SimpleNamespace(**{k: Fraction(v) for k, v in vars(c).items()})


def drawn(seed, k):
    "Two columns of labels and weights."
    rng = np.random.default_rng(seed)
    return rng.integers(0, k, 50), rng.integers(0, k, 50), rng.integers(1, 6, 50) / 2


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name):
    row = pr.ASSOCIATIONS[name]
    assert row(fractions_of(CABERNET)) == BY_HAND[name]
    assert row(CABERNET) == pytest.approx(float(BY_HAND[name]), rel=1e-15)
    floats = SimpleNamespace(**{k: float(v) for k, v in vars(CABERNET).items()})
    assert row(floats) == pytest.approx(float(BY_HAND[name]), rel=1e-15)


@pytest.mark.parametrize("name", ROOTLESS)
def test_symbols_pass_through(name):
    cells = {k: sp.Symbol(k, positive=True) for k in vars(CABERNET)}
    value = pr.ASSOCIATIONS[name](SimpleNamespace(**cells))
    numbers = {cells[k]: v for k, v in vars(CABERNET).items()}
    assert value.subs(numbers) == sp.Rational(*BY_HAND[name].as_integer_ratio())


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_arrays_of_tables(name):
    row = pr.ASSOCIATIONS[name]
    counts = pr.count_thresholds([1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 5, 4, 3, 1])
    exact = pr.count_thresholds(
        [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 5, 4, 3, 1], sample_weight=[Fraction(1)] * 8
    )
    for table in (counts, exact):
        values = row(table)
        assert values.shape == counts.threshold.shape
        for value, t in zip(values, counts.threshold, strict=True):
            single = row(counts.at(t))
            assert (is_nan(value) and is_nan(single)) or float(value) == pytest.approx(single)


@pytest.mark.parametrize("seed", range(15))
def test_two_classes_as_scikit_learn_computes_them(seed):
    true, called, weight = drawn(seed, 2)
    for w in (None, weight):
        c = pr.confusion_matrix(true, called, sample_weight=w).one_vs_rest(1)
        options = {"sample_weight": w}
        plus, minus = metrics.class_likelihood_ratios(true, called, **options)
        expected = {
            "MCC": metrics.matthews_corrcoef(true, called, **options),
            "kappa": metrics.cohen_kappa_score(true, called, **options),
            "balanced accuracy": metrics.balanced_accuracy_score(true, called, **options),
            "informedness": metrics.balanced_accuracy_score(true, called, adjusted=True, **options),
            "positive LR": plus,
            "negative LR": minus,
            "observed agreement": metrics.accuracy_score(true, called, **options),
        }
        for name, value in expected.items():
            assert pr.find_association(name)(c) == pytest.approx(value, abs=1e-13), name


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("seed", range(10))
def test_many_classes_as_scikit_learn_computes_them(seed, k):
    true, called, weight = drawn(seed, k)
    matrix = pr.confusion_matrix(true, called)
    assert pr.mutual_information(matrix) * math.log(2) == pytest.approx(
        metrics.mutual_info_score(true, called), abs=1e-13
    )
    subset = list(range(k - 1)) if k > 2 else None
    for w in (None, weight):
        matrix = pr.confusion_matrix(true, called, sample_weight=w)
        options = {"sample_weight": w}
        assert pr.matthews_correlation(matrix) == pytest.approx(
            metrics.matthews_corrcoef(true, called, **options), abs=1e-13
        )
        part = pr.confusion_matrix(true, called, labels=subset, sample_weight=w)
        expected = metrics.cohen_kappa_score(true, called, labels=subset, **options)
        assert pr.cohen_kappa(part) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("seed", range(10))
def test_chi_square_and_cramers_v_are_scipys(seed):
    table = np.random.default_rng(seed).integers(1, 20, (4, 4))
    matrix = pr.ConfusionMatrix.from_table(table)
    found = chi2_contingency(table, correction=False)
    assert pr.chi_square(matrix) == pytest.approx(found.statistic, rel=1e-12)
    assert found.dof == pr.degrees_of_freedom(matrix)
    assert pr.find_association("Cramér's V")(matrix) == pytest.approx(
        scipy_association(table, method="cramer"), rel=1e-12
    )


@pytest.mark.parametrize("row", [r for r in pr.ASSOCIATIONS.values() if r.value and r.classes])
def test_both_formulas_agree_on_two_classes(row):
    rng = np.random.default_rng(3)
    for tp, fp, fn, tn in rng.integers(1, 30, (40, 4)):
        c = SimpleNamespace(tp=tp, fp=fp, fn=fn, tn=tn)
        matrix = pr.ConfusionMatrix.from_table([[tn, fp], [fn, tp]])
        assert row(matrix) == pytest.approx(row(c), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("row", [r for r in pr.ASSOCIATIONS.values() if r.classes])
def test_order_of_labels_does_not_matter(row):
    turned = pr.ConfusionMatrix.from_table(WINE.counts[::-1, ::-1], WINE.labels[::-1])
    assert turned == WINE and row(turned) == pytest.approx(row(WINE), rel=1e-14)
    assert row(pr.ConfusionMatrix.from_table(WINE.counts / 4)) == pytest.approx(
        row(WINE) / scale(row.name), rel=1e-12
    )


def scale(name):
    "What a quarter of all counts divides a value by."
    return {"chi_square": 4, "accuracy_deviation": 0.5}.get(name, 1)


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_rows_describe_themselves(name):
    row = pr.ASSOCIATIONS[name]
    assert row.name == name and row.undefined_when and row.doc and row.source
    assert row.undefined_when in row.__doc__ and repr(row) == f"Association({name})"
    assert getattr(pr, name, row) is row
    with pytest.raises(AttributeError):
        row.name = "other"


def test_every_row_is_found_by_any_of_its_names():
    keys = set()
    for row in pr.ASSOCIATIONS.values():
        for name in (row.name, *row.aliases):
            key = "".join(filter(str.isalnum, name.casefold()))
            assert key not in keys and pr.find_association(name.upper()) is row
            keys.add(key)
    with pytest.raises(ValueError, match="got 'kapa'. Pick from matthews_correlation"):
        pr.find_association("kapa")


@pytest.mark.parametrize("row", [r for r in pr.ASSOCIATIONS.values() if not r.classes])
def test_two_class_rows_refuse_many_classes(row):
    with pytest.raises(ValueError, match=f"{row.name} asks which class is positive: got .* of 3"):
        row(WINE)
    assert row(WINE.one_vs_rest("Cab")) is not None


def test_degrees_of_freedom():
    empty = pr.ConfusionMatrix.from_table([])
    assert pr.degrees_of_freedom(CABERNET) == 1 and pr.degrees_of_freedom(WINE) == 4
    assert (
        pr.degrees_of_freedom(empty)
        == pr.degrees_of_freedom(pr.ConfusionMatrix.from_table([[3]]))
        == 0
    )


def test_a_reader_sees_twenty_names():
    assert len(association.__all__) <= 20
    assert set(association.__all__) <= set(pr.__all__)


def test_half_width():
    assert pr.confidence_half_width(WINE) == pytest.approx(0.17781481095759366, rel=1e-14)
    assert pr.confidence_half_width(WINE, 2.58) == pytest.approx(0.23406235319928148, rel=1e-14)
    assert pr.confidence_half_width(CABERNET, 1) == pytest.approx(0.08433704334123127, rel=1e-14)
    assert pr.confidence_half_width(WINE, 0) == 0
    for z in (-1, float("nan")):
        with pytest.raises(ValueError, match="z must be 0 or more"):
            pr.confidence_half_width(WINE, z)


def test_entropy_of_calls_within_each_class():
    matrix = pr.ConfusionMatrix.from_table([[2, 2, 0], [0, 0, 0], [0, 0, 5]])
    values = pr.conditional_entropies(matrix)
    assert values[0] == 1 and is_nan(values[1]) and values[2] == 0
    weighted = values[[0, 2]] @ (matrix.support[[0, 2]] / matrix.n)
    assert pr.find_association("conditional entropy")(matrix) == pytest.approx(weighted)


def test_an_empty_class_adds_nothing_to_entropies():
    matrix = pr.ConfusionMatrix.from_table([[2, 0, 1], [0, 0, 0], [1, 0, 4]])
    smaller = pr.ConfusionMatrix.from_table([[2, 1], [1, 4]])
    for name in ("reference_entropy", "response_entropy", "joint_entropy", "mutual_information"):
        assert pr.ASSOCIATIONS[name](matrix) == pytest.approx(pr.ASSOCIATIONS[name](smaller))


def test_a_class_that_is_never_called_costs_infinitely_many_bits():
    matrix = pr.ConfusionMatrix.from_table([[1, 0], [1, 0]])
    assert pr.ASSOCIATIONS["cross_entropy"](matrix) == math.inf
    assert pr.ASSOCIATIONS["kl_divergence"](matrix) == math.inf


def test_lingpipes_fowlkes_mallows_is_hits_over_the_index():
    for cells, printed in (
        ((9, 4, 3), 12.489995996796797),
        ((5, 4, 4), 9.0),
        ((4, 1, 2), 5.477225575051661),
    ):
        c = SimpleNamespace(**dict(zip(("tp", "fp", "fn"), cells, strict=True)), tn=11)
        assert c.tp / pr.fowlkes_mallows(c) == pytest.approx(printed, rel=1e-15)


def test_identities():
    rng = np.random.default_rng(5)
    for tp, fp, fn, tn in rng.integers(1, 40, (50, 4)).tolist():
        c = fractions_of(SimpleNamespace(tp=tp, fp=fp, fn=fn, tn=tn))
        get = lambda name, c=c: pr.ASSOCIATIONS[name](c)  # noqa: E731
        kappa = get("cohen_kappa")
        assert get("phi_square") == get("informedness") * get("markedness")
        assert get("gilbert_skill_score") == kappa / (2 - kappa)
        assert get("balanced_accuracy") == (get("informedness") + 1) / 2
        odds = get("diagnostic_odds_ratio")
        assert odds == get("positive_likelihood_ratio") / get("negative_likelihood_ratio")
        assert get("yules_q") == (odds - 1) / (odds + 1)
        assert get("bennett_s") == get("kappa_no_prevalence") == 2 * pr.accuracy(c) - 1
        assert get("lift") == pr.precision(c) / pr.base_rate(c)
        assert kappa**2 <= get("phi_square")
        assert get("cramers_v") == pytest.approx(abs(get("matthews_correlation")))
        rates = (pr.precision, pr.recall, pr.specificity, pr.negative_predictive_value)
        assert get("p4") == 4 / sum(1 / rate(c) for rate in rates)
        bits = {n: float(get(n)) for n in pr.ASSOCIATIONS if n.endswith(("entropy", "information"))}
        joint = bits["reference_entropy"] + bits["conditional_entropy"]
        assert bits["joint_entropy"] == pytest.approx(joint)
        assert bits["mutual_information"] == pytest.approx(
            bits["response_entropy"] - bits["conditional_entropy"]
        )


def test_rare_class_keeps_every_digit():
    cells = {"tp": 1, "fp": 1, "fn": 0, "tn": 10**15 - 2}
    exact = pr.cohen_kappa(fractions_of(SimpleNamespace(**cells)))
    for kind in (int, np.int64, float, lambda v: np.array([v])):
        c = SimpleNamespace(**{k: kind(v) for k, v in cells.items()})
        assert np.all(abs(pr.cohen_kappa(c) - float(exact)) < 1e-15)
    matrix = pr.ConfusionMatrix.from_table([[cells["tn"], 1], [0, 1]])
    assert abs(pr.cohen_kappa(matrix) - float(exact)) < 1e-15
    assert abs(pr.matthews_correlation(matrix) - math.sqrt(0.5)) < 1e-14


def test_huge_counts():
    c = SimpleNamespace(tp=9 * 10**30, fp=4 * 10**30, fn=3 * 10**30, tn=11 * 10**30)
    for name, value in BY_HAND.items():
        assert pr.ASSOCIATIONS[name](c) == pytest.approx(float(value), rel=1e-14)
    assert pr.matthews_correlation(c) == pytest.approx(math.sqrt(841 / 3640))


SCALES = [3e80, 2.0**700, 1e-90, 1e-250, 1e300]


@pytest.mark.parametrize("scale", SCALES, ids=str)
@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_floats_of_any_size_give_what_fractions_give(name, scale):
    row = pr.ASSOCIATIONS[name]
    grow = {"chi_square": scale, "accuracy_deviation": scale**-0.5}.get(name, 1)
    for cells in ((0, 3, 1, 2), (9, 4, 3, 11), (1, 0, 0, 1), (5, 0, 3, 7), (2, 6, 1, 3)):
        cells = dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True))
        exact = row(fractions_of(SimpleNamespace(**cells)))
        floats = {k: v * scale for k, v in cells.items()}
        tables = [SimpleNamespace(**floats)]
        tables.append(SimpleNamespace(**{k: np.array([v]) for k, v in floats.items()}))
        if row.classes:
            square = [[floats["tn"], floats["fp"]], [floats["fn"], floats["tp"]]]
            tables.append(pr.ConfusionMatrix.from_table(square))
        for table in tables:
            value = np.ravel(row(table))[0]
            if is_nan(exact):
                assert np.isnan(value)
            else:
                assert float(value) / grow == pytest.approx(float(exact), rel=1e-12, abs=1e-15)


def test_matthews_correlation_of_large_floats_by_hand():
    point = pr.OperatingPoint(0, 3e80, 1e80, 2e80, 4e80)  # D = 10, P N P' N' = 5 * 5 * 4 * 6
    assert pr.matthews_correlation(point) == pytest.approx(10 / math.sqrt(600), rel=1e-15)
    assert pr.chi_square(point) == pytest.approx(1e81 * 100 / 600, rel=1e-14)


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_the_empty_table_has_no_value(name):
    row = pr.ASSOCIATIONS[name]
    if row.classes:
        for empty in ([], [[0]], [[0, 0], [0, 0]]):
            assert is_nan(float(row(pr.ConfusionMatrix.from_table(empty)))), empty
    assert is_nan(float(row(SimpleNamespace(tp=0, fp=0, fn=0, tn=0))))


def test_yules_q_and_y_exist_where_they_say():
    y = pr.ASSOCIATIONS["yules_y"]
    for cells in np.ndindex(3, 3, 3, 3):
        tp, fp, fn, tn = cells
        c = SimpleNamespace(tp=tp, fp=fp, fn=fn, tn=tn)
        hole = (tp == 0 or tn == 0) and (fp == 0 or fn == 0)
        assert is_nan(float(pr.yules_q(c))) == is_nan(float(y(c))) == hole
    assert pr.yules_q(SimpleNamespace(tp=0, fp=2, fn=1, tn=0)) == -1
    assert pr.yules_q.undefined_when == "TP or TN is zero, and so is FP or FN"


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("kind", ["linear", "quadratic"])
def test_weighted_kappa_as_scikit_learn_computes_it(k, kind):
    row = pr.find_association(f"{kind} kappa")
    for seed in range(10):
        true, called, weight = drawn(seed, k)
        for w in (None, weight):
            matrix = pr.confusion_matrix(true, called, labels=range(k), sample_weight=w)
            expected = metrics.cohen_kappa_score(true, called, weights=kind, sample_weight=w)
            assert row(matrix) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("name", pr.ASSOCIATIONS)
def test_rows_refuse_arrays_and_can_be_pickled(name):
    row = pr.ASSOCIATIONS[name]
    for arguments in (([0, 1], [1, 1]), (np.array([1, 0]),), (CABERNET, CABERNET), (WINE, WINE)):
        with pytest.raises(ValueError, match=f"{name} must be called on counts"):
            row(*arguments)
    assert pickle.loads(pickle.dumps(row)) is row


def test_two_by_two_matrix_says_what_to_do():
    matrix = pr.ConfusionMatrix.from_table([[3, 1], [2, 4]])
    with pytest.raises(ValueError, match="asks which class is positive.*one_vs_rest"):
        pr.informedness(matrix)
    assert pr.informedness(matrix.one_vs_rest(1)) == pytest.approx(4 / 6 + 3 / 4 - 1)


def test_what_stands_beside_the_rows_refuses_arrays():
    for call in (pr.conditional_entropies, pr.degrees_of_freedom, pr.confidence_half_width):
        for bad in ([1, 0], np.array([1, 0]), None):
            with pytest.raises(ValueError, match="must be (called on counts|a ConfusionMatrix)"):
                call(bad)
    with pytest.raises(ValueError, match="z must be 0 or more: got 'x'"):
        pr.confidence_half_width(WINE, "x")
