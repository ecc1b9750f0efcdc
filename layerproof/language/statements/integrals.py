"""Definite integrals, by an antiderivative or by a substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import sympy as sp

from ..goals import Certificate, Goal, Impossible, Integrates, Sign, Tends, Under, Zero, inside
from ..printing import text
from ..ranges import between, of_whole_numbers, presumed
from ..smooth import jump_in
from .base import Row, Statement

Range = tuple[sp.Symbol, sp.Expr, sp.Expr]


def bound_range(over: Any, kind: dict[str, bool]) -> tuple[Range, dict[sp.Basic, sp.Basic]]:
    """The range of a bound variable, and the renaming to a variable of which the range alone is known.

    Raises:
        ValueError: if it is no (symbol, lower, upper), an end depends on the variable, or the variable is assumed to be
            more than the range says.
    """
    if not (isinstance(over, (tuple, sp.Tuple)) and len(over) == 3 and isinstance(over[0], sp.Symbol)):
        raise ValueError(f"got the range {over!r}; expected (variable, lower, upper)")
    variable, lower, upper = over[0], sp.sympify(over[1]), sp.sympify(over[2])
    if (lower.free_symbols | upper.free_symbols) & {variable}:
        raise ValueError(f"an end of the range depends on its own variable {variable}; rename the variable")
    known = of_whole_numbers(lower, upper) if kind.get("integer") else between(lower, upper)
    if (more := presumed(variable, known)) is not None:
        raise ValueError(
            f"the range from {lower} to {upper} may leave the domain of {variable}, which is assumed to have {more}; "
            f"make it {'Symbol(name, integer=True)' if kind.get('integer') else 'a real symbol'}"
        )
    bound = sp.Symbol(variable.name, **kind)
    if bound.name in {s.name for s in lower.free_symbols | upper.free_symbols}:
        raise ValueError(f"an end of the range has the name of its variable {variable}; rename the variable")
    return (bound, lower, upper), {variable: bound}


def only_bound(bound: sp.Symbol, *exprs: sp.Basic | None) -> None:
    """Refuse a symbol that has the name of a bound variable, and is another one.

    Raises:
        ValueError: if there is one, which would be read as the bound variable.
    """
    for expr in exprs:
        if expr is not None and any(s.name == bound.name and s != bound for s in expr.free_symbols):
            raise ValueError(
                f"two different symbols are called {bound}: the bound one, and another; rename one of them"
            )


@lru_cache(maxsize=256)
def antiderivative(expr: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """What SymPy takes for an antiderivative; it is believed only after differentiation."""
    found = quick_antiderivative(expr, x)
    return found if found is not None else _written_out(sp.integrate, expr, x)


def quick_antiderivative(expr: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    """What is found by the rules that one integrates with by hand, which takes no time."""
    from sympy.integrals.manualintegrate import manualintegrate

    return _written_out(manualintegrate, expr, x)


def _written_out(search: Callable[[sp.Expr, sp.Symbol], sp.Expr], expr: sp.Expr, x: sp.Symbol) -> sp.Expr | None:
    try:
        found = search(expr, x)
    except Exception:  # an oracle that fails has nothing to say
        return None
    found = found.replace(lambda e: isinstance(e, sp.Piecewise), lambda e: e.args[0][0])
    return None if found.has(sp.Integral) else sp.sympify(found)


@dataclass(frozen=True)
class Integral(Statement):
    """``int_a^b integrand dx = equals``, or ``= equals + int_a^b plus dx``: integration by parts.

    Proved by an antiderivative of ``integrand - plus`` on the open interval, and its increment; limits are taken at an
    end that is infinite, or where the antiderivative is not defined.  With `plus` on an interval where the two
    integrals may diverge, the statement is about the integral of the difference.

    Args:
        integrand: defined for ``a < x < b``; it may contain open functions of x and their derivatives, and the
            statement is then about every function that is smooth enough.
        over: ``(x, a, b)``; of x, the range alone is known.
        equals: free of x.
        antiderivative: if not given, SymPy is asked for one; either is checked by differentiation.
        plus: the integrand on the right-hand side.

    >>> from layerproof import Integral, exp, oo, real
    >>> x = real("x")
    >>> print(Integral(exp(-x), (x, 0, oo), 1))
    int_{x=0..oo} (exp(-x)) dx = 1
    """

    integrand: sp.Expr
    over: Range
    equals: sp.Expr
    antiderivative: sp.Expr | None = None
    plus: sp.Expr = sp.S.Zero
    breakable: ClassVar[tuple[str, ...]] = ("equals", "plus")

    def __post_init__(self) -> None:
        over, renaming = bound_range(self.over, {"real": True})
        object.__setattr__(self, "over", over)
        object.__setattr__(self, "equals", sp.sympify(self.equals))
        if self.equals.has(*renaming, over[0]):
            raise ValueError(f"the value of the integral depends on its variable {over[0]}")
        for name in ("integrand", "antiderivative", "plus"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, sp.sympify(value).xreplace(renaming))
        only_bound(over[0], self.integrand, self.antiderivative, self.plus, self.equals)
        if self.plus != 0 and self.equals.is_infinite:
            raise ValueError(f"got the value {self.equals} beside another integral; expected that both integrals exist")

    def says_nothing(self) -> str | None:
        if self.equals == 0 and self.integrand == self.plus:
            return f"both sides arrive as the integral of {text(self.integrand)}"
        return None

    def binders(self) -> tuple[sp.Symbol, ...]:
        return (self.over[0],)

    def parts(self) -> dict[str, sp.Expr]:
        found = {"equals": self.equals}
        return found if self.plus == 0 else {**found, "plus": self.plus}

    def goals(self) -> Iterator[Goal]:
        whole = self.integrand - self.plus
        primitive = self.antiderivative if self.antiderivative is not None else antiderivative(whole, self.over[0])
        lacking = f"no antiderivative of {text(whole)} was found; give one"
        if primitive is not None and (name := jump_in(primitive, self.over[0])) is not None:
            lacking = f"the antiderivative contains {name}, which may jump where its derivative does not tell"
            primitive = None
        yield Integrates(whole, *self.over, self.equals, primitive, (self.integrand, self.plus), lacking)

    def rows(self) -> tuple[Row, ...]:
        right = self.equals
        if self.plus != 0:
            right = sp.Add(right, sp.Integral(self.plus, self.over), evaluate=False)
        return (Row(sp.Integral(self.integrand, self.over), "=", right),)

    def __str__(self) -> str:
        right = text(self.equals)
        if self.plus != 0:
            right = f"{right} + {_text_integral(self.plus, self.over)}"
        return f"{_text_integral(self.integrand, self.over)} = {right}"


@dataclass(frozen=True)
class Substitution(Statement):
    """The substitution ``u = by(x)`` takes ``int_a^b integrand dx`` into ``int_c^d into du``.

    Shown are: `by` is monotone on the open interval, its ends are sent to the ends (exchanged, if `by` falls and the
    new integral runs upwards), and ``integrand = into(by(x)) by'(x)`` with the sign that goes with the ends.

    Args:
        integrand: defined for ``a < x < b``.
        over: ``(x, a, b)``.
        into: the new integrand, in u.
        onto: ``(u, c, d)``.
        by: u as an expression in x.

    Raises:
        ValueError: if x is left in the new integral, or u occurs in the old one.
    """

    integrand: sp.Expr
    over: Range
    into: sp.Expr
    onto: Range
    by: sp.Expr
    breakable: ClassVar[tuple[str, ...]] = ("into",)

    def __post_init__(self) -> None:
        for names, field_name in ((("integrand", "by"), "over"), (("into",), "onto")):
            over, renaming = bound_range(getattr(self, field_name), {"real": True})
            object.__setattr__(self, field_name, over)
            for name in names:
                object.__setattr__(self, name, sp.sympify(getattr(self, name)).xreplace(renaming))
        (x, *ends), (u, *images) = self.over, self.onto
        if x.name == u.name:
            raise ValueError(f"both integrals are over {x}; give the new variable a name of its own")
        _without(x, "the old variable", "the new integral", self.into, *images)
        _without(u, "the new variable", "the old integral", self.integrand, self.by, *ends)
        only_bound(x, self.integrand, self.by)
        only_bound(u, self.into)

    def binders(self) -> tuple[sp.Symbol, ...]:
        return (self.over[0], self.onto[0])

    def goals(self) -> Iterator[Goal]:
        x, lower, upper = self.over
        u, *ends = self.onto
        if lower.is_finite is not False and upper.is_finite is not False:
            lacking = f"that {text(lower)} <= {text(upper)} is not derived"
            yield Certificate(Sign(upper - lower, False, "upper end minus lower end"), lacking)
        elif lower == sp.oo or upper == -sp.oo:
            yield Impossible(f"the range of {x}, from {lower} to {upper}, is empty or runs backwards")
            return
        if (name := jump_in(self.by, x)) is not None:
            yield Impossible(f"the substitution contains {name}, which may jump where its derivative does not tell")
            return
        exchanged = _same(self._image_of(lower, "+"), ends[1]) and not _same(self._image_of(lower, "+"), ends[0])
        low, high = reversed(ends) if exchanged else ends
        slope = sp.diff(self.by, x)
        interval = inside(*self.over)
        new = self.into.xreplace({u: self.by})
        image = new * slope * (-1 if exchanged else 1)
        written = (self.integrand, self.by, new, image)
        yield Under(Zero(self.integrand - image, "old integrand minus new one times the slope", written), x, interval)
        yield Certificate(
            Under(Sign(slope**2, True, "square of the slope of the substitution", (self.by,)), x, interval),
            "that the substitution is monotone is not derived",
        )
        yield Tends(self.by, x, lower, low, "+", "image of the lower end")
        yield Tends(self.by, x, upper, high, "-", "image of the upper end")

    def _image_of(self, end: sp.Expr, side: str) -> sp.Expr | None:
        """Where an end goes, as far as SymPy can tell; it only decides which of two readings is tried."""
        x = self.over[0]
        try:
            return sp.limit(self.by, x, end, side) if end.is_infinite else self.by.subs(x, end)
        except Exception:
            return None

    def rows(self) -> tuple[Row, ...]:
        old, new = sp.Integral(self.integrand, self.over), sp.Integral(self.into, self.onto)
        return (Row(old, "=", new), Row(self.onto[0], "=", self.by, "the substitution"))

    def __str__(self) -> str:
        old, new = _text_integral(self.integrand, self.over), _text_integral(self.into, self.onto)
        return f"{old} = {new}, with {self.onto[0]} = {text(self.by)}"


def _without(variable: sp.Symbol, what: str, where: str, *exprs: sp.Expr) -> None:
    """Refuse a variable, by its name, where it is not bound.

    Raises:
        ValueError: if it occurs.
    """
    for expr in exprs:
        if any(s.name == variable.name for s in expr.free_symbols):
            raise ValueError(f"{variable}, {what}, occurs in {where}: {text(expr)}; write it by the other variable")


def _same(one: sp.Expr | None, other: sp.Expr) -> bool:
    if one is None or one.has(sp.nan, sp.zoo):
        return False
    if one == other:
        return True
    gap = one - other
    return bool(gap.is_finite is not False and (sp.simplify(gap) == 0 or gap.equals(0)))


def _text_integral(expr: sp.Expr, over: Range) -> str:
    x, lower, upper = over
    return f"int_{{{x}={text(lower)}..{text(upper)}}} ({text(expr)}) d{x}"
