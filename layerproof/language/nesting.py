"""The ranges of a sum of sums: SymPy has the innermost first, whoever writes has the outermost first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp


def turned(limits: Sequence[Any]) -> tuple[Any, ...]:
    r"""SymPy's ranges in the order in which they are written, or ranges as they are written in SymPy's order.

    Ranges of which none depends on another's index have one order in both, so that ``\sum_i \sum_j`` stays it.

    >>> i, j, n = sp.symbols("i j n", integer=True)
    >>> turned([(i, 1, n), (j, 1, i)])
    ((j, 1, i), (i, 1, n))
    >>> turned([(i, 1, n), (j, 1, n)])
    ((i, 1, n), (j, 1, n))
    """
    return tuple(limits[::-1] if is_triangular(limits) else limits)


def innermost_first(limits: Sequence[Any]) -> tuple[Any, ...]:
    """Ranges in SymPy's order, given in any: one that depends on an index comes before that index's own.

    >>> i, j, n = sp.symbols("i j n", integer=True)
    >>> innermost_first([(i, 1, n), (j, 1, i)])
    ((j, 1, i), (i, 1, n))
    """
    left, found = list(limits), []
    while left:
        free = [a for a in left if not any(b is not a and is_triangular([(a[0], 0, 0), b]) for b in left)] or left
        found.append(free[0])
        left.remove(free[0])
    return tuple(found)


def is_triangular(limits: Sequence[Any]) -> bool:
    """Whether the range of one index depends on another."""
    bound = {variable for variable, *_ in limits}
    bound |= {variable.label for variable in bound if isinstance(variable, sp.Idx)}
    return any(sp.sympify(end).atoms(sp.Idx, sp.Symbol) & bound for _, *ends in limits for end in ends)
