r"""Linear models: orthogonal features, the order in which they are learned, and what that prefers.

Thesis chapter 1 and appendices A.1 and A.2 up to (A.12); richness paper sections 2 and 3.3, appendices B and C;
position paper appendices C and D.1.  In order:

1. *Functions and inner products*, (1.1) to (1.7).
2. *The integral operator* of a feature map, (1.13) to (1.15), and the effective dimension (1.16).
3. *Gradient flow* in function space, (1.17) to (1.26): every eigenfunction is learned at its own rate.
4. *Eigenfunctions as features*, (1.27), (1.28), A.1, and their intensity, quality and utilisation, (1.29) to (1.32).
5. *Estimates from samples*, (1.33), (1.34), Algorithm 1.
6. *Learnability*, (1.35), and *benign overfitting*, (1.36) to (1.39).
7. *The least norm*, A.2.
8. *The linear model of the position paper*, and layerwise linear models.

How printed things are read.  The loss (1.11) is half the mean square; flows follow (1.12) and keep its learning rate
eta, as a factor of the loss.  Functions are written in two ways.  As families: ``f[x]`` at the points of a sample
space of any finite size N, where x has probability ``q[x]``.  As matrices: a function is a column of N entries, each
times ``sqrt(q(x))``, so that ``<f|g> = f^T g`` and ``|f><g| = f g^T``; a feature map is the p x N matrix Phi with rows
``<Phi_k|``, and the operator (1.14) is ``T = Phi^T Phi``.  N is arbitrary, and no line uses that it is finite.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.distributions import Normal, Uniform
from .kernel.flows import GradientFlow, partial
from .kernel.matrices import (
    Diagonal,
    Equal,
    MatrixFlow,
    MatrixHypothesis,
    Orthogonal,
    SemiOrthogonal,
    group,
    identity,
    matrix,
    named,
    trace,
    written,
    zero,
)
from .kernel.misprints import Misprint
from .kernel.sources import Source, position_paper, richness_paper, thesis
from .kernel.statements import (
    Chain,
    Conserved,
    Expectation,
    Identity,
    Inequality,
    Integral,
    Limit,
    Link,
    Rate,
    Solution,
    Substitution,
)
from .kernel.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from .kernel.symbols import families, index, natural, nonnegative, positive, real, time, total, trajectories

Matrix: TypeAlias = Any  # a matrix expression; SymPy carries no types

AS_IN_THESIS = "as in the thesis"


def both(label: str, number: int) -> list[Source]:
    """An equation of the thesis that the richness paper prints as well, in a form that its text has lost."""
    return [thesis(label), richness_paper(str(number), restored=AS_IN_THESIS)]


t = time()
eta = positive("eta")
n, p, N = natural("n p N")  # samples, features, points of the sample space

# --- 1. Functions and inner products --------------------------------------------------------------------------

x, y = index("x", N), index("x'", N)
q, f_, g_ = families("q f g")


def inner(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """``<first|second>``: the expectation (1.3) of the product of two functions written at the point x."""
    return total(q[x] * first * second, x)


cauchy_schwarz = Claim(
    "linear-models/cauchy-schwarz",
    title="Two squared norms exceed the squared inner product by a mean of squares",
    statement=Identity(
        inner(f_[x], f_[x]) * inner(g_[x], g_[x]) - inner(f_[x], g_[x]) ** 2,
        total(q[x] * q[y] * (f_[x] * g_[y] - f_[y] * g_[x]) ** 2, x, y) / 2,
    ),
    source=[thesis("1.3"), richness_paper("Section B.1")],
    note="Lagrange's identity. The right-hand side is not negative, so that <f|g>^2 <= <f|f><g|g>: quality (1.30), "
    "utilisation (1.31) and the estimate (1.34) lie between 0 and 1. For every size of the sample space.",
)

square = positive("y")
decay_rate = positive("s")
normal_at = positive("x")

chi_squared = Claim(
    "linear-models/chi-squared",
    title="The square of a Gaussian variable has the chi-squared density",
    statement=Substitution(
        2 * sp.exp(-decay_rate * normal_at**2) * sp.exp(-(normal_at**2) / 2) / sp.sqrt(2 * sp.pi),
        (normal_at, sp.Integer(0), sp.oo),
        into=sp.exp(-decay_rate * square) * sp.exp(-square / 2) / sp.sqrt(2 * sp.pi * square),
        onto=(square, sp.Integer(0), sp.oo),
        by=normal_at**2,
    ),
    source=[thesis("1.1"), thesis("Section 1.2")],
    note="The mean of e^{-s x^2} under the density (1.1), twice its half over x > 0, goes into the mean of e^{-s y} "
    "under the density e^{-y/2}/sqrt(2 pi y) of one degree of freedom; the Laplace transform, for every s > 0, fixes a "
    "distribution.",
)

X, s, u = real("x s u")
generating = sp.exp(X * s - s**2 / 2)

gaussian = sp.exp(-(X**2) / 2)

hermite_two = Claim(
    "linear-models/hermite-two",
    title="The second Hermite polynomial, from its formula by derivatives",
    statement=Identity(sp.diff(gaussian, X, 2), X**2 * gaussian - gaussian),
    source=[thesis("1.4")],
    note="(1.4) times e^{-x^2/2}: H_2 = x^2 - 1.",
)

hermite_three = Claim(
    "linear-models/hermite-three",
    title="The third Hermite polynomial, from its formula by derivatives",
    statement=Identity(-sp.diff(gaussian, X, 3), X**3 * gaussian - 3 * X * gaussian),
    source=[thesis("1.4")],
    note="(1.4) times e^{-x^2/2}: H_3 = x^3 - 3 x.",
)

hermite_generating = Claim(
    "linear-models/hermite-generating-function",
    title="The Hermite polynomials are the Taylor coefficients of one function",
    statement=Identity(sp.exp(X**2 / 2) * sp.exp(-((X - s) ** 2) / 2), generating),
    source=[thesis("1.4")],
    note="By Taylor's formula e^{-(x-s)^2/2} = sum_k (-s)^k/k! d^k/dx^k e^{-x^2/2}; times e^{x^2/2} it is sum_k H_k(x) "
    "s^k/k!, with the H_k of (1.4). So exp(x s - s^2/2) = sum_k H_k(x) s^k/k!, for every k at once.",
)

hermite_recurrence = Claim(
    "linear-models/hermite-recurrence",
    title="Each Hermite polynomial follows from the two before it",
    statement=Identity(sp.diff(generating, s), X * generating - s * generating),
    source=[thesis("1.4")],
    uses=[hermite_generating],
    note="In powers of s: H_{k+1} = x H_k - k H_{k-1}.",
)

hermite_derivative = Claim(
    "linear-models/hermite-derivative",
    title="The derivative of a Hermite polynomial is a multiple of the one before",
    statement=Identity(sp.diff(sp.exp(X**2 / 2) * sp.exp(-((X - s) ** 2) / 2), X), s * generating),
    source=[thesis("1.4")],
    uses=[hermite_generating],
    note="In powers of s: H_k' = k H_{k-1}. With the recurrence, H_{k+1} = x H_k - H_k'.",
)

hermite_orthogonal = Claim(
    "linear-models/hermite-orthogonality",
    title="The product of two generating functions under the Gaussian, with the square completed",
    statement=Identity(
        generating * generating.subs(s, u) * sp.exp(-(X**2) / 2) / sp.sqrt(2 * sp.pi),
        sp.exp(s * u) * sp.exp(-((X - s - u) ** 2) / 2) / sp.sqrt(2 * sp.pi),
    ),
    source=[thesis("1.6"), thesis("1.1")],
    uses=[hermite_generating],
    note="Integrated over x: sum_jk <H_j|H_k> s^j u^k/(j! k!) = e^{s u}, as a shifted Gaussian density (1.1) has "
    "integral one. Compare powers: <H_j|H_k> = k! delta_jk, for all j and k.",
    steps=[
        Step("sum_jk <H_j|H_k> s^j u^k / (j! k!) = E[e^{x s - s^2/2} e^{x u - u^2/2}]", "the generating function"),
        Step("= e^{s u} int e^{-(x - s - u)^2/2} dx / sqrt(2 pi)", "this claim: the square is completed"),
        Step("= e^{s u} = sum_k (s u)^k / k!", "a shifted Gaussian density integrates to one"),
        Step("<H_j|H_k> = k! delta_jk", "compare the powers of s and u"),
    ],
)

hermite_moments = Claim(
    "linear-models/hermite-inner-products",
    title="The inner product of two generating functions under the Gaussian",
    statement=Expectation(generating * generating.subs(s, u), sp.exp(s * u), ((X, Normal(0, 1)),)),
    source=[thesis("1.6")],
    uses=[hermite_orthogonal],
    note="The integral of the claim before, done: sum_jk <H_j|H_k> s^j u^k/(j! k!) = sum_k (s u)^k/k!.",
)

hermite_norm = Claim(
    "linear-models/hermite-three-norm",
    title="The third Hermite polynomial has squared norm 3!",
    statement=Expectation((X**3 - 3 * X) ** 2, sp.Integer(6), ((X, Normal(0, 1)),)),
    source=[thesis("1.6")],
    uses=[hermite_three],
)

not_orthonormal = Claim(
    "linear-models/features-not-orthonormal",
    title="Two features whose inner product is not zero",
    statement=Expectation(X**2, sp.Integer(1), ((X, Normal(0, 1)),)),
    source=[richness_paper("12", restored="guess")],
    note="<1|x^2> for Gaussian x. The paper's own example is lost; this is one like it.",
)

orthogonal_uniform = Claim(
    "linear-models/orthogonal-under-the-uniform",
    title="The functions 1 and 3 x^2 - 1 are orthogonal for x uniform on [-1, 1]",
    statement=Expectation(3 * X**2 - 1, sp.Integer(0), ((X, Uniform(-1, 1)),)),
    source=[richness_paper("Section B.2", restored="guess")],
    note="The paper's own pair of functions is lost; this is one like it.",
)

not_orthogonal_gaussian = Claim(
    "linear-models/not-orthogonal-under-the-gaussian",
    title="The same functions are not orthogonal for Gaussian x",
    statement=Expectation(3 * X**2 - 1, sp.Integer(2), ((X, Normal(0, 1)),)),
    source=[richness_paper("Section B.2", restored="guess")],
    uses=[orthogonal_uniform],
    note="Features depend on the distribution of inputs, feature maps do not.",
)

basis_size = natural("p")
basis, term = index("k", basis_size), index("j", basis_size)
basis_norm, expansion = families("h c")

expansion_coefficients = Claim(
    "linear-models/expansion-coefficients",
    title="The coefficients of a function in an orthogonal basis are quotients of inner products",
    statement=Identity(
        total(expansion[term] * sp.KroneckerDelta(term, basis) * basis_norm[term], term) / basis_norm[basis],
        expansion[basis],
    ),
    hypotheses=[basis_norm[basis] > 0],
    source=[thesis("1.7")],
    uses=[hermite_orthogonal],
    note="For f = sum_j c_j H_j with <H_j|H_k> = h_k delta_jk (h_k = k! by (1.6)), <f|H_k>/<H_k|H_k> = c_k. Finite "
    "sums; that they exhaust every square-integrable f is completeness, which is not proved here.",
)

# --- 2. The integral operator ---------------------------------------------------------------------------------

k, l, j = index("k", p), index("l", p), index("j", p)  # noqa: E741 - the thesis calls a feature's index l
Phi_ = families("Phi")


def operator(function: sp.Expr, at: sp.Idx) -> sp.Expr:
    """``T[f](x')`` by (1.13), of a function written at the point x."""
    return total(Phi_[k, x] * Phi_[k, at] * function * q[x], k, x)


gram_symmetric = Claim(
    "linear-models/gram-symmetric",
    title="A Gram matrix is symmetric",
    statement=MatrixIdentity(group(matrix("A", n, p) * matrix("A", n, p).T).T, matrix("A", n, p) * matrix("A", n, p).T),
    source=[thesis("Section 1.4")],
)

A_, v_ = families("A v")
m_row = index("i", n)

gram_semidefinite = Claim(
    "linear-models/gram-semidefinite",
    title="A Gram matrix is positive semidefinite: its quadratic form is a sum of squares",
    statement=Identity(
        total(v_[m_row] * A_[m_row, k] * A_[index("i'", n), k] * v_[index("i'", n)], m_row, index("i'", n), k),
        total(total(A_[m_row, k] * v_[m_row], m_row) ** 2, k),
    ),
    source=[thesis("Section 1.4")],
)

bra_ket = Claim(
    "linear-models/operator-in-brackets",
    title="The integral operator takes the features' inner products, and returns a combination of the features",
    statement=Identity(operator(f_[x], y), total(Phi_[k, y] * inner(Phi_[k, x], f_[x]), k)),
    source=[thesis("1.13"), *both("1.14", 1), richness_paper("Section B.1")],
    note="The right-hand side is (1.14) applied to f: the bra takes f in, the ket is returned.",
)

operator_from_vectors = Claim(
    "linear-models/operator-from-feature-vectors",
    title="The integral operator by inner products of feature vectors",
    statement=Identity(
        total(total(Phi_[k, x] * Phi_[k, y], k) * f_[x] * q[x], x),
        total(Phi_[k, y] * inner(Phi_[k, x], f_[x]), k),
    ),
    source=[thesis("1.18")],
    uses=[bra_ket],
    note="(1.18) repeats (1.13) with the sum over features written as Phi(x)^T Phi(x').",
)

operator_symmetric = Claim(
    "linear-models/operator-symmetric",
    title="The integral operator is symmetric",
    statement=Identity(total(q[y] * g_[y] * operator(f_[x], y), y), total(q[y] * f_[y] * operator(g_[x], y), y)),
    source=[thesis("Section 1.4")],
)

operator_semidefinite = Claim(
    "linear-models/operator-semidefinite",
    title="The integral operator is positive semidefinite: its quadratic form is a sum of squares",
    statement=Identity(total(q[y] * f_[y] * operator(f_[x], y), y), total(inner(Phi_[k, x], f_[x]) ** 2, k)),
    source=[*both("1.15", 2)],
    note="So that every eigenvalue rho_k = <e_k|T[e_k]> is at least zero, as (1.15) says.",
)

# Functions as columns: E holds the eigenfunctions as rows, R the square roots of the eigenvalues.

Phi, E = matrix("Phi", p, N), matrix("E", p, N)
R, R_inv = matrix("R", p, p), matrix("R^-1", p, p)
T = named("T", Phi.T * Phi)
I_p = identity(p)
ORTHONORMAL = SemiOrthogonal(E)
MERCER = Equal(Phi.T * Phi, E.T * R * R * E)
ROOTS: list[MatrixHypothesis] = [Diagonal(R), Equal(R * R_inv, I_p), Equal(R_inv * R, I_p)]
LETTERS = (
    "E holds the eigenfunctions e_k as rows, R = diag(sqrt(rho_k)), T = Phi^T Phi is the operator (1.14). The "
    "k-th entry, row or column is the printed line."
)

eigenfunctions = Claim(
    "linear-models/eigenfunctions",
    title="What diagonalises the integral operator are its eigenfunctions",
    statement=MatrixIdentity(T * E.T, E.T * R * R),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.15", 2),
    note=LETTERS,
)

# The effective dimension.

d = natural("d")
m = index("m", d)
h_ = families("h")  # shares rho_i / sum_j rho_j
share, count, ratio = positive("h p rho")

both_dimension = both("1.16", 8)

dimension_of_equals = Claim(
    "linear-models/dimension-of-equal-eigenvalues",
    title="The effective dimension of d equal eigenvalues is d",
    statement=Identity(sp.exp(-total(ratio / total(ratio, m) * sp.log(ratio / total(ratio, m)), index("i", d))), d),
    source=[*both_dimension, thesis("Section 1.4"), richness_paper("Section B.4")],
    note="For every d. Further eigenvalues that are zero add nothing, with 0 ln 0 = 0; the definition asks for "
    "positive ones.",
)

zero_share = Claim(
    "linear-models/zero-eigenvalues-add-nothing",
    title="A vanishing eigenvalue adds nothing to the entropy",
    statement=Limit(-share * sp.log(share), share, sp.Integer(0), sp.Integer(0)),
    source=both_dimension,
    note="Why 0 ln 0 is read as 0 in 'd equal non-zero entries'.",
)

dimension_at_least_one = Claim(
    "linear-models/entropy-is-not-negative",
    title="No share of the eigenvalues lowers the entropy: the effective dimension is at least one",
    statement=Inequality(-share * sp.log(share), ">=", 0),
    hypotheses=[share <= 1],
    source=both_dimension,
    note="One term of (1.16); a sum of such terms is not negative, and its exponential at least 1.",
)

gibbs_large = Claim(
    "linear-models/entropy-bound-large-share",
    title="A share above the average adds at most what makes the effective dimension p",
    statement=Inequality(-share * sp.log(share), "<=", share * sp.log(count) + 1 / count - share),
    hypotheses=[share * count >= 1],
    source=both_dimension,
    note="ln(1/(p h)) <= 1/(p h) - 1. p is any positive number here.",
)

gibbs_small = Claim(
    "linear-models/entropy-bound-small-share",
    title="A share below the average adds at most what makes the effective dimension p",
    statement=Inequality(-share * sp.log(share), "<=", share * sp.log(count) + 1 / count - share),
    hypotheses=[share * count <= 1],
    source=both_dimension,
)

dimension_at_most_count = Claim(
    "linear-models/dimension-at-most-count",
    title="Summed over p shares the bounds give ln(p): the effective dimension is at most p",
    statement=Identity(total(h_[k] * sp.log(p) + 1 / p - h_[k], k), sp.log(p)),
    hypotheses=[sp.Eq(total(h_[k], k), 1)],
    source=both_dimension,
    uses=[gibbs_large, gibbs_small],
    note="For every p.",
)

two_entropy = sp.log(1 + ratio) - ratio * sp.log(ratio) / (1 + ratio)

entropy_of_two = Claim(
    "linear-models/entropy-of-two",
    title="The entropy of two eigenvalues of a given ratio",
    statement=Identity(
        -(1 / (1 + ratio)) * sp.log(1 / (1 + ratio)) - ratio / (1 + ratio) * sp.log(ratio / (1 + ratio)), two_entropy
    ),
    source=both_dimension,
    note="Eigenvalues 1 and rho.",
)

slower_decay_slope = Claim(
    "linear-models/slower-decay-slope",
    title="How the entropy of two eigenvalues grows with their ratio",
    statement=Identity(sp.diff(two_entropy, ratio), -sp.log(ratio) / (1 + ratio) ** 2),
    source=[thesis("Section 1.4"), richness_paper("Section B.4")],
    uses=[entropy_of_two],
)

slower_decay = Claim(
    "linear-models/slower-decay",
    title="Of two eigenvalues, a slower decay gives a larger effective dimension",
    statement=Inequality(-sp.log(ratio) / (1 + ratio) ** 2, ">", 0),
    hypotheses=[ratio < 1],
    source=[thesis("Section 1.4"), richness_paper("Section B.4")],
    uses=[slower_decay_slope],
    note="The text says 'generally'; for two eigenvalues it is always so.",
)

# --- 3. Gradient flow in function space -----------------------------------------------------------------------

w_ = families("w", t)
target_ = families("f*")
model = total(w_[j] * Phi_[j, x], j)
model_there = total(w_[j] * Phi_[j, y], j)
loss = total(q[x] * (model - target_[x]) ** 2, x) / 2
weight_flow = GradientFlow(eta * loss, (w_,), t)
error = model - target_[x]

v1, v2 = real("v_1 v_2")
w1_, w2_ = families("w_1 w_2")

linear_in_parameters = Claim(
    "linear-models/linear-in-parameters",
    title="The model is linear in its parameters, whatever the features are",
    statement=Identity(
        total((v1 * w1_[k] + v2 * w2_[k]) * Phi_[k, x], k),
        v1 * total(w1_[k] * Phi_[k, x], k) + v2 * total(w2_[k] * Phi_[k, x], k),
    ),
    source=[*both("1.10", 10), position_paper("21", restored="re-derived")],
)

parameter_rate = Claim(
    "linear-models/parameter-rate",
    title="A parameter moves by the error's inner product with its feature",
    statement=Rate(w_[l], -eta * inner(error, Phi_[l, x]), weight_flow),
    source=[thesis("1.11"), thesis("1.12")],
    note="Under half the mean square error (1.11); an infinite training set makes L_emp equal to it.",
)

features_carry_rate = Claim(
    "linear-models/function-rate-by-parameters",
    title="The function moves through its parameters",
    statement=Rate(model_there, total(-eta * partial(loss, w_[k]) * Phi_[k, y], k), weight_flow),
    source=both("1.19", 18),
    uses=[parameter_rate],
    note="(1.12) enters here already, in the first line of the derivation; the text names it for the second.",
)

function_rate_gradient = Claim(
    "linear-models/function-rate-by-gradients",
    title="The function moves by the error times the gradients of the function",
    statement=Rate(
        model_there,
        -eta * total(q[x] * error * total(partial(model, w_[k]) * Phi_[k, y], k), x),
        weight_flow,
    ),
    source=both("1.20", 19),
    uses=[features_carry_rate],
)

function_rate_features = Claim(
    "linear-models/function-rate-by-features",
    title="The gradients of the function are the features",
    statement=Rate(model_there, -eta * total(q[x] * error * total(Phi_[k, x] * Phi_[k, y], k), x), weight_flow),
    source=both("1.21", 20),
    uses=[function_rate_gradient],
)

function_rate = Claim(
    "linear-models/function-rate",
    title="In function space, gradient flow applies the integral operator to the error",
    statement=Rate(model_there, -eta * total(Phi_[k, y] * inner(Phi_[k, x], error), k), weight_flow),
    source=[*both("1.17", 17), *both("1.22", 21)],
    uses=[function_rate_features, bra_ket],
    steps=[
        Step("df/dt(x') = sum_k dw_k/dt Phi_k(x') = -eta sum_k dL/dw_k Phi_k(x')", "(1.10) and (1.12)"),
        Step("dL/dw_k = E[(f - f*) df/dw_k] = E[(f - f*) Phi_k]", "the loss (1.11), with its one half"),
        Step("df/dt(x') = -eta E[(f(x) - f*(x)) sum_k Phi_k(x) Phi_k(x')]", "exchange the sums"),
        Step("= -eta T[f - f*](x')", "the operator (1.13)"),
    ],
)

w, target = matrix("w", p, 1), matrix("f*", N, 1)
f = Phi.T * w
flow = MatrixFlow(eta * trace(group(f - target).T * group(f - target)) / 2, (w,))

mode_inner = Claim(
    "linear-models/mode-rate-by-inner-product",
    title="The inner product with an eigenfunction moves by the inner product with the rate",
    statement=MatrixRate(E * f, -eta * E * T * group(f - target), flow),
    source=[*both("1.23", 22), *both("1.24", 23)],
    uses=[function_rate],
    note=f"{LETTERS} Nothing is needed of E.",
)

mode_rate = Claim(
    "linear-models/mode-rate",
    title="Each eigenfunction is learned at the rate of its eigenvalue",
    statement=MatrixRate(E * f, -eta * R * R * group(E * f - E * target), flow),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.25", 24),
    uses=[mode_inner, eigenfunctions],
    note=f"{LETTERS} What of the target lies outside of the span of the features plays no part.",
)

rho_, S_, e_ = families("rho S e")  # eigenvalues, <e_k|f*>, eigenfunctions
theta_ = families("theta", t)
mode_loss = total((sp.sqrt(rho_[k]) * theta_[k] - S_[k]) ** 2, k) / 2
mode_flow = GradientFlow(eta * mode_loss, (theta_,), t)
saturation = S_[k] * (1 - sp.exp(-eta * rho_[k] * t))

mode_solution = Claim(
    "linear-models/mode-solution",
    title="From zero, each eigenfunction's coefficient saturates exponentially",
    statement=Solution(mode_flow, of=(theta_[k],), equals=(saturation / sp.sqrt(rho_[k]),), initially=(sp.Integer(0),)),
    hypotheses=[rho_[k] > 0],
    source=both("1.26", 25),
    uses=[mode_rate],
    note="The loss in the parameters of (1.28), up to a constant: <e_k|f> = sqrt(rho_k) theta_k and S_k = <e_k|f*>.",
)

learned_function = Claim(
    "linear-models/learned-function",
    title="The function at time t is a sum of modes that saturate independently",
    statement=Identity(
        total(saturation / sp.sqrt(rho_[k]) * sp.sqrt(rho_[k]) * e_[k, x], k),
        total(S_[k] * e_[k, x], k) - total(S_[k] * sp.exp(-eta * rho_[k] * t) * e_[k, x], k),
    ),
    hypotheses=[rho_[k] > 0],
    source=both("1.26", 25),
    uses=[mode_solution],
)

r1, r2 = positive("rho_1 rho_2")
later = positive("t")

larger_is_faster = Claim(
    "linear-models/larger-eigenvalues-saturate-faster",
    title="At every time, a larger eigenvalue is closer to saturation",
    statement=Inequality(1 - sp.exp(-eta * r1 * later), ">", 1 - sp.exp(-eta * r2 * later)),
    hypotheses=[r1 > r2],
    source=[*both("1.26", 25), thesis("Section 1.6"), richness_paper("Section C.3")],
    uses=[mode_solution],
)

# --- 4. Eigenfunctions as features (1.5.2, 1.5.3, A.1) --------------------------------------------------------------

first_norm, second_norm = positive("a c")  # <Phi_1|Phi_1>, <Phi_2|Phi_2>
overlap = real("b")  # <Phi_1|Phi_2>
smaller_eigenvalue = (first_norm + second_norm) / 2 - sp.sqrt((first_norm - second_norm) ** 2 / 4 + overlap**2)

positive_eigenvalues_printed = Claim(
    "linear-models/positive-eigenvalues-as-printed",
    title="The eigenvalues that the change of basis divides by are positive, for any two features",
    statement=Inequality(smaller_eigenvalue, ">", 0),
    hypotheses=[overlap**2 <= first_norm * second_norm],
    source=[thesis("1.27"), thesis("A.1")],
    erratum=Erratum(
        "hypothesis",
        "By (1.15) an eigenvalue may be zero, and it is whenever the features are linearly dependent; then O_ij = "
        "<Phi_i|e_j>/sqrt(rho_j) is 0/0 and its column is not defined.",
        "(1.27) to (1.29) and A.1 hold for linearly independent features. For dependent ones the expansion of Phi "
        "survives, with any columns that complete O to an orthogonal matrix.",
    ),
    note="Two features with squared norms a, c and inner product b, which Cauchy-Schwarz bounds: the smaller "
    "eigenvalue of their Gram matrix.",
)

positive_eigenvalues = Claim(
    "linear-models/positive-eigenvalues",
    title="Linearly independent features have positive eigenvalues",
    statement=Inequality(smaller_eigenvalue, ">", 0),
    hypotheses=[overlap**2 < first_norm * second_norm],
    source=[*both("1.27", 13), thesis("A.1")],
    uses=[cauchy_schwarz],
    corrects=positive_eigenvalues_printed,
    note="Cauchy-Schwarz is strict when neither feature is a multiple of the other.",
)

O_ = named("O", Phi * E.T * R_inv)
COLUMNS = f"{LETTERS} O = Phi E^T R^-1 has the entries of (1.27); rho_k > 0, so that R has an inverse."

columns_gram = Claim(
    "linear-models/columns-of-o",
    title="The inner products of the columns of O, by the features' inner products with eigenfunctions",
    statement=MatrixIdentity(O_.T * O_, R_inv * group(E * Phi.T) * group(Phi * E.T) * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.2"), thesis("A.1")],
    uses=[positive_eigenvalues],
    note=COLUMNS,
)

columns_gram_sum = Claim(
    "linear-models/columns-of-o-by-features",
    title="The sum over features of kets and bras stands between the eigenfunctions",
    statement=MatrixIdentity(O_.T * O_, R_inv * E * group(Phi.T * Phi) * E.T * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.3")],
    uses=[columns_gram],
    note=COLUMNS,
)

columns_gram_operator = Claim(
    "linear-models/columns-of-o-by-operator",
    title="The sum over features is the operator",
    statement=MatrixIdentity(O_.T * O_, R_inv * E * T * E.T * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.4")],
    uses=[columns_gram_sum],
    note=COLUMNS,
)

columns_gram_eigen = Claim(
    "linear-models/columns-of-o-by-eigenvalues",
    title="The operator returns the eigenvalue",
    statement=MatrixIdentity(O_.T * O_, R_inv * group(E * E.T) * R),
    hypotheses=[*ROOTS, ORTHONORMAL, MERCER],
    source=[thesis("A.5")],
    uses=[columns_gram_operator, eigenfunctions],
    note=f"{COLUMNS} Entry i, j is sqrt(rho_j/rho_i) <e_i|e_j>.",
)

columns_orthonormal = Claim(
    "linear-models/columns-of-o-orthonormal",
    title="The columns of O are orthonormal",
    statement=MatrixIdentity(O_.T * O_, I_p),
    hypotheses=[*ROOTS, ORTHONORMAL, MERCER],
    source=[thesis("A.6"), richness_paper("Section C.1")],
    uses=[columns_gram_eigen],
    note=f"{COLUMNS} O is square, so that O O^T = I follows; A.1 names the two the other way round.",
    steps=[
        Step("O_.i^T O_.j = sum_k <e_i|Phi_k><Phi_k|e_j> / sqrt(rho_i rho_j)", "(A.1)"),
        Step("= <e_i|T|e_j> / sqrt(rho_i rho_j)", "(1.14)"),
        Step("= sqrt(rho_j/rho_i) <e_i|e_j> = delta_ij", "T e_j = rho_j e_j, and the e are orthonormal"),
        Step("O^T O = I gives O O^T = I", "for a square matrix a left inverse is a right inverse"),
    ],
)

span_remainder = Claim(
    "linear-models/features-in-span",
    title="Nothing of the features lies outside of the span of the eigenfunctions",
    statement=MatrixIdentity(
        written(Phi.T * Phi, -Phi.T * Phi * E.T * E, -E.T * E * Phi.T * Phi, E.T * E * Phi.T * Phi * E.T * E),
        zero(N, N),
    ),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.27", 13),
    note=f"{LETTERS} The left-hand side is D^T D with D = Phi - Phi E^T E, so that D = 0.",
)

IN_SPAN = Equal(Phi * E.T * E, Phi)

change_of_basis = Claim(
    "linear-models/change-of-basis",
    title="The features are an orthogonal matrix times the weighted eigenfunctions",
    statement=MatrixIdentity(Phi, O_ * R * E),
    hypotheses=[*ROOTS, IN_SPAN],
    source=both("1.27", 13),
    uses=[span_remainder, columns_orthonormal, positive_eigenvalues],
    note=COLUMNS,
)

Ortho = matrix("O", p, p)
CHANGE = Equal(Phi, Ortho * R * E)
ORTHO = Orthogonal(Ortho)

features_norm = Claim(
    "linear-models/features-norm-preserved",
    title="The change of basis preserves the norm of the feature vector, at every input",
    statement=MatrixIdentity(T, group(R * E).T * group(R * E)),
    hypotheses=[CHANGE, ORTHO],
    source=[thesis("Section 1.5.2")],
    uses=[change_of_basis],
    note="On the diagonal: sum_k Phi_k(x)^2 = sum_k rho_k e_k(x)^2.",
)

theta_printed = Claim(
    "linear-models/theta-as-printed",
    title="The parameters in the eigenfunction basis are O times the parameters",
    statement=MatrixIdentity(w.T * Phi, group(Ortho * w).T * R * E),
    hypotheses=[CHANGE, ORTHO, Diagonal(R)],
    source=[thesis("Section 1.5.2")],
    erratum=Erratum(
        "slip",
        "theta = O w should be theta = O^T w: with Phi_i = sum_j O_ij sqrt(rho_j) e_j the coefficient of sqrt(rho_j) "
        "e_j is sum_i w_i O_ij. As a row, theta would be w O.",
        "None: O^T is orthogonal as well, so that |theta| = |w| and all that follows survive.",
    ),
)

theta_repaired = Claim(
    "linear-models/theta",
    title="The parameters in the eigenfunction basis are the transposed O times the parameters",
    statement=MatrixIdentity(w.T * Phi, group(Ortho.T * w).T * R * E),
    hypotheses=[CHANGE],
    source=[*both("1.28", 14), thesis("Section 1.5.2")],
    uses=[change_of_basis],
    corrects=theta_printed,
)

norm_preserved = Claim(
    "linear-models/parameter-norm-preserved",
    title="The change of basis preserves the norm of the parameters",
    statement=MatrixIdentity(group(Ortho.T * w).T * group(Ortho.T * w), w.T * w),
    hypotheses=[ORTHO],
    source=[thesis("Section 1.5.2"), richness_paper("Section C.1")],
    uses=[theta_repaired],
)

intensity = Claim(
    "linear-models/intensity",
    title="The intensity is the sum of the features' squared inner products with the eigenfunction",
    statement=Identity(
        total(q[y] * e_[k, y] * total(Phi_[j, x] * Phi_[j, y] * e_[k, x] * q[x], j, x), y),
        total(inner(Phi_[j, x], e_[k, x]) ** 2, j),
    ),
    source=[thesis("1.29")],
    note="<e_k|T[e_k]>, for any function e_k; it is rho_k when e_k is a normalised eigenfunction.",
)

intensity_is_eigenvalue = Claim(
    "linear-models/intensity-is-eigenvalue",
    title="For an eigenfunction, that sum is its eigenvalue",
    statement=MatrixIdentity(group(Phi * E.T).T * group(Phi * E.T), R * R),
    hypotheses=[ORTHONORMAL, MERCER],
    source=[thesis("1.29")],
    uses=[intensity, eigenfunctions],
    note=f"{LETTERS} On the diagonal.",
)

one_function = families("e")
weight = positive("rho")
NORMALISED = sp.Eq(total(q[x] * one_function[x] ** 2, x), 1)
feature_square = total(q[x] * (sp.sqrt(weight) * one_function[x]) ** 2, x)

intensity_norm_printed = Claim(
    "linear-models/intensity-is-norm-as-printed",
    title="The intensity is the norm of the feature along its eigenfunction",
    statement=Identity(sp.sqrt(feature_square), weight),
    hypotheses=[NORMALISED],
    source=[thesis("Section 1.5.3"), richness_paper("Section C.1")],
    erratum=Erratum(
        "slip",
        "The feature is sqrt(rho_k) e_k, whose norm is sqrt(rho_k); the intensity rho_k is its square.",
        "None: the example beside it (a variance of 2, intensity 2) has the square.",
    ),
    note="The norm is the root of <f|f>, as (1.34) writes |f|_2^2 for <f|f>.",
)

intensity_norm = Claim(
    "linear-models/intensity-is-squared-norm",
    title="The intensity is the squared norm of the feature along its eigenfunction",
    statement=Identity(feature_square, weight),
    hypotheses=[NORMALISED],
    source=[thesis("Section 1.5.3"), richness_paper("Section C.1")],
    uses=[intensity_is_eigenvalue],
    corrects=intensity_norm_printed,
)

lam = real("lambda")
example = sp.Matrix([[sp.Rational(3, 2), sp.Rational(1, 2)], [sp.Rational(1, 2), sp.Rational(3, 2)]])

example_eigenvalues = Claim(
    "linear-models/example-eigenvalues",
    title="The Gaussian example has the eigenvalues 2 and 1",
    statement=Identity((example - lam * sp.eye(2)).det(), (lam - 2) * (lam - 1)),
    source=[thesis("Section 1.5.3")],
    note="The characteristic polynomial of the printed covariance, which is the features' Gram matrix, as their mean "
    "is zero.",
)

function_column = matrix("f", N, 1)

projection_remainder = Claim(
    "linear-models/cumulative-quality-below-one",
    title="What the eigenfunctions leave of a function's squared norm is the squared norm of the rest",
    statement=MatrixIdentity(
        written(function_column.T * function_column, -group(E * function_column).T * group(E * function_column)),
        group(written(function_column, -E.T * E * function_column)).T
        * group(written(function_column, -E.T * E * function_column)),
    ),
    hypotheses=[ORTHONORMAL],
    source=[thesis("1.30"), thesis("1.31"), thesis("1.32"), richness_paper("Section 3.2")],
    note="E f has the entries <e_k|f>. So the sum of <e_k|f>^2 over any orthonormal functions is at most <f|f>: each "
    "quality and utilisation, and both cumulative ones, lie between 0 and 1.",
)

coefficients = matrix("c", p, 1)

utilisation_complete = Claim(
    "linear-models/cumulative-utilisation-complete",
    title="All features together carry the whole learned function of a linear model",
    statement=MatrixIdentity(
        group(E * E.T * coefficients).T * group(E * E.T * coefficients),
        group(E.T * coefficients).T * group(E.T * coefficients),
    ),
    hypotheses=[ORTHONORMAL],
    source=[thesis("1.32")],
    uses=[projection_remainder],
    note="For f = sum_k c_k e_k the sum of <e_k|f>^2 is <f|f>: the cumulative utilisation of all p features is 1.",
)

c_ = families("c")
outside = nonnegative("r")  # the squared norm of what the features cannot express

cumulative_grows = Claim(
    "linear-models/quality-not-negative",
    title="A quality is not negative, so that the cumulative quality grows with the number of features",
    statement=Inequality(c_[k] ** 2 / (c_[k] ** 2 + outside), ">=", 0),
    hypotheses=[outside > 0],
    source=[thesis("1.30"), thesis("1.32")],
    note="r > 0 is what the other directions hold of <f|f>.",
)

scale = real("s")

quality_scale = Claim(
    "linear-models/quality-free-of-scale",
    title="Quality and utilisation do not depend on the scale of the function",
    statement=Identity(
        inner(e_[k, x], scale * f_[x]) ** 2 / inner(scale * f_[x], scale * f_[x]),
        inner(e_[k, x], f_[x]) ** 2 / inner(f_[x], f_[x]),
    ),
    hypotheses=[inner(f_[x], f_[x]) > 0, sp.Ne(scale, 0)],
    source=[thesis("1.30"), thesis("1.31")],
)

# --- 5. Estimates from samples (1.5.4) --------------------------------------------------------------------------

phi = matrix("phi", p, n)
U, Sv, Sv_inv, V = matrix("U", p, p), matrix("S", p, p), matrix("S^-1", p, p), matrix("V", p, n)
SVD: list[MatrixHypothesis] = [
    Equal(phi, U * Sv * V),
    Orthogonal(U),
    SemiOrthogonal(V),
    Diagonal(Sv),
    Equal(Sv * Sv_inv, I_p),
    Equal(Sv_inv * Sv, I_p),
]
THIN_SVD = (
    "phi = U S V is the thin singular value decomposition for n >= p samples, with positive singular values: U is "
    "p x p, V is p x n with orthonormal rows."
)

eigenvalues_printed = Claim(
    "linear-models/sample-eigenvalues-as-printed",
    title="The squared singular values are the eigenvalues of the empirical operator",
    statement=MatrixIdentity(phi * phi.T * U / n, U * Sv * Sv),
    hypotheses=SVD,
    source=[thesis("Algorithm 1"), thesis("Section 1.5.4")],
    erratum=Erratum(
        "slip",
        "The mean over n samples is phi phi^T/n, whose eigenvalues are s_k^2/n: line 6 of the algorithm and the text "
        "lack the factor 1/n.",
        "Intensities are n times too large. Their ratios, the effective dimension, quality and utilisation survive.",
    ),
    note=f"{THIN_SVD} The factor would be right if phi held the features divided by sqrt(n), which the text does "
    "not say.",
)

eigenvalues_sample = Claim(
    "linear-models/sample-eigenvalues",
    title="The squared singular values over n are the eigenvalues of the empirical operator",
    statement=MatrixIdentity(phi * phi.T * U / n, U * Sv * Sv / n),
    hypotheses=SVD,
    source=[thesis("Algorithm 1"), thesis("Section 1.5.4"), richness_paper("6", restored="re-derived")],
    corrects=eigenvalues_printed,
    note=THIN_SVD,
)

on_samples = group(Sv_inv * U.T * phi)

eigenfunctions_printed = Claim(
    "linear-models/sample-eigenfunctions-as-printed",
    title="The functions u_k^T Phi/s_k are orthonormal over the samples",
    statement=MatrixIdentity(on_samples * on_samples.T / n, I_p),
    hypotheses=SVD,
    source=[thesis("1.33"), thesis("Algorithm 1")],
    erratum=Erratum(
        "slip",
        "Their mean square over the n samples is 1/n: the factor sqrt(n) is missing, that is, the division must be by "
        "the root of the eigenvalue s_k^2/n.",
        "(1.34) divides by the norm of e_k and survives; anything that uses e_k as a normalised function does not.",
    ),
    note=f"{THIN_SVD} (1.15) asks for orthonormal e_k, and the mean over the samples stands for the inner product.",
)

C, Rh, Rh_inv = matrix("C", p, p), matrix("Rhat", p, p), matrix("Rhat^-1", p, p)
EMPIRICAL: list[MatrixHypothesis] = [
    Equal(C, U * Rh * Rh * U.T),
    Orthogonal(U),
    Diagonal(Rh),
    Equal(Rh * Rh_inv, I_p),
    Equal(Rh_inv * Rh, I_p),
]
EIGENPAIRS = (
    "C = phi phi^T/n is the mean of Phi Phi^T over the samples, Rhat = diag(sqrt(rho_k)) with rho_k its eigenvalues, "
    "and u_k, the columns of U, its eigenvectors."
)

eigenfunctions_sample = Claim(
    "linear-models/sample-eigenfunctions",
    title="The functions u_k^T Phi are orthogonal over the samples, with mean squares rho_k",
    statement=MatrixIdentity(U.T * C * U, Rh * Rh),
    hypotheses=[Equal(C, U * Rh * Rh * U.T), Orthogonal(U)],
    source=[
        thesis("1.33"),
        thesis("Algorithm 1"),
        richness_paper("6", restored="re-derived"),
        richness_paper("Algorithm 1", restored="re-derived"),
    ],
    uses=[eigenvalues_sample],
    corrects=eigenfunctions_printed,
    note=f"{EIGENPAIRS} So e_k = u_k^T Phi/sqrt(rho_k) are orthonormal there.",
)

i = index("i", n)
i2 = index("i'", n)
projection = families("c")  # u_k^T Phi at the samples
singular_square = total(projection[i2] ** 2, i2)

eigenfunction_normalised = Claim(
    "linear-models/sample-eigenfunction-normalised",
    title="With the factor sqrt(n) each empirical eigenfunction has mean square one",
    statement=Identity(total((sp.sqrt(n) * projection[i] / sp.sqrt(singular_square)) ** 2, i) / n, 1),
    hypotheses=[singular_square > 0],
    source=[thesis("1.33"), thesis("Algorithm 1")],
    uses=[eigenfunctions_sample],
    corrects=eigenfunctions_printed,
    note="c_i = u_k^T Phi(x_i) and s_k^2 = sum_i c_i^2, since U^T phi = S V.",
)

Psi = matrix("Psi", p, N)

nystrom = Claim(
    "linear-models/empirical-operator",
    title="Beyond the samples, the functions are eigenfunctions of the empirical operator",
    statement=MatrixIdentity(Rh_inv * U.T * C * Psi, Rh * Rh * group(Rh_inv * U.T * Psi)),
    hypotheses=EMPIRICAL,
    source=[thesis("1.33"), richness_paper("6", restored="re-derived"), richness_paper("Section 3.3")],
    uses=[eigenfunctions_sample],
    note=f"{EIGENPAIRS} Psi holds the features at any N points; the left-hand side is the operator (1.13) with the "
    "mean over the samples for the expectation, applied to the e_k and read off there.",
)

b_ = families("b")

ratio_of_sums = Claim(
    "linear-models/estimate-of-quality",
    title="In the estimate of quality the number of samples cancels, and so does the norm of the eigenfunction",
    statement=Identity(
        (total(scale * b_[i] * projection[i], i) / n) ** 2
        / ((total((scale * b_[i]) ** 2, i) / n) * (total(projection[i] ** 2, i) / n)),
        total(b_[i] * projection[i], i) ** 2 / (total(b_[i] ** 2, i) * total(projection[i] ** 2, i)),
    ),
    hypotheses=[total(b_[i] ** 2, i) > 0, total(projection[i] ** 2, i) > 0, sp.Ne(scale, 0)],
    source=[thesis("1.34")],
    uses=[cauchy_schwarz],
    note="b holds e_k and c holds f at the samples: means in place of the printed sums, and an e_k s times as long, "
    "give the same number. So the missing factor of (1.33) does no harm here.",
)

# --- 6. Learnability (1.6, (1.35)) ------------------------------------------------------------------------------

kappa, delta = positive("kappa delta")

learnability_increases = Claim(
    "linear-models/learnability-increases",
    title="A larger eigenvalue has a larger learnability",
    statement=Inequality(r1 / (r1 + kappa), ">", r2 / (r2 + kappa)),
    hypotheses=[r1 > r2],
    source=[*both("1.35", 15), thesis("Section 1.6"), richness_paper("Section C.2")],
)

learnability_range = Claim(
    "linear-models/learnability-range",
    title="A learnability lies between zero and one",
    statement=Chain(sp.Integer(0), (Link("<", r1 / (r1 + kappa)), Link("<", sp.Integer(1)))),
    source=both("1.35", 15),
)

learnability_falls = Claim(
    "linear-models/learnability-falls-with-kappa",
    title="Every learnability falls strictly as kappa grows",
    statement=Inequality(r1 / (r1 + kappa), ">", r1 / (r1 + kappa + delta)),
    source=both("1.35", 15),
    note="With the two limits: the sum of p learnabilities falls strictly and continuously from p to 0, so that "
    "exactly one positive kappa makes it n, for each n between 0 and p; for n >= p there is none.",
)

learnability_at_zero = Claim(
    "linear-models/learnability-at-zero-kappa",
    title="As kappa vanishes, a positive eigenvalue's learnability tends to one",
    statement=Limit(r1 / (r1 + kappa), kappa, sp.Integer(0), sp.Integer(1)),
    source=both("1.35", 15),
)

learnability_at_infinity = Claim(
    "linear-models/learnability-at-infinite-kappa",
    title="As kappa grows, every learnability tends to zero",
    statement=Limit(r1 / (r1 + kappa), kappa, sp.oo, sp.Integer(0)),
    source=both("1.35", 15),
)

B, K_inv = matrix("B", p, n), matrix("K^-1", n, n)

learnabilities_sum = Claim(
    "linear-models/learnabilities-sum-to-n",
    title="The projection that training applies to the target has trace n",
    statement=MatrixIdentity(trace(B * K_inv * B.T), n),
    hypotheses=[Equal(B.T * B * K_inv, identity(n))],
    source=[richness_paper("Section C.2"), richness_paper("15", restored=AS_IN_THESIS)],
    note="B holds sqrt(rho_k) e_k at the n samples, K = B^T B is the kernel matrix and K^-1 its inverse. For the "
    "target e_k the learned coefficient of e_k is the k-th diagonal entry of B K^-1 B^T, up to a change of scale that "
    "the trace does not see: for every sample, not on average only, the learnabilities sum to n.",
)


def learned_share(values: tuple[Any, Any]) -> sp.Expr:
    """What one sample, where e_1 and e_2 have these values, makes the model learn of the target e_1 along e_1.

    The least norm solution through one point is ``f(x') = K(x', x) y/K(x, x)`` with ``y = e_1(x)``.
    """
    one, two = values
    return r1 * one * one / (r1 * one**2 + r2 * two**2)


SIGNS = [(one, two) for one in (1, -1) for two in (1, -1)]
KAPPA_OF_TWO = sp.Eq(r1 / (r1 + kappa) + r2 / (r2 + kappa), 1)

learnability_printed = Claim(
    "linear-models/learnability-as-printed",
    title="The learnability, as an equality for every distribution and every number of samples",
    statement=Identity(sp.Add(*(learned_share(signs) for signs in SIGNS)) / len(SIGNS), r1 / (r1 + kappa)),
    hypotheses=[KAPPA_OF_TWO],
    source=[thesis("1.35")],
    erratum=Erratum(
        "hypothesis",
        "Printed as an equality for any q, n and p; it holds for large n and p, and for features that behave like "
        "Gaussian ones. Two independent signs and one sample give rho_1/(rho_1 + rho_2), not "
        "sqrt(rho_1)/(sqrt(rho_1) + sqrt(rho_2)).",
        "None of what is drawn from it qualitatively: L_k grows with rho_k, and the sum over k is n.",
    ),
    note="e_1 and e_2 are independent, each 1 or -1 with equal probability; p = 2, n = 1, and the target is e_1. The "
    "left-hand side is the mean over the four inputs. The sines of Figures 1.3 to 1.5 are not like Gaussian features "
    "either: least norm regression on draws, with rho_k = 1/k^2 and p = 4 n, learns a middle mode about 19% less than "
    "the formula says and the last one about three times as much, for n from 8 to 128.",
)

samples, features = positive("n p")

equal_learnability = Claim(
    "linear-models/learnability-of-equal-eigenvalues",
    title="Equal eigenvalues share the n samples equally",
    statement=Identity(r1 / (r1 + kappa), samples / features),
    hypotheses=[sp.Eq(features * r1 / (r1 + kappa), samples)],
    source=both("1.35", 15),
    uses=[learnabilities_sum],
    corrects=learnability_printed,
    note="Exact for exchangeable features: the n of the trace are shared by p equal diagonal entries.",
)

root_1, root_2, angle = positive("a b u")
gaussian_share = root_1**2 / ((root_1**2 + root_2**2 * angle**2) * (1 + angle**2))
gaussian_antiderivative = (
    root_1**2 / (root_1**2 - root_2**2) * (sp.atan(angle) - root_2 / root_1 * sp.atan(root_2 * angle / root_1))
)

gaussian_pair = Claim(
    "linear-models/learnability-of-two-gaussian-features",
    title="What one sample teaches of the first of two Gaussian features",
    statement=Integral(
        2 / sp.pi * gaussian_share,
        (angle, sp.Integer(0), sp.oo),
        root_1 / (root_1 + root_2),
        antiderivative=2 / sp.pi * gaussian_antiderivative,
    ),
    hypotheses=[sp.Ne(root_1, root_2)],
    source=[thesis("1.35")],
    note="rho_1 = a^2 and rho_2 = b^2. u = |e_2/e_1|, of two independent Gaussian variables, has the density "
    "2/(pi (1 + u^2)), and the sample teaches the share a^2/(a^2 + b^2 u^2). For a = b see equal eigenvalues.",
)

gaussian_kappa = Claim(
    "linear-models/kappa-of-two",
    title="For two features and one sample the formula gives the same",
    statement=Identity(sp.sqrt(r1) / (sp.sqrt(r1) + sp.sqrt(r2)), r1 / (r1 + kappa)),
    hypotheses=[KAPPA_OF_TWO],
    source=[thesis("1.35")],
    uses=[gaussian_pair],
    corrects=learnability_printed,
    note="kappa = sqrt(rho_1 rho_2). So for two Gaussian features (1.35) is exact from the first sample on.",
)

loss_prefactor = Claim(
    "linear-models/test-loss-prefactor",
    title="A learnability exceeds its square",
    statement=Inequality(r1 / (r1 + kappa) - (r1 / (r1 + kappa)) ** 2, ">", 0),
    source=[richness_paper("16", restored="recalled")],
    uses=[learnability_range],
    note="The learnabilities sum to n, so that n - sum_j L_j^2, by which the test loss divides, is a sum of these "
    "differences, and positive.",
)

loss_falls = Claim(
    "linear-models/test-loss-falls-with-eigenvalue",
    title="The part of the target on a larger eigenvalue costs less",
    statement=Inequality((1 - r1 / (r1 + kappa)) ** 2, "<", (1 - r2 / (r2 + kappa)) ** 2),
    hypotheses=[r1 > r2],
    source=[richness_paper("16", restored="recalled"), thesis("Section 1.6.1")],
    uses=[learnability_increases],
    note="Task-model alignment: the same amount of target is learned better along a larger eigenvalue.",
)

loss_of_equals = Claim(
    "linear-models/test-loss-of-equal-eigenvalues",
    title="For equal eigenvalues the test loss is what a random projection of rank n leaves",
    statement=Identity(
        samples / (samples - features * (samples / features) ** 2) * (1 - samples / features) ** 2,
        1 - samples / features,
    ),
    hypotheses=[samples < features],
    source=[richness_paper("16", restored="recalled")],
    uses=[equal_learnability],
    note="(16) at L_k = n/p, for a target of norm one. A uniformly random projection of rank n keeps n/p of it, so "
    "that the recalled formula is exact there.",
)

# The preference for large intensities, on one sample.

z1, z2, label = real("z_1 z_2 y")  # e_1 and e_2 at the sample, the label there
theta_1, theta_2 = trajectories("theta_1 theta_2")
at_sample = sp.sqrt(r1) * z1 * theta_1 + sp.sqrt(r2) * z2 * theta_2
one_sample = GradientFlow(eta * (at_sample - label) ** 2 / 2, (theta_1, theta_2), t)

one_sample_direction = Claim(
    "linear-models/one-sample-direction",
    title="Fitting one sample, the parameters move along the weighted eigenfunctions",
    statement=Conserved(sp.sqrt(r2) * z2 * theta_1 - sp.sqrt(r1) * z1 * theta_2, one_sample),
    source=[thesis("Section 1.6")],
    note="From zero, theta_k is proportional to sqrt(rho_k) e_k: the part along e_k to rho_k e_k. Of two "
    "eigenfunctions that can fit the sample, the one of larger intensity takes the larger share.",
)

kernel_at_sample = r1 * z1**2 + r2 * z2**2
one_sample_fit = label / kernel_at_sample * (1 - sp.exp(-eta * kernel_at_sample * t))

one_sample_solution = Claim(
    "linear-models/one-sample-solution",
    title="Fitting one sample from zero, in full",
    statement=Solution(
        one_sample,
        of=(theta_1, theta_2),
        equals=(sp.sqrt(r1) * z1 * one_sample_fit, sp.sqrt(r2) * z2 * one_sample_fit),
        initially=(sp.Integer(0), sp.Integer(0)),
    ),
    hypotheses=[z1 > 0],
    source=[thesis("Section 1.6"), thesis("1.12")],
    uses=[one_sample_direction],
    note="L_emp is that of n = 1. The sign of e_1 is free, and is chosen so that e_1 is positive at the sample.",
)

amount = real("c")

cheaper = Claim(
    "linear-models/larger-eigenvalues-cost-less",
    title="The same function costs less norm along a larger eigenvalue",
    statement=Inequality((amount / sp.sqrt(r1)) ** 2, "<", (amount / sp.sqrt(r2)) ** 2),
    hypotheses=[r1 > r2, sp.Ne(amount, 0)],
    source=[richness_paper("Section C.2")],
    uses=[theta_repaired],
    note="c e_k needs theta_k = c/sqrt(rho_k), by (1.28).",
)

# The sine features of the figures.

position = real("x")
low, high, frequency = natural("j k m")

sine_norm = Claim(
    "linear-models/sine-features-normalised",
    title="The sine functions have norm one on the unit interval",
    statement=Integral(
        (sp.sqrt(2) * sp.sin(2 * sp.pi * frequency * position)) ** 2, (position, sp.Integer(0), sp.Integer(1)), 1
    ),
    source=[thesis("Figure 1.2")],
)

sine_low, sine_high = sp.sin(2 * sp.pi * low * position), sp.sin(2 * sp.pi * high * position)
cosine_low, cosine_high = sp.cos(2 * sp.pi * low * position), sp.cos(2 * sp.pi * high * position)

sine_orthogonal = Claim(
    "linear-models/sine-features-orthogonal",
    title="Sine functions of different frequencies are orthogonal on the unit interval",
    statement=Integral(
        2 * sine_low * sine_high,
        (position, sp.Integer(0), sp.Integer(1)),
        0,
        antiderivative=(sine_high * cosine_low - cosine_high * sine_low) / (2 * sp.pi * (high - low))
        - (sine_high * cosine_low + cosine_high * sine_low) / (2 * sp.pi * (high + low)),
    ),
    hypotheses=[sp.Ne(low, high)],
    source=[thesis("Figure 1.2")],
    note="So with features k^alpha sqrt(2) sin(2 pi k x) the eigenvalues are k^(2 alpha), as the caption says. The "
    "antiderivative is that of cos(2 pi (k - j) x) - cos(2 pi (k + j) x), with sums of angles resolved.",
)

sine_odd = Claim(
    "linear-models/sine-features-odd",
    title="Functions of a sine model are odd about the middle of the interval",
    statement=Identity(
        total(
            w1_[k]
            * (
                sp.sin(2 * sp.pi * k) * sp.cos(2 * sp.pi * k * position)
                - sp.cos(2 * sp.pi * k) * sp.sin(2 * sp.pi * k * position)
            ),
            k,
        ),
        -total(w1_[k] * sp.sin(2 * sp.pi * k * position), k),
    ),
    source=[thesis("Figure 1.4"), thesis("Figure 1.3")],
    note="sin(2 pi k (1 - x)), with the angle resolved. So every spike of the noise fit at a sample x has its mirror "
    "image at 1 - x, where there is no sample: 'discrepancy only at sample points' holds up to this.",
)

figure_order = Claim(
    "linear-models/figure-intensities-fall",
    title="With alpha = -4 the intensity falls with the frequency",
    statement=Inequality((frequency + 1) ** sp.Integer(-8), "<", frequency ** sp.Integer(-8)),
    source=[thesis("Figure 1.2")],
    note="With alpha = 4 it grows, by the reciprocals.",
)

# --- Benign overfitting (1.6.1) -------------------------------------------------------------------------------------

few, tail = natural("d m")  # the first d features; the other m = p - d
first_ones, others = index("k", few), index("l", tail)

conditions_printed = Claim(
    "linear-models/benign-conditions-as-printed",
    title="The learnabilities of the benign setup, with the printed conditions, sum to n",
    statement=Identity(total(sp.Integer(1), first_ones) + total(sp.Integer(1), others), n),
    hypotheses=[few <= n, n < few + tail],
    source=[thesis("1.36")],
    erratum=Erratum(
        "slip",
        "The cases of L_k are printed for d <= n and d > n; they must be for k <= d and k > d. With d <= n the printed "
        "line makes every L_k one, and their sum p instead of n.",
        "None: the sentence above it has the right conditions.",
    ),
    note="As d << n, the printed first case applies to every k.",
)

conditions = Claim(
    "linear-models/benign-conditions",
    title="The learnabilities of the benign setup, one for k <= d and (n-d)/(p-d) beyond, sum to n",
    statement=Identity(
        total(sp.Integer(1), first_ones) + total((n - few) / tail, others),
        n,
    ),
    source=[thesis("1.36")],
    corrects=conditions_printed,
    note="m = p - d.",
)

d_, m_, n_, c_tail = positive("d m n c")  # d, p - d, n; the tail's kernel on a sample
KAPPA = "kappa solves d/(1 + kappa) + (p - d) r/(r + kappa) = n, the second equation of (1.35), m = p - d."


def kappa_of(size: sp.Expr, tail_size: sp.Expr, tail_weight: sp.Expr, first_: sp.Expr) -> sp.Expr:
    """The positive kappa for `first_` eigenvalues 1 and `tail_size` eigenvalues `tail_weight`, on `size` samples."""
    linear = size * (1 + tail_weight) - first_ - tail_size * tail_weight
    constant = size * tail_weight - first_ * tail_weight - tail_size * tail_weight
    return (-linear + sp.sqrt(linear**2 - 4 * size * constant)) / (2 * size)


printed_kappa = kappa_of(n_, m_, n_ / m_, d_)
repaired_kappa = kappa_of(n_, m_, 1 / m_, d_)

benign_kappa = Claim(
    "linear-models/benign-kappa-of-printed-eigenvalues",
    title="The kappa of the printed eigenvalues",
    statement=Identity(d_ / (1 + printed_kappa) + m_ * (n_ / m_) / (n_ / m_ + printed_kappa), n_),
    hypotheses=[d_ < n_, n_ < m_],
    source=[thesis("1.36"), thesis("1.35")],
    note=f"{KAPPA} Here r = n/(p - d).",
)

large = positive("n")

benign_printed = Claim(
    "linear-models/benign-learnability-as-printed",
    title="With tail eigenvalues n/(p-d) the first learnabilities tend to one for d << n << p",
    statement=Limit(1 / (1 + kappa_of(large, large**2, 1 / large, d_)), large, sp.oo, sp.Integer(1)),
    source=[thesis("1.36")],
    erratum=Erratum(
        "consequential",
        "The p - d tail eigenvalues n/(p - d) sum to n, which makes kappa tend to one and the learnability of the "
        "first d features to one half. It is near one if they sum to much less than n, as with 1/(p - d).",
        "The setup of 1.6.1 and 1.6.2 and the time scale of signal fitting inherit it: half of the signal is fitted by "
        "the tail. With eigenvalues 1/(p - d) the learnabilities of (1.36) and the qualitative account survive.",
    ),
    note=f"{KAPPA} The limit is taken with p - d = n^2 and any fixed d; for d = 5, n = 100, p = 2000 see the numbers.",
)

benign_half = Claim(
    "linear-models/benign-learnability-is-half",
    title="With tail eigenvalues n/(p-d) the first learnabilities tend to one half",
    statement=Limit(1 / (1 + kappa_of(large, large**2, 1 / large, d_)), large, sp.oo, sp.Rational(1, 2)),
    source=[thesis("1.36")],
    uses=[benign_kappa],
    note=KAPPA,
)

benign_kappa_bound = Claim(
    "linear-models/benign-kappa-bound",
    title="With the printed eigenvalues, a kappa below 1 - n/(p-d) makes the learnabilities sum to more than n",
    statement=Inequality(d_ / (1 + kappa) + m_ * (n_ / m_) / (n_ / m_ + kappa), ">", n_),
    hypotheses=[kappa <= 1 - n_ / m_, n_ < m_],
    source=[thesis("1.36")],
    note="So kappa is larger than that, for every d.",
)

benign_bound = Claim(
    "linear-models/benign-learnability-bound",
    title="With the printed eigenvalues no learnability exceeds 1/(2 - n/(p-d))",
    statement=Inequality(1 / (1 + kappa), "<", 1 / (2 - n_ / m_)),
    hypotheses=[kappa > 1 - n_ / m_, n_ < m_],
    source=[thesis("1.36")],
    uses=[benign_kappa_bound],
    note="Near one half for n << p - d, for every d and n.",
)

FIGURE = {d_: sp.Integer(5), n_: sp.Integer(100), m_: sp.Integer(1995)}

benign_numbers = Claim(
    "linear-models/benign-learnability-in-the-figure",
    title="With the printed eigenvalues and the figure's d = 5, n = 100, p = 2000, the signal's learnability is 0.506",
    statement=Chain(
        sp.Rational(506, 1000),
        (Link("<", 1 / (1 + printed_kappa.subs(FIGURE))), Link("<", sp.Rational(507, 1000))),
    ),
    source=[thesis("Figure 1.3")],
    uses=[benign_kappa],
)

REPAIRED = sp.Eq(d_ / (1 + kappa) + 1 / (1 / m_ + kappa), n_)

benign_repaired = Claim(
    "linear-models/benign-learnability",
    title="With tail eigenvalues 1/(p-d) the first learnabilities tend to one for d << n << p",
    statement=Limit(1 / (1 + kappa_of(large, large**2, 1 / large**2, d_)), large, sp.oo, sp.Integer(1)),
    source=[thesis("1.36")],
    corrects=benign_printed,
    note=f"{KAPPA} The limit is taken with p - d = n^2; a bound for all sizes is the next claim.",
)

benign_repaired_bound = Claim(
    "linear-models/benign-learnability-lower-bound",
    title="With tail eigenvalues 1/(p-d) the first learnabilities exceed 1 - 1/(n-d+1)",
    statement=Inequality(1 / (1 + kappa), ">", 1 - 1 / (n_ - d_ + 1)),
    hypotheses=[REPAIRED, n_ > d_],
    source=[thesis("1.36")],
    uses=[benign_repaired],
    corrects=benign_printed,
    note="kappa < 1/(n - d) - 1/(p - d). For d = 5 and n = 100 the learnability is above 0.989, for every p.",
)

benign_tail = Claim(
    "linear-models/benign-tail-learnability",
    title="With tail eigenvalues 1/(p-d) the others share what the first leave of n",
    statement=Identity((1 / m_) / (1 / m_ + kappa), (n_ - d_ / (1 + kappa)) / m_),
    hypotheses=[REPAIRED],
    source=[thesis("1.36")],
    uses=[benign_repaired_bound],
    note="(n - d)/(p - d) up to d (1 - L)/(p - d): the printed value, in the limit.",
)

# On n samples: the time scales.

design, labels = matrix("E", n, few), matrix("y", n, 1)
kernel_ = matrix("K", n, n)
features_at = matrix("phi", p, n)
sample_flow = MatrixFlow(
    eta * trace(group(features_at.T * w - labels).T * group(features_at.T * w - labels)) / (2 * n), (w,)
)

residual_rate = Claim(
    "linear-models/residual-on-samples",
    title="On n samples the residual decays by the kernel matrix over n",
    statement=MatrixRate(
        features_at.T * w - labels,
        -eta / n * features_at.T * features_at * group(features_at.T * w - labels),
        sample_flow,
    ),
    source=[thesis("1.12"), thesis("Section 1.6.1")],
    note="L_emp has the factor 1/(2n). The speeds are the eigenvalues of phi^T phi/n on the samples, not those of "
    "(1.26).",
)

tail_functions = matrix("E", tail, N)

tail_trace = Claim(
    "linear-models/tail-kernel-on-the-diagonal",
    title="The tail's kernel has the mean (p-d) r on its diagonal",
    statement=MatrixIdentity(c_tail * trace(tail_functions * tail_functions.T), c_tail * tail),
    hypotheses=[SemiOrthogonal(tail_functions)],
    source=[thesis("Section 1.6.1")],
    note="p - d = m orthonormal functions with one eigenvalue, here c. Off the diagonal, E[e_k(x) e_k(x')] = E[e_k]^2 "
    "vanishes for functions of mean zero: for p >> n the tail's kernel matrix is (p - d) r times the identity.",
)

time_scale_printed = Claim(
    "linear-models/time-scale-as-printed",
    title="On n samples the noise is fitted at the rate n/(p-d)",
    statement=Identity(total(n / tail, others) / n, n / tail),
    hypotheses=[n < tail],
    source=[thesis("Section 1.6.1")],
    erratum=Erratum(
        "hypothesis",
        "The time (p - d)/n is one over the tail's eigenvalue, the rate (1.26) of infinite data. On n samples the tail "
        "fits noise at the mean rate (p - d) r/n, which is one for r = n/(p - d): as fast as the first d features.",
        "There is no time at which only the first d features are learned. With eigenvalues 1/(p - d) the rate is 1/n, "
        "and the phases separate in 1 << eta t << n.",
    ),
    note="The mean eigenvalue of the tail's kernel matrix over n: its diagonal is the sum of p - d eigenvalues.",
)

time_scale = Claim(
    "linear-models/time-scale",
    title="On n samples the tail of eigenvalues 1/(p-d) fits noise at the rate 1/n",
    statement=Identity(total(1 / tail, others) / n, 1 / n),
    source=[thesis("Section 1.6.1")],
    uses=[residual_rate, tail_trace],
    corrects=time_scale_printed,
    note="The first d features keep the rate one, so that the signal is fitted in 1 << eta t << n.",
)

head_tail_equilibrium = Claim(
    "linear-models/signal-against-tail-kernel",
    title="Along the first d features the kernel matrix is n plus the tail's",
    statement=MatrixIdentity(
        group(written(design * design.T, c_tail * identity(n))) * design, written(n * design, c_tail * design)
    ),
    hypotheses=[Equal(design.T * design, n * identity(few))],
    source=[thesis("Section 1.6.1")],
    uses=[tail_trace],
    note="E holds the first d eigenfunctions at the n samples, orthogonal as for d << n, and the tail adds c times the "
    "identity, c = (p - d) r. So a share n/(n + c) of the signal is learned by the first d features.",
)

theta_head, theta_tail = trajectories("theta tau")
S_signal = positive("S")
signal_flow = GradientFlow(
    eta * (sp.sqrt(n_) * (theta_head - S_signal) + sp.sqrt(c_tail) * theta_tail) ** 2 / (2 * n_),
    (theta_head, theta_tail),
    t,
)
signal_growth = 1 - sp.exp(-eta * (1 + c_tail / n_) * t)

signal_solution = Claim(
    "linear-models/signal-fitting",
    title="Signal fitting: the first features and the tail learn together, in the proportion n to c",
    statement=Solution(
        signal_flow,
        of=(theta_head, theta_tail),
        equals=(
            S_signal * n_ / (n_ + c_tail) * signal_growth,
            S_signal * sp.sqrt(c_tail * n_) / (n_ + c_tail) * signal_growth,
        ),
        initially=(sp.Integer(0), sp.Integer(0)),
    ),
    source=[thesis("Section 1.6.1")],
    uses=[head_tail_equilibrium, residual_rate],
    note="One direction of the signal: theta its coefficient in the first d features, tau in the tail, c = (p - d) r. "
    "With the printed eigenvalues c = n, and one half is learned; with 1/(p - d), c = 1 and n/(n + 1) is.",
)

noise = real("nu")
noise_flow = GradientFlow(eta * (sp.sqrt(c_tail) * theta_tail - noise) ** 2 / (2 * n_), (theta_tail,), t)

noise_solution = Claim(
    "linear-models/noise-fitting",
    title="Noise fitting: what the first features cannot fit, the tail fits at the rate c/n",
    statement=Solution(
        noise_flow,
        of=(theta_tail,),
        equals=(noise / sp.sqrt(c_tail) * (1 - sp.exp(-eta * c_tail * t / n_)),),
        initially=(sp.Integer(0),),
    ),
    source=[thesis("Section 1.6.1")],
    uses=[residual_rate, tail_trace],
    note="A direction of the samples that is orthogonal to the first d features. c = n with the printed eigenvalues, "
    "c = 1 with 1/(p - d).",
)

# --- 7. The least norm (A.2) --------------------------------------------------------------------------------------

minor_12, minor_13, minor_23 = real("M_12 M_13 M_23")
u_1, u_2, u_3, v_1, v_2, v_3 = real("u_1 u_2 u_3 v_1 v_2 v_3")
gram_determinant = (u_1**2 + u_2**2 + u_3**2) * (v_1**2 + v_2**2 + v_3**2) - (u_1 * v_1 + u_2 * v_2 + u_3 * v_3) ** 2

ratio = real("c")
proportional = gram_determinant.subs({v_1: ratio * u_1, v_2: ratio * u_2, v_3: ratio * u_3})

full_rank_printed = Claim(
    "linear-models/full-rank-as-printed",
    title="With more features than samples the feature matrix has rank n, for proportional feature vectors too",
    statement=Inequality(proportional, ">", 0),
    source=[thesis("Section A.2")],
    erratum=Erratum(
        "hypothesis",
        "More features than samples do not make Phi(X) of rank n: two samples with proportional feature vectors do "
        "not. The n feature vectors must be linearly independent, which is not said.",
        "Without it S has no inverse in (A.8), and noisy labels may have no interpolation at all.",
    ),
    note="Two samples of three features, u and c u, which nothing in the setup excludes: the determinant of their Gram "
    "matrix.",
)

gram_minors = Claim(
    "linear-models/gram-determinant-by-minors",
    title="The Gram determinant of two feature vectors is the sum of the squared minors",
    statement=Identity(
        gram_determinant, (u_1 * v_2 - u_2 * v_1) ** 2 + (u_1 * v_3 - u_3 * v_1) ** 2 + (u_2 * v_3 - u_3 * v_2) ** 2
    ),
    source=[thesis("Section A.2")],
)

full_rank = Claim(
    "linear-models/full-rank",
    title="Linearly independent feature vectors make the feature matrix of rank n",
    statement=Inequality(minor_12**2 + minor_13**2 + minor_23**2, ">", 0),
    hypotheses=[minor_12 > 0],
    source=[thesis("Section A.2")],
    uses=[gram_minors],
    corrects=full_rank_printed,
    note="M_ij are the minors of the 3 x 2 matrix of the two feature vectors; independent vectors have one that is not "
    "zero, here M_12, which is positive if the samples are named in the right order.",
)

# A row of parameters, as (A.8) has it; U, S, V are those of the p x n feature matrix, of rank n.

F, Y, W = matrix("Phi", p, n), matrix("Y", 1, n), matrix("w", 1, p)
Uw, S_, S_inv, Vw = matrix("U", p, n), matrix("S", n, n), matrix("S^-1", n, n), matrix("V", n, n)
WIDE_SVD: list[MatrixHypothesis] = [
    Equal(F, Uw * S_ * Vw),
    Equal(Uw.T * Uw, identity(n)),
    Orthogonal(Vw),
    Diagonal(S_),
    Equal(S_ * S_inv, identity(n)),
    Equal(S_inv * S_, identity(n)),
]
INTERPOLATES = Equal(W * Uw * S_ * Vw, Y)
ROW = "w is a row here, as in (A.8); Phi = Phi(X) = U S V has rank n."
complement = group(written(I_p, -Uw * Uw.T))
least_norm = Y * Vw.T * S_inv * Uw.T

shape_printed = Claim(
    "linear-models/parameters-row-or-column-as-printed",
    title="The parameters have as many rows in the interpolation condition as in its solution",
    statement=Identity(p, 1),
    source=[thesis("A.8"), thesis("A.9"), thesis("A.10"), thesis("A.11")],
    erratum=Erratum(
        "convention",
        "(A.7) has w^T Phi, so that w is a column of p rows; (A.8) equates w with Y V^T S^-1 U^T, a row, and (A.9) to "
        "(A.11) equate dw/dt with a row while w^T stands on the right.",
        "None: read w as a row throughout and drop the transpose, or transpose (A.8) to (A.11).",
    ),
    note="The statement is about sizes: the number of rows of w in (A.7) and of the right-hand side of (A.8).",
)

solution_row = Claim(
    "linear-models/interpolating-parameters",
    title="Interpolation fixes the parameters in the image of U",
    statement=MatrixIdentity(W, written(least_norm, W * complement)),
    hypotheses=[*WIDE_SVD[1:], INTERPOLATES],
    source=[thesis("A.8"), thesis("A.7")],
    uses=[full_rank],
    corrects=shape_printed,
    note=f"{ROW} The hypothesis w U S V = Y is (A.7).",
)

w_column = matrix("w", p, 1)

solution_column = Claim(
    "linear-models/interpolating-parameters-as-column",
    title="The same for a column of parameters",
    statement=MatrixIdentity(w_column, written(Uw * S_inv * Vw * Y.T, group(written(I_p, -Uw * Uw.T)) * w_column)),
    hypotheses=[*WIDE_SVD[1:], Equal(w_column.T * Uw * S_ * Vw, Y)],
    source=[thesis("A.8"), thesis("A.7")],
    uses=[solution_row],
    corrects=shape_printed,
    note="The transpose of (A.8), for w^T Phi = Y as (A.7) has it.",
)

complement_is_idle = Claim(
    "linear-models/complement-does-not-affect-labels",
    title="What of the parameters lies outside of the image of U does not affect the training labels",
    statement=MatrixIdentity(W * complement * F, zero(1, n)),
    hypotheses=WIDE_SVD[:2],
    source=[thesis("Section A.2"), thesis("A.8")],
    note=ROW,
)

least_norm_interpolates = Claim(
    "linear-models/least-norm-interpolates",
    title="The part in the image of U interpolates by itself",
    statement=MatrixIdentity(least_norm * F, Y),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2"), thesis("A.8")],
    note=ROW,
)

least_norm_is_least = Claim(
    "linear-models/least-norm",
    title="What the part in the image of U leaves of the squared norm is that of the part outside",
    statement=MatrixIdentity(
        group(W * complement) * group(W * complement).T, written(W * W.T, -group(W * Uw) * group(W * Uw).T)
    ),
    hypotheses=[WIDE_SVD[1]],
    source=[thesis("A.8"), thesis("Section A.2")],
    uses=[solution_row],
    note=f"{ROW} Interpolation fixes w U = Y V^T S^-1, so that the norm is least exactly when w (I - U U^T) is zero.",
)

outputs = natural("c")
Y_many, M_many = matrix("Y", outputs, n), matrix("M", n, p)
same_rank = group(Y_many * group(written(Vw.T * S_inv * Uw.T, M_many * complement)))

rank_kept = Claim(
    "linear-models/solutions-of-least-rank",
    title="There are other solutions that are a matrix times the labels",
    statement=MatrixIdentity(same_rank * F, Y_many),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2")],
    note="For c outputs, a c x p matrix of parameters. A solution has at least the rank of Y, since W Phi = Y; these "
    "are Y times a matrix, and have no more, whatever M is. The solution of least norm, M = 0, is one of them.",
)

rank_not_enough = Claim(
    "linear-models/least-rank-does-not-fix-the-solution",
    title="A solution of least rank has no part outside of the image of U",
    statement=MatrixIdentity(same_rank * complement, zero(outputs, p)),
    hypotheses=[*WIDE_SVD[1:]],
    expected="REFUTED",
    uses=[rank_kept],
    note="Accuses no line: the text says that the solution of least norm has the least rank, which is true. The rank "
    "does not single it out; for one output every solution has rank one.",
)

label_loss = eta * trace(group(W * F - Y) * group(W * F - Y).T) / (2 * n)
label_flow = MatrixFlow(label_loss, (W,))

flow_printed = Claim(
    "linear-models/training-flow-as-printed",
    title="The gradient flow on n samples, as printed",
    statement=MatrixRate(W, -eta * group(W * F - Y) * F.T, label_flow),
    source=[thesis("A.9")],
    erratum=Erratum(
        "convention",
        "Under (1.12) with L_emp = (1/2n) sum of squares the rate has the factor 1/n; the printed line belongs to the "
        "sum of squares without it.",
        "(A.10) and (A.11) inherit it. Only the unit of time changes; the solution that is reached does not.",
    ),
    note="w is read as a row.",
)

training_flow = Claim(
    "linear-models/training-flow",
    title="The gradient flow on n samples",
    statement=MatrixRate(W, -eta / n * group(W * F - Y) * F.T, label_flow),
    source=[thesis("A.9"), thesis("1.12")],
    corrects=flow_printed,
    note="w is read as a row.",
)

training_flow_svd = Claim(
    "linear-models/training-flow-by-singular-values",
    title="The gradient flow on n samples, with the singular value decomposition put in",
    statement=MatrixRate(W, -eta / n * group(W * Uw * S_ * Vw - Y) * Vw.T * S_ * Uw.T, label_flow),
    hypotheses=[WIDE_SVD[0], Diagonal(S_)],
    source=[thesis("A.10")],
    uses=[training_flow],
    note=f"{ROW} With the factor 1/n of (1.12).",
)

training_flow_outside = Claim(
    "linear-models/training-flow-outside",
    title="The flow of the part outside of the image of U",
    statement=MatrixRate(
        W * complement,
        -eta / n * group(W * Uw * S_ * Vw - Y) * Vw.T * S_ * Uw.T * complement,
        label_flow,
    ),
    hypotheses=[WIDE_SVD[0], Diagonal(S_)],
    source=[thesis("A.11")],
    uses=[training_flow_svd],
    note=f"{ROW} With the factor 1/n of (1.12); both sides are zero by the next claim.",
)

outside_conserved = Claim(
    "linear-models/outside-is-conserved",
    title="The part outside of the image of U does not move",
    statement=MatrixConserved(written(W, -W * Uw * Uw.T), label_flow),
    hypotheses=WIDE_SVD,
    source=[thesis("A.12")],
    uses=[training_flow_outside],
    note=f"{ROW} From w = 0 it stays zero.",
)

training_modes = Claim(
    "linear-models/training-modes",
    title="In the singular basis the flow on n samples decouples",
    statement=MatrixRate(W * Uw, -eta / n * group(W * Uw * S_ - Y * Vw.T) * S_, label_flow),
    hypotheses=WIDE_SVD,
    source=[thesis("Section A.2")],
    uses=[training_flow_svd],
    note=ROW,
)

omega = trajectories("omega")
singular, label_mode = positive("s n")[0], real("y")
one_mode = GradientFlow(eta * (singular * omega - label_mode) ** 2 / (2 * n_), (omega,), t)

training_mode_solution = Claim(
    "linear-models/training-mode-solution",
    title="From zero each singular mode saturates at its label over its singular value",
    statement=Solution(
        one_mode,
        of=(omega,),
        equals=(label_mode / singular * (1 - sp.exp(-eta * singular**2 * t / n_)),),
        initially=(sp.Integer(0),),
    ),
    source=[thesis("Section A.2")],
    uses=[training_modes],
    note="One entry of w U, with s its singular value and y the entry of Y V^T.",
)

training_mode_limit = Claim(
    "linear-models/training-mode-limit",
    title="A singular mode tends to its label over its singular value",
    statement=Limit(label_mode / singular * (1 - sp.exp(-eta * singular**2 * t / n_)), t, sp.oo, label_mode / singular),
    source=[thesis("Section A.2")],
    uses=[training_mode_solution],
    note="w U tends to Y V^T S^-1.",
)

flow_reaches_least_norm = Claim(
    "linear-models/flow-finds-the-least-norm",
    title="Parameters in the image of U that interpolate are those of least norm",
    statement=MatrixIdentity(W * Uw * Uw.T, least_norm),
    hypotheses=[*WIDE_SVD[1:], INTERPOLATES],
    source=[thesis("Section A.2"), thesis("A.12")],
    uses=[outside_conserved, training_mode_limit, solution_row, least_norm_is_least],
    note=f"{ROW} From w = 0, gradient flow keeps w = w U U^T and ends where w Phi = Y.",
)

# Ridge regression, and its limit without a ridge.

ridge = positive("lambda")
ridge_flow = MatrixFlow(trace(group(W * F - Y) * group(W * F - Y).T) / (2 * n) + ridge * trace(W * W.T) / 2, (W,))
ridge_inverse = matrix("G", n, n)

ridge_gradient = Claim(
    "linear-models/ridge-gradient",
    title="The gradient of the loss with a ridge",
    statement=MatrixRate(W, written(-group(W * F - Y) * F.T / n, -ridge * W), ridge_flow),
    source=[richness_paper("11", restored="re-derived")],
    note="The claim is on minus the gradient. The restored prefactors do not matter in the limit.",
)

ridge_solution = Claim(
    "linear-models/ridge-solution",
    title="The solution with a ridge, by the kernel matrix of the samples",
    statement=MatrixIdentity(Y * ridge_inverse * F.T * group(written(F * F.T, n * ridge * I_p)), Y * F.T),
    hypotheses=[Equal(n * ridge * ridge_inverse, identity(n) - ridge_inverse * F.T * F)],
    source=[richness_paper("11", restored="re-derived")],
    uses=[ridge_gradient],
    note="G = (Phi^T Phi + n lambda I)^-1. The gradient vanishes at w = Y G Phi^T.",
)

ridge_limit = Claim(
    "linear-models/ridgeless-limit",
    title="Without the ridge each singular mode is its label over its singular value",
    statement=Limit(singular * label_mode / (singular**2 + n_ * ridge), ridge, sp.Integer(0), label_mode / singular),
    source=[richness_paper("11", restored="re-derived"), thesis("Section A.2")],
    uses=[ridge_solution, training_mode_limit],
    note="What gradient flow from zero reaches: the solution of least norm, w U = Y V^T S^-1.",
)

# --- 8. The linear model of the position paper, and layerwise linear models ----------------------------------------

RE_DERIVED = "re-derived"
D_in, width = natural("d p")
a_in, b_in = index("i", D_in), index("j", D_in)
hidden = index("k", width)
x_in, target_scale, moment = families("x S m")
weights_in = families("theta", t)
deviation = total(weights_in[b_in] * x_in[b_in], b_in) - total(target_scale[b_in] * x_in[b_in], b_in)

linear_sample_gradient = Claim(
    "linear-models/linear-model-gradient-on-a-sample",
    title="The gradient of the linear model's loss on one sample",
    statement=Identity(
        partial(deviation**2 / 2, weights_in[a_in]),
        x_in[a_in] * total(x_in[b_in] * (weights_in[b_in] - target_scale[b_in]), b_in),
    ),
    source=[position_paper("27", restored=RE_DERIVED), position_paper("28", restored=RE_DERIVED)],
    note="Inside the expectation, for every input.",
)


def input_moment(first_index: sp.Idx, second_index: sp.Idx) -> sp.Expr:
    """``E[x_i x_j]`` of orthogonal inputs."""
    return sp.KroneckerDelta(first_index, second_index) * moment[first_index]


a_loss, b_loss = index("r", D_in), index("s", D_in)
input_loss = (
    total(
        input_moment(a_loss, b_loss)
        * (weights_in[a_loss] - target_scale[a_loss])
        * (weights_in[b_loss] - target_scale[b_loss]),
        a_loss,
        b_loss,
    )
    / 2
)
input_flow = GradientFlow(input_loss, (weights_in,), t)

linear_expected_gradient = Claim(
    "linear-models/linear-model-expected-gradient",
    title="Orthogonal inputs leave one parameter of the gradient",
    statement=Identity(
        total(input_moment(a_in, b_in) * (weights_in[b_in] - target_scale[b_in]), b_in),
        moment[a_in] * (weights_in[a_in] - target_scale[a_in]),
    ),
    source=[position_paper("28", restored=RE_DERIVED), position_paper("29", restored=RE_DERIVED)],
    uses=[linear_sample_gradient],
)

linear_rate = Claim(
    "linear-models/linear-model-rate",
    title="Each parameter of the linear model approaches its target at the rate of its input's second moment",
    statement=Rate(weights_in[a_in], -moment[a_in] * (weights_in[a_in] - target_scale[a_in]), input_flow),
    source=[position_paper("26", restored=RE_DERIVED), position_paper("29", restored=RE_DERIVED)],
    uses=[linear_expected_gradient],
)

start = families("theta_0")

linear_solution = Claim(
    "linear-models/linear-model-solution",
    title="From any start, a parameter of the linear model relaxes exponentially",
    statement=Solution(
        input_flow,
        of=(weights_in[a_in],),
        equals=(target_scale[a_in] + (start[a_in] - target_scale[a_in]) * sp.exp(-moment[a_in] * t),),
        initially=(start[a_in],),
    ),
    source=[position_paper("30", restored=RE_DERIVED)],
    uses=[linear_rate],
)

linear_solution_zero = Claim(
    "linear-models/linear-model-solution-from-zero",
    title="From zero, a parameter of the linear model saturates exponentially",
    statement=Solution(
        input_flow,
        of=(weights_in[a_in],),
        equals=(target_scale[a_in] * (1 - sp.exp(-moment[a_in] * t)),),
        initially=(sp.Integer(0),),
    ),
    source=[position_paper("31", restored=RE_DERIVED), position_paper("10")],
    uses=[linear_solution],
)

connected, in_1, in_2, out_, out_2 = families("A w_1 w_1' w_2 w_2'")


def layerwise(first_layer: sp.Expr, second_layer: sp.Expr) -> sp.Expr:
    """(22): A[i, k] is 1 for a connection of input i with hidden neuron k, and 0 otherwise."""
    return total(connected[a_in, hidden] * x_in[a_in] * first_layer * second_layer, a_in, hidden)


first_layer_linear = Claim(
    "linear-models/layerwise-linear-in-first-layer",
    title="A layerwise linear model is linear in its first layer",
    statement=Identity(
        layerwise(v1 * in_1[a_in, hidden] + v2 * in_2[a_in, hidden], out_[hidden]),
        v1 * layerwise(in_1[a_in, hidden], out_[hidden]) + v2 * layerwise(in_2[a_in, hidden], out_[hidden]),
    ),
    source=[position_paper("22", restored=RE_DERIVED)],
)

second_layer_linear = Claim(
    "linear-models/layerwise-linear-in-second-layer",
    title="A layerwise linear model is linear in its second layer",
    statement=Identity(
        layerwise(in_1[a_in, hidden], v1 * out_[hidden] + v2 * out_2[hidden]),
        v1 * layerwise(in_1[a_in, hidden], out_[hidden]) + v2 * layerwise(in_1[a_in, hidden], out_2[hidden]),
    ),
    source=[position_paper("22", restored=RE_DERIVED)],
)

features_sum = Claim(
    "linear-models/features-sum-to-output",
    title="The features of a linear network sum to its output",
    statement=Identity(
        total(total(x_in[a_in] * in_1[a_in, hidden], a_in) * out_[hidden], hidden),
        total(x_in[a_in] * total(in_1[a_in, hidden] * out_[hidden], hidden), a_in),
    ),
    source=[
        position_paper("23", restored=RE_DERIVED),
        position_paper("24", restored=RE_DERIVED),
        position_paper("25", restored=RE_DERIVED),
    ],
    note="The k-th feature is (sum_i x_i w_1,ik) w_2,k. For a linear model, whose k-th feature is theta_k x_k, the sum "
    "is the output by definition.",
)

coordinates = families("c")

inputs_independent = Claim(
    "linear-models/inputs-independent",
    title="A combination of orthogonal inputs has the mean square of its coordinates, weighted by second moments",
    statement=Identity(
        total(coordinates[a_in] * coordinates[b_in] * input_moment(a_in, b_in), a_in, b_in),
        total(moment[a_in] * coordinates[a_in] ** 2, a_in),
    ),
    source=[position_paper("Section C.5", restored=RE_DERIVED)],
    note="Zero only for zero coordinates when no second moment vanishes: the inputs are linearly independent, and a "
    "function in their span is given by its coordinates.",
)

COVERAGE = {
    "thesis": {
        "1.2": "definition of the linear correlation of two random variables; (1.3) is the case of functions of x",
        "1.5": "definition of the function space: square-integrable under the Gaussian measure",
        "1.8": "definition of a training set without noise",
        "1.9": "definition of noisy labels; sigma stands for an independent draw at each sample, as in (1.38)",
        "1.37": "definition of a target in the first d features; its quality there is one",
        "1.38": "definition of noisy labels; sigma may be a variance or a deviation, and nothing uses which",
        "1.39": "definition of a target in the features d + 1 to 2d; linear-models/noise-fitting says how it is fitted",
        "Figure 1.1": "a sketch of linear-models/change-of-basis and of the intensities as squared lengths",
    },
}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS = [
    Misprint(
        richness_paper("Section C.1"),
        "the eigenfunctions are the orthonormal basis of the RKHS",
        "of the span of the features in L^2(q); in the RKHS the orthonormal basis is sqrt(rho_k) e_k",
        "the RKHS norm of e_k is 1/sqrt(rho_k); only the space as a set of functions is meant",
    ),
    Misprint(
        thesis("Figure 1.3"),
        printed="f(x) = sum_k^10 w_k sqrt(rho_k) sqrt(2) sin(2 pi k x)",
        meant="the sum runs to p = 2000",
        why="The same caption says p = 2000, and ten features could not interpolate a hundred samples.",
    ),
    Misprint(
        thesis("Figure 1.5"),
        printed="f(x) = sum_{k=1}^10 w_k sqrt(rho_k) sqrt(2) sin(2 pi k x)",
        meant="the sum runs to p = 2000",
        why="The same caption says p = 2000, and ten features could not interpolate a hundred samples.",
    ),
    Misprint(
        thesis("Section A.1"),
        printed="Because O O^T = I ... shows that O^T O = O O^T = I",
        meant="Because O^T O = I",
        why="(A.2) to (A.6) show that the columns are orthonormal, O^T O = I; for a square O the conclusion holds.",
    ),
    Misprint(
        thesis("Section 1.5.4"),
        printed="the eigenvalues [sqrt(rho_1), ..., sqrt(rho_p)]",
        meant="the square roots of the eigenvalues",
        why="The eigenvalues are the rho_k, as the next sentence says.",
    ),
    Misprint(
        thesis("Section 1.5.4"),
        printed="the left column eigenvectors u_k of phi",
        meant="the left singular vectors",
        why="phi is p x n, not square; its u_k are the eigenvectors of phi phi^T.",
    ),
    Misprint(
        thesis("1.34"),
        printed="a Riemannian sum",
        meant="an average over samples",
        why="The points are drawn from q, not laid out over the space; a sum over a grid would be a Riemann sum.",
    ),
    Misprint(
        thesis("1.22"),
        printed="in the second line, we used Eq. (1.11) and Eq. (1.12)",
        meant="(1.12) in the first line, (1.11) in the second",
        why="The learning rate and the gradient of the loss stand in (1.19) already.",
    ),
    Misprint(
        thesis("Section 1.6"),
        printed="two models, sharing the sample eigenfunctions",
        meant="sharing the same eigenfunctions",
        why="The sentence before says that the two models have identical eigenfunctions.",
    ),
    Misprint(
        thesis("Section 1.6.1"),
        printed="the reminiscent noise",
        meant="the remaining noise",
        why="What is left to fit is meant, 'the leftover discrepancy' below; also in figure 1.3 and in 1.6.2.",
    ),
]
"""Slips that no machine can refute."""
