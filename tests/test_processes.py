"""Whatever a worker does, it ends in an outcome, and the others go on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from layerproof.ground import children
from layerproof.running.processes import GIB, Limits, Pool, run


def forever() -> None:
    while True:
        pass


def deaf() -> None:
    """Ignores what can be ignored."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    forever()


def segfault() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def greedy() -> int:
    return len(bytearray(2 * GIB))


def deep() -> Any:
    return deep()


@pytest.mark.parametrize(
    ("function", "failure", "reason"),
    [
        (forever, "time", "no answer within 0.5 s"),
        (deaf, "time", "no answer within 0.5 s"),
        (segfault, "crash", "SIGSEGV"),
        (lambda: os._exit(7), "crash", "status 7"),
        (greedy, "memory", "out of memory (1 GiB)"),
        (deep, "exception", "Error"),  # a RecursionError, or what CPython 3.11 makes of one: a SystemError
        (lambda: 1 / 0, "exception", "ZeroDivisionError: division by zero (in test_processes.py"),
        (lambda: exit("over"), "exception", "SystemExit: over"),
        (lambda: {1, 2}, "exception", "not JSON serializable"),
    ],
)
def test_failures_are_outcomes(function: Callable[[], Any], failure: str, reason: str) -> None:
    outcome = run(function, Limits(0.5, 1 * GIB))
    assert outcome.failure == failure
    assert reason in outcome.reason


def test_what_the_parent_has_loaded_does_not_count() -> None:
    import mmap

    with mmap.mmap(-1, 3 * GIB):  # address space alone, as libraries take it
        assert run(lambda: len(bytearray(GIB // 2)), Limits(10, 1 * GIB)).value == GIB // 2
        assert run(greedy, Limits(10, 1 * GIB)).failure == "memory"


def test_a_value_comes_back_whole() -> None:
    value = {"text": "λ" * 10**6, "numbers": [1, 2.5, None, True]}
    assert run(lambda: value, Limits(10)).value == value


def test_the_last_words_of_a_crash_are_its_reason() -> None:
    def last_words() -> None:
        os.write(2, b"first\nthe library gave up\n")
        os.abort()

    assert "SIGABRT: the library gave up" in run(last_words, Limits(5)).reason


def test_a_hang_does_not_hold_up_the_others() -> None:
    with Pool(2) as pool:
        pool.submit("hang", forever, Limits(2.0))
        for number in range(5):
            pool.submit(number, lambda: os.getpid(), Limits(5))
        keys = [key for key, _ in pool]
    assert keys == [0, 1, 2, 3, 4, "hang"]


def test_time_is_the_processor_s_and_who_waits_gets_more_of_it_and_not_for_ever() -> None:
    def wait() -> str:
        time.sleep(1)
        return "came"

    assert run(wait, Limits(0.5)).value == "came"
    assert run(wait, Limits(0.1)).failure == "time"


def test_more_may_be_submitted_while_iterating() -> None:
    with Pool(1) as pool:
        pool.submit(0, lambda: 0, Limits(5))
        seen = []
        for key, outcome in pool:
            seen.append(outcome.value)
            assert isinstance(key, int)
            if key < 3:
                pool.submit(key + 1, lambda key=key: key + 1, Limits(5))
    assert seen == [0, 1, 2, 3]


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table of Linux")
def test_leaving_kills_what_runs_and_what_it_started(tmp_path: Path) -> None:
    note = tmp_path / "pids"

    def family() -> None:
        child = os.fork()
        if child:
            note.with_suffix(".tmp").write_text(f"{os.getpid()} {child}")
            note.with_suffix(".tmp").rename(note)
        forever()

    with Pool(2) as pool:
        pool.submit("family", family, Limits(30))
        pool.submit("quick", lambda: time.sleep(0.3), Limits(5))
        next(iter(pool))
        pids = [int(pid) for pid in note.read_text().split()]
        assert all(map(_alive, pids))
    deadline = time.monotonic() + 5
    while any(map(_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_alive, pids))


def test_warnings_as_errors_in_the_caller_do_not_change_what_a_worker_finds() -> None:
    def warned() -> str:
        import warnings

        warnings.warn("only a warning", stacklevel=1)
        return "done"

    assert run(warned, Limits(5)).value == "done"


def test_signal_names() -> None:
    assert children.signal_name(9) == "SIGKILL"
    assert children.signal_name(250) == "signal 250"
