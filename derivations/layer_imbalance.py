r"""Layer imbalance: when one layer is heavier than the other.

Position paper, section 6 and appendix G: the lambda-balanced condition (14), Definition G.1, Theorem G.2 with (69) and
(70), the kernel distance, funnel and anti-funnel networks.

The network is ``f(x) = x^T W_1 W_2`` with ``W_1`` of d x p and ``W_2`` of p x c, under *half* the mean square error, so
that ``lambda = W_2 W_2^T - W_1^T W_1`` is positive where the *later* layer is heavier: the paper's upstream
initialisation (its section 6.2: "heavier later layers"), and delta > 0 on the slides.

In the singular bases each mode has one entry w_1 of the first layer and one entry w_2 of the second, and follows the
gradient flow of ``(w_1 w_2 - rho)^2 / 2`` (linear-networks).  Its singular value ``s = w_1 w_2`` obeys

    ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s),    lambda = w_2^2 - w_1^2,

whose solution the paper leaves to a reference.  The usual way to it, ``s = (lambda/2) sinh x``, divides by lambda.  The
one below does not: with ``Sigma = (w_1(0)^2 + w_2(0)^2)/2 = sqrt(lambda^2 + 4 s(0)^2)/2`` and
``R = sqrt(lambda^2 + 4 rho^2)/2`` the transition function of (69) is

    gamma = 1 - 4 R^2 e / (N D),    e = exp(-2 R t),
    N = (Sigma - s(0) + rho + R) (1 - e) + 2 R e,    D = (Sigma + s(0) - rho + R) (1 - e) + 2 R e,

for lambda of either sign and for lambda = 0.  (69) and (70) were recalled, not read: nothing is held against them.
"""

from __future__ import annotations

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.flows import GradientFlow
from .kernel.matrices import (
    Diagonal,
    Equal,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    group,
    half_mean_square,
    identity,
    matrix,
    random_vector,
    trace,
    written,
    zero,
)
from .kernel.misprints import Misprint
from .kernel.sources import position_paper
from .kernel.statements import Asymptotic, Chain, Conserved, Identity, Inequality, Limit, Link, Rate, Solution
from .kernel.statements.matrices import MatrixConserved, MatrixIdentity
from .kernel.symbols import families, index, natural, positive, real, time, total, trajectories
from .linear_networks import conservation, mode_first, mode_second

t = time()
NOTES = "from public notes"
RECALLED = "recalled"
AGAIN = "re-derived"

# -- The condition (14), for every size ------------------------------------------------------------------------------

d, p, c = natural("d p c")
W1, W2, v = matrix("W_1", d, p), matrix("W_2", p, c), matrix("v", p, 1)
x, y = random_vector("x", d), random_vector("y", c)
lam, kappa = real("lambda kappa")
flow = MatrixFlow(half_mean_square(x.T * W1 * W2, y.T), (W1, W2))
BALANCED = Equal(W2 * W2.T, W1.T * W1 + lam * identity(p))

stays_balanced = Claim(
    "layer-imbalance/condition-is-kept",
    title="Layers that are lambda-balanced stay so",
    statement=MatrixConserved(written(W2 * W2.T, -W1.T * W1), flow),
    source=[
        position_paper("14", NOTES),
        position_paper("Definition G.1", NOTES),
        position_paper("Section G.1", None),
    ],
    uses=[conservation],
    note="For every size, every data and every initial value of the left side of (14), lambda I among them.",
)

norms_differ = Claim(
    "layer-imbalance/norms-differ",
    title="The squared norms of lambda-balanced layers differ by lambda times the width",
    statement=MatrixIdentity(trace(W2 * W2.T) - trace(W1.T * W1), lam * p),
    hypotheses=[BALANCED],
    source=[position_paper("Section G.1", None)],
    note="'The relative scale across layers': lambda > 0 where the later layer is heavier.",
)

no_downstream = Claim(
    "layer-imbalance/output-too-narrow",
    title="A direction of the hidden layer that the second layer does not read has squared length -lambda in the first",
    statement=MatrixIdentity((W1 * v).T * (W1 * v), -lam * v.T * v),
    hypotheses=[BALANCED, Equal(v.T * W2, zero(1, c))],
    source=[position_paper("14", NOTES)],
    note="The left side is not negative, so that lambda <= 0 as soon as such a direction exists, as it does for p > c. "
    "lambda > 0 needs p <= c: every direction of the hidden layer must reach the output.",
)

no_upstream = Claim(
    "layer-imbalance/input-too-narrow",
    title="A direction of the hidden layer that the first layer does not reach has squared length lambda in the second",
    statement=MatrixIdentity((W2.T * v).T * (W2.T * v), lam * v.T * v),
    hypotheses=[BALANCED, Equal(W1 * v, zero(d, 1))],
    source=[position_paper("14", NOTES)],
    note="So lambda < 0 needs p <= d. A hidden layer wider than input and output can only be zero-balanced: the "
    "condition is itself one on the width.",
)

Q, Qd = matrix("Q", p, c), matrix("Q", p, d)

upstream_exists = Claim(
    "layer-imbalance/upstream-exists",
    title="With a hidden layer no wider than the output there are lambda-balanced layers for every lambda >= 0",
    statement=MatrixIdentity(written((kappa * Q) * (kappa * Q).T, -zero(p, d) * zero(d, p)), kappa**2 * identity(p)),
    hypotheses=[SemiOrthogonal(Q)],
    source=[position_paper("Definition G.1", NOTES)],
    note="W_1 = 0 and W_2 = kappa Q with p orthonormal rows, which need p <= c; lambda = kappa^2.",
)

downstream_exists = Claim(
    "layer-imbalance/downstream-exists",
    title="With a hidden layer no wider than the input there are lambda-balanced layers for every lambda <= 0",
    statement=MatrixIdentity(
        written(zero(p, c) * zero(c, p), -(kappa * Qd.T).T * (kappa * Qd.T)), -(kappa**2) * identity(p)
    ),
    hypotheses=[SemiOrthogonal(Qd)],
    source=[position_paper("Definition G.1", NOTES)],
    note="W_2 = 0 and W_1 = kappa Q^T, which need p <= d; lambda = -kappa^2.",
)

same_kernel = Claim(
    "layer-imbalance/zero-balanced-kernels",
    title="Zero-balanced layers see the same directions of the hidden layer",
    statement=MatrixIdentity((W1 * v).T * (W1 * v), (W2.T * v).T * (W2.T * v)),
    hypotheses=[Equal(W2 * W2.T, W1.T * W1)],
    source=[position_paper("Definition G.1", NOTES)],
    note="W_1 v = 0 just where W_2^T v = 0: zero-balanced layers have the same rank.",
)

# -- The scalar case: relative and absolute scale (G.1) --------------------------------------------------------------

w1, w2 = trajectories("w_1 w_2")
rho = positive("rho")
s, s_0 = real("s"), real("s_0")
mode_flow = GradientFlow((w1 * w2 - rho) ** 2 / 2, (w1, w2), t)

size = positive("s")
spread = sp.sqrt(lam**2 + 4 * size**2)
light, heavy = sp.sqrt((spread - lam) / 2), sp.sqrt((spread + lam) / 2)
spread_name = positive("r")

relative_scale = Claim(
    "layer-imbalance/relative-scale",
    title="Every relative scale goes with every absolute scale: the imbalance",
    statement=Identity(heavy**2 - light**2, lam + (heavy * light) ** 2 - size**2),
    source=[position_paper("Section G.1", None)],
    note="w_1 = sqrt((r - lambda)/2) and w_2 = sqrt((r + lambda)/2) with r = sqrt(lambda^2 + 4 s^2) have "
    "w_2^2 - w_1^2 = lambda for any s > 0; the next claim gives their product.",
    where={spread_name: spread},
)

absolute_scale = Claim(
    "layer-imbalance/absolute-scale",
    title="Every relative scale goes with every absolute scale: the product",
    statement=Identity((heavy * light) ** 2, size**2),
    source=[position_paper("Section G.1", None)],
    note="Both factors are positive, so that w_1 w_2 = s: 'the absolute scale is clearly decoupled from the relative'.",
    where={spread_name: spread},
)

# -- The flow of one mode (Theorem G.2) ------------------------------------------------------------------------------

MODE = "w_1 and w_2 are the entries of the two layers in one mode."

imbalance = Claim(
    "layer-imbalance/imbalance-of-a-mode",
    title="The imbalance of a mode is conserved",
    statement=Conserved(w2**2 - w1**2, mode_flow),
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[stays_balanced],
    note=MODE,
)

product_rate = Claim(
    "layer-imbalance/product-rate",
    title="A singular value moves by the sum of both squared entries",
    statement=Rate(w1 * w2, (w1**2 + w2**2) * (rho - w1 * w2), mode_flow),
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[mode_first, mode_second],
    note=MODE,
)

sum_of_squares = Claim(
    "layer-imbalance/sum-of-squares",
    title="The sum of squares follows from the imbalance and the product",
    statement=Identity(w1**2 + w2**2, sp.sqrt((w2**2 - w1**2) ** 2 + 4 * (w1 * w2) ** 2)),
    source=[position_paper("Theorem G.2", RECALLED)],
    note=MODE,
)

singular_value_rate = Claim(
    "layer-imbalance/singular-value-rate",
    title="A singular value obeys a closed equation, with the imbalance as its parameter",
    statement=Rate(w1 * w2, sp.sqrt((w2**2 - w1**2) ** 2 + 4 * (w1 * w2) ** 2) * (rho - w1 * w2), mode_flow),
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[imbalance, product_rate, sum_of_squares],
    note="ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s).",
)

# The usual way: s = (lambda/2) sinh x, y = e^x = (w_1 + w_2)/(w_2 - w_1).

l_plus, x_ = positive("lambda"), real("x")

sinh_weight = Claim(
    "layer-imbalance/hyperbolic-weight",
    title="With s = (lambda/2) sinh x the root is lambda cosh x",
    statement=Identity((l_plus * sp.cosh(x_)) ** 2, l_plus**2 + 4 * (l_plus * sp.sinh(x_) / 2) ** 2),
    source=[position_paper("Theorem G.2", RECALLED)],
    note="So that (lambda/2) cosh x dx/dt = lambda cosh x (rho - s), dx/dt = 2 rho - lambda sinh x.",
)

ratio = (w1 + w2) / (w2 - w1)
moving = w2**2 - w1**2
unequal = [sp.Ne(w1, w2)]

riccati = Claim(
    "layer-imbalance/riccati",
    title="The exponential of x obeys a Riccati equation with constant coefficients",
    statement=Rate(ratio, 2 * rho * ratio - moving / 2 * (ratio**2 - 1), mode_flow),
    hypotheses=unequal,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[sinh_weight, imbalance],
    note="y = e^x = (w_1 + w_2)/(w_2 - w_1): dy/dt = 2 rho y - (lambda/2)(y^2 - 1). It has no meaning at lambda = 0.",
)

y_ = real("y")
gap = sp.sqrt(4 * rho**2 + lam**2)

roots = Claim(
    "layer-imbalance/riccati-roots",
    title="The rest points of the Riccati equation",
    statement=Identity(
        lam / 2 * (y_**2 - 1) - 2 * rho * y_,
        lam / 2 * (y_ - (2 * rho + gap) / lam) * (y_ - (2 * rho - gap) / lam),
    ),
    hypotheses=[sp.Ne(lam, 0)],
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[riccati],
    note="(2 rho +- sqrt(4 rho^2 + lambda^2))/lambda; the first runs off to infinity as lambda -> 0.",
)

regular_clock = Claim(
    "layer-imbalance/regular-clock",
    title="The squared sum of both entries is a clock that needs no imbalance",
    statement=Rate((w1 + w2) ** 2, 2 * (rho - w1 * w2) * (w1 + w2) ** 2, mode_flow),
    uses=[product_rate],
    note="y = (w_1 + w_2)^2 / lambda: dividing it by its initial value takes lambda out. The scalar network of "
    "lazy-rich at width one.",
)

p_0 = real("p_0")  # an initial entry of the first layer


def numerator(weight: sp.Expr, start: sp.Expr, root: sp.Expr, decay: sp.Expr) -> sp.Expr:
    """N, with `weight` for Sigma, `start` for s(0) and `root` for R."""
    first = weight - start + rho + root
    return first + (2 * root - first) * decay


def denominator(weight: sp.Expr, start: sp.Expr, root: sp.Expr, decay: sp.Expr) -> sp.Expr:
    """D."""
    first = weight + start - rho + root
    return first + (2 * root - first) * decay


# Every start but w_1 = -w_2, where the target is never reached: Sigma >= s(0) > -Sigma.

Sigma = real("Sigma")
starts = [Sigma >= s_0, -Sigma < s_0]
closed_starts = [Sigma >= s_0, -Sigma <= s_0]
decay_name, root_name, weight_name = positive("e R Sigma")
R = sp.sqrt(Sigma**2 - s_0**2 + rho**2)
decay = sp.exp(-2 * R * t)
N, D = numerator(Sigma, s_0, R, decay), denominator(Sigma, s_0, R, decay)
transition = 1 - 4 * R**2 * decay / (N * D)
value = s_0 + transition * (rho - s_0)
names = {decay_name: decay, root_name: R}
IN_SIGMA = (
    "Sigma = sqrt(lambda^2 + 4 s(0)^2)/2, so that lambda^2 = 4 (Sigma^2 - s(0)^2); the one start excluded, "
    "s(0) = -Sigma, is w_1 = -w_2."
)

u_0 = positive("u_0")  # w_1(0) + w_2(0); a start with a negative sum is the mirror image
other = lam / u_0  # w_2(0) - w_1(0)
root = sp.sqrt(lam**2 + 4 * rho**2) / 2
fading = sp.exp(-2 * root * t)
above, below = other**2 / 2 + rho + root, u_0**2 / 2 - rho + root
clock = (above + (2 * root - above) * fading) / (below + (2 * root - below) * fading)
grown, shrunk = u_0 / 2 * sp.sqrt(clock), other / 2 / sp.sqrt(clock)
clock_name = positive("Gamma")

layers_solution = Claim(
    "layer-imbalance/layers-of-a-mode",
    title="Both entries of a mode in closed form, for every imbalance: positive, negative or zero",
    statement=Solution(
        mode_flow,
        of=(w1, w2),
        equals=(grown - shrunk, grown + shrunk),
        initially=((u_0 - other) / 2, (u_0 + other) / 2),
    ),
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[regular_clock, imbalance],
    note="lambda = w_2(0)^2 - w_1(0)^2 is any real number and u_0 = w_1(0) + w_2(0) > 0, so that s(0) may have "
    "either sign. Sigma - s(0) = (lambda/u_0)^2/2 and Sigma + s(0) = u_0^2/2.",
    where={clock_name: clock, decay_name: fading, root_name: root},
)

clock_terms = Claim(
    "layer-imbalance/clock-is-positive",
    title="Numerator and denominator of the clock are positive: the numerator",
    statement=Inequality(N, ">", 0),
    hypotheses=starts,
    uses=[layers_solution],
    note="N = (Sigma - s(0) + rho + R)(1 - e) + 2 R e.",
    where=names,
)

clock_terms_below = Claim(
    "layer-imbalance/clock-is-finite",
    title="Numerator and denominator of the clock are positive: the denominator",
    statement=Inequality(D, ">", 0),
    hypotheses=starts,
    uses=[layers_solution],
    note="D = (Sigma + s(0) - rho + R)(1 - e) + 2 R e.",
    where=names,
)

singular_value = Claim(
    "layer-imbalance/singular-value",
    title="The product of the entries is the start plus the transition function times the way to the target",
    statement=Identity(((Sigma + s_0) * N / D - (Sigma - s_0) * D / N) / 2, value),
    hypotheses=starts,
    source=[position_paper("69", RECALLED)],
    uses=[layers_solution],
    note=f"{IN_SIGMA} The left side is w_1 w_2 of the closed form, as in lazy-rich/theta-by-clock.",
    where=names,
)

weight = (Sigma + s_0) * N / D + (Sigma - s_0) * D / N

weight_by_value = Claim(
    "layer-imbalance/weight-by-singular-value",
    title="The sum of squared entries along the solution",
    statement=Identity(weight**2, 4 * (Sigma**2 - s_0**2) + 4 * value**2),
    hypotheses=starts,
    source=[position_paper("69", RECALLED)],
    uses=[singular_value, sum_of_squares],
    note="w_1^2 + w_2^2 = (Sigma + s(0)) Gamma + (Sigma - s(0))/Gamma with Gamma = N/D; its square is "
    "lambda^2 + 4 s^2.",
    where=names,
)

solves = Claim(
    "layer-imbalance/transition-rate",
    title="The transition function obeys the equation of the singular value",
    statement=Identity(sp.diff(transition, t), weight * (1 - transition)),
    hypotheses=starts,
    source=[position_paper("69", RECALLED)],
    uses=[singular_value, weight_by_value],
    note="Times rho - s(0): ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s).",
    steps=[
        Step("ds/dt = (w_1^2 + w_2^2)(rho - s)", "product rule"),
        Step("(w_1^2 + w_2^2)^2 = lambda^2 + 4 s^2", "lambda = w_2^2 - w_1^2 is conserved"),
        Step("d/dt (w_1 + w_2)^2 = 2 (rho - s)(w_1 + w_2)^2", "the clock Gamma = (w_1 + w_2)^2/(w_1(0) + w_2(0))^2"),
        Step("2 s = (Sigma + s(0)) Gamma - (Sigma - s(0))/Gamma", "(w_1 + w_2)^2 - (w_2 - w_1)^2 = 4 w_1 w_2"),
        Step("dGamma/dt = -((Sigma + s(0)) Gamma^2 - 2 rho Gamma - (Sigma - s(0)))", "a Riccati equation, regular"),
        Step("Gamma = N/D, rho - s = (rho - s(0)) 4 R^2 e/(N D)", "its solution, and dGamma/dt = 2 (rho - s) Gamma"),
    ],
    where=names,
)

starts_at_zero = Claim(
    "layer-imbalance/transition-starts-at-zero",
    title="The transition function starts at zero",
    statement=Limit(transition, t, sp.Integer(0), sp.Integer(0)),
    hypotheses=starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    where=names,
)

ends_at_one = Claim(
    "layer-imbalance/transition-ends-at-one",
    title="The transition function ends at one",
    statement=Limit(transition, t, sp.oo, sp.Integer(1)),
    hypotheses=starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    note="So that s -> rho from every start but w_1 = -w_2.",
    where=names,
)

top, bottom = positive("N D")

weight_is_positive = Claim(
    "layer-imbalance/transition-weight-is-positive",
    title="The transition function increases: the weight is positive",
    statement=Inequality((Sigma + s_0) * top / bottom + (Sigma - s_0) * bottom / top, ">", 0),
    hypotheses=starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves, clock_terms, clock_terms_below],
    note="Its rate is this weight times 1 - gamma; N and D stand for the positive terms of the clock.",
)

way_to_go = Claim(
    "layer-imbalance/transition-stays-below-one",
    title="The transition function increases: it stays below one",
    statement=Inequality(4 * (Sigma**2 - s_0**2 + rho**2) * decay / (top * bottom), ">", 0),
    hypotheses=closed_starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves, clock_terms, clock_terms_below],
    note="1 - gamma = 4 R^2 e/(N D). With the claim before: monotone from 0 to 1, also where s(0) > rho and the "
    "singular value itself decreases.",
    where={root_name: R},
)

stuck = Claim(
    "layer-imbalance/transition-from-the-origin",
    title="Zero-balanced layers that start at zero never move",
    statement=Solution(mode_flow, of=(w1, w2), equals=(sp.Integer(0), sp.Integer(0)), initially=(0, 0)),
    source=[position_paper("Theorem G.2", RECALLED)],
    note="For lambda = 0 the theorem needs s_i(0) > 0, as the quotient rho_i/s_i(0) in (70) supposes: from s_i(0) = 0 "
    "gamma stays 0. For lambda other than zero s_i(0) = 0 is no exception: one entry is there already.",
)

at_target = Claim(
    "layer-imbalance/transition-at-the-target",
    title="A mode that starts at its target stays there, whatever the transition function",
    statement=Solution(mode_flow, of=(w1, w2), equals=(p_0, rho / p_0), initially=(p_0, rho / p_0)),
    hypotheses=[sp.Ne(p_0, 0)],
    source=[position_paper("69", RECALLED)],
    note="(69) does not determine gamma where s(0) = rho.",
)

# -- The limits (70) -------------------------------------------------------------------------------------------------

s_plus, tau = positive("s_0 tau")
weight_l, root_l = sp.sqrt(lam**2 + 4 * s_plus**2) / 2, sp.sqrt(lam**2 + 4 * rho**2) / 2


def transition_at(clock: sp.Expr) -> sp.Expr:
    """The transition function in lambda and s(0) > 0, at a time."""
    e = sp.exp(-2 * root_l * clock)
    return 1 - 4 * root_l**2 * e / (numerator(weight_l, s_plus, root_l, e) * denominator(weight_l, s_plus, root_l, e))


names_l = {root_name: root_l, weight_name: weight_l}
sigmoid = (sp.exp(2 * rho * t) - 1) / (sp.exp(2 * rho * t) - 1 + rho / s_plus)

balanced_limit = Claim(
    "layer-imbalance/balanced-limit",
    title="As the imbalance vanishes the transition is sigmoidal",
    statement=Limit(transition_at(t), lam, sp.Integer(0), sigmoid),
    source=[position_paper("70", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    note="Pointwise, at each t. From below in the next claim.",
    where=names_l,
)

balanced_limit_below = Claim(
    "layer-imbalance/balanced-limit-from-below",
    title="As the imbalance vanishes from below the transition is sigmoidal",
    statement=Limit(transition_at(t), lam, sp.Integer(0), sigmoid, "-"),
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    where=names_l,
)

balanced = mode_flow.on(w1 - w2)

balanced_solution = Claim(
    "layer-imbalance/balanced-solution",
    title="At zero imbalance the transition is sigmoidal",
    statement=Solution(balanced, of=w1 * w2, equals=s_plus + sigmoid * (rho - s_plus), initially=s_plus),
    source=[position_paper("69", RECALLED), position_paper("70", RECALLED)],
    uses=[product_rate],
    note="lambda = 0 itself, not a limit: (69) with the first line of (70) is (3.15) written differently.",
)

exponential_limit = Claim(
    "layer-imbalance/imbalanced-limit",
    title="As the later layer outweighs the earlier the transition is exponential, in time scaled by the imbalance",
    statement=Limit(transition_at(tau / lam), lam, sp.oo, 1 - sp.exp(-tau)),
    source=[position_paper("70", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[solves],
    note="tau = |lambda| t is held fixed: the reading in which the second line of (70) has content.",
    where=names_l,
)

exponential_limit_below = Claim(
    "layer-imbalance/imbalanced-limit-downstream",
    title="As the earlier layer outweighs the later the transition is exponential just so",
    statement=Limit(transition_at(-tau / lam), lam, -sp.oo, 1 - sp.exp(-tau)),
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    where=names_l,
)

L = positive("lambda")  # an imbalance towards the later layer
transition_up = transition_at(tau / lam).subs(lam, L)

exponential_order = Claim(
    "layer-imbalance/imbalanced-order",
    title="The transition differs from the exponential by the reciprocal of the imbalance",
    statement=Asymptotic(transition_up, 1 - sp.exp(-tau), 1 / L, L, sp.oo),
    source=[position_paper("70", RECALLED)],
    uses=[exponential_limit],
)

printed_difference = Claim(
    "layer-imbalance/imbalanced-difference",
    title="At a fixed time the two sides of the exponential line differ by less and less",
    statement=Limit(transition_at(t).subs(lam, L) - (1 - sp.exp(-L * t)), L, sp.oo, sp.Integer(0)),
    hypotheses=[t > 0],
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    note="'Converges pointwise' read literally: true, and empty, since both sides tend to one (next claim).",
)

fixed_time = Claim(
    "layer-imbalance/imbalanced-fixed-time",
    title="At a fixed time a heavily imbalanced mode is learned already",
    statement=Limit(transition_at(t), lam, sp.oo, sp.Integer(1)),
    hypotheses=[t > 0],
    source=[position_paper("70", RECALLED)],
    uses=[solves],
    note="A pointwise limit cannot depend on lambda; this is what it is.",
    where=names_l,
)

fraction = 1 / (1 + rho / s_plus / (sp.exp(2 * rho * t) - 1))
lead = 2 * rho * t * sp.exp(2 * rho * t) - sp.exp(2 * rho * t) + 1

salience_rate = Claim(
    "layer-imbalance/salience-rate",
    title="How the transition at zero imbalance grows with the salience of the mode",
    statement=Identity(sp.diff(fraction, rho), s_plus * lead / (s_plus * (sp.exp(2 * rho * t) - 1) + rho) ** 2),
    hypotheses=[t > 0],
    source=[position_paper("Section G.1", None)],
    uses=[balanced_limit],
    note="The first line of (70), divided through; s(0) and t are held fixed.",
)

phase = positive("x")

salient_first = Claim(
    "layer-imbalance/salient-first",
    title="At zero imbalance a more salient mode is always further on its way",
    statement=Inequality(phase * sp.exp(phase) - sp.exp(phase) + 1, ">", 0),
    source=[position_paper("Section G.1", None)],
    uses=[salience_rate],
    note="With x = 2 rho t. In the second line of (70) rho does not occur: imbalanced layers learn all modes at one "
    "pace.",
)

# -- The heavier layer (section 6) -----------------------------------------------------------------------------------

lighter_moves = Claim(
    "layer-imbalance/heavier-layer-moves-less",
    title="The heavier entry moves at a speed proportional to the lighter one",
    statement=Rate(w2, w1 * (rho - w1 * w2), mode_flow),
    source=[position_paper("Section 6", None)],
    note="'The heavier layer receives negligible gradients': dw_1/dt is w_2 times the same error, so that the "
    "two speeds are in the inverse ratio of the entries.",
)

h = positive("h")  # the heavier entry at the start, the lighter one being zero
heavy_end = sp.sqrt((h**2 + sp.sqrt(h**4 + 4 * rho**2)) / 2)

final_entries = Claim(
    "layer-imbalance/final-entries",
    title="Where the heavier entry ends: its imbalance is the initial one and the product is the target",
    statement=Identity(heavy_end**2 - (rho / heavy_end) ** 2, h**2),
    source=[position_paper("Section 6", None)],
    uses=[imbalance, ends_at_one],
    note="From w_1 = 0 and w_2 = h: w_2(oo)^2 - w_1(oo)^2 = h^2 with w_1(oo) = rho/w_2(oo).",
)

heavy_order = Claim(
    "layer-imbalance/heavier-layer-stays",
    title="The heavier entry moves by a term of third order in its reciprocal",
    statement=Limit((heavy_end - h) * h**3, h, sp.oo, rho**2 / 2),
    source=[position_paper("Section 6", None)],
    uses=[final_entries],
    note="'Remaining nearly fixed.'",
)

light_order = Claim(
    "layer-imbalance/lighter-layer-learns",
    title="The lighter entry learns the target divided by the heavier entry",
    statement=Asymptotic(rho / heavy_end, rho / h, h**-5, h, sp.oo),
    source=[position_paper("Section 6.1", None)],
    uses=[final_entries],
    note="'Only the lighter layer is trained.'",
)

lighter = trajectories("w_1")
frozen = GradientFlow((lighter * h - rho) ** 2 / 2, (lighter,), t)

lighter_alone = Claim(
    "layer-imbalance/lighter-layer-alone",
    title="With the heavier entry held fixed the dynamics is linear",
    statement=Solution(
        frozen,
        of=(lighter,),
        equals=(rho / h + (p_0 - rho / h) * sp.exp(-(h**2) * t),),
        initially=(p_0,),
    ),
    source=[position_paper("Section 6.1", None), position_paper("Section 6.2", None)],
    note="lambda is h^2 to leading order: the rate |lambda| of (70).",
)

nearly_linear = Claim(
    "layer-imbalance/nearly-linear",
    title="On the way to the target the speed is that of a linear model up to second order in its reciprocal",
    statement=Chain(
        L**2,
        (
            Link("<=", L**2 + 4 * size**2, "a square is not negative"),
            Link("<=", L**2 + 4 * rho**2, "s has not passed the target"),
            Link("<", (L + 2 * rho**2 / L) ** 2, "complete the square"),
        ),
    ),
    hypotheses=[size <= rho],
    source=[position_paper("Section 6.1", None), position_paper("Section G.1", None)],
    uses=[singular_value_rate],
    note="Squared: ds/dt = r (rho - s) with lambda <= r < lambda + 2 rho^2/lambda. A larger lambda resembles a linear "
    "model.",
)

# -- At zero imbalance, every scale (G.2) ----------------------------------------------------------------------------

bend = 2 * (rho - 2 * w1**2) * 2 * w1**2 * (rho - w1**2)

inflection = Claim(
    "layer-imbalance/sigmoid-bends-at-half",
    title="At zero imbalance the curve of a singular value bends at half of its target",
    statement=Rate(2 * w1**2 * (rho - w1**2), bend, balanced),
    source=[position_paper("Section G.2", None)],
    uses=[balanced_solution],
    note="The second derivative of s = w_1^2 is 2 (rho - 2 s) ds/dt.",
)

concave_from_half = Claim(
    "layer-imbalance/large-scale-is-concave",
    title="From half of the target on there is no sigmoid left: the approach is concave",
    statement=Inequality(2 * (rho - 2 * size) * 2 * size * (rho - size), "<=", 0),
    hypotheses=[2 * size >= rho, size <= rho],
    source=[position_paper("Section G.2", None)],
    uses=[inflection],
    note="'From sigmoidal to exponential as the scale increases', at lambda = 0.",
)

# -- The kernel distance (G.2) ---------------------------------------------------------------------------------------

z = real("x")  # an input, and a second one
z_prime = real("x'")
u1, u2 = real("w_1 w_2")
output = z * u1 * u2
output_prime = z_prime * u1 * u2

scalar_kernel = Claim(
    "layer-imbalance/scalar-kernel",
    title="The tangent kernel of the scalar network is the sum of squares",
    statement=Identity(
        sp.diff(output, u1) * sp.diff(output_prime, u1) + sp.diff(output, u2) * sp.diff(output_prime, u2),
        z * z_prime * (u1**2 + u2**2),
    ),
    source=[position_paper("Section G.2", None)],
    note="Along the flow u_1^2 + u_2^2 = sqrt(lambda^2 + 4 s^2): the rate at which the singular value moves.",
)

n = natural("n")
i, j = index("i", n), index("j", n)
K, M = families("K M")  # the entries of two kernels

lagrange = Claim(
    "layer-imbalance/kernel-distance-range",
    title="What the product of norms exceeds the squared inner product by is a sum of squares",
    statement=Identity(
        total(K[i] ** 2, i) * total(M[j] ** 2, j) - total(K[i] * M[i], i) * total(K[j] * M[j], j),
        total((K[i] * M[j] - K[j] * M[i]) ** 2, i, j) / 2,
    ),
    source=[position_paper("Section G.2", AGAIN)],
    note="So the kernel distance 1 - <K_0, K_t>/(|K_0| |K_t|) is at least 0, and 0 only for proportional kernels.",
)

F, G = matrix("F", n, p), matrix("G", n, p)

kernels_agree = Claim(
    "layer-imbalance/kernel-distance-below-one",
    title="The inner product of two tangent kernels is a squared norm",
    statement=MatrixIdentity(trace((F * F.T) * (G * G.T)), trace(group(F.T * G).T * group(F.T * G))),
    source=[position_paper("Section G.2", AGAIN)],
    note="K_0 = F F^T and K_t = G G^T, the rows of F and G being gradients at the inputs: the inner product is not "
    "negative, so that the kernel distance is at most 1.",
)

scale = positive("k")


def distance(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Expr:
    """The kernel distance of two kernels with the same eigenvectors, by their eigenvalues."""
    inner = sp.Add(*(a * b for a, b in zip(first, second, strict=True)))
    return 1 - inner / sp.sqrt(sp.Add(*(a**2 for a in first))) / sp.sqrt(sp.Add(*(b**2 for b in second)))


k1, k2, m1, m2 = positive("k_1 k_2 m_1 m_2")

blind_to_scale = Claim(
    "layer-imbalance/kernel-distance-scale",
    title="The kernel distance does not see a common factor",
    statement=Identity(distance((scale * k1, scale * k2), (m1, m2)), distance((k1, k2), (m1, m2))),
    source=[position_paper("Section G.2", AGAIN)],
    note="So for one scalar mode it is always 0, lazy or rich: the scalar case of G.1 cannot show the regimes of "
    "Figure 6; two modes can.",
)

s1, s2, r1, r2 = positive("s_1 s_2 rho_1 rho_2")


def two_modes(first: sp.Expr, second: sp.Expr, imbalance: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The kernel's eigenvalues of two modes with one input and one output each, at a common imbalance."""
    return sp.sqrt(imbalance**2 + 4 * first**2), sp.sqrt(imbalance**2 + 4 * second**2)


lazy_limit = Claim(
    "layer-imbalance/kernel-distance-imbalanced",
    title="As the imbalance grows the kernel of two modes stops moving",
    statement=Limit(distance(two_modes(s1, s2, lam), two_modes(r1, r2, lam)), lam, sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.2", AGAIN), position_paper("Section G.3", None)],
    uses=[scalar_kernel, ends_at_one],
    note="Between the start s and the end rho of training.",
)

lazy_limit_below = Claim(
    "layer-imbalance/kernel-distance-imbalanced-downstream",
    title="As the imbalance grows towards the earlier layer the kernel of two modes stops moving too",
    statement=Limit(distance(two_modes(s1, s2, lam), two_modes(r1, r2, lam)), lam, -sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.3", None)],
    uses=[scalar_kernel, ends_at_one],
    note="'In any direction', for a square network.",
)


def square(first: sp.Expr, second: sp.Expr, imbalance: sp.Expr) -> tuple[sp.Expr, ...]:
    """The kernel's eigenvalues of an aligned square network with two modes: first layer of one, second of another."""
    e1, e2 = two_modes(first, second, imbalance)
    return tuple((a - imbalance) / 2 + (b + imbalance) / 2 for a in (e1, e2) for b in (e1, e2))


square_limit = Claim(
    "layer-imbalance/kernel-distance-square",
    title="As the imbalance grows the kernel of a square network with two modes stops moving",
    statement=Limit(distance(square(s1, s2, lam), square(r1, r2, lam)), lam, sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.2", AGAIN), position_paper("Section 6.1", None)],
    uses=[scalar_kernel, ends_at_one],
    note="The kernel x^T W_1 W_1^T x' I + x^T x' W_2^T W_2 of aligned layers has the eigenvalues w_1^2 + w_2^2, with "
    "w_1 from one mode and w_2 from the same or the other.",
)

rich_at_any_scale = Claim(
    "layer-imbalance/rich-at-any-scale",
    title="At zero imbalance the kernel moves by the same distance from every scale",
    statement=Identity(
        distance(two_modes(scale * s1, scale * s2, sp.Integer(0)), two_modes(r1, r2, sp.Integer(0))),
        distance((s1, s2), (r1, r2)),
    ),
    source=[position_paper("Section G.2", None), position_paper("Section 6.1", None)],
    uses=[blind_to_scale, scalar_kernel],
    note="One minus the cosine of the angle between the initial and the final singular values: rich representations "
    "'at any scale when lambda = 0'.",
)

# -- Aligned layers that are lambda-balanced (Theorem G.2) -----------------------------------------------------------

U, V = matrix("U", c, d), matrix("V", c, c)
A, B = matrix("A", c, c), matrix("B", c, c)
Rs, Rw = matrix("R", c, c), matrix("R", c, p)
DIAGONALS = [Diagonal(A), Diagonal(B), Equal(B * B, A * A + lam * identity(c))]

aligned_start = Claim(
    "layer-imbalance/aligned-start",
    title="Aligned layers whose entries have a common imbalance are lambda-balanced if the width is that of the output",
    statement=MatrixIdentity(
        written(group(Rs.T * B * V) * group(Rs.T * B * V).T, -group(U.T * A * Rs).T * group(U.T * A * Rs)),
        lam * identity(c),
    ),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), Orthogonal(Rs), *DIAGONALS],
    source=[position_paper("Theorem G.2", RECALLED)],
    note="W_1 = U^T A R and W_2 = R^T B V with U of c x d, orthonormal rows, and R orthogonal, p = c <= d.",
)

aligned_wide = Claim(
    "layer-imbalance/aligned-start-wide",
    title="In a wider hidden layer the aligned start is not lambda-balanced",
    statement=MatrixIdentity(
        written(group(Rw.T * B * V) * group(Rw.T * B * V).T, -group(U.T * A * Rw).T * group(U.T * A * Rw)),
        lam * identity(p),
    ),
    hypotheses=[SemiOrthogonal(U), Orthogonal(V), SemiOrthogonal(Rw), *DIAGONALS],
    expected="REFUTED",
    note="With R of c x p, p > c, the imbalance is lambda R^T R, a projection: in this form lambda other than zero "
    "needs p = c. Where p <= d and lambda < 0, the first layer may have p - c further directions of length "
    "sqrt(-lambda), which no gradient reaches. Accuses no line: the paper takes a square network.",
)

aligned_function = Claim(
    "layer-imbalance/aligned-function",
    title="The network is diagonal in the singular bases, with the products of entries as singular values",
    statement=MatrixIdentity(group(U.T * A * Rw) * group(Rw.T * B * V), U.T * group(A * B) * V),
    hypotheses=[SemiOrthogonal(Rw)],
    source=[position_paper("69", RECALLED), position_paper("Theorem G.2", RECALLED)],
    uses=[singular_value],
    note="f = x^T U^T S(t) V with S = A B, at every time: layers that start diagonal stay diagonal (linear-networks).",
)

# -- Funnel networks (G.3) -------------------------------------------------------------------------------------------

# The smallest funnel: d inputs, one hidden neuron w, one output weight a.  The smallest anti-funnel is its mirror.

a_ = trajectories("a")
w = families("w", t)
beta = families("beta")
e, f = index("i", d), index("j", d)
funnel_flow = GradientFlow(total((a_ * w[e] - beta[e]) ** 2, e) / 2, (a_, w), t)

funnel_imbalance = Claim(
    "layer-imbalance/funnel-imbalance",
    title="The imbalance of the smallest funnel network is conserved",
    statement=Conserved(a_**2 - total(w[e] ** 2, e), funnel_flow),
    source=[position_paper("Section G.3", None)],
    uses=[stays_balanced],
    note="f(x) = a w^T x with white inputs learns beta^T x: lambda = a^2 - |w|^2, positive (upstream) where the later "
    "layer is heavier.",
)

unread = matrix("v", d, 1)
target = matrix("beta", d, c)

funnel_obstruction = Claim(
    "layer-imbalance/funnel-must-turn-its-first-layer",
    title="A target outside of the first layer's columns is out of the second layer's reach",
    statement=MatrixIdentity(unread.T * group(written(W1 * W2, -target)), -unread.T * target),
    hypotheses=[Equal(unread.T * W1, zero(1, p))],
    source=[position_paper("Section G.3", None)],
    note="For d > p there is a direction v of the input that the first layer does not read. However W_2 moves, the "
    "error keeps v^T beta: a funnel whose first layer is heavy must turn that layer.",
)

h0, h1 = real("a a'")
g0, g1 = families("w w'")

funnel_inner = Claim(
    "layer-imbalance/funnel-kernel-product",
    title="The inner product of two tangent kernels of the smallest funnel",
    statement=Identity(
        total(
            (h0**2 * sp.KroneckerDelta(e, f) + g0[e] * g0[f]) * (h1**2 * sp.KroneckerDelta(e, f) + g1[e] * g1[f]), e, f
        ),
        d * h0**2 * h1**2
        + h0**2 * total(g1[e] ** 2, e)
        + h1**2 * total(g0[e] ** 2, e)
        + total(g0[e] * g1[e], e) * total(g0[f] * g1[f], f),
    ),
    source=[position_paper("Section G.3", None)],
    note="On white inputs the kernel x^T (a^2 I + w w^T) x' is the matrix a^2 I + w w^T.",
)

b, cosine = positive("b"), real("c")  # |beta|, and the cosine between w(0) and beta
later_end, earlier_end = (lam + sp.sqrt(lam**2 + 4 * b**2)) / 2, (sp.sqrt(lam**2 + 4 * b**2) - lam) / 2
inputs = natural("d")
rest = positive("q")  # the square of the lighter layer at the start


def norm(later: sp.Expr, earlier: sp.Expr) -> sp.Expr:
    """The norm of ``a^2 I + w w^T`` with a^2 = `later` and |w|^2 = `earlier`."""
    return sp.sqrt(inputs * later**2 + 2 * later * earlier + earlier**2)


def moved(later: sp.Expr, earlier: sp.Expr) -> sp.Expr:
    """The kernel distance of the smallest funnel between a start and the end of training."""
    inner = inputs * later * later_end + later * earlier_end + later_end * earlier + earlier * earlier_end * cosine**2
    return 1 - inner / norm(later, earlier) / norm(later_end, earlier_end)


ANGLE = [inputs >= 2, cosine >= -1, cosine <= 1]
FUNNEL = (
    "d inputs, one hidden neuron, one output. Training ends at a w = beta with the initial imbalance: a^2 and |w|^2 "
    "are (sqrt(lambda^2 + 4 |beta|^2) +- lambda)/2. At the start the lighter layer has the square q, and c is the "
    "cosine between w(0) and beta."
)

funnel_end = Claim(
    "layer-imbalance/funnel-end",
    title="Where the smallest funnel ends",
    statement=Identity(later_end * earlier_end, b**2 + (later_end - earlier_end - lam) ** 2),
    uses=[funnel_imbalance],
    note="a^2 |w|^2 = |beta|^2 and a^2 - |w|^2 = lambda.",
)

funnel_printed = Claim(
    "layer-imbalance/funnel-downstream-printed",
    title="Funnel networks enter the lazy regime with downstream initialisation, as printed",
    statement=Limit(moved(rest, rest - lam), lam, -sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    erratum=Erratum(
        "slip",
        "The words downstream and upstream are exchanged: by section 6.2 ('upstream - heavier later layers') and (14) "
        "funnel networks are lazy as lambda -> +infinity, upstream, and anti-funnel networks as lambda -> -infinity, "
        "downstream.",
        "None beyond the sentence: the intuition given for it, that the wide input lets a heavy first layer gather "
        "enough gradient to move, is right, and so is 'upstream' in sections 6.2 and 6.3.",
    ),
    note=f"{FUNNEL} The signs of lambda in the sentence were lost in extraction; its two words were not. The slides "
    "say the same of this network: delayed rich for delta << 0, which they call downstream.",
)

funnel_lazy = Claim(
    "layer-imbalance/funnel-upstream",
    title="Funnel networks enter the lazy regime with upstream initialisation",
    statement=Limit(moved(lam + rest, rest), lam, sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_inner, funnel_end],
    corrects=funnel_printed,
    note=FUNNEL,
)

funnel_rich = Claim(
    "layer-imbalance/funnel-downstream",
    title="With downstream initialisation the kernel of a funnel network turns towards the target",
    statement=Limit(moved(rest, rest - lam), lam, -sp.oo, 1 - cosine**2),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_inner, funnel_end, funnel_obstruction],
    note=f"{FUNNEL} 'Significant change in the NTK after training', in the limit opposite to the lazy one.",
)

anti_funnel_lazy = Claim(
    "layer-imbalance/anti-funnel-downstream",
    title="Anti-funnel networks enter the lazy regime with downstream initialisation",
    statement=Limit(moved(lam + rest, rest).subs(lam, -lam), lam, -sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_lazy],
    note="One input, one hidden neuron, d outputs: the kernel is w^2 I + v v^T with lambda = |v|^2 - w^2, the mirror "
    "of the funnel.",
)

NOTATION = {
    "e": r"\mathcal{E}",
}
"""How the sources print these names."""

COVERAGE: dict[str, dict[str, str]] = {}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS = [
    Misprint(
        position_paper("Section G.3", None),
        "networks initialized with upstream scaling can exhibit a delayed entry into the rich phase",
        "with downstream scaling",
        "the next sentence shortens grokking by lighter embeddings, which is upstream (section 6.2); the slides' "
        "delayed rich regime is the downstream one",
    ),
]
"""Slips that no machine can refute."""
