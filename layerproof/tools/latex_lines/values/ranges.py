r"""Sums of the same over ranges that differ in a few terms: ``\sum_{j=1}^n a_j = a_1 + \sum_{j=2}^n a_j``.

An index is moved, ``\sum_{t=0}^{T-1} a_{t+1}`` is ``\sum_{t=1}^{T} a_t``, so that what telescopes goes; and
``\sum_{j \ne i} a_j`` is ``\sum_j a_j - a_i``, which is noted, as is that no range is empty. A sum of 1 is the number
of its terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, argument, joined, words
from ..notation.offsets import plus
from ..notation.unit import Unit
from .facts_inside import written
from .reindexed import at_index, entries_at, offsets_in
from .unit_values import of_term

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting

MOST_TERMS = 3
MOST_SUMS = 16


@dataclass(frozen=True)
class _Sum:
    """A sum as a letter: its index, the ends of its range in LaTeX, what it leaves out, its head and its body."""

    letter: Any
    index: str
    low: str
    high: str
    left_out: str
    head: str
    body: Any


def summed(question: Question) -> tuple[Question, str] | None:
    """The question with sums of the same over one range, and what is noted; None if there are none."""
    setting = question.setting
    sums = _sums(setting, question)
    if not sums:
        return None
    put: dict[Any, Any] = {}
    notes: list[str] = []
    for one in sums:
        if one.body == 1 and (count := _count(setting, one)) is not None:
            put[one.letter] = count
    left = [one for one in sums if one.letter not in put]
    whole = [one for one in left if not one.left_out]
    for one in left:
        if one.left_out and (made := _with_all(setting, one, whole)) is not None:
            put[one.letter], said = made
            notes.append(said)
    groups: dict[Any, list[_Sum]] = {}
    for one in whole:
        moved = _first(setting, one, whole)
        if moved is not None:
            groups.setdefault((moved.index, moved.body), []).append(moved)
    for same in groups.values():
        if len({(one.low, one.high) for one in same} | {one.head for one in same}) > 1:
            put |= _over_one(setting, same)
            notes.append(f"where sums over {same[0].index} have terms")
    if not put:
        return None
    sides = [side.xreplace(put) for side in (question.left, question.right)]
    return replace(question, left=sides[0], right=sides[1]), "; ".join(dict.fromkeys(notes))


def _sums(setting: Setting, question: Question) -> list[_Sum]:
    found: list[_Sum] = []
    letters = {s for side in (question.left, question.right) for s in getattr(side, "free_symbols", ())}
    for letter in sorted(letters, key=str):
        kind, head, body = setting.units.bodies.get(str(getattr(letter, "name", "")), ("", "", None))
        if kind == "sum" and (made := _parsed(letter, head, body)) is not None:
            found.append(made)
    return found[:MOST_SUMS]


def _parsed(letter: Any, head: str, body: Any) -> _Sum | None:
    tokens = [t for t in words(head) if t != r"\limits"]
    try:
        if tokens[:2] != [r"\sum", "_"]:
            return None
        under, after = argument(tokens, 2)
        high = ""
        if tokens[after : after + 1] == ["^"]:
            above, after = argument(tokens, after + 1)
            high = joined(above)
    except Unbalanced:
        return None
    if after != len(tokens) or not under or not under[0][-1].isalpha():
        return None
    index = under[0]
    if len(under) == 1 and not high:
        return _Sum(letter, index, "", "", "", head, body)
    if under[1:2] == ["="] and high and "," not in under:
        return _Sum(letter, index, joined(under[2:]), high, "", head, body)
    if under[1:2] in ([r"\ne"], [r"\neq"]) and len(under) == 3:
        return _Sum(letter, index, "", high, under[2], head, body)
    if under[1:2] == [r"\in"]:
        return _Sum(letter, index, joined(under[1:]), "", "", head, body)
    return None


def _count(setting: Setting, one: _Sum) -> Any:
    r"""The number of terms of ``\sum_{i=1}^{n}``, for an n that is a whole number."""
    if one.low not in ("0", "1") or not one.high:
        return None
    try:
        high = setting.read(one.high)
    except CannotRead:
        return None
    whole = high.is_integer and (high.is_positive or (one.low == "1" and high.is_nonnegative))
    return high - int(one.low) + 1 if whole else None


def _with_all(setting: Setting, one: _Sum, whole: Sequence[_Sum]) -> tuple[Any, str] | None:
    r"""``\sum_{j \ne i}`` as the sum over all less one term; over which range is seen beside it."""
    ranges = {(other.low, other.high, other.head) for other in whole if other.index == one.index}
    if len(ranges) != 1:
        return None
    (_, _, head) = ranges.pop()
    try:
        out = at_index(setting, one.body, one.index, one.left_out)
    except (CannotRead, ValueError):
        return None
    if out == one.body:
        return None
    made = _letter(setting, head, one.body)
    joint = sp.MatAdd(made, -1 * out).doit() if getattr(out, "is_Matrix", False) else made - out
    return joint, f"where {one.head} leaves out one term of {head}"


def _letter(setting: Setting, head: str, body: Any) -> Any:
    unit = Unit("sum", head, (), tuple(words(head)))
    return of_term(setting, unit, sp.Integer(1), body, getattr(body, "shape", None))


def _first(setting: Setting, one: _Sum, others: Sequence[_Sum]) -> _Sum | None:
    """A sum with its index named as in the first one, and moved so that what is inside begins at it."""
    index = others[0].index
    try:
        body = one.body if one.index == index else at_index(setting, one.body, one.index, index)
        if one.index != index and any(index in words(written(setting, s)) for s in one.body.free_symbols):
            return None
        entries = entries_at(body, index)
        found = {0} if entries else set()
        for letter in body.xreplace(dict.fromkeys(entries, sp.S.One)).free_symbols:
            here = offsets_in(setting, letter, index)
            if here is None:
                return one
            found |= here
        if not found or not one.high:
            return replace(one, index=index, body=body)
        least = min(found)
        if least:
            body = at_index(setting, body, index, index, -least)
        low, high = (joined(plus(end, least)) for end in (one.low, one.high))
        return replace(one, index=index, body=body, low=low, high=high)
    except (CannotRead, ValueError):
        return None


def _over_one(setting: Setting, same: Sequence[_Sum]) -> dict[Any, Any]:
    """The sums of one group by the first of them, plus and minus single terms."""
    first = same[0]
    head = rf"\sum_{{{first.index} = {first.low}}}^{{{first.high}}}" if first.high else first.head
    put: dict[Any, Any] = {}
    for one in same:
        try:
            before, after = (_steps(setting, one.low, first.low), _steps(setting, one.high, first.high))
            if before is None or after is None:
                continue
            terms = [_letter(setting, head, one.body)]
            terms += [_term(setting, one, first.low, k, -1) for k in range(before)]
            terms += [_term(setting, one, first.low, k, 1) for k in range(before, 0)]
            terms += [_term(setting, one, first.high, k + 1, 1) for k in range(after)]
            terms += [_term(setting, one, first.high, k + 1, -1) for k in range(after, 0)]
        except (CannotRead, ValueError):
            continue
        joint = sp.MatAdd if getattr(one.body, "is_Matrix", False) else sp.Add
        put[one.letter] = joint(*terms).doit() if len(terms) > 1 else terms[0]
    return put


def _term(setting: Setting, one: _Sum, base: str, by: int, sign: int) -> Any:
    return sign * at_index(setting, one.body, one.index, base, by)


def _steps(setting: Setting, end: str, other: str) -> int | None:
    """How far one end of a range lies behind another; None if that is not known, or far."""
    if end == other:
        return 0
    if not end or not other or end.startswith(r"\in") or other.startswith(r"\in"):
        return None
    gap = sp.expand(setting.read(end) - setting.read(other))
    return int(gap) if gap.is_Integer and abs(gap) <= MOST_TERMS else None
