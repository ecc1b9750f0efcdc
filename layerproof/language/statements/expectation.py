"""Expectations over independent random variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import Application, AppliedUndef

from ..distributions import Distribution
from ..expectations import NotExpected, averaged, finite
from ..goals import Certificate, Goal, Impossible, Sign, Zero
from ..mirrors import mirrored
from ..printing import text
from ..printing.marks import Mean
from ..ranges import presumed
from ..rotations import rotated
from ..smooth import partial_parts
from ..symbols import Family
from .base import Row, Statement
from .integrals import Integral, quick_antiderivative
from .sides import same

# A function that is made of these, and of sums, products and powers, has finitely many zeros, or is 0 on an interval.
_TAME = (sp.exp, sp.log, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.atan, sp.erf, sp.Abs, sp.Max, sp.Min, sp.sign)
_MOST = 64  # combinations of values at which an expression is asked whether it is defined


@dataclass(frozen=True)
class Expectation(Statement):
    """``E[of] = equals`` over independent random variables.

    Args:
        of: a polynomial in the variables, times exponentials, cosines and sines of multiples of normal ones, and
            exponentials of their squares, ``exp(-u*x**2)``; also with absolute values and maxima that have their
            corner where the variable, or one combination of normal ones, is 0; exponentials, cosines and sines of
            multiples of a uniform one; anything in a variable with finitely many values; of one variable with a
            density also what has an integral that is found.
        equals: free of the variables.
        over: the distribution of each variable, ``{x: Normal(0, s), w: Rademacher()}``; a family stands for
            independent entries with one distribution.

    >>> from layerproof import Expectation, Normal, real
    >>> x = real("x")
    >>> print(Expectation(x**2, 1, over={x: Normal(0, 1)}))
    E[x**2] = 1, x ~ Normal(0, sd 1)
    """

    of: sp.Expr
    equals: sp.Expr
    over: Any  # a mapping; kept as pairs
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        over = self.over.items() if isinstance(self.over, Mapping) else self.over
        object.__setattr__(self, "over", tuple(over))
        for name in ("of", "equals"):
            object.__setattr__(self, name, sp.sympify(getattr(self, name)))
        names = {v.name for v, _ in self.over if isinstance(v, (sp.Symbol, Family))}
        if len(names) != len(self.over):
            raise ValueError("each variable is a symbol or a family, and has one distribution")
        fixed = [self.equals, *(p for _, d in self.over for p in d.parameters())]
        if used := {a.func.__name__ if a.args else str(a) for e in fixed for a in _names(e)} & names:
            raise ValueError(f"{min(used)} is random: neither the value nor a distribution may depend on it")
        for variable, distribution in self.over:
            for expr, signs, what in distribution.conditions():
                if not _possible(sp.sympify(expr), signs):
                    raise ValueError(f"there is no {distribution}, for {variable}: expected that {what}")

    def says_nothing(self) -> str | None:
        return same(self.of, self.equals)

    def binders(self) -> tuple[sp.Symbol, ...]:
        return tuple(variable for variable, _ in self.over if isinstance(variable, sp.Symbol))

    def whole(self) -> frozenset[str]:
        return frozenset(variable.name for variable, _ in self.over)

    def goals(self) -> Iterator[Goal]:
        for variable, distribution in self.over:
            if isinstance(variable, sp.Symbol) and not _may_be(variable, distribution):
                yield Impossible(
                    f"{variable} is not a real symbol without further assumptions; its distribution decides"
                )
                return
            for expr, signs, says in distribution.conditions():
                goal = Zero(expr, says) if signs == frozenset({0}) else Sign(expr, 0 not in signs, says)
                yield Certificate(goal, f"that {says} is not derived", telling=True)
        try:
            found, finite = averaged(self.of, self.over)
        except NotExpected as problem:
            yield from self._otherwise(str(problem))
            return
        wanted = (*self._at_all_values(), *finite, found, self.equals)
        yield Zero(found - self.equals, "expectation minus stated value", wanted)

    def _otherwise(self, problem: str) -> Iterator[Goal]:
        """The goals where the variables cannot be averaged one after the other as they are."""
        if (whole := self._as_integral()) is not None:
            yield from whole.goals()
        elif (turned := rotated(self.of, self.over)) is not None:
            of, over, variances = turned
            for variance in variances:
                yield Certificate(Sign(variance, True, "the variance of a combination is not 0"), problem)
            yield from replace(self, of=of, over=over).goals()
        elif (mirror := mirrored(self.of, self.over)) is not None and (exist := self._finite()) is not None:
            of, over, difference = mirror
            defined = Zero(sp.S.Zero, "definedness", (*self._at_all_values(), *exist))
            yield Certificate(defined, problem)
            yield Certificate(Zero(difference, "the values on both sides of the centre"), problem)
            yield from replace(self, of=of, over=over).goals()
        else:
            yield Impossible(problem)

    def _finite(self) -> list[sp.Expr] | None:
        """What has to be defined for the mean of its magnitude to be finite; None where that is not seen."""
        try:
            return finite(self.of, self.over)
        except NotExpected:
            return None

    def _as_integral(self) -> Integral | None:
        """The same as an integral over the density; None if more than one variable is about, or it has none.

        Of functions that have finitely many zeros: where the integral of such a one exists, that of its magnitude does.
        """
        random = [(v, d) for v, d in self.over if not isinstance(v, sp.Symbol) or v in self.of.free_symbols]
        if len(random) != 1 or not isinstance(random[0][0], sp.Symbol):
            return None
        ((x, distribution),) = random
        if any(node.has(x) and not isinstance(node, _TAME) for node in self.of.atoms(Application)):
            return None
        if (found := distribution.density(x)) is None:
            return None
        density, lower, upper = found
        primitive = quick_antiderivative(self.of * density, x)
        return None if primitive is None else Integral(self.of * density, (x, lower, upper), self.equals, primitive)

    def _at_all_values(self) -> Iterator[sp.Expr]:
        """`of` at every value of the variables that have finitely many, and at any real value of the others."""
        parts = [self.of, *partial_parts(self.of)]
        for variable, distribution in self.over:
            if not isinstance(variable, sp.Symbol):
                continue
            values = [value for value, _ in distribution.values() or ()]
            if not 0 < len(parts) * len(values) <= _MOST:
                values = [sp.Dummy(variable.name, real=True)]
            parts = [part.xreplace({variable: value}) for part in parts for value in values]
        yield from parts

    def expressions(self) -> tuple[sp.Basic, ...]:
        parameters = tuple(p for _, d in self.over for p in d.parameters())
        random = {v for v, _ in self.over if isinstance(v, sp.Symbol)}
        return (self.of.xreplace({v: sp.S.One for v in random}), self.equals, *parameters)

    def rows(self) -> tuple[Row, ...]:
        variables = [v if isinstance(v, sp.Symbol) else sp.Symbol(v.name) for v, _ in self.over]
        laws = ", ".join(f"{_shown(v)} ~ {d}" for v, d in self.over)
        return (Row(Mean(self.of, *variables), "=", self.equals, laws),)

    def __str__(self) -> str:
        laws = ", ".join(f"{_shown(v)} ~ {d}" for v, d in self.over)
        return f"E[{text(self.of)}] = {text(self.equals)}, {laws}"


def _names(expr: sp.Expr) -> set[Any]:
    return {*expr.free_symbols, *expr.atoms(AppliedUndef)}


def _shown(variable: Any) -> str:
    return f"{variable.name}[i]" if isinstance(variable, Family) else str(variable)


def _may_be(variable: sp.Symbol, distribution: Distribution) -> bool:
    """Whether the symbol's own assumptions allow every value: SymPy may already have made use of them."""
    if presumed(variable, sp.Dummy(real=True)) is None:
        return bool(variable.is_real)
    table = distribution.values()
    return table is not None and all(presumed(variable, value) is None for value, _ in table)


def _possible(expr: sp.Expr, signs: frozenset[int]) -> bool:
    """Whether an expression may have one of the signs, as far as the domains of its letters tell."""
    never = {1: expr.is_nonpositive, 0: expr.is_nonzero, -1: expr.is_nonnegative}
    return not all(never[sign] for sign in signs)
