"""Laws of matrices, at random sizes: identities at random matrices, rates and conserved ones along flows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from layerproof.derivations.kernel.matrices import MatrixFlow, MatrixHypothesis, Velocity
from layerproof.derivations.kernel.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate

from ..flows import dop853
from .findings import Findings
from .matrix_draws import draw_matrices, letters_of, residual_size, sizes_of
from .matrix_values import Stack, Values, bound, downhill, value
from .sampling import NoDraws

TOLERANCE = 1e-9
SIZES = 5  # how many sizes share the draws
LARGEST = 4
BLOCK = 200
RTOL = 1e-12
TIMES = (0.0, 0.2, 0.6, 1.2, 2.5)


def check_identity(statement: MatrixIdentity, hypotheses: Sequence[Any], draws: int, seed: int) -> Findings:
    """Both sides at random matrices; velocities by complex steps along the loss's numeric gradient."""
    findings = Findings(TOLERANCE, seed)
    flow = statement.flow
    for at, sizes in _draws([statement.lhs, statement.rhs], flow, hypotheses, draws, seed, findings):
        velocities = downhill(flow, at, sizes) if flow is not None else None
        left, right = (value(sp.sympify(side), at, sizes, velocities) for side in (statement.lhs, statement.rhs))
        scale = sum(
            bound(sp.sympify(side), at, sizes, velocities).max(axis=1) for side in (statement.lhs, statement.rhs)
        )
        _judge(left - right, scale, at, sizes, findings, "left and right")
    return findings


def check_rate(statement: MatrixRate | MatrixConserved, hypotheses: Sequence[Any], draws: int, seed: int) -> Findings:
    """The change of a matrix along trajectories, against its stated rate integrated alongside.

    A conserved one has rate zero.
    """
    findings = Findings(TOLERANCE, seed)
    of = statement.of if isinstance(statement, MatrixRate) else statement.quantity
    equals = statement.equals if isinstance(statement, MatrixRate) else None
    assumed = [pair for h in _matrix_hypotheses(hypotheses) for pair in h.equations()]
    for at, sizes in _draws(
        [of, *([] if equals is None else [equals])], statement.flow, hypotheses, draws, seed, findings
    ):
        _compare_velocities(statement.flow, at, sizes, findings)
        here = value(Velocity(of), at, sizes, downhill(statement.flow, at, sizes))
        stated = np.zeros_like(here) if equals is None else value(equals, at, sizes)
        scale = bound(statement.flow.rate(of), at, sizes).max(axis=1)
        _judge(here - stated, scale, at, sizes, findings, "rate at the start")
        for rows in np.array_split(np.arange(_count(at)), max(1, _count(at) // BLOCK)):
            part = {letter: stack[rows] for letter, stack in at.items()}
            states, integrals = _trajectories(statement.flow, equals, of, part, sizes)
            first = value(of, states[0], sizes)
            sized = [
                bound(sp.sympify(of), s, sizes).max(axis=1) + np.abs(q).max(axis=(1, 2, 3))
                for s, q in zip(states, integrals, strict=True)
            ]
            top = np.max(sized, axis=0)
            inside = np.ones(len(rows), dtype=bool)
            for state, integral in zip(states[1:], integrals[1:], strict=True):
                if assumed:
                    inside &= residual_size(assumed, state, sizes) < 1e-7
                gap = (value(of, state, sizes) - first - integral) * inside[:, None, None, None]
                _judge(gap, top, part, sizes, findings, "change")
    return findings


def _trajectories(
    flow: MatrixFlow, equals: Any, of: Any, at: dict[Any, Stack], sizes: Mapping[sp.Symbol, int]
) -> tuple[list[dict[Any, Stack]], list[Stack]]:
    """States, and the integral of `equals`, at each time; each draw has its own unit of time."""
    count = _count(at)
    letters = list(flow.parameters)
    shapes = [at[letter].shape for letter in letters]
    widths = [int(np.prod(shape[1:])) for shape in shapes]
    like = value(of, at, sizes)
    unit = 1.0 / np.maximum(sum(np.abs(v).max(axis=(1, 2, 3)) for v in downhill(flow, at, sizes).values()), 1.0)

    def unpacked(flat: Stack) -> dict[Any, Stack]:
        parts = np.split(flat, np.cumsum(widths), axis=0)
        return {**at, **{m: p.T.reshape(s) for m, p, s in zip(letters, parts, shapes, strict=False)}}

    def slope(t: float, flat: Stack) -> Stack:
        here = unpacked(flat)
        moved = [value(flow.velocity(m), here, sizes) for m in letters]
        rate = np.zeros_like(like) if equals is None else value(equals, here, sizes)
        pieces = [
            np.broadcast_to(v, (count, *v.shape[1:])).reshape(count, -1)
            for v in (*moved, np.broadcast_to(rate, like.shape))
        ]
        return np.asarray(np.concatenate(pieces, axis=1).T * unit)

    start = np.concatenate(
        [*(at[m].reshape(count, -1) for m in letters), np.zeros(like.shape).reshape(count, -1)], axis=1
    )
    found = dop853.solve(slope, start, np.asarray(TIMES), RTOL)
    states = [unpacked(found[:, k].T) for k in range(len(TIMES))]
    return states, [found[:, k, sum(widths) :].reshape(like.shape) for k in range(len(TIMES))]


def _compare_velocities(flow: MatrixFlow, at: Values, sizes: Mapping[sp.Symbol, int], findings: Findings) -> None:
    """The derived velocity against the numeric gradient of the loss: two routes to one thing."""
    for letter, numeric in downhill(flow, at, sizes).items():
        derived = value(flow.velocity(letter), at, sizes)
        _judge(
            derived - numeric,
            bound(flow.velocity(letter), at, sizes).max(axis=1),
            at,
            sizes,
            findings,
            f"velocity of {letter}",
        )


def _judge(gap: Stack, scale: Any, at: Values, sizes: Mapping[sp.Symbol, int], findings: Findings, part: str) -> None:
    count = _count(at)
    gap = np.broadcast_to(gap, (count, *gap.shape[1:]))
    error = np.abs(gap).max(axis=(1, 2, 3)) / np.maximum(np.broadcast_to(scale, (count,)), 1e-300)
    if not np.isfinite(error).all():
        findings.could_not(f"{part}: no finite value at {sizes}")
        return
    row = int(np.argmax(error))
    shown = {str(s): float(n) for s, n in sizes.items()}
    if error[row] > findings.tolerance:
        for letter, stack in at.items():
            shown |= {
                f"{letter}[{i + 1},{j + 1}]": float(stack[row, 0, i, j])
                for i in range(stack.shape[2])
                for j in range(stack.shape[3])
            }
    findings.saw(float(error[row]), shown, part, against=bool(error[row] > findings.tolerance))


def _draws(
    expressions: Sequence[Any],
    flow: MatrixFlow | None,
    hypotheses: Sequence[Any],
    draws: int,
    seed: int,
    findings: Findings,
) -> Iterator[tuple[dict[Any, Stack], dict[sp.Symbol, int]]]:
    """Random matrices at several sizes, `draws` in all."""
    assumed = _matrix_hypotheses(hypotheses)
    sides = [side for h in assumed for pair in h.equations() for side in pair] + [h.matrix for h in assumed]
    letters = letters_of([*expressions, *sides, *([flow.loss, *flow.parameters] if flow else [])])
    symbols = sizes_of(letters)
    rng = np.random.default_rng(seed)
    done, trouble = [], ""
    share = -(-draws * 21 // (20 * SIZES))  # a few are left out
    for _ in range(16 * SIZES):
        if findings.draws >= draws:
            break
        sizes = dict(zip(symbols, rng.integers(1, LARGEST + 1, len(symbols)).tolist(), strict=True))
        try:
            at = draw_matrices(letters, assumed, sizes, share, rng)
        except NoDraws as none:
            trouble = str(none)
            continue
        findings.draws += _count(at)
        done.append(sizes)
        yield at, sizes
    if not done:
        raise NoDraws(trouble or "no sizes were found that satisfy the hypotheses")
    shown = dict.fromkeys("(" + ", ".join(f"{s} = {n}" for s, n in size.items()) + ")" for size in done)
    findings.note("sizes " + ", ".join(shown))


def _matrix_hypotheses(hypotheses: Sequence[Any]) -> list[MatrixHypothesis]:
    return [h for h in hypotheses if isinstance(h, MatrixHypothesis)]


def _count(at: Values) -> int:
    return max(len(stack) for stack in at.values())
