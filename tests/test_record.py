"""What decides a record, on claims small enough to be decided by hand, and how records are shown."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest
import sympy as sp

from prspace.theory import record
from prspace.theory.exact import LogSum, exact_counts, negatives_first, rankings, tables
from prspace.theory.record import (
    PREC,
    RATES_OF_TABLE,
    TABLE,
    Attained,
    Chain,
    ForAll,
    Refuted,
    Sampled,
    Step,
    Theorem,
    antiderivative,
    falls,
    holds,
    plain_text,
    rises,
    squares,
)

X, T = sp.symbols("x t", positive=True)
Z = sp.Symbol("z", real=True)
INTEGRAL = Chain(
    sp.Integral(1 / (1 + T), (T, 0, X)),
    (
        Step("=", sp.log(1 + X), "the integral", antiderivative(sp.log(1 + T))),
        Step("<", X, "a rule", rises(X)),
    ),
    subject="A",
)
SOUND = Theorem("sound", "", "", Chain(X, (Step("<", X + 1, "more"),)))
COUNTED = ForAll(rankings, 3, lambda c: c.n_pos, ">", lambda c: Fraction(0))
ONE_FIRST = ForAll(rankings, 4, lambda c: c.pos[0], "=", lambda c: Fraction(1))
WITNESS = exact_counts([(0, 1), (1, 0)])
FALSE = Refuted(ONE_FIRST, WITNESS)


# Arrows


@pytest.mark.parametrize(
    ("left", "relation", "right", "truth"),
    [
        (X, "=", X, True), (X, "=", X + 1, False),
        (sp.sin(X) ** 2 + sp.cos(X) ** 2, "=", sp.Integer(1), True),
        (X, "<", X + 1, True), (X, "<", X, False), (X + 1, "<", X, False),
        (X, "<=", X, True), (X, "<=", X + 1, True), (X + 1, "<=", X, False),
        (X + 1, ">", X, True), (X, ">", X, False), (X, ">", X + 1, False),
        (X, ">=", X, True), (X + 1, ">=", X, True), (X, ">=", X + 1, False),
        (Z, "<", Z**2, False), (sp.nan, "=", sp.nan, False), (X, "<", sp.zoo, False),
        (sp.zoo, "=", sp.zoo, False), (2 * X, "<", X**2 + 1, False),
        (2 * X, "<=", X**2 + 1, True), (3, "<", 4, True),
    ],
)  # fmt: skip
def test_an_arrow(left, relation, right, truth):
    assert holds(left, relation, right) is truth


def test_a_range_is_put_in_at_once():
    y = sp.Symbol("y", positive=True)
    assert holds(X, "<", 1, where=[(X, 1 / (1 + T))])
    assert not holds(X, "<", 1)
    assert holds(X - y, "=", y - X, where=[(X, y), (y, X)]) is False
    assert holds(X / y, "=", 2, where=[(X, 2 * T), (y, T)])
    assert holds(X / y, "=", y / X, where=((X, y), (y, X))) is False


@pytest.mark.parametrize("relation", ["<", "<="])
def test_a_gap_that_rises(relation):
    turned = {"<": ">", "<=": ">="}[relation]
    log = sp.log(1 + X)
    assert holds(log, relation, X, rises(X)) and holds(X, turned, log, rises(X))
    assert not holds(X, relation, log, rises(X)) and not holds(log, turned, X, rises(X))
    assert holds(2 * X / (2 + X), relation, log, rises(X))
    assert not holds(log - 1, "=", log, rises(X)) and not holds(X, "=", X, rises(X))
    # 1 - x rises nowhere, x - 1 does not rise from zero
    assert not holds(sp.Integer(1), relation, X, rises(X))
    assert not holds(log, relation, X, rises(X, times=-1))
    assert not holds(log, relation, X, rises(X, times=Z))
    assert holds(log / X, relation, sp.Integer(1), rises(X, times=X))


def test_a_gap_is_differentiated_four_times_at_most():
    terms = [X**k / sp.factorial(k) for k in range(5)]
    decided = [holds(sum(terms[:k]), "<", sp.exp(X), rises(X)) for k in (4, 5)]
    assert decided == [True, False]


def test_each_differentiation_is_counted():
    gap = sp.exp(X) - 1 - X
    assert [record._rises(gap, X, depth) for depth in range(4)] == [False, False, True, True]


@pytest.mark.parametrize(("left", "right"), [(sp.log(1 + 1 / X), 1 / X)])
def test_a_gap_that_falls(left, right):
    for relation, turned in (("<", ">"), ("<=", ">=")):
        assert holds(left, relation, right, falls(X)) and holds(right, turned, left, falls(X))
        assert not holds(right, relation, left, falls(X))
        assert not holds(left, relation, right + 1, falls(X))  # falls to one
        assert not holds(left, relation, right, falls(X, times=-1))
        assert not holds(left, relation, right, falls(X, times=Z))
        assert holds(left / 2, relation, right / 2, falls(X, times=2))
    assert not holds(left, "=", right, falls(X))
    assert not holds(left, "=", left, falls(X))
    assert not holds(left / X**2, "<", right / X**2, falls(X, times=X**4))


def test_squares_keep_or_turn_the_arrow():
    root, more = sp.sqrt(X), sp.sqrt(X + 1)
    for relation, turned in (("<", ">"), ("<=", ">=")):
        assert holds(root, relation, more, squares) and holds(more, turned, root, squares)
        assert holds(-more, relation, -root, squares) and holds(-root, turned, -more, squares)
        assert not holds(-root, relation, -more, squares)
        assert not holds(more, relation, root, squares)
        assert not holds(-more, relation, root, squares)  # true, but not by squares
        assert not holds(root, turned, -more, squares)
    assert holds(root, "=", root, squares) and not holds(root, "=", -root, squares)


def test_a_primitive():
    integral = sp.Integral(1 / (1 + T), (T, 0, X))
    rule, value = antiderivative(sp.log(1 + T)), sp.log(1 + X)
    assert rule.primitive == sp.log(1 + T) and holds(integral, "=", value, rule)
    assert not holds(integral, "=", value + 1, rule)
    assert not holds(integral, "<=", value, rule)
    assert not holds(value, "=", value, rule)
    assert not holds(integral, "=", value, antiderivative(sp.log(2 + T)))
    twice = sp.Integral(1, (T, 0, X), (X, 0, 1))
    assert not holds(twice, "=", sp.Rational(1, 2), antiderivative(T))
    shifted = sp.Integral(1 / (1 + T), (T, 1, X + 1))
    assert holds(shifted, "=", sp.log((2 + X) / 2), rule)
    assert holds(sp.Integral(2 * T, (T, 0, X)), "=", X**2, antiderivative(T**2))
    assert holds(sp.Integral(-1 / (1 + T), (T, 0, X)), "=", -value, antiderivative(-sp.log(1 + T)))
    inverse = antiderivative(-1 / (1 + T))
    assert holds(sp.Integral(1 / (1 + T) ** 2, (T, 0, X)), "=", X / (1 + X), inverse)


def test_a_primitive_on_a_range_that_does_not_start_at_zero():
    """What is looked at inside lies inside: 4 - t is positive from 1 to 3, and not beyond 4."""
    integral = sp.Integral(-1 / (4 - T), (T, 1, 3))
    assert holds(integral, "=", -sp.log(3), antiderivative(sp.log(4 - T)))
    below = sp.Integral(1 / (1 - T) ** 2, (T, 2, 3))
    assert holds(below, "=", sp.Rational(1, 2), antiderivative(1 / (1 - T)))
    power = sp.Integral(1 / (4 - T) ** 2, (T, 1, 3))
    assert holds(power, "=", sp.Rational(2, 3), antiderivative(1 / (4 - T)))


def test_a_primitive_must_be_continuous():
    for primitive, low, high in (
        (-1 / (T - 1), 0, 2),  # a pole inside
        (-1 / T, 0, 1),  # at the lower end
        (1 / (1 - T), 0, 1),  # at the upper end
        (sp.log(T), 0, 1),  # a logarithm of zero
        (sp.log(1 - T), 0, 1),
        (sp.log(T - 1), 0, 2),
        (sp.sin(T), 0, 1),  # neither rational nor a logarithm
        (sp.sqrt(T), 0, 1),
    ):
        integral = sp.Integral(sp.diff(primitive, T), (T, low, high))
        ends = primitive.subs(T, high) - primitive.subs(T, low)
        assert not antiderivative(primitive)(integral, "=", ends, ())


def test_a_primitive_takes_the_range_too():
    where = ((PREC, 1 / (1 + X)),)
    integral = sp.Integral(1 / (T + PREC), (T, 0, 1))
    rule = antiderivative(sp.log(T + PREC))
    assert holds(integral, "=", sp.log(2 + X), rule, where)


# Chains


def test_the_first_broken_step_is_named():
    good, bad = Step("<", X + 1, "more"), Step("<", X, "less")
    assert Chain(X, (good, bad)).broken_step() is bad
    assert Chain(X, (bad, good)).broken_step() is bad
    assert Chain(X, (good, Step("<", X + 2, ""))).broken_step() is None
    assert Chain(X, (good, Step("<", X + sp.Rational(1, 2), ""))).broken_step() is not None
    assert INTEGRAL.decide() == "proved" and Chain(X, (bad,)).decide() == "open"
    assert Chain(X, (Step("<", 1, ""),), where=((X, 1 / (1 + T)),)).decide() == "proved"


def test_which_ways_a_chain_may_go():
    for relations in ("=", "=<", "<=", "=>", "<"):
        Chain(X, tuple(Step(relation, X, "") for relation in relations))
    Chain(X, (Step("<", X, ""), Step("<=", X, ""), Step("=", X, "")))
    Chain(X, (Step(">", X, ""), Step(">=", X, ""), Step("=", X, "")))
    with pytest.raises(ValueError, match=r"got relations \['<', '>='\]"):
        Chain(X, (Step("<", X, ""), Step(">=", X, "")))


def test_mutants_of_a_chain():
    """Each line a seventh past the other side; a strict one also on it."""
    seventh, log = sp.Rational(1, 7), sp.log(1 + X)
    lines = [[step.value for step in chain.steps] for chain in INTEGRAL.mutants()]
    assert lines == [[log + seventh, X], [log - seventh, X], [log, log - seventh], [log, log]]
    assert all(chain.decide() == "open" for chain in INTEGRAL.mutants())
    for relation, past in (
        ("<", [-seventh, 0]),
        ("<=", [-seventh]),
        (">", [seventh, 0]),
        (">=", [seventh]),
    ):
        chain = Chain(X, (Step(relation, X, "kept", None), Step("=", X, "")), subject="s")
        moved = list(chain.mutants())[: len(past)]
        assert [m.steps[0].value - X for m in moved] == past
        assert all(m.steps[0].because == "kept" and m.steps[1] is chain.steps[1] for m in moved)
        assert len(list(chain.mutants())) == len(past) + 2


# Claims over families


def test_a_claim_is_refuted_by_its_first_failure():
    claim = replace(COUNTED, right=lambda c: Fraction(1))
    first = claim.first_failure()
    assert claim.decide() == "refuted" and first.n_pos == 1 and first is next(claim.members())
    assert claim.fails_at(first) and not COUNTED.fails_at(first)
    assert COUNTED.first_failure() is None and COUNTED.decide() == "exhaustive"
    given = replace(claim, given=lambda c: c.n_pos > 1)
    assert given.decide() == "exhaustive" and {c.n_pos for c in given.members()} == {2}
    assert replace(claim, given=lambda c: False).decide() == "open"


def test_a_value_is_computed_once_for_a_case():
    calls = []

    def left(item):
        calls.append(item)
        return Fraction(1)

    members = list(rankings(3))
    claim = ForAll(lambda upto: iter(members), 3, left, ">", lambda c: Fraction(0))
    assert claim.decide() == "exhaustive" and len(list(claim.mutants())) == 2
    assert [m.decide() for m in claim.mutants()] == ["exhaustive", "refuted"]
    assert len(calls) == len(members)


@pytest.mark.parametrize(
    ("relation", "move"),
    [("=", 1), ("<", -1), ("<=", -1), (">", 1), (">=", 1)],
)
def test_mutants_of_a_claim_over_a_family(relation, move):
    claim = ForAll(rankings, 3, lambda c: c.n_pos, relation, lambda c: c.n_neg)
    moved, *turned = claim.mutants()
    item = exact_counts([(2, 1)])
    assert moved.right(item) == 1 + Fraction(move, 100) and moved.relation == relation
    expected = {"=": [], "<": [">"], "<=": [">="], ">": ["<"], ">=": ["<="]}[relation]
    assert [m.relation for m in turned] == expected
    assert all(m.right is claim.right for m in turned)


def test_lemmas_must_all_be_proved():
    weak = Theorem("weak", "", "", Chain(X, (Step("=", X + 1, "false"),)))
    for lemmas, verdict in (
        ((SOUND,), "proved by reduction"),
        ((SOUND, SOUND), "proved by reduction"),
        ((SOUND, weak), "exhaustive"),
        ((), "exhaustive"),
    ):
        assert replace(COUNTED, lemmas=lemmas, argument="so").decide() == verdict
    assert Sampled(rankings, 3, COUNTED.left, ">", COUNTED.right).decide() == "sampled"


def bound(value=Fraction(0)):
    "The first item of a ranking is a positive, or less."
    return ForAll(rankings, 4, lambda c: c.pos[0], ">=", lambda c: value)


def test_a_bound_that_is_met():
    attained = Attained(bound(), negatives_first)
    assert attained.decide() == "exhaustive"
    sizes = [(c.n_pos, c.n_neg) for c in attained._named()]
    assert len(sizes) == len(set(sizes)) and all(c.pos[0] == 0 for c in attained._named())
    assert Attained(bound(Fraction(-1)), negatives_first).decide() == "open"
    assert Attained(bound(Fraction(1)), lambda c: c).decide() == "open"


def test_mutants_of_a_bound():
    attained = Attained(bound(), negatives_first)
    up, down, turned, elsewhere = attained.mutants()
    item = exact_counts([(1, 0), (0, 1)])
    assert [m.claim.right(item) for m in (up, down)] == [Fraction(1, 1000), Fraction(-1, 1000)]
    assert turned.claim.relation == "<=" and turned.at is negatives_first
    unmet = elsewhere.at(item)
    assert unmet.pos[0] == 1 and (unmet.n_pos, unmet.n_neg) == (1, 1)
    other = exact_counts([(3, 0)])
    assert elsewhere.at(other) is other and elsewhere.claim is attained.claim
    assert [m.decide() for m in (up, down, turned)] == [
        "open", "open", "refuted"
    ]  # fmt: skip
    assert elsewhere.decide() == "open"
    always = Attained(
        ForAll(rankings, 3, lambda c: Fraction(0), ">=", lambda c: Fraction(0)), negatives_first
    )
    assert len(list(always.mutants())) == 3


def test_a_witness_refutes_only_as_the_smallest_member():
    assert FALSE.decide() == "refuted"
    assert replace(FALSE, witness=exact_counts([(0, 1), (0, 1), (1, 0)])).decide() == "open"
    assert replace(FALSE, witness=exact_counts([(1, 0), (0, 1)])).decide() == "open"  # it holds
    assert replace(FALSE, witness=exact_counts([(0, 2), (1, 0)])).decide() == "open"  # no member
    assert (
        FALSE._is_member()
        and not replace(FALSE, witness=exact_counts([(0, 2), (1, 0)]))._is_member()
    )
    given = replace(ONE_FIRST, given=lambda c: c.n_neg > 1)
    assert Refuted(given, exact_counts([(0, 1), (0, 1), (1, 0)])).decide() == "refuted"
    nan = ForAll(rankings, 4, lambda c: float("nan"), "=", lambda c: Fraction(1))
    assert Refuted(nan, next(nan.members())).decide() == "open"
    logs = ForAll(rankings, 3, lambda c: LogSum(Fraction(1)), "=", lambda c: LogSum(Fraction(2)))
    assert Refuted(logs, next(logs.members())).decide() == "refuted"


def test_mutants_of_a_false_claim():
    *others, trivial = FALSE.mutants()
    assert [m.witness.pos[0] for m in others] == [1] * len(others) and len(others) == 11
    assert trivial.claim.right is ONE_FIRST.left and trivial.claim.relation == "="
    assert {m.decide() for m in (*others, trivial)} == {"open"}
    less = replace(FALSE, claim=replace(ONE_FIRST, relation=">="))
    assert list(less.mutants())[-1].claim.relation == "="


# Theorems


def test_what_a_theorem_says_of_itself():
    two = Theorem("two", "", "", INTEGRAL)
    sampled = Theorem("s", "", "", Sampled(rankings, 3, COUNTED.left, ">", COUNTED.right))
    reduced = Theorem("r", "", "", replace(COUNTED, lemmas=(SOUND,), argument="so"))
    attained = Theorem("a", "", "", Attained(replace(bound(), lemmas=(SOUND,)), negatives_first))
    false = Theorem("f", "", "", FALSE)
    assert [t.kind for t in (SOUND, two, sampled, false)] == [
        "lemma",
        "theorem",
        "theorem",
        "false claim",
    ]
    assert [t.evidence for t in (SOUND, two, sampled, reduced, attained, false)] == [
        "1 step", "2 steps", "8 rankings drawn at random", "all 8 rankings up to size 3, sound",
        "all 22 rankings up to size 4, sound", "`01`, where 0 = 1 is false",
    ]  # fmt: skip
    assert [t.uses for t in (two, reduced, attained)] == [(), ("sound",), ("sound",)]
    assert repr(two) == "Theorem(two: proved)" and two._repr_markdown_() == two.to_markdown()
    assert len(two.mutants()) == 4 and two.survivors() == []
    trivial = Theorem("t", "", "", ForAll(rankings, 3, COUNTED.left, ">", lambda c: Fraction(-1)))
    assert [m.relation for m in trivial.survivors()] == [">"]


def test_a_verdict_is_computed_once():
    class Claim:
        asked = 0

        def decide(self):
            self.asked += 1
            return "proved"

    theorem = Theorem("x", "", "", claim := Claim())
    assert theorem.verdict() == theorem.verdict() == "proved" and claim.asked == 1


def test_at_most_twenty_mutants_and_at_least_one():
    claim = ForAll(rankings, 5, lambda c: c.pos[0], "=", lambda c: Fraction(1))
    assert len(Theorem("x", "", "", Refuted(claim, WITNESS)).mutants()) == 20
    with pytest.raises(ValueError, match="must have mutants: got none"):
        record._limited(iter(()))
    assert record._limited(iter(range(3))) == [0, 1, 2]


@pytest.mark.parametrize(
    "thing", [Step("=", X, ""), INTEGRAL, COUNTED, Attained(bound(), negatives_first), FALSE, SOUND],
    ids=lambda thing: type(thing).__name__,
)  # fmt: skip
def test_records_never_change(thing):
    with pytest.raises(FrozenInstanceError):
        thing.claim = None


# Words


def test_a_proof_in_markdown_and_in_plain_text():
    theorem = Theorem("a-b", "The area is $\\frac{a}{b+1}$.", "Me 1999", INTEGRAL)
    assert (
        theorem.to_markdown()
        == r"""**a-b.** The area is $\frac{a}{b+1}$. *(Me 1999)*

$$\begin{aligned}
A \\
&=\ \int\limits_{0}^{x} \frac{1}{t + 1}\, dt &&\text{the package's function on symbols} \\
&=\ \left[\ln{\left(t + 1 \right)}\right]_{t=0}^{t=x} &&\text{checked by differentiation} \\
&=\ \ln{\left(x + 1 \right)} &&\text{the integral} \\
&<\ x &&\text{a rule}
\end{aligned}$$

Verdict: **proved**."""
    )
    assert (
        theorem.to_text()
        == """a-b. The area is a/(b+1). (Me 1999)

  A
    = ∫₀^x 1/(t + 1) dt          the package's function on symbols
    = [ ln(t + 1)]_(t=0)^(t=x)   checked by differentiation
    = ln(x + 1)                  the integral
    < x                          a rule

Verdict: proved."""
    )


def test_a_chain_without_a_subject_begins_with_its_start():
    shown = SOUND.to_markdown()
    assert "\nx \\\\\n&<\\ x + 1 &&\\text{more}\n" in shown and "package's function" not in shown
    weak = Theorem("w", "", "", Chain(X, (Step("<=", X, ""),))).to_markdown()
    assert r"&\le\ x" in weak
    named = Chain(sp.Symbol("N") + sp.Symbol("ab"), (Step("=", X, ""),))
    assert r"\mathrm" not in record._aligned(named)
    cells = Chain(TABLE.tp, (Step("=", TABLE.tp, ""),))
    assert record._proof(cells).count(r"\mathrm{TP}") == 2 and r"\mathrm{x}" not in shown


def test_long_lines_of_a_chain_do_not_widen_the_others():
    left = "+".join(["abcdefghi"] * 8)
    text = plain_text(
        f"$$\\begin{{aligned}}\n{left} \\\\\n&=\\ b &&\\text{{why}}\n\\end{{aligned}}$$"
    )
    first, second = text.split("\n")
    assert first == "  " + left and second == "    = b".ljust(60) + "   why"


def test_evidence_over_a_family():
    proof = record._proof
    assert proof(COUNTED) == "Checked on all 8 rankings up to size 3, exactly."
    reduced = replace(COUNTED, lemmas=(SOUND, SOUND), argument="It follows.")
    seen = "Checked on all 8 rankings up to size 3, exactly."
    assert proof(reduced) == f"It follows. (from sound, sound) {seen}"
    assert proof(Attained(reduced, negatives_first)) == f"It follows. (from sound, sound) {seen}"
    assert proof(FALSE) == "Counterexample: `01`, where 0 = 1 is false."
    many = ForAll(tables, 12, lambda t: Fraction(1), "=", lambda t: Fraction(1))
    assert record._checked(many).startswith("all 1,819 tables up to size 12")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1, "1"),
        (Fraction(1, 3), "1/3"),
        (sp.sqrt(2), "1.4142"),
        (LogSum(Fraction(1), ((Fraction(1), Fraction(2)),)), "1.6931"),
    ],
    ids=["whole", "fraction", "root", "logarithm"],
)
def test_numbers_of_a_counterexample(value, shown):
    assert record._number(value) == shown


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\frac{a+b}{c}", "(a+b)/c"),
        (r"\frac{1}{n(n+1)}", "1/(n(n+1))"),
        (r"\frac{(a+b)}{(c)}", "(a+b)/(c)"),
        (r"\frac{(a)+(b)}{c}", "((a)+(b))/c"),
        (r"\frac{a-b}{c-d}", "(a−b)/(c−d)"),
        (r"\frac{a}{b \cdot c}", "a/(b · c)"),
        (r"\frac{a b}{b c}", "a b/(b c)"),
        (r"\frac{1}{\frac{a}{b}}", "1/(a/b)"),
        (r"\frac12", "1/2"),
        (r"\binom{n}{k}", "C(n, k)"),
        (r"\sqrt{x}+\sqrt{ab}", "√x+√(ab)"),
        (r"x^2+x_{10}+x^{n+1}+x^{-1}", "x²+x₁₀+xⁿ⁺¹+x⁻¹"),
        (r"x^{ab}+x_i+x_{i,j}+x_n", "x^ab+x_i+x_(i,j)+x_n"),
        (r"e^{-x}", "e^(−x)"),
        (r"\ln\frac{a}{b}", "ln(a/b)"),
        (r"\ln x", "ln x"),
        (r"\ln(1+x)", "ln(1+x)"),
        (r"2\ln  3", "2 ln 3"),
        (r"a \le b", "a ≤ b"),
        (r"a\,b\;c\:d\ e", "a b c d e"),
        (r"\text{re-call}-\mathrm{TP}", "re-call−TP"),
        (r"\operatorname{f}+\mathbf{g}", "f+g"),
        (r"\overline{p}", "mean(p)"),
        (r"\left(\frac{a}{b}\right)", "(a/b)"),
        (r"( a + b )", "(a + b)"),
        (r"\lvert x\rvert", "|x|"),
        (r"\lvert  x\rvert", "|x|"),
        (r"\log x", "ln x"),
        (r"a~b", "a b"),
        (r"a\{b\}", "a{b}"),
        (r"\unknown", "unknown"),
        (r"x^{}", "x^()"),
        (r"\sum_{i=1}^n", "Σ_(i=1)ⁿ"),
    ],
)  # fmt: skip
def test_formulas_in_plain_signs(latex, shown):
    assert plain_text(f"${latex}$") == shown


def test_emphasis_in_plain_text():
    assert plain_text("**bold** and *it*, a*b*c, $x$ and $y^2$") == "bold and it, a*b*c, x and y²"


def test_cells_and_rates_of_the_table():
    tp, fp, fn, tn = sp.symbols("TP FP FN TN", positive=True)
    assert [str(value) for _, value in RATES_OF_TABLE] == [
        "TP/(FN + TP)", "TP/(FP + TP)", "(FN + TP)/(FN + FP + TN + TP)",
    ]  # fmt: skip
    assert (TABLE.threshold, TABLE.tp, TABLE.fp, TABLE.fn, TABLE.tn) == (None, tp, fp, fn, tn)
    assert [record.prevalence(exact_counts([(1, 2), (2, 3)]))] == [Fraction(3, 8)]
    assert holds(record.PI / (1 - record.PI), "=", record.ODDS, where=[record.IN_ODDS])


# What must be refused, and signs at the edge


def test_a_gap_of_one_is_no_equality():
    for low, high in ((sp.Integer(1), sp.Integer(2)), (X, X + 1), (1 / X, 1 + 1 / X)):
        assert not holds(low, "=", high) and not holds(high, "=", low)


def test_an_integral_is_decided_alone_once_and_as_an_equality():
    rule, once = antiderivative(T**2), sp.Integral(2 * T, (T, 0, 1))
    verdicts = [holds(once, r, sp.Integer(1), rule) for r in ("=", "<=", ">=", "<", ">")]
    assert verdicts == [True, False, False, False, False]
    assert not holds(sp.Integral(2 * T, (T, 0, 1), (X, 0, 2)), "=", sp.Integer(1), rule)
    assert rule(T**2, "=", T**2 + 1, ()) is False


@pytest.mark.parametrize(("below", "truth"), [(T - 2, True), (2 * T - 1, False)], ids=str)
def test_a_pole_beside_a_logarithm(below, truth):
    primitive = sp.log(1 + T) + 1 / below
    ends = primitive.subs(T, 1) - primitive.subs(T, 0)
    integral = sp.Integral(sp.diff(primitive, T), (T, 0, 1))
    assert holds(integral, "=", ends, antiderivative(primitive)) is truth


def test_what_falls_is_the_product():
    assert holds(sp.Integer(0), "<", 1 / X, falls(X))
    assert not holds(sp.Integer(0), "<", 1 / X, falls(X, times=X**2))


def test_the_symbols_of_the_record_are_positive():
    for symbol in (record.PI, record.R, PREC, record.ODDS):
        assert holds(sp.Integer(0), "<", symbol)


@pytest.mark.parametrize("order", [1, -1])
def test_the_smallest_failure_decides_in_whatever_order_members_come(order):
    small, large = exact_counts([(0, 1), (1, 0)]), exact_counts([(0, 1), (0, 1), (1, 0)])
    family = replace(ONE_FIRST, family=lambda size: [small, large][::order])
    assert Refuted(family, small).decide() == "refuted"


def test_other_classes_keep_the_member_at_which_a_bound_is_met():
    elsewhere = list(Attained(bound(), negatives_first).mutants())[-1]
    items = [exact_counts([(0, p), (q, 0)]) for p, q in ((1, 1), (1, 2), (2, 1), (3, 1), (1, 3))]
    assert [elsewhere.at(c) is c for c in items] == [False, True, True, True, True]
    unmet = elsewhere.at(items[0])
    smaller = exact_counts([(0, 1)])
    assert unmet is not items[0] and elsewhere.at(smaller) is smaller


def test_bars_and_logarithms_in_plain_text():
    assert plain_text("$|x| + 1$") == "|x| + 1"
    assert plain_text(r"$a\ln{1+x}$") == "a ln 1+x" and plain_text(r"$\ln{x y}$") == "ln x y"
