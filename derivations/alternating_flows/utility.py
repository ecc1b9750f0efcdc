"""1a, 1b. Homogeneous neurons, their utility, and the dynamics of direction and norm."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow, partial
from ...language.statements import Identity, Limit, Rate
from ...language.symbols import families, positive, real, total, trajectories
from .letters import (
    AT_SAMPLE,
    FRAMEWORK,
    JUMP,
    POSITIVE_SIDE,
    UTILITY,
    a_c,
    alpha,
    epsilon,
    i,
    j,
    k,
    kappa,
    l,
    r,
    sigma_c,
    t,
    x,
    y,
)

neuron_degree = Claim(
    "alternating-flows/neuron-degree",
    title="With activations of degree kappa - 1 the network has degree kappa in its weights",
    statement=Identity(
        total((alpha * a_c[i]) * (alpha ** (kappa - 1) * sigma_c[i]), i), alpha**kappa * total(a_c[i] * sigma_c[i], i)
    ),
    source=FRAMEWORK,
    note=r"$f(x; \alpha \Theta) = \sum_i (\alpha a_i)\, \sigma(\alpha w_i^\top x)$, where $sigma(alpha z_i) = "
    r"alpha^(kappa-1) sigma(z_i)$, $alpha > 0$; any such $sigma$.",
)

any_factor, z = real("alpha z")

negative_factor = Claim(
    "alternating-flows/homogeneous-for-negative-factors",
    title="The absolute value is homogeneous of degree one for factors of either sign",
    statement=Identity(sp.Abs(any_factor * z), any_factor * sp.Abs(z)),
    expected="REFUTED",
    note="This is why the slide's $sigma(alpha z) = alpha^(kappa-1) sigma(z)$ is meant for $alpha > 0$, as is usual: "
    "$|z|$ and the ReLU need it. This is not an erratum.",
)

f_0 = real("f")

vanishing_limit = Claim(
    "alternating-flows/residual-in-the-limit",
    title="With vanishing weights the residual tends to the label",
    statement=Limit(y - epsilon**kappa * f_0, epsilon, sp.Integer(0), y),
    source=FRAMEWORK,
    uses=[neuron_degree],
    note=r"Weights $epsilon Theta$: $f(x; \epsilon \Theta) = \epsilon^\kappa f(x; \Theta)$.",
)

a, w = families("a w", t)
network_residual = y - total(a[j] * sigma_c[j], j)
output_flow = GradientFlow(network_residual**2 / 2, (a,), t)

through_residual = Claim(
    "alternating-flows/interaction-through-residual",
    title="An output weight moves by its own activation times the residual",
    statement=Rate(a[i], network_residual * sigma_c[i], output_flow),
    source=FRAMEWORK,
    note=f"Any activations $sigma_i = sigma(w_i^T x)$: the other neurons enter through the residual alone. {AT_SAMPLE}",
)

linear_residual = y - total(a[j] * total(w[j, l] * x[l], l), j)
linear_flow = GradientFlow(linear_residual**2 / 2, (a, w), t)

through_residual_inner = Claim(
    "alternating-flows/interaction-through-residual-inner",
    title="An input weight moves by its own output weight times the residual",
    statement=Rate(w[i, k], linear_residual * a[i] * x[k], linear_flow),
    source=FRAMEWORK,
    note=f"Linear neurons, $kappa = 2$. {AT_SAMPLE}",
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
FIXED = f"The residual $r$ is held fixed, so that the loss is $-U$. {AT_SAMPLE} {POSITIVE_SIDE}"

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
        "$theta_i/|theta_i|$ (probably a bar over $theta$ that extraction lost), or the norm counts twice.",
        "None: the utility is defined with the unit vector.",
        printed=r"f(x; \Theta) = \sum_{i=1}^{H} \|\theta_i\|^{\kappa} f_i \left(x; \Theta\right)",
        mark=r"f_i \left(x; \Theta\right)",
        right=r"f(x; \Theta) = \sum_{i=1}^{H} \|\theta_i\|^{\kappa} f_i \left(x; \frac{\theta_i}{\|\theta_i\|}\right)",
        damage="A bar or a hat over the argument of $f_i$ may have been lost in extraction.",
    ),
    note=r"One summand of $f = \sum_i |\theta_i|^\kappa f_i(x; \cdot)$; the printed capital $Theta$ is read as "
    r"$theta_i$. " + POSITIVE_SIDE,
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
    note=f"Euler's theorem: $theta . grad U = kappa U$. {FIXED}",
)

norm_rate = Claim(
    "alternating-flows/norm-rate",
    title="The norm of a dormant neuron grows at the rate kappa |theta|^(kappa - 1) times its normalized utility",
    statement=Rate(norm, kappa * norm ** (kappa - 1) * normalized, dormant),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[euler, normalized_degree],
    note=FIXED,
    steps=[
        Step(r"$d|\theta|/dt = \theta \cdot \nabla U(\theta) / |\theta|$", "the flow ascends the utility"),
        Step("= kappa U(theta) / |theta|", "Euler's theorem"),
        Step("= kappa |theta|^(kappa-1) U(theta/|theta|)", "U has degree kappa"),
    ],
)

direction_rate = Claim(
    "alternating-flows/direction-rate",
    title="The direction of a dormant neuron follows the projected gradient of the utility, times |theta|^(kappa - 2)",
    statement=Rate(b / norm, norm ** (kappa - 2) * (unit_slope_a - b / norm * along), dormant),
    hypotheses=ACTIVE_SIDE,
    source=UTILITY,
    uses=[euler],
    note="The entry of the output weight. The gradient is that of $U$ at the unit vector, and $P = I - theta theta^T "
    f"/ |theta|^2$. {FIXED}",
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
    note="The normalized utility is a function of degree zero, whose gradient at $theta$ is $1/|theta|$ times its "
    "gradient at the unit vector; the printed power $kappa - 2$ is for the latter. A convention that the slide leaves "
    "unsaid; this is not an erratum.",
)

literal_direction_power = Claim(
    "alternating-flows/direction-rate-degree-zero",
    title="With the gradient of the normalized utility at theta itself the power is kappa - 1",
    statement=Rate(b / norm, norm ** (kappa - 1) * literal_slope, dormant),
    hypotheses=ACTIVE_SIDE,
    uses=[direction_rate],
    note=f"The same rate as with $kappa - 2$ and the gradient at the unit vector. {FIXED}",
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
    note="It has degree zero, so that the projection $P$ changes nothing when this gradient is meant.",
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
    note="$|P g|^2 = |g|^2 - (theta . g)^2/|theta|^2$ is not negative: dormant neurons maximise utility. The "
    "residual $r$ is held fixed, so that the loss is $-U$. At one sample, and it does not carry over to several by "
    "averaging: the rate is quadratic in the gradient, and with several samples $g$ is the gradient of the mean "
    f"utility, so that $|P g|^2$ is not the mean of its values at each. {POSITIVE_SIDE}",
)

log_norm_rate = Claim(
    "alternating-flows/log-norm-rate",
    title="The logarithm of the norm grows with the same power of the norm with which the direction moves",
    statement=Rate(sp.log(norm), kappa * norm ** (kappa - 2) * normalized, dormant),
    hypotheses=ACTIVE_SIDE,
    source=JUMP,
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
