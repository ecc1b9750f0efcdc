"""Networks, and slow but plain ways to the same numbers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import sympy as sp

from layerproof.tools.laws import Linear, Model, ReLU
from layerproof.tools.laws.claims import expression
from layerproof.tools.laws.layers import Layer


def linear(*widths: int) -> list[Layer]:
    """A linear network of these widths."""
    return [Linear(a, b) for a, b in itertools.pairwise(widths)]


def rectified(*widths: int, bias: bool = False) -> list[Layer]:
    """A network of these widths with rectifiers between the layers."""
    layers: list[Layer] = []
    for a, b in itertools.pairwise(widths):
        layers += [Linear(a, b, bias=bias), ReLU()]
    return layers[:-1]


def components(model: Model) -> list[sp.Expr]:
    """phi in SymPy."""
    return [expression(c, model.symbols) for c in model.parametrisation.phi.components]


def lie_dimension_by_brackets(phi: Sequence[sp.Expr], parameters: Sequence[sp.Symbol], depth: int) -> int:
    """The rank, at a random rational point, of all brackets up to a depth, as expressions."""
    theta = sp.Matrix(parameters)
    fields = [sp.Matrix([f]).jacobian(theta).T for f in phi]
    found, last = list(fields), list(fields)
    draw = random.Random(0)
    point = {p: sp.Rational(draw.randint(-40, 40), draw.randint(1, 9)) for p in parameters}
    for _ in range(depth):
        last = [(y.jacobian(theta) * x - x.jacobian(theta) * y).expand() for x in fields for y in last]
        last = [z for z in last if any(z)]
        found += last
    return int(sp.Matrix.hstack(*(z.xreplace(point) for z in found)).rank())


def conserved(law: sp.Expr, phi: Sequence[sp.Expr], parameters: Sequence[sp.Symbol]) -> bool:
    """Whether the law is conserved, by SymPy."""
    return all(sp.expand(sum(sp.diff(law, p) * sp.diff(f, p) for p in parameters)) == 0 for f in phi)
