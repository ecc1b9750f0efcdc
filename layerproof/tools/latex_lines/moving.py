r"""Rates of matrices without a loss: ``\frac{d}{dt} (A A^\top) = \dot A A^\top + A \dot A^\top``, whatever moves A.

Where the header gives rates, ``flow: \dot A = ..``, what has none stands still, as along the flow of a loss. Else each
matrix moves with a rate of which nothing is known but its sizes: what is proved so holds of what stands still, too, and
what fails says nothing, for a letter may stand still. So does each value of a function in any case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from ...language.matrices import MatrixFlow, RandomVector, rate_of

if TYPE_CHECKING:
    from .setting import Setting

_UNKNOWN = "rate~of~"


class Unmoved(ValueError):
    """It is not clear what moves; the message says of what that is."""


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
    letters = expr.atoms(sp.MatrixSymbol)
    sizes = {s for m in letters for size in m.shape for s in sp.sympify(size).free_symbols}
    for number in sorted(expr.free_symbols - letters - sizes, key=str):
        still = given and number in setting.meanings.values()
        if not still and setting.printed(str(number.name)) not in setting.names.numbers:
            raise Unmoved(f"whether {number} moves is not said: declare it as a constant, or a flow")
    declared = set(setting.meanings.values())
    alone = {expr, expr.T} if isinstance(expr, sp.MatrixExpr) else set()  # a rate is asked for, and may be forgotten
    rates = {m: given[m] if m in given else _unknown(m) for m in letters}
    return rate_of(expr, {m: v for m, v in rates.items() if m in given or not given or m not in declared or m in alone})


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


def _unknown(letter: sp.MatrixSymbol) -> sp.MatrixSymbol:
    return sp.MatrixSymbol(f"{_UNKNOWN}{letter.name}", *letter.shape)
