"""The faces of a kind of statement: what is known how to do with it, each registered once, by its type.

A `Face` is one thing that can be done with statements: make a theorem of them, prove it, refute it.  A module that can
do it for some kinds says so where the function stands::

    @STATES.register(Identity, Inequality, Chain)
    def state(claim: Claim) -> Theorem: ...

What is registered for a kind is for that kind and not for its subclasses, which may mean something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from .statements.base import Statement

F = TypeVar("F", bound=Callable[..., Any])
G = TypeVar("G", bound=Callable[..., Any])


class NoFace(LookupError):
    """A kind of statement lacks a face; the message says which, and where one is registered."""


class Face(Generic[F]):
    """What can be done with statements, by kind.

    Args:
        name: what it makes of a statement: ``"theorem of Coq"``.
        where: the package in which modules register.
    """

    def __init__(self, name: str, where: str) -> None:
        self.name = name
        self.where = where
        self._by_kind: dict[type[Statement], F] = {}

    def register(self, *kinds: type[Statement]) -> Callable[[G], G]:
        """For a function that does it for `kinds`.

        Raises:
            TypeError: for what is no kind of statement.
            ValueError: for a kind that has this face already.
        """
        for kind in kinds:
            if not (isinstance(kind, type) and issubclass(kind, Statement)):
                raise TypeError(f"got {kind!r} for a {self.name}; expected kinds of statement")
            if kind in self._by_kind:
                raise ValueError(f"statements of kind {kind.__name__} have a {self.name} already")

        def take(function: G) -> G:
            self._by_kind.update(dict.fromkeys(kinds, function))  # type: ignore[arg-type]
            return function

        return take

    def of(self, statement: Statement) -> F:
        """The function for the kind of a statement.

        Raises:
            NoFace: if there is none.
        """
        found = self._by_kind.get(type(statement))
        if found is None:
            kind = type(statement).__name__
            raise NoFace(f"statements of kind {kind} have no {self.name}: none is registered in {self.where}")
        return found

    @property
    def kinds(self) -> tuple[type[Statement], ...]:
        """The kinds that have this face, by name."""
        return tuple(sorted(self._by_kind, key=lambda kind: kind.__name__))
