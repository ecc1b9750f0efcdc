"""Finite products of general length as elements of a tower: split over factors, each over a range in one form.

``prod_{k=1..n} u x[k]`` is ``u**n prod_{k=1..n} x[k]``, a product of exponentials is the exponential of a sum, and the
product of the numbers from 1 to n is a factorial.  What stays is a generator named by its factor in canonical form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from ...language.symbols import fresh_index, reserved
from ..sign_sets import ANY, NONNEGATIVE, NONZERO, POSITIVE, SignSet
from . import ranges, sums
from .elements import Element, Generator, NotInTower

if TYPE_CHECKING:
    from .tower import Tower


def convert(tower: Tower, expr: sp.Product) -> Element:
    """The normal form of a finite product.

    Raises:
        NotInTower: if a range is infinite, may be less than empty, is not of integers, or depends on another index.
    """
    sums.check_limits(expr)
    factor, found = expr.function, tower.constant(1)
    for variable, lower, upper in expr.limits:
        new = fresh_index(variable, lower, upper)
        found = _over(tower, factor.xreplace({variable: new}), (new, lower, upper))
        factor = tower.quotient(found)
    return found


def _over(tower: Tower, factor: sp.Expr, limits: ranges.Limits) -> Element:
    """The product of a factor over one range."""
    body, count = tower.element(factor), sums.count(tower, *limits[1:])
    number = tower.quotient(count)
    result = tower.constant(1)
    for part, direction in ((body.num, 1), (body.den, -1)):
        content, factors = tower.factors(part)
        result = tower.mul(
            result, tower.element(sp.Rational(content.numerator, content.denominator) ** (direction * number))
        )
        for piece, multiplicity in factors:
            power = direction * multiplicity
            if not sums.depends(tower.expression(piece), limits[0]):
                result = tower.mul(result, tower.element(tower.expression(piece) ** (power * number)))
            else:
                result = tower.mul(result, tower.power(_of_factor(tower, piece, limits), power))
    return result


def _of_factor(tower: Tower, piece: Any, limits: ranges.Limits) -> Element:
    """The product of one irreducible factor that depends on the index."""
    position = tower.as_generator(Element(piece, tower.ctx.constant(1)))
    if position is not None and (inside := tower.generators[position]).kind == "exp" and inside.argument is not None:
        return tower.element(sp.exp(sp.Sum(tower.quotient(inside.argument), limits)))
    return _aligned(tower, tower.expression(piece), limits)


def _aligned(tower: Tower, factor: sp.Expr, limits: ranges.Limits) -> Element:
    """The product over a range in one form, times and over the factors at its ends by which it differs."""
    if (moved := ranges.shifted(1 / factor, limits)) is not None:
        factor, limits = 1 / moved[0], moved[1]
    found = ranges.ends(tower, factor, limits)
    if found is None:
        return _named(tower, factor, limits)
    aligned, gained, lost = found
    above, below = ([tower.element(end) for end in part] for part in (gained, lost))
    if any(0 in tower.sign_of(end) for end in below):
        return _named(tower, factor, limits)
    result = _named(tower, factor.xreplace({limits[0]: aligned[0]}), aligned)
    for end in above:
        result = tower.mul(result, end)
    for end in below:
        result = tower.mul(result, tower.power(end, -1))
    return result


def _named(tower: Tower, factor: sp.Expr, limits: ranges.Limits) -> Element:
    variable, lower, upper = limits
    if factor == variable and lower == 1:
        return tower.element(sp.factorial(upper))
    depth = 1 + max((sums.level(s) for s in factor.atoms(sp.Sum, sp.Product)), default=0)
    new = sp.Idx(reserved(f"i_{depth}_1", integer=True), (lower, upper))
    expr = sp.Product(factor.xreplace({variable: new}), (new, lower, upper))

    def made(name: str) -> Generator:
        return Generator(name, "product", expr, sign=_sign(tower, expr.function))

    return tower.named(f"product:{sp.srepr(expr)}", made)


def _sign(tower: Tower, factor: sp.Expr) -> SignSet:
    """The signs of a product of factors of these signs, of none too: then it is 1."""
    try:
        signs = tower.sign_of(tower.element(factor))
    except NotInTower:
        return ANY
    if signs <= POSITIVE:
        return POSITIVE
    return NONNEGATIVE if signs <= NONNEGATIVE else NONZERO if signs <= NONZERO else ANY
