"""5. What a law is good for: an imbalance gives a rate, and keeps layers away from zero."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Conserved, Identity, Inequality, Rate
from ...language.symbols import families, index, natural, real, total, trajectories
from ...language.theorems import AllOf, Along, Combination, Compared, Follows, Kept, Line, Summed, Theorem, Throughout
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

# -- Any number of hidden neurons --------------------------------------------------------------------------------------

n = natural("n")
i = index("i", n)
u, v = families("u v", t)
u_0, v_0 = families("u_0 v_0")
wide = GradientFlow((total(u[i] * v[i], i) - target) ** 2 / 2, (u, v), t)
WIDE_START = {u[i]: u_0[i], v[i]: v_0[i]}
lack = (total(u[i] * v[i], i) - target) ** 2
total_imbalance = total(u_0[i] ** 2, i) - total(v_0[i] ** 2, i)

wide_kept = Claim(
    "conservation-laws/total-imbalance",
    title="All hidden neurons together keep the difference of the squared norms of their layers",
    statement=Conserved(total(u[i] ** 2, i) - total(v[i] ** 2, i), wide),
    source=LINEAR,
)

one_square = Claim(
    "conservation-laws/squared-weight",
    title="The square of a weight is not negative",
    statement=Inequality(v[i] ** 2, ">=", 0),
    source=LINEAR,
)

wide_stays = Line(
    Along(wide, WIDE_START, Identity(total(u[i] ** 2, i) - total(v[i] ** 2, i), total_imbalance)), by=Kept(wide_kept)
)
WIDE_LAW = sp.Eq(total(u[i] ** 2, i) - total(v[i] ** 2, i), total_imbalance, evaluate=False)
squares = Line(by=Summed(one_square, i))
first_large = Line(
    Inequality(total(u[i] ** 2, i), ">=", total_imbalance), given=[WIDE_LAW], by=Combination(squares, WIDE_LAW)
)
always = Line(Along(wide, WIDE_START, first_large.says), by=Throughout(first_large, wide_stays))
WIDE = sp.Ge(total(u[i] ** 2, i), total_imbalance, evaluate=False)
wide_slope = Line(
    Inequality(-2 * (total(u[i] ** 2, i) + total(v[i] ** 2, i)) * lack, "<=", -2 * total_imbalance * lack),
    given=[WIDE],
    by=Combination((WIDE, 2 * lack), (squares, 2 * lack)),
)
wide_falls = Line(
    Along(
        wide,
        WIDE_START,
        Inequality(lack, "<=", (total(u_0[i] * v_0[i], i) - target) ** 2 * sp.exp(-2 * total_imbalance * t)),
    ),
    by=Compared(wide_slope, (z, -2 * total_imbalance * z), always),
)

wide_rate = Theorem(
    "conservation-laws/imbalance-gives-a-rate-at-every-width",
    title="With any number of hidden neurons the loss falls at twice the difference of the layers' squared norms",
    concludes=AllOf(always.says, wide_falls.says),
    proof=[wide_stays, squares, first_large, always, wide_slope, wide_falls],
    source=LINEAR,
)
