"""The file of declarations beside a paper: how a proposal is written there, and how it is read again."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from ..files.markdown import is_markdown
from ..files.parts import Declaration
from ..files.positions import Place
from ..files.source import Refused, load

ENDING = ".lp"
MARK = "?"


@dataclass(frozen=True)
class Proposal:
    """A declaration that is proposed.

    Attributes:
        name: in LaTeX.
        what: the type, as a header says it.
        lines: how many lines of displays hang on it.
        said: the words of the paper that say so; empty if it is guessed.
        place: where that, or the name, is seen first.
        key: under which it is declared.
    """

    name: str
    what: str
    lines: int
    said: str
    place: int
    key: str = "symbols"

    def row(self, paper: str) -> str:
        """As a line of the file."""
        where = self.place if isinstance(self.place, Place) else Place(self.place)
        file = os.path.basename(where.file or paper)
        mark = " " if self.said else MARK
        why = f"said: {self.said}" if self.said else "guessed"
        item = f"{mark} {self.key}: {self.name.replace('..', ':')} {self.what}"  # the author's W_{L:1}
        return f"{item:<56} % {self.lines} line{'s' * (self.lines != 1)}; {file}:{where.line}:{where.column}; {why}"


def has_declarations(paper: Path) -> bool:
    """Whether a file is one beside which declarations are written."""
    return paper.suffix == ".tex" or is_markdown(paper)


def beside(paper: Path) -> Path:
    """The file of declarations of a paper."""
    return paper.with_suffix(ENDING)


def written(paper: str, proposals: list[Proposal]) -> str:
    """The text of the file."""
    name = os.path.basename(paper)
    head = [
        f"What the letters of {name} mean, as far as it shows. It is read whenever {name} is.",
        f"A line that begins with {MARK} is guessed: correct it, and take the {MARK} away. What rests on a guess is",
        "marked, and nothing is called wrong for it. hypotheses:, define:, random:, flow: may be added (see docs).",
        "After %: the lines that hang on a name, where it is first seen, and what says what it is.",
    ]
    return "\n".join(f"% {line}" for line in head) + "\n\n" + "\n".join(p.row(paper) for p in proposals) + "\n"


def declarations(paper: Path) -> list[Declaration]:
    """What the file beside a paper declares; nothing if there is none.

    Raises:
        ValueError: if it is there and cannot be read.
    """
    path = beside(paper)
    if not has_declarations(paper) or not path.is_file():
        return []
    try:
        text = load(path)
    except (Refused, OSError) as problem:
        raise ValueError(f"{path.name} is not read: {problem}") from None
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        bare = re.split(r"(?<!\\)%", line, maxsplit=1)[0].strip()
        guessed = bare.startswith(MARK)
        match = re.match(r"([A-Za-z]+)\s*:(.*)", bare.lstrip(f"{MARK} "))
        if not bare:
            continue
        key = match[1].lower() if match else ""
        text = match[2] if match else bare
        for item in [text] if key == "read" else text.split(";"):
            found.append(Declaration(Place(0, path.name, number), key, item.strip(), guessed))
    return found
