"""Inequalities by the tangents of exponentials and logarithms: ``exp(g) >= 1 + g``, ``1 - 1/u <= log(u) <= u - 1``.

What is smaller than the expression is put in for each exponential and logarithm; if that is not negative, nor is the
expression.  Both sides agree only where g is 0 and u is 1, which gives strict signs.  Logarithms with opposite numbers
before them are one of a quotient first, and of two positive terms the logarithms are compared: ``(1 + 1/n)**n < e``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp

from ..domain import Contradiction
from ..sign_sets import NEGATIVE, NONNEGATIVE, NONZERO, POSITIVE

if TYPE_CHECKING:
    from .prover import Prover

_OPERATIONS, _TERMS = 80, 8


def by_tangents(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not."""
    if not expr.has(sp.exp, sp.log, sp.Pow) or expr.has(sp.Sum, sp.Product) or expr.count_ops() > _OPERATIONS:
        return None
    try:
        for way in _ways(prover, expr):
            if way.has(sp.exp, sp.log) and _by_tangents(prover, way, strict):
                return "by the tangents of exponentials and logarithms"
    except Contradiction:
        return None
    return None


def _ways(prover: Prover, expr: sp.Expr) -> Iterator[sp.Expr]:
    """Expressions with the sign of `expr`."""
    yield expr
    if (one := _one_logarithm(prover, expr)) is not None:
        yield one
    terms = sp.Add.make_args(expr)
    if len(terms) != 2:
        return
    for larger, smaller in (terms, terms[::-1]):
        if prover.sign(larger) == POSITIVE and prover.sign(-smaller) == POSITIVE:
            gap = _logarithm(prover, larger) - _logarithm(prover, -smaller)
            yield gap
            if (one := _one_logarithm(prover, gap)) is not None:
                yield one


def _logarithm(prover: Prover, term: sp.Expr) -> sp.Expr:
    """The logarithm of a positive product, factor by factor where each is positive."""
    parts = []
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            parts.append(factor.args[0])
        elif prover.sign(base) == POSITIVE:
            parts.append(exponent * sp.log(base))
        else:
            return sp.log(term)
    return sp.Add(*parts)


def _one_logarithm(prover: Prover, expr: sp.Expr) -> sp.Expr | None:
    """``c log(u) - c log(v)`` as ``c log(u/v)``; None where there is no such pair of positive numbers."""
    logs: dict[sp.Expr, sp.Expr] = {}
    rest = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(expr)):
        inside = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.log)]
        if len(inside) == 1 and prover.sign(inside[0].args[0]) == POSITIVE:
            logs[inside[0]] = logs.get(inside[0], sp.S.Zero) + term / inside[0]
        else:
            rest += term
    pairs = [(a, b) for a in logs for b in logs if a != b and sp.expand(logs[a] + logs[b]) == 0]
    if not pairs:
        return None
    first, second = pairs[0]
    others = sp.Add(*(c * one for one, c in logs.items() if one not in (first, second)))
    return rest + others + logs[first] * sp.log(sp.cancel(first.args[0] / second.args[0]))


def _by_tangents(prover: Prover, expr: sp.Expr, strict: bool) -> bool:
    """Whether what is smaller than each term has a sum that is positive, or not negative."""
    terms = sp.Add.make_args(sp.expand(expr, power_base=False, power_exp=False, log=False))
    if len(terms) > _TERMS:
        return False
    total, apart = sp.S.Zero, False
    for term in terms:
        curved = [f for f in sp.Mul.make_args(term) if isinstance(f, (sp.exp, sp.log)) and not f.is_number]
        if not curved:
            total += term
            continue
        number = term / curved[0]
        signs = prover.sign(number)
        below = _below(prover, curved[0], signs)
        if len(curved) != 1 or below is None:
            return False
        line, touches = below
        total += number * line
        apart |= 0 not in signs and prover.sign(touches) <= NONZERO
    wanted = POSITIVE if strict and not apart else NONNEGATIVE
    return prover.undefined([total]) is None and prover.sign(sp.together(total)) <= wanted


def _below(prover: Prover, curved: sp.Expr, signs: frozenset[int]) -> tuple[sp.Expr, sp.Expr] | None:
    """What is nowhere more than the function, nowhere less if it counts negatively, and what is 0 where they agree."""
    inside = curved.args[0]
    if isinstance(curved, sp.exp):
        return (1 + inside, inside) if signs <= NONNEGATIVE else None
    if prover.sign(inside) != POSITIVE:
        return None
    if signs <= NONNEGATIVE:
        return 1 - 1 / inside, inside - 1
    return (inside - 1, inside - 1) if signs <= NEGATIVE | {0} else None
