"""A file of derivations as text: bounded, plain, and free of anything that a TeX system would carry out.

Nothing in a file is ever evaluated, by TeX or by Python.  What would change the meaning of a formula behind its back
(definitions of commands) or act (input, output, code) is refused all the same, so that what is checked is what a reader
of the printed page sees.
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
_FORBIDDEN = re.compile(
    r"\\(input|include|includeonly|InputIfFileExists|subfile|import|write|immediate|openin|openout|read|"
    r"closein|closeout|special|directlua|latelua|luaexec|luadirect|ShellEscape|def|gdef|edef|xdef|let|futurelet|"
    r"newcommand|renewcommand|providecommand|DeclareMathOperator|DeclareRobustCommand|NewDocumentCommand|"
    r"RenewDocumentCommand|newenvironment|renewenvironment|newif|catcode|mathcode|mathchardef|chardef|lccode|uccode|"
    r"csname|expandafter|makeatletter|everymath|everydisplay|scantokens|loop|usetikzlibrary|pyc|py|sage|python|"
    r"lstinputlisting|verbatiminput|pdffiledump|pdfximage|newread|newwrite|"
    r"afterassignment|aftergroup|advance|toks|count|dimen)"
    r"(?![A-Za-z])|\^\^"
)
_HARMLESS_CONTROL = frozenset("\n\t")


@dataclass(frozen=True)
class Trouble:
    """What could not be read, and where.

    Attributes:
        line: of the file, from 1; None if it is about the whole file.
        message: in words.
    """

    line: int | None
    message: str

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


class Refused(ValueError):
    """The file is not read at all; `trouble` says why, and where."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.trouble = Trouble(line, message)


def load(path: Path) -> str:
    """The text of a file, with plain line ends and without a byte order mark.

    Raises:
        OSError: if it cannot be opened.
        Refused: if it is no regular file, too large, no UTF-8 text, or holds what would act.
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
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refused(f"byte {error.start + 1} is no UTF-8 text; expected a text file", line) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line_text in enumerate(text.split("\n"), start=1):
        if len(line_text) > LONGEST_LINE:
            raise Refused(f"has {len(line_text):,} characters; expected at most {LONGEST_LINE:,}", number)
        for character in line_text:
            if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co") and character not in _HARMLESS_CONTROL:
                raise Refused(f"holds the invisible character U+{ord(character):04X}; expected plain text", number)
        if found := _FORBIDDEN.search(without_comment(line_text)):
            raise Refused(
                f"holds {found[0]}; a file that runs, reads or defines something is not read: write it out", number
            )
    return text


def without_comment(line: str) -> str:
    """A line up to its comment sign."""
    if "%" not in line:
        return line
    for found in re.finditer(r"\\.|%", line):
        if found[0] == "%":
            return line[: found.start()]
    return line


def foreign(text: str) -> str | None:
    """The first character of a formula that is not ASCII, with its name; None if there is none."""
    for character in text:
        if ord(character) > 126:
            name = unicodedata.name(character, "without a name")
            return f"the character {character!r} (U+{ord(character):04X}, {name.lower()})"
    return None
