"""Printed numbers as ranges: each way of printing a number is read back to a range that holds it."""

from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from prspace.reported import read_reported

F = Fraction


@pytest.mark.parametrize(
    ("value", "options", "low", "high"),
    [
        ("0.20", {}, F(195, 1000), F(205, 1000)),
        (0.2, {}, F(15, 100), F(25, 100)),
        (np.float32(0.2), {}, F(15, 100), F(25, 100)),
        (np.float64(0.2), {"decimals": 2}, F(195, 1000), F(205, 1000)),
        (0.2, {"decimals": {"x": 3}}, F(1995, 10000), F(2005, 10000)),
        (0.2, {"decimals": {"y": 3}}, F(15, 100), F(25, 100)),
        (Decimal("0.200"), {}, F(1995, 10000), F(2005, 10000)),
        (1, {}, F(1, 2), F(3, 2)),
        (1, {"decimals": 2}, F(995, 1000), F(1005, 1000)),
        ("1e-2", {}, F(5, 1000), F(15, 1000)),
        (F(1, 3), {}, F(1, 3), F(1, 3)),
        ((F(1, 3), "0.5"), {}, F(1, 3), F(1, 2)),
        ("0.20", {"rounding": "truncate"}, F(20, 100), F(21, 100)),
        ("-0.20", {"rounding": "truncate"}, F(-21, 100), F(-20, 100)),
        ("0.0", {"rounding": "truncate"}, F(-1, 10), F(1, 10)),
        ("0.20", {"rounding": "any"}, F(19, 100), F(21, 100)),
    ],
)
def test_ranges(value, options, low, high):
    said = read_reported("x", value, **options)
    assert (said.low, said.high) == (low, high) and said.holds((low + high) / 2)


def test_ends():
    nearest = read_reported("x", "0.2")
    assert nearest.holds(F(15, 100)) and nearest.holds(F(25, 100))
    cut = read_reported("x", "0.2", rounding="truncate")
    assert cut.holds(F(2, 10)) and not cut.holds(F(3, 10)) and cut.holds(F(299, 1000))
    any_way = read_reported("x", "0.2", rounding="any")
    assert not any_way.holds(F(1, 10)) and not any_way.holds(F(3, 10)) and any_way.holds(F(11, 100))
    assert not nearest.holds(float("nan"))


def test_every_way_of_printing():
    draw = Random(0)
    ways = {ROUND_HALF_UP: "nearest", ROUND_HALF_EVEN: "nearest", ROUND_DOWN: "truncate",
            ROUND_FLOOR: "any", ROUND_CEILING: "any"}  # fmt: skip
    for _ in range(2000):
        x = F(draw.randint(-400, 400), draw.randint(1, 400))
        for way, rounding in ways.items():
            digits = Decimal(1).scaleb(-draw.randint(0, 4))
            text = str((Decimal(x.numerator) / x.denominator).quantize(digits, way))
            assert read_reported("x", text, rounding=rounding).holds(x)
        assert read_reported("x", float(x)).holds(x)


@pytest.mark.parametrize(
    ("value", "options", "message"),
    [
        ("20%", {}, "percentage"),
        ("abc", {}, "finite"),
        ("nan", {}, "finite"),
        (float("inf"), {}, "finite"),
        (True, {}, "as printed"),
        (None, {}, "as printed"),
        (0.255, {"decimals": 2}, "decimals"),
        (0.2, {"decimals": -1}, "decimals"),
        (0.2, {"rounding": "floor"}, "rounding"),
        ((0.3, 0.2), {}, "pair"),
        ((0.3,), {}, "pair"),
    ],
)
def test_errors(value, options, message):
    with pytest.raises(ValueError, match=message):
        read_reported("x", value, **options)
