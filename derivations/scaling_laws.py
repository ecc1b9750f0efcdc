r"""Scaling laws of the multilinear model on the multitask sparse parity problem.

Thesis chapter 4, (4.1) to (4.44), and appendices C.1 and C.2, (C.1) to (C.6).

Skill k is asked with frequency ``P_s(k) = A k^-(alpha+1)``; its function ``g_k`` is a parity, 1 or -1, on its own
inputs and 0 elsewhere.  The model ``f = sum_k a_k b_k g_k`` has the first N skill functions built in and learns by
gradient flow, with a learning rate eta, of *half* the mean square error (4.5).  The skills decouple, each saturates in
a sigmoid, and the loss is a power of time, data, parameters or compute.

How printed things are read.  A parity is ``(-1)^M(x)`` with an integer ``M(x)``.  An expectation over skill bits is
the mean over the B bit strings.  Approximations: a line with O(...) is an asymptotic statement and its remainder is
proved; where a sum over skills is replaced by an integral, the difference of a summand that rises and then falls is at
most its largest value, and that value is bounded.  In the integrals k is a positive real number.
"""

from __future__ import annotations

import sympy as sp

from .feedback import exponential, sigmoid, stage_like
from .kernel.claims import Claim, Erratum
from .kernel.flows import GradientFlow
from .kernel.misprints import Misprint
from .kernel.sources import thesis
from .kernel.statements import (
    Asymptotic,
    Chain,
    Conserved,
    Identity,
    Inequality,
    Integral,
    Limit,
    Link,
    Rate,
    Series,
    Solution,
    Stationary,
    Substitution,
)
from .kernel.symbols import families, index, natural, positive, real, time, total, trajectories

T = time("T")
alpha, A, S, eta, D, N = positive("alpha A S eta D N")
step = positive("h")  # 1/k
delta = sp.KroneckerDelta

# -- The data: skills and their functions ------------------------------------------------------------------------------

n_s, B = natural("n_s B")  # skills, and strings of skill bits: B = 2^n_b
i, j, k, k_prime = index("i", n_s), index("j", n_s), index("k", n_s), index("k'", n_s)
x = index("x", B)
P, h, c, g = families("P h c g")  # frequencies of skills; any test function; any coefficients; a skill function
f, f_star = families("f f*")  # outputs of a model and targets, at skill i and bits x
f_k = families("f_k")  # outputs of a model at skill k, as a function of the bits
M_function = sp.Function("M", integer=True)


def parity(at: sp.Expr) -> sp.Expr:
    """``(-1)^(sum of the relevant bits)``: 1 or -1."""
    return (-1) ** M_function(at)


def expectation(term: sp.Expr) -> sp.Expr:
    """The mean over uniform skill bits."""
    return total(term, x) / B


frequencies_sum_to_one = sp.Eq(total(P[i], i), 1)

joint_distribution = Claim(
    "scaling-laws/joint-distribution",
    title="The product of the two distributions is a distribution",
    statement=Identity(total(A * i ** (-(alpha + 1)) / B, i, x), 1),
    hypotheses=[sp.Eq(A * total(j ** (-(alpha + 1)), j), 1)],
    source=thesis("4.1"),
    note="The hypothesis is the definition of A below (4.1). B = 2^n_b strings of skill bits are equally likely.",
)

frequency_falls = Claim(
    "scaling-laws/frequencies-fall",
    title="Later skills are rarer",
    statement=Inequality((1 + step) ** (-(alpha + 1)), "<", 1),
    source=thesis("4.1"),
    note="With h = 1/k it says P_s(k+1) < P_s(k), so that the first N skill functions are the N most frequent ones.",
)

exclusive = Claim(
    "scaling-laws/exclusive-supports",
    title="Skill functions have mutually exclusive supports",
    statement=Identity(
        total(h[i] * (delta(i, k) * parity(i)) * (delta(i, k_prime) * parity(i)), i),
        total(h[i] * delta(i, k) * delta(k, k_prime), i),
    ),
    source=[thesis("4.2"), thesis("4.3")],
    note="Tested against any function h of the skill, which makes it hold at every skill and every x: g_k is written "
    "as a delta times a parity, and a parity squares to 1.",
)

target_is_one_parity = Claim(
    "scaling-laws/target-is-one-parity",
    title="On the inputs of a skill the target is S times the parity of its bits",
    statement=Identity(total(S * delta(i, k) * parity(i), k), S * parity(i)),
    source=[thesis("4.4"), thesis("Table 4.2")],
    note="The column y of the table; that its four rows are right is tested with the library.",
)

target_norm = Claim(
    "scaling-laws/target-norm",
    title="The target scale is the norm of the target",
    statement=Identity(total(P[i] * total(S * delta(i, k) * parity(i), k) ** 2, i), S**2),
    hypotheses=[frequencies_sum_to_one],
    source=thesis("4.4"),
    uses=[target_is_one_parity],
    note="E[f* f*] = S^2, below (4.4): the norm is the root of it.",
)

loss_of_skills = Claim(
    "scaling-laws/loss-of-skills",
    title="The loss is the mean of the skill losses, weighted by frequency",
    statement=Identity(
        total(P[i] / B * (f_star[i, x] - f[i, x]) ** 2, i, x) / 2,
        total(P[i] * expectation((f_star[i, x] - f[i, x]) ** 2) / 2, i),
    ),
    source=[thesis("4.5"), thesis("4.6")],
)

strength_is_coefficient = Claim(
    "scaling-laws/strength-is-coefficient",
    title="The skill strength is the coefficient of the skill function",
    statement=Identity(expectation(parity(x) * total(c[k_prime] * delta(k_prime, k) * parity(x), k_prime)), c[k]),
    source=thesis("4.7"),
    note="E_X[g_k f] at I = k, for f = sum_l c_l g_l.",
)

skill_loss = Claim(
    "scaling-laws/skill-loss",
    title="The skill loss by the skill strength and the norm of the learned function",
    statement=Identity(
        expectation((S * parity(x) - f_k[x]) ** 2) / 2,
        (S**2 + expectation(f_k[x] ** 2) - 2 * S * expectation(parity(x) * f_k[x])) / 2,
    ),
    source=thesis("4.8"),
    note="R_k(f_T) is the skill strength (4.7) of the function f_T.",
)

skill_loss_sign = Claim(
    "scaling-laws/skill-loss-sign",
    title="No skill loss is negative",
    statement=Inequality(expectation((S * g[x] - f_k[x]) ** 2) / 2, ">=", 0),
    source=thesis("Section 4.2.2"),
    note="A mean of squares; it is 0 if and only if every square is, which is f = S g_k on the inputs of the skill. "
    "Any real g(x) will do.",
)

# -- The multilinear model ---------------------------------------------------------------------------------------------

R = families("R")
a, b = families("a b", T)
d = families("d")  # samples of each skill

product_is_strength = Claim(
    "scaling-laws/product-is-strength",
    title="The product of the layers is the skill strength",
    statement=Identity(
        expectation(parity(x) * total(a[k_prime] * b[k_prime] * delta(k_prime, k) * parity(x), k_prime)), a[k] * b[k]
    ),
    source=[thesis("4.9"), thesis("4.10")],
    uses=[strength_is_coefficient],
    note="For the skills k <= N in the model (n_s stands for N here). A later skill has no parameters: R_k = 0.",
)

skill_loss_by_strength = Claim(
    "scaling-laws/skill-loss-by-strength",
    title="In the multilinear model the strength alone gives the skill loss",
    statement=Identity(
        expectation((S * parity(x) - total(a[k_prime] * b[k_prime] * delta(k_prime, k) * parity(x), k_prime)) ** 2) / 2,
        (S - a[k] * b[k]) ** 2 / 2,
    ),
    source=thesis("4.10"),
    uses=[skill_loss, product_is_strength],
    note="E[f^2] = R_k^2 on the inputs of skill k, which is what turns (4.8) into a square. It needs a model whose "
    "outputs there are multiples of g_k.",
)

samples = natural("n")  # the number of samples, D in the text
sample = index("s", samples)
is_of = families("1")  # is_of[k, s] is 1 if sample s is of skill k, else 0

one_sample = Claim(
    "scaling-laws/loss-on-a-sample",
    title="On one sample only the sample's own skill contributes",
    statement=Identity(
        total(h[i] * total((S - R[k]) * delta(i, k) * parity(i), k) ** 2, i),
        total(h[i] * (S - R[i]) ** 2, i),
    ),
    source=thesis("4.11"),
    uses=[exclusive],
    note="For a sample of skill i, tested against any function h of the skill.",
)

loss_decouples = Claim(
    "scaling-laws/loss-decouples",
    title="The empirical loss is a sum of empirical skill losses",
    statement=Identity(
        total(total(is_of[k, sample] * (S - R[k]) ** 2, k), sample) / (2 * samples),
        total(total(is_of[k, sample], sample) * (S - R[k]) ** 2, k) / (2 * samples),
    ),
    source=thesis("4.11"),
    uses=[one_sample],
    note="d_k is the number of samples s with 1_k(s) = 1. Skills above N enter with R_k = 0.",
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
    note="From equal layers a_k(0) = b_k(0) they stay equal.",
)

strength_rate = Claim(
    "scaling-laws/strength-rate",
    title="A skill strength obeys a logistic equation of its own",
    statement=Rate(a[k] * b[k], 2 * eta * d[k] / D * a[k] * b[k] * (S - a[k] * b[k]), all_skills.on(b[k] - a[k])),
    source=thesis("4.11"),
    uses=[flow_of_a, flow_of_b, conservation],
)

unbalanced_rate = Claim(
    "scaling-laws/strength-rate-of-unequal-layers",
    title="From unequal layers a skill strength does not obey the logistic equation",
    statement=Rate(a[k] * b[k], 2 * eta * d[k] / D * a[k] * b[k] * (S - a[k] * b[k]), all_skills),
    source=thesis("4.11"),
    expected="REFUTED",
    note="It accuses no line: a_k(0) = b_k(0) is assumed in Lemma 1, to which (4.11) refers.",
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
        of=a_k * b_k / S,
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
            Link("<=", strength(d_k / D), "it grows from R_k(0)"),
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

# -- The time law from stage-like training -----------------------------------------------------------------------------

kappa = positive("k")  # the index of a skill as a positive real number
m, tail_index = natural("k j")  # skills as integers
after = positive("Sigma")  # the sum of j^-(alpha+1) over the skills after k

late = natural("n_l")
beyond = index("k'", late)

saturated_loss = Claim(
    "scaling-laws/loss-of-unlearnt-skills",
    title="With all skills before k learnt, the rest of the frequencies gives the loss",
    statement=Identity(total(P[beyond] * S**2 / 2, beyond), S**2 / 2 * total(P[beyond], beyond)),
    source=thesis("Section 4.2.4"),
    uses=[skill_loss_by_strength],
    note="R_j = S for j < k and R_j = 0 for j >= k in (4.6) and (4.10). The skills from k on are counted from 1.",
)


def unlearnt(tail: sp.Expr) -> sp.Expr:
    """The loss when skills of total frequency A times `tail` are not learnt."""
    return A * S**2 * tail / 2


own_term = kappa ** (-(alpha + 1))

loss_step_printed = Claim(
    "scaling-laws/relative-loss-of-a-skill-printed",
    title="The relative change of the loss by one skill, as printed",
    statement=Identity(A * own_term / (A * (own_term + after)), -own_term / (own_term + after)),
    source=thesis("4.12"),
    erratum=Erratum(
        "slip",
        "The first expression, P_s(k) over the tail, has lost the minus sign that the second one has: "
        "learning skill k lowers the loss by P_s(k) S^2/2.",
        "None: (4.13) and (4.16) continue from the second expression.",
    ),
    note="Sigma is the sum of j^-(alpha+1) over the skills after k, however many there are.",
)

loss_step = Claim(
    "scaling-laws/relative-loss-of-a-skill",
    title="Learning one skill changes the loss by minus its share of the tail",
    statement=Identity(
        (unlearnt(after) - unlearnt(own_term + after)) / unlearnt(own_term + after), -own_term / (own_term + after)
    ),
    source=thesis("4.12"),
    uses=[saturated_loss],
    corrects=loss_step_printed,
)

variable = positive("j")  # of integration
tail_integral = kappa ** (-alpha) / alpha

tail_of_integral = Claim(
    "scaling-laws/tail-of-the-integral",
    title="The tail of the frequencies as an integral",
    statement=Integral(variable ** (-(alpha + 1)), (variable, kappa, sp.oo), tail_integral),
    source=thesis("4.12"),
)


tail_from_below = Claim(
    "scaling-laws/tail-above-its-integral",
    title="The tail of the sum is at least the integral",
    statement=Series(tail_index ** (-(alpha + 1)), (tail_index, m, sp.oo), ">=", m ** (-alpha) / alpha),
    source=thesis("4.12"),
    uses=[tail_of_integral],
    note="Term by term k^-(alpha+1) >= (k^-alpha - (k+1)^-alpha) / alpha.",
)

tail_from_above = Claim(
    "scaling-laws/tail-below-its-integral",
    title="The tail of the sum after k is at most the integral from k on",
    statement=Series(
        tail_index ** (-(alpha + 1)),
        (tail_index, m + 1, sp.oo),
        "<=",
        m ** (-alpha) / alpha,
        by=(tail_index - 1) ** (-alpha) / alpha,
    ),
    source=thesis("4.12"),
    uses=[tail_of_integral],
)

ratio_of_integral = Claim(
    "scaling-laws/relative-loss-by-integral",
    title="With the integral for the tail the relative change is -alpha/k",
    statement=Identity(-(kappa ** (-(alpha + 1))) / tail_integral, -alpha / kappa),
    source=[thesis("4.12"), thesis("4.13")],
    uses=[tail_of_integral],
)

ratio_of_sum = Claim(
    "scaling-laws/relative-loss-of-the-sum",
    title="The sum differs from the integral in the order of 1/k^2 only",
    statement=Asymptotic(-own_term / sp.zeta(alpha + 1, kappa), -alpha / kappa, kappa**-2, kappa, sp.oo),
    source=[thesis("4.12"), thesis("4.13")],
    uses=[ratio_of_integral, tail_from_below, tail_from_above],
    note="zeta(alpha+1, k) is the sum of j^-(alpha+1) from j = k on, with infinitely many skills.",
)


def emergent_time(at: sp.Expr) -> sp.Expr:
    """(3.12) with the intensity ``E[g_k^2] = A k^-(alpha+1)`` and a learning rate."""
    return sp.log((S / R_0 - 1) / (1 / epsilon - 1)) / (2 * eta * A * at ** (-(alpha + 1)) * S)


epsilon = positive("epsilon")
emerging = [epsilon * S > R_0, epsilon < 1]

time_step = Claim(
    "scaling-laws/emergent-interval",
    title="The time between two skills relative to the time of the first",
    statement=Identity(
        (emergent_time(kappa + 1) - emergent_time(kappa)) / emergent_time(kappa),
        ((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1),
    ),
    hypotheses=emerging,
    source=thesis("4.14"),
    uses=[strength_solution],
    note="All skills start from one strength R_k(0) = R_0, as in (4.20); the logarithm then cancels.",
)

time_step_leading = Claim(
    "scaling-laws/emergent-interval-leading",
    title="That ratio to leading order",
    statement=Asymptotic(
        ((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1),
        (alpha + 1) / kappa,
        kappa**-2,
        kappa,
        sp.oo,
    ),
    source=thesis("4.15"),
    uses=[time_step],
)

stage_exponent = Claim(
    "scaling-laws/time-law-from-stages",
    title="From stage to stage the loss falls by the power -alpha/(alpha+1) of time",
    statement=Asymptotic(
        -alpha / kappa / (((kappa + 1) ** (alpha + 1) - kappa ** (alpha + 1)) / kappa ** (alpha + 1)),
        -alpha / (alpha + 1),
        1 / kappa,
        kappa,
        sp.oo,
    ),
    source=thesis("4.16"),
    uses=[ratio_of_sum, time_step_leading],
)

stage_exponent_parameters = Claim(
    "scaling-laws/parameter-law-from-stages",
    title="If a skill costs one more parameter, stages give the power -alpha of parameters",
    statement=Asymptotic(
        -own_term / sp.zeta(alpha + 1, kappa) / (((kappa + 1) - kappa) / kappa), -alpha, 1 / kappa, kappa, sp.oo
    ),
    source=thesis("Section 4.2.4"),
    uses=[ratio_of_sum],
    note="The remark on other resources: the k-th skill is learnt once the resource N reaches k.",
)

stage_threshold = 1 / (
    1
    + (S / R_0 - 1)
    ** (
        (kappa ** (-(alpha + 1)) - (kappa + 1) ** (-(alpha + 1)))
        / (kappa ** (-(alpha + 1)) + (kappa + 1) ** (-(alpha + 1)))
    )
)

stages_end = Claim(
    "scaling-laws/stages-overlap-in-the-end",
    title="From a given initialisation, late skills overlap: the stage-like threshold tends to one half",
    statement=Limit(stage_threshold, kappa, sp.oo, sp.Rational(1, 2)),
    hypotheses=[below],
    source=thesis("Section 4.2.4"),
    uses=[stage_like],
    note="(3.13), repaired, with E[x_i^2] = A i^-(alpha+1). So (4.16) asks for an initialisation that shrinks as k "
    "grows: the section assumes stage-like training for all k of interest and k >> 1. The exponent itself does not "
    "need the stages, see (4.25).",
)

# -- The loss as a function of the resources ---------------------------------------------------------------------------

z = families("z")
N_ = natural("N")  # skills in the model
in_model = index("k", N_)
P_late = families("P'")


def start(skill: sp.Idx) -> sp.Expr:
    """``R_k(0) = S / (1 + exp(z_k))``: any number between 0 and S."""
    return S / (1 + sp.exp(z[skill]))


total_loss = Claim(
    "scaling-laws/loss-of-all-resources",
    title="The loss as a function of time, data and parameters",
    statement=Identity(
        total(
            P[in_model]
            * (S - S / (1 + (S / start(in_model) - 1) * sp.exp(-2 * eta * d[in_model] / D * S * T))) ** 2
            / 2,
            in_model,
        )
        + total(P_late[beyond] * (S - 0) ** 2 / 2, beyond),
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
    note="Any starts between 0 and S, skill by skill. The skills from N+1 to n_s are counted from 1 as k'.",
)


def skill_loss_at(frequency: sp.Expr, odds: sp.Expr = S / R_0 - 1, at: sp.Expr = T) -> sp.Expr:
    """(4.18): the loss of a skill of the given frequency; `odds` is ``S/R_k(0) - 1``."""
    return S**2 / (2 * (1 + sp.exp(2 * eta * frequency * S * at) / odds) ** 2)


skill_loss_in_time = Claim(
    "scaling-laws/skill-loss-in-time",
    title="The loss of one skill in time",
    statement=Identity((S - strength(d_k / D)) ** 2 / 2, skill_loss_at(d_k / D)),
    hypotheses=[below],
    source=thesis("4.18"),
    uses=[strength_solution, skill_loss_by_strength],
)

# -- The time law ------------------------------------------------------------------------------------------------------

tau = positive("T")  # time after the start
frequency = A * kappa ** (-(alpha + 1))
L_k = skill_loss_at(frequency, at=tau)

odds_in_time = (S / R_0 - 1) * sp.exp(-2 * eta * frequency * S * tau)  # S/R_k(T) - 1

skill_loss_infinite_data = Claim(
    "scaling-laws/skill-loss-with-infinite-data",
    title="The loss of one skill when its share of the samples is its frequency",
    statement=Identity(S**2 / 2 * (odds_in_time / (1 + odds_in_time)) ** 2, L_k),
    hypotheses=[below],
    source=thesis("4.19"),
    uses=[skill_loss_in_time],
    note="d_k/D tends to P_s(k) = A k^-(alpha+1) by the law of large numbers. On the left S - R_k, from (4.11).",
)

nu = real("nu")
L_k_own_start = skill_loss_at(frequency, (S / R_0 - 1) * kappa**nu, at=tau)

one_variable_printed = Claim(
    "scaling-laws/time-and-skill-derivatives-printed",
    title="Derivatives of a skill loss by time and by skill, with a start R_k(0) of each skill's own",
    statement=Identity(sp.diff(L_k_own_start, tau), -kappa / ((alpha + 1) * tau) * sp.diff(L_k_own_start, kappa)),
    hypotheses=[below],
    source=thesis("4.20"),
    erratum=Erratum(
        "hypothesis",
        "That (4.19) is a function of k^-(alpha+1) T only needs one start R_k(0) for all skills; the start is printed "
        "with the index k, only 0 < R_k(0) < S is assumed, and no place says that it is common.",
        "(4.14), (4.22) to (4.25) and (C.2) need the same hypothesis; with it they stand. Random starts of one "
        "distribution for all skills serve as well, since the loss is then a mean of such functions.",
    ),
    note="Starts with S/R_k(0) - 1 proportional to k^nu: the line holds for nu = 0 only.",
)

one_variable = Claim(
    "scaling-laws/time-and-skill-derivatives",
    title="Derivatives of a skill loss by time and by skill, from one common start",
    statement=Identity(sp.diff(L_k, tau), -kappa / ((alpha + 1) * tau) * sp.diff(L_k, kappa)),
    hypotheses=[below],
    source=thesis("4.20"),
    uses=[skill_loss_infinite_data],
    corrects=one_variable_printed,
)

loss_in_k = A * kappa ** (-(alpha + 1)) * L_k  # the integrand of (4.21)

rise_and_fall = Claim(
    "scaling-laws/summand-is-small",
    title="No single skill contributes more than the order of 1/T",
    statement=Inequality((S / R_0 - 1 + sp.exp(positive("u"))) ** 2, ">", positive("u")),
    hypotheses=[below],
    source=thesis("4.21"),
    uses=[skill_loss_infinite_data],
    note="With u = 2 eta A S T k^-(alpha+1) and q = S/R_0 - 1 it says A k^-(alpha+1) L_k < S q^2 / (4 eta T). The "
    "summand rises and then falls in k, so that sum and integral differ by no more than that; the loss itself is of "
    "the larger order T^(-alpha/(alpha+1)).",
)

sum_for_integral = Claim(
    "scaling-laws/sum-for-integral-in-time",
    title="Against the loss that difference vanishes",
    statement=Limit(1 / tau / tau ** (-alpha / (alpha + 1)), tau, sp.oo, sp.Integer(0)),
    source=thesis("4.21"),
    uses=[rise_and_fall],
)

rate_of_loss = Claim(
    "scaling-laws/rate-of-loss",
    title="The rate of the loss, written with the derivative by skill",
    statement=Identity(
        A * kappa ** (-(alpha + 1)) * sp.diff(L_k, tau),
        -A * kappa ** (-alpha) * sp.diff(L_k, kappa) / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("4.22"),
    uses=[one_variable],
    note="Under the integral over k from 1 to N (4.21).",
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
    source=thesis("4.23"),
    uses=[rate_of_loss],
    note="The integral left over is the loss (4.21) times -alpha/((alpha+1) T).",
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
loss_power = prefactor * tau ** (-power)
first_skill = A * skill_loss_at(A, at=tau) / ((alpha + 1) * tau)

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
        "The boundary term at k = 1 falls as exp(-4 eta A S T)/T. It is O(1/(T e^T)) only if 4 eta A S is at least 1, "
        "or in units of time of 1/(4 eta A S); the lines keep the learning rate.",
        "None: the term is exponentially small at any rate, and (4.25) survives.",
    ),
    note="The loss that is left is a power of time (4.25). A < 1, since there is more than one skill. With the "
    "learning rate 0.05 and S = 5 of appendix C.3, 4 eta A S is A.",
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
)

moment, first_moment = positive("t T_0")

time_law = Claim(
    "scaling-laws/time-law",
    title="The time law: the loss is a power of time with the exponent -alpha/(alpha+1)",
    statement=Integral(
        -power / moment, (moment, first_moment, tau), sp.log(tau ** (-power) / first_moment ** (-power))
    ),
    hypotheses=[first_moment < tau],
    source=[thesis("4.25"), thesis("Table 4.1")],
    uses=[boundary_first],
    note="dL/L = -alpha/(alpha+1) dT/T, integrated from T_0 to T: the logarithm of L(T)/L(T_0).",
)

rate_theta = 2 * eta * A * S  # u = rate_theta T k^-(alpha+1)


def skill_loss_in_u(u: sp.Expr) -> sp.Expr:
    """The loss of a skill as a function of the one variable that matters."""
    return S**2 / (2 * (1 + sp.exp(u) / (S / R_0 - 1)) ** 2)


def scaled(u: sp.Expr) -> sp.Expr:
    """The integrand in u: a power of T times a function of u alone."""
    return A / (alpha + 1) * (rate_theta * tau) ** (-power) * u ** (-1 / (alpha + 1)) * skill_loss_in_u(u)


u = positive("u")

substitution = Claim(
    "scaling-laws/time-law-by-substitution",
    title="In the variable u = 2 eta A S T/k^(alpha+1) time leaves the integrand as a power",
    statement=Substitution(
        loss_in_k,
        (kappa, 1, sp.oo),
        into=scaled(u),
        onto=(u, 0, rate_theta * tau),
        by=rate_theta * tau * kappa ** (-(alpha + 1)),
    ),
    hypotheses=[below],
    source=[thesis("4.21"), thesis("4.25")],
    uses=[skill_loss_infinite_data],
    note="So the loss is T^(-alpha/(alpha+1)) times an integral over u that has a limit for T to infinity. This "
    "proves the law itself; (4.25) is its logarithmic derivative.",
)

substitution_finite = Claim(
    "scaling-laws/time-law-with-n-skills",
    title="With N skills the integral starts at u = 2 eta A S T/N^(alpha+1)",
    statement=Substitution(
        loss_in_k,
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
    note="At u = 0 the integrand is of order u^(-1/(alpha+1)), which is integrable for alpha > 0.",
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
    title="What is cut off above is exponentially small",
    statement=Integral(
        S**2 * (S / R_0 - 1) ** 2 / 2 * sp.exp(-2 * u),
        (u, rate_theta * tau, sp.oo),
        S**2 * (S / R_0 - 1) ** 2 / 4 * sp.exp(-4 * eta * A * S * tau),
    ),
    hypotheses=[below],
    source=thesis("4.25"),
    uses=[integral_converges],
    note="It bounds the integral from 2 eta A S T on for T with 2 eta A S T >= 1, where u^(-1/(alpha+1)) <= 1.",
)

# -- The data law ------------------------------------------------------------------------------------------------------

one_shot_seen = Claim(
    "scaling-laws/one-shot",
    title="A skill with a single sample is learnt",
    statement=Limit(skill_loss_at(d_k / D, at=tau), tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("4.26"),
    uses=[skill_loss_in_time],
    note="For every k <= N; the printed N > k asks for more than is needed.",
)

one_shot_unseen = Claim(
    "scaling-laws/one-shot-unseen",
    title="A skill without samples keeps its initial loss",
    statement=Identity(skill_loss_at(0), (S - R_0) ** 2 / 2),
    hypotheses=[below],
    source=thesis("4.26"),
    uses=[skill_loss_in_time],
)

one_shot_small_start = Claim(
    "scaling-laws/one-shot-small-start",
    title="Which is S^2/2 for a small start",
    statement=Asymptotic((S - R_0) ** 2 / 2, S**2 / 2, R_0, R_0, sp.Integer(0)),
    source=thesis("4.26"),
    uses=[one_shot_unseen],
)

draws, chance = positive("D P")  # samples; the frequency of a skill

observed = Claim(
    "scaling-laws/probability-of-observation",
    title="One more sample shows a skill that was not seen with the skill's frequency",
    statement=Identity(1 - (1 - chance) ** (draws + 1), 1 - (1 - chance) ** draws + (1 - chance) ** draws * chance),
    hypotheses=[chance < 1],
    source=thesis("4.27"),
    note="P_observed(k|D) is 0 for D = 0, and this is its step from D to D + 1.",
)

observed_in_the_end = Claim(
    "scaling-laws/probability-of-observation-limit",
    title="With enough samples every skill is seen",
    statement=Limit(1 - (1 - chance) ** draws, draws, sp.oo, sp.Integer(1)),
    hypotheses=[chance < 1],
    source=thesis("4.27"),
    uses=[observed],
)

expected_loss = Claim(
    "scaling-laws/expected-loss",
    title="The expected loss is carried by the skills that were not seen",
    statement=Identity(
        total(
            A * i ** (-(alpha + 1)) * ((1 - (1 - P[i]) ** samples) * 0 + (1 - P[i]) ** samples * S**2 / 2),
            i,
        ),
        S**2 * A / 2 * total(i ** (-(alpha + 1)) * (1 - (1 - (1 - P[i]) ** samples)), i),
    ),
    source=[thesis("4.28"), thesis("4.29")],
    uses=[one_shot_seen, one_shot_small_start, observed],
    note="S^2/2 stands for (S - R_k(0))^2/2, the approximation of (4.26). P_i = A i^-(alpha+1).",
)

seen = positive("s")  # A k^-(alpha+1) = s/(1 + s)

summand_is_small = Claim(
    "scaling-laws/data-summand-is-small",
    title="No single skill contributes more than the order of 1/D",
    statement=Inequality((1 + seen) ** (draws + 1), ">", (draws + 1) * seen),
    source=thesis("4.30"),
    uses=[expected_loss],
    note="With P = s/(1+s) it says P (1-P)^D < 1/(D+1). The summand rises and then falls in k, so that sum and "
    "integral differ by no more than S^2/(2(D+1)); the loss itself is of the larger order D^(-alpha/(alpha+1)).",
)

summand_peak = Claim(
    "scaling-laws/data-summand-peak",
    title="The summand rises until the frequency is 1/(D+1), then falls",
    statement=Identity(
        sp.diff(chance * (1 - chance) ** draws, chance),
        (1 - chance) ** (draws - 1) * (1 - (draws + 1) * chance),
    ),
    hypotheses=[chance < 1],
    source=thesis("4.30"),
)

data_sum_for_integral = Claim(
    "scaling-laws/sum-for-integral-in-data",
    title="Against the expected loss the difference of sum and integral vanishes",
    statement=Limit(1 / (draws + 1) / draws ** (-power), draws, sp.oo, sp.Integer(0)),
    source=thesis("4.30"),
    uses=[summand_is_small, summand_peak],
)

unseen = 1 - frequency
rare = [frequency < 1]


def expected_integrand(count: sp.Expr) -> sp.Expr:
    """The integrand of (4.30)."""
    return S**2 * A / 2 * kappa ** (-(alpha + 1)) * unseen**count


loss_difference = Claim(
    "scaling-laws/data-difference",
    title="One more sample lowers the expected loss",
    statement=Identity(
        expected_integrand(draws + 1) - expected_integrand(draws),
        -(S**2) * A**2 / 2 * kappa ** (-2 * (alpha + 1)) * unseen**draws,
    ),
    hypotheses=rare,
    source=[thesis("4.31"), thesis("4.32")],
    uses=[expected_loss],
    note="Under the integral over k. In (4.31) the factor -A k^-(alpha+1) is written (1 - A k^-(alpha+1)) - 1.",
)

data_boundary = -(S**2) * A * kappa ** (-alpha) / ((alpha + 1) * (draws + 1)) * unseen ** (draws + 1) / 2
first_boundary = S**2 * A / (2 * (alpha + 1) * (draws + 1)) * (1 - A) ** (draws + 1)

data_by_parts = Claim(
    "scaling-laws/data-by-parts",
    title="The difference integrated by parts",
    statement=Integral(
        -(S**2) * A**2 / 2 * kappa ** (-2 * (alpha + 1)) * unseen**draws,
        (kappa, 1, sp.oo),
        first_boundary,
        antiderivative=data_boundary,
        plus=-(S**2) * A * alpha / (2 * (alpha + 1) * (draws + 1)) * kappa ** (-(alpha + 1)) * unseen ** (draws + 1),
    ),
    hypotheses=[A < 1],
    source=thesis("Section 4.3.2"),
    uses=[loss_difference],
    note="The first line of the display after (4.32).",
)

data_boundary_small = Claim(
    "scaling-laws/data-boundary",
    title="The boundary term is exponentially small in the number of samples",
    statement=Limit(first_boundary / (1 - A) ** (draws + 1), draws, sp.oo, sp.Integer(0)),
    hypotheses=[A < 1],
    source=thesis("Section 4.3.2"),
    uses=[data_by_parts],
    note="P_s(1) = A. It is even O((1 - P_s(1))^(D+1) / D).",
)

E_D, E_next = positive("E_D E_{D+1}")  # expected losses of D and of D + 1 samples
share = alpha / ((alpha + 1) * (draws + 1))

last_line_printed = Claim(
    "scaling-laws/data-last-line-printed",
    title="The last line of the integration by parts, as printed",
    statement=Identity(-share * E_next, -share * E_D + share * (E_next - E_D)),
    source=thesis("Section 4.3.2"),
    erratum=Erratum(
        "consequential",
        "The last term has the wrong sign: the integral left over is E_{D+1}[L] = E_D[L] + Delta L, so that both terms "
        "are subtracted.",
        "The first expression in (4.33) inherits it; its leading order, and the exponent, do not.",
    ),
    note="The left side is the second term of the line before: the integrand k^-(alpha+1) (1 - A k^-(alpha+1))^(D+1) "
    "is that of E_{D+1}[L].",
)

last_line = Claim(
    "scaling-laws/data-last-line",
    title="The last line of the integration by parts",
    statement=Identity(-share * E_next, -share * E_D - share * (E_next - E_D)),
    source=thesis("Section 4.3.2"),
    uses=[data_by_parts],
    corrects=last_line_printed,
)

without_boundary = [sp.Eq(E_next - E_D, -share * E_next)]

data_ratio_printed = Claim(
    "scaling-laws/data-ratio-printed",
    title="The relative difference of the expected loss, as printed",
    statement=Identity((E_next - E_D) / E_D, -alpha / (1 + (alpha + 1) * draws)),
    hypotheses=without_boundary,
    source=thesis("4.33"),
    erratum=Erratum(
        "consequential",
        "It carries on the wrong sign of the line before: the denominator must be 1 + 2 alpha + (alpha+1) D.",
        "None further: both give -alpha/((alpha+1) D) for D >> 1, and (4.34) stands.",
    ),
    note="Up to the exponentially small boundary term, which the text drops.",
)

data_ratio = Claim(
    "scaling-laws/data-ratio",
    title="The relative difference of the expected loss",
    statement=Identity((E_next - E_D) / E_D, -alpha / (1 + 2 * alpha + (alpha + 1) * draws)),
    hypotheses=without_boundary,
    source=thesis("4.33"),
    uses=[last_line, data_boundary_small],
    corrects=data_ratio_printed,
)

data_law = Claim(
    "scaling-laws/data-law",
    title="The data law: the exponent of the loss is -alpha/(alpha+1)",
    statement=Asymptotic(-alpha / (1 + 2 * alpha + (alpha + 1) * draws), -power / draws, draws**-2, draws, sp.oo),
    source=[thesis("4.33"), thesis("4.34"), thesis("Table 4.1")],
    uses=[data_ratio, data_sum_for_integral],
    note="Delta D = 1. The printed fraction has the same leading term.",
)

beta_recursion = Claim(
    "scaling-laws/data-law-in-frequencies",
    title="In the variable v = P_s(k) the expected losses obey a recursion",
    statement=Identity(
        sp.diff(chance**power * (1 - chance) ** (draws + 1), chance),
        (draws + 1 + power) * chance ** (power - 1) * (1 - chance) ** (draws + 1)
        - (draws + 1) * chance ** (power - 1) * (1 - chance) ** draws,
    ),
    hypotheses=[chance < 1],
    source=thesis("4.33"),
    note="A second derivation, with p = alpha/(alpha+1). Integrated over v from 0 to A: (D + 1 + p) E_{D+1} = "
    "(D + 1) E_D up to the exponentially small term at v = A, which gives the repaired (4.33).",
)

beta_substitution = Claim(
    "scaling-laws/data-law-by-substitution",
    title="The expected loss as an incomplete beta integral",
    statement=Substitution(
        expected_integrand(draws),
        (kappa, 1, sp.oo),
        into=S**2 / (2 * (alpha + 1)) * A ** (1 / (alpha + 1)) * chance ** (power - 1) * (1 - chance) ** draws,
        onto=(chance, 0, A),
        by=frequency,
    ),
    hypotheses=[A < 1],
    source=[thesis("4.30"), thesis("4.34")],
    uses=[beta_recursion],
)

# -- The parameter law -------------------------------------------------------------------------------------------------

learnt = Claim(
    "scaling-laws/built-in-skill",
    title="A skill in the model is learnt",
    statement=Limit(skill_loss_at(frequency, at=tau), tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("4.35"),
    uses=[skill_loss_infinite_data],
)

missing = Claim(
    "scaling-laws/missing-skill",
    title="A skill that the model lacks keeps the loss S^2/2",
    statement=Identity(expectation((S * parity(x) - 0 * f_k[x]) ** 2) / 2, S**2 / 2),
    source=thesis("4.35"),
    uses=[skill_loss],
    note="f = 0 on the inputs of a skill k > N.",
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
    note="The sum over k > N lies between that and the same with N for N + 1, see the tails.",
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
    note="zeta(alpha+1, N+1) is the sum of k^-(alpha+1) over k > N.",
)

# -- The compute law ---------------------------------------------------------------------------------------------------

missing_loss = S**2 * A / (2 * alpha) * N ** (-alpha)

missing_skills = Claim(
    "scaling-laws/compute-second-term",
    title="The loss of the skills beyond N",
    statement=Integral(S**2 / 2 * A * kappa ** (-(alpha + 1)), (kappa, N, sp.oo), missing_loss),
    source=[thesis("4.37"), thesis("4.38")],
    uses=[parameter_integral],
    note="The limit n_s to infinity of the integral from N to n_s. (4.36) has N + 1 for N: the difference is of the "
    "order of that between sum and integral.",
)

two_terms = Claim(
    "scaling-laws/compute-two-terms",
    title="The ratio of the two terms depends on T/N^(alpha+1) only",
    statement=Identity(N ** (-alpha) / tau ** (-power), (tau / N ** (alpha + 1)) ** power),
    source=thesis("Section 4.3.4"),
    uses=[substitution_finite],
    note="L_T is of order T^(-alpha/(alpha+1)) as long as T is below the order of N^(alpha+1), the time of the last "
    "skill; this is the first of the two cases.",
)

x_, kappa_c = positive("x kappa")

balanced_printed = Claim(
    "scaling-laws/compute-balanced-case-printed",
    title="The second case as printed: L_T = Theta(N^-alpha), and the first term is O(N^-alpha T^-2)",
    statement=Asymptotic(
        x_ * N ** (-alpha) + missing_loss, missing_loss, N ** (-alpha) * (kappa_c * N ** (alpha + 1)) ** (-2), N, sp.oo
    ),
    source=thesis("Section 4.3.4"),
    erratum=Erratum(
        "slip",
        "The case contradicts itself: what is Theta(N^-alpha) is not O(N^-alpha T^-2). The bound holds for "
        "T -> infinity at fixed N, where L_T falls exponentially; T >> N^(alpha+1) alone falls short by a factor ln N.",
        "None: in (4.39) both terms are kept, and at the optimum they are of one order.",
    ),
    note="L_T = x N^-alpha, along T = kappa N^(alpha+1), where the two terms are of one order.",
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
    note="At k = N/2. So the skills from N/2 to N leave a loss of at least a fixed multiple of N^-alpha, which is why "
    "L_T is not O(N^-alpha T^-2) there.",
)

last_is_worst = Claim(
    "scaling-laws/last-skill-is-worst",
    title="Of the skills in the model the last has the largest loss",
    statement=Inequality(skill_loss_in_u(u), "<", skill_loss_in_u(positive("v"))),
    hypotheses=[below, positive("v") < u],
    source=thesis("Section 4.3.4"),
    note="u = 2 eta A S T/k^(alpha+1) falls with k.",
)

long_times = Claim(
    "scaling-laws/compute-long-times",
    title="The second case repaired: for long times, at fixed N, the skills of the model leave o(N^-alpha T^-2)",
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
    note="The first term bounds L_T from above, by the loss of the last skill.",
)

C, lam = positive("C lambda")  # compute, and the multiplier
loss_of_both = tau ** (-power) + N ** (-alpha)
lagrangian = loss_of_both + lam * (N * tau - C)

by_time = Claim(
    "scaling-laws/lagrange-time",
    title="Stationary in time",
    statement=Identity(sp.diff(lagrangian, tau), -alpha / (alpha + 1) * tau ** (-power - 1) + lam * N),
    source=[thesis("4.39"), thesis("4.40")],
    uses=[boundary_first, missing_skills],
    note="The loss (4.39), the constants dropped, under the constraint N T = C.",
)

by_parameters = Claim(
    "scaling-laws/lagrange-parameters",
    title="Stationary in parameters",
    statement=Identity(sp.diff(lagrangian, N), -alpha * N ** (-(alpha + 1)) + lam * tau),
    source=[thesis("4.39"), thesis("4.41")],
    uses=[boundary_first, missing_skills],
)

balance = (alpha + 1) ** (-(alpha + 1) / alpha)  # T = balance * N^(alpha+1)

balanced_terms = Claim(
    "scaling-laws/compute-balance",
    title="The two conditions leave one relation of time and parameters",
    statement=Identity(
        (-alpha / (alpha + 1) * tau ** (-power - 1) + lam * N) * tau - (-alpha * N ** (-(alpha + 1)) + lam * tau) * N,
        alpha * N ** (-alpha) - alpha / (alpha + 1) * tau ** (-power),
    ),
    source=thesis("4.43"),
    uses=[by_time, by_parameters],
    note="T times (4.40) less N times (4.41): lambda drops out, so that T^(-alpha/(alpha+1)) = (alpha+1) N^-alpha.",
)

optimal_time = Claim(
    "scaling-laws/compute-time-by-parameters",
    title="The optimal time grows as N^(alpha+1)",
    statement=Identity((balance * N ** (alpha + 1)) ** (-power), (alpha + 1) * N ** (-alpha)),
    source=[thesis("4.43"), thesis("Section 4.5")],
    uses=[balanced_terms],
    note="T = (alpha+1)^(-(alpha+1)/alpha) N^(alpha+1) solves that relation; T^(-alpha/(alpha+1)) is monotone, so that "
    "it is the only solution.",
)

best_parameters = (C / balance) ** (1 / (alpha + 2))
best_time = balance ** (1 / (alpha + 2)) * C ** ((alpha + 1) / (alpha + 2))

optimal_compute = Claim(
    "scaling-laws/compute-constraint",
    title="Optimal time and parameters use up the compute",
    statement=Identity(best_time * best_parameters, C),
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
    note="T = const C^((alpha+1)/(alpha+2)) and N = const C^(1/(alpha+2)), on the line T = kappa N^(alpha+1).",
)

stationary = Claim(
    "scaling-laws/compute-stationary-point",
    title="There the constraint and both conditions hold",
    statement=Stationary(
        loss_of_both,
        at={tau: best_time, N: best_parameters},
        constraints=(N * tau - C,),
        multipliers=(alpha * best_parameters ** (-(alpha + 1)) / best_time,),
    ),
    source=[thesis("4.40"), thesis("4.41"), thesis("4.42"), thesis("4.43")],
    uses=[optimal_compute, optimal_powers],
    note="With lambda = alpha N^-(alpha+1)/T, from (4.41).",
)

compute_law = Claim(
    "scaling-laws/compute-law",
    title="The compute law: the exponent of the loss is -alpha/(alpha+2)",
    statement=Identity(
        best_time ** (-power) + best_parameters ** (-alpha),
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
        (best_time / w ** ((alpha + 1) / alpha)) ** (-power)
        + (best_parameters * w ** ((alpha + 1) / alpha)) ** (-alpha),
        best_parameters ** (-alpha) * ((alpha + 1) * w + w ** (-(alpha + 1))),
    ),
    source=thesis("4.44"),
    uses=[optimal_powers],
    note="N is the optimal one times w^((alpha+1)/alpha), and T the optimal one divided by it; every division of the "
    "compute has one w > 0.",
)

minimum_above = Claim(
    "scaling-laws/compute-minimum-more-parameters",
    title="More parameters than that cost more loss",
    statement=Inequality((alpha + 1) * (1 + step) + (1 + step) ** (-(alpha + 1)), ">=", alpha + 2),
    source=thesis("4.44"),
    uses=[along_constraint],
    note="w = 1 + h. The stationary point is the minimum.",
)

minimum_below = Claim(
    "scaling-laws/compute-minimum-fewer-parameters",
    title="Fewer parameters than that cost more loss",
    statement=Inequality((alpha + 1) / (1 + step) + (1 + step) ** (alpha + 1), ">=", alpha + 2),
    source=thesis("4.44"),
    uses=[along_constraint],
    note="w = 1/(1 + h).",
)

weight_time, weight_parameters = positive("c_T c_N")

constants_matter_not = Claim(
    "scaling-laws/compute-with-constants",
    title="The constants dropped from the loss change no exponent",
    statement=Identity(
        alpha
        / (alpha + 1)
        * weight_time
        * (((alpha + 1) * weight_parameters / weight_time) ** (-1 / power) * N ** (alpha + 1)) ** (-power),
        alpha * weight_parameters * N ** (-alpha),
    ),
    source=thesis("4.39"),
    uses=[balanced_terms],
    note="With L = c_T T^(-alpha/(alpha+1)) + c_N N^-alpha the relation is solved by another multiple of N^(alpha+1).",
)

plateau_falls = Claim(
    "scaling-laws/plateaus",
    title="The more parameters, the lower the plateau of the loss",
    statement=Inequality(N**alpha, ">", 1),
    hypotheses=[N > 1],
    source=thesis("Figure 4.3"),
    uses=[missing_skills],
    note="As the ratio of two numbers of parameters: the plateau, S^2 A/(2 alpha) N^-alpha, falls from 10^1 to 10^4.",
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

# -- Appendix C.1: finitely many parameters ----------------------------------------------------------------------------

boundary_printed = Claim(
    "scaling-laws/antiderivative-term-printed",
    title="The antiderivative term, with T inside the exponent of k as printed",
    statement=Identity(
        S**2
        * A
        / (2 * (alpha + 1) * (1 + sp.exp(2 * eta * S * A * kappa ** (-(alpha + 1) * tau)) / (S / R_0 - 1)) ** 2)
        * kappa ** (-alpha)
        / tau,
        A * kappa ** (-alpha) * L_k / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("C.1"),
    erratum=Erratum(
        "extraction",
        "The time T stands in the exponent of k instead of beside the power (4.19), probably a brace misplaced in "
        "typesetting or in extraction.",
        "None: the orders stated on the right-hand side are those of the right exponent.",
    ),
    note="Without the minus sign that stands before the bracket in (4.23), and with it the signs of the two orders.",
)

boundary_term = Claim(
    "scaling-laws/antiderivative-term",
    title="The antiderivative term of (4.23)",
    statement=Identity(
        S**2
        * A
        / (2 * (alpha + 1) * (1 + sp.exp(2 * eta * S * A * kappa ** (-(alpha + 1)) * tau) / (S / R_0 - 1)) ** 2)
        * kappa ** (-alpha)
        / tau,
        A * kappa ** (-alpha) * L_k / ((alpha + 1) * tau),
    ),
    hypotheses=[below],
    source=thesis("C.1"),
    uses=[by_parts],
    corrects=boundary_printed,
)

first_faster = Claim(
    "scaling-laws/first-boundary-is-negligible",
    title="The term of the first skill vanishes faster than 1/T",
    statement=Limit(first_skill * tau, tau, sp.oo, sp.Integer(0)),
    hypotheses=[below],
    source=thesis("Section C.1"),
    uses=[boundary_first],
)

slow_decay = Claim(
    "scaling-laws/slow-decay",
    title="For N = 50,000 and alpha = 0.1, N^-alpha is about 0.3",
    statement=Chain(
        50000 * sp.Rational(3, 10) ** 10,
        (
            Link("<", sp.Integer(1), "so that 0.3 < 50,000^(-1/10)"),
            Link("<", 50000 * sp.Rational(7, 20) ** 10, "so that 50,000^(-1/10) < 0.35"),
        ),
    ),
    source=thesis("Section C.1"),
    note="To two digits it is 0.34.",
)

L, L_C = positive("L L_C")

corrected_law = Claim(
    "scaling-laws/finite-n-rate",
    title="The rate of the loss with the term of the last skill",
    statement=Identity(
        -A * N ** (-alpha) * (S**2 / 2) / ((alpha + 1) * tau) - alpha / ((alpha + 1) * tau) * L,
        -alpha / (alpha + 1) * (L + S**2 * A * N ** (-alpha) / (2 * alpha)) / tau,
    ),
    source=thesis("C.2"),
    uses=[boundary_term, first_faster],
    note="(4.23) with L_N = S^2/2, the last skill not yet learnt; the term of the first skill is dropped.",
)

last_unlearnt = Claim(
    "scaling-laws/last-skill-unlearnt",
    title="For T << N^(alpha+1) the last skill keeps its initial loss",
    statement=Limit(skill_loss_in_u(u), u, sp.Integer(0), (S - R_0) ** 2 / 2),
    hypotheses=[below],
    source=thesis("C.2"),
    uses=[corrected_law],
    note="u = 2 eta A S T/N^(alpha+1). For a small start that is S^2/2.",
)

correction_is_missing_loss = Claim(
    "scaling-laws/correction-is-the-missing-loss",
    title="The correction is the loss that the skills beyond N would have",
    statement=Integral(
        A * kappa ** (-(alpha + 1)) * S**2 / 2, (kappa, N, sp.oo), S**2 * A * N ** (-alpha) / (2 * alpha)
    ),
    source=thesis("C.2"),
    uses=[corrected_law, parameter_integral],
    note="L + L_C is then the loss with all skills, which obeys the pure law.",
)

L_0 = positive("L_0")


def loss_with_correction(at: sp.Expr) -> sp.Expr:
    """The power law for L + L_C, with the loss L_0 at the time T_0."""
    return (L_0 + L_C) * (at / first_moment) ** (-power) - L_C


corrected_solution = Claim(
    "scaling-laws/corrected-power-law",
    title="The corrected power law",
    statement=Integral(
        -power * (loss_with_correction(moment) + L_C) / moment,
        (moment, first_moment, tau),
        loss_with_correction(tau) - L_0,
    ),
    hypotheses=[first_moment < tau],
    source=[thesis("C.2"), thesis("Figure C.1")],
    uses=[corrected_law],
    note="The rate (C.2) along L + L_C = (L_0 + L_C) (T/T_0)^(-alpha/(alpha+1)), integrated from T_0, where the loss "
    "is L_0: the dashed lines of the figure.",
)

faster_decay = Claim(
    "scaling-laws/finite-n-decays-faster",
    title="With finitely many parameters the loss decays faster than the scaling law",
    statement=Inequality(power * (L + L_C) / L, ">", power),
    source=[thesis("C.2"), thesis("Section 4.4")],
    uses=[corrected_law],
    note="The negative logarithmic slope of the loss in time.",
)

alpha_2 = positive("alpha_2")

smaller_alpha = Claim(
    "scaling-laws/smaller-alpha-larger-correction",
    title="The smaller alpha, the larger the effect of finitely many parameters",
    statement=Inequality(N ** (-alpha), ">", N ** (-alpha_2)),
    hypotheses=[N > 1, alpha < alpha_2],
    source=[thesis("Section 4.4"), thesis("Section C.1")],
    uses=[corrected_law],
)

correction_share = Claim(
    "scaling-laws/correction-against-initial-loss",
    title="For alpha to 0 the correction outgrows the initial loss",
    statement=Limit(N ** (-alpha) / (alpha + 1 - N ** (-alpha)), alpha, sp.Integer(0), sp.oo),
    hypotheses=[N > 1],
    source=thesis("Section C.1"),
    uses=[corrected_law, tail_from_above],
    note="L_C / L(0) = A N^-alpha / alpha with L(0) = S^2/2, and 1/A <= 1 + (1 - N^-alpha)/alpha for n_s = N skills: "
    "the fraction is at least what is stated. For N = 50,000 and alpha = 0.1 it is 0.47.",
)

# -- Appendix C.2: linear models ---------------------------------------------------------------------------------------

w_all = families("w", T)
linear_loss = total(d[k] * (S - w_all[k]) ** 2, k) / (2 * D)
linear_skills = GradientFlow(eta * linear_loss, (w_all,), T)
one_linear_skill = GradientFlow(eta * d_k / (2 * D) * (S - w_k) ** 2, (w_k,), T)

linear_strength_is_coefficient = Claim(
    "scaling-laws/linear-strength-is-weight",
    title="In the linear model the weight is the skill strength",
    statement=Identity(
        expectation(parity(x) * total(w_all[k_prime] * delta(k_prime, k) * parity(x), k_prime)), w_all[k]
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
    note="a_k b_k replaced by w_k in the loss (4.11).",
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
    note="Unlike in the multilinear model the rate does not contain S.",
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
    note="w_k(0) = 0.",
)

linear_one_variable = Claim(
    "scaling-laws/linear-time-and-skill-derivatives",
    title="The linear model has the same relation between time and skill",
    statement=Identity(
        sp.diff(linear_skill_loss, tau), -kappa / ((alpha + 1) * tau) * sp.diff(linear_skill_loss, kappa)
    ),
    source=[thesis("Section C.2"), thesis("4.20")],
    uses=[linear_loss_in_time],
    note="No common start has to be assumed: it is w_k(0) = 0.",
)

linear_boundary = Claim(
    "scaling-laws/linear-time-law",
    title="So it has the same time law",
    statement=Asymptotic(
        A * S**2 / 2 * sp.exp(-2 * eta * A * tau) / ((alpha + 1) * tau) - power / tau * loss_power,
        -power / tau * loss_power,
        sp.exp(-2 * eta * A * tau) / tau,
        tau,
        sp.oo,
    ),
    source=thesis("Section C.2"),
    uses=[linear_one_variable],
    note="As (4.24): the term of the first skill is exponentially small, at the rate 2 eta A.",
)

linear_substitution = Claim(
    "scaling-laws/linear-time-law-by-substitution",
    title="Its loss is a power of time times an integral that converges to a value of the gamma function",
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
    "samples keeps S^2/2 exactly, since w_k(0) = 0.",
)

D_c = natural("D_c")
component, other_component = index("l", D_c), index("l'", D_c)

extended_norm = Claim(
    "scaling-laws/extended-basis-norm",
    title="The three properties of the extended basis agree with a skill function of norm one",
    statement=Identity(total(delta(component, other_component) / D_c, component, other_component), 1),
    source=thesis("C.6"),
    note="E_X[g_k^2] = sum over l, l' of E[e_kl e_kl'] / D_c at I = k.",
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
    note="E_X[g_k f] at I = k. It is S at W_kl = S/sqrt(D_c), where f = S g_k.",
)

NOTATION = {
    "R": r"\mathcal{R}_{#}",
    "R_0": r"\mathcal{R}_{0}",
    "P": r"\mathcal{P}_{s}(#)",
    "P'": r"\mathcal{P}_{s}'(#)",
    "L": r"\mathcal{L}",
    "L_C": r"\mathcal{L}_{C}",
    "L_0": r"\mathcal{L}_{0}",
}
"""How the sources print these names."""

COVERAGE = {
    "thesis": {
        "Figure 4.2": "simulations of the three laws against the exponents of Table 4.1; an experiment, repeated by "
        "scaling/time, scaling/data and scaling/parameters-and-compute",
    }
}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS = [
    Misprint(
        thesis("Section 4.2.4"),
        printed="the T, D, N scaling laws in the previous chapter",
        meant="the T, D, N scaling laws of Section 4.3",
        why="chapter 3 has no scaling laws; they are derived in the next section of the same chapter",
    ),
    Misprint(
        thesis("Section 4.5"),
        printed="we discuss this top in more detail",
        meant="we discuss this topic in more detail",
        why="a syllable is lost",
    ),
    Misprint(
        thesis("Section C.1"),
        printed="Finite data correction",
        meant="a correction for finitely many parameters N",
        why="the data are infinite in C.1; what is finite in (C.1), (C.2) and Figure C.1 is N",
    ),
    Misprint(
        thesis("Section C.2"),
        printed="Lemma 2 which states that the multilinear model finds the minimum norm solution",
        meant="Proposition B.1.1, whose proof shows it",
        why="Lemma 2 states that the gradient lies in the column space of U (B.16); that the pseudo-inverse solution "
        "is found stands after (B.41)",
    ),
    Misprint(
        thesis("Section C"),
        printed="Additional discussion for chapters 2 and 3",
        meant="chapters 4 and 5",
        why="it discusses the scaling laws of chapter 4 and the emergence of chapter 5",
    ),
]
"""Slips that no machine can refute."""
