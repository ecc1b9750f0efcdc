"""The files of a paper, from its root: each in its folder, bounded, and written out to one text that can be cut up."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .macros import Expander
from .positions import File, Place, Positions
from .source import Refused, Trouble, load

MOST_FILES = 200
MOST_BYTES = 6_000_000


@dataclass
class Project:
    """A root file and the files that it asks for.

    Attributes:
        text: all of them as they are read, written out.
        troubles: what was not read or written out.
        refused: why a formula that holds a name is not read.
    """

    text: Positions
    troubles: list[Trouble] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


@dataclass
class _Folder:
    """Where a project's files are looked up: in one folder, and nowhere else."""

    root: Path
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
        return File(found.relative_to(self.root).as_posix(), text)

    def _inside(self, name: str) -> Path | None:
        """The file of a name, if it is one and, links followed, stands in the folder."""
        try:
            path = (self.root / name).resolve()
            return path if path.is_file() and path.is_relative_to(self.root) else None
        except (OSError, RuntimeError, ValueError):
            return None


def written_out(text: str, root: Path | None = None) -> Project:
    """The project of a root file.

    Args:
        text: of the root, as `source.load` gives it.
        root: its path; None if it has none, and then no further file is read.
    """
    folder = None if root is None else _Folder(root.resolve().parent, {root.resolve()})

    def load_(name: str, endings: tuple[str, ...]) -> File | None:
        if folder is None:
            if endings == (".sty",):
                return None
            raise ValueError("the text is no file, and has no folder")
        return folder.load(name, endings)

    spots: list[tuple[int, int, str]] = []
    expander = Expander(load_, lambda file, start, message: spots.append((file, start, message)))
    positions = expander.expanded(File("", text))
    project = Project(positions, refused=expander.refused)
    for number, start, message in spots[:200]:
        file = expander.files[number]
        line, column = file.spot(start)
        project.troubles.append(Trouble(Place(line, file.name, line, column), message))
    return project
