"""Evidence kept on disk, one small file a piece, so that a run that was cut short goes on where it stopped.

A file is written beside its place and moved there in one step, and carries a checksum of what it says and of the
question it answers: a damaged file, or one of another name, is the same as none.  What was found is kept under a hash
of what it was found about and of the program that found it, so that it is never taken for the answer to another
question.

The checksum is against accidents: who can write to the folder can write any verdict.  So the folder must be its
user's alone, as must each file; see ``docs/trust.md``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..ground import files

FORMAT = 2
ROOT = Path(__file__).resolve().parent
_PACKAGES = {"flint": "python-flint", "sklearn": "scikit-learn"}
"""Names under which libraries are installed, where they are imported under others."""


def directory() -> Path:
    """Where evidence is kept: ``LAYERPROOF_CACHE`` if set, else the place the platform has for caches.

    A user without a home has it in the folder for temporary files.
    """
    try:
        if chosen := os.environ.get("LAYERPROOF_CACHE"):
            return Path(chosen).expanduser()
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "layerproof"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").expanduser() / "layerproof"
    except RuntimeError:  # neither HOME nor an entry in the table of users
        return Path(tempfile.gettempdir()) / f"layerproof-{os.getuid()}"


def trusted() -> tuple[Path | None, str]:
    """The folder where evidence is kept, if it can be made and is this user's alone; else None, and why."""
    folder = directory()
    try:
        return files.own_folder(folder), ""
    except files.Untrusted as error:
        return None, f"evidence is neither kept nor taken from where it was kept: {error}"
    except OSError as error:
        return None, f"evidence cannot be kept in {folder}: {error.strerror or error}"


def digest(text: str) -> str:
    """The hash of `text`, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache
def fingerprint(modules: tuple[str, ...]) -> str:
    """A hash of the program that begins with `modules`: their sources, and all that they rest on.

    See `layerproof.ground.programs`.  The versions of Python, of every library that this program imports,
    and of mpmath, on which SymPy rests, count as well.
    """
    from ..ground import programs
    from . import patching

    folder, _ = trusted()
    store, key = Cache(folder), digest(f"program {FORMAT} {modules} {all_sources()}")
    found = store.get(key)
    if found is None:  # to read what imports what takes a second, and is done once after a change
        found = {"libraries": [*programs.libraries(modules), "mpmath"], "digest": programs.digest(modules)}
        if not patching.found():  # a changed program says of itself what it likes
            store.put(key, found)
    libraries = {name: version_of(_PACKAGES.get(name, name)) for name in found["libraries"]}
    return digest(json.dumps([FORMAT, sys.version_info[:2], found["digest"], libraries], sort_keys=True))


@lru_cache(maxsize=1)
def all_sources() -> str:
    """A hash of every file of layerproof, in which a program can rest."""
    from ..ground import programs

    found = hashlib.sha256()
    for name, folder in sorted(programs.rooms().items()):
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.v"))):
            content = file.read_bytes()
            found.update(f"{name} {file.relative_to(folder).as_posix()} {len(content)}\0".encode())
            found.update(content)
    return found.hexdigest()


def version_of(library: str) -> str:
    """The version of a library that is installed, or that it is absent."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


def _checksum(key: str, value: Any) -> str:
    return digest(json.dumps([key, value], sort_keys=True))


class Cache:
    """Pieces of evidence by key.

    Args:
        folder: where; None keeps nothing.
        problem: why nothing can be kept, if that is known already.

    Attributes:
        problem: why nothing can be kept, for one warning at the end; empty when all is well.
    """

    def __init__(self, folder: Path | None, problem: str = "") -> None:
        self.folder = folder
        self.problem = problem

    def _file(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / key[:2] / f"{key}.json"

    def get(self, key: str) -> dict[str, Any] | None:
        """What is kept under `key`; None if nothing is, or if the file is damaged or not this user's alone."""
        file = self._file(key)
        if file is None:
            return None
        try:
            kept = json.loads(files.read_regular(file, own=True, largest=files.LARGEST))
            value = kept["value"]
            intact = kept["format"] == FORMAT and kept["key"] == key and kept["checksum"] == _checksum(key, value)
        except (OSError, ValueError, KeyError, TypeError, RecursionError, MemoryError):
            return None
        return value if intact and isinstance(value, dict) else None

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep `value` under `key`; if the disk refuses, say so in `problem` and go on."""
        file = self._file(key)
        if file is None:
            return
        kept = {"format": FORMAT, "key": key, "checksum": _checksum(key, value), "value": value}
        try:
            files.write_atomically(file, json.dumps(kept, sort_keys=True), private=True)
        except OSError as error:
            self.problem = f"evidence cannot be kept in {self.folder}: {error.strerror or error}"
