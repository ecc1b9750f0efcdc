"""Sums over triangles: the range of the inner sum depends on the index of the outer one."""

from __future__ import annotations

import sympy as sp
from sympy import Abs, KroneckerDelta, Rational, Sum

from layerproof.language.statements import Identity, Inequality
from layerproof.language.symbols import families, index, natural, total

from .what_is_said import Said

n, m = natural("n m")
i, j, k = index("i", n), index("j", n), index("k", n)
below = index("j", i)
"""An index whose own range is the triangle's."""
x, y, G, H = families("x y G H")
ONE = sp.Integer(1)
columns = Sum(x[i] * x[j], (i, 1, j - 1), (j, 2, n))
rows = Sum(x[i] * x[j], (j, i + 1, n), (i, 1, n - 1))
"""Mixed terms, as most people write them: the outer range leaves out what is empty."""
mixed = total(x[i], i) ** 2 / 2 - total(x[i] ** 2, i) / 2


def lower(term: sp.Expr) -> sp.Expr:
    """Summed over ``1 <= j <= i <= n``."""
    return Sum(term, (j, 1, i), (i, 1, n))


def upper(term: sp.Expr) -> sp.Expr:
    """Summed over ``1 <= i <= j <= n``, row by row."""
    return Sum(term, (j, i, n), (i, 1, n))


def strictly_upper(term: sp.Expr) -> sp.Expr:
    """Summed over ``1 <= i < j <= n``."""
    return Sum(term, (j, i + 1, n), (i, 1, n))


TRUE = [
    Said("how many pairs", Identity(lower(ONE), n * (n + 1) / 2)),
    Said("the inner index summed", Identity(lower(j), n * (n + 1) * (n + 2) / 6)),
    Said("products of the indices", Identity(lower(i * j), n * (n + 1) * (n + 2) * (3 * n + 1) / 24)),
    Said("a pyramid", Identity(Sum(ONE, (k, 1, j), (j, 1, i), (i, 1, n)), n * (n + 1) * (n + 2) / 6)),
    Said("rows and columns", Identity(upper(G[i, j]), Sum(G[i, j], (i, 1, j), (j, 1, n)))),
    Said("rows and columns, strictly", Identity(strictly_upper(G[i, j]), Sum(G[i, j], (i, 1, j - 1), (j, 1, n)))),
    Said("a factor before the inner sum", Identity(Sum(x[i] * Sum(y[j], (j, 1, i)), (i, 1, n)), upper(y[i] * x[j]))),
    Said(
        "the lower and the strictly upper part",
        Identity(lower(G[i, j]) + strictly_upper(G[i, j]), total(G[i, j], i, j)),
    ),
    Said("half of a square", Identity(lower(x[i] * x[j]), total(x[i], i) ** 2 / 2 + total(x[i] ** 2, i) / 2)),
    Said("twice the mixed terms", Identity(total(x[i], i) ** 2, total(x[i] ** 2, i) + 2 * strictly_upper(x[i] * x[j]))),
    Said("differences", Identity(lower((x[i] - x[j]) ** 2), n * total(x[i] ** 2, i) - total(x[i], i) ** 2)),
    Said("the outer index alone", Identity(lower(x[i]), total(i * x[i], i))),
    Said("the inner index alone", Identity(lower(x[j]), total((n + 1 - i) * x[i], i))),
    Said("the inner index alone, from above", Identity(upper(x[j]), total(i * x[i], i))),
    Said("up to the one before", Identity(Sum(x[j], (j, 1, i - 1), (i, 1, n)), total((n - i) * x[i], i))),
    Said("quotients", Identity(lower(1 / (i + j)), Sum(1 / (i + j), (i, j, n), (j, 1, n)))),
    Said(
        "three factors",
        Identity(Sum(G[i, k] * H[k, j], (k, 1, j), (j, 1, n)), Sum(G[i, k] * Sum(H[k, j], (j, k, n)), (k, 1, n))),
    ),
    Said(
        "one row, by a delta",
        Identity(Sum(KroneckerDelta(i, k) * Sum(x[j], (j, 1, i)), (i, 1, n)), Sum(x[j], (j, 1, k))),
    ),
    Said("distances", Identity(total(Abs(x[i] - x[j]), i, j), 2 * lower(Abs(x[i] - x[j])))),
    Said("the sum of squares", Inequality(lower(x[i] ** 2 * x[j] ** 2), ">=", 0)),
    Said("half of a square, and more", Inequality(lower(x[i] * x[j]), ">=", 0)),
    Said(
        "an index with this range", Identity(total(x[i] * y[below], i, below), Sum(x[i] * y[j], (i, j, n), (j, 1, n)))
    ),
    Said(
        "an index with this range, named first",
        Identity(total(below * x[i], below, i), total(i * (i + 1) * x[i], i) / 2),
    ),
    Said("columns from the second on", Identity(columns, mixed)),
    Said("rows to the last but one", Identity(rows, mixed)),
    Said(
        "rows and columns without the empty ones",
        Identity(Sum(G[i, j], (i, 1, j - 1), (j, 2, n)), Sum(G[i, j], (j, i + 1, n), (i, 1, n - 1))),
    ),
    Said(
        "columns to the last but one",
        Identity(Sum(G[i, j], (i, 1, j), (j, 1, n - 1)), lower(G[j, i]) - Sum(G[i, n], (i, 1, n))),
    ),
    Said("from the second row on", Identity(Sum(G[i, j], (j, i, n), (i, 2, n)), Sum(G[i, j], (i, 2, j), (j, 2, n)))),
]

FALSE = [
    Said("how many pairs", Identity(lower(ONE), n * i)),
    Said("a pyramid", Identity(Sum(ONE, (k, 1, j), (j, 1, i), (i, 1, n)), n * (n + 1) * (n + 2) / 3)),
    Said("products of the indices", Identity(lower(i * j), n * (n + 1) * (n + 2) * (3 * n + 2) / 24)),
    Said(
        "rows for columns",
        Identity(Sum(x[i] * Sum(y[j], (j, 1, i)), (i, 1, n)), Sum(y[j] * Sum(x[i], (i, 1, j)), (j, 1, n))),
    ),
    Said("without the diagonal", Identity(lower(x[i] * x[j]), total(x[i], i) ** 2 / 2)),
    Said("the diagonal twice", Identity(lower(G[i, j]) + upper(G[i, j]), total(G[i, j], i, j))),
    Said("all of the square", Identity(lower(x[i] * y[j]), total(x[i], i) * total(y[i], i))),
    Said("the inner sum taken out", Identity(lower(x[i] * y[j]), total(x[i], i) * Sum(y[j], (j, 1, i)))),
    Said("the letters exchanged", Identity(lower(x[i] * y[j]), lower(x[j] * y[i]))),
    Said("the mixed terms once", Identity(total(x[i], i) ** 2, total(x[i] ** 2, i) + strictly_upper(x[i] * x[j]))),
    Said("the outer index for the inner", Identity(lower(x[j]), total(i * x[i], i))),
    Said("one term too few", Identity(Sum(x[i], (i, 1, j), (j, 1, m)), Sum((m - i) * x[i], (i, 1, m)))),
    Said("an antisymmetric sum", Identity(lower(G[i, j] - G[j, i]), sp.S.Zero)),
    Said(
        "a third of a cube",
        Identity(Sum(x[i] * Sum(x[j], (j, 1, i)) ** 2, (i, 1, n)), total(x[i], i) ** 3 * Rational(1, 3)),
    ),
    Said("all rows, by a delta", Identity(Sum(KroneckerDelta(i, k) * Sum(x[j], (j, 1, i)), (i, 1, n)), total(x[j], j))),
    Said("a sign", Inequality(lower(x[i] * x[j]), "<=", 0)),
    Said("an index with this range", Identity(total(x[i] * y[below], i, below), total(x[i], i) * total(y[i], i))),
    Said("columns from the second on", Identity(columns, total(x[i], i) ** 2 / 2 + total(x[i] ** 2, i) / 2)),
    Said("the last row alone left out", Identity(Sum(G[i, j], (j, i, n), (i, 1, n - 1)), lower(G[j, i]))),
    Said("the first row left out", Identity(Sum(G[i, j], (j, i, n), (i, 2, n)), Sum(G[i, j], (i, 1, j), (j, 2, n)))),
    Said("columns to the last but one", Identity(Sum(G[i, j], (i, 1, j), (j, 1, n - 1)), lower(G[j, i]))),
]
