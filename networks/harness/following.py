"""Training curves against the closed form in a claim's statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
import torch
from numpy.typing import NDArray

from layerproof.language.claims import Claim
from layerproof.language.statements import Solution
from layerproof.numerics.checks.sampling import relations_of
from layerproof.numerics.checks.start import Start
from layerproof.numerics.concrete import size_symbols
from layerproof.numerics.formulas import Formula

from ..training import follow_flow
from .followed import Followed

RECORDS = (0.0, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 20.0)


@dataclass(frozen=True)
class Deviation:
    """How far trained networks are from a closed form.

    Attributes:
        errors: of each network, the largest over its draws, its observables and the times, relative to the largest
            value on the way.
        step_error: how far the parameters of two runs, with steps h and h/2, are apart, relative to the largest.
    """

    errors: NDArray[np.float64]
    step_error: float


def deviation(claim: Claim, followed: Followed, step: float, last: float, device: torch.device) -> Deviation:
    """Train networks and compare them with the claim's closed form.

    Args:
        claim: its statement is a `Solution`.
        followed: the networks at their start.
        step: of gradient descent, in time units of a network: one over its fastest rate at the start.
        last: time of the last comparison, in the same units.
        device: where they are trained.

    Raises:
        ValueError: if the claim is no solution or has a symbol that the networks do not know, or if a network starts
            outside the hypotheses.
    """
    if not isinstance(claim.statement, Solution):
        kind = type(claim.statement).__name__
        raise ValueError(f"the networks are compared with a solution, and {claim.id} is of the kind {kind}")
    start = _start(claim, followed)
    networks = followed.x.shape[0]
    states = _read(followed, {k: v[None] for k, v in followed.trainable.items()})
    constants = {k: v.numpy().ravel() for k, v in followed.constants.items()}
    known = {**constants, **{k: v[:, 0] for k, v in states.items()}}
    count = len(next(iter(known.values())))
    _refuse_unknown(start, known)
    draws = start.draw(count, np.random.default_rng(0), _by_symbol(start, known))
    if len(draws) < count:
        raise ValueError(f"{count - len(draws)} of {count} networks start outside the hypotheses of {claim.id}")
    unit = start.unit_of_time(draws).reshape(networks, -1).min(axis=1)
    times = [t for t in RECORDS if t <= last]
    moved = followed.to(device)
    trained = follow_flow(
        moved.model, moved.trainable, moved.fixed, moved.x, moved.y, torch.tensor(unit, device=device), step, times
    )
    values: dict[Any, Any] = {s: v[:, None] for s, v in draws.values.items()}
    values |= _by_symbol(start, _read(followed, trained.parameters))
    values[start.time] = np.repeat(trained.times.cpu().numpy().T, count // networks, axis=0)
    step_error = max(float((e / trained.parameters[k].abs().max()).max()) for k, e in trained.step_error.items())
    errors = _errors(claim.statement, start, values, count)
    return Deviation(errors.reshape(networks, -1).max(axis=1), step_error)


def _start(claim: Claim, followed: Followed) -> Start:
    statement = claim.statement
    assert isinstance(statement, Solution)
    expressions = [sp.sympify(e) for triple in statement.triples for e in triple]
    relations = relations_of(claim.hypotheses)
    symbols = size_symbols([statement.flow.loss, *statement.flow.invariant, *expressions, *relations])
    if unknown := [s for s in symbols if str(s) not in followed.sizes]:
        raise ValueError(f"the networks give no value to the size {unknown[0]} of {claim.id}")
    sizes = {s: followed.sizes[str(s)] for s in symbols}
    return Start(statement.flow, relations, expressions, [(of, value) for of, _, value in statement.triples], sizes)


def _read(followed: Followed, parameters: Mapping[str, torch.Tensor]) -> dict[str, Any]:
    """The claim's states, shape (draws, records)."""
    return {k: v.cpu().numpy().reshape(v.shape[0], -1).T for k, v in followed.read(parameters).items()}


def _by_symbol(start: Start, known: Mapping[str, Any]) -> dict[sp.Symbol, Any]:
    """Values by the claim's symbols instead of their names."""
    return {s: known[str(s)] for s in start.plan.symbols if str(s) in known}


def _refuse_unknown(start: Start, known: Mapping[str, Any]) -> None:
    free = [s for s in start.plan.symbols if s not in start.plan.defined and str(s) not in known]
    if free:
        raise ValueError(f"the networks give no value to the symbol {free[0]}")


def _errors(statement: Solution, start: Start, values: dict[Any, Any], count: int) -> NDArray[np.float64]:
    """The largest relative distance of each draw, over observables and times."""
    errors = np.zeros(count)
    for of, closed, _ in statement.triples:
        for at in start.instance.index_values([sp.sympify(of), sp.sympify(closed)], most=None):
            observable = start.instance.concrete(of, at)
            seen, predicted = Formula([observable, start.instance.concrete(closed, at)])(values)
            gap = np.abs(predicted - seen).max(axis=1) / np.abs(seen).max(axis=1)
            if not np.all(np.isfinite(gap)):
                row = int(np.argmin(np.isfinite(gap)))
                raise ValueError(f"the closed form of {observable} has no real value for draw {row}")
            errors = np.maximum(errors, gap)
    return errors
