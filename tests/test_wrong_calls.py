"""A call that does not fit is answered in the house's words: what is expected, what came, what to do."""

import inspect
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import prspace as pr
from prspace import compat, theory
from prspace.adapters import columns, files, frame, store, stream

Y, S = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6]
COUNTS = pr.count_thresholds(Y, S)
PATH = "no-such-folder/x"
WRONG = {
    "two lists": (Y, S),
    "two arrays": (np.array(Y), np.array(S)),
    "three lists": (Y, S, S),
    "none": (None,),
    "text": (PATH,),
    "a dict": ({"a": 1},),
    "texts": (["a", "b"],),
    "a number": (3,),
    "counts and a number": (COUNTS, 0.05),
    "counts and none": (COUNTS, None),
    "an odd object": (object(),),
}


def public():
    "Every public function and row by name, of the package and of the folders that have lists."
    found = {name: getattr(pr, name) for name in pr.__all__}
    for home in (theory, compat, columns, files, frame, store, stream):
        found |= {name: getattr(home, name) for name in home.__all__}
    del found["tally"]  # takes all records, which takes a minute
    return {k: f for k, f in found.items() if callable(f) and not inspect.isclass(f)}


PUBLIC = public()


def is_told(error):
    "Whether a message says what came and what to do."
    text = str(error)
    if isinstance(error, OSError):
        return PATH in text or "look at" in text.lower()
    told = re.search(r"\b(got|has|lacks?|not there)\b.*?[.?:;] ?[A-Za-z]{2,} ", text, re.DOTALL)
    return told or re.match("Pass .* got ", text)


def is_of_numbers(function):
    "Whether all it takes are numbers or names in order; Python's own words on these are plain."
    known = inspect.signature(function).parameters.values()
    takes = {"counts", "source", "folds", "point", "report", "table", "curve", "paths", "fig"}
    return not any(p.kind in (p.KEYWORD_ONLY, p.VAR_POSITIONAL) or p.name in takes for p in known)


@pytest.mark.parametrize("name", PUBLIC)
def test_wrong_arguments_are_answered_in_words(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function = PUBLIC[name]
    for kind, arguments in WRONG.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = function(*arguments)
                next(found) if inspect.isgenerator(found) else None
        except (ValueError, TypeError, OSError) as error:
            plain = re.search(r"\(\) (takes|missing) ", str(error))
            if not (plain and is_of_numbers(function)):
                assert is_told(error), (kind, type(error).__name__, str(error))
            if plain:  # and not of a function within
                assert str(error).startswith(f"{function.__name__}()"), (kind, str(error))
        except StopIteration:
            pass
    assert list(Path().iterdir()) == []


KEYED = [
    name for name, f in PUBLIC.items()
    if inspect.isfunction(f) and not is_of_numbers(f) and "more" not in inspect.signature(f).parameters
    and f.__module__ not in ("prspace.curves",)
]  # fmt: skip


@pytest.mark.parametrize("name", KEYED)
def test_too_many_values_and_unknown_names_are_told(name):
    function = PUBLIC[name]
    with pytest.raises(
        (TypeError, ValueError), match=r"(takes|must be called on) .*: got .*\. \w+ "
    ):
        function(*[COUNTS] * 12)
    signature = inspect.signature(function).parameters.values()
    if not any(p.kind is p.VAR_KEYWORD for p in signature):
        with pytest.raises(TypeError, match=r"takes .*: got the unknown name wieght\. Write "):
            function(wieght=1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pr.plot_pr(Y, S), "plot_pr must be called on counts: got list, list. Pass count_thresholds"),
        (lambda: pr.undo_sampling(COUNTS, 0.05), "by name pos_rate, neg_rate: got 2 values without a name"),
        (lambda: pr.compare(Y, S, S), "got 3 values without a name"),
        (lambda: pr.fold_summary(Y, S, Y), "count_groups(y_true, y_score, fold)"),
        (lambda: pr.evaluate_each(Y, S, Y), "count_groups(y_true, y_score, groups)"),
        (lambda: pr.evaluate_each({"new": [1, 0]}), "got list for 'new'"),
        (lambda: pr.count_frame([1], "y", "s"), "Write count_frame(frame, y_true=..., y_score=...)"),
        (lambda: pr.count_frame([1]), "got no y_true, y_score"),
        (lambda: pr.pr_band(COUNTS, counts=COUNTS), "got two values for counts"),
        (lambda: pr.feasible(100, 200), "got 2 values without a name (int, int)"),
        (lambda: pr.jackknife_variance(COUNTS, "ks"), "bootstrap gives a variance"),
        (lambda: pr.jackknife_variance(Y, S), "must be called on counts"),
        (lambda: pr.explorer_page(pr.count_thresholds([1, 1], [2, 1])), "Check the labels"),
        (lambda: pr.feasible(n_pos=(20, 10), recall=0.5), "least first"),
        (lambda: pr.save_counts(COUNTS, None), "path must be text or a path: got NoneType"),
        (lambda: pr.PartStore(["a"]), "folder must be text or a path: got list"),
        (lambda: pr.count_files(3, y_true="y", y_score="s"), "paths must be text or paths: got int"),
        (lambda: pr.read_columns(None), "path must be text or a path: got NoneType"),
        (lambda: pr.save_report(None, pr.evaluate(COUNTS)), "path must be text or a path"),
        (lambda: pr.interval(np.array(Y), np.array(S)), "The metric comes first"),
    ],
)  # fmt: skip
def test_what_users_get_wrong(call, words):
    with pytest.raises((ValueError, TypeError), match=re.escape(words)):
        call()


def test_errors_from_within_are_left_as_they_are():
    def broken(counts):
        return counts + None

    with pytest.raises(TypeError, match="unsupported operand"):
        pr.bootstrap(COUNTS, broken, n_resamples=3)


def test_decorated_functions_keep_their_signature():
    import pickle

    assert list(inspect.signature(pr.aucnpr).parameters) == ["counts"]
    assert pickle.loads(pickle.dumps(pr.undo_sampling)) is pr.undo_sampling
    assert pr.evaluate.__doc__.startswith("Evaluate a ranking")
