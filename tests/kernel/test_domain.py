"""Hypotheses parametrised by slacks: onto the domain, and contradictions found."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sympy as sp

from layerproof.language.symbols import natural, positive, real
from layerproof.proving import slacks
from layerproof.proving.domain import Contradiction, Domain, IllPosed
from layerproof.proving.exact.balls import satisfies
from layerproof.proving.exact.drawing import points

x, y, S0, Sig = real("x y S_0 Sigma_0")
S, r0, eps = positive("S r_0 epsilon")
p = natural("p")
HYPOTHESES = [
    [r0 < S],
    [eps < sp.Rational(1, 2), r0 / S < eps],
    [Sig > S0, Sig > -S0],
    [x**2 + y**2 < 1],
    [sp.Eq(x, 2 * y + 1), y >= 3],
    [sp.Ne(x, 0), x <= y],
    [p > 2, x < p],
    [x < sp.sqrt(2), x > 0],
]


@pytest.mark.parametrize("hypotheses", HYPOTHESES, ids=str)
def test_points_lie_inside(hypotheses: list[sp.Basic]) -> None:
    domain = Domain.of([x, S, p], hypotheses)
    found = list(points(domain, limit=30))
    assert len(found) >= 20
    for point in found:
        assert satisfies(point, domain.constraints)
        exact = {
            k: sp.Rational(v.numerator, v.denominator) for k, v in point.values.items() if isinstance(k, sp.Symbol)
        }
        assert all(sp.sympify(h).subs(exact) == sp.true for h in hypotheses)


@pytest.mark.parametrize(
    "hypotheses", [[x < y, y < x], [r0 > S, r0 < S], [x > 1, x < 0], [S < 0], [sp.Eq(x, 1), x < 0]], ids=str
)
def test_contradictions(hypotheses: list[sp.Basic]) -> None:
    with pytest.raises(Contradiction, match="contradict"):
        Domain.of([x], hypotheses).parametrisations()


def test_slacks_of_symbols_with_one_name_stay_apart() -> None:
    twin = sp.Symbol("S", positive=True, rational=True)
    (found, *_) = Domain.of([S, twin], []).parametrisations()
    assert found.values[S] != found.values[twin]


def test_assumptions_beyond_signs_hold_at_every_point() -> None:
    even, low = sp.Symbol("k", even=True), sp.Symbol("w", nonpositive=True)
    for point in points(Domain.of([even, low], []), limit=20):
        assert point.values[even] % 2 == 0
        assert point.values[low] <= 0


@pytest.mark.parametrize(("expressions", "message"), [([sp.Symbol("q")], "no domain"), ([x + 0.5], "float")])
def test_ill_posed(expressions: list[sp.Basic], message: str) -> None:
    with pytest.raises(IllPosed, match=message):
        Domain.of(expressions, [])


@pytest.mark.parametrize(
    ("number", "written"),
    [(4 / 3, "Rational(4, 3)"), (0.1, "Rational(1, 10)"), (2.0, "2"), (0.12345, "Rational('0.12345')")],
)
def test_a_float_is_answered_with_the_fraction_that_was_meant(number: float, written: str) -> None:
    with pytest.raises(IllPosed, match=f"write {re.escape(written)}$"):
        Domain.of([number * x], [])


def test_what_contradicts_in_one_way_is_not_looked_for_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine numbers in a circle, each less than the next: whichever gives way first, they contradict each other."""
    circle = sp.symbols("x1:10", real=True)
    tried: list[object] = []
    ways = slacks._ways

    def counted(constraint: Any, *rest: Any) -> Any:
        tried.append(constraint)
        return ways(constraint, *rest)

    monkeypatch.setattr(slacks, "_ways", counted)
    with pytest.raises(Contradiction):
        Domain.of(circle, [a < b for a, b in zip(circle, circle[1:] + circle[:1], strict=True)]).parametrisations()
    assert len(tried) <= len(circle)


def test_definitions_that_go_round_contradict_nothing() -> None:
    """``y = x**2 - 2`` and ``x = y**2 - 2`` hold at (2, 2), (-1, -1) and two more points: one is no definition."""
    domain = Domain.of([x, y], [sp.Eq(y, x**2 - 2), sp.Eq(x, y**2 - 2)])
    assert len(domain.definitions) == 1
    assert len(domain.equalities) == 1
    assert domain.parametrisations()
