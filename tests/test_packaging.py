"""The wheel, beside a project with modules of the same names as our folders: neither breaks the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import CONSERVED, HEADER

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("layerproof", "derivations", "numerics", "networks")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources."""
    source = tmp_path_factory.mktemp("source")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(source / "dist"),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = (source / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment with the wheel; what the wheel needs is lent to it."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    done = subprocess.run([*install, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (site / "lent.pth").write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}) + "\n")
    return python


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A researcher's project, with a file of claims and a test."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "networks.py").write_text("MINE = 'my networks'\n")
    (folder / "numerics.py").write_text("MINE = 'my numerics'\n")
    (folder / "derivations").mkdir()
    (folder / "derivations" / "__init__.py").write_text("from networks import MINE as OTHER\nMINE = 'my derivations'\n")
    (folder / "mine.py").write_text(HEADER + "import networks\nassert networks.MINE\n" + CONSERVED)
    (folder / "test_own.py").write_text(
        "def test_both():\n" + "".join(f"    {line}\n" for line in SESSION.splitlines())
    )
    return folder


SESSION = """\
import derivations, networks, numerics
assert (derivations.MINE, networks.MINE, numerics.MINE) == ("my derivations", "my networks", "my numerics")
import layerproof, layerproof.derivations, layerproof.networks, layerproof.numerics
assert layerproof.derivations.subjects() and not hasattr(layerproof.networks, "MINE")
assert callable(layerproof.numerics.check) and "project" not in layerproof.__file__
from layerproof import Claim, Identity, real
x = real("x")
from layerproof.proving.evidence import prove
assert prove(Claim("own/x", title="", statement=Identity(x * (x + 1), x**2 + x)), budget=10).verdict == "VERIFIED"
assert "mine" not in str(layerproof.derivations.load(layerproof.derivations.subjects()[0]))
"""


def run(python: Path, project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}
    environment["LAYERPROOF_CACHE"] = str(project / ".cache")
    command: Sequence[str | Path] = [python, *arguments] if arguments[0].startswith("-") else arguments
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def test_the_wheel_holds_every_module_and_nothing_else(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert all(name.startswith("layerproof/") for name in packed)
    on_disk = {f"layerproof/{path.relative_to(ROOT / 'layerproof').as_posix()}" for path in _modules("layerproof")}
    for folder in FOLDERS[1:]:
        on_disk |= {f"layerproof/{path.relative_to(ROOT).as_posix()}" for path in _modules(folder)}
    assert {name for name in packed if name.endswith(".py")} == on_disk
    assert "layerproof/py.typed" in packed
    lemmas = {path.relative_to(ROOT).as_posix() for path in (ROOT / "layerproof").rglob("[A-Z]*.v")}
    assert {name for name in packed if name.endswith(".v")} == lemmas
    assert lemmas


def _modules(folder: str) -> list[Path]:
    return list((ROOT / folder).rglob("*.py"))


def test_on_the_command_line(python: Path, project: Path) -> None:
    for start in (("-m", "layerproof"), (str(python.with_name("layerproof")),)):
        done = run(python, project, *start, "check", "mine.py", "--method", "exact,numeric", "--draws", "50")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "1 VERIFIED" in done.stdout


def test_in_a_python_session(python: Path, project: Path) -> None:
    done = run(python, project, "-c", SESSION)
    assert done.returncode == 0, done.stderr


def test_under_pytest(python: Path, project: Path) -> None:
    done = run(python, project, "-m", "pytest", "-q", "test_own.py", "mine.py", "--layerproof-method", "exact")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


def test_the_off_switch_and_the_entry_point(python: Path, project: Path) -> None:
    assert "ClaimsFile mine.py" in run(python, project, "-m", "pytest", "--collect-only", "mine.py").stdout
    assert (
        "mine.py::own" not in run(python, project, "-m", "pytest", "--collect-only", "-q", "-p", "no:layerproof").stdout
    )
