"""What has a script for Coq, by kind of statement, and how one says that it has none."""

from __future__ import annotations

from collections.abc import Callable

from ....language.faces import Face, NoFace
from ..theorems.base import Theorem


class NoProof(Exception):
    """No template applies; the message says what is missing."""


PROOFS: Face[Callable[[Theorem], str]] = Face("script for Coq", __package__)
"""By kind of statement, what writes the script of its theorem, from ``Proof.`` to ``Qed.``"""


def without_ends(script: str) -> str:
    """A script without ``Proof.`` and ``Qed.``, for a proof inside another."""
    return script.strip().removeprefix("Proof.").removesuffix("Qed.").strip()


def proof_of(theorem: Theorem) -> str:
    """A script for a theorem, from ``Proof.`` to ``Qed.``, which Coq may still refuse.

    Take it from `registered`, which has the modules that register.

    Raises:
        NoProof: if no template applies.
    """
    try:
        prove = PROOFS.of(theorem.claim.statement)
    except NoFace as problem:
        raise NoProof(str(problem)) from None
    return prove(theorem)
