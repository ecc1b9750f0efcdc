"""Families driven by sums over themselves: the sums are solved first, and then each entry.

In ``a_j' = -b_j (sum a_i b_i - S)`` and ``b_j' = -a_j (sum a_i b_i - S)`` the sum is the same for every entry.  With
``sum a_i^2 + b_i^2`` it solves two equations of its own, and the closed forms of the entries give its closed form.
Where it is known, the entries solve linear equations.

The closed forms are functions of one quantity, whose root they have (the clock), and which follows a Riccati equation.
Its sign and its derivative are shown once; it is then a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.flows import GradientFlow, substitute_entry
from ....language.statements import Solution
from .base import NoProof
from .sides import canonical


@dataclass(frozen=True)
class Clock:
    """The quantity of which the closed forms are functions.

    Attributes:
        symbol: stands for it; positive.
        value: what it is, in the time.
        rate: its derivative, in the symbol.
    """

    symbol: sp.Symbol
    value: sp.Expr
    rate: sp.Expr


@dataclass(frozen=True)
class Shared:
    """A sum over a family that drives its entries.

    Attributes:
        symbol: stands for it.
        of: the sum, in the trajectories.
        start: its value at time 0, in the initial values.
        closed: its closed form, in the clock.
        rate: its derivative, in the symbols of the sums.
    """

    symbol: sp.Symbol
    of: sp.Sum
    start: sp.Expr
    closed: sp.Expr
    rate: sp.Expr


@dataclass(frozen=True)
class Driven:
    """A solution whose entries are driven by sums.

    Attributes:
        clock: of which all closed forms are functions.
        sums: what drives them.
        closed: the closed form of each observable, in the clock.
        rates: the derivative of each, in the symbols of the sums.
    """

    clock: Clock
    sums: tuple[Shared, ...]
    closed: Mapping[sp.Expr, sp.Expr]
    rates: Mapping[sp.Expr, sp.Expr]

    @classmethod
    def of(cls, statement: Solution, hypotheses: Sequence[sp.Basic]) -> Driven:
        """What drives the entries of a solution.

        Raises:
            NoProof: if the closed forms have no clock, or the sums do not solve equations of their own.
        """
        clock = _clock([sp.sympify(closed) for _, closed, _ in statement.triples], statement.flow.time)
        closed = {of: _by_clock(sp.sympify(form), clock, statement.flow.time) for of, form, _ in statement.triples}
        found = _Sums(statement, hypotheses, clock, closed)
        rates = {of: found.by_symbols(statement.flow.rate(of)) for of in closed}
        return cls(clock, found.all(), closed, rates)


MOST = 2
"""Sums that may drive one another: the prelude has the uniqueness of two coupled equations."""


# -- the clock -------------------------------------------------------------------------------------------------------


def _clock(closed: Sequence[sp.Expr], time: sp.Symbol) -> Clock:
    roots = {p.base for form in closed for p in form.atoms(sp.Pow) if p.exp.is_Integer is False and p.has(time)}
    if len(roots) != 1:
        raise NoProof("the closed forms are no functions of one root that moves")
    (value,) = roots
    symbol = sp.Dummy("g", positive=True)
    return Clock(symbol, value, _riccati(value, symbol, time))


def _by_clock(form: sp.Expr, clock: Clock, time: sp.Symbol) -> sp.Expr:
    """A closed form in the clock's symbol.

    Raises:
        NoProof: if the time is left in it.
    """
    found = form.xreplace({clock.value: clock.symbol})
    if found.has(time):
        raise NoProof("the closed forms move beside their root")
    return found


def _riccati(value: sp.Expr, symbol: sp.Symbol, time: sp.Symbol) -> sp.Expr:
    """The derivative of ``(n1 e + n0)/(d1 e + d0)`` with an exponential e, as a polynomial in its value."""
    exponentials = [e for e in value.atoms(sp.exp) if e.has(time)]
    if len(exponentials) != 1:
        raise NoProof("the clock is no function of one exponential")
    (moving,) = exponentials
    e = sp.Dummy("e")
    above, below = (sp.Poly(part, e) for part in value.xreplace({moving: e}).as_numer_denom())
    if max(above.degree(), below.degree()) > 1 or (above.free_symbols | below.free_symbols) & {time}:
        raise NoProof("the clock is no quotient of linear functions of an exponential")
    (n0, n1), (d0, d1) = ((p.coeff_monomial(1), p.coeff_monomial(e)) for p in (above, below))
    speed = sp.diff(moving.args[0], time)
    rate = -speed * (symbol * d0 - n0) * (symbol * d1 - n1) / (n1 * d0 - n0 * d1)
    return _without_roots(rate)


def _without_roots(expr: sp.Expr) -> sp.Expr:
    """The same, cancelled, where the squares of roots are what stands under them."""
    roots = {p: sp.Dummy("r") for p in expr.atoms(sp.Pow) if p.exp == sp.Rational(1, 2)}
    above, below = expr.xreplace(roots).as_numer_denom()
    for power, root in roots.items():
        squared = sp.Poly(root**2 - power.base, root)
        above, below = (sp.rem(sp.Poly(sp.expand(part), root), squared).as_expr() for part in (above, below))
    back = {root: power for power, root in roots.items()}
    return sp.sympify(sp.cancel(above / below)).xreplace(back)


# -- the sums --------------------------------------------------------------------------------------------------------


class _Sums:
    """Finds the sums that drive the entries of a solution, and those that drive them in turn."""

    def __init__(
        self, statement: Solution, hypotheses: Sequence[sp.Basic], clock: Clock, closed: Mapping[sp.Expr, sp.Expr]
    ) -> None:
        self._flow: GradientFlow = statement.flow
        self._clock, self._closed = clock, closed
        self._initial = {of: sp.sympify(initial) for of, _, initial in statement.triples}
        self._known = _sums_by_letters(hypotheses)
        self._symbols: dict[sp.Expr, sp.Symbol] = {}

    def by_symbols(self, expr: sp.Expr) -> sp.Expr:
        """An expression with the symbols of its sums.

        Raises:
            NoProof: if there are too many of them.
        """

        def symbol(total: sp.Sum) -> sp.Expr:
            one = canonical(total)
            number, inside = one.function.as_coeff_Mul()
            one = sp.Sum(inside, *one.limits)
            if one not in self._symbols:
                if len(self._symbols) == MOST:
                    raise NoProof("more than two sums drive the entries")
                self._symbols[one] = sp.Dummy("P", real=True)
            return number * self._symbols[one]

        return expr.replace(lambda e: isinstance(e, sp.Sum), symbol)

    def all(self) -> tuple[Shared, ...]:
        """The sums that were asked for and those that drive them, with closed forms and rates."""
        rates: dict[sp.Expr, sp.Expr] = {}
        while waiting := [total for total in self._symbols if total not in rates]:
            for total in waiting:
                rates[total] = self._rate(total)
        return tuple(
            Shared(symbol, total, self._summed(total, self._initial), self._summed(total, self._closed), rates[total])
            for total, symbol in self._symbols.items()
        )

    def _rate(self, total: sp.Sum) -> sp.Expr:
        """The derivative of a sum, in the symbols of the sums."""
        if len(total.limits) > 1:
            raise NoProof("a sum over two indices drives the entries")
        ((index, lower, upper),) = total.limits
        inside = self.by_symbols(self._flow.rate(total.function))
        return self._grouped(inside, (index, lower, upper), self.by_symbols)

    def _summed(self, total: sp.Sum, values: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
        """A sum with these values of the entries; in letters, where hypotheses say what they stand for."""
        inside = total.function
        for of, value in values.items():
            inside = substitute_entry(inside, of, value)
        if any(a.func.__name__ in self._flow.names for a in inside.atoms(AppliedUndef)):
            raise NoProof("the closed forms do not give those of the sums")
        return self._grouped(inside, total.limits[0], lambda part: self._by_letters(canonical(part)))

    def _by_letters(self, total: sp.Sum) -> sp.Expr:
        number, inside = total.function.as_coeff_Mul()
        one = sp.Sum(inside, *total.limits)
        return number * self._known.get(one, one)

    def _grouped(self, inside: sp.Expr, limit: tuple[sp.Expr, ...], summed: Callable[[sp.Sum], sp.Expr]) -> sp.Expr:
        """The sum of a polynomial in entries at the index: what is the same for all of them stands before sums."""
        index, lower, upper = limit
        entries = sorted((a for a in inside.atoms(AppliedUndef, sp.Indexed) if a.has(index)), key=sp.default_sort_key)
        letters = {entry: sp.Dummy(f"x{k}") for k, entry in enumerate(entries)}
        whole = sp.Poly(sp.expand(inside.xreplace(letters)), *letters.values())
        if whole.free_symbols_in_domain & {index}:
            raise NoProof("a sum has more than entries at its index")
        groups: list[tuple[sp.Expr, sp.Expr]] = []
        for powers, coefficient in whole.terms():
            term = sp.Mul(*(entry**power for entry, power in zip(entries, powers, strict=True)))
            for k, (factor, terms) in enumerate(groups):
                ratio = sp.cancel(coefficient / factor)
                if ratio.is_Rational:
                    groups[k] = (factor, terms + ratio * term)
                    break
            else:
                groups.append((coefficient, term))
        found = [factor * summed(sp.Sum(terms, (index, lower, upper))) for factor, terms in groups]
        return sp.factor(sp.Add(*found)) if found else sp.Integer(0)


def _sums_by_letters(hypotheses: Sequence[sp.Basic]) -> dict[sp.Expr, sp.Expr]:
    """What hypotheses say of sums: each that is an equation with one sum, linear in it, solved for it."""
    found: dict[sp.Expr, sp.Expr] = {}
    for relation in hypotheses:
        if not isinstance(relation, sp.Eq):
            continue
        totals = list(relation.atoms(sp.Sum))
        if len(totals) != 1:
            continue
        symbol = sp.Dummy("sum")
        difference = sp.expand((relation.lhs - relation.rhs).xreplace({totals[0]: symbol}))
        if difference.is_polynomial(symbol) and sp.degree(difference, symbol) == 1:
            found[canonical(totals[0])] = sp.factor(-difference.coeff(symbol, 0) / difference.coeff(symbol, 1))
    return found
