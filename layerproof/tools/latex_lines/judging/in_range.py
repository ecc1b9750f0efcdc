r"""Entries at a letter, ``w_k``: that k is one of the indices is not said, and meant.

``\sum_{i=1}^n w_i = \sum_{i=1}^k w_i + \sum_{i=k+1}^n w_i`` is no error because k may be above n: there w_k is nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

if TYPE_CHECKING:
    from .questions import Question


def in_range(question: Question) -> Question | None:
    """The question for letters that are indices of the families at which they stand; None if none stands so."""
    ends = {
        entry.func: [(i.lower, i.upper) for i in entry.args if isinstance(i, sp.Idx)] for entry in _families(question)
    }
    found: list[Any] = []
    for side in (question.left, question.right):
        for entry in side.atoms(AppliedUndef) if isinstance(side, sp.Basic) else ():
            for place, (lower, upper) in zip(entry.args, ends.get(entry.func, ()), strict=False):
                if lower is None or upper is None:  # of a family whose range is not known
                    continue
                if not isinstance(place, sp.Idx) and place.free_symbols:
                    found += [place <= upper, place >= lower]
                elif isinstance(place, sp.Idx) and (place.lower, place.upper) != (lower, upper):
                    found += [place.upper <= upper, place.lower >= lower]
    kept = [one for one in dict.fromkeys(found) if one not in (sp.true, sp.false) and not one.atoms(sp.Idx)]
    return replace(question, conditions=(*question.conditions, *kept)) if kept else None


def _families(question: Question) -> list[Any]:
    setting = question.setting
    return [*setting.families, *(entry for _, entry in setting.entries.values())]
