"""Theorems that are joined, as theorems of Coq: each part of the conclusion is a proposition by itself.

What a conclusion means is what its sequents say (see ``language/theorems/propositions``), each of all values of its own
letters.  Each is stated as a claim that says it, under the theorem's hypotheses and its own, would be.
"""

from __future__ import annotations

from typing import TypeGuard

import sympy as sp

from ....language.binders import apart
from ....language.claims import Claim, Question
from ....language.faces import NoFace
from ....language.theorems.areas import is_area
from ....language.theorems.ends import AtEnd
from ....language.theorems.rules import Squeezed
from ....language.theorems.sequents import Sequent
from ....language.theorems.theorem import Joined
from ....language.theorems.trajectories import Along, Tends
from ..terms import Translator, Untranslatable
from .base import STATES, Goal, Theorem, identifier


@STATES.register(Joined)
def state(claim: Claim) -> Theorem:
    """Each part of the conclusion, closed.

    Raises:
        Untranslatable: if one has no counterpart.
    """
    assert isinstance(claim.statement, Joined)
    goals, requires = [], dict[str, None]()
    for number, sequent in enumerate(claim.statement.sequents(), start=1):
        try:
            part = said(sequent, claim)
        except Untranslatable as problem:
            raise Untranslatable(f"part {number} of the conclusion: {problem}") from None
        goals.append(Goal(part.says, part))
        requires.update(dict.fromkeys(part.requires))
    if not goals:
        raise Untranslatable("a conclusion that says nothing")
    for lemma in claim.statement.lemmas():
        of = Question(lemma.id, title="", statement=lemma.says, hypotheses=lemma.given)
        known = state(lemma.claim) if _is_joined(lemma.claim) else said(Sequent((), lemma.says), of)
        requires.update(dict.fromkeys(file for file in known.requires if not file.startswith("Joins")))
    joins = "Joins"
    for line in claim.statement.proof:
        if any(is_area(part) for expr in line.says.expressions() for part in expr.atoms(sp.Integral, sp.Sum)):
            joins = "JoinsOfAreas"
            break
        if isinstance(line.says, (Along, AtEnd, Tends)):
            joins = "JoinsOfFlows"
        elif isinstance(line.by, Squeezed) and joins == "Joins":
            joins = "JoinsOfLimits"
    return Theorem(identifier(claim.id), (), (), tuple(goals), claim, Translator(), (*requires, joins))


def _is_joined(claim: Claim | None) -> TypeGuard[Claim]:
    return claim is not None and isinstance(claim.statement, Joined)


def said(sequent: Sequent, claim: Claim) -> Theorem:
    """The theorem that what a sequent says holds, wherever a claim's hypotheses and its own do.

    Raises:
        Untranslatable: if it has no counterpart.
    """
    question = apart(
        Question(claim.id, title="", statement=sequent.says, hypotheses=(*claim.hypotheses, *sequent.given))
    )
    try:
        return STATES.of(question.statement)(question)
    except NoFace as problem:
        raise Untranslatable(str(problem)) from None


__all__ = ["said", "state"]
