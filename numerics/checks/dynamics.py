"""Rates, conserved quantities and solutions, compared with integrated trajectories."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from layerproof.derivations.kernel.flows import GradientFlow
from layerproof.derivations.kernel.statements import Conserved, Rate, Solution

from ..concrete import Instance, free_indices, instances
from ..flows.ensembles import Backend, Ensemble
from ..formulas import Array, Formula, compiled, scale_of
from .findings import Findings
from .points import Points
from .sampling import Draws, NoDraws, relations_of
from .start import NoFlow, Pair, Start

DRIFT = 1e-12  # of the sum of magnitudes of the quantity's terms
RATE = 1e-10  # of that of the observable's terms and of the integral: where an observable has a pole nearby, digits go
SOLUTION = 1e-10  # of the observable's largest magnitude on the way
SPARE = 1.02  # of the draws, for trajectories that cannot be followed
STANDING = 12  # contradictions of the closed form that stand up to many digits: then so do the others


def check_conserved(
    statement: Conserved, hypotheses: Sequence[Any], points: Points, backend: Backend | None
) -> Findings:
    """The drift of the quantity along each trajectory, relative to the largest sum of its terms' magnitudes."""
    findings = Findings(DRIFT, points.seed)
    for start, sample, part in _starts(statement.flow, hypotheses, [statement.quantity], (), points, findings):
        ensemble = start.run(sample, backend=backend)
        values = start.along(sample, ensemble)
        good = start.inside(values, ensemble.states.shape[:2])
        for quantity in start.instance.every(statement.quantity):
            slopes = [sp.diff(quantity, variable) for variable in ensemble.variables]
            found = Formula([quantity, scale_of([quantity]), *slopes])(values)
            value, scale, *steep = (np.broadcast_to(v, good.shape) for v in found)
            # a state is known to rounding of its largest value so far, which the slope of the quantity passes on
            largest = [np.fmax.accumulate(np.abs(ensemble[variable]), axis=1) for variable in ensemble.variables]
            passed = sum(np.abs(slope) * size for slope, size in zip(steep, largest, strict=True))
            scale = np.fmax.accumulate(np.where(good, np.fmax(scale, passed), 0.0), axis=1)
            gap = np.abs(value - value[:, :1])
            _judge(gap, scale, good, sample, findings, f"drift of {quantity}{part}", whole=False)
        _count(findings, ensemble, sample)
    return findings


def check_rate(statement: Rate, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """The change of the observable, against the right-hand side integrated alongside the flow."""
    findings = Findings(RATE, points.seed)
    expressions = [statement.of, statement.equals]
    for start, sample, part in _starts(statement.flow, hypotheses, expressions, (), points, findings):
        pairs = [
            (start.instance.concrete(statement.of, at), start.instance.concrete(statement.equals, at))
            for at in start.instance.index_values([sp.sympify(e) for e in expressions], most=2)
        ]
        unfold = dict(start.moving)
        grown = [sp.Dummy(f"q{k}", real=True) for k in range(len(pairs))]
        field = start.field.extended(grown, [_unfolded(rate, unfold) for _, rate in pairs])
        ensemble = start.run(sample, backend=backend, field=field)
        values = start.along(sample, ensemble)
        good = start.inside(values, ensemble.states.shape[:2])
        good &= np.logical_and.accumulate(
            good, axis=1
        )  # after leaving the domain the integral is no longer that of the claim
        for (of, _), integral in zip(pairs, grown, strict=True):
            value, scale = (np.broadcast_to(v, good.shape) for v in Formula([of, scale_of([of])])(values))
            gap = np.abs(value - value[:, :1] - values[integral])
            _judge(gap, scale + np.abs(values[integral]), good, sample, findings, f"change of {of}{part}")
        _count(findings, ensemble, sample)
    return findings


def check_solution(statement: Solution, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """The closed form against the integrated observable, relative to the observable's largest magnitude on the way."""
    findings = Findings(SOLUTION, points.seed)
    expressions = [e for triple in statement.triples for e in triple]
    initially: list[Pair] = [(of, value) for of, _, value in statement.triples]
    for start, sample, part in _starts(statement.flow, hypotheses, expressions, initially, points, findings):
        ensemble = start.run(sample, backend=backend)
        values = start.along(sample, ensemble)
        good = start.inside(values, ensemble.states.shape[:2])
        pairs = [
            (start.instance.concrete(of, at), start.instance.concrete(closed, at))
            for of, closed, _ in statement.triples
            for at in start.instance.index_values([sp.sympify(of), sp.sympify(closed)])
        ]
        _compare_solution(start, sample, values, good, pairs, findings, part)
        _count(findings, ensemble, sample)
    return findings


def _compare_solution(
    start: Start,
    sample: Draws,
    values: dict[sp.Symbol, Array],
    good: Any,
    pairs: Sequence[Pair],
    findings: Findings,
    part: str,
) -> None:
    observables, forms = [of for of, _ in pairs], [closed for _, closed in pairs]
    seen = Formula([*observables, *(scale_of([of]) for of in observables)])(values)
    predictions = Formula(forms)(values)
    for k, (observable, form) in enumerate(pairs):
        actual, scale = np.broadcast_to(seen[k], good.shape), np.broadcast_to(seen[len(pairs) + k], good.shape)
        predicted = np.broadcast_to(predictions[k], good.shape).copy()
        with np.errstate(all="ignore"):
            largest = np.where(good, np.fmax(np.abs(actual), scale * 1e-3), 0.0)
            largest = np.max(np.nan_to_num(largest), axis=1, keepdims=True)
            error = np.where(good & np.isfinite(actual), np.abs(predicted - actual) / largest, 0.0)
        standing = 0
        for row in _suspicious(error, findings.tolerance):  # is it the closed form, or its rounding?
            for column in np.flatnonzero(good[row] & ~(error[row] <= findings.tolerance)):
                at = sample.exact(row, {start.time: mpmath.mpf(float(values[start.time][row, column]))})
                precise = compiled((form,)).exact(at)[0]
                predicted[row, column] = float(precise.real) if precise.imag == 0 else np.nan
                if not abs(predicted[row, column] - actual[row, column]) <= findings.tolerance * largest[row, 0]:
                    standing += 1
                    break
            if standing == STANDING:
                break
        gap = np.abs(predicted - actual)
        _judge(gap, np.broadcast_to(largest, good.shape), good, sample, findings, f"{observable}{part}", whole=False)


def _suspicious(error: Array, tolerance: float) -> list[int]:
    worst = np.where(np.isnan(error), np.inf, error).max(axis=1)
    return [int(k) for k in np.argsort(worst)[::-1] if worst[k] > tolerance]


def _judge(
    gap: Array, scale: Array, good: Any, sample: Draws, findings: Findings, part: str, whole: bool = True
) -> None:
    """Record the worst relative gap over the draws and times that are inside the hypotheses."""
    top = np.nanmax(np.where(good & np.isfinite(scale), scale, 0.0), axis=1, keepdims=True) if whole else scale
    with np.errstate(all="ignore"):
        error = np.where(good, np.where(gap == 0, 0.0, gap / top), 0.0)
    undefined = np.isnan(error).any(axis=1)
    if undefined.all() or not good[:, 1:].any():
        findings.could_not(f"{part}: no real value along any trajectory inside the hypotheses")
        return
    if undefined.any():
        row = int(np.argmax(undefined))
        findings.note(
            f"{int(undefined.sum())} draws left out, where it has no real value all along, such as draw {row}"
        )
        if undefined.mean() > 0.5:
            findings.could_not(f"{part}: no real value along most trajectories")
    worst = np.where(undefined, -1.0, np.nan_to_num(error, nan=-1.0).max(axis=1))
    row = int(np.argmax(worst))
    findings.saw(float(worst[row]), sample.shown(row), part, against=bool(worst[row] > findings.tolerance))


def _starts(
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
    tried = list(instances([flow.loss, *flow.invariant, *everything, *relations]))
    tried = points.sizes([_one_loss(flow, size, number) for number, size in enumerate(tried)])
    starts: list[tuple[Any, Start]] = []
    trouble: NoFlow | NoDraws = NoFlow("no size to try")
    for size in tried:
        try:
            starts.append((size, Start(flow, relations, everything, initially, size)))
        except (NoFlow, NoDraws) as none:  # at this size
            trouble = none
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
