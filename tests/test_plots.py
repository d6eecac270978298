"""Plots: what is drawn is what was computed, and nothing else happens."""

import subprocess
import sys
import warnings
from fractions import Fraction
from itertools import permutations

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import prspace as pr
from prspace.pixels import thinned
from prspace.plots_marks import f_line, tie_boxes
from prspace.plots_rates import _between, _stretched
from tests.build import counts_of

BOTH = "plot_roc", "plot_det", "plot_ks", "plot_prg"
POSITIVE = "plot_pr", "plot_lift", "plot_cumulative_gain", "plot_threshold"
CURVES = {
    "plot_pr": pr.pr_curve,
    "plot_roc": pr.roc_curve,
    "plot_det": pr.det_curve,
    "plot_lift": pr.lift_curve,
    "plot_cumulative_gain": pr.cumulative_gain_curve,
    "plot_ks": pr.ks_curve,
    "plot_prg": pr.prg_curve,
}
PR_DEFAULTS = "region", "minimum", "chance", "chance_words", "region_words"


@pytest.fixture(autouse=True)
def quiet():
    "No warning, no figure left open, no setting changed."
    before = dict(matplotlib.rcParams)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield
    assert dict(matplotlib.rcParams) == before
    plt.close("all")


def new(width=4.2, height=4.2):
    "Axes on a figure of their own."
    return Figure(figsize=(width, height)).add_subplot()


def draw(name, counts, **options):
    "A plot in the house style."
    with pr.style():
        return getattr(pr, name)(counts, **{"ax": new()} | options)


def random_counts(seed, kind=int):
    "Ties of both classes; every third time some items are never retrieved."
    rng = np.random.default_rng(seed)
    pos, neg = rng.integers(0, 4, (2, 9))
    pos[3], neg[4] = pos[3] + 1, neg[4] + 1
    both = pos + neg > 0
    pos, neg = ([kind(int(x)) for x in side[both]] for side in (pos, neg))
    lost = {} if seed % 3 else {"missed_pos": kind(2), "missed_neg": kind(1)}
    return pr.ThresholdCounts.from_counts(range(len(pos), 0, -1), pos, neg, **lost)


def untied(seed=1, n_pos=40, n_neg=160):
    "Binormal scores."
    rng, y = np.random.default_rng(seed), np.repeat([1, 0], [n_pos, n_neg])
    return pr.count_thresholds(y, rng.normal(size=len(y)) + 1.2 * y)


def finite(curve):
    "The points of a curve that exist."
    xy = np.column_stack([curve.x, curve.y]).astype(float)
    return xy[np.isfinite(xy).all(axis=1)]


# What is drawn


@pytest.mark.parametrize("kind", [int, float, Fraction])
@pytest.mark.parametrize("name", CURVES)
def test_the_observed_points_are_those_of_the_curve_and_lie_on_the_line(name, kind):
    for seed in (0, 1) if kind is int else (0,):
        counts = random_counts(seed, kind)
        drawn = draw(name, counts)
        wanted = finite(CURVES[name](counts))
        if name == "plot_prg":
            wanted = wanted[(wanted[:, 0] >= 0) & (wanted[:, 1] >= drawn.ax.get_ylim()[0])]
        assert (drawn.points.get_xydata() == wanted).all()
        line = {tuple(xy) for xy in drawn.line.get_xydata()}
        assert {tuple(xy) for xy in wanted} <= line or kind is float


@pytest.mark.parametrize("name", CURVES)
def test_an_evaluation_and_the_curve_are_drawn_as_their_counts(name):
    counts = random_counts(1)
    line = draw(name, counts).line.get_xydata()
    for source in (pr.evaluate(counts), CURVES[name](counts)):
        assert (draw(name, source).line.get_xydata() == line).all()


def test_few_points_of_a_curve_are_joined_by_the_path_between_their_thresholds():
    counts = untied()
    hull = pr.convex_hull(counts)
    some = pr.Curve(*(getattr(pr.pr_curve(hull), k) for k in ("x", "y", "threshold")),
                    ("recall", "precision"), counts)  # fmt: skip
    line = draw("plot_pr", hull).line.get_xydata()
    assert np.allclose(draw("plot_pr", some).line.get_xydata(), line)
    top = pr.upper_envelope(pr.pr_curve(counts))
    drawn = draw("plot_pr", top)
    assert (drawn.points.get_xydata() == finite(top)).all()
    path = pr.davis_goadrich_path(counts, resolution=10)
    assert (draw("plot_pr", path).line.get_xydata() == finite(path)).all()


@pytest.mark.parametrize("seed", range(4))
def test_each_path_of_the_pr_plot_has_the_area_of_its_name(seed):
    counts = random_counts(seed)
    x, y = draw("plot_pr", counts, path="average_precision").line.get_data()
    assert abs((np.diff(x) * y[1:]).sum() - pr.average_precision(counts)) < 1e-12
    x, y = draw("plot_pr", counts, path="trapezoid").line.get_data()
    assert abs(np.trapezoid(y, x) - pr.trapezoid(counts)) < 1e-12
    x, y = draw("plot_pr", counts).line.get_data()
    assert abs(np.trapezoid(y, x) - pr.davis_goadrich(counts)) < 1 / 16384


@pytest.mark.parametrize("ranking", [
    [(0, 1), (500, 3)], [(1, 0), (400, 900)], [(3, 900), (600, 1)], [(5, 1), (0, 70), (95, 900)],
])  # fmt: skip
def test_the_drawn_path_follows_the_bends(ranking):
    counts = counts_of(ranking)
    x, y = draw("plot_pr", counts).line.get_data()
    full = pr.davis_goadrich_path(counts, resolution=200_000)
    there = full.x > 0
    miss = np.abs(np.interp(full.x[there], x, y) - full.y[there])
    last = np.r_[np.diff(full.x) > 0, True][there]  # not within an upright piece
    assert miss[last].max() <= 1 / 16384 + 1e-9 and len(x) < 3 * 130
    assert farthest(full.x, full.y, x, y) <= 1 / 4096 + 1e-3


def test_the_way_between_two_det_points_is_straight_in_the_rates():
    x, y = np.array([0, 0.2, 0.2, 1]), np.array([1, 0.5, 0.1, 0])
    u, v = _between(x, y, 0.001)
    assert (np.diff(u) >= 0).all() and (np.diff(v) <= 0).all()
    for a, b in zip(u, v, strict=True):
        if a != 0.2:
            assert abs(b - np.interp(a, x, y)) < 1e-12
        else:
            assert 0.1 <= b <= 0.5
    seen = (u > 0.001) & (v > 0.001) & (u < 0.99) & (v < 0.99)
    steps = np.hypot(np.diff(_stretched(u[seen])), np.diff(_stretched(v[seen])))
    assert steps.max() < 0.03  # of about five in all


def test_lift_between_points_is_what_choosing_between_two_thresholds_gives():
    counts = counts_of([(2, 1), (1, 3), (1, 2)])
    x, y = draw("plot_lift", counts).line.get_data()
    q, r = (np.r_[0, np.cumsum(c)] for c in ([3, 4, 3], [2, 1, 1]))
    inside = x > 0
    assert np.allclose(y[inside], np.interp(x[inside], q / 10, r / 4) / x[inside])
    assert y[0] == (2 / 3) / (4 / 10)


@pytest.mark.parametrize("name", ["plot_cumulative_gain", "plot_lift", "plot_ks"])
def test_gray_is_exactly_what_no_ranking_reaches(name):
    orders = set(permutations([1, 1, 0, 0, 0]))
    rankings = (counts_of([(x, 1 - x) for x in order]) for order in sorted(orders))
    points = np.concatenate([finite(CURVES[name](counts)) for counts in rankings])
    drawn = draw(name, counts_of([(2, 3)]))
    path = drawn.region.get_path()
    move = np.flatnonzero(path.codes == path.MOVETO)[1]
    hole = matplotlib.path.Path(path.vertices[move:])
    near = (hole.contains_points(points, radius=r) for r in (1e-9, -1e-9))  # sign: orientation
    assert np.logical_or(*near).all()
    best = finite(CURVES[name](counts_of([(2, 0), (0, 3)])))[0]
    for corner in (best, finite(CURVES[name](counts_of([(0, 3), (2, 0)])))[0]):
        assert np.abs(hole.vertices - corner).sum(axis=1).min() < 1e-2


def test_threshold_lines_say_what_the_counts_say_between_scores():
    counts = random_counts(1)
    drawn = draw("plot_threshold", counts, rates=("precision", "recall", "accuracy"), beta=2)
    rates = pr.precision, pr.recall, pr.accuracy, pr.f_beta(2)
    assert len(drawn.lines) == 4 and drawn.best_f is not None
    for line, rate in zip(drawn.lines, rates, strict=True):
        assert line.get_drawstyle() == "steps-pre"
        x, y = line.get_data()
        assert (y == np.asarray(rate(counts), float)[::-1]).all()
        for low, high, value in zip(x[:-1], x[1:], y[1:], strict=True):
            assert float(rate(counts.at((low + high) / 2))) == value
    least = pr.minimum_precision(pr.recall(counts), counts.prevalence)[::-1]
    assert (drawn.minimum.get_ydata() == least).all()
    assert draw("plot_threshold", counts, beta=None, minimum=False).best_f is None


def test_infinite_scores_are_no_places_on_the_page():
    counts = pr.ThresholdCounts.from_counts([np.inf, 2, 1, -np.inf], [1, 1, 1, 1], [0, 1, 1, 2])
    drawn = draw("plot_threshold", counts)
    assert drawn.lines[0].get_xdata().tolist() == [1, 2]
    assert len(draw("plot_pr", counts).points.get_xdata()) == 4


def test_confusion_cells_hold_counts_and_shares():
    point = pr.OperatingPoint(0.5, 30, 10, 20, 940)
    table = np.array([[940, 10], [20, 30]])
    for share, whole in (
        ("row", table.sum(1, keepdims=True)),
        ("column", table.sum(0)),
        ("all", 1000),
    ):
        drawn = draw("plot_confusion", point, share=share)
        assert np.allclose(drawn.cells.get_array().reshape(2, 2)[::-1], table / whole)
    texts = [t.get_text() for t in draw("plot_confusion", point).texts]
    assert texts == ["940\n98.9 %", "10\n1.05 %", "20\n40 %", "30\n60 %"]
    three = pr.ConfusionMatrix.from_table([[2, 1, 0], [0, 0, 0], [1, 1, 2]], ["a", "b", "c"])
    drawn = draw("plot_confusion", three)
    assert [t.get_text() for t in drawn.ax.get_xticklabels()] == ["a", "b", "c"]
    assert [t.get_text() for t in drawn.texts][3:6] == ["0", "0", "0"]
    counts = random_counts(1)
    at = pr.evaluate(counts, threshold=4)
    for source, more in ((at, {}), (counts, {"threshold": 4}), (counts.at(4), {})):
        found = [t.get_text().split("\n")[0] for t in draw("plot_confusion", source, **more).texts]
        assert found == [str(getattr(counts.at(4), k)) for k in ("tn", "fp", "fn", "tp")]


# Region, bands, ties


def test_the_scene_is_drawn_once_per_prevalence_and_again_when_removed():
    first = draw("plot_pr", untied())
    again = draw("plot_pr", untied(2), ax=first.ax)
    assert all(first.artists[k] is not None and again.artists[k] is None for k in PR_DEFAULTS)
    other = draw("plot_pr", untied(2, 40, 40), ax=first.ax)
    assert other.chance is not None and other.region_words is None
    first.region.remove()
    assert draw("plot_pr", untied(), ax=first.ax).region is not None
    bare = draw("plot_pr", untied(), region=False, chance=False, minimum=False)
    assert all(bare.artists[k] is None for k in PR_DEFAULTS)


@pytest.mark.parametrize("prevalence", [0.3, 0.9, 0.999, 1e-9, 1])
def test_the_region_is_the_theorem_s(prevalence):
    pos = 1.0 if prevalence == 1 else prevalence / (1 - prevalence)
    counts = pr.ThresholdCounts.from_counts([1], [pos], [float(prevalence < 1)])
    drawn = draw("plot_pr", counts)
    x, y = drawn.minimum.get_data()
    assert (x[0], x[-1]) == (0, 1) and len(x) < 140
    fine = np.linspace(1e-12, 1, 100_001)
    least = prevalence * fine / (1 - prevalence + prevalence * fine)
    assert np.abs(np.interp(fine, x, y) - least).max() <= 1 / 16384 + 1e-9
    assert np.allclose(drawn.chance.get_ydata(), prevalence)
    edge = {tuple(xy) for xy in drawn.region.get_paths()[0].vertices}
    assert set(zip(x.tolist(), y.tolist(), strict=True)) <= edge


@pytest.mark.parametrize("kind", ["simultaneous", "pointwise"])
def test_bands_are_drawn_as_computed_and_stay_out_of_the_region(kind):
    for counts in (untied(1, 30, 6), untied(2, 12, 200)):
        band = pr.pr_band(counts, kind=kind)
        drawn = draw("plot_pr", counts, band=band)
        edge = drawn.band.get_paths()[0].vertices
        least = np.nan_to_num(pr.minimum_precision(np.clip(edge[:, 0], 0, 1), counts.prevalence))
        assert (edge[:, 1] >= least - 1e-12).all()
        seen = {tuple(np.round(xy, 12)) for xy in edge}
        for y in (band.low, band.high):
            assert {tuple(np.round(xy, 12)) for xy in zip(band.x, y, strict=True)} <= seen
        (note,) = (t.get_text() for t in drawn.ax.texts if "band" in t.get_text())
        assert note == f"95 % {kind} band"


def test_roc_bands_and_joint_regions():
    counts = untied()
    region = pr.operating_region(counts.at(1.0))
    drawn = draw("plot_roc", counts, band=pr.roc_band(counts), operating=region, thresholds=3)
    box = drawn.operating.get_xy()
    assert (box.min(axis=0) == (region.false_positive_rate[0], region.recall[0])).all()
    assert (box.max(axis=0) == (region.false_positive_rate[1], region.recall[1])).all()
    assert len(drawn.thresholds.get_xdata()) == 3
    outline = draw("plot_pr", counts, operating=region).operating.get_xy()
    assert (outline[: len(region.outline[0])] == np.column_stack(region.outline)).all()
    with pytest.raises(ValueError, match="Use roc_band"):
        draw("plot_roc", counts, band=pr.pr_band(counts))


def broken(ranking, cell):
    "Every way to order the items of one cell, strictly."
    pos, neg = ranking[cell]
    for order in set(permutations([1] * pos + [0] * neg)):
        yield [*ranking[:cell], *((x, 1 - x) for x in order), *ranking[cell + 1 :]]


@pytest.mark.parametrize("ranking", [[(1, 1), (2, 3), (1, 0)], [(2, 2)], [(0, 1), (3, 2)]])
def test_a_tie_s_box_holds_all_that_its_order_could_reach(ranking):
    counts = counts_of(ranking)
    cell = int(np.argmax(counts.pos * counts.neg))
    boxes = {space: tie_boxes(counts, space)[-1] for space in ("pr", "roc")}
    for other in broken(ranking, cell):
        curves = {"pr": pr.pr_curve(counts_of(other)), "roc": pr.roc_curve(counts_of(other))}
        inside = slice(cell, cell + sum(ranking[cell]))
        for space, curve in curves.items():
            xy = finite(curve)[inside]
            hold = matplotlib.path.Path(boxes[space])
            near = hold.contains_points(xy, radius=1e-3) | hold.contains_points(xy, radius=-1e-3)
            assert near.all()
    best, worst = (pr.pr_curve(pr.split_ties(counts, order)) for order in ("best", "worst"))
    for curve in (best, worst):
        away = np.abs(finite(curve)[:, None] - boxes["pr"]).sum(axis=2).min(axis=1)
        assert np.sort(away)[0] < 1e-12


def test_ties_too_small_to_see_and_rankings_without_ties_have_no_box():
    assert draw("plot_pr", untied(), ties=True).ties is None
    many = pr.ThresholdCounts.from_counts([2, 1], [1, 10_000], [1, 10_000])
    assert len(draw("plot_pr", many, ties=True).ties.get_paths()) == 1
    binned = untied().coarsen(edges=np.arange(-4, 6))
    assert len(draw("plot_roc", binned, ties=True).ties.get_paths()) > 3


def test_a_range_of_prevalences_is_a_band_between_two_curves():
    counts = untied()
    band = pr.prevalence_band(counts, 0.01, 0.3)
    drawn = draw("plot_prevalence_band", band)
    assert (drawn.low.get_ydata() == band.low).all() and (drawn.high.get_ydata() == band.high).all()
    words = {t.get_text() for t in drawn.ax.texts}
    assert {"chance 0.01", "chance 0.3", "prevalence 0.01", "prevalence 0.3"} <= words
    edge = draw("plot_pr", counts, band=band).band.get_paths()[0].vertices
    assert np.isclose(edge[:, 1].max(), max(band.high.max(), edge[0, 1]))


# Marks


@pytest.mark.parametrize("beta", [0.5, 1, 2])
def test_f_lines_hold_one_value_and_run_from_precision_1_to_recall_1(beta):
    for value in (0.2, 0.6, 0.9):
        r, p = f_line(value, beta)
        f = (1 + beta**2) * p * r / (beta**2 * p + r)
        assert np.allclose(f, value) and abs(p[0] - 1) < 1e-9 and r[-1] == 1
    drawn = draw("plot_pr", untied(), iso_f=[0.3, 0.5], always_positive=True, beta=beta)
    assert len(drawn.iso_f) == 2
    x, y = drawn.always_positive.get_data()
    assert abs(y[-1] - 0.2) < 1e-12  # ends where everything is called: precision is prevalence


def test_marks_lie_where_the_points_say():
    counts = untied()
    drawn = draw("plot_pr", counts, best_f=True, break_even=True, thresholds=[0.5, 1.5])
    best = pr.reached(pr.best_f_beta(1), counts)
    assert drawn.best_f.get_xydata().tolist() == [[pr.recall(best.point), pr.precision(best.point)]]
    even = float(pr.break_even()(counts))
    assert drawn.break_even.get_xydata().tolist() == [[even, even]]
    wanted = [[rate(counts.at(t)) for rate in (pr.recall, pr.precision)] for t in (0.5, 1.5)]
    assert drawn.thresholds.get_xydata().tolist() == wanted
    words = {t.get_text() for t in drawn.ax.texts}
    assert {"0.5", "1.5", f"break-even {even:.2g}"} <= words
    ks = pr.reached(pr.ks, counts)
    (x,), (y,) = draw("plot_ks", counts).greatest.get_data()
    assert y == float(ks.value) and x == (ks.point.tp + ks.point.fp) / 200
    assert draw("plot_ks", counts, greatest=False).greatest is None
    rate = float(pr.equal_error_rate(counts))
    assert draw("plot_det", counts, equal_error=True).equal_error.get_data() == ([rate], [rate])


def test_marks_that_do_not_exist_are_none():
    short = pr.ThresholdCounts.from_counts([1], [1], [0], missed_pos=5, missed_neg=9)
    drawn = draw("plot_pr", short, break_even=True, thresholds=[9])
    assert drawn.break_even is None and drawn.thresholds is None


def test_what_lies_above_what():
    counts = counts_of([(2, 0), (2, 3), (0, 4), (1, 5)])
    region = pr.operating_region(counts.at(3))
    drawn = draw("plot_pr", counts, band=pr.pr_band(counts), operating=region, ties=True,
                 iso_f=True, thresholds=2, best_f=True)  # fmt: skip
    order = [drawn.region, drawn.iso_f[0], drawn.ties, drawn.band, drawn.operating, drawn.chance,
             drawn.minimum, drawn.line, drawn.points, drawn.best_f, drawn.chance_words]  # fmt: skip
    z = [artist.get_zorder() for artist in order]
    assert z == sorted(z) and len(set(z)) == len(z)


# Thinning


def farthest(x, y, u, v, step=1e-3):
    "Greatest distance from the line x, y to the line u, v, both sampled densely, by columns."
    from scipy.spatial import cKDTree

    def dense(x, y):
        length = np.r_[0, np.cumsum(np.hypot(np.diff(x), np.diff(y)))]
        at = np.union1d(np.arange(0, length[-1], step), length)
        return np.column_stack([np.interp(at, length, axis) for axis in (x, y)])

    return cKDTree(dense(u, v)).query(dense(x, y))[0].max()


@pytest.mark.parametrize("columns", [16, 64])
def test_the_thinned_line_stays_within_a_column(columns):
    rng = np.random.default_rng(columns)
    for _ in range(3):
        x = np.sort(np.round(rng.random(1000), int(rng.integers(2, 6))))
        y = np.cumsum(rng.normal(size=1000)) / 30
        keep = thinned(x, y, columns=columns)
        assert len(keep) <= 4 * columns and keep[0] == 0 and keep[-1] == 999
        width = (x[-1] - x[0]) / columns
        lines = (x, y), (x[keep], y[keep])
        for one, other in (lines, lines[::-1]):
            assert farthest(*one, *other) <= width + 1e-3


def pixels(x, y, width, dpi=100, fine=8):
    "How black each pixel truly is, 0 to 1: the mean of 64 parts that are drawn black or white."
    figure = Figure(figsize=(width, width), dpi=dpi * fine)
    ax = figure.add_axes([0.15, 0.15, 0.8, 0.8])
    ax.plot(x, y, color="black", linewidth=1.6, antialiased=False)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01))
    ax.axis("off")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    black = np.asarray(canvas.buffer_rgba())[..., 0] == 0
    n = len(black) // fine
    return black[: n * fine, : n * fine].reshape(n, fine, n, fine).mean(axis=(1, 3))


@pytest.mark.parametrize("width", [4.2, 3.3])
def test_a_large_curve_makes_the_same_picture(width):
    """A hundred thousand thresholds, 100 dots per inch: no pixel changes by more than 1/8."""
    counts = untied(1, 20_000, 80_000)
    with matplotlib.rc_context({"path.simplify": False}):
        curve = pr.davis_goadrich_path(counts, resolution=4096)
        keep = thinned(curve.x, curve.y)
        assert len(keep) <= 4 * 4096 < len(curve.x)
        full, thin = (pixels(curve.x[k], curve.y[k], width) for k in (slice(None), keep))
    assert np.abs(full - thin).max() <= 1 / 8
    assert np.abs(full - thin).mean() < 1e-4 and full.sum() > 500


def test_large_curves_are_thinned_small_ones_are_not():
    counts = untied(1, 20_000, 80_000)
    assert len(draw("plot_pr", counts).line.get_xdata()) <= 4 * 4096
    assert len(draw("plot_roc", untied()).line.get_xdata()) == 201
    assert thinned([], []).tolist() == [] and thinned([1, 1], [0, 5]).tolist() == [0, 1]
    flat = thinned(np.zeros(100), np.r_[np.zeros(50), 9, -3, np.zeros(48)], columns=2)
    assert flat.tolist() == [0, 50, 51, 99]


@pytest.mark.parametrize(
    ("x", "y", "columns", "match"),
    [
        ([0, 1], [0], 9, "must be points of a curve"),
        ([1, 0], [0, 0], 9, "must not fall"),
        ([0, np.nan], [0, 0], 9, "must be finite"),
        ([0, 1], [0, 0], 0, "columns must be a whole number"),
        ([0, 1], [0, 0], 2.5, "columns must be a whole number"),
    ],
)
def test_thinning_refuses_what_is_no_curve(x, y, columns, match):
    with pytest.raises(ValueError, match=match):
        thinned(x, y, columns=columns)


# Several models, labels, style


def boxes(texts):
    return [t.get_window_extent() for t in texts]


@pytest.mark.parametrize("name", CURVES)
def test_a_mapping_draws_each_model_with_its_name_beside_it(name):
    models = {"one": untied(1), "other": untied(2), "third": untied(3)}
    drawn = draw(name, models)
    assert [t.get_text() for t in drawn.labels] == list(models)
    assert [line.get_label() for line in drawn.line] == list(models)
    assert [to_hex(t.get_color()) for t in drawn.labels] == [
        to_hex(line.get_color()) for line in drawn.line
    ]
    assert len({line.get_linestyle() + str(line._dash_pattern) for line in drawn.line}) == 3
    inside, found = drawn.ax.get_window_extent(), boxes(drawn.labels)
    assert not any(found[i].overlaps(found[j]) for i in range(3) for j in range(i))
    assert all(inside.x0 <= b.x0 and b.x1 <= inside.x1 for b in found)
    places = [t.get_position() for t in drawn.labels]
    assert places == [t.get_position() for t in draw(name, models).labels]


def test_an_option_may_be_a_mapping_too():
    models = {"a": untied(1), "b": untied(2)}
    bands = {name: pr.roc_band(counts) for name, counts in models.items()}
    assert all(draw("plot_roc", models, band=bands).band)
    only = draw("plot_roc", models, band={"b": bands["b"]}).band
    assert only[0] is None and only[1] is not None
    with pytest.raises(ValueError, match="takes the names of models as labels"):
        draw("plot_roc", models, label="both")
    with pytest.raises(ValueError, match="no model"):
        draw("plot_roc", {})


def test_labels_go_to_the_curves_that_have_one():
    ax = new()
    ax.plot([0, 1], [0, 1])
    with pytest.raises(ValueError, match="no curve has a label"):
        pr.label_curves(ax)
    (line,) = ax.plot([0, 1], [1, 0], label="b")
    assert [t.get_text() for t in pr.label_curves(ax)] == ["b"]
    assert [t.get_text() for t in pr.label_curves(ax, lines=[line])] == ["b"]


def test_parts_are_reached_by_name():
    drawn = draw("plot_pr", untied())
    assert drawn.figure is drawn.ax.figure and "line" in dir(drawn)
    assert repr(drawn).startswith("Drawn(region, minimum, chance")
    with pytest.raises(AttributeError, match="'lines' is no part of this plot; it has region"):
        _ = drawn.lines


def test_a_new_figure_has_the_house_style_and_given_axes_keep_theirs():
    drawn = pr.plot_pr(untied())
    assert drawn.line.get_color() == "#0072B2" and len(plt.get_fignums()) == 1
    ax = new()
    assert pr.plot_pr(untied(), ax=ax, color="C3").line.get_color() == "C3"
    assert pr.plot_pr(untied(2), ax=ax).line.get_linestyle() == "--"
    assert pr.plot_pr(untied(2), ax=ax, linestyle="-", linewidth=3).line.get_linewidth() == 3
    assert len(plt.get_fignums()) == 1


EVERYTHING = {
    "plot_pr": {"ties": True, "iso_f": True, "always_positive": True, "best_f": True,
                "break_even": True, "thresholds": 3},
    "plot_roc": {"ties": True, "thresholds": 3}, "plot_det": {"equal_error": True},
    "plot_lift": {}, "plot_cumulative_gain": {}, "plot_ks": {}, "plot_prg": {},
    "plot_threshold": {"threshold": 0.3}, "plot_confusion": {"threshold": 1},
}  # fmt: skip


@pytest.mark.parametrize("name", EVERYTHING)
def test_the_same_plot_has_the_same_bytes(name):
    first, second = (draw(name, random_counts(1), **EVERYTHING[name]) for _ in range(2))
    assert pr.to_svg(first) == pr.to_svg(second)


def test_matplotlib_is_loaded_when_something_is_drawn():
    code = (
        "import sys, prspace as pr; "
        "[getattr(pr, n) for n in pr.__all__ if n.startswith('plot_')]; "
        "print('matplotlib' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


# Refusals and empty counts

NO_POSITIVE = pr.ThresholdCounts.from_counts([2, 1], [0, 0], [1, 2])
NO_NEGATIVE = pr.ThresholdCounts.from_counts([2, 1], [1, 2], [0, 0])
MISSED = pr.ThresholdCounts.from_counts([], [], [], missed_pos=2, missed_neg=3)
NOTHING = pr.ThresholdCounts.from_counts([], [], [])


@pytest.mark.parametrize("name", [*BOTH, *POSITIVE])
def test_counts_without_a_class(name):
    for counts in (NO_POSITIVE, NOTHING):
        with pytest.raises(ValueError, match="counts must hold a positive item"):
            getattr(pr, name)(counts)
    if name in BOTH:
        with pytest.raises(ValueError, match="counts must hold a negative item"):
            getattr(pr, name)(NO_NEGATIVE)
    else:
        drawn = draw(name, NO_NEGATIVE, **EVERYTHING[name] if name != "plot_threshold" else {})
        pr.to_svg(drawn)
    assert plt.get_fignums() == []  # a refused call leaves no figure


@pytest.mark.parametrize("name", [*BOTH, *POSITIVE])
def test_nothing_retrieved_is_an_empty_curve(name):
    drawn = draw(name, MISSED, **EVERYTHING.get(name, {}) if name == "plot_pr" else {})
    pr.to_svg(drawn)
    line = drawn.lines[0] if name == "plot_threshold" else drawn.line
    x, y = line.get_data()
    assert len(x) == 0 or (name in ("plot_roc", "plot_det", "plot_cumulative_gain", "plot_ks"))
    assert name != "plot_det" or np.allclose(x + y, 1)


def test_a_threshold_plot_of_models_tells_them_by_color_and_rates_by_dash():
    models = {name: untied(k) for k, name in enumerate("abc", 1)}
    drawn = draw("plot_threshold", models)
    assert sorted(t.get_text() for t in drawn.ax.texts if t.get_text()) == ["a", "b", "c"]
    colors = [{line.get_color() for line in lines} for lines in drawn.lines]
    assert [len(c) for c in colors] == [1, 1, 1] and len(set.union(*colors)) == 3
    dashes = [[line._unscaled_dash_pattern for line in lines] for lines in drawn.lines]
    assert dashes[0] == dashes[1] == dashes[2] and len({str(d) for d in dashes[0]}) == 3
    keys = [x for x in drawn.ax.get_children() if getattr(x, "_role", None) == "key"]
    assert len(keys) == 1 and drawn.minimum is None
    assert [t.get_text() for t in keys[0].get_texts()] == ["precision", "recall", "$F_{1}$"]
    assert [h._unscaled_dash_pattern for h in keys[0].get_lines()] == dashes[0]
    x, y = untied(2).threshold.astype(float)[::-1], pr.recall(untied(2)).astype(float)[::-1]
    assert np.array_equal(drawn.lines[1][1].get_xdata(), x)
    assert np.array_equal(drawn.lines[1][1].get_ydata(), y)
    assert len(drawn.ax.get_legend_handles_labels()[1]) == 3
    lone = draw("plot_threshold", untied(1), label="a", minimum=True, c="C3", ls=":")
    assert lone.minimum is not None
    assert {(line.get_color(), line.get_linestyle()) for line in lone.lines} == {("C3", ":")}


@pytest.mark.parametrize("name", ["plot_pr", "plot_lift"])
def test_the_path_between_few_of_many_thresholds_is_as_near(name):
    counts = untied(1, 20_000, 80_000)
    x, y = draw(name, counts).line.get_data()
    top = y.max() - y.min()
    if name == "plot_pr":
        full = pr.davis_goadrich_path(counts)
        u, v = full.x, full.y
    else:
        u, v = pr.lift_curve(counts).with_endpoints()
    far = [farthest(x, y / top, u, v / top), farthest(u, v / top, x, y / top)]
    assert max(far) <= 1 / 4096 + 1e-3


@pytest.mark.parametrize("name", [*CURVES, "plot_confusion"])
def test_sources_that_cannot_be_drawn(name):
    several = pr.evaluate([0, 1, 2], [[0.5, 0.2, 0.3], [0.2, 0.5, 0.3], [0.2, 0.3, 0.5]])
    for source in ([0, 1], several, None, "counts"):
        with pytest.raises(ValueError, match=f"{name} must be given counts"):
            getattr(pr, name)(source)
    wrong = pr.lorenz_curve(untied())
    with pytest.raises(ValueError, match="must be given|needs a threshold"):
        getattr(pr, name)(wrong)
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"path": "straight"}, "path must be one of"),
        ({"band": 0.95}, "band cannot be drawn: got float"),
        ({"operating": (1, 2)}, "operating cannot be drawn: got tuple"),
        ({"beta": 0}, "beta must lie above 0"),
        ({"thresholds": 0}, "thresholds must be a number of them"),
        ({"iso_f": [1.5]}, "iso_f must lie above 0 and below 1"),
    ],
)
def test_options_that_cannot_be_drawn(options, match):
    with pytest.raises(ValueError, match=match):
        pr.plot_pr(untied(), **options)
    assert plt.get_fignums() == []


def test_a_threshold_inside_a_cell_is_refused_and_leaves_no_figure():
    binned = untied().coarsen(edges=[-9, 0, 9])
    with pytest.raises(ValueError, match="cell"):
        pr.plot_pr(binned, thresholds=[0.123])
    assert plt.get_fignums() == []
    with pytest.raises(
        ValueError, match="plot_confusion must be given counts.*got dict.*confusion_matrix"
    ):
        pr.plot_confusion({"a": untied()}, threshold=1)


def test_other_refusals():
    with pytest.raises(ValueError, match="plot_comparison must be given a comparison"):
        pr.plot_comparison(untied())
    with pytest.raises(ValueError, match="cannot be drawn"):
        pr.plot_prevalence_band(untied())
    with pytest.raises(ValueError, match="needs a threshold"):
        pr.plot_confusion(untied())
    with pytest.raises(ValueError, match="share must be one of"):
        pr.plot_confusion(untied(), threshold=1, share="rows")
    with pytest.raises(ValueError, match="names must be 2 names"):
        pr.plot_confusion(untied(), threshold=1, names=["a"])
    assert plt.get_fignums() == []


# Comparisons


def compared(k, **options):
    rng, y = np.random.default_rng(1), np.repeat([1, 0], [20, 60])
    scores = {f"m{i}": rng.normal(size=80) + i * y for i in range(k)}
    return pr.compare(scores, y, n_resamples=200, rng=1, **options)


def test_a_comparison_is_drawn_row_by_row():
    result = compared(3)
    drawn = draw("plot_comparison", result)
    assert drawn.points.get_xdata().tolist() == [r.difference for r in result.rows]
    for line, row in zip(drawn.intervals, result.rows, strict=True):
        assert line.get_xdata().tolist() == [row.low, row.high]
    low = max(result.rows, key=lambda r: -r.p_adjusted)
    wanted = f"p = {low.p_adjusted:.2g}"
    assert drawn.texts[result.rows.index(low)].get_text() == wanted
    assert drawn.note.get_text() == "95 % intervals, p adjusted by Holm"
    assert [t.get_text() for t in drawn.ax.get_yticklabels()][0] == "m0 − m1"
    assert drawn.ax.get_ylim()[0] > drawn.ax.get_ylim()[1]  # the first row on top


def test_one_pair_has_its_own_p_and_no_interval_is_no_line():
    result = compared(2)
    drawn = draw("plot_comparison", result)
    assert drawn.note.get_text() == "95 % intervals"
    permuted = draw("plot_comparison", compared(2, method="permutation"))
    assert permuted.intervals == (None,) or np.isfinite(permuted.intervals[0].get_xdata()).all()


# scikit-learn's names


@pytest.mark.parametrize("weighted", [False, True])
def test_the_display_has_scikit_learn_s_arrays(weighted):
    from sklearn.metrics import PrecisionRecallDisplay as Theirs

    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 80)
    score = np.round(rng.normal(size=80) + y, 1)
    weight = rng.integers(1, 5, 80) if weighted else None
    ours = pr.PrecisionRecallDisplay.from_predictions(y, score, sample_weight=weight, ax=new())
    theirs = Theirs.from_predictions(y, score, sample_weight=weight, ax=new())
    for name in ("precision", "recall", "average_precision"):
        assert np.allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-12)
    prevalence = np.average(y, weights=weight)  # theirs leaves the weights out of the chance line
    assert np.isclose(ours.prevalence_pos_label, prevalence)
    assert weighted or np.isclose(theirs.prevalence_pos_label, prevalence)
    drawn = np.column_stack(theirs.line_.get_data())[::-1]
    assert np.allclose(ours.line_.get_xydata(), drawn)
    assert theirs.line_.get_label().endswith(f"(AP = {ours.average_precision:0.2f})") or (
        theirs.line_.get_label() == ours.line_.get_label()
    )


def test_estimators_are_read_as_there():
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.metrics import PrecisionRecallDisplay as Theirs

    rng = np.random.default_rng(4)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] + rng.normal(size=60) > 0.5, "yes", "no")
    for model, label in (
        (LogisticRegression(), "no"),
        (RidgeClassifier(), "no"),
        (RidgeClassifier(), None),
    ):
        model.fit(X, y)
        ours = pr.PrecisionRecallDisplay.from_estimator(model, X, y, pos_label=label, ax=new())
        theirs = Theirs.from_estimator(model, X, y, pos_label=label, ax=new())
        assert np.allclose(ours.precision, theirs.precision)
        assert np.allclose(ours.recall, theirs.recall)
        assert ours.name == type(model).__name__ and ours.figure_ is ours.ax_.figure
        assert ours.chance_level_.get_ydata()[0] == theirs.prevalence_pos_label


def test_the_display_from_arrays_alone():
    display = pr.PrecisionRecallDisplay([0.5, 1, 1], [1, 0.5, 0], name="a")
    assert display.plot(ax=new()).chance_level_ is None and display.line_.get_label() == "a"
    display.plot(name="b", curve_kwargs={"color": "red"})
    assert display.line_.get_color() == "red" and len(plt.get_fignums()) == 1
    with pytest.raises(ValueError, match="must pair up"):
        pr.PrecisionRecallDisplay([1], [1, 0])
    with pytest.raises(ValueError, match="must hold a positive item"):
        pr.PrecisionRecallDisplay.from_predictions([0, 0], [1, 2])


def test_the_display_refuses_what_is_no_classifier_of_two_classes():
    class Model:
        classes_ = np.array([0, 1])

    for bad, options, match in (
        (object(), {}, "fitted classifier of two classes"),
        (Model(), {}, "must have predict_proba or decision_function"),
        (Model(), {"response_method": "predict"}, "must have predict_proba"),
    ):
        with pytest.raises(ValueError, match=match):
            pr.PrecisionRecallDisplay.from_estimator(bad, [[1]], [1], **options)
