"""A document read in order: chains of expressions, with a question for each line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from ....language.printing.marks import Remainder
from ....language.reading import CannotRead, Misshapen, Partial
from ..bounds.semidefinite import is_order
from ..files.parts import KEYS, Document, Equation, Step
from ..files.source import Trouble
from ..files.tokens import Unbalanced, closing, in_words, words
from ..letters.assumptions import hypothesis
from ..letters.header import declare
from ..letters.setting import Misdeclared, Setting
from ..notation import arrays
from ..notation.naming import is_name, name_in
from ..page.listed import Range, range_in
from .lines import MISFIT
from .questions import Line, Question, Status

LOST = "what it follows could not be read"
ORDER = "an order of magnitude holds up to a constant that is not said: no claim is checked"
DOTS = "it goes on with dots, and what these stand for is not said: no claim is checked"
_NUMBERS = frozenset(
    {"a", "b", "c", "C", r"\alpha", r"\beta", r"\gamma", r"\delta", r"\epsilon", r"\varepsilon", r"\eta", r"\kappa",
     r"\lambda", r"\mu", r"\nu", r"\rho", r"\tau", r"\omega"}
)  # fmt: skip
"""Letters that are hardly ever functions."""
_GOES_ON = re.compile(r"[+-]\s*\\(?:[lc]?dots[bc]?)(?![A-Za-z])\s*(?:$|[)\]}+-]|\\right)")
_ORDER = re.compile(
    r"(?<![A-Za-z\\_])(?<!_\{)(?:\\(?:tilde|widetilde|mathcal|operatorname|mathrm)\s*\{?\s*)*(?:[Oo]|\\(?:Theta|Omega)(?![A-Za-z]))"
    r"\}*(?:_\{?(?:[A-Za-z]|\\[A-Za-z]+)\}?)?\s*(?:\\(?:left|[bB]igg?l?)\s*)?\("
)


def _restricts(run: Range, index: str, setting: Setting) -> bool:
    """Whether a range is not all that an index is declared for."""
    declared = setting.names.ranges.get(index)
    if declared is None:
        return index in setting.names.declared
    return tuple("".join(words(end)) for end in declared) != tuple("".join(words(end)) for end in (run.low, run.high))


def _is_part_of_a_range(step: Step, setting: Setting) -> bool:
    """Whether a row is said for a part of the range of an index, and so gives no fact for all of it."""
    runs = [run for condition in step.conditions if (run := range_in(condition)) is not None]
    return any(_restricts(run, index, setting) for run in runs for index in run.indices)


def _brackets_after(tokens: Sequence[str], name: tuple[str, ...]) -> Iterator[list[str]]:
    """What stands in the brackets right after a name, wherever it stands."""
    size = len(name)
    for k in range(len(tokens) - size):
        if tuple(tokens[k : k + size]) == name and tokens[k + size] in ("(", "["):
            with contextlib.suppress(Unbalanced):
                yield list(tokens[k + size + 1 : closing(list(tokens), k + size)])


@dataclass
class Chain:
    """An equation that was read: its left side, what in it need not have a value, and its steps.

    It is `headless` if its left side is a line before it: then its first step is a claim as the others are. In
    `unformed` are the steps that could not be formed, since two matrices in a product do not fit, with their setting.
    """

    equation: Equation
    left: Any
    written: tuple[Partial, ...] = ()
    steps: list[tuple[Step, Any, Question | None, Line]] = field(default_factory=list)
    headless: bool = False
    unformed: dict[int, tuple[Setting, tuple[Any, Any]]] = field(default_factory=dict)


class Reading:
    """Reads a document in order; what cannot be read is a line of its own, and the rest goes on.

    Args:
        document: cut up.
        identities: whether heads are claims too.
    """

    def __init__(self, document: Document, *, identities: bool = False) -> None:
        self.document, self.identities = document, identities
        self.setting = Setting(
            refused=document.refused, presumes=document.is_declared_beside, powers=document.powers,
            jacobians=document.jacobians,
        )  # fmt: skip
        self.troubles: list[Trouble] = []
        self.guesses: list[Trouble] = []  # guesses that were not understood
        self.chains: list[Chain] = []
        self.lines: list[Line] = []
        self.sides: list[list[str]] | None = None  # of all equations, as tokens in the one spelling

    def part(self, number: int) -> None:
        """Read one part of the document."""
        part = self.document.parts[number]
        if isinstance(part, Equation):
            self._equation(part)
            return
        known = set(self.setting.meanings)
        functions = set(self.setting.names.functions.declared)
        shapes = dict(self.setting.shapes)
        try:
            if part.key not in KEYS:
                raise Misdeclared(f"'{part.text[:60]}' is no declaration; expected {', '.join(KEYS)} and a colon")
            declare(self.setting, KEYS[part.key], part.text)
        except Exception as problem:
            trouble = Trouble(part.line, f"in {part.key or 'the declarations'}: {_words(problem)}")
            (self.guesses if part.guessed else self.troubles).append(trouble)
        if part.guessed:
            for name in set(self.setting.meanings) - known:
                meaning = self.setting.meanings[name]
                self.setting.guessed[getattr(meaning, "func", meaning) if meaning.args else meaning] = part.text
                self.setting.guessed[meaning] = part.text
            for name in set(self.setting.names.functions.declared) - functions:
                self.setting.guessed[name] = part.text
            for name, shape in self.setting.shapes.items():
                if shape != shapes.get(name):
                    self.setting.shapes[name] = replace(shape, guessed=(*shape.guessed, part.text))

    def _equation(self, equation: Equation) -> None:
        first = equation.steps[0]
        if first.relation == ":=" and not arrays.stands_in(first.text):
            if is_name(name_in(equation.start)) and not self._is_declared(equation.start):
                self._definition(equation)
                return
            steps = [replace(first, relation="=", given=True), *equation.steps[1:]]
            equation = replace(equation, steps=steps)
        setting = self.setting.copy()
        setting.names.line = " ".join([equation.start, *(f"{step.relation} {step.text}" for step in equation.steps)])
        if self._names_an_array(equation, setting):
            return
        try:
            left, written = setting.read_written(equation.start)
        except Exception as problem:
            self._unread(
                equation,
                first,
                f"{arrays.as_printed(equation.start)[:80]}: {_words(problem)}",
                self._status(problem, head=True),
            )
            self._after(equation, setting)
            return
        self._steps(Chain(equation, left, written), equation.steps, setting)

    def _names_an_array(self, equation: Equation, setting: Setting) -> bool:
        """Whether an equation does no more than say which matrix a name is, written out; then it is taken up."""
        first = equation.steps[0]
        if len(equation.steps) > 1 or not arrays.stands_in(first.text) or arrays.stands_in(equation.start):
            return False
        if first.relation not in ("=", ":=") or first.unread or not is_name(name := name_in(equation.start)):
            return False
        line = Line(first.block, first.line, first.source, first.relation, arrays.as_printed(first.text), head=True)
        try:
            if not arrays.is_paired(setting.read(first.text)):
                return False
        except Exception as problem:
            line.status, line.reason = self._status(problem, head=True), _words(problem)
            self.setting.arrays.pop(name, None)
        else:
            line.status, line.reason = Status.STATED, f"which matrix {equation.start} is, written out"
            if first.block in self.document.doubtful or first.conditions:
                self.setting.arrays.pop(name, None)
            else:
                self.setting.arrays[name] = first.text, first.line
        self.lines.append(line)
        return True

    def _steps(self, chain: Chain, steps: Sequence[Step], setting: Setting) -> None:
        for place, step in enumerate(steps):
            line = Line(step.block, step.line, step.source, step.relation, arrays.as_printed(step.text))
            line.head = place == 0 and not chain.headless and not chain.equation.link
            self.lines.append(line)
            try:
                if step.unread:
                    raise CannotRead(f"what stands beside it was not understood: {step.unread[:80]}")
                if step.relation == "in":
                    line.reason = "a membership: no claim is checked"
                    chain.steps.append((step, None, None, line))
                    continue
                if step.relation == ":=":  # what it is a name for stands beside it
                    step = replace(step, relation="=", given=True)
                    line.relation = "="
                right, written = setting.read_written(step.text)
                arrays.check(chain.left, step.relation, right)
                line.note = arrays.told(setting)
                conditions, tends = self._conditions(step, setting)
                step = replace(step, qualified=step.qualified or _is_part_of_a_range(step, setting))
                if tends is None and self.setting.presumes and right.has(Remainder):
                    line.status, line.reason = Status.UNCHECKED, ORDER
                    chain.steps.append((step, None, None, line))
                    continue
            except Exception as problem:
                line.status, line.reason = self._status(problem, head=line.head), _words(problem)
                line.how = MISFIT if line.status is Status.REFUTED else ""
                if isinstance(problem, Misshapen) and problem.factors is not None:
                    chain.unformed[place] = setting, problem.factors
                if line.status is Status.UNREAD and self._is_of_an_order(step):
                    line.status, line.reason = Status.UNCHECKED, ORDER
                elif line.status is Status.UNREAD and self.setting.presumes and _GOES_ON.search(step.text):
                    line.status, line.reason = Status.UNCHECKED, DOTS
                chain.steps.append((step, None, None, line))
                continue
            question = Question(
                None, step.relation, right, setting, conditions, tends, right_written=written,
                semidefinite=is_order(step.source, step.relation),
            )  # fmt: skip
            chain.steps.append((step, right, question, line))
        self.chains.append(chain)

    def _is_of_an_order(self, step: Step) -> bool:
        """Whether a side of a paper is ``O(..)`` or the like, and no name that is declared."""
        found = _ORDER.search(step.text) if self.setting.presumes and not step.unread else None
        return found is not None and not any(
            name in self.setting.names.declared for name in ("O", "o", r"\Theta", r"\Omega", r"\mathcal{O}")
        )

    def _conditions(self, step: Step, setting: Setting) -> tuple[tuple[Any, ...], tuple[Any, Any] | None]:
        conditions: list[Any] = []
        tends = None
        for condition in step.conditions:
            if (run := range_in(condition)) is not None:
                conditions += self._within(run, setting)
                continue
            for left, relation, right in setting.relations(condition):
                if relation == "->":
                    tends = (left, right)
                elif relation in ("in", "~", ":="):
                    raise CannotRead(f"the condition '{condition}' is not understood")
                else:
                    conditions.append(hypothesis(left, relation, right))
        return tuple(conditions), tends

    def _within(self, run: Range, setting: Setting) -> list[Any]:
        r"""What ``i = 1, \ldots, n`` says of its indices: nothing where they are declared for it, or not at all."""
        found: list[Any] = []
        for index in filter(lambda index: _restricts(run, index, setting), run.indices):
            letter = setting.read(index)
            found += [sp.Ge(letter, setting.read(run.low)), sp.Le(letter, setting.read(run.high))]
        return found

    def _definition(self, equation: Equation) -> None:
        step = equation.steps[0]
        line = Line(step.block, step.line, step.source, step.relation, step.text, Status.ASSUMED, head=True)
        self.lines.append(line)
        try:
            value, written = self.setting.read_written(step.text)
            if not self._is_said_again(equation.start, value):
                made = self.setting.define(equation.start, value, written)
                if self.setting.presumes and isinstance(made, sp.Symbol) and self._multiplies(equation.start):
                    self.setting.names.numbers.add(name_in(equation.start))
        except Exception as problem:
            line.status, line.reason = self._status(problem, head=True), _words(problem)
            self._lose(equation.start, step.line)
            return
        line.reason = f"a definition: {equation.start} stands for it from here on"
        if equation.steps[1:]:
            self._steps(
                Chain(replace(equation, line=step.line), value, written, headless=True), equation.steps[1:],
                self.setting.copy(),
            )  # fmt: skip

    def _multiplies(self, name: str) -> bool:
        r"""Whether a letter that is mostly a number stands before sums alone, ``\alpha (1 - \rho)``: it multiplies."""
        wanted = in_words(name_in(name))
        if wanted[0] not in _NUMBERS:
            return False
        if self.sides is None:
            self.sides = [words(name_in(side)) for equation in self.document.equations for side in equation.sides]
        insides = [inside for side in self.sides for inside in _brackets_after(side, wanted)]
        return bool(insides) and all({"+", "-"} & set(inside) and "," not in inside for inside in insides)

    def _is_declared(self, name: str) -> bool:
        """Whether a name is a declared letter, and not defined: then ``:=`` says what it is, as an equation does."""
        made = self.setting.meanings.get(name_in(name))
        return isinstance(made, (sp.Symbol, sp.MatrixSymbol)) and made not in self.setting.definitions

    def _is_said_again(self, name: str, value: Any) -> bool:
        """Whether a name is defined already, as the same."""
        made = self.setting.meanings.get(name_in(name))
        return made is not None and self.setting.definitions.get(made) == value

    def _lose(self, name: str, line: int) -> None:
        """A name that has a meaning, and a new one that was not taken up, has none from here on."""
        if (latex := name_in(name)) in self.setting.meanings:
            self.setting.lost[latex] = f"line {line}"

    def _unread(self, equation: Equation, step: Step, reason: str, status: Status) -> None:
        text = arrays.as_printed(step.text)
        line = Line(step.block, step.line, step.source, step.relation, text, status, reason=reason)
        line.head = not equation.link
        line.how = MISFIT if status is Status.REFUTED else ""
        self.lines.append(line)

    def _after(self, equation: Equation, setting: Setting) -> None:
        """The steps after a head that was not read: what its right side says is where they begin."""
        first, rest = equation.steps[0], equation.steps[1:]
        if not rest:
            return
        try:
            if first.relation in ("in", ":=") or first.unread:
                raise CannotRead(LOST)
            left, written = setting.read_written(first.text)
        except Exception:
            left, written = None, ()
        self._steps(Chain(replace(equation, line=first.line), left, written, headless=True), rest, setting)

    def _status(self, problem: Exception, *, head: bool) -> Status:
        """Sizes of matrices that do not fit are wrong whatever is meant, if it is a claim; else it is not read.

        What is declared beside a paper is declared for all of it, and a letter may have another meaning further on.
        """
        claim = self.identities or not head
        sure = isinstance(problem, Misshapen) and claim and not self.document.is_declared_beside
        return Status.REFUTED if sure else Status.UNREAD


def _words(problem: Exception) -> str:
    """A refusal as it is; an error from inside, with its kind."""
    if isinstance(problem, (CannotRead, Misdeclared, ValueError)):
        return str(problem)
    return f"it cannot be read here ({type(problem).__name__}: {str(problem)[:200]})"
