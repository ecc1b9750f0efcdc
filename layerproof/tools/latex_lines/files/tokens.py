r"""LaTeX as tokens with their places: what is needed to cut a display into relations, and to change one sign in it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_TOKEN = re.compile(r"\\(?:operatorname|[hv]space|tag)\*|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S", re.DOTALL)
OPEN = {"{": "}", "(": ")", "[": "]", r"\{": r"\}"}
CLOSE = frozenset(OPEN.values())
_OPENED_BY = {closed: opened for opened, closed in OPEN.items()}


class Unbalanced(ValueError):
    """A brace, parenthesis or bracket without its partner."""


@dataclass(frozen=True)
class Token:
    """A token and where it stands in the text."""

    text: str
    start: int
    end: int


def scan(text: str) -> list[Token]:
    """The tokens of a piece of LaTeX, spaces left out."""
    return [Token(found[0], found.start(), found.end()) for found in _TOKEN.finditer(text)]


def words(text: str) -> list[str]:
    """The tokens as text."""
    return _TOKEN.findall(text)


@functools.lru_cache(maxsize=20_000)
def in_words(name: str) -> tuple[str, ...]:
    """The tokens of a name, which is asked for often."""
    return tuple(words(name))


_SPACED = frozenset({"+", "-", "=", "<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\cdot", r"\times"})


def joined(tokens: Sequence[str]) -> str:
    """Tokens as text, with spaces where they are needed, and around signs."""
    pieces: list[str] = []
    for k, token in enumerate(tokens):
        before = tokens[k - 1] if k else ""
        if before and (
            (token in _SPACED and not (token in "+-" and before in _OPENING))
            or (before in _SPACED and not (before in "+-" and (k == 1 or tokens[k - 2] in _OPENING)))
            or (before[0] == "\\" and before[-1].isalpha() and token[0].isalnum())
            or (before[-1].isdigit() and token[0].isdigit())
        ):
            pieces.append(" ")
        pieces.append(token)
    return "".join(pieces)


_OPENING = frozenset({"{", "(", "[", r"\{", r"\left", "^", "_"})


def closing(tokens: Sequence[str], start: int) -> int:
    """The place of the token that closes the bracket at `start`.

    Raises:
        Unbalanced: if there is none.
    """
    opened = tokens[start]
    wanted, depth = OPEN[opened], 0
    for place in range(start, len(tokens)):
        depth += (tokens[place] == opened) - (tokens[place] == wanted)
        if depth == 0:
            return place
    raise Unbalanced(f"'{opened}' is never closed")


def opening(tokens: Sequence[str], end: int) -> int:
    """The place of the bracket that the one at `end` closes.

    Raises:
        Unbalanced: if there is none.
    """
    closed = tokens[end]
    wanted, depth = _OPENED_BY[closed], 0
    for place in range(end, -1, -1):
        depth += (tokens[place] == closed) - (tokens[place] == wanted)
        if depth == 0:
            return place
    raise Unbalanced(f"'{closed}' closes nothing")


def rewritten(tokens: Sequence[str], at: Callable[[int], tuple[list[str], int] | None]) -> list[str]:
    """Tokens with some parts written in another way.

    Args:
        tokens: of a formula.
        at: for a place, what is written for the part that begins there, and the place after it; None if none does.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        made, after = at(k) or ([tokens[k]], k + 1)
        found += made
        k = after
    return found


def depths(tokens: Sequence[str]) -> list[int]:
    """How deep in brackets of any kind each token stands; the brackets themselves stand outside.

    Raises:
        Unbalanced: if braces do not match.  Parentheses may differ in kind, as those of half-open intervals do.
    """
    depth, braces, found = 0, 0, []
    for token in tokens:
        if token in CLOSE:
            depth -= 1
            braces -= token == "}"
            if braces < 0 or depth < 0:
                raise Unbalanced(f"'{token}' closes nothing")
        found.append(depth)
        if token in OPEN:
            depth += 1
            braces += token == "{"
    if braces or depth:
        raise Unbalanced("a bracket is never closed")
    return found


def argument(tokens: Sequence[str], start: int) -> tuple[list[str], int]:
    """The argument of a command that begins at `start`, without its braces, and the place after it.

    Raises:
        Unbalanced: if nothing stands there.
    """
    if start >= len(tokens):
        raise Unbalanced("an argument is missing at the end")
    if tokens[start] == "{":
        end = closing(tokens, start)
        return list(tokens[start + 1 : end]), end + 1
    return [tokens[start]], start + 1


def holds(tokens: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a name stands among tokens."""
    size, looked_for = len(name), list(name)
    return any(list(tokens[k : k + size]) == looked_for for k in range(len(tokens) - size + 1))


def between_commas(tokens: Sequence[str]) -> list[list[str]]:
    """The pieces between commas outside of brackets."""
    pieces: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in ("{", "(", "[", r"\langle")) - (token in ("}", ")", "]", r"\rangle"))
        if token == "," and depth == 0:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces
