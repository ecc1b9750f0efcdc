r"""Other forms of a line, by what is stated before it: with letters put in below sums, products below roots, and
functions worked out.

Each form says the same as the line where what is stated holds; which of that was used is kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrix_functions import PseudoInverse, SquareRoot
from ....language.printing.marks import Slope
from ....language.vectors import as_number
from ..page.prose import concerns
from ..values.bodies import with_bodies_if_read
from ..values.facts_inside import deep, put_inside, runs_over, written
from .at_every_index import NOTE as AT_EVERY_INDEX
from .at_every_index import at_every_index
from .entrywise import NOTE as ENTRYWISE
from .entrywise import ways
from .instances import Definition, definitions, instantiated
from .other_indices import at_other_indices, is_said_twice
from .solved import solved

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting
    from .supports import Support

MOST_PUT = 6
MOST_LETTERS = 60
LARGEST = 400
"""Operations in a side that is put together."""


@dataclass(frozen=True)
class Form:
    """A question that says the same, by what it does, and what is to be noted of that."""

    question: Question
    used: tuple[Support, ...]
    note: str = ""


HELD = "all other letters held"
"""What is noted where a letter without a bracket is derived: what its other letters hang on may be said in words."""


def of_rates(question: Question, supports: Sequence[Support], ties: Sequence[Support]) -> Iterator[Form]:
    r"""Other forms of a line with ``\frac{d}{dt} L(a, b)``: what functions are is said of every time, no more is."""
    if not _all_move(question):
        return
    with contextlib.suppress(ValueError, TypeError, AttributeError, NotImplementedError, KeyError):
        yield from _of_functions(question, supports, ties)


def _all_move(question: Question) -> bool:
    """Whether all moves that functions are taken at below a rate: of another letter, nobody says that it is still."""
    setting, functions = question.setting, question.setting.names.functions
    below = [one.args[0] for side in (question.left, question.right) for one in side.atoms(Slope)]
    values = (functions.names.get(str(getattr(one, "name", "")), "") for of in below for one in deep(setting, of))
    points = [point for latex in values for point in functions.arguments.get(latex, ())]
    return all(point.is_number or point.has(setting.time) for point in points)


def forms(question: Question, supports: Sequence[Support], ties: Sequence[Support] = ()) -> Iterator[Form]:
    """Other forms of a question, by what is stated before it, in order.

    Args:
        question: of a line.
        supports: what it may use.
        ties: all that is stated and given in the paper: a letter that is said to hang on another one is not held.
    """
    with contextlib.suppress(ValueError, TypeError, AttributeError, NotImplementedError, KeyError):
        if (found := _put(question, supports, (), "")) is not None:
            yield found
    if (found := _in_functions(question, supports)) is not None:
        yield found
    with contextlib.suppress(ValueError, TypeError, AttributeError, NotImplementedError, KeyError):
        if (members := at_every_index(question, supports)) is not None:
            yield Form(*members, AT_EVERY_INDEX)
    for entries in ways(question, supports):
        yield Form(*entries, ENTRYWISE)
    with contextlib.suppress(ValueError, TypeError, AttributeError, NotImplementedError, KeyError):
        yield from _worked_out(question, supports, ties)


def _in_functions(question: Question, supports: Sequence[Support]) -> Form | None:
    r"""With a product below a root as it is stated: ``(W^\top W)^{1/2}`` after ``W^\top W = V D^2 V^\top``."""
    sides = [question.left, question.right]
    taken: list[Support] = []
    said: list[tuple[Any, str, Any, Support | None]] = [
        (fact.question.left, fact.question.relation, fact.question.right, fact) for fact in supports
    ]
    said += [(*fact, None) for fact in question.facts]
    for left, relation, right, fact in reversed(said):
        if relation != "=" or not isinstance(left, sp.MatMul) or not getattr(right, "is_Matrix", False):
            continue
        roots = {root for side in sides for root in side.atoms(SquareRoot, PseudoInverse) if root.arg == left}
        if roots and left.shape == right.shape:
            sides = [side.xreplace({root: root.func(right) for root in roots}) for side in sides]
            taken[:0] = [fact] if fact is not None else []
    changed = replace(question, left=sides[0], right=sides[1])
    return Form(changed, tuple(taken)) if (changed.left, changed.right) != (question.left, question.right) else None


def _worked_out(question: Question, supports: Sequence[Support], ties: Sequence[Support]) -> Iterator[Form]:
    """With what functions are said to be, at the points at which they stand, and with what else is said there."""
    found = list(_of_functions(question, supports, ties))
    yield from found
    for form in found[:1]:
        rest = [one for one in supports if not any(one is other for other in form.used)]
        if (put := _put(form.question, rest, form.used, form.note)) is not None:
            yield put


def _of_functions(question: Question, supports: Sequence[Support], ties: Sequence[Support]) -> Iterator[Form]:
    """With what functions are said to be, at the points at which they stand: that is said of every point, anywhere."""
    known = definitions(supports, ties)
    if not known:
        return
    left, first = instantiated(question.setting, question.left, known)
    right, more = instantiated(question.setting, question.right, known)
    places = {id(made.support): made for made in (*first, *more)}
    used = tuple(made.support for made in places.values())
    if not used:
        return
    said = {f"{made.name} in line {made.support.line.line}{_for_every(question.setting, made)}"
            for made in places.values()}  # fmt: skip
    form = Form(replace(question, left=left, right=right), used, f"as is said of {', '.join(sorted(said))}")
    yield form
    bodies = [with_bodies_if_read(question.setting, side) for side in (left, right)]
    if bodies != [left, right]:
        yield replace(form, question=replace(question, left=bodies[0], right=bodies[1]))


def _for_every(setting: Setting, made: Definition) -> str:
    names = [written(setting, variable) for variable in made.variables]
    return f" for every {' and '.join(names)}" if names else f", {HELD}"


def _put(question: Question, supports: Sequence[Support], used: tuple[Support, ...], note: str) -> Form | None:
    """With letters replaced by what they are said to be, the last that is said first; None if that is nothing new.

    It is if a letter stands below a sum, or is one at another index than the one of which it is said.
    """
    setting, sides = question.setting, [question.left, question.right]
    taken: list[Support] = []
    said: list[str] = [note] if note else []
    new = bool(used)
    lefts = [one.question.left for one in supports if one.question.relation == "="]
    every = list(reversed(supports))
    for turn, fact in [
        *((0, one) for one in every),
        *((1, one) for one in every),
    ]:  # what was put in holds letters, too
        if len(taken) == MOST_PUT and not any(one is fact for one in taken):
            continue
        for letter, value, index in _values(setting, fact, sides, lefts):
            if index and (turn or concerns(fact.singled_out, index)):
                continue
            plain = [side.xreplace({letter: value}) for side in sides]
            changed = [put_inside(setting, side, {letter: value}) for side in sides]
            if changed == sides or any(side.count_ops() > LARGEST for side in changed):
                continue
            runs = changed != plain and any(runs_over(setting, side, letter) for side in sides)
            if runs or index:
                said.append(f"as is said in line {fact.line.line} for every {index or 'index'}")
            new = new or bool(index) or changed != plain
            sides = changed
            if not any(one is fact for one in taken):
                taken.insert(0, fact)
    if not taken or not new:
        return None
    form = replace(question, left=sides[0], right=sides[1])
    return Form(form, (*used, *taken), "; ".join(dict.fromkeys(said)))


def _values(
    setting: Setting, fact: Support, sides: Sequence[Any], lefts: Sequence[Any]
) -> Iterator[tuple[Any, Any, str]]:
    """The letters of a line that a fact gives, what each is, and the index if it is said for another one."""
    if fact.question.relation != "=":
        return
    letters = {one for side in sides for one in deep(setting, side)}
    shallow = {one for side in sides for one in side.free_symbols}
    for letter, value in solved(fact.question.left, as_number(fact.question.right)):
        if not may_be_put(letter, value):
            continue
        own = letter == fact.question.left
        if letter in letters and (own or letter not in shallow):  # one that stands in the open is solved for elsewhere
            yield letter, value, ""
            if not own:
                return
        if own and len(letters) <= MOST_LETTERS and not is_said_twice(setting, letter, lefts):
            yield from at_other_indices(setting, letter, value, letters)


def may_be_put(letter: Any, value: Any) -> bool:
    """Whether what a letter is may be put in its place below sums: of its size, without it, and no index in it."""
    if not isinstance(letter, (sp.Symbol, sp.MatrixSymbol)) or isinstance(letter, sp.Idx):
        return False
    if getattr(letter, "shape", None) != getattr(value, "shape", None) or value.atoms(sp.Idx):
        return False
    return letter not in value.free_symbols and not value.has(sp.Integral, sp.Limit, sp.Derivative)
