"""1. Quanta: what is learned in units, in the order of how often each is used."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality, Integral, Limit
from ...language.symbols import families, index, natural, positive, real, total
from ...language.theorems import AllOf, Combination, Follows, Line, Squeezed, SumByIntegral, Theorem, series
from .letters import PARAMETERS, QUANTA, SAMPLES, A, D, N, alpha, kappa, tau

a, b = real("a b")  # the loss on a sample before and after its quantum is learned

# -- Finitely many quanta, with any frequencies ------------------------------------------------------------------------

M = natural("M")
k, j = index("k", M), index("j", M)
p, learned = families("p g")  # frequencies; whether a quantum is learned, 1 or 0


def mean_loss(whether: sp.Expr) -> sp.Expr:
    """The mean loss, where `whether` says of each quantum if it is learned."""
    return total(p[k] * (b * whether + a * (1 - whether)), k)


by_quanta = Claim(
    "power-laws/loss-by-quanta",
    title="The mean loss is that of all quanta learned, and a gap for each that is not, as often as it is used",
    statement=Identity(mean_loss(learned[k]), b * total(p[k], k) + (a - b) * total(p[k] * (1 - learned[k]), k)),
    source=QUANTA,
    note="$g_k$ is 1 where quantum $k$ is learned, and 0 elsewhere; $a$ is the loss without, $b$ with the quantum.",
)

one_more = Claim(
    "power-laws/one-more-quantum",
    title="One more quantum lowers the mean loss by the gap, times how often it is used",
    statement=Identity(mean_loss(learned[k]) - mean_loss(learned[k] + sp.KroneckerDelta(j, k)), (a - b) * p[j]),
    source=QUANTA,
    note="So the quanta are best learned in the order of their frequencies.",
)

# -- Infinitely many, with the frequencies A k^-(alpha + 1) ------------------------------------------------------------

n, gap = natural("n"), positive("G")
term = gap * A * kappa ** (-(alpha + 1))
BEYOND = (kappa, n + 1, sp.oo)
area = gap * A / alpha * (n + 1) ** (-alpha)
first = gap * A * (n + 1) ** (-(alpha + 1))
loss = series(term, BEYOND)

tail = Claim(
    "power-laws/tail-of-the-frequencies",
    title="What is used beyond n, by an integral, is a power of n",
    statement=Integral(A * kappa ** (-(alpha + 1)), BEYOND, A / alpha * (n + 1) ** (-alpha)),
    source=PARAMETERS,
)

from_above = Claim(
    "power-laws/tail-from-above",
    title="The upper bound of the loss beyond n quanta, times n^alpha, tends to a constant",
    statement=Limit(n**alpha * (area + first), n, sp.oo, gap * A / alpha),
    source=PARAMETERS,
)

from_below = Claim(
    "power-laws/tail-from-below",
    title="The lower bound of the loss beyond n quanta, times n^alpha, tends to the same constant",
    statement=Limit(n**alpha * (area - first), n, sp.oo, gap * A / alpha),
    source=PARAMETERS,
)

largest = Line(Inequality(term, "<=", first), given=[kappa >= n + 1], by=Follows())
shape = (gap * A * (alpha + 1) * kappa ** (-(alpha + 2)), sp.Integer(-1))
above = Line(by=SumByIntegral(term, BEYOND, largest, shape))
below = Line(by=SumByIntegral(term, BEYOND, largest, shape, above=False))
at_most = Line(Inequality(loss, "<=", area + first), by=Combination(above, (tail, -gap)))
no_less = Line(Inequality(loss, ">=", area - first), by=Combination(below, (tail, gap)))
scaled_above = Line(Inequality(n**alpha * loss, "<=", n**alpha * (area + first)), by=Combination((at_most, n**alpha)))
scaled_below = Line(Inequality(n**alpha * loss, ">=", n**alpha * (area - first)), by=Combination((no_less, n**alpha)))
in_the_limit = Line(
    Limit(n**alpha * loss, n, sp.oo, gap * A / alpha), by=Squeezed(scaled_below, scaled_above, from_below, from_above)
)

quanta_law = Theorem(
    "power-laws/loss-beyond-n-quanta",
    title="With n quanta learned what is left of the loss is a constant times n^-alpha, with bounds at every n",
    concludes=AllOf(at_most.says, no_less.says, in_the_limit.says),
    proof=[largest, tail, above, below, at_most, no_less, scaled_above, scaled_below, in_the_limit],
    source=[QUANTA, PARAMETERS],
    note="Quantum $k$ is used with the frequency $A k^-(alpha+1)$; $G$ is the gap, the loss without it less that with "
    "it. A quantum that takes a fixed number of parameters makes this the law of parameters.",
)

# -- Samples: a quantum is learned if it is met tau times --------------------------------------------------------------

met = (A * D / tau) ** (1 / (alpha + 1))

samples = Claim(
    "power-laws/quanta-by-samples",
    title="The last quantum that is met tau times among D samples is the (A D/tau)^(1/(alpha + 1))-th",
    statement=Identity(D * A * met ** (-(alpha + 1)), tau),
    source=SAMPLES,
)

data_law = Claim(
    "power-laws/data-exponent",
    title="The loss falls with the samples as their power -alpha/(alpha + 1)",
    statement=Identity(met ** (-alpha), (A / tau) ** (-alpha / (alpha + 1)) * D ** (-alpha / (alpha + 1))),
    source=SAMPLES,
    uses=[samples, quanta_law],
    note="In one pass a step meets a sample, so that the number of steps has the same exponent.",
)

exponents = Claim(
    "power-laws/exponents-of-data-and-parameters",
    title="The inverses of the exponents of data and of parameters differ by one",
    statement=Identity(1 / (alpha / (alpha + 1)) - 1 / alpha, 1),
    source=SAMPLES,
    uses=[data_law],
)

slower = Claim(
    "power-laws/data-is-dearer",
    title="The exponent of data is the smaller, and below one",
    statement=Inequality(alpha / (alpha + 1), "<", alpha),
    source=SAMPLES,
    uses=[data_law],
)

more_samples = Claim(
    "power-laws/samples-for-one-more-quantum",
    title="For twice the quanta 2^(alpha + 1) times the samples are needed",
    statement=Identity(tau / (A * (2 * N) ** (-(alpha + 1))), 2 ** (alpha + 1) * tau / (A * N ** (-(alpha + 1)))),
    source=SAMPLES,
    uses=[samples],
)
