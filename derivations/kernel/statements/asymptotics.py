"""Limits, and leading terms with the order of what is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from ..goals import Goal, Tends
from ..printing import text
from ..printing.marks import Remainder
from .base import Row, Statement


@dataclass(frozen=True)
class Limit(Statement):
    """`expr` tends to `equals` as `variable` tends to `to` (from above at a finite point, unless `side` is '-')."""

    expr: sp.Expr
    variable: sp.Symbol
    to: sp.Expr
    equals: sp.Expr
    side: str = "+"
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        for name in ("expr", "to", "equals"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))

    def goals(self) -> Iterator[Goal]:
        yield Tends(self.expr, self.variable, self.to, self.equals, self.side)

    def rows(self) -> tuple[Row, ...]:
        limit = sp.Limit(self.expr, self.variable, self.to, "-" if self.to is sp.oo else self.side)
        return (Row(limit, "=", self.equals),)

    def __str__(self) -> str:
        return f"{text(self.expr)} -> {text(self.equals)} as {self.variable} -> {text(self.to)}"


@dataclass(frozen=True)
class Asymptotic(Statement):
    """``expr = leading + O(remainder)`` as `variable` tends to `to`; the remainder is of smaller order."""

    expr: sp.Expr
    leading: sp.Expr
    remainder: sp.Expr
    variable: sp.Symbol
    to: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ("leading",)

    def __post_init__(self) -> None:
        for name in ("expr", "leading", "remainder", "to"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))

    def goals(self) -> Iterator[Goal]:
        yield Tends(
            (self.expr - self.leading) / self.remainder, self.variable, self.to, None, name="remainder over its order"
        )
        yield Tends(
            self.remainder / self.leading, self.variable, self.to, sp.Integer(0), name="remainder over leading term"
        )

    def rows(self) -> tuple[Row, ...]:
        right = sp.Add(self.leading, Remainder(self.remainder), evaluate=False)
        return (Row(self.expr, "=", right, tends=(self.variable, self.to)),)

    def __str__(self) -> str:
        near = f"as {self.variable} -> {text(self.to)}"
        return f"{text(self.expr)} = {text(self.leading)} + O({text(self.remainder)}) {near}"
