"""`pytest --until`: no test begins after that time, what is left is said, and another time takes another order."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from until import LATE

FILES = {f"test_{name}.py": "def test_one(): pass\ndef test_other(): pass\n" for name in "abcdefgh"}
CONFTEST = """
import until
from until import add_option as pytest_addoption, skip_if_late as pytest_runtest_setup

def pytest_collection_modifyitems(config, items):
    until.ordered(items, config.getoption("--until"))
"""


def _run(folder: Path, *options: str) -> str:
    for name, text in {**FILES, "conftest.py": CONFTEST, "pytest.ini": "[pytest]"}.items():
        (folder / name).write_text(text)
    here = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-v", "-rs", "-p", "no:cacheprovider", "-p", "no:xdist", *options]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(here), "PATH": ""}, capture_output=True, text=True, timeout=100
    )
    return done.stdout


def _order(said: str) -> list[str]:
    return [line.split()[0] for line in said.splitlines() if "::" in line and "[" in line]


def test_what_has_no_time_is_skipped_and_said(tmp_path: Path) -> None:
    late = _run(tmp_path, "--until", "1000")
    assert "16 skipped" in late
    assert "passed" not in late
    assert LATE in late


def test_what_has_time_runs(tmp_path: Path) -> None:
    assert "16 passed" in _run(tmp_path, "--until", str(time.time() + 1000))
    assert "16 passed" in _run(tmp_path)


def test_the_order_is_another_one_each_time_and_modules_stay_together(tmp_path: Path) -> None:
    orders = [_order(_run(tmp_path, "--until", str(time.time() + 1000 + k))) for k in range(2)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    for order in orders:
        assert [name.partition("::")[0] for name in order[::2]] == [name.partition("::")[0] for name in order[1::2]]
