r"""Rates of matrices without a loss: ``\frac{d}{dt} (A A^\top) = \dot A A^\top + A \dot A^\top``, whatever moves A.

Where the header gives rates, ``flow: \dot A = ..``, what has none stands still, as along the flow of a loss. Else each
matrix moves with a rate of which nothing is known but its sizes: what is proved so holds of what stands still, too, and
what fails says nothing, for a letter may stand still. What is declared a constant does. The value ``f(w)`` of a
function moves as w does, by the chain rule: its rate is ``\nabla f(w)^\top \dot w``, and that of ``f(u, v)`` is
``\nabla_u f(u, v)^\top \dot u + \nabla_v f(u, v)^\top \dot v``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import MatrixFlow, RandomVector, rate_of
from ....language.reading import CannotRead
from ..files.tokens import between_commas, in_words, joined, words
from .hanging import hanging
from .jacobians import jacobian_of
from .of_one_matrix import rate_of_exponential

if TYPE_CHECKING:
    from ..letters.setting import Setting

_UNKNOWN = "rate~of~"


class Unmoved(ValueError):
    """It is not clear what moves; the message says of what that is."""


def sizes_of(matrices: Iterable[Any]) -> set[Any]:
    """The letters in the sizes of matrices."""
    return {s for matrix in matrices for size in matrix.shape for s in sp.sympify(size).free_symbols}


def velocity(expr: Any, setting: Setting, given: dict[Any, Any]) -> Any:
    """The derivative by time of an expression of matrices, if each of its letters may move.

    Args:
        expr: with nothing defined left in it.
        setting: what the letters mean.
        given: the rates that are known, resolved.

    Raises:
        Unmoved: where a number, or a value of which nothing is known, may move or stand still.
    """
    if setting.time is not None and expr.has(setting.time):
        raise Unmoved("a derivative by time of what mentions it beside matrices")
    if expr.has(RandomVector):
        raise Unmoved("a derivative by time of what is random")
    vectors = {letter: found for letter in expr.atoms(sp.MatrixSymbol) if (found := jacobian_of(setting, letter))}
    values = {n: points for n in expr.free_symbols - vectors.keys() if (points := _arguments(n, setting))}
    written = [point for points in values.values() for point in points]
    letters = expr.atoms(sp.MatrixSymbol).union(*(point.atoms(sp.MatrixSymbol) for point in written))
    sizes = sizes_of(letters)
    inner = set().union(*(point.free_symbols for point in written))
    for number in sorted((expr.free_symbols | inner) - letters - sizes - values.keys(), key=str):
        still = given and number in setting.meanings.values()
        if not still and setting.printed(str(number.name)) not in setting.names.numbers:
            raise Unmoved(f"whether {number} moves is not said: declare it as a constant, or a flow")
    declared = set(setting.meanings.values())
    alone = {expr, expr.T} if isinstance(expr, sp.MatrixExpr) else set()  # a rate is asked for, and may be forgotten
    rates = {m: given[m] if m in given else _unknown(m) for m in letters if not is_still(m, setting)}
    rates = {m: v for m, v in rates.items() if m in given or not given or m not in declared or m in alone}
    for letter in letters:
        if str(letter.name) in setting.units.of_one:
            slope = rate_of_exponential(setting, letter, lambda matrix: is_still(matrix, setting))
            if slope is None:
                raise Unmoved(f"the rate of {setting.units.shown.get(str(letter.name), letter.name)}")
            rates[letter] = slope * letter
    for letter, (whole, at) in vectors.items():
        still = is_still(at, setting) or (given and at not in given)
        rates[letter] = sp.MatMul(whole, sp.ZeroMatrix(*at.shape) if still else given.get(at, _unknown(at))).doit()
    for number, points in values.items():
        rates[number] = _of_value(number, points, rates, setting)
    return rate_of(expr, rates)


def unsaid(sides: tuple[Any, ...]) -> bool:
    """Whether a rate stands in some expressions of which nothing is known."""
    return any(
        str(letter.name).startswith(_UNKNOWN)
        for side in sides
        if isinstance(side, sp.Basic)
        for letter in side.atoms(sp.MatrixSymbol)
    )


def given_rates(setting: Setting) -> dict[Any, Any]:
    """The rates of matrices that the header gives."""
    known = {} if isinstance(setting.flow, MatrixFlow) else setting.rates
    return {letter: value for letter, value in known.items() if isinstance(letter, sp.MatrixSymbol)}


def has_rate(of: Any, setting: Setting) -> bool:
    """Whether the derivative by time of a number goes by those of matrices, and by no declared trajectory.

    So does that of each letter for a value in which a matrix stands that may move: it is no constant.
    """
    if isinstance(setting.flow, MatrixFlow) or not isinstance(of, sp.Basic):
        return False
    return of.has(sp.MatrixSymbol) or bool(hanging(of, may_move(setting), setting))


def may_move(setting: Setting) -> list[Any]:
    """The matrices and vectors of which nobody says that they stand still."""
    values = setting.names.functions.values.keys()
    letters = {m for name, m in setting.meanings.items() if isinstance(m, sp.MatrixSymbol) and name not in values}
    return sorted((m for m in letters if str(m.name) not in setting.units.shown and not is_still(m, setting)), key=str)


def _arguments(number: Any, setting: Setting) -> tuple[Any, ...]:
    """The vectors and matrices at which a value of a declared function is taken; none if it is taken of others."""
    functions = setting.names.functions
    latex = functions.names.get(str(getattr(number, "name", "")))
    points = functions.arguments.get(latex, ()) if latex is not None else ()
    return tuple(points) if all(getattr(point, "is_Matrix", False) for point in points) else ()


def _of_value(number: Any, points: Sequence[Any], rates: dict[Any, Any], setting: Setting) -> Any:
    """The rate of a value, by the chain rule."""
    latex = setting.names.functions.names[str(number.name)]
    name = setting.names.functions.values.get(latex, "")
    if name.endswith("'"):
        raise Unmoved(f"the rate of {latex}")
    written = between_commas(list(words(latex))[len(in_words(name)) + 1 : -1])
    total: Any = sp.Integer(0)
    for point, by in zip(points, written, strict=True):
        under = "" if len(points) == 1 else f"_{{{joined(by)}}}"
        if under and not isinstance(point, sp.MatrixSymbol):
            raise Unmoved(f"the rate of {latex}: {joined(by)} is no letter")
        if under and is_still(point, setting):
            continue
        try:
            slope = setting.read(rf"\nabla{under} {joined(words(latex))}")
        except CannotRead as problem:
            raise Unmoved(f"the gradient of {latex}: {problem}") from None
        total += sp.Trace(slope.T * rate_of(point, rates)).doit()
    return total


def is_still(letter: sp.MatrixSymbol, setting: Setting) -> bool:
    """Whether a letter is declared to stand still, or is a value at another time, ``W(0)``."""
    if letter in setting.still:
        return True
    written = list(words(setting.units.shown.get(str(letter.name), "")))
    if written[-1:] != [")"] or "(" not in written:
        return False
    begin = written.index("(")
    return joined(written[:begin]) in setting.names.matrices and joined(written[begin + 1 : -1]) in _MOMENTS


_MOMENTS = frozenset({"0", "T", "t_{0}", "t_0"})
"""What stands for one time and no variable."""


def _unknown(letter: sp.MatrixSymbol) -> sp.MatrixSymbol:
    return sp.MatrixSymbol(f"{_UNKNOWN}{letter.name}", *letter.shape)
