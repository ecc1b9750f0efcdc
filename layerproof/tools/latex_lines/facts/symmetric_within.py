r"""What makes a matrix symmetric of which a line is given an eigenvector: ``\Sigma = \frac{1}{n} X^\top X``.

The line itself need not hold that matrix: ``v^\top w = \frac{\sigma}{\sigma + \lambda} v^\top w^*``.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ..values.at_eigenvectors import says_of_an_eigenvector
from ..values.of_one_matrix import is_symmetric
from .supports import Support


def symmetric_within(near: Sequence[Support], known: Sequence[Support]) -> list[Support]:
    """Further facts for a line: what the matrices are that stand in what it is given of eigenvectors.

    Args:
        near: what it is given.
        known: all that it may be given.
    """
    equations = [one.question for one in near if one.question.relation == "="]
    letters = {
        letter for asked in equations if says_of_an_eigenvector(asked.left, asked.right)
        for side in (asked.left, asked.right) for letter in side.atoms(sp.MatrixSymbol) if letter.shape[1] != 1
    }  # fmt: skip
    given = {id(one) for one in near}
    return [
        one for one in known
        if id(one) not in given and one.question.relation == "=" and one.question.left in letters
        and getattr(one.question.right, "is_Matrix", False)
        and is_symmetric(one.question.right, one.question.setting.hypotheses)
    ]  # fmt: skip
