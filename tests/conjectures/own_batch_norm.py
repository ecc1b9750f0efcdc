"""Batch normalisation makes a loss blind to the scale of the weights before it."""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    Identity,
    Rate,
    diff,
    families,
    index,
    natural,
    positive,
    real,
    sqrt,
    time,
    total,
    trajectories,
)

# Two weights and a scale g, on one sample (x, y) with label s; the norm stands for the standard deviation of
# whitened inputs.
u, v, g = real("u v g")
x, y, s = real("x y s")
c = positive("c")
loss = (g * (u * x + v * y) / sqrt(u**2 + v**2) - s) ** 2 / 2
OFF_ORIGIN = [u**2 + v**2 > 0]

Claim(
    "batch-norm/orthogonal-gradient",
    title="The gradient is orthogonal to the weights",
    statement=Identity(u * diff(loss, u) + v * diff(loss, v), 0),
    hypotheses=OFF_ORIGIN,
)
Claim(
    "batch-norm/gradient-shrinks",
    title="Weights larger by c have gradients smaller by c",
    statement=Identity(diff(loss, u).subs({u: c * u, v: c * v}, simultaneous=True), diff(loss, u) / c),
    hypotheses=OFF_ORIGIN,
)
Claim(
    "batch-norm/gradient-guess",
    title="Weights larger by c have the same gradients",
    statement=Identity(diff(loss, u).subs({u: c * u, v: c * v}, simultaneous=True), diff(loss, u)),
    hypotheses=OFF_ORIGIN,
    erratum=Erratum("slip", "The loss is the same, so that its slope is smaller by the scale."),
)

# Along the flow, for any number p of weights.
t = time()
p = natural("p")
i = index("i", p)
W, X = families("w", t), families("x")
gain = trajectories("gamma")
label = real("Y")
norm = total(W[i] ** 2, i)
normed = GradientFlow(loss=(gain * total(W[i] * X[i], i) / sqrt(norm) - label) ** 2 / 2, parameters=(W, gain), time=t)
conserved = Claim(
    "batch-norm/norm-conserved",
    title="The norm of p weights is conserved",
    statement=Conserved(norm, normed),
    hypotheses=[norm > 0],
)

w1, w2 = trajectories("w_1 w_2")
x1, x2 = real("x_1 x_2")
square = w1**2 + w2**2
two = GradientFlow(loss=(gain * (w1 * x1 + w2 * x2) / sqrt(square) - label) ** 2 / 2, parameters=(w1, w2, gain), time=t)
Claim(
    "batch-norm/gain-guess",
    title="The gain is balanced with the norm, as a layer would be",
    statement=Conserved(square - gain**2, two),
    hypotheses=[square > 0],
    erratum=Erratum("slip", "The norm is kept by itself, and the gain moves."),
)

# With weight decay the norm decays, and the effective rate 1/norm^2 grows: the flow is stiff in the end.
lam = positive("lambda")
decayed = GradientFlow(
    loss=((w1 * x1 + w2 * x2) / sqrt(square) - label) ** 2 / 2 + lam * square / 2, parameters=(w1, w2), time=t
)
Claim(
    "batch-norm/decay-of-the-norm",
    title="Weight decay alone shrinks the squared norm, at the rate 2 lambda",
    statement=Rate(square, -2 * lam * square, decayed),
    hypotheses=[square > 0],
)
