"""At the end: what holds all along a trajectory that tends to a point, by continuity; and what follows of the point.

Sound, in the limit: along the trajectory both sides of the relation are defined at all times, and they are continuous
functions of the parameters, defined where these tend to, as they are written (``a/b`` need have no limit where both
tend to 0, also if the ends are given as ``z x`` and x); so each side tends to its value there, and a relation that is
not strict, or the weaker one of a strict one, passes to the limit.  A sum over a family has finitely many terms.

Sound, of the end: a line about constants holds for all values of its letters that satisfy its hypotheses, so it does
for the ends; what is in `using` holds of the ends of such a trajectory, as do the theorem's hypotheses about constants.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.along import trajectories_in
from ...language.smooth import jumps_in
from ...language.theorems.ends import AtEnd, InTheLimit, OfEnds
from ...language.theorems.rules import Line
from ...language.theorems.sequents import Relation, among, relation_of
from ...language.theorems.theorem import mentions
from ...language.theorems.trajectories import Along
from .obligations import Broken, Defined, Obligation, as_written, needed, same
from .trajectories import constant, of_no_time

_WEAK = {"<": "<=", ">": ">="}


def _said(line: Line, given: tuple[Any, ...]) -> AtEnd:
    if not isinstance(line.says, AtEnd):
        raise Broken(f"got {line.says}; expected what holds AtEnd of a flow's trajectories")
    of_no_time(line.says, given)
    return line.says


def in_the_limit(
    rule: InTheLimit, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]
) -> Iterator[Obligation]:
    """The premise holds all along these trajectories, and its sides are continuous and defined at the ends."""
    said = _said(line, given)
    needed(rule.of, given)
    premise = rule.of.says
    if not isinstance(premise, Along) or premise.flow != said.flow:
        raise Broken(f"got {premise}; expected what holds Along the same flow")
    if other := [pair for pair in premise.initially if pair not in said.initially]:
        raise Broken(f"got {premise}, from another start of {other[0][0]}")
    relation = relation_of(premise.says)
    assert relation is not None
    sides = []
    for side in (relation.left, relation.right):
        is_continuous(side, said)
        try:
            sides.append(said.at_end(side))
        except ValueError as problem:
            raise Broken(str(problem)) from problem
    fixed = constant(said, given)
    why = "that both sides have values at the end"
    yield from as_written((relation.left, relation.right), said.at_end, fixed, f"{why}, as they are written")
    yield Obligation(Defined(tuple(sides)), fixed, why)
    found = Relation(sides[0], _WEAK.get(relation.sign, relation.sign), sides[1])
    yield from same(found.statement(), said.says, fixed, "the relation at the end")


def is_continuous(expr: sp.Expr, said: AtEnd) -> None:
    """That an expression is a continuous function of the parameters wherever it is defined.

    Raises:
        Broken: if that is not known.
    """
    moving, time = said.flow.moving, said.flow.time
    if jumps := jumps_in(expr, lambda node: mentions(node, moving)):
        raise Broken(f"{expr} contains {jumps[0].func.__name__}, which may jump")
    parameters = set(trajectories_in(expr, time))
    for node in sp.preorder_traversal(expr):
        if node in parameters or not isinstance(node, sp.Basic) or not mentions(node, moving):
            continue
        if isinstance(node, (sp.Product, sp.Integral, sp.Derivative, AppliedUndef)):
            raise Broken(f"{node} is not known to be continuous")
        if isinstance(node, sp.Sum) and any(limit.has(time, sp.oo, -sp.oo) for limit in node.limits):
            raise Broken(f"{node} is not known to be continuous")
        if isinstance(node, sp.Pow) and mentions(node.exp, moving) and node.base is not sp.E:
            raise Broken(f"the exponent in {node} moves")


def of_ends(rule: OfEnds, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """The premise is about constants, and assumes no more than what is known of the ends."""
    said = _said(line, given)
    here = constant(said, given)
    for premise in rule.using:
        needed(premise, given)
        more = premise.says
        if not isinstance(more, AtEnd) or more.flow != said.flow:
            raise Broken(f"got {more}; expected what holds AtEnd of the same flow's trajectories")
        if any(pair not in said.initially for pair in more.initially) or any(p not in said.ends for p in more.ends):
            raise Broken(f"got {more}, from another start or to another end")
        relation = relation_of(more.says)
        assert relation is not None
        here = (*here, relation.hypothesis)
    if missing := among(rule.of.given, here):
        raise Broken(
            f"{rule.of.says} assumes {', '.join(map(str, missing))}, which is not known of the end; name the line that "
            "says it in `using`"
        )
    relation = relation_of(rule.of.says)
    if relation is None:
        raise Broken(f"got the premise {rule.of.says}; expected an equation or an inequality")
    yield from same(relation.statement(), said.says, here, "the relation")
