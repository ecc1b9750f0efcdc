r"""The dynamical feedback principle: diagonal networks under gradient flow.

Thesis chapter 3, (3.6) to (3.14), and appendix A.2.1, (A.13) to (A.20).

A diagonal network ``f(x) = sum_i x_i a_i b_i`` learns ``f*(x) = sum_i x_i S_i`` under the loss (3.2), *half* the mean
square error, with independent inputs of mean zero, ``E[x_i x_j] = 0`` for different i and j.  Time is in units where
the learning rate is one.  What follows: each mode feeds on itself, the difference of squares is conserved, and from
small equal starts each mode saturates in a sigmoid, one after the other.
"""

from __future__ import annotations

import sympy as sp

from ..language.claims import Claim, Erratum, Step
from ..language.flows import GradientFlow, partial
from ..language.misprints import Misprint
from ..language.quantities import quantity
from ..language.sources import position_paper, thesis
from ..language.statements import Chain, Conserved, Identity, Inequality, Limit, Link, Rate, Solution
from ..language.symbols import families, index, natural, positive, real, time, total, trajectories
from .chapters import Chapter

t = time()
d = natural("d")
i, j, k = index("i", d), index("j", d), index("k", d)

# -- Every mode at once: any number d of inputs ------------------------------------------------------------------

a, b, theta = families("a b theta", t)
S, m, x, x_prime = families("S m x x'")  # targets S_i, intensities m_i = E[x_i^2], one sample x


def covariance(first: sp.Idx, second: sp.Idx) -> sp.Expr:
    """``E[x_i x_j]`` of independent inputs of mean zero."""
    return sp.KroneckerDelta(first, second) * m[first]


residual_on_a_sample = total(x[i] * a[i] * b[i], i) - total(x[i] * S[i], i)
expected_loss = total(covariance(i, j) * (a[i] * b[i] - S[i]) * (a[j] * b[j] - S[j]), i, j) / 2
decoupled_loss = total(m[i] * (a[i] * b[i] - S[i]) ** 2, i) / 2

loss_decouples = Claim(
    "feedback/loss-decouples",
    title="With independent inputs of mean zero the loss is a sum over modes",
    statement=Identity(expected_loss, decoupled_loss),
    source=[thesis("3.2"), position_paper("2")],
    note="The loss (3.2) of the diagonal network (3.3), with $E[x_i x_j]$ put in. Everything below differentiates it.",
)

all_modes = GradientFlow(expected_loss, (a, b), t)

gradient_on_a_sample = Claim(
    "feedback/gradient-on-a-sample",
    title="The gradient of the loss on one sample",
    statement=Identity(
        partial(residual_on_a_sample**2 / 2, a[k]),
        b[k] * x[k] * total((a[j] * b[j] - S[j]) * x[j], j),
    ),
    source=[thesis("A.14"), position_paper("33")],
    note="Stands inside the expectation, for every $x$; (A.13) and (A.14) only name what is differentiated.",
)

p = natural("p")
j_to_p = index("j", p)

gradient_wrong_range = Claim(
    "feedback/gradient-sum-to-p",
    title="The gradient on one sample, with the printed range of the sum",
    statement=Identity(
        partial(residual_on_a_sample**2 / 2, a[k]),
        b[k] * x[k] * total((a[j_to_p] * b[j_to_p] - S[j_to_p]) * x[j_to_p], j_to_p),
    ),
    source=[thesis("A.15"), position_paper("34")],
    erratum=Erratum(
        "slip",
        "The sum over inputs is printed to $p$; the diagonal network (3.3) has $d$ of them, and $p$ is the hidden "
        "width of (3.4).",
        "None: only the term $j = i$ survives the expectation in (A.16).",
        printed=r"= -\mathbf{E} \left[b_i x_i \left(\sum_{j=1}^p (a_j b_j - S_j) x_j \right) \right]",
        mark=r"\sum_{j=1}^p",
        right=r"= -\mathbf{E} \left[b_i x_i \left(\sum_{j=1}^d (a_j b_j - S_j) x_j \right) \right]",
    ),
    note="It holds when $p$ is read as the number of modes, that is, as $d$.",
)

gradient_right_range = Claim(
    "feedback/gradient-sum-to-d",
    title="The gradient on one sample: the sum runs over the d inputs",
    statement=Identity(
        partial(residual_on_a_sample**2 / 2, a[k]),
        b[k] * x[k] * total((a[j] * b[j] - S[j]) * x[j], j),
    ),
    source=[thesis("A.15"), position_paper("34")],
    corrects=gradient_wrong_range,
)

expected_gradient = Claim(
    "feedback/expected-gradient",
    title="Orthogonality of the inputs leaves one mode of the gradient",
    statement=Identity(
        b[k] * total((a[j] * b[j] - S[j]) * covariance(k, j), j),
        b[k] * m[k] * (a[k] * b[k] - S[k]),
    ),
    source=[thesis("A.16"), position_paper("35")],
    uses=[gradient_right_range],
)

flow_of_a = Claim(
    "feedback/flow",
    title="The gradient flow of a diagonal network",
    statement=Rate(a[k], -b[k] * m[k] * (a[k] * b[k] - S[k]), all_modes),
    source=[thesis("3.6"), position_paper("6"), thesis("A.16"), position_paper("35")],
    uses=[expected_gradient],
)

flow_of_b = Claim(
    "feedback/flow-of-b",
    title="The gradient flow of a diagonal network, second layer",
    statement=Rate(b[k], -a[k] * m[k] * (a[k] * b[k] - S[k]), all_modes),
    source=[thesis("3.6"), position_paper("6")],
    uses=[expected_gradient],
)

linear_model = GradientFlow(total(covariance(i, j) * (theta[i] - S[i]) * (theta[j] - S[j]), i, j) / 2, (theta,), t)

linear_flow = Claim(
    "feedback/linear-model-flow",
    title="The gradient flow of a linear model has no feedback",
    statement=Rate(theta[k], -m[k] * (theta[k] - S[k]), linear_model),
    source=[thesis("3.7"), position_paper("7")],
    note="The sentence above (3.7) refers to the linear model as Eq. (3.4); it is Eq. (3.5).",
)

rate_of_difference = Claim(
    "feedback/rate-of-squares",
    title="The two layers grow by the same amount of squared magnitude",
    statement=Identity(a[k] * all_modes.velocity(a[k]) - b[k] * all_modes.velocity(b[k]), 0),
    source=[thesis("3.8"), position_paper("8")],
    uses=[flow_of_a, flow_of_b],
)

conservation = Claim(
    "feedback/conservation",
    title="The difference of squared magnitudes is conserved, mode by mode",
    statement=Conserved(a[k] ** 2 - b[k] ** 2, all_modes),
    source=[thesis("3.8"), position_paper("8")],
    uses=[rate_of_difference],
)

correlation = Claim(
    "feedback/correlation",
    title="A feature's correlation with the target is its scale times its intensity",
    statement=Identity(total(covariance(k, j) * S[j], j), S[k] * m[k]),
    source=[thesis("Section 3.5")],
    note="$E[x_i y_i] = S_i E[x_i^2]$, as the section states before the greedy dynamics.",
)

eigenfunctions = Claim(
    "feedback/eigenfunctions",
    title="Each mode is an eigenfunction of the integral operator",
    statement=Identity(
        quantity("T[x_k]", total(a[i] ** 2 * covariance(i, k) * x_prime[i], i)), m[k] * a[k] ** 2 * x_prime[k]
    ),
    source=[thesis("3.11")],
    note="$T[x_k](x')$ with features $a_i x_i$: the operator has eigenvalue $E[x_k^2] a_k^2$.",
)

# -- The product a_i b_i -----------------------------------------------------------------------------------------

product_rule = Claim(
    "feedback/product-rule",
    title="The rate of the product of layers",
    statement=Rate(a[k] * b[k], all_modes.velocity(a[k]) * b[k] + a[k] * all_modes.velocity(b[k]), all_modes),
    source=[thesis("A.17"), position_paper("36")],
)

common_target = real("S")

product_printed = Claim(
    "feedback/product-rate-printed",
    title="The rate of the product of layers, as printed with S for S_i",
    statement=Rate(a[k] * b[k], -m[k] * (b[k] ** 2 + a[k] ** 2) * (a[k] * b[k] - common_target), all_modes),
    source=[thesis("A.18"), position_paper("37")],
    erratum=Erratum(
        "slip",
        "The target scale lost its index: $S$ is printed for $S_i$, so that the line holds only if all targets are "
        "equal.",
        "None: (A.20) has its index back.",
        printed=r"= -\mathbf{E} [x_i^2] (b_i^2 + a_i^2) (a_i b_i - S)",
        mark="(a_i b_i - S)",
        right=r"= -\mathbf{E} [x_i^2] (b_i^2 + a_i^2) (a_i b_i - S_i)",
    ),
)

product_rate = Claim(
    "feedback/product-rate",
    title="The rate of the product of layers",
    statement=Rate(a[k] * b[k], -m[k] * (b[k] ** 2 + a[k] ** 2) * (a[k] * b[k] - S[k]), all_modes),
    source=[thesis("A.18"), position_paper("37")],
    uses=[product_rule],
    corrects=product_printed,
)

balanced_modes = all_modes.on(b[k] - a[k])

balanced_printed = Claim(
    "feedback/balanced-rate-printed",
    title="The logistic equation of a balanced mode, as printed with S for S_i",
    statement=Rate(a[k] * b[k], -2 * m[k] * a[k] * b[k] * (a[k] * b[k] - common_target), balanced_modes),
    source=[thesis("A.19"), position_paper("38")],
    erratum=Erratum(
        "slip",
        "The target scale lost its index: $S$ is printed for $S_i$, so that the line holds only if all targets are "
        "equal.",
        "None: (A.20) has its index back.",
        printed=r"= -2\mathbf{E} [x_i^2] a_i b_i (a_i b_i - S),",
        mark="(a_i b_i - S)",
        right=r"= -2\mathbf{E} [x_i^2] a_i b_i (a_i b_i - S_i),",
    ),
)

balanced_rate = Claim(
    "feedback/balanced-rate",
    title="A balanced mode obeys a logistic equation",
    statement=Rate(a[k] * b[k], -2 * m[k] * a[k] * b[k] * (a[k] * b[k] - S[k]), balanced_modes),
    source=[thesis("A.19"), position_paper("38")],
    uses=[product_rate, conservation],
    corrects=balanced_printed,
    note="On the set where $a_i = b_i$, which the flow keeps; that is proved with the claim.",
)

# -- One mode: S_i = S > 0, E[x_i^2] = m, a(0) b(0) = r_0 -----------------------------------------------------------

A, B, Theta = trajectories("a b theta")
S_, m_, r0 = positive("S m r_0")
one_mode = GradientFlow(m_ * (A * B - S_) ** 2 / 2, (A, B), t)


def mode(at: sp.Expr) -> sp.Expr:
    """``a(t) b(t) / S`` of (3.9) at time `at`, left as it is written."""
    return 1 / (1 + (S_ / r0 - 1) * sp.exp(-2 * S_ * m_ * at, evaluate=False))


sigmoid = Claim(
    "feedback/sigmoid",
    title="From small, equal layers a mode saturates in a sigmoid",
    statement=Solution(one_mode.on(A - B), of=A * B / S_, equals=mode(t), initially=r0 / S_),
    source=[thesis("3.9"), position_paper("9")],
    uses=[balanced_rate],
    steps=[
        Step("r = a b, with a = b", "the balanced set is invariant, since a^2 - b^2 is conserved (3.8)"),
        Step("dr/dt = 2 E[x^2] r (S - r)", "product rule and (3.6), with a^2 + b^2 = 2 r (A.19)"),
        Step("d/dt (S/r - 1) = -2 S E[x^2] (S/r - 1)", "the logistic equation is linear in 1/r"),
        Step("S/r - 1 = (S/r(0) - 1) exp(-2 S E[x^2] t)", "and its solution is an exponential; solve for r/S"),
    ],
    note="Smallness of $a(0)$ is not used: it only makes the delay long.",
)

sigmoid_product = Claim(
    "feedback/sigmoid-product",
    title="The product of balanced layers, starting below the target",
    statement=Solution(
        one_mode.on(A - B),
        of=A * B,
        equals=S_ / (1 + (S_ / r0 - 1) * sp.exp(-2 * S_ * m_ * t)),
        initially=r0,
    ),
    hypotheses=[r0 < S_],
    source=[thesis("A.20"), position_paper("39")],
    uses=[balanced_rate],
    note="The printed assumption $a(0) b(0) < S$ (there without its index) is not needed; see what dropping it shows.",
)

negative_target = positive("s")
opposed = GradientFlow(m_ * (A * B + negative_target) ** 2 / 2, (A, B), t)

sigmoid_opposed = Claim(
    "feedback/sigmoid-opposed",
    title="With a negative target the balanced mode decays to zero, by the same formula",
    statement=Solution(
        opposed.on(A - B),
        of=A * B,
        equals=-negative_target / (1 + (-negative_target / r0 - 1) * sp.exp(2 * negative_target * m_ * t)),
        initially=r0,
    ),
    source=[thesis("3.9")],
    note="$S_i$ is any real number in (3.1). With $S = -s < 0$ the formula holds, but $a b / S$ tends to 0, not to 1.",
)

one_linear_mode = GradientFlow(m_ * (Theta - S_) ** 2 / 2, (Theta,), t)

exponential = Claim(
    "feedback/exponential",
    title="A mode of the linear model saturates exponentially from the start",
    statement=Solution(one_linear_mode, of=(Theta,), equals=(S_ * (1 - sp.exp(-m_ * t)),), initially=(sp.Integer(0),)),
    source=[thesis("3.10"), position_paper("10")],
    uses=[linear_flow],
    note="Printed divided by $S$.",
)

# -- Stages ------------------------------------------------------------------------------------------------------

epsilon, m1, m2, v = positive("epsilon m_1 m_2 v")  # m_1 = E[x_i^2], m_2 = E[x_{i+1}^2]


def emergent_time(eps: sp.Expr, intensity: sp.Expr) -> sp.Expr:
    """(3.12): the time for ``a b / S`` to reach eps."""
    return sp.log((S_ / r0 - 1) / (1 / eps - 1)) / (2 * intensity * S_)


def saturation_time(eps: sp.Expr, intensity: sp.Expr) -> sp.Expr:
    """(3.12): the time from eps to 1 - eps."""
    return sp.log(1 / eps - 1) / (intensity * S_)


tau_e, tau_s = (quantity(name, at(epsilon, m_)) for name, at in (("tau_e", emergent_time), ("tau_s", saturation_time)))

emergent = Claim(
    "feedback/emergent-time",
    title="At the emergent time a mode's strength has reached the fraction epsilon of its target",
    statement=Identity(mode(tau_e), epsilon),
    hypotheses=[r0 < S_, epsilon < 1],
    source=[thesis("3.12")],
    uses=[sigmoid],
)

emergent_positive = Claim(
    "feedback/emergent-time-is-later",
    title="The emergent time is positive when the mode starts below epsilon",
    statement=Inequality(tau_e, ">", 0),
    hypotheses=[r0 < S_, epsilon < 1, r0 < epsilon * S_],
    source=[thesis("Section 3.4.2")],
)

saturation = Claim(
    "feedback/saturation-time",
    title="A saturation time after emergence a mode has reached the fraction 1 - epsilon of its target",
    statement=Identity(mode(tau_e + tau_s), 1 - epsilon),
    hypotheses=[r0 < S_, epsilon < 1],
    source=[thesis("3.12")],
    uses=[sigmoid],
)

exponent = (m1 - m2) / (m1 + m2)
threshold = 1 / (1 + (S_ / r0 - 1) ** exponent)
threshold_as_read = 1 / (1 + (S_ / r0 - 1) ** (-exponent))
threshold_as_printed = 1 / (1 + (S_ / r0 - 1) * (m2 - m1) / (m2 + m1))


def stages(eps: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The saturation time of a mode, and the time between its emergence and that of the next one."""
    fraction = quantity("epsilon", eps)
    first = quantity("tau_e(i)", emergent_time(fraction, m1))
    return quantity("tau_s(i)", saturation_time(fraction, m1)), quantity(
        "tau_e(i+1)", emergent_time(fraction, m2)
    ) - first


stage_printed = Claim(
    "feedback/stage-like-printed",
    title="The stage-like threshold, letter by letter as printed, is a fraction",
    statement=Inequality(quantity("epsilon", threshold_as_printed), "<", 1),
    hypotheses=[r0 < S_, m2 < m1],
    source=[thesis("3.13")],
    erratum=Erratum(
        "extraction",
        "The ratio of intensities stands beside the bracket; it must be its exponent (probably a superscript lost in "
        "extraction), and its sign is reversed. As it stands the value of the fraction $epsilon$ can exceed one.",
        "Figure 3.4 and (3.14) survive with the repaired threshold.",
        printed=r"\epsilon = \frac{1}{1 + \left(\frac{S}{a_i(0)b_i(0)} - 1 \right) \frac{\mathbf{E}[x_{i+1}^2] - "
        r"\mathbf{E}[x_i^2]}{\mathbf{E}[x_{i+1}^2] + \mathbf{E}[x_i^2]}}.",
        mark=r"\frac{\mathbf{E}[x_{i+1}^2] - \mathbf{E}[x_i^2]}{\mathbf{E}[x_{i+1}^2] + \mathbf{E}[x_i^2]}",
        right=r"\epsilon = \frac{1}{1 + \left(\frac{S}{a_i(0)b_i(0)} - 1 \right)^{\frac{\mathbf{E}[x_i^2] - "
        r"\mathbf{E}[x_{i+1}^2]}{\mathbf{E}[x_{i+1}^2] + \mathbf{E}[x_i^2]}}}.",
        damage="The ratio beside the bracket is probably an exponent that extraction set on the line.",
    ),
    note="$epsilon$ is a fraction of the target, so (3.13) asserts a number between 0 and 1.",
)

stage_read = Claim(
    "feedback/stage-like-as-exponent",
    title="The stage-like threshold with the ratio read as an exponent",
    statement=Identity(*stages(threshold_as_read)),
    hypotheses=[r0 < S_, m2 < m1],
    source=[thesis("3.13")],
    erratum=Erratum(
        "consequential",
        "Read as an exponent, its sign is still reversed: modes are learned from large to small $E[x_i^2]$, so that "
        "the printed exponent is negative and $epsilon$ exceeds $1/2$, where the saturation time is negative.",
        "With the printed sign a smaller initialisation gives a larger overlap, the opposite of (3.14). "
        "Repaired, (3.14) follows.",
        printed=r"\epsilon = \frac{1}{1 + \left(\frac{S}{a_i(0)b_i(0)} - 1 \right) \frac{\mathbf{E}[x_{i+1}^2] - "
        r"\mathbf{E}[x_i^2]}{\mathbf{E}[x_{i+1}^2] + \mathbf{E}[x_i^2]}}.",
        mark=r"\mathbf{E}[x_{i+1}^2] - \mathbf{E}[x_i^2]",
        right=r"\epsilon = \frac{1}{1 + \left(\frac{S}{a_i(0)b_i(0)} - 1 \right)^{\frac{\mathbf{E}[x_i^2] - "
        r"\mathbf{E}[x_{i+1}^2]}{\mathbf{E}[x_{i+1}^2] + \mathbf{E}[x_i^2]}}}.",
        damage="The ratio beside the bracket is probably an exponent that extraction set on the line; it is read as "
        "one here.",
    ),
    note="No ordering of the modes saves it: with $E[x_{i+1}^2] > E[x_i^2]$ the emergent interval itself is negative.",
)

stage_like = Claim(
    "feedback/stage-like",
    title="At the threshold a mode saturates just as the next one emerges",
    statement=Identity(*stages(threshold)),
    hypotheses=[r0 < S_, m2 < m1],
    source=[thesis("3.13")],
    uses=[emergent, saturation],
    corrects=stage_read,
    steps=[
        Step("tau_s(i) = tau_e(i+1) - tau_e(i)", "the two intervals just touch"),
        Step(
            "2 L / m_i = (1/m_{i+1} - 1/m_i) (Q - L)",
            "with L = ln(1/epsilon - 1), Q = ln(S/(a(0) b(0)) - 1) and (3.12)",
        ),
        Step(
            "L = Q (m_i - m_{i+1}) / (m_i + m_{i+1})",
            "solve for L; both sides are strictly monotone in epsilon, so it is unique",
        ),
        Step("epsilon = 1/(1 + (S/(a(0) b(0)) - 1)^((m_i - m_{i+1})/(m_i + m_{i+1})))", "solve for epsilon"),
    ],
)

stage_value = Claim(
    "feedback/stage-like-fraction",
    title="The stage-like threshold lies between zero and one half",
    statement=Chain(
        sp.Integer(0),
        (
            Link("<", quantity("epsilon", threshold), "S > a(0) b(0)"),
            Link("<", sp.Rational(1, 2), "a(0) b(0) < S/2: a positive power of a number above one"),
        ),
    ),
    hypotheses=[2 * r0 < S_, m2 < m1],
    source=[thesis("3.13")],
    corrects=stage_printed,
)

L, Q = real("L Q")

stage_unique = Claim(
    "feedback/stage-like-unique",
    title="The stages of two modes touch at exactly one value of ln(1/epsilon - 1)",
    statement=Identity(
        ((Q - L) / (2 * m2 * S_) - (Q - L) / (2 * m1 * S_) - L / (m1 * S_)) * 2 * S_ * m1 * m2 / (m1 + m2),
        Q * exponent - L,
    ),
    source=[thesis("3.13")],
    note="$L = ln(1/epsilon - 1)$, $Q = ln(S/(a(0) b(0)) - 1)$: the difference of the intervals is a positive multiple "
    "of $Q (m_i - m_{i+1})/(m_i + m_{i+1}) - L$.",
)

slower_start = positive("r_1")  # a(0) b(0) of the second of two modes

stage_unequal = Claim(
    "feedback/stage-like-unequal-starts",
    title="At the threshold two modes that start at different strengths do not just touch",
    statement=Identity(
        saturation_time(threshold, m1),
        sp.log((S_ / slower_start - 1) / (1 / threshold - 1)) / (2 * m2 * S_) - emergent_time(threshold, m1),
    ),
    hypotheses=[r0 < S_, slower_start < S_, m2 < m1],
    expected="REFUTED",
    source=[thesis("3.13")],
    note="(3.13) has one initial value for both modes. That all modes start at the same $a(0) b(0)$ is not said, but "
    "its formula can mean nothing else; accuses no line.",
)

saturating, until_the_next = stages(1 / (1 + (S_ / r0 - 1) ** exponent / v))

stage_strict = Claim(
    "feedback/stage-like-inequality",
    title="For epsilon above the stage-like threshold the stages of two modes do not overlap",
    statement=Inequality(saturating, "<", until_the_next),
    hypotheses=[r0 < S_, m2 < m1, v > 1],
    source=[thesis("3.14")],
    uses=[stage_like],
    note="Every $epsilon$ above the threshold is $1/(1 + (S/(a(0)b(0)) - 1)^c / v)$ for one $v > 1$. At the threshold "
    "itself the two sides of (3.14) are equal.",
)

stage_limit = Claim(
    "feedback/stage-like-limit",
    title="The overlap of two stages vanishes with the initialisation",
    statement=Limit(quantity("epsilon", threshold), r0, sp.Integer(0), sp.Integer(0)),
    hypotheses=[m2 < m1],
    source=[thesis("3.14")],
    uses=[stage_like],
    note="Why $epsilon << 1$ for $a(0) b(0) << S$. The power $(m_i - m_{i+1})/(m_i + m_{i+1})$ makes this slow for "
    "close intensities.",
)

mode_loss_at = m_ * (S_ - S_ * v) ** 2 / 2  # the part of the loss of a mode whose strength is v S
loss_drop = Claim(
    "feedback/loss-drop",
    title="Between emergence and saturation the loss falls by the mode's whole loss, up to order epsilon",
    statement=Identity(
        mode_loss_at.subs(v, epsilon) - mode_loss_at.subs(v, 1 - epsilon), m_ * (S_**2 / 2) * (1 - 2 * epsilon)
    ),
    source=[thesis("Figure 3.4"), thesis("Section 4.2.4")],
    note="The caption's $E[x_i^2] L_i + O(epsilon)$: $L_i = S^2/2$ is the loss of the mode while it is not learned, "
    "and the remainder is exactly $-2 epsilon$ times that. The caption writes $k$ for $i$ in places.",
)

CHAPTER = Chapter(
    "feedback",
    sources=(
        "thesis",
        "position-paper",
    ),
    notation={
        "m": r"\mathbf{E}[x_{#}^{2}]",
        "m_1": r"\mathbf{E}[x_{i}^{2}]",
        "m_2": r"\mathbf{E}[x_{i+1}^{2}]",
        "tau_e": r"\tau^{(e)}(\epsilon)",
        "tau_s": r"\tau^{(s)}(\epsilon)",
        "tau_e(i)": r"\tau_{i}^{(e)}(\epsilon)",
        "tau_s(i)": r"\tau_{i}^{(s)}(\epsilon)",
        "tau_e(i+1)": r"\tau_{i+1}^{(e)}(\epsilon)",
        "T[x_k]": r"\mathcal{T}[x_{k}]",
    },
    coverage={
        "thesis": {
            "3.1": "definition of the target, used by every claim of this chapter",
            "3.3": "definition of the diagonal network, used by feedback/flow",
            "3.4": "definition of the linear network, used by linear-networks",
            "3.5": "definition of the linear model, used by feedback/linear-model-flow",
            "A.13": "definition of gradient flow; every flow here is derived from its loss by differentiation",
            "Figure 3.1": "an outline of the chapters",
            "Figure 3.2": "a drawing of the networks (3.3) and (3.4), redrawn as thesis-3.2 with computed weights",
            "Figure 3.3": "a plot of (3.9) and (3.10): feedback/sigmoid and feedback/exponential",
        },
        "position-paper": {
            "1": "as thesis 3.1",
            "3": "as thesis 3.3",
            "4": "as thesis 3.4",
            "5": "as thesis 3.5",
            "32": "as thesis A.13",
        },
    },
    misprints=[
        Misprint(
            thesis("Section 3.5"),
            "E[x_i y_i]",
            "E[x_i y]",
            "the target (3.1) is one scalar, y = f*(x), and E[x_i y] = S_i E[x_i^2] (feedback/correlation)",
        ),
        Misprint(
            thesis("Section 3.4.1"),
            "See Appendix A for the derivation of both models",
            "see Appendix A.2.1 for the diagonal network, and (1.26) for the linear model",
            "Appendix A derives (3.9) only; position paper D.1 derives both",
        ),
        Misprint(
            thesis("Section A.2.1"),
            "Assuming a_i(0) b_i(0) < S",
            "assuming a_i(0) b_i(0) < S_i",
            "the same index is lost in (A.18) and (A.19); every mode has its own target",
        ),
        Misprint(
            thesis("3.7"),
            "the linear model (Eq. (3.4))",
            "the linear model (Eq. (3.5))",
            "(3.4) is the linear network with a hidden layer; (3.7) is the flow of theta, which (3.5) defines",
        ),
        Misprint(
            thesis("Figure 3.4"),
            "tau_i is the time required for the k-th mode; tau_{k+1} - tau_k is larger than the saturation time tau_i",
            "one index, i or k, throughout",
            "the interval after a mode is compared with the saturation time of that same mode in (3.13) and (3.14)",
        ),
    ],
)
