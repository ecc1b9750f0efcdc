r"""The order of symmetric matrices: ``A \succeq B`` says that ``v^\top A v \ge v^\top B v`` for every v.

It is asked as that, of a vector of which nothing is known. That the difference is symmetric is not asked.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import ShapeMismatch, shape_of
from ....language.vectors import as_number
from ..notation.sizes import same_shape, sized

if TYPE_CHECKING:
    from ..judging.lines import Question

_ORDER = re.compile(r"\\(?:succ|prec)(?:eq|curlyeq)?(?![A-Za-z])")
_VECTOR = "any~vector"
NO_ORDER = r"\succeq is read between square matrices of one size, and between numbers"


def is_order(source: str, relation: str) -> bool:
    r"""Whether a relation of a row is ``\succeq`` or the like."""
    return relation in ("<", "<=", ">", ">=") and _ORDER.search(source) is not None


def as_forms(question: Question, vector: str = _VECTOR) -> Question | None:
    """What is asked, as a bound on quadratic forms; None if its sides are no square matrices of one size.

    Args:
        question: whose relation is the order.
        vector: the name of the vector of which the forms are.
    """
    sides = [as_number(side) for side in (question.left, question.right)]
    if any(getattr(side, "is_Matrix", False) for side in sides):
        rows = _rows(*sides)
        if rows is None:
            return None
        sides = [_form(side, sp.MatrixSymbol(vector, rows, 1)) for side in sides]
    return replace(question, left=sides[0], right=sides[1], semidefinite=False)


def fact_of(question: Question, asked: Question) -> tuple[Any, str, Any]:
    """What a line states, as a fact for another: of an order of matrices, that of their forms at a vector of this."""
    plain = question.left, question.relation, question.right
    if not question.semidefinite:
        return plain
    try:
        rows = _rows(*(as_number(side) for side in (question.left, question.right)))
    except ShapeMismatch:  # of which its own line says so
        return plain
    letters = [] if asked.semidefinite else sorted(asked.left.free_symbols | asked.right.free_symbols, key=str)
    here = (str(letter.name) for letter in letters if getattr(letter, "shape", None) == (rows, 1))
    forms = as_forms(question, next(here, _VECTOR))
    return (forms.left, forms.relation, forms.right) if forms is not None else plain


def _rows(*sides: Any) -> Any:
    """The size of two square matrices, one of which may be 0; None if they are no such."""
    matrices = [side for side in sides if getattr(side, "is_Matrix", False)]
    if any(side not in matrices and side != 0 for side in sides):
        return None
    if len(matrices) == 2:
        matrices = list(same_shape(*matrices))
    shapes = {shape_of(side) for side in matrices}
    ((rows, columns), *others) = shapes or {(None, None)}
    return None if others or rows != columns else rows


def _form(side: Any, vector: Any) -> Any:
    if not getattr(side, "is_Matrix", False):
        return side
    return as_number(sp.Transpose(vector) * sized(side, (vector.shape[0],) * 2) * vector)
