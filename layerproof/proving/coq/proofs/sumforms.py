"""Normal forms of finite sums, as expressions: what a sum over one index is, term by term.

A sum over an index is expanded into products; what is free of the index is a coefficient.  A delta in the index picks
one term; products of sums become one nested sum, whose order and whose names of indices are canonical.
Nothing here is proved: see `sumscripts`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import sympy as sp

from .base import NoProof
from .likeness import times
from .sumparts import is_alternating

Monomial = frozenset[tuple[sp.Expr, int]]
"""Factors with their exponents."""

ONE: Monomial = frozenset()
MOST_INDICES = 12
MOST_ORDERS = 5000
"""Of the indices of a sum, as many as are tried for its canonical form."""


@dataclass(frozen=True)
class Range:
    """An index with the ends of its range."""

    index: sp.Idx
    lower: sp.Expr
    upper: sp.Expr


@lru_cache(maxsize=65536)
def indices_of(expr: sp.Basic) -> frozenset[sp.Basic]:
    """The indices, and the symbols, that occur in an expression."""
    return frozenset(expr.atoms(sp.Idx, sp.Symbol))


def expand(expr: sp.Expr, index: sp.Idx) -> dict[Monomial, sp.Expr]:
    """An expression as a combination of monomials whose factors have `index`; the coefficients do not."""
    if index not in indices_of(expr):
        return {ONE: expr}
    if isinstance(expr, sp.Add):
        total: dict[Monomial, sp.Expr] = {}
        for part in expr.args:
            for monomial, coefficient in expand(part, index).items():
                total[monomial] = total.get(monomial, sp.S.Zero) + coefficient
        return {monomial: coefficient for monomial, coefficient in total.items() if coefficient != 0}
    if isinstance(expr, sp.Mul):
        product: dict[Monomial, sp.Expr] = {ONE: sp.S.One}
        for factor in expr.args:
            product = _times(product, expand(factor, index))
        return product
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer:
        if expr.exp < 0:
            return {frozenset({(expr.base, int(expr.exp))}): sp.S.One}
        base = expand(expr.base, index)
        power: dict[Monomial, sp.Expr] = {ONE: sp.S.One}
        for _ in range(int(expr.exp)):
            power = _times(power, base)
        return power
    if isinstance(expr, sp.exp) and isinstance(expr.args[0], sp.Add):
        inside = [part for part in expr.args[0].args if index in indices_of(part)]
        return {frozenset({(sp.exp(sp.Add(*inside)), 1)}): sp.exp(expr.args[0] - sp.Add(*inside))}
    return {frozenset({(expr, 1)}): sp.S.One}


def common(expr: sp.Expr, index: sp.Idx) -> sp.Expr:
    """A fraction whose denominator has the index and exponentials, over one denominator, which is factored.

    An exponential counts as the inverse of that of the opposite, so that ``1/(1 + exp(-x))`` is one fraction whichever
    way it is written.
    """
    below = [p.base for p in expr.atoms(sp.Pow) if p.exp.is_Integer and p.exp < 0 and index in indices_of(p.base)]
    if not any(base.has(sp.exp) for base in below):
        return expr
    symbols: dict[sp.Expr, sp.Symbol] = {}
    renaming = {}
    for part in sorted(expr.atoms(sp.exp), key=str):
        turned = part.args[0].could_extract_minus_sign()
        symbol = symbols.setdefault(sp.exp(-part.args[0]) if turned else part, sp.Dummy())
        renaming[part] = 1 / symbol if turned else symbol
    above, below_all = sp.fraction(sp.cancel(sp.together(expr.xreplace(renaming))))
    back = {symbol: part for part, symbol in symbols.items()}
    return sp.Mul(sp.expand(above), 1 / sp.factor(below_all)).xreplace(back)


def _times(left: Mapping[Monomial, sp.Expr], right: Mapping[Monomial, sp.Expr]) -> dict[Monomial, sp.Expr]:
    total: dict[Monomial, sp.Expr] = {}
    for one, c in left.items():
        for other, d in right.items():
            exponents = dict(one)
            for factor, exponent in other:
                exponents[factor] = exponents.get(factor, 0) + exponent
                if isinstance(factor, sp.KroneckerDelta):
                    exponents[factor] = 1
                elif is_alternating(factor):
                    exponents[factor] %= 2
            monomial = frozenset((f, e) for f, e in exponents.items() if e)
            total[monomial] = total.get(monomial, sp.S.Zero) + times(c, d)
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient != 0}


def product(monomial: Iterable[tuple[sp.Expr, int]]) -> sp.Expr:
    """A monomial as an expression."""
    return sp.Mul(*(factor**exponent for factor, exponent in monomial))


def canonical(ranges: Sequence[Range], factors: Sequence[sp.Expr]) -> tuple[sp.Sum, tuple[Range, ...]]:
    """The nested sum of a product in its canonical form, and the order of the given indices in it, outermost first.

    Raises:
        NoProof: if there are too many indices.
    """
    if len(ranges) > MOST_INDICES:
        raise NoProof(f"a sum over {len(ranges)} indices")
    level = 1 + max((_level(s) for f in factors for s in f.atoms(sp.Sum)), default=0)
    places = [sp.Symbol(f"z{level}_{place + 1}", integer=True) for place in range(len(ranges))]
    best: tuple[list[str], dict[sp.Basic, sp.Basic], tuple[Range, ...]] | None = None
    for order in _in_order(ranges):
        renaming = {r.index: sp.Idx(place, (r.lower, r.upper)) for place, r in zip(places, order, strict=True)}
        key = [str((r.lower, r.upper)) for r in order] + sorted(str(f.xreplace(renaming)) for f in factors)
        if best is None or key < best[0]:
            best = (key, renaming, order)
    assert best is not None
    _, renaming, order = best
    limits = [(renaming[r.index], r.lower, r.upper) for r in reversed(order)]
    return sp.Sum(sp.Mul(*factors).xreplace(renaming), *limits), order


def _in_order(ranges: Sequence[Range]) -> Iterator[tuple[Range, ...]]:
    """The orders in which equal ranges stand together, and come as their texts do.

    Raises:
        NoProof: if there are too many.
    """
    alike: dict[str, list[Range]] = {}
    for r in ranges:
        alike.setdefault(str((r.lower, r.upper)), []).append(r)
    if math.prod(math.factorial(len(group)) for group in alike.values()) > MOST_ORDERS:
        raise NoProof(f"a sum over {len(ranges)} indices, most of one range")
    for groups in itertools.product(*(permutations(alike[text]) for text in sorted(alike))):
        yield tuple(itertools.chain.from_iterable(groups))


def _level(expr: sp.Sum) -> int:
    """How deep the sums are nested in the factors of a canonical sum, read off its indices."""
    return int(str(expr.limits[0][0].label).split("_")[0][1:])


def nested(ranges: Sequence[Range], body: sp.Expr) -> sp.Expr:
    """The sum over `ranges`, outermost first."""
    return sp.Sum(body, *((r.index, r.lower, r.upper) for r in reversed(ranges))) if ranges else body


def within(place: sp.Basic, lower: sp.Expr, upper: sp.Expr) -> bool:
    """Whether an index, or a number, is in a range whatever the range's length."""
    if isinstance(place, sp.Idx):
        return bool(place.lower == lower and place.upper == upper)
    return bool(place.is_Integer and lower.is_Integer and place >= lower and (upper - place).is_nonnegative)
