"""Hypotheses about numbers that are made of matrices: ``tr(u^T u) = 1``, ``tr(A) <= 1``, ``tr(u^T v) != 0``.

They are written as relations, as those about other numbers are.  What compares the norm of a matrix with a number,
``sqrt(tr(W^T W)) <= c`` with c not negative, is read as what its square says.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from .determinants import Determinant
from .matrices import Equal, ExpectScalar, MatrixHypothesis, shape_of


@dataclass(frozen=True)
class Compared(MatrixHypothesis):
    """A number made of traces, `matrix`, is compared with another one; it is no equation."""

    other: Any
    sign: ClassVar[str]
    turned: ClassVar[str]

    def equations(self) -> Iterator[tuple[Any, Any]]:
        return iter(())

    @property
    def difference(self) -> sp.Expr:
        """What is positive, not negative, or not 0."""
        return sp.sympify(self.matrix) - sp.sympify(self.other)

    def holds(self, difference: Any) -> Any:
        """Whether it holds where the difference has this value, or which of these values."""
        return _COMPARED[self.sign](difference, 0)

    def _as_written(self) -> tuple[Any, str, Any]:
        """The sides with what is made of traces first."""
        if sp.sympify(self.matrix).has(sp.Trace):
            return self.matrix, self.sign, self.other
        return self.other, self.turned, self.matrix

    def __str__(self) -> str:
        left, sign, right = self._as_written()
        return f"{left} {sign} {right}"

    def latex(self) -> str:
        from .printing import latex

        left, sign, right = self._as_written()
        return f"{latex(left)} {_IN_LATEX.get(sign, sign)} {latex(right)}"


@dataclass(frozen=True)
class Above(Compared):
    """``matrix > other``."""

    sign, turned = ">", "<"


@dataclass(frozen=True)
class AtLeast(Compared):
    """``matrix >= other``."""

    sign, turned = ">=", "<="


@dataclass(frozen=True)
class Apart(Compared):
    """``matrix != other``."""

    sign, turned = "!=", "!="


_COMPARED = {">": operator.gt, ">=": operator.ge, "!=": operator.ne}
_IN_LATEX = {">=": r"\ge", "<=": r"\le", "!=": r"\ne"}


def as_assumed(hypothesis: Any) -> Any:
    """A hypothesis, an equation ``Eq(W, W.T)`` between matrices as `Equal` says it, and a relation of traces likewise.

    Raises:
        ShapeMismatch: if the two sides differ in shape.
    """
    if isinstance(hypothesis, sp.Eq) and any(isinstance(side, sp.MatrixExpr) for side in hypothesis.args):
        return Equal(*hypothesis.args)
    return of_numbers(hypothesis) or hypothesis


def of_numbers(relation: Any) -> MatrixHypothesis | None:
    """A relation between numbers made of traces as a hypothesis on matrices; None if it is none, or of another kind."""
    if not isinstance(relation, sp.core.relational.Relational) or not relation.has(sp.Trace):
        return None
    if relation.has(Determinant, ExpectScalar):
        return None
    left, right = _squared(*relation.args)
    match relation:
        case sp.Eq():
            return Equal(*_as_matrices(left, right))
        case sp.Ne():
            return Apart(left, right)
        case sp.StrictGreaterThan():
            return Above(left, right)
        case sp.StrictLessThan():
            return Above(right, left)
        case sp.GreaterThan():
            return AtLeast(left, right)
        case sp.LessThan():
            return AtLeast(right, left)
    return None


def _as_matrices(left: Any, right: Any) -> tuple[Any, Any]:
    """Both sides; ``u^T u = c`` for ``tr(u^T u) = c``."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, sp.Trace) and shape_of(one.arg) == (1, 1) and not other.has(sp.Trace):
            return one.arg, sp.MatMul(other, sp.Identity(1)).doit()
    return left, right


def _squared(left: Any, right: Any) -> tuple[Any, Any]:
    """Both sides; their squares, if one is a root of traces and the other a number, and neither is negative."""
    for one, other in ((left, right), (right, left)):
        factor, root = sp.sympify(one).as_independent(sp.Trace, as_Add=False)
        number, beside = sp.sympify(other).as_independent(sp.Trace, as_Add=False)
        if factor.is_nonnegative and number.is_nonnegative and is_norm(root) and (beside == 1 or is_norm(beside)):
            return left**2, right**2
    return left, right


def is_norm(expr: Any) -> bool:
    """Whether this is ``sqrt(tr(X^T X))``, as it is written."""
    if not (isinstance(expr, sp.Pow) and expr.exp == sp.S.Half and isinstance(expr.base, sp.Trace)):
        return False
    factors = expr.base.arg.args if isinstance(expr.base.arg, sp.MatMul) else ()
    pairs = list(zip(factors, reversed(factors), strict=True))
    return bool(pairs) and len(pairs) % 2 == 0 and all(isinstance(a, sp.MatrixExpr) and a == b.T for a, b in pairs)


__all__ = ["Above", "Apart", "AtLeast", "Compared", "as_assumed", "is_norm", "of_numbers"]
