"""Documents as PDF, by the TeX installation of the machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from layerproof.ground.files import write_atomically

PACKAGES = "latexmk texlive-latex-recommended texlive-latex-extra texlive-fonts-recommended lmodern"
SECONDS = 600
DOCUMENTS = ("verification", "errata")


class NoTeX(RuntimeError):
    """TeX is missing, or could not compile a document; the message says what to do."""


def compile_all(content: Iterable[tuple[Path, str | bytes]], folder: Path) -> list[Path]:
    """Compile the documents among the files of an export, and put the PDFs into `folder`.

    Nothing is left behind if it fails.

    Raises:
        NoTeX: if `latexmk` is not installed or a document does not compile; OSError if a file cannot be written.
    """
    if shutil.which("latexmk") is None or shutil.which("pdflatex") is None:
        raise NoTeX(f"TeX is not installed; on Debian or Ubuntu: apt install {PACKAGES}")
    with tempfile.TemporaryDirectory() as name:
        build = Path(name)
        for file, text in content:
            (build / file).parent.mkdir(parents=True, exist_ok=True)
            (build / file).write_bytes(text.encode() if isinstance(text, str) else text)
        made = []
        for document in DOCUMENTS:
            _latexmk(document, build)
            write_atomically(folder / f"{document}.pdf", (build / f"{document}.pdf").read_bytes())
            made.append(folder / f"{document}.pdf")
    return made


def environment() -> dict[str, str]:
    """That of this process, with a date that never changes, and logs whose lines are not broken."""
    return {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "max_print_line": "1000"}


def _latexmk(document: str, build: Path) -> None:
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", f"{document}.tex"]
    try:
        done = subprocess.run(
            command,
            cwd=build,
            env=environment(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise NoTeX(f"{document}.tex was not compiled within {SECONDS} s") from None
    if done.returncode == 0:
        return
    log = build / f"{document}.log"
    said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else done.stdout.decode(errors="replace")
    errors = re.findall(r"^!.*(?:\n.*){0,4}", said, flags=re.MULTILINE)
    missing = re.findall(r"File `([^']+)' not found", said)
    hint = f"; {missing[0]} is missing: apt install {PACKAGES}" if missing else ""
    raise NoTeX(f"{document}.tex does not compile{hint}\n{errors[0] if errors else said[-500:]}")
