"""Identities and inequalities between real expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from ..goals import Goal, Sign, Zero
from ..printing import text
from .base import Row, Statement

OPPOSITE = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


@dataclass(frozen=True)
class Identity(Statement):
    """``lhs = rhs`` wherever the hypotheses hold; both sides are defined there."""

    lhs: sp.Expr
    rhs: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ("rhs",)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lhs", sp.sympify(self.lhs))
        object.__setattr__(self, "rhs", sp.sympify(self.rhs))

    def goals(self) -> Iterator[Goal]:
        yield Zero(self.lhs - self.rhs, "left minus right", (self.lhs, self.rhs))

    def rows(self) -> tuple[Row, ...]:
        return (Row(self.lhs, "=", self.rhs),)

    def __str__(self) -> str:
        return f"{text(self.lhs)} = {text(self.rhs)}"


@dataclass(frozen=True)
class Inequality(Statement):
    """``lhs > rhs``, ``>=``, ``<`` or ``<=`` wherever the hypotheses hold."""

    lhs: sp.Expr
    relation: str
    rhs: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if self.relation not in (">", ">=", "<", "<="):
            raise ValueError(f"got relation {self.relation!r}; expected one of >, >=, <, <=")
        object.__setattr__(self, "lhs", sp.sympify(self.lhs))
        object.__setattr__(self, "rhs", sp.sympify(self.rhs))

    @property
    def slack(self) -> sp.Expr:
        """What must be positive, or not negative."""
        return self.lhs - self.rhs if self.relation in (">", ">=") else self.rhs - self.lhs

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in (">", "<")

    def broken(self) -> Iterator[tuple[str, Statement]]:
        yield "relation reversed", Inequality(self.lhs, OPPOSITE[self.relation], self.rhs)

    def goals(self) -> Iterator[Goal]:
        yield Sign(self.slack, self.strict, "larger minus smaller", (self.lhs, self.rhs))

    def rows(self) -> tuple[Row, ...]:
        return (Row(self.lhs, self.relation, self.rhs),)

    def __str__(self) -> str:
        return f"{text(self.lhs)} {self.relation} {text(self.rhs)}"
