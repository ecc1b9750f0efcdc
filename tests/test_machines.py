"""The tests of records, of evidence and of numbers, run as if on other machines: the verdicts must be the same.

Other processors are had by asking OpenBLAS and PyTorch for the instructions of others; machines without Coq, TeX or a
home by leaving them out of the environment.  `pytest -m machines` runs all of them; a few run with the other tests.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ("tests/networks/test_records.py",)
NUMBERS = ("tests/test_numeric_checks.py", "tests/numerics/test_matrix_flows.py")
EVIDENCE = ("tests/test_cache.py", "tests/test_graph.py")
PROCESSORS = [{"OPENBLAS_CORETYPE": name} for name in ("Haswell", "Zen", "Sandybridge")]
PROCESSORS += [{"ATEN_CPU_CAPABILITY": "default"}]
WITHOUT = {"Coq": ("coqc", "coqtop"), "TeX": ("latexmk", "pdflatex", "tex")}
pytestmark = pytest.mark.machines


def passes(
    files: tuple[str, ...], environment: dict[str, str], *options: str, before: tuple[str, ...] | None = None
) -> None:
    """Run test files in a process with this environment, and nothing in parallel; all must pass."""
    command = [
        *(before or ()),
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        *options,
    ]
    done = subprocess.run(
        [*command, *files], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=550
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert " passed" in done.stdout


def surroundings(tmp_path: Path, **changed: str) -> dict[str, str]:
    """This environment with changes, and a cache of its own."""
    return {**os.environ, "LAYERPROOF_CACHE": str(tmp_path / "cache"), **changed}


def path_without(programs: tuple[str, ...], folder: Path) -> str:
    """A PATH of one folder that links to every program of today's but these: what is first on the PATH, and can run."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in sorted(Path(place).iterdir()) if os.path.isdir(place) else ():
            if program.name not in programs and shutil.which(program) and not os.path.lexists(folder / program.name):
                (folder / program.name).symlink_to(program)
    assert all(shutil.which(name, path=str(folder)) is None for name in programs)
    return str(folder)


def is_of_intel_kind() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")


@pytest.mark.slow
@pytest.mark.skipif(not is_of_intel_kind(), reason="these kernels of OpenBLAS are for x86-64 processors")
@pytest.mark.parametrize("processor", PROCESSORS, ids=lambda processor: "-".join(processor.values()))
def test_on_another_processor(processor: dict[str, str], tmp_path: Path) -> None:
    passes((*RECORDS, *NUMBERS), surroundings(tmp_path, **processor))


@pytest.mark.skipif(not is_of_intel_kind(), reason="these kernels of OpenBLAS are for x86-64 processors")
def test_records_answer_on_another_processor(tmp_path: Path) -> None:
    passes(RECORDS, surroundings(tmp_path, **PROCESSORS[0]), "-k", "answers_what and (delay or slow-decay or diagonal)")


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted(WITHOUT))
def test_without_a_program(program: str, tmp_path: Path) -> None:
    path = path_without(WITHOUT[program], tmp_path / "bin")
    files = ("tests/coq/test_method.py",) if program == "Coq" else ("tests/export/test_command.py",)
    passes((*files, *EVIDENCE), surroundings(tmp_path, PATH=path))


@pytest.mark.slow
def test_without_a_home(tmp_path: Path) -> None:
    environment = surroundings(tmp_path)
    del environment["LAYERPROOF_CACHE"]
    environment = {name: value for name, value in environment.items() if not name.startswith(("HOME", "XDG_"))}
    passes(EVIDENCE, environment)


def test_in_the_plain_locale(tmp_path: Path) -> None:
    environment = surroundings(tmp_path, LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    command = [sys.executable, "-m", "layerproof", "check", "feedback/sigmoid", "--method", "exact"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    done.stdout.decode("ascii")


@pytest.mark.slow
def test_the_tests_of_evidence_in_the_plain_locale(tmp_path: Path) -> None:
    passes(EVIDENCE, surroundings(tmp_path, LANG="C", LC_ALL="C"))


def is_readable_by_others(place: Path) -> bool:
    """Whether a folder, and each one above it, lets everybody through."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (place, *place.parents))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="setpriv is of Linux")
def test_as_a_user_who_is_not_root(tmp_path_factory: pytest.TempPathFactory) -> None:
    """As root, with the rights of nobody; who is not root runs the other tests so."""
    if os.getuid():
        pytest.skip("the tests are run by a user who is not root already")
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv, which gives root's rights up, is not installed")
    if not (is_readable_by_others(ROOT) and is_readable_by_others(Path(sys.executable).resolve().parent)):
        pytest.skip("this checkout cannot be read by other users")
    as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    home = Path("/tmp") / f"layerproof-nobody-{os.getpid()}"
    home.mkdir(mode=0o700)
    try:
        os.chown(home, 65534, 65534)
        environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home), "LAYERPROOF_CACHE": str(home / "cache")}
        passes(("tests/test_cache.py",), environment, "--basetemp", str(home / "tests"), before=as_nobody)
    finally:
        shutil.rmtree(home)
