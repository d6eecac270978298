"""The built site: nothing from outside, no error, nothing sticks out, search finds, formulas are typeset."""

import pytest
from conftest import ROOT

BUILT = ROOT / "_docs"
PAGES = {
    "start": "index.html",
    "first-steps": "nbs/index.html",
    "guide": "nbs/guides/rare_events.html",
    "theory": "nbs/theory/62_space.html",
    "errata": "nbs/theory/errata.html",
    "code": "nbs/23_minima.html",
    "api": "api/index.html",
    "api-page": "api/areas.html",
    "gallery": "gallery.html",
}
# all pages have the same styles: each is put into one window in turn, far cheaper than a visit;
# formulas, which are not typeset there, and pictures, which keep to the width, are left out
TOO_WIDE = """async names => {
  const wide = {};
  for (const name of names) {
    const text = await (await fetch("/" + name)).text();
    const body = new DOMParser().parseFromString(text, "text/html").body;
    for (const x of body.querySelectorAll(".math, img, script, iframe")) x.remove();
    document.body.replaceWith(document.adoptNode(body));
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over > 0) wide[name] = over;
  }
  return wide;
}"""
TYPESET = "() => !window.MathJax?.startup || window.MathJax.startup.promise.then(() => true)"
LIGHTNESS = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number);
  return (r + g + b) / 3;
}"""


@pytest.mark.parametrize(
    ("width", "scheme", "names"),
    [
        (1280, "light", PAGES),
        (390, "dark", PAGES),
        (1280, "dark", ("start", "guide", "api-page")),
        (390, "light", ("start", "guide", "api-page")),
    ],
    ids=["wide-light", "narrow-dark", "wide-dark", "narrow-light"],
)
def test_pages_open(open_page, site, width, scheme, names):
    """Wide and narrow, light and dark: every kind of page in two of these, three kinds in all."""
    for name in names:
        watched = open_page(f"{site}/{PAGES[name]}", width, scheme)
        watched.page.wait_for_function(TYPESET)
        watched.assert_clean()
        watched.assert_fits()
        lightness = watched.page.evaluate(LIGHTNESS)
        assert lightness > 200 if scheme == "light" else lightness < 60
        broken = (
            "() => [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
        )
        assert watched.page.evaluate(broken) == []
        watched.page.close()


def test_formulas_are_typeset(open_page, site):
    """By the MathJax that lies beside the pages."""
    page = open_page(f"{site}/{PAGES['code']}").page
    page.wait_for_selector("mjx-container")
    page.wait_for_function(TYPESET)
    assert page.locator("mjx-container").count() >= 20
    assert page.locator("mjx-merror").count() == 0


def test_search_finds(open_page, site):
    """As a reader does it: the key, the words, Enter."""
    watched = open_page(f"{site}/index.html")
    watched.page.locator("button.search-button__button").first.click()
    box = watched.page.locator("dialog input[type=search], .search-button__wrapper input").first
    box.fill("average precision")
    box.press("Enter")
    watched.page.wait_for_selector("ul.search li a")
    watched.page.wait_for_function("() => document.querySelectorAll('ul.search li').length > 20")
    found = " ".join(watched.page.locator("ul.search li").all_inner_texts()).lower()
    assert "average_precision" in found or "average precision" in found
    watched.assert_clean()


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("average precision", "api/areas.html#prspace.average_precision"),
        ("ROC AUC", "api/areas.html#prspace.roc_auc"),
        ("minimum_precision", "api/space.html#prspace.minimum_precision"),
    ],
    ids=["average-precision", "roc-auc", "minimum-precision"],
)
def test_search_puts_the_name_first(open_page, site, words, page):
    """What is spelled by the words is among the first three, though titles hold them too."""
    watched = open_page(f"{site}/search.html?q={words.replace(' ', '+')}")
    watched.page.wait_for_function("() => document.querySelectorAll('ul.search li').length > 3")
    links = watched.page.locator("ul.search li > a").evaluate_all("x => x.map(a => a.href)")
    assert f"{site}/{page}" in links[:3], links[:5]


def test_no_page_is_wider_than_a_phone(open_page, site):
    """Every page of the site at 390 pixels; formulas are looked at in the pages opened above."""
    pages = [p.relative_to(BUILT).as_posix() for p in sorted(BUILT.rglob("*.html"))]
    pages = [name for name in pages if not name.startswith("_static")]
    page = open_page(f"{site}/index.html", 390).page
    wider = "<div style='width: 500px'>.</div>"
    page.route("**/wider", lambda route: route.fulfill(body=wider, content_type="text/html"))
    assert page.evaluate(TOO_WIDE, ["wider"]).keys() == {"wider"}
    assert len(pages) > 200 and page.evaluate(TOO_WIDE, pages) == {}


def test_start_page_fits_one_screen(open_page, site):
    """What this is for, and the picture, without scrolling."""
    page = open_page(f"{site}/index.html").page
    for part in ("h1", ".hero-words", ".hero-picture img"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900, part


def test_code_of_the_package_is_folded_and_opens(open_page, site):
    """A click shows it."""
    page = open_page(f"{site}/{PAGES['code']}").page
    folded = page.locator("details.hide.above-input").first
    assert not folded.locator("pre").first.is_visible()
    folded.locator("summary").click()
    assert folded.locator("pre").first.is_visible()
