"""Identities and inequalities between real expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from ..determinants import Determinant
from ..goals import Goal, Sign, Zero
from ..printing import text
from ..written import plain
from .base import Row, Statement
from .sides import same, scalar

OPPOSITE = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


@dataclass(frozen=True)
class Identity(Statement):
    """``lhs = rhs`` wherever the hypotheses hold; both sides are defined there.

    >>> from layerproof import Identity, real
    >>> x = real("x")
    >>> print(Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    (x + 1)**2 = x**2 + 2*x + 1
    """

    lhs: sp.Expr
    rhs: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ("rhs",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lhs", scalar(self.lhs, "the left side of an Identity"))
        object.__setattr__(self, "rhs", scalar(self.rhs, "the right side of an Identity"))

    def says_nothing(self) -> str | None:
        return same(self.lhs, self.rhs)

    def goals(self) -> Iterator[Goal]:
        yield Zero(plain(self.lhs) - plain(self.rhs), "left minus right", (self.lhs, self.rhs))

    def rows(self) -> tuple[Row, ...]:
        return (Row(self.lhs, "=", self.rhs),)

    def __str__(self) -> str:
        return f"{text(self.lhs)} = {text(self.rhs)}"


@dataclass(frozen=True)
class Inequality(Statement):
    """``lhs > rhs``, ``>=``, ``<`` or ``<=`` wherever the hypotheses hold.

    >>> from layerproof import Inequality, real
    >>> x, y = real("x y")
    >>> print(Inequality(x**2 + y**2, ">=", 2 * x * y))
    x**2 + y**2 >= 2*x*y
    """

    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if self.relation not in (">", ">=", "<", "<="):
            raise ValueError(f"got relation {self.relation!r}; expected one of >, >=, <, <=")
        object.__setattr__(self, "lhs", scalar(self.lhs, "the left side of an Inequality"))
        object.__setattr__(self, "rhs", scalar(self.rhs, "the right side of an Inequality"))
        if self.lhs.has(sp.Trace, Determinant) or self.rhs.has(sp.Trace, Determinant):
            raise ValueError(
                f"got {text(self.lhs)} {self.relation} {text(self.rhs)} as an Inequality, which is between numbers; "
                f'traces of matrices of every size are compared by MatrixInequality(lhs, "{self.relation}", rhs)'
            )

    @property
    def slack(self) -> sp.Expr:
        """What must be positive, or not negative."""
        lhs, rhs = plain(self.lhs), plain(self.rhs)
        return lhs - rhs if self.relation in (">", ">=") else rhs - lhs

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in (">", "<")

    def broken(self) -> Iterator[tuple[str, Statement]]:
        yield "relation reversed", Inequality(self.lhs, OPPOSITE[self.relation], self.rhs)

    def says_nothing(self) -> str | None:
        if self.lhs.is_Rational and self.rhs.is_Rational:
            return f"both sides are numbers as they arrive, {self}"
        return same(self.lhs, self.rhs)

    def goals(self) -> Iterator[Goal]:
        yield Sign(self.slack, self.strict, "larger minus smaller", (self.lhs, self.rhs))

    def rows(self) -> tuple[Row, ...]:
        return (Row(self.lhs, self.relation, self.rhs),)

    def __str__(self) -> str:
        return f"{text(self.lhs)} {self.relation} {text(self.rhs)}"
