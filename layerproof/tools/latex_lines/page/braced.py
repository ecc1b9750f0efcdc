r"""What a row says below its braces: ``\underbrace{w^\top w}_{= 1}`` says ``w^\top w = 1`` to this row and the next."""

from __future__ import annotations

from collections.abc import Iterator

from ..files.tokens import Unbalanced, argument, joined, words

_BRACES = (r"\underbrace", r"\overbrace")
_SIGNS = {
    ("=",): "=", (":", "="): "=", ("=", ":"): "=", (r"\coloneqq",): "=", (r"\eqqcolon",): "=",
    (r"\le",): r"\le", (r"\leq",): r"\le", (r"\ge",): r"\ge", (r"\geq",): r"\ge",
}  # fmt: skip
_OPEN = frozenset({r"\dots", r"\cdots", r"\ldots", r"\text", r"\mathrm", r"\textrm", r"\mbox", r"\times"})
LONGEST = 400


def below_braces(source: str) -> list[str]:
    """The relations that stand below, or above, the braces of a formula."""
    try:
        return [text for text in _relations(words(source)) if len(text) <= LONGEST]
    except (Unbalanced, ValueError, IndexError):
        return []


def _relations(tokens: list[str]) -> Iterator[str]:
    k = 0
    while k < len(tokens):
        if tokens[k] not in _BRACES:
            k += 1
            continue
        inside, after = argument(tokens, k + 1)
        yield from _relations(inside)
        k = after
        if tokens[k : k + 1] in (["_"], ["^"]):
            note, k = argument(tokens, k + 1)
            sign, other = _told_apart([t for t in note if t not in (r"\,", r"\;", r"\ ", "~")])
            if sign and other and not _OPEN & {*inside, *other}:
                yield f"({joined(inside)}) {sign} {joined(other)}"


def _told_apart(note: list[str]) -> tuple[str, list[str]]:
    """The relation that a note begins with, and what stands after it; of a plain number, that it equals it."""
    for length in (2, 1):
        if sign := _SIGNS.get(tuple(note[:length])):
            return sign, note[length:]
    return ("=", note) if len(note) == 1 and note[0].isdigit() and len(note[0]) == 1 else ("", [])
