"""Biases in a linear network with one hidden layer: which squares a hidden unit balances."""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    Rate,
    Solution,
    exp,
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)

t = time()
N = natural("N")
n = index("n", N)
x, y = families("x y")
a, b, c, d = trajectories("a b c d")
error = a * (b * x[n] + c) + d - y[n]
flow = GradientFlow(loss=total(error**2, n) / 2, parameters=(a, b, c, d), time=t)

Claim(
    "bias/hidden",
    title="A hidden unit balances what goes out against what comes in, its bias included",
    statement=Conserved(a**2 - b**2 - c**2, flow),
)
Claim(
    "bias/hidden-guess",
    title="The bias takes no part: a^2 - b^2 is kept",
    statement=Conserved(a**2 - b**2, flow),
    erratum=Erratum("slip", "The hidden bias is one more weight, from an input that is always one."),
)
Claim(
    "bias/output",
    title="The output bias follows the mean residual",
    statement=Rate(d, -total(error, n), flow),
)

# A bias alone, with inputs of mean zero, learns the mean label exponentially.
mu, d0 = real("mu d_0")
rate = positive("rate")
alone = GradientFlow(loss=rate * (d - mu) ** 2 / 2, parameters=(d,), time=t)
Claim(
    "bias/alone",
    title="A bias alone learns the mean label at its own rate",
    statement=Solution(alone, of=d, equals=mu + (d0 - mu) * exp(-rate * t), initially=d0),
)
