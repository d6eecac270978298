"""Faults found by trying to break frames, streams and bounds, each kind with the right answer."""

import numpy as np
import polars as pl
import pytest

import prspace as pr
from prspace.rates import RATES

BATCH = ([1, 0], [0.1, 0.2], [5.0, 6.0])


@pytest.mark.parametrize("rate", RATES.values(), ids=str)
def test_float_totals_of_a_rate_are_those_of_at(rate):
    """Nothing is left over below the lowest score, whatever floats the weights are."""
    rng = np.random.default_rng(5)
    for n in (18, 35, 300):
        weight = rng.random(n).round(2) + 0.01
        counts = pr.count_thresholds(np.arange(n) % 2, np.arange(n), sample_weight=weight)
        for threshold in (-1, 0, n // 2, n):
            value = float(rate(counts.at(threshold)))
            for part in pr.bin_bounds(rate, counts, threshold=threshold):
                np.testing.assert_equal(float(part), value)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("options", [{"sample_weight": "w"}, {"time": "t", "sample_weight": "w"}])
def test_names_that_arrays_do_not_have(size, options):
    """A name of what is not there would be passed over in silence."""
    with pytest.raises(ValueError, match="must be left out for a batch of . arrays"):
        list(pr.count_stream([BATCH[:size]], **options))
    with pytest.raises(ValueError, match="time must be left out for a batch of 2 arrays"):
        list(pr.count_stream([BATCH[:2]], time="t"))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"keep": 1.5}, "keep must be"),
        ({"keep": "a"}, "keep must be"),
        ({"store": 5}, "store must"),
    ],
    ids=str,
)
def test_stream_options(options, words):
    with pytest.raises(ValueError, match=words):
        list(pr.count_stream([BATCH[:2]], **options))


@pytest.mark.parametrize("column", ["score", "weight"])
@pytest.mark.parametrize("value", [{"a": 1}, [1], b"x"], ids=["struct", "list", "binary"])
def test_columns_that_hold_no_numbers(column, value):
    """Refused before the engine sees them."""
    rows = {"label": [0, 1], "score": [0.1, 0.2], "weight": [1, 2]} | {column: [value, value]}
    for frame in (pl.DataFrame(rows), pl.LazyFrame(rows)):
        for bits in (None, 8):
            with pytest.raises(ValueError, match="must hold|must be"):
                pr.count_frame(
                    frame, y_true="label", y_score="score", sample_weight="weight", bits=bits
                )


@pytest.mark.parametrize("dropped", [{"a": "x"}, {"a": -1}, {"a": 1.5}, [1], 3], ids=str)
def test_dropped_holds_numbers_of_rows(dropped):
    with pytest.raises(ValueError, match="dropped must map causes"):
        pr.ThresholdCounts.from_counts([1], [1], [0], dropped=dropped)


def test_nothing_dropped_is_no_cause():
    empty = pr.ThresholdCounts.from_counts([], [], [])
    counts = pr.ThresholdCounts.from_counts([1], [1], [0], dropped={"a": 0})
    assert counts + empty == counts and not counts.dropped
