"""10. The parameter law as a theorem: the loss of the infinitely many skills beyond N, with its bounds."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Inequality, Limit
from ...language.theorems import (
    AllOf,
    Combination,
    Follows,
    Instance,
    Line,
    Squeezed,
    SumByIntegral,
    Theorem,
    series,
)
from .letters import A, N, S, alpha
from .parameters_and_compute import parameter_integral
from .stage_like import kappa
from .time_law import N_

size = N_  # skills in the model
term = S**2 / 2 * A * kappa ** (-(alpha + 1))
BEYOND = (kappa, size + 1, sp.oo)
loss = series(term, BEYOND)
area = S**2 * A / (2 * alpha) * (size + 1) ** (-alpha)
first = S**2 / 2 * A * (size + 1) ** (-(alpha + 1))
constant = S**2 * A / (2 * alpha)

upper_limit = Claim(
    "scaling-laws/parameter-law-upper-bound",
    title="The upper bound of the loss of the missing skills, times the power of N, tends to a constant",
    statement=Limit(size**alpha * (area + first), size, sp.oo, constant),
)

lower_limit = Claim(
    "scaling-laws/parameter-law-lower-bound",
    title="The lower bound of the loss of the missing skills, times the power of N, tends to the same constant",
    statement=Limit(size**alpha * (area - first), size, sp.oo, constant),
)

largest = Line(Inequality(term, "<=", first), given=[kappa >= size + 1], by=Follows())
as_power = Line(by=Instance(parameter_integral, {N: size}))
shape = (S**2 / 2 * A * (alpha + 1) * kappa ** (-(alpha + 2)), sp.Integer(-1))
above = Line(by=SumByIntegral(term, BEYOND, largest, shape))
below = Line(by=SumByIntegral(term, BEYOND, largest, shape, above=False))
at_most = Line(Inequality(loss, "<=", area + first), by=Combination(above, (as_power, -1)))
no_less = Line(Inequality(loss, ">=", area - first), by=Combination(below, as_power))
scaled_above = Line(
    Inequality(size**alpha * loss, "<=", upper_limit.statement.expr),  # type: ignore[attr-defined]
    by=Combination((at_most, size**alpha)),
)
scaled_below = Line(
    Inequality(size**alpha * loss, ">=", lower_limit.statement.expr),  # type: ignore[attr-defined]
    by=Combination((no_less, size**alpha)),
)
in_the_limit = Line(
    Limit(size**alpha * loss, size, sp.oo, constant),
    by=Squeezed(scaled_below, scaled_above, lower_limit, upper_limit),
)

parameter_law_of_sums = Theorem(
    "scaling-laws/parameter-law-of-infinitely-many-skills",
    title="The loss of the infinitely many skills beyond N is a constant times N^-alpha, with bounds at every N",
    concludes=AllOf(at_most.says, no_less.says, in_the_limit.says),
    proof=[
        largest,
        as_power,
        above,
        below,
        at_most,
        no_less,
        scaled_above,
        scaled_below,
        in_the_limit,
    ],
    source=[thesis("4.36"), thesis("Table 4.1")],
    note="The sum over all skills $k > N$ of $P_s(k) S^2/2$, with $P_s(k) = A k^-(alpha+1)$: what is left when the "
    "skills of the model are learned.",
)
