"""The determinant of a matrix, a number; and rates of what is made of determinants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from .matrices import ShapeMismatch, rate_of, shape_of
from .matrix_functions import InverseOf


class Determinant(sp.Expr):  # type: ignore[misc]
    """The determinant of a square matrix."""

    is_commutative = is_real = True

    def __new__(cls, arg: Any) -> Determinant:
        return sp.Basic.__new__(cls, arg)  # type: ignore[no-any-return]

    @property
    def arg(self) -> Any:
        """What it is the determinant of."""
        return self.args[0]

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        """By Jacobi's formula, where the matrix is invertible."""
        return self * sp.Trace(InverseOf(self.arg) * rate_of(self.arg, velocities))

    def doit(self, **_: Any) -> Determinant:
        """Unchanged: it is kept as it was written."""
        return self

    def _sympystr(self, printer: Any) -> str:
        return f"det({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        shown = rf"\det\left({printer._print(self.arg)}\right)"
        return f"{shown}^{{{exp}}}" if exp else shown


def det(expr: Any) -> Determinant:
    """The determinant of a square matrix, a number.

    >>> from layerproof import matrix, natural
    >>> n = natural("n")
    >>> print(det(matrix("A", n, n)))
    det(A)
    """
    expr = sp.sympify(expr)
    if not isinstance(expr, sp.MatrixExpr):
        raise TypeError(f"got {expr} for the determinant; expected a square matrix")
    rows, cols = shape_of(expr)
    if rows != cols:
        raise ShapeMismatch(f"the determinant of {expr} is not defined: it is {rows} x {cols}, not square")
    return Determinant(expr)


def rate_with_determinants(expr: Any, velocities: Mapping[Any, Any]) -> Any:
    """The derivative of an expression, with determinants in it or without, where letters move with these velocities.

    Raises:
        NotImplementedError: if there is something in it of which no rate is known.
    """
    expr = sp.sympify(expr)
    letters = {d: sp.Dummy(f"det {k}", real=True) for k, d in enumerate(sorted(expr.atoms(Determinant), key=str))}
    moving = {letter: d.rate(velocities) for d, letter in letters.items() if any(d.has(x) for x in velocities)}
    back = {letter: d for d, letter in letters.items()}
    rate = rate_of(expr.xreplace(letters), {**velocities, **moving})
    return rate.xreplace(back) if letters else rate
