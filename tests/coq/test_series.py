"""Sums by Coq: finite ones by telescoping, tails of sums of powers by integrals; none with a wrong value."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import sympy as sp

from layerproof import Claim, Series, natural, positive, real
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems import theorem_of

from .needs import coq

k, n = natural("k n")
a = positive("a")
s = real("s")
j = sp.Symbol("j", integer=True)

RIGHT = {
    "squares": Series(2 * j + 1, (j, 0, n), "=", (n + 1) ** 2, by=-(j**2)),
    "reciprocals": Series(1 / (j * (j + 1)), (j, 1, n), "=", 1 - 1 / (n + 1), by=1 / j),
    "tail above": Series(j ** (-a - 1), (j, k, sp.oo), ">=", 1 / (a * k**a)),
    "tail below": Series(j ** (-a - 1), (j, k + 1, sp.oo), "<=", 1 / (a * k**a), by=1 / (a * (j - 1) ** a)),
}


def claim(statement: Series) -> Claim:
    return Claim("own/series", title="", statement=statement)


def test_an_infinite_sum_that_is_bounded_converges() -> None:
    said = theorem_of(claim(RIGHT["tail below"])).statement()
    assert "exists l : R, is_series" in said
    said = theorem_of(claim(RIGHT["tail above"])).statement()
    assert "forall l : Rbar, is_lim_seq" in said
    assert "0 <= (Rpower" in said


@coq
def test_right_values_are_proved_and_wrong_ones_are_not() -> None:
    with Toplevel(theorem_of(claim(RIGHT["squares"])).requires, 10) as top:
        for which, statement in RIGHT.items():
            theorem = theorem_of(claim(statement))
            proof = proof_of(theorem)
            name = f"right_{which.replace(' ', '_')}"
            answer = top.lemma(name, theorem.statement().replace(theorem.name, name, 1), proof)
            assert answer.accepted, f"{which}: {answer.message[-500:]}"
            larger = statement.equals * 2 if statement.relation != "<=" else statement.equals / 2
            wrong = theorem_of(claim(replace(statement, equals=larger, by=statement.certificate)))
            scripts = [proof]
            with suppress(NoProof):
                scripts.append(proof_of(wrong))
            for number, script in enumerate(scripts):
                name = f"wrong_{number}_{which.replace(' ', '_')}"
                assert not top.lemma(name, wrong.statement().replace(wrong.name, name, 1), script).accepted, which
