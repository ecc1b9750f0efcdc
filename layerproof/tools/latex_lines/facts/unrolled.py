r"""A bound that is used again and again: ``e_k \le q e_{k-1} \le q^k e_0``, by induction on k.

What the chain says of e_k is taken to hold for every k from 1 on, which is noted; that q does not depend on k and is
not negative, and that the last side is ``q^k e_0``, is proved. The bound is used of e_{k-1} next, so e_k must be that
for another k: in ``\|x_{k+1} - y_k\|`` no k may be left when k + 1 is taken out.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..bounds.shapes import Shape
from ..files.tokens import Unbalanced, argument, joined, words
from ..judging.checking import Task, joint_relation
from ..judging.lines import ask_all
from ..judging.questions import Limiting, Question, Status
from ..letters.setting import Setting
from ..values.norms import apart
from ..values.of_one_matrix import vanishes

if TYPE_CHECKING:
    from .supports import Support

_INDICES = ("k", "t", "n", "i", "j", "s", "T", "N", "K", "m")


@dataclass(frozen=True)
class _Unrolled:
    """A step that may follow by induction: what has to be proved, of which index, and what is said of functions."""

    task: Task
    asked: tuple[Question, ...]
    index: str
    said: tuple[str, ...]


def unroll(
    tasks: Sequence[Task], limiting: Limiting, given: Sequence[Support] = (), doubtful: Container[int] = ()
) -> None:
    """Enter what is found of steps that repeat the bound before them.

    Args:
        tasks: of the lines, in order.
        limiting: how hard to try.
        given: what the sentences round displays give them.
        doubtful: displays in sentences that may say for which k a step is, ``For odd $k$,``.
    """
    said = [question for question in (*(t.question for t in tasks), *(s.question for s in given))]
    values = [pair for q in said if q.relation == "=" for pair in ((q.left, q.right), (q.right, q.left))]
    values = [pair for pair in values if isinstance(pair[0], (sp.Symbol, sp.MatrixSymbol))]
    found = [one for task in tasks if task.line.block not in doubtful and (one := _repeats(task, values)) is not None]
    answers = ask_all([question for one in found for question in one.asked], limiting)
    for one in found:
        mine, answers = answers[: len(one.asked)], answers[len(one.asked) :]
        if any(answer["verdict"] != "VERIFIED" for answer in mine):
            continue
        line = one.task.line
        first = one.task.chain.steps[0][3]
        line.status, line.how, line.reason, line.witness = Status.VERIFIED, "by induction", "", None
        line.note = f"by induction on {one.index}, given what is stated in line {first.line} for every {one.index}"
        line.note += f", where {', '.join(one.said)}" if one.said else ""
        one.task.supports = tuple(step[3] for step in one.task.chain.steps[: one.task.place])


def _repeats(task: Task, values: Sequence[tuple[Any, Any]]) -> _Unrolled | None:
    question, chain = task.question, task.chain
    if task.line.status is Status.VERIFIED or task.place == 0 or chain.headless or question.left is None:
        return None
    if any(step.conditions or step.beside for step, *_ in chain.steps):
        return None
    signs = [step.relation for step, *_ in chain.steps[: task.place]]
    before = functools.reduce(lambda one, other: joint_relation(one, other) or "", signs, "=")
    if question.relation != before:
        return None
    for index, there, start in indices(words(chain.equation.start)):
        with contextlib.suppress(CannotRead, Unbalanced, ValueError, TypeError, AttributeError, ZeroDivisionError):
            if before == "=":
                asked = _asked_of_matrices(task, index, there, start, values)
            else:
                asked = _asked(task, index, there, start, values) if before in ("<=", ">=") else None
            if asked is not None:
                return _Unrolled(task, asked, index, _rests_on(task, asked[-1]))
    return None


def _asked(
    task: Task, index: str, there: str, start: str, values: Sequence[tuple[Any, Any]]
) -> tuple[Question, ...] | None:
    """What has to be proved: that the last side is the power times the first value, and that q is not negative."""
    setting = task.question.setting.copy()
    last, first = (apart(sp.sympify(setting.read(side))) for side in (there, start))
    if any(getattr(side, "is_Matrix", False) for side in (last, first)):
        return None
    letters = {t: sp.Dummy() for side in (last, task.question.left) for t in sp.sympify(apart(side)).atoms(sp.Trace)}
    over, under = (sp.sympify(apart(side)).xreplace(letters) for side in (task.question.left, last))
    factor = sp.cancel(sp.together(over / under))
    if not under.free_symbols or factor.free_symbols & under.free_symbols or factor.has(*letters.values()):
        return None
    if hangs_on(setting, factor, index[0], values):
        return None
    power = setting.read(index)
    if not power.is_integer:
        return None
    bounded = (shape.strong <= shape.smooth for shape in _shapes(setting))  # as it is of every such function
    said = (*task.question.conditions, *bounded)
    plain = replace(task.question, setting=setting, left_written=(), right_written=(), conditions=said)
    return (
        replace(plain, left=task.question.right, relation="=", right=factor**power * first),
        replace(plain, left=factor, relation=">=", right=sp.Integer(0)),
    )


def _asked_of_matrices(
    task: Task, index: str, there: str, start: str, values: Sequence[tuple[Any, Any]]
) -> tuple[Question, ...] | None:
    r"""What has to be proved of ``x_k = B x_{k-1} = B^k x_0``: that the last side is this power of B, times x_0."""
    setting, left, right = task.question.setting.copy(), task.question.left, task.question.right
    last, first, power = setting.read(there), setting.read(start), setting.read(index)
    if not isinstance(left, sp.MatMul) or not vanishes(left.args[-1] - last) or not power.is_integer:
        return None
    factor = sp.expand(sp.MatMul(*left.args[:-1]).doit())
    if hangs_on(setting, factor, index[0], values):
        return None
    for letter in right.atoms(sp.MatrixSymbol):
        one = setting.units.of_one.get(str(letter.name))
        more = power - one.exponent if one is not None and one.kind == "power" else None
        if one is not None and vanishes(one.matrix - factor) and more is not None and more.is_Integer and more >= 0:
            wanted = sp.MatMul(*[factor] * int(more), letter, first)
            plain = replace(task.question, setting=setting, left_written=(), right_written=task.question.right_written)
            return (replace(plain, left=right, relation="=", right=wanted),)
    return None


def hangs_on(setting: Setting, factor: Any, name: str, values: Sequence[tuple[Any, Any]]) -> bool:
    """Whether a number may hang on an index: by its letters, or by what is said that these are.

    Args:
        setting: in which it is read.
        factor: the number.
        name: of the index.
        values: letters, and what is said that each is.
    """
    written = {meaning: latex for latex, meaning in setting.meanings.items()}
    met: set[Any] = set()
    near = set(setting.without_definitions(factor).free_symbols)
    while near:
        letter = near.pop()
        met.add(letter)
        latex = written.get(letter, name)  # what has no name of its own is a value, which may
        if str(letter) in setting.units.shown or name in words(latex):
            return True
        for one, value in values:
            if one == letter:
                near |= set(setting.without_definitions(value).free_symbols) - met
    return False


def _shapes(setting: Setting) -> list[Shape]:
    """The functions of which it is said how convex and how smooth they are."""
    return [shape for shape in setting.shapes.values() if shape.strong is not None and shape.smooth is not None]


def _rests_on(task: Task, sign: Question) -> tuple[str, ...]:
    """What was said of functions that the sign of a factor may rest on."""
    letters = sign.left.free_symbols
    return tuple(
        text for s in _shapes(task.question.setting) if letters & (s.strong.free_symbols | s.smooth.free_symbols)
        for text in s.words("smooth", "strong")
    )  # fmt: skip


def indices(tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """An index of a formula, the formula for the one before it, and that for 0."""
    for name in _INDICES:
        for index, other in ((f"{name} + 1", name), (name, f"{name} - 1")):
            one, other_one = (with_index(tokens, index, put) for put in (other, "0"))
            if one is not None and other_one is not None and name not in words(other_one):
                yield index.replace(" ", ""), one, other_one


def with_index(tokens: Sequence[str], index: str, put: str) -> str | None:
    """A formula with one index in the place of another; None if it does not stand there."""
    found: list[str] = []
    k, met = 0, False
    wanted = ("".join(index.split()), f"({''.join(index.split())})")
    while k < len(tokens):
        if tokens[k] in ("_", "^"):
            inside, after = argument(list(tokens), k + 1)
            shown = "".join(inside)
            if shown in wanted:
                met = True
                inside = words(f"({put})" if shown.startswith("(") else put)
            found += [tokens[k], "{", *inside, "}"]
            k = after
            continue
        found.append(tokens[k])
        k += 1
    return joined(found) if met else None
