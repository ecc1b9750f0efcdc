"""Proofs in cases: by the sign of what is between absolute value bars, of what decides a maximum, or of a logarithm.

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
from ..domain import NONNEGATIVE, NONPOSITIVE, POSITIVE, Contradiction
from .outcome import Outcome, Proved

if TYPE_CHECKING:
    from .prover import Prover

DEPTH = 3
_PIECES = (sp.Abs, sp.sign, sp.Max, sp.Min)


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
    place = next((p for p in _places(expr) if _divides(prover, p)), None)
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
    node = expr.func(*(resolved(prover, part) if isinstance(part, sp.Expr) else part for part in expr.args))
    if isinstance(node, (sp.Abs, sp.sign)):
        signs = prover.sign(node.args[0])
        if isinstance(node, sp.Abs) and (signs <= NONNEGATIVE or signs <= NONPOSITIVE):
            return node.args[0] if signs <= NONNEGATIVE else -node.args[0]
        return sp.Integer(next(iter(signs))) if isinstance(node, sp.sign) and len(signs) == 1 else node
    if isinstance(node, (sp.Max, sp.Min)):
        sense = 1 if isinstance(node, sp.Max) else -1
        for best in node.args:
            if all(prover.sign(sense * (best - other)) <= NONNEGATIVE for other in node.args if other != best):
                return best
    return node


def _places(expr: sp.Expr) -> Iterator[sp.Expr]:
    """What changes its sign where one case ends; those of pieces first."""
    nodes = sorted(expr.atoms(*_PIECES), key=lambda node: (node.count_ops(), sp.default_sort_key(node)))
    for node in nodes:
        if isinstance(node, (sp.Abs, sp.sign)):
            yield node.args[0]
        else:
            yield from (a - b for a, b in combinations(sorted(node.args, key=sp.default_sort_key), 2))
    for node in sorted(expr.atoms(sp.log), key=sp.default_sort_key):
        yield node.args[0] - 1


def _divides(prover: Prover, place: sp.Expr) -> bool:
    """Whether a case may be made of the sign of `place`: it is about symbols, and neither sign is excluded."""
    if place.has(*_PIECES) or place.has(sp.Sum, sp.Idx, AppliedUndef, sp.Derivative):
        return False
    signs = prover.sign(place)
    return place.free_symbols <= set(prover.domain.variables) and not (signs <= NONNEGATIVE or signs <= NONPOSITIVE)
