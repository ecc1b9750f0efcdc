"""A formula in LaTeX as tokens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .combining import CannotRead

LONGEST = 20_000
_TOKEN = re.compile(r"\\[A-Za-z]+|\\[,;:! |{}\\]|\d+(?:\.\d+)?|[A-Za-z]|'|[-+*/^_={}()\[\]|,.<>!&]", re.ASCII)
_SIZES = (rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r"))
_SPACE = frozenset({*_SIZES, r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad", r"\left", r"\right", "&"})


def tokens(text: str) -> list[str]:
    """The tokens of a formula, without spaces.

    Raises:
        CannotRead: at a character outside the grammar, or if the text is too long.
    """
    if len(text) > LONGEST:
        raise CannotRead(f"got a formula of {len(text)} characters; expected at most {LONGEST}")
    found: list[str] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            what = repr(text[place])
            if not text[place].isascii():
                what += f" (U+{ord(text[place]):04X} {unicodedata.name(text[place], 'without a name')})"
            before = text[max(0, place - 15) : place]
            raise CannotRead(
                f"got {what} at character {place + 1}{f', after {before!r}' * bool(before)}; expected LaTeX"
            )
        if match[0] not in _SPACE:
            found.append(match[0])
        place = match.end()
    return found


def is_index(name: Sequence[str]) -> bool:
    r"""Whether tokens are the name of one index: a letter with an index or primes, and no ``i,j`` or ``ij``."""
    if not name or not re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", name[0]):
        return False
    rest = " ".join(name[1:])
    return bool(re.fullmatch(r"(?:_ (?:\w+|\{ [\w ]+ \}))?\s*(?:' ?)*(?:\^ \{ (?:\\prime ?)+\})?", rest))
