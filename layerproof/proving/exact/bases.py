"""Two powers with one exponent are ordered as their bases are: ``(1 - p)**n <= exp(-p)**n``, as ``1 - p <= exp(-p)``.

``c u**n - d v**n`` is not negative for n > 0 where ``c >= d >= 0`` and ``u >= v >= 0``; it is positive where c is, and
``u > v``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp

from ...language.goals import Sign
from ..sign_sets import NONNEGATIVE, POSITIVE
from .outcome import Proved

if TYPE_CHECKING:
    from .prover import Prover

_OPERATIONS = 60


def by_bases(prover: Prover, expr: sp.Expr, strict: bool) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not."""
    terms = sp.Add.make_args(expr)
    if len(terms) != 2 or expr.has(sp.Sum, sp.Product) or expr.count_ops() > _OPERATIONS:
        return None
    for larger, smaller in (terms, terms[::-1]):
        for n in _exponents(prover, expr):
            one, other = _split(larger, n), _split(-smaller, n)
            if one is None or other is None or one[1] == other[1] == 1:
                continue
            if _ordered(prover, one, other, strict):
                return f"by the bases of powers of {n}"
    return None


def _exponents(prover: Prover, expr: sp.Expr) -> Iterator[sp.Symbol]:
    """The positive letters in exponents."""
    letters = {s for node in expr.atoms(sp.Pow, sp.exp) for s in node.as_base_exp()[1].free_symbols}
    yield from (s for s in sorted(letters, key=str) if prover.sign(s) == POSITIVE)


def _split(term: sp.Expr, n: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """c and u, free of n, where a term is ``c u**n``, with u = 1 where it has no power of n; None where it is not."""
    number = base = sp.S.One
    for factor in sp.Mul.make_args(term):
        under, exponent = factor.as_base_exp()
        if not factor.has(n):
            number *= factor
            continue
        for part in sp.Add.make_args(sp.expand(exponent)):
            share = sp.cancel(part / n) if part.has(n) else part
            if share.has(n) or under.has(n):
                return None
            if part.has(n):
                base *= under**share
            else:
                number *= under**share
    return number, base


def _ordered(prover: Prover, one: tuple[sp.Expr, sp.Expr], other: tuple[sp.Expr, sp.Expr], strict: bool) -> bool:
    (c, u), (d, v) = one, other
    wanted = [(d, False), (v, False), (c - d, False), (u - v, strict), *([(c, True)] if strict else [])]
    if prover.undefined([c, d, u, v]) is not None:
        return False
    return all(_has_sign(prover, part, sure) for part, sure in wanted)


def _has_sign(prover: Prover, expr: sp.Expr, strict: bool) -> bool:
    if prover.sign(expr) <= (POSITIVE if strict else NONNEGATIVE):
        return True
    return isinstance(prover.positive(Sign(expr, strict, "a base or a coefficient")), Proved)
