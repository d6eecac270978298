"""Tables of scores read by class, label, row and pair of classes."""

import math

import numpy as np
import pytest
from scipy.sparse import csr_array

import prspace as pr
from tests.many import classes


def test_parts_are_added_by_name():
    y_true, scores, weights = classes(1)
    labels = range(scores.shape[1])

    def part(rows):
        return pr.count_classes(
            y_true[rows], scores[rows], labels=labels, sample_weight=weights[rows]
        )

    assert part(slice(0, 9)) + part(slice(9, None)) == part(slice(None))
    a, b = pr.count_groups([1, 0], [1, 2], ["a", "b"]), pr.count_groups([1, 1], [1, 2], ["b", "c"])
    assert (a + b).names == ("a", "b", "c") and (a + b)[1].n_pos == (a + b)[1].n_neg == 1


def test_weights_of_pairs_are_added():
    y_true, scores, _ = classes(2)
    pairs = pr.count_pairs(y_true, scores)
    assert (pairs + pairs).weights == tuple(2 * w for w in pairs.weights)


def test_tables_of_many_kinds():
    rows = [[0.1, 0.8], [0.3, 0.4], [0.7, 0.5]]
    y_true = ["a", "b", "a"]
    expected = pr.count_classes(y_true, rows)
    for table in (np.array(rows), tuple(map(tuple, rows)), np.asfortranarray(rows)):
        assert pr.count_classes(np.array(y_true, object), table) == expected
    assert pr.count_classes(y_true, np.ma.masked_array(rows)) == expected


def test_scores_in_lists_stay_unrounded():
    counts = pr.count_classes([0, 1], [[2**53, 0.5], [2**53 + 1, 0.25]])
    assert len(counts[0]) == 2


def test_columns_follow_labels():
    rows = [[0.1, 0.8], [0.3, 0.4], [0.7, 0.5]]
    swapped = [[b, a] for a, b in rows]
    first = pr.count_classes(["a", "b", "a"], rows)
    second = pr.count_classes(["a", "b", "a"], swapped, labels=["b", "a"])
    assert first == second.select(["a", "b"])


def test_bools_and_numbers_are_classes():
    assert pr.count_classes([True, False], [[0.2, 0.8], [0.6, 0.4]]).names == (False, True)
    assert pr.count_classes([1.5, -1], [[0.2, 0.8], [0.6, 0.4]]).names == (-1, 1.5)


@pytest.mark.parametrize("missing", [None, math.nan])
def test_missing_values_are_dropped_and_counted(missing):
    y_true, scores = ["a", missing, "b", "b"], [[1, 2], [3, 4], [missing, 6], [7, 8]]
    for door, names in ((pr.count_classes, ["a", "b"]), (pr.count_pairs, [("a", "b"), ("b", "a")])):
        with pytest.raises(ValueError, match="missing"):
            door(y_true, scores)
        counts = door(y_true, scores, nan_policy="omit")
        assert list(counts.names) == names
        assert dict(counts[0].dropped) == {"missing label": 1, "missing score": 1}
        assert dict(counts[1].dropped) == {"missing label": 1}


def test_rows_without_weight_leave_first():
    weights = [1, 1, 0]
    counts = pr.count_classes([0, 1, 9], [[1, 2], [2, 1], [math.nan, 3]], sample_weight=weights)
    assert counts.names == (0, 1) and counts[0].n_pos == counts[0].n_neg == 1
    assert pr.count_pairs([0, 1, 9], [[1, 2], [2, 1], [5, 3]], sample_weight=weights).weights == (
        2,
        2,
    )
    assert pr.count_predictions([0, 1, 9], [0, 0, 9], sample_weight=weights).names == (0, 1)
    assert pr.count_samples([[0, 1], [1, 1]], [[1, 2], [2, 1]], sample_weight=[0, 2]).names == (1,)


def test_a_pair_without_rows_is_empty():
    pairs = pr.count_pairs([0, 0], [[1, 2, 3], [4, 5, 6]], labels=[0, 1, 2])
    assert [len(c) for c in pairs] == [2, 2, 1 + 1, 0, 2, 0]
    assert pr.average(pr.roc_auc, pairs, undefined="skip").n_used == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: pr.count_classes([0, 1], [[1, 2, 3], [4, 5, 6]]),
            "3 columns and 2 classes.*labels=",
        ),
        (lambda: pr.count_classes([0, 7], [[1, 2], [4, 5]], labels=[0, 1]), "without 7"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [4, 5]], labels=[0, 0, 1]), "once"),
        (lambda: pr.count_classes([0, 1], [1, 2]), "table"),
        (lambda: pr.count_classes([0, 1], np.array([1, 2])), "table.*shape"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3]]), "table"),
        (lambda: pr.count_classes([], []), "table"),
        (lambda: pr.count_classes([0], [[1, 2], [3, 4]]), "pair up.*1 and 2"),
        (lambda: pr.count_classes([0, "a"], [[1, 2], [3, 4]]), "one kind"),
        (lambda: pr.count_classes([0, 1], [["a", 2], ["b", 4]]), "class 0: y_score"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], sample_weight=[1]), "sample_weight"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], sample_weight=[1, -1]), "-1"),
        (lambda: pr.count_classes([0, 1], [[1, 2], [3, 4]], nan_policy="drop"), "nan_policy"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2, 3]]), "2 and 3"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2]], names=["a"]), "names"),
        (lambda: pr.count_labels([[0, 1]], [[1, 2]], names=["a", "a"]), "distinct"),
        (lambda: pr.count_labels([[0, 5], [0, 4]], [[1, 2], [2, 1]]), "label 1: pos_label"),
        (lambda: pr.count_samples([[0, 1]], [[1, math.nan]]), "row 0: y_score"),
        (lambda: pr.count_predictions([0, 1], [0]), "pair up"),
        (lambda: pr.count_predictions([0, 1], [0, 2], labels=[0, 1]), "without 2"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_scores_are_no_predictions():
    """What the square table refuses is refused class by class."""
    for call in (pr.count_predictions, pr.confusion_matrix):
        for y_pred, words in (
            ([0.2, 0.7, 0.8], "looks like a score"),
            (["0", "1", "1"], "one kind"),
        ):
            with pytest.raises(ValueError, match=words):
                call([0, 1, 1], y_pred)


def test_sparse_tables_say_what_to_do():
    for call in (pr.count_classes, pr.count_labels, pr.count_samples):
        with pytest.raises(ValueError, match="must be a table.*toarray"):
            call(
                csr_array(np.eye(2)) if call is not pr.count_classes else [0, 1],
                csr_array(np.eye(2)),
            )
