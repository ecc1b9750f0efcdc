"""1. The multilinear model: Lemma 1 and its corollaries, (B.1) to (B.14)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow
from ...language.matrices import Whitened, half_mean_square, identity, random_vector, trace, zero
from ...language.quantities import quantity
from ...language.sources import position_paper, thesis
from ...language.statements import Chain, Conserved, Identity, Limit, Link, Rate, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from .letters import S, delta, eta, t

n_s, D, N = natural("n_s D N")
k, k2, i = index("k", n_s), index("k'", n_s), index("i", n_s)
a_all, b_all = families("a b", t)
counts = families("d")
sign = real("g")

strength_is_product = Claim(
    "emergence/skill-strength-of-multilinear-model",
    title="The skill strength of the multilinear model is the product of the skill's two parameters",
    statement=Identity(total(a_all[k2] * b_all[k2] * delta(k2, k), k2), a_all[k] * b_all[k]),
    source=[position_paper("11"), thesis("4.10")],
    note="$E_X[g_k g_k']$ at $I = k$ is a Kronecker $delta$: $g_k'$ vanishes where $I$ is not $k'$, and $g_k^2 = 1$ "
    "where it is. A skill that is not in the model has the strength zero; write $a_k b_k = 0$ for it.",
)

error_at_sample = Claim(
    "emergence/error-at-one-sample",
    title="At a sample of skill i only the i-th skill contributes to the error",
    statement=Identity(
        total((S - a_all[k] * b_all[k]) * delta(k, i) * sign, k) ** 2, (S - a_all[i] * b_all[i]) ** 2 * sign**2
    ),
    source=thesis("Section B.1.1"),
    note="The first two lines of the display between (B.3) and (B.4); $g$ is the value +1 or -1 of $g_i$ at the "
    "sample, so that the third line leaves $g^2 = 1$ out. The display calls the sample $(i, j)$ once, where it means "
    "$(i, x)$.",
)

a, b = trajectories("a_k b_k", t)
d_k = sp.Symbol("d_k", integer=True, nonnegative=True)
R_0 = positive("R_0")

decoupled = GradientFlow(eta * total(counts[k] * (S - a_all[k] * b_all[k]) ** 2, k) / (2 * D), (a_all, b_all), t)

a_rate = Claim(
    "emergence/rate-of-a",
    title="Along the flow of the loss on D samples, each a_k is driven by its own skill alone",
    statement=Rate(a_all[i], -eta * counts[i] / D * b_all[i] * (a_all[i] * b_all[i] - S), decoupled),
    source=[thesis("B.4"), thesis("B.5"), thesis("B.6")],
    uses=[error_at_sample],
    note="The loss is (B.4), the sum (B.3) with the $D$ samples counted skill by skill; (B.5) is gradient flow.",
)

b_rate = Claim(
    "emergence/rate-of-b",
    title="Along the flow of the loss on D samples, each b_k is driven by its own skill alone",
    statement=Rate(b_all[i], -eta * counts[i] / D * a_all[i] * (a_all[i] * b_all[i] - S), decoupled),
    source=[thesis("B.4"), thesis("B.7")],
    uses=[error_at_sample],
)

layers_balanced = Claim(
    "emergence/layers-stay-equal",
    title="The difference of the squared layers is conserved, so that layers that start equal stay equal",
    statement=Conserved(a_all[i] ** 2 - b_all[i] ** 2, decoupled),
    source=thesis("Section B.1.1"),
    uses=[a_rate, b_rate],
    note="With $a = b$ at the start, $a = b$ is an invariant set; the claims on the skill strength prove that with "
    "each rate. That $a_k(0) b_k(0) > 0$, as the text adds, is not needed for this.",
)

one_skill = GradientFlow(eta * d_k / (2 * D) * (S - a * b) ** 2, (a, b), t)
one_skill_equal = one_skill.on(b - a)

R_k = quantity("R_k", a * b)

strength_rate_printed = Claim(
    "emergence/strength-rate-product-rule-printed",
    title="The product rule for the skill strength, as printed",
    statement=Rate(
        R_k,
        -eta * quantity("da_k/dt", one_skill.velocity(a)) * b + a * quantity("db_k/dt", one_skill.velocity(b)),
        one_skill,
    ),
    source=thesis("B.8"),
    erratum=Erratum(
        kind="slip",
        wrong="The first term of the product rule carries a stray $-eta$; $da_k/dt$ already contains it.",
        consequence="None: the right end of (B.8) and (B.9) are the rate.",
        printed=r"\frac{d\mathcal{R}_k}{dt} = -\eta \frac{da_k}{dt} b_k + a_k \frac{db_k}{dt} = -\eta \frac{d_k}{D} "
        "(b_k^2 + a_k^2) (a_k b_k - S)",
        mark=r"-\eta \frac{da_k}{dt} b_k",
        right=r"\frac{d\mathcal{R}_k}{dt} = \frac{da_k}{dt} b_k + a_k \frac{db_k}{dt} = -\eta \frac{d_k}{D} (b_k^2 "
        "+ a_k^2) (a_k b_k - S)",
    ),
)

strength_product_rule = Claim(
    "emergence/strength-rate-product-rule",
    title="The rate of the skill strength by the product rule",
    statement=Rate(R_k, -eta * d_k / D * (b**2 + a**2) * (a * b - S), one_skill),
    source=thesis("B.8"),
    uses=[a_rate, b_rate],
    corrects=strength_rate_printed,
    steps=[
        Step("dR_k/dt = da_k/dt b_k + a_k db_k/dt", "the product rule, without the printed factor"),
        Step("dR_k/dt = -eta d_k/D (b_k^2 + a_k^2) (a_k b_k - S)", "(B.6) and (B.7)"),
    ],
)

strength_rate = Claim(
    "emergence/strength-rate",
    title="With equal layers the skill strength obeys a logistic equation",
    statement=Rate(R_k, -2 * eta * d_k / D * R_k * (R_k - S), one_skill_equal),
    source=thesis("B.9"),
    uses=[strength_product_rule, layers_balanced],
)

sigmoid = S / (1 + (S / R_0 - 1) * sp.exp(-2 * eta * S * d_k / D * t))
skill_loss = S**2 / (2 * (1 + 1 / (S / R_0 - 1) * sp.exp(2 * eta * S * d_k / D * t)) ** 2)
BELOW = [R_0 < S]

strength_solved = Claim(
    "emergence/strength-solved",
    title="Each skill strength grows in a sigmoid whose rate is the skill's share of the samples",
    statement=Solution(one_skill_equal, R_k, sigmoid, R_0),
    hypotheses=BELOW,
    source=[thesis("B.1"), thesis("B.10"), thesis("Lemma 1")],
    uses=[strength_rate],
    steps=[
        Step("$d(1/R_k)/dt = 2 eta (d_k/D) (1 - S/R_k)$", "(B.9), divided by $-R_k^2$: linear in $1/R_k$"),
        Step("$d(1/R_k - 1/S)/dt = -2 eta S (d_k/D) (1/R_k - 1/S)$", "what is left decays at one rate"),
        Step(
            "$1/R_k = 1/S + (1/R_0 - 1/S) e^(-2 eta S d_k t/D)$",
            "its exponential, and the start; (B.10) is the inverse",
        ),
    ],
)

strength_stays_between = Claim(
    "emergence/strength-stays-below-target",
    title="The skill strength stays between zero and the target scale",
    statement=Chain(sp.S.Zero, (Link("<", sigmoid), Link("<", S))),
    hypotheses=BELOW,
    source=thesis("Lemma 1"),
    uses=[strength_solved],
)

skill_loss_solved = Claim(
    "emergence/skill-loss-solved",
    title="The skill loss as a function of time",
    statement=Identity(quantity("L_k", (S - quantity("R_k", sigmoid)) ** 2 / 2), skill_loss),
    hypotheses=BELOW,
    source=[thesis("B.2"), thesis("Lemma 1")],
    uses=[strength_solved],
    note="By (4.10), which holds for this model. The print has a bar over $R_k(0)$ here only; it means $R_k(0)$.",
)

OBSERVED = [R_0 < S, d_k >= 1]

strength_when_observed = Claim(
    "emergence/observed-skill-is-learned",
    title="A skill that is observed at least once is learned in the limit of long training",
    statement=Limit(quantity("R_k", sigmoid), t, sp.oo, S),
    hypotheses=OBSERVED,
    source=[thesis("B.12"), thesis("B.14"), thesis("Section 5.2.2"), position_paper("60", restored="re-derived")],
    uses=[strength_solved],
    note="The first case of (B.12); and of (B.14), with $d_k/D$ replaced by the frequency of the skill, as $D$ grows. "
    "The position paper's row is restored as $1[d_k >= 1] 1[k <= N]$; this is its value one.",
)

loss_when_observed = Claim(
    "emergence/observed-skill-has-no-loss",
    title="The loss of a skill that is observed at least once tends to zero",
    statement=Limit(quantity("L_k", skill_loss), t, sp.oo, 0),
    hypotheses=OBSERVED,
    source=[thesis("B.11"), thesis("B.13"), thesis("Corollary B.1.1"), thesis("Corollary B.1.2")],
    uses=[skill_loss_solved],
)

strength_when_unobserved = Claim(
    "emergence/unobserved-skill-stays",
    title="The strength of a skill that is never observed does not change",
    statement=Identity(quantity("R_k", sigmoid), R_0),
    hypotheses=[R_0 < S, sp.Eq(d_k, 0)],
    source=[thesis("B.12"), position_paper("60", restored="re-derived")],
    uses=[strength_solved],
    note="The second case of (B.12); the restored row has zero, which is this for a vanishing initialisation.",
)

loss_when_unobserved = Claim(
    "emergence/unobserved-skill-keeps-its-loss",
    title="The loss of a skill that is never observed does not change",
    statement=Identity(quantity("L_k", skill_loss), (S - R_0) ** 2 / 2),
    hypotheses=[R_0 < S, sp.Eq(d_k, 0)],
    source=[thesis("B.11"), thesis("Corollary B.1.1")],
    uses=[skill_loss_solved],
)

loss_when_unobserved_small = Claim(
    "emergence/unobserved-skill-loss-bracket",
    title="From a small initialisation the loss of a skill that is never observed is nearly S^2/2",
    statement=Chain(S**2 / 2 - S * R_0, (Link("<", (S - R_0) ** 2 / 2), Link("<", S**2 / 2))),
    hypotheses=BELOW,
    source=[thesis("B.11"), thesis("B.13")],
    uses=[loss_when_unobserved],
    note="What the sign 'about' drops is less than $S R_k(0)$.",
)

g_random = random_vector("g_k", 1)

strength_when_missing = Claim(
    "emergence/missing-skill-has-full-loss",
    title="A skill without a basis function has strength zero, and the loss S^2/2 at all times",
    statement=MatrixIdentity(half_mean_square(zero(1, 1), S * g_random), S**2 / 2 * trace(identity(1))),
    hypotheses=[Whitened(g_random)],
    source=[
        thesis("B.13"),
        thesis("B.14"),
        thesis("Corollary B.1.2"),
        position_paper("60", restored="re-derived"),
    ],
    note="For $k > N$ every basis function of the model vanishes where $I = k$. (B.14) has $R_k(0)$ in this case; it "
    "is zero, so that (B.13) is exact there and needs no small initialisation.",
)
