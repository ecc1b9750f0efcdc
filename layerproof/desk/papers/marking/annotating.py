"""From a paper, and what was found about its lines, to its pages with marks."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ....tools.latex_lines.files.source import Refused, load
from ....tools.latex_lines.findings.report import Findings
from ....tools.latex_lines.judging.questions import Status
from .copying import copied
from .drawing import drawn, spots
from .inserting import Mark, insert, marks
from .tex import Failed, NotCompiled, engine, once, whole

HERE = Path(__file__).parent
COMMANDS = "layerproof-marks.tex"
_DRAWN, _PLACES = "layerproof-drawn.tex", "layerproof-places.txt"
MOST_WITHOUT = 30
"""Displays that may be left without marks because TeX does not take them."""
MOST_SETTLING = 3


@dataclass(frozen=True)
class Compiled:
    """A copy of a paper that TeX has compiled as it is.

    Attributes:
        root: the paper.
        copy: of it.
        engine: the program.
        pages: their number.
    """

    root: Path
    copy: Path
    engine: str
    pages: int


@contextlib.contextmanager
def compiled(root: Path) -> Iterator[Compiled]:
    """A copy of a paper, compiled as it is, for a while.

    Raises:
        NotCompiled: if TeX is missing, or the paper does not compile; the message begins with its name.
    """
    try:
        text = load(root)
        if root.suffix != ".tex":
            raise NotCompiled("only a .tex file can be compiled")
        with tempfile.TemporaryDirectory(prefix="layerproof-pdf-") as folder:
            name = engine(text)
            copy = copied(root, Path(folder, "paper"))
            yield Compiled(root, copy, name, whole(copy, name))
    except Failed as failed:
        raise NotCompiled(f"{root} does not compile by itself: {failed}") from None
    except (OSError, Refused) as problem:
        raise NotCompiled(f"{root} cannot be copied for TeX: {problem}") from None
    except NotCompiled as problem:
        raise NotCompiled(f"{root}: {problem}") from None


def annotated(paper: Compiled, findings: Findings) -> tuple[bytes, int]:
    """The paper as a PDF with marks, and how many lines have none since TeX does not take a mark in their display.

    Raises:
        NotCompiled: if it does not compile with marks, or its pages would not be the same.
    """
    folder = paper.copy.parent
    shutil.copyfile(HERE / COMMANDS, folder / COMMANDS)
    every = marks(findings)
    some = _accepted(paper, every)
    unread = sum(line.status is Status.UNREAD for line in findings.lines)
    for _ in range(MOST_SETTLING):
        before = spots(folder / _PLACES)
        (folder / _DRAWN).write_text(drawn(before, some, unread), encoding="ascii")
        pages = once(paper.copy, paper.engine, COMMANDS)
        if spots(folder / _PLACES) == before:
            break
    if pages != paper.pages:
        raise NotCompiled(f"{paper.root}: with marks it has {pages} pages, and {paper.pages} without: please report it")
    return paper.copy.with_suffix(".pdf").read_bytes(), len(every) - len(some)


def _accepted(paper: Compiled, every: list[Mark]) -> list[Mark]:
    """The marks with which TeX compiles the paper; where it fails, the display gets none."""
    files = {mark.found.file for mark in every}
    some = every
    for _ in range(MOST_WITHOUT):
        insert(some, files, paper.root, paper.copy)
        try:
            once(paper.copy, paper.engine, COMMANDS)
        except Failed as failed:
            without = _display_of(failed.place, some, paper.copy.name)
            if without is None:
                raise NotCompiled(f"{paper.root} does not compile with marks: {failed}; please report it") from None
            some = [mark for mark in some if (mark.found.file, mark.found.block) != without]
        else:
            return some
    raise NotCompiled(f"{paper.root}: TeX takes no mark in more than {MOST_WITHOUT} displays; please report it")


def _display_of(place: tuple[str, int] | None, some: list[Mark], root: str) -> tuple[str, int] | None:
    """The file and the number of the display in which TeX found an error; it may say so at the end of it."""
    if place is None:
        return None
    name, line = place
    near = [mark for mark in some if (mark.found.file or root) in (name, f"{name}.tex") and mark.line <= line]
    if not near:
        return None
    last = max(near, key=lambda mark: mark.line)
    return last.found.file, last.found.block
