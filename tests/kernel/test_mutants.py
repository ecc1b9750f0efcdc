"""Mutants die, equivalent ones are set aside, and each needed hypothesis has a witness."""

from __future__ import annotations

import sympy as sp
from sympy import exp

from layerproof.language.claims import Claim, Question
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import MatrixFlow, half_mean_square, identity, matrix, trace
from layerproof.language.statements import Conserved, Identity, Inequality, Solution
from layerproof.language.statements.matrices import MatrixConserved
from layerproof.language.symbols import families, index, natural, positive, real, time, total, trajectories
from layerproof.proving.domain import Domain
from layerproof.proving.exact.prover import Prover
from layerproof.proving.trials import challenge, mutants, necessity
from layerproof.proving.variants import true_too

t = time()
a, b = trajectories("a b")
A, B = families("a b", t)
S, m, r0 = positive("S m r_0")
x, y = real("x y")
p = natural("p")
i, k = index("i", p), index("k", p)
flow = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)
sigmoid = Solution(flow.on(a - b), of=a * b, equals=S / (1 + (S / r0 - 1) * exp(-2 * S * m * t)), initially=r0)


def claim(statement: object, *hypotheses: object) -> Claim:
    return Claim("test/mutants", title="", statement=statement, hypotheses=hypotheses)


def test_every_mutant_of_the_sigmoid_dies() -> None:
    report = challenge(claim(sigmoid, r0 < S))
    assert report.made >= 10
    assert report.survived == []
    assert report.killed == report.made


def test_the_same_claim_at_another_index_is_no_mutant() -> None:
    many = GradientFlow((total(A[i] * B[i], i) - S) ** 2 / 2, (A, B), t)
    report = challenge(claim(Conserved(A[k] ** 2 - B[k] ** 2, many)))
    assert report.survived == []
    ratio = GradientFlow(total(A[i] ** 2, i) / 2, (A,), t)
    assert not any("index" in name for name, _ in mutants(claim(Conserved(A[k] / exp(-t), ratio))))


def test_an_equivalent_mutant_is_set_aside() -> None:
    statement = Identity(x * 0 + y - y, sp.Integer(0))
    report = challenge(Question("test/mutants", title="0 = 0", statement=statement))
    assert report.survived == []


def test_between_equal_sides_an_inequality_may_be_reversed() -> None:
    share = exp(x) / (exp(x) + exp(y))
    both_ways = challenge(claim(Inequality(share * (1 - share), ">=", share * exp(y) / (exp(x) + exp(y)))))
    assert both_ways.survived == []
    square = challenge(claim(Inequality(x**2, ">=", 0)))
    assert (square.made, square.killed) == (1, 1)  # of sides that are not equal, the reversed one is refuted
    strict = Inequality(x**2 + 1, ">", 0)
    assert not true_too(strict, Inequality(x**2 + 1, ">=", 0), Prover(Domain.of(strict.expressions(), ())))


def test_multiples_and_transposes_of_a_conserved_matrix_are_no_survivors() -> None:
    n, d = natural("n d")
    W, V, X = matrix("W", n, d), matrix("V", d, n), matrix("X", n, n)
    two = MatrixFlow(half_mean_square(W * V, X), (W, V))
    quantity = W.T * W - V * V.T
    own = Prover(Domain.of([], []))
    original = MatrixConserved(quantity, two)
    for variant in (2 * quantity, -quantity, -W.T * W + V * V.T, 3 * W.T * W - 3 * V * V.T, identity(d)):
        assert true_too(original, MatrixConserved(variant, two), own)
    for other in (W.T * W, W.T * W - 2 * V * V.T, V * V.T):
        assert not true_too(original, MatrixConserved(other, two), own)
    size = MatrixConserved(trace(quantity), two)
    assert true_too(size, MatrixConserved(trace(quantity) ** 2 + 1, two), own)
    assert not true_too(size, MatrixConserved(trace(W.T * W), two), own)
    assert challenge(claim(original)).survived == []


def test_powers_and_constants_of_a_conserved_quantity_are_no_survivors() -> None:
    law = Conserved(sp.sqrt(a**2 - b**2), flow)
    own = Prover(Domain.of([a, b], []))
    for variant in ((a**2 - b**2) ** sp.Rational(3, 2), sp.Integer(1), S * (a**2 - b**2), exp(b**2 - a**2)):
        assert true_too(law, Conserved(variant, flow), own)
    assert not true_too(law, Conserved(a * b, flow), own)


def test_a_needed_hypothesis_has_a_witness() -> None:
    found = {n.hypothesis: n.witness for n in necessity(claim(Inequality(r0 / S, "<", 1), r0 < S))}
    assert found["r_0 < S"] is not None


def test_an_idle_hypothesis_is_not_shown_necessary() -> None:
    found = {n.hypothesis: n.witness for n in necessity(claim(Inequality(r0 + S, ">", 0), r0 < S))}
    assert found["r_0 < S"] is None
