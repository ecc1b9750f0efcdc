"""What each kind of statement means, in five renderings: goals, sentence, LaTeX, Coq's theorem, numbers.

Of each page of `docs/semantics.md` the part that could be read otherwise (a side, an interval, a quantifier, where
things are defined) is looked for in each rendering of an example; and a neighbour that is false under that reading, and
true under another, must be held for false by exact proofs and by numbers alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from corpora.letters import Line
from late import late

from layerproof.language import statements
from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.evidence import prove

with late():
    from layerproof.numerics.checks import check

PAGE = (Path(__file__).parent.parent / "docs" / "semantics.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Rendered:
    """A statement, what its renderings must contain, and a neighbour that is not so.

    Attributes:
        line: the statement, as in the corpora.
        goals: in the goals of the exact prover.
        sentence: in what is printed.
        latex: in the LaTeX.
        coq: in Coq's theorem; empty if the kind has no counterpart for this one.
        false: a neighbour that is false.
    """

    line: str
    goals: tuple[str, ...]
    sentence: str
    latex: str
    coq: tuple[str, ...]
    false: str


EACH = [
    Rendered(
        "Identity((x**2 - y**2)/(x - y), x + y) given x > y",
        ("defined=((x**2 - y**2)/(x - y), x + y)",),
        "(x**2 - y**2)/(x - y) = x + y",
        r"\frac{x^{2} - y^{2}}{x - y} = x + y",
        ("forall (x y : R)", "(x > y) ->", "<> 0"),  # for all values, under the hypothesis, defined
        "Identity((x**2 - y**2)/(x - y), x - y) given x > y",
    ),
    Rendered(
        'Inequality(u + 1/u, ">=", 2)',
        ("strict=False", "defined=(u + 1/u, 2)"),
        "u + 1/u >= 2",
        r"\ge 2",
        ("(0 < u) ->", "u <> 0", ">= 2"),  # the symbol's own domain
        'Inequality(u + 1/u, ">", 2)',  # fails at one point
    ),
    Rendered(
        'Inequality(total(X[i], i), ">=", 0) given ForAll(i, X[i] >= 0)',
        ("strict=False",),
        "sum_{i=1..n}(X[i]) >= 0",
        r"\sum_{i=1}^{n} X_{i} \ge 0",
        ("(1 <= n)", "forall i"),  # of every size, of every entry
        'Inequality(total(X[i], i), ">", 0) given ForAll(i, X[i] >= 0)',
    ),
    Rendered(
        'falls((x + y)**2, "=", x**2 + 2*x*y + y**2, "<=", 2*x**2 + 2*y**2)',
        ("Zero(", "Sign("),
        "(x + y)**2 = x**2 + 2*x*y + y**2 <= 2*x**2 + 2*y**2",
        r"\le 2 x^{2} + 2 y^{2}",
        ("/\\", "<="),
        'falls((x + y)**2, "=", x**2 + 2*x*y + y**2, "<", 2*x**2 + 2*y**2)',
    ),
    Rendered(
        "Rate(a, -a, flow(a**2/2))",
        ("rate minus right-hand side",),
        "d/dt (a) = -a",
        r"\frac{\mathrm{d} a}{\mathrm{d} t} = -a",
        ("(0 <= t) ->", "is_derive (fun s : R => (a s)) t"),  # at every time from 0 on; a true derivative
        "Rate(a, -2*a, flow(a**2/2))",
    ),
    Rendered(
        "Conserved(a**2 - b**2, pair)",
        ("rate of change",),
        "a**2 - b**2 is conserved",
        r"\frac{\mathrm{d}}{\mathrm{d} t} (a^{2} - b^{2}) = 0",
        ("t0 <= s <= t", "(a t0)"),  # the same value at two times, while the flow holds between them
        "Conserved(a**2 + b**2, pair)",
    ),
    Rendered(
        "solves(-a**3/3, r/(1 - r*t), r) given r*t < 1",
        ("value of a at time 0", "minus its rate"),
        "initially r",
        r"a(0) = r",
        (
            "0 <= s <= t",
            "0 <= s_2 <= t -> (s_2 * r) < 1",
            "((a 0) = r) ->",
        ),  # on the interval from 0, the hypothesis too
        "solves(-a**3/3, r/(1 - 2*r*t), r) given 2*r*t < 1",
    ),
    Rendered(
        'Limit(Abs(x)/x, x, 0, -1, "-")',
        ("side='-'",),
        "as x -> 0, from below",
        r"x \to 0^{-}",
        ("at_left 0",),
        'Limit(Abs(x)/x, x, 0, 1, "-")',
    ),
    Rendered(
        "Limit(Abs(x)/x, x, 0, 1)",
        ("side='+'",),
        "as x -> 0, from above",
        r"x \to 0^{+}",
        ("at_right 0",),
        "Limit(Abs(x)/x, x, 0, -1)",
    ),
    Rendered(
        "order(sin(x), x, x**3)",
        ("side='+-'",),
        "as x -> 0",
        r"(x \to 0)",
        ("at_left 0", "at_right 0", "exists C : R"),  # from both sides
        "order(Abs(x), x, x**2)",
    ),
    Rendered(
        "Asymptotic(sqrt(u**2 + u**3), u, u**2, u, 0)",
        ("side='+'",),
        "as u -> 0",
        r"(u \to 0)",
        ("at_right 0",),  # u is positive: there is no other side
        "Asymptotic(sqrt(u**2 + u**3), u, u**3, u, 0)",
    ),
    Rendered(
        "Integral(2*x*y, (x, 0, 1), y)",
        ("lower=0", "upper=1", "defined=(2*x*y, 0)"),
        "int_{x=0..1} (2*x*y) dx = y",
        r"\int_{0}^{1} 2 x y \,\mathrm{d} x = y",
        ("forall (y : R)", "(fun x => (2 * x * y)) 0 1 y"),  # x is bound
        "Integral(2*x*y, (x, 0, 1), x*0 + 2*y)",
    ),
    Rendered(
        "Substitution(x**3, (x, 0, 2), y/2, (y, 0, 4), x**2)",
        ("slope of the substitution", "image of the lower end", "image of the upper end"),
        "with y = x**2",
        r"y = x^{2}",
        ("(x ^ 3)) 0 2 v", "0 4 v", "x < x_2 -> x_2 <= 2 -> (x ^ 2) < (x_2 ^ 2)"),  # monotone, too
        "Substitution(x**3, (x, 0, 2), y, (y, 0, 4), x**2)",
    ),
    Rendered(
        'Series(1/(k*(k + 1)), (k, 1, oo), "=", 1, 1/k)',
        ("lower=1", "upper=oo"),
        "sum_{k=1..oo}",
        r"\sum_{k=1}^{\infty}",
        ("is_series", "(1 + k)"),
        'Series(1/(k*(k + 1)), (k, 2, oo), "=", 1, 1/k)',
    ),
    Rendered(
        "steps(2**m, 2*H(m), 1)",
        ("case m = 0", "step from m to m + 1"),
        "for m >= 0",
        r"H_{0} = 1",
        ("((H (0)%nat) = 1)", "(0 <= m)%nat -> (H (m + 1)%nat) = (2 * (H m))", "(0 <= m)%nat -> (H m) = (2 ^ m)"),
        "steps(2**m, 2*H(m), 2)",
    ),
    Rendered(
        'Stationary(x**2, {x: 0}, kind="minimum") given x >= 0',
        ("Inside(", "Smooth(", "for a minimum"),  # in the domain, no corner, nowhere less
        "minimum of x**2 at x = 0",
        "x = 0",
        ("(0 >= 0)", "(c_x 0) = 0 -> is_derive c_x 0 v_x ->", "forall x : R, x >= 0 -> 0 <= (x ^ 2)"),
        'Stationary(x**2 - x, {x: 0}, kind="minimum")',
    ),
    Rendered(
        "Expectation(x**4, 3*w**4, {x: Normal(0, w)})",
        ("the standard deviation is not negative", "expectation minus stated value"),
        "x ~ Normal(0, sd w)",
        r"\mathbf{E}_{x}",
        ("(0 <= w)", "(normal 0 w)", "(x ^ 4)", "(3 * (w ^ 4))"),
        "Expectation(x**4, 3*w**2, {x: Normal(0, w)})",  # a deviation, no variance
    ),
    Rendered(
        "MatrixIdentity((A + B)*(A - B), A*A - A*B + B*A - B*B)",
        ("ZeroWord(",),
        "= ",
        "A B",
        ("(n : nat)", "(1 <= n)"),  # of every size
        "MatrixIdentity((A + B)*(A - B), A*A - B*B)",
    ),
    Rendered(
        "MatrixConserved(W.T*W - V*V.T, balanced)",
        ("rate of change",),
        "is conserved",
        r"= 0",
        ("(n p : nat)", "lo < t1 < hi"),
        "MatrixConserved(W.T*W + V*V.T, balanced)",
    ),
    Rendered(
        "MatrixRate(W, (Y - W*V)*V.T, balanced)",
        ("rate minus right-hand side",),
        "d/dt (W)",
        r"\frac{\mathrm{d} W}{\mathrm{d} t}",
        ("mderive",),
        "MatrixRate(W, (Y - W*V)*V.T*2, balanced)",
    ),
]
FLOW_FREE = {"Link", "Recurrence", "Statement"}


def claim(line: str) -> Claim:
    return Line(line, "", True, False).claim()


def name(each: Rendered) -> str:
    return each.line.partition(" given ")[0]


@pytest.mark.parametrize("each", EACH, ids=name)
def test_the_five_renderings_say_the_same(each: Rendered) -> None:
    made = claim(each.line)
    goals = "\n".join(map(str, made.statement.goals()))
    for part in each.goals:
        assert part in goals
    assert each.sentence in str(made.statement)
    assert each.latex in made.statement.latex()
    try:
        theorem = theorem_of(made).statement()
    except Untranslatable:
        theorem = ""
    assert bool(theorem) is bool(each.coq)
    for part in each.coq:
        assert part in theorem
    assert prove(made, budget=10).verdict is Verdict.VERIFIED
    numbers = check(made, draws=40)
    assert numbers is not None
    assert numbers.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("each", EACH, ids=name)
def test_a_neighbour_is_held_for_false_by_proof_and_by_numbers(each: Rendered) -> None:
    made = claim(each.false)
    assert prove(made, budget=10).verdict is Verdict.REFUTED
    numbers = check(made, draws=200)
    assert numbers is None or numbers.verdict is not Verdict.SUPPORTED


def test_each_kind_has_a_page_and_an_example() -> None:
    kinds = {type(claim(each.line).statement).__name__ for each in EACH}
    assert kinds >= set(statements.__all__) - FLOW_FREE
    assert all(kind in PAGE for kind in kinds)
