"""4. On the way: what gradient flow keeps, what grows at first, what critical points are."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.matrices import Equal, MatrixFlow, SemiOrthogonal, group, matrix, trace, written, zero
from ...language.statements import Inequality
from ...language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ...language.symbols import natural, nonnegative, positive
from .letters import DUALITY, EXTENDED, SPREADING, K, d

N = natural("N")
W, H, Y, J, R = matrix("W", K, d), matrix("H", d, N), matrix("Y", K, N), matrix("J", K, N), matrix("R", K, N)
D, E = matrix("D", N, 1), matrix("E", N, 1)
gamma, mu = positive("gamma mu")
error = written(W * H, -Y)
fitting = MatrixFlow(trace(group(error) * group(error).T) / 2, (W, H))
decaying = MatrixFlow(
    trace(group(error) * group(error).T) / 2 + gamma * trace(W * W.T) / 2 + gamma * trace(H * H.T) / 2, (W, H)
)
starting = MatrixFlow(-gamma * trace(J.T * W * H), (W, H))

balance = Claim(
    "unconstrained-features/balance",
    title="Layer and features keep the difference of their Gram matrices",
    statement=MatrixConserved(written(W.T * W, -H * H.T), fitting),
    source=SPREADING,
)

balancing = Claim(
    "unconstrained-features/weight-decay-balances",
    title="Weight decay of both alike lets the difference of the Gram matrices decay at twice its strength",
    statement=MatrixRate(written(W.T * W, -H * H.T), -2 * gamma * group(written(W.T * W, -H * H.T)), decaying),
    source=DUALITY,
    uses=[balance],
)

balanced = Claim(
    "unconstrained-features/critical-points-are-balanced",
    title="At every critical point the weighted Gram matrices of layer and features are one",
    statement=MatrixIdentity(gamma * W.T * W, mu * H * H.T),
    hypotheses=[Equal(R * H.T, -gamma * W), Equal(W.T * R, -mu * H)],
    source=DUALITY,
    note="For every loss of the outputs: $R$ is its derivative by them; the two hypotheses say that the gradients of "
    "the loss with the weight decays $gamma$ of the layer and $mu$ of the features vanish.",
)

collapse_at_critical = Claim(
    "unconstrained-features/features-collapse-where-outputs-do",
    title="At a critical point two features whose outputs have one derivative are one",
    statement=MatrixIdentity(mu * H * D, mu * H * E),
    hypotheses=[Equal(W.T * R, -mu * H), Equal(R * D, R * E)],
    source=DUALITY,
    note="$D$ and $E$ pick a column each. So weight decay of the features alone brings collapse within classes, for "
    "every loss, wherever samples of a class have the same derivative of the loss.",
)

scatter = Claim(
    "unconstrained-features/scatter-falls",
    title="Differences of features within a class shrink by what the layer sees of them",
    statement=MatrixRate(trace(group(H * D).T * H * D), -2 * trace(group(W * H * D).T * W * H * D), fitting),
    hypotheses=[Equal(Y * D, zero(K, 1))],
    source=SPREADING,
    note="$D$ takes a difference of samples with the same label. Without weight decay what the layer does not see "
    "stays.",
)

growing = Claim(
    "unconstrained-features/dual-part-grows",
    title="Near zero the sum of the layer and the class means grows exponentially",
    statement=MatrixRate(written(W, J * H.T), gamma * group(written(W, J * H.T)), starting),
    hypotheses=[SemiOrthogonal(J)],
    source=SPREADING,
    note=r"Near zero the loss is $-\gamma\, tr(J^\top W H)$, a constant and what is of higher order. $J H^\top$ has "
    r"the class means, times $\sqrt{n}$, in its rows.",
)

shrinking = Claim(
    "unconstrained-features/rest-shrinks",
    title="Near zero the difference of the layer and the class means shrinks exponentially: they become dual",
    statement=MatrixRate(written(W, -J * H.T), -gamma * group(written(W, -J * H.T)), starting),
    hypotheses=[SemiOrthogonal(J)],
    source=SPREADING,
    uses=[growing],
)

standing = Claim(
    "unconstrained-features/scatter-stays-near-zero",
    title="What features differ by within their classes stays as it is, so that collapse is relative at first",
    statement=MatrixConserved(written(H, -H * J.T * J), starting),
    hypotheses=[SemiOrthogonal(J)],
    source=SPREADING,
    uses=[growing],
)

x, y, z = nonnegative("x y z")

three_factors = Claim(
    "unconstrained-features/three-factors",
    title="The cubes of three numbers are at least three times their product",
    statement=Inequality(x**3 + y**3 + z**3, ">=", 3 * x * y * z),
    source=EXTENDED,
    note="Of a mode of layer, hidden layer and features with the strengths $x^(3/2)$, $y^(3/2)$, $z^(3/2)$: their "
    "squares cost at least three times the two thirds power of the mode's own strength, and just that if they are "
    "equal.",
)
