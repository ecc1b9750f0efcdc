"""Sums under equations about sums: weights that add up to a number, and sums inside functions."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Eq, Rational, Sum, exp, log, sqrt

from layerproof import Claim, ForAll, Inequality, index, natural, positive, real, total
from layerproof.language.verdicts import Verdict
from layerproof.proving.evidence import prove

n, m = natural("n m")
i, j = index("i", n), index("j", n)
a = real("a")
lam, eta, c = positive("lambda eta c")
X, W = (sp.Function(name, real=True) for name in ("x", "w"))
P, Q, R = (sp.Function(name, positive=True) for name in ("p", "q", "rho"))
U = sp.Function("u", nonnegative=True)
x, w, p, q, rho, u = (family(i) for family in (X, W, P, Q, R, U))
whole = total(exp(X(j)), j)


def _sum(term: sp.Expr) -> Sum:
    return total(term, i)


ONE, BOTH = (Eq(_sum(p), 1),), (Eq(_sum(p), 1), Eq(_sum(q), 1))
HALF = (ONE[0], Eq(_sum(q), Rational(1, 2)))
REAL, WEAK = (Eq(_sum(w), 1),), (Eq(_sum(u), 1),)

TRUE = {
    "Gibbs": (_sum(p * log(p / q)), ">=", 0, BOTH),
    "Gibbs, unlike wholes": (_sum(p * log(p / q)), ">", 0, HALF),
    "cross-entropy": (_sum(p * log(p)), ">=", _sum(p * log(q)), BOTH),
    "entropy from above": (-_sum(p * log(p)), "<=", log(n), ONE),
    "entropy from below": (-_sum(p * log(p)), ">=", 0, ONE),
    "chi squared": (_sum(p * log(p / q)), "<=", _sum(p**2 / q) - 1, BOTH),
    "affinity": (_sum(sqrt(p * q)), "<=", 1, BOTH),
    "free energy": (_sum(p * x) - _sum(p * log(p)), "<=", log(whole), ONE),
    "log-sum-exp and mean": (log(whole), ">=", log(n) + _sum(x) / n, ()),
    "squares from below": (_sum(w**2), ">=", 1 / n, REAL),
    "squares from above": (_sum(p**2), "<=", 1, ONE),
    "squares, a whole with a letter": (_sum(p**2), ">=", c**2 / n, (Eq(_sum(p), c),)),
    "cubes": (_sum(p**3), ">=", 1 / n**2, ONE),
    "one share": (p, "<=", 1, ONE),
    "Jensen, log": (_sum(p * log(rho)), "<=", log(_sum(p * rho)), ONE),
    "Jensen, square": (_sum(p * x) ** 2, "<=", _sum(p * x**2), ONE),
    "Jensen, weights that may be 0": (_sum(u * x) ** 2, "<=", _sum(u * x**2), WEAK),
    "Jensen, exp": (exp(-lam * _sum(p * rho)), "<=", _sum(p * exp(-lam * rho)), ONE),
    "Jensen, root": (_sum(p * sqrt(rho)), "<=", sqrt(_sum(p * rho)), ONE),
    "Jensen, softplus": (log(1 + exp(_sum(p * x))), "<=", _sum(p * log(1 + exp(x))), ONE),
    "harmonic mean": (_sum(p * rho) * _sum(p / rho), ">=", 1, ONE),
    "a mean below a bound": (_sum(p * x), "<=", a, (*ONE, ForAll(i, x <= a))),
    "a mean of places": (_sum(i * p), "<=", n, ONE),
    "effective dimension": (_sum(rho) ** 2 / _sum(rho**2), ">=", 1, ()),
    "cubes of a sum": (_sum(rho**3), "<=", _sum(rho) ** 3, ()),
    "steps shrink": (_sum((1 - eta * rho) ** (2 * m) * rho), "<=", _sum(rho), (ForAll(i, eta * rho <= 1),)),
}
FALSE = {
    "Gibbs, strictly": (_sum(p * log(p / q)), ">", 0, BOTH),
    "Gibbs, without equations": (_sum(p * log(p / q)), ">=", 0, ()),
    "Gibbs, a larger whole": (_sum(p * log(p / q)), ">=", 0, (ONE[0], Eq(_sum(q), 2))),
    "entropy, a hair": (-_sum(p * log(p)), "<=", log(n) - Rational(1, 100), ONE),
    "affinity": (_sum(sqrt(p * q)), ">=", 1, BOTH),
    "free energy": (_sum(p * x) - _sum(p * log(p)), ">=", log(whole), ONE),
    "squares from above, of any sign": (_sum(w**2), "<=", 1, REAL),
    "cubes, of any sign": (_sum(w**3), ">=", 1 / n**2, REAL),
    "cubes, strictly": (_sum(p**3), ">", 1 / n**2, ONE),
    "one share, of any sign": (w, "<=", 1, REAL),
    "one share, strictly": (p, "<", 1, ONE),
    "squares, the whole to the first power": (_sum(p**2), ">=", c / n, (Eq(_sum(p), c),)),
    "Jensen, another whole": (_sum(p * log(rho)), "<=", log(_sum(p * rho)), (Eq(_sum(p), Rational(1, 2)),)),
    "Jensen, reversed": (_sum(p * log(rho)), ">=", log(_sum(p * rho)), ONE),
    "Jensen, weights of any sign": (_sum(w * x) ** 2, "<=", _sum(w * x**2), REAL),
    "Jensen, twice": (2 * _sum(p * x) ** 2, "<=", _sum(p * x**2), ONE),
    "Jensen, strictly, weights that may be 0": (_sum(u * x) ** 2, "<", _sum(u * x**2), WEAK),
    "a mean below a bound, of numbers that are no weights": (_sum(p * x), "<=", a, (ForAll(i, x <= a),)),
    "a mean of places": (_sum(i * p), "<=", n / 2, ONE),
    "cubes of a sum, of any sign": (_sum(x**3), "<=", _sum(x) ** 3, ()),
}


def _verdict(left: sp.Expr, relation: str, right: sp.Expr, hypotheses: tuple[object, ...]) -> Verdict:
    return prove(Claim("own/sum", title="", statement=Inequality(left, relation, right), hypotheses=hypotheses)).verdict


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_proved(name: str) -> None:
    assert _verdict(*TRUE[name]) is Verdict.VERIFIED


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_refuted(name: str) -> None:
    assert _verdict(*FALSE[name]) is Verdict.REFUTED
