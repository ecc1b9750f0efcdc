"""Large sizes, of what has free indices or sums over entries: what holds for few entries need not hold for many.

A free index is near the ends of its range there, and beside ordinary entries there are extreme ones: all of them 0, all
1, all equal, and equal to the other letters.  What speaks against the statement is told, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.quantities import quantities

from ..concrete import CannotInstantiate, Instance, free_indices, instances
from .one_value import places_in
from .sampling import Draws, NoDraws, Plan, relations_of

SIZES = (12, 20, 100)
TERMS = 300
"""So many terms of a sum, of sums one inside the other together, are written out."""
MOST = 120
"""And so many of all sums and products."""
DRAWS = 8

Pair = tuple[str, Any, str, Any]


class _Far(Instance):
    """What is written out is compared by numbers only: SymPy would ask itself for long whether it holds."""

    def concrete(self, expr: Any, indices: Mapping[sp.Idx, int] | None = None) -> Any:
        """As an `Instance` has it; a relation of letters as it stands."""
        if not isinstance(expr, sp.core.relational.Relational):
            return super().concrete(expr, indices)
        left, right = super().concrete(expr.lhs, indices), super().concrete(expr.rhs, indices)
        return expr.func(left, right, evaluate=not (left.free_symbols or right.free_symbols))


def far_sizes(
    pairs: Sequence[Pair], hypotheses: Sequence[Any], seed: int
) -> Iterator[tuple[dict[Any, int], list[Pair], Draws]]:
    """Sizes, what is compared there in plain symbols, and draws inside the hypotheses."""
    expressions = [sp.sympify(side) for _, left, _, right in pairs for side in (left, right)]
    relations = relations_of(hypotheses)
    given = [r for r in relations if isinstance(r, sp.Basic)]
    given += [quantity.value for quantity in quantities(given)]
    whole = [*expressions, *given, *(quantity.value for quantity in quantities(expressions))]
    depth = max(map(_depth, whole), default=0)
    sums = sum(isinstance(part, (sp.Sum, sp.Product)) for expr in whole for part in sp.preorder_traversal(expr))
    most = MOST if any(expr.has(AppliedUndef) for expr in whole) else TERMS * len(SIZES)  # numbers are soon added up
    choices = [size for size in SIZES if size ** max(1, depth) <= TERMS and size * sums <= most]
    if not choices:
        return
    for tried in instances(expressions, choices, relations):
        for size in _at_the_ends(tried):
            try:
                instance = _Far(size)
                flat = [at for pair in pairs for at in _near_the_ends(pair, instance)]
                symbols = set().union(*(e.free_symbols for _, left, _, right in flat for e in (left, right)))
                plan = Plan(symbols, instance.conditions(relations), places=places_in(instance))
            except (CannotInstantiate, NoDraws):
                continue
            yield from ((size, flat, draws) for draws in _draws(plan, instance, seed))


def _depth(expr: sp.Basic) -> int:
    """How many sums and products stand one inside the other."""
    own = len(expr.limits) if isinstance(expr, (sp.Sum, sp.Product)) else 0
    return own + max(map(_depth, getattr(expr, "args", ())), default=0)


def _at_the_ends(size: Mapping[Any, int]) -> Iterator[dict[Any, int]]:
    """Sizes with the indices that hypotheses leave free at the first, and at the last, of their values."""
    plain = {s: n for s, n in size.items() if not isinstance(s, sp.Idx)}
    ranges = {i: Instance(plain).range_of(i) for i in size if isinstance(i, sp.Idx)}
    yield plain | {i: values[0] for i, values in ranges.items()}
    if ranges:
        yield plain | {i: values[-1] for i, values in ranges.items()}


def _near_the_ends(pair: Pair, instance: Instance) -> Iterator[Pair]:
    """A comparison where each of its free indices is the first one, the last one, or one beside that."""
    name, left, relation, right = pair
    sides = [sp.sympify(left), sp.sympify(right)]
    indices = sorted({i for side in sides for i in free_indices(side)} - set(instance.sizes), key=str)
    ranges = {i: instance.range_of(i) for i in indices}
    if not all(ranges.values()):
        return
    ways = [{i: values[0] for i, values in ranges.items()}, {i: values[-1] for i, values in ranges.items()}]
    ways += [
        {i: values[k % len(values)] for k, (i, values) in enumerate(ranges.items(), start=shift)} for shift in (0, 1)
    ]
    for at in {tuple(way.values()): way for way in ways}.values():
        shown = ", ".join(f"{i.label} = {k}" for i, k in at.items())
        put = (instance.concrete(side, at) for side in sides)
        yield (f"{name} at {shown}" if shown else name, next(put), relation, next(put))


def _draws(plan: Plan, instance: Instance, seed: int) -> Iterator[Draws]:
    """Ordinary draws, those at bounds, and such with extreme entries."""
    rng = np.random.default_rng(seed)
    entries = [s for s in instance.symbols.values() if s in plan.symbols and s not in plan.defined]
    letters = [s for s in plan.symbols if s not in plan.defined and not s.is_integer]
    level = np.array([0.0, 1.0, -1.0, 0.1, 2.0, -2.0, 3.0, 0.5])
    given: list[dict[sp.Symbol, Any] | None] = [None]
    for together in (entries, letters):
        if together and not any(s.is_integer for s in together):
            given.append(dict.fromkeys(together, level))
    for values in given:
        for edge in (False, True) if values is None and plan.bounds else (False,):
            try:
                yield plan.draw(DRAWS, rng, values, rounds=8, edge=edge)
            except NoDraws:
                continue
