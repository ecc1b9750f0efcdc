"""Numbers for a claim; for a theorem, for each part of its conclusion."""

from __future__ import annotations

import sympy as sp

from ..language.claims import Claim, Question
from ..language.symbols import ForAll
from ..language.theorems.theorem import Joined
from ..language.verdicts import Evidence, Verdict


def check(claim: Claim, *, draws: int, seed: int) -> Evidence | None:
    """What `numerics` finds; of a theorem, that it supports every part of the conclusion, or contradicts one.

    No points are drawn where an equation holds at every value of an index.
    """
    from .. import numerics

    if not isinstance(claim.statement, Joined):
        return numerics.check(claim, draws=draws, seed=seed)
    found: list[Evidence] = []
    for sequent in claim.statement.sequents():
        given = (*claim.hypotheses, *sequent.given)
        if any(isinstance(h, ForAll) and isinstance(h.relation, sp.Eq) for h in given):
            return None
        part = Question(claim.id, title=claim.title, statement=sequent.says, hypotheses=given)
        evidence = numerics.check(part, draws=draws, seed=seed)
        if evidence is not None and evidence.verdict is Verdict.CONTRADICTED:
            return evidence
        if evidence is None or evidence.verdict is not Verdict.SUPPORTED:
            return None
        found.append(evidence)
    return found[0] if found else None
