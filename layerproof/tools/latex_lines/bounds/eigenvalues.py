r"""The least and the largest eigenvalue: ``\lambda_{\min}(K) \|v\|^2 \le v^\top K v \le \lambda_{\max}(K) \|v\|^2``.

For every vector v that stands in the line. The matrix is symmetric, for else its eigenvalues have no least one; where
that is not declared, it is noted as what the line takes for granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.printing import text as text_of
from ..values.of_one_matrix import is_symmetric

if TYPE_CHECKING:
    from ..judging.questions import Question

MOST_VECTORS = 6
_EXTREME = re.compile(r"\\lambda_\{\\?(?:(?:mathrm|text|operatorname)\{)?(?P<which>min|max)\}?\}")


def with_extreme_eigenvalues(question: Question) -> Question:
    """The question with what is known of the forms between the extreme eigenvalues that stand in it; or as it is."""
    functions = question.setting.names.functions
    sides = [side for side in (question.left, question.right) if isinstance(side, sp.Basic)]
    bounds: list[tuple[Any, tuple[str, ...]]] = []
    for letter in sorted(set().union(*(side.free_symbols for side in sides)), key=str):
        latex = functions.names.get(str(getattr(letter, "name", "")), "")
        which = _EXTREME.fullmatch(functions.values.get(latex, ""))
        of = functions.arguments.get(latex, ())
        if which is None or len(of) != 1 or not getattr(of[0], "is_Matrix", False) or of[0].shape[0] != of[0].shape[1]:
            continue
        sign = 1 if which["which"] == "min" else -1
        said = () if is_symmetric(of[0], question.setting.hypotheses) else (f"{text_of(of[0])} is symmetric",)
        for vector in _vectors(sides, of[0].shape[0]):
            form, square = (sp.Trace(vector.T * inside * vector) for inside in (of[0], sp.Identity(of[0].shape[0])))
            bounds.append((sign * (form - letter * square).xreplace(dict(question.put)), said))
    return replace(question, bounds=(*question.bounds, *bounds)) if bounds else question


def _vectors(sides: list[Any], rows: Any) -> list[Any]:
    """The vectors of some length in the traces of a line: letters and their sums."""
    found = (v for side in sides for trace in sorted(side.atoms(sp.Trace), key=str) for v in _inside(trace.arg, rows))
    return list(dict.fromkeys(found))[:MOST_VECTORS]


def _inside(expr: Any, rows: Any) -> Iterator[Any]:
    for part in sp.preorder_traversal(expr):
        if isinstance(part, (sp.MatAdd, sp.MatrixSymbol)) and tuple(part.shape) == (rows, 1):
            yield part
