"""Other values for the letters of a statement, all at once; none is caught by a sum that binds its name.

A letter is a symbol, an index, or the entries of a family at free indices: ``{S: a**2, i: j, X[k, i]: B[i]}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..printing import text
from ..statements.base import Statement
from ..symbols import ForAll, free_indices, fresh_index, with_fresh_indices
from .areas import with_letters

_UNUSUAL = (
    "even", "odd", "prime", "composite", "irrational", "transcendental", "noninteger", "zero", "imaginary", "infinite",
)  # fmt: skip


@dataclass(frozen=True)
class Substitution:
    """Pairs of a letter and the value put in for it.

    Raises:
        ValueError: if a letter is none, or given twice, or an entry is not at free indices that differ.
    """

    pairs: tuple[tuple[sp.Basic, sp.Expr], ...] = ()

    @classmethod
    def of(cls, given: Any) -> Substitution:
        """From a mapping, or from pairs."""
        if isinstance(given, Substitution):
            return given
        items = given.items() if isinstance(given, Mapping) else given
        return cls(tuple((sp.sympify(key), sp.sympify(value)) for key, value in items))

    def __post_init__(self) -> None:
        seen: set[Any] = set()
        for key, value in self.pairs:
            if isinstance(key, AppliedUndef):
                if not all(isinstance(a, sp.Idx) for a in key.args) or len({*key.args}) < len(key.args):
                    raise ValueError(f"got a value for {text(key)}; expected the entry at free indices that differ")
            elif not isinstance(key, (sp.Symbol, sp.Idx)):
                raise ValueError(f"got a value for {text(key)}; expected a symbol, an index, or an entry of a family")
            name = key.func if isinstance(key, AppliedUndef) else key
            if name in seen:
                raise ValueError(f"got two values for {text(key)}")
            seen.add(name)
            plain = with_letters(value, lambda area: sp.S.One)
            if not isinstance(value, sp.Expr) or plain.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
                raise ValueError(f"got {value} for {text(key)}; expected a real expression")

    @property
    def keys(self) -> tuple[sp.Basic, ...]:
        """The letters that get other values."""
        return tuple(key for key, _ in self.pairs)

    def mapped(self, change: Any) -> Substitution:
        """The same letters, with `change` applied to the values."""
        return Substitution(tuple((key, change(value)) for key, value in self.pairs))

    def __str__(self) -> str:
        return ", ".join(f"{text(key)} := {text(value)}" for key, value in self.pairs)

    # -- putting in --------------------------------------------------------------------------------------------------

    def __call__(self, expr: Any) -> Any:
        """`expr` with the values put in.

        Raises:
            ValueError: if a value would be caught by an integral or the like that binds one of its letters, or if the
                result is infinite or none.
        """
        if not isinstance(expr, sp.Basic) or not self.pairs:
            return expr
        if isinstance(expr, ForAll) and len(free := self._of_letters_in(expr)) < len(self.pairs):
            return Substitution(free)(expr)
        self._refuse_capture(expr)
        if self._clashes(expr):
            expr = expr.replace(lambda e: isinstance(e, sp.Sum), with_fresh_indices)
        away = {
            key: fresh_index(key, key.lower, key.upper)
            if isinstance(key, sp.Idx)
            else sp.Dummy(key.name, **key._assumptions_orig)
            for key in self.keys
            if not isinstance(key, AppliedUndef)
        }
        table = {key.func: (key.args, value) for key, value in self.pairs if isinstance(key, AppliedUndef)}
        moved = expr.xreplace(away)
        if table:
            moved = moved.replace(
                lambda e: isinstance(e, AppliedUndef) and e.func in table and len(e.args) == len(table[e.func][0]),
                lambda e: _applied(*table[e.func], e.args),
            )
        back = {away[key]: value for key, value in self.pairs if key in away}
        try:
            found = moved.xreplace(back)
        except TypeError as problem:  # a relation of what is no number
            raise ValueError(f"{text(expr)} is undefined with {self}: {problem}") from problem
        if found.has(sp.nan, sp.zoo):
            raise ValueError(f"{text(expr)} is undefined with {self}")
        return found

    def statement(self, statement: Statement) -> Statement:
        """The statement with the values put in.

        Raises:
            ValueError: if a letter or a value is one that the statement binds, that moves along its flow, or of which
                all values are meant otherwise: what tends somewhere, what is varied.
        """
        flow = getattr(statement, "flow", None)
        whole, moving = statement.whole(), frozenset() if flow is None else flow.moving
        bound = {b.name for b in statement.binders()}
        for key, value in self.pairs:
            for part in (key, value):
                if caught := sorted(names_in(part) & whole):
                    name = caught[0]
                    what = "moves along the flow" if name in moving else "is bound in the statement"
                    if name not in moving and name not in bound:
                        what = "is what the statement varies"
                    raise ValueError(f"{name} {what}: no value is put in for it or mentions it")
            if flow is not None and isinstance(key, (AppliedUndef, sp.Idx)):
                raise ValueError(f"{text(key)} may stand in the flow: only symbols get other values there")
        return statement.mapped(self)

    def _of_letters_in(self, expr: ForAll) -> tuple[tuple[sp.Basic, sp.Expr], ...]:
        """The pairs whose letter is free in a hypothesis about every entry: its own indices are nobody else's."""
        free = expr.free_symbols | free_indices(expr) | {entry.func for entry in expr.atoms(AppliedUndef)}
        return tuple(
            (key, value) for key, value in self.pairs if (key.func if isinstance(key, AppliedUndef) else key) in free
        )

    def _bound(self, expr: sp.Basic) -> set[str]:
        sums = {str(limit[0].name) for node in expr.atoms(sp.Sum) for limit in node.limits}
        return sums

    def _clashes(self, expr: sp.Basic) -> bool:
        names = {s.name for _, v in self.pairs for s in v.free_symbols if isinstance(s, (sp.Symbol, sp.Idx))}
        keys = {k.name for k in self.keys if isinstance(k, (sp.Symbol, sp.Idx))}
        return bool((names | keys) & self._bound(expr)) or any(isinstance(k, AppliedUndef) for k in self.keys)

    def _refuse_capture(self, expr: sp.Basic) -> None:
        for node in expr.atoms(sp.Product, sp.Integral, sp.Derivative, sp.Subs, sp.Lambda, ForAll):
            if isinstance(node, ForAll):
                own = {i.name for i in node.indices}
            elif isinstance(node, (sp.Product, sp.Integral)):
                own = {limit[0].name for limit in node.limits}
            else:
                own = {s.name for s in node.free_symbols if isinstance(s, sp.Symbol)}
            for key, value in self.pairs:
                taken = {*value.free_symbols} | free_indices(value)
                if isinstance(key, AppliedUndef):
                    taken -= {*key.args} | {i.label for i in key.args}
                else:
                    taken |= {*key.free_symbols}
                names = {s.name for s in taken if isinstance(s, (sp.Symbol, sp.Idx))}
                if caught := own & names:
                    raise ValueError(
                        f"{min(caught)} is bound in {text(node)}: no value is put in for it or mentions it"
                    )


def _applied(arguments: tuple[sp.Idx, ...], value: sp.Expr, at: tuple[sp.Expr, ...]) -> sp.Expr:
    fresh = value.replace(lambda e: isinstance(e, sp.Sum), with_fresh_indices)
    return fresh.xreplace(dict(zip(arguments, at, strict=True)))


# -- domains ---------------------------------------------------------------------------------------------------------


def domain_of(key: sp.Basic, value: sp.Expr) -> list[sp.Basic]:
    """What must hold of a value for it to be in the domain of the letter; that it is defined is asked beside.

    Raises:
        ValueError: if the letter's domain is one that a relation does not say, or the value is no whole number where
            the letter is one.
    """
    if odd := _unusual(_assumed(key)):
        raise ValueError(f"{text(key)} is {odd}: it is not known which values have that")
    if isinstance(key, sp.Idx):
        if isinstance(value, sp.Idx) and (value.lower, value.upper) == (key.lower, key.upper):
            return []
        if value.is_integer is not True:
            raise ValueError(f"got {text(value)} for the index {text(key)}; expected another index or a whole number")
        return [sp.Ge(value, key.lower, evaluate=False), sp.Le(value, key.upper, evaluate=False)]
    if key.is_integer and value.is_integer is not True:
        raise ValueError(f"got {text(value)} for {text(key)}; expected a whole number")
    if value.is_real is not True and value.is_extended_real is False:
        raise ValueError(f"got {text(value)} for {text(key)}, which is not real")
    if key.is_positive:
        return [sp.Gt(value, 0, evaluate=False)]
    if key.is_negative:
        return [sp.Lt(value, 0, evaluate=False)]
    found: list[sp.Basic] = []
    if key.is_nonnegative:
        found.append(sp.Ge(value, 0, evaluate=False))
    if key.is_nonpositive:
        found.append(sp.Le(value, 0, evaluate=False))
    if key.is_nonzero:
        found.append(sp.Ne(value, 0, evaluate=False))
    return found


def _assumed(key: sp.Basic) -> dict[str, Any]:
    if isinstance(key, AppliedUndef):
        return dict(getattr(key.func, "_kwargs", None) or {})
    if isinstance(key, sp.Idx):
        return {}
    return dict(getattr(key, "_assumptions_orig", {}))


def _unusual(assumed: dict[str, Any]) -> str:
    """What is assumed that no relation says; empty if nothing is."""
    if assumed.get("integer") is False:
        return "no whole number"
    if assumed.get("rational") and not assumed.get("integer"):
        return "rational"
    return next((name for name in _UNUSUAL if assumed.get(name)), "")


def names_in(expr: sp.Basic) -> set[str]:
    """The names of the symbols and indices that are free in an expression, of its functions and of its matrices."""
    named = {s.name for s in expr.free_symbols if isinstance(s, (sp.Symbol, sp.Idx))}
    applied = {f.func.__name__ for f in expr.atoms(AppliedUndef)}
    return {str(name) for name in named | applied | {letter.name for letter in expr.atoms(sp.MatrixSymbol)}}


def letters(expressions: Iterable[sp.Basic]) -> set[Any]:
    """The letters of expressions: symbols, free indices, and the functions that are applied."""
    found: set[Any] = set()
    for expr in expressions:
        labels = {i.label for i in expr.atoms(sp.Idx)}
        found |= {s for s in expr.free_symbols if isinstance(s, sp.Symbol) and s not in labels}
        found |= free_indices(expr)
        found |= {entry.func for entry in expr.atoms(AppliedUndef)}
    return found
