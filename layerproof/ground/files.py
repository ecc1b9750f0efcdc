"""Files written whole, wherever a user points, files read that somebody else may have put there, and locks."""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

LARGEST = 64 * 1024**2
"""Bytes of the largest file that is taken for evidence."""


class Untrusted(OSError):
    """A file or folder that others could have written, or that is no such thing."""


def write_atomically(file: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write `content` so that a reader sees the whole of it or nothing.

    What a symbolic link points to is written, and the link stays.  What is no regular file (a device, a FIFO, a
    terminal), or is where this process prints, is opened and written to, never replaced.  A lone surrogate, which
    UTF-8 cannot say, is written as ``\\udXXX``, which JSON understands.

    Args:
        file: where; its folder is made if it is missing.
        content: a text is written in UTF-8.
        private: whether the file, and a folder that is made for it, are for this user alone.

    Raises:
        OSError: if the disk refuses; what was there is then still there.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    try:
        there = os.stat(file)
    except FileNotFoundError:
        there = None
    shared = None if there is None else _printing_to(there)
    if there is not None and (shared is not None or not stat.S_ISREG(there.st_mode)):
        _write_in_place(file, data, shared)
        return
    place = Path(os.path.realpath(file))
    place.parent.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
    try:
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:20]}.", suffix=".tmp")
    except PermissionError:  # a file of ours in a folder that is not
        if there is None:
            raise
        _write_in_place(place, data, None)
        return
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if not private:  # a temporary file is its owner's alone
            os.chmod(name, 0o666 & ~_umask() if there is None else stat.S_IMODE(there.st_mode))
        os.replace(name, place)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _printing_to(there: os.stat_result) -> int | None:
    """The handle by which this process prints to what has this status, if it does: the two share a position."""
    for handle in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(there, os.fstat(handle)):
                return handle
    return None


def _write_in_place(file: Path, data: bytes, handle: int | None) -> None:
    """Write to what is there, or by the handle by which this process prints to it."""
    if handle is None:
        target = os.open(file, os.O_WRONLY | os.O_CLOEXEC | os.O_TRUNC)
    else:
        sys.stdout.flush()
        sys.stderr.flush()
        target = os.dup(handle)
    with os.fdopen(target, "wb") as stream:
        stream.write(data)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def read_regular(file: Path, *, own: bool = False, largest: int | None = None) -> bytes:
    """What a regular file says; a FIFO is not waited for.

    Args:
        file: which.
        own: whether it must be this user's, and nobody else may be able to write it.
        largest: bytes that it may have.

    Raises:
        Untrusted: if it is no regular file, is too large, or must be this user's and is not.
        OSError: if it cannot be read.
    """
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Untrusted("no regular file")
        if own and not is_own(status):
            raise Untrusted(f"{file} is not this user's alone")
        if largest is not None and status.st_size > largest:
            raise Untrusted(f"{file} is larger than {largest} bytes")
        return stream.read()


def is_own(status: os.stat_result) -> bool:
    """Whether this user, and no other, may write what has this status."""
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def own_folder(folder: Path) -> Path:
    """`folder`, made if it is missing, for this user alone; what stands in it may be taken at its word.

    Raises:
        Untrusted: if it is another's, others can write to it, or it is no folder.
        OSError: if it cannot be made.
    """
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700, parents=True)
    status = os.stat(folder)
    if not stat.S_ISDIR(status.st_mode):
        raise Untrusted(f"{folder} is no folder")
    if not is_own(status):
        mine = status.st_uid == os.getuid()
        what = "others can write to it" if mine else "it belongs to another user"
        remedy = f"chmod go-w '{folder}'" if mine else "set LAYERPROOF_CACHE to a folder of yours"
        raise Untrusted(f"{folder} is not this user's alone: {what}; {remedy}")
    return folder


@contextlib.contextmanager
def locked(file: Path, waits: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold a lock; `waits` is told if another process has it.  The system takes it back from a process that dies."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "a", encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waits()
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield
