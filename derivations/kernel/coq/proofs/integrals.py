"""Integrals: by an antiderivative, whose derivative, continuity and increment are shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import sympy as sp

from ...statements import Integral
from ...statements.integrals import _antiderivative
from ..theorems.base import Fact, Goal, Theorem
from ..theorems.integrals import Bound, End, Exchange, Throughout, Value
from . import NoProof, algebra, scalars, signs
from .context import Context
from .slopes import slope
from .tending import tends


def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known.

    Raises:
        NoProof: if no antiderivative is known, or an end's limit is not found.
    """
    context = Context.of(theorem)
    scripts = []
    for goal in theorem.goals:
        match goal.content:
            case Throughout(condition, bound):
                with within(bound, context) as inside:
                    scripts.append(f"{_intros(bound)}\n{algebra.settle(condition, inside)}")
            case Value() as value:
                assert isinstance(theorem.claim.statement, Integral)
                scripts.append(_value(value, theorem.claim.statement.antiderivative, context))
            case Exchange():
                raise NoProof("substitutions are not proved")
            case _:
                scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


@contextmanager
def within(bound: Bound, context: Context) -> Iterator[Context]:
    """The situation at a point of the range, whose variable then has its bound name."""
    relations = [fact.relation for fact in bound.facts() if fact.relation is not None]
    context.translate.reals[bound.x] = bound.name
    try:
        yield replace(context, hypotheses=(*context.hypotheses, *relations)).knowing(bound.facts())
    finally:
        del context.translate.reals[bound.x]


def _intros(bound: Bound) -> str:
    return f"intros {' '.join([bound.name, *(fact.name for fact in bound.facts())])}."


def _value(value: Value, primitive: sp.Expr | None, context: Context) -> str:
    """The integrand is the derivative of an antiderivative, and continuous; the increment is the value."""
    bound = value.bound
    primitive = _antiderivative(value.integrand, bound.x) if primitive is None else primitive
    if primitive is None:
        raise NoProof("no antiderivative is known")
    with within(bound, context) as inside:
        big, small = inside.translate(primitive), inside.translate(value.integrand)
        known = [_intros(bound)]
        for condition in {c.text: c for c in (*big.conditions, *small.conditions)}.values():
            known.append(f"assert ({inside.fresh('N')} : {condition.text}).\n{{ {algebra.settle(condition, inside)} }}")
        rate = slope(primitive, bound.x)
        derivative = [
            *known,
            "eapply D_to; [derive |].\ncbv beta.",
            f"transitivity ({inside.text(rate)}); [same_slope |].",
            scalars.equal(rate, value.integrand, inside),
        ]
        low, low_script, low_fact = _at(bound.lower, primitive, bound, context, inside)
        high, high_script, high_fact = _at(bound.upper, primitive, bound, context, inside)
    functions = f"(fun {bound.name} => {big.text}) (fun {bound.name} => {small.text})"
    ends = [_text(bound.lower, low, context), _text(bound.upper, high, context)]
    lemma, first = _lemma(bound, context)
    parts = [
        *first,
        "\n".join(derivative),
        "\n".join([*known, "continues."]),
        *filter(None, (low_script, high_script)),
        _increment(high, low, value.equals, [f for f in (low_fact, high_fact) if f is not None], context),
    ]
    head = f"apply ({lemma} {functions} {' '.join(ends)} {context.text(value.equals)})."
    return "\n".join([head, *(f"{{ {part} }}" for part in parts)])


def _lemma(bound: Bound, context: Context) -> tuple[str, list[str]]:
    """The lemma for this kind of range, and scripts for what it asks first."""
    match (bound.lower.closed, bound.upper.closed, bool(bound.lower.text), bool(bound.upper.text)):
        case (True, True, _, _):
            return "integral", ["assumption."]
        case (True, False, _, False):
            return "integral_to_infinity", []
        case (False, True, True, _):
            return "integral_from_right", [signs.order(bound.lower.value, "<", bound.upper.value, context)]
    raise NoProof("no lemma for the integral over a range with such ends")


def _at(
    end: End, primitive: sp.Expr, bound: Bound, outside: Context, inside: Context
) -> tuple[sp.Expr, str, Fact | None]:
    """The value of the antiderivative at an end; a script for its limit, or what its symbol for the end stands for."""
    if not end.closed:
        return (*tends(primitive, bound.x, end, outside, inside), None)
    place = sp.Symbol(f"{bound.x}_{'low' if end.lower else 'high'}", real=True)
    name = outside.translate.reals[place] = outside.fresh("Z")
    fact = Fact(f"I{name}", f"{name} = {end.text}", sp.Eq(place, end.value, evaluate=False))
    return primitive.xreplace({bound.x: place}), "", fact


def _text(end: End, value: sp.Expr, context: Context) -> str:
    """What the lemma is told of an end: where it is, or what the limit is there."""
    if end.closed:
        return end.text
    return f"{end.text} {context.text(value)}" if end.text else context.text(value)


def _increment(high: sp.Expr, low: sp.Expr, equals: sp.Expr, ends: list[Fact], context: Context) -> str:
    rise = sp.Add(high, sp.Mul(-1, low, evaluate=False), evaluate=False)
    names = [fact.text.partition(" = ")[0] for fact in ends]
    script = f"intros {' '.join([*names, *(fact.name for fact in ends)])}.\n"
    known = context.knowing(ends)
    return f"{script}transitivity ({context.text(rise)}); [at_ends |].\n{scalars.equal(rise, equals, known)}"
