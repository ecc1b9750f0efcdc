"""The files of a paper, from its root: each in its folder, bounded, and written out to one text that can be cut up.

A chapter alone has its abbreviations from the preamble of the paper that asks for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .definitions import DEFINITIONS
from .macros import Expander
from .positions import File, Place, Positions
from .source import Refused, Trouble, load
from .styles import ALWAYS, COMMON, LETTERS, STYLES, shows

MOST_FILES = 200
MOST_BYTES = 6_000_000
_LARGEST = 1_000_000
"""Bytes of a file that may ask for a chapter."""
_HIGHEST = 3
"""Folders in which such a file is looked for: that of the chapter, and those around it."""
_HEADER = re.compile(r"^[ \t]*%[^\n]*|\A---\n.*?\n---$", re.MULTILINE | re.DOTALL)
"""Comments, in which a header may stand, and one between two lines at the beginning."""
_WHOLE = re.compile(r"^[^%\n]*\\documentclass", re.MULTILINE)
_TOLD = re.compile(r"^\s*%+\s*!\s*TEX\s+root\s*=\s*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_SUBFILE = re.compile(r"^[^%\n]*\\documentclass\s*\[([^\]\n]+)\]\s*\{subfiles\}", re.MULTILINE)
_ASKS = re.compile(
    r"^[^%\n]*\\(?:input|include|subfile|(?:sub)?import\*?\s*\{[^}\n]*\})\s*\{?\s*([^}\s]+)", re.MULTILINE
)


@dataclass
class Project:
    """A root file and the files that it asks for.

    Attributes:
        text: all of them as they are read, written out.
        troubles: what was not read or written out.
        refused: why a formula that holds a name is not read.
        presumed: the names that nothing defines, and by what it shows what they were taken to stand for.
    """

    text: Positions
    troubles: list[Trouble] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    presumed: dict[str, str] = field(default_factory=dict)


@dataclass
class _Folder:
    """Where a project's files are looked up: in the folder of the paper, and nowhere else.

    Attributes:
        root: the folder of the file that is read.
        whole: that of the paper that it is a part of.
    """

    root: Path
    whole: Path
    read: set[Path] = field(default_factory=set)
    bytes: int = 0

    def load(self, name: str, endings: tuple[str, ...]) -> File | None:
        """A file of the folder; None if a style is none of the author's own.

        Raises:
            ValueError: if it may not, or cannot, be read; the message says why.
        """
        if not name or len(name) > 300 or "\\" in name or "\0" in name:
            raise ValueError("its name is not plain")
        path = Path(name)
        if path.is_absolute() or name.startswith("~"):
            raise ValueError("it stands outside of the folder of the paper")
        found = next((p for p in (self._inside(name + ending) for ending in endings) if p is not None), None)
        if found is None:
            if endings == (".sty",):
                return None
            raise ValueError("there is no such file in the folder of the paper")
        if found in self.read:
            if endings == (".sty",):
                return None
            raise ValueError("it was read before")
        if len(self.read) >= MOST_FILES or self.bytes > MOST_BYTES:
            raise ValueError(f"expected at most {MOST_FILES} files and {MOST_BYTES:,} bytes")
        try:
            text = load(found)
        except Refused as refusal:
            raise ValueError(str(refusal.trouble)) from None
        except OSError as error:
            raise ValueError(error.strerror or str(error)) from None
        self.read.add(found)
        self.bytes += len(text)
        return File(Path(os.path.relpath(found, self.root)).as_posix(), text)

    def _inside(self, name: str) -> Path | None:
        """The file of a name, if it is one and, links followed, stands in the folder."""
        for folder in dict.fromkeys((self.whole, self.root)):
            try:
                path = (folder / name).resolve()
                if path.is_file() and any(path.is_relative_to(own) for own in (self.whole, self.root)):
                    return path
            except (OSError, RuntimeError, ValueError):
                continue
        return None


def written_out(text: str, root: Path | None = None, declared: str = "") -> Project:
    """The project of a root file.

    Args:
        text: of the root, as `source.load` gives it.
        root: its path; None if it has none, and then no further file is read.
        declared: what is declared beside it; a command that is a letter there, or in its header, is written out only
            where it is defined.
    """
    letters = {found[0] for part in (declared, *_HEADER.findall(text)) for found in re.finditer(r"\\[A-Za-z]+", part)}
    common = {name: style for name, style in {**LETTERS, **COMMON}.items() if name not in letters}
    here = None if root is None else root.resolve()
    whole = None if here is None else paper_of(text, here)
    folder = None if here is None else _Folder(here.parent, (whole or here).parent, {here})

    def load_(name: str, endings: tuple[str, ...]) -> File | None:
        if folder is None:
            if endings == (".sty",):
                return None
            raise ValueError("the text is no file, and has no folder")
        return folder.load(name, endings)

    spots: list[tuple[int, int, str]] = []
    expander = Expander(
        load_, lambda file, start, message: spots.append((file, start, message)),
        DEFINITIONS, STYLES, common, styled=dict(ALWAYS),
    )  # fmt: skip
    if here is not None and whole is not None and (preamble := _preamble(whole)):
        expander.take_up(File(Path(os.path.relpath(whole, here.parent)).as_posix(), preamble))
    positions = expander.expanded(File("", text))
    presumed = {name: shows(COMMON[name]) for name in sorted(expander.presumed) if name in COMMON}
    project = Project(positions, refused=expander.refused, presumed=presumed)
    for number, start, message in spots[:200]:
        file = expander.files[number]
        line, column = file.spot(start)
        project.troubles.append(Trouble(Place(line, file.name, line, column), message))
    return project


# --- chapters --------------------------------------------------------------------------------------------------------


def paper_of(text: str, path: Path) -> Path | None:
    """The file of the paper that a file is a chapter of: the one that it names, or the only one that asks for it.

    Args:
        text: of the chapter.
        path: its own, without links.
    """
    highest = [path.parent, *path.parent.parents][:_HIGHEST][-1]
    told = _TOLD.search(text[:5_000]) or _SUBFILE.search(text)
    if told:
        try:
            named = (path.parent / told[1].strip()).resolve()
            named = named if named.suffix else named.with_suffix(".tex")
            fits = named.suffix == ".tex" and named.is_relative_to(highest) and named.is_file() and named != path
        except (OSError, RuntimeError, ValueError):  # no name of a file
            return None
        return named if fits else None
    if _WHOLE.search(text):
        return None
    found = list(_asking_for(path))
    return found[0] if len(found) == 1 else None


def _asking_for(path: Path) -> Iterator[Path]:
    """The papers, in the folder of a chapter and in those around it, that ask for the chapter."""
    looked = 0
    for folder in [path.parent, *path.parent.parents][:_HIGHEST]:
        try:
            others = sorted(folder.glob("*.tex"))[:MOST_FILES]
        except OSError:
            return
        for other in others:
            text = _read(other) if other != path else ""
            looked += len(text)
            if looked > MOST_BYTES:
                return
            if _WHOLE.search(text) and any(_names(found[1], folder, path) for found in _ASKS.finditer(text)):
                yield other


def _names(name: str, folder: Path, path: Path) -> bool:
    """Whether a name that is asked for from a folder is that of a file; a part of a folder may go before it."""
    parts = Path(name if name.endswith(".tex") else f"{name}.tex").parts
    return bool(parts) and ".." not in parts and path.relative_to(folder).parts[-len(parts) :] == parts


def _read(path: Path) -> str:
    """The text of a file; nothing if it is none, or too large."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ""
        return load(path)
    except (Refused, OSError):
        return ""


def _preamble(path: Path) -> str:
    return re.split(r"\\begin\s*\{document\}", _read(path), maxsplit=1)[0]
