"""The registry of theorems: proofs hold, break when altered, and stand on one another without a circle."""

import random
import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import nbformat
import pytest
import sympy as sp

from prspace.minima import ap_min, aucpr_min
from prspace.theory.exact import (
    LogSum,
    exact_counts,
    exact_path_area,
    negatives_first,
    pairs,
    path_minimum,
    ranking,
    rankings,
    tables,
    three_class_matrices,
    weak_orders,
    written,
)
from prspace.theory.record import (
    PI,
    Attained,
    Chain,
    ForAll,
    Refuted,
    Sampled,
    Step,
    Theorem,
    falls,
    holds,
    rises,
    squares,
)
from prspace.theory.registry import (
    CHAPTERS,
    LADDER,
    headline,
    in_words,
    tally,
    theorem,
    theorems,
)
from prspace.theory.space import REGION_AREA
from tools import ROOT, notebooks
from tools import theorems as theorems_tool

THEOREMS = theorems()
SURVIVORS = r"(?m)^assert \[t\.slug for t in (\w+) if t\.survivors\(\)\] == \[\]$"
# 69_registry, which runs with the other notebooks, decides each record and writes the pages anew
WRITTEN = theorems_tool.written()
CHAINS = {slug: t.claim for slug, t in THEOREMS.items() if isinstance(t.claim, Chain)}


@pytest.mark.parametrize("slug", THEOREMS)
def test_every_record_is_decided(slug):
    """No theorem is open, and none is refuted that is not held as a false claim."""
    verdict = WRITTEN[slug]
    assert verdict in LADDER and verdict != "open"
    assert (verdict == "refuted") == isinstance(THEOREMS[slug].claim, Refuted)


@pytest.mark.parametrize("home", CHAPTERS)
def test_every_chapter_lets_no_mutant_survive(home):
    """Of all its records a chapter asserts it, and runs with the other notebooks; make theorems does it, too."""
    cells = nbformat.read(ROOT / f"nbs/theory/{home}.ipynb", 4).cells
    asserted = [m[1] for cell in cells for m in re.finditer(SURVIVORS, cell.source)]
    assert [getattr(import_module(f"prspace.theory.{home[3:]}"), name) for name in asserted] == [
        CHAPTERS[home]
    ]


@pytest.mark.parametrize("slug", CHAINS)
def test_chains_hold_at_random_numbers(slug):
    """Every line of a proof is true of positive numbers drawn at random."""
    rng = random.Random(slug)
    chain = CHAINS[slug]
    lines = [chain.start, *(step.value for step in chain.steps)]
    lines = [
        line.replace(sp.UnevaluatedExpr, lambda e: e).subs(dict(chain.where)) for line in lines
    ]
    symbols = sorted(set().union(*(line.free_symbols for line in lines)), key=str)
    # one draw tells a wrong identity; a wrong inequality may need several
    for _ in range(5 if any(step.relation != "=" for step in chain.steps) else 2):
        values = {s: sp.Rational(rng.randint(1, 60), rng.randint(1, 20)) for s in symbols}
        numbers = [sp.N(line.subs(values, simultaneous=True), 30) for line in lines]
        for before, step, after in zip(numbers, chain.steps, numbers[1:], strict=False):
            close = abs(after - before) < Fraction(1, 10**20)
            ahead = before < after if "<" in step.relation else before > after
            assert close if step.relation == "=" else ahead or ("=" in step.relation and close)


def test_every_notebook_of_the_folder_is_a_chapter():
    """A theory notebook that exports theorems is in the registry, and its page shows each."""
    homes = {p.stem for p in (ROOT / "nbs/theory").glob("6*.ipynb")}
    assert set(CHAPTERS) == homes - {"60_exact", "60_log_quotients", "60_record", "69_registry"}


def test_records_are_where_the_prose_says():
    """ "*slug* of [chapter]": the chapter holds the record."""
    told = re.compile(r"\*([a-z0-9]+(?:-[a-z0-9]+)+)\* (?:of|in) \[(?:theory/)?(6\d_\w+)\]")
    named = []
    for path in notebooks.find(ROOT):
        prose = [c.source for c in nbformat.read(path, 4).cells if c.cell_type == "markdown"]
        named += told.findall("\n".join(prose))
    homes = {(t.slug, home) for home, chapter in CHAPTERS.items() for t in chapter}
    assert len(named) > 10 and [pair for pair in named if pair not in homes] == []


def test_pages_list_every_record_once():
    """Theorems and lemmas on one page, false claims on the other, and nothing else."""
    listed = []
    for name in ("theorems", "errata"):
        text = (ROOT / f"nbs/theory/{name}.md").read_text(encoding="utf-8")
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        slugs = [row.split(" | ")[0].strip("| ") for row in rows]
        kinds = {THEOREMS[slug].kind == "false claim" for slug in slugs if slug != "slug"}
        assert kinds == {name == "errata"}
        listed += [slug for slug in slugs if slug != "slug"]
    assert sorted(listed) == sorted(THEOREMS)


def test_a_theorem_is_found_by_its_slug():
    """An unknown slug is answered with near ones."""
    assert theorem("aucpr-min") is REGION_AREA
    with pytest.raises(ValueError, match="Did you mean .*aucpr-min"):
        theorem("aucpr-minimum")
    assert theorem("AUCPR_MIN") is REGION_AREA
    assert theorem("aucpr-min").to_markdown().endswith("Verdict: **proved**.")
    with pytest.raises(ValueError, match="slug must be text"):
        theorem(3)


def test_lemmas_and_false_claims_are_counted_apart():
    """A one-step chain is no theorem, and neither is what is refuted."""
    lemmas = [t for t in CHAPTERS["61_rates"] if t.kind == "lemma"][:2]
    others = [t for t in CHAPTERS["61_rates"] if t.kind == "false claim"][:3]
    assert tally([*lemmas, *others]) == {"lemma": 2, "false claim": 3}
    assert in_words({"lemma": 2, "proved": 3}) == "3 proved, 2 lemmas"


def test_lemmas_are_in_the_registry_and_make_no_circle():
    """Following `uses` ends, and each name on the way is a theorem."""

    def depth(slug, above=()):
        assert slug not in above, f"circle: {above}"
        return 1 + max((depth(used, (*above, slug)) for used in THEOREMS[slug].uses), default=0)

    assert max(map(depth, THEOREMS)) >= 3


def test_headline_shows_computed_verdicts():
    """At most ten rows, each verdict that of the record, and the counts of all."""
    rows = [line for line in headline().splitlines() if line.startswith("| ")][1:]
    assert 0 < len(rows) <= 10
    by_statement = {t.statement: t.verdict() for t in THEOREMS.values()}
    for row in rows:
        statement, _, verdict = (cell.strip() for cell in row.strip("|").split(" | "))
        assert by_statement[statement] == verdict


def test_closed_form_and_engine_agree_with_fifty_digits():
    """The formula that the chain ends with is what `aucpr_min` computes."""
    formula = REGION_AREA.claim.steps[-1].value
    for k in range(1, 60):
        pi = Fraction(k, 60)
        exact = formula.subs(PI, sp.Rational(k, 60)).evalf(50)
        assert abs(aucpr_min(float(pi)) - exact) <= 2e-15 * exact
        counts = exact_counts([(0, 60 - k), (k, 0)])
        assert abs(float(path_minimum(counts)) - exact) <= 2e-15 * exact


def test_worst_rankings_meet_both_minima():
    """All class sizes up to 30: the engine's average precision is AP_MIN as a fraction."""
    for n_pos in range(1, 31, 7):
        for n_neg in range(1, 31):
            counts = negatives_first(exact_counts([(n_pos, n_neg)]))
            assert (exact_path_area(counts) - path_minimum(counts)).sign() == 0
            paper = sum(Fraction(i, i + n_neg) for i in range(1, n_pos + 1)) / n_pos
            assert ap_min(Fraction(n_pos), Fraction(n_neg)) == paper


X = sp.Symbol("x", positive=True)


@pytest.mark.parametrize(
    "chain",
    [
        Chain(X, (Step("=", X + 1, "false"),)),
        Chain(X, (Step("<", X, "not strict"),)),
        Chain(X, (Step("<", sp.log(1 + X), "false, with a rule", rises(X)),)),
        Chain(X, (Step("<=", sp.Symbol("y", positive=True), "cannot tell"),)),
        Chain(sp.nan, (Step("=", sp.nan, "undefined on both sides"),)),
        Chain((X**2 - 1) / (X - 1), (Step("=", sp.zoo, "infinite"),)),
    ],
)
def test_what_is_false_or_unknown_stays_open(chain):
    """Nothing but a confirmed step counts as proof."""
    assert chain.decide() == "open"


def test_a_chain_may_not_turn():
    """Lines up and down prove nothing, and a chain without steps proves nothing."""
    for relations in (("<", ">"), ("<=", ">="), ("=", "<", ">="), ()):
        with pytest.raises(ValueError, match="one way"):
            Chain(X, tuple(Step(relation, X, "") for relation in relations))


def test_undefined_values_are_no_evidence():
    """A claim whose sides are NaN fails there, on either side of the equation."""
    nothing = ForAll(tables, 1, lambda t: float("nan"), "=", lambda t: float("nan"))
    assert nothing.decide() == "refuted"


def test_floats_are_no_exact_evidence():
    """A rounded number is refused."""
    with pytest.raises(TypeError, match="exact"):
        ForAll(tables, 1, lambda t: 0.5, "=", lambda t: Fraction(1, 2)).decide()


def test_lemmas_must_be_proved_and_argued():
    """An open lemma or a missing argument leaves a claim at what was enumerated."""
    weak = Theorem("weak", "", "", Chain(X, (Step("=", X + 1, "false"),)))
    sound = Theorem("sound", "", "", Chain(X, (Step("<", X + 1, "more"),)))
    claim = ForAll(rankings, 3, lambda c: c.n_pos, ">", lambda c: Fraction(0))
    assert claim.decide() == "exhaustive"
    assert replace(claim, lemmas=(weak,), argument="so").decide() == "exhaustive"
    assert replace(claim, lemmas=(sound,)).decide() == "exhaustive"
    assert replace(claim, lemmas=(sound,), argument="so").decide() == "proved by reduction"
    assert replace(claim, family=lambda upto: iter(())).decide() == "open"


def test_a_bound_must_be_met_where_it_is_said_to_be():
    """The same bound at another member, or a lower one, is not attained."""
    claim = ForAll(rankings, 4, lambda c: c.pos[0], ">=", lambda c: Fraction(0))
    assert Attained(claim, negatives_first).decide() == "exhaustive"
    assert Attained(claim, lambda c: exact_counts([(c.n_pos, c.n_neg)])).decide() == "open"


def test_a_counterexample_must_be_smallest():
    """A larger witness than needed does not refute."""
    claim = ForAll(rankings, 4, lambda c: c.pos[0], "=", lambda c: Fraction(1))
    assert Refuted(claim, exact_counts([(0, 1), (1, 0)])).decide() == "refuted"
    assert Refuted(claim, exact_counts([(0, 1), (0, 1), (1, 0)])).decide() == "open"


def test_families_hold_each_case_once():
    """Weak orders are the compositions of the items, rankings the label sequences."""
    for family, sizes in ((weak_orders, [0, 3, 19, 85, 333]), (rankings, [0, 2, 8, 22, 52])):
        for upto, size in enumerate(sizes, 1):
            members = [(tuple(c.pos), tuple(c.neg)) for c in family(upto)]
            assert len(members) == len(set(members)) == size
    assert len(list(tables(3))) == 4 + 10 + 20


def test_sums_of_logarithms_have_exact_signs():
    """Equal sums in different forms are equal; close ones are told apart."""
    one = Fraction(1)
    equal = LogSum(one, ((one, Fraction(6)), (-one, Fraction(2)), (-one, Fraction(3))))
    assert (equal - LogSum(one)).sign() == 0
    power = LogSum(Fraction(0), ((Fraction(3), Fraction(2)), (-one, Fraction(8))))
    assert power.sign() == 0
    close = LogSum(Fraction(-69314718055994530941723212145818, 10**32), ((one, Fraction(2)),))
    assert close.sign() == -1
    assert holds(X, "<", X + 1)


@pytest.mark.parametrize(
    ("left", "relation", "right", "rule"),
    [
        (1 / (1 + X), "<", sp.log((1 + X) / X), falls(X)),
        (sp.log((1 + X) / X), "<", (1 / X + 1 / (1 + X)) / 2, falls(X)),
        (sp.sqrt(X), "<", sp.sqrt(X + 1), squares),
        (-sp.sqrt(X + 1), "<", -sp.sqrt(X), squares),
    ],
)
def test_rules_decide_what_simplification_cannot(left, relation, right, rule):
    """Each rule confirms a true arrow, and neither its reverse nor one moved past the other side."""
    assert holds(left, relation, right, rule)
    assert not holds(right, relation, left, rule)
    assert not holds(right + sp.Rational(1, 7), relation, right, rule)


def test_squares_need_one_sign():
    """-2 < 1, but not because of their squares."""
    assert not holds(-2 * X, "<", X, squares) and not holds(X, "<", sp.Symbol("z"), squares)


def test_a_sample_is_called_a_sample():
    """What is drawn at random is no exhaustive evidence, and can still be refuted."""
    claim = Sampled(rankings, 3, lambda c: c.n_pos, ">", lambda c: Fraction(0))
    assert claim.decide() == "sampled"
    assert replace(claim, right=lambda c: Fraction(1)).decide() == "refuted"
    assert "drawn at random" in Theorem("x", "", "", claim).evidence


def test_pairs_share_their_class_sizes():
    """Ordered pairs of different members; counted by hand for three items."""
    found = list(pairs(rankings)(3))
    assert len(found) == 2 + 2 * 3 * 2
    assert all((a.n_pos, a.n_neg) == (b.n_pos, b.n_neg) and a is not b for a, b in found)


def test_matrices_hold_each_table_once():
    """Three classes, two items: 45 ways to fill nine cells, and nine with one item."""
    seen = [written(m) for m in three_class_matrices(2)]
    assert len(seen) == len(set(seen)) == 9 + 45


@pytest.mark.parametrize("text", ["", "0(", "0()1", "012", "0)1(", "(1(0))", "1 1x"])
def test_a_ranking_must_be_well_written(text):
    """Anything but zeros, ones and pairs of brackets is refused."""
    with pytest.raises(ValueError, match="0\\(11\\)"):
        ranking(text)


def test_rankings_are_written_as_they_are_read():
    """Reading what is written gives the ranking back."""
    assert all(ranking(written(c)) == c for c in weak_orders(5))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, []),
        ({"verdict": "open"}, ["a: open, was proved"]),
        ({"verdict": "exhaustive"}, ["a: exhaustive, was proved"]),
        ({"slug": "b"}, ["b: proved, was not in the table", "a: gone from the registry"]),
        ({"caught": 1}, ["a: 1 mutants survive"]),
    ],
)
def test_make_theorems_tells_what_changed(change, told):
    """A weaker verdict, a new or lost record and a surviving mutant each fail the run."""
    record = theorems_tool.Decided("a", "b holds", "theorem", "proved", "2 steps", 2, 2, 0.0)
    assert theorems_tool.misses([replace(record, **change)], {"a": "proved"}) == told
    assert all(word in str(record) for word in ("a", "b holds", "proved", "2 of 2", "2 steps"))


def test_no_theorem_is_a_miss():
    """An empty registry is no success."""
    assert theorems_tool.misses([], {}) == ["no theorem"]
