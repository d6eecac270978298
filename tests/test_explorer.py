"""The explorer's page holds its counts and nothing from elsewhere; its formulas: tests/e2e."""

import json
import re
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from prspace import ThresholdCounts, count_thresholds, explore, explorer_page
from prspace.explorer import SCRIPT, STYLE, explorer_data
from prspace.worked import lingpipe_counts


def carried(page):
    """The counts that a page hands to its script."""
    return json.loads(re.search(r'mount\(document.querySelector\("main"\), (.*)\);', page)[1])


def large(n, share, seed=0):
    """A ranking without ties."""
    rng = np.random.default_rng(seed)
    label = rng.random(n) < share
    return count_thresholds(label, rng.normal(size=n) + 2 * label)


def test_the_page_carries_the_counts():
    """Every threshold and both totals, as the counts have them."""
    counts = lingpipe_counts()
    data = carried(explorer_page(counts))
    assert data["tp"] == counts.tp.astype(float).tolist()
    assert data["fp"] == counts.fp.astype(float).tolist()
    assert (data["n_pos"], data["n_neg"], data["thresholds"]) == (4, 6, 10)
    assert list(map(float, data["threshold"])) == counts.threshold.tolist()
    assert data["left_out"] == {"recall": 0, "false_positive_rate": 0, "precision": 0}
    assert data["gaps"] == []


@pytest.mark.parametrize("share", [0.5, 0.001])
def test_thinning_is_what_it_says(share):
    """Kept rows are exact; the others are as near as stated, by brute force."""
    counts = large(30_000, share)
    data = explorer_data(counts)
    tp, fp = counts.tp / counts.n_pos, counts.fp / counts.n_neg
    precision = counts.tp / (counts.tp + counts.fp)
    kept = np.searchsorted(-counts.threshold, -np.array(data["threshold"], float))
    assert len(kept) <= 2000 and kept[0] == 0 and kept[-1] == len(tp) - 1
    assert data["tp"] == counts.tp[kept].tolist() and data["fp"] == counts.fp[kept].tolist()
    rows = np.setdiff1d(np.arange(len(tp)), kept)
    sides = np.searchsorted(kept, rows)
    apart = np.array(
        [[abs(x[rows] - x[kept[sides - k]]) for x in (tp, fp, precision)] for k in (0, 1)]
    )
    roc = apart[:, 0] + apart[:, 1]
    nearest = np.where(roc[1] < roc[0], apart[1], apart[0])
    assert np.allclose(list(data["left_out"].values()), nearest.max(axis=1), atol=1e-15)
    assert roc.min(axis=0).max() <= 0.002


def test_two_thousand_thresholds_are_not_thinned():
    """The limit belongs to what is carried whole."""
    counts = large(2000, 0.3)
    assert len(explorer_data(counts)["tp"]) == len(counts.threshold) == 2000


def test_nothing_from_elsewhere():
    """No address but the name of SVG, no import, no request."""
    page = explorer_page()
    assert re.findall(r"https?://[^\"]*", page) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\bimport\b|fetch\(|XMLHttpRequest|@import|url\(|src=", page)
    assert SCRIPT in page and STYLE in page
    assert all(f"const {name}" in SCRIPT for name in ("ratio", "SIDE", "LAYERS"))


def test_same_counts_same_text():
    """Two rankings differ, one does not."""
    assert explorer_page() == explorer_page()
    assert explorer_page(lingpipe_counts()) != explorer_page()


def test_text_cannot_become_markup():
    """A title, and thresholds that are words, stay text."""
    counts = ThresholdCounts.from_counts([2.0, -np.inf], [1, 1], [0, 2])
    page = explorer_page(counts, title="</title><script>alert(1)</script>")
    assert page.count("<script") == 1 and page.count("&lt;script&gt;") == 2
    assert carried(page)["threshold"] == ["2.0", "-inf"]


def test_weights_and_misses():
    """Fractions become floats; what was never retrieved is in the totals."""
    weight = [Fraction(1, 3), Fraction(1, 2), Fraction(2)]
    data = explorer_data(count_thresholds([1, 0, 1], [3, 2, 1], sample_weight=weight))
    assert data["tp"] == [1 / 3, 1 / 3, 7 / 3] and data["n_neg"] == 0.5
    missed = ThresholdCounts.from_counts([1.0], [3], [1], missed_pos=1, missed_neg=4)
    assert (explorer_data(missed)["n_pos"], explorer_data(missed)["n_neg"]) == (4, 5)


@pytest.mark.parametrize("door", [explore, explorer_page])
def test_one_class_or_no_counts(door):
    """Both classes are needed, and counts."""
    with pytest.raises(ValueError, match="both classes to be explored: got 2 positives and 0"):
        door(count_thresholds([1, 1], [0.1, 0.2]))
    with pytest.raises(ValueError, match="count_thresholds"):
        door(np.array([0.1, 0.9]))


def test_without_anywidget_the_extra_is_named():
    """explore says what to install; the page needs nothing."""
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from prspace import explore, explorer_page\n"
        "from prspace.worked import lingpipe_counts\n"
        "assert explorer_page(lingpipe_counts())\n"
        "try:\n    explore(lingpipe_counts())\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (
        "explore needs anywidget: pip install anywidget (it comes with prspace[explorer])"
        in done.stdout
    )


def test_the_widget_reads_its_state():
    """It starts in the middle of the counts; row 0 calls nothing."""
    view = explore(lingpipe_counts())
    assert (view.prevalence, view.beta, view.index, view.threshold) == (0.4, 1, 6, -1.65)
    view.index = 0
    assert view.threshold is None
    view.index = 10
    assert view.threshold == lingpipe_counts().threshold[-1]
    assert view.data == explorer_data(lingpipe_counts())
