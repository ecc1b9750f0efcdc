"""Momentum: theta'' + g theta' = -dL/dtheta, as a first-order system in parameters and velocities.

This is no gradient flow, so its field is written out, with every force derived from the loss, and a rate is an
identity at every point of phase space.
"""

from layerproof import (
    Chain,
    Claim,
    Erratum,
    Identity,
    Inequality,
    Link,
    cos,
    diff,
    exp,
    nonnegative,
    positive,
    real,
    sin,
    sqrt,
)

a, b, u, v = real("a b u v")  # two layers and their velocities
S, g = positive("S g")
loss = (a * b - S) ** 2 / 2
FIELD = {a: u, b: v, u: -g * u - diff(loss, a), v: -g * v - diff(loss, b)}


def rate(expr):
    """How an expression changes along the system."""
    return sum(diff(expr, name) * velocity for name, velocity in FIELD.items())


energy = (u**2 + v**2) / 2 + loss
law = a**2 - b**2

Claim(
    "momentum/energy",
    title="Friction alone takes energy",
    statement=Chain(rate(energy), (Link("=", -g * (u**2 + v**2)), Link("<=", 0))),
)
Claim(
    "momentum/law-is-lost",
    title="The difference of squares is driven by the difference of squared velocities",
    statement=Identity(rate(rate(law)) + g * rate(law), 2 * (u**2 - v**2)),
)
Claim(
    "momentum/law-guess",
    title="Momentum keeps the law of gradient flow up to friction",
    statement=Identity(rate(rate(law)) + g * rate(law), 0),
    erratum=Erratum("hypothesis", "It holds where both layers are equally fast."),
)

# What a rotation symmetry keeps: two tied heads, loss l(a^2 + b^2).  Angular momentum decays with friction, exactly.
S2 = (a**2 + b**2 - S) ** 2 / 2
ROUND = {a: u, b: v, u: -g * u - diff(S2, a), v: -g * v - diff(S2, b)}
spin = a * v - b * u
Claim(
    "momentum/angular-momentum",
    title="Under a rotation symmetry the angular momentum decays as exp(-g t)",
    statement=Identity(sum(diff(spin, name) * ROUND[name] for name in ROUND), -g * spin),
)
Claim(
    "momentum/angular-momentum-guess",
    title="Under a rotation symmetry the angular momentum is kept",
    statement=Identity(sum(diff(spin, name) * ROUND[name] for name in ROUND), 0),
    erratum=Erratum("hypothesis", "It is kept without friction."),
)

# Near a minimum of curvature k, underdamped, from rest.
k, theta = positive("k theta_0")
t = nonnegative("t")
turn = sqrt(k - g**2 / 4)
swing = theta * exp(-g * t / 2) * (cos(turn * t) + g / (2 * turn) * sin(turn * t))
Claim(
    "momentum/underdamped",
    title="Underdamped training near a minimum, from rest",
    statement=Identity(diff(swing, t, 2) + g * diff(swing, t) + k * swing, 0),
    hypotheses=[g**2 < 4 * k],
)
Claim(
    "momentum/envelope",
    title="It never leaves the envelope exp(-g t/2)",
    statement=Inequality(swing, "<=", theta * exp(-g * t / 2) / sqrt(1 - g**2 / (4 * k))),
    hypotheses=[g**2 < 4 * k],
)
