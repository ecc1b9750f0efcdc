"""Definite integrals: by the increment of an antiderivative, or refuted by rigorous quadrature."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.goals import Integrates, Sign, Tends, Zero, inside
from ...language.printing import text
from ...language.smooth import jump_in
from ...language.statements.integrals import antiderivative, quick_antiderivative
from ..domain import Contradiction, Domain
from ..sign_sets import NONNEGATIVE, NONPOSITIVE
from . import divergence, limits, quadrature
from .bound import under
from .definedness import obligations, unknown_domain
from .lettered_pieces import cut_by_letters
from .outcome import Outcome, Proved, Refuted, Unknown
from .pieces import cut
from .prover import Prover

_FEW, _POINTS = 6, 40  # points at which an integral is found anew, each with other signs, of these


def decide(prover: Prover, goal: Integrates) -> Outcome:
    """Decide ``int_lower^upper integrand = equals``.

    Where that is left open, so is perhaps whether the integrand is defined on the whole range: numbers that agree, but
    pass a pole by, are then no support.
    """
    outer = Prover(prover.domain.without(goal.variable))
    if isinstance(outer.prove_zero(outer.prepared(goal.upper - goal.lower)), Proved):  # from a point to itself
        return outer.zero(Zero(goal.equals, goal.name, (goal.lower, goal.upper)))
    apart = _apart_diverges(outer, goal)
    if apart is not None:
        return apart
    found = _decided(outer, goal)
    if not isinstance(found, Unknown) or found.unseen:
        return found
    problem = _undefined(outer, goal)
    return found if problem is None else Unknown(f"{found.reason}; {problem}", unseen=True)


def _apart_diverges(outer: Prover, goal: Integrates) -> Refuted | None:
    """A point at which an integral of which only the difference from another one is stated has no value."""
    for part in goal.defined:
        if part in (0, goal.integrand):
            continue
        whole = replace(goal, integrand=part, antiderivative=None, name=f"the integral of {text(part)}")
        if (found := divergence.refute(outer, whole)) is not None:
            return found
    return None


def _decided(outer: Prover, goal: Integrates) -> Outcome:
    x = goal.variable
    between = inside(x, goal.lower, goal.upper)
    problem = _ordered(outer, goal)
    if problem is not None:
        if _ordered(outer, turned := _turned(goal)) is None:
            return decide(outer, turned)
        around = _around(outer, goal)
        if around is None:
            return _refuted(outer, goal) or Unknown(problem)
        between = around
    if (found := _by_pieces(outer, goal)) is not None:
        return found
    lacking = goal.lacking
    if goal.antiderivative is not None:
        primitive = goal.antiderivative
        residual = Zero(
            _derivative(primitive, x) - goal.integrand,
            "derivative of the antiderivative minus the integrand",
            (primitive, goal.integrand, *goal.defined),
        )
        proof = under(outer, x, between).zero(residual)
        if isinstance(proof, Proved):
            ready = outer.prepared(primitive)
            if problem is not None and any(_value_at(outer, ready, x, e) is None for e in (goal.lower, goal.upper)):
                return Unknown(problem)
            found = increment(outer, goal, ready)
            return (divergence.refute(outer, goal) or found) if isinstance(found, Unknown) else found
        why = proof.reason if isinstance(proof, Unknown) else str(proof.witness)
        lacking = f"{text(goal.antiderivative)} is not shown to be an antiderivative: {why}"
    refuted = _refuted(outer, goal)
    return refuted if refuted is not None else Unknown(lacking)


def _refuted(prover: Prover, goal: Integrates) -> Outcome | None:
    return quadrature.refute(prover, goal) or divergence.refute(prover, goal) or _at_points(prover, goal)


def _at_points(prover: Prover, goal: Integrates) -> Refuted | None:
    """Values of the letters at which an integral without an end has another value, by an antiderivative there."""
    x, parts = goal.variable, (goal.integrand, goal.equals, goal.lower, goal.upper)
    symbols = set().union(*(part.free_symbols for part in parts)) - {x}
    if not symbols or not (goal.lower.is_infinite or goal.upper.is_infinite) or goal.integrand.has(AppliedUndef):
        return None
    seen: set[tuple[int, ...]] = set()
    for point in prover.points(_POINTS):
        values = {s: sp.Rational(v.numerator, v.denominator) for s, v in point.values.items() if s in symbols}
        signs = tuple(int(sp.sign(values[s])) for s in sorted(values, key=str))
        if len(values) < len(symbols) or signs in seen or len(seen) == _FEW:
            continue
        seen.add(signs)
        integrand, equals, lower, upper = (part.xreplace(values) for part in parts)
        primitive = quick_antiderivative(integrand, x)
        if primitive is None:
            continue
        here = replace(
            goal, integrand=integrand, equals=equals, lower=lower, upper=upper, antiderivative=primitive, defined=()
        )
        found = decide(Prover(Domain.of([integrand, equals], [])), here)
        if isinstance(found, Refuted):
            shown = {str(s): str(v) for s, v in sorted(values.items(), key=lambda item: str(item[0]))}
            return Refuted(replace(found.witness, symbols=shown), f"{found.how}, by an antiderivative at one point")
    return None


def _turned(goal: Integrates) -> Integrates:
    """The same integral from the upper end to the lower one."""
    return replace(goal, lower=goal.upper, upper=goal.lower, equals=-goal.equals)


def _around(prover: Prover, goal: Integrates) -> tuple[tuple[sp.Expr, bool], ...] | None:
    """What holds between two ends, whichever is the larger: the sign that both have; None of infinite ones."""
    if goal.lower.is_infinite or goal.upper.is_infinite:
        return None
    signs = prover.sign(prover.prepared(goal.lower)) | prover.sign(prover.prepared(goal.upper))
    for sense, some in ((1, NONNEGATIVE), (-1, NONPOSITIVE)):
        if signs <= some:
            return ((sense * goal.variable, 0 not in signs),)
    return ()


def _undefined(prover: Prover, goal: Integrates) -> str | None:
    """Why the integrand is not known to be defined between the ends; None if it is."""
    between = inside(goal.variable, goal.lower, goal.upper)
    try:
        return under(prover, goal.variable, between).undefined([goal.integrand, *goal.defined])
    except Contradiction:
        return "the range is not known to run upwards"


def _derivative(primitive: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The derivative; of ``x**(n + 1)`` it is ``(n + 1) x**n``, and no quotient by x as SymPy has it."""
    found = sp.diff(primitive, x)
    if any(node.exp.is_integer and not node.exp.is_number and node.base.has(x) for node in primitive.atoms(sp.Pow)):
        return sp.powsimp(sp.expand(found), combine="exp")
    return found


def _by_pieces(prover: Prover, goal: Integrates) -> Outcome | None:
    """The sum over pieces of an integrand with corners or steps; None where it has none, or the sum is not found."""
    x, total = goal.variable, sp.S.Zero
    expr = prover.prepared(goal.integrand)
    pieces = cut(expr, x, goal.lower, goal.upper) or cut_by_letters(prover, expr, x, goal.lower, goal.upper)
    if pieces is None or _undefined(prover, goal) is not None:
        return None
    for low, high, smooth in pieces:
        primitive = antiderivative(smooth, x)
        if primitive is None or jump_in(primitive, x) is not None:
            return None
        residual = Zero(_derivative(primitive, x) - smooth, "derivative of the antiderivative", (primitive, smooth))
        if not isinstance(under(prover, x, inside(x, low, high)).zero(residual), Proved):
            return None
        at_low, at_high = (_limit_at(prover, primitive, x, *end) for end in ((low, "+"), (high, "-")))
        if at_low is None or at_high is None:
            return None
        total += at_high - at_low
    return prover.zero(Zero(total - goal.equals, goal.name, (goal.equals,)))


def _limit_at(prover: Prover, expr: sp.Expr, x: sp.Symbol, end: sp.Expr, side: str) -> sp.Expr | None:
    """The value at an end, or the limit there; None where neither is derived."""
    if (value := _value_at(prover, expr, x, end)) is not None:
        return value
    limit = limits.find(prover, expr, x, end, side)
    if limit is None:
        return None
    confirmed = limits.decide(prover, Tends(expr, x, end, limit, side, "limit at an end"))
    return limit if isinstance(confirmed, Proved) else None


def _ordered(prover: Prover, goal: Integrates) -> str | None:
    """None if the range is derived to run upwards (it may be a point)."""
    lower, upper = goal.lower, goal.upper
    if (lower == -sp.oo and upper != -sp.oo) or (upper == sp.oo and lower != sp.oo):
        return None
    if lower.is_infinite or upper.is_infinite:
        return f"the range of {goal.variable}, from {lower} to {upper}, is empty or runs backwards"
    order = prover.positive(Sign(upper - lower, False, "upper end minus lower end"))
    return None if isinstance(order, Proved) else f"that {text(lower)} <= {text(upper)} is not derived"


def increment(prover: Prover, goal: Integrates, primitive: sp.Expr) -> Outcome:
    """Decide ``F(upper) - F(lower) = equals``, each end from inside the interval."""
    x = goal.variable
    low = _value_at(prover, primitive, x, goal.lower)
    high = _value_at(prover, primitive, x, goal.upper)
    if low is not None and high is not None:
        return prover.zero(Zero(high - low - goal.equals, goal.name, (low, high, goal.equals)))
    if low is None and high is None:
        low = limits.find(prover, primitive, x, goal.lower, "+")
        if low is None:
            return Unknown(f"{goal.name}: no finite limit of the antiderivative was found at the lower end")
        confirmed = limits.decide(prover, Tends(primitive, x, goal.lower, low, "+", "limit at the lower end"))
        if not isinstance(confirmed, Proved):
            return Unknown(f"{goal.name}: the limit of the antiderivative at the lower end is not confirmed")
    if high is None:
        return limits.decide(prover, Tends(primitive - low, x, goal.upper, goal.equals, "-", goal.name))
    return limits.decide(prover, Tends(high - primitive, x, goal.lower, goal.equals, "+", goal.name))


def _value_at(prover: Prover, expr: sp.Expr, variable: sp.Symbol, end: sp.Expr) -> sp.Expr | None:
    """The value at an end where everything in `expr` is derived to be defined, so that it is continuous there."""
    if end in (sp.oo, -sp.oo) or unknown_domain(expr) is not None:
        return None
    for obligation in obligations(expr):
        if not prover.sign(prover.prepared(obligation.expr.subs(variable, end))) <= obligation.signs:
            return None
    value = expr.subs(variable, end)
    return value if prover.undefined([prover.prepared(value)]) is None else None
