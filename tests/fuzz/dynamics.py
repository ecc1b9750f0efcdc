"""Flows: rates by the chain rule of polynomials, quantities that a symmetry conserves, solutions chosen first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Conserved, Rate, Solution
from layerproof.language.symbols import families, index, natural, positive, real, time, total, trajectories

from .choices import Choices
from .setting import Setting
from .stated import Stated

t = time()
a, b = trajectories("a b")
p, q = real("p q")
moving = {p: a, q: b}


def polynomials(choices: Choices) -> Setting:
    """A setting of two letters, which stand for the parameters."""
    values = (1, 0, -1, 2, Fraction(1, 2))
    return Setting(choices, {p: Fraction(choices.one(*values)), q: Fraction(choices.one(*values))})


def rate(choices: Choices) -> Stated:
    """The rate of a polynomial along the flow of a polynomial, by the chain rule written here."""
    setting = polynomials(choices)
    loss = (
        (setting.polynomial() + p * q - choices.one(0, 1)) ** 2 / 2
        if choices.maybe()
        else setting.polynomial(3) + p + q
    )
    if not loss.has(p) or not loss.has(q):
        loss += p**2 * q**2
    of = setting.polynomial() + choices.one(p * q, p, q**2)
    equals = -sp.diff(of, p) * sp.diff(loss, p) - sp.diff(of, q) * sp.diff(loss, q)
    truth = not choices.maybe()
    if not truth:
        fault = choices.below(3)
        if fault == 0:
            equals += setting.bump(smooth=True)
        elif fault == 1:  # a corner that is passed: a falls through 0
            loss, of, equals = p**2 / 2 + p + q, sp.Abs(p), -sp.sign(p) * (p + 1)
        else:  # a step that is passed: a falls through 1
            loss, of, equals = p**2 / 2 + q, sp.Piecewise((1, p < 1), (2, True)), sp.Integer(0)
    flow = GradientFlow(loss.xreplace(moving), (a, b), t)
    parts = {"of": of.xreplace(moving), "equals": sp.expand(equals).xreplace(moving), "flow": flow}
    return Stated(Rate, parts, truth, "by the chain rule", hypotheses(choices))


def hypotheses(choices: Choices) -> tuple[Any, ...]:
    """Hypotheses on letters that the flow does not move."""
    c, d = real("c d")
    return choices.one((), (), (), (c > 0,), (sp.Eq(c, d),), (c < 1, c > -1))


def conserved(choices: Choices) -> Stated:
    """A loss that does not change under a one-parameter group, and what that conserves; or something else."""
    S = positive("S_1")
    m, n = choices.one(1, 2, 3), choices.one(1, 2)
    u, v = choices.one(1, 2, -1), choices.one(1, 3, -2)
    monomial, line = a**m * b**n, u * a + v * b
    inner, quantity, other = choices.one(
        (monomial, n * a**2 - m * b**2, n * a**2 + m * b**2),
        (line, v * a - u * b, v * a + u * b),
        (a * b, (a**2 - b**2) ** 2, (a**2 - b**2) * a),
        (a**2 + b**2, None, a - b),
        (a * b, sp.exp(a**2 - b**2), sp.exp(a**2 - b**2) * a),
    )
    loss = choices.one((inner - S) ** 2 / 2, inner**2 + inner, sp.exp(-inner), sp.log(1 + inner**2))
    truth = quantity is not None and not choices.maybe()
    if not truth:
        quantity = choices.one(other, (quantity or a + b) + choices.one(a, a * b, t))
        if choices.maybe(3):  # a step that trajectories cross: a falls from 2 to 0
            loss, quantity = a**2 / 2 + b**2 / 2, sp.Piecewise((1, a < 1), (2, True))
    flow = GradientFlow(loss, (a, b), t)
    return Stated(Conserved, {"quantity": quantity, "flow": flow}, truth, "by a symmetry", hypotheses(choices))


def family(choices: Choices) -> Stated:
    """Laws of networks of every width, one included."""
    n, S = natural("n"), positive("S_1")
    i, j, k = (index(name, n) for name in "ijk")
    A, B = families("A B", t)
    flow = GradientFlow((total(A[i] * B[i], i) - S) ** 2 / 2, (A, B), t)
    quantity, wrong = choices.one(
        (A[k] ** 2 - B[k] ** 2, A[k] ** 2 + B[k] ** 2),
        (A[k] * B[j] - A[j] * B[k], A[k] * B[j] + A[j] * B[k]),
        (total(A[i] ** 2, i) - total(B[j] ** 2, j), total(A[i] ** 2, i) - 2 * total(B[j] ** 2, j)),
        ((A[k] + B[k]) * (A[j] - B[j]), (A[k] + B[k]) * (A[j] + B[j])),
    )
    truth = not choices.maybe()
    return Stated(Conserved, {"quantity": quantity if truth else wrong, "flow": flow}, truth, "a law of every width")


def solution(choices: Choices) -> Stated:
    """A solution chosen first; false ones start, move, jump, end or are one of several otherwise."""
    r, S = positive("r_0 S_1")
    k = sp.Integer(choices.one(1, 2, 3))
    c = sp.Rational(choices.one(0, 1, -2))
    z = real("z")
    loss, closed, start, supposed = choices.one(
        (k * (a - c) ** 2 / 2, c + (z - c) * sp.exp(-k * t), z, ()),
        (a**2 / 2 - S * a, S + (z - S) * sp.exp(-t), z, ()),
        (-k * a**2 / 2, r * sp.exp(k * t), r, ()),
        (a**4 / 4, r / sp.sqrt(1 + 2 * r**2 * t), r, ()),
        (a**3 / 3, r / (1 + r * t), r, ()),
        (k * a**3 / 3 - S * k * a**2 / 2, S / (1 + (S / r - 1) * sp.exp(-k * S * t)), r, ()),
        (-(a**3) / 3, r / (1 - r * t), r, (r * t < 1,)),
        (-c * a, z + c * t, z, ()),
    )
    fault = 1 + choices.below(6) if choices.maybe() else 0
    if loss == 0:
        loss, closed, start, supposed = a**2 / 2, z * sp.exp(-t), z, ()
    equals = closed
    supposed = (*supposed, *choices.one((), (), (S > 1,), (sp.Eq(S, 2),)))
    truth = fault == 0
    match fault:
        case 1:  # starts elsewhere
            start = start + choices.one(1, sp.Rational(1, 1000))
        case 2:  # starts right, and leaves
            equals = closed + choices.number() * choices.one(t, t**2, 1 - sp.exp(-t))
        case 3:  # jumps
            equals = sp.Piecewise((closed, t < 1), (2 * closed + 1, True))
        case 4:  # blows up, and goes on as if nothing were
            loss, equals, start, supposed = (
                -(a**3) / 3,
                r / (1 - r * t),
                r,
                choices.one((), (sp.Ne(r * t, 1),), (r * t > 1,)),
            )
        case 5:  # one of several
            loss, equals, start = -2 * a ** sp.Rational(3, 2) / 3, t**2 / 4, sp.Integer(0)
            supposed = choices.one((), (t > 0,), (sp.Ne(t, 0),))
        case 6:  # twice as fast
            loss, equals, start, supposed = k * a**2 / 2, r * sp.exp(-2 * k * t), r, ()
    flow = GradientFlow(loss, (a,), t)
    parts = {"flow": flow, "of": a, "equals": equals, "initially": sp.sympify(start)}
    return Stated(Solution, parts, truth, "a solution that was chosen first", supposed)
