"""Thin sets that a statement itself suggests, and that no draw at random meets.

A strict inequality may be touched: from where it is tightest, Newton's method goes to the minimum of its slack, in many
digits.  And an expression changes, or ends, where a denominator vanishes, or what is below a square, an absolute value,
a sign, a maximum or a case: there one symbol is put in by the others, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from ..definedness import Known, NoValue, conditions_at, put_in
from ..flows.fields import in_domain
from ..formulas import CannotEvaluate, compiled
from .compare import equal, signed
from .findings import Findings
from .sampling import Draws, NoDraws, Plan, holds

DIGITS = 60
STEPS, MOST = 40, 6  # of Newton's method, and of the symbols it moves
NOTHING = mpmath.mpf(10) ** -40  # of the size of its terms: what is left of a slack that vanishes
BENT = mpmath.mpf(10) ** -12  # of that size: what is touched rises again beside it, as ``1 - tanh(x)`` does not
PLACES, DRAWS = 6, 8

Pair = tuple[str, Any, str, Any]


def touches(slack: sp.Expr, size: sp.Expr, near: Draws, plan: Plan, findings: Findings, part: str) -> None:
    """Look whether what should be positive is 0, next to its `size`, at its minimum next to the first of some draws."""
    free = sorted(slack.free_symbols, key=str)
    if not free or len(free) > MOST or any(s.is_rational or s in plan.defined for s in free):
        return
    slopes = [sp.diff(slack, s) for s in free]
    formula = compiled((slack, size, *slopes, *(sp.diff(g, s) for g in slopes for s in free)))
    try:
        found = _minimum(formula, {s: mpmath.mpf(float(near.values[s][0])) for s in free}, free)
    except CannotEvaluate:  # it has corners
        return
    if found is None:
        return
    values = {s: v[:1] for s, v in near.values.items() if s not in plan.defined}
    values |= {s: np.array([float(v) if v**2 > NOTHING else 0.0]) for s, v in found.items()}
    try:
        inside = plan.draw(1, np.random.default_rng(0), values)
    except NoDraws:  # it is touched at the border of the hypotheses alone
        return
    findings.saw(0.0, inside.shown(0), part, against=True)


def _minimum(formula: Any, at: dict[sp.Symbol, Any], free: Sequence[sp.Symbol]) -> dict[sp.Symbol, Any] | None:
    """Where the slack is 0 and does not change any more; None where Newton's method does not come to such a point."""
    n = len(free)
    start = dict(at)
    with mpmath.workdps(DIGITS):
        for _ in range(STEPS):
            slack, scale, *rest = formula.exact(at, DIGITS)
            if not all(mpmath.isfinite(v) and mpmath.im(v) == 0 for v in (slack, scale, *rest)):
                return None
            try:
                curved = np.array([float(v) for v in rest[n:]]).reshape(n, n)
                inverse = np.linalg.pinv(curved, rcond=1e-8)
            except (np.linalg.LinAlgError, OverflowError):
                return None
            moves = [-sum(mpmath.mpf(inverse[i, j]) * rest[j] for j in range(n)) for i in range(n)]
            size = 1 + max(map(abs, at.values()))
            if max(map(abs, moves)) <= NOTHING * size:
                bends = max(map(abs, rest[n:])) * size**2 > BENT * scale
                return at if bends and abs(slack) <= NOTHING * scale else None
            at = {s: at[s] + move for s, move in zip(free, moves, strict=True)}
            if any(abs(at[s] - start[s]) > 1 + abs(start[s]) for s in free):
                return None
    return None


def look(flat: Sequence[Pair], plan: Plan, findings: Findings, seed: int) -> None:
    """Compare both sides where a part of them vanishes, with one symbol put in by the others."""
    for symbol, value in _places(flat, plan):
        try:
            _compare_there(flat, plan, {symbol: value}, findings, seed)
        except (NoDraws, CannotEvaluate, TypeError):  # it is outside of the hypotheses, or nothing is known of it
            continue


def _compare_there(
    flat: Sequence[Pair], plan: Plan, at: dict[sp.Symbol, sp.Expr], findings: Findings, seed: int
) -> None:
    ((symbol, value),) = at.items()
    relations = [c for r in plan.relations for c in conditions_at(r, at)]
    relations += [value > 0] * bool(symbol.is_positive) + [value >= 0] * bool(symbol.is_nonnegative)
    relations += [value < 0] * bool(symbol.is_negative) + [value <= 0] * bool(symbol.is_nonpositive)
    draws = Plan(set(plan.symbols) - {symbol}, relations).draw(DRAWS, np.random.default_rng(seed), {})
    allowed = np.broadcast_to(in_domain(symbol, compiled((value,))(draws.values)[0]), (len(draws),))
    if not allowed.any():
        return
    draws = draws.keep(np.flatnonzero(allowed))
    beside = findings.apart()
    for name, left, relation, right in flat:
        where = f"{name}, where {symbol} = {value}"
        try:
            (one, gone), (other, more) = (put_in(side, at) for side in (left, right))
        except NoValue:
            findings.could_not(f"{where}: a side has no value")
            continue
        if (lost := Known(*gone, *more)).args and not holds(lost, draws.values, len(draws)).all():
            findings.could_not(f"{where}: a side has no value at some draws inside the hypotheses")
        elif relation == "=":
            equal(one, other, draws, beside, where)
        else:
            slack = one - other if relation[0] == ">" else other - one
            signed(slack, relation in ("<", ">"), draws, beside, where)
    findings.corner(beside)


def _places(flat: Sequence[Pair], plan: Plan) -> Iterator[tuple[sp.Symbol, sp.Expr]]:
    """At most so many symbols with values at which a part of a side vanishes, the simplest first."""
    found: dict[tuple[sp.Symbol, sp.Expr], None] = {}
    parts = {p for _, left, _, right in flat for side in (left, right) for p in _vanishing(sp.sympify(side))}
    for part in sorted(parts, key=lambda p: (p.count_ops(), str(p))):
        for symbol in sorted(part.free_symbols, key=str):
            if symbol not in plan.symbols or symbol.is_integer or symbol in plan.defined:  # bound by a sum, say
                continue
            if not part.is_polynomial(symbol):
                continue
            line = sp.Poly(part, symbol)
            place = -line.eval(0) / line.LC() if line.degree() == 1 and line.LC().is_number else None
            if place is not None and (place.is_rational or not symbol.is_rational):
                found[symbol, sp.expand(place)] = None
                break
    yield from list(found)[:PLACES]


def _vanishing(expr: sp.Expr) -> Iterator[sp.Expr]:
    for node in sp.preorder_traversal(expr):
        if isinstance(node, sp.Pow) and (node.exp.is_negative or node.exp.is_even):
            yield from sp.Mul.make_args(sp.factor_terms(node.base))
        elif isinstance(node, (sp.Abs, sp.sign, sp.Heaviside)):
            yield node.args[0]
        elif isinstance(node, (sp.Max, sp.Min)):
            yield from (node.args[0] - other for other in node.args[1:])
        elif isinstance(node, sp.Piecewise):
            for _, condition in node.args:
                yield from (r.lhs - r.rhs for r in condition.atoms(sp.core.relational.Relational))
