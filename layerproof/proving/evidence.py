"""The exact evidence about a claim: a theorem is decided by its joins, any other statement by the exact prover."""

from __future__ import annotations

from ..language.claims import Claim
from ..language.theorems.theorem import Joined
from ..language.verdicts import Evidence
from . import joins
from .exact import deciding


def prove(claim: Claim, *, budget: float = 30.0) -> Evidence:
    """The exact evidence about a claim: all goals proved, one refuted, or undecided with every reason.

    Args:
        claim: any claim.
        budget: how much work, as `effort` counts it; see `deciding.prove`.
    """
    decide = joins.prove if isinstance(claim.statement, Joined) else deciding.prove
    return decide(claim, budget=budget)
