"""Infinite and finite sums in closed form, or bounded by one, by telescoping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import sympy as sp

from ..goals import Certificate, Goal, Impossible, Telescopes, Under, Zero
from ..printing import text
from .algebra import OPPOSITE
from .base import Row, Statement
from .integrals import Range, bound_range, only_bound


@dataclass(frozen=True)
class Series(Statement):
    """``sum_{j = k..n} term  relation  equals``, where n may be infinite.

    Proved by a sequence ``by`` whose differences ``by(j) - by(j + 1)`` are the terms, or bound every one of them; its
    limit at infinity is found. Sums of terms ``p(j) z**j/j!`` and ``z**j/j`` need none. An infinite sum that is
    bounded must have terms that are not negative; one that is bounded below only may be infinite.

    Args:
        term: an expression in j, defined for every integer from k to n.
        over: ``(j, k, n)``; of j, the range alone is known.
        relation: ``=``, ``<``, ``<=``, ``>`` or ``>=``.
        equals: free of j.
        by: an expression in j; if not given, `equals` with j for k, which must then be a symbol, or one and a number.

    >>> from layerproof import Series, natural, oo, pi
    >>> k = natural("k")
    >>> print(Series(1 / k**2, (k, 1, oo), "=", pi**2 / 6))
    sum_{k=1..oo}(k**(-2)) = pi**2/6
    """

    term: sp.Expr
    over: Range
    relation: str
    equals: sp.Expr
    by: sp.Expr | None = None
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        over, renaming = bound_range(self.over, {"integer": True})
        object.__setattr__(self, "over", over)
        object.__setattr__(self, "equals", sp.sympify(self.equals))
        if self.relation not in ("=", *OPPOSITE):
            raise ValueError(f"got relation {self.relation!r}; expected one of =, >, >=, <, <=")
        if not over[1].is_integer or not (over[2].is_integer or over[2] == sp.oo):
            raise ValueError(f"the range from {over[1]} to {over[2]} is not known to be of integers")
        if self.equals.has(*renaming, over[0]):
            raise ValueError(f"the value of the sum depends on its index {over[0]}")
        for name in ("term", "by"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, sp.sympify(value).xreplace(renaming))
        only_bound(over[0], self.term, self.by, self.equals)

    def says_nothing(self) -> str | None:
        return "the terms arrive as 0" if self.term == 0 else None

    def binders(self) -> tuple[sp.Symbol, ...]:
        return (self.over[0],)

    @property
    def certificate(self) -> sp.Expr | None:
        """The sequence whose differences are the terms; None if none was given, and none can be read off."""
        j, lower, upper = self.over
        if self.by is not None:
            return self.by
        letters = sorted(lower.free_symbols, key=str)
        if len(letters) != 1 or upper != sp.oo or not (shift := sp.expand(lower - letters[0])).is_Integer:
            return None
        return self.equals.xreplace({letters[0]: j - shift})

    def goals(self) -> Iterator[Goal]:
        if self.certificate is None:
            yield Impossible("give the sequence whose differences are the terms: by=...")
            yield from self._values()
            return
        yield Telescopes(self.term, *self.over, self.relation, self.equals, self.certificate)

    def _values(self) -> Iterator[Goal]:
        """That each term has a value, and what the sum is compared with: that a sum is not known does not hide it."""
        j, lower, upper = self.over
        kind = {"positive": True} if lower.is_positive else {"nonnegative": True} if lower.is_nonnegative else {}
        index = sp.Symbol(j.name, integer=True, **kind)
        term = self.term.xreplace({j: index})
        above = () if upper == sp.oo else ((upper - index, False),)
        goal = Under(
            Zero(sp.Integer(0), "that every term has a value", (term,)), index, ((index - lower, False), *above)
        )
        yield Certificate(goal, "that every term has a value is not derived")
        value = Zero(sp.Integer(0), "that what the sum is compared with has a value", (self.equals,))
        yield Certificate(value, "that what the sum is compared with has a value is not derived")

    def parts(self) -> dict[str, sp.Expr]:
        return {"equals": self.equals} if self.relation == "=" else {}

    def with_part(self, name: str, expr: sp.Expr) -> Series:
        return replace(self, equals=expr, by=self.certificate)

    def broken(self) -> Iterator[tuple[str, Statement]]:
        if self.relation in OPPOSITE:
            yield "relation reversed", replace(self, relation=OPPOSITE[self.relation], by=self.certificate)

    def rows(self) -> tuple[Row, ...]:
        return (Row(sp.Sum(self.term, self.over), self.relation, self.equals),)

    def __str__(self) -> str:
        j, lower, upper = self.over
        return f"sum_{{{j}={text(lower)}..{text(upper)}}}({text(self.term)}) {self.relation} {text(self.equals)}"
