"""Integrals: by an antiderivative, whose derivative, continuity and increment are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.statements import Integral, Substitution
from ....language.statements.integrals import antiderivative
from ..ends import End
from ..theorems.base import Condition, Fact, Theorem
from ..theorems.integrals import Bound, Exchange, Monotone, Throughout, Value
from . import algebra, scalars, signs, substitutions
from .base import PROOFS, NoProof
from .context import Context
from .ranges import intros, known_inside, within
from .slopes import slope
from .tending import tends


@PROOFS.register(Integral, Substitution)
def prove(theorem: Theorem) -> str:
    """A script for each goal in its turn; what was proved before is known.

    Raises:
        NoProof: if no antiderivative is known, or an end's limit is not found.
    """
    context = Context.of(theorem)
    scripts: list[str] = []
    proved: dict[str, str] = {}
    for goal in theorem.goals:
        match goal.content:
            case Throughout(condition, bound):
                proved.setdefault(condition.text, f"G{len(scripts)}")
                scripts.append(_throughout(condition, bound, context))
            case Value() as value:
                scripts.append(_value(value, getattr(theorem.claim.statement, "antiderivative", None), proved, context))
            case Monotone() as monotone:
                scripts.append(substitutions.monotone(monotone, context))
            case Exchange() as exchange:
                scripts.append(substitutions.exchange(exchange, context))
            case _:
                scripts.append(algebra.close(goal, context))
    return theorem.proof(scripts)


def _throughout(condition: Condition, bound: Bound, context: Context) -> str:
    with within(bound, context) as inside:
        powers, inside = known_inside(condition.expr or sp.S.Zero, bound, inside)
        return "\n".join([intros(bound), *powers, algebra.settle(condition, inside)])


def _value(value: Value, primitive: sp.Expr | None, proved: Mapping[str, str], context: Context) -> str:
    """The integrand is the derivative of an antiderivative, and continuous; the increment is the value.

    `proved` names the goals that say of a condition that it holds throughout the range.
    """
    bound = value.bound
    primitive = antiderivative(value.integrand, bound.x) if primitive is None else primitive
    if primitive is None:
        raise NoProof("no antiderivative is known")
    with within(bound, context) as inside:
        big, small = inside.translate(primitive), inside.translate(value.integrand)
        powers, inside = known_inside(primitive - value.integrand, bound, inside)
        known = [intros(bound), *powers]
        for condition in {c.text: c for c in (*big.conditions, *small.conditions)}.values():
            goal = proved.get(condition.text)
            place = " ".join([bound.name, *(fact.name for fact in bound.facts())])
            script = f"exact ({goal} {place})." if goal else algebra.settle(condition, inside)
            known.append(f"assert ({inside.fresh('N')} : {condition.text}).\n{{ {script} }}")
            known += _apart(condition, bound, inside)
        rate = slope(primitive, bound.x)
        derivative = [
            *known,
            "eapply D_to; [derive |].\ncbv beta.",
            f"transitivity ({inside.text(rate)}); [same_slope |].",
            scalars.equal(rate, value.integrand, inside),
        ]
        low, low_script, *at_low = _at(bound.lower, primitive, bound, context, inside)
        high, high_script, *at_high = _at(bound.upper, primitive, bound, context, inside)
    functions = f"(fun {bound.name} => {big.text}) (fun {bound.name} => {small.text})"
    ends = [end.text for end in (bound.lower, bound.upper) if end.text]
    ends += [context.text(to) for end, to in ((bound.lower, low), (bound.upper, high)) if not end.closed]
    lemma, first = _lemma(bound, context)
    parts = [
        *first,
        "\n".join(derivative),
        "\n".join([*known, "continues."]),
        *filter(None, (low_script, high_script)),
        _increment(high, low, value.equals, (at_low, at_high), context),
    ]
    head = f"apply ({lemma} {functions} {' '.join(ends)} {context.text(value.equals)})."
    return "\n".join([head, *(f"{{ {part} }}" for part in parts)])


def _apart(condition: Condition, bound: Bound, inside: Context) -> Iterator[str]:
    """That what stands under a root which moves is positive, if it is: the root has a derivative there."""
    if condition.relation != "<=" or condition.expr is None or not condition.expr.has(bound.x):
        return
    try:
        script = signs.sign(condition.expr, "<", inside)
    except NoProof:
        return
    yield f"assert ({inside.fresh('N')} : 0 < {inside.text(condition.expr)}).\n{{ {script} }}"


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
) -> tuple[sp.Expr, str, Fact | None, list[str]]:
    """What the antiderivative is at an end.

    That is an expression; a script for the limit, if it is one; what the name for the point stands for, if it is a
    point; and sentences that come before the increment.  Where the expression speaks of the point by its name, no value
    changes its form.
    """
    if not end.closed:
        limit, script = tends(primitive, bound.x, end, outside, inside)
        return limit, "\n".join([*_still(primitive, bound, outside, inside), script]), None, []
    name, place = outside.fresh("Z"), sp.Symbol(f"{bound.x}_{'low' if end.lower else 'high'}", real=True)
    fact = Fact(f"I{name}", f"{name} = {end.text}", sp.Eq(place, end.value, evaluate=False))
    there = primitive.xreplace({bound.x: end.value})
    angles = primitive.atoms(sp.sin, sp.cos)
    apart = any((angle.args[0].free_symbols | end.value.free_symbols) - {bound.x} for angle in angles)
    if not apart and (primitive.has(AppliedUndef, sp.sin, sp.cos, sp.atan) or end.value == 1):
        return there, "", fact, [f"subst {name}.", *_turns(primitive, bound, end, inside)]
    outside.translate.reals[place] = name
    return primitive.xreplace({bound.x: place}), "", fact, []


def _still(expr: sp.Expr, bound: Bound, outside: Context, inside: Context) -> Iterator[str]:
    """Assertions that the parts of an expression that do not move are defined."""
    for condition in inside.translate(expr).conditions:
        if condition.expr is None or not condition.expr.has(bound.x):
            yield f"assert ({outside.fresh('N')} : {condition.text}).\n{{ {algebra.settle(condition, outside)} }}"


def _turns(primitive: sp.Expr, bound: Bound, end: End, inside: Context) -> Iterator[str]:
    """Sines and cosines of whole turns at an end, and angles of zero, which SymPy evaluates."""
    translate = inside.translate
    name, translate.reals[bound.x] = translate.reals[bound.x], end.text
    try:
        for function in sorted(primitive.atoms(sp.sin, sp.cos, sp.atan), key=sp.default_sort_key):
            there = function.args[0].xreplace({bound.x: end.value})
            text = translate(function.args[0]).text
            if isinstance(function, sp.atan):
                if there == 0:
                    yield f"rewrite (atan_of_zero {text}) by (unfold Rdiv; ring)."
                continue
            turns = sp.cancel(there / (2 * sp.pi))
            if function.has(bound.x) and turns.is_integer and turns.is_nonnegative:
                lemma = f"{type(function).__name__}_turns"
                by = "(rewrite ?plus_INR, ?mult_INR; simpl INR; ring)"
                yield f"rewrite ({lemma} {translate.natural(turns)} {text}) by {by}."
    finally:
        translate.reals[bound.x] = name


def _increment(high: sp.Expr, low: sp.Expr, equals: sp.Expr, ends: Iterable[list[Any]], context: Context) -> str:
    rise = sp.Add(high, sp.Mul(-1, low, evaluate=False), evaluate=False)
    facts = [fact for fact, _ in ends if fact is not None]
    names = [*(fact.text.partition(" = ")[0] for fact in facts), *(fact.name for fact in facts)]
    opening = [f"intros {' '.join(names)}.", *(sentence for _, sentences in ends for sentence in sentences)]
    known = context.knowing([fact for fact, sentences in ends if fact is not None and not sentences])
    closing = [f"transitivity ({context.text(rise)}); [at_ends |].", scalars.equal(rise, equals, known)]
    return "\n".join([*opening, *closing])
