"""Lines of a paper whose sizes do not fit, and that one slip explains: a transpose, an index or a letter for another.

By itself a line that does not fit says only that something in it is not what was declared: a custom of the paper, a
letter that means another thing there, a wrong declaration. It is wrong where all else speaks for the declarations: the
same two matrices meet in no other line, and with one slip undone it fits, and is proved, by itself or given what is
stated before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ....ground import effort
from ..facts.by_facts import HELD
from ..facts.stated import Facts, ask_again, letters_of
from ..facts.supports import BY_WORDS
from ..facts.tied import leave_open
from ..files.parts import Document
from ..files.tokens import Unbalanced, joined, words
from ..judging.chains import Reading
from ..judging.checking import Task
from ..judging.lines import MISFIT, ask, ask_all, in_processes
from ..judging.questions import Beside, Limiting, Line, Mend, Question, Status
from ..notation.arrays import as_printed
from ..notation.spelling import plain
from ..page.traits import explained
from .excuses import unknown
from .mend import SHOWN, SIGNS_LATEX
from .size_customs import is_custom, is_guessed, is_known, may_be_wrong
from .size_slips import Slip, slips
from .unfit import TIMES, apart, bare, in_words
from .unfit_lines import Unfit, matrices_of, on_the_left, unfit_lines

MOST_LINES = 24
MOST_CANDIDATES = 40
SECONDS = 8.0
"""For the proofs of what may be meant by one line."""


@dataclass(frozen=True)
class _Offer:
    """A slip that is undone, the line without it, and what was found of that."""

    slip: Slip
    task: Task


def sizes_slipped(
    reading: Reading,
    tasks: Sequence[Task],
    facts: Facts,
    document: Document,
    limiting: Limiting,
    *,
    mending: bool = True,
) -> bool:
    """Call the lines wrong of which one slip explains that their sizes do not fit.

    Args:
        reading: for the lines that could not be formed, and what of the declarations was not understood.
        tasks: of the lines that were read, in order, with what was found about them.
        facts: what is stated, as it was given to them.
        document: for words that may be why a line is right all the same.
        limiting: how hard to try.
        mending: whether to show what would fit also where nothing is called wrong.

    Returns:
        Whether any line is.
    """
    unfit = unfit_lines(reading, tasks)
    looked_at = [one for one in unfit if may_be_wrong(one, reading, document)][:MOST_LINES]
    if not (looked_at or (mending and unfit)):
        return False
    others = [one for one in unfit if not any(one is other for other in looked_at)]
    offers = _offers([*looked_at, *others[: MOST_LINES - len(looked_at)]], tasks, facts, limiting)
    met = Counter(meeting for one in unfit for meeting in one.meetings)
    met.update(meeting for pairs in on_the_left(reading) for meeting in pairs)
    wrong: list[Unfit] = []
    for one in looked_at:
        offered, sides = offers[id(one.line)], f"{one.before} {one.text}"
        if any(explained(offer.slip.change.what, sides, document.traits) for offer in offered):
            continue
        offered = [offer for offer in offered if is_known(offer.slip, one, tasks, document)]
        if not offered or any(met[meeting] > 1 for meeting in one.meetings) or is_custom(one, document, reading):
            continue
        strange = [other for other in unfit if other is not one and not offers.get(id(other.line))]
        if not any(one.letters & other.letters for other in strange):
            _call(one, offered)
            wrong.append(one)
    for one in unfit if mending else ():
        if offers.get(id(one.line)) and not one.line.mends and one.line.status is Status.UNDECIDED:
            one.line.mends, one.line.searched = _mends(offers[id(one.line)]), True
    _go_on(wrong, tasks, facts, limiting)
    return bool(wrong)


# --- what was meant -------------------------------------------------------------------------------------------------


def _offers(unfit: Sequence[Unfit], tasks: Sequence[Task], facts: Facts, limiting: Limiting) -> dict[int, list[_Offer]]:
    """The slips that, undone, prove each of some lines: by themselves, or given what is stated; by the lines."""
    work = [lambda one=one: _fitting(one, min(SECONDS, limiting.budget)) for one in unfit]
    made: list[tuple[Unfit, list[_Offer]]] = []
    asked: list[tuple[int, Task]] = []
    for one, answer in zip(unfit, in_processes(work, limiting, what="sizes that do not fit"), strict=True):
        found = [offer for k, how in answer.get("fits", ()) if (offer := _offered(one, k, how)) is not None]
        alone = [offer for offer in found if offer.task.line.status is Status.VERIFIED]
        made.append((one, alone or found))
        asked += [(_place(one.line, tasks), offer.task) for offer in found if not alone]
    ask_again(asked, facts, limiting)
    _leave_open([offer.task for _, offers in made for offer in offers], tasks, facts)
    return {id(one.line): [offer for offer in offers if _is_firm(offer.task)] for one, offers in made}


def _place(line: Line, tasks: Sequence[Task]) -> int:
    """How many of the lines that were read stand before one."""
    return next((k for k, task in enumerate(tasks) if task.line.line >= line.line), len(tasks))


def _leave_open(proved: Sequence[Task], tasks: Sequence[Task], facts: Facts) -> None:
    stated = [task for task in tasks if task.line.status is Status.STATED]
    leave_open([*stated, *proved], facts.given)


def _changes(one: Unfit) -> list[Slip]:
    setting = one.question.setting
    try:
        tokens = plain(words(one.text), setting.names)
    except Unbalanced:
        return []
    known = matrices_of(one.question.left)
    return sorted(slips(tokens, setting, known), key=lambda slip: slip.change.cost)


def _changed(one: Unfit, slip: Slip) -> Question | None:
    """The question with a slip undone; None if it cannot be read, does not fit, or says nothing."""
    setting = one.question.setting
    try:
        right, written = setting.read_written(joined(slip.change.tokens))
    except (ArithmeticError, ValueError, TypeError, AttributeError, LookupError, NotImplementedError):
        return None
    if not isinstance(right, sp.Basic) or right == one.question.right or apart(one.question.left, right):
        return None
    if slip.change.cost > 2 and right == one.question.left:
        return None
    if tuple(plain(words(one.before), setting.names)) == slip.change.tokens:
        return None
    return replace(one.question, right=right, right_written=written)


def _fitting(one: Unfit, budget: float) -> dict[str, Any]:
    """Which slips, by their numbers, fit when they are undone, and how the line is proved then by itself; as JSON."""
    end = effort.spent() + budget
    seen: set[Any] = set()
    found: list[tuple[int, str]] = []
    cost = 0
    for k, slip in enumerate(_changes(one)):
        if len(seen) >= MOST_CANDIDATES or (any(how for _, how in found) and slip.change.cost > cost):
            break
        if (question := _changed(one, slip)) is None or question.right in seen:
            continue
        seen.add(question.right)
        left = end - effort.spent()
        answer = ask(question, min(left, 4.0)) if left > 0 else {"verdict": ""}
        proved = answer["verdict"] == "VERIFIED" and not answer.get("guessed")
        found.append((k, answer["how"] or "proved" if proved else ""))
        cost = slip.change.cost
    return {"fits": found}


def _offered(one: Unfit, number: int, how: str) -> _Offer | None:
    """A slip as an offer, with the line without it as a task of its own."""
    slip = _changes(one)[number]
    if (question := _changed(one, slip)) is None:
        return None
    line = replace(one.line, status=Status.VERIFIED if how else Status.UNDECIDED, how=how, reason="", note="", mends=[])
    return _Offer(slip, Task(line, question, one.chain, one.place))


def _is_firm(task: Task) -> bool:
    """Whether a line is proved, and rests on nothing that is guessed, open, or said in words."""
    line = task.line
    if line.status is not Status.VERIFIED or line.guessed or HELD in line.note or unknown(task):
        return False
    facts = [side for left, _, right in task.question.facts for side in (left, right)]
    letters = letters_of(task.question).union(*(getattr(side, "free_symbols", set()) for side in facts))
    if is_guessed(letters, task.question.setting):
        return False
    return all(
        support.status in (Status.STATED, Status.VERIFIED, Status.ASSUMED)
        and not support.guessed and not support.reason.startswith(BY_WORDS) for support in task.supports
    )  # fmt: skip


# --- what is said of it ---------------------------------------------------------------------------------------------


def _call(one: Unfit, offers: Sequence[_Offer]) -> None:
    """Enter that a line is wrong, and what would be right."""
    least = min(offers, key=lambda offer: offer.slip.change.cost)
    line, first = one.line, least.task
    line.status, line.how, line.searched, line.witness = Status.REFUTED, MISFIT, True, None
    pair = min(one.found, key=lambda pair: pair.how != TIMES)
    line.reason = f"sizes do not fit as they are declared: {in_words(pair, one.question.setting, bare(one.text))}"
    line.mends = _mends(offers)
    line.note = first.line.note
    if line.against is None and (one.place or one.chain.headless):  # it was not read
        line.against = one.chain.steps[one.place - 1][0].line if one.place else one.chain.equation.line


def _mends(offers: Sequence[_Offer]) -> list[Mend]:
    """The simplest of some slips, as what mends a line."""
    least = min(offer.slip.change.cost for offer in offers)
    best = [offer for offer in offers if offer.slip.change.cost == least][:SHOWN]
    sign = SIGNS_LATEX["="]
    return [Mend(as_printed(f"{sign} {joined(offer.slip.change.tokens)}"), offer.slip.change.what) for offer in best]


def _go_on(wrong: Sequence[Unfit], tasks: Sequence[Task], facts: Facts, limiting: Limiting) -> None:
    """Ask for the lines right after wrong ones whether they follow from what stands before these."""
    asked: list[tuple[Unfit, Task, Task]] = []
    for one in wrong:
        task = next((t for t in tasks if t.chain is one.chain and t.place == one.place + 1), None)
        if task is None or not task.misfit or task.question.implied or apart(one.question.left, task.question.right):
            continue
        task.line.reason = f"it follows line {one.line.line}, which is wrong, and does not fit it"
        question = replace(task.question, left=one.question.left, left_written=one.question.left_written)
        line = replace(task.line, note="", mends=[])
        asked.append((one, task, Task(line, question, task.chain, task.place)))
    for (_, _, new), answer in zip(asked, ask_all([new.question for *_, new in asked], limiting), strict=True):
        if answer["verdict"] == "VERIFIED":
            new.line.status, new.line.how, new.line.note = Status.VERIFIED, answer["how"], answer.get("note", "")
            new.line.guessed = sorted({*new.line.guessed, *answer.get("guessed", [])})
    ask_again(
        [(_place(new.line, tasks), new) for *_, new in asked if new.line.status is not Status.VERIFIED], facts, limiting
    )
    _leave_open([new for *_, new in asked], tasks, facts)
    for one, task, new in asked:
        if not _is_firm(new):
            continue
        line, before = task.line, one.chain.steps[one.place - 1][0].line if one.place else one.chain.equation.line
        name = f"line {before}" if one.place else f"the left side in line {before}"
        line.status, line.how, line.reason, line.mends = Status.VERIFIED, new.line.how, "", []
        line.against, line.beside = before, Beside.PAST
        said = f"follows from {name}, and not from the wrong line before it"
        line.note = "; ".join(filter(None, (said, new.line.note)))
        task.question, task.supports, task.misfit = new.question, new.supports, False
