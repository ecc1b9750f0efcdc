"""How long one waits: for each command to start, for the index of the claims, for the check of everything, for tests.

    python benchmarks/waiting.py [--check] [--tests] [--json FILE]

Commands are run in processes of their own, from an empty cache, and then again; seconds by the clock, and of the
processor with all that was started.  `--check` adds the exact check of everything from nothing; `--tests` the quick
tests, the tests and the slow tests, from an empty cache each.  Run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = (
    ("--help",),
    ("list",),
    ("coverage", "3.13"),
    ("graph", "feedback/sigmoid"),
    ("cite", "feedback/sigmoid"),
    ("show", "feedback/sigmoid", "--method", "exact"),
    ("errata", "feedback"),
    ("check", "feedback/sigmoid", "--method", "exact"),
    ("experiments",),
)
CHECKS = (("check", "--method", "exact"),)
TESTS = (
    ("quick",),
    ("test",),
    ("test", "-m", "slow and not whole and not fuzz and not rest"),
)


def seconds(command: list[str], cache: str) -> tuple[float, float, int]:
    """Of a command: seconds by the clock, of the processor, and the exit code."""
    before, begun = os.times(), time.perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "LAYERPROOF_CACHE": cache},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    passed, after = time.perf_counter() - begun, os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return passed, busy, done.returncode


def main() -> None:
    """Measure, and print a row for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="the exact check of everything, from nothing")
    parser.add_argument("--tests", action="store_true", help="the quick tests, the tests, the slow tests")
    parser.add_argument("--json", type=Path, help="write the numbers to a file")
    options = parser.parse_args()
    rows: list[dict[str, object]] = []

    def row(what: str, command: list[str], cache: str) -> None:
        passed, busy, code = seconds(command, cache)
        rows.append({"what": what, "seconds": round(passed, 2), "processor": round(busy, 2), "exit": code})
        print(f"{what:60} {passed:8.2f} s {busy:8.2f} s of processor   exit code {code}", flush=True)

    layerproof = [sys.executable, "-m", "layerproof"]
    with tempfile.TemporaryDirectory() as cache:
        row("list, with the index from nothing", [*layerproof, "list"], cache)
        for words in COMMANDS:
            seconds([*layerproof, *words], cache)  # evidence is found and kept
            row(" ".join(words), [*layerproof, *words], cache)
    for words in CHECKS if options.check else ():
        with tempfile.TemporaryDirectory() as cache:
            row(f"{' '.join(words)}, from nothing", [*layerproof, *words], cache)
    for words in TESTS if options.tests else ():
        with tempfile.TemporaryDirectory() as cache:
            row(f"bootstrap.py {' '.join(words)}", [sys.executable, "bootstrap.py", *words], cache)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
