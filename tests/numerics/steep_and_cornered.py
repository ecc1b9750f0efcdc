"""Statements that are hard for numbers: steep, singular, oscillating, and with corners; each true, and false by 1e-5.

The right-hand sides are made from the mathematics (the chain rule, Gaussian integrals, antiderivatives), so that each
statement is true as it stands; `off` makes it false by one part in a hundred thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from layerproof import (
    Conserved,
    Expectation,
    GradientFlow,
    Integral,
    Normal,
    Rate,
    Solution,
    Uniform,
    positive,
    real,
    time,
    trajectories,
)
from layerproof.language.statements import Statement

t = time()
a, b = trajectories("a b")
S, m, r0 = positive("S m r_0")
x, y, c = real("x y c")
OFF = sp.Rational(100001, 100000)

PAIR = GradientFlow(loss=m * (a * b - S) ** 2 / 2, parameters=(a, b), time=t)
ONE = GradientFlow(loss=(a - S) ** 2 / 2, parameters=(a,), time=t)
CUBE = GradientFlow(loss=(a**3 - S) ** 2 / 2, parameters=(a,), time=t)
SOFT = GradientFlow(loss=sp.log(1 + sp.exp(-a * b)), parameters=(a, b), time=t)
ATTENTION = GradientFlow(loss=(sp.exp(a * b) / (sp.exp(a * b) + sp.exp(-a * b)) - 1) ** 2, parameters=(a, b), time=t)


def steep(of: sp.Expr) -> list[sp.Expr]:
    """Observables that have a pole, a root or a step where `of` vanishes."""
    return [
        sp.log(of), 1 / of, sp.sqrt(of), 1 / of**2, 1 / sp.sqrt(of), of**3, sp.log(of) ** 2, sp.exp(-1 / of),
        sp.atan(30 * of), sp.tanh(20 * of), sp.log(of) / of, sp.sin(40 * of),
    ]  # fmt: skip


def rates() -> Iterator[tuple[Statement, list[Any]]]:
    """Rates of steep observables, by the chain rule."""
    for flow, of in ((PAIR, S - a * b), (ONE, S - a), (CUBE, S - a**3), (PAIR, a * b), (SOFT, a * b)):
        for observable in steep(of):
            slope = sp.diff(observable, a) * flow.rate(a) + sp.diff(observable, b) * _rate(flow, b)
            yield Rate(observable, slope, flow), [a > 0, *([b > 0] if b in flow.parameters else []), of > 0]


def _rate(flow: GradientFlow, parameter: sp.Expr) -> sp.Expr:
    return flow.rate(parameter) if parameter in flow.parameters else sp.S.Zero


def conserved() -> Iterator[tuple[Statement, list[Any]]]:
    """Functions of the conserved difference of squares."""
    for flow in (PAIR, SOFT, ATTENTION):
        for of in steep(a**2 - b**2):
            yield Conserved(of, flow), [a > b, b > 0]


def solutions() -> Iterator[tuple[Statement, list[Any]]]:
    """Closed forms of fast and of slow flows."""
    for rate in (sp.Rational(1, 50), 1, 7, 40):
        flow = GradientFlow(loss=rate * (a * b - S) ** 2 / 2, parameters=(a, b), time=t)
        form = S / (1 + (S / r0 - 1) * sp.exp(-2 * S * rate * t))
        yield Solution(flow.on(a - b), of=a * b, equals=form, initially=r0), [r0 < S]
        flow = GradientFlow(loss=rate * a**2 / 2, parameters=(a,), time=t)
        yield Solution(flow, of=(a,), equals=(r0 * sp.exp(-rate * t),), initially=(r0,)), []


def _density(z: sp.Expr) -> sp.Expr:
    return sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi)


def _below(z: sp.Expr) -> sp.Expr:
    return (1 + sp.erf(z / sp.sqrt(2))) / 2


def expectations() -> Iterator[tuple[Statement, list[Any]]]:
    """Averages of corners, steps, steep and oscillating functions of a normal or a uniform variable."""
    law = {x: Normal(0, 1)}
    for k in map(sp.sympify, (0, sp.Rational(1, 3), -1, sp.Rational(7, 5), 2)):
        yield Expectation(sp.Abs(x - k), 2 * _density(k) + k * (2 * _below(k) - 1), law), []
        yield Expectation(sp.Max(x - k, 0), _density(k) - k * _below(-k), law), []
        yield Expectation(sp.Max(x, k), _density(k) + k * _below(k), law), []
        yield Expectation(sp.Piecewise((1, x > k), (0, True)), _below(-k), law), []
        yield Expectation(sp.Max(x - k, 0) ** 2, (1 + k**2) * _below(-k) - k * _density(k), law), []
        yield Expectation(sp.Abs(x - k) * sp.Abs(x + k) if k else sp.Abs(x) ** 3, _product(k), law), []
    for rate in map(sp.sympify, (sp.Rational(1, 2), 2, 5)):
        yield Expectation(sp.exp(rate * x), sp.exp(rate**2 / 2), law), []
        yield Expectation(sp.cos(rate * x), sp.exp(-(rate**2) / 2), law), []
        yield Expectation(sp.exp(-rate * x**2), 1 / sp.sqrt(1 + 2 * rate), law), []
        yield Expectation(sp.exp(-100 * rate * x**2), 1 / sp.sqrt(1 + 200 * rate), law), []
        yield Expectation(sp.Max(x, 0) * sp.exp(-rate * x), _rectified(rate), law), []
    wide = {x: Uniform(-1, 2)}
    for k in map(sp.sympify, (0, sp.Rational(1, 3), 1)):
        yield Expectation(sp.Abs(x - k), ((k + 1) ** 2 + (2 - k) ** 2) / 6, wide), []
        yield Expectation(sp.Max(x - k, 0), (2 - k) ** 2 / 6, wide), []
        yield Expectation(sp.cos(40 * (x - k)), (sp.sin(40 * (2 - k)) + sp.sin(40 * (1 + k))) / 120, wide), []
    narrow = {x: Uniform(0, 1)}
    yield Expectation(1 / sp.sqrt(x), sp.Integer(2), narrow), []
    yield Expectation(sp.log(x), sp.Integer(-1), narrow), []
    yield Expectation(sp.sqrt(x), sp.Rational(2, 3), narrow), []
    both = {x: Normal(0, 1), y: Normal(0, 1)}
    yield Expectation(sp.exp(x * y / 2), 2 / sp.sqrt(3), both), []
    yield Expectation(sp.cos(3 * x) * sp.cos(2 * y), sp.exp(-sp.Rational(13, 2)), both), []
    yield Expectation(sp.Abs(x) * sp.Abs(y), 2 / sp.pi, both), []
    yield Expectation(sp.Max(x, y), 1 / sp.sqrt(sp.pi), both), []
    yield Expectation(sp.sqrt(x**2 + y**2), sp.sqrt(sp.pi / 2), both), []


def _product(k: sp.Expr) -> sp.Expr:
    if not k:
        return 2 * sp.sqrt(2 / sp.pi)
    k = abs(k)  # E|x^2 - k^2| = 2 E (x^2 - k^2)_+ - (1 - k^2), and E (x^2 - k^2)_+ is twice one tail
    tail = k * _density(k) + _below(-k) - k**2 * _below(-k)
    return 4 * tail - (1 - k**2)


def _rectified(rate: sp.Expr) -> sp.Expr:
    return sp.exp(rate**2 / 2) * (_density(rate) - rate * _below(-rate))


def integrals() -> Iterator[tuple[Statement, list[Any]]]:
    """Definite integrals of singular, steep, oscillating and cornered functions."""
    for p in (sp.Rational(1, 2), sp.Rational(1, 5), sp.Rational(4, 5), sp.Rational(9, 10)):
        yield Integral(x ** (-p), (x, 0, 1), 1 / (1 - p)), []
        yield Integral(x**p * sp.log(x), (x, 0, 1), -1 / (1 + p) ** 2), []
        yield Integral(sp.Abs(x - p), (x, 0, 1), (p**2 + (1 - p) ** 2) / 2), []
        yield Integral(sp.Max(x - p, 0), (x, 0, 1), (1 - p) ** 2 / 2), []
        yield (
            Integral(
                sp.sqrt(sp.Abs(x - p)), (x, 0, 1), (p ** sp.Rational(3, 2) + (1 - p) ** sp.Rational(3, 2)) * 2 / 3
            ),
            [],
        )
        yield Integral(sp.Piecewise((1, x < p), (3, True)), (x, 0, 1), 3 - 2 * p), []
    for k in (10, 100, 1000):
        yield Integral(sp.cos(k * x) ** 2, (x, 0, 1), sp.Rational(1, 2) + sp.sin(2 * k) / (4 * k)), []
        yield Integral(sp.exp(-k * x), (x, 0, 1), (1 - sp.exp(-k)) / k), []
        yield Integral(1 / (1 + k**2 * x**2), (x, -1, 1), 2 * sp.atan(k) / k), []
        below, above = (sp.log(sp.cosh(k * sp.Rational(share, 3))) for share in (1, 2))
        yield Integral(sp.tanh(k * (x - sp.Rational(1, 3))), (x, 0, 1), (above - below) / k), []
        yield Integral(x * sp.exp(-k * x**2), (x, 0, sp.oo), sp.Rational(1, 2 * k)), []
        yield Integral(sp.exp(-k * (x - c) ** 2), (x, -sp.oo, sp.oo), sp.sqrt(sp.pi / k)), []
    yield Integral(sp.Abs(x - c), (x, c - 1, c + S), (1 + S**2) / 2), []
    yield Integral(1 / sp.sqrt(x * (S - x)), (x, 0, S), sp.pi), []
    yield Integral(sp.log(x) ** 2, (x, 0, S), S * (sp.log(S) ** 2 - 2 * sp.log(S) + 2)), []


KINDS = {
    "rates": rates,
    "conserved": conserved,
    "solutions": solutions,
    "expectations": expectations,
    "integrals": integrals,
}


def off(statement: Statement) -> Statement:
    """The statement with its right-hand side off by 1e-5 of itself; of a conserved quantity, one square."""
    if isinstance(statement, Conserved):
        return replace(statement, quantity=statement.quantity.subs(b, b * sp.sqrt(OFF)))
    if isinstance(statement, Solution):
        closed = statement.equals
        wrong = tuple(e.subs(t, t * OFF) for e in closed) if isinstance(closed, tuple) else closed.subs(t, t * OFF)
        return replace(statement, equals=wrong)
    return replace(statement, equals=statement.equals * OFF)
