"""Claims as theorems of Coq: the part that is trusted, beside the translation of expressions.

A theorem quantifies over every symbol of its claim with the symbol's domain, assumes the hypotheses (and that they
are defined), and proves that every part of the statement is defined, beside the statement itself.
"""

from __future__ import annotations

from importlib import import_module

from ...claims import Claim
from ..terms import Untranslatable
from .base import Theorem

KINDS = {
    "Identity": "algebra",
    "Inequality": "algebra",
    "Chain": "algebra",
    "Rate": "flows",
    "Conserved": "flows",
    "Solution": "flows",
    "Limit": "limits",
    "Asymptotic": "limits",
    "MatrixIdentity": "matrices",
    "MatrixRate": "matrices",
    "MatrixConserved": "matrices",
    "Integral": "integrals",
    "Substitution": "integrals",
    "Expectation": "integrals",
    "Series": "series",
    "Induction": "series",
    "Recurrence": "series",
    "Stationary": "stationary",
}
"""Kinds of statement, and the modules that state (here) and prove (in `proofs`) them."""


def theorem_of(claim: Claim) -> Theorem:
    """The theorem that says what a claim says.

    Raises:
        Untranslatable: if the statement, or a hypothesis, has no counterpart.
    """
    kind = type(claim.statement).__name__
    if kind not in KINDS:
        raise Untranslatable(f"statements of kind {kind} have no counterpart in Coq")
    return import_module(f"{__name__}.{KINDS[kind]}").state(claim)  # type: ignore[no-any-return]
