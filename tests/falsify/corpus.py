"""False conjectures that look true, by the way in which they fail; and true ones that no search may refute.

Every claim of `FALSE` fails somewhere inside its hypotheses, and at a rational point.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.statements import (
    Chain,
    Conserved,
    Identity,
    Inequality,
    Integral,
    Limit,
    Link,
    Series,
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

R = sp.Rational
x, y, z, w = positive("x y z w")
q, r, s = nonnegative("q r s")
a, b, c, d, g = real("a b c d g")
n, m, p = natural("n m p")
t = time()
i, k = index("i", p), index("k", p)
u, v = families("u v")
j = sp.Symbol("j", integer=True)
e = sp.Symbol("e", real=True)
al, be = trajectories("alpha beta")

FALSE: dict[str, list[Claim]] = {}
TRUE: list[Claim] = []


def no(kind: str, statement: Statement, *hypotheses: Any) -> None:
    """One false conjecture."""
    claims = FALSE.setdefault(kind, [])
    claims.append(Claim(f"false/{kind}-{len(claims) + 1}", title=kind, statement=statement, hypotheses=hypotheses))


def yes(statement: Statement, *hypotheses: Any) -> None:
    """One true statement."""
    TRUE.append(Claim(f"true/number-{len(TRUE) + 1}", title="true", statement=statement, hypotheses=hypotheses))


def ge(left: Any, right: Any) -> Inequality:
    return Inequality(left, ">=", right)


def gt(left: Any, right: Any) -> Inequality:
    return Inequality(left, ">", right)


# a small region of failure, away from simple numbers
no("small-region", ge((x - R(1234, 1000)) ** 2, R(1, 10**7)))
no("small-region", ge((x - R(17, 3)) ** 2 * (1 + x), R(1, 10**6)))
no("small-region", ge((x - 7) ** 2 + (y - 11) ** 2, R(1, 1000)))
no("small-region", ge((x - y - 5) ** 2 + (x * y - 50) ** 2, R(1, 100)))
no("small-region", ge(x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2, R(1, 10**5)))
no("small-region", ge(sp.exp(x) - 20 * x, R(-15, 2) * 3 - R(17, 2)))
no("small-region", ge(x + 1 / x, R(20001, 10000)))
no("small-region", ge(x**3 + y**3 + z**3, R(30001, 10000) * x * y * z))
no("small-region", ge(x**2 + y**2 + 1, R(10001, 10000) * (x * y + x + y)))
no("small-region", ge(sp.log(x) ** 2 + R(1, 10**4), sp.Abs(x - 3) * 0 + R(2, 10**4)))
no("small-region", ge((sp.exp(x) - 100) ** 2, R(1, 100)))
no("small-region", ge(sp.cosh(x - 4), R(1000001, 1000000)))
no("small-region", ge(sp.sqrt(1 + (x - 9) ** 2) + sp.sqrt(1 + (y - 8) ** 2), 2 + R(1, 10**4)))
no("small-region", ge((x**2 - 50) ** 2 + (y**2 - 3 * x) ** 2, R(1, 10)))
no("small-region", ge(1 - x * y * (1 - x - y) * 27, R(1, 10**5)), x + y < 1)
no("small-region", ge((a * b - 30) ** 2 + (a - b - 1) ** 2, R(1, 1000)))
no("small-region", ge(sp.tanh(x - 20) ** 2, R(1, 10**8)))
no("small-region", ge((x - 3) ** 2 + (y - 5) ** 2 + (z - 7) ** 2 + (w - 13) ** 2, R(1, 100)))

# fails at the edge of the hypotheses only
no("boundary", gt(q**2 + r**2, 0))
no("boundary", gt(1, sp.exp(-q)))
no("boundary", gt(q * x + r, 0))
no("boundary", gt(1 + q, sp.sqrt(1 + q)))
no("boundary", gt(x, y), x >= y)
no("boundary", gt(x * y, 1), x >= 1, y >= 1)
no("boundary", gt(1, x * y), x <= 1, y <= 1)
no("boundary", gt(x + y, 2 * z), x >= z, y >= z)
no("boundary", gt(q, sp.tanh(q)))
no("boundary", gt(q + r + s, sp.sqrt(q**2 + r**2 + s**2)))
no("boundary", gt(R(1, 4), x * (1 - x) * 4 * R(1, 4) * sp.Integer(1)), x <= R(1, 2))
no("boundary", gt(x**2 - 4 * x + 4 + r, 0), x >= 2)
no("boundary", gt(sp.log(x), 0), x >= 1)
no("boundary", gt(1 - a**2, 0), a >= -1, a <= 1)
no("boundary", gt(sp.cosh(q), 1))
no("boundary", gt(n, 1))
no("boundary", gt(n * m, n))

# fails for large values only
no("large-values", ge(100 * (1 + x), x * sp.log(1 + x)))
no("large-values", ge(10**9 * (1 + x**8), sp.exp(x)))
no("large-values", ge(10**5, x / (1 + x * R(1, 10**6))))
no("large-values", ge(1000 + x, x**2 / (1 + x * R(1, 2))))
no("large-values", ge(50, sp.log(1 + x)))
no("large-values", ge(10**4 * sp.sqrt(x) + 1, x))
no("large-values", ge(x * y + 10**6, x**2 / 10**3))
no("large-values", ge(500, n))
no("large-values", ge(10**4, 2**n))
no("large-values", ge(100 * n**3, 2**n))
no("large-values", ge(1 + 300 * x, (1 + x) ** 2))
no("large-values", ge(100 * (1 + x + y), sp.sqrt(x**3 + y**3)))
no("large-values", ge(30 + 30 * sp.log(1 + x), sp.sqrt(x)))
no("large-values", gt(1, 10**30 * x), x < R(1, 100))
no("large-values", ge(10**12, 1 / x))
no("large-values", ge(25, -sp.log(x)))

# fails on a thin set only
no("thin-set", gt((a - b) ** 2, 0))
no("thin-set", gt((x - 2 * y) ** 2 + (z - 3 * w) ** 2, 0))
no("thin-set", gt(x**2 + y**2 + z**2, x * y + y * z + z * x))
no("thin-set", gt((x + y + z) ** 3, 27 * x * y * z))
no("thin-set", gt(sp.Abs(a - 3) + sp.Abs(b + 4), 0))
no("thin-set", gt((a**2 + b**2) * (c**2 + d**2), (a * c + b * d) ** 2))
no("thin-set", gt(x**4 + y**4 + z**4 + w**4, 4 * x * y * z * w))
no("thin-set", gt((x * y - 6) ** 2 + (x + y - 5) ** 2, 0))
no("thin-set", gt((x - R(22, 7)) ** 2, 0))
no("thin-set", gt(sp.sqrt((a - 1) ** 2 + (b - 2) ** 2) + sp.sqrt((a - 1) ** 2), 0))
no("thin-set", gt(x / y + y / x, 2))
no("thin-set", gt(x / (y + z) + y / (x + z) + z / (x + y), R(3, 2)))
no("thin-set", gt(sp.exp(a), 1 + a))
no("thin-set", gt(x - 1, sp.log(x)))
no("thin-set", gt((a - b) ** 2 * (a - c) ** 2 * (b - c) ** 2, 0))
no("thin-set", gt((a**2 - 5 * a + 6) ** 2 + (b - a**2) ** 2, 0))
no("thin-set", Identity(sp.sign(x - 2) ** 2, 1))
no("thin-set", gt((x**2 + y**2 - 25) ** 2 + (x - 3) ** 2, 0))

# hold on part of the domain, and are said of all
no("other-branch", Identity(sp.sqrt((x - 40) ** 2), 40 - x))
no("other-branch", Identity(sp.Max(x, 500), 500))
no("other-branch", Identity(sp.Abs(x - y + 60), x - y + 60))
no("other-branch", Identity(sp.Min(x, R(1, 1000)), R(1, 1000)))
no("other-branch", Identity(sp.Max(x * y, 2000), 2000))
no("other-branch", Identity(sp.Abs(a**2 - 300), 300 - a**2))
no("other-branch", Identity(sp.Piecewise((x**2, x < 200), (200 * x + 1, True)), x**2))
no("other-branch", Identity(sp.Abs(a + b + 100), a + b + 100))
no("other-branch", Identity(sp.sign(sp.log(x) + 9), 1))
no("other-branch", Identity(sp.Max(a, b, 90), 90))
no("other-branch", Identity(sp.Abs(x - 1) + sp.Abs(x - 77), 76 + 0 * x), x > 1)
no("other-branch", Identity(sp.Abs(sp.exp(x) - 5000), 5000 - sp.exp(x)))
no("other-branch", Identity(sp.Max(n - 40, 0), 0))

# sizes: only with several entries, or at some sizes
no("sizes", ge(2 * total(u[i] ** 2, i), total(u[i], i) ** 2))
no("sizes", ge(7 * total(u[i] ** 2, i), total(u[i], i) ** 2))
no("sizes", ge(total(u[i] ** 2, i) * total(v[i] ** 2, i), 2 * total(u[i] * v[i], i) ** 2 - 10**3))
no("sizes", ge(total(u[i] ** 4, i), total(u[i] ** 2, i) ** 2 / 5))
no("sizes", Identity(total(u[i], i) * total(v[i], i), total(u[i] * v[i], i) * p))
no("sizes", gt(p * total(u[i] ** 2, i), total(u[i], i) ** 2))
no("sizes", gt(total((u[i] - 3) ** 2, i), 0))
no("sizes", ge(6, p))
no("sizes", Identity((p - 1) * (p - 2) * (p - 3) * (p - 4) * (p - 5), 0))
no("sizes", Identity(n * (n - 1) * (n - 2) * (n - 3) * (n - 4), 0))
no("sizes", ge(total(sp.Integer(1) + 0 * u[i], i), p + 1 - total(u[i] ** 2, i) * 10**6))
no("sizes", Identity(n**5, 15 * n**4 - 85 * n**3 + 225 * n**2 - 274 * n + 120))
no("sizes", ge(n * (n - 7) ** 2, 1))

# under equalities among the hypotheses
no("equalities", Identity(a**3, a), sp.Eq(a**2 + b**2, 1))
no("equalities", ge(R(2, 5), a * b), sp.Eq(a**2 + b**2, 1))
no("equalities", Identity(g, 1), sp.Eq(g**2, 1))
no("equalities", gt(R(1, 27), x * y * z), sp.Eq(x + y + z, 1))
no("equalities", gt(x + y, 2), sp.Eq(x * y, 1))
no("equalities", ge(R(7, 5), a + b), sp.Eq(a**2 + b**2, 1))
no("equalities", ge(12, x + y), sp.Eq(x * y, 5))
no("equalities", Identity(a * b, 6), sp.Eq((a - 2) * (b - 3), 0))
no("equalities", gt(a**2 + b**2, 2), sp.Eq(a + b, 2))
no("equalities", ge(x * y, R(1, 8)), sp.Eq(x**2 + y**2, 1))
no("equalities", Identity(g**2 + g, 2), sp.Eq(g**3, g))

# limits that are missed at exceptional values of a parameter
no("limits", Limit(sp.exp(-(a**2) * t), t, sp.oo, 0))
no("limits", Limit((a * t + 1) / (a * t + 2), t, sp.oo, 1))
no("limits", Limit(sp.tanh((x - 9) * t), t, sp.oo, 1))
no("limits", Limit(sp.exp(-((a - 3) ** 2) * t), t, sp.oo, 0))
no("limits", Limit(((x - 2) * t**2 + t) / ((x - 2) * t**2 + 3 * t), t, sp.oo, 1))
no("limits", Limit((a**2 + b**2) * t / (1 + (a**2 + b**2) * t), t, sp.oo, 1))

# integrals, sums, chains, flows
no("others", Integral(1 / (1 + e**4), (e, 0, sp.oo), 1))
no("others", Integral(sp.exp(-x * e**2), (e, 0, 1), (1 - sp.exp(-x)) / x))
no("others", Integral(sp.exp(-(e**2)), (e, 0, sp.oo), R(886, 1000)))
no("others", Series(1 / j**3, (j, 1, sp.oo), "<=", R(12, 10), by=2 / j**2))
no("others", Series(1 / j, (j, 1, n), "<=", 3))
no("others", Series(1 / j**2, (j, 1, n), "<=", R(8, 5)))
no("others", Chain(x**2 + y**2, (Link(">=", 2 * x * y, "a square"), Link(">=", x * y + R(1, 10**6), "slip"))))
no(
    "others",
    Chain((x + y) ** 2, (Link("=", x**2 + 2 * x * y + y**2, ""), Link("<=", 2 * (x**2 + y**2) - R(1, 10**4), ""))),
)
no(
    "others",
    Conserved(
        al**2 - 2 * be**2 + g * al * (al - 9), GradientFlow((al**2 * be - 1) ** 2 / 2, parameters=(al, be), time=t)
    ),
)
no("others", gt(sp.Sum(1 / (x + j), (j, 1, 5)), 5 / (x + 3) + R(1, 1000)))

# true statements of the same kinds
yes(ge((x + y + z) ** 3, 27 * x * y * z))
yes(ge(x**4 + y**4 + z**4 + w**4, 4 * x * y * z * w))
yes(ge(sp.Abs(a) + sp.Abs(b), sp.Abs(a + b)))
yes(gt(sp.exp(x), 1 + x))
yes(ge(sp.exp(a), 1 + a))
yes(ge(total(u[i] ** 2, i) * total(v[i] ** 2, i), total(u[i] * v[i], i) ** 2))
yes(ge(p * total(u[i] ** 2, i), total(u[i], i) ** 2))
yes(Identity(sp.Max(a, b) + sp.Min(a, b), a + b))
yes(Identity(sp.Abs(x - 40), 40 - x), x < 40)
yes(ge(R(1, 2), a * b), sp.Eq(a**2 + b**2, 1))
yes(Identity(g**3, g), sp.Eq(g**2, 1))
yes(ge(x / y + y / x, 2))
yes(gt(x, y), x > y)
yes(Limit(sp.exp(-x * t), t, sp.oo, 0))
yes(ge(x**4 * y**2 + x**2 * y**4 + 1, 3 * x**2 * y**2))
yes(gt(x + 10**6 * x**2 + R(1, 10**6), x))
"""A few of them the exact prover leaves open."""


def false_claims() -> list[Claim]:
    """All false conjectures."""
    return [claim for claims in FALSE.values() for claim in claims]
