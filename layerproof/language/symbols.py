"""Symbols of the field's models, each with its domain.

A symbol's domain is a hypothesis of every claim that mentions it, so each symbol is made by one of the
functions below.  Sizes are symbolic: a *family* ``a[i]``, ``i = 1..p`` stands for a vector of any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from .arguments import refuse_text
from .nesting import innermost_first


def _make(names: str, **assumptions: Any) -> Any:
    return sp.symbols(names, **assumptions)


def time(name: str = "t") -> sp.Symbol:
    """Time, in units where the learning rate is one; it starts at 0."""
    return sp.Symbol(name, real=True, nonnegative=True)


def real(names: str) -> Any:
    """Real symbols, as ``sympy.symbols`` makes them: one, or a tuple."""
    return _make(names, real=True)


def positive(names: str) -> Any:
    """Positive real symbols.

    >>> S, m = positive("S m")
    >>> (S * m).is_positive
    True
    """
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

    def __iter__(self) -> NoReturn:
        raise TypeError(f"the family {self.name} has no first and no last entry: write {self.name}[i], with an index")

    def at_start(self) -> Family:
        """The family of initial values."""
        return Family(f"{self.name}_0")


def families(names: str, t: sp.Symbol | None = None) -> Any:
    """Families of constants, or of trajectories when a time is given.

    >>> s = families("s")
    >>> s[index("i", natural("n"))]
    s(i)
    """
    made = tuple(Family(name, t) for name in names.replace(",", " ").split())
    return made[0] if len(made) == 1 else made


def index(name: str, count: sp.Expr) -> sp.Idx:
    """An index that runs from 1 to `count`."""
    refuse_text(f"the last value of the index {name}", count)
    return sp.Idx(name, (1, count))


def total(term: sp.Expr, *indices: sp.Idx) -> sp.Expr:
    """The sum of `term` over each index's whole range; a sum inside that binds the same index gets another.

    >>> i = index("i", natural("n"))
    >>> total(families("s")[i] ** 2, i)
    Sum(s(i)**2, (i, 1, n))
    """
    refuse_text("the term of a sum", term)
    return sp.Sum(unshadowed(term, indices), *innermost_first([(i, i.lower, i.upper) for i in indices]))


def product(factor: sp.Expr, index: sp.Idx) -> sp.Expr:
    """The product of `factor` over the index's whole range.

    >>> k = index("k", natural("N"))
    >>> product(families("w")[k], k)
    Product(w(k), (k, 1, N))
    """
    refuse_text("the factor of a product", factor)
    return sp.Product(factor, (index, index.lower, index.upper))


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
            term = term.xreplace({inner: inner.xreplace({index: new})})
            return unshadowed(term, indices)
    return term


def with_fresh_indices(expr: sp.Sum | sp.Product) -> Any:
    """The same sum, or product, with each bound index renamed to one used nowhere else."""
    new: dict[Any, Any] = {}
    limits: list[Any] = []
    for variable, *ends in reversed(expr.limits):  # the outermost first: the others' ranges may depend on its index
        lower, upper = (end.xreplace(new) for end in ends)
        new[variable] = fresh_index(variable, lower, upper)
        limits.insert(0, (new[variable], lower, upper))
    return expr.func(expr.function.xreplace(new), *limits)


_RESERVED = 1  # SymPy numbers its own dummies from a million on


def reserved(name: str, **assumptions: Any) -> sp.Dummy:
    """A letter that is equal to none of an author's, whatever its name, and to itself whenever it is made again.

    It is printed with an underscore before its name.
    """
    return sp.Dummy(name, dummy_index=_RESERVED, **assumptions)


def fresh_index(variable: Any, lower: sp.Expr, upper: sp.Expr) -> Any:
    """A bound index of the same kind and name as `variable`, and equal to no other."""
    label = sp.Dummy(str(variable.name), integer=True)
    return sp.Idx(label, (lower, upper)) if isinstance(variable, sp.Idx) else label


def in_range(other: sp.Expr, lower: sp.Expr, upper: sp.Expr) -> bool:
    """Whether an index (or an integer) certainly lies in a range, so that a sum over its delta is one term."""
    if isinstance(other, sp.Idx):
        return bool(other.lower == lower and other.upper == upper)
    return all(isinstance(x, sp.Integer) for x in (lower, other, upper)) and bool(lower <= other <= upper)


class ForAll(Boolean):  # type: ignore[misc]
    """A hypothesis about every entry: ``ForAll(i, s[i] >= 0)``, or ``ForAll((i, j), W[i, j] > 0)``.

    The index runs over its whole range.  A hypothesis ``s[i] >= 0`` without `ForAll` is about one entry, that at the
    index ``i`` of the statement.

    Raises:
        ValueError: if an index has no range or is not in the relation, or if there is no relation.

    >>> n = natural("n")
    >>> ForAll(index("i", n), families("s")[index("i", n)] >= 0)
    s(i) >= 0 for every i = 1..n
    """

    def __new__(cls, indices: Any, relation: Any) -> ForAll:
        indices = tuple(indices) if isinstance(indices, (tuple, list, sp.Tuple)) else (indices,)
        if not indices or not all(isinstance(i, sp.Idx) and i.lower is not None for i in indices):
            raise ValueError(
                f"got {', '.join(map(str, indices)) or 'no index'}; expected an index with a range, as index('i', n) "
                "makes it: ForAll(i, s[i] >= 0)"
            )
        if relation in (sp.true, sp.false):  # decided by the domains of its symbols
            return relation  # type: ignore[no-any-return]
        if not isinstance(relation, Relational):
            raise ValueError(f"got {relation}; expected a relation, as in ForAll(i, s[i] >= 0)")
        if missing := [i.name for i in indices if i not in free_indices(relation)]:
            raise ValueError(f"{relation} does not depend on {missing[0]}: write it without ForAll")
        return sp.Basic.__new__(cls, sp.Tuple(*indices), relation)  # type: ignore[no-any-return]

    @property
    def indices(self) -> tuple[sp.Idx, ...]:
        """The indices that run."""
        return tuple(self.args[0])

    @property
    def relation(self) -> Relational:
        """What holds at each of their values."""
        return self.args[1]

    @property
    def free_symbols(self) -> set[Any]:
        """The symbols of the relation and of the ranges, without the indices."""
        bound = {*self.indices, *(i.label for i in self.indices)}
        ranges = {s for i in self.indices for end in (i.lower, i.upper) for s in end.free_symbols}
        return {*self.relation.free_symbols} - bound | ranges

    def _sympystr(self, printer: Any) -> str:
        ranges = ", ".join(
            f"{printer._print(i)} = {printer._print(i.lower)}..{printer._print(i.upper)}" for i in self.indices
        )
        return f"{printer._print(self.relation)} for every {ranges}"

    def _latex(self, printer: Any) -> str:
        ranges = ", ".join(
            rf"{printer._print(i)} = {printer._print(i.lower)}, \dots, {printer._print(i.upper)}" for i in self.indices
        )
        return rf"{printer._print(self.relation)} \text{{ for every }} {ranges}"


def free_indices(expr: Any) -> set[sp.Idx]:
    """The indices of an expression or of a hypothesis that no sum, product or `ForAll` binds."""
    if isinstance(expr, sp.Idx):
        return {expr}
    if isinstance(expr, (sp.Sum, sp.Product)):
        return free_indices(expr.function) - {limit[0] for limit in expr.limits}
    if isinstance(expr, ForAll):
        return free_indices(expr.relation) - set(expr.indices)
    return {i for argument in getattr(expr, "args", ()) for i in free_indices(argument)}
