"""Diagonal networks of depth L: one mode, f(x) = w_1 w_2 ... w_L x, and modes side by side."""

from itertools import combinations

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    Rate,
    families,
    index,
    natural,
    positive,
    real,
    time,
    total,
    trajectories,
)

t = time()
S = positive("S")

# Three layers, written out: every pair keeps the difference of its squares.
layers = trajectories("w_1 w_2 w_3", t)
w1, w2, w3 = layers
three = GradientFlow(loss=(w1 * w2 * w3 - S) ** 2 / 2, parameters=layers, time=t)
for (m, first), (n, second) in combinations(enumerate(layers, start=1), 2):
    Claim(
        f"deep-diagonal/pair-{m}-{n}",
        title=f"Layers {m} and {n} of three keep the difference of their squares",
        statement=Conserved(first**2 - second**2, three),
    )

# Any depth: two layers, and whatever value P the product of all the others has at that moment.
a, b = trajectories("a b", t)
P = real("P")
pair = GradientFlow(loss=(a * b * P - S) ** 2 / 2, parameters=(a, b), time=t)
any_pair = Claim(
    "deep-diagonal/pair-at-any-depth",
    title="Two layers keep the difference of their squares, whatever the other layers do",
    statement=Conserved(a**2 - b**2, pair),
)

# Any width p, at depth 3: the law holds mode by mode.
p = natural("p")
i, k = index("i", p), index("k", p)
u, v, w = families("u v w", t)
s = families("s")
wide = GradientFlow(loss=total((u[i] * v[i] * w[i] - s[i]) ** 2, i) / 2, parameters=(u, v, w), time=t)
Claim(
    "deep-diagonal/every-mode",
    title="Each of p modes keeps its own differences",
    statement=Conserved(u[k] ** 2 - w[k] ** 2, wide),
)
Claim(
    "deep-diagonal/sum-guess",
    title="The sum of the squares is kept",
    statement=Conserved(u[k] ** 2 + w[k] ** 2, wide),
    erratum=Erratum("slip", "The difference is kept, not the sum."),
)

# Any depth L, all layers equal to r.  Each moves with -r^(L-1) dl/dtheta, and so does r along the flow of the loss
# divided by L, since the derivative of r^L counts every layer once.
L = natural("L")
r = trajectories("r", t)
theta = r**L
tied = GradientFlow(loss=(theta - S) ** 2 / (2 * L), parameters=(r,), time=t)

Claim(
    "deep-diagonal/tied-is-balanced",
    title="At depth 3 the layers move so where they are equal",
    statement=Rate(w1, w1**2 * (S - w1**3), three.on(w1 - w2, w2 - w3)),
)
balanced = Claim(
    "deep-diagonal/balanced-rate",
    title="Balanced layers: theta moves with L theta^(2 - 2/L) (S - theta)",
    statement=Rate(theta, L * theta ** (2 - 2 / L) * (S - theta), tied),
    hypotheses=[r > 0],
    uses=[any_pair],
)
Claim(
    "deep-diagonal/balanced-rate-guess",
    title="Balanced layers: theta moves with L theta^(2 - 1/L) (S - theta)",
    statement=Rate(theta, L * theta ** (2 - 1 / L) * (S - theta), tied),
    hypotheses=[r > 0],
    erratum=Erratum("slip", "One derivative leaves L - 1 layers, and the rate has two of them: 2 (L - 1)/L."),
)
