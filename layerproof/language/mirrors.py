"""Means of functions that are mirrored about the centre of a symmetric law.

Where ``f(c + u) + f(c - u) = 2 f(c)`` for every u, as for ``tanh(x)`` about 0 and ``1/(1 + exp(-x))`` about 0, the mean
of f under a law that is symmetric about c is ``f(c)``, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

import sympy as sp

from .distributions import Distribution

_PLACES = tuple(
    tuple(sp.Rational(k, 5) for k in row) for row in ((3, 4, 11), (12, -7, 4), (-2, 9, 14), (7, 1, -3), (-6, -13, 8))
)
Laws = tuple[tuple[Any, Distribution], ...]


def mirrored(expr: sp.Expr, over: Sequence[tuple[Any, Distribution]]) -> tuple[sp.Expr, Laws, sp.Expr] | None:
    """What has the same mean as `expr`, of fewer variables, if `expr` seems to be mirrored.

    Returns:
        `expr` with the variables about which it is mirrored at their centres, the laws of the others, and what must
        be 0 for all values of all variables; None where numbers show, or do not tell, that nothing is mirrored.
    """
    centres = {v: c for v, law in over if isinstance(v, sp.Symbol) and (c := law.centre()) is not None and expr.has(v)}
    for some in ({v: c} for v, c in centres.items()):
        if (found := _about(expr, some)) is not None:
            break
    else:
        found, some = _about(expr, centres) if len(centres) > 1 else None, centres
    if found is None:
        return None
    return found[0], tuple((v, law) for v, law in over if v not in some), found[1]


def _about(expr: sp.Expr, centres: dict[sp.Symbol, sp.Expr]) -> tuple[sp.Expr, sp.Expr] | None:
    turned = expr.xreplace({v: 2 * c - v for v, c in centres.items()})
    there = expr.xreplace(centres)
    if there.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    difference = expr + turned - 2 * there
    return (there, difference) if all(abs(number) < 1e-9 for number in _somewhere(difference)) else None


def _somewhere(expr: sp.Expr) -> Iterator[float]:
    """Its size at a few places inside the domains of its letters, in several orders; infinite where it has no value."""
    letters = sorted(expr.free_symbols, key=str)
    for numbers in _PLACES:
        places = {}
        for letter, number in zip(letters, cycle(numbers)):
            value = abs(number) if letter.is_nonnegative else -abs(number) if letter.is_nonpositive else number
            places[letter] = sp.ceiling(value) if letter.is_integer else value
        try:
            found = abs(complex(expr.xreplace(places)))
        except (TypeError, ValueError, OverflowError):
            found = float("inf")
        yield found if found == found else float("inf")
