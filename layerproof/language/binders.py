"""Bound variables are nobody else's: those of sums, of integrals and series, of a recurrence, random ones.

A claim may use one letter for a bound variable and, in a hypothesis, for a free one, or for the indices of two sums one
inside the other.  The reading is clear, and what is put in for the free letter must not reach the bound one.  So before
a claim is decided, bound variables that share their name get another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

import sympy as sp

from .claims import Claim
from .symbols import with_fresh_indices


def apart(claim: Claim) -> Claim:
    """The same claim, in which no bound variable has the name of a free one, or of one of an outer sum.

    An index with a range (`sympy.Idx`) keeps its name beside a free one, unless a hypothesis says what that one equals.
    The claim itself comes back where nothing is to be renamed.
    """
    hypotheses = [h for h in claim.hypotheses if isinstance(h, sp.Basic)]
    said = _names(hypotheses)
    statement = claim.statement
    change = {b: _renamed(b, said) for b in statement.binders() if b.name in said}
    if change:
        statement = statement.mapped(lambda e: e.xreplace(change))
    exprs = [*statement.expressions(), *hypotheses]
    if any(e.has(sp.Sum) for e in exprs):
        taken = said | _names(statement.expressions())
        equated = _names(h for h in hypotheses if isinstance(h, sp.Eq))
        inner = {e: _apart(e, taken, equated, frozenset()) for e in exprs}
        if any(new != old for old, new in inner.items()):
            statement = statement.mapped(lambda e: _apart(e, taken, equated, frozenset()))
            hypotheses = [inner[h] for h in hypotheses]
    if statement is claim.statement and hypotheses == [h for h in claim.hypotheses if isinstance(h, sp.Basic)]:
        return claim
    new = copy(claim)
    new.statement = statement
    rest = iter(hypotheses)
    new.hypotheses = tuple(next(rest) if isinstance(h, sp.Basic) else h for h in claim.hypotheses)
    return new


def term_at(inner: sp.Expr, variable: sp.Expr, value: sp.Expr) -> sp.Expr:
    """A term of a sum, at one value of its index; a sum inside that binds the same index keeps its own."""
    return unshadowed(inner, variable).xreplace({variable: value})


def unshadowed(inner: sp.Expr, variable: sp.Expr) -> sp.Expr:
    """`inner` with fresh indices in the sums that bind `variable` again."""

    def again(e: sp.Basic) -> bool:
        return isinstance(e, sp.Sum) and any(limit[0] == variable for limit in e.limits)

    return inner.replace(again, with_fresh_indices) if any(again(s) for s in inner.atoms(sp.Sum)) else inner


def _name(variable: Any) -> Any:
    """What two variables share if one is read for the other; a dummy is like no other."""
    label = variable.label if isinstance(variable, sp.Idx) else variable
    return label if isinstance(label, sp.Dummy) or not isinstance(label, sp.Symbol) else label.name


def _names(exprs: Iterable[sp.Basic]) -> frozenset[Any]:
    return frozenset(_name(s) for e in exprs for s in e.free_symbols)


def _renamed(variable: Any, taken: Iterable[Any], limits: tuple[Any, ...] = ()) -> Any:
    """A variable of the same kind with primes after its name."""
    name, taken = str(_name(variable)) + "'", set(taken)
    while name in taken:
        name += "'"
    if isinstance(variable, sp.Idx):
        return sp.Idx(sp.Symbol(name, integer=True), limits)
    return sp.Symbol(name, **variable.assumptions0)


def _apart(expr: sp.Basic, taken: frozenset[Any], equated: frozenset[Any], outer: frozenset[Any]) -> sp.Basic:
    """`expr` with the indices of sums renamed that are taken, or bound by an outer sum already."""
    if not expr.has(sp.Sum):
        return expr
    if not isinstance(expr, sp.Sum):
        args = [_apart(a, taken, equated, outer) if isinstance(a, sp.Basic) else a for a in expr.args]
        return expr if tuple(args) == expr.args else expr.func(*args)
    change: dict[Any, Any] = {}
    limits: list[Any] = []
    for variable, *ends in reversed(expr.limits):  # the outermost first
        ends = [_apart(end.xreplace(change), taken, equated, outer) for end in ends]
        name = _name(variable)
        if name in outer or name in (equated if isinstance(variable, sp.Idx) else taken):
            every = taken | outer | _names(limit[0] for limit in limits) | _names(expr.atoms(sp.Symbol))
            change[variable] = _renamed(variable, every, tuple(ends))
        elif (moved := variable.xreplace(change)) != variable:  # an index holds its range
            change[variable] = moved
        outer |= {_name(change.get(variable, variable))}
        limits.insert(0, (change.get(variable, variable), *ends))
    if not change and expr.limits == tuple(sp.Tuple(*limit) for limit in limits):
        inner = _apart(expr.function, taken, equated, outer)
        return expr if inner == expr.function else sp.Sum(inner, *limits)
    return sp.Sum(_apart(expr.function.xreplace(change), taken, equated, outer), *limits)
