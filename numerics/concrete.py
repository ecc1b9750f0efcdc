"""From symbolic sizes to plain symbols: sums written out, every entry of a family a symbol of its own.

A claim speaks of vectors of any length.  A computer needs numbers, so a claim is *instantiated* at concrete sizes, such
as ``p = 3``: each `Sum` is written out, each free index takes every value in its range, and the entry ``a(2, t)``
becomes the symbol ``a[2]``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.symbols import ForAll, free_indices

from .definedness import Known, is_no_number, parts_of

__all__ = ["CannotInstantiate", "Instance", "Sizes", "free_indices", "instances", "size_symbols", "written_out"]

Sizes = Mapping[Any, int]
_SUM = "a sum or product"
NEGATIVE = -2
"""The size that is tried of a whole number that need not be positive: a range to it is empty."""


class CannotInstantiate(ValueError):
    """The expression has no value at concrete sizes; the message says why."""


def size_symbols(expressions: Iterable[sp.Basic]) -> tuple[sp.Symbol, ...]:
    """The symbols that appear in the range of an index or of a sum: numbers of entries, of classes, of samples.

    And whole numbers that say which entry is meant, as k does in ``s[k]``.
    """
    found: set[sp.Symbol] = set()
    for expr in expressions:
        for index in expr.atoms(sp.Idx):
            for bound in (index.lower, index.upper):
                if bound is not None:
                    found |= {s for s in bound.free_symbols if isinstance(s, sp.Symbol)}
        for entry in expr.atoms(AppliedUndef):
            found |= {s for place in entry.args if not isinstance(place, sp.Idx) for s in place.free_symbols}
        for big in expr.atoms(sp.Sum, sp.Product):
            for limit in big.limits:
                if len(limit) == 3:
                    found |= {
                        s
                        for bound in limit[1:]
                        for s in bound.free_symbols
                        if isinstance(s, sp.Symbol) and not isinstance(s, sp.Idx)
                    }
    return tuple(sorted((s for s in found if s.is_integer), key=str))


def written_out(expr: sp.Basic, at: Mapping[Any, Any]) -> Any:
    """`expr` with the symbols and indices in `at` replaced and every sum and product written out term by term.

    Raises:
        CannotInstantiate: if a bound is still symbolic after the replacement, or infinite.
    """
    return _Writer().write(expr, at)


class _Writer:
    """Writes expressions out, each part once for the same values of the symbols in it."""

    def __init__(self) -> None:
        self._symbols: dict[sp.Basic, frozenset[Any]] = {}
        self._written: dict[Any, Any] = {}

    def _symbols_of(self, expr: sp.Basic) -> frozenset[Any]:
        """The symbols and indices in `expr`, bound ones too; with a mark if there is a sum or product."""
        if expr not in self._symbols:
            if not expr.args or isinstance(expr, sp.Idx):
                found = frozenset({expr})
            else:
                found = frozenset().union(*map(self._symbols_of, expr.args))
                if isinstance(expr, (sp.Sum, sp.Product)):
                    found |= {_SUM}
            self._symbols[expr] = found
        return self._symbols[expr]

    def write(self, expr: sp.Basic, at: Mapping[Any, Any]) -> Any:
        """As `written_out`."""
        if expr in at:
            return at[expr]
        symbols = self._symbols_of(expr)
        used = symbols & at.keys()
        if not expr.args or isinstance(expr, sp.Idx) or not (used or _SUM in symbols):
            return expr
        key = (expr, frozenset((s, at[s]) for s in used))
        if key not in self._written:
            self._written[key] = self._write(expr, at)
        return self._written[key]

    def _write(self, expr: sp.Basic, at: Mapping[Any, Any]) -> Any:
        if not isinstance(expr, (sp.Sum, sp.Product)):
            return expr.func(*(self.write(argument, at) for argument in expr.args))
        *inner, (variable, low, high) = expr.limits
        body = expr.func(expr.function, *inner) if inner else expr.function
        low, high = self.write(low, at), self.write(high, at)
        if not (low.is_Integer and high.is_Integer):
            raise CannotInstantiate(f"the bounds {low} to {high} of {variable} are no integers at these sizes")
        join = sp.Add if isinstance(expr, sp.Sum) else sp.Mul
        return join(*(self.write(body, {**at, variable: sp.Integer(k)}) for k in range(int(low), int(high) + 1)))


@dataclass
class Instance:
    """Expressions at fixed sizes, with one plain symbol for each entry and trajectory.

    Attributes:
        sizes: the value of each size symbol; and of an index that is free everywhere, such as one class among many.
        time: the time of the flow, if there is one.
        states: names of the functions of time that a flow moves.
        symbols: the plain symbol of each entry met so far; an initial value ``a(0)`` has a symbol of its own.
    """

    sizes: Sizes = field(default_factory=dict)
    time: sp.Symbol | None = None
    states: frozenset[str] = frozenset()
    symbols: dict[sp.Basic, sp.Symbol] = field(default_factory=dict)

    def concrete(self, expr: Any, indices: Mapping[sp.Idx, int] | None = None) -> Any:
        """`expr` in plain symbols, with free indices at the values in `indices`."""
        at: dict[Any, Any] = {s: sp.Integer(n) for s, n in self.sizes.items()}
        at |= {i: sp.Integer(n) for i, n in (indices or {}).items()}
        flat = written_out(sp.sympify(expr), at)
        if flat.atoms(sp.Derivative):
            flat = flat.doit()
        if left := free_indices(flat):
            raise CannotInstantiate(f"the index {min(map(str, left))} has no value")
        return self.plain(flat)

    def every(self, expr: Any, most: int = 3) -> list[Any]:
        """`expr` at the values of its free indices: all of them, or about `most` spread combinations of each."""
        return [self.concrete(expr, at) for at in self.index_values([sp.sympify(expr)], most)]

    def index_values(self, expressions: Sequence[sp.Basic], most: int | None = 3) -> list[dict[sp.Idx, int]]:
        """Values for the free indices of `expressions` taken together.

        No more than about `most` squared, spread evenly, the first and the last among them.
        """
        indices = sorted({i for e in expressions for i in free_indices(e)} - set(self.sizes), key=str)
        ranges = [list(self.range_of(i)) for i in indices]
        combinations = list(itertools.product(*ranges))
        if not combinations:
            raise CannotInstantiate("an index has an empty range at these sizes")
        if most is not None and len(combinations) > most**2:
            step = -(-len(combinations) // most**2)
            combinations = [*combinations[:-1:step], combinations[-1]]
        return [dict(zip(indices, values, strict=True)) for values in combinations]

    def conditions(self, relations: Iterable[Any]) -> list[Any]:
        """Hypotheses in plain symbols: a `ForAll` at every value of its indices, others at those in `sizes`."""
        found: list[Any] = []
        for item in relations:
            bound = item.indices if isinstance(item, ForAll) else sorted(free_indices(item) - set(self.sizes), key=str)
            relation = item.relation if isinstance(item, ForAll) else item
            for values in itertools.product(*map(self.range_of, bound)):
                found += self._condition(relation, dict(zip(bound, values, strict=True)))
        return found

    def _condition(self, relation: Any, at: Mapping[sp.Idx, int]) -> list[Any]:
        """A relation at these sizes, and what of it went when they were put in and must have a value too."""
        parts = [self.concrete(part, at) for part in parts_of(relation)]
        if any(map(is_no_number, parts)):
            return [sp.false]
        flat = self.concrete(relation, at)
        left = set(sp.preorder_traversal(flat))
        gone = tuple(p for p in dict.fromkeys(parts) if p.free_symbols and p not in left)
        return [flat, *([Known(*gone)] if gone else [])]

    def range_of(self, index: sp.Idx) -> range:
        """The values that an index takes, from 1 or its own lower bound."""
        at = {s: sp.Integer(n) for s, n in self.sizes.items()}
        low = sp.Integer(1) if index.lower is None else written_out(index.lower, at)
        if index.upper is None:
            raise CannotInstantiate(f"index {index} has no range; make it with index(name, count)")
        high = written_out(index.upper, at)
        if not (low.is_Integer and high.is_Integer):
            raise CannotInstantiate(f"index {index} runs from {low} to {high}, which are no integers at these sizes")
        return range(int(low), int(high) + 1)

    def plain(self, expr: sp.Basic) -> Any:
        """`expr` with a plain symbol for each applied undefined function, and for each derivative of one."""
        found = sorted(expr.atoms(sp.Derivative), key=str)
        for node in found:
            if not isinstance(node.expr, AppliedUndef):
                raise CannotInstantiate(f"cannot evaluate {node}")
            self.symbols.setdefault(node, sp.Symbol(f"D{self._name(node.expr)}", real=True))
        expr = expr.xreplace({node: self.symbols[node] for node in found})
        for node in expr.atoms(sp.Integral, sp.Subs, sp.Limit):
            if node.atoms(AppliedUndef):
                raise CannotInstantiate(f"cannot evaluate {node}: the function in it is not known")
        entries = sorted(expr.atoms(AppliedUndef), key=str)
        for entry in entries:
            if entry not in self.symbols:
                self._refuse_two_arguments(entry)
                self.symbols[entry] = self._symbol(entry)
        return expr.xreplace({entry: self.symbols[entry] for entry in entries})

    def _refuse_two_arguments(self, entry: AppliedUndef) -> None:
        """``F(x)`` and ``F(y)`` are related in ways that two plain symbols are not.

        Indices and the time are no such arguments.
        """
        own = _arguments(entry)
        for other in self.symbols:
            if (
                isinstance(other, AppliedUndef)
                and other.func == entry.func
                and own
                and _arguments(other)
                and _arguments(other) != own
            ):
                raise CannotInstantiate(f"cannot evaluate {other} and {entry}: the function is not known")

    def state_of(self, entry: AppliedUndef) -> bool:
        """Whether the entry is moved by the flow, as opposed to a constant."""
        return entry.func.__name__ in self.states

    def at_start(self, entry: AppliedUndef) -> bool:
        """Whether the entry is the value at time 0 of a function that the flow moves: ``a(0)``, ``a(i, 0)``."""
        return self.state_of(entry) and self.time is not None and self.time not in entry.args

    def started(self) -> list[tuple[sp.Symbol, sp.Symbol]]:
        """Pairs of the symbol of ``a(0)`` and the symbol of ``a(t)``, for each initial value met so far."""
        found = [(s, e) for e, s in self.symbols.items() if isinstance(e, AppliedUndef) and self.at_start(e)]
        return [(s, self.plain(e.func(*e.args[:-1], self.time))) for s, e in found]

    def variables(self) -> tuple[sp.Symbol, ...]:
        """The plain symbols of the entries that move, met so far, in order of name."""
        moving = [
            s
            for entry, s in self.symbols.items()
            if isinstance(entry, AppliedUndef) and self.state_of(entry) and not self.at_start(entry)
        ]
        return tuple(sorted(set(moving), key=_natural_order))

    def _name(self, entry: AppliedUndef) -> str:
        if self.at_start(entry):
            return f"{self._name(entry.func(*entry.args[:-1], self.time))}(0)"
        arguments = [x for x in entry.args if x != self.time]
        moving = len(arguments) < len(entry.args)
        if not moving and self.time is None:  # an identity with trajectories: a(t) is just a quantity
            arguments = [
                x for x in arguments if not (isinstance(x, sp.Symbol) and x.is_nonnegative and not x.is_integer)
            ]
        shown = ",".join(str(x) for x in arguments)
        return f"{entry.func.__name__}[{shown}]" if shown else str(entry.func.__name__)

    def _symbol(self, entry: AppliedUndef) -> sp.Symbol:
        assumed = {"real": True}
        for kind in (
            "positive",
            "nonnegative",
            "negative",
            "nonpositive",
            "nonzero",
            "integer",
            "even",
            "odd",
            "prime",
        ):
            if getattr(entry, f"is_{kind}"):
                assumed[kind] = True
        return sp.Symbol(self._name(entry), **assumed)


def _arguments(entry: AppliedUndef) -> tuple[sp.Basic, ...]:
    return tuple(x for x in entry.args if not isinstance(x, (sp.Idx, sp.Integer)))


def _natural_order(symbol: sp.Symbol) -> tuple[Any, ...]:
    name, _, index = symbol.name.partition("[")
    return (name, tuple(int(x) if x.lstrip("-").isdigit() else 0 for x in index.rstrip("]").split(",")))


def instances(
    expressions: Sequence[sp.Basic], choices: Sequence[int] = (1, 2, 3, 5), hypotheses: Sequence[Any] = ()
) -> Iterator[dict[Any, int]]:
    """Sizes to try: each size symbol takes each of `choices`, several symbols in step but not all equal.

    One that may be 0, or negative, is that too.  An index that is free in a hypothesis, which is then about that entry
    alone, has one value at each size.
    """
    relations = [h for h in hypotheses if isinstance(h, sp.Basic)]
    symbols = size_symbols([*expressions, *relations])
    free = sorted({i for h in relations for i in free_indices(h)}, key=str)
    tried: list[dict[Any, int]] = [
        {s: choices[(k + shift) % len(choices)] for shift, s in enumerate(symbols)}
        for k in range(len(choices) if symbols or free else 1)
    ]
    tried += [{**tried[0], s: 0} for s in symbols if not s.is_nonzero]
    tried += [{**tried[0], s: NEGATIVE} for s in symbols if not s.is_nonnegative]
    for k, found in enumerate(tried):
        ranges = {index: Instance(found).range_of(index) for index in free}
        if all(ranges.values()):
            yield found | {i: values[(k + shift) % len(values)] for shift, (i, values) in enumerate(ranges.items())}
