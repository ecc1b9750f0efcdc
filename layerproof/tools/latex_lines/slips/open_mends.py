"""Equations that are open, and that follow from what is stated before them with one slip undone: look at these first.

A line that goes on from other lines fails, or is open, by itself. Where a small change makes it follow from them, that
change is shown beside it; the line stays open, for what is said of it may be right.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from ..facts.stated import Facts, ask_again
from ..files.tokens import Unbalanced, depths, joined, words
from ..judging.checking import Task
from ..judging.lines import ask_all
from ..judging.questions import Limiting, Line, Mend, Status
from ..letters.setting import Setting
from ..notation.arrays import as_commands, as_printed
from ..notation.spelling import plain
from .excuses import SLIP_BETWEEN
from .mend import SIGNS_LATEX
from .moves import Change, moves
from .sieve import Sieve

LOST = "with "
MOST_LINES = 16
MOST_CHANGES = 24
"""Of one line."""
SECONDS = 6.0
"""For each: the line without its slip is mostly proved soon."""
SHARE, MOST_SECONDS = 1 / 6, 60.0
"""Of the time for a file, and no more than so many seconds."""
ROUND = 8
"""Changes of each line that are asked at once; the less likely ones, that remain, only if none of these will do."""


def open_mends(tasks: Sequence[Task], facts: Facts, limiting: Limiting) -> None:
    """Enter the changes that make open equations follow from what is stated.

    Args:
        tasks: of the lines that were read, in order, with what was found about them.
        facts: what is stated, as it was given to them.
        limiting: how hard to try.
    """
    until = time.monotonic() + min(SHARE * limiting.total, MOST_SECONDS, limiting.left)
    briefly = replace(limiting, budget=min(SECONDS, limiting.budget), total=until - limiting.begun)
    left = [(k, task, _changed(task)) for k, task in enumerate(tasks) if _is_open(task)][:MOST_LINES]
    while left and time.monotonic() < until:
        tried = [
            (task, change, place, _asked(task, right)) for place, task, ways in left for change, right in ways[:ROUND]
        ]
        for (*_, asked), answer in zip(tried, ask_all([asked.question for *_, asked in tried], briefly), strict=True):
            if answer["verdict"] == "VERIFIED":  # without what is stated
                asked.line.status = Status.VERIFIED
        still = [(place, asked) for *_, place, asked in tried if asked.line.status is not Status.VERIFIED]
        ask_again(still, facts, briefly)
        for _, task, _ in left:
            task.line.mends = _best([(change, asked.line) for of, change, _, asked in tried if of is task])
            task.line.searched = True
        left = [(k, task, ways[ROUND:]) for k, task, ways in left if ways[ROUND:] and not task.line.mends]


def _asked(task: Task, right: sp.Basic) -> Task:
    line = replace(task.line, status=Status.UNDECIDED, reason="", note="", how="", mends=[], witness=None)
    return Task(line, replace(task.question, right=right), task.chain, task.place)


def _is_open(task: Task) -> bool:
    line = task.line
    return (
        line.status is Status.UNDECIDED and not line.mends and not task.late
        and task.question.relation == "=" and task.question.left is not None and not line.guessed
    )  # fmt: skip


def _changed(task: Task) -> list[tuple[Change, sp.Basic]]:
    """The slips that may have been made in the right side of a line, the likeliest first, and what it is without."""
    setting, question = task.question.setting, task.question
    try:
        tokens = plain(words(as_commands(task.line.text)), setting.names)
        found = [*moves(tokens, question, Sieve(question)), *_lost(task, tokens)]
    except (Unbalanced, ValueError, RecursionError):
        return []
    kept: dict[sp.Basic, Change] = {}
    for change in sorted(found, key=lambda change: change.cost):
        if len(kept) >= MOST_CHANGES:
            break
        if change.fitted or not (SLIP_BETWEEN.fullmatch(change.what) or change.what.startswith(LOST)):
            continue
        right = _read(setting, change)
        repeats = right == question.left and not change.what.startswith(LOST)
        if right is not None and right != question.right and not repeats:
            kept.setdefault(right, change)
    return [(change, right) for right, change in kept.items()]


def _lost(task: Task, tokens: Sequence[str]) -> list[Change]:
    """The line with one more term, which stands in the line before, too."""
    before = task.chain.steps[task.place - 1][0].text if task.place else ""
    try:
        earlier = plain(words(as_commands(before)), task.question.setting.names)
        terms = [term for term in _terms(earlier) if term not in _terms(tokens)]
    except Unbalanced:
        return []
    return [Change(2, f"{LOST}{as_printed(joined(term[1:]))} as before", (*tokens, *term)) for term in terms]


def _terms(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """The terms outside of brackets, each with its sign."""
    level = depths(tokens)
    signs = [k for k, token in enumerate(tokens) if k and level[k] == 0 and token in ("+", "-")]
    first = tuple(tokens[: signs[0]] if signs else tokens)
    rest = [tuple(tokens[k:end]) for k, end in zip(signs, [*signs, len(tokens)][1:], strict=True)]
    return [first if first[:1] == ("-",) else ("+", *first), *rest]


def _read(setting: Setting, change: Change) -> sp.Basic | None:
    try:
        right = setting.read(joined(change.tokens))
    except (ArithmeticError, ValueError, TypeError, AttributeError, LookupError, NotImplementedError):
        return None  # a change need not be anything
    return right if isinstance(right, sp.Basic) else None


def _best(found: Sequence[tuple[Change, Line]]) -> list[Mend]:
    proved = [change for change, line in found if line.status is Status.VERIFIED]
    least = min((change.cost for change in proved), default=0)
    best = [change for change in proved if change.cost == least]
    return [Mend(as_printed(f"{SIGNS_LATEX['=']} {joined(change.tokens)}"), change.what) for change in best][:3]
