"""Quantities that have a name: printed by it, and what they stand for wherever something is decided.

A paper writes ``theta`` for a sum over neurons, and ``dL_k/dT`` for a derivative that fills a line.  A claim that is
written with a `Quantity` is printed in these names, with what they stand for below; its statement has what they stand
for, so that no method ever sees a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE


class Quantity(sp.Expr):  # type: ignore[misc]
    """An expression that is printed by a name of its own; see `quantity`."""

    is_commutative = True
    precedence = PRECEDENCE["Atom"]

    def __new__(cls, name: Any, value: Any) -> Quantity:
        return sp.Basic.__new__(cls, Str(str(name)), sp.sympify(value))  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.args[0])

    @property
    def value(self) -> sp.Expr:
        """What it stands for; other quantities in it keep their names."""
        return self.args[1]

    def _eval_is_extended_real(self) -> bool | None:
        return self.value.is_extended_real  # type: ignore[no-any-return]

    def _eval_is_extended_positive(self) -> bool | None:
        return self.value.is_extended_positive  # type: ignore[no-any-return]

    def _eval_is_finite(self) -> bool | None:
        return self.value.is_finite  # type: ignore[no-any-return]

    def _eval_derivative(self, s: Any) -> Any:
        return unfolded(self.value).diff(s)

    def _sympystr(self, printer: Any) -> str:
        return self.name


def quantity(name: str, value: Any) -> Quantity:
    r"""`value`, printed as `name`; a claim says below what the name stands for.

    ``sympy.Derivative`` of a quantity is printed as it is written, and differentiated where it is decided.

    >>> from layerproof import Claim, Identity, quantity, real
    >>> x, y = real("x y")
    >>> s = quantity("s", x + y)
    >>> claim = Claim("mine/square", title="A square", statement=Identity(s**2, x**2 + 2 * x * y + y**2))
    >>> claim.lines()
    ['s**2 = x**2 + 2*x*y + y**2', 'with s = x + y']
    >>> print(claim.statement)
    (x + y)**2 = x**2 + 2*x*y + y**2
    """
    return Quantity(name, value)


def unfolded(expr: Any) -> Any:
    """`expr` with what every quantity in it stands for, and the derivatives of these worked out.

    An exponential of a quantity stays one, where SymPy would simplify that of a logarithm.
    """
    if not isinstance(expr, sp.Basic) or not expr.has(Quantity):
        return expr
    if isinstance(expr, Quantity):
        return unfolded(expr.value)
    if isinstance(expr, sp.Derivative):
        return sp.diff(unfolded(expr.expr), *expr.variables)
    parts = map(unfolded, expr.args)
    return sp.exp(*parts, evaluate=False) if isinstance(expr, sp.exp) else expr.func(*parts)


def quantities(expressions: Iterable[Any]) -> Iterator[Quantity]:
    """The quantities in some expressions, each before those that it stands for."""
    found: dict[Quantity, None] = {}

    def visit(expr: Any) -> None:
        for item in sp.preorder_traversal(expr):
            if isinstance(item, Quantity):
                found.pop(item, None)
                found[item] = None

    for expr in expressions:
        if isinstance(expr, sp.Basic) and expr.has(Quantity):
            visit(expr)
    yield from found
