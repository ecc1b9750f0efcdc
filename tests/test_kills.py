"""Runs that are killed: nothing that was asked for is lost, no process stays, no file is left over.

`LAYERPROOF_KILLS=100` kills so many, at moments that `LAYERPROOF_KILLS_SEED` draws; the slow run kills a few.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import CONSERVED, HEADER, WRONG

from layerproof.ground import orphans

KILLS = int(os.environ.get("LAYERPROOF_KILLS", "6"))
SEED = int(os.environ.get("LAYERPROOF_KILLS_SEED", "0"))
WHOM = ("parent", "all", "parent", "all", "parent", "worker")
"""Who is killed in one round, in which each run goes on from what the one before has kept; the next begins anew."""

LATEST = 12.0
"""Seconds after which a run is killed at the latest."""

TRAINED = "feedback/sigmoid"
_OF_TORCH = "torchinductor_"
"""What torch keeps between runs, one folder a user."""

CLAIMS = (
    HEADER
    + CONSERVED
    + WRONG
    + 'Claim("own/right", title="Third binomial", statement=Identity((S - m)*(S + m), S**2 - m**2))\n'
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(0),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the process table of Linux"),
]


class Place:
    """A folder with a file of claims, a cache and temporary files of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.temporary = folder, folder / "temporary"
        self.temporary.mkdir(parents=True)
        (folder / "mine.py").write_text(CLAIMS, encoding="utf-8")
        methods = "exact,numeric,trained" + (",kernel" if shutil.which("coqc") else "")
        self.command = [sys.executable, "-m", "layerproof", "check", "mine.py", TRAINED]
        self.command += ["--method", methods, "--draws", "50", "--scale", "smoke", "--jobs", "2", "--json", "out.json"]
        self.environment = {**os.environ, "LAYERPROOF_CACHE": str(folder / "cache"), "TMPDIR": str(self.temporary)}

    def begin(self) -> subprocess.Popen[bytes]:
        """Start a run."""
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, stdin=quiet, stdout=quiet, stderr=quiet
        )

    def finish(self) -> dict[str, Any]:
        """Run to the end; the verdict of each method, and the exit code."""
        (self.folder / "out.json").unlink(missing_ok=True)
        code = self.begin().wait(600)
        told = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))
        found: dict[str, Any] = {"exit code": code}
        for claim in told["claims"]:
            found[claim["id"]] = (claim["verdict"], {one["method"]: one["verdict"] for one in claim["evidence"]})
        return found

    def left(self) -> list[str]:
        """Temporary files that are still there."""
        unfinished = [file for file in self.folder.rglob("*") if file.name.endswith((".tmp", ".partial"))]
        temporary = [file for file in self.temporary.iterdir() if not file.name.startswith(_OF_TORCH)]
        return [str(file) for file in (*unfinished, *temporary)]


def _running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def _outlive(pids: list[int], seconds: float) -> list[int]:
    """Those that still run after `seconds`."""
    deadline = time.monotonic() + seconds
    while (there := [pid for pid in pids if _running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return there


def _kill(place: Place, whom: str, after: float) -> tuple[int, list[int]]:
    """Begin a run and kill it, or one of its workers, `after` so many seconds; its exit code, and its orphans."""
    run = place.begin()
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(after)
    family = orphans.descendants(run.pid)
    if whom == "worker":
        if family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.Random(SEED).choice(family), signal.SIGKILL)
        run.wait(600)  # one worker less costs one message, and never the run
    else:
        run.kill()
        if whom == "all":
            orphans.kill(family)
        run.wait()
    return run.returncode, _outlive(family, 5)


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def _computes(pid: int, library: str, seconds: float) -> bool:
    """Whether a process has a library loaded and has computed for so long since it was born."""
    try:
        ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        loaded = library in Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False
    return loaded and sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") > seconds


AT_WORK = {
    "a training": ("trained", lambda pid: _computes(pid, "libtorch_cpu", 0.3)),
    "a run of Coq": ("coq", lambda pid: _command(pid).startswith("coq")),
}
"""Of each kind of long work: the method, and the sign by which a process is known that is in the middle of it."""


@pytest.mark.parametrize("what", AT_WORK)
@pytest.mark.parametrize("whom", ["parent", "all", "worker"])
def test_what_is_killed_in_the_middle_of_long_work_goes_on(what: str, whom: str, tmp_path: Path) -> None:
    method, is_at_work = AT_WORK[what]
    if method == "coq" and shutil.which("coqc") is None:
        pytest.skip("Coq is not installed")
    if method == "trained":
        pytest.importorskip("torch")
    place = Place(tmp_path / "place")
    asked = ["mine.py"] if method == "coq" else [TRAINED]
    place.command[4:6] = asked
    place.command[place.command.index("--method") + 1] = method
    place.command[place.command.index("--scale") + 1] = "desk"
    if method == "trained":
        place.command.append("--no-cache")
    run = place.begin()
    deadline = time.monotonic() + 300
    while not (there := [pid for pid in orphans.descendants(run.pid) if is_at_work(pid)]):
        assert run.poll() is None, "it ended before it was seen at work"
        assert time.monotonic() < deadline, "it was never seen at work"
        time.sleep(0.01)
    family = orphans.descendants(run.pid)
    if whom == "worker":
        orphans.kill(there)
        assert run.wait(600) in (0, 1, 3)
    else:
        run.kill()
        if whom == "all":
            orphans.kill(family)
        run.wait()
    assert not _outlive(family, 5)
    time.sleep(1.1)  # the folder of a run that has just begun is let alone
    found = place.finish()
    if method == "trained":
        assert found[TRAINED][1]["trained"] == "SUPPORTED"
    else:
        assert found["own/right"][1]["coq"] == found["own/conserved"][1]["coq"] == "VERIFIED"
        assert found["own/wrong"][0] == "UNDECIDED" or found["own/wrong"][0] == "REFUTED"
    assert not place.left()


def test_what_is_killed_goes_on_and_leaves_nothing(tmp_path: Path) -> None:
    whole = Place(tmp_path / "whole")
    begun = time.monotonic()
    expected = whole.finish()
    took = time.monotonic() - begun
    assert expected["own/right"][0] == "VERIFIED"
    assert expected["own/wrong"][0] == "REFUTED"
    assert "trained" in expected[TRAINED][1]
    assert not whole.left()
    chance = random.Random(SEED)
    for first in range(0, KILLS, len(WHOM)):
        place = Place(tmp_path / f"killed-{first}")
        if (prelude := whole.folder / "cache" / "coq").exists():  # compiling it takes longer than all else
            shutil.copytree(prelude, place.folder / "cache" / "coq")
            (place.folder / "cache").chmod(0o700)
        for number, whom in enumerate(WHOM[: KILLS - first], start=first):
            after = chance.uniform(0.3, min(took, LATEST))
            code, there = _kill(place, whom, after)
            print(f"{number}: {whom} killed after {after:.2f} s; exit code {code}", flush=True)
            assert not there, f"{number}: {whom} killed after {after:.2f} s left processes {there}"
            assert code in ((1, 2, 3) if whom == "worker" else (1, -signal.SIGKILL))
        time.sleep(1.1)  # the folder of a run that has just begun is let alone
        assert place.finish() == expected
        assert not place.left()
