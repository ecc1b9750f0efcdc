"""Proofs of theorems, as scripts for Coq.  Nothing here is trusted: what is wrong here, Coq refuses."""

from __future__ import annotations

from importlib import import_module

from ..theorems import KINDS
from ..theorems.base import Theorem


class NoProof(Exception):
    """No template applies; the message says what is missing."""


def proof_of(theorem: Theorem) -> str:
    """A script for a theorem, from ``Proof.`` to ``Qed.``, which Coq may still refuse.

    Raises:
        NoProof: if no template applies.
    """
    kind = type(theorem.claim.statement).__name__
    return import_module(f"{__name__}.{KINDS[kind]}").prove(theorem)  # type: ignore[no-any-return]
