r"""Marks put into copies of a paper's files: ``\layerproofmark{N}``, which takes no room, before each right side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ....tools.latex_lines.files.positions import File
from ....tools.latex_lines.files.source import load
from ....tools.latex_lines.findings.report import Findings
from ....tools.latex_lines.judging.questions import Line, Status
from ..places import Sources

JUDGED = (Status.VERIFIED, Status.REFUTED, Status.UNDECIDED, Status.STATED)


@dataclass(frozen=True)
class Mark:
    """A judged line, and where it stands.

    Attributes:
        number: of the mark.
        found: the line.
        line, column: of its right side in its file; of its row, if the side is not written there as it was read.
    """

    number: int
    found: Line
    line: int
    column: int


def marks(findings: Findings) -> list[Mark]:
    """Those of a paper."""
    made: list[Mark] = []
    for line, place in zip(findings.lines, Sources(findings).places(), strict=True):
        if line.status in JUDGED:
            spot = (place.side.line, place.side.column) if place else (line.line, line.column or 1)
            made.append(Mark(len(made), line, *spot))
    return made


def insert(made: Collection[Mark], files: Collection[str], root: Path, copy: Path) -> None:
    """Write files of a paper into its copy, with marks.

    Args:
        made: the marks.
        files: that are written, by their names as seen from the root, which has the empty one.
        root: the paper, of which the marks were made.
        copy: of the root.

    Raises:
        OSError: if a file cannot be written.
    """
    for name in files:
        original, target = (root.resolve().parent / name, copy.parent / name) if name else (root, copy)
        text = load(original)
        ends = File(name, text).ends
        some = (mark for mark in made if mark.found.file == name)
        for mark in sorted(some, key=lambda m: (m.line, m.column, m.number), reverse=True):
            at = (ends[mark.line - 2] + 1 if mark.line > 1 else 0) + mark.column - 1
            text = f"{text[:at]}\\layerproofmark{{{mark.number}}}{text[at:]}"
        target.write_bytes(text.encode(_encoding(original)))


def _encoding(file: Path) -> str:
    """That of a file that was read."""
    try:
        file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"
