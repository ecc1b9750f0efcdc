"""2. Leaving one sample out: the error without retraining, and generalized cross-validation."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import Equal, group, identity, matrix, written
from ...language.statements import Chain, Identity, Inequality, Link
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, nonnegative, positive, real, total
from .letters import GCV, LEAVE_ONE_OUT, d
from .letters import ridge as l

# M = X^T X + l I of all samples, A = M^-1; x holds the k inputs that are left out, y their labels, and B is the inverse
# without them.  For k = 1 these are the classical formulas, of numbers.

M, A, B = matrix("M", d, d), matrix("A", d, d), matrix("B", d, d)
k = natural("k")
x, b, w, v = matrix("x", d, k), matrix("b", d, 1), matrix("w", d, 1), matrix("v", d, 1)
y, one = matrix("y", k, 1), identity(k)
without = group(written(M, -x * x.T))
left_in, left_out = group(written(y, -x.T * w)), group(written(y, -x.T * v))
leverage = x.T * A * x
ALL, LESS = Equal(A * M, identity(d)), Equal(without * B, identity(d))
SOLVED, SOLVED_WITHOUT = Equal(M * w, b), Equal(without * v, written(b, -x * y))

leave_one_out = Claim(
    "kernels/leave-one-out",
    title="The residuals of samples are I less their leverages, times their errors when they are left out",
    statement=MatrixIdentity(left_in, group(written(one, -leverage)) * left_out),
    hypotheses=[ALL, SOLVED, SOLVED_WITHOUT],
    source=LEAVE_ONE_OUT,
    note="$w$ solves $M w = b$ with all samples, $v$ without the inputs $x$ and their labels $y$: $(M - x x^T) v = b "
    "- x y$. The leverage of one sample is the number $h = x^T A x$: $e = (1 - h) e_out$, so that one solution gives "
    "all $n$ errors.",
)

weights_without = Claim(
    "kernels/weights-without-a-sample",
    title="Leaving samples out moves the weights along A x, by their errors when left out",
    statement=MatrixIdentity(v, written(w, -A * x * left_out)),
    hypotheses=[ALL, SOLVED, SOLVED_WITHOUT],
    source=LEAVE_ONE_OUT,
)

leverage_without = Claim(
    "kernels/leverage-without-a-sample",
    title="I less the leverages, times I and the leverages by the inverse without these samples, is I",
    statement=MatrixIdentity(group(written(one, -leverage)) * group(written(one, x.T * B * x)), one),
    hypotheses=[ALL, LESS],
    source=LEAVE_ONE_OUT,
    note="Of one sample: $(1 - h) (1 + a) = 1$ with $a = x^T B x$.",
)

h, g, z, left = real("h g z e_1")
gain, trace_of = nonnegative("a"), positive("T")

leverage_range = Claim(
    "kernels/leverage-range",
    title="A leverage lies between zero and one",
    statement=Chain(sp.Integer(0), (Link("<=", gain / (1 + gain)), Link("<", sp.Integer(1)))),
    source=LEAVE_ONE_OUT,
    uses=[leverage_without],
    note="$a = x^T B x$ is not negative, as $B$ is positive definite, and $h = a/(1 + a)$.",
)

error_is_larger = Claim(
    "kernels/leave-one-out-error-is-larger",
    title="A sample that is left out is missed by more than when it is trained on",
    statement=Inequality((z / (1 - h)) ** 2, ">", z**2),
    hypotheses=[h > 0, h < 1, sp.Ne(z, 0)],
    source=LEAVE_ONE_OUT,
    uses=[leave_one_out, leverage_range],
)

by_kernel = Claim(
    "kernels/leave-one-out-by-kernel",
    title="In terms of the kernel's inverse the ridge cancels: the error is $\\frac{(G y)_i}{G_{ii}}$",
    statement=Identity(left / (1 - h), z / g),
    hypotheses=[g > 0, sp.Eq(left, l * z), sp.Eq(h, 1 - l * g)],
    source=LEAVE_ONE_OUT,
    uses=[leave_one_out],
    note=r"The residual is $l \left(G y\right)_i$ and the hat matrix $I - l G$, see kernels/ridge-residual; $z = "
    r"\left(G y\right)_i$ and $g = G_ii$.",
)

n = natural("n")
i = index("i", n)
e, q = families("e q")

equal_leverages = Claim(
    "kernels/cross-validation-of-equal-leverages",
    title="For equal leverages generalized cross-validation is the mean square of the errors left out",
    statement=Identity(total((e[i] / (1 - h)) ** 2, i) / n, total(e[i] ** 2, i) / n / (1 - n * h / n) ** 2),
    hypotheses=[h < 1],
    source=GCV,
    uses=[leave_one_out],
)

gcv_by_kernel = Claim(
    "kernels/cross-validation-by-kernel",
    title="Generalized cross-validation by the kernel's inverse: n |G y|^2 over its squared trace",
    statement=Identity(
        total((l * q[i]) ** 2, i) / n / (1 - (n - l * trace_of) / n) ** 2, n * total(q[i] ** 2, i) / trace_of**2
    ),
    source=GCV,
    uses=[by_kernel],
    note="$q = G y$ and $T$ is the trace of $G$: the ridge is left in the inverse only, so that it may be zero or "
    "negative.",
)
