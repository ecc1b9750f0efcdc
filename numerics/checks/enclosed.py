"""Closed forms against rigorous enclosures: a second leg for solutions that no rounding can shake.

At a few rational draws inside the hypotheses the flow is enclosed in balls, and so is the closed form.  Where the two
balls are disjoint the statement is refuted, with a gap that is proved; where they overlap, the two agree to the width
of the balls, which is asked to be below 1e-20 and often is 1e-30: no proof, but far below what double precision tells
apart.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import flint
import numpy as np
import sympy as sp
from flint import arb

from layerproof.language.claims import Claim
from layerproof.language.statements import Solution, Statement
from layerproof.proving.exact.balls import Point, Undefined, Unsupported, holds, rational_value
from layerproof.proving.sign_sets import NEGATIVE, NONNEGATIVE, NONPOSITIVE, NONZERO, POSITIVE

from ..concrete import Sizes, instances
from ..definedness import Known
from ..flows.enclosures import Enclosure, NotEnclosed, enclose
from ..flows.jets import Jets, OnBalls
from .sampling import Draws, NoDraws, relations_of
from .start import Pair, Start

WIDTH = 1e-20
TIMES = (Fraction(1, 3), Fraction(1), Fraction(3))  # in the draw's own unit of time
DENOMINATORS = (12, 1000, 10**6)  # of the rationals near a draw, until one is inside the hypotheses
CANDIDATES = 8
MOST_BITS = 1024
MOST_STEPS = 2000
FINEST = 2048  # bits, for a closed form that cancels

SIGNS = {
    sp.Gt: POSITIVE,
    sp.Ge: NONNEGATIVE,
    sp.Lt: NEGATIVE,
    sp.Le: NONPOSITIVE,
    sp.Ne: NONZERO,
}

DrawVerdict = Literal["encloses", "refutes", "undecided"]


@dataclass(frozen=True)
class EnclosedDraw:
    """What one draw shows.

    Attributes:
        verdict: 'encloses' if all balls overlap, 'refutes' if two are disjoint, else 'undecided'.
        values: the exact value of each symbol and initial value, as text.
        width: the largest distance that the two may have where they overlap.
        gap: a proved lower bound of their distance where they are disjoint; else 0.
        at: the time of the largest width or gap, exact, as text.
        observable: what was compared there.
        reason: why nothing is decided.
    """

    verdict: DrawVerdict
    values: Mapping[str, str] = field(default_factory=dict)
    width: float = 0.0
    gap: float = 0.0
    at: str = ""
    observable: str = ""
    reason: str = ""


@dataclass(frozen=True)
class EnclosedSolution:
    """What all draws show."""

    draws: tuple[EnclosedDraw, ...]

    @property
    def verdict(self) -> DrawVerdict:
        """One draw that refutes is enough; all must enclose."""
        found = {draw.verdict for draw in self.draws}
        return "refutes" if "refutes" in found else "undecided" if "undecided" in found else "encloses"

    @property
    def telling(self) -> EnclosedDraw:
        """The draw that decides: the largest gap, the first reason, or the largest width."""
        deciding = [draw for draw in self.draws if draw.verdict == self.verdict]
        return max(deciding, key=lambda draw: (draw.gap, draw.width))


def enclose_solution(
    claim: Claim | Statement, hypotheses: Sequence[Any] = (), *, draws: int = 3, seed: int = 0
) -> EnclosedSolution:
    """Compare a solution's closed form with a rigorous enclosure of the flow, at a few rational draws.

    Args:
        claim: a claim, or its statement with `hypotheses`; the statement is a `Solution`.
        hypotheses: relations among the symbols, where the statement comes without its claim.
        draws: how many initial value problems; families take sizes in turn.
        seed: of the draws.

    Raises:
        ValueError: if the statement is no solution, or there are no draws.
    """
    statement = claim.statement if isinstance(claim, Claim) else claim
    hypotheses = claim.hypotheses if isinstance(claim, Claim) else hypotheses
    if not isinstance(statement, Solution):
        raise ValueError(f"got a statement of kind {type(statement).__name__}; expected a Solution")
    if draws < 1:
        raise ValueError(f"got {draws} draws; expected at least 1")
    relations = relations_of(hypotheses)
    parts = [statement.flow.loss, *statement.flow.invariant, *(sp.sympify(e) for t in statement.triples for e in t)]
    sizes = list(instances(parts, hypotheses=relations))
    rng = np.random.default_rng(seed)
    found: list[EnclosedDraw] = []
    while len(found) < draws and sizes:
        at = sizes.pop(0)
        if (draw := _one(statement, relations, at, rng)) is not None:
            found.append(draw)
            sizes.append(at)
    false = EnclosedDraw("undecided", reason="a hypothesis is false for every value of its symbols")
    return EnclosedSolution(tuple(found) or (false,))


def _one(statement: Solution, relations: Sequence[Any], sizes: Sizes, rng: np.random.Generator) -> EnclosedDraw | None:
    """What one draw shows; None if a hypothesis is false at these sizes."""
    try:
        problem = _Problem(statement, relations, sizes)
        if any(relation == sp.false for relation in problem.start.relations):
            return None
        return problem.compare(problem.draw(rng))
    except (ValueError, Unsupported, Undefined, NotEnclosed) as error:  # no instance, no draws, no recurrence
        return EnclosedDraw("undecided", reason=str(error))


class _Problem:
    """The initial value problem of a solution at fixed sizes."""

    def __init__(self, statement: Solution, relations: Sequence[Any], sizes: Sizes) -> None:
        expressions = [sp.sympify(e) for triple in statement.triples for e in triple]
        initially: list[Pair] = [(of, value) for of, _, value in statement.triples]
        self.sizes = sizes
        self.start = Start(statement.flow, relations, expressions, initially, sizes)
        self.pairs = [
            (self.start.instance.concrete(of, at), self.start.instance.concrete(closed, at))
            for of, closed, _ in statement.triples
            for at in self.start.instance.index_values([sp.sympify(of), sp.sympify(closed)])
        ]

    def draw(self, rng: np.random.Generator) -> Point:
        """Exact values of all symbols at time 0, certainly inside the hypotheses."""
        sample = self.start.draw(CANDIDATES, rng)
        why = ""
        for row, most in itertools.product(range(len(sample)), DENOMINATORS):
            point = self._near(sample, row, most)
            why = self._outside(point)
            if not why:
                return point
        raise NoDraws(f"no rational point that is certainly inside the hypotheses was found: {why}")

    def _near(self, sample: Draws, row: int, most: int) -> Point:
        """Short rationals near a draw; the defined symbols get their exact value, or the expression that defines it."""
        defined = dict(sample.definitions)
        drawn = {symbol: column for symbol, column in sample.values.items() if symbol not in defined}
        point = Point(
            {symbol: Fraction(float(column[row])).limit_denominator(most) for symbol, column in drawn.items()}
        )
        point.values.update((v, Fraction(0)) for v in self.start.field.variables if v not in sample.values)
        for symbol, branches in sample.definitions:
            near = float(sample.values[symbol][row])
            branch = min(branches, key=lambda b: abs(float(OnBalls({}, 64, point)(b).mid()) - near))
            if (value := rational_value(branch, point)) is not None:
                point.values[symbol] = value
            else:
                point.derived[symbol] = branch
        return point

    def _outside(self, point: Point) -> str:
        """The hypothesis that does not certainly hold at the point; empty if all do."""
        evaluate = OnBalls({}, 128, point)
        for symbol in (*point.values, *point.derived):
            if not _in_domain(symbol, evaluate):
                return f"the domain of {symbol}"
        plan = self.start.plan
        for relation in (*plan.checked, *(r for r in plan.relations if not isinstance(r, sp.Eq))):
            if not _certain(relation, evaluate):
                return str(relation)
        return ""

    def unit_of_time(self, point: Point) -> Fraction:
        """About one over the norm of the flow's Jacobian at the start, so that every draw shows its transient."""
        field, evaluate = self.start.field, OnBalls({}, 64, point)
        jets = Jets(field, {s: evaluate(s) for s in field.parameters}, 64)
        slopes = jets.jacobian([evaluate(s) for s in field.variables], arb(0)).entries()
        rate = math.sqrt(sum(float(slope) ** 2 for slope in slopes))
        return Fraction(1 / min(max(rate, 1e-3), 1e3) if math.isfinite(rate) else 1.0).limit_denominator(10_000)

    def compare(self, point: Point) -> EnclosedDraw:
        """Enclose the flow, then each closed form at the same times."""
        enclosure = self._enclosed(point, self.unit_of_time(point))
        values = {str(s): str(_constant(s, point)) for s in (*point.values, *point.derived)}
        values |= {str(s): str(n) for s, n in self.sizes.items()}
        found: list[tuple[float, float, str, str]] = []
        for when, balls in zip(enclosure.times[1:], enclosure.balls[1:], strict=True):
            state = dict(zip(enclosure.variables, balls, strict=True))
            told = [(self._apart(*pair, point, when, state, enclosure.bits), pair[0]) for pair in self.pairs]
            if any(apart is None for apart, _ in told):
                break  # what is said of a trajectory is said until it leaves
            found += [(*apart, str(when), str(of)) for apart, of in told if apart is not None]
        if not found:
            return EnclosedDraw("undecided", values, reason="at no time do the hypotheses certainly hold")
        gap, width, at, of = max(found)
        return EnclosedDraw("refutes" if gap > 0 else "encloses", values, width, gap, at, of)

    def _enclosed(self, point: Point, unit: Fraction) -> Enclosure:
        """The flow in balls; one that blows up is followed for half the time that is proved."""
        field = self.start.field
        constants = {s: _constant(s, point) for s in (*field.variables, *field.parameters)}

        def until(unit: Fraction) -> Enclosure:
            times = (0, *(unit * time for time in TIMES))
            return enclose(field, constants, constants, times, width=WIDTH, most_bits=MOST_BITS, most_steps=MOST_STEPS)

        try:
            return until(unit)
        except NotEnclosed as error:
            if error.proved == 0:
                raise
            return until((error.proved / 2 / TIMES[-1]).limit_denominator(10**6))

    def _apart(
        self, of: sp.Expr, closed: sp.Expr, point: Point, when: Fraction, state: Mapping[sp.Symbol, arb], bits: int
    ) -> tuple[float, float] | None:
        """A lower and an upper bound of the distance at one time; None where the hypotheses may not hold."""
        while True:
            constants = OnBalls({}, bits, point)
            balls = {s: constants(s) for s in (*point.values, *point.derived)} | dict(state)
            balls[self.start.time] = constants(sp.Rational(when.numerator, when.denominator))
            for symbol, definition in self.start.moving:
                balls[symbol] = OnBalls(balls, bits)(definition)
            evaluate = OnBalls(balls, bits)
            if not self._inside(evaluate):
                return None
            try:
                with flint.ctx.workprec(bits):
                    observed, predicted = evaluate(of), evaluate(closed)
                    distance = abs(observed - predicted)
                    sharp = predicted.rad() < WIDTH * abs(observed).max(arb(1))
                if sharp or not distance.contains(0) or 2 * bits > FINEST:
                    gap = 0.0 if distance.contains(0) else max(float(distance.lower()), sys.float_info.min)
                    return gap, float(distance.upper())
            except Undefined:
                if 2 * bits > FINEST:
                    raise
            bits *= 2

    def _inside(self, evaluate: OnBalls) -> bool:
        """Whether the hypotheses on what moves, and on the time, certainly hold at a time."""
        moving = {*self.start.variables, *(s for s, _ in self.start.moving)}
        changing = moving | {self.start.time}
        conditions = [
            r for r in self.start.relations if not isinstance(r, sp.Eq) and getattr(r, "free_symbols", set()) & changing
        ]
        return all(_in_domain(s, evaluate) for s in moving) and all(_certain(r, evaluate) for r in conditions)


def _constant(symbol: sp.Symbol, point: Point) -> sp.Expr:
    """The exact value of a symbol, as a constant expression."""
    if symbol in point.derived:
        expr = point.derived[symbol]
        return expr.xreplace({s: _constant(s, point) for s in expr.free_symbols})
    value = point.values[symbol]
    return sp.Rational(value.numerator, value.denominator)


def _in_domain(symbol: sp.Symbol, evaluate: OnBalls) -> bool:
    value = evaluate(symbol)
    properties = {
        "positive": POSITIVE,
        "negative": NEGATIVE,
        "nonnegative": NONNEGATIVE,
        "nonpositive": SIGNS[sp.Le],
        "nonzero": NONZERO,
    }
    signs = all(holds(value, wanted) for name, wanted in properties.items() if getattr(symbol, f"is_{name}"))
    return signs and (not symbol.is_integer or value.unique_fmpz() is not None)


def _certain(relation: Any, evaluate: OnBalls) -> bool:
    """Whether a relation certainly holds."""
    if relation in (True, sp.true):
        return True
    if isinstance(relation, (sp.And, sp.Or)):
        return (all if isinstance(relation, sp.And) else any)(_certain(r, evaluate) for r in relation.args)
    if isinstance(relation, Known):
        return all(_has_value(part, evaluate) for part in relation.args)
    if isinstance(relation, sp.Eq):
        difference = relation.lhs - relation.rhs
        if not evaluate(difference).contains(0):
            return False
        constants = {s: _constant(s, evaluate.point) for s in difference.free_symbols}
        return bool(sp.powsimp(sp.expand(difference.xreplace(constants))) == 0)
    return type(relation) in SIGNS and holds(evaluate(relation.lhs - relation.rhs), SIGNS[type(relation)])


def _has_value(expr: sp.Expr, evaluate: OnBalls) -> bool:
    try:
        return bool(evaluate(expr).is_finite())
    except Undefined:
        return False
