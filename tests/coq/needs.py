"""What the tests of proofs by Coq need."""

import shutil

import pytest

from layerproof.proving.coq.coqc import Toplevel
from layerproof.proving.coq.proofs.registered import NoProof, proof_of
from layerproof.proving.coq.theorems.base import Theorem

coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (coqc was not found)")


def proves(top: Toplevel, theorem: Theorem) -> bool:
    """Whether a theorem gets a proof that Coq accepts."""
    try:
        proof = proof_of(theorem)
    except NoProof:
        return False
    return top.lemma(theorem.name, theorem.statement(), proof).accepted
