"""Where marks are drawn: from the places of lines on their pages, as TeX wrote them, to the margin beside each."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ....tools.latex_lines.findings.report import where_it_fails
from ....tools.latex_lines.judging.questions import Line, Status
from .inserting import JUDGED, Mark

POINT = 65_536
ROW = 4 * POINT
"""Marks whose heights differ by less stand in one row."""
NOTE = 70
"""Characters beside a wrong line."""
_WORDS = {Status.VERIFIED: "proved", Status.STATED: "stated", Status.UNDECIDED: "open", Status.REFUTED: "wrong"}
_KINDS = {Status.VERIFIED: "ok", Status.STATED: "stated", Status.UNDECIDED: "open", Status.REFUTED: "wrong"}


@dataclass(frozen=True)
class Spot:
    """Where a marked line stands: lengths in TeX's smallest unit, from the lower left corner of its page.

    Attributes:
        number: of the mark.
        page: from 1.
        x, y: there.
        columns: of the text.
        wide: the width of the page.
    """

    number: int
    page: int
    x: int
    y: int
    columns: int
    wide: int

    @property
    def is_left(self) -> bool:
        """Whether the left margin is nearer: of several columns that is so for the first."""
        return self.columns > 1 and 2 * self.x < self.wide


def spots(written: Path) -> list[Spot]:
    """What TeX wrote of the marks, each place once."""
    if not written.exists():
        return []
    rows = re.findall(r"^(\d+) (\d+) (-?\d+) (-?\d+) (\d+) (\d+)$", written.read_text(encoding="ascii"), re.M)
    return list(dict.fromkeys(Spot(*map(int, row)) for row in rows))


def drawn(found: Collection[Spot], made: Sequence[Mark], unread: int) -> str:
    """The commands that draw the marks on their pages, and on the first one what they mean."""
    by_number = {mark.number: mark.found for mark in made}
    pages: dict[int, list[str]] = defaultdict(list)
    for page, side, row in _rows(found):
        for place, spot in enumerate(sorted(row, key=lambda s: s.x, reverse=side == 0)):
            line = by_number[spot.number]
            pages[page].append(rf"\layerproofput{{{side}}}{{{place}}}{{{spot.y}}}{{{kind(line)}}}")
        if wrong := next((by_number[s.number] for s in row if by_number[s.number].status is Status.REFUTED), None):
            pages[page].append(rf"\layerproofnote{{{side}}}{{{len(row)}}}{{{row[0].y}}}{{{typed(note(wrong))}}}")
    pages[1].append(_legend(made, unread))
    return "".join(
        f"\\expandafter\\def\\csname layerproofpage{page}\\endcsname{{%\n" + "%\n".join(said) + "}\n"
        for page, said in sorted(pages.items())
    )


def kind(line: Line) -> str:
    """Which mark a line gets; what is proved of guessed declarations has a paler one."""
    return "guess" if line.status is Status.VERIFIED and line.guessed else _KINDS[line.status]


def note(line: Line) -> str:
    """What is wrong with a line, in one short row."""
    said = f"right: {line.mends[0].latex.removeprefix('= ')}" if line.mends else where_it_fails(line)
    said = " ".join(said.split())
    return said if len(said) <= NOTE else said[: NOTE - 4] + " ..."


def typed(words: str) -> str:
    """Words for TeX's typewriter font, in which each character has its place."""
    plain = words.encode("ascii", "replace").decode()
    return "".join(c if c.isalnum() or c == " " else rf"\char{ord(c)}{{}}" for c in plain)


def _rows(found: Collection[Spot]) -> list[tuple[int, int, list[Spot]]]:
    """The marks of each row: their page, their side (0 is left), and they."""

    def where(spot: Spot) -> tuple[int, int]:
        return spot.page, 0 if spot.is_left else 1

    rows: list[tuple[int, int, list[Spot]]] = []
    for (page, side), some in groupby(sorted(found, key=lambda s: (*where(s), -s.y, s.x)), key=where):
        row: list[Spot] = []
        for spot in some:
            if row and row[0].y - spot.y >= ROW:
                rows.append((page, side, row))
                row = []
            row.append(spot)
        rows.append((page, side, row))
    return rows


def _legend(made: Sequence[Mark], unread: int) -> str:
    parts = []
    for status in JUDGED:
        for each in dict.fromkeys(kind(mark.found) for mark in made if mark.found.status is status):
            count = sum(kind(mark.found) == each for mark in made)
            words = _WORDS[status] + " if guesses are right" * (each == "guess")
            parts.append(rf"\layerproofdraw{{{each}}}\kern8pt {count} {words}\quad ")
    return rf"\layerprooflegend{{{''.join(parts)}{unread} not read}}"
