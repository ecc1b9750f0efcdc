r"""What a norm is said to be, as what its square is: ``\|u\| = 1`` gives ``\|u\|^2 = 1``, which rewrites products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

_Fact = tuple[Any, str, Any]


def squared(facts: Sequence[_Fact]) -> list[_Fact] | None:
    """The facts with equations of squares in the place of those of roots; None if there are none of these."""
    found = [_square(fact) for fact in facts]
    return found if any(one is not other for one, other in zip(found, facts, strict=True)) else None


def _square(fact: _Fact) -> _Fact:
    left, relation, right = fact
    for root, value in ((left, right), (right, left)):
        is_root = isinstance(root, sp.Pow) and root.exp == sp.Rational(1, 2) and root.has(sp.Trace)
        if relation == "=" and is_root and not getattr(value, "is_Matrix", False):
            return root.base, "=", value**2
    return fact
