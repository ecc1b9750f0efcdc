"""Evidence kept on disk, one small file a piece, so that a run that was cut short goes on where it stopped.

A file is written beside its place and moved there in one step, and carries a checksum of what it says: a
damaged file is the same as none.  What was found is kept under a hash of what it was found about and of the
program that found it, so that it is never taken for the answer to another question.
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

FORMAT = 1
ROOT = Path(__file__).resolve().parent
_FORM = frozenset({"printing/typeset.py", "printing/notation.py", "reading.py", "exact/agreement.py"})
"""Modules of the kernel that print and read LaTeX, and take no part in what is found."""
_APART = frozenset({"layerproof.derivations.kernel.coq"})
"""Packages that take no part in what the packages around them find: their files count where they are named."""


def directory() -> Path:
    """Where evidence is kept: ``LAYERPROOF_CACHE`` if set, else the place the platform has for caches."""
    if chosen := os.environ.get("LAYERPROOF_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "layerproof"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").expanduser() / "layerproof"


def digest(text: str) -> str:
    """The hash of `text`, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache
def fingerprint(packages: tuple[str, ...], libraries: tuple[str, ...]) -> str:
    """A hash of the sources of `packages` (dotted names) and of the versions of Python and of `libraries`.

    Sources are files of Python, and of Coq.
    """
    import importlib.util

    found = hashlib.sha256(f"{FORMAT} {sys.version_info[:2]}".encode())
    for package in packages:
        spec = importlib.util.find_spec(package)
        for folder in sorted(spec.submodule_search_locations or () if spec else ()):
            for file in sorted((*Path(folder).rglob("*.py"), *Path(folder).rglob("*.v"))):
                place = file.relative_to(folder)
                if place.as_posix() in _FORM or _is_apart(package, place):
                    continue
                found.update(f"{package}/{place.as_posix()}\0".encode())
                found.update(file.read_bytes())
    for library in libraries:
        found.update(f"{library} {_version(library)}\0".encode())
    return found.hexdigest()


def _is_apart(package: str, place: Path) -> bool:
    """Whether a file of a package belongs to a package within it that stands apart."""
    folders = [".".join((package, *place.parts[:depth])) for depth in range(1, len(place.parts))]
    return any(folder in _APART for folder in folders)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


class Cache:
    """Pieces of evidence by key.

    Args:
        folder: where; None keeps nothing.

    Attributes:
        problem: why nothing can be kept, for one warning at the end; empty when all is well.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.problem = ""

    def _file(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / key[:2] / f"{key}.json"

    def get(self, key: str) -> dict[str, Any] | None:
        """What is kept under `key`; None if nothing is, or if the file is damaged."""
        file = self._file(key)
        if file is None:
            return None
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            intact = kept["format"] == FORMAT and kept["checksum"] == digest(json.dumps(kept["value"], sort_keys=True))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return kept["value"] if intact and isinstance(kept["value"], dict) else None

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep `value` under `key`; if the disk refuses, say so in `problem` and go on."""
        file = self._file(key)
        if file is None:
            return
        kept = {"format": FORMAT, "checksum": digest(json.dumps(value, sort_keys=True)), "value": value}
        try:
            write_atomically(file, json.dumps(kept, sort_keys=True))
        except OSError as error:
            self.problem = f"evidence cannot be kept in {self.folder}: {error.strerror or error}"


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write `content` so that a reader sees the whole of it or nothing.  Raises OSError if the disk refuses."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:20]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
        os.chmod(name, 0o666 & ~_umask())  # a temporary file is its owner's alone
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
