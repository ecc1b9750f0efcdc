"""Where each part of a text as it is read stands in the files of its author."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


def line_ends(text: str) -> list[int]:
    """Where the lines of a text end; ``bisect_left(line_ends(text), place)`` lines end before a place."""
    return [found.start() for found in re.finditer("\n", text)]


class Place(int):
    """A line of a text as it is read: a number, in whose order lines are read, that shows where its author wrote it.

    Attributes:
        file: the author's file, seen from the root; empty for the root itself.
        line, column: there, from 1.
    """

    file: str
    line: int
    column: int

    def __new__(cls, number: int, file: str = "", line: int | None = None, column: int = 1) -> Place:
        made = super().__new__(cls, number)
        made.file, made.line, made.column = file, number if line is None else line, column
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return int(self), self.file, self.line, self.column

    def __str__(self) -> str:
        return f"{self.line} of {self.file}" if self.file else str(self.line)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Place({int(self)}, {self.file!r}, {self.line}, {self.column})"

    def as_data(self) -> list[Any]:
        """For another process, as JSON."""
        return [int(self), self.file, self.line, self.column]


@dataclass
class File:
    """A file of the author: its name, seen from the root, and its text."""

    name: str
    text: str
    ends: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.ends = line_ends(self.text)

    def spot(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character."""
        line = bisect_left(self.ends, offset)
        return line + 1, offset - (self.ends[line - 1] if line else -1)


@dataclass
class Positions:
    """The origin of each character of a text.

    Attributes:
        text: as it is read.
        files: that it is from.
        starts: where each run of characters begins.
        origins: the file of each run, where in it, and whether the run stands there character by character.
    """

    text: str
    files: Sequence[File]
    starts: Sequence[int] = (0,)
    origins: Sequence[tuple[int, int, bool]] = ((0, 0, True),)

    def __post_init__(self) -> None:
        self.ends = line_ends(self.text)

    @classmethod
    def of(cls, text: str) -> Positions:
        """Those of a text that is read as it stands."""
        return cls(text, [File("", text)])

    def place(self, offset: int) -> Place:
        """Where the character at an offset of the text is from."""
        run = bisect_right(self.starts, offset) - 1
        number, start, own = self.origins[run]
        file = self.files[number]
        line, column = file.spot(start + (offset - self.starts[run] if own else 0))
        return Place(bisect_left(self.ends, offset) + 1, file.name, line, column)

    def line(self, number: int) -> Place:
        """Where a line of the text, from 1, is from."""
        return self.place(0 if number <= 1 else min(self.ends[number - 2] + 1, max(0, len(self.text) - 1)))
