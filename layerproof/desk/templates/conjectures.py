"""Conjectures about a model of mine: a network of two layers, f(x) = a b x.

    layerproof check FILE               a table of verdicts, and why each is what it is
    layerproof show FILE::own/sigmoid   everything about one claim: what is proved, and how
    pytest FILE                         the same checks, one test per claim and method

This file runs as it is.  Change the loss first, then the claims; delete what you do not need.
"""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    Expectation,
    GradientFlow,
    Identity,
    Inequality,
    Limit,
    Normal,
    Rate,
    Solution,
    exp,
    oo,
    positive,
    real,
    time,
    trajectories,
)

# Symbols carry their domains: a claim is about every value in its domain, and no other.
t = time()
a, b = trajectories("a b")  # a(t), b(t): what is trained
S, m, r0 = positive("S m r_0")  # the target, the intensity of the input, the product at the start

# Write down the loss.  The flow da/dt = -dL/da, db/dt = -dL/db is derived from it, so that no mistake can hide there.
flow = GradientFlow(loss=m * (a * b - S) ** 2 / 2, parameters=(a, b), time=t)

# A conserved quantity.  A claim has an id, subject/name, and a title; by default it is expected to be VERIFIED.
balance = Claim(
    "own/balance",
    title="The difference of squares is conserved",
    statement=Conserved(a**2 - b**2, flow),
)

# The rate at which something changes along the flow.
speed = Claim(
    "own/speed",
    title="The product moves as fast as the layers are large",
    statement=Rate(a * b, m * (a**2 + b**2) * (S - a * b), flow),
)

# A closed form: equation, initial value and domain are all checked.  `on` restricts the flow to a set where an
# expression vanishes, and that the flow stays there is proved too.  `hypotheses` are relations among the symbols; a
# claim is no stronger than those that it `uses`.
closed_form = S / (1 + (S / r0 - 1) * exp(-2 * S * m * t))
sigmoid = Claim(
    "own/sigmoid",
    title="Balanced layers learn in a sigmoid",
    statement=Solution(flow.on(a - b), of=a * b, equals=closed_form, initially=r0),
    hypotheses=[r0 < S],
    uses=[balance],
)

# A wrong claim, on purpose: with an Erratum it is expected to be REFUTED.  Delete the erratum to see the report on a
# guess that fails: the witness, and the line of the claim that fails there.
slow_sigmoid = Claim(
    "own/slow-sigmoid",
    title="Balanced layers learn in a sigmoid at half the rate",
    statement=Solution(flow.on(a - b), of=a * b, equals=closed_form.subs(m, m / 2), initially=r0),
    hypotheses=[r0 < S],
    erratum=Erratum("slip", "Both layers learn, each at the rate S m."),
)

# A limit, and an inequality.
learned = Claim(
    "own/learned",
    title="In the end the target is learned",
    statement=Limit(closed_form, t, oo, S),
    hypotheses=[r0 < S],
    uses=[sigmoid],
)
no_overshoot = Claim(
    "own/no-overshoot",
    title="The product never exceeds the target",
    statement=Inequality(closed_form, "<", S),
    hypotheses=[r0 < S],
    uses=[sigmoid],
)

# An expectation: here over label noise.
p, q, epsilon, sigma = real("p q epsilon sigma")
noise = Claim(
    "own/noise",
    title="Label noise adds half its variance to the loss",
    statement=Expectation(
        (p * q - S - epsilon) ** 2 / 2, (p * q - S) ** 2 / 2 + sigma**2 / 2, {epsilon: Normal(0, sigma)}
    ),
    hypotheses=[sigma >= 0],
)

# `expected` declares a verdict other than VERIFIED, so that the file still passes.  Here the hypothesis Ne(S, r0) is
# missing: both sides agree wherever both are defined, which is not everywhere.  Import Ne, add it to `hypotheses`,
# delete `expected`, and the claim is VERIFIED.
quotient = Claim(
    "own/quotient",
    title="A quotient without its hypothesis",
    statement=Identity((S**2 - r0**2) / (S - r0), S + r0),
    expected="UNDECIDED",
)
