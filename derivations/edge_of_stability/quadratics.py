"""1. Quadratics: steps of size 2/lambda, without and with momentum."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Induction, Inequality, Recurrence
from ...language.symbols import families, natural, nonnegative, real
from .letters import MOMENTUM, THRESHOLD, eta, lam

x, r_0, z = real("x r_0 z")
n = natural("n")
orbit = families("x")
loss = lam * x**2 / 2
step = x - eta * sp.diff(loss, x)

iterates = Claim(
    "edge-of-stability/iterates-on-a-quadratic",
    title="On a quadratic every step multiplies the distance to the minimum by one factor",
    statement=Induction(
        of=orbit[n],
        equals=(1 - eta * lam) ** n * r_0,
        n=n,
        sequence=Recurrence(orbit[n], orbit[n] - eta * lam * orbit[n], r_0),
    ),
    source=THRESHOLD,
)

loss_falls = Claim(
    "edge-of-stability/below-the-threshold",
    title="Below 2/lambda every step lowers the loss",
    statement=Inequality(loss.subs(x, step), "<", loss),
    hypotheses=[eta * lam < 2, sp.Ne(x, 0)],
    source=THRESHOLD,
)

loss_rises = Claim(
    "edge-of-stability/above-the-threshold",
    title="Above 2/lambda every step raises the loss of a quadratic",
    statement=Inequality(loss.subs(x, step), ">", loss),
    hypotheses=[eta * lam > 2, sp.Ne(x, 0)],
    source=THRESHOLD,
)

at_the_edge = Claim(
    "edge-of-stability/at-the-threshold",
    title="At 2/lambda a step goes to the other side of the minimum, as far as before",
    statement=Identity(step, -x),
    hypotheses=[sp.Eq(eta * lam, 2)],
    source=THRESHOLD,
)

# -- Momentum: x'' = x' - eta lambda x' + mu (x' - x); powers of z are orbits where p(z) = 0 ---------------------------

mu = nonnegative("mu")
middle = 1 + mu - eta * lam
p = z**2 - middle * z + mu
discriminant = middle**2 - 4 * mu
SLOW, BELOW = mu < 1, eta * lam < 2 * (1 + mu)

a, b, c, d = real("a b c d")  # the two roots, so that mu = a b and eta lambda = (1 - a) (1 - b); and two weights

momentum_roots = Claim(
    "edge-of-stability/momentum-roots",
    title="The two numbers a, b with a b = mu and (1 - a) (1 - b) = eta lambda are the roots of momentum",
    statement=Identity(z**2 - (1 + a * b - (1 - a) * (1 - b)) * z + a * b, (z - a) * (z - b)),
    source=MOMENTUM,
)

momentum_orbit = Claim(
    "edge-of-stability/iterates-with-momentum",
    title="With momentum the distance to the minimum is a sum of powers of the two roots",
    statement=Induction(
        of=orbit[n],
        equals=c * a**n + d * b**n,
        n=n,
        sequence=Recurrence(
            orbit[n],
            orbit[n] - (1 - a) * (1 - b) * orbit[n] + a * b * (orbit[n] - orbit[n - 1]),
            (c + d, c * a + d * b),
        ),
    ),
    source=MOMENTUM,
    uses=[momentum_roots],
    note="For real roots that differ; every orbit is one of these, as its first two points tell $c$ and $d$.",
)

momentum_edge = Claim(
    "edge-of-stability/threshold-with-momentum",
    title="At 2 (1 + mu)/lambda one of the roots is -1: the orbit changes sides for ever",
    statement=Identity(p.subs(z, -1), 0),
    hypotheses=[sp.Eq(eta * lam, 2 * (1 + mu))],
    source=MOMENTUM,
)

momentum_right = Claim(
    "edge-of-stability/momentum-larger-root",
    title="Below the threshold with momentum, the larger of two real roots is less than one",
    statement=Inequality((middle + sp.sqrt(discriminant)) / 2, "<", 1),
    hypotheses=[SLOW, BELOW, discriminant >= 0],
    source=MOMENTUM,
)

momentum_left = Claim(
    "edge-of-stability/momentum-smaller-root",
    title="Below the threshold with momentum, the smaller of two real roots is more than -1",
    statement=Inequality((middle - sp.sqrt(discriminant)) / 2, ">", -1),
    hypotheses=[SLOW, BELOW, discriminant >= 0],
    source=MOMENTUM,
)

momentum_spirals = Claim(
    "edge-of-stability/momentum-complex-roots",
    title="Complex roots of momentum have the squared modulus mu",
    statement=Identity((middle / 2) ** 2 + (sp.sqrt(-discriminant) / 2) ** 2, mu),
    hypotheses=[discriminant < 0],
    source=MOMENTUM,
    note="Real and imaginary part are half the middle coefficient and half the root of minus the discriminant: inside "
    "the unit circle for $mu < 1$.",
)

momentum_beyond = Claim(
    "edge-of-stability/momentum-beyond-the-threshold",
    title="Beyond the threshold with momentum one root is below -1",
    statement=Inequality((middle - sp.sqrt(discriminant)) / 2, "<", -1),
    hypotheses=[SLOW, eta * lam > 2 * (1 + mu)],
    source=MOMENTUM,
)
