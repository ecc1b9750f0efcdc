"""A function that a statement leaves open has one value at each place: H(x) and H(1), drawn apart, are one at x = 1.

Each of the two is a letter with a place, the values of its arguments; of two letters at one place, one has the value of
the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.function import AppliedUndef

from ..concrete import Instance
from ..formulas import Array, compiled

Places = Mapping[sp.Symbol, tuple[str, tuple[sp.Expr, ...]]]
"""The function that a letter is a value of, and at which arguments."""
_INDICES = (sp.Idx, sp.Integer)


def places_in(instance: Instance) -> dict[sp.Symbol, tuple[str, tuple[sp.Expr, ...]]]:
    """The letters of an instance that are values of functions at more than indices and the time, and where each is."""
    entries = [e for e in instance.symbols if isinstance(e, AppliedUndef) and not instance.state_of(e)]
    of_letters = {e.func for e in entries if any(x != instance.time for x in e.args if not isinstance(x, _INDICES))}
    return {
        instance.symbols[e]: (e.func.__name__, e.args)
        for e in entries
        if e.func in of_letters and not any(x.atoms(AppliedUndef) for x in e.args)
    }


def made_one(places: Places, values: Mapping[sp.Symbol, Array], fixed: Mapping[sp.Symbol, Any]) -> dict[Any, Array]:
    """The letters that change, with values as they are at one place; those in `fixed` keep theirs."""
    changed: dict[Any, Array] = {}
    for one, other, there in _together(places, values):
        kept, moved = (one, other) if other not in fixed else (other, one)
        if moved not in fixed and there.any():
            now = {**values, **changed}
            changed[moved] = np.where(there, now[kept], now[moved])
    return changed


def are_one(places: Places, values: Mapping[sp.Symbol, Array]) -> NDArray[np.bool_]:
    """Where letters that are at one place have one value; of shape () where there are none."""
    good: NDArray[np.bool_] = np.ones((), dtype=bool)
    for one, other, there in _together(places, values):
        good = good & (~there | (values[one] == values[other]))
    return good


def _together(
    places: Places, values: Mapping[sp.Symbol, Array]
) -> Iterator[tuple[sp.Symbol, sp.Symbol, NDArray[np.bool_]]]:
    """Two letters of one function, and where their arguments are equal."""
    known = [s for s in places if s in values and all(a.free_symbols <= values.keys() for a in places[s][1])]
    for one, other in itertools.combinations(known, 2):
        (name, here), (also, there) = places[one], places[other]
        if name == also and len(here) == len(there):
            gaps = compiled(tuple(a - b for a, b in zip(here, there, strict=True)))(values)
            yield one, other, np.logical_and.reduce([np.abs(gap) <= 1e-12 for gap in gaps])
