"""Small changes that mend a wrong line, each verified by the prover.

The line's own LaTeX is changed, so that the author sees it as it was typed.  Changes have a cost; only those of the
lowest cost that works are offered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....ground import effort
from ....language.printing import latex, notation, text
from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, joined, words
from ..judging.lines import ask
from ..judging.questions import Question
from ..notation.spelling import plain
from .moves import Change, moves
from .sieve import Sieve

MOST = 2_000
SHOWN = 3
SIGNS_LATEX = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "=": "=", "!=": r"\neq"}


@dataclass(frozen=True)
class _Offer:
    """A change that was verified, and what it costs."""

    cost: int
    latex: str
    what: str
    plain: str


def mends(
    question: Question, printed: str, before: str, first: bool, budget: float, *, with_facts: bool = False
) -> dict[str, Any]:
    """The simplest changes that the prover verifies, as JSON.

    Args:
        question: the wrong line's.
        printed: its right side, in LaTeX.
        before: its left side, or the line before it.
        first: whether its left side stands on this line too: it may be the one that is wrong.
        budget: seconds in all.
        with_facts: whether what is stated before it may be used.
    """
    begun = time.perf_counter()
    end = effort.spent() + budget
    if not (question.implied or with_facts):  # what mends the line by itself
        question = replace(question, facts=(), wider=())
    with notation(question.setting.notation):
        found = (
            _relations(question, printed, end)
            or _sides(question, printed, before, first, end)
            or _conditions(question, end)
        )
    shown = [{"latex": offer.latex, "what": offer.what, "plain": offer.plain} for offer in found]
    return {"mends": shown, "seconds": time.perf_counter() - begun}


def _relations(question: Question, printed: str, end: float) -> list[_Offer]:
    """Another relation between the same two sides."""
    for relation in _other_relations(question.relation):
        if ask(replace(question, relation=relation), _left(end))["verdict"] == "VERIFIED":
            sign = SIGNS_LATEX[relation]
            return [_Offer(0, f"{sign} {printed}", f"the relation {sign}", text(question.right))]
    return []


def _sides(question: Question, printed: str, before: str, first: bool, end: float) -> list[_Offer]:
    """Changes of the right side; or of the left one, if they are simpler."""
    sign = SIGNS_LATEX.get(question.relation, r"\to")
    right = _search(question, printed, before, end, lambda side: f"{sign} {side}")
    if not first or question.relation != "=" or any(offer.cost <= 2 for offer in right):
        return right
    flipped = replace(
        question, left=question.right, right=question.left, back=None,
        left_written=question.right_written, right_written=question.left_written,
    )  # fmt: skip
    left = [
        replace(offer, cost=offer.cost + 1, what=f"{offer.what}, on the left")
        for offer in _search(flipped, before, printed, end, lambda side: f"{side} {sign} {printed}")
    ]
    return left if left and (not right or left[0].cost < right[0].cost) else right


def _search(question: Question, printed: str, before: str, end: float, whole: Callable[[str], str]) -> list[_Offer]:
    """Changes of the right side, of the lowest cost at which one is verified; `whole` says how a line is shown."""
    sieve = Sieve(question)
    left = tuple(_tokens(before, question))
    seen = {question.right}
    found: list[_Offer] = []
    for change in sorted(_changes(question, printed, sieve), key=lambda c: c.cost):
        if (found and change.cost > found[0].cost) or len(found) >= SHOWN or effort.spent() > end:
            break
        shown = joined(change.tokens)
        try:
            right, written = question.setting.read_written(shown)
        except (CannotRead, ArithmeticError, ValueError, TypeError, AttributeError, LookupError, NotImplementedError):
            continue  # a change need not be anything
        if right in seen or not isinstance(right, sp.Basic):
            continue
        if _says_nothing(right, question, change, left):
            continue
        seen.add(right)
        asked = question.put_in(right) if question.put_in is not None else right
        if not sieve.passes(asked):
            continue
        if ask(replace(question, right=asked, right_written=written), _left(end))["verdict"] == "VERIFIED":
            found.append(_Offer(change.cost, whole(shown), change.what, text(right)))
    return found


def _says_nothing(right: Any, question: Question, change: Change, left: tuple[str, ...]) -> bool:
    """Whether a line with this right side only repeats its left side, or has lost all its symbols."""
    single = question.right.is_Atom or isinstance(question.right, AppliedUndef)
    if change.tokens == left and (single or change.cost > 2):
        return True
    if change.fitted and right == question.left:
        return True
    return change.cost > 1 and bool(question.right.free_symbols) and not right.free_symbols


def _tokens(printed: str, question: Question) -> list[str]:
    try:
        return plain(words(printed), question.setting.names)
    except Unbalanced:
        return []


def _left(end: float) -> float:
    return max(0.5, min(10.0, end - effort.spent()))


def _other_relations(relation: str) -> Iterator[str]:
    if relation in ("<", ">"):
        yield relation + "="
    if relation in ("<", ">", "<=", ">="):
        yield {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[relation]


def _changes(question: Question, printed: str, sieve: Sieve) -> Iterator[Change]:
    tokens = _tokens(printed, question)
    if not tokens:
        return
    seen: set[tuple[str, ...]] = {tuple(tokens)}
    for number, change in enumerate(moves(tokens, question, sieve)):
        if number > 20 * MOST or len(seen) > MOST:
            return
        if change.tokens not in seen:
            seen.add(change.tokens)
            yield change


def _conditions(question: Question, end: float) -> list[_Offer]:
    """One more assumption on the sign of a symbol under which the line holds."""
    symbols = sorted(
        (s for s in question.left.free_symbols | question.right.free_symbols
         if isinstance(s, sp.Symbol) and s.is_real and not s.is_positive and not s.is_negative),
        key=str,
    )  # fmt: skip
    for symbol in symbols[:4]:
        for condition in (symbol >= 0, symbol > 0, sp.Ne(symbol, 0)):
            if condition in (True, sp.true) or effort.spent() > end:
                continue
            asked = replace(question, conditions=(*question.conditions, condition))
            if ask(asked, _left(end))["verdict"] == "VERIFIED":
                return [_Offer(0, latex(condition), f"it holds if {text(condition)}", text(condition))]
    return []
