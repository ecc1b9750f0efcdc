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
from .kernel.statements import Chain, Conserved, Identity, Inequality, Limit, Link, Rate, Solution
from .kernel.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from .kernel.symbols import families, index, natural, nonnegative, positive, real, time, total

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

X, s, u = real("x s u")
generating = sp.exp(X * s - s**2 / 2)

hermite_two = Claim(
    "linear-models/hermite-two",
    title="The second Hermite polynomial, from its formula by derivatives",
    statement=Identity(sp.exp(X**2 / 2) * sp.diff(sp.exp(-(X**2) / 2), X, 2), X**2 - 1),
    source=[thesis("1.4")],
)

hermite_three = Claim(
    "linear-models/hermite-three",
    title="The third Hermite polynomial, from its formula by derivatives",
    statement=Identity(-sp.exp(X**2 / 2) * sp.diff(sp.exp(-(X**2) / 2), X, 3), X**3 - 3 * X),
    source=[thesis("1.4")],
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
    statement=Identity(sp.diff(generating, s), (X - s) * generating),
    source=[thesis("1.4")],
    uses=[hermite_generating],
    note="In powers of s: H_{k+1} = x H_k - k H_{k-1}.",
)

hermite_derivative = Claim(
    "linear-models/hermite-derivative",
    title="The derivative of a Hermite polynomial is a multiple of the one before",
    statement=Identity(sp.diff(generating, X), s * generating),
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
ROOTS: list[MatrixHypothesis] = [Diagonal(R), Diagonal(R_inv), Equal(R * R_inv, I_p), Equal(R_inv * R, I_p)]
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
    note="For every d. Further eigenvalues that are zero add nothing, with 0 ln 0 = 0; the definition asks for positive "
    "ones.",
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
    source=[thesis("1.28"), thesis("Section 1.5.2")],
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
    source=[thesis("Section 1.5.3")],
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
    Diagonal(Sv_inv),
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
    Diagonal(Rh_inv),
    Equal(Rh * Rh_inv, I_p),
    Equal(Rh_inv * Rh, I_p),
]
EIGENPAIRS = (
    "C = phi phi^T/n is the mean of Phi Phi^T over the samples, Rhat = diag(sqrt(rho_k)) with rho_k its eigenvalues, "
    "and u_k, the columns of U, its eigenvectors."
)

eigenfunctions_sample = Claim(
    "linear-models/sample-eigenfunctions",
    title="The functions u_k^T Phi/sqrt(rho_k) are orthonormal over the samples",
    statement=MatrixIdentity(group(Rh_inv * U.T) * C * group(U * Rh_inv), I_p),
    hypotheses=EMPIRICAL,
    source=[
        thesis("1.33"),
        thesis("Algorithm 1"),
        richness_paper("6", restored="re-derived"),
        richness_paper("Algorithm 1", restored="re-derived"),
    ],
    uses=[eigenvalues_sample],
    corrects=eigenfunctions_printed,
    note=f"{EIGENPAIRS} The left-hand side is the mean over the samples of e_j e_k.",
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
    note=f"{EIGENPAIRS} Psi holds the features at any N points; the left-hand side is the operator (1.13) with the mean "
    "over the samples for the expectation, applied to the e_k and read off there.",
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
