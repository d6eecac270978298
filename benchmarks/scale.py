"""Files larger than memory: CPU time and peak memory of each way to count one, a process each."""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks import HERE, RESULTS
from benchmarks.growth import status

FIELDS = ("job", "engine", "rows", "memory_limit", "cells", "positives",
          "cpu_seconds", "wall_seconds", "peak_gb")  # fmt: skip
COLUMNS = {"y_true": "label", "y_score": "score"}
LIMIT = "1GB"
JOBS = {}


def job(function):
    """Register a way to count; it returns counts, and the number of groups if that is another."""
    JOBS[function.__name__] = function
    return function


@job
def duckdb_10(path):
    """count_files with DuckDB, 10 bits."""
    return count_files(path, bits=10, memory_limit=LIMIT)


@job
def duckdb_12(path):
    """count_files with DuckDB, 12 bits."""
    return count_files(path, memory_limit=LIMIT)


@job
def polars_12(path):
    """count_files with Polars, 12 bits; Polars knows no limit."""
    return count_files(path, engine="polars")


def count_files(path, **options):
    """The columns of the file, counted."""
    from prspace.adapters.files import count_files

    return count_files(path, **COLUMNS, **options)


@job
def sql_12(path):
    """The query for other engines, run by DuckDB."""
    from prspace.adapters.sql import counts_from_rows, counts_query

    with duckdb_alone() as connection:
        connection.execute(f"CREATE VIEW scores AS FROM '{path}'")
        query = counts_query("scores", **COLUMNS, pos_label=True)
        return counts_from_rows(connection.execute(query).fetchall())


@job
def numpy_12(path):
    """Batches of a million rows, each sorted, coarsened and added; no engine."""
    import pyarrow.parquet as pq

    from prspace import ThresholdCounts, count_thresholds

    total = ThresholdCounts.from_counts([], [], [], grid=12)
    file = pq.ParquetFile(path, pre_buffer=False)
    for batch in file.iter_batches(1_000_000, columns=["label", "score"]):
        label = batch["label"].to_numpy(zero_copy_only=False)
        total += count_thresholds(label, batch["score"].to_numpy()).coarsen(bits=12)
    return total


@job
def duckdb_exact(path):
    """Every distinct score, written as parquet; DuckDB spills to disk."""
    import pyarrow.parquet as pq

    from prspace.adapters.frame import write_exact

    with tempfile.TemporaryDirectory() as folder, duckdb_alone(folder) as connection:
        out = Path(folder) / "exact.parquet"
        binned = write_exact(connection.sql(f"FROM '{path}'"), out, **COLUMNS)
        return binned, pq.ParquetFile(out).metadata.num_rows


def duckdb_alone(folder=None):
    """A connection with the limit."""
    import duckdb

    config = {"memory_limit": LIMIT, "preserve_insertion_order": "false"}
    if folder:
        config["temp_directory"] = str(Path(folder) / "spill")
    return duckdb.connect(config=config)


@job
def spark_12(path):
    """count_frame on Spark, with two workers in one JVM, whose start is part of the time."""
    from pyspark.sql import SparkSession

    from prspace.adapters.frame import count_frame

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for name in ("spark.driver.bindAddress", "spark.driver.host"):
        builder = builder.config(name, "127.0.0.1")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    session = builder.config("spark.driver.memory", "4g").getOrCreate()
    try:
        return count_frame(session.read.parquet(path), **COLUMNS, bits=12)
    finally:
        JVM.append(spent(session.sparkContext._gateway.proc.pid))
        session.stop()


JVM = []


def spent(pid):
    """CPU seconds and peak memory of another process, as Linux keeps them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    peak = next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"), peak


def measure(name, path):
    """The row of one job, in this process: time from before the imports, and peak memory."""
    start = time.perf_counter()
    found = JOBS[name](path)
    wall = time.perf_counter() - start
    counts, cells = found if isinstance(found, tuple) else (found, None)
    cpu, peak = time.process_time(), status("VmHWM")
    for seconds, held in JVM:
        cpu, peak = cpu + seconds, max(peak, held)
    limit = LIMIT if name.startswith(("duckdb", "sql")) else ""
    rows = counts.n_pos + counts.n_neg
    figures = f"{cpu:.1f}", f"{wall:.1f}", f"{peak / 1e9:.3f}"
    return name, engine(name), rows, limit, cells or len(counts), counts.n_pos, *figures


def engine(name):
    """The engine of a job, with its version."""
    from importlib.metadata import version

    package = {"sql": "duckdb", "spark": "pyspark"}.get(name.split("_")[0], name.split("_")[0])
    return f"{package} {version(package)}"


def run(rows, folder, out, pythons, add=False):
    """Write rows of scale.csv as soon as they are known; all jobs must find the same positives."""
    from benchmarks.scale_data import write

    path = Path(folder) / f"rows_{rows}.parquet"
    positives = write(path, rows)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "scale.csv").open("a" if add else "w", encoding="utf-8", newline="\n") as file:
        if not add:
            print(*FIELDS, sep=",", file=file, flush=True)
        for name, python in pythons.items():
            print(f"  {name}, {rows} rows", file=sys.stderr, flush=True)
            line = subprocess.run(
                [python, "-m", "benchmarks.scale", name, str(path)],
                cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=True,
            ).stdout.splitlines()[-1]  # fmt: skip
            row = dict(zip(FIELDS, next(csv.reader([line])), strict=True))
            if (int(row["rows"]), int(row["positives"])) != (rows, positives):
                raise ValueError(f"expected {rows} rows, {positives} of them positive: got {line}")
            print(line, file=file, flush=True)


def markdown(folder=RESULTS):
    """scale.csv as a table."""
    from benchmarks.table import line, read

    heads = ("job", "rows", "memory limit", "cells", "CPU s", "wall s", "peak GB")
    names = ("job", "rows", "memory_limit", "cells", "cpu_seconds", "wall_seconds", "peak_gb")
    body = [line(row[name] for name in names) for row in read(folder, "scale")]
    return "\n".join([line(heads), line(["---"] + ["---:"] * 6), *body])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("job", nargs="?", choices=JOBS, help="one job, in this process")
    parser.add_argument("path", nargs="?", help="the file of that job")
    parser.add_argument("--rows", type=float, default=1e7, help="of the file; 3e8 were published")
    parser.add_argument("--jobs", nargs="+", choices=JOBS, default=list(JOBS))
    parser.add_argument("--folder", help="where the file is made and kept; else it is removed")
    parser.add_argument("--out", type=Path, default=HERE.parent / "_build" / "bench")
    parser.add_argument("--add", action="store_true", help="keep the rows that are there")
    parser.add_argument("--spark", help="the Python of an environment with pyspark")
    options = parser.parse_args()
    if options.job:
        print(*measure(options.job, options.path), sep=",")
        return
    pythons = dict.fromkeys(options.jobs, sys.executable)
    if "spark_12" in pythons:
        pythons["spark_12"] = options.spark or sys.executable
    with tempfile.TemporaryDirectory() as folder:
        run(int(options.rows), options.folder or folder, options.out, pythons, options.add)
    print(markdown(options.out))


if __name__ == "__main__":
    main()
