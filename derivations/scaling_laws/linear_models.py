"""Appendix C.2: linear models, (C.3) to (C.6)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Asymptotic, Identity, Limit, Rate, Solution, Substitution
from ...language.symbols import families, index, natural, total
from ..feedback import exponential
from .letters import A, D, S, T, alpha, delta, eta
from .multilinear import d, d_k, loss_decouples, w_k
from .skills import expectation, k, k_prime, own_skill, strength_is_coefficient
from .stage_like import kappa
from .time_law import frequency, loss_power, power, tau, u

w_all = families("w", T)
linear_loss = total(d[k] * (S - w_all[k]) ** 2, k) / (2 * D)
linear_skills = GradientFlow(eta * linear_loss, (w_all,), T)
one_linear_skill = GradientFlow(eta * d_k / (2 * D) * (S - w_k) ** 2, (w_k,), T)

linear_output = quantity("f_k", total(w_all[k_prime] * delta(k_prime, k) * own_skill, k_prime))  # (C.3)

linear_strength_is_coefficient = Claim(
    "scaling-laws/linear-strength-is-weight",
    title="In the linear model the weight is the skill strength",
    statement=Identity(
        quantity("R_k", expectation(own_skill * linear_output)),
        w_all[k],
    ),
    source=[thesis("C.3"), thesis("C.4")],
    uses=[strength_is_coefficient],
)

linear_rate = Claim(
    "scaling-laws/linear-rate",
    title="The dynamics of the linear model decouple, without feedback",
    statement=Rate(w_all[k], eta * d[k] / D * (S - w_all[k]), linear_skills),
    source=[thesis("C.3"), thesis("C.4")],
    uses=[loss_decouples],
    note="$a_k b_k$ replaced by $w_k$ in the loss (4.11).",
)

linear_strength = Claim(
    "scaling-laws/linear-strength",
    title="In the linear model a skill saturates exponentially",
    statement=Solution(
        one_linear_skill,
        of=(w_k,),
        equals=(S * (1 - sp.exp(-eta * d_k / D * T)),),
        initially=(sp.Integer(0),),
    ),
    source=thesis("C.4"),
    uses=[linear_rate, exponential],
    note="Unlike in the multilinear model the rate does not contain $S$.",
)

linear_skill_loss = S**2 / 2 * sp.exp(-2 * eta * frequency * tau)

linear_loss_in_time = Claim(
    "scaling-laws/linear-skill-loss",
    title="The loss of one skill in the linear model",
    statement=Solution(
        one_linear_skill,
        of=(S - w_k) ** 2 / 2,
        equals=S**2 / 2 * sp.exp(-2 * eta * d_k / D * T),
        initially=S**2 / 2,
    ),
    source=thesis("Section C.2"),
    uses=[linear_strength],
    note="$w_k(0) = 0$.",
)

linear_one_variable = Claim(
    "scaling-laws/linear-time-and-skill-derivatives",
    title="The linear model has the same relation between time and skill",
    statement=Identity(
        sp.diff(linear_skill_loss, tau), -kappa / ((alpha + 1) * tau) * sp.diff(linear_skill_loss, kappa)
    ),
    source=[thesis("Section C.2"), thesis("4.20")],
    uses=[linear_loss_in_time],
    note="No common start has to be assumed: it is $w_k(0) = 0$.",
)

linear_boundary = Claim(
    "scaling-laws/linear-time-law",
    title="The linear model has the same time law as the multilinear one",
    statement=Asymptotic(
        A * S**2 / 2 * sp.exp(-2 * eta * A * tau) / ((alpha + 1) * tau) - power / tau * loss_power,
        -power / tau * loss_power,
        sp.exp(-2 * eta * A * tau) / tau,
        tau,
        sp.oo,
    ),
    source=thesis("Section C.2"),
    uses=[linear_one_variable],
    note="As (4.24): the term of the first skill is exponentially small, at the rate $2 eta A$. The loss is put in as "
    "a power. It holds for every exponent; scaling-laws/linear-time-law-by-substitution shows which one it is.",
)

linear_substitution = Claim(
    "scaling-laws/linear-time-law-by-substitution",
    title="The loss of the linear model is a power of time times an integral that tends to a gamma function",
    statement=Substitution(
        A * kappa ** (-(alpha + 1)) * linear_skill_loss,
        (kappa, 1, sp.oo),
        into=A * S**2 / (2 * (alpha + 1)) * (2 * eta * A * tau) ** (-power) * u ** (-1 / (alpha + 1)) * sp.exp(-u),
        onto=(u, 0, 2 * eta * A * tau),
        by=2 * eta * A * tau * kappa ** (-(alpha + 1)),
    ),
    source=thesis("Section C.2"),
    uses=[linear_loss_in_time],
)

linear_seen = Claim(
    "scaling-laws/linear-one-shot",
    title="The linear model learns from a single sample too",
    statement=Limit(S**2 / 2 * sp.exp(-2 * eta * d_k / D * tau), tau, sp.oo, sp.Integer(0)),
    source=thesis("Section C.2"),
    uses=[linear_loss_in_time],
    note="The data law then follows as in (4.27) to (4.34), and the parameter law as in (4.36). A skill without "
    "samples keeps $S^2/2$ exactly, since $w_k(0) = 0$.",
)

D_c = natural("D_c")
component, other_component = index("l", D_c), index("l'", D_c)

extended_norm = Claim(
    "scaling-laws/extended-basis-norm",
    title="The three properties of the extended basis agree with a skill function of norm one",
    statement=Identity(total(delta(component, other_component) / D_c, component, other_component), 1),
    source=thesis("C.6"),
    note=r"$E_X[g_k^2] = \sum_{l,l'} E[e_{kl} e_{kl'}] / D_c$ at $I = k$.",
)

extended_strength = Claim(
    "scaling-laws/extended-strength",
    title="The skill strength of the extended linear model",
    statement=Identity(
        total(
            families("W")[k, component] * delta(component, other_component) / sp.sqrt(D_c), component, other_component
        ),
        total(families("W")[k, component], component) / sp.sqrt(D_c),
    ),
    source=[thesis("C.5"), thesis("C.6")],
    uses=[extended_norm],
    note="$E_X[g_k f]$ at $I = k$. It is $S$ at $W_kl = S/sqrt(D_c)$, where $f = S g_k$.",
)
