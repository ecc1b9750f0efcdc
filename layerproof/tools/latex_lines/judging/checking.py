"""Line by line: each is checked against the one before it, and, after a wrong one, against the last that was right."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....language.printing import notation, text
from ....language.reading import Partial
from ..letters.setting import Setting
from ..notation.arrays import entries, is_paired
from .chains import LOST, Chain
from .lines import MISFIT, ask_all
from .questions import Beside, Limiting, Line, Question, Status

Fact = tuple[Any, str, Any]
IF_GUESSED = "it fails if, as is guessed,"
"""How the reason of a line begins that would be called wrong if declarations were confirmed."""


@dataclass
class Task:
    """A line to check: the question it asks, its place in its chain, and the lines that its facts are from.

    `used` says whether the facts were needed to answer, `rests` what may make it right where it fails, `open` that not
    even a slip makes it wrong, `misfit` whether sizes do not fit as they are declared for a whole paper, `supports` the
    lines that a proof went on from, `late` whether time or memory ran out before it was answered, and `given` where it
    fails although what is stated before it holds: the question with that, its lines in words, and these.
    """

    line: Line
    question: Question
    chain: Chain
    place: int
    premise: bool = False
    sources: tuple[Line, ...] = ()
    used: bool = False
    rests: str = ""
    open: bool = False
    misfit: bool = False
    supports: tuple[Line, ...] = ()
    late: bool = False
    given: tuple[Question, str, tuple[Line, ...]] | None = None


def check(chains: Sequence[Chain], limiting: Limiting) -> list[Task]:
    """Fill in what is found about each line that was read by itself; the tasks, for what comes after."""
    tasks = list(_tasks(chains))
    for task, answer in zip(tasks, ask_all([t.question for t in tasks], limiting), strict=True):
        _enter(task.line, answer)
        task.used = answer.get("used", True)
        task.late = bool(answer.get("failure")) or "seconds" not in answer
    _settle_premises(tasks)
    return tasks


def after_errors(tasks: Sequence[Task], limiting: Limiting) -> None:
    """How the lines after a wrong one stand to it."""
    _after_wrong_facts(tasks, limiting)
    _after_wrong_lines(tasks, limiting)


def _tasks(chains: Sequence[Chain]) -> Iterator[Task]:
    run: list[tuple[Fact, Line]] = []  # the equations of the implications that go on here
    displays: dict[int, list[tuple[Fact, Line]]] = {}  # what each display assumed or derived from that
    given: list[tuple[Fact, Line]] = []
    parts: dict[int, tuple[Partial, ...]] = {}  # what in each line need not have a value
    for number, chain in enumerate(chains):
        equation = chain.equation
        follows_next = number + 1 < len(chains) and chains[number + 1].equation.link != ""
        here = displays.setdefault(equation.block, [])
        if not equation.link:
            run = []
        left, written, before = chain.left, chain.written, equation.line
        known: list[tuple[Fact, Line]] = []
        for place, (step, right, question, line) in enumerate(chain.steps):
            if question is None or right is None:
                left, written, before = None, (), step.line
                continue
            if step.relation == "~" or left is None:
                line.status = Status.UNCHECKED
                line.reason = "about equal: no claim is checked" if left is not None else LOST
                left, written, before = right, question.right_written, step.line
                continue
            line.against = before if place or chain.headless else None
            line.read_as = _read_as(left, step.relation, right, question.setting)
            known.append(((left, step.relation, right), line))
            parts[id(line)] = (*written, *question.right_written)
            if equation.given or step.given:
                line.status, line.reason = Status.ASSUMED, "given"
            else:
                implied = equation.link != "" and place == 0
                own = [*given, *(run or here)]
                earlier = [facts for block, facts in displays.items() if block != equation.block and facts][-3:]
                back = run[-1] if implied and equation.link == "<=>" and run else None
                asked = replace(
                    question, left=left, left_written=written, implied=implied, facts=tuple(fact for fact, _ in own),
                    wider=tuple(tuple(fact for fact, _ in facts) for facts in reversed(earlier)),
                    goes_on=implied and not (run or here),
                    back=back and back[0], back_written=parts[id(back[1])] if back else (),
                )  # fmt: skip
                premise = place == 0 and follows_next and not equation.link
                yield Task(line, asked, chain, place, premise, tuple(line for _, line in own))
            left, written, before = right, question.right_written, step.line
        said = [pair for pair in known if pair[1].status is Status.ASSUMED]
        known = [pair for pair in known if pair[1].status is not Status.ASSUMED]
        given += said
        if equation.link or follows_next:
            run += known
            here += known


def _read_as(left: Any, relation: str, right: Any, setting: Setting) -> str:
    pairs = [(left, right)]
    if is_paired(left) or is_paired(right):
        with contextlib.suppress(ValueError):
            pairs = entries(left, right)
    with notation(setting.notation):
        shown = "; ".join(f"{text(one)} {relation} {text(other)}" for one, other in pairs)
    return shown if len(shown) <= 400 else f"{shown[:390]} ..."


def _enter(line: Line, answer: dict[str, Any]) -> None:
    line.status = Status(answer["verdict"])
    line.how, line.reason, line.witness = answer["how"], answer["reason"], answer["witness"]
    line.note = answer.get("note", line.note)
    line.guessed = answer.get("guessed", [])
    line.seconds += answer.get("seconds", 0.0)


def _stands(line: Line, beside: Beside | None, note: str) -> None:
    """Say how a line stands to a wrong one before it."""
    line.beside, line.note = beside, note


def _settle_premises(tasks: Sequence[Task]) -> None:
    """An equation from which the next one is said to follow need not hold by itself: it is assumed."""
    for task in tasks:
        line = task.line
        if line.how == MISFIT:
            continue
        if task.premise and line.status in (Status.REFUTED, Status.UNDECIDED):
            fails = _where(line)
            line.note = f"by itself it fails {fails}" if fails else ""
            line.status, line.reason, line.witness = Status.ASSUMED, "a premise of what follows", None


def _after_wrong_facts(tasks: Sequence[Task], limiting: Limiting) -> None:
    """What is said to follow from a wrong equation: from that one as printed, and from those before it."""
    carrying: set[int] = set()  # lines that follow from a wrong one only

    def is_bad(line: Line) -> bool:
        return line.status is Status.REFUTED or id(line) in carrying

    for task in tasks:
        wrong = [source for source in task.sources if is_bad(source)]
        if not wrong or not task.used or task.line.status is Status.ASSUMED:
            continue
        own, stated = task.question.facts[: len(task.sources)], task.question.facts[len(task.sources) :]
        pairs = list(zip(own, task.sources, strict=True))
        right = (*(fact for fact, source in pairs if not is_bad(source)), *stated)
        good = replace(task.question, facts=right, wider=(), back=None)
        printed = replace(task.question, facts=tuple(fact for fact, _ in pairs[-1:]), wider=(), back=None)
        for asked, beside, note in (
            (good, Beside.WITHOUT, f"does not need line {wrong[0].line}, which is wrong"),
            (
                printed,
                Beside.CARRIES,
                f"follows from the line before it, and carries the error of line {wrong[0].line}",
            ),
        ):
            (answer,) = ask_all([asked], limiting)
            if answer["verdict"] == "VERIFIED" or asked is good:
                _enter(task.line, answer)
                _stands(task.line, *((beside, note) if answer["verdict"] == "VERIFIED" else (None, "")))
                if asked is printed:
                    carrying.add(id(task.line))
            if answer["verdict"] == "VERIFIED":
                break


def _where(line: Line) -> str:
    if line.witness is None:
        return ""
    return "at " + (", ".join(f"{k} = {v}" for k, v in line.witness["symbols"].items()) or "every point")


def _after_wrong_lines(tasks: Sequence[Task], limiting: Limiting) -> None:
    """Lines after a wrong one of the same chain, against the last value that was right."""
    again: list[tuple[Task, str, int, Question]] = []
    for chain in {id(t.chain): t.chain for t in tasks}.values():
        own = {t.place: t for t in tasks if t.chain is chain}
        anchor, written, relation, broken = chain.left, chain.written, "=", False
        anchor_line, anchor_name = chain.equation.line, f"the left side in line {chain.equation.line}"
        for place, (step, right, question, line) in enumerate(chain.steps):
            task = own.get(place)
            if task is None or question is None:
                if right is not None:
                    anchor, written, relation, broken = right, question.right_written if question else (), "=", False
                    anchor_line, anchor_name = step.line, f"line {step.line}"
                continue
            joint = joint_relation(relation, step.relation) if broken else None
            if broken and joint is None and line.status is Status.REFUTED:
                _leave_open(line)
            if joint is not None:
                again.append(
                    (
                        task,
                        anchor_name,
                        anchor_line,
                        replace(task.question, left=anchor, left_written=written, relation=joint),
                    )
                )
            relation = joint_relation(relation, step.relation) or ""
            if line.status is Status.REFUTED and not task.question.implied:
                broken = True
            elif not broken:
                anchor, written, relation = right, question.right_written, "="
                anchor_line, anchor_name = step.line, f"line {step.line}"
    answers = ask_all([question for *_, question in again], limiting)
    for (task, name, number, _), answer in zip(again, answers, strict=True):
        line = task.line
        line.seconds += answer.get("seconds", 0.0)
        if answer["verdict"] == "VERIFIED":
            if line.status is not Status.VERIFIED:
                _enter(line, answer)
                line.against = number
                _stands(line, Beside.PAST, f"follows from {name}, and not from the wrong line before it")
            else:
                _stands(line, Beside.AGREES, f"agrees with {name} again")
        elif answer["verdict"] == "REFUTED":
            if line.status is Status.VERIFIED:
                note = f"follows from the line before it, and carries its error: it differs from {name}"
                _stands(line, Beside.CARRIES, note)
            elif line.status is Status.REFUTED:
                _stands(line, Beside.TOO, f"wrong against {name} too")
        elif line.status is Status.REFUTED:
            _leave_open(line)


def _leave_open(line: Line) -> None:
    """A line that fails against a wrong one, and is not seen to fail against the last that was right, may be right."""
    line.status, line.witness = Status.UNDECIDED, None
    line.reason = (
        "it does not follow from the line before it, which does not follow either, "
        "and is compared with no line that does"
    )


def joint_relation(one: str, other: str) -> str | None:
    """The relation that two in a row amount to; None if they amount to none."""
    if one == "=" or other == "=":
        return other if one == "=" else one
    if not one or not other or "!=" in (one, other) or "->" in (one, other) or one[0] != other[0]:
        return None
    return one[0] if len(one) == 1 or len(other) == 1 else one
