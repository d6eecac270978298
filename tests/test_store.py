"""Counts on disk: what is saved comes back, anything else is refused by name."""

import datetime as dt
import errno
import io
import json
import os
import resource
import signal
import subprocess
import sys
import zipfile
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from prspace import CountsByName, ThresholdCounts, count_groups, count_thresholds, whole_files
from prspace.adapters import file_format, file_npz, file_parquet, store
from prspace.adapters.store import load_counts, merge_counts, save_counts
from prspace.calls import need
from tests.strategies import checked

ENDINGS = (".parquet", ".npz")
both = pytest.mark.parametrize("ending", ENDINGS)
LABELS, SCORES = [1, 0, 1, 1, 0, 0], [0.9, 0.9, 0.5, 0.1, 0.5, 0.1]
COUNTS = count_thresholds(LABELS, SCORES)
BINNED = count_thresholds([i % 3 == 0 for i in range(40)], np.arange(40) / 41).coarsen(bits=3)
MANY = CountsByName(
    ("a", ("b", 2)), (BINNED, count_thresholds([1, 0], [2, 1], sample_weight=[Fraction(1, 3)] * 2))
)


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch):
    """The disk is not waited for, except where that is tested."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def alike(a, b):
    """Whether counts are equal, and each number is of the same type."""
    if isinstance(a, CountsByName):
        kinds = [str(list(map(type, x.names)) + list(map(type, x.weights or ()))) for x in (a, b)]
        same = a.names == b.names and a.weights == b.weights and kinds[0] == kinds[1]
        return same and all(map(alike, a, b))
    assert a == b and a.grid == b.grid and a.dropped == b.dropped
    for name in file_format.COLUMNS:
        one, other = getattr(a, name), getattr(b, name)
        if one is None or other is None:
            assert one is other, name
        else:
            assert one.dtype == other.dtype and not other.flags.writeable, name
            assert list(map(type, one.tolist())) == list(map(type, other.tolist())), name
    return [type(x) for x in (a.missed_pos, a.missed_neg)] == [
        type(x) for x in (b.missed_pos, b.missed_neg)
    ]


# --- round trips ---------------------------------------------------------------------------

FLOAT = st.floats(allow_nan=False)
SCORE = st.one_of(
    st.lists(FLOAT, max_size=8).map(lambda x: np.array(x, float)),
    st.lists(st.floats(allow_nan=False, width=32), max_size=8).map(lambda x: np.array(x, "f4")),
    st.lists(st.floats(allow_nan=False, width=16), max_size=8).map(lambda x: np.array(x, "f2")),
    st.sampled_from("bhilBHIL").flatmap(
        lambda code: st.lists(
            st.integers(int(np.iinfo(code).min), int(np.iinfo(code).max)), max_size=8
        ).map(lambda x: np.array(x, code))
    ),
    st.lists(st.one_of(st.integers(), st.fractions()), max_size=6),
    st.lists(st.one_of(st.integers(), st.decimals(-10, 10, allow_nan=False)), max_size=6),
    st.lists(st.integers(-(2**200), 2**200), max_size=6),
)
AMOUNT = st.sampled_from(
    [
        st.integers(0, 2**58),
        st.floats(0, 1e140, allow_subnormal=False).map(lambda x: x if x > 1e-140 else 0.0),
        st.fractions(0, 9),
    ]
)
GRID = st.sampled_from([{}, {}, {"bits": 2}, {"bits": 12}, {"edges": [-1.5, 0.1, 7.0]}])


@st.composite
def one_ranking(draw):
    """Counts of any kind."""
    threshold, amount = draw(SCORE), draw(AMOUNT)
    pos, neg = (
        draw(st.lists(amount, min_size=len(threshold), max_size=len(threshold))) for _ in "pn"
    )
    more = {
        "missed_pos": draw(amount),
        "dropped": draw(st.sampled_from([{}, {"missing label": 3}])),
    }
    counts = ThresholdCounts.from_counts(threshold, pos, neg, **more)
    grid = draw(GRID)
    return counts.coarsen(**grid) if grid else counts


PLAIN_NAME = st.one_of(
    st.none(),
    st.text(max_size=5), st.integers(), FLOAT, st.booleans(), st.dates(), st.datetimes(),
    st.datetimes(timezones=st.sampled_from([dt.UTC, dt.timezone(dt.timedelta(hours=-3.5))])),
)  # fmt: skip
NAME = st.one_of(PLAIN_NAME, st.lists(PLAIN_NAME, max_size=3).map(tuple))


@st.composite
def by_name(draw):
    """Counts by name, of parts of any kinds."""
    names = draw(st.lists(NAME, max_size=4, unique=True))
    parts = [draw(one_ranking()) for _ in names]
    weights = draw(st.sampled_from([None, [0.5, 1, Fraction(1, 3), 2][: len(names)]]))
    return CountsByName(names, parts, weights)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("round")


@both
@checked
@given(counts=st.one_of(one_ranking(), by_name()))
def test_what_is_saved_comes_back(folder, ending, counts):
    path = folder / f"x{ending}"
    save_counts(counts, path)
    assert alike(counts, load_counts(path))


def test_both_formats_hold_the_same(tmp_path):
    for ending in ENDINGS:
        save_counts(MANY, tmp_path / f"x{ending}", source="x")
    abouts = [store._load(tmp_path / f"x{ending}", 100)[0] for ending in ENDINGS]
    assert abouts[0] == abouts[1]


@both
def test_extreme_scores(tmp_path, ending):
    scores = [np.inf, -np.inf, 0.0, 5e-324, -5e-324, 1.7e308, np.nextafter(1, 0), 1.0]
    counts = count_thresholds([1, 0] * 4, scores)
    save_counts(counts, tmp_path / f"x{ending}")
    assert alike(counts, load_counts(tmp_path / f"x{ending}"))


@pytest.mark.parametrize("kind", ["f4", "f8", "i1", "u8"])
def test_columns_in_several_pieces(kind):
    """Large files are read in pieces, which may begin in the middle of a byte of the nulls."""
    numbers = np.arange(100).astype(kind)
    nulls = np.arange(100) % 3 == 0
    whole = pa.array(numbers, mask=nulls)
    pieces = pa.chunked_array([whole[:0], whole[:13], whole[13:64], whole[64:]])
    assert file_parquet._column(pieces).tolist() == np.where(nulls, 0, numbers).tolist()
    assert file_parquet._column(pieces).dtype == np.dtype(kind)
    assert file_parquet._arrow_array(numbers, nulls).equals(whole)
    assert len(file_parquet._column(pa.chunked_array([], whole.type))) == 0
    words = pa.array(["a", "", None, "ü", "b"])
    assert file_parquet._column(pa.chunked_array([words[1:]])) == ["", "", "ü", "b"]


def test_many_small_parts(tmp_path):
    counts = count_groups([1, 0] * 600, np.arange(1200.0), np.arange(1200) // 2)
    save_counts(counts, tmp_path / "x.parquet")
    assert alike(counts, load_counts(tmp_path / "x.parquet"))


def test_cells_that_hold_nothing_are_left_out(tmp_path):
    bare = ThresholdCounts(np.array([2.0, 1.0]), np.array([1, 0]), np.array([0, 0]))
    save_counts(bare, tmp_path / "x.npz")
    assert len(load_counts(tmp_path / "x.npz")) == 1


def test_other_byte_order(tmp_path):
    counts = count_thresholds(LABELS, np.array(SCORES, ">f4"))
    save_counts(counts, tmp_path / "x.npz")
    assert load_counts(tmp_path / "x.npz") == counts


def test_a_file_is_replaced(tmp_path):
    path = tmp_path / "x.npz"
    for counts in (COUNTS, BINNED):
        save_counts(counts, path)
        assert load_counts(path) == counts
    assert os.listdir(tmp_path) == ["x.npz"]


def test_a_link_stays_a_link(tmp_path):
    os.symlink(tmp_path / "real.npz", tmp_path / "link.npz")
    save_counts(COUNTS, tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink() and load_counts(tmp_path / "real.npz") == COUNTS


# --- what other programs see -----------------------------------------------------------------


def test_duckdb_reads_it(tmp_path):
    save_counts(MANY, tmp_path / "x.parquet")
    rows = duckdb.sql(
        f"SELECT part, threshold, high, pos, neg FROM '{tmp_path}/x.parquet'"
    ).fetchall()
    assert {row[0] for row in rows} == {"a", "('b', 2)"} and len(rows) == len(BINNED) + 2
    assert [row[1] for row in rows[-2:]] == ["2", "1"] or [row[1] for row in rows[-2:]] == [2, 1]


def test_half_floats_are_read_as_floats(tmp_path):
    save_counts(count_thresholds([1, 0], np.array([0.1, 0.2], np.float16)), tmp_path / "x.parquet")
    ((kind,),) = duckdb.sql(
        f"SELECT DISTINCT typeof(threshold) FROM '{tmp_path}/x.parquet'"
    ).fetchall()
    assert kind == "FLOAT"


def test_one_schema_for_exact_and_binned(tmp_path):
    for name, counts in (("a", COUNTS), ("b", BINNED)):
        save_counts(counts, tmp_path / f"{name}.parquet")
    ((n, high),) = duckdb.sql(
        f"SELECT count(*), count(high) FROM '{tmp_path}/*.parquet'"
    ).fetchall()
    assert (n, high) == (len(COUNTS) + len(BINNED), len(BINNED))


def test_numpy_reads_the_archive(tmp_path):
    save_counts(COUNTS, tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz", allow_pickle=False) as arrays:
        assert arrays["threshold"].tolist() == COUNTS.threshold.tolist()


def test_pandas_is_not_loaded(tmp_path):
    code = (
        "import sys; from prspace import CountsByName, count_thresholds\n"
        "from prspace.adapters.store import load_counts, save_counts\n"
        f"path = {str(tmp_path / 'x.parquet')!r}; c = count_thresholds([1, 0], [1, 2])\n"
        "save_counts(CountsByName('ab', [c, c.coarsen(bits=2)]), path); load_counts(path)\n"
        "print([name for name in ('pandas', 'duckdb', 'polars') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- what is not saved -------------------------------------------------------------------------


ONE = np.ones(1, int)
AMBIGUOUS = dt.datetime(2020, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=1)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        (ThresholdCounts.from_counts([1], [sympy.Symbol("P")], [1]), "only numbers.*Symbol P"),
        (ThresholdCounts.from_counts([sympy.Rational(1, 3)], [1], [1]), "only numbers"),
        (ThresholdCounts.from_counts([10**5000, 1], [1, 1], [1, 1]), "4000 digits"),
        (ThresholdCounts.from_counts([Decimal("1e5000")], [1], [1]), "4000 digits"),
        (count_thresholds([1, 0], np.array([1, 2], np.longdouble)), "longdouble|float128"),
        (CountsByName(("a",), (COUNTS,)).at(0.5), "OperatingPoint"),
        (COUNTS.at(0.5), "OperatingPoint"),
        (None, "NoneType"),
        ([0.5, 0.1], "list"),
        (CountsByName((b"a",), (COUNTS,)), "bytes b'a'"),
        (CountsByName((float("nan"),), (COUNTS,)), "nan"),
        (CountsByName((frozenset(),), (COUNTS,)), "frozenset"),
        (CountsByName((np.datetime64("2020-01-01T00:00:00.000000001"),), (COUNTS,)), "datetime64"),
        (CountsByName((AMBIGUOUS,), (COUNTS,)), "would not come back"),
        (ThresholdCounts(ONE, ONE, ONE, dropped={"why": -1}), "dropped"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)  # fmt: skip
def test_what_is_not_saved(tmp_path, counts, words):
    for ending in ENDINGS:
        with pytest.raises(ValueError, match=words):
            save_counts(counts, tmp_path / f"x{ending}")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["x", "x.csv", "x.parquet.gz", "x.PARQUET"])
def test_other_endings(tmp_path, name):
    for act in (lambda path: save_counts(COUNTS, path), load_counts):
        with pytest.raises(ValueError, match=r"\.parquet or \.npz"):
            act(tmp_path / name)


@pytest.mark.parametrize("source", ["", 3, b"x", ["a"]])
def test_sources_are_texts(tmp_path, source):
    with pytest.raises(ValueError, match="source"):
        save_counts(COUNTS, tmp_path / "x.npz", source=source)


@both
def test_folders_and_missing_files(tmp_path, ending):
    path = tmp_path / f"x{ending}"
    with pytest.raises(FileNotFoundError, match=path.name):
        load_counts(path)
    with pytest.raises(FileNotFoundError, match=path.name):
        save_counts(COUNTS, tmp_path / "none" / path.name)
    path.mkdir()
    for act in (lambda: load_counts(path), lambda: save_counts(COUNTS, path)):
        with pytest.raises(ValueError, match="a folder.*" + path.name):
            act()


def test_pyarrow_may_be_absent(tmp_path, monkeypatch):
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    words = r"needs pyarrow: pip install pyarrow .*prspace\[files\].*\.npz works without"
    for act in (
        lambda: save_counts(COUNTS, tmp_path / "x.parquet"),
        lambda: load_counts(tmp_path / "x.parquet"),
        lambda: store.PartStore(tmp_path),
    ):
        with pytest.raises(ImportError, match=words):
            act()
    save_counts(MANY, tmp_path / "x.npz")
    assert alike(MANY, load_counts(tmp_path / "x.npz"))


def test_need_names_the_extra(monkeypatch):
    with pytest.raises(
        ImportError,
        match=r"^x needs absent_one: pip install absent_one \(it comes with prspace\[all\]\)$",
    ) as caught:
        need("absent_one.part", "all", "x")
    assert caught.value.name == "absent_one"
    monkeypatch.setitem(sys.modules, "json.absent", None)
    with pytest.raises(ImportError, match="it is there, but"):
        need("json.absent", "all", "x")
    assert need("json", "all", "x") is json


# --- damaged files -----------------------------------------------------------------------------


def outcome(path, counts):
    """Whether a file is refused by name, loaded as it was, or worse."""
    try:
        return "same" if alike(counts, load_counts(path)) else "another number"
    except ValueError as error:
        return "refused" if str(path) in str(error) else f"without its name: {error}"


@both
def test_flipped_bytes_never_give_another_number(tmp_path, ending):
    path = tmp_path / f"x{ending}"
    save_counts(MANY, path, source="x")
    whole, found = path.read_bytes(), {}
    for i in range(0, len(whole), 10):
        path.write_bytes(
            whole[:i] + bytes([whole[i] ^ (0x55 if i % 20 else 0x80)]) + whole[i + 1 :]
        )
        found[i] = outcome(path, MANY)
    assert set(found.values()) <= {"same", "refused"}
    assert list(found.values()).count("refused") > len(found) / 2


@both
def test_files_cut_short_are_refused(tmp_path, ending):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)
    whole = path.read_bytes()
    for n in range(len(whole)):
        path.write_bytes(whole[:n])
        assert outcome(path, COUNTS) == "refused", n


def rewritten(path, change, seal=False):
    """The file with its description and columns changed; with a new digest if asked for."""
    read = file_npz._read_npz if path.suffix == ".npz" else file_parquet._read_parquet
    with open(path, "rb") as file:
        before, columns = read(file, 10**6)
    columns = {name: x if isinstance(x, list) else x.copy() for name, x in columns.items()}
    about = dict(before)
    change(about, columns)
    if seal:
        about["sha256"] = file_format._digest(about, columns)
    if path.suffix == ".npz":
        with open(path, "wb") as file:
            file_npz._write_npz(file, about, columns)
        return
    table = file_parquet._table(before, columns)
    with pq.ParquetWriter(path, table.schema, store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({file_format.FORMAT: file_format._json(about)})


def item(name, i, value):
    """A change of one number of a column."""
    return lambda about, columns: columns[name].__setitem__(i, value)


def entry(name, value):
    """A change of one entry of the description."""
    return lambda about, columns: about.__setitem__(name, value)


@both
@pytest.mark.parametrize(
    "change",
    [item("pos", 0, 7), item("threshold", 0, 99.0), entry("missed_pos", {"all": 5}), entry("sources", ["y"])],
    ids=["pos", "threshold", "missed", "source"],
)  # fmt: skip
def test_the_digest_finds_changes(tmp_path, ending, change):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)
    rewritten(path, change)
    with pytest.raises(ValueError, match=f"{path.name} cannot be loaded: its content was changed"):
        load_counts(path)


SEALED = {
    "negative": item("pos", 0, -1),
    "not a number": item("threshold", 1, np.nan),
    "order": item("threshold", 0, 0.2),
    "empty cell": lambda about, columns: (
        columns["pos"].__setitem__(0, 0),
        columns["neg"].__setitem__(0, 0),
    ),
    "too many": lambda about, columns: columns["pos"].fill(2**62),
    "kind": entry("pos", {"all": "int8"}),
    "kind of scores": entry("threshold", {"all": "float16"}),
    "unknown kind": entry("threshold", {"all": "complex128"}),
    "kinds": entry("pos", {"each": ["int64", "int64"]}),
    "rows": entry("rows", {"all": 2}),
    "negative rows": entry("rows", {"all": -3}),
    "rows of text": entry("rows", {"all": "3"}),
    "missed": entry("missed_pos", {"all": -1}),
    "missed text": entry("missed_pos", {"all": "many"}),
    "missed list": entry("missed_neg", {"all": [1]}),
    "dropped": entry("dropped", {"all": {"why": -1}}),
    "dropped kinds": entry("dropped", {"all": [1]}),
    "grid": entry("grid", {"all": 99}),
    "grid text": entry("grid", {"all": "12"}),
    "cut points": entry("grid", {"all": [2, 1]}),
    "a name": entry("names", [{"eval": "1"}]),
    "names": entry("names", ["a", "a"]),
    "sources": entry("sources", [1]),
    "no sources": entry("sources", None),
    "version": entry("version", None),
    "how": entry("rows", {"some": 3}),
    "huge": entry("rows", {"all": 10**12}),
}


@both
@pytest.mark.parametrize("change", SEALED)
def test_a_right_digest_does_not_make_wrong_counts_right(tmp_path, ending, change):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)
    rewritten(path, SEALED[change], seal=True)
    assert outcome(path, COUNTS) == "refused"


@both
def test_later_versions_say_so(tmp_path, ending):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)
    rewritten(path, entry("version", 2), seal=True)
    with pytest.raises(ValueError, match="version 2 of the format, and 1 is read here. Update"):
        load_counts(path)


def test_foreign_tables(tmp_path):
    for name, table in (
        ("a", pa.table({"score": [0.5]})),
        ("b", pa.table({"part": ["x"], "threshold": [1.0]})),
    ):
        pq.write_table(table, tmp_path / f"{name}.parquet")
        with pytest.raises(
            ValueError, match=f"{name}.parquet cannot be loaded: it was not written by"
        ):
            load_counts(tmp_path / f"{name}.parquet")
    (tmp_path / "c.parquet").write_text("score\n0.5\n")
    (tmp_path / "c.npz").write_bytes(b"")
    for name in ("c.parquet", "c.npz"):
        with pytest.raises(ValueError, match=f"{name} cannot be loaded: it is damaged, or not"):
            load_counts(tmp_path / name)


def test_foreign_archives(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, a=np.arange(3))
    with pytest.raises(ValueError, match="not written by save_counts"):
        load_counts(path)
    np.savez(path, about=np.array([{"format": "prspace-counts"}], object))
    with pytest.raises(ValueError, match="not plain columns"):
        load_counts(path)
    np.savez(path, about=np.zeros((2, 2)))
    with pytest.raises(ValueError, match="not plain columns"):
        load_counts(path)


class Trap:
    """A pickle of this writes a file when it is opened."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.write_text, (self.path, "opened")


def test_pickles_are_not_opened(tmp_path):
    save_counts(COUNTS, tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as arrays:
        arrays = dict(arrays)
    trap = np.array([Trap(tmp_path / "sprung")] * len(COUNTS), object)
    np.savez(tmp_path / "x.npz", allow_pickle=True, **arrays | {"threshold": trap})
    with pytest.raises(ValueError, match="cannot be loaded"):
        load_counts(tmp_path / "x.npz")
    assert not (tmp_path / "sprung").exists()


def test_small_files_that_unfold(tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.npy", bytes(10**7))
    (tmp_path / "x.npz").write_bytes(packed.getvalue())
    with pytest.raises(ValueError, match="it is compressed"):
        load_counts(tmp_path / "x.npz")
    save_counts(count_thresholds([1, 0] * 500, np.arange(1000)), tmp_path / "x.parquet")
    with pytest.raises(ValueError, match="1000 cells, and up to 999 are read. Pass max_cells="):
        load_counts(tmp_path / "x.parquet", max_cells=999)
    metadata = pq.read_metadata(tmp_path / "x.parquet").metadata
    table = pa.table(
        {name: pa.array(["0" * 10_000] * 1000) for name in ("part", *file_format.COLUMNS)}
    )
    with pq.ParquetWriter(tmp_path / "y.parquet", table.schema, use_dictionary=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(metadata)
    assert os.path.getsize(tmp_path / "y.parquet") < 10**7
    with pytest.raises(ValueError, match="it unfolds to"):
        load_counts(tmp_path / "y.parquet")


def test_an_array_that_claims_to_be_long(tmp_path):
    save_counts(COUNTS, tmp_path / "x.npz")
    whole = (tmp_path / "x.npz").read_bytes()
    assert b"(3,)" in whole
    (tmp_path / "x.npz").write_bytes(whole.replace(b"(3,), }      ", b"(300000000,),"))
    assert outcome(tmp_path / "x.npz", COUNTS) == "refused"


# --- trouble with the disk ---------------------------------------------------------------------


@both
@pytest.mark.parametrize("call", ["replace", "fsync"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_trouble_leaves_the_old_file(tmp_path, monkeypatch, ending, call, code):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)

    def fail(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match=f"not saved.*{path.name}") as caught:
        store._save(BINNED, path, ["x"], publish=lambda *names: os.replace(*names))
    assert caught.value.errno == code and os.listdir(tmp_path) == [path.name]
    assert load_counts(path) == COUNTS


@both
def test_a_full_disk(tmp_path, ending):
    path = tmp_path / f"x{ending}"
    save_counts(COUNTS, path)
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    scores = np.random.default_rng(0).random(20_000)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, kept[1]))
        with pytest.raises(OSError, match=path.name):
            save_counts(count_thresholds(scores < 0.5, scores), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
        signal.signal(signal.SIGXFSZ, ignored)
    assert load_counts(path) == COUNTS and os.listdir(tmp_path) == [path.name]


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    save_counts(COUNTS, tmp_path / "x.npz")

    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "x.npz"))

    for module in (store, whole_files):
        monkeypatch.setattr(module, "open", refuse, raising=False)
    for act in (
        lambda: load_counts(tmp_path / "x.npz"),
        lambda: save_counts(COUNTS, tmp_path / "x.npz"),
    ):
        with pytest.raises(PermissionError, match="x.npz"):
            act()


def test_a_place_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="x.npz"):
        save_counts(COUNTS, tmp_path / "file" / "x.npz")


def test_the_name_comes_after_the_content(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(
        os, "fsync", lambda handle: done.append(os.readlink(f"/proc/self/fd/{handle}"))
    )
    replace = os.replace
    store._save(
        COUNTS,
        tmp_path / "x.npz",
        ["x"],
        publish=lambda *names: (done.append("name"), replace(*names)),
    )
    assert [Path(x).suffix for x in done] == [".tmp", "", ""] and done[1:] == [
        "name",
        str(tmp_path),
    ]


# --- merging -----------------------------------------------------------------------------------


@pytest.fixture
def days(tmp_path):
    """Seven files of a day each, in both formats."""
    for i in range(7):
        counts = count_thresholds([1, 0, i % 2], [i, 2 * i, 3 * i])
        save_counts(counts, tmp_path / f"day{i}{ENDINGS[i % 2]}", source=f"day {i}")
    return tmp_path


WEEK = sum(count_thresholds([1, 0, i % 2], [i, 2 * i, 3 * i]) for i in range(7))


def test_merge_is_the_sum(days):
    assert (
        merge_counts(days / "day*", to=days / "week.npz") == WEEK == load_counts(days / "week.npz")
    )
    assert merge_counts(str(days / "day*")) == merge_counts(sorted(days.glob("day*"))[::-1]) == WEEK
    assert merge_counts([days / "day[0-3]*", str(days / "day[4-6]*")]) == WEEK
    assert merge_counts(days / "day0.parquet") == load_counts(days / "day0.parquet")


def test_sources_are_united(days):
    merge_counts(days / "day[0-2]*", to=days / "a.parquet")
    merge_counts(days / "day[3-6]*", to=days / "b.npz")
    assert merge_counts([days / "a.parquet", days / "b.npz"], to=days / "c.npz") == WEEK
    about, _ = store._load(days / "c.npz", 100)
    assert about["sources"] == [f"day {i}" for i in range(7)]
    with pytest.raises(
        ValueError, match=r"twice: source 'day 5' is in .*c\.npz and in .*day5\.npz"
    ):
        merge_counts([days / "c.npz", days / "day5.npz"])


def test_the_same_source_twice(days):
    (days / "copy.npz").write_bytes((days / "day1.npz").read_bytes())
    for paths in ([days / "day1.npz"] * 2, [days / "copy.npz", days / "day1.npz"], days / "*.npz"):
        with pytest.raises(ValueError, match="twice: source 'day 1'") as caught:
            merge_counts(paths, to=days / "out.npz")
        assert str(caught.value).count(str(days)) == 2 and not (days / "out.npz").exists()


def test_sources_differ_unless_named(tmp_path):
    for i in range(2):
        save_counts(COUNTS, tmp_path / f"{i}.npz")
    assert merge_counts(tmp_path / "*.npz") == COUNTS + COUNTS


def test_merge_by_name(tmp_path):
    parts = [
        count_groups(LABELS[i::2], SCORES[i::2], list("abc")[: len(LABELS[i::2])]) for i in (0, 1)
    ]
    for i, part in enumerate(parts):
        save_counts(part, tmp_path / f"{i}.parquet")
    total = merge_counts(tmp_path / "*")
    assert total.names == ("a", "b", "c") and list(total) == list(parts[0] + parts[1])
    save_counts(COUNTS, tmp_path / "2.parquet")
    with pytest.raises(
        ValueError, match="2.parquet cannot be added: one ranking and several by name"
    ):
        merge_counts(tmp_path / "*")


def test_grids_that_do_not_fit(tmp_path):
    for i, edges in enumerate(([0.1, 0.5], [0.2, 0.5])):
        save_counts(COUNTS.coarsen(edges=edges), tmp_path / f"{i}.npz")
    with pytest.raises(ValueError, match="1.npz cannot be added: .*cut points"):
        merge_counts(tmp_path / "*")


def test_merge_of_nothing(tmp_path):
    with pytest.raises(ValueError, match="at least one"):
        merge_counts([])
    for paths in (tmp_path / "*.npz", str(tmp_path / "x.npz"), [tmp_path / "none"]):
        with pytest.raises(FileNotFoundError, match=str(tmp_path)):
            merge_counts(paths)
    with pytest.raises(ValueError, match="csv"):
        merge_counts(tmp_path / "*.npz", to=tmp_path / "x.csv")


def test_names_with_signs_of_patterns(tmp_path):
    save_counts(COUNTS, tmp_path / "a[1].npz")
    assert merge_counts(tmp_path / "a[1].npz") == COUNTS


def test_equal_scores_of_two_types_are_one_number(tmp_path):
    counts = ThresholdCounts.from_counts([0, Fraction(0)], [1, 0], [0, 1])
    assert counts.threshold.dtype == np.int64 and len(counts) == 1
    save_counts(counts, tmp_path / "x.npz")
    assert alike(counts, load_counts(tmp_path / "x.npz"))


@pytest.mark.parametrize("most", ["a", None, float("nan"), True, -1, 1.5])
def test_most_cells_is_a_number_of_cells(tmp_path, most):
    save_counts(count_thresholds([1, 0], [2, 1]), tmp_path / "a.npz")
    with pytest.raises(ValueError, match="max_cells must be"):
        load_counts(tmp_path / "a.npz", max_cells=most)
