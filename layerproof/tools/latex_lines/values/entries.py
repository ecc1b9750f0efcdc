r"""Entries of matrices and vectors: ``x_i``, ``A_{ij}``, ``(A x)_i``; and lines that speak of both, in coordinates.

``\|x\|^2 = \sum_i x_i^2`` is a line about numbers, once its matrices are written as what their entries are: a product
is a sum, a trace is one, a transpose exchanges two indices.  An entry is read only at declared indices, or bound ones,
that run over the size in question: of a vector x with d entries, ``x_i`` with i up to n is one sample of many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.hadamard import HadamardProduct
from sympy.matrices.expressions.special import OneMatrix
from sympy.matrices.expressions.transpose import Transpose

from ....language.matrices import Named
from ....language.symbols import fresh_index

if TYPE_CHECKING:
    from ..letters.setting import Setting

Functions = Mapping[sp.MatrixSymbol, Any]
"""Of each matrix, the function of its indices."""


class NotInCoordinates(ValueError):
    """A formula that is not written by entries here; the message says what stands in the way."""


def sizes_of(matrix: Any) -> list[Any]:
    """The sizes that an index runs over: of a vector its length alone."""
    return [size for size in matrix.shape if size != 1]


def made(matrix: sp.MatrixSymbol, internal: str) -> Any:
    """An entry of a matrix, at indices of its own, whose names are none that a paper has."""
    labels = [sp.Idx(sp.Symbol(f"entryindex_{k}", integer=True), (1, n)) for k, n in enumerate(sizes_of(matrix))]
    return sp.Function(internal, real=True)(*labels)


def misplaced(matrix: Any, indices: Sequence[Any]) -> str:
    """Why there is no entry of a matrix at these indices; empty if there is one."""
    sizes = sizes_of(matrix)
    if len(indices) != len(sizes):
        return f"{len(indices)} of {len(sizes)} indices of a matrix of {matrix.shape[0]} x {matrix.shape[1]}"
    for index, size in zip(indices, sizes, strict=True):
        if not isinstance(index, sp.Idx):
            return f"the index {index}; expected one that runs from 1 to {size}"
        if (index.lower, index.upper) != (1, size):
            return f"the index {index.name} runs from {index.lower} to {index.upper}, and there are {size} entries"
    return ""


def entries_in(expr: Any, functions: Functions) -> bool:
    """Whether an entry of a matrix stands in an expression."""
    known = set(functions.values())
    return isinstance(expr, sp.Basic) and any(entry.func in known for entry in expr.atoms(AppliedUndef))


def at(expr: Any, indices: Sequence[Any], functions: Functions) -> Any:
    """The entry of a matrix expression at some indices, one for each size that is not 1.

    Raises:
        NotInCoordinates: if its entries are not known.
    """
    rest = list(indices)
    row, column = (sp.S.One if size == 1 else rest.pop(0) for size in expr.shape)
    return _entry(expr, row, column, functions)


def in_coordinates(expr: Any, functions: Functions) -> Any:
    """A number with its traces and inner products as sums over entries.

    Raises:
        NotInCoordinates: of a matrix, or of what has no entries that are known.
    """
    if getattr(expr, "is_Matrix", False):
        if tuple(expr.shape) != (1, 1):
            raise NotInCoordinates("a matrix on one side, and entries of matrices on the other")
        return _entry(expr, sp.S.One, sp.S.One, functions)
    if isinstance(expr, sp.Trace):
        return _summed(expr.arg.shape[0], lambda k: _entry(expr.arg, k, k, functions))
    if not isinstance(expr, sp.Basic) or not expr.args or not expr.has(sp.MatrixExpr):
        return expr
    if isinstance(expr, sp.Determinant) or not isinstance(expr, sp.Expr | sp.logic.boolalg.Boolean):
        raise NotInCoordinates(f"{expr.func.__name__} is not written by entries")
    return expr.func(*(in_coordinates(part, functions) for part in expr.args))


def _summed(size: Any, term: Any) -> Any:
    if size == 1:
        return term(sp.S.One)
    index = fresh_index(sp.Idx("k"), sp.S.One, size)
    return sp.Sum(term(index), (index, sp.S.One, size))


def _entry(expr: Any, row: Any, column: Any, functions: Functions) -> Any:
    match expr:
        case Named():
            return _entry(expr.value, row, column, functions)
        case sp.MatrixSymbol() if expr in functions:
            return functions[expr](*(k for k, n in zip((row, column), expr.shape, strict=True) if n != 1))
        case sp.Identity():
            return sp.KroneckerDelta(row, column)
        case sp.ZeroMatrix():
            return sp.S.Zero
        case OneMatrix():
            return sp.S.One
        case Transpose():
            return _entry(expr.arg, column, row, functions)
        case sp.MatAdd():
            return sp.Add(*(_entry(part, row, column, functions) for part in expr.args))
        case HadamardProduct():
            return sp.Mul(*(_entry(part, row, column, functions) for part in expr.args))
        case sp.MatPow() if expr.exp.is_Integer and 1 <= expr.exp <= 4:
            return _product([expr.base] * int(expr.exp), row, column, functions)
        case sp.MatMul():
            numbers = [part for part in expr.args if not getattr(part, "is_Matrix", False)]
            factors = [part for part in expr.args if getattr(part, "is_Matrix", False)]
            known = [in_coordinates(number, functions) for number in numbers]
            return sp.Mul(*known, _product(factors, row, column, functions))
    raise NotInCoordinates(f"the entries of {expr} are not known")


def _product(factors: Sequence[Any], row: Any, column: Any, functions: Functions) -> Any:
    first, *others = factors
    if not others:
        return _entry(first, row, column, functions)
    return _summed(first.shape[1], lambda k: _entry(first, row, k, functions) * _product(others, k, column, functions))


def owners(setting: Setting) -> dict[Any, Any]:
    """Of each such function, its matrix."""
    return {entry.func: matrix for matrix, entry in setting.entries.values()}


def known_to(setting: Setting) -> Functions:
    """Of each matrix whose entries are read there, their function."""
    return {matrix: entry.func for matrix, entry in setting.entries.values()}
