r"""A letter at another index: ``x_{t + 1}`` for ``x_{t}``, ``a_{i}`` for ``a_{j}``, as it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.reading import CannotRead
from ..files.tokens import argument, joined, words
from .facts_inside import written

if TYPE_CHECKING:
    from ..letters.setting import Setting


def offsets(latex: str, index: str) -> set[int] | None:
    """How far from an index a formula is taken: 1 in ``x_{t + 1}``; None if it stands there in another way."""
    found: set[int] = set()
    return found if _walk(words(latex), index, None, found) is not None else None


def moved(latex: str, index: str, base: str, by: int) -> str | None:
    """A formula with a base plus a number in the place of an index; None if that stands there in another way."""
    made = _walk(words(latex), index, (base, by), set())
    return None if made is None else joined(made)


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
        latex = setting.units.as_written(written(setting, letter))
        if index not in words(latex):
            continue
        text = moved(latex, index, base, by)
        if text is None or str(getattr(letter, "name", "")) in setting.units.bodies:
            raise CannotRead(f"{latex} at another index")
        put[letter] = setting.read(text)
        if getattr(put[letter], "shape", None) != getattr(letter, "shape", None):
            raise CannotRead(f"{text} is of another size")
    return expr.xreplace(put)


def entries_at(expr: Any, index: str) -> list[Any]:
    r"""The entries ``\alpha_i`` of families in an expression that stand at an index alone."""
    found = [entry for entry in expr.atoms(AppliedUndef) if len(entry.args) == 1 and isinstance(entry.args[0], sp.Idx)]
    return sorted((entry for entry in found if str(entry.args[0].label) == index), key=str)


def _walk(tokens: list[str], index: str, to: tuple[str, int] | None, seen: set[int]) -> list[str] | None:
    r"""Tokens with an index moved; it must stand in an index, ``_{t}``, ``^{(t + 1)}``, or in brackets, ``f(x_t)``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] in ("_", "^") and k + 1 < len(tokens):
            inside, after = argument(tokens, k + 1)
            made = _in_index(inside, index, to, seen)
            if made is None:
                return None
            found += [tokens[k], "{", *made, "}"] if tokens[k + 1] == "{" or made != inside else [tokens[k], *made]
            k = after
            continue
        if tokens[k] == index:
            return None
        found.append(tokens[k])
        k += 1
    return found


def _in_index(inside: list[str], index: str, to: tuple[str, int] | None, seen: set[int]) -> list[str] | None:
    if index not in inside:
        return inside
    if (parts := _ends_of_a_range(inside)) is not None:  # 1..j - 1
        sign, low, high = parts
        first, last = _in_index(low, index, to, seen), _in_index(high, index, to, seen)
        return None if first is None or last is None else [*first, *sign, *last]
    bracket = inside[:1] == ["("] and inside[-1:] == [")"]
    bare = inside[1:-1] if bracket else inside
    if bare == [index]:
        offset = 0
    elif len(bare) == 3 and bare[0] == index and bare[1] in "+-" and bare[2].isdigit():
        offset = int(bare[1] + bare[2])
    else:
        return None
    seen.add(offset)
    if to is None:
        return inside
    made = plus(to[0], to[1] + offset)
    return ["(", *made, ")"] if bracket else made


def _ends_of_a_range(inside: list[str]) -> tuple[list[str], list[str], list[str]] | None:
    """The sign between the ends of a range, and these; None if it is none."""
    for sign in ([".", "."], [".."], [":"]):
        for k in range(1, len(inside) - len(sign)):
            if inside[k : k + len(sign)] == sign:
                return sign, inside[:k], inside[k + len(sign) :]
    return None


def plus(base: str, by: int) -> list[str]:
    """The tokens of a base plus a number."""
    tokens = words(base)
    if base.isdigit():
        return [str(int(base) + by)]
    if len(tokens) == 3 and tokens[1] in "+-" and tokens[2].isdigit():
        tokens, by = tokens[:1], by + int(tokens[1] + tokens[2])
    return tokens if by == 0 else [*tokens, "+" if by > 0 else "-", str(abs(by))]
