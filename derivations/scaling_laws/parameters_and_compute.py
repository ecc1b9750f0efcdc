"""The parameter law and the compute law, (4.35) to (4.44)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Asymptotic, Chain, Identity, Inequality, Integral, Limit, Link, Stationary
from ...language.symbols import positive
from .letters import A, N, S, alpha, step
from .multilinear import below
from .skills import expectation, f_k, parity, skill_loss, x
from .stage_like import kappa, tail_from_above, tail_from_below, tail_of_integral
from .time_law import (
    L_k,
    boundary_first,
    power,
    rate_theta,
    skill_loss_at,
    skill_loss_in_u,
    skill_loss_infinite_data,
    substitution_finite,
    tau,
    u,
)

learnt = Claim(
    "scaling-laws/built-in-skill",
    title="A skill in the model is learnt",
    statement=Limit(L_k, tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("4.35"),
    uses=[skill_loss_infinite_data],
)

missing = Claim(
    "scaling-laws/missing-skill",
    title="A skill that the model lacks keeps the loss S^2/2",
    statement=Identity(quantity("L_k", expectation((S * parity(x) - 0 * f_k[x]) ** 2) / 2), S**2 / 2),
    source=thesis("4.35"),
    uses=[skill_loss],
    note="$f = 0$ on the inputs of a skill $k > N$.",
)

parameter_integral = Claim(
    "scaling-laws/parameter-integral",
    title="The loss of the missing skills by an integral",
    statement=Integral(
        S**2 / 2 * A * kappa ** (-(alpha + 1)),
        (kappa, N + 1, sp.oo),
        S**2 * A / (2 * alpha) * (N + 1) ** (-alpha),
    ),
    source=thesis("4.36"),
    uses=[missing, learnt, tail_of_integral],
    note="The sum over $k > N$ lies between that and the same with $N$ for $N + 1$, see the tails.",
)

parameter_law = Claim(
    "scaling-laws/parameter-law",
    title="The parameter law: the exponent of the loss is -alpha",
    statement=Asymptotic((N + 1) ** (-alpha), N ** (-alpha), N ** (-alpha - 1), N, sp.oo),
    source=[thesis("4.36"), thesis("Table 4.1")],
    uses=[parameter_integral],
)

parameter_law_of_sum = Claim(
    "scaling-laws/parameter-law-of-the-sum",
    title="The sum over the missing skills obeys the same law, with the same prefactor",
    statement=Asymptotic(
        S**2 / 2 * A * sp.zeta(alpha + 1, N + 1), S**2 * A / (2 * alpha) * N ** (-alpha), N ** (-alpha - 1), N, sp.oo
    ),
    source=[thesis("4.36"), thesis("Table 4.1")],
    uses=[parameter_law, tail_from_below, tail_from_above],
    note="$zeta(alpha+1, N+1)$ is the sum of $k^-(alpha+1)$ over $k > N$.",
)

# -- The compute law ---------------------------------------------------------------------------------------------------

missing_loss = S**2 * A / (2 * alpha) * N ** (-alpha)

missing_skills = Claim(
    "scaling-laws/compute-second-term",
    title="The loss of the skills beyond N",
    statement=Integral(S**2 / 2 * A * kappa ** (-(alpha + 1)), (kappa, N, sp.oo), missing_loss),
    source=[thesis("4.37"), thesis("4.38")],
    uses=[parameter_integral],
    note="The limit $n_s -> infinity$ of the integral from $N$ to $n_s$. (4.36) has $N + 1$ for $N$: the difference "
    "is of the order of that between sum and integral.",
)

two_terms = Claim(
    "scaling-laws/compute-two-terms",
    title="The ratio of the two terms depends on T/N^(alpha+1) only",
    statement=Identity(N ** (-alpha) / tau ** (-power), (tau / N ** (alpha + 1)) ** power),
    source=thesis("Section 4.3.4"),
    uses=[substitution_finite],
    note="$L_T$ is of order $T^(-alpha/(alpha+1))$ as long as $T$ is below the order of $N^(alpha+1)$, the time of "
    "the last skill; this is the first of the two cases.",
)

x_, kappa_c = positive("x kappa")

balanced_printed = Claim(
    "scaling-laws/compute-balanced-case-printed",
    title="For L_T = Theta(N^-alpha) the loss of the skills in the model is O(N^-alpha T^-2), as printed",
    statement=Asymptotic(
        x_ * N ** (-alpha) + missing_loss, missing_loss, N ** (-alpha) * (kappa_c * N ** (alpha + 1)) ** (-2), N, sp.oo
    ),
    source=thesis("Section 4.3.4"),
    erratum=Erratum(
        "slip",
        "The case contradicts itself: what is $Theta(N^-alpha)$ is not $O(N^-alpha T^-2)$. The bound holds for $T -> "
        "infinity$ at fixed $N$, where $L_T$ falls exponentially; $T >> N^(alpha+1)$ alone falls short by a factor "
        "$ln N$.",
        "None: in (4.39) both terms are kept, and at the optimum they are of one order.",
        printed=r"or $\mathcal{O}(N^{-\alpha} T^{-2})$ if $\mathcal{L}_T = \Theta(N^{-\alpha})$.",
        mark=r"if $\mathcal{L}_T = \Theta(N^{-\alpha})$",
        right=r"or $\mathcal{O}(N^{-\alpha} T^{-2})$ as $T \rightarrow \infty$ at fixed $N$.",
        sentence=True,
    ),
    note="$L_T = x N^-alpha$, along $T = kappa N^(alpha+1)$, where the two terms are of one order.",
)

balanced_skill = Claim(
    "scaling-laws/compute-balanced-case",
    title="At T = kappa N^(alpha+1) a skill's loss depends on its place k/N only",
    statement=Identity(
        skill_loss_at(A * (N / 2) ** (-(alpha + 1)), at=kappa_c * N ** (alpha + 1)),
        skill_loss_in_u(rate_theta * kappa_c * 2 ** (alpha + 1)),
    ),
    hypotheses=[below],
    source=thesis("Section 4.3.4"),
    uses=[skill_loss_infinite_data],
    note="At $k = N/2$. So the skills from $N/2$ to $N$ leave a loss of at least a fixed multiple of $N^-alpha$, "
    "which is why $L_T$ is not $O(N^-alpha T^-2)$ there.",
)

last_is_worst = Claim(
    "scaling-laws/last-skill-is-worst",
    title="Of the skills in the model the last has the largest loss",
    statement=Inequality(skill_loss_in_u(u), "<", skill_loss_in_u(positive("v"))),
    hypotheses=[below, positive("v") < u],
    source=thesis("Section 4.3.4"),
    note="$u = 2 eta A S T/k^(alpha+1)$ falls with $k$.",
)

long_times = Claim(
    "scaling-laws/compute-long-times",
    title="For long times, at fixed N, the skills of the model leave o(N^-alpha T^-2)",
    statement=Asymptotic(
        A / alpha * skill_loss_at(A * N ** (-(alpha + 1)), at=tau) + missing_loss,
        missing_loss,
        N ** (-alpha) * tau ** (-2),
        tau,
        sp.oo,
    ),
    hypotheses=[below],
    source=thesis("Section 4.3.4"),
    uses=[last_is_worst],
    corrects=balanced_printed,
    note="The first term bounds $L_T$ from above, by the loss of the last skill.",
)

C, lam = positive("C lambda")  # compute, and the multiplier
loss_of_both = tau ** (-power) + N ** (-alpha)
lagrangian = quantity("Lagrangian", quantity("L", loss_of_both) + lam * (N * tau - C))

by_time = Claim(
    "scaling-laws/lagrange-time",
    title="The Lagrangian of the compute problem is stationary in time",
    statement=Identity(sp.Derivative(lagrangian, tau), -alpha / (alpha + 1) * tau ** (-power - 1) + lam * N),
    source=[thesis("4.39"), thesis("4.40")],
    uses=[boundary_first, missing_skills],
    note="The loss (4.39), the constants dropped, under the constraint $N T = C$.",
)

by_parameters = Claim(
    "scaling-laws/lagrange-parameters",
    title="The Lagrangian of the compute problem is stationary in the number of parameters",
    statement=Identity(sp.Derivative(lagrangian, N), -alpha * N ** (-(alpha + 1)) + lam * tau),
    source=[thesis("4.39"), thesis("4.41")],
    uses=[boundary_first, missing_skills],
)

balance = (alpha + 1) ** (-(alpha + 1) / alpha)  # T = balance * N^(alpha+1)

balanced_terms = Claim(
    "scaling-laws/compute-balance",
    title="The two conditions of the compute problem leave one relation between time and parameters",
    statement=Identity(
        (-alpha / (alpha + 1) * tau ** (-power - 1) + lam * N) * tau - (-alpha * N ** (-(alpha + 1)) + lam * tau) * N,
        alpha * N ** (-alpha) - alpha / (alpha + 1) * tau ** (-power),
    ),
    source=thesis("4.43"),
    uses=[by_time, by_parameters],
    note="$T$ times (4.40) less $N$ times (4.41): $lambda$ drops out, so that $T^(-alpha/(alpha+1)) = (alpha+1) "
    "N^-alpha$.",
)

optimal_time = Claim(
    "scaling-laws/compute-time-by-parameters",
    title="The optimal time grows as N^(alpha+1)",
    statement=Identity((balance * N ** (alpha + 1)) ** (-power), (alpha + 1) * N ** (-alpha)),
    source=[thesis("4.43"), thesis("Section 4.5")],
    uses=[balanced_terms],
    note="$T = (alpha+1)^(-(alpha+1)/alpha) N^(alpha+1)$ solves that relation; $T^(-alpha/(alpha+1))$ is monotone, so "
    "that it is the only solution.",
)

best_parameters = (C / balance) ** (1 / (alpha + 2))
best_time = balance ** (1 / (alpha + 2)) * C ** ((alpha + 1) / (alpha + 2))

T_best, N_best = quantity("T_opt", best_time), quantity("N_opt", best_parameters)

optimal_compute = Claim(
    "scaling-laws/compute-constraint",
    title="Optimal time and parameters use up the compute",
    statement=Identity(T_best * N_best, C),
    source=[thesis("4.42"), thesis("4.43"), thesis("Table 4.1")],
    uses=[optimal_time],
)

optimal_powers = Claim(
    "scaling-laws/compute-powers",
    title="Optimal time and parameters are powers of compute",
    statement=Identity(
        kappa_c ** (1 / (alpha + 2)) * C ** ((alpha + 1) / (alpha + 2)),
        kappa_c * ((C / kappa_c) ** (1 / (alpha + 2))) ** (alpha + 1),
    ),
    source=[thesis("4.43"), thesis("Table 4.1")],
    uses=[optimal_time],
    note="$T$ is a constant times $C^((alpha+1)/(alpha+2))$ and $N$ one times $C^(1/(alpha+2))$, on the line $T = "
    "kappa N^(alpha+1)$.",
)

stationary = Claim(
    "scaling-laws/compute-stationary-point",
    title="At the optimal time and parameters the constraint and both conditions hold",
    statement=Stationary(
        loss_of_both,
        at={tau: best_time, N: best_parameters},
        constraints=(N * tau - C,),
        multipliers=(alpha * best_parameters ** (-(alpha + 1)) / best_time,),
    ),
    source=[thesis("4.40"), thesis("4.41"), thesis("4.42"), thesis("4.43")],
    uses=[optimal_compute, optimal_powers],
    note="With $lambda = alpha N^-(alpha+1)/T$, from (4.41).",
)

compute_law = Claim(
    "scaling-laws/compute-law",
    title="The compute law: the exponent of the loss is -alpha/(alpha+2)",
    statement=Identity(
        T_best ** (-power) + N_best ** (-alpha),
        (alpha + 2) * balance ** (alpha / (alpha + 2)) * C ** (-alpha / (alpha + 2)),
    ),
    source=[thesis("4.44"), thesis("Table 4.1")],
    uses=[stationary],
)

w = positive("w")

along_constraint = Claim(
    "scaling-laws/compute-loss-on-the-constraint",
    title="The loss along the constraint, measured from the stationary point",
    statement=Identity(
        (T_best / w ** ((alpha + 1) / alpha)) ** (-power) + (N_best * w ** ((alpha + 1) / alpha)) ** (-alpha),
        N_best ** (-alpha) * ((alpha + 1) * w + w ** (-(alpha + 1))),
    ),
    source=thesis("4.44"),
    uses=[optimal_powers],
    note="$N$ is the optimal one times $w^((alpha+1)/alpha)$, and $T$ the optimal one divided by it; every division "
    "of the compute has one $w > 0$.",
)

minimum_above = Claim(
    "scaling-laws/compute-minimum-more-parameters",
    title="At fixed compute, more parameters than optimal cost more loss",
    statement=Inequality((alpha + 1) * (1 + step) + (1 + step) ** (-(alpha + 1)), ">=", alpha + 2),
    source=thesis("4.44"),
    uses=[along_constraint],
    note="$w = 1 + h$. The stationary point is the minimum.",
)

minimum_below = Claim(
    "scaling-laws/compute-minimum-fewer-parameters",
    title="At fixed compute, fewer parameters than optimal cost more loss",
    statement=Inequality((alpha + 1) / (1 + step) + (1 + step) ** (alpha + 1), ">=", alpha + 2),
    source=thesis("4.44"),
    uses=[along_constraint],
    note="$w = 1/(1 + h)$.",
)

weight_time, weight_parameters = positive("c_T c_N")

constants_matter_not = Claim(
    "scaling-laws/compute-with-constants",
    title="The constants dropped from the loss do not change the exponent of compute",
    statement=Identity(
        alpha
        / (alpha + 1)
        * weight_time
        * (((alpha + 1) * weight_parameters / weight_time) ** (-1 / power) * N ** (alpha + 1)) ** (-power),
        alpha * weight_parameters * N ** (-alpha),
    ),
    source=thesis("4.39"),
    uses=[balanced_terms],
    note="With $L = c_T T^(-alpha/(alpha+1)) + c_N N^-alpha$ the relation is solved by another multiple of "
    "$N^(alpha+1)$.",
)

plateau_falls = Claim(
    "scaling-laws/plateaus",
    title="The more parameters, the lower the plateau of the loss",
    statement=Inequality(N**alpha, ">", 1),
    hypotheses=[N > 1],
    source=thesis("Figure 4.3"),
    uses=[missing_skills],
    note="As the ratio of two numbers of parameters: the plateau, $S^2 A/(2 alpha) N^-alpha$, falls from $10^1$ to "
    "$10^4$.",
)

small_exponents = Claim(
    "scaling-laws/exponents-are-small",
    title="For alpha below 1 the exponents are ordered, and below 1/3, 1/2 and 1",
    statement=Chain(
        sp.Integer(0),
        (
            Link("<", alpha / (alpha + 2), "compute"),
            Link("<", alpha / (alpha + 1), "time and data"),
            Link("<", alpha, "parameters"),
            Link("<", sp.Integer(1), "0 < alpha < 1"),
        ),
    ),
    hypotheses=[alpha < 1],
    source=[thesis("Section 4.3"), thesis("Table 4.1")],
)

small_compute_exponent = Claim(
    "scaling-laws/compute-exponent-is-small",
    title="For alpha below 1 the exponent of compute is below 1/3",
    statement=Inequality(alpha / (alpha + 2), "<", sp.Rational(1, 3)),
    hypotheses=[alpha < 1],
    source=thesis("Section 4.3"),
)
