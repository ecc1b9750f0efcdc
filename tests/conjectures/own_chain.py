"""A chain of N layers of one weight each, with N a symbol: what depends on the product of all weights alone."""

from layerproof import (
    Claim,
    Conserved,
    ForAll,
    GradientFlow,
    Rate,
    families,
    index,
    log,
    natural,
    positive,
    product,
    time,
    total,
)

N, t = natural("N"), time()
S, decay = positive("S lambda")
w = families("w", t)
k, h = index("k", N), index("h", N)
whole = product(w[k], k)
flow = GradientFlow((S - whole) ** 2 / 2, (w,), t)
shrinking = GradientFlow((S - whole) ** 2 / 2 + decay * total(w[k] ** 2, k) / 2, (w,), t)
POSITIVE = ForAll(k, w[k] > 0)

Claim(
    "chain/balance",
    title="The squares of any two weights keep their difference",
    statement=Conserved(w[k] ** 2 - w[h] ** 2, flow),
)
Claim(
    "chain/square",
    title="The square of every weight grows alike",
    statement=Rate(w[k] ** 2, 2 * whole * (S - whole), flow),
)
Claim(
    "chain/logarithm",
    title="The logarithm of a weight",
    statement=Rate(log(w[k]), whole * (S - whole) / w[k] ** 2, flow),
    hypotheses=[POSITIVE],
)
Claim(
    "chain/end-to-end",
    title="The product of all weights",
    statement=Rate(whole, total(whole**2 / w[k] ** 2, k) * (S - whole), flow),
    hypotheses=[POSITIVE],
)
Claim(
    "chain/decay",
    title="Weight decay balances any two weights",
    statement=Rate(w[k] ** 2 - w[h] ** 2, -2 * decay * (w[k] ** 2 - w[h] ** 2), shrinking),
)
Claim(
    "chain/difference-guess",
    title="The weights themselves keep their difference",
    statement=Conserved(w[k] - w[h], flow),
)
Claim(
    "chain/end-to-end-guess",
    title="The product of all weights, with one factor too few",
    statement=Rate(whole, total(whole**2 / w[k], k) * (S - whole), flow),
    hypotheses=[POSITIVE],
)
