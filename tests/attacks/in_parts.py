"""Contracts of what comes in parts: groups, folds, batches of a stream, classes of other programs.

Every entry is a function of parts, each of them rows, and of a kind of weights (None: items are
repeated). The whole is one part; what merges it in any partition and order must say the same.
`tests.attacks.contracts` holds the entries to the contracts and writes the table.
"""

import inspect
import json
from functools import partial
from types import SimpleNamespace

import numpy as np

import prspace as pr
from prspace import intervals
from prspace.adapters.stream import count_stream
from prspace.compat import alink, lingpipe, lingpipe_tables
from prspace.compat.stream import BinaryStreamEvaluator, MulticlassStreamEvaluator

HOW = ("macro", "micro", "weighted")
SIDES = {"pooled": None, "macro": "macro"}


def data(rng):
    "Labels, tied scores, scores without ties, copies and groups; every group has both classes."
    n = int(rng.integers(16, 32))
    labels, scores = rng.integers(0, 2, n), rng.integers(0, 7, n) / 8
    groups = rng.integers(0, 4, n)
    labels[:8], groups[:8] = [0, 1] * 4, [0, 0, 1, 1, 2, 2, 3, 3]
    order = rng.permutation(n)
    rows = SimpleNamespace(labels=labels, scores=scores, single=scores / 2 + np.arange(n) / 1024,
                           copies=rng.integers(1, 4, n), groups=groups)  # fmt: skip
    return taken(rows, order)


def taken(rows, which):
    "Some of the rows, in this order."
    return SimpleNamespace(**{name: column[which] for name, column in vars(rows).items()})


def columns(rows, kind):
    "Labels, scores and groups with weights of a kind, or with items repeated."
    if kind is None:
        rows = taken(rows, np.repeat(np.arange(len(rows.labels)), rows.copies))
        return rows.labels, rows.scores, rows.groups, None
    return rows.labels, rows.scores, rows.groups, [kind(k) for k in rows.copies.tolist()]


# Groups


def grouped(parts, kind):
    "Counts by group, added part by part."
    found = [
        pr.count_groups(labels, scores, groups, sample_weight=weight)
        for labels, scores, groups, weight in (columns(rows, kind) for rows in parts)
    ]
    total = sum(found[1:], found[0])
    return total.select(sorted(total.names))


def at_middle(groups):
    "One decision rule, which an increasing transform of the scores does not move."
    pooled = groups.pooled()
    return groups.at(pooled.threshold[len(pooled) // 2])


def mean_over(row, how, parts, kind):
    groups = grouped(parts, kind)
    groups = at_middle(groups) if isinstance(row, pr.Rate) else groups
    return pr.average(row, groups, how, undefined="skip").value


def interval_over(row, method, how, parts, kind, **options):
    options = {"level": 0.9, "n_resamples": 8, "rng": 3} | options
    groups = grouped(parts, kind)
    groups = at_middle(groups) if isinstance(row, pr.Rate) else groups
    return pr.interval(row, groups, method=method, average=how, undefined="skip", **options)


def folds(row, parts, kind):
    return pr.fold_summary(grouped(parts, kind), row)


def pooled_ranks(parts, kind):
    return pr.average_precision(pr.pool_ranks(grouped(parts, kind)))


def of_groups():
    "Means over groups of every row, and summaries of folds of every area."
    for row in (*pr.RATES.values(), *pr.AREAS.values(), *pr.POINTS.values()):
        for how in HOW:
            yield f"average: {row.name}, {how}", partial(mean_over, row, how)
    for row in pr.AREAS.values():
        yield f"folds: {row.name}", partial(folds, row)
    yield "folds: pool_ranks", pooled_ranks


def methods_over(row, how, groups):
    "The methods that a metric has over groups."
    if how == "macro":
        return intervals._of_means(row, groups, 0.9, "skip")[1]
    return intervals._of_groups(row, groups, 0.9)[1]


def intervals_of_groups():
    "Every interval over groups: of each metric, by each method, of the pool and of the mean."
    few = pr.count_groups([0, 1, 0, 1], [1, 2, 2, 1], [0, 0, 1, 1])
    for row in (*pr.RATES.values(), *pr.AREAS.values(), *pr.POINTS.values(), pr.aucnpr):
        name = getattr(row, "name", "aucnpr")
        for side, how in SIDES.items():
            for method in methods_over(row, how, at_middle(few) if name in pr.RATES else few):
                entry = partial(interval_over, row, method, how)
                yield f"group interval: {name}, {side}, {method}", entry


# Streams


def streamed(bits, time, parts, kind):
    "Counts of all rows after the last batch, or those of each window, by its start."
    found = {}
    names = {"y_true": "y", "y_score": "s", "sample_weight": None if kind is None else "w"}
    batches = [dict(zip("ysgw", columns(rows, kind), strict=True)) for rows in parts]
    batches = [b if kind is not None else {k: b[k] for k in "ysg"} for b in batches]
    asked = {"time": "g", "window": 2} if time else {}
    for record in count_stream(batches, bits=bits, **names, **asked):
        found[record.tag, record.start] = record.counts
    return [found[key] for key in sorted(found, key=str) if (key[0] == "window") == time]


def of_streams():
    "What a stream holds at its end."
    yield "stream: all rows", partial(streamed, None, False)
    yield "stream: windows", partial(streamed, None, True)
    yield "stream: all rows, cells of 2 bits", partial(streamed, 2, False)


# Classes of other programs


def plain_methods(cls):
    "Methods of a class that are called without arguments, found by name."
    for name, method in vars(cls).items():
        if inspect.isfunction(method) and not name.startswith(("_", "add")) and name.islower():
            takes = list(inspect.signature(method).parameters.values())[1:]
            if all(p.default is not p.empty for p in takes):
                yield name


def asked_all(thing, names):
    "The answers of an object, a refusal in a version as the word itself."
    found = []
    for name in names:
        try:
            value = getattr(thing, name)()
            found.append(getattr(value, "table", value))
        except ValueError as error:
            found.append(str(error))
    return found


def lingpipe_ranking(version, parts, kind):
    evaluation = lingpipe.ScoredPrecisionRecallEvaluation(version)
    for rows in parts:
        for label, score in zip(rows.labels.tolist(), rows.single.tolist(), strict=True):
            evaluation.add_case(bool(label), score)
    names = plain_methods(lingpipe.ScoredPrecisionRecallEvaluation)
    return [*asked_all(evaluation, names), evaluation.precision_at(3),
            evaluation.pr_curve(True), evaluation.area_under_pr_curve(True)]  # fmt: skip


def lingpipe_calls(parts, kind):
    evaluation = lingpipe.PrecisionRecallEvaluation()
    for rows in parts:
        for label, score in zip(rows.labels.tolist(), rows.scores.tolist(), strict=True):
            evaluation.add_case(bool(label), score > 0.4)
    names = [*plain_methods(lingpipe.PrecisionRecallEvaluation), *lingpipe_tables._COUNTS,
             *lingpipe_tables._RATES, *lingpipe_tables._TWO_CLASSES]  # fmt: skip
    return asked_all(evaluation, names)


def lingpipe_classes(parts, kind):
    table = lingpipe.ConfusionMatrix([*"abcd"])
    for rows in parts:
        for group, score in zip(rows.groups.tolist(), rows.scores.tolist(), strict=True):
            table.increment("abcd"[group], "abcd"[int(score * 8) % 4])
    return asked_all(
        table, [*plain_methods(lingpipe.ConfusionMatrix), *lingpipe_tables._MANY_CLASSES]
    )  # fmt: skip


def alink_rows(rows, classes):
    "Labels and details; without ties, which Alink leaves in the order they come."
    of_rows = zip(rows.groups.tolist(), rows.labels.tolist(), rows.single.tolist(), strict=True)
    for group, label, score in of_rows:
        if classes:
            yield "abc"[group % 3], json.dumps({"a": score / 2, "b": 1 - score, "c": score / 2})
        else:
            yield "ba"[label], json.dumps({"a": score, "b": 1 - score})


def alink_batch(version, classes, parts, kind):
    evaluate = alink.evaluate_multiclass if classes else alink.evaluate_binary
    more = {} if classes else {"positive_label": "a"}
    return evaluate([row for rows in parts for row in alink_rows(rows, classes)], version=version, **more)  # fmt: skip


def alink_stream(version, classes, parts, kind):
    "The running total after the last window, one part a window; each part needs both labels."
    evaluator = (
        MulticlassStreamEvaluator(1, version=version)
        if classes
        else BinaryStreamEvaluator(1, "a", version=version)
    )
    timed = [(float(k), *row) for k, rows in enumerate(parts) for row in alink_rows(rows, classes)]
    return list(evaluator.evaluate(timed))[-1][1]


def of_classes():
    "LingPipe's and Alink's evaluations, every version."
    for version in lingpipe.VERSIONS:
        yield f"LingPipe {version}: ranking", partial(lingpipe_ranking, version)
    yield "LingPipe: calls", lingpipe_calls
    yield "LingPipe: classes", lingpipe_classes
    for version in alink.RELEASES:
        for classes, word in enumerate(("two labels", "many labels")):
            yield f"Alink {version}: {word}", partial(alink_batch, version, classes)
            yield f"Alink {version}: stream, {word}", partial(alink_stream, version, classes)


def entries():
    "Everything that comes in parts."
    return (*of_groups(), *intervals_of_groups(), *of_streams(), *of_classes())


# Contracts

NO_WEIGHTS = ("LingPipe", "Alink")


def variants(name, rows, rng):
    "The same items in another order, as copies, with other scores, in parts, in other kinds."
    weights = not name.startswith(NO_WEIGHTS)
    kind = int if weights else None
    yield "order", [taken(rows, rng.permutation(len(rows.labels)))], kind
    both = taken(rows, np.argsort(rng.integers(0, 3, len(rows.labels)), kind="stable"))
    cuts = np.array_split(np.arange(len(both.labels)), 3)
    parts = [taken(both, cut) for cut in cuts]
    if not name.startswith("Alink") or all(len(set(p.labels.tolist())) == 2 for p in parts):
        yield "merge", [parts[i] for i in rng.permutation(3)], kind
    if weights:
        yield "copies", [rows], None
        yield "kinds", [rows], float
    if "bits" not in name and weights:
        ladder = np.sort(rng.normal(size=7) * 10.0 ** rng.integers(-3, 4))
        moved = SimpleNamespace(**vars(rows))
        moved.scores = ladder[(rows.scores * 8).astype(int)]
        yield "transform", [moved], kind
