r"""Letters that an equation ties to the variable of a derivative: after ``y = x^2``, does y stand still below d/dx?

The printed page does not say, and with y held still ``\frac{d}{dx}(x + y) = 1`` is proved.  So what was proved like
that is left open, with the equation.  Where y is a name for ``x^2``, ``y := x^2`` says so.  The same is asked of what
goes before an extreme, ``\sup_x (y + f(x)) = y + \sup_x f(x)``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.matrices import Equal, MatrixFlow, Velocity
from ....language.printing import text
from ....language.printing.marks import Gradient, Slope
from ..files.tokens import holds, in_words, words
from ..judging.checking import Task
from ..judging.questions import Status
from ..letters.meaning import NoStatement, resolved
from ..letters.setting import Setting
from ..values.facts_inside import deep, written
from ..values.moving import sizes_of
from .instances import says_a_function
from .rates_said import moving_letters, whose, without_values
from .supports import Support


def leave_open(tasks: Sequence[Task], given: Sequence[Support] = ()) -> None:
    """Of lines that are proved: those are not in which a letter is held still that an equation ties to what moves.

    Args:
        tasks: of the lines, in order.
        given: what the prose gives to displays.
    """
    stated: list[tuple[Any, str]] = []
    for task in tasks:
        question, line = task.question, task.line
        if line.status is Status.STATED and question.relation == "=" and not says_a_function(question):
            stated.append((sp.Tuple(question.left, question.right), f"line {line.line}, {line.text.strip()[:60]},"))
        if line.status is not Status.VERIFIED:
            continue
        prose = [
            (sp.Tuple(one.question.left, one.question.right), f"line {one.line.line}, in the prose,")
            for one in given
            if one.question.relation == "=" and one.is_about(line) and not says_a_function(one.question)
        ]  # fmt: skip
        said = [*_said(question.setting.hypotheses), *stated, *_given(question), *prose]
        whys = itertools.chain(
            (_held(of, by, said, question.setting) for of, by in _acted(question)),
            (_made_of(free, runs, said, question.setting) for free, runs in _taken_out(task)),
            (_moves(number, said, question.setting) for number in _beside_rates(question)),
        )
        if why := next(filter(None, whys), ""):
            line.status, line.how, line.note, line.reason = Status.UNDECIDED, "", "", why


def _said(hypotheses: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """The equations among hypotheses, of numbers and of matrices, and how each is shown."""
    for h in hypotheses:
        sides = (h.lhs, h.rhs) if isinstance(h, sp.Eq) else (h.matrix, h.value) if isinstance(h, Equal) else ()
        if len(sides) == 2 and all(isinstance(side, sp.Basic) for side in sides):
            yield sp.Tuple(*sides), f"the hypothesis {text(sides[0])} = {text(sides[1])}"


def _given(question: Any) -> Iterator[tuple[Any, str]]:
    """The equations that a line is given: what is assumed before it, and what it is said to follow from."""
    for left, relation, right in question.facts:
        if relation == "=":
            yield sp.Tuple(left, right), f"{text(left)} = {text(right)}, which is given,"


def _acted(question: Any) -> Iterator[tuple[Any, Any]]:
    """What stands below each derivative and integral of a line, and by what it is."""
    flow = question.setting.flow
    for side in (question.left, question.right):
        for node in sp.preorder_traversal(side) if isinstance(side, sp.Basic) else ():
            if isinstance(node, (Slope, Gradient)):
                yield node.args[0], node.args[1]
            elif isinstance(node, sp.Integral):
                yield node.function, node.variables[0]
            elif isinstance(node, Velocity) and isinstance(flow, MatrixFlow):
                yield from ((node.args[0], parameter) for parameter in flow.parameters)


def _held(of: Any, by: Any, equations: Sequence[tuple[Any, str]], setting: Setting) -> str:
    """Why it is not clear that a letter stands still; empty if it is."""
    try:
        inside = _letters(resolved(of, setting), by)
    except (NoStatement, ValueError, NotImplementedError):
        return ""
    rates = [dotted.func for dotted in setting.rates_of]
    for equation, shown in equations:
        tied = inside & _letters(equation, by)
        if tied and _has(equation, by) and not equation.has(Slope, Velocity, Gradient, *rates):
            letter = sorted(tied, key=str)[0]
            name = letter if isinstance(letter, str) else letter.name
            return (
                f"{shown} ties {name} to {by}: whether it stands still here can be read in two ways; write {name} := .."
            )
    return ""


def _beside_rates(question: Any) -> set[Any]:
    """The numbers below the rates of matrices of a line along no flow: they are taken to stand still."""
    if question.setting.flow is not None:
        return set()
    rates = {
        node for side in (question.left, question.right) if isinstance(side, sp.Basic) for node in side.atoms(Velocity)
    }
    return {s for rate in rates for s in rate.free_symbols if isinstance(s, sp.Symbol)}


def _moves(number: Any, equations: Sequence[tuple[Any, str]], setting: Setting) -> str:
    """Why it is not clear that a number stands still; empty if it is."""
    for sides, shown in equations:
        for letter, value in (tuple(sides), tuple(sides)[::-1]):
            if letter == number and whose(value, setting) is None and moving_letters(without_values(value), setting):
                return f"{shown} makes {letter} of what moves: whether it stands still here can be read in two ways"
    return ""


def _taken_out(task: Task) -> Iterator[tuple[frozenset[Any], frozenset[str]]]:
    """Of the extremes of a line, its letters that were taken out of each, and the letters of what it runs over."""
    question = task.question
    setting, units = question.setting, question.setting.units
    seen: set[str] = set()
    todo = [side for side in (question.left, question.right) if isinstance(side, sp.Basic)]
    while todo:
        for letter in deep(setting, todo.pop()):
            name = str(getattr(letter, "name", ""))
            if name in units.taken_out and name not in seen:
                free, runs = units.taken_out[name]  # of the whole paper; of a place where one is, nothing else tells
                if question.relation != "=" and name in units.extremes:  # it may have been taken at another point
                    free |= {one for one in units.extremes[name][2].free_symbols if not _is_of(one, runs, setting)}
                text = tuple(words(" ".join(task.chain.equation.sides)))
                yield frozenset(one for one in free if holds(text, in_words(written(setting, one)))), runs
                todo += units.extremes.get(name, ())[2:]
                seen.add(name)


def _made_of(free: frozenset[Any], runs: frozenset[str], equations: Sequence[tuple[Any, str]], setting: Setting) -> str:
    r"""Why it is not clear that letters do not hang on what an extreme runs over: of ``\sup_x``, ``c = x^2``."""
    for sides, shown in equations:
        for letter, value in (tuple(sides), tuple(sides)[::-1]):
            others = deep(setting, value) if letter in free else set()
            if any(_is_of(one, runs, setting) for one in others):
                return (
                    f"{shown} makes {letter} of what an extreme runs over: whether it goes before that can be read in "
                    f"two ways; write {letter} := .."
                )
    return ""


def _is_of(letter: Any, runs: frozenset[str], setting: Setting) -> bool:
    """Whether one of some letters stands in what is written where a letter stands."""
    return bool({token.strip("\\") for token in words(written(setting, letter))} & runs)


def _has(equation: Any, by: Any) -> bool:
    if isinstance(by, AppliedUndef):
        return any(one.func == by.func for one in equation.atoms(AppliedUndef))
    return bool(equation.has(by))


def _letters(expr: Any, by: Any) -> set[Any]:
    """The letters that would stand still: not what is derived by, nor what moves with it, nor sizes."""
    if not isinstance(expr, sp.Basic):
        return set()
    found: set[Any] = set(expr.atoms(sp.Symbol, sp.MatrixSymbol)) - {by}
    sizes = sizes_of(expr.atoms(sp.MatrixSymbol))
    families = {one.func.__name__ for one in expr.atoms(AppliedUndef) if not one.has(by) and not _has(one, by)}
    inside = {s for one in expr.atoms(AppliedUndef) for arg in one.args for s in sp.sympify(arg).free_symbols}
    return {s for s in found - sizes - inside if not s.is_integer} | families
