"""The page, LaTeX and the paragraph: they hold the report's numbers, and nothing runs or leaks."""

import os
import pickle
import re
import stat
import threading
from html.parser import HTMLParser

import numpy as np
import pytest

import prspace as pr
from prspace import evaluation
from prspace.layout import shown

LABELS = [1, 0, 1, 0, 0, 1, 0, 0, 0, 1]
SCORES = [0.9, 0.8, 0.7, 0.7, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
NASTY = "<script>alert('x')</script>\" onload=\"x & </style><b>"
TABLE = np.eye(3)[[0, 1, 2, 0, 1, 2]] * 0.5 + 0.1
VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    "Reads a page: open tags must be closed, in order."

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.links, self.texts = [], [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.open += [] if tag in VOID else [tag]
        self.ids += [value for name, value in attributes if name == "id"]
        self.links += [v for k, v in attributes if k in ("src", "href", "xlink:href", "action")]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open = self.open if tag in VOID else self.open[:-1]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data.strip())


@pytest.fixture(scope="module")
def report():
    return pr.evaluate(LABELS, SCORES, threshold=0.5)


@pytest.fixture(scope="module")
def page(report):
    return pr.report_html(report, title=NASTY)


def test_the_page_is_whole_and_stands_alone(page):
    read = Page(page)
    assert len(set(read.ids)) == len(read.ids)
    assert all(link[0] == "#" and link[1:] in read.ids for link in read.links)
    assert re.findall(r"url\((?!#)|@import|https?://(?!www\.w3\.org)", page) == []
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(read.ids)
    assert "script" not in [tag for tag, _ in read.tags]
    (policy,) = (a["content"] for t, a in read.tags if "http-equiv" in a)
    assert policy.startswith("default-src 'none'")


def test_names_are_text(page):
    assert NASTY not in page and "onload" not in [k for _, a in Page(page).tags for k in a]
    assert NASTY in Page(page).texts


def test_names_of_parts_are_text():
    counts = pr.count_groups(LABELS, SCORES, [NASTY, "b"] * 5)
    text = pr.report_html(pr.evaluate_each(counts, by=NASTY))
    assert NASTY not in text and any("alert" in t for t in Page(text).texts)


def test_every_number_of_the_tables_is_there(report, page):
    texts, d = Page(page).texts, report.to_dict()
    for row in d["areas"].values():
        assert all(shown(row[name]) in texts for name in ("value", "worst", "expected"))
    assert shown(d["points"]["best_f1"]) in texts and shown(d["at"]["precision"]) in texts


def test_figures_say_what_they_show(page):
    drawings = [a for tag, a in Page(page).tags if tag == "svg"]
    assert len(drawings) >= 2
    assert all(a["role"] == "img" and len(a["aria-label"]) > 20 for a in drawings)
    assert all("width" not in a and "viewbox" in a for a in drawings)
    assert "4 positives and 6 negatives" in drawings[0]["aria-label"]


def test_light_dark_and_small(page):
    assert "prefers-color-scheme: dark" in page and "width=device-width" in page
    assert "color-mix(in srgb, var(--ink)" in page


def test_the_same_each_time(report, page):
    assert pr.report_html(report, title=NASTY) == page


def test_warnings_stand_in_their_box(page, report):
    (text,) = report.to_dict()["warnings"].values()
    assert text[0].upper() + text[1:] + "." in Page(page).texts and "Note:" not in page


def test_reports_without_curves():
    for labels in ([0, 0, 0], [1, 1]):
        text = pr.report_html(pr.evaluate(labels, labels))
        assert "<svg" not in text and Page(text).texts
    assert Page(pr.report_html(pr.evaluate_each({}))).texts
    assert "no item is positive" in pr.report_html(pr.evaluate([0, 0], [1, 2])).lower()


def test_many_classes_are_listed_and_a_few_drawn():
    report = pr.evaluate(list("abcdefgh") * 2, np.eye(8)[[*range(8)] * 2] + 0.1)
    text = pr.report_html(report)
    assert "2 more are not drawn" in text and ">h<" in text and Page(text).texts


@pytest.fixture
def drawn(monkeypatch):
    "A page that costs nothing to draw."
    page = "x" * 300_000
    monkeypatch.setattr("prspace.report.report_html", lambda *args, **options: page)
    return page


def test_saving_is_all_or_nothing(report, tmp_path, drawn):
    path = tmp_path / "r.html"
    path.write_text("old", encoding="utf-8")
    assert pr.save_report(path, report, title="T") == path
    assert path.read_text(encoding="utf-8") == drawn
    with pytest.raises(FileNotFoundError, match="folder"):
        pr.save_report(tmp_path / "no" / "r.html", report)
    assert [p.name for p in tmp_path.iterdir()] == ["r.html"]
    if os.name == "posix":
        (tmp_path / "plain").touch()
        assert len({stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}) == 1


@pytest.mark.parametrize("page", ["x", None])
def test_a_failure_leaves_the_old_file(report, tmp_path, monkeypatch, drawn, page):
    path = tmp_path / "r.html"
    path.write_text("old", encoding="utf-8")

    def fail(*args):
        raise OSError("disk")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr("prspace.report.report_html", lambda *args, **options: page)
    with pytest.raises((OSError, TypeError)):
        pr.save_report(path, report)
    assert [p.read_text(encoding="utf-8") for p in tmp_path.iterdir()] == ["old"]


def test_readers_never_see_half_a_page(report, tmp_path, drawn):
    path, seen = tmp_path / "r.html", set()
    path.write_text(drawn, encoding="utf-8")
    done = threading.Event()

    def read():
        while not done.is_set():
            seen.add(len(path.read_text(encoding="utf-8")))

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(30):
        pr.save_report(path, report)
    done.set()
    reader.join()
    assert seen == {len(drawn)}


def test_latex_is_balanced_and_escaped(report):
    counts = pr.count_groups(LABELS, SCORES, ["50%_a&b", "c\\d{e}$f#~^"] * 5)
    for one in (report, pr.evaluate_each(counts), pr.feasible(n_pos=4, n_neg=4, recall=".3")):
        text = pr.to_latex(one)
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") >= 1
        for table in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end", text, re.DOTALL):
            rows = [line for line in table[1].splitlines() if line.endswith(r"\\")]
            assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {len(table[0]) - 1}
        bare = re.sub(r"\\[\\%&#_{}$]|\\[a-zA-Z]+\{?|[{}]", "", text)
        assert not re.search(r"[%#_~^\\]", bare), bare
    assert r"50\%\_a\&b" in pr.to_latex(pr.evaluate_each(counts))


def test_methods_name_everything(report):
    text = pr.methods_sentence(report)
    row = report.to_dict()["areas"]["average_precision"]
    for part in ("value", "worst", "expected"):
        assert shown(row[part]) in text
    for words in (
        "without interpolation",
        "Equal scores",
        "95 %",
        "jackknife",
        "4 positives",
        "0.4",
    ):
        assert words in text
    assert f"prspace {pr.__version__}" in text


@pytest.mark.parametrize("area", ["average_precision", "davis_goadrich", "trapezoid", "roc_auc"])
def test_methods_cite_what_bibtex_has(report, area):
    text = pr.methods_sentence(report, area)
    cited = set(re.findall(r"([A-Z]\w+)(?: and \w+| et al\.)? \(?(\d{4})", text))
    entries = pr.bibtex(text)
    for author, year in cited:
        assert re.search(rf"author = \{{{author}.*?year = \{{{year}", entries, re.DOTALL)
    assert entries.count("@") == len(cited) + 1


def test_bibtex_is_balanced_and_has_no_address():
    text = pr.bibtex()
    assert text.count("{") == text.count("}") and "://" not in text
    keys = re.findall(r"^@\w+\{([\w-]+),$", text, re.MULTILINE)
    assert len(set(keys)) == len(keys) == 7
    assert pr.bibtex("nothing").count("@") == 1


def test_methods_of_other_reports():
    binned = pr.evaluate(pr.count_thresholds(LABELS, SCORES).coarsen(edges=[0.25, 0.6]))
    assert "between 0.4021 and 0.7611" in pr.methods_sentence(binned)
    assert "does not exist" in pr.methods_sentence(pr.evaluate([0, 0], [1, 2]))
    assert (
        "("
        not in pr.methods_sentence(pr.evaluate(LABELS, SCORES, level=None))
        .split("It was")[1]
        .split("on")[0]
    )
    many = pr.methods_sentence(pr.evaluate(list("abcabc"), TABLE))
    assert "3 of 3 classes" in many and "(macro)" in many
    labels = pr.methods_sentence(pr.evaluate(np.eye(3, dtype=int), np.eye(3)))
    assert "3 of 3 labels, each label" in labels
    each = pr.evaluate_each(pr.count_groups(LABELS, SCORES, [0, 1] * 5), by="day")
    assert "each day apart (2 of them)" in pr.methods_sentence(each)


@pytest.mark.parametrize("call", [pr.methods_sentence, pr.report_html, pr.to_latex])
def test_refusals(call):
    with pytest.raises(ValueError, match="report must be"):
        call([1, 2])


def test_numbers_are_computed_once(monkeypatch):
    """A page reads them three times; what a caller does with a dictionary stays with the caller."""
    walks = []
    monkeypatch.setattr(evaluation, "summary", lambda c: walks.append(1) or pr.summary(c))
    report = pr.evaluate([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    pr.report_html(report)
    first = report.to_dict()
    del first["areas"]["average_precision"]["value"]
    first["undefined"]["x"] = "y"
    assert "value" in report.to_dict()["areas"]["average_precision"] and len(walks) == 1
    assert report.to_json() == pr.evaluate(report.counts).to_json()
    again = pickle.loads(pickle.dumps(report))
    assert "_numbers" not in vars(again) and again.to_dict() == report.to_dict()
