r"""Slips that change the size of a matrix in a side: a transpose more or less, another index, a letter for another.

They are looked for in the LaTeX of a side whose sizes do not fit. Those that only leave a line as it fits, such as a
sign, stand in `moves`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..files.tokens import OPEN, joined, words
from ..letters.setting import Setting
from .moves import Change

_TOP = ("^", "{", r"\top", "}")
_FACES = frozenset({r"\mathrm", r"\mathbf", r"\mathbb", r"\operatorname", r"\mathcal"})
Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Slip:
    """A change that undoes a slip, and the letters that it takes out and puts in; none for a transpose."""

    change: Change
    without: Any = None
    instead: Any = None


def slips(tokens: Sequence[str], setting: Setting, known: set[Any]) -> Iterator[Slip]:
    """The changes of a side that undo such a slip, the simplest first; some cannot be read, and most do not fit.

    Args:
        tokens: of the side, as `plain` gives them.
        setting: says what the names mean.
        known: the matrices of the side before it: of letters that are not kin, only these, and what stands elsewhere in
            the side, are put for each other.
    """
    side = tuple(tokens)
    names = {tuple(words(name)): meaning for name, meaning in setting.meanings.items() if _is_matrix(meaning)}
    places = list(_places(side, names))
    for _, end, name in places:
        yield from _turned(side, end, joined(name))
    for start, end in _brackets(side):
        yield from _turned(side, end, joined(side[start:end]))
    for kin in (True, False):
        for start, end, name in places:
            for other, meaning in sorted(names.items(), key=lambda item: _unlike(item[0], name)):
                if meaning == names[name] or (_stem(other) == _stem(name)) is not kin or _dots(other) != _dots(name):
                    continue
                elsewhere = known | {names[one] for place, _, one in places if place != start}
                if not kin and not {meaning, names[name]} <= elsewhere:
                    continue
                change = Change(
                    2 if kin else 3, f"{joined(other)} for {joined(name)}", (*side[:start], *other, *side[end:])
                )
                yield Slip(change, names[name], meaning)


def _places(tokens: Tokens, names: dict[Tokens, Any]) -> Iterator[tuple[int, int, Tokens]]:
    """Where names of matrices stand, outside of indices."""
    place = 0
    lengths = sorted({len(name) for name in names}, reverse=True)
    while place < len(tokens):
        name = next((name for n in lengths if (name := tokens[place : place + n]) in names), None)
        if name is None or (place and tokens[place - 1] in _FACES) or _in_index(tokens, place):
            place += 1
            continue
        yield place, place + len(name), name
        place += len(name)


def _brackets(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Brackets round formulas, and where each ends."""
    open_: list[int] = []
    for place, token in enumerate(tokens):
        if token in ("(", "["):
            open_.append(place)
        elif open_ and token == OPEN[tokens[open_[-1]]]:
            yield open_.pop(), place + 1


def _turned(tokens: Tokens, end: int, shown: str) -> Iterator[Slip]:
    """One transpose more or less of what ends at a place."""
    if tokens[end : end + 4] == _TOP:
        yield Slip(Change(1, f"without the transpose of {shown}", (*tokens[:end], *tokens[end + 4 :])))
    elif tokens[end : end + 1] not in (("^",), ("_",)):
        yield Slip(Change(1, f"the transpose of {shown}", (*tokens[:end], *_TOP, *tokens[end:])))


def _in_index(tokens: Tokens, place: int) -> bool:
    """Whether a token stands in an index, ``\\nabla_{W}``; not what stands in an exponent."""
    depth = 0
    for before in range(place - 1, -1, -1):
        depth += (tokens[before] == "}") - (tokens[before] == "{")
        if depth < 0:
            if before and tokens[before - 1] == "_":
                return True
            depth = 0
    return False


def _stem(name: Tokens) -> Tokens:
    """A name without its indices and what is raised at it: names with one stem are kin."""
    found: list[str] = []
    depth = 0
    for place, token in enumerate(name):
        if depth == 0 and token in ("_", "^"):
            continue
        opens = token == "{" and place > 0 and name[place - 1] in ("_", "^")
        if depth or opens:
            depth += (token == "{") - (token == "}")
        else:
            found.append(token)
    return tuple(found)


def _unlike(one: Tokens, other: Tokens) -> int:
    r"""In how many tokens two names differ: for ``\dot{W}_{1}`` it is ``\dot{W}_{2}``, and not ``\dot{W_{2}}``."""
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _dots(name: Tokens) -> bool:
    return name[:1] == (r"\dot",)


def _is_matrix(meaning: Any) -> bool:
    return bool(getattr(meaning, "is_Matrix", False)) and not getattr(meaning, "is_Identity", False)
