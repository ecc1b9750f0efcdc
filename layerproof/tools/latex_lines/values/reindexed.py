r"""A letter at another index: ``x_{t + 1}`` for ``x_{t}``, ``a_{i}`` for ``a_{j}``, as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.reading import CannotRead
from ..files.tokens import words
from ..notation.offsets import moved, offsets
from ..notation.unit import Unit
from .facts_inside import as_written
from .unit_values import linear

if TYPE_CHECKING:
    from ..letters.setting import Setting


def at_index(setting: Setting, expr: Any, index: str, base: str, by: int = 0) -> Any:
    """An expression with its letters at another index, each as it is written.

    Raises:
        CannotRead: if one of these is no name.
    """
    put: dict[Any, Any] = {}
    for entry in entries_at(expr, index):
        to = setting.meanings.get(base)
        own = entry.args[0]
        if by or not isinstance(to, sp.Idx) or (to.lower, to.upper) != (own.lower, own.upper):
            raise CannotRead(f"{entry} at another index")
        put[entry] = entry.func(to)
    for letter in sorted(expr.xreplace(dict.fromkeys(put, sp.S.One)).free_symbols, key=str):
        latex = as_written(setting, letter)
        if (made := _of_a_mean(setting, letter, index, base, by)) is not None:
            put[letter] = made
            continue
        if index not in words(latex):
            continue
        text = moved(latex, index, base, by)
        if text is None or str(getattr(letter, "name", "")) in setting.units.bodies:
            raise CannotRead(f"{latex} at another index")
        put[letter] = setting.read(text)
        if getattr(put[letter], "shape", None) != sizes_at(setting, letter, index, base, by):
            raise CannotRead(f"{text} is of another size")
    return expr.xreplace(put)


def sizes_at(setting: Setting, letter: Any, index: str, base: str, by: int) -> tuple[Any, ...] | None:
    r"""The sizes of a matrix at another index: ``W_j`` may be ``d_j \times d_{j-1}``; None of a number.

    Raises:
        CannotRead: if one of these is no name.
    """
    shape = getattr(letter, "shape", None)
    if shape is None:
        return None
    found: list[Any] = []
    for size in shape:
        latex = as_written(setting, size) if isinstance(size, sp.Symbol) else ""
        text = moved(latex, index, base, by) if index in words(latex) else None
        found.append(size if text is None else setting.read(text))
    return tuple(found)


def _of_a_mean(setting: Setting, letter: Any, index: str, base: str, by: int) -> Any:
    """A mean at another index of what it is of; None if a letter stands for none, or for one of a law with that."""
    kind, head, body = setting.units.bodies.get(str(getattr(letter, "name", "")), ("", "", None))
    if kind != "mean" or index in words(head):
        return None
    return linear(setting, Unit(kind, head, (), tuple(words(head))), at_index(setting, body, index, base, by))


def offsets_in(setting: Setting, letter: Any, index: str) -> set[int] | None:
    """How far from an index a letter is taken, and what a mean is of; None if the index stands there in another way."""
    kind, head, body = setting.units.bodies.get(str(getattr(letter, "name", "")), ("", "", None))
    if kind == "mean" and index not in words(head):
        found: set[int] = set()
        for one in body.free_symbols:
            here = offsets_in(setting, one, index)
            if here is None:
                return None
            found |= here
        return found
    name = as_written(setting, letter)
    return offsets(name, index) if index in words(name) else set()


def entries_at(expr: Any, index: str) -> list[Any]:
    r"""The entries ``\alpha_i`` of families in an expression that stand at an index alone."""
    found = [entry for entry in expr.atoms(AppliedUndef) if len(entry.args) == 1 and isinstance(entry.args[0], sp.Idx)]
    return sorted((entry for entry in found if str(entry.args[0].label) == index), key=str)
