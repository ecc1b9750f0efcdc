r"""The order of symmetric matrices: ``A \succeq B`` says that ``v^\top A v \ge v^\top B v`` for every v.

It is asked as that, of a vector of which nothing is known, but that it is not 0 where the order is strict. That the
difference is symmetric is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
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
        if question.relation in STRICT:
            question = replace(question, conditions=(*question.conditions, as_number(at.T * at) > 0))
    return replace(question, left=sides[0], right=sides[1], semidefinite=False)


STRICT = {"<": "<=", ">": ">="}
MOST_VECTORS = 4
"""At which an order that is stated is taken for a line."""


def facts_of(question: Question, asked: Question) -> list[tuple[Any, str, Any]]:
    """What a line states, as facts for another: of an order of matrices, those of their forms at vectors of this."""
    plain = question.left, question.relation, question.right
    if not question.semidefinite:
        return [plain]
    try:
        rows = _rows(*(as_number(side) for side in (question.left, question.right)))
        forms = (as_forms(asked) or asked) if asked.semidefinite else asked
    except ShapeMismatch:  # of which its own line says so
        return [plain]
    vectors = [] if rows is None else vectors_in((forms.left, forms.right), rows, _letters(question))
    found: list[tuple[Any, str, Any]] = []
    for vector in (vectors or [_VECTOR])[:MOST_VECTORS]:
        if (one := as_forms(question, vector)) is None:
            return [plain]
        may_be_0 = str(getattr(vector, "name", vector)) != _VECTOR
        relation = STRICT.get(one.relation, one.relation) if may_be_0 else one.relation
        found.append((one.left, relation, one.right))
    return found


def vectors_in(sides: Iterable[Any], rows: Any, beside: Container[Any] = ()) -> list[Any]:
    """The vectors of some length in the sides of a line: its sums, its letters, and products behind some letters."""
    parts = [part for side in sides if isinstance(side, sp.Basic) for part in sp.preorder_traversal(side)]
    whole = [part for part in parts if isinstance(part, sp.MatAdd) and tuple(part.shape) == (rows, 1)]
    letters = {part for part in parts if isinstance(part, sp.MatrixSymbol) and tuple(part.shape) == (rows, 1)}
    products = {one for part in parts if isinstance(part, sp.MatMul) for one in _products(part, rows, beside)}
    return list(dict.fromkeys([*whole, *sorted(letters, key=str), *sorted(products, key=str)]))


def _products(product: Any, rows: Any, beside: Container[Any]) -> Iterator[Any]:
    """The vectors of some length that end in a letter within a product: ``W^T v`` behind S in ``v^T W S W^T v``."""
    factors = [factor for factor in product.args if getattr(factor, "is_Matrix", False)]
    for end, factor in enumerate(factors):
        if isinstance(factor, sp.MatrixSymbol) and factor.shape[1] == 1:
            for start in range(1, end):
                one = sp.MatMul(*factors[start : end + 1])
                if tuple(one.shape) == (rows, 1) and factors[start - 1] in beside:
                    yield one


def _letters(question: Question) -> set[Any]:
    """The matrices of an order, and their transposes."""
    sides = [side for side in (question.left, question.right) if isinstance(side, sp.Basic)]
    letters = {letter for side in sides for letter in side.atoms(sp.MatrixSymbol)}
    return letters | {sp.Transpose(letter) for letter in letters}


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
