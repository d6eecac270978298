"""The explorer in a real browser: its numbers are the engine's, and every control moves them."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from prspace import (
    at_prevalence,
    aucpr_min,
    average_precision,
    count_thresholds,
    explorer_page,
    f_beta,
    f_beta_line,
    false_positive_rate,
    minimum_precision,
    precision,
    precision_from_roc,
    recall,
)
from prspace.worked import lingpipe_counts

FIND = "() => import(URL.createObjectURL(new Blob([window.text], {type: 'text/javascript'})))"
RNG = np.random.default_rng(92)
SETTINGS = [
    {
        "prevalence": 10 ** RNG.uniform(-4, 0) * 0.999,
        "beta": 2 ** RNG.uniform(-3, 3),
        "index": k % 11,
    }
    for k in range(50)
]


@pytest.fixture
def explorer(browser, tmp_path):
    """A function that opens the explorer; what the page complains of or asks for fails the test."""
    complaints, contexts = [], []

    def opened(counts=None, width=1280, scheme="light"):
        file = tmp_path / "explorer.html"
        file.write_text(explorer_page(counts), encoding="utf-8")
        size = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=size, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked(request.url))
        page.goto(file.as_uri())
        page.wait_for_selector(".plane")
        return page

    def asked(url):
        if not url.startswith(("file:", "data:", "blob:")):
            complaints.append(url)

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def same(ours, theirs):
    """Equal to 1e-12, NaN to NaN (JSON has no NaN: Playwright keeps it)."""
    return (
        math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)
        or ours != ours
        and (theirs is None or theirs != theirs)
    )


def expected(counts, prevalence, beta, index):
    """All readings by the engine, from the counts moved to that prevalence."""
    moved = at_prevalence(counts, prevalence)
    first = SimpleNamespace(tp=0.0, fp=0.0, fn=float(moved.n_pos), tn=float(moved.n_neg))
    table = moved.at(moved.threshold[index - 1]) if index else first
    scale = 1000 / (moved.n_pos + moved.n_neg)
    found = {name: getattr(table, name) * scale for name in ("tp", "fp", "fn", "tn")}
    every = SimpleNamespace(tp=prevalence, fp=1 - prevalence, fn=0.0, tn=0.0)
    return found | {
        "recall": recall(table),
        "fpr": false_positive_rate(table),
        "precision": precision(table),
        "minimum": minimum_precision(float(recall(table)), prevalence),
        "f": f_beta(beta)(table),
        "always": f_beta(beta)(every),
        "ap": average_precision(moved),
        "region": aucpr_min(prevalence),
    }


def floats(counts):
    """The same counts, as floats instead of Fractions."""
    columns = (np.asarray(column, float) for column in (counts.pos, counts.neg))
    return type(counts).from_counts(counts.threshold, *columns)


def test_readings_are_the_engines(explorer):
    """Fifty random settings of prevalence, beta and threshold, every number on the page."""
    page, counts = explorer(lingpipe_counts()), floats(lingpipe_counts())
    read = (
        "settings => settings.map(one => { view(one); return Object.fromEntries("
        "[...document.querySelectorAll('[data-value]')].map(cell => "
        "[cell.dataset.name, Number(cell.dataset.value)])) })"
    )
    page.evaluate(mounted(page, lingpipe_counts()))
    for setting, seen in zip(SETTINGS, page.evaluate(read, SETTINGS), strict=True):
        wanted = expected(counts, **setting)
        assert wanted.keys() == seen.keys()
        assert [n for n in wanted if not same(float(wanted[n]), seen[n])] == [], setting


def mounted(page, counts):
    """JavaScript that mounts the explorer again and keeps its setter as `view`."""
    from prspace.explorer import SCRIPT, explorer_data

    page.evaluate(
        "both => { [window.text, window.counts] = both }", [SCRIPT, explorer_data(counts)]
    )
    return (
        f"async () => {{ const script = await ({FIND})(); window.formulas = script.formulas;"
        "window.view = script.mount(document.querySelector('main'), window.counts) }"
    )


def test_formulas_are_the_engines(explorer):
    """Lines of equal F in both planes, and the way from one plane to the other."""
    page = explorer()
    page.evaluate(mounted(page, lingpipe_counts()))
    share = RNG.uniform(0, 1, (50, 4))
    cases = [[*row, 2 ** RNG.uniform(-2, 2)] for row in share.tolist()]
    script = """cases => cases.map(([r, f, pi, value, beta]) => [
        formulas.precision(r, f, pi), formulas.isoPrecision(value, beta, r),
        formulas.isoFalsePositiveRate(value, beta, r, pi),
        formulas.isoRecall(value, beta, f, pi),
        formulas.falsePositiveRate(r, formulas.precision(r, f, pi), pi)])"""
    for case, seen in zip(cases, page.evaluate(script, cases), strict=True):
        r, f, pi, value, beta = case
        assert same(precision_from_roc(r, f, pi), seen[0])
        assert same(float(f_beta_line(value, beta, r)), seen[1])
        for where in ((seen[2], r), (f, seen[3])):
            fpr, found = where
            table = SimpleNamespace(
                tp=pi * found, fp=(1 - pi) * fpr, fn=pi * (1 - found), tn=(1 - pi) * (1 - fpr)
            )
            assert same(float(f_beta(beta)(table)), value)
        assert math.isclose(seen[4], f, rel_tol=1e-9, abs_tol=1e-12)


def value(page, name):
    """A number as the page has it."""
    return float(page.locator(f"[data-name={name}][data-value]").get_attribute("data-value"))


def test_sliders_by_keyboard(explorer):
    """Tab reaches every slider, arrows move the numbers, and what is said changes with them."""
    page = explorer()
    page.keyboard.press("Tab")
    assert page.locator(".reach[role=slider]").evaluate("x => x === document.activeElement")
    before = {name: value(page, name) for name in ("precision", "recall", "f", "fp", "region")}
    for name, moved, still in (
        ("prevalence", ("precision", "fp", "region"), ("recall",)),
        ("threshold", ("precision", "recall", "fp"), ("region",)),
        ("beta", ("f",), ("precision", "recall", "fp", "region")),
    ):
        page.keyboard.press("Tab")
        slider = page.locator(f"input[data-name={name}]")
        assert slider.evaluate("x => x === document.activeElement"), name
        said = slider.get_attribute("aria-valuetext")
        for _ in range(20):
            page.keyboard.press("ArrowLeft")
        assert slider.get_attribute("aria-valuetext") != said
        after = {key: value(page, key) for key in before}
        assert all(after[key] != before[key] for key in moved), name
        assert all(after[key] == before[key] for key in still), name
        before = after
    page.get_by_role("button", name="As in the data").click()
    assert math.isclose(value(page, "region"), aucpr_min(1 / 3), rel_tol=1e-12)


def test_the_point_by_keyboard(explorer):
    """Arrows go along the curve, ends stop them; off the curve they move recall and precision."""
    counts = lingpipe_counts()
    page = explorer(counts)
    point = page.locator(".reach[role=slider]")
    point.focus()
    rates = list(zip(recall(counts), false_positive_rate(counts), strict=True))

    def at(k):
        seen = (value(page, "recall"), value(page, "fpr"))
        return all(same(float(a), b) for a, b in zip(rates[k], seen, strict=True))

    for keys, k in (
        ("Home", 0), ("ArrowRight", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowLeft", 0),
        ("ArrowLeft", 0), ("PageDown", 9), ("ArrowRight", 9), ("PageUp", 0), ("End", 9),
    ):  # fmt: skip
        page.keyboard.press(keys)
        assert at(k), keys
        words = page.locator("dd[data-name=recall]").inner_text()
        assert point.get_attribute("aria-valuetext").startswith(f"recall {words}, precision ")
    page.get_by_label("Take the point off the curve").check()
    point.focus()
    for key, moved in (("ArrowLeft", (0.995, 0.4)), ("ArrowUp", (0.995, 0.405)),
                       ("PageUp", (0.995, 0.455)), ("ArrowRight", (1, 0.455)),
                       ("ArrowRight", (1, 0.455))):  # fmt: skip
        page.keyboard.press(key)
        seen = value(page, "recall"), value(page, "precision")
        assert all(same(a, b) for a, b in zip(moved, seen, strict=True)), key


def test_drag_by_finger(browser, tmp_path):
    """A finger on the dot drags it; a finger beside it scrolls the page and moves nothing."""
    file = tmp_path / "explorer.html"
    file.write_text(explorer_page(lingpipe_counts()), encoding="utf-8")
    size = {"width": 390, "height": 700}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".plane")
    touch = context.new_cdp_session(page)

    def finger(kind, *places):
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(selector):
        box = page.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    box = page.locator(".plane").first.bounding_box()
    unit = box["width"] / 390
    last = box["x"] + (46 + 300 * 0.99) * unit, box["y"] + (26 + 300 * 0.6) * unit  # precision .4
    x, y = start = middle(".dot")
    finger("touchStart", start)
    for k in (0.25, 0.5, 0.75, 1):
        finger("touchMove", (x + k * (last[0] - x), y + k * (last[1] - y)))
    finger("touchEnd")
    assert (value(page, "recall"), value(page, "precision")) == (1, 0.4)
    assert page.evaluate("scrollY") == 0
    beside = box["x"] + 120 * unit, box["y"] + 250 * unit
    finger("touchStart", beside)
    for k in range(1, 8):
        finger("touchMove", (beside[0], beside[1] - 20 * k))
    finger("touchEnd")
    page.wait_for_function("() => scrollY > 50")
    assert value(page, "recall") == 1
    context.close()


def test_a_point_off_the_curve(explorer):
    """The slides' impossible table: recall .6 at precision .2 would need 800 of 667 negatives."""
    page = explorer()
    page.get_by_label("Take the point off the curve").check()
    for name, number in (("recall", 0.4), ("precision", 0.2), ("recall", 0.6)):
        page.locator(f"input[data-name={name}]").fill(str(number))
        where = page.locator(".status").inner_text()
        if name == "precision":
            assert "can be reached" in where
    assert "800 false positives would be needed" in where and "667 negatives" in where
    assert value(page, "tn") < 0 and page.locator("td.impossible").count() == 1
    assert page.locator(".twin .dot").get_attribute("visibility") == "hidden"


@pytest.mark.parametrize("plane", [0, 1])
def test_drag_goes_to_the_nearest_threshold(explorer, plane):
    """Dragged to where everything is called, then to the first threshold; both planes agree."""
    page = explorer(lingpipe_counts())
    box = page.locator(".plane").nth(plane).bounding_box()
    unit = box["width"] / 390

    def at(x, y):
        return box["x"] + (46 + 300 * x) * unit, box["y"] + (26 + 300 * (1 - y)) * unit

    page.mouse.move(*at(0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*at(0.99, 0.4 if plane == 0 else 0.99), steps=5)
    assert (value(page, "recall"), value(page, "fpr"), value(page, "precision")) == (1, 1, 0.4)
    page.mouse.move(*(at(0.02, 0.02) if plane == 0 else at(0.17, 0.01)), steps=5)
    page.mouse.up()
    assert (value(page, "recall"), value(page, "fpr")) == (0, 1 / 6)
    page.mouse.move(*at(0.9, 0.9))
    assert value(page, "recall") == 0, "a pointer that is up moves nothing"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_fits_and_can_be_read(explorer, width, scheme):
    """No sideways scrolling; words stand out from the ground they are on."""
    page = explorer(width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    ink, back = page.evaluate(
        "(x => [x.color, x.backgroundColor])(getComputedStyle(document.querySelector('main')))"
    )
    light = [sum(map(int, text[4:-1].split(","))) for text in (ink, back)]
    assert (light[0] < light[1]) == (scheme == "light") and abs(light[0] - light[1]) > 500
    assert page.locator("input[type=range]:visible").count() == 3
    labels = page.locator("input[type=range]").evaluate_all("x => x.map(one => one.labels.length)")
    assert labels == [1] * 5


def test_many_thresholds(explorer):
    """A large ranking says that it is thinned, and moves."""
    label = RNG.random(50_000) < 0.01
    counts = count_thresholds(label, RNG.normal(size=50_000) + 2 * label)
    page = explorer(counts)
    note = page.locator("p.note").inner_text()
    assert "of 50,000 thresholds are drawn" in note
    shown = page.locator("dd[data-name=ap]").inner_text()
    assert shown.startswith("≈") and shown.count("–") == 1
    page.evaluate(mounted(page, counts))
    ends = """x => formulas.averagePrecisionBetween(window.counts.tp.map((tp, k) => ({
        recall: tp / window.counts.n_pos, fpr: window.counts.fp[k] / window.counts.n_neg })),
        x, window.counts.gaps)"""
    for prevalence in (1e-4, 0.01, 0.3, 0.9):
        low, high = page.evaluate(ends, prevalence)
        true = float(average_precision(at_prevalence(counts, prevalence)))
        assert low <= true <= high and high - low < 0.1 * true


def test_in_a_frame(browser):
    """Inside a page it is as high as it needs to be, and light or dark with the page."""
    inner = "body => getComputedStyle(body.querySelector('main')).backgroundColor"
    files = {
        "/": "<html data-theme='light'><body><iframe src='/explorer' width='380'></iframe>",
        "/explorer": explorer_page(),
    }
    context = browser.new_context(viewport={"width": 400, "height": 600})
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(
        body=files[route.request.url.removeprefix("http://127.0.0.1:9")],
        content_type="text/html; charset=utf-8"))  # fmt: skip
    page.goto("http://127.0.0.1:9/")
    body = page.frame_locator("iframe").locator("body")
    body.locator(".plane").first.wait_for()
    assert body.evaluate(inner) == "rgb(255, 255, 255)"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_function("() => document.querySelector('iframe').offsetHeight > 1300")
    assert body.evaluate(inner) == "rgb(18, 18, 18)"
    assert body.evaluate("body => document.documentElement.scrollHeight - innerHeight") <= 0
    context.close()
