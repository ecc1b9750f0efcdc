"""True statements chosen as awkward for `sympy.simplify`: many need hypotheses or facts that it does not look for.

Not all defeat it: `benchmarks/exact_prover.py` measures what it makes of each, and `test_awkward_truths.EASY` names
those that it settled, without being asked where the expressions are defined.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy import (
    Abs,
    E,
    Eq,
    Max,
    Ne,
    Rational,
    acosh,
    asinh,
    atanh,
    cbrt,
    cos,
    cosh,
    coth,
    exp,
    log,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from corpora.false_by_a_hair import Case
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import (
    Asymptotic,
    Chain,
    Conserved,
    Identity,
    Inequality,
    Limit,
    Link,
    Rate,
    Solution,
)
from layerproof.language.symbols import (
    families,
    index,
    natural,
    nonnegative,
    positive,
    real,
    time,
    total,
    trajectories,
)

t = time()
x, y, z, w = real("x y z w")
S, m, r0, Z = positive("S m r_0 Z")
u, v, h = positive("u v h")
g = nonnegative("g")
p, q = natural("p q")
n = sp.Symbol("n", integer=True)
alpha, beta = real("alpha beta")
a, b, c = trajectories("a b c")
A, B, C = families("a b c", t)
X, Y, W = families("X Y W")
A0, B0 = families("a_0 b_0")
i, j, k = index("i", p), index("j", p), index("k", p)
r, s = index("r", q), index("s", q)
delta = sp.KroneckerDelta
M = sp.Function("M", real=True)
Sig, S0 = real("Sigma_0 S_0")

two = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)
three = GradientFlow(m * (a * b * c - S) ** 2 / 2, (a, b, c), t)
many = GradientFlow((total(A[i] * B[i], i) / Z - S) ** 2 / 2, (A, B), t)
deep = GradientFlow((total(A[i] * B[i] * C[i], i) - S) ** 2 / 2, (A, B, C), t)
sigmoid = S / (1 + (S / r0 - 1) * exp(-2 * S * m * t))

R = sqrt(Sig**2 - S0**2 + S**2)
decay = exp(-2 * R * t / Z)
gamma = (Sig - S0 + S + R + (-Sig + S0 - S + R) * decay) / (Sig + S0 - S + R + (-Sig - S0 + S + R) * decay)
gamma_end = (S + R) / (Sig + S0)
inside: tuple[Any, ...] = (Sig > S0, Sig > -S0)
start: tuple[Any, ...] = (Eq(S0, total(A0[j] * B0[j], j) / Z), Eq(Sig, total(A0[j] ** 2 + B0[j] ** 2, j) / (2 * Z)))
riccati = GradientFlow(-(u * a - a**3 / 3), (a,), t)  # da/dt = u - a^2
mean = total(X[i], i) / p

TRUE: list[Case] = [
    # nested radicals
    Case("sqrt(5 + 2 sqrt 6)", Identity(sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3))),
    Case("cbrt(2 + sqrt 5) is the golden ratio", Identity(cbrt(2 + sqrt(5)), (1 + sqrt(5)) / 2)),
    Case("sqrt(17 + 12 sqrt 2)", Identity(sqrt(17 + 12 * sqrt(2)), 3 + 2 * sqrt(2))),
    Case("sqrt(7 - 4 sqrt 3), a difference", Identity(sqrt(7 - 4 * sqrt(3)), 2 - sqrt(3))),
    Case(
        "three roots under one",
        Identity(sqrt(10 + 2 * sqrt(6) + 2 * sqrt(10) + 2 * sqrt(15)), sqrt(2) + sqrt(3) + sqrt(5)),
    ),
    Case("a fifth root", Identity((sqrt(5) / 2 * 5 + Rational(11, 2)) ** Rational(1, 5), (1 + sqrt(5)) / 2)),
    Case("sum of conjugate roots", Identity(sqrt(u + v + 2 * sqrt(u * v)), sqrt(u) + sqrt(v))),
    Case("difference of roots, ordered", Identity(sqrt(u + v - 2 * sqrt(u * v)), sqrt(u) - sqrt(v)), (u > v,)),
    Case("a root of a square with a root", Identity(sqrt(2 * x**2 + 1 + 2 * x * sqrt(x**2 + 1)), x + sqrt(x**2 + 1))),
    Case("rationalised denominator", Identity(1 / (sqrt(u + 1) - sqrt(u)), sqrt(u + 1) + sqrt(u))),
    Case("three roots in a denominator", Identity(1 / (1 + sqrt(2) + sqrt(3)), (2 + sqrt(2) - sqrt(6)) / 4)),
    Case("sqrt of a quotient", Identity(sqrt((u**2 - v**2) / (u - v)), sqrt(u + v)), (u > v,)),
    Case("|x||y| = |xy| under a root", Identity(sqrt(x**2 * y**2 * u), Abs(x) * Abs(y) * sqrt(u))),
    # exponentials, logarithms, real powers
    Case("logistic as tanh", Identity(1 / (1 + exp(-x)), (1 + tanh(x / 2)) / 2)),
    Case("tanh of a half", Identity(tanh(x / 2), (exp(x) - 1) / (exp(x) + 1))),
    Case("addition of tanh", Identity(tanh(x + y), (tanh(x) + tanh(y)) / (1 + tanh(x) * tanh(y)))),
    Case("triple sinh", Identity(sinh(3 * x), 4 * sinh(x) ** 3 + 3 * sinh(x))),
    Case("cosh of asinh", Identity(cosh(asinh(x)), sqrt(1 + x**2))),
    Case("asinh is odd, as logarithms", Identity(log(x + sqrt(x**2 + 1)), -log(-x + sqrt(x**2 + 1)))),
    Case("atanh of a quotient", Identity(atanh((u - v) / (u + v)), log(u / v) / 2)),
    Case("acosh of a mean", Identity(acosh((u + 1 / u) / 2), log(u)), (u > 1,)),
    Case("log of a sum of exponentials", Identity(log(exp(x) + exp(y)), x + log(1 + exp(y - x)))),
    Case("softplus", Identity(log(1 + exp(x)) - log(1 + exp(-x)), x)),
    Case("log of a symmetric quotient", Identity(log((u**2 - v**2) / (u - v) ** 2), log(u + v) - log(u - v)), (u > v,)),
    Case("symbolic powers", Identity((u**alpha) ** beta * u**alpha, u ** (alpha * (beta + 1)))),
    Case("power of a product", Identity((u * v) ** alpha / (u / v) ** alpha, v ** (2 * alpha))),
    Case("exponential of a scaled log", Identity(exp(alpha * log(u) + log(v) / 2), u**alpha * sqrt(v))),
    Case("four to the alpha", Identity((4**alpha - 1) / (2**alpha + 1), 2**alpha - 1)),
    Case(
        "x^alpha - 1 factors",
        Identity((u ** (3 * alpha) - 1) / (u**alpha - 1), u ** (2 * alpha) + u**alpha + 1),
        (Ne(u**alpha, 1),),
    ),
    Case(
        "power of a power under a root",
        Identity(sqrt(u ** (2 * alpha) + 2 * (u * v) ** alpha + v ** (2 * alpha)), u**alpha + v**alpha),
    ),
    Case("triple angle", Identity(sin(3 * x) * cos(x) - cos(3 * x) * sin(x), 2 * sin(x) * cos(x))),
    Case("sum to product", Identity((cos(x) ** 2 - sin(x) ** 2) ** 2 + 4 * sin(x) ** 2 * cos(x) ** 2, 1)),
    # flows and their solutions
    Case("logistic solution", Solution(two.on(a - b), of=a * b, equals=sigmoid, initially=r0), (r0 < S,)),
    Case(
        "logistic as tanh, solution",
        Solution(two.on(a - b), of=a * b, equals=S / 2 * (1 + tanh(S * m * t - log(S / r0 - 1) / 2)), initially=r0),
        (r0 < S,),
    ),
    Case("logistic for a single layer", Solution(two.on(a - b), of=a, equals=sqrt(sigmoid), initially=sqrt(r0))),
    Case(
        "tanh solves a Riccati equation",
        Solution(riccati, of=a, equals=sqrt(u) * tanh(sqrt(u) * t), initially=sp.Integer(0)),
    ),
    Case(
        "coth solves it from above",
        Solution(riccati, of=a, equals=sqrt(u) * coth(sqrt(u) * (t + h)), initially=sqrt(u) * coth(sqrt(u) * h)),
    ),
    Case(
        "Riccati from a general start",
        Solution(
            riccati,
            of=a,
            equals=sqrt(u) * (v + sqrt(u) * tanh(sqrt(u) * t)) / (sqrt(u) + v * tanh(sqrt(u) * t)),
            initially=v,
        ),
    ),
    Case("conserved in a deep network", Conserved(a**2 - c**2, three)),
    Case("a product of differences is conserved", Conserved((a**2 - b**2) * (b**2 - c**2), three)),
    Case(
        "the rate of a deep product",
        Rate(a * b * c, m * (S - a * b * c) * (a**2 * b**2 + b**2 * c**2 + a**2 * c**2), three),
    ),
    Case("balanced, three layers, squared weight", Rate(a**2, 2 * m * a**3 * (S - a**3), three.on(a - b, b - c))),
    Case("deep families are conserved index by index", Conserved(A[k] ** 2 - C[k] ** 2, deep)),
    Case(
        "rate of a sum of deep products",
        Rate(
            total(A[i] * B[i] * C[i], i),
            (S - total(A[j] * B[j] * C[j], j))
            * total(A[i] ** 2 * B[i] ** 2 + B[i] ** 2 * C[i] ** 2 + A[i] ** 2 * C[i] ** 2, i),
            deep,
        ),
    ),
    Case("norms of layers differ by a constant", Conserved(total(A[i] ** 2, i) - total(B[j] ** 2, j), many)),
    Case("gamma starts at one", Identity(gamma.subs(t, 0), 1), inside),
    Case("gamma's limit", Limit(gamma, t, oo, gamma_end), inside),
    Case("gamma's limit, rationalised", Identity(gamma_end, (Sig - S0) / (R - S)), (*inside, Ne(Sig**2, S0**2))),
    Case(
        "gamma's Riccati equation",
        Identity(sp.diff(gamma, t), -((Sig + S0) * gamma**2 - 2 * S * gamma - (Sig - S0)) / Z),
        inside,
    ),
    Case(
        "the whole solution in gamma",
        Solution(
            many,
            (A[k], B[k]),
            (
                (A0[k] + B0[k]) / 2 * sqrt(gamma) + (A0[k] - B0[k]) / 2 / sqrt(gamma),
                (A0[k] + B0[k]) / 2 * sqrt(gamma) - (A0[k] - B0[k]) / 2 / sqrt(gamma),
            ),
            (A0[k], B0[k]),
        ),
        (*inside, *start),
    ),
    # sums of general length
    Case("variance", Identity(total((X[i] - total(X[j], j) / p) ** 2, i) / p, total(X[i] ** 2, i) / p - mean**2)),
    Case(
        "covariance",
        Identity(
            total((X[i] - total(X[j], j) / p) * (Y[i] - total(Y[j], j) / p), i),
            total(X[i] * Y[i], i) - total(X[i], i) * total(Y[j], j) / p,
        ),
    ),
    Case("all pairs", Identity(total((X[i] - X[j]) ** 2, i, j), 2 * p * total(X[i] ** 2, i) - 2 * total(X[i], i) ** 2)),
    Case(
        "Lagrange's identity",
        Identity(
            total((X[i] * Y[j] - X[j] * Y[i]) ** 2, i, j) / 2,
            total(X[i] ** 2, i) * total(Y[i] ** 2, i) - total(X[i] * Y[i], i) ** 2,
        ),
    ),
    Case(
        "Gram matrix of a sum",
        Identity(total((X[i] + Y[i]) ** 2, i) - total((X[i] - Y[i]) ** 2, i), 4 * total(X[i] * Y[i], i)),
    ),
    Case("a delta picks one", Identity(total(delta(i, k) * X[i] * Y[j], i, j), X[k] * total(Y[i], i))),
    Case(
        "centring is idempotent", Identity(total((delta(i, j) - 1 / p) * (delta(j, k) - 1 / p), j), delta(i, k) - 1 / p)
    ),
    Case("trace of a centring", Identity(total((delta(i, j) - 1 / p) * delta(i, j), i, j), p - 1)),
    Case(
        "Gram of a simplex",
        Identity(
            total((delta(i, j) - 1 / p) * (delta(k, j) - 1 / p) * p / (p - 1), j), (p * delta(i, k) - 1) / (p - 1)
        ),
        (p > 1,),
    ),
    Case(
        "a quadratic form through a matrix",
        Identity(total(total(M(r, i) * X[i], i) ** 2, r), total(total(M(r, i) * M(r, j), r) * X[i] * X[j], i, j)),
    ),
    Case("softmax sums to one", Identity(total(exp(X[i]) / total(exp(X[j]), j), i), 1)),
    Case(
        "softmax is shift invariant", Identity(exp(X[k] + x) / total(exp(X[i] + x), i), exp(X[k]) / total(exp(X[j]), j))
    ),
    Case("deviations cancel", Identity(total(X[i] - total(X[j], j) / p, i), 0)),
    Case(
        "the parallel axis",
        Identity(total((X[i] - x) ** 2, i), total((X[i] - total(X[j], j) / p) ** 2, i) + p * (mean - x) ** 2),
    ),
    Case(
        "centring one factor centres both",
        Identity(
            total((X[i] - total(X[j], j) / p) * Y[i], i),
            total((X[i] - total(X[j], j) / p) * (Y[i] - total(Y[j], j) / p), i),
        ),
    ),
    Case(
        "pairs of two vectors",
        Identity(
            total((X[i] - X[j]) * (Y[i] - Y[j]), i, j),
            2 * p * total(X[i] * Y[i], i) - 2 * total(X[i], i) * total(Y[i], i),
        ),
    ),
    Case(
        "Binet and Cauchy",
        Identity(
            total((X[i] * Y[j] - X[j] * Y[i]) * (W[i] * A0[j] - W[j] * A0[i]), i, j) / 2,
            total(X[i] * W[i], i) * total(Y[i] * A0[i], i) - total(X[i] * A0[i], i) * total(Y[i] * W[i], i),
        ),
    ),
    Case(
        "the norm of a projection",
        Identity(
            total((X[i] - Y[i] * total(X[j] * Y[j], j) / total(Y[j] ** 2, j)) ** 2, i),
            total(X[i] ** 2, i) - total(X[i] * Y[i], i) ** 2 / total(Y[i] ** 2, i),
        ),
        (total(Y[j] ** 2, j) > 0,),
    ),
    Case(
        "the loss falls by the squared gradient",
        Rate(
            (total(A[i] * B[i], i) / Z - S) ** 2 / 2,
            -((total(A[i] * B[i], i) / Z - S) ** 2) * total(A[i] ** 2 + B[i] ** 2, i) / Z**2,
            many,
        ),
    ),
    Case("sums and differences trade places", Conserved((A[k] + B[k]) * (A[j] - B[j]), many)),
    Case("angular momenta are conserved", Conserved(A[k] * B[j] - A[j] * B[k], many)),
    Case("each deep entry keeps its own law", Conserved((A[k] ** 2 - B[k] ** 2) * (B[j] ** 2 - C[j] ** 2), deep)),
    Case(
        "the squared weight of a network",
        Rate(
            total(A[i] ** 2 + B[i] ** 2, i),
            4 * (S - total(A[j] * B[j], j) / Z) * total(A[i] * B[i], i) / Z,
            many,
        ),
    ),
    Case(
        "distances to gamma's roots",
        Identity(
            (gamma - gamma_end) * (1 - (S - R) / (Sig + S0)),
            (1 - gamma_end) * (gamma - (S - R) / (Sig + S0)) * decay,
        ),
        inside,
    ),
    Case("powers of naturals", Identity(sp.Sum(n**3, (n, 1, p)), sp.Sum(n, (n, 1, p)) ** 2)),
    # inequalities
    Case("means of two", Inequality((u + v) / 2, ">=", sqrt(u * v))),
    Case("harmonic below geometric", Inequality(2 * u * v / (u + v), "<=", sqrt(u * v))),
    Case("Cauchy-Schwarz for two terms", Inequality((x**2 + y**2) * (z**2 + w**2), ">=", (x * z + y * w) ** 2)),
    Case("exp(-g) <= 1", Inequality(exp(-g), "<=", 1)),
    Case("sigmoid stays below its target", Inequality(sigmoid, "<", S), (r0 < S,)),
    Case("sigmoid stays above its start", Inequality(sigmoid, ">=", r0), (r0 < S,)),
    Case("logistic is between 0 and 1", Inequality(1 / (1 + exp(-x)), "<", 1)),
    Case("tanh is below one", Inequality(tanh(x), "<", 1)),
    Case("a root below its tangent", Inequality(sqrt(1 + g), "<=", 1 + g / 2)),
    Case("root of a sum", Inequality(sqrt(u + v), "<", sqrt(u) + sqrt(v))),
    Case("triangle inequality", Inequality(Abs(x + y), "<=", Abs(x) + Abs(y))),
    Case("a bound with roots", Inequality(gamma_end, ">=", S / Sig), inside),
    Case("three squares", Inequality(x**2 + y**2 + z**2, ">=", x * y + y * z + z * x)),
    Case("log is monotone", Inequality(log(u + v), ">", log(u))),
    Case("mean of logs", Inequality((log(u) + log(v)) / 2, "<=", log((u + v) / 2))),
    Case("a sum of squares over a range", Inequality(total(X[i] ** 2 - 2 * X[i] + 1, i), ">=", 0)),
    Case("a number and its reciprocal", Inequality(u / v + v / u, ">=", 2)),
    Case("arithmetic and harmonic means of three", Inequality((u + v + h) * (1 / u + 1 / v + 1 / h), ">=", 9)),
    Case("the Euclidean norm below the sum", Inequality(sqrt(u**2 + v**2), "<", u + v)),
    Case("fourth powers", Inequality(x**4 + y**4, ">=", x * y * (x**2 + y**2))),
    Case("cubes", Inequality(u**3 + v**3, ">=", u * v * (u + v))),
    Case("a geometric bound", Inequality(1 / (1 + g), ">=", 1 - g)),
    Case("logistic below its exponential", Inequality(r0 * exp(2 * S * m * t), ">=", sigmoid), (r0 < S,)),
    Case("Young", Inequality(x * y, "<=", u * x**2 / 2 + y**2 / (2 * u))),
    Case("the larger of two", Identity(Max(x, x + exp(y)), x + exp(y))),
    # limits and orders
    Case("limit of a sigmoid", Limit(sigmoid, t, oo, S), (r0 < S,)),
    Case("difference of roots", Limit(sqrt(x**2 + u * x) - x, x, oo, u / 2)),
    Case("compound interest", Limit((1 + u / x) ** x, x, oo, exp(u))),
    Case("powers lose to exponentials", Limit(x**alpha * exp(-u * x), x, oo, 0)),
    Case("logarithms lose to powers", Limit(log(x) ** 3 * x ** (-u), x, oo, 0)),
    Case("a power's derivative", Limit((u**h - 1) / h, h, 0, log(u))),
    Case("coth near zero", Asymptotic(coth(u), 1 / u, u, u, 0)),
    Case(
        "a sigmoid's late time",
        Asymptotic(S - sigmoid, S * (S / r0 - 1) * exp(-2 * S * m * t), exp(-4 * S * m * t), t, oo),
        (r0 < S,),
    ),
    Case("expansion with a power", Asymptotic((1 + x) ** alpha, 1 + alpha * x, x**2, x, 0)),
    Case("log sum", Limit(log(1 + exp(u * x)) / x, x, oo, u)),
    # chains
    Case(
        "a chain of means",
        Chain(
            4 * u * v,
            (Link("=", (u + v) ** 2 - (u - v) ** 2), Link("<=", (u + v) ** 2), Link("<=", 2 * u**2 + 2 * v**2)),
        ),
    ),
    Case(
        "a chain with roots", Chain((sqrt(u) - sqrt(v)) ** 2, (Link("=", u + v - 2 * sqrt(u * v)), Link("<=", u + v)))
    ),
    Case("pi and e as letters", Identity((sqrt(pi) + E) ** 2 - E**2, pi + 2 * E * sqrt(pi))),
    Case("a tangent of a sum", Identity((tan(x) ** 2 + 1) * cos(x) ** 2, 1), (cos(x) > 0,)),
]
