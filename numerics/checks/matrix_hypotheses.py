"""Which draws of matrices satisfy hypotheses: equations up to rounding, inverses that are there, and definiteness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.matrices import MatrixHypothesis
from layerproof.language.matrix_functions import Invertible, PositiveDefinite, PositiveSemidefinite
from layerproof.language.matrix_numbers import AtLeast, Compared

from .matrix_values import Values, value

Pair = tuple[Any, Any]
CLEAR = 1e-6  # of the largest eigenvalue or singular value: what is smaller may be 0 at a matrix nearby


def satisfied(
    hypotheses: Sequence[MatrixHypothesis], at: Values, sizes: Mapping[sp.Symbol, int], close: float
) -> NDArray[np.bool_]:
    """Which draws satisfy the hypotheses, shape (draws,).

    Args:
        close: by how much an equation may fail, and, beside the largest, an eigenvalue of what is semidefinite.
    """
    count = max((len(stack) for stack in at.values()), default=1)
    good = np.ones(count, dtype=bool)
    for h in hypotheses:
        good &= _spectrum_allows(h, at, sizes, close)
    equations = [pair for h in hypotheses if not isinstance(h, Invertible) for pair in h.equations()]
    return np.asarray(good & (residual_size(equations, at, sizes) < close))


def residual_size(equations: Sequence[Pair], at: Values, sizes: Mapping[sp.Symbol, int]) -> NDArray[np.float64]:
    """The largest entry by which the equations fail, shape (draws,); where an inverse is not there they all do."""
    worst: Any = 0.0
    for left, right in equations:
        try:
            gap = np.abs(value(left, at, sizes) - value(right, at, sizes))
        except np.linalg.LinAlgError:
            return np.full(max(len(stack) for stack in at.values()), np.inf)
        worst = np.maximum(worst, gap.max(axis=(1, 2, 3)))
    return np.asarray(worst)


def _spectrum_allows(h: MatrixHypothesis, at: Values, sizes: Mapping[sp.Symbol, int], close: float) -> Any:
    """Whether eigenvalues, or singular values, are as a hypothesis says; definite and invertible only if clearly so.

    And whether a number made of traces is above another, or apart from it: clearly, too.
    """
    if isinstance(h, Compared):
        return _compared(h, at, sizes, close)
    if not isinstance(h, (PositiveSemidefinite, Invertible)):
        return True
    try:
        stack = value(h.matrix, at, sizes)
    except np.linalg.LinAlgError:
        return False
    finite = np.asarray(np.isfinite(stack).all(axis=(1, 2, 3)))
    stack = np.where(finite[:, None, None, None], stack, 0.0)
    if isinstance(h, Invertible):
        sizes_of = np.linalg.svd(stack, compute_uv=False)
        return finite & (sizes_of.min(axis=(1, 2)) > CLEAR * sizes_of.max(axis=(1, 2)))
    spectrum = np.linalg.eigvalsh((stack + np.swapaxes(stack, -1, -2)) / 2)
    least, largest = spectrum.min(axis=(1, 2)), np.abs(spectrum).max(axis=(1, 2))
    return finite & (least > CLEAR * largest if isinstance(h, PositiveDefinite) else least >= -close * largest)


def _compared(h: Compared, at: Values, sizes: Mapping[sp.Symbol, int], close: float) -> Any:
    try:
        first, second = (value(side, at, sizes) for side in (h.matrix, h.other))
    except np.linalg.LinAlgError:
        return False
    gap = np.asarray(first - second)
    scale = np.abs(first) + np.abs(second)
    with np.errstate(invalid="ignore"):
        good = gap >= -close * scale if isinstance(h, AtLeast) else h.holds(gap) & (np.abs(gap) > CLEAR * scale)
    return good.all(axis=(1, 2, 3))
