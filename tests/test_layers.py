"""Who may import whom: the table of the layers, and a reader of imports."""

import ast
import re
import subprocess
import sys

import pytest

from tools import ROOT, notebooks

ANY_EDGE = {"report", "explorer", "cli"}
ANY_EDGE |= {f"cli_{name}" for name in ("arguments", "columns", "evaluate", "reported", "theorems")}
ARROW = {"pyarrow"}
PLOT, SYMBOLS, CURVES, FAST = {"matplotlib"}, {"sympy", "mpmath"}, {"scipy"}, {"numba"}

# module: number of its notebook, third parties beside numpy
LOWEST = "typing"  # everyone may import it
TABLE = {
    "typing": (0, set()),
    "compiled_sort": (0, FAST),  # optional
    "engine": (0, set()),
    "calls": (0, set()),
    "cells": (0, set()),
    "inputs": (0, set()),
    "amounts": (1, set()),
    "count_tables": (1, set()),
    "counts": (1, set()),
    "class_labels": (2, set()),
    "confusion": (2, set()),
    "worked": (3, set()),
    "layout": (4, set()),
    "groups": (5, set()),
    "classes": (6, set()),
    "problem_types": (6, set()),
    "progress": (7, {"tqdm"}),
    "whole_files": (8, set()),
    "rates": (10, set()),
    "association": (11, set()),
    "reported": (12, set()),
    "forms": (13, set()),
    "half_planes": (13, set()),
    "narrowing": (13, set()),
    "sizes": (13, set()),
    "table_search": (13, set()),
    "point_search": (14, set()),
    "fold_search": (15, set()),
    "curves": (20, set()),
    "space": (21, set()),
    "hull": (22, set()),
    "contours": (24, set()),
    "minima": (23, set()),
    "areas": (30, set()),
    "points": (31, set()),
    "bounds": (32, set()),
    "ranking_search": (32, set()),
    "verdict": (32, set()),
    "feasibility": (33, set()),
    "scan": (34, set()),
    "partial": (35, set()),
    "cutoff": (36, set()),
    "bins": (37, set()),
    "resampling": (40, set()),
    "averages": (41, set()),
    "jackknife": (41, set()),
    "paired": (41, set()),
    "binomial": (42, CURVES),
    "direct_intervals": (42, set()),
    "drawn_intervals": (42, CURVES),
    "group_intervals": (42, CURVES),
    "intervals": (42, set()),
    "paired_tests": (42, set()),
    "regions": (42, CURVES),
    "sample_size": (42, set()),
    "comparison": (43, set()),
    "prevalence": (44, set()),
    "folds": (45, set()),
    "caution_rules": (50, set()),
    "class_evaluation": (50, set()),
    "evaluation": (50, set()),
    "evaluations": (51, set()),
    "theory.exact": (60, SYMBOLS),
    "theory.log_quotients": (60, SYMBOLS),
    "theory.record": (60, SYMBOLS),
    "theory.rates": (61, SYMBOLS),
    "theory.space": (62, SYMBOLS),
    "theory.areas": (63, SYMBOLS),
    "theory.linear": (63, SYMBOLS),
    "theory.minima": (63, SYMBOLS),
    "theory.other_areas": (63, SYMBOLS),
    "theory.reference_values": (63, SYMBOLS),
    "theory.swaps": (63, SYMBOLS),
    "theory.chance": (64, SYMBOLS),
    "theory.averages": (65, SYMBOLS),
    "theory.prevalence": (66, SYMBOLS),
    "theory.prevalence_aucnpr": (66, SYMBOLS),
    "theory.prevalence_means": (66, SYMBOLS),
    "theory.bounds": (67, SYMBOLS),
    "theory.bins": (68, SYMBOLS),  # imports theory.bounds
    "theory.roc": (68, SYMBOLS),
    "theory.roc_dominance": (68, SYMBOLS),
    "theory.roc_gain": (68, SYMBOLS),
    "theory.roc_area": (68, SYMBOLS),
    "theory.roc_limits": (68, SYMBOLS),
    "theory.roc_orders": (68, SYMBOLS),
    "theory.registry": (69, SYMBOLS),
    "compat.arguments": (70, set()),
    "compat.choices_counts": (70, set()),
    "compat.choices_points": (70, set()),
    "compat.convention": (70, set()),
    "compat.lingpipe_quirks": (71, set()),
    "compat.lingpipe_tables": (71, set()),
    "compat.quirks": (71, set()),
    "compat.alink_quirks": (72, set()),
    "compat.alink_rows": (72, set()),
    "compat.alink_values": (72, set()),
    "compat.lingpipe": (72, set()),
    "compat.alink": (73, set()),
    "compat.sklearn_labels": (73, set()),
    "compat.sklearn": (74, {"sklearn"}),
    "compat.stream": (75, set()),
    "compat.alink_article": (76, set()),
    "compat.sharpkit": (76, set()),
    "compat.systems": (79, set()),
    "adapters.exact_text": (80, set()),
    "adapters.file_format": (80, set()),
    "adapters.file_npz": (80, set()),
    "adapters.file_parquet": (80, ARROW),
    "adapters.frame_asked": (80, {"narwhals"}),
    "adapters.frame_columns": (80, {"narwhals"}),
    "adapters.frame_eager": (80, set()),
    "adapters.frame_lazy": (80, {"narwhals"}),
    "adapters.frame_verdict": (80, ARROW | {"narwhals"}),
    "adapters.store": (80, ARROW),
    "adapters.exact_counts": (81, ARROW | {"narwhals"}),
    "adapters.frame": (81, set()),
    "adapters.file_heads": (82, ARROW),
    "adapters.file_readers": (82, ARROW | {"duckdb", "polars"}),
    "adapters.file_text": (82, {"narwhals"}),
    "adapters.files": (82, {"narwhals", "duckdb", "tqdm"}),
    "adapters.stream": (82, {"narwhals"}),
    "adapters.spark": (83, ARROW | {"narwhals", "pyspark"}),
    "adapters.columns": (84, ARROW | {"tqdm"}),
    "adapters.sql": (84, set()),
    "labels": (90, PLOT),
    "pixels": (90, set()),
    "plots": (90, PLOT),
    "plots_marks": (90, PLOT),
    "plots_pr": (90, set()),
    "plots_rates": (90, PLOT | CURVES),
    "plots_sklearn": (90, set()),
    "plots_threshold": (90, PLOT),
    "plots_uncertainty": (90, set()),
    "paper": (91, set()),
    "report": (91, PLOT),
    "schema": (91, set()),
    "cli_answers": (92, {"click"}),
    "cli_arguments": (92, {"click"}),
    "cli_columns": (92, set()),
    "cli_compare": (92, {"click"}),
    "cli_evaluate": (92, {"click"}),
    "cli_reported": (92, {"click"}),
    "cli_theorems": (92, {"click", "tqdm"}),
    "explorer": (92, {"anywidget", "traitlets"}),
    "cli": (93, {"click"}),
}


def exported():
    """Module and path of every generated module."""
    package = ROOT / "prspace"
    for path in sorted(package.rglob("*.py")):
        if path.name not in ("__init__.py", "_modidx.py"):
            yield ".".join(path.relative_to(package).with_suffix("").parts), path


MODULES = dict(exported())


def absolute(node, module):
    """Full names that one import statement may reach; relative levels resolved."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        parent = f"prspace.{module}".split(".")[: -node.level]
        base = ".".join([*parent, base] if base else parent)
    inside = [f"{base}.{alias.name}" for alias in node.names]
    known = [name for name in inside if name.removeprefix("prspace.") in MODULES]
    return known if known and len(known) == len(inside) else [base]


def imports(source, module):
    """Everything a module's source imports, wherever the statement stands."""
    nodes = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import | ast.ImportFrom))
    return sorted({name for node in nodes for name in absolute(node, module)})


def allowed(module, name):
    """Whether the table lets a module import a name."""
    number, third_party = TABLE[module]
    top = name.split(".")[0]
    if top != "prspace":
        return top in sys.stdlib_module_names or top in {"numpy"} | third_party
    other = name.removeprefix("prspace.")
    if other not in TABLE:
        return False
    theirs = TABLE[other][0]
    # 42_binomial stands before 42_intervals
    lower = module != LOWEST and (other == LOWEST or (theirs, other) < (number, module))
    if theirs < 60:
        return lower
    same_folder = module.rpartition(".")[0] == other.rpartition(".")[0]
    return lower and (same_folder or module in ANY_EDGE)


@pytest.mark.parametrize("module", MODULES)
def test_module_has_a_row(module):
    """A new module states its place first."""
    assert module in TABLE


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_downward(module):
    """A module imports lower layers and its own third parties only."""
    names = imports(MODULES[module].read_text(encoding="utf-8"), module)
    assert [name for name in names if not allowed(module, name)] == []


@pytest.mark.parametrize("module", MODULES)
def test_row_has_the_number_of_the_notebook(module):
    """The first digit of a notebook is its layer."""
    line = f"#| default_exp {module}"
    homes = [
        p
        for p in notebooks.find(ROOT)
        if re.search(rf'"{re.escape(line)}(\\n)?"', p.read_text(encoding="utf-8"))
    ]
    assert [int(path.name.split("_")[0]) for path in homes] == [TABLE[module][0]]


def test_reader_sees_a_known_import():
    """The reader of imports is not blind: something stands on numpy, and something on a lower module."""
    texts = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    seen = {name for module, text in texts.items() for name in imports(text, module)}
    assert "numpy" in seen and any(name.startswith("prspace.") for name in seen)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("typing", "from .engine import ratio"),
        ("counts", "from .rates import precision"),
        ("rates", "def f():\n    import sympy"),
        ("rates", "from .theory.record import Chain"),
        ("rates", "from . import areas"),
        ("rates", "import prspace"),
        ("theory.record", "from .registry import theorems"),
        ("theory.exact", "from .record import Chain"),
        ("theory.record", "from ..plots import style"),
        ("areas", "from ..elsewhere import x"),
    ],
)
def test_reader_finds_an_import_upward(module, source):
    """Each of these breaks a rule and must be seen."""
    assert not all(allowed(module, name) for name in imports(source, module))


def test_import_prspace_loads_numpy_alone():
    """Heavy packages are imported where they are used."""
    heavy = ["sympy", "scipy", "matplotlib", "pandas", "sklearn", "IPython", "numba"]
    code = f"import sys, prspace; print('numpy' in sys.modules, [n for n in {heavy} if n in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "True []"
