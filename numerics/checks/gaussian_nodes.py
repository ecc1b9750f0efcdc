"""Means over Gaussian matrices by Gauss's three nodes for each entry: exact for words of up to five of their letters.

Nodes stand as often as they weigh, -sqrt(3) and sqrt(3) once and 0 four times, so that a mean over a matrix is a mean
over samples, as over a random vector.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.matrices.expressions.transpose import Transpose

from layerproof.language.gaussian import GaussianMatrix
from layerproof.language.matrices import ExpectMatrix, ExpectScalar, Named

LEVELS = (-math.sqrt(3), 0.0, 0.0, 0.0, 0.0, math.sqrt(3))
EXACT_TO = 2 * 3 - 1  # the degree of a polynomial of which three nodes have the mean
MOST_ENTRIES = 4


def nodes(rows: int, cols: int) -> NDArray[np.float64]:
    """Every matrix with entries from the levels, shape (1, samples, rows, cols).

    >>> X = nodes(1, 1)
    >>> bool(abs((X**4).mean() - 3) < 1e-12)
    True
    """
    return np.array(list(product(LEVELS, repeat=rows * cols))).reshape(1, -1, rows, cols)


def degree(expr: Any) -> int | None:
    """The degree in the entries of Gaussian matrices; None where it is no polynomial of them, or in two of them."""
    if len(sp.sympify(expr).atoms(GaussianMatrix)) > 1:
        return None
    return _degree(expr)


def _degree(expr: Any) -> int | None:
    if isinstance(expr, GaussianMatrix):
        return 1
    if not expr.has(GaussianMatrix):
        return 0
    if isinstance(expr, Named):
        return _degree(expr.value)
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return 0
    if isinstance(expr, (Transpose, sp.Trace)):
        return _degree(expr.arg)
    if isinstance(expr, (sp.Pow, sp.MatPow)):
        base = _degree(expr.base)
        return base * int(expr.exp) if base is not None and expr.exp.is_Integer and expr.exp > 0 else None
    if isinstance(expr, (sp.Add, sp.MatAdd, sp.Mul, sp.MatMul)):
        parts = [_degree(part) for part in expr.args]
        known = [d for d in parts if d is not None]
        if len(known) < len(parts):
            return None
        return max(known) if isinstance(expr, (sp.Add, sp.MatAdd)) else sum(known)
    return None
