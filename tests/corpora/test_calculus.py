"""Statements at the edge of calculus: no false one is VERIFIED, by algebra, a certificate or Coq; true ones are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp
from coq.needs import coq

from corpora.calculus import BINDERS, FALSE, LARGE, SIDES, TRUE, UNDEFINED
from corpora.false_by_a_hair import Case
from corpora.independent import names
from layerproof.language.claims import Claim
from layerproof.language.statements import Integral, Series, Stationary, Substitution
from layerproof.language.symbols import families, index, natural, positive, real
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.evidence import prove
from layerproof.proving.search.second import second_try

CERTIFIED = frozenset({"taken off both sides, defined"})
"""Proved by the second try, which finds a certificate."""

"""True, and not yet proved; a name leaves this list when its test begins to pass."""

x, y, v = real("x y v")
n = natural("n")
W, k = families("W"), index("k", n)

REFUSED = {
    "the old variable is left in the new integrand": lambda: Substitution(x**3, (x, 0, 2), x**2 / 2, (v, 0, 4), x**2),
    "half of it": lambda: Substitution(x**3, (x, 0, 2), v * x / (2 * x + 0), (v, 0, 4 * x), x**2),
    "the old variable in a new end": lambda: Substitution(x**3, (x, 0, 2), v / 2, (v, 0, 2 * x), x**2),
    "the new variable in the old integrand": lambda: Substitution(x * v, (x, 0, 2), v / 2, (v, 0, 4), x**2),
    "the new variable in the map": lambda: Substitution(x**3, (x, 0, 2), v / 2, (v, 0, 4), v + x**2),
    "one name for both variables": lambda: Substitution(x**3, (x, 0, 2), x / 2, (x, 0, 4), x**2),
    "two letters x in an integral": lambda: Integral(x * positive("x"), (x, 0, 1), 1),
    "the other letter x in its value": lambda: Integral(x, (x, 0, 1), positive("x")),
    "two letters n in a series": lambda: Series(1 / (n * sp.Symbol("n", real=True)), (n, 1, sp.oo), "=", 1, by=1 / n),
    "a derivative by an integer": lambda: Stationary(n**2 - 5 * n, {n: sp.Rational(5, 2)}, kind="minimum"),
    "a point that depends on a variable": lambda: Stationary(x * y, {x: y, y: x}),
    "an entry that depends on others": lambda: Stationary(W[k] ** 2, {W[k]: W[k] / 2}),
    "a multiplier that depends on a variable": lambda: Stationary(x**2, {x: 1}, (x - 1,), (-2 * x,)),
    "two values for one variable": lambda: Stationary(x**2, ((x, 0), (x, 1))),
    "a family, and one of its entries": lambda: Stationary(W[1] ** 2, {W[k]: 0, W[1]: 0}),
    "no variable": lambda: Stationary(x**2, {}),
}


def claim(case: Case) -> Claim:
    number = next(number for number, other in enumerate((*FALSE, *TRUE, *UNDEFINED)) if other is case)
    return Claim(f"corpus/calculus-{number}", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


@pytest.mark.parametrize("case", FALSE, ids=lambda case: names(case.name))
def test_not_verified(case: Case) -> None:
    evidence = prove(claim(case))
    assert evidence.verdict is not Verdict.VERIFIED, evidence.how
    assert evidence.verdict is Verdict.REFUTED or "contradict" not in str(evidence.reason)


@pytest.mark.parametrize("case", UNDEFINED, ids=lambda case: names(case.name))
@pytest.mark.dear
def test_no_certificate(case: Case) -> None:
    evidence = second_try(claim(case), prove(claim(case)), budget=1)
    assert evidence.verdict is not Verdict.VERIFIED, evidence.how


@pytest.mark.parametrize("case", TRUE, ids=lambda case: names(case.name))
def test_verified(case: Case) -> None:
    evidence = prove(claim(case))
    if case.name in CERTIFIED:
        evidence = second_try(claim(case), evidence, budget=3)
    assert evidence.verdict is Verdict.VERIFIED, f"{evidence.reason} {evidence.witness}"


@pytest.mark.parametrize("name", REFUSED)
def test_refused_when_made(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"occurs in|two different symbols|over x|depends on|differentiated|twice|no variable"
    ):
        REFUSED[name]()


@pytest.fixture(scope="module")
def toplevels() -> Iterator[dict[tuple[str, ...], Toplevel]]:
    opened: dict[tuple[str, ...], Toplevel] = {}
    yield opened
    for toplevel in opened.values():
        toplevel.__exit__(None, None, None)


def accepted(case: Case, toplevels: dict[tuple[str, ...], Toplevel]) -> bool:
    """Whether Coq proves what is said."""
    try:
        theorem = theorem_of(claim(case))
        proof = proof_of(theorem)
    except (NoProof, Untranslatable):
        return False
    requires = tuple(dict.fromkeys((*theorem.requires, "Sums")))
    if requires not in toplevels:
        toplevels[requires] = Toplevel(requires, 5)
    return toplevels[requires].lemma(theorem.name, theorem.statement(), proof).accepted


@coq
@pytest.mark.parametrize("case", [*SIDES, *BINDERS, *LARGE], ids=lambda case: names(case.name))
@pytest.mark.dear
def test_coq_proves_no_false_one(case: Case, toplevels: dict[tuple[str, ...], Toplevel]) -> None:
    assert not accepted(case, toplevels)


FORMAL = (
    *("exponential from both sides", "a root beside S", "squares of large ones"),
    *("x of an integral and another x", "a positive letter has one side"),
)
WITHOUT_SCRIPT = ("beside 1, from both sides", "m beside j", "two sums, one letter")
"""True, and not yet proved by Coq; a name moves up when its test begins to fail."""


@coq
@pytest.mark.parametrize("name", FORMAL)
@pytest.mark.dear
def test_coq_proves_true_ones(name: str, toplevels: dict[tuple[str, ...], Toplevel]) -> None:
    assert accepted(next(case for case in TRUE if case.name == name), toplevels)


@coq
@pytest.mark.parametrize("name", WITHOUT_SCRIPT)
def test_coq_does_not_yet_prove_others(name: str, toplevels: dict[tuple[str, ...], Toplevel]) -> None:
    assert not accepted(next(case for case in TRUE if case.name == name), toplevels)
