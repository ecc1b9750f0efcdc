r"""Bounds of means and sums from bounds of what is inside: ``\mathbb{E}\|u + v\|^2 \le 2 \mathbb{E}\|u\|^2 + ..``.

A mean of what is nowhere negative is not negative, and so is a sum. Both sides must be sums of means under one law,
or of sums over one range, each times a number; no letter of such a number may stand inside, where it may be random or
run. A mean of a number is that number; the sum of one is not known. What is said of a letter outside of a mean that
binds it, ``\mathbb{E}_x``, says nothing of the one inside.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ..files.tokens import words

if TYPE_CHECKING:
    from ..judging.questions import Question

_BOUNDS = ("<=", ">=")


def pointwise(question: Question) -> tuple[Question, str] | None:
    """The bound of what is inside that gives a bound, and of what it is; None if there is none."""
    if question.relation not in _BOUNDS or any(getattr(s, "is_Matrix", False) for s in (question.left, question.right)):
        return None
    inside = question.setting.units.inside
    gap = sp.expand(question.left - question.right)
    outer: set[Any] = set()
    within: set[Any] = set()
    heads: set[tuple[str, str]] = set()
    found = sp.Integer(0)
    for term in sp.Add.make_args(gap):
        held = [s for s in term.free_symbols if str(getattr(s, "name", "")) in inside]
        if not held:
            if not term.is_number:
                return None
            heads.add(("mean", "")) if term != 0 else None
            found += term
            continue
        if len(held) > 1 or term.coeff(held[0]) * held[0] != term:
            return None
        number = term.coeff(held[0])
        kind, head, value = inside[str(held[0].name)]
        if number.has(held[0], sp.Function) or number.has(sp.MatrixExpr):
            return None
        heads.add((kind, head))
        outer |= number.free_symbols
        within |= value.free_symbols
        found += number * value
    laws = {head for kind, head in heads if head}
    kinds = {kind for kind, _ in heads}
    if len(laws) != 1 or len(kinds) != 1 or outer & within or found.has(*(s for s in within if s.name in inside)):
        return None
    asked = replace(question, left=found, right=sp.Integer(0), left_written=(), right_written=())
    kind, law = kinds.pop(), laws.pop()
    return (asked if kind == "mean" and "_" not in law else _bound(asked, law)), kind


def _bound(question: Question, law: str) -> Question:
    """The question without facts, and without hypotheses on letters that a law, or a range, may bind."""
    setting = question.setting.copy()
    here = set(words(law))
    bound = {meaning for name, meaning in setting.meanings.items() if here & set(words(name))}
    setting.hypotheses = [h for h in setting.hypotheses if not getattr(h, "free_symbols", bound) & bound]
    return replace(question, setting=setting, facts=(), wider=(), conditions=())
