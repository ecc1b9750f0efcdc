"""Functions of matrices: inverse and pseudo-inverse, square root, exponential, and what has added up since time 0.

Nothing is simplified when one is written, so that what is proved is what was written, and each is defined only where
its page says so (an inverse: of invertible matrices; a square root: of positive semidefinite ones; a pseudo-inverse:
of every matrix).  A closed form of a matrix flow is made of them: ``X = E Q (I + Q^T C Q)^{-1} Q^T E`` with
``E = expm(t*F)`` and ``C = accumulated(E*E)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from .matrices import MatrixFunction, MatrixHypothesis, Named, ShapeMismatch, Symmetric, rate_of, shape_of
from .symbols import time


class InverseOf(MatrixFunction):
    """The inverse of a square matrix."""

    def _eval_transpose(self) -> InverseOf:
        return InverseOf(self.arg.T)

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        return sp.MatMul(-1, self, rate_of(self.arg, velocities), self)

    def _sympystr(self, printer: Any) -> str:
        return f"inverse({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return str(printer._print(sp.Inverse(_grouped(self.arg))))


class PseudoInverse(MatrixFunction):
    """The pseudo-inverse of Moore and Penrose; every matrix has one."""

    of_square = False

    def shaped(self, inside: tuple[Any, Any]) -> tuple[Any, Any]:
        return inside[1], inside[0]

    def _eval_transpose(self) -> PseudoInverse:
        return PseudoInverse(self.arg.T)

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        raise NotImplementedError(f"no rate of {self}: a pseudo-inverse jumps where the rank changes")

    def penrose(self, letter: Any, inside: Any) -> Iterator[tuple[Any, Any]]:
        """The four equations that only it satisfies, with a letter for it and an expression for what it is of."""
        yield inside * letter * inside, inside
        yield letter * inside * letter, letter
        yield (inside * letter).T, inside * letter
        yield (letter * inside).T, letter * inside

    def _sympystr(self, printer: Any) -> str:
        return f"pinv({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        raised = isinstance(self.arg, (Transpose, sp.MatPow))
        shown = rf"{printer._print(Named('', self.arg) if raised else _grouped(self.arg))}^{{\dagger}}"
        return rf"\left({shown}\right)^{{{exp}}}" if exp else shown


class SquareRoot(MatrixFunction):
    """The positive semidefinite square root of a positive semidefinite matrix; there is one only."""

    def _eval_transpose(self) -> SquareRoot:
        return SquareRoot(self.arg.T)

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        raise NotImplementedError(f"no rate of {self}: that of a square root is the solution of an equation")

    def _sympystr(self, printer: Any) -> str:
        return f"sqrtm({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        raised = isinstance(self.arg, (Transpose, sp.MatPow))
        shown = f"{printer._print(Named('', self.arg) if raised else _grouped(self.arg))}^{{1/2}}"
        return rf"\left({shown}\right)^{{{exp}}}" if exp else shown


class Exponential(MatrixFunction):
    """The exponential of a square matrix."""

    def _eval_transpose(self) -> Exponential:
        return Exponential(self.arg.T)

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        scalars, constant = self.split()
        if any(constant.has(letter) for letter in velocities):
            raise NotImplementedError(
                f"no rate of {self}: of an exponential there is one for a number that moves times a matrix that does "
                "not, as in expm(t*F)"
            )
        return sp.MatMul(rate_of(scalars, velocities), constant, self)

    def split(self) -> tuple[sp.Expr, Any]:
        """The exponent as a number times a matrix."""
        inside = self.arg
        while isinstance(inside, Named):
            inside = inside.value
        if not isinstance(inside, sp.MatMul):
            return sp.Integer(1), inside
        scalars = [a for a in inside.args if not isinstance(a, sp.MatrixExpr)]
        return sp.Mul(*scalars), sp.MatMul(*(a for a in inside.args if isinstance(a, sp.MatrixExpr))).doit(deep=False)

    def _sympystr(self, printer: Any) -> str:
        return f"expm({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        shown = f"e^{{{printer._print(self.arg)}}}"
        return f"({shown})^{{{exp}}}" if exp else shown


class Accumulated(MatrixFunction):
    """The integral of a matrix over the time from 0 to t; the time is an argument, as it depends on it."""

    def __new__(cls, arg: Any, until: Any = None) -> Accumulated:
        return sp.Basic.__new__(cls, arg, time() if until is None else until)  # type: ignore[no-any-return]

    @property
    def until(self) -> Any:
        """The time up to which it is added up; all of it is written at the time t, so that only t has a meaning."""
        return self.args[1]

    def _eval_transpose(self) -> Accumulated:
        return Accumulated(self.arg.T, self.until)

    def rate(self, velocities: Mapping[Any, Any]) -> Any:
        if any(self.arg.has(letter) for letter in velocities if letter != time()):
            raise NotImplementedError(f"no rate of {self}: what it adds up must depend on nothing that moves but t")
        return self.arg

    def _sympystr(self, printer: Any) -> str:
        return f"accumulated({printer._print(self.arg)})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        inside = self.arg.xreplace({time(): sp.Symbol("s", real=True)})
        shown = rf"\int_{{0}}^{{t}} {printer._print(inside)} \, \mathrm{{d}} s"
        return rf"\left({shown}\right)^{{{exp}}}" if exp else rf"\left({shown}\right)"


def _grouped(expr: Any) -> Any:
    return Named("", expr) if isinstance(expr, (sp.MatMul, sp.MatAdd, MatrixFunction)) else expr


def _square(expr: Any, what: str) -> Any:
    expr = sp.sympify(expr)
    if not isinstance(expr, sp.MatrixExpr):
        raise TypeError(f"got {expr} for {what}; expected a square matrix")
    rows, cols = shape_of(expr)
    if rows != cols:
        raise ShapeMismatch(f"{what} of {expr} is not defined: it is {rows} x {cols}, not square")
    return expr


def inverse(expr: Any) -> InverseOf:
    """The inverse of a square matrix; that there is one must follow from the hypotheses, as from ``Invertible(A)``.

    >>> from layerproof import matrix, natural
    >>> n = natural("n")
    >>> print(inverse(matrix("A", n, n)))
    inverse(A)
    """
    return InverseOf(_square(expr, "the inverse"))


def pinv(expr: Any) -> PseudoInverse:
    """The pseudo-inverse, of Moore and Penrose, of a matrix of any shape; ``A A^+`` and ``A^+ A`` are projections.

    >>> from layerproof import matrix, natural
    >>> n, p = natural("n p")
    >>> print(pinv(matrix("A", n, p)), pinv(matrix("A", n, p)).shape)
    pinv(A) (p, n)
    """
    expr = sp.sympify(expr)
    if not isinstance(expr, sp.MatrixExpr):
        raise TypeError(f"got {expr} for the pseudo-inverse; expected a matrix")
    shape_of(expr)
    return PseudoInverse(expr)


def sqrtm(expr: Any) -> SquareRoot:
    """The positive semidefinite square root; that the matrix is positive semidefinite must follow from the hypotheses.

    It does as the matrix is written (``A^T A``), or from ``PositiveSemidefinite(A)`` for a letter.

    >>> from layerproof import matrix, natural
    >>> n, p = natural("n p")
    >>> A = matrix("A", n, p)
    >>> print(sqrtm(A.T * A))
    sqrtm(A.T*A)
    """
    return SquareRoot(_square(expr, "the square root"))


def expm(expr: Any) -> Exponential:
    """The exponential of a square matrix, as in ``expm(t*F)``."""
    return Exponential(_square(expr, "the exponential"))


def accumulated(expr: Any) -> Accumulated:
    """The integral from time 0 to t of a square matrix that is written at time t, as in ``accumulated(expm(t*F))``."""
    return Accumulated(_square(expr, "what has accumulated"))


def functions_in(expr: Any) -> Iterator[MatrixFunction]:
    """The functions in an expression, inner ones first, some twice."""
    expr = sp.sympify(expr)
    for part in (expr.value,) if isinstance(expr, Named) else expr.args:
        if isinstance(part, sp.Basic):
            yield from functions_in(part)
    if isinstance(expr, MatrixFunction):
        yield expr


def at_start(expr: Any) -> Any:
    """An expression at time 0: nothing has accumulated."""
    expr = sp.sympify(expr)
    if isinstance(expr, Named):
        return Named(expr.args[0], at_start(expr.args[1]), expr.args[2])
    if isinstance(expr, Accumulated):
        return sp.ZeroMatrix(*expr.shape)
    if not isinstance(expr, sp.MatrixExpr) and not expr.has(sp.MatrixExpr):
        return expr.subs(time(), 0)
    if not expr.args or not expr.has(time()):
        return expr
    if isinstance(expr, sp.MatMul):  # 0 times a matrix is the matrix 0
        parts = [at_start(a) for a in expr.args]
        if any(part == 0 or isinstance(part, sp.ZeroMatrix) for part in parts):
            return sp.ZeroMatrix(*expr.shape)
        return sp.MatMul(*parts)
    if isinstance(expr, sp.MatAdd):
        return sp.MatAdd(*map(at_start, expr.args))
    return expr.func(*(at_start(a) if isinstance(a, sp.Expr) else a for a in expr.args))


@dataclass(frozen=True)
class Invertible(MatrixHypothesis):
    """A square matrix that has an inverse."""

    def __post_init__(self) -> None:
        _square(self.matrix, "the inverse")

    def equations(self) -> Iterator[tuple[Any, Any]]:
        size = self.matrix.shape[0]
        yield sp.MatMul(self.matrix, InverseOf(self.matrix)), sp.Identity(size)
        yield sp.MatMul(InverseOf(self.matrix), self.matrix), sp.Identity(size)

    def __str__(self) -> str:
        return f"{self.matrix} is invertible"

    def latex(self) -> str:
        from .printing import latex

        return rf"{latex(self.matrix)} \text{{ is invertible}}"


@dataclass(frozen=True)
class PositiveSemidefinite(Symmetric):
    """A symmetric matrix, named by a letter, with ``x^T A x >= 0`` for every x; for ``A >= B`` write A as ``B + D``."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self) is PositiveSemidefinite and not isinstance(self.matrix, sp.MatrixSymbol):
            raise ValueError(
                f"got PositiveSemidefinite({self.matrix}); expected a letter: for A >= B, name the difference D, and "
                "write B + D for A"
            )

    def __str__(self) -> str:
        return f"{self.matrix} is positive semidefinite"

    def latex(self) -> str:
        from .printing import latex

        return rf"{latex(self.matrix)} \succeq 0"


@dataclass(frozen=True)
class PositiveDefinite(PositiveSemidefinite):
    """A symmetric matrix with ``x^T A x > 0`` for every x that is not 0."""

    def __str__(self) -> str:
        return f"{self.matrix} is positive definite"

    def latex(self) -> str:
        from .printing import latex

        return rf"{latex(self.matrix)} \succ 0"
