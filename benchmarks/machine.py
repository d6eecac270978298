"""One thread for every library, and what a result needs to be read: dispatch level and versions."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS",
     "NUMBA_NUM_THREADS"), "1")  # fmt: skip
# both change the kernels of OpenBLAS, which would slow those that call it
UNSET = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "PYTHONPATH")
PACKAGES = ("numpy", "scikit-learn", "scipy", "torch", "torchmetrics", "torcheval", "polars",
            "duckdb", "numba")  # fmt: skip
# numpy names its groups of instructions since 2.4 by level, before that by processor
LEVELS = (
    ("AVX-512", ("X86_V4", "AVX512_SKX")),
    ("AVX2", ("X86_V3", "AVX2")),
    ("SVE", ("SVE",)),
    ("NEON", ("ASIMD", "NEON")),
)


def environment():
    """The environment that a measuring process starts in."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return kept | ONE_THREAD


def limit_threads():
    """Hold libraries that read no variable to one thread as well; call after they are loaded."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return None
    return threadpool_limits(1)


def dispatch():
    """The best instructions that numpy uses here: its sort depends on them."""
    from numpy._core._multiarray_umath import __cpu_features__ as features

    for level, names in LEVELS:
        if any(features.get(name) for name in names):
            return level
    return "baseline"


def packages():
    """Version of each package that is installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def describe():
    """What the results depend on, by name."""
    import prspace

    where = {
        "numpy dispatch": dispatch(),
        "cores": str(os.cpu_count()),
        "processor family": platform.machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "prspace": prspace.__version__,
    }
    return where | packages()


if __name__ == "__main__":
    for pair in describe().items():
        print(*pair, sep=",")
