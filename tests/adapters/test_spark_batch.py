"""Dataframes as counts on Spark, as a library and through its Connect server."""

import os
import subprocess
import sys

import pytest

from tests.adapters import corners, frames

CONNECT = os.environ.get("PRSPACE_SPARK") == "connect"
# Connect plans as the library does: enough that every kind of column goes through it
CASES = [*corners.IN_CELLS, "label is text", "by moment"] if CONNECT else corners.CASES
IN_CELLS = ["by two, weights, gaps"] if CONNECT else corners.IN_CELLS
FEW = ["third label", "third text", "score missing", "weights too large", "integers beyond 2**53"]
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}


@pytest.fixture(scope="module")
def spark():
    """One session of the library; another of Connect needs a process of its own."""
    from pyspark.sql import SparkSession

    start = SparkSession.builder
    builder = start.remote("local[2]") if CONNECT else start.master("local[2]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def make(spark):
    return lambda table: spark.createDataFrame(frames.arrow(table))


def test_spark_is_what_it_says(make):
    name = "spark connect" if CONNECT else "spark"
    assert frames.seen_as(make(corners.table())) == (frames.SEEN_AS[name], True)


@pytest.mark.parametrize("name", CASES)
def test_corner(make, name):
    """Exact counts are those of plain Python, row by row."""
    corners.check(make, name)


@pytest.mark.parametrize("name", IN_CELLS)
def test_corner_in_cells(make, name):
    """Cells of 9 bits are those of plain Python, row by row."""
    corners.check(make, name, bits=9)


@pytest.mark.parametrize("name", FEW if CONNECT else corners.REFUSED)
def test_refused(make, name):
    """What may not be counted is refused in the same words."""
    corners.check_refused(make, name)


@pytest.mark.parametrize("seed", range(2 if CONNECT else 6))
def test_random(make, seed):
    corners.check_random(make, seed)


def test_keys_are_cells_bit_for_bit(make):
    corners.check_keys(make, corners.neighbors(100_000), 12)


def test_exact_counts_stay_on_the_cluster_and_are_read_by_range(make, tmp_path):
    corners.check_written(make, tmp_path / "exact")


def test_all_of_this_through_connect():
    """The same file, in a process whose session is a client of a Connect server."""
    if CONNECT:
        return
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", __file__],
        env=os.environ | {"PRSPACE_SPARK": "connect"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    print(done.stdout.splitlines()[-1])
