"""The derivative of an expression as the rules of the prelude give it: nothing is simplified, no powers are joined."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.elementary import having
from .base import NoProof


def slope(expr: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The derivative by `x`, with each power and function of `expr` in it as it stands.

    Raises:
        NoProof: if there is no rule for a part of it.
    """
    if not expr.has(x):
        return sp.S.Zero
    if expr == x:
        return sp.S.One
    match expr:
        case sp.Add():
            return _sum([slope(a, x) for a in expr.args])
        case sp.Mul():
            return _sum([_product(slope(a, x), *(b for b in expr.args if b is not a)) for a in expr.args])
        case sp.Pow():
            return _power(expr, x)
        case AppliedUndef() if expr.args == (x,):
            return sp.Function(f"{expr.func.__name__}_slope", real=True)(x)
    if type(expr) in _RULES:
        inside = expr.args[0]
        return _product(slope(inside, x), _RULES[type(expr)](inside))
    raise NoProof(f"no rule for the derivative of {type(expr).__name__}")


def _power(expr: sp.Pow, x: sp.Symbol) -> sp.Expr:
    base, exponent = expr.args
    if base is sp.E:
        return _product(slope(exponent, x), expr)
    if exponent.has(x):
        return _product(slope(exponent, x), expr, sp.log(base)) if not base.has(x) else _no_rule(expr)
    if exponent.is_integer and exponent.is_nonnegative:
        return _product(exponent, base ** (exponent - 1), slope(base, x))
    return _product(exponent, expr, sp.Pow(base, -1), slope(base, x))


def _no_rule(expr: sp.Expr) -> sp.Expr:
    raise NoProof(f"no rule for the derivative of {expr}")


_KNOWN = (sp.exp, sp.log, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh)  # to the tactic that proves it
_RULES = {function: slope for function, slope in having("slope").items() if function in _KNOWN}


def _sum(terms: list[sp.Expr]) -> sp.Expr:
    terms = [t for t in terms if t != 0]
    return sp.Add(*terms, evaluate=False) if len(terms) > 1 else terms[0] if terms else sp.S.Zero


def _product(*factors: sp.Expr) -> sp.Expr:
    if any(f == 0 for f in factors):
        return sp.S.Zero
    flat = [a for f in factors for a in sp.Mul.make_args(f) if a != 1]
    return sp.Mul(*flat, evaluate=False) if len(flat) > 1 else flat[0] if flat else sp.S.One
