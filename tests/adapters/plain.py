"""The slow answer for a dataframe: rows one by one, in plain Python.

A table is a dict of column name to (Arrow type, values); what comes out is, for each group, the
cells (least score, greatest score, positives, negatives), best first, and the dropped rows by cause.
"""

import math
import struct


def fold(score):
    "The folded score of the grid."
    if score <= 0.5:
        return score
    return 0.25 / (1 - score) if score < 1 else score * 1e17


def cell(score, bits):
    "Which cell a score is in: sign, exponent and leading bits of the folded score."
    folded = fold(float(score))
    size = min(max(abs(folded), 1e-290), 1e290)
    (stored,) = struct.unpack("<q", struct.pack("<d", size))
    leading = stored >> (53 - bits)
    return -leading if folded < 0 else leading


def missing(value):
    return value is None or value != value


def rows_of(table, call):
    "Label, score, weight and group of every row."
    by = call.get("by")
    names = by if isinstance(by, list) else [] if by is None else [by]
    columns = [table[name][1] for name in names]
    groups = list(zip(*columns, strict=True)) if columns else [()] * len(table[call["y_true"]][1])
    groups = [group[0] if len(names) == 1 else group for group in groups]
    labels, scores = (table[call[k]][1] for k in ("y_true", "y_score"))
    weights = table[call["sample_weight"]][1] if "sample_weight" in call else [1] * len(labels)
    return list(zip(labels, scores, weights, groups, strict=True))


def count(table, call):
    "Cells and dropped rows of every group, sorted by name."
    positive = call.get("pos_label", 1)
    found = {}
    for label, score, weight, group in rows_of(table, call):
        if weight == 0:
            continue
        cells, dropped = found.setdefault(group, ({}, {}))
        cause = "missing label" if missing(label) else "missing score" if missing(score) else None
        if cause:
            dropped[cause] = dropped.get(cause, 0) + 1
            continue
        key = score + 0 if call.get("bits") is None else cell(score, call["bits"])
        low, high, pos, neg = cells.get(key, (math.inf, -math.inf, 0, 0))
        right = label == positive
        cells[key] = (
            min(low, score), max(high, score), pos + weight * right, neg + weight * (not right),
        )  # fmt: skip
    return {
        group: (sorted(cells.values(), reverse=True), dropped)
        for group, (cells, dropped) in sorted(found.items())
    }


def told(counts):
    "What counts hold, in the form of `count`."
    high = counts.threshold if counts.high is None else counts.high
    columns = (column.tolist() for column in (counts.threshold, high, counts.pos, counts.neg))
    return list(zip(*columns, strict=True)), dict(counts.dropped)
