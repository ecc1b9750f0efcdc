r"""Sizes of a paper's matrices and vectors, as far as products show them: in ``A x``, A has as many columns as x rows.

What the paper says of a size is kept; what products make equal to it is taken from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..files.tokens import Unbalanced, argument, joined, words
from ..notation.spelling import plain
from .names_seen import name_at

_Slot = tuple[str, int]
_GUESSED = ("matrix ", "vector ")
_VALUED = "vector function "
_TURNED = {r"\top", "T", r"-\top"}


class _Alike:
    """Slots that are equal, and the size of each class, if one is said."""

    def __init__(self) -> None:
        self.up: dict[_Slot, _Slot] = {}
        self.size: dict[_Slot, str] = {}

    def root(self, slot: _Slot) -> _Slot:
        while (above := self.up.get(slot, slot)) != slot:
            slot = above
        return slot

    def join(self, one: _Slot, other: _Slot) -> None:
        """Take two slots for equal, unless they are said to differ."""
        first, second = self.root(one), self.root(other)
        if first == second:
            return
        sizes = {self.size[r] for r in (first, second) if r in self.size}
        if len(sizes) > 1:
            return
        self.up[first] = second
        for size in sizes:
            self.size[second] = size


def like_their_products(
    guessed: Mapping[str, str], said: Mapping[str, str], formulas: Iterable[str], square: Iterable[str]
) -> dict[str, str]:
    """The guesses, with the sizes that products of the formulas show.

    Args:
        guessed: a type for each name.
        said: types that the paper says.
        formulas: in LaTeX.
        square: names of matrices of which an inverse is taken.
    """
    alike = _Alike()
    for name, kind in said.items():
        for place, size in enumerate(_sizes(kind)):
            alike.size[name, place] = size
    shaped = {name: kind for name, kind in {**said, **guessed}.items() if _sizes(kind)}
    for name in square:
        alike.join((name, 0), (name, 1))
    for text in formulas:
        try:
            tokens = plain(words(text))
            for one, other in _products(tokens, shaped):
                alike.join(one, other)
        except (Unbalanced, ValueError, RecursionError):
            continue
    found = {}
    for name, kind in guessed.items():
        sizes = _sizes(kind)
        seen = [alike.size.get(alike.root((name, place)), size) for place, size in enumerate(sizes)]
        found[name] = kind if not sizes or kind.endswith("with values") else _kind(seen, kind)
    return found


def _kind(sizes: list[str], like: str) -> str:
    if like.startswith("vector "):
        return f"vector {'function ' * like.startswith(_VALUED)}{sizes[0]}"
    return f"matrix {' x '.join(sizes)}"


def _sizes(kind: str) -> list[str]:
    """The sizes of a type, or of the values of a function; of a vector, one column beside them."""
    start = next((start for start in (_VALUED, *_GUESSED) if kind.startswith(start)), None)
    if start is None or "function" in kind.removeprefix(start):
        return []
    sizes = kind.removeprefix(start).removesuffix(" with values").split(" x ")
    return sizes if len(sizes) == 2 else [*sizes, "1"]


def _products(tokens: Sequence[str], shaped: Mapping[str, str]) -> Iterable[tuple[_Slot, _Slot]]:
    """The slots that products of two names side by side make equal."""
    before: tuple[_Slot, _Slot] | None = None
    k = 0
    while k < len(tokens):
        found = name_at(tokens, k)
        if found is None or found[0] not in shaped:
            before = before if tokens[k] in (r"\cdot",) else None
            k = found[1] if found is not None else k + 1
            continue
        name, end, _ = found
        turned = False
        while list(tokens[end : end + 1]) == ["^"]:
            raised, end = argument(list(tokens), end + 1)
            turned ^= joined(raised) in _TURNED
        slots = ((name, 1), (name, 0)) if turned else ((name, 0), (name, 1))
        if before is not None and not any(shaped[of].startswith("vector") and at for of, at in (before[1], slots[0])):
            yield before[1], slots[0]  # but for the one column of a vector
        before, k = slots, end
