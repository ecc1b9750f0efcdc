"""6. Steps and noise: a smaller effective start, and balanced minima."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.distributions import Normal
from ...language.statements import Expectation, Identity, Induction, Inequality, Recurrence
from ...language.symbols import families, natural, nonnegative, positive, real
from .letters import LABEL_NOISE, STOCHASTIC

eta = positive("eta")
u, v, g = real("u v g")
x, r, noise = real("x r epsilon")
sigma = nonnegative("sigma")

# -- One step of a diagonal network: u' = u - 2 eta g u, v' = v + 2 eta g v ------------------------------------------

u_next, v_next = u - 2 * eta * g * u, v + 2 * eta * g * v

product_step = Claim(
    "implicit-bias/product-after-a-step",
    title="A step shrinks the product of the factors, which the flow keeps",
    statement=Identity(u_next * v_next, u * v * (1 - 4 * eta**2 * g**2)),
    source=STOCHASTIC,
    note="$g$ is the derivative of the loss by the weight, of whatever samples the step takes.",
)

c, product = positive("c"), real("p")  # c is 2 eta |g|

product_shrinks = Claim(
    "implicit-bias/step-shrinks-the-start",
    title="As long as no factor changes sign, every step makes the effective start smaller",
    statement=Inequality((product * (1 - c**2)) ** 2, "<", product**2),
    hypotheses=[c < 1, sp.Ne(product, 0)],
    source=STOCHASTIC,
    uses=[product_step],
    note="$p = u v$ and $c = 2 eta |g|$.",
)

by_second_order = Claim(
    "implicit-bias/step-shrinks-by-second-order",
    title="A step lowers the logarithm of the product by at least the square of c",
    statement=Inequality(sp.log(1 - c**2), "<=", -(c**2)),
    hypotheses=[c < 1],
    source=STOCHASTIC,
    uses=[product_step],
    note=r"Summed over steps: the effective start is at most $\alpha^2 \exp(-4 \eta^2 \sum g^2)$.",
)

noisy_product = Claim(
    "implicit-bias/product-under-label-noise",
    title="Label noise shrinks the product on average even where the residual is zero",
    statement=Expectation(
        u * v * (1 - 4 * eta**2 * (x * (r - noise)) ** 2),
        u * v * (1 - 4 * eta**2 * x**2 * (r**2 + sigma**2)),
        {noise: Normal(0, sigma)},
    ),
    source=STOCHASTIC,
    uses=[product_step],
)

s = natural("s")
starts = families("p")
begun = real("q")

product_steps = Claim(
    "implicit-bias/product-after-many-steps",
    title="At zero residuals the mean product falls geometrically",
    statement=Induction(
        of=starts[s],
        equals=begun * (1 - 4 * eta**2 * x**2 * sigma**2) ** s,
        n=s,
        sequence=Recurrence(starts[s], starts[s] - 4 * eta**2 * x**2 * sigma**2 * starts[s], begun),
    ),
    source=STOCHASTIC,
    uses=[noisy_product],
)

# -- Label noise on the product of two factors: the minima a b = S ---------------------------------------------------

a, b, S = real("a b S")
e = a * b - S - noise
a_next, b_next = a - eta * e * b, b - eta * e * a
GAUSSIAN = {noise: Normal(0, sigma)}

balance_step = Claim(
    "implicit-bias/imbalance-after-a-step",
    title="A step shrinks the difference of the squares by the squared error, whatever the label",
    statement=Identity(a_next**2 - b_next**2, (a**2 - b**2) * (1 - eta**2 * e**2)),
    source=LABEL_NOISE,
)

balance_mean = Claim(
    "implicit-bias/imbalance-under-label-noise",
    title="Under label noise the imbalance falls on average at every minimum: noise balances the factors",
    statement=Expectation(
        a_next**2 - b_next**2, (a**2 - b**2) * (1 - eta**2 * ((a * b - S) ** 2 + sigma**2)), GAUSSIAN
    ),
    source=LABEL_NOISE,
    uses=[balance_step],
)

product_mean = Claim(
    "implicit-bias/product-of-minimum-under-label-noise",
    title="At a minimum the mean of the product moves by the second order alone",
    statement=Expectation((a_next * b_next).subs(S, a * b), a * b * (1 + eta**2 * sigma**2), GAUSSIAN),
    source=LABEL_NOISE,
)

shaking = Claim(
    "implicit-bias/shaking-of-a-minimum",
    title="At a minimum the mean squared change of the product is the noise times the squared sharpness",
    statement=Expectation(
        ((a_next * b_next).subs(S, a * b) - a * b - eta**2 * noise**2 * a * b) ** 2,
        eta**2 * sigma**2 * (a**2 + b**2) ** 2,
        GAUSSIAN,
    ),
    source=LABEL_NOISE,
    note="The sharpness of a minimum is $a^2 + b^2$; the term of second order in the noise is taken away.",
)

flattest = Claim(
    "implicit-bias/flattest-minimum",
    title="Of all minima the balanced one is flattest",
    statement=Inequality(a**2 + b**2, ">=", 2 * a * b),
    source=LABEL_NOISE,
    note="At $a b = S$: the sharpness $a^2 + b^2$ is $2 |S|$ at least, and that where $a^2 = b^2$.",
)

sharpness = Claim(
    "implicit-bias/sharpness-by-imbalance",
    title="Among minima the sharpness falls as the imbalance falls",
    statement=Identity((a**2 + b**2) ** 2, (a**2 - b**2) ** 2 + 4 * S**2),
    hypotheses=[sp.Eq(a * b, S)],
    source=LABEL_NOISE,
    uses=[balance_mean, flattest],
)
