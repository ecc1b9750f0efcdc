r"""A bound from bounds that are stated: each is added, times what is not negative, so that a letter of it goes.

``\epsilon - \delta \ge \epsilon^2 / (2L)`` gives ``(\epsilon - \delta) / \epsilon^2 \ge 1 / (2L)``: what is left of the
gap without the first, times ``1 / \epsilon^2``, is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

MOST_STATED = 8
DEEPEST = 2
MOST_TERMS = 60


def is_bounded(gap: Any, stated: Sequence[Any], holds: Callable[[Any], bool], depth: int = DEEPEST) -> bool:
    """Whether ``gap >= 0`` follows from some of what is stated.

    Args:
        gap: an expression.
        stated: relations of numbers.
        holds: whether a number is known not to be negative.
        depth: how many of them may be used.
    """
    over = _numerator(gap, holds)
    if over is None:
        return False
    known = [one for relation in stated[-MOST_STATED:] for one in _gaps(relation, holds)]
    return _is_sum(over, known, holds, depth)


def _is_sum(gap: Any, known: Sequence[tuple[Any, bool]], holds: Callable[[Any], bool], depth: int) -> bool:
    for k, (fact, both) in enumerate(known):
        for letter in sorted(gap.free_symbols & fact.free_symbols, key=str):
            number = _ratio(gap, fact, letter)
            if number is None or not (_is_defined(number) if both else holds(number)):
                continue
            rest = sp.cancel(sp.together(gap - number * fact))
            if rest == 0:
                return True
            if rest.has(letter):
                continue
            left = _numerator(rest, holds)
            if left is None:
                continue
            if holds(left) or (depth > 1 and _is_sum(left, [*known[:k], *known[k + 1 :]], holds, depth - 1)):
                return True
    return False


def _ratio(gap: Any, fact: Any, letter: Any) -> Any:
    """What a fact is to be taken times, that a letter in which both are linear goes; None if they are not."""
    try:
        one, other = (sp.Poly(side, letter) for side in (gap, fact))
    except BasePolynomialError:
        return None
    if one.degree() != 1 or other.degree() != 1:
        return None
    return sp.cancel(one.coeff_monomial(letter) / other.coeff_monomial(letter))


def _is_defined(number: Any) -> bool:
    return bool(sp.fraction(number)[1].is_nonzero)


def _numerator(expr: Any, holds: Callable[[Any], bool]) -> Any:
    """A polynomial of the same sign; None if that of what divides is not known."""
    over, under = sp.fraction(sp.together(expr))
    over = sp.expand(over)
    if len(sp.Add.make_args(over)) > MOST_TERMS:
        return None
    if under == 1:
        return over
    return over if holds(under) else -over if holds(-under) else None


def _gaps(relation: Any, holds: Callable[[Any], bool]) -> list[tuple[Any, bool]]:
    """What a relation says is not negative, and whether it says that it is 0."""
    if isinstance(relation, (sp.Ge, sp.Gt, sp.Le, sp.Lt)):
        found = _numerator(relation.gts - relation.lts, holds)
        return [] if found is None else [(found, False)]
    if isinstance(relation, sp.Eq) and not getattr(relation.lhs, "is_Matrix", False):
        return [(sp.expand(sp.numer(sp.together(relation.lhs - relation.rhs))), True)]
    return []
