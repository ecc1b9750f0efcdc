"""The rule that what lies between two expressions with the same limit has that limit, as a script."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from ....language.statements import Limit
from ....language.theorems.rules import Line, Squeezed
from ....language.theorems.sequents import among
from ....language.theorems.substitution import Substitution
from ..proofs.base import NoProof
from ..theorems.base import Order
from ..theorems.limits import Eventually, Tends
from .algebraic import composes
from .here import Here, Premise


@composes(Squeezed)
def squeezed(rule: Squeezed, line: Line, here: Here) -> None:
    """On the way the bounds hold, since what they assume does; the line is defined where the bounds are."""
    limit, known = line.says, here.theorem.goals[-1].content
    assert isinstance(limit, Limit)
    assert isinstance(known, Tends)
    approach, translate = known.approach, here.theorem.translate
    way, kind = ("Hierarchy.eventually", "nat") if approach.counted else (str(approach.filter), "R")
    ends = []
    for of in (rule.lower, rule.upper):
        posed, last = here.posed(here.known(of), Substitution(), {})
        here.say(posed)
        ends.append(last)
    x = translate.names.fresh(str(limit.variable))
    near = f"exists 1%nat; intros {x} {here.context.fresh('N')}."
    if not approach.counted:
        near = _near(x, way, [*_domain(rule, ends[0], here), *_beyond(rule, limit, way, here)], here)
    names, named = {limit.variable: x}, translate.naturals if approach.counted else translate.reals
    named[limit.variable] = x
    exprs = (rule.lower.says.expr, limit.expr, rule.upper.says.expr)
    functions = [f"(fun {x} : {kind} => {here.text(expr)})" for expr in exprs]
    bounds = []
    for of, (small, large) in ((rule.below, functions[:2]), (rule.above, functions[1:])):
        posed, last = here.posed(here.known(of), Substitution(), names)
        script = f"{near}\n{posed}\nfirst [exact {last} | apply Rge_le; exact {last} | lra]."
        bounds.append(here.asserted(f"{way} (fun {x} : {kind} => {small} {x} <= {large} {x})", script))
    posed, _ = here.posed(here.known(rule.below), Substitution(), names)
    named.pop(limit.variable)
    defined = "\n".join((near, posed, "first [assumption | lia]."))
    for goal in here.theorem.goals[:-1]:
        on_the_way = isinstance(goal.content, Eventually) and not isinstance(goal.content.content, Order)
        here.say(f"split.\n{{ {defined if on_the_way else 'assumption.'} }}")
    here.say(f"exact (join_squeezed {way} {' '.join(functions)} _ {' '.join(bounds)} {' '.join(ends)}).")


def _near(x: str, way: str, held: list[str], here: Here) -> str:
    """The sentence that leads to a point on the way, of which all these hold."""
    if not held:
        return f"apply filter_forall; intros {x}."
    whole, pattern = held[-1], here.context.fresh("N")
    for name in reversed(held[:-1]):
        whole, pattern = f"(filter_and _ _ {name} {whole})", f"[{here.context.fresh('N')} {pattern}]"
    return f"generalize {whole}; apply filter_imp; intros {x} {pattern}."


def _domain(rule: Squeezed, last: str, here: Here) -> Iterator[str]:
    """What the lower limit says of the variable on the way."""
    for k, goal in enumerate(here.known(rule.lower).theorem.goals):
        if isinstance(goal.content, Eventually) and _of_the_variable(goal.content):
            yield f"{last.rpartition('_')[0]}_{k}"


def _of_the_variable(known: Eventually) -> bool:
    """Whether it is an order; that the variable is positive may be there as a condition of a power."""
    return isinstance(known.content, Order) or known.content.expr == known.approach.variable


def _beyond(rule: Squeezed, limit: Limit, way: str, here: Here) -> Iterator[str]:
    """What a bound assumes of the variable, which holds from some place on."""
    for of in (rule.below, rule.above):
        for said in among(_given(of), here.theorem.claim.hypotheses):
            if not (isinstance(said, (sp.Ge, sp.Gt)) and said.lhs == limit.variable and limit.to == sp.oo):
                raise NoProof(f"{said} is not seen to hold on the way to the limit")
            end, sign = here.text(said.rhs), ">=" if isinstance(said, sp.Ge) else ">"
            yield here.asserted(f"{way} (fun x : R => x {sign} {end})", f"exists ({end}); intros; lra.")


def _given(of: Premise) -> tuple[object, ...]:
    return tuple(of.given)


__all__: list[str] = []
