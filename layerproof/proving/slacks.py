"""Constraints solved by naming their slacks: a rational map from an orthant onto where they hold.

A linear relation is solved for one symbol: ``S = r_0 + d`` with ``d > 0``; an upper bound on a positive symbol becomes
``x = u/(1 + d)``.  Constraints that resist, of higher degree in every symbol, stay as `leftover`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from ..ground import effort
from ..language.relations import Contradiction
from .constraints import Constraint
from .exact.balls import Evaluator, Point, Undefined, Unsupported
from .sign_sets import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    NONZERO,
    POSITIVE,
    SignSet,
    of_number,
    opposite,
    raised,
    times,
    total,
)

_NODE = 1_500
"""The work at one node of the search, in microseconds."""


@dataclass(frozen=True, eq=False)
class Parametrisation:
    """A rational map from slacks onto the domain (up to `leftover`)."""

    values: Mapping[sp.Expr, sp.Expr]
    slacks: Mapping[sp.Symbol, SignSet]
    leftover: tuple[Constraint, ...] = ()


@lru_cache(maxsize=512)
def parametrised(
    variables: tuple[tuple[sp.Expr, SignSet], ...],
    constraints: tuple[Constraint, ...],
    limit: int,
    for_points: bool,
) -> list[Parametrisation] | Contradiction:
    """Slacks for variables of given signs, and for constraints: found once for all claims with these hypotheses."""
    slacks: dict[sp.Symbol, SignSet] = {}
    values: dict[sp.Expr, sp.Expr] = {}
    for v, signs in variables:
        slack = sp.Dummy(str(v), real=True, **_assumption(signs))
        values[v] = slack
        if signs in (NEGATIVE, NONPOSITIVE):
            values[v], signs = -slack, opposite(signs)
        if v.is_integer and signs == POSITIVE and not for_points:
            slack = sp.Dummy(str(v), real=True, nonnegative=True)
            values[v], signs = 1 + slack, NONNEGATIVE
        slacks[slack] = signs
    pending = [Constraint(c.expr.xreplace(values), c.signs, c.origin) for c in constraints]
    found: list[Parametrisation] = []
    solvable = [c for c in pending if c.signs != NONZERO and c.expr.is_rational_function()]
    resistant = tuple(c for c in pending if c not in solvable)
    try:
        _search(values, slacks, solvable, resistant, found, limit, 0)
    except Contradiction as problem:
        return problem
    return found


def _assumption(signs: SignSet) -> dict[str, bool]:
    if signs in (POSITIVE, NEGATIVE):
        return {"positive": True}
    return {"nonnegative": True} if signs in (NONNEGATIVE, NONPOSITIVE) else {}


def _sign_of_number(expr: sp.Expr) -> SignSet:
    """The sign of a number; ANY where an evaluation to 100 digits does not separate it from 0."""
    if expr.is_Rational:
        return of_number(expr)
    try:
        ball = Evaluator(Point({}), 333)(expr)
    except (Undefined, Unsupported):
        return ANY
    return POSITIVE if ball > 0 else NEGATIVE if ball < 0 else ANY


def sign_by_coefficients(expr: sp.Expr, slacks: Mapping[sp.Symbol, SignSet]) -> SignSet:
    """The signs that a polynomial can take on an orthant, read off its coefficients."""
    expr = sp.sympify(expr)
    atoms = expr.free_symbols | expr.atoms(AppliedUndef)
    if not atoms:
        return _sign_of_number(expr)
    return _sign_by_coefficients(expr, frozenset((a, slacks[a]) for a in atoms if a in slacks))


@lru_cache(maxsize=1 << 14)
def _sign_by_coefficients(expr: sp.Expr, signs: frozenset[tuple[sp.Symbol, SignSet]]) -> SignSet:
    slacks = dict(signs)
    numerator, denominator = _fraction(expr)
    below = sign_by_coefficients(denominator, slacks)
    if below not in (POSITIVE, NEGATIVE):
        return ANY
    entries = numerator.atoms(AppliedUndef)
    generators = sorted(numerator.xreplace({e: sp.Integer(1) for e in entries}).free_symbols | entries, key=str)
    if not generators:
        return times(below, _sign_of_number(numerator))
    try:
        polynomial = sp.Poly(numerator, *generators)
    except sp.PolynomialError:
        return ANY
    own = [slacks.get(generator, ANY) for generator in generators]
    return times(below, total([_sign_of_term(c, own, powers) for powers, c in polynomial.terms()]))


def _sign_of_term(coefficient: sp.Expr, signs: Sequence[SignSet], powers: Sequence[int]) -> SignSet:
    """The signs of a coefficient times powers of generators with these signs."""
    found = _sign_of_number(coefficient)
    if found not in (POSITIVE, NEGATIVE):
        return ANY
    for own, power in zip(signs, powers, strict=True):
        found = times(found, raised(own, power)) if power else found
    return found


def _fraction(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Numerator and denominator; a polynomial with integer coefficients is its own numerator."""
    if expr.is_polynomial() and all(number.q == 1 for number in expr.atoms(sp.Rational)):
        return expr, sp.S.One
    found: tuple[sp.Expr, sp.Expr] = sp.fraction(sp.together(expr))
    return found


def _search(
    values: Mapping[sp.Expr, sp.Expr],
    slacks: Mapping[sp.Symbol, SignSet],
    pending: list[Constraint],
    leftover: tuple[Constraint, ...],
    found: list[Parametrisation],
    limit: int,
    depth: int,
) -> None:
    """Turn the pending constraints into slacks one by one, branching over which symbol gives way.

    Whichever gives way, the points are the same: constraints that contradict each other then do so at all.
    """
    effort.spend(_NODE)
    remaining = []
    for constraint in pending:
        signs = sign_by_coefficients(constraint.expr, slacks)
        if signs <= constraint.signs:
            continue
        if not signs & constraint.signs:
            raise Contradiction(
                f"the hypotheses contradict each other: {constraint.origin} cannot hold with the others"
            )
        remaining.append(constraint)
    if not remaining:
        used = (
            frozenset().union(*(v.free_symbols for v in values.values()))
            | frozenset().union(*(c.expr.free_symbols for c in leftover))
            if values
            else frozenset()
        )
        found.append(Parametrisation(dict(values), {s: k for s, k in slacks.items() if s in used}, leftover))
        return
    if depth > 12 or len(found) >= limit:
        if len(found) < limit:
            found.append(Parametrisation(dict(values), dict(slacks), (*leftover, *remaining)))
        return
    before = len(found)
    tried = 0
    for position, constraint in enumerate(remaining):
        others = remaining[:position] + remaining[position + 1 :]
        for name, value, slack, sign, extra in _ways(constraint, slacks, depth):
            tried += 1
            step = {name: value}
            new_slacks = {s: k for s, k in slacks.items() if s != name} | {slack: sign}
            _search(
                {k: v.xreplace(step) for k, v in values.items()},
                new_slacks,
                [Constraint(c.expr.xreplace(step), c.signs, c.origin) for c in (*others, *extra)],
                tuple(Constraint(c.expr.xreplace(step), c.signs, c.origin) for c in leftover),
                found,
                limit,
                depth + 1,
            )
            if len(found) >= limit or tried > 6:
                break
        if len(found) >= limit or tried > 6:
            break
    if len(found) == before:
        first, rest = remaining[0], remaining[1:]
        _search(values, slacks, rest, (*leftover, first), found, limit, depth + 1)


def _is_rational(expr: sp.Expr) -> bool:
    """Whether `expr` is a polynomial with rational coefficients in plain symbols."""
    symbols = sorted(expr.free_symbols, key=str)
    if expr.atoms(AppliedUndef, sp.Sum):
        return False
    try:
        return bool(expr.is_Rational) if not symbols else all(c.is_Rational for c in sp.Poly(expr, *symbols).coeffs())
    except sp.PolynomialError:
        return False


def _ways(
    constraint: Constraint, slacks: Mapping[sp.Symbol, SignSet], depth: int
) -> Iterator[tuple[sp.Symbol, sp.Expr, sp.Symbol, SignSet, tuple[Constraint, ...]]]:
    """Ways to satisfy one inequality by replacing one slack with another.

    Yields (old slack, its value, new slack, sign of the new slack, constraints that this adds).
    """
    if constraint.signs not in (POSITIVE, NONNEGATIVE):
        return
    numerator, denominator = _fraction(constraint.expr)
    below = sign_by_coefficients(denominator, slacks)
    if below not in (POSITIVE, NEGATIVE):
        return
    polynomial = sp.expand(numerator * next(iter(below)))
    if not _is_rational(polynomial) or not _is_rational(denominator):
        return  # exact points and exact signs need rational coefficients; the constraint stays as it is
    free_first = sorted(polynomial.free_symbols & set(slacks), key=lambda s: (slacks[s] != ANY, str(s)))
    for symbol in free_first:
        if not polynomial.is_polynomial(symbol) or sp.degree(polynomial, symbol) != 1:
            continue
        slope, rest = polynomial.coeff(symbol, 1), polynomial.coeff(symbol, 0)
        slope_signs = sign_by_coefficients(slope, slacks)
        if slope_signs not in (POSITIVE, NEGATIVE):
            continue
        name = f"{symbol.name}d{depth}"
        slack = sp.Dummy(name, real=True, **_assumption(constraint.signs))
        rising = slope_signs == POSITIVE
        own = slacks[symbol]
        if own == ANY:
            yield symbol, (slack - rest) / slope, slack, constraint.signs, ()
        elif own in (POSITIVE, NONNEGATIVE) and rising:
            # symbol > -rest/slope, and its own positivity stays to be ensured
            value = (slack - rest) / slope
            extra = () if sign_by_coefficients(-rest, slacks) <= own else (Constraint(value, own, constraint.origin),)
            yield symbol, value, slack, constraint.signs, extra
        elif own == POSITIVE and not rising:
            # 0 < symbol < u: symbol = u/(1 + slack), provided u > 0
            bound = rest / -slope
            extra = (
                ()
                if sign_by_coefficients(bound, slacks) == POSITIVE
                else (Constraint(bound, POSITIVE, constraint.origin),)
            )
            yield symbol, bound / (1 + slack), slack, constraint.signs, extra
        elif own == NONNEGATIVE and not rising and constraint.signs == POSITIVE:
            bound = rest / -slope
            extra = (
                ()
                if sign_by_coefficients(bound, slacks) == POSITIVE
                else (Constraint(bound, POSITIVE, constraint.origin),)
            )
            slack = sp.Dummy(name, nonnegative=True)
            yield symbol, bound * slack / (1 + slack), slack, NONNEGATIVE, extra
