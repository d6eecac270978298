"""Make the mutants that tests/attacks/mutants.py runs, with the operators of cosmic-ray; one file per module.

Left out: docstrings, annotations and ``__all__``; ``is`` for ``==`` (the same for small numbers and
short names, and no slip of a person); bit operators for arithmetic ones and back (floats refuse
them). Added: a call whose value nobody takes is dropped, as the calls that refuse inputs are.
"""

import ast
import hashlib
import json
import sys
import warnings
from pathlib import Path

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import _OPERATORS

ROOT = Path(__file__).parents[2]
MODULES = (
    "rates",
    "inputs",
    "amounts",
    "count_tables",
    "counts",
    "areas",
    "points",
    "bounds",
    "theory/record",
)
BITS = {"RShift", "LShift", "BitOr", "BitAnd", "BitXor"}


class DropCall(Operator):
    """An operator that replaces a call whose value nobody takes."""

    def mutation_positions(self, node):
        if node.type == "simple_stmt" and node.children[0].type in ("atom_expr", "power"):
            yield node.start_pos, node.end_pos

    def mutate(self, node, index):
        prefix = node.get_first_leaf().prefix
        node.children[0] = parso.parse(prefix + "pass")
        return node

    @classmethod
    def examples(cls):
        return ()


def wanted(name):
    """Whether an operator takes part."""
    if name.startswith("Variable"):
        return False
    kind, _, ends = name.partition("Operator_")
    if kind == "ReplaceBinary":
        return len({end in BITS for end in ends.split("_")}) == 1
    if kind == "ReplaceComparison":
        return len({end in ("Is", "IsNot") for end in ends.split("_")}) == 1
    return True


OPERATORS = {n: op() for n, op in _OPERATORS.items() if wanted(n)} | {"DropCall": DropCall()}


class Bare(ast.NodeTransformer):
    """Leaves out what is no target: annotations, docstrings, the list of names."""

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_Assign(self, node):
        return None if ast.unparse(node.targets[0]) == "__all__" else self.generic_visit(node)

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_Expr(self, node):
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)


def bare(code):
    """What a piece of code does, as text, or None if it is no Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(code, "", "exec")
            return ast.dump(Bare().visit(ast.parse(code)))
        except (SyntaxError, ValueError):
            return None


def splice(old, new):
    """First and last place of the difference, and what stands there now."""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    rest = min(len(old), len(new)) - start
    pairs = zip(old[::-1][:rest], new[::-1][:rest], strict=True)
    same = next((i for i, (a, b) in enumerate(pairs) if a != b), rest)
    return start, len(old) - same, new[start : len(new) - same]


def place(tree, line):
    """The function or the top-level name a line belongs to."""
    names, nodes = [], tree.body
    while True:
        for node in nodes:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
            if first <= line <= node.end_lineno:
                break
        else:
            break
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            if not names and isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                names = [ast.unparse(target)]
            break
        names.append(node.name)
        nodes = node.body
    return ".".join(names) or "module"


def line_at(code, start, stop):
    """The lines around a place, on one line."""
    end = code.find("\n", stop)
    return " ".join(code[code.rfind("\n", 0, start) + 1 : end if end >= 0 else None].split())


def pieces(source):
    """Statements of a module with the place where each begins."""
    at = 0
    for child in parso.parse(source).children:
        code = child.get_code()
        yield at, code
        at += len(code)


def mutants(module):
    """Every mutant of a module once."""
    source = (ROOT / "prspace" / f"{module}.py").read_text(encoding="utf-8")
    tree, ordinals = ast.parse(source), {}
    for at, code in pieces(source):
        original = bare(code)
        seen = {original, None}
        nodes = list(ast_nodes(parso.parse(code)))
        for name, operator in OPERATORS.items():
            for k in range(sum(len(list(operator.mutation_positions(n))) for n in nodes)):
                new = mutate_code(code, operator, k)
                if new is None or (dump := bare(new)) in seen:
                    continue
                seen.add(dump)
                start, stop, text = splice(code, new)
                line = source.count("\n", 0, at + start) + 1
                where = place(tree, line)
                ordinals[where, name] = number = ordinals.get((where, name), 0) + 1
                before = line_at(code, start, stop)
                after = line_at(new, start, start + len(text))
                yield {"key": f"{module}:{where}:{name}:{number}", "function": where, "operator": name,
                       "before": before, "after": after,
                       "start": at + start, "stop": at + stop, "text": text}  # fmt: skip


def main():
    """Write _build/mutants/MODULE.jsonl for each module, and what each was made from."""
    folder = ROOT / "_build" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for module in MODULES:
        rows = list(mutants(module))
        source = (ROOT / "prspace" / f"{module}.py").read_bytes()
        made[module] = hashlib.sha256(source).hexdigest()
        path = folder / f"{Path(module).name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        print(f"{module}: {len(rows)} mutants", file=sys.stderr)
    (folder / "made.json").write_text(json.dumps(made), encoding="utf-8")


if __name__ == "__main__":
    main()
