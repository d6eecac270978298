"""Check a built site: links lead somewhere, pictures have words, nothing comes from outside."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
CSS = re.compile(r"url\(\s*['\"]?([^'\")]+)")


class Page(HTMLParser):
    """Anchors, links and pictures of one page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded, self.silent = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag in LOADED and given.get(LOADED[tag]) and given.get("rel") != "canonical":
            self.loaded.append(given[LOADED[tag]])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "img" and not (given.get("alt") or "").strip():
            self.silent.append(given.get("src", ""))


def outside(link):
    return bool(urlsplit(link).scheme or urlsplit(link).netloc)


def broken(site, path, link, parsed):
    """True if a link within the site leads nowhere."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file() or site not in target.parents:
        return True
    anchor = unquote(parts.fragment)
    return bool(anchor) and target in parsed and anchor not in parsed[target].anchors


def check(site):
    """What is wrong, one line each, and how much was looked at."""
    site = Path(site).resolve()
    paths = [p for p in sorted(site.rglob("*.html")) if "_static" not in p.relative_to(site).parts]
    parsed = {p: Page(p.read_text(encoding="utf-8")) for p in paths}
    wrong, links = [], 0
    for path, page in parsed.items():
        name = path.relative_to(site)
        inner = [link for link in page.links + page.loaded if not outside(link)]
        links += len(inner)
        wrong += [f"{name}: leads nowhere: {x}" for x in inner if broken(site, path, x, parsed)]
        wrong += [
            f"{name}: loaded from outside: {x}"
            for x in page.loaded
            if outside(x) and not x.startswith("data:")
        ]
        wrong += [f"{name}: picture without words: {x}" for x in page.silent]
    for path in site.rglob("*.css"):
        found = (x for x in CSS.findall(path.read_text(encoding="utf-8")))
        wrong += [
            f"{path.name}: loaded from outside: {x}"
            for x in found
            if outside(x) and not x.startswith("data:")
        ]
    return wrong, f"{len(paths)} pages, {links} links within the site"
