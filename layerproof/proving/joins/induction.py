"""Induction over the whole numbers from 1: skills, layers, steps of an algorithm.

Sound: what holds for 1, and with n for n + 1, holds for every whole number from 1.  No other hypothesis may mention n.
What holds has a value as it is written, though the 1 that is put in for n may hide it, as in ``(n - 1) log(x)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.theorems.rules import ByInduction, Line
from ...language.theorems.sequents import among, relation_of
from .obligations import Broken, Obligation, as_written, free_of, needed, same


def check(rule: ByInduction, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The base says the line of 1; the step says it of n + 1, and assumes it of n and nothing else of n."""
    n = rule.over
    if not (isinstance(n, sp.Symbol) and n.is_integer and n.is_positive):
        raise Broken(f"got induction over {n}; expected a symbol made by natural")
    if not free_of(given, n):
        raise Broken(f"a hypothesis mentions {n}, over which the induction runs")
    relation = relation_of(line.says)
    if relation is None:
        raise Broken(f"got {line.says}; expected an equation or an inequality")
    needed(rule.base, given)

    def at_one(expr: Any) -> Any:
        return expr.xreplace({n: sp.Integer(1)})

    def at_next(expr: Any) -> Any:
        return expr.xreplace({n: n + 1})

    yield from as_written(line.says.expressions(), at_one, given, "the base, as it is written")
    yield from same(rule.base.says, line.says.mapped(at_one), given, "the base")
    hypothesis = relation.hypothesis
    if missing := among(rule.step.given, (*given, hypothesis)):
        raise Broken(f"the step assumes {', '.join(map(str, missing))}, not only {hypothesis}")
    yield from as_written(line.says.expressions(), at_next, (*given, hypothesis), "the step, as it is written")
    yield from same(rule.step.says, line.says.mapped(at_next), (*given, hypothesis), "the step")
