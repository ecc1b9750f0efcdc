"""Statements about gradient flow: rates, conserved quantities, solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef

from ..flows import GradientFlow, substitute_entry
from ..goals import Goal, Impossible, Zero
from ..printing import text
from ..printing.marks import AtTime, Slope
from .base import Row, Statement


def _invariance(flow: GradientFlow) -> Iterator[Goal]:
    for expr in flow.invariant:
        yield Zero(flow.rate(expr), f"rate of {text(expr)} on the set where it vanishes")


@dataclass(frozen=True)
class Rate(Statement):
    """``d(of)/dt = equals`` along the flow."""

    of: sp.Expr
    equals: sp.Expr
    flow: GradientFlow
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        equals = self.flow.restrict(sp.sympify(self.equals))
        yield Zero(
            self.flow.rate(self.of) - equals, "rate minus right-hand side", (self.flow.restrict(self.of), equals)
        )

    def rows(self) -> tuple[Row, ...]:
        return (Row(Slope(self.of, self.flow.time), "=", self.equals),)

    def __str__(self) -> str:
        return f"d/d{self.flow.time} ({text(self.of)}) = {text(self.equals)}"


@dataclass(frozen=True)
class Conserved(Statement):
    """`quantity` is constant along the flow."""

    quantity: sp.Expr
    flow: GradientFlow
    breakable: ClassVar[tuple[str, ...]] = ("quantity",)

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        yield Zero(self.flow.rate(self.quantity), "rate of change", (self.flow.restrict(sp.sympify(self.quantity)),))

    def rows(self) -> tuple[Row, ...]:
        return (Row(Slope(self.quantity, self.flow.time), "=", sp.Integer(0)),)

    def __str__(self) -> str:
        return f"{text(self.quantity)} is conserved"


@dataclass(frozen=True)
class Solution(Statement):
    """Along the flow, `of` equals the closed form `equals` for all times from 0, starting from `initially`.

    Three things are proved: the closed form satisfies the differential equation, has the initial value, and is
    defined for every time from 0 on.  Where the right-hand side is a polynomial it is locally Lipschitz, so that the
    solution is the only one; otherwise its derivatives must be shown to exist along the closed form.

    `of` is one observable whose rate is a polynomial in itself on the invariant set (``a*b`` where ``a = b``), or a
    tuple with every parameter that the rates need, at a free index if a family.
    """

    flow: GradientFlow
    of: sp.Expr | tuple[sp.Expr, ...]
    equals: sp.Expr | tuple[sp.Expr, ...]
    initially: sp.Expr | tuple[sp.Expr, ...]
    breakable: ClassVar[tuple[str, ...]] = ("equals", "initially")

    def __post_init__(self) -> None:
        counts = {len(self._tuple(x)) for x in (self.of, self.equals, self.initially)}
        if len(counts) != 1:
            raise ValueError("`of`, `equals` and `initially` must have the same length")

    @staticmethod
    def _tuple(value: sp.Expr | tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...]:
        return value if isinstance(value, tuple) else (sp.sympify(value),)

    @property
    def triples(self) -> list[tuple[sp.Expr, sp.Expr, sp.Expr]]:
        """Observable, closed form, initial value: one triple an observable."""
        return list(zip(self._tuple(self.of), self._tuple(self.equals), self._tuple(self.initially), strict=True))

    def goals(self) -> Iterator[Goal]:
        yield from _invariance(self.flow)
        t = self.flow.time
        for observable, closed, initial in self.triples:
            yield Zero(
                closed.subs(t, 0) - initial,
                f"value of {text(observable)} at time 0",
                (closed.subs(t, 0), sp.sympify(initial)),
            )
        for observable, closed, _ in self.triples:
            rate = self._rate_in_closed_form(observable)
            if rate is None:
                yield Impossible(
                    f"the rate of {text(observable)} is not a polynomial in it on this set; "
                    "give the closed form of every parameter as a tuple"
                )
                return
            name = f"d/d{t} of the closed form of {text(observable)} minus its rate"
            slopes = self._slopes_in_closed_form(observable)
            if slopes is None:
                yield Impossible(
                    f"the rate of {text(observable)} is no polynomial: that there is one solution only is not derived"
                )
                return
            yield Zero(sp.diff(closed, t) - rate, name, (closed, *slopes))

    def _rate_in_closed_form(self, observable: sp.Expr) -> sp.Expr | None:
        rate = self.flow.rate(observable)
        if all(isinstance(of, AppliedUndef) for of, _, _ in self.triples):
            for of, closed, _ in self.triples:
                rate = substitute_entry(rate, of, closed)
            return None if self._parameters_in(rate) else rate
        if len(self.triples) != 1:
            return None
        variable = sp.Dummy("q", real=True)
        polynomial = in_terms_of(rate, self.flow.restrict(observable), variable, self._parameters_in(rate))
        return None if polynomial is None else polynomial.xreplace({variable: self.triples[0][1]})

    def _slopes_in_closed_form(self, observable: sp.Expr) -> tuple[sp.Expr, ...] | None:
        """The derivatives of a rate by the parameters, which must exist for the solution to be the only one.

        Nothing is asked of a polynomial; None if the rate is something else in families.
        """
        rate = self.flow.rate(observable)
        stand_ins = {entry: sp.Dummy(real=True) for entry in self._parameters_in(rate)}
        frozen = rate.xreplace(stand_ins).replace(lambda e: isinstance(e, sp.Sum), lambda e: e.function)
        if frozen.is_polynomial(*stand_ins.values()):
            return ()
        if rate.has(sp.Sum) or any(entry.atoms(sp.Idx) for entry in stand_ins):
            return None
        back = {dummy: entry for entry, dummy in stand_ins.items()}
        slopes = [sp.diff(frozen, dummy).xreplace(back) for dummy in stand_ins.values()]
        for of, closed, _ in self.triples:
            slopes = [
                substitute_entry(slope, of, closed) if isinstance(of, AppliedUndef) else slope for slope in slopes
            ]
        return tuple(slopes)

    def _parameters_in(self, expr: sp.Expr) -> list[sp.Expr]:
        return sorted((a for a in expr.atoms(AppliedUndef) if a.func.__name__ in self.flow.names), key=str)

    def rows(self) -> tuple[Row, ...]:
        found = [Row(of, "=", closed) for of, closed, _ in self.triples]
        return (*found, *(Row(AtTime(of, self.flow.time, 0), "=", start) for of, _, start in self.triples))

    def __str__(self) -> str:
        return "; ".join(self.lines())

    def lines(self) -> list[str]:
        """One line an observable."""
        return [f"{text(of)} = {text(closed)}, initially {text(start)}" for of, closed, start in self.triples]


def in_terms_of(expr: sp.Expr, base: sp.Expr, variable: sp.Symbol, unwanted: list[sp.Expr]) -> sp.Expr | None:
    """`expr` as a polynomial in `variable`, which stands for `base`, free of `unwanted`; None if it is none."""
    if not unwanted:
        return expr
    stand_ins = {entry: sp.Dummy(real=True) for entry in unwanted}
    expr, base = expr.xreplace(stand_ins), base.xreplace(stand_ins)
    if not base.free_symbols & set(stand_ins.values()):
        return None
    symbol = next(s for s in stand_ins.values() if s in base.free_symbols)
    if not (expr.is_polynomial(symbol) and base.is_polynomial(symbol)):
        return None
    digits: list[sp.Expr] = []
    rest = sp.expand(expr)
    while rest != 0 and len(digits) < 20:
        rest, digit = sp.div(rest, base, symbol)
        digits.append(sp.expand(digit))
    if rest != 0 or any(d.free_symbols & set(stand_ins.values()) for d in digits):
        return None
    return sp.Add(*(d * variable**k for k, d in enumerate(digits)))
