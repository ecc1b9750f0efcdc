"""3. Compute: two bottlenecks, and the best way to divide compute between parameters and steps."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import positive
from ...language.theorems import Cases, Combination, Follows, Instance, Line, Theorem
from .letters import COMPUTE, PHASES, C

r = positive("r")  # steps; the parameters are C/r
p, q, s = positive("p q s")
x, y = positive("x y")
steps_alone, both = r ** (-p), C ** (-q) * r ** (q - s)  # the second is (C/r)^-q r^-s
best = C ** (q / (p + q - s))
reached = C ** (-p * q / (p + q - s))
INCREASING = s < q

second_term = Claim(
    "power-laws/second-bottleneck",
    title="With the compute given, a loss of the parameters and the steps is a power of the steps alone",
    statement=Identity((C / r) ** (-q) * r ** (-s), both),
    source=[COMPUTE, PHASES],
)

first_at_best = Claim(
    "power-laws/steps-at-the-balance",
    title="At C^(q/(p + q - s)) steps the first loss is C^(-p q/(p + q - s))",
    statement=Identity(best ** (-p), reached),
    hypotheses=[INCREASING],
    source=[COMPUTE, PHASES],
)

second_at_best = Claim(
    "power-laws/parameters-at-the-balance",
    title="At the balance the loss of the parameters is C^(-p q/(p + q - s)), as that of the steps is",
    statement=Identity(C ** (-q) * best ** (q - s), reached),
    hypotheses=[INCREASING],
    source=[COMPUTE, PHASES],
    uses=[second_term],
)

rises = Claim(
    "power-laws/power-rises",
    title="A positive power rises",
    statement=Inequality(x**p, ">=", y**p),
    hypotheses=[x >= y],
    source=COMPUTE,
)

falls = Claim(
    "power-laws/power-falls",
    title="A negative power falls",
    statement=Inequality(x ** (-p), ">=", y ** (-p)),
    hypotheses=[x <= y],
    source=COMPUTE,
)

FEW, MANY = sp.Le(r, best, evaluate=False), sp.Ge(r, best, evaluate=False)
few_steps = Line(Inequality(steps_alone, ">=", best ** (-p)), given=[FEW], by=Instance(falls, {x: r, y: best}))
few_parameters = Line(
    Inequality(r ** (q - s), ">=", best ** (q - s)), given=[MANY], by=Instance(rises, {x: r, y: best, p: q - s})
)
first_positive = Line(Inequality(steps_alone, ">=", 0), by=Follows())
second_positive = Line(Inequality(both, ">=", 0), by=Follows())
by_steps = Line(
    Inequality(steps_alone + both, ">=", reached),
    given=[FEW],
    by=Combination(few_steps, second_positive),
)
by_parameters = Line(
    Inequality(steps_alone + both, ">=", reached),
    given=[MANY],
    by=Combination((few_parameters, C ** (-q)), first_positive),
)
in_each = Line(Inequality(steps_alone + both, ">=", reached), by=Cases({FEW: by_steps, MANY: by_parameters}))

no_better = Theorem(
    "power-laws/no-division-is-better",
    title="However compute is divided, two bottlenecks leave at least C^(-p q/(p + q - s))",
    concludes=in_each.says,
    hypotheses=[INCREASING],
    proof=[
        few_steps,
        few_parameters,
        first_positive,
        second_positive,
        by_steps,
        by_parameters,
        in_each,
    ],
    source=[COMPUTE, PHASES],
    note="Losses $r^{-p}$ and $d^{-q} r^{-s}$ of $r$ steps and $d$ parameters, with $d r = C$ and $s < q$. At "
    "$C^{q/(p + q - s)}$ steps the sum is twice that: so the exponent is the best one, and constants alone are left "
    "open.",
)

# -- The exponents that papers tell ------------------------------------------------------------------------------------

a, b = positive("a b")  # eigenvalues k^-b, power of the target k^-a: losses t^(-(a - 1)/b) and N^-(a - 1)
LEARNABLE = a > 1
exponent = p * q / (p + q - s)

by_time = Claim(
    "power-laws/compute-exponent-of-modes",
    title="A loss of t^(-(a - 1)/b) and N^-(a - 1) falls with compute as its power -(a - 1)/(b + 1)",
    statement=Identity(((a - 1) / b) * (a - 1) / ((a - 1) / b + (a - 1)), (a - 1) / (b + 1)),
    hypotheses=[LEARNABLE],
    source=COMPUTE,
    uses=[no_better],
    note="Steps grow as $C^{b/(b + 1)}$, modes as $C^{1/(b + 1)}$.",
)

by_time_steps = Claim(
    "power-laws/compute-steps-of-modes",
    title="The best number of steps is C^(b/(b + 1)), whatever the target",
    statement=Identity((a - 1) / ((a - 1) / b + (a - 1)), b / (b + 1)),
    hypotheses=[LEARNABLE],
    source=COMPUTE,
    uses=[no_better],
)

alpha, beta = positive("alpha beta")  # data of the spectrum j^(-2 alpha), the target j^-beta
slow = (2 * alpha + 2 * beta - 1) / (2 * alpha)  # the exponent of the steps while the target's modes are learned
SOLVABLE = 2 * alpha > 1

phase_one = Claim(
    "power-laws/compute-exponent-of-phase-one",
    title="Phase I: steps against the model's capacity give the exponent (2 alpha + 2 beta - 1)/(2 alpha + 1)",
    statement=Identity(
        slow * (2 * alpha + 2 * beta - 1) / (slow + 2 * alpha + 2 * beta - 1),
        (2 * alpha + 2 * beta - 1) / (2 * alpha + 1),
    ),
    hypotheses=[SOLVABLE],
    source=PHASES,
    uses=[no_better],
    note="Losses $r^{-(2 alpha + 2 beta - 1)/(2 alpha)}$ and $d^{-(2 alpha + 2 beta - 1)}$; the best number of "
    "parameters is $C^{1/(2 alpha + 1)}$.",
)

phase_one_parameters = Claim(
    "power-laws/parameters-of-phase-one",
    title="Phase I: the best number of parameters is C^(1/(2 alpha + 1)), whatever the target",
    statement=Identity(1 - (2 * alpha + 2 * beta - 1) / (slow + 2 * alpha + 2 * beta - 1), 1 / (2 * alpha + 1)),
    hypotheses=[SOLVABLE],
    source=PHASES,
    uses=[phase_one],
)

embedding = 1 - 1 / (2 * alpha)  # the exponent of the steps in the loss d^-1 r^-(1 - 1/(2 alpha))

phase_two = Claim(
    "power-laws/compute-exponent-of-phase-two",
    title="Phase II: steps against distorted features give the exponent (2 alpha + 2 beta - 1)/(2 (alpha + beta))",
    statement=Identity(slow / (slow + 1 - embedding), (2 * alpha + 2 * beta - 1) / (2 * (alpha + beta))),
    hypotheses=[SOLVABLE],
    source=PHASES,
    uses=[no_better],
    note="Losses $r^{-(2 alpha + 2 beta - 1)/(2 alpha)}$ and $d^{-1} r^{-1 + 1/(2 alpha)}$.",
)

phase_two_parameters = Claim(
    "power-laws/parameters-of-phase-two",
    title="Phase II: the best number of parameters is C^(beta/(alpha + beta))",
    statement=Identity(1 - 1 / (slow + 1 - embedding), beta / (alpha + beta)),
    hypotheses=[SOLVABLE],
    source=PHASES,
    uses=[phase_two],
)

noise = 2 - 1 / (2 * alpha)  # the exponent of the steps in the noise of single samples

phase_three = Claim(
    "power-laws/compute-exponent-of-phase-three",
    title="Phase III: the noise of samples against distorted features gives the exponent (4 alpha - 1)/(4 alpha)",
    statement=Identity(noise / (noise + 1 - embedding), (4 * alpha - 1) / (4 * alpha)),
    hypotheses=[SOLVABLE],
    source=PHASES,
    uses=[no_better],
    note="Losses $r^{-2 + 1/(2 alpha)}$ and $d^{-1} r^{-1 + 1/(2 alpha)}$: parameters and steps both grow as "
    "$C^{1/2}$.",
)

phases_agree = Claim(
    "power-laws/phases-agree-where-they-meet",
    title="At beta = 1/2 phases I and II have one exponent",
    statement=Identity((2 * alpha + 2 * beta - 1) / (2 * alpha + 1), (2 * alpha + 2 * beta - 1) / (2 * (alpha + beta))),
    hypotheses=[sp.Eq(beta, sp.Rational(1, 2))],
    source=PHASES,
    uses=[phase_one, phase_two],
)

others_agree = Claim(
    "power-laws/phases-two-and-three-agree",
    title="At beta = alpha phases II and III have one exponent",
    statement=Identity((2 * alpha + 2 * beta - 1) / (2 * (alpha + beta)), (4 * alpha - 1) / (4 * alpha)),
    hypotheses=[sp.Eq(beta, alpha)],
    source=PHASES,
    uses=[phase_two, phase_three],
)
