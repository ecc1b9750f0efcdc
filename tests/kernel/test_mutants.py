"""Mutants die, equivalent ones are set aside, and each needed hypothesis has a witness."""

from __future__ import annotations

import sympy as sp
from sympy import exp

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.flows import GradientFlow
from layerproof.derivations.kernel.mutants import challenge, mutants, necessity
from layerproof.derivations.kernel.statements import Conserved, Identity, Inequality, Solution
from layerproof.derivations.kernel.symbols import families, index, natural, positive, real, time, total, trajectories

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
    report = challenge(claim(Identity(x * 0 + y - y, sp.Integer(0))))
    assert report.survived == []


def test_a_needed_hypothesis_has_a_witness() -> None:
    found = {n.hypothesis: n.witness for n in necessity(claim(Inequality(r0 / S, "<", 1), r0 < S))}
    assert found["r_0 < S"] is not None


def test_an_idle_hypothesis_is_not_shown_necessary() -> None:
    found = {n.hypothesis: n.witness for n in necessity(claim(Inequality(r0 + S, ">", 0), r0 < S))}
    assert found["r_0 < S"] is None
