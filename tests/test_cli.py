"""The command prspace: what it prints, how it ends, and what it says of bad input."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import prspace as pr
from prspace.cli import main

LABELS = [1, 0, 1, 0, 0, 1, 0, 0, 0, 1]
SCORES = [0.9, 0.8, 0.7, 0.7, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
OTHER = [0.1, 0.2, 0.9, 0.3, 0.1, 0.8, 0.2, 0.3, 0.4, 0.7]
HEAD = ("label", "score", "other", "model", "w")
BASE = ["--true", "label", "--score", "score"]


def rows():
    "The ten items, five for each of two models, every one of weight 2."
    models = ["new", "old"] * 5
    columns = zip(LABELS, SCORES, OTHER, models, [2] * 10, strict=True)
    return [dict(zip(HEAD, row, strict=True)) for row in columns]


def csv_text(sign=","):
    return "\n".join(sign.join(map(str, line)) for line in (HEAD, *(r.values() for r in rows())))


@pytest.fixture
def home(tmp_path, monkeypatch):
    "An empty folder with the ten items in every format."
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ten.csv").write_text(csv_text(), encoding="utf-8")
    (tmp_path / "ten.tsv").write_text(csv_text("\t"), encoding="utf-8")
    lines = "".join(json.dumps(row) + "\n" for row in rows())
    (tmp_path / "ten.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(home, capsys):
    "Run a command line; its exit code, output and messages."

    def call(*args):
        capsys.readouterr()
        code = main(list(args))
        out, err = capsys.readouterr()
        return code, out, err

    return call


def refused(result):
    "The one line that a refusal prints."
    code, out, err = result
    assert (code, out) == (2, "") and err.count("\n") == 1 and "\x1b" not in err, result
    return err


def test_the_text_is_the_report(run):
    code, out, err = run("evaluate", "ten.csv", *BASE, "--threshold", "0.5")
    assert (code, err) == (0, "")
    assert out == pr.evaluate(LABELS, SCORES, threshold=0.5).to_text() + "\n"


@pytest.mark.parametrize("form", ["json", "markdown", "latex"])
def test_other_forms(run, form):
    report = pr.evaluate(LABELS, SCORES)
    want = {"json": report.to_json(indent=2), "markdown": report.to_markdown()}
    want["latex"] = pr.to_latex(report)
    assert run("evaluate", "ten.csv", *BASE, f"--{form}") == (0, want[form] + "\n", "")


@pytest.mark.parametrize("name", ["ten.tsv", "ten.jsonl", "ten.parquet"])
def test_every_format_gives_the_same(run, home, name):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(rows()), home / "ten.parquet")
    options = (*BASE, "--by", "model", "--weight", "w", "--json")
    assert run("evaluate", name, *options) == run("evaluate", "ten.csv", *options)


def test_weights_count_items(run):
    _, out, _ = run("evaluate", "ten.csv", *BASE, "--weight", "w", "--json")
    counts = pr.count_thresholds(LABELS, SCORES, sample_weight=[2] * 10)
    assert json.loads(out) == json.loads(pr.evaluate(counts).to_json())


def test_by_evaluates_each_value(run):
    _, out, _ = run("evaluate", "ten.csv", *BASE, "--by", "model", "--json")
    parts = {part.pop("name"): part for part in json.loads(out)["parts"]}
    for i, name in enumerate(("new", "old")):
        assert parts[name] == json.loads(pr.evaluate(LABELS[i::2], SCORES[i::2]).to_json())


def test_level_and_bits(run):
    pytest.importorskip("duckdb")
    _, out, _ = run("evaluate", "ten.csv", *BASE, "--level", "0.8", "--bits", "8", "--json")
    counts = pr.count_thresholds(LABELS, SCORES).coarsen(bits=8)
    assert json.loads(out) == json.loads(pr.evaluate(counts, level=0.8).to_json())


def test_text_labels_need_the_positive_one(run, home):
    (home / "ham.csv").write_text("label,score\nspam,2\nham,1\nham,3\n", encoding="utf-8")
    assert "--pos-label 'spam'" in refused(run("evaluate", "ham.csv", *BASE))
    assert "'eggs'" in refused(run("evaluate", "ham.csv", *BASE, "--pos-label", "eggs"))
    _, out, _ = run("evaluate", "ham.csv", *BASE, "--pos-label", "spam", "--json")
    assert json.loads(out)["items"]["n_pos"] == 1


@pytest.mark.parametrize("words", [("true", "false"), ("1", "-1"), ("1.0", "0"), ("True", "FALSE")])
def test_plain_labels_need_none(run, home, words):
    text = "".join(f"{words[1 - y]},{s}\n" for y, s in zip(LABELS, SCORES, strict=True))
    (home / "x.csv").write_text("label,score\n" + text, encoding="utf-8")
    assert run("evaluate", "x.csv", *BASE, "--json") == run("evaluate", "ten.csv", *BASE, "--json")


def test_missing_values_are_refused_or_dropped(run, home):
    text = "label,score,m\n1,.9,a\n0,,a\n,.5,a\n0,NA,a\n0,.1,\n"
    (home / "x.csv").write_text(text, encoding="utf-8")
    line = refused(run("evaluate", "x.csv", *BASE))
    assert (
        "'label' lacks a value in 1 of 5 rows, first in line 4" in line and "--omit-missing" in line
    )
    _, out, _ = run("evaluate", "x.csv", *BASE, "--omit-missing", "--json")
    assert json.loads(out)["items"]["dropped"] == {"missing label": 1, "missing score": 2}
    assert "'m' lacks a value" in refused(
        run("evaluate", "x.csv", *BASE, "--by", "m", "--omit-missing")
    )


def test_require(run):
    assert run("evaluate", "ten.csv", *BASE, "--require", "roc_auc=.5")[0] == 0
    code, out, err = run(
        "evaluate", "ten.csv", *BASE, "--require", "roc_auc=.9", "--require", "ks=0"
    )
    assert code == 1 and "roc_auc is" in err and "ks" not in err and out
    code, _, err = run("evaluate", "ten.csv", *BASE, "--by", "model", "--require", "roc_auc=.6")
    assert code == 1 and err.startswith("old: roc_auc")
    at = ("--threshold", "2", "--require", "precision=0")
    assert run("evaluate", "ten.csv", *BASE, *at)[0] == 1  # it does not exist
    assert "auc" in refused(run("evaluate", "ten.csv", *BASE, "--require", "auc=1"))


def test_html_is_written(run, home):
    code, out, err = run("evaluate", "ten.csv", *BASE, "--html", "r.html", "--title", "<Ten>")
    assert (code, err) == (0, "wrote r.html\n") and out
    page = (home / "r.html").read_text(encoding="utf-8")
    assert "<h1>&lt;Ten&gt;</h1>" in page and page.count("<svg") == 3
    assert "no/r.html" in refused(run("evaluate", "ten.csv", *BASE, "--html", "no/r.html"))


def test_methods(run):
    _, out, _ = run("evaluate", "ten.csv", *BASE, "--methods")
    assert out.startswith(pr.methods_sentence(pr.evaluate(LABELS, SCORES))) and "@software" in out


def test_compare(run):
    args = ("compare", "ten.csv", "--true", "label", "--score", "score", "--score", "other")
    code, out, err = run(*args, "--resamples", "99", "--json")
    want = pr.compare({"score": SCORES, "other": OTHER}, LABELS, n_resamples=99, rng=0)
    assert (code, err) == (0, "") and json.loads(out) == want.to_dict()
    code, out, _ = run(
        *args, "--metric", "roc_auc", "--method", "delong", "--weight", "w", "--groups", "model"
    )
    assert (code, out) == (2, "")  # DeLong's test has no groups
    code, out, _ = run(*args, "--resamples", "99", "--groups", "model")
    assert code == 0 and "whole groups" in out
    assert "twice or more" in refused(run(*args[:-2]))
    assert "asked for twice" in refused(run(*args, "--score", "other"))
    assert "no_such" in refused(run(*args, "--metric", "no_such"))


def test_a_name_that_no_file_can_have(run):
    for command in ("evaluate", "compare"):
        code, _, error = run(command, "a\0.csv", "--true", "y", "--score", "a", "--score", "b")
        assert code == 2 and "must not hold the sign NUL" in error


def test_compare_drops_rows_that_lack_a_score(run, home):
    (home / "x.csv").write_text(csv_text() + "\n1,,.5,new,2", encoding="utf-8")
    args = ("compare", "x.csv", "--true", "label", "--score", "score", "--score", "other")
    assert "line 12" in refused(run(*args))
    code, out, err = run(*args, "--resamples", "9", "--omit-missing")
    assert (
        code == 0
        and "10" not in err.split("of")[0]
        and err == "dropped 1 of 11 rows without label or score\n"
    )
    assert out == run("compare", "ten.csv", *args[2:], "--resamples", "9")[1]


def test_which_area(run):
    code, out, _ = run("which-area", "ten.csv", *BASE)
    assert code == 0 and "scikit-learn" in out and "to_markdown" not in out
    counts = pr.count_thresholds(LABELS, SCORES)
    printed = f"{float(pr.interpolated(counts)):.5f}"
    code, out, _ = run("which-area", "ten.csv", *BASE, "--printed", printed, "--json")
    assert code == 0 and "interpolated" in json.loads(out)["areas"]
    assert run("which-area", "ten.csv", *BASE, "--printed", ".0123")[0] == 1
    refused(run("which-area", "ten.csv", *BASE, "--printed", "half"))


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("--pos 100 --neg 200 --precision 0.20 --recall 0.60", 1, "60/260"),
        ("--pos 100 --neg 200 --precision .2 --recall .6 --decimals 2", 1, "60/260"),
        ("--pos 100 --neg 200 --precision .5 --recall .6", 0, "TP"),
        ("--pos 100 --neg 200 --precision 2e-1 --recall .6", 0, "TP"),
        ("--pos 90..110 --neg 200 --precision 0.20 --recall 0.20", 0, "TP"),
        ("--pos 100 --neg 200 --average-precision 0.16", 1, "least"),
        ("--fold 3,5 --fold 7,5 --recall 0.67 --precision 0.75", 0, "fold 2"),
        ("--pos 10 --neg 20 --point 0.40,0.50 --point 0.50,0.71", 1, "fall"),
        ("--items 10 --metric npv=0.5", 0, "witness"),
    ],
)
def test_feasible(run, line, code, word):
    got, out, err = run("feasible", *line.split())
    assert (got, err) == (code, "") and word in out


def test_zeros_that_were_not_typed_are_asked_about(run):
    got, out, err = run(
        "feasible", *["--pos", "100", "--neg", "200", "--precision", ".2", "--recall", ".6"]
    )
    assert got == 0 and out.startswith("Possible.") and "--decimals" in err and "60/260" in err


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--pos many --precision .2",
        "--pos 5 --precision 20%",
        "--pos 5 --neg 5 --precision .251 --decimals 2",
        "--metric precision",
        "--metric no_such=1",
        "--point .5 --pos 5 --neg 5",
        "--fold 3 --recall .5",
        "--fold 3,x --recall .5",
        "--how both --recall .5",
        "--pos -3 --neg 3 --recall .5",
    ],
)
def test_feasible_refuses(run, line):
    refused(run("feasible", *line.split()))


def test_theorems(run):
    code, out, _ = run("theorems", "precision-floor")
    assert code == 0 and "Verdict: proved." in out
    code, out, _ = run("theorems", "--search", "minimum CURVE", "--json")
    found = json.loads(out)
    assert code == 0 and found and all("curve" in t["statement"].lower() + t["slug"] for t in found)
    assert "aucpr-min" in refused(run("theorems", "aucpr-minimum"))
    refused(run("theorems", "--search", "no such words"))


def test_schema_and_completion(run):
    assert json.loads(run("schema")[1]) == pr.json_schema()
    for shell in ("bash", "zsh", "fish"):
        assert "_PRSPACE_COMPLETE" in run("completion", shell)[1]


def test_columns_are_completed(home, monkeypatch):
    from click.shell_completion import ShellComplete

    from prspace.cli import _group

    shell = ShellComplete(_group, {}, "prspace", "_PRSPACE_COMPLETE")
    for name in ("ten.csv", "ten.tsv", "ten.jsonl"):
        monkeypatch.setenv("COMP_WORDS", f"prspace evaluate {name} --true la")
        found = shell.get_completions(["evaluate", name, "--true"], "la")
        assert [item.value for item in found] == ["label"]
    monkeypatch.setenv("COMP_WORDS", "prspace evaluate no.csv --true la")
    assert shell.get_completions(["evaluate", "no.csv", "--true"], "la") == []


BAD = {
    "empty.csv": ("", "none"),
    "head.csv": ("label,score\n", "no row"),
    "short.csv": ("label,score\n1,.5\n0\n", "line 3"),
    "long.csv": ("label,score\n1,.5,7\n", "line 2"),
    "words.csv": ("label,score\n1,.5\n0,high\n", "line 3"),
    "under.csv": ("label,score\n1,1_000\n0,2\n", "line 2"),
    "three.csv": ("label,score\n1,.5\n0,.5\n2,.5\n", "two labels"),
    "semicolon.csv": ("label;score\n1;.5\n", "';'"),
    "quote.csv": ('label,score\n"1,.5\n', "line 2"),
    "twice.csv": ("label,score,score\n1,.5,.6\n", "2 among"),
    "ids.csv": ("label,score\n1,90071992547409931\n", "2**53"),
    "latin.csv": ("label,score\n1,.5\n0,é\n".encode("latin-1"), "UTF-8"),
    "nothing.csv": ("label,score\n,\n1,\n", "lacks"),
    "broken.csv.gz": (b"\x1f\x8b\x08\x00abc", "packed"),
    "plain.csv.gz": ("label,score\n1,.5\n", "packed"),
    "cut.jsonl": ('{"label": 1, "sco', "line 1"),
    "list.jsonl": ("[1, 2]\n", "object"),
    "nested.jsonl": ('{"label": 1, "score": [1]}\n', "line 1"),
    "keys.jsonl": ('{"label": 1, "s": 1}\n', "'score'"),
    "bad.parquet": (b"PAR1 nothing", "parquet"),
    "ten.xlsx": ("", "endings"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_one_line(run, home, name):
    content, word = BAD[name]
    content = content if isinstance(content, bytes) else content.encode()
    (home / name).write_bytes(content)
    line = refused(run("evaluate", name, *BASE))
    assert word in line and name in line


@pytest.mark.parametrize(
    "args",
    [
        ("evaluate",),
        ("evaluate", "ten.csv"),
        ("evaluate", "ten.csv", "--true", "label"),
        ("evaluate", "no.csv", *BASE),
        ("evaluate", ".", *BASE),
        ("evaluate", "ten.csv", "--true", "lable", "--score", "score"),
        ("evaluate", "ten.csv", "--true", "label", "--score", "label"),
        ("evaluate", "ten.csv", *BASE, "--level", "95"),
        ("evaluate", "ten.csv", *BASE, "--level", "1"),
        ("evaluate", "ten.csv", *BASE, "--threshold", "high"),
        ("evaluate", "ten.csv", *BASE, "--threshold", "nan"),
        ("evaluate", "ten.csv", *BASE, "--format", "xlsx"),
        ("evaluate", "ten.csv", *BASE, "--format", "parquet"),
        ("evaluate", "ten.csv", *BASE, "--delimiter", "::"),
        ("evaluate", "ten.csv", *BASE, "--require", "roc_auc"),
        ("evaluate", "ten.csv", *BASE, "--require", "roc_auc=good"),
        ("evaluate", "ten.csv", *BASE, "--weight", "model"),
        ("evaluate", "ten.csv", *BASE, "--bits", "1"),
        ("evaluate", "-", *BASE, "--bits", "8"),
        ("evaluate", "ten.csv", *BASE, "--no-such-option"),
        ("evaluat", "ten.csv"),
    ],
)  # fmt: skip
def test_bad_usage_is_one_line(run, args):
    line = refused(run(*args))
    assert "error: " in line and line.startswith("prspace")


def test_weights_are_checked(run, home):
    for weight in ("-1", "inf"):
        (home / "x.csv").write_text(f"label,score,w\n1,1,1\n0,2,{weight}\n", encoding="utf-8")
        assert "weights" in refused(run("evaluate", "x.csv", *BASE, "--weight", "w"))


def test_parquet_names_its_extra(run, home, monkeypatch):
    (home / "x.parquet").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert "prspace[files]" in refused(run("evaluate", "x.parquet", *BASE))


def test_parquet_types(run, home):
    import pyarrow as pa
    import pyarrow.parquet as pq

    want = run("evaluate", "ten.csv", *BASE, "--json")
    columns = {
        "label": [pa.array([bool(y) for y in LABELS]), pa.array(map(str, LABELS)), pa.array(map(float, LABELS))],
        "score": [pa.array(SCORES), pa.array(map(str, SCORES)), pa.array(SCORES).dictionary_encode()],
    }  # fmt: skip
    for label, score in zip(columns["label"], columns["score"], strict=True):
        pq.write_table(pa.table({"label": label, "score": score}), home / "x.parquet")
        assert run("evaluate", "x.parquet", *BASE, "--json") == want
    pq.write_table(pa.table({"label": LABELS, "score": [[x] for x in SCORES]}), home / "x.parquet")
    refused(run("evaluate", "x.parquet", *BASE))


def test_help_is_readable_and_loads_little():
    heavy = ["scipy", "matplotlib", "sympy", "pyarrow", "duckdb", "narwhals", "tqdm", "pandas"]
    code = (
        "import sys; from prspace.cli import main; code = main(['--help']); "
        f"print([n for n in {heavy} if n in sys.modules], code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *text, last = done.stdout.splitlines()
    assert last == "[] 0" and max(map(len, text)) <= 80 and "\x1b" not in done.stdout
    assert all(name in done.stdout for name in ("evaluate", "compare", "feasible", "theorems"))


def test_reads_a_pipe_and_ends_quietly_when_nobody_reads(home):
    line = "import sys; from prspace.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", line, "evaluate", "-", *BASE, "--markdown"]
    ends = os.pipe()
    os.close(ends[0])
    done = subprocess.run(
        command, input=csv_text().encode(), stdout=ends[1], stderr=subprocess.PIPE
    )
    os.close(ends[1])
    assert (done.returncode, done.stderr) == (141, b"")


def test_interrupt(run, monkeypatch):
    def interrupted(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("prspace.adapters.columns.read_columns", interrupted)
    code, out, err = run("evaluate", "ten.csv", *BASE)
    assert (code, out, err.strip()) == (130, "", "")


def test_a_bar_on_terminals_only(home, capsys, monkeypatch):
    from prspace.adapters.columns import read_columns

    many = "label,score\n" + "1,0.5\n" * 70_000
    (home / "many.csv").write_text(many, encoding="utf-8")
    assert len(read_columns("many.csv", numbers=["score"])) == 70_000
    assert capsys.readouterr().err == ""
    read_columns("many.csv", numbers=["score"], progress=True)
    assert "\n" not in capsys.readouterr().err
    assert np.isfinite(read_columns("many.csv", numbers=["score"])["score"]).all()


ANIMALS = ["cat", "dog", "cow", "cat", "dog", "cow", "cat", "cow"]
MARKS = np.random.default_rng(1).random((8, 3)).round(3)


@pytest.fixture
def animals(home):
    "Eight items of three classes, with a column of scores for each."
    lines = [f"{y},{a},{b},{c}" for y, (a, b, c) in zip(ANIMALS, MARKS.tolist(), strict=True)]
    text = "\n".join(["animal,p_cat,p.dog,cow", *lines])
    (home / "animals.csv").write_text(text, encoding="utf-8")
    return ["evaluate", "animals.csv", "--true", "animal"]


def scores_of(*names):
    return [word for name in names for word in ("--score", name)]


def test_several_classes(run, animals, home):
    want = pr.evaluate(ANIMALS, MARKS, labels=["cat", "dog", "cow"], threshold=0.5)
    args = (*animals, *scores_of("p_cat", "p.dog", "cow"), "--threshold", "0.5")
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "") and json.loads(out) == json.loads(want.to_json())
    assert run(*args) == (0, want.to_text() + "\n", "")
    code, _, err = run(*args, "--html", "r.html", "--require", "macro_roc_auc=2")
    assert code == 1 and "macro_roc_auc is" in err
    page = (home / "r.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2 and "multi-class" in page
    assert "3 classes" in run(*args, "--methods")[1]
    text = (home / "animals.csv").read_text(encoding="utf-8").replace("p_cat,p.dog,cow", "a,b,c")
    (home / "animals.csv").write_text(text, encoding="utf-8")
    classes = [word for name in ("cat", "dog", "cow") for word in ("--class", name)]
    got = run(*animals, *scores_of("a", "b", "c"), *classes, "--threshold", "0.5", "--json")
    assert got[1] == out


def test_classes_that_are_numbers_and_one_that_no_row_has(run, home):
    (home / "n.csv").write_text("y,s_0,s_1,s_2\n0,.9,.1,.2\n1.0,.3,.5,.1\n", encoding="utf-8")
    args = ("evaluate", "n.csv", "--true", "y", *scores_of("s_0", "s_1", "s_2"))
    assert "--class for each" in refused(run(*args))
    code, out, _ = run(*args, "--class", "0", "--class", "1", "--class", "2", "--json")
    classes = json.loads(out)["classes"]
    assert code == 0 and [(c["name"], c["n_pos"]) for c in classes] == [
        ("0", 1),
        ("1", 1),
        ("2", 0),
    ]


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (scores_of("p_cat", "p.dog"), "none for cow"),
        (scores_of("p_cat"), "name the scores of every class"),
        ([*scores_of("p_cat", "p.dog", "cow"), "--class", "cat"], "once for each"),
        ([*scores_of("p_cat", "p.dog", "cow"), "--by", "animal"], "one column of scores"),
        ([*scores_of("p_cat", "p.dog", "cow"), "--bits", "8"], "one column of scores"),
        ([*scores_of("p_cat", "p.dog", "cow"), "--pos-label", "cat"], "one column of scores"),
        ([*scores_of("p_cat", "p.dog", "cow"), "--require", "roc_auc=1"], "macro_roc_auc"),
    ],
)
def test_classes_that_do_not_fit(run, animals, more, word):
    assert word in refused(run(*animals, *more))


@pytest.fixture
def long(home):
    "The ten items as twenty rows, one per item and model, in an order of their own."
    lines = [
        f"{m},{i},{LABELS[i]},{x[i]}"
        for m, x in (("score", SCORES), ("other", OTHER))
        for i in range(10)
    ]
    lines = [lines[i] for i in np.random.default_rng(2).permutation(20)]
    lines.sort(key=lambda line: line.startswith("other"))  # the first model is the first named
    (home / "long.csv").write_text("\n".join(["m,id,label,s", *lines]), encoding="utf-8")
    return ["compare", "long.csv", "--true", "label", "--score", "s", "--by", "m", "--item", "id"]


def test_compare_a_long_file(run, long, home):
    code, out, err = run(*long, "--resamples", "99", "--json")
    want = pr.compare({"score": SCORES, "other": OTHER}, LABELS, n_resamples=99, rng=0)
    assert (code, err) == (0, "") and json.loads(out)["values"] == want.to_dict()["values"]
    found, row = json.loads(out)["rows"][0], want.to_dict()["rows"][0]
    assert {k: found[k] for k in ("first", "second", "difference")} == {
        k: row[k] for k in ("first", "second", "difference")
    }
    code, _, err = run(*long, "--resamples", "99", "--html", "c.html", "--title", "<Two>")
    page = (home / "c.html").read_text(encoding="utf-8")
    assert (code, err) == (0, "wrote c.html\n")
    assert "<h1>&lt;Two&gt;</h1>" in page and page.count("<svg") == 1 and "score − other" in page


def test_long_files_that_do_not_fit(run, long, home):
    text = (home / "long.csv").read_text(encoding="utf-8")
    lines = text.split("\n")
    m, i, y, s = lines[-1].split(",")
    for wrong, word in (
        ([*lines, lines[1]], "got two"),
        (lines[:-1], "every model must have a row for every item"),
        ([*lines[:-1], ",".join((m, i, str(1 - int(y)), s))], "one label"),
    ):  # fmt: skip
        (home / "long.csv").write_text("\n".join(wrong), encoding="utf-8")
        assert word in refused(run(*long, "--resamples", "9"))
    (home / "long.csv").write_text("\n".join(lines[:-1]), encoding="utf-8")
    code, _, err = run(*long, "--resamples", "9", "--omit-missing")
    assert (code, err) == (0, "dropped 1 of 10 items without label or score\n")
    assert "go together" in refused(run(*long[:-2]))
    assert "one column" in refused(run(*long, "--score", "id"))


def test_html_of_a_wide_comparison(run, home):
    args = ("compare", "ten.csv", "--true", "label", *scores_of("score", "other"))
    assert run(*args, "--resamples", "9", "--html", "c.html")[2] == "wrote c.html\n"
    assert "<svg" in (home / "c.html").read_text(encoding="utf-8")


def test_which_area_explains_itself(run):
    _, out, _ = run("which-area", "ten.csv", *BASE)
    used = {
        word
        for line in out.splitlines()
        for word in ("anchored", "order", "ties")
        if f" {word}" in line
    }
    assert used and all(f"{word}: " in " ".join(out.split()).split("Flags. ")[1] for word in used)
    assert "A range, as" in out
    _, text, _ = run("which-area", "--help")
    assert all(word in text for word in ("below region", "anchored", "range"))


def test_theorems_are_readable_on_a_terminal(run):
    code, out, _ = run("theorems", "aucpr-min")
    assert code == 0 and "1 + (1−π) ln(1−π)/π" in out and "Verdict: proved." in out
    assert not set("\\${}") & set(run("theorems")[1] + out)
    assert "$$" in run("theorems", "aucpr-min", "--markdown")[1]
    refused(run("theorems", "--markdown"))
    assert "worst-path" in run("theorems", "--search", "AUCPR_MIN")[1]


def test_notes_say_what_they_are_about(run):
    assert "Note: model new, old: fewer" in run("evaluate", "ten.csv", *BASE, "--by", "model")[1]
