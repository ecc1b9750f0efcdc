"""A file of derivations as text: bounded and plain.

Nothing in a file is ever evaluated, by TeX or by Python.  `macros` writes out what is abbreviated, and keeps what acts.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path

LARGEST = 1_000_000
"""Bytes of a file."""
LONGEST_LINE = 20_000
"""Characters of a line."""
_HARMLESS_CONTROL = frozenset("\n\t\f")
_MIRRORING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Trouble:
    """What could not be read, and where.

    Attributes:
        line: of the file, from 1; None if it is about the whole file.
        message: in words.
        file, column: where its author finds it; the file is empty for the one that was asked about.
    """

    line: int | None
    message: str
    file: str = ""
    column: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line} of {self.file}" if self.file else f"line {self.line}"
        return self.message if self.line is None else f"{where}: {self.message}"


class Refused(ValueError):
    """The file is not read at all; `trouble` says why, and where."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.trouble = Trouble(line, message)


def load(path: Path) -> str:
    """The text of a file, with plain line ends and without a byte order mark.

    Raises:
        OSError: if it cannot be opened.
        Refused: if it is no regular file, too large, or no plain text.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(handle, "rb") as file:
        kind = os.fstat(file.fileno())
        if not stat.S_ISREG(kind.st_mode):
            raise Refused("is no regular file; expected a LaTeX or text file")
        if kind.st_size > LARGEST:
            raise Refused(f"holds {kind.st_size:,} bytes; expected at most {LARGEST:,}")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused(f"holds more than {LARGEST:,} bytes")
    return admitted(data)


def admitted(data: bytes) -> str:
    """`data` as text that may be read.

    Raises:
        Refused: see `load`.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # as older papers are; what is no text at all holds control characters
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line_text in enumerate(text.split("\n"), start=1):
        if len(line_text) > LONGEST_LINE:
            raise Refused(f"has {len(line_text):,} characters; expected at most {LONGEST_LINE:,}", number)
        for character in line_text:
            if character.isascii() and character >= " " and character != "\x7f":
                continue
            controls = unicodedata.category(character) in ("Cc", "Cs") and character not in _HARMLESS_CONTROL
            if controls or character in _MIRRORING:
                raise Refused(f"holds the invisible character U+{ord(character):04X}; expected plain text", number)
    return text.replace("\f", " ")


def without_comment(line: str) -> str:
    """A line up to its comment sign."""
    if "%" not in line:
        return line
    for found in re.finditer(r"\\.|%", line):
        if found[0] == "%":
            return line[: found.start()]
    return line


def uncommented(line: str) -> str:
    """A line with spaces for its comment: each character stays where it is."""
    bare = without_comment(line)
    return bare + " " * (len(line) - len(bare))


def foreign(text: str) -> str | None:
    """The first character of a formula that is not ASCII, with its name; None if there is none."""
    for character in text:
        if ord(character) > 126:
            name = unicodedata.name(character, "without a name")
            return f"the character {character!r} (U+{ord(character):04X}, {name.lower()})"
    return None
