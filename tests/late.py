"""Imports that wait for the first test of their module, so that to collect the tests takes seconds.

    with late():
        import torch
        from layerproof.derivations import feedback as chapter

binds each name to something that stands for it, and imports nothing.  `arrive`, which `conftest.py` calls before each
test, puts what is meant in its place; among the values of a `parametrize` too, where a call of such a name
(`SGD(0.1)`) waits as well.  What else a module does with it while it is collected belongs inside of a function.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType, TracebackType
from typing import Any

import pytest

OPTIONAL = ("torch", "sklearn", "matplotlib")
"""What may be missing: the tests of a module that needs one of these are skipped."""


class Absent:
    """What stands for a module, for something in it, or for what a call of that returns.

    Args:
        make: gives what is meant.
    """

    waits = True
    """Until the first test runs: what is still absent then was bound where `arrive` does not look, as a default is."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def _asked(self) -> None:
        if not Absent.waits:
            raise RuntimeError("a name that is imported late was bound early; use it inside of a function")

    def __str__(self) -> str:
        raise TypeError("a name that is imported late has no text yet")

    def __bool__(self) -> bool:
        raise TypeError("a name that is imported late is neither true nor false yet")

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("_"):  # pytest asks every object of a module what it is
            raise AttributeError(name)
        self._asked()
        return Absent(partial(_part, self, name))

    def __call__(self, *given: Any, **named: Any) -> Absent:
        self._asked()
        return Absent(lambda: meant(self)(*map(meant, given), **{name: meant(value) for name, value in named.items()}))


def _part(whole: Absent, name: str) -> Any:
    found = meant(whole)
    if isinstance(found, ModuleType) and not hasattr(found, name):
        importlib.import_module(f"{found.__name__}.{name}")
    return getattr(found, name)


def _module(needed: str, handed: str) -> ModuleType:
    importlib.import_module(needed)
    return importlib.import_module(handed)


def meant(value: Any) -> Any:
    """What a value stands for, or what its parts do, if it is one that waits; else the value."""
    if isinstance(value, Absent):
        return value._make()
    if type(value) in (list, tuple) and any(meant(part) is not part for part in value):
        return type(value)(map(meant, value))
    if type(value) is dict and any(meant(part) is not part for part in value.values()):
        return {name: meant(part) for name, part in value.items()}
    return value


class Late:
    """A block whose imports wait."""

    def __enter__(self) -> None:
        names = sys._getframe(1).f_globals
        self._before = before = builtins.__import__

        def note(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
            if globals is not names:
                return before(name, globals, locals, fromlist, level)
            whole = importlib.util.resolve_name("." * level + name, names["__package__"]) if level else name
            return Absent(partial(_module, whole, whole if fromlist else whole.partition(".")[0]))

        builtins.__import__ = note

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        builtins.__import__ = self._before


def late() -> Late:
    """The imports below wait until a test of this module is run."""
    return Late()


def later(make: Callable[[], Any]) -> Any:
    """What `make` gives when a test of this module is run."""
    return Absent(make)


def arrive(item: pytest.Item) -> None:
    """Import what the module of a test waits for; the test is skipped where that is not installed."""
    module, given = getattr(item, "module", None), getattr(item, "callspec", None)
    Absent.waits = False
    if module is None or not {"late", "later"} & vars(module).keys():
        return
    for names in (vars(module), given.params if given else {}):
        for name, value in list(names.items()):
            try:
                names[name] = meant(value)
            except ModuleNotFoundError as error:
                if str(error.name).partition(".")[0] not in OPTIONAL:
                    raise
                pytest.skip(f"{error.name} is not installed")
