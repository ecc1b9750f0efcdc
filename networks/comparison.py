"""Training curves against the closed form in a claim's statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
import torch

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.statements import Solution
from layerproof.numerics.checks.sampling import relations_of
from layerproof.numerics.checks.start import Start
from layerproof.numerics.concrete import size_symbols
from layerproof.numerics.formulas import Formula

from .followed import BUILDERS, Experiment
from .training import follow_flow

RECORDS = (0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 20.0)


@dataclass(frozen=True)
class Comparison:
    """How far trained networks are from the closed form, relative to the largest value on the way."""

    error: float
    worst: dict[str, float]
    part: str
    step_error: float
    networks: int
    draws: int
    steps: int
    device: str


def compare(
    claim: Claim, name: str, networks: int, step: float, last: float, seed: int, device: str | None
) -> Comparison:
    """Train the networks of an experiment and compare them with the claim's closed form.

    Args:
        step: of gradient descent, in time units of a network: one over its fastest rate at the start.
        last: time of the last comparison, in the same units.

    Raises:
        ValueError: if the claim has a symbol that the experiment does not know, or a network starts outside the
            hypotheses.
    """
    assert isinstance(claim.statement, Solution)
    where = device or ("cuda" if torch.cuda.is_available() else "cpu")
    experiment = BUILDERS[name](networks, torch.Generator().manual_seed(seed))
    start = _start(claim, experiment)
    states = _read(experiment, {k: v[None] for k, v in experiment.trainable.items()})
    constants = {k: v.numpy().ravel() for k, v in experiment.constants.items()}
    known = {**constants, **{k: v[:, 0] for k, v in states.items()}}
    count = len(next(iter(known.values())))
    _refuse_unknown(start, known)
    draws = start.draw(count, np.random.default_rng(0), _by_symbol(start, known))
    if len(draws) < count:
        raise ValueError(f"{count - len(draws)} of {count} networks start outside the hypotheses")
    unit = start.unit_of_time(draws).reshape(networks, -1).min(axis=1)
    times = [t for t in RECORDS if t <= last]
    moved = experiment.to(where)
    trained = follow_flow(
        moved.model, moved.trainable, moved.fixed, moved.x, moved.y, torch.tensor(unit, device=where), step, times
    )
    values: dict[Any, Any] = {s: v[:, None] for s, v in draws.values.items()}
    values |= _by_symbol(start, _read(experiment, trained.parameters))
    values[start.time] = np.repeat(trained.times.cpu().numpy().T, count // networks, axis=0)
    step_error = max(float((e / trained.parameters[k].abs().max()).max()) for k, e in trained.step_error.items())
    error, row, part = _worst(claim.statement, start, values, count)
    return Comparison(error, draws.shown(row), part, step_error, networks, count, round(times[-1] / step), where)


def _start(claim: Claim, experiment: Experiment) -> Start:
    statement = claim.statement
    assert isinstance(statement, Solution)
    expressions = [sp.sympify(e) for triple in statement.triples for e in triple]
    relations = relations_of(claim.hypotheses)
    symbols = size_symbols([statement.flow.loss, *statement.flow.invariant, *expressions, *relations])
    if unknown := [s for s in symbols if str(s) not in experiment.sizes]:
        raise ValueError(f"the experiment gives no value to the size {unknown[0]}")
    sizes = {s: experiment.sizes[str(s)] for s in symbols}
    return Start(statement.flow, relations, expressions, [(of, value) for of, _, value in statement.triples], sizes)


def _read(experiment: Experiment, parameters: Mapping[str, torch.Tensor]) -> dict[str, Any]:
    """The claim's states, shape (draws, records)."""
    return {k: v.cpu().numpy().reshape(v.shape[0], -1).T for k, v in experiment.read(parameters).items()}


def _by_symbol(start: Start, known: Mapping[str, Any]) -> dict[sp.Symbol, Any]:
    """Values by the claim's symbols instead of their names."""
    return {s: known[str(s)] for s in start.plan.symbols if str(s) in known}


def _refuse_unknown(start: Start, known: Mapping[str, Any]) -> None:
    free = [s for s in start.plan.symbols if s not in start.plan.defined and str(s) not in known]
    if free:
        raise ValueError(f"the experiment gives no value to the symbol {free[0]}")


def _worst(statement: Solution, start: Start, values: dict[Any, Any], count: int) -> tuple[float, int, str]:
    worst, where, part = -1.0, 0, ""
    for of, closed, _ in statement.triples:
        for at in start.instance.index_values([sp.sympify(of), sp.sympify(closed)], most=None):
            observable = start.instance.concrete(of, at)
            seen, predicted = Formula([observable, start.instance.concrete(closed, at)])(values)
            gap = np.abs(predicted - seen).max(axis=1) / np.abs(seen).max(axis=1)
            row = int(np.argmax(np.where(np.isfinite(gap), gap, np.inf)))
            if not np.isfinite(gap[row]):
                raise ValueError(f"the closed form of {observable} has no real value for network {row}")
            if gap[row] > worst:
                worst, where, part = float(gap[row]), row, str(observable)
    return worst, where, part
