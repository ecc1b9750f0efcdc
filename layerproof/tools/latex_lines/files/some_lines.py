"""Lines of a paper for which something is declared: ``.. in lines 120..180``, ``.. in lines app.tex:20..``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .positions import Place

_LINES = re.compile(r"\s+in\s+lines\s+(?:(?P<file>[^\s:]+):)?(?P<first>\d+)\s*\.\.\s*(?P<last>\d*)\s*$")
_ANY_LINES = re.compile(r"\s+in\s+lines?\b")


@dataclass(frozen=True)
class Lines:
    """Some lines of one of the author's files, seen from the root; of the root itself if the name is empty."""

    file: str
    first: int
    last: int | None

    def hold(self, place: int) -> bool:
        """Whether a place is within them."""
        at = place if isinstance(place, Place) else Place(place)
        return at.file == self.file and self.first <= at.line and (self.last is None or at.line <= self.last)


def lines_of(text: str) -> tuple[str, Lines | None]:
    """A declaration without the lines that it is for, and these; None if it is for the whole paper.

    Raises:
        ValueError: if lines are named in another way.
    """
    found = _LINES.search(text)
    if found is None:
        if _ANY_LINES.search(text):
            raise ValueError(
                f"'{text[:120]}' names no lines; expected .. in lines 120..180, in lines 120.., or in lines "
                "app.tex:20..60"
            )
        return text, None
    last = int(found["last"]) if found["last"] else None
    if last is not None and last < int(found["first"]):
        raise ValueError(f"'{found[0].strip()}' ends before it begins")
    return text[: found.start()], Lines(found["file"] or "", int(found["first"]), last)
