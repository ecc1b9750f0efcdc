"""Refutations by Coq: that the theorem of a claim is false, shown at one witness.

The theorem is assumed, specialised to a witness (numbers for symbols, functions with a few values for families), its
hypotheses are proved there, and its conclusion is computed until it is absurd.  The witness is searched here, simple
and small; Coq decides.  What is trusted is the theorem alone: a refutation says no more than that it is false.
"""

from __future__ import annotations

from importlib import import_module

from ...claims import Claim
from ..proofs import NoProof
from ..theorems import theorem_of
from .base import Refutation

__all__ = ["Refutation", "refutation_of"]

KINDS = {
    "Identity": "points",
    "Inequality": "points",
    "Rate": "flows",
    "Conserved": "rays",
    "Solution": "rays",
    "Limit": "limits",
    "Asymptotic": "orders",
    "MatrixIdentity": "matrix_flows",
    "MatrixRate": "matrix_flows",
}
"""Kinds of statement, and the modules here that refute them."""


def refutation_of(claim: Claim) -> Refutation:
    """The theorem that a claim's theorem is false, with a script.

    Raises:
        Untranslatable: if the claim has no counterpart.
        NoProof: if no witness is found, or none that can be written down.
    """
    kind = type(claim.statement).__name__
    if kind not in KINDS:
        raise NoProof(f"refutations of kind {kind} are not made")
    return import_module(f"{__name__}.{KINDS[kind]}").refute(theorem_of(claim))  # type: ignore[no-any-return]
