r"""Where linear networks start: layers for matrix_flows, for many draws, from a seed.

Layers are returned as a tuple, W_1 first, each of shape (draws, n_l, n_{l-1}); `widths` is (n_0, ..., n_L).  For two
layers (d, p, c) are the widths of input, hidden layer and output, and

    lambda = W_2^T W_2 - W_1 W_1^T,    the *relative* scale, positive where the later layer is heavier (upstream),
    |W_2 W_1|, the Frobenius norm,     the *absolute* scale, that of the function.

(position paper, section 6 and appendix G; the text lost the formula of the absolute scale and kept "the norm of" it.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .balanced_solutions import entries

Layers = tuple[Array, ...]


def gaussian(
    widths: Sequence[int], standard_deviations: float | Sequence[float], draws: int, *, seed: int = 0
) -> Layers:
    """Independent Gaussian entries of mean zero; one standard deviation a layer, or one for all."""
    widths = _widths(widths)
    sizes = np.broadcast_to(np.asarray(standard_deviations, dtype=float), (len(widths) - 1,))
    if not (np.isfinite(sizes).all() and (sizes >= 0).all()):
        raise ValueError(f"got standard deviations {standard_deviations}; expected finite numbers, none negative")
    random = _random(draws, seed)
    return tuple(
        float(size) * random.normal(size=(draws, b, a)) for size, (a, b) in zip(sizes, pairwise(widths), strict=True)
    )


def gaussian_at(widths: Sequence[int], imbalance: float, scale: float, draws: int, *, seed: int = 0) -> Layers:
    """Two Gaussian layers of a given relative and absolute scale on average.

    ``E[W_2^T W_2 - W_1 W_1^T] = lambda I`` and ``E|W_2 W_1|^2 = scale^2``: with v = d sigma_1^2 and u = c sigma_2^2,
    u - v = lambda and p u v = scale^2.  No single draw is balanced.
    """
    d, p, c = _two(widths)
    _scale(imbalance, scale)
    light, heavy = entries(scale / np.sqrt(p), imbalance)
    return gaussian((d, p, c), (float(light) / np.sqrt(d), float(heavy) / np.sqrt(c)), draws, seed=seed)


def possible_signs(widths: Sequence[int]) -> tuple[int, ...]:
    """The signs of lambda for which there are lambda-balanced layers: 0, and +1 if p <= c, and -1 if p <= d.

    layer-imbalance/output-too-narrow, input-too-narrow, upstream-exists and downstream-exists.
    """
    d, p, c = _two(widths)
    return tuple(sign for sign, exists in ((-1, p <= d), (0, True), (1, p <= c)) if exists)


def lambda_balanced(widths: Sequence[int], imbalance: float, scale: float, draws: int, *, seed: int = 0) -> Layers:
    """Random layers with ``W_2^T W_2 - W_1 W_1^T = lambda I`` and ``|W_2 W_1| = scale``.

    The function's singular vectors are uniformly distributed and so are the directions of the hidden layer; its
    singular values are those of a Gaussian matrix of its shape, made to the scale.  For one seed the function is the
    same for every lambda.

    Raises:
        ValueError: if the shapes allow no such layers: lambda > 0 needs p <= c, lambda < 0 needs p <= d.

    >>> W1, W2 = lambda_balanced((4, 3, 3), -2.0, 0.5, 1)
    >>> bool(np.allclose(W2[0].T @ W2[0] - W1[0] @ W1[0].T, -2.0 * np.eye(3)))
    True
    """
    d, p, c = _two(widths)
    _scale(imbalance, scale)
    _refuse(widths, imbalance)
    random, rank = _random(draws, seed), min(d, p, c)
    values = np.linalg.svd(random.normal(size=(draws, c, d)), compute_uv=False)[:, :rank]
    values = values * (scale / np.sqrt((values**2).sum(axis=1, keepdims=True)))
    left, right = _frames(random, draws, c, rank), _frames(random, draws, d, rank)
    return _balanced(values, left, right, imbalance, (d, p, c), random)


def aligned(
    sigma_yx: ArrayLike, hidden: int, singular_values: ArrayLike, imbalance: float, draws: int, *, seed: int = 0
) -> Layers:
    """Lambda-balanced layers in the singular bases of the task: ``W_2 W_1 = V^T S U`` with ``Sigma_yx = V^T P U``.

    Theorem G.2's task-aligned initialisation; thesis (A.31) is the one with lambda = 0.

    Args:
        sigma_yx: shape (c, d) or (draws, c, d).
        hidden: p.
        singular_values: s(0), not negative, of shape (r,) or (draws, r) with r = min(d, p, c).
        imbalance: lambda.
        draws: how many.
        seed: of the directions of the hidden layer.
    """
    task = np.asarray(sigma_yx, dtype=float)
    if task.ndim not in (2, 3) or (task.ndim == 3 and len(task) != draws) or not np.isfinite(task).all():
        raise ValueError(
            f"got sigma_yx of shape {task.shape}; expected finite numbers of shape (c, d) or ({draws}, c, d)"
        )
    c, d = task.shape[-2:]
    _two((d, hidden, c))
    _scale(imbalance, 0.0)
    _refuse((d, hidden, c), imbalance)
    rank = min(d, hidden, c)
    values = np.asarray(singular_values, dtype=float)
    if values.shape not in ((rank,), (draws, rank)) or not (np.isfinite(values).all() and (values >= 0).all()):
        raise ValueError(
            f"got singular values of shape {values.shape}; expected ({rank},) or ({draws}, {rank}), none negative"
        )
    random = _random(draws, seed)
    left, _, right = np.linalg.svd(np.broadcast_to(task, (draws, c, d)), full_matrices=False)
    values = np.broadcast_to(values, (draws, rank))
    return _balanced(values, left[..., :rank], right[:, :rank].swapaxes(1, 2), imbalance, (d, hidden, c), random)


def zero_balanced(widths: Sequence[int], scale: float, draws: int, *, seed: int = 0) -> Layers:
    """Layers of any depth with ``W_{l+1}^T W_{l+1} = W_l W_l^T`` and ``|W_L ... W_1| = scale``.

    All layers have the same singular values, the L-th roots of those of the function, which are drawn as for
    `lambda_balanced`; their rank is the least width.
    """
    widths = _widths(widths)
    _scale(0.0, scale)
    random, rank, depth = _random(draws, seed), min(widths), len(widths) - 1
    values = np.linalg.svd(random.normal(size=(draws, widths[-1], widths[0])), compute_uv=False)[:, :rank]
    values = values * (scale / np.sqrt((values**2).sum(axis=1, keepdims=True)))
    frames = [_frames(random, draws, width, rank) for width in widths]
    roots = values[:, None, :] ** (1.0 / depth)
    return tuple((later * roots) @ earlier.swapaxes(1, 2) for earlier, later in pairwise(frames))


def funnel(wide: int, narrow: int, imbalance: float, scale: float, draws: int, *, seed: int = 0) -> Layers:
    """A lambda-balanced network that narrows: widths (wide, narrow, narrow), which allow lambda of both signs.

    Position paper, appendix G.3.
    """
    _narrows(wide, narrow)
    return lambda_balanced((wide, narrow, narrow), imbalance, scale, draws, seed=seed)


def anti_funnel(wide: int, narrow: int, imbalance: float, scale: float, draws: int, *, seed: int = 0) -> Layers:
    """A lambda-balanced network that widens: widths (narrow, narrow, wide), which allow lambda of both signs."""
    _narrows(wide, narrow)
    return lambda_balanced((narrow, narrow, wide), imbalance, scale, draws, seed=seed)


def symmetrised(weights: Sequence[Array]) -> Layers:
    """Two copies side by side, the second with minus the last layer: twice as wide, and the function is zero.

    Chizat et al. (2019), which the position paper uses for Figure 6(b).  The tangent kernel of two layers is twice that
    of one copy.  In a deeper network the blocks between the copies start at zero, and are trained like all others.
    """
    if len(weights) < 2:
        raise ValueError("got one layer; a symmetrised network needs a hidden layer to double")
    first, *middle, last = (np.asarray(w, dtype=float) for w in weights)
    doubled = [np.concatenate([first, first], axis=1)]
    for w in middle:
        zero = np.zeros_like(w)
        doubled.append(np.concatenate([np.concatenate([w, zero], 2), np.concatenate([zero, w], 2)], axis=1))
    return (*doubled, np.concatenate([last, -last], axis=2))


def _balanced(
    values: Array,
    left: Array,
    right: Array,
    imbalance: float,
    widths: tuple[int, int, int],
    random: np.random.Generator,
) -> Layers:
    """From the function's singular values (draws, r) and vectors (draws, c, r), (draws, d, r)."""
    p = widths[1]
    draws, rank = values.shape
    hidden = _frames(random, draws, p, p)
    earlier, later = np.zeros((draws, p)), np.zeros((draws, p))
    earlier[:, :rank], later[:, :rank] = entries(values, imbalance)
    (earlier if imbalance < 0 else later)[:, rank:] = np.sqrt(abs(imbalance))
    left, right = (_completed(random, frame, p if grows else rank) for frame, grows in
                   ((left, imbalance > 0), (right, imbalance < 0)))  # fmt: skip
    w1 = (hidden[..., : right.shape[2]] * earlier[:, None, : right.shape[2]]) @ right.swapaxes(1, 2)
    w2 = (left * later[:, None, : left.shape[2]]) @ hidden[..., : left.shape[2]].swapaxes(1, 2)
    return w1, w2


def _completed(random: np.random.Generator, frame: Array, count: int) -> Array:
    """Further random orthonormal columns, up to `count`."""
    if frame.shape[2] >= count:
        return frame
    more = random.normal(size=(*frame.shape[:2], count - frame.shape[2]))
    return np.concatenate([frame, np.linalg.qr(np.concatenate([frame, more], 2))[0][..., frame.shape[2] :]], axis=2)


def _frames(random: np.random.Generator, draws: int, rows: int, columns: int) -> Array:
    """Orthonormal columns, uniformly distributed; shape (draws, rows, columns)."""
    frame, triangle = np.linalg.qr(random.normal(size=(draws, rows, columns)))
    return np.asarray(frame * np.sign(np.diagonal(triangle, axis1=1, axis2=2))[:, None, :])


def _refuse(widths: Sequence[int], imbalance: float) -> None:
    sign = int(np.sign(imbalance))
    possible = possible_signs(widths)
    if sign in possible:
        return
    d, p, c = widths
    need = f"lambda > 0 needs p <= c, and {p} > {c}" if sign > 0 else f"lambda < 0 needs p <= d, and {p} > {d}"
    allowed = ", ".join({-1: "lambda < 0", 0: "lambda = 0", 1: "lambda > 0"}[s] for s in possible)
    raise ValueError(
        f"got lambda = {imbalance:g} for (d, p, c) = ({d}, {p}, {c}): {need}. These shapes allow {allowed} only"
    )


def _random(draws: int, seed: int) -> np.random.Generator:
    if draws < 1:
        raise ValueError(f"got {draws} draws; expected at least 1")
    return np.random.default_rng(seed)


def _widths(widths: Sequence[int]) -> tuple[int, ...]:
    if len(widths) < 2 or any(n != int(n) or n < 1 for n in widths):
        raise ValueError(f"got widths {tuple(widths)}; expected (n_0, ..., n_L), whole and positive")
    return tuple(int(n) for n in widths)


def _two(widths: Sequence[int]) -> tuple[int, int, int]:
    if len(widths) != 3:
        raise ValueError(f"got widths {tuple(widths)}; expected (d, p, c): input, hidden layer, output")
    d, p, c = _widths(widths)
    return d, p, c


def _narrows(wide: int, narrow: int) -> None:
    if wide <= narrow:
        raise ValueError(f"got wide = {wide} and narrow = {narrow}; expected wide > narrow")


def _scale(imbalance: float, scale: float) -> None:
    if not np.isfinite(imbalance):
        raise ValueError(f"got lambda = {imbalance}; expected a finite number")
    if not (np.isfinite(scale) and scale >= 0):
        raise ValueError(f"got the absolute scale {scale}; expected a finite number, not negative")
