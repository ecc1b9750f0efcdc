"""Parts of expressions that proofs of sums treat as one: sums, deltas, functions, denominators."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ..terms import FUNCTIONS


def outermost(expr: sp.Basic, kind: type) -> list[sp.Expr]:
    """The parts of a kind, without those inside a sum."""
    if isinstance(expr, kind):
        return [expr]
    if isinstance(expr, sp.Sum | sp.Idx) or not expr.args:
        return []
    return list(dict.fromkeys(part for a in expr.args for part in outermost(a, kind)))


def opaque(expr: sp.Basic) -> list[sp.Expr]:
    """Functions, powers that are no products, and deltas, inner ones first, without those inside a sum."""
    if isinstance(expr, sp.Sum | sp.Idx) or not expr.args:
        return []
    found = [part for a in expr.args for part in opaque(a)]
    if isinstance(expr, sp.Pow) and expr.exp.is_Rational and not expr.exp.is_Integer and expr.exp.q == 2:
        found.append(sp.Pow(expr.base, sp.Rational(1, 2), evaluate=False))  # other such powers are powers of the root
    elif isinstance(expr, sp.KroneckerDelta) or is_function(expr):
        found.append(expr)
    return list(dict.fromkeys(found))


def denominators(expr: sp.Basic) -> list[sp.Expr]:
    """What is divided by, outside of sums."""
    if isinstance(expr, sp.Sum | sp.Idx) or not expr.args:
        return []
    found = [expr.base] if isinstance(expr, sp.Pow) and expr.exp.is_Rational and expr.exp < 0 else []
    if found and not expr.exp.is_Integer:
        found = [sp.sqrt(expr.base)]
    return [*found, *(base for a in expr.args for base in denominators(a))]


def has_fractions(expr: sp.Basic) -> bool:
    """Whether a number that is no integer occurs, outside of sums and exponents."""
    if isinstance(expr, sp.Rational):
        return not expr.is_Integer
    if isinstance(expr, sp.Sum | sp.Idx):
        return False
    if isinstance(expr, sp.Pow):
        return has_fractions(expr.base)
    return any(map(has_fractions, expr.args))


def deltas(expressions: Sequence[sp.Expr]) -> list[sp.Expr]:
    """The deltas outside of sums."""
    return list(dict.fromkeys(d for e in expressions for d in outermost(e, sp.KroneckerDelta)))


def alternating(expressions: Sequence[sp.Basic]) -> list[sp.Expr]:
    """The parts ``(-1)**M`` outside of sums."""
    found = [p for e in expressions for p in outermost(e, sp.Pow) if is_alternating(p)]
    found += [p for e in expressions for b in outermost(e, sp.Pow) for p in alternating(b.args)]
    return list(dict.fromkeys(found))


def is_function(part: sp.Basic) -> bool:
    """Whether it is a function of its arguments for the tactics of fractions: no sum, product, power or entry."""
    if isinstance(part, sp.Pow):
        return not part.exp.is_Integer and not is_alternating(part)
    return type(part) in FUNCTIONS or isinstance(part, sp.log)


def is_alternating(expr: sp.Basic) -> bool:
    """Whether it is ``(-1)**M`` for an integer M: its square is 1."""
    return isinstance(expr, sp.Pow) and expr.base is sp.S.NegativeOne and bool(expr.exp.is_integer)
