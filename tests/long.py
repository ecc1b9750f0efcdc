"""The tests that take long: `long.txt` names them, and each is marked slow.

    pytest --long 1.2 [-m ...]

writes the list anew: what took that many seconds is added, what took less than half is taken out, and what did not run
stays as it is.  A time is that of the test and of what is made for it.  A name in the list that no test bears fails
`test_collection.py`: a test that is renamed would be quick again, and nobody would see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("long.txt")
GONE = pytest.StashKey[list[str]]()  # of what is collected


def named(file: Path = FILE) -> set[str]:
    """The tests that are listed."""
    return set(file.read_text(encoding="utf-8").splitlines()) if file.exists() else set()


def mark(items: list[pytest.Item]) -> None:
    """Mark what is listed as slow."""
    listed = named()
    for item in items:
        if item.nodeid in listed:
            item.add_marker(pytest.mark.slow)


def gone(names: set[str]) -> list[str]:
    """What is listed of these tests' modules, and is none of them: each module is collected whole."""
    modules = {name.partition("::")[0] for name in names}
    return sorted(name for name in named() - names if name.partition("::")[0] in modules)


def anew(listed: set[str], seconds: Mapping[str, float], limit: float) -> list[str]:
    """What is to be listed, after tests that took these times."""
    kept = {name for name in listed if seconds.get(name, limit) >= limit / 2}
    return sorted(kept | {name for name, time in seconds.items() if time >= limit})


class Watch:
    """Adds up what each test takes, and writes the list at the end of a session.

    Args:
        limit: in seconds.
    """

    def __init__(self, limit: float) -> None:
        self._limit, self._seconds = limit, Counter[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test has run, in this process or in another."""
        name, _, group = report.nodeid.rpartition("@")  # pytest-xdist adds the group to the name of a test
        self._seconds[name if name and "]" not in group else report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the list."""
        FILE.write_text("".join(f"{name}\n" for name in anew(named(), self._seconds, self._limit)), encoding="utf-8")
