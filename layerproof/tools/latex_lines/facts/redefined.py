r"""A letter that gets another value: what was said of it before is said of something else.

After ``w = u + v`` and, further on, ``w = u - v``, nothing follows from both together. Where the second follows from
what is stated before it, it gives the letter no other value; nor do two equations of one display, which hold both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from ..judging.questions import Status
from .supports import Support


def up_to_date(supports: Sequence[Support], letters_of: Callable[[Any], set[Any]]) -> list[Support]:
    """Those that hold of what their letters mean by now.

    Args:
        supports: what is said before a line.
        letters_of: the letters of a question.
    """
    since = {letter: place for letter, said in _defined(supports).items() if (place := _changed(said)) is not None}
    if not since:
        return list(supports)
    return [s for s in supports if all(_place(s) >= since.get(letter, 0) for letter in letters_of(s.question))]


def redefining(supports: Sequence[Support]) -> list[Support]:
    """Those that say what a letter is, of which something else was said before that it is."""
    found: list[Support] = []
    for said in _defined(supports).values():
        if _changed(said) is not None:
            found += [one for one in said if _place(one) > _place(said[0])]
    return found


def _defined(supports: Sequence[Support]) -> dict[Any, list[Support]]:
    """What is said that each letter is, in order."""
    found: dict[Any, list[Support]] = {}
    for one in sorted(supports, key=_place):
        question, head = one.question, one.lines[0] if one.lines else one.line
        letter = question.left
        if question.relation != "=" or head.status is Status.VERIFIED or isinstance(letter, sp.Idx):
            continue
        if not isinstance(letter, (sp.Symbol, sp.MatrixSymbol)) or str(letter.name) in question.setting.units.shown:
            continue
        found.setdefault(letter, []).append(one)
    return found


def _changed(said: Sequence[Support]) -> int | None:
    """The place from which on a letter has the value that it has at last; None if it has had no other."""
    values: set[Any] = set()
    place: int | None = None
    together: dict[Any, list[Support]] = {}
    for one in sorted(said, key=_place):
        together.setdefault((True, _place(one)) if one.far else (False, one.line.block), []).append(one)
    for some in together.values():
        at = min(map(_place, some))
        here = {one.question.right for one in some}
        if values and not values & here:
            values, place = here, at
        else:
            values |= here
    return place


def _place(support: Support) -> int:
    """Where what a relation is concluded from begins."""
    return int((support.lines[0] if support.lines else support.line).line)
