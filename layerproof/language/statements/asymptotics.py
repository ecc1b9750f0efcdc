"""Limits, and leading terms with the order of what is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from ..goals import BOTH, Goal, Tends
from ..printing import text
from ..printing.marks import FromAbove, FromBelow, Remainder
from ..ranges import of_sign, presumed
from .base import Row, Statement
from .sides import same


@dataclass(frozen=True)
class Limit(Statement):
    """`expr` tends to `equals` as `variable` tends to `to`; at a finite point from above, or below for '-'.

    >>> from layerproof import Limit, oo, positive
    >>> x = positive("x")
    >>> print(Limit(x / (1 + x), x, oo, 1))
    x/(x + 1) -> 1 as x -> oo
    """

    expr: sp.Expr
    variable: sp.Symbol
    to: sp.Expr
    equals: sp.Expr
    side: str = "+"
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        for name in ("expr", "to", "equals"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        if self.side not in ("+", "-"):
            raise ValueError(f"got side {self.side!r}; expected '+' or '-'; a limit from both sides is two limits")
        _has_neighbours(self.variable, self.to)

    def says_nothing(self) -> str | None:
        return same(self.expr, self.equals)

    def whole(self) -> frozenset[str]:
        return self.region()

    def region(self) -> frozenset[str]:
        return frozenset({self.variable.name})

    def goals(self) -> Iterator[Goal]:
        yield Tends(self.expr, self.variable, self.to, self.equals, self.side)

    def rows(self) -> tuple[Row, ...]:
        limit = sp.Limit(self.expr, self.variable, self.to, "-" if self.to is sp.oo else self.side)
        return (Row(limit, "=", self.equals),)

    def __str__(self) -> str:
        near = f"as {self.variable} -> {text(self.to)}{_from(self.to, self.side)}"
        return f"{text(self.expr)} -> {text(self.equals)} {near}"


@dataclass(frozen=True)
class Asymptotic(Statement):
    """``expr = leading + O(remainder)`` as `variable` tends to `to`; the remainder is of smaller order.

    What is left is, over the remainder, bounded near the point, and need have no limit: ``x + sin(x) = x + O(1)``.
    At a finite point that holds from both sides: ``|x| = x + O(x^2)`` is false as x tends to 0.  Where the variable's
    own domain, or a hypothesis, leaves one side only (x > 0), it is from that one.

    Args:
        expr: what is expanded.
        leading: its leading term.
        remainder: the order of what is left.
        variable: what moves.
        to: where it goes; ``oo`` and ``-oo`` are allowed.
        side: of a finite point: ``+`` from above alone, ``-`` from below alone.
    """

    expr: sp.Expr
    leading: sp.Expr
    remainder: sp.Expr
    variable: sp.Symbol
    to: sp.Expr
    side: str = BOTH
    breakable: ClassVar[tuple[str, ...]] = ("leading",)

    def __post_init__(self) -> None:
        for name in ("expr", "leading", "remainder", "to"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        if self.side not in ("+", "-", BOTH):
            raise ValueError(f"got side {self.side!r}; expected '+', '-' or, for both, {BOTH!r}")
        _has_neighbours(self.variable, self.to)

    def says_nothing(self) -> str | None:
        return same(self.expr, self.leading)

    def whole(self) -> frozenset[str]:
        return self.region()

    def region(self) -> frozenset[str]:
        return frozenset({self.variable.name})

    @property
    def sides(self) -> str:
        """The sides that are meant: `side`, less one that is not in the variable's own domain."""
        if self.side != BOTH or self.to != 0:
            return self.side
        return "+" if self.variable.is_nonnegative else "-" if self.variable.is_nonpositive else BOTH

    def goals(self) -> Iterator[Goal]:
        dropped = sp.Add(self.expr, -self.leading, evaluate=False)
        order, smaller = _over(dropped, self.remainder), _over(self.remainder, self.leading)
        yield Tends(order, self.variable, self.to, None, self.sides, "remainder over its order")
        yield Tends(smaller, self.variable, self.to, sp.Integer(0), self.sides, "remainder over leading term")

    def rows(self) -> tuple[Row, ...]:
        right = sp.Add(self.leading, Remainder(self.remainder), evaluate=False)
        marks = {"+": FromAbove, "-": FromBelow}
        to = self.to if self.side == BOTH or self.to.is_infinite else marks[self.side](self.to)
        return (Row(self.expr, "=", right, tends=(self.variable, to)),)

    def __str__(self) -> str:
        near = f"as {self.variable} -> {text(self.to)}{_from(self.to, self.side)}"
        return f"{text(self.expr)} = {text(self.leading)} + O({text(self.remainder)}) {near}"


def _over(above: sp.Expr, below: sp.Expr) -> sp.Expr:
    """A quotient as it stands: what would cancel in it is there, and must have a value."""
    return sp.Mul(above, sp.Pow(below, -1, evaluate=False), evaluate=False)


def _has_neighbours(variable: sp.Symbol, to: sp.Expr) -> None:
    """Refuse a variable that does not come near a finite point, or is no symbol.

    Raises:
        ValueError: if it does not.
    """
    if not isinstance(variable, sp.Symbol):
        raise ValueError(f"got the variable {variable}; expected a symbol")
    if not to.is_infinite and (more := presumed(variable, of_sign(variable))) is not None:
        raise ValueError(
            f"{variable}, which is assumed to have {more}, takes no value near {text(to)}; make it a real symbol"
        )


def _from(to: sp.Expr, side: str) -> str:
    """The side of a finite point, in plain text."""
    return "" if to.is_infinite else {"+": ", from above", "-": ", from below"}.get(side, "")
