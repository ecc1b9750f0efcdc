"""Coq as a program: where it is, its prelude compiled once, lemmas tried one by one, files checked whole."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType

PRELUDE = Path(__file__).resolve().parent / "prelude"
PACKAGES = ("coq", "libcoq-coquelicot", "libcoq-interval")
"""What Debian calls what is needed."""


class NoCoq(Exception):
    """Coq is not installed, or the prelude does not compile; the message says what to do."""


@dataclass(frozen=True)
class Answer:
    """What Coq said of a lemma: whether it has accepted it, its message, and the seconds it took."""

    accepted: bool
    message: str
    seconds: float


@lru_cache
def program(name: str) -> str:
    """The path of ``coqc`` or ``coqtop``.

    Raises:
        NoCoq: if it is not installed.
    """
    found = shutil.which(name)
    if found is None:
        raise NoCoq(f"Coq is not installed: {name} was not found; on Debian, apt-get install {' '.join(PACKAGES)}")
    return found


def folders(files: tuple[str, ...], cache: Path | None = None) -> tuple[Path, ...]:
    """The folders of the compiled prelude files and of those that they need, dependencies first.

    A file is compiled when it, or one that it needs, is new; about a second each.

    Raises:
        NoCoq: if Coq is missing, or a file does not compile.
    """
    cache = cache or Path(tempfile.gettempdir()) / f"layerproof-coq-{os.getuid()}"
    done: dict[str, tuple[str, Path]] = {}

    def visit(file: str) -> str:
        if file in done:
            return done[file][0]
        source = (PRELUDE / f"{file}.v").read_text(encoding="utf-8")
        needed = [visit(other) for other in _required(source)]
        digest = hashlib.sha256("\0".join([program("coqc"), source, *needed]).encode()).hexdigest()[:24]
        folder = cache / f"{file}-{digest}"
        if not (folder / f"{file}.vo").exists():
            _compile(file, source, folder, tuple(f for _, f in done.values()))
        done[file] = (digest, folder)
        return digest

    for file in files:
        visit(file)
    return tuple(folder for _, folder in done.values())


def _required(source: str) -> list[str]:
    return " ".join(re.findall(r"^From Layerproof Require (?:Import|Export) ([\w\s]+)\.", source, re.M)).split()


def _compile(file: str, source: str, folder: Path, needed: tuple[Path, ...]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=folder.parent))
    (work / f"{file}.v").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [program("coqc"), "-q", *_paths((*needed, work)), f"{file}.v"], cwd=work, capture_output=True, text=True
    )
    if done.returncode:
        shutil.rmtree(work, ignore_errors=True)
        raise NoCoq(f"the prelude's {file}.v does not compile: {done.stderr.strip()}")
    try:
        work.rename(folder)
    except OSError:  # another process was quicker
        shutil.rmtree(work, ignore_errors=True)


def _paths(places: tuple[Path, ...]) -> list[str]:
    return [word for place in places for word in ("-Q", str(place), "Layerproof")]


def header(requires: tuple[str, ...]) -> str:
    """The first lines of a file of lemmas."""
    return f"From Layerproof Require Import {' '.join(('Base', *requires))}.\n"


def compile_text(text: str, requires: tuple[str, ...], *, limit: float | None = None) -> tuple[bool, str]:
    """Whether ``coqc`` accepts a whole file, and all that it said."""
    with tempfile.TemporaryDirectory() as work:
        Path(work, "File.v").write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                [program("coqc"), "-q", *_paths(folders(("Base", *requires))), "File.v"],
                cwd=work,
                capture_output=True,
                text=True,
                timeout=limit,
            )
        except subprocess.TimeoutExpired:
            return False, f"not done after {limit:.0f} s"
        return done.returncode == 0, done.stdout + done.stderr


class Toplevel:
    """A ``coqtop`` that is given lemmas one by one, and goes on after one that fails.

    Args:
        requires: files of the prelude, beside ``Base``.
        limit: seconds for each sentence.
    """

    def __init__(self, requires: tuple[str, ...] = (), limit: int = 10) -> None:
        self._work = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [program("coqtop"), "-q", *_paths(folders(("Base", *requires)))],
            cwd=self._work.name,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._asked = 0
        self.say(header(requires) + f"Set Default Timeout {limit}.")

    def __enter__(self) -> Toplevel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
        self._work.cleanup()

    def say(self, text: str) -> str:
        """What Coq answers to some sentences."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asked += 1
        mark = f"layerproof_mark_{self._asked}"
        self._process.stdin.write(f"{text}\nCheck (fun {mark} : unit => {mark}).\n")
        self._process.stdin.flush()
        lines: list[str] = []
        for line in self._process.stdout:
            lines.append(line)
            if mark in line:
                break
        self._process.stdout.readline()  # the type of the mark
        return "".join(lines[:-1])

    def lemma(self, name: str, statement: str, proof: str) -> Answer:
        """Whether Coq accepts ``statement proof``, which name a lemma `name`."""
        begun = time.monotonic()
        said = self.say(f"{statement}\n{proof}")
        self.say("Abort All.")
        found = self.say(f"Check {name}.")
        accepted = re.search(rf"^{name}\s*$|^{name}\s*:", found.replace("Coq < ", ""), re.M) is not None
        return Answer(accepted, said.replace("Coq < ", "").strip(), time.monotonic() - begun)
