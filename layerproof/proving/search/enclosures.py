"""Integrals and infinite sums in ball arithmetic, at one point: an enclosure that excludes a value refutes it.

An integral over a finite interval is the sum, over pieces, of the width times the ball of what stands under it on that
piece: rough, but right whatever corners there are.  An infinite sum is a partial sum and a bound on the rest, where
from some term on each is at most r < 1 times the one before in size: then the rest is at most the first term left out
over 1 - r.  The ratio of two neighbouring terms must be a rational function of the index for that, whose values at all
larger indices lie in one ball, that of its values at ``1/k`` between 0 and ``1/N``.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from flint import arb, fmpq

from ...ground import effort
from ..exact.balls import Evaluator, Undefined, Unsupported, _Bound
from .confirm import Counterexample, Question, witness
from .hunting import Log
from .pointwise import points_inside

PIECES = 512  # of an interval
TERMS = 200  # of a sum


def lasting(expr: sp.Expr) -> bool:
    """Whether there is an integral, or a sum without end, in an expression."""
    return bool(expr.has(sp.Integral)) or any(limit[2] is sp.oo for s in expr.atoms(sp.Sum) for limit in s.limits)


class Enclosing(Evaluator):
    """Evaluates expressions at one point, with integrals and infinite sums."""

    def _compute(self, expr: sp.Expr) -> arb:
        if isinstance(expr, sp.Integral):
            return self._integral(expr)
        if isinstance(expr, sp.Sum) and len(expr.limits) == 1 and expr.limits[0][2] is sp.oo:
            return self._series(expr)
        return super()._compute(expr)

    def _integral(self, expr: sp.Integral) -> arb:
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3 or expr.has(sp.oo, -sp.oo):
            raise Unsupported(f"the integral {expr}")
        variable, lower, upper = expr.limits[0]
        begin, end = self._eval(lower), self._eval(upper)
        count = min(self.precision, PIECES)
        holds_it: dict[sp.Expr, bool] = {}
        total = arb(0)
        for piece in range(count):
            places = [begin + (end - begin) * (piece + share) / count for share in (0, 1)]
            total += self._under(expr.function, variable, places[0].union(places[1]), holds_it)
        return total * (end - begin) / count

    def _under(self, inner: sp.Expr, variable: sp.Expr, place: arb, holds_it: dict[sp.Expr, bool]) -> arb:
        here = _Bound(self, variable, 0, holds_it)
        here._memo[variable] = place
        try:
            return here._eval(inner)
        except Undefined as problem:  # on a piece, which says nothing of one place
            raise Unsupported(str(problem)) from problem

    def _series(self, expr: sp.Sum) -> arb:
        (variable, lower, _), begin = expr.limits[0], self._integer(expr.limits[0][1])
        values = {s: self._exactly(s) for s in expr.function.free_symbols - {variable}}
        index = sp.Symbol("k", integer=True, positive=True)
        term = expr.function.xreplace({**values, variable: index})
        first = max(begin, 1) + TERMS
        rest = self._ratio(term, index, first)
        if rest is None or not rest < 1:
            raise Unsupported(f"an infinite sum from {lower} on, of which the rest is not bounded")
        partial = arb(0)
        for k in range(begin, first):
            partial += self._eval(sp.sympify(expr.function.xreplace({**values, variable: sp.Integer(k)})))
        left_out = abs(self._eval(term.xreplace({index: sp.Integer(first)}))) / (1 - rest)
        return partial + left_out * arb(0, 1)

    def _exactly(self, symbol: sp.Expr) -> sp.Rational:
        if not isinstance(symbol, sp.Symbol):
            raise Unsupported(f"{symbol} in an infinite sum")
        value: Fraction = self.point.entry(symbol, symbol)
        return sp.Rational(value.numerator, value.denominator)

    def _ratio(self, term: sp.Expr, index: sp.Symbol, first: int) -> arb | None:
        """A bound on the size of each term from `first` on over the one before it."""
        try:
            ratio = sp.hypersimp(term, index)
        except (ValueError, TypeError, NotImplementedError):
            return None
        if ratio is None or not ratio.is_rational_function(index) or ratio.free_symbols - {index}:
            return None
        turned = sp.cancel(sp.together(ratio.subs(index, 1 / index)))
        above, below = (sp.Poly(part, index) for part in sp.fraction(turned))
        place = arb(0).union(arb(fmpq(1, first)))
        sizes = [_horner(part, place) for part in (above, below)]
        return None if sizes[1].contains(0) else abs(sizes[0] / sizes[1])


def _horner(poly: sp.Poly, place: arb) -> arb:
    found = arb(0)
    for coefficient in poly.all_coeffs():
        if not coefficient.is_Rational:
            raise Unsupported(f"the coefficient {coefficient}")
        found = found * place + arb(fmpq(int(coefficient.p), int(coefficient.q)))
    return found


def hunt(question: Question, deadline: float, seed: int, log: Log) -> Counterexample | None:
    """A counterexample to what has integrals or infinite sums, at the simplest points inside the hypotheses."""
    for point in points_inside(question.domain, [question.expr], deadline, seed, log):
        effort.spend(500)
        if (found := witness(question, point, "simple points", deadline)) is not None:
            return found
    return None
