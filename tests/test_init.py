"""What `import prspace` offers, and what it loads."""

import ast
import subprocess
import sys

import prspace
from tools import ROOT

TREE = ast.parse((ROOT / "prspace/__init__.py").read_text())


def imported(body):
    "Module and names of each import statement here."
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module.startswith("prspace."):
            yield node.module, {alias.name for alias in node.names}


def test_readers_of_types_see_what_is_there_at_run_time():
    (block,) = (node for node in TREE.body if isinstance(node, ast.If))
    assert dict(imported(block.body)) == {m: set(n.split()) for m, n in prspace._LAZY.items()}


def test_every_public_name_is_listed_once_and_exists():
    (block,) = (node for node in TREE.body if isinstance(node, ast.If))
    listed = [name for _, names in imported([*TREE.body, *block.body]) for name in names]
    assert sorted(listed) == sorted(prspace.__all__)
    assert all(hasattr(prspace, name) for name in prspace.__all__)
    assert set(prspace.__all__) <= set(dir(prspace))


def test_the_front_door_loads_little():
    code = "import sys, prspace; print(*sorted(m for m in sys.modules if m.startswith('prspace.')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) == {
        "prspace.amounts", "prspace.areas", "prspace.calls", "prspace.cells",
        "prspace.compiled_sort", "prspace.count_tables", "prspace.counts", "prspace.engine",
        "prspace.inputs", "prspace.minima", "prspace.rates", "prspace.typing",
    }  # fmt: skip


def test_a_name_that_is_not_there():
    assert not hasattr(prspace, "area_under_the_curve")
