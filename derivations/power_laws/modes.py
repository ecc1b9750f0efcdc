"""2. Modes: a linear model on features whose spectrum is a power, in time and with finitely many of them."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Inequality, Integral, Limit, Solution, Substitution
from ...language.symbols import positive, real, time, trajectories
from ...language.theorems import (
    AllOf,
    Combination,
    Follows,
    Instance,
    Integrated,
    Line,
    SumByIntegral,
    Theorem,
    integral,
    series,
)
from .letters import MODES, STEPS, A, kappa

t = time()
c, beta = positive("c beta")  # the target has A k^-(c + 1) of its power in mode k, which has the eigenvalue k^-beta
T = positive("T")  # twice the time
w = trajectories("w")
lam, goal = positive("lambda"), real("y")

one_mode = Claim(
    "power-laws/one-mode",
    title="The error of a mode decays at the rate of its eigenvalue",
    statement=Solution(
        GradientFlow(lam * (w - goal) ** 2 / 2, (w,), t),
        of=w - goal,
        equals=-goal * sp.exp(-lam * t),
        initially=-goal,
    ),
    source=STEPS,
    note="Its share of the loss is the square, with the exponent $-2 lambda t$.",
)

u, p, x, y = positive("u"), positive("p"), real("x"), real("y")
error = A * kappa ** (-(c + 1)) * sp.exp(-T * kappa ** (-beta))
power = (c + 1) / beta
highest = power**power * sp.exp(-power)
EVERY = (kappa, 1, sp.oo)

peak_in_logarithms = Claim(
    "power-laws/peak-of-a-mode",
    title="The logarithm of a power times an exponential is greatest where the argument is the exponent",
    statement=Inequality(p * sp.log(u) - u, "<=", p * sp.log(p) - p),
    source=STEPS,
)

exponentials = Claim(
    "power-laws/exponential-is-monotone",
    title="Of two numbers the larger has the larger exponential",
    statement=Inequality(sp.exp(x), "<=", sp.exp(y)),
    hypotheses=[x <= y],
    source=STEPS,
)

substitution = Claim(
    "power-laws/time-by-substitution",
    title="In the variable u = T/k^beta time leaves the integral over the modes as a power",
    statement=Substitution(
        error,
        EVERY,
        into=A / beta * T ** (-c / beta) * u ** (c / beta - 1) * sp.exp(-u),
        onto=(u, 0, T),
        by=T * kappa ** (-beta),
    ),
    source=STEPS,
)

near_zero = Claim(
    "power-laws/integral-of-a-power",
    title="The integral over the modes is bounded by that of a power, which exists for every c",
    statement=Integral(u ** (c / beta - 1), (u, 0, T), beta / c * T ** (c / beta)),
    source=STEPS,
)

peak = Line(
    Inequality(u**p * sp.exp(-u), "<=", p**p * sp.exp(-p)),
    by=Instance(exponentials, {x: p * sp.log(u) - u, y: p * sp.log(p) - p}),
)
at_mode = Line(by=Instance(peak, {u: T * kappa ** (-beta), p: power}))
bounded = Line(Inequality(error, "<=", A * T ** (-power) * highest), by=Combination((at_mode, A * T ** (-power))))
profile = u ** (c / beta - 1) * sp.exp(-u)
not_negative = Line(Inequality(profile, ">=", 0), by=Follows())
below_power = Line(Inequality(profile, "<=", u ** (c / beta - 1)), by=Follows())
has_value = Line(by=Integrated(below_power, (u, 0, T), least=not_negative))
shape = (error / kappa, beta * T * kappa ** (-beta) - (c + 1))
above = Line(by=SumByIntegral(error, EVERY, bounded, shape))
below = Line(by=SumByIntegral(error, EVERY, bounded, shape, above=False))
in_u = integral(profile, (u, 0, T))
at_most = Line(
    Inequality(series(error, EVERY), "<=", A / beta * T ** (-c / beta) * in_u + A * T ** (-power) * highest),
    by=Combination(above, (substitution, -1)),
)
no_less = Line(
    Inequality(series(error, EVERY), ">=", A / beta * T ** (-c / beta) * in_u - A * T ** (-power) * highest),
    by=Combination(below, substitution),
)

time_law = Theorem(
    "power-laws/time-law-of-modes",
    title="The loss of all modes is T^(-c/beta) times an integral, but for a higher power of 1/T, at every time",
    concludes=AllOf(at_most.says, no_less.says),
    proof=[
        peak,
        at_mode,
        bounded,
        near_zero,
        not_negative,
        below_power,
        has_value,
        substitution,
        above,
        below,
        at_most,
        no_less,
    ],
    source=STEPS,
    note=r"$T$ is twice the time. The integral of $u^{c/\beta - 1} e^{-u}$ up to $T$ tends to the gamma function at "
    r"$c/\beta$.",
)

remainder = Claim(
    "power-laws/remainder-of-the-time-law",
    title="The remainder of the time law vanishes against the loss",
    statement=Limit(T ** (-power) * highest / T ** (-c / beta), T, sp.oo, sp.Integer(0)),
    source=STEPS,
    uses=[time_law],
)

missing = Claim(
    "power-laws/missing-modes",
    title="Modes beyond N that a model lacks leave a power of N, by an integral",
    statement=Integral(A * kappa ** (-(c + 1)), (kappa, T, sp.oo), A / c * T ** (-c)),
    source=MODES,
    note="Here $T$ stands for $N$.",
)
