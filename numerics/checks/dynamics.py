"""Rates, conserved quantities and solutions, compared with integrated trajectories."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.along import is_about_time
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import Conserved, Rate, Solution
from layerproof.language.statements.dynamics import leaves_invariant_set
from layerproof.proving.exact.definedness import obligations

from ..concrete import Instance, free_indices, instances
from ..flows.ensembles import Backend, Ensemble
from ..flows.fields import VectorField
from ..formulas import Array, Formula, compiled, scale_of
from .findings import Findings
from .points import Points
from .sampling import Draws, NoDraws, holds, relations_of
from .start import NoFlow, Pair, Start

DRIFT = 1e-12  # of the sum of magnitudes of the quantity's terms
RATE = 1e-10  # of that of the observable's terms and of the integral: where an observable has a pole nearby, digits go
SOLUTION = 1e-10  # of the observable's largest magnitude on the way
SPARE = 1.02  # of the draws, for trajectories that cannot be followed
NUDGE = 4e-16  # of an initial value: another integration that is as good
BLUR = 1e-6  # the error of an observable up to which a draw supports anything
LATEST, GRID = 40.0, 801  # times at which it is seen whether a hypothesis on the time holds again after it failed
STANDING = 12  # contradictions of the closed form that stand up to many digits: then so do the others
LONG, CLEAR = (1e-3, 1e4, 500), 1e-9  # times in a draw's own unit, and of the terms: what is not rounding of 0
UNDEFINED = "it has no real value all along"


def check_conserved(
    statement: Conserved, hypotheses: Sequence[Any], points: Points, backend: Backend | None
) -> Findings:
    """The drift of the quantity along each trajectory, relative to the largest sum of its terms' magnitudes."""
    hypotheses = _all_along(statement, hypotheses)
    findings = Findings(DRIFT, points.seed)
    for start, sample, part in starting(statement.flow, hypotheses, [statement.quantity], (), points, findings):
        _hold_once(start, sample)
        run = _Run(start, sample, backend)
        for quantity in start.instance.every(statement.quantity):
            _judge(run, partial(_drift, quantity=quantity), findings, f"drift of {quantity}{part}")
        _count(findings, run.ensemble, sample)
    return findings


def check_rate(statement: Rate, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """The change of the observable, against the right-hand side integrated alongside the flow."""
    findings = Findings(RATE, points.seed)
    expressions = [statement.of, statement.equals]
    for start, sample, part in starting(statement.flow, hypotheses, expressions, (), points, findings):
        pairs = [
            (start.instance.concrete(statement.of, at), start.instance.concrete(statement.equals, at))
            for at in start.instance.index_values([sp.sympify(e) for e in expressions], most=2)
        ]
        unfold = dict(start.moving)
        grown = [sp.Dummy(f"q{k}", real=True) for k in range(len(pairs))]
        field = start.field.extended(grown, [_unfolded(rate, unfold) for _, rate in pairs])
        run = _Run(start, sample, backend, field)
        for (of, rate), integral in zip(pairs, grown, strict=True):
            measured = partial(_change, of=of, rate=rate, integral=integral, state=start.variables)
            _judge(run, measured, findings, f"change of {of}{part}")
        _count(findings, run.ensemble, sample)
    return findings


@dataclass(frozen=True)
class _Along:
    """Values along trajectories, each of shape (draws, times) or (draws, 1), and where the hypotheses hold."""

    values: dict[sp.Symbol, Array]
    ensemble: Ensemble
    good: Any


class _Run:
    """The trajectories of a sample; and those of a few rows again, by an integration that is as good and another."""

    def __init__(
        self,
        start: Start,
        sample: Draws,
        backend: Backend | None,
        field: VectorField | None = None,
    ) -> None:
        self.start, self.sample, self.backend, self.field = start, sample, backend, field
        self.along = self._followed(sample, backend)

    @property
    def ensemble(self) -> Ensemble:
        return self.along.ensemble

    def again(self, rows: Any, sign: float) -> _Along:
        """The draws `rows` from initial values that differ by rounding, by the method of Runge and Kutta."""
        chosen = self.sample.keep(rows)
        values = dict(chosen.values)
        for number, variable in enumerate(self.start.variables):
            if variable in values:
                values[variable] = values[variable] * (1 + sign * (NUDGE if number % 2 else -NUDGE))
        return self._followed(replace(chosen, values=values), "dop853", self.along.ensemble.times[rows])

    def _followed(self, sample: Draws, backend: Backend | None, times: Array | None = None) -> _Along:
        ensemble = self.start.run(sample, backend=backend, field=self.field, times=times)
        values = self.start.along(sample, ensemble)
        good = self.start.inside(values, ensemble.states.shape[:2])
        good = np.logical_and.accumulate(good, axis=1)  # what is said of a trajectory is said until it leaves
        return _Along(values, ensemble, good)


@dataclass(frozen=True)
class _Gap:
    """The difference of two sides, the scale that this is relative to, and how far rounding of the states may move it.

    Each of shape (draws, times).
    """

    gap: Array
    scale: Array
    passed: Array


def _drift(along: _Along, quantity: sp.Expr) -> _Gap:
    value, scale, passed = _sized(along, quantity, along.ensemble.variables)
    return _Gap(value - value[:, :1], scale, passed)


def _change(along: _Along, of: sp.Expr, rate: sp.Expr, integral: sp.Symbol, state: Sequence[sp.Symbol]) -> _Gap:
    value, scale, passed = _sized(along, of, state)
    _, _, by_the_rate = _sized(along, rate, state)
    times = np.broadcast_to(along.ensemble.times, value.shape)
    with np.errstate(all="ignore"):  # what the rate passes on is integrated as well, at the few times that there are
        steps = np.diff(times, axis=1) * np.fmax(by_the_rate[:, 1:], by_the_rate[:, :-1])
        passed = passed + np.concatenate([np.zeros((len(value), 1)), np.cumsum(steps, axis=1)], axis=1)
        grown = along.values[integral]
        return _Gap(value - value[:, :1] - grown, scale + np.abs(grown), passed)


def _sized(along: _Along, expr: sp.Expr, state: Sequence[sp.Symbol]) -> tuple[Array, Array, Array]:
    """The value, the magnitude of its terms, and what it makes of the size of the states.

    A state is known to rounding of its largest value so far, which the slope of an expression passes on.
    """
    slopes = [sp.diff(expr, variable) for variable in state]
    found = Formula([expr, scale_of([expr]), *slopes])(along.values)
    value, scale, *steep = (np.broadcast_to(v, along.good.shape) for v in found)
    with np.errstate(all="ignore"):
        largest = [np.fmax.accumulate(np.abs(along.values[variable]), axis=1) for variable in state]
        passed = sum(
            (np.abs(slope) * size for slope, size in zip(steep, largest, strict=True)), np.zeros(along.good.shape)
        )
    return value, scale, passed


def check_solution(statement: Solution, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """The closed form against the integrated observable, relative to the observable's largest magnitude on the way."""
    hypotheses = _all_along(statement, hypotheses)
    findings = Findings(SOLUTION, points.seed)
    expressions = [e for triple in statement.triples for e in triple]
    initially: list[Pair] = [(of, value) for of, _, value in statement.triples]
    for start, sample, part in starting(statement.flow, hypotheses, expressions, initially, points, findings):
        _hold_once(start, sample)
        run = _Run(start, sample, backend)
        pairs = [
            (start.instance.concrete(of, at), start.instance.concrete(closed, at))
            for of, closed, _ in statement.triples
            for at in start.instance.index_values([sp.sympify(of), sp.sympify(closed)])
        ]
        for observable, form in pairs:
            measured = partial(_distance, observable=observable, form=form)
            found = _with_digits(run, measured(run.along), observable, form, findings.tolerance)
            _judge(run, measured, findings, f"{observable}{part}", found)
            if (shown := _ends_early(start, sample, form)) is not None:
                findings.could_not(f"{observable}{part}: {shown}")
        _count(findings, run.ensemble, sample)
    return findings


def _ends_early(start: Start, sample: Draws, form: sp.Expr) -> str | None:
    """What the closed form needs and lacks at some time that the hypotheses leave, be it after the trajectory's end.

    None where hypotheses on the trajectory itself say how long it is followed.
    """
    values: dict[sp.Symbol, Array] = {s: v[:, None] for s, v in sample.values.items()}
    values[start.time] = start.unit_of_time(sample)[:, None] * np.concatenate([[0.0], np.geomspace(*LONG)])[None, :]
    shape = values[start.time].shape
    moving = {*start.variables, *(symbol for symbol, _ in start.moving)}
    if any(relation.free_symbols & moving for relation in start.relations):
        return None
    good = np.ones(shape, dtype=bool)
    for relation in start.relations:
        good &= holds(relation, values, shape)
    good = np.logical_and.accumulate(good, axis=1)
    for needed in obligations(form):
        if start.time not in needed.expr.free_symbols or not needed.expr.free_symbols <= set(values):
            continue
        found = Formula([needed.expr, scale_of([needed.expr])])(values)
        value, scale = (np.broadcast_to(v, shape) for v in found)
        with np.errstate(all="ignore"):
            low, high = (good & (side * value > CLEAR * scale) for side in (-1, 1))
        failing = low.any(axis=1) if -1 not in needed.signs else low.any(axis=1) & high.any(axis=1)
        if failing.any():
            return f"that {needed} fails at a time that the hypotheses leave, such as in draw {int(np.argmax(failing))}"
    return None


def _all_along(statement: Conserved | Solution, hypotheses: Sequence[Any]) -> Sequence[Any]:
    """The hypotheses, without one that says only that the time is not 0.

    Raises:
        NoDraws: if no grid of times can tell where they hold, or nothing keeps a trajectory on the invariant set.
    """
    found, time = statement.assumed(hypotheses), statement.flow.time
    for relation in relations_of(found):
        if isinstance(relation, (sp.Eq, sp.Ne)) and is_about_time(relation, time):
            raise NoDraws(f"{relation} leaves out single times, or all but those; expected a bound, such as {time} < T")
    if (problem := leaves_invariant_set(statement.flow)) is not None:
        raise NoDraws(problem)
    return found


def _hold_once(start: Start, sample: Draws) -> None:
    """Raises NoDraws if the hypotheses on the time fail at some time and hold again later."""
    values: dict[sp.Symbol, Array] = {s: v[:, None] for s, v in sample.values.items()}
    values[start.time] = np.linspace(0.0, LATEST, GRID)[None, :]
    timed = [r for r in start.relations if start.time in r.free_symbols and r.free_symbols <= set(values)]
    good = np.ones((len(sample), GRID), dtype=bool)
    for relation in timed:
        good &= holds(relation, values, good.shape)
    if (good[:, 1:] & ~good[:, :-1]).any():
        shown = " and ".join(map(str, timed))
        raise NoDraws(f"{shown} fails at a time and holds again later; expected a bound on {start.time}")


def _distance(along: _Along, observable: sp.Expr, form: sp.Expr) -> _Gap:
    actual, scale, predicted = (
        np.broadcast_to(v, along.good.shape) for v in Formula([observable, scale_of([observable]), form])(along.values)
    )
    with np.errstate(all="ignore"):
        largest = np.where(along.good, np.fmax(np.abs(actual), scale * 1e-3), 0.0)
        largest = np.max(np.nan_to_num(largest), axis=1, keepdims=True)
        gap = np.where(np.isfinite(actual), predicted - actual, 0.0)
    return _Gap(gap, np.broadcast_to(largest, gap.shape), np.zeros(gap.shape))


def _with_digits(run: _Run, found: _Gap, observable: sp.Expr, form: sp.Expr, tolerance: float) -> _Gap:
    """The distance again where it is suspicious, with many digits: is it the closed form, or its rounding?"""
    gap, good = found.gap.copy(), run.along.good
    actual = np.broadcast_to(compiled((observable,))(run.along.values)[0], gap.shape)
    times = np.broadcast_to(run.along.ensemble.times, gap.shape)
    with np.errstate(all="ignore"):
        error = np.where(good & np.isfinite(actual), np.abs(gap) / found.scale, 0.0)
    standing = 0
    for row in _suspicious(error, tolerance):
        for column in np.flatnonzero(good[row] & ~(error[row] <= tolerance)):
            at = run.sample.exact(row, {run.start.time: mpmath.mpf(float(times[row, column]))})
            precise = compiled((form,)).exact(at)[0]
            gap[row, column] = float(precise.real) - actual[row, column] if precise.imag == 0 else np.nan
            if not abs(gap[row, column]) <= tolerance * found.scale[row, column]:
                standing += 1
                break
        if standing == STANDING:
            break
    return replace(found, gap=gap)


def _suspicious(error: Array, tolerance: float) -> list[int]:
    worst = np.where(np.isnan(error), np.inf, error).max(axis=1)
    return [int(k) for k in np.argsort(worst)[::-1] if worst[k] > tolerance]


def _judge(
    run: _Run, measure: Callable[[_Along], _Gap], findings: Findings, part: str, found: _Gap | None = None
) -> None:
    """Record the worst relative gap over the draws and times that are inside the hypotheses.

    A gap above the tolerance contradicts only if it is the same under another integration; and where rounding of the
    states hides more than a millionth of the observable, nothing is supported.
    """
    found, good = found or measure(run.along), run.along.good
    error, telling = _relative(found, good, findings.tolerance)
    undefined = np.isnan(error).any(axis=1)
    if undefined.all() or not good[:, 1:].any():
        findings.could_not(f"{part}: no real value along any trajectory inside the hypotheses")
        return
    _left_out(undefined, UNDEFINED, "no real value", findings, part)
    worst = np.where(undefined, -1.0, np.nan_to_num(error, nan=-1.0).max(axis=1))
    shaky = np.zeros(len(worst), dtype=bool)
    ranked = [row for row in np.argsort(worst)[::-1] if worst[row] > findings.tolerance]
    if ranked and not any(stands := _stand(run, measure, error, findings.tolerance, ranked[:STANDING])):
        shaky[ranked] = True
    elif ranked:
        row = next(row for row, firm in zip(ranked, stands, strict=False) if firm)
        findings.saw(float(worst[row]), run.sample.shown(row), part, against=True)
        return
    _left_out(shaky, "another integration finds another difference", "the integration does not settle", findings, part)
    blurred = ~undefined & ~shaky & ~telling.any(axis=1) & good[:, 1:].any(axis=1)
    _left_out(blurred, "rounding hides the observable", "rounding hides it", findings, part)
    row = int(np.argmax(np.where(shaky, -1.0, worst)))
    if not (shaky | undefined).all():
        findings.saw(float(worst[row]), run.sample.shown(row), part)


def _relative(found: _Gap, good: Any, tolerance: float) -> tuple[Array, Any]:
    """The gap relative to the largest scale so far, and where (after the start) the scale is not that of rounding."""
    with np.errstate(all="ignore"):
        plain = np.fmax.accumulate(np.where(good, found.scale, 0.0), axis=1)
        whole = np.fmax(plain, np.fmax.accumulate(np.where(good, found.passed, 0.0), axis=1))
        error = np.where(good, np.where(found.gap == 0, 0.0, np.abs(found.gap) / whole), 0.0)
        telling = good & np.isfinite(error) & (tolerance * whole <= BLUR * plain)
    return error, telling[:, 1:]


def _stand(
    run: _Run, measure: Callable[[_Along], _Gap], error: Array, tolerance: float, rows: Sequence[int]
) -> list[bool]:
    """Of each row, whether its largest gap is the same, within a tenth, in two more integrations."""
    chosen = np.asarray(rows)
    columns = np.nan_to_num(error[chosen], nan=-1.0).argmax(axis=1)
    here = measure(run.along).gap[chosen, columns]
    firm = np.ones(len(chosen), dtype=bool)
    for sign in (1.0, -1.0):
        along = run.again(chosen, sign)
        there = measure(along).gap[np.arange(len(chosen)), columns]
        with np.errstate(all="ignore"):
            firm &= np.abs(there - here) <= np.fmax(0.1 * np.abs(here), 0.0)
    return [bool(f) for f in firm]


def _left_out(rows: Any, why: str, most: str, findings: Findings, part: str) -> None:
    if rows.any():
        said = f"{int(rows.sum())} of {len(rows)} draws left out, where {why}, such as draw {int(np.argmax(rows))}"
        if why == UNDEFINED:  # inside the hypotheses
            findings.could_not(f"{part}: {said}")
        else:
            findings.note(said)
        if rows.mean() > 0.5:
            findings.could_not(f"{part}: {most} along most trajectories")


def starting(
    flow: GradientFlow,
    hypotheses: Sequence[Any],
    expressions: Sequence[Any],
    initially: Sequence[Pair],
    points: Points,
    findings: Findings,
) -> Iterator[tuple[Start, Draws, str]]:
    """The initial value problem at each size, with its share of the draws."""
    relations = relations_of(hypotheses)
    everything = [sp.sympify(e) for e in expressions]
    tried = list(instances([flow.loss, *flow.invariant, *everything], hypotheses=relations))
    tried = points.sizes([_one_loss(flow, size, number) for number, size in enumerate(tried)])
    starts: list[tuple[Any, Start]] = []
    trouble: NoFlow | NoDraws = NoFlow("no size to try")
    for size in tried:
        try:
            starts.append((size, Start(flow, relations, everything, initially, size)))
        except (NoFlow, NoDraws) as none:  # at this size
            trouble = none
            if isinstance(none, NoFlow) and _names_an_entry(flow, everything) and not _excluded(relations, size):
                findings.could_not(f"{none} at {', '.join(f'{s} = {n}' for s, n in size.items())}")
    if not starts:
        raise trouble
    rng = points.generator()
    for size, start in starts:
        findings.size = size
        shown = " at " + ", ".join(f"{s} = {n}" for s, n in size.items()) if size else ""
        yield start, points.draw(start.plan, math.ceil(SPARE * points.draws / len(starts)), rng), shown
    if any(used := [size for size, _ in starts]):
        findings.note(
            "sizes " + ", ".join("(" + ", ".join(f"{s} = {n}" for s, n in size.items()) + ")" for size in used)
        )


def _names_an_entry(flow: GradientFlow, expressions: Sequence[sp.Expr]) -> bool:
    """Whether an entry beyond the first is spoken of by its number: it is there at some sizes only."""
    entries = (e for expr in expressions for e in expr.atoms(AppliedUndef) if e.func.__name__ in flow.names)
    return any(isinstance(index, sp.Integer) and index > 1 for entry in entries for index in entry.args)


def _excluded(relations: Sequence[Any], size: Mapping[Any, int]) -> bool:
    """Whether a relation among sizes alone, such as n >= 2, is false at these."""
    return any(r.free_symbols <= set(size) and r.subs(size) == sp.false for r in relations)


def _one_loss(flow: GradientFlow, size: Mapping[Any, int], number: int) -> dict[Any, int]:
    """`size`, with a value for each index that is free in the loss: that of one sample among many, say."""
    found = dict(size)
    for free in sorted(free_indices(flow.loss), key=str):
        values = Instance(size).range_of(free)
        found[free] = values[number % len(values)]
    return found


def _count(findings: Findings, ensemble: Ensemble, sample: Draws) -> None:
    findings.draws += len(sample) - len(ensemble.blown) - len(ensemble.stiff)
    findings.note(ensemble.backend)
    for lost, what in ((ensemble.blown, "blew up"), (ensemble.stiff, "were too stiff")):
        if lost:
            findings.note(f"{len(lost)} trajectories {what} and were left out, such as draw {lost[0]}")


def _unfolded(expr: sp.Expr, definitions: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    while expr.free_symbols & set(definitions):
        expr = expr.xreplace(definitions)
    return expr
