"""Small exact matrices at which a statement about matrices fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import sympy as sp
from flint import arb, fmpq, fmpq_mat

from ...ground import effort
from ...language.determinants import Determinant
from ...language.goals import SignWord, ZeroWord
from ...language.matrices import ExpectScalar
from ...language.matrix_functions import Accumulated, Exponential, SquareRoot
from ...language.verdicts import Witness
from .balls import PRECISIONS, Evaluator, Point, Undefined, Unsupported
from .matrix_balls import excludes_zero
from .matrix_witness import Draw, NoDraw, draws, is_definite, is_nonzero, text_of, values_of
from .outcome import Refuted

_INSIDE = "exact rational matrices that satisfy the hypotheses"
ROUNDS = 5  # what fails only where a matrix is singular fails at few draws


def many_draws(expr: sp.Basic, hypotheses: tuple[Any, ...], *, budget: float) -> Iterator[Draw]:
    """Exact values of every letter, all inside the hypotheses, drawn anew as long as there is budget."""
    deadline = effort.spent() + budget
    for seed in range(ROUNDS):
        yield from draws(expr, hypotheses, seed=seed, budget=deadline - effort.spent())


def find_witness(goal: ZeroWord, hypotheses: tuple[Any, ...], *, budget: float = 10.0) -> Witness | None:
    """Exact matrices inside the hypotheses at which the goal's expression is not zero; None if none was found."""
    expr = sp.sympify(goal.expr)
    for draw in many_draws(expr, hypotheses, budget=budget):
        try:
            shown = _not_zero(expr, draw)
        except (NoDraw, ZeroDivisionError):
            continue
        if shown is not None:
            return Witness(values_of(draw), shown, goal.name)
    return None


def below_zero(goal: SignWord, hypotheses: tuple[Any, ...], *, budget: float = 5.0) -> Witness | None:
    """Exact matrices inside the hypotheses at which a goal about a sign fails; None if none was found."""
    expr = sp.sympify(goal.expr)
    for draw in many_draws(expr, hypotheses, budget=budget):
        try:
            slack = draw.value(expr)
        except (NoDraw, ZeroDivisionError):
            continue
        if isinstance(slack, fmpq_mat):
            holds = is_definite(slack, goal.strict)
        else:
            holds = slack > 0 if goal.strict else slack >= 0
        if not holds:
            return Witness(values_of(draw), text_of(slack), goal.name)
    return None


def refuted_by_numbers(goal: ZeroWord | SignWord, hypotheses: tuple[Any, ...], *, budget: float) -> Refuted | None:
    """A refutation by exact matrices, with traces and determinants put in as the numbers that they are there.

    What is made of these, such as a root or a logarithm, is in balls at two precisions.
    """
    expr = sp.sympify(goal.expr)
    if isinstance(expr, sp.MatrixExpr):
        found = find_witness(goal, hypotheses, budget=budget) if isinstance(goal, ZeroWord) else None
        return None if found is None else Refuted(found, _INSIDE)
    for draw in many_draws(expr, hypotheses, budget=budget):
        try:
            numbers = {t: _rational(draw.scalar(t)) for t in expr.atoms(sp.Trace, ExpectScalar, Determinant)}
            written = expr.xreplace(numbers)
            written = written.xreplace({s: _rational(draw.scalar(s)) for s in written.free_symbols})
            balls = [Evaluator(Point({}), 2 * precision)(written) for precision in PRECISIONS]
        except (NoDraw, ZeroDivisionError, Undefined, Unsupported):
            with suppress(NoDraw, ZeroDivisionError):  # an exponential of a matrix is in it, say
                shown = excludes_zero(expr, draw) if isinstance(goal, ZeroWord) else None
                if shown is not None:
                    return Refuted(Witness(values_of(draw), shown, goal.name), _INSIDE)
            continue
        if _fails(goal, written, balls):
            return Refuted(
                Witness(values_of(draw), balls[-1].str(12), goal.name), f"{_INSIDE}; ball arithmetic at two precisions"
            )
    return None


def _fails(goal: ZeroWord | SignWord, written: sp.Expr, balls: list[arb]) -> bool:
    if isinstance(goal, ZeroWord):
        return all(not ball.contains(0) for ball in balls)
    return all(ball < 0 for ball in balls) or (goal.strict and written == 0)


def _rational(value: fmpq) -> sp.Rational:
    return sp.Rational(int(value.p), int(value.q))


def any_witness(goal: ZeroWord, hypotheses: tuple[Any, ...], residual: str) -> Witness | None:
    """Small matrices that satisfy the hypotheses, as a witness of what fails at all of them; None if none was found."""
    draw = next(draws(sp.sympify(goal.expr), hypotheses), None)
    return None if draw is None else Witness(values_of(draw), residual, goal.name)


def _not_zero(expr: Any, draw: Draw) -> str | None:
    """The value of an expression, if it is not 0."""
    if expr.has(Exponential, Accumulated, SquareRoot, sp.exp):
        return excludes_zero(expr, draw)
    residual = draw.value(expr)
    return text_of(residual) if is_nonzero(residual) else None
