"""Attention scores x^T Q K^T x, with query and key apart and with Q = K."""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    MatrixConserved,
    MatrixFlow,
    MatrixIdentity,
    Velocity,
    exp,
    matrix,
    natural,
    positive,
    real,
    time,
    trace,
    trajectories,
    zero,
)

t = time()
d, p = natural("d p")
Q, K, A = matrix("Q", d, p), matrix("K", d, p), matrix("A", d, d)

apart = MatrixFlow(loss=trace((Q * K.T - A) * (Q * K.T - A).T) / 2, parameters=(Q, K))
Claim(
    "tied-attention/untied",
    title="Apart, query and key keep Q^T Q - K^T K",
    statement=MatrixConserved(Q.T * Q - K.T * K, apart),
)
tied = MatrixFlow(loss=trace((Q * Q.T - A) * (Q * Q.T - A).T) / 2, parameters=(Q,))
Claim(
    "tied-attention/no-rotation",
    title="Tied, the flow never turns Q within its heads: Q^T dQ/dt is symmetric",
    statement=MatrixIdentity(Q.T * Velocity(Q) - Velocity(Q).T * Q, zero(p, p), tied),
)
Claim(
    "tied-attention/gram-guess",
    title="Tied, Q^T Q is kept",
    statement=MatrixConserved(Q.T * Q, tied),
    erratum=Erratum("slip", "Each of Q and K keeps the other's balance; tied, there is no other."),
)

# One input, two heads: the score is x^2 (q_1^2 + q_2^2).  The heads keep their ratio, not the difference of squares.
q1, q2 = trajectories("q_1 q_2")
x, S = positive("x S")
heads = GradientFlow(loss=(x**2 * (q1**2 + q2**2) - S) ** 2 / 2, parameters=(q1, q2), time=t)
Claim(
    "tied-attention/ratio-of-heads",
    title="Two tied heads on one input keep their ratio",
    statement=Conserved(q1 / q2, heads),
    hypotheses=[q2 > 0],
)
Claim(
    "tied-attention/difference-of-heads-guess",
    title="Two tied heads on one input keep the difference of their squares",
    statement=Conserved(q1**2 - q2**2, heads),
    erratum=Erratum("slip", "It grows with the squares themselves; the ratio is what is kept."),
)

# A softmax over two keys: the score enters through exp, and the law of the untied scalars survives.
q, k, v = trajectories("q k v")
z, y = real("z y")
weight = exp(z * q * k) / (1 + exp(z * q * k))
softmax = GradientFlow(loss=(v * weight - y) ** 2 / 2, parameters=(q, k, v), time=t)
Claim(
    "tied-attention/softmax",
    title="Behind a softmax, query and key still keep q^2 - k^2",
    statement=Conserved(q**2 - k**2, softmax),
)
