r"""Lines that solve an equation of motion: after ``\dot u = -c u``, ``u(t) = u(0) e^{-c t}``.

What a letter is at every time is stated, and follows from nothing. But where lines before it say how it moves, and
something says where it starts, it has one solution, by the theorem of Picard and Lindelof, if its rate changes smoothly
with it. A line that says another does not follow.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.printing.marks import AtTime
from ....language.reading import CannotRead, Partial
from ..files.parts import Document
from ..judging.checking import Task
from ..judging.lines import ask_all
from ..judging.questions import Limiting, Line, Question, Status
from ..letters.setting import Setting
from ..values.moving import is_still
from ..values.of_one_matrix import at_time_zero
from .rates_said import rate, stands_still, whose, without_values
from .solved import solved
from .solved_by_entries import is_a_polynomial, is_of_entries, moves_so, starts_so
from .supports import conclusions

_OPERATORS = (sp.Integral, sp.Limit, sp.Sum, sp.Product)
_SMOOTH = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.tanh)
_LINEAR = (sp.MatMul, sp.MatAdd, sp.Transpose, sp.MatrixSymbol, sp.Identity, sp.ZeroMatrix)
_SAID = (Status.STATED, Status.VERIFIED, Status.ASSUMED)
MOST_MOTIONS = 3
_RATE = re.compile(r"\\dot|\\frac\s*\{\s*(?:d|\\mathrm)")
_START = re.compile(r"\(\s*0\s*\)\s*(?:=|:=|\\equiv)|(?:=|\\equiv)[^=]*\(\s*0\s*\)\s*[.,]?$")


class _Motion(NamedTuple):
    """How a letter moves, and the line that says so; in the prose it is no line of a display."""

    letter: Any
    value: Any
    line: Line
    in_prose: bool = False


class _Asked(NamedTuple):
    """A line with how its letter moves, where it is said how that starts, and what is asked."""

    task: Task
    motion: _Motion
    where: str
    granted: str
    moves: Question
    starts: Question | None


def solutions(tasks: Sequence[Task], document: Document, limiting: Limiting) -> None:
    """Enter of the lines that say what a letter is at every time whether they solve what is said of its rate.

    Args:
        tasks: of the lines, in order.
        document: for what the prose says of where letters start, and how they move.
        limiting: how hard to try.
    """
    asked: list[_Asked] = []
    shadows: list[tuple[Task, Task]] = []
    for place, original in enumerate(tasks):
        task = _solved_for_what_moves(original)
        if task is not original:
            shadows.append((original, task))
        question, line = task.question, task.line
        if line.status is not Status.STATED or question.left is None or question.relation != "=":
            continue
        said = [one.question for one in tasks[:place] if one.question.left is not None]
        if not _is_at_every_time(question, question.setting) or not stands_still(
            question.right, question.setting, said
        ):
            continue
        for motion in _motions(task, tasks[:place], document):
            if not stands_still(motion.value, question.setting, said):
                continue
            if (questions := _questions(task, motion, tasks[:place], document)) is not None:
                asked.append(questions)
    answers = iter(ask_all([q for one in asked for q in (one.moves, one.starts) if q is not None], limiting))
    for one in asked:
        moved = next(answers)
        started = next(answers) if one.starts is not None else None
        if one.task.line.status is Status.STATED:
            _enter(one, moved, started, document)
    for original, task in shadows:
        original.supports = task.supports or original.supports


def _solved_for_what_moves(task: Task) -> Task:
    r"""A line ``u(t) - y = e^{-K t} (u(0) - y)`` as one that says what u is; any other as it is."""
    question, setting = task.question, task.question.setting
    if not isinstance(question.left, sp.MatAdd) or task.line.status is not Status.STATED or question.relation != "=":
        return task
    letters = [one for one in question.left.atoms(sp.MatrixSymbol) if not is_still(one, setting)]
    values = [(one, value) for one, value in solved(question.left, question.right) if one in letters]
    if len(letters) != 1 or len(values) != 1:
        return task
    return replace(task, question=replace(question, left=values[0][0], right=values[0][1]))


def _motions(task: Task, before: Sequence[Task], document: Document) -> list[_Motion]:
    """What is said before a line of how its letter moves, the last first."""
    setting, letter = task.question.setting, task.question.left
    found: list[tuple[Any, _Motion]] = []
    for one in before:
        if one.line.status in _SAID and one.question.relation == "=" and _reaches(one.line, task.line, document):
            found.append((one.question.left, _Motion(letter, one.question.right, one.line)))
    for support in conclusions(before):
        if support.question.relation == "=" and _reaches(support.line, task.line, document):
            found.append((support.question.left, _Motion(letter, support.question.right, support.line)))
    for place, left, right in _in_prose(setting, document, _RATE):
        if place < task.line.line:
            said = Line(task.line.block, place, "", "=", "", Status.ASSUMED)
            found.append((left, _Motion(letter, right, said, in_prose=True)))
    alike = is_a_polynomial if is_of_entries(task.question) else _is_smooth
    moves = [one for left, one in found if whose(left, setting) == letter and alike(one.value, letter, setting)]
    return sorted(moves, key=lambda one: one.line.line, reverse=True)[:MOST_MOTIONS]


def _is_at_every_time(question: Question, setting: Setting) -> bool:
    """Whether a line says what a trajectory, or a vector, is, by the time and by what stands still."""
    left, right = question.left, question.right
    if isinstance(left, sp.MatrixSymbol) and setting.time is not None and setting.flow is None:
        return _is_of_exponentials(left, right, setting) or is_of_entries(question)
    if not isinstance(left, AppliedUndef) or setting.time is None or left.args[-1:] != (setting.time,):
        return False
    if setting.flow is not None or not isinstance(right, sp.Expr) or right.has(*_OPERATORS):
        return False
    return not any(part.has(setting.time) for part in without_values(right).atoms(AppliedUndef))


def _is_of_exponentials(left: Any, right: Any, setting: Setting) -> bool:
    """Whether a matrix is said to be made of exponentials in the time, and of what stands still."""
    if str(left.name) in setting.units.shown or not getattr(right, "is_Matrix", False):
        return False
    letters = right.atoms(sp.MatrixSymbol)
    powers = {letter for letter in letters if str(letter.name) in setting.units.of_one}
    in_time = any(setting.units.of_one[str(letter.name)].matrix.has(setting.time) for letter in powers)
    return in_time and all(is_still(letter, setting) for letter in letters - powers)


def _is_smooth(value: Any, letter: Any, setting: Setting) -> bool:
    """Whether a rate has a continuous derivative by the letter, and holds no other that moves."""
    if isinstance(letter, sp.MatrixSymbol):  # sums and products have
        others = value.atoms(sp.MatrixSymbol) - {letter} if isinstance(value, sp.Basic) else {None}
        inside = list(sp.preorder_traversal(value))
        nodes = all(isinstance(node, _LINEAR) for node in inside if getattr(node, "is_Matrix", False))
        numbers = not any(node.has(letter) for node in inside if not getattr(node, "is_Matrix", False))
        return nodes and numbers and all(one is not None and is_still(one, setting) for one in others)
    if not isinstance(value, sp.Expr) or value.has(*_OPERATORS, sp.Derivative):
        return False
    if any(part != letter and part.has(letter.args[-1]) for part in value.atoms(AppliedUndef)):
        return False
    for node in sp.preorder_traversal(value):
        if not node.has(letter) or node == letter or isinstance(node, _SMOOTH):
            continue
        whole = node.is_Pow and node.exp.is_Integer and node.exp > 0
        away = node.is_Pow and not node.exp.has(letter) and node.base.is_positive
        if not (whole or away or (isinstance(node, sp.log) and node.args[0].is_positive)):
            return False
    return True


def _reaches(said: Line, line: Line, document: Document) -> bool:
    until = document.reach.get(said.block)
    return until is None or line.block <= until


def _questions(task: Task, motion: _Motion, before: Sequence[Task], document: Document) -> _Asked | None:
    """Whether a line moves as it must, and whether it starts where it does; without that, if it is not said."""
    question, setting = task.question, task.question.setting
    letter, time = question.left, setting.time
    if isinstance(letter, sp.MatrixSymbol) and is_of_entries(question):
        moves = moves_so(question, motion.value)
        at, begins = starts_so(question, _starts(setting, before, document))
        return None if moves is None else _Asked(task, motion, at, "", moves, begins)
    if isinstance(letter, sp.MatrixSymbol):
        return _of_vectors(task, motion)
    first = AtTime(letter, time, sp.Integer(0))
    start = sp.Symbol(f"{letter.func.__name__}(0)", positive=True)  # where it is not, a quotient may have no value
    granted = "" if letter.is_positive or not question.right.has(first) else f"{letter.func.__name__}(0) > 0"

    def at_start(expr: Any) -> Any:
        return expr.xreplace({first: start}) if isinstance(expr, sp.Basic) else expr

    value = at_start(question.right)
    written = tuple(replace(part, expr=at_start(part.expr)) for part in question.right_written)
    plain = _by_itself(question, written)
    moved = replace(plain, left=rate(value, setting), right=at_start(motion.value).xreplace({letter: value}))
    where, said = ("", start) if question.right.has(first) else _start(first, setting, before, document)
    starts = replace(plain, left=value.subs(time, 0), right=at_start(said)) if said is not None else None
    return _Asked(task, motion, where, granted, moved, starts)


def _by_itself(question: Question, written: tuple[Partial, ...]) -> Question:
    """A question without what is stated before it; `written` need have a value."""
    return replace(
        question, facts=(), wider=(), back=None, implied=False, put=(), left_written=written, right_written=()
    )


def _of_vectors(task: Task, motion: _Motion) -> _Asked:
    """The same of a vector or a matrix that is made of exponentials."""
    question, setting = task.question, task.question.setting
    letter, value = question.left, question.right
    plain = _by_itself(question, question.right_written)
    moved = replace(plain, left=rate(value, setting), right=motion.value.xreplace({letter: value}))
    latex = next((name for name, meaning in setting.meanings.items() if meaning == letter), "")
    with contextlib.suppress(CannotRead):
        start = setting.read(f"{latex}(0)")
        return _Asked(task, motion, "", "", moved, replace(plain, left=at_time_zero(setting, value), right=start))
    return _Asked(task, motion, "", "", moved, None)


def _starts(setting: Setting, before: Sequence[Task], document: Document) -> list[tuple[str, Any, Any]]:
    """The equations of vectors that may say where they start, with their places."""
    here = [one for one in before if one.question.left is not None and _is_said(one)]
    said = [(str(one.line.line), one.question.left, one.question.right) for one in here]
    said += [(str(place), left, right) for place, left, right in _in_prose(setting, document, _START)]
    return [one for one in said if all(getattr(side, "is_Matrix", False) for side in one[1:])]


def _start(first: Any, setting: Setting, before: Sequence[Task], document: Document) -> tuple[str, Any]:
    """What is said that a letter is at time 0, and where; nothing if that is not said, or twice."""
    found: list[tuple[str, Any]] = []
    for task in before:
        if first in (task.question.left, task.question.right) and _is_said(task):
            found.append((str(task.line.line), _other(task.question.left, task.question.right, first)))
    said = [one for one in _in_prose(setting, document, _START) if first in one[1:]]
    found += [(str(place), _other(left, right, first)) for place, left, right in said]
    values = {value for _, value in found}
    return found[0] if len(values) == 1 else ("", None)


def _is_said(task: Task) -> bool:
    return task.question.relation == "=" and task.line.status in _SAID


def _other(left: Any, right: Any, first: Any) -> Any:
    return right if left == first else left


def _in_prose(setting: Setting, document: Document, form: re.Pattern[str]) -> Iterator[tuple[int, Any, Any]]:
    """The equations in the prose that look like a form, with their places."""
    for place, text in document.prose:
        if form.search(text):
            with contextlib.suppress(CannotRead, ValueError, TypeError, AttributeError, NotImplementedError):
                for left, sign, right in setting.copy().relations(text.replace(":=", "=")):
                    if sign == "=":
                        yield place, left, right


def _enter(asked: _Asked, moved: dict[str, Any], started: dict[str, Any] | None, document: Document) -> None:
    task, motion, line = asked.task, asked.motion, asked.task.line
    place = motion.line.line
    if moved["verdict"] == "VERIFIED" and started is not None and started["verdict"] == "VERIFIED":
        line.status, line.reason, line.witness = Status.VERIFIED, "", None
        line.how = f"it moves as line {place} says, and starts there: {moved['how']}"
        lines = ", ".join(dict.fromkeys([str(place), *([asked.where] if asked.where else [])]))
        where = f"; where {asked.granted}, as is taken for granted" if asked.granted else ""
        line.note = f"given what is stated in line {lines}{where}; nothing else does, by the theorem of Picard-Lindelof"
        line.guessed = sorted({*line.guessed, *moved.get("guessed", ()), *started.get("guessed", ())})
        task.supports = () if motion.in_prose else (motion.line,)
    elif motion.in_prose or line.block in document.doubtful:
        return
    elif moved["verdict"] == "VERIFIED" and started is None:
        line.reason = f"a statement: it moves as line {place} says, and nothing says where it starts"
    elif moved["verdict"] == "REFUTED":
        line.status, line.witness = Status.UNDECIDED, None
        line.reason = f"it does not solve line {place}: its rate is another one{_at(moved)}"
    elif started is not None and started["verdict"] == "REFUTED":
        line.status, line.witness = Status.UNDECIDED, None
        line.reason = f"it does not start as {f'line {asked.where}' if asked.where else 'it'} says{_at(started)}"


def _at(answer: dict[str, Any]) -> str:
    witness = answer.get("witness") or {}
    symbols = witness.get("symbols") or {}
    return f", as at {', '.join(f'{name} = {value}' for name, value in symbols.items())}" if symbols else ""
