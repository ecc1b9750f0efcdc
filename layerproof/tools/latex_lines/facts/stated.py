r"""What a paper states is no claim of algebra: a head that nothing implies; what it says is a fact for what follows.

A chain's lines are claims. Its head, ``y = X\beta + \epsilon``, is as a rule a model, a definition, an assumption: that
it does not hold for all values of its letters is no error. A head is a claim only where the file itself implies it: it
is a computation (a derivative along the declared flow, a defined name, an integral), or it has no letters.

In a paper two kinds of lines say something, too: the last one of ``1 - 2\epsilon = \rho``, which names what was
computed, and a bound on a letter, ``0 \le t < T``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import ExpectMatrix, ExpectScalar, Velocity
from ....language.printing.marks import AtTime, Mean, Remainder, Slope
from ....language.vectors import as_number
from ..bounds.semidefinite import facts_of
from ..bounds.shapes import at_points
from ..files.parts import Step
from ..judging.checking import Task
from ..judging.lines import MISFIT, ask_all
from ..judging.questions import Limiting, Line, Question, Status
from ..notation.units import CONSTANT
from ..page.products_said import Order
from ..page.prose import concerns, introduces
from ..page.relations import CONTRARY
from ..page.turns import Turn
from ..values.facts_inside import deep
from .at_every_index import NOTE as AT_EVERY_INDEX
from .by_an_entry import by_an_entry
from .by_facts import HELD, forms, of_rates
from .entrywise import NOTE as ENTRYWISE
from .entrywise import way_of, ways, with_fewer
from .partial_products import partial_products
from .rates_said import whose, with_rates
from .redefined import redefining, up_to_date
from .schemas import Schema, at_their_points
from .squared_roots import squared
from .supports import VANISHES, Support, conclusions, nearest, of_one_letter
from .symmetric_within import symmetric_within

_OPEN = (Status.UNDECIDED, Status.REFUTED)
NOWHERE = "its letters are declared so that it holds nowhere; do they stand for other things here?"
AGAIN = 2
"""How often what letters are is put into what other letters are."""
MOST_FACTS = 6
"""Stated facts that one line is given."""
MOST_BROUGHT_IN = 3
"""And those of one letter that is not in the line, but in what is said of its letters."""
STATED_SECONDS = 2.0
"""For the proof of a statement, which most papers say because nothing before it implies it."""
LEAST_SECONDS = 2.0
TIMES = 2.0
"""With one fact less a proof gets so many seconds, or so many times those with all of them, if that is more."""


class Told(NamedTuple):
    """What else lines are told, and what they were asked.

    Attributes:
        turns: where the prose gives letters another meaning.
        fresh: where it may introduce them once more.
        cases: displays of a case, and the last that goes on from each.
        products: how partial products of layers are written.
        schemas: what is said for every letter.
        asked: what was asked of which line, and need not be asked of it once more.
    """

    turns: Sequence[Turn]
    fresh: Sequence[Turn]
    cases: Mapping[int, int]
    products: Sequence[Order]
    schemas: Sequence[Schema]
    asked: dict[tuple[Any, ...], Line]


class Facts(NamedTuple):
    """What lines may be given: what is stated and concluded, what the prose says to displays, and what else is told."""

    known: Sequence[Support]
    given: Sequence[Support]
    told: Told


def settle(
    tasks: Sequence[Task],
    limiting: Limiting,
    *,
    paper: bool = False,
    given: Sequence[Support] = (),
    cases: Mapping[int, int] = MappingProxyType({}),
    reach: Mapping[int, int] | None = None,
    singled_out: Mapping[int, tuple[str, ...]] | None = None,
    turns: Sequence[Turn] = (),
    fresh: Sequence[Turn] = (),
    products: Sequence[Order] = (),
    schemas: Sequence[Schema] = (),
) -> Facts:
    """Heads that are not proved are stated; lines that are not proved are asked for again, with what is stated.

    Args:
        tasks: of the lines, in order.
        limiting: how hard to try.
        paper: whether it is one.
        given: what the sentences round displays give them.
        cases: the displays of which what is said holds in a case only, and the last that goes on from each.
        reach: the last display for which each states facts, where that is not the last of all.
        singled_out: formulas with letters of which more is said where a display stands.
        turns: where the prose gives letters another meaning.
        fresh: where it may introduce letters once more.
        products: how partial products of layers are written.
        schemas: equations of functions that are said for every letter.

    Returns:
        What is stated, for lines that are asked for later on.
    """
    stated = _stated(tasks, limiting, paper=paper)
    order = {id(task): k for k, task in enumerate(tasks)}
    facts = [t for t in stated if not (_step(t).qualified or t.question.implied or t.chain.equation.link)]
    heads = [Support(t.question, t.line, order[id(t)] + 1, None, (t.line,)) for t in facts]

    def reaching(supports: Sequence[Support]) -> list[Support]:
        some = [s for s in supports if not _up_to_a_constant(s.question)]
        some = [_kept_to(s, cases[s.line.block]) if _is_of_a_case(s, some, tasks, cases) else s for s in some]
        some = [replace(s, singled_out=(singled_out or {}).get(s.line.block, ())) for s in some]
        return [_kept_to(s, reach[s.line.block]) if reach and s.line.block in reach else s for s in some]

    first = conclusions(tasks) if paper else []
    known = reaching(sorted([*heads, *first], key=lambda support: support.after))
    given = [replace(s, singled_out=(singled_out or {}).get(s.block or s.line.block, ())) for s in given]
    told = Told(turns, fresh, cases, products, schemas, {})
    _with_facts(tasks, known, given, told, limiting)
    for _ in range(AGAIN + 1 if paper else 0):
        new = _of_proved_lines(tasks, first)
        if not new:
            break
        first = [*first, *new]
        known = _with_what_follows(tasks, known, reaching(new), given, told, limiting)
    return Facts(known, given, told)


def _stated(tasks: Sequence[Task], limiting: Limiting, *, paper: bool) -> list[Task]:
    """State what is said and no claim, a head that nothing implies, a name, a bound on a letter; those lines."""
    stated: list[Task] = []
    met: set[Any] = set()
    never = _never(tasks, limiting) if paper else set()
    for task in tasks:
        line = task.line
        says = _says(task.question, met, _is_new(task)) if paper and task.question.left is not None else ""
        if paper and line.status in _OPEN and line.how != MISFIT and _vanishes(task):
            line.status, line.witness, line.reason = Status.STATED, None, VANISHES  # at some point: no fact elsewhere
            continue
        met |= letters_of(task.question)
        if id(task) in never:  # no fact, for with it everything would follow
            line.status, line.witness, line.reason = Status.UNDECIDED, None, NOWHERE
            continue
        if says and line.status in (Status.REFUTED, Status.UNDECIDED) and line.how != MISFIT:
            line.status, line.witness, line.reason = Status.STATED, None, says
            stated.append(task)
            continue
        head = task.place == 0 and not task.question.implied and not task.chain.headless
        guessed = letters_of(task.question) & task.question.setting.guessed.keys()
        if head and paper and line.how == MISFIT and not guessed:
            continue  # a slip, or a declaration that does not hold here: it is told
        if head and line.status in (Status.REFUTED, Status.UNDECIDED) and not is_computed(task.question):
            why = f": {line.reason}" if line.status is Status.UNDECIDED or line.how == MISFIT else ""
            line.status, line.witness = Status.STATED, None
            line.reason = f"a statement, which nothing before it implies{why}"
            stated.append(task)
        elif head and line.status is Status.VERIFIED and line.note:  # it holds by what its functions are
            stated.append(task)
    return stated


def _of_proved_lines(tasks: Sequence[Task], before: Sequence[Support]) -> list[Support]:
    """What chains conclude whose lines seemed to fail at first, and follow from what is stated before them."""
    met = {tuple(map(id, one.lines)) for one in before}
    sure = (Status.VERIFIED, Status.STATED, Status.ASSUMED)
    return [
        one for one in conclusions(tasks)
        if tuple(map(id, one.lines)) not in met and all(line.status in sure for line in one.lines)
    ]  # fmt: skip


def _with_what_follows(
    tasks: Sequence[Task],
    known: Sequence[Support],
    new: Sequence[Support],
    given: Sequence[Support],
    told: Told,
    limiting: Limiting,
) -> list[Support]:
    """Ask again for open lines with conclusions that are new; those and what was known before."""
    known = sorted([*known, *new], key=lambda support: support.after)
    again = [
        (k, task) for k, task in enumerate(tasks)
        if task.line.status in (*_OPEN, Status.STATED) and task.line.how != MISFIT and task.question.left is not None
        and any(one.after <= k and letters_of(one.question) & letters_of(task.question) for one in new)
    ]  # fmt: skip
    if again:
        _need(_once_more(again, known, given, told, limiting), limiting)
    return known


def _kept_to(fact: Support, last: int) -> Support:
    """A fact that reaches no further than to a display."""
    return replace(fact, until=last if fact.until is None else min(fact.until, last))


def _up_to_a_constant(question: Question) -> bool:
    r"""Whether some ``\mathrm{const}`` stands in a line, which may be another number in the next."""
    sides = [side for side in (question.left, question.right) if isinstance(side, sp.Basic)]
    letters = set().union(*(side.free_symbols for side in sides))
    shown = (question.setting.units.shown.get(str(getattr(letter, "name", "")), "") for letter in letters)
    return any(f"{{{CONSTANT}}}" in one.replace(" ", "") for one in shown)


def ask_again(tasks: Sequence[tuple[int, Task]], facts: Facts, limiting: Limiting) -> None:
    """Ask for some lines that do not hold by themselves, with what is said before them.

    Args:
        tasks: each with how many lines stand before it.
        facts: as `settle` found them.
        limiting: how hard to try.
    """
    _need(_once_more(tasks, *facts, limiting), limiting)


def _is_of_a_case(fact: Support, known: Sequence[Support], tasks: Sequence[Task], cases: Mapping[int, int]) -> bool:
    """Whether something is said of a case only: not if it says what a letter is that this case brings in, and alone."""
    if fact.line.block not in cases:
        return False
    letter, value = fact.question.left, fact.question.right
    if fact.question.relation != "=" or not _is_letter(letter):
        return True
    others = [s for s in known if s.question.left == letter and s.question.right != value]
    outside = [t for t in tasks if t.line.block not in cases and t.line.block < fact.line.block]
    return bool(others) or any(letter in letters_of(t.question) for t in outside if t.question.left is not None)


def _never(tasks: Sequence[Task], limiting: Limiting) -> set[int]:
    """The bounds on a letter that nothing satisfies which its letters are declared to be."""
    bounds = [
        task for task in tasks if task.line.status in _OPEN and task.line.how != MISFIT and _bounds_a_letter(task)
    ]
    answers = ask_all([_contrary(task.question) for task in bounds], limiting)
    return {id(task) for task, found in zip(bounds, answers, strict=True) if found["verdict"] == "VERIFIED"}


def _bounds_a_letter(task: Task) -> bool:
    """Whether a line would be stated as a bound on a letter, by a letter or a number."""
    question, head = task.question, task.place == 0 and not task.question.implied and not task.chain.headless
    if question.relation not in CONTRARY or question.left is None:
        return False
    letters = [_is_letter(side) for side in (question.left, question.right)]
    numbers = [getattr(side, "is_number", False) for side in (question.left, question.right)]
    plain = any(letters) and all(a or b for a, b in zip(letters, numbers, strict=True))
    return plain and (head or bool(_says(question, set(), _is_new(task))))


def _contrary(question: Question) -> Question:
    relation = CONTRARY[question.relation]
    return replace(question, relation=relation, facts=(), wider=(), back=None, implied=False)


def _step(task: Task) -> Step:
    return task.chain.steps[task.place][0]


def _is_new(task: Task) -> bool:
    """Whether the left side of a step is no name that the step before it has given: ``a + b = p = a - b``."""
    return task.place == 0 or task.chain.steps[task.place - 1][0].relation != "="


def _says(question: Question, met: set[Any], new: bool) -> str:
    """What a line says rather than claims: a name for what was computed, a bound on a letter; empty if it claims.

    Args:
        question: of the line.
        met: the letters of the lines before it.
        new: whether nothing is said yet that its left side is.
    """
    left, right = question.left, question.right
    named = _letters(right)
    is_name = _is_letter(right) and not _is_part(right, question, met)
    if question.relation == "=" and is_name and not named & (met | _letters(left)):
        return "a name for what stands before it"
    letter = _is_letter(left) and not _is_part(left, question)
    if (
        new
        and question.relation == "="
        and letter
        and left not in question.setting.definitions
        and not _letters(left) & named
    ):
        return "it says what a letter is"
    plain = letter and (_is_letter(right) or getattr(right, "is_number", False))
    bounds = question.relation in ("<", "<=", ">", ">=", "!=")
    return "a bound on a letter, which nothing before it implies" if bounds and plain else ""


def _vanishes(task: Task) -> bool:
    r"""Whether a step is the last one of ``\nabla L(w) = X^\top (X w - y) = 0``: where the derivative vanishes."""
    question, chain = task.question, task.chain
    last = task.place == len(chain.steps) - 1 > 0
    zero = question.right == 0 or isinstance(question.right, sp.ZeroMatrix)
    derivative = _DERIVATIVE.match(chain.equation.start.strip()) is not None
    return question.relation == "=" and last and zero and derivative and not (question.implied or chain.headless)


_D = r"(?:\\partial(?![A-Za-z])|\\mathrm\s*\{\s*d\s*\}|d)"
_INSIDE = r"[^{}]*(?:\{[^{}]*\}[^{}]*)*"
_DERIVATIVE = re.compile(
    rf"\\nabla(?![A-Za-z])|\\partial_|\\[dt]?frac\s*\{{\s*{_D}{_INSIDE}\}}\s*\{{\s*{_D}(?!\s*t\s*\}}){_INSIDE}\}}"
)
"""The beginning of a derivative by something else than the time."""


def _is_part(expr: Any, question: Question, met: set[Any] | None = None) -> bool:
    """Whether a letter stands for what is written out, or for a value: of that a line claims something.

    Args:
        expr: a letter.
        question: in which it stands.
        met: letters; if given, a value names something if none of its function is among these.
    """
    name, functions = str(getattr(expr, "name", "")), question.setting.names.functions
    if name in question.setting.units.shown or name not in functions.names or met is None:
        return name in question.setting.units.shown or name in functions.names
    of = functions.values.get(functions.names[name])
    known = (functions.names.get(str(getattr(one, "name", ""))) for one in met)
    return any(one is not None and functions.values.get(one) == of for one in known)


def _is_letter(expr: Any) -> bool:
    return isinstance(expr, (sp.Symbol, sp.Idx, sp.MatrixSymbol)) or (
        isinstance(expr, AppliedUndef) and bool(expr.args)
    )


def is_computed(question: Question) -> bool:
    """Whether the left side is worked out from what the file declares, so that the right side is right or wrong."""
    setting, left, right = question.setting, question.left, question.right
    if not (_letters(left) | _letters(right)):
        return True
    names = {s for s in setting.definitions if left.has(s)}
    moves = setting.flow is not None or bool(setting.rates)
    if names or (moves and (left.has(Slope, Velocity) or any(left.has(rate) for rate in setting.rates_of))):
        return True
    if not left.has(sp.Integral, sp.Limit, Mean, ExpectScalar, ExpectMatrix, AtTime, sp.Derivative):
        return False
    return _letters(left) - set(setting.random) <= _letters(right)


def _letters(expr: Any) -> set[Any]:
    found = {s for s in getattr(expr, "free_symbols", set()) if not isinstance(s, sp.Idx)}
    return found | {a.func for a in expr.atoms(AppliedUndef)}


def letters_of(question: Question) -> set[Any]:
    """The letters that a question is about."""
    return _letters(question.left) | _letters(question.right)


def _with_facts(
    tasks: Sequence[Task],
    known: Sequence[Support],
    given: Sequence[Support],
    told: Told,
    limiting: Limiting,
) -> None:
    """Ask again for lines that do not hold by themselves, with what is said before them about the same letters.

    First for those that seem to give a letter another value: what follows from what is said before does not.
    """
    first = {id(one.line) for one in redefining([*known, *given])}
    proved: list[_Proved] = []
    for now in (True, False):
        asked = [(k, t) for k, t in enumerate(tasks) if (id(t.line) in first) is now]
        proved += _once_more(asked, known, given, told, limiting)
    _need(proved, limiting)


def _once_more(
    tasks: Sequence[tuple[int, Task]],
    known: Sequence[Support],
    given: Sequence[Support],
    told: Told,
    limiting: Limiting,
) -> list[_Proved]:
    """Ask again for some lines; those that are proved."""
    again: list[_Again] = []
    others: list[tuple[Task, Sequence[Support]]] = []
    for place, task in tasks:
        again_for = (Status.REFUTED, Status.UNDECIDED, Status.STATED)
        if task.line.status not in again_for or task.line.how == MISFIT:
            continue
        before = [
            fact for fact in known
            if fact.after <= place and fact.question.relation != "!=" and fact.line.how != MISFIT
            and not any(line is task.line for line in fact.lines) and fact.reaches(task.line.block)
        ]  # fmt: skip
        before = [fact for fact in before if not _is_past(fact, task, told)]
        letters = letters_of(task.question)
        about = [fact for fact in given if fact.is_about(task.line)]
        fresh = {id(fact) for fact in up_to_date([*before, *about], letters_of)}
        before, about = ([fact for fact in some if id(fact) in fresh] for some in (before, about))
        here = [fact for fact in about if not fact.far]
        here += nearest([fact for fact in about if fact.far], letters, letters_of, MOST_FACTS)
        firm = [fact for fact in before if not any(line.status in _OPEN for line in fact.lines)]
        asked: list[Support] = []
        for some in ([], firm, before):  # what is not decided is used only where the rest does not do
            near = [*nearest(some, letters, letters_of, MOST_FACTS), *here]
            near += of_one_letter([*some, *about], near, letters, letters_of, MOST_BROUGHT_IN)
            always = [*some, *(fact for fact in about if fact.far or task.line.block not in told.cases)]
            near = with_rates(task.question, near, always, letters_of, MOST_FACTS) if some or here else near
            near += partial_products(task.question, near, told.products) if told.products else []
            near += symmetric_within(near, [*some, *about])
            near = _of_numbers(near, task.question)
            if near and near != asked:
                asked = near
                facts = (*task.question.facts, *_as_facts(near, task.question))
                again.append((task, near, replace(task.question, facts=facts), ""))
                if (square := squared(task.question)) is not None:
                    again.append((task, near, replace(square, facts=facts), ""))
        if task.question.left is None:
            continue
        if _binds(task.question):
            for question, used in ways(task.question, [*before, *about]):
                again.append((task, list(used), question, ENTRYWISE))
            if (derived := by_an_entry(task.question, [*before, *about], [*known, *given])) is not None:
                again.append((task, *derived))
            if _derives_by_time(task.question):
                others.append((task, [*before, *about]))
            continue
        if (put := _put_in(task.question, [*before, *here])) is not None:
            again.append((task, *put, ""))
        again += [(task, *found) for found in at_their_points(task, told.schemas)]
        others.append((task, [*before, *about]))
    proved = _ask(_not_asked(again, told), limiting)
    open_ = [(task, supports) for task, supports in others if task.line.status is not Status.VERIFIED]
    ties = [*known, *given]
    other = [
        (task, list(form.used), form.question, form.note)
        for task, supports in open_
        for form in (of_rates if _binds(task.question) else forms)(task.question, supports, ties)
    ]  # fmt: skip
    return proved + _ask(_not_asked(other, told), limiting)


def _not_asked(again: Sequence[_Again], told: Told) -> list[_Again]:
    """Those questions that were not asked before of the same line, which are noted."""
    fresh: list[_Again] = []
    for one in again:
        task, _, question, _ = one
        key = (id(task.line), question.left, question.relation, question.right, question.facts, question.put)
        if key not in told.asked:
            told.asked[key] = task.line  # which is kept, so that no other gets its number
            fresh.append(one)
    return fresh


def _of_numbers(near: list[Support], question: Question) -> list[Support]:
    """The facts without those between matrices where a line, and all that is said of numbers, holds none."""
    sides = [question.left, question.right]
    matrices = [getattr(fact.question.left, "is_Matrix", False) for fact in near]
    sides += [
        side for fact, matrix in zip(near, matrices, strict=True) if not matrix
        for side in (fact.question.left, fact.question.right)
    ]  # fmt: skip
    if any(isinstance(letter, sp.MatrixSymbol) for side in sides for letter in deep(question.setting, side)):
        return near
    return [fact for fact, matrix in zip(near, matrices, strict=True) if not matrix]


def _is_past(fact: Support, task: Task, told: Told) -> bool:
    """Whether the prose between a fact and a line gives letters of the fact another meaning.

    A letter that is introduced once more is another one; of an equation that says what a letter is, that letter counts.
    """
    between = [
        [said for line, said in some if said and fact.line.line < line <= task.line.line]
        for some in (told.turns, told.fresh)
    ]
    if not any(between):
        return False
    meanings, letters = fact.question.setting.meanings, letters_of(fact.question)
    left = fact.question.left
    mover = whose(left, fact.question.setting)
    own = _letters(left if mover is None else mover) if _is_letter(left) or mover is not None else letters

    def names(letters: set[Any]) -> str:
        return " ".join(n for n, made in meanings.items() if made in letters or getattr(made, "func", None) in letters)

    again, once_more = between
    return any(_concerns(concerns, said, names(letters)) for said in again) or any(
        _concerns(introduces, said, names(own)) for said in once_more
    )


_STARRED = re.compile(
    r"(?:[A-Za-z]|\\[A-Za-z]+\s*(?:\{[^{}]*\})?)\s*\^\s*(?:\{\s*(?:\*|\\star|\\ast)\s*\}|\*|\\star(?![A-Za-z])|\\ast(?![A-Za-z]))"
)


_VALUE = re.compile(r"(?P<name>[^()=]+?)\s*\([^()=]*\)\s*(?::?=|\\coloneqq)")
"""What a function is said to be, ``K(\\theta) = ..``: of the letter in the bracket nothing is said."""


def _concerns(asked: Callable[[Sequence[str], str], bool], said: Sequence[str], names: str) -> bool:
    """Whether formulas that give letters a meaning are about some names: of ``w^*`` they are not about ``w_t``."""
    about = [value["name"] if (value := _VALUE.match(one)) else one for one in said]
    starred = "*" in names or r"\star" in names
    return asked(about if starred else [_STARRED.sub(" ", one) for one in about], names)


Remade = Callable[[Sequence[Support]], Question]
"""A question with fewer of the facts that it was given."""
_Again = tuple[Task, list[Support], Question, str]
"""A line to be asked once more, what it is given, the question with that, and what is noted."""
_Proved = tuple[Task, list[Support], Remade, str]
"""A line that is proved, what it was given, the question with less of that, and what is noted."""


def _ask(again: Sequence[_Again], limiting: Limiting) -> list[_Proved]:
    """Ask some questions of lines, each with what it uses and what is noted; those that are proved by several facts."""
    budgets = [_budget(task, limiting) for task, *_ in again]
    answers = ask_all([q for _, _, q, _ in again], limiting, [id(task) for task, *_ in again], budgets)
    proved: list[_Proved] = []
    for (task, near, question, note), answer in zip(again, answers, strict=True):
        new, asked = task.line.status is not Status.VERIFIED, task.question
        _take(task, near, question, answer, note)
        if new and answer["verdict"] == "VERIFIED" and len(near) > 1:
            if note == ENTRYWISE:
                proved.append((task, near, functools.partial(with_fewer, asked, way_of(asked, question, near)), note))
            elif not note and _are_last(near, question):
                given = len(_as_facts(near, question))
                proved.append((task, near, functools.partial(_with_last, question, given), note))
    return proved


def _budget(task: Task, limiting: Limiting) -> float:
    """The seconds for a proof of a line with what is stated: fewer where it may be one that nothing implies."""
    return min(limiting.budget, STATED_SECONDS) if task.line.status is Status.STATED else limiting.budget


def _need(proved: Sequence[_Proved], limiting: Limiting) -> None:
    """Keep of what lines were given only what they need, one fact less at a time: a tick rests on nothing else."""
    waiting = [(*one, 0) for one in proved]
    longest = max((task.line.seconds for task, *_ in proved), default=0.0)
    limiting = replace(limiting, budget=min(limiting.budget, max(LEAST_SECONDS, TIMES * longest)))
    while waiting:
        asked = [remade([*near[:place], *near[place + 1 :]]) for _, near, remade, _, place in waiting]
        answers = ask_all(asked, limiting)
        further: list[tuple[Task, list[Support], Remade, str, int]] = []
        for (task, near, remade, note, place), less, answer in zip(waiting, asked, answers, strict=True):
            if answer["verdict"] == "VERIFIED":
                near = [*near[:place], *near[place + 1 :]]
                _enter(task, near, less, answer, note)
            else:
                place += 1
            if place < len(near) and len(near) > 1:
                further.append((task, near, remade, note, place))
        waiting = further


def _are_last(near: Sequence[Support], question: Question) -> bool:
    """Whether the last facts of a question are those of some supports, in order."""
    facts = _as_facts(near, question)
    return question.facts[len(question.facts) - len(facts) :] == facts


def _with_last(question: Question, given: int, near: Sequence[Support]) -> Question:
    """The question with others in the place of its last facts."""
    first = question.facts[: len(question.facts) - given]
    return replace(question, facts=(*first, *_as_facts(near, question)))


def _as_facts(near: Sequence[Support], asked: Question) -> tuple[tuple[Any, str, Any], ...]:
    return tuple(fact for one in near for fact in facts_of(one.question, asked))


def _binds(question: Question) -> bool:
    return bool(question.left.has(*_BINDING) or question.right.has(*_BINDING))


def _derives_by_time(question: Question) -> bool:
    """Whether all that holds letters in a line is a derivative by time of numbers that move."""
    setting = question.setting
    sides = [side.replace(lambda e: isinstance(e, Slope) and e.args[1] == setting.time, lambda *a: sp.S.Zero)
             for side in (question.left, question.right)]  # fmt: skip
    return setting.time is not None and not any(side.has(*_BINDING) for side in sides)


def _put_in(question: Question, before: Sequence[Support]) -> tuple[list[Support], Question] | None:
    """The question with letters replaced by what the last statement of each says it is; None if there are none."""
    left, right = question.left, question.right
    used: list[Support] = []
    put: list[tuple[Any, Any]] = []
    here = at_points(question)
    for fact in reversed(before):
        letter, value = fact.question.left, as_number(fact.question.right)
        if fact.question.relation != "=" or not _may_be_put(letter, value):
            continue
        if letter not in here and not any(letter in _letters(side) for side in (left, right)):
            continue
        if len(used) == MOST_FACTS:
            break
        left, right = left.xreplace({letter: value}), right.xreplace({letter: value})
        put = [*((name, meant.xreplace({letter: value})) for name, meant in put), (letter, value)]
        used.insert(0, fact)
    if not used:
        return None
    whole = dict(put)
    for _ in range(AGAIN):  # what was put in may hold letters of which more was said later
        put = [(letter, value.xreplace(whole)) for letter, value in put]
        whole = dict(put)
    left, right = (side.xreplace(whole) for side in (left, right))
    written: dict[str, Any] = {
        name: tuple(replace(part, expr=part.expr.xreplace(whole)) for part in getattr(question, name))
        for name in ("left_written", "right_written")
    }
    put_in = replace(question, left=left, right=right, put=tuple(put), put_in=lambda side: side.xreplace(whole))
    return used, replace(put_in, **written)


_BINDING = (
    sp.Integral, sp.Limit, sp.Derivative, Mean, ExpectScalar, ExpectMatrix, AtTime, Slope, Velocity, Remainder
)  # fmt: skip
"""What holds letters that are not free in it, or looks into them."""


def _may_be_put(letter: Any, value: Any) -> bool:
    """Whether what a letter is may be put in its place: an expression in other letters, of its size, no index in it."""
    if not isinstance(letter, (sp.Symbol, sp.MatrixSymbol)) or isinstance(letter, sp.Idx) or value.has(*_BINDING):
        return False
    letters = _letters(value)
    same = getattr(letter, "shape", None) == getattr(value, "shape", None)
    return same and bool(letters) and letter not in letters and not value.atoms(sp.Idx)


def _says_a_gradient(task: Task) -> bool:
    r"""Whether it is stated what a gradient is, ``\nabla f(x) = ..``, which what f is said to be decides."""
    question = task.question
    shown = question.setting.units.shown.get(str(getattr(question.left, "name", "")), "")
    return task.line.status is Status.STATED and shown.startswith((r"\nabla", r"\frac{\partial", r"\frac{d"))


def _take(task: Task, near: list[Support], question: Question, answer: dict[str, Any], note: str = "") -> None:
    """Enter what was found of a line with what is stated before it."""
    line = task.line
    line.seconds += answer.get("seconds", 0.0)
    if line.status is Status.VERIFIED:
        return
    said = _lines_of(near)
    as_it_is = question.right == task.question.right or question.put_in is not None
    if answer["verdict"] == "REFUTED" and near and note in ("", AT_EVERY_INDEX) and as_it_is:
        task.given = question, said, tuple(line for support in near for line in support.lines)
    if answer["verdict"] == "VERIFIED":
        _enter(task, near, question, answer, note)
    elif answer["verdict"] == "REFUTED" and _says_a_gradient(task) and note not in ("", AT_EVERY_INDEX, ENTRYWISE):
        if task.place == 0:  # what follows is compared with the gradient
            task.chain.left = question.left
        task.open = HELD in note
        line.status, line.how, line.witness = Status.REFUTED, answer["how"], answer["witness"]
        line.note, line.reason = f"given what is stated in line {said}; {note}", ""
        task.question, task.rests = question, f"more than what is stated in line {said}"
    elif line.status is Status.REFUTED and answer["verdict"] != "REFUTED":
        task.rests = f"what is stated in line {said}"
    elif line.status is Status.REFUTED and question.left == task.question.left:
        line.witness = answer["witness"] or line.witness


def _enter(task: Task, near: Sequence[Support], question: Question, answer: dict[str, Any], note: str) -> None:
    """Enter that a line is proved, and by what is stated before it."""
    line, said = task.line, _lines_of(near)
    line.status, line.how, line.reason, line.witness = Status.VERIFIED, answer["how"], "", None
    line.guessed = answer.get("guessed", [])
    given = f"given what is stated in line {said}" if said else ""
    line.note = "; ".join(filter(None, (given, note, answer.get("note", ""))))
    task.question = question
    task.supports = tuple(line for support in near for line in support.lines)


def _lines_of(near: Sequence[Support]) -> str:
    """Their lines in words, in order."""
    return ", ".join(dict.fromkeys(str(line) for line in sorted(one.line.line for one in near)))
