r"""What is stated of a family of numbers, put in wherever a member stands, below sums too.

``y_i = c z_i`` gives ``\sum_j y_j = c \sum_j z_j``. It is taken to be stated for every index in it, which is noted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.vectors import as_number
from ..page.prose import concerns

if TYPE_CHECKING:
    from ..judging.questions import Question
    from .supports import Support

NOTE = "for every index"
DEEPEST = 3
"""How often what was put in is looked through again."""
_Rule = tuple[tuple[Any, ...], Any, "Support"]


def at_every_index(question: Question, supports: Sequence[Support]) -> tuple[Question, tuple[Support, ...]] | None:
    """The question with members of families replaced by what is stated of them, and what was used; None if none is."""
    rules = _rules(supports)
    used: list[Support] = []

    def put_in(side: Any) -> Any:
        for _ in range(DEEPEST):
            before, side = side, _put(side, rules, used)
            if side == before:
                break
        return side

    left, right = put_in(question.left), put_in(question.right)
    once = {id(fact): fact for fact in used}
    asked = replace(question, left=left, right=right, put_in=put_in)
    return (asked, tuple(once.values())) if used else None


def _rules(supports: Sequence[Support]) -> dict[Any, _Rule]:
    """By the function of a family: the indices at which something is stated of it, and what; the last counts."""
    found: dict[Any, _Rule] = {}
    for fact in supports:
        left, value = fact.question.left, as_number(fact.question.right)
        if fact.question.relation != "=" or fact.question.conditions or not isinstance(left, AppliedUndef):
            continue
        indices = left.args
        names = [str(index.label) for index in indices if isinstance(index, sp.Idx)]
        if any(concerns(fact.singled_out, name) for one in names for name in (one, f"\\{one}")):
            continue  # there is such an index, it is said: not that every one is
        plain = len(set(indices)) == len(indices) and all(isinstance(index, sp.Idx) for index in indices)
        number = isinstance(value, sp.Expr) and not getattr(value, "is_Matrix", False)
        if plain and indices and number and all(entry.func != left.func for entry in value.atoms(AppliedUndef)):
            found[left.func] = indices, value, fact
    return found


def _put(expr: Any, rules: dict[Any, _Rule], used: list[Any]) -> Any:
    if not isinstance(expr, sp.Expr) or getattr(expr, "is_Matrix", False):
        return expr

    def value(entry: Any) -> Any:
        indices, stated, fact = rules[entry.func]
        used.append(fact)
        fresh = _fresh(stated, {str(s) for arg in entry.args for s in arg.free_symbols})
        return fresh.xreplace(dict(zip(indices, entry.args, strict=True)))

    held = {e for e in expr.atoms(AppliedUndef) if e.func in rules and len(e.args) == len(rules[e.func][0])}
    return expr.xreplace({entry: value(entry) for entry in sorted(held, key=str)})


def _fresh(expr: Any, taken: set[str]) -> Any:
    """An expression whose sums run over indices of other names than those that are put into it."""
    for total in sorted(expr.atoms(sp.Sum), key=lambda s: s.count_ops()):
        renamed = {
            index: sp.Idx(sp.Symbol(_other(str(index.label), taken), integer=True), (index.lower, index.upper))
            for index in (limit[0] for limit in total.limits)
            if isinstance(index, sp.Idx) and str(index.label) in taken
        }
        if renamed:
            expr = expr.xreplace({total: total.xreplace(renamed)})
    return expr


def _other(name: str, taken: set[str]) -> str:
    return next(other for other in _names(name) if other not in taken)


def _names(name: str) -> Iterator[str]:
    yield from (f"{name}_{k}" for k in range(1, 1000))
