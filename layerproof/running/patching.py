"""Whether the program that checks is still the one on the disk.

A file of claims is a program, and can change the one that checks it: put another function in place of the prover's,
another method, another constant.  What is found then is the word of the file and not of the prover, and kept under the
name of the honest program it would be believed by every later run.  So what the modules hold is noted as each is
loaded, and compared after a file has run, and after each piece of work on its claims.

This finds what is done by accident, or openly.  A program that means to hide can: see ``docs/trust.md``.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import Any

OURS = "layerproof"
_LEANT_ON = ("sympy", "flint", "mpmath", "builtins", "json", "hashlib")
"""Packages whose functions the verifier believes; of these, functions and classes are compared, and not constants."""

_BORN_LATER = frozenset(
    {
        "__annotations__",
        "__doc__",
        "__abstractmethods__",
        "_abc_impl",
        "__parameters__",
        "__slotnames__",
        "_is_protocol",
    }
)
"""Attributes of classes that Python itself makes or changes after the class is there."""

_FREE = frozenset({"layerproof.running.patching", "layerproof.running.userfile"})
"""Modules that keep a state of their own while a file is read."""

_ABSENT = object()
_MARK = "_layerproof_watch"


class Watch(MetaPathFinder):
    """Notes what modules hold: those that are there when it begins, and each of ours when it is loaded."""

    def __init__(self) -> None:
        self._noted: dict[str, tuple[ModuleType, dict[str, Any]]] = {}

    def begin(self) -> None:
        """Note what is there now, in place of what was noted before."""
        self._noted.clear()
        for name, module in list(sys.modules.items()):
            if _counts(name) and isinstance(module, ModuleType):
                self._note(name, module)

    def _note(self, name: str, module: ModuleType) -> None:
        self._noted[name] = (module, dict(_parts(name, module)))

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """What the other finders find; a module of ours is noted once it has run."""
        if not _is_ours(name):
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is None:
                continue
            loader = spec.loader
            if hasattr(loader, "exec_module") and getattr(loader, _MARK, None) is not self:  # one may load many modules
                loader.exec_module = functools.partial(  # type: ignore[union-attr,method-assign]
                    self._run_and_note,
                    loader.exec_module,  # type: ignore[union-attr]
                )
                setattr(loader, _MARK, self)
            return spec
        return None

    def _run_and_note(self, run: Callable[[ModuleType], None], module: ModuleType) -> None:
        run(module)
        if _is_ours(module.__name__):
            self._note(module.__name__, module)

    def changes(self, *, ours: bool = False) -> list[str]:
        """The names of what is no longer what it was; of `ours` alone, or also of the packages leant on."""
        found: list[str] = []
        for name, (module, before) in self._noted.items():
            if name in _FREE or (ours and not _is_ours(name)):
                continue
            if sys.modules.get(name) is not module:
                found.append(name)
                continue
            now = dict(_parts(name, module))
            found += [f"{name}.{part}" for part, state in before.items() if not _same(state, now.get(part, _ABSENT))]
            new = set(now) - set(before)
            found += [f"{name}.{part}" for part in sorted(new) if _hides(part)]
        found += [name for name in list(sys.modules) if _is_ours(name) and name not in self._noted]
        return sorted(set(found))


def _hides(part: str) -> bool:
    """Whether a new name takes the place of one that was found elsewhere: a built-in, or an inherited method."""
    owner, _, name = part.rpartition(".")
    return bool(owner) or hasattr(builtins, name)


def _is_ours(name: str) -> bool:
    return name == OURS or name.startswith(f"{OURS}.")


def _counts(name: str) -> bool:
    return _is_ours(name) or name.partition(".")[0] in _LEANT_ON


def _parts(name: str, module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module holds, by name; of classes that it makes, what these hold."""
    ours = _is_ours(name)
    for key, value in list(vars(module).items()):
        if key.startswith("__") and key.endswith("__") and key != "__getattr__":
            continue
        if isinstance(value, ModuleType):
            continue
        if not ours and not callable(value):
            continue
        yield key, _state(value)
        if isinstance(value, type) and getattr(value, "__module__", None) == name:
            for inner, item in list(vars(value).items()):
                if inner not in _BORN_LATER and (ours or callable(item)):
                    yield f"{key}.{inner}", _state(item)


def _state(value: Any) -> tuple[Any, ...]:
    """What must not change of a value: itself, the code of a function, the entries of a table."""
    if isinstance(value, FunctionType):
        return value, value.__code__, value.__defaults__, _entries(value.__kwdefaults__)
    if isinstance(value, (staticmethod, classmethod)):
        return value, *_state(value.__func__)
    if isinstance(value, property):
        return value, getattr(value.fget, "__code__", None)
    if isinstance(value, functools.cached_property):
        return value, getattr(value.func, "__code__", None)
    if hasattr(type(value), "__wrapped__") or hasattr(value, "cache_info"):
        return value, getattr(getattr(value, "__wrapped__", None), "__code__", None)
    if type(value) is dict:
        return value, _entries(value)
    return (value,)


def _entries(value: dict[Any, Any] | None) -> dict[Any, Any] | None:
    return None if value is None else dict(value)


def _same(before: Any, now: Any) -> bool:
    """Whether two states are of the same things; a table may have got new entries."""
    if now is _ABSENT or len(before) != len(now):
        return False
    for one, other in zip(before, now, strict=True):
        if one is other:
            continue
        if type(one) is dict and type(other) is dict:
            if any(other.get(key, _ABSENT) is not value for key, value in one.items()):
                return False
        else:
            return False
    return True


_watch: Watch | None = None
_found: list[str] = []


def begin() -> None:
    """Note what there is, before a file of claims runs; what it will import of others is loaded before."""
    global _watch
    for name in _LEANT_ON:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if _watch is None:
        _watch = Watch()
    if _watch not in sys.meta_path:  # whoever puts back the finders that there were takes it away: pytester does
        sys.meta_path.insert(0, _watch)
    _watch.begin()


def look() -> list[str]:
    """What has changed since `begin`; it is remembered."""
    found = [] if _watch is None else _watch.changes()
    _found.extend(name for name in found if name not in _found)
    return found


def peek() -> frozenset[str]:
    """What of ours has changed since `begin`; it is not remembered.  Quick; empty where no file of claims has run."""
    return frozenset() if _watch is None else frozenset(_watch.changes(ours=True))


def found() -> list[str]:
    """All changes that were seen in this process."""
    return list(_found)


def told(names: list[str]) -> str:
    """What is said of changes."""
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return (
        f"ALARM: the program that checks was changed by what it checks ({shown}); no verdict of this run is to be "
        "believed, and nothing of it is kept"
    )
