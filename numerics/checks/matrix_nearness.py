"""How far draws are from matrices that satisfy the hypotheses exactly, by one step of Newton's.

Equations that fail by 1e-13 say so of the matrices only where their slopes do not vanish: ``A^3 = A^2`` holds to that
for an A that is 1e-7 away from any that satisfies it.  What is compared at such a draw is off by as much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.matrices import Equal, MatrixFunction, MatrixHypothesis, RandomVector
from layerproof.language.matrix_functions import PositiveSemidefinite, PseudoInverse, SquareRoot

from .matrix_values import STEP, Stack, program, squared

SURE = 1e-10
BLURRED = 1e-2
_REDUNDANT = 1e-11  # slopes that are this much smaller than the largest are of equations that say the same


def blur(hypotheses: Sequence[MatrixHypothesis]) -> float:
    """How large a relative error the failing of equations by rounding may make, where no slope tells so.

    ``A^3 = B^3`` holds to 1e-15 for semidefinite A and B that differ by 1e-5 where both nearly vanish.
    """
    cones = {h.matrix for h in hypotheses if isinstance(h, PositiveSemidefinite)}
    sides = [sp.sympify(side) for h in hypotheses if isinstance(h, Equal) for side in (h.matrix, h.value)]
    return BLURRED if any(_is_curved(side) or side.atoms(sp.MatrixSymbol) & cones for side in sides) else 0.0


def _is_curved(side: Any) -> bool:
    """Whether an expression has a product of letters in it, or a function of one."""
    if side.has(sp.MatPow, MatrixFunction):
        return True
    return any(sum(len(a.atoms(sp.MatrixSymbol)) for a in word.args) > 1 for word in side.atoms(sp.MatMul, sp.Mul))


def near(
    at: Mapping[Any, Stack],
    equations: Sequence[tuple[Any, Any]],
    sizes: Mapping[sp.Symbol, int],
    factors: Mapping[Any, Stack] | None = None,
) -> NDArray[Any]:
    """Which draws are near matrices that satisfy the equations; all of them where random vectors are about.

    A letter A that has to stay positive semidefinite moves by its factor F, A = F F^T, one of `factors`: of such
    letters ``tr(A B) = 0`` has no slope where it holds, and A B may be far from 0 where it holds nearly.
    """
    factors = factors or {}
    count = len(next(iter(at.values())))
    sides = [sp.sympify(side) for pair in equations for side in pair]
    rough = {m for side in sides for f in side.atoms(PseudoInverse, SquareRoot) for m in f.atoms(sp.MatrixSymbol)}
    used = [m for m in at if m not in rough and any(side.has(m) for side in sides)]  # those have no slopes everywhere
    if not equations or not used or any(isinstance(m, RandomVector) for m in used):
        return np.ones(count, dtype=bool)
    run = program(sides, sizes)
    gap = _gaps(run(dict(at)), count)
    columns = []
    for letter in used:
        bound, still = run.bind(dict(at), [letter]), factors.get(letter, at[letter])
        for k in range(int(np.prod(still.shape[1:]))):
            moved = still.astype(complex).reshape(count, -1)
            moved[:, k] += 1j * STEP
            changed = moved.reshape(still.shape)
            changed = squared(changed) if letter in factors else changed
            columns.append(np.imag(_gaps(bound({letter: changed}), count)) / STEP)
    slopes = np.stack(columns, axis=2)
    left, steep, _ = np.linalg.svd(slopes, full_matrices=False)
    along = np.abs(np.einsum("dek,de->dk", left, gap))
    counted = steep > _REDUNDANT * np.maximum(steep.max(axis=1, keepdims=True), 1.0)
    steps = np.where(counted, along / np.where(counted, steep, 1.0), 0.0)
    return np.asarray(np.sqrt((steps**2).sum(axis=1)) < SURE)


def _gaps(values: Sequence[Stack], count: int) -> Stack:
    """By how much equations fail, from their sides by turns, shape (draws, entries)."""
    gaps = [left - right for left, right in zip(values[::2], values[1::2], strict=True)]
    return np.concatenate([np.broadcast_to(g, (count, *g.shape[1:])).reshape(count, -1) for g in gaps], axis=1)
