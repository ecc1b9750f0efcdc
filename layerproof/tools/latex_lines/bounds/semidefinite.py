r"""The order of symmetric matrices: ``A \succeq B`` says that ``v^\top A v \ge v^\top B v`` for every v.

It is asked as that, of a vector of which nothing is known. That the difference is symmetric is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import ShapeMismatch, shape_of
from ....language.vectors import as_number
from ..notation.sizes import same_shape, sized

if TYPE_CHECKING:
    from ..judging.questions import Question

_ORDER = re.compile(r"\\(?:succ|prec)(?:eq|curlyeq)?(?![A-Za-z])")
_VECTOR = "any~vector"
NO_ORDER = r"\succeq is read between square matrices of one size, and between numbers"


def is_order(source: str, relation: str) -> bool:
    r"""Whether a relation of a row is ``\succeq`` or the like."""
    return relation in ("<", "<=", ">", ">=") and _ORDER.search(source) is not None


def as_forms(question: Question, vector: Any = _VECTOR) -> Question | None:
    """What is asked, as a bound on quadratic forms; None if its sides are no square matrices of one size.

    Args:
        question: whose relation is the order.
        vector: of which the forms are, or the name of one.
    """
    sides = [as_number(side) for side in (question.left, question.right)]
    if any(getattr(side, "is_Matrix", False) for side in sides):
        rows = _rows(*sides)
        if rows is None:
            return None
        at = sp.MatrixSymbol(vector, rows, 1) if isinstance(vector, str) else vector
        sides = [_form(side, at) for side in sides]
    return replace(question, left=sides[0], right=sides[1], semidefinite=False)


MOST_VECTORS = 4
"""At which an order that is stated is taken for a line."""


def facts_of(question: Question, asked: Question) -> list[tuple[Any, str, Any]]:
    """What a line states, as facts for another: of an order of matrices, those of their forms at vectors of this."""
    plain = question.left, question.relation, question.right
    if not question.semidefinite:
        return [plain]
    try:
        rows = _rows(*(as_number(side) for side in (question.left, question.right)))
    except ShapeMismatch:  # of which its own line says so
        return [plain]
    vectors = [] if asked.semidefinite or rows is None else vectors_in((asked.left, asked.right), rows)
    made = [as_forms(question, vector) for vector in (vectors or [_VECTOR])[:MOST_VECTORS]]
    return [(one.left, one.relation, one.right) if one is not None else plain for one in made]


def vectors_in(sides: Iterable[Any], rows: Any) -> list[Any]:
    """The vectors of some length in the sides of a line, its sums first, and then its letters."""
    parts = [part for side in sides if isinstance(side, sp.Basic) for part in sp.preorder_traversal(side)]
    whole = [part for part in parts if isinstance(part, sp.MatAdd) and tuple(part.shape) == (rows, 1)]
    letters = {part for part in parts if isinstance(part, sp.MatrixSymbol) and tuple(part.shape) == (rows, 1)}
    return list(dict.fromkeys([*whole, *sorted(letters, key=str)]))


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
