r"""Values at one index as members of the family below a sum: beside ``\sum_k f(x_k)``, ``f(x_0)`` is its member at 0.

So sums of values telescope: ``\sum_{k=0}^{K-1} (f(x_k) - f(x_{k+1})) = f(x_0) - f(x_K)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.notation import PLACE
from ....language.reading import CannotRead
from ..files.tokens import closing, joined, words
from .facts_inside import as_written

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting


def as_members(question: Question) -> tuple[Question, str] | None:
    """The question with values as members of the families in it, and no note; None if none is one."""
    setting = question.setting
    sides = [question.left, question.right]
    families = _families(setting, sides)
    letters = {s for side in sides for s in getattr(side, "free_symbols", ())} if families else set()
    put = {letter: found for letter in letters if (found := _member(setting, letter, families)) is not None}
    if not put:
        return None
    left, right = (side.xreplace(put) for side in sides)
    facts = tuple((_put(one, put), relation, _put(other, put)) for one, relation, other in question.facts)
    return replace(question, left=left, right=right, facts=facts), ""


def _put(side: Any, put: dict[Any, Any]) -> Any:
    return side.xreplace(put) if isinstance(side, sp.Basic) else side


def _families(setting: Setting, sides: Sequence[Any]) -> list[tuple[Any, list[str]]]:
    """The families of values of which sides hold entries, with how one is written, a place where its index stands."""
    found = {}
    for side in sides:
        for entry in side.atoms(AppliedUndef) if isinstance(side, sp.Basic) else ():
            shown = setting.units.shown.get(entry.func.__name__, "")
            if len(entry.args) == 1 and PLACE in shown:
                found[entry.func] = words(setting.units.as_written(shown))
    return sorted(found.items(), key=lambda pair: pair[1])


def _member(setting: Setting, letter: Any, families: Sequence[tuple[Any, list[str]]]) -> Any:
    """The entry of a family that a letter stands for; None if it stands for none."""
    tokens = words(as_written(setting, letter))
    for family, pattern in families:
        if index := _index(pattern, tokens):
            try:
                at = setting.read(joined(index))
            except CannotRead:
                continue
            if isinstance(at, sp.Expr) and at.is_integer:
                return family(at)
    return None


def _index(pattern: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """What stands in tokens wherever a pattern has its place, if it is the same and all else agrees; or nothing."""
    index: list[str] = []
    k = 0
    for place, token in enumerate(pattern):
        if k >= len(tokens):
            return []
        if token != PLACE:
            if tokens[k] != token:
                return []
            k += 1
            continue
        alone = pattern[place - 1 : place] == ["{"] and pattern[place + 1 : place + 2] == ["}"]
        end = closing(tokens, k - 1) if alone else k + 1
        here = list(tokens[k:end])
        if index and here != index:
            return []
        index, k = here, end
    return index if k == len(tokens) else []
