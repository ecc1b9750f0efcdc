"""False and true statements of calculus at the edge: what is said of a point, a side, a bound variable, a jump.

Each false one was proved by a reading that forgot something: that a point lies in the domain, that a limit has two
sides, that a bound variable is nobody else's, where a value put in was defined.  None may be VERIFIED; and none of the
true ones may be REFUTED.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy import Abs, Eq, Heaviside, Max, Min, Ne, Piecewise, Rational, Sum, cos, exp, log, oo, pi, sign, sin, sqrt

from corpora.false_by_a_hair import Case
from layerproof.language.distributions import Normal, Rademacher, Uniform
from layerproof.language.statements import (
    Asymptotic,
    Expectation,
    Identity,
    Induction,
    Inequality,
    Integral,
    Limit,
    Recurrence,
    Series,
    Stationary,
    Substitution,
)
from layerproof.language.symbols import families, index, natural, nonnegative, positive, real, total

x, y, z, w, v = real("x y z w v")
S, lam, u, q = positive("S lambda u q")
g = nonnegative("g")
m, n, p, k, h = natural("m n p k h")
j, r = sp.symbols("j r", integer=True)
c = sp.Symbol("c", real=True, nonzero=True)
d = sp.Symbol("d", negative=True)
i, e = index("i", p), index("l", p)
X, Y, W = families("X Y W")
f = sp.Function("f", real=True)
H = sp.Function("H", real=True)
bowl, well = x**2, (x**2 - 1) ** 2
step = Piecewise((0, x < 0), (1, True))
fit = total((Y[i] - w * X[i]) ** 2, i) + lam * w**2
slope = total(X[i] * Y[i], i) / (total(X[i] ** 2, i) + lam)
counting = Recurrence(H(n, x), H(n, x) + 1, (0,))


def cases(*given: tuple[Any, ...]) -> list[Case]:
    """Cases from tuples: name, statement, hypotheses."""
    return [Case(name, statement, tuple(hypotheses)) for name, statement, *hypotheses in given]


OUTSIDE = cases(
    ("minimum left of the domain", Stationary(bowl, {x: 0}, kind="minimum"), x >= 1),
    ("minimum right of the domain", Stationary((x - 5) ** 2, {x: 5}, kind="minimum"), x < 5),
    ("minimum on an open end", Stationary(bowl, {x: 0}, kind="minimum"), x > 0),
    ("the point itself is taken out", Stationary(bowl, {x: 0}), Ne(x, 0)),
    ("a letter that is not 0, at 0", Stationary(c**2, {c: 0})),
    ("a negative letter at 1", Stationary((d - 1) ** 2, {d: 1})),
    ("a positive letter at 0", Stationary(u**2, {u: 0}, kind="minimum")),
    ("off the line of a hypothesis", Stationary(bowl + z**2, {x: 0, z: 0}), Eq(x + z, 1)),
    ("outside of a disc", Stationary((x - 3) ** 2, {x: 3}, kind="minimum"), x**2 <= 4),
    ("outside for some S alone", Stationary((x - S) ** 2, {x: S}, kind="minimum"), x <= 1),
    ("on the end of an open interval", Stationary((x - S) ** 2, {x: S}, kind="minimum"), x < S),
    ("one coordinate outside", Stationary(bowl + z**2, {x: 0, z: 0}, kind="minimum"), z >= x + 1),
    ("entries that are to be positive", Stationary(total((Y[i] - W[i]) ** 2, i), {W[e]: Y[e]}), W[e] > 0),
    ("a maximum outside", Stationary(-bowl, {x: 0}, kind="maximum"), x <= -1),
    ("two hypotheses, one met", Stationary(well, {x: 1}, kind="minimum"), x >= 0, x < 1),
    ("not where x is below its square", Stationary((x - Rational(1, 2)) ** 2, {x: Rational(1, 2)}), x < x**2),
)
CORNERS = cases(
    ("the tip of |x|", Stationary(Abs(x), {x: 0}, kind="minimum")),
    ("a tilted corner", Stationary(Max(x, 0) - x / 2, {x: 0})),
    ("the corner of a minimum", Stationary(Min(x, -x), {x: 0}, kind="maximum")),
    ("a jump between plateaus", Stationary(step, {x: 0})),
    ("a jump, at its lower side", Stationary(Piecewise((0, x <= 0), (1, True)), {x: 0}, kind="minimum")),
    ("a sum with a corner", Stationary(Abs(x - 1) + Abs(x + 1), {x: 1})),
    ("a corner away from 0", Stationary(Abs(x - S), {x: S}, kind="minimum")),
    ("a corner where two letters meet", Stationary(Max(x, z) - x / 2 - z / 2, {x: 1, z: 1})),
    ("steps of Heaviside", Stationary(sign(x) ** 2 + Heaviside(x), {x: 0})),
    ("corners of every entry", Stationary(total(Abs(W[i]), i), {W[e]: 0}, kind="minimum")),
    ("the tip of a cone", Stationary(sqrt(x**2 + z**2), {x: 0, z: 0}, kind="minimum")),
    ("stairs", Stationary(sp.floor(x), {x: 2})),
)
UNDEFINED = cases(
    ("a quotient of curves at the origin", Stationary(x**2 * z / (x**4 + z**2), {x: 0, z: 0})),
    ("a double fraction at 0", Stationary(x**2 / (1 + 1 / z**2), {x: 0, z: 0})),
    ("x log x at 0", Stationary(x**2 * log(x**2), {x: 0})),
    ("flat beside a pole", Stationary(exp(-1 / x**2), {x: 0})),
    ("a root that ends at the point", Stationary(x ** Rational(4, 3), {x: 0})),
    ("not defined at y = 0", Stationary(bowl + 1 / y, {x: 0}, kind="minimum")),
    ("not defined on all of the domain", Stationary(1 / x + x, {x: 1}, kind="minimum")),
    ("a root on half of the domain", Stationary(x - 2 * sqrt(x), {x: 1}, kind="minimum")),
    ("0/x for a letter that is 0", Identity(y / x, 0), Eq(y, 0)),
    ("0/x is not negative", Inequality(y / x, ">=", 0), Eq(y, 0)),
    ("0 times a logarithm", Identity(y * log(x), 0), Eq(y, 0)),
    ("a case that hides a pole", Inequality(y / x, ">=", 0), Eq(y**2, y), x >= 0),
    ("taken off both sides", Inequality(5 - x**2 - z**2 + 1 / y, ">", 1 / y), x**2 + z**2 <= 4),
    ("a logarithm on both sides", Inequality(5 - x**2 - z**2 + log(y), ">", log(y)), x**2 + z**2 <= 4),
    ("a root on both sides", Inequality(2 - x * z + sqrt(y), ">=", sqrt(y)), x**2 + z**2 <= 4),
    ("0/z on the way", Limit(x + y / z, x, 0, 0), Eq(y, 0)),
    ("0/z under an integral", Integral(2 * x + y / z, (x, 0, 1), 1), Eq(y, 0)),
)
SIDES = cases(
    ("|x| is x", Asymptotic(Abs(x), x, x**2, x, 0)),
    ("|x| is -x", Asymptotic(Abs(x), -x, x**2, x, 0)),
    ("a root of a square in disguise", Asymptotic(sqrt(x**2 + x**4), x, x**3, x, 0)),
    ("a sign is 1", Asymptotic(x / Abs(x), 1, x, x, 0)),
    ("flat on the right alone", Asymptotic(1 + exp(-1 / x), 1, x, x, 0)),
    ("|x - S| beside S", Asymptotic(Abs(x - S), x - S, (x - S) ** 2, x, S)),
    ("a larger one of two", Asymptotic(1 + Abs(x) + x, 1 + 2 * x, x**2, x, 0)),
    ("3/2 powers have one side", Asymptotic(1 + x ** Rational(3, 2), 1, x, x, 0)),
    ("a root has one side", Asymptotic(1 + sqrt(x), 1, sqrt(x), x, 0)),
    ("a logarithm has one side", Asymptotic(1 + x * log(x), 1, sqrt(Abs(x)), x, 0)),
    ("a hypothesis keeps both sides", Asymptotic(Abs(x), x, x**2, x, 0), x > -1),
    ("a hypothesis keeps the wrong side", Asymptotic(Abs(x), x, x**2, x, 0), x < 0),
    ("from below, said so", Asymptotic(Abs(x), x, x**2, x, 0, "-")),
    ("a cosine's root", Asymptotic(sqrt(2 - 2 * cos(x)), x, x**3, x, 0)),
    ("the hypotheses leave no side", Asymptotic(exp(u), 1, u, u, 0), u > 1),
)
BINDERS = cases(
    ("y is no x of an integral", Integral(x - y, (x, 0, 1), 0), Eq(x, y)),
    ("nor is a number", Integral(2 * x, (x, 0, 1), 14), Eq(x, 7)),
    ("the value is no x either", Integral(2 * x, (x, 0, 1), y), Eq(x, y)),
    ("by an antiderivative given", Integral(2 * x, (x, 0, 2), 2 * y, x * y), Eq(x, y)),
    ("squares from products", Identity(Sum(j * m, (j, 1, n)), n * (n + 1) * (2 * n + 1) / 6), Eq(j, m)),
    ("an index is no number", Identity(Sum(j, (j, 1, n)), 3 * n), Eq(j, 3)),
    ("a summand is no constant", Identity(Sum(j**2, (j, 1, n)), m * n * (n + 1) / 2), Eq(j, m)),
    ("an inner sum over the same index", Identity(Sum(j * Sum(j, (j, 1, n)), (j, 1, m)), m * n * (m + 1) / 2)),
    ("the same, each its own", Identity(Sum(Sum(j, (j, 1, n)), (j, 1, m)), m * (m + 1) / 2 * n)),
    ("a series with a number for its index", Series(1 / (j * (j + 1)), (j, 1, oo), "=", m, by=1 / j), Eq(j, m)),
    ("a bounded series", Series(1 / (j * (j + 1)), (j, 1, oo), "<", r, by=1 / j), Eq(j, r), r > -5),
    ("a mean of a number", Expectation(x**2, y, {x: Normal(0, 1)}), Eq(x, y)),
    ("a mean of 3", Expectation(x, 3, {x: Normal(0, 1)}), Eq(x, 3)),
    ("a mean of a coin", Expectation(x * y, y**2, {x: Rademacher()}), Eq(x, y)),
    ("a mean over an interval", Expectation(x, y, {x: Uniform(0, 1)}), Eq(x, y)),
    ("a recurrence at every n", Induction(H(n, x), 3, n, counting), Eq(n, 3)),
    ("a limit of a bound letter", Limit(Sum(x * z, (z, 1, n)), z, 0, 0)),
    ("a substitution's letter", Substitution(2 * x * cos(x**2), (x, 0, 1), cos(v) + 1, (v, 0, 1), x**2), Eq(x, v)),
    ("an outer index in an inner sum", Identity(Sum(Sum(j * k, (k, 1, n)), (j, 1, n)), n**3), Eq(k, j)),
)
RANGES = cases(
    ("ends exchanged, sign forgotten", Substitution(exp(-x), (x, 0, oo), 1 + 0 * v, (v, 1, 2), exp(-x))),
    ("no slope", Substitution(cos(x**2), (x, 0, 1), cos(v), (v, 0, 1), x**2)),
    ("an end that stays", Substitution(2 * x * cos(x**2), (x, 0, 2), cos(v), (v, 0, 2), x**2)),
    ("the map turns back", Substitution(2 * x * cos(x**2), (x, -1, 1), cos(v), (v, 1, 1), x**2)),
    ("the map jumps", Substitution(sp.S.Zero * x, (x, -1, 1), v, (v, 0, 1), step)),
    ("the map has a corner that counts", Substitution(x, (x, -1, 1), v, (v, -1, 1), Max(x, 0))),
    ("downwards with the wrong sign", Substitution(1 / x**2, (x, 1, 2), -1 + 0 * v, (v, Rational(1, 2), 1), 1 / x)),
    ("from a point to itself is 0", Integral(1 / x, (x, n, n), 1)),
)
LARGE = cases(
    ("squares from 9 on", Inequality(n**2, ">", 81), n >= 9),
    ("powers of two, too many", Inequality(n**2, ">=", 60), n > 6),
    ("a sum of two large ones", Inequality(m + n, ">", 21), m >= 9, n >= 12),
    ("a gap between them", Inequality(m, ">=", n + 11), m >= n + 10, n >= 7),
    ("even and large", Identity((-1) ** n, 1), n >= 8),
    ("negative and large", Inequality(r, "<", -8), r <= -8),
    ("in between", Inequality(n, "<", 12), n >= 8, n <= 12),
)
FALSE = [*OUTSIDE, *CORNERS, *UNDEFINED, *SIDES, *BINDERS, *RANGES, *LARGE]

TRUE = cases(
    ("minimum inside", Stationary(bowl, {x: 0}, kind="minimum"), x >= -1),
    ("minimum on a closed end", Stationary(bowl, {x: 0}, kind="minimum"), x >= 0),
    ("stationary at the end of a letter's own domain", Stationary(g**2, {g: 0}, kind="minimum")),
    ("a root that ends with its domain", Stationary(g ** Rational(3, 2), {g: 0}, kind="minimum")),
    ("both wells", Stationary(well, {x: -1}, kind="minimum"), x < 0),
    ("the hump between", Stationary(well, {x: 0}, kind="maximum"), x**2 <= 1),
    ("off the corner", Stationary(Abs(x) * x - 2 * x, {x: 1})),
    ("beside a corner", Stationary(Max(x, 0) ** 2 - 2 * x, {x: 1})),
    ("on a plateau", Stationary(step, {x: 2})),
    ("a pole outside of the domain", Stationary(1 / x + x, {x: 1}, kind="minimum"), x > 0),
    ("a pole in another letter", Stationary(bowl + 1 / y, {x: 0}, kind="minimum"), Ne(y, 0)),
    ("logarithmic", Stationary(u - log(u), {u: 1})),
    ("ridge regression", Stationary(fit, {w: slope})),
    ("ridge regression is least", Stationary(fit, {w: slope}, kind="minimum")),
    ("every entry by itself", Stationary(total((Y[i] - W[i]) ** 2, i), {W[e]: Y[e]}, kind="minimum")),
    ("for S inside", Stationary((x - S) ** 2, {x: S}, kind="minimum"), x > 0),
    ("a closed half line", Stationary((x - S) ** 2, {x: S}, kind="minimum"), x <= S),
    ("on the line of a hypothesis", Stationary(bowl + z**2, {x: 0, z: 0}), Eq(x, z)),
    ("a letter that is not 0", Stationary((c - 2) ** 2, {c: 2}, kind="minimum")),
    ("exponential from both sides", Asymptotic(exp(x), 1, x, x, 0)),
    ("sine from both sides", Asymptotic(sin(x), x, x**3, x, 0)),
    ("|x| from above", Asymptotic(Abs(x), x, x**2, x, 0, "+")),
    ("|x| from below", Asymptotic(Abs(x), -x, x**2, x, 0, "-")),
    ("|x| where x > 0", Asymptotic(Abs(x), x, x**2, x, 0), x > 0),
    ("|x| where x < 0", Asymptotic(Abs(x), -x, x**2, x, 0), x < 0),
    ("a positive letter has one side", Asymptotic(1 + sqrt(u), 1, sqrt(u), u, 0)),
    ("beside 1, from both sides", Asymptotic(log(u), u - 1, (u - 1) ** 2, u, 1)),
    ("a root beside S", Asymptotic(sqrt(S + x), sqrt(S), x, x, 0)),
    ("|x - S| from above", Asymptotic(Abs(x - S), x - S, (x - S) ** 2, x, S), x > S),
    ("x of an integral and another x", Integral(2 * x, (x, 0, 1), 1), Eq(x, y)),
    ("x has a value, and so has the integral", Integral(2 * x, (x, 0, 1), y), Eq(x, y), Eq(x, 1)),
    ("far from the range", Integral(2 * x, (x, 0, 1), 1), x > 7),
    ("from a point to itself", Integral(x, (x, q, q), 0)),
    ("even through a pole's name", Integral(1 / x, (x, n, n), 0)),
    ("a sum over j, j being 3 elsewhere", Identity(Sum(j, (j, 1, n)), n * (n + 1) / 2), Eq(j, 3)),
    ("m beside j", Identity(Sum(j * m, (j, 1, n)), m * n * (n + 1) / 2), Eq(j, m)),
    ("j outside and inside", Identity(j * Sum(j, (j, 1, n)), 3 * n * (n + 1) / 2), Eq(j, 3)),
    ("two sums, one letter", Identity(Sum(j * Sum(j, (j, 1, n)), (j, 1, m)), m * n * (m + 1) * (n + 1) / 4)),
    ("a sum over nothing of its own", Identity(Sum(Sum(j, (j, 1, n)), (j, 1, m)), m * n * (n + 1) / 2)),
    ("telescoping, j being 3 elsewhere", Series(1 / (j * (j + 1)), (j, 1, oo), "=", 1, by=1 / j), Eq(j, 3)),
    ("a variance, x being 3 elsewhere", Expectation(x**2, 1, {x: Normal(0, 1)}), Eq(x, 3)),
    ("a recurrence, n being 3 elsewhere", Induction(H(n, x), n, n, counting), Eq(n, 3)),
    (
        "a substitution, x and v elsewhere",
        Substitution(2 * x * cos(x**2), (x, 0, 1), cos(v), (v, 0, 1), x**2),
        Eq(x, v),
    ),
    ("downwards", Substitution(1 / x**2, (x, 1, 2), 1 + 0 * v, (v, Rational(1, 2), 1), 1 / x)),
    ("ends exchanged", Substitution(exp(-x), (x, 0, oo), 1 + 0 * v, (v, 0, 1), exp(-x))),
    ("a limit beside a sum", Limit(z * Sum(z, (z, 1, n)), z, 0, 0)),
    ("0/x where x is not 0", Identity(y / x, 0), Eq(y, 0), Ne(x, 0)),
    ("a derivative where x has a value", Identity(y * sp.Derivative(f(x), x), 0), Eq(x, 3), Eq(y, 0)),
    ("taken off both sides, defined", Inequality(5 - x**2 + 1 / y, ">", 1 / y), x**2 <= 4, y > 0),
    ("from 6 on", Inequality(n, ">", 5), n >= 6),
    ("squares of large ones", Inequality(n**2, ">=", 81), n >= 9),
    ("one ten times another", Inequality(n**2, ">", 100 * m**2), n > 10 * m),
    ("far below 0", Inequality(r, "<", -6), r < -7),
    ("strictly between, and large", Inequality(n, ">", 90), n > 90, n < 100),
    ("a sign times its letter", Identity(sign(x) * Abs(x), x)),
    ("angles at their top", Stationary(cos(x), {x: 2 * pi}, kind="maximum")),
)
