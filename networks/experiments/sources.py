"""Which sources a run rests on: the modules of `layerproof.networks` that an experiment imports, followed by reading.

Nothing is run to find them.  What is only there for type checkers is left out, a name that a package hands on is
followed to the module that defines it, and comments, docstrings and blank lines count for nothing: they change no
number.  A file of a user's is followed to the files beside it as well.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ("layerproof", "networks")
Import = tuple[int, tuple[str, ...], tuple[str, ...]]
"""Level (0: absolute), the dotted name, and the names taken from it (none: all of the module)."""


def closure(files: Iterable[Path]) -> tuple[Path, ...]:
    """`files` and every file that they import, directly or not, in `layerproof.networks` or beside them."""
    found: set[Path] = set()
    waiting = [file.resolve() for file in files]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file)
    return tuple(sorted(found))


def digest(files: Iterable[Path]) -> str:
    """A hash of what the files of the closure say."""
    hashed = sha256()
    for file in closure(files):
        name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else f"user/{file.name}"
        hashed.update(f"{name}\0{essence(file)}\0".encode())
    return hashed.hexdigest()


def essence(file: Path) -> str:
    """The text of a file without comments, docstrings and blank lines."""
    return _essence(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=1024)
def _essence(file: Path, changed: int) -> str:
    text = file.read_text(encoding="utf-8")
    lines: list[str | None] = list(text.splitlines())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for item in filter(_is_remark, node.body):  # also the strings below attributes
                if (lines[item.lineno - 1] or "").lstrip().startswith(('"', "'", 'r"')):
                    lines[item.lineno - 1 : item.end_lineno] = [None] * ((item.end_lineno or 0) - item.lineno + 1)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and (line := lines[token.start[0] - 1]) is not None:
            lines[token.start[0] - 1] = line[: token.start[1]]
    return "\n".join(line.rstrip() for line in lines if line is not None and line.strip())


def _is_remark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _imported(file: Path) -> Iterator[Path]:
    for level, name, taken in _imports(file, file.stat().st_mtime_ns):
        if (base := _base(file, level, name)) is not None:
            yield from _targets(base, taken)


def _base(file: Path, level: int, name: tuple[str, ...]) -> Path | None:
    """The place, less its ending, of an imported module; None for one that is neither ours nor the user's."""
    inside = file.is_relative_to(ROOT)
    if level:
        place = file.parents[level - 1]
        if inside and not place.is_relative_to(ROOT):
            return None
        return place.joinpath(*name)
    if name[:2] == PACKAGE:
        return ROOT.joinpath(*name[2:])
    return None if inside else file.parent.joinpath(*name)


def _targets(base: Path, taken: tuple[str, ...]) -> Iterator[Path]:
    """The files that define the names `taken` from a module."""
    module, package = base.with_name(base.name + ".py"), base / "__init__.py"
    if module.is_file():
        yield module
    elif base.is_dir():
        handed_on = _handed_on(package, package.stat().st_mtime_ns) if package.is_file() else {}
        for name in taken:
            if (base / f"{name}.py").is_file() or (base / name).is_dir():
                yield from _targets(base / name, ())
            elif name in handed_on:
                level, where, original = handed_on[name]
                if (further := _base(package, level, where)) is not None:
                    yield from _targets(further, original)
            elif package.is_file():
                yield package
        if not taken and package.is_file():
            yield package


@lru_cache(maxsize=1024)
def _handed_on(package: Path, changed: int) -> dict[str, Import]:
    """The names that the top level of a package takes from elsewhere."""
    found: dict[str, Import] = {}
    for node in ast.parse(package.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            where = tuple((node.module or "").split(".")) if node.module else ()
            found |= {alias.asname or alias.name: (node.level, where, (alias.name,)) for alias in node.names}
    return found


@lru_cache(maxsize=1024)
def _imports(file: Path, changed: int) -> tuple[Import, ...]:
    return tuple(_walk(ast.parse(file.read_text(encoding="utf-8"))))


def _walk(node: ast.AST) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield 0, tuple(alias.name.split(".")), ()
        elif isinstance(child, ast.ImportFrom):
            names = tuple(alias.name for alias in child.names)
            yield child.level, tuple(child.module.split(".")) if child.module else (), names
        else:
            yield from _walk(child)
