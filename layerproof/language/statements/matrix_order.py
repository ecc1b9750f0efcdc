"""Inequalities about matrices of every size: between symmetric matrices as quadratic forms, and between scalars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from ..goals import Goal, Impossible, SignWord, ZeroWord
from ..matrices import ShapeMismatch, Velocity
from ..printing import text
from .algebra import OPPOSITE
from .base import FORMS, Row, Statement
from .matrices import difference
from .sides import same


@dataclass(frozen=True)
class MatrixInequality(Statement):
    """``lhs >= rhs`` (or ``>``, ``<=``, ``<``), of symmetric matrices as quadratic forms, or of scalars made of traces.

    >>> from layerproof import MatrixInequality, matrix, natural, trace, zero
    >>> d, p = natural("d p")
    >>> A = matrix("A", d, p)
    >>> print(MatrixInequality(A * A.T, ">=", zero(d, d)))
    A*A.T >= 0 as quadratic forms
    >>> print(MatrixInequality(trace(A * A.T), ">=", 0))
    Trace(A*A.T) >= 0
    """

    lhs: Any
    relation: str
    rhs: Any
    is_about_matrices: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.relation not in OPPOSITE:
            raise ValueError(f"got relation {self.relation!r}; expected one of >, >=, <, <=")
        for side in ("lhs", "rhs"):
            object.__setattr__(self, side, sp.sympify(getattr(self, side)))
        if self.lhs.has(Velocity) or self.rhs.has(Velocity):
            raise ValueError("got a velocity in an inequality between matrices; expected what it is along the flow")

    @property
    def ends(self) -> tuple[Any, Any]:
        """The larger side, and the smaller."""
        return (self.lhs, self.rhs) if self.relation in (">", ">=") else (self.rhs, self.lhs)

    @property
    def strict(self) -> bool:
        """Whether equality is excluded; of matrices, whether the difference is positive definite."""
        return self.relation in (">", "<")

    def says_nothing(self) -> str | None:
        return same(self.lhs, self.rhs)

    def broken(self) -> Iterator[tuple[str, Statement]]:
        yield "relation reversed", MatrixInequality(self.lhs, OPPOSITE[self.relation], self.rhs)

    def goals(self) -> Iterator[Goal]:
        larger, smaller = self.ends
        try:
            slack = difference(larger, smaller)
        except ShapeMismatch as mismatch:
            yield Impossible(str(mismatch), "larger minus smaller")
            return
        if isinstance(slack, sp.MatrixExpr):
            if slack.shape[0] != slack.shape[1]:
                yield Impossible(f"{text(slack)} is not square: it has no quadratic form", "larger minus smaller")
                return
            yield ZeroWord(slack - slack.T, "larger minus smaller is symmetric", (self.lhs, self.rhs))
        yield SignWord(slack, self.strict, "larger minus smaller", (self.lhs, self.rhs))

    def rows(self) -> tuple[Row, ...]:
        forms = isinstance(self.lhs, sp.MatrixExpr)
        return (Row(self.lhs, FORMS[self.relation] if forms else self.relation, self.rhs),)

    def __str__(self) -> str:
        forms = " as quadratic forms" if isinstance(self.lhs, sp.MatrixExpr) else ""
        return f"{text(self.lhs)} {self.relation} {text(self.rhs)}{forms}"
