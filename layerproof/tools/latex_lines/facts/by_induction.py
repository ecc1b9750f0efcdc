r"""Heads that say what an iterate is: ``w_t = (I - \eta H)^t w_0`` after ``w_{t+1} = (I - \eta H) w_t``.

The step is proved, from what is said of an iterate for every t; at 0 both sides are the same. What is multiplied by in
each step may not hang on t, nor may what stands beside the iterate on the left, ``w_t - w^*``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, words
from ..judging.checking import Task
from ..judging.lines import MISFIT, ask_all
from ..judging.questions import Limiting, Line, Question, Status
from ..letters.setting import Setting
from ..page.prose import concerns
from ..values.norms import apart
from .stated import Facts, ask_again
from .supports import Support
from .unrolled import hangs_on, indices, unroll, with_index

_BOUNDS = ("<=", ">=")


@dataclass(frozen=True)
class _Head:
    """A head that may follow by induction: its place, the step, and what else must hold."""

    task: Task
    place: int
    index: str
    step: Question
    beside: tuple[Question, ...]


def by_induction(
    tasks: Sequence[Task],
    facts: Facts | None,
    limiting: Limiting,
    given: Sequence[Support] = (),
    doubtful: Container[int] = (),
) -> None:
    """Enter what is found of steps that repeat the one before them, and of heads that say what an iterate is.

    Args:
        tasks: of the lines, in order.
        facts: what is said, see `settle`; None where heads are claims.
        limiting: how hard to try.
        given: what the sentences round displays give them.
        doubtful: displays in sentences that may say for which t a line is.
    """
    unroll(tasks, limiting, given, doubtful)
    if facts is not None:
        _heads_of(tasks, facts, limiting, doubtful)


def _heads_of(tasks: Sequence[Task], facts: Facts, limiting: Limiting, doubtful: Container[int]) -> None:
    """Enter what is found of heads."""
    said = [task.question for task in tasks if task.question.left is not None]
    said += [one.question for one in facts.given]
    for place, task in enumerate(tasks):
        if task.line.block in doubtful:
            continue
        for head in _heads(task, place, said):
            if all(answer["verdict"] == "VERIFIED" for answer in ask_all(head.beside, limiting)):
                _settle(head, facts, limiting)
            if task.line.status is Status.VERIFIED:
                break


def _settle(head: _Head, facts: Facts, limiting: Limiting) -> None:
    """Prove the step of a head, by what is said of every index, and enter that."""
    line = head.task.line
    tried = Line(line.block, line.line, line.source, line.relation, line.text)
    step = replace(head.task, line=replace(tried, status=Status.UNDECIDED), question=head.step, supports=())
    setting = head.task.question.setting
    known = [one for one in facts.known if one.line.block not in facts.told.cases]
    known, given = ([one for one in some if _of_every(one, head.index, setting)] for some in (known, facts.given))
    ask_again([(head.place, step)], facts._replace(known=known, given=given), limiting)
    if step.line.status is not Status.VERIFIED or not step.supports:
        return
    line.status, line.how, line.reason, line.witness = Status.VERIFIED, "by induction", "", None
    line.note = f"by induction on {head.index}, {step.line.note}, for every {head.index}"
    line.guessed = sorted({*line.guessed, *step.line.guessed})
    head.task.supports = step.supports


def _of_every(fact: Support, index: str, setting: Setting) -> bool:
    """Whether a fact is said for every value of an index: with it, not of a case, and not where one is singled out."""
    letters = set().union(*(_names(side, setting) for side in (fact.question.left, fact.question.right)))
    if not any(index in words(name) for name in letters):
        return True
    return (fact.block is None or fact.far) and not concerns(fact.singled_out, index)


def _names(side: Any, setting: Setting) -> set[str]:
    """How the letters of an expression are written."""
    written = {meaning: latex for latex, meaning in setting.meanings.items()}
    free = side.free_symbols if isinstance(side, sp.Basic) else set()
    shown = {setting.units.shown.get(str(getattr(letter, "name", "")), "") for letter in free}
    return {written[letter] for letter in free if letter in written} | shown - {""}


def _heads(task: Task, place: int, said: Sequence[Question]) -> Iterator[_Head]:
    question, chain, line = task.question, task.chain, task.line
    if line.status not in (Status.STATED, Status.UNDECIDED) or line.how == MISFIT or question.left is None:
        return
    step = chain.steps[task.place][0]
    odd = task.place or chain.headless or question.implied or question.semidefinite or step.conditions or step.beside
    if odd or step.qualified or question.relation not in ("=", *_BOUNDS):
        return
    tokens = words(chain.equation.start)
    for name in dict.fromkeys(name for name, *_ in indices(tokens)):
        bare = name.partition("+")[0]
        before = [one for one in said if one is not question]
        with contextlib.suppress(CannotRead, Unbalanced, ValueError, TypeError, AttributeError, ZeroDivisionError):
            ways = [(with_index(tokens, name, f"{bare} + 1"), chain.equation.start)] if name == bare else []
            ways.append((chain.equation.start, next(there for one, there, _ in indices(tokens) if one == name)))
            start = next(start for one, _, start in indices(tokens) if one == name)
            for after, last in ways:
                made = _asked(question, name, (after, last, start), before) if after else None
                if made is not None:
                    yield _Head(task, place, bare, made[0], made[1:])


def _asked(
    question: Question, index: str, texts: tuple[str, str, str], said: Sequence[Question]
) -> tuple[Question, ...] | None:
    """The step, that the right side is the power times the start, and of a bound that the factor is not negative."""
    setting = question.setting.copy()
    after, last, first = (setting.read(text) for text in texts)
    power = setting.read(index)
    if not (power.is_integer and power.is_nonnegative):
        return None
    values = [pair for one in said if one.relation == "=" for pair in ((one.left, one.right), (one.right, one.left))]
    kept = (last.free_symbols & first.free_symbols) - {power}
    name = index[0] if index[0] != "\\" else index.partition("+")[0]
    if any(hangs_on(setting, letter, name, values) for letter in kept):
        return None
    plain = replace(
        question, setting=setting, left_written=(), right_written=(), facts=(), wider=(), back=None, bounds=()
    )  # fmt: skip
    matrix = getattr(last, "is_Matrix", False)
    found = _of_a_matrix if matrix and question.relation == "=" else _of_numbers
    if matrix is not (found is _of_a_matrix):
        return None
    for factor, whole in found(setting, question.right, power, first):
        if hangs_on(setting, factor, name, values):
            continue
        step = replace(plain, left=after, right=sp.MatMul(factor, last).doit() if matrix else factor * last)
        same = replace(plain, left=question.right, relation="=", right=whole)
        sign = [replace(plain, left=factor, relation=">=", right=sp.Integer(0))] if question.relation in _BOUNDS else []
        return (step, same, *sign)
    return None


def _of_a_matrix(setting: Setting, right: Any, power: Any, first: Any) -> Iterator[tuple[Any, Any]]:
    """The matrices of which a side holds the power, each with that power times the start."""
    for letter in sorted(right.atoms(sp.MatrixSymbol), key=str):
        one = setting.units.of_one.get(str(letter.name))
        more = sp.expand(power - one.exponent) if one is not None and one.kind == "power" else None
        if one is not None and more is not None and more.is_Integer and more >= 0:
            yield one.matrix, sp.MatMul(*[one.matrix] * int(more), letter, first)


def _of_numbers(setting: Setting, right: Any, power: Any, first: Any) -> Iterator[tuple[Any, Any]]:
    """The same of numbers."""
    for one in sorted(sp.sympify(apart(right)).atoms(sp.Pow), key=str):
        if one.exp == power and not one.base.has(sp.Trace):
            yield one.base, one * first
