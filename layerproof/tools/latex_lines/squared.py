r"""What a norm is said to be, of its square: ``\|u\| = 1`` gives ``\|u\|^2 = 1``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp


def squared(facts: Sequence[Any]) -> list[Any]:
    """The equations of squares that equations of roots give."""
    found = []
    for fact in facts:
        if not isinstance(fact, sp.Eq):
            continue
        for root, value in ((fact.lhs, fact.rhs), (fact.rhs, fact.lhs)):
            if isinstance(root, sp.Pow) and root.exp == sp.Rational(1, 2) and not isinstance(value, sp.MatrixExpr):
                found.append(sp.Eq(root.base, value**2, evaluate=False))
    return found
