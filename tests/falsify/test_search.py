"""Counterexamples: found where random points miss them, exactly inside the hypotheses, and simple."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from layerproof.language.claims import Claim
from layerproof.language.statements import Identity, Inequality, Statement
from layerproof.language.symbols import ForAll, families, index, natural, positive, real, total
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove
from layerproof.proving.exact.balls import Point
from layerproof.proving.search import Counterexample, Log, falsify, second_try
from layerproof.proving.search.boundaries import on_equalities
from layerproof.proving.search.charts import charts, inside, sizes
from layerproof.proving.search.confirm import Question
from layerproof.proving.search.simplify import shrink

from . import corpus

x, y, z = positive("x y z")
a, b = real("a b")
n, p = natural("n p")
R = sp.Rational


def claim(statement: Statement, *hypotheses: Any) -> Claim:
    return Claim("test/claim", title="", statement=statement, hypotheses=hypotheses)


def found(statement: Statement, *hypotheses: Any, budget: float = 4.0) -> Counterexample | None:
    return falsify(claim(statement, *hypotheses), budget=budget)


def values(witness: Counterexample, expr: sp.Basic) -> dict[sp.Symbol, sp.Rational]:
    return {s: sp.Rational(witness.symbols[str(s)]) for s in expr.free_symbols if str(s) in witness.symbols}


SLOW = {"small-region-14", "small-region-18", "others-7", "others-8", "sizes-4", "sizes-2"}
PLAIN = [
    c
    for c in corpus.false_claims()
    if isinstance(c.statement, (Identity, Inequality)) and c.id.split("/")[1] not in SLOW
]


def is_written_in_symbols(one: Claim) -> bool:
    return not any(e.has(sp.Sum) or e.atoms(sp.core.function.AppliedUndef) for e in one.statement.expressions())


@pytest.mark.parametrize("one", PLAIN[::3], ids=lambda c: c.id)
def test_a_false_conjecture_falls_and_the_witness_is_right(one: Claim) -> None:
    """SymPy, to 60 digits, confirms what ball arithmetic says, and that every hypothesis holds exactly."""
    witness = falsify(one, budget=4)
    assert witness is not None
    if not is_written_in_symbols(one):
        return
    statement = one.statement
    for hypothesis in one.hypotheses:
        assert hypothesis.xreplace(values(witness, hypothesis)) == sp.true
    sides = statement.lhs - statement.rhs
    at = values(witness, sides)
    assert set(at) == sides.free_symbols
    for symbol, value in at.items():
        assert all(getattr(value, f"is_{name}") in (truth, None) for name, truth in symbol.assumptions0.items())
    value = sp.N(sides.subs(at), 60)
    if isinstance(statement, Identity):
        assert abs(value) > 1e-30
    else:
        gap = value if statement.relation[0] == ">" else -value
        assert gap < 1e-30 if statement.strict else gap < -1e-30


@pytest.mark.parametrize("kind", ["limits", "others"])
def test_limits_integrals_sums_chains_and_flows_fall(kind: str) -> None:
    for one in corpus.FALSE[kind]:
        if one.id.split("/")[1] not in SLOW:
            assert falsify(one, budget=4) is not None, one.id


@pytest.mark.parametrize("one", corpus.TRUE[::2], ids=lambda c: str(c.statement))
def test_what_is_true_has_no_counterexample(one: Claim) -> None:
    log = Log()
    assert falsify(one, budget=0.15, log=log) is None
    assert log.points > 0


@pytest.mark.parametrize(
    ("statement", "hypotheses"),
    [
        (Inequality(a, "<=", 1), [a**2 + b**2 <= 1]),
        (Inequality(a * b, "<=", R(1, 2)), [sp.Eq(a**2 + b**2, 1)]),
        (Inequality(1 / (1 - x), ">", 0), [x < 1]),
        (Identity(sp.Abs(x - 1), x - 1), [x >= 1]),
        (Identity(sp.sqrt((a - 5) ** 2), 5 - a), [a <= 5]),
        (Inequality(n, ">=", 3), [n > 2]),
        (Inequality(x * y, ">=", 1), [x >= 1, y >= 1]),
        (Inequality(sp.log(x), "<", 0), [x < 1]),
        (Identity(x * y, 1), [sp.Eq(x * y, 1)]),
        (Identity(a**2, 1), [sp.Eq(sp.Abs(a), 1)]),
    ],
    ids=str,
)
def test_no_witness_outside_of_the_hypotheses(statement: Statement, hypotheses: list[Any]) -> None:
    """Each is false just beyond its hypotheses, where a careless search would look."""
    assert found(statement, *hypotheses, budget=0.2) is None


@settings(max_examples=6, deadline=None)
@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(-4, 4), st.integers(1, 5))
def test_a_witness_satisfies_random_hypotheses(c1: int, c2: int, c0: int, size: int) -> None:
    assume(c1 or c2)  # what holds of numbers alone is refused as a hypothesis
    hypotheses = [c1 * a + c2 * b + c0 > 0, a**2 + b**2 <= size]
    witness = found(Inequality(a + 2 * b, "<", R(size, 100) - 1), *hypotheses, budget=0.5)
    if witness is not None:
        for hypothesis in map(sp.sympify, hypotheses):
            assert hypothesis.xreplace(values(witness, hypothesis)) == sp.true


def test_a_hypothesis_at_a_free_index_holds_at_every_index() -> None:
    u = families("u")
    i = index("i", p)
    domain = Domain.of([total(u[i], i)], [u[i] > 0])
    point = Point({p: Fraction(2), ("u", 1): Fraction(1), ("u", 2): Fraction(-3), i: Fraction(1)})
    assert not inside(domain, point)
    point.values[("u", 2)] = Fraction(3)
    assert inside(domain, point)


def test_nothing_is_refuted_where_the_statement_is_not_defined() -> None:
    """``(a^2 - 1)/(a - 1) = a + 1`` is not false at 1: there it says nothing."""
    assert found(Identity((a**2 - 1) / (a - 1), a + 1), budget=0.2) is None
    assert found(Inequality(1 / a**2, ">", 0), budget=0.2) is None


def test_witnesses_are_simple() -> None:
    witness = found(Identity(sp.Max(x, 1000), 1000))
    assert witness is not None
    assert dict(witness.symbols) == {"x": "2000"}
    witness = found(Inequality(n**2, "<=", 60))
    assert witness is not None
    assert dict(witness.symbols) == {"n": "8"}
    witness = found(Inequality(x + y + z, ">", 3 * (x * y * z) ** R(1, 3)))
    assert witness is not None
    assert set(witness.symbols.values()) == {"1"}
    assert witness.residual == "0"


def test_shrinking_keeps_what_refutes() -> None:
    """Down from a huge value to a round one beyond 1234.5, never to one that does not refute."""
    point = Point({x: Fraction(10**40 + 7), y: Fraction(22, 7)})
    asked: list[Fraction] = []

    def still(trial: Point) -> bool:
        asked.append(trial.values[x])
        return trial.values[x] > Fraction(2469, 2) and trial.values[y] > 1

    simple = shrink(point, still, {x, y}, float("inf"))
    assert still(simple)
    assert simple.values[x] in (2000, 3000)
    assert simple.values[y] == 2


def test_an_exact_zero_is_told_from_a_small_number() -> None:
    """A strict inequality fails at an exact zero only: 1e-1000 is positive, and is not taken for one."""
    domain = Domain.of([x], [])
    point = Point({x: Fraction(1)})
    hidden = (sp.sqrt(x + 1) - sp.sqrt(2)) ** 2 + R(1, 10**1000)  # no precision that is tried tells it from 0
    assert Question(domain, hidden, True, "", ()).refuted_at(point) is None
    assert Question(domain, (x - 1) ** 2, True, "", ()).refuted_at(point) is not None


def test_points_on_a_curve_of_degree_two() -> None:
    import random

    domain = Domain.of([a, b], [sp.Eq(a**2 + b**2, 1)])
    chart = list(charts(domain, {}))[-1]
    points = [chart.point(v) for v in on_equalities(chart, random.Random(0), 40)]
    known = {tuple(q.values.values()) for q in points if q is not None}
    assert len(known) > 10
    assert all(first**2 + second**2 == 1 for first, second in known)


def test_sizes_are_small_first_and_respect_assumptions() -> None:
    i = index("i", p)
    u = families("u")
    small = list(sizes(Domain.of([total(u[i], i)], []), [total(u[i], i)]))
    assert small[0] == {p: 2}
    assert {f[p] for f in small} == {1, 2, 3}
    assert all(f[p] > 3 for f in sizes(Domain.of([total(u[i], i)], []), [total(u[i], i)], large=True))


def test_a_second_try_at_what_was_left_open() -> None:
    one = claim(Inequality((x - R(12345, 1000)) ** 2, ">=", R(1, 10**8)))
    before = prove(one)
    assert str(before.verdict) == "UNDECIDED"
    after = second_try(one, before, 4)
    assert str(after.verdict) == "REFUTED"
    assert after.witness is not None
    assert after.witness.symbols["x"] == "2469/200"
    assert "search for counterexamples" in after.how


@pytest.mark.slow
def test_a_second_try_that_finds_nothing_says_what_it_did() -> None:
    one = claim(Inequality(sp.sin(x) + sp.sin(sp.sqrt(2) * x) + 2, ">", 0))
    before = prove(one)
    after = second_try(one, before, 0.6)
    assert str(after.verdict) == "UNDECIDED"
    assert str(before.reason) in str(after.reason)
    assert "no counterexample among" in str(after.reason)


def test_evidence_that_is_no_open_question_comes_back_as_it_is() -> None:
    one = claim(Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    before = prove(one)
    assert second_try(one, before, 4) is before


def test_what_holds_of_every_entry_holds_of_the_entries_of_a_counterexample() -> None:
    """The search looked at the other hypotheses only, and refuted what is true of the second entry."""
    n = natural("n")
    X, Z, i = *families("X Z"), index("i", n)
    every = (ForAll(i, X[i] >= Z[i]), n >= 2)
    for statement in (Inequality(X[2], ">=", Z[2]), Inequality((X[2] - Z[2]) ** 3, ">=", 0)):
        assert falsify(claim(statement, *every), budget=2) is None
    assert falsify(claim(Inequality(X[2], ">=", Z[2] + 1), *every), budget=2) is not None
