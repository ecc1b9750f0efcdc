"""Signs are derived, never sampled; weak ones are not made strict."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Abs, exp, log, sqrt

from kernel.helpers import sign
from layerproof.language.symbols import families, index, natural, nonnegative, positive, real, total
from layerproof.proving.domain import Domain
from layerproof.proving.exact.signs import Signs, _sign_with_root
from layerproof.proving.exact.tower import Tower
from layerproof.proving.sign_sets import ANY, NONNEGATIVE, POSITIVE

x, y = real("x y")
u, v = positive("u v")
g = nonnegative("g")
X = families("X")
p = natural("p")
i = index("i", p)

CASES = [
    (x**2 + 1, (), {1}),
    (x**2 - 2 * x + 1, (), {0, 1}),
    (x**2 - 2 * x + 2, (), {1}),
    (u - v, (u > v,), {1}),
    (u - v, (u >= v,), {0, 1}),
    (u - v, (), {-1, 0, 1}),
    (exp(-g) - 1, (), {-1, 0}),
    (1 - exp(-u), (), {1}),
    (x - sp.floor(x), (), {0, 1}),
    (sp.floor(x) - x, (), {-1, 0}),
    (sp.floor(x) - x + 1, (), {1}),
    (x - 1 - sp.floor(x), (), {-1}),
    (sp.floor(x) - x + sp.Rational(1, 2), (), {-1, 0, 1}),
    (sp.ceiling(x) - x, (), {0, 1}),
    (sp.ceiling(x) - x - 1, (), {-1}),
    (sp.ceiling(x) - sp.floor(x), (), {0, 1}),
    (2 * sp.floor(p / 2) - p + 1, (), {0, 1}),
    (2 * sp.floor(p / 2) - p, (), {-1, 0}),
    (3 * sp.floor(2 * p / 3) - 2 * p + 2, (), {0, 1}),
    (3 * sp.floor(2 * p / 3) - 2 * p + 1, (), {-1, 0, 1}),
    (sp.floor(x) - 2, (x >= 3,), {1}),
    (sp.floor(x) - 2, (x >= 2,), {-1, 0, 1}),
    (exp(x) - exp(y), (x > y,), {1}),
    (exp(x) - exp(y), (x < y,), {-1}),
    (2 * exp(y) - 2 * exp(x), (x >= y,), {-1, 0}),
    (2 * exp(y) - 2 * exp(x), (x <= y,), {0, 1}),
    (exp(x) - exp(y), (), {-1, 0, 1}),
    (exp(x) - 2 * exp(y), (x > y,), {-1, 0, 1}),
    (exp(x + y) - exp(2 * x - y), (2 * y > x,), {1}),
    (exp(2 * x - y) - exp(x + y), (2 * y > x,), {-1}),
    (exp(x**2 + 1) - 1, (), {1}),
    (1 - exp(x**2 + 1), (), {-1}),
    (log(1 + g), (), {0, 1}),
    (1 - x**2, (x**2 <= 1,), {0, 1}),
    (2 * x**2 - 2, (x**2 <= 1,), {-1, 0}),
    (x**2 - 4, (x**2 <= 1,), {-1, 0, 1}),
    (i.upper * total(X[i] ** 2, i) - total(X[i], i) ** 2, (), {0, 1}),
    (total(X[i], i) ** 2 - i.upper * total(X[i] ** 2, i), (), {-1, 0}),
    ((i.upper - sp.Rational(1, 2)) * total(X[i] ** 2, i) - total(X[i], i) ** 2, (), {-1, 0, 1}),
    ((i.upper + 1) * total(X[i] ** 2, i) - total(X[i], i) ** 2, (), {0, 1}),
    (i.upper - i, (), {0, 1}),
    (i - 2, (), {-1, 0, 1}),
    (1 + sp.sin(x), (), {0, 1}),
    (2 + sp.sin(x) * sp.cos(y), (), {1}),
    (1 + 2 * sp.sin(x), (), {-1, 0, 1}),
    (log(u) - log(v), (u > v,), {1}),
    (sqrt(u + v) - sqrt(u), (), {1}),
    (sqrt(u**2 + v**2) - u - v, (), {-1}),
    (Abs(x) + Abs(y) - Abs(x + y), (), {0, 1}),
    (u**3 - 3 * u + 3, (), {1}),
    (u**3 - 3 * u + 2, (), {0, 1}),
    (u**2 - 2, (), {-1, 0, 1}),
    (total(X[i] ** 2, i), (), {0, 1}),
    (x, (x**3 + x > 0,), {1}),
    (x**3 + x, (x**3 + x > 0,), {1}),
    (sp.Symbol("w", nonpositive=True), (), {-1, 0}),
]


@pytest.mark.parametrize(("expr", "hypotheses", "expected"), CASES, ids=lambda value: str(value))
def test_signs(expr: sp.Expr, hypotheses: tuple[sp.Basic, ...], expected: set[int]) -> None:
    assert sign(expr, *hypotheses) == expected


@pytest.mark.parametrize("a", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("b", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("r", [0, 1, 2])
def test_rule_for_a_root(a: int, b: int, r: int) -> None:
    """Whatever sets hold the signs of A, B and the norm, the rule's answer holds the sign of A + B r."""
    every = [frozenset(s) for s in ({-1}, {0}, {1}, {0, 1}, {-1, 0}, {-1, 1}, {-1, 0, 1})]

    def of(value: int) -> int:
        return (value > 0) - (value < 0)

    for one in every:
        for two in every:
            for norm in every:
                if of(a) in one and of(b) in two and of(a * a - b * b * r * r) in norm:
                    assert of(a + b * r) in _sign_with_root(one, two, norm)


def test_memory_is_of_one_tower() -> None:
    """Towers name their generators alike: what was found for one must not answer for the next."""
    signs = Signs(Domain.of([u, x], []))
    for expr, expected in ((u, POSITIVE), (x, ANY), (Abs(x), NONNEGATIVE), (u, POSITIVE)) * 3:
        tower = Tower(signs)
        assert signs.of(tower, tower.element(expr)) == expected


def test_a_tower_that_grows_while_a_quadratic_is_judged() -> None:
    """Judging its leading coefficient adds generators (a root), after which the next variable is tried."""
    delta, start, speed = real("delta a_0 v_0")
    gap = sqrt(delta**2 + 4 * u**2)
    fast, slow = (delta + gap) / 2, (delta - gap) / 2
    p, r = (fast * start + u * speed) / gap, -(slow * start + u * speed) / gap
    first = p * exp(fast * g) + r * exp(slow * g)
    second = -(p * slow * exp(fast * g) + r * fast * exp(slow * g)) / u
    rest = total(X[i] ** 2, i)
    known = sp.Eq(delta, start**2 - speed**2 - rest)
    assert sign((first**2 - second**2 - rest) / delta, known, delta < 0) >= {1}
