"""The lines of a paper whose sizes do not fit, each with what does not fit in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..judging.chains import Chain, Reading
from ..judging.checking import Task
from ..judging.questions import Line, Question
from ..notation.arrays import as_commands
from .unfit import TIMES, Apart, apart, letters_at, meetings


@dataclass(frozen=True)
class Unfit:
    """A line whose own right side does not fit, or does not fit the left one.

    Attributes:
        line, chain, place: it, and where it stands.
        question: what it asks; its right side is None if that could not be formed.
        found: what does not fit in it.
        meetings: what to know that by.
        sure: whether it is certain that it does not fit, whatever is meant.
    """

    line: Line
    chain: Chain
    place: int
    question: Question
    found: list[Apart]
    meetings: set[tuple[str, ...]]
    sure: bool

    @property
    def text(self) -> str:
        """Its right side, in LaTeX."""
        return as_commands(self.line.text)

    @property
    def before(self) -> str:
        """What it follows, in LaTeX."""
        return self.chain.steps[self.place - 1][0].text if self.place else self.chain.equation.start

    @property
    def letters(self) -> set[Any]:
        """The letters that meet and do not fit."""
        return {letter for pair in self.found for letter in letters_at(pair)}


def unfit_lines(reading: Reading, tasks: Sequence[Task]) -> list[Unfit]:
    """The lines of which the right side, or both sides, do not fit, and those that could not be formed for that."""
    return [*_read(tasks), *_unformed(reading)]


def _read(tasks: Sequence[Task]) -> Iterator[Unfit]:
    for task in tasks:
        question = task.question
        if question.left is not None and (found := apart(question.left, question.right)):
            yield _made(task.line, task.chain, task.place, question, found, task.misfit)


def _unformed(reading: Reading) -> Iterator[Unfit]:
    for chain in reading.chains:
        for place, (setting, pair) in chain.unformed.items():
            step, _, _, line = chain.steps[place]
            left = chain.steps[place - 1][1] if place else chain.left
            if left is not None:
                question = Question(left, step.relation, None, setting)
                yield _made(line, chain, place, question, [Apart(*pair, TIMES)], True)


def _made(line: Line, chain: Chain, place: int, question: Question, found: list[Apart], sure: bool) -> Unfit:
    known = {meeting for pair in found for meeting in meetings(pair, question.setting)}
    return Unfit(line, chain, place, question, found, known, sure)


def on_the_left(reading: Reading) -> Iterator[set[tuple[str, ...]]]:
    """What meets and does not fit on the left of chains."""
    for chain in reading.chains:
        setting = next((question.setting for _, _, question, _ in chain.steps if question is not None), None)
        if setting is not None:
            yield {meeting for pair in apart(None, chain.left) for meeting in meetings(pair, setting)}


def matrices_of(expr: Any) -> set[Any]:
    """The letters of an expression that are matrices."""
    return set(expr.atoms(sp.MatrixSymbol))
