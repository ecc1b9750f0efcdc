"""What the rules about trajectories share: the hypotheses at one moment, and what is free of moments.

A hypothesis about trajectories is assumed at all times up to the one that is spoken of, so it may be assumed at each;
one about the time itself is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from ...language.along import trajectories_in
from ...language.flows import substitute_entry
from ...language.goals import Possible
from ...language.printing import text
from ...language.smooth import jump_in
from ...language.statements import Rate, Statement
from ...language.symbols import ForAll
from ...language.theorems.ends import AtEnd
from ...language.theorems.rules import Line
from ...language.theorems.sequents import Relation, among, relation_of
from ...language.theorems.theorem import mentions
from ...language.theorems.trajectories import Along, Tends
from ..exact.outcome import Unknown
from ..exact.whatever import possible
from .obligations import Broken, Defined, Obligation, needed

Said = Along | Tends | AtEnd


def along(line: Line, given: tuple[Any, ...]) -> tuple[Along, Relation]:
    """What a line says along trajectories, with the relation.

    Raises:
        Broken: if it says something else, or a hypothesis is about the time.
    """
    if not isinstance(line.says, Along):
        raise Broken(f"got {line.says}; expected what holds Along a flow")
    of_no_time(line.says, given)
    relation = relation_of(line.says.says)
    assert relation is not None
    return line.says, relation


def of_no_time(said: Said, given: tuple[Any, ...]) -> None:
    """That no hypothesis is about the time itself.

    Raises:
        Broken: if one is.
    """
    time = said.flow.time
    for hypothesis in given:
        if isinstance(hypothesis, sp.Basic):
            held = {f: sp.Dummy(real=True) for f in trajectories_in(hypothesis, time)}
            if hypothesis.xreplace(held).has(time):
                raise Broken(f"the hypothesis {hypothesis} is about the time")


def nowhere(said: Statement, given: tuple[Any, ...]) -> str | None:
    """Why no trajectory is meant: none starts, or ends, where the hypotheses say; None if that is not found.

    What holds all along holds at the start, and at the end if equality is allowed.
    """
    if not isinstance(said, (Along, Tends, AtEnd)):
        return None
    places = [("starts", said.initially, False)]
    if isinstance(said, AtEnd):
        places.append(("ends", said.ends, True))
    for what, pairs, closed in places:
        relations = tuple(_put(h, pairs, said, closed) for h in given if isinstance(h, (sp.Basic, ForAll)))
        where = ", ".join(f"{text(entry)} = {text(value)}" for entry, value in pairs)
        lacking = f"no trajectory {what} there: {where} contradicts the hypotheses"
        outcome = possible(Possible((), tuple(r for r in relations if r != sp.true), lacking))
        if isinstance(outcome, Unknown):
            return outcome.reason
    return None


def _put(hypothesis: Any, pairs: Any, said: Said, closed: bool) -> Any:
    """A hypothesis where the parameters have these values; with `closed`, as a limit has it."""
    if isinstance(hypothesis, ForAll):
        return ForAll(hypothesis.indices, _put(hypothesis.relation, pairs, said, closed))
    if isinstance(hypothesis, sp.And):
        return sp.And(*(_put(part, pairs, said, closed) for part in hypothesis.args))
    moves = bool(trajectories_in(hypothesis, said.flow.time))
    for entry, value in pairs:
        hypothesis = substitute_entry(hypothesis, entry, value)
    if moves and closed:
        if isinstance(hypothesis, sp.Ne):
            return sp.true
        weak = {sp.StrictGreaterThan: sp.Ge, sp.StrictLessThan: sp.Le}.get(type(hypothesis))
        hypothesis = weak(*hypothesis.args) if weak else hypothesis
    return hypothesis.xreplace({said.flow.time: sp.S.Zero}) if moves and not closed else hypothesis


def constant(said: Said, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The hypotheses that are about constants."""
    return tuple(h for h in given if not mentions(h, said.flow.moving))


def is_constant(said: Said, expr: Any) -> bool:
    """Whether an expression has no trajectory in it, and not the time."""
    return not mentions(sp.sympify(expr), said.flow.moving)


def of_time(said: Said, expr: Any) -> None:
    """That an expression is made of the time and of constants, and does not jump.

    Raises:
        Broken: if not.
    """
    if mentions(sp.sympify(expr), said.flow.names):
        raise Broken(f"{expr} moves along the flow; expected an expression in the time and constants")
    if (name := jump_in(sp.sympify(expr), said.flow.time)) is not None:
        raise Broken(f"{expr} contains {name}, which may jump")


def same_trajectories(premise: Any, said: Said, given: tuple[Any, ...]) -> Any:
    """What a premise says of trajectories, which must be those of the line: one flow, and no start that is not its.

    Raises:
        Broken: if it is about others, or assumes something else.
    """
    needed(premise, given)
    if not isinstance(premise.says, (Along, Tends)):
        raise Broken(f"got {premise.says}; expected what is said along a flow")
    if premise.says.flow != said.flow:
        raise Broken(f"got {premise.says}, along another flow")
    if other := [pair for pair in premise.says.initially if pair not in said.initially]:
        raise Broken(f"got {premise.says}, from another start of {other[0][0]}")
    return premise.says


def held(using: tuple[Any, ...], said: Said, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """What lines that hold all along say of each moment, as hypotheses.

    Raises:
        Broken: if one is no such line.
    """
    found = []
    for premise in using:
        says = same_trajectories(premise, said, given)
        if not isinstance(says, Along):
            raise Broken(f"got {says}; expected what holds at all times")
        relation = relation_of(says.says)
        assert relation is not None
        found.append(relation.hypothesis)
    return tuple(found)


def at_moment(premise: Any, here: tuple[Any, ...]) -> Relation:
    """The relation that a premise is, at one moment at which `here` holds.

    Raises:
        Broken: if it is none, or assumes something else.
    """
    if missing := among(premise.given, here):
        raise Broken(
            f"{premise.says} assumes {', '.join(map(str, missing))}, which is not known to hold all along; name the "
            "line that says it in `using`"
        )
    if (relation := relation_of(premise.says)) is None:
        raise Broken(f"got the premise {premise.says}; expected an equation or an inequality")
    return relation


def at_start(said: Said, expr: Any) -> sp.Expr:
    """The value of an expression at time 0.

    Raises:
        Broken: if the start does not say it.
    """
    try:
        return said.at_start(expr)
    except ValueError as problem:
        raise Broken(str(problem)) from problem


def rate(said: Said, of: sp.Expr, is_: sp.Expr, here: tuple[Any, ...]) -> Iterator[Obligation]:
    """That a quantity has the rate, wherever `here` holds."""
    if is_constant(said, of):
        raise Broken(f"{of} does not move")
    yield Obligation(Rate(of, is_, said.flow), here, f"the rate of {of}")


def lasting(said: Said, least: Any, line: Line, given: tuple[Any, ...]) -> Iterator[Obligation]:
    """That every trajectory goes on for all times: the loss is a polynomial in the parameters, and bounded from below.

    Sound: along the flow the loss falls by the integral of the squared speed, so that by the inequality of Cauchy and
    Schwarz a trajectory moves, in a time t, by at most ``sqrt(t (L(0) - m))``.  It stays in a ball for as long as t is
    bounded, where the velocities, polynomials, are bounded and Lipschitz; so it can be continued.

    The bound must hold of all values of the parameters: a hypothesis about trajectories holds for as long as one is
    looked at, and not where it goes on to.  A line is under all hypotheses of the theorem; if one of these is about
    trajectories, the bound is proved again without it.
    """
    loss, time = said.flow.loss, said.flow.time
    if not is_polynomial(loss, time):
        raise Broken(f"the loss {loss} is no polynomial in the parameters alone")
    needed(least, given)
    fixed = constant(said, given)
    if moving := among(least.given, fixed):
        raise Broken(
            f"the bound {least.says} of the loss assumes {text(moving[0])}, which is about trajectories: it may fail "
            "where a trajectory goes on to; expected a bound without it"
        )
    relation = relation_of(least.says)
    if relation is None or relation.sign == "=":
        raise Broken(f"got {least.says}; expected that the loss is at least a constant")
    large, small = (relation.left, relation.right) if relation.sign in (">", ">=") else (relation.right, relation.left)
    if large != loss or not is_constant(said, small):
        raise Broken(f"got {least.says}; expected that the loss {loss} is at least a constant")
    yield Obligation(Defined((small,)), fixed, "the bound of the loss")
    everywhere = given[: len(given) - len(line.given)]
    if isinstance(least, Line) and among(everywhere, fixed):
        yield Obligation(relation.statement(), fixed, "the bound of the loss, whatever is assumed of trajectories")


def is_polynomial(expr: sp.Expr, time: sp.Symbol) -> bool:
    """Whether an expression is a polynomial in the trajectories with constant coefficients, or a finite sum of such."""
    if not expr.has(time):
        return True
    if trajectories_in(expr, time) == [expr]:
        return True
    if isinstance(expr, (sp.Add, sp.Mul)):
        return all(is_polynomial(part, time) for part in expr.args)
    if isinstance(expr, sp.Pow):
        return bool(expr.exp.is_Integer and expr.exp >= 0) and is_polynomial(expr.base, time)
    if isinstance(expr, sp.Sum):
        finite = all(not limit.has(time, sp.oo, -sp.oo) for limit in expr.limits)
        return finite and is_polynomial(expr.function, time)
    return False
