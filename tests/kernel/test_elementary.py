"""Elementary facts that a theorist takes for granted: sums, cases, corners, Gaussian averages; and wrong copies.

Each was stated from the documentation alone and was left open once.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof import (
    Abs,
    Asymptotic,
    Claim,
    Conserved,
    Eq,
    Equal,
    Expectation,
    ForAll,
    GradientFlow,
    Identity,
    Inequality,
    Integral,
    Limit,
    MatrixIdentity,
    Max,
    Min,
    Ne,
    Normal,
    Rate,
    Uniform,
    Verdict,
    exp,
    families,
    identity,
    index,
    log,
    matrix,
    natural,
    oo,
    pi,
    positive,
    real,
    sqrt,
    time,
    trajectories,
)
from layerproof.language.goals import Sign, Zero
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove
from layerproof.proving.exact.cases import by_cases
from layerproof.proving.exact.outcome import Proved
from layerproof.proving.exact.prover import Prover
from layerproof.proving.search import second_try

x, a, b, u, v, r, q, m = real("x a b u v r q m")
p, S, lam, eta, s, c, M = positive("p S lambda eta s c M")
n, T = natural("n T")
i, j = index("i", n), index("j", n)
k = sp.Symbol("k", integer=True)
w, e = families("w e")
half = sp.Rational(1, 2)


def add(term: Any) -> Any:
    return sp.Sum(term, (j, 1, n))


N = {r: Normal(0, s)}

mode_a, mode_b = trajectories("a b")
mode = GradientFlow(loss=(mode_a * mode_b - S) ** 2 / 2, parameters=(mode_a, mode_b), time=time())
equal, opposite, odds = mode.on(mode_a - mode_b), mode.on(mode_a + mode_b), mode_a * mode_b / (S - mode_a * mode_b)
arc_cosine = (sqrt(1 - r**2) + (pi - sp.acos(r)) * r) / (2 * pi)
unbalanced = Eq(mode_a**2 - mode_b**2, lam)
d = natural("d")
X, A, B = matrix("X", n, d), matrix("A", d, d), matrix("B", n, n)
one, many = identity(d), identity(n)
INVERSES = (
    *(Equal(A * (X.T * X + lam * one), one), Equal((X.T * X + lam * one) * A, one)),
    *(Equal(B * (X * X.T + lam * many), many), Equal((X * X.T + lam * many) * B, many)),
)

TRUE: dict[str, Any] = {
    "a sum of squares is at least each of them": Inequality(add(w[j] ** 2), ">=", w[i] ** 2),
    "a leverage is below 1": Inequality(w[i] ** 2 / (lam + add(w[j] ** 2)), "<", 1),
    "log-sum-exp is at least each of its arguments": Inequality(log(add(exp(w[j]))), ">=", w[i]),
    "a softmax is at most 1": Inequality(exp(w[i]) / add(exp(w[j])), "<=", 1),
    "a factor of what is positive is not 0": (Inequality(u**2, ">", 0), u * v > 0),
    "a zero product whose other factor is not 0": (Identity(a, 0), Eq(a * (a * b - S), 0), Ne(a * b, S)),
    "maximum by absolute value": Identity(Max(x, 0), (x + Abs(x)) / 2),
    "a rectified unit and its mirror": Identity(Max(a, 0) + Max(-a, 0), Abs(a)),
    "both sides of 0 never meet": Identity(Max(a, 0) * Min(a, 0), 0),
    "a rectified unit is 1-Lipschitz": Inequality(Abs(Max(a, 0) - Max(b, 0)), "<=", Abs(a - b)),
    "the reverse triangle inequality": Inequality(Abs(Abs(a) - Abs(b)), "<=", Abs(a - b)),
    "softplus is above the rectified unit": Inequality(log(1 + exp(x)), ">=", Max(x, 0)),
    "and by log 2 at most": Inequality(log(1 + exp(x)), "<=", Max(x, 0) + log(2)),
    "x log x above its tangent": Inequality(p * log(p), ">=", p - 1),
    "a geometric sum, for every ratio": Identity(sp.Sum(p**k, (k, 1, n)) * (p - 1), p ** (n + 1) - p),
    "gradient descent unrolled": Identity(
        sp.Sum((1 - eta * lam) ** k, (k, 0, T - 1)), (1 - (1 - eta * lam) ** T) / (eta * lam)
    ),
    "and bounded": (
        Inequality(sp.Sum((1 - eta * lam) ** k, (k, 0, T - 1)), "<=", 1 / (eta * lam)),
        eta * lam < 1,
    ),
    "a radial integral": Integral(r**3 * exp(-(r**2) / 2), (r, 0, oo), 2),
    "asinh far out": Limit(sp.asinh(p) - log(2 * p), p, oo, 0),
    "asinh near 0": Limit((sp.asinh(p) - p) / p**3, p, 0, -sp.Rational(1, 6)),
    "acosh far out": Limit(sp.acosh(p) - log(2 * p), p, oo, 0),
    "the mean of |x|": Expectation(Abs(r), s * sqrt(2 / pi), N),
    "of a rectified unit": Expectation(Max(r, 0), s / sqrt(2 * pi), N),
    "of its square": Expectation(Max(r, 0) ** 2, s**2 / 2, N),
    "its variance": Expectation((Max(r, 0) - s / sqrt(2 * pi)) ** 2, s**2 * (half - 1 / (2 * pi)), N),
    "of |x|^3": Expectation(Abs(r) ** 3, 2 * s**3 * sqrt(2 / pi), N),
    "of two rectified units": Expectation(Max(r, 0) * Max(q, 0), s**2 / (2 * pi), {r: Normal(0, s), q: Normal(0, s)}),
    "of a leaky unit squared": Expectation(Max(r, r / 10) ** 2, sp.Rational(101, 200) * s**2, N),
    "of a unit beside a constant": Expectation(Max(r, 0) + 3 * r + 5, s / sqrt(2 * pi) + 5, N),
    "of |x|, uniform": Expectation(Abs(r), c / 2, {r: Uniform(-c, c)}),
    "of a unit, uniform off the centre": Expectation(Max(r, 0), sp.Rational(9, 8), {r: Uniform(-1, 3)}),
    "the rate of an unbalanced mode": (
        Rate(mode_a * mode_b, sqrt(lam**2 + 4 * (mode_a * mode_b) ** 2) * (S - mode_a * mode_b), mode),
        unbalanced,
    ),
    "the sharpest minimum is balanced": (Inequality(mode_a**2 + mode_b**2, ">=", 2 * S), Eq(mode_a * mode_b, S)),
    "push-through": (MatrixIdentity(A * X.T, X.T * B), *INVERSES),
    "the residual of ridge regression": (MatrixIdentity(many - X * A * X.T, lam * B), *INVERSES),
    "of units in a sum": Expectation(add(w[j] * Max(r, 0)), s / sqrt(2 * pi) * add(w[j]), N),
    "acos near 1": Limit(sp.acos(1 - p) / sqrt(p), p, 0, sqrt(2)),
    "acos near -1": Limit((pi - sp.acos(p - 1)) / sqrt(p), p, 0, sqrt(2)),
    "the order after it": Asymptotic(sp.acos(1 - p), sqrt(2 * p), p * sqrt(p), p, 0),
    "asin near 0": Limit((sp.asin(p) - p) / p**3, p, 0, sp.Rational(1, 6)),
    "an arc-cosine kernel of equal inputs": Limit(arc_cosine, r, 1, half, side="-"),
    "descent converges below twice the inverse curvature": (Limit((1 - eta * lam) ** n, n, oo, 0), eta * lam < 2),
    "faster than any power": (Limit(n**3 * (1 - eta * lam) ** (2 * n), n, oo, 0), eta * lam < 2),
    "powers of a number below 1": (Limit(r**n, n, oo, 0), r**2 < 1),
    "a square below 1": (Inequality(r, "<", 1), r**2 < 1),
    "and from below": (Inequality(2 * r + q, ">", -3), (2 * r + q) ** 2 < 9),
    "two factors by their product and their sum": (Inequality(u, ">", 0), u * v > 0, u + v > 0),
    "a reciprocal": (Identity(1 / u, v), Eq(u * v, 1)),
    "no factor of 1 is 0": (Inequality(u**2 + v**2, ">", 0), Eq(u * v, 1)),
    "sharpness at a minimum": (Identity(u**2 * v**2 - (2 * u * v - 1) ** 2, 0), Eq(u * v, 1)),
    "what is stable": (Inequality(Abs(1 - eta * (u**2 + v**2)), "<", 1), Eq(u * v, 1), eta * (u**2 + v**2) < 2),
    "a hypothesis on an invariant set": (
        Rate(log(S - mode_a * mode_b), -2 * mode_a * mode_b, equal),
        mode_a * mode_b < S,
    ),
    "the odds of a mode": (Rate(log(odds), 2 * S, equal), mode_a > 0, mode_a * mode_b < S),
}

FALSE: dict[str, Any] = {
    "strictly more than each": Inequality(add(w[j] ** 2), ">", w[i] ** 2),
    "a sum without squares": Inequality(add(w[j]), ">=", w[i]),
    "an index out of the range": Inequality(sp.Sum(w[j] ** 2, (j, 2, n)), ">=", w[i] ** 2),
    "less than twice a term": Inequality(add(w[j] ** 2), ">=", 2 * w[i] ** 2),
    "one factor is positive": (Inequality(u, ">", 0), u * v > 0),
    "a zero product": (Identity(a, 0), Eq(a * (a * b - S), 0)),
    "a zero product of the other factor": (Identity(b, 0), Eq(a * (a * b - S), 0), Ne(a * b, S)),
    "Lipschitz with a smaller constant": Inequality(Abs(Max(a, 0) - Max(b, 0)), "<=", Abs(a - b) / 2),
    "a smaller gap": Inequality(log(1 + exp(x)), "<=", Max(x, 0) + log(2) / 2),
    "one power short": Identity(sp.Sum(p**k, (k, 1, n)) * (p - 1), p**n - p),
    "one term more": Identity(sp.Sum((1 - eta * lam) ** k, (k, 0, T)), (1 - (1 - eta * lam) ** T) / (eta * lam)),
    "a closed form where the ratio may be 1": Identity(sp.Sum(p**k, (k, 1, n)), (p ** (n + 1) - p) / (p - 1)),
    "bounded without a small step": Inequality(sp.Sum((1 - eta * lam) ** k, (k, 0, T - 1)), "<", 1 / (eta * lam)),
    "a radial integral of another power": Integral(r**3 * exp(-(r**2) / 2), (r, 0, oo), 1),
    "asinh, another constant": Limit(sp.asinh(p) - log(2 * p), p, oo, 1),
    "the mean of |x|, a factor": Expectation(Abs(r), s / sqrt(2 * pi), N),
    "a constant counted twice": Expectation(Max(r, 0) + 5, s / sqrt(2 * pi) + 10, N),
    "of a unit, uniform, the wrong half": Expectation(Max(r, 0), sp.Rational(1, 8), {r: Uniform(-1, 3)}),
    "a unit off the centre": Expectation(Max(r, 0), s / sqrt(2 * pi), {r: Normal(1, s)}),
    "a corner elsewhere": Expectation(Max(r, 1), 1 + s / sqrt(2 * pi), N),
    "the rate of another mode": (
        Rate(mode_a * mode_b, sqrt(lam**2 + 2 * (mode_a * mode_b) ** 2) * (S - mode_a * mode_b), mode),
        unbalanced,
    ),
    "a sharper one": (Inequality(mode_a**2 + mode_b**2, ">", 2 * S), Eq(mode_a * mode_b, S)),
    "push-through, twice": (MatrixIdentity(A * X.T, 2 * X.T * B), *INVERSES),
    "a residual without the ridge": (MatrixIdentity(many - X * A * X.T, B), *INVERSES),
    "a jump": Expectation(sp.sign(r) ** 2, 2, N),
    "acos, another constant": Limit(sp.acos(1 - p) / sqrt(p), p, 0, 1),
    "acos at the other end": Limit(sp.acos(p - 1), p, 0, 0),
    "asin at the other end": Limit(sp.asin(p - 1), p, 0, pi / 2),
    "asin, another sign": Limit((sp.asin(p) - p) / p**3, p, 0, -sp.Rational(1, 6)),
    "acos beyond 1": Limit(sp.acos(1 + p), p, 0, 0),
    "acos from both sides": Limit(sp.acos(r), r, 1, 0),
    "asin far out": Limit(sp.asin(p), p, oo, pi / 2),
    "acos of what may be anything": Limit(sp.acos(r * p), p, 0, 0),
    "acos, another order": Asymptotic(sp.acos(1 - p), sqrt(2 * p), p**2, p, 0),
    "descent at twice the inverse curvature": (Limit((1 - eta * lam) ** n, n, oo, 0), eta * lam <= 2),
    "descent beyond it": (Limit((1 - eta * lam) ** n, n, oo, 0), eta * lam < 3),
    "descent that goes nowhere": (Limit((1 - eta * lam) ** n, n, oo, 1), eta * lam < 2),
    "powers that oscillate": (Limit(r**n, n, oo, 0), r**2 <= 1),
    "powers of a number bounded on one side": (Limit(r**n, n, oo, 0), r < 1),
    "powers without whole exponents": (Limit(r**p, p, oo, 0), r**2 < 1),
    "a power that outruns another": (Limit(2**n * r**n, n, oo, 0), r**2 < 1),
    "reciprocals of powers": (Limit((1 - eta * lam) ** (-n), n, oo, 0), eta * lam < 2),
    "a square that may be 1": (Inequality(r, "<", 1), r**2 <= 1),
    "a square above 1": (Inequality(r, ">", 1), r**2 > 1),
    "a bound of unknown sign": (Inequality(r, "<=", q), r**2 <= q**2),
    "two factors by their product and their difference": (Inequality(u, ">", 0), u * v > 0, u - v > 0),
    "a product that is negative": (Inequality(u, ">", 0), u * v < 0, u + v > 0),
    "a product that may be 0": (Inequality(u, ">", 0), u * v >= 0, u + v > 0),
    "a quotient of what may be 0": (Identity(u / v, 1), Eq(u * v, 0)),
    "factors of 0": (Inequality(u**2 + v**2, ">", 0), Eq(u * v, 0)),
    "factors of anything": (Inequality(u**2, ">", 0), Eq(u * v, q)),
    "sharpness elsewhere": (Identity(u**2 * v**2 - (2 * u * v - 1) ** 2, 0), Eq(u * v, 2)),
    "what is not stable": (Inequality(Abs(1 - eta * (u**2 + v**2)), "<", 1), Eq(u * v, 1), eta * (u**2 + v**2) < 3),
    "half the rate on a set": (Rate(log(S - mode_a * mode_b), -mode_a * mode_b, equal), mode_a * mode_b < S),
    "on the other set": (Rate(log(S - mode_a * mode_b), -2 * mode_a * mode_b, opposite), mode_a * mode_b < S),
    "the sign of neither, on a set": (Rate(log(mode_a), S - mode_a**2, equal), mode_a * mode_b > 0),
    "a hypothesis that no point of a set meets": (Rate(mode_a, 0, equal), Ne(mode_a, mode_b)),
    "what moves on a set": (Conserved(mode_a, equal), mode_a * mode_b > 0),
}


def verdict(what: Any) -> Verdict:
    statement, *hypotheses = what if isinstance(what, tuple) else (what,)
    claim = Claim("elementary/one", title="One of them", statement=statement, hypotheses=hypotheses)
    return second_try(claim, prove(claim)).verdict


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name: str) -> None:
    assert verdict(TRUE[name]) is Verdict.VERIFIED


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_proved(name: str) -> None:
    assert verdict(FALSE[name]) in (Verdict.REFUTED, Verdict.UNDECIDED)


@pytest.mark.slow
def test_most_of_what_is_false_is_refuted() -> None:
    assert sum(verdict(what) is Verdict.REFUTED for what in FALSE.values()) >= len(FALSE) - 9


def test_every_term_is_bounded() -> None:
    bounded = Inequality(add(w[j]), "<=", n * M), ForAll(j, w[j] <= M)
    assert verdict(bounded) is Verdict.VERIFIED


def prover(*hypotheses: Any, about: Any) -> Prover:
    return Prover(Domain.of([sp.sympify(about)], hypotheses))


def signs(expr: Any, *hypotheses: Any) -> frozenset[int]:
    """What is derived of a sign, before any point is tried: points refute what is false too, and would hide a slip."""
    return prover(*hypotheses, about=expr).sign(expr)


def test_an_index_outside_of_the_range_bounds_no_sum() -> None:
    assert signs(add(w[j] ** 2) - w[i] ** 2) == {0, 1}
    assert signs(sp.Sum(w[j] ** 2, (j, 2, n)) - w[i] ** 2) == {-1, 0, 1}
    assert signs(add(w[j] ** 2) - w[n + 1] ** 2) == {-1, 0, 1}
    assert signs(add(w[j] ** 2) - w[1] ** 2) == {0, 1}
    assert signs(add(w[j] ** 2) - w[2] ** 2) == {-1, 0, 1}  # there may be one entry only
    assert signs(add(w[j]) - w[i]) == {-1, 0, 1}


def test_a_factor_of_what_is_positive_may_be_negative() -> None:
    assert signs(u, u * v > 0) == {-1, 1}
    assert signs(u, u * v >= 0) == {-1, 0, 1}
    assert signs(u, u * p > 0) == {1}


def test_only_factors_that_are_not_zero_are_taken_out() -> None:
    def vanishes(expr: Any, *hypotheses: Any) -> bool:
        return isinstance(prover(*hypotheses, about=expr).prove_zero(expr), Proved)

    assert vanishes(a, Eq(a * b, 0), Ne(b, 0))
    assert not vanishes(a, Eq(a * b, 0))
    assert not vanishes(a, Eq(a * b * u, 0), Ne(b, 0))
    assert not vanishes(b, Eq(a * b * u, 0), Ne(b, 0))


@pytest.mark.parametrize("sense", [1, -1])
def test_what_fails_in_one_case_is_not_proved(sense: int) -> None:
    def decide(case: Prover, here: Any) -> Any:
        return case.positive(Sign(here, False))

    half_true = exp(sense * x) - 1 - Abs(x)
    both = exp(Abs(x)) - 1 - Abs(x)
    assert by_cases(prover(about=half_true), half_true, decide) is None
    assert by_cases(prover(about=both), both, decide) is not None


def test_a_geometric_sum_is_closed_only_where_its_ratio_is_not_1() -> None:
    total = sp.Sum(p**k, (k, 0, T)) - (p ** (T + 1) - 1) / (p - 1)
    bounded = sp.Sum(p**k, (k, 0, T)) - 1
    assert isinstance(prover(Ne(p, 1), about=total).zero(Zero(total)), Proved)
    assert not isinstance(prover(about=total).zero(Zero(total)), Proved)
    assert signs(1 / (1 - p) - bounded, p < 1) == {1}
