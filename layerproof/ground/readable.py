"""Characters that a terminal, a browser or TeX obeys and does not show: controls, marks of direction, surrogates."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_OF_LINES = frozenset("\n\t")


def obeyed(text: str, *, lines: bool = False) -> Iterator[str]:
    """The characters of a text that are obeyed; ends of lines and tabs are, unless it may have `lines`."""
    if text.isascii() and text.isprintable():
        return
    for character in text:
        if unicodedata.category(character) in _OBEYED and not (lines and character in _OF_LINES):
            yield character


def readable(text: str) -> str:
    """The same with each of these written out, ``\\x1b`` for an escape; ends of lines and tabs stay."""
    odd = set(obeyed(text, lines=True))
    return "".join(ascii(c)[1:-1] if c in odd else c for c in text) if odd else text
