"""Equations of matrices over numbers made of traces, and with inverses that cancel only when multiplied.

Where ``d = 1 + u^T u`` is never 0, an equation holds if it does times d. That d is never 0 is derived from its sign,
or as follows: if ``M N u = d u`` with M and N invertible, then d = 0 makes u zero, and d must be another number
there. And X is 0 if ``X M`` is, or ``M X``, for an M that has an inverse: so Sherman's and Morrison's formula is
seen. And X is 0 if ``X^T X`` is, as matrices are real.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from ...language.goals import ZeroWord
from ...language.matrices import Equal, MatrixHypothesis, ShapeMismatch, shape_of
from ...language.matrix_functions import InverseOf, Invertible
from . import matrix_goals
from .outcome import Outcome, Proved, Refuted, Unknown
from .prover import Prover
from .trace_quotients import is_said_apart, sense_of

_ROUNDS, _DEGREE = 3, 3


def decide(goal: ZeroWord, hypotheses: tuple[Any, ...], prover: Prover) -> Outcome:
    """Decide an equation; what is multiplied by proves only, and a refutation is of the equation as it is written."""
    found = matrix_goals.decide(goal, hypotheses, prover.undefined)
    if not isinstance(found, Unknown):
        return found
    goal = ZeroWord(_as_number(goal.expr), goal.name, tuple(map(_as_number, goal.defined)))
    over = _denominators(goal)
    if not over and not _inverses(goal.expr) and not any(isinstance(h, Equal) for h in hypotheses):
        return found
    if over and (refuted := _refuted(goal, hypotheses)) is not None:
        return refuted
    try:
        proved = _proved(goal, hypotheses, prover)
    except ShapeMismatch:
        return found
    return found if proved is None else proved


def _as_number(expr: Any) -> Any:
    """The inverse of a 1 x 1 matrix as what it is divided by."""
    expr = sp.sympify(expr)
    numbers = {
        i: sp.MatMul(1 / sp.Trace(i.arg), sp.Identity(1)) for i in expr.atoms(InverseOf) if shape_of(i) == (1, 1)
    }
    return expr.xreplace(numbers)


def _refuted(goal: ZeroWord, hypotheses: tuple[Any, ...]) -> Refuted | None:
    from .matrix_failures import find_witness

    try:
        matrix_goals.one_shape_a_name(goal.expr, hypotheses)
    except ValueError:
        return None
    witness = find_witness(goal, hypotheses)
    return None if witness is None else Refuted(witness, "exact rational matrices that satisfy the hypotheses")


def _proved(goal: ZeroWord, hypotheses: tuple[Any, ...], prover: Prover) -> Proved | None:
    cleared = goal
    for _ in range(_ROUNDS):
        over = _denominators(cleared)
        if not over:
            break
        if not _never_zero(over[0], cleared, hypotheses, prover):
            return None
        cleared = _times(cleared, over[0])
    if _denominators(cleared):
        return None
    for one in (*([cleared] if cleared is not goal else []), *_multiplied(cleared)):
        outcome = matrix_goals.decide(one, hypotheses, prover.undefined, refuting=False)
        if isinstance(outcome, Proved):
            return Proved(f"multiplied by what is not 0, and by what has an inverse: {outcome.how}")
    if not any(isinstance(h, MatrixHypothesis) for h in hypotheses):
        return None
    for one in _squared(cleared):
        outcome = matrix_goals.decide(one, hypotheses, prover.undefined, refuting=False)
        if isinstance(outcome, Proved):
            return Proved(f"X is 0, since the square of its norm is: {outcome.how}")
    return None


def _squared(goal: ZeroWord) -> Iterator[ZeroWord]:
    """``X^T X``, ``X X^T`` and their trace, which are 0 only where X is."""
    if isinstance(goal.expr, sp.MatrixExpr):
        goal = replace(goal, defined=(*goal.defined, goal.expr))
        for whole in (goal.expr.T * goal.expr, goal.expr * goal.expr.T):
            yield replace(goal, expr=whole)
        yield replace(goal, expr=sp.Trace(goal.expr.T * goal.expr))


def _quotients(expr: Any) -> list[sp.Pow]:
    """Negative powers of numbers that are made of traces, with none inside of one."""
    found = [p for p in sp.sympify(expr).atoms(sp.Pow) if p.exp.is_Integer and p.exp < 0 and p.base.has(sp.Trace)]
    return sorted((p for p in found if not _quotients(p.base)), key=str)


def _denominators(goal: ZeroWord) -> list[sp.Expr]:
    return list(dict.fromkeys(p.base for part in (goal.expr, *goal.defined) for p in _quotients(part)))


def _times(goal: ZeroWord, over: sp.Expr) -> ZeroWord:
    """The goal times the power of `over` that clears it of its quotients."""
    inverse = sp.Dummy("d", real=True)
    powers = {p for part in (goal.expr, *goal.defined) for p in _quotients(part) if p.base == over}
    written = sp.sympify(goal.expr).xreplace({p: inverse ** (-p.exp) for p in powers})
    degree = min(_degree(written, inverse), _DEGREE + 1)
    values = [written.xreplace({inverse: sp.Integer(k)}) for k in range(degree + 1)]
    x = sp.Dummy("x")
    terms = []
    for k, value in enumerate(values):
        basis = sp.Poly(sp.Mul(*(sp.Rational(1, k - j) * (x - j) for j in range(degree + 1) if j != k)), x)
        number = sp.Add(*(basis.nth(power) * over ** (degree - power) for power in range(degree + 1)))
        terms.append(number * value)
    whole = terms[0]
    for term in terms[1:]:
        whole = whole + term
    defined = tuple(sp.sympify(part).xreplace({p: p.base ** (-p.exp) for p in powers}) for part in goal.defined)
    return ZeroWord(whole, goal.name, (*defined, over))


def _degree(expr: Any, letter: sp.Symbol) -> int:
    """The degree of an expression of matrices in a number, at most."""
    if expr == letter:
        return 1
    if not isinstance(expr, sp.Basic) or not expr.has(letter):
        return 0
    inside = [_degree(part, letter) for part in expr.args]
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        return sum(inside)
    if isinstance(expr, (sp.MatPow, sp.Pow)):
        return inside[0] * int(expr.exp) if expr.exp.is_Integer and expr.exp > 0 else _DEGREE + 1
    linear = isinstance(expr, (sp.MatAdd, sp.Add, sp.Trace)) or type(expr).__name__ == "Transpose"
    return max(inside) if linear else _DEGREE + 1


def _inverses(expr: Any) -> list[Any]:
    return sorted(sp.sympify(expr).atoms(InverseOf), key=str)


def _multiplied(goal: ZeroWord) -> Iterator[ZeroWord]:
    """The goal times each matrix whose inverse is in it, from either side."""
    if not isinstance(goal.expr, sp.MatrixExpr):
        return
    rows, cols = shape_of(goal.expr)
    goal = replace(goal, defined=(*goal.defined, goal.expr))  # that there is an inverse is asked of what is written
    for one in _inverses(goal.expr):
        size = shape_of(one)[0]
        if cols == size:
            yield replace(goal, expr=_spread(goal.expr, one.arg, left=False))
        if rows == size:
            yield replace(goal, expr=_spread(goal.expr, one.arg, left=True))


def _spread(expr: Any, by: Any, left: bool) -> Any:
    """``by * expr``, or ``expr * by``, term by term, where `by` meets its inverse and both are gone."""
    parts = []
    for number, factors in _terms(expr):
        end = factors[0 if left else -1] if factors else None
        if isinstance(end, InverseOf) and end.arg == by:
            rest = factors[1:] if left else factors[:-1]
            parts.append(sp.MatMul(number, *(rest or [sp.Identity(shape_of(by)[0])])))
        else:
            parts.append(sp.MatMul(number, *((by, *factors) if left else (*factors, by))))
    return sp.MatAdd(*parts)


def _terms(expr: Any) -> Iterator[tuple[Any, list[Any]]]:
    """An expression as terms: a number, and the matrices that it multiplies."""
    if isinstance(expr, sp.MatAdd):
        for part in expr.args:
            yield from _terms(part)
    elif isinstance(expr, sp.MatMul):
        found: list[tuple[Any, list[Any]]] = [(sp.S.One, [])]
        for part in expr.args:
            inside = list(_terms(part)) if isinstance(part, sp.MatrixExpr) else [(part, [])]
            found = [(a * b, [*first, *second]) for a, first in found for b, second in inside]
        yield from found
    else:
        yield sp.S.One, [expr]


def _never_zero(over: sp.Expr, goal: ZeroWord, hypotheses: tuple[Any, ...], prover: Prover) -> bool:
    """Whether a number made of traces is derived not to be 0, under the hypotheses."""
    if is_said_apart(over, hypotheses) or sense_of(over, hypotheses, prover) is not None:
        return True
    return any(
        isinstance(matrix_goals.decide(equation, hypotheses, prover.undefined, refuting=False), Proved)
        for equation in _by_columns(over, goal, hypotheses)
    )


def _by_columns(over: sp.Expr, goal: ZeroWord, hypotheses: tuple[Any, ...]) -> Iterator[ZeroWord]:
    """Equations ``M N u = d u`` for d, where d is a number that is not 0 where u is."""
    letters = sorted(over.atoms(sp.MatrixSymbol), key=str)
    known = [(h.matrix, h) for h in hypotheses if isinstance(h, Invertible)]
    inverses = {i for part in (goal.expr, *goal.defined) for i in _inverses(part)}
    invertible = [*(m for m, _ in known), *sorted((i.arg for i in inverses), key=str), *sorted(inverses, key=str)]
    for letter in letters:
        if letter.shape[1] != 1:
            continue
        zero = sp.ZeroMatrix(*letter.shape)
        alone = over.xreplace({t: sp.S.Zero for t in over.atoms(sp.Trace) if _vanishes_with(t.arg, letter)})
        if alone.has(sp.Trace) or not alone.is_nonzero:
            continue
        for first in dict.fromkeys(invertible):
            for second in (sp.Identity(letter.shape[0]), *dict.fromkeys(invertible)):
                if shape_of(first) == shape_of(second) == (letter.shape[0], letter.shape[0]):
                    yield ZeroWord(first * second * letter - over * letter, "denominator", (first, second, zero))


def _vanishes_with(expr: Any, letter: Any) -> bool:
    """Whether a product contains a letter, so that it is 0 where that is."""
    if expr == letter:
        return True
    if isinstance(expr, (sp.MatMul,)):
        return any(_vanishes_with(part, letter) for part in expr.args)
    if isinstance(expr, sp.MatAdd):
        return all(_vanishes_with(part, letter) for part in expr.args)
    return type(expr).__name__ == "Transpose" and _vanishes_with(expr.arg, letter)
