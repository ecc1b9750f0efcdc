"""Trained networks, compared with what the claims predict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks import applies as applies
    from .checks import check as check

__all__ = ["applies", "check"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import checks

        return getattr(checks, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
