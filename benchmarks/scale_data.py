"""A parquet file of scored rows, as large as asked for: an id, a float32 score, a label."""

import os
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

GROUP = 1_000_000
SCHEMA = pa.schema([("id", pa.int64()), ("score", pa.float32()), ("label", pa.bool_())])


def group(number, rows):
    """One row group: calibrated probabilities, about one positive in five."""
    rng = np.random.default_rng([7, number])
    logit = rng.standard_normal(rows, np.float32) * np.float32(1.5) - np.float32(1.9)
    score = np.float32(1) / (np.float32(1) + np.exp(-logit))
    label = rng.random(rows, np.float32) < score
    names = rng.integers(0, 2**62, rows)
    return pa.table([names, score, label], schema=SCHEMA)


def write(path, rows, size=GROUP):
    """The file with this many rows; left as it is if it is there. Its number of positives."""
    path, total = Path(path), 0
    note = path.with_suffix(".positives")
    if path.exists() and note.exists():
        return int(note.read_text(encoding="utf-8"))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.tmp-{os.getpid()}")
    with pq.ParquetWriter(part, SCHEMA, use_dictionary=False) as file:
        for first in range(0, rows, size):
            table = group(first // size, min(size, rows - first))
            file.write_table(table, row_group_size=size)
            total += int(np.count_nonzero(table["label"]))
    note.write_text(f"{total}\n", encoding="utf-8")
    part.replace(path)
    return total


if __name__ == "__main__":
    print(write(sys.argv[1], int(float(sys.argv[2]))))
