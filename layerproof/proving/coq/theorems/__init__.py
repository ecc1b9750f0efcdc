"""Claims as theorems of Coq: the part that is trusted, beside the translation of expressions.

A theorem quantifies over every symbol of its claim with the symbol's domain, assumes the hypotheses (and that they
are defined), and proves that every part of the statement is defined, beside the statement itself.

Each module registers the kinds of statement that it states, in `STATES`.
"""

from __future__ import annotations

from ....language.binders import apart
from ....language.claims import Claim
from ....language.faces import NoFace
from ..terms import Untranslatable
from . import (
    algebra,
    arriving,
    flows,
    inductions,
    integrals,
    joined,
    limits,
    matrices,
    matrix_order,
    means,
    series,
    stationary,
)
from .base import STATES, Theorem
from .logarithms import by_logarithms

__all__ = [
    "STATES",
    "Theorem",
    "algebra",
    "arriving",
    "flows",
    "inductions",
    "integrals",
    "joined",
    "limits",
    "matrices",
    "matrix_order",
    "means",
    "series",
    "stationary",
    "theorem_of",
]


def theorem_of(claim: Claim) -> Theorem:
    """The theorem that says what a claim says.

    Raises:
        Untranslatable: if the statement, or a hypothesis, has no counterpart.
    """
    claim = by_logarithms(apart(claim))
    try:
        state = STATES.of(claim.statement)
    except NoFace as problem:
        raise Untranslatable(str(problem)) from None
    return state(claim)
