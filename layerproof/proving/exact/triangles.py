r"""Sums over a triangle, in one form: ``sum_{j=1..n} sum_{i=1..j} f(i, j)``.

A range that begins at an outer index is what is left of the whole range, and of an outer range from 2 on, or to n - 1,
the missing columns are taken away.  Of f and f with its arguments exchanged one is kept: both triangles are the whole
square, and its diagonal once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.symbols import fresh_index, reserved
from . import ranges
from .elements import Element, Generator, NotInTower

if TYPE_CHECKING:
    from ..sign_sets import SignSet
    from .tower import Tower

Limits = tuple[Any, sp.Expr, sp.Expr]


def complement(term: sp.Expr, limits: Limits) -> tuple[Limits, Limits] | None:
    """The whole range, and what of it lies before a range that begins at an index, or after it; None for others."""
    variable, lower, upper = limits
    offset, index = lower.as_coeff_Add()
    if not isinstance(index, sp.Idx) or not offset.is_Integer:
        return None
    before, after = (
        index.lower + offset - 1,
        sp.expand(upper - index.upper - offset + 1),
    )  # at all indices, so many terms
    if not all(number.is_Integer and number >= 0 for number in (before, after)):
        return None
    if not defined_anywhere(term):
        return None
    ends = (upper, lower - 1)
    whole, before = ((fresh_index(variable, sp.S.One, end), sp.S.One, end) for end in ends)
    return whole, before


def total(tower: Tower, term: sp.Expr, limits: Sequence[Limits], sign: SignSet, depth: int) -> Element:
    """The sum over a triangle, whose inner range comes first.

    Raises:
        NotInTower: if it is another region than ``1 <= i <= j <= n``.
    """
    (inner, *ends), (outer, lower, upper) = limits[0], limits[-1]
    first, second = sp.Dummy(integer=True), sp.Dummy(integer=True)  # an index holds its range, and so the other index
    term = term.xreplace({inner: first, outer: second})
    if ends == [outer, upper]:  # the same triangle, row by row
        first, second = second, first
    elif ends != [1, outer]:
        lower = None
    if len(limits) == 2 and ends == [1, outer] and (moved := _columns(tower, term, first, second, lower, upper)):
        return tower.total(moved)
    if len(limits) != 2 or lower != 1:
        raise NotInTower(f"the range of {inner}, from {ends[0]} to {ends[1]}, depends on another index")
    if second not in term.free_symbols:
        return tower.element(sp.Sum((upper - first + 1) * term, (first, 1, upper)))
    if first not in term.free_symbols:
        return tower.element(sp.Sum(second * term, (second, 1, upper)))
    two = sp.Idx(reserved(f"i_{depth}_2", integer=True), (1, upper))
    one = sp.Idx(reserved(f"i_{depth}_1", integer=True), (1, two))

    def named(term: sp.Expr) -> Element:
        expr = sp.Sum(term, (one, 1, two), (two, 1, upper))
        name = f"sum:{sp.srepr(expr)}"
        return tower.named(name, lambda name: Generator(name, "sum", expr, sign=sign))

    here, there = term.xreplace({first: one, second: two}), term.xreplace({first: two, second: one})
    if sp.srepr(here) < sp.srepr(there) or not defined_anywhere(term):
        return named(here)
    square = tower.element(sp.Sum(term, (first, 1, upper), (second, 1, upper)))
    diagonal = tower.element(sp.Sum(term.xreplace({first: second}), (second, 1, upper)))
    both = tower.total([square, diagonal])
    if here == there:
        return tower.mul(both, tower.element(sp.Rational(1, 2)))
    return tower.total([both, tower.mul(tower.constant(-1), named(there))])


def _columns(tower: Tower, term: sp.Expr, row: Any, column: Any, lower: sp.Expr, upper: sp.Expr) -> list[Element]:
    """The sum over the columns from the first one to an end without a constant, and the columns by which it differs.

    Empty if the range is that already, is too far from it, or may be less than empty.
    """
    found = ranges.places(tower, lower, upper) if defined_anywhere(term) and lower.is_positive else None
    if found is None:
        return []
    base, gained, lost = found

    def at(place: sp.Expr) -> Element:
        return tower.element(sp.Sum(term.xreplace({column: place}), (row, 1, place)))

    two = sp.Idx(sp.Dummy(integer=True), (1, base))
    one = sp.Idx(sp.Dummy(integer=True), (1, two))
    whole = tower.element(sp.Sum(term.xreplace({row: one, column: two}), (one, 1, two), (two, 1, base)))
    return [whole, *map(at, gained), *(tower.mul(tower.constant(-1), at(place)) for place in lost)]


def defined_anywhere(term: sp.Expr) -> bool:
    """Whether a term has a value at all indices, also at those outside of its range."""
    powers = all(power.exp.is_Integer and power.exp >= 0 for power in term.atoms(sp.Pow) if power.base is not sp.E)
    return powers and all(isinstance(f, (AppliedUndef, sp.exp, sp.Abs)) for f in term.atoms(sp.Function))
