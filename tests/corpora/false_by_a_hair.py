"""False statements that look true.  None may be VERIFIED.

`FALSE` holds statements with a counterexample inside their hypotheses.  `PARTIAL` holds statements that are undefined
on a part of their domain, or have contradictory hypotheses, or fail at irrational points only: they are to be
UNDECIDED, with a reason that contains the given words.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sympy as sp
from sympy import (
    Abs,
    E,
    Eq,
    Mul,
    Ne,
    Pow,
    Rational,
    acosh,
    asin,
    atan,
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
    Statement,
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


class Case(NamedTuple):
    """A named statement with its hypotheses; `reason` is what an UNDECIDED one must say."""

    name: str
    statement: Statement
    hypotheses: tuple[Any, ...] = ()
    reason: str = ""


t = time()
x, y, z, w = real("x y z w")
S, m, r0 = positive("S m r_0")
u, v = positive("u v")
g = nonnegative("g")
N, p, q = natural("N p q")
n = sp.Symbol("n", integer=True)
alpha = sp.Symbol("alpha", real=True)
a, b, c = trajectories("a b c")
A, B = families("a b", t)
X, Y = families("X Y")
i, j, k = index("i", p), index("j", p), index("k", p)
l = index("l", q)  # noqa: E741
delta = sp.KroneckerDelta

two = GradientFlow(m * (a * b - S) ** 2 / 2, (a, b), t)
three = GradientFlow((a * b * c - S) ** 2 / 2, (a, b, c), t)
many = GradientFlow((total(A[i] * B[i], i) - S) ** 2 / 2, (A, B), t)
sigmoid = S / (1 + (S / r0 - 1) * exp(-2 * S * m * t))
e_partial = sum((Rational(1, sp.factorial(number)) for number in range(30)), Rational(0))
convergent = Rational(6134899525417045, 2 * 2169014522534057)  # of sqrt(2), about 1e-32 off


def flat(*args: Any) -> Any:
    """A product that SymPy leaves as it is written."""
    return Mul(*args, evaluate=False)


FALSE: list[Case] = [
    # many digits agree
    Case("exp(pi sqrt(163)) is no integer", Identity(exp(pi * sqrt(163)), 262537412640768744)),
    Case("exp(pi sqrt(67)) is no integer", Identity(exp(pi * sqrt(67)), 5280**3 + 744)),
    Case("pi by Ramanujan and Heegner", Identity(log(640320**3 + 744) / sqrt(163), pi)),
    Case("355/113", Identity(pi, Rational(355, 113))),
    Case("log 2 by a near miss", Identity(exp(log(2) * (1 + Rational(1, 10**40))), 2)),
    Case("e by thirty terms", Identity(E, e_partial)),
    Case("e as a power, n = 10^12", Identity(10**12 * log(1 + Rational(1, 10**12)), 1)),
    Case("a rational root of two", Identity(sqrt(2), convergent)),
    Case(
        "near coincidence of root sums",
        Identity(sqrt(10) + sqrt(11) + sqrt(1000001), sqrt(10) + sqrt(11) + sqrt(1000002) - Rational(1, 2000)),
    ),
    Case(
        "five roots against five",
        Identity(
            sum(sqrt(s) for s in (5, 26, 53, 76, 89)),
            sum(sqrt(s) for s in (6, 26, 53, 76, 87)) - sqrt(6) + sqrt(5) - sqrt(87) + sqrt(89) + Rational(1, 10**30),
        ),
    ),
    Case("one part in 10^30", Identity((x + 1) ** 2, x**2 + 2 * x * (1 - Rational(1, 10**30)) + 1)),
    Case("one part in 10^60", Identity(exp(x) * exp(y), exp(x + y) * (1 + Rational(1, 10**60)))),
    Case("tanh(40) is not 1", Identity(tanh(40), 1)),
    Case("coth(60) is not 1", Inequality(coth(60), "<=", 1)),
    Case("22/7 golden slip", Identity(sp.cbrt(sqrt(5) + 2), (1 + sqrt(5)) / 2 + Rational(1, 10**25))),
    Case("sin(10^-9) is not 10^-9", Identity(sin(Rational(1, 10**9)), Rational(1, 10**9))),
    Case("cosine near zero", Identity(cos(x / 10**12), 1)),
    Case("denesting with a wrong sign", Identity(sqrt(5 - 2 * sqrt(6)), sqrt(2) - sqrt(3))),
    Case("denesting off by a unit", Identity(sqrt(17 + 12 * sqrt(2)), 3 + 3 * sqrt(2) - sqrt(2) + Rational(1, 10**20))),
    Case("product of a hundred factors", Identity((1 + Rational(1, 10**15)) ** 100, 1 + Rational(100, 10**15))),
    # branches of roots, logarithms and powers
    Case("sqrt(x^2) = x", Identity(sqrt(x**2), x)),
    Case("sqrt(x^4 y^2) = x^2 y", Identity(sqrt(x**4 * y**2), x**2 * y)),
    Case("sqrt((x-y)^2) = x-y", Identity(sqrt((x - y) ** 2), x - y), (x > 0,)),
    Case("sqrt((u-v)^2) = u-v for positives", Identity(sqrt((u - v) ** 2), u - v)),
    Case("log(u+v) = log u + log v", Identity(log(u + v), log(u) + log(v))),
    Case("log of a power, base for exponent", Identity(log(u**v), u * log(v))),
    Case("(x^2)^(3/2) = x^3", Identity((x**2) ** Rational(3, 2), x**3)),
    Case("(x^2)^(alpha/2) = x^alpha on a sign", Identity((x**2) ** (alpha / 2), (-x) ** alpha), (Ne(x, 0), x > -3)),
    Case("|x+y| = |x|+|y|", Identity(Abs(x + y), Abs(x) + Abs(y))),
    Case("|x| = x on x > -1", Identity(Abs(x), x), (x > -1,)),
    Case("root of a sum", Identity(sqrt(u**2 + v**2), u + v)),
    Case("(1 + 2 sqrt 2)^2 by halves", Identity(sqrt(x**2 + 2 * x * sqrt(2) + 2), x + sqrt(2))),
    Case("cos(pi x) is never (-1)^x for reals", Identity(cos(pi * x) ** 2, 1)),
    Case("sin(pi x) = 0 for reals", Identity(sin(pi * x), 0)),
    Case("arcsin(sin x) = x", Identity(asin(sin(x)), x)),
    Case("arctan addition", Identity(atan(u) + atan(v), atan((u + v) / (1 - u * v))), (Ne(u * v, 1),)),
    Case("acosh(cosh x) = x", Identity(acosh(cosh(x)), x)),
    Case(
        "sign of a square root in a fraction",
        Identity(1 / (sqrt(u + 1) - sqrt(u)), sqrt(u + 1) - sqrt(u) + 2 * sqrt(u) * (1 + Rational(1, 10**12))),
    ),
    Case("even integers only", Identity(sp.Integer(-1) ** n, 1)),
    Case("n^2 = n for integers", Identity(n**2, n)),
    Case("parity of a triangular number", Identity(sp.Integer(-1) ** (n * (n + 1) / 2), sp.Integer(-1) ** n)),
    # inequalities that fail in a small region, or only where they are equalities
    Case("AM-GM is not strict", Inequality((u + v) / 2, ">", sqrt(u * v))),
    Case("squares: not strict", Inequality(x**2 + y**2, ">", 2 * x * y)),
    Case("Cauchy-Schwarz is not strict", Inequality((x**2 + y**2) * (z**2 + w**2), ">", (x * z + y * w) ** 2)),
    Case("exp(-g) < 1 fails at 0", Inequality(exp(-g), "<", 1)),
    Case("tangent line, strict", Inequality(exp(x), ">", 1 + x)),
    Case("a dip of 10^-6", Inequality(x**2 - 2 * x + 1, ">=", Rational(1, 10**6))),
    Case("a dip of 10^-12 at 2/3", Inequality((x - Rational(2, 3)) ** 2 * (1 + x**2), ">", 0)),
    Case("logistic at its rim", Inequality(sigmoid, "<", S * (1 - exp(-2 * S * m * t))), (r0 < S,)),
    Case("sqrt(u+v) <= sqrt u + sqrt v - tiny", Inequality(sqrt(u + v), "<=", sqrt(u) + sqrt(v) - Rational(1, 10**9))),
    Case("1 + g <= exp(g) reversed", Inequality(1 + g, ">=", exp(g))),
    Case("bounded by one, strictly", Inequality(2 * x / (1 + x**2), "<", 1)),
    Case("u^2 < u fails above 1", Inequality(u**2, "<", u), (u < Rational(11, 10),)),
    # equations and initial values
    Case(
        "logistic: wrong sign",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (S / r0 + 1) * exp(-2 * S * m * t)), initially=r0),
    ),
    Case(
        "logistic: missing factor two",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (S / r0 - 1) * exp(-S * m * t)), initially=r0),
    ),
    Case(
        "logistic: factor four",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (S / r0 - 1) * exp(-4 * S * m * t)), initially=r0),
    ),
    Case(
        "logistic: satisfies the equation, starts at r0/2",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (2 * S / r0 - 1) * exp(-2 * S * m * t)), initially=r0),
    ),
    Case(
        "logistic: starts right, wrong plateau",
        Solution(two.on(a - b), of=a * b, equals=2 * S / (1 + (2 * S / r0 - 1) * exp(-2 * S * m * t)), initially=r0),
    ),
    Case(
        "logistic: starts right, exponential",
        Solution(two.on(a - b), of=a * b, equals=r0 * exp(2 * S * m * t), initially=r0),
    ),
    Case(
        "logistic: inverted ratio",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (r0 / S - 1) * exp(-2 * S * m * t)), initially=r0),
    ),
    Case(
        "logistic: growing exponent",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (S / r0 - 1) * exp(2 * S * m * t)), initially=r0),
    ),
    Case("sum is not conserved", Conserved(a**2 + b**2, two)),
    Case("difference is not conserved", Conserved(a - b, two)),
    Case("conserved but for a term", Conserved(a**2 - b**2 + a * b / 10**15, two)),
    Case("weighted difference", Conserved(2 * a**2 - b**2, two)),
    Case("three layers: one square off", Conserved(a**2 + b**2 - c**2, three)),
    Case("three layers: a slip of order", Conserved(a**2 - b**3, three)),
    Case("families: another index", Conserved(A[k] ** 2 - B[j] ** 2, many)),
    Case("rate without a factor", Rate(a * b, (a**2 + b**2) * (S - a * b), two)),
    Case("rate with a sign", Rate(a * b, m * (a**2 - b**2) * (S - a * b), two)),
    Case("rate on the balanced set, a factor", Rate(a * b, m * a * b * (S - a * b), two.on(a - b))),
    Case(
        "rate of a sum, one term only",
        Rate(total(A[i] * B[i], i), (A[k] ** 2 + B[k] ** 2) * (S - total(A[j] * B[j], j)), many),
    ),
    # limits and orders
    Case("the wrong constant", Limit(sqrt(x**2 + x) - x, x, oo, 1)),
    Case("the wrong side", Limit(1 / (x - 1), x, 1, oo, "-")),
    Case("e squared", Limit((1 + 1 / x) ** x, x, oo, E**2)),
    Case("limit of the logistic is not r0", Limit(sigmoid, t, oo, r0)),
    Case("coth at zero", Limit(coth(x) - 1 / x, x, 0, 1)),
    Case("log against a power", Limit(log(x) / sqrt(x), x, oo, 1)),
    Case("unknown sign of the slope", Limit(y * x, x, oo, oo), (Ne(y, 0),)),
    Case("a power of any sign", Limit(x**alpha, x, oo, 0)),
    Case("|x|/x from the left", Limit(Abs(x) / x, x, 0, 1, "-")),
    Case("remainder of too high an order", Asymptotic((x + 1) ** 3 - x**3, 3 * x**2, 1, x, oo)),
    Case("remainder of sinh", Asymptotic(sinh(x), x, x**4, x, 0)),
    Case("leading term off by a factor", Asymptotic(log(1 + x), 2 * x, x**2, x, 0)),
    # sums and deltas
    Case("square of a sum", Identity(total(X[i], i) ** 2, total(X[i] ** 2, i))),
    Case("sum of a product", Identity(total(X[i] * Y[i], i), total(X[i], i) * total(Y[i], i))),
    Case("delta with its index left over", Identity(total(delta(i, k) * X[i], i), X[j])),
    Case("delta over another range", Identity(total(delta(i, l) * X[i], i), X[l])),
    Case("delta squared is not a sum", Identity(total(delta(i, k) ** 2, i), p)),
    Case("trace of the identity", Identity(total(delta(i, j), i, j), p**2)),
    Case(
        "an inner index captured",
        Identity(
            total(exp(total(sp.Function("M", real=True)(i, k), i)), k),
            total(exp(total(sp.Function("M", real=True)(i, i), i)), k),
        ),
    ),
    Case(
        "triangular sum as a rectangle",
        Identity(sp.Sum(sp.Sum(X[n], (n, 1, N)), (N, 1, p)), p * sp.Sum(X[n], (n, 1, p))),
    ),
    Case("one term short", Identity(sp.Sum(n, (n, 1, p - 1)), p * (p + 1) / 2)),
    Case("Gauss off by one", Identity(sp.Sum(n, (n, 1, p)), p * (p - 1) / 2)),
    Case("sum of squares, a factor", Identity(sp.Sum(n**2, (n, 1, p)), p * (p + 1) * (2 * p + 1) / 3)),
    Case(
        "variance with p - 1",
        Identity(total((X[i] - total(X[j], j) / p) ** 2, i) / p, total(X[i] ** 2, i) / p - total(X[i], i) ** 2 / p),
    ),
    Case(
        "Cauchy-Schwarz as an equality", Identity(total(X[i] ** 2, i) * total(Y[j] ** 2, j), total(X[i] * Y[i], i) ** 2)
    ),
    Case("two free indices", Identity(X[i] * Y[k], X[k] * Y[i])),
    # chains: one wrong link
    Case(
        "a chain with one wrong line",
        Chain(
            (x + y) ** 2,
            (Link("=", x**2 + 2 * x * y + y**2), Link("<=", 2 * x**2 + 2 * y**2), Link("<=", 2 * (x + y) ** 2)),
        ),
    ),
    Case("a chain whose equality is an inequality", Chain(exp(g), (Link(">=", 1 + g), Link("=", 1 + g + g**2)))),
]

PARTIAL: list[Case] = [
    Case("a cancelled denominator", Identity((x**2 - 1) / (x - 1), x + 1), (), "x - 1 != 0"),
    Case("x/x = 1", Identity(flat(x, Pow(x, -1, evaluate=False)), 1), (), "x != 0"),
    Case("1/(1/x) = x", Identity(Pow(Pow(x, -1, evaluate=False), -1, evaluate=False), x), (), "!= 0"),
    Case("log(xy) = log x + log y", Identity(log(x * y), log(x) + log(y)), (), "> 0"),
    Case("log(x^2) = 2 log x", Identity(log(x**2), 2 * log(x)), (), "> 0"),
    Case("sqrt(x) sqrt(y) = sqrt(xy)", Identity(sqrt(x) * sqrt(y), sqrt(x * y)), (), ">= 0"),
    Case("sqrt(x)^2 = x", Identity(flat(sqrt(x), sqrt(x)), x), (), ">= 0"),
    Case("tan cot = 1", Identity(tan(x) * sp.cot(x), 1), (), "!= 0"),
    Case("exp(log x) = x", Identity(exp(log(x), evaluate=False), x), (), "> 0"),
    Case("an odd root of a negative", Identity((x**3) ** Rational(1, 3), x), (), ">= 0"),
    Case("a vanishing base", Identity(flat(x**alpha, x ** (-alpha)), 1), (), "> 0"),
    Case(
        "log(x^2) = 2 log(-x) on both sides of 0", Identity(log(x**2), 2 * log(-x)), (Ne(x, 0), x < 5, x > -5), "-x > 0"
    ),
    Case(
        "zero at an irrational point only",
        Inequality(x**4 - 3 * x**2 + Rational(9, 4), ">", 0),
        (x > 1, x < 2),
        "could not be derived",
    ),
    Case("1/x <= 1/x + 1", Inequality(1 / x, "<=", 1 / x + 1), (), "x != 0"),
    Case(
        "a pole in finite time",
        Solution(two.on(a - b), of=a * b, equals=S / (1 + (S / x - 1) * exp(-2 * S * m * t)), initially=x),
        (),
        "!= 0",
    ),
    Case("a coefficient that may vanish", Limit(log(y) / x, x, oo, 0), (), "y > 0"),
    Case("a limit outside its hypothesis", Limit(1 / x, x, oo, 0), (x < 1,), "x < 1"),
    Case("contradictory order", Identity(x, y), (x < y, y < x), "contradict"),
    Case("contradictory signs", Identity(u, v), (u + v < 0,), "contradict"),
    Case("contradictory squares", Identity(x, y), (x**2 + y**2 + 1 < x * y,), "contradict"),
    Case("contradictory values", Identity(x, 0), (Eq(x, 1), Eq(x, 2)), "contradict"),
    Case(
        "an infinite sum",
        Identity(sp.Sum(X[n], (n, 1, oo)), 2 * sp.Sum(X[n], (n, 1, oo)) - sp.Sum(X[N], (N, 1, oo))),
        (),
        "infinite sum",
    ),
    Case(
        "a function nobody knows the domain of",
        Identity(sp.LambertW(x) + sp.LambertW(y), sp.LambertW(y) + sp.LambertW(x) + 0 * z),
        (),
        "LambertW",
    ),
]
