r"""What is known of values of Riemann's function: ``\zeta(s) > 1`` for a real s above 1, the sum of its series."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp


def above_one(hypotheses: Iterable[Any], *sides: Any) -> list[Any]:
    """That each value in some sides is above 1, where its argument is seen to be."""
    values = {value for side in sides if isinstance(side, sp.Basic) for value in side.atoms(sp.zeta)}
    said = [
        h.gts - h.lts for h in (hypotheses if values else ()) if isinstance(h, sp.StrictGreaterThan | sp.StrictLessThan)
    ]
    return [
        sp.Gt(value, 1, evaluate=False) for value in sorted(values, key=str)
        if len(value.args) == 1 and value.args[0].is_real and _is_above_one(value.args[0], said)
    ]  # fmt: skip


def _is_above_one(argument: Any, said: list[Any]) -> bool:
    gap = argument - 1
    return bool(gap.is_positive) or any(sp.expand(gap - more).is_nonnegative for more in said)
