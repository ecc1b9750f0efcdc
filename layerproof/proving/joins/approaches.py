"""Approaches: what lies, at all times, between two bounds that tend to one value tends to it.

Sound: every trajectory goes on for all times (see `lasting`), and of two functions of the time that tend to a value,
what is between them does too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.statements import Limit
from ...language.theorems.flowing import Approaches
from ...language.theorems.rules import Line
from ...language.theorems.sequents import relation_of
from ...language.theorems.trajectories import Along, Tends
from .obligations import Broken, Defined, Obligation, needed
from .trajectories import constant, is_constant, lasting, of_no_time, of_time, same_trajectories


def check(rule: Approaches, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The bounds hold all along and tend to the value, and no trajectory ends."""
    said = line.says
    if not isinstance(said, Tends):
        raise Broken(f"got {said}; expected what something Tends to along a flow")
    of_no_time(said, given)
    fixed = constant(said, given)
    for premise, limit, upper in ((rule.below, rule.lower, False), (rule.above, rule.upper, True)):
        bound = _bound(premise, said, given, upper=upper)
        of_time(said, bound)
        if limit is None:
            if bound != said.to:
                raise Broken(f"got no limit of {bound}, which is not {said.to}")
            continue
        needed(limit, fixed)
        expected = Limit(bound, said.flow.time, sp.oo, said.to)
        if limit.says != expected:
            raise Broken(f"got {limit.says}; expected {expected}")
    if not is_constant(said, said.to):
        raise Broken(f"{said.to} moves; expected a constant")
    yield Obligation(Defined((said.to,)), fixed, "that the limit has a value")
    yield from lasting(said, rule.least, line, given)


def _bound(premise: Any, said: Tends, given: tuple[Any, ...], *, upper: bool) -> sp.Expr:
    found = same_trajectories(premise, said, given)
    relation = relation_of(found.says) if isinstance(found, Along) else None
    if relation is None:
        raise Broken(f"got {found}; expected a bound that holds at all times")
    sides = {relation.left: relation.right, relation.right: relation.left}
    if relation.sign != "=":
        large = relation.left if relation.sign[0] == ">" else relation.right
        if (said.expr == large) is upper:
            raise Broken(f"got {found}; expected a bound of {said.expr} from {'above' if upper else 'below'}")
    if said.expr not in sides:
        raise Broken(f"got {found}; expected a bound of {said.expr}")
    return sides[said.expr]
