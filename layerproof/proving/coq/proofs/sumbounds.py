"""Bounds of sums: by each of their terms, by Cauchy and Schwarz, and what is known of every entry inside of a sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp

from ..theorems.base import RELATIONS, EveryFact, Fact
from .context import Context
from .sumparts import outermost

MOST = 8
"""Bounds, at most, that are proved for one order."""

Bounds = tuple[list[Fact], list[str]]


def bounds(exprs: Sequence[sp.Expr], context: Context) -> Bounds:
    """Facts on the sums in some expressions, and the sentences that prove them."""
    sums = list(dict.fromkeys(part for expr in exprs for part in outermost(expr, sp.Sum) if len(part.limits) == 1))
    facts, lines = [], []
    for smaller, larger, tactic in [*_terms(sums, context), *_products(sums, context)][:MOST]:
        name, text = context.fresh("Q"), f"{context.text(smaller)} <= {context.text(larger)}"
        lines.append(f"assert ({name} : {text}). {{ {tactic} }}")
        facts.append(Fact(name, text, sp.LessThan(smaller, larger, evaluate=False)))
    return facts, lines


def _terms(sums: Sequence[sp.Sum], context: Context) -> list[tuple[sp.Expr, sp.Expr, str]]:
    """A sum of squares is at least its term at each free index of the same range."""
    found, known = [], {fact.name for fact in context.facts}
    for part in sums:
        ((variable, lower, upper),) = part.limits
        if not _is_square(part.function):
            continue
        for index, name in context.translate.indices.items():
            if (index.lower, index.upper) == (lower, upper) and f"D{name}" in known:
                tactic = _applied("tsum_above", part, [part.function], context, name)
                steps = f"{tactic}; [exact D{name} | intros; cbv beta; apply pow2_ge_0]."
                found.append((part.function.xreplace({variable: index}), part, steps))
    return found


def _products(sums: Sequence[sp.Sum], context: Context) -> list[tuple[sp.Expr, sp.Expr, str]]:
    """The square of a sum of products is at most the product of the sums of squares, where these are there too."""
    found = []
    for part in sums:
        if not isinstance(part.function, sp.Mul) or len(part.function.args) != 2:
            continue
        ours = part.limits[0]
        squares = [
            next((other for other in sums if _square_of(factor, ours, other)), None) for factor in part.function.args
        ]
        if None not in squares:
            tactic = _applied("tsum_cauchy", part, part.function.args, context)
            found.append((part**2, sp.Mul(*squares, evaluate=False), f"{tactic}."))
    return found


def _square_of(factor: sp.Expr, ours: sp.Tuple, other: sp.Sum) -> bool:
    """Whether a sum is that of the squares of a factor, over the range of `ours`."""
    ((variable, *ends),) = other.limits
    return bool(ends == list(ours[1:]) and other.function.xreplace({variable: ours[0]}) == factor**2)


def _is_square(expr: sp.Expr) -> bool:
    return isinstance(expr, sp.Pow) and expr.exp == 2


def _applied(lemma: str, part: sp.Sum, bodies: Sequence[sp.Expr], context: Context, *others: str) -> str:
    """A lemma at the range of a sum and at functions of its index."""
    ((variable, lower, upper),) = part.limits
    translate = context.translate
    name = translate.names.fresh("i")
    with translate.naming({variable: name}):
        functions = [f"(fun {name} => {context.text(body)})" for body in bodies]
    ends = translate.natural(lower), translate.natural(upper)
    return f"refine ({' '.join([lemma, *ends, *functions, *others])}{' _ _' if others else ''})"


def entries_known(part: sp.Sum, context: Context) -> bool:
    """Whether something is assumed of every entry over the range of one of a sum's indices."""
    return any(_fits(fact, part) for fact in context.facts)


def at_entries(part: sp.Sum, names: Mapping[sp.Basic, str], context: Context) -> list[tuple[str, Fact]]:
    """What is assumed of every entry, at the index of a sum that has the name in `names`, and the sentence for it."""
    found = []
    for fact in context.facts:
        if not _fits(fact, part):
            continue
        assert isinstance(fact, EveryFact)
        for variable, lower, upper in part.limits:
            if (lower, upper) != (fact.indices[0].lower, fact.indices[0].upper):
                continue
            here = context.fresh("At")
            relation = fact.statement.xreplace({fact.indices[0]: variable})
            with context.translate.naming(names):
                sides = [context.text(side) for side in relation.args]
            text = f"{sides[0]} {RELATIONS[type(relation)]} {sides[1]}"
            line = f"assert ({here} : {text}) by exact ({fact.name} {names[variable]} R_{names[variable]})."
            found.append((line, Fact(here, text, relation)))
    return found


def _fits(fact: Fact, part: sp.Sum) -> bool:
    if not isinstance(fact, EveryFact) or len(fact.indices) != 1 or type(fact.statement) not in RELATIONS:
        return False
    index = fact.indices[0]
    return any((lower, upper) == (index.lower, index.upper) for _, lower, upper in part.limits)
