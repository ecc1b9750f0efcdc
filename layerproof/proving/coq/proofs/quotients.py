"""Equations between fractions whose denominators are not looked into: each becomes a letter, and ``field`` closes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import sympy as sp

from .context import Context

_CLOSERS = ("assumption", "(apply Rgt_not_eq; lra)", "(apply Rlt_not_eq; lra)", "nzk")


def equal(raw: sp.Expr, value: sp.Expr, context: Context, nonzero: Callable[[sp.Expr], str]) -> str | None:
    """A script that closes ``raw = value``; None if the equation needs more than that denominators are not 0.

    Args:
        raw: the left side.
        value: the right side.
        context: gives texts.
        nonzero: the name of the fact that a denominator is not 0.

    Raises:
        NoProof: if a denominator is not known to be nonzero.
    """
    parts = dict.fromkeys(part for side in (raw, value) for part in _denominators(side))
    letters = [part for part in parts if not part.is_Symbol]
    letters.sort(key=lambda part: -part.count_ops())
    stand_ins = {part: sp.Dummy() for part in letters}
    if not _vanishes(_letter(raw, stand_ins) - _letter(value, stand_ins)):
        others: dict[sp.Expr, sp.Dummy] = {}
        if not _vanishes(_letter(raw, others) - _letter(value, others)):
            return None
        letters = []  # field looks into denominators; linear ones are compared with 0 by what is assumed
    known = [f"exact {nonzero(part)}" for part in parts if part.is_Symbol]
    known += [f"exact n{k}" for k in range(len(letters))]
    lines = [
        f"generalize {nonzero(part)}; generalize {context.text(part)}; intros z{k} n{k}."
        for k, part in enumerate(letters)
    ]
    return " ".join([*lines, f"field; repeat apply conj; first [{' | '.join([*known, *_CLOSERS])}]."])


def _denominators(expr: sp.Basic) -> Iterator[sp.Expr]:
    """What is divided by, anywhere in an expression: products and powers in their parts."""
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp < 0:
        yield from _parts(expr.base)
    for inside in expr.args:
        yield from _denominators(inside)


def _parts(expr: sp.Expr) -> Iterator[sp.Expr]:
    if expr.is_Number:
        return
    if isinstance(expr, sp.Mul) or (isinstance(expr, sp.Pow) and expr.exp.is_Integer):
        for inside in expr.args if isinstance(expr, sp.Mul) else expr.args[:1]:
            yield from _parts(inside)
    else:
        yield expr


def _letter(expr: sp.Basic, stand_ins: dict[sp.Expr, sp.Dummy]) -> sp.Expr:
    """The expression, evaluated, with letters for parts and for what is no rational function."""
    if expr in stand_ins:
        return stand_ins[expr]
    if isinstance(expr, (sp.Add, sp.Mul)) or (isinstance(expr, sp.Pow) and expr.exp.is_Integer):
        return expr.func(*(_letter(a, stand_ins) for a in expr.args))
    if expr.is_Rational or expr.is_Symbol:
        return expr
    return stand_ins.setdefault(expr, sp.Dummy())


def _vanishes(difference: sp.Expr) -> bool:
    """Whether a rational function vanishes at two points, and so most probably everywhere; Coq decides."""
    symbols = sorted(difference.free_symbols, key=str)
    for first in (3, 11):
        primes = count(first, 2)
        try:
            found = difference.xreplace({s: sp.Rational(next(primes), 7) for s in symbols})
        except ZeroDivisionError:
            continue
        if found != 0:
            return False
    return True
