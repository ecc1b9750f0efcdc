"""Work in a child of this process, a fork of it: how it begins, what it may use, and how it ends.

What is worked on need not be pickled.  A child dies with its parent, and takes what descends from it along.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable

from . import orphans
from .room import with_room


def begin(work: Callable[[int], None]) -> tuple[int, int]:
    """Have a child do `work`, which is given the descriptor that it answers to, and end.

    Returns:
        the child's id, to be given to `reap`, and the descriptor at which its answer is read.
    """
    read, write = os.pipe()
    orphans.prepare()
    parent = os.getpid()
    child = _fork()
    if child == 0:
        try:
            orphans.die_with(parent)
            os.close(read)
            with_room(lambda: work(write))
        finally:
            os._exit(0)
    os.close(write)
    return child, read


def _fork() -> int:
    """``os.fork`` without the warning that newer Pythons give where another thread runs."""
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def tell(pipe: int, answer: bytes) -> None:
    """Write all of an answer."""
    while answer:
        answer = answer[os.write(pipe, answer) :]


def reap(child: int) -> int:
    """Kill a child with its group and all that descends from it; its exit status."""
    family = orphans.descendants(child)  # also those that have left the group
    for kill in (os.killpg, os.kill):  # a group of its own exists once the child has made it
        try:
            kill(child, signal.SIGKILL)
        except ProcessLookupError:
            continue
    orphans.kill(family)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def limit(what: int, value: int) -> None:
    """Set the soft limit of a resource of this process, as far as the hard one allows."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def address_space() -> int:
    """Bytes of address space that this process has; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more of address space than it has.

    A fork has what its parent had: a limit on the whole would be reached sooner under a parent that has loaded more.
    """
    if sys.platform != "darwin":  # there the system refuses limits on address space
        limit(resource.RLIMIT_AS, address_space() + more)


def default_signals() -> None:
    """Let signals that the parent handles do what they do by default."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)


def signal_name(number: int) -> str:
    """``SIGSEGV`` and the like."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
