"""Rates: values by hand, any kind of number, and what 0 / 0 gives."""

import math
import pickle
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp
from sklearn import metrics

import prspace as pr
from tests.reference import RATE, rate, small_tables, tables
from tests.sameness import is_nan, near

TABLE = SimpleNamespace(tp=9, fp=4, fn=3, tn=11)
BY_HAND = {
    "precision": Fraction(9, 13),
    "recall": Fraction(3, 4),
    "specificity": Fraction(11, 15),
    "false_positive_rate": Fraction(4, 15),
    "false_negative_rate": Fraction(1, 4),
    "false_discovery_rate": Fraction(4, 13),
    "false_omission_rate": Fraction(3, 14),
    "negative_predictive_value": Fraction(11, 14),
    "accuracy": Fraction(20, 27),
    "error_rate": Fraction(7, 27),
    "base_rate": Fraction(4, 9),
    "predicted_negative_rate": Fraction(14, 27),
    "predicted_positive_rate": Fraction(13, 27),
    "jaccard": Fraction(9, 16),
    "f1": Fraction(18, 25),
}
COMPLEMENTS = [
    ("precision", "false_discovery_rate"),
    ("recall", "false_negative_rate"),
    ("specificity", "false_positive_rate"),
    ("negative_predictive_value", "false_omission_rate"),
    ("accuracy", "error_rate"),
    ("predicted_positive_rate", "predicted_negative_rate"),
]


def fractions_of(table):
    "The same table in exact numbers."
    return SimpleNamespace(**{name: Fraction(value) for name, value in vars(table).items()})


@pytest.mark.parametrize("name", BY_HAND)
def test_by_hand(name):
    assert pr.RATES[name](TABLE) == pytest.approx(float(BY_HAND[name]), rel=1e-15)


@pytest.mark.parametrize("name", BY_HAND)
def test_fractions_stay_exact(name):
    value = pr.RATES[name](fractions_of(TABLE))
    assert isinstance(value, Fraction) and value == BY_HAND[name]


@pytest.mark.parametrize("name", BY_HAND)
def test_symbols_pass_through(name):
    symbols = SimpleNamespace(
        **{cell: sp.Symbol(cell, positive=True) for cell in ("tp", "fp", "fn", "tn")}
    )
    value = pr.RATES[name](symbols)
    part, whole = (f(symbols) for f in RATE[name])
    assert sp.simplify(value - part / whole) == 0
    numbers = {symbols.__dict__[cell]: number for cell, number in vars(TABLE).items()}
    assert value.subs(numbers) == sp.Rational(*BY_HAND[name].as_integer_ratio())


def test_arrays_of_tables():
    table = SimpleNamespace(**{c: np.array([v, 0]) for c, v in vars(TABLE).items()})
    for name, expected in BY_HAND.items():
        values = pr.RATES[name](table)
        assert values[0] == pytest.approx(float(expected)) and math.isnan(values[1])


@pytest.mark.parametrize("name", pr.RATES)
def test_rows_describe_themselves(name):
    row = pr.RATES[name]
    assert row.name == name and getattr(pr, name) is row
    assert row.undefined_when.strip() and row.__doc__.strip()
    assert row.__doc__ != type(row).__doc__


@pytest.mark.parametrize("name", pr.RATES)
def test_rows_cannot_be_changed(name):
    with pytest.raises((AttributeError, TypeError)):
        pr.RATES[name].name = "other"


@pytest.mark.parametrize(("a", "b"), COMPLEMENTS)
def test_complements_add_up_to_one(a, b):
    for table in small_tables(2):
        exact = fractions_of(table)
        one, other = pr.RATES[a](exact), pr.RATES[b](exact)
        assert (is_nan(one) and is_nan(other)) or one + other == 1


def test_f1_is_the_harmonic_mean():
    for table in small_tables(3):
        if table.tp:
            exact = fractions_of(table)
            p, r = pr.precision(exact), pr.recall(exact)
            assert pr.f1(exact) == 2 * p * r / (p + r)


def test_jaccard_and_f1_order_alike():
    for table in small_tables(3):
        exact = fractions_of(table)
        if table.tp + table.fp + table.fn:
            assert pr.jaccard(exact) == pr.f1(exact) / (2 - pr.f1(exact))


@pytest.mark.parametrize("beta", [Fraction(1, 2), 1, 2, Fraction(10, 3)])
def test_f_beta_weighs_recall(beta):
    exact = fractions_of(TABLE)
    p, r = BY_HAND["precision"], BY_HAND["recall"]
    square = Fraction(beta) ** 2
    assert pr.f_beta(beta)(exact) == (1 + square) * p * r / (square * p + r)


def test_f_beta_at_one_is_f1():
    for table in small_tables(2):
        assert near(pr.f_beta(1)(table), pr.f1(table), 1e-15)


def test_f_beta_tends_to_precision_and_recall():
    assert pr.f_beta(1e-9)(TABLE) == pytest.approx(9 / 13, rel=1e-12)
    assert pr.f_beta(1e9)(TABLE) == pytest.approx(3 / 4, rel=1e-12)


def test_f_beta_at_its_ends():
    for table in small_tables(2):
        assert near(pr.f_beta(0)(table), pr.precision(table))
        assert near(pr.f_beta(float("inf"))(table), pr.recall(table))


def test_f_beta_names_its_beta():
    names = {pr.f_beta(beta).name for beta in (0.5, 2, 3)}
    assert len(names) == 3 and "f1" not in names
    assert "2" in pr.f_beta(2).name and "2" in pr.f_beta(2).__doc__


def test_f_beta_says_when_it_is_undefined_and_which_other_names_it_has():
    assert pr.f_beta(0).undefined_when == pr.precision.undefined_when
    for beta in (Fraction(1, 2), 1, 2):
        assert pr.f_beta(beta).undefined_when == "there are no positives, true or called"
    assert "Dice coefficient" in pr.f_beta(1).aliases == pr.f1.aliases
    assert pr.f_beta(0).aliases == pr.f_beta(Fraction(1, 2)).aliases == pr.f_beta(2).aliases == ()


@pytest.mark.parametrize("beta", [-1, -0.5, float("nan"), -float("inf")])
def test_beta_must_not_be_negative(beta):
    with pytest.raises(ValueError, match="beta") as error:
        pr.f_beta(beta)
    assert str(beta) in str(error.value)


def test_zero_over_zero_is_nan_alone():
    nothing = SimpleNamespace(tp=0, fp=0, fn=0, tn=0)
    for row in [*pr.RATES.values(), pr.f_beta(2)]:
        assert is_nan(row(nothing))
        assert is_nan(row(fractions_of(nothing)))
        assert is_nan(float(row(SimpleNamespace(**dict.fromkeys(vars(nothing), 0.0)))))


def test_a_true_zero_is_zero():
    table = SimpleNamespace(tp=0, fp=3, fn=2, tn=0)
    for name in ("precision", "recall", "specificity", "accuracy", "jaccard", "f1"):
        assert pr.RATES[name](table) == 0


@pytest.mark.parametrize("name", pr.RATES)
def test_counts_near_the_limit_do_not_wrap(name):
    counts = pr.ThresholdCounts.from_counts([2, 1], [2**61, 2**61], [2**60, 2**61])
    for value, table in zip(pr.RATES[name](counts), tables([(4, 2), (4, 4)]), strict=True):
        expected = rate(name, table)
        assert is_nan(float(value)) if expected is None else value == pytest.approx(float(expected))


def test_f_beta_near_the_limit_does_not_wrap():
    counts = pr.ThresholdCounts.from_counts([1], [2**61], [2**60])
    assert pr.f_beta(2)(counts)[0] == pytest.approx(10 / 11)


def test_plain_integers_of_any_size():
    big = SimpleNamespace(tp=10**40, fp=3 * 10**40, fn=10**40, tn=0)
    assert pr.precision(big) == 0.25 and pr.f1(big) == pytest.approx(1 / 3)


def test_a_rate_is_found_by_any_of_its_names():
    for row in pr.RATES.values():
        for name in (row.name, *row.aliases):
            for spelled in (name, name.upper(), name.replace(" ", "-"), name.replace("_", " ")):
                assert pr.find_rate(spelled) is row


def test_no_two_rates_share_a_name():
    names = [n for row in pr.RATES.values() for n in (row.name, *row.aliases)]
    letters = ["".join(filter(str.isalnum, name.casefold())) for name in names]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("name", ["recal", "", "f 7", None])
def test_an_unknown_rate_is_refused_with_the_list(name):
    with pytest.raises(ValueError, match="recall") as error:
        pr.find_rate(name)
    assert repr(name) in str(error.value)


def test_rates_as_scikit_learn_computes_them(seeds=range(20)):
    for seed in seeds:
        rng = np.random.default_rng(seed)
        y, called = rng.integers(0, 2, (2, 30))
        weight = rng.integers(1, 5, 30) / 2
        point = pr.confusion_matrix(y, called, sample_weight=weight).one_vs_rest(1)
        options = {"sample_weight": weight, "zero_division": np.nan}
        expected = {
            "precision": metrics.precision_score(y, called, **options),
            "recall": metrics.recall_score(y, called, **options),
            "specificity": metrics.recall_score(y, called, pos_label=0, **options),
            "jaccard": metrics.jaccard_score(y, called, sample_weight=weight),
            "f1": metrics.f1_score(y, called, **options),
            "accuracy": metrics.accuracy_score(y, called, sample_weight=weight),
            "error_rate": metrics.zero_one_loss(y, called, sample_weight=weight),
        }
        for name, value in expected.items():
            assert pr.find_rate(name)(point) == pytest.approx(value, abs=1e-14), (seed, name)
        assert pr.find_rate("Hamming loss")(point) == pytest.approx(
            metrics.hamming_loss(y, called, sample_weight=weight)
        )
        for beta in (0.5, 2):
            value = metrics.fbeta_score(y, called, beta=beta, **options)
            assert pr.f_beta(beta)(point) == pytest.approx(value, abs=1e-14)


def test_the_text_of_a_rate_names_its_aliases_if_it_has_some():
    assert pr.precision.__doc__ == (
        "Precision, 0 to 1; NaN when nothing is called positive. Also: positive predictive value, "
        "PPV, confidence. Source: Fawcett 2006, section 3."
    )
    assert "Also" not in pr.f_beta(2).__doc__ and "Also: F-measure" in pr.f1.__doc__


def test_a_made_rate_survives_pickling():
    twin = pickle.loads(pickle.dumps(pr.f_beta(2)))
    table = SimpleNamespace(tp=3, fp=1, fn=2, tn=4)
    assert repr(twin) == "Rate(f2)" and twin(table) == pr.f_beta(2)(table)


def test_the_weight_of_recall_may_be_a_symbol():
    beta = sp.Symbol("beta", nonnegative=True)
    row, table = pr.f_beta(beta), SimpleNamespace(tp=3, fp=1, fn=2, tn=4)
    assert sp.simplify(row(table) - 3 * (1 + beta**2) / (3 * (1 + beta**2) + 2 * beta**2 + 1)) == 0
    assert row.undefined_when == "there are no positives, true or called"
