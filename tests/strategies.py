"""Random data for the property tests; every run draws the same examples."""

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

checked = settings(derandomize=True, deadline=None, max_examples=30, database=None)

LABEL = st.integers(0, 1)
SCORE = st.integers(-3, 3)
COPIES = st.integers(0, 3)
PART = st.fractions(min_value=0, max_value=4, max_denominator=8)


@st.composite
def items(draw, weight=None, least=1, most=14):
    "Labels and tied scores, and weights (not all zero) when asked for."
    columns = [LABEL, SCORE] + ([] if weight is None else [weight])
    found = draw(st.lists(st.tuples(*columns), min_size=least, max_size=most))
    if weight is not None and not any(row[2] for row in found):
        found[0] = (*found[0][:2], type(found[0][2])(1))
    return tuple(list(column) for column in zip(*found, strict=True))


def both_classes(labels, weights=None):
    "Whether some weight lies on each label."
    weights = [1] * len(labels) if weights is None else weights
    return len({label for label, w in zip(labels, weights, strict=True) if w}) == 2


def ones(n):
    "Weights that keep the arithmetic exact."
    return [Fraction(1)] * n
