"""Which functions have their formal derivative as derivative, wherever they are defined."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

# What is made of these is smooth inside of where it is defined, and its formal derivative is its derivative.
# A step, and an absolute value, has a formal derivative in which the jump, or the corner, is lost.
_SMOOTH = (
    *(sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech),
    *(sp.csch, sp.atan, sp.asin, sp.acos, sp.asinh, sp.acosh, sp.atanh, sp.erf, sp.erfc, sp.gamma, AppliedUndef),
)


def jump_in(expr: sp.Expr, x: sp.Symbol) -> str | None:
    """The name of a function of x in `expr` whose formal derivative may not be its derivative; None if there is none.

    Functions that are not known are taken to be differentiable as often as is needed.
    """
    for node in sorted(expr.atoms(sp.Function, sp.Piecewise), key=str):
        if node.has(x) and not isinstance(node, _SMOOTH):
            return str(node.func.__name__)
    return None
