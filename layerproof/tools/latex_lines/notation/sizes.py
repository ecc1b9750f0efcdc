"""Matrices that are written without their sizes: an identity, a zero; and sums that bind an index twice."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ....language.symbols import unshadowed
from ....language.vectors import as_number, is_single

ANY_SIZE = sp.Symbol("any", integer=True, positive=True)
"""The size of an identity matrix that is written without one: what stands beside it says it."""


def tidied(expr: Any) -> Any:
    """What was read, with bound indices told apart, and the sizes of identity matrices filled in."""
    if isinstance(expr, sp.Basic) and expr.has(sp.Sum):
        expr = _unshadowed(expr)
    if isinstance(expr, sp.Basic) and expr.has(ANY_SIZE):
        expr = sized(expr)
    return expr


def _unshadowed(expr: Any) -> Any:
    """`expr` with an index that a sum within a sum binds again renamed."""
    if not isinstance(expr, sp.Basic) or not expr.args or not expr.has(sp.Sum):
        return expr
    parts = [_unshadowed(part) for part in expr.args]
    if isinstance(expr, sp.Sum):
        return expr.func(unshadowed(parts[0], tuple(limit[0] for limit in expr.limits)), *expr.limits)
    return expr.func(*parts)


def sized(expr: Any, shape: Any = None) -> Any:
    """`expr` with the size of each identity matrix as its neighbours ask for it."""
    if not isinstance(expr, sp.Basic) or not expr.has(ANY_SIZE):
        return expr
    if isinstance(expr, sp.Identity):
        return expr if shape is None else sp.Identity(shape[0])
    if isinstance(expr, sp.MatAdd):
        known = shape or next((t.shape for t in expr.args if not t.has(ANY_SIZE)), None)
        known = known or next((t.shape for t in expr.args if ANY_SIZE not in t.shape), None)
        return sp.MatAdd(*(sized(term, known) for term in expr.args))
    if isinstance(expr, sp.MatMul):
        scalars = [a for a in expr.args if not getattr(a, "is_Matrix", False)]
        factors = [a for a in expr.args if getattr(a, "is_Matrix", False)]
        real = [f for f in factors if not isinstance(f, sp.Identity)]
        if not real:
            return sp.MatMul(*scalars, sized(factors[0], shape))
        found = []
        for k, factor in enumerate(real):
            rows = real[k - 1].shape[1] if k else (shape or (None,))[0]
            if rows == ANY_SIZE or rows is None:
                rows = next((s for s in (*real[k + 1 : k + 2],)), factor).shape[0]
            found.append(sized(factor, None if rows in (None, ANY_SIZE) else (rows, rows)))
        return sp.MatMul(*scalars, *found)
    return expr.func(*(sized(part) for part in expr.args))


def same_shape(left: Any, right: Any) -> tuple[Any, Any]:
    """Two sides of an equation of matrices, with a 0 as the zero matrix, an identity of the other's size,
    and a 1 x 1 matrix beside a number as the number that it holds."""
    if is_single(left) != is_single(right) and not (_is_matrix(left) and _is_matrix(right)):
        left, right = as_number(left), as_number(right)
    for one, other in ((left, right), (right, left)):
        if getattr(one, "is_Matrix", False) and one.has(ANY_SIZE) and getattr(other, "is_Matrix", False):
            resized = sized(one, other.shape)
            left, right = (resized, right) if one is left else (left, resized)
    if getattr(left, "is_Matrix", False) and right == 0:
        return left, sp.ZeroMatrix(*left.shape)
    if getattr(right, "is_Matrix", False) and left == 0:
        return sp.ZeroMatrix(*right.shape), right
    return left, right


def _is_matrix(expr: Any) -> bool:
    return bool(getattr(expr, "is_Matrix", False))
