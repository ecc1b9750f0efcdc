"""What stands in print around an expression, as expressions of their own, so that all that is printed can be read back.

None of these is ever evaluated.
"""

from __future__ import annotations

from typing import Any

import sympy as sp


class _Mark(sp.Expr):  # type: ignore[misc]
    is_commutative = True

    def __new__(cls, *args: Any) -> _Mark:
        return sp.Basic.__new__(cls, *map(sp.sympify, args))  # type: ignore[no-any-return]


class Remainder(_Mark):
    """``O(x)``."""


class FromAbove(_Mark):
    """``x^+``: where a variable tends to from above."""


class FromBelow(_Mark):
    """``x^-``: where a variable tends to from below."""


class Mean(_Mark):
    """``E_{x, y}[f]``: of the first argument, over the others."""


class AtTime(_Mark):
    """``f|_{t = 0}``: the first argument, where the second has the value of the third."""


class Slope(_Mark):
    """``df/dt``: of the first argument, by the second."""


class Gradient(sp.MatrixExpr):  # type: ignore[misc]
    """The derivative of a number by a matrix, of the shape of that."""

    def __new__(cls, of: Any, by: Any) -> Gradient:
        return sp.Basic.__new__(cls, sp.sympify(of), by)  # type: ignore[no-any-return]

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.args[1].shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **_: Any) -> sp.Expr:
        raise NotImplementedError("the entries of a derivative by a matrix are not known one by one")
