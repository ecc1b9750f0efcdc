"""Random matrices that satisfy hypotheses: orthogonal, diagonal, balanced, whitened, or any equation between words.

Letters are drawn at random and then moved onto the solution set of the equations by Gauss-Newton steps of least norm, all draws
at once; derivatives are complex steps.  Nothing is special about a kind of hypothesis but that diagonal letters stay diagonal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from layerproof.derivations.kernel.matrices import Diagonal, Equal, MatrixHypothesis, RandomVector

from .matrix_values import STEP, Stack, Values, value
from .sampling import NoDraws

SAMPLES = 9
ROUNDS = 25
PILOT = 6


def letters_of(expressions: Iterable[Any]) -> list[Any]:
    """The matrices, random vectors and scalar symbols in `expressions`, without the symbols of sizes."""
    everything = [sp.sympify(e) for e in expressions]
    letters = set().union(*(e.atoms(sp.MatrixSymbol) for e in everything))
    sizes = set().union(*(sp.sympify(n).free_symbols for letter in letters for n in letter.shape)) if letters else set()
    scalars = {s for e in everything for s in e.atoms(sp.Symbol)} - sizes
    named = {letter.args[0] for letter in letters}
    return sorted(letters, key=str) + sorted((s for s in scalars if s not in named and str(s) not in {str(n) for n in named}), key=str)


def sizes_of(letters: Sequence[Any]) -> list[sp.Symbol]:
    """The symbols in the shapes of `letters`."""
    return sorted({s for m in letters if isinstance(m, sp.MatrixSymbol) for n in m.shape for s in sp.sympify(n).free_symbols}, key=str)


def draw_matrices(
    letters: Sequence[Any], hypotheses: Sequence[MatrixHypothesis], sizes: Mapping[sp.Symbol, int], count: int, rng: np.random.Generator
) -> dict[Any, Stack]:
    """`count` draws of every letter, each of shape (count, samples or 1, rows, columns), that satisfy `hypotheses` to rounding.

    Raises:
        NoDraws: if fewer than half of the draws could be moved onto the hypotheses.
    """
    if count > PILOT and hypotheses:
        draw_matrices(letters, hypotheses, sizes, PILOT, rng)  # are there any at these sizes?
    start = {letter: _random(letter, sizes, count, rng) for letter in letters}
    free = {letter: _mask(letter, stack, hypotheses) for letter, stack in start.items()}
    start = {letter: stack * free[letter] for letter, stack in start.items()}
    equations = [pair for h in hypotheses for pair in h.equations()]
    if not equations:
        return start
    for h in hypotheses:  # begin near: a letter that is given by others starts there
        if isinstance(h, Equal) and h.matrix in start and not h.value.has(h.matrix):
            start[h.matrix] = np.broadcast_to(value(h.value, start, sizes), start[h.matrix].shape).copy()
    used = [letter for letter in letters if isinstance(letter, sp.MatrixSymbol) and any(sp.sympify(side).has(letter) for pair in equations for side in pair)]
    found = _project(start, free, used, equations, sizes)
    good = np.flatnonzero(residual_size(equations, found, sizes) < 1e-11)
    if len(good) < count / 2:
        shown = ", ".join(f"{s} = {n}" for s, n in sizes.items())
        raise NoDraws(f"no matrices of size {shown} were found that satisfy {'; '.join(map(str, hypotheses))}")
    again = good[np.arange(count) % len(good)] if len(good) < count else good[:count]
    return {letter: stack[again] for letter, stack in found.items()}


def residual_size(equations: Sequence[tuple[Any, Any]], at: Values, sizes: Mapping[sp.Symbol, int]) -> Any:
    """The largest entry by which the equations fail, shape (draws,)."""
    worst: Any = 0.0
    for left, right in equations:
        gap = np.abs(value(left, at, sizes) - value(right, at, sizes))
        worst = np.maximum(worst, gap.max(axis=(1, 2, 3)))
    return worst


def _random(letter: Any, sizes: Mapping[sp.Symbol, int], count: int, rng: np.random.Generator) -> Stack:
    if not isinstance(letter, sp.MatrixSymbol):
        size = np.exp(rng.uniform(np.log(0.1), np.log(3.0), (count, 1, 1, 1)))
        return size if letter.is_nonnegative else size * rng.choice((-1.0, 1.0), size.shape)
    rows, columns = (int(sp.sympify(n).xreplace({s: sp.Integer(k) for s, k in sizes.items()})) for n in letter.shape)
    return rng.normal(size=(count, SAMPLES if isinstance(letter, RandomVector) else 1, rows, columns))


def _mask(letter: Any, stack: Stack, hypotheses: Sequence[MatrixHypothesis]) -> Stack:
    if any(isinstance(h, Diagonal) and h.matrix == letter for h in hypotheses):
        return np.eye(*stack.shape[-2:])
    return np.ones(stack.shape[-2:])


def _project(start: dict[Any, Stack], free: dict[Any, Stack], used: Sequence[Any], equations: Sequence[tuple[Any, Any]], sizes: Mapping[sp.Symbol, int]) -> dict[Any, Stack]:
    at = dict(start)
    shapes = {letter: start[letter].shape[1:] for letter in used}
    masks = {letter: np.broadcast_to(free[letter], shapes[letter]).ravel() > 0 for letter in used}
    count = len(next(iter(start.values())))

    def residual(values: Values) -> Stack:
        gaps = [(value(left, values, sizes) - value(right, values, sizes)) for left, right in equations]
        return np.concatenate([np.broadcast_to(g, (count, *g.shape[1:])).reshape(count, -1) for g in gaps], axis=1)

    slots = [(letter, k) for letter in used for k in np.flatnonzero(masks[letter])]
    for _ in range(ROUNDS):
        gap = residual(at)
        if np.abs(gap).max() < 1e-14:
            break
        slopes = np.empty((count, gap.shape[1], len(slots)))
        for column, (letter, k) in enumerate(slots):
            moved = at[letter].astype(complex).reshape(count, -1)
            moved[:, k] += 1j * STEP
            slopes[:, :, column] = np.imag(residual({**at, letter: moved.reshape(at[letter].shape)})) / STEP
        across = slopes @ np.swapaxes(slopes, 1, 2)
        size = np.trace(across, axis1=1, axis2=2)[:, None, None] + 1e-30
        inner = np.linalg.solve(across + 1e-11 * size * np.eye(gap.shape[1]), gap[:, :, None])  # equations may be redundant
        step = -(np.swapaxes(slopes, 1, 2) @ inner)[:, :, 0]
        step /= np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True))  # not too far at once
        for column, (letter, k) in enumerate(slots):
            flat = at[letter].reshape(count, -1).copy()
            flat[:, k] += step[:, column]
            at[letter] = flat.reshape(at[letter].shape)
    return at
