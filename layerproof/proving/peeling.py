"""Hypotheses about functions as hypotheses about their arguments: ``log(x) > 0`` says that x > 1.

A relation is replaced by relations that together say the same of all values at which it has one, so that points are
drawn by them and proofs use them; where it has one is said in `exact/presupposed.py`.  A bound of an absolute value
keeps the relation itself beside the two that it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

_DEPTH = 6
_TURNED = {sp.Gt: sp.Lt, sp.Ge: sp.Le, sp.Lt: sp.Gt, sp.Le: sp.Ge, sp.Eq: sp.Eq, sp.Ne: sp.Ne}
_INVERSE: dict[type[sp.Function], Callable[[Any], Any]] = {
    sp.sinh: sp.asinh,
    sp.asinh: sp.sinh,
    sp.tanh: sp.atanh,
    sp.atan: sp.tan,
}
"""Functions that rise on all reals, with what takes their values back."""
_PEELED = (sp.exp, sp.log, sp.Pow, sp.Abs, sp.Max, sp.Min, sp.cosh, *_INVERSE)

Relations = list[Any]


def peeled(relation: Relational) -> list[Any]:
    """Relations that together say what `relation` does; itself, where nothing is known of its functions."""
    found = list(_peeled(relation, _DEPTH))
    kept = [] if all(map(_plain, found)) or isinstance(relation, sp.Eq) else [relation]
    return list(dict.fromkeys([*found, *kept]))


def _plain(relation: Any) -> bool:
    """Whether it is about a rational function with rational coefficients."""
    if not isinstance(relation, Relational):
        return True
    functions = relation.atoms(sp.Function) - relation.atoms(AppliedUndef)
    powers = all(power.exp.is_Integer for power in relation.atoms(sp.Pow))
    return powers and not functions and not relation.atoms(sp.NumberSymbol)


def _peeled(relation: Any, depth: int) -> Iterator[Any]:
    found = _once(relation) if depth and isinstance(relation, Relational) else None
    for one in [relation] if found is None else found:
        if found is None or one == relation:
            yield one
        else:
            yield from _peeled(one, depth - 1)


def _once(relation: Relational) -> Relations | None:
    """The relation with the outermost function of one of its terms taken off."""
    kind = relation.func
    if kind not in _TURNED or not relation.has(*_PEELED):
        return None
    difference = relation.lhs - relation.rhs
    for term in sp.Add.make_args(difference):
        number, function = term.as_coeff_Mul()
        if not number or not isinstance(function, _PEELED) or not _of_letters(function):
            continue
        value = -(difference - term) / number
        if (found := _rules(function, kind if number > 0 else _TURNED[kind], value)) is not None:
            return found
    return None


def _of_letters(function: sp.Expr) -> bool:
    """Whether it is a function of letters and entries alone, with no sum or piece in it."""
    return bool(function.free_symbols) and not function.has(sp.Sum, sp.Product, sp.Derivative, sp.Piecewise)


def _rules(function: sp.Expr, kind: Any, value: sp.Expr) -> Relations | None:
    inside = function.args[0]
    if isinstance(function, sp.exp):
        return [kind(inside, sp.log(value))] if value.is_positive else None
    if isinstance(function, sp.log):
        return [inside > 0, kind(inside, sp.exp(value))]
    if isinstance(function, sp.Pow):
        return _power(inside, function.exp, kind, value) if function.exp.is_Rational else None
    if isinstance(function, sp.Abs):
        return _absolute(inside, kind, value)
    if isinstance(function, sp.cosh):
        return [kind(inside**2, value.args[0] ** 2)] if isinstance(value, sp.cosh) else None
    if isinstance(function, (sp.Max, sp.Min)):
        together = (sp.Lt, sp.Le) if isinstance(function, sp.Max) else (sp.Gt, sp.Ge)
        return [kind(part, value) for part in function.args] if kind in together else None
    return _rising(function, kind, value)


def _rising(function: sp.Expr, kind: Any, value: sp.Expr) -> Relations | None:
    """A function that rises on all reals, at a value that it takes."""
    if isinstance(value, function.func):
        return [kind(function.args[0], value.args[0])]
    taken = value == 0 or isinstance(function, sp.sinh)
    if isinstance(function, sp.tanh) and value.is_Rational:
        taken = bool(abs(value) < 1)
    if isinstance(function, sp.atan):
        taken = value.is_number and bool(abs(value) < sp.pi / 2)
    return [kind(function.args[0], _INVERSE[function.func](value))] if taken else None


def _power(base: sp.Expr, exponent: sp.Rational, kind: Any, value: sp.Expr) -> Relations | None:
    if exponent < 0:
        positive = base.is_positive and value.is_positive
        return [_TURNED[kind](base**-exponent, 1 / value)] if positive else None
    if not exponent.is_Integer:
        return [base >= 0, kind(base, value ** (1 / exponent))] if value.is_nonnegative else None
    if exponent % 2:
        root = _root(value, exponent)
        return None if root is None else [kind(base, root)]
    if exponent == 2 or not value.is_nonnegative:
        return None
    root = _root(value, exponent / 2)
    return None if root is None else [kind(base**2, root)]


def _root(value: sp.Expr, degree: sp.Rational) -> sp.Expr | None:
    """The root that is real, and not negative for a `value` that is not, if it is rational or stands there."""
    number, power = value.as_coeff_Mul()
    scale = sp.sign(number) * sp.root(abs(number), degree)
    if not scale.is_Rational:
        return None
    if power == 1:
        return scale
    if not isinstance(power, sp.Pow) or not (power.exp / degree).is_Integer:
        return None
    root = power.base ** (power.exp / degree)
    return scale * root if degree % 2 or root.is_nonnegative else None


def _absolute(inside: sp.Expr, kind: Any, value: sp.Expr) -> Relations | None:
    if kind in (sp.Lt, sp.Le):
        return [kind(inside, value), kind(-inside, value), kind(sp.Abs(inside), value)]
    if value.is_nonnegative:
        return [kind(inside**2, sp.expand(value**2))]
    return [value >= 0, sp.Eq(inside**2, sp.expand(value**2))] if kind is sp.Eq else None


def without_quotient(expr: sp.Expr) -> sp.Expr | None:
    """Numerator times denominator, which has the sign of a quotient of polynomials: ``1/x > 0`` says x > 0.

    Where the denominator is 0 no inequality holds.  None if there is no such quotient.
    """
    if expr.is_polynomial() or not expr.is_rational_function():
        return None
    above, below = sp.fraction(sp.together(expr))
    if below.is_nonnegative or not below.free_symbols:
        return None
    return sp.expand(above * below)
