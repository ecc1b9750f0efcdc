"""Inequalities for all whole numbers from one on, by induction: ``2**n >= n**2`` for n >= 4.

Let f(n) be an expression, and r(n) >= 0 the quotient of two neighbouring terms of it, as 2 is of the powers of two, n
+ 1 of the factorials, and 1 where there is a sum up to n. If f is not negative at the first number, and ``f(n + 1) -
r(n) f(n)``, which does not contain that term any more, is not negative from there on, then f(n + 1) >= r(n) f(n) >= 0
with f(n). Positive it is from number to number if it is positive at the first one, and either the difference is or
r(n) is. Where the difference has its sign only later, the numbers before are asked one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp
from sympy.core.function import AppliedUndef

from ...ground import effort
from ...language.printing import text
from ..constraints import Constraint
from ..domain import Contradiction, Domain
from ..sign_sets import NONNEGATIVE, POSITIVE
from .outcome import Proved
from .tangents import by_tangents

if TYPE_CHECKING:
    from .prover import Prover

DEPTH = 3
_LATER = 12  # numbers that are asked one by one
_TERMS = 12
_OPERATIONS = 120
_PIECES = (sp.Abs, sp.sign, sp.Max, sp.Min, sp.Heaviside, sp.Piecewise, sp.floor, sp.ceiling, sp.Product)


def by_successors(prover: Prover, expr: sp.Expr, strict: bool, depth: int = DEPTH) -> str | None:
    """How it is seen that `expr` is positive (`strict`) or not negative on the whole domain; None if it is not.

    Each level of `depth` takes one more induction, for the difference.
    """
    if expr.has(*_PIECES, AppliedUndef) or expr.count_ops() > _OPERATIONS or not _grows(expr):
        return None
    for n in sorted((s for s in expr.free_symbols if s.is_integer), key=str):
        first = _first(prover.domain, n)
        if first is None or (first < 0 and expr.has(sp.Sum)):
            continue
        if (found := _along(prover, expr, n, first, strict, depth)) is not None:
            return found
    return None


def _grows(expr: sp.Expr) -> bool:
    """Whether there is a power with a whole number in its exponent, a factorial, or a sum up to a whole number."""
    whole = {s for s in expr.free_symbols if s.is_integer}
    if any(whole & end.free_symbols for one in expr.atoms(sp.Sum) for *_, end in one.limits):
        return True
    powers = any(node.exp.free_symbols & whole for node in expr.atoms(sp.Pow, sp.exp))
    return powers or any(node.free_symbols & whole for node in expr.atoms(sp.factorial, sp.gamma, sp.binomial))


def _first(domain: Domain, n: sp.Symbol) -> int | None:
    """The number from which on n runs, and on which nothing else depends; None where there is none.

    Hypotheses that bound n from above are left out, which says more.
    """
    first = 1 if n.is_positive else 0 if n.is_nonnegative else None
    if any(e.has(n) for e in (*domain.equalities, *domain.definitions.values())) or n in domain.definitions:
        return None
    if any(one.constraint.expr.has(n) for one in domain.every):
        return None
    for constraint in domain.constraints:
        if not constraint.expr.has(n):
            continue
        slope = sp.diff(constraint.expr, n)
        end = sp.cancel(n - constraint.expr / slope) if slope.is_Rational and slope != 0 else None
        if end is None or not end.is_Rational or constraint.signs not in (POSITIVE, NONNEGATIVE):
            return None
        if slope > 0:
            least = int(sp.floor(end)) + 1 if constraint.signs == POSITIVE else int(sp.ceiling(end))
            first = least if first is None else max(first, least)
    return first


def _along(prover: Prover, expr: sp.Expr, n: sp.Symbol, first: int, strict: bool, depth: int) -> str | None:
    rest = type(prover)(prover.domain.without(n))
    wanted = POSITIVE if strict else NONNEGATIVE
    for start in range(first, first + (_LATER if depth == DEPTH else 2)):
        begun = rest.prepared(expr.xreplace({n: sp.Integer(start)}))
        if rest.undefined([begun]) is not None or not rest.sign(begun) <= wanted:
            return None
        later = _from(prover, n, start)
        effort.spend(500)
        for ratio, step in _steps(later, expr, n):
            gained = later.prepared(expr.xreplace({n: n + 1}) - ratio * expr - step)
            how = _holds(later, ratio, step, strict, depth)
            if how is not None and isinstance(later.prove_zero(gained), Proved):
                return f"by induction in {text(n)} from {start} on, where {text(n)} + 1 has {text(ratio)} times {how}"
    return None


def _from(prover: Prover, n: sp.Symbol, start: int) -> Prover:
    """A prover that knows of n that it is a whole number from `start` on."""
    outer = prover.domain.without(n)
    own = Constraint(n - start, NONNEGATIVE, f"{text(n)} >= {start}")
    variables, constraints = (*outer.variables, n), (*outer.constraints, own)
    return type(prover)(
        Domain(variables, constraints, outer.equalities, outer.definitions, outer.every, outer.sizes, outer.written)
    )


def _holds(prover: Prover, ratio: sp.Expr, step: sp.Expr, strict: bool, depth: int) -> str | None:
    """That the step is not negative, and what follows it stays positive if that is asked for."""
    try:
        ratios = prover.sign(ratio)
        if not ratios <= NONNEGATIVE or prover.undefined([ratio, step]) is not None:
            return None
        signs = prover.sign(step)
    except Contradiction:
        return None
    sure = strict and ratios != POSITIVE
    if signs <= (POSITIVE if sure else NONNEGATIVE):
        return "what n has, or more"
    if by_tangents(prover, step, sure) is not None:
        return "what n has, or more, by tangents"
    if depth > 1 and (deeper := by_successors(prover, step, sure, depth - 1)) is not None:
        return f"what n has, or more: {deeper}"
    return None


def _steps(prover: Prover, expr: sp.Expr, n: sp.Symbol) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """The quotients of neighbouring terms, and what the expression gains beside that, the simplest first."""
    terms = sp.Add.make_args(sp.expand(expr))
    if len(terms) > _TERMS:
        return
    ratios = dict.fromkeys(ratio for term in terms if (ratio := _ratio(term, n)) is not None)
    if expr.has(sp.Sum):
        ratios = {sp.S.One: None}
    following = prover.prepared(_last_apart(expr.xreplace({n: n + 1}), n))
    for ratio in sorted(ratios, key=lambda r: (r.has(n), r == 1, sp.default_sort_key(r))):
        yield ratio, sp.expand(sp.expand_power_exp(sp.expand(prover.prepared(following - ratio * expr))))


def _ratio(term: sp.Expr, n: sp.Symbol) -> sp.Expr | None:
    """The quotient of neighbouring values of the powers and factorials in a term; None where it has none, or others."""
    found = sp.S.One
    for factor in sp.Mul.make_args(term):
        if not factor.has(n) or not _grows(factor):
            continue
        inside, power = factor.as_base_exp() if isinstance(factor, sp.Pow) and factor.exp.is_Integer else (factor, 1)
        if isinstance(inside, sp.factorial):
            whole = inside.args[0]
            slope = sp.diff(whole, n)
            if not (slope.is_Integer and 0 < slope < 4):
                return None
            found *= sp.Mul(*(whole + k for k in range(1, int(slope) + 1))) ** power
        elif isinstance(inside, (sp.Pow, sp.exp)):
            base, exponent = inside.as_base_exp()
            slope = sp.diff(exponent, n)
            if base.has(n) or slope.has(n):
                return None
            found *= base ** (slope * power)
        else:
            return None
    return None if found == 1 else found


def _last_apart(expr: sp.Expr, n: sp.Symbol) -> sp.Expr:
    """`expr`, in which the last term of each sum up to n + 1, which has as many or one, stands by itself."""

    def parted(one: sp.Sum) -> sp.Expr:
        (variable, lower, upper), *others = one.limits
        if others or upper != n + 1 or not lower.is_Integer or lower > 1 or one.function.has(sp.Sum):
            return one
        return sp.Sum(one.function, (variable, lower, n)) + one.function.xreplace({variable: n + 1})

    return expr.replace(lambda e: isinstance(e, sp.Sum), parted)
