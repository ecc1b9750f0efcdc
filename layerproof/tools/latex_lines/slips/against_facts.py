"""Equations that contradict what is stated before them, and that one slip explains.

A line that goes on from what other lines state fails by itself, which says nothing. But where it fails at values that
satisfy all of that, and with one sign, number, exponent or transpose changed it follows from it, it is wrong: given
these lines, as a tick would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..files.parts import Document
from ..judging.checking import IF_GUESSED, Task
from ..judging.lines import in_processes
from ..judging.questions import Limiting, Mend, Status
from ..notation.arrays import as_commands, as_printed
from ..page.traits import explained
from .excuses import has_a_reason, slip_of, unknown
from .mend import mends

MOST = 24


def against_facts(tasks: Sequence[Task], document: Document, limiting: Limiting) -> None:
    """Call the lines wrong that contradict what is stated, if one slip explains it.

    Args:
        tasks: of the lines, in order.
        document: for words that may be why a line holds all the same.
        limiting: how hard to try.
    """
    asked = [(task, task.given) for task in tasks if task.given is not None and _fails(task, document)][:MOST]
    work = [
        lambda task=task, question=given[0]: mends(
            question, as_commands(task.line.text), _before(task), False, limiting.budget, with_facts=True
        )
        for task, given in asked
    ]
    answers = in_processes(work, limiting, what="contradictions")
    for (task, (given, said, near)), answer in zip(asked, answers, strict=True):
        line = task.line
        offers = [Mend(as_printed(m["latex"]), m["what"], as_printed(m["plain"])) for m in answer.get("mends", [])]
        line.seconds += answer.get("seconds", 0.0)
        slip = slip_of(replace(task, question=given))
        slips = [offer for offer in offers if slip.fullmatch(offer.what)]
        sides = f"{_before(task)} {line.text}"
        if not slips or any(explained(offer.what, sides, document.traits) for offer in slips):
            continue
        line.status, line.reason, line.mends, line.searched = Status.REFUTED, "", slips, True
        line.how = f"it contradicts what is stated in line {said}"
        line.note, task.supports = f"given what is stated in line {said}", near


def _fails(task: Task, document: Document) -> bool:
    """Whether a step fails where what is stated holds, and nothing in its words may make it right."""
    line = task.line
    if line.status is not Status.UNDECIDED or task.place == 0 or task.chain.headless:
        return False
    if task.question.relation != "=":  # a bound may hold by what the paper says of its letters, wherever that is
        return False
    if task.misfit or task.late or task.open or line.guessed or line.reason.startswith(IF_GUESSED):
        return False
    asked = replace(task, question=task.given[0]) if task.given is not None else task
    if line.block in document.doubtful or unknown(asked) is not None:
        return False
    return not has_a_reason(task.chain.steps[task.place][0], True)


def _before(task: Task) -> str:
    return task.chain.steps[task.place - 1][0].text
