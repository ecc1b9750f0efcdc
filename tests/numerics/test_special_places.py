"""What numbers at random never meet: special values, empty ranges, laws that are none, sequences at round numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import sympy as sp

from layerproof import (
    Claim,
    ForAll,
    GradientFlow,
    Verdict,
    families,
    index,
    natural,
    nonnegative,
    positive,
    real,
    time,
    trajectories,
)
from layerproof.language.distributions import Bernoulli, Finite, Normal, Rademacher, Uniform
from layerproof.language.matrices import Equal, identity, matrix, written
from layerproof.language.statements import (
    Asymptotic,
    Conserved,
    Expectation,
    Identity,
    Inequality,
    Integral,
    Limit,
    Series,
    Solution,
    Statement,
    Substitution,
)
from layerproof.language.statements.matrices import MatrixIdentity
from layerproof.numerics.checks import check
from layerproof.numerics.checks.sampling import holds

t = time()
x, y, z, u = real("x y z u")
p, q, r = positive("p q r")
n, m, k = natural("n m k")
d = nonnegative("d")
j = sp.Symbol("j", integer=True)
N = sp.Symbol("N", integer=True)
none = sp.Symbol("K", integer=True, nonnegative=True)
odd, prime = sp.Symbol("o", odd=True), sp.Symbol("q_1", prime=True)
rough, whole = sp.Symbol("rho", irrational=True), sp.Symbol("nu", complex=True)
s = families("s")
i, few = index("i", n), index("i", none)
half, third = sp.Rational(1, 2), sp.Rational(1, 3)
Made = Callable[[], tuple[object, ...]]

FALSE: dict[str, Made] = {
    "a sum to a number that may be negative": lambda: (Identity(sp.Sum(j, (j, 1, N)), N * (N + 1) / 2),),
    "a product to a number that may be negative": lambda: (Identity(sp.Product(x, (j, 1, N)), x**N),),
    "a sum that may be empty": lambda: (Inequality(sp.Sum(s[few] ** 2 + 1, (few, 1, none)), ">", 0),),
    "a geometric sum at one": lambda: (Identity(sp.Sum(x**j, (j, 0, n)), (1 - x ** (n + 1)) / (1 - x)),),
    "cases that leave out zero": lambda: (Inequality(sp.Piecewise((1, x > 0), (2, x < 0)), ">", 0),),
    "a cube of a whole number": lambda: (Inequality(j**3, ">=", j),),
    "the square of an irrational number": lambda: (Inequality((rough**2 - 2) ** 2, ">", 0),),
    "the square of a complex number": lambda: (Inequality(whole**2, ">=", 0),),
    "a step under a law without spread": lambda: (
        Expectation(sp.Piecewise((1, x > 0), (0, True)) + abs(x), half + d * sp.sqrt(2 / sp.pi), {x: Normal(0, d)}),
    ),
    "a mean that does not exist": lambda: (Expectation(1 / x, 0, {x: Normal(0, 1)}),),
    "an interval that may be empty": lambda: (Expectation(x**2, (p**2 + p * q + q**2) / 3, {x: Uniform(p, q)}),),
    "an empty interval beside a sign": lambda: (Expectation(x * y, 0, {x: Uniform(p, q), y: Rademacher()}),),
    "a probability that is none": lambda: (Expectation(x, y, {x: Bernoulli(y)}),),
    "a letter that is more than its law says": lambda: (
        Expectation(sp.cos(2 * sp.pi * n) + x, 1, {n: Uniform(0, 1), x: Normal(0, 1)}),
    ),
    "a value that the letter does not have": lambda: (
        Expectation(sp.sign(p) + x, 1, {p: Finite({0: half, 1: half}), x: Normal(0, 1)}),
    ),
    "an integral whose value divides by zero": lambda: (
        Integral(1 / (1 + y * x**2), (x, 0, 1), sp.atan(sp.sqrt(y)) / sp.sqrt(y)),
        y >= 0,
    ),
    "two integrals that diverge": lambda: (Integral(1 / x + 1, (x, 0, 1), 1, plus=1 / x),),
    "a substitution by a constant": lambda: (
        Substitution(sp.Integer(0), (x, 0, 1), u, (u, 2, 2), sp.Piecewise((2, x < 2), (x, True))),
    ),
    "a limit along even numbers": lambda: (Limit((-1) ** n, n, sp.oo, 1),),
    "a limit along whole numbers": lambda: (Limit(sp.sin(sp.pi * x) + 1 / x, x, sp.oo, 0),),
    "a power that may be none": lambda: (Limit(x**y, x, sp.oo, sp.oo), y >= 0),
    "a factor that may be zero": lambda: (Limit(x * y / (x * y + 1), x, sp.oo, 1),),
    "a leading term that may vanish": lambda: (Asymptotic(y * x + x**2, y * x, x**2, x, 0),),
    "a sum that is not less than itself": lambda: (Series(1 / (j * (j + 1)), (j, 1, sp.oo), "<", 1, by=1 / j),),
    "a sum of fewer terms than none": lambda: (Series(j, (j, 1, N), "=", N * (N + 1) / 2, by=-j * (j - 1) / 2),),
    "a sum that is large late": lambda: (Inequality(sp.Sum(1 / j, (j, 1, n)), "<=", 5),),
    "an entry next to its range": lambda: (Inequality(s[k], ">=", 0), ForAll(i, s[i] >= 0), k <= n + 1),
    "three letters that are equal": lambda: (
        Inequality(p / (q + r) + q / (p + r) + r / (p + q), ">", sp.Rational(3, 2)),
    ),
    "a whole number in between": lambda: (Inequality((n - 39) * (n - 40), ">", 0),),
    "a reciprocal of a whole number far out": lambda: (Inequality(1 / n, ">", sp.Rational(1, 100)),),
    "a negative whole number far out": lambda: (Inequality(j, ">=", -30),),
    "a number far out": lambda: (Inequality(p / (1 + p**2 / 10**6), "<", 499),),
    "a bound that is passed slowly": lambda: (Inequality(sp.atan(x), "<", sp.Rational(157, 100)),),
    "a number close to zero": lambda: (Inequality(p + q, ">", sp.Rational(1, 10**5)),),
    "what is left of a root far out": lambda: (Inequality(sp.sqrt(x**2 + 1) - x, ">", sp.Rational(1, 1000)),),
    "a maximum far out": lambda: (Identity(sp.Max(x, -500), x),),
    "a square at a number of the statement": lambda: (Inequality((2 * x - 3) ** 2, ">", 0),),
    "the end of a quadratic bound": lambda: (Inequality(x, "<", 2), x**2 <= 4),
    "the middle of an equation": lambda: (Inequality(p * q, "<", sp.Rational(1, 4)), sp.Eq(p + q, 1)),
    "all entries zero": lambda: (Inequality(sp.Sum(s[i] ** 2, (i, 1, n)), ">", 0), n > 2),
    "a pole on both sides": lambda: (Inequality(1 / x + 1, ">", 1 / x),),
    "a logarithm on both sides": lambda: (Inequality(sp.log(x**2) + 1, ">", sp.log(x**2)),),
    "a difference in a denominator of both sides": lambda: (Inequality(1 / (x - y) + x**2, ">=", 1 / (x - y)),),
    "an order from one side": lambda: (Asymptotic(abs(x), x, x**2, x, 0),),
    "a substitution that goes there and back": lambda: (
        Substitution(sp.cos(x), (x, 0, sp.pi), sp.Integer(1), (u, 0, 0), sp.sin(x)),
    ),
    "a deviation that may be negative": lambda: (Expectation(x**2, y**2, {x: Normal(0, y)}),),
    "a product that vanishes by its other factor": lambda: (Identity(x, 0), sp.Eq(x * y, 0)),
    "a product that vanishes, on the way to a limit": lambda: (Limit(x * y, x, sp.oo, 0), sp.Eq(y * z, 0)),
    "a sum that is too large": lambda: (Series(1 / (j * (j + 1)), (j, 1, sp.oo), "<=", half, by=1 / j),),
    "a tail by a hair": lambda: (Series(1 / j**2, (j, 1, sp.oo), "=", sp.pi**2 / 6 + sp.Rational(1, 10**6)),),
    "a remainder that digits hide": lambda: (Asymptotic(sp.tanh(x), 1, sp.exp(-3 * x), x, sp.oo),),
}
"""None is supported; one that is contradicted fails at a point, and else a value is missing."""

TRUE: dict[str, Made] = {
    "what comes close far out": lambda: (Inequality(sp.tanh(x), "<", 1),),
    "a mass that comes close far out": lambda: (Inequality(sp.erf(x), "<", 1),),
    "what cancels far out": lambda: (Identity(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, 1),),
    "what vanishes twice as fast": lambda: (Inequality(sp.exp(-sp.exp(x)), ">", 0),),
    "a root close to its number": lambda: (Inequality(sp.sqrt(1 + x**2), ">", abs(x)),),
    "a bound with its ends": lambda: (Inequality(x, "<=", 2), x**2 <= 4),
    "a large power": lambda: (Inequality(2**n, ">", n),),
    "a quotient of differences": lambda: (Identity((x**2 - y**2) / (x - y), x + y), sp.Ne(x, y)),
    "an odd square": lambda: (Inequality(odd**2, ">=", 1),),
    "an entry in its range": lambda: (Inequality(s[k], ">=", 0), ForAll(i, s[i] >= 0), k <= n),
    "a sum from one to any number": lambda: (Identity(sp.Sum(j, (j, 1, none)), none * (none + 1) / 2),),
    "a mean of a magnitude": lambda: (Expectation(abs(x), d * sp.sqrt(2 / sp.pi), {x: Normal(0, d)}),),
    "a limit of a slow power": lambda: (Limit(n ** (-third), n, sp.oo, 0),),
    "a limit of a quotient": lambda: (Limit(sp.tanh(y * x), x, sp.oo, 1), y > 0),
    "a sum that is less": lambda: (Series(1 / (j * (j + 1)), (j, 1, sp.oo), "<=", 2, by=1 / j),),
    "a tail that falls slowly": lambda: (Series(1 / j**2, (j, 1, sp.oo), "=", sp.pi**2 / 6),),
    "what is left of equal sides": lambda: (Inequality(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, ">=", 1),),
    "a reciprocal of what is positive": lambda: (Inequality(x, ">", 0), 1 / x > 0),
    "a product of which one factor vanishes": lambda: (Identity(x * y * z, 0), sp.Eq(x * y, 0)),
    "what falls beside a power": lambda: (Limit(x**3 * sp.exp(-x), x, sp.oo, 0),),
    "a falling substitution": lambda: (Substitution(sp.exp(-x), (x, 0, sp.oo), sp.Integer(1), (u, 0, 1), sp.exp(-x)),),
}


def _verdict(made: Made) -> Verdict:
    statement, *hypotheses = made()
    assert isinstance(statement, Statement)
    found = check(Claim("own/statement", title="A statement", statement=statement, hypotheses=hypotheses), draws=500)
    assert found is not None
    return found.verdict


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_at_a_special_place_is_not_supported(what: str) -> None:
    try:
        verdict = _verdict(FALSE[what])
    except ValueError:  # it is refused when it is made
        return
    assert verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDED)


@pytest.mark.parametrize("what", TRUE)
def test_what_is_true_at_special_places_too_is_supported(what: str) -> None:
    assert _verdict(TRUE[what]) is Verdict.SUPPORTED


def test_what_is_too_large_for_digits_is_left_open_and_does_not_hang() -> None:
    large = sp.exp(sp.exp(p))
    for statement in (
        Inequality(sp.sin(large), ">", -2),
        Inequality(large ** (p + 1), ">", large),
        Identity(sp.tanh(sp.Sum(j, (j, 1, 2)) * large), 1),
    ):
        assert _verdict(lambda of=statement: (of, p > 10**6)) is Verdict.UNDECIDED
    assert _verdict(lambda: (Inequality(large, ">", sp.exp(p)),)) is Verdict.SUPPORTED


def test_of_what_no_draw_is_known_to_be_nothing_is_said() -> None:
    assert _verdict(lambda: (Inequality(prime, ">=", 2),)) is Verdict.UNDECIDED


def test_scalars_and_sizes_of_matrices_satisfy_their_hypotheses() -> None:
    A, B = matrix("A", n, n), matrix("B", n, n)
    W = matrix("W", m, n)
    for statement, *hypotheses in (
        (MatrixIdentity(A * B, B * A), sp.Eq(n, 1)),
        (MatrixIdentity(written(y * A, z * A), 2 * y * A), sp.Eq(y, z)),
        (MatrixIdentity(W.T * W, identity(n)), Equal(W * W.T, identity(m)), sp.Eq(n, m)),
    ):
        assert _verdict(lambda made=(statement, *hypotheses): made) is Verdict.SUPPORTED
    assert _verdict(lambda: (MatrixIdentity(A * B, B * A), sp.Eq(n, 2))) is Verdict.CONTRADICTED


def test_a_quantity_that_has_no_value_on_a_part_is_not_conserved() -> None:
    a, b = trajectories("a b")
    flow = GradientFlow((a * b - 1) ** 2 / 2, (a, b), t)
    assert _verdict(lambda: (Conserved(a**2 - b**2, flow),)) is Verdict.SUPPORTED
    assert _verdict(lambda: (Conserved(sp.log(a**2 - b**2), flow),)) is Verdict.UNDECIDED


@pytest.mark.parametrize("expr", [x**2, sp.exp(x), x / (1 + x), 1 / sp.log(1 + 1 / x)])
def test_what_grows_or_settles_elsewhere_does_not_tend_to_zero(expr: sp.Expr) -> None:
    assert _verdict(lambda: (Limit(expr, x, sp.oo, 0),)) is Verdict.CONTRADICTED


def test_a_hypothesis_holds_at_its_edge_and_nowhere_where_it_has_no_value() -> None:
    at = {x: np.array([-1.0, 0.0, 2.0])}
    assert holds(x <= 2, at, 3).tolist() == [True, True, True]
    assert holds(x < 2, at, 3).tolist() == [True, True, False]
    assert holds(1 / x > 0, at, 3).tolist() == [False, False, True]
    assert holds(sp.Ne(1 / x, 3), at, 3).tolist() == [True, False, True]


def test_a_trajectory_is_followed_until_it_leaves_and_no_further() -> None:
    a, above = trajectories("a"), sp.Function("a", positive=True)(t)
    falls, returns = GradientFlow(above, (above,), t), sp.Piecewise((a + t, a > 0), (a + t + 1, True))
    assert _verdict(lambda: (Conserved(returns, GradientFlow(a, (a,), t)), a**2 > 1)) is Verdict.SUPPORTED
    assert _verdict(lambda: (Conserved(returns, GradientFlow(a, (a,), t)), a**2 < 1)) is not Verdict.SUPPORTED
    assert _verdict(lambda: (Conserved(sp.log(above) ** 2 + t, falls),)) is Verdict.CONTRADICTED
    assert _verdict(lambda: (Conserved(sp.sqrt(above**2) + t, falls),)) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("closed", "hypotheses", "verdict"),
    [
        (x / (1 + x * t), (), Verdict.UNDECIDED),
        (x / (1 + x * t), (x < 0,), Verdict.UNDECIDED),
        (x / (1 + x * t), (x > -1, t < 2), Verdict.UNDECIDED),
        (x / (1 + x * t), (1 + x * t > 0,), Verdict.SUPPORTED),
        (p / (1 + p * t), (), Verdict.SUPPORTED),
        (x / (1 + x * t), (x > -1, t < 1), Verdict.SUPPORTED),
    ],
)
def test_a_closed_form_is_defined_also_after_the_trajectory_has_ended(
    closed: sp.Expr, hypotheses: tuple[object, ...], verdict: Verdict
) -> None:
    a = trajectories("a")
    flow = GradientFlow(a**3 / 3, (a,), t)
    assert _verdict(lambda: (Solution(flow, a, closed, closed.subs(t, 0)), *hypotheses)) is verdict
