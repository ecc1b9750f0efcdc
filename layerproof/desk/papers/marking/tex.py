"""Running TeX on a paper: no command of the paper's reaches the shell, and no run is longer than it may be."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

SECONDS = 300
PACKAGES = "latexmk texlive-latex-extra texlive-publishers texlive-fonts-recommended"
FURTHER = "texlive-fonts-extra texlive-plain-generic texlive-science"
MOST_RUNS = 5
_ENGINES = {"pdflatex": "-pdf", "xelatex": "-pdfxe"}
_OTHER_FONTS = re.compile(
    r"^[^%\n]*\\usepackage\s*(?:\[[^]]*\])?\s*\{[^}]*(?:fontspec|unicode-math|xeCJK|mathspec)", re.M
)
_ASKED_FOR = re.compile(r"^%\s*!\s*TeX\s+(?:TS-)?program\s*=\s*(\w+)", re.M | re.I)
_ERROR = re.compile(r"^(?:!|[^\s:][^:\n]*:\d+:) .*(?:\n(?!$).*){0,3}", re.M)


class NotCompiled(RuntimeError):
    """TeX is missing, or a paper does not compile; the message says what to do."""


class Failed(NotCompiled):
    """TeX has found an error.

    Attributes:
        place: the file and the line, as far as TeX names them.
    """

    def __init__(self, message: str, place: tuple[str, int] | None) -> None:
        super().__init__(message)
        self.place = place


def engine(text: str) -> str:
    """The program that a paper's root file is for.

    Raises:
        NotCompiled: if that is not installed, or is one that could do anything.
    """
    asked = _ASKED_FOR.search(text)
    name = asked[1].lower() if asked else "xelatex" if _OTHER_FONTS.search(text) else "pdflatex"
    name = {"latex": "pdflatex", "pdftex": "pdflatex", "xetex": "xelatex"}.get(name, name)
    if name not in _ENGINES:
        raise NotCompiled(f"the paper asks for {name}; expected pdflatex or xelatex")
    if shutil.which(name) is None:
        packages = PACKAGES + " texlive-xetex" * (name == "xelatex")
        raise NotCompiled(f"{name} is not installed; on Debian or Ubuntu: apt install {packages}")
    return name


def whole(root: Path, name: str) -> int:
    """Compile a paper from nothing, with its bibliography, in its folder; the number of its pages.

    Raises:
        NotCompiled: see `once`.
    """
    if shutil.which("latexmk"):
        flags = ["-norc", _ENGINES[name], "-interaction=nonstopmode", "-halt-on-error", "-file-line-error"]
        _run(["latexmk", *flags, "-latexoption=-no-shell-escape", root.name], root.parent)
        return _pages(root)
    aux = root.with_suffix(".aux")
    before = b""
    for _ in range(MOST_RUNS):
        pages = once(root, name)
        now = aux.read_bytes() if aux.exists() else b""
        if now == before:
            break
        if b"\\bibdata" in now and not root.with_suffix(".bbl").exists() and shutil.which("bibtex"):
            _run(["bibtex", root.stem], root.parent)
        before = now
    return pages


def once(root: Path, name: str, before: str = "") -> int:
    """Run TeX once; the number of pages.

    Args:
        root: of the paper.
        name: of the program.
        before: the name of a file that is read before the paper.

    Raises:
        Failed: if TeX finds an error; NotCompiled if it does not end, or makes no page.
    """
    flags = ["-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape"]
    asked = rf"\input{{{before}}}\input{{{root.name}}}" if before else root.name
    for file in (root.with_suffix(".pdf"), root.with_suffix(".log")):
        file.unlink(missing_ok=True)
    _run([name, *flags, f"-jobname={root.stem}", asked], root.parent)
    return _pages(root)


def _run(command: list[str], folder: Path) -> None:
    """Run a program in a folder, which is the only place where TeX may write or read files that it names."""
    environment = {
        **os.environ, "max_print_line": "1000", "shell_escape": "f", "openout_any": "p", "openin_any": "p",
    }  # fmt: skip
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    ) as running:  # fmt: skip
        try:
            running.wait(SECONDS)
        except BaseException as why:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            if isinstance(why, subprocess.TimeoutExpired):
                raise NotCompiled(f"{command[0]} did not end within {SECONDS} s") from None
            raise


def _pages(root: Path) -> int:
    """The number of pages that the last run has made.

    Raises:
        Failed: if it has found an error; NotCompiled if it has made none.
    """
    log = root.with_suffix(".log")
    said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    if error := _ERROR.search(said):
        lines = [line.strip() for line in error[0].split("\n") if line.strip()]
        place = re.match(r"(?:\./)?([^:\n]+):(\d+): ", lines[0])
        message = "\n  ".join(line.removeprefix("./") for line in lines)
        if missing := re.search(r"File [`']([^']+\.(?:sty|cls))' not found", error[0]):
            message += f"\n  {missing[1]} is missing; it may be in: apt install {PACKAGES} {FURTHER}"
        raise Failed(message, (place[1], int(place[2])) if place else None)
    pages = re.search(r"^Output written on .*\((\d+) pages?", said, re.M)
    if pages is None or not root.with_suffix(".pdf").exists():
        raise NotCompiled("TeX made no page; its log does not say why")
    return int(pages[1])
