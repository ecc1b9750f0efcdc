"""3a, 3b. The D_c-shot learner at samples, (5.3), (5.4), (B.16) to (B.25): its loss and its flow, and as matrices."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow
from ...language.matrices import (
    Diagonal,
    Equal,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    Symmetric,
    Velocity,
    matrix,
    trace,
)
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Conserved, Identity, Rate
from ...language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...language.symbols import ForAll, families, index, natural, total, trajectories
from ...language.theorems import Combination, Line, Summed, Theorem
from .letters import S, delta, eta, t
from .multilinear import D, a_all, i, k, sign

D_c = natural("D_c")
l, l2 = index("l", D_c), index("l'", D_c)  # noqa: E741 - the thesis's index of the basis functions
B_rows = families("B", t)
s = S / sp.sqrt(D_c)

skill_norm = Claim(
    "emergence/basis-functions-sum-to-a-unit",
    title="By the third property the skill function has norm one",
    statement=Identity(total(total(delta(l, l2) / D_c, l2), l), 1),
    source=thesis("5.4"),
    note=r"$E[g_k^2] = \sum_{l,l'} E[e_l e_{l'}]/D_c$ at $I = k$: the properties agree with $g_k = +1$ or -1.",
)

basis_overlap = Claim(
    "emergence/overlap-of-basis-function-and-skill",
    title="Each basis function overlaps with the skill function by 1/sqrt(D_c), its share of the target",
    statement=Identity(total(S * delta(l, l2) / sp.sqrt(D_c), l2), S / sp.sqrt(D_c)),
    source=[thesis("5.4"), thesis("Section B.1.6")],
    note="$E[e_l S g_k] = S D_c^(-1/2)$, the eigencoefficients named below (B.41).",
)

# 3a. At samples: the loss and the flow of one skill, entry by entry.

j = index("j", d_obs := natural("d_k"))
a_k = trajectories("a_k", t)
B_k = families("B_k", t)
e_ = families("e")
targets = families("F")
many = index("j", D)

double_count = Claim(
    "emergence/total-loss-as-printed",
    title="The total loss, a sum over skills of sums over all samples, as printed",
    statement=Identity(total(targets[many], many) / (2 * D), total(total(targets[many], many), k) / (2 * D)),
    source=thesis("B.17"),
    erratum=Erratum(
        kind="slip",
        wrong="The sum over $k$ counts the loss over all $D$ samples $n_s$ times: nothing in the summand depends on "
        "$k$.",
        consequence="None: the next line (B.18), where the inner sum is over the samples of skill $k$, is the loss "
        "(B.3).",
        printed=r"\mathcal{L}_D = \frac{1}{2D} \sum_{k=1}^{n_s} \sum_{j=1}^D \left(f^*(i^{(j)}, x^{(j)}) - f(i^{(j)}, "
        r"x^{(j)}) \right)^2",
        mark=r"\sum_{k=1}^{n_s}",
        right=r"\mathcal{L}_D = \frac{1}{2D} \sum_{j=1}^D \left(f^*(i^{(j)}, x^{(j)}) - f(i^{(j)}, x^{(j)}) \right)^2",
    ),
    note="$F_j$ is the squared error at sample $j$, as in (B.3).",
)

error_of_extended_model = Claim(
    "emergence/error-of-extended-model-at-one-sample",
    title="At a sample of skill i only the basis functions of skill i contribute to the error",
    statement=Identity(
        (
            quantity("f*", total(S * sign * delta(k, i), k))
            - quantity("f_T", total(a_all[k] * total(B_rows[k, l] * e_[l], l) * delta(k, i), k))
        )
        ** 2,
        (S * sign - a_all[i] * total(B_rows[i, l] * e_[l], l)) ** 2,
    ),
    source=thesis("5.3"),
    note="The $delta$ is the second property (5.4), $e_(k,l) = 0$ where $I$ is not $k$; $e_l$ is $e_(i,l)$ at the "
    "sample.",
)

# The loss on all samples, as a sum over skills: m[k, j] is 1 if sample j is of skill k, and 0 if not.

k2 = index("k'", k.upper)
m, g_at, e_at = families("m g e")
OF_ONE_SKILL = ForAll((k, k2, many), sp.Eq(m[k, many] * m[k2, many], delta(k, k2) * m[k, many], evaluate=False))
error_of_skill = S * g_at[k, many] - a_all[k] * total(B_rows[k, l] * e_at[k, l, many], l)
target_at = total(m[k, many] * S * g_at[k, many], k)
model_at = total(m[k, many] * a_all[k] * total(B_rows[k, l] * e_at[k, l, many], l), k)
both_skills = error_of_skill * error_of_skill.subs(k, k2)

pair = Line(
    Identity(m[k, many] * m[k2, many] * both_skills, delta(k, k2) * m[k, many] * both_skills),
    by=Combination((OF_ONE_SKILL, both_skills)),
)
of_one = Line(by=Summed(pair, k2))
of_all = Line(by=Summed(of_one, k))
squared = Line(Identity((target_at - model_at) ** 2, total(m[k, many] * error_of_skill**2, k)), by=Combination(of_all))
over_samples = Line(by=Summed(squared, many))
regrouped = Line(
    Identity(
        total((target_at - model_at) ** 2, many) / (2 * D),
        total(total(m[k, many] * error_of_skill**2, many), k) / (2 * D),
    ),
    by=Combination((over_samples, 1 / (2 * D))),
)

loss_by_skills = Theorem(
    "emergence/total-loss-by-skills",
    title="The loss on the samples is a sum over skills of sums over the samples of each",
    hypotheses=[OF_ONE_SKILL],
    concludes=regrouped.says,
    proof=[pair, of_one, of_all, squared, over_samples, regrouped],
    source=[thesis("B.17"), thesis("B.18")],
    corrects=double_count,
    note="For any samples: $m_(k,j)$ is 1 if sample $j$ is of skill $k$ and 0 if not, so that the product of two for "
    "one sample is 0 for different skills. $g$ and $e$ are the skill and basis functions at the sample, which vanish "
    "where the sample is of another skill (5.4): $f^*$ and $f$ are the sums over $k$ with $m$.",
)

loss_in_basis = Claim(
    "emergence/loss-in-the-basis",
    title="The loss of a skill on its samples, with the skill function expanded in its basis functions",
    statement=Identity(
        total((S * total(e_[l, j] / sp.sqrt(D_c), l) - total(a_k * B_k[l] * e_[l, j], l)) ** 2, j),
        total(total((s - a_k * B_k[l]) * e_[l, j], l) ** 2, j),
    ),
    source=thesis("B.19"),
    uses=[error_of_extended_model, loss_by_skills],
)

samples_flow = GradientFlow(eta * total(total((s - a_k * B_k[l]) * e_[l, j], l) ** 2, j) / (2 * D), (a_k, B_k), t)
prediction_error = total((a_k * B_k[l2] - s) * e_[l2, j], l2)

entry_rate = Claim(
    "emergence/rate-of-an-entry-of-b",
    title="The rate of one entry of B_k",
    statement=Rate(B_k[l], -eta * total(a_k * e_[l, j] * prediction_error, j) / D, samples_flow),
    source=thesis("B.20"),
    uses=[loss_in_basis],
)

scale_rate = Claim(
    "emergence/rate-of-the-scale-a",
    title="The rate of a_k",
    statement=Rate(a_k, -eta * total(total(B_k[l] * e_[l, j], l) * prediction_error, j) / D, samples_flow),
    source=thesis("B.22"),
    uses=[loss_in_basis],
)

balance_entrywise = Claim(
    "emergence/extended-model-conserves-entry-by-entry",
    title="The square of a_k less the squared norm of B_k is conserved",
    statement=Conserved(a_k**2 - total(B_k[l] ** 2, l), samples_flow),
    source=thesis("Lemma 3"),
    uses=[entry_rate, scale_rate],
    steps=[
        Step("$a_k da_k/dt = -(eta/D) sum_j sum_l a_k B_(k,l) e_(l,j) r_j$", "(B.22), with the residuals $r_j$"),
        Step("$sum_l B_(k,l) dB_(k,l)/dt = -(eta/D) sum_l sum_j a_k B_(k,l) e_(l,j) r_j$", "(B.20), the same sum"),
        Step("$d(a_k^2 - sum_l B_(k,l)^2)/dt = 0$", "twice the difference of the two lines"),
    ],
)

# 3b. The same as matrices: a is 1 x 1, B is D_c x 1, u has the entries 1/sqrt(D_c), Phi has a column for each sample.

A1, B, u = matrix("a", 1, 1), matrix("B", D_c, 1), matrix("u", D_c, 1)
Phi, U = matrix("Phi", D_c, d_obs), matrix("U", D_c, d_obs)
Sigma, V = matrix("Sigma", d_obs, d_obs), matrix("V", d_obs, d_obs)
gap = B * A1 - S * u
on_samples = Phi.T * gap
word_flow = MatrixFlow(eta * sp.Trace(on_samples.T * on_samples) / (2 * D), (A1, B))
SCALAR = Symmetric(A1)
COLUMNS = SemiOrthogonal(U.T)
SVD = [COLUMNS, Equal(Phi, U * Sigma * V), Diagonal(Sigma), Orthogonal(V)]
THIN = (
    "$U$ is $D_c x d_k$ with $U^T U = I$, as printed; $S u$ is the printed vector $S/sqrt(D_c)$, with all $D_c$ "
    "entries the same. The number $a_k$ is a $1 x 1$ matrix."
)

vector_rate = Claim(
    "emergence/rate-of-b-as-a-vector",
    title="The rate of the vector B_k",
    statement=MatrixRate(B, -eta / D * Phi * Phi.T * (B * A1 - S * u) * A1.T, word_flow),
    source=thesis("B.21"),
    uses=[entry_rate],
    note=THIN,
)

gradient_in_image = Claim(
    "emergence/gradient-stays-in-the-image",
    title="The velocity of B_k lies in the column space of U",
    statement=MatrixIdentity(U * U.T * Velocity(B), Velocity(B), word_flow),
    hypotheses=[COLUMNS, Equal(Phi, U * Sigma * V)],
    source=[thesis("B.16"), thesis("Lemma 2")],
    uses=[vector_rate],
    note=f"{THIN} Neither that $Sigma$ is diagonal nor that $V$ is orthogonal is needed, nor $d_k < D_c$.",
    steps=[
        Step("$dB/dt = -(eta/D) Phi Phi^T (B a - S u) a^T$", "(B.21)"),
        Step("$Phi Phi^T = U Sigma V Phi^T$", "$Phi = U Sigma V$: the velocity is $U$ times a vector"),
        Step("$U U^T U Sigma V = U Sigma V$", "$U^T U = I$: the projection leaves what is $U$ times a vector"),
    ],
)

projection_fixes_image = Claim(
    "emergence/projection-fixes-its-image",
    title="U U^T is the identity on the image of U",
    statement=MatrixIdentity(U * U.T * (U * matrix("z", d_obs, 1)), U * matrix("z", d_obs, 1)),
    hypotheses=[COLUMNS],
    source=[thesis("Lemma 2"), thesis("Section B.1.4")],
)

outside_is_kept = Claim(
    "emergence/outside-of-the-image-is-kept",
    title="The part of B_k outside the column space of U does not move",
    statement=MatrixConserved(B - U * U.T * B, word_flow),
    hypotheses=[COLUMNS, Equal(Phi, U * Sigma * V)],
    source=[thesis("Section B.1.6"), thesis("Lemma 2")],
    uses=[gradient_in_image],
    note="The second of the three conditions before (B.35).",
    steps=[
        Step("$d(B - U U^T B)/dt = dB/dt - U U^T dB/dt$", "the samples, and so $U$, are given"),
        Step("$dB/dt - U U^T dB/dt = 0$", "the velocity lies in the image of $U$"),
    ],
)

scale_rate_vector = Claim(
    "emergence/rate-of-a-as-a-product",
    title="The rate of a_k in matrix form",
    statement=MatrixRate(A1, -eta / D * B.T * Phi * Phi.T * (B * A1 - S * u), word_flow),
    source=thesis("B.23"),
    uses=[scale_rate],
    note=THIN,
)

scale_times_rate = Claim(
    "emergence/a-times-its-rate",
    title="a_k times its rate",
    statement=MatrixIdentity(A1 * Velocity(A1), -eta / D * A1 * B.T * Phi * Phi.T * (B * A1 - S * u), word_flow),
    source=thesis("B.24"),
    uses=[scale_rate_vector],
)

scale_meets_vector = Claim(
    "emergence/a-and-b-grow-together",
    title="a_k times its rate is B_k times the rate of B_k",
    statement=MatrixIdentity(trace(A1 * Velocity(A1)), trace(B.T * Velocity(B)), word_flow),
    hypotheses=[SCALAR],
    source=thesis("B.25"),
    uses=[vector_rate, scale_times_rate],
)

balance = Claim(
    "emergence/extended-model-conserves",
    title="The square of a_k less the squared norm of B_k is conserved, for every number of samples",
    statement=MatrixConserved(A1.T * A1 - B.T * B, word_flow),
    hypotheses=[SCALAR],
    source=thesis("Lemma 3"),
    uses=[scale_meets_vector],
)

balance_inside = Claim(
    "emergence/extended-model-conserves-inside-the-image",
    title="The square of a_k less the squared norm of the moving part of B_k is conserved",
    statement=MatrixConserved(A1.T * A1 - B.T * U * U.T * B, word_flow),
    hypotheses=[SCALAR, COLUMNS, Equal(Phi, U * Sigma * V)],
    source=thesis("Section B.1.6"),
    uses=[balance, outside_is_kept],
    note="So $a_k^2 >= a_k(0)^2 - |U U^T B_k(0)|^2$ at all times: Proposition B.1.1's assumption that $a_k$ stays "
    "away from zero holds whenever $a_k$ starts larger than the moving part of $B_k$.",
)
