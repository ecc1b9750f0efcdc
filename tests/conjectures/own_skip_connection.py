"""Skip connections: f(x) = a (1 + b) x, x + a b x, and (1 + a)(1 + b) x.  Which law survives?"""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    MatrixConserved,
    MatrixFlow,
    Rate,
    Solution,
    exp,
    identity,
    matrix,
    natural,
    positive,
    real,
    time,
    trace,
    trajectories,
)

t = time()
a, b = trajectories("a b")
x, y = real("x y")


def flow(prediction):
    """Gradient flow of half the squared error on one sample."""
    return GradientFlow(loss=(prediction - y) ** 2 / 2, parameters=(a, b), time=t)


around_second = flow(a * (1 + b) * x)
shifted = Claim(
    "skip/around-the-second-layer",
    title="With a skip around b, the law counts the skip: a^2 - (1 + b)^2",
    statement=Conserved(a**2 - (1 + b) ** 2, around_second),
)
Claim(
    "skip/around-the-second-layer-guess",
    title="With a skip around b, a^2 - b^2 is kept",
    statement=Conserved(a**2 - b**2, around_second),
    erratum=Erratum("slip", "The skip shifts b: a^2 - b^2 - 2b is what is kept."),
)
Claim(
    "skip/how-the-old-law-fails",
    title="The old law moves as twice the layer with the skip",
    statement=Rate(a**2 - b**2, -2 * a * x * (a * (1 + b) * x - y), around_second),
)
Claim(
    "skip/around-both",
    title="With a skip around both layers at once, the old law survives",
    statement=Conserved(a**2 - b**2, flow(x + a * b * x)),
)

# A balanced start, a = 1 + b, learns the target S as a network without a skip does.
S, r = positive("S r_0")
unit = GradientFlow(loss=(a * (1 + b) - S) ** 2 / 2, parameters=(a, b), time=t)
Claim(
    "skip/balanced-solution",
    title="From a balanced start the product follows a sigmoid",
    statement=Solution(unit.on(a - 1 - b), of=a * (1 + b), equals=S / (1 + (S / r - 1) * exp(-2 * S * t)), initially=r),
    hypotheses=[r < S],
    uses=[shifted],
)

# Matrices: W_2 (I + W_1).
d, c = natural("d c")
W1, W2, T = matrix("W_1", d, d), matrix("W_2", c, d), matrix("T", c, d)
error = W2 * (identity(d) + W1) - T
blocks = MatrixFlow(loss=trace(error * error.T) / 2, parameters=(W1, W2))
skipped = identity(d) + W1
Claim(
    "skip/matrices",
    title="W_2^T W_2 - (I + W_1)(I + W_1)^T is kept at every width",
    statement=MatrixConserved(W2.T * W2 - skipped * skipped.T, blocks),
)
