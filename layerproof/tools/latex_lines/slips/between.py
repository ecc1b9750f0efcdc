r"""A line that both of its neighbours contradict, which agree with each other: of ``a = b = c`` it is b that is wrong.

What a paper says of its letters, or in the sentence round a display, may make a line right that algebra alone calls
wrong. It does not explain why the line after it follows from the one before it, and from this one not: whoever changes
a sign for a reason keeps it. So such a line is wrong if one slip explains it, whatever words are about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..judging.checking import Task
from ..judging.lines import MISFIT
from ..judging.questions import Beside, Question, Status


def between(tasks: Sequence[Task]) -> dict[int, Question]:
    """What is asked for mends of each line that is out of step with both neighbours, by the task that it is of.

    Both of its relations must be equations: a bound may be right by what bounds its letters.

    Args:
        tasks: in order, as the lines after wrong ones were compared with what stands before those.
    """
    own = {(id(task.chain), task.place): task for task in tasks}
    found: dict[int, Question] = {}
    for task in tasks:
        following = own.get((id(task.chain), task.place + 1))
        before = own.get((id(task.chain), task.place - 1))
        if following is None or not _is_wrong(task) or (before is not None and _is_wrong(before)):
            continue
        if following.line.beside is not Beside.PAST or task.question.implied or following.question.implied:
            continue
        if task.question.relation == "=" == following.chain.steps[following.place][0].relation:
            found[id(task)] = task.question
    return found


def _is_wrong(task: Task) -> bool:
    return task.line.status is Status.REFUTED and task.line.how != MISFIT
