"""Statements aimed at what a claim is turned into before the algebra: indices, symbols, definedness, words.

`TRUE` is to be VERIFIED; `FALSE` to be REFUTED; `OPEN` to be UNDECIDED with a reason that contains the given words,
since it is undefined on a part of its domain; `REFUSED` cannot be made at all, with a message that contains them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import sympy as sp
from sympy import Abs, Eq, I, Ne, Or, Rational, exp, log, sqrt

from layerproof.language.distributions import Normal, Rademacher
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import Equal, MatrixFlow, identity, matrix, trace
from layerproof.language.quantities import quantity
from layerproof.language.statements import Chain, Expectation, Identity, Inequality, Link, Rate, Statement
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import ForAll, families, index, natural, positive, real, time, total
from layerproof.language.written import as_written


class Said(NamedTuple):
    """A statement under hypotheses, and words that a reason or a message contains."""

    name: str
    statement: Statement
    hypotheses: tuple[Any, ...] = ()
    reason: str = ""


class Refused(NamedTuple):
    """What makes a claim that is refused: the statement, when called, the hypotheses, the abbreviations."""

    name: str
    statement: Callable[[], Statement]
    hypotheses: Callable[[], tuple[Any, ...]] = tuple
    where: dict[Any, Any] | None = None
    reason: str = ""


n, m = natural("n m")
i, j, k = index("i", n), index("j", n), index("k", n)
c = index("c", m)
first = index("f", n + 1)
s, r, w, W = families("s r w W")
t = time()
a, b = families("a b", t)
S = families("S")
x, y, z = real("x y z")
p, q = positive("p q")
flow = GradientFlow(total((a[i] * b[i] - S[i]) ** 2, i) / 2, (a, b), t)
velocity = -b[i] * (a[i] * b[i] - S[i])

A, B, u = matrix("A", n, n), matrix("B", n, n), matrix("u", n, 1)
shrinking = MatrixFlow(trace(A.T * A) / 2, (A,))

EVERY = ForAll(i, s[i] >= 0)
POSITIVE = ForAll(i, s[i] > 0)

TRUE = [
    Said("a sum of what is not negative", Inequality(total(s[i], i), ">=", 0), (EVERY,)),
    Said("the sum over another index", Inequality(total(s[j], j), ">=", 0), (EVERY,)),
    Said("a sum of what is positive has a term", Inequality(total(s[i], i), ">", 0), (POSITIVE,)),
    Said(
        "sums are compared entry by entry", Inequality(total(s[i], i), "<=", total(r[i], i)), (ForAll(i, s[i] <= r[i]),)
    ),
    Said("and strictly", Inequality(total(s[i], i), "<", total(r[i], i)), (ForAll(j, s[j] < r[j]),)),
    Said("at most n terms of at most 1", Inequality(total(s[i], i), "<=", n), (ForAll(i, s[i] <= 1),)),
    Said("a double sum", Inequality(total(W[i, j], i, j), ">=", 0), (ForAll((i, j), W[i, j] >= 0),)),
    Said("a product of two entries", Inequality(s[i] * s[j], ">=", 0), (ForAll(k, s[k] >= 0),)),
    Said("a product of signs", Inequality(s[i] * s[j], ">", 0), (ForAll(k, s[k] < 0),)),
    Said("a root of a square, any entry", Identity(sqrt(s[j] ** 2), s[j]), (EVERY,)),
    Said("a root of a square, the first", Identity(sqrt(s[1] ** 2), s[1]), (EVERY,)),
    Said("a root of a square, this entry", Identity(sqrt(s[j] ** 2), s[j]), (s[j] >= 0,)),
    Said("a bound of this entry gives its sign", Identity(Abs(s[j]), s[j]), (s[j] >= 2,)),
    Said("a bound of every entry gives its sign", Identity(Abs(s[j]), s[j]), (ForAll(i, s[i] > Rational(1, 2)),)),
    Said("logarithms under a sum", Identity(total(log(s[i] ** 2), i), 2 * total(log(s[i]), i)), (POSITIVE,)),
    Said("logarithm of a quotient", Identity(log(s[i] / s[j]), log(s[i]) - log(s[j])), (ForAll(k, s[k] > 0),)),
    Said(
        "division by every entry",
        Identity(total((s[i] + 1) / s[i], i), n + total(1 / s[i], i)),
        (ForAll(i, Ne(s[i], 0)),),
    ),
    Said(
        "division by these entries", Identity((s[i] ** 2 - s[j] ** 2) / (s[i] - s[j]), s[i] + s[j]), (Ne(s[i], s[j]),)
    ),
    Said("exponentials need no hypothesis", Inequality(total(exp(s[i]), i), ">", 0)),
    Said("squares need no hypothesis", Inequality(total(s[i] ** 2, i), ">=", 0)),
    Said("an index on a longer range", Inequality(s[i], ">=", 0), (ForAll(first, s[first] >= 0),)),
    Said("two families", Inequality(total(s[i] * r[i], i), ">=", 0), (EVERY, ForAll(j, r[j] >= 0))),
    Said("an equation for every index", Identity(s[j] - r[j], 0), (ForAll(i, Eq(s[i], r[i])),)),
    Said("a conjunction", Inequality(s[i] * r[i], ">=", 0), (sp.And(EVERY, r[i] >= 0),)),
    Said("two sums of one family", Identity(total(2 * s[i], i), total(s[j], j) + total(s[k], k)), (EVERY,)),
    Said("a rate of a logarithm, at this entry", Rate(log(a[i]), velocity / a[i], flow), (a[i] > 0,)),
    Said("a rate of a logarithm, at every entry", Rate(log(a[i]), velocity / a[i], flow), (ForAll(j, a[j] > 0),)),
    Said(
        "a rate of a sum of logarithms",
        Rate(total(log(a[i]), i), total(velocity / a[i], i), flow),
        (ForAll(j, a[j] > 0),),
    ),
    Said("a weighted mean is not negative", Inequality(total(w[i] * s[i] ** 2, i), ">=", 0), (ForAll(i, w[i] >= 0),)),
    Said("an entry below the bound", Inequality(s[i], "<", 1), (ForAll(k, s[k] < 1),)),
    Said("defined where the hypothesis says", Identity((x**2 - y**2) / (x - y), x + y), (Ne(x, y),)),
    Said("a quotient as written", Identity(as_written("x/x", x), 1), (Ne(x, 0),)),
    Said("a fraction as written", Identity(as_written(r"\frac{xy}{x}", x, y), y), (x < 0,)),
    Said("a logarithm as written", Identity(as_written("exp(log(p))", p), p)),
    Said("a squared root as written", Identity(as_written("sqrt(x)**2", x), x), (x >= 0,)),
    Said(
        "a sum as written",
        Identity(as_written(r"\sum_{i=1}^{n} \frac{s_{i}}{s_{i}}", s[i]), n),
        (ForAll(j, Ne(s[j], 0)),),
    ),
    Said("an inequality as written", Inequality(as_written("1/x - 1/x + 1", x), ">", 0), (Ne(x, 0),)),
    Said("a product with what is written", Identity(2 * as_written("x/x", x) + y, 2 + y), (x > 1,)),
    Said("a chain as written", Chain(x, (Link("=", as_written("x*y/y", x, y)), Link("<=", x + y**2))), (Ne(y, 0),)),
    Said("a coefficient that is defined", MatrixIdentity((A + B) / (m - 1), B / (m - 1) + A / (m - 1)), (m > 1,)),
    Said("a logarithm before matrices", MatrixIdentity(log(x) * (A + B), log(x) * B + log(x) * A), (x > 0,)),
    Said("a unit vector", MatrixIdentity(A - x * A * u * u.T, A * (identity(n) - x * u * u.T)), (Equal(u.T * u, 1),)),
    Said("a projection", MatrixIdentity((identity(n) - u * u.T) ** 2, identity(n) - u * u.T), (Equal(u.T * u, 1),)),
    Said("one, its square", MatrixIdentity(trace(u.T * u) ** 2, 1), (Equal(1, u.T * u),)),
    Said("a power of a trace", MatrixRate(trace(A) ** 2, -2 * trace(A) ** 2, shrinking)),
    Said("a rate with a logarithm", MatrixRate(trace(A) * log(x), -trace(A) * log(x), shrinking), (x > 1,)),
    Said("a mean of a quotient", Expectation(x / y, 0, {x: Normal(0, 1)}), (Ne(y, 0),)),
    Said("a quotient at two values", Expectation(1 / (x + 2), Rational(2, 3), {x: Rademacher()})),
    Said("a chain of logarithms", Chain(log(p * q), (Link("=", log(p) + log(q)), Link("<", log(p) + log(q) + p)))),
]

FALSE = [
    Said("the sum may be zero", Inequality(total(s[i], i), ">", 0), (EVERY,)),
    Said("one entry says nothing of another", Inequality(s[i] * s[j], ">=", 0), (s[i] >= 0,)),
    Said("one entry says nothing of the sum", Inequality(s[j] + total(s[i], i), ">=", 0), (s[j] >= 0,)),
    Said("nor of another's root", Identity(sqrt(s[i] ** 2) * s[j], s[i] * Abs(s[j])), (s[i] >= 0,)),
    Said("every entry of one family only", Inequality(total(s[i] * r[i], i), ">=", 0), (EVERY,)),
    Said("an entry may be zero", Inequality(s[j], ">", 0), (EVERY,)),
    Said("sums compared the wrong way", Inequality(total(s[i], i), ">=", total(r[i], i)), (ForAll(i, s[i] <= r[i]),)),
    Said("and not strictly", Inequality(total(s[i], i), "<", total(r[i], i)), (ForAll(i, s[i] <= r[i]),)),
    Said("at most n terms, squared", Inequality(total(s[i], i) ** 2, "<=", n), (ForAll(i, s[i] <= 1),)),
    Said("an entry outside of the range", Inequality(s[2], ">=", 0), (EVERY,)),
    Said("an index on a longer range", Inequality(s[first], ">=", 0), (EVERY,)),
    Said("an index on another range", Inequality(s[c], ">=", 0), (EVERY,)),
    Said("different entries are not equal", Identity(s[i], s[j]), (EVERY,)),
    Said("entries that are not zero may cancel", Inequality(total(s[i], i) ** 2, ">", 0), (ForAll(i, Ne(s[i], 0)),)),
    Said("a double sum of one row", Inequality(total(W[i, j], i, j), ">=", 0), (ForAll(i, W[i, 1] >= 0),)),
    Said("only the diagonal", Inequality(W[i, j], ">=", 0), (ForAll(k, W[k, k] >= 0),)),
    Said("a rate of another's size", Rate(Abs(a[j]) * a[i], 2 * a[i] * a[j], flow), (a[i] > 0,)),
    Said("a rate with a wrong sign", Rate(log(a[i]), -velocity / a[i], flow), (ForAll(j, a[j] > 0),)),
    Said("a quotient as written is not 2", Identity(as_written("x/x", x), 2), (Ne(x, 0),)),
    Said("a quotient as written is not 0", Identity(as_written("(x-y)/(x-y)", x, y), 0), (x > y,)),
    Said("what is written is not negative", Inequality(as_written("x/x", x), "<", 0), (x > 0,)),
    Said(
        "a vector of another length",
        MatrixIdentity((identity(n) - u * u.T) ** 2, identity(n) - u * u.T),
        (Equal(u.T * u, 2),),
    ),
    Said("a rate of a trace", MatrixRate(trace(A) ** 2, 2 * trace(A) ** 2, shrinking)),
    Said("a quotient before matrices", MatrixIdentity((A + B) / (m - 1), B / (m - 1) - A / (m - 1)), (m > 1,)),
    Said("a sum of logarithms", Identity(total(log(s[i] ** 2), i), total(log(s[i]), i)), (POSITIVE,)),
    Said("negative weights", Inequality(total(w[i] * s[i], i), ">=", 0), (ForAll(i, w[i] >= 0),)),
    Said("1/tr A, conserved", MatrixConserved(trace(A) / trace(B), shrinking)),
]

OPEN = [
    Said(
        "a logarithm of the other entries",
        Identity(s[i] + 2 * total(log(s[i]), i), s[i] + total(log(s[i] ** 2), i)),
        (s[i] > 0,),
        "missing hypothesis",
    ),
    Said(
        "a root of the other entries",
        Identity(s[i] + total((sqrt(s[i]) + 1) ** 2, i), s[i] + total(s[j] + 1, j) + 2 * total(sqrt(s[j]), j)),
        (s[i] > 0,),
        "missing hypothesis",
    ),
    Said(
        "a quotient of the other entries",
        Identity(total(s[i] / r[i], i) + 1 / r[i] - 1 / r[i] + x / x * r[i], r[i] + total(s[j] / r[j], j)),
        (Ne(r[i], 0),),
        "missing hypothesis",
    ),
    Said(
        "a root beyond the range",
        Identity((sqrt(s[2]) + 1) ** 2, s[2] + 2 * sqrt(s[2]) + 1),
        (EVERY,),
        "missing hypothesis",
    ),
    Said("A/(m - 1)", MatrixIdentity((A + B) / (m - 1), B / (m - 1) + A / (m - 1)), (), "m - 1"),
    Said("log(x) A", MatrixIdentity(log(x) * (A + B), log(x) * B + log(x) * A), (), "x > 0"),
    Said("a root before matrices", MatrixIdentity(sqrt(x) * (A + B), sqrt(x) * B + sqrt(x) * A), (), "x >= 0"),
    Said("A/tr(A)", MatrixIdentity((A + B) / trace(A), A / trace(A) + B / trace(A)), (), "Trace"),
    Said("a product with an inverse", MatrixIdentity(B.inv() * (A + B), B.inv() * A + B.inv() * B), (), "inverse"),
    Said("exp(tr A)", MatrixRate(exp(trace(A)), -trace(A) * exp(trace(A)), shrinking), (), "exp"),
    Said("1/tr A", MatrixRate(1 / trace(A), 1 / trace(A), shrinking), (), "Trace"),
    Said("the rate of an inverse", MatrixRate(A.inv(), A, shrinking), (), "Inverse"),
    Said("a rate with a logarithm", MatrixRate(trace(A) * log(x), -trace(A) * log(x), shrinking), (), "x > 0"),
    Said("a mean of a quotient", Expectation(x / y, 0, {x: Normal(0, 1)}), (), "y != 0"),
    Said("a mean with a logarithm", Expectation(x * log(y), 0, {x: Rademacher()}), (), "y > 0"),
    Said(
        "a mean of a sum of quotients", Expectation(total(w[i] / y, i), 0, {families("w"): Normal(0, 1)}), (), "y != 0"
    ),
    Said("x/x", Identity(as_written("x/x", x), 1), (), "x != 0"),
    Said("x/x at 0", Identity(as_written("x/x", x), 1), (Eq(x, 0),), "missing hypothesis"),
    Said("xy/x at 0", Identity(as_written("x*y/x", x, y), y), (Eq(x, 0),), "missing hypothesis"),
    Said("xy/x where y is known", Identity(as_written("x*y/x", x, y), y), (Eq(y, 2),), "x != 0"),
    Said("log x - log x", Identity(as_written("log(x) - log(x)", x), 0), (), "x > 0"),
    Said("exp log x", Identity(as_written("exp(log(x))", x), x), (), "x > 0"),
    Said("a root squared", Identity(as_written("sqrt(x)^2", x), x), (), "x >= 0"),
    Said("a difference over itself", Identity(as_written("(x-y)/(x-y)", x, y), 1), (), "x - y != 0"),
    Said("0/x", Identity(as_written("0/x", x), 0), (), "x != 0"),
    Said("1/(1/x)", Identity(as_written("1/(1/x)", x), x), (), "x != 0"),
    Said("a power 0 of what is not defined", Identity(as_written("(x/x)^0", x), 1), (), "x != 0"),
    Said("tangents", Identity(as_written("tan(x) - tan(x)", x), 0), (), "cos(x) != 0"),
    Said("a sum of quotients", Identity(as_written(r"\sum_{i=1}^{n} \frac{s_{i}}{s_{i}}", s[i]), n), (), "!= 0"),
    Said("a positive constant", Inequality(as_written("1/x - 1/x + 1", x), ">", 0), (), "x != 0"),
    Said("a line of a chain", Chain(x, (Link("=", as_written("x*y/y", x, y)), Link("<=", x + p))), (), "y != 0"),
    Said("a quotient", Identity((x**2 - y**2) / (x - y), x + y), (), "missing hypothesis"),
    Said("an inequality with a quotient", Inequality(x**2 + 1 / y, ">=", 1 / y), (), "missing hypothesis"),
    Said("a strict one", Inequality(5 + 1 / y, ">", 1 / y), (), "missing hypothesis"),
    Said("an inequality with a logarithm", Inequality(log(x) + y**2, ">=", log(x)), (), "missing hypothesis"),
    Said("a chain through a quotient", Chain(x + 1, (Link("=", (x**2 - 1) / (x - 1)),)), (), "missing hypothesis"),
    Said(
        "a chain that bounds with a quotient",
        Chain(1 / x, (Link("<=", 1 / x + y**2), Link("<=", 1 / x + 2 * y**2))),
        (),
        "missing hypothesis",
    ),
]
"""True wherever they are defined, which is not everywhere; or not to be settled."""

_imaginary = sp.Symbol("z", imaginary=True)
_extended = sp.Symbol("r", extended_real=True)
_complex = sp.Symbol("u", complex=True, real=False)
_unknown = sp.Function("f")

REFUSED = [
    Refused("an imaginary symbol", lambda: Inequality(_imaginary**2, ">=", -1), reason="not known to be a real"),
    Refused("an extended symbol", lambda: Inequality(exp(-_extended), ">", 0), reason="not known to be a real"),
    Refused(
        "a complex symbol", lambda: Identity((_complex + 1) ** 2, _complex**2 + 2 * _complex + 1), reason="not known"
    ),
    Refused("a complex function", lambda: Inequality(_unknown(x) ** 2, ">=", 0), reason="Function('f', real=True)"),
    Refused(
        "a complex function in a hypothesis",
        lambda: Inequality(x, ">", 0),
        lambda: (Ne(_unknown(x), 0),),
        reason="Function('f', real=True)",
    ),
    Refused("a complex number", lambda: Identity(I**2 * x * I, -x * I), reason="imaginary part"),
    Refused("an infinite hypothesis", lambda: Inequality(x, ">", 0), lambda: (Ne(_extended, 1),), reason="not known"),
    Refused(
        "one entry, or every one",
        lambda: Inequality(total(s[i], i), ">=", 0),
        lambda: (s[i] >= 0,),
        reason="ForAll(i, s[i] >= 0)",
    ),
    Refused("another index", lambda: Inequality(s[j], ">=", 0), lambda: (s[i] >= 0,), reason="two ways"),
    Refused(
        "in a sum of a product",
        lambda: Inequality(total(s[i] * r[i], i), ">=", 0),
        lambda: (s[i] > 0, r[i] > 0),
        reason="two ways",
    ),
    Refused(
        "an index of the loss",
        lambda: Rate(total(a[j], j), total(-b[j] * (a[j] * b[j] - S[j]), j), flow),
        lambda: (a[i] > 0,),
        reason="two ways",
    ),
    Refused(
        "partly quantified", lambda: Inequality(s[j], ">=", 0), lambda: (ForAll(i, W[i, k] >= 0),), reason="ForAll"
    ),
    Refused("a quotient of one letter", lambda: Identity(x / x, 1), reason="as_written"),
    Refused("a power", lambda: Identity(x**2 / x, x), reason="both sides arrive as x"),
    Refused("a difference of logarithms", lambda: Identity(log(x) - log(x), 0), reason="both sides arrive as 0"),
    Refused("a difference over itself", lambda: Identity((x - y) / (x - y), 1), reason="both sides arrive as 1"),
    Refused("exponential of a logarithm", lambda: Identity(exp(log(x)), x), reason="both sides arrive as x"),
    Refused("a squared root", lambda: Identity(sqrt(x) ** 2, x), reason="both sides arrive as x"),
    Refused("zero over a letter", lambda: Identity(0 / x, 0), reason="both sides arrive as 0"),
    Refused("an inequality of numbers", lambda: Inequality(x / x, ">", 0), reason="numbers"),
    Refused("an inequality of the same", lambda: Inequality(x * y / y, "<=", x), reason="both sides arrive"),
    Refused("a line of a chain", lambda: Chain(x, (Link("=", x * y / y), Link("<=", x + p))), reason="line 1"),
    Refused(
        "the second line of a chain", lambda: Chain(x, (Link("<=", x + p), Link("=", (x + p) * x / x))), reason="line 2"
    ),
    Refused(
        "a disjunction", lambda: Inequality(x**2, ">", 0), lambda: (Or(x > 0, x < 0),), reason="expected a relation"
    ),
    Refused(
        "a symbol for a hypothesis", lambda: Inequality(x**2 + p, ">", 0), lambda: (x,), reason="expected a relation"
    ),
    Refused(
        "a number for a hypothesis", lambda: Inequality(x**2 + p, ">", 0), lambda: (1,), reason="expected a relation"
    ),
    Refused(
        "a name that is free",
        lambda: Identity(z * (x + y), z * x + z * y),
        where={z: x + y},
        reason="free in the claim",
    ),
    Refused(
        "a name that is free in a hypothesis",
        lambda: Inequality(x**2 + y**2, ">", 0),
        lambda: (z > 1, Ne(x, 0)),
        {z: x + y},
        "free in the claim",
    ),
    Refused(
        "a name in another domain",
        lambda: Identity((x + y) ** 2, x**2 + 2 * x * y + y**2),
        where={positive("x"): x + y},
        reason="free in the claim",
    ),
    Refused(
        "a quantity that is called like a letter",
        lambda: Identity(quantity("x", x + y) ** 2, x**2 + 2 * x * y + y**2),
        reason="free in the claim",
    ),
    Refused(
        "two quantities of one name",
        lambda: Identity(quantity("q", x + y) - quantity("q", x - y), 2 * y),
        reason="two expressions have the name q",
    ),
    Refused(
        "a quantity that is the other side",
        lambda: Identity(quantity("q", x + y), x + y),
        reason="both sides arrive as",
    ),
    Refused("a matrix on one side", lambda: Identity(sp.MatrixSymbol("A", n, n), 0), reason="MatrixIdentity"),
    Refused(
        "a matrix in an inequality", lambda: Inequality(sp.MatrixSymbol("A", n, n), ">=", 0), reason="MatrixIdentity"
    ),
    Refused("a matrix in a chain", lambda: Chain(sp.MatrixSymbol("A", n, n), (Link("=", 0),)), reason="MatrixIdentity"),
    Refused("a chain without links", lambda: Chain(x, ()), reason="Link"),
    Refused(
        "every index of a symbol", lambda: Inequality(x, ">", 0), lambda: (ForAll(i, x > 0),), reason="does not depend"
    ),
    Refused("every symbol", lambda: Inequality(x, ">", 0), lambda: (ForAll(x, x > 0),), reason="index('i', n)"),
    Refused(
        "every index of nothing",
        lambda: Inequality(x, ">", 0),
        lambda: (ForAll(i, s[i]),),
        reason="expected a relation",
    ),
]
