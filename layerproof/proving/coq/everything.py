"""Every module that states, proves or refutes: imported once, before processes are forked that need them."""

from __future__ import annotations

from . import checking, refutations, theorems
from .proofs import registered

__all__ = ["checking", "refutations", "registered", "theorems"]
