"""Mutants that are true: a function of what is conserved is conserved, a function has several stationary points, and
between equal sides an inequality holds both ways.

What is shown here is shown without what proved the mutant: neither the flow nor a formal derivative is asked.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..language.goals import ZeroWord
from ..language.matrices import MatrixFlow
from ..language.places import put
from ..language.statements import Conserved, Inequality, Statement, Stationary
from ..language.statements.matrices import MatrixConserved
from .exact.balls import Evaluator, Point, Undefined, Unsupported
from .exact.deciding import decide
from .exact.outcome import Proved
from .exact.prover import Prover

_STEP = sp.Rational(1, 2**80)
_BITS = 1024
_POINTS = 4


def true_too(original: Statement, mutant: Statement, prover: Prover) -> bool:
    """Whether a mutant that is proved is seen to be true for a reason of its own."""
    if isinstance(original, Conserved) and isinstance(mutant, Conserved):
        return function_of(mutant.quantity, original.quantity, original.flow.time)
    if isinstance(original, MatrixConserved) and isinstance(mutant, MatrixConserved):
        return _of_matrices(mutant.quantity, original.quantity, original.flow, prover)
    if isinstance(original, Stationary) and isinstance(mutant, Stationary):
        return _another_point(original, mutant, prover)
    if isinstance(original, Inequality) and isinstance(mutant, Inequality):  # two equal sides: <= holds both ways
        strict = {original.relation, mutant.relation} & {"<", ">"}
        difference = prover.prepared(mutant.lhs - mutant.rhs)
        return not strict and isinstance(prover.prove_zero(difference), Proved)
    return False


_FACTORS = tuple(sign * sp.Rational(p, q) for p, q in ((1, 1), (2, 1), (1, 2), (3, 1), (4, 1)) for sign in (1, -1))


def _of_matrices(other: Any, quantity: Any, flow: MatrixFlow, prover: Prover) -> bool:
    """Whether `other` stands still with all its letters, or is a multiple of `quantity`, or a function of a trace."""
    if not any(other.has(parameter) for parameter in flow.parameters):
        return True
    if not isinstance(other, sp.MatrixExpr):
        whole = sp.Dummy(positive=True)
        rest = [other.xreplace({part: whole}) for part in (quantity, sp.expand(quantity))]
        ratio = sp.cancel(other / quantity)
        return any(not part.has(*flow.parameters) for part in (*rest, ratio))
    shapes = [q for q in (quantity, quantity.T) if q.shape == other.shape]
    wanted = (ZeroWord((other - factor * q).doit()) for q in shapes for factor in _FACTORS)
    return any(isinstance(decide(goal, prover), Proved) for goal in wanted)


def function_of(other: sp.Expr, quantity: sp.Expr, time: sp.Symbol) -> bool:
    """Whether `other` is a constant, or a function of `quantity`, or of what that is a power of."""
    if not other.atoms(AppliedUndef):
        return not other.has(time)
    ratio = sp.cancel(other / quantity)
    if not ratio.atoms(AppliedUndef) and not ratio.has(time):
        return True
    bases = {quantity} | {p.base for p in sp.Mul.make_args(quantity) if isinstance(p, sp.Pow)}
    for base in bases:
        whole = sp.Dummy(positive=True)
        rest = other.xreplace({base: whole, sp.expand(base): whole})
        if not rest.atoms(AppliedUndef) and not rest.has(time):
            return True
    return _same_level_sets(other, quantity, time)


def _same_level_sets(other: sp.Expr, quantity: sp.Expr, time: sp.Symbol) -> bool:
    """Whether the gradients of two quantities without sums are parallel everywhere."""
    if other.has(sp.Sum) or quantity.has(sp.Sum):
        return False
    letters = {e: sp.Dummy(positive=True) for e in other.atoms(AppliedUndef) | quantity.atoms(AppliedUndef)}
    one, two = other.xreplace(letters), quantity.xreplace(letters)
    moving = [*letters.values(), time]
    slopes = [(sp.diff(one, x), sp.diff(two, x)) for x in moving]
    first = next((pair for pair in slopes if pair[1] != 0), None)
    return first is not None and all(sp.simplify(a * first[1] - b * first[0]) == 0 for a, b in slopes)


def _another_point(original: Stationary, mutant: Stationary, prover: Prover) -> bool:
    """Whether the Lagrangian of a mutant is flat at its point, by differences; for a minimum also as low as it was."""
    if mutant.objective != original.objective or not all(isinstance(v, sp.Symbol) for v, _ in mutant.at):
        return False
    if original.kind is not None:
        gap = put(original.lagrangian, original.at) - put(mutant.lagrangian, mutant.at)
        if not isinstance(prover.prove_zero(prover.prepared(gap)), Proved):
            return False
    seen = 0
    for point in prover.points(_POINTS):
        try:
            if not all(_flat(mutant, variable, point) for variable, _ in mutant.at):
                return False
        except (Undefined, Unsupported):
            continue
        seen += 1
    return seen > 0


def _flat(mutant: Stationary, variable: sp.Expr, point: Point) -> bool:
    """Whether the difference quotient over a tiny interval around the point is as small as that interval."""
    ends = []
    for step in (_STEP, -_STEP):
        at = tuple((v, value + step if v == variable else value) for v, value in mutant.at)
        ends.append(Evaluator(point, _BITS)(put(mutant.lagrangian, at)))
    quotient = abs(ends[0] - ends[1]) / (2 * Evaluator(point, _BITS)(_STEP))
    return bool(quotient < Evaluator(point, _BITS)(sp.sqrt(_STEP)))
