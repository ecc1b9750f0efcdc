"""Matrix expressions as numbers: letters are stacks of matrices, random vectors are samples, and E is their mean.

Every value has shape (draws, samples, rows, columns), where a letter that is not random has one sample; a scalar is 1
x 1. Complex numbers pass through (a transpose does not conjugate), so that derivatives can be taken by complex steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.matrices.expressions.transpose import Transpose

from layerproof.derivations.kernel.matrices import ExpectMatrix, ExpectScalar, MatrixFlow, Named, Velocity

Stack = NDArray[Any]
Values = Mapping[Any, Stack]
STEP = 1e-30


class CannotEvaluateMatrix(ValueError):
    """A node that has no value here."""


def value(expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values | None = None) -> Stack:
    """The value of a matrix or scalar expression.

    Args:
        at: the value of each letter and each scalar symbol.
        sizes: the value of each size symbol.
        velocities: the velocity of each letter that moves, if `Velocity` occurs.

    Raises:
        CannotEvaluateMatrix: for a node of an unknown kind.
    """

    def go(node: Any) -> Stack:
        return value(node, at, sizes, velocities)

    if expr in at:
        return at[expr]
    if expr in sizes:
        return np.full((1, 1, 1, 1), float(sizes[expr]))
    if isinstance(expr, Transpose):
        return np.swapaxes(go(expr.arg), -1, -2)
    if isinstance(expr, Named):
        return go(expr.value)
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return np.asarray(go(expr.args[0]).mean(axis=1, keepdims=True))
    if isinstance(expr, sp.Trace):
        return np.asarray(np.trace(go(expr.arg), axis1=-2, axis2=-1)[..., None, None])
    if isinstance(expr, sp.Identity):
        return np.eye(_count(expr.shape[0], sizes))[None, None]
    if isinstance(expr, sp.ZeroMatrix):
        return np.zeros((1, 1, _count(expr.shape[0], sizes), _count(expr.shape[1], sizes)))
    if isinstance(expr, Velocity):
        return _derivative(expr.args[0], at, sizes, velocities)
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        return _joined([go(a) for a in expr.args], np.add)
    if isinstance(expr, sp.MatMul):
        scalars = [go(a) for a in expr.args if not isinstance(a, sp.MatrixExpr)]
        return _joined(
            [_joined([go(a) for a in expr.args if isinstance(a, sp.MatrixExpr)], np.matmul), *scalars], np.multiply
        )
    if isinstance(expr, sp.Mul):
        return _joined([go(a) for a in expr.args], np.multiply)
    if isinstance(expr, sp.Inverse):
        return np.asarray(np.linalg.inv(go(expr.arg)))
    if isinstance(expr, sp.MatPow) and expr.exp.is_Integer:
        return np.asarray(np.linalg.matrix_power(go(expr.base), int(expr.exp)))
    if isinstance(expr, sp.Pow):
        return np.asarray(go(expr.base) ** go(expr.exp))
    if expr.is_number:
        return np.full((1, 1, 1, 1), float(expr))
    raise CannotEvaluateMatrix(f"{type(expr).__name__} has no numeric value here: {expr}")


def bound(
    expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values | None = None
) -> NDArray[np.float64]:
    """The scale of rounding: a bound on the norm of `expr` and of everything that may cancel in it.

    The result has shape (draws, samples).
    """

    def go(node: Any) -> NDArray[np.float64]:
        return bound(node, at, sizes, velocities)

    if isinstance(expr, Transpose):
        return go(expr.arg)
    if isinstance(expr, Named):
        return go(expr.value)
    if isinstance(expr, (ExpectMatrix, ExpectScalar)):
        return np.asarray(go(expr.args[0]).mean(axis=1, keepdims=True))
    if isinstance(expr, sp.Trace):
        return go(expr.arg)
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        return _joined([go(a) for a in expr.args], np.add)
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        return _joined([go(a) for a in expr.args], np.multiply)
    return np.asarray(np.linalg.norm(value(expr, at, sizes, velocities), axis=(-2, -1)))


def _joined(parts: Sequence[Stack], join: Any) -> Stack:
    found = parts[0]
    for part in parts[1:]:
        found = join(found, part)
    return np.asarray(found)


def _count(size: Any, sizes: Mapping[sp.Symbol, int]) -> int:
    return int(sp.sympify(size).xreplace({s: sp.Integer(n) for s, n in sizes.items()}))


def _derivative(expr: Any, at: Values, sizes: Mapping[sp.Symbol, int], velocities: Values | None) -> Stack:
    """``d(expr)/dt`` by a complex step along the velocities."""
    if velocities is None:
        raise CannotEvaluateMatrix(f"the velocity of {expr} is known only along a flow")
    moved = {
        letter: stack + 1j * STEP * velocities[letter] if letter in velocities else stack
        for letter, stack in at.items()
    }
    return np.asarray(np.imag(value(expr, moved, sizes)) / STEP)


def downhill(flow: MatrixFlow, at: Values, sizes: Mapping[sp.Symbol, int]) -> dict[Any, Stack]:
    """Minus the gradient of the flow's loss, entry by entry by complex steps: a route of its own to the velocities."""
    found = {}
    for letter in flow.parameters:
        rows, columns = at[letter].shape[-2:]
        slopes = np.zeros(at[letter].shape)
        for i in range(rows):
            for j in range(columns):
                moved = at[letter].astype(complex)
                moved[..., i, j] += 1j * STEP
                slopes[..., i, j] = -np.imag(value(flow.loss, {**at, letter: moved}, sizes))[..., 0, 0] / STEP
        found[letter] = slopes
    return found
