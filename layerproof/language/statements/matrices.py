"""Statements about matrices of every size: identities, rates along a matrix flow, conserved matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp

from ..determinants import rate_with_determinants
from ..goals import Certificate, Goal, Impossible, ZeroWord
from ..matrices import Diagonal, MatrixFlow, MatrixHypothesis, ShapeMismatch, Velocity, matrix_mutants, shape_of
from ..matrix_functions import Accumulated, InverseOf, Invertible, PositiveSemidefinite
from ..printing import text
from ..printing.marks import Slope
from ..smooth import partial_parts
from ..symbols import time
from .base import Row, Statement
from .sides import same

__all__ = ["MatrixConserved", "MatrixIdentity", "MatrixRate", "difference", "matrix_mutants"]


def difference(lhs: Any, rhs: Any) -> Any:
    """``lhs - rhs``, after checking that both have one shape.

    Raises:
        ShapeMismatch: if a product or the equation does not conform.
    """
    left, right = shape_of(lhs), shape_of(rhs)
    if left != right:
        raise ShapeMismatch(f"the two sides differ in shape: {left[0]} x {left[1]} and {right[0]} x {right[1]}")
    if isinstance(lhs, sp.MatrixExpr) != isinstance(rhs, sp.MatrixExpr):
        raise ShapeMismatch("one side is a scalar and the other a 1 x 1 matrix; take the trace of the matrix")
    return lhs - rhs


def _word_goal(lhs: Any, rhs: Any, name: str, *stated: Any) -> ZeroWord | Impossible:
    """The goal ``lhs = rhs``, if both and what else is `stated` conform; else why it cannot be posed."""
    try:
        for expr in stated:
            shape_of(expr)
        return ZeroWord(difference(lhs, rhs), name, tuple(map(sp.sympify, (lhs, rhs, *stated))))
    except ShapeMismatch as mismatch:
        return Impossible(str(mismatch), name, sizes=_sizes_at_which_they_differ(lhs, rhs))


def _partial_loss(flow: MatrixFlow) -> tuple[Any, ...]:
    """The loss, if it need not have a value everywhere: where it has none, nothing moves along the flow."""
    loss = sp.sympify(flow.loss)
    return (loss,) if loss.has(InverseOf) or any(True for _ in partial_parts(loss)) else ()


def _sizes_at_which_they_differ(lhs: Any, rhs: Any) -> tuple[tuple[sp.Expr, int], ...]:
    """Sizes, all different, at which two sides that conform each by itself have two shapes; none if there are none."""
    try:
        shapes = [[sp.sympify(size) for size in shape_of(side)] for side in (lhs, rhs)]
    except ShapeMismatch:
        return ()
    letters = sorted({s for shape in shapes for size in shape for s in size.free_symbols}, key=str)
    values = {letter: sp.Integer(2 + k) for k, letter in enumerate(letters)}
    one, other = ([size.xreplace(values) for size in shape] for shape in shapes)
    return tuple((letter, int(value)) for letter, value in values.items()) if one != other else ()


def _kept(hypothesis: Any, flow: MatrixFlow) -> Iterator[Certificate]:
    """That the flow keeps a hypothesis about what moves, so that it may be assumed all along.

    The rates of its sides differ by words in which such a difference stands again: started at 0, all of them stay 0.
    """
    lacking = (
        f"{hypothesis} is a hypothesis about what moves, and that the flow keeps it is not derived: if it holds at one "
        "time it need not hold later"
    )
    more = isinstance(hypothesis, (Diagonal, Invertible, PositiveSemidefinite))
    if more or not isinstance(hypothesis, MatrixHypothesis):
        yield Certificate(Impossible("it is more than an equation between words"), lacking)
        return
    for lhs, rhs in hypothesis.equations():
        try:
            goal = _word_goal(flow.rate(lhs), flow.rate(rhs), f"that {hypothesis} is kept")
        except NotImplementedError as problem:
            goal = Impossible(str(problem))
        yield Certificate(goal, lacking)


def _about(hypothesis: Any, flow: MatrixFlow) -> bool:
    """Whether a hypothesis is an equation about a parameter of the flow; inequalities say "as long as"."""
    if isinstance(hypothesis, MatrixHypothesis):
        sides = [side for equation in hypothesis.equations() for side in equation]
    else:
        sides = [hypothesis] if isinstance(hypothesis, sp.Eq) else []
    return any(sp.sympify(side).has(parameter) for side in sides for parameter in flow.parameters)


def _without_time(what: str, expr: Any) -> None:
    """Refuse what depends on the time beside what moves: its rate would have one more term."""
    if sp.sympify(expr).has(time()):
        raise ValueError(f"got {what} {text(expr)}, which mentions the time; expected one of what moves along the flow")


def _without_past(expr: Any, flow: MatrixFlow) -> None:
    """Refuse an integral over the time of what moves: letters stand for what moves at one time, the same in both."""
    for part in sp.sympify(expr).atoms(Accumulated):
        if any(part.has(parameter) for parameter in flow.parameters):
            raise ValueError(f"got {text(part)}, which adds up what moves; expected what stands still, and the time")


def _velocity(expr: Any) -> Any:
    return Velocity(expr) if getattr(expr, "is_Matrix", False) else Slope(expr, time())


@dataclass(frozen=True)
class MatrixIdentity(Statement):
    """``lhs = rhs`` for matrices (or traces) of every size; each ``Velocity(W)`` is taken along `flow`.

    >>> from layerproof import MatrixIdentity, matrix, natural
    >>> A = matrix("A", *natural("d p"))
    >>> print(MatrixIdentity((A * A.T) * A, A * (A.T * A)))
    A*A.T*A = A*A.T*A
    """

    lhs: Any
    rhs: Any
    flow: MatrixFlow | None = None
    is_about_matrices: ClassVar[bool] = True
    breakable: ClassVar[tuple[str, ...]] = ("lhs", "rhs")

    def __post_init__(self) -> None:
        if self.flow is not None:
            for side in (self.lhs, self.rhs):
                _without_past(side, self.flow)

    def says_nothing(self) -> str | None:
        return same(sp.sympify(self.lhs), sp.sympify(self.rhs))

    def goals(self) -> Iterator[Goal]:
        lhs, rhs = sp.sympify(self.lhs), sp.sympify(self.rhs)
        if lhs.has(Velocity) or rhs.has(Velocity):
            if self.flow is None:
                yield Impossible("a velocity is known only along a flow; give the identity its flow")
                return
            try:
                lhs, rhs = self.flow.evaluate(lhs), self.flow.evaluate(rhs)
            except NotImplementedError as problem:
                yield Impossible(str(problem))
                return
        yield _word_goal(lhs, rhs, "left minus right", *(_partial_loss(self.flow) if self.flow is not None else ()))

    def parts(self) -> dict[str, Any]:
        name = "lhs" if isinstance(self.rhs, (sp.ZeroMatrix, sp.Identity)) else "rhs"
        return {name: getattr(self, name)}

    def rows(self) -> tuple[Row, ...]:
        return (Row(self.lhs, "=", self.rhs),)

    def __str__(self) -> str:
        return f"{text(self.lhs)} = {text(self.rhs)}"


@dataclass(frozen=True)
class MatrixRate(Statement):
    """``d(of)/dt = equals`` along the matrix flow, for matrices of every size."""

    of: Any
    equals: Any
    flow: MatrixFlow
    is_about_matrices: ClassVar[bool] = True
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        _without_time("the observable", self.of)
        _without_past(self.equals, self.flow)

    def says_nothing(self) -> str | None:
        of, equals = sp.sympify(self.of), sp.sympify(self.equals)
        if isinstance(of, (sp.ZeroMatrix, sp.Number)) and isinstance(equals, (sp.ZeroMatrix, sp.Number)):
            return f"the observable arrives as {text(of)}, and its rate as {text(equals)}"
        return None

    def goals(self) -> Iterator[Goal]:
        try:
            rate = rate_with_determinants(self.of, self.flow.velocities)
        except NotImplementedError as problem:
            yield Impossible(str(problem))
            return
        yield _word_goal(rate, self.equals, "rate minus right-hand side", self.of, *_partial_loss(self.flow))

    def rows(self) -> tuple[Row, ...]:
        return (Row(_velocity(self.of), "=", self.equals),)

    def __str__(self) -> str:
        return f"d/dt ({text(self.of)}) = {text(self.equals)}"


@dataclass(frozen=True)
class MatrixConserved(Statement):
    """`quantity` is constant along the matrix flow, for matrices of every size.

    An equation about the matrices that move must be one that the flow keeps.
    """

    quantity: Any
    flow: MatrixFlow
    is_about_matrices: ClassVar[bool] = True
    breakable: ClassVar[tuple[str, ...]] = ("quantity",)

    def __post_init__(self) -> None:
        _without_time("the quantity", self.quantity)

    def says_nothing(self) -> str | None:
        quantity = sp.sympify(self.quantity)
        return f"the quantity arrives as {text(quantity)}" if isinstance(quantity, (sp.ZeroMatrix, sp.Number)) else None

    def conditions(self, hypotheses: Iterable[Any]) -> Iterator[Certificate]:
        for hypothesis in hypotheses:
            if _about(hypothesis, self.flow):
                yield from _kept(hypothesis, self.flow)

    def goals(self) -> Iterator[Goal]:
        try:
            rate = rate_with_determinants(self.quantity, self.flow.velocities)
        except NotImplementedError as problem:
            yield Impossible(str(problem))
            return
        nothing = sp.ZeroMatrix(*rate.shape) if isinstance(rate, sp.MatrixExpr) else sp.Integer(0)
        yield _word_goal(rate, nothing, "rate of change", self.quantity, *_partial_loss(self.flow))

    def rows(self) -> tuple[Row, ...]:
        return (Row(_velocity(self.quantity), "=", sp.Integer(0)),)

    def __str__(self) -> str:
        return f"{text(self.quantity)} is conserved"
