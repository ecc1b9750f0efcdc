"""Numbers made of vectors: an inner product, a norm, and ``x^T y``, a 1 x 1 matrix where a number is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp


def is_single(expr: Any) -> bool:
    """Whether it is a product of matrices that is 1 x 1: ``x^T y``."""
    return bool(getattr(expr, "is_Matrix", False)) and tuple(expr.shape) == (1, 1)


def as_number(expr: Any) -> Any:
    """A 1 x 1 matrix as the number that it holds, which is its trace; anything else as it is."""
    return sp.Trace(expr) if is_single(expr) else expr


def inner(one: Any, other: Any) -> Any:
    """The inner product of two vectors or of two matrices of one shape.

    Raises:
        ValueError: of anything else.
    """
    if not _same_shape(one, other):
        raise ValueError("an inner product of two vectors, or of two matrices of the same shape")
    return sp.Trace(one.T * other)


def norm(vector: Any) -> Any:
    """The Euclidean norm of a vector.

    Raises:
        ValueError: of a matrix, whose norm can be read in two ways, and of a number.
    """
    if not getattr(vector, "is_Matrix", False):
        raise ValueError("a norm of a vector; the absolute value of a number x is |x|")
    if vector.shape[1] != 1:
        raise ValueError("a norm of a vector; that of a matrix can be read as \\|A\\|_F and as \\|A\\|_{op}")
    return sp.sqrt(sp.Trace(vector.T * vector))


def frobenius(matrix: Any) -> Any:
    """The Frobenius norm of a matrix.

    Raises:
        ValueError: of a number.
    """
    if not getattr(matrix, "is_Matrix", False):
        raise ValueError("a Frobenius norm of a matrix")
    return sp.sqrt(sp.Trace(matrix.T * matrix))


def _same_shape(one: Any, other: Any) -> bool:
    matrices = getattr(one, "is_Matrix", False) and getattr(other, "is_Matrix", False)
    return bool(matrices) and tuple(one.shape) == tuple(other.shape)


NUMBERS: Mapping[str, Callable[..., Any]] = {"norm": norm, "frobenius": frobenius, "inner": inner}
"""By the word that stands for each in the one spelling of formulas."""
EXACT = frozenset({norm, frobenius, inner})
"""Those that have a value wherever their arguments do."""
