"""Points of a range: what is known of them, and that expressions are defined there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import sympy as sp

from ..theorems.base import Fact
from ..theorems.integrals import Bound
from . import algebra, signs
from .context import Context


@contextmanager
def within(bound: Bound, context: Context) -> Iterator[Context]:
    """The situation at a point of the range, whose variable then has its bound name."""
    relations = [fact.relation for fact in bound.facts() if fact.relation is not None]
    context.translate.reals[bound.x] = bound.name
    try:
        yield replace(context, hypotheses=(*context.hypotheses, *relations)).knowing(bound.facts())
    finally:
        del context.translate.reals[bound.x]


def intros(bound: Bound) -> str:
    """The sentence that introduces a point of a range."""
    return f"intros {' '.join([bound.name, *(fact.name for fact in bound.facts())])}."


def known_inside(expr: sp.Expr, bound: Bound, inside: Context) -> tuple[list[str], Context]:
    """Assertions that hold throughout the range, and the situation after them."""
    positive, inside = _positive(bound, inside)
    powers, inside = _powers_below_one(expr, bound, inside)
    return [*positive, *powers], inside


def _positive(bound: Bound, inside: Context) -> tuple[list[str], Context]:
    """Beyond a positive end, the variable is positive."""
    end = bound.lower
    if not end.text or not end.value.is_positive:
        return [], inside
    fact = Fact(inside.fresh("P"), f"0 < {bound.name}", sp.Gt(bound.x, 0, evaluate=False))
    lemma = "Rlt_le_trans" if end.closed else "Rlt_trans"
    above = signs.sign(end.value, "<", inside)
    script = f"apply ({lemma} 0 {end.text} {bound.name}).\n{{ {above} }}\nexact L{bound.name}."
    return [f"assert ({fact.name} : {fact.text}).\n{{ {script} }}"], inside.knowing([fact])


def _powers_below_one(expr: sp.Expr, bound: Bound, inside: Context) -> tuple[list[str], Context]:
    """Beyond 1, powers with a negative exponent are at most 1: assertions that say so, and the situation after them."""
    sentences: list[str] = []
    facts: list[Fact] = []
    if not (bound.lower.text and (bound.lower.value - 1).is_nonnegative):
        return sentences, inside
    for power in sorted(expr.atoms(sp.Pow), key=sp.default_sort_key):
        if power.base == bound.x and not power.exp.has(bound.x) and power.exp.is_negative and not power.exp.is_Rational:
            fact = Fact(inside.fresh("B"), f"{inside.text(power)} <= 1", sp.Le(power, 1, evaluate=False))
            above = signs.order(sp.S.One, "<=", bound.x, inside)
            below = signs.order(power.exp, "<=", sp.S.Zero, inside)
            sentences.append(
                f"assert ({fact.name} : {fact.text}).\n{{ apply power_below_one.\n{{ {above} }}\n{{ {below} }} }}"
            )
            facts.append(fact)
    return sentences, inside.knowing(facts)


def defined(expressions: Iterable[sp.Expr], context: Context) -> Iterator[str]:
    """Assertions that expressions are defined."""
    conditions = {c.text: c for expr in expressions for c in context.translate(expr).conditions}
    for condition in conditions.values():
        yield f"assert ({context.fresh('N')} : {condition.text}).\n{{ {algebra.settle(condition, context)} }}"
