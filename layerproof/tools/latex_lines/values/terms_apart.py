"""The numbers in products of matrices, and the rest of these.

SymPy's ``as_coeff_mmul`` sees none in ``((1 - a) A B)`` as its ``expand`` leaves it, a product of one product.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp


def numbers_apart(term: Any) -> tuple[Any, Any]:
    """The numbers in a product of matrices, in the products inside of it too, and the rest of it."""
    if not isinstance(term, sp.MatMul):
        return sp.Integer(1), term
    numbers: list[Any] = []
    matrices: list[Any] = []
    for factor in term.args:
        if not getattr(factor, "is_Matrix", False):
            numbers.append(factor)
            continue
        number, rest = numbers_apart(factor)
        numbers.append(number)
        matrices += rest.args if isinstance(rest, sp.MatMul) else [rest]
    return sp.Mul(*numbers), matrices[0] if len(matrices) == 1 else sp.MatMul(*matrices)


def terms_apart(matrix: Any) -> Iterator[tuple[Any, Any]]:
    """The terms of a sum of products of matrices, multiplied out: the numbers in each, and the rest of it."""
    whole = sp.expand(matrix)
    yield from map(numbers_apart, whole.args if isinstance(whole, sp.MatAdd) else (whole,))
