r"""Numbers that are not random, taken out of means: ``\mathbb{E}[\eta x] = \eta \mathbb{E}[x]``.

Of a letter it is not said whether it is random. A mean is a number, so a letter that multiplies one in the same line,
``\eta \mathbb{E}[x]``, is none of what the mean is taken over; it is taken out of the others of its law, and named.
So is one that is added to a mean, ``\mathbb{E}[x] - c``, in a line with means of one law only.
Only letters of numbers with a sign, or whole ones, such as step sizes and constants, are taken so, and vectors and
matrices, ``u^\top \mathbb{E}[g]``; and none that stands in the index of a mean of the line, or alone in a mean, but a
positive one beside other means over what is named, ``\mathbb{E}_{x}[x + \epsilon]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.printing import text
from ..files.tokens import words
from ..notation.unit import Unit
from .standing_still import moving
from .terms_apart import numbers_apart
from .unit_values import of_a_trace, of_term, one_side_up

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting


def taken_out(question: Question) -> tuple[Question, str] | None:
    """The question with such numbers before its means, and what is taken for not random; None if there are none."""
    setting = question.setting
    means = {
        s: found for side in (question.left, question.right) for s in _symbols(side) if (found := _mean(setting, s))
    }
    laws = " ".join(head for head, _ in means.values())
    still: dict[str, set[Any]] = {}
    heads = {head for head, _ in means.values()}
    for side in (question.left, question.right):
        for number, rest in _terms(side):
            outside = _symbols(number) if _symbols(rest) & means.keys() else set()
            beside = {means[s][0] for s in _symbols(rest) if s in means}
            if len(heads) == 1 and not (_symbols(number) | _symbols(rest)) & means.keys():
                outside, beside = _symbols(number), heads  # a term beside means: E[x - c] = E[x] - c
            for head in beside:
                still.setdefault(head, set()).update(c for c in outside if _is_number(setting, c, laws))
    alone = {inside for _, inside in means.values() if isinstance(inside, (sp.Symbol, sp.MatrixSymbol))}
    several = {
        head for head, _ in means.values() if "_" in head and sum(head == other for other, _ in means.values()) > 1
    }
    random = alone if heads - several else {letter for letter in alone if not letter.is_positive}
    still = {head: found - random for head, found in still.items()}
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
    if not isinstance(letter, (sp.Symbol, sp.MatrixSymbol)) or _name(letter) in setting.units.shown:
        return False
    written = next((latex for latex, meaning in setting.meanings.items() if meaning == letter), "")
    signed = isinstance(letter, sp.Symbol) and (letter.is_positive or letter.is_integer)
    plain = isinstance(letter, sp.MatrixSymbol) or signed or written in setting.names.numbers
    return bool(written) and bool(plain) and not set(words(written)) & (set(words(laws)) - {"{", "}", "_", "^"})


def _terms(side: Any) -> Iterator[tuple[Any, Any]]:
    """The numbers before each term of a side, and the rest: means, traces and matrices."""
    whole = sp.expand(side)
    if getattr(whole, "is_Matrix", False):
        for term in whole.args if isinstance(whole, sp.MatAdd) else (whole,):
            yield numbers_apart(term)
            yield from _beside(term)
        return
    for term in sp.Add.make_args(whole):
        plain = [f for f in sp.Mul.make_args(term) if f.is_Symbol or (f.is_Pow and f.base.is_Symbol)]
        yield term, sp.Mul(*plain, *(f for f in sp.Mul.make_args(term) if f.has(sp.Trace)))
        for trace in term.atoms(sp.Trace):
            for product in trace.arg.args if isinstance(trace.arg, sp.MatAdd) else (trace.arg,):
                yield from _beside(product)


def _beside(product: Any) -> Iterator[tuple[Any, Any]]:
    """Each factor of a product of matrices, with the others."""
    factors = product.args if isinstance(product, sp.MatMul) else ()
    for k, factor in enumerate(factors):
        yield factor, sp.Tuple(*factors[:k], *factors[k + 1 :])


def _outside(setting: Setting, head: str, inside: Any, constants: set[Any]) -> Any:
    """A mean with numbers and matrices before it, or behind it; None if its inside is no product of them."""
    unit = Unit("mean", head, (), ())
    if getattr(inside, "is_Matrix", False):
        return _of_a_matrix(setting, unit, inside, constants)
    matrices = {c for c in constants if isinstance(c, sp.MatrixSymbol)}
    found: list[Any] = []
    for term in sp.Add.make_args(sp.expand(inside)):
        numbers = {s for s in _symbols(term) if s not in constants or s in matrices}
        before, within = term.as_independent(*numbers, as_Add=False) if numbers else (term, sp.Integer(1))
        made = of_a_trace(setting, unit, within, matrices)
        found.append((before, of_term(setting, unit, sp.Integer(1), within, None) if made is None else made, made))
    if all(before.is_number and made is None for before, _, made in found):
        return None
    return sp.Add(*(before * mean for before, mean, _ in found))


def _of_a_matrix(setting: Setting, unit: Unit, inside: Any, constants: set[Any]) -> Any:
    """A mean of a product of matrices with numbers before it, and with the matrices at its ends that are not random."""
    number, rest = numbers_apart(inside)
    factors = list(rest.args) if isinstance(rest, sp.MatMul) else [rest]
    begin, end = moving(factors, {c for c in constants if isinstance(c, sp.MatrixSymbol)})
    begin, end = (0, len(factors)) if begin is None else (begin, end)
    found = []
    for term in sp.Add.make_args(sp.expand(number)):
        before, within = term.as_independent(*(_symbols(term) - constants), as_Add=False)
        found.append((before, one_side_up(setting, unit, within, factors[begin:end])))
    if all(before.is_number for before, _ in found) and end - begin == len(factors):
        return None
    parts = [sp.MatMul(before, *factors[:begin], made, *factors[end:]).doit() for before, made in found]
    return parts[0] if len(parts) == 1 else sp.MatAdd(*parts)
