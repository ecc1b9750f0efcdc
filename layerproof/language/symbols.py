"""Symbols of the field's models, each with its domain.

A symbol's domain is a hypothesis of every claim that mentions it, so each symbol is made by one of the
functions below.  Sizes are symbolic: a *family* ``a[i]``, ``i = 1..p`` stands for a vector of any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp


def _make(names: str, **assumptions: Any) -> Any:
    return sp.symbols(names, **assumptions)


def time(name: str = "t") -> sp.Symbol:
    """Time, in units where the learning rate is one; it starts at 0."""
    return sp.Symbol(name, real=True, nonnegative=True)


def real(names: str) -> Any:
    """Real symbols, as ``sympy.symbols`` makes them: one, or a tuple."""
    return _make(names, real=True)


def positive(names: str) -> Any:
    """Positive real symbols."""
    return _make(names, positive=True)


def nonnegative(names: str) -> Any:
    """Real symbols that may be zero but not negative."""
    return _make(names, real=True, nonnegative=True)


def natural(names: str) -> Any:
    """Positive integers: widths, numbers of classes, of samples."""
    return _make(names, integer=True, positive=True)


def trajectories(names: str, t: sp.Symbol | None = None) -> Any:
    """Real functions of time, ``a(t)``: one, or a tuple."""
    t = time() if t is None else t
    made = tuple(sp.Function(name, real=True)(t) for name in names.replace(",", " ").split())
    return made[0] if len(made) == 1 else made


@dataclass(frozen=True)
class Family:
    """A vector of any length, indexed: ``a[i]``; with a time, each entry is a trajectory."""

    name: str
    time: sp.Symbol | None = None

    def __getitem__(self, index: Any) -> sp.Expr:
        indices = index if isinstance(index, tuple) else (index,)
        arguments = indices if self.time is None else (*indices, self.time)
        return sp.Function(self.name, real=True)(*arguments)

    def at_start(self) -> Family:
        """The family of initial values."""
        return Family(f"{self.name}_0")


def families(names: str, t: sp.Symbol | None = None) -> Any:
    """Families of constants, or of trajectories when a time is given."""
    made = tuple(Family(name, t) for name in names.replace(",", " ").split())
    return made[0] if len(made) == 1 else made


def index(name: str, count: sp.Expr) -> sp.Idx:
    """An index that runs from 1 to `count`."""
    return sp.Idx(name, (1, count))


def total(term: sp.Expr, *indices: sp.Idx) -> sp.Expr:
    """The sum of `term` over each index's whole range; a sum inside that binds the same index gets another."""
    return sp.Sum(unshadowed(term, indices), *((i, i.lower, i.upper) for i in indices))


def unshadowed(term: sp.Expr, indices: tuple[sp.Idx, ...]) -> sp.Expr:
    """`term` with a bound index that is one of `indices` renamed, by primes, in the sums that bind it."""
    for inner in sorted(sp.sympify(term).atoms(sp.Sum), key=lambda s: s.count_ops(), reverse=True):
        bound = {v: (lower, upper) for v, lower, upper in inner.limits if v in indices}
        taken = {str(x) for x in (*term.atoms(sp.Idx), *indices)}
        for index, (lower, upper) in bound.items():
            name = f"{index.name}'"
            while name in taken:
                name += "'"
            new = sp.Idx(sp.Symbol(name, integer=True), (lower, upper))
            limits = [(new if v == index else v, a, b) for v, a, b in inner.limits]
            term = term.xreplace({inner: sp.Sum(inner.function.xreplace({index: new}), *limits)})
            return unshadowed(term, indices)
    return term


def with_fresh_indices(expr: sp.Sum) -> sp.Sum:
    """The same sum with each bound index renamed to one used nowhere else."""
    new = {v: fresh_index(v, lower, upper) for v, lower, upper in expr.limits}
    return sp.Sum(expr.function.xreplace(new), *((new[v], lower, upper) for v, lower, upper in expr.limits))


def fresh_index(variable: Any, lower: sp.Expr, upper: sp.Expr) -> Any:
    """A bound index of the same kind and name as `variable`, and equal to no other."""
    label = sp.Dummy(str(variable.name), integer=True)
    return sp.Idx(label, (lower, upper)) if isinstance(variable, sp.Idx) else label


def in_range(other: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> bool:
    """Whether an index (or an integer) certainly lies in a range, so that a sum over its delta is one term."""
    if isinstance(other, sp.Idx):
        return bool(other.lower == lower and other.upper == upper)
    return all(isinstance(x, sp.Integer) for x in (lower, other, upper)) and bool(lower <= other <= upper)
