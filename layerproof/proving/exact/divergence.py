"""Integrals that diverge: the integrand times the distance to a pole, or to infinity, does not tend to 0."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.goals import Integrates, Tends
from ...language.printing import text
from ...language.verdicts import Witness
from ..domain import Contradiction, Domain
from . import limits
from .outcome import Proved, Refuted
from .prover import Prover

_POINTS = 3
_TURNS = range(-4, 5)


def refute(prover: Prover, goal: Integrates) -> Refuted | None:
    """Values of the letters at which the integral of `integrand` does not exist.

    Near c let ``(x - c) f(x)`` tend to a number that is not 0, or to infinity; then f is there as large as a multiple
    of ``1/|x - c|``, and of one sign, so that its integral diverges.  At infinity it is ``x f(x)``.
    """
    whole = prover.prepared(goal.integrand)
    if whole.atoms(AppliedUndef, sp.Sum) or goal.equals.is_infinite:
        return None
    ends = [prover.prepared(end) for end in (goal.lower, goal.upper)]
    symbols = sorted((whole + sum(e for e in ends if not e.is_infinite)).free_symbols - {goal.variable}, key=str)
    for point in prover.points(_POINTS if symbols else 1):
        values = {s: sp.Rational(v.numerator, v.denominator) for s in symbols if (v := point.values.get(s)) is not None}
        if len(values) < len(symbols):
            continue
        expr, (low, high) = whole.xreplace(values), (end.xreplace(values) for end in ends)
        for place, side in _places(expr, goal.variable, low, high):
            if (found := _at(expr, goal.variable, place, side)) is not None:
                shown = {str(s): str(v) for s, v in values.items()} | {str(goal.variable): text(place)}
                return Refuted(
                    Witness(shown, found, goal.name), "the integral diverges: a limit by series, confirmed in balls"
                )
    return None


def _places(expr: sp.Expr, x: sp.Symbol, low: sp.Expr, high: sp.Expr) -> Iterator[tuple[sp.Expr, str]]:
    """Where the integral may diverge, and on which side."""
    for node in sorted(expr.atoms(sp.Pow), key=str):
        if node.base.has(x) and node.exp.is_negative:
            for root in _roots(node.base, x):
                if (low < root) == sp.true and (root < high) == sp.true:
                    yield root, "+"
                    yield root, "-"
    yield low, "+"
    yield high, "-"


def _roots(base: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    if base.is_polynomial(x) and base.free_symbols == {x}:
        return [root for root in dict.fromkeys(sp.real_roots(sp.Poly(base, x))) if root.is_Rational]
    if isinstance(base, (sp.sin, sp.cos)) and base.args[0].is_polynomial(x) and sp.degree(base.args[0], x) == 1:
        slope, rest = base.args[0].coeff(x, 1), base.args[0].coeff(x, 0)
        shift = sp.S.Half if isinstance(base, sp.cos) else sp.S.Zero
        return [((k + shift) * sp.pi - rest) / slope for k in _TURNS]
    return []


def _at(expr: sp.Expr, x: sp.Symbol, place: sp.Expr, side: str) -> str | None:
    """That the integral diverges here, in words; None if that is not found."""
    scaled = expr * (x if place.is_infinite else x - place)
    try:
        numeric = Prover(Domain.of([scaled], []))
        if (limit := limits.towards(numeric, scaled, x, place, side)) is None or limit == 0:
            return None
        if not isinstance(limits.decide(numeric, Tends(scaled, x, place, limit, side, "at a pole")), Proved):
            return None
    except Contradiction:
        return None
    shown = str(x) if place.is_infinite else f"({x} - {text(place)})" if place != 0 else str(x)
    return f"{shown} times the integrand tends to {text(limit)} as {x} -> {text(place)}"
