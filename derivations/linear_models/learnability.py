"""6. Learnability, (1.35): what n samples teach of each eigenfunction, and the sine features of the figures."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ...language.claims import Cited, Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, identity, matrix, trace
from ...language.sources import richness_paper, thesis
from ...language.statements import Chain, Conserved, Identity, Inequality, Integral, Limit, Link, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import natural, positive, real, total, trajectories
from ...language.theorems import Combination, Line, Theorem
from .eigenfunctions import theta_repaired
from .function_space import r1, r2, w1_
from .letters import AS_IN_THESIS, both, eta, n, p, t
from .operator import k

kappa, delta = positive("kappa delta")

learnability_increases = Claim(
    "linear-models/learnability-increases",
    title="The formula for the learnability grows with the eigenvalue",
    statement=Inequality(r1 / (r1 + kappa), ">", r2 / (r2 + kappa)),
    hypotheses=[r1 > r2],
    source=both("1.35", 15),
    note="A property of the formula; that it is what is learned is cited, see "
    "linear-models/larger-eigenvalues-are-learned-first.",
)

learned_1, learned_2 = real("L_1 L_2")

learned_in_order = Claim(
    "linear-models/larger-eigenvalues-are-learned-first",
    title="Given the formula for the learnability, more is learned along a larger eigenvalue",
    statement=Inequality(learned_1, ">", learned_2),
    hypotheses=[r1 > r2],
    source=[*both("1.35", 15), thesis("Section 1.6"), richness_paper("Section C.2")],
    uses=[learnability_increases],
    cited=[
        Cited(
            "deterministic equivalent of kernel regression",
            "Bordelon, Canatar and Pehlevan, ICML 2020; Simon, Dickens, Karkada and DeWeese, TMLR 2023",
            says=sp.And(sp.Eq(learned_1, r1 / (r1 + kappa)), sp.Eq(learned_2, r2 / (r2 + kappa))),
        )
    ],
    note="$L_1$ and $L_2$ are the shares of the target that are learned on average over samples. The formula is an "
    "estimate for many samples and features, not proved here; where it fails, this may: see "
    "linear-models/learnability-order-of-any-features.",
)

learnability_range = Claim(
    "linear-models/learnability-range",
    title="A learnability lies between zero and one",
    statement=Chain(sp.Integer(0), (Link("<", r1 / (r1 + kappa)), Link("<", sp.Integer(1)))),
    source=both("1.35", 15),
)

learnability_falls = Claim(
    "linear-models/learnability-falls-with-kappa",
    title="Every learnability falls strictly as kappa grows",
    statement=Inequality(r1 / (r1 + kappa), ">", r1 / (r1 + kappa + delta)),
    source=both("1.35", 15),
    note="With the two limits: the sum of $p$ learnabilities falls strictly and continuously from $p$ to 0, so that "
    "exactly one positive $kappa$ makes it $n$, for each $n$ between 0 and $p$; for $n >= p$ there is none.",
)

learnability_at_zero = Claim(
    "linear-models/learnability-at-zero-kappa",
    title="As kappa vanishes, a positive eigenvalue's learnability tends to one",
    statement=Limit(r1 / (r1 + kappa), kappa, sp.Integer(0), sp.Integer(1)),
    source=both("1.35", 15),
)

learnability_at_infinity = Claim(
    "linear-models/learnability-at-infinite-kappa",
    title="As kappa grows, every learnability tends to zero",
    statement=Limit(r1 / (r1 + kappa), kappa, sp.oo, sp.Integer(0)),
    source=both("1.35", 15),
)

B, K_inv = matrix("B", p, n), matrix("K^-1", n, n)

learnabilities_sum = Claim(
    "linear-models/learnabilities-sum-to-n",
    title="The projection that training applies to the target has trace n",
    statement=MatrixIdentity(trace(B * K_inv * B.T), n),
    hypotheses=[Equal(B.T * B * K_inv, identity(n))],
    source=[richness_paper("Section C.2"), thesis("1.35"), richness_paper("15", restored=AS_IN_THESIS)],
    note="$B$ holds $sqrt(rho_k) e_k$ at the $n$ samples, $K = B^T B$ is the kernel matrix and $K^-1$ its inverse. "
    "For the target $e_k$ the learned coefficient of $e_k$ is the $k$-th diagonal entry of $B K^-1 B^T$, up to a "
    "change of scale that the trace does not see: for every sample, not on average only, the learnabilities sum to "
    "$n$.",
)


def learned_share(values: tuple[Any, Any]) -> sp.Expr:
    """What one sample, where e_1 and e_2 have these values, makes the model learn of the target e_1 along e_1.

    The least norm solution through one point is ``f(x') = K(x', x) y/K(x, x)`` with ``y = e_1(x)``.
    """
    one, two = values
    return r1 * one * one / (r1 * one**2 + r2 * two**2)


SIGNS = [(one, two) for one in (1, -1) for two in (1, -1)]
KAPPA_OF_TWO = sp.Eq(r1 / (r1 + kappa) + r2 / (r2 + kappa), 1)

learnability_printed = Claim(
    "linear-models/learnability-as-printed",
    title="The learnability, as an equality for every distribution and every number of samples",
    statement=Identity(sp.Add(*(learned_share(signs) for signs in SIGNS)) / len(SIGNS), r1 / (r1 + kappa)),
    hypotheses=[KAPPA_OF_TWO],
    source=[thesis("1.35")],
    erratum=Erratum(
        "hypothesis",
        "Printed as an equality for any $q$, $n$ and $p$; it holds for large $n$ and $p$, and for features that "
        "behave like Gaussian ones. Two independent signs and one sample give $rho_1/(rho_1 + rho_2)$, not "
        "$sqrt(rho_1)/(sqrt(rho_1) + sqrt(rho_2))$.",
        "That the sum over $k$ is $n$ survives, for every sample. That $L_k$ grows with $rho_k$ does not for every "
        "distribution: see linear-models/learnability-order-of-any-features.",
        printed=r"L_k := \mathbf{E}_{S \sim q^n} \left[\frac{\langle \hat{f} | e_k \rangle}{\langle f^* | e_k "
        r"\rangle} \right] = \frac{\rho_k}{\rho_k + \kappa}, \quad \text{where } \sum_{k=1}^p "
        r"\frac{\rho_k}{\rho_k + \kappa} = n.",
        mark=r"= \frac{\rho_k}{\rho_k + \kappa}",
        right=r"L_k := \mathbf{E}_{S \sim q^n} \left[\frac{\langle \hat{f} | e_k \rangle}{\langle f^* | e_k "
        r"\rangle} \right] \approx \frac{\rho_k}{\rho_k + \kappa}, \quad \text{where } \sum_{k=1}^p "
        r"\frac{\rho_k}{\rho_k + \kappa} = n, \quad n, p \gg 1.",
    ),
    note="$e_1$ and $e_2$ are independent, each 1 or -1 with equal probability; $p = 2$, $n = 1$, and the target is "
    "$e_1$. The left-hand side is the mean over the four inputs. The sines of Figures 1.3 to 1.5 are not like "
    "Gaussian features either: least norm regression on draws, with $rho_k = 1/k^2$ and $p = 4 n$, learns some modes "
    "about 20% less than the formula says and the last one about three times as much, for $n$ from 8 to 128. The "
    "formula itself is cited: what is proved here are its properties, and where it fails or is exact at one sample.",
)

share_of_first, squared_cosine = positive("q_1 u")  # frequency of the first of two inputs; how e_1 is turned
turned_values = [
    (share_of_first, (sp.sqrt(squared_cosine / share_of_first), sp.sqrt((1 - squared_cosine) / share_of_first))),
    (
        1 - share_of_first,
        (
            sp.sqrt((1 - squared_cosine) / (1 - share_of_first)),
            -sp.sqrt(squared_cosine / (1 - share_of_first)),
        ),
    ),
]
learned_of_first = sp.Add(*(chance * learned_share(values) for chance, values in turned_values))

order_of_learnabilities = Claim(
    "linear-models/learnability-order-of-any-features",
    title="For every distribution more is learned along the larger eigenvalue",
    statement=Inequality(learned_of_first, ">", sp.Rational(1, 2)),
    hypotheses=[r1 > r2, share_of_first < 1, squared_cosine < 1],
    source=[thesis("1.35"), richness_paper("15", restored=AS_IN_THESIS)],
    uses=[learnabilities_sum],
    expected="REFUTED",
    note="False in general, although the values of the formula grow with $rho_k$. Two inputs of frequencies $q_1$ and "
    "$1 - q_1$, two orthonormal functions of them, and one sample: the learnabilities sum to 1, and that of $e_1$ is "
    "on the left. Where $e_1$ is large at a rare input and small at the other, little is learned of it whatever its "
    "eigenvalue.",
)

samples, features = positive("n p")

equal_learnability = Claim(
    "linear-models/learnability-of-equal-eigenvalues",
    title="Equal eigenvalues share the n samples equally",
    statement=Identity(r1 / (r1 + kappa), samples / features),
    hypotheses=[sp.Eq(features * r1 / (r1 + kappa), samples)],
    source=both("1.35", 15),
    uses=[learnabilities_sum],
    note="A property of the formula. It is exact for exchangeable features: the $n$ of the trace are shared by $p$ "
    "equal diagonal entries.",
)

root_1, root_2, angle = positive("a b u")
gaussian_share = root_1**2 / ((root_1**2 + root_2**2 * angle**2) * (1 + angle**2))
gaussian_antiderivative = (
    root_1**2 / (root_1**2 - root_2**2) * (sp.atan(angle) - root_2 / root_1 * sp.atan(root_2 * angle / root_1))
)

gaussian_pair = Claim(
    "linear-models/learnability-of-two-gaussian-features",
    title="What one sample teaches of the first of two Gaussian features",
    statement=Integral(
        2 / sp.pi * gaussian_share,
        (angle, sp.Integer(0), sp.oo),
        root_1 / (root_1 + root_2),
        antiderivative=2 / sp.pi * gaussian_antiderivative,
    ),
    hypotheses=[sp.Ne(root_1, root_2)],
    source=[thesis("1.35")],
    note="$rho_1 = a^2$ and $rho_2 = b^2$. $u = |e_2/e_1|$, of two independent Gaussian variables, has the density "
    "$2/(pi (1 + u^2))$, and the sample teaches the share $a^2/(a^2 + b^2 u^2)$. For $a = b$ see equal eigenvalues.",
)

gaussian_kappa = Claim(
    "linear-models/kappa-of-two",
    title="For two features and one sample the formula with kappa gives the exact learnability",
    statement=Identity(sp.sqrt(r1) / (sp.sqrt(r1) + sp.sqrt(r2)), r1 / (r1 + kappa)),
    hypotheses=[KAPPA_OF_TWO],
    source=[thesis("1.35")],
    uses=[gaussian_pair],
    corrects=learnability_printed,
    note="$kappa = sqrt(rho_1 rho_2)$. So for two Gaussian features (1.35) is exact from the first sample on.",
)

loss_prefactor = Claim(
    "linear-models/test-loss-prefactor",
    title="A learnability between zero and one exceeds its square",
    statement=Inequality(r1 / (r1 + kappa) - (r1 / (r1 + kappa)) ** 2, ">", 0),
    source=[richness_paper("16", restored="recalled")],
    uses=[learnability_range],
    note="The learnabilities sum to $n$, so that $n - sum_j L_j^2$, by which the test loss divides, is a sum of these "
    "differences, and positive.",
)

loss_falls = Claim(
    "linear-models/test-loss-falls-with-eigenvalue",
    title="A part of the target along a larger eigenvalue contributes less to the test loss",
    statement=Inequality((1 - r1 / (r1 + kappa)) ** 2, "<", (1 - r2 / (r2 + kappa)) ** 2),
    hypotheses=[r1 > r2],
    source=[richness_paper("16", restored="recalled"), thesis("Section 1.6.1")],
    uses=[learnability_increases],
    note="Task-model alignment: the same amount of target is learned better along a larger eigenvalue.",
)

in_the_sum, loss_1, loss_2 = positive("Q l_1 l_2")
prefactor = samples / (samples - in_the_sum)

of_first = sp.Eq(loss_1, prefactor * (1 - r1 / (r1 + kappa)) ** 2)
of_second = sp.Eq(loss_2, prefactor * (1 - r2 / (r2 + kappa)) ** 2)
smaller = Line(
    Inequality(loss_1, "<", loss_2),
    given=[r1 > r2, in_the_sum < samples, of_first, of_second],
    by=Combination((of_first, -1), (of_second, 1), (loss_falls, prefactor)),
)

loss_in_order = Theorem(
    "linear-models/aligned-targets-generalise-better",
    title="Given the formula for the test loss, a target along a larger eigenvalue generalises better",
    concludes=smaller.says,
    hypotheses=[r1 > r2, in_the_sum < samples],
    source=richness_paper("16", restored="recalled"),
    uses=[loss_prefactor],
    proof=[smaller],
    cited=[
        Cited(
            "generalisation loss of kernel regression",
            "Bordelon, Canatar and Pehlevan, ICML 2020; Simon, Dickens, Karkada and DeWeese, TMLR 2023",
            says=sp.And(of_first, of_second),
        )
    ],
    note="$l_1$ and $l_2$ are the mean test losses for the targets $e_1$ and $e_2$ without noise, and $Q$ is $sum_j "
    "L_j^2$: the recalled formula, $n/(n - sum_j L_j^2)$ times $sum_k (1 - L_k)^2 <f^*|e_k>^2$, is cited, as in the "
    "paper, which takes it from these works.",
)

loss_of_equals = Claim(
    "linear-models/test-loss-of-equal-eigenvalues",
    title="For equal eigenvalues the test loss is what a random projection of rank n leaves",
    statement=Identity(
        samples / (samples - features * (samples / features) ** 2) * (1 - samples / features) ** 2,
        1 - samples / features,
    ),
    hypotheses=[samples < features],
    source=[richness_paper("16", restored="recalled")],
    uses=[equal_learnability],
    note="(16) at $L_k = n/p$, for a target of norm one. A uniformly random projection of rank $n$ keeps $n/p$ of it, "
    "so that the recalled formula is exact there.",
)

# The preference for large intensities, on one sample.

z1, z2, label = real("z_1 z_2 y")  # e_1 and e_2 at the sample, the label there
theta_1, theta_2 = trajectories("theta_1 theta_2")
at_sample = sp.sqrt(r1) * z1 * theta_1 + sp.sqrt(r2) * z2 * theta_2
one_sample = GradientFlow(eta * (at_sample - label) ** 2 / 2, (theta_1, theta_2), t)

one_sample_direction = Claim(
    "linear-models/one-sample-direction",
    title="Fitting one sample, the parameters move along the weighted eigenfunctions",
    statement=Conserved(sp.sqrt(r2) * z2 * theta_1 - sp.sqrt(r1) * z1 * theta_2, one_sample),
    source=[thesis("Section 1.6")],
    note="From zero, $theta_k$ is proportional to $sqrt(rho_k) e_k$: the part along $e_k$ to $rho_k e_k$. Of two "
    "eigenfunctions that can fit the sample, the one of larger intensity takes the larger share.",
)

kernel_at_sample = r1 * z1**2 + r2 * z2**2
one_sample_fit = label / kernel_at_sample * (1 - sp.exp(-eta * kernel_at_sample * t))

one_sample_solution = Claim(
    "linear-models/one-sample-solution",
    title="Fitting one sample from zero, in full",
    statement=Solution(
        one_sample,
        of=(theta_1, theta_2),
        equals=(sp.sqrt(r1) * z1 * one_sample_fit, sp.sqrt(r2) * z2 * one_sample_fit),
        initially=(sp.Integer(0), sp.Integer(0)),
    ),
    hypotheses=[z1 > 0],
    source=[thesis("Section 1.6"), thesis("1.12")],
    uses=[one_sample_direction],
    note="$L_emp$ is that of $n = 1$. The sign of $e_1$ is free, and is chosen so that $e_1$ is positive at the "
    "sample.",
)

amount = real("c")

cheaper = Claim(
    "linear-models/larger-eigenvalues-cost-less",
    title="The same function costs less norm along a larger eigenvalue",
    statement=Inequality((amount / sp.sqrt(r1)) ** 2, "<", (amount / sp.sqrt(r2)) ** 2),
    hypotheses=[r1 > r2, sp.Ne(amount, 0)],
    source=[richness_paper("Section C.2")],
    uses=[theta_repaired],
    note="$c e_k$ needs $theta_k = c/sqrt(rho_k)$, by (1.28).",
)

# The sine features of the figures.

position = real("x")
low, high, frequency = natural("j k m")

sine_norm = Claim(
    "linear-models/sine-features-normalised",
    title="The sine functions have norm one on the unit interval",
    statement=Integral(
        (sp.sqrt(2) * sp.sin(2 * sp.pi * frequency * position)) ** 2, (position, sp.Integer(0), sp.Integer(1)), 1
    ),
    source=[thesis("Figure 1.2")],
)

sine_low, sine_high = sp.sin(2 * sp.pi * low * position), sp.sin(2 * sp.pi * high * position)
cosine_low, cosine_high = sp.cos(2 * sp.pi * low * position), sp.cos(2 * sp.pi * high * position)

sine_orthogonal = Claim(
    "linear-models/sine-features-orthogonal",
    title="Sine functions of different frequencies are orthogonal on the unit interval",
    statement=Integral(
        2 * sine_low * sine_high,
        (position, sp.Integer(0), sp.Integer(1)),
        0,
        antiderivative=(sine_high * cosine_low - cosine_high * sine_low) / (2 * sp.pi * (high - low))
        - (sine_high * cosine_low + cosine_high * sine_low) / (2 * sp.pi * (high + low)),
    ),
    hypotheses=[sp.Ne(low, high)],
    source=[thesis("Figure 1.2")],
    note="So with features $k^alpha sqrt(2) sin(2 pi k x)$ the eigenvalues are $k^(2 alpha)$, as the caption says. "
    "The antiderivative is that of $cos(2 pi (k - j) x) - cos(2 pi (k + j) x)$, with sums of angles resolved.",
)

sine_odd = Claim(
    "linear-models/sine-features-odd",
    title="Functions of a sine model are odd about the middle of the interval",
    statement=Identity(
        total(
            w1_[k]
            * (
                sp.sin(2 * sp.pi * k) * sp.cos(2 * sp.pi * k * position)
                - sp.cos(2 * sp.pi * k) * sp.sin(2 * sp.pi * k * position)
            ),
            k,
        ),
        -total(w1_[k] * sp.sin(2 * sp.pi * k * position), k),
    ),
    source=[thesis("Figure 1.4"), thesis("Figure 1.3")],
    note="$sin(2 pi k (1 - x))$, with the angle resolved. So every spike of the noise fit at a sample $x$ has its "
    "mirror image at $1 - x$, where there is no sample: 'discrepancy only at sample points' holds up to this.",
)

figure_order = Claim(
    "linear-models/figure-intensities-fall",
    title="With alpha = -4 the intensity falls with the frequency",
    statement=Inequality((frequency + 1) ** sp.Integer(-8), "<", frequency ** sp.Integer(-8)),
    source=[thesis("Figure 1.2")],
    note="With $alpha = 4$ it grows, by the reciprocals.",
)
