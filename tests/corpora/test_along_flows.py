"""Statements about flows mean what their docstrings say: no false one is VERIFIED, by algebra, numbers or Coq."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from coq.needs import coq
from late import late

from corpora.along_flows import FALSE, TRUE, Case
from corpora.independent import names
from layerproof.language.claims import Claim
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of
from layerproof.proving.coq.theorems.flows import REQUIRES
from layerproof.proving.evidence import prove
from layerproof.proving.search.second import second_try

with late():
    from layerproof.numerics.checks.dispatch import check


def claim(case: Case) -> Claim:
    number = [c.name for c in (*FALSE, *TRUE)].index(case.name)
    return Claim(f"corpus/flow-{number}", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


@pytest.mark.parametrize("case", FALSE, ids=lambda case: names(case.name))
def test_a_false_statement_is_not_verified(case: Case) -> None:
    evidence = prove(claim(case))
    assert evidence.verdict is Verdict(case.verdict), f"{evidence.how} {evidence.reason} {evidence.witness}"
    assert case.reason in str(evidence.reason), evidence.reason


OPEN = frozenset({"down to the corner of a loss", "a side that is never left"})
"""True, and not yet proved: it is not seen that a level is never crossed.

A name leaves this list when its test begins to pass.
"""


@pytest.mark.parametrize("case", TRUE, ids=lambda case: names(case.name))
def test_a_true_statement_is_verified(case: Case) -> None:
    evidence = prove(claim(case))
    expected = Verdict.UNDECIDED if case.name in OPEN else Verdict.VERIFIED
    assert evidence.verdict is expected, f"{evidence.reason} {evidence.witness}"


SECOND = ("past a pole", "leaves zero at positive times", "a step in the state", "tangent, not invariant")


@pytest.mark.parametrize("name", SECOND)
@pytest.mark.dear
def test_nor_by_the_second_look(name: str) -> None:
    case = next(c for c in FALSE if c.name == name)
    assert second_try(claim(case), prove(claim(case)), budget=3.0).verdict is not Verdict.VERIFIED


NUMBERS = (
    *("past a pole", "past a pole, from the other side", "tangents beyond the first pole", "leaves zero"),
    *("leaves zero at positive times", "a step in the state", "tangent, not invariant", "a solution that jumps"),
)


@pytest.mark.parametrize("name", NUMBERS)
def test_nor_do_numbers_support_it(name: str) -> None:
    case = next(c for c in FALSE if c.name == name)
    evidence = check(claim(case), draws=40)
    assert evidence is not None
    assert evidence.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize("name", ["before a pole", "before the first pole of a tangent", "before extinction"])
@pytest.mark.dear
def test_numbers_support_what_holds_for_a_while(name: str) -> None:
    case = next(c for c in TRUE if c.name == name)
    evidence = check(claim(case), draws=40)
    assert evidence is not None
    assert evidence.verdict is Verdict.SUPPORTED, evidence.reason


@pytest.fixture(scope="module")
def toplevel() -> Iterator[Toplevel]:
    with Toplevel(REQUIRES, 3) as found:
        yield found


def accepted(case: Case, toplevel: Toplevel) -> bool:
    try:
        theorem = theorem_of(claim(case))
        proof = proof_of(theorem)
    except (NoProof, Untranslatable):
        return False
    return toplevel.lemma(theorem.name, theorem.statement(), proof).accepted


FORMAL = (
    *("past a pole", "past a pole, any start", "past a pole, from the other side", "past a pole, much later"),
    *("a decay at late times", "a decay but for one time", "conserved but for one time", "conserved after a time"),
    *("leaves zero", "conserved where a is 1 for ever", "conserved between two bounds that meet", "not tangent"),
)


@coq
@pytest.mark.parametrize("name", FORMAL)
@pytest.mark.dear
def test_nor_does_coq_prove_it(name: str, toplevel: Toplevel) -> None:
    assert not accepted(next(c for c in FALSE if c.name == name), toplevel)


@coq
@pytest.mark.parametrize(
    "name",
    [
        "before a pole",
        "before a pole, divided",
        "a decay for a while",
        "a decay, not at the start",
        "a law for a while",
    ],
)
@pytest.mark.dear
def test_coq_proves_what_holds_for_a_while(name: str, toplevel: Toplevel) -> None:
    assert accepted(next(c for c in TRUE if c.name == name), toplevel)


def test_there_are_enough() -> None:
    assert len(FALSE) >= 60
    assert len(TRUE) - len(OPEN) >= 40
    assert len({case.name for case in (*FALSE, *TRUE)}) == len(FALSE) + len(TRUE)
