"""Equations about every entry, ``ForAll(i, X[i] = x)``: each entry is what it is said to be.

Where an equation is solved for the entry of a family of which nothing else is assumed, it is put in; a statement of
which an entry is left over is not decided with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.relations import relations_in
from ...language.statements import Chain, Identity, Inequality, Statement
from ...language.symbols import ForAll
from ..constraints import within
from .definedness import obligations
from .prover import Prover


@dataclass(frozen=True)
class Entries:
    """What entries of families are.

    Args:
        of: by the function of a family, its indices and what the entry there is.
        hypotheses: all others.
    """

    of: Mapping[type, tuple[tuple[sp.Idx, ...], sp.Expr]]
    hypotheses: tuple[object, ...]

    @classmethod
    def among(cls, statement: Statement, hypotheses: Iterable[object]) -> Entries:
        """The equations that are put in; none where one cannot be, or the statement is not about values at a point."""
        relations = list(relations_in(hypotheses))
        stated = [r for r in relations if isinstance(r, ForAll) and isinstance(r.relation, sp.Eq)]
        plain = cls({}, tuple(relations))
        if not stated or not isinstance(statement, (Identity, Inequality, Chain)):
            return plain
        found: dict[type, tuple[tuple[sp.Idx, ...], sp.Expr]] = {}
        for one in stated:
            solved = _solved(one)
            if solved is None or solved[0] in found:
                return plain
            found[solved[0]] = (tuple(one.indices), solved[1])
        rest = tuple(r for r in relations if r not in stated)
        said = [r.relation if isinstance(r, ForAll) else r for r in rest] + [value for _, value in found.values()]
        if any(entry.func in found for expr in said for entry in expr.atoms(AppliedUndef)):
            return plain
        new = cls(found, rest)
        return plain if any(new.left(e) for e in statement.expressions()) else new

    def left(self, expr: sp.Basic) -> bool:
        """Whether an entry remains after all have been put in."""
        return any(entry.func in self.of for entry in self.into(expr).atoms(AppliedUndef))

    def into(self, expr: sp.Basic) -> sp.Basic:
        """`expr` with each entry replaced by what it is."""
        values = {e: self._value(e) for e in expr.atoms(AppliedUndef) if e.func in self.of}
        return expr.xreplace({entry: value for entry, value in values.items() if value is not None})

    def _value(self, entry: AppliedUndef) -> sp.Expr | None:
        indices, value = self.of[entry.func]
        if len(entry.args) != len(indices):
            return None
        lie = all(within(at, index) for at, index in zip(entry.args, indices, strict=True))
        return value.xreplace(dict(zip(indices, entry.args, strict=True))) if lie else None

    def prover(self, prover: Prover) -> Prover:
        """The prover, which puts them in; unchanged where there are none."""
        return replace(prover, entries=self.into) if self.of else prover


def _solved(stated: ForAll) -> tuple[type, sp.Expr] | None:
    """The family that an equation is solved for, and the other side."""
    sides = stated.relation.args
    for entry, value in (sides, sides[::-1]):
        if not isinstance(entry, AppliedUndef) or set(entry.args) != set(stated.indices) or _assumed(entry):
            continue
        if tuple(entry.args) == tuple(stated.indices) and value.is_real and not any(obligations(value)):
            return entry.func, value
    return None


def _assumed(entry: sp.Expr) -> bool:
    """Whether more is assumed of an entry than that it is real."""
    return any(getattr(entry, f"is_{name}") is not None for name in ("positive", "negative", "zero", "integer"))
