"""Identities, inequalities and chains: true by expansion, by laws of functions, by squares; false by a bump."""

from __future__ import annotations

import sympy as sp

from layerproof.language.statements import Chain, Identity, Inequality, Link
from layerproof.language.symbols import families, index, natural, nonnegative, positive, real, total

from .arithmetic import value
from .choices import Choices
from .setting import Setting, rational
from .stated import Stated


def expansion(choices: Choices) -> Stated:
    """A product of sums, against its expansion."""
    setting = Setting.drawn(choices)
    one = setting.polynomial() + choices.one(0, 1, -1) * setting.atom()
    other = setting.linear() + choices.one(1, -1, 0) * setting.atom()
    return equation(choices, setting, one * other, sp.expand(one * other), "a product, expanded")


def fraction(choices: Choices) -> Stated:
    """A sum of two fractions, against one."""
    setting = Setting.drawn(choices)
    top, more = setting.polynomial(), setting.linear()
    low = setting.linear()
    if choices.maybe():
        under = 1 + low**2
    else:
        under = low - choices.one(0, 1)
        if under.is_number or value(under, setting.point) == 0:
            under = 2 + low**2
        else:
            setting.hypotheses.append(sp.Ne(under, 0))
    return equation(
        choices, setting, top / under + more, sp.expand(top + more * under) / under, "fractions, brought together"
    )


def law(choices: Choices) -> Stated:
    """A law of functions."""
    setting = Setting.drawn(choices)
    p, q = setting.linear(), setting.linear()
    u, v = 1 + p**2, sp.Rational(1, 2) + q**2
    left, right = choices.one(
        (sp.Abs(p) * sp.Abs(q), sp.Abs(sp.expand(p * q))),
        (sp.Max(p, q) + sp.Min(p, q), p + q),
        (2 * sp.Max(p, q), p + q + sp.Abs(p - q)),
        (sp.exp(p) * sp.exp(-q, evaluate=False), sp.exp(p - q)),
        (sp.log(u) + sp.log(v), sp.log(u * v)),
        (sp.sqrt(u) * sp.sqrt(v), sp.sqrt(sp.expand(u * v))),
        (sp.sqrt(sp.expand(p**2)), sp.Abs(p)),
        (sp.cosh(p) ** 2 - sp.sinh(p) ** 2, sp.Integer(1)),
        ((sp.exp(2 * p) - 1) / (sp.exp(2 * p) + 1), sp.tanh(p)),
        (sp.sin(2 * p), 2 * sp.sin(p) * sp.cos(p)),
        (sp.sqrt(u + 2 * sp.sqrt(u * v) + v), sp.sqrt(u) + sp.sqrt(v)),
    )
    return equation(choices, setting, left, right, "a law of functions")


def equation(choices: Choices, setting: Setting, left: sp.Expr, right: sp.Expr, why: str) -> Stated:
    """``left = right``, or the same with a bump on the right."""
    hypotheses = tuple(setting.hypotheses)
    if not choices.maybe():
        return Stated(Identity, {"lhs": left, "rhs": right}, True, why, hypotheses)
    parts = {"lhs": left, "rhs": right + setting.bump()}
    return Stated(Identity, parts, False, f"{why}, with a term that is not zero at {setting.point}", hypotheses)


def restricted(choices: Choices) -> Stated:
    """What holds on one side of a point only, under a hypothesis that keeps to it, or does not."""
    x = real("x")
    at, scale = sp.Integer(choices.one(0, 1, -2)), sp.Integer(choices.one(1, 2, 3))
    moved = scale * (x - at)
    left, right = choices.one(
        (sp.Abs(moved), moved),
        (sp.sqrt(sp.expand(moved**2)), moved),
        (sp.Max(moved, 0), moved),
        (sp.Piecewise((moved, x >= at), (2 * moved, True)), moved),
        (moved * sp.Abs(moved), sp.expand(moved**2)),
    )
    below = choices.one(0, sp.Rational(1, 100), 1)
    truth = below == 0
    hypothesis = choices.one(x >= at - below, x > at - below) if below else choices.one(x >= at, x > at, x > at + 1)
    return Stated(Identity, {"lhs": left, "rhs": right}, truth, f"it holds from {at} on only", (hypothesis,))


def sums(choices: Choices) -> Stated:
    """Sums of a general number of entries, which may be one; or of no terms at all."""
    n = natural("n")
    i, j = index("i", n), index("j", n)
    X, Y = families("X Y")
    c, d = sp.Integer(choices.number()), sp.Integer(choices.number())
    k = sp.Symbol("k", integer=True)
    m = sp.Symbol("m", integer=True, nonnegative=True)
    left, right, wrong = choices.one(
        (
            total(c * X[i] + d * Y[i], i),
            c * total(X[j], j) + d * total(Y[i], i),
            choices.one(total(X[i], i), total(X[i] * Y[i], i), X[j] * Y[j], 1 / n),
        ),
        (
            total((X[i] + c) ** 2, i),
            total(X[i] ** 2, i) + 2 * c * total(X[i], i) + c**2 * n,
            choices.one(c, n - 1, total(X[i], i) / n),
        ),
        (
            total((X[i] - X[j]) ** 2, i, j),
            2 * n * total(X[i] ** 2, i) - 2 * total(X[i], i) ** 2,
            choices.one(1, total(X[i], i), n - 3),
        ),
        (sp.Sum(k, (k, 1, m)), m * (m + 1) / 2, choices.one(1, m, m * (m - 1) * (m - 2))),
        (sp.Sum(c * k + d, (k, 0, m)), c * m * (m + 1) / 2 + d * (m + 1), choices.one(1, m, (m - 1) * (m - 5))),
        (sp.Sum(k**2, (k, 1, m)), m * (m + 1) * (2 * m + 1) / 6, choices.one(sp.Rational(1, 6), m)),
    )
    if not choices.maybe():
        return Stated(Identity, {"lhs": left, "rhs": right}, True, "a law of sums")
    return Stated(Identity, {"lhs": left, "rhs": right + wrong}, False, "a law of sums, with a term too many")


def squares(choices: Choices) -> Stated:
    """A sum of squares that vanishes at the point: not negative, but not positive, nor above any number."""
    setting = Setting.drawn(choices)
    expr = sp.Integer(0)
    for _ in range(1 + choices.below(2)):
        line = setting.linear()
        expr += choices.one(1, 2, sp.Rational(1, 3)) * (line - rational(value(line, setting.point))) ** 2
    plus = choices.one(0, 1, sp.Rational(1, 1000))
    strict = choices.maybe()
    truth = plus > 0 or not strict
    if choices.maybe():
        plus, truth = -choices.one(sp.Rational(1, 1000), 1), False
    shift = setting.polynomial() * choices.one(0, 1)
    left, right = sp.expand(expr + plus) + shift, shift
    parts = {"lhs": left, "relation": ">" if strict else ">=", "rhs": right}
    if choices.maybe():
        parts = {"lhs": right, "relation": "<" if strict else "<=", "rhs": left}
    return Stated(
        Inequality, parts, truth, f"squares that vanish at {setting.point}", tuple(setting.hypotheses), thin=True
    )


def known_bound(choices: Choices) -> Stated:
    """A bound that holds on a range, stated there or beyond."""
    x, u, g = real("x"), positive("u"), nonnegative("g")
    c = sp.Rational(choices.one(1, 2, 3))
    true = (
        (sp.exp(x), ">=", 1 + x, ()),
        (u + c**2 / u, ">=", 2 * c, ()),
        (x * (c - x), ">=", 0, (x >= 0, x <= c)),
        (sp.Abs(x), "<=", c, (x**2 <= c**2,)),
        (sp.log(u), "<=", u - 1, ()),
        (g / (c + g), "<", 1, ()),
        (sp.Max(x, 0), ">=", x, ()),
        (1 / u, ">", 1 / (u + c), ()),
    )
    false = (
        (sp.exp(x), ">", 1 + x, ()),
        (u + c**2 / u, ">", 2 * c, ()),
        (x * (c - x), ">=", 0, (x >= 0, x <= c + sp.Rational(1, 100))),
        (sp.Abs(x), "<", c, (x**2 <= c**2,)),
        (sp.log(u), "<", u - 1, ()),
        (g / (c + g), ">", 0, ()),
        (sp.Max(x, 0), ">", x, ()),
        (1 / x, ">", 1 / (x + c), (sp.Ne(x, 0), sp.Ne(x, -c))),
        (1 / x + 1, ">", 1 / x, ()),
        (c - x**2 + 1 / g, ">", 1 / g, (x**2 < c,)),
    )
    truth = not choices.maybe()
    lhs, relation, rhs, hypotheses = choices.one(*(true if truth else false))
    parts = {"lhs": lhs, "relation": relation, "rhs": rhs}
    return Stated(Inequality, parts, truth, "a known bound", hypotheses, thin=True)


def far(choices: Choices) -> Stated:
    """What vanishes, or has one sign, at the first integers, and not at later ones; what fails just beyond a bound."""
    x, n = real("x"), natural("n")
    gap = sp.Rational(1, choices.one(10, 100, 1000, 10**5))
    count = choices.one(2, 5, 6, 8)
    product = sp.Mul(*(n - k for k in range(1, count + 1)))
    sense = choices.one(1, -1)
    c = sp.Integer(choices.one(0, 1, -3))
    kind, parts, truth, hypotheses = choices.one(
        (Identity, {"lhs": product, "rhs": sp.Integer(0)}, True, (n <= count,)),
        (Identity, {"lhs": n**2 + sense * product, "rhs": n**2}, False, ()),
        (Inequality, {"lhs": product, "relation": "<=", "rhs": sp.Integer(0)}, False, (n > 1,)),
        (Inequality, {"lhs": (x - c) ** 2 + gap, "relation": ">", "rhs": gap / 2}, True, (x > c - 1,)),
        (Inequality, {"lhs": (x - c) * (c + 1 - x), "relation": ">=", "rhs": sp.Integer(0)}, True, (x > c, x < c + 1)),
        (
            Inequality,
            {"lhs": (x - c) * (c + 1 - x), "relation": ">=", "rhs": sp.Integer(0)},
            False,
            (x > c - gap, x < c + 1),
        ),
        (
            Inequality,
            {"lhs": (x - c) * (c + 1 - x), "relation": ">=", "rhs": sp.Integer(0)},
            False,
            (x > c, x < c + 1 + gap),
        ),
        (Inequality, {"lhs": 1 / (n + 1) ** 2, "relation": ">", "rhs": gap / 10}, False, ()),
    )
    return Stated(kind, parts, truth, "the first integers, and later ones; just beyond a bound", hypotheses)


def chain(choices: Choices) -> Stated:
    """Lines that follow, one of them perhaps wrong."""
    setting = Setting.drawn(choices)
    p, q = setting.polynomial(), setting.linear()
    lines = [("=", sp.expand((p + q) ** 2)), ("<=", 2 * p**2 + 2 * q**2), ("<=", sp.expand(2 * p**2 + 2 * q**2) + 1)]
    truth = not choices.maybe()
    if not truth:
        wrong = (lines[0][1] + setting.bump(), lines[0][1] - 1, lines[1][1] - sp.Rational(1, 1000))
        k = choices.below(3)
        lines[k] = (lines[k][0], wrong[k])
    links = tuple(Link(relation, line) for relation, line in lines)
    return Stated(
        Chain, {"first": (p + q) ** 2, "links": links}, truth, "a square below two squares", tuple(setting.hypotheses)
    )
