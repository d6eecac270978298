"""Nothing that comes in is run, obeyed or unfolded without bound: code, names, paths, files."""

import ast
import gzip
import io
import json
import os
import re
import struct
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest

import prspace as pr
from prspace.adapters import file_heads
from prspace.adapters.sql import DIALECTS, counts_from_rows, counts_query
from prspace.adapters.store import PartStore
from prspace.cli import main
from prspace.compat.alink import evaluate_binary
from tools import ROOT

COUNTS = pr.count_thresholds([1, 0, 1, 0], [0.4, 0.3, 0.2, 0.1])

# What could run code or read it from data; each use that is there has a reason
RUNS = {"eval", "exec", "compile", "__import__", "import_module", "system", "popen", "literal_eval"}
MODULES = {
    "pickle",
    "cloudpickle",
    "dill",
    "marshal",
    "shelve",
    "subprocess",
    "ctypes",
    "code",
    "runpy",
}
MODULES |= {"yaml", "socket", "urllib", "http", "requests", "multiprocessing", "xml"}
ALLOWED = {
    ("__init__.py", "import_module"): "loads the module of a public name from a fixed list",
    ("calls.py", "import_module"): "loads an optional library by a name in the code",
}


def called(node):
    """The name of what a call calls."""
    return getattr(node.func, "id", getattr(node.func, "attr", None))


def uses(path):
    """Names of dangerous calls, and dangerous modules, in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute)
            owner = getattr(getattr(node.func, "value", None), "id", None)
            name = called(node)
            if name in RUNS and not (method and name == "compile" and owner == "re"):
                yield name
            if name == "load" and owner in ("np", "numpy"):
                yield "numpy.load"
            if any(
                word.arg in ("shell", "allow_pickle")
                and getattr(word.value, "value", None) is not False
                for word in node.keywords
            ):
                yield "shell or allow_pickle"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [x.name for x in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
            yield from (name for name in names if name.partition(".")[0] in MODULES)


def test_nothing_runs_what_it_reads():
    package = ROOT / "prspace"
    found = {
        (path.relative_to(package).as_posix(), name)
        for path in package.rglob("*.py")
        for name in uses(path)
    }
    assert found <= ALLOWED.keys(), found - ALLOWED.keys()


@pytest.mark.parametrize(
    "text", ["eval(x)", "import pickle", "np.load(f)", "subprocess.run(a, shell=True)", "os.system(x)",
             "from urllib.request import urlopen", "np.save(f, a, allow_pickle=True)"]
)  # fmt: skip
def test_the_scan_finds(text, tmp_path):
    (tmp_path / "x.py").write_text(text, encoding="utf-8")
    assert list(uses(tmp_path / "x.py"))


def test_the_scan_lets_what_is_switched_off(tmp_path):
    (tmp_path / "x.py").write_text("np.save(f, a, allow_pickle=False)", encoding="utf-8")
    assert not list(uses(tmp_path / "x.py"))


# Names

SCRIPT, IMAGE = "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'
NAMES = [SCRIPT, IMAGE, "</script><!--", "a\u2028b", "$x_{$", "\\input{x} 5% & _ ^ ~ #", "-->", "]]>",
         "a\nb|c", "\x1b[2J\x07", "\u202eabc", "[a](javascript:alert(1))", "{title}", "\r\n"]  # fmt: skip


@pytest.fixture(scope="module", params=[0, 5, 10], ids=lambda k: f"names from {k}")
def several(request):
    """A report of a few parts with such names; a page draws up to six."""
    names = NAMES[request.param : request.param + 5]
    n = len(names)
    counts = pr.count_groups([1, 0] * n, [0.1, 0.4] * n, [x for x in names for _ in range(2)])
    return " ".join(names), pr.evaluate_each(counts, by=names[0])


def harmless(text):
    """Whether nothing in a page runs or is loaded, and no sign is left that is obeyed."""
    tags = re.findall(r"<\s*/?\s*([a-zA-Z!]+)", text)
    obeyed = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", text)
    return not {"script", "img", "iframe", "object", "link"} & set(tags) and not obeyed


@pytest.mark.filterwarnings("ignore:Glyph")
def test_a_page_shows_names_and_obeys_none(several):
    name, report = several
    page = pr.report_html(report, title=name)
    assert harmless(page) and page.count("<title>") == 1
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    assert harmless(report._repr_html_())


def test_tables_for_people_obey_no_name(several):
    _, report = several
    assert harmless(report.to_markdown()) and "](" not in report.to_markdown()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", str(report))
    rows = [len(line.split(" & ")) for line in pr.to_latex(report).splitlines() if " & " in line]
    assert not re.search(r"\\input|(?<!\\)[%#]", pr.to_latex(report)) and min(rows) > 1


def test_the_explorer_obeys_no_title():
    page = pr.explorer_page(COUNTS, title=f"{IMAGE}</title>{SCRIPT}\u2028")
    assert page.count("<script") == 1 and "<img" not in page and page.count("</title>") == 1


def test_the_terminal_obeys_no_file_name(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["evaluate", "\x1b[2J.csv", "--true", "y", "--score", "s"]) == 2
    assert "\x1b" not in capsys.readouterr().err


# SQL

COLUMNS = ['a"b', "a'b", "a`b", "x; DROP TABLE t; --", "/* */", "é\u2028ü", "a\nb", "select", "a\\", "a\\`b",
           "$$", "%s", "?", " ", "a]b", '"', "`"]  # fmt: skip


@pytest.mark.parametrize("name", COLUMNS, ids=ascii)
def test_duckdb_counts_a_column_of_any_name(name):
    import duckdb
    import pyarrow as pa

    label, group, table = f"{name}1", f"{name}2", f"{name}t"
    connection = duckdb.connect()
    rows = {
        label: ["yes", name, "yes", name],
        name: [0.4, 0.3, 0.2, 0.1],
        group: ["u", "u", "v", "v"],
    }
    connection.register("arrow", pa.table(rows))
    quoted = '"' + table.replace('"', '""') + '"'
    connection.execute(f"CREATE TABLE {quoted} AS SELECT * FROM arrow")
    query = counts_query(table, y_true=label, y_score=name, pos_label=name, by=group, bits=None)
    found = counts_from_rows(connection.sql(query).fetchall(), bits=None)
    assert found.names == ("u", "v") and [c.pos.sum() for c in found.counts] == [1, 1]
    first = found.counts[0]
    assert first.threshold[first.pos == 1].tolist() == [0.3]
    assert connection.execute(f"SELECT COUNT(*) FROM {quoted}").fetchone() == (4,)


def closed(text, dialect):
    """The parts of a query outside quotes, read sign by sign as the engine does."""
    write, outside, quote, i = DIALECTS[dialect], [], None, 0
    while i < len(text):
        sign = text[i]
        escapes = write.in_names if quote == write.quote else write.backslash and quote == "'"
        if quote is None:
            quote = sign if sign in (write.quote, "'") else None
            outside.append(" " if quote else sign)
        elif sign == "\\" and escapes:
            i += 1
        elif sign == quote:
            if text[i + 1 : i + 2] == quote and not escapes:
                i += 1
            else:
                quote = None
        i += 1
    assert quote is None, text
    return "".join(outside)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", COLUMNS, ids=ascii)
def test_a_query_holds_names_in_quotes_only(dialect, name):
    def query(name, label):
        return counts_query(
            ("s", name), y_true=name, y_score=name, pos_label=label, dialect=dialect
        )

    assert closed(query(name, name), dialect) == closed(query("plain", "plain"), dialect)


def test_spark_would_replace():
    for name in ("${env:HOME}", "a${spark.app.id}b"):
        for options in ({"y_score": name}, {"y_score": "s", "pos_label": name}):
            with pytest.raises(ValueError, match="spark replaces"):
                counts_query("t", y_true="y", dialect="spark", **options)
    assert "`$ {a}`" in counts_query("t", y_true="y", y_score="$ {a}", dialect="spark")


@pytest.mark.parametrize("name", ["a\0b", "", None, 3, (), ("a", "\0")], ids=repr)
def test_names_that_no_engine_has(name):
    with pytest.raises(ValueError, match="names must be text"):
        counts_query(name, y_true="y", y_score="s")


# Paths


@pytest.mark.parametrize(
    "call",
    [lambda p: pr.save_counts(COUNTS, p), pr.load_counts, PartStore, lambda p: pr.merge_counts([p], to=p),
     lambda p: pr.save_report(p, pr.evaluate(COUNTS))],
    ids=["save", "load", "store", "merge", "report"],
)  # fmt: skip
def test_no_file_has_nul_in_its_name(call, tmp_path):
    with pytest.raises(ValueError, match="must not hold the sign NUL"):
        call(f"{tmp_path}/a\0.npz")


def test_a_store_reads_and_writes_its_own_files_only(tmp_path):
    """Names that lead out are no parts; a link in a part's place is replaced, not followed."""
    outside, folder = tmp_path / "outside.npz", tmp_path / "store"
    pr.save_counts(COUNTS, outside)
    before = outside.read_bytes()
    store = PartStore(folder, suffix=".npz")
    for name in (
        "part-..%2f..%2fx.npz",
        "part-0000000001.npz.npz",
        "xpart-000000001.npz",
        "part-١٢٣٤٥٦٧٨٩.npz",
    ):
        (folder / name).write_bytes(b"x")
    os.symlink(outside, folder / "part-000000005.npz")
    with pytest.raises(ValueError, match="is not the part that its name says"):
        store.load()
    (folder / "part-000000005.npz").unlink()
    store = PartStore(folder, suffix=".npz")
    store.put(5, COUNTS)
    (folder / "part-000000005.npz").rename(tmp_path / "moved.npz")
    os.symlink(tmp_path / "moved.npz", folder / "part-000000005.npz")
    moved = (tmp_path / "moved.npz").read_bytes()
    PartStore(folder, suffix=".npz").put(5, COUNTS + COUNTS)
    assert not (folder / "part-000000005.npz").is_symlink()
    assert (outside.read_bytes(), (tmp_path / "moved.npz").read_bytes()) == (before, moved)
    for part_id in ("../x", "0", -1, 1.0, None, 10**18):
        with pytest.raises(ValueError, match="part_id must be an integer"):
            store.put(part_id, COUNTS)


def test_a_pipe_is_not_waited_for(tmp_path):
    """Opening one would wait for a writer that never comes."""
    os.mkfifo(tmp_path / "x.npz")
    with pytest.raises(ValueError, match="a device or pipe"):
        pr.load_counts(tmp_path / "x.npz")
    os.mkfifo(tmp_path / ".prspace-0123.tmp")
    os.mkfifo(tmp_path / "part-000000000.npz")
    (tmp_path / "x.npz").unlink()
    with pytest.raises(ValueError, match="a device or pipe"):
        PartStore(tmp_path).load()


# Files that unfold


def npy(shape, kind="<i8", data=b""):
    """The bytes of an array file with any shape in its head."""
    head = repr({"descr": kind, "fortran_order": False, "shape": shape}).encode()
    head += b" " * (64 - (len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data


def archive(path, compression=zipfile.ZIP_STORED, **members):
    """An archive of members."""
    with zipfile.ZipFile(path, "w", compression) as file:
        for name, data in members.items():
            file.writestr(f"{name}.npy", data)


def about(**more):
    """A description of counts as bytes of an array file."""
    text = json.dumps({"format": "prspace-counts", "version": 1, "sources": [], **more}).encode()
    return npy((len(text),), "|u1", text)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"about": npy((10**15,))}, "plain columns"),
        ({"about": npy((10**6, 10**6))}, "plain columns"),
        ({"about": npy((3,), "|O", b"x" * 24)}, "cannot be loaded"),
        ({"about": npy((3,), "|V8", b"x" * 24)}, "plain columns"),
        ({"about": about(rows={"all": 10**12})}, "up to 50000000 are read"),
        ({"about": about(names=[[]] * 3, rows={"each": [1]})}, "does not fit together"),
        ({"about": npy((200_000,), "|u1", b"[" * 200_000)}, "cannot be loaded"),
        ({"about": npy((100_000,), "|u1", b"9" * 100_000)}, "cannot be loaded"),
        ({"about": about(rows={"all": 0}), "../x": npy((0,))}, "not written by save_counts"),
    ],
    ids=["long", "wide", "objects", "records", "rows", "parts", "deep", "digits", "traversal"],
)  # fmt: skip
def test_a_small_archive_that_says_it_is_huge(tmp_path, members, words):
    archive(tmp_path / "x.npz", **members)
    with pytest.raises(ValueError, match=words):
        pr.load_counts(tmp_path / "x.npz")


def test_a_packed_archive_is_not_unpacked(tmp_path):
    bomb = npy((2**26,), "|u1", bytes(2**26))
    archive(tmp_path / "x.npz", zipfile.ZIP_DEFLATED, about=bomb)
    assert (tmp_path / "x.npz").stat().st_size < 2**18
    with pytest.raises(ValueError, match="compressed"):
        pr.load_counts(tmp_path / "x.npz")


DEEP = ['{"y":' * 100_000, "[" * 100_000, '{"y": ' + "[" * 100_000 + "]" * 100_000 + "}"]


@pytest.mark.parametrize("line", DEEP, ids=["objects", "lists", "closed"])
def test_json_that_is_nested_deeply(tmp_path, line):
    (tmp_path / "x.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match="no JSON|one JSON object"):
        pr.count_files(tmp_path / "x.jsonl", y_true="y", y_score="s")
    with pytest.raises(ValueError, match="no JSON|one JSON object"):
        pr.read_columns(tmp_path / "x.jsonl", numbers=["y"])
    with pytest.raises(ValueError, match="detail must be"):
        evaluate_binary([("a", line), ("b", line)])


def test_lines_are_bounded(tmp_path, monkeypatch):
    """A packed file of a few kilobytes may hold one line of gigabytes."""
    monkeypatch.setattr(file_heads, "LONGEST_LINE", 2**16)
    for name, text in (("x.csv.gz", "y,s\n1,"), ("x.jsonl.gz", '{"y": 1, "s": "')):
        with gzip.open(tmp_path / name, "wt") as file:
            file.write(text + "1" * 2**18)
        with pytest.raises(ValueError, match="a line may have up to 65,536 characters"):
            pr.read_columns(tmp_path / name, numbers=["y", "s"])
    with gzip.open(tmp_path / "x.csv.gz", "wt") as file:
        file.write("y" * 2**18)
    with pytest.raises(ValueError, match="a line may have"):
        pr.count_files(tmp_path / "x.csv.gz", y_true="y", y_score="s")


@pytest.mark.parametrize("at", [12, 20, 30])
def test_damaged_packed_files(tmp_path, at):
    """zlib has an error of its own, which is no ValueError."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as file:
        file.write(b"y,s\n" + b"".join(b"%d,0.%d\n" % (i % 2, i * 7919) for i in range(200)))
    data = bytearray(out.getvalue())
    data[at : at + 8] = b"\xff" * 8
    (tmp_path / "x.csv.gz").write_bytes(data)
    with pytest.raises(ValueError, match=r"x\.csv\.gz"):
        pr.read_columns(tmp_path / "x.csv.gz", numbers=["y", "s"])
    with pytest.raises(ValueError, match=r"x\.csv\.gz"):
        pr.count_files(tmp_path / "x.csv.gz", y_true="y", y_score="s")


# Numbers


@pytest.mark.parametrize(
    "value",
    ["1e-999999999", "1e999999999", "9" * 5000, 10**5000, (0, 10**400), ("0", "1e99999999")],
    ids=lambda x: str(type(x).__name__),
)
def test_printed_numbers_are_bounded(value):
    """Ten to the power of a billion would be computed."""
    with pytest.raises(ValueError, match="must lie below 1e300"):
        pr.feasible(n_pos=3, n_neg=4, precision=value)


def test_integers_of_very_many_digits_in_files(tmp_path):
    (tmp_path / "x.csv").write_text("y,s\n1," + "9" * 5000 + "\n0,1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"line 2: 's' holds 9+\.\.\., an integer beyond"):
        pr.read_columns(tmp_path / "x.csv", numbers=["y", "s"])


@pytest.mark.parametrize("text", ["１", "1e５", "1_0"], ids=ascii)
def test_numbers_are_written_in_ascii(tmp_path, text):
    """As DuckDB and Polars read them, so that every reader of files says the same."""
    (tmp_path / "x.csv").write_text(f"y,s\n1,{text}\n0,0\n", encoding="utf-8")
    with pytest.raises(ValueError, match="must hold numbers"):
        pr.read_columns(tmp_path / "x.csv", numbers=["y", "s"])
    for engine in ("duckdb", "polars"):
        with pytest.raises(ValueError, match="number"):
            pr.count_files(tmp_path / "x.csv", y_true="y", y_score="s", engine=engine)


def test_written_tables_hold_no_formula():
    """Tables that are written hold numbers and names of this project, no names of data."""
    for folder in ("figures", "benchmarks/results"):
        for path in (ROOT / folder).glob("*.csv"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r'(^|,)"?[=@\t\r]', text, re.MULTILINE), path


def test_notebooks_carry_nothing_hidden():
    """No attachments, widgets' state, cell metadata or outputs other than text and pictures."""
    for path in (ROOT / "nbs").rglob("*.ipynb"):
        book = json.loads(path.read_text(encoding="utf-8"))
        assert set(book["metadata"]) <= {"kernelspec", "language_info"}, path
        for cell in book["cells"]:
            assert not cell["metadata"] and "attachments" not in cell, (path, cell["id"])
            for output in cell.get("outputs", ()):
                kinds = set(output.get("data", {}))
                assert kinds <= {
                    "text/plain",
                    "text/markdown",
                    "text/html",
                    "text/latex",
                    "image/svg+xml",
                }
                assert "<script" not in json.dumps(output), (path, cell["id"])


def test_numbers_of_numpy_beside_decimals():
    """Comparing the two raises, which made a positive a negative."""
    from decimal import Decimal

    for labels in ([np.int8(1), Decimal(1), 0], [Decimal(1), np.int8(1), np.float32(0)]):
        assert pr.count_thresholds(labels, [3, 2, 1]).pos.tolist() == [1, 1, 0]


def test_text_is_no_weight():
    with pytest.raises(ValueError, match="sample_weight must be finite numbers"):
        pr.count_thresholds([1, 0], [0.1, 0.2], sample_weight=["1", 0.5])


@pytest.mark.parametrize("x", [[0, np.inf], [-1e200, 1e200]], ids=str)
def test_auc_of_points_that_floats_cannot_multiply(x):
    from prspace.compat.sklearn import auc

    with pytest.raises(ValueError, match="finite numbers, up to 1e150"):
        auc(x, [1, 1])
