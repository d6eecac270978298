"""Bias of areas and spread of precision in small samples: simulated, exact, and counted by hand."""

import csv
from math import comb

import numpy as np
import pytest
from scipy import integrate, stats

import prspace as pr
from benchmarks import bias, coverage, exact, spread

CHANCE = (1, 1), (1, 9), (2, 3), (5, 45), (20, 180), (100, 900)


def stored(module):
    "Rows of a stored table, by the columns that name them."
    with module.RESULTS.open(encoding="utf-8") as file:
        return {tuple(row[k] for k in module.FIELDS[:4]): row for row in csv.DictReader(file)}


def as_counts(wrong, n_neg):
    "Counts of one data set."
    pos, neg = coverage.columns(wrong[None], n_neg)
    falling = np.arange(pos.shape[1], 0, -1)
    return pr.ThresholdCounts.from_counts(falling, pos[0].astype(int), neg[0].astype(int))


def test_estimates_are_the_areas_of_the_package():
    wrong = coverage.false_positives("binormal", 7, 30, 20, np.random.default_rng(1))
    wrong[0], wrong[1] = 0, 30  # perfect and worst
    found = bias.estimates(wrong, 30)
    for i, row in enumerate(wrong):
        counts = as_counts(row, 30)
        wanted = {k: pr.AREAS[k](counts) for k in (*bias.HEIGHTS, "roc_auc")}
        wanted["aucnpr"] = pr.aucnpr(counts)
        for name in ("average_precision", "trapezoid"):
            wanted[f"normalized_{name}"] = pr.normalized(pr.AREAS[name], counts)
        assert {k: v[i] for k, v in found.items()} == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg"), CHANCE)
def test_expected_areas_at_chance_are_the_closed_forms(n_pos, n_neg):
    found = exact.expected_areas(lambda u: u, n_pos, n_neg)
    wanted = {
        "average_precision": pr.expected_average_precision(n_pos, n_neg),
        "davis_goadrich": pr.expected_davis_goadrich(n_pos, n_neg),
        "left_step": n_pos / (n_pos + n_neg),
    }
    wanted["trapezoid"] = (wanted["average_precision"] + wanted["left_step"]) / 2
    assert found == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("family", coverage.FAMILIES)
def test_expected_areas_are_sums_over_what_lies_above(family):
    "Three positives and four negatives: both binomial laws are summed for each recall."
    k, wrong = (x.ravel().astype(float) for x in np.meshgrid(range(3), range(5), indexing="ij"))
    names = ("average_precision", "davis_goadrich", "trapezoid", "left_step")
    heights = [bias.HEIGHTS[name](k[:, None] + 1, wrong[:, None])[:, 0] for name in names]

    def means(u):
        f = float(exact.share_above(family, u))
        pos = [(1 - u) ** 2, 2 * u * (1 - u), u**2]
        neg = [comb(4, m) * f**m * (1 - f) ** (4 - m) for m in range(5)]
        return np.array(heights) @ np.outer(pos, neg).ravel()

    wanted = integrate.quad_vec(means, 0, 1, points=[1e-3, 0.5], epsabs=1e-10, limit=300)[0]
    found = exact.expected_areas(lambda u: exact.share_above(family, u), 3, 4)
    assert found == pytest.approx(dict(zip(names, wanted.tolist(), strict=True)), abs=1e-8)


@pytest.mark.parametrize("k", [1, 3, 6])
def test_negatives_above_at_chance_are_negative_hypergeometric(k, monkeypatch):
    n_pos, n_neg = 6, 10
    monkeypatch.setitem(coverage.FAMILIES, "same", (stats.norm(0, 1), stats.norm(0, 1)))
    wanted = [
        comb(m + k - 1, m) * comb(n_pos - k + n_neg - m, n_neg - m) / comb(n_pos + n_neg, n_pos)
        for m in range(n_neg + 1)
    ]
    assert exact.negatives_above("same", k, n_pos, n_neg) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("family", coverage.FAMILIES)
def test_negatives_above_add_up_to_the_areas(family):
    "Precision at each place, averaged over the places, is average precision."
    n_pos, n_neg = 5, 45
    mean = sum(spread.exact_law(family, k, n_pos, n_neg)[0] for k in range(1, 6)) / 5
    assert mean == pytest.approx(bias.expected(family, n_pos, n_neg)["average_precision"], abs=1e-8)


def test_formula_is_the_limit_of_the_exact_spread():
    for family, share in (("binormal", 0.2), ("binormal", 0.7), ("bibeta", 0.9)):
        gaps = []
        for n in (25, 200):
            k = round(share * n)
            formula = exact.delta_variance(family, k, n, 9 * n) ** 0.5
            gaps.append(abs(spread.exact_law(family, k, n, 9 * n)[1] / formula - 1))
        assert gaps[1] < 0.05 and gaps[1] < gaps[0] / 3, (family, share, gaps)


def test_formula_in_shares_is_the_formula_in_counts():
    "p²(1-p)/k · [p(1-F) + (1-p)ε²(1-r)], but for r and n_pos + 2 in place of its limit."
    n_pos, n_neg, k = 10**6, 9 * 10**6, 300_000
    r = k / n_pos
    f, slope = (float(g("binormal", r)) for g in (exact.share_above, exact.slope_above))
    p = r / (r + 9 * f)
    wanted = p**2 * (1 - p) / k * (p * (1 - f) + (1 - p) * (r * slope / f) ** 2 * (1 - r))
    assert exact.delta_variance("binormal", k, n_pos, n_neg) == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize("module", [bias, spread])
def test_stored_tables_are_whole_and_not_contradicted(module):
    table = stored(module)
    cells = {(f, str(n), str(round(n * (1 - p) / p))) for f, n, p in module.CELLS}
    assert {key[:3] for key in table} == cells
    numbers = [[*row.values()][:4] + [*map(float, [*row.values()][4:])] for row in table.values()]
    assert module.failures(numbers) == [] and min(row[4] for row in numbers) >= 2000
    name = {bias: "mean", spread: "exact_mean"}[module]
    row = next(iter(table.values()))
    changed = [*row.values()][:4] + [
        float(row[k]) + (0.5 if k == name else 0) for k in module.FIELDS[4:]
    ]
    assert module.failures([changed]) == [changed]


def test_bias_and_coverage_saw_the_same_sets():
    table, seen = stored(bias), 0
    with coverage.RESULTS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            key = row["family"], row["n_pos"], row["n_neg"], row["metric"]
            if key in table and row["method"] == "jackknife":
                seen += 1
                assert float(row["mean_value"]) == pytest.approx(
                    float(table[key]["mean"]), rel=1e-5
                )
    assert seen == 4 * len(set(coverage.CELLS) & set(bias.CELLS)) == 4 * 19


def test_areas_overshoot_in_the_order_of_the_sandwich():
    "Average precision most, Davis-Goadrich about half of that, the ROC area not at all."
    table = stored(bias)
    for family in coverage.FAMILIES:
        for n in bias.SIZES:
            rows = {k: table[family, str(n), str(9 * n), k] for k in bias.HEIGHTS | {"roc_auc": 0}}
            off = {k: float(r["expected"]) - float(r["truth"]) for k, r in rows.items()}
            assert off["roc_auc"] == pytest.approx(0, abs=1e-6)
            names = ("left_step", "trapezoid", "davis_goadrich", "average_precision")
            values = [off[k] for k in names]
            assert values == sorted(values) and off["average_precision"] > 0


@pytest.mark.parametrize("family", ["binormal", "offset_uniform"])
def test_slices_of_both_tables_come_out_again(family):
    table = stored(bias)
    for row in bias.cell_rows((family, 10, 0.1), sets=400, seed=2):
        old = table[tuple(coverage.text(row)[:4])]
        assert abs(row[8] - float(old["mean"])) <= 4.5 * np.hypot(row[9], float(old["se"]))
        assert coverage.text(row)[6:8] == [old["truth"], old["expected"]]
    table = stored(spread)
    for row in spread.cell_rows((family, 20, 0.1), sets=400, seed=2):
        old = table[tuple(coverage.text(row)[:4])]
        assert coverage.text(row)[10:14] == [old[k] for k in spread.FIELDS[10:14]]
        assert spread.failures([row]) == []
