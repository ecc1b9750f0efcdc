r"""What is said of a letter with an index, at another one: ``x_{t+1} = x_t - g_t`` gives ``x_t = x_{t-1} - g_{t-1}``.

A rule that is stated for an index, with that index on its right side too, is taken to be stated for every one; which is
noted. The index must be a small letter alone, perhaps with a number added: ``x_T`` and ``x_{n_k}`` are single values.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import argument, words
from ..notation.offsets import offsets
from ..values.facts_inside import deep, written
from ..values.reindexed import at_index

if TYPE_CHECKING:
    from ..letters.setting import Setting

_INDICES = ("t", "k", "n", "i", "j", "s", "m", "l", r"\ell")


def at_other_indices(
    setting: Setting, letter: Any, value: Any, wanted: Iterable[Any]
) -> Iterator[tuple[Any, Any, str]]:
    """Letters that are the same at other indices, what they are there, and the index for which it is said.

    Args:
        setting: in which all of it was read.
        letter, value: what is said.
        wanted: letters that may be the same at another index.
    """
    name = written(setting, letter)
    index = next((one for one in _INDICES if one in words(name)), None)
    if index is None or offsets(name, index) is None or len(offsets(name, index) or ()) != 1:
        return
    (own,) = offsets(name, index) or {0}
    if not any(index in words(written(setting, s)) for s in deep(setting, value)):
        return
    for other in sorted(wanted, key=str):
        if other == letter or type(other) is not type(letter):
            continue
        found = _matched(words(name), words(written(setting, other)), index)
        if found is None:
            continue
        base, by = found
        if base.isdigit() and int(base) + by - own < 0:
            continue
        with contextlib.suppress(CannotRead, ValueError, AttributeError):
            moved = at_index(setting, sp.Tuple(letter, value), index, base, by - own)
            if moved[0] == other:
                yield other, moved[1], index


def is_said_twice(setting: Setting, letter: Any, said: Iterable[Any]) -> bool:
    """Whether another letter of which something is said is the same at another index that is a letter too."""
    name = words(written(setting, letter))
    for other in said:
        if other == letter or type(other) is not type(letter):
            continue
        for index in (one for one in _INDICES if one in name):
            found = _matched(name, words(written(setting, other)), index)
            if found is not None and not found[0].isdigit():
                return True
    return False


def _matched(name: list[str], other: list[str], index: str) -> tuple[str, int] | None:
    """The base and the number of the other index, where two names differ in that alone."""
    k, m = 0, 0
    found: tuple[str, int] | None = None
    while k < len(name) and m < len(other):
        if name[k] != other[m]:
            return None
        if name[k] not in ("_", "^"):
            k, m = k + 1, m + 1
            continue
        one, k = argument(name, k + 1)
        two, m = argument(other, m + 1)
        if index in one:
            found = _split(two)
            if found is None:
                return None
        elif one != two:
            return None
    return found if k == len(name) and m == len(other) else None


def _split(group: list[str]) -> tuple[str, int] | None:
    bare = group[1:-1] if group[:1] == ["("] and group[-1:] == [")"] else group
    if len(bare) == 1 and (bare[0].isdigit() or bare[0].strip("\\").isalpha()):
        return bare[0], 0
    if len(bare) == 3 and bare[0].strip("\\").isalpha() and bare[1] in "+-" and bare[2].isdigit():
        return bare[0], int(bare[1] + bare[2])
    return None
