"""Integrands with corners and steps at places that depend on letters: ``|x - y|`` over x from 0 to 1, with 0 < y < 1.

The order of the places, and the sign of what is inside of an absolute value between two of them, are derived from the
hypotheses; where they are not, nothing is cut.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import sympy as sp

from ...language.goals import inside
from ..domain import Contradiction
from ..sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE
from .bound import under
from .pieces import Piece
from .prover import Prover

_KNOWN = (sp.Abs, sp.sign, sp.Heaviside, sp.Max, sp.Min)
_OTHERS = (sp.Piecewise, sp.floor, sp.ceiling)
_MOST = 6  # places


def cut_by_letters(prover: Prover, expr: sp.Expr, x: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> list[Piece] | None:
    """Pieces ``(low, high, smooth)`` of the range with what `expr` is between their ends; None where that is not seen.

    Nor is anything cut where the range is not known to run upwards: between its ends then lies what is not in it.
    """
    endless = lower is sp.S.NegativeInfinity or upper is sp.oo
    if not endless and not _signs(prover, upper - lower) <= NONNEGATIVE:
        return None
    nodes = [node for node in expr.atoms(*_KNOWN) if node.has(x)]
    if not nodes or any(node.has(x) for node in expr.atoms(*_OTHERS)):
        return None
    places = _places(prover, nodes, x, lower, upper)
    if places is None:
        return None
    found = []
    for low, high in pairwise([lower, *places, upper]):
        try:
            smooth = _smooth(under(prover, x, inside(x, low, high)), expr, x)
        except Contradiction:  # there is nothing between these ends
            continue
        if smooth is None:
            return None
        found.append((low, high, smooth))
    return found


def _places(prover: Prover, nodes: list[sp.Expr], x: sp.Symbol, lower: sp.Expr, upper: sp.Expr) -> list[sp.Expr] | None:
    """Where the pieces meet between the ends, in order; None where that is not derived."""
    places: list[sp.Expr] = []
    for node in nodes:
        args = node.args
        gaps = [a - b for a, b in combinations(args, 2)] if isinstance(node, (sp.Max, sp.Min)) else args[:1]
        for gap in gaps:
            for root in _candidates(prover, gap, x):
                if root in places or _outside(prover, root, lower, upper):
                    continue
                if not all(_signs(prover, side) <= NONNEGATIVE for side in _sides(root, lower, upper)):
                    return None
                places.append(root)
    return _in_order(prover, places) if len(places) <= _MOST else None


def _sides(root: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> list[sp.Expr]:
    below = [] if lower.is_infinite else [root - lower]
    return below if upper.is_infinite else [*below, upper - root]


def _outside(prover: Prover, root: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> bool:
    return any(_signs(prover, side) <= NONPOSITIVE for side in _sides(root, lower, upper))


def _signs(prover: Prover, expr: sp.Expr) -> frozenset[int]:
    return prover.sign(prover.prepared(expr))


def _candidates(prover: Prover, gap: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """Where a gap may vanish, whichever signs what is inside of it has; nothing where that is not known.

    A cut too many does no harm, and without one that is needed no sign is derived between the others.
    """
    gaps = [gap]
    for node in sorted(gap.atoms(sp.Abs), key=str)[:2]:
        gaps = [one.xreplace({node: sense * node.args[0]}) for one in gaps for sense in (1, -1)]
    return list(dict.fromkeys(root for one in gaps for root in _roots(prover, one, x) or ()))


def _roots(prover: Prover, expr: sp.Expr, x: sp.Symbol) -> list[sp.Expr] | None:
    """The zeros of a product of factors that are linear in x, each with a slope that is not 0; None of another."""
    if not expr.has(x):
        return []
    above, below = sp.fraction(sp.together(expr))
    if not above.is_polynomial(*above.free_symbols) or below.has(x) or 0 in _signs(prover, below):
        return None
    roots = []
    for factor, _ in sp.factor_list(above)[1]:
        if not factor.has(x):
            continue
        poly = sp.Poly(factor, x)
        if poly.degree() != 1 or 0 in _signs(prover, poly.nth(1)):
            return None
        roots.append(sp.cancel(-poly.nth(0) / poly.nth(1)))
    return roots


def _in_order(prover: Prover, places: list[sp.Expr]) -> list[sp.Expr] | None:
    """The places from the least on; None where their order is not derived."""
    ordered: list[sp.Expr] = []
    for place in places:
        at = 0
        for other in ordered:
            signs = _signs(prover, place - other)
            if not (signs <= NONNEGATIVE or signs <= NONPOSITIVE):
                return None
            at += signs <= NONNEGATIVE and signs != frozenset({0})
        ordered.insert(at, place)
    return ordered


def _smooth(prover: Prover, expr: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """`expr` without its corners and steps in x, by the signs that are derived; None where one is not."""
    if not expr.args or not expr.has(x):
        return expr
    parts = [smooth for part in expr.args if (smooth := _smooth(prover, part, x)) is not None]
    if len(parts) < len(expr.args):
        return None
    if isinstance(expr, (sp.Max, sp.Min)):
        best = parts[0]
        for other in parts[1:]:
            signs = _signs(prover, best - other)
            if not (signs <= NONNEGATIVE or signs <= NONPOSITIVE):
                return None
            best = best if (signs <= NONNEGATIVE) == isinstance(expr, sp.Max) else other
        return best
    if isinstance(expr, (sp.Abs, sp.sign, sp.Heaviside)):
        signs = _signs(prover, parts[0])
        if isinstance(expr, sp.Abs):
            return parts[0] if signs <= NONNEGATIVE else -parts[0] if signs <= NONPOSITIVE else None
        if signs not in (POSITIVE, NEGATIVE):
            return None
        return sp.Integer(1 if signs == POSITIVE else 0 if isinstance(expr, sp.Heaviside) else -1)
    return expr.func(*parts)
