r"""Numbers that are not random, taken out of means: ``\mathbb{E}[\eta x] = \eta \mathbb{E}[x]``.

Of a letter it is not said whether it is random. A mean is a number, so a letter that multiplies one in the same line,
``\eta \mathbb{E}[x]``, is none of what the mean is taken over; it is taken out of the others of its law, and named.
Only letters of numbers with a sign, or whole ones, such as step sizes and constants, are taken so, and none that stands
in the index of a mean of the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ...language.printing import text
from .tokens import words
from .unit_values import of_term
from .units import Unit

if TYPE_CHECKING:
    from .lines import Question
    from .setting import Setting


def taken_out(question: Question) -> tuple[Question, str] | None:
    """The question with such numbers before its means, and what is taken for not random; None if there are none."""
    setting = question.setting
    means = {
        s: found for side in (question.left, question.right) for s in _symbols(side) if (found := _mean(setting, s))
    }
    laws = " ".join(head for head, _ in means.values())
    still: dict[str, set[Any]] = {}
    for side in (question.left, question.right):
        for number, rest in _terms(side):
            for head in {means[s][0] for s in _symbols(rest) if s in means}:
                still.setdefault(head, set()).update(c for c in _symbols(number) if _is_number(setting, c, laws))
    changed: dict[Any, Any] = {}
    used: set[Any] = set()
    for letter, (head, inside) in means.items():
        constants = still.get(head, set()) & _symbols(inside)
        if constants and (made := _outside(setting, head, inside, constants)) is not None:
            changed[letter] = made
            used |= constants
    if not changed:
        return None
    left, right = (side.xreplace(changed) for side in (question.left, question.right))
    said = f"where {', '.join(sorted(text(c) for c in used))} is not random"
    return replace(question, left=left, right=right), said


def _mean(setting: Setting, letter: Any) -> tuple[str, Any] | None:
    """The head and the inside of the mean that a letter is; None if it is none."""
    found = setting.units.inside.get(_name(letter)) or setting.units.matrices.get(_name(letter))
    return (found[1], found[2]) if found is not None and found[0] == "mean" else None


def _name(letter: Any) -> str:
    return str(getattr(letter, "name", ""))


def _symbols(expr: Any) -> set[Any]:
    return set(getattr(expr, "free_symbols", ()))


def _is_number(setting: Setting, letter: Any, laws: str) -> bool:
    """Whether a letter may be a constant of a line: none over which a mean of the line is taken, by its index."""
    if not isinstance(letter, sp.Symbol) or _name(letter) in setting.units.shown:
        return False
    written = next((latex for latex, meaning in setting.meanings.items() if meaning == letter), "")
    plain = letter.is_positive or letter.is_integer or written in setting.names.numbers
    return bool(written) and bool(plain) and not set(words(written)) & (set(words(laws)) - {"{", "}", "_", "^"})


def _terms(side: Any) -> Iterator[tuple[Any, Any]]:
    """The numbers before each term of a side, and the rest: means, traces and matrices."""
    whole = sp.expand(side)
    if getattr(whole, "is_Matrix", False):
        for term in whole.args if isinstance(whole, sp.MatAdd) else (whole,):
            yield term.as_coeff_mmul() if isinstance(term, sp.MatMul) else (sp.Integer(1), term)
        return
    for term in sp.Add.make_args(whole):
        plain = [f for f in sp.Mul.make_args(term) if f.is_Symbol or (f.is_Pow and f.base.is_Symbol)]
        yield term, sp.Mul(*plain, *(f for f in sp.Mul.make_args(term) if f.has(sp.Trace)))


def _outside(setting: Setting, head: str, inside: Any, constants: set[Any]) -> Any:
    """A mean with numbers before it; None if its inside is no product of them."""
    unit = Unit("mean", head, (), ())
    shape = getattr(inside, "shape", None)
    number, rest = inside.as_coeff_mmul() if isinstance(inside, sp.MatMul) else (sp.Integer(1), inside)
    if shape is None:
        number, rest = sp.expand(inside), sp.Integer(1)
    found = []
    for term in sp.Add.make_args(sp.expand(number)):
        before, within = term.as_independent(*(_symbols(term) - constants), as_Add=False)
        middle = within * rest if shape is None or within != 1 else rest
        found.append((before, of_term(setting, unit, sp.Integer(1), middle, shape)))
    if all(before.is_number for before, _ in found):
        return None
    parts = [before * made for before, made in found]
    return parts[0] if len(parts) == 1 else (sp.Add(*parts) if shape is None else sp.MatAdd(*parts))
