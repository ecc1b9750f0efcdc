"""Line by line: each is checked against the one before it, and, after a wrong one, against the last that was right.

A line that is refuted has a witness; one that cannot be decided says why and is never called wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ..derivations.kernel.domain import Contradiction, IllPosed
from ..derivations.kernel.printing import notation, text
from ..derivations.kernel.reading import CannotRead
from ..derivations.kernel.verdicts import Verdict
from ..processes import GIB, Limits, Outcome, Pool
from .document import Document, Equation, Step
from .header import Misdeclared, Setting, hypothesis
from .implied import follows
from .meaning import NoStatement, proof, relevant, resolved, resolved_hypotheses, statements
from .source import Trouble


class Status(StrEnum):
    """What became of a line."""

    VERIFIED = "VERIFIED"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"
    ASSUMED = "ASSUMED"
    UNCHECKED = "UNCHECKED"
    UNREAD = "UNREAD"


@dataclass(frozen=True)
class Mend:
    """One small change after which the prover verifies the line.

    Attributes:
        latex: the line's right side with the change.
        what: the change, in words.
        plain: as it was read.
    """

    latex: str
    what: str
    plain: str = ""


@dataclass
class Line:
    """One relation of a derivation, and what was found about it.

    Attributes:
        block, line: the display, and the line of the file; of a chain in Python, 0 and the number of the link.
        source: what is printed.
        relation, text: the relation, and the right side in LaTeX.
        status: what became of it.
        against: the line that it was compared with; None if it stands by itself.
        how, reason: the argument, or why there is none.
        witness: where it fails: the symbols, and by how much.
        note: how it stands to an error before it.
        read_as: both sides as they were read.
        mends: small changes that mend it, the simplest first; several only if they tie.
        searched: whether such changes were looked for.
        seconds: the time it took.
    """

    block: int
    line: int
    source: str
    relation: str
    text: str
    status: Status = Status.UNCHECKED
    against: int | None = None
    how: str = ""
    reason: str = ""
    witness: dict[str, Any] | None = None
    note: str = ""
    read_as: str = ""
    mends: list[Mend] = field(default_factory=list)
    searched: bool = False
    seconds: float = 0.0


@dataclass(frozen=True)
class Question:
    """Whether ``left relation right`` holds.

    Attributes:
        left, relation, right: as they were read.
        setting: what the names mean there.
        conditions: relations said to hold beside the line.
        tends: a variable and where it tends to.
        facts: equations before it, which it may use.
        wider: facts of earlier displays, which it may use beside them, one display at a time.
        implied: whether it is said to follow from the facts.
        back: an equation that is said to follow from it in turn.
    """

    left: Any
    relation: str
    right: Any
    setting: Setting
    conditions: tuple[Any, ...] = ()
    tends: tuple[Any, Any] | None = None
    facts: tuple[tuple[Any, str, Any], ...] = ()
    wider: tuple[tuple[tuple[Any, str, Any], ...], ...] = ()
    implied: bool = False
    back: tuple[Any, str, Any] | None = None


@dataclass(frozen=True)
class Limiting:
    """How hard to try.

    Attributes:
        budget: seconds for the proof of one line.
        jobs: processes at a time.
        memory: bytes of address space of each.
        total: seconds for a whole file; what is not reached by then is undecided.
    """

    budget: float = 20.0
    jobs: int = 2
    memory: int | None = 3 * GIB
    total: float = 1800.0
    begun: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds that are left for the file."""
        return self.begun + self.total - time.monotonic()


def ask(question: Question, budget: float) -> dict[str, Any]:
    """What the prover says of a question, as JSON; runs in this process."""
    with notation(question.setting.notation):
        found = _asked(question, budget)
        if question.back is not None and found["verdict"] == "VERIFIED":
            left, relation, right = question.back
            here = (question.left, question.relation, question.right)
            back = _asked(replace(question, left=left, relation=relation, right=right, facts=(here,), wider=()), budget)
            if back["verdict"] != "VERIFIED":
                return {**back, "reason": f"the converse: {back['reason']}" if back["reason"] else ""}
        return found


def _asked(question: Question, budget: float) -> dict[str, Any]:
    setting = question.setting
    try:
        hypotheses = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
        left, right = resolved(question.left, setting), resolved(question.right, setting)
        wanted = list(statements(left, question.relation, right, setting, question.tends))
        facts = _facts(question.facts, setting)
        wider = [_facts(more, setting) for more in question.wider]
    except (NoStatement, NotImplementedError, ValueError) as problem:
        return {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}
    hows, used = [], False
    for statement in wanted:
        try:
            found = proof(statement, hypotheses, budget)
            near = relevant(facts, statement)
            if near and found.verdict is not Verdict.VERIFIED:
                found, used = follows(statement, near, hypotheses, budget), True
            for more in wider if found.verdict is not Verdict.VERIFIED else ():
                if not (further := relevant(more, statement)):
                    continue
                other = follows(statement, [*near, *further], hypotheses, budget)
                if other.verdict is Verdict.VERIFIED:
                    found, used = other, True
                    break
        except (Contradiction, IllPosed) as problem:
            return {"verdict": "UNDECIDED", "how": "", "reason": str(problem), "witness": None}
        if found.verdict is not Verdict.VERIFIED:
            return {**_as_json(found), "used": used}
        hows.append(found.how)
    how = "; ".join(dict.fromkeys(hows))
    return {"verdict": "VERIFIED", "how": how, "reason": "", "witness": None, "used": used}


def _facts(triples: Sequence[tuple[Any, str, Any]], setting: Setting) -> list[Any]:
    return [
        hypothesis(resolved(one, setting), relation, resolved(other, setting))
        for one, relation, other in triples
        if relation in ("=", "<", "<=", ">", ">=", "!=")
    ]


def _as_json(found: Any) -> dict[str, Any]:
    witness = found.witness and {
        "symbols": dict(found.witness.symbols), "residual": found.witness.residual, "part": found.witness.part
    }  # fmt: skip
    return {"verdict": found.verdict.value, "how": found.how, "reason": found.reason or "", "witness": witness}


def ask_all(questions: Sequence[Question], limiting: Limiting) -> list[dict[str, Any]]:
    """What the prover says of each question, each in a process of its own."""
    return in_processes([lambda q=q: ask(q, limiting.budget) for q in questions], limiting)  # type: ignore[misc]


def in_processes(
    work: Sequence[Callable[[], dict[str, Any]]], limiting: Limiting, seconds: float | None = None
) -> list[dict[str, Any]]:
    """The answers of several pieces of work, in order; one that fails is undecided, with the reason."""
    answers: list[dict[str, Any]] = [{} for _ in work]
    limits = Limits(1.5 * limiting.budget + 5 if seconds is None else seconds, limiting.memory)
    with Pool(limiting.jobs) as pool:
        for number, piece in enumerate(work):
            pool.submit(number, piece, limits)
        for key, outcome in pool:
            answers[key] = _answer(outcome)  # type: ignore[call-overload]
            if limiting.left < 0:
                break
    late = {"verdict": "UNDECIDED", "how": "", "reason": f"not reached within {limiting.total:g} s", "witness": None}
    return [answer or dict(late) for answer in answers]


def _answer(outcome: Outcome) -> dict[str, Any]:
    if outcome.failure:
        return {"verdict": "UNDECIDED", "how": "", "reason": outcome.reason, "witness": None,
                "seconds": outcome.seconds, "failure": outcome.failure}  # fmt: skip
    return {**outcome.value, "seconds": outcome.seconds}


# --- reading --------------------------------------------------------------------------------------------------


@dataclass
class Chain:
    """An equation that was read: its left side, and its steps."""

    equation: Equation
    left: Any
    steps: list[tuple[Step, Any, Question | None, Line]] = field(default_factory=list)


class Reading:
    """Reads a document in order; what cannot be read is a line of its own, and the rest goes on.

    Args:
        document: cut up.
        only: if given, the number of the part up to which to read.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.setting = Setting()
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
            self.setting.declare(part.key, part.text)
        except (Misdeclared, CannotRead) as problem:
            self.troubles.append(Trouble(part.line, f"in {part.key}: {problem}"))

    def _equation(self, equation: Equation) -> None:
        first = equation.steps[0]
        if first.relation == ":=":
            self._definition(equation)
            return
        setting = self.setting.copy()
        try:
            left = setting.read(equation.start)
        except CannotRead as problem:
            self._unread(equation, first, f"{equation.start[:80]}: {problem}")
            return
        self._steps(Chain(equation, left), equation.steps, setting)

    def _steps(self, chain: Chain, steps: Sequence[Step], setting: Setting) -> None:
        for step in steps:
            line = Line(step.block, step.line, step.source, step.relation, step.text)
            self.lines.append(line)
            try:
                if step.relation == "in":
                    line.reason = "a membership: no claim is checked"
                    chain.steps.append((step, None, None, line))
                    continue
                if step.relation == ":=":
                    raise CannotRead("a definition stands at the beginning of a chain")
                right = setting.read(step.text)
                conditions, tends = self._conditions(step, setting)
            except (CannotRead, ValueError) as problem:
                line.status, line.reason = Status.UNREAD, str(problem)
                chain.steps.append((step, None, None, line))
                continue
            chain.steps.append((step, right, Question(None, step.relation, right, setting, conditions, tends), line))
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
        line = Line(step.block, step.line, step.source, step.relation, step.text, Status.ASSUMED)
        self.lines.append(line)
        try:
            value = self.setting.read(step.text)
            self.setting.define(equation.start, value)
        except (CannotRead, ValueError) as problem:
            line.status, line.reason = Status.UNREAD, str(problem)
            return
        line.reason = f"a definition: {equation.start} stands for it from here on"
        if equation.steps[1:]:
            self._steps(Chain(replace(equation, line=step.line), value), equation.steps[1:], self.setting.copy())

    def _unread(self, equation: Equation, step: Step, reason: str) -> None:
        self.lines.append(
            Line(step.block, step.line, step.source, step.relation, step.text, Status.UNREAD, reason=reason)
        )
        for after in equation.steps[1:]:
            self.lines.append(
                Line(after.block, after.line, after.source, after.relation, after.text, Status.UNREAD, reason=LOST)
            )


# --- checking -------------------------------------------------------------------------------------------------


Fact = tuple[Any, str, Any]


@dataclass
class Task:
    """A line to check: the question it asks, its place in its chain, and the lines that its facts are from.

    `used` says whether the facts were needed to answer.
    """

    line: Line
    question: Question
    chain: Chain
    place: int
    premise: bool = False
    sources: tuple[Line, ...] = ()
    used: bool = False


def check(chains: Sequence[Chain], limiting: Limiting) -> list[Task]:
    """Fill in what is found about each line that was read; the tasks, for mending."""
    tasks = list(_tasks(chains))
    for task, answer in zip(tasks, ask_all([t.question for t in tasks], limiting), strict=True):
        _enter(task.line, answer)
        task.used = answer.get("used", True)
    _settle_premises(tasks)
    _after_wrong_facts(tasks, limiting)
    _after_errors(tasks, limiting)
    return tasks


def _tasks(chains: Sequence[Chain]) -> Iterator[Task]:
    run: list[tuple[Fact, Line]] = []  # the equations of the implications that go on here
    displays: dict[int, list[tuple[Fact, Line]]] = {}  # what each display assumed or derived from that
    given: list[tuple[Fact, Line]] = []
    for number, chain in enumerate(chains):
        equation = chain.equation
        follows_next = number + 1 < len(chains) and chains[number + 1].equation.link != ""
        here = displays.setdefault(equation.block, [])
        if not equation.link:
            run = []
        left, before = chain.left, equation.line
        known: list[tuple[Fact, Line]] = []
        for place, (step, right, question, line) in enumerate(chain.steps):
            if question is None or right is None:
                left, before = None, step.line
                continue
            if step.relation == "~" or left is None:
                line.status = Status.UNCHECKED
                line.reason = "about equal: no claim is checked" if left is not None else LOST
                left, before = right, step.line
                continue
            line.against = before if place else None
            line.read_as = _read_as(left, step.relation, right, question.setting)
            known.append(((left, step.relation, right), line))
            if equation.given:
                line.status, line.reason = Status.ASSUMED, "given"
            else:
                implied = equation.link != "" and place == 0
                own = [*given, *(run or here)]
                earlier = [facts for block, facts in displays.items() if block != equation.block and facts][-3:]
                asked = replace(
                    question, left=left, implied=implied, facts=tuple(fact for fact, _ in own),
                    wider=tuple(tuple(fact for fact, _ in facts) for facts in reversed(earlier)),
                    back=run[-1][0] if implied and equation.link == "<=>" and run else None,
                )  # fmt: skip
                premise = place == 0 and follows_next and not equation.link
                yield Task(line, asked, chain, place, premise, tuple(line for _, line in own))
            left, before = right, step.line
        if equation.given:
            given += known
        elif equation.link or follows_next:
            run += known
            here += known


LOST = "what it follows could not be read"


def _read_as(left: Any, relation: str, right: Any, setting: Setting) -> str:
    with notation(setting.notation):
        shown = f"{text(left)} {relation} {text(right)}"
    return shown if len(shown) <= 400 else f"{shown[:390]} ..."


def _enter(line: Line, answer: dict[str, Any]) -> None:
    line.status = Status(answer["verdict"])
    line.how, line.reason, line.witness = answer["how"], answer["reason"], answer["witness"]
    line.seconds += answer.get("seconds", 0.0)


def _settle_premises(tasks: Sequence[Task]) -> None:
    """An equation from which the next one is said to follow need not hold by itself: it is assumed."""
    for task in tasks:
        line = task.line
        if task.premise and line.status in (Status.REFUTED, Status.UNDECIDED):
            fails = _where(line)
            line.note = f"by itself it fails {fails}" if fails else ""
            line.status, line.reason, line.witness = Status.ASSUMED, "a premise of what follows", None
        step = task.chain.steps[task.place][0]
        if line.status is Status.REFUTED and step.unread:
            line.reason = f"it fails {_where(line)}; what is said beside it was not understood: {step.unread}"
            line.status, line.witness = Status.UNDECIDED, None


def _after_wrong_facts(tasks: Sequence[Task], limiting: Limiting) -> None:
    """What is said to follow from a wrong equation: from that one as printed, and from those before it."""
    carrying: set[int] = set()  # lines that follow from a wrong one only

    def is_bad(line: Line) -> bool:
        return line.status is Status.REFUTED or id(line) in carrying

    for task in tasks:
        wrong = [source for source in task.sources if is_bad(source)]
        if not wrong or not task.used or task.line.status is Status.ASSUMED:
            continue
        pairs = list(zip(task.question.facts, task.sources, strict=True))
        right = tuple(fact for fact, source in pairs if not is_bad(source))
        good = replace(task.question, facts=right, wider=(), back=None)
        printed = replace(task.question, facts=tuple(fact for fact, _ in pairs[-1:]), wider=(), back=None)
        for asked, note in (
            (good, f"does not need line {wrong[0].line}, which is wrong"),
            (printed, f"follows from the line before it, and carries the error of line {wrong[0].line}"),
        ):
            (answer,) = ask_all([asked], limiting)
            if answer["verdict"] == "VERIFIED" or asked is good:
                _enter(task.line, answer)
                task.line.note = note if answer["verdict"] == "VERIFIED" else ""
                if asked is printed:
                    carrying.add(id(task.line))
            if answer["verdict"] == "VERIFIED":
                break


def _where(line: Line) -> str:
    if line.witness is None:
        return ""
    return "at " + (", ".join(f"{k} = {v}" for k, v in line.witness["symbols"].items()) or "every point")


def _after_errors(tasks: Sequence[Task], limiting: Limiting) -> None:
    """Lines after a wrong one of the same chain, against the last value that was right."""
    again: list[tuple[Task, str, int, Question]] = []
    for chain in {id(t.chain): t.chain for t in tasks}.values():
        own = {t.place: t for t in tasks if t.chain is chain}
        anchor, relation, broken = chain.left, "=", False
        anchor_line, anchor_name = chain.equation.line, f"the left side in line {chain.equation.line}"
        for place, (step, right, question, line) in enumerate(chain.steps):
            task = own.get(place)
            if task is None or question is None:
                if right is not None:
                    anchor, relation, broken = right, "=", False
                    anchor_line, anchor_name = step.line, f"line {step.line}"
                continue
            if broken and (joint := joint_relation(relation, step.relation)) is not None:
                again.append((task, anchor_name, anchor_line, replace(task.question, left=anchor, relation=joint)))
            relation = joint_relation(relation, step.relation) or ""
            if line.status is Status.REFUTED and not task.question.implied:
                broken = True
            elif not broken:
                anchor, relation = right, "="
                anchor_line, anchor_name = step.line, f"line {step.line}"
    answers = ask_all([question for *_, question in again], limiting)
    for (task, name, number, _), answer in zip(again, answers, strict=True):
        line = task.line
        line.seconds += answer.get("seconds", 0.0)
        if answer["verdict"] == "VERIFIED":
            if line.status is not Status.VERIFIED:
                _enter(line, answer)
                line.against = number
                line.note = f"follows from {name}, and not from the wrong line before it"
            else:
                line.note = f"agrees with {name} again"
        elif answer["verdict"] == "REFUTED":
            if line.status is Status.VERIFIED:
                line.note = f"follows from the line before it, and carries its error: it differs from {name}"
            elif line.status is Status.REFUTED:
                line.note = f"wrong against {name} too"


def joint_relation(one: str, other: str) -> str | None:
    """The relation that two in a row amount to; None if they amount to none."""
    if one == "=" or other == "=":
        return other if one == "=" else one
    if not one or not other or "!=" in (one, other) or "->" in (one, other) or one[0] != other[0]:
        return None
    return one[0] if len(one) == 1 or len(other) == 1 else one
