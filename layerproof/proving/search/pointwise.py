"""Limits, integrals and sums asked at one point at a time.

With every symbol a rational number, the exact prover often decides what it cannot for symbols: the limit of one
variable, a quadrature, a finite sum.  Points are tried where doubles say that the limit is missed, and the simplest
first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from ...ground import effort
from ...language.doubles import CannotRun
from ...language.goals import Integrates, Telescopes, Tends, inside
from ..constraints import Constraint
from ..domain import Contradiction, Domain
from ..exact import limits, quadrature
from ..exact.balls import Point, Undefined, Unsupported
from ..exact.bound import under
from ..exact.outcome import Refuted
from ..exact.prover import Prover
from ..sign_sets import NONNEGATIVE, NONPOSITIVE
from . import boundaries
from .boundaries import Values
from .charts import Chart, charts, sizes
from .charts import inside as is_inside
from .confirm import Counterexample, Question
from .hunting import Hunt, Log
from .numbers import constants

_ASKED = 30
_FAR = (Fraction(1, 10**2), Fraction(1, 10**4), Fraction(1, 10**6))


def hunt(
    goal: Tends | Integrates | Telescopes, prover: Prover, deadline: float, seed: int, log: Log
) -> Counterexample | None:
    """A counterexample to a limit, an integral or a sum."""
    match goal:
        case Tends():
            return _limit(goal, prover, deadline, seed, log)
        case Integrates():
            return _integral(goal, prover, deadline, seed, log)
        case Telescopes():
            return _sum(goal, prover, deadline, seed, log)


class _At(Prover):
    """A prover that tries one point only."""

    point: Point

    def points(self, count: int) -> Iterator[Point]:
        """The point."""
        yield self.point


def points_inside(
    domain: Domain, exprs: Sequence[sp.Expr], deadline: float, seed: int, log: Log, worth: Any = None
) -> Iterator[Point]:
    """Points inside the hypotheses, those first that `worth` marks, the simplest first."""
    source = random.Random(seed)
    numbers = constants([*exprs, *(c.expr for c in domain.constraints)])
    stages = [
        ("simple points", boundaries.simple),
        ("points on the equalities", boundaries.on_equalities),
        ("constants of the statement", lambda chart, source: boundaries.named(chart, source, numbers)),
        ("all magnitudes", boundaries.magnitudes),
        ("random rationals", boundaries.at_random),
    ]
    for large in (False, True):
        for name, stage in stages:
            for fixed in sizes(domain, exprs, large):
                for chart in list(charts(domain, fixed))[:2]:
                    if effort.spent() > deadline:
                        return
                    for values in _chosen(chart, list(_some(stage(chart, source), 600)), worth, log, name):
                        if (point := chart.point(values)) is not None and is_inside(domain, point):
                            log.exact += 1
                            yield point


def _some(values: Iterator[Values], count: int) -> Iterator[Values]:
    for k, value in enumerate(values):
        if k >= count:
            return
        yield value


def _chosen(chart: Chart, proposed: list[Values], worth: Any, log: Log, name: str) -> list[Values]:
    if not chart.coordinates:
        proposed = [()]
    log.points += len(proposed)
    log.stages.append(name)
    if worth is None:
        return proposed[:12]
    marked = worth(chart, proposed)
    return [v for v, m in zip(proposed, marked, strict=True) if m][:6] + proposed[:2]


# -- limits ---------------------------------------------------------------------------------------------------


def _limit(goal: Tends, prover: Prover, deadline: float, seed: int, log: Log) -> Counterexample | None:
    """At rational values of the other symbols the limit is found by series, and compared."""
    domain, variable = prover.domain, goal.variable
    rest = domain.without(variable)
    expr = prover.prepared(goal.expr)
    value = None if goal.value is None else prover.prepared(goal.value)
    shown_names = sorted(
        (expr.free_symbols | (value.free_symbols if value is not None else set())) - {variable}, key=str
    )
    asked = 0
    seen: set[tuple[Fraction, ...]] = set()
    for point in points_inside(rest, [expr], deadline, seed, log, lambda c, p: _misses(c, p, goal, expr, value)):
        if effort.spent() > deadline or asked > 4 * _ASKED:
            return None
        values = {s: v for s in rest.variables if isinstance(s, sp.Symbol) and (v := point.values.get(s)) is not None}
        exact = {s: sp.Rational(v.numerator, v.denominator) for s, v in values.items()}
        if any(s not in exact for s in shown_names if isinstance(s, sp.Symbol)):
            continue
        key = tuple(values[s] for s in sorted(values, key=str))
        if key in seen:
            continue
        seen.add(key)
        asked += 1
        numeric = Tends(
            expr.xreplace(exact).doit(), variable, sp.sympify(goal.point).xreplace(exact),
            None if value is None else value.xreplace(exact), goal.side, goal.name,
        )  # fmt: skip
        try:
            outcome = limits.decide(Prover(_along(domain, variable, exact)), numeric)
        except (Contradiction, Undefined, Unsupported, ValueError, TypeError, RecursionError):
            continue
        if isinstance(outcome, Refuted):
            shown = {str(s): str(values[s]) for s in sorted(values, key=str)}
            how = f"a search for counterexamples (the limit at a single point); {outcome.how}"
            return Counterexample(shown, outcome.witness.residual, outcome.witness.part or goal.name, how)
    return None


def _along(domain: Domain, variable: sp.Symbol, exact: dict[sp.Symbol, sp.Rational]) -> Domain:
    """What the hypotheses say of the variable alone, once all other symbols have values."""
    constraints = tuple(
        Constraint(c.expr.xreplace(exact), c.signs, c.origin) for c in domain.constraints if c.expr.has(variable)
    )
    equalities = tuple(e.xreplace(exact) for e in domain.equalities if e.has(variable))
    definitions = {s: e.xreplace(exact) for s, e in domain.definitions.items() if s == variable or e.has(variable)}
    return Domain((variable,), constraints, equalities, definitions)


def _misses(chart: Chart, proposed: list[Values], goal: Tends, expr: sp.Expr, value: sp.Expr | None) -> list[bool]:
    """Where, by doubles, the expression does not come near the stated limit."""
    if value is None or value.is_infinite:
        return [True] * len(proposed)
    point = sp.sympify(goal.point)
    try:
        gaps = []
        for eps in _FAR:
            step = sp.Rational(eps.numerator, eps.denominator)
            if point in (sp.oo, -sp.oo):
                near = 1 / step if point is sp.oo else -1 / step
            else:
                near = point + step if goal.side == "+" else point - step
            gaps.append(chart.compile(expr.xreplace({goal.variable: near}) - value))
    except CannotRun:
        return [True] * len(proposed)
    at = np.ones((len(chart.coordinates), len(proposed)))
    for column, values in enumerate(proposed):
        at[: len(values), column] = [float(v) for v in values]
    sizes_ = [np.abs(gap(at)[0]) for gap in gaps]
    with np.errstate(all="ignore"):
        far = (sizes_[2] > 0.3 * sizes_[0]) & (sizes_[2] > 1e-7)
        return [bool(x) for x in (far | ~np.isfinite(sizes_[2]))]


# -- integrals ------------------------------------------------------------------------------------------------


def _integral(goal: Integrates, prover: Prover, deadline: float, seed: int, log: Log) -> Counterexample | None:
    outer = Prover(prover.domain.without(goal.variable))
    improper = goal.lower.is_infinite or goal.upper.is_infinite
    side = _one_sided(goal, outer) if improper else 0
    if improper and side == 0:
        return None
    for k, point in enumerate(points_inside(outer.domain, [goal.equals, goal.integrand], deadline, seed, log)):
        if effort.spent() > deadline or k > 3 * _ASKED:
            return None
        single = _At(outer.domain)
        single.point = point
        try:
            outcome = _partial(goal, single, point, side) if improper else quadrature.refute(single, goal)
        except (Undefined, Unsupported, OverflowError):
            continue
        if outcome is not None:
            how = f"a search for counterexamples; {outcome.how}"
            return Counterexample(outcome.witness.symbols, outcome.witness.residual, goal.name, how)
    return None


def _one_sided(goal: Integrates, outer: Prover) -> int:
    """+1 if the integrand is not negative, -1 if it is not positive, 0 if neither is derived."""
    if goal.lower.is_infinite and goal.upper.is_infinite:
        return 0
    signs = under(outer, goal.variable, inside(goal.variable, goal.lower, goal.upper)).sign(goal.integrand)
    return 1 if signs <= NONNEGATIVE else -1 if signs <= NONPOSITIVE else 0


def _partial(goal: Integrates, prover: _At, point: Point, side: int) -> Refuted | None:
    """Part of an integral over a half-line that is more than the whole is said to be."""
    from dataclasses import replace

    for reach in (1, 4, 16, 64):
        if goal.upper.is_infinite:
            part = replace(goal, upper=goal.lower + reach)
        else:
            part = replace(goal, lower=goal.upper - reach)
        outcome = quadrature.refute(prover, part)
        if outcome is None:
            continue
        excess = _excess(part, point, prover)
        if excess is not None and side * excess > 0:
            return Refuted(outcome.witness, f"{outcome.how}: a part of the integral exceeds the whole as stated")
    return None


def _excess(part: Integrates, point: Point, prover: Prover) -> Any:
    lower, upper = prover.prepared(part.lower), prover.prepared(part.upper)
    expr, equals = prover.prepared(part.integrand), prover.prepared(part.equals)
    gap = quadrature._gap(expr, equals, part.variable, lower, upper, point, 192)
    return None if gap is None or gap.contains(0) else (1 if gap > 0 else -1)


# -- sums -----------------------------------------------------------------------------------------------------


def _sum(goal: Telescopes, prover: Prover, deadline: float, seed: int, log: Log) -> Counterexample | None:
    """A finite sum is written out; of an infinite one with terms of one sign, a part may be too much already."""
    j = goal.variable
    outer = Prover(prover.domain.without(j))
    strict: bool | None = None if goal.relation == "=" else goal.relation in ("<", ">")
    if goal.upper != sp.oo:
        gap = outer.prepared(sp.Sum(goal.term, (j, goal.lower, goal.upper)) - goal.equals)
        gap = -gap if goal.relation[0] == "<" else gap
        some = outer.domain.within(goal.upper - goal.lower + 1, NONNEGATIVE)
        return Hunt(Question(some, gap, strict, goal.name, (gap,)), deadline, seed, log).run()
    return partial_sums(goal.term, j, goal.lower, goal.relation, goal.equals, outer, deadline, seed, log, goal.name)


def partial_sums(
    term: sp.Expr, j: sp.Symbol, lower: sp.Expr, relation: str, equals: sp.Expr, outer: Prover, deadline: float,
    seed: int, log: Log, name: str,
) -> Counterexample | None:  # fmt: skip
    """An infinite sum of terms that are not negative, of which a part is more than is stated of the whole."""
    if relation[0] == ">" or not under(outer, j, ((j - lower, False),)).sign(outer.prepared(term)) <= NONNEGATIVE:
        return None
    for terms in (3, 12, 60, 300):
        bound = outer.prepared(equals - sp.Sum(term, (j, lower, lower + terms)))
        question = Question(outer.domain, bound, False, name, (bound,))
        share = min(deadline, effort.spent() + (deadline - effort.spent()) / 3)
        if (found := Hunt(question, share, seed, log).run()) is not None:
            how = f"{found.how}; {terms + 1} terms of the sum exceed what is stated of the whole"
            return Counterexample(found.symbols, found.residual, found.part, how)
    return None
