"""Signs and orders: true ones get a proof that Coq accepts, false ones get none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp

from layerproof import Claim, Inequality, index, natural, positive, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.proofs.signer import Signer
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq, proves

pytestmark = coq

a, b, c, h, t, S = (positive(name) for name in ("a", "b", "c", "h", "t", "S"))
x, y, z, w = (real(name) for name in ("x", "y", "z", "w"))
n, m = natural("n"), natural("m")
i = index("i", n)
k = sp.Symbol("k", integer=True, nonnegative=True)  # of which a power may be the power 0
rest = sp.sqrt(S**2 + y**2 - x**2)

TRUE = {
    "structure": (a * b / (a + b) ** 2, ">", 0, []),
    "even power of an unknown": (x**4 + a, ">", 0, []),
    "nonzero base": (x**2 * a, ">", 0, [sp.Ne(x, 0)]),
    "odd power of a negative": (x**3, "<", 0, [x < 0]),
    "natural numbers": ((n + 1) / (n + m), ">", 0, []),
    "a natural number is at least 1": (n**2, ">=", n, []),
    "a linear fact": (a * (S - b), ">", 0, [b < S]),
    "two facts determine the sign of a symbol": (y, ">", 0, [y >= x, -y < x]),
    "an equation among the facts": (x, ">=", 3, [sp.Eq(x, y + 2), y >= 1]),
    "an upper bound": (a**2 * (S - a), "<", S**3, [a < S]),
    "quotients": (a / (b + a), ">", c / (b + c), [a > c]),
    "a fact with a denominator": (a * b, "<", c, [a < c / b]),
    "a fact as a factor": (a * x * y, ">", 0, [x * y * b > 0]),
    "a square": (a * x * y, "<=", a * (x**2 + y**2) / 2, []),
    "a quadratic": (x**2 + x + 1, ">", 0, []),
    "a flat quadratic": (x * y * z, "<=", w * (x**2 + y**2) / 2, [z >= 0, z <= w]),
    "a root above a bound": (rest, ">=", S, [y >= x, -y <= x]),
    "a root below a bound": ((S + rest) / (x + y), "<", 1, [y >= x, -y < x, x > S]),
    "a conjugate": (sp.sqrt(a**2 + b) - a, ">", 0, []),
    "a quotient under a root": (sp.sqrt(1 - a / b), "<", 1, [a < b]),
    "numbers": (sp.sqrt(634), "<", 30 + sp.sqrt(61), []),
    "two cases": (x + y - S + rest + (S - x - y + rest) * sp.exp(-2 * t * rest), ">", 0, [y >= x, -y < x]),
    "an exponential below 1": (1 - sp.exp(-a), ">", 0, []),
    "units of exponents": (sp.exp(2 * a) - 2 * sp.exp(a) + 1, ">", 0, []),
    "two exponentials": (sp.exp(-a * t), ">", sp.exp(-b * t), [a < b]),
    "a product of exponentials": (sp.exp(a) * sp.exp(-b), "<", 1, [a < b]),
    "the tangent of the exponential": (sp.exp(x), ">=", 1 + x, []),
    "a logarithm below its tangent": (sp.log(a), "<=", a - 1, []),
    "a logarithm of a quotient": (sp.log(a / b), ">", 0, [a > b]),
    "entropy": (-a * sp.log(a), ">=", 0, [a <= 1]),
    "a power below 1": ((1 + h) ** (-a), "<", 1, []),
    "powers of one base": (a**x, ">", a**y, [a > 1, x > y]),
    "powers of two bases": (a**c, ">", b**c, [a > b]),
    "powers of two bases, not strictly": (a**x, ">=", b**x, [a >= b, x >= 0]),
    "powers of two bases with a negative exponent": (a**x, "<", b**x, [a > b, x < 0]),
    "inverse powers of two bases": (c * (a + b) ** (-c), "<", c * b ** (-c), []),
    "the larger base has the larger exponent": (a**x * b**y, ">", a**y * b**x, [a > b, x > y]),
    "the larger base has the larger exponent, not strictly": (a**x * b**y, ">=", a**y * b**x, [a >= b, x > y]),
    "an index is at most its end": (n + 1, ">", i, []),
    "an index is a natural number": (1 / (n + i), ">", 0, []),
    "Bernoulli's inequality": ((1 + h) ** a, ">=", 1 + a * h, [a >= 1]),
    "what rises from 0": (
        x**2 * (sp.exp(2 * t) - 1) / 2 + y**2 * (sp.exp(4 * t) - 1) / 4 + 2 * x * y * (sp.exp(3 * t) - 1) / 3,
        ">=",
        0,
        [],
    ),
    "what rises from above 0": (1 + x * sp.cosh(t) - x + sp.sinh(t) - t, ">", 0, [x >= 0]),
    "a natural power of a probability": ((1 - a) ** k, "<=", 1, [a < 1]),
    "a natural power that is not the power 0": ((1 - a) ** n, "<", 1, [a < 1]),
    "one over a chance that is positive": (1 / (1 - (1 - a) ** n), ">=", 1, [a < 1]),
    "a natural power of what is at least 1": (x**k, ">=", 1, [x >= 1]),
    "a natural power of what is above 1": ((1 + a) ** n, ">", 1, []),
    "hyperbolic functions": (sp.sinh(a) * sp.tanh(a) / sp.cosh(a), ">", 0, []),
}

FALSE = {
    "the larger base has the smaller exponent": (a**x * b**y, ">", a**y * b**x, [a > b, x < y]),
    "the larger base has the larger exponent, strictly": (a**x * b**y, ">", a**y * b**x, [a >= b, x > y]),
    "an index is below its end": (n, ">", i, []),
    "structure": (a - b, ">", 0, []),
    "strict where equality occurs": (x**4, ">", 0, []),
    "the wrong way round": (a / (b + a), "<", c / (b + c), [a > c]),
    "a linear fact": (a * (S - b), ">", 0, [b < 2 * S]),
    "a square": (a * x * y, "<", a * (x**2 + y**2) / 2, []),
    "a root": (rest, ">", S, [y >= x, -y <= x]),
    "two cases": (x + y - S + rest + (S - x - y - rest) * sp.exp(-2 * t * rest), "<", 0, [y >= x, -y < x]),
    "an exponential": (sp.exp(x), ">=", 1 + x + x**2 / 2, []),
    "two exponentials": (sp.exp(-a * t), ">", sp.exp(-b * t), [a > b]),
    "Bernoulli's inequality": ((1 + h) ** a, ">=", 1 + a * h, []),
    "powers of two bases, of one size": (a**c, ">", b**c, [a >= b]),
    "powers of two bases, with exponent 0": (a**x, ">", b**x, [a > b, x >= 0]),
    "powers of two bases, with any exponent": (a**x, ">=", b**x, [a > b]),
    "inverse powers of two bases, the wrong way round": (a ** (-c), ">", b ** (-c), [a > b]),
    "a power 0 of a probability": ((1 - a) ** k, "<", 1, [a < 1]),
    "a power of what may be below -1": ((1 - a) ** n, "<=", 1, [a <= 3]),
    "a power of what may be large": (a**n, "<=", 1, []),
    "a power of what may be small": (a**n, ">=", 1, []),
    "a power of a probability is not above 1": ((1 - a) ** k, ">=", 1, [a <= 1]),
    "what falls": (
        x**2 * (sp.exp(2 * t) - 1) / 2 + y**2 * (sp.exp(4 * t) - 1) / 4 + 3 * x * y * (sp.exp(3 * t) - 1) / 3,
        ">=",
        0,
        [],
    ),
    "not defined": (sp.log(x) ** 2, ">=", 0, []),
    "a root that may not be defined": (sp.sqrt(x), ">=", 0, []),
    "a denominator that may be 0": (x**2 / y**2, ">=", 0, []),
}


BERNOULLI = ((1 + h) ** n, ">=", 1 + n * h, [])  # by induction over n


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(limit=10) as session:
        yield session


def accepted(case: tuple[sp.Expr, str, sp.Expr, list[sp.Basic]], top: Toplevel) -> bool:
    lhs, relation, rhs, hypotheses = case
    statement = Inequality(sp.sympify(lhs), relation, sp.sympify(rhs))
    number = next(k for k, other in enumerate((*TRUE.values(), *FALSE.values(), BERNOULLI)) if other is case)
    theorem = theorem_of(Claim(f"signs/case-{number}", title="a case", statement=statement, hypotheses=hypotheses))
    return proves(top, theorem)


@pytest.mark.parametrize("case", TRUE.values(), ids=TRUE)
def test_a_true_order_is_proved(case: tuple[sp.Expr, str, sp.Expr, list[sp.Basic]], top: Toplevel) -> None:
    assert accepted(case, top)


@pytest.mark.parametrize(("bound", "holds"), [(a, True), (-a, False)])
def test_a_root_that_outweighs_the_rest(
    bound: sp.Expr, holds: bool, top: Toplevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself: what derives signs of polynomials finds this one, too, where it is not too long."""
    expr = sp.sqrt((x - y) ** 2 + bound) + x - y
    derives = Signer.prove
    monkeypatch.setattr(Signer, "prove", lambda self, e, code="": None if e == expr else derives(self, e, code))
    statement = Inequality(sp.sqrt(expr), ">=", 0)
    claim = Claim("signs/outweighs", title="a case", statement=statement, hypotheses=[(x - y) ** 2 > a])
    theorem = theorem_of(claim)
    if holds:
        assert top.lemma(theorem.name, theorem.statement(), proof_of(theorem)).accepted
    else:
        with pytest.raises(NoProof):
            proof_of(theorem)


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE)
def test_a_false_order_is_not_proved(case: tuple[sp.Expr, str, sp.Expr, list[sp.Basic]], top: Toplevel) -> None:
    assert not accepted(case, top)


def test_a_true_order_that_is_not_yet_proved(top: Toplevel) -> None:
    """It moves to the others when this fails."""
    assert not accepted(BERNOULLI, top)


def test_the_reason_names_what_is_not_derived() -> None:
    claim = Claim("signs/open", title="a case", statement=Inequality(1 / x, ">", 0))
    with pytest.raises(NoProof, match="no proof that x is not 0"):
        proof_of(theorem_of(claim))
