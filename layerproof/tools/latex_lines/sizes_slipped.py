"""Lines of a paper whose sizes do not fit, and that one slip explains: a transpose, an index or a letter for another.

By itself a line that does not fit says only that something in it is not what was declared: a custom of the paper, a
letter that means another thing there, a wrong declaration. It is wrong where all else speaks for the declarations: the
same two matrices meet in no other line, and with one slip undone it fits, and is proved, by itself or given what is
stated before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from ...ground import effort
from .arrays import as_commands, as_printed
from .by_facts import HELD
from .chains import Chain, Reading
from .checking import Task
from .excuses import has_a_reason, unknown
from .lines import MISFIT, Limiting, Line, Mend, Question, Status, ask, in_processes
from .mend import SHOWN, SIGNS_LATEX
from .parts import Document, Equation
from .prose import concerns
from .size_slips import Slip, slips
from .spelling import plain
from .stated import Facts, ask_again, letters_of
from .supports import BY_WORDS
from .tied import leave_open
from .tokens import Unbalanced, joined, words
from .traits import explained
from .unfit import TIMES, Apart, apart, bare, in_words, letters_at, meetings

MOST_LINES = 24
MOST_CANDIDATES = 40
SECONDS = 8.0
"""For the proofs of what may be meant by one line."""
_LAYOUT = re.compile(r"\\nabla(?![A-Za-z])|\\frac\s*\{\s*(?:\\partial|d)(?![A-Za-z])|\\partial_")
"""A derivative by a matrix, which some write transposed."""


@dataclass
class _Unfit:
    """A line whose own right side does not fit, or does not fit the left one.

    Attributes:
        line, chain, place: it, and where it stands.
        question: what it asks; its right side is None if that could not be formed.
        found: what does not fit in it.
        meetings: what to know that by.
        offers: slips that, undone, prove it.
    """

    line: Line
    chain: Chain
    place: int
    question: Question
    found: list[Apart]
    meetings: set[tuple[str, ...]]
    offers: list[_Offer] = field(default_factory=list)

    @property
    def text(self) -> str:
        return as_commands(self.line.text)


@dataclass(frozen=True)
class _Offer:
    """A slip that is undone, the line without it, and what was found of that."""

    slip: Slip
    task: Task


def sizes_slipped(
    reading: Reading, tasks: Sequence[Task], facts: Facts, document: Document, limiting: Limiting
) -> bool:
    """Call the lines wrong of which one slip explains that their sizes do not fit.

    Args:
        reading: for the lines that could not be formed, and what of the declarations was not understood.
        tasks: of the lines that were read, in order, with what was found about them.
        facts: what is stated, as it was given to them.
        document: for words that may be why a line is right all the same.
        limiting: how hard to try.

    Returns:
        Whether any line is.
    """
    everything = list(_unfit(tasks))
    everything += list(_unformed(reading))
    looked_at = [one for one in everything if _may_be_wrong(one, reading, document)][:MOST_LINES]
    if not looked_at:
        return False
    others = [one for one in everything if not any(one is other for other in looked_at)]
    _offer([*looked_at, *others[: MOST_LINES - len(looked_at)]], tasks, facts, limiting)
    met = Counter(meeting for one in everything for meeting in one.meetings)
    met.update(meeting for pairs in _of_heads(reading) for meeting in pairs)
    strange = [one for one in everything if not one.offers]
    called = False
    for one in looked_at:
        sides = f"{_before(one)} {one.text}"
        if any(explained(offer.slip.change.what, sides, document.traits) for offer in one.offers):
            continue
        offers = [offer for offer in one.offers if _is_known(offer.slip, one, tasks, document)]
        others = [other for other in strange if other is not one]
        if not offers or any(met[meeting] > 1 for meeting in one.meetings) or _is_custom(one, document, reading):
            continue
        if any(_letters(one) & _letters(other) for other in others):
            continue
        _call(one, offers)
        called = True
    return called


# --- the lines ------------------------------------------------------------------------------------------------------


def _unfit(tasks: Sequence[Task]) -> Iterator[_Unfit]:
    """The lines that were read, and whose right side, or both sides together, do not fit."""
    for task in tasks:
        question = task.question
        if task.misfit and question.left is not None:
            found = apart(question.left, question.right)
            if found:
                yield _made(task.line, task.chain, task.place, question, found)


def _unformed(reading: Reading) -> Iterator[_Unfit]:
    """The steps whose right side could not be formed, since its sizes do not fit."""
    for chain in reading.chains:
        for place, (setting, pair) in chain.unformed.items():
            step, _, _, line = chain.steps[place]
            left = chain.steps[place - 1][1] if place else chain.left
            if left is not None:
                question = Question(left, step.relation, None, setting)
                yield _made(line, chain, place, question, [Apart(*pair, TIMES)])


def _made(line: Line, chain: Chain, place: int, question: Question, found: list[Apart]) -> _Unfit:
    known = {meeting for pair in found for meeting in meetings(pair, question.setting)}
    return _Unfit(line, chain, place, question, found, known)


def _of_heads(reading: Reading) -> Iterator[set[tuple[str, ...]]]:
    """What meets and does not fit on the left of chains."""
    for chain in reading.chains:
        setting = next((question.setting for _, _, question, _ in chain.steps if question is not None), None)
        if setting is not None:
            yield {meeting for pair in apart(None, chain.left) for meeting in meetings(pair, setting)}


def _matrices(expr: Any) -> set[Any]:
    return set(expr.atoms(sp.MatrixSymbol))


def _letters(one: _Unfit) -> set[Any]:
    return {letter for pair in one.found for letter in letters_at(pair)}


# --- what may make it right -----------------------------------------------------------------------------------------


def _may_be_wrong(one: _Unfit, reading: Reading, document: Document) -> bool:
    """Whether nothing guessed, not understood or said in words may make a line right."""
    line, (step, *_) = one.line, one.chain.steps[one.place]
    setting = one.question.setting
    if line.status not in (Status.UNDECIDED, Status.UNREAD) or line.guessed or one.question.implied:
        return False
    if step.relation != "=" or step.conditions or step.qualified or step.beside or step.unread or step.given:
        return False
    if line.block in document.doubtful or line.block in document.cases or has_a_reason(step, True):
        return False
    if any(trouble.line is None or trouble.line <= line.line for trouble in reading.troubles):
        return False
    if any(shown in side for shown in document.presumed.values() for side in one.chain.equation.sides):
        return False
    sizes = {size for pair in one.found for size in pair.sizes}
    if any(pair.is_unsure or pair.is_turned for pair in one.found) or _are_tied(sizes, one, document):
        return False
    if any(_is_a_derivative(letter, setting) for letter in _letters(one)):
        return False
    right = sp.S.Zero if one.question.right is None else one.question.right
    letters = letters_of(replace(one.question, right=right))
    return not _guessed(letters | _letters(one), setting)


def _guessed(letters: set[Any], setting: Any) -> bool:
    """Whether letters, or their sizes, are only guessed."""
    sizes = {size for letter in letters for side in getattr(letter, "shape", None) or () for size in side.free_symbols}
    return bool((letters | sizes) & setting.guessed.keys())


def _is_a_derivative(letter: Any, setting: Any) -> bool:
    name = str(letter.name)
    return _LAYOUT.match(setting.units.shown.get(name, "")) is not None or name in setting.names.functions.names


def _are_tied(sizes: set[Any], one: _Unfit, document: Document) -> bool:
    """Whether something relates two sizes, which may be equal then."""
    setting = one.question.setting
    letters = {s for size in sizes for s in sp.sympify(size).free_symbols}
    said = [*setting.hypotheses, *one.question.conditions]
    said += [side for left, _, right in one.question.facts for side in (left, right)]
    if any(letters & getattr(h, "free_symbols", set()) for h in said):
        return True
    shapes = {size for m in setting.meanings.values() if isinstance(m, sp.MatrixSymbol) for size in m.shape}
    names = {bare(name): meaning for name, meaning in setting.meanings.items() if meaning in shapes}
    formulas = [text for _, text in document.prose]
    formulas += ["=".join(part.sides) for part in document.parts if isinstance(part, Equation)]
    for formula in formulas:
        here = {names[side] for part in re.split(r"=|\\equiv", formula) if (side := bare(part)) in names}
        if len(here) > 1 and here & letters:
            return True
    return False


def _is_custom(one: _Unfit, document: Document, reading: Reading) -> bool:
    """Whether the same two matrices meet in a formula of the prose, or in a line that was not read."""
    unread = {(line.block, line.line) for line in reading.lines if line.status is Status.UNREAD}
    texts = [text for _, text in document.prose]
    for part in document.equations:
        texts += [step.text for step in part.steps if (step.block, step.line) in unread and step.line != one.line.line]
        if part.steps and (part.block, part.steps[0].line) in unread:
            texts.append(part.start)
    try:
        elsewhere = [f" {bare(text)} " for text in texts]
    except Unbalanced:
        return True
    pairs = [f"{a} {b}" for how, a, b in one.meetings if how == TIMES]
    pairs += [f"{_turned(b)} {_turned(a)}" for how, a, b in one.meetings if how == TIMES]
    return any(re.search(rf" {re.escape(pair)} (?!\^|_)", text) for pair in pairs for text in elsewhere)


def _turned(name: str) -> str:
    return name.removesuffix(r" ^ \top") if name.endswith(r" ^ \top") else rf"{name} ^ \top"


def _is_known(slip: Slip, one: _Unfit, tasks: Sequence[Task], document: Document) -> bool:
    """Whether the letters of a slip stand before the line as they are declared, and are not said anew since then."""
    fits = [
        task for task in tasks if task.line.line < one.line.line and not task.misfit and task.question.left is not None
    ]
    begins = {equation.block: equation.line for equation in reversed(document.equations)}
    names = {meaning: name for name, meaning in one.question.setting.meanings.items()}
    changed = {letter for one_of in (slip.without, slip.instead) if one_of is not None for letter in _matrices(one_of)}
    for letter in changed or _letters(one):
        if letter in _matrices(one.question.left) or letter not in names:
            continue
        last = next((task.line for task in reversed(fits) if letter in letters_of(task.question)), None)
        if last is None:
            return False
        since = begins[last.block] - 1  # a sentence right after a display begins where that does
        said = [formulas for place, formulas in (*document.turns, *document.fresh) if since <= place <= one.line.line]
        if any(formulas and concerns(formulas, names[letter]) for formulas in said):
            return False
    everything = " ".join(names[letter] for letter in _letters(one) | changed if letter in names)
    turned = [formulas for place, formulas in document.turns if place <= one.line.line]
    return not any(concerns(formulas, everything) for formulas in turned)


# --- what was meant -------------------------------------------------------------------------------------------------


def _offer(unfit: Sequence[_Unfit], tasks: Sequence[Task], facts: Facts, limiting: Limiting) -> None:
    """Look for slips that, undone, prove the lines: by themselves, or else given what is stated."""
    work = [lambda one=one: _fitting(one, min(SECONDS, limiting.budget)) for one in unfit]
    order = {id(task): k for k, task in enumerate(tasks)}
    made: list[tuple[_Unfit, list[_Offer]]] = []
    asked: list[tuple[int, Task]] = []
    for one, answer in zip(unfit, in_processes(work, limiting, what="sizes that do not fit"), strict=True):
        found = [offer for k, alone in answer.get("fits", ()) if (offer := _offered(one, k, alone)) is not None]
        alone = [offer for offer in found if offer.task.line.status is Status.VERIFIED]
        made.append((one, alone or found))
        if not alone:
            place = next((order[id(task)] for task in tasks if task.line.line >= one.line.line), len(tasks))
            asked += [(place, offer.task) for offer in found]
    ask_again(asked, facts, limiting)
    stated = [task for task in tasks if task.line.status is Status.STATED]
    for one, offers in made:
        leave_open([*stated, *(offer.task for offer in offers)], facts.given)
        one.offers = [offer for offer in offers if _is_firm(offer, one)]


def _changes(one: _Unfit) -> list[Slip]:
    setting = one.question.setting
    try:
        tokens = plain(words(one.text), setting.names)
    except Unbalanced:
        return []
    known = _matrices(one.question.left)
    return sorted(slips(tokens, setting, known), key=lambda slip: slip.change.cost)


def _changed(one: _Unfit, slip: Slip) -> Question | None:
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
    if tuple(plain(words(_before(one)), setting.names)) == slip.change.tokens:
        return None
    return replace(one.question, right=right, right_written=written)


def _before(one: _Unfit) -> str:
    return one.chain.steps[one.place - 1][0].text if one.place else one.chain.equation.start


def _fitting(one: _Unfit, budget: float) -> dict[str, Any]:
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


def _offered(one: _Unfit, number: int, how: str) -> _Offer | None:
    """A slip as an offer, with the line without it as a task of its own."""
    slip = _changes(one)[number]
    if (question := _changed(one, slip)) is None:
        return None
    line = replace(one.line, status=Status.VERIFIED if how else Status.UNDECIDED, how=how, reason="", note="", mends=[])
    return _Offer(slip, Task(line, question, one.chain, one.place))


def _is_firm(offer: _Offer, one: _Unfit) -> bool:
    """Whether a line is proved without the slip, and rests on nothing that is guessed, open, or said in words."""
    task, line = offer.task, offer.task.line
    if line.status is not Status.VERIFIED or line.guessed or HELD in line.note or unknown(task):
        return False
    facts = [side for left, _, right in task.question.facts for side in (left, right)]
    letters = letters_of(task.question).union(*(getattr(side, "free_symbols", set()) for side in facts))
    if _guessed(letters, task.question.setting):
        return False
    return all(
        support.status in (Status.STATED, Status.VERIFIED, Status.ASSUMED)
        and not support.guessed and not support.reason.startswith(BY_WORDS) for support in task.supports
    )  # fmt: skip


def _call(one: _Unfit, offers: Sequence[_Offer]) -> None:
    """Enter that a line is wrong, and what would be right."""
    least = min(offer.slip.change.cost for offer in offers)
    best = [offer for offer in offers if offer.slip.change.cost == least][:SHOWN]
    line, first = one.line, best[0].task
    sign = SIGNS_LATEX["="]
    line.status, line.how, line.searched, line.witness = Status.REFUTED, MISFIT, True, None
    pair = min(one.found, key=lambda pair: pair.how != TIMES)
    line.reason = f"sizes do not fit as they are declared: {in_words(pair, one.question.setting, bare(one.text))}"
    line.mends = [
        Mend(as_printed(f"{sign} {joined(offer.slip.change.tokens)}"), offer.slip.change.what) for offer in best
    ]
    line.note = first.line.note
    if line.against is None and (one.place or one.chain.headless):  # it was not read
        line.against = one.chain.steps[one.place - 1][0].line if one.place else one.chain.equation.line
