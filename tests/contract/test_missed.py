"""Items that were never retrieved lie below every threshold: they cost recall and win nothing."""

from fractions import Fraction

import pytest

import prspace as pr
from tests import reference
from tests.build import is_unknown
from tests.sameness import near

SEEN = [(1, 1), (2, 1), (1, 2), (3, 0)]
MISSED = [(1, 0), (0, 1), (2, 3)]


def counts_of(ranking, missed, kind=int):
    "Counts of a ranking with missed positives and negatives."
    pos, neg = ([kind(block[i]) for block in ranking] for i in (0, 1))
    threshold = range(len(ranking), 0, -1)
    more = {"missed_pos": kind(missed[0]), "missed_neg": kind(missed[1])}
    return pr.ThresholdCounts.from_counts(list(threshold), pos, neg, **more)


def expected_area(name, ranking, missed):
    "PR areas end at the last recall reached; the ROC area ties all missed items at the bottom."
    if name == "roc_auc":
        return reference.roc_area([*ranking, missed])
    if name == "prg_area":
        return reference.prg_area(ranking, missed)
    seen, _ = reference.totals(ranking)
    reached = Fraction(seen) / (seen + missed[0])
    if name == "eleven_point":
        return reference.eleven_point(ranking, reached)
    return reference.AREA[name](ranking) * exact(reached, name)


def exact(fraction, name):
    "A Fraction, or a number with many digits where there are logarithms."
    return reference.exact(fraction) if name in reference.LOGARITHMS else fraction


def defined(name, seen, missed):
    "Whether there is a positive and, for the ROC area, a negative."
    return name not in reference.BOTH_CLASSES or seen[1] + missed[1] > 0


@pytest.mark.parametrize("name", pr.AREAS)
@pytest.mark.parametrize("missed", MISSED)
def test_areas(name, missed):
    for seen in SEEN:
        if defined(name, seen, missed):
            for ranking in reference.weak_orders(*seen):
                expected = expected_area(name, ranking, missed)
                assert near(pr.AREAS[name](counts_of(ranking, missed)), expected)
                if name in reference.EXACT:
                    assert pr.AREAS[name](counts_of(ranking, missed, Fraction)) == expected


@pytest.mark.parametrize("name", pr.AREAS)
@pytest.mark.parametrize("missed", MISSED)
def test_bounds_over_the_orders_of_what_was_retrieved(name, missed):
    area = pr.AREAS[name]
    for seen in SEEN:
        if not defined(name, seen, missed):
            continue
        found = [expected_area(name, r, missed) for r in reference.weak_orders(*seen)]
        strict = [expected_area(name, r, missed) for r in reference.rankings(*seen)]
        counts = counts_of([seen], missed)
        assert near(area.worst(counts), min(found))
        assert is_unknown(area.best) or near(area.best(counts), max(found))
        assert near(area.constant(counts), expected_area(name, [seen], missed))
        if not is_unknown(area.expected):
            assert near(area.expected(counts), sum(strict) / len(strict))


@pytest.mark.parametrize("name", [name for name in pr.AREAS if name not in reference.BOTH_CLASSES])
def test_nothing_but_missed_positives(name):
    for ranking in ([], [(0, 2)]):
        assert pr.AREAS[name](counts_of(ranking, (2, 1))) == 0


def test_missed_items_and_a_last_block_are_the_same_to_the_roc_area():
    ranking = [(1, 1), (0, 2), (2, 0)]
    seen = counts_of([*ranking, (3, 4)], (0, 0), Fraction)
    assert pr.roc_auc(counts_of(ranking, (3, 4), Fraction)) == pr.roc_auc(seen)


@pytest.mark.parametrize("name", pr.RATES)
def test_rates(name):
    ranking, missed = [(1, 1), (2, 0)], (3, 4)
    tables = reference.tables([*ranking, missed])[:-1]
    values = pr.RATES[name](counts_of(ranking, missed, Fraction))
    assert list(values) == [reference.rate(name, table) for table in tables]
