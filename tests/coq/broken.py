"""Theorems whose joins are broken on purpose."""

from __future__ import annotations

import itertools

from layerproof import Claim, Theorem
from layerproof.language.claims import Question
from layerproof.proving.joins.mutants import mutants


def broken(made: Theorem, most: int) -> list[Claim]:
    """Broken copies of a theorem."""
    return [
        Question(made.id, title=name, statement=statement, hypotheses=hypotheses)
        for name, statement, hypotheses in itertools.islice(mutants(made), most)
    ]
