"""Squeezed: what lies between two expressions that tend to one limit tends to it.

Sound: if f <= g <= h near the point, and f and h tend to L, so does g.  Hypotheses that mention the variable hold near
the point in the sense in which a limit takes them (see ``docs/semantics.md``).  What a bound assumes, that a variable
which tends to infinity is above something, holds near there, and is no hypothesis of the limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.statements import Limit
from ...language.theorems.rules import Line, Squeezed
from ...language.theorems.sequents import Relation, among
from .obligations import Broken, Defined, Obligation, needed, read


def check(rule: Squeezed, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The limits are the line's, of the same variable at the same point, and the relations are between their terms."""
    limit = line.says
    if not isinstance(limit, Limit):
        raise Broken(f"got {limit}; expected a Limit")
    ends = []
    for bound in (rule.lower, rule.upper):
        needed(bound, given)
        if not isinstance(bound.says, Limit) or _near(bound.says) != _near(limit):
            raise Broken(f"got {bound.says}; expected the limit of a bound, at the same point and with the same value")
        ends.append(bound.says.expr)
    if limit.equals in (sp.oo, -sp.oo):
        raise Broken("expected a finite limit")
    for premise, smaller, larger in ((rule.below, ends[0], limit.expr), (rule.above, limit.expr, ends[1])):
        far = tuple(h for h in among(premise.given, given) if _is_far(h, limit))
        found = _upwards(read(premise, (*given, *far)))
        if found.left != smaller or found.right != larger:
            raise Broken(f"got {premise.says}; expected {smaller} <= {larger}")
    for hypothesis in given:
        if (
            isinstance(hypothesis, sp.Basic)
            and limit.variable in hypothesis.free_symbols
            and not _is_far(hypothesis, limit)
        ):
            raise Broken(f"it is not known that {hypothesis} holds near {limit.variable} = {limit.to}")
    yield Obligation(Defined((sp.sympify(limit.equals),)), (), "that the limit has a value")


def _near(limit: Limit) -> tuple[Any, ...]:
    return (limit.variable, limit.to, limit.equals, limit.side)


def _upwards(relation: Relation) -> Relation:
    if relation.sign in (">", ">="):
        return Relation(relation.right, relation.sign.replace(">", "<"), relation.left)
    return relation


def _is_far(hypothesis: Any, limit: Limit) -> bool:
    """Whether it says that the variable, which tends to infinity, is above something that does not depend on it."""
    if limit.to != sp.oo or not isinstance(hypothesis, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
        return False
    large, small = (hypothesis.gts, hypothesis.lts)
    return bool(large == limit.variable and limit.variable not in small.free_symbols)
