"""Random matrices whose entries are independent standard normal variables; a mean of words in them is a number."""

from __future__ import annotations

from typing import Any

import sympy as sp


class GaussianMatrix(sp.MatrixSymbol):  # type: ignore[misc]
    """A random matrix with independent standard normal entries, independent of all others; it stands in means only."""

    def __new__(cls, name: Any, rows: Any, cols: Any) -> GaussianMatrix:
        return super().__new__(cls, name, rows, cols)  # type: ignore[no-any-return]


def gaussian_matrix(name: str, rows: Any, cols: Any) -> GaussianMatrix:
    """A random matrix with independent standard normal entries; samples of covariance ``C C^T`` are ``X C^T``.

    >>> from layerproof import Expect, natural
    >>> n, p = natural("n p")
    >>> X = gaussian_matrix("X", n, p)
    >>> print(Expect(X.T * X))
    E[X.T*X]
    """
    return GaussianMatrix(name, rows, cols)
