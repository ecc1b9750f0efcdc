"""Relations as the hypotheses of a claim."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ....language.matrices import (
    Equal,
    ExpectMatrix,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Symmetric,
    Whitened,
)
from ....language.vectors import as_number, is_single
from ..notation.sizes import ANY_SIZE, same_shape


def hypothesis(left: Any, relation: str, right: Any) -> Any:
    """A relation as a claim takes it.

    Raises:
        ValueError: for a relation that is none, such as about equal.
    """
    left, right = _singles(left, right) if relation == "=" else (left, right)
    if getattr(left, "is_Matrix", False) or getattr(right, "is_Matrix", False):
        if relation != "=":
            raise ValueError("of matrices, only equations are assumed")
        if not is_single(left):
            left, right = same_shape(left, right)
        if not (getattr(left, "is_Matrix", False) and getattr(right, "is_Matrix", False)):
            raise ValueError("a matrix equals a number; expected a matrix on both sides")
        return _of_a_kind(left, right)
    made: dict[str, Any] = {"=": sp.Eq, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "!=": sp.Ne}
    if relation not in made:
        raise ValueError("expected one of =, <, >, \\le, \\ge, \\ne")
    return made[relation](left, right)


def _singles(left: Any, right: Any) -> tuple[Any, Any]:
    """``x^T x = 1`` as an equation of 1 x 1 matrices, which rewrites products."""
    left, right = (side.arg if isinstance(side, sp.Trace) and is_single(side.arg) else side for side in (left, right))
    if is_single(left) == is_single(right):
        return left, right
    number = right if is_single(left) else left
    if isinstance(number, sp.Identity):  # x^T x = I, where I has one entry
        return (left if is_single(left) else right), sp.Identity(1)
    if getattr(number, "is_Matrix", False) or number.has(sp.MatrixExpr, sp.Trace):
        return as_number(left), as_number(right)
    return (left if is_single(left) else right), number * sp.Identity(1)


def _of_a_kind(left: Any, right: Any) -> Any:
    """An equation of matrices, as the kind of assumption that it is."""
    if left.has(ANY_SIZE) or right.has(ANY_SIZE):
        raise ValueError("the size of I is not clear; write it: I_{p}")
    if isinstance(left, sp.Transpose) and left.arg == right and isinstance(right, sp.MatrixSymbol):
        return Symmetric(right)
    if isinstance(right, sp.Identity) and isinstance(left, ExpectMatrix):
        inside = left.args[0].args
        if len(inside) == 2 and isinstance(inside[0], RandomVector) and inside[1] == inside[0].T:
            return Whitened(inside[0])
    if isinstance(right, sp.Identity) and isinstance(left, sp.MatMul) and len(left.args) == 2:
        first, second = left.args
        letter = first.arg if isinstance(first, sp.Transpose) else first
        if isinstance(letter, sp.MatrixSymbol) and second == first.T:
            return Orthogonal(letter) if letter.shape[0] == letter.shape[1] else SemiOrthogonal(first)
    return Equal(left, right)
