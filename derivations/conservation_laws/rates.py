"""5. What a law is good for: an imbalance gives a rate, and keeps layers away from zero."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved, Identity, Inequality, Rate
from ...language.symbols import real, trajectories
from ...language.theorems import AllOf, Along, Combination, Compared, Follows, Kept, Line, Theorem, Throughout
from .letters import BALANCED, LINEAR, t, target

a, b = trajectories("a b")
a_0, b_0, z = real("a_0 b_0 z")
flow = GradientFlow((a * b - target) ** 2 / 2, (a, b), t)
START = {a: a_0, b: b_0}
imbalance = a_0**2 - b_0**2
error = (a * b - target) ** 2

kept = Claim(
    "conservation-laws/imbalance-of-two-factors",
    title="Two factors keep the difference of their squares",
    statement=Conserved(a**2 - b**2, flow),
    source=LINEAR,
)

error_rate = Claim(
    "conservation-laws/rate-of-the-error",
    title="The squared error falls at twice the sum of the squares",
    statement=Rate(error, -2 * (a**2 + b**2) * error, flow),
    source=LINEAR,
)

stays = Line(Along(flow, START, Identity(a**2 - b**2, imbalance)), by=Kept(kept))
LAW = sp.Eq(a**2 - b**2, imbalance, evaluate=False)
square = Line(Inequality(b**2, ">=", 0), by=Follows())
first_stays_large = Line(Inequality(a**2, ">=", imbalance), given=[LAW], by=Combination(square, LAW))
always_large = Line(Along(flow, START, first_stays_large.says), by=Throughout(first_stays_large, stays))
LARGE = sp.Ge(a**2, imbalance, evaluate=False)
at_least = Line(
    Inequality(-2 * (a**2 + b**2) * error, "<=", -2 * imbalance * error),
    given=[LARGE],
    by=Combination((LARGE, 2 * error), (square, 2 * error)),
)
falls = Line(
    Along(flow, START, Inequality(error, "<=", (a_0 * b_0 - target) ** 2 * sp.exp(-2 * imbalance * t))),
    by=Compared(at_least, (z, -2 * imbalance * z), always_large),
)

imbalance_gives_a_rate = Theorem(
    "conservation-laws/imbalance-gives-a-rate",
    title="Two factors whose squares differ are learned exponentially fast, at twice their difference",
    concludes=AllOf(always_large.says, falls.says),
    proof=[stays, square, first_stays_large, always_large, at_least, falls],
    source=[BALANCED, LINEAR],
    note="From any such start, whatever the target: no hypothesis keeps the factors from zero, the law does. Of a "
    "negative difference the roles are exchanged.",
)
