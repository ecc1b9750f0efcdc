"""6. Kernel gradient flow: modes, and early stopping against ridge."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Asymptotic, Induction, Inequality, Recurrence, Solution
from ...language.symbols import ForAll, families, index, natural, nonnegative, positive, real, total, trajectories
from ...language.theorems import AllOf, Combination, Instance, Line, Summed, Theorem
from .letters import STOPPING, TANGENT, t

lam, eta = positive("lambda eta")
y = real("y")
theta = trajectories("theta")
one_mode = GradientFlow((sp.sqrt(lam) * theta - y) ** 2 / 2, (theta,), t)

mode = Claim(
    "kernels/flow-of-a-mode",
    title="Along a mode of the kernel with eigenvalue lambda the residual decays at the rate lambda",
    statement=Solution(one_mode, of=theta, equals=y / sp.sqrt(lam) * (1 - sp.exp(-lam * t)), initially=sp.Integer(0)),
    source=[*TANGENT, STOPPING],
    note="The output is $sqrt(lambda) theta = y (1 - exp(-lambda t))$.",
)

s = natural("s")
steps = families("r")

discrete = Claim(
    "kernels/steps-of-a-mode",
    title="Gradient descent multiplies the residual of a mode by 1 - eta lambda in every step",
    statement=Induction(
        of=steps[s],
        equals=y * (1 - eta * lam) ** s,
        n=s,
        sequence=Recurrence(steps[s], steps[s] - eta * lam * steps[s], y),
    ),
    source=STOPPING,
)

# x = lambda t, with the ridge 1/t: the share of a mode that is fitted is 1 - exp(-x), or x/(1 + x).

x = nonnegative("x")
stopped, ridged = 1 - sp.exp(-x), x / (1 + x)
MOST = sp.Rational(13, 10)

lower = Claim(
    "kernels/stopped-fits-more",
    title="The share of a mode that is fitted by time t is at least lambda t/(1 + lambda t)",
    statement=Inequality((1 + x) * stopped, ">=", x),
    source=STOPPING,
    note="$x = lambda t$.",
)

upper = Claim(
    "kernels/stopped-fits-little-more",
    title="The share of a mode that is fitted by time t is at most 1.3 lambda t/(1 + lambda t)",
    statement=Inequality((1 + x) * stopped, "<=", MOST * x),
    source=STOPPING,
    note="The least such factor is 1.2985, near $x = 1.793$.",
)

fits_more = Line(Inequality(stopped, ">=", ridged), by=Combination((lower, 1 / (1 + x))))
fits_little_more = Line(Inequality(stopped, "<=", MOST * ridged), by=Combination((upper, 1 / (1 + x))))

side_by_side = Theorem(
    "kernels/stopping-and-ridge",
    title="Stopped at time t, a mode is fitted between 1 and 1.3 times as well as with the ridge 1/t",
    concludes=AllOf(fits_more.says, fits_little_more.says),
    proof=[fits_more, fits_little_more],
    source=STOPPING,
)

few_modes = Claim(
    "kernels/both-filter-alike",
    title="For small lambda t early stopping and ridge fit the same of a mode, to first order",
    statement=Asymptotic(stopped - ridged, x**2 / 2, x**3, x, sp.Integer(0)),
    source=STOPPING,
)

# -- Every spectrum: squared bias and variance, side by side ---------------------------------------------------------

p = natural("p")
i = index("i", p)
b, mu = families("b mu")
noise = nonnegative("v")
time_ = positive("tau")
SPECTRUM = ForAll(i, mu[i] > 0)


def risk(missed: sp.Expr, fitted: sp.Expr, weight: sp.Expr) -> sp.Expr:
    """Squared bias and weighted variance of the coefficient of a mode, from the shares that are missed and fitted."""
    return missed**2 * b[i] ** 2 + weight * noise * fitted**2 / mu[i]


at_i = mu[i] * time_
stopped_risk = risk(sp.exp(-at_i), 1 - sp.exp(-at_i), sp.Integer(1))
ridge_risk = risk(1 / (1 + at_i), at_i / (1 + at_i), MOST**2)

missed = Line(Inequality(sp.exp(-x), "<=", 1 / (1 + x)), by=Combination((lower, 1 / (1 + x))))
bias = Line(Inequality(sp.exp(-2 * x), "<=", 1 / (1 + x) ** 2), by=Combination((missed, sp.exp(-x) + 1 / (1 + x))))
variance = Line(
    Inequality(stopped**2, "<=", MOST**2 * ridged**2), by=Combination((fits_little_more, stopped + MOST * ridged))
)
bias_i, variance_i = Line(by=Instance(bias, {x: at_i})), Line(by=Instance(variance, {x: at_i}))
risk_i = Line(
    Inequality(stopped_risk, "<=", ridge_risk), by=Combination((bias_i, b[i] ** 2), (variance_i, noise / mu[i]))
)
every_mode = Line(by=Summed(risk_i, i))

risks = Theorem(
    "kernels/risk-of-stopping",
    title="Stopped, the squared bias is at most that of ridge, and the variance at most 1.69 times that of ridge",
    concludes=Inequality(total(stopped_risk, i), "<=", total(ridge_risk, i)),
    hypotheses=[SPECTRUM],
    proof=[fits_little_more, missed, bias, variance, bias_i, variance_i, risk_i, every_mode],
    source=STOPPING,
    note="For every spectrum $mu_i$, coefficients $b_i$, noise $v$ and time $tau$, with the ridge $1/tau$: so the "
    "whole risk of estimating $b$ is at most 1.69 times that of ridge, at every time. With the least factor, 1.2985, "
    "it is 1.6862.",
)
