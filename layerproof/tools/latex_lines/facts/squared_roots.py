r"""Roots of matrices that a line says: ``(W W^\top)^{1/2} = U D U^\top`` where ``W W^\top = (U D U^\top)^2``.

A positive semidefinite matrix whose square is A is the root of A, and A is semidefinite then. So where the one side is
a root alone and the other is seen to be semidefinite, ``P P^\top`` or ``P D P^\top`` with a D that is known to be, the
line follows from its square, whatever else is given.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from ....language.matrix_functions import PositiveSemidefinite, SquareRoot
from ..judging.questions import Question
from ..letters.setting import Setting


def squared(question: Question) -> Question | None:
    """The question whether the one side is the square of the other, of which it is said to be the root; or None."""
    for root, other in ((question.left, question.right), (question.right, question.left)):
        if question.relation == "=" and isinstance(root, SquareRoot) and _is_semidefinite(other, question.setting):
            return replace(question, left=root.arg, right=sp.MatMul(other, other))
    return None


def _is_semidefinite(value: sp.Basic, setting: Setting) -> bool:
    """Whether a product is the same from both ends, with nothing or what is known to be semidefinite in its middle."""
    if not isinstance(value, sp.MatMul):
        return False
    number, factors = value.as_coeff_matrices()
    factors = list(factors)
    while len(factors) > 1 and sp.Transpose(factors[0]).doit() == factors[-1]:
        factors = factors[1:-1]
    known = {one.matrix for one in setting.hypotheses if isinstance(one, PositiveSemidefinite)}
    middle = factors[0] if len(factors) == 1 else None
    found = middle in known or (isinstance(middle, sp.MatrixSymbol) and str(middle.name) in setting.units.not_negative)
    return bool(number.is_positive) and (not factors or found)
