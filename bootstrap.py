#!/usr/bin/env python3
"""From a fresh clone to results, with nothing but Python 3.11 or newer.

    python3 bootstrap.py verify [ARGS]   set up, check every claim and print the table of verdicts
    python3 bootstrap.py quick [ARGS]    set up and run the tests of language and exact prover: a minute or two
    python3 bootstrap.py test [ARGS]     set up and run the tests, but for those marked slow: some minutes
    python3 bootstrap.py lint            set up and run the formatter, the linter and the type checker
    python3 bootstrap.py setup           set up only

The environment is made in `.venv`, with the exact versions of `constraints.txt`, and is made again only when
those or `pyproject.toml` change.  ARGS go to `layerproof check` and to `pytest`: `quick -k SUBJECT` checks the claims
of one subject, all by algebra and some by numbers, and `test -m slow` runs what `test` leaves out.  Where Coq is
installed, `verify` asks it for a second proof of every claim.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / "layerproof-stamp"
LOG = ENVIRONMENT / "install.log"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
EXTRAS = ("networks", "cluster", "figures", "pages", "test", "dev")
OPTIONAL = "fast"  # heyoka, which has no wheels for some platforms
PACKAGES = ("derivations", "numerics", "networks")
SPREAD = ("-n", "auto", "--dist", "loadgroup")  # over all cores; tests that share what is slow to make stay together
QUICK = tuple(f"tests/{name}" for name in ("kernel", "laws", "closed_forms", "falsify", "corpora", "test_chapters.py"))
CLAIMS = ("tests/test_catalogue.py",)
BRIEFLY = ("-m", "not dear and not slow and not whole and not fuzz and not rest")


def say(text: str) -> None:
    """One line of progress, on stderr."""
    print(f"[bootstrap] {text}", file=sys.stderr, flush=True)


def fingerprint() -> str:
    """What the environment depends on."""
    found = hashlib.sha256(f"{sys.version} {ROOT}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        found.update((ROOT / name).read_bytes())
    return found.hexdigest()


def install(extras: tuple[str, ...]) -> bool:
    """Install the project in place, with `extras`; what pip says goes to the log.  False if it fails."""
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "constraints.txt"]
    command += ["-e", f".[{','.join(extras)}]"]
    with open(LOG, "a", encoding="utf-8") as log:
        return subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, check=False).returncode == 0


def set_up() -> None:
    """Make the environment, unless it is there and up to date.  Raises SystemExit if it cannot be made."""
    now = fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == now and PYTHON.exists():
        return
    say(f"making an environment in {ENVIRONMENT.name} (a few minutes, once)")
    if ENVIRONMENT.is_symlink():  # to another checkout's, which is not ours to clear
        ENVIRONMENT.unlink()
    venv.EnvBuilder(with_pip=True, clear=True).create(ENVIRONMENT)
    say("installing the project and what it needs")
    if not install((OPTIONAL, *EXTRAS)):
        say("trying without heyoka (extra 'fast'); SciPy will integrate instead, more slowly")
        if not install(EXTRAS):
            tail = LOG.read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            raise SystemExit("\n".join([*tail, f"[bootstrap] the installation failed; all of its output is in {LOG}"]))
    STAMP.write_text(now, encoding="utf-8")
    say("ready")


def run(*command: str) -> int:
    """Run a module in the environment, and return its exit code."""
    return subprocess.run([PYTHON, "-m", *command], cwd=ROOT, check=False, env=variables_of_runs()).returncode


def variables_of_runs() -> dict[str, str]:
    """The variables of this process; where compiled modules may not be kept beside the sources, they are in `.venv`.

    Pytest rewrites every test that it collects, which takes each of its processes longer than to collect them. And as
    there is a process for each core, linear algebra keeps to one: else numbers take ten times as long.
    """
    variables = {**dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"), **os.environ}
    if variables.pop("PYTHONDONTWRITEBYTECODE", ""):
        variables.setdefault("PYTHONPYCACHEPREFIX", str(ENVIRONMENT / "pycache"))
    return variables


def methods(rest: list[str]) -> list[str]:
    """The methods of `verify`: with Coq where it is installed; nothing if the arguments say which."""
    if any(word.startswith("--method") for word in rest) or shutil.which("coqc") is None:
        return []
    return ["--method", "exact,coq,numeric,trained"]


def lint() -> int:
    """Formatter, linter and type checker; 0 if all are content."""
    laid_out = ROOT / "build" / "types" / "layerproof"
    shutil.rmtree(laid_out.parent, ignore_errors=True)
    laid_out.mkdir(parents=True)
    # On disk the packages stand side by side, imported they are one: a type checker sees them as imported.
    for source in (*(ROOT / "layerproof").iterdir(), *(ROOT / name for name in PACKAGES)):
        (laid_out / source.name).symlink_to(source)
    checks = (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy", str(laid_out.relative_to(ROOT))))
    return max([run(*check) for check in checks])


def main(arguments: list[str]) -> int:
    """Do what the first argument says."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have an older one
        raise SystemExit(f"got Python {sys.version.split()[0]}; layerproof needs 3.11 or newer")
    what, *rest = arguments or ["--help"]
    actions = {
        "verify": lambda: run("layerproof", "check", *methods(rest), *rest),
        "quick": lambda: run(
            "pytest", *SPREAD, *BRIEFLY, *QUICK, *(CLAIMS if any(word.startswith("-k") for word in rest) else ()), *rest
        ),
        "test": lambda: run("pytest", *SPREAD, *rest),
        "lint": lint,
        "setup": lambda: 0,
    }
    if what not in actions:
        print(__doc__)
        return 0 if what in ("-h", "--help") else 2
    set_up()
    return actions[what]()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
