"""Where expressions have real values: in double precision, and where values are put in for symbols.

Both hide what is undefined.  In double precision ``1/(1 + 1/x)`` is 0 at x = 0, and so it is for SymPy, which also
makes 0 of ``x*log(y) - z*log(y)`` where z is x.  So the parts that have no value everywhere are asked for one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

_EVERYWHERE = (
    *(sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.atan, sp.asinh, sp.erf, sp.erfc, sp.Abs, sp.sign),
    *(sp.Max, sp.Min, sp.Heaviside, sp.floor, sp.ceiling, sp.frac, sp.KroneckerDelta, AppliedUndef),
)
"""Functions that have a real value wherever their arguments have."""
_BINDERS = (sp.Sum, sp.Product, sp.Integral, sp.Limit, sp.Derivative, sp.Subs, sp.Piecewise)
"""What is inside of these need not have a value everywhere."""


class NoValue(ValueError):
    """A part of an expression has no real value with these values put in."""


class Known(Boolean):  # type: ignore[misc]
    """Holds where each of its arguments has a real value."""


@lru_cache(maxsize=4096)
def parts_of(expr: sp.Basic) -> tuple[sp.Expr, ...]:
    """The parts of an expression that need not have a real value everywhere: quotients, roots, logarithms."""
    found: dict[sp.Expr, None] = {}
    stack = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, _BINDERS) or not node.args or isinstance(node, sp.Idx):
            continue
        if _may_fail(node):
            found[node] = None
            if isinstance(node, sp.Pow) and not node.exp.is_number and not node.exp.is_integer:
                found[sp.log(node.base)] = None  # a real power has a positive base, though 0**0 is 1 for a computer
        stack.extend(node.args)
    return tuple(found)


def _may_fail(node: sp.Basic) -> bool:
    if isinstance(node, sp.Pow):
        return not (node.exp.is_Integer and node.exp >= 0) and not node.base.is_positive
    if isinstance(node, sp.log):
        return not node.args[0].is_positive
    return isinstance(node, sp.Function) and not isinstance(node, _EVERYWHERE)


def put_in(expr: Any, at: Mapping[sp.Symbol, Any]) -> tuple[Any, tuple[sp.Expr, ...]]:
    """An expression with values put in for symbols, and the parts that went with it and must have values too.

    Raises:
        NoValue: if some part has none.

    >>> import sympy as sp
    >>> x, y = sp.symbols("x y", real=True)
    >>> put_in(x*sp.log(y) - y*sp.log(y), {x: y})
    (0, (log(y),))
    """
    known: dict[Any, Any] = {}
    found = _put(sp.sympify(expr), at, known)
    left = set(sp.preorder_traversal(found))
    gone = (_put(part, at, known) for part in parts_of(expr))
    return found, tuple(p for p in dict.fromkeys(gone) if p.free_symbols and p not in left)


def conditions_at(relation: Any, at: Mapping[sp.Symbol, Any]) -> list[Any]:
    """What a hypothesis says with values put in for symbols; false where a part of it has no value."""
    if not isinstance(relation, (Relational, Known)):
        return [sp.sympify(relation).xreplace(dict(at))]
    try:
        put = [put_in(side, at) for side in relation.args]
    except NoValue:
        return [sp.false]
    sides = [side for side, _ in put]
    gone = tuple(part for _, parts in put for part in parts)
    found = Known(*sides) if isinstance(relation, Known) else relation.func(*sides)
    if found in (sp.true, sp.false):  # SymPy cancels what the sides share
        gone += tuple(part for side in sides for part in parts_of(side))
    return [found, *([Known(*gone)] if gone else [])]


def _put(expr: Any, at: Mapping[sp.Symbol, Any], known: dict[Any, Any]) -> Any:
    if expr in at:
        return at[expr]
    if expr not in known:
        if not expr.args or isinstance(expr, (*_BINDERS, sp.Idx)):
            known[expr] = expr.xreplace(dict(at))
        else:
            known[expr] = expr.func(*(_put(a, at, known) for a in expr.args))
        if known[expr] != expr and is_no_number(known[expr]):
            raise NoValue(f"{expr} has no value at {', '.join(f'{s} = {v}' for s, v in at.items())}")
    return known[expr]


def is_no_number(expr: Any) -> bool:
    """Whether an expression is certainly no real number."""
    if not isinstance(expr, sp.Expr):
        return False
    infinite = (sp.nan, sp.zoo, sp.oo, -sp.oo)
    return expr in infinite or expr.has(sp.nan, sp.zoo, sp.AccumBounds) or expr.is_extended_real is False
