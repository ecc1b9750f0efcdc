"""The range of a finite sum or product in one form: shifted by whole numbers, from 1 on, to an end without a constant.

``sum_{k=1..n} x[k+1]`` is ``sum_{k=2..n+1} x[k]``, and that is ``sum_{k=1..n} x[k] + x[n+1] - x[1]``; so sums that
telescope do.  Terms are added and taken away where both ranges have at least 0 terms, and each of these terms is
defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.symbols import fresh_index
from ..sign_sets import NONNEGATIVE
from .definedness import obligations
from .elements import NotInTower

if TYPE_CHECKING:
    from .tower import Tower

Limits = tuple[Any, sp.Expr, sp.Expr]
_FAR = 4  # terms that are added or taken away at one end


def shifted(term: sp.Expr, limits: Limits) -> tuple[sp.Expr, Limits] | None:
    """The term and its range with the least place of an entry, or factor of a denominator, at the index itself.

    A range that is run through backwards is turned around.  None if nothing changes.
    """
    variable, lower, upper = limits
    places = [place for place in _places(term, variable) if place.has(variable)]
    slopes = {sp.diff(place.xreplace({variable: _X}), _X) for place in places}
    if slopes == {sp.Integer(-1)}:
        offset = min((p.xreplace({variable: _X}) + _X for p in places), key=_rank)
        if not offset.is_integer:  # an index is whole, and the new one would not be
            return None
        sense, new_lower, new_upper = -1, offset - upper, offset - lower
    elif slopes == {sp.Integer(1)}:
        offsets = [place.xreplace({variable: _X}) - _X for place in places]
        whole = [c for c in offsets if c.is_Integer]
        if not whole or min(whole) == 0:
            return None
        offset = min(whole)
        sense, new_lower, new_upper = 1, lower + offset, upper + offset
    else:
        return None
    new = fresh_index(variable, new_lower, new_upper)
    return sp.expand_mul(term.xreplace({variable: sense * (new - offset)})), (new, new_lower, new_upper)


def partial_fractions(term: sp.Expr, variable: Any) -> tuple[sp.Expr, ...] | None:
    """The parts of a rational function of the variable alone, each with one factor below; None if there is one part."""
    plain = term.xreplace({variable: _X})
    if plain.free_symbols != {_X} or plain.is_polynomial(_X) or not plain.is_rational_function(_X):
        return None
    parts = sp.Add.make_args(sp.apart(plain, _X))
    return tuple(part.xreplace({_X: variable}) for part in parts) if len(parts) > 1 else None


_X = sp.Dummy("x", integer=True)


def _rank(offset: sp.Expr) -> tuple[int, str]:
    return (0, f"{int(offset):+09d}") if offset.is_Integer else (1, str(offset))


def _places(term: sp.Expr, variable: Any) -> Iterator[sp.Expr]:
    """Where a term holds the variable: in the indices of entries; if there are none, in its denominators."""
    affine = [sp.expand(a) for entry in term.atoms(AppliedUndef) for a in entry.args if a.has(variable)]
    yield from affine
    if affine:
        return
    for power in term.atoms(sp.Pow):
        if power.exp.is_Integer and power.exp < 0 and power.base.has(variable):
            yield sp.expand(power.base)


def ends(tower: Tower, term: sp.Expr, limits: Limits) -> tuple[Limits, list[sp.Expr], list[sp.Expr]] | None:
    """The range from 1 to an end without a constant, the terms to add to it, and those to take away.

    None if it is that already, or is too far from it, or a condition is not derived.
    """
    variable, lower, upper = limits
    try:
        if (found := places(tower, lower, upper)) is None:
            return None
        base, more, less = found
        gained, lost = ([term.xreplace({variable: at}) for at in where] for where in (more, less))
        if not all(_defined(tower, end) for end in (*gained, *lost)):
            return None
    except NotInTower:
        return None
    new = fresh_index(variable, sp.S.One, base)
    return (new, sp.S.One, base), gained, lost


def places(tower: Tower, lower: sp.Expr, upper: sp.Expr) -> tuple[sp.Expr, list[sp.Expr], list[sp.Expr]] | None:
    """The end without a constant of a range from 1 on, which places a range has beside that one, and which it lacks.

    None if it is that already, is too far from it, or either may be less than empty.

    Raises:
        NotInTower: if an end is outside of the tower.
    """
    constant, base = upper.as_coeff_Add()
    if not (lower.is_Integer and constant.is_Integer) or base == 0 or (lower == 1 and constant == 0):
        return None
    if max(abs(lower - 1), abs(constant)) > _FAR:
        return None
    if not all(tower.sign_of(tower.element(count)) <= NONNEGATIVE for count in (upper - lower + 1, base)):
        return None
    more = [sp.Integer(k) for k in range(int(lower), 1)] + [base + k for k in range(1, int(constant) + 1)]
    less = [sp.Integer(k) for k in range(1, int(lower))] + [base - k for k in range(int(-constant))]
    return base, more, less


def _defined(tower: Tower, term: sp.Expr) -> bool:
    """Whether a term is derived to have a value."""
    if term.has(sp.zoo, sp.nan, sp.oo, -sp.oo):
        return False
    return all(tower.sign_of(tower.element(o.expr)) <= o.signs for o in obligations(term))
