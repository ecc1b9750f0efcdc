r"""Quadratic forms of vectors: ``|u + v|^2 <= 2 |u|^2 + 2 |v|^2``, ``2 u^\top v <= c |u|^2 + |v|^2 / c``.

The sum of ``c_{ij} v_i^\top v_j`` is the trace of the matrix C times that of all the products, which has no negative
eigenvalue, whatever the vectors are; so it is not negative if C has none. That is so if every pivot of C is not
negative, and what stands beside one that is 0 is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from ..values.norms import apart

MOST_VECTORS = 6


def is_quadratic(gap: Any, holds: Callable[[Any], bool]) -> bool:
    """Whether a sum of inner products of vectors, and of a number, is seen to be a form that is not negative.

    Args:
        gap: an expression.
        holds: whether a number is known not to be negative.
    """
    if not getattr(gap, "has", None) or not gap.has(sp.Trace):
        return False
    found = _coefficients(gap)
    if found is None:
        return False
    form, rest = found
    return (rest == 0 or holds(rest)) and has_pivots(form, holds)


def _coefficients(gap: Any) -> tuple[sp.Matrix, Any] | None:
    """The symmetric matrix of the inner products, and what is left of the sum; None if there is more in it."""
    entries: dict[tuple[Any, Any], Any] = {}
    rest = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(apart(gap))):
        if not term.has(sp.Trace):
            rest += term
            continue
        traces = [factor for factor in sp.Mul.make_args(term) if factor.has(sp.Trace)]
        pair = _vectors(traces[0]) if len(traces) == 1 else None
        if pair is None:
            return None
        entries[pair] = entries.get(pair, sp.Integer(0)) + term / traces[0]
    vectors = sorted({v for pair in entries for v in pair}, key=str)
    if len(vectors) > MOST_VECTORS or len({v.shape for v in vectors}) > 1:
        return None
    form = sp.zeros(len(vectors))
    for (one, other), number in entries.items():
        j, k = vectors.index(one), vectors.index(other)
        form[j, k] += number / 2
        form[k, j] += number / 2
    return form, rest


def _vectors(trace: Any) -> tuple[Any, Any] | None:
    """The two vectors of which a trace is the inner product."""
    factors = list(trace.args[0].args) if isinstance(trace, sp.Trace) and isinstance(trace.args[0], sp.MatMul) else []
    bare = [f.args[0] if isinstance(f, sp.Transpose) else f for f in factors]
    if len(bare) != 2 or isinstance(factors[0], sp.Transpose) is isinstance(factors[1], sp.Transpose):
        return None
    if any(not isinstance(v, sp.MatrixSymbol) or v.shape[1] != 1 for v in bare) or bare[0].shape != bare[1].shape:
        return None
    one, other = sorted(bare, key=str)
    return one, other


def has_pivots(form: sp.Matrix, holds: Callable[[Any], bool]) -> bool:
    """Whether elimination shows that a symmetric matrix has no negative eigenvalue."""
    while form.rows:
        form = form.applyfunc(sp.cancel)
        pivot = form[0, 0]
        below = form[1:, 0]
        if pivot == 0:
            if any(entry != 0 for entry in below):
                return False
            form = form[1:, 1:]
            continue
        if not holds(pivot) or not (pivot.is_nonzero or below.is_zero_matrix):
            return False
        form = form[1:, 1:] - below * below.T / pivot
    return True
