"""Factorials and binomial coefficients in LaTeX, of what is known to be a whole number: nothing else has one here."""

from __future__ import annotations

from typing import Any

import sympy as sp

from .combining import LARGEST, CannotRead

_WRITTEN_OUT = 8  # ``n (n - 1) .. (n - k + 1)/k!`` up to this k


def factorial_of(expr: Any) -> sp.Expr:
    """``n!``.

    Raises:
        CannotRead: if `expr` is not known to be a whole number that is not negative, or is a very large one.
    """
    _check(expr, "n!")
    if not _in_its_range(expr).is_nonnegative:
        raise CannotRead(f"got the factorial of {expr}, which is not known to be 0 or more")
    return sp.factorial(expr)


def binomial_of(upper: Any, lower: Any) -> sp.Expr:
    """``n`` over ``k``.

    Raises:
        CannotRead: if these are not known to be whole numbers, or the upper one may be negative.
    """
    for expr in (upper, lower):
        _check(expr, r"\binom{n}{k}")
    if not _in_its_range(upper).is_nonnegative:
        raise CannotRead(rf"got \binom with {upper} above, which is not known to be 0 or more")
    if lower.is_Integer and 0 <= lower <= _WRITTEN_OUT:
        return sp.ff(upper, lower).expand(func=True) / sp.factorial(lower)
    return sp.binomial(upper, lower)


def _in_its_range(expr: Any) -> Any:
    """An expression with letters for its indices that have the signs of their ranges."""
    signs = {
        i: sp.Dummy(integer=True, positive=True if i.lower.is_positive else None, nonnegative=True)
        for i in expr.atoms(sp.Idx)
        if i.lower is not None and i.lower.is_nonnegative
    }
    return expr.xreplace(signs)


def _check(expr: Any, shown: str) -> None:
    if not getattr(expr, "is_integer", False):
        raise CannotRead(f"got {shown} of {expr}; expected whole numbers: declare them as natural or integer")
    if expr.is_number and abs(expr) > LARGEST:
        raise CannotRead(f"got {shown} of {expr}; expected at most {LARGEST}")
