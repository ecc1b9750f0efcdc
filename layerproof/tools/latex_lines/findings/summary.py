"""What became of a paper, in a few lines: how much was read, what was found, and why the rest was not read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..judging.chains import LOST
from ..judging.questions import Line, Status

_CAUSES = (
    (r"declare it in the header|is not known: declare", "a name that is not declared"),
    (r"can be read as a product and as .* of ", "a name before a bracket: a product, or a function"),
    (r"can be read|is not clear|in two ways", "two readings"),
    (r"acts, and nothing|by a pattern|defined twice|written out too|without an argument",
     "a command that is not written out"),
    (r"no operator that is known", "an operator that is not known"),
    (r"do not fit|differ in shape|sum of a matrix and a number", "sizes that do not fit"),
    (r"holds the character", "a character that is no ASCII"),
    (r"what stands beside it", "mathematics beside the line"),
    (re.escape(LOST), "it follows a line that was not read"),
)  # fmt: skip
MOST_CAUSES = 9


def cause(line: Line) -> str:
    """Why a line was not read, in a few words."""
    for pattern, words in _CAUSES:
        if re.search(pattern, line.reason):
            return words
    found = re.search(r"got '(\\?\S{1,20})'", line.reason)
    return f"outside of the grammar: {found[1].replace(chr(92) * 2, chr(92))}" if found else "outside of the grammar"


def causes(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """The causes for which lines were not read, the most frequent first."""
    return Counter(cause(line) for line in lines if line.status is Status.UNREAD).most_common()


def counted(lines: Sequence[Line], displays: int) -> dict[str, Any]:
    """The summary as JSON."""
    steps = [line for line in lines if not line.head]
    return {
        "displays": displays,
        "lines": len(lines),
        "steps": len(steps),
        "read": sum(line.status is not Status.UNREAD for line in lines),
        "steps_read": sum(line.status is not Status.UNREAD for line in steps),
        **{status.value.lower(): sum(line.status is status for line in lines) for status in Status},
        "guessed": sum(bool(line.guessed) for line in lines if line.status is Status.VERIFIED),
        "unread_by_cause": dict(causes(lines)),
    }


def said(lines: Sequence[Line], displays: int) -> list[str]:
    """The summary in words, a line each."""
    count = counted(lines, displays)
    size = f"{_many(displays, 'display')}, {_many(len(lines), 'line')}"
    shown = [f"{size} ({_many(count['steps'], 'step')}, the others heads): {count['read']} read"]
    if count["guessed"]:
        shown.append(f"{count['guessed']} of the verified rest on declarations that are guessed")
    why = causes(lines)
    if why:
        more = sum(n for _, n in why[MOST_CAUSES:])
        listed = [f"{words} {n}" for words, n in why[:MOST_CAUSES]] + ([f"others {more}"] if more else [])
        shown.append(f"not read: {'; '.join(listed)}")
    return shown


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
