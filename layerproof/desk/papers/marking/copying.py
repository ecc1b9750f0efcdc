"""A paper's folder copied to where TeX may write."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .tex import NotCompiled

MOST_FILES = 20_000
MOST_BYTES = 2 * 1024**3
_MADE_BY_TEX = frozenset({
    ".aux", ".fdb_latexmk", ".fls", ".lof", ".log", ".lot", ".nav", ".out", ".pos", ".run.xml", ".snm", ".toc", ".xdv",
})  # fmt: skip
"""What another run of TeX has left: the copy makes its own.  A bibliography or an index that is there is kept."""


def copied(root: Path, to: Path) -> Path:
    """The copy of a root file, with all of its folder.

    Hidden folders are left out, and links to folders: what is copied is bounded, and ends.

    Raises:
        NotCompiled: if the folder is too large; OSError if it cannot be read.
    """
    folder = root.resolve().parent
    files = room = 0
    for path, folders, names in os.walk(folder):
        inside = to / Path(path).relative_to(folder)
        inside.mkdir(parents=True, exist_ok=True)
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for name in names:
            file = Path(path, name)
            if name.startswith(".") or file.suffix in _MADE_BY_TEX or not file.is_file():
                continue
            files, room = files + 1, room + file.stat().st_size
            if files > MOST_FILES or room > MOST_BYTES:
                limits = f"at most {MOST_FILES:,} files and {MOST_BYTES >> 30} GiB"
                raise NotCompiled(f"{folder} is too large to be copied for TeX: expected {limits}")
            shutil.copyfile(file, inside / name)
    return to / root.resolve().name
