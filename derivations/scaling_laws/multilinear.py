"""The multilinear model, whose skills decouple, (4.9) to (4.11)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Chain, Conserved, Identity, Inequality, Link, Rate, Solution
from ...language.symbols import families, index, natural, positive, total, trajectories
from ..feedback import sigmoid
from .letters import D, S, T, delta, eta
from .skills import (
    exclusive,
    expectation,
    h,
    i,
    k,
    k_prime,
    own_skill,
    skill,
    skill_loss,
    strength_is_coefficient,
)

R = families("R")
a, b = families("a b", T)
d = families("d")  # samples of each skill

model_output = quantity("f_k", total(a[k_prime] * b[k_prime] * delta(k_prime, k) * own_skill, k_prime))  # (4.9)

product_is_strength = Claim(
    "scaling-laws/product-is-strength",
    title="The product of the layers is the skill strength",
    statement=Identity(
        quantity("R_k", expectation(own_skill * model_output)),
        a[k] * b[k],
    ),
    source=[thesis("4.9"), thesis("4.10")],
    uses=[strength_is_coefficient],
    note="For the skills $k <= N$ in the model ($n_s$ stands for $N$ here). A later skill has no parameters: $R_k = "
    "0$.",
)

skill_loss_by_strength = Claim(
    "scaling-laws/skill-loss-by-strength",
    title="In the multilinear model the skill loss depends on the skill strength alone",
    statement=Identity(
        quantity(
            "L_k",
            expectation((S * own_skill - model_output) ** 2) / 2,
        ),
        (S - quantity("R_k", a[k] * b[k])) ** 2 / 2,
    ),
    source=thesis("4.10"),
    uses=[skill_loss, product_is_strength],
    note="$E[f^2] = R_k^2$ on the inputs of skill $k$, which is what turns (4.8) into a square. It needs a model "
    "whose outputs there are multiples of $g_k$.",
)

samples = natural("n")  # the number of samples, D in the text
sample = index("s", samples)
is_of = families("1")  # is_of[k, s] is 1 if sample s is of skill k, else 0

one_sample = Claim(
    "scaling-laws/loss-on-a-sample",
    title="On one sample only the sample's own skill contributes",
    statement=Identity(
        total(h[i] * quantity("(f* - f)^2", total((S - R[k]) * skill(i, k), k) ** 2), i),
        total(h[i] * (S - R[i]) ** 2, i),
    ),
    source=thesis("4.11"),
    uses=[exclusive],
    note="For a sample of skill $i$, tested against any function $h$ of the skill.",
)

loss_decouples = Claim(
    "scaling-laws/loss-decouples",
    title="The empirical loss is a sum of empirical skill losses",
    statement=Identity(
        total(total(is_of[k, sample] * (S - R[k]) ** 2, k), sample) / (2 * samples),
        total(total(is_of[k, sample], sample) * (S - R[k]) ** 2, k) / (2 * samples),
    ),
    source=[thesis("4.11"), thesis("B.4")],
    uses=[one_sample],
    note="$d_k$ is the number of samples $s$ with $1_k(s) = 1$. Skills above $N$ enter with $R_k = 0$.",
)

empirical_loss = total(d[k] * (S - a[k] * b[k]) ** 2, k) / (2 * D)
all_skills = GradientFlow(eta * empirical_loss, (a, b), T)  # d/dT = -eta grad L

flow_of_a = Claim(
    "scaling-laws/flow-of-a",
    title="The dynamics of the skills decouple, first layer",
    statement=Rate(a[k], eta * d[k] / D * b[k] * (S - a[k] * b[k]), all_skills),
    source=thesis("4.11"),
    uses=[loss_decouples],
)

flow_of_b = Claim(
    "scaling-laws/flow-of-b",
    title="The dynamics of the skills decouple, second layer",
    statement=Rate(b[k], eta * d[k] / D * a[k] * (S - a[k] * b[k]), all_skills),
    source=thesis("4.11"),
    uses=[loss_decouples],
)

conservation = Claim(
    "scaling-laws/conservation",
    title="Each skill conserves the difference of its squared layers",
    statement=Conserved(a[k] ** 2 - b[k] ** 2, all_skills),
    source=thesis("4.11"),
    uses=[flow_of_a, flow_of_b],
    note="From equal layers $a_k(0) = b_k(0)$ they stay equal.",
)

R_k = quantity("R_k", a[k] * b[k])

strength_rate = Claim(
    "scaling-laws/strength-rate",
    title="A skill strength obeys a logistic equation of its own",
    statement=Rate(R_k, 2 * eta * d[k] / D * R_k * (S - R_k), all_skills.on(b[k] - a[k])),
    source=thesis("4.11"),
    uses=[flow_of_a, flow_of_b, conservation],
)

unbalanced_rate = Claim(
    "scaling-laws/strength-rate-of-unequal-layers",
    title="From unequal layers a skill strength does not obey the logistic equation",
    statement=Rate(R_k, 2 * eta * d[k] / D * R_k * (S - R_k), all_skills),
    source=thesis("4.11"),
    expected="REFUTED",
    note="This is not an erratum: $a_k(0) = b_k(0)$ is assumed in Lemma 1, to which (4.11) refers.",
)

a_k, b_k, w_k = trajectories("a_k b_k w_k", T)
d_k, R_0 = positive("d_k R_0")  # samples of skill k, its strength at the start
below = R_0 < S
one_skill = GradientFlow(eta * d_k / (2 * D) * (S - a_k * b_k) ** 2, (a_k, b_k), T)


def strength(frequency: sp.Expr) -> sp.Expr:
    """``R_k(T)`` of (4.11), for a skill that is a fraction `frequency` of the samples."""
    return S / (1 + (S / R_0 - 1) * sp.exp(-2 * eta * frequency * S * T))


strength_solution = Claim(
    "scaling-laws/strength",
    title="Each skill strength saturates in a sigmoid",
    statement=Solution(
        one_skill.on(b_k - a_k),
        of=quantity("R_k", a_k * b_k) / S,
        equals=1 / (1 + (S / R_0 - 1) * sp.exp(-2 * eta * d_k / D * S * T)),
        initially=R_0 / S,
    ),
    hypotheses=[below],
    source=[thesis("4.11"), thesis("Figure 4.1")],
    uses=[strength_rate, sigmoid],
)

strength_range = Claim(
    "scaling-laws/strength-range",
    title="A skill strength stays between its start and the target scale",
    statement=Chain(
        R_0,
        (
            Link("<=", quantity("R_k", strength(d_k / D)), "it grows from R_k(0)"),
            Link("<=", S, "and does not overshoot"),
        ),
    ),
    hypotheses=[below],
    source=thesis("4.11"),
    uses=[strength_solution],
)

rare_skills_wait = Claim(
    "scaling-laws/rare-skills-wait",
    title="Of two skills with one start, the rarer one never has the larger strength",
    statement=Inequality(strength(d_k / D), "<=", strength(positive("d_l") / D)),
    hypotheses=[below, d_k < positive("d_l")],
    source=thesis("Figure 4.1"),
    uses=[strength_solution],
    note="Less frequent skills have a more delayed growth, part (b) of the figure.",
)
