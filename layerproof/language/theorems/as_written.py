"""What must have a value as it is written, where values are put in: nothing that is put in hides it.

With ``x := z y`` the quotient ``x/y`` arrives as z, and the denominator is seen no more; with ``x := 0`` the logarithm
in ``x log(y)`` is gone.  So the values are put into each part by itself that need not have a value everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from ..matrices import MatrixFunction
from ..printing import text
from ..smooth import partial_parts
from ..statements.base import Statement
from ..symbols import ForAll, reserved
from .sequents import named
from .substitution import names_in

_NO_NUMBER = (sp.oo, -sp.oo, sp.zoo, sp.nan, sp.AccumBounds, sp.I)
_TOTAL = (sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh, sp.erf, sp.erfc, sp.Abs, sp.sign)
"""Functions that have a value everywhere."""


def parts_in(expr: Any) -> Iterator[sp.Basic]:
    """The parts of an expression, or of a hypothesis, that need not have a value everywhere, each once.

    A power whose exponent may be any real number has a value where its base is positive, which is so of no other
    power: what is asked of it is the logarithm of its base.
    """
    seen: set[sp.Basic] = set()
    for part in _parts(expr):
        inside, limits = (part.function, part.limits) if isinstance(part, sp.Sum) else (part, ())
        if isinstance(inside, sp.Pow) and not (inside.exp.is_Rational or inside.exp.is_integer):
            inside = sp.log(inside.base)
        asked = sp.Sum(inside, *limits) if limits else inside
        if asked not in seen and not isinstance(inside, _TOTAL):
            seen.add(asked)
            yield asked


def _parts(expr: Any) -> Iterator[sp.Basic]:
    if not isinstance(expr, sp.Basic):
        return
    if isinstance(expr, ForAll):
        own = {i: sp.Idx(reserved(f"in_{i.name}", integer=True), (i.lower, i.upper)) for i in expr.indices}
        yield from _parts(expr.relation.xreplace(own))
        return
    expr = _with_own_letters(expr)
    yield from expr.atoms(MatrixFunction)
    if isinstance(expr, Boolean):
        for side in expr.args:
            yield from _parts(side)
        return
    yield from partial_parts(expr)
    for piecewise in expr.atoms(sp.Piecewise):  # every piece: which of them is taken depends on the values
        for piece, condition in piecewise.args:
            yield from _parts(piece)
            for relation in condition.atoms(Relational):
                yield from _parts(relation)


def _with_own_letters(expr: sp.Basic) -> sp.Basic:
    """`expr` with the letters of its integrals named like nothing else: no hypothesis is about one."""
    if not expr.has(sp.Integral):
        return expr

    def renamed(area: sp.Integral) -> sp.Integral:
        own = {limit[0]: reserved(f"in_{limit[0].name}", real=True) for limit in area.limits}
        limits = ((own[limit[0]], *limit[1:]) for limit in area.limits)
        return sp.Integral(area.function.xreplace(own), *limits)

    return expr.replace(lambda e: isinstance(e, sp.Integral), renamed)


def lost_parts(exprs: Iterable[Any], put: Callable[[Any], Any]) -> tuple[sp.Expr, ...]:
    """The parts of expressions that are seen no more once values are put in, with the values put in.

    What is still seen is asked for wherever the expression is.

    Raises:
        ValueError: if one of them has no value there, or it is not known how to ask for it.
    """
    found: list[sp.Expr] = []
    for expr in exprs:
        there: list[tuple[sp.Basic, sp.Expr]] = [(part, put(part)) for part in parts_in(expr)]
        for part, value in there:
            if any(value.has(odd) and not part.has(odd) for odd in _NO_NUMBER):
                raise ValueError(f"{text(part)} has no value with what is put in")
        if not there:
            continue
        left = {named(part) for part in parts_in(put(expr))}
        for part, value in there:
            if named(value) in left:
                continue
            if isinstance(value, sp.MatrixExpr):
                raise ValueError(f"{part} is seen no more in {expr} with what is put in, so that it need not exist")
            if any(True for _ in parts_in(value)):
                found.append(value)
    return tuple(dict.fromkeys(found))


def lost_in(statement: Statement, put: Callable[[Any], Any]) -> tuple[sp.Expr, ...]:
    """The same of what a statement says.

    Raises:
        ValueError: if one has no value, or is about a letter that the statement binds or varies.
    """
    flow = getattr(statement, "flow", None)
    bound = statement.whole() - (frozenset() if flow is None else flow.moving)
    found = lost_parts(statement.expressions(), put)
    for part in found:
        if caught := bound & names_in(part):
            raise ValueError(
                f"{text(part)}, which is about {min(caught)}, is seen no more in {statement} with what is put in"
            )
    return found


__all__ = ["lost_in", "lost_parts", "parts_in"]
