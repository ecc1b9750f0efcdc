"""Inequalities by monotonicity: what is not negative at the edge of the domain and does not fall is not negative.

The domain is written in slacks, each from 0 to infinity; along one of them the expression starts at a value whose sign
is derived, and its derivative has a sign that is derived, or follows in the same way.  ``exp(x) >= 1 + x`` and
Bernoulli's inequality are of this kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp

from ..domain import Contradiction, Domain
from ..sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE, ZERO
from ..slacks import Parametrisation
from .definedness import obligations, unknown_domain

if TYPE_CHECKING:
    from .prover import Prover

DEPTH = 2
_OPEN_FACTORS = 2
_LARGEST = 200  # operations in what is factored
_ANALYTIC = (sp.exp, sp.log, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.atan, sp.erf)
_PIECES = (sp.Abs, sp.sign, sp.Max, sp.Min, sp.Heaviside, sp.Piecewise, sp.floor, sp.ceiling)


def rising(prover: Prover, expr: sp.Expr, strict: bool, depth: int = DEPTH) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not.

    Each level of `depth` differentiates once more, along any one slack.
    """
    if expr.has(*_PIECES):
        return None
    try:
        ways = prover.domain.parametrisations()
    except Contradiction:
        return None
    for way in ways[:2]:
        found = [_along(prover, half, expr, strict, depth) for half in _halves(way, expr)]
        if None not in found:
            return "; and ".join(dict.fromkeys(map(str, found)))
    return _by_factors(prover, expr, strict, depth)


def _by_factors(prover: Prover, expr: sp.Expr, strict: bool, depth: int) -> str | None:
    """Factors with signs of their own, or by monotonicity: ``p**2 - tanh(p)**2`` has the factor ``p - tanh(p)``."""
    if expr.count_ops() > _LARGEST:
        return None
    try:
        number, factors = sp.factor_list(expr)
    except sp.PolynomialError:
        return None
    if len(factors) < 2:
        return None
    below, left, ways = bool(number.is_negative), [], list[str]()
    for factor, power in factors:
        signs = prover.sign(factor)
        if power % 2 == 0 and (not strict or ZERO.isdisjoint(signs)):
            continue
        if signs <= (NEGATIVE if strict else NONPOSITIVE):
            below ^= power % 2 == 1
        elif not signs <= (POSITIVE if strict else NONNEGATIVE):
            left.append(factor)
    if len(left) > _OPEN_FACTORS:
        return None
    for factor in left:
        if (way := rising(prover, factor, strict, depth)) is None:
            below = not below
            if (way := rising(prover, -factor, strict, depth)) is None:
                return None
        ways.append(way)
    return None if below else "; and ".join(("its factors have signs", *dict.fromkeys(ways)))


def cleared(prover: Prover, expr: sp.Expr) -> sp.Expr | None:
    """What has the sign of `expr`, without its positive denominator, and with no exponential that falls; None if alike.

    So ``1/(1 + g) - exp(-g)`` becomes ``exp(g) - 1 - g``.
    """
    above, below = sp.fraction(sp.together(expr))
    if expr.has(*_PIECES) or (below != 1 and prover.sign(below) != POSITIVE):
        return None
    falling = {e for e in above.atoms(sp.exp) if e.args[0].could_extract_minus_sign()}
    found = sp.expand(above * sp.Mul(*(sp.exp(-e.args[0]) for e in falling)))
    return None if found == expr else found


def unlogged(prover: Prover, expr: sp.Expr) -> sp.Expr | None:
    """What has the sign of ``c log(u) + rest``, where c is a number: ``u - exp(-rest/c)``, or its negative.

    None if there is no such logarithm, or more than one.
    """
    logs = [term.as_coeff_Mul() for term in sp.Add.make_args(expr) if term.has(sp.log)]
    if len(logs) != 1 or not isinstance(logs[0][1], sp.log):
        return None
    number, logarithm = logs[0]
    inside = logarithm.args[0]
    if prover.sign(inside) != POSITIVE:
        return None
    return sp.sign(number) * (inside - sp.exp(logarithm - expr / number))


def _halves(way: Parametrisation, expr: sp.Expr) -> list[Parametrisation]:
    """The same domain, in two halves where one slack of `expr` runs over all real numbers."""
    used = expr.xreplace(dict(way.values)).free_symbols
    free = sorted((s for s, signs in way.slacks.items() if signs == ANY and s in used), key=str)
    if not free:
        return [way]
    return [_half(way, free[0], sign) for sign in (1, -1)]


def _half(way: Parametrisation, free: sp.Symbol, sign: int) -> Parametrisation:
    size = sp.Dummy(free.name, nonnegative=True)
    values = {name: value.xreplace({free: sign * size}) for name, value in way.values.items()}
    slacks = {s: signs for s, signs in way.slacks.items() if s != free} | {size: NONNEGATIVE}
    return Parametrisation(values, slacks, way.leftover)


def _along(prover: Prover, way: Parametrisation, expr: sp.Expr, strict: bool, depth: int) -> str | None:
    if way.leftover:
        return None
    written = expr.xreplace(dict(way.values))
    inside = type(prover)(Domain(tuple(way.slacks), (), ()))
    if written != expr and inside.sign(written) <= (POSITIVE if strict else NONNEGATIVE):
        return "the sign that it has in terms of what the hypotheses leave positive"
    for slack, signs in sorted(way.slacks.items(), key=lambda item: str(item[0])):
        if not signs <= NONNEGATIVE or slack not in written.free_symbols or slack.is_integer:
            continue
        edge = type(prover)(Domain(tuple(s for s in way.slacks if s != slack), (), ()))
        start = _at_zero(edge, written, slack)
        if start is None:
            continue
        first = edge.sign(start)
        if not first <= NONNEGATIVE:
            if depth < 2 or rising(edge, start, False, depth - 1) is None:
                continue
            first = NONNEGATIVE
        slope = sp.diff(written, slack)
        if slope.has(sp.Derivative, sp.Subs) or inside.undefined([slope]) is not None:
            continue
        steep = strict and first != POSITIVE
        if steep and signs != POSITIVE:
            continue  # at slack = 0 itself the value may be 0
        growing = inside.sign(slope)
        if growing <= (POSITIVE if steep else NONNEGATIVE):
            how = "its derivative has a sign that follows from the hypotheses"
        elif steep and growing <= NONNEGATIVE and _seldom_zero(inside, slope, slack):
            how = "its derivative is not negative, and is 0 at single points at most"
        elif depth > 1 and (deeper := rising(inside, slope, steep, depth - 1)) is not None:
            how = f"its derivative has a sign: {deeper}"
        else:
            continue
        return f"monotonicity along {slack.name} from the edge of the domain, where the sign is derived, {how}"
    return None


def _seldom_zero(inside: Prover, slope: sp.Expr, slack: sp.Symbol) -> bool:
    """Whether a function of the slack alone is analytic, and so, not being 0 at one place, is 0 at single points."""
    made_of = slope.atoms(sp.core.function.Application) - slope.atoms(*_ANALYTIC)
    roots = [p for p in slope.atoms(sp.Pow) if p.has(slack) and not p.exp.is_Integer and p.base is not sp.E]
    if slope.free_symbols != {slack} or made_of or any(inside.sign(root.base) != POSITIVE for root in roots):
        return False
    return type(inside)(Domain((), (), ())).sign(slope.xreplace({slack: sp.S.One})) <= NONZERO


def _at_zero(edge: Prover, expr: sp.Expr, slack: sp.Symbol) -> sp.Expr | None:
    """`expr` where the slack is 0, if every root, logarithm and quotient in it is defined there, hence continuous."""
    if unknown_domain(expr) is not None:
        return None
    for obligation in obligations(expr):
        at_edge = obligation.expr.xreplace({slack: sp.S.Zero})
        if at_edge.has(sp.nan, sp.zoo, sp.oo) or not (edge.sign(at_edge) or ANY) <= obligation.signs:
            return None
    start = expr.xreplace({slack: sp.S.Zero})
    return None if start.has(sp.nan, sp.zoo, sp.oo, -sp.oo) else start
