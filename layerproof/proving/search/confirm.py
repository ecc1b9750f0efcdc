"""A candidate becomes a witness: exactly inside the hypotheses, and refuted in ball arithmetic at two precisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp
from flint import arb

from ...ground import effort
from ...language.verdicts import Witness
from ..domain import Domain
from ..exact.balls import Evaluator, Point, Undefined, Unsupported, Watched, rational_value, satisfies
from ..exact.drawing import define
from .charts import inside
from .simplify import shrink

_PRECISIONS = (128, 1024)
_SHRINKING = 3.0


@dataclass(frozen=True)
class Question:
    """What is asked of one expression on one domain: that it vanishes, or has a sign, wherever the rest is defined.

    `strict` is None where the expression should vanish; `balls` evaluates it.
    """

    domain: Domain
    expr: sp.Expr
    strict: bool | None
    name: str
    defined: tuple[sp.Expr, ...] = ()
    balls: type[Evaluator] = Evaluator

    def fails(self, ball: arb, point: Point) -> bool:
        """Whether the statement certainly fails where the value lies in `ball`."""
        if self.strict is None:
            return not ball.contains(0)
        if ball < 0:
            return True
        if not self.strict or not ball.contains(0):
            return False
        return bool(ball.is_zero()) or rational_value(self.expr, point) == 0

    def precision(self, point: Point, precisions: Sequence[int] = _PRECISIONS) -> int | None:
        """A precision at which, as at twice it, the statement fails at the point; None if there is none."""
        for precision in precisions:
            try:
                ball = self.balls(point, precision)(self.expr)
                if not self.fails(ball, point):
                    if ball.contains(0):
                        continue
                    return None
                evaluate = self.balls(point, 2 * precision)
                if all(evaluate(part).is_finite() for part in self.defined) and self.fails(evaluate(self.expr), point):
                    return precision
            except (Undefined, Unsupported, OverflowError, ValueError, RecursionError):
                continue
        return None

    def refuted_at(self, point: Point, precisions: Sequence[int] = _PRECISIONS) -> int | None:
        """As `precision`, but only inside the hypotheses."""
        return self.precision(point, precisions) if inside(self.domain, point) else None

    def needed(self, point: Point) -> Watched:
        """The point, remembering which of its values the failure and the hypotheses depend on."""
        watched = Watched(point)
        define(self.domain, watched)
        satisfies(watched, self.domain.constraints)
        evaluate = self.balls(watched, 256)
        for part in (self.expr, *self.defined):
            evaluate(part)
        return watched


@dataclass(frozen=True)
class Counterexample(Witness):
    """A witness, and how it was found."""

    how: str = ""

    @property
    def witness(self) -> Witness:
        """The witness alone."""
        return Witness(self.symbols, self.residual, self.part)


def witness(question: Question, point: Point, found_by: str, deadline: float) -> Counterexample | None:
    """The simplest counterexample near a point where the statement fails; None if it does not certainly fail there."""
    if (precision := question.refuted_at(point)) is None:
        return None
    keys = {k for k in question.needed(point).asked if k not in question.domain.definitions}
    until = min(deadline, effort.spent() + _SHRINKING)
    point = shrink(point, lambda trial: question.refuted_at(trial, (precision,)) is not None, keys, until)
    ball = question.balls(point, 2 * precision)(question.expr)
    how = f"a search for counterexamples ({found_by}); ball arithmetic at {precision} and {2 * precision} bits"
    residual = "0" if ball.contains(0) else ball.str(12)  # it fails there because it is 0 exactly
    return Counterexample(_shown(question, point), residual, question.name, how)


def _shown(question: Question, point: Point) -> dict[str, str]:
    """The values that matter, and those that the hypotheses then give."""
    needed = question.needed(point)
    given = {str(s): str(needed.values[s]) for s in question.domain.definitions if s in needed.values}
    return dict(sorted({**needed.shown(), **given}.items()))
