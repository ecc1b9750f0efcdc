"""Random matrices that satisfy hypotheses: orthogonal, diagonal, balanced, whitened, or any equation between words.

Hypotheses with a known construction are met by it: orthonormal rows by a QR decomposition, white samples by a
Cholesky factor, a letter given by others by its value, a correlation with white inputs by a shift of the outputs.
What is left, such as balanced layers or invariant subspaces, is met by Gauss-Newton steps of least norm, all draws at
once, with derivatives by complex steps.  A positive semidefinite letter moves by a factor F of it, A = F F^T, so that
it stays one.  In the end every draw is held against every hypothesis, see `matrix_hypotheses`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.transpose import Transpose

from layerproof.language.matrices import (
    Diagonal,
    Equal,
    ExpectMatrix,
    MatrixHypothesis,
    Orthogonal,
    RandomVector,
    SemiOrthogonal,
    Whitened,
)
from layerproof.language.matrix_functions import Invertible, PositiveDefinite, PositiveSemidefinite, PseudoInverse
from layerproof.language.matrix_numbers import Compared

from .matrix_hypotheses import satisfied
from .matrix_nearness import near
from .matrix_values import STEP, Stack, program, squared, value
from .sampling import NoDraws, Plan

SAMPLES = 9
ROUNDS = 25
PATIENCE = 5  # rounds in which the nearest draw must come twice as near
PILOT = 8
MANY = 8  # times as many draws where numbers made of matrices are compared with others: most may be outside
CLOSE = 1e-12
SMALLEST = 0.2
LEAST = 0.2  # eigenvalue of what is positive definite

Pair = tuple[Any, Any]


def letters_of(expressions: Iterable[Any]) -> list[Any]:
    """The matrices, random vectors and scalar symbols in `expressions`, without the symbols of sizes."""
    everything = [sp.sympify(e) for e in expressions]
    letters = set().union(*(e.atoms(sp.MatrixSymbol) for e in everything))
    sizes = set().union(*(sp.sympify(n).free_symbols for letter in letters for n in letter.shape)) if letters else set()
    names = {str(letter.args[0]) for letter in letters}
    scalars = {s for e in everything for s in e.atoms(sp.Symbol) if s not in sizes and str(s) not in names}
    return sorted(letters, key=str) + sorted(scalars, key=str)


def sizes_of(letters: Sequence[Any]) -> list[sp.Symbol]:
    """The symbols in the shapes of `letters`."""
    shapes = [sp.sympify(n) for m in letters if isinstance(m, sp.MatrixSymbol) for n in m.shape]
    return sorted({s for n in shapes for s in n.free_symbols}, key=str)


def draw_matrices(
    letters: Sequence[Any],
    hypotheses: Sequence[MatrixHypothesis],
    sizes: Mapping[sp.Symbol, int],
    count: int,
    rng: np.random.Generator,
    relations: Sequence[Any] = (),
) -> dict[Any, Stack]:
    """Up to `count` draws of every letter that satisfy `hypotheses` to rounding, and scalars that satisfy `relations`.

    Each has shape (draws, samples or 1, rows, columns).

    Draws in which a matrix nearly vanishes are left out: relative errors would mean nothing there.

    Raises:
        NoDraws: if fewer than one draw in eight could be moved onto the hypotheses, a relation excludes these sizes, or
            is about more than scalars and sizes.
    """
    if count > PILOT and hypotheses:
        draw_matrices(letters, hypotheses, sizes, PILOT, rng, relations)  # are there any at these sizes?
    hypotheses = sorted(hypotheses, key=lambda h: not isinstance(h, PositiveSemidefinite))  # those have factors
    compared, wanted = [h.difference for h in hypotheses if isinstance(h, Compared)], count
    count *= MANY if compared else 1
    at = {letter: _random(letter, sizes, count, rng) for letter in letters}
    for letter in (letter for letter in at if any(_has(number, letter) for number in compared)):
        at[letter] = at[letter] * np.exp(rng.uniform(np.log(0.05), np.log(1.5), (count, 1, 1, 1)))
    at |= _related(letters, relations, sizes, count, rng)
    if not at:
        return {}
    left, done, factors = _construct(at, hypotheses, sizes)
    masks = {letter: _mask(letter, at[letter], hypotheses) for letter in at}
    at = {letter: stack * masks[letter] for letter, stack in at.items()}
    if left:
        equations = [pair for h in left for pair in h.equations()]
        used = [
            m
            for m in letters
            if isinstance(m, sp.MatrixSymbol) and any(_has(side, m) for pair in equations for side in pair)
        ]
        stuck = {m for pair in equations if (own := _matrices(pair)) <= done for m in own}
        if stuck:  # what was settled each by itself, and must move together
            equations = [pair for h in hypotheses for pair in h.equations()]
        free = [m for m in used if m not in done or m in stuck]
        fixed = {m for pair in equations for side in pair for f in sp.sympify(side).atoms(PseudoInverse)
                 for m in f.atoms(sp.MatrixSymbol)}  # fmt: skip
        moving = [m for m in free or used if m not in fixed]
        at = _projected(at, masks, moving, equations, sizes, factors)
        for h in hypotheses:  # what others give is computed again, as they have moved
            if (
                isinstance(h, Equal)
                and h not in left
                and h.matrix in at
                and h.matrix in done
                and not _has(h.value, h.matrix)
            ):
                at[h.matrix] = np.broadcast_to(value(h.value, at, sizes), at[h.matrix].shape).copy()
    good = np.ones(count, dtype=bool)
    if hypotheses:
        good &= satisfied(hypotheses, at, sizes, CLOSE)
    for letter, stack in at.items():
        if isinstance(letter, sp.MatrixSymbol):
            good &= np.sqrt((stack**2).sum(axis=(1, 2, 3))) > SMALLEST
    if good.sum() < wanted / 8:
        shown = ", ".join(f"{s} = {n}" for s, n in sizes.items())
        raise NoDraws(f"no matrices of sizes {shown} were found that satisfy {'; '.join(map(str, hypotheses))}")
    factors = {letter: stack[good] for letter, stack in factors.items()}
    at = {letter: stack[good] for letter, stack in at.items()}
    sure = near(at, [pair for h in hypotheses for pair in h.equations()], sizes, factors)
    if not sure.any():
        raise NoDraws("no matrices were found that are near to any that satisfy the hypotheses")
    return {letter: stack[sure][:wanted] for letter, stack in at.items()}


def of_lower_rank(
    at: dict[Any, Stack], letters: Iterable[Any], hypotheses: Sequence[MatrixHypothesis], sizes: Mapping[sp.Symbol, int]
) -> dict[Any, Stack]:
    """The draws, every other one with a last column of zeros in these letters, where the hypotheses allow it.

    Of a letter that hypotheses name, the last row is taken out too: it may be symmetric.  A pseudo-inverse of a matrix
    of full rank is an inverse from one side; what holds for it alone fails at these.
    """
    named = {m for h in hypotheses for m in sp.sympify(h.matrix).atoms(sp.MatrixSymbol)}
    moved = dict(at)
    for letter in letters:
        if at[letter].shape[-1] > 1:
            moved[letter] = at[letter].copy()
            moved[letter][1::2, ..., :, -1] = 0
            if letter in named:
                moved[letter][1::2, ..., -1, :] = 0
    return moved if satisfied(hypotheses, moved, sizes, CLOSE).all() else at


def shape_of_draw(letter: Any, sizes: Mapping[sp.Symbol, int]) -> tuple[int, int, int]:
    """The shape (samples or 1, rows, columns) of one draw of a letter; a scalar is 1 x 1."""
    if not isinstance(letter, sp.MatrixSymbol):
        return (1, 1, 1)
    numbers = {s: sp.Integer(k) for s, k in sizes.items()}
    rows, columns = (int(sp.sympify(n).xreplace(numbers)) for n in letter.shape)
    return (SAMPLES if isinstance(letter, RandomVector) else 1, rows, columns)


def _related(
    letters: Sequence[Any],
    relations: Sequence[Any],
    sizes: Mapping[sp.Symbol, int],
    count: int,
    rng: np.random.Generator,
) -> dict[Any, Stack]:
    """Draws of the scalars that relations are about."""
    here = [r.subs(sizes) for r in relations]
    if any(r == sp.false for r in here):
        shown = ", ".join(f"{s} = {n}" for s, n in sizes.items())
        raise NoDraws(f"the hypotheses exclude the sizes {shown}")
    here = [r for r in here if r != sp.true]
    scalars = {s for r in here for s in r.free_symbols}
    for r in here:
        if r.atoms(sp.MatrixSymbol, AppliedUndef) or not r.free_symbols <= set(letters):
            raise NoDraws(f"cannot draw inside the hypothesis {r}")
    if not scalars:
        return {}
    found = Plan(scalars, here).draw(count, rng)
    return {s: np.resize(v, count).reshape(count, 1, 1, 1) for s, v in found.values.items() if s in set(letters)}


def _random(letter: Any, sizes: Mapping[sp.Symbol, int], count: int, rng: np.random.Generator) -> Stack:
    if not isinstance(letter, sp.MatrixSymbol):
        size = np.exp(rng.uniform(np.log(0.1), np.log(3.0), (count, 1, 1, 1)))
        return size if letter.is_nonnegative else size * rng.choice((-1.0, 1.0), size.shape)
    return rng.normal(size=(count, *shape_of_draw(letter, sizes)))


def _mask(letter: Any, stack: Stack, hypotheses: Sequence[MatrixHypothesis]) -> Stack:
    if any(isinstance(h, Diagonal) and h.matrix == letter for h in hypotheses):
        return np.eye(*stack.shape[-2:])
    return np.ones(stack.shape[-2:])


def _matrices(pair: Pair) -> set[Any]:
    return {m for side in pair for m in sp.sympify(side).atoms(sp.MatrixSymbol)}


def _has(expr: Any, letter: Any) -> bool:
    return letter in sp.sympify(expr).atoms(sp.MatrixSymbol)


def _construct(
    at: dict[Any, Stack],
    hypotheses: Sequence[MatrixHypothesis],
    sizes: Mapping[sp.Symbol, int],
) -> tuple[list[MatrixHypothesis], set[Any], dict[Any, Stack]]:
    """Meet hypotheses by construction, in place; those that are left, the letters that are settled, and factors."""
    left: list[MatrixHypothesis] = []
    done: set[Any] = set()
    later: list[Equal] = []
    factors: dict[Any, Stack] = {}
    definite = {h.matrix for h in hypotheses if isinstance(h, PositiveDefinite)}
    for h in hypotheses:
        if isinstance(h, PositiveSemidefinite) and h.matrix in at:
            if h.matrix not in done:
                mask = _mask(h.matrix, at[h.matrix], hypotheses)
                factors[h.matrix] = _factor(at[h.matrix], mask, h.matrix in definite)
                at[h.matrix] = squared(factors[h.matrix])
                done.add(h.matrix)
        elif isinstance(h, (Invertible, Compared)):
            continue  # most matrices are, where the sizes allow it
        elif isinstance(h, Diagonal):
            at[h.matrix] = at[h.matrix] * _mask(h.matrix, at[h.matrix], hypotheses)
        elif isinstance(h, (Orthogonal, SemiOrthogonal)) and h.matrix in at and h.matrix not in done:
            at[h.matrix] = _orthonormal_rows(at[h.matrix])
            done.add(h.matrix)
        elif isinstance(h, SemiOrthogonal) and h.matrix.T in at and h.matrix.T not in done:
            at[h.matrix.T] = _orthonormal_rows(at[h.matrix.T])
            done.add(h.matrix.T)
        elif isinstance(h, Whitened) and h.matrix in at and h.matrix not in done:
            at[h.matrix] = _white(at[h.matrix])
            done.add(h.matrix)
        elif isinstance(h, Equal) and (frame := _frame_of_columns(h)) in at and frame not in done:
            at[frame] = _orthonormal_rows(at[frame])
            done.add(frame)
        elif isinstance(h, Equal):
            later.append(h)
        else:
            left.append(h)
    for h in list(later):
        first, second = _inverses(h)
        if first in at and second in at and at[first].shape[-1] == at[first].shape[-2]:
            if second not in done:
                at[second] = np.linalg.inv(at[first])
            done |= {first, second}
            later.remove(h)
    moving: list[Equal] = []
    for h in later:
        if (frame := _frame(h, at, done)) is not None:
            at[frame] = _orthonormal_rows(at[frame])
            done.add(frame)
            moving.append(h)
        elif h.matrix not in at and _outputs(h, at, done) is None:
            moving.append(h)
    left.extend(moving)
    for h in (h for h in later if h not in moving):
        if (output := _outputs(h, at, done)) is not None:
            inputs = h.matrix.args[0].args[0]
            gap = value(h.value, at, sizes) - value(h.matrix, at, sizes)  # E[x y^T] lacks this; E[x x^T] = I
            at[output] = at[output] + np.swapaxes(gap, -1, -2) @ at[inputs]
            done.add(output)
        elif h.matrix in at and h.matrix not in done and not _has(h.value, h.matrix):
            at[h.matrix] = np.broadcast_to(value(h.value, at, sizes), at[h.matrix].shape).copy()
            done.add(h.matrix)
        else:
            left.append(h)
    return left, done, factors


def _factor(stack: Stack, mask: Stack, definite: bool) -> Stack:
    """A factor F of ``F F^T``: every other one singular, or none, and the product diagonal where the mask is."""
    if not definite and stack.shape[-1] > 1:
        stack = stack.copy()
        stack[::2, ..., -1] = 0
    square = (squared(stack) + LEAST * definite * np.eye(stack.shape[-1])) * mask
    if definite or (mask == 0).any():
        return np.sqrt(square) if (mask == 0).any() else np.asarray(np.linalg.cholesky(square))
    return stack


def _frame_of_columns(h: Equal) -> Any:
    """The letter U in ``U^T U = I``."""
    word = sp.sympify(h.matrix)
    if not (isinstance(h.value, sp.Identity) and isinstance(word, sp.MatMul) and len(word.args) == 2):
        return None
    first, second = word.args
    return second if isinstance(first, Transpose) and first.arg == second else None


def _inverses(h: Equal) -> tuple[Any, Any]:
    """The letters A, B in ``A B = I``; a square A is the inverse of B on both sides."""
    word = sp.sympify(h.matrix)
    letters = (
        isinstance(word, sp.MatMul) and len(word.args) == 2 and all(isinstance(a, sp.MatrixSymbol) for a in word.args)
    )
    return word.args if letters and isinstance(h.value, sp.Identity) else (None, None)


def _frame(h: Equal, at: Mapping[Any, Stack], done: set[Any]) -> Any:
    """The letter U in ``U^T U W = W`` or ``W U^T U = W``, if it is free: then it is drawn with orthonormal rows."""
    word, letter = sp.sympify(h.matrix), sp.sympify(h.value)
    if isinstance(letter, sp.MatMul) or not isinstance(word, sp.MatMul) or not _has(word, letter):
        return None
    for first, second in zip(word.args, word.args[1:], strict=False):
        if (
            isinstance(first, Transpose)
            and first.arg == second
            and second in at
            and second not in done
            and second != letter
        ):
            return second
    return None


def _outputs(h: Equal, at: Mapping[Any, Stack], done: set[Any]) -> Any:
    """The random vector y in ``E[x y^T] = ...`` with white x, if it is free."""
    if not (
        isinstance(h.matrix, ExpectMatrix)
        and isinstance(h.matrix.args[0], sp.MatMul)
        and len(h.matrix.args[0].args) == 2
    ):
        return None
    first, second = h.matrix.args[0].args
    if (
        first in done
        and isinstance(first, RandomVector)
        and isinstance(second, Transpose)
        and second.arg in at
        and second.arg not in done
    ):
        return second.arg
    return None


def _orthonormal_rows(stack: Stack) -> Stack:
    """Matrices with orthonormal rows; where there are more rows than columns, with orthonormal columns."""
    rows, columns = stack.shape[-2:]
    if rows <= columns:
        return np.asarray(np.swapaxes(np.linalg.qr(np.swapaxes(stack, -1, -2))[0], -1, -2))
    return np.asarray(np.linalg.qr(stack)[0])


def _white(stack: Stack) -> Stack:
    """Samples whose second moment is the identity."""
    flat = stack[..., 0]
    moment = np.swapaxes(flat, 1, 2) @ flat / flat.shape[1]
    return np.asarray(
        np.swapaxes(np.linalg.solve(np.linalg.cholesky(moment), np.swapaxes(flat, 1, 2)), 1, 2)[..., None]
    )


def _projected(
    at: dict[Any, Stack],
    masks: Mapping[Any, Stack],
    used: Sequence[Any],
    equations: Sequence[Pair],
    sizes: Mapping[sp.Symbol, int],
    factors: dict[Any, Stack],
) -> dict[Any, Stack]:
    """Draws moved onto the solution set of `equations` by changing the letters in `used`, or, in place, their factors.

    The masks of a letter and of its factor are the same.
    """
    at = {letter: np.array(stack) for letter, stack in at.items()}
    own = {letter: factors[letter] if letter in factors else at[letter] for letter in used}
    sides = program([side for pair in equations for side in pair], sizes)
    shape = {letter: at[letter].shape[1:] for letter in used}
    slots = [(m, k) for m in used for k in np.flatnonzero(np.broadcast_to(masks[m], shape[m]).ravel())]
    rows = np.arange(len(next(iter(at.values()))))  # draws under way
    best = np.inf
    for turn in range(ROUNDS):
        here = {letter: stack[rows] for letter, stack in at.items()}
        gap = _gaps(sides(here), len(rows))
        size = np.abs(gap).max(axis=1)
        going = ~(size < CLOSE / 10)
        if not going.any() or (turn % PATIENCE == PATIENCE - 1 and not (nearest := np.nanmin(size)) < best / 2):
            break
        if turn % PATIENCE == PATIENCE - 1:
            best = nearest
        if not going.all():
            rows, gap, here = rows[going], gap[going], {letter: stack[going] for letter, stack in here.items()}
        count = len(rows)
        slopes = np.empty((count, gap.shape[1], len(slots)))
        for letter in used:
            run = sides.bind(here, [letter])
            for column, (other, k) in enumerate(slots):
                if other == letter:
                    moved = own[letter][rows].astype(complex).reshape(count, -1)
                    moved[:, k] += 1j * STEP
                    changed = moved.reshape(count, *shape[letter])
                    changed = squared(changed) if letter in factors else changed
                    slopes[:, :, column] = np.imag(_gaps(run({letter: changed}), count))
        slopes /= STEP
        across = slopes @ np.swapaxes(slopes, 1, 2)
        damping = np.trace(across, axis1=1, axis2=2)[:, None, None] + 1e-30
        inner = np.linalg.solve(across + 1e-11 * damping * np.eye(gap.shape[1]), gap[:, :, None])  # may be redundant
        step = -(np.swapaxes(slopes, 1, 2) @ inner)[:, :, 0]
        step /= np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True))  # not too far at once
        for column, (letter, k) in enumerate(slots):
            own[letter].reshape(len(own[letter]), -1)[rows, k] += step[:, column]
        at |= {letter: squared(own[letter]) for letter in used if letter in factors}
    return at


def _gaps(values: Sequence[Stack], count: int) -> Stack:
    """By how much equations fail, from their sides by turns, shape (draws, entries)."""
    gaps = [left - right for left, right in zip(values[::2], values[1::2], strict=True)]
    return np.concatenate([np.broadcast_to(g, (count, *g.shape[1:])).reshape(count, -1) for g in gaps], axis=1)
