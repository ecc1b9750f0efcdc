"""From a symmetry to its law, and why some symmetries have none.

Let a one-parameter group act on the parameters with the generator ``theta -> M theta + v``, and leave phi as it is:
``<grad phi_k, M theta + v> = 0`` for every k.  Every velocity of a gradient flow is a combination of the grad phi_k, so
that it is orthogonal to ``M theta + v``.  If M is symmetric this is the gradient of ``h = theta^T M theta / 2 + v^T
theta``, which is then conserved.  If M is antisymmetric (rotations), ``theta^T M theta`` is zero whatever theta is, and
says nothing.  Otherwise the symmetric part of M must leave phi as it is by itself: else there is no law.

Conversely each law of degree two is one of these: half its Hessian generates a symmetry.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.arguments import refuse_text
from ...language.claims import Claim, Question
from ...language.statements import Conserved, Identity
from .claims import EVERY_LOSS, any_loss, expression, multipliers, parameters, states_claims
from .parametrisation import Model, polynomial_in
from .polynomials import Polynomial, total

Matrix = dict[tuple[int, int], Fraction]


class Symmetry:
    """A linear or affine one-parameter group that is thought to leave a parametrisation as it is.

    Args:
        model: the parametrisation.
        generator: what the group adds to each parameter to first order.  For a parameter, by its symbol or name: an
            expression of degree at most one in the parameters.  For a weight, by its name: a pair ``(left, right)`` of
            matrices, meaning ``left W + W right``; None is zero.
        name: a word for it.

    Raises:
        ValueError: if a parameter is unknown, a size does not fit, or the generator is not linear.

    >>> from sympy.abc import a, b
    >>> Symmetry(Model("product", parameters=[a, b], phi=[a * b]), {a: a, b: -b}).kind
    'symmetric'
    """

    def __init__(self, model: Model, generator: Mapping[Any, Any], *, name: str = "symmetry") -> None:
        if not isinstance(model, Model):
            raise ValueError(f"got {model!r}; expected a Model")
        self.model, self.name = model, name
        self.field: dict[int, Polynomial] = {}
        weights = {w.name: (w, start) for w, start in model.parametrisation.weights}
        for key, value in generator.items():
            if str(key) in weights and isinstance(value, (tuple, list)):
                self.field |= _multiplied(*weights[str(key)], *value)
            else:
                self.field[model.symbol(key)] = _affine(value, model)
        self.field = {v: p for v, p in self.field.items() if p}
        if not self.field:
            raise ValueError("got a generator that is zero")
        model.symmetries.append(self)

    @property
    def matrix(self) -> Matrix:
        """The entries of M that are not zero."""
        return {(row, m[0]): c for row, p in self.field.items() for m, c in p.terms.items() if m}

    @property
    def kind(self) -> str:
        """``symmetric``, ``antisymmetric`` or ``neither``, of M; a translation alone is symmetric."""
        matrix = self.matrix
        if all(matrix.get((j, i), 0) == c for (i, j), c in matrix.items()):
            return "symmetric"
        shifts = any(not m for p in self.field.values() for m in p.terms)
        if not shifts and all(matrix.get((j, i), 0) == -c for (i, j), c in matrix.items()):
            return "antisymmetric"
        return "neither"

    @property
    def holds(self) -> bool:
        """Whether the group leaves phi as it is, by exact arithmetic."""
        return not self.model.parametrisation.phi.slopes_along(self.field)

    @property
    def quantity(self) -> Polynomial:
        """``theta^T M theta + 2 v^T theta``."""
        moved = [p * Polynomial.variable(v) for v, p in self.field.items()]
        shifts = [Polynomial.variable(v).scaled(p.terms[()]) for v, p in self.field.items() if () in p.terms]
        return total([*moved, *shifts])

    def claims(self) -> list[Claim]:
        """That phi is invariant, and, if it is, what follows from it: the law, or why there is none.

        Empty if the flow of the model is too long to be written out.
        """
        model = self.model
        if not states_claims(model):
            return []
        theta, phi = parameters(model), model.parametrisation.phi
        along = phi.slopes_along(self.field)
        factors = multipliers(model)
        written = sp.Add(
            *(
                factors[k]
                * sp.Add(*(sp.diff(component, theta[v]) * expression(p, theta) for v, p in self.field.items()))
                for k, component in ((k, expression(c, theta)) for k, c in enumerate(phi.components))
            )
        )
        slug = "".join(c if c.isalnum() else "-" for c in self.name.lower()).strip("-") or "symmetry"
        subject = f"laws/{model.slug}/{slug}"
        invariant = Question(  # SymPy may see at once that the sum is zero
            f"{subject}-invariance",
            title=f"{model.name}: {self.name} leaves every phi_k as it is",
            statement=Identity(written, sp.Integer(0)),
            note="The derivative of sum_k g_k phi_k along the generator, for any g_k: it is zero at every point, so "
            "that phi is constant along the group.",
        )
        if along:
            return [invariant]
        quantity = expression(self.quantity, theta)
        if self.kind == "antisymmetric":
            consequence: Claim = Question(
                f"{subject}-law",
                title=f"{model.name}: {self.name} has an antisymmetric generator, and its quantity is always zero",
                statement=Identity(quantity, sp.Integer(0)),
                uses=[invariant],
                note="theta^T M theta = 0 for every theta where M is antisymmetric: rotations have no law.",
            )
        elif phi.conserves(self.quantity):
            consequence = Claim(
                f"{subject}-law",
                title=f"{model.name}: the law of {self.name}",
                statement=Conserved(quantity, any_loss(model)),
                uses=[invariant],
                note=f"theta^T M theta + 2 v^T theta for the generator theta -> M theta + v. {EVERY_LOSS}",
            )
        else:
            consequence = Claim(
                f"{subject}-no-law",
                title=f"{model.name}: {self.name} has no law, as the symmetric part of its generator is no symmetry",
                statement=Conserved(quantity, any_loss(model)),
                expected="REFUTED",
                note="The gradient of theta^T M theta is (M + M^T) theta, which would have to be orthogonal to every "
                "grad phi_k. M theta is, by the symmetry; M^T theta is not.",
            )
        return [invariant, consequence]


def _affine(value: Any, model: Model) -> Polynomial:
    refuse_text("a generator", value)
    expr = sp.sympify(value)
    named = {s: model.symbols[model.symbol(s)] for s in expr.atoms(sp.Symbol, AppliedUndef) if not _is_time(s, expr)}
    found = polynomial_in(expr.xreplace(named), model.symbols)
    if found.degree > 1:
        raise ValueError(f"got the generator {value}, of degree {found.degree}; expected a linear expression")
    return found


def _is_time(symbol: sp.Expr, expr: sp.Expr) -> bool:
    return any(symbol in entry.args for entry in expr.atoms(AppliedUndef))


def _multiplied(weight: Any, start: int, left: Any = None, right: Any = None) -> dict[int, Polynomial]:
    """``left W + W right``, entry by entry."""
    rows, columns = weight.shape
    found: dict[int, list[Polynomial]] = {}
    for side, size, of in ((left, rows, "left"), (right, columns, "right")):
        if side is None:
            continue
        matrix = sp.Matrix(side)
        if matrix.shape != (size, size):
            raise ValueError(
                f"sizes do not fit: the {of} factor of {weight.name} is {matrix.rows} x {matrix.cols}; "
                f"expected {size} x {size}"
            )
        if not all(entry.is_Rational for entry in matrix):
            raise ValueError(f"got the {of} factor {matrix.tolist()} of {weight.name}; expected rational numbers")
        for i in range(rows):
            for j in range(columns):
                for k in range(size):
                    factor = matrix[i, k] if of == "left" else matrix[k, j]
                    source = (k, j) if of == "left" else (i, k)
                    variable = Polynomial.variable(start + source[0] * columns + source[1])
                    found.setdefault(start + i * columns + j, []).append(
                        variable.scaled(Fraction(int(factor.p), int(factor.q)))
                    )
    return {v: total(parts) for v, parts in found.items()}


def generator(law: Polynomial) -> Matrix:
    """The matrix M of a quadratic law ``theta^T M theta``: half its Hessian, which generates a symmetry of phi.

    Raises:
        ValueError: if the law is not homogeneous of degree two.
    """
    if any(len(m) != 2 for m in law.terms):
        raise ValueError("got a law that is not homogeneous of degree two; it has no linear generator")
    found: Matrix = {}
    for (i, j), c in law.terms.items():
        if i == j:
            found[i, i] = c
        else:
            found[i, j] = found[j, i] = c / 2
    return found
