"""4. Of all that fits the least: where the flow ends, the potential is least."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality, Stationary
from ...language.symbols import ForAll, families, index, real, total
from ...language.theorems import Combination, Instance, Line, Minimum, Summed, Theorem
from .letters import DIAGONAL, FACTORS, alpha, i, k, n

# -- One sample of two inputs ----------------------------------------------------------------------------------------

b_1, b_2, x_1, x_2, nu_1 = real("beta_1 beta_2 x_1 x_2 nu")


def potential(beta: sp.Expr) -> sp.Expr:
    """alpha^2 q(beta/alpha^2)."""
    return 2 * alpha**2 - sp.sqrt(4 * alpha**4 + beta**2) + beta * sp.asinh(beta / (2 * alpha**2))


def reached(x: sp.Expr) -> sp.Expr:
    """The weight of an input, by the integral of the residuals."""
    return 2 * alpha**2 * sp.sinh(x * nu_1)


stationary = Claim(
    "implicit-bias/stationary-at-the-end",
    title="The end of the flow is a stationary point of the potential among all weights with the same output",
    statement=Stationary(
        potential(b_1) + potential(b_2),
        {b_1: reached(x_1), b_2: reached(x_2)},
        constraints=x_1 * (b_1 - reached(x_1)) + x_2 * (b_2 - reached(x_2)),
        multipliers=-nu_1,
    ),
    source=DIAGONAL,
    note="One sample of two inputs.",
)

# -- Any samples and inputs.  Every weight is 2 alpha^2 sinh(r_i) with one r_i, and every eigenvalue alpha exp(r_i). --

r, s = real("r s")
X, nu, place = families("X nu r")
other = index("l", n)

by_place = Claim(
    "implicit-bias/potential-by-place",
    title="At the weight 2 alpha^2 sinh(r) the potential is 2 alpha^2 (1 - cosh(r) + r sinh(r))",
    statement=Identity(potential(2 * alpha**2 * sp.sinh(r)), 2 * alpha**2 * (1 - sp.cosh(r) + r * sp.sinh(r))),
    source=DIAGONAL,
)

exponential = Claim(
    "implicit-bias/exponential-above-its-tangent",
    title="The exponential lies above its tangent at zero",
    statement=Inequality(sp.exp(r), ">=", 1 + r),
    source=FACTORS,
)


ahead, behind = Line(by=Instance(exponential, {r: s - r})), Line(by=Instance(exponential, {r: r - s}))
there = total(nu[other] * X[other, i], other)


def least(
    height: Callable[[Any], Any], value: Callable[[Any], Any], *tangents: tuple[Line, Any]
) -> tuple[Minimum, list[Any]]:
    """That the end of the flow is least of all with its outputs, and the proof.

    Args:
        height: of the potential, by the place of an entry.
        value: of the entry, by its place; the derivative of `height` is the place times that of `value`.
        *tangents: lines that say why the height lies above its tangent, and what each is multiplied by.
    """
    outputs, reached = (total(X[k, i] * value(at), i) for at in (place[i], there))
    fits = ForAll(k, sp.Eq(outputs, reached, evaluate=False))
    above = Line(Inequality(height(r) - height(s) - s * (value(r) - value(s)), ">=", 0), by=Combination(*tangents))
    at_place = Line(by=Instance(above, {r: place[i], s: there}))
    every = Line(by=Summed(at_place, i))
    weighted = Line(Identity(nu[k] * outputs, nu[k] * reached), given=[fits], by=Combination((fits, nu[k])))
    fitted = Line(by=Summed(weighted, k), given=[fits])
    objective, least_value = total(height(place[i]), i), total(height(there), i)
    no_less = Line(Inequality(objective, ">=", least_value), given=[fits], by=Combination(every, fitted))
    proof = [*(line for line, _ in tangents), above, at_place, every, weighted, fitted, no_less]
    return Minimum(objective, {place[i]: there}, [fits]), proof


least_potential, by_both = least(
    lambda at: 2 * alpha**2 * (1 - sp.cosh(at) + at * sp.sinh(at)),
    lambda at: 2 * alpha**2 * sp.sinh(at),
    (ahead, alpha**2 * sp.exp(r)),
    (behind, alpha**2 * sp.exp(-r)),
)
least_entropy, by_one = least(
    lambda at: alpha * sp.exp(at) * (at - 1), lambda at: alpha * sp.exp(at), (ahead, alpha * sp.exp(r))
)

diagonal = Theorem(
    "implicit-bias/diagonal-networks-choose-the-least-potential",
    title="Of all weights with its outputs, the end of a diagonal network's mirror flow has the least potential",
    concludes=least_potential,
    proof=by_both,
    source=DIAGONAL,
    note="For every number of inputs and samples, and every $X$. Each weight is $2 alpha^2 sinh(r_i)$ with one $r_i$; "
    "the flow ends where $r$ is a combination of the samples, $r = X^T nu$, see implicit-bias/mirror-flow. That it "
    "ends, and fits, is not shown here.",
)

entropic = Theorem(
    "implicit-bias/factorised-matrices-choose-the-least-entropy",
    title="Of all positive eigenvalues with its outputs, the end of a factorised matrix has the least entropy",
    concludes=least_entropy,
    proof=by_one,
    source=FACTORS,
    note="For commuting measurements $X$. Each eigenvalue is $alpha exp(r_i)$ with one $r_i$, at which $x "
    "log(x/alpha) - x$ is $alpha exp(r_i) (r_i - 1)$; the flow ends where $r = X^T nu$, see "
    "implicit-bias/eigenvalue-flow.",
)
