"""What theorems say of whole trajectories, looked at along integrated ones: at all times, and in the end.

A trajectory is followed three times, twice from a start that differs by a trifle.  Where the three part, as on the
stable manifold of a saddle, rounding decides where it goes: from there on it says nothing.

Beside random starts there are special ones, where letters are 0, small, equal or opposite: there things are undefined,
a trajectory rests, or stays on a set that it leaves from everywhere else.
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

from ..definedness import parts_of
from ..flows.ensembles import Backend, Ensemble
from ..formulas import Array, Formula, scale_of
from .compare import undefined
from .dynamics import starting
from .findings import Findings
from .points import Points
from .sampling import Draws, NoDraws
from .start import TIMES, Start

MOST = 200
NUDGE = 1e-13  # of the size of the state at the start
PARTED = 1e-5  # of the size of the state: the trajectories are no longer the same
SLACK = 1e-9  # of the sides' terms
LONG = (0.0, 1.0, *(9.0 * 2**k for k in range(9)))
NEAR = 1e-3  # of the expression's terms: on its way
AT_REST, ELSEWHERE = 1e-6, 1e-4  # of the state from one time to twice that time; of the expression's terms
OUTWARDS = 1.3  # how much farther, from one time to twice that time, what tends nowhere is at least
SPECIAL, SMALL = 32, 0.01
SETTLED = 0.4  # the part of the draws that must have come to an end within the times


@dataclass
class _Thrice:
    """Values along a trajectory and along two beside it, and where, from the start on, they tell something.

    `looked` counts how many, at how many indices, told something.
    """

    runs: tuple[dict[sp.Symbol, Array], ...]
    ensemble: Ensemble
    telling: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    looked: int = 0

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
        name = f"{statement.says}{part}"
        run = _hold(statement.says, relation, start, sample, backend, findings, name)
        findings.draws += int(run.telling[:, 1:].any(axis=1).sum())
        findings.note(run.ensemble.backend)
        if (special := _special(start, sides, points, findings, name)) is not None:
            beside = findings.apart()
            _hold(statement.says, relation, start, special, backend, beside, name)
            _tell(beside, findings)
    return findings


def _hold(
    says: Any, relation: Any, start: Start, sample: Draws, backend: Backend | None, findings: Findings, name: str
) -> _Thrice:
    """Compare the two sides along trajectories; what was followed."""
    sides = [relation.left, relation.right]
    run = _followed(start, sample, backend, TIMES)
    for at in start.instance.index_values(sides):
        left, right = (start.instance.concrete(side, at) for side in sides)
        larger, smaller = (left, right) if relation.sign[0] in ">=" else (right, left)
        formula = Formula([larger - smaller, scale_of([larger, smaller])])
        (slack, scale), *beside = run.of(formula)
        with np.errstate(all="ignore"):
            blur = np.max([np.abs(other - slack) for other, _ in beside], axis=0)
            short = -slack if isinstance(says, Inequality) else np.abs(slack)
            error = np.where(run.telling, (short - 10 * blur) / scale, 0.0)
        if relation.sign in ("<", ">") and (run.telling & (slack <= SLACK * scale))[:, 0].any():
            findings.could_not(f"{name}: the sides are not told apart at time 0")
        lost = run.telling & ~np.isfinite(slack)
        _judge(np.where(lost, np.inf, np.nan_to_num(error)), sample, findings, name)
    return run


def check_tends(statement: Tends, hypotheses: Sequence[Any], points: Points, backend: Backend | None) -> Findings:
    """Where trajectories come to rest, if they do within the times, and whether they leave every bound."""
    points = points.at_most(MOST)
    findings = Findings(NEAR, points.seed, wanted=0)
    said = [statement.expr, statement.to]
    looked = 0
    for start, sample, part in starting(statement.flow, hypotheses, said, list(statement.initially), points, findings):
        name = f"where {statement.expr} tends to{part}"
        run, _ = _come_there(said, start, sample, backend, findings, name)
        looked += run.looked
        findings.note(run.ensemble.backend)
        if (special := _special(start, said, points, findings, name)) is not None:
            beside = findings.apart()
            run, near = _come_there(said, start, special, backend, beside, name)
            parted = run.inside.all(axis=1) & ~run.telling.all(axis=1) & ~near
            if parted.any():
                row = int(np.argmax(parted))
                shown = ", ".join(f"{letter} = {value:.4g}" for letter, value in special.shown(row).items())
                findings.could_not(f"{name}: rounding decides where a trajectory goes, at {shown}")
            _tell(beside, findings)
    if not findings.draws or findings.draws < SETTLED * looked:
        findings.could_not(f"{findings.draws} of {looked} trajectories come to an end within the times")
    return findings


def _come_there(
    said: Sequence[Any], start: Start, sample: Draws, backend: Backend | None, findings: Findings, name: str
) -> tuple[_Thrice, NDArray[np.bool_]]:
    """Compare where trajectories end with where they should; what was followed, and which came near at each index."""
    run = _followed(start, sample, backend, LONG)
    all_near = np.ones(len(sample), dtype=bool)
    for at in start.instance.index_values(said):
        expr, to = (start.instance.concrete(side, at) for side in said)
        ((distance, scale), *_) = run.of(Formula([sp.Abs(expr - to), scale_of([expr, to])]))
        near, against, error = _ends(run, distance, scale)
        shown = np.where(against, np.inf, np.where(near, error, 0.0))[:, None]
        _judge(shown, sample, findings, name)
        findings.draws += int((near | against).sum())
        run.looked += int((run.telling[:, 1:].any(axis=1) | against).sum())
        all_near &= near | against
    return run, all_near


def _special(start: Start, expressions: Sequence[Any], points: Points, findings: Findings, name: str) -> Draws | None:
    """Starts where letters are 0, 1, small, equal or opposite, and what is said has a value; None if there are none."""
    if points.again is not None:
        return None
    plan, rng = start.plan, points.generator()
    letters = [s for s in plan.symbols if s not in plan.defined and not s.is_integer and s != start.time]
    if not letters:
        return None
    size = rng.uniform(0.3, 1.5, SPECIAL)
    given: dict[sp.Symbol, Array] = {}
    for number, letter in enumerate(letters):
        own = rng.uniform(0.3, 1.5, SPECIAL)
        sign = np.ones(SPECIAL) if letter.is_nonnegative else rng.choice((-1.0, 1.0), SPECIAL)
        nothing = np.ones(SPECIAL) if letter.is_zero is False else np.zeros(SPECIAL)
        found = np.choose(
            rng.integers(6, size=SPECIAL), [nothing, sign, sign * SMALL, sign * size, sign * own, sign * own]
        )
        opposite = size if letter.is_nonnegative or number % 2 == 0 else -size
        found[:4] = nothing[0], 1.0, size[2], opposite[3]
        given[letter] = -found if letter.is_nonpositive else found
    try:
        draws = plan.draw(SPECIAL, rng, given)
    except NoDraws:
        return None
    at_zero = {**draws.values, start.time: np.zeros(len(draws))}
    placed = replace(draws, values=at_zero)
    flat = [start.instance.concrete(e, at) for at in start.instance.index_values(expressions) for e in expressions]
    flat += [part for expr in dict.fromkeys(flat) for part in parts_of(expr)]
    whole = []
    for row in range(len(draws)):
        if missing := undefined(list(dict.fromkeys(flat)), placed, row):
            findings.could_not(f"{name}: {missing}")
        else:
            whole.append(row)
    return draws.keep(np.array(whole)) if whole else None


def _tell(special: Findings, findings: Findings) -> None:
    """What was found at special starts: what is against, and what could not be told."""
    findings.corner(special)
    for reason in special.trouble:
        findings.could_not(reason)


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
        error = np.where(distance == 0, 0.0, distance / np.fmax.accumulate(scale, axis=1))
        error = np.nan_to_num(_last(error, run), nan=np.inf)
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
