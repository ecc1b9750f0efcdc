"""Integrals, and sums without end, as expressions: each is one number where it has a value.

The prover knows no such number; a join takes it for a letter, once a line has shown that it has a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy as sp

from ..statements import Substitution
from ..statements.base import Statement
from ..symbols import ForAll, reserved
from .sequents import relation_of

_BINDERS = (sp.Sum, sp.Product, sp.Integral, sp.Derivative, sp.Subs, sp.Lambda, sp.Limit, ForAll)


Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


def integral(integrand: Any, over: Any) -> sp.Expr:
    """The integral of an expression over ``(x, a, b)``, as an expression; of x, the range alone is known.

    Raises:
        ValueError: if an end of the range depends on x.
    """
    x, lower, upper = over[0], sp.sympify(over[1]), sp.sympify(over[2])
    bound = sp.Symbol(x.name, real=True)
    if (lower.free_symbols | upper.free_symbols) & {x, bound}:
        raise ValueError(f"an end of the range depends on its own variable {x}; rename the variable")
    return _before(sp.Integral(sp.sympify(integrand).xreplace({x: bound}), (bound, lower, upper)), bound)


def series(term: Any, over: Any) -> sp.Expr:
    """The sum of an expression in a letter k over the whole numbers ``(k, a, b)``, as an expression."""
    k, lower, upper = over
    whole = sp.Symbol(k.name, integer=True, **_sign_from(lower))
    return sp.Sum(sp.sympify(term).xreplace({k: whole}), (whole, lower, upper))


def _sign_from(lower: Any) -> dict[str, bool]:
    """The sign of each whole number from `lower` on, as far as it is known."""
    first = sp.sympify(lower)
    return {"positive": True} if first.is_positive else {"nonnegative": True} if first.is_nonnegative else {}


def is_area(expr: Any) -> bool:
    """Whether an expression is an integral over one variable, or a sum without end."""
    if isinstance(expr, sp.Integral):
        return len(expr.limits) == 1 and len(expr.limits[0]) == 3
    return isinstance(expr, sp.Sum) and len(expr.limits) == 1 and bool(expr.limits[0][2] == sp.oo)


def canonical(area: sp.Expr) -> sp.Expr:
    """An integral or a sum without end with its variable renamed, and what is free of it put before."""
    whole = isinstance(area, sp.Sum)
    named = reserved("s", integer=True, **_sign_from(area.limits[0][1])) if whole else reserved("x", real=True)
    return _before(area, named)


def _before(area: sp.Expr, named: sp.Symbol) -> sp.Expr:
    body, (x, lower, upper) = area.function, area.limits[0]
    before, inside = body.as_independent(x, as_Add=False)
    if before == 0:
        return sp.S.Zero
    return before * area.func(inside.xreplace({x: named}), (named, lower, upper))


def with_letters(expr: Any, letter: Callable[[sp.Expr], sp.Expr]) -> Any:
    """`expr` with each integral, and each sum without end, replaced by its factor times `letter` of what is left.

    None is replaced inside of what binds a letter, on which it may depend.
    """
    if not isinstance(expr, sp.Basic) or not expr.has(sp.Integral, sp.Sum):
        return expr
    if is_area(expr):
        found = canonical(expr)
        return sp.Mul(*(letter(part) if is_area(part) else part for part in sp.Mul.make_args(found)))
    if isinstance(expr, _BINDERS) or not expr.args:
        return expr
    args = [with_letters(arg, letter) for arg in expr.args]
    return expr.func(*args, evaluate=False) if isinstance(expr, sp.core.relational.Relational) else expr.func(*args)


def before(area: sp.Expr) -> sp.Expr:
    """The factor of an integral, or of a sum without end, that is taken out of it.

    Where it vanishes the whole has a value, and nothing is known of what is left.
    """
    return sp.Mul(*(part for part in sp.Mul.make_args(canonical(area)) if not is_area(part)))


def areas_in(expr: Any, stays: Callable[[sp.Expr], bool] = lambda factor: True) -> Iterator[sp.Expr]:
    """The integrals and sums without end of an expression, in their canonical form.

    Args:
        stays: of the factor that is taken out of one, whether it is to be among them.
    """
    if not isinstance(expr, sp.Basic) or not expr.has(sp.Integral, sp.Sum):
        return
    if is_area(expr):
        if stays(before(expr)):
            yield from (part for part in sp.Mul.make_args(canonical(expr)) if is_area(part))
    elif not isinstance(expr, _BINDERS):
        for arg in expr.args:
            yield from areas_in(arg, stays)


def known_by(
    statements: Iterable[Statement], nonzero: Callable[[sp.Expr], bool] = lambda factor: factor.is_nonzero is True
) -> frozenset[sp.Expr]:
    """The integrals and sums without end of which statements that hold show that they have values.

    A relation says that its sides have values; of an integral of ``z f``, where z may vanish, nothing follows for that
    of f.  A substitution says that both integrals are one: one of them must be known to have a value.

    Args:
        statements: what holds.
        nonzero: whether a factor that is taken out of an integral cannot vanish.
    """
    given, known = list(statements), frozenset[sp.Expr]()
    while True:
        more = known.union(*(_shown_by(statement, known, nonzero) for statement in given))
        if more == known:
            return known
        known = more


def _shown_by(
    statement: Statement, known: frozenset[sp.Expr], nonzero: Callable[[sp.Expr], bool]
) -> frozenset[sp.Expr]:
    relation = relation_of(statement)
    if relation is None:
        return frozenset()
    sides = (relation.left, relation.right)
    if isinstance(statement, Substitution) and known.isdisjoint(area for side in sides for area in areas_in(side)):
        return frozenset()
    return frozenset(area for side in sides for area in areas_in(side, nonzero))


__all__ = ["areas_in", "before", "canonical", "integral", "is_area", "known_by", "series", "with_letters"]
