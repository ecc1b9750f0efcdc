"""``layerproof new FILE``: a file of conjectures that runs as it is, to be changed into one's own."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from ..running.results import Exit

HELP = "write a template for conjectures of your own, which runs as it is"
DESCRIPTION = """\
Write a file of example claims about a small model: a loss and its gradient flow, a conserved quantity, a closed form,
a wrong one that is expected to be refuted, a limit, an inequality, an expectation. It runs as it is; edit it to state
your own. The ids of its claims begin with the name of the file. An existing file is never overwritten.
"""
FILE_HELP = "the file to write, such as mine.py"

_TAKEN = frozenset({"flint", "heyoka", "layerproof", "matplotlib", "mpmath", "numpy", "pytest", "rich", "scipy"})
_TAKEN |= {"sympy", "torch"} | (sys.stdlib_module_names - {"test", "this"})


def content(path: Path) -> str:
    """The text of a new file at `path`: the template, with the name of the file for its subject."""
    template = (files(__package__) / "templates" / "conjectures.py").read_text(encoding="utf-8")
    return (
        template.replace('"own/', f'"{subject_of(path)}/')
        .replace("FILE::own/", f"FILE::{subject_of(path)}/")
        .replace("FILE", path.name)
    )


def subject_of(path: Path) -> str:
    """The subject of the claims of a new file: its name, in lower case with hyphens; ``own`` if nothing is left."""
    words = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    return words.removeprefix("claims-").removesuffix("-claims") or "own"


def write(path: Path) -> None:
    """Write a new file of conjectures, the whole of it or nothing.

    Raises:
        ValueError: if the name does not end in .py, or is that of a module that the file itself needs.
        FileExistsError: if there is something of that name.
        FileNotFoundError: if there is no such folder.
        OSError: if the disk refuses.
    """
    if path.suffix != ".py" or not path.stem:
        raise ValueError(f"got the name {path.name!r}; expected one that ends in .py, such as mine.py")
    if path.stem in _TAKEN:
        raise ValueError(f"got the name {path.name!r}, which would hide the module {path.stem!r}; choose another")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}; make it first")
    if os.path.lexists(path):
        raise FileExistsError(f"{path} exists already, and is left as it is; choose another name")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(content(path))
        mask = os.umask(0o077)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)  # a temporary file is its owner's alone
        _put(name, path)
    finally:
        os.unlink(name)


def _put(name: str, path: Path) -> None:
    """Give the finished file its name too, unless somebody has taken it in the meantime."""
    try:
        os.link(name, path)
    except FileExistsError:
        raise FileExistsError(f"{path} exists already, and is left as it is; choose another name") from None
    except OSError:  # a file system without hard links
        with open(path, "x", encoding="utf-8") as stream:
            try:
                stream.write(Path(name).read_text(encoding="utf-8"))
                stream.flush()
            except OSError:
                path.unlink()
                raise


def command(file: str) -> Exit:
    """What ``layerproof new FILE`` does: write the file, say what to do next, or why it was not written."""
    path = Path(file)
    try:
        write(path)
    except (ValueError, OSError) as error:
        told = error.strerror if isinstance(error, OSError) and error.strerror else error
        print(
            f"layerproof: cannot write {file}: {told}" if told is not error else f"layerproof: {told}", file=sys.stderr
        )
        return Exit.USAGE
    print(f"{file}\nnext: layerproof check {shlex.quote(file)}")
    return Exit.EXPECTED
