"""Equalities, orders and definedness of expressions with finite sums and Kronecker deltas.

Sums are brought to their normal form (`sumscripts`); what is left is a statement on real numbers, in which each sum is
a symbol, known to be positive, or not negative, if its terms are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy as sp

from ..theorems.base import RELATIONS, Condition, Fact
from . import NoProof, scalars, signs
from .context import Context
from .sumscripts import Summation, agree

Close = Callable[[tuple[sp.Expr, ...], Context], str]
"""What closes a goal, given its expressions with symbols for sums, and the situation."""


def equal(lhs: sp.Expr, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs = rhs``."""
    sums = Summation(context)
    left, right = sums.value(lhs, {}), sums.value(rhs, {})
    rewritten = sums.rewritten(sp.Tuple(lhs, rhs), {})
    if agree(left, right):
        closing = sums.leaf(left, right, *sums.divided(lhs, {}), *sums.divided(rhs, {}))
        return _script([*sums.lines, rewritten, closing])
    known, extra = hypotheses(sums)
    closing = with_symbols((left, right), known, lambda e, c: scalars.equal(e[0], e[1], c))
    return _script([*sums.lines, *extra, rewritten, closing])


def order(lhs: sp.Expr, relation: str, rhs: sp.Expr, context: Context) -> str:
    """A script that closes ``lhs relation rhs``."""

    def close(expressions: tuple[sp.Expr, ...], inside: Context) -> str:
        return signs.order(expressions[0], relation, expressions[1], inside)

    try:
        return with_symbols((lhs, rhs), context, close)
    except NoProof:
        sums = Summation(context)
        values = sums.value(lhs, {}), sums.value(rhs, {})
        rewritten = sums.rewritten(sp.Tuple(lhs, rhs), {})
        known, extra = hypotheses(sums)
        return _script([*sums.lines, *extra, rewritten, with_symbols(values, known, close)])


def settle(condition: Condition, context: Context) -> str:
    """A script that closes a condition that has sums, or that is quantified over indices."""
    assert condition.expr is not None
    lines, facts = [], []
    for bound in condition.bounds:
        fact = f"R_{bound.name}"
        lines.append(f"intros {bound.name} {fact}.")
        facts.append(Fact(fact, f"({bound.lower} <= {bound.name} <= {bound.upper})%nat"))
        if bound.lower == "1":
            least = f"P_{bound.name}"
            lines.append(f"assert ({least} : 1 <= INR {bound.name}) by (apply (le_INR 1); lia).")
            facts.append(Fact(least, f"1 <= INR {bound.name}", sp.LessThan(1, bound.index, evaluate=False)))
    inside = context.knowing(facts)
    with context.translate.naming({bound.index: bound.name for bound in condition.bounds}):
        return _script([*lines, _settle(condition.expr, condition.relation, inside)])


def _settle(expr: sp.Expr, relation: str, context: Context) -> str:
    if not expr.has(sp.Sum):
        return signs.sign(expr, relation, context)
    try:
        return with_symbols((expr,), context, lambda e, c: signs.sign(e[0], relation, c))
    except NoProof:
        sums = Summation(context)
        value = sums.value(expr, {})
        rewritten = sums.rewritten(expr, {})
        return _script([*sums.lines, rewritten, settled(value, relation, sums)])


def settled(value: sp.Expr, relation: str, sums: Summation) -> str:
    """A script that closes ``0 < value``, ``0 <= value`` or ``value <> 0``, where `value` is in normal form."""
    if not value.has(sp.Sum):
        return signs.sign(value, relation, sums.context)
    known, extra = hypotheses(sums)
    return _script([*extra, with_symbols((value,), known, lambda e, c: signs.sign(e[0], relation, c))])


def hypotheses(sums: Summation) -> tuple[Context, list[str]]:
    """The facts with their sums in normal form, and the sentences that rewrite them."""
    facts, lines = [], []
    begun = len(sums.lines)
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
    new, sums.lines[begun:] = sums.lines[begun:], []
    return replace(sums.context, facts=tuple(facts)), [*new, *lines]


def with_symbols(expressions: tuple[sp.Expr, ...], context: Context, close: Close) -> str:
    """Names the sums that occur, and closes the goal by `close`.

    Raises:
        NoProof: if `close` does.
    """
    relations = [f.relation for f in context.facts if f.relation is not None]
    found = list(dict.fromkeys(s for e in (*expressions, *relations) for s in _outermost_sums(e)))
    symbols, lines, more = {}, [], []
    for part in found:
        symbol = sp.Symbol(context.fresh("sum"), real=True)
        name, text = context.text(symbol), context.text(part)
        symbols[part] = symbol
        if (sign := _signed(part, text, context)) is not None:
            strict, script = sign
            fact = context.fresh("Q")
            lines.append(f"assert ({fact} : 0 {'<' if strict else '<='} {text}). {{ {script} }}")
            relation = (sp.StrictLessThan if strict else sp.LessThan)(0, symbol, evaluate=False)
            more.append(Fact(fact, f"0 {'<' if strict else '<='} {name}", relation))
        lines.append(f"set ({name} := {text}) in *. clearbody {name}.")
    changed = [
        f if f.relation is None else replace(f, relation=f.relation.xreplace(symbols)) for f in context.facts
    ]
    mark = Fact(context.fresh("situation"), "True")  # facts have changed under their names: this is another situation
    inside = replace(context, facts=(*changed, *more, mark))
    return _script([*lines, close(tuple(e.xreplace(symbols) for e in expressions), inside)])


def _signed(part: sp.Sum, text: str, context: Context) -> tuple[bool, str] | None:
    """Whether a sum is positive (or else not negative) because its terms are, and the proof."""
    body = part.function
    strict = bool(body.is_positive) and all((upper - lower).is_nonnegative for _, lower, upper in part.limits)
    if not strict and not body.is_nonnegative:
        return None
    lines, names, facts = [], {}, []
    for variable, lower, upper in reversed(part.limits):
        name = context.translate.names.fresh("i")
        names[variable] = name
        low, high = context.translate.natural(lower), context.translate.natural(upper)
        lines.append(("apply tsum_pos; [lia |]; " if strict else "apply tsum_nonneg; ") + f"intros {name} R_{name}.")
        facts.append(Fact(f"R_{name}", f"({low} <= {name} <= {high})%nat"))
        if low == "1":
            lines.append(f"assert (P_{name} : 1 <= INR {name}) by (apply (le_INR 1); lia).")
            facts.append(Fact(f"P_{name}", f"1 <= INR {name}", sp.LessThan(1, variable, evaluate=False)))
    with context.translate.naming(names):
        try:
            lines.append(_settle(body, "<" if strict else "<=", context.knowing(facts)))
        except NoProof:
            return None
    return strict, _script(lines)


def _outermost_sums(expr: sp.Basic) -> list[sp.Sum]:
    if isinstance(expr, sp.Sum):
        return [expr]
    return [s for a in expr.args for s in _outermost_sums(a)] if expr.args and not isinstance(expr, sp.Idx) else []


def _script(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines if line.strip())


__all__ = ["equal", "order", "settle", "settled"]
