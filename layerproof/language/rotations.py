"""Normal variables of which a function sees one combination, turned into that and independent ones.

With ``L = p x + q y``, where x and y are independent with variances s and t, ``R = q t x - p s y`` is uncorrelated with
L, so independent of it, and normal as well.  With ``v = p**2 s + q**2 t``, the variance of L, they give
``x = (p s L + q R)/v`` and ``y = (q t L - p R)/v``, and R has the variance ``s t v``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from .distributions import Distribution, Normal

_SEEN = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.Heaviside, sp.tanh, sp.erf, sp.atan, sp.log)
_TURNS = 5

Laws = tuple[tuple[Any, Distribution], ...]


def rotated(expr: sp.Expr, over: Sequence[tuple[Any, Distribution]]) -> tuple[sp.Expr, Laws, list[sp.Expr]] | None:
    """`expr` and the laws of its variables, so that each function in it sees one normal variable.

    Returns:
        the expression, the distributions, and the variances that must not be 0; None where nothing can be turned.
    """
    laws, variances = tuple(over), []
    expr = expr.replace(sp.Max, _beside_zero).replace(sp.Min, lambda *a: -_beside_zero(*(-one for one in a)))
    for _ in range(_TURNS):
        found = _turn(expr, laws)
        if found is None:
            break
        expr, laws, variance = found
        variances.append(variance)
    return (expr, laws, variances) if variances else None


def _beside_zero(*arguments: sp.Expr) -> sp.Expr:
    """The larger of two as ``b + max(a - b, 0)``."""
    if len(arguments) != 2 or 0 in arguments:
        return sp.Max(*arguments)
    return arguments[1] + sp.Max(sp.expand(arguments[0] - arguments[1]), 0)


def _turn(expr: sp.Expr, laws: Laws) -> tuple[sp.Expr, Laws, sp.Expr] | None:
    """The first two variables that one function sees together are turned; None where no function sees two."""
    normal = {v: law for v, law in laws if isinstance(v, sp.Symbol) and isinstance(law, Normal)}
    for argument in sorted({a for node in expr.atoms(*_SEEN) for a in node.args}, key=str):
        written = sp.expand(argument)
        slopes = {v: written.coeff(v, 1) for v in normal if written.has(v)}
        rest = sp.expand(written - sp.Add(*(slope * v for v, slope in slopes.items())))
        if len(slopes) < 2 or any(part.has(*normal) for part in (rest, *slopes.values())):
            continue
        x, y = list(slopes)[:2]
        turned = _turned(expr, (x, normal[x], slopes[x]), (y, normal[y], slopes[y]))
        if _together(turned[0], {*normal, *turned[1]}) < _together(expr, set(normal)):
            others = tuple((v, law) for v, law in laws if v not in (x, y))
            return turned[0], (*others, *turned[1].items()), turned[2]
    return None


def _turned(
    expr: sp.Expr, first: tuple[sp.Symbol, Normal, sp.Expr], second: tuple[sp.Symbol, Normal, sp.Expr]
) -> tuple[sp.Expr, dict[sp.Symbol, Distribution], sp.Expr]:
    (x, of_x, p), (y, of_y, q) = first, second
    s, t = of_x.deviation**2, of_y.deviation**2
    variance = p**2 * s + q**2 * t
    combined, other = sp.Dummy(f"{x.name}_{y.name}", real=True), sp.Dummy(y.name, real=True)
    new = expr.xreplace({x: (p * s * combined + q * other) / variance, y: (q * t * combined - p * other) / variance})
    new = new.replace(lambda node: isinstance(node, _SEEN), lambda node: node.func(*map(_collected, node.args)))
    laws: dict[sp.Symbol, Distribution] = {
        combined: Normal(p * of_x.mean + q * of_y.mean, sp.sqrt(variance)),
        other: Normal(q * t * of_x.mean - p * s * of_y.mean, of_x.deviation * of_y.deviation * sp.sqrt(variance)),
    }
    return new, {v: law for v, law in laws.items() if new.has(v)}, variance


def _collected(argument: sp.Expr) -> sp.Expr:
    return sp.expand(sp.cancel(argument))


def _together(expr: sp.Expr, variables: set[sp.Symbol]) -> int:
    """How many variables the functions see beside one each."""
    return sum(max(0, len(a.free_symbols & variables) - 1) for a in {a for n in expr.atoms(*_SEEN) for a in n.args})
