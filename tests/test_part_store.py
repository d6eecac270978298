"""The parts of a stream: each batch counts once, whatever happens in between."""

import errno
import itertools
import os
import pickle
import subprocess
import sys
import threading
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prspace import CountsByName, ThresholdCounts, whole_files
from prspace.adapters import store as module
from prspace.adapters.store import PartStore, load_counts, merge_counts, save_counts
from tests.strategies import checked

both = pytest.mark.parametrize("suffix", [".parquet", ".npz"])


def batch(k):
    """Counts by which batch k is known: one positive at score k."""
    return ThresholdCounts.from_counts([float(k)], [1], [0])


def holds(total):
    """The batches in a total, each of which has to be there once."""
    if total is None:
        return set()
    assert set(total.pos.tolist()) <= {1}, "a batch counts twice"
    return set(map(int, total.threshold))


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch):
    """The disk is not waited for, except where that is tested."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture
def store(tmp_path):
    return PartStore(tmp_path / "store", suffix=".npz")


def files(store):
    return sorted(name.split(".")[0].replace("000000", "") for name in os.listdir(store.folder))


# --- what it holds -----------------------------------------------------------------------------


@both
def test_put_load_compact(tmp_path, suffix):
    store = PartStore(tmp_path / "a" / "b", suffix=suffix)
    assert store.load() is None and store.compact() == 0 and 0 not in store
    for k in range(5):
        assert store.put(k, batch(k)) is True
        assert holds(store.load()) == set(range(k + 1))
    assert store.put(4, batch(4)) is True and holds(store.load()) == set(range(5))
    assert files(store) == [f"part-00{k}" for k in range(5)]
    assert store.compact() == 5 and store.compact() == 0
    assert files(store) == ["base-001"] and holds(store.load()) == set(range(5))
    assert [store.put(k, batch(k)) for k in (3, 4, 5)] == [False, False, True]
    assert store.compact() == 1 and files(store) == ["base-002"]
    assert holds(store.load()) == holds(PartStore(store.folder).load()) == set(range(6))
    assert all(k in store for k in range(6)) and 6 not in store


def test_a_late_number_is_not_lost(store):
    for k in (0, 1, 5):
        store.put(k, batch(k))
    store.compact()
    assert 3 not in store and store.put(3, batch(3)) is True and store.put(5, batch(5)) is False
    assert holds(store.load()) == {0, 1, 3, 5}
    store.compact()
    assert store.put(3, batch(3)) is False and store.put(2, batch(2)) is True
    assert holds(store.load()) == {0, 1, 2, 3, 5}


def test_counts_by_name_are_added_by_name(store):
    windows = [CountsByName(names, map(batch, range(len(names)))) for names in ("a", "ab", "", "b")]
    for k, counts in enumerate(windows):
        store.put(k, counts)
        store.compact() if k == 2 else None
    total = PartStore(store.folder).load()
    assert dict(zip(total.names, total, strict=True)) == {
        "a": batch(0) + batch(0), "b": batch(0) + batch(1),
    }  # fmt: skip


def test_fractions_stay_exact(store):
    third = ThresholdCounts.from_counts([1], [Fraction(1, 3)], [Fraction(1, 7)])
    for k in range(3):
        store.put(k, third)
    store.compact()
    assert (store.load().n_pos, store.load().n_neg) == (1, Fraction(3, 7))


def test_binned_parts(store):
    parts = [
        ThresholdCounts.from_counts(np.arange(50) / 51 + k / 999, [1] * 50, [k] * 50)
        for k in range(4)
    ]
    for k, counts in enumerate(parts):
        store.put(k, counts.coarsen(bits=4))
    store.compact()
    assert store.load() == sum(parts).coarsen(bits=4) and store.load().high is not None


def test_a_sum_may_be_folded(store):
    """Two windows become one; what comes later is added to it."""
    for k, names in enumerate(("ab", "bc")):
        store.put(k, CountsByName(names, [batch(1), batch(2)]))
    reader = PartStore(store.folder)
    assert (
        store.compact(lambda total: CountsByName(["old", "c"], [total[0] + total[1], total[2]]))
        == 2
    )
    store.put(2, CountsByName(["c", "old"], [batch(3), batch(4)]))
    for each in (store, reader, PartStore(store.folder)):
        assert sum(each.load().counts).n_pos == 6
    assert store.load().names == ("old", "c") and store.load()[0].n_pos == 4


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 12)),
        st.sampled_from([("compact", 0), ("reopen", 0), ("look", 0)]),
    ),
    max_size=15,
)


@checked
@given(suffix=st.sampled_from([".parquet", ".npz"]), operations=OPERATIONS)
def test_any_order_of_operations(tmp_path_factory, suffix, operations):
    folder, there, covered = tmp_path_factory.mktemp("any"), set(), set()
    store, other = PartStore(folder, suffix=suffix), PartStore(folder, suffix=suffix)
    for what, k in operations:
        if what == "put":
            assert store.put(k, batch(k)) is (k not in covered)
            there.add(k)
        elif what == "compact":
            assert other.compact() == len(there - covered)
            covered = set(there)
        elif what == "reopen":
            store = PartStore(folder, suffix=suffix)
        else:
            assert holds(other.load()) == there
        assert holds(store.load()) == there and all((n in store) == (n in there) for n in range(13))
    assert holds(PartStore(folder, suffix=suffix).load()) == holds(other.load()) == there


# --- a reader that stays open ------------------------------------------------------------------


def test_only_what_is_new_is_read(store, monkeypatch):
    for k in range(6):
        store.put(k, batch(k))
    reader, read = PartStore(store.folder), []
    load = module._load
    monkeypatch.setattr(
        module, "_load", lambda path, most: read.append(path.name[:14]) or load(path, most)
    )
    reader.load(), reader.load()
    assert len(read) == 6
    store.put(6, batch(6))
    store.load()
    assert len(read) == 6
    assert holds(reader.load()) == set(range(7)) and read[6:] == ["part-000000006"]


def test_a_replaced_part_is_read_again(store):
    store.put(0, batch(0))
    reader = PartStore(store.folder)
    assert holds(reader.load()) == {0}
    store.put(0, batch(7))
    assert holds(reader.load()) == holds(store.load()) == {7}


def test_another_writer_is_noticed(store):
    other = PartStore(store.folder)
    for k in range(9):
        (store, other)[k % 2].put(k, batch(k))
        if k % 4 == 3:
            (other, store)[k % 3 % 2].compact()
        assert holds(store.load()) == holds(other.load()) == set(range(k + 1))


def test_copies_in_other_processes(store):
    store.put(0, batch(0))
    again = pickle.loads(pickle.dumps(store))
    assert (again.folder, again.suffix, repr(again)) == (store.folder, store.suffix, repr(store))
    assert again.put(1, batch(1)) and holds(store.load()) == {0, 1}


# --- crashes -----------------------------------------------------------------------------------


class Crash(BaseException):
    """The machine stops."""


def crash_at(monkeypatch, step):
    """Stop at this call of the system, before or after it is done, and at every one that follows."""
    calls = itertools.count()

    def failing(real):
        def call(*args, **options):
            now = next(calls)
            if now * 2 == step:
                raise Crash
            result = real(*args, **options) if now * 2 < step else None
            if now * 2 + 1 >= step:
                raise Crash
            return result

        return call

    for place, name in ((os, "fsync"), (os, "replace"), (os, "link"), (module.Path, "unlink")):
        monkeypatch.setattr(place, name, failing(getattr(place, name)))


def test_a_crash_at_every_call_of_the_system(tmp_path, suffix=".npz"):
    for step in range(10**6):
        folder = tmp_path / str(step)
        store, acknowledged = PartStore(folder, suffix=suffix), []
        with pytest.MonkeyPatch.context() as patch:
            crash_at(patch, step)
            try:
                for k in range(4):
                    store.put(k, batch(k))
                    acknowledged.append(k)
                    if k in (1, 2):
                        store.compact()
            except Crash:
                pass
        found = holds(PartStore(folder).load())
        assert set(acknowledged) <= found <= {*acknowledged, len(acknowledged)}, step
        for k in range(len(acknowledged) + 1):
            PartStore(folder, suffix=suffix).put(k, batch(k))
        assert PartStore(folder).compact() >= 0
        assert holds(PartStore(folder).load()) == set(range(len(acknowledged) + 1)), step
        assert not list(folder.glob(".prspace*")) and len(os.listdir(folder)) == 1, step
        if len(acknowledged) == 4:
            break
    assert step > 30


def test_parts_that_outlived_a_compaction_are_ignored(store):
    store.put(0, batch(0)), store.put(1, batch(1))
    old = {path: path.read_bytes() for path in store.folder.iterdir()}
    store.compact()
    first = {path: path.read_bytes() for path in store.folder.iterdir()}
    store.put(2, batch(2)), store.compact()
    for path, content in {**old, **first}.items():
        path.write_bytes(content)
    assert holds(PartStore(store.folder).load()) == {0, 1, 2}
    assert store.compact() == 0 and files(store) == ["base-002"]


def test_a_listing_that_misses_what_moves(store, monkeypatch):
    """A folder listed while it changes may show neither the new base nor the parts in it."""
    for k in range(3):
        store.put(k, batch(k))
        if k == 0:
            store.compact()
            (base,) = store.folder.iterdir()
            content = base.read_bytes()
    store.compact()
    base.write_bytes(content)
    listing, stale = module._listing, iter([({1: base.name}, {}, {".npz"})])
    reader = PartStore(store.folder)
    monkeypatch.setattr(module, "_listing", lambda folder: next(stale, None) or listing(folder))
    assert holds(reader.load()) == {0, 1, 2}


def test_a_listing_that_misses_an_older_part(store, monkeypatch):
    store.put(0, batch(0)), store.put(1, batch(1))
    reader, listing = PartStore(store.folder), module._listing
    _, parts, endings = listing(store.folder)
    stale = iter([({}, {1: parts[1]}, endings)])
    monkeypatch.setattr(module, "_listing", lambda folder: next(stale, None) or listing(folder))
    assert holds(reader.load()) == {0, 1}


# --- several processes -------------------------------------------------------------------------

WRITER = """
import os, sys
from prspace import ThresholdCounts
from prspace.adapters import store as module
os.fsync = lambda handle: None
folder, start, step, stop = sys.argv[1], *map(int, sys.argv[2:])
store = module.PartStore(folder, suffix=".npz")
sys.stdin.readline()
for k in range(start, stop, step):
    store.put(k, ThresholdCounts.from_counts([float(k)], [1], [0]))
    os.write(1, b"%d\\n" % k)
    if k % 7 in (2, 3):
        store.compact()
"""


def writer(folder, *numbers):
    """A process that puts batches and compacts, once it is told to."""
    call = [sys.executable, "-c", WRITER, str(folder), *map(str, numbers)]
    return subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_a_reader_beside_a_writer_never_sees_a_wrong_total(tmp_path):
    reader, process, loads, last = (
        PartStore(tmp_path, suffix=".npz"),
        writer(tmp_path, 0, 1, 50),
        0,
        -1,
    )
    os.set_blocking(process.stdout.fileno(), False)
    process.stdin.close()
    while process.poll() is None:
        said = process.stdout.read() or b""
        last = max(last, *map(int, said.splitlines()), -1)
        for each in (reader, PartStore(tmp_path)):
            found = holds(each.load())
            assert found == set(range(len(found))) and len(found) > last
        loads += 1
    assert process.returncode == 0 and holds(reader.load()) == set(range(50)) and loads > 5
    process.stdout.close()


def test_two_writers_that_both_compact(tmp_path):
    processes = [writer(tmp_path, start, 2, 40) for start in (0, 1)]
    for process in processes:
        process.stdin.close()
    for process in processes:
        process.stdout.read()
        process.stdout.close()
        assert process.wait() == 0
    assert holds(PartStore(tmp_path).load()) == set(range(40))


def test_only_dead_writers_files_are_removed(tmp_path):
    code = (
        "import sys; from pathlib import Path; from prspace import whole_files\n"
        f"with whole_files._locked(Path({str(tmp_path / '.prspace-1.tmp')!r})):\n"
        "    print('open', flush=True); sys.stdin.readline()"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1)
    process.stdout.readline()
    (tmp_path / ".prspace-2.tmp").write_text("left behind")
    PartStore(tmp_path)
    assert os.listdir(tmp_path) == [".prspace-1.tmp"]
    process.kill()
    process.communicate()
    PartStore(tmp_path)
    assert os.listdir(tmp_path) == []


def test_a_hidden_file_taken_before_it_was_locked_is_made_again(tmp_path, monkeypatch):
    hidden, real, times = tmp_path / ".prspace-1.tmp", whole_files.fcntl.flock, []

    def late(file, how):
        if not times:
            hidden.unlink()
        times.append(how)
        return real(file, how)

    monkeypatch.setattr(whole_files.fcntl, "flock", late)
    with whole_files._locked(hidden) as file:
        file.write(b"x")
        assert hidden.exists() and len(times) == 2


def test_threads_put_at_once(store):
    threads = [
        threading.Thread(target=PartStore(store.folder, suffix=".npz").put, args=(k, batch(k)))
        for k in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert holds(store.load()) == set(range(8))


def test_who_comes_second_gives_way(store, monkeypatch):
    store.put(0, batch(0))
    real, other = module._publish_new, PartStore(store.folder)

    def overtaken(hidden, path):
        monkeypatch.setattr(module, "_publish_new", real)
        other.compact()
        return real(hidden, path)

    monkeypatch.setattr(module, "_publish_new", overtaken)
    assert store.compact() == 0 and files(store) == ["base-001"] and holds(store.load()) == {0}


def test_drives_without_links(store, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    store.put(0, batch(0))
    assert store.compact() == 1 and files(store) == ["base-001"] and holds(store.load()) == {0}


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [-1, 1.0, "1", None, True, np.bool_(True), 10**18, [1], "../x"])
def test_numbers_of_batches(store, number):
    with pytest.raises(ValueError, match="part_id must be an integer"):
        store.put(number, batch(0))
    assert files(store) == []


def test_integers_of_numpy(store):
    assert store.put(np.int32(3), batch(3)) and np.int64(3) in store and holds(store.load()) == {3}
    assert store.put(10**18 - 1, batch(4)) and store.compact() == 2 and 10**18 - 1 in store


@pytest.mark.parametrize(
    "counts",
    [CountsByName("a", [batch(1)]), batch(1).at(1), None, [1], batch(1).coarsen(edges=[0.25, 1.0])],
    ids=["by name", "point", "none", "list", "grid"],
)
def test_what_cannot_be_added_is_not_stored(store, counts):
    store.put(0, batch(0).coarsen(edges=[0.5, 1.0]))
    with pytest.raises(ValueError, match="added|ThresholdCounts"):
        store.put(1, counts)
    assert files(store) == ["part-000"] and len(store.load()) == 1


def test_one_format_a_store(tmp_path):
    PartStore(tmp_path, suffix=".npz").put(0, batch(0))
    assert PartStore(tmp_path).suffix == ".npz"
    early, late = PartStore(tmp_path / "new"), PartStore(tmp_path / "new", suffix=".npz")
    late.put(0, batch(0))
    assert early.put(1, batch(1)) and early.suffix == ".npz" and holds(late.load()) == {0, 1}
    with pytest.raises(ValueError, match="files of one format: got .parquet, and .npz"):
        PartStore(tmp_path, suffix=".parquet")
    with pytest.raises(ValueError, match="ends in .parquet or .npz"):
        PartStore(tmp_path / "other", suffix=".csv")


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "x").write_text("")
    with pytest.raises(ValueError, match="folder must be a folder"):
        PartStore(tmp_path / "x")


def test_other_files_do_not_matter(store):
    for name in ("part-1.npz", "part-000000001.npz.bak", "_SUCCESS", "part-000000001.csv"):
        (store.folder / name).write_text("other")
    store.put(0, batch(0))
    store.compact()
    assert holds(store.load()) == {0} and len(os.listdir(store.folder)) == 5


@pytest.mark.parametrize("what", ["part-000000000.npz", "base-000000001.npz"])
def test_damaged_files_are_named(store, what):
    store.put(0, batch(0))
    if what.startswith("base"):
        store.compact()
    path = store.folder / what
    path.write_bytes(path.read_bytes()[:200])
    reader = PartStore(store.folder)
    for act in (reader.load, reader.compact, lambda: reader.put(5, batch(5)), lambda: 5 in reader):
        with pytest.raises(ValueError, match=f"{what} cannot be loaded: it is damaged"):
            act()


def test_renamed_files_are_refused(store):
    store.put(0, batch(0))
    part = store.folder / "part-000000000.npz"
    (store.folder / "part-000000001.npz").write_bytes(part.read_bytes())
    with pytest.raises(ValueError, match="part-000000001.npz is not the part that its name says"):
        PartStore(store.folder).load()
    part.rename(store.folder / "base-000000001.npz")
    with pytest.raises(ValueError, match="base-000000001.npz cannot be loaded"):
        PartStore(store.folder).load()


def test_ordinary_files_are_no_parts(store):
    save_counts(batch(0), store.folder / "part-000000000.npz")
    with pytest.raises(ValueError, match="is not the part"):
        store.load()


def test_files_of_a_store_are_loaded_but_not_merged(store):
    store.put(0, batch(0))
    assert load_counts(store.folder / "part-000000000.npz") == batch(0)
    with pytest.raises(ValueError, match="files of a PartStore.*Open the folder"):
        merge_counts(store.folder / "*.npz")


def test_trouble_leaves_the_store_as_it_was(store, monkeypatch):
    store.put(0, batch(0))

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left on device.*part-000000001.npz"):
            store.put(1, batch(1))
        with pytest.raises(OSError, match="base-000000001.npz"):
            store.compact()
    assert files(store) == ["part-000"] and holds(store.load()) == {0}
    assert store.put(1, batch(1)) and store.compact() == 2 and holds(store.load()) == {0, 1}


def test_a_folder_that_is_gone(store):
    os.rmdir(store.folder)
    with pytest.raises(FileNotFoundError, match="store"):
        store.load()
