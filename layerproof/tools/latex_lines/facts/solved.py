"""An equation solved for a letter that stands in it once, with a number before it: ``a + b = c`` for a, b or c."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ..values.terms_apart import numbers_apart

MOST_TERMS = 8


def solved(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """The letters of an equation, each with what it is by that, the sides first."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, (sp.Symbol, sp.MatrixSymbol)) and not isinstance(one, sp.Idx):
            yield one, other
    if isinstance(left, (sp.Symbol, sp.MatrixSymbol)):
        return
    matrix = bool(getattr(left, "is_Matrix", False))
    if matrix != bool(getattr(right, "is_Matrix", False)):
        return
    gap = sp.expand(left - right)
    terms = gap.args if isinstance(gap, (sp.Add, sp.MatAdd)) else (gap,)
    if len(terms) > MOST_TERMS:
        return
    for k, term in enumerate(terms):
        number, letter = numbers_apart(term) if matrix else term.as_coeff_Mul()
        others = [one for m, one in enumerate(terms) if m != k]
        plain = isinstance(letter, (sp.Symbol, sp.MatrixSymbol)) and number.is_Rational and others
        if plain and not any(letter in one.free_symbols for one in others):
            rest = (sp.MatAdd if matrix else sp.Add)(*others).doit() if len(others) > 1 else others[0]
            yield letter, (-1 / number * rest).doit() if matrix else sp.expand(-rest / number)
