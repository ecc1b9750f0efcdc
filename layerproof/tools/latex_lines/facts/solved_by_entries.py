r"""Vectors that solve an equation of motion entry by entry: ``\dot w = -4 w \odot X^\top r``, where it starts at 1,

gives ``w(t) = \exp(-4 X^\top \int_0^t r(s) ds)``. Whatever else moves, along the motion it is a function of the time:
where the rate of an entry is a polynomial in it, with such coefficients, one function alone moves so and starts there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.marks import Slope
from ....language.reading import CannotRead
from ..judging.of_an_entry import of_an_entry
from ..values.one_entry import NotByEntries, at_time_zero, entry, rate

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting

MOST_PLACES = 4


def is_of_entries(question: Question) -> bool:
    """Whether a line says what each entry of a vector is at every time, by what is not of that vector."""
    setting = question.setting
    if setting.time is None or not isinstance(question.left, sp.MatrixSymbol):
        return False
    if str(question.left.name) in setting.units.shown or (asked := of_an_entry(question)) is None:
        return False
    moves = isinstance(asked.left, AppliedUndef) and asked.left.func.__name__ in setting.units.entries
    return moves and not asked.right.has(asked.left) and not asked.right.has(Slope) and asked.right.has(setting.time)


def is_a_polynomial(value: Any, letter: Any, setting: Setting) -> bool:
    """Whether the entry of a rate is a polynomial in that of its letter, and no other rate stands in it."""
    try:
        moved, one = entry(value, setting), entry(letter, setting)
    except NotByEntries:
        return False
    if moved.has(Slope) or not isinstance(one, AppliedUndef):
        return False
    alone = sp.Dummy()
    return bool(sp.expand(moved.xreplace({one: alone})).is_polynomial(alone))


def moves_so(question: Question, value: Any) -> Question | None:
    """What must hold if a line moves as is said, about one entry; None if its rate is not known.

    Args:
        question: of the line.
        value: what is said that the rate of its letter is.
    """
    asked = of_an_entry(question)
    if asked is None:
        return None
    try:
        said = entry(value, question.setting).xreplace({asked.left: asked.right})
    except NotByEntries:
        return None
    moved = rate(asked.right, question.setting)
    return None if moved.has(Slope) else _asked(asked, moved, said)


def starts_so(question: Question, said: Sequence[tuple[str, Any, Any]]) -> tuple[str, Question | None]:
    """Where it is said how a line starts, and what must then hold, about one entry; None if it is not said, or twice.

    Args:
        question: of the line.
        said: equations with their places, ``w(0) = v(0)`` and ``v(0) = \\alpha 1``.
    """
    setting, asked = question.setting, of_an_entry(question)
    name = next((latex for latex, meaning in setting.meanings.items() if meaning == question.left), "")
    try:
        first = entry(setting.read(f"{name}(0)"), setting)
    except (NotByEntries, CannotRead):
        return "", None
    begun = at_time_zero(asked.right, setting) if asked is not None else None
    if asked is None or begun is None:
        return "", None
    places, values = ([], {begun}) if begun == first else _values(first, said, setting)
    if len(values) != 1:
        return "", None
    return ", ".join(dict.fromkeys(places)), _asked(asked, begun, values.pop())


def _values(first: Any, said: Iterable[tuple[str, Any, Any]], setting: Setting) -> tuple[list[str], set[Any]]:
    """What is said that an entry is at the start, over others that are said to be the same, and where."""
    pairs: list[tuple[str, Any, Any]] = []
    for place, one, other in said:
        try:
            pairs.append((place, entry(one, setting), entry(other, setting)))
        except NotByEntries:
            continue
    same, values = {first}, set()
    places: list[str] = []
    for _ in range(MOST_PLACES):
        beside = [(place, other) for place, *pair in pairs for one, other in (pair, pair[::-1]) if one in same]
        places += [place for place, _ in beside]
        values |= {one for _, one in beside if not _is_an_entry(one, setting)}
        same |= {one for _, one in beside if _is_an_entry(one, setting)}
    return places, values


def _is_an_entry(one: Any, setting: Setting) -> bool:
    return isinstance(one, sp.Symbol) and str(one) in setting.units.entries


def _asked(asked: Question, left: Any, right: Any) -> Question:
    written = asked.right_written
    return replace(asked, left=left, right=right, left_written=written, right_written=(), facts=(), implied=False)
