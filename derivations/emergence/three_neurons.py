"""5. A network of three neurons on all inputs of three bits, (C.7) to (C.18)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Rate
from ...language.symbols import nonnegative, positive, real, trajectories
from ...language.theorems import Combination, Follows, Line, Theorem
from .letters import S, eta, t

# Its outputs on the eight inputs, from (C.8) and (C.9) with the ReLU as a maximum: at positive alpha, beta, gamma
# every maximum is decided, and the outputs are polynomials.

alpha_plus, beta_plus, gamma_plus = positive("alpha beta gamma")
_WEIGHTS = (
    ((-alpha_plus, alpha_plus, -alpha_plus), 0),
    ((-beta_plus, beta_plus, -beta_plus), beta_plus),
    ((gamma_plus, -gamma_plus, gamma_plus), -gamma_plus),
)
_LAST = (-2 * alpha_plus, beta_plus, gamma_plus)
INPUTS = [(x1, x2, x3) for x1 in (0, 1) for x2 in (0, 1) for x3 in (0, 1)]
PARITIES = [(-1) ** sum(bits) for bits in INPUTS]
alpha, beta, gamma, c = trajectories("alpha beta gamma c", t)


def neuron(number: int, bits: tuple[int, ...]) -> sp.Expr:
    """The contribution of one neuron (a mode) to the output, for positive alpha, beta, gamma."""
    weights, bias = _WEIGHTS[number]
    active = sp.Max(0, sum(w * bit for w, bit in zip(weights, bits, strict=True)) + bias)
    return (_LAST[number] * active).xreplace(
        dict(zip((alpha_plus, beta_plus, gamma_plus), (alpha, beta, gamma), strict=True))
    )


outputs = [sum(neuron(number, bits) for number in range(3)) + c for bits in INPUTS]
squares = sum((out - S * sign_) ** 2 for out, sign_ in zip(outputs, PARITIES, strict=True))
network = GradientFlow(eta * squares / 8, (alpha, beta, gamma, c), t)
MEAN = (
    "The loss is the mean square over the eight inputs, without the half: with it the factors printed in (C.15) to "
    "(C.17) come out; the section does not state a loss. No positive factor of the loss repairs a sign. The "
    "activations are those at positive $alpha$, $beta$, $gamma$."
)
C4 = thesis("Section C.4")

u_in = real("u")
alpha_any = real("alpha")


def relu(z: sp.Expr) -> sp.Expr:
    """The ReLU of a real number."""
    return (z + sp.Abs(z)) / 2


first_mode = Claim(
    "emergence/first-mode",
    title="The first neuron is its parameter squared times a fixed function, for positive alpha",
    statement=Identity(-2 * alpha_plus * relu(alpha_plus * u_in), -2 * alpha_plus**2 * relu(u_in)),
    source=[thesis("C.10"), thesis("C.11")],
    note="$u$ is $x_2 - x_1 - x_3$. The text means small positive initial values; $alpha$ does not change its sign "
    "along the flow.",
)

first_mode_any_sign = Claim(
    "emergence/first-mode-of-any-sign",
    title="The first neuron is its parameter squared times a fixed function, for alpha of any sign",
    statement=Identity(-2 * alpha_any * relu(alpha_any * u_in), -2 * alpha_any**2 * relu(u_in)),
    expected="REFUTED",
    source=[thesis("C.10"), thesis("C.11")],
    note="For negative $alpha$ the neuron answers to $-u$. It accuses no line: see emergence/first-mode.",
)

FIXED_MODES = (
    "With $u = x_2 - x_1 - x_3$. So none of the three functions $h_q$ depends on the parameters while these are "
    "positive; the modes are coupled because $h_1$ and $h_2$ overlap, and through $c$."
)

second_mode = Claim(
    "emergence/second-mode",
    title="The second neuron is its parameter squared times a fixed function, for positive beta",
    statement=Identity(beta_plus * relu(beta_plus * u_in + beta_plus), beta_plus**2 * relu(u_in + 1)),
    source=C4,
    note=FIXED_MODES,
)

third_mode = Claim(
    "emergence/third-mode",
    title="The third neuron is its parameter squared times a fixed function, for positive gamma",
    statement=Identity(gamma_plus * relu(-gamma_plus * u_in - gamma_plus), gamma_plus**2 * relu(-u_in - 1)),
    source=C4,
    note=FIXED_MODES,
)

modes_overlap = Claim(
    "emergence/modes-overlap",
    title="The third mode is active where neither of the others is; the first two share an input",
    statement=Identity(
        sum((neuron(0, bits) + neuron(1, bits) + neuron(2, bits)) ** 2 for bits in INPUTS),
        sum(neuron(number, bits) ** 2 for number in range(3) for bits in INPUTS) - 8 * alpha**2 * beta**2,
    ),
    source=C4,
    uses=[second_mode, third_mode],
    note="Summed over the eight inputs: of the products of two modes only that of the first two, at 010, is not zero.",
)

outputs_grouped = Claim(
    "emergence/outputs-of-the-network",
    title="The sum of the network's squared errors on the eight inputs",
    statement=Identity(
        squares,
        4 * alpha**4
        - 8 * alpha**2 * beta**2
        + 7 * beta**4
        + gamma**4
        + 8 * c**2
        + 8 * S**2
        + 2 * c * (-2 * alpha**2 + 5 * beta**2 + gamma**2)
        - 2 * S * (2 * alpha**2 + beta**2 + gamma**2),
    ),
    source=[thesis("C.7"), thesis("C.8"), thesis("C.9"), thesis("C.12")],
    note="Three inputs (000, 011, 110) have the output $beta^2 + c$, three (001, 100, 111) the output $c$, 010 has $2 "
    "beta^2 - 2 alpha^2 + c$ and 101 has $gamma^2 + c$. There is no term in $c S$.",
)

other_scale = positive("S_1")
ON_RAY = {alpha: sp.sqrt(2 * other_scale), beta: sp.sqrt(2 * other_scale), gamma: sp.sqrt(2 * other_scale)}

fits_parity = Claim(
    "emergence/network-fits-parity",
    title="With alpha = beta = gamma = sqrt(2 S) and c = -S the network is S times the parity function",
    statement=Identity(squares.xreplace({**ON_RAY, c: -other_scale}), 8 * (other_scale - S) ** 2),
    source=[C4, thesis("Section 5.2.3")],
    uses=[outputs_grouped],
    note="Stated for the values that belong to a scale $S_1$: each of the eight errors is $S_1 - S$ up to its sign, "
    "and so vanishes for $S_1 = S$. Three neurons and a constant, where four are said to be required.",
)

parity_strength = sum(sign_ * out for out, sign_ in zip(outputs, PARITIES, strict=True)) / 8
mode_strengths = [
    sum(S * sign_ * neuron(number, bits) for bits, sign_ in zip(INPUTS, PARITIES, strict=True)) / (8 * S**2)
    for number in range(3)
]

modes_add_up_printed = Claim(
    "emergence/modes-add-up-printed",
    title="The mode strengths, as defined in print, add up to the skill strength (4.7)",
    statement=Identity(parity_strength, sum(mode_strengths)),
    source=thesis("C.13"),
    erratum=Erratum(
        kind="convention",
        wrong="With $1/(8 S^2)$ the mode strengths (C.13) add up to $R/S$, not to the skill strength (4.7) to which "
        "they are said to be analogous; that has $1/(8 S)$, as $Y/S$ is the skill function.",
        consequence="None: strengths are plotted in units of $S$, and (C.14) holds by linearity, in the units of "
        "(C.13).",
        printed=r"\mathcal{R}^{(q)} = \frac{1}{8S^2} Y^T f^{(q)}(X),",
        mark="8S^2",
        right=r"\mathcal{R}^{(q)} = \frac{1}{8S} Y^T f^{(q)}(X),",
    ),
)

modes_add_up = Claim(
    "emergence/modes-add-up",
    title="The mode strengths, as defined in print, add up to the skill strength in units of S",
    statement=Identity(parity_strength / S, sum(mode_strengths)),
    source=[thesis("C.13"), thesis("C.14")],
    corrects=modes_add_up_printed,
    note="The constant $c$ drops out: the parities add up to zero.",
)

modes_by_parameter = Claim(
    "emergence/strength-of-each-mode",
    title="In the skill strength the first mode has twice the weight of each of the others",
    statement=Identity(sum(mode_strengths), (2 * alpha**2 + beta**2 + gamma**2) / (8 * S)),
    source=[thesis("C.13"), thesis("Figure C.2")],
    uses=[modes_add_up],
    note="At $alpha^2 = beta^2 = gamma^2 = 2 S$ the first mode contributes $1/2$, the others $1/4$ each.",
)

alpha_rate_printed = Claim(
    "emergence/alpha-rate-printed",
    title="The rate of alpha^2, as printed",
    statement=Rate(alpha**2, 2 * eta * alpha**2 * (-S - (-2 * alpha**2 + 2 * beta**2 + c)), network),
    source=thesis("C.15"),
    erratum=Erratum(
        kind="slip",
        wrong="The sign is reversed: at 010 the target is $-S$, and the error $-2 alpha^2 + 2 beta^2 + c + S$ makes "
        "$alpha^2$ grow; as printed $alpha^2$ would decay from a small start.",
        consequence="None: the text's estimate $2S + 2c$ has the right sign.",
        printed=r"\frac{d\alpha^2}{dt} = 2\eta\alpha^2(-S - (-2\alpha^2 + 2\beta^2 + c))",
        mark=r"2\eta\alpha^2",
        right=r"\frac{d\alpha^2}{dt} = -2\eta\alpha^2(-S - (-2\alpha^2 + 2\beta^2 + c))",
    ),
    note=MEAN,
)

alpha_rate = Claim(
    "emergence/alpha-rate",
    title="The rate of alpha^2",
    statement=Rate(alpha**2, 2 * eta * alpha**2 * (S + (-2 * alpha**2 + 2 * beta**2 + c)), network),
    source=thesis("C.15"),
    uses=[outputs_grouped],
    corrects=alpha_rate_printed,
    note=MEAN,
)

beta_rate_printed = Claim(
    "emergence/beta-rate-printed",
    title="The rate of beta^2, as printed",
    statement=Rate(beta**2, -eta * beta**2 * (S - (-2 * alpha**2 + 5 * beta**2 + 5 * c)), network),
    source=thesis("C.16"),
    erratum=Erratum(
        kind="consequential",
        wrong="The sign is reversed, and $-2 alpha^2 + 5 beta^2$ should be $-4 alpha^2 + 7 beta^2$: the second neuron "
        "is 2 at the input 010, which counts twice in the derivative as it does in the output.",
        consequence="The text's estimate $-S + 5c$ has the wrong sign; and $alpha^2$ speeds $beta^2$ up twice as much.",
        printed=r"\frac{d\beta^2}{dt} = -\eta\beta^2(S - (-2\alpha^2 + 5\beta^2 + 5c))",
        mark=r"-\eta\beta^2(S - (-2\alpha^2 + 5\beta^2 + 5c))",
        right=r"\frac{d\beta^2}{dt} = \eta\beta^2(S - (-4\alpha^2 + 7\beta^2 + 5c))",
    ),
    note=MEAN,
)

beta_rate = Claim(
    "emergence/beta-rate",
    title="The rate of beta^2",
    statement=Rate(beta**2, eta * beta**2 * (S - (-4 * alpha**2 + 7 * beta**2 + 5 * c)), network),
    source=thesis("C.16"),
    uses=[outputs_grouped],
    corrects=beta_rate_printed,
    note=MEAN,
)

gamma_rate_printed = Claim(
    "emergence/gamma-rate-printed",
    title="The rate of gamma^2, as printed",
    statement=Rate(gamma**2, -eta * gamma**2 * (S - (gamma**2 + c)), network),
    source=thesis("C.17"),
    erratum=Erratum(
        kind="slip",
        wrong="The sign is reversed: as printed $gamma^2$ would decay from a small start, and run away above its "
        "target.",
        consequence="None: the text's estimate $2S$ follows with neither sign.",
        printed=r"\frac{d\gamma^2}{dt} = -\eta\gamma^2(S - (\gamma^2 + c))",
        mark=r"-\eta\gamma^2",
        right=r"\frac{d\gamma^2}{dt} = \eta\gamma^2(S - (\gamma^2 + c))",
    ),
    note=MEAN,
)

gamma_rate = Claim(
    "emergence/gamma-rate",
    title="The rate of gamma^2",
    statement=Rate(gamma**2, eta * gamma**2 * (S - (gamma**2 + c)), network),
    source=thesis("C.17"),
    uses=[outputs_grouped],
    corrects=gamma_rate_printed,
    note=MEAN,
)

c_rate_printed = Claim(
    "emergence/c-rate-printed",
    title="The rate of c, as printed",
    statement=Rate(c, -eta * (2 * alpha**2 - 5 * beta**2 - gamma**2 - 8 * c), network),
    source=thesis("C.18"),
    erratum=Erratum(
        kind="consequential",
        wrong="The sign is reversed: as printed $c$ grows without bound. And where (C.15) to (C.17) have the factors "
        "of the mean square over the eight inputs, this line has the factor of half the sum, which is four times as "
        "large.",
        consequence="That $c$ saturates at $S$, and quickly, and the estimates of the other rates with it.",
        printed=r"\frac{dc}{dt} = -\eta(2\alpha^2 - 5\beta^2 - \gamma^2 - 8c).",
        mark=r"-\eta",
        right=r"\frac{dc}{dt} = \frac{\eta}{4}(2\alpha^2 - 5\beta^2 - \gamma^2 - 8c).",
    ),
    note=MEAN,
)

c_rate = Claim(
    "emergence/c-rate",
    title="The rate of c",
    statement=Rate(c, eta * (2 * alpha**2 - 5 * beta**2 - gamma**2 - 8 * c) / 4, network),
    source=thesis("C.18"),
    uses=[outputs_grouped],
    corrects=c_rate_printed,
    note=MEAN,
)

half_sum = GradientFlow(eta * squares / 2, (alpha, beta, gamma, c), t)

c_rate_half_sum = Claim(
    "emergence/c-rate-of-half-the-sum",
    title="With half the sum of squares as the loss the rate of c is the printed one with its sign reversed",
    statement=Rate(c, -eta * (-2 * alpha**2 + 5 * beta**2 + gamma**2 + 8 * c), half_sum),
    source=thesis("C.18"),
    note="For this loss the rates of $alpha^2$, $beta^2$ and $gamma^2$ are four times those for the mean square.",
)

# How many neurons a parity takes: three are enough, as above, and one is not, whatever its weights.  At 00, 10, 01 and
# 11 the activation has the values y and y + theta w, y' and y' + theta' w: it grows with w, as every rising function.

at_00, at_01, weight, last, constant = real("y y' w a c")
mean_slope, other_slope = nonnegative("theta theta'")
values = (at_00, at_00 + mean_slope * weight, at_01, at_01 + other_slope * weight)
errors = [last * value + constant - sign_ * S for value, sign_ in zip(values, (1, -1, -1, 1), strict=True)]

one_turn = Line(Inequality(mean_slope * other_slope * (last * weight) ** 2, ">=", 0), by=Follows())
away = Line(Inequality((errors[0] - errors[1] + errors[3] - errors[2] + 2 * S) ** 2, ">=", 0), by=Follows())
first_sum = Line(Inequality((errors[0] + errors[1]) ** 2, ">=", 0), by=Follows())
second_sum = Line(Inequality((errors[2] + errors[3]) ** 2, ">=", 0), by=Follows())
half = sp.Rational(1, 2)
not_enough = Line(
    Inequality(sp.Add(*(error**2 for error in errors)), ">=", 2 * S**2),
    by=Combination(one_turn, (away, half), (first_sum, half), (second_sum, half)),
)

one_is_not_enough = Theorem(
    "emergence/one-neuron-is-not-enough",
    title="One neuron leaves at least half of the loss of the parity of two bits, whatever rises in its activation",
    concludes=not_enough.says,
    proof=[one_turn, away, first_sum, second_sum, not_enough],
    source=thesis("Section 5.2.3"),
    uses=[fits_parity],
    note="The sum of the squared errors over the four inputs is $4 S^2$ for a network that is zero, and $2 S^2$ at "
    "least with one neuron of any weights and any constant. The activation is any function that does not fall, "
    "such as the ReLU: with the first bit, of weight $w$, it changes by $theta w$ or $theta' w$, and neither "
    "factor is negative. Of three bits it is so at each value of the third. The thesis reads off a figure that a "
    "network needs four neurons for a skill of three bits; with a constant, three are enough: "
    "emergence/network-fits-parity.",
)
