"""A statement of known truth, before it is made: its kind, its parts, its hypotheses, and the Python that makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.claims import Claim
from layerproof.language.symbols import Family

HEADER = """\
import sympy as sp
from sympy import *
from layerproof import *
from layerproof.language.symbols import Family
"""


@dataclass(frozen=True)
class Stated:
    """A statement that is known to be true, or false.

    Attributes:
        kind: the class of the statement.
        parts: what it is called with, by name.
        truth: whether it holds.
        why: how that is known.
        thin: whether it fails only where numbers at random do not look, so that they are not asked.
    """

    kind: type
    parts: Mapping[str, Any]
    truth: bool
    why: str
    hypotheses: tuple[Any, ...] = ()
    thin: bool = False

    def claim(self) -> Claim:
        """The claim; raises ValueError where the verifier refuses to make it."""
        statement = self.kind(**self.parts)
        return Claim("fuzz/statement", title=self.why, statement=statement, hypotheses=self.hypotheses)

    def source(self) -> str:
        """Python that makes `statement` and `hypotheses`."""
        names = "\n".join(sorted({_declared(atom) for atom in _atoms((dict(self.parts), self.hypotheses))}, key=_order))
        parts = ", ".join(f"{name}={python(part)}" for name, part in self.parts.items())
        return f"{names}\nstatement = {self.kind.__name__}({parts})\nhypotheses = {python(self.hypotheses)}"


def python(item: Any) -> str:
    """The Python that makes `item`, an expression or what statements are made of."""
    if isinstance(item, sp.Basic):
        return str(sp.sstr(item, sympy_integers=True))
    if isinstance(item, Mapping):
        return "{" + ", ".join(f"{python(key)}: {python(value)}" for key, value in item.items()) + "}"
    if isinstance(item, (tuple, list)):
        return "(" + "".join(f"{python(part)}, " for part in item).rstrip() + ")"
    if is_dataclass(item) and not isinstance(item, type):
        shown = ", ".join(f"{part.name}={python(getattr(item, part.name))}" for part in fields(item))
        return f"{type(item).__name__}({shown})"
    return repr(item)


def _atoms(item: Any) -> Iterator[Any]:
    if isinstance(item, sp.Basic):
        for atom in item.atoms(sp.Symbol, sp.Idx, AppliedUndef, sp.MatrixSymbol):
            yield atom
            if isinstance(atom, (sp.Idx, sp.MatrixSymbol)):
                yield from _atoms(atom.upper if isinstance(atom, sp.Idx) else sp.Tuple(*atom.shape))
    elif isinstance(item, Mapping):
        yield from _atoms((*item.keys(), *item.values()))
    elif isinstance(item, (tuple, list)):
        for part in item:
            yield from _atoms(part)
    elif isinstance(item, Family):
        yield from () if item.time is None else _atoms(item.time)
    elif is_dataclass(item) and not isinstance(item, type):
        yield from _atoms(tuple(getattr(item, part.name) for part in fields(item)))


def _declared(atom: Any) -> str:
    if isinstance(atom, sp.Idx):
        return f"{atom.name} = index({atom.name!r}, {python(atom.upper)})"
    if isinstance(atom, AppliedUndef):
        return f"{atom.func.__name__} = sp.Function({atom.func.__name__!r}, real=True)"
    if isinstance(atom, sp.MatrixSymbol):
        return f"{atom.name} = matrix({atom.name!r}, {python(atom.rows)}, {python(atom.cols)})"
    stated = {name: True for name, truth in atom._assumptions_orig.items() if truth}
    return f"{atom.name} = sp.Symbol({atom.name!r}, {', '.join(f'{name}=True' for name in stated)})"


def _order(line: str) -> tuple[bool, str]:
    return (" = index(" in line or " = matrix(" in line, line)
