r"""Alternating gradient flows: which feature is learned next, and when.

The second half of the slides.  A network is a sum of neurons ``f = sum_i f_i(x; theta_i)``, each homogeneous of degree
kappa.  From a vanishing initialisation it alternates between two steps: dormant neurons, near the origin, maximise
their *utility* against a fixed residual until one of them *jumps* (its norm reaches one); active neurons then minimise
the loss together, which gives the next residual.  The chapter has five parts.

1. *The framework*: homogeneity, utility, the dynamics of direction and norm, jump times, and why a critical point of
   the active neurons is one of the whole network.
2. *Linear networks*: utility is a bilinear form, the top singular pair maximises it, and learning deflates the matrix.
3. *Greedy low-rank learning*, the algorithm that this becomes for ``W = U U^T``.
4. *Diagonal linear networks*: the accumulated utility is exact, and the limit is Pesme and Flammarion's algorithm.
5. *Modular addition* by quadratic neurons: cosines maximise the utility (Theorem 6.2), and six neurons a frequency are
   enough. Fewer never are; five come arbitrarily close, but only with weights that grow without bound.

How the slides are read.  Gradient flow is that of half the *mean* squared error in part 1, ``E_x`` over the data, and
of half the *sum* on the slide of part 4, as printed there; each claim derives its flow from its own loss.  Homogeneity
is meant for positive factors, as for the ReLU.  Statements about an expectation that is linear in the sample are made
at one sample.  Much of the slides' text was damaged in extraction: hats, bars and phases are missing, and where that
is the likelier cause of a wrong line the erratum says so.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.flows import GradientFlow, partial
from .kernel.matrices import (
    Equal,
    Expect,
    MatrixFlow,
    Symmetric,
    Whitened,
    group,
    identity,
    matrix,
    random_vector,
    written,
    zero,
)
from .kernel.misprints import Misprint
from .kernel.sources import kunin_slides
from .kernel.statements import Conserved, Identity, Inequality, Integral, Limit, Rate, Series, Solution
from .kernel.statements.matrices import MatrixIdentity, MatrixRate
from .kernel.symbols import families, index, natural, nonnegative, positive, real, time, total, trajectories

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types

FRAMEWORK = kunin_slides("Alternating Gradient Flows")
UTILITY = kunin_slides("Utility")
JUMP = kunin_slides("Jump time")
COST = kunin_slides("Cost minimization")
LINEAR = kunin_slides("AGF for linear networks")
GREEDY = kunin_slides("Greedy Low-Rank Learning")
DIAGONAL = kunin_slides("AGF for diagonal linear networks")
SADDLES = kunin_slides("Saddle-to-saddle algorithm")
MODULAR = kunin_slides("Modular addition")
THEOREM = kunin_slides("Theorem 6.2")
SIX = kunin_slides("Fewer than six neurons")

NOTATION = {
    "U": r"\mathcal{U}",
    "L": r"\mathcal{L}",
}
"""How the sources print these names."""

COVERAGE: dict[str, dict[str, str]] = {
    "kunin-slides": {
        "Alternating Gradient Flows Framework": "a conjecture in words; its steps are the claims of part 1",
        "Neurons specialize to a specific frequency": "an experiment; the slide holds no formula",
        "During cost minimization, multiple neurons collaborate": "an experiment; its one sentence with a number is "
        "under 'Fewer than six neurons'",
        "Putting it together": "observations from an experiment",
        "Future directions for AGF": "a list of plans",
    },
}
"""Slides that have no claim, and why."""

MISPRINTS: list[Misprint] = [
    Misprint(
        COST,
        "a new residual is computed, which is a saddle point of the original loss",
        "a new residual is computed at (theta*_A, 0), which is a saddle point of the original loss",
        "a residual is a function on data, not a point among parameters; the line below names the point",
    ),
    Misprint(
        GREEDY,
        "all two-layer matrix factorization problems, i.e. X^T X != I_d",
        "also those with X^T X != I_d",
        "'all' includes white inputs; the point is that the algorithm needs no whitening, unlike the slide before",
    ),
]
"""Slips that no machine can refute."""

t = time()

# --- 1a. Homogeneous neurons ----------------------------------------------------------------------------------

# A neuron with one output, at one sample: f_i(x; theta_i) = a_i sigma(w_i^T x) with theta_i = (w_i, a_i), and, where
# it must be spelled out, sigma(z) = z^(kappa - 1) on the side z > 0 (on the other, a ReLU's neuron is zero throughout).

kappa, alpha, epsilon = positive("kappa alpha epsilon")
d, H = natural("d H")
k, l = index("k", d), index("l", d)  # noqa: E741 - a second index of inputs
i, j = index("i", H), index("j", H)
x = families("x")
r, y = real("r y")  # the residual and the label at the sample
AT_SAMPLE = "Stated at one sample, inside the expectation, which is linear in it."
POSITIVE_SIDE = "sigma(z) = z^(kappa-1), at a sample with z = w^T x > 0."

a_c, sigma_c = families("a sigma")  # output weights, and activations sigma(z_i)

neuron_degree = Claim(
    "alternating-flows/neuron-degree",
    title="With activations of degree kappa - 1 the network has degree kappa in its weights",
    statement=Identity(
        total((alpha * a_c[i]) * (alpha ** (kappa - 1) * sigma_c[i]), i), alpha**kappa * total(a_c[i] * sigma_c[i], i)
    ),
    source=FRAMEWORK,
    note="f(x; alpha Theta) = sum_i (alpha a_i) sigma(alpha w_i^T x), where sigma(alpha z_i) = alpha^(kappa-1) "
    "sigma(z_i), alpha > 0; any such sigma.",
)

any_factor, z = real("alpha z")

negative_factor = Claim(
    "alternating-flows/homogeneous-for-negative-factors",
    title="The absolute value is homogeneous of degree one for factors of either sign",
    statement=Identity(sp.Abs(any_factor * z), any_factor * sp.Abs(z)),
    expected="REFUTED",
    note="Why the slide's sigma(alpha z) = alpha^(kappa-1) sigma(z) is meant for alpha > 0, as is usual: |z| and the "
    "ReLU need it. No line is accused.",
)

f_0 = real("f")

vanishing_limit = Claim(
    "alternating-flows/residual-in-the-limit",
    title="With vanishing weights the residual tends to the label",
    statement=Limit(y - epsilon**kappa * f_0, epsilon, sp.Integer(0), y),
    source=FRAMEWORK,
    uses=[neuron_degree],
    note="Weights epsilon Theta: f(x; epsilon Theta) = epsilon^kappa f(x; Theta).",
)

a, w = families("a w", t)
network_residual = y - total(a[j] * sigma_c[j], j)
output_flow = GradientFlow(network_residual**2 / 2, (a,), t)

through_residual = Claim(
    "alternating-flows/interaction-through-residual",
    title="An output weight moves by its own activation times the residual",
    statement=Rate(a[i], network_residual * sigma_c[i], output_flow),
    source=FRAMEWORK,
    note=f"Any activations sigma_i = sigma(w_i^T x): the other neurons enter through the residual alone. {AT_SAMPLE}",
)

linear_residual = y - total(a[j] * total(w[j, l] * x[l], l), j)
linear_flow = GradientFlow(linear_residual**2 / 2, (a, w), t)

through_residual_inner = Claim(
    "alternating-flows/interaction-through-residual-inner",
    title="An input weight moves by its own output weight times the residual",
    statement=Rate(w[i, k], linear_residual * a[i] * x[k], linear_flow),
    source=FRAMEWORK,
    note=f"Linear neurons, kappa = 2. {AT_SAMPLE}",
)

# --- 1b. Utility ----------------------------------------------------------------------------------------------

# One dormant neuron with the residual held fixed: the flow ascends U(theta) = E<f(x; theta), r>.

v = families("w", t)
b = trajectories("a")
pre = total(v[k] * x[k], k)
norm_squared = b**2 + total(v[k] ** 2, k)
norm = sp.sqrt(norm_squared)
utility = r * b * pre ** (kappa - 1)
normalized = r * (b / norm) * (pre / norm) ** (kappa - 1)
dormant = GradientFlow(-utility, (b, v), t)
ACTIVE_SIDE = [pre > 0, norm_squared > 0]
FIXED = f"The residual r is held fixed, so that the loss is -U. {AT_SAMPLE} {POSITIVE_SIDE}"

# The gradient of U = r a z^(kappa-1) at the unit vector, and its part orthogonal to the unit vector.
unit_slope_a = r * (pre / norm) ** (kappa - 1)
unit_slope_w = r * (b / norm) * (kappa - 1) * (pre / norm) ** (kappa - 2)  # times x_k
along = kappa * normalized  # Euler: the gradient at the unit vector has this component along it

weighted_printed = Claim(
    "alternating-flows/weighted-sum-printed",
    title="A neuron is its norm to the power kappa times itself, as printed",
    statement=Identity(b * pre ** (kappa - 1), norm**kappa * (b * pre ** (kappa - 1))),
    hypotheses=ACTIVE_SIDE,
    source=FRAMEWORK,
    erratum=Erratum(
        "extraction",
        "The neuron inside of the weighted sum is printed at the parameters themselves; it must be at the unit vector "
        "theta_i/|theta_i| (probably a bar over theta that extraction lost), or the norm counts twice.",
        "None: the utility is defined with the unit vector.",
    ),
    note=f"One summand of f = sum_i |theta_i|^kappa f_i(x; .); the printed capital Theta is read as theta_i. "
    f"{POSITIVE_SIDE}",
)

weighted = Claim(
    "alternating-flows/weighted-sum",
    title="A neuron is its norm to the power kappa times its value at the unit vector",
    statement=Identity(
        norm**kappa * ((b / norm) * total(v[l] / norm * x[l], l) ** (kappa - 1)),
        b * pre ** (kappa - 1),
    ),
    hypotheses=ACTIVE_SIDE,
    source=FRAMEWORK,
    uses=[neuron_degree],
    corrects=weighted_printed,
    note=f"One summand of the norm weighted sum. {POSITIVE_SIDE}",
)

normalized_degree = Claim(
    "alternating-flows/normalized-utility",
    title="The utility is the norm to the power kappa times the normalized utility",
    statement=Identity(norm**kappa * normalized, utility),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[weighted],
    note=f"{AT_SAMPLE} {POSITIVE_SIDE}",
)

euler = Claim(
    "alternating-flows/norm-squared-rate",
    title="Half the squared norm grows by kappa times the utility",
    statement=Rate(norm_squared / 2, kappa * utility, dormant),
    hypotheses=ACTIVE_SIDE,
    uses=[neuron_degree],
    note=f"Euler's theorem: theta . grad U = kappa U. {FIXED}",
)

norm_rate = Claim(
    "alternating-flows/norm-rate",
    title="The norm of a dormant neuron grows by its power kappa - 1 and its normalized utility",
    statement=Rate(norm, kappa * norm ** (kappa - 1) * normalized, dormant),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[euler, normalized_degree],
    note=FIXED,
    steps=[
        Step("d|theta|/dt = theta . grad U(theta) / |theta|", "the flow ascends the utility"),
        Step("= kappa U(theta) / |theta|", "Euler's theorem"),
        Step("= kappa |theta|^(kappa-1) U(theta/|theta|)", "U has degree kappa"),
    ],
)

direction_rate = Claim(
    "alternating-flows/direction-rate",
    title="The direction of a dormant neuron moves up the utility, projected, by the power kappa - 2 of the norm",
    statement=Rate(b / norm, norm ** (kappa - 2) * (unit_slope_a - b / norm * along), dormant),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[euler],
    note=f"The entry of the output weight. The gradient is that of U at the unit vector, and P = I - theta theta^T / "
    f"|theta|^2. {FIXED}",
)

direction_rate_inner = Claim(
    "alternating-flows/direction-rate-inner",
    title="The direction of a dormant neuron, the entry of an input weight",
    statement=Rate(v[k] / norm, norm ** (kappa - 2) * (unit_slope_w * x[k] - v[k] / norm * along), dormant),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[euler],
    note=FIXED,
)

literal_slope = partial(normalized, b)  # of theta -> U(theta/|theta|), at theta itself

literal_direction = Claim(
    "alternating-flows/direction-rate-read-literally",
    title="The direction's rate with the gradient of the normalized utility taken at theta itself",
    statement=Rate(b / norm, norm ** (kappa - 2) * literal_slope, dormant),
    hypotheses=ACTIVE_SIDE,
    expected="REFUTED",
    note="The normalized utility is a function of degree zero, whose gradient at theta is 1/|theta| times its gradient "
    "at the unit vector; the printed power kappa - 2 is for the latter. A convention that the slide leaves unsaid; no "
    "line is accused.",
)

literal_direction_power = Claim(
    "alternating-flows/direction-rate-degree-zero",
    title="With the gradient of the normalized utility at theta itself the power is kappa - 1",
    statement=Rate(b / norm, norm ** (kappa - 1) * literal_slope, dormant),
    hypotheses=ACTIVE_SIDE,
    uses=[direction_rate],
    note=f"The same rate as with kappa - 2 and the gradient at the unit vector. {FIXED}",
)

literal_orthogonal = Claim(
    "alternating-flows/normalized-gradient-is-orthogonal",
    title="The gradient of the normalized utility has no part along theta",
    statement=Identity(
        b * literal_slope + total(v[l] * partial(normalized, v[l]), l),
        0,
    ),
    hypotheses=ACTIVE_SIDE,
    uses=[normalized_degree],
    note="It has degree zero, so that the projection P changes nothing when this gradient is meant.",
)

utility_increases = Claim(
    "alternating-flows/utility-increases",
    title="The normalized utility grows by the square of its projected gradient",
    statement=Rate(
        normalized,
        norm ** (kappa - 2) * (unit_slope_a**2 + unit_slope_w**2 * total(x[l] ** 2, l) - along**2),
        dormant,
    ),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[direction_rate, direction_rate_inner],
    note=f"|P g|^2 = |g|^2 - (theta . g)^2/|theta|^2 is not negative: dormant neurons maximise utility. {FIXED}",
)

log_norm_rate = Claim(
    "alternating-flows/log-norm-rate",
    title="The logarithm of the norm grows by the same power of the norm as the direction moves by",
    statement=Rate(sp.log(norm), kappa * norm ** (kappa - 2) * normalized, dormant),
    hypotheses=ACTIVE_SIDE,
    uses=[norm_rate],
    note=f"'Fast directions and slow norm' is about the norm, not about its logarithm. {FIXED}",
)

rho = positive("rho")
speed, radial_speed = positive("c c'")

slow_norm = Claim(
    "alternating-flows/slow-norm",
    title="Near the origin the norm is slow and the direction fast",
    statement=Limit(
        (radial_speed * rho ** (kappa - 1)) / (speed * rho ** (kappa - 2)), rho, sp.Integer(0), sp.Integer(0)
    ),
    source=UTILITY,
    uses=[norm_rate, direction_rate],
    note="The quotient of the two speeds, with utilities and slopes of order one.",
)

# --- 1c. Jump times -------------------------------------------------------------------------------------------

# Along a fixed direction the norm obeys d rho/dt = kappa rho^(kappa-1) U, from the loss -U rho^kappa; with utility that
# changes in time the same holds with S = int kappa U in place of kappa U t.

R = trajectories("rho")
U, rho_0 = positive("U rho_0")
radial = GradientFlow(-U * R**kappa, (R,), t)
radial_2 = GradientFlow(-U * R**2, (R,), t)
ALONG = "Along a direction of constant utility U; in general S(t) stands for kappa U t."

log_rate = Claim(
    "alternating-flows/jump-quadratic-rate",
    title="For kappa = 2 the logarithm of the norm accumulates the utility",
    statement=Rate(sp.log(R), 2 * U, radial_2),
    hypotheses=[R > 0],
    source=JUMP,
    uses=[norm_rate],
    note=ALONG,
)

power_rate = Claim(
    "alternating-flows/jump-power-rate",
    title="For other kappa a power of the norm accumulates the utility",
    statement=Rate(R ** (2 - kappa) / (2 - kappa), kappa * U, radial),
    hypotheses=[R > 0, sp.Ne(kappa, 2)],
    source=JUMP,
    uses=[norm_rate],
    note=ALONG,
)

quadratic_growth = Claim(
    "alternating-flows/jump-quadratic-growth",
    title="For kappa = 2 the norm grows exponentially",
    statement=Solution(radial_2, of=(R,), equals=(rho_0 * sp.exp(2 * U * t),), initially=(rho_0,)),
    source=JUMP,
    uses=[log_rate],
    note=ALONG,
)

S, log_start = positive("S ell")  # the accumulated utility, and minus the logarithm of the initial norm

quadratic_before = Claim(
    "alternating-flows/jump-quadratic-before",
    title="For kappa = 2 the norm is below one until the accumulated utility reaches minus the log of the initial norm",
    statement=Inequality(sp.exp(-log_start) * sp.exp(S), "<", 1),
    hypotheses=[log_start > S],
    source=JUMP,
    uses=[quadratic_growth],
    note="log|theta(t)| = log|theta(0)| + S(t), ell = -log|theta(0)|.",
)

quadratic_jump = Claim(
    "alternating-flows/jump-quadratic",
    title="For kappa = 2 the norm is above one when the accumulated utility has passed it",
    statement=Inequality(sp.exp(-log_start) * sp.exp(S), ">", 1),
    hypotheses=[log_start < S],
    source=JUMP,
    uses=[quadratic_growth],
    note="With jump-quadratic-before: the printed value is the infimum.",
)

threshold = -(rho_0 ** (2 - kappa) - 1) / (2 - kappa)

power_jump = Claim(
    "alternating-flows/jump-power",
    title="For kappa > 2 the norm is one when the accumulated utility reaches the printed threshold",
    statement=Identity((rho_0 ** (2 - kappa) - (kappa - 2) * threshold) ** (-1 / (kappa - 2)), 1),
    hypotheses=[kappa > 2],
    source=JUMP,
    uses=[power_rate],
    note="|theta(t)|^(2-kappa) = |theta(0)|^(2-kappa) - (kappa - 2) S(t).",
)

power_growth = Claim(
    "alternating-flows/jump-power-growth",
    title="For kappa > 2 the norm grows hyperbolically, up to a finite time",
    statement=Identity(
        sp.diff((rho_0 ** (2 - kappa) - (kappa - 2) * kappa * U * t) ** (-1 / (kappa - 2)), t),
        kappa * ((rho_0 ** (2 - kappa) - (kappa - 2) * kappa * U * t) ** (-1 / (kappa - 2))) ** (kappa - 1) * U,
    ),
    hypotheses=[kappa > 2, (kappa - 2) * kappa * U * t < rho_0 ** (2 - kappa)],
    source=JUMP,
    uses=[power_rate],
    note=f"The closed form satisfies d rho/dt = kappa rho^(kappa-1) U until it blows up. {ALONG}",
)

jump_continuous = Claim(
    "alternating-flows/jump-continuous-in-kappa",
    title="The two thresholds agree as kappa tends to 2",
    statement=Limit(threshold, kappa, sp.Integer(2), -sp.log(rho_0)),
    source=JUMP,
    uses=[quadratic_jump, power_jump],
)

jump_positive = Claim(
    "alternating-flows/jump-threshold-positive",
    title="The threshold is positive for a neuron that starts inside of the unit ball",
    statement=Inequality(threshold, ">", 0),
    hypotheses=[kappa > 2, rho_0 < 1],
    source=JUMP,
    uses=[power_jump],
)

jump_positive_2 = Claim(
    "alternating-flows/jump-threshold-positive-quadratic",
    title="The threshold is positive for kappa = 2 too",
    statement=Inequality(-sp.log(rho_0), ">", 0),
    hypotheses=[rho_0 < 1],
    source=JUMP,
)

jump_late = Claim(
    "alternating-flows/jump-threshold-diverges",
    title="With vanishing initialisation the jump of a neuron with kappa > 2 takes ever longer",
    statement=Limit(rho_0 ** (kappa - 2) * threshold, rho_0, sp.Integer(0), 1 / (kappa - 2)),
    hypotheses=[kappa > 2],
    source=JUMP,
    note="The threshold is of order |theta(0)|^(2-kappa); for kappa = 2 it is the logarithm.",
)

no_plateau = Claim(
    "alternating-flows/jump-threshold-below-two",
    title="For kappa < 2 the threshold stays finite",
    statement=Limit(threshold, rho_0, sp.Integer(0), 1 / (2 - kappa)),
    hypotheses=[kappa < 2],
    source=JUMP,
    note="Why the slide lists kappa = 2 and kappa > 2 only: below, a vanishing initialisation brings no plateau.",
)

# --- 1d. Cost minimization ------------------------------------------------------------------------------------

act_a, dor_a = trajectories("a b")
act_w, dor_w = families("w v", t)
pair_residual = y - act_a * total(act_w[k] * x[k], k) - dor_a * total(dor_w[k] * x[k], k)
pair_flow = GradientFlow(pair_residual**2 / 2, (act_a, dor_a, act_w, dor_w), t)
asleep = pair_flow.on(dor_a, dor_w[k])

stays_dormant = Claim(
    "alternating-flows/dormant-stays-critical",
    title="A dormant neuron at the origin stays there, and the active one moves by the restricted loss",
    statement=Rate(act_a, (y - act_a * total(act_w[l] * x[l], l)) * total(act_w[k] * x[k], k), asleep),
    source=COST,
    note="kappa = 2, one active and one dormant neuron. That the set where the dormant weights vanish is invariant is "
    f"proved with the claim: a critical point of the restricted loss is one of the loss. {AT_SAMPLE}",
)

slope = real("g")

dormant_gradient = Claim(
    "alternating-flows/dormant-gradient-vanishes",
    title="For kappa >= 2 the gradient of the loss by a dormant neuron vanishes at the origin",
    statement=Limit(epsilon ** (kappa - 1) * slope, epsilon, sp.Integer(0), sp.Integer(0)),
    hypotheses=[kappa >= 2],
    source=COST,
    uses=[neuron_degree],
    note="The gradient of a function of degree kappa has degree kappa - 1: at epsilon theta it is epsilon^(kappa-1) "
    "times that at theta. kappa > 1 is enough.",
)

y_1, y_2 = real("y_1 y_2")
p_0, q_0 = trajectories("a b")
degree_one = ((y_1 - p_0 - q_0) ** 2 + (y_2 - p_0 + q_0) ** 2) / 2

degree_one_critical = Claim(
    "alternating-flows/critical-for-degree-one",
    title="For kappa = 1 too a critical point of the restricted loss is one of the loss",
    statement=Identity(partial(degree_one, q_0).subs(q_0, 0).subs(p_0, (y_1 + y_2) / 2), 0),
    expected="REFUTED",
    note="Two samples, neurons a (1, 1) and b (1, -1) of degree one; a = (y_1 + y_2)/2 is critical with b = 0 held, "
    "and the gradient by b is -(y_1 - y_2). The slide's claim is for kappa >= 2, as its jump times are; no line is "
    "accused.",
)

wake_loss = Claim(
    "alternating-flows/loss-near-a-critical-point",
    title="Waking a dormant neuron changes the loss by minus its utility, to leading order",
    statement=Identity(
        (r - epsilon**kappa * f_0) ** 2 / 2, r**2 / 2 - epsilon**kappa * (f_0 * r) + epsilon ** (2 * kappa) * f_0**2 / 2
    ),
    source=COST,
    note=f"At (theta*_A, epsilon theta), where r is the residual of theta*_A. {AT_SAMPLE}",
)

e, Q, L_star = positive("e Q L")
u_signed = real("U")

descends = Claim(
    "alternating-flows/saddle-descends",
    title="A neuron of positive utility lowers the loss from the critical point",
    statement=Inequality(L_star - e * U + e**2 * Q / 2, "<", L_star),
    hypotheses=[e * Q < 2 * U],
    source=COST,
    uses=[wake_loss],
    note="e = epsilon^kappa, U = E<f, r>, Q = E|f|^2.",
)

ascends = Claim(
    "alternating-flows/saddle-ascends",
    title="The same neuron with its output weight reversed raises it",
    statement=Inequality(L_star + e * U + e**2 * Q / 2, ">", L_star),
    source=COST,
    uses=[wake_loss],
    note="With saddle-descends: a critical point at which some neuron has utility is neither minimum nor maximum.",
)

last_point = Claim(
    "alternating-flows/no-utility-no-saddle",
    title="Where no neuron has utility, none can lower the loss",
    statement=Inequality(L_star - e * u_signed + e**2 * Q / 2, ">=", L_star),
    hypotheses=[sp.Eq(u_signed, 0)],
    source=COST,
    note="'A saddle point' and 'until all dormant neurons are active or the residual is zero' are meant for the steps "
    "before the last: the process also ends when the residual is not zero but has no utility for any neuron, as with "
    "labels that the architecture cannot express.",
)

# --- 2. Linear networks ---------------------------------------------------------------------------------------

LABELS = natural("c")
m = index("m", LABELS)
a_out, y_out = families("a y")
w_in = families("w")

bilinear = Claim(
    "alternating-flows/linear-utility",
    title="The utility of a linear neuron is a bilinear form in its two weights",
    statement=Identity(
        total((a_out[m] * total(w_in[k] * x[k], k)) * y_out[m], m), total(a_out[m] * (y_out[m] * x[k]) * w_in[k], m, k)
    ),
    source=LINEAR,
    note=f"<a w^T x, y> = a^T (y x^T) w. {AT_SAMPLE}",
)

n = natural("n")
s = index("s", n)
X, Y = families("X Y")

mean_is_product = Claim(
    "alternating-flows/mean-is-product",
    title="With rows scaled by the root of the number of samples the expectation is the matrix product",
    statement=Identity(total(Y[s, m] * X[s, k], s) / n, total((Y[s, m] / sp.sqrt(n)) * (X[s, k] / sp.sqrt(n)), s)),
    source=LINEAR,
    note="E[y x^T] = Y^T X when the rows of X and Y are samples over sqrt(n), which also makes X^T X = I_d say that "
    "the input is white; or when E_x stands for the sum over samples.",
)

unscaled_rows = Claim(
    "alternating-flows/mean-is-product-of-unscaled-rows",
    title="The expectation is the product of matrices whose rows are the samples",
    statement=Identity(total(Y[s, m] * X[s, k], s) / n, total(Y[s, m] * X[s, k], s)),
    expected="REFUTED",
    note="With samples as rows the utility and sigma_1 carry 1/n, and the jump time n. The slide does not say how it "
    "scales X; no line is accused.",
)

# Coordinates in the singular bases: alpha_i = u_i . a, beta_i = v_i . w, utility sum_i sigma_i alpha_i beta_i.

sigma, sigma_1, gap = nonnegative("sigma_i sigma_1 gap")
al, be = real("alpha beta")

rayleigh_gap = Claim(
    "alternating-flows/rayleigh-gap",
    title="What a mode's share of the utility lacks to its bound",
    statement=Identity(
        sigma_1 / 2 * (al**2 + be**2) - sigma * al * be,
        sigma / 2 * (al - be) ** 2 + (sigma_1 - sigma) / 2 * (al**2 + be**2),
    ),
    source=LINEAR,
    note="Summed over the modes, with |a|^2 + |w|^2 = 1: the utility lacks this sum to sigma_1/2. It is zero only if "
    "alpha_i = beta_i in every mode with sigma_i > 0 and both vanish where sigma_i < sigma_1: (a, w) is a multiple of "
    "(u_1, v_1) when the top singular value is simple.",
)

rayleigh = Claim(
    "alternating-flows/rayleigh-bound",
    title="A mode's share of the utility is at most half the top singular value times its share of the norm",
    statement=Inequality(sigma * al * be, "<=", sigma_1 / 2 * (al**2 + be**2)),
    hypotheses=[sigma <= sigma_1],
    source=LINEAR,
    uses=[rayleigh_gap],
)

rayleigh_maximum = Claim(
    "alternating-flows/rayleigh-maximum",
    title="The top singular pair, equally shared, attains half the top singular value",
    statement=Identity(sigma_1 * al * be / (al**2 + be**2), sigma_1 / 2),
    hypotheses=[sp.Eq(be, al), al > 0],
    source=LINEAR,
    uses=[rayleigh],
    note="a = u_1/sqrt(2), w = v_1/sqrt(2), so that U* = sigma_1/2 and kappa U* = sigma_1.",
)

A_, B_ = trajectories("alpha beta")
s1, s2 = positive("sigma_1 sigma_2")
mode_flow = GradientFlow(-s1 * A_ * B_, (A_, B_), t)

aligned_growth = Claim(
    "alternating-flows/linear-aligned-growth",
    title="An aligned linear neuron grows exponentially at the top singular value",
    statement=Solution(
        mode_flow,
        of=(A_, B_),
        equals=(rho_0 / sp.sqrt(2) * sp.exp(s1 * t), rho_0 / sp.sqrt(2) * sp.exp(s1 * t)),
        initially=(rho_0 / sp.sqrt(2), rho_0 / sp.sqrt(2)),
    ),
    source=LINEAR,
    uses=[rayleigh_maximum],
    note="Its norm is rho_0 exp(sigma_1 t): S(t) = kappa U* t = sigma_1 t.",
)

linear_before = Claim(
    "alternating-flows/linear-before-the-jump",
    title="It has not jumped before the estimated time",
    statement=Inequality(sp.exp(-log_start) * sp.exp(s1 * t), "<", 1),
    hypotheses=[t < log_start / s1],
    source=LINEAR,
    uses=[aligned_growth, quadratic_before],
    note="tau = -log|theta(0)| / sigma_1 = ell / sigma_1, exact for a neuron that starts aligned.",
)

linear_jump = Claim(
    "alternating-flows/linear-jump",
    title="It has jumped after it",
    statement=Inequality(sp.exp(-log_start) * sp.exp(s1 * t), ">", 1),
    hypotheses=[t > log_start / s1],
    source=LINEAR,
    uses=[aligned_growth, quadratic_jump],
)

sum_grows = Claim(
    "alternating-flows/linear-sum-grows",
    title="The part of a neuron along the top singular pair grows",
    statement=Rate(A_ + B_, s1 * (A_ + B_), mode_flow),
    source=LINEAR,
)

difference_decays = Claim(
    "alternating-flows/linear-difference-decays",
    title="The part against it decays",
    statement=Rate(A_ - B_, -s1 * (A_ - B_), mode_flow),
    source=LINEAR,
)

P, D = positive("P D")  # (alpha + beta)^2 / 2 and (alpha - beta)^2 / 2 of the unit direction at the start
jump_power = (1 / epsilon**2 + sp.sqrt(1 / epsilon**4 - 4 * P * D)) / (2 * P)  # exp(2 sigma_1 tau)

exact_jump = Claim(
    "alternating-flows/linear-exact-jump",
    title="The exact jump time of a neuron of one mode that starts in any direction",
    statement=Identity(epsilon**2 * (P * jump_power + D / jump_power), 1),
    hypotheses=[4 * P * D * epsilon**4 < 1],
    source=LINEAR,
    uses=[sum_grows, difference_decays],
    note="The squared norm is epsilon^2 (P E + D / E) with E = exp(2 sigma_1 t); the claim says that the given E makes "
    "it one.",
)

estimate = Claim(
    "alternating-flows/linear-jump-estimate",
    title="The estimated jump time is exact in the limit of a vanishing initialisation",
    statement=Limit(sp.log(jump_power) / (-2 * sp.log(epsilon)), epsilon, sp.Integer(0), sp.Integer(1)),
    source=LINEAR,
    uses=[exact_jump, linear_jump],
    note="tau over -log(epsilon)/sigma_1: in what sense S(t) is about kappa U* t.",
)

others_dormant = Claim(
    "alternating-flows/linear-others-stay-dormant",
    title="At the jump of the top mode every other mode is still at the origin",
    statement=Limit(
        epsilon * sp.exp(s2 * (-sp.log(epsilon) / s1), evaluate=False), epsilon, sp.Integer(0), sp.Integer(0)
    ),
    hypotheses=[s2 < s1],
    source=LINEAR,
    uses=[linear_jump],
    note="It has grown to epsilon^(1 - sigma_i/sigma_1) only.",
)

fit_printed = Claim(
    "alternating-flows/rank-one-fit-printed",
    title="Cost minimization lowers the loss: the fit with v_i as printed, i = 2",
    statement=Inequality((s1**2 + (0 - s1) ** 2 + s2**2) / 2, "<", (s1**2 + s2**2) / 2),
    source=LINEAR,
    erratum=Erratum(
        "extraction",
        "The fit after the first step is printed u_1 sigma_1 v_i^T x; the right singular vector is v_1, as in the "
        "matrix of the next line.",
        "None: the next line has v_1.",
    ),
    note="Two modes, squared errors of the entries of the map in the singular bases: the printed map has sigma_1 at "
    "(1, 2), where nothing is to be learned, and the loss rises.",
)

fit = Claim(
    "alternating-flows/rank-one-fit",
    title="Cost minimization lowers the loss: the fit of the top singular pair",
    statement=Inequality(((s1 - s1) ** 2 + s2**2) / 2, "<", (s1**2 + s2**2) / 2),
    source=LINEAR,
    corrects=fit_printed,
)

q = nonnegative("q")

rank_one_minimum = Claim(
    "alternating-flows/rank-one-minimum",
    title="No neuron does better than the top singular pair",
    statement=Inequality(q**2 / 2 - sigma_1 * q, ">=", -(sigma_1**2) / 2),
    source=LINEAR,
    uses=[rayleigh],
    note="q = |a||w|: the loss less its value at zero is q^2/2 - utility, and the utility at most sigma_1 q; equality "
    "at q = sigma_1.",
)

c = natural("c")
xv, yd, yc = random_vector("x", d), random_vector("y", d), random_vector("y", c)
learned = natural("r")  # the number of learned pairs; the slide's u_1, v_1 for r = 1
Ud, Uc, V = matrix("U_1", d, learned), matrix("U_1", c, learned), matrix("V_1", d, learned)
Sigma = matrix("Sigma_1", learned, learned)


def new_correlation(target: Matrix, left: Matrix) -> Matrix:
    """``E[r x^T]`` with the residual ``r = y - U_1 Sigma_1 V_1^T x``."""
    return Expect(group(written(target, -left * Sigma * V.T * xv)) * xv.T)


deflated_printed = Claim(
    "alternating-flows/new-utility-printed",
    title="The matrix of the new utility, as printed with X^T X",
    statement=MatrixIdentity(new_correlation(yd, Ud), written(Expect(xv * xv.T), -Ud * Sigma * V.T)),
    hypotheses=[Whitened(xv)],
    source=LINEAR,
    erratum=Erratum(
        "slip",
        "The new utility is printed with X^T X - u_1 sigma_1 v_1^T; the residual's correlation is Y^T X minus that. "
        "X^T X is the identity here, and its shape does not fit unless outputs are as many as inputs.",
        "None: the sentence below deflates the singular pairs of Y^T X.",
    ),
    note="As many outputs as inputs, so that the printed shapes fit; r learned pairs at once, r = 1 on the slide.",
)

deflated = Claim(
    "alternating-flows/new-utility",
    title="The matrix of the new utility is the correlation less what was learned",
    statement=MatrixIdentity(new_correlation(yc, Uc), written(Expect(yc * xv.T), -Uc * Sigma * V.T)),
    hypotheses=[Whitened(xv)],
    source=LINEAR,
    corrects=deflated_printed,
    note="Any number of outputs, r learned pairs at once.",
)

deflated_any_input = Claim(
    "alternating-flows/new-utility-for-any-inputs",
    title="Without white inputs the new utility is the deflated correlation too",
    statement=MatrixIdentity(new_correlation(yc, Uc), written(Expect(yc * xv.T), -Uc * Sigma * V.T)),
    expected="REFUTED",
    note="The slide assumes white inputs; this shows that it must. No line is accused.",
)

C = matrix("C", c, d)  # Y^T X
others = natural("q")
U2, V2, Sigma2 = matrix("U_2", c, others), matrix("V_2", d, others), matrix("Sigma_2", others, others)
deflation = group(written(C, -Uc * Sigma * V.T))

deflation_forgets = Claim(
    "alternating-flows/deflation-forgets",
    title="The deflated matrix has nothing left in the learned directions",
    statement=MatrixIdentity(deflation * V, zero(c, learned)),
    hypotheses=[Equal(C * V, Uc * Sigma), Equal(V.T * V, identity(learned))],
    source=LINEAR,
    uses=[deflated],
    note="C = Y^T X, C v_i = sigma_i u_i for the learned pairs.",
)

deflation_keeps = Claim(
    "alternating-flows/deflation-keeps",
    title="The other singular pairs are those of the deflated matrix",
    statement=MatrixIdentity(deflation * V2, U2 * Sigma2),
    hypotheses=[Equal(C * V2, U2 * Sigma2), Equal(V.T * V2, zero(learned, others))],
    source=LINEAR,
    uses=[deflated],
    note="So the second pair is now on top, and 'it repeats recursively'. Right singular vectors; the left ones "
    "follow.",
)

deflation_keeps_left = Claim(
    "alternating-flows/deflation-keeps-left",
    title="The left singular vectors of the deflated matrix",
    statement=MatrixIdentity(deflation.T * U2, V2 * Sigma2),
    hypotheses=[Equal(C.T * U2, V2 * Sigma2), Equal(Uc.T * U2, zero(learned, others))],
    source=LINEAR,
    uses=[deflated],
)

# --- 3. Greedy low-rank learning ------------------------------------------------------------------------------

# L(U) = l(U U^T) with l(W) = |M - W|^2 / 4 as the instance, M symmetric: -2 grad l(W) = M - W.

M, factor = matrix("M", d, d), matrix("U", d, learned)
pseudo = matrix("U^+", learned, d)
fit_error = group(written(M, -factor * factor.T))
factor_flow = MatrixFlow(sp.Trace(fit_error * fit_error.T) / 4, (factor,))
CRITICAL = Equal(M * factor, factor * factor.T * factor)

factor_rate = Claim(
    "alternating-flows/greedy-flow",
    title="The factor of a symmetric matrix moves along minus the gradient by the matrix",
    statement=MatrixRate(factor, fit_error * factor, factor_flow),
    hypotheses=[Symmetric(M)],
    source=GREEDY,
    note="dU/dt = -2 grad l(U U^T) U, with l(W) = |M - W|^2/4.",
)

greedy_printed = Claim(
    "alternating-flows/greedy-product-printed",
    title="The stage ends where the learned columns see no gradient: W = U U^+ as printed",
    statement=MatrixIdentity(group(written(M, -factor * pseudo)) * factor, zero(d, learned)),
    hypotheses=[Symmetric(M), CRITICAL, Equal(pseudo * factor, identity(learned))],
    source=GREEDY,
    erratum=Erratum(
        "extraction",
        "W_r is printed as U_r U_r^+, the projection on the columns of U_r; it is the product U_r U_r^T (the transpose "
        "sign was probably read as a plus).",
        "None: the algorithm's other lines use W_r = U_r U_r^T.",
    ),
    note="U^+ U = I: U has independent columns. U is a critical point of its loss.",
)

greedy_product = Claim(
    "alternating-flows/greedy-product",
    title="The stage ends where the learned columns see no gradient: W = U U^T",
    statement=MatrixIdentity(fit_error * factor, zero(d, learned)),
    hypotheses=[CRITICAL],
    source=GREEDY,
    uses=[factor_rate],
    corrects=greedy_printed,
)

top, lam, share = real("lambda_1 lambda_i c_i")

top_eigenvector = Claim(
    "alternating-flows/greedy-top-eigenvector",
    title="The top eigenvector of minus the gradient maximises the utility of a symmetric neuron",
    statement=Inequality(lam * share**2, "<=", top * share**2),
    hypotheses=[lam <= top],
    source=GREEDY,
    note="One eigenvalue's share of u^T (-grad L) u, c_i the coordinate of u; summed, the utility is at most lambda_1 "
    "|u|^2. 'The AGF framework is this algorithm, once you replace the top eigenvector by maximizing utility.'",
)

top_pos = positive("lambda_1")

greedy_escapes = Claim(
    "alternating-flows/greedy-perturbation-descends",
    title="While the top eigenvalue is positive, the new column lowers the loss",
    statement=Inequality(L_star - epsilon * top_pos + epsilon**2 / 2, "<", L_star),
    hypotheses=[epsilon < 2 * top_pos],
    source=GREEDY,
    note="The column sqrt(epsilon) u_r adds epsilon u_r u_r^T to W; with l = |M - W|^2/2 and unit u_r the loss changes "
    "by -epsilon lambda_1 + epsilon^2/2.",
)

top_nonpositive = sp.Symbol("lambda_1", real=True, nonpositive=True)

greedy_stops = Claim(
    "alternating-flows/greedy-stops",
    title="When the top eigenvalue is not positive, no new column lowers it",
    statement=Inequality(L_star - epsilon * top_nonpositive + epsilon**2 / 2, ">", L_star),
    source=GREEDY,
    note="The condition of the loop.",
)

# --- 4a. Diagonal linear networks: the flow -------------------------------------------------------------------

# The slide's loss, |y - (u . v)^T X^T|^2 / 2, is a sum over the n samples; X is n x d, so that X_{si} is the i-th input
# of the s-th sample.

s_, k_ = index("s'", n), index("k'", d)
i_ = index("i", d)
u_, v_, beta_ = families("u v beta", t)
y_s = families("y")


def diagonal_residual(sample: sp.Idx) -> sp.Expr:
    """``r_s = y_s - sum_k u_k v_k X_{sk}``."""
    return y_s[sample] - total(u_[k_] * v_[k_] * X[sample, k_], k_)


diagonal_flow = GradientFlow(total(diagonal_residual(s) ** 2, s) / 2, (u_, v_), t)
map_residual = y_s[s] - total(beta_[k_] * X[s, k_], k_)
map_slope = partial(total(map_residual**2, s) / 2, beta_[i_])  # dL/d beta_i
map_slope = map_slope.replace(
    lambda e: getattr(e, "func", None) == beta_[i_].func, lambda e: u_[e.args[0]] * v_[e.args[0]]
)
pulled = total(X[s, i_] * diagonal_residual(s), s)  # sum_s X_{si} r_s

diagonal_rate = Claim(
    "alternating-flows/diagonal-flow",
    title="The gradient flow of a diagonal network: the first factor",
    statement=Rate(u_[i_], v_[i_] * pulled, diagonal_flow),
    source=DIAGONAL,
)

diagonal_rate_v = Claim(
    "alternating-flows/diagonal-flow-second",
    title="The gradient flow of a diagonal network: the second factor",
    statement=Rate(v_[i_], u_[i_] * pulled, diagonal_flow),
    source=DIAGONAL,
)

diagonal_conservation = Claim(
    "alternating-flows/diagonal-conservation",
    title="The difference of the squares of a coordinate's factors is conserved",
    statement=Conserved(u_[i_] ** 2 - v_[i_] ** 2, diagonal_flow),
    source=DIAGONAL,
    uses=[diagonal_rate, diagonal_rate_v],
    note="From u = alpha 1, v = 0 it stays alpha^2, in every coordinate.",
)

utility_printed = Claim(
    "alternating-flows/diagonal-utility-printed",
    title="The utility of a coordinate, with the indices as printed",
    statement=Identity(
        total(u_[i_] * v_[s] * X[i_, s] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope / n
    ),
    source=DIAGONAL,
    erratum=Erratum(
        "slip",
        "v_j carries the index of the sample; it is v_i. And X_ij has its indices reversed: j runs over the n samples, "
        "which are the rows of the slide's X (its loss has X^T on the right of a row).",
        "None: the second expression of the line, -u_i v_i dL/dbeta_i, has the right index.",
    ),
    note="The factor 1/n is put on both sides here; see diagonal-utility-mean-printed for it.",
)

utility_mean_printed = Claim(
    "alternating-flows/diagonal-utility-mean-printed",
    title="The mean over samples against the slide's own loss, indices repaired",
    statement=Identity(total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope),
    source=DIAGONAL,
    erratum=Erratum(
        "convention",
        "The utility is a mean over n samples, and equal to -u_i v_i dL/dbeta_i only if the loss is a mean too; the "
        "slide's loss |y - (u . v)^T X^T|^2 / 2 is a sum.",
        "A factor n in the utility, and so in the jump times, depending on which side one takes; no order of jumps "
        "changes.",
    ),
)

utility_sum = Claim(
    "alternating-flows/diagonal-utility",
    title="The utility of a coordinate under the printed loss: a sum over samples",
    statement=Identity(total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s), -u_[i_] * v_[i_] * map_slope),
    source=DIAGONAL,
    corrects=utility_mean_printed,
)

utility_mean = Claim(
    "alternating-flows/diagonal-utility-of-the-mean",
    title="The utility of a coordinate under the mean squared error: a mean over samples",
    statement=Identity(
        total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope / n
    ),
    source=DIAGONAL,
    corrects=utility_printed,
    note="dL/dbeta_i / n is the gradient of the loss that is divided by n. The hat over the utility says 'normalized', "
    "that is u_i v_i at a unit vector (u_i, v_i).",
)

# --- 4b. One coordinate against a fixed residual --------------------------------------------------------------

# g = -dL/dbeta_i >= 0 during a stage; U* = g/2 is the maximal utility.

g, a_init, tau = positive("g alpha tau")
x_start = real("x")  # half of the slide's c_i(t)
u_one, v_one = trajectories("u v")
stage = GradientFlow(-g * u_one * v_one, (u_one, v_one), t)
u_real, v_real = real("u v")

diagonal_maximum = Claim(
    "alternating-flows/diagonal-utility-bound",
    title="The utility of a coordinate is at most half the gradient's size",
    statement=Inequality(g * u_real * v_real, "<=", g / 2 * (u_real**2 + v_real**2)),
    source=DIAGONAL,
    note="With equality for u = v, so that U* = |dL/dbeta_i|/2; for a gradient of the other sign u = -v.",
)

first_stage = Claim(
    "alternating-flows/diagonal-first-stage",
    title="From the printed initialisation both factors are hyperbolic functions",
    statement=Solution(
        stage,
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(g * t), a_init * sp.sinh(g * t)),
        initially=(a_init, sp.Integer(0)),
    ),
    source=DIAGONAL,
    uses=[diagonal_rate, diagonal_rate_v],
    note="u = alpha, v = 0 at the start.",
)

any_stage = Claim(
    "alternating-flows/diagonal-any-stage",
    title="At every stage they are, with an argument that goes on from where it stood",
    statement=Solution(
        stage,
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(x_start + g * t), a_init * sp.sinh(x_start + g * t)),
        initially=(a_init * sp.cosh(x_start), a_init * sp.sinh(x_start)),
    ),
    source=DIAGONAL,
    uses=[first_stage],
    note="t is the time since the stage began; x = c_i/2 has accumulated minus the gradient over the stages before.",
)

norm_in_stage = Claim(
    "alternating-flows/diagonal-norm",
    title="The norm of a coordinate",
    statement=Identity(
        (a_init * sp.cosh(x_start + g * tau)) ** 2 + (a_init * sp.sinh(x_start + g * tau)) ** 2,
        a_init**2 * sp.cosh(2 * x_start + 2 * g * tau),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="|theta_i|^2 = alpha^2 cosh(2x); in particular |theta_i(0)| = alpha, and S = log(|theta|/alpha) for kappa = "
    "2.",
)

map_in_stage = Claim(
    "alternating-flows/diagonal-coefficient",
    title="The coefficient of a dormant coordinate",
    statement=Identity((a_init * sp.cosh(x_start)) * (a_init * sp.sinh(x_start)), a_init**2 / 2 * sp.sinh(2 * x_start)),
    source=DIAGONAL,
    uses=[any_stage],
)

U_star, c_i = positive("U"), real("c_i")


def accumulated(argument: sp.Expr) -> sp.Expr:
    """``S = log(|theta|/alpha)`` with ``x = argument / 2``, so that ``c = argument``."""
    return sp.log(sp.cosh(argument / 2) ** 2 + sp.sinh(argument / 2) ** 2) / 2


accumulates = Claim(
    "alternating-flows/diagonal-accumulates",
    title="The logarithm of the norm accumulates twice the normalized utility",
    statement=Rate(sp.log(u_one**2 + v_one**2) / 2, 2 * (g * u_one * v_one / (u_one**2 + v_one**2)), stage),
    hypotheses=[u_one**2 + v_one**2 > 0],
    source=DIAGONAL,
    uses=[norm_rate],
    note="dS/dt = kappa U-hat with kappa = 2 and U-hat = g u v/|theta|^2.",
)

first_accumulated = Claim(
    "alternating-flows/diagonal-accumulated-first",
    title="The accumulated utility during the first stage",
    statement=Identity(accumulated(4 * U_star * tau), sp.log(sp.cosh(4 * U_star * tau)) / 2),
    source=DIAGONAL,
    uses=[norm_in_stage, diagonal_maximum],
    note="The printed line with c_i = 0, g = 2 U*: there it is right.",
)

moment = real("t'")

increment = Claim(
    "alternating-flows/diagonal-increment",
    title="What a stage adds to the accumulated utility",
    statement=Integral(
        2 * (U_star * sp.tanh(4 * U_star * moment + c_i)),
        (moment, 0, tau),
        sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2,
        antiderivative=sp.log(sp.cosh(4 * U_star * moment + c_i)) / 2,
    ),
    source=DIAGONAL,
    uses=[any_stage, accumulates],
    note="The printed right-hand side as what it is: the integral of kappa U-hat over the stage, kappa = 2, with "
    "U-hat = g u v/|theta|^2 = U* tanh(4 U* t' + c_i) for g = 2 U*.",
)

normalized_in_stage = Claim(
    "alternating-flows/diagonal-normalized-utility",
    title="The normalized utility of a coordinate during a stage",
    statement=Identity(
        2 * U_star * sp.cosh(c_i / 2) * sp.sinh(c_i / 2) / (sp.cosh(c_i / 2) ** 2 + sp.sinh(c_i / 2) ** 2),
        U_star * sp.tanh(c_i),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="g u v/|theta|^2 with g = 2 U*; it rises to U* as the coordinate's direction aligns.",
)

accumulated_printed = Claim(
    "alternating-flows/diagonal-accumulated-printed",
    title="The accumulated utility at a later stage, as printed",
    statement=Identity(accumulated(4 * U_star * tau + c_i), sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2),
    source=DIAGONAL,
    erratum=Erratum(
        "slip",
        "The right-hand side is the increment S_i(t + tau) - S_i(t), not S_i(t + tau): with S_i the integral of the "
        "utility from time 0, as defined, S_i(t) = log(cosh c_i(t))/2 is missing. At tau = 0 it gives S_i(t) = 0.",
        "Jump times of coordinates that wait through several stages would come out too late; with S_i(t) added they "
        "are right, as in the table of the slide.",
    ),
    note="It holds if S_i is counted anew in each stage, but then the jump is not at S_i = -log|theta_i(0)|.",
)

accumulated_later = Claim(
    "alternating-flows/diagonal-accumulated",
    title="The accumulated utility at a later stage",
    statement=Identity(
        accumulated(4 * U_star * tau + c_i),
        accumulated(c_i) + sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2,
    ),
    source=DIAGONAL,
    uses=[any_stage, norm_in_stage, first_accumulated, increment],
    corrects=accumulated_printed,
)

accumulated_total = Claim(
    "alternating-flows/diagonal-accumulated-total",
    title="The accumulated utility in all",
    statement=Identity(accumulated(c_i), sp.log(sp.cosh(c_i)) / 2),
    source=DIAGONAL,
    uses=[accumulated_later],
    note="c_i(t + tau) = c_i(t) + 4 U* tau: only the sum of the stages counts.",
)

reversed_stage = Claim(
    "alternating-flows/diagonal-reversed-stage",
    title="A stage in which the gradient has changed its sign takes the accumulated utility back",
    statement=Solution(
        GradientFlow(g * u_one * v_one, (u_one, v_one), t),
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(x_start - g * t), a_init * sp.sinh(x_start - g * t)),
        initially=(a_init * sp.cosh(x_start), a_init * sp.sinh(x_start)),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="c_i then falls by 4 U* tau. The slide does not say what c_i is; with U* a maximum, and so not negative, the "
    "formula asks for a c_i with the sign of -dL/dbeta_i, negative where a coordinate turns.",
)

# --- 4c. The limit of a vanishing initialisation --------------------------------------------------------------

X_ = positive("x")  # the argument x of a coordinate
large = positive("Lambda")  # log(1/alpha)

limit_threshold = Claim(
    "alternating-flows/limit-jump",
    title="At its jump a coordinate's accumulated gradient is log(1/alpha), to leading order",
    statement=Limit(X_ / (sp.log(sp.cosh(2 * X_)) / 2), X_, sp.oo, sp.Integer(1)),
    source=SADDLES,
    uses=[accumulated_total],
    note="The jump is at log(cosh 2x)/2 = log(1/alpha): in units of log(1/alpha) the accumulated gradient reaches 1, "
    "the condition S_i = +-1 of the algorithm.",
)

limit_gap = Claim(
    "alternating-flows/limit-gap",
    title="What it differs by does not shrink with alpha",
    statement=Limit(X_ - sp.log(sp.cosh(2 * X_)) / 2, X_, sp.oo, sp.log(2) / 2),
    source=SADDLES,
    uses=[limit_threshold],
    note="So that at finite alpha jump times differ from the algorithm's by the fraction log(2)/(2 log(1/alpha)): a "
    "table that agrees to seven digits compares the limit.",
)

strength = nonnegative("S")

below_jump = Claim(
    "alternating-flows/limit-dormant",
    title="A coordinate with |S| < 1 is at the origin in the limit",
    statement=Limit(sp.exp(-2 * large) * sp.cosh(2 * strength * large), large, sp.oo, sp.Integer(0)),
    hypotheses=[strength < 1],
    source=SADDLES,
    uses=[norm_in_stage],
    note="|theta_i|^2 = alpha^2 cosh(2 S log(1/alpha)), Lambda = log(1/alpha).",
)

at_jump = Claim(
    "alternating-flows/limit-at-jump",
    title="At |S| = 1 its norm is of order one",
    statement=Limit(sp.exp(-2 * large) * sp.cosh(2 * large), large, sp.oo, sp.Rational(1, 2)),
    source=SADDLES,
    uses=[norm_in_stage],
)

coefficient_dormant = Claim(
    "alternating-flows/limit-coefficient",
    title="Nor does it contribute to the network before",
    statement=Limit(sp.exp(-2 * large) * sp.sinh(2 * strength * large) / 2, large, sp.oo, sp.Integer(0)),
    hypotheses=[strength < 1],
    source=SADDLES,
    uses=[map_in_stage],
    note="beta_i = 0 for S_i in (-1, 1), the algorithm's constraint.",
)

# --- 4d. The saddle-to-saddle algorithm -----------------------------------------------------------------------

S_i = real("S_i")
slope_i = real("dL")  # the i-th entry of the gradient

waiting_time = Claim(
    "alternating-flows/waiting-time",
    title="A coordinate between the walls waits a positive time for its jump",
    statement=Inequality((1 + S_i) / slope_i, ">", 0),
    hypotheses=[S_i > -1, S_i < 1, slope_i > 0],
    source=SADDLES,
    note="tau_i with S_i - tau_i dL = -1; for a negative gradient the wall is +1 and tau_i = (1 - S_i)/|dL|.",
)

pos_slope, coefficient, curve = positive("dL beta h")

constrained = Claim(
    "alternating-flows/constrained-minimum",
    title="A coordinate on the wall S = +1 with a positive gradient stays at zero",
    statement=Inequality(pos_slope * coefficient + curve * coefficient**2 / 2, ">", 0),
    source=SADDLES,
    note="The loss at beta_i > 0 less its value at beta_i = 0: the minimum over beta_i >= 0 is at 0, and the gradient "
    "there is not negative. Where beta_i > 0 at the minimum the gradient vanishes, and S_i stays on the wall.",
)

leaves_wall = Claim(
    "alternating-flows/leaves-the-wall",
    title="Such a coordinate then leaves the wall inwards",
    statement=Inequality(1 - tau * pos_slope, "<", 1),
    source=SADDLES,
    uses=[constrained],
    note="S_i <- S_i - tau* dL. It is dormant again, and next meets the wall S_i = -1; 'tau_i > 0' excludes the wall "
    "that it is on.",
)

h_11, h_12, h_22, b_1, b_2 = positive("h_11 h_12 h_22 b_1 b_2")  # L = beta^T h beta/2 - b^T beta
returning = [h_11 * h_22 > h_12**2, b_2 < b_1, b_1 * h_22 < b_2 * h_12]

first_is_first = Claim(
    "alternating-flows/returning-coordinate-is-first",
    title="A coordinate that later returns: it jumps first",
    statement=Inequality(1 / b_1, "<", 1 / b_2),
    hypotheses=returning,
    source=[SADDLES, COST],
    note="Two coordinates, L = beta^T h beta/2 - b^T beta, gradients -b at the start, jumps at 1/b_i in units of "
    "log(1/alpha). Such h, b exist: h = [[4, 3/2], [3/2, 1]], b = (6/5, 1).",
)

second_follows = Claim(
    "alternating-flows/returning-coordinate-second-follows",
    title="The second coordinate is drawn on while the first alone is active",
    statement=Inequality(b_2 - h_12 * (b_1 / h_11), ">", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[first_is_first],
    note="Minus the gradient at beta = (b_1/h_11, 0): S_2 rises to +1 and the second coordinate jumps.",
)

first_would_be_negative = Claim(
    "alternating-flows/returning-coordinate-hits-zero",
    title="With both active the free minimum has the first coordinate negative",
    statement=Inequality((b_1 * h_22 - b_2 * h_12) / (h_11 * h_22 - h_12**2), "<", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[second_follows],
    note="So that the minimum over beta_1 >= 0 has beta_1 = 0.",
)

first_returns = Claim(
    "alternating-flows/returning-coordinate",
    title="An active neuron can become dormant again",
    statement=Inequality(h_12 * (b_2 / h_22) - b_1, ">", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[first_would_be_negative, leaves_wall],
    note="The gradient at beta = (0, b_2/h_22) by the first coordinate is positive: S_1 leaves the wall +1.",
)

# --- 5a. Modular addition: the task and the neurons -----------------------------------------------------------

# An encoding x[0], ..., x[p-1] of zero; a is encoded by its cyclic shift x_a[j] = x[j - a]. A neuron is
# f(a, b) = (<u, x_a> + <v, x_b>)^2 w, the label of (a, b) is x_{a+b}, and the initial residual is the label.

p, xi = natural("p xi")
p_any, steps_k, apart = natural("p"), natural("k"), sp.Symbol("m", integer=True)

argmax = Claim(
    "alternating-flows/modular-argmax",
    title="A cosine of the difference falls short of one by a square",
    statement=Identity(
        1 - sp.cos(2 * sp.pi * steps_k * apart / p_any), 2 * sp.sin(sp.pi * steps_k * apart / p_any) ** 2
    ),
    source=MODULAR,
    note="m = a + b - c. The slide's (damaged) line says that a + b mod p maximises cos(2 pi k (a + b - c)/p) over c: "
    "the square is zero only if p divides k m, so c = a + b is the only maximum when k and p have no common factor.",
)

common_factor = Claim(
    "alternating-flows/modular-argmax-common-factor",
    title="For p = 4 and k = 2 the cosine at a wrong answer is below one",
    statement=Inequality(sp.cos(2 * sp.pi * steps_k * 2 / 4), "<", 1),
    hypotheses=[sp.Eq(steps_k, 2)],
    expected="REFUTED",
    note="c = a + b - 2: why k and p must have no common factor. With p prime, as usual in this task, every k from 1 "
    "to p - 1 will do; no line is accused.",
)

u_mod, v_mod, w_mod, x_mod = families("u v w x")
jj, kk = index("j", p_any), index("j'", p_any)
ll = index("j''", p_any)
xa, xb = families("x_a x_b")

quadratic_degree = Claim(
    "alternating-flows/modular-neuron-degree",
    title="A quadratic neuron has degree three in its weights",
    statement=Identity(
        (total(alpha * u_mod[jj] * xa[jj], jj) + total(alpha * v_mod[kk] * xb[kk], kk)) ** 2 * (alpha * w_mod[ll]),
        alpha**3 * (total(u_mod[jj] * xa[jj], jj) + total(v_mod[kk] * xb[kk], kk)) ** 2 * w_mod[ll],
    ),
    source=MODULAR,
    uses=[neuron_degree],
    note="kappa = 3, so that a neuron that starts aligned with utility U* jumps at tau = (1/|theta(0)| - 1)/(3 U*), "
    "and frequencies are learned in decreasing order of U*. From a start in another direction the norm grows while the "
    "direction still turns: integrated flows keep jump times that depend on it, however small the start, and a neuron "
    "may settle at a weaker frequency, whose cosine is a local maximum of the utility.",
)

hot = sp.Symbol("j", integer=True)

one_hot = Claim(
    "alternating-flows/modular-one-hot",
    title="In a one-hot encoding every frequency is as strong as every other",
    statement=Identity(
        sp.cos(2 * sp.pi * steps_k * hot / p_any) ** 2 + sp.sin(2 * sp.pi * steps_k * hot / p_any) ** 2, 1
    ),
    source=MODULAR,
    note="|x^[k]|^2 with the one at j: all utilities tie, all frequencies jump together, and there is no saddle in "
    "between.",
)

# A line at p = 3 is the general case there: every encoding of mean zero is x[j] = (2/p) h cos(2 pi j/p + s_x), with
# h = |x^[1]| and s_x its phase.

h = positive("h")
s_u, s_v, s_w, s_x, s_any = real("s_u s_v s_w s_x s")


def cosine(amplitude: sp.Expr, phase: sp.Expr, size: int, frequency: int = 1) -> list[sp.Expr]:
    """``amplitude * cos(2 pi frequency a/size + phase)`` for a = 0, ..., size - 1."""
    return [amplitude * sp.cos(2 * sp.pi * frequency * sp.Integer(e_) / size + phase) for e_ in range(size)]


def response(weights: list[sp.Expr], encoding: list[sp.Expr], shift: int) -> sp.Expr:
    """``<weights, x_shift>``."""
    size = len(encoding)
    return sp.Add(*(weights[e_] * encoding[(e_ - shift) % size] for e_ in range(size)))


def summed_utility(first: list[sp.Expr], second: list[sp.Expr], out: list[sp.Expr], encoding: list[sp.Expr]) -> sp.Expr:
    """``sum_{a,b} <f(a, b), x_{a+b}>``: p^2 times the expectation over inputs."""
    size = len(encoding)
    left, right, label = ([response(ws, encoding, e_) for e_ in range(size)] for ws in (first, second, out))
    return sp.Add(*((left[e_] + right[o_]) ** 2 * label[(e_ + o_) % size] for e_ in range(size) for o_ in range(size)))


A3, B3, W3 = (sp.symbols(f"{name}_0:3", real=True) for name in "ABW")
AT_THREE = sp.Add(*((A3[e_] + B3[o_]) ** 2 * W3[(e_ + o_) % 3] for e_ in range(3) for o_ in range(3)))
"""The summed utility at p = 3 from the responses A_a = <u, x_a>, B_b = <v, x_b> and W_c = <w, x_c>."""


def responses_at_three(amplitude: sp.Expr, *phases: sp.Expr) -> list[sp.Eq]:
    """What the responses of cosines are at p = 3, for every encoding of mean zero."""
    encoding = cosine(2 * h / 3, s_x, 3)
    return [
        sp.Eq(name, response(cosine(amplitude, phase, 3), encoding, shift))
        for names, phase in zip((A3, B3, W3), phases, strict=True)
        for shift, name in enumerate(names)
    ]


EACH = sp.sqrt(sp.Rational(2, 3))  # sqrt(2/p) at p = 3
JOINT = sp.sqrt(sp.Rational(2, 9))  # sqrt(2/(3p)) at p = 3
P3 = (
    "At p = 3, where every encoding of mean zero is one cosine, h = |x^[1]|, s_x its phase; U is summed over inputs. "
    "A_a = <u, x_a>, B_b = <v, x_b> and W_c = <w, x_c> are the responses, which the hypotheses define."
)

# --- 5b. Only the cross term has utility ----------------------------------------------------------------------

A5, B5, W5 = (list(sp.symbols(f"{name}_0:5", real=True)) for name in "ABW")
pairs_5 = [(e_, o_) for e_ in range(5) for o_ in range(5)]

cross_term = Claim(
    "alternating-flows/modular-cross-term",
    title="With a mean of zero only the cross term of the square has utility",
    statement=Identity(
        sp.Add(*((A5[e_] + B5[o_]) ** 2 * W5[(e_ + o_) % 5] for e_, o_ in pairs_5)),
        2 * sp.Add(*(A5[e_] * B5[o_] * W5[(e_ + o_) % 5] for e_, o_ in pairs_5)),
    ),
    hypotheses=[sp.Eq(W5[4], -W5[0] - W5[1] - W5[2] - W5[3])],
    source=THEOREM,
    note="p = 5; A_a = <u, x_a>, B_b = <v, x_b>, W_c = <w, x_c>, whose sum over c vanishes when the encoding's mean "
    "does.",
)

w5, x5 = (list(sp.symbols(f"{name}_0:5", real=True)) for name in "wx")

mean_response = Claim(
    "alternating-flows/modular-mean-response",
    title="The sum of a vector's responses is the product of both sums",
    statement=Identity(sp.Add(*(response(w5, x5, e_) for e_ in range(5))), sp.Add(*w5) * sp.Add(*x5)),
    source=THEOREM,
    note="p = 5. Zero for every w when the encoding has mean zero.",
)

mean_x = real("mu")  # the sum of the encoding's entries

no_mean_printed = Claim(
    "alternating-flows/theorem-6-2-any-mean-printed",
    title="No constant vectors have more utility than the printed maximum, whatever the encoding's mean",
    statement=Inequality(4 * sp.sqrt(p) * mean_x**3, "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[p >= 3],
    source=THEOREM,
    erratum=Erratum(
        "hypothesis",
        "The encoding must have mean zero. Frequencies run from 1 to p - 1 in the theorem, but nothing on the slide "
        "says that frequency 0 is absent; with it, u = v = w constant can have more utility than any cosine, as for a "
        "one-hot encoding that is not centred (sum 1, |x^[k]| = 1).",
        "None for centred encodings.",
    ),
    note="u = v = w = (1, ..., 1)/sqrt(p) respond with mu/sqrt(p), mu the sum of the encoding; U, summed over inputs, "
    "is p^2 (2 mu/sqrt(p))^2 mu/sqrt(p) = 4 sqrt(p) mu^3.",
)

no_mean = Claim(
    "alternating-flows/theorem-6-2-mean-zero",
    title="With mean zero constant vectors have no utility",
    statement=Inequality(4 * sp.sqrt(p) * mean_x**3, "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[p >= 3, sp.Eq(mean_x, 0)],
    source=THEOREM,
    corrects=no_mean_printed,
)

constant = [1 / sp.sqrt(5)] * 5
constant_utility = Claim(
    "alternating-flows/theorem-6-2-constant-vectors",
    title="The utility of constant vectors",
    statement=Identity(
        summed_utility(constant, constant, constant, x5),
        4 * sp.sqrt(5) * sp.Add(*x5) ** 3,
    ),
    source=THEOREM,
    note="p = 5, any encoding.",
)

# --- 5c. Cosines ----------------------------------------------------------------------------------------------

# cos(omega a) and sin(omega a) with omega = 2 pi xi/p, as families c[a], s[a]: only their moments are needed.

cs, sn = families("c s")
e1, e2 = index("a", p), index("b", p)
C1, S1 = total(cs[e1], e1), total(sn[e1], e1)
C2, S2, CS = total(cs[e1] ** 2, e1), total(sn[e1] ** 2, e1), total(cs[e1] * sn[e1], e1)
omega, th = real("omega theta")
phase_a, phase_b, phase_c = real("alpha beta gamma")


def shifted(e_: sp.Idx, phase: sp.Expr) -> sp.Expr:
    """``cos(omega a + phase)`` by the addition theorem."""
    return cs[e_] * sp.cos(phase) - sn[e_] * sp.sin(phase)


def response_by_moments(cc: sp.Expr, ss: sp.Expr, mixed: sp.Expr) -> sp.Expr:
    """``sum_j cos(omega j + alpha) cos(omega j - theta)`` from the second moments."""
    return (
        cc * sp.cos(phase_a) * sp.cos(th)
        + mixed * (sp.cos(phase_a) * sp.sin(th) - sp.sin(phase_a) * sp.cos(th))
        - ss * sp.sin(phase_a) * sp.sin(th)
    )


def cross_by_moments(cc: sp.Expr, ss: sp.Expr, mixed: sp.Expr) -> sp.Expr:
    """``sum_{a,b} cos(A + alpha) cos(B + beta) cos(A + B + gamma)`` from the second moments."""
    c_a, s_a = cc * sp.cos(phase_a) - mixed * sp.sin(phase_a), mixed * sp.cos(phase_a) - ss * sp.sin(phase_a)
    c_b, s_b = cc * sp.cos(phase_b) - mixed * sp.sin(phase_b), mixed * sp.cos(phase_b) - ss * sp.sin(phase_b)
    return sp.cos(phase_c) * (c_a * c_b - s_a * s_b) - sp.sin(phase_c) * (s_a * c_b + c_a * s_b)


wave_sum = sp.cos(phase_c) * (cs[e1] * cs[e2] - sn[e1] * sn[e2]) - sp.sin(phase_c) * (sn[e1] * cs[e2] + cs[e1] * sn[e2])
MOMENTS = (
    "c_a = cos(2 pi xi a/p), s_a = sin(2 pi xi a/p); at any p. Their moments are sum c^2 = sum s^2 = p/2 and sum c s = "
    "0 when p does not divide 2 xi."
)

number = sp.Symbol("a", integer=True)
frequency = sp.pi * xi / p  # half of omega
whole_wave = sp.cos(2 * frequency * number + s_any)

telescope = Claim(
    "alternating-flows/cosines-telescope",
    title="A cosine is a difference of sines half a step apart",
    statement=Identity(
        2 * sp.sin(omega / 2) * sp.cos(omega * number + s_any),
        sp.sin(omega * number + omega / 2 + s_any) - sp.sin(omega * number - omega / 2 + s_any),
    ),
    source=THEOREM,
)

waves_vanish = Claim(
    "alternating-flows/cosines-sum-to-zero",
    title="A wave of a frequency that p does not divide has sum zero",
    statement=Series(
        1 + whole_wave,
        (number, 0, p - 1),
        "=",
        p,
        by=-number - sp.sin(2 * frequency * number - frequency + s_any) / (2 * sp.sin(frequency)),
    ),
    hypotheses=[sp.Ne(sp.sin(frequency), 0)],
    source=THEOREM,
    uses=[telescope],
    note="One is added to each term, and p to the sum. sin(pi xi/p) = 0 only if p divides xi. At any p.",
)

second_moment = Claim(
    "alternating-flows/cosines-are-unit-vectors",
    title="With the printed amplitude a cosine vector is a unit vector, unless p divides twice its frequency",
    statement=Series(
        2 / p * whole_wave**2,
        (number, 0, p - 1),
        "=",
        sp.Integer(1),
        by=2
        / p
        * (-number / 2 - sp.sin(4 * frequency * number - 2 * frequency + 2 * s_any) / (4 * sp.sin(2 * frequency))),
    ),
    hypotheses=[sp.Ne(sp.sin(frequency), 0), sp.Ne(sp.cos(frequency), 0)],
    source=THEOREM,
    uses=[waves_vanish],
    note="cos^2 is a half and half a wave of twice the frequency. So the second moments of cosine and sine are p/2 and "
    "the mixed one is zero, for odd p at every frequency from 1 to p - 1.",
)

other_frequency = Claim(
    "alternating-flows/cosines-other-frequency",
    title="Waves of different frequencies do not respond to each other",
    statement=Identity(
        sp.cos(omega * number + phase_a) * sp.cos(th * number + phase_b),
        sp.cos(omega * number + th * number + phase_a + phase_b) / 2
        + sp.cos(omega * number - th * number + phase_a - phase_b) / 2,
    ),
    source=THEOREM,
    uses=[waves_vanish],
    note="Both waves have sum zero unless p divides the sum or the difference of the frequencies: a neuron at xi sees "
    "of the encoding only frequency xi.",
)

responses = Claim(
    "alternating-flows/cosine-response",
    title="The response of a cosine to a shifted cosine, by moments",
    statement=Identity(
        total(shifted(e1, phase_a) * (cs[e1] * sp.cos(th) + sn[e1] * sp.sin(th)), e1), response_by_moments(C2, S2, CS)
    ),
    source=THEOREM,
    uses=[other_frequency],
    note=MOMENTS,
)

responses_value = Claim(
    "alternating-flows/cosine-response-value",
    title="The response of a unit cosine to the shifted encoding is again a cosine",
    statement=Identity(
        sp.sqrt(2 / p) * (2 * h / p) * response_by_moments(p / 2, p / 2, sp.Integer(0)),
        sp.sqrt(2 / p) * h * sp.cos(phase_a + th),
    ),
    source=THEOREM,
    uses=[responses, second_moment],
    note="<u, x_a> = sqrt(2/p) |x^[xi]| cos(2 pi xi a/p + s_u - s_x), with theta = 2 pi xi a/p - s_x.",
)

crosses = Claim(
    "alternating-flows/cosine-cross-term",
    title="The cross term of three waves, by moments",
    statement=Identity(
        total(shifted(e1, phase_a) * shifted(e2, phase_b) * wave_sum, e1, e2), cross_by_moments(C2, S2, CS)
    ),
    source=THEOREM,
    uses=[cross_term],
    note=MOMENTS,
)

crosses_value = Claim(
    "alternating-flows/cosine-cross-term-value",
    title="The cross term is a quarter of the cosine of the phases' balance",
    statement=Identity(cross_by_moments(p / 2, p / 2, sp.Integer(0)), p**2 / 4 * sp.cos(phase_a + phase_b - phase_c)),
    source=THEOREM,
    uses=[crosses, second_moment],
    note="With alpha = s_u - s_x, beta = s_v - s_x, gamma = s_w - s_x the balance is s_u + s_v - s_w - s_x: largest "
    "when it is 0 mod 2 pi, the printed phase condition.",
)

summed_value = Claim(
    "alternating-flows/theorem-6-2-summed-value",
    title="Summed over inputs, three unit cosines in phase have the printed utility",
    statement=Identity(
        2 * (sp.sqrt(2 / p) * h) ** 3 * cross_by_moments(p / 2, p / 2, sp.Integer(0)),
        sp.sqrt(2 * p) * h**3 * sp.cos(phase_a + phase_b - phase_c),
    ),
    source=THEOREM,
    uses=[responses_value, crosses_value],
    note="Twice the cross term; at any p, each of u, v, w a unit vector, the sum over the p^2 inputs in place of E_x.",
)

utility_at_three = Claim(
    "alternating-flows/theorem-6-2-utility",
    title="The summed utility of unit cosines with any phases",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3 * sp.cos(s_u + s_v - s_w - s_x)),
    hypotheses=responses_at_three(EACH, s_u, s_v, s_w),
    source=THEOREM,
    uses=[cross_term],
    note=f"{P3} In full, with the squares.",
)

phases_printed = Claim(
    "alternating-flows/theorem-6-2-phases-printed",
    title="Cosines without phases, as displayed, attain the maximum",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(EACH, *[sp.Integer(0)] * 3),
    source=THEOREM,
    erratum=Erratum(
        "extraction",
        "The displayed u_*, v_*, w_* have no phases; the sentence below the display names them, s_u, s_v, s_w, and a "
        "condition on them. Without phases the utility is the maximum times cos(s_x).",
        "None: the condition on the phases is right.",
    ),
    note=f"{P3} sqrt(2p) h^3 with p = 3.",
)

phases = Claim(
    "alternating-flows/theorem-6-2-phases",
    title="Cosines with phases s_u + s_v = s_w + s_x attain it",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(EACH, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    uses=[utility_at_three],
    corrects=phases_printed,
    note=P3,
)


def squared_norm(amplitude: sp.Expr, size: int, frequency: int = 1) -> sp.Expr:
    """The squared norm of one cosine vector."""
    return sp.Add(*(entry**2 for entry in cosine(amplitude, s_any, size, frequency)))


each_unit = Claim(
    "alternating-flows/theorem-6-2-each-unit",
    title="With the printed amplitude each of the three vectors is a unit vector",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 5)), 5), 1),
    source=THEOREM,
    uses=[second_moment],
    note="p = 5, the slide's example.",
)

unit_printed = Claim(
    "alternating-flows/theorem-6-2-unit-vector-printed",
    title="theta_* = (u_*, v_*, w_*) with the printed amplitude is a unit vector",
    statement=Identity(sp.Add(*(entry**2 for phase in (s_u, s_v, s_w) for entry in cosine(EACH, phase, 3))), 1),
    source=THEOREM,
    erratum=Erratum(
        "convention",
        "With amplitude sqrt(2/p) each of u, v, w is a unit vector, so that |theta_*| = sqrt(3); the unit vectors "
        "theta_* of the theorem, over which the utility is maximised, need sqrt(2/(3p)).",
        "The maximal value is that of three unit vectors too; the shape of the maximisers and the phases are right.",
    ),
    note="p = 3. If 'unit vectors' says that each of the three is one, the amplitude is right.",
)

unit = Claim(
    "alternating-flows/theorem-6-2-unit-vector",
    title="With amplitude sqrt(2/(3p)) it is",
    statement=Identity(sp.Add(*(entry**2 for phase in (s_u, s_v, s_w) for entry in cosine(JOINT, phase, 3))), 1),
    source=THEOREM,
    corrects=unit_printed,
    note="p = 3.",
)

value_printed = Claim(
    "alternating-flows/theorem-6-2-value-printed",
    title="The maximal normalized utility, as printed",
    statement=Identity(AT_THREE / 9, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(JOINT, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    erratum=Erratum(
        "convention",
        "sqrt(2p)|x^[xi]|^3 is the sum over the p^2 inputs, for u, v, w a unit vector each. With the slides' own "
        "utility, an expectation over inputs at a unit vector theta, it is sqrt(2/(27 p^3))|x^[xi]|^3.",
        "A common factor 1/(3 sqrt(3) p^2) in all utilities, and its inverse in all jump times; no order of jumps "
        "changes.",
    ),
    note=f"{P3} Here U is divided by p^2 = 9.",
)

value = Claim(
    "alternating-flows/theorem-6-2-value",
    title="The maximal normalized utility, in expectation and at a unit vector",
    statement=Identity(AT_THREE / 9, sp.sqrt(sp.Rational(2, 27 * 3**3)) * h**3),
    hypotheses=responses_at_three(JOINT, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    uses=[phases, unit],
    corrects=value_printed,
    note="sqrt(2/(27 p^3)) |x^[xi]|^3 with p = 3.",
)

value_any_p = Claim(
    "alternating-flows/theorem-6-2-value-any-p",
    title="The normalized utility of cosines, at any p",
    statement=Identity(
        2 * (sp.sqrt(2 / (3 * p)) * h) ** 3 * cross_by_moments(p / 2, p / 2, sp.Integer(0)) / p**2,
        sp.sqrt(2 / (27 * p**3)) * h**3 * sp.cos(phase_a + phase_b - phase_c),
    ),
    source=THEOREM,
    uses=[summed_value],
    note="Degree three in theta: 3^(-3/2) for the norm, p^(-2) for the mean. The cosine is of the balance of phases.",
)

even_printed = Claim(
    "alternating-flows/theorem-6-2-even-p-printed",
    title="For every p and every frequency from 1 to p - 1 the printed vectors are unit vectors",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 4)), 4, 2), 1),
    source=THEOREM,
    erratum=Erratum(
        "hypothesis",
        "p must be odd. For even p the frequency p/2 is among 1, ..., p - 1, and there the printed cosine has squared "
        "norm 2 cos(s)^2; its maximal utility is larger than the printed one by sqrt(2).",
        "For odd p, such as the slide's 5 and any odd prime, nothing.",
    ),
    note="p = 4, xi = 2.",
)

odd = Claim(
    "alternating-flows/theorem-6-2-odd-p",
    title="For odd p they are",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 5)), 5, 2), 1),
    source=THEOREM,
    uses=[second_moment],
    corrects=even_printed,
    note="p = 5, xi = 2. In general sum_a cos(4 pi xi a/p + 2s) vanishes unless p divides 2 xi, which an odd p does "
    "not for xi = 1, ..., p - 1.",
)

alternating = [sp.Rational(1, 2) * (-1) ** e_ for e_ in range(4)]

even_value = Claim(
    "alternating-flows/theorem-6-2-even-p-value",
    title="At frequency p/2 alternating unit vectors have more than the printed utility",
    statement=Inequality(
        summed_utility(alternating, alternating, alternating, [h * entry / 2 for entry in alternating]),
        ">",
        sp.sqrt(8) * h**3,
    ),
    source=THEOREM,
    note="p = 4, an encoding h (-1)^j/4 with x^[2] = h, U summed over inputs: 2 sqrt(p) h^3 against sqrt(2p) h^3. So "
    "for even p a weaker frequency p/2 can win.",
)

# --- 5d. Why nothing does better ------------------------------------------------------------------------------

# In Fourier space the summed utility is at most (2/p) h^3 sum_k |u^||v^||w^|, h the largest |x^[k]|; for odd p and real
# vectors k and p - k have the same size, so that the sum is 2 sum A_k B_k C_k over k = 1, ..., (p-1)/2 with
# sum A_k^2 = sum B_k^2 = sum C_k^2 = p/2.

A_k, B_k, C_k, largest = nonnegative("A_k B_k C_k C")

one_frequency = Claim(
    "alternating-flows/one-frequency-bound",
    title="A frequency's share of the utility is at most the largest third factor times the mean of two squares",
    statement=Inequality(A_k * B_k * C_k, "<=", largest * (A_k**2 + B_k**2) / 2),
    hypotheses=[C_k <= largest],
    source=THEOREM,
    note="Summed: sum A B C <= C p/2 with C <= sqrt(p/2), since sum C_k^2 = p/2; equality only if one frequency holds "
    "all.",
)

bound_value = Claim(
    "alternating-flows/one-frequency-bound-value",
    title="The bound is at most the printed value",
    statement=Inequality(2 / p * h**3 * 2 * (largest * (p / 2)), "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[largest**2 <= p / 2],
    source=THEOREM,
    uses=[one_frequency, summed_value],
    note="So the cosines are maximisers among triples of unit vectors.",
)

size_1, size_2, size_3 = nonnegative("a b c")

equal_sizes = Claim(
    "alternating-flows/equal-norms-are-best",
    title="A unit vector theta does best with its three parts equally long",
    statement=Inequality(27 * size_1 * size_2 * size_3, "<=", (size_1 + size_2 + size_3) ** 3),
    hypotheses=[size_1 <= size_2, size_2 <= size_3],
    source=THEOREM,
    uses=[bound_value],
    note="Squared norms a, b, c of u, v, w with sum 1: |u||v||w| <= 3^(-3/2). The order is no loss of generality.",
)

# --- 5e. Six neurons a frequency ------------------------------------------------------------------------------

# On (a_1, a_2) = (cos A, sin A), (b_1, b_2) = (cos B, sin B) a neuron of one frequency is l^2 (p_j cos C + q_j sin C)
# with a linear form l. The dominant frequency is removed if sum p_j l_j^2 = Q_1 and sum q_j l_j^2 = Q_2 wherever
# a_1^2 + a_2^2 = b_1^2 + b_2^2 = 1, that is, up to multiples of D = a_1^2 + a_2^2 - b_1^2 - b_2^2: no other quadratic
# form vanishes there (its waves 2A, 2B, A + B, A - B must vanish, and its mean).

a1, a2, b1, b2 = real("a_1 a_2 b_1 b_2")
Q_1, Q_2 = a1 * b1 - a2 * b2, a1 * b2 + a2 * b1
ang_a, ang_b, ang_c = real("A B C")

target_form = Claim(
    "alternating-flows/six-target",
    title="The dominant wave is a combination of two quadratic forms",
    statement=Identity(
        sp.cos(ang_a + ang_b - ang_c),
        (sp.cos(ang_a) * sp.cos(ang_b) - sp.sin(ang_a) * sp.sin(ang_b)) * sp.cos(ang_c)
        + (sp.cos(ang_a) * sp.sin(ang_b) + sp.sin(ang_a) * sp.cos(ang_b)) * sp.sin(ang_c),
    ),
    source=SIX,
    note="Q_1 cos C + Q_2 sin C with Q_1 = a_1 b_1 - a_2 b_2, Q_2 = a_1 b_2 + a_2 b_1.",
)

gauss = Claim(
    "alternating-flows/six-three-products",
    title="Both forms are combinations of three products",
    statement=Identity(Q_2, (a1 + a2) * (b1 + b2) - a1 * b1 - a2 * b2),
    source=SIX,
    note="Gauss's three products for (a_1 + i a_2)(b_1 + i b_2): a_1 b_1, a_2 b_2 and (a_1 + a_2)(b_1 + b_2).",
)

polarisation = Claim(
    "alternating-flows/six-polarisation",
    title="Each product is a difference of two squares",
    statement=Identity((a1 + b1) ** 2 / 4 - (a1 - b1) ** 2 / 4, a1 * b1),
    source=SIX,
    note="So that six squares are enough.",
)


def square_difference(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """``left * right`` by the squares of two neurons."""
    return ((left + right) ** 2 - (left - right) ** 2) / 4


six_first = Claim(
    "alternating-flows/six-neurons-enough-cosine",
    title="Six neurons make the first form",
    statement=Identity(square_difference(a1, b1) - square_difference(a2, b2), Q_1),
    source=SIX,
    uses=[gauss, polarisation],
    note="The neurons a_1 +- b_1, a_2 +- b_2, (a_1 + a_2) +- (b_1 + b_2); the last pair has weight zero here.",
)

six_second = Claim(
    "alternating-flows/six-neurons-enough-sine",
    title="The same six make the second",
    statement=Identity(
        square_difference(a1 + a2, b1 + b2) - square_difference(a1, b1) - square_difference(a2, b2), Q_2
    ),
    source=SIX,
    uses=[gauss, polarisation],
)

six_phases = Claim(
    "alternating-flows/six-equal-neurons",
    title="Six equal neurons with phases spread in steps of 60 degrees make the dominant wave",
    statement=Identity(
        sp.Add(
            *(
                (sp.cos(ang_a + sp.pi * e_ / 3) + sp.cos(ang_b + 4 * sp.pi * e_ / 3)) ** 2
                * sp.cos(ang_c + 5 * sp.pi * e_ / 3)
                for e_ in range(6)
            )
        ),
        3 * sp.cos(ang_a + ang_b - ang_c),
    ),
    source=SIX,
    uses=[target_form],
    note="The e-th has s_u = e pi/3, s_v = 4 e pi/3 and s_w = s_u + s_v, so that each obeys the phase condition of "
    "Theorem 6.2 (measured from s_x); the other waves cancel.",
)

ratio = positive("r")


def neuron_wave(first_phase: sp.Expr, second_phase: sp.Expr) -> sp.Expr:
    """A neuron with amplitudes r and 1/r whose output phase is the sum of the others."""
    form = ratio * sp.cos(ang_a + first_phase) + sp.cos(ang_b + second_phase) / ratio
    return form**2 * sp.cos(ang_c + first_phase + second_phase)


one_neuron = Claim(
    "alternating-flows/six-waves-of-a-neuron",
    title="The waves that one neuron makes",
    statement=Identity(
        neuron_wave(phase_a, phase_b),
        (ratio**2 + ratio**-2) / 2 * sp.cos(ang_c + phase_a + phase_b)
        + ratio**2 / 4 * sp.cos(2 * ang_a + ang_c + 3 * phase_a + phase_b)
        + ratio**2 / 4 * sp.cos(2 * ang_a - ang_c + phase_a - phase_b)
        + ratio**-2 / 4 * sp.cos(2 * ang_b + ang_c + phase_a + 3 * phase_b)
        + ratio**-2 / 4 * sp.cos(2 * ang_b - ang_c + phase_b - phase_a)
        + sp.cos(ang_a + ang_b - ang_c) / 2
        + sp.cos(ang_a + ang_b + ang_c + 2 * phase_a + 2 * phase_b) / 2
        + sp.cos(ang_a - ang_b + ang_c + 2 * phase_a) / 2
        + sp.cos(ang_a - ang_b - ang_c - 2 * phase_b) / 2,
    ),
    source=SIX,
    note="The neuron's phases obey the phase condition, so that the wanted wave A + B - C does not depend on them; the "
    "other eight must cancel between neurons.",
)

five_approach = Claim(
    "alternating-flows/five-neurons-approach",
    title="Five neurons with amplitudes r and 1/r make the dominant wave and one wave more, which is small for large r",
    statement=Identity(
        sp.Add(*(neuron_wave(2 * sp.pi * e_ / 5, 6 * sp.pi * e_ / 5) for e_ in range(5))),
        sp.Rational(5, 2) * sp.cos(ang_a + ang_b - ang_c) + sp.Rational(5, 4) / ratio**2 * sp.cos(2 * ang_b + ang_c),
    ),
    source=SIX,
    uses=[one_neuron],
    note="Phases in steps of 72 and 216 degrees. So five neurons never remove the frequency at finite weights, as the "
    "claims below show, but come as close as one likes with weights that grow without bound: 'cannot' is about finite "
    "weights, or about what training does.",
)

five_limit = Claim(
    "alternating-flows/five-neurons-error",
    title="The share of what five neurons leave tends to zero",
    statement=Limit((sp.Rational(5, 4) / ratio**2) / sp.Rational(5, 2), ratio, sp.oo, sp.Integer(0)),
    source=SIX,
    uses=[five_approach],
    note="The amplitude of the wave too many over that of the wave wanted: 1/(2 r^2).",
)

# Fewer are not enough.  The combination z_1 (Q_1 + l_1 D) + z_2 (Q_2 + l_2 D) has the matrix below.

z_1, z_2, l_1, l_2 = real("z_1 z_2 lambda_1 lambda_2")
mu = z_1 * l_1 + z_2 * l_2
pencil = sp.Matrix(
    [
        [mu, 0, z_1 / 2, z_2 / 2],
        [0, mu, z_2 / 2, -z_1 / 2],
        [z_1 / 2, z_2 / 2, -mu, 0],
        [z_2 / 2, -z_1 / 2, 0, -mu],
    ]
)
point = sp.Matrix([a1, a2, b1, b2])

pencil_form = Claim(
    "alternating-flows/six-pencil",
    title="The combinations of both forms and of what vanishes on the data, as a matrix",
    statement=Identity(
        (point.T * pencil * point)[0, 0],
        z_1 * Q_1 + z_2 * Q_2 + mu * (a1**2 + a2**2 - b1**2 - b2**2),
    ),
    source=SIX,
    uses=[target_form],
)

pencil_determinant = Claim(
    "alternating-flows/six-pencil-determinant",
    title="Its determinant is the square of a positive definite form",
    statement=Identity(pencil.det(method="berkowitz"), (mu**2 + (z_1**2 + z_2**2) / 4) ** 2),
    source=SIX,
    uses=[pencil_form],
    note="So every real combination has rank four, whatever lambda. Four neurons cannot do that: for a real (z_1, z_2) "
    "one of them drops out, and three squares have rank three at most.",
)

pencil_square = Claim(
    "alternating-flows/six-pencil-square",
    title="Its square is a multiple of the identity",
    statement=Identity(
        sp.Add(*((pencil**2)[row, row] * sp.Symbol(f"t_{row}", real=True) for row in range(4))),
        (mu**2 + (z_1**2 + z_2**2) / 4) * sp.Add(*(sp.Symbol(f"t_{row}", real=True) for row in range(4))),
    ),
    source=SIX,
    uses=[pencil_form],
    note="The diagonal, with a letter t_row each; the entries beside it are in six-pencil-square-beside. An identity "
    "of polynomials, so for complex z too: at the two complex z, not real, where mu^2 + (z_1^2 + z_2^2)/4 = 0, the "
    "square is zero, and so the rank at most two.",
)

pencil_beside = Claim(
    "alternating-flows/six-pencil-square-beside",
    title="Beside the diagonal the square is zero",
    statement=Identity(
        sp.Add(
            *(
                sp.Symbol(f"t_{row}{col}", real=True) * (pencil * pencil)[row, col]
                for row in range(4)
                for col in range(4)
                if row != col
            ),
            evaluate=False,
        ),
        0,
    ),
    source=SIX,
    uses=[pencil_form],
)

d1, d2, d3, d4, d5, t1, t2, t3, t4 = real("d_1 d_2 d_3 d_4 d_5 t_1 t_2 t_3 t_4")
five = sp.diag(d1, d2, d3, d4) + d5 * sp.Matrix([t1, t2, t3, t4]) * sp.Matrix([[t1, t2, t3, t4]])

five_minor = Claim(
    "alternating-flows/six-five-squares",
    title="A sum of five squares of four variables: determinant and minor",
    statement=Identity(
        five.det(method="berkowitz"),
        d4 * five[:3, :3].det(method="berkowitz") + d5 * t4**2 * d1 * d2 * d3,
    ),
    source=SIX,
    uses=[pencil_square, pencil_determinant],
    note="In coordinates where four of the forms are the variables and the fifth is t. At the complex z all five "
    "coefficients d_j are non-zero, since p_j, q_j are real. Were the rank at most two, the determinant and all 3 x 3 "
    "minors would vanish, so by this line all t_j, and then the determinant is d_1 d_2 d_3 d_4, not zero: five neurons "
    "are too few.",
)

N, rank = real("N R")

at_least_six = Claim(
    "alternating-flows/six-at-least",
    title="A frequency takes at least six neurons",
    statement=Inequality(N, ">=", 6),
    hypotheses=[rank >= 4 - (N - 4), rank <= 2],
    source=SIX,
    uses=[pencil_square, pencil_determinant, five_minor],
    note="The count for every N at once: a combination of N squares with non-zero coefficients, restricted to a space "
    "of four dimensions, has rank at least 4 - (N - 4); at the complex z it has at most two. For neurons of this "
    "frequency only, and odd p, so that no two of the waves 2A, 2B, A + B, A - B fall together.",
)
