r"""A step that brings in a letter says what it is: ``= U \Sigma^2 U^\top``, where no line before it has a U.

Nothing that was read can prove such a line, for nothing was said of its letter; so it is stated, as a head is. That is
said only of an equation that is open in the end, that no small change would prove, and that does not work out a
derivative, or a function that is known at another point: one that a slip explains is wrong, whatever letter stands in
it. So does a step say how something moves, ``= 2 s \dot s = 2 s^2 (1 - s)``, if nothing does before. No fact is made
of either.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import Velocity
from ....language.printing.marks import Gradient, Slope
from ..files.parts import Document, Step
from ..files.tokens import Unbalanced, argument, joined, words
from ..judging.checking import IF_GUESSED, Task
from ..judging.questions import Question, Status
from ..notation.naming import base_end
from ..notation.naming_sets import ACCENTS
from ..notation.spelling import plain
from ..notation.unit import NAME
from ..values.moving import sizes_of


def brought_in(tasks: Sequence[Task], document: Document) -> None:
    """State the open equations whose right sides hold a letter of which nothing is said before them."""
    around = [one for some in (document.defined, document.premises) for here in some.values() for one in here]
    said = [(_order(place), bases(text)) for place, text in {*document.prose, *around}]
    before: set[str] = set()
    places = {_place(step): (e, k) for e in document.equations for k, step in enumerate(e.steps)}
    met = {}
    for equation in document.equations:
        met[id(equation)] = frozenset(before)
        before |= set().union(*(bases(side) for side in equation.sides))
    moved: set[Any] = set()  # the letters in whose rates something was said
    for task in tasks:
        line = task.line
        known_rates, rates = frozenset(moved), _rates(task.question)
        moved |= rates
        if line.status is not Status.UNDECIDED or line.relation != "=" or task.misfit or task.late or line.mends:
            continue
        if mover := _moves_first(task, rates, known_rates):
            line.status, line.witness = Status.STATED, None
            line.reason = f"it says how {mover} moves, of which nothing is said before it: {line.reason}"
            continue
        if task.question.left is None or task.question.left.has(Slope, Velocity, Gradient, sp.Integral, sp.Limit):
            continue  # that is worked out, and holds no other letters
        place = _place(task.chain.steps[task.place][0])
        if line.reason.startswith(IF_GUESSED) or place not in places:
            continue
        equation, k = places[place]
        known = set(met[id(equation)]).union(*(bases(side) for side in equation.sides[: k + 1]))
        known = known.union(*(here for at, here in said if at < _order(line.line)))
        new = {name: base for name, base in _names(task) if base not in known}
        if new and not _at_a_new_point(task, set(new.values()), known):
            line.status, line.witness = Status.STATED, None
            line.reason = (
                f"it brings in {', '.join(sorted(new)[:4])}, of which nothing is said before it: {line.reason}"
            )


def _rates(question: Question) -> set[Any]:
    """The trajectories whose rates stand in a line, on either side."""
    sides = [side for side in (question.left, question.right) if isinstance(side, sp.Basic)]
    by = question.setting.time
    found = {slope.args[0] for side in sides for slope in side.atoms(Slope) if slope.args[1] == by}
    return {letter for letter in found if isinstance(letter, AppliedUndef)}


def _moves_first(task: Task, rates: set[Any], known: frozenset[Any]) -> str:
    r"""The trajectory of which a step says how it moves, ``= 2 s \dot s = 2 s^2 (1 - s)``, if nothing did before."""
    left, right, setting = task.question.left, task.question.right, task.question.setting
    if task.place == 0 or len(rates) != 1 or not isinstance(left, sp.Expr) or not isinstance(right, sp.Expr):
        return ""
    (letter,) = rates
    before = [question for _, _, question, _ in task.chain.steps[: task.place] if question is not None]
    said = known.difference(*map(_rates, before))  # its own chain only works them out
    if letter in said or right.has(Slope, Velocity) or setting.flow is not None or letter in setting.rates:
        return ""
    return setting.printed(letter.func.__name__)


def _order(place: int) -> tuple[int, int]:
    return int(place), getattr(place, "column", 0)


def _at_a_new_point(task: Task, new: set[str], known: set[str]) -> bool:
    """Whether a letter that is new stands in a value of a function that is not: that is known, or may be."""
    setting = task.question.setting
    functions = setting.names.functions
    met = set().union(*(bases(name) for name in functions.declared)) & known
    for one in getattr(task.question.right, "free_symbols", ()):
        name = _name(one)
        inside = bases(functions.names.get(name, "") or setting.units.shown.get(name, ""))
        if inside & new and inside & met:
            return True
    return False


def _place(step: Step) -> tuple[Any, ...]:
    return step.block, int(step.line), step.relation, step.source, step.text


def bases(text: str) -> set[str]:
    """The letters in a formula, without accents and indices, each in its font."""
    found: set[str] = set()
    tokens = words(text)
    with contextlib.suppress(ValueError):  # what is no formula stays as it is written
        tokens = plain(tokens)
    for k in range(len(tokens)):
        try:
            end = base_end(tokens, k)
        except Unbalanced:
            continue
        if end is not None:
            found.add(_bare(tokens[k:end]))
    return found


def _bare(tokens: list[str]) -> str:
    while tokens and tokens[0] in ACCENTS:
        tokens = argument(tokens, 1)[0]
        tokens = tokens[: base_end(tokens, 0) or len(tokens)]
    return joined(tokens)


def _names(task: Task) -> Iterator[tuple[str, str]]:
    """The declared letters and functions on the right side of a line, as they are written, and the letter of each."""
    setting = task.question.setting
    functions = setting.names.functions
    latex = {_name(meaning): written for written, meaning in setting.meanings.items() if not written.startswith(NAME)}
    right = task.question.right
    sizes = sizes_of(right.atoms(sp.MatrixSymbol))
    for one in {*getattr(right, "free_symbols", ()), *right.atoms(AppliedUndef)} - sizes - {setting.time}:
        name = _name(one)
        shown = functions.values.get(functions.names.get(name, ""), "") or latex.get(name, "")
        shown = shown or (setting.printed(name) if isinstance(one, AppliedUndef) else "")
        if not shown or name in setting.units.shown:
            continue
        tokens = words(shown)
        end = base_end(tokens, 0)
        if end is not None:
            yield shown, _bare(tokens[:end])


def _name(meaning: Any) -> str:
    return meaning.func.__name__ if isinstance(meaning, AppliedUndef) else str(getattr(meaning, "name", ""))
