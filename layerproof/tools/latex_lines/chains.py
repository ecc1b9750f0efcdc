"""A document read in order: chains of expressions, with a question for each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...language.reading import CannotRead, Misshapen, Partial
from .assumptions import hypothesis
from .header import declare
from .lines import MISFIT, Line, Question, Status
from .parts import Document, Equation, Step
from .setting import Misdeclared, Setting
from .source import Trouble

LOST = "what it follows could not be read"


@dataclass
class Chain:
    """An equation that was read: its left side, what in it need not have a value, and its steps."""

    equation: Equation
    left: Any
    written: tuple[Partial, ...] = ()
    steps: list[tuple[Step, Any, Question | None, Line]] = field(default_factory=list)


class Reading:
    """Reads a document in order; what cannot be read is a line of its own, and the rest goes on.

    Args:
        document: cut up.
        only: if given, the number of the part up to which to read.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.setting = Setting(refused=document.refused)
        self.troubles: list[Trouble] = []
        self.chains: list[Chain] = []
        self.lines: list[Line] = []

    def part(self, number: int) -> None:
        """Read one part of the document."""
        part = self.document.parts[number]
        if isinstance(part, Equation):
            self._equation(part)
            return
        try:
            declare(self.setting, part.key, part.text)
        except Exception as problem:
            self.troubles.append(Trouble(part.line, f"in {part.key}: {_words(problem)}"))

    def _equation(self, equation: Equation) -> None:
        first = equation.steps[0]
        if first.relation == ":=":
            self._definition(equation)
            return
        setting = self.setting.copy()
        try:
            left, written = setting.read_written(equation.start)
        except Exception as problem:
            self._unread(equation, first, f"{equation.start[:80]}: {_words(problem)}", _status(problem))
            return
        self._steps(Chain(equation, left, written), equation.steps, setting)

    def _steps(self, chain: Chain, steps: Sequence[Step], setting: Setting) -> None:
        for place, step in enumerate(steps):
            line = Line(step.block, step.line, step.source, step.relation, step.text)
            line.head = place == 0 and steps is chain.equation.steps and not chain.equation.link
            self.lines.append(line)
            try:
                if step.unread:
                    raise CannotRead(f"what stands beside it was not understood: {step.unread[:80]}")
                if step.relation == "in":
                    line.reason = "a membership: no claim is checked"
                    chain.steps.append((step, None, None, line))
                    continue
                if step.relation == ":=":
                    raise CannotRead("a definition stands at the beginning of a chain")
                right, written = setting.read_written(step.text)
                conditions, tends = self._conditions(step, setting)
            except Exception as problem:
                line.status, line.reason = _status(problem), _words(problem)
                line.how = MISFIT if line.status is Status.REFUTED else ""
                chain.steps.append((step, None, None, line))
                continue
            question = Question(None, step.relation, right, setting, conditions, tends, right_written=written)
            chain.steps.append((step, right, question, line))
        self.chains.append(chain)

    def _conditions(self, step: Step, setting: Setting) -> tuple[tuple[Any, ...], tuple[Any, Any] | None]:
        conditions: list[Any] = []
        tends = None
        for condition in step.conditions:
            for left, relation, right in setting.relations(condition):
                if relation == "->":
                    tends = (left, right)
                elif relation in ("in", "~", ":="):
                    raise CannotRead(f"the condition '{condition}' is not understood")
                else:
                    conditions.append(hypothesis(left, relation, right))
        return tuple(conditions), tends

    def _definition(self, equation: Equation) -> None:
        step = equation.steps[0]
        line = Line(step.block, step.line, step.source, step.relation, step.text, Status.ASSUMED, head=True)
        self.lines.append(line)
        try:
            value, written = self.setting.read_written(step.text)
            self.setting.define(equation.start, value, written)
        except Exception as problem:
            line.status, line.reason = _status(problem), _words(problem)
            return
        line.reason = f"a definition: {equation.start} stands for it from here on"
        if equation.steps[1:]:
            self._steps(
                Chain(replace(equation, line=step.line), value, written), equation.steps[1:], self.setting.copy()
            )

    def _unread(self, equation: Equation, step: Step, reason: str, status: Status) -> None:
        line = Line(step.block, step.line, step.source, step.relation, step.text, status, reason=reason)
        line.head = not equation.link
        line.how = MISFIT if status is Status.REFUTED else ""
        self.lines.append(line)
        for after in equation.steps[1:]:
            self.lines.append(
                Line(after.block, after.line, after.source, after.relation, after.text, Status.UNREAD, reason=LOST)
            )


def _status(problem: Exception) -> Status:
    """Sizes of matrices that do not fit are wrong whatever is meant; anything else is not read."""
    return Status.REFUTED if isinstance(problem, Misshapen) else Status.UNREAD


def _words(problem: Exception) -> str:
    """A refusal as it is; an error from inside, with its kind."""
    if isinstance(problem, (CannotRead, Misdeclared, ValueError)):
        return str(problem)
    return f"it cannot be read here ({type(problem).__name__}: {str(problem)[:200]})"
