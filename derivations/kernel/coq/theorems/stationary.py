"""Stationary points under constraints: no theorem is made of them yet."""

from __future__ import annotations

from typing import NoReturn

from ...claims import Claim
from ..terms import Untranslatable


def state(claim: Claim) -> NoReturn:
    """Nothing.

    Raises:
        Untranslatable: always.
    """
    raise Untranslatable("stationary points under constraints have no counterpart in Coq here")
