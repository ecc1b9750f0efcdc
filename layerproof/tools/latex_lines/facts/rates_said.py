r"""Rates of letters of which it is said what they are: ``p = a b`` gives ``\dot p = \dot a b + a \dot b``.

So a line about rates can be told from what is said of the letters, ``\frac{dp}{dt} = (a^2 + b^2)(s - p)``, where other
lines say how a and b move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import Velocity
from ....language.printing.marks import AtTime, Slope
from ..judging.questions import Question
from ..letters.setting import Setting
from ..values.moving import is_still
from .other_indices import at_other_indices, is_said_twice
from .supports import Support, nearest

Letters = Callable[[Question], set[Any]]


def with_rates(
    question: Question, near: Sequence[Support], before: Sequence[Support], letters_of: Letters, most: int
) -> list[Support]:
    """Facts for a line about rates: those given, what they say of rates, and what is said of the rates in that.

    Args:
        question: of the line.
        near: the facts that it is to be given.
        before: all that are stated before it.
        letters_of: the letters of a question.
        most: how many more it is given.
    """
    setting = question.setting
    moves = _moving(question, setting)
    if not moves or setting.time is None or setting.flow is not None:
        return list(near)
    found, met = list(near), set(map(id, near))
    about = [one for one in before if one.question.relation == "=" and whose(one.question.left, setting) is not None]
    said = [one.question for one in before]
    defined = [
        one for one in before
        if one.question.relation == "=" and one.question.left in moves
        and stands_still(one.question.right, setting, said)
    ]  # fmt: skip
    for fact in defined:
        found.append(replace(fact, question=_derived(fact.question, setting)))
        if id(fact) not in met:
            found.append(fact)
    inside = set().union(*(moving_letters(fact.question.right, setting) for fact in defined)) if defined else set()
    known = [one for one in about if id(one) not in met and whose(one.question.left, setting) in moves | inside]
    known += _at_other_indices(about, moves | inside, setting)
    used = {letter for one in known for letter in letters_of(one.question)}
    more = [one for one in before if id(one) not in met and not any(one is other for other in (*known, *defined))]
    return [*found, *known, *(nearest(more, used, letters_of, most) if defined else [])]


def stands_still(expr: Any, setting: Setting, said: Iterable[Question]) -> bool:
    """Whether the numbers in an expression do not move: none is a value, or is said to be made of what moves.

    Args:
        expr: the expression; its trajectories and matrices have rates of their own.
        setting: what its letters mean.
        said: what is stated.
    """
    units = setting.units
    opaque = (units.shown.keys() | setting.names.functions.names.keys()) - units.of_one.keys() - units.odots.keys()
    numbers = {s for s in getattr(expr, "free_symbols", ()) if isinstance(s, sp.Symbol) and s != setting.time}
    if any(str(number.name) in opaque for number in numbers):
        return False
    return not any(
        one in numbers and whose(other, setting) is None and moving_letters(without_values(other), setting)
        for question in said if question.relation == "="
        for one, other in ((question.left, question.right), (question.right, question.left))
    )  # fmt: skip


def without_values(expr: Any) -> Any:
    """An expression without the values of letters at one time, ``u(0)``."""
    return expr.replace(lambda e: isinstance(e, AtTime), lambda e: sp.Dummy()) if isinstance(expr, sp.Basic) else expr


def _at_other_indices(about: Sequence[Support], wanted: set[Any], setting: Setting) -> list[Support]:
    """What is said of the rate of a letter with an index, of those letters that are the same at another one."""
    said = {whose(one.question.left, setting): one for one in about}
    missing = wanted - said.keys()
    found: list[Support] = []
    for letter, fact in said.items() if missing else ():
        if not is_said_twice(setting, letter, said):
            for other, value, _ in at_other_indices(setting, letter, fact.question.right, missing):
                question = replace(fact.question, left=rate(other, setting), right=value)
                found.append(replace(fact, question=question))
    return found


def _derived(question: Question, setting: Setting) -> Question:
    """An equation that holds at every time, derived by it."""
    return replace(question, left=rate(question.left, setting), right=rate(question.right, setting))


def rate(side: Any, setting: Setting) -> Any:
    """The derivative of a side by the time, to be worked out."""
    return Velocity(side) if getattr(side, "is_Matrix", False) else Slope(side, setting.time)


def _moving(question: Question, setting: Setting) -> set[Any]:
    """The letters whose rates stand in a question."""
    found: set[Any] = set()
    for side in (question.left, question.right):
        for part in _parts(side, setting):
            found |= moving_letters(part, setting)
    return found


def _parts(side: Any, setting: Setting) -> Iterable[Any]:
    """What stands below derivatives by the time, and what stands below a dot."""
    for part in side.atoms(Slope, Velocity) if isinstance(side, sp.Basic) else ():
        if isinstance(part, Velocity) or part.args[1] == setting.time:
            yield part.args[0]
    dots = {rate.func: moving for rate, moving in setting.rates_of.items()}
    for part in side.atoms(AppliedUndef) if isinstance(side, sp.Basic) else ():
        if part.func in dots:
            yield dots[part.func].func(*part.args)


def whose(side: Any, setting: Setting) -> Any:
    """The letter whose rate a side is; None if it is something else."""
    parts = list(_parts(side, setting)) if isinstance(side, (Slope, Velocity, AppliedUndef)) else []
    return parts[0] if len(parts) == 1 and parts[0] in moving_letters(parts[0], setting) else None


def moving_letters(expr: Any, setting: Setting) -> set[Any]:
    """The trajectories in an expression, and the matrices that are not declared to stand still."""
    if not isinstance(expr, sp.Basic):
        return set()
    trajectories = {part for part in expr.atoms(AppliedUndef) if part.has(setting.time)} if setting.time else set()
    return trajectories | {m for m in expr.atoms(sp.MatrixSymbol) if not is_still(m, setting)}
