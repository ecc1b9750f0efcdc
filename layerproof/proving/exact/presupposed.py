"""What a hypothesis brings with it: where one of its parts, as it is written, has no value, it does not hold.

``1/x + 1 > 1/x`` leaves out x = 0, though nothing is left of the quotient once the sides are subtracted.  What is said
here is assumed, and so it is no more than what the hypothesis says: nothing of a piece that need not be the one that
holds, of a power of which it is not known that the exponent is negative, nor of a term of a sum that may have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.symbols import ForAll
from ..sign_sets import NONNEGATIVE, NONZERO, POSITIVE
from .definedness import Obligation, apart, of_node

Indices = tuple[sp.Idx, ...]
_KINDS = {POSITIVE: sp.Gt, NONNEGATIVE: sp.Ge, NONZERO: sp.Ne}
_ELSEWHERE = (sp.gamma, sp.factorial, sp.zeta)
"""Functions that have values also where nothing is known of them here."""
_CLOSED = (sp.Piecewise, sp.Integral, sp.Derivative, sp.Limit, sp.Subs)
"""What binds a letter, or chooses between its parts."""
_NO_NUMBER = (sp.zoo, sp.nan, sp.I)


def presupposed(relation: Any) -> Iterator[tuple[Indices, Any]]:
    """Relations that hold where a hypothesis has a value, each with the indices at all of whose values it does.

    A relation that SymPy sees to be true is left out; one that never holds is ``false``.
    """
    around: Indices = ()
    if isinstance(relation, ForAll):
        around, relation = relation.indices, relation.relation
    found: dict[tuple[Indices, Any], None] = {}
    for side in (relation.lhs, relation.rhs):
        for indices, node in _nodes(side, around):
            for needed in _needed(node):
                says = _KINDS[needed.signs](needed.expr, 0)
                if says != sp.true:
                    found[_met(indices, says), says] = None
            if node in _NO_NUMBER:
                found[(), sp.false] = None
    yield from found


def is_partial(expr: sp.Expr) -> bool:
    """Whether an expression, as it is written, may have no value somewhere."""
    odd = (*_CLOSED, *_ELSEWHERE)
    return any(node in _NO_NUMBER or isinstance(node, odd) or any(_needed(node)) for _, node in _nodes(expr, ()))


def _nodes(expr: sp.Basic, around: Indices) -> Iterator[tuple[Indices, sp.Basic]]:
    """The parts that must have values, each with the indices that are bound around it, the outermost first."""
    yield around, expr
    if isinstance(expr, _CLOSED):
        return
    if isinstance(expr, (sp.Sum, sp.Product)):
        names: dict[sp.Expr, sp.Expr] = {}
        inner = around
        for variable, *ends in reversed(expr.limits):  # the outermost first: the others' ranges may depend on its index
            if len(ends) != 2:
                return
            for end in ends:
                yield from _nodes(end.xreplace(names), inner)
            names[variable] = apart(variable, *(end.xreplace(names) for end in ends))
            inner = (*inner, names[variable])
        yield from _nodes(expr.function.xreplace(names), inner)
        return
    for part in expr.args:
        yield from _nodes(part, around)


def _needed(node: sp.Basic) -> Iterator[Obligation]:
    """What one part needs to have a value, of its arguments."""
    if isinstance(node, _ELSEWHERE):
        return
    if isinstance(node, sp.Pow) and not node.exp.is_number and node.exp.is_integer and not node.exp.is_negative:
        return
    yield from of_node(node)


def _met(indices: Indices, says: Any) -> Indices:
    """The indices without those that a relation does not mention, if each of these has a value."""
    kept = {i for i in indices if says.has(i)}
    for index in reversed(indices):
        bounds = any(end.has(index) for other in kept for end in (other.lower, other.upper))
        if bounds or not (index.upper - index.lower).is_extended_nonnegative:
            kept.add(index)
    return tuple(i for i in indices if i in kept)
