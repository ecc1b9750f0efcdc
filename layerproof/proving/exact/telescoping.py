"""Sums by telescoping: with ``d(j) = G(j) - G(j + 1) - term(j)``, the sum is ``G(k) - G(n + 1) - sum d``.

So it is known where d vanishes, bounded above where d is never negative, and below where it is never positive.  Bounds
refute as well: also a partial sum, where no term is negative.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from ...language.goals import Sign, Telescopes, Tends, Zero
from ...language.printing import text
from ...language.smooth import jump_in
from ...language.verdicts import Witness
from ..sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, SignSet
from . import limits
from .bound import under
from .outcome import Outcome, Proved, Refuted, Unknown
from .prover import Prover

_TERMS = 40  # of a partial sum
_POINTS = 60


def decide(prover: Prover, goal: Telescopes) -> Outcome:
    """Decide that a sum equals a closed form, or is bounded by it.

    Where that is left open, so is perhaps whether every term is defined, which numbers do not see.
    """
    outer = Prover(prover.domain.without(goal.variable))
    goal = _counted(outer, goal)
    j, lower, upper = goal.variable, goal.lower, goal.upper
    if upper != sp.oo:
        count = outer.positive(Sign(upper - lower + 1, False, "number of terms"))
        if not isinstance(count, Proved):
            return Unknown(f"that the sum from {text(lower)} to {text(upper)} has at least 0 terms is not derived")
        if (found := _finite_at_points(outer, goal)) is not None:
            return found
    inner = under(outer, j, ((j - lower, False), *(() if upper == sp.oo else ((upper - j, False),))))
    outcome = _decided(outer, inner, goal)
    if isinstance(outcome, Unknown) and upper == sp.oo and goal.relation == "=":
        outcome = _diverges(outer, goal) or outcome
    if isinstance(outcome, Unknown) and not outcome.unseen:
        problem = inner.undefined([inner.prepared(goal.term), outer.prepared(goal.equals)])
        return outcome if problem is None else Unknown(f"{outcome.reason}; {problem}", unseen=True)
    return outcome


def _counted(prover: Prover, goal: Telescopes) -> Telescopes:
    """The goal with an index that is known to be positive, or not negative, if the lower end is: 0 has such powers."""
    sign = prover.sign(prover.prepared(goal.lower))
    if not sign <= NONNEGATIVE:
        return goal
    kind = {"positive": True} if sign == POSITIVE else {"nonnegative": True}
    index = sp.Symbol(goal.variable.name, integer=True, **kind)
    term, by = (e.xreplace({goal.variable: index}) for e in (goal.term, goal.by))
    return replace(goal, variable=index, term=term, by=by)


def _decided(outer: Prover, inner: Prover, goal: Telescopes) -> Outcome:
    j = goal.variable
    last = _end(outer, goal)
    if isinstance(last, Unknown):
        return last
    step = _step(goal)
    wanted = (goal.term, goal.by, goal.by.xreplace({j: j + 1}))
    proof = inner.zero(Zero(step, "difference of the sequence minus the term", wanted))
    whole = goal.by.xreplace({j: goal.lower}) - last
    if isinstance(proof, Proved):
        return _compared(outer, goal, whole)
    if (problem := inner.undefined([inner.prepared(e) for e in wanted])) is not None:
        return Unknown(problem, unseen=True)
    return _bounded(outer, inner, goal, whole, step)


def _diverges(prover: Prover, goal: Telescopes) -> Refuted | None:
    """A point at which the terms do not tend to 0, so that their sum to infinity has no value."""
    vanish = Tends(goal.term, goal.variable, sp.oo, sp.S.Zero, "-", "the terms of a sum that converges tend to 0")
    found = limits.decide(prover, vanish)
    if isinstance(found, Refuted) or goal.equals.is_infinite:
        return found if isinstance(found, Refuted) else None
    return _grows_at_points(prover, goal)


def _grows_at_points(prover: Prover, goal: Telescopes) -> Refuted | None:
    """A point at which the terms are ``p(j) r**j`` with ``|r| >= 1`` and a polynomial p that is not 0."""
    j, term = goal.variable, prover.prepared(goal.term)
    for point in prover.points(_POINTS):
        values = {s: sp.Rational(v.numerator, v.denominator) for s, v in point.values.items() if s in term.free_symbols}
        here = term.xreplace({s: v for s, v in values.items() if s != j})
        if here.free_symbols - {j} or (ratio := growth(here, j)) is None or abs(ratio) < 1:
            continue
        shown = {str(s): str(v) for s, v in point.shown().items() if str(s) != str(j)}
        residual = f"the terms are multiplied by {ratio} from one to the next, and do not tend to 0"
        return Refuted(Witness(shown, residual, goal.name), "the terms of a sum that converges tend to 0")
    return None


def growth(term: sp.Expr, j: sp.Symbol) -> sp.Expr | None:
    """r, where a term is ``p(j) r**j`` with a polynomial p that is not 0 and a rational r; None where it is none."""
    ratio = sp.S.One
    for factor in sp.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if base.is_Rational and base != 0 and exponent.has(j):
            slope = sp.diff(exponent, j)
            if not slope.is_Integer:
                return None
            ratio *= base**slope
        elif not factor.is_polynomial(j):
            return None
    return ratio if term != 0 else None


def _step(goal: Telescopes) -> sp.Expr:
    """``G(j) - G(j + 1) - term``; of two neighbouring Hurwitz zeta functions, one is written by the other."""
    j = goal.variable
    following = goal.by.xreplace({j: j + 1})

    def meant(e: sp.Basic) -> bool:
        return isinstance(e, sp.zeta) and len(e.args) == 2 and e.args[1] == j + 1

    following = following.replace(meant, lambda e: sp.zeta(e.args[0], j) - j ** (-e.args[0]))
    return goal.by - following - goal.term


def _end(prover: Prover, goal: Telescopes) -> sp.Expr | Unknown:
    """What the sequence ends with: its limit, or its value after the last term."""
    j = goal.variable
    if goal.upper != sp.oo:
        return goal.by.xreplace({j: goal.upper + 1})
    found = limits.find(prover, goal.by, j, sp.oo, "-")
    if found is None:
        return Unknown(f"no finite limit of {text(goal.by)} was found as {j} grows")
    confirmed = limits.decide(prover, Tends(goal.by, j, sp.oo, found, "-", f"limit of {text(goal.by)}"))
    return found if isinstance(confirmed, Proved) else Unknown(f"the limit of {text(goal.by)} is not confirmed")


def _finite_at_points(prover: Prover, goal: Telescopes) -> Refuted | None:
    """A point where the written-out sum is not what is stated."""
    written = sp.Sum(goal.term, (goal.variable, goal.lower, goal.upper))
    gap = prover.prepared(written - goal.equals)
    if goal.relation == "=":
        return prover.refute_zero(gap, goal.name, _POINTS)
    strict = goal.relation in ("<", ">")
    return prover.refute_sign(gap if goal.relation[0] == ">" else -gap, strict, goal.name, _POINTS)


def _compared(prover: Prover, goal: Telescopes, whole: sp.Expr) -> Outcome:
    """The relation, where the sum is known to be `whole`."""
    if goal.relation == "=":
        return prover.zero(Zero(whole - goal.equals, goal.name, (whole, goal.equals)))
    larger, smaller = (whole, goal.equals) if goal.relation[0] == ">" else (goal.equals, whole)
    return prover.positive(Sign(larger - smaller, goal.relation in ("<", ">"), goal.name, (whole, goal.equals)))


def _bounded(outer: Prover, inner: Prover, goal: Telescopes, whole: sp.Expr, step: sp.Expr) -> Outcome:
    """The relation, where the sum is known to lie on one side of `whole`."""
    j, lower = goal.variable, goal.lower
    signs = _step_signs(outer, inner, goal, step)
    side = "<" if signs <= NONNEGATIVE else ">" if signs <= NONPOSITIVE else ""
    rising = _signs(inner, goal.term) <= NONNEGATIVE
    some = goal.upper == sp.oo or outer.sign(outer.prepared(goal.upper - lower)) <= NONNEGATIVE
    first = step.xreplace({j: lower}) if some else sp.S.Zero  # of no terms, there is no first one
    if side and goal.relation[0] == side:
        if not rising and goal.upper == sp.oo:
            return Unknown(f"that {text(goal.term)} >= 0 is not derived, so that the sum may have no value")
        strict = goal.relation == side and not (some and 0 not in signs)
        bound = whole - first if strict else whole  # the first step alone is lost already
        slack = goal.equals - bound if side == "<" else bound - goal.equals
        proof = outer.positive(Sign(slack, strict, goal.name, (bound, goal.equals)))
        if isinstance(proof, Proved):
            return Proved(f"telescoping, where every step has one sign; {proof.how}")
    below = [sp.Sum(goal.term, (j, lower, lower + _TERMS))] if rising and goal.upper == sp.oo else []
    above: list[sp.Expr] = []
    if side and (rising or goal.upper != sp.oo):
        (above if side == "<" else below).append(whole - first)
    for bound, sense in [(b, 1) for b in below] + [(b, -1) for b in above]:
        if (goal.relation[0] == ">") if sense == 1 else (goal.relation[0] == "<"):
            continue
        refuted = outer.refute_sign(
            outer.prepared(sense * (goal.equals - bound)), goal.relation in ("<", ">"), goal.name, _POINTS
        )
        if refuted is not None:
            return refuted
    return Unknown(
        f"that {text(goal.by)} at {j} minus at {j} + 1 {'is' if goal.relation == '=' else 'bounds'} the term "
        f"is not derived: the difference less the term is {text(step)}"
    )


def _step_signs(outer: Prover, inner: Prover, goal: Telescopes, step: sp.Expr) -> SignSet:
    """The signs of ``G(j) - G(j + 1) - term``, also by bounds on ``G(j) - G(j + 1)``, the integral of ``g = -G'``.

    Between j and j + 1, a monotone g lies between its values at the ends, and the mean of a convex g between its
    values at the middle and the mean of its ends.
    """
    found = _signs(inner, step)
    if found <= NONNEGATIVE or found <= NONPOSITIVE or jump_in(goal.by, goal.variable) is not None:
        return found
    j, x = goal.variable, sp.Symbol(goal.variable.name, real=True)
    beyond = () if goal.upper == sp.oo else ((goal.upper + 1 - x, False),)
    line = under(outer, x, ((x - goal.lower, False), *beyond))
    whole = line.prepared(goal.by.xreplace({j: x}))
    g = -sp.diff(whole, x)
    if line.undefined([whole, g, sp.diff(g, x), sp.diff(g, x, 2)]) is not None:
        return found
    left, right, middle = (g.xreplace({x: j + shift}) for shift in (0, 1, sp.S.Half))
    slope, bend = line.sign(sp.diff(g, x)), line.sign(sp.diff(g, x, 2))
    bounds: list[tuple[sp.Expr, sp.Expr, bool]] = []
    if slope <= NONPOSITIVE:
        bounds.append((right, left, 0 not in slope))
    elif slope <= NONNEGATIVE:
        bounds.append((left, right, 0 not in slope))
    if bend <= NONNEGATIVE:
        bounds.append((middle, (left + right) / 2, 0 not in bend))
    elif bend <= NONPOSITIVE:
        bounds.append(((left + right) / 2, middle, 0 not in bend))
    for below, above, strict in bounds:
        if _signs(inner, below - goal.term) <= NONNEGATIVE:
            return POSITIVE if strict else NONNEGATIVE
        if _signs(inner, goal.term - above) <= NONNEGATIVE:
            return NEGATIVE if strict else NONPOSITIVE
    return found


def _signs(prover: Prover, expr: sp.Expr) -> SignSet:
    """The signs of an expression, also by monotonicity."""
    expr = prover.prepared(expr)
    found = prover.sign(expr)
    for signs, sense in ((NONNEGATIVE, 1), (NONPOSITIVE, -1)):
        if not found <= signs and isinstance(prover.positive(Sign(sense * expr, False)), Proved):
            found = found & signs
    return found
