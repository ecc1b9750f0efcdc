"""Equalities of real expressions: what Coq is offered it accepts if it is true, and never if it is false."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp

from layerproof import Identity
from layerproof.language.claims import Question
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

pytestmark = coq

x, y = sp.symbols("x y", real=True)
p, q = sp.symbols("p q", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True)
f = sp.Function("f", real=True)
a = sp.Function("a", positive=True)
root = sp.sqrt
third = sp.Rational(1, 3)
quarter = sp.Rational(1, 4)

TRUE = [
    # rational functions, and roots
    (1 / (x**2 + 1) + 1, (x**2 + 2) / (x**2 + 1)),
    (root(p) * root(q), root(p * q)),
    (root(p**3), p * root(p)),
    (root(x**2 + 2 * x + 1 + p), root((x + 1) ** 2 + p)),
    (root(p / q), root(p * q) / q),
    (root(8 * p), 2 * root(2) * root(p)),
    ((root(p) + 1) ** 2, p + 2 * root(p) + 1),
    (1 / (root(p) + 1), (1 - root(p)) / (1 - p), sp.Ne(p, 1)),
    (root(q + root(p)) ** 4, q**2 + 2 * q * root(p) + p),
    (root(root(p**2 + q**2) + p) * root(root(p**2 + q**2) - p), q, p**2 < root(p**2 + q**2) * p),
    # exponentials, powers, logarithms
    (sp.exp(x + y), sp.exp(x) * sp.exp(y)),
    (1 / (1 + sp.exp(-x)), sp.exp(x) / (1 + sp.exp(x))),
    (sp.log(p * q), sp.log(p) + sp.log(q)),
    (sp.log(p / (1 - p)), sp.log(p) - sp.log(1 - p), p < 1),
    (sp.log(8), 3 * sp.log(2)),
    (p**x * p**y, p ** (x + y)),
    ((p * q) ** x, p**x * q**x),
    (p ** (2 * third) * p**third, p),
    ((p + p ** (3 * quarter)) / p ** (3 * quarter), 1 + p**quarter),
    (sp.Rational(1, 2) ** x, 2 ** (-x)),
    ((p ** (x + 1)) ** (1 / (1 + q)), (p ** (1 / (1 + q))) ** x * p ** (1 / (1 + q))),
    (sp.exp(x * sp.log(p)), p**x),
    (x ** (n + 1), x * x**n),
    (x ** (n - 1) * x, x**n),
    ((2 * x) ** n, 2**n * x**n),
    ((-x) ** (2 * n), x ** (2 * n)),
    (p ** (x + n), p**x * p**n),
    # angles and hyperbolic functions
    (sp.sin(2 * x), 2 * sp.sin(x) * sp.cos(x)),
    (sp.cos(x + sp.pi / 4), (sp.cos(x) - sp.sin(x)) * root(2) / 2),
    (sp.cos(x) + sp.cos(x + 2 * sp.pi / 3) + sp.cos(x + 4 * sp.pi / 3), sp.Integer(0)),
    (sum(sp.cos(x + 2 * sp.pi * j / 5) for j in range(5)), sp.Integer(0)),
    (sp.sin(x + k * y) ** 2 + sp.cos(x + k * y) ** 2, sp.Integer(1)),
    (sp.cosh(x) ** 2 - sp.sinh(x) ** 2, sp.Integer(1)),
    (sp.tanh(x), (sp.exp(2 * x) - 1) / (sp.exp(2 * x) + 1)),
    (sp.asinh(x), sp.log(x + root(x**2 + 1))),
    (sp.atan(x + y), sp.atan(y + x)),
    # signs
    (sp.Abs(p * x + p * y), p * sp.Abs(x + y)),
    (sp.Abs(x - 1), 1 - x, x < 0),
    (sp.Max(p, p + q), p + q),
    # families, hypotheses
    (sp.log(a(n) * a(n + 1)), sp.log(a(n)) + sp.log(a(n + 1))),
    (x / y, sp.Integer(2), sp.Eq(x, 2 * y), sp.Ne(y, 0)),
    (p, q, sp.Eq(p**2, q**2)),
    (root(p) / (root(p) + root(q)), p / (x + p), sp.Eq(p / (x + p) + q / (x + q), 1), x > 0),
]

FALSE = [
    ((p + p ** (3 * quarter)) / p ** (3 * quarter), 1 + p ** (-quarter)),
    (x ** (n - 1), x**n),
    ((-x) ** n, x**n),
    (root(x**2 + y**2), x + y),
    (root(p + q), root(p) + root(q)),
    (root(x) * root(y), root(x * y)),
    (sp.log(x**2), 2 * sp.log(x)),
    (sp.log(p + q), sp.log(p) + sp.log(q)),
    (sp.exp(x * y), sp.exp(x) * sp.exp(y)),
    (p ** (x + y), p**x + p**y),
    (p**x, x**p),
    (sp.sin(2 * x), 2 * sp.sin(x)),
    (sp.cos(3 * x), 3 * sp.cos(x) ** 3 - 4 * sp.cos(x)),
    (sp.cosh(x) ** 2 + sp.sinh(x) ** 2, sp.Integer(1)),
    (sp.tan(x) * sp.cos(x), sp.sin(x)),
    (sp.Abs(x), x),
    (x / y, x / y + 0 ** (n - 1)),
    ((x**2 - 1) / (x - 1), x + 1),
    (sp.Abs(x + 1), sp.Abs(x) + 1),
    (sp.Max(p, q), p),
    (f(x), f(y)),
    (a(n), a(m)),
    (x, y, sp.Eq(x, -y)),
    (p, q, sp.Eq(p**2, 2 * q**2)),
    (x, y, sp.Eq(x**2, y**2)),
]


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(("Powers",), limit=20) as opened:
        yield opened


def proved(lhs: sp.Expr, rhs: sp.Expr, hypotheses: tuple[sp.Basic, ...], top: Toplevel) -> bool:
    """Whether Coq accepts what it is offered for an equality."""
    claim = Question("test/equality", title="", statement=Identity(lhs, rhs), hypotheses=hypotheses)
    theorem = theorem_of(claim)
    try:
        proof = proof_of(theorem)
    except NoProof:
        return False
    answer = top.lemma(theorem.name, theorem.statement(), proof)
    if answer.accepted:
        top.say(f"Reset {theorem.name}.")
    return answer.accepted


@pytest.mark.parametrize("case", TRUE, ids=str)
def test_true_equalities_are_proved(case: tuple[sp.Basic, ...], top: Toplevel) -> None:
    lhs, rhs, *hypotheses = case
    assert proved(lhs, rhs, tuple(hypotheses), top)


@pytest.mark.parametrize("case", FALSE, ids=str)
def test_false_equalities_are_not(case: tuple[sp.Basic, ...], top: Toplevel) -> None:
    lhs, rhs, *hypotheses = case
    assert not proved(lhs, rhs, tuple(hypotheses), top)
