"""7. Random features and landmarks: what is exact on the mean, and what is exact."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.distributions import Normal, Uniform
from ...language.matrices import Equal, group, identity, matrix, trace, written
from ...language.statements import Expectation, Identity, Integral
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total
from .letters import ARC_COSINE, FEATURES, NYSTROM, d, m

# -- Cosines with a random phase -------------------------------------------------------------------------------------

a, c, phase = real("a c phi")  # w.x and w.x', and the phase
pair = 2 * sp.cos(a + phase) * sp.cos(c + phase)
ROUND = (phase, sp.Integer(0), 2 * sp.pi)

phases = Claim(
    "kernels/mean-over-phases",
    title="The mean over phases of the product of two cosine features is the cosine of the difference",
    statement=Integral(
        pair / (2 * sp.pi),
        ROUND,
        sp.cos(a - c),
        antiderivative=(phase * sp.cos(a - c) + sp.sin(a + c + 2 * phase) / 2) / (2 * sp.pi),
    ),
    source=FEATURES,
    note=r"A feature is $\sqrt{2} \cos(w^\top x + \phi)$. With the mean over $w$ it is a kernel of $x - x'$: "
    r"unbiased, at any width.",
)

phase_variance = Claim(
    "kernels/variance-over-phases",
    title="At a fixed frequency the product of two cosine features has the variance one half",
    statement=Integral(
        (pair - sp.cos(a - c)) ** 2 / (2 * sp.pi),
        ROUND,
        sp.Rational(1, 2),
        antiderivative=(phase / 2 + sp.sin(2 * a + 2 * c + 4 * phase) / 8) / (2 * sp.pi),
    ),
    source=FEATURES,
    uses=[phases],
)

one, other, frequency = real("x z w")
spread = positive("sigma")
waves = 2 * sp.cos(frequency * one + phase) * sp.cos(frequency * other + phase)
LAWS = {frequency: Normal(0, spread), phase: Uniform(0, 2 * sp.pi)}
gaussian_kernel = sp.exp(-(spread**2) * (one - other) ** 2 / 2)

cosine_features = Claim(
    "kernels/cosine-features",
    title="Cosines of Gaussian frequencies with random phases are features of the Gaussian kernel",
    statement=Expectation(waves, gaussian_kernel, LAWS),
    source=FEATURES,
    note="One coordinate of the inputs; the frequencies of independent coordinates multiply the kernels.",
)

cosine_variance = Claim(
    "kernels/variance-of-cosine-features",
    title="The product of two cosine features has the variance one half at equal inputs, and 1 far apart",
    statement=Expectation(
        (waves - gaussian_kernel) ** 2,
        1 - gaussian_kernel**2 + gaussian_kernel**4 / 2,
        LAWS,
    ),
    source=FEATURES,
    uses=[cosine_features],
)

# -- Gaussian weights ------------------------------------------------------------------------------------------------

w, x, z = real("w x z")

exponential = Claim(
    "kernels/exponential-features",
    title="Exponentials of Gaussian weights are features of the kernel exp(x z)",
    statement=Expectation(sp.exp(w * x - x**2 / 2) * sp.exp(w * z - z**2 / 2), sp.exp(x * z), {w: Normal(0, 1)}),
    source=FEATURES,
    note="One coordinate of the inputs; independent coordinates multiply.",
)

i, j = index("i", d), index("j", d)
W, inputs, others = families("w x z")

linear = Claim(
    "kernels/linear-features",
    title="Random projections preserve inner products on average",
    statement=Expectation(
        total(W[i] * inputs[i], i) * total(W[j] * others[j], j), total(inputs[i] * others[i], i), {W: Normal(0, 1)}
    ),
    source=FEATURES,
)

even_part = Claim(
    "kernels/a-rectified-unit-in-two-parts",
    title="A rectified unit is half a linear and half an even feature",
    statement=Identity(sp.Max(w, 0), (w + sp.Abs(w)) / 2),
    source=ARC_COSINE,
)

# -- Landmarks: F holds the features of m landmarks, H those of the other inputs, M = (F^T F)^-1 ----------------------

k = natural("k")
F, H, M, C = matrix("F", d, m), matrix("H", d, k), matrix("M", m, m), matrix("C", m, k)
GRAM = [Equal(M * F.T * F, identity(m)), Equal(F.T * F * M, identity(m)), Equal(M.T, M)]
approximated = H.T * F * M * F.T * H
left_over = group(written(H, -F * M * F.T * H))

projection = Claim(
    "kernels/landmarks-project",
    title="Landmarks project the features onto their span",
    statement=MatrixIdentity(F * M * F.T * F * M * F.T, F * M * F.T),
    hypotheses=GRAM[:1],
    source=NYSTROM,
)

exact_at_landmarks = Claim(
    "kernels/landmarks-are-exact",
    title="The approximated kernel is exact between an input and a landmark",
    statement=MatrixIdentity(H.T * F * M * F.T * F, H.T * F),
    hypotheses=GRAM[:1],
    source=NYSTROM,
)

never_more = Claim(
    "kernels/landmarks-leave-a-square",
    title="The error of the approximated kernel is the Gram matrix of the features' parts outside the landmarks' span",
    statement=MatrixIdentity(written(H.T * H, -approximated), left_over.T * left_over),
    hypotheses=GRAM,
    source=NYSTROM,
    uses=[projection],
    note="So it is positive semidefinite: the approximated kernel is never above the kernel.",
)

exact_in_span = Claim(
    "kernels/landmarks-that-span",
    title="Where the landmarks span the features of the other inputs, the approximation is exact",
    statement=MatrixIdentity(approximated, H.T * H),
    hypotheses=[*GRAM[:1], Equal(H, F * C)],
    source=NYSTROM,
    uses=[never_more],
)

dimension = Claim(
    "kernels/landmarks-keep-m-directions",
    title="The trace of the projection is the number of landmarks",
    statement=MatrixIdentity(trace(F * M * F.T), m),
    hypotheses=GRAM[:1],
    source=NYSTROM,
    uses=[projection],
)
