"""The numeric check of each kind of statement: draws inside the hypotheses, and what they say.

What is named here is imported when it is first asked for: who reads one module here imports no prover.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dispatch import check as check
    from .dispatch import rerun as rerun

_WHERE = {"check": ".dispatch", "rerun": ".dispatch"}

__all__ = ["check", "rerun"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_WHERE[name], __name__), name)
