r"""Sums over the rows of a matrix as products: with ``X matrix n x d with rows x_{i}``, ``\sum_i y_i x_i = X^\top y``.

What is declared so is the matrix of vectors that a paper writes one by one, ``\sum_{i=1}^n x_i x_i^\top = X^\top X``,
and the vector of numbers, ``\sum_i r_i^2 = r^\top r``. A sum that runs over part of the range, or of what has more than
two such factors, is left as it is. The entries of a diagonal matrix stand between, ``\sum_i \lambda_i v_i v_i^\top``,
and if none of them is 0 these of its inverse.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..files.tokens import joined, words

if TYPE_CHECKING:
    from ..letters.setting import Setting

WITH = re.compile(r"(?P<of>.+?)\s+with\s+(?P<kind>rows|columns|entries)\s+(?P<one>\S+)\s*$")
_HEAD = re.compile(
    r"\\sum_\{\s*(?P<index>\\?[A-Za-z]+)\s*"
    r"(?:=\s*1\s*\}\s*\^\s*\{(?P<upper>.+)\}|\\in\s*\[(?P<all>.+)\]\s*\})$"
)
_BARE = re.compile(r"\\sum_\{\s*(?P<index>\\?[A-Za-z]+)\s*\}$")


def as_product(expr: Any, setting: Setting) -> Any:
    """What a sum over all rows is, as a product; None if it is none."""
    if isinstance(expr, sp.Sum):
        if len(expr.limits) != 1 or expr.limits[0][1] != 1:
            return None
        return _number(expr.args[0], expr.limits[0][0], expr.limits[0][2], setting)
    kind, head, body = setting.units.bodies.get(str(getattr(expr, "name", "")), ("", "", None))
    if kind != "sum" or (ends := range_of(head, setting)) is None:
        return None
    index, count = ends
    found = (_product if getattr(body, "is_Matrix", False) else _number)(body, index, count, setting)
    if found is None:  # it hangs on the same rows
        setting.units.unsure.add(str(expr.name))
    return found


def range_of(head: str, setting: Setting) -> tuple[str, Any] | None:
    """The index of a sum that begins at 1, and where it ends; None if that is not seen."""
    found = _HEAD.match(head)
    if found is not None:
        index, upper = found["index"], found["upper"] or found["all"]
    elif (bare := _BARE.match(head)) and setting.names.ranges.get(bare["index"], ("",))[0] == "1":
        index, upper = bare["index"], setting.names.ranges[bare["index"]][1]
    else:
        return None
    with contextlib.suppress(ValueError):
        return index, setting.read(upper)
    return None


def _product(body: Any, index: Any, count: Any, setting: Setting) -> Any:
    parts = list(body.args) if isinstance(body, sp.MatMul) else [body]
    rest = [part for part in parts if getattr(part, "is_Matrix", False)]
    number = sp.Mul(*(part for part in parts if not getattr(part, "is_Matrix", False)))
    vectors = _vectors(number, index, count, setting)
    if vectors is None or not rest:
        return None
    first = _rows(rest[0], index, count, setting)
    if first is None:
        return None
    if len(rest) == 1 and len(vectors) == 1 and vectors[0].shape == (count, 1):
        return sp.MatMul(first.T, vectors[0]).doit()
    if len(rest) == 2 and len(vectors) < 2 and isinstance(rest[1], sp.Transpose):
        second = _rows(rest[1].arg, index, count, setting)
        between = [v for v in vectors if v.shape == (count, count)]
        return None if second is None or between != vectors else sp.MatMul(first.T, *between, second).doit()
    return None


def _number(body: Any, index: Any, count: Any, setting: Setting) -> Any:
    if isinstance(body, sp.Trace) and isinstance(body.arg, sp.MatMul) and len(body.arg.args) == 2:
        one, other = body.arg.args
        pair = (one.arg, other) if isinstance(one, sp.Transpose) else (one, getattr(other, "arg", None))
        rows = [_rows(part, index, count, setting) for part in pair]
        return None if None in rows else sp.Trace(sp.MatMul(rows[0].T, rows[1]))
    vectors = _vectors(body, index, count, setting)
    if vectors and {v.shape for v in vectors} == {(count, count)}:
        return sp.Trace(sp.MatMul(*vectors))
    both = vectors is not None and [v.shape for v in vectors] == [(count, 1)] * 2
    return sp.Trace(sp.MatMul(vectors[0].T, vectors[1])) if vectors and both else None


def _rows(letter: Any, index: Any, count: Any, setting: Setting) -> Any:
    """The matrix of which a letter is one row, at the index that runs."""
    base, _, own = setting.printed(str(getattr(letter, "name", ""))).rpartition("_{")
    whole = setting.rows.get(joined(words(base))) if base else None
    runs = str(index.label) if isinstance(index, sp.Idx) else index
    fits = whole is not None and own == f"{runs}}}" and whole.shape[0] == count
    return whole if fits else None


def _vectors(number: Any, index: Any, count: Any, setting: Setting) -> list[Any] | None:
    """The vectors of which a product holds entries at the index that runs; None if it holds something else."""
    found: list[Any] = []
    for factor, times in sp.sympify(number).as_powers_dict().items():
        if factor == 1:
            continue
        name = factor.func.__name__ if isinstance(factor, AppliedUndef) and len(factor.args) == 1 else ""
        whole = setting.rows.get(name) if name else None
        runs = factor.args[0] if name else None
        same = runs == index or (isinstance(runs, sp.Idx) and str(runs.label) == str(index).lstrip("\\"))
        if whole is None or not same or whole.shape[0] != count or times not in (-2, -1, 1, 2):
            return None
        if times < 0:
            if whole.shape != (count, count) or not (factor.is_nonzero or setting.presumes):
                return None
            setting.invertible.add(whole)  # none of its entries is 0, or the sum has no value
            whole = sp.Inverse(whole)
        found += [whole] * abs(int(times))
    return found
