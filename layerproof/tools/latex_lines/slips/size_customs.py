"""What may make a line right whose sizes do not fit as they are declared: a guess, words, a custom, another meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from ..facts.stated import letters_of
from ..files.parts import Document, Equation
from ..files.tokens import Unbalanced
from ..judging.chains import Reading
from ..judging.checking import Task
from ..judging.questions import Status
from ..page.prose import concerns
from .excuses import has_a_reason
from .size_slips import Slip
from .unfit import TIMES, bare
from .unfit_lines import Unfit, matrices_of

_LAYOUT = re.compile(r"\\nabla(?![A-Za-z])|\\frac\s*\{\s*(?:\\partial|d)(?![A-Za-z])|\\partial_")
"""A derivative by a matrix, which some write transposed."""


def may_be_wrong(one: Unfit, reading: Reading, document: Document) -> bool:
    """Whether nothing guessed, not understood or said in words may make a line right."""
    line, (step, *_) = one.line, one.chain.steps[one.place]
    setting = one.question.setting
    if line.status not in (Status.UNDECIDED, Status.UNREAD) or line.guessed or not one.sure:
        return False
    if (
        one.question.implied
        or step.relation != "="
        or step.conditions
        or step.qualified
        or step.beside
        or step.unread
        or step.given
    ):
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
    if any(_is_a_derivative(letter, setting) for letter in one.letters):
        return False
    right = sp.S.Zero if one.question.right is None else one.question.right
    letters = letters_of(replace(one.question, right=right))
    return not is_guessed(letters | one.letters, setting)


def is_guessed(letters: set[Any], setting: Any) -> bool:
    """Whether letters, or their sizes, are only guessed."""
    sizes = {size for letter in letters for side in getattr(letter, "shape", None) or () for size in side.free_symbols}
    return bool((letters | sizes) & setting.guessed.keys())


def _is_a_derivative(letter: Any, setting: Any) -> bool:
    name = str(letter.name)
    return _LAYOUT.match(setting.units.shown.get(name, "")) is not None or name in setting.names.functions.names


def _are_tied(sizes: set[Any], one: Unfit, document: Document) -> bool:
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


def is_custom(one: Unfit, document: Document, reading: Reading) -> bool:
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


def is_known(slip: Slip, one: Unfit, tasks: Sequence[Task], document: Document) -> bool:
    """Whether the letters of a slip stand before the line as they are declared, and are not said anew since then."""
    fits = [
        task for task in tasks if task.line.line < one.line.line and not task.misfit and task.question.left is not None
    ]
    begins = {equation.block: equation.line for equation in reversed(document.equations)}
    names = {meaning: name for name, meaning in one.question.setting.meanings.items()}
    changed = {
        letter for one_of in (slip.without, slip.instead) if one_of is not None for letter in matrices_of(one_of)
    }
    for letter in changed or one.letters:
        if letter in matrices_of(one.question.left) or letter not in names:
            continue
        last = next((task.line for task in reversed(fits) if letter in letters_of(task.question)), None)
        if last is None:
            return False
        since = begins[last.block] - 1  # a sentence right after a display begins where that does
        said = [formulas for place, formulas in (*document.turns, *document.fresh) if since <= place <= one.line.line]
        if any(formulas and concerns(formulas, names[letter]) for formulas in said):
            return False
    everything = " ".join(names[letter] for letter in one.letters | changed if letter in names)
    turned = [formulas for place, formulas in document.turns if place <= one.line.line]
    return not any(concerns(formulas, everything) for formulas in turned)
