"""The search for a point at which one question is answered otherwise: proposals in doubles, then ball arithmetic."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import sympy as sp

from ...ground import effort
from ...language.doubles import Array, CannotRun
from . import boundaries, optimise
from .boundaries import Values
from .charts import Chart, Objective, charts, sizes
from .confirm import Counterexample, Question, witness
from .numbers import constants

_PER_STAGE = 3000
_ZERO = 1e-13
_LATE = 3.0  # of work, that a found witness may take to be made simple
_CHARTS = 16
_WRITTEN = 60  # sizes beyond this are not written out in ball arithmetic


Stage = Callable[[Chart, random.Random], Iterator[Values]]
"""A way to propose points of a chart."""


@dataclass
class Log:
    """What was tried, for the reason of a verdict that stays open."""

    points: int = 0
    exact: int = 0
    descents: int = 0
    stages: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.points and not self.exact:
            return "no counterexample was looked for: the statement is of no kind that the search knows"
        return (
            f"no counterexample among {self.points} points ({', '.join(dict.fromkeys(self.stages))}; "
            f"{self.exact} of them in ball arithmetic, {self.descents} descents)"
        )


def stages(numbers: Sequence[Fraction]) -> list[tuple[str, Stage]]:
    """Ways to propose points of a chart, the cheapest first."""
    return [
        ("simple points", boundaries.simple),
        ("points on the equalities", boundaries.on_equalities),
        ("small integers", boundaries.integers),
        ("all magnitudes", boundaries.magnitudes),
        ("constants of the statement", lambda chart, source: boundaries.named(chart, source, numbers)),
        ("random rationals", boundaries.at_random),
    ]


class Hunt:
    """The search for a point that refutes one question."""

    def __init__(self, question: Question, deadline: float, seed: int, log: Log) -> None:
        self.question, self.deadline, self.log = question, deadline, log
        self._source = random.Random(seed)
        self._numpy = np.random.default_rng(seed)
        self._asked: set[tuple[int, Values]] = set()

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return effort.spent() > self.deadline

    def run(self) -> Counterexample | None:
        """All stages over small sizes, the cheap ones over large sizes, then downhill, then the rest."""
        small = list(self._charts(large=False))
        question = self.question
        numbers = constants([question.expr, *(c.expr for c in question.domain.constraints)])
        all_stages = stages(numbers)
        cheap, costly = all_stages[:3], all_stages[3:]
        if (found := self._stages(all_stages, small)) is not None or self.late:
            return found
        large = list(self._charts(large=True))
        if (found := self._stages(cheap, large, "large sizes, ")) is not None or self.late:
            return found
        if (found := self._downhill(small[:6], thorough=False)) is not None or self.late:
            return found
        if (found := self._stages(costly, large, "large sizes, ")) is not None or self.late:
            return found
        return self._downhill([*small[:4], *large[:3]], thorough=True)

    def _stages(
        self, some: Sequence[tuple[str, Stage]], pairs: Sequence[tuple[Chart, Objective | None]], prefix: str = ""
    ) -> Counterexample | None:
        for name, stage in some:
            for chart, objective in pairs:
                found = self._stage(prefix + name, stage, chart, objective)
                if found is not None or self.late:
                    return found
        return None

    def _charts(self, large: bool) -> Iterator[tuple[Chart, Objective | None]]:
        question = self.question
        made = 0
        for fixed in sizes(question.domain, [question.expr], large):
            for chart in charts(question.domain, fixed):
                if self.late or made > _CHARTS:
                    return
                made += bool(chart.coordinates)
                try:
                    objective = chart.compile(question.expr)
                except CannotRun:
                    objective = None
                    if max(map(abs, fixed.values()), default=0) > _WRITTEN:
                        continue
                yield chart, objective
                if not chart.coordinates:
                    break

    # -- stages -----------------------------------------------------------------------------------------------

    def _stage(
        self,
        name: str,
        stage: Stage,
        chart: Chart,
        objective: Objective | None,
    ) -> Counterexample | None:
        proposed: list[Values] = []
        for values in stage(chart, self._source):
            effort.spend(30)
            proposed.append(values)
            if len(proposed) >= _PER_STAGE:
                break
        return self._look(name, proposed, chart, objective) if proposed else None

    def _look(
        self, name: str, proposed: Sequence[Values], chart: Chart, objective: Objective | None
    ) -> Counterexample | None:
        """Of the points that are proposed, those that look false in doubles, or of which doubles tell nothing."""
        self.log.points += len(proposed)
        self.log.stages.append(name)
        order = self._worth(proposed, chart, objective)
        for k in order:
            if self.late:
                return None
            key = (id(chart), proposed[k])
            if key in self._asked:
                continue
            self._asked.add(key)
            if (found := self._exactly(name, chart, proposed[k])) is not None:
                return found
        return None

    def _exactly(self, name: str, chart: Chart, values: Values) -> Counterexample | None:
        self.log.exact += 1
        point = chart.point(values)
        if point is None or self.question.precision(point) is None:
            return None
        return witness(self.question, point, name, self.deadline + _LATE)

    def _worth(self, proposed: Sequence[Values], chart: Chart, objective: Objective | None) -> list[int]:
        if objective is None:
            return list(range(0, len(proposed), max(1, len(proposed) // 60)))[:60]
        width = len(chart.coordinates)
        at = np.ones((width, len(proposed)))
        for column, point in enumerate(proposed):
            at[: len(point), column] = [_double(v) for v in point]
        allowed = chart.allowed(at)
        in_order = np.arange(len(proposed), dtype=np.float64)
        values, scale = objective(at)
        with np.errstate(all="ignore"):
            relative = values / np.where(scale > 0, scale, 1.0)
        finite = np.isfinite(relative) & np.isfinite(values)
        near = finite & ((np.abs(relative) <= _ZERO) | (np.abs(values) <= _ZERO))
        if self.question.strict is None:
            wrong = finite & (np.abs(relative) > 1e-9)
            rank = np.abs(relative)
        else:
            wrong = finite & (relative < -_ZERO)
            rank = -relative
        chosen = _first(wrong & allowed, in_order, 10)
        chosen += _first(wrong & allowed, -rank, 6)
        if self.question.strict:
            chosen += _first(near & allowed, in_order, 40)
        unsure = allowed & (~finite | (np.abs(relative) < 1e-9))
        chosen += _spread(unsure, 12)
        if self.question.strict is None:
            chosen += _spread(allowed, 6)
        return list(dict.fromkeys(chosen))

    # -- downhill ---------------------------------------------------------------------------------------------

    def _downhill(self, pairs: Sequence[tuple[Chart, Objective | None]], thorough: bool) -> Counterexample | None:
        for chart, objective in pairs:
            if objective is None or not chart.coordinates or self.late:
                continue
            targets: list[tuple[str, Objective, float]] = []
            if self.question.strict is not None:
                targets.append(("downhill", objective, 1.0))
            for switch in self._switches(chart):
                targets += [("downhill to another branch", switch, s) for s in (1.0, -1.0)]
            if self.question.strict is None and not targets:
                targets = [("uphill in the residual", objective, s) for s in (1.0, -1.0)]
            for name, target, sense in targets:
                found = self._descend(name, chart, objective, target, sense, thorough)
                if found is not None or self.late:
                    return found
        return None

    def _descend(
        self, name: str, chart: Chart, objective: Objective, target: Objective, sense: float, thorough: bool
    ) -> Counterexample | None:
        measure = optimise.score(chart, target, sense)
        count = len(chart.coordinates)
        starts = self._numpy.normal(scale=1.5, size=(count, 48))
        starts[:, 32:] = self._numpy.uniform(-12, 12, size=(count, 16))
        found: list[Array] = []
        lowest = optimise.swarm(measure, starts, self._numpy, self.deadline, 160 if thorough else 60)
        self.log.descents += lowest.shape[1]
        found += [lowest[:, k] for k in range(min(6, lowest.shape[1]))]
        if (hit := self._round(name, chart, objective, found)) is not None or self.late:
            return hit
        polished: list[Array] = []
        for k in range(4 if thorough else 2):
            for x in optimise.polish(measure, lowest[:, k], self.deadline):
                self.log.descents += 1
                polished.append(x)
                if (hit := self._round(name, chart, objective, [x])) is not None or self.late:
                    return hit
        if thorough and not self.late:
            last = optimise.evolve(measure, count, self.deadline)
            hit = None if last is None else self._round(name, chart, objective, [last])
            if hit is not None or self.late:
                return hit
        for u in polished[:2]:
            if (hit := self._one_by_one(name, chart, objective, target, sense, u)) is not None or self.late:
                return hit
        return None

    def _round(self, name: str, chart: Chart, objective: Objective, found: Sequence[Array]) -> Counterexample | None:
        proposed: dict[Values, None] = {}
        for u in found:
            for values in optimise.roundings(chart, list(optimise.to_coordinates(chart, u[:, None])[:, 0])):
                proposed[values] = None
        return self._look(name, list(proposed), chart, objective) if proposed else None

    def _one_by_one(
        self, name: str, chart: Chart, objective: Objective, target: Objective, sense: float, u: Array
    ) -> Counterexample | None:
        """Round one coordinate, hold it, go downhill in the others: for minima that lie on a thin set."""
        held: dict[int, float] = {}
        for k in range(len(chart.coordinates) - 1):
            at = optimise.to_coordinates(chart, u[:, None])[:, 0]
            rounded = float(Fraction(float(at[k])).limit_denominator(4)) or float(at[k])
            held[k] = float(optimise.to_variables(chart, np.where(np.arange(len(at)) == k, rounded, at)[:, None])[k, 0])
            free = [j for j in range(len(at)) if j not in held]
            whole = optimise.score(chart, target, sense)

            def measure(part: Array, free: list[int] = free, base: Array = u, whole: optimise.Score = whole) -> Array:
                full = np.repeat(base[:, None], part.shape[1], axis=1)
                for j, value in held.items():
                    full[j] = value
                full[free] = part
                return whole(full)

            better = list(optimise.polish(measure, u[free], self.deadline))
            u = u.copy()
            if better:
                u[free] = better[-1]
            for j, value in held.items():
                u[j] = value
        return self._round(name, chart, objective, [u])

    def _switches(self, chart: Chart) -> list[Objective]:
        """What decides between the branches of a formula: a corner of the residual may hide in one of them."""
        found: list[Objective] = []
        for expr in _switching(self.question.expr)[:6]:
            try:
                found.append(chart.compile(expr))
            except CannotRun:
                continue
        return found


def _switching(expr: sp.Expr) -> list[sp.Expr]:
    found: dict[sp.Expr, None] = {}
    for node in sp.preorder_traversal(expr):
        if isinstance(node, (sp.Abs, sp.sign)):
            found[node.args[0]] = None
        elif isinstance(node, (sp.Max, sp.Min)):
            for other in node.args[1:]:
                found[node.args[0] - other] = None
        elif isinstance(node, sp.Piecewise):
            for _, condition in node.args:
                if isinstance(condition, sp.core.relational.Relational):
                    found[condition.lhs - condition.rhs] = None
        elif isinstance(node, sp.Pow) and node.exp == sp.S.Half and isinstance(node.base, sp.Pow):
            found[node.base.base] = None
    return [e for e in found if e.free_symbols]


def _double(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else -float("inf")


def _first(mask: Array, rank: Array, count: int) -> list[int]:
    """The positions in the mask of lowest rank."""
    where = np.flatnonzero(mask)
    return [int(k) for k in where[np.argsort(rank[where], kind="stable")][:count]]


def _spread(mask: Array, count: int) -> list[int]:
    """Positions all over the mask."""
    where = np.flatnonzero(mask)
    return [int(k) for k in where[:: max(1, len(where) // count)][:count]]
