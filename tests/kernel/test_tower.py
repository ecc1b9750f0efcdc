"""Normal forms, and what they refuse to do."""

from __future__ import annotations

import random

import pytest
import sympy as sp
from sympy import Abs, Rational, exp, log, sqrt

from kernel.helpers import zero
from layerproof.language.symbols import families, index, natural, positive, real, total
from layerproof.proving.exact.tower import NotInTower, Tower

x, y, alpha = real("x y alpha")
u, v = positive("u v")
p, q = natural("p q")
i, j, k = index("i", p), index("j", p), index("k", p)
l = index("l", q)  # noqa: E741
X, Y = families("X Y")
M = sp.Function("M", real=True)
n, N = sp.symbols("n N", integer=True)

ZEROS = [
    exp(x + y) - exp(x) * exp(y),
    exp(x / 2) ** 2 - exp(x),
    sqrt(u * v) - sqrt(u) * sqrt(v),
    sqrt(x**2) - Abs(x),
    Abs(x * y) - Abs(x) * Abs(y),
    sqrt(8) - 2 * sqrt(2),
    log(u**2 * v) - 2 * log(u) - log(v),
    u ** (alpha + 1) - u * u**alpha,
    u ** (1 / (v + 1)) * u ** (v / (v + 1)) - u,
    exp(u**2 / (u + v)) * exp(u * v / (u + v)) - exp(u),
    1 / (1 + sqrt(2)) - (sqrt(2) - 1),
    sp.cos((x + 1) * y) - sp.cos(x * y) * sp.cos(y) + sp.sin(x * y) * sp.sin(y),
    sp.sin((x + y) / u) - sp.sin(x / u) * sp.cos(y / u) - sp.cos(x / u) * sp.sin(y / u),
    total(X[i], i) - total(X[j], j),
    total(X[i], i) * total(Y[j], j) - total(X[i] * Y[j], i, j),
    total(total(M(i, j) * X[j], j) ** 2, i) - total(M(i, j) * M(i, k) * X[j] * X[k], i, j, k),
    total(exp(total(M(i, k), i)), k) - total(exp(total(M(j, i), j)), i),
]
NOT_ZERO = [
    sqrt(x**2) - x,
    total(exp(total(M(i, k), i)), k) - total(exp(total(M(i, i), i)), k),
    total(X[i] ** 2, i) - total(X[i], i) ** 2,
    sp.KroneckerDelta(i, k) - 1,
    (x**2) ** Rational(1, 2) - x,
]


@pytest.mark.parametrize("expr", ZEROS, ids=str)
def test_zero(expr: sp.Expr) -> None:
    assert zero(expr)


@pytest.mark.parametrize("expr", NOT_ZERO, ids=str)
def test_not_taken_for_zero(expr: sp.Expr) -> None:
    assert not zero(expr)


@pytest.mark.parametrize(
    "expr",
    [
        sp.Sum(X[n], (N, 1, p), (n, 1, N)),  # the outer range depends on the inner index
        sp.Sum(X[n], (n, 1, sp.oo)),
        sp.Sum(1, (n, 1, p - 3)),
        sp.Sum(n, (n, 1, p / 2)),
        total(sp.KroneckerDelta(i, l) * X[i], i),
        (x + y + u) ** 5000,
        sp.I * x,
        sp.Piecewise((x, x > 0), (y, True)),
    ],
    ids=str,
)
def test_refused(expr: sp.Expr) -> None:
    with pytest.raises(NotInTower):
        Tower().element(expr)


def test_a_sum_over_a_triangle_is_summed_by_columns() -> None:
    assert zero(sp.Sum(X[n], (n, 1, N), (N, 1, p)) - sp.Sum((p - n + 1) * X[n], (n, 1, p)))
    assert not zero(sp.Sum(X[n], (n, 1, N), (N, 1, p)) - sp.Sum((p - n) * X[n], (n, 1, p)))


def test_equal_keys_need_equal_elements() -> None:
    tower = Tower(units={"root:2|1": 2})
    one, other = tower.element(1 / (sqrt(2) + x)), tower.element((x - sqrt(2)) / (x**2 - 2))
    assert tower.key(one) == tower.key(other)
    assert tower.key(one) != tower.key(tower.element(1 / (sqrt(2) - x)))


@pytest.mark.parametrize("seed", range(6))
def test_a_sum_has_one_name_whatever_its_indices_are_called_and_in_which_order(seed: int) -> None:
    """Also where its factors do not tell indices apart, as around a circle."""
    source = random.Random(seed)
    size = source.randint(2, 5)
    letters = [index(letter, p) for letter in "abcde"[:size]]
    circle = [M(letters[a], letters[(a + 1) % size]) for a in range(size)]
    extra = [X[letters[source.randrange(size)]] ** source.randint(1, 2) for _ in range(source.randint(0, 2))]
    body = sp.Mul(*circle, *extra)
    tower = Tower()
    tower.element(total(body, *letters))
    for _ in range(6):
        names = [index(letter, p) for letter in source.sample("fghijkmo", size)]
        other = body.xreplace(dict(zip(letters, names, strict=True)))
        tower.element(total(other, *source.sample(names, size)))
    assert len([g for g in tower.generators if g.kind == "sum" and len(g.expr.limits) == size]) == 1
