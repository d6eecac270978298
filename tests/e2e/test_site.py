"""The built site: nothing from outside, no error, nothing sticks out, search finds, formulas are typeset."""

import pytest

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
