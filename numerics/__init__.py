"""Numeric checks: ensembles of integrations, sampling inside the hypotheses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks import check as check
    from .flows.ensembles import integrate as integrate
    from .flows.ensembles import integrate_flow as integrate_flow

__all__ = ["check", "integrate", "integrate_flow"]


def __getattr__(name: str) -> Any:
    if name == "check":
        from .checks import check

        return check
    if name in ("integrate", "integrate_flow"):
        from .flows import ensembles

        return getattr(ensembles, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
