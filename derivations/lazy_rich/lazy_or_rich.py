"""What decides between lazy and rich (6.2.1 to 6.2.3, 6.3.1)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.sources import position_paper, thesis
from ...language.statements import Asymptotic, Chain, Identity, Inequality, Limit, Link, Solution
from ...language.symbols import positive, real, total, trajectories
from .clock import S_0, R, Sigma_0, gamma_plus, generic, norm_above, norm_below, p, r, restored, root_name, s
from .general_solution import gamma_limit
from .greedy import theta_0
from .letters import S, Z, t
from .modes import delta_theta_rate, theta_rate

lower_bound = Claim(
    "lazy-rich/weight-to-target-bound",
    title="The ratio of target to weights bounds the growth of the weights from below",
    statement=Chain(
        gamma_plus,
        (Link(">=", 2 * S / (Sigma_0 + S_0), "R >= S"), Link(">=", S / Sigma_0, "S_0 <= Sigma_0")),
    ),
    hypotheses=generic,
    source=[thesis("Section 6.3.1"), position_paper("Remark I.3", restored)],
    uses=[norm_above, norm_below],
    note="The display below (6.14). It prints the target as a calligraphic $S$ without index (text extraction is the "
    "likelier cause). The reasons it gives, $Sigma_0 >= 0$ and $Sigma_0 >= S_0$, do not suffice: $R >= S$ also uses "
    "$Sigma_0 >= -S_0$.",
    where={root_name: R},
)

scale, cosine = positive("epsilon"), real("c")

small_weights = Claim(
    "lazy-rich/small-initialisation",
    title="With vanishing weights the growth is unbounded: the rich limit",
    statement=Limit(
        gamma_plus.subs({Sigma_0: scale, S_0: scale * cosine}),
        scale,
        sp.Integer(0),
        sp.oo,
    ),
    hypotheses=[cosine <= 1, cosine > -1],
    source=[thesis("Section 6.3.1"), thesis("Section 6.2.1")],
    uses=[gamma_limit],
    note="$Sigma_0 = epsilon$ and $S_0 = c epsilon$. Aligned modes dominate when $Sigma_0 << S$; that each $|a_i b_i| "
    "<< S$ is not enough, since $Sigma_0$ grows with the width.",
)

target_downscaling = Claim(
    "lazy-rich/target-downscaling",
    title="With a vanishing target the weights do not move: a lazy limit",
    statement=Limit(gamma_plus.subs(S_0, 0), S, sp.Integer(0), sp.Integer(1)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.2.2"), thesis("Section 6.3.1")],
    uses=[gamma_limit],
)

target_order = Claim(
    "lazy-rich/target-downscaling-order",
    title="With a small target the weights move by the order of the ratio of target to weights",
    statement=Asymptotic(gamma_plus.subs(S_0, 0), 1 + S / Sigma_0, S**2, S, sp.Integer(0)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.2.2")],
)

distance, theta_start = trajectories("theta"), real("theta_0")
frozen = positive("D")  # Delta theta, held fixed
frozen_flow = GradientFlow(frozen / Z * (distance - S) ** 2, (distance,), t)

linear_dynamics = Claim(
    "lazy-rich/linear-dynamics",
    title="With the difference between modes held fixed the network saturates exponentially",
    statement=Solution(
        frozen_flow,
        of=(distance,),
        equals=(S + (theta_start - S) * sp.exp(-2 * frozen * t / Z),),
        initially=(theta_start,),
    ),
    source=[thesis("Section 6.2.2"), thesis("Section 6.2.3")],
    uses=[theta_rate],
    note="(6.3) with constant $Delta theta = D$ is the flow of the loss $D (theta - S)^2 / Z$: the linear dynamics "
    "(3.7).",
)

slow_difference = Claim(
    "lazy-rich/target-downscaling-feedback",
    title="The feedback on the difference between modes is of second order in the target",
    statement=Inequality(-2 * theta_0 * (theta_0 - S), "<=", S**2 / 2),
    hypotheses=[theta_0 >= 0, theta_0 <= S],
    source=[thesis("Section 6.2.2")],
    uses=[delta_theta_rate],
    note="The right-hand side of (6.4) with $Z = 1$.",
)

ntk_limit = Claim(
    "lazy-rich/ntk-limit",
    title="With growing weights the growth factor tends to one: the NTK limit",
    statement=Limit(gamma_plus, Sigma_0, sp.oo, sp.Integer(1)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.3.1"), thesis("Section 6.2.3")],
    uses=[gamma_limit],
    note="$Z = sqrt(p)$ makes $Sigma_0$ grow like $sqrt(p)$ while $S_0$ stays of order one.",
    where={root_name: R},
)

n = positive("p")
start = real("s_0")

ntk_order = Claim(
    "lazy-rich/ntk-order",
    title="Each weight moves by order one over the root of the width",
    statement=Asymptotic(
        gamma_plus.subs({Sigma_0: sp.sqrt(n), S_0: start}), 1 + (S - start) / sp.sqrt(n), 1 / n, n, sp.oo
    ),
    source=[thesis("Section 6.2.3")],
    uses=[gamma_limit],
    note="For $|a_i| = |b_i| = 1$: $Sigma_0 = p/Z = sqrt(p)$.",
)

variance = Claim(
    "lazy-rich/ntk-variance",
    title="Under the NTK scaling the initial function has variance one, at every width",
    statement=Identity(total(sp.KroneckerDelta(r, s), r, s) / sp.sqrt(p) ** 2, 1),
    source=[thesis("Section 6.3.1")],
    note="The variance of $S_0$ is $Z^-2 sum_ij E[a_i a_j] E[b_i b_j]$, with independent entries of mean zero and "
    "variance one, $Z = sqrt(p)$.",
)

ntk_start_printed = Claim(
    "lazy-rich/ntk-start-printed",
    title="Under the NTK scaling the initial function tends to zero",
    statement=Limit(n / sp.sqrt(n) ** 2, n, sp.oo, sp.Integer(0)),
    source=[thesis("Section 6.2.3")],
    erratum=Erratum(
        "slip",
        "'$theta(0) -> 0$': the variance of $theta(0) = S_0$ is one at every width, as 6.3.1 says itself beside its "
        "own '$S_0 -> 0$'; only its mean is zero.",
        "The conclusion survives: the right-hand side of (6.4) still vanishes, because of $Z = sqrt(p)$, and $gamma_+ "
        "-> 1$ because $Sigma_0$ grows. '$theta <= S$ throughout' holds only if $theta(0) <= S$.",
        printed=r"as $\theta(0) \rightarrow 0$ and $Z \rightarrow \infty$ for $p \rightarrow \infty$.",
        mark=r"$\theta(0) \rightarrow 0$",
        right=r"as $\theta(0) = \mathcal{O}(1)$ and $Z \rightarrow \infty$ for $p \rightarrow \infty$.",
        sentence=True,
    ),
    note="In mean square: $E[theta(0)^2] = p/Z^2$ with $Z = sqrt(p)$.",
)

ntk_start = Claim(
    "lazy-rich/ntk-start",
    title="Under the NTK scaling the feedback on the difference between modes vanishes, wherever the network starts",
    statement=Limit(-2 * start * (start - S) / sp.sqrt(n), n, sp.oo, sp.Integer(0)),
    source=[thesis("Section 6.2.3")],
    uses=[delta_theta_rate, variance],
    corrects=ntk_start_printed,
)

larger_target = Claim(
    "lazy-rich/larger-target",
    title="A larger target makes the dynamics richer",
    statement=Inequality(sp.diff(gamma_plus, S), ">", 0),
    hypotheses=generic,
    source=[thesis("Section 6.3.1")],
    note="Downscaling the inputs by a factor is upscaling $S$ by it.",
)

kappa = positive("kappa")

smaller_output = Claim(
    "lazy-rich/output-downscaling",
    title="Downscaling the output makes the dynamics richer",
    statement=Inequality(
        sp.diff(gamma_plus.subs({Sigma_0: Sigma_0 / kappa, S_0: S_0 / kappa}, simultaneous=True), kappa), ">", 0
    ),
    hypotheses=generic,
    source=[thesis("Section 6.3.1")],
    note="$Z -> kappa Z$ divides $Sigma_0$ and $S_0$ by $kappa$; so does downscaling the initialisation, with "
    "$kappa^(1/2)$ on each layer.",
)
