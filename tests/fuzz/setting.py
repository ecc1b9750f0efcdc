"""Symbols with domains, a rational point inside, hypotheses that hold there, and random expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp

from layerproof.language.symbols import natural, nonnegative, positive, real

from .arithmetic import NotRational, holds, value
from .choices import Choices

DOMAINS = (
    (real, (0, 1, -1, Fraction(1, 2), 2, Fraction(-3, 2))),
    (positive, (1, 2, Fraction(1, 2), 3)),
    (nonnegative, (0, 1, Fraction(1, 3), 2)),
    (natural, (1, 2, 3, 7)),
    (lambda name: sp.Symbol(name, integer=True), (0, 1, -1, 4)),
)


@dataclass
class Setting:
    """Symbols, a point inside their domains, and hypotheses that hold at the point."""

    choices: Choices
    point: dict[sp.Symbol, Fraction]
    hypotheses: list[Any] = field(default_factory=list)

    @classmethod
    def drawn(cls, choices: Choices, names: str = "x y z", hypotheses: bool = True) -> Setting:
        """One symbol or more of these names, each with a domain of its own; hypotheses, most often none."""
        wanted = names.split()
        point = {}
        for name in wanted[: 1 + choices.below(len(wanted))]:
            make, values = choices.one(*DOMAINS)
            point[make(name)] = Fraction(choices.one(*values))
        found = cls(choices, point)
        for _ in range(choices.one(0, 0, 0, 1, 2) if hypotheses else 0):
            found.suppose()
        return found

    @property
    def symbols(self) -> list[sp.Symbol]:
        """The symbols."""
        return list(self.point)

    def suppose(self) -> None:
        """Add a hypothesis that holds at the point: redundant, restricting, or down to a line."""
        choices = self.choices
        symbol = choices.one(*self.symbols)
        here = rational(self.point[symbol])
        other = choices.one(*self.symbols)
        there = rational(self.point[other])
        relation = choices.one(
            symbol < here + 1,
            symbol > here - 1,
            symbol >= here,
            symbol <= here,
            sp.Ne(symbol, here + 1),
            symbol + other < here + there + 2,
            symbol**2 + other**2 <= here**2 + there**2 + 1,
            symbol * other > here * there - 1,
            sp.Eq(symbol, other + here - there),
            symbol**2 >= 0,
        )
        if not isinstance(relation, sp.logic.boolalg.BooleanAtom):
            assert holds(relation, self.point)
            self.hypotheses.append(relation)

    def linear(self) -> sp.Expr:
        """A combination of the symbols with small coefficients, and a number."""
        choices = self.choices
        return sp.Add(*(choices.one(1, -1, 2, 0) * s for s in self.symbols), choices.one(0, 1, -1, sp.Rational(1, 2)))

    def polynomial(self, degree: int = 2) -> sp.Expr:
        """A polynomial of a few terms."""
        choices = self.choices
        terms = []
        for _ in range(1 + choices.below(3)):
            powers = [s ** choices.below(degree + 1) for s in self.symbols]
            terms.append(sp.Rational(choices.number(), choices.one(1, 1, 1, 2, 3)) * sp.Mul(*powers))
        return sp.Add(*terms)

    def piece(self) -> sp.Expr:
        """A function with a corner or a jump."""
        one, other = self.linear(), self.linear()
        return self.choices.one(
            sp.Abs(one),
            sp.Max(one, other),
            sp.Min(one, other),
            sp.Piecewise((one, self.symbols[0] < self.choices.one(1, 0, 2)), (other, True)),
        )

    def atom(self) -> sp.Expr:
        """A function of the symbols that is defined for all their values."""
        return self.choices.one(*self.symbols, sp.exp(self.linear()), sp.sqrt(1 + self.linear() ** 2), self.piece())

    def bump(self, smooth: bool = False) -> sp.Expr:
        """What is not zero at the point: added to one side of a true equation it makes a false one."""
        choices = self.choices
        for _ in range(6):
            found = self.polynomial() if smooth or not choices.maybe(4) else self.piece()
            try:
                if value(found, self.point) != 0:
                    return found
            except (NotRational, StopIteration):
                continue
        return sp.Rational(1, choices.one(1, 2, 1000))


def rational(number: Fraction) -> sp.Rational:
    """The same number for SymPy."""
    return sp.Rational(number.numerator, number.denominator)
