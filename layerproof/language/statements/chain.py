"""A derivation as a chain of lines, each following from the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy as sp

from ..arguments import Checked
from ..goals import Goal, Sign, Zero
from ..printing import text
from ..written import plain
from .algebra import OPPOSITE
from .base import Row, Statement
from .sides import same, scalar


@dataclass(frozen=True)
class Link(Checked):
    """``relation line``, because `reason`; the relation is to the line before."""

    relation: str
    line: sp.Expr
    reason: str = ""

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> Link:
        """The same link with `change` applied to its line."""
        return Link(self.relation, change(self.line), self.reason)


@dataclass(frozen=True)
class Chain(Statement):
    """``first = second = ... <= last``, each link proved by itself; the first wrong link is named."""

    first: sp.Expr
    links: tuple[Link, ...]
    breakable: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", scalar(self.first, "the first line of a Chain"))
        if not self.links or not all(isinstance(link, Link) for link in self.links):
            raise ValueError(f"got links {self.links!r}; expected Link('=', line, reason), one a line after the first")
        lines = (scalar(link.line, f"line {number} of a Chain") for number, link in enumerate(self.links, start=1))
        links = (Link(k.relation, line, k.reason) for k, line in zip(self.links, lines, strict=True))
        object.__setattr__(self, "links", tuple(links))
        for link in self.links:
            if link.relation not in ("=", "<", "<=", ">", ">="):
                raise ValueError(f"got relation {link.relation!r} in a chain; expected one of =, <, <=, >, >=")

    def says_nothing(self) -> str | None:
        before = self.first
        for number, link in enumerate(self.links, start=1):
            if (nothing := same(before, link.line)) is not None:
                return f"line {number}: {nothing}"
            before = link.line
        return None

    def goals(self) -> Iterator[Goal]:
        before = self.first
        for number, link in enumerate(self.links, start=1):
            name = f"line {number}" + (f" ({link.reason})" if link.reason else "")
            if link.relation == "=":
                yield Zero(plain(before) - plain(link.line), name, (before, link.line))
            else:
                slack = plain(before) - plain(link.line)
                slack = slack if link.relation[0] == ">" else -slack
                yield Sign(slack, link.relation in ("<", ">"), name, (before, link.line))
            before = link.line

    def parts(self) -> dict[str, sp.Expr]:
        return {f"line.{k}": link.line for k, link in enumerate(self.links) if link.relation == "="}

    def broken(self) -> Iterator[tuple[str, Statement]]:
        for k, link in enumerate(self.links):
            if link.relation in OPPOSITE:
                links = list(self.links)
                links[k] = Link(OPPOSITE[link.relation], link.line, link.reason)
                yield f"line.{k}: relation reversed", Chain(self.first, tuple(links))

    def with_part(self, name: str, expr: sp.Expr) -> Chain:
        k = int(name.partition(".")[2])
        links = list(self.links)
        links[k] = Link(links[k].relation, expr, links[k].reason)
        return Chain(self.first, tuple(links))

    def expressions(self) -> tuple[sp.Basic, ...]:
        return (self.first, *(link.line for link in self.links))

    def rows(self) -> tuple[Row, ...]:
        rows, left = [], self.first
        for link in self.links:
            rows.append(Row(left, link.relation, link.line, link.reason))
            left = None
        return tuple(rows)

    def __str__(self) -> str:
        return text(self.first) + "".join(f" {k.relation} {text(k.line)}" for k in self.links)
