"""The loss as a function of the resources, and the time law, (4.17) to (4.25)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.distributions import Bernoulli
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Asymptotic, Expectation, Identity, Inequality, Integral, Limit, Substitution
from ...language.symbols import families, index, natural, positive, real, total
from .letters import A, D, N, S, T, alpha, eta
from .multilinear import R_0, below, d, d_k, skill_loss_by_strength, strength, strength_solution
from .skills import P, loss_of_skills
from .stage_like import beyond, kappa

z = families("z")
N_ = natural("N")  # skills in the model
in_model = index("k", N_)
P_late = families("P'")


def start(skill: sp.Idx) -> sp.Expr:
    """``R_k(0) = S / (1 + exp(z_k))``: any number between 0 and S."""
    return quantity("R_k(0)", S / (1 + sp.exp(z[skill])))


total_loss = Claim(
    "scaling-laws/loss-of-all-resources",
    title="The loss as a function of time, data and parameters",
    statement=Identity(
        quantity(
            "L",
            total(
                P[in_model]
                * (S - S / (1 + (S / start(in_model) - 1) * sp.exp(-2 * eta * d[in_model] / D * S * T))) ** 2
                / 2,
                in_model,
            )
            + total(P_late[beyond] * (S - 0) ** 2 / 2, beyond),
        ),
        S**2
        / 2
        * total(
            P[in_model] / (1 + (S / start(in_model) - 1) ** (-1) * sp.exp(2 * eta * d[in_model] / D * S * T)) ** 2,
            in_model,
        )
        + S**2 / 2 * total(P_late[beyond], beyond),
    ),
    source=thesis("4.17"),
    uses=[loss_of_skills, skill_loss_by_strength, strength_solution],
    note="Any starts between 0 and $S$, skill by skill. The skills from $N+1$ to $n_s$ are counted from 1 as $k'$.",
)


def skill_loss_at(frequency: sp.Expr, odds: sp.Expr = S / R_0 - 1, at: sp.Expr = T) -> sp.Expr:
    """(4.18): the loss of a skill of the given frequency; `odds` is ``S/R_k(0) - 1``."""
    return S**2 / (2 * (1 + sp.exp(2 * eta * frequency * S * at) / odds) ** 2)


skill_loss_in_time = Claim(
    "scaling-laws/skill-loss-in-time",
    title="The loss of one skill in time",
    statement=Identity(quantity("L_k", (S - quantity("R_k", strength(d_k / D))) ** 2 / 2), skill_loss_at(d_k / D)),
    hypotheses=[below],
    source=thesis("4.18"),
    uses=[strength_solution, skill_loss_by_strength],
)

# -- The time law ------------------------------------------------------------------------------------------------------

tau = positive("T")  # time after the start
frequency = A * kappa ** (-(alpha + 1))
skill_loss = skill_loss_at(frequency, at=tau)
L_k = quantity("L_k", skill_loss)

odds_in_time = (S / R_0 - 1) * sp.exp(-2 * eta * frequency * S * tau)  # S/R_k(T) - 1

data = natural("D")
sample, seen, chance = index("m", data), families("o"), real("P")

share_of_samples = Claim(
    "scaling-laws/share-of-samples",
    title="The share of D samples that are of one skill is its frequency, up to a variance of order 1/D",
    statement=Expectation(
        (total(seen[sample], sample) / data - chance) ** 2, chance * (1 - chance) / data, ((seen, Bernoulli(chance)),)
    ),
    hypotheses=[chance > 0, chance < 1],
    source=thesis("4.19"),
    note="$o_m$ is 1 if sample $m$ is of the skill, so that the sum is $d_k$. The law of large numbers, with its "
    "rate: by Chebyshev's inequality $d_k/D$ is beyond $epsilon$ of $P_s(k)$ with a probability of $P (1 - P)/(D "
    "epsilon^2)$ at most.",
)

samples = positive("D")

share_tends = Claim(
    "scaling-laws/share-of-samples-tends-to-the-frequency",
    title="The variance of a skill's share of the samples vanishes as the number of samples grows",
    statement=Limit(chance * (1 - chance) / samples, samples, sp.oo, sp.Integer(0)),
    source=thesis("4.19"),
    uses=[share_of_samples],
)

skill_loss_infinite_data = Claim(
    "scaling-laws/skill-loss-with-infinite-data",
    title="The loss of one skill when its share of the samples is its frequency",
    statement=Identity(quantity("L_k", S**2 / 2 * (odds_in_time / (1 + odds_in_time)) ** 2), skill_loss),
    hypotheses=[below],
    source=thesis("4.19"),
    uses=[skill_loss_in_time, share_tends],
    note="$d_k/D$ tends to $P_s(k) = A k^-(alpha+1)$ by the law of large numbers. On the left $S - R_k$, from (4.11).",
)

nu = real("nu")
L_k_own_start = quantity("L_k", skill_loss_at(frequency, (S / R_0 - 1) * kappa**nu, at=tau))

one_variable_printed = Claim(
    "scaling-laws/time-and-skill-derivatives-printed",
    title="Derivatives of a skill loss by time and by skill, with a start R_k(0) of each skill's own",
    statement=Identity(
        sp.Derivative(L_k_own_start, tau), -kappa / ((alpha + 1) * tau) * sp.Derivative(L_k_own_start, kappa)
    ),
    hypotheses=[below],
    source=thesis("4.20"),
    erratum=Erratum(
        "hypothesis",
        "That (4.19) is a function of $k^-(alpha+1) T$ only needs one start $R_k(0)$ for all skills; the start is "
        "printed with the index $k$, only $0 < R_k(0) < S$ is assumed, and no place says that it is common.",
        "(4.14), (4.22) to (4.25) and (C.2) need the same hypothesis; with it they stand. Random starts of one "
        "distribution for all skills serve as well, since the loss is then a mean of such functions.",
        printed=r"\frac{d\mathcal{L}_k}{dT} = -\frac{k}{(\alpha+1)T} \frac{d\mathcal{L}_k}{dk}.",
        mark=r"\frac{d\mathcal{L}_k}{dk}",
        right=r"\frac{d\mathcal{L}_k}{dT} = -\frac{k}{(\alpha+1)T} \frac{d\mathcal{L}_k}{dk}, \quad "
        r"\mathcal{R}_k(0) = \mathcal{R}_1(0) \text{ for all } k.",
    ),
    note="Starts with $S/R_k(0) - 1$ proportional to $k^nu$: the line holds for $nu = 0$ only.",
)

one_variable = Claim(
    "scaling-laws/time-and-skill-derivatives",
    title="Derivatives of a skill loss by time and by skill, from one common start",
    statement=Identity(sp.Derivative(L_k, tau), -kappa / ((alpha + 1) * tau) * sp.Derivative(L_k, kappa)),
    hypotheses=[below],
    source=thesis("4.20"),
    uses=[skill_loss_infinite_data],
    corrects=one_variable_printed,
)

loss_in_k = A * kappa ** (-(alpha + 1)) * skill_loss  # the integrand of (4.21)
named_loss_in_k = A * kappa ** (-(alpha + 1)) * L_k  # the same, as it is printed

rise_and_fall = Claim(
    "scaling-laws/summand-is-small",
    title="No single skill contributes more than the order of 1/T",
    statement=Inequality((S / R_0 - 1 + sp.exp(positive("u"))) ** 2, ">", positive("u")),
    hypotheses=[below],
    source=thesis("4.21"),
    uses=[skill_loss_infinite_data],
    note="With $u = 2 eta A S T k^-(alpha+1)$ and $q = S/R_0 - 1$ it says $A k^-(alpha+1) L_k < S q^2 / (4 eta T)$. "
    "The summand rises and then falls in $k$, so that sum and integral differ by no more than that; the loss itself "
    "is of the larger order $T^(-alpha/(alpha+1))$.",
)

sum_for_integral = Claim(
    "scaling-laws/sum-for-integral-in-time",
    title="The difference between the sum over skills and its integral vanishes relative to the loss",
    statement=Limit(1 / tau / tau ** (-alpha / (alpha + 1)), tau, sp.oo, sp.Integer(0)),
    source=thesis("4.21"),
    uses=[rise_and_fall],
    note="It holds for every exponent below one; scaling-laws/time-law-by-substitution shows which one it is.",
)

rate_of_loss = Claim(
    "scaling-laws/rate-of-loss",
    title="The rate of the loss, written with the derivative by skill",
    statement=Identity(
        A * kappa ** (-(alpha + 1)) * sp.Derivative(L_k, tau),
        -A * kappa ** (-alpha) * sp.Derivative(L_k, kappa) / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("4.22"),
    uses=[one_variable],
    note="Under the integral over $k$ from 1 to $N$ (4.21).",
)

L_of_k = sp.Function("L", real=True)  # the loss of a skill as any function of k

by_parts = Claim(
    "scaling-laws/by-parts",
    title="Integration by parts over skills",
    statement=Integral(
        -A * kappa ** (-alpha) * sp.diff(L_of_k(kappa), kappa) / ((alpha + 1) * tau),
        (kappa, 1, N),
        -(A * N ** (-alpha) * L_of_k(N) - A * L_of_k(1)) / ((alpha + 1) * tau),
        antiderivative=-A * kappa ** (-alpha) * L_of_k(kappa) / ((alpha + 1) * tau),
        plus=-alpha / ((alpha + 1) * tau) * A * kappa ** (-(alpha + 1)) * L_of_k(kappa),
    ),
    hypotheses=[N > 1],
    source=[thesis("4.23"), thesis("4.24")],
    uses=[rate_of_loss],
    note="The integral left over is the loss (4.21) times $-alpha/((alpha+1) T)$.",
)

boundary_last = Claim(
    "scaling-laws/boundary-at-n",
    title="The boundary term of the rarest skill is of order N^-alpha / T",
    statement=Asymptotic(
        A * N ** (-alpha) * skill_loss_at(A * N ** (-(alpha + 1)), at=tau) / ((alpha + 1) * tau),
        A * N ** (-alpha) * (S - R_0) ** 2 / (2 * (alpha + 1) * tau),
        N ** (-2 * alpha - 1) / tau,
        N,
        sp.oo,
    ),
    hypotheses=[below],
    source=thesis("4.24"),
    uses=[by_parts],
)

prefactor = positive("c")
power = alpha / (alpha + 1)
loss_power = quantity("L", prefactor * tau ** (-power))
first_skill = A * quantity("L_1", skill_loss_at(A, at=tau)) / ((alpha + 1) * tau)

boundary_first_printed = Claim(
    "scaling-laws/boundary-of-the-first-skill-printed",
    title="The rate of the loss, with a boundary term of order 1/(T e^T) as printed",
    statement=Asymptotic(
        first_skill - power / tau * loss_power, -power / tau * loss_power, 1 / (tau * sp.exp(tau)), tau, sp.oo
    ),
    hypotheses=[below, A < 1],
    source=[thesis("4.24"), thesis("C.1")],
    erratum=Erratum(
        "convention",
        "The boundary term at $k = 1$ falls as $exp(-4 eta A S T)/T$. It is $O(1/(T e^T))$ only if $4 eta A S$ is at "
        "least 1, or in units of time of $1/(4 eta A S)$; the lines keep the learning rate.",
        "None: the term is exponentially small at any rate, and (4.25) survives.",
        printed=r"= - \lim_{N \rightarrow \infty} \mathcal{O}\left(N^{-\alpha} \frac{1}{T}\right) + "
        r"\mathcal{O}\left(\frac{1}{Te^T}\right) - \frac{\alpha}{(\alpha+1)T} \mathcal{L}.",
        mark=r"\frac{1}{Te^T}",
        right=r"= - \lim_{N \rightarrow \infty} \mathcal{O}\left(N^{-\alpha} \frac{1}{T}\right) + "
        r"\mathcal{O}\left(\frac{1}{Te^{4\eta A S T}}\right) - \frac{\alpha}{(\alpha+1)T} \mathcal{L}.",
    ),
    note="The loss that is left is a power of time (4.25). $A < 1$, since there is more than one skill. With the "
    "learning rate 0.05 and $S = 5$ of appendix C.3, $4 eta A S$ is $A$.",
)

boundary_first = Claim(
    "scaling-laws/boundary-of-the-first-skill",
    title="The rate of the loss up to an exponentially small term",
    statement=Asymptotic(
        first_skill - power / tau * loss_power,
        -power / tau * loss_power,
        sp.exp(-4 * eta * A * S * tau) / tau,
        tau,
        sp.oo,
    ),
    hypotheses=[below, A < 1],
    source=[thesis("4.24"), thesis("C.1")],
    uses=[by_parts, boundary_last],
    corrects=boundary_first_printed,
    note=(
        "The loss is put in as a power (4.25). It holds for every exponent; scaling-laws/by-parts shows which one "
        "it is."
    ),
)

moment, first_moment = positive("t T_0")

time_law = Claim(
    "scaling-laws/time-law",
    title="A rate of -p L/T, with p = alpha/(alpha+1), integrates to the power T^-p",
    statement=Integral(
        -power / moment,
        (moment, first_moment, tau),
        sp.log(quantity("L(T)", tau ** (-power)) / quantity("L(T_0)", first_moment ** (-power))),
    ),
    hypotheses=[first_moment < tau],
    source=thesis("4.25"),
    uses=[boundary_first],
    note="$dL/L = -alpha/(alpha+1) dT/T$, integrated from $T_0$ to $T$: the logarithm of $L(T)/L(T_0)$. It holds for "
    "every exponent; scaling-laws/by-parts and scaling-laws/time-law-by-substitution show which one it is.",
)

rate_theta = 2 * eta * A * S  # u = rate_theta T k^-(alpha+1)


def skill_loss_in_u(u: sp.Expr) -> sp.Expr:
    """The loss of a skill as a function of the one variable that matters."""
    return S**2 / (2 * (1 + sp.exp(u) / (S / R_0 - 1)) ** 2)


def scaled(u: sp.Expr) -> sp.Expr:
    """The integrand in u: a power of T times a function of u alone."""
    return (
        A
        / (alpha + 1)
        * (rate_theta * tau) ** (-power)
        * u ** (-1 / (alpha + 1))
        * quantity("L(u)", skill_loss_in_u(u))
    )


u = positive("u")

substitution = Claim(
    "scaling-laws/time-law-by-substitution",
    title="In the variable u = 2 eta A S T/k^(alpha+1) time leaves the integrand as a power",
    statement=Substitution(
        named_loss_in_k,
        (kappa, 1, sp.oo),
        into=scaled(u),
        onto=(u, 0, rate_theta * tau),
        by=rate_theta * tau * kappa ** (-(alpha + 1)),
    ),
    hypotheses=[below],
    source=[thesis("4.21"), thesis("4.25"), thesis("Table 4.1")],
    uses=[skill_loss_infinite_data],
    note="So the loss is $T^(-alpha/(alpha+1))$ times an integral over $u$ that has a limit for $T -> infinity$. This "
    "proves the law itself; (4.25) is its logarithmic derivative.",
)

substitution_finite = Claim(
    "scaling-laws/time-law-with-n-skills",
    title="With N skills the integral starts at u = 2 eta A S T/N^(alpha+1)",
    statement=Substitution(
        named_loss_in_k,
        (kappa, 1, N),
        into=scaled(u),
        onto=(u, rate_theta * tau * N ** (-(alpha + 1)), rate_theta * tau),
        by=rate_theta * tau * kappa ** (-(alpha + 1)),
    ),
    hypotheses=[below, N > 1],
    source=[thesis("4.21"), thesis("4.37")],
    uses=[skill_loss_infinite_data],
)

integral_converges = Claim(
    "scaling-laws/time-law-integral-converges",
    title="The integral over u converges, exponentially fast",
    statement=Inequality(skill_loss_in_u(u), "<", S**2 * (S / R_0 - 1) ** 2 / 2 * sp.exp(-2 * u)),
    hypotheses=[below],
    source=thesis("4.25"),
    uses=[substitution],
    note="At $u = 0$ the integrand is of order $u^(-1/(alpha+1))$, which is integrable for $alpha > 0$.",
)

converges_at_zero = Claim(
    "scaling-laws/time-law-integral-at-zero",
    title="Near u = 0 the integrand is integrable",
    statement=Integral(u ** (-1 / (alpha + 1)), (u, 0, 1), (alpha + 1) / alpha),
    source=thesis("4.25"),
    uses=[substitution],
)

converges_at_infinity = Claim(
    "scaling-laws/time-law-integral-at-infinity",
    title="The tail of the integral over u is exponentially small",
    statement=Integral(
        S**2 * (S / R_0 - 1) ** 2 / 2 * sp.exp(-2 * u),
        (u, rate_theta * tau, sp.oo),
        S**2 * (S / R_0 - 1) ** 2 / 4 * sp.exp(-4 * eta * A * S * tau),
    ),
    hypotheses=[below],
    source=thesis("4.25"),
    uses=[integral_converges],
    note="It bounds the integral from $2 eta A S T$ on for $T$ with $2 eta A S T >= 1$, where $u^(-1/(alpha+1)) <= 1$.",
)
