"""Distributions of independent random variables, by their exact moments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from .arguments import Checked, refuse_text

Condition = tuple[sp.Expr, frozenset[int], str]
_POSITIVE, _NONNEGATIVE, _ZERO = frozenset({1}), frozenset({0, 1}), frozenset({0})


class Distribution(Checked, ABC):
    """A real random variable."""

    @abstractmethod
    def moment(self, n: int) -> sp.Expr:
        """``E[x**n]``."""

    def tilted(self, n: int, rate: sp.Expr) -> sp.Expr | None:
        """``E[x**n exp(rate x)]``; None if it is not known here."""
        return self.moment(n) if rate == 0 else None

    def curved(self, n: int, rate: sp.Expr, bend: sp.Expr) -> sp.Expr | None:
        """``E[x**n exp(rate x - bend x**2)]``; None if it is not known here, or there is none."""
        return self.tilted(n, rate) if bend == 0 else None

    def half_moment(self, n: int, side: int) -> sp.Expr | None:
        """``E[|x|**n; x > 0]`` for side 1, ``E[|x|**n; x < 0]`` for side -1; None if it is not known here.

        The two add up to ``E[|x|**n]``; for n = 0 that needs that x = 0 has probability 0.
        """
        return None

    def values(self) -> tuple[tuple[sp.Expr, sp.Expr], ...] | None:
        """The values with their probabilities, if there are finitely many."""
        return None

    def density(self, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
        """The density at x, and the ends of the range in which it is not 0; None where it is not known to have one."""
        return None

    def centre(self) -> sp.Expr | None:
        """The point about which it is symmetric; None where it is not known to have one."""
        return None

    def conditions(self) -> Iterator[Condition]:
        """What the parameters must satisfy: expressions, their signs, and what fails otherwise."""
        return iter(())

    def cumulant(self, n: int) -> sp.Expr:
        """The n-th cumulant, from the moments."""
        if n == 1:
            return self.moment(1)
        terms = (sp.binomial(n - 1, m - 1) * self.cumulant(m) * self.moment(n - m) for m in range(1, n))
        return sp.expand(self.moment(n) - sp.Add(*terms))

    def parameters(self) -> tuple[sp.Expr, ...]:
        """The expressions that the distribution is made of."""
        return ()

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Distribution:
        """The distribution with `change` applied to its parameters."""
        return type(self)(*(change(p) for p in self.parameters()))


@dataclass(frozen=True)
class Normal(Distribution):
    """Normal with this mean and standard deviation (not variance)."""

    mean: sp.Expr = sp.S.Zero
    deviation: sp.Expr = sp.S.One

    def __post_init__(self) -> None:
        _sympified(self, "mean", "deviation")

    def moment(self, n: int) -> sp.Expr:
        terms = (
            sp.binomial(n, 2 * k) * sp.factorial2(2 * k - 1) * self.deviation ** (2 * k) * self.mean ** (n - 2 * k)
            for k in range(n // 2 + 1)
        )
        return sp.Add(*terms)

    def tilted(self, n: int, rate: sp.Expr) -> sp.Expr:
        shifted = Normal(self.mean + rate * self.deviation**2, self.deviation)
        return sp.exp(rate * self.mean + rate**2 * self.deviation**2 / 2) * shifted.moment(n)

    def curved(self, n: int, rate: sp.Expr, bend: sp.Expr) -> sp.Expr | None:
        """By completing the square: the density times the exponential is that of another normal variable, and a factor.

        Its variance is that of x divided by ``1 + 2 bend deviation**2``, which must be positive: else there is no mean,
        and the value that is returned is not defined.
        """
        if bend == 0:
            return self.tilted(n, rate)
        variance = self.deviation**2
        wider = 1 + 2 * bend * variance
        if wider.is_nonpositive or wider.is_real is not True:
            return None
        other = Normal((self.mean + rate * variance) / wider, self.deviation / sp.sqrt(wider))
        exponent = rate * self.mean + rate**2 * variance / 2 - bend * self.mean**2
        return sp.exp(exponent / wider) / sp.sqrt(wider) * other.moment(n)

    def half_moment(self, n: int, side: int) -> sp.Expr | None:
        if self.mean != 0:  # it would need the error function
            return None
        half = sp.Rational(1, 2)
        return self.deviation**n * 2 ** (half * n) * sp.gamma(half * (n + 1)) / (2 * sp.sqrt(sp.pi))

    def density(self, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
        if not self.deviation.is_positive:  # at 0 it is a point
            return None
        height = 1 / (self.deviation * sp.sqrt(2 * sp.pi))
        return height * sp.exp(-((x - self.mean) ** 2) / (2 * self.deviation**2)), -sp.oo, sp.oo

    def centre(self) -> sp.Expr:
        return self.mean

    def conditions(self) -> Iterator[Condition]:
        yield self.deviation, _NONNEGATIVE, "the standard deviation is not negative"

    def parameters(self) -> tuple[sp.Expr, ...]:
        return (self.mean, self.deviation)

    def __str__(self) -> str:
        return f"Normal({self.mean}, sd {self.deviation})"


@dataclass(frozen=True)
class Uniform(Distribution):
    """Uniform on the interval from `lower` to `upper`."""

    lower: sp.Expr
    upper: sp.Expr

    def __post_init__(self) -> None:
        _sympified(self, "lower", "upper")

    def moment(self, n: int) -> sp.Expr:
        return sp.Add(*(self.lower**k * self.upper ** (n - k) for k in range(n + 1))) / (n + 1)

    def tilted(self, n: int, rate: sp.Expr) -> sp.Expr | None:
        if n > 0 or rate.is_zero is not False:
            return super().tilted(n, rate)
        return (sp.exp(rate * self.upper) - sp.exp(rate * self.lower)) / (rate * (self.upper - self.lower))

    def half_moment(self, n: int, side: int) -> sp.Expr | None:
        low, high = (self.lower, self.upper) if side == 1 else (-self.upper, -self.lower)
        if high.is_nonpositive:
            return sp.S.Zero
        if not high.is_nonnegative or low.is_nonnegative is None:
            return None
        inner = low if low.is_nonnegative else sp.S.Zero
        return (high ** (n + 1) - inner ** (n + 1)) / ((n + 1) * (high - low))

    def density(self, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        return 1 / (self.upper - self.lower), self.lower, self.upper

    def centre(self) -> sp.Expr:
        return (self.lower + self.upper) / 2

    def conditions(self) -> Iterator[Condition]:
        yield self.upper - self.lower, _POSITIVE, "the interval is not empty"

    def parameters(self) -> tuple[sp.Expr, ...]:
        return (self.lower, self.upper)

    def __str__(self) -> str:
        return f"Uniform({self.lower}, {self.upper})"


@dataclass(frozen=True)
class Finite(Distribution):
    """Finitely many values with their probabilities: ``Finite({0: 1 - p, 1: p})``."""

    table: Any  # a mapping; kept as pairs

    def __post_init__(self) -> None:
        table = self.table.items() if isinstance(self.table, Mapping) else self.table
        object.__setattr__(self, "table", tuple((sp.sympify(v), sp.sympify(p)) for v, p in table))

    def values(self) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
        return tuple(self.table)

    def moment(self, n: int) -> sp.Expr:
        return sp.Add(*(p * v**n for v, p in self.table))

    def tilted(self, n: int, rate: sp.Expr) -> sp.Expr:
        return sp.Add(*(p * v**n * sp.exp(rate * v) for v, p in self.table))

    def conditions(self) -> Iterator[Condition]:
        for value, probability in self.table:
            yield probability, _NONNEGATIVE, f"the probability of {value} is not negative"
        yield sp.Add(*(p for _, p in self.table)) - 1, _ZERO, "the probabilities add up to 1"

    def parameters(self) -> tuple[sp.Expr, ...]:
        return tuple(e for pair in self.table for e in pair)

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Finite:
        """The distribution with `change` applied to its values and probabilities."""
        return Finite(tuple((change(v), change(p)) for v, p in self.table))

    def __str__(self) -> str:
        return "Finite(" + ", ".join(f"{v}: {p}" for v, p in self.table) + ")"


def Bernoulli(p: sp.Expr) -> Finite:
    """1 with probability `p`, else 0."""
    refuse_text("a probability", p)
    return Finite(((sp.S.Zero, 1 - sp.sympify(p)), (sp.S.One, sp.sympify(p))))


def Rademacher() -> Finite:
    """1 or -1, each with probability one half."""
    return Finite(((sp.S.NegativeOne, sp.S.Half), (sp.S.One, sp.S.Half)))


def _sympified(item: Any, *names: str) -> None:
    for name in names:
        object.__setattr__(item, name, sp.sympify(getattr(item, name)))
