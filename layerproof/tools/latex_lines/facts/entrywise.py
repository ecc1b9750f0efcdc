r"""Equations of vectors read entry by entry: ``\dot\beta = 2 u \odot \dot u`` is ``\dot\beta_i = 2 u_i \dot u_i``.

An equation is, if it is made of vectors of one size alone, of their sums, their products by entries, their functions,
numbers before them, and their rates. What is given in such terms is given of every entry; what is not is left out.

What is given is put in, in one of two ways: of a rate, what is said of it, or what follows from what its letter is said
to be, ``w = \alpha \exp(-z)``; or it is left to the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.marks import Slope
from ..judging.of_an_entry import of_an_entry
from ..values.one_entry import NotByEntries, entry, rate
from .rates_said import stands_still

if TYPE_CHECKING:
    from ..judging.questions import Question
    from .supports import Support

NOTE = "entry by entry"
MOST_FACTS = 12
AGAIN = 3
"""How often what letters are is put into what other letters are."""
WAYS = ("as said", "by rates", "by values")


@dataclass(frozen=True)
class _Fact:
    """An equation for an entry, whether it may be derived by the time, and where it is said."""

    left: Any
    right: Any
    at_every_time: bool
    support: Support | None


def entry_by_entry(
    question: Question, supports: Sequence[Support], way: str = WAYS[0]
) -> tuple[Question, tuple[Support, ...]] | None:
    """The question about one entry of its vectors, and what it uses of what is stated; None if it is no such question.

    Args:
        question: of a line, an equation.
        supports: what is stated before it; the last that is said of a letter counts.
        way: in which what is stated is used.
    """
    plain = of_an_entry(question)
    if plain is None:
        return None
    facts = list(_facts(question, supports))
    if way != WAYS[0]:
        return _put_in(plain, facts, by_values=way == WAYS[2])
    moves = plain.left.has(Slope) or plain.right.has(Slope)
    given: list[tuple[Any, str, Any]] = []
    for fact in facts:
        given.append((fact.left, "=", fact.right))
        if moves and fact.at_every_time and isinstance(fact.left, AppliedUndef):  # said of every time
            given.append((Slope(fact.left, question.setting.time), "=", Slope(fact.right, question.setting.time)))
    asked = of_an_entry(question, given)
    if asked is None:
        return None
    kept = asked.facts if moves else tuple(fact for fact in asked.facts if not fact[0].has(Slope))
    return replace(asked, facts=kept), tuple(fact.support for fact in reversed(facts) if fact.support is not None)


def ways(question: Question, supports: Sequence[Support]) -> Iterator[tuple[Question, tuple[Support, ...]]]:
    """The question about one entry of its vectors in each way that is another one."""
    met: list[Any] = []
    for way in WAYS:
        found = entry_by_entry(question, supports, way)
        if found is not None and (sides := (found[0].left, found[0].right, found[0].facts)) not in met:
            met.append(sides)
            yield found


def way_of(question: Question, asked: Question, supports: Sequence[Support]) -> str:
    """The way in which a question was asked of an entry; empty if it is none."""
    for way in WAYS:
        found = entry_by_entry(question, supports, way)
        if found is not None and (found[0].left, found[0].right) == (asked.left, asked.right):
            return way
    return ""


def with_fewer(question: Question, way: str, near: Sequence[Support]) -> Question:
    """The question with fewer of the facts with which it was asked in some way."""
    again = entry_by_entry(question, near, way) if way else None
    return again[0] if again is not None else question


def _facts(question: Question, supports: Sequence[Support]) -> Iterator[_Fact]:
    """What is given of entries, the last that is said first."""
    said = [one.question for one in supports]
    number = 0
    for support in reversed(supports):
        fact = support.question
        if fact.relation != "=" or number == MOST_FACTS or not getattr(fact.left, "is_Matrix", False):
            continue
        try:
            left, right = entry(fact.left, question.setting), entry(fact.right, question.setting)
        except NotByEntries:
            continue
        number += 1
        still = all(stands_still(side, question.setting, said) for side in (fact.right, right))
        yield _Fact(left, right, question.setting.time is not None and still, support)


def _put_in(plain: Question, facts: list[_Fact], *, by_values: bool) -> tuple[Question, tuple[Support, ...]] | None:
    """The question with what is said of its letters and of their rates put in; None if nothing is."""
    setting = plain.setting
    used: list[_Fact] = []
    values: dict[Any, _Fact] = {}
    slopes: dict[Any, _Fact] = {}
    for fact in facts:
        plain_letter = isinstance(fact.left, (sp.Symbol, AppliedUndef)) and not fact.right.has(fact.left)
        if plain_letter and not fact.right.has(Slope):
            values.setdefault(fact.left, fact)
        elif isinstance(fact.left, Slope) and isinstance(fact.left.args[0], AppliedUndef):
            slopes.setdefault(fact.left.args[0], fact)

    def with_values(expr: Any) -> Any:
        for _ in range(AGAIN):
            held = [one for one in values if expr.has(one) and (values[one].at_every_time or not expr.has(Slope))]
            used.extend(values[one] for one in held)
            expr = expr.xreplace({one: values[one].right for one in held})
        return expr

    def moved(expr: Any) -> Any:
        inside = [one.args[0] for one in expr.atoms(Slope) if one.args[1] == setting.time]
        said = (
            {} if by_values else {one: slopes[one] for of in inside for one in of.atoms(AppliedUndef) & slopes.keys()}
        )
        used.extend(said.values())
        known = {one: fact.right for one, fact in said.items()}
        return expr.replace(
            lambda e: isinstance(e, Slope) and e.args[1] == setting.time, lambda e: rate(e.args[0], setting, known)
        )

    def whole(expr: Any) -> Any:
        return with_values(moved(with_values(expr) if by_values else expr))

    left, right = whole(plain.left), whole(plain.right)
    if not used:
        return None
    written = [
        tuple(replace(part, expr=whole(part.expr)) for part in some)
        for some in (plain.left_written, plain.right_written)
    ]
    supports = {id(one.support): one.support for one in used if one.support is not None}.values()
    asked = replace(plain, left=left, right=right, left_written=written[0], right_written=written[1], facts=())
    return asked, tuple(sorted(supports, key=lambda one: one.line.line))
