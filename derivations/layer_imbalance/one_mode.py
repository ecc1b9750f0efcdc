"""The flow of one mode (Theorem G.2), for an imbalance of either sign and none."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Step
from ...language.sources import position_paper
from ...language.statements import Conserved, Identity, Inequality, Limit, Rate, Solution
from ...language.symbols import positive, real
from ..linear_networks.modes import mode_first, mode_second
from .balance import lam, mode_flow, rho, s_0, stays_balanced, w1, w2
from .letters import RECALLED, t

MODE = "$w_1$ and $w_2$ are the entries of the two layers in one mode."

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
    note="$ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s)$.",
    steps=[
        Step("$dw_1/dt = w_2 (rho - s), dw_2/dt = w_1 (rho - s)$", "the gradient flow of one mode, $s = w_1 w_2$"),
        Step("$ds/dt = (w_1^2 + w_2^2) (rho - s)$", "the product rule"),
        Step("$(w_1^2 + w_2^2)^2 = (w_2^2 - w_1^2)^2 + 4 w_1^2 w_2^2$", "expand both sides"),
        Step(
            "$w_1^2 + w_2^2 = sqrt(lambda^2 + 4 s^2)$", "$lambda = w_2^2 - w_1^2$ is conserved; no square is negative"
        ),
    ],
)

# The usual way: s = (lambda/2) sinh x, y = e^x = (w_1 + w_2)/(w_2 - w_1).

l_plus, x_ = positive("lambda"), real("x")

sinh_weight = Claim(
    "layer-imbalance/hyperbolic-weight",
    title="With s = (lambda/2) sinh x the root is lambda cosh x",
    statement=Identity((l_plus * sp.cosh(x_)) ** 2, l_plus**2 + 4 * (l_plus * sp.sinh(x_) / 2) ** 2),
    source=[position_paper("Theorem G.2", RECALLED)],
    note="Hence $(lambda/2) cosh x dx/dt = lambda cosh x (rho - s)$, $dx/dt = 2 rho - lambda sinh x$.",
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
    note="$y = e^x = (w_1 + w_2)/(w_2 - w_1)$: $dy/dt = 2 rho y - (lambda/2)(y^2 - 1)$. It has no meaning at $lambda "
    "= 0$.",
    steps=[
        Step("$d(w_1 + w_2)/dt = (rho - s) (w_1 + w_2)$", "the two equations of the flow, added"),
        Step("$d(w_2 - w_1)/dt = -(rho - s) (w_2 - w_1)$", "and subtracted"),
        Step("$dy/dt = 2 (rho - s) y$", "the quotient rule"),
        Step("$2 s y = (lambda/2) (y^2 - 1)$", "$(w_1 + w_2)^2 - (w_2 - w_1)^2 = 4 s$, over $2 (w_2 - w_1)^2/lambda$"),
    ],
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
    note="$(2 rho +- sqrt(4 rho^2 + lambda^2))/lambda$; the first runs off to infinity as $lambda -> 0$.",
)

regular_clock = Claim(
    "layer-imbalance/regular-clock",
    title="The squared sum of both entries is a clock that needs no imbalance",
    statement=Rate((w1 + w2) ** 2, 2 * (rho - w1 * w2) * (w1 + w2) ** 2, mode_flow),
    uses=[product_rate],
    note="$y = (w_1 + w_2)^2 / lambda$: dividing it by its initial value takes $lambda$ out. The scalar network of "
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
    "$Sigma = sqrt(lambda^2 + 4 s(0)^2)/2$, so that $lambda^2 = 4 (Sigma^2 - s(0)^2)$; the one start excluded, $s(0) "
    "= -Sigma$, is $w_1 = -w_2$."
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
    note="$lambda = w_2(0)^2 - w_1(0)^2$ is any real number and $u_0 = w_1(0) + w_2(0) > 0$, so that $s(0)$ may have "
    "either sign. $Sigma - s(0) = (lambda/u_0)^2/2$ and $Sigma + s(0) = u_0^2/2$.",
    steps=[
        Step("$w_1 + w_2 = u, w_2 - w_1 = lambda/u$", "the product $w_2^2 - w_1^2$ is conserved; $u$ is never 0"),
        Step("$d Gamma/dt = 2 (rho - s) Gamma$", "$Gamma = u^2/u_0^2$ is the regular clock, $Gamma = 1$ at the start"),
        Step("$4 s = u_0^2 Gamma - (lambda/u_0)^2/Gamma$", "$4 w_1 w_2 = (w_1 + w_2)^2 - (w_2 - w_1)^2$"),
        Step(
            "$d Gamma/dt = 2 rho Gamma - (u_0^2 Gamma^2 - (lambda/u_0)^2)/2$",
            "a Riccati equation, also where $lambda = 0$",
        ),
        Step(
            "$Gamma_+ = 2 (rho + R)/u_0^2, Gamma_- = 2 (rho - R)/u_0^2$", "its rest points, $R^2 = rho^2 + lambda^2/4$"
        ),
        Step(
            "$(Gamma - Gamma_+)/(Gamma - Gamma_-) = e^(-2 R t) (1 - Gamma_+)/(1 - Gamma_-)$",
            "the logarithm of the left side falls at the rate $u_0^2 (Gamma_+ - Gamma_-)/2 = 2 R$",
        ),
        Step("$w_1 = (u - lambda/u)/2, w_2 = (u + lambda/u)/2$", "the first line, with $u = u_0 sqrt(Gamma)$"),
    ],
    where={clock_name: clock, decay_name: fading, root_name: root},
)

clock_terms = Claim(
    "layer-imbalance/clock-is-positive",
    title="The numerator of the clock is positive",
    statement=Inequality(N, ">", 0),
    hypotheses=starts,
    uses=[layers_solution],
    note="$N = (Sigma - s(0) + rho + R)(1 - e) + 2 R e$.",
    where=names,
)

clock_terms_below = Claim(
    "layer-imbalance/clock-is-finite",
    title="The denominator of the clock is positive",
    statement=Inequality(D, ">", 0),
    hypotheses=starts,
    uses=[layers_solution],
    note="$D = (Sigma + s(0) - rho + R)(1 - e) + 2 R e$.",
    where=names,
)

singular_value = Claim(
    "layer-imbalance/singular-value",
    title=(
        "The product of the entries is its initial value plus the transition function times the distance to the target"
    ),
    statement=Identity(((Sigma + s_0) * N / D - (Sigma - s_0) * D / N) / 2, value),
    hypotheses=starts,
    source=[position_paper("69", RECALLED)],
    uses=[layers_solution],
    note=f"{IN_SIGMA} The left side is $w_1 w_2$ of the closed form, as in lazy-rich/theta-by-clock.",
    steps=[
        Step("$2 s = (Sigma + s(0)) N/D - (Sigma - s(0)) D/N$", "the closed form, with $Gamma = N/D$"),
        Step("$2 (rho - s) N D = 2 rho N D - (Sigma + s(0)) N^2 + (Sigma - s(0)) D^2$", "multiplied by $N D$"),
        Step("$2 (rho - s) N D = 8 R^2 e (rho - s(0))$", "powers of $e$: those of $e^0$ and of $e^2$ cancel"),
        Step("$rho - s = (1 - gamma) (rho - s(0))$", "$1 - gamma = 4 R^2 e/(N D)$, which is (69)"),
    ],
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
    note="$w_1^2 + w_2^2 = (Sigma + s(0)) Gamma + (Sigma - s(0))/Gamma$ with $Gamma = N/D$; its square is $lambda^2 + "
    "4 s^2$.",
    where=names,
)

solves = Claim(
    "layer-imbalance/transition-rate",
    title="The transition function obeys the equation of the singular value",
    statement=Identity(sp.diff(transition, t), weight * (1 - transition)),
    hypotheses=starts,
    source=[position_paper("69", RECALLED)],
    uses=[singular_value, weight_by_value],
    note="After multiplication by $rho - s(0)$: $ds/dt = sqrt(lambda^2 + 4 s^2) (rho - s)$.",
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
    note="Hence $s -> rho$ from every start but $w_1 = -w_2$.",
    where=names,
)

top, bottom = positive("N D")

weight_is_positive = Claim(
    "layer-imbalance/transition-weight-is-positive",
    title="The transition function increases, since its weight is positive",
    statement=Inequality((Sigma + s_0) * top / bottom + (Sigma - s_0) * bottom / top, ">", 0),
    hypotheses=starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves, clock_terms, clock_terms_below],
    note="Its rate is this weight times $1 - gamma$; $N$ and $D$ stand for the positive terms of the clock.",
)

way_to_go = Claim(
    "layer-imbalance/transition-stays-below-one",
    title="The transition function stays below one",
    statement=Inequality(4 * (Sigma**2 - s_0**2 + rho**2) * decay / (top * bottom), ">", 0),
    hypotheses=closed_starts,
    source=[position_paper("Theorem G.2", RECALLED)],
    uses=[solves, clock_terms, clock_terms_below],
    note="$1 - gamma = 4 R^2 e/(N D)$. With the previous claim: monotone from 0 to 1, also where $s(0) > rho$ and the "
    "singular value itself decreases.",
    where={root_name: R},
)

stuck = Claim(
    "layer-imbalance/transition-from-the-origin",
    title="Zero-balanced layers that start at zero never move",
    statement=Solution(mode_flow, of=(w1, w2), equals=(sp.Integer(0), sp.Integer(0)), initially=(0, 0)),
    source=[position_paper("Theorem G.2", RECALLED)],
    note="For $lambda = 0$ the theorem needs $s_i(0) > 0$, as the quotient $rho_i/s_i(0)$ in (70) supposes: from "
    "$s_i(0) = 0$ the solution $gamma$ stays 0. For $lambda$ other than zero $s_i(0) = 0$ is no exception: one entry "
    "is there already.",
)

at_target = Claim(
    "layer-imbalance/transition-at-the-target",
    title="A mode that starts at its target stays there, whatever the transition function",
    statement=Solution(mode_flow, of=(w1, w2), equals=(p_0, rho / p_0), initially=(p_0, rho / p_0)),
    hypotheses=[sp.Ne(p_0, 0)],
    source=[position_paper("69", RECALLED)],
    note="(69) does not determine $gamma$ where $s(0) = rho$.",
)
