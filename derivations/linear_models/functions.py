"""1. Functions and inner products, (1.1) to (1.7): Hermite polynomials, orthogonality, coefficients in a basis."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Step
from ...language.distributions import Normal, Uniform
from ...language.quantities import quantity
from ...language.sources import richness_paper, thesis
from ...language.statements import Expectation, Identity, Induction, Recurrence, Substitution
from ...language.symbols import families, index, natural, positive, real, total
from .letters import N

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
    note="Lagrange's identity. The right-hand side is not negative, so that $<f|g>^2 <= <f|f><g|g>$: quality (1.30), "
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
    note="The mean of $e^{-s x^2}$ under the density (1.1), twice its half over $x > 0$, goes into the mean of $e^{-s "
    "y}$ under the density $e^{-y/2}/sqrt(2 pi y)$ of one degree of freedom; the Laplace transform, for every $s > "
    "0$, fixes a distribution.",
)

X, s, u = real("x s u")
generating = sp.exp(X * s - s**2 / 2)

by_taylor = quantity("G", generating)
gaussian = quantity("g", sp.exp(-(X**2) / 2))

hermite_two = Claim(
    "linear-models/hermite-two",
    title="The second Hermite polynomial, from its formula by derivatives",
    statement=Identity(sp.Derivative(gaussian, (X, 2)), X**2 * gaussian - gaussian),
    source=[thesis("1.4")],
    note="A special case: $k = 2$. (1.4) times $e^{-x^2/2}$: $H_2 = x^2 - 1$.",
)

hermite_three = Claim(
    "linear-models/hermite-three",
    title="The third Hermite polynomial, from its formula by derivatives",
    statement=Identity(-sp.Derivative(gaussian, (X, 3)), X**3 * gaussian - 3 * X * gaussian),
    source=[thesis("1.4")],
    note="A special case: $k = 3$. (1.4) times $e^{-x^2/2}$: $H_3 = x^3 - 3 x$.",
)

order = sp.Symbol("k", integer=True, nonnegative=True)
slope_of, polynomial = sp.Function("g", real=True), sp.Function("H", real=True)

hermite_by_slopes = Claim(
    "linear-models/hermite-recurrence-of-derivatives",
    title="Each derivative of the Gaussian follows from the two before it, for every k",
    statement=Induction(
        of=slope_of(order, X),
        equals=-X * slope_of(order - 1, X) - (order - 1) * slope_of(order - 2, X),
        n=order,
        sequence=Recurrence(slope_of(order, X), sp.Derivative(slope_of(order, X), X), sp.exp(-(X**2) / 2)),
        start=2,
    ),
    source=[thesis("1.4")],
    note=r"$g_k$ is the $k$-th derivative of $e^{-x^2/2}$. Times $(-1)^k e^{x^2/2}$ it is $H_k = x H_{k-1} - (k - 1) "
    "H_{k-2}$ for the $H_k$ of (1.4), from $H_0 = 1$ and $H_1 = x$ on: a polynomial of degree $k$ with leading "
    "coefficient 1, for every $k$.",
)

hermite_slope = Claim(
    "linear-models/hermite-derivative-of-every-order",
    title="The derivative of each Hermite polynomial is k times the one before, for every k",
    statement=Induction(
        of=sp.Derivative(polynomial(order, X), X),
        equals=order * polynomial(order - 1, X),
        n=order,
        sequence=Recurrence(
            polynomial(order, X), X * polynomial(order, X) - sp.Derivative(polynomial(order, X), X), sp.Integer(1)
        ),
        start=1,
    ),
    source=[thesis("1.4"), thesis("1.6")],
    uses=[hermite_by_slopes],
    note="The sequence is (1.4), differentiated once more: $H_{k+1} = x H_k - H_k'$.",
)

hermite_generating = Claim(
    "linear-models/hermite-generating-function",
    title="The Hermite polynomials are the Taylor coefficients of one function",
    statement=Identity(sp.exp(X**2 / 2) * sp.exp(-((X - s) ** 2) / 2), generating),
    source=[thesis("1.4")],
    note=r"By Taylor's formula $e^{-(x-s)^2/2} = \sum_k \frac{(-s)^k}{k!} \frac{d^k}{dx^k} e^{-x^2/2}$; times "
    r"$e^{x^2/2}$ it is $sum_k H_k(x) s^k/k!$, with the $H_k$ of (1.4). So $exp(x s - s^2/2) = sum_k H_k(x) s^k/k!$, "
    r"for every $k$ at once.",
)

hermite_recurrence = Claim(
    "linear-models/hermite-recurrence",
    title="Each Hermite polynomial follows from the two before it",
    statement=Identity(sp.Derivative(by_taylor, s), X * by_taylor - s * by_taylor),
    source=[thesis("1.4")],
    uses=[hermite_generating],
    note="In powers of $s$: $H_{k+1} = x H_k - k H_{k-1}$.",
)

hermite_derivative = Claim(
    "linear-models/hermite-derivative",
    title="The derivative of a Hermite polynomial is a multiple of the one before",
    statement=Identity(sp.Derivative(quantity("G", sp.exp(X**2 / 2) * sp.exp(-((X - s) ** 2) / 2)), X), s * generating),
    source=[thesis("1.4")],
    uses=[hermite_generating],
    note="In powers of $s$: $H_k' = k H_{k-1}$. With the recurrence, $H_{k+1} = x H_k - H_k'$.",
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
    note="Integrated over $x$: $sum_jk <H_j|H_k> s^j u^k/(j! k!) = e^{s u}$, as a shifted Gaussian density (1.1) has "
    "integral one. Compare powers: $<H_j|H_k> = k! delta_jk$, for all $j$ and $k$.",
    steps=[
        Step("sum_jk <H_j|H_k> s^j u^k / (j! k!) = E[e^{x s - s^2/2} e^{x u - u^2/2}]", "the generating function"),
        Step(r"$= e^{s u} \int e^{-(x - s - u)^2/2} dx / \sqrt{2 \pi}$", "this claim: the square is completed"),
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
    note="The integral of the previous claim, evaluated: $sum_jk <H_j|H_k> s^j u^k/(j! k!) = sum_k (s u)^k/k!$.",
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
    note="$<1|x^2>$ for Gaussian $x$. The paper's own example is lost; this is one like it.",
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
    title="The functions 1 and 3 x^2 - 1 are not orthogonal for Gaussian x",
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
    note="In parts: for $f = sum_j c_j H_j$ with $<H_j|H_k> = h_k delta_jk$ ($h_k = k!$ by (1.6)), $<f|H_k>/<H_k|H_k> "
    "= c_k$. Finite sums; that they exhaust every square-integrable $f$ is completeness, which is not proved here.",
)
