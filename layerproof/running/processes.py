"""Work done in processes of its own, each with a time and a memory limit.

Time is the processor's: what a proof may take must not depend on what else the machine does.  A worker that waits for
something gets `PATIENCE` times as long by the clock.

A worker is a fork of this process, so that what it works on need not be pickled; what it finds comes back as
JSON.  Whatever it does (runs for ever, exhausts its memory, is killed by a signal) ends in an `Outcome` here.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import math
import mmap
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any

from ..ground import children, garbage, orphans

GIB = 1024**3
PATIENCE = 4.0
"""How many times its seconds a worker that waits gets by the clock, unless it is told otherwise."""

_TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Limits:
    """Seconds of one processor's time, and bytes of address space beside what it begins with (None: no limit).

    `patience` is how many times as long it may take by the clock, if it waits.
    """

    seconds: float
    memory: int | None = 4 * GIB
    patience: float = PATIENCE


@dataclass(frozen=True)
class Outcome:
    """What became of one piece of work.

    Attributes:
        value: what the function returned, if it did.
        failure: None, or one of ``time``, ``memory``, ``crash``, ``exception``.
        reason: the failure in words.
        seconds: wall time.
    """

    value: Any = None
    failure: str | None = None
    reason: str = ""
    seconds: float = 0.0


class Board:
    """A line of text that a worker writes and this process reads, made before the worker is born."""

    _SIZE = 256

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self._SIZE)

    def write(self, text: str) -> None:
        """Put up `text` in place of what was there."""
        self._memory[:] = text.encode()[: self._SIZE].ljust(self._SIZE, b"\0")

    @property
    def text(self) -> str:
        """What is there."""
        return self._memory[:].rstrip(b"\0").decode(errors="ignore")


@dataclass
class _Worker:
    key: Hashable
    pid: int
    pipe: int
    limits: Limits
    said: IO[bytes]
    started: float = field(default_factory=time.monotonic)
    received: bytearray = field(default_factory=bytearray)

    @property
    def age(self) -> float:
        return time.monotonic() - self.started

    @property
    def is_over(self) -> bool:
        """Whether its time is up: that of one processor, or, if it waits, several times as much by the clock."""
        return (
            self.age > self.limits.patience * self.limits.seconds or min(self.age, self._busy()) > self.limits.seconds
        )

    def _busy(self) -> float:
        """Seconds of processor time so far, of all its threads; infinite where the system does not say."""
        try:
            with open(f"/proc/{self.pid}/stat", "rb") as stat:
                ticks = stat.read().rpartition(b")")[2].split()[11:13]
        except OSError:
            return math.inf
        return sum(map(int, ticks)) * _TICK


class Pool:
    """Runs submitted work, at most `jobs` at a time; iterate over it for the outcomes, as they come.

    More may be submitted while iterating.  Leaving the ``with`` block kills what still runs.

    Args:
        jobs: how many at a time.
        look: called now and then while the work goes on.
    """

    def __init__(self, jobs: int, look: Callable[[], None] = lambda: None) -> None:
        self.jobs = max(1, jobs)
        self._look = look
        self._waiting: deque[tuple[Hashable, Callable[[], Any], Limits]] = deque()
        self._running: dict[int, _Worker] = {}
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in list(self._running.values()):
            self._end(worker)
            worker.said.close()
        self._selector.close()

    def submit(self, key: Hashable, function: Callable[[], Any], limits: Limits, *, first: bool = False) -> None:
        """Run `function` in a process of its own; `first` puts it before what is already waiting."""
        (self._waiting.appendleft if first else self._waiting.append)((key, function, limits))

    def __iter__(self) -> Iterator[tuple[Hashable, Outcome]]:
        while self._waiting or self._running:
            while self._waiting and len(self._running) < self.jobs:
                worker = _start(*self._waiting.popleft())
                self._running[worker.pipe] = worker
                self._selector.register(worker.pipe, selectors.EVENT_READ)
            yield from self._collect()

    def _collect(self) -> Iterator[tuple[Hashable, Outcome]]:
        self._look()
        left = min(worker.limits.seconds - worker.age for worker in self._running.values())
        for event, _ in self._selector.select(min(left, 0.5) if left > 0 else 0.1):
            worker = self._running[event.fd]
            chunk = os.read(worker.pipe, 1 << 16)
            worker.received += chunk
            if not chunk:
                outcome = _outcome(worker, self._end(worker))
                worker.said.close()
                yield worker.key, outcome
        for worker in list(self._running.values()):
            if worker.is_over:
                self._end(worker)
                worker.said.close()
                reason = f"no answer within {worker.limits.seconds:g} s"
                if worker.age > 1.5 * worker.limits.seconds:
                    reason += f" of processor time; {worker.age:.0f} s have passed by the clock"
                yield worker.key, Outcome(failure="time", reason=reason, seconds=worker.age)

    def _end(self, worker: _Worker) -> int:
        """Kill what is left of a worker and its children, and return its exit status."""
        self._selector.unregister(worker.pipe)
        os.close(worker.pipe)
        del self._running[worker.pipe]
        return children.reap(worker.pid)


def run(function: Callable[[], Any], limits: Limits) -> Outcome:
    """Run one function in a process of its own."""
    with Pool(1) as pool:
        pool.submit(None, function, limits)
        ((_, outcome),) = pool
    return outcome


def _outcome(worker: _Worker, status: int) -> Outcome:
    seconds = worker.age
    try:
        outcome = Outcome(**json.loads(worker.received), seconds=seconds)
    except (ValueError, TypeError, RecursionError):
        worker.said.seek(0)
        lines = worker.said.read().decode(errors="replace").strip().splitlines()
        last = f": {lines[-1][:200]}" if lines else ""
        what = f"was ended by {children.signal_name(-status)}" if status < 0 else f"ended with status {status}"
        return Outcome(failure="crash", reason=f"the process {what}{last}", seconds=seconds)
    return outcome


def _start(key: Hashable, function: Callable[[], Any], limits: Limits) -> _Worker:
    said = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker

    def work(pipe: int) -> None:
        try:
            garbage.seldom()
            gc.freeze()  # what the parent made is not looked through, and its pages stay shared
            orphans.adopt()
            _isolate(limits, said.fileno())
            children.tell(pipe, json.dumps(_attempt(function, limits)).encode())
        finally:
            orphans.kill(orphans.descendants(os.getpid()))

    pid, read = children.begin(work)
    return _Worker(key, pid, read, limits, said)


def _isolate(limits: Limits, said: int) -> None:
    """Apply the limits; what the worker prints goes to `said`, for the message should it crash."""
    os.setpgid(0, 0)
    faulthandler.disable()
    signal.setitimer(signal.ITIMER_REAL, 0)
    children.default_signals()
    null = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, null), (1, said), (2, said)):
        os.dup2(source, target)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - for the rest of the process
    sys.stdout = sys.stderr = open(1, "w", buffering=1, errors="replace", closefd=False)  # noqa: SIM115
    warnings.resetwarnings()  # a caller who turns warnings into errors must not change what is found
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Where a worker does not die with its parent, it ends by itself.
    cpu = math.ceil(limits.seconds * (os.cpu_count() or 1)) + 10
    children.limit(resource.RLIMIT_CPU, cpu)
    if limits.memory is not None:
        children.limit_memory(limits.memory)
    if "numpy" not in sys.modules:  # one worker, one core
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ.setdefault(name, "1")


def _attempt(function: Callable[[], Any], limits: Limits) -> dict[str, Any]:
    try:
        value = function()
        json.dumps(value)
        return {"value": value}
    except MemoryError:
        size = "" if limits.memory is None else f" ({limits.memory / GIB:g} GiB)"
        return {"failure": "memory", "reason": f"out of memory{size}"}
    except BaseException as error:  # also SystemExit: whatever ends the work is its outcome
        frames = traceback.extract_tb(error.__traceback__)
        place = f" (in {os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
        return {"failure": "exception", "reason": f"{type(error).__name__}: {str(error)[:300]}{place}"}
