"""Figures that were drawn are kept: to draw one integrates flows, and all of them take minutes.

A figure that is kept was drawn by this very program, with these libraries, from these records.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from functools import cache as once
from pathlib import Path

from layerproof.ground.files import write_atomically
from layerproof.running import cache

from .plates import Plate
from .records import folders

_LIBRARIES = ("matplotlib", "numpy", "scipy", "sympy", "python-flint", "heyoka", "mpmath")


def recall(plate: Plate, folder: Path) -> bool:
    """Put a figure that is kept into a folder as ``NAME.png``; whether there is one."""
    found = _store().get(_key(plate))
    if found is None:
        return False
    write_atomically(folder / f"{plate.name}.png", base64.b64decode(found["png"]))
    return True


def keep(plate: Plate, folder: Path) -> None:
    """Keep the figure that was drawn as ``NAME.png`` into a folder."""
    drawn = (folder / f"{plate.name}.png").read_bytes()
    _store().put(_key(plate), {"png": base64.b64encode(drawn).decode("ascii")})


def _store() -> cache.Cache:
    return cache.Cache(*cache.trusted())


def _key(plate: Plate) -> str:
    return cache.digest(json.dumps(["figure", plate.name, plate.caption, _drawn_by()]))


@once
def _drawn_by() -> str:
    """A hash of all that a figure is drawn with: every file of this program, the libraries, the records."""
    libraries = [sys.version_info[:3], *map(cache.version_of, _LIBRARIES)]
    found = hashlib.sha256(json.dumps([libraries, cache.all_sources()]).encode())
    for file in (file for folder in folders() if folder.is_dir() for file in sorted(folder.glob("*.json"))):
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()
