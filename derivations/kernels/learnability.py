"""3. Learnability: what is exact for every sample, and the algebra of the estimate for many."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Cited, Claim
from ...language.matrices import Equal, MatrixHypothesis, group, identity, matrix, trace, written
from ...language.sources import paper
from ...language.statements import Identity, Inequality, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import ForAll, families, index, natural, nonnegative, positive, real, total
from ...language.theorems import Combination, Instance, Line, Summed, Theorem
from .letters import CONSERVATION, EIGENFRAMEWORK, d, n
from .letters import ridge as l

# -- Every sample: B holds the weighted eigenfunctions at the n inputs, and B^T B is the kernel matrix ----------------

B, G = matrix("B", d, n), matrix("G", n, n)
with_ridge = group(written(B.T * B, l * identity(n)))
INVERSE: list[MatrixHypothesis] = [Equal(with_ridge * G, identity(n)), Equal(G * with_ridge, identity(n))]
transfer = B * G * B.T

conserved_sum = Claim(
    "kernels/learnabilities-with-a-ridge",
    title="The learnabilities and l times the trace of the kernel's inverse sum to n, for every sample",
    statement=MatrixIdentity(trace(transfer) + l * trace(G), n),
    hypotheses=INVERSE[:1],
    source=CONSERVATION,
    note="$T = B G B^T$ takes the target's coefficients to those that are learned, and its diagonal holds the "
    "learnabilities. Without a ridge, see linear-models/learnabilities-sum-to-n.",
)

contraction = Claim(
    "kernels/learned-is-less-than-the-target",
    title="Applying the hat matrix twice falls short of applying it once by l times a square",
    statement=MatrixIdentity(written(transfer, -transfer * transfer), l * B * G * G * B.T),
    hypotheses=INVERSE[:1],
    source=CONSERVATION,
    note="$G$ is symmetric, so that $B G G B^T = (B G) (B G)^T$: on the diagonal, $L_k >= sum_j T_kj^2 >= L_k^2$, so "
    "that each learnability lies between 0 and 1, for every sample.",
)

without_ridge = Claim(
    "kernels/learned-without-a-ridge",
    title="Without a ridge what is learned is a projection of the target",
    statement=MatrixIdentity(transfer * transfer, transfer),
    hypotheses=[Equal(B.T * B * G, identity(n))],
    source=CONSERVATION,
)

# -- Many samples: L_i = lambda_i/(lambda_i + kappa), with sum_i L_i + delta/kappa = n -------------------------------

p = natural("p")
i, j = index("i", p), index("j", p)
lam, v = families("lambda v")
kappa = positive("kappa")
delta, sigma = nonnegative("delta sigma")
samples = positive("n")
EVERY = ForAll(i, lam[i] > 0)
L_i = lam[i] / (lam[i] + kappa)
learned, squares = total(L_i, i), total(L_i**2, i)

lam_1, lam_2 = positive("lambda_1 lambda_2")
L_1 = lam_1 / (lam_1 + kappa)

learnability_rate = Claim(
    "kernels/learnability-by-kappa",
    title="A learnability falls with kappa at L (1 - L)/kappa: those near one half move most",
    statement=Identity(sp.diff(L_1, kappa), -L_1 * (1 - L_1) / kappa),
    source=EIGENFRAMEWORK,
)

by_ridge = Claim(
    "kernels/kappa-grows-with-the-ridge",
    title="kappa grows with the ridge, at one over the ridge's share and the sum of L (1 - L)",
    statement=Identity(sp.diff(kappa * (samples - learned), kappa), samples - learned + total(L_i * (1 - L_i), i)),
    hypotheses=[EVERY],
    source=EIGENFRAMEWORK,
    note="$delta = kappa (n - sum_i L_i)$, differentiated by $kappa$. The right-hand side is $n - sum_i L_i^2$: so "
    "the factor $n/(n - sum_i L_i^2)$ of the test error is $n$ times $dkappa/ddelta$.",
)

by_samples = Claim(
    "kernels/kappa-falls-with-samples",
    title="kappa falls with the number of samples, at kappa over the ridge's share and the sum of L (1 - L)",
    statement=Identity(sp.diff(learned + delta / kappa, kappa), -(total(L_i * (1 - L_i), i) + delta / kappa) / kappa),
    hypotheses=[EVERY],
    source=EIGENFRAMEWORK,
    uses=[learnability_rate],
    note="$n = sum_i L_i + delta/kappa$, differentiated by $kappa$. So a new sample adds $L_i (1 - L_i)/(n - sum_j "
    "L_j^2)$ to a learnability, and these add up to one with what it adds to $delta/kappa$.",
)

above_its_square = Claim(
    "kernels/learnability-above-its-square",
    title="A learnability exceeds its square",
    statement=Inequality(L_i, ">", L_i**2),
    hypotheses=[lam[i] > 0],
    source=EIGENFRAMEWORK,
)

few, rest = positive("q g")

amplified = Claim(
    "kernels/test-error-factor",
    title="The factor n/(n - q) of the test error exceeds one",
    statement=Inequality((few + rest) / rest, ">", 1),
    source=EIGENFRAMEWORK,
    note="$q$ is the sum of the squared learnabilities, and $n = q + g$.",
)

FIXED = sp.Eq(learned + delta / kappa, samples, evaluate=False)

share = Claim(
    "kernels/ridge-share-is-not-negative",
    title="The ridge's share of the samples is not negative",
    statement=Inequality(delta / kappa, ">=", 0),
    source=CONSERVATION,
)

each = Line(by=Instance(above_its_square))
all_above = Line(by=Summed(each, i))
fewer = Line(Inequality(squares, "<", samples), by=Combination(all_above, FIXED, share))

error_factor = Theorem(
    "kernels/squared-learnabilities",
    title="The squared learnabilities sum to less than n",
    concludes=Inequality(squares, "<", samples),
    hypotheses=[EVERY, FIXED],
    proof=[each, all_above, fewer],
    source=EIGENFRAMEWORK,
    note="For every spectrum, ridge and number of samples: so $n/(n - sum_i L_i^2)$, the factor of the test error, is "
    "positive, and more than one.",
)

test_error, noise = real("E"), positive("sigma")

noise_costs_more = Claim(
    "kernels/noise-is-amplified",
    title="Given the estimate of the test error, noise alone costs more than its variance",
    statement=Inequality(test_error, ">", noise**2),
    source=EIGENFRAMEWORK,
    uses=[amplified],
    cited=[
        Cited(
            "estimate of the test error of kernel regression",
            "Simon, Dickens, Karkada and DeWeese, TMLR 2023; Canatar, Bordelon and Pehlevan, Nat. Commun. 2021",
            says=sp.Eq(test_error, (few + rest) / rest * noise**2),
        )
    ],
    note="$q$ is the sum of the squared learnabilities, and $n = q + g$. The estimate, of the mean over samples of "
    "Gaussian features, is not proved here.",
)

two = [each / (each + kappa) for each in (lam_1, lam_2)]
of_two = sum(two)
missed = of_two / (of_two - sum(each**2 for each in two)) * (1 - two[0]) ** 2

first_samples = Claim(
    "kernels/first-samples",
    title="The effect of the first samples on the test error of the first of two modes",
    statement=Limit(
        (missed - 1) / of_two,
        kappa,
        sp.oo,
        ((lam_1**2 + lam_2**2) / (lam_1 + lam_2) - 2 * lam_1) / (lam_1 + lam_2),
    ),
    source=paper("simon-2023", "modes whose error rises with the first samples"),
    note="Without a ridge and with a target of norm one on the first mode; $n$ tends to zero as $kappa$ grows.",
)

first_samples_harm = Claim(
    "kernels/first-samples-harm",
    title="The first samples raise the error of a mode whose eigenvalue is much the smaller",
    statement=Inequality((lam_1**2 + lam_2**2) / (lam_1 + lam_2) - 2 * lam_1, ">", 0),
    hypotheses=[5 * lam_1 < 2 * lam_2],
    source=paper("simon-2023", "modes whose error rises with the first samples"),
    uses=[first_samples],
    note="The least such ratio is $1 + sqrt(2)$, a little less than $5/2$.",
)
