"""4. Random features: the effective ridge, its one solution, and its power of the number of features."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality, Integral, Limit, Substitution
from ...language.symbols import ForAll, families, index, natural, positive
from ...language.theorems import Instance, Line, Summed, Theorem
from .letters import PLATEAU, SPECTRUM, alpha, kappa

M = natural("M")
i = index("i", M)
lam = families("lambda")
ridge, more = positive("rho epsilon")
EVERY = ForAll(i, lam[i] > 0)
x = positive("x")


def resolved(of: sp.Expr, at: sp.Expr) -> sp.Expr:
    """What is resolved of a direction with this eigenvalue, at an effective ridge."""
    return of / (of + at)


one_less = Claim(
    "power-laws/less-is-resolved",
    title="With a larger effective ridge less is resolved of a direction",
    statement=Inequality(resolved(x, ridge), ">", resolved(x, ridge + more)),
    source=SPECTRUM,
)

at_i = Line(by=Instance(one_less, {x: lam[i]}))
fewer = Line(by=Summed(at_i, i))

one_ridge = Theorem(
    "power-laws/effective-ridge-is-one",
    title="Of two effective ridges the larger resolves fewer directions: a number of features has at most one",
    concludes=fewer.says,
    hypotheses=[EVERY],
    proof=[at_i, fewer],
    source=SPECTRUM,
    note=r"The effective ridge $\rho$ of $N$ features solves $\sum_i \lambda_i/(\lambda_i + \rho) = N$, for every "
    "spectrum of $M$ directions. That random features have this ridge is a limit of many directions, which is not "
    "proved here.",
)

features = positive("N")

flat = Claim(
    "power-laws/effective-ridge-of-a-flat-spectrum",
    title="Of M eigenvalues one the effective ridge is (M - N)/N",
    statement=Identity(M * resolved(sp.Integer(1), (M - features) / features), features),
    source=SPECTRUM,
    note="As many directions are resolved as there are features; none is left where there are as many as directions.",
)

everything = Claim(
    "power-laws/no-ridge-resolves-all",
    title="As the ridge vanishes every direction is resolved",
    statement=Limit(resolved(x, ridge), ridge, sp.Integer(0), sp.Integer(1)),
    source=PLATEAU,
)

u = positive("u")
spectrum = kappa ** (-(alpha + 1))

scaling = Claim(
    "power-laws/ridge-by-substitution",
    title="Of a power spectrum the number of features is a power of the ridge, times one integral",
    statement=Substitution(
        1 / (1 + ridge * kappa ** (alpha + 1)),
        (kappa, 0, sp.oo),
        into=ridge ** (-1 / (alpha + 1)) * u ** (1 / (alpha + 1) - 1) / ((1 + u) * (alpha + 1)),
        onto=(u, 0, sp.oo),
        by=ridge * kappa ** (alpha + 1),
    ),
    source=SPECTRUM,
    note=r"With $\lambda_k = k^{-(\alpha+1)}$, a direction has $\lambda_k/(\lambda_k + \rho) = 1/(1 + \rho "
    r"k^{\alpha+1})$. So $\rho$ is a constant times $N^{-(\alpha+1)}$.",
)

share = Claim(
    "power-laws/share-of-a-direction",
    title="The share of a direction in the power spectrum",
    statement=Identity(resolved(spectrum, ridge), 1 / (1 + ridge * kappa ** (alpha + 1))),
    source=SPECTRUM,
    uses=[scaling],
)

squares = Claim(
    "power-laws/ridge-of-inverse-squares",
    title="Of eigenvalues 1/k^2 the number of features is pi over twice the root of the ridge",
    statement=Integral(1 / (1 + ridge * kappa**2), (kappa, 0, sp.oo), sp.pi / (2 * sp.sqrt(ridge))),
    source=SPECTRUM,
    uses=[scaling],
)

number = positive("c")  # the integral

plateau = Claim(
    "power-laws/plateau-by-features",
    title="The features times the ridge, the order of the loss that they leave, fall as N^-alpha",
    statement=Identity(features * ridge, number ** (alpha + 1) * features ** (-alpha)),
    hypotheses=[sp.Eq(ridge * features ** (alpha + 1), number ** (alpha + 1), evaluate=False)],
    source=PLATEAU,
    uses=[scaling],
    note="The same exponent as that of the eigenvalues beyond the $N$-th, which no $N$ features of any sort can avoid: "
    "random ones are worse by a constant only.",
)

beyond = Claim(
    "power-laws/eigenvalues-beyond",
    title="The eigenvalues beyond the N-th, by an integral, fall as N^-alpha too",
    statement=Integral(spectrum, (kappa, features, sp.oo), features ** (-alpha) / alpha),
    source=PLATEAU,
    uses=[plateau],
)
