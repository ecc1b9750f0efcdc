"""4. Beyond the edge: the orbit of period two of two equal factors."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import positive
from .letters import TWO_STEPS, eta

S, x, y = positive("S x y")


def step(at: sp.Expr) -> sp.Expr:
    """Two equal factors after a step on half the squared error of their product."""
    return at - eta * (at**2 - S) * at


BEYOND = eta * S > 1  # the sharpness of the minimum x = sqrt(S) is 2 S
far, near = (sp.sqrt(S + 3 / eta) + sp.sqrt(S - 1 / eta)) / 2, (sp.sqrt(S + 3 / eta) - sp.sqrt(S - 1 / eta)) / 2

down = Claim(
    "edge-of-stability/orbit-down",
    title="From the far point of the orbit a step leads to the near one",
    statement=Identity(step(far), near),
    hypotheses=[BEYOND],
    source=TWO_STEPS,
)

up = Claim(
    "edge-of-stability/orbit-up",
    title="A step leads from the near point of the orbit to the far one",
    statement=Identity(step(near), far),
    hypotheses=[BEYOND],
    source=TWO_STEPS,
)

near_is_positive = Claim(
    "edge-of-stability/orbit-is-positive",
    title="Both points of the orbit are positive, on either side of the minimum",
    statement=Inequality(near, ">", 0),
    hypotheses=[BEYOND],
    source=TWO_STEPS,
)

multiplier = Claim(
    "edge-of-stability/orbit-multiplier",
    title="Two steps multiply a small distance from the orbit by 9 - 2 (1 + eta S)^2",
    statement=Identity(
        sp.diff(step(x), x).subs(x, far) * sp.diff(step(x), x).subs(x, near), 9 - 2 * (1 + eta * S) ** 2
    ),
    hypotheses=[BEYOND],
    source=TWO_STEPS,
)

stable = Claim(
    "edge-of-stability/orbit-is-stable",
    title="The orbit attracts just beyond the edge: as far as eta S < sqrt(5) - 1",
    statement=Inequality((9 - 2 * (1 + eta * S) ** 2) ** 2, "<", 1),
    hypotheses=[BEYOND, (1 + eta * S) ** 2 < 5],
    source=TWO_STEPS,
    uses=[multiplier],
)

unstable = Claim(
    "edge-of-stability/orbit-is-unstable",
    title="Farther beyond the edge the orbit of period two repels",
    statement=Inequality((9 - 2 * (1 + eta * S) ** 2) ** 2, ">", 1),
    hypotheses=[(1 + eta * S) ** 2 > 5],
    source=TWO_STEPS,
    uses=[multiplier],
)

THERE, BACK = (sp.Eq(step(a) - b, 0, evaluate=False) for a, b in ((x, y), (y, x)))
APART = sp.Ne(x, y)

only_product = Claim(
    "edge-of-stability/only-orbit-product",
    title="Every orbit of period two among positive factors has the same product",
    statement=Identity(eta * x * y, 1),
    hypotheses=[THERE, BACK, APART],
    source=TWO_STEPS,
)

only_squares = Claim(
    "edge-of-stability/only-orbit-squares",
    title="Every orbit of period two has the same sum of squares",
    statement=Identity(x**2 + y**2, S + 1 / eta),
    hypotheses=[THERE, BACK, APART],
    source=TWO_STEPS,
    uses=[only_product],
    note="Product and sum of squares fix two positive numbers, but for their order.",
)

none_below = Claim(
    "edge-of-stability/no-orbit-below-the-edge",
    title="There is an orbit of period two only if the sharpness of the minimum, 2 S, is above 2/eta",
    statement=Inequality(eta * S, ">", 1),
    hypotheses=[sp.Eq(eta * x * y, 1), sp.Eq(x**2 + y**2, S + 1 / eta), APART],
    source=TWO_STEPS,
    uses=[only_product, only_squares],
)
