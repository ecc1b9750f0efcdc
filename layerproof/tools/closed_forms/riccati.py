r"""The Riccati equation ``y' = c_0 + c_1 y + c_2 y^2`` with constant coefficients, in all its cases at once.

With ``h = c_1/2`` and ``y = N/D`` it is the linear system ``N' = c_0 D + h N``, ``D' = -c_2 N - h D``, whose matrix has
trace 0 and the square ``h^2 - c_0 c_2``.  So, with ``w^2 = h^2 - c_0 c_2`` and ``e = exp(-2 w t)``::

    y = (y_0 w (1 + e) + (h y_0 + c_0)(1 - e)) / (w (1 + e) - (c_2 y_0 + h)(1 - e))

which becomes rational in t where w = 0 (a repeated root), and trigonometric where w^2 < 0 (complex roots).  Linear
and logistic equations are the cases c_2 = 0 and c_0 = 0; nothing is divided by either.  N and D, over the
hyperbolic (trigonometric) cosine, are monotone, so that each of them vanishes once at most (within half a period).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from ...proving.sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, ZERO, opposite
from .knowledge import Knowledge, equation_of, factor_powers, root_of

E = sp.Dummy("e", positive=True)
W = sp.Dummy("w", positive=True)


@dataclass(frozen=True)
class Quotient:
    """The solution as a quotient, ``top/bottom``.

    Attributes:
        ways: the same quotient written in several ways, the nicest first; bottoms are positive where it is defined.
        required: what every way needs.
        forever: what must not be negative for the bottom, and the top if asked for, to be positive for all times.
        until: conditions under which both are positive up to the time t.
        ends: the limits of top and bottom, up to a common factor, as time goes on; None if not of that kind.
        excluded: equations that `required` excludes; cases of their own.
        splits: conditions that exhaust the cases; to be taken one by one if no way is proved as it stands.
        apart: whether top and bottom are both positive, so that a root of the quotient is a quotient of roots.
        names: what to call the root of the discriminant in print.
        how: which case it is.
    """

    ways: tuple[tuple[sp.Expr, sp.Expr], ...]
    required: tuple[Any, ...] = ()
    forever: tuple[sp.Expr, ...] = ()
    until: tuple[sp.Expr, ...] = ()
    ends: tuple[sp.Expr, sp.Expr] | None = None
    excluded: tuple[Any, ...] = ()
    splits: tuple[Any, ...] = ()
    apart: bool = True
    names: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    how: str = ""


def riccati(
    c0: sp.Expr, c1: sp.Expr, c2: sp.Expr, start: sp.Expr, t: sp.Expr, known: Knowledge, *, relative: bool = False
) -> Quotient:
    """The solution that begins at `start`; with `relative`, divided by `start`, with a top that is kept positive."""
    unit = _unit((c0, c1, c2), known)
    c0, h, c2, t = (sp.cancel(c0 / unit), sp.cancel(c1 / (2 * unit)), sp.cancel(c2 / unit), unit * t)
    if sp.factor(h).as_content_primitive()[0].q != 1:
        c0, h, c2, t = 2 * c0, 2 * h, 2 * c2, t / 2
    equation = _Equation(c0, h, c2, start, t, known, relative)
    square = sp.factor(known.reduced(h**2 - c0 * c2))
    if square == 0:
        return _repeated(equation)
    if (w := root_of(square)) is not None:
        return _with_known_root(equation, w)
    signs = known.sign(square)
    cases = (known.condition(square, True), equation_of(square), known.condition(-square, True))
    if signs == ZERO:
        return _repeated(equation)
    if signs <= NONPOSITIVE:
        found = _complex_roots(equation, square)
        return found if signs == NEGATIVE else _sharpened(found, cases[2], (cases[1],))
    found = _real_roots(equation, sp.sqrt(square), plain=False)
    if signs <= POSITIVE:
        return found
    if signs <= NONNEGATIVE:
        return _sharpened(found, cases[0], (cases[1],))
    if signs <= NONZERO:
        return _sharpened(found, cases[0], (cases[2],))
    return _sharpened(found, cases[0], cases[1:])


@dataclass(frozen=True)
class _Equation:
    """``y' = c0 + 2 h y + c2 y^2`` from `start`, in a unit of time in which the coefficients have no common factor."""

    c0: sp.Expr
    h: sp.Expr
    c2: sp.Expr
    start: sp.Expr
    t: sp.Expr
    known: Knowledge
    relative: bool

    @property
    def unit(self) -> sp.Expr:
        """What the top begins with."""
        return sp.S.One if self.relative else self.start

    @property
    def push(self) -> sp.Expr:
        """What drives the top."""
        return self.h + self.c0 / self.start if self.relative else self.h * self.start + self.c0

    @property
    def pull(self) -> sp.Expr:
        """What drives the bottom."""
        return -(self.c2 * self.start + self.h)


def _unit(coefficients: tuple[sp.Expr, ...], known: Knowledge) -> sp.Expr:
    """The positive factors that all coefficients have in common: a unit of time."""
    numbers, rest = zip(*(sp.factor(c).as_content_primitive() for c in coefficients if c != 0), strict=True)
    found = sp.Rational(sp.igcd(0, *(n.p for n in numbers)), sp.ilcm(1, *(n.q for n in numbers)))
    for factor, power in factor_powers(sp.gcd_list([*rest])):
        own = known.sign(factor)
        if own in (POSITIVE, NEGATIVE):
            found = found * (factor if own == POSITIVE else -factor) ** power
    return found


def _sharpened(found: Quotient, case: Any, others: tuple[Any, ...]) -> Quotient:
    return replace(found, required=(*found.required, case), excluded=(*found.excluded, *others))


def _with_known_root(equation: _Equation, w: sp.Expr) -> Quotient:
    """The roots of the quadratic are rational functions of the symbols; the sign of `w` may be unknown."""
    known = equation.known
    signs = known.sign(w)
    if signs <= NONPOSITIVE:
        w, signs = -w, opposite(signs)
    if equation.c0 * equation.c2 != 0 and not signs <= NONNEGATIVE:
        unsettled = known.unsettled(w)
        found = _real_roots(equation, sp.sqrt(w**2), plain=False)  # the quotient is even in w
        return replace(
            found,
            required=tuple(sp.Ne(factor, 0) for factor in unsettled),
            excluded=tuple(equation_of(factor) for factor in unsettled),
        )
    found = _real_roots(equation, w)
    if signs == POSITIVE:
        return found
    unsettled = known.unsettled(w)
    required = tuple(sp.Ne(factor, 0) for factor in unsettled)
    excluded = tuple(equation_of(factor) for factor in unsettled)
    if signs <= NONNEGATIVE:
        return replace(found, required=required, excluded=excluded)
    either = next(iter(unsettled or known.unsettled(w, POSITIVE)))
    splits = (known.condition(either, True), known.condition(-either, True))
    return replace(
        found, required=required, excluded=excluded, splits=splits, forever=(), until=(), ends=None, apart=False
    )


def _real_roots(equation: _Equation, w: sp.Expr, plain: bool = True) -> Quotient:
    """The solution with the root `w` of the discriminant; `plain` if that is a rational function."""
    root = w if plain else W
    top = equation.unit * root * (1 + E) + equation.push * (1 - E)
    bottom = root * (1 + E) + equation.pull * (1 - E)
    sides = (bottom, top) if equation.relative else (bottom,)

    def written(expr: sp.Expr, sign: int = -1) -> sp.Expr:
        return expr.xreplace({W: w}).xreplace({E: sp.exp(sign * sp.expand(2 * w) * equation.t)})

    ways = [(written(a, sign), written(b, sign)) for sign, (a, b) in _presented(top, bottom, equation.known)]
    side = equation.known.sign(equation.h)
    if not plain and side in (POSITIVE, NEGATIVE):
        ways.append(_without_differences(equation, w, side == POSITIVE))
    ends = (equation.unit * w + equation.push, w + equation.pull)
    return Quotient(
        tuple(ways),
        forever=(ends[1], ends[0]) if equation.relative else (ends[1],),
        until=tuple(written(part) for part in sides),
        ends=ends,
        splits=() if plain or side in (POSITIVE, NEGATIVE) else _sides(equation),
        names={} if plain else {sp.Symbol("w", positive=True): w.as_coeff_Mul()[1]},
        how=_kind(equation),
    )


def _sides(equation: _Equation) -> tuple[Any, ...]:
    """The cases by the sign of h, in each of which the positive terms can be told from the others."""
    known, h = equation.known, equation.h
    if h == 0:
        return ()
    cases = (known.condition(h, True), known.condition(-h, True), *(equation_of(f) for f in known.unsettled(h)))
    return tuple(case for case in cases if case not in (None, sp.true))


def _kind(equation: _Equation) -> str:
    if equation.c2 == 0:
        return "linear equation"
    return "logistic equation" if equation.c0 == 0 else "Riccati equation"


def _without_differences(equation: _Equation, w: sp.Expr, rising: bool) -> tuple[sp.Expr, sp.Expr]:
    """The quotient with the small one of ``w - h`` and ``w + h`` as ``-c_0 c_2`` over the large one.

    Where c_0 and -c_2 have the sign of y, it is then a quotient of sums of positive terms.
    """
    e = sp.exp(-2 * w * equation.t)
    push = equation.c0 / equation.start if equation.relative else equation.c0
    pull = -equation.c2 * equation.start
    large = w + equation.h if rising else w - equation.h
    small = -equation.c0 * equation.c2 / large
    up, down = (large, small) if rising else (small, large)
    return (
        equation.unit * up + push * (1 - e) + equation.unit * down * e,
        down + pull * (1 - e) + up * e,
    )


def _presented(top: sp.Expr, bottom: sp.Expr, known: Knowledge) -> Iterator[tuple[int, tuple[sp.Expr, sp.Expr]]]:
    """The quotient in a decaying exponential (sign -1), with E for it; before it, a growing one if that has no bottom.

    Common factors are cancelled, but none that may be negative: where `bottom` is positive, so is what is left of it.
    """
    found = []
    for sign in (-1, 1):
        one, two = (sp.expand(part.subs(E, 1 / E) * E) if sign == 1 else sp.expand(part) for part in (top, bottom))
        numerator, denominator = sp.fraction(sp.cancel(sp.together(one / two)))
        taken = sp.cancel(sp.together(two / denominator))
        if known.sign(taken.xreplace({W: sp.S.One, E: sp.S.One})) == NEGATIVE:
            numerator, denominator = -numerator, -denominator
        numerator, denominator = sp.expand(numerator), sp.expand(denominator)
        powers = sp.Poly(denominator, E)
        if len(powers.terms()) == 1:  # no need of a fraction
            ((shift,), coefficient) = powers.terms()[0]
            whole = sum(
                (_tidy(c / coefficient) * E ** (k - shift) for (k,), c in sp.Poly(numerator, E).terms()), sp.S.Zero
            )
            pair = (whole, sp.S.One)
        else:
            pair = (_collected(numerator), _collected(denominator))
        found.append((sign, pair))
    decaying, growing = found
    if growing[1][1] == 1 and decaying[1][1] != 1:
        yield growing
    yield decaying


def _tidy(expr: sp.Expr) -> sp.Expr:
    return min((sp.factor(expr), sp.expand(expr), -sp.factor(-expr)), key=lambda e: (e.count_ops(), len(str(e))))


def _collected(polynomial: sp.Expr) -> sp.Expr:
    return sum((_tidy(c) * E**k for (k,), c in sp.Poly(polynomial, E).terms()), sp.S.Zero)


def _repeated(equation: _Equation) -> Quotient:
    rise, fall = sp.factor(equation.push), sp.factor(equation.pull)
    top, bottom = equation.unit + rise * equation.t, 1 + fall * equation.t
    return Quotient(
        ((top, bottom),),
        forever=(fall, rise) if equation.relative else (fall,),
        until=(bottom, top) if equation.relative else (bottom,),
        ends=(rise, fall) if fall != 0 else None,
        how="Riccati equation with a repeated root" if equation.c2 != 0 else "constant rate",
    )


def _complex_roots(equation: _Equation, square: sp.Expr) -> Quotient:
    v = root_of(-square)
    v = sp.sqrt(-square) if v is None or equation.known.sign(v) != POSITIVE else v
    cosine, sine = sp.cos(v * equation.t), sp.sin(v * equation.t)
    top = equation.unit * v * cosine + sp.factor(equation.push) * sine
    bottom = v * cosine + sp.factor(equation.pull) * sine
    until = (bottom, *((top,) if equation.relative else ()), sp.pi - v * equation.t)
    return Quotient(((top, bottom),), forever=(sp.Integer(-1),), until=until, how="Riccati equation with complex roots")
