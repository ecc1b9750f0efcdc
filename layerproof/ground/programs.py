"""Which program found this?  The modules of layerproof that an answer rests on, followed by reading their imports.

One answer serves the evidence in the cache and the records of trained networks.  Nothing is run to find it:

- an import is followed wherever it stands, in a function too, through all of layerproof; of what other people wrote
  the versions count, where they are asked for;
- a name that a package hands on is followed to the module that defines it, also where the package finds it when it is
  first asked for, and says where under ``TYPE_CHECKING``; what a package hands on and nobody takes is left out;
- an import of a name in quotes is followed; where the name is computed, every string of the module that names a module
  beside or below it, or in a package that another string of it names, is followed, and every module beside it if
  there is none;
- what is only there for type checkers and for readers' eyes (``latex``, ``_repr_latex_`` and the like) is left out,
  and comments, docstrings and blank lines count for nothing: they change no verdict;
- files of Coq in a folder beside a module count with it;
- where a few functions of a file are asked for, what they name counts, and what that names, and the imports of these;
- a file of a user's is followed to the files beside it as well.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

HOUSE = "layerproof"
_ROOMS = ("derivations", "numerics", "networks")  # elsewhere on the disk than the rest, where the source is checked out
_FOR_EYES = re.compile(r"_repr_\w+_|_?latex")
_NAME = re.compile(r"\.*[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


@dataclass(frozen=True)
class Import:
    """One import, as written.

    Attributes:
        level: how many packages up it starts; 0 is an absolute name.
        name: what is named, split at the dots.
        taken: the names that are taken from it; none is all of it.
    """

    level: int
    name: tuple[str, ...]
    taken: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """Some of what a file defines, with all that it uses of the file.

    Attributes:
        file: which.
        names: of functions and classes at its top level.
    """

    file: Path
    names: tuple[str, ...]


Entry = str | Path | Part
"""Where a program begins: the dotted name of a module of layerproof, a file, or a part of one."""


@dataclass(frozen=True)
class _Read:
    """What a file says of others.

    Attributes:
        imports: everything that it imports.
        handed_on: names that it takes from elsewhere at its top level, for those who take them from it.
        computed: whether it imports by a name that it computes.
        words: its strings that may be names of modules.
    """

    imports: tuple[Import, ...]
    handed_on: Mapping[str, Import]
    computed: bool
    words: tuple[str, ...]


@lru_cache(maxsize=1)
def rooms() -> dict[str, Path]:
    """The folders of layerproof, by the dotted name of the package that each holds."""
    found: dict[str, Path] = {}
    for name in (HOUSE, *(f"{HOUSE}.{room}" for room in _ROOMS)):
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            found[name] = Path(folder).resolve()
    return found


def closure(begin: Iterable[Entry], within: Mapping[str, Path] | None = None) -> dict[str, Path]:
    """The modules named, or in the files given, and all of layerproof's that they import, directly or not.

    A file of which only a part is asked for is not among them.

    Args:
        begin: where the program begins.
        within: the folders of layerproof, by package; by default where it is installed.

    Returns:
        the files, by the names under which they are hashed: dotted names, and ``user/FILE`` for files of others.

    Raises:
        ValueError: for a name of no module.
    """
    return _House(rooms() if within is None else within).closure(begin)[0]


def libraries(begin: Iterable[Entry], within: Mapping[str, Path] | None = None) -> tuple[str, ...]:
    """What the closure imports of other people's, as it is imported: ``flint``, ``numpy``; Python's own is left out."""
    foreign: set[str] = set()
    for file in closure(begin, within).values():
        if file.suffix == ".py":
            foreign |= {item.name[0] for item in _read(file).imports if not item.level and item.name}
    return tuple(sorted(foreign - {HOUSE} - set(sys.stdlib_module_names)))


def digest(begin: Iterable[Entry], within: Mapping[str, Path] | None = None) -> str:
    """A hash of what the files of the closure say, and the parts of files that were asked for."""
    files, parts = _House(rooms() if within is None else within).closure(begin)
    said = [f"{name}\0{essence(file)}" for name, file in files.items()] + [_slice_of(part).text for part in parts]
    return sha256("\0".join(sorted(said)).encode()).hexdigest()


class _House:
    """Names and files of layerproof.

    Args:
        rooms: folders by package.
    """

    def __init__(self, rooms: Mapping[str, Path]) -> None:
        self.rooms = rooms

    def closure(self, begin: Iterable[Entry]) -> tuple[dict[str, Path], set[Part]]:
        """The files of which all counts, by the names under which they are hashed, and those of which a part does."""
        found: dict[str, Path] = {}
        parts: set[Part] = set()
        waiting: list[Path | Part] = []
        for item in begin:
            there = self.file(tuple(item.split("."))) if isinstance(item, str) else item
            if there is None:
                raise ValueError(f"got {item!r}; expected the name of a module of {HOUSE}")
            waiting.append(there.resolve() if isinstance(there, Path) else there)
        seen: set[Path | Part] = set()
        while waiting:
            now = waiting.pop()
            if now in seen:
                continue
            seen.add(now)
            if isinstance(now, Part):
                parts.add(now)
                waiting += self.needed(now)
                continue
            found[self.label(now)] = now
            if now.suffix == ".py":
                waiting += self.imported(now)
                waiting += sorted(now.parent.glob("*/*.v")) if self.name(now) else ()
        return found, parts

    def needed(self, part: Part) -> Iterator[Path | Part]:
        """What a part of a file imports: of modules beside it the part that it takes, of others all."""
        for item in _slice_of(part).imports:
            for file in self.targets(part.file, item):
                beside = file.parent == part.file.parent and file.stem != "__init__" and item.taken
                yield Part(file, item.taken) if beside and _defines(file, item.taken) else file

    def name(self, file: Path) -> tuple[str, ...] | None:
        """The dotted name of a module of layerproof, split; None for a file of others."""
        for room in sorted(self.rooms, key=len, reverse=True):
            if file.is_relative_to(self.rooms[room]):
                inside = file.relative_to(self.rooms[room]).with_suffix("").parts
                return (*room.split("."), *(inside[:-1] if inside[-1:] == ("__init__",) else inside))
        return None

    def label(self, file: Path) -> str:
        """The name under which a file is hashed: the same wherever layerproof is installed."""
        name = self.name(file)
        return f"user/{file.name}" if name is None else ".".join(name) + file.suffix.replace(".py", "")

    def file(self, name: tuple[str, ...]) -> Path | None:
        """The file of a module or package of layerproof; None if there is none."""
        for length in range(len(name), 0, -1):
            if folder := self.rooms.get(".".join(name[:length])):
                return _module(folder.joinpath(*name[length:]))
        return None

    def imported(self, file: Path) -> Iterator[Path]:
        """The files that a file rests on directly."""
        read = _read(file)
        for item in read.imports:
            yield from self.targets(file, item)
        if read.computed:
            yield from self.computed(file, read)

    def computed(self, file: Path, read: _Read) -> Iterator[Path]:
        """What an import by a computed name may mean."""
        package = self.package(file)
        if package is None:
            return
        whole = [tuple(word.split(".")) for word in read.words if word.startswith(f"{HOUSE}.")]
        bases = [package, *(name for name in whole if (there := self.file(name)) and there.stem == "__init__")]
        named = [self.file(base + tuple(word.strip(".").split("."))) for base in bases for word in read.words]
        named += [self.file(name) for name in whole]
        others = [item for item in named if item is not None and item != file]
        if others:
            yield from others
            return
        for item in sorted(file.parent.iterdir()):
            if (module := _module(item.with_suffix(""))) is not None and module != file:
                yield module

    def package(self, file: Path) -> tuple[str, ...] | None:
        """The package of a module, and of a package itself."""
        name = self.name(file)
        return name if name is None or file.stem == "__init__" else name[:-1]

    def targets(self, file: Path, item: Import) -> Iterator[Path]:
        """The files that define what is imported."""
        package = self.package(file)
        if package is None:  # a user's
            if item.level or item.name[:1] != (HOUSE,):
                base = file.parents[max(item.level - 1, 0)]
                yield from _beside(base.joinpath(*item.name), item.taken)
                return
        elif not item.level and item.name[:1] != (HOUSE,):
            return
        base_name = (package or ())[: len(package or ()) + 1 - item.level] if item.level else ()
        yield from self.taken(base_name + item.name, item.taken)

    def taken(self, name: tuple[str, ...], names: tuple[str, ...]) -> Iterator[Path]:
        """The files that define `names` of a module; of all of it, if none are named."""
        file = self.file(name)
        if file is None or file.stem != "__init__" or not names:
            yield from () if file is None else (file,)
            return
        handed_on = _read(file).handed_on
        for one in names:
            if self.file((*name, one)) is not None:
                yield from self.taken((*name, one), ())
            elif one in handed_on and handed_on[one].taken:
                yield from self.targets(file, handed_on[one])
            else:
                yield file


def _module(base: Path) -> Path | None:
    """The file of a module or package, less its ending."""
    for file in (base.with_name(base.name + ".py"), base / "__init__.py"):
        if file.is_file():
            return file
    return None


def _beside(base: Path, names: tuple[str, ...]) -> Iterator[Path]:
    """The files of a user's module: of the modules taken from it where it is a package or a folder."""
    if (file := _module(base)) is not None:
        yield file
    for name in names if base.is_dir() else ():
        if (file := _module(base / name)) is not None:
            yield file


# --- one file ---------------------------------------------------------------------------------------------------------


def essence(file: Path) -> str:
    """The text of a file; of Python without comments, docstrings, blank lines and what is there for readers' eyes."""
    return _essence(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=2048)
def _essence(file: Path, changed: int) -> str:
    if file.suffix != ".py":
        return file.read_text(encoding="utf-8")
    return "\n".join(line.rstrip() for line in _lines(file, changed) if line is not None and line.strip())


@lru_cache(maxsize=2048)
def _lines(file: Path, changed: int) -> list[str | None]:
    """The lines of a file, without what changes no verdict; None for one that is left out."""
    text = file.read_text(encoding="utf-8")
    lines: list[str | None] = list(text.splitlines())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            for item in node.body:
                if _is_for_eyes(item) or (_is_remark(item) and _begins_its_line(item, lines)):
                    lines[item.lineno - 1 : item.end_lineno] = [None] * ((item.end_lineno or 0) - item.lineno + 1)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and (line := lines[token.start[0] - 1]) is not None:
            lines[token.start[0] - 1] = line[: token.start[1]]
    return lines


def _is_remark(node: ast.stmt) -> bool:
    """A docstring, or a string below an attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _begins_its_line(node: ast.stmt, lines: list[str | None]) -> bool:
    return (lines[node.lineno - 1] or "").lstrip().startswith(('"', "'", 'r"'))


def _is_for_eyes(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and _FOR_EYES.fullmatch(node.name) is not None


def _read(file: Path) -> _Read:
    return _reading(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=2048)
def _reading(file: Path, changed: int) -> _Read:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    there = list(_statements(tree))
    imports = [item for node in there for item in _imports(node)]
    named = [_named(node) for node in there if isinstance(node, ast.Call) and _imports_by_name(node)]
    words = {node.value for node in there if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return _Read(
        imports=(*imports, *(item for item in named if item is not None)),
        handed_on=_handed_on(tree),
        computed=None in named,
        words=tuple(sorted(filter(_NAME.fullmatch, words))),
    )


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Everything below a node that is there when the program runs, in the order of the text."""
    waiting = [*ast.iter_child_nodes(node)][::-1]
    while waiting:
        child = waiting.pop()
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            waiting += child.orelse[::-1]
        elif not _is_for_eyes(child):
            yield child
            waiting += [*ast.iter_child_nodes(child)][::-1]


def _imports(node: ast.AST) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(0, tuple(alias.name.split(".")))
    elif isinstance(node, ast.ImportFrom):
        names = tuple(alias.name for alias in node.names if alias.name != "*")
        yield Import(node.level, tuple(node.module.split(".")) if node.module else (), names)


def _imports_by_name(call: ast.Call) -> bool:
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return called in ("import_module", "__import__")


def _named(call: ast.Call) -> Import | None:
    """What is imported by a name in quotes; None if the name is computed."""
    name = call.args[0] if call.args else None
    if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
        return None
    bare = name.value.lstrip(".")
    return Import(len(name.value) - len(bare), tuple(bare.split(".")))


def _handed_on(tree: ast.Module) -> dict[str, Import]:
    """The names that the top level takes from elsewhere, at once or when they are first asked for."""
    found: dict[str, Import] = {}
    for node in tree.body:
        is_lazy = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for item in node.body if is_lazy and isinstance(node, ast.If) else (node,):
            if isinstance(item, ast.ImportFrom):
                where = tuple(item.module.split(".")) if item.module else ()
                found |= {
                    alias.asname or alias.name: Import(item.level, where, (alias.name,))
                    for alias in item.names
                    if alias.name != "*"
                }
    return found


# --- a part of a file -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Slice:
    """What a part of a file says, and what it imports."""

    text: str
    imports: tuple[Import, ...]


def _slice_of(part: Part) -> _Slice:
    return _slice(part.file, part.names, part.file.stat().st_mtime_ns)


def _defines(file: Path, names: tuple[str, ...]) -> bool:
    """Whether a file defines all of these names at its top level."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return set(names) <= set().union(*map(_bound, tree.body))


@lru_cache(maxsize=1024)
def _slice(file: Path, names: tuple[str, ...], changed: int) -> _Slice:
    """What `names` use of a file: statements of its top level that bind no name count always.

    Raises:
        ValueError: if the file defines no such name at its top level.
    """
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    body = [node for node in tree.body if not (_is_remark(node) or _is_for_types(node))]
    bound = {id(node): _bound(node) for node in body}
    if missing := set(names) - set().union(*bound.values()):
        raise ValueError(f"{file} defines no {sorted(missing)[0]} at its top level")
    wanted, kept = set(names), set[int]()
    while True:
        further = [
            node
            for node in body
            if id(node) not in kept and (not bound[id(node)] or bound[id(node)] & wanted or isinstance(node, _COMPOUND))
        ]
        if not further:
            break
        kept |= {id(node) for node in further}
        wanted |= {name for node in further for name in _named_in(node)}
    imports: list[Import] = []
    said: list[str] = []
    for node in body:
        if id(node) in kept and isinstance(node, (ast.Import, ast.ImportFrom)):
            used = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in wanted]
            for alias in used:
                short = type(node)(**{**dict(ast.iter_fields(node)), "names": [alias]})
                imports += _imports(short)
                said.append(ast.unparse(short))
        elif id(node) in kept:
            imports += [item for child in (node, *_statements(node)) for item in _imports(child)]
            said.append(_lines_of(file, node, changed))
    return _Slice("\n".join(said), tuple(imports))


_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement of the top level binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.split(".")[0] for alias in node.names}
    inner = {  # what a comprehension runs over is bound inside of it
        id(name) for child in ast.walk(node) if isinstance(child, ast.comprehension) for name in ast.walk(child.target)
    }
    names = (child for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store))
    return {name.id for name in names if id(name) not in inner}


def _named_in(node: ast.stmt) -> set[str]:
    """The names that a statement uses; none of an import's."""
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def _lines_of(file: Path, node: ast.stmt, changed: int) -> str:
    """The essence of one statement of a file's top level."""
    first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", ()))])
    lines = _lines(file, changed)[first - 1 : node.end_lineno]
    return "\n".join(line.rstrip() for line in lines if line is not None and line.strip())
