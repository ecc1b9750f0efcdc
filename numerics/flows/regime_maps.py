r"""Lazy or rich, over the scales of the initialisation: how far the tangent kernel has turned when training ends.

Position paper, Figure 6: relative against absolute scale for lambda-balanced layers (a), and the imbalance of random
layers against the weight-to-target ratio (b).  White inputs, half the mean square error, as in matrix_flows.

Both maps come with a closed form.  (a) lambda is conserved, so that the start and the target fix the kernel at both
ends (balanced_solutions.kernel_blocks).  (b) From a symmetrised Gaussian start of many hidden neurons the two layers
are isotropic: ``W_2 W_2^T = u I``, ``W_1^T W_1 = v I``, ``W_2 W_1 = 0``.  In the singular bases of the target each mode
is then the scalar network of thesis chapter 6 with ``Sigma_0 = (u + v)/2`` and ``S_0 = 0``, of which (6.10) to (6.14)
make

    W_2 W_2^T = R + (u - v)/2,   W_1^T W_1 = R - (u - v)/2,   R = sqrt(((u + v)/2)^2 + rho^2)

at the end.  The kernel's eigenvalues are the sums of both over pairs of modes, u - v drops out for a square target, and
the kernel distance depends on the ratio of weights to target ``Sigma_0/rho`` alone (general-solutions/ratio-decides):
to unbalance the layers at a fixed product of standard deviations is one way of making Sigma_0 larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..formulas import Array
from .balanced_solutions import Blocks, kernel_blocks
from .initialisations import gaussian, lambda_balanced, symmetrised
from .kernel_distance import distance, factors_of, kernel_distance
from .matrix_flows import integrate_layers, train


@dataclass(frozen=True)
class RegimeMap:
    """Lazy where the distance is small.

    Attributes:
        rows: the relative scale: lambda, or sigma_2/sigma_1.
        columns: the absolute scale, or the weight-to-target ratio.
        distance: of the kernels at the start and at the end of training; shape (rows, columns, draws).
        predicted: the same by the closed form; None where there is none.
        loss: at time `moment`, relative to the one at the start; shape (rows, columns, draws).
        moment: see loss.
    """

    rows: Array
    columns: Array
    distance: Array
    predicted: Array | None
    loss: Array
    moment: float


def balanced_map(
    widths: Sequence[int],
    imbalances: ArrayLike,
    scales: ArrayLike,
    sigma_yx: ArrayLike,
    draws: int,
    *,
    moment: float = 1.0,
    seed: int = 0,
    loss: float = 1e-20,
    tolerance: float = 1e-16,
    longest: float = 1e4,
) -> RegimeMap:
    """Figure 6(a): lambda-balanced layers, lambda against the norm of the function.

    Draw k has the same function, up to its norm, in every cell.  Cost: rows x columns x draws integrations until the
    loss has fallen to `loss` of its start; the closed form, where the width is min(d, c), costs a singular value
    decomposition each.

    Args:
        widths: (d, p, c).
        imbalances: lambda of each row.
        scales: |W_2 W_1| of each column, positive.
        sigma_yx: the target, of shape (c, d).
        draws: in each cell.
        moment: when to look at the loss.
        seed: of the starts.
        loss: when training ends.
        tolerance: of the integration.
        longest: see matrix_flows.train.

    Raises:
        ValueError: for a sign of lambda that the shapes do not allow, and as integrate_layers.
    """
    rows, columns = _axis(imbalances, "imbalances"), _axis(scales, "scales")
    if (columns <= 0).any():
        raise ValueError(
            "got an absolute scale of 0; expected positive ones: from zero, zero-balanced layers never move"
        )
    starts = [lambda_balanced(widths, r, c, draws, seed=seed) for r in rows for c in columns]
    first, second = (np.concatenate(layers) for layers in zip(*starts, strict=True))
    target = np.asarray(sigma_yx, dtype=float)
    shape = (len(rows), len(columns), draws)
    turned, lost = _trained((first, second), target, moment, loss, tolerance, longest)
    predicted = None
    d, p, c = widths
    if p == min(d, c):
        lam = np.repeat(rows, len(columns) * draws)
        predicted = balanced_distance(second @ first, target, lam, p).reshape(shape)
    return RegimeMap(rows, columns, turned.reshape(shape), predicted, lost.reshape(shape), moment)


def ratio_map(
    widths: Sequence[int],
    imbalances: ArrayLike,
    ratios: ArrayLike,
    sigma_yx: ArrayLike,
    draws: int,
    *,
    moment: float = 1.0,
    seed: int = 0,
    loss: float = 1e-20,
    tolerance: float = 1e-16,
    longest: float = 1e4,
) -> RegimeMap:
    """Figure 6(b): symmetrised Gaussian layers, sigma_2/sigma_1 against the weight-to-target ratio.

    The weights stay and the target is scaled, as in the paper: ``p sigma_1 sigma_2 = 1`` throughout, with p the width
    of the hidden layer of both copies, and ``p sigma_1 sigma_2/rho`` is the weight-to-target ratio, rho being the root
    mean square of the target's singular values.  The closed form is that of infinite p; at a finite one the
    eigenvalues of W_2 W_2^T are spread about their mean, by up to ``2 sqrt(2 c/p)`` of it.

    Args:
        widths: (d, p, c); p is even.
        imbalances: sigma_2/sigma_1 of each row, positive.
        ratios: weight-to-target ratio of each column, positive.
        sigma_yx: the target up to its scale, of shape (c, d).
        draws: in each cell; draw k has the same weights, up to their scale, in every cell.
        moment: as for balanced_map.
        seed: of the starts.
        loss: as for balanced_map.
        tolerance: as for balanced_map.
        longest: as for balanced_map.

    Raises:
        ValueError: for p odd, and as integrate_layers.
    """
    d, p, c = widths
    rows, columns = _axis(imbalances, "imbalances"), _axis(ratios, "ratios")
    if p % 2:
        raise ValueError(f"got a hidden layer of {p}; expected an even number: a symmetrised layer is two copies")
    if (rows <= 0).any() or (columns <= 0).any():
        raise ValueError(
            "got a ratio that is not positive; expected positive sigma_2/sigma_1 and weight-to-target ratios"
        )
    target = np.asarray(sigma_yx, dtype=float)
    values = np.linalg.svd(target, compute_uv=False)
    target = target / np.sqrt((values**2).mean())
    standard = symmetrised(gaussian((d, p // 2, c), 1.0, draws, seed=seed))
    first, second = (np.concatenate([w * (power / np.sqrt(p)) for power in powers for _ in columns]) for w, powers in (
        (standard[0], rows**-0.5), (standard[1], rows**0.5)))  # fmt: skip
    shape = (len(rows), len(columns), draws)
    goal = (1.0 / np.tile(np.repeat(columns, draws), len(rows)))[:, None, None] * target
    turned, lost = _trained((first, second), goal, moment, loss, tolerance, longest)
    predicted = wide_distance(rows[:, None, None], 1.0 / rows[:, None, None], target / columns[:, None, None, None])
    return RegimeMap(
        rows, columns, turned.reshape(shape), np.broadcast_to(predicted, shape), lost.reshape(shape), moment
    )


def balanced_distance(start: Array, end: Array, imbalance: ArrayLike, hidden: int) -> Array:
    """The kernel distance of lambda-balanced layers between two functions of full rank, in closed form.

    Args:
        start: the function ``W_2 W_1``, of shape (..., c, d).
        end: the other one, which broadcasts against it.
        imbalance: lambda, which broadcasts against the leading shape.
        hidden: p, the rank of both functions.
    """
    first, last = np.broadcast_arrays(start, end)
    return distance(
        factors_of(kernel_blocks(first, imbalance, hidden)), factors_of(kernel_blocks(last, imbalance, hidden))
    )


def wide_distance(later: ArrayLike, earlier: ArrayLike, target: ArrayLike) -> Array:
    """The kernel distance from an isotropic start, in closed form.

    Args:
        later: u, with W_2 W_2^T = u I at the start.
        earlier: v, with W_1^T W_1 = v I at the start; W_2 W_1 = 0.
        target: Sigma_yx, of shape (..., c, d), its leading shape broadcasting against u and v.
    """
    u, v = np.broadcast_arrays(np.asarray(later, dtype=float), np.asarray(earlier, dtype=float))
    goal = np.asarray(target, dtype=float)
    lead = np.broadcast_shapes(u.shape, goal.shape[:-2])
    goal = np.broadcast_to(goal, (*lead, *goal.shape[-2:]))
    half, difference = np.broadcast_to((u + v) / 2, lead)[..., None], np.broadcast_to((u - v) / 2, lead)[..., None]
    left, values, right = np.linalg.svd(goal)
    c, d = goal.shape[-2:]
    modes = np.zeros((*lead, max(c, d)))
    modes[..., : values.shape[-1]] = values
    root = np.hypot(half, modes)
    first, second = root[..., :d] - difference, root[..., :c] + difference
    start = Blocks(goal, (half - difference)[..., None] * np.eye(d), (half + difference)[..., None] * np.eye(c))
    end = Blocks(
        goal,
        right.swapaxes(-1, -2) @ (first[..., None] * right),
        (left * second[..., None, :]) @ left.swapaxes(-1, -2),
    )
    return distance(factors_of(start), factors_of(end))


def _trained(
    layers: tuple[Array, Array], target: Array, moment: float, loss: float, tolerance: float, longest: float
) -> tuple[Array, Array]:
    """The kernel distance at the end of training, and the loss at `moment` relative to the start."""
    if not (np.isfinite(moment) and moment > 0):
        raise ValueError(f"got moment {moment}; expected a positive time")
    early = integrate_layers(layers, target, [0.0, moment], tolerance=tolerance)
    losses = early.loss()
    end = train(layers, target, loss=loss, tolerance=tolerance, longest=longest)
    return kernel_distance(layers, end.final), losses[:, 1] / losses[:, 0]


def _axis(values: ArrayLike, name: str) -> Array:
    axis = np.asarray(values, dtype=float)
    if axis.ndim != 1 or len(axis) == 0 or not np.isfinite(axis).all():
        raise ValueError(f"got {name} of shape {axis.shape}; expected a row of finite numbers")
    return axis
