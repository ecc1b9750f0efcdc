"""A few points at which a changed line must agree before a proof is tried."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import arb

from ....proving.domain import Contradiction, Domain, IllPosed
from ....proving.exact.balls import Evaluator, Point, Undefined, Unsupported
from ....proving.exact.prover import Prover
from ..judging import samples
from ..judging.questions import Question
from ..letters.meaning import NoStatement, relevant, resolved, resolved_hypotheses, scalar

MOST_SAMPLES = 3


class Sieve:
    """A few points at which a changed line must agree before a proof is tried."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.points: list[tuple[Point, arb]] = []
        self.left: Any = None
        self.right: Any = None
        self.prover: Prover | None = None
        self.samples: list[tuple[samples.Point, Any]] = []  # of matrices
        setting = question.setting
        try:
            self.left = setting.units.spaces.squared(resolved(question.left, setting))
            self.right = setting.units.spaces.squared(resolved(question.right, setting))
            hypotheses = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
            self.scalar = not (question.implied or question.facts or question.tends or beyond(self.left, self.right))
            if not self.scalar:
                if not (question.implied or question.facts or question.tends):
                    self._draw(hypotheses)
                return
            near = relevant(hypotheses, scalar(self.left, question.relation, self.right))
            self.prover = Prover(Domain.of([self.left, self.right], near))
            for point in self.prover.points(8):
                try:
                    self.points.append((point, self._value(point, self.left)))
                except (Undefined, Unsupported):
                    continue
        except (NoStatement, NotImplementedError, ValueError, Contradiction, IllPosed, AttributeError):
            self.scalar = False

    def _draw(self, hypotheses: list[Any]) -> None:
        """Small matrices, and what the left side is there."""
        try:
            for point in samples.points([self.left, self.right], hypotheses, MOST_SAMPLES):
                self.samples.append((point, samples.value(self.left, point)))
        except samples.UNKNOWN:
            self.samples = []

    def _agrees(self, right: Any) -> bool:
        """Whether the line with this right side holds at the small matrices, as far as that can be evaluated."""
        try:
            right = resolved(right, self.question.setting)
            return all(
                samples.fails(left, self.question.relation, samples.value(right, point)) is None
                for point, left in self.samples
            )
        except samples.UNKNOWN:
            return True

    def _value(self, point: Point, expr: Any) -> arb:
        assert self.prover is not None
        return Evaluator(point, 128)(self.prover.prepared(expr))

    def passes(self, right: Any) -> bool:
        """Whether the line with this right side agrees at the points."""
        if self.samples:
            return self._agrees(right)
        if not self.scalar or not self.points:
            return True
        try:
            setting = self.question.setting
            right = setting.units.spaces.squared(resolved(right, setting))
        except (NoStatement, NotImplementedError, ValueError):
            return False
        agreed = 0
        for point, left in self.points:
            try:
                gap = left - self._value(point, right)
            except Undefined:
                continue
            except (Unsupported, ArithmeticError, TypeError, RecursionError):
                return False
            relation = self.question.relation
            if (
                (relation == "=" and not gap.contains(0))
                or (relation[0] == "<" and gap > 0)
                or (relation[0] == ">" and gap < 0)
            ):
                return False
            agreed += 1
        return agreed > 0


def beyond(*sides: Any) -> bool:
    """Whether a side is more than a number at a point."""
    return any(
        getattr(s, "is_Matrix", False) or s.has(sp.MatrixExpr, sp.Trace, sp.Limit, sp.Integral, sp.oo) for s in sides
    )
