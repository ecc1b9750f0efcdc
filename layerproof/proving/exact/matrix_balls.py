"""Matrix expressions with exponentials and integrals, in balls at exact matrices: what excludes 0 is not 0."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import acb, acb_mat, arb, fmpq
from sympy.matrices.expressions.transpose import Transpose

from ...language.determinants import Determinant
from ...language.matrices import Named
from ...language.matrix_functions import Accumulated, Exponential, InverseOf, SquareRoot
from ...language.symbols import time
from .matrix_witness import Draw, NoDraw, is_definite, multiplied


def excludes_zero(expr: Any, draw: Draw) -> str | None:
    """The value of an expression in balls, as text, if some entry of it is not 0; None if that is not seen."""
    found = _Balls(draw).value(expr)
    entries = [found] if isinstance(found, acb) else list(found.entries())
    if all(entry.is_finite() for entry in entries) and any(not entry.contains(acb(0)) for entry in entries):
        return " ".join(str(found).split())
    return None


class _Balls:
    """Values at a draw; the time may be a complex number, for integrals."""

    def __init__(self, draw: Draw, at: acb | None = None) -> None:
        self.draw, self.at = draw, at

    def value(self, expr: Any) -> Any:
        """A matrix of balls, or a ball."""
        if not expr.has(time(), Exponential, InverseOf, SquareRoot) and not expr.atoms(sp.Function):
            exact = self.draw.value(expr)
            return acb(_ball(exact)) if isinstance(exact, fmpq) else acb_mat(exact)
        if expr == time():
            return acb(_ball(self.draw.scalars[expr])) if self.at is None else self.at
        if isinstance(expr, Named):
            return self.value(expr.value)
        if isinstance(expr, Transpose):
            return self.value(expr.arg).transpose()
        if isinstance(expr, InverseOf):
            return self.value(expr.arg).inv()
        if isinstance(expr, SquareRoot):
            exact = self.draw.matrix(expr.arg)
            if exact != exact.transpose() or not is_definite(exact, False):
                raise NoDraw(f"{expr} is not defined here")
            return _root(acb_mat(exact))
        if isinstance(expr, Exponential):
            return self.value(expr.arg).exp()
        if isinstance(expr, Accumulated):
            return self._integral(expr.arg)
        if isinstance(expr, sp.exp):
            return self.value(expr.args[0]).exp()
        if isinstance(expr, sp.Trace):
            inner = self.value(expr.arg)
            return sum((inner[k, k] for k in range(inner.nrows())), acb(0))
        if isinstance(expr, Determinant):
            return self.value(expr.arg).det()
        if isinstance(expr, (sp.MatAdd, sp.Add)):
            first, *rest = map(self.value, expr.args)
            return sum(rest, first)
        if isinstance(expr, (sp.MatMul, sp.Mul)):
            return multiplied(map(self.value, expr.args))
        if isinstance(expr, (sp.MatPow, sp.Pow)) and expr.exp.is_Integer:
            base = self.value(expr.base)
            if isinstance(base, acb):
                return base ** int(expr.exp)
            if expr.exp > 0:
                return multiplied([base] * int(expr.exp))
        raise NoDraw(f"no balls for {type(expr).__name__}")

    def _integral(self, inside: Any) -> acb_mat:
        """Entry by entry, along the line from 0 to the time."""
        upto = self.value(time())
        shape = _Balls(self.draw, acb(0)).value(inside)

        def along(row: int, col: int) -> Any:
            found = acb.integral(lambda s, _: _Balls(self.draw, s * upto).value(inside)[row, col], 0, 1)
            return found * upto

        rows, cols = shape.nrows(), shape.ncols()
        return acb_mat(rows, cols, [along(i, j) for i in range(rows) for j in range(cols)])


def _root(matrix: acb_mat) -> acb_mat:
    """The square root of a positive semidefinite matrix, by its eigenvalues, which must be apart."""
    try:
        values, right = matrix.eig(right=True)
    except ValueError as alike:
        raise NoDraw("eigenvalues that are not told apart") from alike
    n = matrix.nrows()
    roots = acb_mat(n, n, [values[i].sqrt() if i == j else 0 for i in range(n) for j in range(n)])
    found: acb_mat = right * roots * right.inv()
    return found


def _ball(number: fmpq) -> arb:
    return arb(number.p) / arb(number.q)
