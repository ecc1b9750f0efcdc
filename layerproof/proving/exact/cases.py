"""Proofs in cases: by the sign of what is between absolute value bars, of what decides a maximum or a piece, or of a
logarithm.

In each case the pieces are what they are there: ``|u|`` is u or -u, and a maximum one of its arguments.  A case that
contradicts the hypotheses is none.  Where nothing is derived in one case, nothing is said of the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.printing import text
from ..domain import Contradiction
from ..sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE
from .outcome import Outcome, Proved

if TYPE_CHECKING:
    from .prover import Prover

DEPTH = 3
_PIECES = (sp.Abs, sp.sign, sp.Heaviside, sp.Max, sp.Min, sp.Piecewise)
_ORDERS = (sp.StrictGreaterThan, sp.StrictLessThan, sp.GreaterThan, sp.LessThan)


def by_cases(
    prover: Prover, expr: sp.Expr, decide: Callable[[Prover, sp.Expr], Outcome], depth: int = DEPTH
) -> Proved | None:
    """`decide` in two cases, each of which may have cases of its own; None unless it proves all of them.

    Args:
        prover: under the hypotheses of the whole.
        expr: in which the places are looked for at which a case ends and another begins.
        decide: what is asked of a prover under the hypotheses of one case, about `expr` as it is there.
        depth: how often a case is divided again.
    """
    if (delta := _open_delta(expr)) is not None and depth > 0:
        one, other = delta.args
        for here in (expr.xreplace({delta: sp.S.Zero}), expr.xreplace({one: other})):
            if not isinstance(decide(prover, here), Proved) and by_cases(prover, here, decide, depth - 1) is None:
                return None
        return Proved(f"in cases, {text(one)} = {text(other)} or not")
    if (here := resolved(prover, expr)) != expr:
        if isinstance(decide(prover, here), Proved):
            return Proved("with each piece as it is under the hypotheses")
        expr = here
    place = next((p for p, half in _places(expr) if _divides(prover, p, half)), None)
    if place is None or depth == 0:
        return None
    for side, signs in ((place, NONNEGATIVE), (-place, POSITIVE)):
        try:
            within = type(prover)(prover.domain.within(side, signs))
            within.domain.parametrisations()
            here = resolved(within, expr)
            if not isinstance(decide(within, here), Proved) and by_cases(within, here, decide, depth - 1) is None:
                return None
        except Contradiction:
            continue
    return Proved(f"in cases, by the sign of {text(place)}")


def resolved(prover: Prover, expr: sp.Expr) -> sp.Expr:
    """`expr` with absolute values, signs and extrema replaced by what they are derived to be, from the inside out."""
    if not expr.has(*_PIECES) or isinstance(expr, (sp.Sum, sp.Product, sp.Derivative)):
        return expr
    if isinstance(expr, sp.Piecewise):
        return _piece(prover, expr)
    node = expr.func(*(resolved(prover, part) if isinstance(part, sp.Expr) else part for part in expr.args))
    if isinstance(node, (sp.Abs, sp.sign)):
        signs = prover.sign(node.args[0])
        if isinstance(node, sp.Abs) and (signs <= NONNEGATIVE or signs <= NONPOSITIVE):
            return node.args[0] if signs <= NONNEGATIVE else -node.args[0]
        return sp.Integer(next(iter(signs))) if isinstance(node, sp.sign) and len(signs) == 1 else node
    if isinstance(node, sp.Heaviside):
        signs = prover.sign(node.args[0])
        return sp.Integer(1 if signs == POSITIVE else 0) if signs in (POSITIVE, NEGATIVE) else node
    if isinstance(node, (sp.Max, sp.Min)):
        sense = 1 if isinstance(node, sp.Max) else -1
        for best in node.args:
            if all(prover.sign(sense * (best - other)) <= NONNEGATIVE for other in node.args if other != best):
                return best
    return node


def _open_delta(expr: sp.Expr) -> sp.KroneckerDelta | None:
    """A Kronecker delta of two indices that nothing in `expr` binds."""
    bound = {limit[0] for big in expr.atoms(sp.Sum, sp.Product) for limit in big.limits}
    found = (d for d in expr.atoms(sp.KroneckerDelta) if all(isinstance(i, sp.Idx) and i not in bound for i in d.args))
    return min(found, key=sp.default_sort_key, default=None)


def _piece(prover: Prover, expr: sp.Piecewise) -> sp.Expr:
    """The piece whose condition is derived to hold, and those before it not to; `expr` where that is not so."""
    for value, condition in expr.args:
        if condition == sp.true:
            return resolved(prover, value)
        if not isinstance(condition, _ORDERS):
            return expr
        signs = prover.sign(_false_from(condition))
        strict = isinstance(condition, (sp.StrictGreaterThan, sp.StrictLessThan))
        if signs <= (NEGATIVE if strict else NONPOSITIVE):
            return resolved(prover, value)
        if not signs <= (NONNEGATIVE if strict else POSITIVE):
            return expr
    return expr


def _false_from(condition: sp.Rel) -> sp.Expr:
    """What is negative, or also zero, where an inequality holds: the smaller side less the larger one."""
    return condition.lts - condition.gts


def _places(expr: sp.Expr) -> Iterator[tuple[sp.Expr, bool]]:
    """What changes its sign where one case ends; those of pieces first.

    With True, it is one case where it is negative, and another where it is 0; else 0 may go with either.
    """
    nodes = sorted(expr.atoms(*_PIECES), key=lambda node: (node.count_ops(), sp.default_sort_key(node)))
    for node in nodes:
        if isinstance(node, sp.Abs):
            yield node.args[0], False
        elif isinstance(node, (sp.sign, sp.Heaviside)):
            yield from ((side * node.args[0], True) for side in (1, -1))
        elif isinstance(node, sp.Piecewise):
            for _, condition in node.args:
                if isinstance(condition, _ORDERS):  # strict ones fail from 0 on, others hold from 0 on
                    below = _false_from(condition)
                    strict = isinstance(condition, (sp.StrictGreaterThan, sp.StrictLessThan))
                    yield (below if strict else -below), True
        else:
            yield from ((a - b, False) for a, b in combinations(sorted(node.args, key=sp.default_sort_key), 2))
    for node in sorted(expr.atoms(sp.log), key=sp.default_sort_key):
        yield node.args[0] - 1, False


def _divides(prover: Prover, place: sp.Expr, half: bool) -> bool:
    """Whether cases may be made of the sign of `place`: it is about symbols, and neither case is excluded.

    With `half`, 0 is excluded from the second case alone: a place that is 0 or less is divided, too.
    """
    if place.has(*_PIECES) or place.has(sp.Sum, sp.Idx, AppliedUndef, sp.Derivative):
        return False
    signs = prover.sign(place)
    one_sided = signs <= NONNEGATIVE or signs <= (NEGATIVE if half else NONPOSITIVE)
    return place.free_symbols <= set(prover.domain.variables) and not one_sided
