"""The lambda-balanced solution of one mode, theta = a b with a^2 - b^2 = lambda, and what it tends to.

Whitened inputs, target S.  With z = (a + b)^2/lambda the flow is a Riccati equation of constant coefficients.
"""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    Identity,
    Limit,
    Rate,
    Solution,
    exp,
    oo,
    positive,
    sqrt,
    time,
    trajectories,
)

t = time()
a, b = trajectories("a b")
S, lam, r, tau = positive("S lambda r tau")
flow = GradientFlow(loss=(a * b - S) ** 2 / 2, parameters=(a, b), time=t)

law = Claim("balanced-limit/law", title="The imbalance is kept", statement=Conserved(a**2 - b**2, flow))
riccati = Claim(
    "balanced-limit/riccati",
    title="The square of the sum moves by a Riccati equation",
    statement=Rate((a + b) ** 2, 2 * S * (a + b) ** 2 - ((a + b) ** 4 - (a**2 - b**2) ** 2) / 2, flow),
)

R = sqrt(lam**2 + 4 * S**2)


def z(start, t):
    """(a + b)^2/lambda at time t."""
    grown = exp(R * t)
    top = (R + 2 * S) * start + lam
    bottom = lam * start - 2 * S
    return (top * grown + (R - 2 * S) * start - lam) / ((R + bottom) * grown + R - bottom)


def theta(start, t):
    """The product a b at time t."""
    return lam * (z(start, t) - 1 / z(start, t)) / 4


first = sqrt(lam) * (sqrt(z(1, t)) + 1 / sqrt(z(1, t))) / 2
second = sqrt(lam) * (sqrt(z(1, t)) - 1 / sqrt(z(1, t))) / 2
solved = Claim(
    "balanced-limit/solution",
    title="From b = 0, both layers in closed form",
    statement=Solution(flow, of=(a, b), equals=(first, second), initially=(sqrt(lam), 0)),
    uses=[law],
)

# From theta = r, balanced but for lambda: what is left as lambda vanishes.
start = (2 * r + sqrt(lam**2 + 4 * r**2)) / lam
Claim(
    "balanced-limit/start",
    title="It starts from theta = r",
    statement=Identity(theta(start, 0), r),
)
Claim(
    "balanced-limit/rich",
    title="As lambda vanishes, a sigmoid",
    statement=Limit(theta(start, t), lam, 0, S / (1 + (S / r - 1) * exp(-2 * S * t))),
    hypotheses=[r < S],
    uses=[riccati],
)
Claim(
    "balanced-limit/rich-guess",
    title="As lambda vanishes, a sigmoid at the rate S",
    statement=Limit(theta(start, t), lam, 0, S / (1 + (S / r - 1) * exp(-S * t))),
    hypotheses=[r < S],
    erratum=Erratum("slip", "Two layers learn, each at the rate S."),
)
Claim(
    "balanced-limit/lazy",
    title="As lambda grows, an exponential in the time lambda t",
    statement=Limit(theta(1, tau / lam), lam, oo, S * (1 - exp(-tau))),
    uses=[solved],
)
Claim(
    "balanced-limit/lazy-guess",
    title="As lambda grows, an exponential in the time 2 lambda t",
    statement=Limit(theta(1, tau / lam), lam, oo, S * (1 - exp(-2 * tau))),
    erratum=Erratum("slip", "The factor 2 belongs to the balanced limit."),
)
