"""Alink's metrics by plain loops over rows, written from its description, without the package."""

import math

COMPUTERS = {
    "TrueNegativeRate": lambda tp, fp, fn, tn: (tn, fp + tn),
    "TruePositiveRate": lambda tp, fp, fn, tn: (tp, tp + fn),
    "FalseNegativeRate": lambda tp, fp, fn, tn: (fn, tp + fn),
    "FalsePositiveRate": lambda tp, fp, fn, tn: (fp, fp + tn),
    "Precision": lambda tp, fp, fn, tn: (tp, tp + fp),
    "Specificity": lambda tp, fp, fn, tn: (tn, fp + tn),
    "Sensitivity": lambda tp, fp, fn, tn: (tp, tp + fn),
    "Recall": lambda tp, fp, fn, tn: (tp, tp + fn),
    "F1": lambda tp, fp, fn, tn: (2 * tp, 2 * tp + fp + fn),
    "Accuracy": lambda tp, fp, fn, tn: (tp + tn, tp + fp + fn + tn),
}


def computed(name, cells, nothing):
    "One of the eleven quantities of one table."
    tp, fp, fn, tn = cells
    if name == "Kappa":
        total = fn + fp + tn + tp
        agreed = (tp + tn) / total
        chance = ((tp + fn) * (tp + fp) + (tn + fp) * (tn + fn)) / (total * total)
        return (agreed - chance) / (1 - chance) if chance < 1 else 1.0
    part, whole = COMPUTERS[name](*cells)
    if whole == 0:
        return nothing if name == "Precision" else 0.0
    return part / whole


def of_matrix(matrix, nothing=0.0):
    "Everything that a matrix determines; rows are called, columns are true."
    k = len(matrix)
    true = [sum(matrix[i][j] for i in range(k)) for j in range(k)]
    called = [sum(row) for row in matrix]
    total = sum(true)
    cells = [
        (m := matrix[i][i], called[i] - m, true[i] - m, total - true[i] - called[i] + m)
        for i in range(k)
    ]
    pooled = tuple(sum(column) for column in zip(*cells, strict=True))
    found = {}
    for name in (*COMPUTERS, "Kappa"):
        values = [computed(name, c, nothing) for c in cells]
        weighted = macro = 0.0
        for value, n in zip(values, true, strict=True):
            weighted += value * (n / total)
            macro += value
        micro = computed(name, pooled, nothing)
        found |= {f"Weighted{name}": weighted, f"Macro{name}": macro / k, f"Micro{name}": micro}
        found[f"{name}Array"] = [*values, weighted, macro / k, micro]
    agreed = sum(matrix[i][i] for i in range(k)) / total
    chance = sum(a * b for a, b in zip(called, true, strict=True)) / (total * total)
    kappa = (agreed - chance) / (1 - chance) if chance < 1 else 1.0
    return found | {"Accuracy": agreed, "Kappa": kappa, "TotalSamples": total,
                    "ActualLabelFrequency": true, "ConfusionMatrix": matrix}  # fmt: skip


def area(points):
    "Trapezoids from left to right."
    total = 0.0
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        total += (x1 - x0) * (y1 + y0) / 2
    return total


def loss(p):
    return -math.log(max(min(p, 1 - 1e-15), 1e-15))


def swept(rows):
    "Cumulative counts per bin, best first; a cut at one half always."
    bins = {50_000: [0, 0]}
    for positive, p in rows:
        place = 99_999 if p == 1.0 else math.floor(p * 100_000)
        bins.setdefault(place, [0, 0])[not positive] += 1
    tp = fp = 0
    for place in sorted(bins, reverse=True):
        tp, fp = tp + bins[place][0], fp + bins[place][1]
        yield place * (1.0 / 100_000), tp, fp


def from_bins(rows, gini=False, nothing=0.0):
    "Binary metrics of version 1.1 for (is positive, probability) rows."
    n_pos = sum(positive for positive, _ in rows)
    n_neg = len(rows) - n_pos
    cuts = list(swept(rows))
    roc, pr, lift, lorenz = [(0, 0)], [None], [(0, 0)], [(0, 0)]
    for _, tp, fp in cuts:
        tpr = tp / n_pos if n_pos else 1.0
        fpr = fp / n_neg if n_neg else 1.0
        roc.append((fpr, tpr))
        pr.append((tpr, 1.0 if tp + tp == 0 else tp / (tp + fp)))
        lift.append(((tp + fp) / len(rows), tp))
        lorenz.append(((tp + fp) / len(rows), tpr))
    pr[0] = (0, pr[1][1])
    found = {"AUC": area(roc), "PRC": area(pr), "K-S": max(abs(x - y) for x, y in roc)}
    if gini:
        found |= {"GINI": (area(lorenz) - 0.5) / 0.5}
    last, kept = 1.0, []
    for k, (t, _, _) in enumerate(cuts):
        if last - t >= 0.001 - 1e-5 or abs(t - 0.5) < 1e-5:
            last = t
            kept.append(k)
    for name, curve in {"RocCurve": roc, "RecallPrecisionCurve": pr, "LiftChart": lift}.items():
        found[name] = [[curve[k][axis] for k in (0, *(i + 1 for i in kept))] for axis in (0, 1)]
    return found | printed([cuts[k] for k in kept], n_pos, n_neg, nothing)


def printed(cuts, n_pos, n_neg, nothing):
    "What is read off the printed thresholds."
    found = {"ThresholdArray": [t for t, _, _ in cuts]}
    tables = [(tp, fp, n_pos - tp, n_neg - fp) for _, tp, fp in cuts]
    arrays = {f"{n}Array": [computed(n, t, nothing) for t in tables] for n in (*COMPUTERS, "Kappa")}
    middle = min(range(len(cuts)), key=lambda k: abs(cuts[k][0] - 0.5))
    tp, fp, fn, tn = tables[middle]
    found |= {n: computed(n, tables[middle], nothing) for n in ("Precision", "Recall", "F1")}
    return found | of_matrix([[tp, fp], [fn, tn]], nothing) | arrays


def from_rows(rows, nothing, top, always):
    "Binary metrics of exact scores for (is positive, probability) rows, one by one."
    n_pos = sum(positive for positive, _ in rows)
    n_neg = len(rows) - n_pos
    ranked = sorted([*((p, label, False) for label, p in rows), (0.5, True, True)],
                    key=lambda row: -row[0])  # fmt: skip
    tp = fp = seen = 0
    gini = prc = ks = 0.0
    entries = []
    for p, positive, marker in ranked:
        if not seen:
            before = (0.0 if n_pos else 1.0, 1.0, 0.0)
        if not marker:
            seen += 1
            tp, fp = tp + positive, fp + (not positive)
        tpr, fpr = tp / n_pos if n_pos else 1.0, fp / n_neg if n_neg else 1.0
        now = (tpr, tp / (tp + fp) if tp + fp else 1.0, (tp + fp) / len(rows))
        if seen == 1:
            before = (before[0], now[1], before[2])
            entries.append([top, 0, 0])
        gini += (now[2] - before[2]) * (now[0] + before[0]) / 2
        prc += (now[0] - before[0]) * (now[1] + before[1]) / 2
        ks = max(ks, abs(fpr - tpr))
        before = now
        kept = not entries or (marker and entries[-1][0] != 0.5) or p <= entries[-1][0] - 0.001
        if kept or abs(p - entries[-1][0]) >= 0.001 or (always and (marker or seen == 1)):
            entries.append([p, tp, fp])
        else:
            entries[-1][1:] = [tp, fp]
    entries.sort(key=lambda entry: -entry[0])
    wins = sum((p > q) + (p == q) / 2 for a, p in rows if a for b, q in rows if not b)
    auc = wins / (n_pos * n_neg) if n_pos and n_neg else math.nan
    return {"AUC": auc, "PRC": prc, "K-S": ks, "GINI": (gini - 0.5) / 0.5} | printed(
        entries, n_pos, n_neg, nothing
    )


def called(detail):
    "The most probable label, of equal ones the first in ascending order."
    best = None
    for label in sorted(detail):
        if best is None or detail[label] > detail[best]:
            best = label
    return best


def of_classes(rows, nothing=0.0):
    "Multi-class metrics for (label, detail) rows; labels in descending order."
    labels = sorted({x for label, detail in rows for x in (label, *detail)}, reverse=True)
    matrix = [[0] * len(labels) for _ in labels]
    total = 0.0
    for label, detail in rows:
        matrix[labels.index(called(detail))][labels.index(label)] += 1
        total += loss(detail.get(label, 0.0))
    return of_matrix(matrix, nothing) | {"LogLoss": total / len(rows), "LabelArray": labels}
