"""Fixtures: a cache of its own for whoever asks, and a file of claims to start from."""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import large_pages
import long
import pytest
import until
from late import arrive

from layerproof.ground import files, garbage
from layerproof.ground.room import with_room
from layerproof.running import cache, pieces

if "PYTEST_XDIST_WORKER" in os.environ and "numpy" not in sys.modules:  # there is a process for each core
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")

HEADER = """\
from layerproof import Claim, Conserved, Erratum, GradientFlow, Identity, Solution, exp, positive, time, trajectories

t = time()
a, b = trajectories("a b")
S, m, r0 = positive("S m r_0")
flow = GradientFlow(loss=m * (a*b - S)**2 / 2, parameters=(a, b), time=t)
"""
CONSERVED = 'Claim("own/conserved", title="Difference of squares", statement=Conserved(a**2 - b**2, flow))\n'
WRONG = 'Claim("own/wrong", title="A sign slip", statement=Identity((S - m)**2, S**2 + 2*S*m + m**2))\n'


@pytest.fixture(scope="session")
def programs_read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache without evidence that knows of which programs evidence would be: to read that takes seconds."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "programs-read"
    with pytest.MonkeyPatch.context() as patch, files.locked(folder.with_suffix(".lock")):
        patch.setenv("LAYERPROOF_CACHE", str(folder))
        for kind in pieces.Kind:
            cache.fingerprint.__wrapped__(pieces.program(kind))
    return folder


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs_read: Path) -> Path:
    """A cache without evidence for this test; the claims are built here, so that no index of them is made for it."""
    importlib.import_module("layerproof.derivations.feedback")
    folder = tmp_path / "cache"
    shutil.copytree(programs_read, folder)
    monkeypatch.setenv("LAYERPROOF_CACHE", str(folder))
    return folder


def evidence(folder: Path) -> set[str]:
    """The names of what is kept in a cache, but for which programs there are."""
    return {file.name for file in folder.rglob("*.json") if '"libraries"' not in file.read_text(encoding="utf-8")}


@pytest.fixture
def claims_file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file of claims: the usual symbols, then the lines given."""

    def write(*lines: str, name: str = "mine.py", header: str = HEADER) -> Path:
        file = tmp_path / name
        file.write_text(header + "".join(line if line.endswith("\n") else line + "\n" for line in lines))
        return file

    return write


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which random statements ``-m fuzz`` puts to the verifier."""
    group = parser.getgroup("fuzz", "random statements of known truth")
    group.addoption("--fuzz-seed", type=int, default=0, help="of the statements (default: 0)")
    group.addoption("--fuzz-count", type=int, default=2000, help="how many (default: 2000)")
    until.add_option(parser)
    parser.addoption("--long", type=float, metavar="SECONDS", help="list the tests that take so long in tests/long.txt")


def pytest_configure(config: pytest.Config) -> None:
    """Watch the times, where the list of long tests is to be written; with pytest-xdist one process sees them all."""
    if (limit := config.getoption("--long")) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(long.Watch(limit))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of a module that share what is made once for it go to one process, so that it is not made in each.

    The claims of the library come first: each is proved in a fork, and a process that has run the other tests is so
    large that to fork it takes longer than most proofs.
    """
    long.mark(items)
    config.stash[long.GONE] = long.gone({item.nodeid for item in items})
    until.ordered(items, config.getoption("--until"))
    items.sort(key=lambda item: not item.nodeid.startswith("tests/test_catalogue.py"))
    for item in items:
        fixtures = getattr(item, "_fixtureinfo", None)
        made = {name: found[-1].scope for name, found in fixtures.name2fixturedefs.items()} if fixtures else {}
        if item.get_closest_marker("xdist_group") is not None:
            continue
        if made.get("site") == "session":  # tests of several modules read one report
            item.add_marker(pytest.mark.xdist_group("site"))
        elif "module" in made.values():
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def pytest_collection_finish() -> None:
    """What collecting made stays to the end: it is not looked through for garbage, and the rest more rarely."""
    gc.freeze()
    garbage.seldom()
    large_pages.gather()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Call a test with room for its frames: deep below pytest's own, a loop may run at the end of a piece."""
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    with_room(lambda: pyfuncitem.obj(**arguments))
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that would begin too late is skipped; what the module of a test imports late is imported now."""
    until.skip_if_late(item)
    arrive(item)
