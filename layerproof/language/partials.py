"""The parts of a formula, as it is written, that need not have a value, and what binds their variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Binder:
    """What binds a variable around a part of a formula.

    Attributes:
        kind: ``sum`` (also of a product), ``integral``, ``limit`` or ``at``.
        variable: what is bound.
        ends: the range; of a limit, the point and the side; of ``at``, the value.
    """

    kind: str
    variable: Any
    ends: tuple[Any, ...]


@dataclass(frozen=True)
class Partial:
    """A part of a formula as it is written that need not have a value: a quotient, a logarithm, a root, a name.

    SymPy cancels ``x/x`` before anyone asks whether x may be 0; what is kept here is asked for all the same.

    Attributes:
        expr: the part by itself.
        binders: what binds its variables, from the inside out.
    """

    expr: Any
    binders: tuple[Binder, ...] = ()
