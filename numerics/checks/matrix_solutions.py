"""Closed forms of matrix flows, against the flows integrated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from layerproof.language.matrices import MatrixHypothesis
from layerproof.language.statements.matrix_solutions import MatrixSolution
from layerproof.language.symbols import time

from .findings import Findings
from .matrices import TIMES, _compare_velocities, _count, _draws, _judge, _trajectories
from .matrix_hypotheses import satisfied
from .matrix_values import Stack, bound, downhill, value
from .points import Points

TOLERANCE = 1e-9


def check_solution(statement: MatrixSolution, hypotheses: Sequence[Any], points: Points) -> Findings:
    """The observables along integrated trajectories from the start, against their closed forms at several times."""
    findings = Findings(TOLERANCE, points.seed)
    flow, moving = statement.flow, set(statement.flow.parameters)
    about = [h for h in hypotheses if isinstance(h, MatrixHypothesis) and h.matrix.atoms(sp.MatrixSymbol) & moving]
    fixed = [h for h in hypotheses if h not in about]
    said = [*statement.equals, *(v for _, v in statement.start)]
    for at, sizes in _draws([*said, *statement.of], flow, fixed, points, findings):
        count = _count(at)
        start = {letter: _spread(value(first, at, sizes), count) for letter, first in statement.start}
        at = {**at, **start}
        if about and not satisfied(about, at, sizes, 1e-9).all():
            findings.could_not(f"the start does not satisfy {'; '.join(map(str, about))} at {sizes}")
            continue
        _compare_velocities(flow, at, sizes, findings)
        _compare(statement, at, sizes, findings)
    return findings


def _compare(
    statement: MatrixSolution, at: dict[Any, Stack], sizes: Mapping[sp.Symbol, int], findings: Findings
) -> None:
    """Observables and closed forms at each time, each draw in its own unit of time."""
    flow = statement.flow
    speed = sum(np.abs(v).max(axis=(1, 2, 3)) for v in downhill(flow, at, sizes).values())
    unit = 1.0 / np.maximum(speed, 1.0)
    states, _, lost = _trajectories(flow, None, statement.of[0], at, sizes)
    if lost.any():
        findings.draws -= int(lost.sum())
        findings.note(f"{int(lost.sum())} trajectories at {sizes} could not be followed and were left out")
    for when, state in zip(TIMES, states, strict=True):
        now = {**at, time(): (unit * when)[:, None, None, None]}
        for observable, closed in zip(statement.of, statement.equals, strict=True):
            gap = value(observable, state, sizes) - value(closed, now, sizes)
            scale = bound(sp.sympify(observable), state, sizes).max(axis=1) + 1e-3
            gap = np.where(lost[:, None, None, None], 0.0, gap)
            _judge(gap, scale, at, sizes, findings, f"{observable} at a later time")


def _spread(stack: Stack, count: int) -> Stack:
    return np.array(np.broadcast_to(stack, (count, *stack.shape[1:])))
