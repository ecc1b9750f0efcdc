"""What theorems say of whole trajectories, looked at along integrated ones: at all times, and in the end.

A trajectory is followed three times, twice from a start that differs by a trifle.  Where the three part, as on the
stable manifold of a saddle, rounding decides where it goes: from there on it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.statements import Inequality
from layerproof.language.theorems.sequents import relation_of
from layerproof.language.theorems.trajectories import Along, Tends

from ..flows.ensembles import Backend, Ensemble
from ..formulas import Array, Formula, scale_of
from .dynamics import starting
from .findings import Findings
from .points import Points
from .sampling import Draws
from .start import TIMES, Start

MOST = 200
NUDGE = 1e-13  # of the size of the state at the start
PARTED = 1e-5  # of the size of the state: the trajectories are no longer the same
SLACK = 1e-9  # of the sides' terms
LONG = (0.0, 1.0, *(9.0 * 2**k for k in range(9)))
NEAR = 1e-3  # of the expression's terms: on its way
AT_REST, ELSEWHERE = 1e-6, 1e-4  # of the state from one time to twice that time; of the expression's terms
OUTWARDS = 1.3  # how much farther, from one time to twice that time, what tends nowhere is at least
SETTLED = 0.4  # the part of the draws that must have come to an end within the times


@dataclass(frozen=True)
class _Thrice:
    """Values along a trajectory and along two beside it, and where, from the start on, they tell something."""

    runs: tuple[dict[sp.Symbol, Array], ...]
    ensemble: Ensemble
    telling: NDArray[np.bool_]
    inside: NDArray[np.bool_]

    def of(self, formula: Formula) -> list[tuple[Array, ...]]:
        """The expressions of a formula along each of the three, each of shape (draws, times)."""
        shape = self.telling.shape
        return [tuple(np.broadcast_to(v, shape) for v in formula(values)) for values in self.runs]


def check_along(statement: Along, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """Both sides of the relation, at all times until the hypotheses fail."""
    points = points.at_most(MOST)
    findings = Findings(SLACK, points.seed, wanted=points.draws // 2)
    relation = relation_of(statement.says)
    assert relation is not None
    sides = [relation.left, relation.right]
    for start, sample, part in starting(statement.flow, hypotheses, sides, list(statement.initially), points, findings):
        run = _followed(start, sample, backend, TIMES)
        for at in start.instance.index_values(sides):
            left, right = (start.instance.concrete(side, at) for side in sides)
            larger, smaller = (left, right) if relation.sign[0] in ">=" else (right, left)
            formula = Formula([larger - smaller, scale_of([larger, smaller])])
            (slack, scale), *beside = run.of(formula)
            with np.errstate(all="ignore"):
                blur = np.max([np.abs(other - slack) for other, _ in beside], axis=0)
                short = -slack if isinstance(statement.says, Inequality) else np.abs(slack)
                error = np.where(run.telling, (short - 10 * blur) / scale, 0.0)
            if relation.sign in ("<", ">") and (run.telling & (slack <= SLACK * scale))[:, 0].any():
                findings.could_not(f"{statement.says}{part}: the sides are not told apart at time 0")
            undefined = run.telling & ~np.isfinite(slack)
            _judge(np.where(undefined, np.inf, np.nan_to_num(error)), sample, findings, f"{statement.says}{part}")
        findings.draws += int(run.telling[:, 1:].any(axis=1).sum())
        findings.note(run.ensemble.backend)
    return findings


def check_tends(statement: Tends, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """Where trajectories come to rest, if they do within the times, and whether they leave every bound."""
    points = points.at_most(MOST)
    findings = Findings(NEAR, points.seed, wanted=0)
    said = [statement.expr, statement.to]
    looked = 0
    for start, sample, part in starting(statement.flow, hypotheses, said, list(statement.initially), points, findings):
        run = _followed(start, sample, backend, LONG)
        for at in start.instance.index_values(said):
            expr, to = (start.instance.concrete(side, at) for side in said)
            ((distance, scale), *_) = run.of(Formula([sp.Abs(expr - to), scale_of([expr, to])]))
            near, against, error = _ends(run, distance, scale)
            shown = np.where(against, np.inf, np.where(near, error, 0.0))[:, None]
            _judge(shown, sample, findings, f"where {statement.expr} tends to{part}")
            findings.draws += int((near | against).sum())
            looked += int((run.telling[:, 1:].any(axis=1) | against).sum())
        findings.note(run.ensemble.backend)
    if not findings.draws or findings.draws < SETTLED * looked:
        findings.could_not(f"{findings.draws} of {looked} trajectories come to an end within the times")
    return findings


def _followed(start: Start, sample: Draws, backend: Backend | None, grid: Sequence[float]) -> _Thrice:
    times = start.unit_of_time(sample)[:, None] * np.asarray(grid)
    size = np.sqrt(sum(np.asarray(sample.values[v]) ** 2 for v in start.variables))
    runs, followed = [], []
    for sign in (0.0, 1.0, -1.0):
        values = dict(sample.values)
        for number, variable in enumerate(start.variables, start=1):  # along no direction that a flow might keep
            values[variable] = values[variable] + sign * NUDGE * np.cos(number) * size
        moved = replace(sample, values=values)
        followed.append(start.run(moved, backend=backend, times=times.copy()))
        runs.append(start.along(moved, followed[-1]))
    states = [ensemble.states for ensemble in followed]
    with np.errstate(all="ignore"):
        norm = np.fmax.accumulate(np.linalg.norm(states[0], axis=2), axis=1)
        apart = np.max([np.linalg.norm(other - states[0], axis=2) for other in states[1:]], axis=0)
        same = np.isfinite(apart) & (apart <= PARTED * norm)
    inside = np.logical_and.accumulate(start.inside(runs[0], same.shape), axis=1)
    return _Thrice(tuple(runs), followed[0], np.logical_and.accumulate(same, axis=1) & inside, inside)


def _last(values: Array, run: _Thrice) -> Array:
    """Of each draw the value at the last time that tells something."""
    last = np.maximum(run.telling.sum(axis=1) - 1, 0)
    return np.asarray(values[np.arange(len(values)), last])


def _ends(run: _Thrice, distance: Array, scale: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Array]:
    """Which draws come near the value, which do not tend to it, and how far from it, of its terms, each was last.

    What does not tend there comes to rest elsewhere, leaves for good, or ends in finite time.
    """
    with np.errstate(all="ignore"):
        states = run.ensemble.states
        norm = np.fmax.accumulate(np.linalg.norm(states, axis=2), axis=1)
        error = np.nan_to_num(_last(distance / np.fmax.accumulate(scale, axis=1), run), nan=np.inf)
        rests = (np.linalg.norm(np.diff(states, axis=1), axis=2) <= AT_REST * norm[:, 1:])[:, -2:].all(axis=1)
        leaves = (distance[:, 1:] >= OUTWARDS * distance[:, :-1])[:, -4:].all(axis=1)
    elsewhere = error > ELSEWHERE
    whole = run.telling.all(axis=1)
    ends = np.zeros(len(error), dtype=bool)
    ends[list(run.ensemble.blown)] = True
    against = (whole & elsewhere & (rests | leaves)) | (ends & run.inside[:, 1])
    return run.inside.all(axis=1) & (error <= NEAR) & ~against, against, error


def _judge(error: Array, sample: Draws, findings: Findings, part: str) -> None:
    worst = error.max(axis=1)
    row = int(np.argmax(worst))
    findings.saw(max(float(worst[row]), 0.0), sample.shown(row), part, against=bool(worst[row] > findings.tolerance))
