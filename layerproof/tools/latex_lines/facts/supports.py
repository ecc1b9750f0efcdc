r"""What a line of a paper may go on from besides the line before it: what was concluded earlier, and what is given.

A chain ``a = b \le c`` says ``a \le c``; a line of a later display may use that. So it may use a relation that the
sentence before its display supposes. A tick that rests on either names its line. What follows from a line that is not
decided is no more than stated, and what follows from one that is called wrong after all is not decided. What a display
says of a case, ``If $x > 0$, then``, is used in that display only.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ....language.reading import CannotRead
from ..bounds.semidefinite import is_order
from ..judging.chains import Reading
from ..judging.checking import Task, joint_relation
from ..judging.questions import Line, Question, Status
from ..letters.setting import Setting
from ..page.braced import below_braces
from ..page.eigenvectors_said import EXTREME
from ..page.premises import reasons_beside
from ..values.of_one_matrix import is_symmetric

BY_WORDS = "it rests on what is said with it"
VANISHES = "it says where the derivative vanishes"
_BOUNDS = ("=", "<", "<=", ">", ">=")
MOST_DEFINED = 12
"""Of what the prose says that letters stand for, the last before a display."""


@dataclass(frozen=True)
class Support:
    """A relation that lines may use.

    Attributes:
        question: the relation.
        line: where it is said; of a conclusion, its last line.
        after: how many tasks come before it.
        block: the display that it is said to, if it is for one only.
        lines: those that it is concluded from.
        far: whether it need not be about the line: what the prose says somewhere that letters stand for.
        until: the last display for which it is said, if that is not the last of all.
        singled_out: formulas with letters of which more is said there: it is not said of every value of these.
        row: the line that it is said beside, if it is said to that one only.
    """

    question: Question
    line: Line
    after: int
    block: int | None = None
    lines: tuple[Line, ...] = ()
    far: bool = False
    until: int | None = None
    singled_out: tuple[str, ...] = ()
    row: Line | None = None

    def is_about(self, line: Line) -> bool:
        """Whether it is said to a line: to its display, or to it alone."""
        return self.block == line.block and (self.row is None or self.row is line)

    def reaches(self, block: int) -> bool:
        """Whether it is said for the lines of a display."""
        return self.block in (None, block) and (self.until is None or block <= self.until)


def conclusions(tasks: Sequence[Task]) -> list[Support]:
    """What chains of several steps say of their first and their last value, as far as their relations add up.

    A chain of which a row is restricted, as by a condition beside it, says it under that condition only, and gives
    nothing, nor does one of which an equation fails. Where a derivative is set to 0 in the end, that is said of its
    display only.
    """
    found: list[Support] = []
    last = {id(task.chain): k for k, task in enumerate(tasks)}
    for k in sorted(last.values()):
        chain = tasks[k].chain
        own = [task.line for task in tasks if task.chain is chain]
        relation = functools.reduce(_joint, (step.relation for step, *_ in chain.steps), "=")
        _, right, question, line = chain.steps[-1]
        if chain.left is None or right is None or question is None or relation not in _BOUNDS:
            continue
        if any(step.qualified for step, *_ in chain.steps):
            continue
        if any(line.status is Status.REFUTED and line.relation == "=" for line in own):  # it gives what is wrong, too
            continue
        if len(chain.steps) > 1 or own[0].status is Status.UNDECIDED:
            asked = Question(chain.left, relation, right, question.setting)
            block = line.block if line.reason == VANISHES else None
            found.append(Support(asked, line, k + 1, block=block, lines=tuple(own)))
    return found


def _joint(one: str, other: str) -> str:
    return joint_relation(one, other) or ""


def given(reading: Reading) -> list[Support]:
    """What the sentences round each display give it; what cannot be read of them is left out."""
    found: list[Support] = []
    settings = {chain.equation.block: chain for chain in reversed(reading.chains)}
    document = reading.document
    everything = [(block, False, *one) for block, here in document.premises.items() for one in here]
    everything += [(block, True, *one) for block, here in document.defined.items() for one in here[-MOST_DEFINED:]]
    copies: dict[int, Any] = {}
    for block, far, place, text in everything:
        chain = settings.get(block)
        if chain is None or (far and (block, False, place, text) in everything):
            continue
        first = next((q.setting for _, _, q, _ in chain.steps if q is not None), reading.setting)
        setting = copies.setdefault(block, first.copy())
        with contextlib.suppress(CannotRead, ValueError, TypeError, AttributeError, NotImplementedError):
            line = Line(block, place, text, "", text, Status.ASSUMED)
            for question in _said(text, setting):
                found.append(Support(question, line, 0, block, (line,), far))
    return [*found, *_beside(reading)]


def _said(text: str, setting: Setting) -> Iterator[Question]:
    """The relations that a text of the prose gives; that a letter is an extreme eigenvalue, as an order of matrices."""
    if extreme := EXTREME.fullmatch(text):
        matrix, value = setting.read(extreme["matrix"]), setting.read(extreme["value"])
        if is_symmetric(matrix, setting.hypotheses):  # else it need not bound a form
            sign = ">=" if extreme["which"] == "min" else "<="
            yield Question(matrix, sign, value * sp.Identity(matrix.shape[0]), setting, semidefinite=True)
        return
    said = _SET.sub("", text.replace(":=", "=").replace(r"\coloneqq", "="))
    for left, sign, right in setting.relations(_perpendicular(said)):
        if sign in _BOUNDS:
            yield Question(left, sign, right, setting, semidefinite=is_order(text, sign))


_SET = re.compile(r"\\in\s*\\(?:mathbb|R|N|C|Z)(?![A-Za-z])[^=<>]*$")
r"""The set that the last side of a definition is from, ``\in \mathbb{R}^{n \times p}``."""


def _beside(reading: Reading) -> Iterator[Support]:
    r"""What words in a row give it, ``\text{(since $\|x\| = 1$)}``, and its braces, and those of the row before."""
    for chain in reading.chains:
        before = [(chain.equation.line, text) for text in below_braces(chain.equation.start)]
        for step, _, question, line in chain.steps:
            braces = [(line.line, text) for text in below_braces(step.text)]
            texts = [*((line.line, text) for text in reasons_beside(step.remark)), *before, *braces]
            before = braces
            if question is None:
                continue
            for place, text in dict.fromkeys(texts):
                setting = question.setting.copy()
                said = Line(line.block, place, step.remark, "", text, Status.ASSUMED)
                with contextlib.suppress(CannotRead, ValueError, TypeError, AttributeError, NotImplementedError):
                    for left, sign, right in setting.relations(_perpendicular(text)):
                        if sign in _BOUNDS:
                            asked = Question(left, sign, right, setting)
                            yield Support(asked, said, 0, line.block, (said,), row=line)


def _perpendicular(text: str) -> str:
    r"""``u \perp v`` as ``(u)^\top (v) = 0``."""
    sides = re.split(r"\\perp(?![A-Za-z])", text)
    return rf"({sides[0].strip()})^{{\top}} ({sides[1].strip()}) = 0" if len(sides) == 2 else text


def withdrawn(tasks: Sequence[Task]) -> None:
    """Take back ticks that rest on a line that is called wrong; what rests on one that is not decided is stated."""
    undecided: set[int] = set()  # what is not decided, or only by words, and what rests on that
    for task in tasks:  # in order, so that what rests on one that is taken back is taken back too
        line = task.line
        if line.status is Status.UNDECIDED or (line.status is Status.STATED and line.reason.startswith(BY_WORDS)):
            undecided.add(id(line))
        if line.status is not Status.VERIFIED or not task.supports:
            continue
        wrong = [one for one in task.supports if one.status is Status.REFUTED]
        still = [one for one in task.supports if id(one) in undecided]
        if wrong or still:
            first = (wrong or still)[0]
            line.status, line.how, line.note = (Status.UNDECIDED if wrong else Status.STATED), "", ""
            said = "is wrong" if wrong else "is not decided"
            line.reason = f"it follows from what line {first.line} says, which {said}"
            undecided.add(id(line))


def of_one_letter(
    supports: Sequence[Any], near: Sequence[Any], letters: set[Any], letters_of: Any, most: int
) -> list[Any]:
    r"""What is said of one letter alone, ``V^\top V = I``, that comes in by another, ``W = U S V^\top``; the last.

    Args:
        supports: among which it is looked for.
        near: those that are used with it.
        letters: of the line, of which `near` holds what is said already.
        letters_of: gives the letters of a question.
        most: how many at most.
    """
    brought = set().union(*(letters_of(one.question) for one in near)) - letters
    found: list[Any] = []
    for one in supports:
        about = letters_of(one.question)
        matrices = {letter for letter in about if getattr(letter, "is_Matrix", False)}
        alone = len(matrices) == 1 and matrices <= brought and all(size.is_integer for size in about - matrices)
        if alone and not any(one is other for other in near):
            found.append(one)
    return found[-most:]


def nearest(supports: Sequence[Any], letters: set[Any], letters_of: Any, most: int) -> list[Any]:
    """Those about the same letters that speak of the fewest others, in order; of equals the last."""
    shared = [(k, one) for k, one in enumerate(supports) if letters_of(one.question) & letters]
    best = sorted(shared, key=lambda pair: (len(letters_of(pair[1].question) - letters), -pair[0]))[:most]
    return [one for _, one in sorted(best, key=lambda pair: pair[0])]
