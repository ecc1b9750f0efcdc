"""Signs of numbers with square roots of traces, as norms are: ``tr(A^T C) <= |A| |C|``, and ``|A + C| <= |A| + |C|``.

With ``c >= 0`` and ``L >= 0``, ``L - c sqrt(B) >= 0`` holds if ``L^2 - c^2 B >= 0``; and ``c sqrt(B) + P >= 0`` holds
if ``P >= 0``, or if ``c^2 B - P^2 >= 0``.  So one root after the other is squared away, and what is left is a sign of
traces.  That no radicand is negative is asked first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ...language.goals import SignWord
from ...language.matrices import ExpectScalar, ShapeMismatch
from ...language.matrix_numbers import Compared
from ..sign_sets import NONNEGATIVE
from . import matrix_order
from .matrix_failures import refuted_by_numbers
from .outcome import Outcome, Proved, Unknown
from .prover import Prover

_DEPTH, _TERMS = 4, 40


def decide(goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Decide a sign; by `matrix_order` alone where there are no roots of traces."""
    roots = _roots(goal.expr)
    if not roots or isinstance(goal.expr, sp.MatrixExpr):
        found = matrix_order.decide(goal, hypotheses, prover)
        return found if not isinstance(found, Unknown) or found.unseen else _squared(goal, hypotheses, prover) or found
    if (refuted := refuted_by_numbers(goal, hypotheses, budget=5.0)) is not None:
        return refuted
    squares = _Squares(hypotheses, prover)
    try:
        defined = all(squares.sign(root.base, False) for root in roots) and prover.undefined(_others(goal)) is None
        if defined and squares.not_negative(sp.expand(goal.expr), goal.strict, _DEPTH):
            return Proved("by squaring roots of traces, and sums of terms that cannot be negative, for every size")
    except ShapeMismatch:
        pass
    return matrix_order.decide(goal, hypotheses, prover)


def _squared(goal: SignWord, hypotheses: tuple[Any, ...], prover: Prover) -> Proved | None:
    """A bound on a number made of traces, by its square, ``c^2 >= tr(X)^2``, where a hypothesis bounds a number."""
    if isinstance(goal.expr, sp.MatrixExpr) or not any(isinstance(h, Compared) for h in hypotheses):
        return None
    bound, rest = sp.expand(goal.expr).as_independent(sp.Trace, ExpectScalar, as_Add=True)
    if bound == 0 or not prover.sign(bound) <= NONNEGATIVE:
        return None
    squares = SignWord(sp.expand(bound**2 - rest**2), goal.strict, goal.name, goal.defined)
    found = matrix_order.decide(squares, hypotheses, prover)
    return Proved(f"by squares: {found.how}") if isinstance(found, Proved) else None


def _roots(expr: Any) -> list[sp.Pow]:
    """The square roots of what is made of traces."""
    powers = (p for p in sp.sympify(expr).atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2 and p.base.has(sp.Trace))
    return sorted(powers, key=str)


def _others(goal: SignWord) -> list[sp.Expr]:
    """The scalars of a goal beside roots of traces, with letters for these and for traces."""
    found = []
    for part in (goal.expr, *goal.defined):
        letters = {p: sp.Dummy("root", real=True) for p in _roots(part) if p.exp > 0}
        whole = sp.sympify(part).xreplace(letters)
        found.append(whole.xreplace({t: sp.Dummy("tr", real=True) for t in whole.atoms(sp.Trace)}))
    return found


@dataclass(frozen=True)
class _Squares:
    """Signs of sums of roots of traces under some hypotheses."""

    hypotheses: tuple[Any, ...]
    prover: Prover

    def sign(self, expr: sp.Expr, strict: bool) -> bool:
        """Whether a number without roots of traces is derived to be positive, or not negative."""
        if not expr.has(sp.Trace):
            signs = self.prover.sign(expr)
            return signs <= NONNEGATIVE and not (strict and 0 in signs)
        return isinstance(
            matrix_order.decide(SignWord(expr, strict, "slack", (expr,)), self.hypotheses, self.prover), Proved
        )

    def not_negative(self, expr: sp.Expr, strict: bool, depth: int) -> bool:
        """Whether a sum with roots is derived to be positive (`strict`), or not negative."""
        terms = sp.Add.make_args(expr)
        split = [found for term in terms if (found := self._split(term)) is not None]
        if depth < 0 or len(terms) > _TERMS or len(split) < len(terms):
            return False
        rest = sp.Add(*(number for number, root in split if root == 1))
        above = [(c, root) for c, root in split if root != 1 and self._is_positive(c)]
        below = [(-c, root) for c, root in split if root != 1 and not self._is_positive(c)]
        if not all(self._is_positive(c) for c, _ in below):
            return False
        if not above and not below:
            return self.sign(rest, strict)
        if below:
            number, root = below[0]
            larger = expr + number * root
            return self.not_negative(larger, False, depth - 1) and self.not_negative(
                sp.expand(larger**2 - number**2 * root**2), strict, depth - 1
            )
        if self.sign(rest, strict):
            return True
        larger = sp.Add(*(c * root for c, root in above))
        return self.not_negative(sp.expand(larger**2 - rest**2), strict, depth - 1)

    def _is_positive(self, number: sp.Expr) -> bool:
        return self.prover.sign(number) <= NONNEGATIVE

    @staticmethod
    def _split(term: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
        """A term as a number without traces and a product of roots, or as one without roots; None if it is neither."""
        roots = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.Pow) and f.exp == sp.S.Half and f.has(sp.Trace)]
        number = term / sp.Mul(*roots)
        if not roots:
            return None if _roots(term) else (term, sp.S.One)
        return None if number.has(sp.Trace) else (number, sp.Mul(*roots))
