r"""Notation that an author explains beside a paper: ``read: \mathbb{E}(#1)^2 as \mathbb{E}[(#1)^2]``.

What is written so in a formula is read as if the other were written there; ``#1`` stands for whatever brackets or the
next sign enclose.  The paper is not changed, and what comes in is not looked at once more.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..files.parts import Declaration, Document, Equation
from ..files.some_lines import Lines, lines_of
from ..files.source import Trouble
from ..files.tokens import CLOSE, OPEN, Unbalanced, joined, words
from .arrays import as_commands
from .spelling import plain

KEY = "read"
MOST = 50
_HOLE = re.compile(r"#(\d)")


class Misread(ValueError):
    """A rule that cannot be understood; the message says what was expected."""


@dataclass(frozen=True)
class Rule:
    """What is written, and what is read: tokens, with ``#1`` for what may be anything."""

    written: tuple[str, ...]
    meant: tuple[str, ...]


def rule(text: str) -> Rule:
    """The rule that a line of a header says.

    Raises:
        Misread: if it is none.
    """
    sides = re.split(r"\s+as\s+", text.strip())
    example = r"expected something such as read: \mathbb{E}(#1)^2 as \mathbb{E}[(#1)^2]"
    if len(sides) != 2 or not all(sides):
        raise Misread(f"'{text[:80]}' has no 'as' between two formulas; {example}")
    written, meant = (_tokens(side) for side in sides)
    holes = [token for token in written if _HOLE.fullmatch(token)]
    if not written or _HOLE.fullmatch(written[0]) or len(set(holes)) < len(holes):
        raise Misread(f"'{sides[0][:80]}' begins with #1, or has one twice; {example}")
    if any(a in holes and b in holes for a, b in itertools.pairwise(written)):
        raise Misread(f"'{sides[0][:80]}': where #1 ends and #2 begins is not clear; {example}")
    if not {token for token in meant if _HOLE.fullmatch(token)} <= set(holes):
        raise Misread(f"'{sides[1][:80]}' holds a # that does not stand on the left; {example}")
    return Rule(written, meant)


def _tokens(text: str) -> tuple[str, ...]:
    try:
        found = plain(words(_HOLE.sub(r"\\hole\1 ", text).replace(r"\hole", r"\readhole")))
    except (Unbalanced, ValueError) as problem:
        raise Misread(f"'{text[:80]}': {problem}") from None
    made: list[str] = []
    for token in found:
        if made[-1:] == [r"\readhole"] and token.isdigit():
            made[-1] = f"#{token}"
        else:
            made.append(token)
    return tuple(made)


def rewritten(text: str, rules: Sequence[Rule]) -> str:
    """A formula as it is to be read; itself if no rule is about it."""
    try:
        tokens = plain(words(as_commands(text)))
        made = _applied(tokens, rules)
    except (Unbalanced, ValueError, RecursionError):
        return text
    return text if made == tokens else joined(made)


def _applied(tokens: list[str], rules: Sequence[Rule]) -> list[str]:
    made: list[str] = []
    k = 0
    while k < len(tokens):
        for one in rules:
            found = _matched(tokens, k, one.written, {})
            if found is not None:
                end, holes = found
                inside = {hole: _applied(part, rules) for hole, part in holes.items()}
                made += [token for part in one.meant for token in inside.get(part, [part])]
                k = end
                break
        else:
            made.append(tokens[k])
            k += 1
    return made


def _matched(
    tokens: list[str], k: int, written: tuple[str, ...], holes: dict[str, list[str]]
) -> tuple[int, dict[str, list[str]]] | None:
    """Where what is written ends, if it begins at a place, and what stands for its holes; else None."""
    for place, token in enumerate(written):
        if not _HOLE.fullmatch(token):
            if tokens[k : k + 1] != [token]:
                return None
            k += 1
            continue
        last = place + 1 == len(written)
        depth, begin = 0, k
        while k < len(tokens) and not (depth == 0 and k > begin and (last or tokens[k] == written[place + 1])):
            depth += (tokens[k] in OPEN) - (tokens[k] in CLOSE)
            if depth < 0:
                return None
            k += 1
        if k == begin or depth:
            return None
        holes = {**holes, token: tokens[begin:k]}
    return k, holes


def read_as_said(document: Document) -> None:
    """Read the formulas of a document as its declarations say; they are taken off it."""
    rules: list[tuple[Rule, Lines | None]] = []
    kept: list[Declaration | Equation] = []
    for part in document.parts:
        if not isinstance(part, Declaration) or part.key != KEY:
            kept.append(part)
            continue
        try:
            text, lines = lines_of(part.text)
            rules.append((rule(text), lines))
        except ValueError as problem:
            document.troubles.append(Trouble(part.line, f"in {KEY}: {problem}"))
    if len(rules) > MOST:
        document.troubles.append(Trouble(None, f"more than {MOST} lines of {KEY}:; the rest is left"))
        rules = rules[:MOST]
    document.parts = kept
    if not rules:
        return

    document.change_formulas(
        lambda place, text: rewritten(text, [one for one, lines in rules if lines is None or lines.hold(place)])
    )
