"""4. Parameter emergence, (5.6) to (5.9), (B.43) to (B.49): only r of the N_c basis functions of a skill."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, MatrixFlow, matrix, zero
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Chain, Identity, Limit, Link, Rate, Solution
from ...language.statements.matrices import MatrixRate
from ...language.symbols import families, index, natural, nonnegative, total, trajectories
from .few_shots import A1, basis_overlap, d_obs
from .letters import S, delta, eta, t
from .multilinear import R_0, D, k, n_s
from .shrunk_basis import P

N_c, r, width, q = natural("N_c r N q")
whole, rest = nonnegative("w rho")

remainder_range = Claim(
    "emergence/remainder-range",
    title="The last skill in the model has at least one and at most N_c basis functions",
    statement=Chain(sp.S.One, (Link("<=", width - whole * N_c), Link("<=", N_c))),
    hypotheses=[sp.Eq(width, 1 + whole * N_c + rest), rest <= N_c - 1],
    source=[thesis("5.6"), thesis("Section 5.2.3")],
    note=r"$w = \lfloor (N - 1)/N_c \rfloor$, that is $N - 1 = w N_c + rho$ with $0 <= rho <= N_c - 1$; then $q = w + "
    r"1$ and $r$ is $N - (q - 1) N_c$. So $r$ is the remainder of $N$ by $N_c$, but $N_c$ where $N_c$ divides $N$.",
)

basis_count = Claim(
    "emergence/basis-functions-are-n",
    title="The extended model has N basis functions",
    statement=Identity(total(total(1, index("l", N_c)), index("k", q)) - N_c + r, (q - 1) * N_c + r),
    source=[thesis("5.6"), thesis("5.7"), thesis("B.43")],
    note="$N_c$ for each of the first $q - 1$ skills and $r$ for the last; with $q$ and $r$ as defined this is $N$.",
)

# Population averages: e is the vector of all N_c basis functions of the q-th skill, of which r are in the model.

l_r, l_r2 = index("l", r), index("l'", r)
B_q = families("b_q", t)
a_q = trajectories("a_q", t)
s_c = S / sp.sqrt(N_c)
everything = index("l", N_c)
frequencies = families("P")
skill = index("i", n_s)

kernel_limit_printed = Claim(
    "emergence/kernel-limit-printed",
    title="The average of two basis functions over skills and bits, with the skill fixed at k in them, as printed",
    statement=Identity(
        quantity("E[e_l(k)*e_l'(k)]", total(frequencies[skill] * delta(l_r, l_r2), skill)),
        frequencies[k] * delta(l_r, l_r2),
    ),
    source=thesis("B.46"),
    erratum=Erratum(
        kind="slip",
        wrong="With $e_(k,l)(k, X)$ nothing depends on the random skill $I$, and the average over it is one, not "
        "$P(k)$; the functions are to be taken at $(I, X)$, where they vanish for $I$ other than $k$.",
        consequence="None: the right end of (B.46) is the limit.",
        printed=r"\lim_{D \rightarrow \infty} \frac{1}{D} (\Phi \Phi^T)_{ll'} = \mathbf{E}_{I,X} [e_{k,l}(k, X) "
        r"e_{k,l'}(k, X)] = \mathcal{P}(k) \delta_{l,l'}.",
        mark="[e_{k,l}(k, X) e_{k,l'}(k, X)]",
        right=r"\lim_{D \rightarrow \infty} \frac{1}{D} (\Phi \Phi^T)_{ll'} = \mathbf{E}_{I,X} [e_{k,l}(I, X) "
        r"e_{k,l'}(I, X)] = \mathcal{P}(k) \delta_{l,l'}.",
    ),
    note="(5.8) gives $E_X[e_(k,l)(k, X) e_(k,l')(k, X)] = delta$; $P(i)$ is the frequency of skill $i$.",
)

kernel_limit = Claim(
    "emergence/kernel-limit",
    title="The average of two basis functions over skills and bits",
    statement=Identity(
        quantity("E[e_l(I)*e_l'(I)]", total(frequencies[skill] * delta(skill, k) * delta(l_r, l_r2), skill)),
        frequencies[k] * delta(l_r, l_r2),
    ),
    source=[thesis("B.46"), thesis("5.8")],
    corrects=kernel_limit_printed,
    note="The first $delta$ is $e_(k,l)(I, x) = 0$ for $I$ other than $k$. By the law of large numbers it is the "
    "limit of $Phi Phi^T/D$.",
)

partial_flow = GradientFlow(eta * P * (total((s_c - a_q * B_q[l_r]) ** 2, l_r) + (N_c - r) * s_c**2) / 2, (a_q, B_q), t)

partial_loss = Claim(
    "emergence/loss-of-partly-expressible-skill",
    title="The loss of a skill of whose N_c basis functions the model has r",
    statement=Identity(
        S**2 / 2 + total((a_q * B_q[l_r]) ** 2, l_r) / 2 - S * total(a_q * B_q[l_r] / sp.sqrt(N_c), l_r),
        (total((s_c - a_q * B_q[l_r]) ** 2, l_r) + (N_c - r) * s_c**2) / 2,
    ),
    hypotheses=[r <= N_c],
    source=[thesis("5.8"), thesis("Proposition B.1.2")],
    note="(4.8), with (5.8) for $E[f^2]$ and $E[e_l g_k]$.",
)

partial_rate = Claim(
    "emergence/rate-for-partly-expressible-skill",
    title="With unlimited data, each entry of B_k sees a target of its own",
    statement=Rate(B_q[l_r], -eta * P * a_q * (B_q[l_r] * a_q - s_c), partial_flow),
    hypotheses=[r <= N_c],
    source=thesis("B.47"),
    uses=[partial_loss, kernel_limit],
)

# At finite D the missing basis functions (letters with an index m) enter the flow of the others.

missing_count = natural("m")
B_r, u_r, Phi_r = matrix("B", r, 1), matrix("u", r, 1), matrix("Phi", r, d_obs)
u_m, Phi_m = matrix("u_m", missing_count, 1), matrix("Phi_m", missing_count, d_obs)
partial_errors = Phi_r.T * B_r * A1 - S * Phi_r.T * u_r - S * Phi_m.T * u_m
finite_flow = MatrixFlow(eta * sp.Trace(partial_errors.T * partial_errors) / (2 * D), (A1, B_r))

finite_data_printed = Claim(
    "emergence/partly-expressible-skill-at-finite-data",
    title="For every number of samples D, the rate of B_k is the printed one",
    statement=MatrixRate(B_r, -eta / D * Phi_r * Phi_r.T * (B_r * A1 - S * u_r) * A1.T, finite_flow),
    expected="REFUTED",
    source=thesis("B.45"),
    note="At finite $D$ the samples of the missing basis functions overlap with the others, and the target's part "
    "along them drives $B_k$ too. It accuses no line: the proposition is about $D -> infinity$, where the overlap "
    "vanishes (B.46).",
)

finite_data = Claim(
    "emergence/partly-expressible-skill-with-overlap",
    title="The rate of B_k from D samples, with the overlap of the missing basis functions",
    statement=MatrixRate(
        B_r,
        -eta / D * Phi_r * (Phi_r.T * (B_r * A1 - S * u_r) - S * Phi_m.T * u_m) * A1.T,
        finite_flow,
    ),
    source=thesis("B.45"),
)

no_overlap = Claim(
    "emergence/partly-expressible-skill-without-overlap",
    title="Where the missing basis functions do not overlap with the others on the samples, the printed rate holds",
    statement=MatrixRate(B_r, -eta / D * Phi_r * Phi_r.T * (B_r * A1 - S * u_r) * A1.T, finite_flow),
    hypotheses=[Equal(Phi_r * Phi_m.T, zero(r, missing_count))],
    source=thesis("B.45"),
    uses=[finite_data],
    note="This is the case on average, and so in the limit $D -> infinity$.",
)

aligned_part = partial_flow.on(B_q[l_r] - a_q / sp.sqrt(r))
part = S * r / N_c
part_sigmoid = part / (1 + (part / R_0 - 1) * sp.exp(-2 * eta * P * S * sp.sqrt(r) / sp.sqrt(N_c) * t))
part_scale = sp.sqrt(part_sigmoid * sp.sqrt(N_c) / sp.sqrt(r))  # a_k, as the strength is sqrt(r/N_c) a_k^2 on the set
part_start = sp.sqrt(R_0 * sp.sqrt(N_c) / sp.sqrt(r))

partial_solved = Claim(
    "emergence/partly-expressible-skill-solved",
    title="With r of N_c basis functions the squared scale of a skill is a sigmoid too",
    statement=Solution(
        aligned_part, (a_q, B_q[l_r]), (part_scale, part_scale / sp.sqrt(r)), (part_start, part_start / sp.sqrt(r))
    ),
    hypotheses=[part > R_0, r <= N_c],
    uses=[partial_rate],
    note="Not in the thesis, which has the limit: for entries of $B_k$ that start as $a_k/sqrt(r)$. The skill is "
    "slower by $sqrt(r/N_c)$ than one with all its basis functions.",
)

partial_sigmoid = Claim(
    "emergence/partly-expressible-skill-sigmoid",
    title="With r of N_c basis functions the strength of a skill is a sigmoid too",
    statement=Identity(part_scale * total(part_scale / sp.sqrt(r), l_r) / sp.sqrt(N_c), part_sigmoid),
    hypotheses=[part > R_0, r <= N_c],
    uses=[partial_solved, basis_overlap],
)

partial_limit = Claim(
    "emergence/partly-expressible-skill-limit",
    title="The strength of a skill with r of its N_c basis functions ends at the share r/N_c of the target",
    statement=Limit(quantity("R_k", part_sigmoid), t, sp.oo, S * r / N_c),
    hypotheses=[part > R_0, r <= N_c],
    source=[thesis("5.9"), thesis("B.44"), thesis("Proposition B.1.2")],
    uses=[partial_sigmoid],
    note="The case $k = q$; $r = N_c$ is the case $k < q$, where it is $S$. For $k > q$ no basis function of the "
    "model differs from zero where $I = k$, and $R_k = 0$.",
)

partial_strength = Claim(
    "emergence/partly-expressible-skill-strength",
    title="With a_k B_(k,l) = S/sqrt(N_c) for the r basis functions the skill strength is S r/N_c",
    statement=Identity(quantity("R_k", total(s_c / sp.sqrt(N_c), l_r)), S * r / N_c),
    hypotheses=[r <= N_c],
    source=[thesis("B.48"), thesis("B.49")],
    uses=[partial_rate, basis_overlap],
    note="The fixed point of (B.47) where $a_k$ is not zero; $E[e_l g_k] = 1/sqrt(N_c)$ by (5.8).",
)

partial_loss_end = Claim(
    "emergence/partly-expressible-skill-loss",
    title="The remaining loss of a skill with r of its N_c basis functions",
    statement=Identity((total((s_c - s_c) ** 2, l_r) + (N_c - r) * s_c**2) / 2, S * (S - part) / 2),
    hypotheses=[r <= N_c],
    source=thesis("Section B.1.7"),
    uses=[partial_loss, partial_strength],
    note="$L_k = S (S - R_k)/2$ once more, as for few samples; (4.10) would give another loss.",
)
