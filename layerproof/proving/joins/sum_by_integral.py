"""A sum and its integral: of a function f >= 0 with one peak they differ by no more than its largest value M.

Sound.  The slope of f is w h with w > 0 and h falling, so that f rises up to some point of the range and falls from
there on (one of the two may be missing).  Let j be the last whole number in the rising part.  Each term up to j - 1 is
at most the integral over the step after it, each from j + 2 on at most the integral over the step before it, and of
f(j) and f(j + 1) the smaller is at most the integral over the step between them, on which f is nowhere below it; what
is left is one term, at most M.  So the sum is at most the integral and M.  In the same way each integral over a step
up to j is at most the term after it, each from j + 1 on at most the term before it, and the one between is at most M:
the integral is at most the sum and M.  Without end: the partial sums grow, as f >= 0, and are bounded by the integral
and M, so that they converge, and the bounds hold in the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.smooth import jump_in
from ...language.statements import Identity, Inequality
from ...language.theorems.areas import integral, series
from ...language.theorems.integration import SumByIntegral, inside
from ...language.theorems.rules import Line
from .integrated import continuous, exists, in_order
from .obligations import Broken, Defined, Obligation, read, same


def check(rule: SumByIntegral, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The term is not negative, has one peak and is at most M in the range, over which its integral exists."""
    x, first, last = rule.over
    yield from in_order(rule.over, given)
    if not first.is_integer or not (last.is_integer or last == sp.oo):
        raise Broken(f"the range from {first} to {last} is not known to be of whole numbers")
    here = (*given, *inside(rule.over, closed=True))
    below = read(rule.most, here)
    small, most = (below.right, below.left) if below.sign in (">", ">=") else (below.left, below.right)
    if below.sign == "=" or small != rule.term:
        raise Broken(f"got {rule.most.says}; expected a bound of {rule.term} from above")
    if x in most.free_symbols:
        raise Broken(f"the bound {most} depends on {x}")
    yield Obligation(Defined((rule.term,)), here, "that the term is defined at the ends")
    yield Obligation(Inequality(rule.term, ">=", 0), here, "that the term is not negative")
    yield from one_peak(rule, here)
    area = integral(rule.term, rule.over)
    if last == sp.oo:
        yield from continuous((rule.term,), rule.over, given)
        yield Obligation(Defined((area,)), given, "that the term has an integral")
    total = series(rule.term, rule.over)
    yield from exists(sp.Sum(rule.term, rule.over), given)
    found = Inequality(total, "<=", area + most) if rule.above else Inequality(total, ">=", area - most)
    if found != line.says:
        yield from same(found, line.says, given, "sum and integral")


def one_peak(rule: SumByIntegral, here: tuple[Any, ...]) -> Iterator[Obligation]:
    """The slope of the term is a positive factor times one that falls."""
    x = rule.over[0]
    positive, falling = rule.shape
    for expr in (rule.term, positive, falling):
        if (name := jump_in(expr, x)) is not None:
            raise Broken(f"{expr} contains {name}, which may jump")
    yield Obligation(Inequality(positive, ">", 0), here, "that the first factor of the slope is positive")
    slope = sp.diff(rule.term, x)
    yield Obligation(Identity(slope, positive * falling), here, "that the factors make up the slope")
    yield Obligation(Inequality(sp.diff(falling, x), "<=", 0), here, "that the second factor falls")
