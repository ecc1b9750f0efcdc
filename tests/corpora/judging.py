"""What the exact prover says of a statement of a corpus."""

from __future__ import annotations

from corpora.what_is_said import Said
from layerproof.language.claims import Claim
from layerproof.language.verdicts import Evidence, Verdict
from layerproof.proving.evidence import prove


def claim(case: Said) -> Claim:
    """The claim that it is."""
    return Claim("corpus/said", title=case.name, statement=case.statement, hypotheses=case.hypotheses)


def judged(case: Said, expected: Verdict) -> Evidence:
    """The evidence, whose verdict is the one that is expected."""
    evidence = prove(claim(case))
    assert evidence.verdict is expected, f"{evidence.how} {evidence.reason} {evidence.witness}"
    return evidence
