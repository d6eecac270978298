"""prspace beside other programs, on the same arrays, in the same process: see README.md."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
