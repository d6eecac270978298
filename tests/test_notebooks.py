"""Every notebook reproduces, is clean, and keeps to the sizes."""

import ast
import json
import subprocess
import sys

import nbformat
import pytest

from tools import ROOT, notebooks

NOTEBOOKS = notebooks.find(ROOT)
CELLS, CELL, CLASS_CELL, METHOD, FUNCTION = 80, 25, 90, 15, 30
OUTPUT, PICTURE = 4_000, 100_000
SVG = "image/svg+xml"
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
each = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda p: p.relative_to(ROOT / "nbs").as_posix()
)


def code(path):
    """Code cells with their syntax trees; magics count as lines but are not parsed."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code":
            lines = ["pass" if s.startswith(("%", "!")) else s for s in cell.source.splitlines()]
            yield cell, lines, ast.parse("\n".join(lines))


def docstrings(tree):
    """Line numbers taken by docstrings below a node."""
    taken = set()
    for node in ast.walk(tree):
        first = (
            node.body[0] if getattr(node, "body", None) and isinstance(node.body, list) else None
        )
        if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
            taken |= set(range(first.lineno, first.end_lineno + 1))
    return taken


def size(lines, tree, start=1, end=None):
    """Lines of code from start to end, without docstrings, comments and blanks."""
    numbers = set(range(start, (end or len(lines)) + 1)) - docstrings(tree)
    return sum(
        bool(lines[n - 1].strip()) and not lines[n - 1].strip().startswith("#") for n in numbers
    )


def body_size(lines, function):
    return size(lines, function, function.body[0].lineno, function.end_lineno)


def is_exported(cell):
    return cell.source.startswith(("#| export", "#| exporti"))


@each
def test_reproduces_byte_for_byte(path, runs):
    """A clean kernel gives the committed file."""
    name = path.relative_to(ROOT).as_posix()
    problem = notebooks.miss(runs[name], path.read_text(encoding="utf-8"))
    if problem:
        pytest.fail(problem, pytrace=False)


@each
def test_is_clean(path):
    """No counters, addresses or editor metadata."""
    text = path.read_text(encoding="utf-8")
    assert notebooks.difference(text, notebooks.clean(text)) == ""


@each
def test_cells_are_few_and_short(path):
    """At most 80 cells; a cell has at most 25 lines of code, an exported class cell 90."""
    assert len(nbformat.read(path, 4).cells) <= CELLS
    sizes = {}
    for cell, lines, tree in code(path):
        is_class = is_exported(cell) and any(isinstance(n, ast.ClassDef) for n in tree.body)
        sizes[cell.id] = size(lines, tree), CLASS_CELL if is_class else CELL
    assert {name: pair for name, pair in sizes.items() if pair[0] > pair[1]} == {}


@each
def test_functions_are_short(path):
    """A function has at most 30 lines of code, a method in a long cell 15."""
    sizes = {}
    for cell, lines, tree in code(path):
        limit = METHOD if size(lines, tree) > CELL else FUNCTION
        methods = {f for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for f in c.body}
        for f in (n for n in ast.walk(tree) if isinstance(n, FUNCTIONS)):
            sizes[cell.id, f.name] = body_size(lines, f), limit if f in methods else FUNCTION
    assert {name: pair for name, pair in sizes.items() if pair[0] > pair[1]} == {}


@each
def test_outputs_are_small(path):
    """4 kB of output a cell; a guide's cell may hold one picture of 100 kB beside."""
    for cell, _, _ in code(path):
        kinds = [out.get("data", {"text": out.get("text", "")}) for out in cell.outputs]
        if path.parent.name == "guides":
            pictures = [data.pop(SVG) for data in kinds if SVG in data]
            assert len(pictures) <= 1 and sum(map(len, pictures)) <= PICTURE, cell.id
        assert (
            sum(len(json.dumps(data, ensure_ascii=False).encode()) for data in kinds) <= OUTPUT
        ), cell.id


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_style(command):
    """Ruff has nothing to say about notebooks, tools, tests and benchmarks."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "nbs", "tools", "tests", "benchmarks"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_difference_is_found_and_shown():
    """One changed digit of an output is a short, readable difference."""
    cell = nbformat.v4.new_code_cell(
        "1 / 3", outputs=[nbformat.v4.new_output("stream", text="0.333\n")]
    )
    good = nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))
    shown = notebooks.difference(good.replace("0.333", "0.334"), good)
    assert "cell 1" in shown and "-0.334" in shown and "+0.333" in shown
