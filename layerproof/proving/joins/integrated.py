"""Integrated: a relation that holds at each point of a range, integrated over it.

Sound: integrals of equal functions are equal, of a larger function larger.  What is made of smooth functions, and is
defined inside the range, is continuous there, so that its integral can fail to exist at the ends only; where the larger
side has an integral and the smaller is not negative, the smaller has one too (its integrals over parts of the range
grow with the part, and are bounded).  A factor that is taken out of an integral does not vanish, where what is left is
not known to have an integral: that of ``z f`` exists for z = 0 whatever f is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp

from ...language.smooth import jump_in
from ...language.statements import Identity, Inequality
from ...language.theorems.areas import Range, areas_in, before, integral
from ...language.theorems.integration import Integrated, inside
from ...language.theorems.rules import Line
from .obligations import Broken, Defined, Differs, Obligation, free_of, read, same


def check(rule: Integrated, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The relation holds inside the range, and both integrals exist."""
    x = rule.over[0]
    yield from in_order(rule.over, given)
    here = (*given, *inside(rule.over))
    relation = read(rule.of, here)
    smaller, larger = (relation.left, relation.right)
    if relation.sign in (">", ">="):
        smaller, larger = larger, smaller
    yield from continuous((smaller, larger), rule.over, given)
    yield Obligation(Defined((integral(larger, rule.over),)), given, "that the larger side has an integral")
    if rule.least is None:
        yield Obligation(Defined((integral(smaller, rule.over),)), given, "that the smaller side has an integral")
    else:
        least = read(rule.least, here)
        if least.sign == "=" or least.slack != smaller:
            raise Broken(f"got {rule.least.says}; expected that {smaller} is not negative")
        yield from exists(sp.Integral(smaller, rule.over), given)
    found: Any = Identity(integral(smaller, rule.over), integral(larger, rule.over))
    if relation.sign != "=":
        found = Inequality(integral(smaller, rule.over), "<=", integral(larger, rule.over))
    if x in _free(line.says):
        raise Broken(f"the line is about {x}, over which the integral runs")
    yield from same(found, line.says, given, "the integrals")


def in_order(over: Range, given: tuple[Any, ...]) -> Iterator[Obligation]:
    """The letter is real and no hypothesis is about it, and the range does not run backwards.

    Raises:
        Broken: if a hypothesis mentions the letter, or an end does.
    """
    x, lower, upper = over
    if x.is_integer:
        raise Broken(f"{x} runs over whole numbers; expected a letter for a real number")
    if not free_of(given, x):
        raise Broken(f"a hypothesis mentions {x}, over which the integral runs")
    if x in lower.free_symbols | upper.free_symbols:
        raise Broken(f"an end of the range depends on {x}")
    if lower == sp.oo or upper == -sp.oo:
        raise Broken(f"the range from {lower} to {upper} is empty or runs backwards")
    if lower != -sp.oo and upper != sp.oo:
        yield Obligation(Inequality(lower, "<=", upper), given, "that the range does not run backwards")


def continuous(exprs: tuple[sp.Expr, ...], over: Range, given: tuple[Any, ...]) -> Iterator[Obligation]:
    """Expressions in x are continuous inside the range.

    Raises:
        Broken: if one contains what may jump.
    """
    for expr in exprs:
        if (name := jump_in(expr, over[0])) is not None:
            raise Broken(f"{expr} contains {name}, which may jump")
    yield Obligation(Defined(exprs), (*given, *inside(over)), "that the integrands are continuous inside the range")


def exists(area: sp.Expr, given: tuple[Any, ...], known: Iterable[sp.Expr] = ()) -> Iterator[Obligation]:
    """That what is left of an integral, or a sum without end, has a value if the whole has, unless it is `known`."""
    if not {*areas_in(area)} <= {*known} and (factor := before(area)).is_nonzero is not True:
        yield Obligation(Differs(factor), given, "that the factor taken out does not vanish")


def _free(statement: Any) -> set[Any]:
    return {s for expr in statement.expressions() for s in expr.free_symbols}
