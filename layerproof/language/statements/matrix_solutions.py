"""Closed forms of matrix flows, for matrices of every size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp
from sympy.matrices.expressions.transpose import Transpose

from ..goals import Certificate, Goal, Impossible
from ..matrices import (
    ExpectMatrix,
    ExpectScalar,
    MatrixFlow,
    MatrixHypothesis,
    Named,
    ShapeMismatch,
    rate_of,
    shape_of,
)
from ..matrix_functions import at_start
from ..matrix_numbers import Compared
from ..printing import text
from ..printing.marks import AtTime
from ..symbols import time
from .base import Row, Statement
from .matrices import _about, _kept, _word_goal

__all__ = ["MatrixSolution"]


@dataclass(frozen=True)
class MatrixSolution(Statement):
    """Along the matrix flow from `start`, `of` equals the closed form `equals` at every time from 0 on.

    `start` is the value of each parameter at time 0.  `of` is every parameter of the flow, or one or more observables;
    these obey a differential equation of their own, which `obeys` says with a letter for each: ``obeys={X: F*X + X*F -
    X*X}`` for ``of=Q*Q.T``.  Shown is that the observables obey it along the flow, and that the closed forms obey it,
    have the value of `of` at the start, and are defined at every time.  As the equation is polynomial, there is one
    solution only.

    A hypothesis about what moves is one that `start` satisfies, and that the flow keeps.

    >>> from layerproof import MatrixFlow, matrix, natural, time, trace
    >>> n, p = natural("n p")
    >>> W, A, B = (matrix(name, n, p) for name in "WAB")
    >>> flow = MatrixFlow(trace((W - A) * (W - A).T) / 2, (W,))
    >>> t = time()
    >>> print(MatrixSolution(flow, {W: B}, of=W, equals=A + sp.exp(-t) * (B - A)))
    W = A + exp(-t)*(-A + B), where W = B at t = 0
    """

    flow: MatrixFlow
    start: Any
    of: Any
    equals: Any
    obeys: Any = ()
    is_about_matrices: ClassVar[bool] = True
    breakable: ClassVar[tuple[str, ...]] = ("equals",)

    def __post_init__(self) -> None:
        if not isinstance(self.flow, MatrixFlow):
            raise TypeError(
                f"got the flow {self.flow!r}; expected a MatrixFlow: for trajectories that are numbers, use Solution"
            )
        for name in ("start", "obeys"):
            pairs = getattr(self, name)
            object.__setattr__(self, name, tuple(pairs.items() if isinstance(pairs, Mapping) else map(tuple, pairs)))
        for name in ("of", "equals"):
            value = getattr(self, name)
            object.__setattr__(self, name, tuple(value) if isinstance(value, (tuple, list)) else (value,))
        if len(self.of) != len(self.equals):
            raise ValueError(
                f"got {len(self.of)} observables and {len(self.equals)} closed forms; expected one for each"
            )
        self._check_start()
        self._check_equation()
        for closed in self.equals:
            self._still(closed, "the closed form")
        for observable in self.of:
            if sp.sympify(observable).has(time()):
                raise ValueError(
                    f"got the observable {text(observable)}, which mentions the time; expected one of what moves"
                )

    def _still(self, expr: Any, what: str) -> None:
        for letter in (*self.flow.parameters, *(letter for letter, _ in self.obeys)):
            if sp.sympify(expr).has(letter):
                raise ValueError(f"got {what} {text(expr)}, in which {letter} moves; expected the time and constants")

    def _check_start(self) -> None:
        given = [letter for letter, _ in self.start]
        if len(set(given)) != len(given) or set(given) != set(self.flow.parameters):
            shown = ", ".join(str(p) for p in self.flow.parameters)
            raise ValueError(f"got the start of {', '.join(map(str, given))}; expected that of each of {shown}")
        for letter, value in self.start:
            if shape_of(letter) != shape_of(value):
                raise ShapeMismatch(f"{letter} starts at {text(value)}, which is of another shape")
            self._still(value, "the start")
            if sp.sympify(value).has(time()):
                raise ValueError(f"got the start {text(value)}, which mentions the time; expected a constant")

    def _check_equation(self) -> None:
        if not self.obeys:
            if set(self.of) != set(self.flow.parameters) or len(self.of) != len(set(self.of)):
                raise ValueError(
                    f"got the closed form of {', '.join(map(text, self.of))}; expected that of every parameter, or the "
                    "equation that these obey, as obeys={X: F*X + X*F - X*X} with a letter for each"
                )
            return
        letters = [letter for letter, _ in self.obeys]
        if len(letters) != len(self.of):
            raise ValueError(f"got {len(letters)} equations for {len(self.of)} observables; expected one for each")
        said = [self.flow.loss, *self.of, *self.equals, *(v for _, v in self.start)]
        for letter, rate in self.obeys:
            if not isinstance(letter, sp.MatrixSymbol) or any(sp.sympify(e).has(letter) for e in said):
                raise ValueError(f"got {text(letter)} for an observable; expected a letter that stands nowhere else")
            if any(sp.sympify(rate).has(p) for p in (*self.flow.parameters, time())):
                raise ValueError(f"got the equation {text(rate)}; expected one in the letters of the observables alone")

    def says_nothing(self) -> str | None:
        lone = [o for o in self.of if not any(sp.sympify(o).has(p) for p in self.flow.parameters)]
        return f"nothing moves in the observable {text(lone[0])}" if lone else None

    def conditions(self, hypotheses: Iterable[Any]) -> Iterator[Goal]:
        first = dict(self.start)
        for hypothesis in hypotheses:
            sides = _sides(hypothesis)
            if any(side.has(time()) for side in sides):
                yield Certificate(Impossible("it is about one time"), f"{hypothesis} is a hypothesis about the time")
            moves = any(side.has(p) for side in sides for p in self.flow.parameters)
            if moves and isinstance(hypothesis, (sp.Basic, Compared)):
                yield Certificate(Impossible("it is no equation"), f"{hypothesis} is a hypothesis about what moves")
            elif _about(hypothesis, self.flow):
                yield from _kept(hypothesis, self.flow)
                for lhs, rhs in hypothesis.equations():
                    goal = _word_goal(_put(lhs, first), _put(rhs, first), f"that {hypothesis} at the start")
                    yield Certificate(goal, f"{hypothesis} is not derived at the start")

    def goals(self) -> Iterator[Goal]:
        first = dict(self.start)
        for expr, letters in self._polynomials():
            if (part := no_polynomial(expr, letters)) is not None:
                yield Impossible(
                    f"{text(part)} is no polynomial in what moves: that there is one solution is not derived"
                )
                return
        try:
            yield from self._equation_is_obeyed()
            for observable, closed in zip(self.of, self.equals, strict=True):
                name = f"value of {text(observable)} at time 0"
                yield _word_goal(at_start(closed), _put(observable, first), name)
            known = dict(zip(self._letters, self.equals, strict=True))
            for observable, closed, rate in zip(self.of, self.equals, self._rates, strict=True):
                slope = rate_of(closed, {time(): sp.Integer(1)})
                name = f"rate of the closed form of {text(observable)} minus what it obeys"
                yield _word_goal(slope, _put(rate, known), name, closed)
        except NotImplementedError as problem:
            yield Impossible(str(problem))

    def _equation_is_obeyed(self) -> Iterator[Goal]:
        observed = dict(zip(self._letters, self.of, strict=True))
        for observable, (letter, rate) in zip(self.of, self.obeys, strict=False):
            goal = _word_goal(self.flow.rate(observable), _put(rate, observed), f"rate of {text(observable)}")
            yield Certificate(goal, f"that {text(observable)} obeys the equation of {letter} is not derived")

    def _polynomials(self) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        yield self.flow.loss, tuple(self.flow.parameters)
        for observable in self.of:
            yield observable, tuple(self.flow.parameters)
        for _, rate in self.obeys:
            yield rate, self._letters

    @property
    def _letters(self) -> tuple[Any, ...]:
        return tuple(letter for letter, _ in self.obeys) or self.of

    @property
    def _rates(self) -> tuple[Any, ...]:
        return tuple(rate for _, rate in self.obeys) or tuple(self.flow.velocity(p) for p in self.of)

    def whole(self) -> frozenset[str]:
        return super().whole() | {str(letter.name) for letter, _ in self.obeys}

    def rows(self) -> tuple[Row, ...]:
        starts = [Row(AtTime(p, time(), sp.Integer(0)), "=", value) for p, value in self.start]
        return (*(Row(o, "=", c) for o, c in zip(self.of, self.equals, strict=True)), *starts)

    def __str__(self) -> str:
        forms = ", ".join(f"{text(o)} = {text(c)}" for o, c in zip(self.of, self.equals, strict=True))
        starts = ", ".join(f"{text(p)} = {text(value)}" for p, value in self.start)
        return f"{forms}, where {starts} at t = 0"


def _sides(hypothesis: Any) -> list[Any]:
    if isinstance(hypothesis, MatrixHypothesis):
        return list(hypothesis.said)
    return [hypothesis] if isinstance(hypothesis, sp.Basic) else []


def _put(expr: Any, values: Mapping[Any, Any]) -> Any:
    """`expr` with values for letters, each kept together."""
    return sp.sympify(expr).xreplace({letter: Named("", value) for letter, value in values.items()})


def no_polynomial(expr: Any, letters: tuple[Any, ...]) -> Any:
    """The part of an expression that is no polynomial in the letters, nor a trace or an average of one; or None."""
    expr = sp.sympify(expr)
    if expr in letters or not any(expr.has(letter) for letter in letters):
        return None
    if isinstance(expr, Named):
        return no_polynomial(expr.value, letters)
    if isinstance(expr, (sp.Pow, sp.MatPow)):
        return no_polynomial(expr.base, letters) if expr.exp.is_Integer and expr.exp >= 0 else expr
    whole = (sp.Add, sp.Mul, sp.MatAdd, sp.MatMul, Transpose, sp.Trace, ExpectMatrix, ExpectScalar)
    if not isinstance(expr, whole):
        return expr
    return next((found for a in expr.args if (found := no_polynomial(a, letters)) is not None), None)
