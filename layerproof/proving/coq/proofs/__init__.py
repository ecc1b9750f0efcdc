"""Proofs of theorems, as scripts for Coq.  Nothing here is trusted: what is wrong here, Coq refuses.

Modules register the kinds of statement whose theorems they prove, in `PROOFS`.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.faces import Face, NoFace
from ..theorems.base import Theorem


class NoProof(Exception):
    """No template applies; the message says what is missing."""


PROOFS: Face[Callable[[Theorem], str]] = Face("script for Coq", __name__)
"""By kind of statement, what writes the script of its theorem, from ``Proof.`` to ``Qed.``"""


def proof_of(theorem: Theorem) -> str:
    """A script for a theorem, from ``Proof.`` to ``Qed.``, which Coq may still refuse.

    Raises:
        NoProof: if no template applies.
    """
    from . import registered  # noqa: F401 - they need what is defined here

    try:
        prove = PROOFS.of(theorem.claim.statement)
    except NoFace as problem:
        raise NoProof(str(problem)) from None
    return prove(theorem)
