"""Geometric sums: of terms with ``f(j + 1) = r f(j)``, r free of j, ``(r - 1) sum_{j=k..n} f(j) = f(n + 1) - f(k)``.

The relation holds for every r, also for 1, and for a sum of no terms; a closed form would need r != 1.
"""

from __future__ import annotations

import sympy as sp
from flint import fmpq_mpoly

from ..sign_sets import NONNEGATIVE
from .elements import Element, Generator, NotInTower
from .tower import Tower, split


def carried_out(tower: Tower, numerator: fmpq_mpoly) -> fmpq_mpoly:
    """`numerator` with every geometric sum replaced whose coefficient is a multiple of ``r - 1``; zero as it is."""
    for position in range(len(tower.generators) - 1, -1, -1):
        numerator = tower.lift(numerator)
        if tower.generators[position].kind != "sum" or numerator.degrees()[position] != 1:
            continue
        known = _relation(tower, tower.generators[position])
        if known is None:
            continue
        less_one, whole = known
        rest, slope = split(tower, tower.lift(numerator), position)
        quotient, remainder = divmod(slope, tower.lift(less_one))
        if remainder.is_zero():
            numerator = tower.reduce(rest + quotient * tower.lift(whole))
    return numerator


def closed(tower: Tower, x: Element) -> Element:
    """`x` with every geometric sum in closed form whose ratio is derived to be other than 1; `x` if there is none."""
    forms = {}
    for generator in [g for g in tower.generators if g.kind == "sum"]:
        known = _relation(tower, generator)
        if known is not None and 0 not in tower.sign(known[0]):
            forms[generator.expr] = tower.expression(known[1]) / tower.expression(known[0])
    return tower.element(tower.quotient(x).xreplace(forms)) if forms else x


def _relation(tower: Tower, generator: Generator) -> tuple[fmpq_mpoly, fmpq_mpoly] | None:
    """Polynomials p and q with ``p S = q``; None of a sum that is not geometric, or may be less than empty."""
    if len(generator.expr.limits) != 1:
        return None
    index, lower, upper = generator.expr.limits[0]
    term = generator.expr.function
    ratio = _ratio(term, index)
    if ratio is None:
        return None
    try:
        if not tower.sign_of(tower.element(upper - lower + 1)) <= NONNEGATIVE:
            return None
        following = tower.element(term.xreplace({index: index + 1}) - ratio * term)
        if not tower.is_zero(following.num):
            return None
        less_one = tower.element(ratio - 1)
        whole = tower.element(term.xreplace({index: upper + 1}) - term.xreplace({index: lower}))
    except NotInTower:
        return None
    return (
        tower.lift(less_one.num) * tower.lift(whole.den),
        tower.lift(whole.num) * tower.lift(less_one.den),
    )


def _ratio(term: sp.Expr, index: sp.Expr) -> sp.Expr | None:
    """What a term is multiplied by as its index grows by one; None if that is not seen, or depends on the index."""
    ratio = sp.S.One
    for factor in sp.Mul.make_args(term):
        if not factor.has(index):
            continue
        if isinstance(factor, sp.exp):
            base, exponent = sp.E, factor.exp
        else:
            base, exponent = factor.as_base_exp()
        step = sp.expand(exponent.xreplace({index: index + 1}) - exponent)
        if base.has(index) or step.has(index):
            return None
        ratio *= base**step
    return ratio if ratio != 1 else None
