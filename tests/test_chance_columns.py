"""Every area's mean over random rankings has a record in the chapter on chance, or says why not."""

import math
from fractions import Fraction
from itertools import combinations

import pytest

from prspace.areas import AREAS, Unknown
from prspace.theory.chance import CHANCE_COLUMNS, CHANCE_THEOREMS, class_sizes
from prspace.theory.exact import exact_counts

SIZES = list(class_sizes(5))


@pytest.mark.parametrize("name", AREAS)
def test_a_column_has_a_record_or_a_reason(name):
    """No row is left out: a known mean has a record that is proved, any other says why."""
    if isinstance(AREAS[name].expected, Unknown):
        assert AREAS[name].expected.reason
    else:
        assert CHANCE_COLUMNS[name] in CHANCE_THEOREMS
        assert CHANCE_COLUMNS[name].verdict() == "proved by reduction"


@pytest.mark.parametrize("name", CHANCE_COLUMNS)
def test_record_and_column_are_one_source(name):
    """The record ends with the row's own column; floats agree with its exact form."""
    column, right = AREAS[name].expected, CHANCE_COLUMNS[name].claim.right
    if isinstance(column, Unknown):
        return
    for counts in SIZES if right is not column else ():
        assert math.isclose(column(counts), right(counts), rel_tol=1e-14)


@pytest.mark.parametrize("name", [name for name in CHANCE_COLUMNS if name != "davis_goadrich"])
def test_records_agree_with_plain_enumeration(name):
    """The mean over all placements of the positives, exactly."""
    for counts in SIZES:
        n, n_pos = int(counts.n_pos + counts.n_neg), int(counts.n_pos)
        values = [
            AREAS[name](exact_counts((i in at, i not in at) for i in range(n)))
            for at in combinations(range(n), n_pos)
        ]
        assert CHANCE_COLUMNS[name].claim.right(counts) == sum(values) * Fraction(1, len(values))
