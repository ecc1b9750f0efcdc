"""Each rule of the exact prover, asked by itself: it proves what is true, and nothing of what is false beside it.

A prover looks for counterexamples before it asks a rule, which would hide a rule that proves too much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from sympy import E, Eq, Ne, Rational, Sum, acos, asin, atan, binomial, exp, factorial, log, sqrt

from layerproof.language.goals import SignWord, Telescopes, ZeroWord
from layerproof.language.matrices import Equal, Symmetric, identity, matrix, trace
from layerproof.language.matrix_functions import Invertible, PositiveSemidefinite, inverse
from layerproof.language.symbols import families, index, natural, nonnegative, positive, real, total
from layerproof.proving.domain import Domain
from layerproof.proving.exact import matrix_quotients, power_series, telescoping, trace_roots
from layerproof.proving.exact.binomial_sums import closed
from layerproof.proving.exact.constants import by_slopes
from layerproof.proving.exact.factorials import by_neighbours
from layerproof.proving.exact.invertible import _turned
from layerproof.proving.exact.lettered_pieces import cut_by_letters
from layerproof.proving.exact.outcome import Proved
from layerproof.proving.exact.prover import Prover
from layerproof.proving.exact.roots import roots
from layerproof.proving.exact.successors import by_successors
from layerproof.proving.exact.tangents import by_tangents
from layerproof.proving.exact.termwise import by_terms

x, y, z = real("x y z")
u, v = positive("u v")
g = nonnegative("g")
n, p = natural("n p")
k = sp.Symbol("k", integer=True)
X = families("X")
i = index("i", n)
A, B, C = (matrix(name, n, n) for name in "ABC")
W, V = matrix("W", n, p), matrix("V", p, n)
a, b = matrix("a", n, 1), matrix("b", n, 1)


def prover(expr: Any, *hypotheses: Any) -> Prover:
    """A prover of what is said about the letters of an expression."""
    return Prover(Domain.of([expr], hypotheses))


SIGNS: list[tuple[Callable[..., str | None], sp.Expr, tuple[Any, ...], bool, bool]] = [
    (by_successors, 2**n - n**2, (n >= 4,), False, True),
    (by_successors, 2**n - n**2, (n >= 4,), True, False),
    (by_successors, 2**n - n**2, (n >= 3,), False, False),
    (by_successors, factorial(n) - 2 ** (n - 1), (), False, True),
    (by_successors, factorial(n) - 2**n, (n >= 3,), False, False),
    (by_successors, (1 + x) ** n - 1 - n * x, (x >= -1,), False, True),
    (by_successors, (1 + x) ** n - 1 - n * x, (x >= -3,), False, False),
    (by_successors, (-1) ** n + 1 - n / 100, (), False, False),
    (by_successors, g ** (n - 1), (), True, False),
    (by_successors, n - 2**n + 100, (), False, False),
    (by_successors, Sum(1 / k, (k, 1, n)) - log(n + 1), (), True, True),
    (by_successors, Sum(1 / k, (k, 1, n)) - log(n + 1) - Rational(1, 2), (), False, False),
    (by_successors, Sum(k, (k, 1, n - 4)) - n + 5, (), False, False),
    (by_successors, n * 2**n - X[n] * 2**n, (), False, False),
    (by_tangents, E - (1 + 1 / n) ** n, (), True, True),
    (by_tangents, E - (1 + 1 / n) ** (n + 1), (), True, False),
    (by_tangents, exp(x) - 1 - x, (), False, True),
    (by_tangents, exp(x) - 1 - x, (), True, False),
    (by_tangents, x * exp(y) - x - x * y, (), False, False),
    (by_tangents, 1 + x - exp(x), (), False, False),
    (by_tangents, x * log(u) - x * (u - 1), (), False, False),
    (by_tangents, u * log(u / v) - u + v, (), False, True),
    (by_tangents, u * log(u / v) - u + v, (), True, False),
    (by_tangents, x * log(u) - x + x / u, (), False, False),
    (by_tangents, log(x) - 1 + 1 / x, (Ne(x, 0),), False, False),
    (by_tangents, log(1 + x) - log(1 + y) - (x - y) / (1 + x), (x > -1, y > -1), False, True),
    (by_terms, total(exp(X[i]) - X[i] - 1, i), (), False, True),
    (by_terms, total(exp(X[i]), i) - total(X[i], i) - n, (), False, True),
    (by_terms, total(exp(X[i]), i) - total(X[i], i) - n, (), True, False),
    (by_terms, total(exp(X[i]), i) - total(X[i], i) - n - 1, (), False, False),
    (by_terms, total(X[i] ** 2, i) - X[1], (), False, False),
    (by_terms, Sum(1 + x**2 * k, (k, 1, p - 3)), (), True, False),
    (by_terms, Sum(k, (k, 1, n)) - Sum(k - 1, (k, 1, p)), (), False, False),
]


@pytest.mark.parametrize(
    ("rule", "expr", "hypotheses", "strict", "holds"), SIGNS, ids=lambda part: getattr(part, "__name__", str(part))[:40]
)
def test_signs(rule: Callable[..., str | None], expr: sp.Expr, hypotheses: Any, strict: bool, holds: bool) -> None:
    here = prover(expr, *hypotheses)
    assert (rule(here, here.prepared(expr), strict) is not None) is holds


CONSTANTS: list[tuple[sp.Expr, tuple[Any, ...], bool]] = [
    (atan(u) + atan(1 / u) - sp.pi / 2, (), True),
    (atan(x) - atan(y) - atan((x - y) / (1 + x * y)), (x * y > -1,), True),
    (atan(x) - atan(y) - atan((x - y) / (1 + x * y)), (x * y < -1,), False),
    (atan(x) - atan(y) - atan((x - y) / (1 + x * y)), (Ne(x * y, -1),), False),
    (atan(x) + atan(1 / x) - sp.pi / 2, (Ne(x, 0),), False),
    (2 * atan(x) - asin(2 * x / (1 + x**2)), (x**2 < 1,), True),
    (2 * atan(x) - asin(2 * x / (1 + x**2)), (x**2 > 1,), False),
    (2 * atan(x) - asin(2 * x / (1 + x**2)), (), False),
    (asin(x) + acos(x) - 1, (x > -1, x < 1), False),
    (atan(x) - x, (), False),
]


@pytest.mark.parametrize(("expr", "hypotheses", "holds"), CONSTANTS, ids=lambda part: str(part)[:40])
def test_constants(expr: sp.Expr, hypotheses: Any, holds: bool) -> None:
    found = by_slopes(prover(expr, *hypotheses), expr)
    assert (found is not None) is holds


def test_neighbours() -> None:
    """Rewriting keeps every value, also where a coefficient is 0."""
    sign = Prover(Domain.of([n, k, p], [])).sign
    for expr in (
        binomial(n + 2, k + 1) - binomial(n, k - 1),
        binomial(n, p + 1) * factorial(p + 2) - binomial(n, p) * factorial(p) + k,
        k * binomial(n, k) + binomial(n + 1, k - 2) * factorial(n + 3) / factorial(n),
    ):
        written = by_neighbours(expr, sign)
        assert written != expr
        for at in range(-3, 7):
            for size in range(1, 5):
                assert (written - expr).subs({k: at, n: size, p: abs(at) + 1}) == 0


def test_binomial_sums() -> None:
    """So does the binomial theorem, at the powers of 0 too."""
    sign = Prover(Domain.of([n, x, y], [])).sign
    for term in (x**k * y ** (n - k), (2 * k + 1) * x**k, (-1) ** k, k * 3 ** (n - k)):
        written = closed(Sum(binomial(n, k) * term, (k, 0, n)), sign)
        assert not written.has(Sum)
        for size in range(1, 5):
            for values in ((0, 0), (1, -1), (2, 3)):
                at = {n: sp.Integer(size), x: sp.Integer(values[0]), y: sp.Integer(values[1])}
                exact = sum(math_term(size, j, term).xreplace(at) for j in range(size + 1))
                assert sp.expand(written.xreplace(at) - exact) == 0
    for term in (k * (k - 1) * (-1) ** k, 1 / (k + 1), x**n * k**9):
        assert closed(Sum(binomial(n, k) * term, (k, 0, n)), sign).has(Sum)
    assert closed(Sum(binomial(n, k), (k, 0, n - 1)), sign).has(Sum)


def math_term(size: int, j: int, term: sp.Expr) -> sp.Expr:
    """A term of the sum, with 0 to the power 0 as 1."""
    return sp.binomial(size, j) * term.subs(k, j).subs(n, size)


@pytest.mark.parametrize(
    ("term", "lower", "known"),
    [
        (x**k / factorial(k), 0, True), (k * u**k / factorial(k), 0, True), (x**k / factorial(k + 1), 0, False),
        (Rational(1, 2) ** k / k, 1, True), (x**k / k, 1, False), (2**k / k, 1, False), (1 / k, 1, False),
        ((-1) ** k / k, 1, True), (u**k / (k + 1), 1, False),
    ],
)  # fmt: skip
def test_power_series(term: sp.Expr, lower: int, known: bool) -> None:
    found = power_series.value(prover(term), k, sp.Integer(lower), term)
    assert (found is not None) is known
    if found is not None:
        at = {x: Rational(1, 3), u: Rational(1, 3)}
        exact = sum(term.xreplace({**at, k: sp.Integer(j)}) for j in range(lower, 60))
        assert abs(sp.N(found.xreplace(at) - exact)) < (1e-12 if not term.has(sp.Integer(-1)) else 0.02)


@pytest.mark.parametrize(
    ("term", "ratio"),
    [(2**k, 2), (k * 2**k, 2), (2**k / k, None), (2**k + 1, None), ((-3) ** (2 * k), 9), (1 / k, None)],
)
def test_growth(term: sp.Expr, ratio: int | None) -> None:
    assert telescoping.growth(term, k) == ratio


def test_geometric_sums_diverge_somewhere() -> None:
    goal = Telescopes(x**k, k, sp.S.Zero, sp.oo, "=", 1 / (1 - x), 1 / (1 - x))
    found = telescoping._grows_at_points(prover(x, x < 1), goal)
    assert found is not None
    assert abs(sp.Rational(found.witness.symbols["x"])) >= 1
    assert telescoping._grows_at_points(prover(x, x < 1, x > -1), goal) is None


def test_pieces_at_letters() -> None:
    for hypotheses, cut in (((y > 0, y < 1), 2), ((y >= 1,), 1), ((y > 0,), 0)):
        found = cut_by_letters(prover(y, *hypotheses), sp.Abs(x - y), x, sp.S.Zero, sp.S.One)
        assert len(found or ()) == cut
    assert cut_by_letters(prover(z, z > 0, z < 1), sp.Abs(y * x - z), x, sp.S.Zero, sp.S.One) is None


def test_roots() -> None:
    assert roots(Domain.of([x], [Eq(sp.sin(x) ** 2, Rational(3, 4))]))
    assert roots(Domain.of([x], [Eq(x**2, 2), x < -1]))
    assert not roots(Domain.of([x], [Eq(x**2, 2), x > 2]))
    assert not roots(Domain.of([x], [Eq(x**3, -2), x > 0]))
    assert not roots(Domain.of([x], [Eq(sp.cos(x), 2)]))


def test_roots_of_two_equations() -> None:
    line, circle = Eq(x + y, 1, evaluate=False), Eq(x**2 + y**2, 3)
    assert {root.derived[x] + root.derived[y] for root in roots(Domain.of([x, y], [line, circle]))} == {1}
    assert roots(Domain.of([x, y], [Eq(x * y, 1), circle]))
    assert not roots(Domain.of([x, y], [Eq(x * y, 2), circle]))
    assert not roots(Domain.of([x, y], [line, circle, x > 2]))


ONE = identity(n)
WORDS: list[tuple[Any, tuple[Any, ...], bool]] = [
    (inverse(ONE + a * a.T) - ONE + a * a.T / (1 + trace(a.T * a)), (), True),
    (inverse(ONE + a * a.T) - ONE + a * a.T / (2 + trace(a.T * a)), (), False),
    (inverse(ONE + a * b.T) - ONE + a * b.T / (1 + trace(b.T * a)), (Invertible(ONE + a * b.T),), True),
    (inverse(ONE + a * b.T) - ONE + a * b.T / (1 + trace(b.T * a)), (), False),
    (a * a.T * a / trace(a.T * a) - a, (), False),
    (A * trace(B) / (1 + trace(B)) + A / (1 + trace(B)) - A, (), False),
    (A * A - A, (Equal(A * A * A, A * A), Symmetric(A)), True),
    (A * A - A, (Equal(A * A * A, A * A),), False),
    (A * B, (Equal(A.T * A * B, sp.ZeroMatrix(n, n)),), True),
    (B * A, (Equal(A.T * A * B, sp.ZeroMatrix(n, n)),), False),
    (inverse(A) * A - ONE, (Equal(A.T, B),), False),
]


@pytest.mark.parametrize(("expr", "hypotheses", "holds"), WORDS, ids=lambda part: str(part)[:50])
def test_equations_of_matrices(expr: Any, hypotheses: Any, holds: bool) -> None:
    goal = ZeroWord(expr, "residual", (expr,))
    found = matrix_quotients._proved(goal, hypotheses, Prover(Domain((), (), ())))
    assert (found is not None) is holds


def test_that_there_is_an_inverse_is_asked_of_what_is_written() -> None:
    goal = ZeroWord(inverse(A) * A - ONE, "residual")
    assert matrix_quotients._proved(goal, (), Prover(Domain((), (), ()))) is None


def test_turned_products() -> None:
    assert list(_turned(ONE + W * V)) == [identity(p) + V * W]
    assert list(_turned(2 * ONE - A * B)) == [2 * ONE - B * A]
    for other in (A * B, x * ONE + A * B, A + B * C):
        assert not list(_turned(other))


def norm(of: Any) -> sp.Expr:
    """Frobenius' norm."""
    return sqrt(trace(of.T * of))


NORMS: list[tuple[sp.Expr, tuple[Any, ...], bool, bool]] = [
    (norm(A) * norm(C) - trace(A.T * C), (), False, True),
    (norm(A) * norm(C) - trace(A.T * C), (), True, False),
    (norm(A) * norm(C) - 2 * trace(A.T * C), (), False, False),
    (norm(A) + norm(C) - norm(A + C), (), False, True),
    (norm(A) + norm(C) / 2 - norm(A + C), (), False, False),
    (norm(A + C) - norm(A) + norm(C), (), False, True),
    (norm(A + C) - norm(A) - norm(C), (), False, False),
    (trace(A) - norm(A), (PositiveSemidefinite(A),), False, True),
    (trace(A) - norm(A), (Symmetric(A),), False, False),
    (sqrt(n) * norm(A) - trace(A), (), False, True),
    (norm(A) - trace(A), (), False, False),
    (x * norm(A) + norm(A), (), False, False),
    (1 - norm(A), (), False, False),
]


@pytest.mark.parametrize(("expr", "hypotheses", "strict", "holds"), NORMS, ids=lambda part: str(part)[:50])
def test_norms(expr: sp.Expr, hypotheses: Any, strict: bool, holds: bool) -> None:
    squares = trace_roots._Squares(hypotheses, prover(x + n))
    assert squares.not_negative(sp.expand(expr), strict, trace_roots._DEPTH) is holds


def test_norms_are_defined() -> None:
    for expr in (sqrt(trace(A)), sqrt(trace(A * A)), 1 / norm(A)):
        found = trace_roots.decide(SignWord(expr, False, "slack", (expr,)), (), Prover(Domain((), (), ())))
        assert not isinstance(found, Proved)
