"""What hypotheses say along a flow: those about the time, and those about the trajectories.

A statement about whole trajectories (that something is conserved, that it has a closed form) is about every time from
0 to t.  So a hypothesis about the time, such as ``r_0 t < 1``, must cut out an interval of times from 0: it holds at
0, and with t at every time before.  ``Ne(r_0 t, 1)`` does not: past the pole the closed form solves the equation as
well, and is not the solution.  A hypothesis that says no more than that the time is not 0 is left out: what is proved
is proved at 0 too, where solutions may part.

A hypothesis about trajectories is assumed at every time from 0 to t ("as long as it holds"), which an inequality does
as long as it is met at the start.  An equation among trajectories must be kept by the flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from .flows import GradientFlow, substitute_entry
from .goals import Always, Certificate, Goal, Impossible, Open, Possible, Sign, Under, Zero
from .printing import text
from .relations import relations_in
from .smooth import rough_parts
from .symbols import ForAll

_STRICT = (sp.StrictGreaterThan, sp.StrictLessThan)


def trajectories_in(expr: sp.Basic, time: sp.Symbol) -> list[AppliedUndef]:
    """The trajectories, and entries of families of them, in an expression or relation."""
    return sorted((a for a in expr.atoms(AppliedUndef) if a.has(time)), key=str)


def is_about_time(relation: sp.Basic, time: sp.Symbol) -> bool:
    """Whether a hypothesis is about the time and constants, but about no trajectory."""
    return bool(relation.has(time)) and not trajectories_in(relation, time)


def assumed(hypotheses: Iterable[Any], time: sp.Symbol) -> tuple[Any, ...]:
    """The hypotheses without those that say no more than that the time is not 0."""
    parts = [p for h in hypotheses for p in (h.args if isinstance(h, sp.And) else (h,))]
    return tuple(p for p in parts if not (isinstance(p, Relational) and _only_not_at_start(p, time)))


def _only_not_at_start(relation: Relational, time: sp.Symbol) -> bool:
    if not is_about_time(relation, time) or isinstance(relation, sp.Eq):
        return False
    factor = sp.cancel(_gap(relation) / time)
    if factor.has(time):
        return False
    return bool(factor.is_nonzero if isinstance(relation, sp.Ne) else factor.is_positive)


def _said(hypotheses: Iterable[Any]) -> list[Relational]:
    """The relations; of one that holds for every index, what it says of the entry at that index."""
    return [r.relation if isinstance(r, ForAll) else r for r in relations_in(hypotheses)]


def _gap(relation: Relational) -> sp.Expr:
    """What is positive, not negative, not 0, or 0."""
    backwards = isinstance(relation, (sp.StrictLessThan, sp.LessThan))
    return relation.rhs - relation.lhs if backwards else relation.lhs - relation.rhs


# -- hypotheses about the time ---------------------------------------------------------------------------------------


def from_start(hypotheses: Iterable[Any], time: sp.Symbol) -> Iterator[Goal]:
    """Goals that every hypothesis about the time holds at 0, and at every time before one at which it holds."""
    for relation in _said(hypotheses):
        if is_about_time(relation, time):
            for goal in _holds_before(relation, time):
                lacking = (
                    f"the hypothesis {text(relation)} is not seen to hold from time 0 on until it fails for the first "
                    f"time; write one that bounds the time from above, such as {text(time)} < T"
                )
                yield Certificate(goal, lacking)


def goes_on(hypotheses: Iterable[Any], time: sp.Symbol) -> Iterator[Goal]:
    """That hypotheses about the time leave more than time 0, at which ``t <= 0`` holds: of one time nothing is said."""
    said = _said(hypotheses)
    if any(is_about_time(r, time) and isinstance(r, (sp.GreaterThan, sp.LessThan)) for r in said):
        later = [sp.Gt(_gap(r), 0) if is_about_time(r, time) and not isinstance(r, (sp.Eq, sp.Ne)) else r for r in said]
        lacking = f"the hypotheses leave {text(time)} = 0 alone: of what is at one time only nothing is said"
        yield Possible((), tuple(r for r in later if r != sp.true), lacking)


def _holds_before(relation: Relational, time: sp.Symbol) -> Iterator[Zero | Sign | Under]:
    gap = _gap(relation)
    moment = sp.Dummy("s", real=True, nonnegative=True)
    name = f"that {text(relation)} holds at every time before"
    between = ((moment, False), (time - moment, False))
    if isinstance(relation, sp.Eq):
        yield Under(Zero(gap.xreplace({time: moment}), name), moment, between)
        return
    if isinstance(relation, sp.Ne):
        yield Under(Zero(sp.Integer(0), name, (1 / gap.xreplace({time: moment}),)), moment, between)
        return
    strict = isinstance(relation, _STRICT)
    at_start = Sign(gap.xreplace({time: sp.Integer(0)}), strict, f"that {text(relation)} holds at time 0")
    if _moves_one_way(gap, time):
        yield at_start
    elif (wave := _wave(gap, time)) is not None:
        rate, cosine = wave
        yield Sign(cosine, strict, f"that {text(relation)} holds at time 0")
        yield Sign(rate, True, "the angular velocity")
        yield Sign(sp.pi - rate * time, True, f"{text(rate * time)} below pi")
    else:
        yield at_start
        yield Under(Sign(gap.xreplace({time: moment}), strict, name), moment, between)


def _terms(gap: sp.Expr, time: sp.Symbol) -> dict[sp.Expr, sp.Expr]:
    """``gap = sum of coefficient times function of time``, as a mapping from the functions."""
    found: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(gap)):
        coefficient, function = term.as_independent(time, as_Add=False)
        found[function] = found.get(function, sp.Integer(0)) + coefficient
    return found


def _moves_one_way(gap: sp.Expr, time: sp.Symbol) -> bool:
    """Whether the gap, or it divided by a positive function, rises or falls all the time from 0.

    It is then not smaller than at one of the ends of each interval.
    """
    terms = _terms(gap, time)
    constant = sp.Integer(1) in terms
    moving = [f for f in terms if f != 1]
    if len(moving) == 1:
        return _is_monotone(moving[0], time) or (not constant and _exponent(moving[0], time) is not None)
    if len(moving) != 2 or constant:
        return False
    exponents = [_exponent(f, time) for f in moving]
    if None not in exponents:
        return True  # the quotient of exponentials is one
    kinds, arguments = {type(f) for f in moving}, {f.args[0] for f in moving}
    return kinds == {sp.cosh, sp.sinh} and len(arguments) == 1 and _is_rate(arguments.pop() / time, time)


def _is_monotone(function: sp.Expr, time: sp.Symbol) -> bool:
    if function == time or _exponent(function, time) is not None:
        return True
    if isinstance(function, sp.Pow) and function.base == time:
        return bool(function.exp.is_Rational and function.exp > 0)
    hyperbolic = isinstance(function, (sp.cosh, sp.sinh, sp.tanh))
    return hyperbolic and _is_rate(function.args[0] / time, time)


def _exponent(function: sp.Expr, time: sp.Symbol) -> sp.Expr | None:
    """c in ``exp(c t)``, or in ``b**(c t)`` with b a positive constant; None if the function is something else."""
    if isinstance(function, sp.exp):
        rate = function.args[0] / time
    elif isinstance(function, sp.Pow) and function.base.is_positive and not function.base.has(time):
        rate = function.exp / time
    else:
        return None
    rate = sp.cancel(rate)
    return rate if _is_rate(rate, time) else None


def _is_rate(rate: sp.Expr, time: sp.Symbol) -> bool:
    return not sp.cancel(rate).has(time) and sp.sympify(rate).is_real is not False


def _wave(gap: sp.Expr, time: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """w and A in ``A cos(w t) + B sin(w t)``; None if the gap is something else.

    Such a gap g has ``g(s) sin(w t) = g(t) sin(w s) + A sin(w (t - s))``, so that where ``0 < w t < pi`` and A is
    positive, g is positive at every s before t.
    """
    terms = _terms(gap, time)
    if not all(isinstance(f, (sp.cos, sp.sin)) for f in terms):
        return None
    rates = {sp.cancel(f.args[0] / time) for f in terms}
    if len(rates) != 1 or (rate := rates.pop()).has(time):
        return None
    return rate, sp.Add(*(coefficient for f, coefficient in terms.items() if isinstance(f, sp.cos)))


# -- hypotheses about trajectories -----------------------------------------------------------------------------------


def kept(hypotheses: Iterable[Any], flow: GradientFlow) -> Iterator[Goal]:
    """Goals that hypotheses about trajectories may be assumed all along.

    An equation is kept if its two sides differ by what is constant along the flow, wherever it starts; inequalities
    are assumed as long as they hold, which must be for a while.
    """
    hypotheses = tuple(hypotheses)
    moving = [r for r in _said(hypotheses) if trajectories_in(r, flow.time)]
    for relation in moving:
        if isinstance(relation, sp.Eq):
            gap = relation.lhs - relation.rhs
            lacking = (
                f"{text(relation)} is a hypothesis about trajectories, and that the flow keeps it is not derived: if "
                f"it holds at one time it need not hold later; restrict the flow to an invariant set instead, with "
                f"flow.on({text(gap)}), and that it is invariant is proved"
            )
            rough = any(True for _ in rough_parts(gap, flow.time))
            yield Impossible(lacking) if rough else Always(flow.rate(gap), lacking)
    if weak := [r for r in moving if _is_weak(r, flow)]:
        strict = tuple(_strictly(said, flow) for said in relations_in(hypotheses))
        yield Open(
            (flow.loss, *flow.invariant),
            strict,
            f"no point was found where {', '.join(map(text, weak))} hold without equality: what they leave is no open "
            "set, and a trajectory need not stay there; restrict the flow to an invariant set instead, with flow.on",
        )


def _is_weak(relation: Relational, flow: GradientFlow) -> bool:
    """Whether a relation is an inequality about trajectories that allows equality."""
    return isinstance(relation, (sp.GreaterThan, sp.LessThan)) and bool(trajectories_in(relation, flow.time))


def _strictly(said: Relational | ForAll, flow: GradientFlow) -> Any:
    """A hypothesis without equality, if it is a weak inequality about trajectories."""
    if isinstance(said, ForAll):
        return ForAll(said.indices, _strictly(said.relation, flow))
    return sp.Gt(_gap(said), 0) if _is_weak(said, flow) else said


def met_at_start(
    hypotheses: Iterable[Any], flow: GradientFlow, starts: Iterable[tuple[sp.Expr, sp.Expr]]
) -> Iterator[Goal]:
    """Goals that hypotheses about trajectories hold at time 0, where `starts` gives the values of trajectories."""
    given = [(of, start) for of, start in starts if isinstance(of, AppliedUndef)]
    for relation in _said(hypotheses):
        if not trajectories_in(relation, flow.time) or isinstance(relation, sp.Eq):
            continue
        gap = flow.restrict(_gap(relation))
        for of, start in given:
            gap = substitute_entry(gap, of, start)
        if trajectories_in(gap, flow.time):
            continue
        gap = gap.xreplace({flow.time: sp.Integer(0)})
        name = f"that {text(relation)} holds at time 0"
        lacking = f"the hypothesis {text(relation)} is not seen to hold at time 0, for the initial values"
        if isinstance(relation, sp.Ne):
            yield Certificate(Zero(sp.Integer(0), name, (1 / gap,)), lacking)
        else:
            yield Certificate(Sign(gap, isinstance(relation, _STRICT), name), lacking)
