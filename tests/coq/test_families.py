"""Means over a family of independent variables by Coq: right values are proved, and wrong ones are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from layerproof import Bernoulli, Claim, Expectation, Finite, Normal, Rademacher, families, index, natural, real, total
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Wish, check
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

D, n = natural("D n")
P, q, a, b = real("P q a b")
o, w = families("o w")
m, k = index("m", D), index("k", n)
CHANCE = (P > 0, P < 1)
THIRDS = Finite({a: sp.Rational(1, 3), b: sp.Rational(2, 3)})
share = (total(o[m], m) / D - P) ** 2

Case = tuple[Expectation, tuple[sp.Basic, ...]]

RIGHT: dict[str, Case] = {
    "a share": (Expectation(share, P * (1 - P) / D, {o: Bernoulli(P)}), CHANCE),
    "a number": (Expectation(total(o[m], m), P * D, {o: Bernoulli(P)}), CHANCE),
    "its square": (Expectation(total(o[m], m) ** 2, D * P * (1 - P) + D**2 * P**2, {o: Bernoulli(P)}), CHANCE),
    "signs": (Expectation(total(w[m], m) ** 2 + 3, D + 3, {w: Rademacher()}), ()),
    "deviations": (Expectation(total((o[m] - P) ** 2, m), D * P * (1 - P), {o: Bernoulli(P)}), CHANCE),
    "any values": (Expectation(q * total(w[m], m) / D, q * (a + 2 * b) / 3, {w: THIRDS}), ()),
    "exponentials": (Expectation(total(sp.exp(w[m]), m), D * (sp.exp(a) + 2 * sp.exp(b)) / 3, {w: THIRDS}), ()),
    "one more entry": (
        Expectation(total(o[index("j", D + 1)], index("j", D + 1)), P * (D + 1), {o: Bernoulli(P)}),
        CHANCE,
    ),
}

WRONG: dict[str, Case] = {
    "one over the square of the number": (Expectation(share, P * (1 - P) / D**2, {o: Bernoulli(P)}), CHANCE),
    "as of one": (Expectation(share, P * (1 - P), {o: Bernoulli(P)}), CHANCE),
    "the square of the chance": (Expectation(share, P**2 / D, {o: Bernoulli(P)}), CHANCE),
    "the square of the mean": (Expectation(total(o[m], m) ** 2, D**2 * P**2, {o: Bernoulli(P)}), CHANCE),
    "as if all were one": (Expectation(total(w[m], m) ** 2, D**2, {w: Rademacher()}), ()),
    "half the mean": (Expectation(q * total(w[m], m) / D, q * (a + b) / 2, {w: THIRDS}), ()),
    "no chance": (Expectation(share, P * (1 - P) / D, {o: Bernoulli(P)}), (P > 0,)),
    "chances that are not all": (Expectation(total(w[m], m), D * q / 2, {w: Finite({0: q, 1: sp.S.Half})}), (q > 0,)),
    "not defined": (Expectation(total(o[m], m) / q, P * D / q, {o: Bernoulli(P)}), CHANCE),
    "where it is not defined": (Expectation(total(sp.log(o[m]), m), 0, {o: Finite({0: 0, 1: 1})}), ()),
}

SAID_ELSEWHERE: dict[str, Case] = {
    "an entry by itself": (Expectation(total(o[m], m) + o[1], P * D + P, {o: Bernoulli(P)}), CHANCE),
    "another entry": (Expectation(total(o[m + 1], m), P * D, {o: Bernoulli(P)}), CHANCE),
    "two lengths": (Expectation(total(o[m], m) + total(o[k], k), P * (D + n), {o: Bernoulli(P)}), CHANCE),
    "a hypothesis": (Expectation(total(o[m], m), P * D, {o: Bernoulli(P)}), (*CHANCE, o[2] > 3)),
    "beside a letter": (Expectation(q * total(o[m], m), 0, {o: Bernoulli(P), q: Rademacher()}), CHANCE),
}


def claim(case: Case) -> Claim:
    """A claim that says it."""
    return Claim("own/family", title="A mean", statement=case[0], hypotheses=list(case[1]))


@pytest.fixture(scope="module")
def top() -> Iterator[Toplevel]:
    with Toplevel(("Families",), limit=20) as session:
        yield session


def accepted(case: Case, top: Toplevel, name: str) -> bool:
    theorem = replace(theorem_of(claim(case)), name=name)
    try:
        return top.lemma(name, theorem.statement(), proof_of(theorem)).accepted
    except NoProof:
        return False


def test_what_the_theorem_says() -> None:
    said = theorem_of(claim(RIGHT["a number"])).proposition()
    law = "(finite (cons (pair 0 (1 + ((- 1) * P))) (cons (pair 1 P) nil)))"
    assert f"(expectation (repeat {law} D) (fun xs : list R => ((fun o : nat -> R => (tsum 1 D" in said
    assert "(fun k : nat => (nth (k - 1)%nat xs 0))" in said


@pytest.mark.parametrize("case", SAID_ELSEWHERE.values(), ids=SAID_ELSEWHERE)
def test_a_family_that_is_spoken_of_elsewhere_has_no_theorem(case: Case) -> None:
    with pytest.raises(Untranslatable):
        theorem_of(claim(case))


def test_what_is_not_quadratic_in_one_sum_has_no_script() -> None:
    for of in (total(o[m], m) ** 3, total(m * o[m], m), total(o[m], m) * total(o[m] ** 2, m)):
        with pytest.raises(NoProof):
            proof_of(theorem_of(claim((Expectation(of, 1, {o: Bernoulli(P)}), CHANCE))))
    with pytest.raises(NoProof, match="law"):
        proof_of(theorem_of(claim((Expectation(total(w[m], m), 0, {w: Normal(0, 1)}), ()))))


@coq
@pytest.mark.parametrize("case", RIGHT.values(), ids=RIGHT)
def test_a_right_value_is_proved(case: Case, top: Toplevel) -> None:
    assert accepted(case, top, f"right_{list(RIGHT.values()).index(case)}")


@coq
@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG)
def test_a_wrong_value_is_not_proved(case: Case, top: Toplevel) -> None:
    assert not accepted(case, top, f"wrong_{list(WRONG.values()).index(case)}")


@coq
@pytest.mark.slow
def test_proofs_count() -> None:
    right = check([Wish(claim(case)) for case in RIGHT.values()])
    assert {name: f.evidence.reason for name, f in zip(RIGHT, right, strict=True) if not f.formal} == {}
    wrong = check([Wish(claim(case)) for case in WRONG.values()])
    assert [f.evidence.verdict for f in wrong] == [Verdict.UNDECIDED] * len(WRONG)
