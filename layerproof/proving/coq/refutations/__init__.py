"""Refutations by Coq: that the theorem of a claim is false, shown at one witness.

The theorem is assumed, specialised to a witness (numbers for symbols, functions with a few values for families), its
hypotheses are proved there, and its conclusion is computed until it is absurd.  The witness is searched here, simple
and small; Coq decides.  What is trusted is the theorem alone: a refutation says no more than that it is false.

Each module registers the kinds of statement that it refutes, in `REFUTES`.
"""

from __future__ import annotations

from ....language.claims import Claim
from ....language.faces import NoFace
from ..proofs.base import NoProof
from ..theorems import theorem_of
from . import flows, limits, matrix_flows, orders, points, rays
from .base import REFUTES, Refutation

__all__ = [
    "REFUTES",
    "Refutation",
    "flows",
    "limits",
    "matrix_flows",
    "orders",
    "points",
    "rays",
    "refutation_of",
]


def refutation_of(claim: Claim) -> Refutation:
    """The theorem that a claim's theorem is false, with a script.

    Raises:
        Untranslatable: if the claim has no counterpart.
        NoProof: if no witness is found, or none that can be written down.
    """
    try:
        refute = REFUTES.of(claim.statement)
    except NoFace as problem:
        raise NoProof(str(problem)) from None
    return refute(theorem_of(claim))
