"""Weight decay: what was conserved decays, at twice the strength of the decay."""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    MatrixFlow,
    MatrixRate,
    Rate,
    Stationary,
    exp,
    matrix,
    natural,
    positive,
    sqrt,
    time,
    trace,
    trajectories,
)

t = time()
a, b = trajectories("a b")
S, lam = positive("S lambda")
loss = (a * b - S) ** 2 / 2 + lam * (a**2 + b**2) / 2
flow = GradientFlow(loss=loss, parameters=(a, b), time=t)

decays = Claim(
    "weight-decay/law-decays",
    title="The difference of squares decays at the rate 2 lambda",
    statement=Rate(a**2 - b**2, -2 * lam * (a**2 - b**2), flow),
)
Claim(
    "weight-decay/law-with-time",
    title="The difference of squares is its initial value times exp(-2 lambda t)",
    statement=Conserved(exp(2 * lam * t) * (a**2 - b**2), flow),
    uses=[decays],
)
Claim(
    "weight-decay/law-with-time-guess",
    title="The difference of squares is its initial value times exp(-lambda t)",
    statement=Conserved(exp(lam * t) * (a**2 - b**2), flow),
    erratum=Erratum("slip", "The layers decay with exp(-lambda t), their squares twice as fast."),
)
Claim(
    "weight-decay/no-decay-guess",
    title="Weight decay keeps the difference of squares",
    statement=Conserved(a**2 - b**2, flow),
    erratum=Erratum("hypothesis", "It is kept without weight decay."),
)

# Where training ends, from a balanced start: the target less the strength of the decay.
x, y = positive("x y")
Claim(
    "weight-decay/shrunk-target",
    title="The product is learned up to lambda",
    statement=Stationary((x * y - S) ** 2 / 2 + lam * (x**2 + y**2) / 2, {x: sqrt(S - lam), y: sqrt(S - lam)}),
    hypotheses=[lam < S],
)

# Matrices of every size: the loss is half the squared distance to a target, in whitened inputs.
d, p, c = natural("d p c")
A, B, T = matrix("A", d, p), matrix("B", p, c), matrix("T", d, c)
error = A * B - T
layers = MatrixFlow(
    loss=trace(error * error.T) / 2 + lam * trace(A * A.T) / 2 + lam * trace(B * B.T) / 2, parameters=(A, B)
)
Claim(
    "weight-decay/law-of-matrices",
    title="A^T A - B B^T decays at the rate 2 lambda at every width",
    statement=MatrixRate(A.T * A - B * B.T, -2 * lam * (A.T * A - B * B.T), layers),
)
