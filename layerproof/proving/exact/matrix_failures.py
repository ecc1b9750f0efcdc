"""Small exact matrices at which a statement about matrices fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from flint import fmpq_mat

from ...ground import effort
from ...language.goals import SignWord, ZeroWord
from ...language.matrix_functions import Accumulated, Exponential, SquareRoot
from ...language.verdicts import Witness
from .matrix_balls import excludes_zero
from .matrix_witness import Draw, NoDraw, draws, is_definite, is_nonzero, text_of, values_of

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
