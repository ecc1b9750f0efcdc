r"""Bounds of least and largest values from bounds of what they are of: ``\sup_h (a_h + b_h) \le \sup_h a_h + c``.

If ``u \le v`` wherever what runs is, then ``\sup u \le \sup v``, ``\mathbb{E}_z u \le \sup_z v``, and ``\sup u \le c``
for a c in which it does not stand; ``\sup_a \inf_b F \le \inf_b \sup_a F``, and
``\sup_a \mathbb{E} F \le \mathbb{E} \sup_a F``. What is stated of a letter outside says nothing of the one that runs,
so nothing that is given is used inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ..files.tokens import words
from ..values.facts_inside import deep, written
from .at_a_point import LARGEST, at_a_point

if TYPE_CHECKING:
    from ..judging.questions import Question

MOST = 4
_NO_LETTERS = frozenset(
    {"mathbf", "mathcal", "mathbb", "mathrm", "boldsymbol", "bm", "in", "mid", "le", "leq", "ge", "geq"}
)


def values_of_extremes(question: Question) -> Iterator[tuple[Question, str]]:
    """Bounds of values that give one of extremes, each with what is taken for granted."""
    if (gap := _gap(question)) is not None:
        extremes = question.setting.units.extremes
        yield from at_a_point(question, gap, sorted((s for s in gap.free_symbols if str(s.name) in extremes), key=str))


def _gap(question: Question) -> Any:
    """The larger side of a bound of numbers less the smaller one; None if it is none."""
    sides = (question.left, question.right)
    if question.relation not in ("<=", ">=") or any(getattr(side, "is_Matrix", False) for side in sides):
        return None
    small, large = sides if question.relation == "<=" else sides[::-1]
    return sp.expand(large - small)


def extreme_bound(question: Question) -> tuple[Question, str] | None:
    """The bound of what is inside that gives one of extremes, and in what words; None if there is none."""
    if (gap := _gap(question)) is None:
        return None
    extremes = question.setting.units.extremes
    held = sorted((s for s in gap.free_symbols if str(s.name) in extremes), key=str)
    if len(held) == 1:
        return (
            _above_all(question, gap, held[0])
            or _mean_below(question, gap, held[0])
            or _below_the_mean_of_all(question, gap, held[0])
        )
    if len(held) == 2 and (way := _the_other_way_round(question, gap, held)) is not None:
        return way
    return _of_several(question, gap, held) if 2 <= len(held) <= MOST else None


def _the_other_way_round(question: Question, gap: Any, held: list[Any]) -> tuple[Question, str] | None:
    r"""``\sup_a \inf_b F \le \inf_b \sup_a F``: the gap is a positive number times the one less the other."""
    number = gap.coeff(held[0])
    if sp.expand(gap - number * (held[0] - held[1])) != 0 or not (number.is_positive or number.is_negative):
        return None
    if not _exchanged(question, *(held if number.is_negative else held[::-1])):
        return None
    return _inside(question, sp.Integer(0), ""), "what is least of what is largest is no less the other way round"


def _of_several(question: Question, gap: Any, held: list[Any]) -> tuple[Question, str] | None:
    r"""``\sup (u + v) \le \sup u + \sup v``: one extreme is bounded where it is taken, by the others there."""
    extremes = question.setting.units.extremes
    ranges = {extremes[str(letter.name)][1] for letter in held}
    numbers = [gap.coeff(letter) for letter in held]
    rest = sp.expand(gap - sum(number * letter for number, letter in zip(numbers, held, strict=True)))
    if len(ranges) != 1 or rest.has(*held) or any(number.has(*held) for number in numbers):
        return None
    (under,) = ranges
    signs = [n if extremes[str(s.name)][0] in LARGEST else -n for n, s in zip(numbers, held, strict=True)]
    negative = [sign for sign in signs if sign.is_negative]
    known = all(sign.is_positive or sign.is_negative for sign in signs)
    if len(negative) != 1 or not known or _stands(question, under, [rest, *numbers]):
        return None
    within = sum((n * extremes[str(s.name)][2] for n, s in zip(numbers, held, strict=True)), rest)
    return _inside(question, sp.expand(within), under), "an extreme of a sum is bounded by those of its terms"


def _exchanged(question: Question, small: Any, large: Any) -> bool:
    r"""Whether one is ``\sup_a \inf_b F`` and the other ``\inf_b \sup_a F``."""
    extremes = question.setting.units.extremes
    one, two = extremes[str(small.name)], extremes[str(large.name)]
    inner, other = (extremes.get(str(getattr(e[2], "name", ""))) for e in (one, two))
    if inner is None or other is None or {one[0], other[0]} - LARGEST or {two[0], inner[0]} & LARGEST:
        return False
    return one[1] == other[1] and two[1] == inner[1] and one[1] != two[1] and inner[2] == other[2]


def _above_all(question: Question, gap: Any, letter: Any) -> tuple[Question, str] | None:
    """``\\sup u <= c`` and ``c <= \\inf u`` where u is no more, or no less, wherever it is taken."""
    operator, under, body = question.setting.units.extremes[str(letter.name)]
    number = gap.coeff(letter)
    rest = sp.expand(gap - number * letter)
    means = question.setting.units.inside
    kinds = {means[str(s.name)][0] for s in rest.free_symbols if str(s.name) in means}
    if number.has(letter) or rest.has(letter) or "mean" in kinds:
        return None
    right_way = number.is_negative if operator in LARGEST else number.is_positive
    if not right_way or _stands(question, under, [rest, number]):
        return None
    return _inside(question, number * body + rest, under), "an extreme of what is nowhere beyond it"


def _mean_below(question: Question, gap: Any, letter: Any) -> tuple[Question, str] | None:
    """``\\mathbb{E}_z u <= \\sup_z v`` where u is at most v."""
    operator, under, body = question.setting.units.extremes[str(letter.name)]
    number = gap.coeff(letter)
    means = question.setting.units.inside
    held = [s for s in gap.free_symbols if str(s.name) in means and means[str(s.name)][0] == "mean"]
    if len(held) != 1 or not (number.is_positive if operator in LARGEST else number.is_negative):
        return None
    mean = held[0]
    other = gap.coeff(mean)
    rest = sp.expand(gap - number * letter - other * mean)
    _, head, inside = means[str(mean.name)]
    law = words(head)
    same = "_" in law and [t for t in law[law.index("_") + 1 :] if t not in "{}"] == words(under)
    if not same or sp.expand(number + other) != 0 or rest.has(letter, mean) or _stands(question, under, [rest, number]):
        return None
    return _inside(question, number * body + other * inside + rest, under), "a mean is at most what is largest"


def _below_the_mean_of_all(question: Question, gap: Any, letter: Any) -> tuple[Question, str] | None:
    r"""``\sup_f \mathbb{E}_z u \le \mathbb{E}_z \sup_f v`` where u is at most v."""
    units = question.setting.units
    operator, under, body = units.extremes[str(letter.name)]
    number = gap.coeff(letter)
    means = [s for s in gap.free_symbols if units.inside.get(str(s.name), ("",))[0] == "mean"]
    right_way = number.is_negative if operator in LARGEST else number.is_positive
    if len(means) != 1 or not number.is_number or not right_way:
        return None
    _, law, inside = units.inside[str(means[0].name)]
    outside = gap.coeff(means[0])
    held = [s for s in inside.free_symbols if units.extremes.get(str(s.name), ())[:2] == (operator, under)]
    rest = sp.expand(gap - number * letter - outside * means[0])
    if len(held) != 1 or not outside.is_number or not rest.is_number:
        return None
    inside = sp.expand(inside)
    within, others = inside.coeff(held[0]), sp.expand(inside - inside.coeff(held[0]) * held[0])
    right_way = (outside * within).is_positive if operator in LARGEST else (outside * within).is_negative
    if others.has(held[0]) or not right_way or _stands(question, under, [others, within]):
        return None
    found = outside * (within * units.extremes[str(held[0].name)][2] + others) + rest
    for term in sp.Add.make_args(sp.expand(body)):
        factor, value = term.as_coeff_Mul()
        if units.inside.get(str(getattr(value, "name", "")), ())[:2] != ("mean", law):
            return None
        found += number * factor * units.inside[str(value.name)][2]
    return _inside(question, sp.expand(found), f"{under} {law}"), "what is largest of means is at most their mean"


def _stands(question: Question, under: str, exprs: list[Any]) -> bool:
    """Whether what an extreme runs over may stand in some of what is outside of it."""
    runs = {t.strip("\\") for t in words(under) if t[-1].isalpha()} - _NO_LETTERS
    for expr in exprs:
        for letter in deep(question.setting, expr):
            name = written(question.setting, letter)
            if not name or {t.strip("\\") for t in words(name)} & runs:
                return True
    return False


def _inside(question: Question, gap: Any, under: str) -> Question:
    """That a gap is not negative, without facts, and without hypotheses on letters that run."""
    setting = question.setting.copy()
    here = set(words(under))
    bound = {meaning for name, meaning in setting.meanings.items() if here & set(words(name))}
    setting.hypotheses = [h for h in setting.hypotheses if not getattr(h, "free_symbols", bound) & bound]
    return replace(
        question, setting=setting, left=gap, relation=">=", right=sp.Integer(0), facts=(), wider=(), conditions=(),
        left_written=(), right_written=(),
    )  # fmt: skip
