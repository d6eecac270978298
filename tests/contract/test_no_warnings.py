"""Undefined values come out as NaN, and no warning is ever shown."""

import warnings

import pytest

import prspace as pr
from tests.build import counts_of, exact_counts_of, is_unknown
from tests.reference import classes, weak_orders

ORDERS = [r for size in range(4) for pair in classes(size) for r in weak_orders(*pair)]


@pytest.mark.parametrize("build", [counts_of, exact_counts_of, lambda r: counts_of(r, float)])
def test_everything_is_silent(build):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ranking in ORDERS:
            counts = build(ranking)
            for rate in [*pr.RATES.values(), pr.f_beta(2)]:
                rate(counts)
            for area in pr.AREAS.values():
                area(counts)
                pr.normalized(area, counts)
                for bound in (area.worst, area.best, area.constant, area.expected):
                    if not is_unknown(bound):
                        bound(counts)
            pr.aucnpr(counts)
            pr.pr_curve(counts)
            pr.roc_curve(counts).with_endpoints()
