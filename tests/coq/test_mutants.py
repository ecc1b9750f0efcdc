"""Claims broken on purpose are offered to Coq: what it accepts must hold, which the exact prover then says too.

A mutant has one sign, factor, exponent, index or term changed.  Most find no script, for the engines that write scripts
see that something does not come out; Coq refuses the scripts of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import islice, zip_longest

import pytest

from layerproof import Claim, Verdict
from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import STATES, theorem_of
from layerproof.proving.evidence import prove
from layerproof.proving.trials import mutants
from layerproof.running.loading import Library

from .needs import coq

pytestmark = coq
QUICK, ALL = 20, 300
LIMIT = 5
"""Seconds for a sentence."""


def broken(count: int, each: int) -> Iterator[Claim]:
    """Broken copies of claims that hold: of every kind in turn, spread over the library, up to `each` of a claim."""
    kinds: dict[str, list[Claim]] = {}
    for claim in Library().all():
        if claim.expected is Verdict.VERIFIED and type(claim.statement) in STATES.kinds:
            kinds.setdefault(type(claim.statement).__name__, []).append(claim)
    share = -(-count // each // len(kinds)) + 2
    spread = [claims[:: max(1, len(claims) // share)] for claims in kinds.values()]
    rows = (claim for row in zip_longest(*spread) for claim in row if claim is not None)
    return islice((mutant for claim in rows for mutant in _mutants(claim, each)), count)


def _mutants(claim: Claim, most: int) -> Iterator[Claim]:
    for number, (_, statement) in enumerate(mutants(claim, most)):
        mutant = copy(claim)
        mutant.id, mutant.statement = f"{claim.id}-broken-{number}", statement
        yield mutant


def offer(claims: Iterator[Claim]) -> tuple[Counter[str], list[str]]:
    """What became of them, and those that Coq accepts although the exact prover does not prove them."""
    count: Counter[str] = Counter()
    wrong: list[str] = []
    tops: dict[tuple[str, ...], Toplevel] = {}
    try:
        for claim in claims:
            try:
                theorem = theorem_of(claim)
                proof = proof_of(theorem)
            except (Untranslatable, NoProof, ValueError) as problem:
                count[type(problem).__name__] += 1
                continue
            top = tops.get(theorem.requires) or tops.setdefault(theorem.requires, Toplevel(theorem.requires, LIMIT))
            if not top.lemma(theorem.name, theorem.statement(), proof).accepted:
                count["refused"] += 1
            elif prove(claim).verdict is Verdict.VERIFIED:
                count["holds"] += 1
            else:
                wrong.append(f"{claim.id}: {claim.statement}")
    finally:
        for top in tops.values():
            top.__exit__(None, None, None)
    return count, wrong


@pytest.mark.slow
def test_coq_accepts_no_broken_claim_of_a_sample() -> None:
    count, wrong = offer(broken(QUICK, 1))
    assert not wrong
    assert count["refused"] + count["NoProof"] > QUICK / 2, count


@pytest.mark.whole
def test_coq_accepts_no_broken_claim() -> None:
    count, wrong = offer(broken(ALL, 3))
    assert not wrong
    assert count["refused"] + count["NoProof"] > 200, count
    assert count["refused"] > 20, count
