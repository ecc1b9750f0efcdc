"""7. Homogeneous networks and losses that are never zero: norms, margins, aligned layers."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow, partial
from ...language.matrices import Equal, group, matrix, trace
from ...language.statements import Conserved, Identity, Inequality, Limit, Rate, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from ...language.theorems import (
    AllOf,
    Along,
    Combination,
    Compared,
    Follows,
    Instance,
    Line,
    Summed,
    Theorem,
    Throughout,
)
from .letters import ALIGNED, MARGIN, i, j, k, t

# sum_i u_i v_i x_i, homogeneous of degree two, with the exponential loss; the labels are in the inputs X_ki.

u, v = families("u v", t)
X = families("X")
margin = total(X[k, j] * u[j] * v[j], j)
loss = total(sp.exp(-margin), k)
flow = GradientFlow(loss, (u, v), t)
size = total(u[i] ** 2 + v[i] ** 2, i)
pulled = total(sp.exp(-margin) * margin, k)

norm_grows = Claim(
    "implicit-bias/norm-of-a-homogeneous-network",
    title="The squared norm moves by twice the degree, times the margins weighted by their losses",
    statement=Rate(size, 4 * pulled, flow),
    source=MARGIN,
    note=r"Of degree $L = 2$: $d|\theta|^2/dt = 2 L \sum_k \exp(-q_k)\, q_k$, by Euler's identity. It grows once all "
    r"margins are positive.",
)

homogeneous = Claim(
    "implicit-bias/euler-identity",
    title="The inner product of the parameters with a margin's gradient is twice the margin",
    statement=Identity(total(u[i] * partial(margin, u[i]) + v[i] * partial(margin, v[i]), i), 2 * margin),
    source=MARGIN,
)

kept = Claim(
    "implicit-bias/balance-of-a-homogeneous-network",
    title="Whatever the loss, the difference of the squares of two factors is kept",
    statement=Conserved(u[i] ** 2 - v[i] ** 2, flow),
    source=ALIGNED,
)

# -- Several samples: the weighted margins are at least the loss times the logarithm of its inverse ------------------

ratio = positive("r")
margins, k_2 = families("q"), index("k'", k.upper)
share = sp.exp(-margins[k])
of_all = total(share, k)

log_above = Claim(
    "implicit-bias/logarithm-above-one-less-the-inverse",
    title="The logarithm of x is at least 1 - 1/x",
    statement=Inequality(sp.log(ratio), ">=", 1 - 1 / ratio),
    source=MARGIN,
    note="Of the loss over that of one sample, it says how far a margin is above the logarithm of the inverse loss.",
)

at_sample = Line(
    Inequality(margins[k] + sp.log(of_all), ">=", 1 - share / of_all),
    by=Instance(log_above, {ratio: of_all * sp.exp(margins[k])}),
)
by_its_loss = Line(
    Inequality(share * (margins[k] + sp.log(of_all)), ">=", share * (1 - share / of_all)),
    by=Combination((at_sample, share)),
)
by_all_losses = Line(by=Summed(by_its_loss, k))
two_samples = Line(
    Inequality((1 - sp.KroneckerDelta(k, k_2)) ** 2 * share * sp.exp(-margins[k_2]), ">=", 0), by=Follows()
)
with_others = Line(by=Summed(two_samples, k_2))
of_all_pairs = Line(by=Summed(with_others, k))
weighted = Line(
    Inequality(total(share * margins[k], k), ">=", -of_all * sp.log(of_all)),
    by=Combination(by_all_losses, (of_all_pairs, 1 / of_all)),
)

norm_speed = Theorem(
    "implicit-bias/speed-of-the-norm",
    title="The margins weighted by their losses are at least the loss times the logarithm of its inverse",
    concludes=weighted.says,
    proof=[at_sample, by_its_loss, by_all_losses, two_samples, with_others, of_all_pairs, weighted],
    source=MARGIN,
    note="Any number of samples. So where the loss is below one, the norm grows.",
)

# -- One sample: the normalised margin does not fall -----------------------------------------------------------------

a, b, c = trajectories("a b c")
a_0, b_0 = positive("a_0 b_0")
x = real("x")
one = GradientFlow(sp.exp(-a * b), (a, b), t)
normal = a * b / (a**2 + b**2)
SOME = a**2 + b**2 > 0

margin_rate = Claim(
    "implicit-bias/normalised-margin-rate",
    title="The normalised margin of one sample rises at a rate that vanishes at its largest value",
    statement=Rate(normal, sp.exp(-a * b) * (1 - 4 * normal**2), one),
    hypotheses=[SOME],
    source=MARGIN,
    note="The largest value is $1/2$, at $a = b$.",
)

real_a, real_b = real("a b")

lacks = Claim(
    "implicit-bias/normalised-margin-is-at-most-half",
    title="The squared margin is at most a quarter of the square of the squared norm",
    statement=Inequality(4 * (real_a * real_b) ** 2, "<=", (real_a**2 + real_b**2) ** 2),
    source=MARGIN,
)

z = real("z")
START = {a: a_0, b: b_0}
scale = sp.exp(-a * b) / (a**2 + b**2) ** 2
FAR = sp.Ge(a * b, a_0 * b_0, evaluate=False)

growing = Line(Inequality(sp.exp(-a * b) * (a**2 + b**2), ">=", 0), by=Follows())
margin_grows = Line(Along(one, START, Inequality(a * b, ">=", a_0 * b_0)), by=Compared(growing, (z, sp.Integer(0))))
begun = Line(Inequality(a_0 * b_0, ">", 0), by=Follows())
apart = Line(Inequality((a - b) ** 2, ">=", 0), by=Follows())
some = Line(Inequality(a**2 + b**2, ">", 0), given=[FAR], by=Combination(apart, (FAR, 2), (begun, 2)))
always_some = Line(Along(one, START, some.says), by=Throughout(some, margin_grows))
lacking = Line(Inequality((a**2 - b**2) ** 2, ">=", 0), by=Follows())
slope = Line(Inequality(sp.exp(-a * b) * (1 - 4 * normal**2), ">=", 0), given=[SOME], by=Combination((lacking, scale)))
rises = Line(
    Along(one, START, Inequality(normal, ">=", a_0 * b_0 / (a_0**2 + b_0**2))),
    by=Compared(slope, (z, sp.Integer(0)), always_some),
)

margin_rises = Theorem(
    "implicit-bias/normalised-margin-does-not-fall",
    title="With two factors and one sample, a positive margin, normalised or not, is never less than at the start",
    concludes=AllOf(margin_grows.says, rises.says),
    proof=[growing, margin_grows, begun, apart, some, always_some, lacking, slope, rises],
    source=MARGIN,
)

three = GradientFlow(sp.exp(-a * b * c), (a, b, c), t)

norm_of_three = Claim(
    "implicit-bias/norm-of-three-layers",
    title="With three layers the squared norm moves by twice the degree three",
    statement=Rate(a**2 + b**2 + c**2, 6 * a * b * c * sp.exp(-a * b * c), three),
    source=MARGIN,
)

margin_of_three = Claim(
    "implicit-bias/margin-of-three-layers",
    title="The margin of three layers grows by the loss times the squares of its derivatives",
    statement=Rate(a * b * c, sp.exp(-a * b * c) * ((b * c) ** 2 + (a * c) ** 2 + (a * b) ** 2), three),
    source=MARGIN,
)

lacks_of_three = Claim(
    "implicit-bias/cauchy-schwarz-of-three-layers",
    title="The margin's squared derivatives times the squared norm are at least nine times the squared margin",
    statement=Inequality(
        ((real_b * x) ** 2 + (real_a * x) ** 2 + (real_a * real_b) ** 2) * (real_a**2 + real_b**2 + x**2),
        ">=",
        9 * (real_a * real_b * x) ** 2,
    ),
    source=MARGIN,
    uses=[norm_of_three, margin_of_three],
    note="So the margin over the norm to the third power does not fall.",
)

w_0 = real("w_0")
w = trajectories("w")
linear = GradientFlow(sp.exp(-w), (w,), t)

logarithmic = Claim(
    "implicit-bias/margin-grows-like-a-logarithm",
    title="A linear margin grows like the logarithm of time: the loss is one over the time",
    statement=Solution(linear, of=w, equals=sp.log(sp.exp(w_0) + t), initially=w_0),
    source=MARGIN,
)

# -- Layers align: two layers V^T W, balanced ------------------------------------------------------------------------

p, m, q = natural("p m q")
W, V = matrix("W", p, m), matrix("V", p, q)
BALANCED = Equal(W * W.T, V * V.T)

aligned = Claim(
    "implicit-bias/balanced-layers-align",
    title="Of balanced layers the square of what the map gives is the square of the later layer's Gram matrix",
    statement=MatrixIdentity(V.T * W * group(V.T * W).T, group(V.T * V) ** 2),
    hypotheses=[BALANCED],
    source=ALIGNED,
    note="With one output $V$ is a vector $v$, and $|W^T v| = |v|^2$.",
)

same_size = Claim(
    "implicit-bias/balanced-layers-are-of-one-size",
    title="Two balanced layers have the same norm",
    statement=MatrixIdentity(trace(W * W.T), trace(V.T * V)),
    hypotheses=[BALANCED],
    source=ALIGNED,
    uses=[aligned],
    note="So with one output $|W^T v| = |W| |v|$, the most that it can be: the layers are aligned, and $W$ has rank "
    "one.",
)

gap = real("delta")
norm = positive("r")

equal_in_the_end = Claim(
    "implicit-bias/layers-become-equal",
    title="As the norm grows, a conserved difference of squares becomes negligible in the ratio of the layers",
    statement=Limit(sp.sqrt(norm**2 - gap) / norm, norm, sp.oo, sp.Integer(1)),
    source=ALIGNED,
    uses=[kept],
)
