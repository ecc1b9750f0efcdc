"""How a command ends: with its exit code, whatever happens to it or to stdout, and with one message."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import sys
import traceback
from collections.abc import Callable

from .. import __version__
from ..running.results import Exit

SWITCH = "LAYERPROOF_DEBUG"
"""The environment variable that shows the traceback of an internal error."""


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class _Closed:
    """In place of a stdout that is closed: remembers whether anything was written."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self) -> None:
        self.wanted = False

    def write(self, text: str) -> int:
        self.wanted = self.wanted or bool(text)
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return 1


def guarded(run: Callable[[], int]) -> int:
    """The exit code of `run`; that of an internal error, of an interruption or of a stdout that is lost."""
    closed = _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):  # a character that the terminal does not have must not end the run
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("interrupted; what was finished is kept, and the next run goes on from there")
        return 130
    except BrokenPipeError:  # the reader of our output, `head` for instance, has seen enough
        _forget_stdout()
        return int(Exit.EXPECTED)
    except Exception as error:
        if isinstance(error, OSError) and (lost := _stdout_is_lost(error)):
            _tell(f"layerproof: cannot write to stdout: {lost}; what was found is kept, as far as there is a cache")
            _forget_stdout()
            return int(Exit.OUTPUT)
        _say_what_was_changed()
        _explain(error)
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        return int(Exit.INTERNAL)
    if closed is not None and closed.wanted:
        _tell("layerproof: cannot write to stdout: it is closed")
        return int(Exit.OUTPUT)
    return code


def _say_what_was_changed() -> None:
    """If a file of claims has changed the program, that is what its error is about."""
    patching = sys.modules.get("layerproof.running.patching")
    if patching is None:
        return
    with contextlib.suppress(Exception):
        patching.look()
    if changed := patching.found():
        _tell(f"layerproof: {patching.told(changed)}")


def despite_threads(code: int) -> None:
    """End this process with `code` if a file of claims has left a thread for which Python would wait for ever."""
    userfile = sys.modules.get("layerproof.running.userfile")
    if userfile is None or not userfile.still_running():
        return
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _open_what_is_closed() -> _Closed | None:
    """Give the standard handles that are closed to the null device: the next file opened must not get their numbers."""
    for handle in (0, 1, 2):
        try:
            os.fstat(handle)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != handle:
                os.dup2(null, handle)
                os.close(null)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is not None:
        return None
    closed = _Closed()
    sys.stdout = closed
    return closed


def _stdout_is_lost(error: OSError) -> str:
    """Why stdout cannot be written, if that is what `error` says: it names no file; else an empty text."""
    lost = error.filename is None and error.errno in _NO_ROOM
    return error.strerror or str(error) if lost else ""


def _forget_stdout() -> None:
    """Let what still waits to be written go nowhere: Python would try once more, and say so, when it ends."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
        sys.stdout.flush()


def _explain(error: Exception) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    said = str(error).strip().splitlines()
    _tell(f"layerproof: internal error: {type(error).__name__}: {said[0][:300] if said else 'no message'}{place}")
    if os.environ.get(SWITCH):
        with contextlib.suppress(Exception):
            traceback.print_exception(error)
    else:
        _tell(
            f"this is a fault of layerproof {__version__} and no verdict; to report it, run the command again with "
            f"{SWITCH}=1 and send what it prints, with the command and the file, to the maintainers"
        )


def _tell(message: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(message, file=sys.stderr, flush=True)
