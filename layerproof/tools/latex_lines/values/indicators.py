r"""Where something holds and where it does not: ``\mathbf{1}_{x \ge t}`` is 1 less ``\mathbf{1}_{x < t}``.

That is so of one condition on numbers. Of vectors ``u \ge v`` may mean each entry, and then ``u < v`` is not its
contrary; with a second condition, ``x \ge t \lor y``, the contrary is another one. So both sides have to be read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, argument, closing, joined
from ..notation.unit import Unit
from ..notation.units import INDICATOR

if TYPE_CHECKING:
    from ..letters.setting import Setting

_CONTRARY = {r"\geq": "<", r"\ge": "<", r"\geqslant": "<", ">": r"\leq", r"\neq": "=", r"\ne": "=", r"\notin": r"\in"}
_SIGNS = frozenset({*_CONTRARY, "<", r"\leq", r"\le", r"\leqslant", "=", r"\in"})
_SET = re.compile(r"(?:[A-Z]|\\(?:mathcal|mathbb|mathbf|mathrm)\{[A-Za-z]+\})(?:_\{?[A-Za-z0-9]+\}?)?")
"""The name of a set."""


def contrary(setting: Setting, unit: Unit) -> Unit | None:
    """What a part is 1 less than, by its sign, if the contrary has another; None if it is no such one."""
    if not INDICATOR.fullmatch(unit.head):
        return None
    signs = [k for k, token in enumerate(unit.whole) if token in _SIGNS]
    if len(signs) != 1 or (turned := _CONTRARY.get(unit.whole[signs[0]])) is None:
        return None
    sides = _sides(unit, signs[0])
    if sides is None or not _is_one_condition(setting, *sides, turned):
        return None
    return replace(unit, whole=(*unit.whole[: signs[0]], turned, *unit.whole[signs[0] + 1 :]))


def _sides(unit: Unit, sign: int) -> tuple[list[str], list[str]] | None:
    """What stands before and after the sign in the only bracket, or index, of the part."""
    at = len(unit.whole) - len(unit.inside)
    try:
        if unit.whole[at] == "_":
            inside, end = argument(unit.whole, at + 1)
        else:
            end = closing(unit.whole, at) + 1
            inside = list(unit.whole[at + 1 : end - 1])
    except (Unbalanced, KeyError):
        return None
    if end != len(unit.whole):
        return None
    first = end - 1 - len(inside)
    return inside[: sign - first], inside[sign - first + 1 :]


def _is_one_condition(setting: Setting, one: list[str], other: list[str], turned: str) -> bool:
    """Whether both sides are read: as numbers, where these are compared, or as what may be an element, of a set."""
    try:
        left = setting.read(joined(one))
        if turned == r"\in":
            return _SET.fullmatch(joined(other)) is not None
        right = setting.read(joined(other))
    except CannotRead:
        return False
    numbers = not any(getattr(side, "is_Matrix", False) for side in (left, right))
    return numbers or (turned == "=" and getattr(left, "shape", None) == getattr(right, "shape", None))
