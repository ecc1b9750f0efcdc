"""Equalities, orders and definedness of expressions with finite sums and Kronecker deltas."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from ..theorems.base import RELATIONS, Condition, Fact
from . import scalars, signs
from .context import Context
from .sumscripts import Summation, agree


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    sums = Summation(context)
    left, right = sums.value(lhs, {}), sums.value(rhs, {})
    rewritten = sums.rewritten(sp.Tuple(lhs, rhs), {})
    if agree(left, right):
        closing = sums.leaf(left, right, *sums.divided(lhs, {}), *sums.divided(rhs, {}))
        return "\n".join([*sums.lines, rewritten, closing])
    known, extra = hypotheses(sums)
    closing = with_symbols((left, right), known, lambda e, c: scalars.equal(e[0], e[1], c))
    return "\n".join([*sums.lines, *extra, rewritten, closing])


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``."""
    return "ineq."


def settle(condition: Condition, context: Context) -> str:
    """A script that closes a condition that has sums, or that is quantified over indices."""
    return "intros; side."


def nonzero(base: sp.Expr, sums: Summation) -> str:
    """A script that closes ``base <> 0``, where `base` is in normal form."""
    if not base.has(sp.Sum):
        return signs.sign(base, "<>", sums.context)
    known, extra = hypotheses(sums)
    return "\n".join([*extra, with_symbols((base,), known, lambda e, c: signs.sign(e[0], "<>", c))])


def hypotheses(sums: Summation) -> tuple[Context, list[str]]:
    """The facts with their sums in normal form, and the sentences that rewrite them."""
    facts, lines = [], []
    for fact in sums.context.facts:
        relation = fact.relation
        if relation is None or not relation.has(sp.Sum):
            facts.append(fact)
            continue
        sides = [sums.value(side, {}) for side in relation.args]
        rewrites = sums.rewritten(sp.Tuple(*relation.args), {})
        lines += [sentence.strip() + f" in {fact.name}." for sentence in rewrites.split(". ") if sentence.strip()]
        text = f"{sums.text(sides[0])} {RELATIONS[type(relation)]} {sums.text(sides[1])}"
        facts.append(Fact(fact.name, text, relation.func(*sides, evaluate=False)))
    return replace(sums.context, facts=tuple(facts)), lines


def with_symbols(expressions, context, close):
    """Names the sums, and closes the goal by `close`, which is given the expressions with symbols for sums."""
    facts = [f for f in context.facts if f.relation is not None]
    found = {s: None for e in (*expressions, *(f.relation for f in facts)) for s in e.atoms(sp.Sum)}
    inner = {s for outer in found for s in outer.function.atoms(sp.Sum)}
    symbols, lines = {}, []
    for part in found:
        if part in inner:
            continue
        text = context.text(part)
        symbol = sp.Symbol(context.fresh("sum"), real=True)
        symbols[part] = symbol
        lines.append(f"set ({context.text(symbol)} := {text}) in *. clearbody {context.text(symbol)}.")
    changed = tuple(
        f if f.relation is None else replace(f, relation=f.relation.xreplace(symbols)) for f in context.facts
    )
    inside = replace(context, facts=changed)
    return "\n".join([*lines, close(tuple(e.xreplace(symbols) for e in expressions), inside)])
