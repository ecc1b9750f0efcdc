"""Every module that states, proves or refutes: imported once, before processes are forked that need them."""

from __future__ import annotations

import contextlib
from importlib import import_module

from . import checking, refutations
from .theorems import KINDS

for _kind in sorted(set(KINDS.values())):
    for _package in ("theorems", "proofs"):
        with contextlib.suppress(Exception):  # who needs it will say what is wrong
            import_module(f"{__package__}.{_package}.{_kind}")
for _kind in sorted(set(refutations.KINDS.values())):
    with contextlib.suppress(Exception):
        import_module(f"{__package__}.refutations.{_kind}")

__all__ = ["checking"]
