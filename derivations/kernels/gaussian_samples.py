r"""9. Gaussian samples: means of second moments and of their inverse, and what these tend to as samples are many.

The second moments ``X^T X`` of n samples with p independent standard normal features are a Wishart matrix.  Moments of
words are sums over pairs of letters; the mean of the inverse is von Rosen's.  Where n and p grow together, the mean
resolvent solves the equation of Marchenko and Pastur, here with its one positive solution and both ridgeless limits.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.gaussian import gaussian_matrix
from ...language.matrices import Expect, identity, matrix, trace
from ...language.matrix_functions import Invertible, inverse
from ...language.statements import Identity, Inequality, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import natural, positive
from .letters import MARCHENKO, ROSEN

n, p = natural("n p")
X = gaussian_matrix("X", n, p)
S, B, K = matrix("S", p, p), matrix("B", p, p), matrix("K", p, p)
ENOUGH = sp.Gt(n, p + 1)

second_moments = Claim(
    "kernels/mean-of-second-moments",
    title="The second moments of n Gaussian samples are n times their covariance on average",
    statement=MatrixIdentity(Expect(S.T * X.T * X * S), n * S.T * S),
    source=ROSEN,
    note="The samples are the rows of $X S$, and their covariance is $S^T S$.",
)

squared = Claim(
    "kernels/mean-square-of-second-moments",
    title="The square of the second moments is larger on average than the square of their mean",
    statement=MatrixIdentity(Expect(X.T * X * X.T * X), n * (n + p + 1) * identity(p)),
    source=ROSEN,
)

around = Claim(
    "kernels/second-moments-around-a-matrix",
    title="What Gaussian second moments make of a matrix between them",
    statement=MatrixIdentity(Expect(X.T * X * B * X.T * X), n**2 * B + n * B.T + n * trace(B) * identity(p)),
    source=ROSEN,
)

kernel_mean = Claim(
    "kernels/mean-kernel-of-gaussian-samples",
    title="The kernel of n Gaussian samples is the trace of its metric times the identity on average",
    statement=MatrixIdentity(Expect(X * B * X.T), trace(B) * identity(n)),
    source=ROSEN,
)

variance = Claim(
    "kernels/variance-of-the-total-second-moment",
    title="The squared norm of all samples has the mean square of n p (n p + 2)",
    statement=MatrixIdentity(Expect(trace(X.T * X) ** 2), n * p * (n * p + 2)),
    source=ROSEN,
)

inverse_mean = Claim(
    "kernels/mean-of-inverse-second-moments",
    title="The inverse of the second moments is on average the inverse covariance over n - p - 1",
    statement=MatrixIdentity(Expect(inverse(S.T * X.T * X * S)), inverse(S.T * S) / (n - p - 1)),
    hypotheses=[ENOUGH, Invertible(S)],
    source=ROSEN,
    note="The prover knows the mean of the inverse of a Wishart matrix, and that alone of its inverse.",
)

least_squares = Claim(
    "kernels/excess-of-least-squares",
    title="Least squares on n Gaussian samples have an excess of p/(n - p - 1) times the variance of the noise",
    statement=MatrixIdentity(Expect(trace(S.T * S * inverse(S.T * X.T * X * S))), p / (n - p - 1)),
    hypotheses=[ENOUGH, Invertible(S)],
    source=ROSEN,
    uses=[inverse_mean],
    note="Whatever the covariance is. It diverges as $n$ falls to $p + 1$.",
)

# -- Many samples and features (Marchenko and Pastur) ----------------------------------------------------------------

c, ridge, m, other = positive("c l m m_1")  # p/n, the ridge over n, and the mean resolvent at minus the ridge


def equation(at: sp.Expr) -> sp.Expr:
    """What is one at the mean resolvent."""
    return c * ridge * at**2 + (1 - c + ridge) * at


SOLVES = sp.Eq(equation(m), 1, evaluate=False)
half = 1 - c + ridge
root = sp.sqrt(half**2 + 4 * c * ridge)
resolvent = (root - half) / (2 * c * ridge)

fixed_point = Claim(
    "kernels/marchenko-pastur-fixed-point",
    title="The mean resolvent is a fixed point: features share the ridge with what the samples leave of them",
    statement=Identity(m, 1 / (ridge + 1 / (1 + c * m))),
    hypotheses=[SOLVES],
    source=MARCHENKO,
)

only_one = Claim(
    "kernels/marchenko-pastur-has-one-solution",
    title="The equation of the mean resolvent has one positive solution only",
    statement=Identity(m, other),
    hypotheses=[SOLVES, sp.Eq(equation(other), 1, evaluate=False)],
    source=MARCHENKO,
)

solution = Claim(
    "kernels/marchenko-pastur-solution",
    title="The positive solution, with a square root",
    statement=Identity(equation(resolvent), 1),
    source=MARCHENKO,
    uses=[only_one],
)

is_positive = Claim(
    "kernels/marchenko-pastur-solution-is-positive",
    title="The solution with the root is positive",
    statement=Inequality(resolvent, ">", 0),
    source=MARCHENKO,
)

ridgeless = Claim(
    "kernels/marchenko-pastur-with-more-samples",
    title="With more samples than features the mean resolvent tends to 1/(1 - c) as the ridge vanishes",
    statement=Limit(resolvent, ridge, sp.Integer(0), 1 / (1 - c)),
    hypotheses=[c < 1],
    source=MARCHENKO,
)

wide = Claim(
    "kernels/marchenko-pastur-with-more-features",
    title="With more features than samples the ridge times the mean resolvent tends to the share 1 - 1/c without data",
    statement=Limit(ridge * resolvent, ridge, sp.Integer(0), 1 - 1 / c),
    hypotheses=[c > 1],
    source=MARCHENKO,
)

number = positive("N")

exact_sizes = Claim(
    "kernels/marchenko-pastur-agrees-with-every-size",
    title="n times the mean inverse at every size tends to the same 1/(1 - c)",
    statement=Limit(number / (number - c * number - 1), number, sp.oo, 1 / (1 - c)),
    hypotheses=[c < 1],
    source=MARCHENKO,
    uses=[inverse_mean, ridgeless],
)
