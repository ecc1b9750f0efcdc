"""Sums, products, powers and inverses of what was read: of numbers, matrices, and ``x^T y`` where a number is meant.

SymPy computes with the numbers that it is given, so these are bounded before; matrices that do not fit are told apart
from what is not understood.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import Any

import sympy as sp
from sympy.matrices.exceptions import ShapeError

from .matrix_functions import pinv, sqrtm
from .vectors import as_number, is_single

BITS = 4_000
"""The longest number that a power may be."""
LARGEST = 1_000
"""The largest exponent of what is not a number, and the largest number in a Gamma or zeta function."""
MANY = 50
"""The most arguments of a function, and sums within a sum."""

parts_read: ContextVar[list[Any] | None] = ContextVar("layerproof_parts_read", default=None)


@contextlib.contextmanager
def recording() -> Iterator[list[Any]]:
    """Remember every quotient, power and function that is read inside, before SymPy simplifies what it stands in."""
    parts: list[Any] = []
    token = parts_read.set(parts)
    try:
        yield parts
    finally:
        parts_read.reset(token)


def noted(part: Any) -> Any:
    """`part`, remembered where parts are recorded."""
    if (parts := parts_read.get()) is not None:
        if is_matrix(part):
            raise CannotRead("got a power of a matrix; as_written reads scalars")
        parts.append(part)
    return part


class CannotRead(ValueError):
    """The formula is outside the grammar, or uses a name that is not declared; the message says where.

    Attributes:
        sizes: of matrices that do not fit, two sizes that ought to be equal.
        factors: of a product that does not fit, what was multiplied so far, and by what.
    """

    sizes: tuple[Any, Any] | None = None
    factors: tuple[Any, Any] | None = None


class Misshapen(CannotRead):
    """A sum or a product of matrices whose sizes do not fit: whatever is meant, it is wrong."""


def plus(terms: Sequence[Any]) -> Any:
    """A sum of numbers or of matrices."""
    if not any(is_matrix(term) for term in terms):
        return sp.Add(*terms)
    kept = [term for term in terms if term != 0]
    if all(is_single(term) or not is_matrix(term) for term in kept) and not all(map(is_matrix, kept)):
        return sp.Add(*map(as_number, kept))
    if not all(map(is_matrix, kept)):
        if any(1 not in term.shape for term in kept if is_matrix(term)):
            raise Misshapen("got the sum of a matrix and a number")
        raise CannotRead(
            "got the sum of a matrix and a number; a number x^\\top y is written \\operatorname{tr}(x^\\top y)"
        )
    if len(kept) == 1:
        return kept[0]
    try:
        return sp.MatAdd(*kept)
    except ShapeError as error:
        raise _misfit(f"got a sum of matrices that do not fit: {error}", kept, _unequal(kept)) from None


def _unequal(matrices: Sequence[Any]) -> tuple[Any, Any] | None:
    """The first two sizes in a sum that differ."""
    first = matrices[0].shape
    pairs = (pair for other in matrices[1:] for pair in zip(first, other.shape, strict=True))
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def times(factors: Sequence[Any]) -> Any:
    """A product of numbers and matrices."""
    matrices = sum(map(is_matrix, factors))
    if not matrices:
        return sp.Mul(*factors) if len(factors) > 1 else factors[0]
    if matrices > MANY:
        raise CannotRead(f"got a product of more than {MANY} matrices")
    product = factors[0]
    for factor in factors[1:]:
        try:
            product = _product(product, factor)
        except ShapeError as error:
            apart = product.shape[1], factor.shape[0]
            problem = _misfit(f"got a product of matrices that do not fit: {error}", factors, apart)
            problem.factors = product, factor
            raise problem from None
    return product


def _product(one: Any, other: Any) -> Any:
    """``one other``, where ``x^T y`` multiplies as a number what it does not fit as a matrix."""
    apart = is_matrix(one) and is_matrix(other) and one.shape[1] != other.shape[0]
    if apart and (is_single(one) or is_single(other)):
        return as_number(one) * as_number(other)
    return one * other


def _misfit(message: str, matrices: Sequence[Any], sizes: tuple[Any, Any] | None) -> CannotRead:
    """Certainly wrong, unless a vector is among them: ``x^\\top y A`` is written where a number is meant."""
    vectors = any(is_matrix(m) and 1 in m.shape for m in matrices)
    error = CannotRead(message) if vectors else Misshapen(message)
    error.sizes = sizes
    return error


def inverse(found: Any) -> Any:
    """``1/found``, or the inverse of a matrix."""
    found = as_number(found)
    if found == 0:
        raise CannotRead("got a division by zero")
    return power(found, sp.Integer(-1))


def pseudo_inverse(found: Any) -> Any:
    """The pseudo-inverse of a matrix; a dagger on a number may mean anything."""
    if not is_matrix(found):
        raise CannotRead(f"got a dagger on {found}; expected one on a matrix, for its pseudo-inverse")
    return pinv(found)


def power(base: Any, exponent: Any) -> Any:
    """A power; numbers that would be too long are refused before they are computed.

    Raises:
        CannotRead: if it is too large, or has no value.
    """
    base, exponent = as_number(base), as_number(exponent)
    if is_matrix(exponent):
        raise CannotRead("got a matrix as an exponent; expected a number")
    if is_matrix(base):
        if abs(exponent) == sp.Rational(1, 2):
            return sqrtm(base) if exponent > 0 else sp.Inverse(sqrtm(base))
        if exponent != -1 and not (exponent.is_Integer and 0 < exponent <= MANY):
            raise CannotRead(f"got a matrix to the power {exponent}; expected -1, 1/2, -1/2 or a number up to {MANY}")
        return sp.Inverse(base) if exponent == -1 else base**exponent
    if base is sp.E:
        return sp.exp(exponent)
    if base == 0 and (exponent.is_negative or exponent.is_zero):
        raise CannotRead(f"got 0 to the power {exponent}")
    if exponent.is_Rational:
        bits = max(abs(base.p), base.q).bit_length() if base.is_Rational else 0
        if abs(exponent) * bits > BITS or (not bits and abs(exponent) > LARGEST):
            raise CannotRead("got a power that is too large")
    elif base.is_number and exponent.is_number and not abs(exponent) <= LARGEST:
        raise CannotRead("got a power that is too large")
    return base**exponent if exponent.is_Integer and exponent >= 0 else noted(base**exponent)


def is_matrix(found: Any) -> bool:
    """Whether it is a matrix or a vector."""
    return bool(getattr(found, "is_Matrix", False))


def transposed(found: Any) -> Any:
    """The transpose; a number is its own."""
    return found.T if is_matrix(found) else found


def trace(found: Any) -> Any:
    """The trace."""
    return sp.Trace(found)
