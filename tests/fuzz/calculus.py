"""Limits, orders, integrals, substitutions, series, stationary points, expectations, recurrences."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from layerproof.language.distributions import Bernoulli, Finite, Normal, Rademacher, Uniform
from layerproof.language.statements import (
    Asymptotic,
    Expectation,
    Induction,
    Integral,
    Limit,
    Recurrence,
    Series,
    Stationary,
    Substitution,
)
from layerproof.language.symbols import nonnegative, positive, real

from .choices import Choices
from .setting import Setting, rational
from .stated import Stated

half = sp.Rational(1, 2)


def bound_equation(choices: Choices, x: sp.Symbol) -> tuple[Any, ...]:
    """Hypotheses that have the name of a bound variable: they say nothing of it."""
    y = real("y")
    return choices.one((), (), (), (sp.Eq(x, y),), (sp.Eq(x, 3),), (x > 5,), (y > 0,))


def limit(choices: Choices) -> Stated:
    """Limits of fractions, of exponentials against powers, at corners from either side."""
    x, c = real("x"), positive("c")
    n, k = sp.Integer(choices.number()), sp.Integer(choices.one(1, 2, 3))
    expr, to, equals, side = choices.one(
        ((n * x + 1) / (k * x + 2), sp.oo, n / k, "+"),
        ((n * x**2 + x) / (x**2 + c), sp.oo, n, "+"),
        ((x**2 - k**2) / (x - k), k, 2 * k, "+"),
        ((x**2 - k**2) / (x - k), k, 2 * k, "-"),
        (sp.Abs(x - k) / (x - k), k, sp.Integer(1), "+"),
        (sp.Abs(x - k) / (x - k), k, sp.Integer(-1), "-"),
        (x**k * sp.exp(-c * x) + n, sp.oo, n, "+"),
        (c / (1 + sp.exp(-x)), sp.oo, c, "+"),
        ((sp.exp(n * x) - 1) / x, sp.Integer(0), n, choices.one("+", "-")),
        (sp.sin(n * x) / x, sp.Integer(0), n, "+"),
        (x**2 + n, k, k**2 + n, "-"),
        ((1 + c / x) ** x, sp.oo, sp.exp(c), "+"),
    )
    truth = not choices.maybe()
    if not truth:
        equals = equals + choices.one(1, sp.Rational(1, 1000), -7)
    parts = {"expr": expr, "variable": x, "to": to, "equals": equals, "side": side}
    return Stated(Limit, parts, truth, "a known limit")


def order(choices: Choices) -> Stated:
    """Beginnings of known series, with the order that is left; corners, which have one from one side only."""
    x = real("x")
    f, coefficients = choices.one(
        (sp.exp(x), [1, 1, half, sp.Rational(1, 6), sp.Rational(1, 24)]),
        (1 / (1 - x), [1, 1, 1, 1, 1]),
        (sp.log(1 + x), [0, 1, -half, sp.Rational(1, 3), -sp.Rational(1, 4)]),
        (sp.sqrt(1 + x), [1, half, -sp.Rational(1, 8), sp.Rational(1, 16), -sp.Rational(5, 128)]),
        (sp.cosh(x) + x, [1, 1, half, 0, sp.Rational(1, 24)]),
    )
    terms = 2 + choices.below(2)
    leading = sp.Add(*(c * x**k for k, c in enumerate(coefficients[:terms])))
    shift = choices.one(0, 1, -2)
    truth = not choices.maybe()
    power = terms
    if not truth:
        kind = choices.below(3)
        if kind == 0:
            leading += choices.number() * x ** (terms - 1)
        elif kind == 1 and coefficients[terms] != 0:
            power = terms + 1
        else:  # right from above only
            f, leading, power = choices.one(
                (sp.Abs(x), x, 2), (sp.sqrt(x**2 + x**4), x, 3), (x / sp.Abs(x), sp.Integer(1), 1), (sp.Max(x, 0), x, 2)
            )
    elif choices.maybe(4):
        f, leading, power = sp.Abs(x) * (1 + x), sp.Abs(x), 2
    moved = {x: x - shift}
    parts = {"expr": f, "leading": leading, "remainder": x**power}
    parts = {name: sp.sympify(part).xreplace(moved) for name, part in parts.items()}
    return Stated(Asymptotic, {**parts, "variable": x, "to": sp.Integer(shift)}, truth, "the beginning of a series")


def integral(choices: Choices) -> Stated:
    """An antiderivative was there first; or a pole, a corner or a step inside."""
    x = real("x")
    setting = Setting(choices, {x: Fraction(1)})
    lower, upper = sp.Rational(choices.one(0, 1, -1)), sp.Rational(choices.one(2, 3, half, 1))
    if choices.maybe(3):
        c = choices.one(0, 1)
        integrand, lower, upper, equals, truth = choices.one(
            (1 / (x - c) ** 2, c - 1, c + 1, -2, False),
            (1 / (x - c), c - 1, c + 1, 0, False),
            (sp.Abs(x - c), c - 1, c + 1, 1, True),
            (sp.Abs(x - c), c - 1, c + 1, 0, False),
            (sp.Piecewise((1, x < c), (2, True)), c - 1, c + 1, 3, True),
            (sp.Piecewise((1, x < c), (2, True)), c - 1, c + 1, 2, False),
            (sp.Max(x - c, 0), c - 1, c + 2, 2, True),
            (2 * x, 1, 0, -1, True),
            (2 * x, 1, 1, 0, True),
            (2 * x, 1, 1, 1, False),
            (sp.exp(-x), c, sp.oo, sp.exp(-c), True),
            (1 / x, 1, sp.oo, 1, False),
            (1 / x**2, 1, sp.oo, 1, True),
        )
    else:
        primitive = setting.polynomial(3) + choices.one(0, 1, -1) * choices.one(
            sp.exp(choices.number() * x), sp.sin(x), sp.log(x**2 + 1), 1 / (1 + x**2), x * sp.exp(-x)
        )
        integrand = sp.diff(primitive, x)
        equals = primitive.subs(x, upper) - primitive.subs(x, lower)
        truth = not choices.maybe()
        if not truth:
            equals += choices.one(1, sp.Rational(1, 10**5), positive("c"))
    parts = {"integrand": integrand, "over": (x, sp.sympify(lower), sp.sympify(upper)), "equals": sp.sympify(equals)}
    return Stated(Integral, parts, truth, "its antiderivative was chosen first", bound_equation(choices, x))


def substitution(choices: Choices) -> Stated:
    """The new integral was chosen first."""
    x, u = real("x u")
    n = choices.one(1, 2, 3)
    by, lower, upper = choices.one(
        (x**2, 0, 2), (n * x + 1, -1, 1), (sp.exp(x), 0, 1), (x**3 + x, 0, 1), (sp.log(x), 1, 2)
    )
    into = choices.one(u**2, 1 + u, sp.exp(-u), 1 / (1 + u**2), u**n)
    ends = [by.subs(x, end) for end in (lower, upper)]
    integrand = into.subs(u, by) * sp.diff(by, x)
    truth = not choices.maybe()
    if not truth:
        fault = choices.below(4)
        if fault == 0:
            into = into * choices.one(2, half, -1)
        elif fault == 1:
            ends[1] = ends[1] + 1
        elif fault == 2:  # the old variable stays
            integrand, into, by = x**3, x**2 / 2, x**2
            lower, upper, ends = 0, 2, [sp.Integer(0), sp.Integer(4)]
        else:
            integrand = integrand + 1
    parts = {"integrand": integrand, "over": (x, sp.Integer(lower), sp.Integer(upper))}
    parts |= {"into": into, "onto": (u, *ends), "by": by}
    return Stated(Substitution, parts, truth, "the new integral was chosen first", bound_equation(choices, x))


def series(choices: Choices) -> Stated:
    """Differences of a chosen sequence, summed."""
    j, n = sp.Symbol("j", integer=True), sp.Symbol("n", integer=True, nonnegative=True)
    c = choices.one(1, 2, 3)
    by = choices.one(1 / (j + c - 1), 1 / (j * (j + c)), sp.Rational(1, c + 1) ** j, 1 / j**2, -(j**2) + j)
    diverges = by.is_polynomial(j)
    upper = n + 1 if diverges or choices.maybe() else sp.oo
    equals = by.subs(j, 1) - (by.subs(j, n + 2) if upper != sp.oo else 0)
    truth = not choices.maybe()
    if not truth:
        equals += choices.one(1, sp.Rational(1, 1000), -half)
    parts = {"term": by - by.subs(j, j + 1), "over": (j, sp.Integer(1), upper), "relation": "=", "equals": equals}
    return Stated(Series, {**parts, "by": by}, truth, "a telescoping sum", bound_equation(choices, j))


def stationary(choices: Choices) -> Stated:
    """Completed squares; corners, points out of the domain, saddles."""
    x, y = real("x y")
    p, q = sp.Rational(choices.one(0, 1, -1, half)), sp.Rational(choices.one(0, 2, -1))
    a, b = choices.one(1, 2, half), choices.one(1, 3)
    sense = choices.one(1, -1)
    bowl = sp.expand(sense * (a * (x - p) ** 2 + b * (y - q) ** 2 + choices.one(0, 1) * (x - p) * (y - q) / 2))
    at, kind = {x: p, y: q}, choices.one(None, "minimum" if sense == 1 else "maximum")
    truth = not choices.maybe()
    hypotheses: tuple[Any, ...] = choices.one((), (), (x > p - 1,), (x + y < p + q + 1,))
    if not truth:
        fault = choices.below(8)
        g = nonnegative("g")
        n = sp.Symbol("n", integer=True)
        if fault == 0:
            at = {x: p + choices.one(1, -half), y: q}
        elif fault == 1:
            kind = "maximum" if sense == 1 else "minimum"
        elif fault == 2:
            bowl, kind = sp.expand((x - p) ** 2 - (y - q) ** 2), choices.one("minimum", "maximum")
        elif fault == 3:
            bowl, at, kind = (
                choices.one(sp.Abs(x - p), sp.Max(x - p, 0) - (x - p) / 2, (x - p) ** 2 + sp.Abs(x - p)),
                {x: p},
                None,
            )
        elif fault == 4:
            hypotheses = (choices.one(x > p, x < p, sp.Ne(x, p), x >= p + 1),)
        elif fault == 5:
            bowl, at, kind, hypotheses = (g + 1) ** 2, {g: sp.Integer(-1)}, None, ()
        elif fault == 6:
            bowl, at, kind, hypotheses = (n - half) ** 2, {n: half}, choices.one(None, "minimum"), ()
        else:
            bowl, at, kind, hypotheses = x**2 * y / (x**4 + y**2), {x: sp.Integer(0), y: sp.Integer(0)}, None, ()
    parts = {"objective": bowl, "at": at, "kind": kind}
    return Stated(Stationary, parts, truth, "squares completed backwards", hypotheses)


def corner(choices: Choices) -> Stated:
    """A corner beside the point, which does no harm, or at it, where a formal derivative vanishes all the same."""
    x, y = real("x y")
    p, apart = sp.Rational(choices.one(0, 1, -1, half)), sp.Rational(choices.one(1, -2, half))
    a, c = choices.one(1, 2, half), choices.one(1, -1, 3, half)
    extra = choices.one(0, 1) * (y - 1) ** 2
    truth = not choices.maybe()
    if truth:
        q = p + apart
        bent, slope = choices.one(
            (sp.Abs(x - q), sp.sign(p - q)),
            (sp.Max(x - q, 0), sp.Integer(1 if p > q else 0)),
            (sp.Min(2 * x, x + q), sp.Integer(2 if p < q else 1)),
            (sp.Piecewise((3 * x, x < q), (x + 2 * q, True)), sp.Integer(3 if p < q else 1)),
        )
        objective = a * (x - p) ** 2 + c * (bent - slope * x) + extra
    else:
        bent = choices.one(
            sp.Abs(x - p),
            sp.Max(x - p, 0) - (x - p) / 2,
            sp.Abs(x - p) * sp.exp(x),
            sp.sqrt((x - p) ** 2),
            sp.Max(x - p, p - x),
            sp.Abs((x - p) * (x - p - 1)),
            sp.Piecewise((p - x, x < p), (x - p, True)),
            sp.Heaviside(x - p),
            sp.Piecewise((1, x < p), (2, True)),
        )
        objective = a * (x - p) ** 2 + c * bent + extra
    at = {x: p} | ({y: sp.Integer(1)} if extra != 0 else {})
    return Stated(
        Stationary, {"objective": objective, "at": at, "kind": None}, truth, "a corner beside the point or at it"
    )


def step(choices: Choices) -> Stated:
    """A closed form was there first, and its recurrence made from it; false ones differ in the step, perhaps late."""
    n = sp.Symbol("n", integer=True, nonnegative=True)
    x = real("x")
    H = sp.Function("H", real=True)
    c, d = sp.Integer(choices.one(2, -1, 1, 3, 0)), choices.one(sp.Integer(1), x, sp.Integer(-2))
    part = choices.number() * n ** choices.below(3) + choices.one(0, 1, x)
    closed = sp.expand(d * c**n + part) if c != 0 else sp.expand(part)
    following = sp.expand(c * (H(n) - part) + part.subs(n, n + 1))
    truth, cases = not choices.maybe(), 0
    if not truth:
        cases = choices.one(0, 1, 2, 4, 7, 11, 39, 41)  # so many steps hold
        following += choices.one(1, x**2 + 1, sp.Rational(1, 100)) * sp.Mul(*(n - k for k in range(cases)))
    parts = {"of": H(n), "equals": closed, "n": n, "sequence": Recurrence(H(n), following, closed.subs(n, 0))}
    return Stated(Induction, parts, truth, "the recurrence was made from its closed form")


def pole(choices: Choices) -> Stated:
    """An increment of an antiderivative between ends that a pole parts; or the same beside the pole."""
    x = real("x")
    c = sp.Rational(choices.one(0, 1, half))
    integrand, primitive = choices.one(
        (1 / (x - c), sp.log(sp.Abs(x - c))),
        (1 / (x - c) ** 2, -1 / (x - c)),
        (1 / (x - c) ** 3, -1 / (x - c) ** 2 / 2),
        (x + 2 / (x - c) ** 2, x**2 / 2 - 2 / (x - c)),
        (1 / ((x - c) * (x - c + 5)), sp.log(sp.Abs((x - c) / (x - c + 5))) / 5),
    )
    before, beyond = sp.Rational(choices.one(1, 2, half)), sp.Rational(choices.one(1, 3, half))
    truth = not choices.maybe()
    lower, upper = (c + half * before, c + before + beyond) if truth else (c - before, c + beyond)
    equals = primitive.subs(x, upper) - primitive.subs(x, lower)
    parts = {"integrand": integrand, "over": (x, lower, upper), "equals": equals}
    return Stated(Integral, parts, truth, "a pole beside the range, or in it")


def expectation(choices: Choices) -> Stated:
    """Moments by tables written here."""
    r, s = real("r s")
    mean, deviation = Fraction(choices.one(0, 1, -1)), Fraction(choices.one(1, 2, Fraction(1, 2), 0))
    low, high = Fraction(choices.one(0, -1)), Fraction(choices.one(1, 2))
    p = Fraction(1, choices.one(2, 3, 1))
    normal = [
        Fraction(1), mean, mean**2 + deviation**2, mean**3 + 3 * mean * deviation**2,
        mean**4 + 6 * mean**2 * deviation**2 + 3 * deviation**4,
    ]  # fmt: skip
    powers = range(5)
    flat = [(high ** (k + 1) - low ** (k + 1)) / (k + 1) / (high - low) for k in powers]
    two = Finite({sp.Integer(-1): sp.Rational(1, 3), sp.Integer(2): sp.Rational(2, 3)})
    laws: list[tuple[Any, list[Fraction]]] = [
        (Normal(rational(mean), rational(deviation)), normal),
        (Uniform(rational(low), rational(high)), flat),
        (Rademacher(), [Fraction(1 - k % 2) for k in powers]),
        (Bernoulli(rational(p)), [Fraction(1), p, p, p, p]),
        (two, [Fraction((-1) ** k + 2 * 2**k, 3) for k in powers]),
    ]
    (one, moments), (other, more) = choices.one(*laws), choices.one(*laws)
    of, equals = sp.Integer(0), Fraction(0)
    for _ in range(1 + choices.below(3)):
        c, k, m = choices.number(), choices.below(4), choices.below(3)
        of += c * r**k * s**m
        equals += c * moments[k] * more[m]
    truth = not choices.maybe()
    wrong = 0 if truth else choices.one(1, sp.Rational(1, 10**5), positive("c"))
    parts = {"of": of, "equals": rational(equals) + wrong, "over": {r: one, s: other}}
    return Stated(Expectation, parts, truth, "moments by their tables", bound_equation(choices, r))


def induction(choices: Choices) -> Stated:
    """Closed forms of linear recurrences; the false ones may hold for the first cases."""
    n = sp.Symbol("n", integer=True, nonnegative=True)
    H = sp.Function("H", real=True)
    c, d, start = sp.Integer(choices.one(2, 3, -1, 5)), sp.Integer(choices.number()), sp.Integer(choices.one(0, 1, 2))
    following, closed = choices.one(
        (c * H(n) + d, c**n * (start + d / (c - 1)) - d / (c - 1)),
        (H(n) + d, start + n * d),
        (H(n) + 2 * n + 1, start + n**2),
        (H(n) + n, start + n * (n - 1) / 2),
    )
    truth, cases = not choices.maybe(), 0
    if not truth:
        cases = choices.one(0, 1, 3, 5, 9, 12)  # so many hold
        closed += sp.Mul(*(n - k for k in range(cases)))
    sequence = Recurrence(H(n), following, start)
    parts = {"of": H(n), "equals": closed, "n": n, "sequence": sequence}
    return Stated(Induction, parts, truth, "a linear recurrence")
