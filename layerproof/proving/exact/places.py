"""Points that a statement names: they lie in the domain, and what is differentiated is smooth there."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp

from ...language.goals import Inside, Smooth, Zero
from ...language.places import conditions, corners, put
from ...language.printing import text
from ..sign_sets import NONNEGATIVE, NONZERO, POSITIVE
from .definedness import obligations, unknown_domain
from .outcome import Outcome, Proved, Refuted, Unknown
from .pieces import cut
from .prover import Prover


def inside(prover: Prover, goal: Inside, hypotheses: Iterable[object]) -> Outcome:
    """Decide that a point satisfies the hypotheses on its variables; the first of them that fails refutes it."""
    unknown: Outcome | None = None
    for condition in conditions(goal.at, hypotheses):
        found = prover.zero(condition) if isinstance(condition, Zero) else prover.positive(condition)
        if isinstance(found, Refuted):
            return found
        if isinstance(found, Unknown):
            unknown = unknown or found
    return unknown or Proved("the point satisfies the hypotheses")


def smooth(prover: Prover, goal: Smooth) -> Outcome:
    """Decide that an expression is defined at a point, and has its formal derivatives there.

    Refuted where it has a jump or a corner in one of its variables.
    """
    if (name := unknown_domain(goal.expr)) is not None:
        return Unknown(f"it is not known here where {name} is a real number", unseen=True)
    for obligation in obligations(goal.expr):
        there = prover.sign(prover.prepared(put(obligation.expr, goal.at)))
        around = POSITIVE if obligation.signs == NONNEGATIVE else obligation.signs
        everywhere = there <= obligation.signs and prover.sign(prover.prepared(obligation.expr)) <= obligation.signs
        if not (there <= around or everywhere):
            return Unknown(f"{goal.name}: {obligation} is not derived around the point", unseen=True)
    if (found := _kink(prover, goal)) is not None:
        return found
    for name, corner in corners(goal.expr, goal.at):
        if corner is None:
            return Unknown(f"{goal.name}: {name} may have a jump or a corner", unseen=True)
        if not prover.sign(prover.prepared(put(corner, goal.at))) <= NONZERO:
            return Unknown(
                f"{goal.name}: {name} may have a corner there: {text(corner)} != 0 is not derived at the point",
                unseen=True,
            )
    return Proved("what is differentiated is smooth at the point")


def _kink(prover: Prover, goal: Smooth) -> Refuted | None:
    """A variable in which the expression has two values, or two slopes, on the two sides of a rational point."""
    at = dict(goal.at)
    for x, place in at.items():
        place = sp.sympify(place)
        if not isinstance(x, sp.Symbol) or not place.is_Rational or _assumed(prover, x):
            continue
        along = put(goal.expr, tuple((v, value) for v, value in at.items() if v != x))
        pieces = cut(along, x, place - 1, place + 1) if along.free_symbols == {x} else None
        sides = [smooth for low, high, smooth in pieces or () if place in (low, high)]
        if len(sides) != 2 or not (_in_range(x, place - 1) and _in_range(x, place + 1)):
            continue
        for what, (below, above) in (("value", sides), ("slope", [sp.diff(side, x) for side in sides])):
            gap = (above - below).xreplace({x: place})
            if (
                found := prover.refute_zero(gap, f"{what} above {x} = {text(place)} minus {what} below", 1)
            ) is not None:
                return Refuted(found.witness, f"a {'jump' if what == 'value' else 'corner'}; {found.how}")
    return None


def _assumed(prover: Prover, x: sp.Symbol) -> bool:
    """Whether a hypothesis is about x: it may leave one side of the point only."""
    said = [*(c.expr for c in prover.domain.constraints), *prover.domain.equalities]
    return x in prover.domain.definitions or any(expr.has(x) for expr in said)


def _in_range(x: sp.Symbol, value: sp.Expr) -> bool:
    """Whether a value lies in the domain of a symbol that is real and no integer."""
    return not x.is_integer and all(
        getattr(x, f"is_{name}") in (None, getattr(value, f"is_{name}"))
        for name in ("positive", "negative", "nonnegative", "nonpositive")
    )
