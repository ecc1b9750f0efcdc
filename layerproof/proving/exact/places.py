"""Points that a statement names: they lie in the domain, and what is differentiated is smooth there."""

from __future__ import annotations

from collections.abc import Iterable

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.goals import Inside, Smooth, Zero
from ...language.places import Place, conditions, corners, put
from ...language.printing import text
from ...language.smooth import jumps_in
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
    for name, corner in corners(_without_flat(goal.expr, goal.at), goal.at):
        if corner is None:
            return Unknown(f"{goal.name}: {name} may have a jump or a corner", unseen=True)
        if not prover.sign(prover.prepared(put(corner, goal.at))) <= NONZERO:
            return Unknown(
                f"{goal.name}: {name} may have a corner there: {text(corner)} != 0 is not derived at the point",
                unseen=True,
            )
    return Proved("what is differentiated is smooth at the point")


def _without_flat(expr: sp.Basic, at: Place) -> sp.Basic:
    """`expr` with an unknown function, which has derivatives, for each part that has one at the point all the same.

    That is what is continuous times what is smooth and vanishes at the point, as ``|x| x`` at 0: its derivative is the
    continuous factor times that of the smooth one.  And a power, from the square on, of an absolute value or the like
    that vanishes there, as ``max(x, 0)**2``: its derivative is 0.  In both cases the formal derivative has that value.
    """
    names: dict[sp.Basic, str] = {}

    def without(part: sp.Basic) -> sp.Basic:
        if not part.args or isinstance(part, (sp.Idx, sp.Piecewise)):
            return part
        if _is_flat(part, at):
            inside = sorted(part.free_symbols | part.atoms(AppliedUndef), key=str)
            return sp.Function(names.setdefault(part, f"flat part {len(names) + 1}"), real=True)(*inside)
        return part.func(*map(without, part.args))

    return without(expr)


def _is_flat(expr: sp.Basic, at: Place) -> bool:
    if isinstance(expr, sp.Pow):
        one, power = expr.args
        square = power.is_Integer and power >= 2
        return bool(square and _is_cornered(one) and _vanishes(one, at))
    if not isinstance(expr, sp.Mul):
        return False
    rough = [part for part in expr.args if jumps_in(part, lambda node: True)]
    bases = [part.base if isinstance(part, sp.Pow) and part.exp.is_Integer and part.exp > 0 else part for part in rough]
    smooth = sp.Mul(*(part for part in expr.args if part not in rough))
    return bool(rough) and all(map(_is_cornered, bases)) and _vanishes(smooth, at)


def _is_cornered(expr: sp.Basic) -> bool:
    """Whether it is continuous, with slopes on both sides: the larger of some smooth expressions, or a size of one."""
    known = isinstance(expr, (sp.Abs, sp.Max, sp.Min))
    return known and not any(jumps_in(part, lambda node: True) for part in expr.args)


def _vanishes(expr: sp.Expr, at: Place) -> bool:
    return bool(sp.expand(put(expr, at)) == 0)


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
