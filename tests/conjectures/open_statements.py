"""True statements of the literature that a theorist found open: each from a paper's mathematics, in our words.

Topics by the first word of the id's second part: Woodworth's diagonal networks, modes of deep linear networks, margins,
tangent kernels, ridge regression, landscapes, batch normalisation, edges of stability, spectra, statistics.
"""

from sympy import Function, acos, atanh

from layerproof import (
    Abs,
    Asymptotic,
    Claim,
    Conserved,
    Eq,
    Equal,
    Expectation,
    ForAll,
    GradientFlow,
    Identity,
    Inequality,
    Integral,
    Limit,
    MatrixIdentity,
    MatrixInequality,
    Max,
    Ne,
    Normal,
    Rate,
    Rational,
    Stationary,
    acosh,
    asinh,
    cosh,
    diff,
    exp,
    families,
    identity,
    index,
    inverse,
    log,
    matrix,
    natural,
    oo,
    pi,
    positive,
    real,
    sqrt,
    time,
    total,
    trace,
    trajectories,
)

t = time()
u, v, a, b = trajectories("u v a b")
S, alpha, delta, eta = positive("S alpha delta eta")
x, y, z, r, q, s = real("x y z r q s")
n, m, d, N = natural("n m d N")
i, k = index("i", n), index("k", N)
X_, w = families("x w")

# Woodworth et al.: beta = u^2 - v^2 from equal starts alpha, where u v = alpha^2 for ever
regression = GradientFlow(loss=(u**2 - v**2 - S) ** 2 / 4, parameters=(u, v), time=t)
Claim("woodworth/invariant", title="u v is kept", statement=Conserved(u * v, regression))
beta = u**2 - v**2
Claim(
    "woodworth/beta-rate",
    title="beta moves by the metric of hypentropy",
    statement=Rate(beta, -2 * (beta - S) * sqrt(beta**2 + 4 * alpha**4), regression),
    hypotheses=[Eq(u * v, alpha**2)],
)
Claim(
    "woodworth/mirror-rate",
    title="asinh(beta/(2 alpha^2)) moves by the residual alone",
    statement=Rate(asinh(beta / (2 * alpha**2)), -2 * (beta - S), regression),
    hypotheses=[Eq(u * v, alpha**2)],
)
Claim(
    "woodworth/mirror-slope",
    title="The slope of asinh",
    statement=Identity(diff(asinh(x / (2 * alpha**2)), x), 1 / sqrt(x**2 + 4 * alpha**4)),
)
hypentropy = x * asinh(x / (2 * alpha**2)) - sqrt(x**2 + 4 * alpha**4) + 2 * alpha**2
Claim(
    "woodworth/potential-slope",
    title="The slope of hypentropy",
    statement=Identity(diff(hypentropy, x), asinh(x / (2 * alpha**2))),
)
Claim(
    "woodworth/asinh-at-zero",
    title="asinh x = x - x^3/6 + O(x^5)",
    statement=Asymptotic(asinh(z), z - z**3 / 6, z**5, z, 0),
)
Claim(
    "woodworth/asinh-far",
    title="asinh x = log(2 x) + O(1/x^2)",
    statement=Asymptotic(asinh(z), log(2 * z), 1 / z**2, z, oo),
)
c = positive("c")
profile = 2 - sqrt(4 + c**2) + c * asinh(c / 2)
Claim(
    "woodworth/kernel-limit",
    title="q(c) = c^2/4 + O(c^4): the norm of a kernel",
    statement=Asymptotic(profile, c**2 / 4, c**4, c, 0),
)
Claim(
    "woodworth/kernel-limit-next",
    title="q(c) = c^2/4 - c^4/192 + O(c^6)",
    statement=Asymptotic(profile, c**2 / 4 - c**4 / 192, c**6, c, 0),
)
Claim(
    "woodworth/rich-limit",
    title="q(c)/(c log c) tends to 1: the l1 norm",
    statement=Limit(profile / (c * log(c)), c, oo, 1),
)
Claim("woodworth/same-sign", title="u v > 0 keeps u off 0", statement=Inequality(x**2, ">", 0), hypotheses=[x * y > 0])
Claim(
    "woodworth/fenchel-young",
    title="Fenchel and Young: the hypentropy and its conjugate",
    statement=Inequality(x * asinh(x) - sqrt(1 + x**2) + cosh(y), ">=", x * y),
)
Claim(
    "woodworth/bregman",
    title="Hypentropy is convex: it lies above its tangents",
    statement=Inequality(x * asinh(x) - sqrt(1 + x**2) - y * asinh(y) + sqrt(1 + y**2) - asinh(y) * (x - y), ">=", 0),
)
Claim(
    "woodworth/integral",
    title="The potential is the integral of its slope, whatever the sign of the end",
    statement=Integral(asinh(s), (s, 0, x), x * asinh(x) - sqrt(1 + x**2) + 1),
)
Claim(
    "woodworth/depth-slope",
    title="The slope of acosh, x > 1",
    statement=Identity(diff(acosh(x), x), 1 / sqrt(x**2 - 1)),
    hypotheses=[x > 1],
)
Claim(
    "woodworth/atanh-slope",
    title="The slope of atanh",
    statement=Identity(diff(atanh(x / 2), x), 2 / (4 - x**2)),
    hypotheses=[x > -2, x < 2],
)
Claim(
    "woodworth/atanh-log",
    title="atanh as a logarithm",
    statement=Identity(atanh(x), log((1 + x) / (1 - x)) / 2),
    hypotheses=[x > -1, x < 1],
)
Claim(
    "woodworth/acosh-log",
    title="acosh as a logarithm",
    statement=Identity(acosh(x), log(x + sqrt(x**2 - 1))),
    hypotheses=[x >= 1],
)

# modes of deep linear networks
two = GradientFlow(loss=(a * b - S) ** 2 / 2, parameters=(a, b), time=t)
Claim(
    "modes/unbalanced-rate",
    title="The product, from unbalanced starts (Tarmoun et al.)",
    statement=Rate(a * b, (S - a * b) * sqrt(delta**2 + 4 * (a * b) ** 2), two),
    hypotheses=[Eq(a**2 - b**2, delta), a * b > 0],
)
Claim(
    "modes/unbalanced-rate-hyp",
    title="The same by a hypothesis",
    statement=Rate(a * b, (S - a * b) * sqrt(delta**2 + 4 * (a * b) ** 2), two),
    hypotheses=[Eq(a**2 - b**2, delta)],
)
Claim(
    "modes/saxe-time",
    title="The time of Saxe et al.: log(s/(S - s))/(2 S) is the clock",
    statement=Rate(log(a * b / (S - a * b)) / (2 * S), 1, two.on(a - b)),
    hypotheses=[a * b < S, a * b > 0],
)
four = trajectories("f")
chain4 = GradientFlow(loss=(four**4 - S) ** 2 / 2, parameters=(four,), time=t)
Claim(
    "modes/depth-four",
    title="One number, four times",
    statement=Rate(1 / four**2, 8 * (four**4 - S), chain4),
    hypotheses=[four > 0],
)
Claim(
    "modes/partial-fractions",
    title="The time integral in partial fractions",
    statement=Integral(1 / (s * (S - s)), (s, x, y), log(y * (S - x) / (x * (S - y))) / S),
    hypotheses=[x > 0, x < y, y < S],
)
Claim(
    "modes/balanced-sharpness",
    title="a^2 + b^2 >= 2 S where a b = S",
    statement=Inequality(x**2 + y**2, ">=", 2 * S),
    hypotheses=[Eq(x * y, S)],
)

# margins (Lyu and Li): what is left of exponentials
Claim("margins/positive", title="The loss is positive", statement=Inequality(total(exp(-X_[i]), i), ">", 0))
Claim(
    "margins/weights",
    title="Positive weights have a positive sum",
    statement=Inequality(total(w[i], i), ">", 0),
    hypotheses=[ForAll(i, w[i] > 0)],
)
j = index("j", n)
Claim(
    "margins/largest",
    title="The sum is above each of its terms",
    statement=Inequality(total(X_[j] ** 2, j), ">=", X_[i] ** 2),
)
Claim(
    "margins/smoothed",
    title="The smoothed margin is below each margin",
    statement=Inequality(-log(total(exp(-X_[j]), j)), "<=", X_[i]),
)
Claim(
    "margins/cauchy",
    title="Cauchy and Schwarz",
    statement=Inequality(total(X_[i] * w[i], i) ** 2, "<=", total(X_[i] ** 2, i) * total(w[i] ** 2, i)),
)
ws = trajectories("w_s")
expo = GradientFlow(loss=exp(-ws), parameters=(ws,), time=t)
Claim("margins/exponential", title="The clock of the exponential loss", statement=Conserved(exp(ws) - t, expo))

# tangent kernels: Gaussian inputs of rectified units
rho = positive("rho")
Claim("kernels/half-normal", title="E|r|", statement=Expectation(Abs(r), sqrt(2 / pi), {r: Normal(0, 1)}))
Claim("kernels/relu", title="E max(r, 0)", statement=Expectation(Max(r, 0), 1 / sqrt(2 * pi), {r: Normal(0, 1)}))
Claim(
    "kernels/relu-square", title="E max(r, 0)^2", statement=Expectation(Max(r, 0) ** 2, rho**2 / 2, {r: Normal(0, rho)})
)
Claim("kernels/cubed", title="E|r|^3", statement=Expectation(Abs(r) ** 3, 2 * sqrt(2 / pi), {r: Normal(0, 1)}))
Claim("kernels/fourth", title="E r^4", statement=Expectation(r**4, 3 * rho**4, {r: Normal(0, rho)}))
Claim(
    "kernels/tilted", title="E exp(s r)", statement=Expectation(exp(s * r), exp(s**2 * rho**2 / 2), {r: Normal(0, rho)})
)
Claim(
    "kernels/product",
    title="E (x r + y q)^2",
    statement=Expectation((x * r + y * q) ** 2, x**2 + y**2, {r: Normal(0, 1), q: Normal(0, 1)}),
)
Claim("kernels/radial", title="The radial integral", statement=Integral(s**3 * exp(-(s**2) / 2), (s, 0, oo), 2))
Claim(
    "kernels/acos-limit",
    title="The arc-cosine kernel at equal inputs",
    statement=Limit((sqrt(1 - s**2) + (pi - acos(s)) * s) / pi, s, 1, 1, side="-"),
)
Claim("kernels/acos-far", title="acos at 1", statement=Asymptotic(acos(1 - c), sqrt(2 * c), c ** Rational(3, 2), c, 0))

# ridge regression
X = matrix("X", n, d)
M, Y = matrix("M", d, d), matrix("Y", n, m)
K = matrix("K", n, n)
lam = positive("lambda")
gram = X.T * X + lam * identity(d)
dual = X * X.T + lam * identity(n)
both = (Equal(M * gram, identity(d)), Equal(gram * M, identity(d)))
duals = (Equal(K * dual, identity(n)), Equal(dual * K, identity(n)))
Claim(
    "ridge/closed-form",
    title="The normal equations hold at M X^T y",
    statement=MatrixIdentity(X.T * (X * M * X.T * Y - Y) + lam * M * X.T * Y, 0 * X.T * Y),
    hypotheses=both,
)
Claim(
    "ridge/push-through",
    title="Primal and dual",
    statement=MatrixIdentity(M * X.T, X.T * K),
    hypotheses=(*both, *duals),
)
Claim(
    "ridge/residual",
    title="What is left",
    statement=MatrixIdentity(Y - X * M * X.T * Y, lam * K * Y),
    hypotheses=(*both, *duals),
)
Claim(
    "ridge/one-sided",
    title="One side is enough for the normal equations",
    statement=MatrixIdentity(gram * M * X.T, X.T),
    hypotheses=[Equal(gram * M, identity(d))],
)
Claim(
    "ridge/push-through-inverse",
    title="Primal and dual, by inverses",
    statement=MatrixIdentity(inverse(gram) * X.T, X.T * inverse(dual)),
)
Claim(
    "ridge/residual-inverse",
    title="What is left, by inverses",
    statement=MatrixIdentity(identity(n) - X * inverse(gram) * X.T, lam * inverse(dual)),
)
Claim("ridge/symmetric", title="M is symmetric", statement=MatrixIdentity(M.T, M), hypotheses=both)
A, C = matrix("A", n, n), matrix("C", d, d)
Claim(
    "ridge/leave-one-out",
    title="The leave-one-out residual, h < 1",
    statement=Identity(y - (z - x * y) / (1 - x), (y - z) / (1 - x)),
    hypotheses=[x < 1],
)
Claim(
    "ridge/minimum",
    title="Ridge regression in one dimension",
    statement=Stationary(
        total((w[i] - X_[i] * s) ** 2, i) + lam * s**2,
        {s: total(w[i] * X_[i], i) / (total(X_[i] ** 2, i) + lam)},
        kind="minimum",
    ),
)
Claim(
    "ridge/leverage",
    title="A leverage is at most 1",
    statement=Inequality(X_[i] ** 2 / (total(X_[j] ** 2, j) + lam), "<", 1),
)

# landscapes
Claim(
    "landscape/cases",
    title="a (a b - S) = 0 off the target gives a = 0",
    statement=Identity(x, 0),
    hypotheses=[Eq(x * (x * y - S), 0), Ne(x * y, S)],
)
Claim(
    "landscape/only-saddle",
    title="The only other critical point is 0",
    statement=Identity(x**2 + y**2, 0),
    hypotheses=[Eq(x * (x * y - S), 0), Eq(y * (x * y - S), 0), Ne(x * y, S)],
)
Claim("landscape/saddle", title="0 is stationary", statement=Stationary((x * y - S) ** 2 / 2, {x: 0, y: 0}))

# batch normalisation: an unknown loss of what is left
F = Function("F", real=True)
product_loss = GradientFlow(loss=F(a * b), parameters=(a, b), time=t)
Claim(
    "normalisation/unknown-loss",
    title="Any loss of the product keeps a^2 - b^2",
    statement=Conserved(a**2 - b**2, product_loss),
)
scale = GradientFlow(loss=F(a / b), parameters=(a, b), time=t)
Claim(
    "normalisation/scale",
    title="A loss of the ratio keeps the norm",
    statement=Conserved(a**2 + b**2, scale),
    hypotheses=[Ne(b, 0)],
)

# edge of stability
ell = positive("ell")
Claim(
    "edge/powers",
    title="A step shrinks what is within its reach",
    statement=Limit((1 - eta * ell) ** N, N, oo, 0),
    hypotheses=[eta * ell < 2],
)
Claim(
    "edge/below-one",
    title="|1 - eta l|^N < 1",
    statement=Inequality(Abs(1 - eta * ell) ** N, "<", 1),
    hypotheses=[eta * ell < 2],
)
Claim("edge/within", title="|1 - x| < 1", statement=Inequality(Abs(1 - x), "<", 1), hypotheses=[x > 0, x < 2])

# spectra
g, h = real("g h")
Claim(
    "spectra/weyl-two",
    title="Weyl for 2 x 2: the larger eigenvalue moves by at most the norm",
    statement=Inequality(
        sqrt((x - y) ** 2 + 4 * z**2), "<=", sqrt((x - y - g) ** 2 + 4 * (z - h) ** 2) + sqrt(g**2 + 4 * h**2)
    ),
)
Claim(
    "spectra/trace-cauchy",
    title="Cauchy and Schwarz for matrices of any size",
    statement=MatrixInequality(trace(A.T * K) ** 2, "<=", trace(A.T * A) * trace(K.T * K)),
)
Claim("spectra/gram", title="X^T X + l I is above l I", statement=MatrixInequality(gram, ">=", lam * identity(d)))
Claim(
    "spectra/inverse-order",
    title="its inverse is below 1/l",
    statement=MatrixInequality(inverse(gram), "<=", identity(d) / lam),
)
Claim(
    "spectra/marchenko-pastur",
    title="The fixed point is the root",
    statement=Identity(z * s**2 + (z + x - 1) * s + 1, 0),
    hypotheses=[z > 0, Eq(s, (1 - x - z + sqrt((z + x - 1) ** 2 - 4 * z)) / (2 * z)), (z + x - 1) ** 2 >= 4 * z],
)
