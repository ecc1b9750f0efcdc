r"""What follows of matrices from equations that are given: ``\Sigma = \frac{1}{n} X^\top X`` is symmetric, and more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.matrices import Symmetric
from .at_eigenvectors import at_eigenvectors, equations
from .of_one_matrix import is_symmetric

if TYPE_CHECKING:
    from ..letters.setting import Setting


def known_of_given(setting: Setting, given: Sequence[Any], *sides: Any) -> list[Any]:
    """That letters are symmetric, and what functions of matrices are at eigenvectors.

    Args:
        setting: says which letters are functions of matrices.
        given: hypotheses and facts.
        sides: of a relation.
    """
    letters = {
        one for one, other in equations(given)
        if isinstance(one, sp.MatrixSymbol) and one.shape[0] == one.shape[1] and one.shape[0] != 1
        and not is_symmetric(one, given) and getattr(other, "is_Matrix", False) and is_symmetric(other, given)
    }  # fmt: skip
    found: list[Any] = [Symmetric(letter) for letter in sorted(letters, key=str)]
    return [*found, *at_eigenvectors(setting, [*given, *found], *sides)]
