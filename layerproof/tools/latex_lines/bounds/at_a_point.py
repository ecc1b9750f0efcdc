r"""A value is at most the largest one: ``f(u) \le \sup_{w \in S} f(w)``, *where u is in S*, and at least the least.

Whether u is among what the extreme runs over is taken for granted, and said beside the tick; so only what stands in the
same value is tried, ``f(u)`` for ``f(w)``, or what is written with the same letter, ``\hat{w}`` for w.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ..files.tokens import argument, holds, joined, words
from ..notation.kin import kin
from ..values.hanging import written_tokens

if TYPE_CHECKING:
    from ..judging.questions import Question
    from ..letters.setting import Setting

LARGEST = frozenset({r"\sup", r"\max"})
MOST_POINTS = 4


def at_a_point(question: Question, gap: Any, extremes: list[Any]) -> Iterator[tuple[Question, str]]:
    """That a gap is not negative, with what an extreme is of, at points of the line, in its place; and what is granted.

    Args:
        question: of a bound of numbers.
        gap: its larger side less its smaller one.
        extremes: the letters for extremes in it.
    """
    units = question.setting.units
    for letter in extremes:
        operator, under, body = units.extremes[str(letter.name)]
        number = gap.coeff(letter)
        others = sp.expand(gap - number * letter)
        if others.has(letter) or not (number.is_positive if operator in LARGEST else number.is_negative):
            continue
        variable, within = _run_over(under)
        for point in itertools.islice(_points(question.setting, body, others, variable), MOST_POINTS):
            value = _at(question.setting, body, variable, point)
            if value is None:
                continue
            among = f"in {joined(within)}" if within else f"among what {operator} runs over"
            shown = f"{joined(point)} is {among}"
            left = sp.expand(others + number * value)
            asked = replace(
                question, left=left, relation=">=", right=sp.Integer(0), left_written=(), right_written=()
            )  # fmt: skip
            yield asked, f"where {shown}"


def _run_over(under: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    r"""The letter of an extreme and the set of its values: ``w`` and ``S`` of ``w \in S``."""
    tokens = list(words(under))
    if r"\in" not in tokens:
        return tuple(tokens), ()
    place = tokens.index(r"\in")
    return tuple(tokens[:place]), tuple(tokens[place + 1 :])


def _points(setting: Setting, body: Any, others: Any, variable: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What stands in the values of a line where the letter of an extreme stands in those below it."""
    found = []
    theirs = [_written(setting, letter) for letter in sorted(others.free_symbols, key=str)]
    for letter in sorted(body.free_symbols, key=str):
        own = _written(setting, letter)
        starts = [k for k in range(len(own)) if own[k : k + len(variable)] == variable]
        for k, other in itertools.product(starts, theirs):
            before, after = own[:k], own[k + len(variable) :]
            point = other[k : len(other) - len(after)]
            fits = bool(point) and other[:k] == before and other[len(other) - len(after) :] == after
            fits = fits and (bool(before or after) or kin(joined(point)) == kin(joined(variable)) != "")
            if fits and point != variable and point not in found and _is_whole(point):
                found.append(point)
                yield point


def _is_whole(point: tuple[str, ...]) -> bool:
    """Whether tokens are one name: a letter with its accents and indices, and no sum or product."""
    k = argument(point, 1)[1] if point[0].startswith("\\") and point[1:2] == ("{",) else 1
    while k < len(point) and point[k] in ("_", "^", "'"):
        k = k + 1 if point[k] == "'" else argument(point, k + 1)[1]
    return k == len(point)


def _at(setting: Setting, body: Any, variable: tuple[str, ...], point: tuple[str, ...]) -> Any:
    """What stands below an extreme, at a point; None if one of its values is not in the paper there."""
    known = (made for made in setting.meanings.values() if isinstance(made, (sp.Symbol, sp.MatrixSymbol)))
    letters = {_written(setting, made): made for made in known}
    put = {}
    for letter in body.free_symbols:
        own = _written(setting, letter)
        if not own:
            return None
        if not holds(own, variable):
            continue
        there = letters.get(_put(own, variable, point))
        if there is None or getattr(there, "shape", None) != getattr(letter, "shape", None):
            return None
        put[letter] = there
    return body.xreplace(put) if put and not body.atoms(sp.Idx) else None


def _written(setting: Setting, letter: Any) -> tuple[str, ...]:
    """What is written where a letter stands, as tokens; none of what is a sum or a mean, which may hide letters."""
    name = str(getattr(letter, "name", ""))
    return () if name in setting.units.bodies or name in setting.units.extremes else written_tokens(letter, setting)


def _put(tokens: tuple[str, ...], variable: tuple[str, ...], point: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    k = 0
    while k < len(tokens):
        here = tokens[k : k + len(variable)] == variable
        found += point if here else [tokens[k]]
        k += len(variable) if here else 1
    return tuple(found)
