"""Collecting the tests takes seconds: it imports no torch and builds no chapter."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import long
import pytest
from late import Absent, late, later, meant

with late():
    import torch

    from layerproof.derivations import feedback as chapter

ROOT = Path(__file__).resolve().parents[1]
SIZE = later(lambda: 3)
LISTED = """
import sys
import pytest

class Imported:
    def pytest_collection_finish(self, session):
        from layerproof.running import catalogue
        heavy = [name for name in ("torch", "sklearn", "matplotlib") if name in sys.modules]
        print("IMPORTED", *heavy, *["chapters"] * catalogue.is_built())

sys.exit(pytest.main(["--collect-only", "-qq", "-s", "-p", "no:cacheprovider", "-n", "0"], plugins=[Imported()]))
"""


def test_collecting_imports_no_torch_and_builds_no_chapter() -> None:
    done = subprocess.run([sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("IMPORTED")] == ["IMPORTED"]


def test_what_is_listed_as_long_is_there(request: pytest.FixtureRequest) -> None:
    """Of the modules that this run has collected; the README's command collects all of them."""
    if any("::" in argument for argument in request.config.args):
        pytest.skip("a part of a module was asked for")
    assert not request.config.stash[long.GONE], "tests/long.txt names tests that are gone"


def test_what_takes_long_is_listed_until_it_takes_less_than_half() -> None:
    seconds = {"a": 3.0, "b": 0.4, "c": 0.7, "d": 0.7}
    assert long.anew({"b", "c", "e"}, seconds, 1.0) == ["a", "c", "e"]


def test_what_is_listed_is_slow_and_the_list_is_written(pytester: pytest.Pytester) -> None:
    """In a folder of its own, with a list of its own; the times of two processes come to one list."""
    shutil.copy(long.__file__, pytester.path)
    pytester.makeconftest(WATCHED)
    pytester.makepyfile(test_it="import time\ndef test_a(): pass\ndef test_b(): time.sleep(0.3)\ndef test_c(): pass\n")
    (pytester.path / "long.txt").write_text("test_it.py::test_c\n")
    run = ("-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider")
    pytester.runpytest_subprocess(*run, "--long", "0.2").assert_outcomes(passed=2)
    assert (pytester.path / "long.txt").read_text().split() == ["test_it.py::test_b", "test_it.py::test_c"]
    pytester.runpytest_subprocess(*run, "-m", "slow", "--long", "0.2").assert_outcomes(passed=2)
    assert (pytester.path / "long.txt").read_text().split() == ["test_it.py::test_b"]


@pytest.mark.parametrize(("made", "device"), [(torch.zeros(SIZE), torch.device("cpu")), ([torch.ones(2, 3)], None)])
def test_what_is_imported_late_is_there_when_a_test_runs(made: object, device: object) -> None:
    assert chapter.__name__ == "layerproof.derivations.feedback"
    assert SIZE == 3
    assert isinstance(made[0] if isinstance(made, list) else made, torch.Tensor)
    assert device is None or device.type == "cpu"


def test_what_waits_stands_for_what_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = Absent(lambda: "a b")
    with pytest.raises(RuntimeError, match="bound early"):
        waiting.split()
    for use in (str, bool, "{}".format):
        with pytest.raises(TypeError, match="yet"):
            use(waiting)
    monkeypatch.setattr(Absent, "waits", True)
    assert meant({"x": [waiting.split()], "y": (1, 2)}) == {"x": [["a", "b"]], "y": (1, 2)}
    with pytest.raises(AttributeError):
        waiting.__wrapped__  # noqa: B018


WATCHED = """
import long
import pytest

def pytest_addoption(parser):
    parser.addoption("--long", type=float)

def pytest_configure(config):
    config.addinivalue_line("markers", "slow: long")
    if not config.option.markexpr:
        config.option.markexpr = "not slow"
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(long.Watch(config.getoption("--long")))

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    long.mark(items)
"""


GROUPED = """
import os
import pytest

pytestmark = pytest.mark.xdist_group("one")


@pytest.mark.parametrize("number", range(6))
def test_where(number):
    print("PROCESS", os.getpid())
"""


def test_tests_of_a_group_run_in_one_process(pytester: pytest.Pytester) -> None:
    """To pytest 9.2 the names that pytest-xdist 3.8 gives to groups say nothing: what tests share was made anew."""
    pytester.makepyfile(GROUPED)
    done = pytester.runpytest_subprocess("-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider", "-rP")
    done.assert_outcomes(passed=6)
    assert len({line for line in done.outlines if line.startswith("PROCESS")}) == 1
