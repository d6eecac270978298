"""Façades of compat map names: counting, adding and dividing stay in core, in records and in quirks."""

import ast
from pathlib import Path

import pytest

import prspace

HOME = Path(prspace.__file__).parent / "compat"
SIGNS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
SUMS = {"add", "average", "cumsum", "diff", "dot", "divide", "fsum", "mean", "multiply", "prod", "ratio",
        "subtract", "sum", "trace", "trapezoid", "true_divide"}  # fmt: skip
# What stands in a façade all the same, by function, and why.
ALLOWED = {
    "lingpipe": {
        "num_cases": {"sum((self.counts.n_pos, self.counts.n_neg))"},  # all items
    },
    "lingpipe_quirks": {},
    "lingpipe_tables": {
        "_with_java_names": {"head + ''.join(map(str.capitalize, words))"},  # a word
        "__init__": {"[[0] * len(names)] * len(names)", "[0] * len(names)"},  # an empty table
        "total_correct": {"self.table.counts.trace()"},  # items on the diagonal
        "_macro": {"average(lambda table: read(parts[tables.index(table)]), tables)"},  # core's
    },
    "alink": {
        "merge": {"self.counts + other.counts", "self.loss + other.loss",
                  "self.matrix + other.matrix"},  # summaries are added
        "_binary": {"counts.n_pos + counts.n_neg",  # all items
                    "ratio(summary.loss, counts.n_pos + counts.n_neg)"},  # a mean loss, by core's
        "_of_classes": {"ratio(matrix.called, matrix.n)", "ratio(summary.loss, matrix.n)"},
        "evaluate_multilabel": {"average(rate, points, undefined=0)",
                                "average(rate, points, 'micro')",
                                "average(error_rate, points, 'micro')"},
    },
    "alink_rows": {"_probabilities": {"math.fsum(shown.values())"}},  # a check of the input
    "alink_values": {
        "_per_label": {"ratio(matrix.support, matrix.n)",
                       "average(compute, points, 'micro')"},
        "_of_table": {"ratio(matrix.support, matrix.n)"},
    },
    "sklearn": {
        "_where_tp_moves": {"np.diff(tp)"}, "_corners": {"np.diff(tp, 2)", "np.diff(fp, 2)"},
        "auc": {"np.diff(xs)"},  # whether a column rises
        "_adds_up_to_one": {"np.sum(table, axis=1)"},  # a check of the input
    },
    "sklearn_labels": {},
    "stream": {},
    "sharpkit": {
        "_score": {"'precision_recall_fscore_support' + '_avg' * averaged", "'_avg' * averaged"},
        "accuracy_score": {"matrix.counts.trace()"},
    },
}  # fmt: skip


def reckoning(tree):
    "Each sign or sum in a module, with the function that it stands in; quirks are left out."
    for function in ast.walk(tree):
        quirk = any("_quirk" in ast.unparse(d) for d in getattr(function, "decorator_list", ()))
        if isinstance(function, ast.FunctionDef) and not quirk:
            yield from ((function.name, text) for text in signs(function))
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from (("", text) for text in signs(node))


def signs(node):
    "What is added, subtracted, multiplied or divided below a node."
    for part in ast.walk(node):
        sign = isinstance(part, ast.BinOp | ast.AugAssign) and isinstance(part.op, SIGNS)
        minus = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub)
        if sign or (minus and not isinstance(part.operand, ast.Constant | ast.Attribute)):
            yield ast.unparse(part)
        if isinstance(part, ast.Call):
            name = getattr(part.func, "attr", getattr(part.func, "id", ""))
            if name in SUMS:
                yield ast.unparse(part)


@pytest.mark.parametrize("name", ALLOWED)
def test_no_arithmetic_in_a_facade(name):
    """What is left is bookkeeping, and each line of it is listed above; nothing listed is gone."""
    tree = ast.parse((HOME / f"{name}.py").read_text(encoding="utf-8"))
    found = {}
    for function, text in reckoning(tree):
        found.setdefault(function, set()).add(text)
    assert found == ALLOWED[name]


@pytest.mark.parametrize(
    "line", ["a + 1", "a.sum()", "np.trapezoid(a, a)", "-a", "ratio(a, 2)", "a @ a", "sum([a])"]
)
def test_the_reader_is_not_blind(line):
    """It finds a sign, a sum, a division by core's name; and not those of a quirk."""
    inside = f"def f(a):\n    return {line}"
    assert list(reckoning(ast.parse(inside))) == [("f", line)]
    assert not list(reckoning(ast.parse(f'@_quirk("3.5")\n{inside}')))
