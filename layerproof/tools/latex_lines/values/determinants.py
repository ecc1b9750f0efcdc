r"""Determinants, ``\det(A B) = \det(A) \det(B)``, of square matrices whose sizes are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....language.determinants import det
from ....language.matrices import ShapeMismatch, shape_of
from ....language.reading import CannotRead
from ..files.tokens import joined
from ..notation.sizes import ANY_SIZE
from ..notation.unit import Unit

if TYPE_CHECKING:
    from ..letters.setting import Setting


def determinant(setting: Setting, unit: Unit) -> Any:
    """The determinant that a part is; None if it is none of a square matrix of a size that is known."""
    try:
        inside = setting.read(joined(unit.inside))
        if not getattr(inside, "is_Matrix", False) or inside.has(ANY_SIZE):
            return None
        rows, columns = shape_of(inside)
        return det(inside) if rows == columns else None
    except (CannotRead, ShapeMismatch, TypeError):
        return None
