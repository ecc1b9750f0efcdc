"""A folder for files of a while, which goes with the run; what a killed run has left, the next one takes away."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "layerproof-run-"
_LOCK = "lock"
_YOUNG = 1.0  # seconds in which a run surely has its lock


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder of this run alone.  Its lock is held for as long as the run, or a worker of it, lives."""
    sweep()
    with (
        tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder,
        open(Path(folder, _LOCK), "w", encoding="ascii") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield Path(folder)


def sweep() -> None:
    """Remove the folders of this user's runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            status = folder.lstat()
            if status.st_uid != os.getuid() or folder.is_symlink() or time.time() - status.st_mtime < _YOUNG:
                continue
            with open(folder / _LOCK, encoding="ascii") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
