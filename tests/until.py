"""A time at which no further test is begun: what a slow machine has no time for is skipped, and said.

    pytest -m slow --until 1764500000

takes the seconds since 1970.  The modules come in an order that this number decides, so that what one run has no time
for another has.
"""

from __future__ import annotations

import hashlib
import time

import pytest

LATE = "the time of --until was over"


def add_option(parser: pytest.Parser) -> None:
    """Let the command line say when no further test is begun."""
    parser.addoption(
        "--until", type=float, metavar="SECONDS", help="begin no test after this time, in seconds since 1970"
    )


def ordered(items: list[pytest.Item], until: float | None) -> None:
    """Put the modules in an order that the time decides; tests of one stay together, and as they are."""
    if until is None:
        return

    def key(item: pytest.Item) -> bytes:
        return hashlib.sha256(f"{until} {item.nodeid.partition('::')[0]}".encode()).digest()

    items.sort(key=key)


def skip_if_late(item: pytest.Item) -> None:
    """Skip a test that would begin too late."""
    until = item.config.getoption("--until")
    if until is not None and time.time() > until:
        pytest.skip(LATE)
